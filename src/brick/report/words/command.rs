//! Sentences about orders, and how squads come and go.

use crate::brick::battle::{Battle, Deed, Formed, Measure, OrderKind, Plate, Refusal, Standard, Who};
use crate::brick::report::words::{places as all_places, plate, standard, unit, units, who};
use crate::field::{SquadId, Tile, UnitId};
use crate::page::words::count;
use crate::page::{Rich, say};

/// **BS-5.4**
pub(super) fn formed(out: &mut Rich, battle: &Battle, it: &Formed) {
    if battle.setup().team(it.team).is_players {
        out.bold(&it.name);
    } else {
        out.push(&it.name);
    }
    out.push(" formed on a plate ");
    plate(out, it.plate);
    out.push(": ");
    let members: Vec<UnitId> = it.places.iter().map(|it| it.0).collect();
    units(out, battle, &members);
    if let Standard::Bearer(bearer) = it.standard {
        out.push(". The standard is with ");
        unit(out, battle, bearer);
    }
    out.push(".");
}

/// **BS-5.4** A squad that was to be made is not.
pub(super) fn not_formed(out: &mut Rich, battle: &Battle, name: &str, why: Refusal) {
    say!(out, "{name} cannot form as told: ");
    refusal(out, battle, why);
    out.push(".");
}

/// **BS-5.6**
pub(super) fn joined(out: &mut Rich, battle: &Battle, squad: SquadId, places: &[(UnitId, Tile)]) {
    let joining: Vec<UnitId> = places.iter().map(|it| it.0).collect();
    units(out, battle, &joining);
    out.push(" joined ");
    who(out, battle, Who::Squad(squad));
    out.push(".");
}

/// **BS-5.2**
pub(super) fn left(out: &mut Rich, battle: &Battle, squad: SquadId, id: UnitId, at: Tile) {
    unit(out, battle, id);
    out.push(" left ");
    who(out, battle, Who::Squad(squad));
    say!(out, " and stood at {at}.");
}

/// Nobody is left of it, or on its plate.
pub(super) fn squad_ended(out: &mut Rich, battle: &Battle, squad: SquadId) {
    who(out, battle, Who::Squad(squad));
    out.push(" ceased to be a squad.");
}

/// **BS-5.8**
pub(super) fn replated(out: &mut Rich, battle: &Battle, squad: SquadId, on: Plate) {
    who(out, battle, Who::Squad(squad));
    out.push(" took another plate, ");
    plate(out, on);
    out.push(".");
}

/// **BS-5.3**
pub(super) fn rearranged(out: &mut Rich, battle: &Battle, squad: SquadId, places: &[(UnitId, Tile)]) {
    who(out, battle, Who::Squad(squad));
    if places.is_empty() {
        return out.push(" stayed as it stood.");
    }
    out.push(" rearranged itself: ");
    all_places(out, battle, places);
    out.push(".");
}

/// **BS-3.3**
pub(super) fn standard_set(out: &mut Rich, battle: &Battle, squad: SquadId, it: Standard) {
    out.push("Distances from ");
    who(out, battle, Who::Squad(squad));
    out.push(" are measured from ");
    standard(out, battle, it);
    out.push(".");
}

/// **BS-6.2**
pub(super) fn formed_up(out: &mut Rich, battle: &Battle, them: &[UnitId], pays: bool) {
    if them.is_empty() {
        return out.push("Nobody has to form up.");
    }
    units(out, battle, them);
    out.push(match pays {
        true => " formed up, which is the Action of each.",
        false => " formed up without an Action, as an Officer is there.",
    });
}

/// **BS-17.4**
pub(super) fn braced(out: &mut Rich, battle: &Battle, squad: SquadId) {
    who(out, battle, Who::Squad(squad));
    out.push(" braced against charges until the round's end.");
}

/// **BX-12**
pub(super) fn reserved(out: &mut Rich, battle: &Battle, id: Who) {
    who(out, battle, id);
    out.push(" kept its Action for a Response.");
}

/// `Dan at Yoko: 7 inches, 1 of 3 sections hidden, 2 inches higher.`
pub(super) fn measured(out: &mut Rich, battle: &Battle, measure: &Measure) {
    let crate::brick::battle::Measured { range, cover, height, showing, run, is_still, is_outnumbered, near } =
        &measure.it;
    who(out, battle, measure.by);
    out.push(" at ");
    who(out, battle, measure.at);
    let mut sign = ": ";
    let mut next = |out: &mut Rich| out.push(std::mem::replace(&mut sign, ", "));
    let lengths = [
        ("", *range, " away"),
        ("", height.map(u16::from), " higher"),
        ("after a run of ", *run, ""),
        ("", showing.map(u16::from), " to be seen"),
    ];
    for (before, inches, after) in lengths {
        if let Some(inches) = inches {
            next(out);
            out.push(before);
            count(out, usize::from(inches), "inch", "inches");
            out.push(after);
        }
    }
    if let Some(hidden) = cover {
        next(out);
        say!(out, "{hidden} of 3 sections hidden");
    }
    let marks = [(*is_still, "standing still", "moving"), (*is_outnumbered, "outnumbered", "not outnumbered")];
    for (is_so, yes, no) in marks {
        if let Some(is_so) = is_so {
            next(out);
            out.push(if is_so { yes } else { no });
        }
    }
    if !near.is_empty() {
        next(out);
        out.push("with ");
        units(out, battle, near);
        out.push(" near");
    }
    out.push(".");
}

/// **BX-20**
pub(super) fn action_spent(out: &mut Rich, battle: &Battle, them: &[UnitId], on: Deed) {
    units(out, battle, them);
    say!(out, " spent the Action of the round {}.", spent_on(on));
}

pub(in crate::brick::report) fn spent_on(on: Deed) -> &'static str {
    match on {
        Deed::Shoot => "on shooting",
        Deed::Engage => "on close combat",
        Deed::Sprint => "on a sprint",
        Deed::Charge => "on a charge",
        Deed::Brace => "on bracing",
        Deed::Respond => "on a Response",
        Deed::Use => "on using something",
        Deed::Counter => "on a counter",
    }
}

/// An order, or a part of it, that came to nothing.
pub(super) fn refused(out: &mut Rich, battle: &Battle, id: Who, order: OrderKind, why: Refusal) {
    who(out, battle, id);
    say!(out, " {}: ", cannot(order));
    refusal(out, battle, why);
    out.push(".");
}

fn cannot(order: OrderKind) -> &'static str {
    match order {
        OrderKind::Organise => "cannot change its ranks",
        OrderKind::Brace => "cannot brace",
        OrderKind::Reserve => "cannot keep its Action",
        OrderKind::Shoot => "cannot shoot",
        OrderKind::Melee => "cannot fight",
        OrderKind::Move => "cannot move",
        OrderKind::Charge => "cannot charge",
        OrderKind::Withdraw => "cannot withdraw",
    }
}

/// Why something came to nothing.
pub(in crate::brick::report) fn refusal(out: &mut Rich, battle: &Battle, why: Refusal) {
    match why {
        Refusal::Gone => out.push("nobody of it is left"),
        Refusal::TargetGone => out.push("the target is gone"),
        Refusal::NoAction { unit: id } => {
            unit(out, battle, id);
            out.push(" has no Action left this round");
        }
        Refusal::FormedUp { unit: id } => {
            unit(out, battle, id);
            out.push(" has formed up this round");
        }
        Refusal::Disrupted => out.push("it is disrupted"),
        Refusal::Held => out.push("somebody has hold of it"),
        Refusal::Engaged => out.push("it is in close combat"),
        Refusal::NotEngaged => out.push("it is not in close combat"),
        Refusal::NoSight => out.push("the target is out of sight"),
        Refusal::NotMeasured => out.push("nobody has said how far it is"),
        Refusal::NoMap => out.push("there is no map to go anywhere on"),
        Refusal::OutOfReach => out.push("the target is out of reach"),
        Refusal::OutOfRange { distance, range } => say!(out, "the target is out of range, {distance} of {range}"),
        Refusal::NoWeapon => out.push("nothing in hand will do for it"),
        Refusal::NoFreeHand => out.push("no hand is free"),
        Refusal::OtherHandFull => out.push("the other hand is full"),
        Refusal::TooLarge => out.push("the target is too large"),
        Refusal::Crowded => out.push("as many as can are at the target already"),
        Refusal::CannotSingleOut => out.push("the target is too small to be singled out"),
        Refusal::NobodyThere => out.push("nobody is near where it was thought to be"),
        Refusal::OwnSide => out.push("the target is of its own side"),
        Refusal::NoRoom => out.push("there is no room for it"),
        Refusal::NoChargeWeapon => out.push("there is nothing to charge with"),
        Refusal::NoLane => out.push("no straight way leads to the target"),
        Refusal::OneTarget => out.push("there is one target a round, and it had another"),
        Refusal::Aims => out.push("it aims, and so stays where it is"),
        Refusal::NoMomentum => out.push("it has no momentum to add"),
        Refusal::JoinedThisRound { unit: id } => {
            unit(out, battle, id);
            out.push(" has only joined this round");
        }
        Refusal::PlateTooSmall { needs } => {
            out.push("the plate is smaller than the ");
            count(out, usize::from(needs), "tile", "tiles");
            out.push(" they need");
        }
        Refusal::NoRoomForPlate => out.push("there is no room where the plate would lie"),
        Refusal::TooFar { unit: id } => {
            unit(out, battle, id);
            out.push(" is too far away");
        }
        Refusal::NotAMember { unit: id } => {
            unit(out, battle, id);
            out.push(" is not of that squad");
        }
        Refusal::BadStandard => out.push("the standard cannot be there"),
        Refusal::BadPlace { unit: id } => {
            unit(out, battle, id);
            out.push(" cannot stand there");
        }
        Refusal::NotAhead => out.push("cavalry do not go that way"),
        Refusal::NoWay => out.push("there is no way there"),
        Refusal::NothingToUse => out.push("there is nothing to use within reach"),
        Refusal::NothingHeld => out.push("it holds nobody"),
        Refusal::EngagedThisRound => out.push("it has engaged this round"),
    }
}
