//! The ways of units that have moved, which the event of a move leaves out.

use crate::field::{SquadId, Tile, UnitId, Zones};
use crate::line::battle::{Battle, Move, MoveKind};
use crate::line::rules::Line;
use crate::line::rules::movement::charge::ChargeAttempt;
use crate::line::rules::movement::contact::FreeGround;
use crate::line::rules::movement::view::{Searches, View};

/// The way of each unit that a move takes to another tile, both ends included, by the same search that found its place.
/// `battle` is the battle just before the move, and `target` the squad that is charged.
pub(crate) fn ways(rules: &Line, battle: &Battle, it: &Move, target: Option<SquadId>) -> Vec<(UnitId, Vec<Tile>)> {
    match (it.kind, target) {
        (MoveKind::PressIn | MoveKind::PressBack, _) => one_by_one(battle, FreeGround::of(battle), it, Zones::Ignore),
        (MoveKind::Charge, Some(target)) => {
            let attempt = ChargeAttempt { squad: it.squad, target };
            one_by_one(battle, attempt.free_ground(battle), it, attempt.approach(battle).zones)
        }
        _ => together(rules, battle, it),
    }
}

/// **M-3, V-7** The ways of units that move over free tiles, one after the other.
fn one_by_one(battle: &Battle, mut free: FreeGround, it: &Move, zones: Zones) -> Vec<(UnitId, Vec<Tile>)> {
    let mut ways = Vec::new();
    for step in &it.steps {
        let from = battle.footprint(step.unit);
        let way = [zones, Zones::Ignore].into_iter().find_map(|zones| free.way(from, step.to, zones));
        ways.extend(way.map(|it| (step.unit, it)));
        free.step(from, step.to);
    }
    ways
}

/// **V-1, V-2** The ways of units that pass through friends: the leader's is in the event, the others have their own.
fn together(rules: &Line, battle: &Battle, it: &Move) -> Vec<(UnitId, Vec<Tile>)> {
    let view = View::of(rules, battle, it.squad, it.kind);
    let mut out = Searches::of(view.facing).out;
    let leads = |from: Tile, to: Tile| it.path.first() == Some(&from) && it.path.last() == Some(&to);
    let mut ways = Vec::new();
    for step in &it.steps {
        if leads(step.from, step.to) {
            ways.push((step.unit, it.path.clone()));
            continue;
        }
        let mut seek = |footing, zones| {
            let is_found = out.seek(footing, step.from, step.to, zones, None).is_some();
            is_found.then(|| out.way_to(footing, step.to))
        };
        let (own, ground) = (view.footing(step.unit), view.ground(step.unit));
        let way = seek(own, view.zones).or_else(|| seek(own, Zones::Ignore)).or_else(|| seek(ground, Zones::Ignore));
        ways.extend(way.map(|it| (step.unit, it)));
    }
    ways
}
