//! Squads that come later, and what happens on the way.

use expect_test::expect;

use crate::brick::battle::Battle;
use crate::brick::battle::scene::{scene_with, who};
use crate::brick::rules::story::{after, check};
use crate::field::{Scheduled, SquadId, Tile, When};

/// Reds wait until round 2, and come to this tile.
fn battle(at: &str) -> Battle {
    let drawing = "
        .a .a . . .
        .  .  . . .
        .  .  . . .d
        .  .  . # #";
    on(drawing, at)
}

fn on(drawing: &str, at: &str) -> Battle {
    let people = "a Reds red 2x1: fig; d Dan blue: fig";
    let at: Tile = at.parse().expect("a tile");
    scene_with(drawing, people, |setup| {
        setup.squads[0].in_reserve = true;
        let text = Some("Somebody knocks".to_owned());
        setup.schedule = vec![Scheduled { when: When::Round(2), reinforce: vec![(SquadId(0), at)], text }];
    })
}

#[test]
fn bs5_1_a_squad_in_reserve_comes_when_it_is_called() {
    check(
        &battle("C2"),
        "",
        "",
        expect![[r#"
        Morale:
        entry 0 of the schedule
        Reds arrives: Reds-1 C2, Reds-2 D2"#]],
    );
    let before = battle("C2");
    assert!(before.is_in_reserve(SquadId(0)) && !before.is_there(who(&before, "Reds")));
    let end = after(&before, "", "");
    assert_eq!(end.rect(who(&end, "Reds")).at, Tile::new(2, 1));
    assert!(end.outcome().is_none(), "a team that is still to come isn't beaten");
}

#[test]
fn bs5_1_it_stands_where_there_is_room_nearby() {
    let end = after(&battle("D4"), "", "");
    assert_eq!(end.members(who(&end, "Reds")).len(), 2);
    assert!(end.rect(who(&end, "Reds")).tiles().all(|it| end.setup().cost(it).is_some()));
}

#[test]
fn bs5_1_it_waits_while_there_is_no_room() {
    let drawing = format!(".a .a {} .d", "# ".repeat(20));
    let expected = expect![[r#"
        Morale:
        entry 0 of the schedule
        Reds has no room to arrive"#]];
    check(&on(&drawing, "W1"), "", "", expected);
    let end = after(&on(&drawing, "W1"), "", "");
    assert!(end.is_in_reserve(SquadId(0)), "and tries again at the end of the next round");
}
