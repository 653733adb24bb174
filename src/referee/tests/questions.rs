//! `/odds`: who may ask for what, and which orders the answer knows.

use std::path::Path;

use expect_test::{Expect, expect};

use crate::dice::{D6, Seed};
use crate::field::{Level, SquadId, Tile};
use crate::games;
use crate::line::battle::scene::{scene_with, squad};
use crate::line::battle::{Event, Fate, Scheduled, WeaponId, When};
use crate::map::ArrowKind;
use crate::page::Markup;
use crate::post::Language;
use crate::referee::tests::{line, playing};
use crate::referee::{Refused, Table};
use crate::store::ClosedBy;

fn table() -> Table {
    let battle = scene_with(
        "
        .A .A .A . . . . . . . .E .E
        .B .B .  . . . . . . . .E .E
        .  .  .  . . . . . . . .N .N",
        "A Alpha players@alice: rifle; B Bravo players@bob: rifle; E Boyz enemy: boy; N Nobz enemy: boy",
        |setup| {
            setup.squads[3].in_reserve = true;
            let reinforce = vec![(SquadId(3), Tile::new(5, 2))];
            setup.schedule.push(Scheduled { when: When::Round(9), reinforce, text: None });
        },
    );
    Table::new(playing(battle), Language::default(), Seed::from(7))
}

fn asked(table: &Table, who: &str, text: &str) -> String {
    table.try_post(who, &format!("!{text}")).expect("a seat").map_or_else(String::new, |it| it.text())
}

#[track_caller]
fn check(told: &str, expected: Expect) {
    expected.assert_eq(told);
}

#[test]
fn the_gm_may_ask_for_any_squad_and_players_for_their_own() {
    let table = table();
    let fire = "Alpha: shoot Boyz";
    let told = asked(&table, "gm", fire);
    assert!(told.contains("Losses of Boyz, of whom 4 stand now: 0.6 on average (none"), "{told}");
    assert!(asked(&table, "gm", "Boyz: charge Alpha").contains("charges Alpha"));
    let own = asked(&table, "alice", fire);
    assert_eq!(told.lines().next(), own.lines().next());
    let refused = asked(&table, "bob", fire);
    assert!(refused.contains("Alpha is alice's (T-3)"), "{refused}");
    let refused = asked(&table, "bob", "Boyz: charge Alpha");
    assert!(refused.contains("Boyz is the enemy's"), "{refused}");
    assert!(matches!(table.try_post("mallory", "!Alpha: hold"), Err(Refused::NoSuchSeat { .. })));
}

#[test]
fn v6_only_the_gm_is_told_that_the_enemy_means_to_get_away() {
    let mut table = table();
    let charge = "Alpha: charge Boyz";
    let before = asked(&table, "alice", charge);
    table.post_hidden("gm", "!Boyz: disengage").expect("an open battle");
    assert_eq!(asked(&table, "alice", charge), before);
    let told = asked(&table, "gm", charge);
    assert!(told.contains("charges Boyz, a squad that gets away and rolls against it (V-6)"), "{told}");
    table.post("alice", "!Alpha: disengage").expect("a seat");
    let told = asked(&table, "gm", "Boyz: charge Alpha");
    assert!(told.contains("charges Alpha, a squad that gets away"), "{told}");
}

#[test]
fn bc2_8_what_the_gm_measures_in_secret_is_told_to_no_player() {
    let shot = "Sharps: shoot Captain Brine with rifle";
    let told = |hidden: Option<&str>| {
        let mut table = open("brick-dining-table");
        table.post("jonas", "!measure Sharps at Captain Brine range 6").expect("a seat");
        if let Some(hidden) = hidden {
            table.post_hidden("gm", hidden).expect("an open battle");
        }
        let gm = asked(&table, "gm", shot);
        let question = asked(&table, "jonas", shot);
        let answer = table.post("jonas", &format!("!{shot}")).expect("a seat").answer.expect("an order").text();
        (gm, [question, answer])
    };
    let (known, knowing) = (told(None), told(Some("!measure Sharps at Captain Brine range 9 cover 2")));
    assert_ne!(knowing.0, known.0, "it counts");
    assert_eq!(knowing.1, known.1);
}

#[test]
fn l1_anybody_may_ask_how_a_squad_s_nerve_stands() {
    let mut table = table();
    table.post("bob", "!Bravo: shoot Boyz").expect("a seat");
    check(
        &asked(&table, "alice", "Boyz: morale"),
        expect![
            "✅ Boyz: 4 of 4 stand. A test needs 7 on 2d6, a chance of 58 % (L-1). In 1,000 tries, with the orders that you can know of, it is never tested."
        ],
    );
    check(
        &asked(&table, "alice", "morale of alpha"),
        expect![
            "✅ Alpha: 3 of 3 stand. A test needs 7 on 2d6, a chance of 58 % (L-1). In 1,000 tries, with the orders that you can know of, it is never tested."
        ],
    );
    table.post_hidden("gm", "!Boyz: shoot Alpha").expect("an open battle");
    assert!(asked(&table, "alice", "Alpha: nerve").contains("it is never tested"));
    assert!(asked(&table, "gm", "Alpha: nerve").contains("with the orders that you can know of"));
    check(&asked(&table, "alice", "Alfa: morale"), expect![[r#"❌ no squad is called "Alfa". Did you mean "Alpha"?"#]]);
    // Only the GM's answers tell reserves from squads that don't exist.
    let told = |name: &str| asked(&table, "alice", &format!("{name}: morale")).replace(name, "");
    assert_eq!(told("Nobz"), told("Xobz"));
    assert!(asked(&table, "gm", "Nobz: morale").contains("in reserve"));
}

#[test]
fn what_somebody_ordered_is_drawn_a_member_sent_alone_as_well() {
    let mut table = table();
    table.post("alice", "!Alpha: shoot Boyz\n!Alpha.3: move to D1").expect("a seat");
    table.post("bob", "!Bravo: charge Boyz").expect("a seat");
    let drawn = |who: &str| -> Vec<(ArrowKind, f32)> {
        let picture = table.picture_of_orders(who).expect("a seat");
        picture.arrows.iter().map(|it| (it.kind, it.points[it.points.len() - 1].x)).collect()
    };
    let alice = drawn("alice");
    assert_eq!(alice.iter().map(|it| it.0).collect::<Vec<_>>(), [ArrowKind::Fire, ArrowKind::Move]);
    assert!(alice.contains(&(ArrowKind::Move, 3.5)), "the third goes to D1: {alice:?}");
    assert!(drawn("bob").iter().all(|it| it.0 != ArrowKind::Press && it.0 != ArrowKind::Fire), "{:?}", drawn("bob"));
}

#[test]
fn what_dice_may_bring_to_nothing_is_drawn_as_doubtful() {
    let mut table = table();
    table.post("alice", "!Alpha: move to D1").expect("a seat");
    table.post("bob", "!Bravo: charge Boyz").expect("a seat");
    let doubtful = |who: &str| -> Vec<(ArrowKind, bool)> {
        let picture = table.picture_of_orders(who).expect("a seat");
        picture.arrows.iter().map(|it| (it.kind, it.is_doubtful)).collect()
    };
    assert_eq!(doubtful("alice"), [(ArrowKind::Move, false)]);
    assert_eq!(doubtful("bob"), [(ArrowKind::Charge, true)]);
}

#[test]
fn s6_what_the_commander_had_in_mind_is_told_once_the_seed_is_published() {
    for name in ["the-mast-on-grey-hill", "brick-relay-station"] {
        let scenario = games::load(Path::new(&format!("scenarios/{name}.toml"))).expect("one of the project's");
        let scenario = scenario.led_by(Level::Regular).expect("a game with levels");
        let mut table = Table::open(&scenario, Language::default(), Seed::from(7));
        let mut reasons = Vec::new();
        for _ in 0..2 {
            reasons.push(table.decisions());
            table.close(ClosedBy::Gm).expect("an open battle");
        }
        let told = |table: &Table, round| {
            let document = table.why(round).expect("a round that was played");
            Markup::Plain.render(&document).trim_end().lines().skip(1).map(str::to_owned).collect::<Vec<String>>()
        };
        assert_eq!(told(&table, "1"), ["That is told when the battle is over and its seed is published."]);
        assert!(table.why("3").is_none(), "it is open");
        assert!(table.look("gm", "").expect("the GM").contains("You command"));
        table.reveal();
        assert!(!table.look("gm", "").expect("the GM").contains("You command"), "nobody is asked for orders any more");
        assert!(!reasons[0].is_empty() && reasons[0] != reasons[1], "{reasons:?}");
        assert_eq!(["1", "2"].map(|round| told(&table, round)).to_vec(), reasons);
    }
}

#[test]
fn nothing_is_the_gms_own_and_nobody_has_a_tile_on_a_real_table() {
    let look = |name: &str, who: &str| open(name).look(who, "").expect("a seat");
    let told = look("brick-relay-station", "gm");
    assert!(told.contains("Platoon (the players)") && !told.contains("(yours"), "{told}");
    assert!(look("brick-relay-station", "vic").contains("Platoon (yours)"));
    let told = look("brick-dining-table", "jonas");
    assert!(told.contains("\nDan (the book shelf): 1 of 1 standing.\n") && !told.contains("tiles"), "{told}");
}

#[test]
fn examples_are_of_squads_that_take_the_askers_orders() {
    let table = table();
    for (who, example) in
        [("alice", "\"!Alpha: shoot Boyz"), ("bob", "\"!Bravo: shoot Boyz"), ("gm", "\"!Boyz: shoot Alpha")]
    {
        let told = table.look(who, "").expect("a seat");
        assert!(told.contains(example), "{told}");
    }
}

#[test]
fn who_has_nobody_on_the_map_is_shown_no_example_and_is_told_of() {
    let mut battle = line(&table()).battle().clone();
    let bravo = squad(&battle, "Bravo");
    let falls = |it| (it, D6::showing(1).expect("a face"), Fate::Downed);
    let rolls = battle.standing(bravo).map(falls).collect();
    battle.apply(&Event::HazardRolled { squad: bravo, weapon: WeaponId(0), rolls });
    let table = Table::new(playing(battle), Language::default(), Seed::from(7));
    let told = table.look("bob", "").expect("a seat");
    assert!(told.contains("You command Bravo. Nobody of that is on the map, so no orders are owed.\n"), "{told}");
    assert!(!told.contains("Type orders"), "{told}");
    assert_eq!(table.not_on_map(), ["bob"]);
}

#[test]
fn a_reserve_is_not_counted_before_it_comes() {
    let table = open("brick-yard");
    let told = table.look("ada", "").expect("a seat");
    assert!(told.contains("the journeymen 17 of 17"), "{told}");
}

pub(super) fn open(name: &str) -> Table {
    let scenario = games::load(Path::new(&format!("scenarios/{name}.toml"))).expect("one of the project's");
    Table::open(&scenario, Language::default(), Seed::from(7))
}

#[test]
fn what_a_squad_can_do_is_found_wherever_it_is() {
    for (name, who, asked, order) in [
        ("brick-boarding", "pip", "Boarders move", "!Boarders: move "),
        ("brick-boarding", "jo", "Old Marrow move", "!Old Marrow: move "),
        ("brick-last-orders", "hattie", "Tex move", "!Tex: move "),
        ("the-shield-wall-at-cold-barrow", "bren", "Bows form", "!Bows: form up"),
    ] {
        let told = open(name).can(who, asked).expect("theirs");
        assert!(told.contains(order) && !told.contains("nothing of that kind"), "{told}");
    }
    let mut table = open("the-shield-wall-at-cold-barrow");
    table.post("bren", "!Bows: form up").expect("a seat");
    table.close(ClosedBy::Gm).expect("an open battle");
    for (asked, order) in [("Bows volley", "!Bows: volley at First Run"), ("Bows steps", "!Bows: steps W")] {
        let told = table.can("bren", asked).expect("theirs");
        assert!(told.contains(order), "{told}");
    }
    let mut table = open("brick-thin-red-line");
    let split = "!split First Rank into Left: First Rank 1, First Rank 2 2x1 | Right: First Rank 3, First Rank 4 2x1";
    table.post("rose", split).expect("a seat");
    for (asked, order) in
        [("left", "!Left: brace"), ("Left shoot", "!Left: shoot Gold Lancers"), ("Right:", "!Right: ")]
    {
        let told = table.can("rose", asked).expect("one that is formed this round");
        assert!(told.contains(order), "{told}");
    }
    for (who, asked) in [("rose", "Lef"), ("bert", "Left"), ("gm", "Left")] {
        let refused = table.can(who, asked).expect_err("nobody of theirs");
        assert!(refused.to_string().starts_with("there is no squad of that name"), "{refused}");
    }
    // A sprint never leads to one's own place.
    let told = open("brick-boarding").can("pip", "Boarders").expect("theirs");
    assert!(!told.contains("sprint Boarders") && !told.contains("sprint F2"), "{told}");
    let told = open("brick-boarding").can("jo", "Kit").expect("theirs");
    assert!(!told.contains("form the wheel"), "{told}");
    let refused = open("brick-boarding").can("gm", "Kit").expect_err("a player's");
    assert!(refused.to_string().starts_with("Kit isn't yours to order"), "{refused}");
}

#[test]
fn what_a_squad_can_do_is_offered_only_if_nothing_stands_against_it() {
    let mut table = open("last-bell-at-harrow");
    let told = table.can("moss", "Yew Walk").expect("theirs");
    assert!(told.contains("!Yew Walk: use \"Heads Down\" on ") && !told.contains("Dress Wounds"), "{told}");
    let told = table.can("moss", "Yew Walk use \"Dress Wounds\"").expect("theirs");
    assert!(told.contains("    ⚠️ Dress Wounds reaches 8 tiles and its target is 13 away now (C-4).\n"), "{told}");
    table.close(ClosedBy::Gm).expect("an open battle");
    let told = table.can("moss", "Yew Walk melee").expect("theirs");
    assert!(told.contains("!Yew Walk: melee First Furrow\n    fights First Furrow, "), "{told}");
    assert!(!told.contains("Broken Panes"), "they are in contact with nobody: {told}");
}

#[test]
fn any_part_of_a_name_will_do_that_fits_only_one() {
    let mut table = open("last-bell-at-harrow");
    assert!(table.look("oona", "Weather").expect("a seat").starts_with("Weathercock: "));
    assert!(table.can("oona", "weather shoot").expect("theirs").starts_with("!Weathercock: shoot "));
    for squad in ["outpost", "Milest", "Milestone Outpost"] {
        assert_eq!(table.stand_in("quin", squad, "fight on").expect("theirs").len(), 1, "{squad}");
    }
    for squad in ["Weather", "mile post", ""] {
        let refused = table.stand_in("quin", squad, "fight on").expect_err("none of theirs").to_string();
        assert!(refused.starts_with(&format!("\"{squad}\" is none of the squads you command, ")), "{refused}");
    }
}
