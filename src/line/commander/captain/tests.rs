//! What the captain orders, in a small scene for each behaviour.

use crate::dice::{D6, Mood, Seed};
use crate::field::{Area, GoalKind, ObjectiveId, SquadId, Tile, UnitId};
use crate::line::battle::scene::{form_up, profile, scene, scene_with, squad, teach};
use crate::line::battle::{
    Abandon, Battle, Boon, BySide, Condition, Effect, Event, Fate, Fire, FormationSetup, Goal, Level, Movement,
    ObjectiveSetup, Orders, Phase, Place, Plight, Route, RouteGoal, Setup, Shield, Side, Spacing, Span, Stance, Stat,
    Subject, Temper, WeaponId,
};
use crate::line::commander::decision::{MoveReason, TargetReason, Why};
use crate::line::commander::{Leads, Planned, plan};

use crate::line::rules::Line;

fn led(battle: &Battle, level: Level) -> Planned {
    let levels = BySide { players: level, enemy: level };
    plan(&Line::default(), battle, &Orders::default(), levels, Leads::Everybody, Mood::default())
}

/// The squad that a squad is ordered to fire at.
fn target<'a>(battle: &'a Battle, planned: &Planned, name: &str) -> Option<&'a str> {
    match planned.orders.fire.get(squad(battle, name)) {
        Some(Fire::At(parts)) => parts.first().map(|it| battle.setup().squad(it.target).name.as_str()),
        _ => None,
    }
}

/// The tile that a squad is ordered to go to, and how it settles there.
fn goal(battle: &Battle, planned: &Planned, name: &str) -> Option<(Tile, Spacing)> {
    match planned.orders.movement.get(squad(battle, name)) {
        Some(Movement::Move(Route { goal: RouteGoal::Tile(at), spacing, .. })) => Some((*at, *spacing)),
        _ => None,
    }
}

fn charges(battle: &Battle, planned: &Planned, name: &str) -> bool {
    matches!(planned.orders.movement.get(squad(battle, name)), Some(Movement::Charge { .. }))
}

fn reasons(battle: &Battle, planned: &Planned, name: &str) -> Vec<Why> {
    let squad = squad(battle, name);
    planned.decisions.iter().filter(|it| it.squad == squad).map(|it| it.why).collect()
}

fn has_stance(setup: &mut Setup, name: &str, stance: Stance) {
    setup.squads.iter_mut().filter(|it| it.name == name).for_each(|it| it.stance = stance);
}

/// Teaches the first caster an ability that helps a squad to aim, and afflicts it with `plight` as well.
fn may_be_steadied(setup: &mut Setup, plight: Option<Plight>) {
    let boon = Boon::Modify { stat: Stat::Accuracy, by: 2, weapons: None };
    let helps = Effect::Lasting { boon, span: Span::Rounds(1) };
    let harms = plight.map(|plight| Effect::Afflict { plight, rounds: 1 });
    teach(setup, "Steady Aim", std::iter::once(helps).chain(harms).collect());
}

fn mound(setup: &mut Setup, at: &str) {
    setup.objectives.push(ObjectiveSetup {
        key: "mound".to_owned(),
        name: "the mound".to_owned(),
        at: at.parse().expect("a tile"),
        radius: 2,
        owner: None,
        points: 0,
    });
    let hold = Condition::Hold { objective: ObjectiveId(0), by: Side::Players, rounds: 2 };
    setup.goals.push(Goal { kind: GoalKind::Main, team: None, text: String::new(), when: hold, ends: true });
}

fn felled(battle: &Battle, name: &str, count: usize) -> Battle {
    let mut battle = battle.clone();
    let squad = squad(&battle, name);
    let one = D6::showing(1).expect("a face");
    let units: Vec<UnitId> = battle.standing(squad).take(count).collect();
    let rolls = units.into_iter().map(|it| (it, one, Fate::Downed)).collect();
    battle.apply(&Event::HazardRolled { squad, weapon: WeaponId(0), rolls });
    battle
}

#[test]
fn s5_nobody_is_felled_twice() {
    let battle = scene(
        ".a .a .a .a . . . . . . .x
         .b .b .b .b . . . . . . .y",
        "a Alpha players: gunner; b Bravo players: gunner; x Boyz enemy: boy; y Nobz enemy: boy",
    );
    let planned = led(&battle, Level::Regular);
    let mut targets = ["Alpha", "Bravo"].map(|it| target(&battle, &planned, it));
    targets.sort();
    assert_eq!(targets, [Some("Boyz"), Some("Nobz")]);
    let whys = reasons(&battle, &planned, "Alpha");
    assert!(whys.iter().any(|it| matches!(it, Why::Fires { reason: TargetReason::Finish, .. })), "{whys:?}");
}

#[test]
fn l1_fire_goes_to_where_nerve_can_still_be_broken() {
    let both = scene(
        ".a .a .a . . . . . . . . . . .x .x .x .x .x .x
         .  .  .  . . . . . . . . . . .y .y .y .y .y .y",
        "a Alpha players: rifle; x Boyz enemy: boy; y Nobz enemy: boy",
    );
    for (shaken, whole) in [("Boyz", "Nobz"), ("Nobz", "Boyz")] {
        let battle = felled(&both, shaken, 4);
        assert_eq!(target(&battle, &led(&battle, Level::Regular), "Alpha"), Some(whole));
    }
}

#[test]
fn s5_a_squad_that_a_goal_is_about_is_fired_at_before_others() {
    let battle = scene_with(
        ".a .a .a . . . . . . . .x .x .x
         .  .  .  . . . . . . . .y .y .y",
        "a Alpha players: rifle; x Boyz enemy: boy; y Nobz enemy: boy",
        |setup| {
            let when = Condition::Lost { who: Subject::Squad(SquadId(2)), percent: 100 };
            setup.goals.push(Goal { kind: GoalKind::Main, team: None, text: String::new(), when, ends: true });
        },
    );
    let planned = led(&battle, Level::Regular);
    assert_eq!(target(&battle, &planned, "Alpha"), Some("Nobz"));
    let whys = reasons(&battle, &planned, "Alpha");
    assert!(whys.iter().any(|it| matches!(it, Why::Fires { reason: TargetReason::Goal, .. })), "{whys:?}");
}

#[test]
fn s5_a_squad_that_is_to_get_somewhere_is_fired_at_before_others() {
    let told = |is_to: bool| {
        let drawing = ".a .a .a . . . . . . . .x .x .x\n.  .  .  . . . . . . . .y .y .y";
        let battle = scene_with(drawing, "a Alpha players: rifle; x Boyz enemy: boy; y Nobz enemy: boy", |setup| {
            if is_to {
                let area = Area { name: "the gate".to_owned(), at: Tile::new(0, 1), radius: 1 };
                let when = Condition::Reach { who: Subject::Squad(SquadId(2)), area, units: 1 };
                setup.goals.push(Goal { kind: GoalKind::Failure, team: None, text: String::new(), when, ends: true });
            }
        });
        target(&battle, &led(&battle, Level::Regular), "Alpha").map(str::to_owned)
    };
    assert_eq!([false, true].map(told), [Some("Boyz".to_owned()), Some("Nobz".to_owned())]);
}

#[test]
fn v7_who_can_only_strike_charges_and_who_can_fire_fires() {
    let battle = scene(".a .a .a .a . . . . . .x .x .x .x", "a Alpha players: rifle; x Boyz enemy: spearman");
    for level in ALL {
        let planned = led(&battle, level);
        assert!(charges(&battle, &planned, "Boyz"), "{level:?}");
        assert!(!charges(&battle, &planned, "Alpha"), "{level:?}");
        assert_eq!(target(&battle, &planned, "Alpha"), Some("Boyz"), "{level:?}");
    }
}

#[test]
fn v7_nobody_sets_out_on_a_charge_that_hardly_ever_gets_there() {
    let told = |steps: usize, level: Level| {
        let row = format!(".a {} .x .x", ". ".repeat(steps - 1));
        let battle = scene(&[row.as_str(); 2].join("\n"), "a Alpha players: rifle; x Boyz enemy: spearman");
        charges(&battle, &led(&battle, level), "Boyz")
    };
    for level in ALL {
        assert_eq!([20, 21].map(|it| told(it, level)), [true, false], "{level:?}");
    }
}

#[test]
fn v7_of_two_who_could_be_charged_the_one_is_that_can_hardly_be_missed() {
    let told = |steps: usize| {
        let battle = scene(
            &format!(".a . . . . .x .x {} .b .b .b", ". ".repeat(steps - 1)),
            "a Alpha players: rifle; b Bravo players: gunner; x Boyz enemy: spearman",
        );
        match led(&battle, Level::Regular).orders.movement.get(squad(&battle, "Boyz")) {
            Some(Movement::Charge { target, .. }) => battle.setup().squad(*target).name.clone(),
            other => format!("{other:?}"),
        }
    };
    assert_eq!([5, 16].map(told), ["Bravo", "Alpha"], "Bravo is worth more");
}

#[test]
fn v7_nobody_charges_those_who_would_cut_him_down() {
    for level in LEVELS {
        let told = |count: usize| {
            let row = format!("{} . . . . . . .x .x", ".e ".repeat(count));
            let battle = scene(&row, "e Alpha players: boy; x Boyz enemy: spearman");
            charges(&battle, &led(&battle, level), "Boyz")
        };
        assert_eq!([1, 4].map(told), [true, false], "{level:?}");
    }
}

#[test]
fn v7_who_does_as_much_by_fire_does_not_charge() {
    let told = |kind: &str| {
        let row = ".a .a .a .a . . . . . . .x .x";
        let battle = scene(row, &format!("a Alpha players: {kind}; x Boyz enemy: rifle"));
        charges(&battle, &led(&battle, Level::Regular), "Alpha")
    };
    assert_eq!(["spearman", "rifle"].map(told), [true, false]);
}

#[test]
fn v7_who_skirmishes_never_charges() {
    let told = |stance| {
        let text = "a Alpha players: rifle; x Boyz enemy: spearman";
        let battle = scene_with(".a .a .a .a . . . . . .x .x .x .x", text, |setup| has_stance(setup, "Boyz", stance));
        charges(&battle, &led(&battle, Level::Regular), "Boyz")
    };
    assert_eq!([Stance::Aggressive, Stance::Skirmish].map(told), [true, false]);
}

#[test]
fn v2_under_fire_a_squad_goes_where_there_is_cover() {
    let drawing = |ground: &str| {
        format!(
            ".  . . . . . . . . . . . . . . . .x .x .x
             .a . . {ground} . . . . . . . . . . . . .x .x .x
             .a . . {ground} . . . . . . . . . . . . .  .  .
             .a . . {ground} . . . . . . . . . . . . .  .  .",
        )
    };
    let told = |ground| {
        let battle = scene(&drawing(ground), "a Alpha players: rifle; x Boyz enemy: rifle");
        goal(&battle, &led(&battle, Level::Regular), "Alpha")
    };
    let (at, spacing) = told("b").expect("it moves");
    assert!(at.x.abs_diff(3) <= 1, "{at} is beside the barricade");
    assert_eq!(spacing, Spacing::TakeCover);
    assert!(told(".").is_none_or(|it| it.1 == Spacing::Usual), "there is no cover to take");
}

#[test]
fn v6_who_is_losing_a_melee_gets_away_and_who_is_not_fights_on() {
    let losing = scene(
        "
        .a .a .a .a .a .a .e .
        .  .  .  .  .  .  .  .",
        "a Alpha players: rifle; e Beast enemy: beast",
    );
    let planned = led(&losing, Level::Veteran);
    assert_eq!(planned.orders.movement.get(squad(&losing, "Alpha")), Some(&Movement::Disengage(None)));
    let even = scene(".a .a .e .e", "a Alpha players: rifle; e Boyz enemy: rifle");
    let planned = led(&even, Level::Veteran);
    assert!(reasons(&even, &planned, "Alpha").contains(&Why::Fights));
    assert_eq!(planned.orders.movement.get(squad(&even, "Alpha")), None);
}

#[test]
fn who_holds_stays_and_who_guards_goes_no_farther_than_his_post_allows() {
    let text = "a Alpha players: rifle; x Boyz enemy: rifle";
    let row = format!(".a .a {} .x .x", ". ".repeat(40));
    let told = |stance| {
        let battle = scene_with(&row, text, |setup| has_stance(setup, "Alpha", stance));
        goal(&battle, &led(&battle, Level::Regular), "Alpha").map(|it| u16::from(it.0.x))
    };
    assert_eq!(told(Stance::Hold), None);
    assert!(told(Stance::Guard).is_none_or(|it| it <= 5), "{:?}", told(Stance::Guard));
    assert!(told(Stance::Aggressive).is_some_and(|it| 5 < it), "{:?}", told(Stance::Aggressive));
}

#[test]
fn o1_who_makes_for_objectives_does_so_before_it_goes_for_the_enemy() {
    let drawing = format!("{0} . .\n.a .a {0}\n{0} . .\n{0} . .\n{0} .x .x", ". ".repeat(40));
    let battle = scene_with(&drawing, "a Alpha players: rifle; x Boyz enemy: rifle", |setup| {
        has_stance(setup, "Alpha", Stance::Objective);
        mound(setup, "A5");
        setup.objectives[0].at = Tile::new(20, 0);
    });
    let planned = led(&battle, Level::Regular);
    let place = Tile::new(20, 0);
    let here = battle.unit(battle.leader(squad(&battle, "Alpha")).expect("it stands")).at;
    let (at, _) = goal(&battle, &planned, "Alpha").expect("it moves");
    assert!(at.steps_to(place) + 8 <= here.steps_to(place), "{at}");
    assert!(reasons(&battle, &planned, "Alpha").contains(&Why::Moves(MoveReason::To(ObjectiveId(0)))));
}

#[test]
fn o2_who_is_to_get_somewhere_makes_for_it() {
    let drawing = format!("{0} . .\n.a .a {0}\n{0} .x .x", ". ".repeat(40));
    let there = Tile::new(2, 2);
    let battle = scene_with(&drawing, "a Alpha players: rifle; x Boyz enemy: rifle", |setup| {
        let area = Area { name: "the gate".to_owned(), at: Tile::new(12, 2), radius: 1 };
        let when = Condition::Reach { who: Subject::Squad(SquadId(0)), area, units: 1 };
        setup.goals.push(Goal { kind: GoalKind::Main, team: None, text: String::new(), when, ends: true });
    });
    let planned = led(&battle, Level::Regular);
    let (at, _) = goal(&battle, &planned, "Alpha").expect("it moves");
    assert!(at.steps_to(Tile::new(12, 2)) < there.steps_to(Tile::new(12, 2)), "{at}");
    assert!(reasons(&battle, &planned, "Alpha").contains(&Why::Moves(MoveReason::Goal)));
}

#[test]
fn o1_an_objective_that_a_goal_is_about_comes_before_a_nearer_one() {
    let told = |is_about_it: bool| {
        let drawing = format!("{0} . .\n.a .a {0}\n{0} . .\n{0} . .\n{0} .x .x", ". ".repeat(40));
        let battle = scene_with(&drawing, "a Alpha players: rifle; x Boyz enemy: rifle", |setup| {
            has_stance(setup, "Alpha", Stance::Objective);
            mound(setup, "W2");
            mound(setup, "L2");
            setup.objectives[1].key = "mill".to_owned();
            setup.goals.truncate(usize::from(is_about_it));
        });
        let to = |n: u8| {
            reasons(&battle, &led(&battle, Level::Regular), "Alpha")
                .contains(&Why::Moves(MoveReason::To(ObjectiveId(n))))
        };
        [to(0), to(1)]
    };
    assert_eq!([false, true].map(told), [[false, true], [true, false]]);
}

#[test]
fn o1_the_nearest_who_goes_for_the_enemy_takes_an_objective_that_nobody_else_makes_for() {
    let told = |is_about_it: bool| {
        let drawing = format!("{0} . .\n.a .a {0}\n{0} . .\n{0} . .\n{0} .x .x", ". ".repeat(40));
        let battle = scene_with(&drawing, "a Alpha players: rifle; x Boyz enemy: rifle", |setup| {
            mound(setup, "A5");
            setup.objectives[0].at = Tile::new(20, 0);
            setup.goals.truncate(usize::from(is_about_it));
        });
        reasons(&battle, &led(&battle, Level::Regular), "Alpha").contains(&Why::Moves(MoveReason::To(ObjectiveId(0))))
    };
    assert_eq!([false, true].map(told), [false, true]);
}

#[test]
fn a_side_comes_together_at_the_enemy_nearest_to_all() {
    // Boyz are nearest to Alpha, and Nobz to all three.
    let wide = ". ".repeat(30);
    let drawing = format!(
        ".a .a {wide} .  .
         .  .  {wide} .x .x
         .b .b {wide} .  .
         .  .  {wide} .  .
         .  .  {wide} .  .
         .c .c {wide} .y .y"
    );
    let squads = "a Alpha players: rifle; b Bravo players: rifle; c Charlie players: rifle; x Boyz enemy: rifle; y Nobz enemy: rifle";
    let battle = scene(&drawing, squads);
    let planned = led(&battle, Level::Regular);
    let rows = ["Alpha", "Bravo", "Charlie"].map(|it| goal(&battle, &planned, it).map(|it| it.0.y));
    assert!(rows.iter().all(Option::is_some), "{rows:?}");
    let xs = ["Alpha", "Bravo", "Charlie"].map(|it| goal(&battle, &planned, it).map_or(0, |it| it.0.x));
    assert!(xs.iter().all(|it| 5 < *it), "{xs:?}");
}

#[test]
fn c2_only_the_veteran_spends_cp_and_on_what_is_worth_it() {
    let battle = scene_with(
        ".a .a .a .a .o . . . . . . . . .x .x .x .x .x .x",
        "a Alpha players: rifle; o Staff players: officer; x Boyz enemy: boy",
        |setup| may_be_steadied(setup, None),
    );
    assert!(led(&battle, Level::Regular).orders.abilities.is_empty());
    let planned = led(&battle, Level::Veteran);
    assert_eq!(planned.orders.abilities.len(), 1, "{:?}", planned.orders.abilities);
    assert!(reasons(&battle, &planned, "Alpha").iter().any(|it| matches!(it, Why::Uses { .. })));
}

#[test]
fn c2_the_veteran_keeps_cp_for_what_is_worth_them() {
    let used = |row: &str| {
        let battle = scene_with(
            &format!("{row} .o . . . . . . . . .x .x .x .x .x .x"),
            "a Alpha players: rifle; o Staff players: officer; x Boyz enemy: boy",
            |setup| may_be_steadied(setup, None),
        );
        led(&battle, Level::Veteran).orders.abilities.len()
    };
    assert_eq!([".a .a .a .a", ".a .  .  . "].map(used), [1, 0], "one man's aim isn't worth it");
}

/// The levels that lead squads together.
const LEVELS: [Level; 2] = [Level::Regular, Level::Veteran];
/// All levels but elite.
const ALL: [Level; 3] = [Level::Green, Level::Regular, Level::Veteran];

#[test]
fn v7_of_two_who_would_charge_through_one_door_one_does() {
    // Boyz stand in a passage, and one unit fills the ground in front of them.
    let battle = scene_with(
        ".  .a .  #  # #
         .  .  .  .  .x #
         .  .b .  #  # #",
        "a Alpha players: spearman; b Bravo players: spearman; x Boyz enemy: rifle",
        |setup| setup.profiles.iter_mut().for_each(|it| it.reach = 1),
    );
    for level in ALL {
        let planned = led(&battle, level);
        let charging = ["Alpha", "Bravo"].map(|it| charges(&battle, &planned, it));
        assert_eq!(charging.iter().filter(|it| **it).count(), 1, "{level:?}: {:?}", planned.orders.movement);
    }
}

#[test]
fn v4_who_can_hardly_carry_his_own_keeps_away() {
    let battle = scene(
        ".a .a .a . . . . . . . . .x .x
         .a .a .a . . . . . . . . .x .x
         .a .a .a . . . . . . . . .x .x",
        "a Alpha players: spearman; x Boyz enemy: boy",
    );
    for level in LEVELS {
        let away = |battle: &Battle| {
            let planned = led(battle, level);
            let to = planned.orders.movement.get(squad(battle, "Alpha"));
            let is_away = |it: &Route| matches!(it.goal, RouteGoal::AwayFrom { .. });
            matches!(to, Some(Movement::Move(it)) if is_away(it))
        };
        assert_eq!([away(&battle), away(&felled(&battle, "Alpha", 7))], [false, true], "{level:?}");
    }
}

#[test]
fn who_must_not_be_lost_neither_charges_nor_goes_nearer() {
    let told = |is_vital: bool| {
        let row = ".a .a .a . . . . . .x .x .x";
        let battle = scene_with(row, "a Alpha players: rifle; x Boyz enemy: spearman", |setup| {
            if is_vital {
                let when = Condition::Lost { who: Subject::Squad(SquadId(1)), percent: 100 };
                setup.goals.push(Goal { kind: GoalKind::Main, team: None, text: String::new(), when, ends: true });
            }
        });
        let planned = led(&battle, Level::Regular);
        let goes_nearer = goal(&battle, &planned, "Boyz").is_some_and(|it| it.0.x < 8);
        (charges(&battle, &planned, "Boyz"), goes_nearer)
    };
    assert_eq!([false, true].map(told), [(true, false), (false, false)]);
}

#[test]
fn who_must_not_be_lost_does_not_charge_whoever_is_weak() {
    let told = |is_vital: bool| {
        let battle = scene_with(".a . . . . . .x .x .x", "a Alpha players: rifle; x Boyz enemy: spearman", |setup| {
            if is_vital {
                let when = Condition::Lost { who: Subject::Squad(SquadId(1)), percent: 100 };
                setup.goals.push(Goal { kind: GoalKind::Bonus, team: None, text: String::new(), when, ends: true });
            }
        });
        charges(&battle, &led(&battle, Level::Regular), "Boyz")
    };
    assert_eq!([false, true].map(told), [true, false]);
}

#[test]
fn who_must_not_be_lost_gets_out_of_sight_of_the_guns() {
    let told = |is_vital: bool| {
        let drawing = ".a . . . . . . . . . . . . . . . . .x .x .x
                       .a . . . . . . . . . . . . . . . # .  .  .
                       .a . . . . . . . . . . . . . . . # .  .  .
                       .a . . . . . . . . . . . . . . . # .  .  .";
        let battle = scene_with(drawing, "a Alpha players: rifle; x Boyz enemy: rifle", |setup| {
            if is_vital {
                let when = Condition::Lost { who: Subject::Squad(SquadId(1)), percent: 100 };
                setup.goals.push(Goal { kind: GoalKind::Main, team: None, text: String::new(), when, ends: true });
            }
        });
        let at = goal(&battle, &led(&battle, Level::Regular), "Boyz").map_or(Tile::new(17, 0), |it| it.0);
        battle.standing(squad(&battle, "Alpha")).any(|it| battle.board().sees(battle.unit(it).at, at))
    };
    assert_eq!([false, true].map(told), [true, false]);
}

#[test]
fn who_must_not_be_lost_comes_no_nearer_than_he_can_fire() {
    let told = |is_vital: bool| {
        let row = format!(".a .a {}.x .x .x {}", ". ".repeat(27), ["."; 40].join(" "));
        let battle = scene_with(&row, "a Alpha players: spearman; x Boyz enemy: rifle", |setup| {
            if is_vital {
                let when = Condition::Lost { who: Subject::Squad(SquadId(1)), percent: 100 };
                setup.goals.push(Goal { kind: GoalKind::Main, team: None, text: String::new(), when, ends: true });
            }
        });
        goal(&battle, &led(&battle, Level::Regular), "Boyz").map_or(29, |it| it.0.x)
    };
    assert!(told(false) < 24, "{}", told(false));
    assert!(24 <= told(true), "{}", told(true));
}

#[test]
fn a_hero_on_his_own_keeps_his_distance() {
    let told = |kind: &str| {
        let row = format!(".a .a .a .a {} .x", ". ".repeat(14));
        let battle = scene(&row, &format!("a Alpha players: rifle; x Staff enemy: {kind}"));
        goal(&battle, &led(&battle, Level::Regular), "Staff").map(|it| it.0.x)
    };
    assert!(told("boy").is_some_and(|it| it < 17), "{:?}", told("boy"));
    assert!(told("officer").is_none_or(|it| 17 <= it), "{:?}", told("officer"));
}

#[test]
fn v3_who_would_run_and_has_nowhere_to_go_fires() {
    // The mound is beyond the water, as near as it gets.
    let battle = scene_with(
        "~ ~  ~ . . . . . .  .
         ~ .a ~ . . . . . .  .
         ~ ~  ~ . . . . . .x .
         . .  . . . . . . .  .",
        "a Alpha players: rifle; x Boyz enemy: beast",
        |setup| {
            has_stance(setup, "Alpha", Stance::Objective);
            mound(setup, "J1");
        },
    );
    for level in LEVELS {
        let planned = led(&battle, level);
        assert_eq!(target(&battle, &planned, "Alpha"), Some("Boyz"), "{level:?}");
        assert!(!reasons(&battle, &planned, "Alpha").contains(&Why::Runs), "{level:?}");
    }
}

#[test]
fn each_squad_breaks_off_by_its_temper() {
    let away = |temper: Temper, level: Level, gone: usize| {
        let battle = scene_with(
            ".a .a .a . . . . . . . . .x .x
             .a .a .a . . . . . . . . .x .x
             .a .a .  . . . . . . . . .x .x",
            "a Alpha players: spearman; x Boyz enemy: boy",
            |setup| setup.squads[0].temper = temper,
        );
        let battle = felled(&battle, "Alpha", gone);
        let planned = led(&battle, level);
        let to = planned.orders.movement.get(squad(&battle, "Alpha"));
        matches!(to, Some(Movement::Move(Route { goal: RouteGoal::AwayFrom { .. }, .. })))
    };
    for level in ALL {
        let half = [Temper::Fanatic, Temper::Steady, Temper::Wavering].map(|it| away(it, level, 4));
        assert_eq!(half, [false, false, true], "{level:?}");
        assert!(!away(Temper::Wavering, level, 3), "{level:?}: more than half are left");
        assert!(!away(Temper::Fanatic, level, 7), "{level:?}: to the last");
    }
}

#[test]
fn s6_a_squad_may_have_a_commander_of_its_own() {
    let battle = scene_with(
        ".a .a . . . . . . . . .x .x\n.b .b . . . . . . . . .x .x",
        "a Alpha players: rifle; b Bravo players: rifle; x Boyz enemy: rifle",
        |setup| setup.squads[1].level = Some(Level::Veteran),
    );
    let planned = led(&battle, Level::Green);
    assert!(reasons(&battle, &planned, "Alpha").is_empty(), "each green squad for itself");
    assert!(!reasons(&battle, &planned, "Bravo").is_empty());
}

#[test]
fn c4_an_ability_that_keeps_a_squad_from_what_it_is_told_is_taken_back() {
    let used = |plight: Option<Plight>| {
        let battle = scene_with(
            ".a .a .a .a .o . . . . . . . . .x .x .x .x .x .x",
            "a Alpha players: rifle; o Staff players: officer; x Boyz enemy: boy",
            |setup| {
                setup.formations = Some(FormationSetup::default());
                may_be_steadied(setup, plight);
            },
        );
        let planned = led(&battle, Level::Veteran);
        let told = planned.decisions.iter().filter(|it| matches!(it.why, Why::Uses { .. })).count();
        assert_eq!(planned.orders.abilities.len(), told);
        told
    };
    assert_eq!([None, Some(Plight::Dazed)].map(used), [1, 0]);
}

#[test]
fn c6_fire_ahead_of_the_round_is_ordered_where_it_pays() {
    let used = |each_row: usize, level: Level| {
        let row = format!("{} . . . . . . . . {}", ".a ".repeat(each_row), ".x ".repeat(each_row));
        let battle = scene_with(
            &format!(".o {row}\n. {row}\n. {row}\n. {row}"),
            "a Alpha players: rifle; o Staff players: officer; x Boyz enemy: rifle",
            |setup| _ = teach(setup, "Now", vec![Effect::Immediately(Phase::Shooting)]),
        );
        led(&battle, level).orders.abilities.len()
    };
    for level in [Level::Veteran, Level::Elite] {
        assert_eq!([1, 4].map(|it| used(it, level)), [0, 1], "{level:?}");
    }
}

/// The squad that a squad is ordered to go to.
fn joins<'a>(battle: &'a Battle, planned: &Planned, name: &str) -> Option<&'a str> {
    match planned.orders.movement.get(squad(battle, name)) {
        Some(Movement::Move(Route { goal: RouteGoal::Toward { place: Place::Squad(it), .. }, .. })) => {
            Some(battle.setup().squad(*it).name.as_str())
        }
        _ => None,
    }
}

#[test]
fn who_is_too_weak_to_fight_alone_falls_back_on_a_friend_who_is_not() {
    let battle = scene(
        ".b .b . . . . . . . . . . .a .a .a . . . . . . . . . .x .x
         .b .b . . . . . . . . . . .a .a .a . . . . . . . . . .x .x
         .b .b . . . . . . . . . . .a .a .a . . . . . . . . . .x .x",
        "a Alpha players: spearman; b Bravo players: spearman; x Boyz enemy: boy",
    );
    let told = |battle: &Battle| {
        let planned = led(battle, Level::Regular);
        let regroups = reasons(battle, &planned, "Alpha").contains(&Why::Regroups { with: squad(battle, "Bravo") });
        (joins(battle, &planned, "Alpha") == Some("Bravo"), regroups)
    };
    assert_eq!(told(&battle), (false, false), "it is whole");
    assert_eq!(told(&felled(&battle, "Alpha", 7)), (true, true));
    assert_eq!(
        told(&felled(&felled(&battle, "Alpha", 7), "Bravo", 5)),
        (false, false),
        "there is nobody to fall back on"
    );
    assert_eq!(
        told(&felled(&felled(&battle, "Alpha", 7), "Bravo", 4)),
        (false, false),
        "they fight on, and are too few to hold on to"
    );
}

#[test]
fn nobody_who_is_too_weak_to_fight_goes_nearer_to_the_enemy_for_a_friend() {
    let row = ".a .a .a . . . . . . .b .b . . . . . . . . . . . . .x .x";
    let battle = scene(&[row; 3].join("\n"), "a Alpha players: spearman; b Bravo players: spearman; x Boyz enemy: boy");
    let battle = felled(&battle, "Alpha", 7);
    let planned = led(&battle, Level::Regular);
    assert_eq!(joins(&battle, &planned, "Alpha"), None);
    assert!(reasons(&battle, &planned, "Alpha").iter().any(|it| matches!(it, Why::Withdraws { .. })));
}

#[test]
fn who_is_too_weak_to_fight_guards_whoever_must_not_be_lost() {
    let row = ".b .b .b . . . . . . .a .a .a . . . . . . . . . .x .x";
    let drawing = format!("{row}\n{row}\n{row}\n.o {0}", ". ".repeat(22));
    let told = |is_vital: bool| {
        let squads =
            "a Alpha players: spearman; b Bravo players: spearman; o Staff players: officer; x Boyz enemy: boy";
        let battle = scene_with(&drawing, squads, |setup| {
            if is_vital {
                let staff = setup.squads.iter().position(|it| it.name == "Staff").expect("it is there");
                let when = Condition::Lost { who: Subject::Squad(SquadId(staff as u16)), percent: 100 };
                setup.goals.push(Goal { kind: GoalKind::Failure, team: None, text: String::new(), when, ends: true });
            }
        });
        let battle = felled(&battle, "Alpha", 7);
        let planned = led(&battle, Level::Regular);
        joins(&battle, &planned, "Alpha").map(str::to_owned)
    };
    assert_eq!(told(true).as_deref(), Some("Staff"));
    assert_eq!(told(false).as_deref(), Some("Bravo"), "nobody there is dearer than others");
}

#[test]
fn v5_conscripts_who_have_more_to_carry_than_hands_leave_their_downed() {
    let leaves = |temper: Temper| {
        let battle = scene_with(
            ".a .a .a . . . . . . . . .x .x
             .a .a .a . . . . . . . . .x .x
             .a .a .a . . . . . . . . .x .x",
            "a Alpha players: spearman; x Boyz enemy: boy",
            |setup| setup.squads[0].temper = temper,
        );
        let battle = felled(&battle, "Alpha", 7);
        led(&battle, Level::Regular).orders.abandon.get(squad(&battle, "Alpha")) == Some(&Abandon::All)
    };
    assert_eq!([Temper::Steady, Temper::Wavering].map(leaves), [false, true]);
}

/// Boyz must come through the gap at the end of the wall, which can't be seen from Alpha's post.
#[test]
fn who_keeps_a_place_goes_to_where_it_can_fire_at_the_ground_that_the_enemy_must_cross() {
    let drawing = ".a .a .a . . . . .
                   .  .  .  . . . . .
                   #  #  #  # # # . .
                   .  .  .  . . . . .
                   .x .  .  . . . . .
                   .x .  .  . . . . .";
    let told = |stance: Stance| {
        let squads = "a Alpha players: rifle; x Boyz enemy: boy";
        let battle = scene_with(drawing, squads, |setup| {
            has_stance(setup, "Alpha", stance);
            has_stance(setup, "Boyz", Stance::Hold);
        });
        let planned = led(&battle, Level::Regular);
        let sees_the_gap = |it: Tile| battle.board().sees(it, Tile::new(6, 2));
        let here = battle.unit(battle.leader(squad(&battle, "Alpha")).expect("it stands")).at;
        let at = goal(&battle, &planned, "Alpha").map_or(here, |it| it.0);
        let is_why = reasons(&battle, &planned, "Alpha").contains(&Why::Moves(MoveReason::Watch));
        (sees_the_gap(here), sees_the_gap(at), is_why)
    };
    assert_eq!(told(Stance::Guard), (false, true, true));
    assert_eq!(told(Stance::Hold), (false, false, false), "it is to stay");
}

#[test]
fn o1_of_three_who_hold_a_place_one_is_held_back_until_it_is_contested() {
    let wide = ". ".repeat(24);
    let drawing = format!(
        "{wide} .  .  . .a .a . . {wide} .x .x
         {wide} .  .  . .b .b . . {wide} .x .x
         {wide} .  .  . .  .  . . {wide} .x .x
         {wide} .c .c . .  .  . . {wide} .x .x"
    );
    let squads = "a Alpha players: rifle; b Bravo players: rifle; c Charlie players: rifle; x Boyz enemy: rifle";
    let told = |owner| {
        let battle = scene_with(&drawing, squads, |setup| {
            ["Alpha", "Bravo", "Charlie"].into_iter().for_each(|it| has_stance(setup, it, Stance::Objective));
            mound(setup, "AC2");
            setup.objectives[0].owner = owner;
        });
        let planned = led(&battle, Level::Regular);
        let place = Tile::new(28, 1);
        let at = goal(&battle, &planned, "Charlie").map(|it| it.0.steps_to(place));
        at.is_none_or(|it| 2 < it)
    };
    assert!(told(Some(Side::Players)), "it is theirs: two hold it");
    assert!(!told(None), "all make for it");
}

#[test]
fn o2_who_has_won_if_it_lasts_lets_them_come() {
    let row = format!(".a .a {} .x .x", ". ".repeat(40));
    let told = |lasts: bool| {
        let battle = scene_with(&row, "a Alpha players: rifle; x Boyz enemy: rifle", |setup| {
            if lasts {
                let when = Condition::Survive { round: 6 };
                setup.goals.push(Goal { kind: GoalKind::Main, team: None, text: String::new(), when, ends: true });
            }
        });
        let planned = led(&battle, Level::Regular);
        ["Alpha", "Boyz"].map(|it| goal(&battle, &planned, it).is_some())
    };
    assert_eq!(told(false), [true, true]);
    assert_eq!(told(true), [false, true]);
}

/// A scene where Alpha has shields and spears, in a formation if `is_formed`.
fn wall(drawing: &str, squads: &str, is_formed: bool) -> Battle {
    let mut battle = scene_with(drawing, squads, |setup| {
        setup.formations = Some(FormationSetup { autonomous: true, ..FormationSetup::default() });
        has_stance(setup, "Alpha", Stance::Hold);
        let profile = profile(setup, "spearman");
        let drill = &mut setup.profiles[usize::from(profile.0)].drill;
        (drill.shield, drill.spear) = (Some(Shield::Large), true);
    });
    if is_formed {
        form_up(&mut battle, &["Alpha"], None);
    }
    battle
}

#[test]
fn f2_f4_nobody_charges_a_shield_wall_that_he_would_charge_if_it_stood_loosely() {
    let told = |is_formed| {
        let battle = wall(
            ". . .a . . . . . .x .x
             . . .a . . . . . .x .x
             . . .a . . . . . .x .x
             . . .a . . . . . .x .x",
            "a Alpha players: spearman; x Boyz enemy: spearman",
            is_formed,
        );
        charges(&battle, &led(&battle, Level::Regular), "Boyz")
    };
    assert_eq!([false, true].map(told), [true, false]);
}

#[test]
fn f2_who_can_only_strike_goes_round_a_shield_wall_to_those_beside_it() {
    let row = format!(".a {} .x .x {} .c .c", ". ".repeat(24), ". ".repeat(36));
    let told = |is_formed| {
        let squads = "a Alpha players: spearman; c Clerks players: rifle; x Boyz enemy: spearman";
        let battle = wall(&[row.as_str(); 4].join("\n"), squads, is_formed);
        let goes_to_alpha = goal(&battle, &led(&battle, Level::Regular), "Boyz").map(|it| it.0.x < 25);
        let says_alpha = plan_of(&battle, 0).1.iter().any(|it| it.contains("enemy's plan: together at Alpha"));
        (goes_to_alpha, says_alpha)
    };
    assert_eq!([false, true].map(told), [(Some(true), true), (Some(false), false)]);
}

#[test]
fn f2_who_can_fire_does_not_go_round_a_shield_wall() {
    let row = format!(".a {} .x .x {} .c .c", ". ".repeat(24), ". ".repeat(36));
    let told = |kind: &str| {
        let squads = format!("a Alpha players: spearman; c Clerks players: rifle; x Boyz enemy: {kind}");
        let battle = wall(&[row.as_str(); 4].join("\n"), &squads, true);
        goal(&battle, &led(&battle, Level::Regular), "Boyz").map(|it| it.0.x < 25)
    };
    assert_eq!(["gunner", "spearman"].map(told), [Some(true), Some(false)]);
    // They fire at the shield wall as well.
    let near =
        wall(&[".a . . . . . . . . . .x .x"; 4].join("\n"), "a Alpha players: spearman; x Boyz enemy: gunner", true);
    let planned = led(&near, Level::Regular);
    assert_eq!((charges(&near, &planned, "Boyz"), target(&near, &planned, "Boyz")), (false, Some("Alpha")));
}

#[test]
fn a_defender_beside_the_line_joins_the_melee_of_his_friends() {
    let drawing = ".a .a .x .x . . . .b .b .b
                   .a .a .x .x . . . .b .b .b";
    for stance in [Stance::Guard, Stance::Aggressive, Stance::Objective] {
        let squads = "a Alpha players: spearman; b Bravo players: spearman; x Boyz enemy: boy";
        let battle = scene_with(drawing, squads, |setup| has_stance(setup, "Bravo", stance));
        for level in ALL {
            assert!(charges(&battle, &led(&battle, level), "Bravo"), "{stance:?}, {level:?}");
        }
    }
}

/// The orders and plans in the mood that comes of a seed.
fn plan_of(battle: &Battle, seed: u64) -> (Orders, Vec<String>) {
    let levels = BySide { players: Level::Regular, enemy: Level::Regular };
    let mood = Seed::from(seed).mood();
    let planned = plan(&Line::default(), battle, &Orders::default(), levels, Leads::Everybody, mood);
    let told = planned.side_plans.iter().map(|it| it.describe(battle)).collect();
    (planned.orders, told)
}

#[test]
fn two_seeds_give_two_plans_of_like_worth_each_with_its_reason() {
    let battle = scene(
        &format!(".a .a {} .x .x {} .b .b", ". ".repeat(40), ". ".repeat(44)),
        "a Alpha players: rifle; b Bravo players: rifle; x Boyz enemy: rifle",
    );
    let enemy = |seed| plan_of(&battle, seed).1.into_iter().find(|it| it.starts_with("The enemy's")).expect("a plan");
    let mut plans: Vec<String> = (0..12).map(enemy).collect();
    plans.sort();
    plans.dedup();
    assert_eq!(
        plans,
        [
            "The enemy's plan: together at Alpha, 42 steps from each squad on average; Bravo would do as well, at 46",
            "The enemy's plan: together at Bravo, 46 steps from each squad on average; Alpha would do as well, at 42",
        ]
    );
    let goes_west = |seed| {
        let (orders, told) = plan_of(&battle, seed);
        let to = orders.movement.get(squad(&battle, "Boyz"));
        let is_west = matches!(to, Some(Movement::Move(Route { goal: RouteGoal::Tile(at), .. })) if at.x < 42);
        (is_west, told.iter().any(|it| it.contains("together at Alpha")))
    };
    assert!((0..12).map(goes_west).all(|it| it.0 == it.1), "they do as they are told");
}

#[test]
fn a_plan_that_is_worth_less_is_nobodys_mood() {
    let wide = ". ".repeat(40);
    let drawing = format!(".x .x {wide} .a .a\n{0}.  .  {wide} .b .b", format!(".  .  {wide} .  .\n").repeat(15));
    let battle = scene(&drawing, "a Alpha players: rifle; b Bravo players: rifle; x Boyz enemy: rifle");
    for seed in 0..12 {
        let told = plan_of(&battle, seed).1;
        assert!(
            told.iter().any(|it| it.contains("together at Alpha, 42 steps from each squad on average, nearer")),
            "{told:?}"
        );
    }
}

#[test]
fn o1_of_two_objectives_that_are_worth_the_same_the_mood_decides_which_is_first() {
    let wide = ". ".repeat(20);
    let drawing = format!(".  {wide}\n.a {wide}\n.a {wide}\n.  {wide}\n.x {wide}");
    let battle = scene_with(&drawing, "a Alpha players: rifle; x Boyz enemy: rifle", |setup| {
        has_stance(setup, "Alpha", Stance::Objective);
        mound(setup, "U1");
        mound(setup, "U5");
        setup.objectives[1].key = "mill".to_owned();
        setup.goals.clear();
    });
    let makes_for = |seed: u64| {
        let levels = BySide { players: Level::Regular, enemy: Level::Regular };
        let planned =
            plan(&Line::default(), &battle, &Orders::default(), levels, Leads::Everybody, Seed::from(seed).mood());
        let all = reasons(&battle, &planned, "Alpha").into_iter();
        all.filter(|it| matches!(it, Why::Moves(MoveReason::To(_)))).collect::<Vec<Why>>()
    };
    assert!((1..12).any(|seed| makes_for(seed) != makes_for(0)), "{:?}", makes_for(0));
}
