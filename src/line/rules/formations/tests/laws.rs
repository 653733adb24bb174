//! Laws that hold for every formation, on any map and with any orders.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::dice::Dice;
use crate::field::{Direction, Tile};
use crate::line::battle::{
    DirectedBy, FormUp, FormationStep, Movement, Orders, OrganisationalOrder, Side, StepKind, Turning,
};
use crate::line::rules::Line;

const SQUADS: &str = "a Alpha players: rifle; b Bravo players: spearman; e Boyz enemy: boy; l Lead players: gunner";

fn battles() -> impl Strategy<Value = Battle> {
    let cell = prop_oneof![
        10 => Just("."),
        2 => Just("#"),
        1 => Just("w"),
        1 => Just("o"),
        6 => Just(".a"),
        3 => Just(".b"),
        1 => Just(".e"),
    ];
    (3..10_usize, 3..9_usize, any::<bool>())
        .prop_flat_map(move |(width, height, is_trained)| {
            (prop::collection::vec(prop::collection::vec(cell.clone(), width), height), Just(is_trained))
        })
        .prop_map(|(mut rows, is_trained)| {
            rows[0][0] = ".l";
            let lines: Vec<String> = rows.iter().map(|it| it.join(" ")).collect();
            field(&lines.join("\n"), SQUADS, |setup| {
                drill(setup, "gunner").lead = Some(4);
                if is_trained {
                    trained(setup);
                }
            })
        })
}

fn kinds() -> impl Strategy<Value = StepKind> {
    prop_oneof![
        6 => (0..4_usize).prop_map(|it| StepKind::March(Direction::ALL[it])),
        1 => Just(StepKind::Stand),
        1 => Just(StepKind::Wheel { turning: Turning::Left, pivot: None }),
        1 => Just(StepKind::Wheel { turning: Turning::Right, pivot: None }),
    ]
}

fn steps() -> impl Strategy<Value = Vec<(StepKind, Vec<u16>)>> {
    prop::collection::vec((kinds(), prop::collection::vec(0..20_u16, 0..4)), 1..8)
}

/// The battle with one formation: the units of both squads that stand together with the first of Alpha.
fn with_formation(mut battle: Battle) -> Battle {
    let all: Vec<UnitId> = ["Alpha", "Bravo"].iter().flat_map(|it| battle.standing(squad(&battle, it))).collect();
    let Some(members) = groups(&battle, &all).into_iter().next().filter(|it| 1 < it.len()) else { return battle };
    let squads = vec![squad(&battle, "Alpha"), squad(&battle, "Bravo")];
    let needs_leader = !battle.is_autonomous(members[0]);
    let leader = needs_leader.then(|| unit(&battle, "Lead 1"));
    let formation = battle.next_formation();
    apply_event(&mut battle, FormationEvent::Started { formation, squads, members, leader, stuck: Vec::new() });
    battle.apply(&Event::RoundBegan { round: 2 });
    battle
}

proptest! {
    #[test]
    fn f13_f16_f20_f21_every_march_keeps_the_laws(
        battle in battles(),
        drawn in steps(),
        forms in any::<bool>(),
        key in any::<[u8; 32]>(),
    ) {
        let battle = with_formation(battle);
        let units = battle.setup().units.len() as u16;
        let step = |(kind, hold): (StepKind, Vec<u16>)| FormationStep {
            kind,
            hold: hold.into_iter().filter(|it| *it < units).map(UnitId).collect(),
        };
        let mut orders = Orders::default();
        let (alpha, bravo) = (squad(&battle, "Alpha"), squad(&battle, "Bravo"));
        let who = if battle.is_on_map(alpha) { alpha } else { bravo };
        orders.movement.put(who, Movement::Steps(drawn.into_iter().map(step).collect()));
        if forms {
            let (squads, without) = (vec![alpha, bravo], Vec::new());
            let shuffle = battle.standing(alpha).filter_map(|it| Some((it, battle.unit(it).at.step(Direction::East)?)));
            let order = FormUp { squads, without, directed_by: DirectedBy::Anybody, shuffle: shuffle.collect() };
            orders.formations.ranging.put(alpha, OrganisationalOrder::FormUp(order));
        }
        let events = Line::default().resolve(&battle, &orders, &mut Dice::keyed(key));
        let mut again = Dice::keyed(key);
        prop_assert_eq!(&Line::default().resolve(&battle, &orders, &mut again), &events);

        let mut now = battle;
        let mut steps_left: BTreeMap<UnitId, u16> = BTreeMap::new();
        for event in &events {
            let before = now.clone();
            now.apply(event);
            prop_assert!(now.grid_agrees());
            for unit in Side::ALL.into_iter().flat_map(|it| now.standing_of(it)) {
                prop_assert!(now.ground(now.unit(unit).at).cost.is_some(), "nobody stands in a wall");
            }
            let mut members: Vec<UnitId> = now.formations().iter().flat_map(|it| it.members.clone()).collect();
            let count = members.len();
            members.sort();
            members.dedup();
            prop_assert_eq!(members.len(), count, "nobody is in two formations");
            let bytes = serde_json::to_vec(&now).expect("a battle is JSON");
            let read = Battle::restore(now.setup_shared(), &bytes).expect("its own snapshot");
            prop_assert_eq!(read.digest(), now.digest());
            if let Event::Formation(it) = event {
                keeps_the_laws(&before, it, &mut steps_left)?;
            }
        }
    }
}

fn keeps_the_laws(
    before: &Battle,
    event: &FormationEvent,
    steps_left: &mut BTreeMap<UnitId, u16>,
) -> Result<(), TestCaseError> {
    match event {
        FormationEvent::Stepped(it) => {
            for step in &it.steps {
                let far = Tile::steps_to(step.from, step.to);
                prop_assert_eq!((before.unit(step.unit).at, far), (step.from, 1), "one tile at most");
                let cost = u16::from(before.ground(step.to).cost.expect("no wall is on the way"));
                prop_assert!(cost <= it.price);
            }
            // All units have paid the same price, as far as they could.
            for (unit, left) in &it.left {
                if let Some(had) = steps_left.insert(*unit, *left) {
                    prop_assert_eq!(*left, had.saturating_sub(it.price));
                }
            }
        }
        FormationEvent::BrokeUp { formation, parts, .. } => {
            let mut old = before.formation(*formation).expect("it held till now").members.clone();
            let mut new: Vec<UnitId> = parts.iter().flat_map(|it| it.members.clone()).collect();
            old.sort();
            new.sort();
            prop_assert_eq!(new, old, "the parts are exactly the old members");
            let leaders: Vec<UnitId> = parts.iter().filter_map(|it| it.leader).collect();
            prop_assert!(leaders.windows(2).all(|it| it[0] != it[1]), "a leader directs one formation");
        }
        _ => (),
    }
    Ok(())
}
