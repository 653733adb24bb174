//! A-6: what each weapon tag does.

use super::{arm, duel, profile, squad, tagged, tile, unit, weapon};
use crate::line::battle::scene::scene_with;
use crate::line::battle::{Battle, Event, Kind, Move, MoveKind, Phase, Step, TAGS, Tag, TagForm};
use crate::line::rules::movement;
use crate::line::rules::story::{after, check, orders_of, until};
use expect_test::expect;
#[test]
fn a6_blast_is_not_used_at_a_squad_in_melee_with_friends() {
    check(
        &scene_with(
            ".a . . . .f .b",
            "a Alpha players: rifle; f Friends players: spearman; b Boyz enemy: spearman",
            |setup| {
                weapon(setup, "rifle").tags = vec![Tag::Blast];
                arm(setup, "rifle", &["rifle"]);
            },
        ),
        "Alpha: shoot Boyz",
        "hit 1 1",
        expect![[r#"
            Shooting:
            Alpha at Boyz: nobody fires (Alpha 1 BlastNearFriends)
            Melee:
            Friends Blows Boyz with spear: 1/4+
            Boyz Blows Friends with spear: 1/4+"#]],
    );
}

#[test]
fn a6_assault_fire_slows_nobody() {
    let slowed = |tags: &[Tag]| {
        let battle = until(&tagged(tags), "Alpha: shoot Boyz", "hit 1", Phase::Movement);
        let alpha = battle.squad(squad(&battle, "Alpha"));
        (alpha.has_shot, alpha.is_slowed)
    };
    assert_eq!(slowed(&[]), (true, true));
    assert_eq!(slowed(&[Tag::Assault]), (true, false));
    // And so it is foretold.
    let fast = |tags: &[Tag]| {
        let battle = scene_with(".a . . . .b", "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
            weapon(setup, "rifle").tags = tags.to_vec();
            arm(setup, "rifle", &["rifle"]);
        });
        let orders = orders_of(&battle, "Alpha: shoot Boyz");
        movement::is_fast(&battle, &orders, squad(&battle, "Alpha"))
    };
    assert_eq!((fast(&[]), fast(&[Tag::Assault])), (false, true));
}

#[test]
fn a6_assault_fire_that_is_wasted_slows_nobody_either() {
    let battle = scene_with(
        ".a .c . . . .b .d",
        "a Alpha players: rifle; c Bravo players: rifle; b Boyz enemy: boy; d Nobz enemy: boy",
        |setup| {
            weapon(setup, "rifle").tags = vec![Tag::Assault];
            arm(setup, "rifle", &["rifle"]);
        },
    );
    let orders = "Alpha: shoot Boyz; Bravo: shoot Boyz";
    let then = until(&battle, orders, "hit 4, wound 4, save 1", Phase::Movement);
    let bravo = then.squad(squad(&battle, "Bravo"));
    assert_eq!((bravo.has_shot, bravo.is_slowed), (true, false));
}

#[test]
fn a6_a_volley_with_one_other_weapon_slows_the_squad() {
    let battle = scene_with(".a .a . . . .b", "a Alpha players: gunner rifle; b Boyz enemy: boy", |setup| {
        weapon(setup, "cannon").tags = vec![Tag::Assault];
    });
    let then = until(&battle, "Alpha: shoot Boyz", "hit 1, hit 1", Phase::Movement);
    assert!(then.squad(squad(&battle, "Alpha")).is_slowed);
}

#[test]
fn a6_one_shot_fires_once_in_a_battle() {
    let battle = duel(|setup| {
        weapon(setup, "rifle").tags = vec![Tag::OneShot];
        arm(setup, "rifle", &["rifle"]);
    });
    let later = after(&battle, "Alpha: shoot Boyz", "hit 1");
    check(
        &later,
        "Alpha: shoot Boyz",
        "",
        expect![[r#"
        Shooting:
        Alpha at Boyz: nobody fires (Alpha 1 Spent)"#]],
    );
}

#[test]
fn a6_of_two_one_shots_in_one_hand_each_is_used_once() {
    let spent = |battle: &Battle| [0, 1].map(|slot| battle.is_spent(unit(battle, "Alpha 1"), slot));
    let armed = duel(|setup| {
        weapon(setup, "rifle").tags = vec![Tag::OneShot];
        arm(setup, "rifle", &["rifle", "rifle"]);
    });
    let once = after(&armed, "Alpha: shoot Boyz", "hit 1");
    let twice = after(&once, "Alpha: shoot Boyz", "hit 1");
    assert_eq!([spent(&once), spent(&twice)], [[true, false], [true, true]]);
    check(
        &twice,
        "Alpha: shoot Boyz",
        "",
        expect![[r#"
        Shooting:
        Alpha at Boyz: nobody fires (Alpha 1 Spent)"#]],
    );
    let in_melee = scene_with(".a .b", "a Alpha players: rifle; b Boyz enemy: spearman", |setup| {
        weapon(setup, "bayonet").tags = vec![Tag::OneShot];
        arm(setup, "rifle", &["bayonet", "bayonet"]);
    });
    let once = after(&in_melee, "", "hit 1 1");
    let twice = after(&once, "", "hit 1 1");
    assert_eq!([spent(&once), spent(&twice)], [[true, false], [true, true]]);
}

#[test]
fn a6_one_shot_is_not_used_up_by_fire_that_is_held_or_wasted() {
    let battle = duel(|setup| {
        weapon(setup, "rifle").tags = vec![Tag::OneShot];
        weapon(setup, "rifle").range = Some(3);
        arm(setup, "rifle", &["rifle"]);
    });
    let later = after(&battle, "Alpha: shoot Boyz", "");
    assert!(!later.is_spent(unit(&later, "Alpha 1"), 0));
}

#[test]
fn a6_every_tag_of_the_table_is_written_as_it_is_read() {
    let names: Vec<String> = TAGS
        .iter()
        .map(|(_, form, _)| match form {
            TagForm::Plain(tag) => tag.to_string(),
            TagForm::Number(make) => make(2).to_string(),
            TagForm::Against(make) => make(Kind::Monster, 3).to_string(),
        })
        .collect();
    expect!["Extra Attacks, CloseQuarters, Crew 2, Rapid Fire 2, Blast, Torrent, Heavy, Assault, Sustained 2, Lethal, Devastating, Twin-linked, Ignores Cover, Indirect, Precision, Anti monster 3+, Hazardous, One Shot, Stun"].assert_eq(&names.join(", "));
}

#[test]
fn a6_blast_is_not_used_at_a_squad_in_melee_with_the_shooters_own() {
    let battle = scene_with(".a . . . . .a .b", "a Alpha players: rifle; b Boyz enemy: spearman", |setup| {
        weapon(setup, "rifle").tags = vec![Tag::Blast];
        profile(setup, "rifle").movement = 0;
        arm(setup, "rifle", &["rifle"]);
    });
    check(
        &battle,
        "Alpha: shoot Boyz",
        "hit 1, hit 1",
        expect![[r#"
        Shooting:
        Alpha at Boyz: nobody fires (Alpha 1 BlastNearFriends, Alpha 2 Engaged)
        Melee:
        Alpha Blows Boyz with bare hands: 1/5+
        Boyz Blows Alpha with spear: 1/4+"#]],
    );
}

/// The battle a round later, Alpha having taken a step.
fn moved(mut battle: Battle) -> Battle {
    let step = Step { unit: unit(&battle, "Alpha 1"), from: tile("A1"), to: tile("B1") };
    battle.apply(&Event::Moved(Box::new(Move {
        squad: squad(&battle, "Alpha"),
        kind: MoveKind::Plain,
        path: Vec::new(),
        cost: 1,
        allowance: None,
        steps: vec![step],
        cut_short: None,
        carried: 0,
    })));
    battle.apply(&Event::RoundBegan { round: 2 });
    battle
}

#[test]
fn a6_heavy_is_more_accurate_if_the_squad_did_not_move_last_round() {
    let battle = tagged(&[Tag::Heavy]);
    check(
        &battle,
        "Alpha: shoot Boyz",
        "hit 3, wound 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 3/3+
          Boyz 1: wound 1/4+ Unharmed"#]],
    );
    check(
        &moved(battle),
        "Alpha: shoot Boyz",
        "hit 3",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 3/4+"#]],
    );
}

#[test]
fn a6_precision_reaches_the_embedded_hero() {
    check(
        &scene_with(".a . . . .b .b", "a Alpha players: rifle; b Staff enemy: rifle officer", |setup| {
            weapon(setup, "rifle").tags = vec![Tag::Precision];
        }),
        "Alpha: shoot Staff",
        "hit 4, wound 3, save 1",
        expect![[r#"
            Shooting:
            Alpha Fire Staff with rifle: 4/4+
              Staff Officer: wound 3/3+ save 1/4+ Hurt by 1"#]],
    );
}
