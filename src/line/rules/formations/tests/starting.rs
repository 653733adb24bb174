//! F-5 to F-12.

use expect_test::{Expect, expect};

use super::*;
use crate::field::Tile;
use crate::line::battle::{Ranging, StartTrouble};
use crate::line::rules::{Line, preview, story};

/// Plays a round and tells it up to its end.
#[track_caller]
fn check(battle: &Battle, orders: &str, expected: Expect) {
    story::check(battle, orders, "", expected);
}

const ROW: &str = ".a .a .a .a .a .";

#[test]
fn f5_all_that_is_in_the_way_is_told_at_once() {
    let drawing = ".a .a . .b .c .";
    let squads = "a Alpha players: rifle; b Bravo players: boy; c Carol players: rifle";
    let battle = field(drawing, squads, |setup| drill(setup, "boy").drilled = false);
    let battle = broken(dazed(battle, &["Alpha 2"]), "Carol");
    check(
        &battle,
        "Alpha: form with Bravo & Carol",
        expect![[r#"
        Alpha + Bravo + Carol cannot form up, and loses its turn: no leader for Alpha 1, Alpha 2, Bravo 1, Carol 1 (nobody leads); undrilled Bravo 1; unsteady Alpha 2 Dazed, Carol 1 Panicked; gaps Alpha 1, Alpha 2 | Bravo 1, Carol 1
        Movement:
        Dazed no more (Time): Alpha 2
        Morale:
        Carol recovers"#]],
    );
}

#[test]
fn f5_everything_else_right_is_not_enough() {
    let squads = "a Alpha players: rifle";
    let battle = field(ROW, squads, trained);
    check(
        &battle,
        "Alpha: form",
        expect!["Alpha forms up without a leader: Alpha 1, Alpha 2, Alpha 3, Alpha 4, Alpha 5"],
    );
    check(
        &broken(battle, "Alpha"),
        "Alpha: form",
        expect![[r#"
        Alpha cannot form up, and loses its turn: unsteady Alpha 1 Panicked, Alpha 2 Panicked, Alpha 3 Panicked, Alpha 4 Panicked, Alpha 5 Panicked
        Morale:
        Alpha recovers"#]],
    );
}

#[test]
fn f6_a_leader_directs_from_as_far_as_he_leads() {
    let squads = "a Alpha players: rifle; l Lead players: gunner";
    let lead = |setup: &mut Setup| drill(setup, "gunner").lead = Some(4);
    let near = field(".a .a . . . .l .", squads, lead);
    check(&near, "Alpha: form", expect!["Alpha forms up under Lead 1: Alpha 1, Alpha 2"]);
    let far = field(".a .a . . . . .l", squads, lead);
    check(
        &far,
        "Alpha: form",
        expect!["Alpha cannot form up, and loses its turn: no leader for Alpha 1, Alpha 2 (Lead 1 leads at 5 of 4)"],
    );
    check(
        &far,
        "Alpha: form under Lead 1",
        expect!["Alpha cannot form up, and loses its turn: Lead 1 cannot lead: OutOfRange { distance: 5, lead: 4 }"],
    );
}

#[test]
fn f6_those_who_are_all_trained_need_nobody() {
    let squads = "a Alpha players: rifle rifle rifle rifle rifle boy";
    let all = |setup: &mut Setup| {
        drill(setup, "rifle").autonomous = true;
        drill(setup, "boy").autonomous = true;
    };
    check(
        &field(".a .a .a .a .a .a", squads, all),
        "Alpha: form alone",
        expect!["Alpha forms up without a leader: Alpha 1, Alpha 2, Alpha 3, Alpha 4, Alpha 5, Alpha 6"],
    );
    let all_but_one = |setup: &mut Setup| drill(setup, "rifle").autonomous = true;
    let battle = field(".a .a .a .a .a .a", squads, all_but_one);
    check(&battle, "Alpha: form alone", expect!["Alpha cannot form up, and loses its turn: untrained Alpha 6"]);
    check(
        &battle,
        "Alpha: form",
        expect!["Alpha cannot form up, and loses its turn: no leader for Alpha 6 (nobody leads)"],
    );
}

#[test]
fn f6_a_leader_directs_one_formation_only() {
    let squads = "a Alpha players: rifle; b Bravo players: rifle; l Lead players: officer";
    let battle = field(".a .a .l .b .b", squads, |_| ());
    check(
        &battle,
        "Alpha: form; Bravo: form",
        expect![[r#"
        Alpha forms up under Lead Officer: Alpha 1, Alpha 2
        Bravo cannot form up, and loses its turn: no leader for Bravo 1, Bravo 2 (nobody leads)"#]],
    );
}

#[test]
fn f6_whoever_is_not_steady_or_not_of_ours_directs_nobody() {
    let squads = "a Alpha players: rifle; l Lead players: officer; e Boyz enemy: officer";
    let battle = field(".a .a . .l . . . .e", squads, |_| ());
    check(
        &dazed(battle.clone(), &["Lead Officer"]),
        "Alpha: form",
        expect![[r#"
        Alpha cannot form up, and loses its turn: no leader for Alpha 1, Alpha 2 (nobody leads)
        Movement:
        Dazed no more (Time): Lead Officer"#]],
    );
    check(
        &broken(battle.clone(), "Lead"),
        "Alpha: form under Lead Officer",
        expect![[r#"
        Alpha cannot form up, and loses its turn: Lead Officer cannot lead: Unsteady(Panicked)
        Morale:
        Lead recovers"#]],
    );
    check(
        &battle,
        "Alpha: form under Boyz Officer",
        expect!["Alpha cannot form up, and loses its turn: Boyz Officer cannot lead: IsEnemy"],
    );
}

#[test]
fn f7_civilians_are_in_no_formation() {
    let squads = "a Alpha players: rifle rifle boy";
    let battle = field(".a .a .a", squads, |setup| {
        trained(setup);
        drill(setup, "boy").drilled = false;
    });
    check(&battle, "Alpha: form", expect!["Alpha cannot form up, and loses its turn: undrilled Alpha 3"]);
    check(&battle, "Alpha: form without Alpha 3", expect!["Alpha forms up without a leader: Alpha 1, Alpha 2"]);
}

#[test]
fn f8_a_formation_has_no_gap() {
    let squads = "a Alpha players: rifle";
    check(
        &field(ROW, squads, trained),
        "Alpha: form",
        expect!["Alpha forms up without a leader: Alpha 1, Alpha 2, Alpha 3, Alpha 4, Alpha 5"],
    );
    check(
        &field(".a .a .a . .a .a", squads, trained),
        "Alpha: form",
        expect!["Alpha cannot form up, and loses its turn: gaps Alpha 1, Alpha 2, Alpha 3 | Alpha 4, Alpha 5"],
    );
    check(
        &field(".a . .", squads, trained),
        "Alpha: form",
        expect!["Alpha cannot form up, and loses its turn: too few"],
    );
}

#[test]
fn f9_the_dazed_are_left_out() {
    let battle = dazed(field(".a .a .a .a .a .a", "a Alpha players: rifle", trained), &["Alpha 6"]);
    check(
        &battle,
        "Alpha: form",
        expect![[r#"
        Alpha cannot form up, and loses its turn: unsteady Alpha 6 Dazed
        Movement:
        Dazed no more (Time): Alpha 6"#]],
    );
    check(
        &battle,
        "Alpha: form without Alpha 6",
        expect![[r#"
        Alpha forms up without a leader: Alpha 1, Alpha 2, Alpha 3, Alpha 4, Alpha 5
        Movement:
        Dazed no more (Time): Alpha 6"#]],
    );
}

#[test]
fn f10_everybody_has_one_free_action_a_round() {
    let squads = "a Alpha players: rifle; b Bravo players: rifle; c Carol players: rifle";
    let battle = field(".a .b .c", squads, trained);
    check(
        &battle,
        "Alpha: form with Bravo; Bravo: form with Carol",
        expect![[r#"
        Alpha + Bravo forms up without a leader: Alpha 1, Bravo 1
        Bravo + Carol cannot form up, and loses its turn: no Free Action Bravo 1"#]],
    );
    let formed = formed(field(".a .a .", "a Alpha players: rifle", trained), &["Alpha"], None);
    check(&formed, "Alpha: disband", expect!["Alpha disbands"]);
    check(
        &battle,
        "Alpha: form with Bravo; Bravo: disband; Carol: disband",
        expect![[r#"
        Alpha + Bravo forms up without a leader: Alpha 1, Bravo 1
        ["Bravo"] does not disband: NoFreeAction { units: [UnitId(0), UnitId(1)] }
        ["Carol"] does not disband: InNone"#]],
    );
}

#[test]
fn f11_a_step_closes_a_gap() {
    let squads = "a Alpha players: rifle";
    let battle = field(".a .a . . .a", squads, trained);
    check(
        &battle,
        "Alpha: form shuffle Alpha 3>D1",
        expect![[r#"
        shuffle: Alpha 3 E1>D1
        Alpha cannot form up, and loses its turn: gaps Alpha 1, Alpha 2 | Alpha 3"#]],
    );
    check(
        &battle,
        "Alpha: form shuffle Alpha 3>D1 & Alpha 2>C1 & Alpha 1>B1",
        expect![[r#"
        shuffle: Alpha 3 E1>D1, Alpha 2 B1>C1, Alpha 1 A1>B1
        Alpha forms up without a leader: Alpha 1, Alpha 2, Alpha 3"#]],
    );
}

#[test]
fn f11_who_cannot_take_his_step_stays() {
    let drawing = "
        .a .a .  .  .
        #  .a .a .  .e
        .b .  .  .  .
        .b .b .a .f .";
    let squads = "a Alpha players: rifle; b Bravo players: rifle; e Boyz enemy: boy; f Nobz enemy: boy";
    let battle = field(drawing, squads, trained);
    let orders = "Alpha: form shuffle Alpha 1>A2 & Alpha 2>D1 & Alpha 3>C3 & Alpha 4>D2 & Alpha 5>C3 & Bravo 1>B3";
    expect![[r#"
        Alpha 1 to A2: Impassable
        Alpha 2 to D1: NotOneStep
        Alpha 3 to C3: NotOneStep
        Alpha 4 to D2: EnemyZone
        Alpha 5 to C3: Engaged
        Bravo 1 to B3: NoMember"#]]
    .assert_eq(&stuck(&battle, orders));
    let orders = "Alpha: form shuffle Alpha 1>B1 & Alpha 2>C1 & Alpha 3>A2 & Alpha 4>C1";
    expect![[r#"
        Alpha 3 to A2: Impassable
        Alpha 4 to C1: Taken"#]]
    .assert_eq(&stuck(&battle, orders));
    let dazed = dazed(battle, &["Alpha 1"]);
    expect!["Alpha 1 to B1: CannotMove"].assert_eq(&stuck(&dazed, "Alpha: form shuffle Alpha 1>B1"));
}

/// Who could not take his step into place, as the answer to such an order tells it.
fn stuck(battle: &Battle, orders: &str) -> String {
    let orders = story::orders_of(battle, orders);
    let (_, order) = orders.formations.ranging.iter().next().expect("an order");
    let Ranging::FormUp(order) = order else { panic!("to form up") };
    let seen = preview::form_up(&Line::default(), battle, order);
    let one = |it: &StartTrouble| match it {
        StartTrouble::Stuck { unit, to, why } => format!("{} to {to}: {why:?}", battle.setup().unit(*unit).name),
        other => format!("{other:?}"),
    };
    seen.stuck.iter().map(one).collect::<Vec<_>>().join("\n")
}

#[test]
fn f12_a_start_that_fails_costs_shooting_and_movement_but_not_melee() {
    let squads = "a Alpha players: rifle; e Boyz enemy: boy";
    let drawing = ".a .a . . .a . . . .e";
    let orders = "Alpha: form shuffle Alpha 2>C1; Alpha: shoot Boyz; Alpha: move A1";
    let battle = field(drawing, squads, trained);
    check(
        &battle,
        orders,
        expect![[r#"
        shuffle: Alpha 2 B1>C1
        Alpha cannot form up, and loses its turn: gaps Alpha 1 | Alpha 2 | Alpha 3
        Shooting:
        Alpha at Boyz: nobody fires (Alpha 1 LostTurn, Alpha 2 LostTurn, Alpha 3 LostTurn)
        Movement:
        Alpha stays: LostTurn"#]],
    );
    check(
        &battle,
        "Alpha: form; Alpha: charge Boyz",
        expect![[r#"
        Alpha cannot form up, and loses its turn: gaps Alpha 1, Alpha 2 | Alpha 3
        Movement:
        Alpha stays: LostTurn"#]],
    );
    let waived = field(drawing, squads, |setup| {
        setup.formations = Some(FormationSetup { autonomous: true, waive_failed_start: true, ..Default::default() });
    });
    check(
        &waived,
        "Alpha: form; Alpha: move A1",
        expect![[r#"
        Alpha cannot form up: gaps Alpha 1, Alpha 2 | Alpha 3
        Movement:
        Alpha Plain 0 of 9: Alpha 3 E1>B1, Alpha 2 B1>C1"#]],
    );
}

#[test]
fn f12_who_has_lost_his_turn_still_fights() {
    let squads = "a Alpha players: rifle; e Boyz enemy: boy";
    let battle = field(".a . .a .e", squads, trained);
    let dice = "hit 1 1, hit 1, hit 1, hit 1 1";
    let orders = "Alpha: form; Alpha: disengage A1";
    story::check(
        &battle,
        orders,
        dice,
        expect![[r#"
        Alpha cannot form up, and loses its turn: gaps Alpha 1 | Alpha 2
        Melee:
        Alpha CloseQuarters Boyz with pistol: 1/4+ 1/4+
        Boyz CloseQuarters Alpha with slugga: 1/5+
        Alpha Blows Boyz with bayonet: 1/4+
        Boyz Blows Alpha with choppa: 1/4+ 1/4+
        Movement:
        Alpha stays: LostTurn"#]],
    );
}

#[test]
fn f5_a_battle_without_formations_knows_no_such_orders() {
    let battle = scene::scene(".a .a", "a Alpha players: rifle");
    check(
        &battle,
        "Alpha: form; Alpha: steps east",
        expect![[r#"
        Movement:
        Alpha stays: NoFormation"#]],
    );
    assert!(!serde_json::to_string(&battle).expect("a battle is JSON").contains("ranks"));
    assert_eq!(battle.unit(unit(&battle, "Alpha 1")).at, Tile::new(0, 0));
}

#[test]
fn f11_a_leader_who_directs_from_outside_may_take_his_step_too() {
    let squads = "a Alpha players: rifle; l Lead players: gunner";
    let lead = |setup: &mut Setup| drill(setup, "gunner").lead = Some(4);
    let battle = field(".a .a . . . . .l .", squads, lead);
    check(
        &battle,
        "Alpha: form under Lead 1, shuffle Lead 1>F1",
        expect![[r#"
        shuffle: Lead 1 G1>F1
        Alpha forms up under Lead 1: Alpha 1, Alpha 2"#]],
    );
    // Somebody else of his squad, or one who isn't named, is no part of it.
    check(
        &battle,
        "Alpha: form shuffle Lead 1>F1",
        expect![
            "Alpha cannot form up, and loses its turn: no leader for Alpha 1, Alpha 2 (Lead 1 leads at 5 of 4); Lead 1 stuck before F1: NoMember"
        ],
    );
}

#[test]
fn f6_a_hero_leads_from_six_tiles_and_the_nearest_leads() {
    let squads = "a Alpha players: rifle; l Lead players: officer; m Mora players: gunner";
    let battle = field(".l . . . . . .a .a . .m", squads, |setup| drill(setup, "gunner").lead = Some(4));
    check(&battle, "Alpha: form", expect!["Alpha forms up under Mora 1: Alpha 1, Alpha 2"]);
    check(&battle, "Alpha: form under Lead Officer", expect!["Alpha forms up under Lead Officer: Alpha 1, Alpha 2"]);
}
