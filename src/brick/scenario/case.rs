//! Turns a board of the suite into a scenario, with a figure for each letter.

use crate::field::each_once;
use crate::game::{Scene, toml};

/// What the letters of the ground stand for.
const GROUND: &[(char, &str)] = &[('.', "floor"), ('#', "wall")];

/// The word, among those for what a figure holds, for one that stays in cover.
const DUG_IN: &str = "dug_in";

/// The scenario of a board: each side is a team with one seat of the same name.
pub fn scenario_of(scene: &Scene) -> String {
    // In the order of their passes.
    let sides: Vec<&str> = each_once(scene.people.iter().map(|it| it.side.as_str()));
    let team = |side: &&str| {
        let side = toml(&(*side).into());
        format!("[[team]]\nid = {side}\nplayers = true\n[[player]]\nname = {side}\nteam = {side}\n")
    };
    let figures = scene.people.iter().map(|it| {
        let mut words = it.kinds.iter().filter(|it| *it != DUG_IN);
        let unit = words.next().map_or("", String::as_str);
        let weapons: Vec<&str> = words.map(String::as_str).collect();
        format!(
            "[[figure]]\nname = {}\nunit = {}\nplayer = {}\nweapons = {}\nat = {}\ndug_in = {}\n{}",
            toml(&it.name.as_str().into()),
            toml(&unit.into()),
            toml(&it.side.as_str().into()),
            toml(&weapons.into()),
            toml(&it.tiles.first().map_or("", String::as_str).into()),
            it.kinds.iter().any(|it| it == DUG_IN),
            scene.details_of(&it.name),
        )
    });
    let people = format!("{}{}", sides.iter().map(team).collect::<String>(), figures.collect::<String>());
    scene.scenario("brick", GROUND, &people)
}
