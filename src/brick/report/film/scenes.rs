//! Which lines of a report are watched together.

use crate::brick::battle::{Battle, Event, Manoeuvre, Who};
use crate::brick::report::film::headlines::{self, About, deed};
use crate::brick::rules::Brick;
use crate::game::film;
use crate::map::Scene;
use crate::page::{Report, ReportLine};

/// The scenes of a round.
pub(super) fn of(before: &Battle, events: &[Event], report: &Report) -> Vec<Scene> {
    let about = |battle: &Battle, line: &ReportLine| about(battle, events, line);
    film::scenes::<Brick, About>(before, events, report, about, |battle, about, line, events| {
        let (kind, headline) = headlines::of(battle, about, line.part, events);
        (kind, headline, events.iter().any(|it| is_moment(it)))
    })
}

/// Whether an event is a moment that nobody should miss, even if nobody falls or arrives by it.
fn is_moment(event: &Event) -> bool {
    matches!(
        event,
        Event::Declared { does: Manoeuvre::Charge, .. }
            | Event::Ended { .. }
            | Event::GoalMet { .. }
            | Event::Announced { .. }
            | Event::MoraleTested { passed: false, .. }
            | Event::ItemBroken { .. }
            | Event::Exploded { .. }
    )
}

fn about(battle: &Battle, events: &[Event], line: &ReportLine) -> About {
    let all = || line.events.iter().map(|it| &events[*it]);
    let parties_of = |event: &Event| -> Vec<Who> {
        match event {
            Event::MomentumRolled { who, .. } => who.iter().map(|it| battle.who(*it)).collect(),
            Event::Moved(it) => vec![it.who],
            Event::SprintRolled { who, .. } => vec![*who],
            it => deed(battle, it).into_iter().flat_map(|(by, _, at)| [by].into_iter().chain(at)).collect(),
        }
    };
    let parties = || all().flat_map(parties_of).collect();
    if let Some((by, does, _)) = all().find_map(|it| deed(battle, it)) {
        return match does {
            Manoeuvre::Shoot => About::Shoots(by),
            Manoeuvre::Charge => About::Charges(parties()),
            _ => About::Fights(parties()),
        };
    }
    if all().any(|it| matches!(it, Event::MomentumRolled { is_opposition: false, .. })) {
        return About::Charges(parties());
    }
    match &events[line.events[0]] {
        Event::Refused { .. } | Event::NotFormed { .. } | Event::Crowded { .. } => About::Refusal,
        Event::PolicySet { .. } | Event::Measured(_) | Event::Braced { .. } | Event::Reserved { .. } => About::Readies,
        Event::SquadFormed(_)
        | Event::Joined { .. }
        | Event::LeftSquad { .. }
        | Event::SquadEnded { .. }
        | Event::Replated { .. }
        | Event::Rearranged { .. }
        | Event::StandardSet { .. }
        | Event::FormedUp { .. } => About::Ranks,
        goes @ (Event::Moved(_) | Event::SprintRolled { .. }) => match parties_of(goes)[0] {
            who if charges(battle, events, line, who) => About::Charges(parties()),
            who => About::Moves(battle.team(who)),
        },
        Event::Held { .. } | Event::PlateKnocked { .. } => About::Charges(parties()),
        Event::Responded { .. } => About::Responds,
        Event::Recovered { .. } => About::Rises,
        Event::MoraleTested { .. } => About::Morale,
        Event::ObjectiveCounted { .. } | Event::Scored { .. } | Event::GoalMet { .. } => About::Objectives,
        Event::Ended { .. } => About::End,
        Event::Announced { .. } => About::Story,
        Event::Arrived(_) | Event::ArrivalDelayed { .. } | Event::Restored { .. } => About::Comes,
        // A dropped item is told with what made its holder drop it.
        _ if all().any(|it| matches!(it, Event::ItemLost { .. })) => About::Refusal,
        _ => About::Uses,
    }
}

/// Whether somebody moves in order to charge. Everything that chargers do until the phase ends is told of the charge.
fn charges(battle: &Battle, events: &[Event], line: &ReportLine, who: Who) -> bool {
    let of_phase = |it: &&Event| !matches!(it, Event::PhaseBegan { .. });
    let is_charge = |it: &Event| match it {
        Event::MomentumRolled { who: them, is_opposition: false, .. } => them.iter().any(|it| battle.who(*it) == who),
        it => deed(battle, it).is_some_and(|it| (it.0, it.1) == (who, Manoeuvre::Charge)),
    };
    let first = line.events[0];
    events[first..].iter().take_while(of_phase).any(is_charge)
        || events[..first].iter().rev().take_while(of_phase).any(is_charge)
}
