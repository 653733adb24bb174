//! What became of people in a battle, for campaigns that follow them from battle to battle.

use crate::map::PartyId;

/// What became of somebody with a name of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fate {
    pub name: String,
    /// The party that they win and lose with.
    pub party: PartyId,
    pub end: End,
    /// How they fell, if they haven't stood since. `None` if no event says so, as after a change by hand.
    pub fall: Option<Fall>,
    /// The die that decided whether somebody who was left behind lives.
    pub die: Option<u8>,
    /// How many enemies they felled.
    pub felled: usize,
}

/// How somebody is when the battle is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Standing,
    /// Held back, and never on the field.
    Absent,
    /// Fell, and lives.
    Wounded,
    /// Fell, with nobody there to carry them away, and the rules don't say whether they live.
    Left,
    Dead,
}

/// How somebody fell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fall {
    /// The event, by its index among all events of the battle.
    pub event: usize,
    pub round: u16,
    /// Who felled them.
    pub by: Option<String>,
    /// The weapon that felled them.
    pub with: Option<String>,
    /// What felled them if nobody did, in words that follow `fell`: `on the way out of a melee`.
    pub how: Option<&'static str>,
}
