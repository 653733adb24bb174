//! What the story of a round tells, held against what happened.

use std::collections::BTreeSet;
use std::sync::Arc;

use expect_test::expect;

use super::*;
use crate::brick::battle::scene::{scene, scene_with};
use crate::brick::battle::{Kind, Loss, Phase, Standard, Target, TeamId, Who};
use crate::brick::rules::Track;
use crate::dice::{Die, Sides};
use crate::field::{Condition, Goal, GoalKind, ObjectiveId, ObjectiveSetup, Scheduled, SquadId, UnitId, When};
use crate::page::{Rich, Voice};

/// Stands for any phrase about those who fell.
const FELL: &str = "fell";
/// Stands for any phrase about those who went down.
const WENT_DOWN: &str = "went down";

/// The story has everything that somebody did, or that happened to somebody: each attack, fall, arrival and squad
/// that lost its nerve.
pub(crate) fn tells_all(before: &Battle, events: &[Event]) {
    for voice in [Voice::default(), Voice::of([1; 32]), Voice::of([2; 32])] {
        let report = tell(before, events, &Known { voice, ..Known::default() });
        let told: Vec<&str> = report.tale.iter().map(Rich::text).collect();
        let own = &before.setup().words.fell;
        let is_own = |it: &&&str| own.iter().any(|own| it.contains(own));
        let says = |words: &[&str], state: &Battle| {
            let has = |it: &&&str, word: &str| match word {
                FELL => it.contains("fell") || it.contains("destroyed") || is_own(it),
                WENT_DOWN => it.contains("went down") || is_own(it),
                word => it.contains(word),
            };
            let is_told = told.iter().any(|it| words.iter().all(|word| has(&it, word)));
            assert!(is_told, "{words:?} is not in {told:#?} in round {}", state.round());
        };
        let mut state = before.clone();
        for event in events {
            match event {
                Event::AttackRolled(it) => match it.at {
                    Target::Who(who) => says(&[state.name(state.who(it.by)), state.name(who)], &state),
                    _ => says(&[state.name(state.who(it.by))], &state),
                },
                // Of many who fell at once, those without a name are counted.
                Event::Killed { unit, downed, .. } => {
                    let name = state.setup().counted_in(*unit).unwrap_or(&state.setup().unit(*unit).name);
                    let is_thing = state.profile(*unit).kind == Kind::Object;
                    says(&[name, if *downed && !is_thing { WENT_DOWN } else { FELL }], &state);
                }
                Event::Arrived(it) => says(&[state.name(Who::Squad(it.squad)), "came to"], &state),
                Event::MoraleTested { who, passed: false, .. } => says(&[state.name(*who)], &state),
                _ => (),
            }
            state.apply(event);
        }
        tells_only_what_was(before, events, &told);
        assert!(told.iter().all(|it| it.ends_with(['.', '!', '?', '…']) && !it.contains("  ")), "{told:#?}");
        let shown = Markup::Discord.render(&report.public());
        assert!(shown.chars().count() <= page::PUBLIC_MAX, "{shown}");
    }
}

/// Those who are said to have been thrown about, to have thrown something or to have charged in really did.
fn tells_only_what_was(before: &Battle, events: &[Event], told: &[&str]) {
    let (mut pushed, mut left, mut ran) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut state = before.clone();
    for event in events {
        match event {
            Event::Pushed(it) => pushed.extend([it.unit]),
            Event::ItemLost { item, why: Loss::Thrown, .. } => left.extend([state.weapon(*item).name.clone()]),
            Event::MomentumRolled { who, is_opposition: false, .. } if state.phase() == Phase::Movement => {
                ran.extend(who.iter().map(|it| state.name(state.who(*it)).to_owned()));
            }
            _ => (),
        }
        state.apply(event);
    }
    let setup = before.setup();
    for it in told {
        for (at, _) in it.match_indices(" were thrown about") {
            // The last one of a list, or a number of their squad.
            let counts = |squad: &str| pushed.iter().filter(|it| setup.counted_in(**it) == Some(squad)).count();
            let them = &it[..at];
            let is_one = pushed.iter().any(|unit| them.ends_with(&setup.unit(*unit).name));
            let are_some = setup.squads.iter().any(|squad| {
                let count = them.strip_suffix(&format!(" of {}", squad.name)).and_then(|it| it.rsplit(' ').next());
                count.and_then(|it| it.parse().ok()).is_some_and(|it: usize| it <= counts(&squad.name))
            });
            assert!(1 < pushed.len() && (is_one || are_some), "{it}: {pushed:?}");
        }
        for weapon in &setup.weapons {
            let is_told = it.contains(&format!("threw the {} at ", weapon.name));
            assert!(!is_told || left.contains(&weapon.name), "{it}: {left:?}");
        }
        let charged = it.contains(" ran into ");
        assert!(!charged || ran.iter().any(|name| it.contains(name.as_str())), "{it}: {ran:?}");
    }
}

fn told(battle: &Battle, orders: &str, dice: &str) -> String {
    let report = played(&plain(), battle, orders, dice).1;
    report.tale.iter().chain(&report.stand).map(|it| format!("{}\n", it.text())).collect()
}

const DUEL: &str = "a Ann red: fig knife; d Dan blue: fig knife";

#[test]
fn a_fight_is_one_sentence_and_nobody_who_struck_is_left_out() {
    expect![[r#"
        Ann attacked Dan with the knife and missed; Dan struck back with the knife and missed; Ann struck with the knife at Dan, who ignored the fight, and missed.
        In close combat: Ann with Dan.
    "#]]
    .assert_eq(&told(
        &scene(".a .d", DUEL),
        "react Dan none then strike knife; melee Ann attack Dan",
        "attack 1, attack 1, attack 1",
    ));
}

#[test]
fn a_fight_is_told_in_the_order_of_its_blows() {
    let battle = scene(".a .d", "a Ann red: fig knife knife; d Dan blue: fig knife");
    let orders = "react Dan none then strike knife; melee Ann attack Dan with knife then knife";
    let told = told(&battle, orders, "attack 4, damage 4, attack 1, attack 4, damage 4");
    let fight = "Ann attacked Dan with the knife and hit, to no effect; Dan struck back with the knife and missed; \
        Ann attacked again with the knife and hit, and Dan fell.";
    assert!(told.contains(fight), "{told}");
}

#[test]
fn nobody_who_has_fallen_fights_on_in_the_next_sentence() {
    let people = "a Ann red: fig knife; d Dan blue: fig knife; e Eve blue: fig knife";
    let quiet = "react Dan none then hold; react Ann none then hold; react Eve none then hold";
    let orders = format!("{quiet}; melee Ann attack Dan; melee Eve attack Ann");
    let told = told(&scene(".d .a .e", people), &orders, "attack 1, attack 4, damage 6");
    let fight = "Ann attacked Dan with the knife and missed.\nEve attacked Ann with the knife and hit, and Ann fell.\n";
    assert!(told.contains(fight), "{told}");
}

#[test]
fn of_those_who_strike_at_once_whoever_fells_somebody_is_told_last() {
    let people = "h Hank red: fig knife; t Tex red: fig knife; c Crow blue: fig knife";
    let react = ["Crow none then hold", "Hank none then strike knife", "Tex none then strike knife"];
    let react = react.map(|it| format!("react {it}")).join("; ");
    let orders = format!("{react}; melee Hank attack Crow; melee Tex attack Crow; melee Crow attack Tex");
    let dice = "attack 1, attack 1, attack 1, attack 4, attack 1, damage 6";
    let told = told(&scene(".h .c .t", people), &orders, dice);
    let lines: Vec<&str> = told.lines().collect();
    let [_, first, last, ..] = lines[..] else { panic!("{told}") };
    assert!(first.starts_with("Hank attacked Crow") && last.ends_with("and Crow fell."), "{told}");
}

/// **BC-3.1** Neither would have done it alone.
#[test]
fn a_combined_attack_is_one_sentence_and_who_fell_is_its_end() {
    let people = "h Hank red: fig knife; t Tex red: fig knife; c Crow blue: fig";
    let orders = "react Crow none then hold; melee Hank attack Crow; melee Tex attack Crow";
    let told = told(&scene(".h .c .t", people), orders, "attack 4, attack 4, damage 3, damage 3");
    let attack = " attacked Crow with the knife and hit; ";
    let other = " attacked Crow as well with the knife and hit, and Crow fell.";
    assert!(told.contains(attack) && told.contains(other), "{told}");
}

#[test]
fn of_a_long_fight_a_sentence_tells_four_blows() {
    let people = "a Ann red: fig knife knife; d Dan blue: fig knife knife";
    let orders = "melee Ann attack Dan with knife then knife; melee Dan attack Ann with knife then knife";
    let quiet = "react Ann none then strike knife; react Dan none then strike knife";
    let told = told(&scene(".a .d", people), &format!("{quiet}; {orders}"), &["attack 1"; 8].join(", "));
    let fight =
        "Dan struck back with the knife and missed. Dan then attacked with the knife and missed; Ann struck back";
    assert!(told.contains(fight), "{told}");
}

#[test]
fn who_has_only_struck_back_does_not_attack_again() {
    let strike = "react Ann none then strike knife; react Dan none then strike knife";
    let orders = format!("{strike}; melee Ann attack Dan; melee Dan attack Ann");
    let told = told(&scene(".a .d", DUEL), &orders, "attack 1, attack 1, attack 1, attack 1");
    let fight = "Ann attacked Dan with the knife and missed; Dan struck back with the knife and missed; \
        Dan then attacked with the knife and missed; Ann struck back with the knife and missed.";
    assert!(told.contains(fight), "{told}");
}

/// **BC-8.16, BC-8.20** Such a blow answers no blow.
#[test]
fn who_is_struck_at_for_leaving_a_fight_or_ignoring_it_is_told_so() {
    let first = "react Dan none then hold; melee Ann attack Dan";
    let left = told(&scene(".a .d . . .", DUEL), &format!("{first}; move Dan withdraw to E1"), "attack 1, attack 1");
    let blow = "; Ann struck with the knife at Dan, who withdrew from the fight, and missed.";
    assert!(left.contains(blow), "{left}");
    let ignored = told(&scene(".a .d . . .", DUEL), first, "attack 1, attack 4, damage 6");
    let blow = "; Ann struck with the knife at Dan, who ignored the fight, and hit, and Dan fell.";
    assert!(ignored.contains(blow), "{ignored}");
}

/// **BC-6.4** Such a blow answers no blow either.
#[test]
fn who_strikes_back_for_a_friend_is_told_at_whom() {
    let people = "a Ann red: fig knife; b Bob red: fig knife; d Dan blue: fig knife";
    let quiet = "react Dan none then hold; react Bob none then hold";
    let orders = format!("{quiet}; melee Ann attack Dan; melee Dan attack Bob");
    let told = told(&scene(".a .d .b", people), &orders, "attack 1, attack 1, attack 1");
    let fight = "Ann attacked Dan with the knife and missed; Ann struck back at Dan with the knife and missed.";
    assert!(told.contains(fight), "{told}");
}

#[test]
fn of_a_volley_each_weapon_is_told_whom_it_felled() {
    let squads = "a Bows red 2x1: fig pistol | fig rifle; d Dogs blue 2x1: fig knife";
    let told = told(&scene(".a .a . . .d .d", squads), "shoot Bows at Dogs", "attack 5 4, damage 6 1");
    let volley = "with the pistol and hit, and Dogs-1 fell; Bows shot as well with the rifle and hit.";
    assert!(told.contains(volley), "{told}");
}

/// **BX-25** The squad stays, and may lose its nerve again.
#[test]
fn a_squad_that_lost_its_nerve_is_said_to_be_disrupted() {
    let battle = scene(".a .a . . .d", "a Men red 2x1: fig | fig; d Dan blue: fig knife");
    let squad = battle.squad_ids().next().expect("a squad");
    let dice = [Die::showing(Sides::D6, 1).expect("a face"); 2];
    let failed = Event::MoraleTested { who: Who::Squad(squad), dice, needs: 7, passed: false };
    let report = tell(&battle, &[failed], &Known::default());
    assert!(report.tale[0].text().contains("Men lost its nerve and was disrupted."), "{:?}", report.tale);
}

/// **BX-22** This holds whatever a scenario says of those who fall.
#[test]
fn a_thing_does_not_fall_but_is_destroyed() {
    let people = "a Ann red: fig knife; k Keg none: barrel; d Dan blue: fig knife";
    let battle = scene_with(".a .k . . .d", people, |setup| setup.words.fell = vec!["went to sleep".to_owned()]);
    let report = played(&plain(), &battle, "melee Ann attack Keg", "damage 6").1;
    assert!(report.tale[0].text().ends_with("and hit, and Keg was destroyed."), "{:?}", report.tale);
    let lines: Vec<&str> = report.lines.iter().map(|it| it.text.text()).collect();
    assert!(lines.iter().any(|it| it.contains("Keg was destroyed.")), "{lines:?}");
}

#[test]
fn misses_that_went_into_one_are_told_together() {
    let battle = scene(".v . . .n .p", "v Viking red: fig axe axe; n Ninja blue: fig; p Pirate red: fig");
    let rules = Brick { track: Track::On, ..plain() };
    let orders = "shoot Viking at Ninja with axe and axe";
    let report = played(&rules, &battle, orders, "attack 1, attack 1, damage 5, damage 5").1;
    let told = report.tale[0].text();
    assert!(told.ends_with(", and 2 misses went into Pirate."), "{told}");
}

#[test]
fn who_falls_into_a_pit_is_told_once() {
    let told = told(&scene(".a .d ~ . .", DUEL), "react Dan none then hold; melee Ann shove Dan", "");
    assert!(told.contains("Dan fell into the pit at C1.") && !told.contains("Dan fell."), "{told}");
}

#[test]
fn of_several_who_could_not_do_it_they_are_several() {
    let people = "a Ann red: fig knife; b Bob red: fig knife; d Dan blue: fig knife";
    let battle = scene(".a . .b . . . .d", people);
    let told = told(&battle, "move Ann withdraw to B1; move Bob withdraw to D1", "");
    assert!(told.contains("Ann and Bob could not withdraw: they were not in close combat."), "{told}");
}

/// **BC-19.1** Nobody strikes a blow, but it is told who ran into whom.
#[test]
fn a_crash_is_told_with_who_ran_into_whom() {
    const QUIET: &str = "react red none then hold; react blue none then hold";
    let battle = scene(".r . . . . .d . . . .", "r Rob red: fig; d Dan blue: fig");
    let thrown = told(&battle, &format!("{QUIET}; move Rob charge Dan body"), "mom 5, pop 2");
    assert!(thrown.contains("Rob ran into Dan, and Dan was pushed E to I1.\nMoved: Rob to F1.\n"), "{thrown}");
    let held = told(&battle, &format!("{QUIET}; move Rob charge Dan body"), "mom 2, pop 2");
    assert!(held.contains("Rob ran into Dan, and Dan held.\n"), "{held}");
    // That chargers are braced isn't told (BS-17.5).
    let people = "r Mob red 1x2: fig; d Men blue 1x2: fig";
    let squads = scene(".r . . . . .d . . . . . . . .\n.r . . . . .d . . . . . . . .", people);
    let thrown = told(&squads, &format!("{QUIET}; move Mob charge Men body"), "mom 3 3, pop 2, pop 1");
    let crash = "Mob ran into Men, Men-1 was pushed E to J1, and Men-2 was pushed E to I2.\n";
    assert!(thrown.contains(crash) && !thrown.contains("braced"), "{thrown}");
}

#[test]
fn who_moved_is_told_where_they_ended() {
    let battle = scene(". . . . . .\n. . . . . .\n. . . . . .\n.a . . . .d .", DUEL);
    let orders = "react Dan pass strike; react Ann bail N then hold; move Ann to D4";
    let told = told(&battle, orders, "attack 2, bail 3");
    assert!(told.contains("Ann leapt aside to D1") && told.contains("Moved: Ann to D1."), "{told}");
}

#[test]
fn a_new_plate_that_costs_the_bearer_the_standard_is_told_as_taken() {
    let people = "a Band red 3x2: officer knife; d Dan blue: fig knife";
    let battle = scene_with(".a .a .a . . .\n.a .a .a . . .\n. . . . . .d", people, |setup| {
        setup.squads[0].standard = Standard::Bearer(UnitId(0));
    });
    let told = told(&battle, "replate Band 6x1", "");
    let taken = "Band took another plate, 6 wide and 1 deep at A1, facing north.\n\
        Distances from Band are measured from the middle of its plate.\n";
    assert!(told.contains(taken) && !told.contains("could not"), "{told}");
}

#[test]
fn a_scenario_has_words_of_its_own() {
    let battle = scene_with(".a .d", DUEL, |setup| {
        setup.words.missed = vec!["broke a lamp".to_owned()];
        setup.words.fell = vec!["went to sleep".to_owned()];
    });
    let orders = "react Dan none then hold; melee Ann attack Dan";
    let missed = told(&battle, orders, "attack 1, attack 1");
    assert!(missed.contains("and broke a lamp"), "{missed}");
    let fell = told(&battle, orders, "attack 4, damage 6");
    assert!(fell.contains("Dan went to sleep"), "{fell}");
    // **BX-24** Those who are downed fall as well.
    let downed = played(&Brick { downed: true, ..plain() }, &battle, orders, "attack 4, damage 6").1;
    assert!(downed.tale.iter().any(|it| it.text().contains("Dan went to sleep")), "{:?}", downed.tale);
}

#[test]
fn the_winner_is_named_where_several_teams_of_players_fight() {
    let battle = scene_with(".a .d", DUEL, |setup| setup.teams.iter_mut().for_each(|it| it.is_players = true));
    let orders = "react Dan none then hold; melee Ann attack Dan";
    let report = played(&plain(), &battle, orders, "attack 4, damage 6").1;
    let shown = Markup::Plain.render(&report.public());
    assert!(shown.contains("won by red") && !shown.contains("Victory"), "{shown}");
}

#[test]
fn who_only_moved_is_told_and_what_could_not_be_done_is_past() {
    let battle = scene(".a . . . . . . . .d", DUEL);
    expect![[r#"
        Nobody threw, struck or shot.
        Moved: Ann to C1.
    "#]]
    .assert_eq(&told(&battle, "move Ann to C1", ""));
    expect![[r#"
        Ann could not fight: the target was out of reach.
    "#]]
    .assert_eq(&told(&battle, "melee Ann attack Dan", ""));
}

#[test]
fn what_comes_with_the_next_round_is_told_before_what_came_to_nothing() {
    let people = "b Reds red 2x1: fig; a Ann red: fig knife; d Dan blue: fig knife";
    let battle = scene_with(".a . . . . . . . .d\n. . . . . . . . .\n.b .b . . . . . . .", people, |setup| {
        setup.squads[0].in_reserve = true;
        let at = "E3".parse().expect("a tile");
        let text = Some("Somebody knocks".to_owned());
        setup.schedule = vec![Scheduled { when: When::Round(2), reinforce: vec![(SquadId(0), at)], text }];
    });
    expect![[r#"
        Somebody knocks.
        Reds came to E3: Reds-1 and Reds-2.
        Ann could not fight: the target was out of reach.
    "#]]
    .assert_eq(&told(&battle, "melee Ann attack Dan", ""));
}

/// A hat that somebody may hold.
fn the_hat(at: &str, owner: Option<TeamId>) -> ObjectiveSetup<TeamId> {
    let at = at.parse().expect("a tile");
    ObjectiveSetup { key: "hat".to_owned(), name: "The hat".to_owned(), at, radius: 1, owner, points: 0 }
}

/// Ann of the red, with a blue foe, near a hat; both teams are players'.
fn hat(goals: impl IntoIterator<Item = (Option<u8>, Condition<TeamId>)>) -> Battle {
    let people = "a Ann red: fig knife; d Dan blue: fig knife";
    scene_with(".a . . . . . .d", people, |setup| {
        setup.teams.iter_mut().for_each(|it| it.is_players = true);
        setup.objectives.push(the_hat("A1", None));
        for (team, when) in goals {
            let text = "The hat is taken".to_owned();
            setup.goals.push(Goal { kind: GoalKind::Main, team: team.map(TeamId), text, when, ends: true });
        }
    })
}

/// A failure that doesn't end the battle.
fn failure(when: Condition<TeamId>) -> Goal<TeamId> {
    Goal { kind: GoalKind::Failure, team: None, text: "The hat is taken".to_owned(), when, ends: false }
}

fn captured(by: u8) -> Condition<TeamId> {
    Condition::Capture { objective: ObjectiveId(0), by: TeamId(by) }
}

#[test]
fn of_several_teams_of_players_those_have_won_whom_the_goal_is_about() {
    let battle = hat([(None, Condition::Any(vec![captured(0), captured(1)]))]);
    let report = played(&plain(), &battle, "reserve Ann", "").1;
    let shown = Markup::Plain.render(&report.public());
    assert!(shown.contains("Red won the battle.") && shown.contains("won by red."), "{shown}");
    assert!(!shown.contains("Victory") && !shown.contains("shared"), "{shown}");
}

#[test]
fn o2_a_team_wins_by_its_own_goals_and_those_that_are_everybodys() {
    let survived = |round| (None, Condition::Survive { round });
    let (reds, blues) = ((Some(0), captured(0)), (Some(1), captured(1)));
    for (goals, told) in [
        (vec![reds.clone(), blues.clone()], &["Goal met by red: The hat is taken.", "Red won the battle."][..]),
        (vec![reds.clone(), blues.clone(), survived(1)], &["Red won the battle."]),
        (vec![reds, survived(2)], &["Goal met by red: The hat is taken.", "round 2"]),
        (vec![blues.clone()], &["round 2"]),
        (vec![blues, survived(1)], &["Red won the battle."]),
    ] {
        let shown = Markup::Plain.render(&played(&plain(), &hat(goals), "reserve Ann", "").1.public());
        assert!(told.iter().all(|it| shown.contains(it)), "{told:?}: {shown}");
        assert_eq!(shown.contains("won the battle"), told.contains(&"Red won the battle."), "{shown}");
    }
}

#[test]
fn o2_where_teams_have_goals_of_their_own_the_last_who_stand_have_won_too() {
    let far = Condition::Survive { round: 9 };
    for (team, is_over) in [(Some(1), true), (None, false)] {
        let battle = scene_with(".a .d", DUEL, |setup| {
            setup.teams.iter_mut().for_each(|it| it.is_players = true);
            let team = team.map(TeamId);
            let text = "Wait".to_owned();
            setup.goals.push(Goal { kind: GoalKind::Main, team, text, when: far.clone(), ends: true });
        });
        let orders = "react Dan none then hold; melee Ann attack Dan";
        let shown = Markup::Plain.render(&played(&plain(), &battle, orders, "attack 4, damage 6").1.public());
        let told = "Red won the battle: nobody hostile to them stands any more.";
        assert_eq!(shown.contains(told), is_over, "{shown}");
    }
}

#[test]
fn the_last_who_stand_have_won_whatever_those_who_fell_had_met_of_their_goals() {
    let far = || Condition::Survive { round: 9 };
    let battle = scene_with(".a .d . . . .", DUEL, |setup| {
        setup.teams.iter_mut().for_each(|it| it.is_players = true);
        setup.objectives.push(the_hat("F1", Some(TeamId(0))));
        for (team, when) in [(0, captured(0)), (0, far()), (1, far())] {
            let (team, text) = (Some(TeamId(team)), "The hat is kept".to_owned());
            setup.goals.push(Goal { kind: GoalKind::Main, team, text, when, ends: true });
        }
    });
    let orders = "react Ann none then hold; melee Dan attack Ann";
    let shown = Markup::Plain.render(&played(&plain(), &battle, orders, "attack 4, damage 6").1.public());
    for told in ["Goal met by red", "Blue won the battle: nobody hostile to them stands any more.", "won by blue"] {
        assert!(shown.contains(told), "{told}: {shown}");
    }
}

#[test]
fn only_players_who_win_together_are_told_that_they_cannot_win_any_more() {
    for (are_all_players, told) in [
        (true, "It has come to this: The hat is taken."),
        (false, "It has come to this: The hat is taken. You can't win any more."),
    ] {
        let mut setup = hat([]).setup().clone();
        setup.teams[1].is_players = are_all_players;
        setup.goals.push(failure(captured(0)));
        let report = played(&plain(), &Battle::new(Arc::new(setup)), "reserve Ann", "").1;
        let line = report.lines.iter().map(|it| it.text.text()).find(|it| it.starts_with("It has come to this"));
        assert_eq!(line, Some(told));
        assert_eq!(report.goals[0].text().contains("You can't win"), !are_all_players, "{}", report.goals[0].text());
    }
}

#[test]
fn a_failure_is_no_victory_of_those_of_whom_nobody_is_left() {
    for (orders, told) in [
        ("react Dan none then hold; melee Ann attack Dan", "Red won the battle."),
        ("react Ann none then hold; melee Dan attack Ann", "Defeat: the battle is lost."),
    ] {
        let battle = scene_with(".a .d . . . .", DUEL, |setup| {
            setup.teams.iter_mut().for_each(|it| it.is_players = true);
            setup.objectives.push(the_hat("F1", Some(TeamId(0))));
            setup.goals.push(failure(captured(0)));
        });
        let shown = Markup::Plain.render(&played(&plain(), &battle, orders, "attack 4, damage 6").1.public());
        assert!(shown.contains(told), "{told}: {shown}");
    }
}

#[test]
fn players_who_still_fight_each_other_have_not_won_when_nobody_else_is_left() {
    let people = "a Ann red: fig knife; d Dan blue: fig knife; e Eve green: fig knife";
    for has_goals in [true, false] {
        let battle = scene_with(".a .e . . . .d", people, |setup| {
            setup.teams.iter_mut().for_each(|it| it.is_players = it.key != "green");
            let when = Condition::Survive { round: 9 };
            let goal = Goal { kind: GoalKind::Main, team: Some(TeamId(0)), text: "Wait".to_owned(), when, ends: true };
            setup.goals.extend(has_goals.then_some(goal));
        });
        let orders = "react Eve none then hold; melee Ann attack Eve";
        let shown = Markup::Plain.render(&played(&plain(), &battle, orders, "attack 4, damage 6").1.public());
        assert!(shown.contains("Eve fell") && !shown.contains("won"), "{shown}");
    }
}
