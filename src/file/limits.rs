//! Limits on what one file may hold. A file that exceeds one gets a message that names it.

/// Bytes of a file.
pub const FILE_BYTES: u64 = 1024 * 1024;
/// Bytes of a picture that a scenario names, before it is cut to the map.
pub const PICTURE_BYTES: u64 = 32 * 1024 * 1024;
/// The shortest edge of a map: less has no room for two sides.
pub const EDGE_MIN: usize = 2;
/// Seats at a table.
pub const SEATS: usize = 8;
/// Squads of one battle.
pub const SQUADS: usize = 200;
/// Units of all sides together.
pub const UNITS: usize = 1000;
/// Units of one squad.
pub const SQUAD_UNITS: usize = 100;
/// Entries of one squad's list.
pub const SQUAD_ENTRIES: usize = 100;
/// Objectives of one battle.
pub const OBJECTIVES: usize = 50;
/// Goals of each kind.
pub const GOALS: usize = 20;
/// Conditions in one `all` or `any`.
pub const CONDITIONS: usize = 50;
/// Events of one battle.
pub const EVENTS: usize = 100;
/// Variants of one sentence in a scenario's own words.
pub const FORMS: usize = 8;
/// Kinds of ground of one file.
pub const TERRAIN: usize = 100;
/// Entries of any other sort in one file.
pub const ENTRIES: usize = 500;
