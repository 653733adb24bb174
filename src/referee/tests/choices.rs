//! Orders that are put together piece by piece, in every game.

use std::collections::BTreeSet;
use std::path::Path;

use expect_test::{Expect, expect};

use crate::dice::Seed;
use crate::games;
use crate::post::{Language, Poster};
use crate::referee::Table;

fn open(scenario: &str) -> Table {
    let scenario = games::load(Path::new(&format!("scenarios/{scenario}.toml"))).expect("one of the project's");
    Table::open(&scenario, Language::default(), Seed::from(1))
}

fn shows(scenario: &str, squad: &str, begun: &str, expected: &Expect) {
    let table = open(scenario);
    let seat = table.playing().roster().iter().find(|it| it.name == squad).and_then(|it| it.seat);
    let it = table.choices(Poster::Seat(seat.expect("a player's")), squad, begun).expect("it is theirs");
    let lists = [("verbs", &it.verbs), ("names", &it.names), ("columns", &it.columns), ("rows", &it.rows)];
    let lists = lists.iter().filter(|it| !it.1.is_empty()).map(|it| format!("{}: {}", it.0, it.1.join(", ")));
    let whole = it.is_whole.then(|| "whole".to_owned());
    expected.assert_eq(&whole.into_iter().chain(lists).collect::<Vec<String>>().join("\n"));
}

#[test]
fn an_order_is_put_together_by_what_can_be_said_next() {
    shows(
        "millers-ford",
        "Otter",
        "",
        &expect![[
            r#"verbs: shoot, charge, move to, take cover, hold, shoot with Bolt-Action Rifle at, shoot with Light Machine Gun at, shoot with Officer's Pistol at, shoot with Sidearm at, use "Steady Aim" on, use "Volley, Now!" on, use "Rally" on, use "Hold the Line" on, use "Fix Bayonets" on, use "The Last Word" on, use "Double Time" on"#
        ]],
    );
    shows("millers-ford", "Otter", "shoot", &expect!["names: Reed Husks, Mill Husks"]);
    shows("millers-ford", "Otter", "shoot Reed Husks", &expect!["whole"]);
    shows(
        "millers-ford",
        "Otter",
        "shoot Reed Husks;",
        &expect![[
            r#"verbs: shoot, charge, move to, take cover, hold, shoot with Bolt-Action Rifle at, shoot with Light Machine Gun at, shoot with Officer's Pistol at, shoot with Sidearm at, use "Steady Aim" on, use "Volley, Now!" on, use "Rally" on, use "Hold the Line" on, use "Fix Bayonets" on, use "The Last Word" on, use "Double Time" on"#
        ]],
    );
    shows(
        "millers-ford",
        "Otter",
        "move to",
        &expect![[r#"
            names: Reed Husks, Mill Husks, Magpie, the mill yard
            columns: A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P
            rows: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16"#]],
    );
    let table = open("brick-last-orders");
    let squad = table.playing().roster().iter().find(|it| it.seat.is_some()).expect("a player's").name.to_owned();
    shows(
        "brick-last-orders",
        &squad,
        "",
        &expect![
            "verbs: form, join, reserve, shoot, melee, attack, grab, shove, release, ignore, move, run, sprint, charge, withdraw, withdraw orders, parry, bail, hits, hold"
        ],
    );
    shows("brick-last-orders", &squad, "attack", &expect!["names: Crow, Dolly, Shade, Hush, Morgan, Bess, Tex"]);
    shows(
        "brick-last-orders",
        &squad,
        "move",
        &expect![[r#"
            names: Crow, Dolly, Shade, Hush, Morgan, Bess, Tex, Hank
            columns: A, B, C, D, E, F, G, H, I, J, K, L, M, N
            rows: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10"#]],
    );
}

/// Every phrase leads to an order in some battle of its game, except those that need more than a name.
#[test]
fn every_phrase_that_a_game_offers_leads_to_an_order() {
    let (mut offered, mut led, mut tried) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for entry in std::fs::read_dir("scenarios").expect("the project's").flatten() {
        let file = entry.file_name().into_string().expect("a name of ours");
        let Some(name) = file.strip_suffix(".toml") else { continue };
        let table = open(name);
        for squad in table.playing().roster().iter().filter(|it| it.is_on_map) {
            let poster = squad.seat.map_or(Poster::Gm, Poster::Seat);
            let of_game = |phrase: String| format!("{}: {phrase}", table.playing().name());
            let phrases = table.playing().phrases(squad.id);
            // Squads of a battle with the same phrases are tried only once.
            if !tried.insert((name.to_owned(), phrases.clone())) {
                continue;
            }
            offered.extend(phrases.into_iter().map(of_game));
            led.extend(table.choices(poster, squad.name, "").expect("it is theirs").verbs.into_iter().map(of_game));
        }
    }
    let more: Vec<&str> = offered.difference(&led).map(String::as_str).collect();
    expect![[r#"
        brick: arrange
        brick: benny
        brick: end battle
        brick: leave
        brick: measure
        brick: misses
        brick: pivot
        brick: react
        brick: rebuff
        brick: replate
        brick: split
        brick: standard
        brick: swing
        brick: tap out
        brick: throw
        line: use "Call the Battery Forward" on
        line: use "Chin Up" on
        line: use "Second Wind" on
        line: use "You There" on"#]]
    .assert_eq(&more.join("\n"));
}

#[test]
fn the_example_of_an_order_is_one_in_every_scenario() {
    let mut shown = Vec::new();
    let names = [
        "millers-ford",
        "the-shield-wall-at-cold-barrow",
        "brick-last-orders",
        "brick-thin-red-line",
        // A squad with a katana in hand can't shoot.
        "brick-duel",
    ];
    for name in names {
        let table = open(name);
        let example = table.example().expect("somebody can go somewhere");
        let seat = table.playing().roster().iter().find_map(|it| it.seat.filter(|_| it.is_on_map)).expect("a player");
        assert!(table.playing().reads(&example, Poster::Seat(seat), &Language::default()), "{example}");
        shown.push(example);
    }
    expect![[r#"
        !Otter: shoot Reed Husks
        !Long Shields: shoot First Run
        !Hank: shoot Crow
        !First Rank: shoot Gold Lancers
        !Yoko: attack Dan"#]]
    .assert_eq(&shown.join("\n"));
}
