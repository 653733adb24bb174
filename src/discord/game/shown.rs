//! Text as a message shows it: refusals, and what keeps its columns.

use crate::diagnostic::{capitalised, count};
use crate::discord::game::mail::{CONTENT_MAX, within};
use crate::discord::game::status::plain;
use crate::page::{Markup, Rich};
use crate::referee::Refused;

/// Why something was refused, as it is shown.
pub(super) fn refused(why: &Refused) -> String {
    let text = why.to_string();
    // Several lines are an excerpt with marks under it, which wants its columns kept.
    if text.contains('\n') {
        return fenced(&format!("{text}."));
    }
    within(format!("{}.", plain(&capitalised(text.trim_end_matches('.')))))
}

/// Text that is shown as it stands, its columns kept. Nothing in it is markup.
pub(super) fn fenced(text: &str) -> String {
    excerpt(text, "the rest is left out").0
}

/// As much of a text as a message holds, its columns kept, and whether that is all. What follows says where the rest is.
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
            return (within(format!("{FENCE}\n{kept}{FENCE}\n-# … and {more}: {rest}.")), false);
        }
        left -= letters;
        kept.push_str(&line);
        kept.push('\n');
    }
    (format!("{FENCE}\n{kept}{FENCE}"), true)
}
