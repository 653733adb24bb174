//! Rules tested as a player meets them: a file for each chapter of the rule book, and the laws that hold for all of it.

mod attacks;
mod charges;
mod combined;
mod dealing;
mod dice;
mod ending;
pub(crate) mod laws;
mod melee;
mod moves;
mod organising;
mod reserves;
mod rings;
mod table;

use expect_test::Expect;

use crate::brick::battle::scene::scene;
use crate::brick::rules::story::check;

/// An archer, and somebody else.
const DUEL: &str = "a Ann red: fig bow; d Dan blue: fig knife";

/// Ann shoots at Dan.
#[track_caller]
fn shots(drawing: &str, people: &str, how: &str, dice: &str, expected: Expect) {
    check(&scene(drawing, people), &format!("shoot Ann at Dan {how}"), dice, expected);
}
