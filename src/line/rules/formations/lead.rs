//! F-6: who may direct a formation.

use crate::field::UnitId;
use crate::line::battle::{Battle, DirectedBy, Formation, LeaderOut, LeaderTrouble, Side, StartTrouble};

/// Units that need a leader, and what matters for the choice of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeaderQuery<'a> {
    pub(super) side: Side,
    pub(super) members: &'a [UnitId],
    /// **F-16** Leaders who direct other parts already.
    pub(super) taken: &'a [UnitId],
    /// The formation that the members are a part of, if it broke up: its leader may direct them without a new cost.
    /// **F-10, FT-5** A leader needs his Free Action when a formation starts, and not when a part goes on.
    pub(super) part_of: Option<&'a Formation>,
}

/// **F-6** The unit that directs these units; `None` if they need nobody.
///
/// # Errors
///
/// If nobody can.
pub(super) fn choose_leader(
    battle: &Battle,
    query: &LeaderQuery<'_>,
    directed_by: DirectedBy,
) -> Result<Option<UnitId>, StartTrouble> {
    let untrained: Vec<UnitId> = query.members.iter().copied().filter(|it| !battle.is_autonomous(*it)).collect();
    match directed_by {
        DirectedBy::Leader(leader) => match leader_trouble(battle, query, leader) {
            Some(why) => Err(StartTrouble::Leader { leader, why }),
            None => Ok(Some(leader)),
        },
        DirectedBy::Themselves | DirectedBy::Anybody if untrained.is_empty() => Ok(None),
        DirectedBy::Themselves => Err(StartTrouble::Untrained { units: untrained }),
        DirectedBy::Anybody => match nearest(battle, query) {
            Some((leader, distance, lead)) if distance <= u16::from(lead) => Ok(Some(leader)),
            nearest => Err(StartTrouble::NoLeader { untrained, nearest }),
        },
    }
}

/// **F-6, FX-3** The nearest unit that is able to direct these units, those in range first: with its distance from the
/// nearest member (FT-1), and how far away it may be.
fn nearest(battle: &Battle, query: &LeaderQuery<'_>) -> Option<(UnitId, u16, u8)> {
    let able = battle.standing_of(query.side).filter_map(|it| {
        let is_able = matches!(leader_trouble(battle, query, it), None | Some(LeaderTrouble::OutOfRange { .. }));
        let lead = battle.lead(it).filter(|_| is_able)?;
        Some((it, battle.distance(battle.footprint(it), query.members)?, lead))
    });
    able.min_by_key(|&(unit, distance, lead)| (u16::from(lead) < distance, distance, unit))
}

/// **FX-3** Why a unit can't direct these units; `None` if it can.
fn leader_trouble(battle: &Battle, query: &LeaderQuery<'_>, leader: UnitId) -> Option<LeaderTrouble> {
    // **F-16** A formation all of whose members are called to the new one ends, and no longer needs its leader.
    let goes_on = |it: &Formation| it.members.iter().any(|it| !query.members.contains(it));
    let is_own = |it: &Formation| query.part_of.is_some_and(|of| of.id == it.id);
    let directs = |it: &Formation| it.leader == Some(leader) && !is_own(it) && goes_on(it);
    let was_own = query.part_of.is_some_and(|it| it.leader == Some(leader));
    let directs_others = || {
        battle.formations().iter().any(directs)
            || query.taken.contains(&leader)
            || battle.unit_in_ranks(leader).has_directed && !was_own
    };
    if battle.side(battle.unit(leader).squad) != query.side {
        return Some(LeaderTrouble::IsEnemy);
    } else if !battle.unit(leader).is_standing() {
        return Some(LeaderTrouble::IsDown);
    }
    let Some(lead) = battle.lead(leader) else { return Some(LeaderTrouble::NoLeader) };
    if let Some(why) = battle.unsteadiness(leader) {
        Some(LeaderTrouble::Unsteady(why))
    } else if directs_others() {
        Some(LeaderTrouble::Directs)
    } else if query.part_of.is_none() && !battle.has_free_action(leader) {
        Some(LeaderTrouble::NoFreeAction)
    } else {
        let distance = battle.distance(battle.footprint(leader), query.members)?;
        (u16::from(lead) < distance).then_some(LeaderTrouble::OutOfRange { distance, lead })
    }
}

/// **F-14, FT-1** Why the leader of a formation can't direct it any more: he is out of range or doesn't stand. A leader
/// who is dazed or panicked can't start a formation, but keeps the one that he has.
pub(super) fn out_of_range(battle: &Battle, formation: &Formation) -> Option<LeaderOut> {
    let leader = formation.leader?;
    if !battle.unit(leader).is_standing() {
        return Some(LeaderOut::IsDown);
    }
    let distance = battle.distance(battle.footprint(leader), &formation.members)?;
    let is_in_range = battle.lead(leader).is_some_and(|it| distance <= u16::from(it));
    (!is_in_range).then_some(LeaderOut::OutOfRange(distance))
}
