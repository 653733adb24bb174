//! The green commander: each squad acts for itself, by its stance, against the enemy it hurts most.

use std::cell::OnceCell;
use std::cmp::Reverse;

use crate::field::{ObjectiveId, SquadId};
use crate::line::battle::{Battle, COHESION, Fire, Movement, Orders, Place, Route, Side, Spacing, Stance, WeaponId};
use crate::line::commander::chance_36;
use crate::line::rules::{Line, preview};

pub(super) fn decide(rules: &Line, battle: &Battle, squad: SquadId, orders: &mut Orders) {
    let enemies = nearest_enemies(battle, squad);
    GreenSquad { rules, battle, squad, best_fire: OnceCell::new(), enemies }.decide(orders);
}

/// One squad that makes its decision.
struct GreenSquad<'a> {
    rules: &'a Line,
    battle: &'a Battle,
    squad: SquadId,
    /// The target that it pays most to fire at, and the units that fire fells of it on average, in thousandths.
    /// Computed on first use.
    best_fire: OnceCell<Option<(SquadId, u32)>>,
    /// The nearest enemy squads with their distances, the nearest first.
    enemies: Vec<(u16, SquadId)>,
}

/// The number of nearest enemy squads that are considered.
const ENEMIES_MAX: usize = 3;
/// The least chance, in 36ths, of a charge that is worth giving up fire for.
const CHARGE_CHANCE_MIN_36: u32 = 15;
/// Steps from an enemy at which squads that do more by fire than by blows stop closing in.
const FIREFIGHT_STEPS: u16 = 10;

impl GreenSquad<'_> {
    fn decide(&self, orders: &mut Orders) {
        // A melee goes on by itself (M-4), and units that aren't engaged may fire at others.
        if self.battle.is_squad_engaged(self.squad) || !self.battle.can_walk(self.squad) {
            self.fire(orders);
            return;
        }
        if let Some((target, after)) = self.charge_that_pays(orders) {
            orders.movement.put(self.squad, Movement::Charge { target, after });
            return;
        }
        self.fire(orders);
        if let Some(route) = self.route() {
            orders.movement.put(self.squad, Movement::Move(route));
        }
    }

    /// **S-6** The enemy picks its target when its turn comes; players' allies are bound by S-5 and name one now.
    fn fire(&self, orders: &mut Orders) {
        let order = match self.battle.side(self.squad) {
            Side::Enemy => self.has_ranged().then_some(Fire::AtWill),
            Side::Players => self.best_fire().map(|(target, _)| Fire::all_at(target)),
        };
        if let Some(order) = order {
            orders.fire.put(self.squad, order);
        }
    }

    fn best_fire(&self) -> Option<(SquadId, u32)> {
        let find = || preview::best_fire(self.rules, self.battle, self.squad).map(|it| (it.0, it.1.felled_milli));
        *self.best_fire.get_or_init(find)
    }

    fn has_ranged(&self) -> bool {
        let setup = self.battle.setup();
        let is_ranged = |it: &WeaponId| !setup.weapon(*it).is_melee();
        self.battle.standing(self.squad).any(|it| self.battle.profile(it).weapons.iter().any(is_ranged))
    }

    /// The charge that promises more than fire does, and the move before it. `None` if no charge does.
    fn charge_that_pays(&self, orders: &Orders) -> Option<(SquadId, Option<Route>)> {
        let reach = self.charge_reach();
        let near = self.enemies.iter().copied().filter(|it| it.0 <= reach);
        let candidates = near.filter_map(|(distance, target)| {
            // If not even the best possible chance pays, the search for a way can be spared.
            let chance_max = chance_36(self.needed_min(orders, target));
            if chance_max < CHARGE_CHANCE_MIN_36 {
                return None;
            }
            let fire = self.best_fire().map_or(0, |it| it.1);
            let felled = self.felled_by_blows(target);
            if felled * chance_max / 36 <= fire {
                return None;
            }
            // A squad that holds its ground charges only an enemy that it reaches without moving first.
            let after = (!self.holds()).then(|| Route::toward(Place::Squad(target)));
            let it = preview::Course::of(self.rules, self.battle, orders).charge(self.squad, target, after.as_ref());
            let chance = chance_36(it.needed?);
            let gain = felled * chance / 36;
            let pays = CHARGE_CHANCE_MIN_36 <= chance && fire < gain;
            pays.then_some((gain, Reverse(distance), Reverse(target), after))
        });
        candidates.max_by_key(|it| (it.0, it.1, it.2)).map(|it| (it.2.0, it.3))
    }

    /// Units of `target` that blows fell on average if everybody comes to strike, in thousandths.
    fn felled_by_blows(&self, target: SquadId) -> u32 {
        preview::clash(self.rules, self.battle, self.squad, target).felled_milli
    }

    /// **V-7** The least that a charge at `target` can need: from the closest unit, after the longest move before the
    /// charge, over open ground. Units that settle around their leader may go beyond the squad's steps (V-2).
    fn needed_min(&self, orders: &Orders, target: SquadId) -> u16 {
        let GreenSquad { battle, squad, .. } = *self;
        let units = || battle.standing(squad).chain(battle.standing(target));
        let distance = battle.apart(squad, target);
        let moved = if self.holds() { 0 } else { preview::steps(battle, orders, squad) + COHESION };
        let contact = units().map(|it| u16::from(battle.reach(it))).max().unwrap_or(1).max(2);
        distance.saturating_sub(moved + contact)
    }

    /// Steps beyond which no charge gets: one and a half moves (V-3), two sixes and contact.
    fn charge_reach(&self) -> u16 {
        let movement = self.battle.standing(self.squad).map(|it| u16::from(self.battle.profile(it).movement)).min();
        let moved = if self.holds() { 0 } else { movement.unwrap_or(0) * 3 / 2 };
        moved + 13
    }

    fn stance(&self) -> Stance {
        self.battle.setup().squad(self.squad).stance
    }

    /// Whether the squad stays where it is: a green squad on guard does so too.
    fn holds(&self) -> bool {
        matches!(self.stance(), Stance::Hold | Stance::Guard)
    }

    /// The squad's route if it doesn't charge. A squad that skirmishes goes for the enemy.
    fn route(&self) -> Option<Route> {
        let objective = if self.stance() == Stance::Objective { self.objective() } else { None };
        match objective {
            _ if self.holds() => None,
            Some(objective) => self.towards_objective(objective),
            None => self.towards_enemy(),
        }
    }

    fn towards_enemy(&self) -> Option<Route> {
        let (distance, nearest) = *self.enemies.first()?;
        let is_firefight = distance <= FIREFIGHT_STEPS && self.best_fire().is_some();
        let fire = || preview::all_fire_at(self.rules, self.battle, self.squad, nearest).felled_milli;
        if is_firefight && self.felled_by_blows(nearest) <= fire() {
            return None;
        }
        Some(Route::toward(Place::Squad(nearest)))
    }

    fn towards_objective(&self, objective: ObjectiveId) -> Option<Route> {
        let place = self.battle.setup().objective(objective);
        let leader = self.battle.unit(self.battle.leader(self.squad)?).at;
        let is_there = leader.steps_to(place.at) <= u16::from(place.radius).min(1);
        (!is_there).then(|| Route { spacing: Spacing::TakeCover, ..Route::toward(Place::Objective(objective)) })
    }

    /// The objective set for the squad, else the nearest that isn't its side's, else the nearest.
    fn objective(&self) -> Option<ObjectiveId> {
        let setup = self.battle.setup();
        if let Some(assigned) = setup.squad(self.squad).objective {
            return Some(assigned);
        }
        let leader = self.battle.unit(self.battle.leader(self.squad)?).at;
        setup.objective_ids().min_by_key(|it| {
            let is_ours = self.battle.objective(*it).owner == Some(self.battle.side(self.squad));
            (is_ours, leader.steps_to(setup.objective(*it).at), *it)
        })
    }
}

/// The nearest enemy squads with their steps from the squad's leader, the nearest first.
fn nearest_enemies(battle: &Battle, squad: SquadId) -> Vec<(u16, SquadId)> {
    let Some(leader) = battle.leader(squad) else { return Vec::new() };
    let here = battle.footprint(leader);
    let distance = |it| battle.standing(it).map(|unit| here.distance(battle.footprint(unit))).min();
    let enemies = battle.squads_of(battle.side(squad).other());
    let mut found: Vec<(u16, SquadId)> = enemies.filter_map(|it| Some((distance(it)?, it))).collect();
    found.sort();
    found.truncate(ENEMIES_MAX);
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::line::battle::FirePart;
    use crate::line::battle::scene::crowds;

    use super::*;

    proptest! {
        #[test]
        fn s6_fire_promises_what_its_preview_does(battle in crowds()) {
            let rules = Line::default();
            for squad in battle.setup().squad_ids() {
                let previewed = |target| {
                    let parts = [FirePart { target, with: None }];
                    let parts = preview::fire(&rules, &battle, squad, &parts);
                    parts.iter().map(|it| it.expected.felled_milli).sum::<u32>()
                };
                for target in battle.squads_of(battle.side(squad).other()) {
                    let felled = preview::all_fire_at(&rules, &battle, squad, target).felled_milli;
                    prop_assert_eq!(felled, previewed(target));
                }
                if let Some((target, expected)) = preview::best_fire(&rules, &battle, squad) {
                    prop_assert_eq!(expected.felled_milli, previewed(target));
                }
            }
        }
    }
}
