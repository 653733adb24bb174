//! O and X: objectives, goals, the end of a battle, and the start of the next round.

use std::collections::BTreeSet;

use crate::dice::Label;
use crate::field::{Footprint, GoalKind, ObjectiveId, Outcome, SeatId, SquadId, Tile, UnitId};
use crate::line::battle::{Battle, BySide, Departure, Event, Phase, Side, Stat, UnitState, When};
use crate::line::rules::chance::{self, EventKind};
use crate::line::rules::{Round, arrivals, command, goals, movement};

/// **R-1** Resolves objectives and goals after Morale, then ends the battle or opens the next round.
pub(super) fn resolve(round: &mut Round<'_>) {
    count(round);
    score(round);
    goals::check(round);
    command::lapse(round);
    match outcome(round) {
        Some((outcome, departure)) => end(round, outcome, departure),
        None => open_next(round),
    }
}

/// **O-1** Counts each side's CON at each objective. The side with more takes or keeps it. Equal CON above zero
/// contests it, and without any CON it stays as it was.
fn count(round: &mut Round<'_>) {
    for objective in round.battle.setup().objective_ids() {
        let of = |side| round.battle.squads_of(side).map(|it| control(&round.battle, it, objective)).sum();
        let control: BySide<u16> = BySide { players: of(Side::Players), enemy: of(Side::Enemy) };
        let before = round.battle.objective(objective).owner;
        let (owner, contested) = match control.players.cmp(&control.enemy) {
            std::cmp::Ordering::Greater => (Some(Side::Players), false),
            std::cmp::Ordering::Less => (Some(Side::Enemy), false),
            std::cmp::Ordering::Equal => (before, 0 < control.players),
        };
        round.emit(Event::ObjectiveCounted { objective, control, owner, contested });
    }
}

/// **O-1** The CON that a squad adds at an objective: its own once, and its hero's. **L-3** A broken squad adds none.
pub(super) fn control(battle: &Battle, squad: SquadId, objective: ObjectiveId) -> u16 {
    let place = battle.setup().objective(objective);
    let at = Footprint { at: place.at, size: 1 };
    let is_near = |it: UnitId| battle.footprint(it).distance(at) <= u16::from(place.radius);
    if battle.squad(squad).is_broken || !battle.standing(squad).any(is_near) {
        return 0;
    }
    let more = |unit: Option<UnitId>| {
        let boons = battle.boons_with(squad, unit, Phase::Morale).filter(|it| it.unit == unit);
        i16::from(boons.fold(0_i8, |sum, it| sum.saturating_add(it.boon.adds_to(Stat::Control))))
    };
    let con = |it: UnitId| u16::from(battle.profile(it).control).saturating_add_signed(more(Some(it)));
    let hero = battle.hero(squad);
    let squad_con = battle.standing(squad).filter(|it| Some(*it) != hero).map(con).max().unwrap_or(0);
    (squad_con + hero.map_or(0, con)).saturating_add_signed(more(None))
}

/// **O-1, O-2** Scores the objectives that a side holds, for the first time at the end of the round after it took one.
fn score(round: &mut Round<'_>) {
    for side in Side::ALL {
        let battle = &round.battle;
        let held = battle.setup().objective_ids().filter(|it| {
            let it = battle.objective(*it);
            it.owner == Some(side) && 0 < it.held_rounds
        });
        let points: u32 = held.map(|it| u32::from(battle.setup().objective(it).points)).sum();
        if 0 < points {
            round.emit(Event::Scored { side, points });
        }
    }
}

/// **O-2, O-4** How the battle ends; `None` if it goes on. A failure ends it if the scenario says so, and always
/// forbids a victory, even in the round in which the last main goal is met. To fell all enemies wins nothing by itself.
fn outcome(round: &Round<'_>) -> Option<(Outcome, Option<Departure>)> {
    let battle = &round.battle;
    let is_beaten = is_beaten(battle);
    let is_won = battle.is_won() && !is_beaten;
    let is_bonus_open = battle.goals_met(GoalKind::Bonus).any(|it| it.is_none());
    let is_last = battle.setup().rounds.is_some_and(|it| it <= battle.round());
    let mut goals = battle.setup().goals.iter().enumerate();
    let is_lost = goals.any(|(n, goal)| goal.kind == GoalKind::Failure && goal.ends && battle.goal_met(n).is_some());

    if is_won && (!is_bonus_open || is_last) {
        Some((Outcome::Victory, None))
    } else if is_beaten || is_lost {
        Some((Outcome::Defeat, None))
    } else if let Some(departure) = departure(round, is_won) {
        let outcome = if is_won { Outcome::Victory } else { Outcome::TappedOut };
        Some((outcome, Some(departure)))
    } else {
        let outcome = if battle.has_failed() { Outcome::Defeat } else { Outcome::TimeUp };
        is_last.then_some((outcome, None))
    }
}

/// Whether the players have squads, and none of these is on the map or in reserve.
fn is_beaten(battle: &Battle) -> bool {
    let mut squads = battle.setup().squad_ids().filter(|it| battle.side(*it) == Side::Players).peekable();
    squads.peek().is_some() && squads.all(|it| !battle.squad(it).in_reserve && !battle.is_on_map(it))
}

/// **O-3, O-4** How the players leave, because the GM says so or all seats that have a squad on the map or in reserve
/// do; `None` if they stay.
fn departure(round: &Round<'_>, is_won: bool) -> Option<Departure> {
    let leaving = &round.orders.leaving;
    let seats = round.battle.seats_in_it();
    let all = |who: &BTreeSet<SeatId>| !seats.is_empty() && seats.is_subset(who);
    match leaving.gm {
        Some(Departure::End) if is_won => Some(Departure::End),
        Some(Departure::TapOut) => Some(Departure::TapOut),
        _ if is_won && all(&leaving.end) => Some(Departure::End),
        _ => all(&leaving.tap_out).then_some(Departure::TapOut),
    }
}

/// **O-3** Ends the battle. Players who leave roll first to get out of their melees; the aftermath comes last.
fn end(round: &mut Round<'_>, outcome: Outcome, departure: Option<Departure>) {
    if departure.is_some() {
        let squads: Vec<SquadId> = round.battle.squads_of(Side::Players).collect();
        for squad in squads {
            movement::leave_battle(round, squad);
        }
    }
    round.emit(Event::Ended { outcome, departure });
    aftermath(round);
}

/// **X-2** Rolls for the units that were left behind: the abandoned, and the downed of annihilated squads. One in three
/// is dead. **X-1** Downed units that their squad still carries live.
fn aftermath(round: &mut Round<'_>) {
    for unit in round.battle.setup().unit_ids() {
        let battle = &round.battle;
        let squad = battle.unit(unit).squad;
        let is_left = match battle.unit(unit).state {
            UnitState::Abandoned => true,
            UnitState::Downed => battle.is_annihilated(squad),
            _ => false,
        };
        if is_left && (battle.side(squad) == Side::Players || round.rules.enemy_aftermath) {
            let die = round.dice.event(Label::of(EventKind::Aftermath as u8, unit.0)).d6(chance::AFTERMATH);
            round.emit(Event::Aftermath { unit, die, dead: die.face() <= 2 });
        }
    }
}

/// Opens the next round: changed ground and lasting effects whose time is over end, pools regain CP (C-1), and
/// reinforcements arrive.
fn open_next(round: &mut Round<'_>) {
    restore_ground(round);
    let due = due(&round.battle);
    round.emit(Event::RoundBegan { round: round.battle.round() + 1 });
    for by in round.battle.setup().caster_ids() {
        command::regain(round, by, round.battle.setup().cp_per_round);
    }
    for index in due {
        round.emit(Event::ScheduleCame { index });
    }
    reinforce(round);
}

fn restore_ground(round: &mut Round<'_>) {
    let now = round.battle.round();
    let past = round.battle.changed_ground().iter().filter(|it| it.until <= now);
    let tiles: BTreeSet<Tile> = past.map(|it| it.tile).collect();
    if !tiles.is_empty() {
        round.emit(Event::GroundRestored { tiles: tiles.into_iter().collect() });
    }
}

/// The entries of the schedule that come due when this round ends.
fn due(battle: &Battle) -> Vec<u8> {
    let is_due = |when: &When| match when {
        When::Round(opens) => *opens <= battle.round() + 1,
        When::Condition(condition) => goals::progress(battle, condition).is_met,
    };
    let schedule = battle.setup().schedule.iter().enumerate();
    schedule.filter(|(n, it)| !battle.has_come(*n) && is_due(&it.when)).map(|(n, _)| n as u8).collect()
}

/// Brings the squads that are due out of reserve: those of this round, and those that found no room before.
fn reinforce(round: &mut Round<'_>) {
    let setup = round.battle.setup_shared();
    for (n, entry) in setup.schedule.iter().enumerate() {
        for &(squad, at) in &entry.reinforce {
            if round.battle.has_come(n) {
                arrivals::arrive(round, squad, at);
            }
        }
    }
}
