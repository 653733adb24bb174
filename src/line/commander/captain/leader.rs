//! The captain of a side, and what it knows about squads.

use std::cell::OnceCell;
use std::cmp::Reverse;

use crate::dice::Mood;
use crate::field::SquadId;
use crate::line::battle::{Battle, Kind, Orders, Side, Stance};
use crate::line::commander::Planned;
use crate::line::commander::captain::aims::Aims;
use crate::line::commander::captain::force::Forces;
use crate::line::commander::decision::{Decision, Intent, Why};
use crate::line::rules::{Line, preview};

/// How a captain leads a side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    pub(crate) side: Side,
    /// Whether it weighs what the enemy can do next, and spends CP.
    pub(crate) is_wary: bool,
    pub(crate) intent: Intent,
    /// Decides between plans of about the same worth.
    pub(crate) mood: Mood,
}

/// Leads a side's squads together.
pub(crate) struct Captain<'a> {
    pub(super) rules: &'a Line,
    pub(super) battle: &'a Battle,
    pub(super) manner: Manner,
    pub(super) aims: Aims,
    pub(super) forces: Forces,
    /// Units that each squad's fire would fell of each enemy squad, in thousandths. Computed on first use.
    pub(super) prospects: Vec<OnceCell<Vec<(SquadId, u32)>>>,
    pub(super) plan: &'a mut Planned,
}

/// Where a side's squads come together: an enemy squad, and its mean steps from each of them.
#[derive(Clone, Copy)]
pub(super) struct Meeting {
    pub(super) at: (SquadId, u16),
    /// Another squad that would do as well.
    pub(super) or: Option<(SquadId, u16)>,
}

/// Enemy squads are about as near as the nearest one up to this many hundredths of its distance.
const ALIKE: u32 = 115;

/// The most units that a squad of one important unit and its escort has. Larger squads fight in the line.
const COMPANY: usize = 3;

impl<'a> Captain<'a> {
    /// Looks at the battle once, for all decisions.
    pub(crate) fn of(rules: &'a Line, battle: &'a Battle, manner: Manner, plan: &'a mut Planned) -> Captain<'a> {
        let aims = Aims::of(battle, manner.side);
        let forces = Forces::of(battle, manner.side, &aims);
        let prospects = vec![OnceCell::new(); battle.setup().squads.len()];
        Captain { rules, battle, manner, aims, forces, prospects, plan }
    }

    /// **V-3** How far a squad can go after the fire that it is ordered.
    pub(super) fn steps(&self, squad: SquadId) -> u16 {
        let unhindered = Orders::default();
        let orders = if self.fires_on_the_run(squad) { &unhindered } else { &self.plan.orders };
        preview::steps(self.battle, orders, squad)
    }

    /// **A-6** Whether all that a squad fires is `[Assault]`, so that it may fire and be fast.
    pub(super) fn fires_on_the_run(&self, squad: SquadId) -> bool {
        self.forces.of_squad(squad).is_some_and(|it| it.assault)
    }

    pub(super) fn stance(&self, squad: SquadId) -> Stance {
        let own = self.battle.setup().squad(squad).stance;
        match (own, self.manner.intent) {
            (Stance::Hold | Stance::Guard, _) | (_, Intent::ByStance | Intent::Care | Intent::Blades) => own,
            (_, Intent::Stand | Intent::Distance) if !self.can_fire(squad) => own,
            (_, Intent::Attack) => Stance::Aggressive,
            (_, Intent::Ground) => Stance::Objective,
            (_, Intent::Stand) => Stance::Hold,
            (_, Intent::Distance) => Stance::Skirmish,
        }
    }

    /// Rounds of fire that a charge has to be worth. Measured: a squad that can fire does better by firing, and charges
    /// are for squads that can do little else.
    pub(super) fn fire_rounds(&self) -> i64 {
        if self.manner.intent == Intent::Blades { 1 } else { 8 }
    }

    /// Whether a squad keeps back: few units that must not be lost, or a hero on his own.
    pub(super) fn keeps_back(&self, squad: SquadId) -> bool {
        let standing = self.battle.standing(squad).count();
        let is_lone_hero = || standing == 1 && self.battle.hero(squad).is_some();
        let is_soldier = |it| self.battle.profile(it).kind == Kind::Infantry;
        (self.aims.vital.contains(&squad) || is_lone_hero())
            && standing <= COMPANY
            && self.battle.standing(squad).all(is_soldier)
    }

    /// **S-1** Units that a squad's fire would fell now of each squad that it can hit, in thousandths.
    pub(super) fn prospects(&self, squad: SquadId) -> &[(SquadId, u32)] {
        self.prospects[usize::from(squad.0)].get_or_init(|| {
            let found = preview::prospects(self.rules, self.battle, squad);
            found.into_iter().map(|(at, it)| (at, it.felled_milli)).collect()
        })
    }

    /// The enemy squad that is nearest to all squads of this side together. Among those about as near, the mood
    /// chooses. If `strikes`, squads in formation count as twice as far, because squads that have to strike avoid them.
    pub(super) fn meeting(&self, strikes: bool) -> Option<Meeting> {
        let place = |it: &SquadId| self.forces.of_squad(*it).map(|it| it.here);
        let from_all = |it: SquadId| {
            let to = place(&it)?;
            let steps = self.forces.friends.iter().filter_map(place).map(|it| u32::from(it.steps_to(to))).sum::<u32>();
            Some((if strikes && self.stands_together(it) { 2 * steps } else { steps }, it))
        };
        let all: Vec<(u32, SquadId)> = self.forces.enemies.iter().filter_map(|it| from_all(*it)).collect();
        let least = all.iter().map(|it| it.0).min()?;
        let mut alike: Vec<(u32, SquadId)> = all.into_iter().filter(|it| 100 * it.0 <= ALIKE * least).collect();
        alike.sort_by_key(|it| (Reverse(self.manner.mood.rank(it.1.0)), *it));
        let mean = |it: &(u32, SquadId)| (it.1, (it.0 / self.forces.friends.len().max(1) as u32) as u16);
        Some(Meeting { at: mean(alike.first()?), or: alike.get(1).map(mean) })
    }

    /// Whether a squad does more by blows than by its fire.
    pub(super) fn strikes(&self, squad: SquadId) -> bool {
        let (fire, melee) = self.forces.best(squad);
        fire < melee
    }

    /// Whether a squad has anything to fire, and so a reason to stand or to keep its distance.
    pub(super) fn can_fire(&self, squad: SquadId) -> bool {
        self.forces.of_squad(squad).is_some_and(|it| 0 < it.range_max)
    }

    /// **F-1** Whether a squad stands in a formation.
    pub(super) fn stands_together(&self, squad: SquadId) -> bool {
        self.battle.formations_of(squad).next().is_some()
    }

    /// **F-2** Units that a squad's blows fell if all of it comes to strike, in thousandths. Shields beside each other
    /// count.
    pub(super) fn blows(&self, by: SquadId, at: SquadId) -> u32 {
        match self.stands_together(at) {
            true => preview::clash(self.rules, self.battle, by, at).felled_milli,
            false => self.forces.melee(by, at),
        }
    }

    /// The most that a squad's fire is worth now.
    pub(super) fn best_fire(&self, squad: SquadId) -> i64 {
        self.prospects(squad).iter().map(|(at, felled)| self.forces.worth(*at, *felled)).max().unwrap_or(0)
    }

    pub(super) fn decide(&mut self, squad: SquadId, why: Why) {
        self.plan.decisions.push(Decision { squad, why });
    }
}
