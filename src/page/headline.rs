//! Makes headlines: sentences short enough to be captions.

use crate::diagnostic::capitalised;
use crate::page::ReportLine;

/// The most letters that a headline may have.
pub const HEADLINE_MAX: usize = 70;

/// The first form that is short enough. If none is, the beginning of the last.
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

/// A deed with the first ending that fits. If none does, the deed alone.
pub(crate) fn ending(deed: &str, ends: impl IntoIterator<Item = String>) -> String {
    headline(ends.into_iter().map(|it| format!("{deed}{it}")).chain([deed.to_owned()]))
}

/// As many names as leave `room` letters for the rest of the headline: `Otter, Lantern and 3 more`.
pub(crate) fn some_of(names: &[&str], room: usize) -> String {
    let listed = |shown: usize| match (names, names.len() - shown) {
        ([only], _) => (*only).to_owned(),
        (_, 0) => format!("{} and {}", names[..shown - 1].join(", "), names[shown - 1]),
        (_, more) if shown == 0 => format!("{more} squads"),
        (_, more) => format!("{} and {more} more", names[..shown].join(", ")),
    };
    if names.is_empty() {
        return "nobody".to_owned();
    }
    let fitting = (1..=names.len()).rev().map(listed).find(|it| it.chars().count() + room <= HEADLINE_MAX);
    fitting
        .unwrap_or_else(|| if names.len() == 1 { cut(names[0], HEADLINE_MAX.saturating_sub(room)) } else { listed(0) })
}

/// Knows the names of those that headlines are about.
pub(crate) trait Named {
    type Who: Copy;

    fn name(&self, who: Self::Who) -> &str;

    /// Whether a name is plural.
    fn is_plural(&self, who: Self::Who) -> bool;

    /// A name and its verb, in the form that agrees with it.
    fn does(&self, who: Self::Who, one: &str, many: &str) -> String {
        format!("{} {}", self.name(who), does(self.is_plural(who), one, many))
    }

    fn some(&self, them: &[Self::Who], room: usize) -> String {
        some_of(&them.iter().map(|it| self.name(*it)).collect::<Vec<_>>(), room)
    }

    /// The headline of an arrival: those who come. If nobody does, the scenario's text, or the one that finds no room.
    fn arrival(&self, come: &[Self::Who], text: Option<&str>, waits: Option<Self::Who>) -> Option<String> {
        match (come, text) {
            ([], Some(text)) => Some(beginning(text)),
            ([], None) => {
                waits.map(|it| headline([self.does(it, "finds no room to arrive", "find no room to arrive")]))
            }
            ([one], _) => Some(headline([self.does(*one, "arrives", "arrive")])),
            (several, _) => Some(format!("{} arrive", self.some(several, 7))),
        }
    }
}

/// The headline of a line, or the beginning of the line if it has none.
pub(crate) fn headline_of(told: Option<String>, line: &ReportLine) -> String {
    capitalised(&told.filter(|it| !it.is_empty()).unwrap_or_else(|| beginning(line.text.text())))
}

/// The news about an objective: that it is contested now, or that its owner has changed. `taken` says what its new
/// owner did. `None` if nothing has changed.
pub(crate) fn objective_news<S: PartialEq>(
    name: &str,
    (was, was_contested): (Option<S>, bool),
    (is, is_contested): (Option<S>, bool),
    taken: impl FnOnce(S) -> String,
) -> Option<String> {
    match is {
        _ if is_contested && !was_contested => Some(format!("{name} {} contested", does(is_plural(name), "is", "are"))),
        Some(_) if is == was => None,
        Some(owner) => Some(taken(owner)),
        None => was.map(|_| format!("{name} is nobody's")),
    }
}

/// As much of the news as fits: `The enemy takes the ford; 2 more`.
pub(crate) fn news(all: &[String]) -> String {
    let shown = |n: usize| {
        let more = if n < all.len() { format!("; {} more", all.len() - n) } else { String::new() };
        capitalised(&format!("{}{more}", all[..n].join("; ")))
    };
    headline((1..=all.len()).rev().map(shown).chain([capitalised(&all[0])]))
}

/// The beginning of a text. It ends with a sentence or clause, if one is short enough.
pub(crate) fn beginning(text: &str) -> String {
    let text = text.split_whitespace().filter(|it| !cites_rule(it)).collect::<Vec<_>>().join(" ");
    let whole = text.trim_end_matches('.');
    if whole.chars().count() <= HEADLINE_MAX {
        return whole.to_owned();
    }
    let ends = |mark: &str| {
        text.find(mark).map(|it| &text[..it + mark.trim_end().trim_end_matches(['.', ',', ';', ':']).len()])
    };
    let sentences = [". ", "! ", "? ", "; ", ": "].iter().filter_map(|it| ends(it));
    let short = sentences.filter(|it| (12..=HEADLINE_MAX).contains(&it.chars().count()));
    short.max_by_key(|it| it.len()).map_or_else(|| cut(&text, HEADLINE_MAX), str::to_owned)
}

/// Whether a word only cites a rule: `(O-3)`, perhaps with a mark behind it. Headlines leave it out.
fn cites_rule(word: &str) -> bool {
    let inside = word.strip_prefix('(').and_then(|it| it.trim_end_matches(['.', ',', ';', ':']).strip_suffix(')'));
    let id = inside.and_then(|it| it.split_once('-'));
    id.is_some_and(|(chapter, number)| {
        let is_chapter = !chapter.is_empty() && chapter.chars().all(|it| it.is_ascii_uppercase());
        is_chapter && number.starts_with(|it: char| it.is_ascii_alphanumeric())
    })
}

/// The form of a verb that agrees with a name: `Kestrel fires`, `Mill Husks fire`.
pub(crate) fn does<'a>(is_plural: bool, one: &'a str, many: &'a str) -> &'a str {
    if is_plural { many } else { one }
}

/// Whether a squad's name is plural: `Mill Husks`, `Ferrymen`, `The People of Saltmarket`, but not `Kestrel`, `Boss` or
/// `Boyz 2`.
pub(crate) fn is_plural(name: &str) -> bool {
    /// Plurals that don't end with an s or z.
    const SEVERAL: [&str; 5] = ["men", "people", "folk", "dead", "those"];
    const ONE: [&str; 6] = ["ss", "us", "is", "as", "'s", "\u{2019}s"];
    let name = name.to_lowercase();
    // The words behind say whose or where they are.
    let head = [" of ", " from ", " in ", " at ", " behind "].iter().filter_map(|it| name.find(it)).min();
    let head = head.map_or(&name[..], |it| &name[..it]).trim_end();
    let is_several = SEVERAL.iter().any(|it| head.ends_with(it));
    is_several || head.ends_with(['s', 'z']) && !ONE.iter().any(|it| head.ends_with(it))
}

/// Shortens a text to at most `max` letters, between words if that leaves most of it.
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
    fn a_long_text_is_told_by_its_beginning() {
        assert_eq!(beginning("The mist lifts."), "The mist lifts");
        let long = "The mist lifts over the ridge. Behind it, something large and slow is coming down the old road.";
        assert_eq!(beginning(long), "The mist lifts over the ridge");
        assert_eq!(beginning("You leave the field (O-3)."), "You leave the field");
        let endless = "word ".repeat(40);
        assert!(beginning(&endless).ends_with("word…") && beginning(&endless).chars().count() <= HEADLINE_MAX);
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
