//! Every scenario has a thread of posts that plays it to its end, as people would play it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use expect_test::{ExpectFile, expect_file};

use crate::program::{fieldpost, run};

/// The scenarios that have a thread.
pub(crate) const SCENARIOS: &[&str] = &[
    "ridge-at-dawn",
    "millers-ford",
    "out-of-saltmarket",
    "the-mast-on-grey-hill",
    "last-bell-at-harrow",
    "the-shield-wall-at-cold-barrow",
    "the-proving-yard",
    "the-bad-bridge",
    "brick-duel",
    "brick-last-orders",
    "brick-thin-red-line",
    "brick-relay-station",
    "brick-boarding",
    "brick-dining-table",
    "brick-yard",
];

/// The output of playing a thread.
#[derive(PartialEq)]
pub(crate) struct Told {
    /// The program's output with `--json`.
    json: String,
    /// The files in the output folder, by name.
    files: BTreeMap<String, Vec<u8>>,
}

impl Told {
    /// The events of the battle, one per line of `events.jsonl`.
    pub(crate) fn events(&self) -> impl Iterator<Item = serde_json::Value> {
        let lines = std::str::from_utf8(&self.files["events.jsonl"]).expect("JSON is text").lines();
        lines.map(|it| serde_json::from_str(it).expect("JSON"))
    }
}

/// The output of a scenario's thread, which is played once for all tests.
pub(crate) fn told_by(name: &str) -> &'static Told {
    static PLAYED: [OnceLock<Told>; SCENARIOS.len()] = [const { OnceLock::new() }; SCENARIOS.len()];
    let place = SCENARIOS.iter().position(|it| *it == name).expect("a scenario with a thread");
    PLAYED[place].get_or_init(|| told_anew(name))
}

fn told_anew(name: &str) -> Told {
    let place = tempfile::tempdir().expect("a temporary folder");
    let json = played(name, &["--json", "--out", &place.path().display().to_string()]);
    let entries = fs::read_dir(place.path()).expect("the folder that was written");
    let file = |it: fs::DirEntry| {
        let bytes = fs::read(it.path()).expect("a file that was written");
        (it.file_name().to_string_lossy().into_owned(), bytes)
    };
    Told { json, files: entries.map(|it| file(it.expect("an entry of the folder"))).collect() }
}

#[test]
fn every_scenario_is_played_to_its_end() {
    for name in SCENARIOS {
        let last = told_by(name).json.lines().last().unwrap_or_default();
        let last: serde_json::Value = serde_json::from_str(last).expect("the last line is JSON");
        assert!(last["rounds"].as_u64().is_some_and(|it| 3 < it), "{name}: {last}");
        assert!(last["outcome"].is_string(), "{name} has no end: {last}");
        assert!(last["state_hash"].as_str().is_some_and(|it| it.len() == 64), "{name}: {last}");
    }
}

#[test]
fn every_scenario_with_players_has_a_thread() {
    let mut missing: Vec<String> = fs::read_dir(scenarios())
        .expect("the folder of scenarios")
        .map(|it| it.expect("an entry of our own folder").path())
        .filter(|it| it.extension().is_some_and(|it| it == "toml"))
        .map(|it| it.file_stem().expect("a name").to_string_lossy().into_owned())
        .filter(|it| !SCENARIOS.contains(&it.as_str()) && !it.starts_with("bench-"))
        .collect();
    missing.sort();
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn the_files_of_a_battle_are_the_same_each_time() {
    for name in ["ridge-at-dawn", "brick-last-orders"] {
        let (first, second) = (told_by(name), told_anew(name));
        for (file, bytes) in &first.files {
            assert!(second.files.get(file) == Some(bytes), "{name}: {file} differs");
        }
        assert!(*first == second, "{name}, played again, tells another story");
    }
    let files = &told_by("ridge-at-dawn").files;
    let rounds = files.keys().filter(|it| it.starts_with("round-") && it.ends_with(".png")).count();
    assert_eq!(rounds, 8, "a picture a round: {:?}", files.keys());
    for ending in ["txt", "discord.md", "bbcode", "ledger.txt", "map.txt"] {
        assert!((1..=8).all(|round| files.contains_key(&format!("round-{round:02}.{ending}"))), "{ending}");
    }
    assert!(files.contains_key("aftermath.txt") && files.contains_key("opening.png"));
    assert!(200 < told_by("ridge-at-dawn").events().count());
}

#[test]
fn each_kind_of_file_is_printed_the_schema_that_is_kept_for_it() {
    // Only the titles are compared: the texts are equal once the program is built with what `UPDATE_EXPECT=1` has
    // rewritten.
    let title = |text: &str| {
        let schema: serde_json::Value = serde_json::from_str(text).expect("a schema is JSON");
        schema["title"].as_str().expect("a title").to_owned()
    };
    for (kind, game, name) in [
        ("scenario", "line", "scenario"),
        ("scenario", "brick", "brick-scenario"),
        ("data", "line", "data"),
        ("data", "brick", "brick-data"),
        ("campaign", "line", "campaign"),
        ("bot", "line", "bot"),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("config/schema/{name}.json"));
        let kept = fs::read_to_string(path).expect("a file of our own");
        assert_eq!(title(&fieldpost(["schema", kind, game]).stdout), title(&kept));
        assert!(fieldpost(["schema", kind, game, "--page"]).stdout.starts_with(&format!("# {}\n", title(&kept))));
    }
}

#[test]
fn events_keep_to_their_schema() {
    for name in SCENARIOS {
        let game = if name.starts_with("brick-") { "brick" } else { "line" };
        let schema = fieldpost(["schema", "events", game]).stdout;
        let schema = serde_json::from_str(&schema).expect("a schema is JSON");
        let schema = jsonschema::validator_for(&schema).expect("a schema");
        for line in told_by(name).events() {
            assert!(schema.is_valid(&line), "{name}: {line}");
        }
    }
}

#[test]
fn the_first_answers_and_the_first_report_of_ridge_at_dawn() {
    let said = played("ridge-at-dawn", &[]);
    let first = said.find("\n#").expect("an answer");
    let second = said[first..].find("\nRound 1 of 8").expect("a report") + first;
    let end = said[second + 1..].find("\n#").map_or(said.len(), |it| second + 1 + it);
    same(&said[first..second], expect_file!["shown/ridge-at-dawn-answers.txt"]);
    same(&said[second..end], expect_file!["shown/ridge-at-dawn-round-1.txt"]);
    is_what_the_readme_shows(&said);
}

/// Checks the README's quotations of this battle: each line is from the thread or from the program's output.
#[track_caller]
fn is_what_the_readme_shows(said: &str) {
    let thread = include_str!("../../scenarios/ridge-at-dawn.posts");
    let quoted = include_str!("../../README.md").lines().filter_map(|it| it.strip_prefix("> "));
    let quoted: Vec<String> = quoted.map(|it| it.trim().trim_end_matches('\\').replace("**", "")).collect();
    let is_shown = |it: &&String| it.as_str() == "```" || thread.contains(it.as_str()) || said.contains(it.as_str());
    let missing: Vec<&String> = quoted.iter().filter(|it| !is_shown(it)).collect();
    assert!(15 < quoted.len() && missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_page_that_a_page_links_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |it: &Path| fs::read_to_string(it).expect("a page of our own");
    let slug = |heading: &str| -> String {
        let letters = heading.trim_start_matches('#').trim().to_lowercase();
        letters
            .chars()
            .filter(|it| it.is_alphanumeric() || " -".contains(*it))
            .map(|it| if it == ' ' { '-' } else { it })
            .collect()
    };
    let folders = ["", "config", "scenarios"].map(|it| fs::read_dir(root.join(it)).expect("a folder of our own"));
    let files = folders.into_iter().flatten().map(|it| it.expect("a file of our own").path());
    let mut links = 0;
    for page in files.filter(|it| it.extension().is_some_and(|it| it == "md")) {
        let text = read(&page);
        let linked = |from: &'static str, to: char| {
            text.split(from).skip(1).filter_map(move |it| it.split_once(to)).map(|it| it.0)
        };
        for link in linked("](", ')').chain(linked("src=\"", '"')).filter(|it| !it.starts_with("https://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            assert!(target.exists(), "{}: {link}", page.display());
            let has_anchor = || read(&target).lines().any(|it| it.starts_with('#') && slug(it) == anchor);
            assert!(anchor.is_empty() || has_anchor(), "{}: {link}", page.display());
            links += 1;
        }
    }
    assert!(20 < links, "{links} links were looked at");
}

#[track_caller]
fn same(said: &str, expected: ExpectFile) {
    expected.assert_eq(&format!("{}\n", said.trim()));
}

fn scenarios() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios")
}

/// The program's output when it plays a scenario's thread with seed 7.
fn played(name: &str, more: &[&str]) -> String {
    let (scenario, posts) = (format!("scenarios/{name}.toml"), format!("scenarios/{name}.posts"));
    let arguments = ["play", &scenario, "--posts", &posts, "--seed", "7"];
    let shown = run(&[&arguments, more].concat(), "");
    assert!(shown.status.success(), "{name}: {}", shown.stderr);
    shown.stdout
}
