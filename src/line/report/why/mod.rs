//! Why a line of a report is so: every number with its source, every die, and what to expect.

mod attack;
mod deeds;
mod formation;

use crate::dice::D6;
use crate::field::{Outcome, UnitId};
use crate::line::battle::{AbilityTrouble, Battle, Event, Silence, Stay, VolleyKind};
use crate::line::report::words::{off, reason, unit};
use crate::page::{ReportLine, Rich, say};

/// Everything that led to a line of a report. `before` is the battle before the first of `events`.
pub fn reckoning(before: &Battle, events: &[Event], line: &ReportLine) -> Vec<Rich> {
    let (mut battle, mut lines, mut applied) = (before.clone(), Vec::new(), 0);
    for &at in &line.events {
        events[applied..at].iter().for_each(|it| battle.apply(it));
        applied = at;
        let mut line = |write: &dyn Fn(&mut Rich)| lines.extend(Some(Rich::written(write)).filter(|it| !it.is_empty()));
        deeds::explain(&mut line, &battle, &events[at]);
    }
    lines
}

/// Adds what is written as a line, unless nothing is.
type AddLine<'a> = dyn FnMut(&dyn Fn(&mut Rich)) + 'a;

/// The main rule behind an event.
pub(super) fn rule_of(event: &Event) -> &'static str {
    match event {
        Event::PhaseBegan { .. } | Event::RoundBegan { .. } => "R-1",
        Event::AbilityUsed { .. } | Event::AbilityInVain { .. } => "C-4",
        Event::AbilityRefused { why, .. } => match why {
            AbilityTrouble::NotEnoughCommand { .. } => "C-2",
            AbilityTrouble::AlreadyUsedOnIt => "C-3",
            AbilityTrouble::HeroIsDown => "H-2",
            AbilityTrouble::UsedUp { .. } | AbilityTrouble::TargetIsGone | AbilityTrouble::OutOfRange { .. } => "C-4",
        },
        Event::AbilityTriggered { .. } | Event::AbilityLapsed { .. } => "C-5",
        Event::BoonBegan { .. }
        | Event::UnitBoonBegan { .. }
        | Event::Rallied { .. }
        | Event::Healed { .. }
        | Event::CountsAsNotShot { .. }
        | Event::GroundChanged { .. }
        | Event::GroundRestored { .. } => "C-7",
        Event::CommandRegained { .. } => "C-1",
        Event::ActedAhead { .. } | Event::UnitActedAhead { .. } => "C-6",
        Event::HeroMoved { .. } | Event::HeroStayed { .. } => "H-1",
        Event::Attacked(volley) => match volley.kind {
            VolleyKind::Fire => "S-1",
            VolleyKind::Stray => "S-9",
            VolleyKind::CloseQuarters => "M-2",
            VolleyKind::Blows => "M-4",
            VolleyKind::SpearWall => "F-4",
        },
        Event::VolleyWasted { .. } => "S-5",
        Event::FireHeld { .. } => "S-1",
        Event::HazardRolled { .. } => "A-6",
        Event::Abandoned { .. } => "V-5",
        Event::Disengaged { .. } => "V-6",
        Event::Moved(it) => deeds::rule_of_move(it.kind),
        Event::Stayed { why: Stay::HasShot, .. } => "V-3",
        Event::Stayed { .. } => "V-1",
        Event::Charged(_) => "V-7",
        Event::MoraleTested { .. } => "L-1",
        Event::Recovered { .. } => "L-4",
        Event::ObjectiveCounted { .. } => "O-1",
        Event::Scored { .. } | Event::GoalMet { .. } | Event::GoalUndone { .. } | Event::GoalPartMet { .. } => "O-2",
        Event::Ended { outcome: Outcome::Victory | Outcome::TimeUp, .. } => "O-2",
        Event::Ended { .. } => "O-4",
        Event::Aftermath { .. } => "X-2",
        Event::ScheduleCame { .. } | Event::Arrived { .. } | Event::ArrivalDelayed { .. } => "C-7",
        Event::Edited(_) => "G-1",
        Event::Formation(it) => formation::rule_of(it),
    }
}

/// Writes `words`, the list of `items` and a full stop, or nothing if there are no items.
fn listed<T>(out: &mut Rich, words: &str, items: &[T], write: impl FnMut(&mut Rich, &T)) {
    if !items.is_empty() {
        out.push(words);
        out.list(items, write);
        out.push(".");
    }
}

/// `Pte. Adams out of range (27 tiles off, range 24)`
fn silence(out: &mut Rich, battle: &Battle, (who, why): (UnitId, Silence)) {
    say!(out, "{} {}", unit(battle, who), reason(why));
    if let Silence::OutOfRange { distance, range } = why {
        say!(out, " ({})", off((distance, distance), range));
    }
}

/// Dice in the order in which they were rolled: `1 3 5`.
fn dice(out: &mut Rich, dice: impl IntoIterator<Item = (D6, Option<D6>)>) {
    out.joined(" ", dice, |out, (die, again)| {
        out.die(die);
        if let Some(again) = again {
            out.push(" again ");
            out.die(again);
        }
    });
}
