//! Explains what happened to a formation.

use crate::diagnostic::capitalised;
use crate::field::{UnitId, summed};
use crate::line::battle::{Battle, BreakCause, FormationEvent, LeaderOut, Part, Plight, PlightCause, StepTaken};
use crate::line::report::why::AddLine;
use crate::line::report::words::formation::{no_step, trouble, troubles, unit_names};
use crate::line::report::words::{how_many, unit, verb};
use crate::page::{Rich, say, say_if};

/// The main rule behind a formation's event.
pub(super) fn rule_of(event: &FormationEvent) -> &'static str {
    match event {
        FormationEvent::Shuffled { .. } => "F-11",
        FormationEvent::Started { .. } => "F-5",
        FormationEvent::StartFailed { .. } => "F-12",
        FormationEvent::Disbanded { .. } | FormationEvent::NotDisbanded { .. } => "F-10",
        FormationEvent::Stepped(_) | FormationEvent::StoodStill { .. } => "F-20",
        FormationEvent::Left { .. } | FormationEvent::Dissolved { .. } => "F-13",
        FormationEvent::BrokeUp { why: BreakCause::Leader | BreakCause::LeaderDown, .. } => "F-14",
        FormationEvent::BrokeUp { .. } => "F-13",
        FormationEvent::VolleyLost { .. } => "F-3",
        FormationEvent::PlightBegan { .. } | FormationEvent::PlightEnded { .. } => "F-9",
    }
}

pub(super) fn explain(line: &mut AddLine<'_>, battle: &Battle, event: &FormationEvent) {
    // What a rule says whatever the case.
    let mut general = |words: &str| line(&|out| out.push(words));
    match event {
        FormationEvent::Shuffled { steps, .. } => line(&|out| {
            out.push("Units may take one step each, all at once, to get into place (F-11): ");
            out.list(steps, |out, it| say!(out, "{} {} to {}", unit(battle, it.unit), it.from, it.to));
            out.push(".");
        }),
        FormationEvent::Started { members, leader, stuck, .. } => {
            line(&|out| started(out, battle, members, *leader));
            for it in stuck {
                line(&|out| say!(out, "{}; it did no harm.", capitalised(&trouble(battle, it))));
            }
        }
        FormationEvent::StartFailed { why, costs_turn, .. } => {
            general("All requirements must hold at once when a formation starts (F-5). In the way:");
            why.iter().for_each(|it| line(&|out| say!(out, "{}.", capitalised(&trouble(battle, it)))));
            line(&|out| {
                out.push(match costs_turn {
                true => {
                    "The Free Action is spent all the same (F-10), and so are this round's Move and Complex Action: no \
                     shooting, no moving, no charge (F-12). Blows are still struck."
                }
                false => "The Free Action is spent all the same (F-10).",
            });
            });
        }
        FormationEvent::Disbanded { .. } => {
            general("A formation ends by order, at the price of a Free Action of each member (F-10).");
        }
        FormationEvent::NotDisbanded { .. } => {
            general("Only a formation that holds is given up, and that costs each member a Free Action (F-10).");
        }
        FormationEvent::Stepped(it) => stepped(line, battle, it),
        FormationEvent::StoodStill { .. } => {
            general("A formation moves as one body, once in a round, and not out of a melee (F-1, F-20).");
        }
        FormationEvent::Left { .. } => general(
            "Who gets away by himself, or is down, is no member any more; gaps that it leaves are looked at in Movement \
             (F-13).",
        ),
        FormationEvent::BrokeUp { why, parts, .. } => {
            general(match why {
                BreakCause::Gap => {
                    "A Step began with a gap and ended with one (F-13). A panicked or frenzied unit counts as a gap (F-15)."
                }
                BreakCause::GapAtEnd => {
                    "There is a gap when Movement is over (F-13). A panicked or frenzied unit counts as a gap (F-15)."
                }
                BreakCause::Leader => "A Step began and ended with the leader out of his range (F-14).",
                BreakCause::LeaderDown => "A Step began and ended after the leader had fallen (F-14).",
            });
            parts.iter().for_each(|it| line(&|out| part(out, battle, it)));
        }
        FormationEvent::Dissolved { .. } => {
            general("One alone is no formation; what is left of it is looked at when Movement is over (F-13).");
        }
        FormationEvent::VolleyLost { .. } => general(
            "A volley is aimed at one unit, and stays so (F-3); what is gone by then stays the target (S-5). The squad \
             counts as having shot (S-7).",
        ),
        FormationEvent::PlightBegan { plight, cause, .. } => line(&|out| {
            out.push(match cause {
                PlightCause::Stun { .. } => "A Stun weapon hurt it and did not fell it (A-6). ",
                PlightCause::Ability(_) => "An ability did it (C-7). ",
            });
            out.push(match plight {
                Plight::Dazed => "Who is dazed neither shoots nor strikes nor moves (F-9).",
                Plight::Frenzied => "A frenzied unit charges or strikes the nearest enemy (F-9).",
            });
        }),
        FormationEvent::PlightEnded { .. } => {
            general("It lasts until the movement phase is over, or an ability ends it (F-9, C-7).");
        }
    }
}

fn started(out: &mut Rich, battle: &Battle, members: &[UnitId], leader: Option<UnitId>) {
    out.push("All requirements hold (F-5): ");
    match leader {
        Some(it) => {
            let distance = battle.distance(battle.footprint(it), members).unwrap_or(0);
            let lead = battle.lead(it).unwrap_or(0);
            say!(out, "{} is {distance} from the nearest member and directs from {lead} (F-6)", unit(battle, it));
        }
        None => out.push("nobody of it needs a leader (F-6)"),
    }
    out.push(", all are trained (F-7), stand together (F-8) and are steady (F-9). ");
    say!(out, "{} {} the Free Action (F-10).", unit_names(battle, members), verb(members.len(), "spends", "spend"));
}

/// **F-20, F-21, F-22** Which units went where, what it cost, and what is left.
fn stepped(line: &mut AddLine<'_>, battle: &Battle, it: &StepTaken) {
    line(&|out| {
        say!(out, "Step {} (F-20): ", it.number);
        say_if!(out, it.steps.is_empty(), "nobody moves");
        out.list(&it.steps, |out, step| say!(out, "{} {} to {}", unit(battle, step.unit), step.from, step.to));
        say!(out, ". The dearest tile sets the price for all: {} MP (F-21). Left: ", it.price);
        let mut left: Vec<(u16, usize)> = summed(it.left.iter().map(|it| (it.1, 1)));
        left.sort_unstable();
        out.list(&left, |out, (mp, n)| say!(out, "{mp} MP for {}", how_many(*n, "unit", "units")));
        out.push(if left.iter().any(|it| it.0 == 0) { "; who can't pay it all goes to 0 (F-22)." } else { "." });
    });
    for (who, why) in &it.stayed {
        line(&|out| say!(out, "{} does not take the step: {} (F-20).", unit(battle, *who), no_step(*why)));
    }
    line(&|out| say_if!(out, it.has_gap, "There is a gap after it; the next Step may close it (F-13)."));
    line(&|out| match it.leader_out {
        None => (),
        Some(LeaderOut::OutOfRange(distance)) => {
            say!(out, "The leader is {distance} from the nearest member after it; the next Step may mend it (F-14).");
        }
        Some(LeaderOut::IsDown) => out.push("The leader has fallen; it is broken up by the next Step (F-14)."),
    });
}

/// **F-16, F-19**
fn part(out: &mut Rich, battle: &Battle, it: &Part) {
    out.push(&unit_names(battle, &it.members));
    let goes = verb(it.members.len(), "goes", "go");
    match (it.formation, it.leader.map(|it| unit(battle, it))) {
        (Some(_), Some(by)) => {
            say!(out, " {goes} on as a formation, directed by {by}: one leader, one formation (F-16).");
        }
        (Some(_), None) => say!(out, " {goes} on as a formation, and needs no leader (F-16)."),
        (None, _) => {
            out.push(verb(it.members.len(), " stops where it is (F-19)", " stop where they are (F-19)"));
            let why = troubles(battle, &it.why);
            say!(out, "{}{why}.", if why.is_empty() { "" } else { ": " });
        }
    }
}
