//! What can't be is refused with its place and a remedy, and nothing is written.

use std::fs;

use crate::campaign::entry::{Entry, Ruling};
use crate::campaign::tests::{add, begun, exported, fought, muster, scenario, shipped};
use crate::campaign::{Campaign, Disk};
use crate::dice::Seed;
use crate::games::Data;
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

/// What is said of the small campaign with something else in it.
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
    file("\"2 rifleman\"", "\"3 rifleman\"", &["small.toml:2", "2 names for 3 people", "Add some to `names`"]);
    file("\"officer\"", "\"offcer\"", &["no class is called", "officer"]);
    file("{ to = 6 }", "{ to = 5 }", &["small.toml:5", "6 on the die has no row", "to = 6"]);
    file("{ to = 6 }", "{ to = 8 }", &["never shows 8"]);
    file("{ to = 6 }", "{ to = 2 }", &["from the lowest number on"]);
    file("die = 6", "die = 7", &["there is no die with 7 sides", "Choose"]);
    file("change = { move = 1 }", "ability = \"long-shoot\", who = \"hero\"", &["no ability is called", "long-shot"]);
    file("change = { move = 1 }", "ability = \"long-shot\"", &["only heroes can use", "who = \"hero\""]);
    file("change = { move = 1 }", "change = { mvoe = 1 }", &["no number of a unit is called", "move"]);
    file("\"Dobbs\"", "\"C7\"", &["small.toml:2", "in an order, \"C7\" is a tile"]);
    file("\"Dobbs\"", "\"shoot\"", &["in an order, \"shoot\" is"]);
    file("\"Dobbs\"", "\"otter 3\"", &["is number 3 of otter"]);
    file("\"Dobbs\"", "\"Dobbs: hold\"", &["for its \":\""]);
    file("\"Dobbs\"", "\"@everyone\"", &["for its \"@\""]);
    file("\"Dobbs\"", "\"Do\u{200b}bbs\"", &["letters in", "nobody sees"]);
    file("\"Dobbs\"", "\"wren\"", &["is the name of somebody already"]);
    file("\"Dobbs\"", "\"Otter\"", &["is the name of a squad already"]);
    file("\"Dobbs\"", "\"GM\"", &["has a meaning of its own"]);
    file("name = \"Small\"", "name = \"Small\"\ngame = \"chess\"", &["no game is called", "line"]);
    file(
        "name = \"Small\"",
        "name = \"Small\"\nfallen = \"toys\"",
        &["say who of the fallen lives", "Leave `fallen` out"],
    );
    file("in = \"otter\"", "in = \"oter\"", &["no squad is called", "otter"]);
    file("cost = 5, change = { move = 1 }", "cost = 5", &["needs one of"]);
    file("buy =", "buys =", &["buys"]);
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

/// That something is refused, in these words, and nothing is written.
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
    refused(&disk, |it| it.buy("Wren", "Old Legs"), "Old Legs costs 5 XP and Wren has 0");
    refused(&disk, |it| it.buy("Wern", "Old Legs"), "Did you mean");
    refused(&disk, |it| it.buy("Wren", "New Legs"), "nothing that XP buy is called \"New Legs\". There is Long Shot");
    refused(&disk, |it| it.rule("Wren well", "so"), "is no ruling. Write a name and then: fit");
    refused(&disk, |it| it.rule("Wren fit", "  "), "say why");
    refused(&disk, |it| it.rule("Wren joins badger", "so"), "no squad of the campaign has the id \"badger\"");
    refused(&disk, |it| it.rule("Wren xp -2", "so"), "Wren has 0 XP left");
    refused(&disk, Campaign::undo, "nothing to undo");

    let ford = scenario("millers-ford");
    let plain = fought(&ford, "", 1);
    refused(&disk, |it| ended(it, &exported(&plain)), "fought without a muster");
    let (_, mustered) =
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
    let again = other.rule("Wren xp +1", "so").expect("a ruling");
    add(&mut other, again);
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
    refused(&disk, |it| it.buy("Wren", "Old Legs"), "Wren is dead and buys nothing");
    refused(&disk, |it| Ok(muster(it, vec!["Wren".to_owned()])), "Wren is dead");
    refused(&disk, |it| it.muster(&ford, &["Wren".to_owned()]).map(|it| it.entry), "Wren would not go anyway");

    let path = folder.path().join("salt-road.toml");
    let text = fs::read_to_string(&path).expect("a file");
    fs::write(&path, text.replace("felled_max = 3", "felled_max = 30")).expect("a file");
    let trouble = disk.open().expect_err("it was changed").to_string();
    assert!(trouble.contains("salt-road.toml") && trouble.contains("felled_max = 3"), "{trouble}");
    fs::remove_file(&path).expect("a file");
    assert!(disk.open().expect_err("it is gone").to_string().contains("salt-road.toml"));
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
        assert_eq!(campaign.roster, begun("salt-road").roster);
        assert_eq!(torn.is_some(), before.len() < cut);
        disk.change(|it| Ok((Some(it.rule("Wren xp +6", "a gift")?), ()))).expect("a ruling");
        assert_eq!(fs::read_to_string(disk.log()).expect("a log"), after);
    }
}

#[test]
fn a_log_that_somebody_has_changed_is_named_line_by_line() {
    let mut campaign = begun("salt-road");
    for text in ["Wren xp +6", "Ames xp +5", "Dobbs out 2"] {
        let ruling = campaign.rule(text, "so").expect("a ruling");
        add(&mut campaign, ruling);
    }
    let log = campaign.log();
    let read = |log: &str| Campaign::read(log).expect_err("it is refused").to_string();
    assert!(read(&log.replacen("\"xp\":6", "\"xp\":60", 1)).contains("before line 3"));
    assert!(read(&log.lines().skip(1).collect::<Vec<_>>().join("\n")).contains("does not begin"));
    assert!(read("").contains("does not begin"));
    assert!(read(&(log.clone() + "nonsense\n")).contains("line 5 is not an entry"));
    let mut lines: Vec<&str> = log.lines().collect();
    lines.remove(2);
    assert!(read(&lines.join("\n")).contains("before line 3"));
    // Whoever makes all lines anew still can't make them say what can't be.
    let bought = Entry::Bought { who: "Wren".to_owned(), what: "Old Legs".to_owned() };
    let mut forged = begun("salt-road");
    let line = forged.line(&bought);
    forged.note(bought, &line);
    assert!(
        read(&forged.log()).contains("line 2 can't have been written: Old Legs costs 5 XP"),
        "{}",
        read(&forged.log())
    );
}

#[test]
fn a_season_begins_from_a_battle_of_another() {
    let mut campaign = begun("salt-road");
    let mustered = campaign.muster(&scenario("millers-ford"), &[]).expect("they can go");
    add(&mut campaign, mustered.entry);
    let entry = ended(&campaign, &exported(&fought(&mustered.scenario, "", 3))).expect("a battle");
    add(&mut campaign, entry);
    let then = campaign.roster.clone();
    let ruling = campaign.rule("Wren dead", "so").expect("a ruling");
    add(&mut campaign, ruling);
    let season = begun("salt-road").branch(&campaign, 1).expect("a season");
    assert_eq!(season.roster, then);
    assert!(begun("salt-road").branch(&campaign, 2).expect_err("there is none").to_string().contains("no battle 2"));
}

/// Rewrite it with `UPDATE_EXPECT=1`.
#[test]
fn the_schema_of_campaigns_is_up_to_date_and_the_shipped_ones_keep_to_it() {
    let schema = crate::campaign::schema();
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("config/schema/campaign.json");
    let text = serde_json::to_string_pretty(&schema).expect("JSON");
    expect_test::expect_file![path].assert_eq(&format!("{text}\n"));
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    for name in ["salt-road", "tin-garrison"] {
        let table: toml::Table = shipped(&format!("campaigns/{name}.toml")).parse().expect("TOML");
        let json = serde_json::to_value(table).expect("no TOML of ours has what JSON hasn't");
        let errors: Vec<String> = validator.iter_errors(&json).map(|it| it.to_string()).collect();
        assert!(errors.is_empty(), "{name}: {errors:#?}");
    }
}
