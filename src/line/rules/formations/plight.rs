//! FX-6, F-12: dazed and frenzied units, and what their plight and a lost turn keep them from.

use crate::field::{SquadId, UnitId, each_once};
use crate::line::battle::{
    AbilityId, Battle, Event, Fate, FormationEvent, Movement, Orders, Phase, Place, Plight, PlightCause, PlightEnd,
    Route, Silence, Stay, Volley,
};
use crate::line::rules::Round;
use crate::line::rules::attack::Plan;
use crate::line::rules::formations::emit;

/// **C-7, FX-6** Dazes the standing ones of these units, or makes them frenzied, until this many movement phases are
/// over, from the next one on; at least 1.
pub(crate) fn afflict(round: &mut Round<'_>, plight: Plight, mut units: Vec<UnitId>, phases: u8, cause: PlightCause) {
    units.retain(|it| round.battle.unit(*it).is_standing());
    if !round.battle.has_formations() || units.is_empty() {
        return;
    }
    let is_late = Phase::Movement <= round.battle.phase();
    let until = round.battle.round() + u16::from(is_late) + u16::from(phases.max(1)) - 1;
    emit(round, FormationEvent::PlightBegan { plight, units, until, cause });
}

/// **C-7, FX-6** Ends the dazes and frenzies of units.
pub(crate) fn steady(round: &mut Round<'_>, units: &[UnitId], ability: AbilityId) {
    for plight in [Plight::Dazed, Plight::Frenzied] {
        let units = units.iter().copied().filter(|it| round.battle.is_in(*it, plight)).collect();
        end(round, plight, units, PlightEnd::Ability(ability));
    }
}

/// **FX-6** Ends the dazes and frenzies that last until this movement phase is over.
pub(super) fn end_with_movement(round: &mut Round<'_>) {
    for plight in [Plight::Dazed, Plight::Frenzied] {
        let battle = &round.battle;
        let is_over = |it: &UnitId| battle.is_in(*it, plight) && battle.until(*it, plight) <= battle.round();
        let units = battle.setup().unit_ids().filter(is_over).collect();
        end(round, plight, units, PlightEnd::Time);
    }
}

fn end(round: &mut Round<'_>, plight: Plight, units: Vec<UnitId>, why: PlightEnd) {
    if !units.is_empty() {
        emit(round, FormationEvent::PlightEnded { plight, units, why });
    }
}

/// Emits a volley. **A-6, FX-6** Units that a `[Stun]` weapon hurts and doesn't fell are dazed.
pub(crate) fn emit_volley(round: &mut Round<'_>, plan: &Plan, volley: Volley) {
    let weapon = plan.arm.weapon.filter(|_| plan.arm.traits.stun);
    let stunned = weapon.map(|it| (it, hurt(&volley)));
    let by = volley.by;
    round.emit(Event::Attacked(Box::new(volley)));
    if let Some((weapon, units)) = stunned {
        afflict(round, Plight::Dazed, units, 1, PlightCause::Stun { by, weapon });
    }
}

fn hurt(volley: &Volley) -> Vec<UnitId> {
    each_once(volley.hits.iter().filter(|it| it.fate == Fate::Hurt).filter_map(|it| it.victim))
}

/// **FX-6, F-12, F-23** Why a unit may not fire at any target; `None` if it may.
pub(crate) fn silence(battle: &Battle, unit: UnitId) -> Option<Silence> {
    let rules = battle.setup().formations?;
    if battle.unit_in_ranks(unit).has_lost_turn {
        Some(Silence::LostTurn)
    } else if battle.is_dazed(unit) {
        Some(Silence::Dazed)
    } else if battle.is_frenzied(unit) {
        Some(Silence::Frenzied)
    } else if battle.unit_in_ranks(unit).has_marched && !rules.shoot_and_move {
        Some(Silence::Marched)
    } else {
        None
    }
}

/// **F-12, F-19, FX-6** Why a squad may not move, whatever its order; `None` if it may. It moves as a group (V-2), so a
/// unit that has lost its turn holds the whole squad back. Units that are dazed or have been stopped are left behind,
/// unless all are.
pub(crate) fn hindrance(battle: &Battle, squad: SquadId) -> Option<Stay> {
    if battle.standing(squad).any(|it| battle.unit_in_ranks(it).has_lost_turn) {
        Some(Stay::LostTurn)
    } else if battle.is_on_map(squad) && battle.standing(squad).all(|it| battle.is_rooted(it)) {
        let is_dazed = battle.standing(squad).all(|it| battle.is_dazed(it));
        Some(if is_dazed { Stay::Dazed } else { Stay::Stopped })
    } else {
        None
    }
}

/// **M-3** Whether a unit may press in. A dazed one can't, and a member of a formation keeps its place, unless its
/// squad is ordered to break ranks.
pub(crate) fn may_press(battle: &Battle, orders: &Orders, unit: UnitId) -> bool {
    let is_held = || battle.formation_of(unit).is_some();
    let breaks = || orders.formations.break_ranks.contains(&battle.unit(unit).squad);
    !battle.is_dazed(unit) && (!is_held() || breaks())
}

/// **FX-6** What a frenzied squad does instead of its order: it stays in its melee, or charges the nearest enemy;
/// `None` if it isn't frenzied.
pub fn frenzied_order(battle: &Battle, squad: SquadId) -> Option<Movement> {
    if !battle.is_squad_frenzied(squad) {
        return None;
    }
    let distance = |enemy: SquadId| {
        battle.standing(squad).filter_map(|it| battle.distance(battle.footprint(it), battle.standing(enemy))).min()
    };
    let enemies = battle.squads_of(battle.side(squad).other());
    let nearest = enemies.min_by_key(|it| (distance(*it), *it)).filter(|_| !battle.is_squad_engaged(squad));
    let Some(target) = nearest else { return Some(Movement::Hold) };
    Some(Movement::Charge { target, after: Some(Route::toward(Place::Squad(target))) })
}
