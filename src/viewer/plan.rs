//! What a player's squads can do in the open round, as the script reads it.

use serde::Serialize;

use crate::field::{SquadId, Tile};
use crate::page::{Offer, Plan, Pool, Reach, SquadPlan, TargetOffer, Verb};

/// What can be planned. What stands for tiles and squads are their places.
#[derive(Serialize)]
pub(super) struct PlanData {
    round: u16,
    /// What stands before an order in a post.
    prefix: String,
    pools: Vec<Pool>,
    squads: Vec<SquadData>,
}

#[derive(Serialize)]
struct SquadData {
    squad: usize,
    name: String,
    reach: Vec<ReachData>,
    fire: Vec<TargetData>,
    charges: Vec<TargetData>,
    verbs: Vec<Verb>,
}

#[derive(Serialize)]
struct ReachData {
    written: String,
    fires: bool,
    most: u16,
    /// Each tile with its steps and its cover.
    tiles: Vec<(usize, u16, u8)>,
}

#[derive(Serialize)]
struct TargetData {
    #[serde(flatten)]
    offer: Offer,
    target: usize,
    slows: bool,
}

/// What stands for squads and tiles; nothing for a squad that nobody has seen.
pub(super) struct Places<'a> {
    pub(super) squad: &'a dyn Fn(SquadId) -> Option<usize>,
    pub(super) tile: &'a dyn Fn(Tile) -> usize,
}

/// A plan for the round of this number.
pub(super) fn data(plan: &Plan, round: u16, prefix: &str, places: &Places<'_>) -> PlanData {
    PlanData {
        round,
        prefix: prefix.to_owned(),
        pools: plan.pools.clone(),
        squads: plan.squads.iter().filter_map(|it| squad(it, places)).collect(),
    }
}

fn squad(it: &SquadPlan, places: &Places<'_>) -> Option<SquadData> {
    let at = |it: &TargetOffer| {
        Some(TargetData { offer: it.offer.clone(), target: (places.squad)(it.target)?, slows: it.slows })
    };
    Some(SquadData {
        squad: (places.squad)(it.squad)?,
        name: it.name.clone(),
        reach: it.reach.iter().map(|it| reach(it, places)).collect(),
        fire: it.fire.iter().filter_map(at).collect(),
        charges: it.charges.iter().filter_map(at).collect(),
        verbs: it.verbs.clone(),
    })
}

fn reach(it: &Reach, places: &Places<'_>) -> ReachData {
    let tiles = it.tiles.iter().map(|it| ((places.tile)(it.at), it.steps, it.cover)).collect();
    ReachData { written: it.written.clone(), fires: it.fires, most: it.most, tiles }
}
