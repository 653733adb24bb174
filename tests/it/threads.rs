//! Every scenario comes with a thread of posts that plays it to its end, as people would play it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

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

#[test]
fn every_scenario_is_played_to_its_end_and_twice_the_same() {
    for name in SCENARIOS {
        let said = played(name, &["--json"]);
        assert_eq!(said, played(name, &["--json"]), "{name}, played again, tells another story");
        let last = said.lines().last().unwrap_or_default();
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
fn what_a_battle_leaves_in_its_folder_is_the_same_each_time() {
    let folders = [folder_of("ridge-at-dawn"), folder_of("ridge-at-dawn")];
    let files = &folders[0];
    let rounds = files.keys().filter(|it| it.starts_with("round-") && it.ends_with(".png")).count();
    assert_eq!(rounds, 8, "a picture a round: {:?}", files.keys());
    for ending in ["txt", "discord.md", "bbcode", "ledger.txt", "map.txt"] {
        assert!((1..=8).all(|round| files.contains_key(&format!("round-{round:02}.{ending}"))), "{ending}");
    }
    assert!(files.contains_key("aftermath.txt") && files.contains_key("opening.png"));
    let events = std::str::from_utf8(&files["events.jsonl"]).expect("JSON is text");
    assert!(200 < events.lines().count());
    for (name, bytes) in files {
        assert!(folders[1].get(name) == Some(bytes), "{name} differs");
    }
    assert_eq!(folders[0].len(), folders[1].len());
}

#[test]
fn what_programs_read_keeps_to_its_schema() {
    let threads =
        [("the-shield-wall-at-cold-barrow", "line"), ("millers-ford", "line"), ("brick-thin-red-line", "brick")];
    for (name, game) in threads {
        let schema = fieldpost(["schema", "events", game]).stdout;
        let schema = serde_json::from_str(&schema).expect("a schema is JSON");
        let schema = jsonschema::validator_for(&schema).expect("a schema");
        let files = folder_of(name);
        for line in std::str::from_utf8(&files["events.jsonl"]).expect("JSON is text").lines() {
            let line = serde_json::from_str(line).expect("JSON");
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

/// The README quotes a post of this battle, its answer and a report: each line of it is one of the thread or was said.
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

/// What the program prints when it plays a scenario's thread with seed 7.
fn played(name: &str, more: &[&str]) -> String {
    let (scenario, posts) = (format!("scenarios/{name}.toml"), format!("scenarios/{name}.posts"));
    let arguments = ["play", &scenario, "--posts", &posts, "--seed", "7"];
    let shown = run(&[&arguments, more].concat(), "");
    assert!(shown.status.success(), "{name}: {}", shown.stderr);
    shown.stdout
}

/// The files that a scenario's thread leaves with `--out`, and what is in them.
fn folder_of(name: &str) -> BTreeMap<String, Vec<u8>> {
    let place = tempfile::tempdir().expect("a temporary folder");
    played(name, &["--out", &place.path().display().to_string()]);
    let entries = fs::read_dir(place.path()).expect("the folder that was written");
    let file = |it: fs::DirEntry| {
        let bytes = fs::read(it.path()).expect("a file that was written");
        (it.file_name().to_string_lossy().into_owned(), bytes)
    };
    entries.map(|it| file(it.expect("an entry of the folder"))).collect()
}
