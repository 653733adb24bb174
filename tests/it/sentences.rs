//! Writes a page of every sentence that the program can say, to be read as a whole: each as it is in the code, with an
//! example from a kept text or a test.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

use crate::house::{is_test, read, rust_files, src};

/// Modules that write for databases, browsers, drawings and logs, or that list what people may write.
const NOT_SAID: &[&str] = &[
    "store",
    "viewer",
    "map",
    "toy",
    "trial/picture",
    "discord/observe",
    "post/english",
    "post/markup",
    "line/battle/scene",
    "line/orders/keywords",
    "line/orders/verbs",
    "brick/battle/scene",
    "brick/orders/vocabulary",
];

/// The folders with kept texts.
const KEPT: &[&str] = &["tests/it/golden", "tests/it/shown", "tests/it/people", "tests/suite", "scenarios"];

#[test]
#[ignore = "writes target/sentences.txt, to be read whole"]
fn write_sentences() {
    let shown = shown();
    let mut page = String::new();
    let (mut all, mut seen) = (0, 0);
    for file in rust_files(&src()).into_iter().filter(|it| !is_test(it)) {
        let place = file.strip_prefix(src()).expect("a file of ours").display().to_string();
        if NOT_SAID.iter().any(|it| place.starts_with(it)) {
            continue;
        }
        let said = sentences(&read(&file));
        if !said.is_empty() {
            _ = writeln!(page, "\n{place}");
        }
        for it in said {
            let line = look_of(&it).and_then(|form| form.find(&shown)).map(|found| line_around(&shown, found.start()));
            _ = writeln!(page, "  {it}");
            line.into_iter().for_each(|line| _ = writeln!(page, "      {line}"));
            (all, seen) = (all + 1, seen + usize::from(line.is_some()));
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/sentences.txt");
    let head =
        format!("{all} sentences and parts of sentences; of {seen} a kept text or a test shows how they look.\n");
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, head + &page).expect("the page is written");
    assert!(1000 < seen && seen < all, "{seen} of {all}");
}

/// The literals of a file with two words or more, without those that only developers see.
fn sentences(text: &str) -> Vec<String> {
    let literal = Regex::new(r#""((?:[^"\\]|\\.)*)""#).expect("a pattern");
    let hole = Regex::new(r"\{[^}]*\}").expect("a pattern");
    let word = Regex::new("[A-Za-z]{2,}").expect("a pattern");
    let ours =
        Regex::new(r"^\s*(//|#\[)|expect\(|unreachable!|panic!|assert|\b(info|warn|error|debug|trace)!|include_str")
            .expect("a pattern");
    let continued = Regex::new(r"\\\n\s*").expect("a pattern");
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code = continued.replace_all(code, "");
    let lines = code.lines().filter(|it| !ours.is_match(it));
    let literals = lines.flat_map(|it| literal.captures_iter(it)).map(|it| it[1].replace("\\\"", "\""));
    literals.filter(|it| 2 <= word.find_iter(&hole.replace_all(it, " ")).count()).collect()
}

/// A pattern for the line that contains a sentence. `None` if the sentence has several lines, or no fixed words.
fn look_of(sentence: &str) -> Option<Regex> {
    let holes = Regex::new(r"\{[^}]*\}").expect("a pattern");
    let parts: Vec<String> = holes.split(sentence).filter(|it| !it.trim().is_empty()).map(regex::escape).collect();
    (!sentence.contains("\\n") && !parts.is_empty()).then(|| Regex::new(&parts.join(".*?")).expect("escaped parts"))
}

fn line_around(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |it| it + 1);
    let end = text[at..].find('\n').map_or(text.len(), |it| at + it);
    text[start..end].trim()
}

/// All kept texts, followed by the tests.
fn shown() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut kept: Vec<PathBuf> = Vec::new();
    let mut folders: Vec<PathBuf> = KEPT.iter().map(|it| root.join(it)).collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of ours") {
            let path = entry.expect("an entry of ours").path();
            let is_text = path.extension().is_some_and(|it| ["txt", "md", "jsonl", "toml"].iter().any(|of| it == *of));
            match path.is_dir() {
                true => folders.push(path),
                false => kept.extend(is_text.then_some(path)),
            }
        }
    }
    kept.sort();
    let mut texts: Vec<String> = kept.iter().map(|it| read(it)).collect();
    for file in rust_files(&src()).into_iter().chain(rust_files(&root.join("tests"))) {
        let text = read(&file);
        let is_test = is_test(&file) || !file.starts_with(src());
        texts.extend(if is_test { Some(text) } else { text.split_once("#[cfg(test)]").map(|it| it.1.to_owned()) });
    }
    texts.join("\n")
}
