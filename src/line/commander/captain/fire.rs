//! Targets for all squads together, so that no unit is felled twice.

use crate::field::SquadId;
use crate::line::commander::captain::ground::Ground;
use crate::line::commander::captain::leader::Captain;
use crate::line::commander::decision::{MoveReason, TargetReason};

/// **L-1** What felling a unit is worth while its squad has half its units or more, in thousandths: it brings the squad
/// nearer to a test of its nerve.
const STEADY: u32 = 1500;
/// What felling a unit of a squad below half is worth, in thousandths.
const SHAKEN: u32 = 700;
/// What felling a unit of a broken squad is worth, in thousandths.
const BROKEN: u32 = 450;

/// One squad's fire.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirePlan {
    pub(super) squad: SquadId,
    pub(super) target: SquadId,
    pub(super) felled: u32,
    pub(super) worth: i64,
    pub(super) reason: TargetReason,
}

impl Captain<'_> {
    /// **S-5, S-6** A target for each squad that can hit any. The squad with most to gain chooses first, and the units
    /// that it is expected to fell are left out for the others.
    pub(super) fn assign_targets(&self, firing: &[SquadId]) -> Vec<FirePlan> {
        let found = firing.iter().map(|it| (*it, self.prospects(*it)));
        let mut open: Vec<(SquadId, &[(SquadId, u32)])> = found.filter(|it| !it.1.is_empty()).collect();
        let mut left: Vec<(SquadId, u32)> =
            self.forces.enemies.iter().map(|it| (*it, 1000 * self.standing(*it))).collect();
        let mut fire_plans = Vec::with_capacity(open.len());
        while let Some((n, fire_plan)) = self.best_fire_plan(&open, &left) {
            open.remove(n);
            if let Some(it) = left.iter_mut().find(|it| it.0 == fire_plan.target) {
                it.1 = it.1.saturating_sub(fire_plan.felled);
            }
            fire_plans.push(fire_plan);
        }
        fire_plans
    }

    fn best_fire_plan(
        &self,
        open: &[(SquadId, &[(SquadId, u32)])],
        left: &[(SquadId, u32)],
    ) -> Option<(usize, FirePlan)> {
        let mut best: Option<(usize, FirePlan)> = None;
        for (n, (squad, targets)) in open.iter().enumerate() {
            for &(target, felled) in *targets {
                let Some(now) = left.iter().find(|it| it.0 == target).map(|it| it.1) else { continue };
                let then = now.saturating_sub(felled);
                let worth = self.worth_of(target, now) - self.worth_of(target, then);
                if best.as_ref().is_none_or(|it| it.1.worth < worth) {
                    let reason = self.reason(target, now, then);
                    best = Some((n, FirePlan { squad: *squad, target, felled, worth, reason }));
                }
            }
        }
        best
    }

    /// **L-1** What a squad is worth with this many units standing, in thousandths.
    fn worth_of(&self, squad: SquadId, standing_milli: u32) -> i64 {
        let it = self.battle.squad(squad);
        let half = 500 * u32::from(it.starting);
        let weighed = if it.is_broken {
            standing_milli * BROKEN
        } else if it.starting == 1 {
            standing_milli * 1000
        } else {
            standing_milli.min(half) * SHAKEN + standing_milli.saturating_sub(half) * STEADY
        };
        self.forces.worth(squad, weighed / 1000)
    }

    fn reason(&self, target: SquadId, now: u32, then: u32) -> TargetReason {
        let half = 500 * u32::from(self.battle.squad(target).starting);
        if 0 < self.aims.squads[usize::from(target.0)] {
            TargetReason::Goal
        } else if then == 0 {
            TargetReason::Finish
        } else if half <= now && then < half {
            TargetReason::Nerve
        } else {
            TargetReason::Most
        }
    }

    pub(super) fn standing(&self, squad: SquadId) -> u32 {
        self.forces.of_squad(squad).map_or(0, |it| it.standing)
    }

    /// **V-3** Whether moving faster is worth more than the fire that it gives up.
    pub(super) fn rather_runs(&self, squad: SquadId, fire_plan: &FirePlan, ground: &mut Ground<'_>) -> bool {
        if self.fires_on_the_run(squad) {
            return false;
        }
        let (fire, melee) = self.forces.best(squad);
        let Some(pull) = ground.pull_of(self, squad) else { return false };
        // A squad that does more by fire doesn't give it up to come nearer.
        if pull.reason == MoveReason::Closer && melee <= fire {
            return false;
        }
        let slow = self.forces.of_squad(squad).map_or(0, |it| it.movement);
        slow < pull.left && fire_plan.worth < pull.step * i64::from(slow / 2)
    }
}
