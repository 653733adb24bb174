//! BS-7, BS-8, BC-16 to BC-19: movement, runs and charges.

mod charge;
mod collide;
mod exchange;
mod go;
mod lane;
mod respond;
mod walk;
pub(super) mod ways;
mod withdraw;

use std::collections::{BTreeMap, BTreeSet};

use crate::brick::battle::{
    Battle, ChargeHow, Deed, Event, Heading, Movement, OrderKind, Phase, Rect, Refusal, Target, TeamId, Who,
};
use crate::brick::rules::chance::Kind;
use crate::brick::rules::harm::has_action;
use crate::brick::rules::{Round, refuse_if};
use crate::dice::Sides;
use crate::field::{Tile, UnitId};

/// What the Movement phase has to remember.
#[derive(Debug, Default)]
pub(super) struct MovementState {
    /// **BX-9** Units that got up, and go at Half Speed.
    slowed: BTreeSet<UnitId>,
    /// **BC-7.5** Those who spent the inch for withdrawing on getting up.
    helped_up: BTreeSet<Who>,
    /// Those who have moved, or tried to.
    done: BTreeSet<Who>,
    /// **BX-17** Those who have charged each target, by direction.
    charged: BTreeMap<(Target, Heading), Vec<Who>>,
    /// **BC-16.4** Those whose run goes on into the next round.
    keeps_run: BTreeSet<Who>,
    /// **BX-32** Units that were thrown, and no longer block a charger.
    thrown: BTreeSet<UnitId>,
}

/// Everybody gets up, then come withdrawals, then moves, then charges. In each, the teams go in their order.
pub(super) fn resolve(round: &mut Round<'_>) {
    round.emit(Event::PhaseBegan { phase: Phase::Movement });
    let teams: Vec<_> = round.battle.setup().team_ids().collect();
    for team in &teams {
        round.emit(Event::PassBegan { team: *team });
        get_up(round, *team);
    }
    for kind in [OrderKind::Withdraw, OrderKind::Move, OrderKind::Charge] {
        for team in &teams {
            round.emit(Event::PassBegan { team: *team });
            let orders = round.orders;
            for (who, order) in orders.movement.iter() {
                if round.battle.team(who) == Some(*team)
                    && kind_of(order) == kind
                    && !round.movement.done.contains(&who)
                {
                    round.movement.done.insert(who);
                    let done = carry_out(round, who, order);
                    round.or_refuse(who, kind, done);
                }
            }
        }
    }
    drop_runs(round);
}

fn kind_of(order: &Movement) -> OrderKind {
    match order {
        Movement::Withdraw { .. } => OrderKind::Withdraw,
        Movement::Go(_) | Movement::Run { .. } | Movement::Pivot(_) => OrderKind::Move,
        Movement::Charge(_) => OrderKind::Charge,
    }
}

/// **BX-9** The Disrupted get up, and go at Half Speed. **BC-7.5** Instead of that, a lone unit that Withdraws gets
/// up with its inch (BX-37).
fn get_up(round: &mut Round<'_>, team: TeamId) {
    let lying: Vec<UnitId> = round.battle.standing_of(team).filter(|it| round.battle.unit(*it).is_disrupted).collect();
    for unit in lying {
        let who = round.battle.who(unit);
        let withdraws = matches!(round.orders.movement.get(who), Some(Movement::Withdraw { .. }));
        if withdraws && who == Who::Unit(unit) {
            round.movement.helped_up.insert(who);
        } else {
            round.movement.slowed.insert(unit);
        }
        round.emit(Event::Recovered { unit });
    }
}

fn carry_out(round: &mut Round<'_>, who: Who, order: &Movement) -> Result<(), Refusal> {
    may_move(round, who, order)?;
    match order {
        Movement::Go(it) => go::go(round, who, it),
        Movement::Run { heading, tiles, sprint } => go::run(round, who, *heading, *tiles, *sprint),
        Movement::Pivot(turn) => go::pivot(round, who, *turn),
        Movement::Withdraw { to, then } => withdraw::withdraw(round, who, *to, then.as_ref()),
        Movement::Charge(it) => {
            charge::charge(round, who, it);
            Ok(())
        }
    }
}

fn may_move(round: &Round<'_>, who: Who, order: &Movement) -> Result<(), Refusal> {
    let battle = &round.battle;
    let withdraws = matches!(order, Movement::Withdraw { .. });
    let members = battle.members(who);
    let any = |is_so: &dyn Fn(UnitId) -> bool| members.iter().any(|it| is_so(*it));
    let aims = round.orders.shoot.get(who).is_some_and(|it| it.aim);
    refuse_if([
        (!battle.is_there(who), Refusal::Gone),
        // On a real table the players see who goes where. Only the result of a charge is rolled.
        (!battle.setup().has_map && !matches!(order, Movement::Charge(_)), Refusal::NoMap),
        // **BC-2.13** Those who aimed stay where they are.
        (aims && any(&|it| battle.unit(it).has_shot), Refusal::Aims),
        // **BC-8.8** Nobody goes anywhere who holds or is held, **BC-7.2** or who fights, except to Withdraw.
        (any(&|it| battle.is_held(it) || (!withdraws && battle.is_in_grab(it))), Refusal::Held),
        (any(&|it| battle.unit(it).is_disrupted), Refusal::Disrupted),
        (!withdraws && battle.is_engaged(who), Refusal::Engaged),
    ])
}

/// **BS-7.1** Inches that a squad or a unit has left: those of the slowest member. **BX-8** At Half Speed it is half
/// of them, rounded up (BX-37: even if just one member got up).
fn allowance(round: &Round<'_>, who: Who) -> u16 {
    inches_left(&round.battle, who, |it| round.movement.slowed.contains(&it))
}

fn inches_left(battle: &Battle, who: Who, got_up: impl Fn(UnitId) -> bool) -> u16 {
    battle.members(who).into_iter().map(|it| ways::left_to_walk(battle, it, got_up(it))).min().unwrap_or(0)
}

/// **BX-8** Spends the Action on a Sprint, which adds a d6 to the way. **BS-9.4** Those who have done something else
/// this round have no Action for it, **BT-2** and neither have those who countered.
fn sprint(round: &mut Round<'_>, who: Who) -> Result<u16, Refusal> {
    let members = round.battle.members(who);
    if let Some(unit) = members.iter().find(|it| !has_action(&round.battle, **it)) {
        return Err(Refusal::NoAction { unit: *unit });
    }
    round.spend(&members, Deed::Sprint);
    Ok(roll_sprint(round, who))
}

/// **BC-16.11** Rolls how far a Sprint carries, bonus dice included.
fn roll_sprint(round: &mut Round<'_>, who: Who) -> u16 {
    let roll = round.roll_plain(who, (1, Sides::D6), Kind::Sprint, false);
    let total = roll.total;
    round.emit(Event::SprintRolled { who, roll });
    total.max(0) as u16
}

/// A place where a squad or a unit can come to stand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) rect: Rect,
    /// The direction that it faces, if it faces just one.
    pub(crate) ahead: Option<Heading>,
    /// Where its Standard is then, which is the tile that an order names.
    pub(crate) to: Tile,
    /// Inches that it takes to get there.
    pub(crate) inches: u16,
}

impl Spot {
    /// Whether a target lies ahead of this spot.
    pub(crate) fn faces(&self, target: Rect) -> bool {
        self.ahead.is_none_or(|it| self.rect.has_ahead(it, target))
    }
}

/// All spots that a squad or a unit can get to, however long it takes, while nobody else moves.
pub(crate) fn spots(battle: &Battle, who: Who) -> Vec<Spot> {
    let start = ways::place_of(battle, who);
    let flood = ways::flood(battle, who, ways::Manner::default(), u16::MAX / 2);
    let wheels = battle.is_cavalry(who);
    let ends = flood.reached().filter(|it| ways::may_end(battle, it.place.rect));
    let spot = |it: &ways::Reached| Spot {
        rect: it.place.rect,
        ahead: wheels.then(|| Heading::from(it.place.facing)),
        to: ways::origin_at(battle, who, start, it.place),
        inches: it.cost,
    };
    ends.map(spot).collect()
}

/// Inches that a squad or a unit has for this round's Movement.
pub(crate) fn inches(battle: &Battle, who: Who) -> u16 {
    inches_left(battle, who, |it| battle.unit(it).is_disrupted)
}

/// **BC-16.2** Inches of the straight run that `who` can make at a target this round. `None` if there is no such run.
pub(crate) fn run_up(battle: &Battle, who: Who, target: Who, how: ChargeHow) -> Option<u16> {
    let reach = lane::reach_of(battle, &battle.members(who), how)?;
    lane::lane(battle, who, battle.rect(target), reach, inches(battle, who)).map(|it| it.run_up)
}

/// **BC-16.5** A run that didn't go on to the end of the Move is over.
fn drop_runs(round: &mut Round<'_>) {
    for who in round.battle.everybody().collect::<Vec<_>>() {
        if round.battle.run(who).is_some() && !round.movement.keeps_run.contains(&who) {
            round.emit(Event::Ran { who, run: None });
        }
    }
}
