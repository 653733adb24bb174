//! What the story of a round tells, held against what happened.

use expect_test::expect;

use super::*;
use crate::brick::battle::scene::{scene, scene_with};
use crate::brick::battle::{Target, Who};
use crate::page::{Rich, Voice};

/// Stands for whatever is said of those who fell.
const FELL: &str = "fell";

/// Everybody who did something or to whom something happened is in the story: each attack, fall, arrival and squad that lost
/// its nerve.
pub(crate) fn tells_all(before: &Battle, events: &[Event]) {
    for voice in [Voice::default(), Voice::of([1; 32]), Voice::of([2; 32])] {
        let report = tell(before, events, &Known { voice, ..Known::default() });
        let told: Vec<&str> = report.tale.iter().map(Rich::text).collect();
        let own = &before.setup().words.fell;
        let fell = |it: &&&str| it.contains("fell") || own.iter().any(|own| it.contains(own));
        let says = |words: &[&str], state: &Battle| {
            let has = |it: &&&str, word: &str| if word == FELL { fell(it) } else { it.contains(word) };
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
                    let name = &state.setup().unit(*unit).name;
                    let squads = state.setup().squads.iter();
                    let mut own = squads.filter(|it| it.members.contains(unit) && name.starts_with(&it.name));
                    let name = own.next().map_or(name, |it| &it.name);
                    says(&[name, if *downed { "went down" } else { FELL }], &state);
                }
                Event::Arrived(it) => says(&[state.name(Who::Squad(it.squad)), "came to"], &state),
                Event::MoraleTested { who, passed: false, .. } => says(&[state.name(*who)], &state),
                _ => (),
            }
            state.apply(event);
        }
        assert!(told.iter().all(|it| it.ends_with(['.', '!', '?', '…']) && !it.contains("  ")), "{told:#?}");
        let shown = Markup::Discord.render(&report.public());
        assert!(shown.chars().count() <= page::PUBLIC_MAX, "{shown}");
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
        Ann attacked Dan with the knife and missed; Dan struck back with the knife and missed; Ann struck back with the knife and missed.
        In close combat: Ann with Dan.
    "#]]
    .assert_eq(&told(
        &scene(".a .d", DUEL),
        "react Dan none then strike knife; melee Ann attack Dan",
        "attack 1, attack 1, attack 1",
    ));
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
}

#[test]
fn the_winner_is_named_where_several_teams_of_players_fight() {
    let battle = scene_with(".a .d", DUEL, |setup| setup.teams.iter_mut().for_each(|it| it.is_players = true));
    let orders = "react Dan none then hold; melee Ann attack Dan";
    let report = played(&plain(), &battle, orders, "attack 4, damage 6").1;
    let shown = Markup::Plain.render(&report.public());
    assert!(shown.contains("won by red") && !shown.contains("Victory"), "{shown}");
}
