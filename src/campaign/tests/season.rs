//! Three battles of each game, played from posts, and what people read after them.

use expect_test::{Expect, expect};

use crate::campaign::entry::{End, Entry, Rolled, RolledFor};
use crate::campaign::tests::{add, begun, end, exported, fought, make, muster, scenario, shipped};
use crate::campaign::{Campaign, CampaignPage};
use crate::dice::chaos::Chaos;
use crate::field::Level;
use crate::games::{self, Data};
use crate::page::{Forum, Markup};
use crate::referee::Table;

/// Musters, plays and ends a battle.
fn battle(campaign: &mut Campaign, place: &str, seed: u64, without: &[&str]) -> Table {
    let without: Vec<String> = without.iter().map(|it| (*it).to_owned()).collect();
    let mustered = campaign.muster(&scenario(place), &without).unwrap_or_else(|why| panic!("{why}"));
    add(campaign, mustered.entry);
    let table = fought(&mustered.scenario, &shipped(&format!("{place}.posts")), seed);
    let Ok((Some(entry), None)) = campaign.end(&exported(&table), false) else { panic!("{place} can't be entered") };
    let Entry::Fought(fought) = &entry else { panic!("a battle") };
    // The line that the campaign cites explains why somebody fell.
    for fact in fought.facts.iter().filter(|it| it.is.has_fallen()) {
        let line = fact.line.as_ref().unwrap_or_else(|| panic!("{} fell, and no line tells of it", fact.who));
        let why = table.why(line).unwrap_or_else(|| panic!("no report has the line {line}"));
        let why = Markup::Plain.render(&why);
        assert!(why.contains(&fact.who), "{} is not in\n{why}", fact.who);
    }
    add(campaign, entry);
    table
}

fn shows(campaign: &Campaign, page: &CampaignPage, expected: Expect) {
    expected.assert_eq(&Markup::Plain.render(&campaign.show(page).expect("there is such a page")));
}

#[test]
fn a_hero_whose_player_has_no_seat_stays_at_home_and_is_named() {
    let campaign = begun("salt-road");
    let seatless = |place: &str| campaign.muster(&scenario(place), &[]).expect("they can go").notes;
    assert!(seatless("millers-ford").is_empty());
    assert_eq!(
        seatless("the-bad-bridge"),
        [
            "Teague stays at home: all places for Otter are taken.",
            "Sgt. Tamsin Hale stays at home: no seat is called \"robin\".",
            "Piet Corven stays at home: no seat is called \"sam\"."
        ]
    );
}

#[test]
fn what_happens_before_the_first_battle_is_told_so() {
    let mut campaign = begun("salt-road");
    make(&mut campaign, |it| it.rule("Wren xp +5", "so"));
    make(&mut campaign, |it| it.buy("Wren", "Old Legs", &Data::Standard));
    let told = Markup::Plain.render(&campaign.show(&CampaignPage::of("Wren")).expect("there is such a page"));
    let before = "Before the first battle";
    assert!(
        told.ends_with(&format!(
            "{before}, by the GM's hand: +5 XP (\u{201c}so\u{201d}).\n{before}: Old Legs, for 5 XP.\n"
        )),
        "{told}"
    );
}

#[test]
fn a_place_is_for_its_sort_first_and_then_for_the_senior_and_who_finds_none_is_named() {
    let mut campaign = begun("salt-road");
    for who in ["Teague", "Finch"] {
        let n = campaign.roster.next_battle();
        make(&mut campaign, |it| Ok(muster(it, vec![who.to_owned()])));
        make(&mut campaign, |it| Ok(hurt(it, n, &[who], End::Standing, &[])));
    }
    let text = shipped("the-bad-bridge.toml").replace("7 rifleman", "3 rifleman");
    let bridge = games::read("bridge.toml", &text, &Data::Standard).unwrap_or_else(|it| panic!("{it}"));
    let mustered = campaign.muster(&bridge, &[]).unwrap_or_else(|why| panic!("{why}"));
    let Entry::Mustered { who, .. } = &mustered.entry else { panic!("a muster") };
    assert_eq!(who[..3], ["Finch", "Dobbs", "Wren"]);
    let home = "Teague, Ames, Little Ott, Marlow and Big Hanne stay at home: all places for Otter are taken.";
    assert_eq!(mustered.notes[0], home);
}

#[test]
fn a_seat_whose_hero_cannot_go_is_named_with_the_reason() {
    let seats = |ruling: &str, without: &[String]| {
        let mut campaign = begun("salt-road");
        make(&mut campaign, |it| it.rule(ruling, "so"));
        campaign.muster(&scenario("millers-ford"), without).expect("they can go").notes
    };
    let (corven, hale) =
        ("The seat \"sam\" has no hero: Piet Corven is", "The seat \"robin\" has no hero: Sgt. Tamsin Hale");
    assert_eq!(seats("Corven out 2", &[]), [format!("{corven} out of battles 1 and 2.")]);
    assert_eq!(
        seats("Corven dead", &["Hale".to_owned()]),
        [format!("{hale} stays at home."), format!("{corven} dead.")]
    );
    assert_eq!(seats("Corven out 1", &[]), [format!("{corven} out of battle 1.")]);
}

#[test]
fn three_battles_of_the_line_game() {
    let mut campaign = begun("salt-road");
    shows(
        &campaign,
        &CampaignPage::Roster,
        expect![[r#"
        Salt Road · Otter (robin) · after 0 battles · 9 of 9 fit
        Sgt. Tamsin Hale · officer, 3 CP · fit · 0 XP
        Dobbs · fit · 0 XP
        Wren · fit · 0 XP
        Ames · fit · 0 XP
        Little Ott · fit · 0 XP
        Marlow · fit · 0 XP
        Finch · fit · 0 XP
        Big Hanne · fit · 0 XP
        Teague · gunner · fit · 0 XP

        Salt Road · Magpie (sam) · after 0 battles · 7 of 7 fit
        Piet Corven · pathfinder, 3 CP · fit · 0 XP
        Isolde Pike · fit · 0 XP
        Rook · fit · 0 XP
        Sander · fit · 0 XP
        Quiet Mab · fit · 0 XP
        Lorne · fit · 0 XP
        Yusuf · fit · 0 XP
    "#]],
    );
    let first = battle(&mut campaign, "millers-ford", 7, &[]);
    shows(
        &campaign,
        &CampaignPage::Roster,
        expect![[r#"
            Salt Road · Otter (robin) · after 1 battle · 5 of 9 fit
            Sgt. Tamsin Hale · officer, 3 CP · fit · 1 XP
            Dobbs · out of battle 2 · Salt Spitter of Reed Husks 3 (1: 2.4), a 2 on the die · 1 XP · Red Ribbon
            Wren · fit · 3 felled · 4 XP
            Ames · out of battles 2 and 3, a bad wound · Salt Spitter of Mill Husks 2 (1: 3.4), a 1 on the die · 1 felled · 2 XP · Red Ribbon
            Little Ott · fit · 2 felled · 3 XP
            Marlow · out of battles 2 and 3, a bad wound · Salt Spitter of Mill Husks 4 (1: 3.4), a 1 on the die · 1 XP · Red Ribbon
            Finch · fit, patched up (a 6) after Salt Spitter of Reed Husks 3 (1: 1.2) · 1 XP · Red Ribbon
            Big Hanne · fit · 1 XP
            Teague · gunner · out of battle 2 · Salt Spitter of Mill Husks 3 (1: 4.2), a 2 on the die · 3 felled · 4 XP · Red Ribbon

            Salt Road · Magpie (sam) · after 1 battle · 6 of 7 fit
            Piet Corven · pathfinder, 3 CP · fit · 2 felled · 3 XP
            Isolde Pike · fit · 1 felled · 2 XP
            Rook · fit, patched up (a 6) after Hook Blades of Those Behind the Washing 2 (1: 5.5) · 2 felled · 3 XP · Red Ribbon
            Sander · fit · 1 XP
            Quiet Mab · fit · 1 felled · 2 XP
            Lorne · fit · 2 felled · 3 XP
            Yusuf · out of battle 2 · Glass Thrower of Mill Husks 6 (1: 6.4), a 2 on the die · 2 felled · 3 XP · Red Ribbon
        "#]],
    );
    let report = Markup::Plain.render(&first.final_report());
    expect![[r#"
        After the battle · Patrol at Miller's Ford: Victory
        Met in round 6: Bring four of you into the mill yard.
        Bonus, not met: Leave nothing standing around the mill.
        Did not come true: Fewer than half of you are left standing.

        Yours
        Otter · 4 of 9 standing · 5 wounded · felled 9 · 3 CP spent
        Magpie · 4 of 6 standing · 2 wounded · felled 8
        Piet Corven · standing · felled 2 · 2 CP spent

        Enemy
        Reed Husks · 0 of 6 standing · 1 dead, 5 missing; lost: Salt Spitter (1) and Hook Blades (1) · felled 2
        Mill Husks · 1 of 6 standing · 5 wounded · felled 4
        Those Behind the Washing · 0 of 8 standing · 8 missing · felled 1

        Who fell, and who came through
        Otter: Finch fell to Reed Husks in round 1, Dobbs to Reed Husks in round 2, Ames (felled 1) and Marlow to Mill Husks in round 3, Teague (felled 3) to Mill Husks in round 4, and come home wounded.
        Magpie: Rook (felled 2) fell to Those Behind the Washing in melee in round 5, Yusuf (felled 2) to Mill Husks in round 6, and come home wounded.
        Those Behind the Washing lost 8 (6 to Otter and 2 to Magpie in melee). Nobody of Those Behind the Washing is left standing.
        Reed Husks lost 6 (2 to Otter, 3 to Magpie and 1 to Magpie in melee; 1 killed). Nobody of Reed Husks is left standing.
        Mill Husks lost 5 (1 to Otter and 4 to Magpie).
        Wren (felled 3), Little Ott (felled 2), Sgt. Tamsin Hale, Isolde Pike (felled 1), Quiet Mab (felled 1), Lorne (felled 2), Piet Corven (felled 2) and 2 others came through.
    "#]].assert_eq(&report);

    let hale = campaign.buy("sgt. tamsin hale", "long shot", &Data::Standard).expect("a purchase");
    let too_dear = campaign.add(hale).expect_err("it costs more");
    assert_eq!(too_dear.to_string(), "Long Shot costs 6 XP and Sgt. Tamsin Hale has 1");
    battle(&mut campaign, "the-bad-bridge", 3, &[]);
    let wounded = campaign.roster.people.iter().find(|it| !it.is_dead && 3 <= it.out_until).map(|it| it.name.clone());
    if let Some(name) = wounded {
        make(&mut campaign, |it| it.rule(&format!("{name} fit"), "the medic's post #88"));
    }
    shows(
        &campaign,
        &CampaignPage::Roster,
        expect![[r#"
            Salt Road · Otter (robin) · after 2 battles · 4 of 9 fit
            Sgt. Tamsin Hale · officer, 3 CP · fit · 1 XP
            Dobbs · fit · 1 XP · Red Ribbon
            Wren · fit · 3 felled · 5 XP · Red Ribbon
            Ames · out of battle 3, a bad wound · Salt Spitter of Mill Husks 2 (1: 3.4), a 1 on the die · 1 felled · 2 XP · Red Ribbon
            Little Ott · out of battle 3 · Salt Spitter of Walkers 8 (2: 1.2), a 3 on the die · 2 felled · 4 XP · Red Ribbon
            Marlow · out of battle 3, a bad wound · Salt Spitter of Mill Husks 4 (1: 3.4), a 1 on the die · 1 XP · Red Ribbon
            Finch · out of battle 3 · Hook Blades of Walkers 7 (2: 2.6), a 2 on the die · 1 felled · 3 XP · Red Ribbon
            Big Hanne · out of battles 3 and 4, a bad wound · Hook Blades of Walkers 9 (2: 3.6), a 1 on the die · 2 XP · Red Ribbon
            Teague · gunner · fit · 3 felled · 4 XP · Red Ribbon

            Salt Road · Magpie (sam) · after 2 battles · 6 of 7 fit
            Piet Corven · pathfinder, 3 CP · fit · 2 felled · 3 XP
            Isolde Pike · fit · 2 felled · 4 XP
            Rook · fit · 2 felled · 4 XP · Red Ribbon
            Sander · fit · 1 felled · 3 XP
            Quiet Mab · fit, patched up (a 5) after Salt Spitter of Walkers 3 (2: 2.3) · 1 felled · 3 XP · Red Ribbon
            Lorne · out of battles 3 and 4, a bad wound · Salt Spitter of Walkers 4 (2: 2.3), a 1 on the die · 2 felled · 4 XP · Red Ribbon
            Yusuf · fit · 2 felled · 3 XP · Red Ribbon
        "#]],
    );
    let richest = campaign.roster.people.iter().max_by_key(|it| it.xp()).expect("somebody").name.clone();
    make(&mut campaign, |it| it.rule(&format!("{richest} xp +5"), "the captain saw it"));
    make(&mut campaign, |it| it.buy(&richest, "Old Legs", &Data::Standard));
    battle(&mut campaign, "millers-ford", 11, &["Dobbs"]);
    shows(
        &campaign,
        &CampaignPage::Roster,
        expect![[r#"
            Salt Road · Otter (robin) · after 3 battles · 7 of 9 fit
            Sgt. Tamsin Hale · officer, 3 CP · fit · 2 XP
            Dobbs · fit · 1 XP · Red Ribbon
            Wren · fit · 4 felled · 7 XP · Old Legs · Red Ribbon · Salt Medal
            Ames · fit · 1 felled · 2 XP · Red Ribbon
            Little Ott · fit · 2 felled · 4 XP · Red Ribbon
            Marlow · fit · 1 XP · Red Ribbon
            Finch · fit · 1 felled · 3 XP · Red Ribbon
            Big Hanne · out of battle 4, a bad wound · Hook Blades of Walkers 9 (2: 3.6), a 1 on the die · 2 XP · Red Ribbon
            Teague · gunner · out of battle 4 · Salt Spitter of Mill Husks 4 (3: 2.4), a 3 on the die · 6 felled · 8 XP · Red Ribbon

            Salt Road · Magpie (sam) · after 3 battles · 5 of 7 fit
            Piet Corven · pathfinder, 3 CP · fit · 6 felled · 7 XP
            Isolde Pike · out of battle 4 · Hook Blades of Those Behind the Washing 8 (3: 7.5), a 2 on the die · 3 felled · 6 XP · Red Ribbon · Salt Medal
            Rook · fit, patched up (a 5) after Hook Blades of Those Behind the Washing 5 (3: 6.7) · 2 felled · 5 XP · Red Ribbon · Salt Medal
            Sander · fit · 2 felled · 5 XP · Salt Medal
            Quiet Mab · fit · 2 felled · 5 XP · Red Ribbon · Salt Medal
            Lorne · out of battle 4, a bad wound · Salt Spitter of Walkers 4 (2: 2.3), a 1 on the die · 2 felled · 4 XP · Red Ribbon
            Yusuf · fit · 3 felled · 5 XP · Red Ribbon
        "#]],
    );
    shows(
        &campaign,
        &CampaignPage::Honour,
        expect![[r#"
            Salt Road · roll of honour
            Nobody has died.
        "#]],
    );
    shows(
        &campaign,
        &CampaignPage::Chronicle,
        expect![[r#"
            Salt Road · chronicle
            1 · Patrol at Miller's Ford · victory, 7 rounds, bonus not met · 16 went, 9 stood, 7 wounded, none dead · Wren and Teague felled 3 each
            2 · The Bad Bridge · victory, 5 rounds · 9 went, 3 stood, 6 wounded, none dead · Finch, Isolde Pike and Sander felled 1 each
            By the GM's hand: Wren fit (“the medic's post #88”).
            By the GM's hand: Wren +5 XP (“the captain saw it”).
            3 · Patrol at Miller's Ford · time is up, 7 rounds, bonus not met · 9 went, 6 stood, 3 wounded, none dead · Piet Corven felled 4
            2 rulings by the GM.
        "#]],
    );
    shows(
        &campaign,
        &CampaignPage::Person(richest),
        expect![[r#"
            Wren · rifleman of Otter
            Fit.
            3 battles, 2 victories, 4 felled, fell 1 time, 12 XP earned, 5 spent, 7 left.
            Red Ribbon and Salt Medal.
            1 · Patrol at Miller's Ford, felled 3: came through.
            2 · The Bad Bridge: fell to Hook Blades of Walkers 6 (2: 2.6), a 1 on the die: a bad wound.
            After battle 2, by the GM's hand: fit (“the medic's post #88”).
            After battle 2, by the GM's hand: +5 XP (“the captain saw it”).
            After battle 2: Old Legs, for 5 XP.
            3 · Patrol at Miller's Ford, felled 1: came through.
        "#]],
    );
    let bbcode = Markup::BbCode(Forum::Any).render(&campaign.show(&CampaignPage::Honour).expect("a page"));
    expect![[r#"
        [b]Salt Road · roll of honour[/b]
        Nobody has died.
    "#]]
    .assert_eq(&bbcode);
}

#[test]
fn three_battles_of_the_brick_game() {
    let mut campaign = begun("tin-garrison");
    battle(&mut campaign, "brick-relay-station", 7, &[]);
    shows(
        &campaign,
        &CampaignPage::Roster,
        expect![[r#"
            The Tin Garrison · Platoon (vic) · after 1 battle · 5 of 5 fit
            Bolt · fit, clicked together again (a 6) after rifle of Garrison 5 (1: 1.4) · 1 XP
            Rivet · grenadier · fit, clicked together again (a 4) after rifle of Garrison 4 (1: 2.2) · 1 XP
            Sprocket · grenadier · fit, clicked together again (a 4) after rifle of Garrison 5 (1: 2.2) · 1 XP
            Lt. Osei · officer · fit, clicked together again (a 4) after rifle of Garrison 1 (1: 3.1) · 1 XP
            Snapper · fit · 0 XP

            The Tin Garrison · Scouts (sal) · after 1 battle · 1 of 1 fit
            Pip Stud · fit, clicked together again (a 6) after pistol of Major Quill (1: 4.1) · 1 XP
        "#]],
    );
    battle(&mut campaign, "brick-thin-red-line", 8, &[]);
    battle(&mut campaign, "brick-boarding", 9, &[]);
    shows(
        &campaign,
        &CampaignPage::Roster,
        expect![[r#"
            The Tin Garrison · Platoon (vic) · after 3 battles · 6 of 6 fit
            Bolt · fit · 2 XP · Glue Cross
            Rivet · grenadier · fit · 2 XP · Glue Cross
            Sprocket · grenadier · fit · 2 XP · Glue Cross
            Lt. Osei · officer · fit · 2 XP · Glue Cross
            Snapper · fit · 1 XP
            Greebly · gunner · fit · 0 XP

            The Tin Garrison · Scouts (sal) · after 3 battles · 2 of 2 fit
            Pip Stud · fit, clicked together again (a 5) after barrel of powder of Old Marrow (3: 1.3) · 2 XP · Glue Cross
            Nubbin · fit · 0 XP
        "#]],
    );
    shows(
        &campaign,
        &CampaignPage::Honour,
        expect![[r#"
            The Tin Garrison · roll of honour
            † Dasher, marine of Platoon. One battle, none felled. Left behind in The Relay Station: felled in round 2 by Garrison 1 with rifle (1: 2.2); a 1 on the die.
            † Cogs, gunner of Platoon. One battle, none felled. Left behind in The Relay Station: felled in round 2 by Major Quill with pistol (1: 2.2); a 1 on the die.
            † Tink, scout of Scouts. One battle, none felled. Left behind in The Relay Station: felled in round 4 by Garrison 4 with rifle (1: 4.1); a 2 on the die.
            † Gasket, scout of Scouts. One battle, none felled. Left behind in The Relay Station: felled in round 5 by Garrison 2 with rifle (1: 5.1); a 2 on the die.
            † Baseplate Bill, scout of Scouts. One battle, none felled. Left behind in The Relay Station: felled in round 5 by Garrison 1 with rifle (1: 5.1); a 2 on the die.
        "#]],
    );
    shows(
        &campaign,
        &CampaignPage::Chronicle,
        expect![[r#"
            The Tin Garrison · chronicle
            1 · The Relay Station · defeat, 5 rounds, bonus met · 10 went, 0 stood, 5 wounded, 5 dead (Dasher, Cogs, Tink, Gasket and Baseplate Bill) · joined after it: Snapper
            2 · The Thin Red Line · time is up, 5 rounds, bonus met · 5 went, 0 stood, 5 wounded, none dead · joined after it: Greebly
            3 · The Boarding of the Tern · defeat, 4 rounds, bonus not met · 1 went, 0 stood, 1 wounded, none dead · joined after it: Nubbin
        "#]],
    );
}

#[test]
fn a_battle_is_won_by_those_whose_team_won_it() {
    let plan = r#"
        name = "Tin"
        game = "brick"
        names = ["Cog", "Bolt", "Nut", "Rivet"]
        squad = [{ id = "tin", name = "Tin", player = "ivy", units = ["4 redcoat"] }]
        xp = { battle = 1 }
        costs = { victory = { xp = 5 }, defeat = { xp = 2 } }
    "#;
    let yard = include_str!("../../../tests/it/two-teams.toml");
    for (id, victories, xp) in [("p", 0, 3), ("c", 1, 6)] {
        let text = yard.replace(&format!("id = \"{id}\""), &format!("id = \"{id}\", from = \"tin\""));
        let yard = games::read("yard.toml", &text, &Data::Standard).unwrap_or_else(|it| panic!("{it}"));
        let mut campaign = Campaign::begin("tin.toml", plan, &Data::Standard).unwrap_or_else(|it| panic!("{it}"));
        let mustered = campaign.muster(&yard, &[]).unwrap_or_else(|why| panic!("{why}"));
        add(&mut campaign, mustered.entry);
        let table = fought(&mustered.scenario, "", 1);
        assert_eq!(table.playing().ended(), "won by Blue");
        let Ok((Some(entry), None)) = campaign.end(&exported(&table), false) else { panic!("a battle") };
        add(&mut campaign, entry);
        for it in &campaign.roster.people {
            assert_eq!((it.victories, it.xp()), (victories, xp), "{} in {id}", it.name);
        }
        assert_eq!(campaign.holds_with(&exported(&table)), Ok(1));
    }
}

#[test]
fn a_hero_who_has_joined_anothers_squad_stands_where_the_scenario_has_his_players_hero() {
    let mut campaign = begun("salt-road");
    make(&mut campaign, |it| it.rule("Sgt. Tamsin Hale joins magpie", "so"));
    let mustered = campaign.muster(&scenario("millers-ford"), &[]).unwrap_or_else(|why| panic!("{why}"));
    assert!(mustered.text.contains("name = \"Sgt. Tamsin Hale\", class = \"officer\", in = \"otter\""));
}

#[test]
fn what_was_changed_by_hand_after_the_muster_is_entered_for_all_to_read() {
    let mut campaign = begun("salt-road");
    let mustered = campaign.muster(&scenario("millers-ford"), &[]).expect("they can go");
    add(&mut campaign, mustered.entry);
    let is_told = |scenario: &crate::games::Scenario| {
        let mut campaign = campaign.clone();
        let Ok((Some(entry), None)) = campaign.end(&exported(&fought(scenario, "", 1)), true) else {
            panic!("a battle")
        };
        add(&mut campaign, entry);
        let told = Markup::Plain.render(&campaign.show(&CampaignPage::Chronicle).expect("there is such a page"));
        told.contains("its scenario was changed by hand after the muster")
    };
    assert!(!is_told(&mustered.scenario));
    assert!(!is_told(&mustered.scenario.led_by(Level::Veteran).expect("a scenario")), "a commander may be chosen");
    let ends = mustered.text.replace('\n', "\r\n");
    let ends = games::read("a.toml", &ends, &Data::Standard).unwrap_or_else(|it| panic!("{it}"));
    assert!(!is_told(&ends), "lines that end otherwise");
    let text = mustered.text.replace("unit = \"rifleman\", name = \"Dobbs\"", "unit = \"gunner\", name = \"Dobbs\"");
    assert_ne!(text, mustered.text);
    let edited = games::read("a.toml", &text, &Data::Standard).unwrap_or_else(|it| panic!("{it}"));
    assert!(is_told(&edited));
}

/// A battle after which everyone in `who` is `is`, with these rolls for their injuries.
fn hurt(campaign: &Campaign, n: u32, who: &[&str], is: End, faces: &[u8]) -> Entry {
    let who: Vec<String> = who.iter().map(|it| (*it).to_owned()).collect();
    let tie = format!("{} {n} 0", campaign.key());
    let Entry::Fought(mut it) = end(&mut Chaos(1), &campaign.plan, n, &tie, &who) else { panic!("a battle") };
    it.facts.iter_mut().for_each(|it| it.is = is);
    it.dice = who.into_iter().zip(faces).map(|(who, face)| Rolled(RolledFor::Injury, who, *face)).collect();
    Entry::Fought(it)
}

#[test]
fn of_battles_that_are_open_at_once_a_wound_is_missed_battles_that_are_still_to_be_mustered() {
    let mut campaign = begun("salt-road");
    for who in ["Wren", "Ames"] {
        make(&mut campaign, |it| Ok(muster(it, vec![who.to_owned()])));
    }
    make(&mut campaign, |it| Ok(hurt(it, 1, &["Wren"], End::Wounded, &[3])));
    let wren = campaign.roster.find("Wren").expect("somebody");
    assert!(wren.can_go(3).is_some() && wren.can_go(4).is_none(), "{wren:?}");
}

#[test]
fn the_roster_tells_what_the_battle_entered_last_made_of_people_whatever_its_number() {
    let mut campaign = begun("salt-road");
    for who in ["Wren", "Ames"] {
        make(&mut campaign, |it| Ok(muster(it, vec![who.to_owned()])));
    }
    for (n, who, other) in [(2, "Ames", "Wren"), (1, "Wren", "Ames")] {
        make(&mut campaign, |it| Ok(hurt(it, n, &[who], End::Wounded, &[5])));
        let told = Markup::Plain.render(&campaign.show(&CampaignPage::Roster).expect("there is such a page"));
        let hurt = format!("fit, patched up (a 5) after Husks 3 ({n}: 2.3)");
        assert!(told.contains(&format!("{who} · {hurt}")) && !told.contains(&format!("{other} · {hurt}")), "{told}");
    }
}

#[test]
fn whoever_the_gm_rules_out_is_out_by_the_gms_hand_and_of_no_wound() {
    let mut campaign = begun("salt-road");
    let who = ["Wren", "Ames", "Dobbs", "Marlow"];
    make(&mut campaign, |it| Ok(muster(it, who.map(str::to_owned).to_vec())));
    let why = "court martial";
    make(&mut campaign, |it| it.rule("Dobbs out 3", why));
    make(&mut campaign, |it| it.rule("Marlow out 1", why));
    make(&mut campaign, |it| Ok(hurt(it, 1, &who, End::Wounded, &[6, 2, 2, 1])));
    make(&mut campaign, |it| it.rule("Wren out 3", why));
    let told = Markup::Plain.render(&campaign.show(&CampaignPage::Roster).expect("there is such a page"));
    for it in [
        "Wren · out of battles 2 to 4, by the GM's hand (\u{201c}court martial\u{201d}) · ",
        "Ames · out of battle 2 · Husks 3 (1: 2.3), a 2 on the die · ",
        "Dobbs · out of battles 2 to 4, by the GM's hand (\u{201c}court martial\u{201d}) · ",
        "Marlow · out of battles 2 and 3, a bad wound · Husks 3 (1: 2.3), a 1 on the die · ",
    ] {
        assert!(told.contains(it), "{it} is not in\n{told}");
    }
}

/// Enters a battle of everyone who is fit, in which these died.
fn killed(campaign: &mut Campaign, dead: &[&str]) {
    let n = campaign.roster.next_battle();
    let fit = campaign.roster.people.iter().filter(|it| it.can_go(n).is_none());
    let who: Vec<String> = fit.map(|it| it.name.clone()).collect();
    let mustered = muster(campaign, who.clone());
    let Entry::Mustered { muster: tie, .. } = &mustered else { panic!("a muster") };
    let Entry::Fought(mut it) = end(&mut Chaos(1), &campaign.plan, n, tie, &who) else { panic!("a battle") };
    it.dice.clear();
    for fact in &mut it.facts {
        fact.is = if dead.contains(&fact.who.as_str()) { End::Dead } else { End::Standing };
    }
    add(campaign, mustered);
    add(campaign, Entry::Fought(it));
}

#[test]
fn of_wounds_somebody_dies_by_the_die_for_the_injury_whoever_was_left_behind_before() {
    let plan = r#"
        name = "Band"
        names = ["Dobbs", "Wren"]
        squad = [{ id = "otter", name = "Otter", player = "robin", units = ["2 rifleman"] }]
        injuries = { die = 6, rows = [{ to = 1, dead = true }, { to = 6 }] }
    "#;
    let mut campaign = Campaign::begin("band.toml", plan, &Data::Standard).unwrap_or_else(|it| panic!("{it}"));
    let who = ["Dobbs", "Wren"].map(str::to_owned);
    let mustered = muster(&campaign, who.to_vec());
    let Entry::Mustered { muster: tie, .. } = &mustered else { panic!("a muster") };
    let Entry::Fought(mut it) = end(&mut Chaos(1), &campaign.plan, 1, tie, &who) else { panic!("a battle") };
    (it.facts[0].is, it.facts[1].is) = (End::Left, End::Wounded);
    let rolled = |what: RolledFor, who: &String, face: u8| Rolled(what, who.clone(), face);
    let injuries = who.iter().map(|it| rolled(RolledFor::Injury, it, 1));
    it.dice = std::iter::once(rolled(RolledFor::Left, &who[0], 5)).chain(injuries).collect();
    add(&mut campaign, mustered);
    add(&mut campaign, Entry::Fought(it));
    let told = Markup::Plain.render(&campaign.show(&CampaignPage::Honour).expect("there is such a page"));
    for dice in ["left behind but found (a 5), a 1 on the die.", "a 1 on the die."] {
        let end = format!("Died of wounds after A: felled in round 2 by Husks 3 (1: 2.3); {dice}");
        assert!(told.contains(&end), "{end} is not in\n{told}");
    }
}

#[test]
fn replacements_come_for_the_dead_alone_and_all_places_that_stay_empty_are_counted() {
    let mut campaign = begun("salt-road");
    make(&mut campaign, |it| it.rule("Lorne joins otter", "so"));
    killed(&mut campaign, &[]);
    assert!(campaign.roster.battles[0].joined.is_empty(), "nobody has died");
    killed(&mut campaign, &["Lorne", "Teague"]);
    let joined = |campaign: &Campaign| {
        let battle = campaign.roster.battles.last().expect("a battle");
        let of = |it: &String| {
            campaign.roster.find(it).map(|it| format!("{} {}", it.unit, it.squad.clone().unwrap_or_default()))
        };
        (battle.joined.iter().filter_map(of).collect::<Vec<_>>(), battle.unfilled)
    };
    assert_eq!(joined(&campaign), (vec!["gunner otter".to_owned(), "scout otter".to_owned()], 0));
    // Six names are left, and two of them are used after each battle.
    killed(&mut campaign, &["Dobbs", "Wren", "Ames", "Little Ott", "Marlow", "Finch", "Isolde Pike", "Rook"]);
    killed(&mut campaign, &[]);
    killed(&mut campaign, &[]);
    assert_eq!((joined(&campaign).0.len(), joined(&campaign).1), (2, 0));
    killed(&mut campaign, &[]);
    assert_eq!((joined(&campaign).0.len(), joined(&campaign).1), (0, 2));
}

#[test]
fn names_change_no_die() {
    let mustered = begun("salt-road").muster(&scenario("millers-ford"), &[]).expect("they can go");
    let posts = shipped("millers-ford.posts");
    let dice = [&mustered.scenario, &scenario("millers-ford")].map(|it| {
        let table = fought(it, &posts, 7);
        table.closed().iter().map(|it| it.dice.clone()).collect::<Vec<_>>()
    });
    assert_eq!(dice[0], dice[1]);
}

#[test]
fn a_muster_is_an_ordinary_scenario_of_named_people() {
    let campaign = begun("salt-road");
    let mustered = campaign.muster(&scenario("millers-ford"), &["Wren".to_owned()]).expect("they can go");
    let was = shipped("millers-ford.toml");
    let changed: Vec<String> = similar(&was, &mustered.text);
    expect![[r#"
        muster = "salt-road 1 7b8b2f63e6ef924d"
        hero = [{ name = "Sgt. Tamsin Hale", class = "officer", in = "otter", cp = 3 }]
        hero = [{ name = "Piet Corven", class = "pathfinder", in = "magpie", cp = 3 }]
        units = [
            { unit = "rifleman", name = "Dobbs" },
            { unit = "rifleman", name = "Ames" },
            { unit = "rifleman", name = "Little Ott" },
            { unit = "rifleman", name = "Marlow" },
            { unit = "rifleman", name = "Finch" },
            { unit = "rifleman", name = "Big Hanne" },
            { unit = "gunner", name = "Teague" },
        ]
        units = [
            { unit = "scout", name = "Isolde Pike" },
            { unit = "scout", name = "Rook" },
            { unit = "scout", name = "Sander" },
            { unit = "scout", name = "Quiet Mab" },
            { unit = "scout", name = "Lorne" },
            { unit = "scout", name = "Yusuf" },
        ]
    "#]]
    .assert_eq(&(changed.join("\n") + "\n"));
}

/// The lines of a text that another one doesn't have.
fn similar(was: &str, is: &str) -> Vec<String> {
    let mut was: Vec<&str> = was.lines().collect();
    let is_new = |it: &&str| was.iter().position(|old| old == it).map(|at| was.remove(at)).is_none();
    is.lines().filter(is_new).map(str::to_owned).collect()
}
