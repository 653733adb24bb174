//! Turns text into HTML. Everything is escaped here, and nowhere else.

use std::fmt::Write as _;

use crate::map::canvas::Escaped;
use crate::page::{Block, Document, Rich, Style, Table};

/// A text without markup, whatever it contains.
pub(super) fn escaped(text: &str) -> String {
    Escaped(text).to_string()
}

/// Words with their styles.
pub(super) fn words(words: &Rich) -> String {
    let mut out = String::new();
    for span in words.spans() {
        let text = escaped(span.text);
        match span.style {
            Some(Style::Bold) => _ = write!(out, "<b>{text}</b>"),
            Some(Style::Code) => _ = write!(out, "<code>{text}</code>"),
            Some(Style::Moment(_) | Style::User(_) | Style::Die) | None => out += &text,
        }
    }
    out
}

/// A text with a paragraph for each line.
pub(super) fn paragraphs(text: &str) -> String {
    text.lines().map(|it| format!("<p>{}</p>", escaped(it))).collect()
}

/// A document. Its headings are of the third level.
pub(super) fn document(document: &Document) -> String {
    let mut out = String::new();
    for block in &document.blocks {
        match block {
            Block::Heading(it) => _ = writeln!(out, "<h3>{}</h3>", words(it)),
            Block::Line(it) => _ = writeln!(out, "<p>{}</p>", words(it)),
            Block::Table(it) => out += &table(it),
            Block::Detail { title, lines } => {
                let lines: String = lines.iter().map(|it| format!("<p>{}</p>", words(it))).collect();
                _ = writeln!(out, "<details><summary>{}</summary>{lines}</details>", words(title));
            }
        }
    }
    out
}

fn table(table: &Table) -> String {
    let head: String = table.head.iter().map(|it| format!("<th scope=\"col\">{}</th>", escaped(it))).collect();
    let row = |cells: &[Rich]| {
        let cells: String = cells.iter().map(|it| format!("<td>{}</td>", words(it))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = table.rows().map(row).collect();
    format!("<table class=\"left\"><thead><tr>{head}</tr></thead><tbody>\n{rows}</tbody></table>\n")
}
