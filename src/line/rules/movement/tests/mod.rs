//! Movement as a player meets it.

use expect_test::{Expect, expect};

use crate::dice::{D6, Dice};
use crate::field::UnitId;
use crate::line::battle::scene::{scene, scene_with, squad};
use crate::line::battle::{AbilityId, Battle, Boon, Event, Fate, MoveKind, Movement, Orders, Span, Stat, WeaponId};
use crate::line::rules::movement::{act_ahead, to_abandon};
use crate::line::rules::story::{after_movement, check_movement, orders_of};
use crate::line::rules::{Line, Round, preview};

mod contact;
mod laws;
mod limits;
mod settling;
mod walking;

#[track_caller]
fn check(battle: &Battle, orders: &str, dice: &str, expected: Expect) {
    check_movement(&Line::default(), battle, orders, dice, expected);
}

fn having_shot(battle: &Battle, name: &str) -> Battle {
    let mut battle = battle.clone();
    let squad = squad(&battle, name);
    battle.apply(&Event::VolleyWasted { squad, target: squad, units: Vec::new(), slows: true });
    battle
}

fn broken(battle: &Battle, name: &str) -> Battle {
    let mut battle = battle.clone();
    let squad = squad(&battle, name);
    let one = D6::showing(1).expect("a face");
    let (modifiers, by_hero) = (Vec::new(), None);
    battle.apply(&Event::MoraleTested { squad, dice: [one; 2], modifiers, needs: 7, by_hero, passed: false });
    battle
}

fn felled(battle: &Battle, unit: UnitId) -> Battle {
    let mut battle = battle.clone();
    let squad = battle.unit(unit).squad;
    let one = D6::showing(1).expect("a face");
    battle.apply(&Event::HazardRolled { squad, weapon: WeaponId(0), rolls: vec![(unit, one, Fate::Downed)] });
    battle
}

#[track_caller]
fn check_ahead(battle: &Battle, orders: &str, expected: Expect) {
    let orders: Orders = orders_of(battle, orders);
    let mut dice = Dice::scripted("");
    let (rules, alpha) = (Line::default(), squad(battle, "Alpha"));
    let mut round =
        Round { rules: &rules, battle: battle.clone(), orders: &orders, dice: &mut dice, events: Vec::new() };
    act_ahead(&mut round, alpha);
    let told: Vec<String> = round
        .events
        .iter()
        .map(|it| match it {
            Event::Moved(it) => format!("{:?} {} of {:?}", it.kind, it.cost, it.allowance.as_ref().map(|it| it.steps)),
            other => format!("{other:?}"),
        })
        .collect();
    expected.assert_eq(&told.join("\n"));
    assert!(round.events.iter().all(|it| !matches!(it, Event::Moved(it) if it.kind == MoveKind::Charge)));
}
