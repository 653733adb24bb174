//! Orders that can't succeed in the current state, which an answer would warn of: for commanders that give many at
//! once.

use crate::field::SquadId;
use crate::line::battle::{Battle, Fire, Movement, Orders, OrganisationalOrder, Queue, Side};
use crate::line::rules::preview::foresight::commands_of;
use crate::line::rules::preview::{Course, commanded, fire, form_up, is_in_vain, volley};
use crate::line::rules::{Line, movement};

/// The squads with orders of a side that can't succeed in the current state. The side's other orders are carried out
/// before them, the other side's are not. A squad may be listed several times.
pub fn hopeless(rules: &Line, battle: &Battle, orders: &Orders, side: Side) -> Vec<SquadId> {
    let ours = commands_of(battle, orders, side);
    // **C-4** Abilities that would do nothing. **C-6** All orders are needed for that, because abilities may carry them
    // out ahead.
    let told = Orders { abilities: ours.abilities.clone(), ..orders.clone() };
    let in_vain = ours.abilities.iter().filter(|it| is_in_vain(rules, battle, &told, **it));
    let mut found: Vec<SquadId> = in_vain.filter_map(|it| it.on.squad(battle)).collect();
    let battle = &commanded(rules, battle, &ours);
    found.extend(shots(rules, battle, orders, side));
    // **F-5** Formations that can't be started.
    let fails = |it: &OrganisationalOrder| matches!(it, OrganisationalOrder::FormUp(it) if form_up(rules, battle, it).start.is_err());
    found.extend(of_side(battle, &orders.formations.ranging, side).filter(|it| fails(it.1)).map(|it| it.0));
    // **V-6** Squads that are to disengage and are in no melee, or may not leave it.
    let stays =
        |it: SquadId| !battle.is_squad_engaged(it) || Course::of(rules, battle, orders).getting_away(it).is_none();
    let leaving = of_side(battle, &orders.movement, side).filter(|it| matches!(it.1, Movement::Disengage(_)));
    found.extend(leaving.map(|it| it.0).filter(|it| stays(*it)));
    // **V-1** Moves in which nobody takes a step. **V-7** Charges without a way in, that need more than 2d6 can roll,
    // or of squads that shoot first (V-3).
    let ways = ways(rules, battle, orders, side);
    let too_far = ways.charges.into_iter().filter(|it| it.2.is_none_or(|it| movement::ROLL_MAX < it));
    found.extend(ways.stays.into_iter().chain(too_far.map(|it| it.0)));
    found
}

fn of_side<'a, T>(
    battle: &'a Battle,
    orders: &'a Queue<SquadId, T>,
    side: Side,
) -> impl Iterator<Item = (SquadId, &'a T)> {
    orders.iter().filter(move |it| battle.side(it.0) == side && battle.is_on_map(it.0))
}

/// **S-1** The squads with an order to fire that no unit can carry out.
fn shots(rules: &Line, battle: &Battle, orders: &Orders, side: Side) -> Vec<SquadId> {
    let mut found = Vec::new();
    for (squad, order) in of_side(battle, &orders.fire, side) {
        match order {
            Fire::At(parts) => {
                let silent = fire(rules, battle, squad, parts).into_iter().filter(|it| it.firing.is_empty());
                found.extend(silent.map(|_| squad));
            }
            Fire::Volley(it) => {
                let volleys = volley(rules, battle, squad, *it);
                let is_silent = volleys.iter().flat_map(|it| &it.fire).all(|it| it.1.firing.is_empty());
                found.extend(is_silent.then_some(squad));
            }
            Fire::AtWill => (),
        }
    }
    found
}

/// The result of a side's moves and charges, each in its turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    /// Squads that would not take a step.
    pub stays: Vec<SquadId>,
    /// The charging squad, its target, and what 2d6 must reach; `None` if there is no way in, or the squad shoots first
    /// (V-3).
    pub charges: Vec<(SquadId, SquadId, Option<u16>)>,
}

/// **V-7, V-8** Previews a side's moves and charges, as far as the side itself decides them. Charges come after all
/// plain moves, each in the order of the posts.
pub fn ways(rules: &Line, battle: &Battle, orders: &Orders, side: Side) -> Ways {
    let mut found = Ways::default();
    let mut course = Course::of(rules, battle, orders);
    for (squad, it) in of_side(battle, &orders.movement, side) {
        let Some(way) = it.plain_route() else { continue };
        let seen = course.make_move(squad, way);
        if matches!(it, Movement::Move(_)) && seen.is_some_and(|it| it.stays.is_some()) {
            found.stays.push(squad);
        }
    }
    for (squad, it) in of_side(battle, &orders.movement, side) {
        let Movement::Charge { target, .. } = it else { continue };
        let needed = course.charge_next(squad, *target);
        found.charges.push((squad, *target, needed.filter(|_| movement::is_fast(&course.battle, orders, squad))));
    }
    found
}
