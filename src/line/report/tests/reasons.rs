//! Explanations of lines.

use expect_test::expect;

use super::*;
use crate::line::battle::scene::{profile, scene};
use crate::line::battle::{AimSource, Allowance, Amount, AttackSource, Charge, MoraleSource, Silence, Stay, Tag};
use crate::line::report::tell;

/// Checks the explanation of the first line, without the gists of the rules.
#[track_caller]
fn check_why(battle: &Battle, events: &[Event], expected: Expect) {
    expected.assert_eq(&explanation(battle, events, "1.1"));
}

#[test]
fn s8_a_volley_is_reckoned_with_modifiers_cap_and_cover() {
    let battle = ridge();
    let mut fire = Attack::of(&battle, VolleyKind::Fire, "Boyz", "slugga", "Alpha", &[6, 6, 3])
        .aimed(&[(AimSource::Broken, -2), (AimSource::Concealed, -1)])
        .wounds(&[(4, 4), (5, 1)]);
    fire.volley.silent = vec![(unit(&battle, "Boyz", 3), Silence::OutOfRange { distance: 7, range: 6 })];
    check_why(
        &battle,
        &[fire.event()],
        expect![[r#"
            Boyz fires at Alpha with slugga: RNG 6, ATK 1, ACC 5+, STR 4, AP 0, DMG 1, CloseQuarters.
            3 units, 3 attacks. To hit (A-1): 5+, −2 broken (L-3), −1 concealed (T-11): −3, held at −2 (S-8), so 7+. Dice 6 6 3: 2 hit. A natural 6 hits all the same (A-1).
            To wound (A-2): strength 4 against toughness 3: 3+. Dice 4 5: 2 wound.
            To save (A-3): 5+, +2 in ruins (T-10), so 3+. Dice 4 1: 1 saved.
            Damage goes to (A-5): Alpha 1, the closest, 1 damage, 1 HP before: downed.
            Without the ruins: 0 saved instead of 1, and 1 wound more.
            Expected 1.5 hits and 0.1 downed; it came to 2 and 1.
            Could not (S-1): Boyz 3 out of range (7 tiles off, range 6)."#]],
    );
}

#[test]
fn a6_tags_and_rerolls_are_named_beside_the_dice() {
    let battle = ridge_with(|setup| {
        let rifle = weapon(setup, "rifle");
        setup.weapons[usize::from(rifle.0)].tags = vec![Tag::Sustained(1), Tag::TwinLinked, Tag::Assault];
    });
    let mut fire = Attack::of(&battle, VolleyKind::Fire, "Alpha", "rifle", "Boyz", &[6, 1, 2, 3]);
    fire.volley.shots[0].hits = 2;
    fire.volley.shots[1].again = Some(die(5));
    fire.volley.shots.push(Shot { unit: unit(&battle, "Alpha", 4), aim: 0, die: None, again: None, hits: 1 });
    fire.volley.aims[0].attacks = vec![(AttackSource::Base, 1), (AttackSource::RapidFire, 1)];
    fire.volley.slows = false;
    fire.volley.spends = vec![unit(&battle, "Alpha", 1)];
    let mut fire = fire.wounds(&[(4, 0), (5, 1), (1, 0), (6, 3)]);
    // The first is Lethal, the third is rolled again, and the fourth Devastating.
    fire.volley.hits[0].wound.as_mut().expect("a roll").die = None;
    fire.volley.hits[2].wound.as_mut().expect("a roll").again = Some(die(2));
    fire.volley.hits[3].save = None;
    fire.volley.hits[3].damage_dice = vec![die(2)];
    check_why(
        &battle,
        &[fire.event()],
        expect![[r#"
            Alpha fires at Boyz with rifle: RNG 24, ATK 1, ACC 4+, STR 4, AP 0, DMG 1, Sustained 1, Twin-linked, Assault.
            4 units, 5 attacks (each 1 and +1 Rapid Fire at half range (A-6)). To hit (A-1): 4+. Dice 6 1 again 5 2 3: 3 hit, and 1 more by Sustained, for each natural 6 (A-6). A die rolled again counts instead of the first (C-7).
            To wound (A-2): strength 4 against toughness 4: 4+. Dice 5 1 again 2 6 and 1 without a roll, as a natural 6 to hit is Lethal (A-6): 3 wound. What failed was rolled again, as the weapon is Twin-linked (A-6).
            To save (A-3): 6+, +1 in woods (T-10), so 5+. Dice 1: 0 saved.
            2 wounds allow no save, as a natural 6 to wound is Devastating (A-6).
            Damage goes to (A-5): Boyz 1, the closest, 1 damage, 1 HP before: downed; Boyz 2, the closest, 1 damage, 1 HP before: downed; Boyz 3, the closest, 1 damage (rolled 2), 1 HP before: downed.
            The woods made no difference to these dice.
            Expected 2.0 hits and 2.2 downed; it came to 4 and 3.
            That was its One Shot (A-6). With Assault, firing costs neither the faster move nor a charge (A-6, V-3)."#]],
    );
}

#[test]
fn t5_dice_for_attacks_and_damage_are_told_with_what_they_count() {
    let d3 = Amount { dice: 1, sides: 3, plus: 0 };
    let battle = ridge_with(|setup| {
        let rifle = weapon(setup, "rifle");
        setup.weapons[usize::from(rifle.0)].attacks = d3;
        setup.weapons[usize::from(rifle.0)].damage = d3;
    });
    let mut fire = Attack::of(&battle, VolleyKind::Fire, "Alpha", "rifle", "Boyz", &[3, 1, 2, 6]).wounds(&[(5, 1)]);
    let first = unit(&battle, "Alpha", 1);
    fire.volley.shots.iter_mut().for_each(|it| it.unit = first);
    fire.volley.aims[0].attacks = vec![(AttackSource::Base, 0), (AttackSource::Blast, 2)];
    fire.volley.attack_dice = vec![(first, vec![die(3)])];
    (fire.volley.hits[0].damage, fire.volley.hits[0].damage_dice) = (1, vec![die(1)]);
    let told = explanation(&battle, &[fire.event()], "1.1");
    for part in [
        "Dice for ATK (T-5): Alpha 1 rolls 3 halved to 2.",
        "1 unit, 4 attacks (each D3 and +2 Blast (A-6)).",
        "1 damage (rolled 1 halved to 1)",
    ] {
        assert!(told.contains(part), "{part} is not in\n{told}");
    }
}

#[test]
fn t11_a_target_that_has_shot_is_not_concealed_and_why_says_so() {
    let battle = ridge();
    let first = Attack::of(&battle, VolleyKind::Fire, "Boyz", "slugga", "Alpha", &[1]).wounds(&[]);
    let fire = Attack::of(&battle, VolleyKind::Fire, "Alpha", "rifle", "Boyz", &[1]).wounds(&[]);
    let told = explanation(&battle, &[first.event(), fire.event()], "1.2");
    assert!(told.contains("has shot this round (T-11, S-7)"), "{told}");
}

#[test]
fn s9_stray_fire_names_the_melee() {
    let battle = ridge();
    let stray = Attack::of(&battle, VolleyKind::Stray, "Alpha", "rifle", "Bravo", &[5, 3])
        .aimed(&[(AimSource::MoreInMelee(Side::Players), 1), (AimSource::LargerInMelee(Side::Enemy), -1)])
        .wounds(&[(2, 0)]);
    check_why(
        &battle,
        &[stray.event()],
        expect![[r#"
            Alpha, whose misses are rolled again (S-9), at Bravo with rifle: RNG 24, ATK 1, ACC 4+, STR 4, AP 0, DMG 1.
            2 units, 2 attacks. To hit (A-1): 4+, +1 for your greater number there (S-9), −1 for the enemy's larger units there (S-9): +0 in all, so 4+. Dice 5 3: 1 hit.
            To wound (A-2): strength 4 against toughness 3: 3+. Dice 2: 0 wound.
            Expected 1.0 hits and 0.4 downed; it came to 1 and 0."#]],
    );
}

#[test]
fn v7_a_charge_is_reckoned() {
    let battle = ridge();
    let charge = Charge {
        squad: squad(&battle, "Beast"),
        target: squad(&battle, "Bravo"),
        needed: Some(7),
        dice: Some(dice(4, 5)),
        opposed: Some(dice(6, 3)),
        made: false,
    };
    check_why(
        &battle,
        &[Event::Charged(Box::new(charge))],
        expect![
            "The fewest steps that put a unit in contact: 7, so 2d6 must reach 7 (V-7). Rolled 9 (4 and 5): enough. Bravo disengages and rolls 9 (6 and 3) against it: as much or more, which stops it (V-6)."
        ],
    );
}

#[test]
fn v4_a_move_is_reckoned_in_its_order() {
    let battle = ridge();
    let mut it = moved(&battle, "Alpha", MoveKind::Plain, &["A2"]);
    it.path = ["A1", "A2"].map(tile).to_vec();
    it.steps[0].to = tile("A3");
    it.cost = 1;
    it.allowance = Some(Allowance { base: 7, broken: true, half_again: true, downed: 4, steps: 3 });
    check_why(
        &battle,
        &[Event::Moved(Box::new(it))],
        expect![[r#"
            Steps (V-4): 7, the MOV of its slowest; broken, so half of it, rounded up: 4 (L-3); half as much again for not having shot, rounded down: 6 (V-3); −4 for 4 carried, but no less than half, 3. That makes 3.
            The leader's way: A1 A2, at the cost of 1 step (V-1).
            Where they went (V-2): Alpha 1 A1 to A3."#]],
    );
}

#[test]
fn l1_a_morale_test_is_reckoned() {
    let battle = ridge();
    let test = Event::MoraleTested {
        squad: squad(&battle, "Alpha"),
        dice: dice(4, 3),
        modifiers: vec![(MoraleSource::Abandoned, -1)],
        needs: 7,
        by_hero: None,
        passed: false,
    };
    check_why(
        &battle,
        &[test],
        expect![
            "Fewer than half stand, 4 of 4, so it tests (L-1). It needs 7, its LD. Dice 4 3, −1 for those it left behind (L-2): 6, not enough. A broken squad adds no CON, moves half and has −2 ACC until it passes a test (L-3)."
        ],
    );
}

#[test]
fn o1_an_objective_names_who_is_near() {
    let battle = ridge();
    let event = Event::ObjectiveCounted {
        objective: ObjectiveId(0),
        control: crate::line::battle::BySide { players: 2, enemy: 1 },
        owner: Some(Side::Players),
        contested: false,
    };
    check_why(
        &battle,
        &[event],
        expect![
            "Unbroken squads with a unit within 3 tiles of D2 add their CON, once each (O-1). Near it: Alpha, Marsh and Boyz. More CON takes it or keeps it; as much leaves it contested."
        ],
    );
}

#[test]
fn rules_that_are_named_are_shown_with_their_gist() {
    let battle = ridge();
    let events = [Event::Recovered { squad: squad(&battle, "Alpha") }];
    let report = tell(&battle, &events, &Known::default());
    let document = full_explanation(&battle, &events, &report, "1.1").expect("a line");
    let shown = Markup::Plain.render(&document);
    let gist = Line::rules().iter().find(|it| it.id == "L-4").map(|it| it.gist);
    assert!(gist.is_none_or(|it| shown.contains(it)), "{shown}");
    assert!(shown.starts_with("Why 1.1 · round 1, command\n"), "{shown}");
}

#[test]
fn a_line_that_is_not_there_has_no_why() {
    let battle = ridge();
    let events = [Event::Recovered { squad: squad(&battle, "Alpha") }];
    let report = tell(&battle, &events, &Known::default());
    for id in ["", "1", "1.0", "1.2", "2.1", "x.y", "1.99999999999999999999", "é.1"] {
        assert!(full_explanation(&battle, &events, &report, id).is_none(), "{id}");
    }
    assert!(full_explanation(&battle, &events, &report, " 1.1 ").is_some());
}

#[test]
fn a3_who_has_no_armour_rolls_no_save() {
    let battle = ridge_with(|setup| {
        let boy = profile(setup, "boy");
        setup.profiles[usize::from(boy.0)].save = None;
    });
    let events = [Attack::of(&battle, VolleyKind::Fire, "Alpha", "rifle", "Boyz", &[5]).wounds(&[(5, 0)]).event()];
    let told = explanation(&battle, &events, "1.1");
    assert!(told.contains("\n1 wound meets no armour, so no save is rolled (A-3).\n"), "{told}");
    assert!(!told.contains("Devastating"), "{told}");
}

#[test]
fn v1_v6_why_a_squad_stays_is_told_of_its_own_case() {
    let squads = "A Alpha players: rifle; O Boyz enemy: boy";
    let (free, engaged) = (scene(".A . . .O", squads), scene(".A .O", squads));
    let why = |battle: &Battle, why| {
        explanation(battle, &[Event::Stayed { squad: squad(battle, "Alpha"), why }], "1.1") + "\n"
    };
    let free = [Stay::HasShot, Stay::NoWay, Stay::TargetGone, Stay::Immobile].map(|it| why(&free, it)).concat();
    expect![[r#"
        A squad that has shot neither charges nor disengages this round (V-3).
        When its turn came, no free step led where it was told to go, clear of the zones of enemies (V-1, V-8).
        Whom the order named was gone by then, and no order names somebody else for that case (S-4).
        Nobody of it who could lead the way has a step to go (V-1).
    "#]]
    .assert_eq(&free);
    expect![[r#"
        A squad in melee leaves only by disengaging (V-1).
        Who disengages takes no step nearer to an enemy of that melee, nor into a zone that he was not in; no other step was free (V-6).
    "#]].assert_eq(&[Stay::Engaged, Stay::NoWay].map(|it| why(&engaged, it)).concat());
}
