//! Orders for squads whose players are absent.

use crate::brick::battle::{Battle, Event, Movement, Order, Orders, Shoot, Target, Who};
use crate::brick::commander::lead;
use crate::brick::rules::Brick;
use crate::field::SquadId;
use crate::post::Absent;

/// Adds orders for squads of absent players that have none, as the players arranged.
pub fn stand_in(
    rules: &Brick,
    battle: &Battle,
    last_round: &[Event],
    given: &Orders,
    absent: &[(SquadId, Absent)],
    who_of: impl Fn(SquadId) -> Who,
) -> Orders {
    let mut orders = given.clone();
    let level = battle.setup().commander;
    // A squad that follows another does as that one does, so the others come first.
    let (follow, first): (Vec<_>, Vec<_>) = absent.iter().copied().partition(|it| matches!(it.1, Absent::Follow(_)));
    for (squad, how) in first.into_iter().chain(follow) {
        let who = who_of(squad);
        if !battle.is_there(who) || given.has_any_for(who) {
            continue;
        }
        match how {
            Absent::Hold => (),
            Absent::ReturnFire => {
                if let Some(foe) = attacker_of(battle, last_round, who) {
                    orders.put(Order::Shoot(who, Shoot::at(Target::Who(foe))));
                }
            }
            Absent::Follow(leader) => follow_leader(&mut orders, who, who_of(leader)),
            Absent::FightOn => orders = lead(rules, battle, &orders, &[who], |_| level).0,
        }
    }
    orders
}

/// The last foe that attacked this squad or unit in the last round and still stands.
fn attacker_of(battle: &Battle, last_round: &[Event], who: Who) -> Option<Who> {
    let attacks = last_round.iter().rev().filter_map(Event::swing);
    let mut attackers = attacks.filter(|it| battle.target_who(it.at) == Some(who)).map(|it| battle.who(it.by));
    attackers.find(|it| battle.is_there(*it) && battle.is_hostile(who, *it))
}

/// Shoots at the leader's target, fights as the leader does, and moves where the leader moves.
fn follow_leader(orders: &mut Orders, who: Who, leader: Who) {
    if let Some(shoot) = orders.shoot.get(leader).cloned() {
        orders.put(Order::Shoot(who, Shoot::at(shoot.target)));
    }
    if let Some(melee) = orders.melee.get(leader).cloned() {
        orders.put(Order::Melee(who, melee));
    }
    if let Some(Movement::Go(go)) = orders.movement.get(leader).cloned() {
        orders.put(Order::Move(who, Movement::Go(go)));
    }
}
