//! Sentences about morale, objectives, the end, and what comes between rounds.

use std::fmt;

use crate::dice::D6;
use crate::field::{GoalKind, Outcome, SquadId, Tile, UnitId, grouped};
use crate::line::battle::{Battle, Departure, Event, MoraleSource, Side};
use crate::line::report::words::{Signed, Sum, Total, how_many, list, side, squad, unit, verb, whose};
use crate::page::words::full_stop;
use crate::page::{Bold, Rich, say};

/// **L-3** What it means for a squad.
pub(super) const IF_BROKEN: &str = "no CON, −2 ACC, half move";

/// **L-1, L-3**
pub(super) fn morale(out: &mut Rich, battle: &Battle, test: &Event) {
    let Event::MoraleTested { squad: who, dice, modifiers, needs, by_hero, passed } = test else { return };
    let (it, standing) = (battle.squad(*who), battle.standing(*who).count());
    let starting = it.starting;
    say!(out, "{}, {standing} of {starting} standing, tested morale: needed {needs}", squad(battle, *who));
    if let Some(hero) = by_hero {
        say!(out, " with {}", unit(battle, *hero));
    }
    rolled(out, battle, &Sum(*dice), modifiers);
    match (it.is_broken, passed) {
        (false, true) => out.push("held."),
        (true, true) => say!(out, "{}.", Bold("back to order")),
        (was_broken, false) => {
            out.bold(if was_broken { "still broken" } else { "broken" });
            say!(out, " until it passes a test ({IF_BROKEN}).");
        }
    }
}

fn rolled(out: &mut Rich, battle: &Battle, dice: &Sum, modifiers: &[(MoraleSource, i8)]) {
    if modifiers.is_empty() {
        return say!(out, ", rolled {dice}: ");
    }
    let sum = modifiers.iter().fold(i16::from(dice.total()), |sum, it| sum + i16::from(it.1));
    say!(out, ", rolled {dice}, ");
    out.list(modifiers, |out, (source, by)| {
        say!(out, "{} ", Signed(*by));
        match source {
            MoraleSource::Abandoned => out.push("for those it left"),
            MoraleSource::Ability(id) => say!(out, "by {}", battle.setup().ability(*id).name),
        }
    });
    say!(out, ", {} in all: ", Total(sum));
}

/// **L-4**
pub(super) fn recovered(out: &mut Rich, battle: &Battle, who: SquadId) {
    say!(out, "{} came {}: half of it stands again (L-4).", squad(battle, who), Bold("back to order"));
}

/// **O-1**
pub(super) fn counted(out: &mut Rich, battle: &Battle, count: &Event) {
    let Event::ObjectiveCounted { objective, control, owner, contested } = count else { return };
    let it = battle.setup().objective(*objective);
    let before = battle.objective(*objective).owner;
    say!(out, "{} ({}): CON you {}, enemy {}: ", it.name, it.at, control.players, control.enemy);
    let s = if *owner == Some(Side::Enemy) { "s" } else { "" };
    match *owner {
        owner if *contested => {
            let but = if owner.is_some() { " but nobody holds it" } else { "" };
            say!(out, "{}, it stays {}{but}.", Bold("contested"), whose(owner));
        }
        None => out.push("nobody has it."),
        Some(whose) if Some(whose) == before => say!(out, "{} keep{s} it.", side(whose)),
        Some(whose) => say!(out, "{}, from the next round on.", Bold(format_args!("{} take{s} it", side(whose)))),
    }
}

/// **O-2**
pub(super) fn scored(out: &mut Rich, battle: &Battle, whose: Side, points: u32) {
    let sum = battle.score()[whose].saturating_add(points);
    let scores = if whose == Side::Players { "You score" } else { "The enemy scores" };
    say!(out, "{scores} {}, {sum} in all.", how_many(points as usize, "point", "points"));
}

/// **O-2** What a goal asks for, behind what became of it.
pub(super) fn goal(out: &mut Rich, battle: &Battle, became: impl fmt::Display, goal: u8) {
    say!(out, "{became}");
    full_stop(out, &battle.setup().goals[usize::from(goal)].text);
}

/// **O-2, O-3, O-4**
pub(super) fn ended(out: &mut Rich, battle: &Battle, outcome: Outcome, departure: Option<Departure>) {
    say!(out, "{}", Bold(outcome.name()));
    let has_failed_all_the_same = battle.has_met_main_goals() && battle.has_failed();
    let is_bonus_open = battle.goals_met(GoalKind::Bonus).any(|it| it.is_none());
    out.push(match (outcome, departure) {
        (Outcome::Victory, None) if is_bonus_open => ": the main goals are met, and the last round is over.",
        (Outcome::Victory, None) => ": all goals are met, and the battle is won.",
        (Outcome::Victory, Some(_)) => ": the goals are met and you leave the field (O-3).",
        (Outcome::Defeat, _) if has_failed_all_the_same => {
            ": the battle is lost. The goals are met, but a defeat came true as well, and that counts first (O-4)."
        }
        (Outcome::Defeat, _) => ": the battle is lost.",
        (Outcome::TimeUp, _) => ": the last round is over, with goals open.",
        (Outcome::TappedOut, _) => ": you leave the field with goals open (O-4).",
    });
    if let Some(cost) = battle.setup().tap_out_cost.as_ref().filter(|_| outcome == Outcome::TappedOut) {
        out.push(" The cost: ");
        full_stop(out, cost);
    }
}

/// **X-2** Those whom the dice were rolled for, together.
pub(super) fn aftermath(out: &mut Rich, battle: &Battle, events: &[&Event]) {
    let rolled = events.iter().filter_map(|it| match it {
        Event::Aftermath { unit, die, dead } => Some((*unit, *die, *dead)),
        _ => None,
    });
    let (dead, wounded): (Vec<_>, Vec<_>) = rolled.partition(|it| it.2);
    let each = |out: &mut Rich, them: &[(UnitId, D6, bool)]| {
        let mut by_die = grouped(them.iter().map(|it| (it.1, it.0)));
        by_die.sort_by_key(|it| it.0);
        out.joined("; ", &by_die, |out, (die, who)| say!(out, "on a {die} {}", list(who, |it| unit(battle, *it))));
    };
    say!(out, "Of {} left behind, ", dead.len() + wounded.len());
    match dead.len() {
        0 => out.push("nobody is dead"),
        n => {
            say!(out, "{} (", Bold(format_args!("{n} {} dead", verb(n, "is", "are"))));
            each(out, &dead);
            out.push(")");
        }
    }
    if !wounded.is_empty() {
        say!(out, "; {} {} wounded (", wounded.len(), verb(wounded.len(), "is", "are"));
        each(out, &wounded);
        out.push(")");
    }
    out.push(".");
}

/// What the scenario says when something of its own happens.
pub(super) fn schedule_came(out: &mut Rich, battle: &Battle, index: u8) {
    match &battle.setup().schedule[usize::from(index)].text {
        Some(text) => full_stop(out, text),
        None => out.push("Something that was held ready happens."),
    }
}

/// Reinforcements.
pub(super) fn arrived(out: &mut Rich, battle: &Battle, who: SquadId, places: &[(UnitId, Tile)]) {
    say!(out, "{} {}", squad(battle, who), Bold("arrived"));
    if let Some((_, at)) = places.first() {
        say!(out, " at {at}");
    }
    say!(out, ": {}.", how_many(places.len(), "unit", "units"));
}

/// Reinforcements that found no room.
pub(super) fn arrival_delayed(out: &mut Rich, battle: &Battle, who: SquadId) {
    say!(out, "{} found no room to arrive, and will try again next round.", squad(battle, who));
}
