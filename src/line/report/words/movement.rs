//! Sentences about moves and charges.

use crate::dice::D6;
use crate::field::{SquadId, Tile, UnitId};
use crate::line::battle::{Battle, Charge, CutShort, Event, Move, MoveKind, Stay};
use crate::line::report::words::{Sum, count, squad, unit, verb};
use crate::page::{Rich, Style, say};

/// **V-1, M-3**
pub(super) fn moved(out: &mut Rich, battle: &Battle, it: &Move) {
    squad(out, battle, it.squad);
    match it.kind {
        MoveKind::Plain => out.push(" moves"),
        MoveKind::BeforeCharge => out.push(" moves before its charge"),
        MoveKind::Charge => out.push(" charges in"),
        MoveKind::Disengage => out.push(" gets away"),
        MoveKind::PressIn => return pressed(out, it, " presses in"),
        MoveKind::PressBack => return pressed(out, it, " presses back in"),
    }
    way(out, battle, it, &[]);
    out.push(".");
}

/// ` from C9 to C7, 5 of 6 steps, in cover, carrying 1 downed`. Those who have just been downed don't count.
fn way(out: &mut Rich, battle: &Battle, it: &Move, downed: &[UnitId]) {
    match (&it.path[..], &it.steps[..]) {
        ([from, .., to], _) => say!(out, " from {from} to {to}"),
        ([], [step]) => say!(out, " from {} to {}", step.from, step.to),
        (_, []) => out.push(" nowhere"),
        (_, steps) => {
            out.push(", ");
            count(out, steps.len(), "unit", "units");
        }
    }
    if let Some(allowance) = it.allowance.as_ref().filter(|_| !it.path.is_empty()) {
        say!(out, ", {} of {}", it.cost, allowance.steps);
        out.push(verb(usize::from(allowance.steps), " step", " steps"));
    }
    into_cover(out, battle, it, downed);
    if 0 < it.carried {
        say!(out, ", carrying {} downed", it.carried);
    }
    if let Some(why) = it.cut_short {
        say!(out, "; cut short: {}", cut_short(why));
    }
}

/// Why a squad went less far than it was told to.
fn cut_short(why: CutShort) -> &'static str {
    match why {
        CutShort::TooFar => "its steps did not suffice",
        CutShort::EnemyInTheWay => "enemies are in the way (V-1)",
        CutShort::NoWay => "there is no way or no room",
    }
}

fn into_cover(out: &mut Rich, battle: &Battle, it: &Move, downed: &[UnitId]) {
    let tile_after = |unit: UnitId| {
        let step = it.steps.iter().find(|step| step.unit == unit);
        step.map_or(battle.unit(unit).at, |step| step.to)
    };
    let units = || battle.standing(it.squad).filter(|it| !downed.contains(it));
    match units().filter(|it| 0 < battle.ground(tile_after(*it)).cover).count() {
        0 => (),
        n if n == units().count() => out.push(", in cover"),
        n => say!(out, ", {n} of {} in cover", units().count()),
    }
}

fn pressed(out: &mut Rich, it: &Move, deed: &str) {
    out.push(deed);
    match &it.steps[..] {
        [one] => say!(out, ": 1 unit, from {} to {}.", one.from, one.to),
        steps => say!(out, ": {} units.", steps.len()),
    }
}

/// **V-6** The rolls, and the move after them.
pub(super) fn disengaged(out: &mut Rich, battle: &Battle, who: SquadId, rolls: &[(UnitId, D6)], rest: &[&Event]) {
    squad(out, battle, who);
    out.push(" disengages");
    if rolls.is_empty() {
        out.push(", with nobody to roll for");
    } else {
        out.push(": ");
        let felled = rolls.iter().filter(|it| it.1.face() <= 3).count();
        count(out, rolls.len(), "roll", "rolls");
        out.push(", ");
        match felled {
            0 => out.push("nobody falls"),
            n => out.marked(Style::Bold, |out| say!(out, "{n} downed")),
        }
    }
    if let [Event::Moved(it)] = rest {
        let downed: Vec<UnitId> = rolls.iter().filter(|it| it.1.face() <= 3).map(|it| it.0).collect();
        out.push("; the rest get away");
        way(out, battle, it, &downed);
    }
    out.push(".");
    let felled = rolls.iter().filter(|it| it.1.face() <= 3).count();
    if 0 < felled && felled == battle.standing(who).count() {
        out.push(" ");
        squad(out, battle, who);
        out.push(" is gone.");
    }
}

/// **V-1, V-3**
pub(super) fn stayed(out: &mut Rich, battle: &Battle, who: SquadId, why: Stay) {
    squad(out, battle, who);
    out.push(" stays");
    if let Some(leader) = battle.leader(who) {
        say!(out, " at {}", battle.unit(leader).at);
    }
    out.push(match why {
        Stay::Engaged => ": it is engaged, and only a squad that disengages may leave (V-1).",
        Stay::HasShot => ": it has shot, so it neither charges nor disengages (V-3).",
        Stay::TargetGone => ": nobody is left to charge.",
        Stay::NoWay => ": no step of its way is free.",
        Stay::Immobile => ": it cannot move.",
        Stay::Dazed => ": it is dazed.",
        Stay::Stopped => ": its movement ended when its formation broke up (F-19).",
        Stay::LostTurn => ": it lost its move when its formation failed (F-12).",
        Stay::OthersMarch => ": the others of it march in formation.",
        Stay::NoFormation => ": it is in no formation (F-20).",
    });
}

/// **V-7** The roll, and the move after it.
pub(super) fn charged(out: &mut Rich, battle: &Battle, it: &Charge, rest: &[&Event]) {
    squad(out, battle, it.squad);
    out.push(" charges ");
    squad(out, battle, it.target);
    match (it.needed, it.dice) {
        (None, _) => {
            out.push(": there is no way in");
            if let Some(dice) = it.dice {
                say!(out, ", rolls {}", Sum(dice));
            }
        }
        (Some(0), None) => out.push(": it stands there already, no roll is needed"),
        (Some(needed), None) => say!(out, ": needs {needed}, not rolled"),
        (Some(needed), Some(dice)) => say!(out, ": needs {needed}, rolls {}", Sum(dice)),
    }
    if let Some(dice) = it.opposed {
        say!(out, "; opposed with {} (V-6)", Sum(dice));
    }
    out.push(": ");
    out.bold(if it.made { "in" } else { "missed" });
    if let [Event::Moved(it)] = rest {
        way(out, battle, it, &[]);
    }
    out.push(".");
}

/// **V-5**
pub(super) fn abandoned(out: &mut Rich, battle: &Battle, who: SquadId, units: &[(UnitId, Tile)]) {
    squad(out, battle, who);
    out.push(" leaves behind ");
    out.list(units, |out, (who, at)| say!(out, "{} at {at}", unit(battle, *who)));
    say!(out, ": −{} to its morale roll this round (V-5).", units.len());
}
