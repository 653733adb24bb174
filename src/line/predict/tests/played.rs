//! Rounds that are played, compared with exact odds and with what is obvious.

use super::{orders_of, volley_of};
use crate::game::TRIES;
use crate::line::battle::scene::{form_up, scene, scene_with, squad};
use crate::line::battle::{Battle, Fire, FirePart, FormationSetup, Movement, Orders, Phase, Tag, VolleyAt};
use crate::line::predict::Played;
use crate::line::rules::Line;

fn played(battle: &Battle, orders: &Orders) -> Played {
    Played::of(&Line::default(), battle, battle, orders, Phase::Movement)
}

fn shoot(battle: &Battle, orders: &mut Orders, who: &str, at: &str) {
    orders.fire.put(squad(battle, who), Fire::At(vec![FirePart { target: squad(battle, at), with: None }]));
}

#[test]
fn a_volley_by_itself_is_played_as_its_law_says() {
    let battle = scene(".a .a .a .a . . . . . .b .b .b .b", "a Alpha players: rifle; b Boyz enemy: boy");
    let (alpha, boyz) = (squad(&battle, "Alpha"), squad(&battle, "Boyz"));
    let law = volley_of(&Line::default(), &battle);
    let tried = played(&battle, &orders_of(&battle)).fire(alpha, boyz).expect("it was ordered");
    assert_eq!((law.tries, tried.tries), (None, Some(TRIES)));
    for n in 0..=4 {
        let (law, tried) = (law.downed.chance(n), tried.downed.chance(n));
        let deviation = (law * (1.0 - law) / f64::from(TRIES)).sqrt();
        assert!((law - tried).abs() <= 4.0 * deviation + 1e-9, "{n}: {law} by the law, {tried} played");
    }
    assert!((law.hp_lost - tried.hp_lost).abs() < 0.1);
    assert!((law.breaks - tried.breaks).abs() < 0.05);
}

#[test]
fn the_same_orders_come_to_the_same() {
    let battle = scene(".a .a . . .b .b", "a Alpha players: rifle; b Boyz enemy: boy");
    let (alpha, boyz) = (squad(&battle, "Alpha"), squad(&battle, "Boyz"));
    let ask = || played(&battle, &orders_of(&battle)).fire(alpha, boyz);
    assert_eq!(ask(), ask());
}

#[test]
fn s5_fire_at_a_squad_that_others_may_fell_before_is_wasted_as_often() {
    let battle = scene_with(
        ".a .a .a .a . . .b\n.d . . . . . .",
        "a Alpha players: rifle; d Delta players: rifle; b Boyz enemy: boy",
        |_| (),
    );
    let [alpha, delta, boyz] = ["Alpha", "Delta", "Boyz"].map(|it| squad(&battle, it));
    let mut orders = Orders::default();
    shoot(&battle, &mut orders, "Alpha", "Boyz");
    shoot(&battle, &mut orders, "Delta", "Boyz");
    let it = played(&battle, &orders);
    let (first, second) = (it.fire(alpha, boyz).expect("ordered"), it.fire(delta, boyz).expect("ordered"));
    assert!(0.1 < first.gone && first.gone < 0.99, "{}", first.gone);
    assert_eq!(first.gone, second.wasted);
    assert_eq!(first.wasted, 0.0);
}

#[test]
fn s9_misses_that_go_astray_are_counted() {
    let battle = scene(".a . . .b .d .d", "a Alpha players: rifle; b Boyz enemy: boy; d Delta players: rifle");
    let [alpha, delta, boyz] = ["Alpha", "Delta", "Boyz"].map(|it| squad(&battle, it));
    let it = played(&battle, &orders_of(&battle)).fire(alpha, boyz).expect("ordered");
    let (friend, downed) = it.strays.expect("friends are in danger");
    assert_eq!(friend, delta);
    assert!(0.0 < downed.at_least(1));
}

#[test]
fn a6_users_whom_their_own_weapons_fell_are_counted() {
    let battle = scene_with(".a . . .b", "a Alpha players: rifle; b Boyz enemy: boy", |setup| {
        super::weapon(setup, "rifle").tags = vec![Tag::Hazardous];
    });
    let (alpha, boyz) = (squad(&battle, "Alpha"), squad(&battle, "Boyz"));
    let it = played(&battle, &orders_of(&battle)).fire(alpha, boyz).expect("ordered");
    assert!((it.users_downed.at_least(1) - 1.0 / 6.0).abs() < 0.03, "{:?}", it.users_downed);
}

#[test]
fn m6_a_melee_costs_both_sides() {
    let battle = scene(".a .b .\n.a .b .b", "a Alpha players: rifle; b Boyz enemy: boy");
    let it = played(&battle, &Orders::default());
    for name in ["Alpha", "Boyz"] {
        let squad = squad(&battle, name);
        let (losses, standing) = (it.losses(squad), battle.standing(squad).count());
        assert!(0.0 < losses.downed.mean() && losses.downed.mean() < standing as f64, "{name}: {losses:?}");
    }
}

#[test]
fn v7_a_charge_is_made_as_often_as_two_dice_reach() {
    let battle = scene(".a . . . . . . .b", "a Alpha players: rifle; b Boyz enemy: boy");
    let (alpha, boyz) = (squad(&battle, "Alpha"), squad(&battle, "Boyz"));
    let mut orders = Orders::default();
    orders.movement.put(alpha, Movement::Charge { target: boyz, after: None });
    let needed =
        crate::line::rules::preview::Course::of(&Line::default(), &battle, &orders).charge(alpha, boyz, None).needed;
    let law = crate::line::predict::charge_chance(needed.expect("a way in"), false);
    let (made, gone) = played(&battle, &orders).charge(alpha, boyz);
    assert!((law - made).abs() < 0.05, "{law} by the law, {made} played");
    assert_eq!(gone, 0.0);
}

#[test]
fn v7_fire_at_the_target_before_makes_the_way_longer_as_often() {
    let battle = scene(
        "
        .a . . . .x . . . .x
        .c . . .  . . . . .",
        "a Alpha players: rifle; c Carl players: rifle; x Boyz enemy: boy",
    );
    let [alpha, carl, boyz] = ["Alpha", "Carl", "Boyz"].map(|it| squad(&battle, it));
    let mut orders = Orders::default();
    orders.movement.put(alpha, Movement::Charge { target: boyz, after: None });
    shoot(&battle, &mut orders, "Carl", "Boyz");
    let it = played(&battle, &orders);
    let felled = it.fire(carl, boyz).expect("ordered").downed.at_least(1);
    // The charge needs 3 on 2d6 while the nearer one stands, and 7 once he has fallen.
    let law = 35.0 / 36.0 * (1.0 - felled) + 21.0 / 36.0 * felled;
    let made = it.charge(alpha, boyz).0;
    assert!((law - made).abs() < 0.025, "{law} by the law, {made} played");
}

#[test]
fn f3_one_who_alone_of_a_formation_can_fire_fires_its_volley() {
    let mut battle = scene_with(".a .a . . .b .b", "a Alpha players: officer spearman; b Boyz enemy: boy", |setup| {
        setup.formations = Some(FormationSetup::default());
    });
    let (alpha, boyz) = (squad(&battle, "Alpha"), squad(&battle, "Boyz"));
    let leader = battle.leader(alpha);
    form_up(&mut battle, &["Alpha"], leader);
    let mut orders = Orders::default();
    orders.fire.put(alpha, Fire::Volley(VolleyAt { target: boyz, unit: None }));
    let formation = battle.formations_of(alpha).next().expect("a formation").id;
    let it = played(&battle, &orders).volley(alpha, formation).expect("ordered");
    assert_eq!((it.held, it.wasted), (0.0, 0.0));
    assert!(0.0 < it.downed.at_least(1), "{:?}", it.downed);
}
