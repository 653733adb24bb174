//! The captain, the better commander: it leads a side's squads together.
//!
//! Everything is weighed in one currency: thousandths of a usual unit that is felled or saved by the end of the next
//! round.

mod aims;
mod charge;
mod fire;
mod force;
mod ground;
mod leader;
mod powers;
#[cfg(test)]
mod tests;

pub(crate) use aims::Aims;
pub(super) use aims::wanted_by;
pub(super) use leader::{Captain, Manner};

use crate::dice::Mood;
use crate::field::SquadId;
use crate::line::battle::{Battle, Fire, Movement, Orders, Route, Side, Stance};
use crate::line::commander::Planned;
use crate::line::commander::captain::fire::FirePlan;
use crate::line::commander::captain::force::Forces;
use crate::line::commander::captain::ground::Ground;
use crate::line::commander::decision::{Intent, SidePlan, Why};
use crate::line::rules::Line;

/// The places that a squad could go to after the fire in `orders`, the best in each direction, for a commander that
/// tries them all. None if the squad is to stay where it is, or can't fire: all that two rounds show of a place is
/// fire.
pub(super) fn places(rules: &Line, battle: &Battle, orders: &Orders, squad: SquadId) -> Vec<Route> {
    let side = battle.side(squad);
    let manner = Manner { side, is_wary: true, intent: Intent::ByStance, mood: Mood::default() };
    let mut plan = Planned { orders: orders.clone(), decisions: Vec::new(), side_plans: Vec::new() };
    let captain = Captain::of(rules, battle, manner, &mut plan);
    let stays = matches!(captain.stance(squad), Stance::Hold | Stance::Guard);
    if stays || !captain.can_fire(squad) || battle.is_squad_engaged(squad) || !battle.can_walk(squad) {
        return Vec::new();
    }
    let steps = captain.steps(squad);
    Ground::of(battle, side, &captain.aims).places(&captain, squad, steps)
}

/// What a unit of each squad is worth to a side, in thousandths of a usual one.
pub(super) fn appraise(battle: &Battle, side: Side, aims: &Aims) -> Vec<i64> {
    let forces = Forces::of(battle, side, aims);
    battle.setup().squad_ids().map(|it| forces.worth(it, 1000)).collect()
}

impl Captain<'_> {
    /// Gives orders to squads of its side that have none. Returns the plan of the squads that go for the enemy, if
    /// there is one.
    pub(super) fn lead(&mut self, led: &[SquadId]) -> Option<SidePlan> {
        let mut firing: Vec<SquadId> = Vec::with_capacity(led.len());
        let mut moving: Vec<SquadId> = Vec::with_capacity(led.len());
        for &squad in led {
            if self.battle.is_squad_engaged(squad) {
                if !self.gets_away(squad) {
                    firing.push(squad);
                }
            } else if self.charges(squad) {
                if self.fires_on_the_run(squad) {
                    firing.push(squad);
                }
            } else {
                firing.push(squad);
                if self.battle.can_walk(squad) && self.stance(squad) != Stance::Hold {
                    moving.push(squad);
                }
            }
        }
        let fire_plans = self.assign_targets(&firing);
        // If every squad stays where it is, the ground doesn't matter.
        let mut ground = (!moving.is_empty()).then(|| Ground::of(self.battle, self.manner.side, &self.aims));
        for &squad in &firing {
            let Some(fire_plan) = fire_plans.iter().find(|it| it.squad == squad) else { continue };
            let runs = |it: &mut Ground<'_>| moving.contains(&squad) && self.rather_runs(squad, fire_plan, it);
            if ground.as_mut().is_some_and(runs) {
                self.decide(squad, Why::Runs);
                continue;
            }
            self.fires(fire_plan);
        }
        for squad in moving {
            let Some(ground) = &mut ground else { break };
            self.moves(squad, ground);
            // A squad that was to run and has nowhere to go had better fire.
            let fire_plan = fire_plans.iter().find(|it| it.squad == squad);
            if let Some(fire_plan) = fire_plan.filter(|_| !self.plan.orders.has_any_for(squad)) {
                self.plan.decisions.retain(|it| it.squad != squad || it.why != Why::Runs);
                self.fires(fire_plan);
            }
        }
        if self.manner.is_wary {
            self.spend(led);
        }
        let goes = |it: &&SquadId| matches!(self.stance(**it), Stance::Aggressive | Stance::Skirmish);
        let (strikers, shooters): (Vec<SquadId>, Vec<SquadId>) =
            led.iter().filter(goes).partition(|it| self.strikes(**it));
        if self.aims.can_wait || strikers.is_empty() && shooters.is_empty() {
            return None;
        }
        // The plan is what most of them do.
        let it = self.meeting(shooters.len() < strikers.len())?;
        Some(SidePlan::Together { side: self.manner.side, at: it.at, or: it.or })
    }

    fn fires(&mut self, fire_plan: &FirePlan) {
        let FirePlan { squad, target, felled, reason, .. } = *fire_plan;
        self.plan.orders.fire.put(squad, Fire::all_at(target));
        self.decide(squad, Why::Fires { at: target, felled_milli: felled, reason });
    }

    fn moves(&mut self, squad: SquadId, ground: &mut Ground<'_>) {
        let steps = self.steps(squad);
        match ground.best_place(self, squad, steps) {
            Some((route, reason)) => {
                self.plan.orders.movement.put(squad, Movement::Move(route));
                self.decide(squad, Why::Moves(reason));
            }
            None => self.decide(squad, Why::Stays),
        }
    }
}
