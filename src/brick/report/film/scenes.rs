//! Which lines of a report are watched at once.

use std::collections::BTreeSet;

use crate::brick::battle::{Battle, Event, Manoeuvre, Who};
use crate::brick::report::film::about::{About, Group};
use crate::brick::report::film::headlines;
use crate::map::{BeatKind, Scene};
use crate::page::{Report, ReportLine};

/// The scenes of a round.
pub(super) fn of(before: &Battle, events: &[Event], report: &Report) -> Vec<Scene> {
    let mut battle = before.clone();
    let mut applied = 0;
    let mut groups: Vec<(Battle, Group<'_>)> = Vec::new();
    for line in &report.lines {
        while applied < line.events[0] {
            battle.apply(&events[applied]);
            applied += 1;
        }
        let about = about(&battle, events, line);
        let place = groups.iter().rposition(|(_, group)| {
            let is_of_part = group.lines.iter().all(|it| it.part == line.part);
            is_of_part && joins(&about, &group.about)
        });
        let is_untouched = |at: usize| groups[at + 1..].iter().all(|(_, group)| is_apart(&about, &group.about));
        match place.filter(|it| is_untouched(*it)) {
            Some(at) => {
                let group = &mut groups[at].1;
                group.lines.push(line);
                group.about = joined(&group.about, about);
            }
            None => groups.push((battle.clone(), Group { about, lines: vec![line] })),
        }
    }
    groups.iter().map(|(battle, group)| scene(battle, events, group)).collect()
}

fn scene(battle: &Battle, events: &[Event], group: &Group<'_>) -> Scene {
    let told: Vec<usize> = group.lines.iter().flat_map(|it| it.events.iter().copied()).collect();
    let of_group: Vec<&Event> = told.iter().map(|it| &events[*it]).collect();
    Scene {
        lines: group.lines.iter().map(|it| it.number).collect(),
        kind: kind(&group.about, group.lines[0]),
        headline: headlines::of(battle, group, &of_group),
        is_moment: of_group.iter().any(|it| is_moment(it)),
        events: told,
    }
}

fn kind(about: &About, line: &ReportLine) -> BeatKind {
    match about {
        About::Shoots(_) => BeatKind::Shooting,
        About::Fights(_) => BeatKind::Melee,
        About::Moves(_) | About::Responds => BeatKind::Movement,
        About::Charges(_) => BeatKind::Charge,
        About::Morale => BeatKind::Morale,
        About::Objectives => BeatKind::Objectives,
        About::End => BeatKind::End,
        About::Story | About::Comes => BeatKind::Story,
        About::Readies | About::Ranks => BeatKind::Command,
        About::Refusal | About::Rises | About::Uses => BeatKind::of_part(line.part),
    }
}

/// Whether nobody should miss it, though nobody falls or comes by it.
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

/// Whether a line is watched with those that are watched just before it.
fn joins(about: &About, last: &About) -> bool {
    match (about, last) {
        (About::Refusal | About::Responds, _) => true,
        (About::Readies, About::Readies | About::Charges(_)) => true,
        (About::Rises, About::Rises) | (About::Ranks, About::Ranks) => true,
        (About::Fights(these), About::Fights(those)) => these.is_subset(those) || those.is_subset(these),
        (About::Fights(these) | About::Charges(these), About::Charges(those)) => !these.is_disjoint(those),
        (About::Moves(team), About::Moves(of)) => team == of,
        (About::Objectives, About::Objectives) | (About::End, About::End) => true,
        (About::Comes, About::Story | About::Comes) => true,
        _ => false,
    }
}

/// Whether a line may be watched with those before these, because one has nothing to do with the other.
fn is_apart(about: &About, between: &About) -> bool {
    match (about, between) {
        (About::Moves(_), _) => true,
        // Several fight at once, and are told of in turn.
        (About::Fights(these), About::Fights(those)) => these.is_disjoint(those),
        _ => false,
    }
}

/// What they are about together.
fn joined(last: &About, next: About) -> About {
    let both = |those: &BTreeSet<Who>, these: &BTreeSet<Who>| those.union(these).copied().collect();
    match (last, &next) {
        (About::Fights(those), About::Fights(these)) => About::Fights(both(those, these)),
        (About::Charges(those), About::Fights(these) | About::Charges(these)) => About::Charges(both(those, these)),
        _ => last.clone(),
    }
}

fn about(battle: &Battle, events: &[Event], line: &ReportLine) -> About {
    let all = || line.events.iter().map(|it| &events[*it]);
    let parties = || {
        let mut parties = BTreeSet::new();
        for event in all() {
            match event {
                Event::Declared { by, at, .. } => {
                    parties.insert(*by);
                    parties.extend(at.and_then(|it| battle.target_who(it)));
                }
                Event::AttackRolled(it) => {
                    parties.insert(battle.who(it.by));
                    parties.extend(battle.target_who(it.at));
                }
                Event::MomentumRolled { who, .. } => parties.extend(who.iter().map(|it| battle.who(*it))),
                Event::Moved(it) => drop(parties.insert(it.who)),
                _ => (),
            }
        }
        parties
    };
    let does = |event: &Event| match event {
        Event::Declared { does, by, .. } => Some((*does, *by)),
        Event::AttackRolled(it) => Some((it.does, battle.who(it.by))),
        _ => None,
    };
    if let Some((does, by)) = all().find_map(does) {
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
        Event::Moved(it) if charges(battle, events, line, it.who) => About::Charges(parties()),
        Event::Moved(it) => About::Moves(battle.team(it.who)),
        Event::SprintRolled { who, .. } if charges(battle, events, line, *who) => {
            About::Charges(BTreeSet::from([*who]))
        }
        Event::SprintRolled { who, .. } => About::Moves(battle.team(*who)),
        Event::Held { .. } | Event::PlateKnocked { .. } => About::Charges(parties()),
        Event::Responded { .. } => About::Responds,
        Event::Recovered { .. } => About::Rises,
        Event::MoraleTested { .. } => About::Morale,
        Event::ObjectiveCounted { .. } | Event::Scored { .. } | Event::GoalMet { .. } => About::Objectives,
        Event::Ended { .. } => About::End,
        Event::Announced { .. } => About::Story,
        Event::Arrived(_) | Event::ArrivalDelayed { .. } | Event::Restored { .. } => About::Comes,
        // What somebody drops is told with what made them drop it.
        _ if all().any(|it| matches!(it, Event::ItemLost { .. })) => About::Refusal,
        _ => About::Uses,
    }
}

/// Whether somebody who moves does so to charge: a charge is told of them as long as the phase lasts.
fn charges(battle: &Battle, events: &[Event], line: &ReportLine, who: Who) -> bool {
    let of_phase = |it: &&Event| !matches!(it, Event::PhaseBegan { .. });
    let is_charge = |it: &Event| match it {
        Event::Declared { by, does: Manoeuvre::Charge, .. } => *by == who,
        Event::AttackRolled(it) => it.does == Manoeuvre::Charge && battle.who(it.by) == who,
        Event::MomentumRolled { who: them, is_opposition: false, .. } => them.iter().any(|it| battle.who(*it) == who),
        _ => false,
    };
    let first = line.events[0];
    events[first..].iter().take_while(of_phase).any(is_charge)
        || events[..first].iter().rev().take_while(of_phase).any(is_charge)
}
