//! The page of a battle, in a real browser.

mod browser;
mod drawing;
mod hidden;
mod looks;
mod planning;
mod watching;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use fieldpost::dice::Seed;
use fieldpost::map::Picture;
use fieldpost::referee::Table;
use fieldpost::referee::verify::verify;
use fieldpost::store::{self, Entry};
use fieldpost::viewer;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::Value;
use tempfile::TempDir;

use crate::program::{fails, fieldpost};

/// A battle of each game.
const BATTLES: [&str; 2] = ["ridge-at-dawn", "brick-last-orders"];

/// The largest page that is allowed for a usual battle, and for any battle.
const USUAL_BYTES_MAX: usize = 300_000;
const BYTES_MAX: usize = 500_000;

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/it/golden/{name}.log"))
}

/// A battle that was fought once.
fn table(name: &str) -> Table {
    let text = fs::read_to_string(golden(name)).expect("a golden log");
    let log = store::import(&text).expect("a log");
    let Some(Entry::Revealed { seed, .. }) = log.last() else { panic!("{name} is over") };
    Table::resume(&log, Seed::from_bytes(seed.0), 0, None).unwrap_or_else(|why| panic!("{name}: {why}"))
}

fn page(name: &str) -> String {
    viewer::page(&table(name))
}

/// A page in a file, for a browser to open.
struct Saved {
    folder: TempDir,
}

impl Saved {
    fn new(html: &str) -> Saved {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("battle.html"), html).expect("room for a page");
        Saved { folder }
    }

    fn of(name: &str) -> Saved {
        Saved::new(&page(name))
    }

    /// The file's address, with a fragment unless it is empty.
    fn address(&self, name: &str) -> String {
        let hash = if name.is_empty() { String::new() } else { format!("#{name}") };
        format!("file://{}/battle.html{hash}", self.folder.path().display())
    }
}

const DATA: &str = "id=\"data\">";

/// The data that a page contains.
pub(crate) fn data(html: &str) -> Value {
    let packed = html.split_once(DATA).expect("it has data").1.split_once('<').expect("which ends").0;
    let mut text = String::new();
    GzDecoder::new(&BASE64.decode(packed).expect("base64")[..]).read_to_string(&mut text).expect("gzip");
    serde_json::from_str(&text).expect("JSON")
}

/// The page with other data in place of its own.
fn with_data(html: &str, data: &Value) -> String {
    let (before, rest) = html.split_once(DATA).expect("it has data");
    let after = rest.split_once('<').expect("which ends").1;
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(data.to_string().as_bytes()).expect("memory");
    format!("{before}{DATA}{}<{after}", BASE64.encode(packed.finish().expect("memory")))
}

fn golden_names() -> Vec<String> {
    let files = fs::read_dir(golden("").parent().expect("a folder")).expect("the golden logs");
    let names = files.filter_map(|it| it.expect("a file").file_name().into_string().ok());
    let mut names: Vec<String> = names.filter_map(|it| it.strip_suffix(".log").map(str::to_owned)).collect();
    names.sort();
    names
}

#[test]
fn the_page_of_a_battle_is_always_the_same_and_small_enough_to_be_sent() {
    let name = "last-bell-at-harrow";
    let html = page(name);
    assert_eq!(html, page(name));
    assert!(html.len() <= USUAL_BYTES_MAX, "{name}: {} bytes", html.len());
    for name in golden_names() {
        let bytes = page(&name).len();
        println!("{name}: {bytes} bytes");
        assert!(bytes <= BYTES_MAX, "{name}: {bytes} bytes");
    }
}

#[test]
fn the_side_of_a_downed_unit_is_seen_without_colours() {
    let html = page("ridge-at-dawn");
    let crosses = html.split('<').filter(|it| it.starts_with("path") && it.contains(" id=\"cross-"));
    let forms: BTreeSet<&str> = crosses.filter_map(|it| it.split('"').nth(1)).collect();
    assert_eq!(forms.len(), 3, "the dead, yours and the enemy: {forms:?}");
    assert!(html.contains("class=\"cross p1\" href=\"#cross-p1\""));
}

#[test]
fn the_log_in_a_page_is_that_of_the_battle_and_verifies() {
    for name in BATTLES {
        let data = data(&page(name));
        let log = data["log"].as_str().expect("a log");
        assert_eq!(log, fs::read_to_string(golden(name)).expect("a golden log"));
        verify(&store::import(log).expect("a log")).unwrap_or_else(|why| panic!("{name}: {why}"));
    }
}

#[test]
fn every_line_of_the_report_is_in_exactly_one_beat() {
    for name in golden_names() {
        let data = data(&page(&name));
        for round in data["rounds"].as_array().expect("rounds") {
            let beats = round["beats"].as_array().expect("beats");
            let lines = beats.iter().flat_map(|it| it["lines"].as_array().expect("lines"));
            let mut shown: Vec<u64> = lines.map(|it| it.as_u64().expect("a number")).collect();
            shown.sort_unstable();
            let all: Vec<u64> = (1..).take(round["why"].as_array().expect("a reason for each line").len()).collect();
            assert_eq!(shown, all, "{name}, round {}", round["number"]);
        }
    }
}

/// Which units stand in which squads, as the data of a page say it up to some round. Units and squads are given by
/// index.
#[derive(Default)]
struct Watched {
    units: BTreeMap<u64, (u64, u64)>,
}

impl Watched {
    fn starts(&mut self, start: &Value) {
        let number = |it: &Value| it.as_u64().expect("a number");
        let placed = start["units"].as_array().expect("units").iter();
        self.units = placed.map(|it| (number(&it[0]), (number(&it[1]), number(&it[3])))).collect();
    }

    fn sees(&mut self, step: &Value) {
        let number = |n: usize| step[n].as_u64().expect("a number");
        let unit = || number(1);
        match step[0].as_str().expect("a kind") {
            "fall" => self.units.get_mut(&unit()).expect("it is there").1 = number(2),
            "rise" => self.units.get_mut(&unit()).expect("it is there").1 = 0,
            "join" => self.units.get_mut(&unit()).expect("it is there").0 = number(2),
            "arrive" => _ = self.units.insert(unit(), (number(2), 0)),
            _ => (),
        }
    }

    /// The number of standing units of each squad.
    fn standing(&self, squads: &Value) -> BTreeMap<String, usize> {
        let mut found = BTreeMap::new();
        for (squad, _) in self.units.values().filter(|it| it.1 == 0) {
            let name = squads[*squad as usize]["name"].as_str().expect("a name");
            *found.entry(name.to_owned()).or_default() += 1;
        }
        found
    }
}

#[test]
fn the_data_of_a_page_show_each_unit_in_its_squad_of_the_moment() {
    let counted = |picture: &Picture| {
        let mut found = BTreeMap::new();
        for it in &picture.squads {
            *found.entry(it.name.to_string()).or_default() += it.standing;
        }
        found
    };
    for name in golden_names() {
        let (table, data) = (table(&name), data(&page(&name)));
        let mut watched = Watched::default();
        watched.starts(&data["start"]);
        assert_eq!(watched.standing(&data["squads"]), counted(&table.playing().picture_of_opening()), "{name}");
        let rounds = data["rounds"].as_array().expect("rounds");
        for (n, (closed, round)) in table.closed().iter().zip(rounds).enumerate() {
            if round["start"].is_object() {
                watched.starts(&round["start"]);
            }
            let beats = round["beats"].as_array().expect("beats").iter();
            beats.flat_map(|it| it["steps"].as_array().expect("steps")).for_each(|it| watched.sees(it));
            let after = counted(&table.playing().picture_after(closed.number));
            // Changes by hand before the next round are already in that round's start, so the page can't be compared
            // here.
            if rounds.get(n + 1).is_some_and(|it| it["start"].is_object()) {
                continue;
            }
            assert_eq!(watched.standing(&data["squads"]), after, "{name}, after round {}", closed.round);
        }
    }
}

#[test]
fn a_page_is_made_of_a_log_with_its_seed_and_of_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (log, out) = (golden("brick-duel").display().to_string(), path("duel.html"));
    let made = fieldpost(["page", &log, "-o", &out]);
    assert!(made.status.success(), "{}", made.stderr);
    assert!(made.stdout.contains("was written. Open it in a browser"), "{}", made.stdout);
    assert_eq!(fs::read_to_string(&out).expect("a page"), page("brick-duel"));

    let going_on = path("going-on.log");
    let text = fs::read_to_string(&log).expect("a log");
    let lines: Vec<&str> = text.lines().collect();
    fs::write(&going_on, lines[..lines.len() - 1].join("\n")).expect("room for a log");
    let help =
        "the battle is going on and the file has no seed. Until it is over, make the page from its database, with --db";
    fails(["page", &going_on, "-o", &path("x.html")], help);
    fails(["page", "scenarios/millers-ford.toml", "-o", &path("x.html")], "it is no log. Name the log of a battle");
    fails(["page", &log, "-o", &path("nowhere/x.html")], "Check that the folder exists");
    assert!(!Path::new(&path("x.html")).exists());
}
