//! The answer to a post: what was understood and what it would come to, then doubts, then what was refused.

use crate::diagnostic::{Diagnostic, Severity};
use crate::field::SquadId;
use crate::line::battle::{Battle, Orders};
use crate::line::orders::{Accepted, Collected, Order, say};
use crate::line::report::forecast::{Foresight, Foretold};
use crate::line::rules::Line;
use crate::page::{Answer, AnswerLine, Mark, Reaction};
use crate::post::{Placed, Poster};

/// A post, and all that its answer depends on.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    pub rules: &'a Line,
    pub battle: &'a Battle,
    /// The post as it was written.
    pub text: &'a str,
    /// All posts of the round, as they were collected.
    pub posts: &'a [Accepted],
    pub collected: &'a Collected,
    /// Which of them it is, from 0.
    pub post: usize,
    /// Whether whoever asks wants all the odds, and is the only one who sees them.
    pub in_full: bool,
    /// Whether whoever asks may know of every order: the GM, away from the thread.
    pub knows_all: bool,
}

/// Refusals that are shown one by one; further ones are counted.
const REFUSALS_SHOWN: usize = 10;

/// Doubts and hints that are shown one by one; further ones are counted.
const REMARKS_SHOWN: usize = 12;

/// Lines about what was taken; nobody has so many squads that they would need more.
const LINES_SHOWN: usize = 150;

/// Answers a post. Fiction gets no answer.
pub fn answer(asked: &Asked<'_>) -> Option<Answer> {
    let post = asked.posts.get(asked.post)?;
    if post.orders.is_empty() && post.diagnostics.is_empty() {
        return None;
    }
    let mut lines = taken(asked, post);
    let notes = asked.collected.posts.get(asked.post).map(|it| it.notes.as_slice()).unwrap_or_default();
    let mut said: Vec<&Diagnostic> = post.diagnostics.iter().chain(notes.iter().map(|it| &it.diagnostic)).collect();
    said.sort_by_key(|it| it.span.start);
    lines.extend(remarks(asked, &said, Severity::Warning));
    lines.sort_by_key(|it| it.mark);
    let lines_of_orders = lines.len();
    if LINES_SHOWN < lines_of_orders {
        lines.truncate(LINES_SHOWN);
        lines.push(say_more(Mark::Taken, lines_of_orders - LINES_SHOWN, "was taken as well", "were taken as well"));
    }
    lines.extend(refusals(asked, &said));
    lines.extend(remarks(asked, &said, Severity::Hint));
    let reaction = match lines.iter().map(|it| it.mark).filter(|it| *it != Mark::Hint).max() {
        Some(Mark::Refused) => Reaction::Refused,
        Some(Mark::Doubtful) => Reaction::Doubtful,
        Some(Mark::Taken | Mark::Hint) => Reaction::Taken,
        None if post.orders.is_empty() => Reaction::Nothing,
        None => Reaction::Taken,
    };
    let orders = &asked.collected.orders;
    Some(Answer {
        reaction,
        lines,
        without_orders: without_orders(asked.battle, orders, post.poster),
        command: command(asked, post.poster),
    })
}

/// What dice may make of a post's orders, in numbers.
pub fn foretell(asked: &Asked<'_>) -> Vec<Foretold> {
    let Some(post) = asked.posts.get(asked.post) else { return Vec::new() };
    let foresight = Foresight::of(asked);
    let forecast = foresight.forecast(asked, post.poster);
    let in_force = asked.collected.posts.get(asked.post).map(|it| it.orders.as_slice()).unwrap_or_default();
    let orders = post.orders.iter().zip(in_force).filter(|it| *it.1);
    orders.flat_map(|(it, _)| forecast.foretell(&it.given.order)).collect()
}

/// **L-1** Says how a squad's nerve stands. Nothing of what is asked is a post.
pub fn nerve(asked: &Asked<'_>, squad: SquadId, asker: Poster) -> Answer {
    let line = Foresight::of(asked).forecast(asked, asker).nerve(squad);
    Answer { reaction: Reaction::Taken, lines: vec![line], without_orders: Vec::new(), command: Vec::new() }
}

/// **L-1** The same in numbers.
pub fn foretell_nerve(asked: &Asked<'_>, squad: SquadId, asker: Poster) -> Option<Foretold> {
    Foresight::of(asked).forecast(asked, asker).foretell_nerve(squad)
}

/// The answer to a question that can't be answered.
pub fn refusal(why: &Diagnostic) -> Answer {
    let line = AnswerLine { mark: Mark::Refused, squad: None, text: why.to_string() };
    Answer { reaction: Reaction::Refused, lines: vec![line], without_orders: Vec::new(), command: Vec::new() }
}

/// The orders that count, with what they would come to, and those that don't any more.
fn taken(asked: &Asked<'_>, post: &Accepted) -> Vec<AnswerLine> {
    let in_force = asked.collected.posts.get(asked.post).map(|it| it.orders.as_slice()).unwrap_or_default();
    let foresight = Foresight::of(asked);
    let forecast = foresight.forecast(asked, post.poster);
    let mut lines = Vec::new();
    for (order, (numbered, counts)) in post.orders.iter().zip(in_force).enumerate() {
        if *counts {
            lines.extend(forecast.tell(&numbered.given.order));
        } else if is_replaced_elsewhere(asked, Placed { post: asked.post, order }) {
            lines.push(replaced(asked.battle, &numbered.given.order));
        }
    }
    lines
}

fn is_replaced_elsewhere(asked: &Asked<'_>, at: Placed) -> bool {
    let others = asked.collected.posts.iter().enumerate().filter(|(n, _)| *n != asked.post);
    others.flat_map(|(_, it)| &it.notes).any(|it| it.replaced == Some(at))
}

fn replaced(battle: &Battle, order: &Order) -> AnswerLine {
    let squad = order.squad().map(|it| battle.setup().squad(it).name.clone());
    let text = format!("the order to {} is replaced by another post.", say::told(battle, order));
    AnswerLine { mark: Mark::Hint, squad, text }
}

// Doubts or hints, the first of them one by one.
fn remarks(asked: &Asked<'_>, said: &[&Diagnostic], severity: Severity) -> Vec<AnswerLine> {
    let all: Vec<&&Diagnostic> = said.iter().filter(|it| it.severity == severity).collect();
    let mut lines: Vec<AnswerLine> = all.iter().take(REMARKS_SHOWN).map(|it| remark(asked, it)).collect();
    let more = all.len().saturating_sub(REMARKS_SHOWN);
    if let Some(last) = lines.last().filter(|_| 0 < more) {
        lines.push(say_more(last.mark, more, "remark like this", "remarks like these"));
    }
    lines
}

fn say_more(mark: Mark, more: usize, one: &str, many: &str) -> AnswerLine {
    AnswerLine { mark, squad: None, text: format!("{more} more {}.", if more == 1 { one } else { many }) }
}

fn remark(asked: &Asked<'_>, diagnostic: &Diagnostic) -> AnswerLine {
    let mark = if diagnostic.severity == Severity::Hint { Mark::Hint } else { Mark::Doubtful };
    let (line, _) = diagnostic.place(asked.text);
    AnswerLine { mark, squad: None, text: format!("line {line}: {diagnostic}") }
}

fn refusals(asked: &Asked<'_>, said: &[&Diagnostic]) -> Vec<AnswerLine> {
    let refused: Vec<&&Diagnostic> = said.iter().filter(|it| it.severity == Severity::Error).collect();
    let line = |text: String| AnswerLine { mark: Mark::Refused, squad: None, text };
    let mut lines: Vec<AnswerLine> =
        refused.iter().take(REFUSALS_SHOWN).map(|it| line(marked(it, asked.text))).collect();
    let more = refused.len().saturating_sub(REFUSALS_SHOWN);
    if 0 < more {
        lines.push(line(format!("{more} more were refused.")));
    }
    lines
}

/// The line of a post that a diagnostic is about, its words marked, and the message below.
///
/// Letter for letter the line is as long as it was written, but it calls nobody, leads nowhere and closes no block that it
/// is shown in; of a long one
/// only what stands around the words is shown.
fn marked(diagnostic: &Diagnostic, text: &str) -> String {
    const LETTERS_SHOWN: usize = 60;
    const LETTERS_BEFORE: usize = 20;
    let (number, column) = diagnostic.place(text);
    let line = text.lines().nth(number.saturating_sub(1)).unwrap_or_default();
    let marked = text.get(diagnostic.span.clone()).and_then(|it| it.lines().next()).unwrap_or_default().chars().count();
    let before = column.saturating_sub(1);
    let skipped = if line.chars().count() <= LETTERS_SHOWN { 0 } else { before.saturating_sub(LETTERS_BEFORE) };
    let cut = if skipped == 0 { "" } else { "…" };
    let excerpt: String = line.chars().skip(skipped).take(LETTERS_SHOWN).map(quiet).collect();
    let more = if line.chars().nth(skipped + LETTERS_SHOWN).is_some() { "…" } else { "" };
    let head = format!("line {number}: {cut}");
    let indent = head.chars().count() + before - skipped;
    let length = marked.min((skipped + LETTERS_SHOWN).saturating_sub(before)).max(1);
    format!("{head}{excerpt}{more}\n{:indent$}{} {diagnostic}", "", "^".repeat(length))
}

/// A letter that takes as much room and does nothing.
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
        it if it.is_control() || say::is_unseen(it) => '·',
        it => it,
    }
}

fn without_orders(battle: &Battle, orders: &Orders, poster: Poster) -> Vec<String> {
    let Poster::Seat(seat) = poster else { return Vec::new() };
    let is_owed = |it: &SquadId| {
        battle.setup().squad(*it).seat == Some(seat) && battle.is_on_map(*it) && !orders.has_any_for(*it)
    };
    let owed = battle.setup().squad_ids().filter(is_owed);
    owed.map(|it| battle.setup().squad(it).name.clone()).collect()
}

fn command(asked: &Asked<'_>, poster: Poster) -> Vec<(String, u8, u8)> {
    let setup = asked.battle.setup();
    let seat = match poster {
        Poster::Seat(seat) => Some(seat),
        Poster::Gm => None,
    };
    let pools = setup.casters.iter().zip(&asked.collected.cp_left).filter(|(it, _)| it.seat == seat && 0 < it.cp_max);
    pools.map(|(it, left)| (it.name.clone(), *left, it.cp_max)).collect()
}

#[cfg(test)]
mod tests;
