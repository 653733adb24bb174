//! The answer to a post: what was understood, and all warnings, refusals and hints, each with its line.

use crate::diagnostic::{Diagnostic, Severity, is_unseen, join};

/// The answer to a post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub reaction: Reaction,
    /// Accepted orders first, then doubts, refusals and hints.
    pub lines: Vec<AnswerLine>,
    /// Orders that refused lines may mean, each as a line of a post without its prefix.
    pub meant: Vec<String>,
    /// The poster's squads that have no orders yet.
    pub without_orders: Vec<String>,
    /// The poster's pools of CP: the hero, the CP left, and the most that the pool holds.
    pub command: Vec<(String, u8, u8)>,
}

/// The reaction that is added to the post itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaction {
    /// Every order was taken.
    Taken,
    /// Every order was taken, some with a doubt.
    Doubtful,
    /// Something was refused.
    Refused,
    /// There is no order, but something to say.
    Nothing,
}

/// One line of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerLine {
    pub mark: Mark,
    /// The squad that the line is about. It is shown before the text.
    pub squad: Option<String>,
    /// Sentences. For a refusal, the line of the post with the words marked, and the reason below.
    pub text: String,
}

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    Taken,
    Doubtful,
    Refused,
    Hint,
}

impl Mark {
    /// An emoji for the kind of line. The text makes sense without it.
    pub fn sign(self) -> &'static str {
        match self {
            Mark::Taken => "✅",
            Mark::Doubtful => "⚠️",
            Mark::Refused => "❌",
            Mark::Hint => "💡",
        }
    }
}

impl Answer {
    /// An answer with only these lines.
    pub fn new(reaction: Reaction, lines: Vec<AnswerLine>) -> Answer {
        Answer { reaction, lines, meant: Vec::new(), without_orders: Vec::new(), command: Vec::new() }
    }

    /// The answer to a post, from its accepted orders and its diagnostics. `None` if there is nothing to say.
    /// `has_orders`: whether the post holds any order.
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
        let refused = of(Severity::Error).map(|it| it.under_excerpt(text, 60, harmless));
        taken.extend(first_few(refused, Mark::Refused, REFUSALS_SHOWN, |more| format!("{more} more were refused.")));
        taken.extend(remarks(of(Severity::Hint), Mark::Hint, text));
        taken.sort_by_key(|it| it.mark);
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

    /// The whole answer as plain text.
    pub fn text(&self) -> String {
        let mut lines: Vec<String> = self.lines.iter().map(AnswerLine::text).collect();
        let owed = (!self.without_orders.is_empty())
            .then(|| format!("Still without orders: {}.", join(&self.without_orders, "and")));
        let last: Vec<String> = owed.into_iter().chain(self.command_left()).collect();
        lines.extend((!last.is_empty()).then(|| last.join(" ")));
        lines.join("\n")
    }

    /// `CP left after this: 2 of 4.`
    pub fn command_left(&self) -> Option<String> {
        let whose = |name: &str| if self.command.len() == 1 { String::new() } else { format!("{name} ") };
        let left = |(name, left, most): &(String, u8, u8)| format!("{}{left} of {most}", whose(name));
        let each: Vec<String> = self.command.iter().map(left).collect();
        (!each.is_empty()).then(|| format!("CP left after this: {}.", join(&each, "and")))
    }
}

impl AnswerLine {
    /// Whether the line doubts the order itself. Such a line is about no squad.
    pub(crate) fn doubts_order(&self) -> bool {
        self.mark == Mark::Doubtful && self.squad.is_none()
    }

    /// The line as plain text.
    pub fn text(&self) -> String {
        // Further lines are indented like the first, behind an emoji that is two columns wide.
        format!("{} {}", self.mark.sign(), self.words().replace('\n', "\n   "))
    }

    /// The squad and the text, without the sign.
    pub fn words(&self) -> String {
        let squad = self.squad.as_ref().map_or(String::new(), |it| format!("{it}: "));
        squad + &self.text
    }
}

/// The chances of something that was asked about, in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// A JSON object for programs.
    pub json: String,
    /// Bars that show the chance of each number of losses. `None` if the question isn't about losses.
    pub bars: Option<String>,
}

/// How chances are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    Table,
    Bars,
    Json,
}

/// Refusals shown one by one. The others are counted.
const REFUSALS_SHOWN: usize = 10;

/// Doubts and hints shown one by one. The others are counted.
const REMARKS_SHOWN: usize = 12;

/// Line numbers shown with a doubt or hint. The others are counted.
const LINES_SHOWN: usize = 4;

/// Doubts or hints. Each is shown once, with the numbers of all its lines. Beyond a limit they are only counted.
fn remarks<'d>(all: impl Iterator<Item = &'d Diagnostic>, mark: Mark, text: &str) -> Vec<AnswerLine> {
    let all: Vec<(usize, String)> = all.map(|it| (it.place(text).0, it.to_string())).collect();
    let is_new = |n: &usize| all[..*n].iter().all(|it| it.1 != all[*n].1);
    let said = (0..all.len()).filter(is_new).map(|n| {
        let mut lines: Vec<String> = all.iter().filter(|it| it.1 == all[n].1).map(|it| it.0.to_string()).collect();
        lines.dedup();
        let more = lines.split_off(lines.len().min(LINES_SHOWN)).len();
        lines.extend((0 < more).then(|| format!("{more} more")));
        let of = if lines.len() == 1 { "line" } else { "lines" };
        format!("{of} {}: {}", join(&lines, "and"), all[n].1)
    });
    first_few(said, mark, REMARKS_SHOWN, |more| match more {
        1 => "1 more remark like this.".to_owned(),
        _ => format!("{more} more remarks like these."),
    })
}

/// The first few texts, a line each, and a line that counts the others.
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

/// A harmless letter of the same width. It can't ping anybody, make a link or close the code block that it is shown in.
fn harmless(letter: char) -> char {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_about_several_lines_is_told_once() {
        let said: Vec<Diagnostic> = (0..6).map(|it| Diagnostic::hint(2 * it..2 * it + 1, "so it is")).collect();
        let answer =
            Answer::of("a\nb\nc\nd\ne\nf", Vec::new(), said.iter().collect(), true).expect("something is said");
        assert_eq!(answer.text(), "💡 lines 1, 2, 3, 4 and 2 more: so it is.");
    }
}
