//! F-5 to F-12: how a formation starts, and how it is disbanded.

use crate::field::{SquadId, Tile, UnitId, each_once};
use crate::line::battle::{
    Battle, DirectedBy, Event, FormUp, FormationEvent, FormationId, NotDisbanded, Orders, OrganisationalOrder,
    ShuffleTrouble, Side, StartTrouble, Step,
};
use crate::line::rules::formations::block::groups;
use crate::line::rules::formations::emit;
use crate::line::rules::formations::lead::{LeaderQuery, choose_leader};
use crate::line::rules::formations::step::{cost_of, is_in_enemy_zone, settle_occupancy};
use crate::line::rules::{Line, Round, run_without_dice};

/// **F-10, R-5** Carries out the organisational orders, the players' first, each side's in the order of the posts.
pub(crate) fn organise(round: &mut Round<'_>) {
    if !round.battle.has_formations() {
        return;
    }
    for side in Side::ALL {
        for (squad, order) in round.orders.formations.ranging.iter() {
            if round.battle.side(squad) == side {
                carry_out(round, squad, order);
            }
        }
    }
}

/// **F-10** Carries out one squad's organisational order.
fn carry_out(round: &mut Round<'_>, squad: SquadId, order: &OrganisationalOrder) {
    match order {
        OrganisationalOrder::FormUp(order) => start(round, order),
        OrganisationalOrder::Disband => disband(round, squad),
    }
}

/// **F-5** Starts a formation if nothing is in the way; **F-12** else emits everything that is.
fn start(round: &mut Round<'_>, order: &FormUp) {
    let members = members(&round.battle, order);
    let (steps, stuck) = shuffle(round.rules, &round.battle, order, &members);
    let squads = order.squads.clone();
    if !steps.is_empty() {
        emit(round, FormationEvent::Shuffled { squads: squads.clone(), steps });
    }
    match check(&round.battle, order, &members) {
        Ok(leader) => {
            let formation = round.battle.next_formation();
            emit(round, FormationEvent::Started { formation, squads, members, leader, stuck });
        }
        Err(mut why) => {
            why.extend(stuck);
            let leader = paying_leader(&round.battle, order);
            let costs_turn = !round.battle.setup().formations.is_some_and(|it| it.waive_failed_start);
            emit(round, FormationEvent::StartFailed { squads, members, leader, why, costs_turn });
        }
    }
}

/// **F-5** The result of an order to form up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartPreview {
    /// The leader of the formation, if it needs one, or everything that is in its way.
    pub start: Result<Option<UnitId>, Vec<StartTrouble>>,
    /// **F-11** The units that could not take their step into place.
    pub stuck: Vec<StartTrouble>,
}

/// **F-5** Previews an order to form up that is carried out now.
pub fn form_up(rules: &Line, battle: &Battle, order: &FormUp) -> StartPreview {
    let members = members(battle, order);
    let (steps, stuck) = shuffle(rules, battle, order, &members);
    let mut after = battle.clone();
    let shuffled = FormationEvent::Shuffled { squads: order.squads.clone(), steps };
    after.apply(&Event::Formation(Box::new(shuffled)));
    StartPreview { start: check(&after, order, &members), stuck }
}

/// **F-5, F-10** The battle after a squad has formed up or disbanded as ordered. If it can't form up, only the Free
/// Action is spent, without the turn that a failed start costs (F-12).
pub fn organised(rules: &Line, battle: &Battle, squad: SquadId, order: &OrganisationalOrder) -> Battle {
    if let OrganisationalOrder::FormUp(order) = order
        && let Err(why) = form_up(rules, battle, order).start
    {
        let (squads, members) = (order.squads.clone(), members(battle, order));
        let failed = FormationEvent::StartFailed { squads, members, leader: None, why, costs_turn: false };
        let mut after = battle.clone();
        after.apply(&Event::Formation(Box::new(failed)));
        return after;
    }
    run_without_dice(rules, battle, &Orders::default(), |round| carry_out(round, squad, order)).0
}

/// The units that an order to form up makes members: the standing units of its squads, all of the first squad's side,
/// without those that it leaves out.
pub fn members(battle: &Battle, order: &FormUp) -> Vec<UnitId> {
    let side = order.squads.first().map(|it| battle.side(*it));
    let squads = order.squads.iter().filter(|it| Some(battle.side(**it)) == side);
    each_once(squads.flat_map(|it| battle.standing(*it)).filter(|it| !order.without.contains(it)))
}

/// **F-10** The leader whom an order names, who pays for a failed start as well; `None` if it names none, or if he
/// doesn't stand or is an enemy.
fn paying_leader(battle: &Battle, order: &FormUp) -> Option<UnitId> {
    let DirectedBy::Leader(leader) = order.directed_by else { return None };
    let is_ours = order.squads.first().is_some_and(|it| battle.side(*it) == battle.side(battle.unit(leader).squad));
    (is_ours && battle.unit(leader).is_standing()).then_some(leader)
}

/// **F-5** Checks all requirements. Returns the leader, if one is needed, or everything that is in the way.
fn check(battle: &Battle, order: &FormUp, members: &[UnitId]) -> Result<Option<UnitId>, Vec<StartTrouble>> {
    let mut why = Vec::new();
    let side = order.squads.first().map_or(Side::Players, |it| battle.side(*it));
    let query = LeaderQuery { side, members, taken: &[], part_of: None };
    let directed = if members.is_empty() { Ok(None) } else { choose_leader(battle, &query, order.directed_by) };
    let leader = directed.unwrap_or_else(|trouble| {
        why.push(trouble);
        None
    });
    why.extend(unfit(battle, members));
    // **F-8**
    let groups = groups(battle, members);
    why.extend((1 < groups.len()).then_some(StartTrouble::Gaps { groups }));
    // **F-10**
    let units: Vec<UnitId> = members.iter().copied().filter(|it| !battle.has_free_action(*it)).collect();
    why.extend((!units.is_empty()).then_some(StartTrouble::NoFreeAction { units }));
    if why.is_empty() { Ok(leader) } else { Err(why) }
}

/// **F-7, F-9** What keeps these units from being a formation, wherever they stand: there are too few, or some aren't
/// drilled or aren't steady.
pub(super) fn unfit(battle: &Battle, members: &[UnitId]) -> Vec<StartTrouble> {
    let mut why = Vec::new();
    why.extend((members.len() < 2).then(|| StartTrouble::TooFew { members: members.to_vec() }));
    let units: Vec<UnitId> = members.iter().copied().filter(|it| !battle.profile(*it).drill.drilled).collect();
    why.extend((!units.is_empty()).then_some(StartTrouble::Undrilled { units }));
    let units: Vec<_> = members.iter().filter_map(|it| Some((*it, battle.unsteadiness(*it)?))).collect();
    why.extend((!units.is_empty()).then_some(StartTrouble::Unsteady { units }));
    why
}

/// **F-11, FX-4** The steps into place that units can take, all at once, and the units that can't. A leader whom the
/// order names may take one as well, even if he directs from outside.
fn shuffle(rules: &Line, battle: &Battle, order: &FormUp, members: &[UnitId]) -> (Vec<Step>, Vec<StartTrouble>) {
    let mut stuck = Vec::new();
    let mut steps: Vec<Step> = Vec::new();
    for &(unit, to) in &order.shuffle {
        let is_in_it = members.contains(&unit) || paying_leader(battle, order) == Some(unit);
        match shuffle_trouble(rules, battle, is_in_it, unit, to) {
            Some(why) => stuck.push(StartTrouble::Stuck { unit, to, why }),
            None => {
                steps.retain(|it| it.unit != unit);
                steps.push(Step { unit, from: battle.unit(unit).at, to });
            }
        }
    }
    for Step { unit, to, .. } in settle_occupancy(battle, &mut steps) {
        stuck.push(StartTrouble::Stuck { unit, to, why: ShuffleTrouble::Taken });
    }
    (steps, stuck)
}

fn shuffle_trouble(rules: &Line, battle: &Battle, is_in_it: bool, unit: UnitId, to: Tile) -> Option<ShuffleTrouble> {
    if !is_in_it {
        Some(ShuffleTrouble::NoMember)
    } else if battle.unit(unit).at.steps_to(to) != 1 {
        Some(ShuffleTrouble::NotOneStep)
    } else if battle.is_engaged(unit) {
        Some(ShuffleTrouble::Engaged)
    } else if battle.is_dazed(unit) || battle.profile(unit).movement == 0 {
        Some(ShuffleTrouble::CannotMove)
    } else if cost_of(battle, unit, to).is_none() {
        Some(ShuffleTrouble::Impassable)
    } else if is_in_enemy_zone(rules, battle, unit, to) {
        Some(ShuffleTrouble::EnemyZone)
    } else {
        None
    }
}

/// **F-10** Disbands the formations of a squad, or emits why it can't.
fn disband(round: &mut Round<'_>, squad: SquadId) {
    match given_up(&round.battle, squad) {
        Ok(ids) => ids.into_iter().for_each(|formation| emit(round, FormationEvent::Disbanded { formation })),
        Err(why) => emit(round, FormationEvent::NotDisbanded { squad, why }),
    }
}

/// **F-10** The formations that a squad's order to disband would end now.
///
/// # Errors
///
/// If it would end none, with the reason.
pub fn given_up(battle: &Battle, squad: SquadId) -> Result<Vec<FormationId>, NotDisbanded> {
    let formations: Vec<FormationId> = battle.formations_of(squad).map(|it| it.id).collect();
    let members = battle.formations_of(squad).flat_map(|it| &it.members);
    let units: Vec<UnitId> = members.copied().filter(|it| !battle.has_free_action(*it)).collect();
    if formations.is_empty() {
        Err(NotDisbanded::InNone)
    } else if !units.is_empty() {
        Err(NotDisbanded::NoFreeAction { units })
    } else {
        Ok(formations)
    }
}
