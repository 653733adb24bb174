//! Sentences about morale, objectives, the end, and what comes between rounds.

use crate::dice::D6;
use crate::field::{GoalKind, Outcome, UnitId, grouped, pick};
use crate::line::battle::{Battle, Departure, Event, MoraleSource, Side};
use crate::line::report::words::{Signed, Sum, Total, list, side, squad, unit, verb, whose};
use crate::page::words::full_stop;
use crate::page::{Bold, Rich, say, say_if};

/// **L-3** What being broken means for a squad.
pub(super) const IF_BROKEN: &str = "no CON, −2 ACC, half move";

/// **L-1, L-3**
pub(super) fn morale(out: &mut Rich, battle: &Battle, test: &Event) {
    let Event::MoraleTested { squad: who, dice, modifiers, needs, by_hero, passed } = test else { return };
    let (it, standing) = (battle.squad(*who), battle.standing(*who).count());
    let starting = it.starting;
    say!(out, "{}, {standing} of {starting} standing, tested morale: needed {needs}", squad(battle, *who));
    out.joined("", by_hero, |out, hero| say!(out, " with {}", unit(battle, *hero)));
    let sum = modifiers.iter().fold(i16::from(Sum(*dice).total()), |sum, it| sum + i16::from(it.1));
    say!(out, ", rolled {}", Sum(*dice));
    say_if!(out, !modifiers.is_empty(), ", ");
    out.list(modifiers, |out, (source, by)| match source {
        MoraleSource::Abandoned => say!(out, "{} for those it left", Signed(*by)),
        MoraleSource::Ability(id) => say!(out, "{} by {}", Signed(*by), battle.setup().ability(*id).name),
    });
    say_if!(out, !modifiers.is_empty(), ", {} in all", Total(sum));
    out.push(": ");
    match (it.is_broken, passed) {
        (false, true) => out.push("held."),
        (true, true) => say!(out, "{}.", Bold("back to order")),
        (was_broken, false) => {
            out.bold(if was_broken { "still broken" } else { "broken" });
            say!(out, " until it passes a test ({IF_BROKEN}).");
        }
    }
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

/// **X-2** All units that dice were rolled for, in one sentence.
pub(super) fn aftermath(out: &mut Rich, battle: &Battle, events: &[&Event]) {
    let rolled = pick!(events, Event::Aftermath { unit, die, dead } => (*unit, *die, *dead));
    let (dead, wounded): (Vec<_>, Vec<_>) = rolled.partition(|it| it.2);
    let each = |out: &mut Rich, them: &[(UnitId, D6, bool)]| {
        let mut by_die = grouped(them.iter().map(|it| (it.1, it.0)));
        by_die.sort_by_key(|it| it.0);
        say_if!(out, !them.is_empty(), " (");
        out.joined("; ", &by_die, |out, (die, who)| say!(out, "on a {die} {}", list(who, |it| unit(battle, *it))));
        say_if!(out, !them.is_empty(), ")");
    };
    say!(out, "Of {} left behind, ", dead.len() + wounded.len());
    match dead.len() {
        0 => out.push("nobody is dead"),
        n => say!(out, "{}", Bold(format_args!("{n} {} dead", verb(n, "is", "are")))),
    }
    each(out, &dead);
    say_if!(out, !wounded.is_empty(), "; {} {} wounded", wounded.len(), verb(wounded.len(), "is", "are"));
    each(out, &wounded);
    out.push(".");
}
