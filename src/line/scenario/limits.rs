//! The limits of this game's tables in one file. Messages about too many entries name the limit.

pub(super) use crate::file::limits::{ENTRIES, FORMS, OBJECTIVES, SEATS, SQUAD_ENTRIES, SQUADS, TERRAIN, UNITS};

/// Heroes of one seat.
pub(super) const HEROES: usize = 8;
pub(super) const UNIT_WEAPONS: usize = 32;
/// Abilities of one hero.
pub(super) const ABILITIES: usize = 50;
pub(super) const EFFECTS: usize = 20;
/// Tags of one weapon.
pub(super) const TAGS: usize = 20;
/// Modules that a scenario names.
pub(super) const MODULES: usize = 8;
