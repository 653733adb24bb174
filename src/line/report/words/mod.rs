//! Every sentence of a report is made here, one function each, so that the voice is one.
//!
//! Squads of the players are bold wherever they are named, and so is whatever somebody has to live with.

mod attack;
mod command;
pub(super) mod difference;
mod end;
pub(super) mod formation;
mod movement;
pub(super) mod summary;
pub(super) mod tale;

use std::fmt;

use crate::dice::D6;
use crate::field::{SquadId, Tile, UnitId};
use crate::line::battle::{Battle, Event, Phase, Side, Stat, Trigger};
use crate::line::report::gather;
use crate::line::rules::preview::is_denied;
use crate::page::words::{self as page_words, Players};
pub(super) use crate::page::words::{Milli, Signed, Total, how_many, list, name, verb};
use crate::page::{Bold, Rich, say};

pub(super) use attack::{off, reason, reasons};
pub(super) use movement::is_in_melee_after;

/// What happened, in words: the events of one line, as things were just before them.
pub(super) fn sentence(battle: &Battle, events: &[&Event]) -> Rich {
    Rich::written(|out| told(out, battle, events))
}

/// Whether a report leaves an event out, because nobody who reads it misses anything.
pub(super) fn is_silent(battle: &Battle, event: &Event) -> bool {
    match event {
        Event::PhaseBegan { .. } | Event::RoundBegan { .. } => true,
        Event::ObjectiveCounted { objective, control, owner, contested } => {
            let nobody_came = control.players == 0 && control.enemy == 0 && !contested;
            nobody_came && *owner == battle.objective(*objective).owner
        }
        Event::ScheduleCame { index } => battle.setup().schedule[usize::from(*index)].text.is_none(),
        Event::Moved(it) => it.steps.is_empty() && it.cut_short.is_none(),
        Event::Scored { points, .. } => *points == 0,
        // Who the enemy holds in reserve is not given away.
        Event::ArrivalDelayed { squad } => battle.side(*squad) == Side::Enemy,
        _ => false,
    }
}

fn told(out: &mut Rich, battle: &Battle, events: &[&Event]) {
    let [event, rest @ ..] = events else { return };
    match event {
        Event::PhaseBegan { phase } => say!(out, "{} begins.", phase.name()),

        Event::AbilityUsed { by, ability, on, cost, waits_for } => {
            command::used(out, battle, (*by, *ability, *on), *cost, *waits_for);
            command::effects(out, battle, rest);
        }
        Event::AbilityRefused { by, ability, on, why } => command::refused(out, battle, (*by, *ability, *on), *why),
        Event::AbilityTriggered { by, ability, on, trigger: moment } => {
            command::triggered(out, battle, (*by, *ability, *on), *moment);
            command::effects(out, battle, rest);
        }
        Event::AbilityLapsed { by, ability, on } => command::lapsed(out, battle, (*by, *ability, *on)),
        Event::BoonBegan { .. }
        | Event::UnitBoonBegan { .. }
        | Event::AbilityInVain { .. }
        | Event::UnitActedAhead { .. }
        | Event::Rallied { .. }
        | Event::Healed { .. }
        | Event::CountsAsNotShot { .. }
        | Event::GroundChanged { .. }
        | Event::CommandRegained { .. }
        | Event::ActedAhead { .. } => command::effect_alone(out, battle, event),
        Event::GroundRestored { tiles } => command::ground_restored(out, battle, tiles),
        Event::HeroMoved { hero, from, to } => command::hero_moved(out, battle, *hero, *from, *to),
        Event::HeroStayed { hero, order, why } => command::hero_stayed(out, battle, *hero, *order, *why),

        Event::Attacked(it) if gather::is_melee(it.kind) => attack::melee(out, battle, &gather::volleys_of(events)),
        Event::Attacked(_) => attack::fire(out, battle, &gather::volleys_of(events)),
        Event::VolleyWasted { squad, target, .. } => attack::wasted(out, battle, *squad, *target),
        Event::FireHeld { squad, target, silent } => attack::held(out, battle, *squad, *target, silent),
        Event::HazardRolled { squad, weapon, rolls } => attack::hazard(out, battle, *squad, *weapon, rolls),

        Event::Abandoned { squad, units } => movement::abandoned(out, battle, *squad, units),
        Event::Disengaged { squad, rolls } => movement::disengaged(out, battle, *squad, rolls, events),
        Event::Moved(it) if gather::is_press(it.kind) && !rest.is_empty() => {
            movement::pressed_together(out, battle, events);
        }
        Event::Moved(it) => movement::moved(out, battle, event, it),
        Event::Stayed { squad, why } => movement::stayed(out, battle, *squad, *why),
        Event::Charged(charge) => movement::charged(out, battle, charge, rest),

        Event::MoraleTested { .. } => end::morale(out, battle, event),
        Event::Recovered { squad } => end::recovered(out, battle, *squad),

        Event::ObjectiveCounted { .. } => end::counted(out, battle, event),
        Event::Scored { side, points } => end::scored(out, battle, *side, *points),
        Event::GoalMet { goal } => {
            let it = &battle.setup().goals[usize::from(*goal)];
            end::goal(out, battle, Bold(page_words::met(it.kind, None)), *goal);
            out.push(page_words::no_victory(it, Players::Together));
        }
        Event::GoalUndone { goal } => end::goal(out, battle, Bold("No longer met: "), *goal),
        Event::GoalPartMet { goal, part } => {
            let became = match is_denied(battle, *goal, *part) {
                true => "A part of this can't come true any more: ",
                false => "A part of this is done for good: ",
            };
            end::goal(out, battle, became, *goal);
        }
        Event::Ended { outcome, departure } => end::ended(out, battle, *outcome, *departure),
        Event::Aftermath { .. } => end::aftermath(out, battle, events),

        Event::RoundBegan { round } => say!(out, "Round {round} opens."),
        Event::ScheduleCame { index } => end::schedule_came(out, battle, *index),
        Event::Arrived { squad, places } => end::arrived(out, battle, *squad, places),
        Event::ArrivalDelayed { squad } => end::arrival_delayed(out, battle, *squad),

        Event::Edited(_) => difference::edited(out, battle, event),
        Event::Formation(_) => formation::told(out, battle, events),
    }
}

/// A squad's name, bold if it is the players'.
pub(super) fn squad(battle: &Battle, id: SquadId) -> impl fmt::Display {
    let it = battle.setup().squad(id);
    name(&it.name, it.side == Side::Players)
}

/// That of a squad nobody stands any more.
pub(super) fn gone(out: &mut Rich, battle: &Battle, id: SquadId) {
    say!(out, " Nobody of {} is left standing.", squad(battle, id));
}

/// A unit's name.
pub(super) fn unit(battle: &Battle, id: UnitId) -> &str {
    &battle.setup().unit(id).name
}

/// Who a side is to the players.
pub(super) fn side(side: Side) -> &'static str {
    if side == Side::Players { "you" } else { "the enemy" }
}

/// Whose something is to the players.
pub fn whose(owner: Option<Side>) -> &'static str {
    match owner {
        Some(Side::Players) => "yours",
        Some(Side::Enemy) => "the enemy's",
        None => "nobody's",
    }
}

/// Two dice and their sum: `9 (4 and 5)`.
pub(super) struct Sum(pub(super) [D6; 2]);

impl Sum {
    pub(super) fn total(&self) -> u8 {
        self.0[0].face() + self.0[1].face()
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} and {})", self.total(), self.0[0], self.0[1])
    }
}

/// Where some tiles are: each of a few, or how many around which.
pub(super) fn tiles(out: &mut Rich, tiles: &[Tile]) {
    if tiles.len() <= 3 {
        out.list(tiles, |out, it| say!(out, "{it}"));
        return;
    }
    let mean = |sum: usize| ((2 * sum + tiles.len()) / (2 * tiles.len())) as u8;
    let x = mean(tiles.iter().map(|it| usize::from(it.x)).sum());
    let y = mean(tiles.iter().map(|it| usize::from(it.y)).sum());
    say!(out, "{} tiles around {}", tiles.len(), Tile::new(x, y));
}

/// What an ability waits for, and that the moment came.
pub(super) fn trigger(it: Trigger) -> (&'static str, &'static str) {
    match it {
        Trigger::ShotAt => ("it is shot at", "it was shot at"),
        Trigger::Charged => ("it is charged", "it was charged"),
        Trigger::Fights => ("it fights in melee", "it fought in melee"),
        Trigger::EndsMove => ("it ends a move", "it had ended a move"),
        Trigger::TestsMorale => ("it tests morale", "it tested morale"),
        Trigger::FailsMorale => ("it fails a morale test", "it had failed a morale test"),
    }
}

/// A number that abilities change, in the rulebook's letters.
pub(super) fn stat(it: Stat) -> &'static str {
    match it {
        Stat::Accuracy => "ACC",
        Stat::Strength => "STR",
        Stat::Piercing => "AP",
        Stat::Damage => "DMG",
        Stat::Attacks => "ATK",
        Stat::Range => "RNG",
        Stat::Save => "on save rolls",
        Stat::Toughness => "T",
        Stat::Movement => "MOV",
        Stat::Leadership => "on morale rolls",
        Stat::Control => "CON",
        Stat::Reach => "ER",
    }
}

/// What a squad did in a phase.
pub(super) fn phase_work(phase: Phase) -> &'static str {
    match phase {
        Phase::Command => "acted",
        Phase::Shooting => "fired",
        Phase::Melee => "fought",
        Phase::Movement => "moved",
        Phase::Morale => "tested morale",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_lie_around_the_one_that_was_named_though_not_all_of_them_are_there() {
        let mut out = Rich::sentence();
        tiles(&mut out, &[(10, 8), (11, 7), (11, 8), (11, 9)].map(|(x, y)| Tile::new(x, y)));
        assert_eq!(out.text(), "4 tiles around L9");
    }
}
