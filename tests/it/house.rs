//! The house rules that the compiler cannot check.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fieldpost::games;

/// The rooms that each room may use. A missing arrow is a promise. A game's rooms are in its folder.
const MAY_USE: &[(&str, &str)] = &[
    ("dice", ""),
    ("diagnostic", ""),
    ("field", ""),
    ("file", "field diagnostic"),
    ("post", "field diagnostic"),
    ("forum", "post diagnostic"),
    ("page", "field diagnostic"),
    ("map", "field post diagnostic"),
    ("game", "map page post file field diagnostic dice"),
    ("trial", "game map page field diagnostic dice"),
    ("line/simulation", "line/report line/commander line/rules line/battle game map field dice"),
    (
        "line/game",
        "line/report line/commander line/scenario line/orders line/rules line/battle game page post field \
         diagnostic dice",
    ),
    ("brick/simulation", "brick/seam brick/report brick/commander brick/rules brick/battle game map field dice"),
    (
        "brick/game",
        "brick/seam brick/report brick/commander brick/scenario brick/orders brick/rules brick/battle game \
         page post field diagnostic dice",
    ),
    ("brick/attack", "brick/report brick/scenario brick/predict brick/rules brick/battle page field dice"),
    ("brick/seam", "brick/battle field"),
    ("brick/scenario", "brick/orders brick/rules brick/battle game file field diagnostic dice"),
    ("brick/orders", "brick/rules brick/battle post file field diagnostic"),
    ("brick/commander", "brick/predict brick/rules brick/battle post field"),
    ("line/battle", "field dice"),
    ("brick/battle", "field dice"),
    ("brick/rules", "brick/battle field diagnostic dice"),
    ("brick/predict", "brick/rules brick/battle game field dice"),
    ("brick/report", "brick/seam brick/predict brick/rules brick/battle game map page post field diagnostic dice"),
    ("line/rules", "line/battle field diagnostic dice"),
    ("line/orders", "line/battle post field diagnostic"),
    ("line/scenario", "line/orders line/rules line/battle game file field diagnostic"),
    ("line/predict", "line/rules line/battle game field dice"),
    ("line/commander", "line/rules line/battle post field dice"),
    ("line/report", "line/predict line/orders line/rules line/battle game map page post field diagnostic dice"),
    ("line/attack", "line/report line/scenario line/predict line/rules line/battle page file diagnostic"),
    ("games", "toy brick/attack brick/rules line/attack line/rules trial game map page post file field diagnostic"),
    ("suite", "games game file post field diagnostic dice"),
    ("store", ""),
    ("referee", "store games trial game map page post field diagnostic dice"),
    ("viewer", "referee store map page field diagnostic"),
    ("campaign", "referee store games game file page field diagnostic dice"),
    ("discord", "campaign viewer referee store games game forum map page post file field diagnostic dice"),
];

#[test]
fn arrows_between_rooms_point_only_downward_and_each_is_used() {
    let mut crossed = Vec::new();
    let mut unused = Vec::new();
    for (room, allowed) in MAY_USE {
        let allowed: BTreeSet<&str> = allowed.split_whitespace().collect();
        let mut left = allowed.clone();
        for file in sources_of(room) {
            for used in rooms_used(&read(&file)) {
                left.remove(used.as_str());
                // A room's own tests may use a game, and the suite of all games may use everything.
                let is_tested_with = is_test(&file) && (used.contains('/') || used == "games" || *room == "games");
                if used != *room && !allowed.contains(used.as_str()) && !is_tested_with {
                    crossed.push(format!("{} uses crate::{used}", file.display()));
                }
            }
        }
        unused.extend(left.iter().map(|it| format!("{room} has no use for crate::{it}")));
    }
    assert!(crossed.is_empty() && unused.is_empty(), "\n{}\n{}\n", crossed.join("\n"), unused.join("\n"));
}

/// CONTRIBUTING leaves out `diagnostic`, which every room may use.
#[test]
fn the_table_of_rooms_in_contributing_is_the_table_of_arrows() {
    let page = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("CONTRIBUTING.md"));
    let rows = page.lines().filter_map(|it| it.strip_prefix("| `")).filter_map(|it| it.split_once("` | "));
    let mut wrong = Vec::new();
    for (room, allowed) in MAY_USE.iter().filter(|it| !it.0.contains('/')) {
        let told = rows.clone().find(|it| it.0 == *room).and_then(|it| it.1.trim_end_matches('|').rsplit_once("| "));
        let is_told = |it: &&str| !it.is_empty() && !["nothing", "diagnostic"].contains(it);
        let told: BTreeSet<&str> = told.map_or("", |it| it.1).split(',').map(str::trim).filter(is_told).collect();
        let is_game = |it: &str| it == "toy" || it.contains('/');
        let allowed = allowed.split_whitespace().map(|it| if is_game(it) { "the games" } else { it });
        let allowed: BTreeSet<&str> = allowed.filter(is_told).collect();
        if told != allowed {
            wrong.push(format!("{room}: {told:?} in CONTRIBUTING, {allowed:?} here"));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// The folders of the games, and their names in the list of games.
const GAMES: &[(&str, &str)] = &[("line", "Line"), ("brick", "Brick")];

#[test]
fn nobody_but_the_list_of_games_names_a_game() {
    let mut named = Vec::new();
    let is_of_game = |file: &Path| GAMES.iter().any(|it| file.starts_with(src().join(it.0)));
    for file in rust_files(&src()).iter().filter(|it| !is_of_game(it) && !is_test(it)) {
        let text = code_of(&read(file));
        for (folder, variant) in GAMES.iter().filter(|_| !file.ends_with("games.rs")) {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let path = format!("{folder}::");
            let is_named = text.match_indices(&path).any(|(at, _)| !text[..at].ends_with(is_word));
            if is_named || text.contains(&format!("Playing::{variant}")) {
                named.push(format!("{} names {folder}", file.display()));
            }
        }
    }
    assert!(named.is_empty(), "\n{}\n", named.join("\n"));
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let files: BTreeMap<String, String> = rust_files(&src())
        .into_iter()
        .filter(|it| !is_test(it))
        .map(|it| (module_of(&it), code_of(&read(&it))))
        .collect();
    let imports: BTreeMap<&str, BTreeSet<&str>> =
        files.iter().map(|(module, text)| (module.as_str(), imported(module, text, &files))).collect();
    let reached: BTreeMap<&str, BTreeSet<&str>> = imports.keys().map(|it| (*it, reached_from(it, &imports))).collect();
    let circles: BTreeSet<Vec<&str>> = reached
        .iter()
        .filter(|(module, its)| its.contains(**module))
        .map(|(module, its)| its.iter().filter(|it| reached[**it].contains(module)).copied().collect())
        .collect();
    let circles: Vec<String> = circles.iter().map(|it| it.join(", ")).collect();
    assert!(circles.is_empty(), "in a circle:\n{}\n", circles.join("\n"));
}

/// Everything that a file uses, directly or through other files.
fn reached_from<'a>(module: &'a str, imports: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![module];
    while let Some(it) = open.pop() {
        open.extend(imports[it].iter().filter(|it| reached.insert(**it)));
    }
    reached
}

/// The files that a text imports, by paths from the crate or from the parent module.
fn imported<'a>(module: &str, text: &str, files: &'a BTreeMap<String, String>) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    for (at, start) in text.match_indices("crate::").chain(text.match_indices("super::")) {
        let (before, mut rest) = (&text[..at], &text[at + start.len()..]);
        // `pub(in crate::…)` is no import, and what follows `super::super::` was found with the first of them.
        if before.ends_with("in ") || before.ends_with("::") || before.ends_with(|c: char| c.is_alphanumeric()) {
            continue;
        }
        let mut path: Vec<&str> = if start == "crate::" { Vec::new() } else { above(module.split('/').collect()) };
        while let Some(further) = rest.strip_prefix("super::") {
            (path, rest) = (above(path), further);
        }
        let word = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        while 0 < word(rest) {
            let (name, further) = rest.split_at(word(rest));
            path.push(name);
            rest = further.strip_prefix("::").unwrap_or_default();
        }
        let listed = rest.strip_prefix('{').and_then(|it| it.split_once(';')).map_or("", |it| it.0);
        let names = listed.split([',', '{', '}']).map(str::trim).map(|it| &it[..word(it)]);
        for name in names.chain([""]) {
            let longest = (1..=path.len() + 1).rev().map(|n| {
                let all = path.iter().copied().chain([name]).filter(|it| !it.is_empty());
                all.take(n).collect::<Vec<&str>>().join("/")
            });
            let file = longest.filter_map(|it| files.get_key_value(&it)).map(|it| it.0.as_str()).next();
            found.extend(file.filter(|it| *it != module));
        }
    }
    found
}

fn above(mut path: Vec<&str>) -> Vec<&str> {
    path.pop();
    path
}

/// The module of a file: `room/file` for `src/room/file.rs`, `room` for `src/room/mod.rs`.
fn module_of(file: &Path) -> String {
    let inside = file.strip_prefix(src()).expect("a file of our own").with_extension("");
    let inside = inside.to_string_lossy().replace('\\', "/");
    inside.strip_suffix("/mod").map_or(inside.clone(), str::to_owned)
}

/// A file's code without comments and without its inline tests.
fn code_of(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().map(|it| it.split_once("//").map_or(it, |it| it.0));
    lines.collect::<Vec<&str>>().join("\n")
}

#[test]
fn every_module_of_the_library_has_its_arrows_here() {
    let lib = read(&src().join("lib.rs"));
    let declared = lib.lines().filter_map(|it| it.strip_prefix("pub mod ")).map(|it| it.trim_end_matches(';'));
    // The toy game is there for tests alone, and its tests use everything.
    let is_known =
        |it: &str| it == "cli" || it == "toy" || MAY_USE.iter().any(|row| row.0.split('/').next() == Some(it));
    let unknown: Vec<&str> = declared.filter(|it| !is_known(it)).collect();
    assert!(unknown.is_empty(), "the table of arrows says nothing of {unknown:?}");
}

#[test]
fn every_rule_is_cited_by_code_and_named_by_a_case_or_a_test() {
    is_cited_and_tested("line", &["field", "line/battle", "line/rules", "referee"]);
    is_cited_and_tested("brick", &["brick/battle", "brick/rules"]);
}

fn is_cited_and_tested(game: &str, rooms: &[&str]) {
    let (_, rules) = games::rules(game).expect("a game of that name");
    let code: String = rooms.iter().flat_map(|it| sources_of(it)).map(|it| read(&it)).collect();
    let cases = rules_of_cases(game);
    let cites = |id: &str| {
        let cited = [format!("**{id}**"), format!("**{id},"), format!(" {id}**"), format!(" {id},")];
        cited.iter().any(|it| code.contains(it))
    };
    let test_of = |id: &str| format!("fn {}_", id.to_lowercase().replace('-', "").replace('.', "_"));
    let is_tested = |id: &str| cases.contains(id) || code.contains(&test_of(id));
    let uncited: Vec<&str> = rules.iter().map(|it| it.id).filter(|it| !cites(it)).collect();
    let untested: Vec<&str> = rules.iter().map(|it| it.id).filter(|it| !is_tested(it)).collect();
    assert!(uncited.is_empty() && untested.is_empty(), "not cited: {uncited:?}; not tested: {untested:?}");
}

/// The rules that the cases of a game's suite cite.
fn rules_of_cases(game: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite").join(game);
    let files = fs::read_dir(folder).expect("a folder of the suite").map(|it| it.expect("a file").path());
    let texts: Vec<String> = files.map(|it| read(&it)).collect();
    let named = texts.iter().flat_map(|it| it.lines()).filter_map(|it| it.strip_prefix("rules = "));
    named.flat_map(|it| it.split('"')).map(str::to_owned).collect()
}

/// A line that isn't read as a rule is lost: the second line of a rule, or a rule in other marks. Rules are never
/// removed.
#[test]
fn every_line_of_a_page_of_rules_is_a_rule_with_an_id_and_a_gist_of_its_own() {
    for (game, rules_min) in [("line", 93), ("brick", 345)] {
        let (page, rules) = games::rules(game).expect("a game of that name");
        let is_rule = |it: &str| rules.iter().any(|rule| *it == format!("- **{}** {}", rule.id, rule.gist));
        let of_chapters = page.lines().skip_while(|it| !it.starts_with("## "));
        let is_lost = |it: &&str| !it.is_empty() && !it.starts_with("## ") && !is_rule(it);
        let lost: Vec<&str> = of_chapters.filter(is_lost).collect();
        assert!(lost.is_empty(), "no rules: {lost:?}");
        let ids: BTreeSet<&str> = rules.iter().map(|it| it.id).collect();
        let gists: BTreeSet<&str> = rules.iter().map(|it| it.gist).collect();
        assert_eq!((ids.len(), gists.len()), (rules.len(), rules.len()), "{game}");
        assert!(rules_min <= rules.len(), "{game} has {} rules", rules.len());
        assert_eq!(BANNED.iter().find(|it| page.contains(**it)), None, "{game}");
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

/// Turns of phrase that no message has: they read as if translated.
const BANNED: &[&str] = &[
    "As things are, it would",
    "It is that ",
    "Who has ",
    "Whoever ",
    " whoever ",
    " it is that of ",
    " is that of ",
    " of like worth",
    " so long as ",
    " one is to ",
    "nobody's has ",
    " 0 % of 100 %",
    "nobody knows whose ",
    " says nothing of {",
    " is set right",
    ", and once is all",
    "be gone on with",
    " can be told to do",
    "so nothing of it is taken",
    "the most of one ",
    "What can be is ",
];

#[test]
fn no_message_has_a_turn_that_reads_as_if_translated() {
    let mut found = Vec::new();
    for file in rust_files(&src()).into_iter().filter(|it| !is_test(it)) {
        for (n, line) in (1..).zip(read(&file).lines()) {
            let Some((before, text)) = line.split_once('"') else { continue };
            let is_said = |turn: &&&str| !before.contains("//") && text.contains(**turn);
            found.extend(BANNED.iter().filter(is_said).map(|it| format!("{}:{n}: {it:?}", file.display())));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

pub(crate) fn is_test(file: &Path) -> bool {
    file.components().any(|it| it.as_os_str() == "tests") || file.ends_with("tests.rs")
}

pub(crate) fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The rooms that a text names: inside a game's folder the room, elsewhere the module.
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

/// The sources of a module: `src/module.rs`, and everything in `src/module/`.
fn sources_of(module: &str) -> Vec<PathBuf> {
    let file = src().join(format!("{module}.rs"));
    let mut found = rust_files(&src().join(module));
    found.extend(file.exists().then_some(file));
    assert!(!found.is_empty(), "no module is called `{module}`");
    found
}

pub(crate) fn rust_files(folder: &Path) -> Vec<PathBuf> {
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

pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a file of our own")
}
