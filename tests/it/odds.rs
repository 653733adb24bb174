//! `fieldpost odds`.

use expect_test::{Expect, expect};
use serde_json::Value;

use crate::program::{Shown, arguments, fails, run};

/// Runs `fieldpost odds` on an attack or on orders.
fn odds(line: &str) -> Shown {
    run(&arguments(&format!("odds {line}")), "")
}

#[track_caller]
fn shows(shown: &Shown, expected: Expect) {
    assert!(shown.status.success(), "{}", shown.stderr);
    expected.assert_eq(&shown.stdout);
}

#[test]
fn json_has_every_number_of_units_in_order() {
    shows(
        &odds("--attacks 1 --acc 4+ --str 4 --toughness 4 --units 2 --json"),
        expect![[r#"
            {"downed":{"0":0.75,"1":0.25,"2":0.0},"killed":{"0":1.0,"1":0.0,"2":0.0},"expected_downed":0.25}
        "#]],
    );
}

#[test]
fn json_adds_up_to_one() {
    let numbers = "--attacks 20 --acc 4+ --str 4 --ap 1 --damage D3 --toughness 3 --save 5+ --hp 2 --units 10";
    let more = "--acc-mod -1 --cover 1 --tag Lethal --tag [Twin-linked] --reroll ones --json";
    let shown = odds(&format!("{numbers} {more}"));
    let odds: Value = serde_json::from_str(&shown.stdout).expect("JSON");
    for law in ["downed", "killed"] {
        let chances = odds[law].as_object().expect("an object");
        assert_eq!(chances.len(), 11);
        let sum: f64 = chances.values().filter_map(Value::as_f64).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{law}: {sum}");
    }
    let mean: f64 = (0..=10_u32).map(|n| f64::from(n) * odds["downed"][n.to_string()].as_f64().unwrap_or(0.0)).sum();
    assert!((mean - odds["expected_downed"].as_f64().expect("a number")).abs() < 1e-12);
}

#[test]
fn the_table_can_be_read_line_by_line() {
    shows(
        &odds("--attacks 6 --acc 4+ --str 5 --ap 1 --damage D3 --toughness 4 --save 5+ --hp 2 --first-hp 1 --units 3"),
        expect![[r#"
            units        down     or more      killed
                0    14.191 %   100.000 %    69.519 %
                1    43.246 %    85.809 %    29.536 %
                2    30.482 %    42.563 %     0.942 %
                3    12.080 %    12.080 %     0.003 %

            On average 1.405 down, 0.314 of them killed.
        "#]],
    );
}

#[test]
fn bars_have_numbers_as_well() {
    shows(
        &odds("--attacks D6 --acc 3+ --str 8 --toughness 4 --units 4 --plot"),
        expect![[r#"
        Units down:
            0        13 %  ██████████████████
            1        29 %  ████████████████████████████████████████
            2        26 %  ███████████████████████████████████
            3        19 %  ██████████████████████████
            4        14 %  ███████████████████

        On average 1.902 down.
    "#]],
    );
}

#[test]
fn orders_in_a_scenario_queue() {
    let shown = odds(
        "scenarios/ridge-at-dawn.toml --order 'Kestrel: shoot First Draft' \
         --order '!Alpha: shoot First Draft with rifles, Second Draft' \
         --order 'Bramble: shoot First Draft; move to C7 take cover'",
    );
    shows(
        &shown,
        expect![[r#"
            ✅ Kestrel: fires on First Draft with 7 Bolt-Action Rifles and 1 Heavy Machine Gun (12–15 tiles off, range 30): about 3.7 fall, 2 or more nine times in ten.
            ✅ Kestrel: Losses of First Draft, of whom 12 stand now: 3.7 on average (none in 1 %, 1 in 6 %, 2 in 15 %, 3 in 23 %, 4 in 25 %, 5 in 19 %, 6 in 9 %, 7 in 3 %), in 1,000 tries. 2 % that the squad breaks after that (L-1).
            ⚠️ Kestrel: 2 others can't fire at First Draft now: 1 out of sight and 1 out of range (13 tiles off, range 6).
            ✅ Alpha: fires on First Draft with 8 Bolt-Action Rifles (12–16 tiles off, range 24): about 1.7 fall (15 % that nobody does); 14 % that they break (L-1).
            ✅ Alpha: Losses of First Draft, of whom 12 stand now: 1.7 on average (none in 15 %, 1 in 32 %, 2 in 32 %, 3 in 16 %, 4 in 4 %, 5 or more in 2 %), in 1,000 tries. 14 % that the squad breaks after that (L-1).
            ✅ Alpha: fires on Second Draft with 1 Heavy Machine Gun (11 tiles off, range 30): about 1.8 fall, 1 or more nine times in ten.
            ✅ Alpha: Losses of Second Draft, of whom 12 stand now: 1.8 on average (none in 9 %, 1 in 32 %, 2 in 35 %, 3 in 21 %, 4 in 3 %), in 1,000 tries.
            💡 Alpha: 1 other can't fire at Second Draft now: out of range (11 tiles off, range 8).
            ✅ Bramble: fires on First Draft with 6 Bolt-Action Rifles (12–15 tiles off, range 24): about 1.7 fall (13 % that nobody does); 37 % that they break (L-1).
            ✅ Bramble: Losses of First Draft, of whom 12 stand now: 1.7 on average (none in 13 %, 1 in 35 %, 2 in 32 %, 3 in 17 %, 4 in 4 %, 5 in 1 %), in 1,000 tries. 2 % that none of them is left after it. 37 % that the squad breaks after that (L-1).
            ⚠️ Bramble: moves to C7, taking cover, but gets to I6 only (6 of 6 tiles): the rest is too far for one round (V-1).
        "#]],
    );
}

#[test]
fn orders_in_a_scenario_as_json() {
    let shown = odds(
        "scenarios/ridge-at-dawn.toml --order 'Alpha: shoot First Draft' --order 'Bramble: shoot First Draft' --json",
    );
    let odds: Value = serde_json::from_str(&shown.stdout).expect("JSON");
    let squads: Vec<&str> = odds.as_array().expect("a list").iter().filter_map(|it| it["squad"].as_str()).collect();
    assert_eq!(squads, ["Alpha", "Bramble"]);
    assert!(odds[1]["wasted"].as_f64().is_some());
}

#[test]
fn mistakes_are_named() {
    fails(["odds", "scenarios/ridge-at-dawn.toml", "--order", "Alfa: shoot First Draft"], "Did you mean \"Alpha");
    fails(["odds", "scenarios/millers-ford.toml", "--order", "Magpie: move to Z40"], "Z40 is off the map");
    fails(
        ["odds", "scenarios/ridge-at-dawn.toml", "--order", "the rain goes on"],
        "this is not understood as an order",
    );
    let shown = odds("--attacks 1 --acc 4+ --str 4 --toughness 4 --units 2 --first-hp 2");
    assert_eq!(shown.status.code(), Some(1));
    assert!(shown.stderr.contains("--first-hp"), "{}", shown.stderr);
    let shown = odds("--attacks 1 --acc 4+ --str 4 --toughness 4 --units 2 --tag Letal");
    assert_eq!(shown.status.code(), Some(2));
    assert!(shown.stderr.contains("\"Lethal\""), "{}", shown.stderr);
}

#[test]
fn a3_armour_of_seven_stops_something_behind_cover_only() {
    let told = |more: &str| odds(&format!("--attacks 3 --acc 4+ --str 4 --toughness 4 --units 2 --json {more}")).stdout;
    assert_eq!(told("--save 7+"), told(""));
    assert_ne!(told("--save 7+ --cover 1"), told("--save 7+"));
}

#[test]
fn every_kind_of_roll_has_its_chances_as_json() {
    let shown = odds(
        "scenarios/millers-ford.toml --order 'Reed Husks: disengage' \
         --order 'Otter: charge Reed Husks after move to J8' --order 'Magpie: shoot Reed Husks' \
         --order 'Reed Husks: morale' --json",
    );
    assert!(shown.status.success(), "{}", shown.stderr);
    let odds: Value = serde_json::from_str(&shown.stdout).expect("JSON");
    let all = odds.as_array().expect("a list");
    let kinds: Vec<&str> = all.iter().filter_map(|it| it["kind"].as_str()).collect();
    assert_eq!(kinds, ["disengage", "charge", "fire", "morale"]);
    assert_eq!(all[0]["engaged"], 0);
    assert_eq!((&all[1]["needed"], &all[1]["opposed"]), (&Value::from(2), &Value::from(true)));
    // `made` was sampled by playing, and `made_if_opposed` is computed.
    let [made, law] = ["made", "made_if_opposed"].map(|it| all[1][it].as_f64().expect("a number"));
    assert!((made - law).abs() < 0.04, "{made} played, {law} by the law");
    for chance in ["passes_if_tested", "tested", "breaks", "gone"] {
        let it = all[3][chance].as_f64().expect("a number");
        assert!((0.0..=1.0).contains(&it), "{chance}: {it}");
    }
}

#[test]
fn charges_and_nerve_are_told_in_sentences() {
    let shown = odds(
        "scenarios/millers-ford.toml --order 'Otter: charge Reed Husks after move to J8' \
         --order 'Magpie: shoot Reed Husks; disengage' --order 'nerve of the Reed Husks'",
    );
    shows(
        &shown,
        expect![[r#"
            ✅ Otter: first moves to J8, 6 of 9 tiles.
            ✅ Otter: charges Reed Husks: any roll of 2d6 will do if Reed Husks stays where it is (V-8), or 44 % should Reed Husks disengage and roll against it (V-6).
            ✅ Magpie: fires on Reed Husks with 6 Carbines and 1 Long Rifle (12–15 tiles off, range 36): about 1.8 fall (10 % that nobody does).
            ✅ Magpie: Losses of Reed Husks, of whom 6 stand now: 1.8 on average (none in 10 %, 1 in 32 %, 2 in 33 %, 3 in 16 %, 4 in 7 %, 5 in 2 %), in 1,000 tries. Of these 0.6 are killed on average, at least one in 59 %. 5 % that the squad breaks after that (L-1).
            ⚠️ Magpie: disengages, but it shoots before, and a squad that has shot doesn't disengage (V-3). Take back one of the two orders.
            ✅ Reed Husks: 6 of 6 stand. A test needs 8 on 2d6, a chance of 42 % (L-1). In 1,000 tries, with the orders that you can know of, it is tested in 8 %, and breaks in 5 %.
        "#]],
    );
}

#[test]
fn an_attack_of_the_brick_game_apart_from_any_battle() {
    for (arguments, expected) in [
        (
            "brick --use 3 --damage 1d6+1",
            expect![[r#"
                1 blow with weapon, Use 3: 67 % to hit; 42 % that Target falls.
            "#]],
        ),
        (
            "brick --use 3 --damage 1d6+1 --range 10 --distance 12 --cover 1 --attackers 3 --aim",
            expect![[r#"
                3 shots over 12 inches, Use 3, −2 a die beyond Range (BC-4.4), −1 behind cover (BC-2.8), +1 aiming (BC-2.13): each 33 % to hit, and a hit does 3.7 damage on average; 33 % that Target falls.
            "#]],
        ),
        (
            "brick --use 3 --damage 2d6 --range 6 --height 2 --distance 9 --armor 1d10 --still --json",
            expect![[r#"
                {"any_hits":0.6666666666666666,"attackers":1,"damage_of_a_hit":6.7499999813945575,"each_hits":0.6666666666666666,"each_overskills":0.16666666666666666,"falls":0.34015495720619393,"hp_lost":0.34015495720619393}
            "#]],
        ),
        (
            "brick --use 2 --damage skill --attackers 2 --outnumbered --roll --seed 7",
            expect![[r#"
                Attackers at Target: outnumbered.
                  Attackers at Target: outnumbered. (BC-1.4)
                Attackers attacked Target with weapon: 2 blows, 1 hit (1.3 expected). Attackers and Target met in close combat. Nobody was harmed.
                  Attackers attacked Target. (BC-8.2)
                  Attackers and Target met in close combat. (BC-5.2)
                  Attackers 1 and Attackers 2 spent the Action of the round on close combat. (BX-20)
                  Attack Roll (BC-1.8): Attackers 1 attacked Target with weapon: Use 2; die 6, −1 outnumbered (BC-3.7): 5, a hit, and an Overskill Benny, with more highest faces than ones (BC-20.2). It hits in 66.7 % of all cases.
                  Attack Roll (BC-1.8): Attackers 2 attacked Target with weapon: Use 2; die 2, −1 outnumbered (BC-3.7): 1, a miss. It hits in 66.7 % of all cases. If not outnumbered, it would have hit with 2.
                  Damage of Attackers 1 with weapon (BC-1.9): dice 1 2: 3. Such dice come to 7.0 on average, bonus dice aside.
                  Target takes 3, against armor 4. It is not more than the armor, so nothing comes of it (BC-1.9).
                Attackers struck back at Target with weapon: 2 blows, 1 hit (1.3 expected). Nobody was harmed.
                  Attackers struck back at Target. (BC-6.4)
                  Attack Roll (BC-1.8): Attackers 1 struck back at Target with weapon: Use 2; die 4, −1 outnumbered (BC-3.7): 3, a hit. It hits in 66.7 % of all cases.
                  Attack Roll (BC-1.8): Attackers 2 struck back at Target with weapon: Use 2; die 2, −1 outnumbered (BC-3.7): 1, a miss. It hits in 66.7 % of all cases. If not outnumbered, it would have hit with 2.
                  Damage of Attackers 1 with weapon (BC-1.9): die 2: 2. Such dice come to 3.5 on average, bonus dice aside.
                  Target takes 2, against armor 4. It is not more than the armor, so nothing comes of it (BC-1.9).
                Rolled with --seed 7
            "#]],
        ),
    ] {
        shows(&odds(arguments), expected);
    }
    for arguments in ["brick --use 3", "brick --use 3 --damage lots", "brick --use 3 --damage 1d6 --distance 4"] {
        assert!(!odds(arguments).status.success(), "{arguments}");
    }
}
