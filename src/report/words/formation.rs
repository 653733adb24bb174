//! What happens to formations, in words.

use crate::battle::{Battle, FormationEvent, FormationId, Plight, SquadId, UnitId};
use crate::report::rich::{Rich, say};

use super::{count, squad, unit, verb};

/// **F-1** A sentence for everything that happens to a formation.
pub(super) fn told(out: &mut Rich, battle: &Battle, event: &FormationEvent) {
    match event {
        FormationEvent::Shuffled { squads: who, steps } => {
            squads(out, battle, who);
            out.push(" shuffles into place: ");
            out.list(steps, |out, it| say!(out, "{} to {}", unit(battle, it.unit), it.to));
            out.push(".");
        }
        FormationEvent::Started { squads: who, members, leader, .. } => {
            squads(out, battle, who);
            out.push(" forms up, ");
            count(out, members.len(), "unit", "units");
            match leader {
                Some(leader) => say!(out, " directed by {}.", unit(battle, *leader)),
                None => out.push(" without a leader."),
            }
        }
        FormationEvent::StartFailed { squads: who, costs_turn, .. } => {
            squads(out, battle, who);
            out.push(" could not form up");
            out.push(if *costs_turn { ", and loses its shooting and its move (F-12)." } else { "." });
        }
        FormationEvent::Disbanded { formation } => named(out, battle, *formation, " disbands."),
        FormationEvent::NotDisbanded { squad: who, .. } => {
            squad(out, battle, *who);
            out.push(" has no formation that it can disband.");
        }
        FormationEvent::Stepped(it) => {
            named(out, battle, it.formation, "");
            say!(out, ", Step {}: ", it.number);
            count(out, it.steps.len(), "unit moves", "units move");
            say!(out, ", {} MP each.", it.price);
        }
        FormationEvent::StoodStill { formation, .. } => named(out, battle, *formation, " stays in formation."),
        FormationEvent::Left { formation, units } => {
            out.list(units, |out, it| out.push(unit(battle, *it)));
            say!(out, " {} ", verb(units.len(), "leaves", "leave"));
            named(out, battle, *formation, ".");
        }
        FormationEvent::BrokeUp { formation, parts, .. } => {
            named(out, battle, *formation, " breaks up into ");
            count(out, parts.len(), "part", "parts");
            out.push(".");
        }
        FormationEvent::Dissolved { formation } => named(out, battle, *formation, " is no formation any more."),
        FormationEvent::VolleyLost { squad: who, unit: target, .. } => {
            squad(out, battle, *who);
            say!(out, " shoots at {}, who is gone: wasted.", unit(battle, *target));
        }
        FormationEvent::PlightBegan { plight, units, .. } => {
            afflicted(out, battle, units);
            out.push(match plight {
                Plight::Dazed => " dazed.",
                Plight::Frenzied => " frenzied.",
            });
        }
        FormationEvent::PlightEnded { plight, units, .. } => {
            afflicted(out, battle, units);
            out.push(match plight {
                Plight::Dazed => " dazed no more.",
                Plight::Frenzied => " frenzied no more.",
            });
        }
    }
}

fn squads(out: &mut Rich, battle: &Battle, who: &[SquadId]) {
    out.list(who, |out, it| squad(out, battle, *it));
}

fn named(out: &mut Rich, battle: &Battle, id: FormationId, rest: &str) {
    match battle.formation(id) {
        Some(it) => out.bold(&battle.formation_name(it)),
        None => out.push("The formation"),
    }
    out.push(rest);
}

fn afflicted(out: &mut Rich, battle: &Battle, units: &[UnitId]) {
    out.list(units, |out, it| out.push(unit(battle, *it)));
    out.push(verb(units.len(), " is", " are"));
}
