//! Why lines are so.

use super::*;
use crate::brick::battle::scene::scene;
use expect_test::expect;

#[test]
fn a_shot_behind_cover() {
    let battle = scene(".a . . . . . l.d".replace("l.d", "ld").as_str(), "a Ann red: fig bow; d Dan blue: fig knife");
    check_why(
        &plain(),
        &battle,
        ("shoot Ann at Dan", "attack 3"),
        "1.1",
        expect![[r#"
        Why 1.1 · round 1, shooting
        Ann shoots at Dan with bow: 1 shot, 0 hit (0.5 expected).
        Ann shoots at Dan. They are 6 inches apart. (BC-14.2)
        Ann spends the Action of the round on shooting. (BX-20)
        Ann shoots at Dan with bow at 6 of 6 inches (BC-1.4) (BC-1.8): Use 3; die 3, −1 behind cover (BC-2.8): 2, missed. It was to be in 50.0 % of all cases. If not behind cover, it would have hit with 3.

        Rules
        BC-14.2 One target per turn: , even with several ranged weapons.
        BX-20 Actions: one per unit per round: squad/unit shot, melee Engage, Sprint, Charge, Form Up, Brace, Response, using an object.
        BC-1.4 Reach, ranged: target must be within the weapon's Range in inches and the line from the weapon's muzzle to the target must be clear.
        BC-1.8 Attack Roll: roll the Skill die, apply modifiers; hit if result >= Use. Otherwise a miss.
        BC-2.8 Visible sections: a minifig has three sections: head (with headgear), torso (with arms, pack and armor but not held items), legs.
    "#]],
    );
}

#[test]
fn a_shot_beyond_range_with_dice_of_armor() {
    let battle = scene(".a . . . . . . .d", "a Ann red: fig bow; d Dan blue: officer knife");
    check_why(
        &Brick { track: crate::brick::rules::Track::Off, ..Brick::default() },
        &battle,
        ("shoot Ann at Dan", "attack 6, damage 6 5, bonus 2, armor 10, bonus 1"),
        "1.1",
        expect![""],
    );
}

#[test]
fn a_parry() {
    let battle = scene(".a .d", "a Ann red: fig sword; d Dan blue: fig pan");
    check_why(
        &plain(),
        &battle,
        ("react Dan parry pan then hold; melee Ann attack Dan", "attack 4, parry 4"),
        "1.2",
        expect![""],
    );
}
