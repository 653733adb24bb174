//! Why a formation doesn't carry out an order. Cases of the suite test that it doesn't.

use super::*;
use crate::line::battle::{OrganisationalOrder, StartTrouble};
use crate::line::rules::story::{movement, orders_of, play};
use crate::line::rules::{Line, preview};

/// Everything that came to nothing in these events, and why.
fn why(battle: &Battle, events: &[Event]) -> String {
    let name = |id| &battle.setup().squad(id).name;
    let told = |event: &Event| match event {
        Event::FireHeld { squad, silent, .. } => Some(format!("{} {:?}", name(*squad), silent.first()?.1)),
        Event::Stayed { squad, why } => Some(format!("{} {why:?}", name(*squad))),
        Event::Formation(it) => match &**it {
            FormationEvent::StartFailed { why, .. } => Some(format!("{why:?}")),
            FormationEvent::StoodStill { why, .. } => Some(format!("{why:?}")),
            FormationEvent::NotDisbanded { squad, why } => Some(format!("{} {why:?}", name(*squad))),
            _ => None,
        },
        _ => None,
    };
    events.iter().filter_map(told).collect::<Vec<_>>().join("; ")
}

#[test]
fn f5_all_that_is_in_the_way_is_told_at_once() {
    let squads = "a Alpha players: rifle; b Bravo players: boy; c Carol players: rifle";
    let battle = field(".a .a . .b .c .", squads, |setup| drill(setup, "boy").drilled = false);
    let battle = broken(dazed(battle, &["Alpha 2"]), "Carol");
    let all = "[NoLeader { untrained: [UnitId(0), UnitId(1), UnitId(2), UnitId(3)], nearest: None }, \
               Undrilled { units: [UnitId(2)] }, \
               Unsteady { units: [(UnitId(1), Dazed), (UnitId(3), Panicked)] }, \
               Gaps { groups: [[UnitId(0), UnitId(1)], [UnitId(2), UnitId(3)]] }]";
    assert_eq!(why(&battle, &play(&battle, "Alpha: form with Bravo & Carol", "")), all);
}

#[test]
fn f6_whoever_cannot_lead_says_why() {
    let squads = "a Alpha players: rifle; l Lead players: gunner; o Staff players: officer; e Boyz enemy: officer";
    let lead = |setup: &mut Setup| drill(setup, "gunner").lead = Some(4);
    let battle = field(".a .a . . . . .l\n# # # # # # #\n.o . . . . .e .", squads, lead);
    let told = |battle: &Battle, leader: &str| why(battle, &play(battle, &format!("Alpha: form {leader}"), ""));
    for (battle, leader, trouble) in [
        (&battle, "under Lead 1", "OutOfRange { distance: 5, lead: 4 }"),
        (&battle, "under Boyz Officer", "IsEnemy"),
        (&dazed(battle.clone(), &["Staff Officer"]), "under Staff Officer", "Unsteady(Dazed)"),
        (&broken(battle.clone(), "Staff"), "under Staff Officer", "Unsteady(Panicked)"),
    ] {
        assert!(told(battle, leader).contains(trouble), "{}", told(battle, leader));
    }
    let alone = field(".a .a .", "a Alpha players: rifle boy", |setup| drill(setup, "rifle").autonomous = true);
    assert_eq!(told(&alone, "alone"), "[Untrained { units: [UnitId(1)] }]");
    assert_eq!(told(&alone, ""), "[NoLeader { untrained: [UnitId(1)], nearest: None }]");
    assert_eq!(told(&alone, "without Alpha 2"), "[TooFew { members: [UnitId(0)] }]");
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
    let orders = "Alpha 1>A2 & Alpha 2>D1 & Alpha 3>C3 & Alpha 4>D2 & Alpha 5>C3 & Bravo 1>B3";
    let told = "Alpha 1 to A2: Impassable, Alpha 2 to D1: NotOneStep, Alpha 3 to C3: NotOneStep, \
                Alpha 4 to D2: EnemyZone, Alpha 5 to C3: Engaged, Bravo 1 to B3: NoMember";
    assert_eq!(stuck(&battle, orders), told);
    let orders = "Alpha 1>B1 & Alpha 2>C1 & Alpha 3>A2 & Alpha 4>C1";
    assert_eq!(stuck(&battle, orders), "Alpha 3 to A2: Impassable, Alpha 4 to C1: Taken");
    assert_eq!(stuck(&dazed(battle, &["Alpha 1"]), "Alpha 1>B1"), "Alpha 1 to B1: CannotMove");
}

/// The units that could not take their step into place, as the preview of such an order lists them.
fn stuck(battle: &Battle, steps: &str) -> String {
    let orders = orders_of(battle, &format!("Alpha: form shuffle {steps}"));
    let (_, order) = orders.formations.ranging.iter().next().expect("an order");
    let OrganisationalOrder::FormUp(order) = order else { panic!("to form up") };
    let seen = preview::form_up(&Line::default(), battle, order);
    let one = |it: &StartTrouble| match it {
        StartTrouble::Stuck { unit, to, why } => format!("{} to {to}: {why:?}", battle.setup().unit(*unit).name),
        other => format!("{other:?}"),
    };
    seen.stuck.iter().map(one).collect::<Vec<_>>().join(", ")
}

#[test]
fn f10_everybody_has_one_free_action_a_round() {
    let squads = "a Alpha players: rifle; b Bravo players: rifle; c Carol players: rifle";
    let battle = field(".a .b .c", squads, trained);
    let told = |orders: &str| why(&battle, &play(&battle, orders, ""));
    assert_eq!(told("Alpha: form with Bravo; Bravo: form with Carol"), "[NoFreeAction { units: [UnitId(1)] }]");
    let disband = "Alpha: form with Bravo; Bravo: disband; Carol: disband";
    assert_eq!(told(disband), "Bravo NoFreeAction { units: [UnitId(0), UnitId(1)] }; Carol InNone");
}

#[test]
fn f12_f20_who_stays_says_why() {
    let squads = "a Alpha players: rifle; e Boyz enemy: boy";
    let told = |drawing: &str, forms: bool, orders: &str| {
        let battle = field(drawing, squads, trained);
        let battle = if forms { formed(battle, &["Alpha"]) } else { battle };
        why(&battle, &movement(&battle, orders, ""))
    };
    assert_eq!(told(".a .a .e . .", true, "Alpha: steps west"), "Engaged");
    assert_eq!(told(".a .a # . .", true, "Alpha: move E1"), "NoWay");
    assert_eq!(told(".a .a # . .", true, "Alpha: toward Boyz"), "TargetGone");
    assert_eq!(told(".a .a . . .", false, "Alpha: steps east"), "Alpha NoFormation");
    let row = field(".a .a .a . . . . . .e\n# # # # # # # # #", squads, trained);
    let round = |orders: &str| why(&row, &play(&row, orders, ""));
    assert_eq!(round("Alpha: form without Alpha 1; Alpha: steps east"), "Alpha OthersMarch");
    let two = "a Alpha players: rifle; b Bravo players: rifle";
    let both = |drawing| formed(field(drawing, two, trained), &["Alpha", "Bravo"]);
    let (near, far) = (both(".a .b . . ."), both(".a . .b .\n. . . ."));
    assert_eq!(why(&near, &movement(&near, "Bravo: steps east; Alpha: move E1", "")), "MovedAlready");
    assert_eq!(why(&far, &movement(&far, "Alpha: steps south; Bravo: move D1", "")), "Bravo Stopped");
    let apart = field(".a . .a . . . . . .e", squads, trained);
    let told = why(&apart, &play(&apart, "Alpha: form; Alpha: shoot Boyz; Alpha: disengage A1", ""));
    assert_eq!(told, "[Gaps { groups: [[UnitId(0)], [UnitId(1)]] }]; Alpha LostTurn; Alpha LostTurn");
    let all = dazed(apart, &["Alpha 1", "Alpha 2"]);
    assert_eq!(why(&all, &play(&all, "Alpha: shoot Boyz; Alpha: move A2", "")), "Alpha Dazed; Alpha Dazed");
}

#[test]
fn f3_s5_who_has_fired_with_the_others_says_so() {
    let squads = "a Alpha players: rifle; b Bravo players: rifle; e Boyz enemy: boy";
    let battle = formed(field(".a .b . . . .e", squads, trained), &["Alpha", "Bravo"]);
    let told = |orders: &str, dice: &str| why(&battle, &play(&battle, orders, dice));
    assert_eq!(told("Alpha: volley Boyz; Bravo: shoot Boyz", "hit 1, hit 1"), "Bravo Fired");
    // A volley at a target that is gone is wasted only by units that have not fired yet.
    assert_eq!(told("Alpha: shoot Boyz; Bravo: volley Boyz", "hit 4, wound 4, save 1"), "Alpha Fired");
}
