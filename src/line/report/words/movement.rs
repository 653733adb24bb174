//! Sentences about moves and charges.

use crate::dice::D6;
use crate::field::{SquadId, UnitId, summed};
use crate::line::battle::{Battle, Charge, CutShort, DISENGAGE_FELLS, Event, Move, MoveKind, Stay};
use crate::line::report::words::{Sum, how_many, nobody_left, squad, unit, verb};
use crate::page::{Bold, Rich, say, say_if};

/// **V-1, M-3**
pub(super) fn moved(out: &mut Rich, battle: &Battle, event: &Event, it: &Move) {
    let stays_in_melee = it.kind == MoveKind::Disengage && is_in_melee_after(battle, it.squad, &[event]);
    match alone(battle, it) {
        Some(member) => say!(out, "{}", Bold(unit(battle, member))),
        None => say!(out, "{}", squad(battle, it.squad)),
    }
    match it.kind {
        MoveKind::Plain => out.push(" moved"),
        MoveKind::BeforeCharge => out.push(" moved before the charge"),
        MoveKind::Charge => out.push(" charged in"),
        MoveKind::Disengage => out.push(got_away(stays_in_melee)),
        MoveKind::PressIn => return pressed(out, it, " pressed in"),
        MoveKind::PressBack => return pressed(out, it, " pressed back in"),
    }
    way(out, battle, it, &[]);
    out.push(if stays_in_melee { ", still in melee." } else { "." });
}

/// **V-6** What a squad did that was to get out of a melee.
fn got_away(stays_in_melee: bool) -> &'static str {
    if stays_in_melee { " drew back" } else { " got away" }
}

/// **V-6** Whether a squad is in melee after some events. A squad that disengages goes as far as there is room, and
/// that may be too near.
pub(crate) fn is_in_melee_after(battle: &Battle, squad: SquadId, events: &[&Event]) -> bool {
    let mut after = battle.clone();
    events.iter().for_each(|it| after.apply(it));
    after.is_squad_engaged(squad)
}

/// **V-2, C-6** The unit that moved without the others of its squad, if one did.
fn alone(battle: &Battle, it: &Move) -> Option<UnitId> {
    let [step] = &it.steps[..] else { return None };
    let goes_himself = it.path.first() == Some(&step.from) && it.path.last() == Some(&step.to);
    let has_others = 1 < battle.standing(it.squad).count();
    (goes_himself && has_others && battle.leader(it.squad) != Some(step.unit)).then_some(step.unit)
}

/// ` from C9 to C7, 5 of 6 steps, in cover, carrying 1 downed`. Units that have just been downed don't count.
fn way(out: &mut Rich, battle: &Battle, it: &Move, downed: &[UnitId]) {
    match (&it.path[..], &it.steps[..]) {
        ([from, .., to], _) => say!(out, " from {from} to {to}"),
        ([], [step]) => say!(out, " from {} to {}", step.from, step.to),
        (_, []) => out.push(" nowhere"),
        (_, steps) => say!(out, ", {}", how_many(steps.len(), "unit", "units")),
    }
    // A leader who stays while the others settle around him takes no step.
    if let Some(allowance) = it.allowance.as_ref().filter(|_| 1 < it.path.len()) {
        say!(out, ", {} of {}", it.cost, allowance.steps);
        out.push(verb(usize::from(allowance.steps), " step", " steps"));
    }
    let alone = alone(battle, it);
    let goes = |unit: &UnitId| alone.map_or(!downed.contains(unit), |it| it == *unit);
    let step = |unit: UnitId| it.steps.iter().find(|step| step.unit == unit);
    let end = |unit: UnitId| step(unit).map_or(battle.unit(unit).at, |step| step.to);
    let is_covered = |unit: UnitId| 0 < battle.ground(end(unit)).cover;
    let covered: Vec<bool> = battle.standing(it.squad).filter(goes).map(is_covered).collect();
    match covered.iter().filter(|it| **it).count() {
        0 => (),
        n if n == covered.len() => out.push(", in cover"),
        n => say!(out, ", {n} of {} in cover", covered.len()),
    }
    say_if!(out, 0 < it.carried && alone.is_none(), ", carrying {} downed", it.carried);
    out.joined("", it.cut_short, |out, why| say!(out, "; cut short: {}", cut_short(why).0));
}

/// **V-2** Why a unit goes no farther from the others.
const AS_FAR_AS_IT_GOES: &str = "two tiles from the squad is as far as it goes (V-2)";

/// Why a squad went less far than ordered, in a report, and why it would, in a forecast.
pub(crate) fn cut_short(why: CutShort) -> (&'static str, &'static str) {
    match why {
        CutShort::TooFar => ("too far for one round", "the rest is too far for one round (V-1)"),
        CutShort::EnemyInTheWay => ("enemies were in the way (V-1)", "enemies are in the way (V-1)"),
        CutShort::NoWay => ("no way, or no room", "there is no way, or no room (V-1)"),
        CutShort::Squad => (AS_FAR_AS_IT_GOES, AS_FAR_AS_IT_GOES),
    }
}

fn pressed(out: &mut Rich, it: &Move, deed: &str) {
    match &it.steps[..] {
        [one] => say!(out, "{deed}: 1 unit, from {} to {}.", one.from, one.to),
        steps => say!(out, "{deed}: {} units.", steps.len()),
    }
}

/// **M-3, M-7** How many of each squad pressed in.
pub(super) fn pressed_together(out: &mut Rich, battle: &Battle, events: &[&Event]) {
    let moves = events.iter().filter_map(|it| if let Event::Moved(it) = it { Some(it) } else { None });
    let squads: Vec<(SquadId, usize)> = summed(moves.map(|it| (it.squad, it.steps.len())));
    let is_back = matches!(events, [Event::Moved(it), ..] if it.kind == MoveKind::PressBack);
    out.push(if is_back { "Pressing back in: " } else { "Pressing in: " });
    out.list(&squads, |out, (who, n)| say!(out, "{n} of {}", squad(battle, *who)));
    out.push(".");
}

/// **V-6** The rolls, and the move after them.
pub(super) fn disengaged(out: &mut Rich, battle: &Battle, who: SquadId, rolls: &[(UnitId, D6)], events: &[&Event]) {
    let downed: Vec<UnitId> = rolls.iter().filter(|it| it.1.face() <= DISENGAGE_FELLS).map(|it| it.0).collect();
    let rolled = how_many(rolls.len(), "roll", "rolls");
    say!(out, "{} disengaged", squad(battle, who));
    match downed.len() {
        _ if rolls.is_empty() => out.push(", with nobody to roll for"),
        0 => say!(out, ": {rolled}, nobody fell"),
        n => say!(out, ": {rolled}, {}", Bold(format_args!("{n} downed"))),
    }
    if let [_, Event::Moved(it)] = events {
        let stays_in_melee = is_in_melee_after(battle, who, events);
        match rolls {
            [] => out.push(", and went"),
            _ => say!(out, "; the rest{}", got_away(stays_in_melee)),
        }
        way(out, battle, it, &downed);
        out.push(if stays_in_melee { ", still in melee" } else { "" });
    }
    out.push(".");
    if downed.len() == battle.standing(who).count() {
        nobody_left(out, battle, who);
    }
}

/// **V-1, V-3**
pub(super) fn stayed(out: &mut Rich, battle: &Battle, who: SquadId, stay: Stay) {
    let why = staying(stay).0;
    // The rest of the squad may have taken its leader along.
    if stay == Stay::OthersMarch {
        return say!(out, "Those of {} in no formation stayed: {why}.", squad(battle, who));
    }
    say!(out, "{} stayed", squad(battle, who));
    out.joined("", battle.leader(who), |out, leader| say!(out, " at {}", battle.unit(leader).at));
    say!(out, ": {why}.");
}

/// Why a squad that was to move stayed, in a report, and why it would, in a forecast.
pub(crate) fn staying(why: Stay) -> (&'static str, &'static str) {
    match why {
        Stay::Engaged => ("who is in melee has to disengage to leave (V-1)", "it is in melee (V-1)"),
        Stay::HasShot => ("who has shot neither charges nor disengages (V-3)", "it will have shot (V-3)"),
        Stay::TargetGone => ("nobody was left to charge", "its target is gone"),
        Stay::NoWay => ("no step of the way was free", "no step of the way is free (V-1)"),
        Stay::Immobile => ("what cannot move stays", "it can't move at all"),
        Stay::Dazed => ("dazed", "it is dazed"),
        Stay::Stopped => ("the formation broke up, and that ends the movement (F-19)", "its formation broke up (F-19)"),
        Stay::LostTurn => {
            ("the move was lost when the formation failed (F-12)", "it lost its move when its formation failed (F-12)")
        }
        Stay::OthersMarch => {
            ("the others marched (F-20)", "they are in no formation, and the others of it march (F-20)")
        }
        Stay::NoFormation => ("in no formation (F-20)", "it is in no formation (F-20)"),
    }
}

/// **V-7** The roll, and the move after it.
pub(super) fn charged(out: &mut Rich, battle: &Battle, it: &Charge, rest: &[&Event]) {
    say!(out, "{} charged {}", squad(battle, it.squad), squad(battle, it.target));
    match (it.needed, it.dice) {
        (None, None) => out.push(": there was no way in"),
        (None, Some(dice)) => say!(out, ": there was no way in, rolled {}", Sum(dice)),
        (Some(0), None) => out.push(": already there, no roll needed"),
        (Some(needed), None) => say!(out, ": needed {needed}, not rolled"),
        (Some(needed), Some(dice)) => say!(out, ": needed {needed}, rolled {}", Sum(dice)),
    }
    out.joined("", it.opposed, |out, dice| say!(out, "; opposed with {} (V-6)", Sum(dice)));
    say!(out, ": {}", Bold(if it.made { "in" } else { "missed" }));
    if let [Event::Moved(it)] = rest {
        way(out, battle, it, &[]);
    }
    out.push(".");
}
