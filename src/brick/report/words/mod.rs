//! Every sentence of a report is made here, one function each, so that the voice is one.
//!
//! Squads and units of the players are bold where they do something, and so is whatever somebody has to live with. Dice
//! are told by [`why`](super::why) alone.

mod combat;
mod command;
mod deed;
pub(super) mod difference;
mod end;
mod movement;
pub(super) mod policy;
pub(super) mod summary;

use crate::brick::battle::{
    Battle, Event, ItemId, Manoeuvre, Part, Plate, Run, Standard, Target, TeamId, WeaponId, Who,
};
use crate::diagnostic::possessive;
use crate::field::{Direction, Tile, UnitId};
use crate::page::{Rich, say};

pub(super) use command::refusal;

/// What a line says: what came of one thing that somebody did, or several did together. Each event becomes true once it
/// has been told. `None` if nobody needs to read it.
pub(super) fn line(battle: &mut Battle, events: &[Event]) -> Option<Rich> {
    let mut out = Rich::sentence();
    // What becomes of shots that missed is a story of its own.
    let strays = |it: &Event| matches!(it, Event::MissTracked { .. });
    let attack = if deed::is_deed(events) { events.iter().position(strays).unwrap_or(events.len()) } else { 0 };
    let (attack, rest) = events.split_at(attack);
    let is_end = |it: &Event| matches!(it, Event::SquadEnded { .. });
    if !attack.is_empty() {
        deed::attacks(&mut out, battle, attack);
        deed::parries(&mut out, battle, attack);
        tell_each(&mut out, battle, attack, |it| !deed::is_counted(it) && !is_end(it));
        deed::losses(&mut out, battle, attack);
        attack.iter().filter(|it| is_end(it)).for_each(|it| next(&mut out, battle, it));
    }
    match combat::getting_up(rest) {
        Some(them) => {
            combat::got_up(&mut out, battle, &them);
            rest.iter().for_each(|it| battle.apply(it));
        }
        None => tell_each(&mut out, battle, rest, |_| true),
    }
    (!out.is_empty()).then_some(out)
}

/// Tells some of these events one after the other, and makes each so.
fn tell_each(out: &mut Rich, battle: &mut Battle, events: &[Event], is_told: impl Fn(&Event) -> bool) {
    for event in events {
        if is_told(event) && !is_silent(battle, event) {
            next(out, battle, event);
        }
        battle.apply(event);
    }
}

fn next(out: &mut Rich, battle: &Battle, event: &Event) {
    out.push(if out.is_empty() { "" } else { " " });
    told(out, battle, event);
}

/// What happened, in words, as things were just before it.
pub(super) fn sentence(battle: &Battle, event: &Event) -> Rich {
    let mut out = Rich::sentence();
    told(&mut out, battle, event);
    out
}

/// Who fell by one hand.
pub(super) fn fell(battle: &Battle, them: &[UnitId], by: Option<Who>, is_down: bool) -> Rich {
    let mut out = Rich::sentence();
    combat::killed(&mut out, battle, them, by, is_down);
    out
}

/// Whether a report leaves an event out, because nobody who reads it misses anything: it is told by [`why`](super::why),
/// or another event tells what came of it.
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
        // They fall when the step is over.
        Event::Harmed(it) => battle.unit(it.unit).hp <= it.hp_lost,
        // Who has momentum as the round ends is said with what is left.
        Event::Ran { .. } => true,
        _ => false,
    }
}

fn told(out: &mut Rich, battle: &Battle, event: &Event) {
    match event {
        Event::PhaseBegan { phase } => say!(out, "{} begins.", phase.name()),
        Event::PassBegan { team } => say!(out, "It is {} turn.", possessive(team_name(battle, *team))),

        Event::PolicySet { whose, change } => policy::set(out, battle, *whose, change),
        Event::SquadFormed(it) => command::formed(out, battle, it),
        Event::NotFormed { name, why, .. } => command::not_formed(out, battle, name, *why),
        Event::Joined { squad, places, .. } => command::joined(out, battle, *squad, places),
        Event::LeftSquad { squad, unit, at, .. } => command::left(out, battle, *squad, *unit, *at),
        Event::SquadEnded { squad } => command::squad_ended(out, battle, *squad),
        Event::Replated { squad, plate, .. } => command::replated(out, battle, *squad, *plate),
        Event::Rearranged { squad, places } => command::rearranged(out, battle, *squad, places),
        Event::StandardSet { squad, standard } => command::standard_set(out, battle, *squad, *standard),
        Event::FormedUp { units, pays, .. } => command::formed_up(out, battle, units, *pays),
        Event::Braced { squad, .. } => command::braced(out, battle, *squad),
        Event::Announced { entry } => end::announced(out, battle, *entry),
        Event::Arrived(it) => end::arrived(out, battle, it),
        Event::ArrivalDelayed { squad } => end::arrival_delayed(out, battle, *squad),
        Event::Restored { unit, hp, at } => combat::restored(out, battle, *unit, *hp, *at),
        Event::Measured(it) => command::measured(out, battle, it),
        Event::Reserved { who } => command::reserved(out, battle, *who),
        Event::ActionSpent { units, on } => command::action_spent(out, battle, units, *on),
        Event::Refused { who, order, why } => command::refused(out, battle, *who, *order, *why),

        Event::Declared { by, does, at } => combat::declared(out, battle, *by, *does, *at),
        Event::Stepped { who, places, .. } => combat::stepped(out, battle, *who, places),
        Event::CounterDeclared { by, against, defence } => {
            combat::counter_declared(out, battle, *by, *against, *defence);
        }
        Event::HandUsed(it) => combat::hand_used(out, battle, it),
        Event::Gripped { unit, item } => combat::gripped(out, battle, *unit, *item),
        Event::AttackRolled(it) => combat::attack_rolled(out, battle, it),
        Event::ParryRolled(it) => combat::parry_rolled(out, battle, it),
        Event::Bailed(it) => combat::bailed(out, battle, it),
        Event::ItemLost { unit, item, to, why } => combat::item_lost(out, battle, (*unit, *item), *to, *why),
        Event::ItemTaken { unit, item } => combat::item_taken(out, battle, *unit, *item),
        Event::ItemBroken { unit, item, .. } => combat::item_broken(out, battle, *unit, *item),
        Event::DistanceRolled { by, total, .. } => combat::distance_rolled(out, battle, *by, *total),
        Event::DamageRolled { by, weapon, roll } => combat::damage_rolled(out, battle, *by, *weapon, roll),
        Event::Harmed(it) => combat::harmed(out, battle, it),
        Event::HitWasted { by, .. } => combat::hit_wasted(out, battle, *by),
        Event::Killed { unit, by, downed } => combat::killed(out, battle, &[*unit], by.map(Who::Unit), *downed),
        Event::OverkillCarried { from, to, .. } => combat::overkill_carried(out, battle, *from, *to),
        Event::MissTracked { by, at, victim, .. } => combat::miss_tracked(out, battle, *by, *at, *victim),
        Event::Exploded { at, radius, .. } => combat::exploded(out, battle, *at, *radius),
        Event::Linked { one, other } => combat::linked(out, battle, *one, *other),
        Event::Unlinked { one, other } => combat::unlinked(out, battle, *one, *other),
        Event::Grabbed { by, victim } => combat::grabbed(out, battle, *by, *victim),
        Event::Released { by, victim } => combat::released(out, battle, *by, *victim),
        Event::Pushed(it) => combat::pushed(out, battle, it),
        Event::Disrupted { unit } => combat::disrupted(out, battle, *unit),
        Event::Recovered { unit } => combat::got_up(out, battle, &[*unit]),
        Event::MixedUp { target, with } => combat::mixed_up(out, battle, *target, with),
        Event::Used { unit, object } => combat::used(out, battle, *unit, *object),

        Event::Responded { unit, to, pass } => movement::responded(out, battle, *unit, *to, *pass),
        Event::SprintRolled { who, roll } => movement::sprint_rolled(out, battle, *who, roll.total),
        Event::Moved(it) => movement::moved(out, battle, it),
        Event::Ran { who, run } => movement::ran(out, battle, *who, *run),
        Event::Crowded { who, at } => movement::crowded(out, battle, *who, *at),
        Event::MomentumRolled { who, roll, is_opposition } => {
            movement::momentum_rolled(out, battle, who, roll.total, *is_opposition);
        }
        Event::Held { charger, target } => movement::held(out, battle, *charger, *target),
        Event::PlateKnocked { squad, tiles, over, .. } => {
            movement::plate_knocked(out, battle, *squad, *tiles, *over);
        }
        Event::HazardMet { unit, at, deadly } => movement::hazard_met(out, battle, *unit, *at, *deadly),

        Event::MoraleTested { who, passed, .. } => end::morale(out, battle, *who, *passed),
        Event::ObjectiveCounted { objective, control, owner, contested } => {
            end::counted(out, battle, *objective, control, *owner, *contested);
        }
        Event::Scored { team, points } => end::scored(out, battle, *team, *points),
        Event::GoalMet { goal } => end::goal_met(out, battle, *goal),
        Event::Ended { outcome, departure } => end::ended(out, *outcome, *departure),
        Event::RoundBegan { round } => say!(out, "Round {round} opens."),
    }
}

/// **BC-16.4** How far somebody has run straight.
pub(super) fn run_of(battle: &Battle, id: Who) -> Option<Run> {
    match id {
        Who::Squad(squad) => battle.squad(squad).and_then(|it| it.run),
        Who::Unit(unit) => battle.unit(unit).run,
    }
}

/// Whether the players have to do with it.
fn is_players(battle: &Battle, who: Who) -> bool {
    battle.team(who).is_some_and(|it| battle.setup().team(it).is_players)
}

/// A squad's or a unit's name, bold if it is the players'.
pub(super) fn who(out: &mut Rich, battle: &Battle, id: Who) {
    let name = battle.name(id);
    if is_players(battle, id) { out.bold(name) } else { out.push(name) }
}

/// Several of them.
pub(super) fn all(out: &mut Rich, battle: &Battle, them: &[Who]) {
    out.list(them, |out, it| who(out, battle, *it));
}

/// A unit's name, bold if it is the players'.
pub(super) fn unit(out: &mut Rich, battle: &Battle, id: UnitId) {
    who(out, battle, Who::Unit(id));
}

/// Several of them.
pub(super) fn units(out: &mut Rich, battle: &Battle, them: &[UnitId]) {
    out.list(them, |out, it| unit(out, battle, *it));
}

/// What a weapon is called.
pub(super) fn weapon(battle: &Battle, id: Option<WeaponId>) -> &str {
    id.map_or("bare hands", |it| &battle.setup().weapon(it).name)
}

/// What something to hold is called.
pub(super) fn item(battle: &Battle, id: ItemId) -> &str {
    &battle.weapon(id).name
}

/// What a team is called.
pub(super) fn team_name(battle: &Battle, id: TeamId) -> &str {
    &battle.setup().team(id).name
}

/// What is aimed at.
pub(super) fn target(out: &mut Rich, battle: &Battle, at: Target) {
    match at {
        Target::Who(it) => who(out, battle, it),
        Target::Single(it) => unit(out, battle, it),
        Target::Tile(tile) => say!(out, "the ground at {tile}"),
    }
}

/// What part of a target is aimed at, if it isn't all of it: ` (a third of it)`.
pub(super) fn part(out: &mut Rich, battle: &Battle, it: Part) {
    match it {
        Part::Whole => (),
        Part::TwoByTwo => out.push(" (two thirds of it)"),
        Part::OneByOne => out.push(" (a third of it)"),
        Part::Item(id) => say!(out, " (its {})", weapon(battle, Some(id))),
    }
}

/// What one did, or several did.
pub(super) fn deed_name(does: Manoeuvre) -> &'static str {
    match does {
        Manoeuvre::Shoot => "shot at",
        Manoeuvre::Attack => "attacked",
        Manoeuvre::Grab => "grabbed at",
        Manoeuvre::Shove => "shoved",
        Manoeuvre::Withdraw => "withdrew from",
        Manoeuvre::Ignore => "ignored",
        Manoeuvre::Counterattack => "struck back at",
        Manoeuvre::Charge => "charged",
        Manoeuvre::Response => "stepped in against",
    }
}

/// `3 wide and 2 deep at C3, facing east`
pub(super) fn plate(out: &mut Rich, it: Plate) {
    say!(out, "{} wide and {} deep at {}, facing {}", it.wide(), it.deep(), it.rect.at, facing(it.facing));
}

/// The word for a direction.
pub(super) fn facing(it: Direction) -> &'static str {
    match it {
        Direction::North => "north",
        Direction::East => "east",
        Direction::South => "south",
        Direction::West => "west",
    }
}

/// What distances are measured from.
pub(super) fn standard(out: &mut Rich, battle: &Battle, it: Standard) {
    match it {
        Standard::Center => out.push("the middle of its plate"),
        Standard::Bearer(it) => unit(out, battle, it),
    }
}

/// `Ann to C3, Bob to C4`
pub(super) fn places(out: &mut Rich, battle: &Battle, places: &[(UnitId, Tile)]) {
    out.list(places, |out, (id, at)| {
        unit(out, battle, *id);
        say!(out, " to {at}");
    });
}
