//! Every sentence of a report is made here, so that the voice is one: the short ones in a table by event, the others in a
//! function each.
//!
//! Squads of the players are bold wherever they are named, and so is what has consequences later.

mod attack;
mod command;
pub(super) mod difference;
mod end;
pub(super) mod formation;
mod movement;
pub(super) mod summary;
pub(super) mod tale;

use std::fmt::{self, Display as _};

use crate::dice::D6;
use crate::field::{SquadId, Tile, UnitId};
use crate::line::battle::{Battle, Boon, Event, Phase, Side, Stat, Trigger};
use crate::line::report::gather;
use crate::line::rules::preview::is_denied;
use crate::page::words::{self as page_words, Players, full_stop};
pub(super) use crate::page::words::{Milli, Signed, Total, how_many, list, name, verb};
use crate::page::{Bold, Rich, say, say_if};

pub(super) use attack::{off, reason, reasons};
pub(super) use movement::{cut_short, is_in_melee_after, staying};

/// The sentence for the events of one line. `battle` is as it was just before them.
pub(super) fn sentence(battle: &Battle, events: &[&Event]) -> Rich {
    Rich::written(|out| {
        write_events(out, battle, events);
        if let [only] = events {
            command::whose_doing(out, battle, only);
        }
    })
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
        // The enemy's reserves stay secret.
        Event::ArrivalDelayed { squad } => battle.side(*squad) == Side::Enemy,
        _ => false,
    }
}

fn write_events(out: &mut Rich, battle: &Battle, events: &[&Event]) {
    let [event, rest @ ..] = events else { return };
    let setup = battle.setup();
    let squad = |id: &SquadId| squad(battle, *id);
    let unit = |id: &UnitId| unit(battle, *id);
    let goal = |place: &u8| &setup.goals[usize::from(*place)];
    match event {
        Event::PhaseBegan { phase } => say!(out, "{} begins.", phase.name()),

        Event::AbilityUsed { by, ability, on, cost, waits_for } => {
            command::used(out, battle, (*by, *ability, *on), *cost, *waits_for);
            command::effects(out, battle, rest);
        }
        Event::AbilityRefused { by, ability, on, why } => command::refused(out, battle, (*by, *ability, *on), *why),
        Event::AbilityTriggered { by, ability, on, trigger: moment } => {
            say!(out, "{} took effect when {}.", command::of_on(battle, (*by, *ability, *on)), trigger(*moment).1);
            command::effects(out, battle, rest);
        }
        Event::AbilityLapsed { by, ability, on } => {
            let it = command::of_on(battle, (*by, *ability, *on));
            say!(out, "{it} was not needed this time. Its CP are spent all the same (C-4).");
        }
        Event::AbilityInVain { by, ability, .. } => {
            let (what, by) = (&setup.ability(*ability).name, &setup.caster(*by).name);
            say!(out, "{what} of {by} came to nothing; its CP are spent all the same (C-4).");
        }
        Event::BoonBegan { squad: who, span, .. } => {
            let boon = |it: &&Event| if let Event::BoonBegan { boon, .. } = it { Some(*boon) } else { None };
            command::boons(out, battle, squad(who), &events.iter().filter_map(boon).collect::<Vec<Boon>>(), *span);
        }
        Event::UnitBoonBegan { unit: who, boon, span, .. } => command::boons(out, battle, unit(who), &[*boon], *span),
        Event::Rallied { squad: who, .. } => say!(out, "{} came {}.", squad(who), Bold("back to order")),
        Event::Healed { unit: who, hp, stands_at: Some(at), .. } => {
            say!(out, "{} {} at {at} with {hp} HP.", unit(who), Bold("stood up again"));
        }
        Event::Healed { unit: who, hp, .. } => {
            say!(out, "{} is back to {hp} of {} HP.", unit(who), battle.profile(*who).hp);
        }
        Event::CountsAsNotShot { squad: who, .. } => {
            say!(out, "{}: this counts as not having shot (S-7).", squad(who));
        }
        Event::GroundChanged { tiles: changed, terrain, until } => {
            let became = &battle.board().kind(*terrain).name;
            say!(out, "{} turned to {became} until the end of round {until}.", tiles(changed));
        }
        Event::GroundRestored { tiles: restored } => {
            let what = restored.first().map_or("", |it| &battle.ground(*it).name);
            say!(out, "No more {what} at {}.", tiles(restored));
        }
        Event::CommandRegained { by, cp } => {
            let (now, most) = (battle.cp(*by).saturating_add(*cp), setup.caster(*by).cp_max);
            say!(out, "{} regained {cp} CP ({} of {most}).", setup.caster(*by).name, now.min(most));
        }
        Event::ActedAhead { squad: who, phase, .. } => {
            let (did, phase) = (phase_work(*phase), phase.name());
            say!(out, "{} {did} ahead, to sit {phase} out when it comes (C-6).", squad(who));
        }
        Event::UnitActedAhead { unit: who, phase, .. } => {
            let (did, phase) = (phase_work(*phase), phase.name());
            say!(out, "{} {did} ahead of the others, to sit {phase} out when it comes (C-6).", unit(who));
        }
        Event::HeroMoved { hero, from, to } => {
            let alone = setup.unit(*hero).alone;
            match alone == Some(*to) {
                true => say!(out, "{} left {} and went on alone", unit(hero), squad(from)),
                false => say!(out, "{} joined {}", unit(hero), squad(to)),
            }
            say_if!(out, alone.is_none_or(|it| it != *to && it != *from), " from {}", squad(from));
            out.push(".");
        }
        Event::HeroStayed { hero, order, why } => command::hero_stayed(out, battle, *hero, *order, *why),

        Event::Attacked(it) if gather::is_melee(it.kind) => attack::melee(out, battle, &gather::volleys_of(events)),
        Event::Attacked(_) => attack::fire(out, battle, &gather::volleys_of(events)),
        Event::VolleyWasted { squad: by, target, .. } => {
            let (by, at) = (squad(by), squad(target));
            say!(out, "{by} fired at {at}: {}, nobody stood there any more (S-5).", Bold("wasted"));
        }
        Event::FireHeld { squad, target, silent } => attack::held(out, battle, *squad, *target, silent),
        Event::HazardRolled { squad, weapon, rolls } => attack::hazard(out, battle, *squad, *weapon, rolls),

        Event::Abandoned { squad: who, units } => {
            say!(out, "{} left behind ", squad(who));
            out.list(units, |out, (who, at)| say!(out, "{} at {at}", unit(who)));
            say!(out, ": −{} to its morale roll this round (V-5).", units.len());
        }
        Event::Disengaged { squad, rolls } => movement::disengaged(out, battle, *squad, rolls, events),
        Event::Moved(it) if gather::is_press(it.kind) && !rest.is_empty() => {
            movement::pressed_together(out, battle, events);
        }
        Event::Moved(it) => movement::moved(out, battle, event, it),
        Event::Stayed { squad, why } => movement::stayed(out, battle, *squad, *why),
        Event::Charged(charge) => movement::charged(out, battle, charge, rest),

        Event::MoraleTested { .. } => end::morale(out, battle, event),
        Event::Recovered { squad: who } => {
            say!(out, "{} came {}: half of it stands again (L-4).", squad(who), Bold("back to order"));
        }

        Event::ObjectiveCounted { .. } => end::counted(out, battle, event),
        Event::Scored { side: whose, points } => {
            let sum = battle.score()[*whose].saturating_add(*points);
            let scores = if *whose == Side::Players { "You score" } else { "The enemy scores" };
            say!(out, "{scores} {}, {sum} in all.", how_many(*points as usize, "point", "points"));
        }
        Event::GoalMet { goal: it } => page_words::goal_met(out, goal(it), None, Players::Together),
        Event::GoalUndone { goal: it } => {
            out.bold("No longer met: ");
            full_stop(out, &goal(it).text);
        }
        Event::GoalPartMet { goal: it, part } => {
            out.push(match is_denied(battle, *it, *part) {
                true => "A part of this can't come true any more: ",
                false => "A part of this is done for good: ",
            });
            full_stop(out, &goal(it).text);
        }
        Event::Ended { outcome, departure } => end::ended(out, battle, *outcome, *departure),
        Event::Aftermath { .. } => end::aftermath(out, battle, events),

        Event::RoundBegan { round } => say!(out, "Round {round} opens."),
        Event::ScheduleCame { index } => match &setup.schedule[usize::from(*index)].text {
            Some(text) => full_stop(out, text),
            None => out.push("Something that was held ready happens."),
        },
        Event::Arrived { squad: who, places } => {
            say!(out, "{} {}", squad(who), Bold("arrived"));
            out.joined("", places.first(), |out, (_, at)| say!(out, " at {at}"));
            say!(out, ": {}.", how_many(places.len(), "unit", "units"));
        }
        Event::ArrivalDelayed { squad: who } => {
            say!(out, "{} found no room to arrive, and will try again next round.", squad(who));
        }

        Event::Edited(_) => difference::edited(out, battle, event),
        Event::Formation(_) => formation::write_events(out, battle, events),
    }
}

/// A squad's name, bold if it is the players'.
pub(super) fn squad(battle: &Battle, id: SquadId) -> impl fmt::Display {
    let it = battle.setup().squad(id);
    name(&it.name, it.side == Side::Players)
}

/// Adds that nobody of a squad stands any more.
pub(super) fn nobody_left(out: &mut Rich, battle: &Battle, id: SquadId) {
    say!(out, " Nobody of {} is left standing.", squad(battle, id));
}

/// A unit's name.
pub(super) fn unit(battle: &Battle, id: UnitId) -> &str {
    &battle.setup().unit(id).name
}

/// What a side is called in sentences to the players.
pub(super) fn side(side: Side) -> &'static str {
    if side == Side::Players { "you" } else { "the enemy" }
}

/// Whose an objective is, in sentences to the players.
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

/// Where some tiles are: each of them if they are few, else their number and the middle.
pub(super) fn tiles(tiles: &[Tile]) -> impl fmt::Display {
    let mean = |sum: usize| ((2 * sum + tiles.len()) / (2 * tiles.len())) as u8;
    fmt::from_fn(move |f| match tiles.len() {
        ..=3 => list(tiles, |it| *it).fmt(f),
        many => {
            let x = mean(tiles.iter().map(|it| usize::from(it.x)).sum());
            let y = mean(tiles.iter().map(|it| usize::from(it.y)).sum());
            write!(f, "{many} tiles around {}", Tile::new(x, y))
        }
    })
}

/// The moment that an ability waits for: while it waits, and once it has come.
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
        let there = [(10, 8), (11, 7), (11, 8), (11, 9)].map(|(x, y)| Tile::new(x, y));
        assert_eq!(tiles(&there).to_string(), "4 tiles around L9");
    }
}
