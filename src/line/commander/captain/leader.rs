//! Whoever leads a side: what it weighs by, and what it can say of its own squads.

use crate::field::SquadId;
use crate::line::battle::{Battle, Orders, Side, Stance};
use crate::line::commander::captain::aims::Aims;
use crate::line::commander::captain::force::Forces;
use crate::line::commander::decision::{Decision, Why};
use crate::line::rules::{Line, preview};

/// How a captain leads a side.
#[derive(Clone, Copy, Debug)]
pub(in crate::line::commander) struct Manner {
    pub(in crate::line::commander) side: Side,
    /// Whether it weighs what the enemy can do next, and spends CP.
    pub(in crate::line::commander) is_wary: bool,
}

/// Whoever leads a side.
pub(super) struct Captain<'a> {
    pub(super) rules: &'a Line,
    pub(super) battle: &'a Battle,
    pub(super) side: Side,
    pub(super) manner: Manner,
    pub(super) aims: Aims,
    pub(super) forces: Forces,
    pub(super) orders: &'a mut Orders,
    pub(super) decisions: &'a mut Vec<Decision>,
}

impl Captain<'_> {
    /// **V-3** How far it can go after what it is told to fire.
    pub(super) fn steps(&self, squad: SquadId) -> u16 {
        if self.fires_on_the_run(squad) {
            preview::steps(self.battle, &Orders::default(), squad)
        } else {
            preview::steps(self.battle, self.orders, squad)
        }
    }

    /// **A-6** Whether all it fires is `[Assault]`, so that it may do so and be fast all the same.
    pub(super) fn fires_on_the_run(&self, squad: SquadId) -> bool {
        self.forces.of_squad(squad).is_some_and(|it| it.assault)
    }

    /// Bunkers and masts stay where they are, whatever comes close.
    pub(super) fn can_walk(&self, squad: SquadId) -> bool {
        self.battle.standing(squad).all(|it| 0 < self.battle.profile(it).movement)
    }

    pub(super) fn stance(&self, squad: SquadId) -> Stance {
        self.battle.setup().squad(squad).stance
    }

    pub(super) fn decide(&mut self, squad: SquadId, why: Why) {
        self.decisions.push(Decision { squad, why });
    }
}
