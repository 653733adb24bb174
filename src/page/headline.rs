//! Sentences short enough to stand under what they tell.

use crate::diagnostic::{capitalised, join};
use crate::page::{ReportLine, Style};

/// Letters of the longest headline.
pub const HEADLINE_MAX: usize = 70;

/// The first of some sentences that is short enough; if none is, as much of the last as there is room for.
pub(crate) fn headline(forms: impl IntoIterator<Item = String>) -> String {
    let mut last = String::new();
    for form in forms {
        if form.chars().count() <= HEADLINE_MAX {
            return form;
        }
        last = form;
    }
    cut(&last, HEADLINE_MAX)
}

/// As many names as leave `room` letters for the rest of the headline: `Otter, Lantern and 3 more`.
pub(crate) fn some_of(names: &[&str], room: usize) -> String {
    let listed = |shown: usize| match names.len() - shown {
        0 => join(names, "and"),
        more => format!("{} and {more} more", names[..shown].join(", ")),
    };
    let fits = |it: &String| it.chars().count() + room <= HEADLINE_MAX;
    (1..=names.len()).rev().map(listed).find(fits).unwrap_or_else(|| format!("{} squads", names.len()))
}

/// A headline, or as much as there is room for of what some lines tell: first those with something that somebody has to live
/// with, which is bold.
pub(crate) fn headline_of(told: Option<String>, lines: &[&ReportLine]) -> String {
    let mut lines = lines.to_vec();
    lines.sort_by_key(|it| it.text.spans().all(|it| it.style != Some(Style::Bold)));
    let gists = || news(&lines.iter().map(|it| gist(it.text.text())).collect::<Vec<_>>());
    told.map_or_else(gists, |it| capitalised(&it))
}

/// As much of some news as there is room for: `The enemy takes the ford; 2 more`.
fn news(all: &[String]) -> String {
    let shown = |n: usize| {
        let more = if n < all.len() { format!("; {} more", all.len() - n) } else { String::new() };
        capitalised(&format!("{}{more}", all[..n].join("; ")))
    };
    headline((1..=all.len()).rev().map(shown).chain([capitalised(&all[0])]))
}

/// What a line tells in short: as many of its sentences as there is room for, or else a clause, or who did what and what came
/// of it. What stands in brackets is for those who ask why.
fn gist(line: &str) -> String {
    let text = without_brackets(line);
    let text = text.trim_end_matches('.');
    let until = |is_end: fn(&str) -> bool| text.match_indices(' ').map(|it| &text[..it.0]).filter(move |it| is_end(it));
    let longest = |is_end: fn(&str) -> bool| {
        let mut short = until(is_end).chain([text]).filter(|it| (12..=HEADLINE_MAX).contains(&it.chars().count()));
        Some(short.next_back()?.trim_end_matches(['.', ';']).to_owned())
    };
    let came = || {
        let sentence = until(ends_sentence).next().unwrap_or(text).trim_end_matches('.');
        match deed(sentence).zip(sentence.rsplit_once(": ")) {
            Some((deed, (_, came))) => headline(deed.map(|it| format!("{it}: {came}"))),
            None => cut(text, HEADLINE_MAX),
        }
    };
    longest(ends_sentence).or_else(|| longest(|it| it.ends_with(';'))).unwrap_or_else(came)
}

/// Whether it ends as a sentence does, and not as `Lt.`
fn ends_sentence(text: &str) -> bool {
    let last = text.rsplit(' ').next().unwrap_or_default();
    let is_abbreviated = last.starts_with(char::is_uppercase) && last.chars().count() < 6;
    text.ends_with(['!', '?']) || (text.ends_with('.') && !is_abbreviated)
}

/// Who did what, before what it came to, with what they did it and without: `Alpha fired at Boyz`.
pub(crate) fn deed(line: &str) -> Option<[&str; 2]> {
    let (deed, _) = line.split_once(": ")?;
    Some([deed, deed.split_once(" with ").map_or(deed, |it| it.0)])
}

fn without_brackets(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut parts = words.split(" (");
    let first = parts.next().unwrap_or_default();
    parts.fold(first.to_owned(), |out, it| out + it.split_once(')').map_or(it, |it| it.1))
}

/// The form of a verb that goes with a name: `Kestrel fires`, `Mill Husks fire`.
pub(crate) fn does<'a>(is_plural: bool, one: &'a str, many: &'a str) -> &'a str {
    if is_plural { many } else { one }
}

/// Whether a squad's name is one of several: `Mill Husks`, `Ferrymen`, `The People of Saltmarket`, and not `Kestrel`, `Boss`
/// or `Boyz 2`.
pub(crate) fn is_plural(name: &str) -> bool {
    /// Words for several that don't end like most.
    const SEVERAL: [&str; 5] = ["men", "people", "folk", "dead", "those"];
    const ONE: [&str; 6] = ["ss", "us", "is", "as", "'s", "\u{2019}s"];
    let name = name.to_lowercase();
    // What comes behind says whose they are, or where.
    let head = [" of ", " from ", " in ", " at ", " behind "].iter().filter_map(|it| name.find(it)).min();
    let head = head.map_or(&name[..], |it| &name[..it]).trim_end();
    let is_several = SEVERAL.iter().any(|it| head.ends_with(it));
    is_several || head.ends_with(['s', 'z']) && !ONE.iter().any(|it| head.ends_with(it))
}

/// At most so many letters, cut between words if that leaves most of it.
fn cut(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    let kept: String = text.chars().take(max.saturating_sub(1)).collect();
    let words = kept.rfind(' ').filter(|it| 2 * it > kept.len()).map_or(&kept[..], |it| &kept[..it]);
    format!("{}…", words.trim_end_matches([' ', ',', ';', ':', '.']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_as_far_as_there_is_room() {
        let names = ["Wet Pikes", "Third Draft", "Mill Husks", "The Old Crawler from Beyond the Ridge"];
        assert_eq!(some_of(&names[..1], 20), "Wet Pikes");
        assert_eq!(some_of(&names[..2], 20), "Wet Pikes and Third Draft");
        assert_eq!(some_of(&names, 20), "Wet Pikes, Third Draft, Mill Husks and 1 more");
        assert_eq!(some_of(&names, 50), "Wet Pikes and 3 more");
        assert_eq!(some_of(&names, 60), "4 squads");
    }

    #[test]
    fn a_long_text_is_told_in_short() {
        let long = "The mist lifts over the ridge. Behind it, something large and slow is coming down the old road.";
        let fire = "Alpha fired at Lt. Cole's Own with Bolt-Action Rifle (in woods, +1 save): 8 shots, 5 hits: 2 downed. 3 could \
                    not fire: out of sight.";
        for (text, told) in [
            ("The mist lifts.", "The mist lifts"),
            (long, "The mist lifts over the ridge"),
            ("You leave the field (O-3).", "You leave the field"),
            (fire, "Alpha fired at Lt. Cole's Own with Bolt-Action Rifle: 2 downed"),
        ] {
            assert_eq!(gist(text), told);
        }
        let endless = "word ".repeat(40);
        assert!(gist(&endless).ends_with("word…") && gist(&endless).chars().count() <= HEADLINE_MAX);
        assert_eq!(headline(["x".repeat(99)]).chars().count(), HEADLINE_MAX);
    }

    #[test]
    fn verbs_agree_with_names() {
        let does = |name: &str| format!("{name} {}", does(is_plural(name), "fires", "fire"));
        let all = ["Kestrel", "Mill Husks", "Boss", "Slugga Boyz 2", "Rufus", "Straw Men"].map(does);
        let told = "Kestrel fires, Mill Husks fire, Boss fires, Slugga Boyz 2 fires, Rufus fires, Straw Men fire";
        assert_eq!(all.join(", "), told);
        assert!(is_plural("The People of Saltmarket") && is_plural("Those Behind the Washing"));
        assert!(!is_plural("King of the Hills"));
    }
}
