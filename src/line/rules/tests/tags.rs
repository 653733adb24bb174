//! A-6: what each weapon tag does.

use expect_test::expect;

use super::{arm, duel, hurt, profile, squad, tagged, tile, unit, weapon};
use crate::line::battle::scene::{scene, scene_with};
use crate::line::battle::{Amount, Battle, Event, Kind, Move, MoveKind, Phase, Step, TAGS, Tag, TagForm};
use crate::line::rules::movement;
use crate::line::rules::story::{after, check, orders_of, until};

#[test]
fn a6_extra_attacks_are_fired_beside_the_one_weapon() {
    check(
        &scene_with(".a . . . .b", "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
            weapon(setup, "pistol").tags = vec![Tag::ExtraAttacks];
        }),
        "Alpha: shoot Boyz",
        "hit 1, hit 1",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 1/4+
            Alpha Fire Boyz with pistol: 1/4+"#]],
    );
}

#[test]
fn a6_extra_attacks_are_struck_beside_the_one_melee_weapon() {
    check(
        &scene_with(".a .b", "a Alpha players: rifle; b Boyz enemy: spearman", |setup| {
            arm(setup, "rifle", &["bayonet", "spear", "claws"]);
            weapon(setup, "claws").tags = vec![Tag::ExtraAttacks];
        }),
        "",
        "hit 1, hit 1 1 1 1, hit 1",
        expect![[r#"
            Melee:
            Alpha Blows Boyz with spear: 1/4+
            Alpha Blows Boyz with claws: 1/3+ 1/3+ 1/3+ 1/3+
            Boyz Blows Alpha with spear: 1/4+"#]],
    );
}

#[test]
fn a6_close_quarters_weapons_are_fired_in_melee() {
    check(
        &scene(".a .b", "a Alpha players: rifle; b Boyz enemy: spearman"),
        "",
        "hit 1, hit 1, hit 1",
        expect![[r#"
        Melee:
        Alpha CloseQuarters Boyz with pistol: 1/4+
        Alpha Blows Boyz with bayonet: 1/4+
        Boyz Blows Alpha with spear: 1/4+"#]],
    );
}

#[test]
fn a6_crew_is_what_a_weapon_takes() {
    check(
        &scene(".a .a . . . .b", "a Guns players: team; b Boyz enemy: boy"),
        "Guns: shoot Boyz",
        "hit 1 1 1 1",
        expect![[r#"
            Shooting:
            Guns Fire Boyz with machine gun: 1/4+ 1/4+ 1/4+ 1/4+"#]],
    );
}

#[test]
fn a6_rapid_fire_adds_attacks_at_half_range_and_not_beyond() {
    let at = |row: &str| {
        scene_with(row, "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
            weapon(setup, "rifle").tags = vec![Tag::RapidFire(2)];
            weapon(setup, "rifle").range = Some(8);
        })
    };
    check(
        &at(".a . . . .b"),
        "Alpha: shoot Boyz",
        "hit 1 1 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 1/4+ 1/4+ 1/4+"#]],
    );
    check(
        &at(".a . . . . .b"),
        "Alpha: shoot Boyz",
        "hit 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 1/4+"#]],
    );
}

#[test]
fn a6_rapid_fire_is_counted_unit_by_unit() {
    check(
        &scene_with(".a .a . . . .b", "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
            weapon(setup, "rifle").tags = vec![Tag::RapidFire(1)];
            weapon(setup, "rifle").range = Some(8);
        }),
        "Alpha: shoot Boyz",
        "hit 1 1 1",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 1/4+ 1/4+ 1/4+"#]],
    );
}

#[test]
fn a6_blast_adds_an_attack_for_every_five_who_stand() {
    let at = |boys: usize| {
        scene_with(&format!(".a . . {}", ".b ".repeat(boys)), "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
            weapon(setup, "rifle").tags = vec![Tag::Blast];
        })
    };
    check(
        &at(4),
        "Alpha: shoot Boyz",
        "hit 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 1/4+"#]],
    );
    check(
        &at(5),
        "Alpha: shoot Boyz",
        "hit 1 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 1/4+ 1/4+"#]],
    );
    check(
        &at(11),
        "Alpha: shoot Boyz",
        "hit 1 1 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 1/4+ 1/4+ 1/4+"#]],
    );
    check(
        &hurt(at(5), "Boyz 5", 1),
        "Alpha: shoot Boyz",
        "hit 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 1/4+"#]],
    );
}

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
fn a6_blast_at_close_quarters_is_for_those_who_fight_alone() {
    let battle = |row: &str| {
        scene_with(row, "a Alpha players: rifle; b Boyz enemy: spearman", |setup| {
            weapon(setup, "pistol").tags = vec![Tag::CloseQuarters, Tag::Blast];
        })
    };
    check(
        &battle(".a .b"),
        "",
        "hit 1, hit 1, hit 1",
        expect![[r#"
        Melee:
        Alpha CloseQuarters Boyz with pistol: 1/4+
        Alpha Blows Boyz with bayonet: 1/4+
        Boyz Blows Alpha with spear: 1/4+"#]],
    );
    check(
        &battle(".a .b .a"),
        "",
        "hit 1 1, hit 1",
        expect![[r#"
        Melee:
        Alpha Blows Boyz with bayonet: 1/4+ 1/4+
        Boyz Blows Alpha with spear: 1/4+"#]],
    );
}

#[test]
fn a6_torrent_hits_without_a_roll() {
    check(
        &tagged(&[Tag::Torrent]),
        "Alpha: shoot Boyz",
        "wound 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: auto/4+
          Boyz 1: wound 1/4+ Unharmed"#]],
    );
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
fn a6_sustained_scores_further_hits_on_a_natural_six() {
    check(
        &tagged(&[Tag::Sustained(2)]),
        "Alpha: shoot Boyz",
        "hit 6, wound 1 1 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 6/4+
          Boyz 1: wound 1/4+ Unharmed
          Boyz 1: wound 1/4+ Unharmed
          Boyz 1: wound 1/4+ Unharmed"#]],
    );
    check(
        &tagged(&[Tag::Sustained(2)]),
        "Alpha: shoot Boyz",
        "hit 5, wound 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 5/4+
          Boyz 1: wound 1/4+ Unharmed"#]],
    );
}

#[test]
fn a6_lethal_wounds_without_a_roll_on_a_natural_six_and_the_armour_still_counts() {
    check(
        &tagged(&[Tag::Lethal]),
        "Alpha: shoot Boyz",
        "hit 6, save 6",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 6/4+
          Boyz 1: wound auto/4+ save 6/6+ Saved"#]],
    );
    check(
        &tagged(&[Tag::Lethal]),
        "Alpha: shoot Boyz",
        "hit 5, wound 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 5/4+
          Boyz 1: wound 1/4+ Unharmed"#]],
    );
}

#[test]
fn a6_of_a_sustained_lethal_six_only_the_hit_itself_is_lethal() {
    check(
        &tagged(&[Tag::Lethal, Tag::Sustained(1)]),
        "Alpha: shoot Boyz",
        "hit 6, save 6, wound 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 6/4+
          Boyz 1: wound auto/4+ save 6/6+ Saved
          Boyz 1: wound 1/4+ Unharmed"#]],
    );
}

#[test]
fn a6_devastating_allows_no_save_on_a_natural_six() {
    check(
        &tagged(&[Tag::Devastating]),
        "Alpha: shoot Boyz",
        "hit 4, wound 6",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 4/4+
          Boyz 1: wound 6/4+ Downed by 1"#]],
    );
    check(
        &tagged(&[Tag::Devastating]),
        "Alpha: shoot Boyz",
        "hit 4, wound 5, save 6",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 4/4+
          Boyz 1: wound 5/4+ save 6/6+ Saved"#]],
    );
}

#[test]
fn a6_twin_linked_rolls_a_failed_wound_once_more() {
    check(
        &tagged(&[Tag::TwinLinked]),
        "Alpha: shoot Boyz",
        "hit 4, wound 3, wound-again 4, save 6",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 4/4+
          Boyz 1: wound 3>4/4+ save 6/6+ Saved"#]],
    );
    check(
        &tagged(&[Tag::TwinLinked]),
        "Alpha: shoot Boyz",
        "hit 4, wound 3, wound-again 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 4/4+
          Boyz 1: wound 3>1/4+ Unharmed"#]],
    );
}

#[test]
fn a6_ignores_cover_takes_cover_out_of_the_save() {
    check(
        &scene_with(".a . . . rb", "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
            weapon(setup, "rifle").tags = vec![Tag::IgnoresCover];
        }),
        "Alpha: shoot Boyz",
        "hit 4, wound 4, save 6",
        expect![[r#"
            Shooting:
            Alpha Fire Boyz with rifle: 4/4+
              Boyz 1: wound 4/4+ save 6/6+ Saved"#]],
    );
}

#[test]
fn a6_indirect_needs_no_sight_and_is_less_accurate_without() {
    let battle = |row: &str| {
        scene_with(row, "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
            weapon(setup, "rifle").tags = vec![Tag::Indirect];
        })
    };
    check(
        &battle(".a . # . .b"),
        "Alpha: shoot Boyz",
        "hit 4",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 4/5+"#]],
    );
    check(
        &battle(".a . . . .b"),
        "Alpha: shoot Boyz",
        "hit 4, wound 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 4/4+
          Boyz 1: wound 1/4+ Unharmed"#]],
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

#[test]
fn a6_anti_wounds_its_kind_on_its_own_roll_and_others_as_usual() {
    let battle = |squads: &str| {
        scene_with(".a . . . .b . .\n. . . . . . .\n. . . . . . .", squads, |setup| {
            weapon(setup, "rifle").tags = vec![Tag::Anti(Kind::Vehicle, 4)];
        })
    };
    check(
        &battle("a Alpha players: rifle; b Tank enemy: tank"),
        "Alpha: shoot Tank",
        "hit 4, wound 4, save 2",
        expect![[r#"
            Shooting:
            Alpha Fire Tank with rifle: 4/4+
              Tank 1: wound 4/4+ save 2/2+ Saved"#]],
    );
    check(
        &battle("a Alpha players: rifle; b Beast enemy: beast"),
        "Alpha: shoot Beast",
        "hit 4, wound 4",
        expect![[r#"
            Shooting:
            Alpha Fire Beast with rifle: 4/4+
              Beast 1: wound 4/5+ Unharmed"#]],
    );
}

#[test]
fn a6_anti_never_makes_a_wound_harder() {
    check(
        &tagged(&[Tag::Anti(Kind::Infantry, 6)]),
        "Alpha: shoot Boyz",
        "hit 4, wound 4, save 6",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 4/4+
          Boyz 1: wound 4/4+ save 6/6+ Saved"#]],
    );
}

#[test]
fn a6_hazardous_hurts_its_user_on_a_one_after_firing() {
    check(
        &tagged(&[Tag::Hazardous]),
        "Alpha: shoot Boyz",
        "hit 1, hazard 2",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 1/4+
        Alpha hazard: Alpha 1 2 Unharmed"#]],
    );
    let battle = scene_with(".a .a .a . . . .b", "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
        weapon(setup, "rifle").tags = vec![Tag::Hazardous];
    });
    check(
        &battle,
        "Alpha: shoot Boyz",
        "hit 1 1 1, hazard 1 6 2",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 1/4+ 1/4+ 1/4+
        Alpha hazard: Alpha 1 1 Downed, Alpha 2 6 Unharmed, Alpha 3 2 Unharmed"#]],
    );
}

#[test]
fn a6_a_vehicle_fires_all_its_weapons_before_a_hazardous_one_can_wreck_it() {
    let battle = scene_with(
        ".a . . . . .b\n. . . . . .\n. . . . . .d",
        "a Tank players: tank; b Boyz enemy: boy; d Nobz enemy: boy",
        |setup| weapon(setup, "cannon").tags = vec![Tag::Hazardous],
    );
    let battle = hurt(battle, "Tank 1", 9);
    check(
        &battle,
        "Tank: shoot Boyz with cannon, Nobz with rifle",
        "hit 1, hit 1, hazard 1, aftermath 3",
        expect![[r#"
            Shooting:
            Tank Fire Boyz with cannon: 1/4+
            Tank Fire Nobz with rifle: 1/4+
            Tank hazard: Tank 1 1 Downed
            Morale:
            ended: Defeat
            Tank 1 3: wounded"#]],
    );
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
fn a6_of_two_tags_with_a_number_the_better_counts() {
    check(
        &tagged(&[Tag::Sustained(1), Tag::Sustained(2)]),
        "Alpha: shoot Boyz",
        "hit 6, wound 1 1 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 6/4+
          Boyz 1: wound 1/4+ Unharmed
          Boyz 1: wound 1/4+ Unharmed
          Boyz 1: wound 1/4+ Unharmed"#]],
    );
}

#[test]
fn a6_tags_hold_for_melee_weapons_as_well() {
    check(
        &scene_with(".a .b", "a Alpha players: spearman; b Boyz enemy: rifle", |setup| {
            weapon(setup, "spear").tags = vec![Tag::Lethal, Tag::Hazardous];
            arm(setup, "rifle", &["bayonet"]);
            weapon(setup, "spear").attacks = Amount::fixed(1);
            profile(setup, "rifle").hp = 2;
        }),
        "",
        "hit 6, save 1, hit 1, hazard 2",
        expect![[r#"
            Melee:
            Alpha Blows Boyz with spear: 6/4+
              Boyz 1: wound auto/3+ save 1/5+ Hurt by 1
            Boyz Blows Alpha with bayonet: 1/4+
            Alpha hazard: Alpha 1 2 Unharmed"#]],
    );
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
