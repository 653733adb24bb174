//! The house rules that the compiler cannot check.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use fieldpost::rules::line::RULES;

/// Which modules each module may use. An absent arrow is a promise.
const MAY_USE: &[(&str, &[&str])] = &[
    ("dice", &[]),
    ("diagnostic", &[]),
    ("battle", &["dice"]),
    ("rules", &["battle", "dice"]),
    ("orders", &["rules", "battle", "diagnostic"]),
    ("scenario", &["rules", "battle", "diagnostic"]),
    ("commander", &["rules", "orders", "battle", "dice"]),
    ("report", &["commander", "rules", "orders", "battle", "dice", "diagnostic"]),
    ("store", &[]),
    ("referee", &["store", "report", "commander", "scenario", "orders", "rules", "battle", "diagnostic", "dice"]),
    // It begins battles (scenario, dice), names what is on the table (battle, orders) and carries the outbox (store); of the
    // rules and of what the commander thinks it knows nothing.
    ("discord", &["referee", "report", "diagnostic", "store", "scenario", "orders", "battle", "dice"]),
];

#[test]
fn arrows_between_modules_point_only_downward() {
    let mut crossed = Vec::new();
    for (module, allowed) in MAY_USE {
        for file in sources_of(module) {
            for used in modules_used(&read(&file)) {
                if used != *module && !allowed.contains(&used.as_str()) {
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
    let unknown: Vec<&str> = declared.filter(|it| *it != "cli" && !MAY_USE.iter().any(|row| row.0 == *it)).collect();
    assert!(unknown.is_empty(), "the table of arrows says nothing of {unknown:?}");
}

#[test]
fn every_rule_is_cited_by_code_and_named_by_a_test() {
    let code: String =
        ["battle", "rules", "referee"].iter().flat_map(|it| sources_of(it)).map(|it| read(&it)).collect();
    let cites = |id: &str| {
        let cited = [format!("**{id}**"), format!("**{id},"), format!(" {id}**"), format!(" {id},")];
        cited.iter().any(|it| code.contains(it))
    };
    let is_tested = |id: &str| code.contains(&format!("fn {}_", id.to_lowercase().replace('-', "")));
    let uncited: Vec<&str> = RULES.iter().map(|it| it.id).filter(|it| !cites(it)).collect();
    let untested: Vec<&str> = RULES.iter().map(|it| it.id).filter(|it| !is_tested(it)).collect();
    assert!(uncited.is_empty() && untested.is_empty(), "not cited: {uncited:?}; not tested: {untested:?}");
}

#[test]
fn every_rule_has_one_entry_and_a_gist_of_its_own() {
    let ids: BTreeSet<&str> = RULES.iter().map(|it| it.id).collect();
    let gists: BTreeSet<&str> = RULES.iter().map(|it| it.gist).collect();
    assert_eq!((ids.len(), gists.len()), (RULES.len(), RULES.len()));
}

#[test]
fn nothing_outside_is_unwrapped_and_nothing_is_left_for_later() {
    let marks = [".unwrap()", "todo!(", "unimplemented!(", "dbg!(", "TO\u{44}O", "FIX\u{4d}E"];
    let mut found = Vec::new();
    for file in rust_files(&src()) {
        let text = read(&file);
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let is_test = file.components().any(|it| it.as_os_str() == "tests") || file.ends_with("tests.rs");
        for mark in marks.iter().filter(|it| !is_test && code.contains(**it)) {
            found.push(format!("{}: {mark}", file.display()));
        }
    }
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn modules_used(text: &str) -> BTreeSet<String> {
    text.match_indices("crate::")
        .map(|(at, it)| &text[at + it.len()..])
        .map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
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
