//! What a player's squads can do in the round that is open, as far as the player may know: what a page offers to choose
//! from. Every figure here is the one that the answer to the post gives.

use serde::Serialize;

use crate::field::{SquadId, Tile};

/// What all squads of one player can do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// In roster order.
    pub squads: Vec<SquadPlan>,
    /// Each pool of CP of the player.
    pub pools: Vec<Pool>,
}

/// CP that are left once everything is paid for that is posted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pool {
    /// Whose it is.
    pub name: String,
    pub left: u8,
    pub most: u8,
}

/// What one squad can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquadPlan {
    pub squad: SquadId,
    pub name: String,
    /// Where it gets to, in each way in which that is told apart.
    pub reach: Vec<Reach>,
    /// Whom it can shoot.
    pub fire: Vec<TargetOffer>,
    /// Whom it can charge.
    pub charges: Vec<TargetOffer>,
    /// Whatever else it can be told.
    pub verbs: Vec<Verb>,
}

/// Orders of one verb, which say no figures beforehand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verb {
    /// What each of them begins with after the squad.
    pub words: String,
    /// What a squad has one of each round, by number: first a move, fire and a charge, then one for each verb. Of orders that
    /// share one not all count.
    pub slots: Vec<usize>,
    pub orders: Vec<VerbOffer>,
}

/// An order of such a verb.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VerbOffer {
    #[serde(flatten)]
    pub offer: Offer,
    /// The CP that it takes of each pool of the plan.
    pub cost: Vec<u8>,
}

/// An order that is ready to be posted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// The post, without the prefix.
    pub written: String,
    /// What is answered to it.
    pub answer: String,
    /// Whether the answer has a doubt.
    #[serde(rename = "doubtful")]
    pub is_doubtful: bool,
}

/// Where a squad gets to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The post up to the tile, without the prefix: `Kestrel: move to `.
    pub written: String,
    /// Whether it fires as well, or has been told to, and that costs it steps.
    pub fires: bool,
    /// The most that it can pay.
    pub most: u16,
    /// The tiles that it gets to, in reading order.
    pub tiles: Vec<Reached>,
}

/// A tile that a squad gets to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    pub at: Tile,
    /// What the way there costs.
    pub steps: u16,
    /// What the ground there adds to saves.
    pub cover: u8,
}

/// An order to shoot or to charge somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetOffer {
    pub offer: Offer,
    pub target: SquadId,
    /// Whether it is fire that costs the squad its charge, and steps where reach tells that apart.
    pub slows: bool,
}
