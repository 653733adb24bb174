//! Movement as a player meets it.

use expect_test::{Expect, expect};

use crate::dice::D6;
use crate::field::UnitId;
use crate::line::battle::scene::{scene, squad};
use crate::line::battle::{Battle, Event, Fate, Movement, WeaponId};
use crate::line::rules::movement::to_abandon;
use crate::line::rules::story::{after_movement, check_movement, orders_of};
use crate::line::rules::{Line, preview};

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
