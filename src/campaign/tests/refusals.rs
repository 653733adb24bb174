//! What can't be done is refused with its place and a remedy, and nothing is written.

use std::fs;

use crate::campaign::entry::{Entry, Ruling};
use crate::campaign::files::CampaignFile;
use crate::campaign::tests::{add, begun, exported, fought, make, muster, mustered, scenario, shipped};
use crate::campaign::{Campaign, CampaignPage, Disk, Person, Plan, Roster};
use crate::dice::Seed;
use crate::file::{check_kept, schema_of};
use crate::games::{self, Data, Scenario};
use crate::page::Markup;
use crate::referee::Table;
use crate::store;
use crate::store::ClosedBy;

const SMALL: &str = r#"name = "Small"
names = ["Dobbs", "Wren"]
squad = [{ id = "otter", units = ["2 rifleman"] }]
hero = [{ name = "Hale", player = "robin", class = "officer", in = "otter" }]
injuries = { die = 6, rows = [{ to = 3, out = 1 }, { to = 6 }] }
buy = [{ name = "Old Legs", cost = 5, change = { move = 1 } }]
"#;

/// Checks what is said about the small campaign with a part of its text replaced.
#[track_caller]
fn file(was: &str, is: &str, expected: &[&str]) {
    let text = SMALL.replacen(was, is, 1);
    assert_ne!(text, SMALL);
    let problems = Campaign::begin("small.toml", &text, &Data::Standard).expect_err("it is refused").to_string();
    for it in expected {
        assert!(problems.contains(it), "{it} is not in\n{problems}");
    }
}

#[test]
fn a_campaigns_file_is_refused_with_place_and_remedy() {
    assert!(Campaign::begin("small.toml", SMALL, &Data::Standard).is_ok());
    file("2 rifleman", "2 riflman", &["small.toml:3", "no unit is called \"riflman\"", "rifleman"]);
    file(
        "\"2 rifleman\"",
        "\"3 rifleman\"",
        &["small.toml:2", "2 names for 3 people", "Add some to `names`", "of a season needs as many"],
    );
    file("\"Dobbs\", ", "", &["there is 1 name for 2 people without one"]);
    file("\"officer\"", "\"offcer\"", &["no class is called", "officer"]);
    let brick = ["small.toml:5", "the brick game has no heroes of players", "name = \"Hale\" }"];
    file("name = \"Small\"", "name = \"Small\"\ngame = \"brick\"", &brick);
    file("{ to = 6 }", "{ to = 5 }", &["small.toml:5", "6 on the die has no row", "to = 6"]);
    file("{ to = 6 }", "{ to = 8 }", &["never shows 8"]);
    file("{ to = 6 }", "{ to = 2 }", &["from the lowest number on"]);
    file("die = 6", "die = 7", &["there is no die with 7 sides", "Choose"]);
    file("change = { move = 1 }", "ability = \"long-shoot\", who = \"hero\"", &["no ability is called", "long-shot"]);
    let brick = ["small.toml:6", "the brick game has no heroes to use it", "change = { move = 1 }"];
    file("change = { move = 1 } }]", "ability = \"long-shot\", who = \"hero\" }]\ngame = \"brick\"", &brick);
    file("change = { move = 1 }", "ability = \"long-shot\"", &["only heroes can use", "who = \"hero\""]);
    file("change = { move = 1 }", "change = { mvoe = 1 }", &["no number of a unit is called", "move"]);
    file("\"Dobbs\"", "\"C7\"", &["small.toml:2", "in an order, \"C7\" is a tile"]);
    file("\"Dobbs\"", "\"shoot\"", &["in an order, \"shoot\" is"]);
    file("\"Dobbs\"", "\"otter 3\"", &["is number 3 of otter"]);
    file("\"Dobbs\"", "\"Dobbs: hold\"", &["for its \":\""]);
    file("\"Dobbs\"", "\"@everyone\"", &["for its \"@\""]);
    file("\"Dobbs\"", "\"Do\u{200b}bbs\"", &["has invisible letters"]);
    file("\"Dobbs\"", "\"wren\"", &["is the name of somebody already"]);
    file("\"Dobbs\"", "\"Otter\"", &["is the name of a squad already"]);
    file("\"Dobbs\"", "\"GM\"", &["has a meaning of its own", "Posts use it for the GM"]);
    file("\"otter\", units", "\"enemy\", units", &["\"enemy\" is the name of a side already"]);
    file(
        "\"Dobbs\"",
        "\"Chronicle\"",
        &["\"Chronicle\" is what a page of the campaign is called", "The word shows that page"],
    );
    file("name = \"Small\"", "name = \"Small\"\ngame = \"chess\"", &["no game is called", "line"]);
    let both = ["no game is called \"Line\"", "no unit is called \"riflman\""];
    file(
        "name = \"Small\"\n",
        "name = \"Small\"\ngame = \"Line\"\nreplacements = { a_battle = 1, unit = \"riflman\" }\n",
        &both,
    );
    file(
        "name = \"Small\"",
        "name = \"Small\"\nfallen = \"toys\"",
        &["say who of the fallen lives", "Leave `fallen` out"],
    );
    file("in = \"otter\"", "in = \"oter\"", &["no squad is called", "otter"]);
    file("cost = 5, change = { move = 1 }", "cost = 5", &["needs one of"]);
    file("buy =", "buys =", &["buys"]);
}

/// A campaign in which everything costs nothing, and a battle for its people.
fn market(game: &str, units: &str, buy: &str, enemy: &str, at: &str) -> (Campaign, Scenario) {
    let plan = format!(
        "name = \"Market\"\ngame = \"{game}\"\nnames = [\"Ada\", \"Bea\"]\nsquad = [{{ id = \"ants\", units = [{units}] }}]\n\
         buy = [{buy}]\n"
    );
    let battle = format!(
        "name = \"A day at the market\"\nruleset = \"{game}\"\nrounds = 3\nplayer = [{{ name = \"ann\" }}]\nsquad = [\n\
         {{ id = \"ants\", name = \"Ants\", player = \"ann\", from = \"ants\", units = [{units}], {at}\"C3\" }},\n\
         {{ id = \"bugs\", name = \"Bugs\", {enemy}, {at}\"I3\" }},\n]\n\
         victory = [{{ text = \"Bugs gone\", when = {{ annihilated = \"bugs\" }} }}]\n\
         defeat = [{{ text = \"Ants gone\", when = {{ annihilated = \"ants\" }} }}]\n\
         [map]\nlegend = {{ \".\" = \"open\" }}\ntiles = \"\"\"\n{}\"\"\"\n",
        "............\n".repeat(6)
    );
    let campaign = Campaign::begin("market.toml", &plan, &Data::Standard).unwrap_or_else(|it| panic!("{it}"));
    (campaign, games::read("day.toml", &battle, &Data::Standard).unwrap_or_else(|it| panic!("{it}")))
}

const LINE_MARKET: &str = r#"{ name = "Frailty", cost = 0, change = { hp = -1 } },
    { name = "Skin", cost = 0, change = { save = -1 } },
    { name = "Voice", cost = 0, change = { control = 1, reach = 1 } },
    { name = "Stone", cost = 0, change = { toughness = 30 } }"#;

#[track_caller]
fn bought(campaign: &mut Campaign, who: &str, what: &str) {
    make(campaign, |it| it.buy(who, what, &Data::Standard));
}

#[test]
fn a_number_that_a_unit_leaves_out_or_has_as_dice_is_other_in_the_battle_too() {
    let line = "side = \"enemy\", units = [\"2 militia\"]";
    let (mut campaign, day) = market("line", "\"2 militia\"", LINE_MARKET, line, "at = ");
    bought(&mut campaign, "Ada", "Voice");
    let mustered = campaign.muster(&day, &[]).unwrap_or_else(|why| panic!("{why}"));
    assert!(mustered.text.contains("like = \"militia\"\ncontrol = 2\nreach = 2\n"), "{}", mustered.text);

    let buy = r#"{ name = "Plate", cost = 0, change = { armor = 1, hands = 1 } }, { name = "Bulk", cost = 0, change = { hp = 1 } }"#;
    let brick = "team = \"enemy\", units = [\"2 redcoat\"]";
    let (mut campaign, day) = market("brick", "\"1 marine\", \"1 officer\"", buy, brick, "plate = \"2x1\", at = ");
    bought(&mut campaign, "Bea", "Plate");
    bought(&mut campaign, "Bea", "Bulk");
    let mustered = campaign.muster(&day, &[]).unwrap_or_else(|why| panic!("{why}"));
    let sort = "like = \"officer\"\narmor = \"1d10+1\"\nhands = 3\nhp = 2\n";
    assert!(mustered.text.contains(sort), "{}", mustered.text);
    assert_eq!(mustered.notes, Vec::<String>::new());
}

#[test]
fn a_number_is_other_as_far_as_a_unit_can_have_it_and_all_who_meet_it_are_told() {
    let line = "side = \"enemy\", units = [\"2 militia\"]";
    let (mut campaign, day) = market("line", "\"1 rifleman\", \"1 civilian\"", LINE_MARKET, line, "at = ");
    let checked = Plan::check("market.toml", &campaign.source().text, &Data::Standard).to_string();
    for it in ["no civilian or rifleman can have hp -1", "no civilian can have save -1", "toughness +30"] {
        assert!(checked.contains(it), "{it} is not in\n{checked}");
    }
    assert!(!checked.contains("can have control"), "{checked}");
    let deadly = SMALL.replace("{ to = 6 }", "{ to = 6, dead = true, out = 1 }");
    let checked = Plan::check("small.toml", &deadly, &Data::Standard).to_string();
    assert!(checked.contains("whoever dies by this row misses no battles"), "{checked}");

    let refused = campaign.buy("Bea", "Skin", &Data::Standard).expect_err("it is of no use");
    assert_eq!(refused.to_string(), "Bea would have nothing of Skin: no civilian can have save −1");
    bought(&mut campaign, "Ada", "Skin");
    bought(&mut campaign, "Ada", "Stone");
    // Changes from wounds can't be refused as purchases are.
    add(&mut campaign, Entry::Bought { who: "Ada".to_owned(), what: "Frailty".to_owned() });
    let mustered = campaign.muster(&day, &[]).unwrap_or_else(|why| panic!("{why}"));
    assert!(mustered.text.contains("like = \"rifleman\"\nsave = \"4+\"\ntoughness = 30\n"), "{}", mustered.text);
    assert_eq!(
        mustered.notes,
        [
            "Ada goes without hp −1, which no rifleman can have.",
            "Ada goes with toughness +27 instead of +30, which no rifleman can have."
        ]
    );
}

#[test]
fn an_ability_that_a_hero_has_is_not_sold_to_that_hero() {
    let text = SMALL.replace("change = { move = 1 } }", "who = \"hero\", ability = \"rally\" }");
    let sells = |hero: &str| {
        let text = text.replace("class = \"officer\"", hero);
        let campaign = Campaign::begin("small.toml", &text, &Data::Standard).unwrap_or_else(|it| panic!("{it}"));
        campaign.buy("Hale", "Old Legs", &Data::Standard).map_err(|why| why.to_string())
    };
    let refused = Err("Hale would have nothing of Old Legs: Hale has that ability already".to_owned());
    assert_eq!(sells("class = \"officer\""), refused, "an officer's is it by the class");
    assert_eq!(sells("class = \"pathfinder\", abilities = [\"rally\"]"), refused);
    assert!(sells("class = \"pathfinder\"").is_ok());

    let mut campaign = begun("salt-road");
    let corven = campaign.buy("Corven", "Long Shot", &Data::Standard).expect_err("pathfinders have it").to_string();
    assert_eq!(corven, "Piet Corven would have nothing of Long Shot: Piet Corven has that ability already");
    make(&mut campaign, |it| it.rule("Hale xp +6", "so"));
    bought(&mut campaign, "Hale", "Long Shot");
    campaign.plan.purchases[0].name = "Longer Shot".to_owned();
    assert!(campaign.buy("Hale", "Longer Shot", &Data::Standard).is_err(), "by another name, too");
}

/// The campaign in a folder of its own.
fn on_disk() -> (tempfile::TempDir, Disk) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("salt-road.toml");
    fs::write(&path, shipped("campaigns/salt-road.toml")).expect("a file");
    let disk = Disk::of(&path);
    disk.begin(&begun("salt-road")).expect("it begins");
    (folder, disk)
}

/// Checks that an entry is refused in these words, and nothing is written.
#[track_caller]
fn refused(disk: &Disk, make: impl FnOnce(&Campaign) -> Result<Entry, crate::campaign::Refused>, expected: &str) {
    let before = fs::read_to_string(disk.log()).expect("a log");
    let trouble = disk.change(|it| Ok((Some(make(it)?), ()))).expect_err("it is refused").to_string();
    assert!(trouble.contains(expected) && trouble.contains("salt-road.log"), "{expected} is not in {trouble}");
    assert_eq!(fs::read_to_string(disk.log()).expect("a log"), before);
}

fn ended(campaign: &Campaign, log: &[store::Entry]) -> Result<Entry, crate::campaign::Refused> {
    match campaign.end(log, false)? {
        (Some(entry), _) => Ok(entry),
        (None, already) => panic!("battle {already:?} is in"),
    }
}

#[test]
fn what_cannot_be_is_refused_and_nothing_is_written() {
    let (folder, disk) = on_disk();
    let campaign = begun("salt-road");
    assert!(disk.begin(&campaign).expect_err("it is there").to_string().contains("is there already"));
    refused(&disk, |it| it.buy("Wren", "Old Legs", &Data::Standard), "Old Legs costs 5 XP and Wren has 0");
    refused(&disk, |it| it.buy("Wern", "Old Legs", &Data::Standard), "is called \"Wern\" (did you mean \"Wren\"?)");
    refused(
        &disk,
        |it| it.buy("Wren", "New Legs", &Data::Standard),
        "nothing that XP buy is called \"New Legs\". There is Long Shot",
    );
    refused(&disk, |it| it.rule("Wren well", "so"), "is no ruling. Write a name and then: fit");
    refused(&disk, |it| it.rule("Wren fit", "  "), "say why");
    refused(&disk, |it| it.rule("Wren joins badger", "so"), "no squad of the campaign has the id \"badger\"");
    refused(&disk, |it| it.rule("Wren xp -2", "so"), "Wren has 0 XP left");
    refused(&disk, Campaign::undo, "nothing to undo");

    let ford = scenario("millers-ford");
    let plain = fought(&ford, "", 1);
    refused(&disk, |it| ended(it, &exported(&plain)), "fought without a muster");
    let (_, mustered, _) =
        disk.change(|it| it.muster(&ford, &[]).map(|it| (Some(it.entry.clone()), it))).expect("they can go");
    refused(&disk, |it| Ok(muster(it, vec!["Wren".to_owned()])), "Wren is in battle 1, which is not over");
    refused(&disk, |it| it.muster(&ford, &[]).map(|it| it.entry), "nobody of Otter is fit for battle 2");
    refused(&disk, |it| it.muster(&mustered.scenario, &[]).map(|it| it.entry), "made by a muster already");
    refused(&disk, |it| it.muster(&scenario("brick-duel"), &[]).map(|it| it.entry), "is for the brick game");
    refused(
        &disk,
        |it| it.muster(&scenario("ridge-at-dawn"), &[]).map(|it| it.entry),
        "no squad of this scenario draws",
    );
    refused(&disk, |it| it.rule("Wren dead", "so"), "Wren is in battle 1");

    let table = fought(&mustered.scenario, &shipped("millers-ford.posts"), 7);
    let log = exported(&table);
    let running: Vec<store::Entry> = log[..log.len() - 1].to_vec();
    refused(&disk, |it| ended(it, &running), "its battle isn't over");
    let mut short = Table::open(&mustered.scenario, <_>::default(), Seed::from(7));
    short.close(ClosedBy::Gm).expect("a round");
    short.reveal();
    refused(&disk, |it| ended(it, &exported(&short)), "nobody has won after 1 round");
    let text = store::export(&log).expect("JSON").replacen("J8", "J9", 1);
    let tampered = store::import(&text).expect("a log");
    refused(&disk, |it| ended(it, &tampered), "it does not hold");
    let mut other = begun("salt-road");
    make(&mut other, |it| it.rule("Wren xp +1", "so"));
    let of_other = other.muster(&ford, &[]).expect("they can go");
    let of_other = exported(&fought(&of_other.scenario, "", 1));
    refused(&disk, |it| ended(it, &of_other), "no muster is open that its scenario was made by");
    let tin = begun("tin-garrison").muster(&scenario("brick-boarding"), &[]).expect("they can go");
    refused(&disk, |it| ended(it, &exported(&fought(&tin.scenario, "", 1))), "it is of another muster");

    disk.change(|it| Ok((Some(ended(it, &log)?), ()))).expect("it is entered");
    let (campaign, _) = disk.open().expect("it holds");
    assert_eq!(campaign.end(&log, false), Ok((None, Some(1))));
    let from_other = exported(&fought(&mustered.scenario, "", 8));
    refused(&disk, |it| ended(it, &from_other), "battle 1 is in already, from another log");
    let dead = Entry::Ruled { who: "Wren".to_owned(), is: Ruling::Dead, why: "so".to_owned() };
    disk.change(|_| Ok((Some(dead), ()))).expect("a ruling");
    refused(&disk, |it| it.buy("Wren", "Old Legs", &Data::Standard), "Wren is dead and buys nothing");
    refused(&disk, |it| Ok(muster(it, vec!["Wren".to_owned()])), "Wren is dead");
    refused(&disk, |it| it.muster(&ford, &["Wren".to_owned()]).map(|it| it.entry), "Wren would not go anyway");

    let path = folder.path().join("salt-road.toml");
    assert!(Disk::of(&path.with_extension("log")).open().is_ok(), "the log may be named as well");
    let text = fs::read_to_string(&path).expect("a file");
    fs::write(&path, text.replace("felled_max = 3", "felled_max = 30")).expect("a file");
    let trouble = disk.open().expect_err("it was changed").to_string();
    assert!(trouble.contains("salt-road.toml") && trouble.contains("felled_max = 3"), "{trouble}");
    assert!(trouble.contains("campaign new salt-road-season-2.toml --from salt-road.log."), "{trouble}");
    fs::remove_file(&path).expect("a file");
    assert!(disk.open().expect_err("it is gone").to_string().contains("salt-road.toml"));
}

#[test]
fn of_a_campaigns_file_only_words_make_a_difference_and_not_how_its_lines_end() {
    let campaign = begun("salt-road");
    let text = shipped("campaigns/salt-road.toml");
    let lines = text.lines().count();
    for same in [text.replace('\n', "\r\n"), text.clone() + "\n\n", text.trim_end().to_owned()] {
        assert_eq!(campaign.is_played_by(&same), Ok(()));
    }
    let other = |text: &str| campaign.is_played_by(text).expect_err("it is other").to_string();
    let more = other(&(text.clone() + "# more\n"));
    assert!(more.contains(&format!("line {} was not there. Put it back as it was", lines + 1)), "{more}");
    let less = other(text.trim_end().rsplit_once('\n').expect("lines").0);
    assert!(less.contains(&format!("line {lines} was \"tap_out = {{ xp = -1 }}\"")), "{less}");
}

#[test]
fn a_line_that_a_crash_cut_short_counts_for_nothing_and_is_named() {
    let (_folder, disk) = on_disk();
    let before = fs::read_to_string(disk.log()).expect("a log");
    disk.change(|it| Ok((Some(it.rule("Wren xp +6", "a gift")?), ()))).expect("a ruling");
    let after = fs::read_to_string(disk.log()).expect("a log");
    for cut in before.len()..after.len() {
        fs::write(disk.log(), &after[..cut]).expect("a log");
        let (campaign, torn) = disk.open().expect("it holds");
        if cut == after.len() - 1 {
            // Only the end of the line is missing.
            assert_eq!((campaign.entries.len(), torn), (2, None));
            let (_, _, torn) = disk.change(|it| Ok((Some(it.undo()?), ()))).expect("it is taken back");
            let log = fs::read_to_string(disk.log()).expect("a log");
            assert!(torn.is_none() && log.starts_with(&after) && log.lines().count() == 3, "{log}");
            continue;
        }
        assert_eq!(campaign.roster, begun("salt-road").roster);
        assert_eq!(torn.is_some(), before.len() < cut);
        let (_, _, dropped) = disk.change(|it| Ok((Some(it.rule("Wren xp +6", "a gift")?), ()))).expect("a ruling");
        assert_eq!(dropped, torn, "who goes on is told as well");
        assert_eq!(fs::read_to_string(disk.log()).expect("a log"), after);
    }
}

#[test]
fn a_log_that_somebody_has_changed_is_named_line_by_line() {
    let mut campaign = begun("salt-road");
    for text in ["Wren xp +6", "Ames xp +5", "Dobbs out 2"] {
        make(&mut campaign, |it| it.rule(text, "so"));
    }
    let log = campaign.log();
    let read = |log: &str| Campaign::read(log).expect_err("it is refused").to_string();
    assert!(read(&log.replacen("\"xp\":6", "\"xp\":60", 1)).contains("before line 3"));
    assert!(read(&log.lines().skip(1).collect::<Vec<_>>().join("\n")).contains("does not begin"));
    assert!(read("").contains("does not begin"));
    assert!(read(&(log.clone() + "nonsense\n")).contains("line 5 is not an entry"));
    assert!(read(&log[..log.len() - 9]).contains("cut off in line 4"));
    assert!(read("{\"entry\":\"created\"}").contains("log of a battle, not of a campaign"));
    let mut lines: Vec<&str> = log.lines().collect();
    lines.remove(2);
    assert!(read(&lines.join("\n")).contains("before line 3"));
    // Rewriting the whole chain doesn't make an impossible entry possible.
    let bought = Entry::Bought { who: "Wren".to_owned(), what: "Old Legs".to_owned() };
    let mut forged = begun("salt-road");
    forged.append(bought);
    assert!(
        read(&forged.log()).contains("line 2 can't have been written: Old Legs costs 5 XP"),
        "{}",
        read(&forged.log())
    );
}

#[test]
fn a_season_begins_from_a_battle_of_another() {
    let mut campaign = begun("salt-road");
    let battle = mustered(&mut campaign, "millers-ford");
    make(&mut campaign, |it| ended(it, &exported(&fought(&battle, "", 3))));
    let then = campaign.roster.clone();
    make(&mut campaign, |it| it.rule("Wren dead", "so"));
    let mut season = campaign.as_after(1).expect("it is over").with_season(&begun("salt-road")).expect("a season");
    assert_eq!(people(&season.roster), people(&then));
    assert!(campaign.as_after(2).expect_err("there is none").to_string().contains("no battle 2"));
    // What happened before stays, and can't be taken back here.
    assert!(season.undo().expect_err("it begins").to_string().contains("nothing to undo"));
    make(&mut season, |it| it.rule("Wren xp +1", "so"));
    make(&mut season, Campaign::undo);
    assert_eq!(people(&season.roster), people(&then));
}

#[test]
fn a_season_from_a_whole_log_takes_over_all_that_stands_and_ends_the_battle_that_is_open() {
    let mut campaign = begun("salt-road");
    make(&mut campaign, |it| it.rule("Wren xp +6", "so"));
    let battle = mustered(&mut campaign, "millers-ford");
    let log = exported(&fought(&battle, &shipped("millers-ford.posts"), 7));
    make(&mut campaign, |it| ended(it, &log));
    make(&mut campaign, Campaign::undo);
    let then = campaign.roster.clone();
    let mut season =
        campaign.with_season(&other(&[("die = 6", "die = 8"), ("{ to = 6,", "{ to = 8,")])).expect("a season");
    assert_eq!(people(&season.roster), people(&then));
    // Its dice are rolled by the season's file, whatever was entered for it and taken back before.
    make(&mut season, |it| ended(it, &log));
    assert_eq!(season.holds_with(&log), Ok(1));
    let told = Markup::Plain.render(&season.show(&CampaignPage::Chronicle).expect("there is such a page"));
    let order = "By the GM's hand: Wren +6 XP (\u{201c}so\u{201d}).\nA season begins, by salt-road-2.toml.\n1 · ";
    assert!(told.contains(order), "{told}");
}

/// Everyone, without medals from earlier seasons, which only a season records.
fn people(roster: &Roster) -> Vec<Person> {
    roster.people.iter().map(|it| Person { medals_kept: Vec::new(), ..it.clone() }).collect()
}

/// The shipped campaign with parts of its file replaced.
fn other(changes: &[(&str, &str)]) -> Campaign {
    let mut text = shipped("campaigns/salt-road.toml");
    for (was, is) in changes {
        assert!(text.contains(was), "{was}");
        text = text.replace(was, is);
    }
    Campaign::begin("salt-road-2.toml", &text, &Data::Standard).unwrap_or_else(|it| panic!("{it}"))
}

#[test]
fn a_season_by_another_file_leaves_what_has_happened_as_it_was() {
    let mut campaign = begun("salt-road");
    let battle = mustered(&mut campaign, "millers-ford");
    make(&mut campaign, |it| it.rule("Wren xp +6", "so"));
    let log = exported(&fought(&battle, &shipped("millers-ford.posts"), 7));
    let entry = ended(&campaign, &log).expect("a battle");
    let legs = campaign.buy("Lorne", "Old Legs", &Data::Standard).expect("a purchase");
    let gift = campaign.rule("Lorne xp +5", "so").expect("a ruling");
    add(&mut campaign, entry);
    add(&mut campaign, gift);
    add(&mut campaign, legs);
    let next = campaign.muster(&scenario("the-bad-bridge"), &[]).expect("they can go");
    add(&mut campaign, next.entry);
    let next = exported(&fought(&next.scenario, "", 3));
    make(&mut campaign, |it| ended(it, &next));
    let then = campaign.as_after(2).expect("it is over");
    let season = |changes: &[(&str, &str)]| then.clone().with_season(&other(changes));
    // Each of these changes would make other people if the roster were made anew.
    for changes in [
        ("7 rifleman", "9 rifleman"),
        ("battle = 1", "battle = 5"),
        ("cost = 5", "cost = 9"),
        ("Old Legs", "New Legs"),
        ("out = 2, ", "out = 5, "),
        ("\"Dobbs\", \"Wren\"", "\"Wren\", \"Dobbs\""),
        ("wounded = 1", "wounded = 50"),
    ] {
        let mut season = season(&[changes]).unwrap_or_else(|why| panic!("{why}"));
        let (is, was) = (people(&season.roster), people(&then.roster));
        assert_eq!(is[..was.len()], was, "{changes:?}");
        for (is, was) in season.roster.people.iter().zip(&then.roster.people) {
            assert_eq!(is.medals(&season.plan), was.medals(&then.plan), "{changes:?}");
        }
        let new = season.roster.people.len() - then.roster.people.len();
        assert_eq!(new, if changes.1 == "9 rifleman" { 2 } else { 0 }, "{changes:?}");
        assert_eq!(season.holds_with(&log), Ok(1), "{changes:?}");
        let living = season.roster.people.iter().find(|it| !it.is_dead).expect("somebody lives").name.clone();
        make(&mut season, |it| it.rule(&format!("{living} xp +1"), "so"));
    }
    // If a squad is gone, its people are in no squad.
    let gone =
        season(&[("id = \"magpie\"", "id = \"heron\""), ("in = \"magpie\"", "in = \"heron\"")]).expect("a season");
    let is_theirs = |it: &&Person| !it.is_dead && it.hero.is_none() && it.squad.as_deref() == Some("magpie");
    for it in then.roster.people.iter().filter(is_theirs) {
        assert_eq!(gone.roster.find(&it.name).and_then(|it| it.squad.clone()), None);
    }
    assert_eq!(gone.roster.find("Piet Corven").and_then(|it| it.squad.clone()).as_deref(), Some("heron"));
    let said = |changes: &[(&str, &str)]| season(changes).expect_err("it is refused").to_string();
    assert!(said(&[("Piet Corven", "Piet Other")]).contains("Piet Corven is a hero of the campaign"));
    assert!(said(&[("7 rifleman", "15 rifleman")]).contains("no name left"));
}

#[test]
fn a_ruling_that_changes_nothing_is_refused_with_the_reason() {
    let mut campaign = begun("salt-road");
    make(&mut campaign, |it| it.rule("rook DEAD", "so"));
    for (text, expected) in [
        ("Wren fit", "Wren is fit already"),
        ("Rook dead", "Rook is dead already"),
        ("Rook out 1", "Rook is dead. If that was a mistake"),
        ("Rook xp +1", "Rook is dead"),
        ("Rook joins otter", "Rook is dead"),
        ("Wren joins Otter", "Wren is in otter already"),
        ("Wren out 0", "from 1 to 100, or `fit`"),
        ("Wren out 999", "\"999\" is no number of battles to be out of"),
        ("Wren xp +0", "from -1000 to +1000, other than 0"),
        ("Wren xp many", "\"many\" is no number of XP"),
        ("Wren xp 5", "xp 5 may be more or less. Write xp +5 to give XP, or xp -5 to take them"),
    ] {
        let why = campaign.rule(text, "so").expect_err(text).to_string();
        assert!(why.contains(expected), "{text}: {why}");
    }
    let ruling = campaign.rule("wren XP +1", "so").expect("capital letters don't count");
    assert_eq!(ruling, Entry::Ruled { who: "Wren".to_owned(), is: Ruling::Xp(1), why: "so".to_owned() });
    assert!(campaign.rule("Rook fit", "so").is_ok());
}

#[test]
fn a_part_of_a_name_that_nobody_else_has_is_enough() {
    let mut campaign = begun("salt-road");
    let ruling = |of: &Campaign, name: &str| match of.rule(&format!("{name} xp +1"), "so") {
        Ok(Entry::Ruled { who, .. }) => who,
        Ok(other) => panic!("{other:?}"),
        Err(why) => why.to_string(),
    };
    assert_eq!(ruling(&campaign, "pike"), "Isolde Pike");
    assert_eq!(ruling(&campaign, "tamsin hale"), "Sgt. Tamsin Hale");
    assert!(ruling(&campaign, "Piet Corv").contains("is called \"Piet Corv\""), "words are whole");
    assert!(campaign.show(&CampaignPage::of("Corven")).is_ok());
    let mustered = campaign.muster(&scenario("millers-ford"), &["Hanne".to_owned()]).expect("they can go");
    assert!(!mustered.text.contains("Big Hanne"));

    campaign.roster.people.last_mut().expect("somebody").name = "Ott Hale".to_owned();
    assert_eq!(ruling(&campaign, "Hale"), "\"Hale\" may be Sgt. Tamsin Hale or Ott Hale. Write more of the name");
    assert_eq!(ruling(&campaign, "ott hale"), "Ott Hale");
}

#[test]
fn a_goal_that_names_somebody_who_made_room_is_quoted() {
    let goal = "when = { killed = \"Sgt. Tamsin Hale\" }";
    let text = shipped("millers-ford.toml") + "\n[[defeat]]\ntext = \"She falls\"\n" + goal + "\n";
    let ford = games::read("ford.toml", &text, &Data::Standard).unwrap_or_else(|it| panic!("{it}"));
    let mut campaign = begun("salt-road");
    make(&mut campaign, |it| it.rule("Hale dead", "so"));
    let why = campaign.muster(&ford, &[]).expect_err("there is no Hale").to_string();
    let expected = format!("is called \"Sgt. Tamsin Hale\" ({goal}). Squads with `from`, and seats");
    assert!(why.contains(&expected), "{why}");
}

#[test]
fn nobody_is_fit_is_told_with_what_would_help() {
    let ford = scenario("millers-ford");
    let ruled = |is: &str| {
        let mut campaign = begun("salt-road");
        for who in campaign.plan.squads[0].people.clone() {
            make(&mut campaign, |it| it.rule(&format!("{} {is}", who.name), "so"));
        }
        campaign.muster(&ford, &[]).expect_err("nobody goes").to_string()
    };
    assert!(ruled("out 1").contains("8 out. Rule somebody fit or take from"), "{}", ruled("out 1"));
    assert!(ruled("dead").contains("8 dead. Rule that somebody joins otter or take from"), "{}", ruled("dead"));
    let mut campaign = begun("salt-road");
    let mustered = campaign.muster(&ford, &[]).expect("they can go");
    add(&mut campaign, mustered.entry);
    let all: Vec<String> = begun("salt-road").plan.squads[0].people.iter().map(|it| it.name.clone()).collect();
    let why = begun("salt-road").muster(&ford, &all).expect_err("nobody goes").to_string();
    assert!(why.contains("8 left at home. Take somebody out of `without` or take from"), "{why}");
    let why = campaign.muster(&ford, &[]).expect_err("they are gone").to_string();
    assert!(why.contains("8 in battle 1. End battle 1 first, undo the muster or take from"), "{why}");
}

/// Rewrite it with `UPDATE_EXPECT=1`.
#[test]
fn the_schema_of_campaigns_is_up_to_date_and_the_shipped_ones_keep_to_it() {
    let schema = schema_of::<CampaignFile>("A campaign of Fieldpost");
    check_kept(&schema, "config/schema/campaign.json", Some("scenarios/CAMPAIGN-KEYS.md"));
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    for name in ["salt-road", "tin-garrison"] {
        let table: toml::Table = shipped(&format!("campaigns/{name}.toml")).parse().expect("TOML");
        let json = serde_json::to_value(table).expect("no TOML of ours has what JSON hasn't");
        let errors: Vec<String> = validator.iter_errors(&json).map(|it| it.to_string()).collect();
        assert!(errors.is_empty(), "{name}: {errors:#?}");
    }
}
