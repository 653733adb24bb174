//! BC-19: momentum against opposition.

use super::*;
#[test]
fn bc19_7_opposition_that_is_as_much_holds() {
    let end = after(
        &scene(".r . . . . .d . . .", "r Rob red: fig; d Dan blue: fig"),
        &quiet("move Rob charge Dan body"),
        "mom 3, pop 3",
    );
    assert!(end.is_engaged(who(&end, "Rob")));
}

#[test]
fn bx18_a_plate_is_knocked_over_by_as_much_as_it_is_long() {
    let people = "r Mob red 4x1: fig; d Men blue 4x1: fig";
    let battle = scene(
        ". . . .\n. . . .\n. . . .\n. . . .\n.d .d .d .d\n. . . .\n. . . .\n. . . .\n. . . .\n.r .r .r .r",
        people,
    );
    let orders = quiet("brace Men; move Mob charge Men body");
    check(
        &battle,
        &orders,
        "mom 3 3 3 3, pop 2 2 2 3",
        expect![[r#"
        Men braced
        Movement:
          red's pass
        Mob moves 4 to B6: Mob-1 A6, Mob-2 B6, Mob-3 C6, Mob-4 D6
        Mob has run N 4
        Mob braced free
        Mob-1, Mob-2, Mob-3, Mob-4 MOM 3,3,3,3=12
        Mob has no run
        Men-1, Men-2, Men-3, Men-4 POP 2,2,2,3=9
        Men knocked 3 to A2
        Mob moves 1 to B5: Mob-1 A5, Mob-2 B5, Mob-3 C5, Mob-4 D5
        Mob has run N 1"#]],
    );
    check(
        &battle,
        &orders,
        "mom 3 3 3 3, pop 2 2 2 2",
        expect![[r#"
        Men braced
        Movement:
          red's pass
        Mob moves 4 to B6: Mob-1 A6, Mob-2 B6, Mob-3 C6, Mob-4 D6
        Mob has run N 4
        Mob braced free
        Mob-1, Mob-2, Mob-3, Mob-4 MOM 3,3,3,3=12
        Mob has no run
        Men-1, Men-2, Men-3, Men-4 POP 2,2,2,2=8
        Men knocked 4 to A1, over
        Men is no more
        Men-1 disrupted
        Men-2 disrupted
        Men-3 disrupted
        Men-4 disrupted
        Mob moves 1 to B5: Mob-1 A5, Mob-2 B5, Mob-3 C5, Mob-4 D5
        Mob has run N 1"#]],
    );
}

#[test]
fn bc19_9_who_charge_each_other_with_weapons_strike_first() {
    let people = "a Abe red: fig bayonet; b Bob blue: fig bayonet";
    let battle = scene(". . . .a . . . . . . . . . .b . . . .", people);
    let orders = quiet("move Abe charge Bob with bayonet sprint; move Bob charge Abe with bayonet sprint");
    check(
        &battle,
        &orders,
        "sprint 6 6, attack 3 2, damage 1 1, mom 4, pop 3",
        expect![[r#"
        Movement:
          red's pass
        Abe sprints 6=6
        Abe moves 4 to H1: Abe H1
        Abe has run E 4
        Bob sprints 6=6
        Bob moves 4 to J1: Bob J1
        Bob has run W 4
        Abe declares Charge at Bob
        Abe Charge Bob with bayonet: 3 of 3 hits
        Bob Charge Abe with bayonet: 2 of 3 misses
        Abe damage with bayonet: 1,1+2=4
        Bob: 4 against 4, holds
        Abe has no run
        Bob MOM 4=4
        Bob has no run
        Abe POP 3=3
        Abe pushed W 1 to G1
        Abe disrupted
        Bob moves 7 to C1: Bob C1
        Bob has run W 7"#]],
    );
    check(
        &battle,
        &orders,
        "sprint 6 6, attack 3 3, damage 1 2 2 2",
        expect![[r#"
        Movement:
          red's pass
        Abe sprints 6=6
        Abe moves 4 to H1: Abe H1
        Abe has run E 4
        Bob sprints 6=6
        Bob moves 4 to J1: Bob J1
        Bob has run W 4
        Abe declares Charge at Bob
        Abe Charge Bob with bayonet: 3 of 3 hits
        Bob Charge Abe with bayonet: 3 of 3 hits
        Abe damage with bayonet: 1,2+2=5
        Bob damage with bayonet: 2,2+2=6
        Bob: 5 against 4, -1 HP
        Abe: 6 against 4, -1 HP
        Abe killed
        Bob killed
        Morale:
        ended: Defeat"#]],
    );
}

#[test]
fn bc19_1_without_momentum_nobody_crashes_into_anybody() {
    let battle = scene(".r . .d . .", "r Rob red: fig; d Dan blue: fig");
    check(
        &battle,
        &quiet("move Rob charge Dan body"),
        "",
        expect![[r#"
        Movement:
          red's pass
        Rob moves 1 to B1: Rob B1
        Rob has run E 1
        Rob and Dan in close combat
        Rob Charge refused: NoMomentum
          blue's pass
        Rob has no run"#]],
    );
}
