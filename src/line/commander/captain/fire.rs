//! Targets for all squads together, so that no unit is felled twice.

use crate::field::SquadId;
use crate::line::commander::captain::ground::Ground;
use crate::line::commander::captain::leader::Captain;
use crate::line::commander::decision::{Aimed, Going};

/// **L-1** What felling a unit is worth while its squad has half its units or more, in thousandths: it brings the squad
/// nearer
/// to a test of its nerve.
const STEADY: u32 = 1500;
/// What felling a unit of a squad below half is worth, in thousandths.
const SHAKEN: u32 = 700;
/// What felling a unit of a broken squad is worth, in thousandths.
const BROKEN: u32 = 450;

/// One squad's fire.
#[derive(Clone, Copy, Debug)]
pub(super) struct Volley {
    pub(super) squad: SquadId,
    pub(super) target: SquadId,
    pub(super) felled: u32,
    pub(super) worth: i64,
    pub(super) reason: Aimed,
}

impl Captain<'_> {
    /// **S-5, S-6** A target for each squad that can hit any. The squad with most to gain chooses first, and the units
    /// that it is
    /// expected to fell are left out for the others.
    pub(super) fn allot(&self, firing: &[SquadId]) -> Vec<Volley> {
        let found = firing.iter().map(|it| (*it, self.prospects(*it)));
        let mut open: Vec<(SquadId, &[(SquadId, u32)])> = found.filter(|it| !it.1.is_empty()).collect();
        let mut left: Vec<(SquadId, u32)> =
            self.forces.enemies.iter().map(|it| (*it, 1000 * self.standing(*it))).collect();
        let mut volleys = Vec::with_capacity(open.len());
        while let Some((n, volley)) = self.best_volley(&open, &left) {
            open.remove(n);
            if let Some(it) = left.iter_mut().find(|it| it.0 == volley.target) {
                it.1 = it.1.saturating_sub(volley.felled);
            }
            volleys.push(volley);
        }
        volleys
    }

    fn best_volley(&self, open: &[(SquadId, &[(SquadId, u32)])], left: &[(SquadId, u32)]) -> Option<(usize, Volley)> {
        let mut best: Option<(usize, Volley)> = None;
        for (n, (squad, targets)) in open.iter().enumerate() {
            for &(target, felled) in *targets {
                let Some(now) = left.iter().find(|it| it.0 == target).map(|it| it.1) else { continue };
                let then = now.saturating_sub(felled);
                let worth = self.worth_of(target, now) - self.worth_of(target, then);
                if best.as_ref().is_none_or(|it| it.1.worth < worth) {
                    let reason = self.reason(target, now, then);
                    best = Some((n, Volley { squad: *squad, target, felled, worth, reason }));
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

    fn reason(&self, target: SquadId, now: u32, then: u32) -> Aimed {
        let half = 500 * u32::from(self.battle.squad(target).starting);
        if 0 < self.aims.squads[usize::from(target.0)] {
            Aimed::Goal
        } else if then == 0 {
            Aimed::Finish
        } else if half <= now && then < half {
            Aimed::Nerve
        } else {
            Aimed::Most
        }
    }

    pub(super) fn standing(&self, squad: SquadId) -> u32 {
        self.forces.of_squad(squad).map_or(0, |it| it.standing)
    }

    /// **V-3** Whether moving faster is worth more than the fire that it gives up.
    pub(super) fn rather_runs(&self, squad: SquadId, volley: &Volley, ground: &mut Ground<'_>) -> bool {
        if self.fires_on_the_run(squad) {
            return false;
        }
        let (fire, melee) = self.forces.best(squad);
        let Some(pull) = ground.pull_of(self, squad) else { return false };
        // A squad that does more by fire doesn't give it up to come nearer.
        if pull.going == Going::Closer && melee <= fire {
            return false;
        }
        let slow = self.forces.of_squad(squad).map_or(0, |it| it.movement);
        slow < pull.left && volley.worth < pull.step * i64::from(slow / 2)
    }
}
