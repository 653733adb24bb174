//! The house rules that the compiler cannot check.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use fieldpost::brick;
use fieldpost::diagnostic::Rule;
use fieldpost::line::rules::RULES;

/// Which rooms each room may use. An absent arrow is a promise. A game's rooms stand in its folder.
const MAY_USE: &[(&str, &[&str])] = &[
    ("dice", &[]),
    ("diagnostic", &[]),
    ("field", &[]),
    ("file", &["field", "diagnostic"]),
    ("post", &["field", "diagnostic"]),
    ("page", &["field", "diagnostic"]),
    ("map", &["field", "post", "page", "diagnostic"]),
    ("game", &["map", "page", "post", "field", "diagnostic", "dice"]),
    (
        "line/game",
        &[
            "line/report",
            "line/commander",
            "line/orders",
            "line/rules",
            "line/battle",
            "game",
            "map",
            "page",
            "post",
            "field",
            "diagnostic",
            "dice",
        ],
    ),
    ("line/battle", &["field", "dice"]),
    ("brick/battle", &["field", "dice"]),
    ("brick/rules", &["brick/battle", "field", "diagnostic", "dice"]),
    ("line/rules", &["line/battle", "field", "diagnostic", "dice"]),
    ("line/orders", &["line/rules", "line/battle", "post", "field", "diagnostic"]),
    ("line/scenario", &["line/rules", "line/battle", "file", "field", "diagnostic"]),
    ("line/odds", &["line/commander", "line/rules", "line/battle", "field", "dice"]),
    ("line/commander", &["line/odds", "line/orders", "line/rules", "line/battle", "post", "field", "dice"]),
    (
        "line/report",
        &[
            "line/commander",
            "line/odds",
            "line/orders",
            "line/rules",
            "line/battle",
            "map",
            "page",
            "post",
            "field",
            "diagnostic",
            "dice",
        ],
    ),
    ("games", &["line/rules", "line/scenario", "game", "file", "diagnostic"]),
    ("store", &[]),
    ("referee", &["store", "games", "game", "page", "post", "field", "diagnostic", "dice"]),
    ("discord", &["referee", "store", "games", "game", "map", "page", "post", "file", "field", "diagnostic", "dice"]),
];

#[test]
fn arrows_between_rooms_point_only_downward() {
    let mut crossed = Vec::new();
    for (room, allowed) in MAY_USE {
        for file in sources_of(room) {
            for used in rooms_used(&read(&file)) {
                // What a room's own tests are played with is a game's.
                let is_tested_with = is_test(&file) && used.contains('/');
                if used != *room && !allowed.contains(&used.as_str()) && !is_tested_with {
                    crossed.push(format!("{} uses crate::{used}", file.display()));
                }
            }
        }
    }
    assert!(crossed.is_empty(), "\n{}\n", crossed.join("\n"));
}

#[test]
fn every_module_of_the_library_has_its_arrows_here() {
    let lib = read(&src().join("lib.rs"));
    let declared = lib.lines().filter_map(|it| it.strip_prefix("pub mod ")).map(|it| it.trim_end_matches(';'));
    let is_known = |it: &str| it == "cli" || MAY_USE.iter().any(|row| row.0.split('/').next() == Some(it));
    let unknown: Vec<&str> = declared.filter(|it| !is_known(it)).collect();
    assert!(unknown.is_empty(), "the table of arrows says nothing of {unknown:?}");
}

#[test]
fn every_rule_is_cited_by_code_and_named_by_a_test() {
    is_cited_and_tested(RULES, &["field", "line/battle", "line/rules", "referee"]);
    is_cited_and_tested(brick::rules::RULES, &["brick/battle", "brick/rules"]);
}

fn is_cited_and_tested(rules: &[Rule], rooms: &[&str]) {
    let code: String = rooms.iter().flat_map(|it| sources_of(it)).map(|it| read(&it)).collect();
    let cites = |id: &str| {
        let cited = [format!("**{id}**"), format!("**{id},"), format!(" {id}**"), format!(" {id},")];
        cited.iter().any(|it| code.contains(it))
    };
    let is_tested = |id: &str| code.contains(&format!("fn {}_", id.to_lowercase().replace('-', "").replace('.', "_")));
    let uncited: Vec<&str> = rules.iter().map(|it| it.id).filter(|it| !cites(it)).collect();
    let untested: Vec<&str> = rules.iter().map(|it| it.id).filter(|it| !is_tested(it)).collect();
    assert!(uncited.is_empty() && untested.is_empty(), "not cited: {uncited:?}; not tested: {untested:?}");
}

#[test]
fn every_rule_has_one_entry_and_a_gist_of_its_own() {
    for rules in [RULES, brick::rules::RULES] {
        let ids: BTreeSet<&str> = rules.iter().map(|it| it.id).collect();
        let gists: BTreeSet<&str> = rules.iter().map(|it| it.gist).collect();
        assert_eq!((ids.len(), gists.len()), (rules.len(), rules.len()));
    }
}

#[test]
fn nothing_outside_is_unwrapped_and_nothing_is_left_for_later() {
    let marks = [".unwrap()", "todo!(", "unimplemented!(", "dbg!(", "TO\u{44}O", "FIX\u{4d}E"];
    let mut found = Vec::new();
    for file in rust_files(&src()) {
        let text = read(&file);
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for mark in marks.iter().filter(|it| !is_test(&file) && code.contains(**it)) {
            found.push(format!("{}: {mark}", file.display()));
        }
    }
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

fn is_test(file: &Path) -> bool {
    file.components().any(|it| it.as_os_str() == "tests") || file.ends_with("tests.rs")
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The rooms that a text names: in a game's folder the room, elsewhere the module.
fn rooms_used(text: &str) -> BTreeSet<String> {
    let word = |rest: &str| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let paths = text.match_indices("crate::").map(|(at, it)| &text[at + it.len()..]);
    paths
        .map(|rest| {
            let module = word(rest);
            let is_game = MAY_USE.iter().any(|row| row.0.starts_with(&format!("{module}/")));
            match rest[module.len()..].strip_prefix("::").map(word) {
                Some(room) if is_game => format!("{module}/{room}"),
                _ => module,
            }
        })
        .collect()
}

/// `src/module.rs`, and everything in `src/module/`.
fn sources_of(module: &str) -> Vec<PathBuf> {
    let file = src().join(format!("{module}.rs"));
    let mut found = rust_files(&src().join(module));
    found.extend(file.exists().then_some(file));
    assert!(!found.is_empty(), "no module is called `{module}`");
    found
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.expect("an entry of our own folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a file of our own")
}
