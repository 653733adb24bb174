//! Which events are told together on one line.

use crate::brick::battle::{Battle, Event, Who};
use crate::field::UnitId;
use crate::page::Part;

/// The part of the report that an event belongs to, after an event of `part`. The parts never go back.
pub(super) fn part_after(part: Part, event: &Event) -> Part {
    let next = match event {
        Event::PhaseBegan { phase } => Part::Of(*phase),
        Event::ObjectiveCounted { .. } | Event::Scored { .. } | Event::GoalMet { .. } => Part::Objectives,
        Event::Ended { .. } => Part::End,
        Event::RoundBegan { .. } | Event::Announced { .. } | Event::Arrived(_) | Event::ArrivalDelayed { .. } => {
            Part::NextRound
        }
        _ => part,
    };
    part.max(next)
}

/// What an event is to its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    /// Somebody sets about something: a line begins.
    Begins,
    /// What they do for it, and the dice of the attempt.
    Tries,
    /// What comes of it.
    Follows,
}

fn role(event: &Event) -> Role {
    match event {
        Event::FormedUp { .. }
        | Event::ActionSpent { .. }
        | Event::Linked { .. }
        | Event::Stepped { .. }
        | Event::CounterDeclared { .. }
        | Event::HandUsed(_)
        | Event::Gripped { .. }
        | Event::AttackRolled(_)
        | Event::Ran { .. } => Role::Tries,
        Event::ParryRolled(_)
        | Event::Bailed(_)
        | Event::ItemLost { .. }
        | Event::ItemBroken { .. }
        | Event::DistanceRolled { .. }
        | Event::DamageRolled { .. }
        | Event::Harmed(_)
        | Event::HitWasted { .. }
        | Event::Killed { .. }
        | Event::OverkillCarried { .. }
        | Event::MissTracked { .. }
        | Event::Exploded { .. }
        | Event::Unlinked { .. }
        | Event::Grabbed { .. }
        | Event::Released { .. }
        | Event::Pushed(_)
        | Event::Disrupted { .. }
        | Event::MixedUp { .. }
        | Event::MomentumRolled { .. }
        | Event::Held { .. }
        | Event::PlateKnocked { .. }
        | Event::HazardMet { .. }
        | Event::SquadEnded { .. } => Role::Follows,
        _ => Role::Begins,
    }
}

/// Who does what an event tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doer {
    /// They set about something new.
    Begins(Who),
    /// They go on with what they set about before.
    GoesOn(Who),
}

/// Who does what each event tells, if anybody does. What members do, their squad does.
pub(super) fn doers(before: &Battle, events: &[Event]) -> Vec<Option<Doer>> {
    let mut battle = before.clone();
    let doer = |event: &Event| {
        let of = |unit: &UnitId| Some(Doer::GoesOn(battle.who(*unit)));
        let doer = match event {
            Event::Declared { by, .. } => Some(Doer::Begins(*by)),
            Event::Moved(it) => Some(Doer::Begins(it.who)),
            Event::HandUsed(it) if !it.is_counter => of(&it.unit),
            Event::CounterDeclared { against, .. } => of(against),
            Event::AttackRolled(it) => of(&it.by),
            Event::MomentumRolled { who, is_opposition: false, .. } => who.first().and_then(of),
            _ => None,
        };
        battle.apply(event);
        doer
    };
    events.iter().map(doer).collect()
}

/// Whether the deeds at `at` are those of others than this run has told of so far. All who do something declare it
/// before anybody does it.
fn is_of_others(events: &[Event], doers: &[Option<Doer>], start: usize, at: usize) -> bool {
    let begins = |who: Who| doers[start..at].contains(&Some(Doer::Begins(who)));
    let is_first = matches!(doers[at], Some(Doer::GoesOn(_)))
        && doers[start..at].iter().any(Option::is_some)
        && !doers[start..at].iter().any(|it| matches!(it, Some(Doer::GoesOn(_))));
    // What is tried in one step is one deed, no matter who tries it.
    let kind = role(&events[at]);
    let deeds = events[at..].iter().zip(&doers[at..]).take_while(|it| role(it.0) == kind);
    is_first && !deeds.filter_map(|it| *it.1).any(|it| matches!(it, Doer::GoesOn(who) if begins(who)))
}

/// Where the run of events ends that begins at `start`: it holds what somebody sets about, what they do for it, and
/// what comes of it. **BC-3.2** Those who attack together are told together.
pub(super) fn end_of_run(events: &[Event], doers: &[Option<Doer>], start: usize) -> usize {
    let mut last = role(&events[start]);
    let mut end = start + 1;
    while let Some(event) = events.get(end) {
        let next = role(event);
        // **BC-7.5** All who get up are told at once.
        let get_up = matches!((&events[start], event), (Event::Recovered { .. }, Event::Recovered { .. }));
        let declared = declared_next(&events[end..]);
        let begins = (next == Role::Begins && !get_up) || declared.is_some();
        let is_begun = begins && !declared.is_some_and(|it| is_together(&events[start..end], it));
        // In a step all hands are used before any dice fall, and grabs and shoves are no part of it. So after a miss
        // without consequences, the next fight begins.
        let is_struck = !is_blow(event) && events[start..end].iter().any(is_blow);
        // A refusal is no part of what others do next.
        let is_over = last == Role::Follows || is_struck || matches!(events[start], Event::Refused { .. });
        let is_tried_anew = next == Role::Tries && is_over && is_attempt(event);
        if is_begun || is_tried_anew || is_of_others(events, doers, start, end) {
            break;
        }
        last = next;
        end += 1;
    }
    end
}

/// What is declared here, or right after what leads to it: **BC-16.7** the momentum of a throw, **BC-7.1** or steps.
fn declared_next(events: &[Event]) -> Option<&Event> {
    let steps = events.iter().take_while(|it| matches!(it, Event::Stepped { .. })).count();
    match &events[steps..] {
        [it @ Event::Declared { .. }, ..]
        | [Event::MomentumRolled { .. }, Event::Ran { .. }, it @ Event::Declared { .. }, ..] => Some(it),
        _ => None,
    }
}

/// Whether a declaration belongs to the one just before, because they shoot or fight as one.
fn is_together(run: &[Event], event: &Event) -> bool {
    let Event::Declared { does, at, .. } = event else { return false };
    let is_other = |it: &Event| matches!(it, Event::Declared { does: first, at: of, .. } if (first, of) != (does, at));
    let is_before = |it: &Event| {
        matches!(
            it,
            Event::Declared { .. }
                | Event::ActionSpent { .. }
                | Event::Linked { .. }
                | Event::Stepped { .. }
                | Event::MomentumRolled { .. }
                | Event::Ran { .. }
        )
    };
    run.iter().all(|it| is_before(it) && !is_other(it))
}

/// Whether somebody strikes or shoots.
fn is_blow(event: &Event) -> bool {
    matches!(event, Event::AttackRolled(it) if it.does.strikes())
}

/// Whether an event is an attempt in a fight that goes on.
fn is_attempt(event: &Event) -> bool {
    matches!(
        event,
        Event::CounterDeclared { .. }
            | Event::HandUsed(_)
            | Event::Gripped { .. }
            | Event::Stepped { .. }
            | Event::AttackRolled(_)
    )
}
