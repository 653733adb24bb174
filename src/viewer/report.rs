//! The report as HTML: a section for each round, and a list of lines for each phase.

use std::fmt::Write as _;

use crate::page::{ReportLine, Rich, brief};
use crate::referee::Table;
use crate::store::Hash;
use crate::viewer::film::{Film, Round};
use crate::viewer::markup::{document, escaped, words};

/// The briefing, and the goals while the battle goes on. It is open until the first round is closed.
pub(super) fn briefing(table: &Table) -> String {
    let paragraphs = table.stage().briefing.split("\n\n").map(str::trim).filter(|it| !it.is_empty());
    let mut told: String = paragraphs.map(|it| format!("<p>{}</p>", escaped(it))).collect();
    if !table.is_over() {
        let goals = table.playing().now().goals.into_iter().map(Rich::capitalised);
        told += &goals.map(|it| format!("<p>{}</p>", words(&it))).collect::<String>();
    }
    if told.is_empty() {
        return told;
    }
    let open = if table.closed().is_empty() { " open" } else { "" };
    format!("<details id=\"about\"{open}><summary>What it is about</summary>{told}</details>\n")
}

/// The report of all rounds, and the end of the battle if it has ended.
pub(super) fn html(film: &Film<'_>) -> String {
    let mut out: String = film.rounds.iter().map(round).collect();
    if let Some(report) = film.final_report() {
        out += "<section id=\"ending\" aria-labelledby=\"ending-title\">\n<h2 id=\"ending-title\">The end</h2>\n";
        _ = write!(out, "<div class=\"after told\">\n{}</div>\n</section>\n", document(&report));
    }
    out
}

fn round(round: &Round<'_>) -> String {
    let report = &round.closed.report;
    let number = report.round;
    let mut out =
        format!("<section aria-labelledby=\"round-{number}\">\n<h2 id=\"round-{number}\">Round {number}</h2>\n");
    for it in &round.changed {
        _ = writeln!(out, "<p class=\"told\">{}</p>", words(&brief::changed(&it.text)));
    }
    for lines in report.lines.chunk_by(|a, b| a.part == b.part) {
        let items: String = lines.iter().map(line).collect();
        _ = writeln!(out, "<h3>{}</h3>\n<ol>\n{items}</ol>", lines[0].part);
    }
    // The last line asks for what comes next, which is useless afterwards.
    let short = report.short.len().saturating_sub(1);
    let told = report.short[..short].iter().chain(&report.tale).chain(&report.stand);
    let told: String = told.map(|it| format!("<p>{}</p>\n", words(&it.clone().capitalised()))).collect();
    _ = write!(out, "<div class=\"after told\">\n<h3>In short</h3>\n{told}</div>\n</section>\n");
    out
}

fn line(line: &ReportLine) -> String {
    let (id, text) = (line.id(), words(&line.text.clone().capitalised()));
    format!("<li id=\"{id}\"><a href=\"#{id}\">{id}</a>{text}</li>\n")
}

/// How to check the dice of a finished battle. The page holds its log.
pub(super) fn check() -> &'static str {
    "<details id=\"check\"><summary>Check the dice</summary>\n\
     <p>This page holds the log of the battle: the scenario, all posts, all dice, and the seed from which they follow.</p>\n\
     <p class=\"without-script\">To save and check the log, allow scripts for this page.</p>\n\
     <div class=\"of-script\"><button type=\"button\" id=\"check-log\">Check the log</button><button type=\"button\" \
     id=\"save-log\">Save the log</button></div>\n\
     <div id=\"checked\" role=\"status\"></div>\n\
     <p>The rest takes the program, which plays the whole battle again: <code>fieldpost verify battle.log</code></p>\n\
     </details>\n"
}

/// How the dice of an open battle can be checked later.
pub(super) fn check_later(commitment: Hash) -> String {
    format!(
        "<details id=\"check\"><summary>Check the dice</summary>\n<p>The hash of the secret seed is \
         <code>{commitment}</code>. The seed is published when the battle is over; the page then holds the log, with \
         which anybody can check every die.</p>\n</details>\n"
    )
}
