//! Rehearsals and simulations of a game with many teams: what they say, and to whom.

use crate::brick::battle::scene::scene_with;
use crate::brick::battle::{Battle, Engage, Melee, Order, Orders, Target, TeamId, Who};
use crate::brick::rules::Brick;
use crate::dice::Seed;
use crate::field::{Level, ObjectiveSetup, Tile, UnitId};
use crate::game::{Game, Levels, OpenRound};
use crate::map::PartyId;
use crate::page::Markup;
use crate::trial::{
    Card, Conduct, Doubts, Fairness, Finding, GoingFirst, Labels, Rehearsal, Rehearsing, findings, words,
};

fn open(battle: &Battle, given: Orders) -> OpenRound<Brick> {
    OpenRound { battle: battle.clone(), last_round: Vec::new(), given, absent: Vec::new() }
}

/// The names under each heading.
fn sides(told: &str) -> String {
    let mut sides: Vec<String> = Vec::new();
    for line in told.lines() {
        if let Some((name, _)) = line.split_once(" falls in ") {
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
    let battle = scene_with(". .a .d .\n. . . .\n. .b .e .", people, |setup| {
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
    let mut given = Orders::default();
    for (who, at) in [(0, 2), (1, 3)] {
        let target = Target::Who(Who::Unit(UnitId(at)));
        given.put(Order::Melee(Who::Unit(UnitId(who)), Melee::Attack(Engage::at(target))));
    }
    let told = |name: &str| {
        let own = Brick::roster(&battle).iter().find(|it| it.name == name).expect("a figure of that name").id;
        let told = Rehearsal::of(&Brick::default(), open(&battle, given.clone()), vec![own]).play();
        Markup::Plain.render(&told)
    };
    let (ann, dan, eve) = (told("Ann"), told("Dan"), told("Eve"));
    assert_eq!(sides(&ann), "Your squads: Ann Friends: Bob The enemy: Dan Eve", "{ann}");
    assert_eq!(sides(&dan), "Your squads: Dan Friends: Eve The enemy: Ann Bob", "{dan}");
    assert_eq!(sides(&eve), "Your squads: Eve Friends: Dan The enemy: Ann Bob", "{eve}");
    assert!(ann.contains("Blue keeps the lever.") && !ann.contains("loses anybody"), "{ann}");
    assert!(dan.contains("You keep the lever."), "{dan}");
    let alone = scene_with(". .a .", "a Ann red: fig sword", |_| {});
    let alone = Rehearsal::of(&Brick::default(), open(&alone, Orders::default()), Vec::new()).play();
    let alone = Markup::Plain.render(&alone);
    assert!(alone.contains("Nobody loses anybody.") && !alone.contains(" falls in "), "{alone}");
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

/// Two squads that fight each other, each a team of players.
fn duel() -> Battle {
    scene_with(". .a .d .", "a Ann red: fig sword; d Dan blue: fig knife", |setup| {
        setup.teams.iter_mut().for_each(|it| it.is_players = true);
    })
}

/// A card of four battles, with the number that each of the two teams won.
fn fought(labels: &Labels, won: [u64; 2], decided: u64) -> Card {
    let four =
        Card { battles: 4, victories: decided, times_up: 4 - decided, decided, won: won.to_vec(), ..Card::default() };
    Card::of(labels, &[four])
}

#[test]
fn each_team_of_players_against_each_other_is_told_what_it_wins() {
    let labels = Labels::of::<Brick>(&duel());
    let fairness = Fairness {
        written: fought(&labels, [3, 0], 3),
        exchanged: fought(&labels, [2, 2], 3),
        seed: Seed::from(5),
        levels: Levels::default(),
        newcomers: None,
        conduct: Conduct::default(),
        findings: Vec::new(),
        labels,
    };
    let text = fairness.text();
    let rows: Vec<String> = text.lines().map(|it| it.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for row in [
        "4 battles as it is written, and as many with the teams' turns reversed; --seed",
        "The players are led by a green commander",
        "won by red 75.0 % (",
        "won by blue 0.0 % (",
        "nobody wins 25.0 % (",
        "A victory that teams share counts for each of them.",
        "Red and blue, each with the first pass in half of the battles, win 62.5 % (",
        "and 25.0 % (",
    ] {
        assert!(rows.iter().any(|it| it.starts_with(row)), "{row}:\n{text}");
    }
    assert!(!text.contains("the players win") && !text.contains("the enemy"), "{text}");
    let json = fairness.json();
    assert_eq!(json["as_written"]["wins"]["red"]["share"], 0.75, "{json}");
    assert_eq!(json["first_shot_wins"]["share"], 0.625, "{json}");
    assert_eq!(json["last_shot_wins"]["share"], 0.25, "{json}");
    let svg = fairness.svg(Doubts::Hidden);
    assert!(svg.contains("Won by red") && svg.contains("reversed") && !svg.contains("enemy"), "{svg}");
}

#[test]
fn of_two_sides_the_one_that_stands_first_goes_first_whoever_it_is() {
    for (are_players, first) in [([true, false], 6), ([false, true], 10)] {
        let battle = scene_with(". .a .d .", "a Ann red: fig sword; d Dan blue: fig knife", |setup| {
            setup.teams.iter_mut().zip(are_players).for_each(|(team, is_players)| team.is_players = is_players);
        });
        let labels = Labels::of::<Brick>(&battle);
        let four = |victories| Card { battles: 4, victories, defeats: 4 - victories, ..Card::default() };
        let going = GoingFirst::of(&labels, &four(1), &four(2));
        assert_eq!(going, GoingFirst { first, last: None, of: 8 }, "{are_players:?}");
    }
}

#[test]
fn who_leads_is_told_of_those_who_are_there() {
    let commanders = |are_players: [bool; 3]| {
        let people = "a Ann red: fig sword; d Dan blue: fig knife; e Eve green: fig knife";
        let battle = scene_with(". .a .d .e", people, |setup| {
            setup.teams.iter_mut().zip(are_players).for_each(|(team, is_players)| team.is_players = is_players);
        });
        words::commanders(&Labels::of::<Brick>(&battle), Levels::both(Level::Elite))
    };
    let players = "The players are led by an elite commander";
    assert_eq!(commanders([true; 3]), players);
    let told = format!("{players}, anybody else by an elite one; each army keeps its own");
    assert_eq!(commanders([true, true, false]), told);
    assert_eq!(commanders([true, false, false]), told.replace("anybody else", "the enemy"));
}

#[test]
fn a_team_of_players_that_always_wins_is_found_by_its_name() {
    let battle = duel();
    let labels = Labels::of::<Brick>(&battle);
    let one_sided = |won: [u64; 2], decided| {
        let found = findings::<Brick>(&battle, &fought(&labels, won, decided));
        let is_of_winning = |it: &Finding| !matches!(it, Finding::NeverCame(_) | Finding::Idle(_));
        found.into_iter().filter(is_of_winning).collect::<Vec<Finding>>()
    };
    let [red, blue] = [PartyId(0), PartyId(1)];
    assert_eq!(one_sided([0, 4], 4), [Finding::AlwaysWon(blue)]);
    assert_eq!(one_sided([0, 3], 3), [Finding::NeverWon(red, None)]);
    assert_eq!(one_sided([1, 3], 4), Vec::new());
    assert_eq!(one_sided([4, 4], 4), [Finding::AlwaysShared]);
    assert_eq!(one_sided([0, 0], 0), [Finding::NobodyWins]);
    assert_eq!(words::finding(&labels, &Finding::AlwaysWon(blue)), "Blue always won.");
}
