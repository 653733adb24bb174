//! S-9: fire into melee.

use expect_test::expect;

use super::{arm, profile, tagged, weapon};
use crate::line::battle::scene::{scene, scene_with};
use crate::line::battle::{Battle, Setup, Tag};
use crate::line::rules::story::check;

/// A rifleman, and this many friends in melee with that many enemies, all of whom reach each other.
fn into_melee(friends: usize, enemies: usize, touch: impl FnOnce(&mut Setup)) -> Battle {
    // Friends in column F, enemies in column G.
    let rows: Vec<String> = (0..3)
        .map(|row| {
            let cell = |n: usize, letter: char| if row < n { format!(".{letter}") } else { ".".to_owned() };
            let shooter = if row == 0 { ".a" } else { "." };
            format!("{shooter} . . . . {} {}", cell(friends, 'f'), cell(enemies, 'b'))
        })
        .collect();
    scene_with(&rows.join("\n"), "a Alpha players: rifle; f Friends players: spearman; b Boyz enemy: spearman", touch)
}

#[test]
fn s9_a_miss_is_rolled_again_at_the_friends_who_fight_there() {
    check(
        &into_melee(1, 1, |_| ()),
        "Alpha: shoot Boyz",
        "hit 3, stray 4, wound 3, save 5, hit 1 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 3/4+
        Alpha Stray Friends with rifle: 4/4+
          Friends 1: wound 3/3+ save 5/5+ Saved
        Melee:
        Friends Blows Boyz with spear: 1/4+
        Boyz Blows Friends with spear: 1/4+"#]],
    );
}

#[test]
fn s9_a_hit_is_not() {
    check(
        &into_melee(1, 1, |_| ()),
        "Alpha: shoot Boyz",
        "hit 4, wound 1, hit 1 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 4/4+
          Boyz 1: wound 1/3+ Unharmed
        Melee:
        Friends Blows Boyz with spear: 1/4+
        Boyz Blows Friends with spear: 1/4+"#]],
    );
}

#[test]
fn s9_friends_who_are_more_are_hit_more_easily() {
    check(
        &into_melee(2, 1, |_| ()),
        "Alpha: shoot Boyz",
        "hit 3, stray 2, hit 1 1 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 3/4+
        Alpha Stray Friends with rifle: 2/3+
        Melee:
        Friends Blows Boyz with spear: 1/4+ 1/4+
        Boyz Blows Friends with spear: 1/4+"#]],
    );
}

#[test]
fn s9_enemies_who_are_more_shield_them() {
    check(
        &into_melee(1, 2, |_| ()),
        "Alpha: shoot Boyz",
        "hit 3, stray 4, hit 1 1 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 3/4+
        Alpha Stray Friends with rifle: 4/5+
        Melee:
        Friends Blows Boyz with spear: 1/4+
        Boyz Blows Friends with spear: 1/4+ 1/4+"#]],
    );
}

#[test]
fn s9_friends_who_are_larger_are_hit_more_easily_and_with_both_by_two() {
    let battle = |second: &str| {
        scene_with(
            &format!(".a . . . . .f . .\n. . . . . . . .b\n. . . . . {second} . .\n. . . . . . . ."),
            "a Alpha players: rifle; f Friends players: beast; b Boyz enemy: spearman",
            |setup| arm(setup, "beast", &[]),
        )
    };
    check(
        &battle("."),
        "Alpha: shoot Boyz",
        "hit 3, stray 2, hit 1 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 3/4+
        Alpha Stray Friends with rifle: 2/3+
        Melee:
        Friends Blows Boyz with bare hands: 1/5+
        Boyz Blows Friends with spear: 1/4+"#]],
    );
    check(
        &battle(".f"),
        "Alpha: shoot Boyz",
        "hit 3, stray 1, hit 1 1 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 3/4+
        Alpha Stray Friends with rifle: 1/2+
        Melee:
        Friends Blows Boyz with bare hands: 1/5+ 1/5+
        Boyz Blows Friends with spear: 1/4+"#]],
    );
}

#[test]
fn s9_a_larger_enemy_shields_them() {
    let battle = scene_with(
        ".a . . . . .f .b .\n. . . . . . . .",
        "a Alpha players: rifle; f Friends players: spearman; b Boyz enemy: beast",
        |setup| arm(setup, "beast", &[]),
    );
    check(
        &battle,
        "Alpha: shoot Boyz",
        "hit 3, stray 4, hit 1 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 3/4+
        Alpha Stray Friends with rifle: 4/5+
        Melee:
        Friends Blows Boyz with spear: 1/4+
        Boyz Blows Friends with bare hands: 1/5+"#]],
    );
}

#[test]
fn s9_more_friends_against_a_larger_enemy_cancel_out() {
    let battle = scene_with(
        ".a . . . . .f .b .\n. . . . . .f . .",
        "a Alpha players: rifle; f Friends players: spearman; b Boyz enemy: beast",
        |setup| arm(setup, "beast", &[]),
    );
    check(
        &battle,
        "Alpha: shoot Boyz",
        "hit 3, stray 3, hit 1 1 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 3/4+
        Alpha Stray Friends with rifle: 3/4+
        Melee:
        Friends Blows Boyz with spear: 1/4+ 1/4+
        Boyz Blows Friends with bare hands: 1/5+"#]],
    );
}

#[test]
fn s9_holds_for_the_enemy_as_well() {
    let battle = scene(
        ".a . . . . .f .b\n. . . . . . .b",
        "a Alpha enemy: rifle; f Friends enemy: spearman; b Boyz players: spearman",
    );
    check(
        &battle,
        "Alpha: shoot Boyz",
        "hit 3, stray 5, wound 3, save 4",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 3/4+
        Alpha Stray Friends with rifle: 5/5+
          Friends 1: wound 3/3+ save 4/5+ Downed by 1"#]],
    );
    let battle = scene(
        ".a . . . . .f .b\n. . . . . .f .",
        "a Alpha enemy: rifle; f Friends enemy: spearman; b Boyz players: spearman",
    );
    check(
        &battle,
        "Alpha: shoot Boyz",
        "hit 3, stray 3, wound 1, hit 1 1 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 3/4+
        Alpha Stray Friends with rifle: 3/3+
          Friends 1: wound 1/3+ Unharmed
        Melee:
        Boyz Blows Friends with spear: 1/4+
        Friends Blows Boyz with spear: 1/4+ 1/4+"#]],
    );
}

#[test]
fn s9_the_squad_with_most_in_contact_takes_them_and_the_first_of_equals() {
    let battle = |second: &str| {
        scene(
            &format!(".a . . . . .e .b\n. . . . . .f {second}"),
            "a Alpha players: rifle; e Echo players: spearman; f Foxtrot players: spearman; b Boyz enemy: spearman",
        )
    };
    check(
        &battle("."),
        "Alpha: shoot Boyz",
        "hit 3, stray 1, hit 1 1 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 3/4+
        Alpha Stray Echo with rifle: 1/3+
        Melee:
        Echo Blows Boyz with spear: 1/4+
        Foxtrot Blows Boyz with spear: 1/4+
        Boyz Blows Echo with spear: 1/4+"#]],
    );
    check(
        &battle(".f"),
        "Alpha: shoot Boyz",
        "hit 3, stray 1, hit 1 1 1 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 3/4+
        Alpha Stray Foxtrot with rifle: 1/3+
        Melee:
        Echo Blows Boyz with spear: 1/4+
        Foxtrot Blows Boyz with spear: 1/4+ 1/4+
        Boyz Blows Foxtrot with spear: 1/4+"#]],
    );
}

#[test]
fn s9_units_of_the_squad_that_fires_are_friends_too() {
    let battle = scene_with(".a . . . . .a .b", "a Alpha players: rifle; b Boyz enemy: spearman", |setup| {
        profile(setup, "rifle").movement = 0;
    });
    check(
        &battle,
        "Alpha: shoot Boyz",
        "hit 3, stray 4, wound 4, save 5, hit 1, hit 1, hit 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 3/4+
        Alpha Stray Alpha with rifle: 4/3+
          Alpha 2: wound 4/3+ save 5/5+ Saved
        Melee:
        Alpha CloseQuarters Boyz with pistol: 1/4+
        Alpha Blows Boyz with bayonet: 1/4+
        Boyz Blows Alpha with spear: 1/4+"#]],
    );
}

#[test]
fn s9_whoever_reaches_an_enemy_that_does_not_reach_him_is_not_his_own_victim() {
    let battle = scene_with(".a . .b", "a Spears players: spearman; b Boyz enemy: rifle", |setup| {
        arm(setup, "spearman", &["rifle"]);
        arm(setup, "rifle", &["bayonet"]);
    });
    check(
        &battle,
        "Spears: shoot Boyz",
        "hit 3, hit 1 1",
        expect![[r#"
        Shooting:
        Spears Fire Boyz with rifle: 3/4+
        Melee:
        Spears Blows Boyz with bare hands: 1/5+
        Boyz Blows Spears with bayonet: 1/4+"#]],
    );
}

#[test]
fn s9_torrents_never_miss_so_they_never_stray() {
    let battle = into_melee(1, 1, |setup| weapon(setup, "rifle").tags = vec![Tag::Torrent]);
    check(
        &battle,
        "Alpha: shoot Boyz",
        "wound 1, hit 1 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: auto/4+
          Boyz 1: wound 1/3+ Unharmed
        Melee:
        Friends Blows Boyz with spear: 1/4+
        Boyz Blows Friends with spear: 1/4+"#]],
    );
}

#[test]
fn s9_only_an_enemy_in_melee_brings_friends_into_danger() {
    check(
        &tagged(&[]),
        "Alpha: shoot Boyz",
        "hit 3",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 3/4+"#]],
    );
}

#[test]
fn s9_the_cover_of_the_friend_counts_for_him() {
    let battle = scene_with(
        ".a . . . . rf .b",
        "a Alpha players: rifle; f Friends players: spearman; b Boyz enemy: spearman",
        |_| (),
    );
    check(
        &battle,
        "Alpha: shoot Boyz",
        "hit 3, stray 4, wound 3, save 3, hit 1 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 3/4+
        Alpha Stray Friends with rifle: 4/4+
          Friends 1: wound 3/3+ save 3/3+ Saved
        Melee:
        Friends Blows Boyz with spear: 1/4+
        Boyz Blows Friends with spear: 1/4+"#]],
    );
}
