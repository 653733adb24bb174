//! F-13 to F-19: how a formation breaks up, and which parts go on.

use std::cmp::Reverse;

use crate::field::{SquadId, UnitId};
use crate::line::battle::{Battle, BreakCause, DirectedBy, Formation, FormationEvent, FormationId, Part, StartTrouble};
use crate::line::rules::Round;
use crate::line::rules::formations::block::{groups, has_gap, sound_and_gaps};
use crate::line::rules::formations::lead::{LeaderQuery, choose_leader};
use crate::line::rules::formations::start::unfit;
use crate::line::rules::formations::{emit, plight};

/// **F-16** Breaks a formation up into the groups that still stand together. Groups that have what a start needs go on
/// as formations, at no new cost (FT-5); **F-19** the others end their movement. Returns those that go on, in the order
/// in which they move (F-17). **F-18** They join again only by a new start.
pub(super) fn break_up(round: &mut Round<'_>, id: FormationId, why: BreakCause) -> Vec<FormationId> {
    let Some(formation) = round.battle.formation(id).cloned() else { return Vec::new() };
    let parts = parts(&round.battle, &formation);
    let going_on = parts.iter().filter_map(|it| it.formation).collect();
    emit(round, FormationEvent::BrokeUp { formation: id, why, parts });
    going_on
}

/// **F-16** The parts of a formation: those nearest to the leader first, then the larger ones, then by roster order.
/// The members that count as gaps come last.
fn parts(battle: &Battle, formation: &Formation) -> Vec<Part> {
    let (sound, gaps) = sound_and_gaps(battle, formation);
    let mut groups = groups(battle, &sound);
    let distance_to = |group: &Vec<UnitId>| battle.distance(battle.footprint(formation.leader?), group);
    let nearest = groups.iter().filter_map(distance_to).min();
    groups.sort_by_key(|it| {
        let is_leaders = nearest.is_some() && distance_to(it) == nearest;
        (!is_leaders, Reverse(it.len()), it.iter().min().copied())
    });
    let mut next = battle.next_formation();
    let mut taken: Vec<UnitId> = Vec::new();
    let mut parts = Vec::new();
    for members in groups {
        let side = battle.side(battle.unit(members[0]).squad);
        let query = LeaderQuery { side, members: &members, taken: &taken, part_of: Some(formation) };
        let (leader, why) = leader_or_trouble(battle, formation, &query);
        let goes_on = why.is_empty();
        let number = goes_on.then_some(next);
        next = FormationId(next.0 + u16::from(goes_on));
        taken.extend(leader.filter(|_| goes_on));
        parts.push(Part { formation: number, leader: leader.filter(|_| goes_on), members, why });
    }
    if !gaps.is_empty() {
        let units = gaps.iter().filter_map(|it| Some((*it, battle.unsteadiness(*it)?))).collect();
        let why = vec![StartTrouble::Unsteady { units }];
        parts.push(Part { formation: None, leader: None, members: gaps, why });
    }
    parts
}

/// **F-16** The leader of a part, and why it can't go on; no reasons if it can. A leader directs only one part.
fn leader_or_trouble(
    battle: &Battle,
    formation: &Formation,
    query: &LeaderQuery<'_>,
) -> (Option<UnitId>, Vec<StartTrouble>) {
    let old = formation.leader.and_then(|it| choose_leader(battle, query, DirectedBy::Leader(it)).ok());
    let directed = old.map_or_else(|| choose_leader(battle, query, DirectedBy::Anybody), Ok);
    let mut why = unfit(battle, query.members);
    let leader = directed.unwrap_or_else(|trouble| {
        why.insert(0, trouble);
        None
    });
    (leader, why)
}

/// **V-6** Takes a squad that disengages out of its formations. What is left of them is checked when Movement is over.
pub(crate) fn leave(round: &mut Round<'_>, squad: SquadId) {
    let ids: Vec<FormationId> = round.battle.formations_of(squad).map(|it| it.id).collect();
    for formation in ids {
        let members = round.battle.formation(formation).map_or(&[][..], |it| &it.members);
        let units = members.iter().copied().filter(|it| round.battle.unit(*it).squad == squad).collect();
        emit(round, FormationEvent::Left { formation, units });
    }
}

/// **F-13** Checks every formation when Movement is over: one with a gap breaks up, and one with fewer than two members
/// ends. **FX-6** Dazes and frenzies that last until now end.
pub(crate) fn end_movement(round: &mut Round<'_>) {
    let ids: Vec<FormationId> = round.battle.formations().iter().map(|it| it.id).collect();
    for formation in ids {
        let Some(it) = round.battle.formation(formation) else { continue };
        if it.members.len() < 2 {
            emit(round, FormationEvent::Dissolved { formation });
        } else if has_gap(&round.battle, it) {
            break_up(round, formation, BreakCause::GapAtEnd);
        }
    }
    plight::end_with_movement(round);
}
