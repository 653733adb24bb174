//! F-2 to F-4, and melee in formation.

use super::*;
use crate::dice::Dice;
use crate::line::battle::{AimSource, Orders, VolleyAt};
use crate::line::rules::formations::shields::shields_beside;
use crate::line::rules::formations::{volley, volley_plans};
use crate::line::rules::{Line, Round, preview, story};
use expect_test::expect;
/// What the shields beside each are worth, in roster order.
fn walls(battle: &Battle, name: &str) -> Vec<i8> {
    battle.standing(squad(battle, name)).map(|it| shields_beside(battle, it, &[])).collect()
}

#[test]
fn f2_each_shield_beside_one_is_worth_one() {
    let shields = |setup: &mut Setup| {
        trained(setup);
        shielded(setup, "rifle", Shield::Medium);
    };
    let battle = field(".a .a .a .a .a", "a Alpha players: rifle", shields);
    assert_eq!(walls(&battle, "Alpha"), [0; 5], "in no formation");
    let battle = formed(battle, &["Alpha"], None);
    assert_eq!(walls(&battle, "Alpha"), [1, 2, 2, 2, 1]);
    assert_eq!(walls(&dazed(battle, &["Alpha 3"]), "Alpha"), [1, 1, 2, 1, 1]);
}

#[test]
fn f2_a_small_shield_helps_others_only() {
    let battle = field(".a .a", "a Alpha players: rifle boy", |setup| {
        trained(setup);
        shielded(setup, "rifle", Shield::Small);
        shielded(setup, "boy", Shield::Large);
    });
    assert_eq!(walls(&formed(battle, &["Alpha"], None), "Alpha"), [0, 1]);
}

/// A boy who shoots at, and strikes, a row of shields.
fn shield_wall(drawing: &str) -> Battle {
    let battle = field(drawing, "a Alpha players: rifle; e Boyz enemy: boy", |setup| {
        trained(setup);
        shielded(setup, "rifle", Shield::Medium);
    });
    formed(battle, &["Alpha"], None)
}

#[test]
fn f2_shields_make_it_harder_to_strike_and_hold_no_more_than_two() {
    let battle = shield_wall(".a .a .a .\n.a .a .a .\n. .e . .");
    let alpha = squad(&battle, "Alpha");
    story::check(
        &battle,
        "",
        "hit 1 1 1 1 1 1, hit 5, hit 1 1 1, hit 5 5",
        expect![[r#"
        Melee:
        Alpha CloseQuarters Boyz with pistol: 1/4+ 1/4+ 1/4+ 1/4+ 1/4+ 1/4+
        Boyz CloseQuarters Alpha with slugga: 5/7+
        Alpha Blows Boyz with bayonet: 1/4+ 1/4+ 1/4+
        Boyz Blows Alpha with choppa: 5/6+ 5/6+"#]],
    );
    assert_eq!(battle.standing(alpha).map(|it| shields_beside(&battle, it, &[])).max(), Some(5));
}

/// So many riflemen in a row, and a boy who is far away from them.
fn shooters(count: usize) -> Battle {
    let row: String = (0..10).map(|n| if n < count { ".a " } else { ". " }).collect();
    let drawing = format!("{row}\n. . . . . . . . . .\n. . . . . . . . . .\n. . . . . . . . .e .e");
    let battle = field(&drawing, "a Alpha players: rifle; e Boyz enemy: boy", trained);
    formed(battle, &["Alpha"], None)
}

#[test]
fn f3_every_further_shooter_helps_all_of_them() {
    for (count, more) in [(1, 0), (4, 3), (10, 9)] {
        let battle = shooters(count);
        let planned = volley_plans(&battle, &battle.formations()[0], unit(&battle, "Boyz 1"));
        let [(_, planned)] = &planned[..] else { panic!("one squad") };
        let modifiers = &planned.plans[0].aims[0].modifiers;
        let found = modifiers.iter().find(|it| it.0 == AimSource::Volley).map_or(0, |it| it.1);
        assert_eq!(found, more, "{count} shooters");
        assert_eq!(planned.plans[0].aims[0].sum, more.min(2), "S-8");
    }
}

#[test]
fn f3_the_nearest_is_shot_at_if_nobody_is_named_and_nobody_else_if_he_is_gone() {
    let battle = shooters(3);
    story::check(
        &battle,
        "Alpha: volley Boyz",
        "hit 1 1 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 1/2+ 1/2+ 1/2+"#]],
    );
    let mut gone = battle.clone();
    gone.apply(&Event::HazardRolled {
        squad: squad(&gone, "Boyz"),
        weapon: crate::line::battle::WeaponId(0),
        rolls: vec![(unit(&gone, "Boyz 2"), D6::showing(1).expect("a face"), crate::line::battle::Fate::Downed)],
    });
    story::check(
        &gone,
        "Alpha: volley Boyz 2; Alpha: steps south",
        "",
        expect![[r#"
        Shooting:
        Alpha volley at Boyz 2: wasted
        Movement:
        Alpha stands still: NobodyMayMove"#]],
    );
}

#[test]
fn f3_squads_of_one_formation_shoot_together_and_once() {
    let squads = "a Alpha players: rifle; b Bravo players: rifle; e Boyz enemy: boy";
    let battle = formed(field(".a .b . . . .e .e", squads, trained), &["Alpha", "Bravo"], None);
    story::check(
        &battle,
        "Alpha: volley Boyz; Bravo: shoot Boyz",
        "hit 1, hit 1",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 1/3+
            Bravo Fire Boyz with rifle: 1/3+
            Bravo at Boyz: nobody fires (Bravo 1 Fired)"#]],
    );
}

#[test]
fn f3_s5_a_volley_at_nobody_is_not_wasted_by_those_who_have_fired() {
    let squads = "a Alpha players: rifle; b Bravo players: rifle; e Boyz enemy: boy";
    let battle = formed(field(".a .b . . . .e", squads, trained), &["Alpha", "Bravo"], None);
    story::check(
        &battle,
        "Alpha: shoot Boyz; Bravo: volley Boyz",
        "hit 4, wound 4, save 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 4/4+
          Boyz 1: wound 4/4+ save 1/6+ Downed by 1
        Alpha at Boyz: nobody fires (Alpha 1 Fired)
        Bravo at Boyz: wasted"#]],
    );
}

#[test]
fn f3_s7_who_could_not_have_fired_loses_nothing_with_a_volley_at_nobody() {
    let squads = "a Alpha players: rifle; b Bravo players: spearman; c Charlie players: rifle; e Boyz enemy: boy; \
                  f Nobz enemy: boy";
    let drawing = ".a .b .c . . . .e\n. . . .f . . .";
    let mut battle = formed(field(drawing, squads, trained), &["Alpha", "Bravo", "Charlie"], None);
    battle.apply(&Event::HazardRolled {
        squad: squad(&battle, "Boyz"),
        weapon: crate::line::battle::WeaponId(0),
        rolls: vec![(unit(&battle, "Boyz 1"), D6::showing(1).expect("a face"), crate::line::battle::Fate::Downed)],
    });
    let (alpha, at) = (squad(&battle, "Alpha"), VolleyAt { target: squad(&battle, "Boyz"), unit: None });
    let (rules, orders, dice) = (&Line::default(), &Orders::default(), &mut Dice::scripted(""));
    let mut round = Round { rules, battle, orders, dice, events: Vec::new() };
    assert!(volley(&mut round, alpha, at));
    let has_shot = |name: &str| round.battle.squad(squad(&round.battle, name)).has_shot;
    // He would have fired; they have spears; he is in melee.
    assert_eq!(["Alpha", "Bravo", "Charlie"].map(has_shot), [true, false, false], "{:?}", round.events);
}

#[test]
fn f3_what_a_volley_would_be_can_be_asked_for() {
    let battle = shooters(4);
    let (alpha, boyz) = (squad(&battle, "Alpha"), squad(&battle, "Boyz"));
    let order = VolleyAt { target: boyz, unit: None };
    let seen = preview::volley(&Line::default(), &battle, alpha, order);
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].unit, Some(unit(&battle, "Boyz 1")));
    assert_eq!(seen[0].fire[0].1.firing[0].1, 4);
}

#[test]
fn f2_a_shield_beside_counts_whatever_formation_it_stands_in() {
    let squads = "a Alpha players: rifle; b Bravo players: rifle; c Carol players: rifle; e Boyz enemy: rifle";
    let battle = field(".b .a .a .c\n.e . . .", squads, |setup| {
        trained(setup);
        shielded(setup, "rifle", Shield::Medium);
    });
    let battle = formed(battle, &["Alpha"], None);
    assert_eq!(walls(&battle, "Alpha"), [2, 2], "Bravo and Carol stand beside them, in no formation at all");
    assert_eq!(walls(&battle, "Carol"), [0], "who is in none has nothing of it himself");
    assert_eq!(walls(&dazed(battle, &["Bravo 1"]), "Alpha"), [1, 2]);
}

#[test]
fn f2_once_a_man_falls_the_next_is_aimed_at_as_he_stands() {
    // The nearest has a shield on either side of him. Once he is down the next has one left beside him, and then nobody has.
    let squads = "a Alpha players: rifle; e Boyz enemy: boy";
    let battle = field(".a .a .a .a\n. . . .\n. . . .\n. .e .e .\n. .e .e .", squads, |setup| {
        trained(setup);
        shielded(setup, "rifle", Shield::Medium);
    });
    let battle = formed(battle, &["Alpha"], None);
    story::check(
        &battle,
        "Boyz: shoot Alpha",
        "hit 6, wound 6, save 1, hit 6, wound 6, save 1, hit 5, wound 6, save 1, hit 4, morale 6 6",
        expect![[r#"
            Shooting:
            Boyz Fire Alpha with slugga: 6/7+ 6/6+ 5/5+ 4/5+
              Alpha 2: wound 6/3+ save 1/5+ Downed by 1
              Alpha 3: wound 6/3+ save 1/5+ Downed by 1
              Alpha 1: wound 6/3+ save 1/5+ Downed by 1
            Movement:
            Alpha is over
            Morale:
            Alpha tests on 6+6+0 against 7: passes"#]],
    );
}
