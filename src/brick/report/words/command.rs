//! Sentences about orders, and how squads come and go.

use std::fmt;

use crate::brick::battle::{Battle, Deed, Formed, Measure, Measured, OrderKind, Refusal, Standard, Who};
use crate::brick::report::words::{self, inches, plate, squad, unit, units, who};
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
    let lengths = [
        ("", *range, " away"),
        ("", height.map(u16::from), " higher"),
        ("after a run of ", *run, ""),
        ("", showing.map(u16::from), " to be seen"),
    ];
    let length =
        |(before, inches, after): (&str, Option<u16>, &str)| Some(format!("{before}{}{after}", words::inches(inches?)));
    let hidden = cover.map(|it| format!("{it} of 3 sections hidden"));
    let marks = [(*is_still, "standing still", "moving"), (*is_outnumbered, "outnumbered", "not outnumbered")];
    let mark = |(is_so, yes, no): (Option<bool>, &str, &str)| is_so.map(|it| if it { yes } else { no }.to_owned());
    let near = (!near.is_empty()).then(|| Rich::said(format_args!("with {} near", units(battle, near))));
    let parts = lengths.into_iter().filter_map(length).chain(hidden).chain(marks.into_iter().filter_map(mark));
    let parts: Vec<Rich> = parts.map(Rich::plain).chain(near).collect();
    say!(out, "{} at {}", who(battle, measure.by), who(battle, measure.at));
    out.push(if parts.is_empty() { "" } else { ": " });
    out.joined(", ", &parts, Rich::append);
    out.push(".");
}

pub(crate) fn spent_on(on: Deed) -> &'static str {
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

pub(crate) fn could_not(order: OrderKind) -> &'static str {
    failure(order).0
}

/// The words for a failed order, and the rule that says what is possible.
fn failure(order: OrderKind) -> (&'static str, &'static str) {
    match order {
        OrderKind::Organise => ("could not regroup", "BS-5.3"),
        OrderKind::Brace => ("could not brace", "BS-17.4"),
        OrderKind::Reserve => ("could not keep its Action", "BX-12"),
        OrderKind::Shoot => ("could not shoot", "BC-14.2"),
        OrderKind::Melee => ("could not fight", "BC-8.2"),
        OrderKind::Move => ("could not move", "BX-8"),
        OrderKind::Charge => ("could not charge", "BC-16.1"),
        OrderKind::Withdraw => ("could not withdraw", "BC-8.14"),
    }
}

/// `Tex and Morgan could not fight: the target was out of reach.`, or **BS-16.3** who took the hits instead.
pub(crate) fn refused(out: &mut Rich, battle: &Battle, them: &[Who], order: OrderKind, why: Refusal) {
    say!(out, "{} ", words::all(battle, them));
    let blows = if order == OrderKind::Shoot { "shots" } else { "blows" };
    match why {
        Refusal::CannotSingleOut => {
            say!(out, "had too small a target to single it out: the {blows} fell on all of them.");
        }
        // Of a single unit, there is nobody who could be left.
        Refusal::Gone if them.iter().all(|it| matches!(it, Who::Unit(_))) => {
            let squad_of = |it: &Who| if let Who::Unit(unit) = it { battle.unit(*unit).squad } else { None };
            match them.iter().find_map(squad_of) {
                Some(it) => say!(out, "{} apart: by then it was in {}.", could_not(order), squad(battle, it)),
                None => say!(out, "{}: gone before it came to that.", could_not(order)),
            }
        }
        _ => say!(out, "{}: {}.", could_not(order), refused_because(battle, them.len(), why)),
    }
}

/// Why something comes to nothing, as things stand.
pub(crate) fn refusal(battle: &Battle, why: Refusal) -> impl fmt::Display {
    fmt::from_fn(move |f| reason(battle, (1, why), "", |is, _| is, |words, _| f.write_fmt(words)))
}

/// Why the order of `count` squads or figures came to nothing.
pub(crate) fn refused_because(battle: &Battle, count: usize, why: Refusal) -> impl fmt::Display {
    fmt::from_fn(move |f| reason(battle, (count, why), "", |_, was| was, |words, _| f.write_fmt(words)))
}

/// The rule that a refusal rests on.
pub(crate) fn rule_of_refusal(battle: &Battle, order: OrderKind, why: Refusal) -> &'static str {
    match (order, why) {
        (OrderKind::Shoot, Refusal::Engaged) => "BC-14.4",
        _ => reason(battle, (1, why), failure(order).1, |_, was| was, |_, rule| rule),
    }
}

/// Hands a reason to `tell`, and the rule that it rests on: that of the `order`, unless the reason has one of its
/// own. `verb` picks the tense of each verb, from present and past.
fn reason<T>(
    battle: &Battle,
    (count, why): (usize, Refusal),
    order: &'static str,
    verb: impl Fn(&'static str, &'static str) -> &'static str,
    tell: impl FnOnce(fmt::Arguments<'_>, &'static str) -> T,
) -> T {
    let (is, has, are) = (verb("is", "was"), verb("has", "had"), verb("are", "were"));
    let (can, lies) = (verb("cannot", "could not"), verb("would lie", "would have lain"));
    let (aims, stays) = (verb("aims", "aimed"), verb("stays", "stayed"));
    let (it, it_is, it_has) = if count == 1 { ("it", is, has) } else { ("they", are, verb("have", "had")) };
    let name = |id| unit(battle, id);
    match why {
        Refusal::Gone => tell(format_args!("nobody of it {is} left"), order),
        Refusal::TargetGone => tell(format_args!("the target {is} gone"), order),
        Refusal::NoAction { unit: id } => {
            let squad = battle.unit(id).squad.and_then(|it| battle.squad(it));
            // **BS-17.4** Nobody has seen the squad brace, so it is told.
            let braced = if squad.is_some_and(|it| it.is_braced) { ", having braced" } else { "" };
            tell(format_args!("{} {has} no Action left this round{braced}", name(id)), "BX-20")
        }
        Refusal::FormedUp { unit } => tell(format_args!("{} {has} formed up this round", name(unit)), "BS-5.5"),
        Refusal::Disrupted => tell(format_args!("{it} {it_is} disrupted"), "BX-9"),
        Refusal::Held => {
            tell(format_args!("somebody {has} hold of {}", if count == 1 { "it" } else { "them" }), "BC-8.8")
        }
        Refusal::Engaged => tell(format_args!("{it} {it_is} in close combat"), "BC-7.2"),
        Refusal::NotEngaged => tell(format_args!("{it} {it_is} not in close combat"), "BC-7.2"),
        Refusal::NoSight => tell(format_args!("the target {is} out of sight"), "BC-1.2"),
        Refusal::NotMeasured => tell(format_args!("nobody {has} said how far it {is}"), "BC-1.4"),
        Refusal::NoMap => tell(format_args!("there {is} no map to go anywhere on"), "BX-8"),
        Refusal::OutOfReach => tell(format_args!("the target {is} out of reach"), "BC-1.3"),
        Refusal::OutOfRange { distance, range } => {
            tell(format_args!("the target {is} out of range, {distance} of {range}"), "BC-1.4")
        }
        Refusal::NoWeapon => tell(format_args!("nothing in hand {} for it", verb("will do", "would do")), order),
        Refusal::NoFreeHand => tell(format_args!("no hand {is} free"), "BC-8.5"),
        Refusal::OtherHandFull => tell(format_args!("the other hand {is} full"), "BX-31"),
        Refusal::TooLarge => tell(format_args!("the target {is} too large"), "BC-8.11"),
        Refusal::Crowded => tell(format_args!("as many as can {are} at the target already"), "BC-3.9"),
        Refusal::CannotSingleOut => tell(format_args!("the target {is} too small to be singled out"), "BS-16.3"),
        Refusal::NobodyThere => tell(format_args!("nobody {is} near where it was thought to be"), "BC-4.8"),
        Refusal::OwnSide => tell(format_args!("the target {is} of its own side"), "BX-13"),
        Refusal::NoRoom => tell(format_args!("there {is} no room for it"), "BS-14.3"),
        Refusal::NoChargeWeapon => tell(format_args!("there {is} nothing to charge with"), "BC-17.1"),
        Refusal::NoLane => tell(format_args!("no straight way {} to the target", verb("leads", "led")), "BC-16.1"),
        Refusal::RunTooLong { needs, has: own } => {
            let strike = verb("would strike", "would have struck");
            tell(format_args!("it {is} {} to where {it} {strike}, and {it} {it_has} {own}", inches(needs)), "BX-8")
        }
        Refusal::OneTarget => tell(format_args!("there is one target a round, and {it} {it_has} another"), "BC-14.2"),
        Refusal::Aims => tell(format_args!("{it} {aims}, and so {stays} where {it} {it_is}"), "BC-2.13"),
        Refusal::NoMomentum => tell(format_args!("{it} {it_has} no momentum to add"), "BC-16.7"),
        Refusal::JoinedThisRound { unit } => {
            tell(format_args!("{} {has} only joined this round", name(unit)), "BS-5.10")
        }
        Refusal::PlateTooSmall { needs } => {
            let needs = how_many(usize::from(needs), "tile", "tiles");
            tell(format_args!("the plate {is} smaller than the {needs} they {}", verb("need", "needed")), "BS-2.3")
        }
        Refusal::NoRoomForPlate => tell(format_args!("there {is} no room where the plate {lies}"), "BX-8"),
        Refusal::TooFar { unit } => tell(format_args!("{} {is} too far away", name(unit)), "BS-5.4"),
        Refusal::NotAMember { unit } => tell(format_args!("{} {is} not of that squad", name(unit)), order),
        Refusal::BadStandard => tell(format_args!("the standard {can} be there"), "BS-3.3"),
        Refusal::BadPlace { unit } => tell(format_args!("{} {can} stand there", name(unit)), "BS-5.3"),
        Refusal::NotAhead => tell(format_args!("cavalry do not go that way"), "BS-8.4"),
        Refusal::NoWay => tell(format_args!("there {is} no way there"), "BX-8"),
        Refusal::NothingToUse => tell(format_args!("there {is} nothing to use within reach"), order),
        Refusal::NothingHeld => tell(format_args!("{it} {} nobody", verb("holds", "held")), "BC-8.9"),
        Refusal::EngagedThisRound => tell(format_args!("{it} {it_has} engaged this round"), "BC-6.8"),
    }
}
