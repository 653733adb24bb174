//! What is said of a post beside what it comes to: doubts, refusals and hints, each with its line.

use crate::diagnostic::{Diagnostic, Severity, is_unseen};
use crate::page::{Answer, AnswerLine, Mark, Reaction};

/// Refusals that are shown one by one; further ones are counted.
const REFUSALS_SHOWN: usize = 10;

/// Doubts and hints that are shown one by one; further ones are counted.
const REMARKS_SHOWN: usize = 12;

impl Answer {
    /// What was understood, and all there is to say beside it; `None` if neither is anything. `has_orders` says whether
    /// the post holds any order.
    pub(crate) fn of(
        text: &str,
        mut taken: Vec<AnswerLine>,
        mut said: Vec<&Diagnostic>,
        has_orders: bool,
    ) -> Option<Answer> {
        if !has_orders && said.is_empty() {
            return None;
        }
        said.sort_by_key(|it| it.span.start);
        let of = |severity: Severity| said.iter().copied().filter(move |it| it.severity == severity);
        taken.extend(remarks(of(Severity::Warning), Mark::Doubtful, text));
        taken.sort_by_key(|it| it.mark);
        let refused = of(Severity::Error).map(|it| it.under_excerpt(text, 60, quiet));
        taken.extend(first_few(refused, Mark::Refused, REFUSALS_SHOWN, |more| format!("{more} more were refused.")));
        taken.extend(remarks(of(Severity::Hint), Mark::Hint, text));
        let reaction = match taken.iter().map(|it| it.mark).filter(|it| *it != Mark::Hint).max() {
            Some(Mark::Refused) => Reaction::Refused,
            Some(Mark::Doubtful) => Reaction::Doubtful,
            Some(Mark::Taken | Mark::Hint) => Reaction::Taken,
            None if has_orders => Reaction::Taken,
            None => Reaction::Nothing,
        };
        let meant = said.iter().flat_map(|it| it.meant.iter().cloned()).collect();
        Some(Answer { meant, ..Answer::new(reaction, taken) })
    }

    /// The answer to a question that can't be answered.
    pub(crate) fn refusal(why: &Diagnostic) -> Answer {
        let line = AnswerLine { mark: Mark::Refused, squad: None, text: why.to_string() };
        Answer::new(Reaction::Refused, vec![line])
    }
}

/// Doubts or hints: the first of them one by one, and how many more.
fn remarks<'d>(all: impl Iterator<Item = &'d Diagnostic>, mark: Mark, text: &str) -> Vec<AnswerLine> {
    let said = all.map(|it| format!("line {}: {it}", it.place(text).0));
    first_few(said, mark, REMARKS_SHOWN, |more| match more {
        1 => "1 more remark like this.".to_owned(),
        _ => format!("{more} more remarks like these."),
    })
}

/// The first of what is said, a line each, and how much more there is.
fn first_few(
    mut said: impl Iterator<Item = String>,
    mark: Mark,
    shown: usize,
    more: impl Fn(usize) -> String,
) -> Vec<AnswerLine> {
    let mut texts: Vec<String> = said.by_ref().take(shown).collect();
    texts.extend(Some(said.count()).filter(|it| 0 < *it).map(more));
    texts.into_iter().map(|text| AnswerLine { mark, squad: None, text }).collect()
}

/// A letter that takes as much room and does nothing: it calls nobody, leads nowhere and closes no block that it is shown in.
fn quiet(letter: char) -> char {
    match letter {
        '@' => '＠',
        '`' => '\'',
        '[' => '(',
        ']' => ')',
        '<' => '‹',
        '>' => '›',
        '/' => '∕',
        it if it.is_whitespace() => ' ',
        it if it.is_control() || is_unseen(it) => '·',
        it => it,
    }
}
