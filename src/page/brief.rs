//! Sentences of a brief: what has changed since a player last looked.

use crate::page::words::list;
use crate::page::{Bold, Report, Rich, Style};

/// The heading of a brief.
pub fn heading(round: u16) -> Rich {
    Rich::plain(format!("Since you last looked · round {round} is open"))
}

/// A round that was closed: its number, its summary without what was owed next, and the sentences about the player's
/// own squads. `squads` are the names of all squads, and whether each is the player's own.
pub fn round(report: &Report, squads: &[(&str, bool)]) -> Vec<Rich> {
    let first = Rich::said(format_args!("{}", Bold(format_args!("Round {} was closed.", report.round))));
    let asked = report.short.len().saturating_sub(1);
    let is_own = |it: &&Rich| tells_of_own(it.text(), squads);
    let about_own = report.story().into_iter().filter(is_own);
    std::iter::once(first).chain(report.short[..asked].iter().chain(about_own).cloned()).collect()
}

pub fn changed(text: &str) -> Rich {
    let mut out = Rich::plain("The GM changed the battle by hand: ");
    out.marked(Style::Code, |out| out.push(text));
    out
}

pub fn undone(round: u16) -> Rich {
    Rich::plain(format!("The GM took something back; round {round} was open again."))
}

pub fn seated(seat: &str) -> Rich {
    Rich::said(format_args!("Somebody took the seat {}.", Bold(seat)))
}

/// The number of posts. `None` if there are none.
pub fn posts(posts: u32) -> Option<Rich> {
    let count = crate::diagnostic::count(posts, "post was written or edited", "posts were written or edited");
    (0 < posts).then(|| Rich::plain(format!("{count}.")))
}

pub fn nothing() -> Rich {
    Rich::plain("Nothing has changed.")
}

/// Whether the player owes orders, and for which squads.
pub fn owed(squads: &[String], has_squads: bool) -> Rich {
    if !squads.is_empty() {
        return Rich::said(format_args!("You owe orders for {}.", list(squads, Bold)));
    }
    Rich::plain(if has_squads { "All your squads have orders." } else { "You have no squad on the map." })
}

/// When the round closes.
pub fn deadline(at: i64) -> Rich {
    let mut out = Rich::plain("The round closes ");
    out.moment(at);
    out.push(".");
    out
}

/// Whether a text names one of the player's own squads. `names` are those of all squads, and whether each is the
/// player's own. Where several names fit, the longest counts. A part of a word or of another name doesn't count: Slugga
/// Boyz aren't Boyz.
pub(crate) fn tells_of_own(text: &str, names: &[(&str, bool)]) -> bool {
    let is_letter = char::is_alphanumeric;
    let (mut rest, mut is_in_word) = (text, false);
    while let Some(first) = rest.chars().next() {
        let is_here = |name: &str| rest.strip_prefix(name).is_some_and(|behind| !behind.starts_with(is_letter));
        let here = names.iter().filter(|it| !is_in_word && is_here(it.0)).max_by_key(|it| it.0.len());
        if here.is_some_and(|it| it.1) {
            return true;
        }
        let (read, behind) = rest.split_at(here.map_or(0, |it| it.0.len()).max(first.len_utf8()));
        (rest, is_in_word) = (behind, read.ends_with(is_letter));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::tells_of_own;

    #[test]
    fn a_squad_whose_name_is_part_of_anothers_is_not_told_of_with_it() {
        let names = [("Boyz", true), ("Slugga Boyz 1", false), ("Boyz 2", false), ("Ölaf", true)];
        for told in ["Boyz fired", "fired at Boyz.", "Slugga Boyz 1 and Boyz's guns", "(Boyz 1 fell)", "to Ölaf"] {
            assert!(tells_of_own(told, &names), "{told}");
        }
        for told in ["", "Slugga Boyz 1 fired", "Boyz 2: 3 hit", "Boyzone", "éBoyz", "Fölaf, Ölafs"] {
            assert!(!tells_of_own(told, &names), "{told}");
        }
    }
}
