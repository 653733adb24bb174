//! Explains a line of a report.

use crate::diagnostic::Rule;
use crate::page::{Block, Document, ReportLine, Rich, Style, say};

/// A line, everything that led to it, and the rules that are cited there.
pub fn why(line: &ReportLine, reckoning: Vec<Rich>, rules: &'static [Rule]) -> Document {
    let gist = |rule: &Rule| {
        let mut out = Rich::sentence();
        out.marked(Style::Code, |out| out.push(rule.id));
        say!(out, " {}", rule.gist);
        out
    };
    let rules: Vec<Rich> = rules_named(&reckoning, rules).into_iter().map(gist).collect();
    let head = format!("Why {} · round {}, {}", line.id(), line.round, line.part.to_lowercase());
    let mut blocks = vec![Block::Heading(Rich::plain(head))];
    // Some explanations begin with the line itself.
    let is_told = reckoning.first().is_some_and(|it| it.text().starts_with(line.text.text()));
    blocks.extend((!is_told).then(|| Block::Line(line.text.clone())));
    blocks.extend(reckoning.into_iter().map(Block::Line));
    if !rules.is_empty() {
        blocks.push(Block::Heading(Rich::plain("Rules")));
        blocks.extend(rules.into_iter().map(Block::Line));
    }
    Document { blocks }
}

/// The game's rules that some lines cite, in the order of their first mention.
pub fn rules_named(lines: &[Rich], rules: &'static [Rule]) -> Vec<&'static Rule> {
    let mut found: Vec<&str> = Vec::new();
    let is_of_word = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '.';
    let words = lines.iter().flat_map(|it| it.text().split(|it| !is_of_word(it)));
    for word in words.map(|it| it.trim_end_matches('.')) {
        if word.contains('-') && !found.contains(&word) {
            found.push(word);
        }
    }
    found.into_iter().filter_map(|id| rules.iter().find(|it| it.id.eq_ignore_ascii_case(id))).collect()
}
