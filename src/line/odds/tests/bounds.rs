//! What nobody can make the odds work on for long.

use std::cell::Cell;

use super::{orders_of, parts_of, profile, weapon};
use crate::line::battle::scene::scene_with;
use crate::line::battle::{Amount, Battle, Orders, Tag};
use crate::line::odds::{Patience, TooMuch, fire, fire_in_turn};
use crate::line::rules::Line;

const D6: Amount = Amount { dice: 1, sides: 6, plus: 0 };

/// Ten large squads behind a melee of four, with weapons that have as many ends as there can be.
fn crowd() -> Battle {
    let row = |letters: [&str; 12]| letters.map(|it| format!(".{it}")).join(" ");
    let shooters: Vec<String> = "acdefghijk".chars().map(|it| row([&it.to_string(); 12])).collect();
    let fight = [row(["x"; 12]), row(["p"; 12]), row(["y"; 12]), row(["q"; 12])];
    let drawing: Vec<String> = shooters.into_iter().chain([row([""; 12]), row([""; 12])]).chain(fight).collect();
    let squads: Vec<String> = "acdefghijk".chars().map(|it| format!("{it} S{it} players: rifle")).collect();
    let squads =
        format!("{}; x Boyz players: boy; p Nobz enemy: boy; y Lads players: boy; q Mob enemy: boy", squads.join("; "));
    scene_with(&drawing.join("\n"), &squads, |setup| {
        let it = weapon(setup, "rifle");
        (it.attacks, it.damage) = (D6, D6);
        it.tags = vec![Tag::Sustained(2), Tag::Lethal, Tag::TwinLinked];
        profile(setup, "boy").hp = 9;
    })
}

fn orders(battle: &Battle) -> Orders {
    let each: Vec<String> =
        "acdefghijk".chars().enumerate().map(|(n, it)| format!("S{it}: {}", ["Nobz", "Mob"][n % 2])).collect();
    orders_of(battle, &each.join("; "))
}

#[test]
fn the_worst_that_can_be_asked_is_refused() {
    let battle = crowd();
    let orders = orders(&battle);
    let queue = parts_of(&orders);
    assert_eq!(fire(&Line::default(), &battle, &queue, Patience::BRIEF), Err(TooMuch));
}

#[test]
fn all_questions_of_an_answer_share_its_patience() {
    let battle = crowd();
    let orders = orders(&battle);
    let patience = Cell::new(Patience::BRIEF);
    for order in parts_of(&orders) {
        let before = patience.get();
        let odds = fire_in_turn(&Line::default(), &battle, &orders, order, &patience);
        assert!(patience.get() < before || odds == Err(TooMuch));
    }
    assert!(patience.get() < Patience::BRIEF.half());
}
