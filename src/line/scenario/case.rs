//! Writes a board of the suite as a scenario, with a squad for each letter.

use crate::game::{Scene, toml};

/// The ground that each letter stands for.
const GROUND: &[(char, &str)] = &[('.', "open"), ('#', "wall")];

/// The seat that leads the players' squads.
const SEAT: &str = "players";

/// The text of the scenario of a board. A seat leads the players' squads, the GM all others.
pub fn scenario_of(scene: &Scene) -> String {
    let squads = scene.people.iter().map(|it| {
        let copies = if it.kinds.len() == 1 { it.tiles.len() } else { 1 };
        let units: Vec<String> = it.kinds.iter().map(|kind| format!("1 {kind}")).collect();
        let units = vec![units; copies].concat();
        let led_by = match it.side.as_str() {
            SEAT => format!("player = \"{SEAT}\""),
            side => format!("side = {}\nstance = \"hold\"", toml(&side.into())),
        };
        format!(
            "[[squad]]\nid = {}\nname = {}\n{led_by}\nunits = {}\ntiles = {}\n{}",
            toml(&it.name.to_lowercase().replace(' ', "-").into()),
            toml(&it.name.as_str().into()),
            toml(&units.into()),
            toml(&it.tiles.clone().into()),
            scene.details_of(&it.name),
        )
    });
    let seat = scene.details_of(SEAT);
    let people = format!("[[player]]\nname = \"{SEAT}\"\n{seat}{}", squads.collect::<String>());
    scene.scenario("line", GROUND, &people)
}
