//! Every sentence of a report is made here, so that they have one voice: the short ones in a table by event, the
//! others in a function each.
//!
//! Squads and units of the players are bold where they do something, and so is whatever has consequences. Only
//! [`why`](super::why) tells dice.

pub(super) mod aftermath;
mod combat;
mod command;
mod deed;
mod end;
pub(super) mod policy;
pub(super) mod summary;
pub(super) mod tale;

use std::fmt::{self, Display as _};

use crate::brick::battle::{
    Battle, Deed, Event, ItemId, Kind, Manoeuvre, Part, Plate, Standard, Target, TeamId, WeaponId, Who, Whose,
};
use crate::diagnostic::possessive;
use crate::field::{SquadId, UnitId, pick};
use crate::page::words::{full_stop, how_many, list, name, verb};
use crate::page::{Bold, Rich, say};

pub(super) use combat::{counter_declared, swing};
pub(super) use command::{could_not, refusal, refused, refused_because, rule_of_refusal};
pub(super) use deed::parries_for;
pub(super) use end::players;

/// The text of a line: what came of one thing that somebody did, or several did together. It applies each event once
/// it is told. `None` if nobody needs to read it.
pub(super) fn line(battle: &mut Battle, events: &[Event]) -> Option<Rich> {
    let mut out = Rich::sentence();
    // Tracked misses are told apart from the attack.
    let strays = |it: &Event| matches!(it, Event::MissTracked { .. });
    let is_attack = events.iter().any(|it| matches!(it, Event::AttackRolled(_)));
    let attack = if is_attack { events.iter().position(strays).unwrap_or(events.len()) } else { 0 };
    let (attack, rest) = events.split_at(attack);
    let is_end = |it: &Event| matches!(it, Event::SquadEnded { .. });
    if !attack.is_empty() {
        deed::attacks(&mut out, battle, attack);
        deed::parries(&mut out, battle, attack);
        append_each(&mut out, battle, attack, |it| !deed::is_counted(it) && !is_end(it));
        deed::losses(&mut out, battle, attack);
        attack.iter().filter(|it| is_end(it)).for_each(|it| append_sentence(&mut out, battle, it));
    }
    let risen: Vec<UnitId> = pick!(rest, Event::Recovered { unit } => *unit).collect();
    if 1 < risen.len() {
        say!(out, "{} got up again.", units(battle, &risen));
    }
    append_each(&mut out, battle, rest, |it| risen.len() < 2 || !matches!(it, Event::Recovered { .. }));
    (!out.is_empty()).then_some(out)
}

/// Tells those of the events that `is_told` accepts, one after the other, and applies all of them.
fn append_each(out: &mut Rich, battle: &mut Battle, events: &[Event], is_told: impl Fn(&Event) -> bool) {
    for event in events {
        if is_told(event) && !is_silent(battle, event) {
            append_sentence(out, battle, event);
        }
        battle.apply(event);
    }
}

fn append_sentence(out: &mut Rich, battle: &Battle, event: &Event) {
    out.push(if out.is_empty() { "" } else { " " });
    write_sentence(out, battle, event);
}

/// The sentence about an event. `battle` is as it was just before it.
pub(super) fn sentence(battle: &Battle, event: &Event) -> Rich {
    Rich::written(|out| write_sentence(out, battle, event))
}

/// The sentence about units that fell to one attacker, or to none.
pub(super) fn fell(battle: &Battle, them: &[UnitId], by: Option<Who>, is_down: bool) -> Rich {
    Rich::written(|out| combat::killed(out, battle, them, by, is_down))
}

/// The verbs for the killed, and for the downed.
const FELL: [&str; 2] = ["fell", "went down"];

/// Units that are gone, with the verb for them. **BX-22** A thing doesn't fall: it is destroyed.
pub(super) fn gone<'a>(
    battle: &Battle,
    killed: &[UnitId],
    downed: &[UnitId],
    [fell, went_down]: [&'a str; 2],
) -> Vec<(Vec<UnitId>, &'a str)> {
    let is_thing = |it: &UnitId| battle.profile(*it).kind == Kind::Object;
    let people = |them: &[UnitId]| them.iter().copied().filter(|it| !is_thing(it)).collect::<Vec<_>>();
    let things: Vec<UnitId> = killed.iter().chain(downed).copied().filter(is_thing).collect();
    let destroyed = verb(things.len(), "was destroyed", "were destroyed");
    let all = [(people(killed), fell), (people(downed), went_down), (things, destroyed)];
    all.into_iter().filter(|it| !it.0.is_empty()).collect()
}

/// Whether a report leaves an event out without loss to its readers, because [`why`](super::why) tells it, or another
/// event tells what came of it.
pub(super) fn is_silent(battle: &Battle, event: &Event) -> bool {
    match event {
        Event::PhaseBegan { .. }
        | Event::PassBegan { .. }
        | Event::RoundBegan { .. }
        | Event::ActionSpent { .. }
        | Event::HandUsed(_)
        | Event::Gripped { .. }
        | Event::DamageRolled { .. }
        | Event::DistanceRolled { .. }
        | Event::CounterDeclared { .. } => true,
        Event::ObjectiveCounted { objective, control, owner, contested } => {
            let nobody_came = control.iter().all(|it| *it == 0) && !contested;
            nobody_came && *owner == battle.objective(usize::from(objective.0)).owner
        }
        Event::Scored { points, .. } => *points == 0,
        Event::Announced { entry } => battle.setup().schedule[usize::from(*entry)].text.is_none(),
        // A squad that was never formed has no name. That it wasn't formed is told, and so is why.
        Event::Refused { who, .. } | Event::PolicySet { whose: Whose::One(who), .. } => battle.name(*who).is_empty(),
        // That they fall is told when the step is over.
        Event::Harmed(it) => battle.unit(it.unit).hp <= it.hp_lost,
        // Momentum at the end of the round is told in the table of what is left.
        Event::Ran { .. } => true,
        _ => false,
    }
}

fn write_sentence(out: &mut Rich, battle: &Battle, event: &Event) {
    let unit = |id: &UnitId| unit(battle, *id);
    let squad = |id: &SquadId| squad(battle, *id);
    let who = |id: &Who| who(battle, *id);
    let item = |id: &ItemId| item(battle, *id);
    match event {
        Event::PhaseBegan { phase } => say!(out, "{} begins.", phase.name()),
        Event::PassBegan { team } => say!(out, "It is {} turn.", possessive(team_name(battle, *team))),

        Event::PolicySet { whose, change } => policy::set(out, battle, *whose, change),
        Event::SquadFormed(it) => command::formed(out, battle, it),
        Event::NotFormed { name, why, .. } => {
            say!(out, "{name} could not form as told: {}.", refused_because(battle, 1, *why));
        }
        Event::Joined { squad: it, places, .. } => {
            say!(out, "{} joined {}.", list(places, |it| unit(&it.0)), squad(it));
        }
        Event::LeftSquad { squad: it, unit: id, at, .. } => {
            say!(out, "{} left {} and stood at {at}.", unit(id), squad(it));
        }
        Event::SquadEnded { squad: it } => say!(out, "{} ceased to be a squad.", squad(it)),
        Event::Replated { squad: it, plate: on, .. } => say!(out, "{} took another plate, {}.", squad(it), plate(*on)),
        Event::Rearranged { squad: it, places } if places.is_empty() => say!(out, "{} stayed as it stood.", squad(it)),
        Event::Rearranged { squad: it, places } => {
            say!(out, "{} rearranged itself: ", squad(it));
            out.list(places, |out, (id, at)| say!(out, "{} to {at}", unit(id)));
            out.push(".");
        }
        Event::StandardSet { squad: it, standard: to } => {
            say!(out, "Distances from {} are measured from {}.", squad(it), standard(battle, *to));
        }
        Event::FormedUp { units: them, .. } if them.is_empty() => out.push("Nobody needs to form up."),
        Event::FormedUp { units: them, pays, .. } => {
            let action =
                if *pays { ", which is the Action of each" } else { " without an Action, as an Officer is there" };
            say!(out, "{} formed up{action}.", units(battle, them));
        }
        Event::Braced { squad: it, .. } => say!(out, "{} braced against charges until the round's end.", squad(it)),
        Event::Announced { entry } => {
            let text = battle.setup().schedule[usize::from(*entry)].text.as_ref();
            text.into_iter().for_each(|it| full_stop(out, it));
        }
        Event::Arrived(it) => {
            let members = list(&it.places, |it| unit(&it.0));
            say!(out, "{} came to {}: {members}.", squad(&it.squad), it.plate.rect.at);
        }
        Event::ArrivalDelayed { squad: it } => say!(out, "{} found no room to arrive, and waits.", squad(it)),
        Event::Restored { unit: id, hp, at } => say!(out, "{} stands at {at} with {hp} HP.", unit(id)),
        Event::Measured(it) => command::measured(out, battle, it),
        Event::Reserved { who: id } => say!(out, "{} kept its Action for a Response.", who(id)),
        Event::ActionSpent { units: them, on } => {
            say!(out, "{} spent the Action of the round {}.", units(battle, them), command::spent_on(*on));
        }
        Event::Refused { who: id, order, why } => refused(out, battle, &[*id], *order, *why),

        Event::Declared { by, does, at } => {
            say!(out, "{} {} ", who(by), deed_name(*does));
            match at {
                Some(at) => say!(out, "{}.", target(battle, *at)),
                None => out.push("the fight around it."),
            }
        }
        Event::Stepped { who: id, places, .. } => {
            say!(out, "{} took an Angry Inch", who(id));
            if let [(_, at), ..] = &places[..] {
                say!(out, " to {at}");
            }
            out.push(".");
        }
        Event::CounterDeclared { by, against, defence } => {
            combat::counter_declared(out, battle, (*by, *defence), *against, None);
        }
        Event::HandUsed(it) => combat::hand_used(out, battle, it),
        Event::Gripped { unit: id, item: Some(held) } => {
            say!(out, "{} gripped the {} with both hands.", unit(id), item(held));
        }
        Event::Gripped { unit: id, item: None } => {
            say!(out, "{} let go with one hand of what it held with both.", unit(id));
        }
        Event::AttackRolled(it) => combat::attack_rolled(out, battle, it),
        Event::ParryRolled(it) => combat::parry_rolled(out, battle, it, None),
        Event::Bailed(it) => combat::bailed(out, battle, it),
        Event::ItemLost { unit, item, to, why } => combat::item_lost(out, battle, (*unit, *item), *to, *why),
        Event::ItemTaken { unit: id, item: taken } => say!(out, "{} took up the {}.", unit(id), item(taken)),
        Event::ItemBroken { unit: id, item: broken, .. } => {
            say!(out, "The {} of {} {}.", item(broken), unit(id), Bold("broke"));
        }
        Event::DistanceRolled { by, total, .. } => {
            let tiles = how_many(usize::try_from(*total).unwrap_or(0), "tile", "tiles");
            say!(out, "What {} knocked away flew {tiles}.", unit(by));
        }
        Event::DamageRolled { by, weapon: with, roll } => {
            say!(out, "{} did {} damage with {}.", unit(by), roll.total, weapon(battle, *with));
        }
        Event::Harmed(it) => combat::harmed(out, battle, it),
        Event::HitWasted { by, .. } => say!(out, "A hit of {} found nobody.", unit(by)),
        Event::Killed { unit, by, downed } => combat::killed(out, battle, &[*unit], by.map(Who::Unit), *downed),
        Event::OverkillCarried { from, to: Some(to), .. } => {
            say!(out, "What was too much for {} went on to {}.", unit(from), unit(to));
        }
        Event::OverkillCarried { from, to: None, .. } => {
            say!(out, "What was too much for {} went on and met nobody.", unit(from));
        }
        Event::MissTracked { by, at, victim: Some(victim), .. } => {
            say!(out, "A shot of {} that missed went into {} at {at}.", unit(by), unit(victim));
        }
        Event::MissTracked { by, at, victim: None, .. } => {
            say!(out, "A shot of {} that missed went to {at} and hit nobody.", unit(by));
        }
        Event::Exploded { at, radius, .. } => {
            let place = if battle.setup().has_map { format!(" at {at}") } else { String::new() };
            say!(out, "It went off{place}, for all within {}.", inches(*radius));
        }
        Event::Linked { one, other } => say!(out, "{} met in close combat.", all(battle, &[*one, *other])),
        Event::Unlinked { one, other } => say!(out, "{} were in close combat no longer.", all(battle, &[*one, *other])),
        Event::Grabbed { by, victim } => say!(out, "{} {} {}.", unit(by), Bold("got hold of"), unit(victim)),
        Event::Released { by, victim } => say!(out, "{} let go of {}.", unit(by), unit(victim)),
        Event::Pushed(it) => combat::pushed(out, battle, it),
        Event::Disrupted { unit: id } => say!(out, "{} was {}.", unit(id), Bold("disrupted")),
        Event::Recovered { unit: id } => say!(out, "{} got up again.", unit(id)),
        Event::MixedUp { target, with } => {
            let on = verb(with.len(), "both", "all of them");
            say!(out, "{} was mixed up with {}, and hits fell on {on}.", who(target), all(battle, with));
        }
        Event::Used { unit: id, object } => say!(out, "{} used {}.", unit(id), unit(object)),

        // The event behind it tells how the leap went.
        Event::Responded { unit: id, to, pass: Deed::Counter } => say!(out, "{} reacted to {}.", unit(id), who(to)),
        Event::Responded { unit: id, to, .. } => say!(out, "{} struck as {} came by.", unit(id), who(to)),
        Event::SprintRolled { who: id, roll } => {
            say!(out, "{} sprinted: {} more.", who(id), inches(u16::try_from(roll.total).unwrap_or(0)));
        }
        Event::Moved(it) => combat::moved(out, battle, it),
        Event::Ran { who: id, run: Some(run) } if run.has_momentum() => {
            let heading = run.heading.letters();
            say!(out, "{} ran {} inches {heading} and had its momentum.", who(id), run.inches);
        }
        Event::Ran { who: id, run: Some(run) } => {
            say!(out, "{} ran {} {}.", who(id), inches(run.inches), run.heading.letters());
        }
        Event::Ran { who: id, run: None } => say!(out, "{} had no momentum any more.", who(id)),
        Event::Crowded { who: id, at } => say!(out, "{} found no room to charge {}.", who(id), target(battle, *at)),
        Event::MomentumRolled { who: them, roll, is_opposition: true } => {
            say!(out, "{} stood {} against it.", units(battle, them), roll.total);
        }
        Event::MomentumRolled { who: them, roll, .. } => {
            say!(out, "{} put {} of momentum into it.", units(battle, them), roll.total);
        }
        Event::Held { charger, target } => {
            let (held, charger) = (who(target), who(charger));
            say!(out, "{held} {} against {charger}: nobody gave way.", Bold("held"));
        }
        Event::PlateKnocked { squad: it, tiles, over, .. } => {
            say!(out, "{}", squad(it));
            match *tiles {
                0 => out.push(" took the blow where it stood"),
                tiles => say!(out, " went back {}", how_many(usize::from(tiles), "tile", "tiles")),
            }
            out.push(if *over { ", and its plate was knocked over." } else { " with its plate." });
        }
        Event::HazardMet { unit: id, at, deadly } => {
            let board = &battle.setup().board;
            let (met, ground) = (if *deadly { "fell into" } else { "set off" }, &board.kind(board.ground(*at)).name);
            say!(out, "{} {met} the {ground} at {at}.", unit(id));
        }

        Event::MoraleTested { who: id, passed: true, .. } => say!(out, "{} kept its nerve.", who(id)),
        Event::MoraleTested { who: id, .. } => say!(out, "{} lost its nerve and was {}.", who(id), Bold("disrupted")),
        Event::ObjectiveCounted { objective, control, owner, contested } => {
            let place = usize::from(objective.0);
            end::counted(out, battle, place, control, battle.objective(place).counted(*owner, *contested));
        }
        Event::Scored { team, points } => {
            let total = battle.score(*team).saturating_add(*points);
            let points = how_many(*points as usize, "point", "points");
            say!(out, "{} scored {points}, {total} in all.", team_name(battle, *team));
        }
        Event::GoalMet { goal } => end::goal_met(out, battle, *goal),
        Event::Ended { outcome, departure } => end::ended(out, battle, *outcome, *departure),
        Event::RoundBegan { round } => say!(out, "Round {round} opens."),
    }
}

/// Whether a squad or a unit is of a team of players.
pub(super) fn is_players(battle: &Battle, who: Who) -> bool {
    battle.team(who).is_some_and(|it| battle.setup().team(it).is_players)
}

/// A squad's or a unit's name, bold if it is the players'.
pub(super) fn who(battle: &Battle, id: Who) -> impl fmt::Display {
    name(battle.name(id), is_players(battle, id))
}

pub(super) fn all(battle: &Battle, them: &[Who]) -> impl fmt::Display {
    list(them, |it| who(battle, *it))
}

/// A squad's name, bold if it is the players'.
pub(super) fn squad(battle: &Battle, id: SquadId) -> impl fmt::Display {
    who(battle, Who::Squad(id))
}

/// A unit's name, bold if it is the players'.
pub(super) fn unit(battle: &Battle, id: UnitId) -> impl fmt::Display {
    who(battle, Who::Unit(id))
}

pub(super) fn units(battle: &Battle, them: &[UnitId]) -> impl fmt::Display {
    list(them, |it| unit(battle, *it))
}

/// The name of a weapon, or bare hands.
pub(super) fn weapon(battle: &Battle, id: Option<WeaponId>) -> &str {
    id.map_or("bare hands", |it| &battle.setup().weapon(it).name)
}

pub(super) fn item(battle: &Battle, id: ItemId) -> &str {
    &battle.weapon(id).name
}

pub(super) fn team_name(battle: &Battle, id: TeamId) -> &str {
    &battle.setup().team(id).name
}

/// What is aimed at.
pub(super) fn target(battle: &Battle, at: Target) -> impl fmt::Display {
    fmt::from_fn(move |f| match at {
        Target::Who(it) => who(battle, it).fmt(f),
        Target::Single(it) => unit(battle, it).fmt(f),
        Target::Tile(tile) => write!(f, "the ground at {tile}"),
    })
}

/// What part of a target is aimed at, if it isn't all of it: ` (a third of it)`.
pub(super) fn part(battle: &Battle, it: Part) -> String {
    match it {
        Part::Whole => String::new(),
        Part::TwoByTwo => " (two thirds of it)".to_owned(),
        Part::OneByOne => " (a third of it)".to_owned(),
        Part::Item(id) => format!(" (its {})", weapon(battle, Some(id))),
    }
}

/// The verb for a manoeuvre, of one or several.
pub(super) fn deed_name(does: Manoeuvre) -> &'static str {
    manoeuvre(does).0
}

/// The verb for a manoeuvre, of one or several, and the rule that it rests on.
pub(super) fn manoeuvre(does: Manoeuvre) -> (&'static str, &'static str) {
    match does {
        Manoeuvre::Shoot => ("shot at", "BC-14.2"),
        Manoeuvre::Attack => ("attacked", "BC-8.2"),
        Manoeuvre::Grab => ("grabbed at", "BC-8.5"),
        Manoeuvre::Shove => ("shoved", "BC-8.11"),
        Manoeuvre::Withdraw => ("withdrew from", "BC-8.14"),
        Manoeuvre::Ignore => ("ignored", "BC-8.19"),
        Manoeuvre::Counterattack => ("struck back at", "BC-6.4"),
        Manoeuvre::Charge => ("charged", "BC-16.1"),
        Manoeuvre::Response => ("stepped in against", "BC-9.3"),
    }
}

/// `1 inch`, `2 inches`
pub(super) fn inches(n: impl Into<u16>) -> impl fmt::Display {
    how_many(usize::from(n.into()), "inch", "inches")
}

/// `3 wide and 2 deep at C3, facing east`
pub(super) fn plate(it: Plate) -> impl fmt::Display {
    let facing = it.facing.word();
    fmt::from_fn(move |f| write!(f, "{} wide and {} deep at {}, facing {facing}", it.wide(), it.deep(), it.rect.at))
}

/// What distances are measured from.
pub(super) fn standard(battle: &Battle, it: Standard) -> impl fmt::Display {
    fmt::from_fn(move |f| match it {
        Standard::Center => f.write_str("the middle of its plate"),
        Standard::Bearer(it) => unit(battle, it).fmt(f),
    })
}
