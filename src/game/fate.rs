//! What a battle made of somebody, for those who keep account of people from one battle to the next.

use crate::map::PartyId;

/// What became of somebody with a name of his own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fate {
    pub name: String,
    /// With whom he wins and loses.
    pub party: PartyId,
    pub end: End,
    /// How he fell, if he has not been on his feet since; `None` where no event says so, as after a change by hand.
    pub fall: Option<Fall>,
    /// What the die showed that decided whether one who was left behind lives.
    pub die: Option<u8>,
    /// Enemies whom he felled.
    pub felled: usize,
}

/// How somebody is when the battle is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Standing,
    /// He was held back, and never came onto the field.
    Absent,
    /// He fell, and lives.
    Wounded,
    /// He fell, nobody is there to carry him, and the rules don't say whether he lives.
    Left,
    Dead,
}

/// How somebody fell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fall {
    /// The event by its place among all of the battle's.
    pub event: usize,
    pub round: u16,
    /// Who did it.
    pub by: Option<String>,
    /// The weapon.
    pub with: Option<String>,
    /// What it was if nobody else did it, in words that follow `fell`: `on the way out of a melee`.
    pub how: Option<&'static str>,
}
