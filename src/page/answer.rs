//! What is said at once about a post.

use crate::diagnostic::join;

/// What is said at once about a post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub reaction: Reaction,
    /// What was understood first, then doubts, then what was refused, then hints.
    pub lines: Vec<AnswerLine>,
    /// The orders that may be meant by what was refused, one a line of a post, without its prefix.
    pub meant: Vec<String>,
    /// Squads of the poster that nobody has told anything yet.
    pub without_orders: Vec<String>,
    /// Each pool of CP of the poster: its hero, what is left, the most it can hold.
    pub command: Vec<(String, u8, u8)>,
}

/// The sign on the post itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaction {
    /// Every order was taken.
    Taken,
    /// Every order was taken, some with a doubt.
    Doubtful,
    /// Something was refused.
    Refused,
    /// There is no order, only something to say.
    Nothing,
}

/// One thing that is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerLine {
    pub mark: Mark,
    /// The squad that it is about, to be shown before the text.
    pub squad: Option<String>,
    /// Sentences; of a refusal the line of the post with the words marked, and the reason below.
    pub text: String,
}

/// What kind of thing it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    Taken,
    Doubtful,
    Refused,
    Hint,
}

impl Mark {
    /// A sign for eyes that look for one. The text makes sense without it.
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
    /// An answer of these lines and nothing else.
    pub fn new(reaction: Reaction, lines: Vec<AnswerLine>) -> Answer {
        Answer { reaction, lines, meant: Vec::new(), without_orders: Vec::new(), command: Vec::new() }
    }

    /// The whole answer as plain text.
    pub fn text(&self) -> String {
        let mut lines: Vec<String> = self.lines.iter().map(AnswerLine::text).collect();
        let owed = (!self.without_orders.is_empty())
            .then(|| format!("Still without orders: {}.", join(&self.without_orders, "and")));
        let command = self.command_left();
        let last: Vec<String> = [owed, command].into_iter().flatten().collect();
        if !last.is_empty() {
            lines.push(last.join(" "));
        }
        lines.join("\n")
    }

    /// `CP left after this: 2 of 4.`
    pub fn command_left(&self) -> Option<String> {
        match &self.command[..] {
            [] => None,
            [(_, left, most)] => Some(format!("CP left after this: {left} of {most}.")),
            several => {
                let each: Vec<String> =
                    several.iter().map(|(name, left, most)| format!("{name} {left} of {most}")).collect();
                Some(format!("CP left after this: {}.", join(&each, "and")))
            }
        }
    }
}

impl AnswerLine {
    /// The line as plain text.
    pub fn text(&self) -> String {
        let squad = self.squad.as_ref().map_or(String::new(), |it| format!("{it}: "));
        // Further lines stand as far to the right as the first, behind a sign two letters wide.
        format!("{} {squad}{}", self.mark.sign(), self.text.replace('\n', "\n   "))
    }
}

/// What dice may make of one thing that was asked, in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// An object for programs.
    pub json: String,
    /// The chance of each number that may fall, as bars, where it is such a thing.
    pub bars: Option<String>,
}

/// How chances are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    Table,
    Bars,
    Json,
}
