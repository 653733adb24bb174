//! How much one file may hold. Every limit is named in the message of whoever goes beyond it.

/// Bytes of a file.
pub(super) const FILE_BYTES: u64 = 1024 * 1024;
/// The shortest edge of a map: less has no room for two sides.
pub(super) const EDGE_MIN: usize = 2;
pub(super) const SEATS: usize = 8;
/// Heroes of one seat.
pub(super) const HEROES: usize = 8;
pub(super) const SQUADS: usize = 200;
/// Units of both sides together.
pub(super) const UNITS: usize = 1000;
/// Units of one squad.
pub(super) const SQUAD_UNITS: usize = 100;
/// Entries of one squad's list.
pub(super) const SQUAD_ENTRIES: usize = 100;
pub(super) const OBJECTIVES: usize = 50;
/// Goals of each kind.
pub(super) const GOALS: usize = 20;
/// Conditions in one `all` or `any`.
pub(super) const CONDITIONS: usize = 50;
pub(super) const EVENTS: usize = 100;
pub(super) const TERRAIN: usize = 100;
/// Weapons, units, abilities or classes of one file.
pub(super) const ENTRIES: usize = 500;
pub(super) const UNIT_WEAPONS: usize = 32;
/// Abilities of one hero.
pub(super) const ABILITIES: usize = 50;
pub(super) const EFFECTS: usize = 20;
/// Tags of one weapon.
pub(super) const TAGS: usize = 20;
/// Modules that a scenario names.
pub(super) const MODULES: usize = 8;
