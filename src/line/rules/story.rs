//! Rounds for tests: turn a scene, orders and dice into events.

use crate::dice::Dice;
use crate::field::{Direction, SquadId, UnitId};
use crate::line::battle::scene;
use crate::line::battle::{
    AbilityOn, AbilityUse, Battle, CasterId, DirectedBy, Event, Fire, FirePart, FormUp, FormationStep, HeroMove,
    Movement, Orders, OrganisationalOrder, Phase, Place, Route, RouteGoal, Station, StepKind, VolleyAt, With,
};
use crate::line::rules::{Line, Round};

/// Plays a round and returns its events.
///
/// Checks some laws as well: all scripted dice are rolled, a second run gives the same events, and the grid agrees with
/// the units after each event.
#[track_caller]
pub(super) fn play(battle: &Battle, orders: &str, dice: &str) -> Vec<Event> {
    play_orders(battle, &orders_of(battle, orders), dice)
}

/// Plays a round as [`play`] does, with orders that can't be written as text here.
#[track_caller]
pub(super) fn play_orders(battle: &Battle, orders: &Orders, dice: &str) -> Vec<Event> {
    played(battle, dice, |dice| Line::default().resolve(battle, orders, dice))
}

/// The battle after a round.
#[track_caller]
pub(super) fn after(battle: &Battle, orders: &str, dice: &str) -> Battle {
    folded(battle, &play(battle, orders, dice))
}

/// The events of a movement phase alone.
#[track_caller]
pub(super) fn movement(battle: &Battle, orders: &str, dice: &str) -> Vec<Event> {
    let orders = orders_of(battle, orders);
    played(battle, dice, |dice| resolved(&Line::default(), battle, &orders, dice, Phase::Movement))
}

/// The battle after a movement phase alone.
#[track_caller]
pub(super) fn after_movement(battle: &Battle, orders: &str, dice: &str) -> Battle {
    folded(battle, &movement(battle, orders, dice))
}

#[track_caller]
fn played(battle: &Battle, dice: &str, play: impl Fn(&mut Dice) -> Vec<Event>) -> Vec<Event> {
    let read = || {
        let mut dice = Dice::scripted(dice);
        let events = play(&mut dice);
        assert_eq!(dice.left_over(), 0, "dice were laid out that nobody rolled:\n{events:#?}");
        events
    };
    let events = read();
    assert_eq!(read(), events, "a second reading tells another story");
    folded(battle, &events);
    events
}

fn folded(battle: &Battle, events: &[Event]) -> Battle {
    let mut battle = battle.clone();
    for event in events {
        battle.apply(event);
        assert!(battle.grid_agrees(), "after {event:?}");
    }
    battle
}

/// The events of a shooting phase, to compare with odds.
pub(crate) fn fired(rules: &Line, battle: &Battle, orders: &Orders, dice: &mut Dice) -> Vec<Event> {
    resolved(rules, battle, orders, dice, Phase::Shooting)
}

fn resolved(rules: &Line, battle: &Battle, orders: &Orders, dice: &mut Dice, phase: Phase) -> Vec<Event> {
    let mut round = Round { rules, battle: battle.clone(), orders, dice, events: Vec::new() };
    round.play(phase);
    round.events
}

/// Orders as tests write them: `Alpha: shoot Boyz with rifle; Boyz: at will; Alpha: move C7; Alpha: toward Boyz; Alpha:
/// send Alpha 2 to C3; Alpha: charge Boyz after C7; Alpha: disengage C7; Alpha: hold; Alpha Officer: join Bravo; use
/// Rally on Alpha`. For formations: `Alpha: form with Bravo; Alpha: disband; Alpha: volley Boyz; Alpha: steps north,
/// east hold Alpha 1, stand`.
pub(super) fn orders_of(battle: &Battle, text: &str) -> Orders {
    let mut orders = Orders::default();
    for order in text.split(';').map(str::trim).filter(|it| !it.is_empty()) {
        match (order.strip_prefix("use "), order.split_once(": join ")) {
            (Some(rest), _) => orders.abilities.push(ability(battle, rest)),
            (_, Some((hero, to))) => {
                orders.heroes.put(unit_named(battle, hero), HeroMove::Join(scene::squad(battle, to)));
            }
            _ => add_order(battle, &mut orders, order),
        }
    }
    orders
}

fn ability(battle: &Battle, text: &str) -> AbilityUse {
    let (name, on) = text.split_once(" on ").expect("`use Ability on Target`");
    let setup = battle.setup();
    let ability = setup.ability_ids().find(|it| setup.ability(*it).name == name).expect("an ability");
    let by = setup.caster_ids().find(|it| setup.caster(*it).abilities.contains(&ability)).unwrap_or(CasterId(0));
    let unit = setup.unit_ids().find(|it| setup.unit(*it).name == on);
    AbilityUse { by, ability, on: unit.map_or_else(|| AbilityOn::Squad(scene::squad(battle, on)), AbilityOn::Unit) }
}

/// Adds one order for a squad.
fn add_order(battle: &Battle, orders: &mut Orders, order: &str) {
    let (who, rest) = order.split_once(": ").expect("`Squad: verb …`");
    let (verb, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let squad = scene::squad(battle, who);
    let movement = match verb {
        "form" => {
            return drop(
                orders.formations.ranging.put(squad, OrganisationalOrder::FormUp(form_up(battle, squad, rest))),
            );
        }
        "disband" => return drop(orders.formations.ranging.put(squad, OrganisationalOrder::Disband)),
        "shoot" => return drop(orders.fire.put(squad, Fire::At(vec![part(battle, rest)]))),
        "at" => return drop(orders.fire.put(squad, Fire::AtWill)),
        "volley" => {
            let order = VolleyAt { target: scene::squad(battle, rest), unit: None };
            return drop(orders.fire.put(squad, Fire::Volley(order)));
        }
        "send" => {
            let (unit, at) = rest.split_once(" to ").expect("`send Unit to Tile`");
            let at = at.parse().expect("a tile");
            orders.stations.put(unit_named(battle, unit), Station { squad, at });
            return;
        }
        "steps" => Movement::Steps(rest.split(',').map(|it| step(battle, it.trim())).collect()),
        "hold" => Movement::Hold,
        "charge" => {
            let (name, after) = rest.split_once(" after ").map_or((rest, None), |(a, b)| (a, Some(b)));
            let after = after.map(|it| route(battle, it));
            Movement::Charge { target: scene::squad(battle, name), after }
        }
        "disengage" => Movement::Disengage((!rest.is_empty()).then(|| route(battle, rest))),
        "move" => Movement::Move(route(battle, rest)),
        "toward" => Movement::Move(Route::toward(Place::Squad(scene::squad(battle, rest)))),
        other => panic!("no order is written `{other}`"),
    };
    orders.movement.put(squad, movement);
}

/// An order to start a formation: `with Bravo`, `under Alpha Officer`, `alone`, `without Alpha 2 & Alpha 3`, `shuffle
/// Alpha 4>C2`, separated by commas.
fn form_up(battle: &Battle, squad: SquadId, text: &str) -> FormUp {
    let mut order =
        FormUp { squads: vec![squad], without: Vec::new(), directed_by: DirectedBy::Anybody, shuffle: Vec::new() };
    for part in text.split(',').map(str::trim).filter(|it| !it.is_empty()) {
        let (word, rest) = part.split_once(' ').unwrap_or((part, ""));
        let each = rest.split('&').map(str::trim);
        match word {
            "with" => order.squads.extend(each.map(|it| scene::squad(battle, it))),
            "under" => order.directed_by = DirectedBy::Leader(unit_named(battle, rest)),
            "alone" => order.directed_by = DirectedBy::Themselves,
            "without" => order.without.extend(each.map(|it| unit_named(battle, it))),
            "shuffle" => order.shuffle.extend(each.map(|it| {
                let (who, to) = it.split_once('>').expect("`unit>tile`");
                (unit_named(battle, who), to.parse().expect("a tile"))
            })),
            other => panic!("a formation knows no `{other}`"),
        }
    }
    order
}

/// A Step: `north`, `stand`. Each may end with `hold Alpha 1 & Alpha 2`.
fn step(battle: &Battle, text: &str) -> FormationStep {
    let (word, hold) = text.split_once(" hold ").map_or((text, None), |(word, hold)| (word, Some(hold)));
    let hold = hold.iter().flat_map(|it| it.split('&')).map(|it| unit_named(battle, it.trim())).collect();
    let way = ["north", "east", "south", "west"].iter().position(|it| *it == word);
    FormationStep { kind: way.map_or(StepKind::Stand, |it| StepKind::March(Direction::ALL[it])), hold }
}

fn unit_named(battle: &Battle, name: &str) -> UnitId {
    let setup = battle.setup();
    setup.unit_ids().find(|it| setup.unit(*it).name == name).unwrap_or_else(|| panic!("nobody is called `{name}`"))
}

fn part(battle: &Battle, text: &str) -> FirePart {
    let (name, with) = text.trim().split_once(" with ").map_or((text.trim(), None), |(a, b)| (a, Some(b)));
    let with = with.map(|it| With::Weapon(scene::weapon(battle.setup(), it)));
    FirePart { target: scene::squad(battle, name), with }
}

/// A route: `C7`, `toward Boyz`.
fn route(battle: &Battle, text: &str) -> Route {
    match text.strip_prefix("toward ") {
        Some(name) => Route::toward(Place::Squad(scene::squad(battle, name))),
        None => Route::to(RouteGoal::Tile(text.parse().expect("a tile"))),
    }
}
