//! C-7: what abilities change for a while.

use expect_test::expect;

use super::{arm, lasting, modify, ordered_duel, ordered_duel_with, ordered_melee, teach, weapon};
use crate::line::battle::scene::scene_with;
use crate::line::battle::{Amount, Boon, Phase, Span, Stat, Tag};
use crate::line::rules::story::{after, check};

const SHOOT: &str = "use Order on Alpha; Alpha: shoot Boyz";
const ACC: Boon = Boon::Modify { stat: Stat::Accuracy, by: 1, weapons: None };

#[test]
fn c7_accuracy() {
    check(
        &ordered_duel(modify(Stat::Accuracy, 1)),
        SHOOT,
        "hit 3, wound 1",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha: Modify { stat: Accuracy, by: 1, weapons: None } for Rounds(1)
            Shooting:
            Alpha Fire Boyz with rifle: 3/3+
              Boyz 1: wound 1/4+ Unharmed"#]],
    );
    check(
        &ordered_duel(modify(Stat::Accuracy, -1)),
        SHOOT,
        "hit 4",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha: Modify { stat: Accuracy, by: -1, weapons: None } for Rounds(1)
            Shooting:
            Alpha Fire Boyz with rifle: 4/5+"#]],
    );
}

#[test]
fn c7_strength() {
    check(
        &ordered_duel(modify(Stat::Strength, 4)),
        SHOOT,
        "hit 4, wound 2, save 6",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha: Modify { stat: Strength, by: 4, weapons: None } for Rounds(1)
            Shooting:
            Alpha Fire Boyz with rifle: 4/4+
              Boyz 1: wound 2/2+ save 6/6+ Saved"#]],
    );
    check(
        &ordered_duel(modify(Stat::Strength, -9)),
        SHOOT,
        "hit 4, wound 5",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha: Modify { stat: Strength, by: -9, weapons: None } for Rounds(1)
            Shooting:
            Alpha Fire Boyz with rifle: 4/4+
              Boyz 1: wound 5/6+ Unharmed"#]],
    );
}

#[test]
fn c7_armour_penetration() {
    check(
        &ordered_duel(modify(Stat::Piercing, 1)),
        SHOOT,
        "hit 4, wound 4, save 6",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha: Modify { stat: Piercing, by: 1, weapons: None } for Rounds(1)
            Shooting:
            Alpha Fire Boyz with rifle: 4/4+
              Boyz 1: wound 4/4+ save 6/7+ Downed by 1"#]],
    );
}

#[test]
fn c7_damage() {
    check(
        &ordered_duel(modify(Stat::Damage, 1)),
        SHOOT,
        "hit 4, wound 4, save 5",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha: Modify { stat: Damage, by: 1, weapons: None } for Rounds(1)
            Shooting:
            Alpha Fire Boyz with rifle: 4/4+
              Boyz 1: wound 4/4+ save 5/6+ Killed by 2"#]],
    );
}

#[test]
fn c7_damage_that_is_reduced_is_still_one_and_dice_are_reduced_as_well() {
    let battle = scene_with(
        ".a . . . .b\n. . . . .\n. . . . .\n.l . . . .",
        "a Alpha players: rifle; b Beast enemy: officer; l Lead players: officer",
        |setup| {
            weapon(setup, "rifle").damage = Amount { dice: 1, sides: 6, plus: 0 };
            teach(setup, "Order", modify(Stat::Damage, -2));
        },
    );
    let orders = "use Order on Alpha; Alpha: shoot Beast";
    check(
        &battle,
        orders,
        "hit 4, wound 3, save 3, damage 4, morale 6 6",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha: Modify { stat: Damage, by: -2, weapons: None } for Rounds(1)
            Shooting:
            Alpha Fire Beast with rifle: 4/4+
              Beast Officer: wound 3/3+ save 3/4+ Hurt by 2
            Morale:
            Beast tests on 6+6+0 against 6: passes"#]],
    );
    check(
        &battle,
        orders,
        "hit 4, wound 3, save 3, damage 1",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha: Modify { stat: Damage, by: -2, weapons: None } for Rounds(1)
            Shooting:
            Alpha Fire Beast with rifle: 4/4+
              Beast Officer: wound 3/3+ save 3/4+ Hurt by 1"#]],
    );
}

#[test]
fn c7_attacks() {
    check(
        &ordered_duel(modify(Stat::Attacks, 2)),
        SHOOT,
        "hit 1 1 1",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha: Modify { stat: Attacks, by: 2, weapons: None } for Rounds(1)
            Shooting:
            Alpha Fire Boyz with rifle: 1/4+ 1/4+ 1/4+"#]],
    );
    check(
        &ordered_duel(modify(Stat::Attacks, -2)),
        SHOOT,
        "hit 1",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha: Modify { stat: Attacks, by: -2, weapons: None } for Rounds(1)
            Shooting:
            Alpha Fire Boyz with rifle: 1/4+"#]],
    );
}

#[test]
fn c7_range() {
    let battle = |by| ordered_duel_with(modify(Stat::Range, by), |setup| arm(setup, "rifle", &["pistol"]));
    check(
        &battle(2),
        SHOOT,
        "hit 1",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha: Modify { stat: Range, by: 2, weapons: None } for Rounds(1)
            Shooting:
            Alpha Fire Boyz with pistol: 1/4+"#]],
    );
    check(
        &battle(1),
        SHOOT,
        "hit 1",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha: Modify { stat: Range, by: 1, weapons: None } for Rounds(1)
            Shooting:
            Alpha Fire Boyz with pistol: 1/4+"#]],
    );
    check(
        &battle(-1),
        SHOOT,
        "",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha: Modify { stat: Range, by: -1, weapons: None } for Rounds(1)
            Shooting:
            Alpha at Boyz: nobody fires (Alpha 1 OutOfRange { distance: 7, range: 5 })"#]],
    );
}

#[test]
fn c7_saves() {
    check(
        &ordered_duel(modify(Stat::Save, 1)),
        "use Order on Boyz; Alpha: shoot Boyz",
        "hit 4, wound 4, save 5",
        expect![[r#"
            Order on Boyz for 1 CP
            Boyz: Modify { stat: Save, by: 1, weapons: None } for Rounds(1)
            Shooting:
            Alpha Fire Boyz with rifle: 4/4+
              Boyz 1: wound 4/4+ save 5/5+ Saved"#]],
    );
}

#[test]
fn c7_toughness() {
    check(
        &ordered_duel(modify(Stat::Toughness, 1)),
        "use Order on Boyz; Alpha: shoot Boyz",
        "hit 4, wound 4",
        expect![[r#"
            Order on Boyz for 1 CP
            Boyz: Modify { stat: Toughness, by: 1, weapons: None } for Rounds(1)
            Shooting:
            Alpha Fire Boyz with rifle: 4/4+
              Boyz 1: wound 4/5+ Unharmed"#]],
    );
}

#[test]
fn c7_engagement_range() {
    // Two tiles apart: raised to 2, Alpha has the spearless enemy in its zone and silences it.
    let battle = scene_with(
        ".a . .b\n. . .\n. . .\n. . .\n.l . .",
        "a Alpha players: rifle; b Boyz enemy: rifle; l Lead players: officer",
        |setup| {
            arm(setup, "rifle", &["rifle", "bayonet"]);
            teach(setup, "Order", modify(Stat::Reach, 1));
        },
    );
    check(
        &battle,
        "Boyz: shoot Alpha",
        "hit 1",
        expect![[r#"
        Shooting:
        Boyz Fire Alpha with rifle: 1/4+"#]],
    );
    check(
        &battle,
        "use Order on Alpha; Boyz: shoot Alpha",
        "hit 1 1",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha: Modify { stat: Reach, by: 1, weapons: None } for Rounds(1)
            Shooting:
            Boyz at Alpha: nobody fires (Boyz 1 Engaged)
            Melee:
            Alpha Blows Boyz with bayonet: 1/4+
            Boyz Blows Alpha with bayonet: 1/4+"#]],
    );
}

#[test]
fn c7_an_effect_for_a_phase_counts_in_no_other() {
    let battle = ordered_melee(lasting(ACC, Span::Phase(Phase::Shooting)));
    check(
        &battle,
        "use Order on Alpha",
        "hit 3, hit 1 1, hit 3, hit 1 1 1 1",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha: Modify { stat: Accuracy, by: 1, weapons: None } for Phase(Shooting)
            Melee:
            Alpha CloseQuarters Boyz with pistol: 3/4+
            Boyz CloseQuarters Alpha with slugga: 1/5+ 1/5+
            Alpha Blows Boyz with bayonet: 3/4+
            Boyz Blows Alpha with choppa: 1/4+ 1/4+ 1/4+ 1/4+"#]],
    );
    let battle = ordered_melee(lasting(ACC, Span::Phase(Phase::Melee)));
    check(
        &battle,
        "use Order on Alpha",
        "hit 3, wound 1, hit 1 1, hit 3, wound 1, hit 1 1 1 1",
        expect![[r#"
            Order on Alpha for 1 CP
            Alpha: Modify { stat: Accuracy, by: 1, weapons: None } for Phase(Melee)
            Melee:
            Alpha CloseQuarters Boyz with pistol: 3/3+
              Boyz 1: wound 1/5+ Unharmed
            Boyz CloseQuarters Alpha with slugga: 1/5+ 1/5+
            Alpha Blows Boyz with bayonet: 3/3+
              Boyz 1: wound 1/5+ Unharmed
            Boyz Blows Alpha with choppa: 1/4+ 1/4+ 1/4+ 1/4+"#]],
    );
}

#[test]
fn c7_an_effect_for_the_round_is_over_with_it() {
    let battle = after(&ordered_duel(lasting(ACC, Span::Rounds(1))), "use Order on Alpha", "");
    check(
        &battle,
        "Alpha: shoot Boyz",
        "hit 3",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 3/4+"#]],
    );
}

#[test]
fn c7_an_effect_for_two_rounds_counts_in_the_next_and_no_longer() {
    let second = after(&ordered_duel(lasting(ACC, Span::Rounds(2))), "use Order on Alpha", "");
    check(
        &second,
        "Alpha: shoot Boyz",
        "hit 3, wound 1",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 3/3+
          Boyz 1: wound 1/4+ Unharmed"#]],
    );
    let third = after(&second, "", "");
    check(
        &third,
        "Alpha: shoot Boyz",
        "hit 3",
        expect![[r#"
        Shooting:
        Alpha Fire Boyz with rifle: 3/4+"#]],
    );
}

#[test]
fn c7_misses_are_rolled_once_more() {
    let battle = ordered_duel(lasting(Boon::RerollMisses, Span::Rounds(1)));
    check(
        &battle,
        SHOOT,
        "hit 3, hit-again 4, wound 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: RerollMisses for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 3>4/4+
          Boyz 1: wound 1/4+ Unharmed"#]],
    );
    check(
        &battle,
        SHOOT,
        "hit 3, hit-again 3",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: RerollMisses for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 3>3/4+"#]],
    );
    check(
        &battle,
        SHOOT,
        "hit 4, wound 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: RerollMisses for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 4/4+
          Boyz 1: wound 1/4+ Unharmed"#]],
    );
}

#[test]
fn c7_ones_are_rolled_once_more() {
    let battle = ordered_duel(lasting(Boon::RerollOnes, Span::Rounds(1)));
    check(
        &battle,
        SHOOT,
        "hit 1, hit-again 4, wound 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: RerollOnes for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 1>4/4+
          Boyz 1: wound 1/4+ Unharmed"#]],
    );
    check(
        &battle,
        SHOOT,
        "hit 3",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: RerollOnes for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 3/4+"#]],
    );
}

#[test]
fn c7_cover_is_ignored() {
    let battle = |effects| {
        scene_with(
            ".a . . . rb\n. . . . .\n. . . . .\n.l . . . .",
            "a Alpha players: rifle; b Boyz enemy: boy; l Lead players: officer",
            |setup| {
                teach(setup, "Order", effects);
            },
        )
    };
    check(
        &battle(lasting(Boon::IgnoreCover, Span::Rounds(1))),
        SHOOT,
        "hit 4, wound 4, save 6",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: IgnoreCover for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 4/4+
          Boyz 1: wound 4/4+ save 6/6+ Saved"#]],
    );
    check(
        &battle(Vec::new()),
        SHOOT,
        "hit 4, wound 4, save 4",
        expect![[r#"
            Order on Alpha for 1 CP
            Order on Alpha is in vain
            Shooting:
            Alpha Fire Boyz with rifle: 4/4+
              Boyz 1: wound 4/4+ save 4/4+ Saved"#]],
    );
}

#[test]
fn c7_concealment_is_ignored() {
    let battle = scene_with(
        ".a . . . wb\n. . . . .\n. . . . .\n.l . . . .",
        "a Alpha players: rifle; b Boyz enemy: boy; l Lead players: officer",
        |setup| {
            teach(setup, "Order", lasting(Boon::IgnoreConcealment, Span::Rounds(1)));
        },
    );
    check(
        &battle,
        SHOOT,
        "hit 4, wound 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: IgnoreConcealment for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 4/4+
          Boyz 1: wound 1/4+ Unharmed"#]],
    );
}

#[test]
fn c7_a_tag_is_granted() {
    let battle = ordered_duel(lasting(Boon::Grant(Tag::Lethal), Span::Rounds(1)));
    check(
        &battle,
        SHOOT,
        "hit 6, save 6",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Grant(Lethal) for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 6/4+
          Boyz 1: wound auto/4+ save 6/6+ Saved"#]],
    );
}

#[test]
fn c7_granted_extra_attacks_let_a_unit_use_all_its_weapons() {
    let battle = scene_with(
        ".a . . . .b\n. . . . .\n. . . . .\n.l . . . .",
        "a Alpha players: rifle; b Boyz enemy: boy; l Lead players: officer",
        |setup| {
            teach(setup, "Order", lasting(Boon::Grant(Tag::ExtraAttacks), Span::Rounds(1)));
        },
    );
    check(
        &battle,
        SHOOT,
        "hit 1, hit 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Grant(ExtraAttacks) for Rounds(1)
        Shooting:
        Alpha Fire Boyz with rifle: 1/4+
        Alpha Fire Boyz with pistol: 1/4+"#]],
    );
}

#[test]
fn c7_granted_close_quarters_lets_rifles_be_fired_in_melee() {
    let battle = scene_with(
        ".a .b .\n. . .\n. . .\n. . .\n.l . .",
        "a Alpha players: rifle; b Boyz enemy: spearman; l Lead players: officer",
        |setup| {
            teach(setup, "Order", lasting(Boon::Grant(Tag::CloseQuarters), Span::Rounds(1)));
        },
    );
    check(
        &battle,
        "use Order on Alpha; Alpha: fight Boyz with rifle",
        "hit 1, hit 1, hit 1",
        expect![[r#"
        Order on Alpha for 1 CP
        Alpha: Grant(CloseQuarters) for Rounds(1)
        Melee:
        Alpha CloseQuarters Boyz with rifle: 1/4+
        Alpha Blows Boyz with bayonet: 1/4+
        Boyz Blows Alpha with spear: 1/4+"#]],
    );
}
