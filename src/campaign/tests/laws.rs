//! Laws that hold for every campaign.

use std::collections::BTreeSet;

use crate::campaign::entry::{Entry, Ruling};
use crate::campaign::tests::{add, begun, end, exported, fought, make, muster, scenario, shipped};
use crate::campaign::{Campaign, CampaignPage, Person};
use crate::dice::chaos::Chaos;
use crate::page::Markup;

const CAMPAIGNS: u64 = 1_000;
const BATTLES: u32 = 6;

#[test]
fn a_thousand_campaigns_of_six_battles_keep_the_laws() {
    let shipped = [begun("salt-road"), begun("tin-garrison")];
    for number in 0..CAMPAIGNS {
        let mut chaos = Chaos(number);
        let mut campaign = chaos.pick(&shipped).clone();
        while campaign.roster.last_fought() < BATTLES {
            if !season(&mut chaos, &mut campaign) {
                break;
            }
            holds(&campaign);
        }
        let again = Campaign::read(&campaign.log()).unwrap_or_else(|why| panic!("{number}: {why}"));
        assert_eq!(again.roster, campaign.roster, "{number}");
        for page in [CampaignPage::Roster, CampaignPage::Honour, CampaignPage::Chronicle] {
            let told = Markup::Plain.render(&campaign.show(&page).expect("there is such a page"));
            assert!(!told.contains("{") && !told.contains("  ·"), "{told}");
        }
    }
}

/// A battle, and what happens before the next one. Returns whether anybody could go.
fn season(chaos: &mut Chaos, campaign: &mut Campaign) -> bool {
    let n = campaign.roster.next_battle();
    let (fit, others): (Vec<_>, Vec<_>) = campaign.roster.people.iter().partition(|it| it.can_go(n).is_none());
    let names = |them: &[&Person]| them.iter().map(|it| it.name.clone()).collect::<Vec<_>>();
    let (mut who, others) = (names(&fit), names(&others));
    who.retain(|_| chaos.chance(70));
    if who.is_empty() {
        return false;
    }
    // Nobody goes who can't: the dead, the wounded, and people in a battle.
    for other in others.iter().take(2) {
        let mut with = who.clone();
        with.push(other.clone());
        refused(campaign, muster(campaign, with));
    }
    let mustered = muster(campaign, who.clone());
    undone(campaign, &mustered);
    campaign.add(mustered).expect("they can go");
    if chaos.chance(10) {
        refused(campaign, muster(campaign, who.clone()));
    }
    let battle = &campaign.roster.battles[campaign.roster.battles.len() - 1];
    let fought = end(chaos, &campaign.plan, n, &battle.muster.clone(), &who);
    undone(campaign, &fought);
    campaign.add(fought.clone()).expect("it was fought");
    refused(campaign, fought.clone());
    let before = campaign.roster.clone();
    if chaos.chance(15) {
        let undo = campaign.undo().expect("there is a battle");
        campaign.add(undo).expect("it can be undone");
        campaign.add(fought).expect("it was fought");
        assert_eq!(campaign.roster, before, "the same battle gives the same");
    }
    for _ in 0..chaos.number(0, 4) {
        let who = chaos.pick(&campaign.roster.people).name.clone();
        let what = chaos.pick(&campaign.plan.purchases).name.clone();
        let is = match chaos.number(0, 9) {
            0 => Ruling::Fit,
            1 => Ruling::Dead,
            2 => Ruling::Out(2),
            3 => Ruling::Xp(3),
            4 => Ruling::Xp(-2),
            _ => {
                tried(campaign, Entry::Bought { who, what });
                continue;
            }
        };
        tried(campaign, Entry::Ruled { who, is, why: "so".to_owned() });
    }
    true
}

/// Undoing an entry leaves no trace in the roster.
fn undone(campaign: &mut Campaign, entry: &Entry) {
    let before = campaign.roster.clone();
    campaign.add(entry.clone()).expect("it can be");
    let undo = campaign.undo().expect("there is something");
    campaign.add(undo).expect("it can be undone");
    assert_eq!(campaign.roster, before);
}

/// A refused entry changes nothing.
fn refused(campaign: &mut Campaign, entry: Entry) {
    let (before, lines) = (campaign.roster.clone(), campaign.entries.len());
    assert!(campaign.add(entry).is_err());
    assert_eq!((&campaign.roster, campaign.entries.len()), (&before, lines));
}

fn tried(campaign: &mut Campaign, entry: Entry) {
    let before = campaign.roster.clone();
    match campaign.add(entry) {
        Ok(_) => holds(campaign),
        Err(_) => assert_eq!(campaign.roster, before),
    }
}

fn holds(campaign: &Campaign) {
    let roster = &campaign.roster;
    let names: BTreeSet<&str> = roster.people.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names.len(), roster.people.len(), "everybody has a name");
    for it in &roster.people {
        assert!(0 <= it.xp_spent && it.xp_spent <= it.xp_earned, "{}: {} of {}", it.name, it.xp_spent, it.xp_earned);
        assert!(it.felled_in_a_battle <= it.felled && it.victories <= it.battles && it.falls <= it.battles);
    }
    for squad in &campaign.plan.squads {
        let living = |it: &&Person| !it.is_dead && it.hero.is_none() && it.squad.as_ref() == Some(&squad.id);
        let raised = roster.rulings.iter().filter(|it| matches!(it.is, Ruling::Fit | Ruling::Joins(_))).count();
        assert!(
            roster.people.iter().filter(living).count() <= squad.people.len() + raised,
            "{} has too many",
            squad.id
        );
    }
}

#[test]
fn campaigns_of_real_battles_are_entered_once_and_proved() {
    for (name, places) in
        [("salt-road", ["millers-ford", "the-bad-bridge"]), ("tin-garrison", ["brick-relay-station", "brick-boarding"])]
    {
        let mut campaign = begun(name);
        let mut logs = Vec::new();
        for n in 0..4 {
            let place = places[n % 2];
            let Ok(mustered) = campaign.muster(&scenario(place), &[]) else { break };
            add(&mut campaign, mustered.entry);
            let log = exported(&fought(&mustered.scenario, &shipped(&format!("{place}.posts")), n as u64));
            let Ok((Some(entry), None)) = campaign.end(&log, false) else { panic!("{place} can't be entered") };
            add(&mut campaign, entry.clone());
            assert_eq!(campaign.end(&log, false), Ok((None, Some(n as u32 + 1))));
            make(&mut campaign, Campaign::undo);
            assert_eq!(campaign.end(&log, false), Ok((Some(entry.clone()), None)), "the same dice after undo");
            add(&mut campaign, entry);
            logs.push(log);
            holds(&campaign);
        }
        for (n, log) in logs.iter().enumerate() {
            assert_eq!(campaign.holds_with(log), Ok(n as u32 + 1));
        }
        assert!(2 <= logs.len(), "{name} ended after {}", logs.len());
    }
}
