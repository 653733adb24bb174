//! Whom a rehearsal is told to, in a game of many teams.

use crate::brick::battle::scene::scene_with;
use crate::brick::battle::{Battle, Engage, Melee, Order, Orders, Target, TeamId, Who};
use crate::brick::rules::Brick;
use crate::field::{ObjectiveSetup, Tile, UnitId};
use crate::game::{Game, Open};
use crate::page::Markup;
use crate::trial::{Rehearsal, Rehearsing};

fn open(battle: &Battle, given: Orders) -> Open<Brick> {
    Open { battle: battle.clone(), last_round: Vec::new(), given, absent: Vec::new() }
}

/// Who is told of under each heading.
fn sides(told: &str) -> String {
    let mut sides: Vec<String> = Vec::new();
    for line in told.lines() {
        if let Some((name, _)) = line.split_once(", 1 strong") {
            sides.last_mut().expect("a heading").push_str(&format!(" {name}"));
        } else if ["Your squads", "Friends", "The enemy"].contains(&line) {
            sides.push(format!("{line}:"));
        }
    }
    sides.join(" ")
}

#[test]
fn bx13_each_is_told_who_is_friend_and_who_is_foe_from_where_they_stand() {
    let people = "a Ann red: fig sword; b Bob red: fig knife; d Dan blue: fig knife; e Eve green: fig knife";
    let battle = scene_with(". .a . .d\n. . . .\n.b . . .e", people, |setup| {
        setup.teams.iter_mut().for_each(|it| it.is_players = true);
        setup.teams[2].allies = vec![TeamId(1)];
        setup.objectives.push(ObjectiveSetup {
            key: "lever".to_owned(),
            name: "the lever".to_owned(),
            at: Tile::new(0, 0),
            radius: 0,
            owner: Some(TeamId(1)),
            points: 0,
        });
    });
    let told = |name: &str| {
        let own = Brick::roster(&battle).iter().find(|it| it.name == name).expect("a figure of that name").id;
        let told = Rehearsal::of(&Brick::default(), open(&battle, Orders::default()), vec![own]).play();
        Markup::Plain.render(&told)
    };
    let (ann, dan, eve) = (told("Ann"), told("Dan"), told("Eve"));
    assert_eq!(sides(&ann), "Your squads: Ann Friends: Bob The enemy: Dan Eve", "{ann}");
    assert_eq!(sides(&dan), "Your squads: Dan Friends: Eve The enemy: Ann Bob", "{dan}");
    assert_eq!(sides(&eve), "Your squads: Eve Friends: Dan The enemy: Ann Bob", "{eve}");
    assert!(ann.contains("You have the lever in 0 %, blue in 100 %, green in 0 %."), "{ann}");
    assert!(dan.contains("You have the lever in 100 %, red in 0 %, green in 0 %."), "{dan}");
}

#[test]
fn bx25_what_one_of_two_players_wins_the_other_loses() {
    let battle = scene_with(". .a .d .", "a Ann red: fig sword; d Dan blue: fig knife", |setup| {
        setup.teams.iter_mut().for_each(|it| it.is_players = true);
    });
    let (ann, dan) = (Who::Unit(UnitId(0)), Who::Unit(UnitId(1)));
    let mut given = Orders::default();
    given.put(Order::Melee(ann, Melee::Attack(Engage::at(Target::Who(dan)))));
    let told = Rehearsing::new(&Brick::default(), &open(&battle, given)).run(200);
    assert!(0 < told.won[0], "{told:?}");
    assert_eq!((told.won[0], told.lost[0]), (told.lost[1], told.won[1]), "{told:?}");
}
