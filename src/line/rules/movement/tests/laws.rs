//! Laws that hold for every movement phase, on any map and with any orders.

use proptest::prelude::*;
use proptest::sample::Index;

use crate::dice::Dice;
use crate::field::{Direction, Field, SquadId, UnitId, Zones};
use crate::line::battle::scene::scene;
use crate::line::battle::{
    Battle, Charge, Event, Move, MoveKind, Movement, Orders, Place, Route, RouteGoal, Side, Spacing, Station,
};
use crate::line::rules::movement::{Plan, Planner, resolve, ways};
use crate::line::rules::{Line, Round, preview};

const SQUADS: &str = "a Alpha players: rifle; b Bravo players: spearman; e Boyz enemy: boy; f Nobz enemy: officer";

fn battles() -> impl Strategy<Value = Battle> {
    let cell = prop_oneof![
        12 => Just("."),
        2 => Just("#"),
        1 => Just("w"),
        1 => Just("r"),
        1 => Just("o"),
        2 => Just(".a"),
        1 => Just(".b"),
        2 => Just(".e"),
        1 => Just("wf"),
    ];
    (3..14_usize, 3..12_usize)
        .prop_flat_map(move |(width, height)| prop::collection::vec(prop::collection::vec(cell.clone(), width), height))
        .prop_map(|rows| {
            // A squad has at most one officer.
            let mut officers = 0;
            let one_officer = |cell: &str| {
                officers += i32::from(cell == "wf");
                if cell == "wf" && officers > 1 { ".".to_owned() } else { cell.to_owned() }
            };
            let cells: Vec<String> = rows.iter().flatten().copied().map(one_officer).collect();
            let lines: Vec<String> = cells.chunks(rows[0].len()).map(|it| it.join(" ")).collect();
            scene(&lines.join("\n"), SQUADS)
        })
}

/// Random numbers from which [`route_of`] makes a route on a map: the goal, its kind, steps, and a tile on the way.
type Drawn = (Index, u8, u8, Option<Index>);

fn routes() -> impl Strategy<Value = Drawn> {
    (any::<Index>(), 0..6_u8, 0..12_u8, prop::option::weighted(0.2, any::<Index>()))
}

fn route_of(battle: &Battle, (to, what, steps, via): Drawn) -> Route {
    let tile = |it: Index| battle.board().tile(it.index(battle.board().len()));
    let place = Place::Squad(SquadId(u16::from(steps % 4)));
    let goal = match what {
        0 => RouteGoal::Steps(vec![(Direction::East, steps), (Direction::South, 2)]),
        1 => RouteGoal::Toward { place, steps: None },
        2 => RouteGoal::AwayFrom { place, steps: Some(steps) },
        _ => RouteGoal::Tile(tile(to)),
    };
    let spacing = [Spacing::Usual, Spacing::TakeCover, Spacing::Tight, Spacing::Spread][usize::from(steps % 4)];
    Route { via: via.into_iter().map(tile).collect(), goal, spacing }
}

/// Random numbers for an order for each squad, and for members that are sent to tiles of their own.
type AllDrawn = (Vec<(u8, Drawn)>, Vec<(Index, Index)>);

fn orders() -> impl Strategy<Value = AllDrawn> {
    let stations = prop::collection::vec(any::<(Index, Index)>(), 0..4);
    (prop::collection::vec((0..8_u8, routes()), 4), stations)
}

fn orders_of(battle: &Battle, (drawn, stations): AllDrawn) -> Orders {
    let mut orders = Orders::default();
    for (unit, at) in stations.into_iter().filter(|_| !battle.setup().units.is_empty()) {
        let unit = UnitId(unit.index(battle.setup().units.len()) as u16);
        let at = battle.board().tile(at.index(battle.board().len()));
        orders.stations.put(unit, Station { squad: battle.unit(unit).squad, at });
    }
    for (n, (what, route)) in drawn.into_iter().enumerate() {
        let squad = SquadId(n as u16);
        let target = SquadId(if n < 2 { 2 + u16::from(route.2 % 2) } else { u16::from(route.2 % 2) });
        let route = route_of(battle, route);
        let order = match what {
            0 => Movement::Disengage(None),
            1 => Movement::Disengage(Some(route)),
            2 => Movement::Charge { target, after: None },
            3 => Movement::Charge { target, after: Some(route) },
            4 => Movement::Hold,
            _ => Movement::Move(route),
        };
        orders.movement.put(squad, order);
    }
    orders
}

proptest! {
    #[test]
    fn v1_v2_v6_v7_every_phase_keeps_the_laws(battle in battles(), drawn in orders(), key in any::<[u8; 32]>()) {
        let orders = orders_of(&battle, drawn);
        let mut dice = Dice::keyed(key);
        let rules = Line::default();
        let mut round =
            Round { rules: &rules, battle: battle.clone(), orders: &orders, dice: &mut dice, events: Vec::new() };
        resolve(&mut round);

        let mut now = battle;
        let mut charge: Option<&Charge> = None;
        for event in &round.events {
            let before = now.clone();
            now.apply(event);
            match event {
                Event::Charged(it) => charge = Some(it),
                Event::Moved(it) => goes_tile_by_tile(&rules, &before, it, charge)?,
                _ => (),
            }
            prop_assert!(now.grid_agrees());
            for unit in Side::ALL.into_iter().flat_map(|it| now.standing_of(it)) {
                prop_assert!(now.ground(now.unit(unit).at).cost.is_some(), "nobody stands in a wall");
            }
            match event {
                Event::Moved(it) if it.kind == MoveKind::Charge => {
                    prop_assert!(now.is_squad_engaged(it.squad) || now.standing(it.squad).any(|it| now.is_in_contact(it)));
                }
                Event::Moved(it) => keeps_to_its_steps(&before, &now, it)?,
                _ => (),
            }
        }
    }

    #[test]
    fn v2_a_preview_is_what_the_phase_does(battle in battles(), route in routes()) {
        let orders = Orders::default();
        let (rules, squad, route) = (Line::default(), SquadId(0), route_of(&battle, route));
        let seen = preview::route(&rules, &battle, &orders, squad, &route);
        let planner = Planner { rules: &rules, battle: &battle, orders: &orders };
        match planner.plan(squad, Some(&route), MoveKind::Plain) {
            Ok(Plan { places, path, .. }) => prop_assert_eq!((seen.places, seen.path), (places, path)),
            Err(why) => prop_assert_eq!(seen.stays, Some(why)),
        }
    }
}

fn keeps_to_its_steps(before: &Battle, after: &Battle, it: &Move) -> Result<(), TestCaseError> {
    let allowance = it.allowance.as_ref().expect("such a move has an allowance").steps;
    prop_assert!(it.cost <= allowance);
    let paid: u16 =
        it.path.iter().skip(1).map(|it| u16::from(before.ground(*it).cost.expect("no wall is on the way"))).sum();
    prop_assert_eq!(paid, it.cost);
    prop_assert!(it.path.windows(2).all(|it| it[0].steps_to(it[1]) == 1));

    let mut footing = before.footing();
    for enemy in before.standing_of(before.side(it.squad).other()) {
        footing.block(before.footprint(enemy));
    }
    let mut field = Field::default();
    for step in &it.steps {
        let cost = field.seek(&footing, step.from, step.to, Zones::Ignore, None);
        prop_assert!(cost.is_some_and(|it| it <= allowance + 2), "{step:?} costs {cost:?} of {allowance}");
    }
    if it.kind != MoveKind::Disengage {
        prop_assert!(!after.is_squad_engaged(it.squad), "a plain move ends outside all zones");
    }
    Ok(())
}

/// Checks that the way of each unit leads over passable ground and costs no more than the unit could pay.
fn goes_tile_by_tile(rules: &Line, before: &Battle, it: &Move, charge: Option<&Charge>) -> Result<(), TestCaseError> {
    let charge = charge.filter(|_| it.kind == MoveKind::Charge);
    let rolled = charge.and_then(|it| it.dice).map(|dice| dice.iter().map(|it| u16::from(it.face())).sum());
    // **V-2** Members may move two steps farther than their leader.
    let most: Option<u16> = rolled.or_else(|| it.allowance.as_ref().map(|it| it.steps + 2));
    let found = ways(rules, before, it, charge.map(|it| it.target));
    prop_assert_eq!(found.len(), it.steps.len());
    for ((unit, way), step) in found.iter().zip(&it.steps) {
        prop_assert_eq!((*unit, way.first(), way.last()), (step.unit, Some(&step.from), Some(&step.to)));
        let size = before.profile(*unit).size;
        let footing = before.footing().for_size(size);
        prop_assert!(way.windows(2).all(|it| it[0].steps_to(it[1]) == 1), "{way:?}");
        let costs: Vec<Option<u16>> = way.iter().skip(1).map(|it| footing.cost(*it)).collect();
        prop_assert!(costs.iter().all(Option::is_some), "{way:?} leads through a wall");
        let cost: u16 = costs.into_iter().flatten().sum();
        prop_assert!(most.is_none_or(|most| cost <= most), "{way:?} costs {cost} of {most:?}");
    }
    Ok(())
}
