//! What a line of a report says.

use super::*;
use crate::brick::battle::scene::{scene, scene_with, unit_named, weapon};
use crate::brick::battle::{Manoeuvre, Who};
use crate::brick::rules::Track;
use expect_test::expect;

#[test]
fn a_shot_that_kills() {
    check(
        &scene(".a . . . .d", "a Ann red: fig bow; d Dan blue: fig knife"),
        "shoot Ann at Dan",
        "attack 4, damage 5",
        expect![[r#"
            1.1 Shooting: Ann shot at Dan with bow: 1 shot, a hit (0.7 expected). Dan fell.
            1.2 The end: Victory: the battle is won."#]],
    );
}

#[test]
fn a_shot_that_hurts_nobody_and_one_that_misses() {
    let battle = scene(".a . . . .d", "a Ann red: fig bow; d Dan blue: fig knife");
    check(
        &battle,
        "shoot Ann at Dan",
        "attack 4, damage 4",
        expect!["1.1 Shooting: Ann shot at Dan with bow: 1 shot, a hit (0.7 expected). Nobody was harmed."],
    );
    check(
        &battle,
        "shoot Ann at Dan",
        "attack 2",
        expect!["1.1 Shooting: Ann shot at Dan with bow: 1 shot, a miss (0.7 expected)."],
    );
}

/// **BX-12**
#[test]
fn a_leap_aside_is_no_blow() {
    check(
        &scene(". . . . . . .\n.r . . . . .d .\n. . . . . . .", "r Rob red: fig; d Dan blue: fig"),
        "react Dan pass bail; move Rob charge Dan body",
        "bail 2",
        expect![[r#"
            1.1 Command: Dan, from now on: bail from anybody who comes by.
            1.2 Movement: Rob went from A2 to E2, 4 inches.
            1.3 Movement: Dan reacted to Rob. Dan leapt aside to F3, out of the way, and was disrupted.
            1.4 Movement: Rob went from E2 to F2, 1 inch."#]],
    );
}

#[test]
fn those_who_shoot_together_are_told_together() {
    let drawing = ".a . . . .d .d\n.b . . . .d .";
    let battle = scene(drawing, "a Ann red: fig bow; b Bob red: fig bow; d Dogs blue 2x2: fig knife");
    check(
        &battle,
        "shoot Ann at Dogs combine x; shoot Bob at Dogs combine x",
        "attack 4 5, damage 5 6",
        expect![
            "1.1 Shooting: Ann shot at Dogs with bow: 1 shot, a hit (0.8 expected); Bob shot at Dogs with bow: 1 shot, a hit (0.8 expected). Dogs-1 and Dogs-2 fell."
        ],
    );
}

#[test]
fn a_miss_that_flies_on() {
    let rules = Brick { track: Track::On, ..plain() };
    let battle = scene(".a . . . .d .b", "a Ann red: fig bow; b Bob red: fig knife; d Dan blue: fig knife");
    check_with(
        &rules,
        &battle,
        "shoot Ann at Dan",
        "attack 2, damage 6",
        expect![
            "1.1 Shooting: Ann shot at Dan with bow: 1 shot, a miss (0.7 expected). A shot of Ann that missed went into Bob at F1. Bob fell, by the hand of Ann of the same side."
        ],
    );
}

#[test]
fn a_grenade_among_them() {
    let drawing = ".a . .d .e\n. . . .";
    let battle = scene(drawing, "a Ann red: fig grenade; d Dan blue: fig knife; e Eve blue: fig knife");
    check(
        &battle,
        "shoot Ann at Dan",
        "attack 4, damage 4",
        expect![[r#"
            1.1 Shooting: Ann shot at Dan with grenade: 1 shot, a hit (0.7 expected). It went off at C1, for all within 2 inches. Ann was pushed and went nowhere. Ann was disrupted. Dan was pushed and went nowhere. Dan was disrupted. Eve was pushed and went nowhere. Eve was disrupted. The grenade of Ann was thrown and is gone. Nobody was harmed.
            1.2 Movement: Ann got up again.
            1.3 Movement: Dan and Eve got up again."#]],
    );
}

#[test]
fn a_giant_is_hurt() {
    let drawing = ".a . . . .d . . .\n. . . . . . . .";
    let battle = scene_with(drawing, "a Ann red: fig cannon; d Dan blue: giant knife", |setup| {
        weapon(setup, "cannon").ranged.as_mut().expect("a gun").range = 9;
    });
    check(
        &battle,
        "shoot Ann at Dan",
        "attack 4, damage 6 2",
        expect!["1.1 Shooting: Ann shot at Dan with cannon: 1 shot, a hit (0.8 expected). Dan has 3 of 4 HP left."],
    );
}

#[test]
fn blows_parries_and_blows_in_return() {
    let battle = scene(".a .d", "a Ann red: fig knife; d Dan blue: fig pan knife");
    check(
        &battle,
        "react Dan parry pan then strike knife; melee Ann attack Dan",
        "attack 4, parry 4, attack 5, damage 6",
        expect![[r#"
            1.1 Command: Dan, from now on: parry with pan and strike back with knife against everything.
            1.2 Melee: Ann attacked Dan with knife: 1 blow, a hit (0.8 expected). Dan parried Ann with pan. Ann and Dan met in close combat. Nobody was harmed.
            1.3 Melee: Dan struck back at Ann with knife: 1 blow, a hit (0.8 expected). Ann fell.
            1.4 The end: Defeat: the battle is lost."#]],
    );
}

#[test]
fn who_lets_a_fight_be_does_not_fight_in_a_headline() {
    let squads = "a Ann red: fig; d Dan blue: fig knife; e Eve blue: fig knife";
    let battle = scene(". .a .d .e . .", squads);
    let ignores = |name: &str| {
        let by = Who::Unit(unit_named(&battle, name));
        Event::Declared { by, does: Manoeuvre::Ignore, at: None }
    };
    let events = [ignores("Dan"), ignores("Eve")];
    let report = tell(&battle, &events, &Known::default());
    let beats = super::super::beats(&plain(), &battle, &events, &report);
    assert_eq!(beats[0].headline, "Dan and Eve ignore the fight");
}

#[test]
fn grabs_and_shoves() {
    let battle = scene(". .a .d . . .\n. . . . . .", "a Ann red: fig; d Dan blue: fig knife");
    check(
        &battle,
        "react Dan none then hold; melee Ann grab Dan",
        "",
        expect![[r#"
            1.1 Command: Dan, from now on: no parry or bail and no blow in return against everything.
            1.2 Melee: Ann grabbed at Dan. Ann and Dan met in close combat. Ann got hold of Dan.
            1.3 Melee: Dan ignored the fight around it."#]],
    );
    check(
        &battle,
        "react Dan none then hold; melee Ann shove Dan",
        "",
        expect![[r#"
            1.1 Command: Dan, from now on: no parry or bail and no blow in return against everything.
            1.2 Melee: Ann shoved Dan. Ann and Dan met in close combat. Dan was pushed E to E1. Dan was disrupted. Dan and Ann were in close combat no longer.
            1.3 Movement: Dan got up again."#]],
    );
}

#[test]
fn squads_come_and_go() {
    let drawing = ".a .b .c .\n. . . .\n. . . .\n. . . .d";
    let people = "a Ann red: fig bow; b Bob red: fig bow; c Cy red: officer; d Dan blue: fig knife";
    check(
        &scene(drawing, people),
        "form Wall from Ann,Bob,Cy 3x1 facing S standard Cy; brace Wall; hits Wall spare Cy",
        "",
        expect![[r#"
            1.1 Command: Wall formed on a plate 3 wide and 1 deep at A1, facing south: Ann, Bob and Cy. The standard is with Cy. Ann, Bob and Cy formed up without an Action, as an Officer is there.
            1.2 Command: Wall braced against charges until the round's end.
            1.3 Command: Wall, from now on: hits go last to Cy."#]],
    );
}

/// The short of a round tells what became of squads, and the ledger tells who braced and can do no more.
#[test]
fn squads_that_leave_and_brace_are_told() {
    let drawing = ".a .a . .d\n. . . .";
    let battle = scene(drawing, "a Crew red 2x1: fig bow; d Dan blue: fig knife");
    let report = |orders: &str| played(&plain(), &battle, orders, "").1;
    let left = Markup::Plain.render(&report("leave Crew-1 from Crew").public());
    assert!(left.contains("Crew-1 left Crew and stood at "), "{left}");
    let braced = lines(&report("brace Crew; shoot Crew at Dan"));
    assert!(braced.contains("had no Action left this round, having braced"), "{braced}");
}

#[test]
fn orders_that_come_to_nothing() {
    let battle = scene(".a # .d\n# # #", "a Ann red: fig bow; d Dan blue: fig knife");
    check(
        &battle,
        "shoot Ann at Dan; move Ann to C1",
        "",
        expect![[r#"
            1.1 Shooting: Ann could not shoot: the target was out of sight.
            1.2 Movement: Ann could not move: there was no way there."#]],
    );
}

#[test]
fn ways_and_charges() {
    let drawing = ".a . . . . . .d .\n. . . . . . . .";
    let battle = scene(drawing, "a Ann red: rider lance; d Dan blue: fig knife");
    check(&battle, "move Ann run E 3", "", expect!["1.1 Movement: Ann went from A1 to D1, 3 inches."]);
    check(
        &battle,
        "react Dan none then hold; move Ann charge Dan with lance",
        "attack 6, damage 6 6 1",
        expect![[r#"
            1.1 Command: Dan, from now on: no parry or bail and no blow in return against everything.
            1.2 Movement: Ann went from A1 to C1, 2 inches.
            1.3 Movement: Ann charged Dan with lance: 1 blow, a hit (0.5 expected). Dan fell.
            1.4 Movement: Ann went from C1 to G1, 4 inches.
            1.5 The end: Victory: the battle is won."#]],
    );
}

/// Its orders have no line of their own, because it has no name.
#[test]
fn a_squad_that_never_came_to_be_is_named_where_it_did_not_form() {
    let drawing = ".a .a .a . . . .d\n. . . . . . .\n. . . . . . .";
    let battle = scene(drawing, "a Crew red 3x1: fig bow; d Dan blue: fig knife");
    let orders = "leave Crew-1 from Crew; split Crew into Left: Crew-1,Crew-2 1x2 | Right: Crew-3 1x1; \
                  shoot Left at Dan; move Left to C3; react Left bail";
    let report = played(&plain(), &battle, orders, "").1;
    let told = lines(&report);
    assert!(told.contains("Left could not form as told: Crew-1 was not of that squad."), "{told}");
    assert!(!told.contains(":  could") && !told.contains(": ,"), "{told}");
    let short = Markup::Plain.render(&report.public());
    assert!(short.contains("Left could not form as told"), "{short}");
}

/// A team declares everything before anybody does anything. Each deed has its own line, and isn't told of those who
/// declared last.
#[test]
fn what_one_does_is_not_told_of_who_declared_last() {
    let drawing = ".a .d . . . .b .e\n. . . . . . .";
    let people = "a Ann red: fig; d Dan blue: fig knife; b Bob red: fig; e Eve blue: fig knife";
    check(
        &scene(drawing, people),
        "react Dan none then hold; react Eve none then hold; melee Ann grab Dan; melee Bob grab Eve",
        "",
        expect![[r#"
            1.1 Command: Dan, from now on: no parry or bail and no blow in return against everything.
            1.2 Command: Eve, from now on: no parry or bail and no blow in return against everything.
            1.3 Melee: Ann grabbed at Dan. Ann and Dan met in close combat.
            1.4 Melee: Bob grabbed at Eve. Bob and Eve met in close combat.
            1.5 Melee: Ann grabbed at Dan. Ann got hold of Dan.
            1.6 Melee: Bob grabbed at Eve. Bob got hold of Eve.
            1.7 Melee: Dan ignored the fight around it. Eve ignored the fight around it."#]],
    );
    // A miss without consequences is no part of the next fight.
    check(
        &scene(drawing, "a Ann red: fig knife; d Dan blue: fig knife; b Bob red: fig; e Eve blue: fig knife"),
        "react red none then hold; react Dan none then strike; react Eve none then hold; melee Ann attack Dan; melee Bob grab Eve",
        "attack 1, attack 1",
        expect![[r#"
            1.1 Command: Everybody of red, from now on: no parry or bail and no blow in return against everything.
            1.2 Command: Dan, from now on: no parry or bail and strike back with the best at hand against everything.
            1.3 Command: Eve, from now on: no parry or bail and no blow in return against everything.
            1.4 Melee: Ann attacked Dan. Ann and Dan met in close combat.
            1.5 Melee: Bob grabbed at Eve. Bob and Eve met in close combat.
            1.6 Melee: Ann attacked Dan with knife: 1 blow, a miss (0.8 expected).
            1.7 Melee: Dan struck back at Ann with knife: 1 blow, a miss (0.8 expected).
            1.8 Melee: Bob grabbed at Eve. Bob got hold of Eve.
            1.9 Melee: Dan ignored the fight around it. Eve ignored the fight around it."#]],
    );
    // A charge that two make together isn't told as part of one's way there.
    let people = "s Sue blue: fig knife; a Ann red: rider; b Bob red: rider";
    check(
        &scene(".s . . . . . .a . .b .\n. . . . . . . . . .", people),
        "react Sue none then hold; move Ann charge Sue body combine x; move Bob charge Sue body combine x",
        "mom 2 2, pop 6",
        expect![[r#"
            1.1 Command: Sue, from now on: no parry or bail and no blow in return against everything.
            1.2 Movement: Ann went from G1 to B1, 5 inches.
            1.3 Movement: Bob found no room to charge Sue.
            1.4 Movement: Bob went from I1 to D1, 5 inches.
            1.5 Movement: Ann put 4 of momentum into it. Sue stood 6 against it. Sue held against Ann: nobody gave way. Ann and Sue met in close combat."#]],
    );
}
