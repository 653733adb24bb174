//! Which lines of a report are watched at once.

use crate::line::battle::{Battle, Event, FormationEvent, MoveKind, Trigger, VolleyKind};
use crate::line::report::film::about::{About, Group};
use crate::line::report::film::headlines;
use crate::map::{BeatKind, Scene};
use crate::page::{Report, ReportLine};

/// The scenes of a round.
pub(super) fn of(before: &Battle, after: &Battle, events: &[Event], report: &Report) -> Vec<Scene> {
    let (mut battle, mut applied) = (before.clone(), 0);
    let scene_of = |group: &Group<'_>| {
        // Lines of a run begin where the run does, so a line's first event may come after those of the next.
        while applied < group.lines[0].events[0] {
            battle.apply(&events[applied]);
            applied += 1;
        }
        scene(&battle, after, events, group)
    };
    groups(before, events, report).iter().map(scene_of).collect()
}

fn scene(battle: &Battle, after: &Battle, events: &[Event], group: &Group<'_>) -> Scene {
    let mut told: Vec<usize> = group.lines.iter().flat_map(|it| it.events.iter().copied()).collect();
    told.sort_unstable();
    let of_group: Vec<&Event> = told.iter().map(|it| &events[*it]).collect();
    Scene {
        lines: group.lines.iter().map(|it| it.number).collect(),
        kind: kind(&group.about, group.lines[0]),
        headline: headlines::of(battle, after, group, &of_group),
        is_moment: of_group.iter().any(|it| is_moment(battle, it)),
        events: told,
    }
}

fn kind(about: &About, line: &ReportLine) -> BeatKind {
    match about {
        About::Fire { .. } | About::Stray { .. } | About::Hazard { .. } => BeatKind::Shooting,
        About::Melee(_) | About::Press(_) => BeatKind::Melee,
        About::Moves(_) | About::Disengages(_) => BeatKind::Movement,
        About::Charges(_) | About::ComesIn(_) => BeatKind::Charge,
        About::Morale => BeatKind::Morale,
        About::Objectives => BeatKind::Objectives,
        About::End => BeatKind::End,
        About::Story | About::Comes | About::ByHand => BeatKind::Story,
        About::Ability | About::Hero | About::Formation => BeatKind::Command,
        About::Refusal | About::Triggered { .. } => BeatKind::of_part(line.part),
    }
}

/// Whether nobody should miss it, though nobody falls or comes by it.
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

/// The lines, those that are watched at once together.
fn groups<'a>(before: &Battle, events: &[Event], report: &'a Report) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for line in &report.lines {
        let about = about(before, events, line);
        let place = groups.iter().rposition(|group| {
            let is_of_part = group.lines.iter().all(|it| it.part == line.part);
            is_of_part && joins(&about, &group.about)
        });
        // Only a side's moves are watched at once though something else is told between.
        let reaches_back = matches!(about, About::Moves(_));
        match place.filter(|it| it + 1 == groups.len() || reaches_back) {
            Some(at) => {
                groups[at].lines.push(line);
                if let Some(about) = joined(&groups[at].about, about) {
                    groups[at].about = about;
                }
            }
            None => groups.push(Group { about, lines: vec![line] }),
        }
    }
    groups
}

/// Whether a line is watched with those that are watched just before it.
fn joins(about: &About, last: &About) -> bool {
    // What waited for the moment that comes next leads to it.
    if *last == (About::Triggered { is_before: true }) {
        return !matches!(about, About::Moves(_));
    }
    match (about, last) {
        (About::Refusal | About::Triggered { is_before: false }, _) => true,
        (About::Stray { by }, About::Fire { by: of } | About::Stray { by: of }) => by == of,
        (About::Hazard { by }, About::Fire { by: of } | About::Stray { by: of } | About::Hazard { by: of }) => by == of,
        (About::Hazard { by }, About::Melee(squads)) => squads.contains(by),
        (About::Melee(these), About::Melee(those) | About::Press(those)) => {
            those.is_subset(these) || these.is_subset(those)
        }
        (About::Press(these), About::Melee(those) | About::Press(those)) => these.is_subset(those),
        (About::Moves(side), About::Moves(of)) => side == of,
        (About::ComesIn(charger), About::Charges(of)) => charger == of,
        (About::Objectives, About::Objectives) | (About::End, About::End) => true,
        (About::Comes, About::Story | About::Comes) | (About::Story, About::Comes) => true,
        (About::ByHand, About::ByHand) => true,
        _ => false,
    }
}

/// What they are about together, if it isn't what those before were about.
fn joined(last: &About, next: About) -> Option<About> {
    match (last, next) {
        (About::Triggered { .. }, next) => Some(next),
        (About::Press(_), next @ About::Melee(_)) | (About::Comes, next @ About::Story) => Some(next),
        (About::Melee(those), About::Melee(these)) => Some(About::Melee(those.union(&these).copied().collect())),
        _ => None,
    }
}

fn about(battle: &Battle, events: &[Event], line: &ReportLine) -> About {
    let all = || line.events.iter().map(|it| &events[*it]);
    match &events[line.events[0]] {
        Event::AbilityUsed { .. }
        | Event::BoonBegan { .. }
        | Event::UnitBoonBegan { .. }
        | Event::Rallied { .. }
        | Event::Healed { .. }
        | Event::CountsAsNotShot { .. }
        | Event::GroundChanged { .. } => About::Ability,
        Event::AbilityRefused { .. }
        | Event::AbilityLapsed { .. }
        | Event::AbilityInVain { .. }
        | Event::HeroStayed { .. }
        // What was done ahead is told just before.
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
            VolleyKind::Fire => About::Fire { by: it.by },
            VolleyKind::Stray => About::Stray { by: it.by },
            VolleyKind::SpearWall => About::ComesIn(it.at),
            VolleyKind::CloseQuarters | VolleyKind::Blows => {
                About::Melee(all().filter_map(Event::volley).flat_map(|it| [it.by, it.at]).collect())
            }
        },
        Event::HazardRolled { squad, .. } => About::Hazard { by: *squad },
        Event::Moved(it) => match it.kind {
            MoveKind::PressIn | MoveKind::PressBack => {
                let moves = all().filter_map(|it| if let Event::Moved(it) = it { Some(it.squad) } else { None });
                About::Press(moves.collect())
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
