//! Everything that shows the map names every squad on it, and no other squad.

use fieldpost::field::SquadId;
use fieldpost::line::battle::Battle;
use fieldpost::line::commander;
use fieldpost::line::report::picture;
use fieldpost::line::rules::Line;
use fieldpost::map::{MapRenderer, Picture, positions, text_map};
use proptest::prelude::*;

use crate::chaos::{self, Chaos};
use crate::laws;

const ROUNDS: usize = 3;

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn text_map_positions_and_picture_name_every_squad_on_the_map(seed in any::<u64>()) {
        let mut chaos = Chaos(seed);
        let mut battle = chaos::battle(&mut chaos);
        names_whom_it_shows(&battle, &picture(&battle, &[]));
        let ruleset = Line::default();
        for _ in 0..ROUNDS {
            let orders = commander::complete(&ruleset, &battle, &chaos::orders(&mut chaos, &battle));
            let events = ruleset.resolve(&battle, &orders, &mut laws::dice(&battle, &orders, seed));
            events.iter().for_each(|it| battle.apply(it));
            names_whom_it_shows(&battle, &picture(&battle, &events));
        }
    }
}

fn names_whom_it_shows(battle: &Battle, picture: &Picture) {
    let (letters, places, svg) = (text_map(picture), positions(picture), MapRenderer::svg(picture));
    for squad in battle.setup().squad_ids() {
        let name = battle.setup().squad(squad).name.as_str();
        let is_on_map = battle.is_on_map(squad);
        let label = picture.labels().find(|it| it.1 == name).map(|it| it.0);
        assert_eq!(label.is_some(), is_on_map, "{name} has a label exactly while it is on the map");
        assert_eq!(is_in_legend(battle, squad, &letters), is_on_map, "{name} in the legend of\n{letters}");
        assert_eq!(places.contains(&format!("\n{name} (")), is_on_map, "{name} has a line of its own in\n{places}");
        if let Some(label) = label {
            assert!(places.contains(&format!("{label} on the map")), "{label} in\n{places}");
            assert!(svg.contains(&format!(">{label}<")), "the picture has no label {label} for {name}");
            assert!(svg.contains(name), "the picture's legend lacks {name}");
        }
    }
}

/// Whether the legend below the letter map gives the squad a letter, and that letter is on the map.
fn is_in_legend(battle: &Battle, squad: SquadId, letters: &str) -> bool {
    let name = &battle.setup().squad(squad).name;
    let entry = letters.lines().find_map(|it| it.split_once(&format!(" {name}, "))).map(|it| it.0);
    let rows = letters.lines().filter(|it| it.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    entry.is_some_and(|letter| rows.clone().any(|row| row.contains(letter)))
}
