//! Tests of files without mistakes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::brick::battle::{Amount, Battle, Class, Hazard, Rating, Standard, TeamId, Who};
use crate::dice::Sides;
use crate::field::SquadId;

use super::*;

/// Every shipped file of this game, and whether it is a scenario.
pub(super) fn shipped() -> Vec<(PathBuf, bool)> {
    let mut found = vec![(Path::new(env!("CARGO_MANIFEST_DIR")).join("config/brick.toml"), false)];
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios")).expect("the scenarios") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with("brick-") && name.ends_with(".toml") {
            found.push((path, true));
        }
    }
    found
}

#[test]
fn every_shipped_file_is_right_and_can_begin() {
    for (path, is_scenario) in shipped() {
        let text = std::fs::read_to_string(&path).expect("a shipped file");
        if !is_scenario {
            let problems = Library::standard().clone().add_file("brick.toml", &text);
            assert!(problems.diagnostics.is_empty(), "{problems}");
            continue;
        }
        let (made, problems) = read(&text);
        assert!(problems.diagnostics.is_empty(), "{problems}");
        let (setup, _) = made.unwrap_or_else(|| panic!("{} is no battle", path.display()));
        let battle = Battle::new(Arc::new(setup));
        assert!(battle.grid_agrees(), "{}", path.display());
        assert!(!battle.everybody().any(|it| battle.is_engaged(it)), "{}", path.display());
    }
}

#[test]
fn a_good_scenario_is_what_it_says() {
    let (setup, _) = read(GOOD).0.expect("a battle");
    assert_eq!(
        setup.teams.iter().map(|it| (&*it.key, it.is_players)).collect::<Vec<_>>(),
        [("players", true), ("enemy", false)]
    );
    let squad = &setup.squads[0];
    assert_eq!((squad.team, squad.members.len(), squad.plate.wide(), squad.plate.deep()), (TeamId(0), 5, 3, 2));
    assert!(matches!(squad.standard, Standard::Bearer(it) if setup.unit(it).name == "Redcoats 2"));
    let battle = Battle::new(Arc::new(setup));
    assert!(battle.grid_agrees());
    let at = |name: &str| {
        let id = battle.setup().unit_ids().find(|it| battle.setup().unit(*it).name == name).expect("a unit");
        battle.unit(id).at.to_string()
    };
    assert_eq!(
        ["Redcoats 1", "Redcoats 3", "Redcoats 4", "Captain Pym", "Door"].map(at),
        ["A4", "C4", "A5", "B5", "E1"]
    );
    assert!(battle.members(Who::Squad(SquadId(0))).len() == 5 && battle.grid_agrees());
}

#[test]
fn figures_that_the_sources_give_have_the_numbers_that_they_give() {
    let stock = Library::standard();
    let unit = |key: &str| &stock.units.get(key).expect("a unit").profile;
    assert_eq!(
        (unit("minifig").skill, unit("minifig").armor, unit("minifig").movement),
        (Rating::REGULAR, Amount::fixed(4), 5)
    );
    let officer = unit("officer");
    assert_eq!(officer.skill, Rating { dice: 1, sides: Sides::D8, plus: 0 });
    assert_eq!((officer.armor, officer.movement, officer.is_officer), (Amount::rolled(1, Sides::D10, 0), 6, true));
    assert_eq!(["rat", "minifig", "lancer", "giant"].map(|it| unit(it).size), [0, 1, 2, 4]);
    let shot = |key: &str| stock.weapons.get(key).and_then(|it| it.ranged).map(|it| (it.needs, it.damage));
    assert_eq!(shot("pistol"), Some((3, Amount::rolled(1, Sides::D6, 0))));
    assert_eq!(shot("rifle"), Some((3, Amount::rolled(1, Sides::D6, 1))));
    assert_eq!(shot("artillery"), Some((4, Amount::rolled(1, Sides::D10, 0))));
    let axe = stock.weapons.get("throwing-axe").and_then(|it| it.ranged).expect("it flies");
    assert_eq!((axe.needs, axe.range, axe.is_thrown), (2, 3, true));
    let close = |key: &str| stock.weapons.get(key).and_then(|it| it.close).map(|it| (it.needs, it.damage));
    assert_eq!(close("knife"), Some((2, Amount::skill(1, 0))));
    assert_eq!(close("katana"), Some((3, Amount::skill(1, 2))));
    assert_eq!(close("pan"), Some((3, Amount::skill(1, -1))));
    assert_eq!(stock.weapons.get("tower-shield").map(|it| it.class), Some(Class::HeavyShield));
    assert_eq!(stock.terrain.get("pit").and_then(|it| it.ground.hazard), Some(Hazard::Deadly));
}

#[test]
fn bc4_3_levels_are_drawn_like_the_map() {
    let levels = "levels = \"\"\"\n........\n........\n..111...\n.....9..\n........\n\"\"\"\n\n[[player]]";
    let (setup, _) = read(&changed(&[("[[player]]", levels)])).0.expect("a battle");
    let level = |tile: &str| setup.level(tile.parse().expect("a tile"));
    assert_eq!(["C3", "F4", "A1"].map(level), [1, 9, 0]);
}

#[test]
fn an_entry_extends_or_overrides_one_that_there_is() {
    let own = "[weapon.katana]\nclass = \"two-handed\"\n[unit.brute]\nlike = \"minifig\"\nsize = 3\n\n[[figure]]\nname = \"Bo\"\nunit = \"brute\"\nteam = \"enemy\"\nat = \"F4\"\n[[objective]]";
    let (setup, _) = read(&changed(&[("[[objective]]", own)])).0.expect("a battle");
    let katana = setup.weapons.iter().find(|it| it.key == "katana").expect("a katana");
    assert_eq!((katana.class, katana.close.map(|it| it.needs)), (Class::TwoHanded, Some(4)));
    let brute = setup.profiles.iter().find(|it| it.key == "brute").expect("a brute");
    assert_eq!((brute.size, brute.hp, brute.footprint, brute.armor), (3, 3, (3, 2), Amount::fixed(4)));
}
