//! Movement as a player meets it.

use expect_test::expect;

use crate::battle::scene::{scene, scene_with, squad};
use crate::battle::{Battle, Event, MoveKind, Orders};
use crate::dice::Dice;
use crate::rules::line::movement::{act_ahead, press};
use crate::rules::line::story::{check, check_with, orders_of};
use crate::rules::line::{Line, Round};

#[test]
fn v1_a_squad_walks_as_far_as_its_slowest() {
    let battle = scene(
        "
        .a .a . . . . . . . . . .
        .  .  . . . . . . . . . .",
        "a Alpha players: rifle gunner",
    );
    check(&battle, "Alpha: move L1", "", expect![[""]]);
}
