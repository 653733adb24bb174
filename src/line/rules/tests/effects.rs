//! C-7: what abilities change for a while.

use expect_test::expect;

use super::{arm, lasting, modify, ordered_duel_with, teach};
use crate::line::battle::scene::scene_with;
use crate::line::battle::{Boon, Span, Stat};
use crate::line::rules::story::check;

const SHOOT: &str = "use Order on Alpha; Alpha: shoot Boyz";
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
