//! The better commander: it leads a side's squads together.
//!
//! All is weighed in one coin: thousandths of a usual unit, felled or saved by the end of the next round.

mod aims;
mod charge;
mod fire;
mod force;
mod ground;
mod powers;
pub(super) mod scales;
#[cfg(test)]
mod tests;

use crate::field::SquadId;
use crate::line::battle::{Battle, Fire, FirePart, Movement, Orders, Side, Stance};
use crate::line::commander::captain::aims::Aims;
use crate::line::commander::captain::force::Forces;
use crate::line::commander::captain::ground::Ground;
use crate::line::commander::decision::{Decision, Why};
use crate::line::rules::{Line, preview};

/// How a captain leads a side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    pub(super) side: Side,
    /// Whether it weighs what the enemy can do next, and spends CP.
    pub(super) is_wary: bool,
    /// What all squads are minded to do, whatever the scenario says of them.
    pub(super) all_minded: Option<Stance>,
}

/// Gives orders to squads of one side that have none.
pub(super) fn lead(
    rules: &Line,
    battle: &Battle,
    manner: Manner,
    led: &[SquadId],
    orders: &mut Orders,
    decisions: &mut Vec<Decision>,
) {
    if led.is_empty() {
        return;
    }
    let aims = Aims::of(battle, manner.side);
    let forces = Forces::of(battle, manner.side, &aims);
    Captain { rules, battle, manner, side: manner.side, aims, forces, orders, decisions }.lead(led);
}

/// Whoever leads a side.
struct Captain<'a> {
    rules: &'a Line,
    battle: &'a Battle,
    side: Side,
    manner: Manner,
    aims: Aims,
    forces: Forces,
    orders: &'a mut Orders,
    decisions: &'a mut Vec<Decision>,
}

impl Captain<'_> {
    fn lead(&mut self, led: &[SquadId]) {
        let mut ground = Ground::of(self.battle, self.side, &self.aims);
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
                if self.can_walk(squad) {
                    moving.push(squad);
                }
            }
        }
        let volleys = self.allot(&firing);
        for &squad in &firing {
            let Some(volley) = volleys.iter().find(|it| it.squad == squad) else { continue };
            if moving.contains(&squad) && self.rather_runs(squad, volley, &mut ground) {
                self.decide(squad, Why::Runs);
                continue;
            }
            self.orders.fire.put(squad, Fire::At(vec![FirePart { target: volley.target, with: None }]));
            let why = Why::Fires { at: volley.target, felled_milli: volley.felled, reason: volley.reason };
            self.decide(squad, why);
        }
        for squad in moving {
            self.moves(squad, &mut ground);
        }
        if self.manner.is_wary {
            self.spend(led);
        }
    }

    fn moves(&mut self, squad: SquadId, ground: &mut Ground<'_>) {
        if self.stance(squad) == Stance::Hold {
            return;
        }
        let steps = self.steps(squad);
        match ground.best_place(self, squad, steps) {
            Some((route, going)) => {
                self.orders.movement.put(squad, Movement::Move(route));
                self.decide(squad, Why::Moves(going));
            }
            None => self.decide(squad, Why::Stays),
        }
    }

    /// **V-3** How far it can go after what it is told to fire.
    fn steps(&self, squad: SquadId) -> u16 {
        if self.fires_on_the_run(squad) {
            preview::steps(self.battle, &Orders::default(), squad)
        } else {
            preview::steps(self.battle, self.orders, squad)
        }
    }

    /// **A-6** Whether all it fires is `[Assault]`, so that it may do so and be fast all the same.
    fn fires_on_the_run(&self, squad: SquadId) -> bool {
        self.forces.of_squad(squad).is_some_and(|it| it.assault)
    }

    /// Bunkers and masts stay where they are, whatever comes close.
    fn can_walk(&self, squad: SquadId) -> bool {
        self.battle.standing(squad).all(|it| 0 < self.battle.profile(it).movement)
    }

    fn stance(&self, squad: SquadId) -> Stance {
        self.manner.all_minded.unwrap_or(self.battle.setup().squad(squad).stance)
    }

    fn decide(&mut self, squad: SquadId, why: Why) {
        self.decisions.push(Decision { squad, why });
    }
}
