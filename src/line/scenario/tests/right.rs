//! Files without mistakes, and what is read from them.

use std::path::PathBuf;

use expect_test::expect;

use crate::diagnostic::Diagnostic;
use crate::field::{Footprint, Look, Terrain};
use crate::line::battle::{Boon, Effect, Side, Stat, Trigger};

use super::*;

/// Every shipped file, and whether it is a scenario.
pub(super) fn shipped() -> Vec<(PathBuf, bool)> {
    let mut found = Vec::new();
    for (directory, is_scenario) in [("scenarios", true), ("config", false)] {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
        for entry in std::fs::read_dir(&directory).expect("a directory of the repository") {
            let path = entry.expect("an entry").path();
            let is_other = || std::fs::read_to_string(&path).is_ok_and(|it| it.contains("\nruleset = \"brick\""));
            if path.extension().is_some_and(|it| it == "toml") && !is_other() {
                let is_data = data::FILES.iter().any(|it| path.ends_with(it.0));
                if is_scenario || is_data {
                    found.push((path, is_scenario));
                }
            }
        }
    }
    found
}

#[test]
fn every_shipped_file_is_right() {
    for (path, _) in shipped() {
        let problems = check(&path);
        // Nobody posts orders for the squads of the benchmark.
        let is_meant = |it: &Diagnostic| path.ends_with("bench-w1.toml") && it.message.ends_with("is a tile");
        assert!(problems.diagnostics.iter().all(is_meant), "{problems}");
    }
}

#[test]
fn data_files_that_are_compiled_in_are_not_taken_in_twice() {
    let config = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("config");
    let data = Data::load(&config).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(data.files(), Library::standard().files());
}

#[test]
fn every_shipped_scenario_can_begin() {
    for (path, _) in shipped().into_iter().filter(|it| it.1) {
        let scenario = load(&path).unwrap_or_else(|problems| panic!("{problems}"));
        let battle = scenario.battle();
        assert!(battle.grid_agrees(), "{}", path.display());
        for side in Side::ALL {
            assert!(0 < battle.standing_of(side).count(), "{}: {side:?}", path.display());
        }
        for squad in scenario.setup.squad_ids() {
            let name = &scenario.setup.squad(squad).name;
            assert!(!battle.is_squad_engaged(squad), "{}: {name} begins in melee", path.display());
        }
    }
}

#[test]
fn h1_a_hero_is_the_last_of_his_squad_and_leads_it() {
    let scenario = read("good.toml", GOOD, Library::standard()).expect("a scenario");
    let setup = &scenario.setup;
    let alpha = &setup.squads[0];
    let hero = *alpha.members.last().expect("a hero");
    assert_eq!(setup.unit(hero).name, "Lt. Marsh");
    assert_eq!(setup.unit(hero).at.to_string(), "B2");
    let alone = setup.squad(setup.unit(hero).alone.expect("a squad of his own"));
    assert_eq!((alone.name.as_str(), alone.members.len()), ("Lt. Marsh", 0));
    assert_eq!((setup.casters[0].class.as_str(), setup.casters[0].cp_max), ("Officer", 4));
}

#[test]
fn s3_a_team_is_several_figures_with_one_number() {
    let text = changed(&[("\"1 heavy-team\"", "\"2 heavy-team\"")]);
    let scenario = read("good.toml", &text, Library::standard()).expect("a scenario");
    let teams: Vec<Option<u8>> =
        scenario.setup.squads[0].members.iter().map(|it| scenario.setup.unit(*it).team).collect();
    assert_eq!(teams, [None, None, None, Some(0), Some(0), Some(1), Some(1), None]);
}

#[test]
fn s3_the_name_of_a_team_is_that_of_its_first_figure() {
    let text = changed(&[("\"1 heavy-team\"", "{ unit = \"heavy-team\", name = \"Old Bess\" }")]);
    let scenario = read("good.toml", &text, Library::standard()).expect("a scenario");
    let names: Vec<&str> =
        scenario.setup.squads[0].members.iter().map(|it| scenario.setup.unit(*it).name.as_str()).collect();
    assert_eq!(names[3..], ["Old Bess", "Alpha 5", "Lt. Marsh"]);
}

#[test]
fn ground_is_drawn_like_what_it_is_made_of() {
    let own = "[terrain.bog]\ncost = 3\nlook = \"water\"\n[terrain.mire]\nlike = \"bog\"\ncost = 4\n\n[[player]]";
    let legend = ("\".\" = \"open\", \"#\" = \"wall\"", "\".\" = \"mire\", \"#\" = \"bog\"");
    let text = changed(&[("[[player]]", own), legend]);
    let scenario = read("good.toml", &text, Library::standard()).expect("a scenario");
    let kinds = scenario.setup.board.kinds();
    let look = |key: &str| kinds.iter().find(|it| it.key == key).and_then(Terrain::look);
    assert_eq!(["bog", "mire"].map(look), [Some(Look::Water); 2]);
}

#[test]
fn a_hero_may_stand_alone() {
    let text = changed(&[("in = \"alpha\" }", "at = \"A4\" }")]);
    let scenario = read("good.toml", &text, Library::standard()).expect("a scenario");
    let setup = &scenario.setup;
    let squad = setup.squads.last().expect("his squad");
    let hero = squad.members[0];
    assert_eq!(setup.unit(hero).alone.map(|it| setup.squad(it).name.clone()).as_deref(), Some("Lt. Marsh"));
    assert_eq!(scenario.battle().footprint(hero), Footprint { at: "A4".parse().expect("a tile"), size: 1 });
}

#[test]
fn an_entry_extends_or_overrides_one_that_there_is() {
    let own = "[weapon.bolt-action-rifle]\nstrength = 9\n[unit.old-guard]\nlike = \"rifleman\"\nhp = 2\n\n[[player]]";
    let text = changed(&[("[[player]]", own), ("3 rifleman", "3 old-guard")]);
    let scenario = read("good.toml", &text, Library::standard()).expect("a scenario");
    let setup = &scenario.setup;
    let guard = setup.profile(setup.squads[0].members[0]);
    assert_eq!((guard.name.as_str(), guard.hp, guard.toughness), ("Rifleman", 2, 3));
    assert_eq!((setup.weapon(guard.weapons[0]).strength, setup.weapon(guard.weapons[0]).range), (9, Some(24)));
}

#[test]
fn the_rifle_of_the_rules_is_there() {
    let rifle = Library::standard().weapons.get("bolt-action-rifle").expect("the rifle");
    expect![[r#"
        Weapon {
            key: "bolt-action-rifle",
            name: "Bolt-Action Rifle",
            range: Some(
                24,
            ),
            attacks: Amount {
                dice: 0,
                sides: 6,
                plus: 1,
            },
            accuracy: 4,
            strength: 4,
            piercing: 0,
            damage: Amount {
                dice: 0,
                sides: 6,
                plus: 1,
            },
            tags: [],
        }
    "#]]
    .assert_debug_eq(rifle);
}

#[test]
fn c7_shipped_abilities_show_everything_that_effects_can_do() {
    let mut seen: Vec<String> = Vec::new();
    let mut triggers: Vec<Trigger> = Vec::new();
    let scenarios = shipped().into_iter().filter(|it| it.1);
    let every = "[class.all]\nunit = \"officer\"\ncp = 9\nabilities = [";
    let standard: Vec<String> = Library::standard().abilities.keys().map(|it| format!("\"{it}\"")).collect();
    let text = changed(&[
        ("[[player]]", &format!("{every}{}]\n\n[[player]]", standard.join(", "))),
        ("class = \"officer\"", "class = \"all\""),
    ]);
    let all = read("all.toml", &text, Library::standard()).unwrap_or_else(|problems| panic!("{problems}"));
    let scenarios = scenarios.map(|it| load(&it.0).expect("a scenario")).chain([all]);
    for ability in scenarios.flat_map(|it| it.setup.abilities.clone()) {
        triggers.extend(ability.trigger);
        seen.extend(ability.effects.iter().map(kind));
    }
    seen.sort();
    seen.dedup();
    triggers.sort_by_key(|it| *it as u8);
    triggers.dedup();
    assert_eq!(triggers.len(), 6, "{triggers:?}");
    expect![[r#"
        Afflict
        CountAsNotShot
        Grant
        Ground
        Heal
        IgnoreConcealment
        IgnoreCover
        Rally
        RegainCommand
        Reinforce
        RerollMisses
        RerollOnes
        StandUp
        immediately Melee
        immediately Morale
        immediately Movement
        immediately Shooting
        modify Accuracy
        modify Attacks
        modify Control
        modify Damage
        modify Leadership
        modify Movement
        modify Piercing
        modify Range
        modify Reach
        modify Save
        modify Strength
        modify Toughness"#]]
    .assert_eq(&seen.join("\n"));
}

/// The name of a kind of effect.
fn kind(effect: &Effect) -> String {
    match effect {
        Effect::Lasting { boon: Boon::Modify { stat, .. }, .. } => format!("modify {}", stat_name(*stat)),
        Effect::Lasting { boon, .. } => format!("{boon:?}").split('(').next().unwrap_or_default().to_owned(),
        Effect::Immediately(phase) => format!("immediately {}", phase.name()),
        other => format!("{other:?}").split([' ', '(']).next().unwrap_or_default().to_owned(),
    }
}

fn stat_name(stat: Stat) -> String {
    format!("{stat:?}")
}

#[test]
fn o4_a_failure_ends_the_battle_by_itself_if_a_side_a_squad_or_a_hero_is_gone() {
    for (when, expected) in [
        ("annihilated = \"players\"", true),
        ("annihilated = \"alpha\"", true),
        ("killed = \"Lt. Marsh\"", true),
        ("killed = \"Stahl\"", false),
        ("lost = \"players\", percent = 60", false),
        ("hold = \"ridge\", by = \"enemy\", rounds = 2", false),
        ("any = [{ killed = \"Lt. Marsh\" }, { lost = \"players\", percent = 60 }]", false),
        ("all = [{ killed = \"Lt. Marsh\" }, { survive = 3 }]", true),
        ("annihilated = \"players\" }\nends = false\n#", false),
        ("killed = \"Stahl\" }\nends = true\n#", true),
    ] {
        let text = format!("{GOOD}\n[[defeat]]\ntext = \"So ends it\"\nwhen = {{ {when} }}\n");
        let setup = setup_of(&text);
        assert_eq!(setup.goals.last().map(|it| it.ends), Some(expected), "{when}");
    }
}
