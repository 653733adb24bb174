//! Previews agree with the round that follows.

use super::*;
use crate::dice::Dice;
use crate::line::battle::{Fate, Orders, VolleyAt, WeaponId};
use crate::line::rules::formations::volley;
use crate::line::rules::story::{after_movement, orders_of};
use crate::line::rules::{Line, Round, preview};

#[test]
fn f3_what_a_volley_would_be_can_be_asked_for() {
    let drawing = ".a .a .a .a . .\n. . . . . .\n. . . . . .\n. . . . .e .e";
    let battle = formed(field(drawing, "a Alpha players: rifle; e Boyz enemy: boy", trained), &["Alpha"]);
    let (alpha, target) = (squad(&battle, "Alpha"), squad(&battle, "Boyz"));
    let seen = preview::volley(&Line::default(), &battle, alpha, VolleyAt { target, unit: None });
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].unit, Some(unit(&battle, "Boyz 1")));
    assert_eq!(seen[0].fire[0].1.firing[0].1, 4);
}

#[test]
fn f3_s7_who_could_not_have_fired_loses_nothing_with_a_volley_at_nobody() {
    let squads = "a Alpha players: rifle; b Bravo players: spearman; c Charlie players: rifle; e Boyz enemy: boy; \
                  f Nobz enemy: boy";
    let drawing = ".a .b .c . . . .e\n. . . .f . . .";
    let mut battle = formed(field(drawing, squads, trained), &["Alpha", "Bravo", "Charlie"]);
    let one = D6::showing(1).expect("a face");
    let rolls = vec![(unit(&battle, "Boyz 1"), one, Fate::Downed)];
    battle.apply(&Event::HazardRolled { squad: squad(&battle, "Boyz"), weapon: WeaponId(0), rolls });
    let (alpha, at) = (squad(&battle, "Alpha"), VolleyAt { target: squad(&battle, "Boyz"), unit: None });
    let (rules, orders, dice) = (&Line::default(), &Orders::default(), &mut Dice::scripted(""));
    let mut round = Round { rules, battle, orders, dice, events: Vec::new() };
    assert!(volley(&mut round, alpha, at));
    let has_shot = |name: &str| round.battle.squad(squad(&round.battle, name)).has_shot;
    // Alpha would have fired, Bravo has only spears, and Charlie is in melee.
    assert_eq!(["Alpha", "Bravo", "Charlie"].map(has_shot), [true, false, false], "{:?}", round.events);
}

#[test]
fn f20_a_march_that_is_asked_for_is_the_one_that_comes() {
    let drawing = "
        .  .  .  .  .  .
        .  .  .  .  .  .
        .a .a .a .  .  .
        .  .  .  .  .  .";
    let (rules, alone) = (Line::default(), field(drawing, "a Alpha players: rifle", trained));
    let battle = formed(alone.clone(), &["Alpha"]);
    let alpha = squad(&battle, "Alpha");
    for text in ["Alpha: steps north, east hold Alpha 1, stand", "Alpha: move F1", "Alpha: charge Alpha after F1"] {
        let seen = preview::march(&rules, &battle, &orders_of(&battle, text), alpha).expect("it has a formation");
        let mut now = battle.clone();
        seen.iter().for_each(|it| now.apply(it));
        let only_moves = text.replace("charge Alpha after", "move");
        let after = after_movement(&battle, &only_moves, "");
        let places = |it: &Battle| it.standing(alpha).map(|unit| it.unit(unit).at).collect::<Vec<_>>();
        assert_eq!(places(&now), places(&after), "{text}");
    }
    assert_eq!(preview::march(&rules, &battle, &orders_of(&battle, "Alpha: hold"), alpha), None);
    assert_eq!(preview::march(&rules, &alone, &orders_of(&battle, "Alpha: move F1"), alpha), None);
}
