//! Tests of manual changes by the GM.

use expect_test::expect;

use super::*;
use crate::brick::battle::scene::unit_named;
use crate::brick::battle::{Event, ItemPlace, UnitState, Who};
use crate::field::SquadId;

/// The battle after Dan's death.
fn without_dan() -> Battle {
    let mut battle = battle();
    let dan = unit_named(&battle, "Dan");
    battle.apply(&Event::Killed { unit: dan, by: None, downed: false });
    battle
}

fn edited(battle: &Battle, text: &str) -> Result<Battle, String> {
    let events = edit(text, &Names::new(battle), battle).map_err(|it| it[0].message.clone())?;
    let mut after = battle.clone();
    for event in &events {
        after.apply(event);
        assert!(after.grid_agrees(), "{text}: {event:?}");
    }
    let restored = Battle::restore(after.setup_shared(), &serde_json::to_vec(&after).expect("a battle is JSON"))
        .expect("an edited battle is still one");
    assert_eq!(restored.digest(), after.digest(), "{text}");
    Ok(after)
}

#[test]
fn everything_that_a_gm_may_set_right() {
    type Is = fn(&Battle) -> bool;
    let cases: &[(&str, Is)] = &[
        ("kill Alpha 2", |it| !it.unit(unit_named(it, "Alpha-2")).is_standing()),
        ("Alpha 2 downed", |it| it.unit(unit_named(it, "Alpha-2")).state == UnitState::Downed),
        ("Dan standing", |it| it.unit(unit_named(it, "Dan")).is_standing()),
        ("Dan standing at G3 hp 1", |it| it.unit(unit_named(it, "Dan")).at.to_string() == "G3"),
        ("Captain hp full", |it| it.unit(unit_named(it, "Captain")).hp == 1),
        ("Alpha to D3", |it| it.rect(it.who(unit_named(it, "Alpha-1"))).at.to_string() == "D3"),
        ("Captain disrupted", |it| it.unit(unit_named(it, "Captain")).is_disrupted),
        ("move Alpha to D3", |it| it.rect(it.who(unit_named(it, "Alpha-1"))).at.to_string() == "D3"),
        ("Captain to G3", |it| it.unit(unit_named(it, "Captain")).at.to_string() == "G3"),
        ("move Alpha 2 to G3", |it| it.who(unit_named(it, "Alpha-2")) == Who::Unit(unit_named(it, "Alpha-2"))),
        ("give pan to Yoko", |it| it.held(unit_named(it, "Yoko")).count() == 2),
        ("give sword to Captain", |it| it.held(unit_named(it, "Yoko")).count() == 0),
        ("take sword from Yoko", |it| it.item_ids().any(|item| it.item(item).place == ItemPlace::Gone)),
        ("form Mob from Yoko, Alpha 1", |it| it.members(it.who(unit_named(it, "Yoko"))).len() == 2),
        ("split Alpha into Left: 1; Right: 2, 3", |it| it.squad_count() == 5),
        ("leave Alpha 3 from Alpha", |it| it.unit(unit_named(it, "Alpha-3")).squad.is_none()),
        ("replate Alpha 1x3", |it| it.rect(it.who(unit_named(it, "Alpha-1"))).rows == 3),
        ("react Captain none", |it| it.all_policies().len() == 1),
        ("brace Alpha", |it| it.squad(SquadId(0)).is_some_and(|it| it.is_braced)),
    ];
    let before = without_dan();
    let digest = before.digest();
    for (text, is_so) in cases {
        let after = edited(&before, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert!(is_so(&after), "{text}");
        let acted = after.setup().unit_ids().any(|it| after.unit(it).has_acted || after.unit(it).has_formed_up);
        assert!(!acted, "{text} costs nobody anything");
    }
    assert_eq!(before.digest(), digest, "what is judged changes nothing");
}

#[test]
fn what_a_gm_cannot_set_is_told() {
    let cases = [
        "",
        "Alpha: shoot Orcs",
        "kill Bert",
        "Captain hp 9",
        "Captain hp",
        "Dan hp 1",
        "Dan to G3",
        "Dan standing at A1",
        "move Alpha to Z9",
        "move Alpha to A5",
        "give trebuchet to Dan",
        "give rifle Yoko",
        "take rifle from Yoko",
        "form Mob from Yoko, Alpha 1 plate 1x1",
        "join Captain to Alpha",
        "kill Captain twice",
    ];
    let battle = without_dan();
    let said = cases.map(|it| format!("{it}: {}\n", edited(&battle, it).expect_err(it))).concat();
    expect![[r#"
        : this isn't a change that can be made by hand
        Alpha: shoot Orcs: this isn't a change that can be made by hand
        kill Bert: no unit here is called "Bert"
        Captain hp 9: hp is a whole number from 1 to 1
        Captain hp: hp is a whole number from 1 to 1
        Dan hp 1: nobody is left of Dan
        Dan to G3: nobody is left of Dan
        Dan standing at A1: Dan can't stand there: A1 isn't free
        move Alpha to Z9: Z9 is off the map, which ends with G5
        move Alpha to A5: Alpha can't stand there: A5 isn't free
        give trebuchet to Dan: no weapon here is called "trebuchet"
        give rifle Yoko: "to" and a unit is missing here
        take rifle from Yoko: Yoko has no rifle
        form Mob from Yoko, Alpha 1 plate 1x1: a plate of 1x1 is too small: these units need 2 tiles
        join Captain to Alpha: one of them isn't in that squad
        kill Captain twice: "twice" means nothing to a change by hand
    "#]]
    .assert_eq(&said);
}
