//! Blunders that nobody at a table would believe of a commander. They are counted, so that a commander can be held to
//! them.

use std::collections::BTreeSet;

use crate::field::SquadId;
use crate::game;
use crate::line::battle::{Battle, Event, MoveKind, Movement, Orders, Side, Stance, VolleyKind};
use crate::line::commander::Aims;
use crate::line::rules::{Line, preview};

type PlayedRound = game::PlayedRound<Line>;

/// Steps within which friends are near enough to share the enemy's fire.
const SUPPORT_STEPS: u16 = 10;
/// A number that 2d6 reach in more than half of all throws.
const CHARGE_ROLL_USUAL: u16 = 7;
/// Steps that count as going somewhere.
const TRIP_STEPS_MIN: u16 = 3;

/// Something that a squad did and nobody would believe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Blunder {
    /// It had an order that couldn't succeed as things stood.
    Hopeless,
    /// It went alone to a place where half of it is expected to fall before it can go on.
    AloneInFire,
    /// It went back to where it came from, and nothing had happened to it.
    ToAndFro,
    /// It fired at a squad that can hurt nobody, and could have hurt another as much.
    HelplessShot,
    /// It went towards the enemy with a hero, who fell, and it felled fewer than it lost.
    LeaderLost,
    /// It did nothing, though it had a target to fire at, or one that a usual throw reaches and that it wouldn't lose
    /// to in melee.
    Idle,
}

impl Blunder {
    /// What a table calls each blunder.
    pub(super) const NAMES: [&'static str; 6] = [
        "orders that couldn't succeed",
        "alone into a field of fire",
        "to and fro without cause",
        "shots at the helpless",
        "leaders lost cheaply",
        "idle within reach",
    ];
}

/// The blunders of a round. `last` is the round before it.
pub(super) fn blunders(rules: &Line, round: &PlayedRound, last: Option<&PlayedRound>) -> Vec<(SquadId, Blunder)> {
    let PlayedRound { before, orders, .. } = round;
    let mut found: Vec<(SquadId, Blunder)> = Vec::new();
    for side in Side::ALL {
        let hopeless = preview::hopeless(rules, before, orders, side);
        found.extend(hopeless.into_iter().map(|it| (it, Blunder::Hopeless)));
    }
    for squad in before.setup().squad_ids().filter(|it| before.is_on_map(*it)) {
        let checks = [
            (Blunder::AloneInFire, goes_alone_into_fire(rules, round, squad)),
            (Blunder::ToAndFro, last.is_some_and(|it| goes_to_and_fro(round, it, squad))),
            (Blunder::HelplessShot, fires_at_the_helpless(rules, round, squad)),
            (Blunder::LeaderLost, loses_a_leader(round, last, squad)),
            (Blunder::Idle, is_idle(rules, round, squad)),
        ];
        found.extend(checks.into_iter().filter(|it| it.1).map(|it| (squad, it.0)));
    }
    found
}

/// Whether a squad moved by its own choice.
fn goes(round: &PlayedRound, squad: SquadId) -> bool {
    let is_it = |it: &Event| matches!(it, Event::Moved(it) if it.squad == squad && matches!(it.kind, MoveKind::Plain | MoveKind::BeforeCharge));
    round.events.iter().any(is_it)
}

fn goes_alone_into_fire(rules: &Line, round: &PlayedRound, squad: SquadId) -> bool {
    let PlayedRound { before, after, .. } = round;
    if !goes(round, squad) || !after.is_on_map(squad) || after.is_squad_engaged(squad) {
        return false;
    }
    let is_near = |it: SquadId| it != squad && after.apart(it, squad) <= SUPPORT_STEPS;
    if after.squads_of(after.side(squad)).any(is_near) {
        return false;
    }
    let (then, now) = (danger(rules, before, squad), danger(rules, after, squad));
    let half = 500 * after.standing(squad).count() as u32;
    half <= now && then < now
}

/// Units of a squad that all enemies who can fire at it fell, in thousandths.
fn danger(rules: &Line, battle: &Battle, squad: SquadId) -> u32 {
    let foes = battle.squads_of(battle.side(squad).other());
    foes.map(|it| preview::all_fire_at(rules, battle, it, squad).felled_milli).sum()
}

fn goes_to_and_fro(round: &PlayedRound, last: &PlayedRound, squad: SquadId) -> bool {
    let place = |it: &Battle| it.leader(squad).map(|unit| it.unit(unit).at);
    let (Some(from), Some(there), Some(back)) = (place(&last.before), place(&round.before), place(&round.after)) else {
        return false;
    };
    let is_hurt = round.after.standing(squad).count() < last.before.standing(squad).count();
    goes(last, squad)
        && goes(round, squad)
        && TRIP_STEPS_MIN <= from.steps_to(there)
        && TRIP_STEPS_MIN <= there.steps_to(back)
        && from.steps_to(back) <= 1
        && !is_hurt
        && !attacks(round, squad)
}

/// Whether a squad fired, struck or charged, or tried to.
fn attacks(round: &PlayedRound, squad: SquadId) -> bool {
    round.events.iter().any(|it| match it {
        Event::Attacked(it) => it.by == squad && it.kind != VolleyKind::Stray,
        Event::VolleyWasted { squad: by, .. } | Event::FireHeld { squad: by, .. } => *by == squad,
        Event::Charged(it) => it.squad == squad,
        _ => false,
    })
}

fn fires_at_the_helpless(rules: &Line, round: &PlayedRound, squad: SquadId) -> bool {
    let PlayedRound { before, events, .. } = round;
    let fire = events.iter().filter_map(Event::volley).filter(|it| it.by == squad && it.kind == VolleyKind::Fire);
    let targets: BTreeSet<SquadId> = fire.map(|it| it.at).filter(|it| is_helpless(rules, before, *it)).collect();
    if targets.is_empty() {
        return false;
    }
    let all = preview::prospects(rules, before, squad);
    let felled = |at: SquadId| all.iter().find(|it| it.0 == at).map_or(0, |it| it.1.felled_milli);
    let is_better = |least: u32| all.iter().any(|it| !is_helpless(rules, before, it.0) && least <= it.1.felled_milli);
    let wanted = Aims::of(before, before.side(squad)).squads;
    targets.into_iter().any(|it| wanted[usize::from(it.0)] == 0 && is_better(felled(it).max(1)))
}

/// Whether a squad can fire at nobody, and is broken or down to a quarter of its units.
fn is_helpless(rules: &Line, battle: &Battle, squad: SquadId) -> bool {
    let it = battle.squad(squad);
    let is_remnant = 2 < it.starting && 4 * battle.standing(squad).count() <= usize::from(it.starting);
    (it.is_broken || is_remnant) && preview::prospects(rules, battle, squad).is_empty()
}

fn loses_a_leader(round: &PlayedRound, last: Option<&PlayedRound>, squad: SquadId) -> bool {
    let PlayedRound { before, after, .. } = round;
    let has_lost = before.hero(squad).is_some_and(|it| !after.unit(it).is_standing());
    if !has_lost {
        return false;
    }
    let rounds = || last.into_iter().chain([round]);
    let charges = |it: &PlayedRound| matches!(it.orders.movement.get(squad), Some(Movement::Charge { .. }));
    let went = rounds().any(|it| goes_nearer(it, squad) || charges(it));
    let felled: usize = rounds().map(|it| felled_by(it, squad)).sum();
    let began = last.map_or(before, |it| &it.before);
    let lost = began.standing(squad).count().saturating_sub(after.standing(squad).count());
    went && felled < lost
}

fn goes_nearer(round: &PlayedRound, squad: SquadId) -> bool {
    let distance = |it: &Battle| it.squads_of(it.side(squad).other()).map(|foe| it.apart(squad, foe)).min();
    goes(round, squad) && round.after.is_on_map(squad) && distance(&round.after) < distance(&round.before)
}

fn felled_by(round: &PlayedRound, squad: SquadId) -> usize {
    let volleys = round.events.iter().filter_map(Event::volley).filter(|it| it.by == squad);
    volleys.flat_map(|it| &it.hits).filter(|it| it.fate.is_felled()).count()
}

fn is_idle(rules: &Line, round: &PlayedRound, squad: SquadId) -> bool {
    let PlayedRound { before, orders, events, .. } = round;
    let moves = |it: &Event| matches!(it, Event::Moved(it) if it.squad == squad);
    let is_busy = attacks(round, squad)
        || events.iter().any(moves)
        || orders.formations.ranging.get(squad).is_some()
        || before.is_squad_engaged(squad)
        || before.squad(squad).is_broken
        // A squad that fell before its turn had no chance to act.
        || !round.after.is_on_map(squad)
        || before.formations_of(squad).next().is_some();
    if is_busy {
        return false;
    }
    !preview::prospects(rules, before, squad).is_empty() || could_charge(rules, before, squad)
}

/// **V-7** Whether a usual throw brings a charge in at an enemy that is no stronger in melee.
fn could_charge(rules: &Line, battle: &Battle, squad: SquadId) -> bool {
    if battle.setup().squad(squad).stance == Stance::Skirmish || !battle.can_walk(squad) {
        return false;
    }
    let near =
        battle.squads_of(battle.side(squad).other()).filter(|it| battle.apart(squad, *it) <= CHARGE_ROLL_USUAL + 2);
    let clash = |by, at| preview::clash(rules, battle, by, at).felled_milli;
    near.into_iter().any(|it| {
        let needed = preview::Course::of(rules, battle, &Orders::default()).charge(squad, it, None).needed;
        needed.is_some_and(|it| it <= CHARGE_ROLL_USUAL) && clash(it, squad) <= clash(squad, it)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::D6;
    use crate::field::Tile;
    use crate::line::battle::scene::{scene, squad};
    use crate::line::battle::{Fate, Fire, FirePart, Move, Place, Route, RouteGoal, Spacing, Step, WeaponId};

    /// The blunders of a squad in a round with these orders and events.
    fn blunders_of(before: &Battle, orders: &Orders, events: &[Event], name: &str) -> Vec<Blunder> {
        let mut after = before.clone();
        events.iter().for_each(|it| after.apply(it));
        let (before, orders, events) = (before.clone(), orders.clone(), events.to_vec());
        let round = PlayedRound { before, orders, events, after };
        let found = blunders(&Line::default(), &round, None).into_iter();
        found.filter(|it| it.0 == squad(&round.before, name)).map(|it| it.1).collect()
    }

    fn moved(battle: &Battle, name: &str, by: u8) -> Event {
        let squad = squad(battle, name);
        let at = |unit| battle.unit(unit).at;
        let to = |it: Tile| Tile::new(it.x + by, it.y);
        Event::Moved(Box::new(Move {
            squad,
            kind: MoveKind::Plain,
            path: Vec::new(),
            cost: 0,
            allowance: None,
            steps: battle.standing(squad).map(|unit| Step { unit, from: at(unit), to: to(at(unit)) }).collect(),
            cut_short: None,
            carried: 0,
        }))
    }

    #[test]
    fn v7_a_charge_beyond_twelve_is_an_order_that_cannot_succeed() {
        let told = |steps: usize| {
            let row = format!(".a {} .x", ". ".repeat(steps));
            let battle = scene(&row, "a Alpha players: spearman; x Boyz enemy: boy");
            let mut orders = Orders::default();
            let target = squad(&battle, "Boyz");
            orders.movement.put(squad(&battle, "Alpha"), Movement::Charge { target, after: None });
            blunders_of(&battle, &orders, &[], "Alpha")
        };
        assert!(told(18).contains(&Blunder::Hopeless));
        assert!(!told(9).contains(&Blunder::Hopeless));
    }

    #[test]
    fn s1_a_shot_that_nobody_can_fire_is_an_order_that_cannot_succeed() {
        let battle = scene(".a # .x", "a Alpha players: rifle; x Boyz enemy: boy");
        let mut orders = Orders::default();
        let parts = vec![FirePart { target: squad(&battle, "Boyz"), with: None }];
        orders.fire.put(squad(&battle, "Alpha"), Fire::At(parts));
        assert_eq!(blunders_of(&battle, &orders, &[], "Alpha"), [Blunder::Hopeless]);
    }

    #[test]
    fn v1_a_move_without_a_step_is_an_order_that_cannot_succeed() {
        let battle = scene("# # #\n# .a #\n# # #\n. . .x", "a Alpha players: spearman; x Boyz enemy: boy");
        let mut orders = Orders::default();
        let goal = RouteGoal::Toward { place: Place::Squad(squad(&battle, "Boyz")), steps: None };
        let route = Route { via: Vec::new(), goal, spacing: Spacing::Usual };
        orders.movement.put(squad(&battle, "Alpha"), Movement::Move(route));
        assert_eq!(blunders_of(&battle, &orders, &[], "Alpha"), [Blunder::Hopeless]);
    }

    #[test]
    fn who_goes_alone_to_where_half_of_it_falls_is_counted_and_who_has_friends_there_is_not() {
        let row =
            |friend: &str| format!(".a {} {friend} . . {} .x .x .x .x .x .x .x .x", ". ".repeat(6), ". ".repeat(20));
        let told = |friend: &str| {
            let squads = "a Alpha players: rifle; b Bravo players: rifle; x Boyz enemy: gunner";
            let squads = if friend == "." { squads.replace("b Bravo players: rifle; ", "") } else { squads.to_owned() };
            let battle = scene(&row(friend), &squads);
            let moves = [moved(&battle, "Alpha", 6)];
            blunders_of(&battle, &Orders::default(), &moves, "Alpha").contains(&Blunder::AloneInFire)
        };
        assert_eq!([".", ".b"].map(told), [true, false]);
    }

    #[test]
    fn who_goes_back_to_where_he_came_from_went_to_and_fro() {
        let first = scene(".a . . . . . . .", "a Alpha players: rifle");
        let there = moved(&first, "Alpha", 5);
        let mut second = first.clone();
        second.apply(&there);
        let back = scene(". . . . . .a . .", "a Alpha players: rifle");
        let again = moved(&back, "Alpha", 0);
        let seen = |before: &Battle, event: &Event, after: &Battle| PlayedRound {
            before: before.clone(),
            orders: Orders::default(),
            events: vec![event.clone()],
            after: after.clone(),
        };
        let (last, alpha) = (seen(&first, &there, &second), squad(&first, "Alpha"));
        assert!(goes_to_and_fro(&seen(&second, &again, &first), &last, alpha));
        assert!(!goes_to_and_fro(&seen(&second, &again, &second), &last, alpha));
    }

    #[test]
    fn who_has_somebody_to_fire_at_and_does_nothing_is_idle() {
        let near = scene(".a . . . . .x", "a Alpha players: rifle; x Boyz enemy: boy");
        assert_eq!(blunders_of(&near, &Orders::default(), &[], "Alpha"), [Blunder::Idle]);
        let behind = scene(".a . # . . .x", "a Alpha players: rifle; x Boyz enemy: boy");
        assert_eq!(blunders_of(&behind, &Orders::default(), &[], "Alpha"), []);
    }

    #[test]
    fn a_hero_who_falls_on_his_way_to_the_enemy_is_lost_cheaply() {
        let battle = scene(".o . . . . . . . .x", "o Staff players: officer; x Boyz enemy: boy");
        let staff = squad(&battle, "Staff");
        let (unit, one) = (battle.leader(staff).expect("it stands"), D6::showing(1).expect("a face"));
        let falls = Event::HazardRolled { squad: staff, weapon: WeaponId(0), rolls: vec![(unit, one, Fate::Downed)] };
        let mut orders = Orders::default();
        assert!(
            !blunders_of(&battle, &orders, std::slice::from_ref(&falls), "Staff").contains(&Blunder::LeaderLost),
            "he was where he was"
        );
        orders.movement.put(staff, Movement::Charge { target: squad(&battle, "Boyz"), after: None });
        assert!(blunders_of(&battle, &orders, &[falls], "Staff").contains(&Blunder::LeaderLost));
    }
}
