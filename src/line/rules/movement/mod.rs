//! V: the movement phase, and how units press into melee (M-3).

pub(super) mod allowance;
mod charge;
mod contact;
mod disengage;
mod facing;
mod plan;
mod press;
mod settle;
mod trace;
mod view;
mod way;

pub(super) use allowance::allowance;
pub use allowance::is_fast;
pub use charge::charge_is_made;
pub(super) use charge::{Approach, ChargeAttempt, ROLL_MAX, USUAL_ROLL};
pub(super) use disengage::leave_battle;
pub(super) use plan::{Planner, to_abandon};
pub(super) use press::press;
pub(crate) use trace::ways;
pub use way::Plan;

use crate::field::{SquadId, Tile, UnitId, each_once};
use crate::line::battle::{
    Battle, Event, FormationStep, Move, MoveKind, Movement, Phase, Route, Side, Stay, Step, Trigger,
};
use crate::line::rules::formations::MarchOrder;
use crate::line::rules::{Round, formations};

/// **V-8** The stages of the phase. Squads disengage before others move, and charges come last, so that a squad that has
/// disengaged can oppose them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Disengages,
    Moves,
    Charges,
}

const STAGES: [Stage; 3] = [Stage::Disengages, Stage::Moves, Stage::Charges];

/// **V-8** Resolves the phase, stage by stage: the players before the enemy, each side in the order of its posts.
pub(super) fn resolve(round: &mut Round<'_>) {
    for stage in STAGES {
        for side in Side::ALL {
            for squad in squads_to_act(round, side) {
                act(round, squad, stage);
            }
        }
    }
    formations::end_movement(round);
}

/// **C-6** Carries out one squad's movement order ahead of the phase. Returns whether it had one.
pub(super) fn act_ahead(round: &mut Round<'_>, squad: SquadId) -> bool {
    for stage in STAGES {
        act(round, squad, stage);
    }
    round.orders.movement.get(squad).is_some()
}

/// **C-6** Moves one unit by its squad's route ahead of the phase, alone. Returns whether the squad has an order for a
/// plain move. A unit that is to charge or to disengage does so with the others.
pub(super) fn unit_acts_ahead(round: &mut Round<'_>, unit: UnitId) -> bool {
    let squad = round.battle.unit(unit).squad;
    let Some(Movement::Move(route)) = round.orders.movement.get(squad) else { return false };
    let plan = planner(round).plan_alone(unit, route);
    emit_move(round, squad, plan, MoveKind::Plain);
    true
}

/// **R-5** The squads of a side that have something to do, in the order of their posts. Squads that only abandon their
/// downed, send members or are frenzied come after the others.
fn squads_to_act(round: &Round<'_>, side: Side) -> Vec<SquadId> {
    let orders = round.orders;
    let moving = orders.movement.iter().map(|it| it.0);
    let abandoning = orders.abandon.iter().map(|it| it.0);
    let sending = orders.stations.iter().map(|it| it.1.squad);
    // **FX-6**
    let frenzied = round.battle.squads_of(side).filter(|it| round.battle.is_squad_frenzied(*it));
    let mut squads = each_once(moving.chain(abandoning).chain(sending).chain(frenzied));
    squads.retain(|it| round.battle.side(*it) == side && !round.battle.has_acted_ahead(*it, Phase::Movement));
    squads
}

/// Carries out what a squad does in one stage of the phase.
fn act(round: &mut Round<'_>, squad: SquadId, stage: Stage) {
    if !round.battle.is_on_map(squad) {
        return;
    }
    let frenzied = formations::frenzied_order(&round.battle, squad);
    let order = frenzied.as_ref().or(round.orders.movement.get(squad));
    let first = if let Some(Movement::Disengage(_)) = order { Stage::Disengages } else { Stage::Moves };
    if stage == first {
        abandon(round, squad);
    }
    match (stage, order) {
        (Stage::Disengages, Some(Movement::Disengage(route))) => {
            disengage::disengage(round, squad, route.as_ref());
        }
        (Stage::Moves, Some(Movement::Move(route))) => walk(round, squad, route, MoveKind::Plain),
        (Stage::Moves, Some(Movement::Steps(steps))) => march(round, squad, steps),
        (Stage::Moves, Some(Movement::Charge { after: Some(route), .. })) => {
            walk(round, squad, route, MoveKind::BeforeCharge);
        }
        (Stage::Moves, None | Some(Movement::Hold)) => send(round, squad),
        (Stage::Charges, Some(Movement::Charge { target, .. })) => charge::charge(round, squad, *target),
        (Stage::Moves, Some(Movement::Charge { after: None, .. } | Movement::Disengage(_)))
        | (Stage::Disengages | Stage::Charges, _) => (),
    }
}

/// **F-20** Lets a squad's formations take their Steps, or emits why the squad stays.
fn march(round: &mut Round<'_>, squad: SquadId, steps: &[FormationStep]) {
    if !formations::march(round, squad, MarchOrder::Steps(steps)) {
        let why = formations::hindrance(&round.battle, squad).unwrap_or(Stay::NoFormation);
        round.emit(Event::Stayed { squad, why });
    }
}

/// A planner for the current battle.
fn planner<'a>(round: &'a Round<'_>) -> Planner<'a> {
    Planner { rules: round.rules, battle: &round.battle, orders: round.orders }
}

/// **V-5** Lets a squad leave downed units behind before it moves.
fn abandon(round: &mut Round<'_>, squad: SquadId) {
    let units = to_abandon(&round.battle, round.orders, squad);
    if !units.is_empty() {
        round.emit(Event::Abandoned { squad, units });
    }
}

/// **V-1** Makes a plain move, or the move before a charge (V-7). Formations make it in Steps (F-20).
fn walk(round: &mut Round<'_>, squad: SquadId, route: &Route, kind: MoveKind) {
    if formations::march(round, squad, MarchOrder::Route(route)) {
        return;
    }
    let plan = planner(round).plan(squad, Some(route), kind);
    let is_reported_later = |why: &Stay| kind == MoveKind::BeforeCharge && is_reported_by_charge(*why);
    if !plan.as_ref().is_err_and(is_reported_later) {
        emit_move(round, squad, plan, kind);
    }
}

/// **V-2** Moves members to their own tiles while the others stay, in the order of the posts.
fn send(round: &mut Round<'_>, squad: SquadId) {
    for (unit, at) in round.orders.stations_of(squad) {
        if round.battle.unit(unit).squad != squad || !round.battle.unit(unit).is_standing() {
            continue;
        }
        let plan = planner(round).plan_station(unit, at);
        emit_move(round, squad, plan, MoveKind::Plain);
    }
}

/// Whether the charge after a move emits this reason itself.
fn is_reported_by_charge(why: Stay) -> bool {
    matches!(why, Stay::TargetGone | Stay::Engaged | Stay::Immobile | Stay::Dazed | Stay::Stopped | Stay::LostTurn)
}

/// Emits a planned move and triggers what waits for its end (C-5), or emits why the squad stays.
fn emit_move(round: &mut Round<'_>, squad: SquadId, plan: Result<Plan, Stay>, kind: MoveKind) {
    let Plan { allowance, path, cost, cut_short, places, .. } = match plan {
        Ok(plan) => plan,
        Err(why) => return round.emit(Event::Stayed { squad, why }),
    };
    let to = move_to(&round.battle, squad, kind, &places);
    round.emit(Event::Moved(Box::new(Move { path, cost, allowance: Some(allowance), cut_short, ..to })));
    round.trigger(Trigger::EndsMove, squad);
}

pub(super) fn move_to(battle: &Battle, squad: SquadId, kind: MoveKind, places: &[(UnitId, Tile)]) -> Move {
    let steps = places.iter().map(|&(unit, to)| Step { unit, from: battle.unit(unit).at, to });
    Move {
        squad,
        kind,
        steps: steps.filter(|it| it.from != it.to).collect(),
        carried: battle.carried(squad).count() as u8,
        ..Move::default()
    }
}

#[cfg(test)]
mod tests;
