//! Sentences about movement and charges.

use crate::brick::battle::{Battle, Deed, Moved, Run, Target, Who};
use crate::brick::report::words::{facing, target, unit, units, who};
use crate::field::{SquadId, Tile, UnitId};
use crate::page::words::count;
use crate::page::{Rich, say};

/// **BC-9.3**
pub(super) fn responded(out: &mut Rich, battle: &Battle, id: UnitId, to: Who, pass: Deed) {
    unit(out, battle, id);
    out.push(match pass {
        Deed::Brace => " braced as ",
        Deed::Counter => " leapt aside as ",
        _ => " struck as ",
    });
    who(out, battle, to);
    out.push(" came by.");
}

/// **BC-17.6**
pub(super) fn sprint_rolled(out: &mut Rich, battle: &Battle, id: Who, total: i16) {
    who(out, battle, id);
    out.push(" sprinted: ");
    count(out, usize::try_from(total).unwrap_or(0), "inch", "inches");
    out.push(" more.");
}

/// Somebody went somewhere.
pub(super) fn moved(out: &mut Rich, battle: &Battle, it: &Moved) {
    who(out, battle, it.who);
    match (it.way.first(), it.way.last()) {
        (Some(from), Some(to)) if from != to => {
            say!(out, " went from {from} to {to}, ");
            count(out, usize::from(it.inches), "inch", "inches");
        }
        _ if it.places.iter().any(|(id, at)| battle.unit(*id).at != *at) => out.push(" turned where it was"),
        _ => out.push(" stayed where it was"),
    }
    if let (Some(plate), Who::Squad(squad)) = (it.plate, it.who)
        && battle.squad(squad).is_some_and(|it| it.plate.facing != plate.facing)
    {
        say!(out, ", facing {}", facing(plate.facing));
    }
    out.push(".");
}

/// **BC-16.4, BC-16.5**
pub(super) fn ran(out: &mut Rich, battle: &Battle, id: Who, run: Option<Run>) {
    who(out, battle, id);
    match run {
        Some(run) if run.has_momentum() => {
            say!(out, " ran {} inches {} and had its momentum.", run.inches, run.heading.letters());
        }
        Some(run) => {
            out.push(" ran ");
            count(out, usize::from(run.inches), "inch", "inches");
            say!(out, " {}.", run.heading.letters());
        }
        None => out.push(" had no momentum any more."),
    }
}

/// **BX-17**
pub(super) fn crowded(out: &mut Rich, battle: &Battle, id: Who, at: Target) {
    who(out, battle, id);
    out.push(" found no room to charge ");
    target(out, battle, at);
    out.push(".");
}

/// **BC-19.3**
pub(super) fn momentum_rolled(out: &mut Rich, battle: &Battle, them: &[UnitId], total: i16, is_opposition: bool) {
    units(out, battle, them);
    if is_opposition {
        say!(out, " stood {total} against it.");
    } else {
        say!(out, " put {total} of momentum into it.");
    }
}

/// **BC-19.7**
pub(super) fn held(out: &mut Rich, battle: &Battle, charger: Who, at: Who) {
    who(out, battle, at);
    out.push(" ");
    out.bold("held");
    out.push(" against ");
    who(out, battle, charger);
    out.push(": nobody gave way.");
}

/// **BS-17.6**
pub(super) fn plate_knocked(out: &mut Rich, battle: &Battle, squad: SquadId, tiles: u8, over: bool) {
    who(out, battle, Who::Squad(squad));
    if tiles == 0 {
        out.push(" took the blow where it stood");
    } else {
        out.push(" went back ");
        count(out, usize::from(tiles), "tile", "tiles");
    }
    out.push(if over { ", and its plate was knocked over." } else { " with its plate." });
}

/// **BS-4.2, BX-10**
pub(super) fn hazard_met(out: &mut Rich, battle: &Battle, id: UnitId, at: Tile, deadly: bool) {
    let setup = battle.setup();
    let ground = &setup.board.kind(setup.board.ground(at)).name;
    unit(out, battle, id);
    say!(out, "{} {ground} at {at}.", if deadly { " fell into the" } else { " set off the" });
}
