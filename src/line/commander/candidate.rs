//! The orders that an elite commander tries for one squad.

use std::cmp::Reverse;

use crate::field::SquadId;
use crate::line::battle::{AbilityOn, AbilityUse, Battle, Expected, Fire, Movement, Orders, Place, Route};
use crate::line::commander::decision::{MoveReason, TargetReason, Why};
use crate::line::commander::last_look::CHARGE_CHANCE_MIN_36;
use crate::line::commander::{Planned, captain, chance_36};
use crate::line::rules::{Line, preview};

/// The number of enemy squads that are tried as targets of fire, and of charges.
const TARGETS_MAX: usize = 3;
/// Steps within which enemy squads are tried as targets of charges.
const CHARGE_REACH: u16 = 22;

/// Orders that one squad may get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    /// The squad's orders alone, and the abilities that are used on it.
    pub(super) orders: Orders,
    pub(super) whys: Vec<Why>,
}

impl Candidate {
    /// The orders that a plan gives a squad.
    pub(super) fn of_plan(plan: &Planned, squad: SquadId) -> Candidate {
        let mut orders = Orders::default();
        orders.follow(&plan.orders, squad);
        orders.abilities.extend(plan.orders.abilities.iter().filter(|it| is_for(&[squad], it)));
        let whys = plan.decisions.iter().filter(|it| it.squad == squad).map(|it| it.why).collect();
        Candidate { orders, whys }
    }

    /// Other orders that no plan thinks of: to fire at others, to charge, or to go elsewhere.
    pub(super) fn alternatives(&self, rules: &Line, battle: &Battle, squad: SquadId) -> Vec<Candidate> {
        let (targets, ends) =
            (self.with_other_targets(rules, battle, squad), self.with_other_moves(rules, battle, squad));
        [targets, charges(rules, battle, squad), ends].concat()
    }

    /// The same fire, with a move to each place that may be worth it.
    fn with_other_moves(&self, rules: &Line, battle: &Battle, squad: SquadId) -> Vec<Candidate> {
        let to = |route: Route| {
            let mut it = self.clone();
            it.orders.movement.put(squad, Movement::Move(route));
            it.whys.retain(|it| matches!(it, Why::Fires { .. } | Why::Uses { .. }));
            it.whys.push(Why::Moves(MoveReason::Tried));
            it
        };
        captain::places(rules, battle, &self.orders, squad).into_iter().map(to).collect()
    }

    /// The same orders, with fire at each of the squads that it hurts most.
    fn with_other_targets(&self, rules: &Line, battle: &Battle, squad: SquadId) -> Vec<Candidate> {
        if !matches!(self.orders.fire.get(squad), Some(Fire::At(_))) {
            return Vec::new();
        }
        let mut targets = preview::prospects(rules, battle, squad);
        targets.sort_by_key(|it| Reverse(it.1.felled_milli));
        let at = |(target, expected): (SquadId, Expected)| {
            let mut it = self.clone();
            it.orders.fire.put(squad, Fire::all_at(target));
            it.whys.retain(|it| !matches!(it, Why::Fires { .. }));
            it.whys.push(Why::Fires { at: target, felled_milli: expected.felled_milli, reason: TargetReason::Tried });
            it
        };
        targets.into_iter().take(TARGETS_MAX).map(at).collect()
    }
}

/// **V-7** Charges at the nearest enemies that are likely enough to get in.
fn charges(rules: &Line, battle: &Battle, squad: SquadId) -> Vec<Candidate> {
    if battle.is_squad_engaged(squad) || !battle.can_walk(squad) {
        return Vec::new();
    }
    let foes = battle.squads_of(battle.side(squad).other());
    let mut near: Vec<(u16, SquadId)> = foes.map(|it| (battle.apart(squad, it), it)).collect();
    near.retain(|it| it.0 <= CHARGE_REACH);
    near.sort_unstable();
    let charge = |target: SquadId| {
        let after = Some(Route::toward(Place::Squad(target)));
        let seen = preview::Course::of(rules, battle, &Orders::default()).charge(squad, target, after.as_ref());
        let chance_36 = seen.needed.map_or(0, chance_36);
        let felled = |by, at| preview::clash(rules, battle, by, at).felled_milli;
        (CHARGE_CHANCE_MIN_36 <= chance_36).then(|| {
            let mut orders = Orders::default();
            orders.movement.put(squad, Movement::Charge { target, after });
            let (felled_milli, lost_milli) = (felled(squad, target), felled(target, squad));
            Candidate { orders, whys: vec![Why::Charges { at: target, chance_36, felled_milli, lost_milli }] }
        })
    };
    near.into_iter().take(TARGETS_MAX).filter_map(|it| charge(it.1)).collect()
}

/// Whether an ability is used on one of these squads.
pub(super) fn is_for(squads: &[SquadId], it: &AbilityUse) -> bool {
    matches!(it.on, AbilityOn::Squad(on) if squads.contains(&on))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Tile;
    use crate::line::battle::scene::{scene, scene_with, squad};
    use crate::line::battle::{RouteGoal, Stance};

    /// The reasons of Alpha's other orders than to fire at Boyz.
    fn others(drawing: &str) -> Vec<Why> {
        let battle = scene(drawing, "a Alpha players: rifle; x Boyz enemy: boy; y Nobz enemy: boy");
        let [alpha, boyz] = ["Alpha", "Boyz"].map(|it| squad(&battle, it));
        let mut orders = Orders::default();
        orders.fire.put(alpha, Fire::all_at(boyz));
        let others = Candidate { orders, whys: Vec::new() }.alternatives(&Line::default(), &battle, alpha);
        others.into_iter().flat_map(|it| it.whys).collect()
    }

    #[test]
    fn s5_a_squad_may_fire_at_whoever_it_can_hit() {
        let targets = |drawing: &str| others(drawing).iter().filter(|it| matches!(it, Why::Fires { .. })).count();
        assert_eq!(targets(".a . . . . . . . . . . .x .y"), 2);
        assert_eq!(targets(".a # . . . . . . . . . .x .y"), 0);
    }

    /// The tiles where Alpha may go instead, and whether it fires at Boyz then.
    fn ends(drawing: &str, stance: Stance) -> Vec<(Tile, bool)> {
        let battle =
            scene_with(drawing, "a Alpha players: rifle; x Boyz enemy: rifle", |it| it.squads[0].stance = stance);
        let [alpha, boyz] = ["Alpha", "Boyz"].map(|it| squad(&battle, it));
        let mut orders = Orders::default();
        orders.fire.put(alpha, Fire::all_at(boyz));
        let others = Candidate { orders, whys: Vec::new() }.with_other_moves(&Line::default(), &battle, alpha);
        let end = |it: &Candidate| match it.orders.movement.get(alpha) {
            Some(Movement::Move(Route { goal: RouteGoal::Tile(at), .. })) => {
                Some((*at, it.orders.fire.get(alpha).is_some()))
            }
            _ => None,
        };
        others.iter().filter_map(end).collect()
    }

    #[test]
    fn v3_a_squad_may_go_near_and_far_in_every_direction_and_fires_all_the_same() {
        let rows = format!("{}\n", ". ".repeat(24)).repeat(9);
        let row = format!("{0}.a {0}.x\n", ". ".repeat(11));
        let ends = ends(&format!("{rows}{row}{rows}"), Stance::Aggressive);
        let here = Tile::new(11, 9);
        assert_eq!(ends.len(), 16, "eight directions: {ends:?}");
        assert!(ends.iter().all(|it| it.1), "who goes slowly fires: {ends:?}");
        assert!(ends.iter().all(|it| here.steps_to(it.0) <= 6), "{ends:?}");
    }

    #[test]
    fn a_squad_that_is_told_to_stay_is_sent_nowhere() {
        let ends = |stance| ends(".a . . . . . . . . . . . .x", stance);
        assert!(!ends(Stance::Aggressive).is_empty());
        assert_eq!([Stance::Hold, Stance::Guard].map(ends), [vec![], vec![]]);
    }

    #[test]
    fn v7_a_squad_may_charge_whoever_it_is_likely_to_reach() {
        let charges = |steps: usize| {
            let drawing = format!(".a {}.x .y", ". ".repeat(steps));
            others(&drawing).iter().filter(|it| matches!(it, Why::Charges { .. })).count()
        };
        assert_eq!([3, 20].map(charges), [1, 0]);
    }
}
