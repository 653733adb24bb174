//! FX-6: the dazed and the frenzied.

use super::*;
use crate::line::battle::scene::teach;
use crate::line::battle::{Effect, PlightCause, Tag};
use crate::line::rules::{Line, story};
use expect_test::expect;
const SQUADS: &str = "a Alpha players: rifle; e Boyz enemy: boy";

#[test]
fn a6_a_stun_weapon_dazes_whom_it_hurts_and_does_not_fell() {
    let battle = field(".a . . . .g .", "a Alpha players: rifle; g Guns enemy: gunner", |setup| {
        let rifle = scene::weapon(setup, "rifle");
        setup.weapons[usize::from(rifle.0)].tags.push(Tag::Stun);
    });
    let dice = "hit 4, wound 6, save 1";
    story::check(
        &battle,
        "Alpha: shoot Guns; Guns: shoot Alpha; Guns: move F1",
        dice,
        expect![[r#"
        Shooting:
        Alpha Fire Guns with rifle: 4/4+
          Guns 1: wound 6/4+ save 1/5+ Hurt by 1
        Dazed until round 1: Guns 1
        Guns at Alpha: nobody fires (Guns 1 Dazed)
        Movement:
        Guns stays: Dazed
        Dazed no more (Time): Guns 1"#]],
    );
}

#[test]
fn f9_the_dazed_neither_shoot_nor_strike_nor_move() {
    let battle = field(".a .a . . . . .\n. . . . . .e .", SQUADS, |_| ());
    let battle = dazed(battle, &["Alpha 2"]);
    story::check(
        &battle,
        "Alpha: shoot Boyz",
        "hit 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 1/4+
        Movement:
        Dazed no more (Time): Alpha 2"#]],
    );
    story::check(
        &battle,
        "Alpha: move A2",
        "",
        expect![[r#"
        Movement:
        Alpha Plain 1 of 9: Alpha 1 A1>A2
        Dazed no more (Time): Alpha 2"#]],
    );
    let melee = dazed(field(".a .a .e .", SQUADS, |_| ()), &["Alpha 2"]);
    story::check(
        &melee,
        "",
        "hit 1, hit 1, hit 1 1",
        expect![[r#"
        Melee:
        Alpha CloseQuarters Boyz with pistol: 1/4+
        Boyz CloseQuarters Alpha with slugga: 1/5+
        Boyz Blows Alpha with choppa: 1/4+ 1/4+
        Movement:
        Dazed no more (Time): Alpha 2"#]],
    );
    let all = dazed(battle, &["Alpha 1"]);
    story::check(
        &all,
        "Alpha: move A2",
        "",
        expect![[r#"
        Movement:
        Alpha stays: Dazed
        Dazed no more (Time): Alpha 1, Alpha 2"#]],
    );
    story::check(
        &all,
        "Alpha: charge Boyz",
        "",
        expect![[r#"
        Movement:
        Alpha stays: Dazed
        Dazed no more (Time): Alpha 1, Alpha 2"#]],
    );
}

#[test]
fn f9_the_frenzied_charge_the_nearest_whatever_they_were_told() {
    let battle = field(".a .a . . . . . . . . . . .\n. . . . . . . . . . .e . .", SQUADS, |_| ());
    let battle = afflicted(battle, Plight::Frenzied, &["Alpha 1", "Alpha 2"]);
    let dice = "charge 1 1";
    story::check(
        &battle,
        "Alpha: shoot Boyz; Alpha: move A2",
        dice,
        expect![[r#"
        Shooting:
        Alpha at Boyz: nobody fires (Alpha 1 Frenzied, Alpha 2 Frenzied)
        Movement:
        Alpha BeforeCharge 9 of 9: Alpha 1 A1>I2, Alpha 2 B1>I1
        Alpha charges Boyz: needs 1, 1+1: made
        Alpha Charge: Alpha 1 I2>J2, Alpha 2 I1>J1
        Frenzied no more (Time): Alpha 1, Alpha 2"#]],
    );
    story::check(
        &battle,
        "",
        dice,
        expect![[r#"
        Movement:
        Alpha BeforeCharge 9 of 9: Alpha 1 A1>I2, Alpha 2 B1>I1
        Alpha charges Boyz: needs 1, 1+1: made
        Alpha Charge: Alpha 1 I2>J2, Alpha 2 I1>J1
        Frenzied no more (Time): Alpha 1, Alpha 2"#]],
    );
    let one = field(".a .a . . . . .e", SQUADS, |_| ());
    let one = afflicted(one, Plight::Frenzied, &["Alpha 1"]);
    story::check(
        &one,
        "Alpha: shoot Boyz",
        "hit 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 1/4+
        Movement:
        Frenzied no more (Time): Alpha 1"#]],
    );
}

#[test]
fn c7_abilities_daze_and_frenzy_for_rounds_and_steady_again() {
    let effects = |effects: Vec<Effect>| {
        field(".a .a . . . .l", "a Alpha players: rifle; l Lead players: officer", |setup| {
            teach(setup, "Order", effects);
        })
    };
    let daze = effects(vec![Effect::Afflict { plight: Plight::Dazed, rounds: 2 }]);
    story::check(
        &daze,
        "use Order on Alpha",
        "",
        expect![[r#"
        Order on Alpha for 1 CP
        Dazed until round 2: Alpha 1, Alpha 2"#]],
    );
    let frenzy = effects(vec![Effect::Afflict { plight: Plight::Frenzied, rounds: 1 }, Effect::Steady]);
    story::check(
        &frenzy,
        "use Order on Alpha",
        "",
        expect![[r#"
        Order on Alpha for 1 CP
        Frenzied until round 1: Alpha 1, Alpha 2
        Frenzied no more (Ability(AbilityId(0))): Alpha 1, Alpha 2"#]],
    );
    let after = story::after(&daze, "use Order on Alpha", "");
    assert!(after.is_dazed(unit(&after, "Alpha 1")), "still in the second round");
    assert!(!story::after(&after, "", "").is_dazed(unit(&after, "Alpha 1")), "and no longer");
}

#[test]
fn f9_plights_that_begin_in_movement_last_through_the_next() {
    let battle = field(".a .a . . . . .e", SQUADS, |_| ());
    let mut late = battle.clone();
    late.apply(&Event::PhaseBegan { phase: Phase::Movement });
    let orders = crate::line::battle::Orders::default();
    let mut dice = crate::dice::Dice::scripted("");
    let rules = Line::default();
    let mut round =
        crate::line::rules::Round { rules: &rules, battle: late, orders: &orders, dice: &mut dice, events: Vec::new() };
    let alpha = squad(&battle, "Alpha");
    let units = battle.standing(alpha).collect();
    let cause = PlightCause::Ability(AbilityId(0));
    crate::line::rules::formations::afflict(&mut round, Plight::Dazed, units, 1, cause);
    assert_eq!(round.battle.until(unit(&battle, "Alpha 1"), Plight::Dazed), 2);
}

#[test]
fn f9_the_frenzied_stay_in_their_melee() {
    let battle = afflicted(field(".a .e . .", SQUADS, |_| ()), Plight::Frenzied, &["Alpha 1"]);
    story::check(
        &battle,
        "Alpha: disengage",
        "hit 1 1, hit 1, hit 1 1",
        expect![[r#"
        Melee:
        Alpha CloseQuarters Boyz with pistol: 1/4+
        Boyz CloseQuarters Alpha with slugga: 1/5+
        Alpha Blows Boyz with bayonet: 1/4+
        Boyz Blows Alpha with choppa: 1/4+ 1/4+
        Movement:
        Frenzied no more (Time): Alpha 1"#]],
    );
}
