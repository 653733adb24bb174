//! Sentences of a brief: what changed for somebody since they last looked.

use crate::page::words::list;
use crate::page::{Bold, Report, Rich, Style, deadline_at};

/// What stands above it.
pub fn heading(round: u16) -> Rich {
    Rich::plain(format!("Since you last looked · round {round} is open"))
}

/// A round that was closed: its number, the short of it without what it asked for next, and what became of their own squads.
pub fn round(report: &Report, own: &[&str]) -> Vec<Rich> {
    let first = Rich::said(format_args!("{}", Bold(format_args!("Round {} was closed.", report.round))));
    let asked = report.short.len().saturating_sub(1);
    let is_own = |it: &&Rich| own.iter().any(|name| it.text().contains(name));
    let about_own = report.story().into_iter().filter(is_own);
    std::iter::once(first).chain(report.short[..asked].iter().chain(about_own).cloned()).collect()
}

/// The GM changed the battle by hand.
pub fn changed(text: &str) -> Rich {
    let mut out = Rich::plain("The GM changed the battle by hand: ");
    out.marked(Style::Code, |out| out.push(text));
    out
}

/// Something was taken back.
pub fn undone(round: u16) -> Rich {
    Rich::plain(format!("The GM took something back; round {round} was open again."))
}

/// Somebody sat down.
pub fn seated(seat: &str) -> Rich {
    Rich::said(format_args!("Somebody took the seat {}.", Bold(seat)))
}

/// How many posts there were, if any.
pub fn posts(posts: u32) -> Option<Rich> {
    let count = crate::diagnostic::count(posts, "post was written or edited", "posts were written or edited");
    (0 < posts).then(|| Rich::plain(format!("{count}.")))
}

/// There is no news.
pub fn nothing() -> Rich {
    Rich::plain("Nothing has changed.")
}

/// Whether they owe orders, and for which squads.
pub fn owed(squads: &[String], has_squads: bool) -> Rich {
    if !squads.is_empty() {
        return Rich::said(format_args!("You owe orders for {}.", list(squads, Bold)));
    }
    Rich::plain(if has_squads { "All your squads have orders." } else { "You have no squad on the map." })
}

/// When the round closes.
pub fn deadline(at: i64) -> Rich {
    let deadline = deadline_at(at);
    let mut out = Rich::plain("The round closes ");
    out.marked(Style::Moment(at), |out| out.push(&deadline.words));
    out.push(".");
    out
}
