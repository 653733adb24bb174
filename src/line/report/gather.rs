//! Which events share a line of a report.

use crate::field::{SquadId, grouped};
use crate::line::battle::{Event, FormationEvent, MoveKind, Volley, VolleyKind};
use crate::page::Part;

/// The part of a report that an event is in, if the event before it is in `part`. Parts never go back.
pub(super) fn part_after(part: Part, event: &Event) -> Part {
    let next = match event {
        Event::PhaseBegan { phase } => Part::Of(*phase),
        Event::ObjectiveCounted { .. }
        | Event::Scored { .. }
        | Event::GoalMet { .. }
        | Event::GoalUndone { .. }
        | Event::GoalPartMet { .. } => Part::Objectives,
        Event::Ended { .. } | Event::Aftermath { .. } => Part::End,
        Event::RoundBegan { .. } => Part::NextRound,
        _ => part,
    };
    part.max(next)
}

/// The end of the run that begins at `start`: adjacent events that make up one squad's action, or what squads do to
/// each other at once.
pub(super) fn end_of_run(events: &[Event], start: usize) -> usize {
    let first = &events[start];
    let belongs = |it: &Event| match first {
        Event::Attacked(volley) => match it {
            Event::Attacked(other) if is_melee(volley.kind) => other.kind == volley.kind,
            Event::Attacked(other) => other.by == volley.by && !is_melee(other.kind),
            Event::HazardRolled { squad, .. } => is_melee(volley.kind) || *squad == volley.by,
            _ => false,
        },
        Event::AbilityUsed { waits_for: None, .. } | Event::AbilityTriggered { .. } => is_effect(it),
        Event::Moved(first) if is_press(first.kind) => matches!(it, Event::Moved(next) if next.kind == first.kind),
        Event::Charged(charge) => is_move_of(it, charge.squad, MoveKind::Charge),
        Event::Disengaged { squad, .. } => is_move_of(it, *squad, MoveKind::Disengage),
        Event::Aftermath { .. } => matches!(it, Event::Aftermath { .. }),
        Event::Formation(first) => continues_deed(first, it),
        _ => false,
    };
    start + 1 + events[start + 1..].iter().take_while(|it| belongs(it)).count()
}

/// The lines of a run, each as the indexes of its events.
pub(super) fn lines_of_run(events: &[Event], start: usize, end: usize) -> Vec<Vec<usize>> {
    match &events[start] {
        Event::Attacked(volley) if is_melee(volley.kind) => melees(events, start, end),
        Event::Attacked(_) => volleys(events, start, end),
        Event::PhaseBegan { .. } | Event::RoundBegan { .. } => Vec::new(),
        _ => vec![(start..end).collect()],
    }
}

/// One line for each target, and for each test of a hazardous weapon.
fn volleys(events: &[Event], start: usize, end: usize) -> Vec<Vec<usize>> {
    let key = |it: usize| events[it].volley().map(|it| (it.kind, it.at)).ok_or(it);
    grouped((start..end).map(|it| (key(it), it))).into_iter().map(|it| it.1).collect()
}

/// **M-6** One line for all squads that strike each other.
fn melees(events: &[Event], start: usize, end: usize) -> Vec<Vec<usize>> {
    let mut lines: Vec<(Vec<SquadId>, Vec<usize>)> = Vec::new();
    for (at, event) in events.iter().enumerate().take(end).skip(start) {
        let Event::Attacked(volley) = event else {
            lines.push((Vec::new(), vec![at]));
            continue;
        };
        let is_in = |line: &(Vec<SquadId>, Vec<usize>)| line.0.contains(&volley.by) || line.0.contains(&volley.at);
        let first = lines.iter().position(is_in).unwrap_or(lines.len());
        let mut melee = (vec![volley.by, volley.at], vec![at]);
        // The volley may join two melees into one.
        for (squads, more) in lines.extract_if(first.., |it| is_in(it)) {
            melee.0.extend(squads);
            melee.1.extend(more);
        }
        lines.insert(first, melee);
    }
    lines.iter_mut().for_each(|it| it.1.sort_unstable());
    lines.into_iter().map(|it| it.1).collect()
}

pub(super) fn is_melee(kind: VolleyKind) -> bool {
    matches!(kind, VolleyKind::CloseQuarters | VolleyKind::Blows)
}

/// **M-3, M-7** Whether a move presses in. All who press in at once share a line.
pub(super) fn is_press(kind: MoveKind) -> bool {
    matches!(kind, MoveKind::PressIn | MoveKind::PressBack)
}

fn is_effect(event: &Event) -> bool {
    matches!(
        event,
        Event::BoonBegan { .. }
            | Event::UnitBoonBegan { .. }
            | Event::AbilityInVain { .. }
            | Event::UnitActedAhead { .. }
            | Event::Rallied { .. }
            | Event::Healed { .. }
            | Event::CountsAsNotShot { .. }
            | Event::GroundChanged { .. }
            | Event::CommandRegained { .. }
            | Event::Arrived { .. }
            | Event::ArrivalDelayed { .. }
            | Event::ActedAhead { .. }
    )
}

/// **F-1** Whether an event continues a formation's deed, which is told as one: its start after the steps into place,
/// or a further Step of a march.
fn continues_deed(first: &FormationEvent, event: &Event) -> bool {
    let Event::Formation(event) = event else { return false };
    match (first, &**event) {
        (
            FormationEvent::Shuffled { squads, .. },
            FormationEvent::Started { squads: same, .. } | FormationEvent::StartFailed { squads: same, .. },
        ) => squads == same,
        (FormationEvent::Stepped(first), FormationEvent::Stepped(next)) => first.formation == next.formation,
        _ => false,
    }
}

fn is_move_of(event: &Event, squad: SquadId, kind: MoveKind) -> bool {
    matches!(event, Event::Moved(it) if it.squad == squad && it.kind == kind)
}

/// The volleys among some events.
pub(super) fn volleys_of<'a>(events: &[&'a Event]) -> Vec<&'a Volley> {
    events.iter().filter_map(|it| it.volley()).collect()
}
