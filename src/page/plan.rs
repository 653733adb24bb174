//! What a player's squads can do in the open round, as far as the player may know. A page offers these choices, with
//! the same numbers as in the answer to the post.

use serde::Serialize;

use crate::field::{SquadId, Tile};

/// What all squads of a player can do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// In roster order.
    pub squads: Vec<SquadPlan>,
    /// The player's pools of CP.
    pub pools: Vec<Pool>,
}

/// CP that are left after all posted orders are paid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pool {
    /// The hero that the pool belongs to.
    pub name: String,
    pub left: u8,
    pub most: u8,
}

/// What one squad can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquadPlan {
    pub squad: SquadId,
    pub name: String,
    /// The tiles that it can reach, for each kind of move that makes a difference.
    pub reach: Vec<Reach>,
    /// The squads that it can shoot.
    pub fire: Vec<TargetOffer>,
    /// The squads that it can charge.
    pub charges: Vec<TargetOffer>,
    /// Its other verbs.
    pub verbs: Vec<Verb>,
}

/// Orders with one verb, for which no numbers are shown beforehand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verb {
    /// The words that each of these orders begins with, after the squad.
    pub words: String,
    /// The slots that these orders fill. A squad has one of each per round: first those of the move, the fire and the
    /// charge, then one for each verb. Of orders with a common slot, only one counts.
    pub slots: Vec<usize>,
    pub orders: Vec<VerbOffer>,
}

/// An order with such a verb.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VerbOffer {
    #[serde(flatten)]
    pub offer: Offer,
    /// The CP that it costs from each pool of the plan.
    pub cost: Vec<u8>,
}

/// An order that is ready to be posted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// The post, without the prefix.
    pub written: String,
    /// The answer that the post would get.
    pub answer: String,
    /// Whether the answer has a doubt.
    #[serde(rename = "doubtful")]
    pub is_doubtful: bool,
}

/// The tiles that a squad can reach with one kind of move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The post up to the tile, without the prefix: `Kestrel: move to `.
    pub written: String,
    /// Whether the squad also fires, or was ordered to, and moves less because of it.
    pub fires: bool,
    /// The most steps that it can pay.
    pub most: u16,
    /// In reading order.
    pub tiles: Vec<Reached>,
}

/// A tile that a squad can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    pub at: Tile,
    /// The cost of the way there.
    pub steps: u16,
    /// What the ground there adds to saves.
    pub cover: u8,
}

/// An order to shoot or charge a squad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetOffer {
    pub offer: Offer,
    pub target: SquadId,
    /// Whether this fire costs the squad its charge, and some of its steps where [`Reach::fires`] matters.
    pub slows: bool,
}
