//! Text as messages show it: refusals, answers, and text that keeps its columns.

use crate::diagnostic::{capitalised, count};
use crate::discord::bot::mail::{CONTENT_MAX, cut_to_limit};
use crate::discord::bot::status::plain;
use crate::page::{Answer, AnswerLine, Block, Document, Markup, Rich};
use crate::referee::Refused;

/// A refusal as a message.
pub(super) fn refusal_text(why: &Refused) -> String {
    let text = why.to_string();
    // Several lines are an excerpt with marks under it, which need their columns.
    if text.contains('\n') {
        return excerpt(&format!("{text}."), "the rest is left out").0;
    }
    cut_to_limit(format!("{}.", plain(&capitalised(text.trim_end_matches('.')))))
}

/// An answer as a message, line by line. The words that a refusal is about are bold, because a phone breaks lines and
/// would misplace marks under them.
pub(super) fn answer_text(answer: &Answer) -> String {
    const ROOM: usize = CONTENT_MAX - 240;
    let mut lines: Vec<Rich> = answer.lines.iter().flat_map(answer_line).collect();
    let rest = Answer { lines: Vec::new(), ..answer.clone() }.text();
    lines.extend((!rest.is_empty()).then(|| Rich::plain(rest)));
    let document = Document { blocks: lines.into_iter().map(Block::Line).collect() };
    let mut parts = Markup::Discord.render_parts(&document, ROOM).into_iter();
    let shown = parts.next().unwrap_or_default().trim_end().to_owned();
    match parts.next() {
        Some(_) => format!("{shown}\n-# … and more: `/orders show` has all of it."),
        None => shown,
    }
}

/// A line of an answer. Words that are marked by a line under them become bold.
pub(super) fn answer_line(line: &AnswerLine) -> Vec<Rich> {
    let mut lines = line.text.lines().peekable();
    let squad = line.squad.as_ref().map_or(String::new(), |it| format!("{it}: "));
    let mut lead = format!("{} {squad}", line.mark.sign());
    let mut shown = Vec::new();
    while let Some(text) = lines.next() {
        let mut rich = Rich::plain(std::mem::take(&mut lead));
        let Some(under) = lines.next_if(|it| it.trim_start().starts_with('^')) else {
            rich.push(text);
            shown.push(rich);
            continue;
        };
        let indent = under.chars().take_while(|it| *it == ' ').count();
        let length = under.chars().skip(indent).take_while(|it| *it == '^').count();
        let letters = |from: usize, count: usize| text.chars().skip(from).take(count).collect::<String>();
        rich.push(&letters(0, indent));
        rich.bold(&letters(indent, length));
        rich.push(&letters(indent + length, usize::MAX));
        shown.extend([rich, Rich::plain(under.trim_start().trim_start_matches('^').trim_start())]);
    }
    shown
}

/// Returns as much of a text as a message holds, in a block that keeps its columns, and whether that is all. If it
/// isn't, `rest` says where the rest is.
pub(super) fn excerpt(text: &str, rest: &str) -> (String, bool) {
    const FENCE: &str = "```";
    const ROOM: usize = CONTENT_MAX - 120;
    let lines: Vec<&str> = text.lines().collect();
    let mut kept = String::new();
    let mut left = ROOM;
    for (n, line) in lines.iter().enumerate() {
        let line = Markup::Plain.line(&Rich::plain(*line)).replace(FENCE, "'''");
        let letters = line.chars().count() + 1;
        if left < letters {
            if n == 0 {
                kept.extend(line.chars().take(left - 1).chain(['\n']));
            }
            let more = count((lines.len() - n) as u64, "more line", "more lines");
            return (cut_to_limit(format!("{FENCE}\n{kept}{FENCE}\n-# … and {more}: {rest}.")), false);
        }
        left -= letters;
        kept.push_str(&line);
        kept.push('\n');
    }
    (format!("{FENCE}\n{kept}{FENCE}"), true)
}
