//! Sentences about formations. A formation is told as one, whatever each of its members does.

use std::fmt::{self, Display as _};

use crate::diagnostic::{capitalised, count, join};
use crate::field::{Direction, SquadId, UnitId, grouped};
use crate::line::battle::{
    Battle, BreakCause, Event, Formation, FormationEvent, FormationId, LeaderOut, LeaderTrouble, NoStep, NotDisbanded,
    Part, Plight, PlightCause, PlightEnd, ShuffleTrouble, Side, Standstill, StartTrouble, Step, StepTaken, Unsteady,
};
use crate::page::{Rich, say, say_if};

use super::{how_many, name, squad, unit, verb};

/// **F-1** Sentences for a formation's deed and its direct results.
pub(super) fn write_events(out: &mut Rich, battle: &Battle, events: &[&Event]) {
    let deeds: Vec<&FormationEvent> = events.iter().filter_map(|it| it.of_formation()).collect();
    match deeds[..] {
        [FormationEvent::Shuffled { steps, .. }, start] => {
            one(out, battle, start);
            into_place(out, battle, steps);
        }
        [FormationEvent::Stepped(_), ..] => {
            march(out, battle, &events.iter().filter_map(|it| it.step()).collect::<Vec<_>>());
        }
        _ => out.joined(" ", deeds, |out, it| one(out, battle, it)),
    }
}

fn one(out: &mut Rich, battle: &Battle, event: &FormationEvent) {
    match event {
        FormationEvent::Shuffled { squads, steps } => {
            say!(out, "{} shuffled.", named_by(battle, squads));
            into_place(out, battle, steps);
        }
        FormationEvent::Started { squads, members, leader, stuck, .. } => {
            let units = how_many(members.len(), "unit", "units");
            say!(out, "{} formed up: {units}{}.", named_by(battle, squads), led(battle, *leader));
            for it in battle.formations().iter().filter(|it| is_parted(it, members)) {
                let gone: Vec<UnitId> = it.members.iter().copied().filter(|it| members.contains(it)).collect();
                say!(out, " {} left the formation of {}.", by_squad(battle, &gone), named(battle, it.id));
            }
            out.joined("", stuck, |out, it| say!(out, " {}.", capitalised(&trouble(battle, it))));
        }
        FormationEvent::StartFailed { squads, why, costs_turn, .. } => {
            say!(out, "{} could not form up: {}.", named_by(battle, squads), troubles(battle, why));
            say_if!(out, *costs_turn, " It neither shoots nor moves this round (F-12).");
        }
        FormationEvent::Disbanded { formation } => say!(out, "{} disbanded.", named(battle, *formation)),
        FormationEvent::NotDisbanded { squad: who, why: NotDisbanded::InNone } => {
            say!(out, "{} was to disband, but was in no formation.", squad(battle, *who));
        }
        FormationEvent::NotDisbanded { squad: who, why: NotDisbanded::NoFreeAction { units } } => {
            say!(out, "{} did not disband: {} (F-10).", squad(battle, *who), spent(battle, units));
        }
        FormationEvent::Stepped(it) => march(out, battle, &[it]),
        FormationEvent::StoodStill { formation, why } => {
            let did = if *why == Standstill::MovedAlready { "took no second order" } else { "stayed" };
            say!(out, "{} {did}: {}.", named(battle, *formation), standstill(*why));
        }
        FormationEvent::Left { formation, units } => {
            say!(out, "{} left the formation of {}.", by_squad(battle, units), named(battle, *formation));
        }
        FormationEvent::BrokeUp { formation, why, parts } => broke_up(out, battle, *formation, *why, parts),
        FormationEvent::Dissolved { formation } => {
            say!(out, "{}: no formation any more, with fewer than two of it left.", named(battle, *formation));
        }
        FormationEvent::VolleyLost { formation, squad: who, unit: target, .. } => {
            let has_others = battle.formation(*formation).is_some_and(|it| 1 < it.squads.len());
            say!(out, "{}", squad(battle, *who));
            say_if!(out, has_others, ", with {},", named(battle, *formation));
            say!(out, " fired a volley at {}, who no longer stood: wasted.", unit(battle, *target));
        }
        FormationEvent::PlightBegan { plight, units, until, cause } => {
            let by = match cause {
                PlightCause::Stun { weapon, .. } => &battle.setup().weapon(*weapon).name,
                PlightCause::Ability(id) => &battle.setup().ability(*id).name,
            };
            let (who, is) = (by_squad(battle, units), verb(units.len(), "is", "are"));
            say!(out, "{who} {is} {} by {by} until the movement of round {until} is over.", self::plight(*plight));
        }
        FormationEvent::PlightEnded { plight, units, why } => {
            let by = match why {
                PlightEnd::Time => String::new(),
                PlightEnd::Ability(id) => format!(", by {}", battle.setup().ability(*id).name),
            };
            let is = verb(units.len(), "is", "are");
            say!(out, "{} {is} no longer {}{by}.", by_squad(battle, units), self::plight(*plight));
        }
    }
}

/// Whether some of a formation's members, but not all, are among these units.
fn is_parted(formation: &Formation, units: &[UnitId]) -> bool {
    let gone = formation.members.iter().filter(|it| units.contains(it)).count();
    0 < gone && gone < formation.members.len()
}

// Names

/// A formation's name.
pub(super) fn named(battle: &Battle, id: FormationId) -> impl fmt::Display {
    fmt::from_fn(move |f| match battle.formation(id) {
        Some(it) => name(battle.formation_name(it), is_ours(battle, &it.squads)).fmt(f),
        None => f.write_str("the formation"),
    })
}

/// The name of a formation that these squads would form.
fn named_by(battle: &Battle, squads: &[SquadId]) -> impl fmt::Display {
    let names: Vec<&str> = squads.iter().map(|it| battle.setup().squad(*it).name.as_str()).collect();
    name(names.join(" + "), is_ours(battle, squads))
}

fn is_ours(battle: &Battle, squads: &[SquadId]) -> bool {
    squads.first().is_some_and(|it| battle.side(*it) == Side::Players)
}

fn led(battle: &Battle, leader: Option<UnitId>) -> String {
    leader.map_or(", without a leader".to_owned(), |it| format!(", directed by {}", unit(battle, it)))
}

/// `Alpha 1, Alpha 2 and 6 more`
pub(crate) fn unit_names(battle: &Battle, units: &[UnitId]) -> String {
    const NAMED: usize = 4;
    let mut names: Vec<String> = units.iter().take(NAMED).map(|it| unit(battle, *it).to_owned()).collect();
    if NAMED < units.len() {
        names.truncate(NAMED - 1);
        names.push(format!("{} more", units.len() + 1 - NAMED));
    }
    join(&names, "and")
}

/// `Alpha 1 and Alpha 2 are`
fn are(battle: &Battle, units: &[UnitId]) -> String {
    format!("{} {}", unit_names(battle, units), verb(units.len(), "is", "are"))
}

/// `6 of Bows and Old Guard 2`: how many of each squad, or the unit's name if there is only one.
fn by_squad(battle: &Battle, units: &[UnitId]) -> String {
    let squads = grouped(units.iter().map(|it| (battle.unit(*it).squad, *it)));
    let told = |(of, them): &(SquadId, Vec<UnitId>)| match them[..] {
        [only] => unit(battle, only).to_owned(),
        _ => format!("{} of {}", them.len(), battle.setup().squad(*of).name),
    };
    join(&squads.iter().map(told).collect::<Vec<_>>(), "and")
}

// Starting

fn into_place(out: &mut Rich, battle: &Battle, steps: &[Step]) {
    out.push(" Into place: ");
    out.list(steps, |out, it| say!(out, "{} to {}", unit(battle, it.unit), it.to));
    out.push(".");
}

/// Everything that is in the way of a formation, with `; ` between.
pub(crate) fn troubles(battle: &Battle, why: &[StartTrouble]) -> String {
    why.iter().map(|it| trouble(battle, it)).collect::<Vec<_>>().join("; ")
}

/// One thing that is in the way of a formation, with its rule.
pub(crate) fn trouble(battle: &Battle, it: &StartTrouble) -> String {
    match it {
        StartTrouble::TooFew { members } if members.is_empty() => "nobody would be in it (F-5)".to_owned(),
        StartTrouble::TooFew { .. } => "one alone is no formation (F-5)".to_owned(),
        StartTrouble::NoLeader { nearest: Some((who, distance, lead)), .. } => {
            let (who, away) = (unit(battle, *who), count(*distance, "tile", "tiles"));
            format!("nobody is near enough to direct it: {who} is {away} away, and {lead} is the most (F-6)")
        }
        StartTrouble::NoLeader { nearest: None, .. } => "nobody can direct it (F-6)".to_owned(),
        StartTrouble::Leader { leader, why } => format!("{} (F-6)", leader_trouble(unit(battle, *leader), *why)),
        StartTrouble::Untrained { units: who } => {
            format!("{} {} a leader (F-6)", unit_names(battle, who), verb(who.len(), "needs", "need"))
        }
        StartTrouble::Undrilled { units } => format!("{} not trained for it (F-7)", are(battle, units)),
        StartTrouble::Gaps { groups } => {
            let apart: Vec<String> = groups.iter().map(|it| unit_names(battle, it)).collect();
            format!("it stands in {} groups, {} (F-8)", groups.len(), apart.join(" | "))
        }
        StartTrouble::Unsteady { units } => {
            let alike = grouped(units.iter().map(|(it, why)| (unsteady(*why), *it)));
            let each: Vec<String> = alike.iter().map(|(how, who)| format!("{} {how}", are(battle, who))).collect();
            format!("{} (F-9)", join(&each, "and"))
        }
        StartTrouble::NoFreeAction { units } => format!("{} (F-10)", spent(battle, units)),
        StartTrouble::Stuck { unit: who, to, why } => {
            format!("{} can't step to {to}: {} (F-11)", unit(battle, *who), stuck(*why))
        }
    }
}

fn spent(battle: &Battle, units: &[UnitId]) -> String {
    let has = verb(units.len(), "has", "have");
    format!("{} {has} spent the Free Action of this round", unit_names(battle, units))
}

fn leader_trouble(who: &str, why: LeaderTrouble) -> String {
    match why {
        LeaderTrouble::IsDown => format!("{who} doesn't stand"),
        LeaderTrouble::IsEnemy => format!("{who} is on the other side"),
        LeaderTrouble::NoLeader => format!("{who} can't direct anybody"),
        LeaderTrouble::Unsteady(it) => format!("{who} is {}", unsteady(it)),
        LeaderTrouble::OutOfRange { distance, lead } => {
            format!("{who} is {} away, and {lead} is the most", count(distance, "tile", "tiles"))
        }
        LeaderTrouble::Directs => format!("{who} has directed another formation"),
        LeaderTrouble::NoFreeAction => format!("{who} has spent the Free Action of this round"),
    }
}

/// Why a unit isn't steady, to follow "is".
pub(crate) fn unsteady(it: Unsteady) -> &'static str {
    match it {
        Unsteady::Dazed => "dazed",
        Unsteady::Panicked => "of a broken squad",
        Unsteady::Frenzied => "frenzied",
    }
}

fn stuck(why: ShuffleTrouble) -> &'static str {
    match why {
        ShuffleTrouble::NoMember => "it is not to be in the formation",
        ShuffleTrouble::NotOneStep => "that is not one step away",
        ShuffleTrouble::Engaged => "it is in melee",
        ShuffleTrouble::CannotMove => "it can't move now",
        ShuffleTrouble::Impassable => "nobody can stand there",
        ShuffleTrouble::EnemyZone => "that is in reach of an enemy",
        ShuffleTrouble::Taken => "somebody stands there",
    }
}

// Marching

/// **F-20, F-21** All Steps of a formation: `Alpha marched north 3, then east: 4 Steps, 5 MP for everybody.`
fn march(out: &mut Rich, battle: &Battle, taken: &[&StepTaken]) {
    let Some(last) = taken.last() else { return };
    say!(out, "{}", named(battle, last.formation));
    let stood = taken.iter().all(|it| it.steps.is_empty());
    let went = if stood { "stood".to_owned() } else { ways(taken) };
    let price: u16 = taken.iter().map(|it| it.price).sum();
    say!(out, " {went}: {}, {price} MP for everybody.", how_many(taken.len(), "Step", "Steps"));
    let stayed = grouped(taken.iter().flat_map(|it| it.stayed.iter().copied()));
    if !stayed.is_empty() {
        const NAMED: usize = 4;
        out.push(" Not everybody kept step: ");
        let few = &stayed[..stayed.len().min(NAMED)];
        out.list(few, |out, (who, why)| say!(out, "{} ({})", unit(battle, *who), no_step(why[0])));
        say_if!(out, NAMED < stayed.len(), ", and {} more", stayed.len() - NAMED);
        out.push(".");
    }
    say_if!(out, last.has_gap, " There is a gap in it now (F-13).");
    match last.leader_out {
        None => (),
        Some(LeaderOut::OutOfRange(distance)) => {
            let away = count(distance, "tile", "tiles");
            say!(out, " Its leader, {away} away, can't direct it from there (F-14).");
        }
        Some(LeaderOut::IsDown) => out.push(" Its leader has fallen, and nobody directs it (F-14)."),
    }
}

/// `marched north 3, then east`: how a formation went.
fn ways(taken: &[&StepTaken]) -> String {
    // In a wheel not every unit takes each Step. If some of the units that should can't, the others may all go one way
    // by chance.
    let is_unclear = |it: &&StepTaken| !it.stayed.is_empty() && it.steps.len() + it.stayed.len() < it.left.len();
    let way = |it: &&StepTaken| -> Option<&'static str> {
        let mut all = it.steps.iter().map(|step| step.to.offset_from(step.from));
        let first = all.next();
        if !all.all(|other| Some(other) == first) {
            return None;
        }
        let Some(first) = first else { return Some("in place") };
        Direction::ALL.into_iter().find(|it| it.offset() == first).map(Direction::word)
    };
    // A Step that nobody could take isn't told as standing in place.
    let moved = taken.iter().filter(|it| !it.steps.is_empty() || it.stayed.is_empty());
    let Some(all) = moved.map(way).collect::<Option<Vec<&str>>>() else {
        return "marched and wheeled".to_owned();
    };
    if taken.iter().any(is_unclear) {
        return "marched".to_owned();
    }
    let runs = all.chunk_by(|a, b| a == b);
    let told = runs.map(|it| if it.len() == 1 { it[0].to_owned() } else { format!("{} {}", it[0], it.len()) });
    format!("marched {}", told.collect::<Vec<_>>().join(", then "))
}

/// Why a member did not take its step.
pub(crate) fn no_step(why: NoStep) -> String {
    match why {
        NoStep::Impassable => "nobody can go there".to_owned(),
        NoStep::EnemyZone => "an enemy is in reach there".to_owned(),
        NoStep::Taken => "somebody stands there".to_owned(),
        NoStep::TooDear { cost, left } => {
            format!("it costs {cost} MP and {left} {} left", verb(left.into(), "is", "are"))
        }
        NoStep::NoComplexAction => "has used its Complex Action, F-23".to_owned(),
        NoStep::Unsteady(it) => unsteady(it).to_owned(),
        NoStep::LostTurn => "has lost its move, F-12".to_owned(),
    }
}

/// Why a formation stays where it is.
pub(crate) fn standstill(why: Standstill) -> &'static str {
    match why {
        Standstill::Engaged => "somebody of it is in melee (V-1)",
        Standstill::NoWay => "no way leads nearer (F-20)",
        Standstill::MovedAlready => "a formation moves once a round (F-20)",
        Standstill::NobodyMayMove => "not one of its members may move (F-23)",
        Standstill::TargetGone => "what it was to go to is gone",
    }
}

fn broke_up(out: &mut Rich, battle: &Battle, id: FormationId, why: BreakCause, parts: &[Part]) {
    say!(out, "{}", named(battle, id));
    out.push(match why {
        BreakCause::Gap | BreakCause::GapAtEnd => " broke up at a gap (F-13): ",
        BreakCause::Leader => " broke up, its leader out of range (F-14): ",
        BreakCause::LeaderDown => " broke up, its leader fallen (F-14): ",
    });
    out.joined("; ", parts, |out, part| {
        out.push(&by_squad(battle, &part.members));
        match part.formation {
            Some(_) => say!(out, " {} on{}", verb(part.members.len(), "goes", "go"), led(battle, part.leader)),
            None => out.push(verb(part.members.len(), " stops", " stop")),
        }
    });
    out.push(".");
}

/// The state of a unit with a plight, to follow "is".
pub(crate) fn plight(it: Plight) -> &'static str {
    match it {
        Plight::Dazed => "dazed",
        Plight::Frenzied => "frenzied",
    }
}
