//! V-2: settling around the leader.

use super::*;

#[test]
fn v1_nobody_is_sent_out_of_a_melee_or_into_a_zone() {
    let battle = scene(
        "
        .a .a .a . . . . .
        .  .  .  . . . . .
        .  .  .  . .e . . .",
        "a Alpha players: rifle; e Boyz enemy: boy",
    );
    check(
        &battle,
        "Alpha: send Alpha 3 to D3",
        "",
        expect![[r#"
            Movement:
            Alpha Plain 1 of 9: Alpha 3 C1>C2 (Squad)"#]],
    );
    check(
        &battle,
        "Boyz: send Boyz 1 to C2",
        "",
        expect![[r#"
        Movement:
        Boyz Plain 2 of 7: Boyz 1 E3>C3 (EnemyInTheWay)"#]],
    );
    let melee = scene(".a .a .a .e . .\n. . . . . .", "a Alpha players: rifle; e Boyz enemy: boy");
    check(
        &melee,
        "Alpha: send Alpha 1 to A2",
        "",
        expect![[r#"
        Movement:
        Alpha stays: Engaged"#]],
    );
}
