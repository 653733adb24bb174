//! The sentences about posts and order lines in every game, one function each.
//!
//! Text that a player wrote is echoed only through [`harmless`].

use std::ops::Range;

use crate::diagnostic::{Diagnostic, count, is_unseen, join, one_of, sentences};

use super::english::Never;
use super::{LETTERS_MAX, ORDERS_MAX};

type Span = Range<usize>;

/// A player's words made safe to repeat: without mentions, links and formatting, and cut to a short length.
pub fn harmless(written: &str) -> String {
    const LETTERS_SHOWN: usize = 40;
    let is_loud = |it: &char| {
        !it.is_ascii_alphanumeric() && (it.is_control() || is_unseen(*it) || "@<>#*_~|`\\[]/\"“”„".contains(*it))
    };
    let mut letters = written.chars().map(|it| if it.is_whitespace() { ' ' } else { it }).filter(|it| !is_loud(it));
    let mut shown: String = letters.by_ref().take(LETTERS_SHOWN).collect();
    if letters.next().is_some() {
        shown.push('…');
    }
    shown.trim().to_owned()
}

sentences! {
    post_too_long() error: "only the first {LETTERS_MAX} letters of a post are read, and this one is longer"
        => "Post the rest separately.";
    /// A post with more orders than are read.
    too_many_orders() error: "only the first {ORDERS_MAX} orders of a post are read, and this one has more";
    /// A fence without an end.
    unclosed_fence(is_orders: bool) hint: "this block is never closed, so all lines below it are read as {}",
        if is_orders { "orders" } else { "fiction" }
        => "Close it with a line of three backticks.";
    missing_prefix(prefix: &str) hint: "this reads like an order but is taken as fiction"
        => "Begin the line with {prefix} to make it one.";
    /// A line below an order that would correct it if it had the prefix.
    correction_without_prefix(prefix: &str) hint:
        "this sounds like a correction of the order above it, but is taken as fiction"
        => "Edit the order itself, or write it as it should be on a line that begins with {prefix}.";
    /// A word for one squad, where several were given orders.
    which_of_several(written: &str) error: "\"{}\" could be any of the squads named before", harmless(written)
        => "Name the one you mean.";
    /// The prefix with nothing behind it.
    empty_line() error: "there is no order on this line";
    /// `instead` in an order that costs something or can't be taken back.
    instead_of_what() error: "this doesn't say what it replaces, so none of it is taken, and earlier orders stand"
        => "Withdraw the earlier order, then write this without \"instead\".";
    /// `instead` in an order that replaces none of the same post.
    instead_of_same() warning: "this replaces earlier orders of the same kind, and all other earlier orders stand"
        => "To drop those too, withdraw them first.";
    /// A line that takes back the one above it.
    taken_back(orders: &[String]) warning: "this takes back {}", quoted_orders(orders);
    /// An order to another squad, on a line that takes back the one above it.
    not_in_its_place() error: "this gives somebody else an order instead, so that order isn't taken"
        => "Write it on a line of its own.";
    /// The orders that were taken, in canonical form.
    in_short(orders: &[String]) hint: "in short, {}", quoted_orders(orders);
    /// The prefix stands within a line.
    prefix_within(prefix: &str) hint:
        "this reads like an order but doesn't begin its line, so it is taken as fiction"
        => "Put {prefix} at the beginning of a line to make it one.";
    /// An order behind a prefix that is doubled, and a blank.
    prefix_and_blank(prefix: &str) hint:
        "this reads like an order, but after more than one {prefix} and a space it is taken as an exclamation"
        => "Begin the line with one {prefix} to make it one.";
    /// Orders in a block that isn't labelled as orders.
    in_other_block() hint: "this reads like an order but is in a block of fiction"
        => "Begin the block with ```orders, or put the line outside of it.";
    /// An order that is hidden, or stands below a mark that quotes the rest of the post.
    veiled_order() hint: "this reads like an order, but hidden or quoted text is never one"
        => "Put it outside of that. \">>>\" quotes all lines up to the end of the post.";
    /// Hidden text that would be part of the order around it.
    veiled_part() hint: "hidden text is not part of the order" => "To include it, remove the marks.";
    /// A quotation without an end.
    unclosed_quotation() hint: "this quotation is never closed, so everything below it is taken as quoted"
        => "Close it with [/quote].";
    /// Struck or hidden text without an end.
    unclosed_veil() hint: "this mark is never closed, so the rest of its line isn't read as an order"
        => "Close it, or leave it out.";
    /// An order that continues one that depends on something.
    goes_on_with_refused() error: "this continues an order that isn't taken, so it isn't taken either"
        => "Write it as an order of its own, if it is to be done anyway.";
    /// A line that was taken without some of its words.
    left_out(orders: &[String], written: &[&str]) warning: "taken as {}, without {}",
        quoted_orders(orders), quoted(written);
    /// A line with two different readings.
    two_readings(readings: [String; 2]) error: "this could be {}", one_of(&readings) => "Write it as one of them.";
}

/// How many names a remedy lists.
pub const LISTED_MAX: usize = 6;

/// A text that fits several names.
pub fn ambiguous<'n>(span: Span, written: &str, candidates: impl IntoIterator<Item = &'n str>) -> Diagnostic {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let listed = candidates.get(..LISTED_MAX).unwrap_or(&candidates);
    let more = if listed.len() < candidates.len() { ", among others" } else { "" };
    let message = format!("\"{}\" could be {}{more}", harmless(written), one_of(listed));
    Diagnostic::error(span, message).with_help("Write more of the name.")
}

/// The beginning of a remedy that suggests a name.
pub const DID_YOU_MEAN: &str = "Did you mean";

/// A remedy that suggests the nearest names, or `or` if there are none.
pub fn did_you_mean(nearest: &[&str], or: &str) -> String {
    if nearest.is_empty() { or.to_owned() } else { format!("{DID_YOU_MEAN} {}?", one_of(nearest)) }
}

/// The first few hints. The last of them says how many more there are.
pub fn few_hints(mut hints: Vec<Diagnostic>) -> Vec<Diagnostic> {
    const SHOWN: usize = 8;
    let more = hints.len().saturating_sub(SHOWN);
    hints.truncate(SHOWN);
    if let Some(last) = hints.last_mut().filter(|_| 0 < more) {
        let lines = count(more as u64, "line", "lines");
        last.help = Some(format!("{} The same goes for {lines} more.", last.help.take().unwrap_or_default()));
    }
    hints
}

/// A line with mended words, each as it was written and as it was read.
pub fn taken_as(span: Span, orders: &[String], words: &[(&str, String)]) -> Diagnostic {
    let one = |(written, meant): &(&str, String)| format!("\"{}\" read as \"{}\"", harmless(written), harmless(meant));
    let words: Vec<String> = words.iter().map(one).collect();
    // A misspelt word that adds nothing to the order isn't named: `right awya`.
    let with = if words.is_empty() { String::new() } else { format!(", with {}", join(&words, "and")) };
    Diagnostic::warning(span, format!("taken as {}{with}", quoted_orders(orders)))
}

/// The remedy for a correction that isn't understood.
pub const STANDS: &str = "The order above it stands until you edit it or withdraw it.";

/// A line that corrects an order, with the remarks beside the correction.
pub fn corrected(span: Span, orders: &[String], remarks: &[&str]) -> Diagnostic {
    let beside = match remarks {
        [] => String::new(),
        _ => format!(", without {}", quoted(remarks)),
    };
    Diagnostic::warning(span, format!("taken as {}, as corrected here{beside}", quoted_orders(orders)))
}

fn quoted(written: &[&str]) -> String {
    let written: Vec<String> = written.iter().map(|it| format!("\"{}\"", harmless(it))).collect();
    join(&written, "and")
}

/// A remedy that offers what a refused line may mean.
pub fn perhaps_meant(orders: &[String]) -> String {
    format!("Did you mean {}? Then write that.", quoted_orders(orders))
}

fn quoted_orders(orders: &[String]) -> String {
    const SHOWN: usize = 4;
    let mut quoted: Vec<String> = orders.iter().take(SHOWN).map(|it| format!("\"{}\"", it.replace('"', "'"))).collect();
    if SHOWN < orders.len() {
        quoted.push(format!("{} more", orders.len() - SHOWN));
    }
    join(&quoted, "and")
}

/// A word that rules out that the words around it are an order. Without a reason, it is a question.
pub fn never(span: Span, why: Option<Never>) -> Diagnostic {
    let (message, help) = match why {
        None => ("a question is not an order", Some("To make it one, leave the question mark out.")),
        Some(Never::Condition) => {
            ("orders can't be conditional: nobody knows what happens before the dice are rolled", None)
        }
        Some(Never::Negation) => ("orders say what is done, not what isn't", Some("To do nothing, write \"hold\".")),
        Some(Never::Doubt) => {
            ("this sounds undecided, so none of it is taken", Some("Write it as a plain order once you have decided."))
        }
        Some(Never::Choice) => ("an order can't leave a choice open", Some("Name one of the two.")),
        Some(Never::But) => (
            "this could take something back or add something, so none of it is taken",
            Some("Put a ; before a further order, and name what is meant, not what isn't."),
        ),
        Some(Never::Later) => (
            "orders are for this round only",
            Some("Say what to do this round, or post it again when that round is open."),
        ),
        Some(Never::Past) => {
            ("this tells what happened, which is not an order", Some("Orders say what to do: shoot, move, hold."))
        }
        Some(Never::Correction) => (
            "this takes back part of its own line: none of the line is taken, and earlier orders stand",
            Some("Write the line as it should be."),
        ),
        Some(Never::Part) => ("an order is for a whole squad", None),
        Some(Never::Repeat) => ("orders aren't repeated automatically", Some("Write the order out once more.")),
    };
    Diagnostic { help: help.map(str::to_owned), ..Diagnostic::error(span, message) }
}
