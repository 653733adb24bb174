//! Which lines of a report share a scene.

use crate::field::pick;
use crate::game::film;
use crate::line::battle::{Battle, Event, FormationEvent, MoveKind, Trigger, VolleyKind};
use crate::line::report::film::headlines::{About, Headlines};
use crate::line::rules::Line;
use crate::map::Scene;
use crate::page::{Report, ReportLine};

/// The scenes of a round.
pub(super) fn of(before: &Battle, after: &Battle, events: &[Event], report: &Report) -> Vec<Scene> {
    let about = |_: &Battle, line: &ReportLine| about(before, events, line);
    film::scenes::<Line, About>(before, events, report, about, |battle, about, line, events| {
        let (kind, headline) = Headlines { battle, after }.headline(about, line.part, events);
        (kind, headline, events.iter().any(|it| is_moment(battle, it)))
    })
}

/// Whether an event makes a scene a moment, though nobody falls or arrives by it.
fn is_moment(battle: &Battle, event: &Event) -> bool {
    match event {
        Event::Charged(_)
        | Event::Ended { .. }
        | Event::GoalMet { .. }
        | Event::GoalUndone { .. }
        | Event::ScheduleCame { .. }
        | Event::Rallied { .. }
        | Event::Recovered { .. } => true,
        Event::MoraleTested { squad, passed, .. } => *passed == battle.squad(*squad).is_broken,
        Event::Formation(it) => matches!(**it, FormationEvent::BrokeUp { .. }),
        _ => false,
    }
}

fn about(battle: &Battle, events: &[Event], line: &ReportLine) -> About {
    let all = || line.events.iter().map(|it| &events[*it]);
    match &events[line.events[0]] {
        Event::AbilityRefused { .. }
        | Event::AbilityLapsed { .. }
        | Event::AbilityInVain { .. }
        | Event::HeroStayed { .. }
        // The report tells just before this what was done ahead.
        | Event::ActedAhead { .. }
        | Event::UnitActedAhead { .. }
        | Event::VolleyWasted { .. }
        | Event::FireHeld { .. }
        | Event::Stayed { .. } => About::Refusal,
        Event::AbilityTriggered { trigger, .. } => {
            About::Triggered { is_before: !matches!(trigger, Trigger::EndsMove | Trigger::FailsMorale) }
        }
        Event::HeroMoved { .. } => About::Hero,
        Event::Attacked(it) => match it.kind {
            VolleyKind::Fire => About::Fire(it.by),
            VolleyKind::Stray => About::Stray(it.by),
            VolleyKind::SpearWall => About::ComesIn(it.at),
            VolleyKind::CloseQuarters | VolleyKind::Blows => {
                About::Melee(all().filter_map(Event::volley).flat_map(|it| [it.by, it.at]).collect())
            }
        },
        Event::HazardRolled { squad, .. } => About::Hazard(*squad),
        Event::Moved(it) => match it.kind {
            MoveKind::PressIn | MoveKind::PressBack => {
                About::Press(pick!(all(), Event::Moved(it) => it.squad).collect())
            }
            MoveKind::Charge => About::ComesIn(it.squad),
            MoveKind::Disengage => About::Disengages(it.squad),
            MoveKind::Plain | MoveKind::BeforeCharge => About::Moves(battle.side(it.squad)),
        },
        Event::Abandoned { squad, .. } => About::Moves(battle.side(*squad)),
        Event::Disengaged { squad, .. } => About::Disengages(*squad),
        Event::Charged(it) => About::Charges(it.squad),
        Event::MoraleTested { .. } | Event::Recovered { .. } => About::Morale,
        Event::ObjectiveCounted { .. }
        | Event::Scored { .. }
        | Event::GoalMet { .. }
        | Event::GoalUndone { .. }
        | Event::GoalPartMet { .. } => About::Objectives,
        Event::Ended { .. } | Event::Aftermath { .. } => About::End,
        Event::ScheduleCame { .. } => About::Story,
        Event::Arrived { .. }
        | Event::ArrivalDelayed { .. }
        | Event::GroundRestored { .. }
        | Event::CommandRegained { .. }
        | Event::PhaseBegan { .. }
        | Event::RoundBegan { .. } => About::Comes,
        Event::Edited(_) => About::ByHand,
        Event::Formation(it) => of_formation(battle, it),
        Event::AbilityUsed { .. }
        | Event::BoonBegan { .. }
        | Event::UnitBoonBegan { .. }
        | Event::Rallied { .. }
        | Event::Healed { .. }
        | Event::CountsAsNotShot { .. }
        | Event::GroundChanged { .. } => About::Ability,
    }
}

fn of_formation(battle: &Battle, event: &FormationEvent) -> About {
    match event {
        FormationEvent::Stepped(it) => {
            let units = it.steps.iter().map(|it| it.unit).chain(it.stayed.iter().map(|it| it.0));
            let side = units.map(|it| battle.side(battle.unit(it).squad)).next();
            side.map_or(About::Refusal, About::Moves)
        }
        FormationEvent::StartFailed { .. }
        | FormationEvent::NotDisbanded { .. }
        | FormationEvent::StoodStill { .. }
        | FormationEvent::VolleyLost { .. }
        | FormationEvent::Left { .. }
        | FormationEvent::Dissolved { .. }
        | FormationEvent::PlightEnded { .. } => About::Refusal,
        FormationEvent::Shuffled { .. }
        | FormationEvent::Started { .. }
        | FormationEvent::Disbanded { .. }
        | FormationEvent::BrokeUp { .. }
        | FormationEvent::PlightBegan { .. } => About::Formation,
    }
}
