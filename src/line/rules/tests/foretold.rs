//! Previews agree with the round that follows.

use super::{arm, hurt, lasting, squad, unit, weapon};
use crate::line::battle::scene::{scene, scene_with, teach};
use crate::line::battle::{AbilityTarget, AbilityUse, Boon, Effect, Movement, Phase, Sort, Span, Stat, Tag, Trigger};
use crate::line::rules::story::{after, after_movement, orders_of};
use crate::line::rules::{Line, movement, preview};

#[test]
fn l2_what_waits_for_a_test_is_foretold_if_it_counts_then() {
    for (weapons, on, counts) in [
        (None, "Alpha", true),
        (None, "Alpha Officer", true), // whose LD it is
        (None, "Alpha 2", false),
        (Some(Sort::Melee), "Alpha", false),
    ] {
        let battle = scene_with(
            ".a .a .a .a .a . . . . . . .b",
            "a Alpha players: officer rifle rifle rifle rifle; b Boyz enemy: boy",
            |setup| {
                let boon = Boon::Modify { stat: Stat::Leadership, by: 2, weapons };
                let order = teach(setup, "Order", lasting(boon, Span::Rounds(1)));
                (order.target, order.trigger) = (AbilityTarget::AlliedUnit, Some(Trigger::TestsMorale));
            },
        );
        let battle = (3..6).fold(battle, |battle, n| hurt(battle, &format!("Alpha {n}"), 1));
        let (alpha, orders) = (squad(&battle, "Alpha"), format!("use Order on {on}"));
        let commanded = preview::commanded(&Line::default(), &battle, &orders_of(&battle, &orders));
        let foretold = preview::morale(&commanded, alpha).passes(2 + 2);
        let passed = !after(&battle, &orders, "morale 2 2").squad(alpha).is_broken;
        assert_eq!((foretold, passed), (counts, counts), "{weapons:?} on {on}");
    }
}

#[test]
fn c4_what_does_nothing_is_paid_for() {
    let squads = "a Alpha players: rifle; l Lead players: officer; e Boyz enemy: boy";
    let battle = scene_with(".a # .l . . . .e", squads, |setup| {
        teach(setup, "Now", vec![Effect::Immediately(Phase::Shooting)]);
        teach(setup, "Rally", vec![Effect::Rally]);
    });
    let orders = "use Now on Alpha; use Rally on Alpha";
    let caster = battle.setup().caster_ids().next().expect("the hero");
    assert_eq!(after(&battle, orders, "").cp(caster), 2);
    let orders = orders_of(&battle, orders);
    let in_vain = |it: &&AbilityUse| preview::is_in_vain(&Line::default(), &battle, &orders, **it);
    assert_eq!(orders.abilities.iter().filter(in_vain).count(), 2);
}

#[test]
fn c4_a_shot_that_waits_for_its_moment_is_in_vain_without_an_order_to_fire() {
    let squads = "a Alpha players: rifle; l Lead players: officer; e Boyz enemy: boy";
    let battle = scene_with(".a # .l . . . .e", squads, |setup| {
        teach(setup, "Ambush", vec![Effect::Immediately(Phase::Shooting)]).trigger = Some(Trigger::ShotAt);
    });
    let is_in_vain = |orders: &str| {
        let orders = orders_of(&battle, orders);
        preview::fires_without_order(&battle, &orders, orders.abilities[0])
    };
    assert!(is_in_vain("use Ambush on Alpha"));
    assert!(!is_in_vain("use Ambush on Alpha; Alpha: shoot Boyz"));
}

#[test]
fn a6_assault_fire_slows_nobody() {
    let fast = |tags: &[Tag]| {
        let battle = scene_with(".a . . . .b", "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
            weapon(setup, "rifle").tags = tags.to_vec();
            arm(setup, "rifle", &["rifle"]);
        });
        movement::is_fast(&battle, &orders_of(&battle, "Alpha: shoot Boyz"), squad(&battle, "Alpha"))
    };
    assert_eq!((fast(&[]), fast(&[Tag::Assault])), (false, true));
}

#[test]
fn v7_what_a_charge_needs_after_its_move_and_where_they_stand_then() {
    let drawing = "
        .a .a .a . . w .  .
        .a .  .  # . . .  .
        .  .  .  # . . .e .";
    let battle = scene(drawing, "a Alpha players: rifle; e Boyz enemy: boy");
    let (alpha, boyz) = (squad(&battle, "Alpha"), squad(&battle, "Boyz"));
    let charge = |orders: &str| {
        let orders = orders_of(&battle, orders);
        let Some(Movement::Charge { after, .. }) = orders.movement.get(alpha) else { unreachable!() };
        preview::Course::of(&Line::default(), &battle, &orders).charge(alpha, boyz, after.as_ref())
    };
    let seen = charge("Alpha: charge Boyz after C1");
    assert_eq!(seen.needed, Some(3));
    // A roll of 2 isn't enough, so they stand where the move before the charge took them.
    let end = after_movement(&battle, "Alpha: charge Boyz after C1", "charge 1 1");
    for (unit, at) in seen.route.expect("there is a move before it").places {
        assert_eq!(end.unit(unit).at, at);
    }
    let made = after_movement(&battle, "Alpha: charge Boyz after C1", "charge 2 1");
    assert!(made.is_in_contact(unit(&battle, "Alpha 3")));
}
