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
            Ann shoots at Dan with bow: 1 shot, a miss (0.5 expected).
            Ann shoots at Dan. They are 6 inches apart. (BC-14.2)
            Ann spends the Action of the round on shooting. (BX-20)
            Attack Roll (BC-1.8): Ann shoots at Dan with bow at 6 of 6 inches (BC-1.4): Use 3; die 3, −1 behind cover (BC-2.8): 2, a miss. It hits in 50.0 % of all cases. If not behind cover, it would have hit with 3.

            Rules
            BC-14.2 One target per turn: , even with several ranged weapons.
            BX-20 Actions: One per unit per round: squad/unit shot, melee Engage, Sprint, Charge, Form Up, Brace, Response, using an object.
            BC-1.8 Attack Roll: Roll the Skill die, apply modifiers; hit if result >= Use. Otherwise a miss.
            BC-1.4 Reach, ranged: Target must be within the weapon's Range in inches and the line from the weapon's muzzle to the target must be clear.
            BC-2.8 Visible sections: of head, torso and legs one hidden is -1, two hidden -2.
        "#]],
    );
}

#[test]
fn a_shot_beyond_range_with_dice_of_armor() {
    let battle = scene(".a . . . . . . .d", "a Ann red: fig bow; d Dan blue: officer knife");
    check_why(
        &Brick { track: crate::brick::rules::Track::Off, ..Brick::default() },
        &battle,
        ("shoot Ann at Dan", "attack 6, damage 6, bonus 2, damage 5, armor 10, bonus 1"),
        "1.1",
        expect![[r#"
            Why 1.1 · round 1, shooting
            Ann shoots at Dan with bow: 1 shot, a hit (0.5 expected). Nobody is harmed.
            Ann shoots at Dan. They are 7 inches apart. (BC-14.2)
            Ann spends the Action of the round on shooting. (BX-20)
            Attack Roll (BC-1.8): Ann shoots at Dan with bow at 7 of 6 inches (BC-1.4): Use 3; die 6, −1 a die beyond Range (BC-4.4): 5, a hit, and an Overskill Benny, for more highest faces than ones (BC-20.2). It hits in 50.0 % of all cases.
            Damage of Ann with bow (BC-1.9): dice 6 (highest, so 2 more, BX-2) 5, −1 a die beyond Range (BC-4.5): 10. Such dice come to 5.0 in the mean, bonus dice aside.
            Dan takes 10, against armor 11, rolled (BX-6): die 10 on a d10 (highest, so 1 more, BX-2): 11. Such dice come to 5.5 in the mean, bonus dice aside. It is not more than the armor, so nothing comes of it (BC-1.9).

            Rules
            BC-14.2 One target per turn: , even with several ranged weapons.
            BX-20 Actions: One per unit per round: squad/unit shot, melee Engage, Sprint, Charge, Form Up, Brace, Response, using an object.
            BC-1.8 Attack Roll: Roll the Skill die, apply modifiers; hit if result >= Use. Otherwise a miss.
            BC-1.4 Reach, ranged: Target must be within the weapon's Range in inches and the line from the weapon's muzzle to the target must be clear.
            BC-4.4 Out of range: Shooting past Range is allowed; for each inch past it, every die of the attack (Skill dice and Damage dice) is reduced by 1.
            BC-20.2 Nat 6 on a d6 Skill roll: critical success; grants an Overskill Benny (Yoko).
            BC-1.9 Damage Roll: Roll the weapon's damage. Strictly greater than the target's Armor destroys it; equal or less does nothing.
            BX-2 Other dice: When damage_crits = on, every die that is not a Skill roll (damage, also Skill dice rolled as damage, Sprint, MOM, POP, Armor) and shows its maximum adds one d6, which may chain (at most 10 links).
            BC-4.5 Criticals first: Critical Success/Failure is read from nat faces before that reduction.
            BX-6 Armour: Armor is a number or a dice expression.
        "#]],
    );
}

#[test]
fn a_parry() {
    let battle = scene(".a .d", "a Ann red: fig sword; d Dan blue: fig pan");
    check_why(
        &plain(),
        &battle,
        ("react Dan parry pan then hold; melee Ann attack Dan", "attack 4, parry 4, attack 2"),
        "1.2",
        expect![[r#"
            Why 1.2 · round 1, melee
            Ann attacks Dan with sword: 1 blow, a hit (0.7 expected). Ann and Dan are in close combat. Dan parries Ann with pan. Nobody is harmed.
            Ann attacks Dan. They are 1 inch apart. (BC-8.2)
            Ann and Dan are in close combat. (BC-5.2)
            Ann spends the Action of the round on close combat. (BX-20)
            Ann has used the hand with the sword for this turn. (BC-9.2)
            Dan means to parry with pan against Ann. (BC-6.2)
            Dan has used the hand with the pan for this turn. (BC-9.2)
            Attack Roll (BC-1.8): Ann attacks Dan with sword: Use 3; die 4: 4, a hit. It hits in 66.7 % of all cases.
            Dan parries Ann with pan (BC-10.1): Use 3; die 4: 4, parried. 1 level of Deflection (BC-10.6). It is parried in 66.7 % of all cases.
            Damage of Ann with sword (BC-1.9): deflected until nothing is left to roll, after 1 level of Deflection (BX-7): 0.

            Rules
            BC-8.2 Attack: needs a close-combat weapon ready in hand; optional Angry Inch; names one target.
            BC-5.2 Start by attack: When a melee unit attacks a reactive unit (minifig, animal, robot) with hand-to-hand weapons, both enter Close Combat.
            BX-20 Actions: One per unit per round: squad/unit shot, melee Engage, Sprint, Charge, Form Up, Brace, Response, using an object.
            BC-9.2 Fresh set each player's turn: One Counter per weapon or empty hand, renewed on every player's turn.
            BC-6.2 Counter declared next, before any roll: Defender says Parry, Bail or nothing.
            BC-1.8 Attack Roll: Roll the Skill die, apply modifiers; hit if result >= Use. Otherwise a miss.
            BC-10.1 Roll: Skill vs the Use of the item parried with.
            BC-10.6 Effect: Success with weapon, shield or object gives Deflection: the number of each type of damage die is reduced by one.
            BC-1.9 Damage Roll: Roll the weapon's damage. Strictly greater than the target's Armor destroys it; equal or less does nothing.
            BX-7 Deflection: Each level takes one die from every type; the first level also cancels a positive flat bonus, negative ones stay; no dice left = no damage.
        "#]],
    );
}
