//! Three battles of each game, played from posts, and what people read after them.

use expect_test::{Expect, expect};

use crate::campaign::entry::Entry;
use crate::campaign::tests::{add, begun, exported, fought, scenario, shipped};
use crate::campaign::{Campaign, Ended, Shown};
use crate::page::{Forum, Markup};
use crate::referee::Table;

/// Musters, plays and ends a battle.
fn battle(campaign: &mut Campaign, place: &str, seed: u64, without: &[&str]) -> Table {
    let without: Vec<String> = without.iter().map(|it| (*it).to_owned()).collect();
    let mustered = campaign.muster(&scenario(place), &without).unwrap_or_else(|why| panic!("{why}"));
    add(campaign, mustered.entry);
    let table = fought(&mustered.scenario, &shipped(&format!("{place}.posts")), seed);
    let Ok(Ended::Now(entry)) = campaign.end(&exported(&table)) else { panic!("{place} can't be entered") };
    let Entry::Fought(fought) = &entry else { panic!("a battle") };
    // Whoever wants to know why somebody fell finds it by the line that the campaign cites.
    for fact in fought.facts.iter().filter(|it| it.is.has_fallen()) {
        let line = fact.line.as_ref().unwrap_or_else(|| panic!("{} fell, and no line tells of it", fact.who));
        let why = table.why(line).unwrap_or_else(|| panic!("no report has the line {line}"));
        let why = Markup::Plain.render(&why);
        assert!(why.contains(&fact.who), "{} is not in\n{why}", fact.who);
    }
    add(campaign, entry);
    table
}

fn told(campaign: &Campaign, shown: &Shown, expected: Expect) {
    expected.assert_eq(&Markup::Plain.render(&campaign.show(shown).expect("there is such a page")));
}

#[test]
fn three_battles_of_the_line_game() {
    let mut campaign = begun("salt-road");
    told(&campaign, &Shown::Roster, expect![[r#""#]]);
    let first = battle(&mut campaign, "millers-ford", 7, &[]);
    told(&campaign, &Shown::Roster, expect![[r#""#]]);
    let report = Markup::Plain.render(&first.final_report());
    expect![[r#""#]].assert_eq(&report);

    let hale = campaign.buy("sgt. tamsin hale", "long shot").expect("a purchase");
    let too_dear = campaign.add(hale).expect_err("it costs more");
    assert_eq!(too_dear.to_string(), "Long Shot costs 6 XP and Sgt. Tamsin Hale has 4");
    battle(&mut campaign, "the-bad-bridge", 3, &[]);
    let wounded = campaign.roster.people.iter().find(|it| !it.is_dead && 3 <= it.out_until).map(|it| it.name.clone());
    if let Some(name) = wounded {
        let fit = campaign.rule(&format!("{name} fit"), "the medic's post #88").expect("a ruling");
        add(&mut campaign, fit);
    }
    told(&campaign, &Shown::Roster, expect![[r#""#]]);
    let richest = campaign.roster.people.iter().max_by_key(|it| it.xp()).expect("somebody").name.clone();
    let legs = campaign.buy(&richest, "Old Legs").expect("a purchase");
    add(&mut campaign, legs);
    battle(&mut campaign, "millers-ford", 11, &["Dobbs"]);
    told(&campaign, &Shown::Roster, expect![[r#""#]]);
    told(&campaign, &Shown::Honour, expect![[r#""#]]);
    told(&campaign, &Shown::Chronicle, expect![[r#""#]]);
    told(&campaign, &Shown::Person(richest), expect![[r#""#]]);
    let bbcode = Markup::BbCode(Forum::Any).render(&campaign.show(&Shown::Honour).expect("a page"));
    expect![[r#""#]].assert_eq(&bbcode);
}

#[test]
fn three_battles_of_the_brick_game() {
    let mut campaign = begun("tin-garrison");
    battle(&mut campaign, "brick-relay-station", 7, &[]);
    told(&campaign, &Shown::Roster, expect![[r#""#]]);
    battle(&mut campaign, "brick-thin-red-line", 8, &[]);
    battle(&mut campaign, "brick-boarding", 9, &[]);
    told(&campaign, &Shown::Roster, expect![[r#""#]]);
    told(&campaign, &Shown::Honour, expect![[r#""#]]);
    told(&campaign, &Shown::Chronicle, expect![[r#""#]]);
}

#[test]
fn a_muster_is_an_ordinary_scenario_of_named_people() {
    let campaign = begun("salt-road");
    let mustered = campaign.muster(&scenario("millers-ford"), &["Wren".to_owned()]).expect("they can go");
    let was = shipped("millers-ford.toml");
    let changed: Vec<String> = similar(&was, &mustered.text);
    expect![[r#""#]].assert_eq(&(changed.join("\n") + "\n"));
}

/// The lines of a text that another doesn't have.
fn similar(was: &str, is: &str) -> Vec<String> {
    let mut was: Vec<&str> = was.lines().collect();
    let is_new = |it: &&str| was.iter().position(|old| old == it).map(|at| was.remove(at)).is_none();
    is.lines().filter(is_new).map(str::to_owned).collect()
}
