//! Orders for squads whose player is away: only what the player asked for, and nothing that he might regret.

use std::collections::BTreeSet;

use crate::dice::Mood;
use crate::field::SquadId;
use crate::line::battle::{Battle, Event, Fire, FirePart, Movement, Orders, Place, Route, RouteGoal};
use crate::line::commander::{LedSquads, lead};
use crate::line::rules::{Line, preview};
use crate::post::Absent;

/// Completes the orders for squads that have none and whose player is away. `last_round` holds the events of the round
/// before.
///
/// No squad uses an ability or leaves its downed behind, and only squads that fight on may charge. It uses what the
/// squad's player would see, and no die.
pub fn stand_in(
    rules: &Line,
    battle: &Battle,
    last_round: &[Event],
    given: &Orders,
    absent: &[(SquadId, Absent)],
) -> Orders {
    let orders = given.clone();
    let mut deputy = Deputy { rules, battle, last_round, absent, orders, settled: BTreeSet::new() };
    deputy.fight_on();
    for (squad, _) in absent {
        deputy.settle(*squad);
    }
    deputy.orders
}

/// Gives orders in place of players who are away.
struct Deputy<'a> {
    rules: &'a Line,
    battle: &'a Battle,
    last_round: &'a [Event],
    absent: &'a [(SquadId, Absent)],
    orders: Orders,
    /// Squads that are dealt with. This ends circles of squads that follow each other.
    settled: BTreeSet<SquadId>,
}

impl Deputy<'_> {
    fn absence_of(&self, squad: SquadId) -> Option<Absent> {
        self.absent.iter().rfind(|it| it.0 == squad).map(|it| it.1)
    }

    /// Has a commander of the scenario's level lead the squads that fight on together. It knows the battle as players
    /// do, and nobody's orders. It spends no CP, which are for the players to spend.
    fn fight_on(&mut self) {
        let fights_on = |it: &SquadId| {
            self.absence_of(*it) == Some(Absent::FightOn) && self.battle.is_on_map(*it) && !self.orders.has_any_for(*it)
        };
        let led: Vec<SquadId> = self.battle.setup().squad_ids().filter(fights_on).collect();
        let known = self.battle.as_players_know_it();
        let levels = |it: SquadId| known.setup().squad(it).level.unwrap_or(self.battle.setup().commander);
        let asked =
            LedSquads { rules: self.rules, battle: &known, squads: &led, levels: &levels, mood: Mood::default() };
        let planned = lead(&Orders::default(), &asked).orders;
        for squad in led {
            if let Some(fire) = planned.fire.get(squad) {
                self.orders.fire.put(squad, fire.clone());
            }
            if let Some(movement) = planned.movement.get(squad) {
                self.orders.movement.put(squad, movement.clone());
            }
        }
    }

    fn settle(&mut self, squad: SquadId) {
        let is_new = self.settled.insert(squad);
        if !is_new || self.orders.has_any_for(squad) || !self.battle.is_on_map(squad) {
            return;
        }
        match self.absence_of(squad) {
            None | Some(Absent::Hold | Absent::FightOn) => (),
            Some(Absent::ReturnFire) => self.return_fire(squad),
            Some(Absent::Follow(leader)) => {
                self.settle(leader);
                if leader != squad && self.battle.side(leader) == self.battle.side(squad) {
                    self.follow(squad, leader);
                }
            }
        }
    }

    /// **S-6** Fires at the attacker that it pays most to fire at, if the squad can hit any without danger to friends.
    fn return_fire(&mut self, squad: SquadId) {
        let attackers = self.attackers(squad);
        let target = preview::best_fire_among(self.rules, self.battle, squad, |it| attackers.contains(&it));
        if let Some((target, _)) = target {
            self.orders.fire.put(squad, Fire::all_at(target));
        }
    }

    /// Enemy squads that fired at a squad, struck it or charged it.
    fn attackers(&self, squad: SquadId) -> BTreeSet<SquadId> {
        let attacker = |event: &Event| match event {
            Event::Attacked(it) if it.at == squad => Some(it.by),
            Event::Charged(it) if it.target == squad && it.made => Some(it.squad),
            _ => None,
        };
        let side = self.battle.side(squad);
        self.last_round.iter().filter_map(attacker).filter(|it| self.battle.side(*it) != side).collect()
    }

    /// Fires at the first of its leader's targets that the squad reaches, and goes where its leader goes.
    fn follow(&mut self, squad: SquadId, leader: SquadId) {
        if let Some(Fire::At(parts)) = self.orders.fire.get(leader)
            && let Some(target) = parts.iter().map(|it| it.target).find(|it| self.reaches(squad, *it))
        {
            self.orders.fire.put(squad, Fire::all_at(target));
        }
        if let Some(Movement::Move(route) | Movement::Disengage(Some(route))) = self.orders.movement.get(leader)
            && let Some(route) = self.route_after(squad, leader, route)
        {
            self.orders.movement.put(squad, Movement::Move(route));
        }
    }

    fn reaches(&self, squad: SquadId, target: SquadId) -> bool {
        let parts = [FirePart { target, with: None }];
        let fire = || preview::fire(self.rules, self.battle, squad, &parts);
        self.battle.is_on_map(target) && fire().iter().any(|it| !it.firing.is_empty())
    }

    /// A route of the squad's own to where its leader's route goes, with the leader's spacing. Steps are counted from
    /// where the leader stands.
    fn route_after(&self, squad: SquadId, leader: SquadId, route: &Route) -> Option<Route> {
        let goal = match &route.goal {
            RouteGoal::Toward { place, .. } | RouteGoal::AwayFrom { place, .. } if *place == Place::Squad(squad) => {
                return None;
            }
            RouteGoal::Steps(_) => {
                let seen = preview::route(self.rules, self.battle, &self.orders, leader, route);
                RouteGoal::Tile(*seen.path.last().filter(|_| seen.stays.is_none())?)
            }
            goal @ (RouteGoal::Tile(_) | RouteGoal::Toward { .. } | RouteGoal::AwayFrom { .. }) => goal.clone(),
        };
        Some(Route { via: Vec::new(), goal, spacing: route.spacing })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{Direction, Tile};
    use crate::line::battle::scene::{scene, scene_with, squad};
    use crate::line::battle::{Charge, Level, Spacing, Volley, VolleyKind};

    /// Alpha and Bravo side by side, two squads of the enemy in the open and one behind a wall.
    fn battle() -> Battle {
        scene(
            ".a .a . . . . . . .x .x
             .b .b . . . . . . .y .
             .c .  . . . . # . .z .
             .  .  . . . . # . .  .",
            "a Alpha players@alice: rifle; b Bravo players@bob: rifle; c Knives players@bob: spearman;
             x Boyz enemy: boy; y Nobz enemy: boy; z Sneaks enemy: boy",
        )
    }

    fn attacked(battle: &Battle, by: &str, target: &str, kind: VolleyKind) -> Event {
        Event::Attacked(Box::new(Volley::without_attacks(kind, squad(battle, by), squad(battle, target))))
    }

    fn shoots(battle: &Battle, names: &[&str]) -> Fire {
        Fire::At(names.iter().map(|it| FirePart { target: squad(battle, it), with: None }).collect())
    }

    fn moves(goal: RouteGoal) -> Movement {
        Movement::Move(Route { via: Vec::new(), goal, spacing: Spacing::TakeCover })
    }

    fn stand(battle: &Battle, last_round: &[Event], given: &Orders, absent: &[(&str, Absent)]) -> Orders {
        let absent: Vec<_> = absent.iter().map(|it| (squad(battle, it.0), it.1)).collect();
        stand_in(&Line::default(), battle, last_round, given, &absent)
    }

    #[test]
    fn who_fights_on_is_led_by_the_commander_and_spends_nothing() {
        for level in [Level::Green, Level::Regular, Level::Veteran] {
            let battle = scene_with(
                ".a .a . . . . . . . .x .x\n.b .b . . . . . . . .y .y",
                "a Alpha players@alice: rifle; b Bravo players@bob: rifle; x Boyz enemy: boy; y Nobz enemy: rifle",
                |setup| setup.commander = level,
            );
            let (alpha, bravo) = (squad(&battle, "Alpha"), squad(&battle, "Bravo"));
            let orders = stand(&battle, &[], &Orders::default(), &[("Alpha", Absent::FightOn)]);
            assert!(orders.has_any_for(alpha) && !orders.has_any_for(bravo), "{level:?}");
            assert!(orders.abilities.is_empty(), "{level:?}");
        }
    }

    #[test]
    fn who_fights_on_does_first_what_his_player_ordered_and_knows_nobodys_orders() {
        let battle = battle();
        let (alpha, boyz) = (squad(&battle, "Alpha"), squad(&battle, "Boyz"));
        let mut given = Orders::default();
        given.movement.put(alpha, Movement::Hold);
        assert_eq!(stand(&battle, &[], &given, &[("Alpha", Absent::FightOn)]), given);

        let alone = stand(&battle, &[], &Orders::default(), &[("Alpha", Absent::FightOn)]);
        let mut hidden = Orders::default();
        hidden.movement.put(boyz, Movement::Charge { target: alpha, after: None });
        let beside = stand(&battle, &[], &hidden, &[("Alpha", Absent::FightOn)]);
        assert_eq!(
            (alone.fire.get(alpha), alone.movement.get(alpha)),
            (beside.fire.get(alpha), beside.movement.get(alpha))
        );
    }

    #[test]
    fn who_follows_a_squad_that_fights_on_fires_where_it_does() {
        let battle = battle();
        let (alpha, bravo) = (squad(&battle, "Alpha"), squad(&battle, "Bravo"));
        let absent = [("Bravo", Absent::Follow(alpha)), ("Alpha", Absent::FightOn)];
        let orders = stand(&battle, &[], &Orders::default(), &absent);
        assert!(orders.fire.get(alpha).is_some());
        let target = |it: Option<&Fire>| match it {
            Some(Fire::At(parts)) => parts.first().map(|it| it.target),
            _ => None,
        };
        assert_eq!(target(orders.fire.get(bravo)), target(orders.fire.get(alpha)));
    }

    #[test]
    fn r3_a_squad_that_is_to_hold_gets_no_orders() {
        let battle = battle();
        let fired = [attacked(&battle, "Boyz", "Alpha", VolleyKind::Fire)];
        assert_eq!(stand(&battle, &fired, &Orders::default(), &[("Alpha", Absent::Hold)]), Orders::default());
    }

    #[test]
    fn fire_is_returned_at_who_attacked_it_and_at_nobody_else() {
        let battle = battle();
        let alpha = squad(&battle, "Alpha");
        let returned = |last_round: &[Event]| {
            let orders = stand(&battle, last_round, &Orders::default(), &[("Alpha", Absent::ReturnFire)]);
            let only = Orders { fire: orders.fire.clone(), ..Orders::default() };
            assert_eq!(orders, only, "it does nothing else");
            orders.fire.get(alpha).cloned()
        };
        assert_eq!(returned(&[]), None);
        assert_eq!(returned(&[attacked(&battle, "Nobz", "Bravo", VolleyKind::Fire)]), None);
        let nobz = attacked(&battle, "Nobz", "Alpha", VolleyKind::Fire);
        assert_eq!(returned(std::slice::from_ref(&nobz)), Some(shoots(&battle, &["Nobz"])));
        assert_eq!(returned(&[attacked(&battle, "Sneaks", "Alpha", VolleyKind::Fire)]), None, "out of sight");
        assert_eq!(returned(&[attacked(&battle, "Bravo", "Alpha", VolleyKind::Stray)]), None, "a friend");
        let [boyz, alpha] = ["Boyz", "Alpha"].map(|it| squad(&battle, it));
        let charge = |made| {
            let it = Charge { squad: boyz, target: alpha, needed: Some(3), dice: None, opposed: None, made };
            Event::Charged(Box::new(it))
        };
        assert_eq!(returned(&[charge(true)]), Some(shoots(&battle, &["Boyz"])));
        assert_eq!(returned(&[charge(false)]), None);
    }

    #[test]
    fn of_several_attackers_the_one_is_picked_that_most_is_expected_of() {
        // Nobz are in ruins, where saves are better.
        let battle = scene(
            ".a .a . . . . .x .\n.  .  . . . . . ry",
            "a Alpha players@alice: rifle; x Boyz enemy: rifle; y Nobz enemy: rifle",
        );
        let last_round = ["Nobz", "Boyz"].map(|it| attacked(&battle, it, "Alpha", VolleyKind::Fire));
        let orders = stand(&battle, &last_round, &Orders::default(), &[("Alpha", Absent::ReturnFire)]);
        assert_eq!(orders.fire.get(squad(&battle, "Alpha")), Some(&shoots(&battle, &["Boyz"])));
    }

    #[test]
    fn s9_fire_is_not_returned_into_a_melee_with_friends() {
        let battle =
            scene(".a .a . . . . .x .b", "a Alpha players@alice: rifle; b Bravo players@bob: rifle; x Boyz enemy: boy");
        let fired = [attacked(&battle, "Boyz", "Alpha", VolleyKind::Fire)];
        assert_eq!(stand(&battle, &fired, &Orders::default(), &[("Alpha", Absent::ReturnFire)]), Orders::default());
    }

    #[test]
    fn a_follower_shoots_at_the_first_target_of_its_leader_that_it_reaches() {
        let battle = battle();
        let [alpha, bravo, knives] = ["Alpha", "Bravo", "Knives"].map(|it| squad(&battle, it));
        let mut given = Orders::default();
        given.fire.put(alpha, shoots(&battle, &["Sneaks", "Nobz"]));
        let absent = [("Bravo", Absent::Follow(alpha)), ("Knives", Absent::Follow(alpha))];
        let orders = stand(&battle, &[], &given, &absent);
        assert_eq!(orders.fire.get(bravo), Some(&shoots(&battle, &["Nobz"])));
        assert!(!orders.has_any_for(knives), "spears don't reach");
    }

    #[test]
    fn a_follower_goes_where_its_leader_goes_and_never_charges() {
        let battle = battle();
        let [alpha, bravo, boyz] = ["Alpha", "Bravo", "Boyz"].map(|it| squad(&battle, it));
        let goes = |movement: Movement| {
            let mut given = Orders::default();
            given.movement.put(alpha, movement);
            let orders = stand(&battle, &[], &given, &[("Bravo", Absent::Follow(alpha))]);
            orders.movement.get(bravo).cloned()
        };
        let tile = |x, y| moves(RouteGoal::Tile(Tile::new(x, y)));
        assert_eq!(goes(tile(3, 3)), Some(tile(3, 3)));
        assert_eq!(goes(moves(RouteGoal::Steps(vec![(Direction::East, 4)]))), Some(tile(4, 0)));
        let toward = |it| moves(RouteGoal::Toward { place: Place::Squad(it), steps: None });
        assert_eq!(goes(toward(boyz)), Some(toward(boyz)));
        assert_eq!(goes(toward(bravo)), None, "it is there");
        assert_eq!(goes(Movement::Charge { target: boyz, after: None }), None);
        assert_eq!(goes(Movement::Hold), None);
        assert_eq!(goes(Movement::Disengage(None)), None);
    }

    #[test]
    fn followers_may_follow_followers_and_circles_end() {
        let battle = battle();
        let [alpha, bravo, knives] = ["Alpha", "Bravo", "Knives"].map(|it| squad(&battle, it));
        let to = moves(RouteGoal::Tile(Tile::new(3, 3)));
        let mut given = Orders::default();
        given.movement.put(alpha, to.clone());
        let chain = [("Knives", Absent::Follow(bravo)), ("Bravo", Absent::Follow(alpha))];
        let orders = stand(&battle, &[], &given, &chain);
        assert_eq!([bravo, knives].map(|it| orders.movement.get(it)), [Some(&to), Some(&to)]);

        let circle = [("Knives", Absent::Follow(bravo)), ("Bravo", Absent::Follow(knives))];
        assert_eq!(stand(&battle, &[], &given, &circle), given);
        assert_eq!(stand(&battle, &[], &given, &[("Bravo", Absent::Follow(bravo))]), given);
    }

    #[test]
    fn r5_whoever_has_orders_keeps_them_and_followers_act_after_their_leader() {
        let battle = battle();
        let [alpha, bravo] = ["Alpha", "Bravo"].map(|it| squad(&battle, it));
        let mut given = Orders::default();
        given.movement.put(bravo, Movement::Hold);
        given.movement.put(alpha, moves(RouteGoal::Tile(Tile::new(3, 3))));
        let absent = [("Bravo", Absent::Follow(alpha)), ("Alpha", Absent::ReturnFire)];
        assert_eq!(stand(&battle, &[], &given, &absent), given);
        let given = Orders {
            movement: {
                let mut it = given.movement;
                it.remove(bravo);
                it
            },
            ..Orders::default()
        };
        let orders = stand(&battle, &[], &given, &absent);
        assert_eq!(orders.movement.iter().map(|it| it.0).collect::<Vec<_>>(), [alpha, bravo]);
    }
}
