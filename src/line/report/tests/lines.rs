//! The sentences for each kind of event.

use expect_test::expect;

use super::*;
use crate::field::{Outcome, TerrainId};
use crate::line::battle::{
    AbilityOn, AbilityTrouble, Allowance, Boon, BySide, Charge, CutShort, Departure, HeroMove, HeroTrouble,
    MoraleSource, Phase, Silence, Span, Stat, Stay, Tag, Trigger,
};

fn on(battle: &Battle, name: &str) -> AbilityOn {
    AbilityOn::Squad(squad(battle, name))
}

#[test]
fn s1_a_volley_is_told_with_its_numbers() {
    let battle = ridge();
    let fire = Attack::of(&battle, VolleyKind::Fire, "Boyz", "slugga", "Alpha", &[5, 6, 1]).wounds(&[(4, 1), (5, 3)]);
    check(
        &battle,
        &[fire.event()],
        expect![
            "1.1 Boyz fired at Alpha with slugga (in ruins, +2 save): 3 shots, 2 hits (1.5 expected), 2 wounds, 1 saved: 1 downed."
        ],
    );
}

#[test]
fn a_single_shot_does_not_miss_together() {
    let battle = ridge();
    let headline = |dice: &[u8]| {
        let events = [Attack::of(&battle, VolleyKind::Fire, "Boyz", "slugga", "Alpha", dice).wounds(&[]).event()];
        let report = tell(&battle, &events, &Known::default());
        super::super::beats(&Line::default(), &battle, &events, &report)[0].headline.clone()
    };
    assert_eq!(headline(&[1]), "Boyz fire at Alpha: a miss");
    assert_eq!(headline(&[1, 1]), "Boyz fire at Alpha: all miss");
}

#[test]
fn s1_volleys_of_a_squad_at_one_target_are_one_line_with_its_weapons() {
    let battle = ridge();
    let one = Attack::of(&battle, VolleyKind::Fire, "Alpha", "rifle", "Boyz", &[4, 5]).wounds(&[(4, 1), (4, 2)]);
    let mut two = Attack::of(&battle, VolleyKind::Fire, "Alpha", "pistol", "Boyz", &[1, 2]).wounds(&[]);
    two.volley.shots[0].unit = unit(&battle, "Alpha", 3);
    two.volley.shots[1].unit = unit(&battle, "Alpha", 3);
    two.volley.silent = vec![
        (unit(&battle, "Alpha", 1), Silence::Engaged),
        (unit(&battle, "Alpha", 4), Silence::OutOfRange { distance: 9, range: 6 }),
    ];
    check(
        &battle,
        &[one.event(), two.event()],
        expect![
            "1.1 Alpha fired at Boyz with rifle (2) and pistol (1) (in woods, +1 save): 4 shots, 2 hits (2.0 expected), 2 wounds: 2 downed. 1 could not fire: out of range (9 tiles off, range 6)."
        ],
    );
}

#[test]
fn a4_the_last_of_a_squad_is_told() {
    let battle = ridge();
    let fire = Attack::of(&battle, VolleyKind::Fire, "Alpha", "cannon", "Boyz", &[4, 4, 4, 4]).wounds(&[
        (4, 1),
        (4, 2),
        (4, 3),
        (4, 3),
    ]);
    check(
        &battle,
        &[fire.event()],
        expect![
            "1.1 Alpha fired at Boyz with cannon (in woods, +1 save): 4 shots, 4 hits (2.0 expected), 3 wounds, 1 more than those in reach could take: 3 killed. Nobody of Boyz is left standing."
        ],
    );
}

#[test]
fn a4_the_hurt_are_told_with_what_they_have_left() {
    let battle = ridge();
    let fire = Attack::of(&battle, VolleyKind::Fire, "Alpha", "cannon", "Beast", &[4, 1]).wounds(&[(4, 1)]);
    check(
        &battle,
        &[fire.event()],
        expect![
            "1.1 Alpha fired at Beast with cannon: 2 shots, 1 hit (1.0 expected), 1 wound: Beast 1 has 3 of 6 HP left."
        ],
    );
}

#[test]
fn t10_cover_that_no_ground_gives_is_called_so() {
    let battle = ridge();
    let mut fire = Attack::of(&battle, VolleyKind::Fire, "Alpha", "rifle", "Beast", &[4]).wounds(&[(6, 6)]);
    fire.volley.hits[0].save.as_mut().expect("a save").cover = 1;
    check(
        &battle,
        &[fire.event()],
        expect![
            "1.1 Alpha fired at Beast with rifle (in cover, +1 save): 1 shot, 1 hit (0.5 expected), 1 wound, 1 saved: nobody fell."
        ],
    );
}

#[test]
fn t5_attacks_that_are_rolled_are_not_held_against_what_was_expected_before() {
    let battle = ridge_with(|setup| {
        let rifle = setup.weapons.iter_mut().find(|it| it.name == "rifle").expect("a rifle");
        rifle.attacks = crate::line::battle::Amount { dice: 1, sides: 6, plus: 0 };
    });
    let fire = Attack::of(&battle, VolleyKind::Fire, "Alpha", "rifle", "Boyz", &[4, 5]).wounds(&[(4, 1), (4, 2)]);
    check(
        &battle,
        &[fire.event()],
        expect!["1.1 Alpha fired at Boyz with rifle (in woods, +1 save): 2 shots, 2 hits, 2 wounds: 2 downed."],
    );
}

#[test]
fn s5_s1_fire_that_is_not_fired_is_told_with_the_reason() {
    let battle = ridge();
    let (alpha, boyz) = (squad(&battle, "Alpha"), squad(&battle, "Boyz"));
    let silent = vec![
        (unit(&battle, "Alpha", 1), Silence::Engaged),
        (unit(&battle, "Alpha", 2), Silence::OutOfRange { distance: 26, range: 24 }),
        (unit(&battle, "Alpha", 3), Silence::OutOfRange { distance: 27, range: 24 }),
        (unit(&battle, "Alpha", 4), Silence::OutOfSight),
    ];
    check(
        &battle,
        &[
            Event::VolleyWasted { squad: alpha, target: boyz, units: Vec::new(), slows: true },
            Event::FireHeld { squad: alpha, target: boyz, silent },
            Event::FireHeld { squad: alpha, target: boyz, silent: Vec::new() },
        ],
        expect![[r#"
            1.1 Alpha fired at Boyz: wasted, nobody stood there any more (S-5).
            1.2 Alpha could not fire at Boyz: 1 in melee, 2 out of range (26–27 tiles off, range 24) and 1 out of sight.
            1.3 Alpha could not fire at Boyz: nobody has a weapon for it."#]],
    );
}

#[test]
fn s1_who_cannot_fire_has_a_target_all_the_same() {
    let battle = ridge();
    let (squad, target) = (squad(&battle, "Alpha"), squad(&battle, "Boyz"));
    let said = |event: Event| {
        let events = [event];
        let report = tell(&battle, &events, &Known::default());
        format!("{:?}", super::super::beats(&Line::default(), &battle, &events, &report)[0].steps)
    };
    assert!(said(Event::FireHeld { squad, target, silent: Vec::new() }).contains("can't fire"));
    assert!(said(Event::VolleyWasted { squad, target, units: Vec::new(), slows: true }).contains("no target"));
}

#[test]
fn s9_misses_into_friends_are_told_plainly() {
    let battle = ridge();
    let fire = Attack::of(&battle, VolleyKind::Fire, "Alpha", "rifle", "Boyz", &[1, 2, 4]).wounds(&[(1, 0)]);
    let stray = Attack::of(&battle, VolleyKind::Stray, "Alpha", "rifle", "Bravo", &[5, 2]).wounds(&[(6, 1)]);
    let more = Attack::of(&battle, VolleyKind::Fire, "Alpha", "pistol", "Boyz", &[1]).wounds(&[]);
    check(
        &battle,
        &[fire.event(), stray.event(), more.event()],
        expect![[r#"
            1.1 Alpha fired at Boyz with rifle (3) and pistol (1): 4 shots, 1 hit (2.0 expected), no wounds: nobody fell.
            1.2 Misses of Alpha with rifle went into Bravo, of its own side, in that melee (S-9): 2 rolled again, 1 hit (1.0 expected), 1 wound: 1 downed."#]],
    );
}

#[test]
fn a6_hazard_is_told_with_its_dice() {
    let battle = ridge();
    let rolls =
        vec![(unit(&battle, "Alpha", 1), die(1), Fate::Downed), (unit(&battle, "Alpha", 2), die(4), Fate::Unharmed)];
    let fine = vec![(unit(&battle, "Alpha", 2), die(4), Fate::Unharmed)];
    let weapon = weapon(battle.setup(), "rifle");
    check(
        &battle,
        &[
            Event::HazardRolled { squad: squad(&battle, "Alpha"), weapon, rolls },
            Event::HazardRolled { squad: squad(&battle, "Alpha"), weapon, rolls: fine },
        ],
        expect![[r#"
            1.1 Alpha tested the rifle for hazard: Alpha 1 rolled 1 and was downed.
            1.2 Alpha tested the rifle for hazard: 1 die, nobody was hurt."#]],
    );
}

#[test]
fn m6_blows_of_both_sides_are_one_line() {
    let battle = ridge();
    let ours = Attack::of(&battle, VolleyKind::Blows, "Bravo", "spear", "Boyz", &[4, 5]).wounds(&[(4, 1), (2, 0)]);
    let theirs =
        Attack::of(&battle, VolleyKind::Blows, "Boyz", "choppa", "Bravo", &[4, 4, 1]).wounds(&[(3, 1), (3, 2)]);
    let alone = Attack::of(&battle, VolleyKind::Blows, "Marsh", "bayonet", "Beast", &[1]).wounds(&[]);
    check(
        &battle,
        &[Event::PhaseBegan { phase: Phase::Melee }, ours.event(), alone.event(), theirs.event()],
        expect![[r#"
            1.1 Bravo and Boyz struck at once: Bravo lost 2, Boyz lost 1. Nobody of Bravo is left standing. Bravo at Boyz with spear: 2 blows, 2 hits (1.0 expected), 1 wound. Boyz at Bravo with choppa: 3 blows, 2 hits (1.5 expected), 2 wounds.
            1.2 Marsh struck Beast with bayonet: 1 blow, no hits (0.5 expected): nobody fell."#]],
    );
}

#[test]
fn m2_fire_at_close_quarters_is_told_for_all_who_are_in_it() {
    let battle = ridge();
    let cq = VolleyKind::CloseQuarters;
    let alpha = Attack::of(&battle, cq, "Alpha", "pistol", "Boyz", &[4, 1]).wounds(&[(5, 1)]);
    let beast = Attack::of(&battle, cq, "Beast", "pistol", "Bravo", &[1]).wounds(&[]);
    let boyz = Attack::of(&battle, cq, "Boyz", "slugga", "Bravo", &[5, 1, 1]).wounds(&[(3, 5)]);
    let hazard = Event::HazardRolled {
        squad: squad(&battle, "Boyz"),
        weapon: weapon(battle.setup(), "slugga"),
        rolls: vec![(unit(&battle, "Boyz", 2), die(1), Fate::Killed)],
    };
    // The last volley joins two melees into one.
    check(
        &battle,
        &[alpha.event(), beast.event(), boyz.event(), hazard],
        expect![[r#"
            1.1 Alpha, Bravo, Boyz and Beast fired at close quarters, at once: Alpha lost nobody, Bravo lost nobody, Boyz lost 1, Beast lost nobody. Alpha at Boyz with pistol: 2 shots, 1 hit (1.0 expected), 1 wound. Beast at Bravo with pistol: 1 shot, no hits (0.5 expected). Boyz at Bravo with slugga: 3 shots, 1 hit (1.5 expected), 1 wound, 1 saved.
            1.2 Boyz tested the slugga for hazard: Boyz 2 rolled 1 and was killed."#]],
    );
}

#[test]
fn m4_bare_hands_are_named() {
    let battle = ridge();
    let mut blow = Attack::of(&battle, VolleyKind::Blows, "Alpha", "bayonet", "Beast", &[1]).wounds(&[]);
    blow.volley.weapon = None;
    check(
        &battle,
        &[blow.event()],
        expect!["1.1 Alpha struck Beast with bare hands: 1 blow, no hits (0.5 expected): nobody fell."],
    );
}

#[test]
fn v6_a_squad_that_falls_while_it_disengages_is_gone() {
    let battle = ridge();
    let rolls = vec![(unit(&battle, "Bravo", 1), die(1)), (unit(&battle, "Bravo", 2), die(3))];
    check(
        &battle,
        &[Event::Disengaged { squad: squad(&battle, "Bravo"), rolls }],
        expect!["1.1 Bravo disengaged: 2 rolls, 2 downed. Nobody of Bravo is left standing."],
    );
}

#[test]
fn c4_abilities_are_told_with_what_they_did() {
    let battle = ridge();
    let alpha = squad(&battle, "Alpha");
    let modify = |stat, by| Boon::Modify { stat, by, weapons: None };
    let boon = |boon| Event::BoonBegan { squad: alpha, boon, span: Span::Phase(Phase::Shooting), ability: STEADY };
    let downed = vec![(unit(&battle, "Alpha", 2), die(1))];
    check(
        &battle,
        &[
            Event::Disengaged { squad: alpha, rolls: downed },
            Event::AbilityUsed { by: MARSH, ability: STEADY, on: on(&battle, "Alpha"), cost: 1, waits_for: None },
            boon(modify(Stat::Accuracy, 1)),
            boon(Boon::RerollOnes),
            Event::Healed { unit: unit(&battle, "Alpha", 2), hp: 1, stands_at: Some(tile("E3")), ability: STEADY },
            Event::AbilityUsed {
                by: MARSH,
                ability: RALLY,
                on: on(&battle, "Bravo"),
                cost: 2,
                waits_for: Some(Trigger::FailsMorale),
            },
            Event::AbilityRefused {
                by: MARSH,
                ability: RALLY,
                on: on(&battle, "Alpha"),
                why: AbilityTrouble::NotEnoughCommand { cost: 2, left: 1 },
            },
            Event::AbilityTriggered {
                by: MARSH,
                ability: RALLY,
                on: on(&battle, "Bravo"),
                trigger: Trigger::FailsMorale,
            },
            Event::Rallied { squad: squad(&battle, "Bravo"), ability: RALLY },
        ],
        expect![[r#"
            1.1 Alpha disengaged: 1 roll, 1 downed.
            1.2 Lt. Marsh used Steady Aim on Alpha for 1 CP (3 of 4 left). Alpha: +1 ACC and rerolls of hit rolls of 1 in Shooting this round. Alpha 2 stood up again at E3 with 1 HP.
            1.3 Lt. Marsh used Rally on Bravo for 2 CP (1 of 4 left); it waits until it fails a morale test.
            1.4 Rally on Alpha did nothing and cost nothing: it costs 2 CP and Lt. Marsh had 1 (C-2).
            1.5 Rally of Lt. Marsh on Bravo took effect when it had failed a morale test. Bravo came back to order."#]],
    );
}

#[test]
fn c7_every_effect_has_words_of_its_own() {
    let battle = ridge();
    let (alpha, ability) = (squad(&battle, "Alpha"), STEADY);
    let tiles: Vec<Tile> = ["F3", "E3", "G3", "F2", "F4"].map(tile).to_vec();
    let boon = |boon, span| Event::BoonBegan { squad: alpha, boon, span, ability };
    check(
        &battle,
        &[
            boon(Boon::Modify { stat: Stat::Save, by: -1, weapons: None }, Span::Rounds(1)),
            boon(Boon::IgnoreCover, Span::Rounds(3)),
            boon(Boon::Grant(Tag::Sustained(1)), Span::Rounds(2)),
            Event::CountsAsNotShot { squad: alpha, ability },
            Event::GroundChanged { tiles: tiles.clone(), terrain: TerrainId(7), until: 2 },
            Event::GroundRestored { tiles },
            Event::ActedAhead { squad: alpha, phase: Phase::Shooting, ability },
            Event::AbilityUsed { by: MARSH, ability, on: AbilityOn::Tile(tile("C3")), cost: 1, waits_for: None },
            Event::CommandRegained { by: MARSH, cp: 1 },
        ],
        expect![[r#"
            1.1 Alpha: −1 on save rolls this round. That is Steady Aim.
            1.2 Alpha: attacks that ignore cover until the end of round 3. That is Steady Aim.
            1.3 Alpha: weapons with Sustained 1 until the end of round 2. That is Steady Aim.
            1.4 Alpha: this counts as not having shot (S-7). That is Steady Aim.
            1.5 5 tiles around F3 turned to smoke until the end of round 2.
            1.6 No more smoke at 5 tiles around F3.
            1.7 Alpha fired ahead, to sit Shooting out when it comes (C-6).
            1.8 Lt. Marsh used Steady Aim on C3 for 1 CP (3 of 4 left). Lt. Marsh regained 1 CP (4 of 4)."#]],
    );
}

#[test]
fn c2_an_ability_that_is_refused_is_told_with_the_reason() {
    let battle = ridge();
    let refused = |why| Event::AbilityRefused { by: MARSH, ability: RALLY, on: on(&battle, "Alpha"), why };
    check(
        &battle,
        &[
            refused(AbilityTrouble::AlreadyUsedOnIt),
            refused(AbilityTrouble::HeroIsDown),
            refused(AbilityTrouble::TargetIsGone),
            refused(AbilityTrouble::OutOfRange { distance: 9, range: 6 }),
        ],
        expect![[r#"
            1.1 Rally on Alpha did nothing and cost nothing: it was used there this round already (C-3).
            1.2 Rally on Alpha did nothing and cost nothing: Lt. Marsh was down (H-2).
            1.3 Rally on Alpha did nothing and cost nothing: nobody stood there any more (C-4).
            1.4 Rally on Alpha did nothing and cost nothing: it reaches 6 tiles and the target was 9 away (C-4)."#]],
    );
}

#[test]
fn h1_heroes_who_change_squads_are_told() {
    let battle = ridge();
    let hero = unit(&battle, "Marsh", 1);
    let (alpha, marsh) = (squad(&battle, "Alpha"), squad(&battle, "Marsh"));
    let alone = battle.setup().unit(hero).alone.expect("a squad of his own");
    let order = HeroMove::Join(squad(&battle, "Bravo"));
    check(
        &battle,
        &[
            Event::HeroMoved { hero, from: marsh, to: alpha },
            Event::HeroMoved { hero, from: alpha, to: alone },
            Event::HeroStayed { hero, order, why: HeroTrouble::TooFar { distance: 3 } },
            Event::HeroStayed { hero, order: HeroMove::Leave, why: HeroTrouble::IsDown },
        ],
        expect![[r#"
            1.1 Marsh Officer joined Alpha from Marsh.
            1.2 Marsh Officer left Alpha and went on alone.
            1.3 Marsh Officer did not join Bravo: it was 3 tiles away, and 1 is the most (H-1).
            1.4 Marsh Officer did not leave Marsh Officer: down (H-1)."#]],
    );
}

#[test]
fn v1_moves_are_told_with_from_to_cover_and_load() {
    let battle = ridge();
    let mut alpha = moved(&battle, "Alpha", MoveKind::Plain, &["G2"]);
    alpha.allowance = Some(Allowance { base: 6, broken: false, half_again: false, downed: 0, steps: 6 });
    (alpha.cost, alpha.carried, alpha.cut_short) = (5, 1, Some(CutShort::EnemyInTheWay));
    let mut bravo = moved(&battle, "Bravo", MoveKind::PressIn, &["C4", "D4"]);
    bravo.path.clear();
    let bravo_id = squad(&battle, "Bravo");
    let abandoned = vec![(unit(&battle, "Bravo", 2), tile("B4"))];
    check(
        &battle,
        &[
            Event::Moved(Box::new(alpha)),
            Event::Moved(Box::new(bravo)),
            Event::Stayed { squad: bravo_id, why: Stay::HasShot },
            Event::Disengaged { squad: bravo_id, rolls: vec![(unit(&battle, "Bravo", 2), die(3))] },
            Event::Abandoned { squad: bravo_id, units: abandoned },
        ],
        expect![[r#"
            1.1 Alpha moved from A1 to G2, 5 of 6 steps, in cover, carrying 1 downed; cut short: enemies were in the way (V-1).
            1.2 Bravo pressed in: 2 units.
            1.3 Bravo stayed at C4: who has shot neither charges nor disengages (V-3).
            1.4 Bravo disengaged: 1 roll, 1 downed.
            1.5 Bravo left behind Bravo 2 at B4: −1 to its morale roll this round (V-5)."#]],
    );
}

#[test]
fn v6_a_disengage_and_its_move_are_one_line() {
    let battle = ridge();
    let alpha = squad(&battle, "Alpha");
    let rolls = vec![(unit(&battle, "Alpha", 1), die(2)), (unit(&battle, "Alpha", 2), die(5))];
    let mut went = moved(&battle, "Alpha", MoveKind::Disengage, &[]);
    let unit = unit(&battle, "Alpha", 2);
    went.steps = vec![Step { unit, from: tile("B1"), to: tile("B3") }];
    check(
        &battle,
        &[Event::Disengaged { squad: alpha, rolls }, Event::Moved(Box::new(went))],
        expect!["1.1 Alpha disengaged: 2 rolls, 1 downed; the rest got away from B1 to B3, 2 of 3 in cover."],
    );
    let bravo = squad(&battle, "Bravo");
    let rolls = vec![(battle.squad(bravo).members[0], die(5))];
    let steps = moved(&battle, "Bravo", MoveKind::Disengage, &["D4"]);
    check(
        &battle,
        &[Event::Disengaged { squad: bravo, rolls }, Event::Moved(Box::new(steps))],
        expect!["1.1 Bravo disengaged: 1 roll, nobody fell; the rest drew back from A4 to D4, still in melee."],
    );
}

#[test]
fn v7_charges_are_told_with_what_was_needed_and_rolled() {
    let battle = ridge();
    let (squad, target) = (squad(&battle, "Beast"), squad(&battle, "Bravo"));
    let charge =
        |needed, dice, opposed, made| Event::Charged(Box::new(Charge { squad, target, needed, dice, opposed, made }));
    check(
        &battle,
        &[
            charge(Some(7), Some(dice(1, 2)), None, false),
            charge(None, None, None, false),
            charge(Some(0), None, None, true),
            charge(Some(7), Some(dice(4, 5)), Some(dice(6, 3)), false),
            charge(Some(7), Some(dice(4, 5)), Some(dice(1, 3)), true),
            Event::Moved(Box::new(moved(&battle, "Beast", MoveKind::Charge, &["C3"]))),
        ],
        expect![[r#"
            1.1 Beast charged Bravo: needed 7, rolled 3 (1 and 2): missed.
            1.2 Beast charged Bravo: there was no way in: missed.
            1.3 Beast charged Bravo: already there, no roll needed: in.
            1.4 Beast charged Bravo: needed 7, rolled 9 (4 and 5); opposed with 9 (6 and 3) (V-6): missed.
            1.5 Beast charged Bravo: needed 7, rolled 9 (4 and 5); opposed with 4 (1 and 3) (V-6): in from I6 to C3."#]],
    );
}

#[test]
fn l1_morale_is_told_with_its_numbers() {
    let battle = ridge();
    let alpha = squad(&battle, "Alpha");
    let test = |faces: (u8, u8), modifiers: &[(MoraleSource, i8)], by_hero, passed| Event::MoraleTested {
        squad: alpha,
        dice: dice(faces.0, faces.1),
        modifiers: modifiers.to_vec(),
        needs: 7,
        by_hero,
        passed,
    };
    check(
        &battle,
        &[
            test((4, 3), &[], None, true),
            test((4, 3), &[(MoraleSource::Abandoned, -1)], None, false),
            test((1, 2), &[], Some(unit(&battle, "Marsh", 1)), false),
            test((5, 2), &[(MoraleSource::Abandoned, -1), (MoraleSource::Ability(STEADY), 2)], None, true),
            Event::Recovered { squad: alpha },
        ],
        expect![[r#"
            1.1 Alpha, 4 of 4 standing, tested morale: needed 7, rolled 7 (4 and 3): held.
            1.2 Alpha, 4 of 4 standing, tested morale: needed 7, rolled 7 (4 and 3), −1 for those it left, 6 in all: broken until it passes a test (no CON, −2 ACC, half move).
            1.3 Alpha, 4 of 4 standing, tested morale: needed 7 with Marsh Officer, rolled 3 (1 and 2): still broken until it passes a test (no CON, −2 ACC, half move).
            1.4 Alpha, 4 of 4 standing, tested morale: needed 7, rolled 7 (5 and 2), −1 for those it left and +2 by Steady Aim, 8 in all: back to order.
            1.5 Alpha came back to order: half of it stands again (L-4)."#]],
    );
}

#[test]
fn o1_objectives_are_told_with_con_and_owner() {
    let battle = ridge();
    let counted = |players, enemy, owner, contested| Event::ObjectiveCounted {
        objective: ObjectiveId(0),
        control: BySide { players, enemy },
        owner,
        contested,
    };
    check(
        &battle,
        &[
            counted(4, 1, Some(Side::Players), false),
            counted(0, 0, Some(Side::Players), false),
            counted(3, 3, Some(Side::Players), true),
            counted(1, 4, Some(Side::Enemy), false),
            Event::Scored { side: Side::Enemy, points: 2 },
            Event::GoalMet { goal: 0 },
            Event::GoalMet { goal: 1 },
            Event::Ended { outcome: Outcome::Victory, departure: None },
        ],
        expect![[r#"
            1.1 The ridge (D2): CON you 4, enemy 1: you keep it.
            1.2 The ridge (D2): CON you 3, enemy 3: contested, it stays yours but nobody holds it.
            1.3 The ridge (D2): CON you 1, enemy 4: the enemy takes it, from the next round on.
            1.4 The enemy scores 2 points, 2 in all.
            1.5 Goal met: Hold the ridge for two rounds.
            1.6 It has come to this: An enemy comes through the gap.
            1.7 Victory: all goals are met, and the battle is won."#]],
    );
}

#[test]
fn o2_what_was_not_to_come_true_is_not_told_as_done() {
    let battle = ridge_with(|setup| {
        let lost = Condition::Lost { who: Subject::Side(Side::Players), percent: 50 };
        setup.goals[0].when = Condition::All(vec![Condition::Survive { round: 2 }, Condition::Not(Box::new(lost))]);
    });
    check(
        &battle,
        &[Event::GoalPartMet { goal: 0, part: 0 }, Event::GoalPartMet { goal: 0, part: 1 }],
        expect![[r#"
            1.1 A part of this is done for good: Hold the ridge for two rounds.
            1.2 A part of this can't come true any more: Hold the ridge for two rounds."#]],
    );
}

#[test]
fn o4_a_failure_that_does_not_end_the_battle_is_told_with_what_it_means() {
    let battle = ridge_with(|setup| setup.goals[1].ends = false);
    check(
        &battle,
        &[Event::GoalMet { goal: 1 }],
        expect!["1.1 It has come to this: An enemy comes through the gap. You can't win any more."],
    );
}

#[test]
fn x2_the_aftermath_and_what_the_scenario_brings_are_told() {
    let battle = ridge_with(|setup| setup.tap_out_cost = Some("A week lost".to_owned()));
    let alpha = squad(&battle, "Alpha");
    let left = |n, face, dead| Event::Aftermath { unit: unit(&battle, "Alpha", n), die: die(face), dead };
    check(
        &battle,
        &[
            Event::ScheduleCame { index: 0 },
            Event::ScheduleCame { index: 1 },
            Event::ArrivalDelayed { squad: alpha },
            Event::Ended { outcome: Outcome::TappedOut, departure: Some(Departure::TapOut) },
            left(1, 2, true),
            left(2, 5, false),
        ],
        expect![[r#"
            1.1 Engines in the woods.
            1.2 Alpha found no room to arrive, and will try again next round.
            1.3 Tapped out: you leave the field with goals open (O-4). The cost: A week lost.
            1.4 Of 2 left behind, 1 is dead (on a 2 Alpha 1); 1 is wounded (on a 5 Alpha 2)."#]],
    );
}

#[test]
fn who_stands_again_is_told_and_the_numbers_add_up() {
    let mut before = ridge();
    let (alpha, one) = (squad(&before, "Alpha"), D6::showing(1).expect("a face"));
    let [first, second] = [1, 2].map(|it| unit(&before, "Alpha", it));
    before.apply(&Event::Disengaged { squad: alpha, rolls: vec![(first, one), (second, one)] });
    let events: Vec<Event> = [first, second]
        .map(|unit| Event::Healed { unit, hp: 1, stands_at: Some(before.unit(unit).at), ability: AbilityId(0) })
        .to_vec();
    let told = tell(&before, &events, &Known::default()).tale;
    assert_eq!(told.iter().map(crate::page::Rich::text).collect::<Vec<_>>(), ["2 of Alpha stood up again."]);
}
