//! V-3, V-4: how far a squad may move.

use crate::field::{SquadId, UnitId};
use crate::line::battle::{Allowance, Battle, Orders, Phase, Stat};

/// **V-4** How far a squad may move.
///
/// In this order: MOV of the slowest standing member; half of that if the squad is broken, rounded up; half as far
/// again if it has not shot, rounded down; 1 less for each downed unit it carries, but never below half of what it was
/// before, rounded up.
pub(crate) fn allowance(battle: &Battle, orders: &Orders, squad: SquadId) -> Allowance {
    let base = battle.standing(squad).map(|it| base_of(battle, it, Phase::Movement)).min().unwrap_or(0);
    allowance_from(battle, orders, squad, base)
}

/// **F-20** How far one unit may move in the Steps of its formation: as [`allowance`], by its own MOV.
pub(crate) fn allowance_of(battle: &Battle, orders: &Orders, unit: UnitId) -> Allowance {
    allowance_from(battle, orders, battle.unit(unit).squad, base_of(battle, unit, Phase::Movement))
}

fn allowance_from(battle: &Battle, orders: &Orders, squad: SquadId, base: u16) -> Allowance {
    let broken = battle.squad(squad).is_broken;
    let half_again = is_fast(battle, orders, squad);
    let downed = battle.carried(squad).count() as u8;
    let unhurt = if broken { base.div_ceil(2) } else { base };
    let unreduced = if half_again { unhurt * 3 / 2 } else { unhurt };
    let steps = unreduced.saturating_sub(u16::from(downed)).max(unreduced.div_ceil(2));
    Allowance { base, broken, half_again, downed, steps }
}

/// **V-3** Whether a squad may make the faster move, charge or disengage. It must not have shot and, before the end of
/// Shooting, must have no order to fire weapons that would slow it.
pub fn is_fast(battle: &Battle, orders: &Orders, squad: SquadId) -> bool {
    let may_still_shoot =
        battle.phase() <= Phase::Shooting && orders.fire.get(squad).is_some_and(|it| it.slows(battle, squad));
    !battle.squad(squad).is_slowed && !may_still_shoot
}

/// MOV of a unit, with what abilities add to it in a phase.
pub(super) fn base_of(battle: &Battle, unit: UnitId, phase: Phase) -> u16 {
    let more = battle.boon_sum_of(unit, Stat::Movement, phase);
    u16::from(battle.profile(unit).movement.saturating_add_signed(more))
}
