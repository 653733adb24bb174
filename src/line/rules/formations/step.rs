//! F-20 to F-24: one Step of a formation.

use crate::field::{Footprint, Tile, UnitId};
use crate::line::battle::{Battle, Event, Formation, FormationEvent, FormationId, NoStep, Step, StepTaken};
use crate::line::rules::formations::block::has_gap;
use crate::line::rules::formations::lead::out_of_range;
use crate::line::rules::{Line, Round};

/// A unit and the steps that it can still pay.
pub(super) type StepsLeft = (UnitId, u16);

/// A unit and the tile that it is to step to; `None` off the map.
pub(super) type Intent = (UnitId, Option<Tile>);

/// A formation on the march.
pub(super) struct MarchState {
    pub(super) id: FormationId,
    pub(super) steps_left: Vec<StepsLeft>,
    /// Steps taken this round, those before a break-up included.
    pub(super) number: u8,
}

/// **F-20** Computes one Step: each unit moves at most one tile, all at once. **F-21** Then all pay what the dearest of
/// these moves cost, even those that stood still. **F-22** A unit that can't pay it in full has nothing left.
///
/// This doesn't change the battle. The gap and the leader in the result are those after the Step.
pub(super) fn take(round: &Round<'_>, formation: &Formation, state: &MarchState, wanted: &[Intent]) -> StepTaken {
    let (rules, battle) = (round.rules, &round.battle);
    let MarchState { ref steps_left, number, .. } = *state;
    let mut stayed: Vec<(UnitId, NoStep)> = Vec::new();
    let mut steps: Vec<Step> = Vec::new();
    for &(unit, to) in wanted {
        match affordable(rules, battle, unit, to, steps_left_of(steps_left, unit)) {
            Ok(to) => steps.push(Step { unit, from: battle.unit(unit).at, to }),
            Err(why) => stayed.push((unit, why)),
        }
    }
    stayed.extend(settle_occupancy(battle, &mut steps).into_iter().map(|it| (it.unit, NoStep::Taken)));
    let price = steps.iter().filter_map(|it| cost_of(battle, it.unit, it.to)).max().unwrap_or(0);
    let left = steps_left.iter().map(|(unit, left)| (*unit, left.saturating_sub(price))).collect();

    let mut after = battle.clone();
    let taken =
        StepTaken { formation: formation.id, number, steps, stayed, price, left, has_gap: false, leader_out: None };
    after.apply(&Event::Formation(Box::new(FormationEvent::Stepped(taken.clone()))));
    StepTaken { has_gap: has_gap(&after, formation), leader_out: out_of_range(&after, formation), ..taken }
}

pub(super) fn steps_left_of(steps_left: &[StepsLeft], unit: UnitId) -> u16 {
    steps_left.iter().find(|it| it.0 == unit).map_or(0, |it| it.1)
}

/// **F-23, FX-6, F-12** Why a unit may take no step in any direction; `None` if it may.
pub(super) fn step_trouble(battle: &Battle, unit: UnitId) -> Option<NoStep> {
    let shoots_and_moves = battle.setup().formations.is_some_and(|it| it.shoot_and_move);
    if battle.unit_in_ranks(unit).has_lost_turn {
        Some(NoStep::LostTurn)
    } else if let Some(why) = battle.unsteadiness(unit) {
        Some(NoStep::Unsteady(why))
    } else if battle.unit(unit).has_fired && !shoots_and_moves {
        Some(NoStep::NoComplexAction)
    } else {
        None
    }
}

/// **F-20** The tile that a unit steps to, or why it may not or can't pay for it. Other units on the tile don't matter
/// here.
fn affordable(rules: &Line, battle: &Battle, unit: UnitId, to: Option<Tile>, left: u16) -> Result<Tile, NoStep> {
    if let Some(why) = step_trouble(battle, unit) {
        return Err(why);
    }
    let to = to.ok_or(NoStep::Impassable)?;
    let cost = cost_of(battle, unit, to).ok_or(NoStep::Impassable)?;
    if is_in_enemy_zone(rules, battle, unit, to) {
        Err(NoStep::EnemyZone)
    } else if left < cost {
        Err(NoStep::TooDear { cost, left })
    } else {
        Ok(to)
    }
}

/// **T-10** The cost of a step to a tile; `None` if the unit can't stand there.
pub(super) fn cost_of(battle: &Battle, unit: UnitId, to: Tile) -> Option<u16> {
    let there = Footprint { at: to, size: battle.profile(unit).size };
    if !battle.board().holds(there) {
        return None;
    }
    let costs: Option<Vec<u8>> = there.tiles().map(|it| battle.ground(it).cost).collect();
    costs?.into_iter().max().map(u16::from)
}

/// **V-1** Whether a unit on a tile would be in an enemy zone, if zones may not be entered.
pub(super) fn is_in_enemy_zone(rules: &Line, battle: &Battle, unit: UnitId, at: Tile) -> bool {
    let enemy = battle.side(battle.unit(unit).squad).other();
    let there = Footprint { at, size: battle.profile(unit).size };
    !rules.walk_into_contact && battle.is_in_zone_of(enemy, there)
}

/// **F-20** Removes the steps to a place where another unit stays, or that an earlier step leads to as well. Returns
/// the removed steps. Units whose steps remain may change places.
pub(super) fn settle_occupancy(battle: &Battle, steps: &mut Vec<Step>) -> Vec<Step> {
    let mut blocked = Vec::new();
    let there = |it: &Step| Footprint { at: it.to, size: battle.profile(it.unit).size };
    loop {
        let is_blocked = |n: usize, it: &Step| {
            let stays = |unit: UnitId| unit != it.unit && !steps.iter().any(|it| it.unit == unit);
            there(it).tiles().any(|tile| battle.who_stands_on(tile).is_some_and(stays))
                || steps[..n].iter().any(|before| there(before).distance(there(it)) == 0)
        };
        let Some(n) = steps.iter().enumerate().position(|(n, it)| is_blocked(n, it)) else { return blocked };
        blocked.push(steps.remove(n));
    }
}
