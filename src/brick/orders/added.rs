//! The orders that a commander adds to those of posts, as they are stored in a log.

use crate::brick::battle::{
    Battle, Charge, ChargeHow, Defence, Meanwhile, Melee, Movement, Order, Orders, PolicyChange, Return, Target,
    Usable, Using, WeaponId, Who, Whose,
};
use crate::field::Tile;

/// The orders of `all` that `given` doesn't have.
pub fn added(given: &Orders, all: &Orders) -> Orders {
    let mut added = Orders::default();
    for_each_order(all, |who, order| {
        if !given.has_any_for(who) {
            added.put(order);
        }
    });
    added.policies = all.policies.iter().filter(|it| !given.policies.contains(it)).cloned().collect();
    added
}

/// Adds orders to those of posts, except for squads and units that posts give any orders. `None` if an added order
/// names something that this battle doesn't have.
pub fn with_added(battle: &Battle, given: &Orders, added: &Orders) -> Option<Orders> {
    let mut orders = given.clone();
    let mut is_sound = true;
    for_each_order(added, |who, order| {
        is_sound &= has_who(battle, who) && has_everything_in(battle, &order);
        if !given.has_any_for(who) {
            orders.put(order);
        }
    });
    for (whose, change) in &added.policies {
        is_sound &= can_set(battle, *whose, change);
        orders.put(Order::Policy(*whose, change.clone()));
    }
    is_sound.then_some(orders)
}

/// Whether a commander can set this policy: its owner exists, and it names no weapons or units.
fn can_set(battle: &Battle, whose: Whose, change: &PolicyChange) -> bool {
    let is_there = match whose {
        Whose::One(who) => has_who(battle, who),
        Whose::Team(team) => usize::from(team.0) < battle.setup().teams.len(),
    };
    let names_nothing = match change {
        PolicyChange::React { defence: Some(Defence::Parry(Using::Weapon(_))), .. }
        | PolicyChange::React { back: Some(Return::Strike(Using::Weapon(_))), .. } => false,
        it => matches!(it, PolicyChange::React { .. } | PolicyChange::Pass(_)),
    };
    is_there && names_nothing
}

/// Calls `take` with each order that a commander may give, and with the squad or unit that it is for.
fn for_each_order(orders: &Orders, mut take: impl FnMut(Who, Order)) {
    orders.brace.iter().for_each(|it| take(Who::Squad(*it), Order::Brace(*it)));
    orders.reserve.iter().for_each(|it| take(*it, Order::Reserve(*it)));
    orders.shoot.iter().for_each(|(who, it)| take(who, Order::Shoot(who, it.clone())));
    orders.melee.iter().for_each(|(who, it)| take(who, Order::Melee(who, it.clone())));
    orders.movement.iter().for_each(|(who, it)| take(who, Order::Move(who, it.clone())));
}

fn has_who(battle: &Battle, who: Who) -> bool {
    match who {
        Who::Squad(id) => usize::from(id.0) < battle.squad_count(),
        Who::Unit(id) => usize::from(id.0) < battle.setup().units.len(),
    }
}

fn has_everything_in(battle: &Battle, order: &Order) -> bool {
    let setup = battle.setup();
    let weapon = |it: &WeaponId| usize::from(it.0) < setup.weapons.len();
    let tile = |it: &Tile| setup.board.contains(*it);
    let target = |it: Target| match it {
        Target::Tile(it) => tile(&it),
        it => it.who().is_some_and(|it| has_who(battle, it)),
    };
    let charge = |it: &Charge| {
        let with = if let ChargeHow::Weapon { with, .. } = it.how { with } else { None };
        target(it.target) && with.iter().all(weapon)
    };
    match order {
        Order::Shoot(_, it) | Order::Melee(_, Melee::Ignore(Some(Meanwhile::Shoot(it)))) => {
            target(it.target) && it.with.iter().chain(&it.and).all(weapon) && it.blind.iter().all(tile)
        }
        Order::Melee(_, Melee::Ignore(Some(Meanwhile::Use(it)))) => match it {
            Usable::Object(unit) => has_who(battle, Who::Unit(*unit)),
            Usable::Weapon(it) => weapon(it),
        },
        Order::Melee(_, Melee::Attack(it)) => target(it.target) && it.with.iter().chain(&it.then).all(weapon),
        Order::Melee(_, it) => it.target().is_none_or(target),
        Order::Move(_, Movement::Go(it)) => tile(&it.to) && it.via.iter().all(tile),
        Order::Move(_, Movement::Charge(it)) => charge(it),
        Order::Move(_, Movement::Withdraw { to, then }) => tile(to) && then.iter().all(charge),
        Order::Move(_, Movement::Run { .. } | Movement::Pivot(_))
        | Order::Organise(_)
        | Order::Brace(_)
        | Order::Reserve(_)
        | Order::Measure(_)
        | Order::Policy(..) => true,
    }
}
