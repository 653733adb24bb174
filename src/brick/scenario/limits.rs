//! Limits on this game's own parts of a file. Each limit is named in the message about exceeding it.

pub(super) use crate::file::limits::{
    ENTRIES, FORMS, OBJECTIVES, SEATS, SQUAD_ENTRIES, SQUAD_UNITS, SQUADS, TERRAIN, UNITS,
};

/// Teams of one battle.
pub(super) const TEAMS: usize = 8;
/// Weapons that one unit may hold.
pub(super) const UNIT_WEAPONS: usize = 8;
