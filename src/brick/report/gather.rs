//! Which events are told together on one line.

use crate::brick::battle::{Event, Phase};

/// What a report has headings for: the phases of a round, and what comes after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Of(Phase),
    Objectives,
    /// The battle is over.
    End,
    NextRound,
}

impl Part {
    /// What stands above it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Part::Of(phase) => phase.name(),
            Part::Objectives => "Objectives",
            Part::End => "The end",
            Part::NextRound => "Next round",
        }
    }

    /// What programs call it.
    pub(super) fn key(self) -> &'static str {
        match self {
            Part::Of(Phase::Command) => "command",
            Part::Of(Phase::Shooting) => "shooting",
            Part::Of(Phase::Melee) => "melee",
            Part::Of(Phase::Movement) => "movement",
            Part::Of(Phase::Morale) => "morale",
            Part::Objectives => "objectives",
            Part::End => "end",
            Part::NextRound => "next_round",
        }
    }

    /// The part that an event is told in, if the one before it was told in this one. It never goes back.
    pub(super) fn after(self, event: &Event) -> Part {
        let next = match event {
            Event::PhaseBegan { phase } => Part::Of(*phase),
            Event::ObjectiveCounted { .. } | Event::Scored { .. } | Event::GoalMet { .. } => Part::Objectives,
            Event::Ended { .. } => Part::End,
            Event::RoundBegan { .. } | Event::Announced { .. } | Event::Arrived(_) | Event::ArrivalDelayed { .. } => {
                Part::NextRound
            }
            _ => self,
        };
        self.max(next)
    }
}

/// How an event stands to those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    /// Something that somebody sets about: a line begins.
    Begins,
    /// What they do for it, and the dice of the attempt.
    Tries,
    /// What comes of it.
    Comes,
}

fn step(event: &Event) -> Step {
    match event {
        Event::PhaseBegan { .. }
        | Event::PassBegan { .. }
        | Event::PolicySet { .. }
        | Event::SquadFormed(_)
        | Event::NotFormed { .. }
        | Event::Joined { .. }
        | Event::LeftSquad { .. }
        | Event::Replated { .. }
        | Event::Rearranged { .. }
        | Event::StandardSet { .. }
        | Event::Braced { .. }
        | Event::Reserved { .. }
        | Event::Measured(_)
        | Event::Refused { .. }
        | Event::Declared { .. }
        | Event::Recovered { .. }
        | Event::Restored { .. }
        | Event::Announced { .. }
        | Event::Arrived(_)
        | Event::ArrivalDelayed { .. }
        | Event::Used { .. }
        | Event::ItemTaken { .. }
        | Event::Responded { .. }
        | Event::SprintRolled { .. }
        | Event::Moved(_)
        | Event::Crowded { .. }
        | Event::MoraleTested { .. }
        | Event::ObjectiveCounted { .. }
        | Event::Scored { .. }
        | Event::GoalMet { .. }
        | Event::Ended { .. }
        | Event::RoundBegan { .. } => Step::Begins,
        Event::FormedUp { .. }
        | Event::ActionSpent { .. }
        | Event::Linked { .. }
        | Event::Stepped { .. }
        | Event::CounterDeclared { .. }
        | Event::HandUsed(_)
        | Event::Gripped { .. }
        | Event::AttackRolled(_)
        | Event::Ran { .. } => Step::Tries,
        Event::SquadEnded { .. }
        | Event::ParryRolled(_)
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
        | Event::HazardMet { .. } => Step::Comes,
    }
}

/// Where the run that begins with this event ends: what somebody sets about, what they do for it, and what comes of it.
/// **BC-3.2** Those who attack together are told together.
pub(super) fn end_of_run(events: &[Event], start: usize) -> usize {
    let mut last = step(&events[start]);
    let mut end = start + 1;
    while let Some(event) = events.get(end) {
        let next = step(event);
        // **BC-7.5** All who get up are told at once.
        let get_up = matches!((&events[start], event), (Event::Recovered { .. }, Event::Recovered { .. }));
        let begins = (next == Step::Begins && !get_up) || is_run_up(&events[end..]);
        let is_begun = begins && !is_together(&events[start..end], event);
        // What somebody couldn't do is no part of what others then do.
        let is_over = last == Step::Comes || matches!(events[start], Event::Refused { .. });
        let is_tried_anew = next == Step::Tries && is_over && is_attempt(event);
        if is_begun || is_tried_anew {
            break;
        }
        last = next;
        end += 1;
    }
    end
}

/// **BC-16.7** Whether this is the momentum of a throw: it is rolled before the throw is declared.
fn is_run_up(events: &[Event]) -> bool {
    matches!(events, [Event::MomentumRolled { .. }, Event::Ran { .. }, Event::Declared { .. }, ..])
}

/// Whether what is declared belongs to what was declared just before: they shoot, or fight, as one.
fn is_together(run: &[Event], event: &Event) -> bool {
    let Event::Declared { does, at, .. } = event else { return false };
    let is_other = |it: &Event| matches!(it, Event::Declared { does: first, at: of, .. } if (first, of) != (does, at));
    let is_before = |it: &Event| {
        matches!(
            it,
            Event::Declared { .. }
                | Event::ActionSpent { .. }
                | Event::Linked { .. }
                | Event::MomentumRolled { .. }
                | Event::Ran { .. }
        )
    };
    run.iter().all(|it| is_before(it) && !is_other(it))
}

/// Whether somebody sets about something in a fight that goes on.
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
