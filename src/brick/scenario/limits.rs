//! How much of what only this game has one file may hold. Every limit is named in the message of whoever goes beyond it.

pub(super) use crate::file::limits::{
    ENTRIES, FORMS, OBJECTIVES, SEATS, SQUAD_ENTRIES, SQUAD_UNITS, SQUADS, TERRAIN, UNITS,
};

/// Teams of one battle.
pub(super) const TEAMS: usize = 8;
/// What one unit may have in hand.
pub(super) const UNIT_WEAPONS: usize = 8;
