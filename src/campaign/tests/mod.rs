//! Tests of campaigns, with made-up facts and with battles.

mod laws;
mod refusals;
mod season;

use std::path::Path;

use crate::campaign::entry::{End, Entry, Fact, Fought, Rolled, RolledFor};
use crate::campaign::roster::LEFT_DIES;
use crate::campaign::{Campaign, Plan, Refused};
use crate::dice::Seed;
use crate::dice::chaos::Chaos;
use crate::field::Outcome;
use crate::games::{self, Data, Scenario};
use crate::referee::Table;
use crate::referee::tests::play_thread;
use crate::store::{self, ClosedBy, Hash};

/// A shipped campaign at its beginning.
fn begun(name: &str) -> Campaign {
    let name = format!("{name}.toml");
    let text = shipped(&format!("campaigns/{name}"));
    Campaign::begin(&name, &text, &Data::Standard).unwrap_or_else(|it| panic!("{it}"))
}

/// The text of a shipped file.
fn shipped(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(name);
    std::fs::read_to_string(path).expect("a file of our own")
}

fn scenario(name: &str) -> Scenario {
    let name = format!("{name}.toml");
    games::read(&name, &shipped(&name), &Data::Standard).unwrap_or_else(|it| panic!("{it}"))
}

/// A battle as its thread plays it, and then without orders to its end.
fn fought(scenario: &Scenario, posts: &str, seed: u64) -> Table {
    let mut table = Table::open(scenario, <_>::default(), Seed::from(seed));
    play_thread(&mut table, posts);
    while table.stage().outcome.is_none() && table.close(ClosedBy::Gm).is_ok() {}
    table.reveal();
    table
}

/// Adds an entry, and checks that the log leads to the same campaign.
#[track_caller]
fn add(campaign: &mut Campaign, entry: Entry) {
    campaign.add(entry).unwrap_or_else(|why| panic!("{why}"));
    let again = Campaign::read(&campaign.log()).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(again.roster, campaign.roster);
}

/// Makes an entry from the campaign as it stands, and adds it.
#[track_caller]
fn make(campaign: &mut Campaign, entry: impl FnOnce(&Campaign) -> Result<Entry, Refused>) {
    let entry = entry(campaign).unwrap_or_else(|why| panic!("{why}"));
    add(campaign, entry);
}

/// The scenario of a muster of everyone who can go.
#[track_caller]
fn mustered(campaign: &mut Campaign, place: &str) -> Scenario {
    let mustered = campaign.muster(&scenario(place), &[]).unwrap_or_else(|why| panic!("{why}"));
    add(campaign, mustered.entry);
    mustered.scenario
}

/// The muster of these people for the next battle.
fn muster(campaign: &Campaign, who: Vec<String>) -> Entry {
    let n = campaign.roster.next_battle();
    Entry::Mustered {
        n,
        scenario: "a.toml".to_owned(),
        title: "A".to_owned(),
        muster: format!("{} {n} 0", campaign.key()),
        made: None,
        who,
    }
}

/// The end of a battle with made-up facts, and with dice as the plan asks for them.
fn end(chaos: &mut Chaos, plan: &Plan, n: u32, muster: &str, who: &[String]) -> Entry {
    let mut dice = Vec::new();
    let mut fact = |who: &String| {
        let is =
            *chaos.pick(&[End::Standing, End::Standing, End::Absent, End::Wounded, End::Wounded, End::Left, End::Dead]);
        let mut lives = is == End::Wounded;
        if is == End::Left {
            let face = chaos.number(1, 6);
            dice.push(Rolled(RolledFor::Left, who.clone(), face));
            lives = LEFT_DIES < face;
        }
        if let Some(injuries) = plan.injuries.as_ref().filter(|_| lives) {
            dice.push(Rolled(RolledFor::Injury, who.clone(), chaos.number(1, injuries.die.count())));
        }
        let felled = if is.was_there() { u32::from(chaos.number(0, 6)) } else { 0 };
        let (line, by) = (Some("2.3".to_owned()), Some("Husks 3".to_owned()));
        Fact { who: who.clone(), is, outcome: None, line, round: Some(2), by, with: None, how: None, die: None, felled }
    };
    let facts = who.iter().map(&mut fact).collect();
    let outcome = *chaos.pick(&[Outcome::Victory, Outcome::Defeat, Outcome::TimeUp, Outcome::TappedOut]);
    Entry::Fought(Box::new(Fought {
        n,
        muster: muster.to_owned(),
        log: Hash([n as u8; 32]),
        outcome: Some(outcome),
        ended: outcome.name().to_owned(),
        rounds: 3,
        bonus: (0, 0),
        changes: 0,
        is_edited: false,
        facts,
        dice,
    }))
}

/// The log of a table as files have it.
fn exported(table: &Table) -> Vec<store::Entry> {
    store::import(&store::export(table.log()).expect("a log is JSON")).expect("a log")
}
