//! The answers to posts.

use expect_test::{Expect, expect};

use super::*;
use crate::brick::battle::scene::{scene, scene_with};
use crate::brick::battle::{Event, Standard};
use crate::brick::rules::story::{orders_of, plain};
use crate::field::{SquadId, UnitId};

/// The answer to a post with these orders and these diagnostics.
fn answered(
    battle: &Battle,
    orders: &Orders,
    given: Vec<Understood>,
    text: &str,
    said: Vec<&Diagnostic>,
) -> Option<String> {
    let (rules, poster) = (&plain(), Poster::Gm);
    answer(&PostContext { rules, battle, text, poster, given, said, orders, in_full: false }).map(|it| it.text())
}

/// The answer to `mine`, which are some of `all` orders.
fn told_of(battle: &Battle, mine: &Orders, all: &Orders) -> String {
    let mut given = Vec::new();
    let mut add = |words: &str, order: Order| {
        given.push(Understood { words: words.to_owned(), order: Some(order), told: None });
    };
    mine.organise.iter().for_each(|it| add("organise", Order::Organise(it.clone())));
    mine.brace.iter().for_each(|it| add("brace", Order::Brace(*it)));
    mine.shoot.iter().for_each(|(who, it)| add("shoot", Order::Shoot(who, it.clone())));
    mine.melee.iter().for_each(|(who, it)| add("melee", Order::Melee(who, it.clone())));
    mine.movement.iter().for_each(|(who, it)| add("move", Order::Move(who, it.clone())));
    mine.policies.iter().for_each(|(whose, it)| add("react", Order::Policy(*whose, it.clone())));
    answered(battle, all, given, "", Vec::new()).expect("an answer")
}

fn told(battle: &Battle, text: &str) -> String {
    let orders = orders_of(battle, text);
    told_of(battle, &orders, &orders)
}

#[track_caller]
fn check(battle: &Battle, text: &str, expected: Expect) {
    expected.assert_eq(&told(battle, text));
}

const DUEL: &str = "a Ann red: fig bow knife; d Dan blue: fig knife";

#[test]
fn orders_are_answered_with_what_they_come_to() {
    let bows = "a Bows red 1x2: fig bow; b Bob red: fig rifle; d Dogs blue 2x1: fig knife";
    let wall = "a Ann red: officer bow; b Bob red: fig bow; d Dan blue: fig knife";
    let diagonal = ".a . . . .\n. . . . .\n. . . . .\n. . . . .d";
    let run = ". . . # . . .\n.a . . .d . . .";
    let armed = |with: &str| format!("a Ann red: fig {with}; d Dan blue: fig knife");
    let [bow, sword, knife, both] = ["bow", "sword", "knife", "sword knife"].map(armed);
    let all = [
        (".a . . . ld", DUEL, "shoot Ann at Dan"),
        (".a . . . . . . .d", DUEL, "shoot Ann at Dan"),
        (
            ".a . . . .d .d\n.a . . . . .\n.b . . . . .",
            bows,
            "shoot Bows at Dogs combine x; shoot Bob at Dogs combine x",
        ),
        (".a .b . . .d\n. . . . .", wall, "form Wall from Ann,Bob 2x1; shoot Wall at Dan"),
        (".a # .d\n. . .", DUEL, "shoot Ann at Dan; move Ann to C1"),
        (".a . . .d", DUEL, "melee Ann attack Dan with knife"),
        (".a .d . . .", DUEL, "melee Ann attack Dan with knife"),
        // **BC-8.2** A policy about a weapon that nobody has is doubtful.
        (".a .d . . .", &bow[..], "react Ann parry bow then hold; react Ann parry knife then hold"),
        (".a .d . . .", &bow[..], "react Dan none then strike bow"),
        (".a . . . . . .d", DUEL, "move Ann to C1"),
        // **BS-7.2** A way by way of other tiles is told with the inches of all of it.
        (".a . . . . . .d", DUEL, "move Ann to B1 via D1"),
        (".a . . . . . .d", DUEL, "move Ann to B1 via E1"),
        // **BX-8** Each tile of a diagonal run takes two inches.
        (diagonal, DUEL, "move Ann run SE 2"),
        (diagonal, DUEL, "move Ann run SE 3"),
        // **BC-8.14** Those in no fight are told to move rather than withdraw.
        (".a . . . . .d", DUEL, "move Ann withdraw to C1"),
        (".a . . . . .d", DUEL, "move Ann withdraw to C1 then charge Dan body"),
        // **BC-16.4, BC-16.2** A run or a charge that falls short is doubtful.
        (run, DUEL, "move Ann run E 2"),
        (run, DUEL, "move Ann run E 5"),
        (run, DUEL, "move Ann run S 2"),
        (run, DUEL, "move Ann charge Dan body"),
        // **BX-31** Both hands are for heavy weapons.
        (".a .d . . .", &sword[..], "melee Ann attack Dan twohanded"),
        (".a .d . . .", &knife[..], "melee Ann attack Dan twohanded"),
        (".a .d . . .", &both[..], "melee Ann attack Dan twohanded"),
    ];
    expect![[r#"
        ✅ shoot · 1 shot, 50 % to hit; 25 % that Dan falls.
        ✅ shoot · 1 shot, 50 % to hit; 15 % that Dan falls.
        ✅ shoot · with Bob: 3 shots, each 83 % to hit; about 1.4 fall (14 % that nobody does).
        ✅ shoot · with Bows: 3 shots, each 83 % to hit; about 1.4 fall (14 % that nobody does).
        ✅ organise
        ✅ shoot · 2 shots hit 1.4 times on average; 63 % that Dan falls.
        ⚠️ shoot · as things stand it comes to nothing: the target is out of sight.
        ⚠️ move · gets to C2 only, 3 inches: as things stand it has to go around.
        ⚠️ melee · as things stand it comes to nothing: the target is out of reach.
        ✅ melee · 1 blow, 83 % to hit; 36 % that Dan falls, 23 % that Ann falls.
        ✅ react
        ⚠️ react · as things stand Ann has no knife (BC-8.2). In hand: bow.
        ⚠️ react · as things stand Dan has no bow (BC-8.2). In hand: knife.
        ✅ move · 2 inches.
        ✅ move · 5 inches.
        ⚠️ move · gets to D1 only, 5 inches.
        ✅ move · to C3, 4 inches.
        ⚠️ move · gets to C3 only, 4 inches.
        ⚠️ move · as things stand it comes to nothing: it is not in close combat. Without a fight say "move to C1".
        ⚠️ move · as things stand it comes to nothing: it is not in close combat. Without a fight say the charge alone.
        ✅ move · to C2, 2 inches.
        ⚠️ move · gets to C2 only, 2 inches.
        ⚠️ move · as things stand it comes to nothing: there is no way there.
        ⚠️ move · as things stand it comes to nothing: it has no momentum to add.
        ✅ melee · 1 blow, 67 % to hit; 50 % that Dan falls, 17 % that Ann falls.
        ⚠️ melee · 1 blow, 83 % to hit; 36 % that Dan falls, 24 % that Ann falls. Both hands add nothing (BX-31): they are for a heavy weapon, and this is none.
        ⚠️ melee · as things stand it comes to nothing: the other hand is full."#]]
    .assert_eq(&all.map(|(drawing, people, orders)| told(&scene(drawing, people), orders)).join("\n"));
}

#[test]
fn bc8_18_a_charge_behind_a_withdrawal_that_comes_to_nothing_is_doubtful() {
    let battle = |held: &str| {
        let people = format!("y Yoko red: fig {held}; d Dan blue: fig knife; g Gus blue: fig");
        let mut battle = scene(".g . . . . . .y .d\n. . . . . . . .", &people);
        let named = |name: &str| battle.everybody().find(|it| battle.name(*it) == name).expect("somebody");
        let linked = Event::Linked { one: named("Yoko"), other: named("Dan") };
        battle.apply(&linked);
        battle
    };
    let order = "move Yoko withdraw to F1 then charge Gus with bayonet";
    check(
        &battle("bayonet"),
        order,
        expect![[
            r#"⚠️ move · as things stand the charge comes to nothing: Yoko has no Action left this round. Striking back on the way out takes it, and "react Yoko none then hold" keeps it."#
        ]],
    );
    const PASSIVE: &str = "react Yoko none then hold; ";
    check(
        &battle("bayonet"),
        &format!("{PASSIVE}{order}"),
        expect![[r#"
        ✅ move
        ✅ react"#]],
    );
    check(
        &battle("knife"),
        &format!("{PASSIVE}move Yoko withdraw to F1 then charge Gus"),
        expect![[r#"
            ✅ react
            ⚠️ move · as things stand the charge comes to nothing: there is nothing to charge with. To run into somebody add "body" or "shove"."#]],
    );
}

/// **BC-5.10** Even if both hold the same weapon, and although the first may be enough.
#[test]
fn each_hand_that_strikes_is_a_blow() {
    let battle = scene(".a .d . . .", "a Ann red: fig knife knife; d Dan blue: fig knife");
    let both = "melee Ann attack Dan with knife then knife; react Dan none then hold";
    assert!(told(&battle, both).contains("melee · 2 blows, each 83 % to hit; "), "{}", told(&battle, both));
}

/// **BS-7.2** Those who go first make way.
#[test]
fn a_way_is_told_as_the_rules_play_it_with_what_friends_do() {
    let battle = scene(".b .a . . .\n# # . . .d", "a Ann red: fig knife; b Bob red: fig knife; d Dan blue: fig knife");
    check(&battle, "move Bob to C1", expect!["⚠️ move · as things stand it comes to nothing: there is no way there."]);
    check(
        &battle,
        "move Ann to C2; move Bob to C1",
        expect![[r#"
        ✅ move · 2 inches.
        ✅ move · 2 inches."#]],
    );
    let battle = scene(
        ". . . . . .\n.a .b . . . .\n. # . . . .\n. . . . . .d",
        "a Bob red: fig knife; b Ann red: fig knife; d Dan blue: fig knife",
    );
    check(
        &battle,
        "move Bob to F2",
        expect!["⚠️ move · gets to E1 only, 5 inches: as things stand it has to go around."],
    );
}

/// Checks that the last of these orders is told to come to nothing, and why.
#[track_caller]
fn comes_to_nothing(battle: &Battle, text: &str, why: &str) {
    let told = told(battle, text);
    let last = told.lines().last().unwrap_or_default();
    assert!(last.starts_with("⚠️") && last.contains(why), "{text}: {told}");
    assert!(told.lines().count() < 2 || told.starts_with('✅'), "{text}: {told}");
}

#[test]
fn bx20_an_action_is_not_promised_twice() {
    let battle = scene(".a .a . . .d .d", "a Bows red 2x1: fig bow; d Dogs blue 2x1: fig knife");
    comes_to_nothing(&battle, "brace Bows; shoot Bows at Dogs", "no Action left");
}

#[test]
fn bc7_2_whoever_begins_a_fight_is_promised_no_way_out_of_it() {
    let battle = scene(".a .d .\n. . .", DUEL);
    comes_to_nothing(&battle, "melee Ann attack Dan; move Ann to A2", "unless its fight is over by then (BC-7.2)");
    comes_to_nothing(&battle, "melee Ann attack Dan; move Ann withdraw to A2", "it has engaged this round");
}

#[test]
fn bc3_9_a_fourth_at_one_target_is_told_that_there_is_no_room() {
    let four =
        "a Ann red: fig knife; b Bob red: fig knife; c Cid red: fig knife; e Eve red: fig knife; d Dan blue: fig knife";
    let battle = scene(". .a .\n.b .d .c\n. .e .", four);
    let orders = "melee Ann attack Dan; melee Bob attack Dan; melee Cid attack Dan; melee Eve attack Dan";
    comes_to_nothing(&battle, orders, "as many as can are at the target already");
}

#[test]
fn bc8_21_whoever_is_to_shoot_in_a_fight_needs_something_to_shoot_with() {
    comes_to_nothing(&scene(".a .d", DUEL), "melee Dan ignore then shoot Ann", "nothing in hand will do for it");
}

#[test]
fn bs16_3_who_cannot_single_somebody_out_is_told_whom_it_falls_on() {
    let battle = scene(".a . . . .d .d", "a Ann red: fig bow; d Dogs blue 2x1: fig knife");
    let told = "too small to be singled out, so it falls on all of them";
    comes_to_nothing(&battle, "shoot Ann at Dogs single Dogs-1", told);
}

#[test]
fn what_others_are_told_shows_in_no_answer() {
    let people = "a Ann red: fig bow; f Fox red: fig knife; d Dogs blue 2x1: fig knife; e Elk blue: officer knife";
    let battle = scene(".a . . . .d .d\n.f . . . . .e\n. . . . . .", people);
    let answered =
        |theirs: &str| told_of(&battle, &orders_of(&battle, MINE), &orders_of(&battle, &format!("{MINE}{theirs}")));
    const MINE: &str = "shoot Ann at Dogs; move Fox charge Elk body";
    for theirs in [
        "; leave Dogs-2 from Dogs",
        "; join Elk to Dogs",
        "; form Pack from Dogs-1,Elk 2x1; shoot Pack at Ann",
        "; brace Dogs",
        "; melee Elk attack Fox; move Dogs to E3",
    ] {
        assert_eq!(answered(theirs), answered(""), "{theirs}");
    }
}

/// Blows in return and parries depend on it.
#[test]
fn bc9_4_what_the_target_said_in_advance_counts() {
    let battle = scene(".a .d . . .", "a Ann red: fig bow knife; d Dan blue: fig knife pan");
    const ATTACK: &str = "melee Ann attack Dan with knife";
    let told =
        |said: &str| told_of(&battle, &orders_of(&battle, ATTACK), &orders_of(&battle, &format!("{ATTACK}{said}")));
    let all = ["", "; react Dan none", "; react Dan none then hold"].map(told);
    expect![[r#"
        ✅ melee · 1 blow, 83 % to hit; 15 % that Dan falls, 31 % that Ann falls.
        ✅ melee · 1 blow, 83 % to hit; 37 % that Dan falls, 22 % that Ann falls.
        ✅ melee · 1 blow, 83 % to hit; 36 % that Dan falls."#]]
    .assert_eq(&all.join("\n"));
}

#[test]
fn fiction_gets_no_answer_and_refusals_are_shown() {
    let battle = scene(".a .d", DUEL);
    let said = Diagnostic::error(0..3, "nobody is called so");
    let told = |said| answered(&battle, &Orders::default(), Vec::new(), "Xyz: shoot", said);
    assert_eq!(told(Vec::new()), None);
    expect![[r#"
        ❌ line 1: Xyz: shoot
                   ^^^ nobody is called so."#]]
    .assert_eq(&told(vec![&said]).expect("an answer"));
}

#[test]
fn what_was_replaced_ten_times_over_is_told_once() {
    let battle = scene(".a . . . ld", DUEL);
    let orders = orders_of(&battle, "shoot Ann at Dan");
    let given = |words: &str| Understood { words: words.to_owned(), order: None, told: Some(replaced(false)) };
    let given = ["hold Ann", "hold Ann", "hold Dan", "hold Ann"].map(given).to_vec();
    expect![[r#"
        💡 hold Ann: replaced by a later order.
        💡 hold Dan: replaced by a later order."#]]
    .assert_eq(&answered(&battle, &orders, given, "", Vec::new()).expect("an answer"));
}

/// **BX-8** A straight way that is free is told with its length, so that nobody looks for a wall.
#[test]
fn a_charge_that_is_too_far_is_told_the_inches() {
    let far = "⚠️ move · as things stand it comes to nothing: it is 10 inches to where it would strike, and it has 5.";
    let battle = scene(".a . . . . . . . . . . .d", DUEL);
    assert_eq!(told(&battle, "move Ann charge Dan body"), format!("{far} A \"sprint\" adds a die of inches."));
    check(
        &scene(".a . . . # . . . . . . .d", DUEL),
        "move Ann charge Dan body",
        expect!["⚠️ move · as things stand it comes to nothing: no straight way leads to the target."],
    );
}

/// **BC-19.2** It hurts nobody, so what else it does is told.
#[test]
fn a_charge_at_a_squad_is_told_how_often_its_crash_throws_anybody() {
    let people = "r Mob red 1x2: fig; d Men blue 1x2: fig";
    let mut battle = scene(".r . . . . .d . . . . . . . .\n.r . . . . .d . . . . . . . .", people);
    let loose = told(&battle, "move Mob charge Men body");
    assert!(
        loose.starts_with("✅ move · hardly anybody falls, and ") && loose.contains(" that the crash throws somebody"),
        "{loose}"
    );
    battle.apply(&Event::Braced { squad: SquadId(1), free: false });
    let braced = told(&battle, "move Mob charge Men body");
    assert!(braced.contains(" that the crash drives all of them back") && !braced.contains("throws"), "{braced}");
}

#[test]
fn of_several_orders_for_a_squad_each_is_told_what_becomes_of_it() {
    let battle = scene(".a .a . . .\n.a . . . .\n. . . . .", "a Bows red 2x2: fig bow");
    check(
        &battle,
        "replate Bows 3x1; arrange Bows Bows-1@7,7; standard Bows center",
        expect![[r#"
        ✅ organise
        ✅ organise
        ⚠️ organise · as things stand it comes to nothing: Bows-1 cannot stand there."#]],
    );
}

#[test]
fn bs3_3_of_a_plate_on_which_its_bearer_loses_the_standard_one_is_told() {
    let people = "a Band red 3x2: officer knife; d Dan blue: fig knife";
    let battle = scene_with(".a .a .a . . .\n.a .a .a . . .\n. . . . . .d", people, |setup| {
        setup.squads[0].standard = Standard::Bearer(UnitId(0));
    });
    check(&battle, "replate Band 2x3", expect!["✅ organise"]);
    check(
        &battle,
        "replate Band 6x1",
        expect![[
            r#"⚠️ organise · The standard is in the middle of the plate then: its bearer stands too far from there (BS-3.3). Another may bear it: "standard SQUAD FIGURE"."#
        ]],
    );
    check(
        &battle,
        "replate Band 6x1; standard Band Band-3",
        expect![[r#"
            ✅ organise
            ✅ organise"#]],
    );
    check(
        &battle,
        "replate Band 6x1; standard Band Band-6",
        expect![[r#"
            ⚠️ organise · The standard is in the middle of the plate then: its bearer stands too far from there (BS-3.3). Another may bear it: "standard SQUAD FIGURE".
            ⚠️ organise · as things stand it comes to nothing: the standard cannot be there."#]],
    );
}

/// **BS-5.2, BS-5.8**
#[test]
fn a_plate_too_small_for_all_is_large_enough_once_one_has_left() {
    let battle = scene(".a .a .a . .\n. . . . .\n. . . . .", "a Bows red 3x1: fig bow");
    check(
        &battle,
        "replate Bows 2x1",
        expect!["⚠️ organise · as things stand it comes to nothing: the plate is smaller than the 3 tiles they need."],
    );
    check(
        &battle,
        "replate Bows 2x1; leave Bows-3 from Bows",
        expect![[r#"
        ✅ organise
        ✅ organise"#]],
    );
}

/// **BS-5.2**
#[test]
fn what_was_told_to_those_who_form_a_squad_comes_to_nothing() {
    let battle = scene(".a .b . . .d\n. . . . .", "a Ann red: officer bow; b Bob red: fig bow; d Dan blue: fig knife");
    check(
        &battle,
        "form Wall from Ann,Bob 2x1; shoot Ann at Dan",
        expect![[r#"
        ⚠️ organise · what Ann had to do comes to nothing now (BS-5.2). Order Wall.
        ⚠️ shoot · as things stand it comes to nothing: by then it is part of Wall (BS-5.2). Order Wall."#]],
    );
}

/// **BX-8**
#[test]
fn a_move_that_hangs_on_how_far_a_friend_sprints_says_so() {
    let battle = scene(".b . . . . . . . . . . . .\n. . . . . . .a . . . . . .", "b Bob red: fig; a Ann red: fig");
    check(
        &battle,
        "move Bob to M1 sprint; move Ann to G1",
        expect![[r#"
        ⚠️ move · gets to G1 at least, 6 inches: the sprint adds up to 5 more.
        ⚠️ move · 1 inch. It hangs on how far Bob sprints."#]],
    );
    check(
        &battle,
        "move Bob to M1 sprint; move Ann to H2",
        expect![[r#"
            ✅ move · 1 inch.
            ⚠️ move · gets to G1 at least, 6 inches: the sprint adds up to 5 more."#]],
    );
}

/// **BC-2.14**
#[test]
fn aboard_what_moves_no_aim_is_promised() {
    let people = "a Ann red: fig bow; w Wagon red: fig; d Dan blue: fig knife";
    let battle = scene_with(".a . . . .d\n.w . . . .", people, |setup| {
        let [rider, vehicle] = ["Ann", "Wagon"].map(|name| setup.units.iter().position(|it| it.name == name));
        setup.units[rider.expect("Ann")].aboard = vehicle.map(|it| UnitId(it as u16));
        setup.units[vehicle.expect("Wagon")].is_dug_in = true;
    });
    check(&battle, "shoot Ann at Dan aim", expect!["✅ shoot · 1 shot, 83 % to hit; 36 % that Dan falls."]);
    check(
        &battle,
        "shoot Ann at Dan aim; move Wagon to C2",
        expect![[r#"
            ✅ move · 2 inches.
            ⚠️ shoot · 1 shot, 67 % to hit; 31 % that Dan falls. Nobody aims aboard Wagon, which moves or has just moved (BC-2.14)."#]],
    );
}

/// **BX-25**
#[test]
fn how_a_squads_nerve_stands_is_told() {
    let people = "a Bows red 3x1: fig bow; d Dan blue: fig knife; g Dogs blue 2x1: fig knife";
    let battle = scene_with(".a .a .a . .d\n.g .g . . .", people, |setup| {
        let archer = setup.units.iter().find(|it| it.name == "Bows-1").map(|it| it.profile);
        setup.profiles[usize::from(archer.expect("an archer").0)].leadership = Some(7);
    });
    let told = |rules: &Brick, who: Who| nerve(rules, &battle, who).text();
    let all: Vec<Who> = battle.everybody().collect();
    let with_morale = Brick { morale: true, ..plain() };
    let all = [told(&plain(), all[0]), told(&with_morale, all[0]), told(&with_morale, all[2])];
    expect![[r#"
        ✅ nobody's nerve is tested in this battle, Bows's neither (BX-25).
        ✅ Bows is tested as a round ends with fewer than 2 of it left: two dice must come to 7, 58 % that they do (BX-25).
        ✅ Dan is no squad, and only a squad's nerve is tested (BX-25)."#]]
    .assert_eq(&all.join("\n"));
}
