//! Sentences about orders, and how squads come and go.

use std::fmt;

use crate::brick::battle::{Battle, Deed, Formed, Measure, Measured, OrderKind, Refusal, Standard};
use crate::brick::report::words::{self, plate, unit, units, who};
use crate::page::words::{how_many, list};
use crate::page::{Bold, Rich, say};

/// **BS-5.4**
pub(super) fn formed(out: &mut Rich, battle: &Battle, it: &Formed) {
    if battle.setup().team(it.team).is_players {
        say!(out, "{}", Bold(&it.name));
    } else {
        out.push(&it.name);
    }
    say!(out, " formed on a plate {}: {}", plate(it.plate), list(&it.places, |it| unit(battle, it.0)));
    if let Standard::Bearer(bearer) = it.standard {
        say!(out, ". The standard is with {}", unit(battle, bearer));
    }
    out.push(".");
}

/// `Dan at Yoko: 7 inches, 1 of 3 sections hidden, 2 inches higher.`
pub(super) fn measured(out: &mut Rich, battle: &Battle, measure: &Measure) {
    let Measured { range, cover, height, showing, run, is_still, is_outnumbered, near } = &measure.it;
    say!(out, "{} at {}", who(battle, measure.by), who(battle, measure.at));
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
            say!(out, "{before}{}{after}", words::inches(inches));
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
        say!(out, "with {} near", units(battle, near));
    }
    out.push(".");
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

pub(in crate::brick::report) fn cannot(order: OrderKind) -> &'static str {
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
pub(in crate::brick::report) fn refusal(battle: &Battle, why: Refusal) -> impl fmt::Display {
    fmt::from_fn(move |f| match why {
        Refusal::Gone => f.write_str("nobody of it is left"),
        Refusal::TargetGone => f.write_str("the target is gone"),
        Refusal::NoAction { unit: id } => write!(f, "{} has no Action left this round", unit(battle, id)),
        Refusal::FormedUp { unit: id } => write!(f, "{} has formed up this round", unit(battle, id)),
        Refusal::Disrupted => f.write_str("it is disrupted"),
        Refusal::Held => f.write_str("somebody has hold of it"),
        Refusal::Engaged => f.write_str("it is in close combat"),
        Refusal::NotEngaged => f.write_str("it is not in close combat"),
        Refusal::NoSight => f.write_str("the target is out of sight"),
        Refusal::NotMeasured => f.write_str("nobody has said how far it is"),
        Refusal::NoMap => f.write_str("there is no map to go anywhere on"),
        Refusal::OutOfReach => f.write_str("the target is out of reach"),
        Refusal::OutOfRange { distance, range } => write!(f, "the target is out of range, {distance} of {range}"),
        Refusal::NoWeapon => f.write_str("nothing in hand will do for it"),
        Refusal::NoFreeHand => f.write_str("no hand is free"),
        Refusal::OtherHandFull => f.write_str("the other hand is full"),
        Refusal::TooLarge => f.write_str("the target is too large"),
        Refusal::Crowded => f.write_str("as many as can are at the target already"),
        Refusal::CannotSingleOut => f.write_str("the target is too small to be singled out"),
        Refusal::NobodyThere => f.write_str("nobody is near where it was thought to be"),
        Refusal::OwnSide => f.write_str("the target is of its own side"),
        Refusal::NoRoom => f.write_str("there is no room for it"),
        Refusal::NoChargeWeapon => f.write_str("there is nothing to charge with"),
        Refusal::NoLane => f.write_str("no straight way leads to the target"),
        Refusal::OneTarget => f.write_str("there is one target a round, and it had another"),
        Refusal::Aims => f.write_str("it aims, and so stays where it is"),
        Refusal::NoMomentum => f.write_str("it has no momentum to add"),
        Refusal::JoinedThisRound { unit: id } => write!(f, "{} has only joined this round", unit(battle, id)),
        Refusal::PlateTooSmall { needs } => {
            write!(f, "the plate is smaller than the {} they need", how_many(usize::from(needs), "tile", "tiles"))
        }
        Refusal::NoRoomForPlate => f.write_str("there is no room where the plate would lie"),
        Refusal::TooFar { unit: id } => write!(f, "{} is too far away", unit(battle, id)),
        Refusal::NotAMember { unit: id } => write!(f, "{} is not of that squad", unit(battle, id)),
        Refusal::BadStandard => f.write_str("the standard cannot be there"),
        Refusal::BadPlace { unit: id } => write!(f, "{} cannot stand there", unit(battle, id)),
        Refusal::NotAhead => f.write_str("cavalry do not go that way"),
        Refusal::NoWay => f.write_str("there is no way there"),
        Refusal::NothingToUse => f.write_str("there is nothing to use within reach"),
        Refusal::NothingHeld => f.write_str("it holds nobody"),
        Refusal::EngagedThisRound => f.write_str("it has engaged this round"),
    })
}
