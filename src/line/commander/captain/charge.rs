//! Whether a squad charges, and whether it gets away from a melee.

use crate::field::SquadId;
use crate::line::battle::{Movement, Orders, Place, Route, Stance};
use crate::line::commander::captain::leader::Captain;
use crate::line::commander::chance_36;
use crate::line::commander::decision::Why;
use crate::line::commander::last_look::CHARGE_CHANCE_MIN_36;
use crate::line::rules::preview::{self, Course};

/// The number of nearest enemy squads that are considered for a charge.
const TARGETS_MAX: usize = 3;

impl Captain<'_> {
    /// **V-7** Orders the charge that promises more than to go on firing, if there is one. Returns whether there is.
    pub(super) fn charges(&mut self, squad: SquadId) -> bool {
        if self.stance(squad) == Stance::Skirmish || !self.battle.can_walk(squad) || self.keeps_back(squad) {
            return false;
        }
        let spared = if self.fires_on_the_run(squad) { 0 } else { self.fire_rounds() * self.best_fire(squad) };
        let Some((target, after, chance)) = self.best_charge(squad, spared) else { return false };
        self.plan.orders.movement.put(squad, Movement::Charge { target, after });
        let (felled_milli, lost_milli) = (self.blows(squad, target), self.blows(target, squad));
        self.decide(squad, Why::Charges { at: target, chance_36: chance, felled_milli, lost_milli });
        true
    }

    /// The charge that is worth most, its target, the move before it and its chance in 36ths. `None` if no charge is
    /// worth more than `spared`, the fire that it gives up.
    fn best_charge(&self, squad: SquadId, spared: i64) -> Option<(SquadId, Option<Route>, u32)> {
        let holds = self.stance(squad) == Stance::Hold;
        let steps = if holds { 0 } else { preview::steps(self.battle, &Orders::default(), squad) };
        let distance = |it: &SquadId| self.distance(squad, *it);
        let mut near: Vec<(u16, SquadId)> = self.forces.enemies.iter().map(|it| (distance(it), *it)).collect();
        near.retain(|it| it.0 <= steps + 12);
        near.sort_unstable();
        let mut best: Option<(SquadId, Option<Route>, u32, i64)> = None;
        for (_, target) in near.into_iter().take(TARGETS_MAX) {
            let sure = self.worth_of_clash(squad, target);
            if sure <= best.as_ref().map_or(spared, |it| it.3) {
                continue;
            }
            let after = (!holds).then(|| Route::toward(Place::Squad(target)));
            let seen = Course::of(self.rules, self.battle, &Orders::default()).charge(squad, target, after.as_ref());
            let chance = seen.needed.map_or(0, chance_36);
            // A charge that falls short leaves the squad close to the target, in the open.
            let short = self.forces.worth(squad, self.forces.fire(target, squad, 2, 0)) / 2;
            let worth = (sure * i64::from(chance) - short * i64::from(36 - chance)) / 36;
            if CHARGE_CHANCE_MIN_36 <= chance && best.as_ref().map_or(spared, |it| it.3) < worth {
                best = Some((target, after, chance, worth));
            }
        }
        best.map(|it| (it.0, it.1, it.2))
    }

    /// What two rounds of melee are worth: the units that fall on either side, and the fire that the target can't fire
    /// meanwhile.
    fn worth_of_clash(&self, squad: SquadId, target: SquadId) -> i64 {
        let (out, back) = (self.blows(squad, target), self.blows(target, squad));
        // Units fall on both sides at once, and fewer strike in the second round.
        let (ours, theirs) = (1000 * self.standing(squad), 1000 * self.standing(target));
        let second = |dealt: u32, taken: u32, of: u32| dealt - dealt * taken.min(of) / of.max(1);
        let out = (out + second(out, back, ours)).min(theirs);
        let first = if self.receives_with_spears(target) { back } else { 0 };
        let back = (first + back + second(back, self.blows(squad, target), theirs)).min(ours);
        let silenced = self.forces.friends.iter().map(|it| {
            let cover = self.forces.of_squad(*it).map_or(0, |it| it.cover);
            self.forces.worth(*it, self.forces.fire(target, *it, self.distance(target, *it), cover))
        });
        // Only units that still stand keep the target from firing.
        let silenced = silenced.max().unwrap_or(0) * i64::from(ours - back) / i64::from(ours.max(1));
        self.forces.worth(target, out) - self.forces.worth(squad, back) + silenced
    }

    /// **F-4** Whether spears beside each other strike at a charging enemy before it comes in.
    fn receives_with_spears(&self, squad: SquadId) -> bool {
        let spears = self.battle.standing(squad).filter(|it| self.battle.profile(*it).drill.spear).count();
        1 < spears && self.stands_together(squad)
    }

    /// Steps between two squads, estimated from the middle of one to the nearest unit of the other.
    pub(super) fn distance(&self, a: SquadId, b: SquadId) -> u16 {
        let (Some(from), Some(to)) = (self.forces.of_squad(a), self.forces.of_squad(b)) else { return u16::MAX };
        let units =
            |squad: SquadId, to| self.battle.standing(squad).map(move |it| self.battle.unit(it).at.steps_to(to));
        units(a, to.here).chain(units(b, from.here)).min().unwrap_or(u16::MAX)
    }

    /// **V-6** Orders a squad out of a melee that it is losing, if getting away costs less. Returns whether it did.
    pub(super) fn gets_away(&mut self, squad: SquadId) -> bool {
        if !self.manner.is_wary || !self.battle.can_walk(squad) {
            return false;
        }
        let foes = self.battle.squads_in_contact(squad);
        let lost: u32 =
            foes.iter().map(|it| self.forces.melee(*it, squad)).sum::<u32>().min(1000 * self.standing(squad));
        let dealt = foes.iter().map(|it| self.forces.worth(*it, self.forces.melee(squad, *it))).max().unwrap_or(0);
        let engaged = self.battle.standing(squad).filter(|it| self.battle.is_engaged(*it)).count() as u32;
        // The blows of this round come first. Then half of the engaged units fall, and the squad may be caught again.
        let (cost, after) = (500 * engaged, (1000 * self.standing(squad)).saturating_sub(lost));
        let cost = cost.min(after / 2);
        let stays = self.forces.worth(squad, lost.min(after)) - dealt;
        if after < 2000 || stays * 100 <= self.forces.worth(squad, cost) * 150 {
            self.decide(squad, Why::Fights);
            return false;
        }
        self.plan.orders.movement.put(squad, Movement::Disengage(None));
        self.decide(squad, Why::Disengages { lost_milli: lost, cost_milli: cost });
        true
    }
}
