//! BC-16 to BC-19, BS-17: charges and collisions.

mod collisions;
mod momentum;
mod plates;
mod weapons;

use expect_test::expect;

use crate::brick::battle::scene::{profile, scene, scene_with, unit_named, weapon, who};
use crate::brick::battle::{Heading, Run};
use crate::brick::rules::story;
use crate::brick::rules::story::{after, check};

const JOUST: &str = "r Rob red: fig pike; d Dan blue: fig";

fn quiet(orders: &str) -> String {
    format!("react red none then hold; react blue none then hold; {orders}")
}
