//! BC-1.5 to BC-1.7, BC-3, BC-5 to BC-13: close combat of single units.

mod answers;
mod entering;
mod manoeuvres;
mod parries;

use expect_test::expect;

use crate::brick::battle::Rect;
use crate::brick::battle::scene::{profile, scene, scene_with, unit, unit_named, who};
use crate::brick::battle::{Against, Amount, Battle, Class, Defence, Manoeuvre, Melee, Policies, Setup, Using};
use crate::brick::rules::harm::can_be_touched_by;
use crate::brick::rules::push::{could_reach, reaches};
use crate::brick::rules::story;
use crate::brick::rules::story::{after_passes as after, check_passes as check, plain};
use crate::dice::Sides;
use crate::field::Tile;

/// A swordswoman, and a cook two tiles off.
const KITCHEN: &str = "y Yoko red: fig sword; d Dan blue: fig knife pan";
const APART: &str = ". . . . . .\n.y . .d . . .\n. . . . . .";

fn quiet(orders: &str) -> String {
    format!("react Yoko none then hold; react Dan none then hold; {orders}")
}

/// The battle as the Movement phase begins.
fn after_melee(battle: &Battle, orders: &str, dice: &str) -> Battle {
    let events = crate::brick::rules::story::play(&plain(), battle, orders, dice);
    let mut battle = battle.clone();
    let is_movement = |it: &crate::brick::battle::Event| matches!(it, crate::brick::battle::Event::PhaseBegan { phase } if crate::brick::battle::Phase::Melee < *phase);
    events.iter().take_while(|it| !is_movement(it)).for_each(|it| battle.apply(it));
    battle
}

fn fencing() -> Battle {
    after(&scene(". . . . .\n. .y .d . .\n. . . . .", KITCHEN), &quiet("melee Yoko attack Dan"), "attack 3, damage 1")
}
