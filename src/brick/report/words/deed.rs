//! Sentences about attacks as a whole: who attacked whom, how many hit, and who fell.

use crate::brick::battle::{Battle, Event, Manoeuvre, Swing, Target, WeaponId, Who};
use crate::brick::predict;
use crate::brick::report::words::combat::parry_rolled;
use crate::brick::report::words::{FELL, deed_name, gone, part, target, unit, units, weapon, who};
use crate::field::{UnitId, each_once, grouped, pick, summed};
use crate::page::words::{Milli, how_many, list, verb};
use crate::page::{Rich, Style, say, say_if};

/// Whether an event of an attack is told by [`attacks`] and [`losses`].
pub(super) fn is_counted(event: &Event) -> bool {
    matches!(
        event,
        Event::Declared { .. }
            | Event::AttackRolled(_)
            | Event::ParryRolled(_)
            | Event::Harmed(_)
            | Event::Killed { .. }
    )
}

/// **BX-19** The squad that a unit parries for. If the whole squad was attacked, what its parries stop is set against
/// the strongest hits, whichever attacker each was rolled against. `None` if the unit parries for itself.
pub(crate) fn parries_for<'a>(
    battle: &Battle,
    by: UnitId,
    against: UnitId,
    events: impl IntoIterator<Item = &'a Event>,
) -> Option<Who> {
    let squad = Who::Squad(battle.unit(by).squad?);
    let is_at_all =
        |it: &Event| matches!(it, Event::AttackRolled(it) if it.by == against && it.at == Target::Who(squad));
    events.into_iter().any(is_at_all).then_some(squad)
}

/// Who parried, and how often: a single parry with its name, **BX-19** several of a squad together.
pub(super) fn parries(out: &mut Rich, battle: &Battle, events: &[Event]) {
    let parries = pick!(events, Event::ParryRolled(it) => &**it);
    for (by, parries) in grouped(parries.map(|it| (battle.who(it.by), it))) {
        if let (Who::Squad(_), 2..) = (by, parries.len()) {
            let stopped = parries.iter().filter(|it| it.roll.verdict.succeeds()).count();
            say!(out, " {} parried with {}: {stopped} succeeded.", who(battle, by), parries.len());
        } else {
            for parry in parries {
                out.push(" ");
                parry_rolled(out, battle, parry, parries_for(battle, parry.by, parry.against, events));
            }
        }
    }
}

/// `Ann shot at Dan with bow: 2 shots, 1 hit (1.2 expected).` `battle` is as it was before it.
pub(super) fn attacks(out: &mut Rich, battle: &Battle, events: &[Event]) {
    let swings = events.iter().filter_map(Event::swing);
    let attacks = grouped(swings.map(|it| ((battle.who(it.by), it.does, it.at), it)));
    out.joined("; ", attacks, |out, ((by, does, at), swings)| {
        let (by, at) = (who(battle, by), target(battle, at));
        say!(out, "{by} {} {at}{}", deed_name(does), part(battle, swings[0].part));
        if does.strikes() {
            with_weapons(out, battle, &swings);
            numbers(out, does, &swings);
        }
    });
    out.push(".");
}

fn with_weapons(out: &mut Rich, battle: &Battle, swings: &[&Swing]) {
    let found: Vec<(Option<WeaponId>, usize)> = summed(swings.iter().map(|it| (it.weapon, 1)));
    match found[..] {
        [(only, _)] => say!(out, " with {}", weapon(battle, only)),
        _ => say!(out, " with {}", list(&found, |(id, n)| format!("{} ({n})", weapon(battle, *id)))),
    }
}

fn numbers(out: &mut Rich, does: Manoeuvre, swings: &[&Swing]) {
    let (one, many) = if does == Manoeuvre::Shoot { ("shot", "shots") } else { ("blow", "blows") };
    say!(out, ": {}", how_many(swings.len(), one, many));
    let hits = swings.iter().filter(|it| it.hits).count();
    if swings.iter().all(|it| it.roll.is_none()) {
        return say!(out, ", {} as a matter of course", verb(hits, "a hit", "all hits"));
    }
    let expected: f64 = swings.iter().map(|it| it.roll.as_ref().map_or(1.0, predict::of_rolled)).sum();
    match swings {
        [only] => out.push(if only.hits { ", a hit" } else { ", a miss" }),
        _ => say!(out, ", {hits} hit"),
    }
    say!(out, " ({} expected)", Milli((1000.0 * expected).round() as u32));
}

/// Who fell, and who is hurt, after all of these events. Nothing if nothing hit.
pub(super) fn losses(out: &mut Rich, battle: &Battle, events: &[Event]) {
    let killed: Vec<UnitId> = pick!(events, Event::Killed { unit, downed: false, .. } => *unit).collect();
    let downed: Vec<UnitId> = pick!(events, Event::Killed { unit, downed: true, .. } => *unit).collect();
    let hurt = pick!(events, Event::Harmed(it) if 0 < it.hp_lost && 0 < battle.unit(it.unit).hp => it.unit);
    let hurt = each_once(hurt);
    let has_hit = events.iter().any(|it| matches!(it, Event::AttackRolled(it) if it.hits && it.does.strikes()));
    say_if!(out, has_hit && killed.is_empty() && downed.is_empty() && hurt.is_empty(), " Nobody was harmed.");
    for (them, deed) in gone(battle, &killed, &downed, FELL) {
        out.push(" ");
        out.marked(Style::Bold, |out| say!(out, "{} {deed}", units(battle, &them)));
        out.push(".");
    }
    for id in hurt {
        say!(out, " {} has {} of {} HP left.", unit(battle, id), battle.unit(id).hp, battle.profile(id).hp);
    }
}
