//! Sentences about orders, and how squads come and go.

use std::fmt;

use crate::brick::battle::{Battle, Deed, Formed, Measure, Measured, OrderKind, Refusal, Standard, Who};
use crate::brick::report::words::{self, plate, unit, units, who};
use crate::page::words::{how_many, list, name};
use crate::page::{Rich, say};

/// **BS-5.4**
pub(super) fn formed(out: &mut Rich, battle: &Battle, it: &Formed) {
    let name = name(&it.name, battle.setup().team(it.team).is_players);
    say!(out, "{name} formed on a plate {}: {}", plate(it.plate), list(&it.places, |it| unit(battle, it.0)));
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

pub(in crate::brick::report) fn could_not(order: OrderKind) -> &'static str {
    match order {
        OrderKind::Organise => "could not regroup",
        OrderKind::Brace => "could not brace",
        OrderKind::Reserve => "could not keep its Action",
        OrderKind::Shoot => "could not shoot",
        OrderKind::Melee => "could not fight",
        OrderKind::Move => "could not move",
        OrderKind::Charge => "could not charge",
        OrderKind::Withdraw => "could not withdraw",
    }
}

/// `Tex and Morgan could not fight: the target was out of reach.`, or **BS-16.3** on whom it fell instead.
pub(in crate::brick::report) fn refused(out: &mut Rich, battle: &Battle, them: &[Who], order: OrderKind, why: Refusal) {
    say!(out, "{} ", words::all(battle, them));
    let blows = if order == OrderKind::Shoot { "shots" } else { "blows" };
    match why {
        Refusal::CannotSingleOut => {
            say!(out, "had too small a target to single it out: the {blows} fell on all of them.");
        }
        _ => say!(out, "{}: {}.", could_not(order), refused_because(battle, why)),
    }
}

/// Why something comes to nothing, as things stand.
pub(in crate::brick::report) fn refusal(battle: &Battle, why: Refusal) -> impl fmt::Display {
    reason(battle, why, |is, _| is)
}

/// Why something came to nothing.
pub(in crate::brick::report) fn refused_because(battle: &Battle, why: Refusal) -> impl fmt::Display {
    reason(battle, why, |_, was| was)
}

/// A reason, with each verb in the tense that `verb` picks of now and then.
fn reason(
    battle: &Battle,
    why: Refusal,
    verb: impl Fn(&'static str, &'static str) -> &'static str,
) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        let (is, has) = (verb("is", "was"), verb("has", "had"));
        let (can, lies) = (verb("cannot", "could not"), verb("would lie", "would have lain"));
        match why {
            Refusal::Gone => write!(f, "nobody of it {is} left"),
            Refusal::TargetGone => write!(f, "the target {is} gone"),
            Refusal::NoAction { unit: id } => write!(f, "{} {has} no Action left this round", unit(battle, id)),
            Refusal::FormedUp { unit: id } => write!(f, "{} {has} formed up this round", unit(battle, id)),
            Refusal::Disrupted => write!(f, "it {is} disrupted"),
            Refusal::Held => write!(f, "somebody {has} hold of it"),
            Refusal::Engaged => write!(f, "it {is} in close combat"),
            Refusal::NotEngaged => write!(f, "it {is} not in close combat"),
            Refusal::NoSight => write!(f, "the target {is} out of sight"),
            Refusal::NotMeasured => write!(f, "nobody {has} said how far it {is}"),
            Refusal::NoMap => write!(f, "there {is} no map to go anywhere on"),
            Refusal::OutOfReach => write!(f, "the target {is} out of reach"),
            Refusal::OutOfRange { distance, range } => {
                write!(f, "the target {is} out of range, {distance} of {range}")
            }
            Refusal::NoWeapon => write!(f, "nothing in hand {} for it", verb("will do", "would do")),
            Refusal::NoFreeHand => write!(f, "no hand {is} free"),
            Refusal::OtherHandFull => write!(f, "the other hand {is} full"),
            Refusal::TooLarge => write!(f, "the target {is} too large"),
            Refusal::Crowded => {
                write!(f, "as many as can {} at the target already", verb("are", "were"))
            }
            Refusal::CannotSingleOut => write!(f, "the target {is} too small to be singled out"),
            Refusal::NobodyThere => write!(f, "nobody {is} near where it was thought to be"),
            Refusal::OwnSide => write!(f, "the target {is} of its own side"),
            Refusal::NoRoom => write!(f, "there {is} no room for it"),
            Refusal::NoChargeWeapon => write!(f, "there {is} nothing to charge with"),
            Refusal::NoLane => write!(f, "no straight way {} to the target", verb("leads", "led")),
            Refusal::OneTarget => write!(f, "there is one target a round, and it {has} another"),
            Refusal::Aims => {
                write!(f, "it {}", verb("aims, and so stays where it is", "aimed, and so stayed where it was"))
            }
            Refusal::NoMomentum => write!(f, "it {has} no momentum to add"),
            Refusal::JoinedThisRound { unit: id } => write!(f, "{} {has} only joined this round", unit(battle, id)),
            Refusal::PlateTooSmall { needs } => {
                let needs = how_many(usize::from(needs), "tile", "tiles");
                write!(f, "the plate {is} smaller than the {needs} they {}", verb("need", "needed"))
            }
            Refusal::NoRoomForPlate => write!(f, "there {is} no room where the plate {lies}"),
            Refusal::TooFar { unit: id } => write!(f, "{} {is} too far away", unit(battle, id)),
            Refusal::NotAMember { unit: id } => write!(f, "{} {is} not of that squad", unit(battle, id)),
            Refusal::BadStandard => write!(f, "the standard {can} be there"),
            Refusal::BadPlace { unit: id } => write!(f, "{} {can} stand there", unit(battle, id)),
            Refusal::NotAhead => f.write_str("cavalry do not go that way"),
            Refusal::NoWay => write!(f, "there {is} no way there"),
            Refusal::NothingToUse => write!(f, "there {is} nothing to use within reach"),
            Refusal::NothingHeld => write!(f, "it {} nobody", verb("holds", "held")),
            Refusal::EngagedThisRound => write!(f, "it {has} engaged this round"),
        }
    })
}
