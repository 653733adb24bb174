//! Names fit to be shown, and the short labels that stand for them on a map.

use std::collections::BTreeSet;

use crate::line::battle::Side;
use crate::post::names::{initials, plain_letters};

/// A name from outside without what could spoil a line, at most `max` letters long.
pub(crate) fn clean(name: &str, max: usize) -> String {
    let shown = |it: char| if it == '`' { '\'' } else { it };
    let kept: String = name.chars().map(|it| if it.is_whitespace() { ' ' } else { it }).filter(is_harmless).collect();
    let words: Vec<&str> = kept.split_whitespace().collect();
    match words.join(" ") {
        name if name.is_empty() => "unnamed".to_owned(),
        name => cut(&name.chars().map(shown).collect::<String>(), max),
    }
}

/// Control characters, marks that turn the direction of writing, and what XML can't hold are not.
fn is_harmless(letter: &char) -> bool {
    let turns = matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !letter.is_control() && !turns && !matches!(letter, '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

/// At most `max` letters, the last an ellipsis if there were more.
pub(super) fn cut(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    let kept: String = text.chars().take(max.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// A label of one to four letters for each name, all different: `Alpha` is A, `Slugga Boyz 1` is SB1.
pub(super) fn labels(names: &[&str]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    names.iter().map(|name| label(name, &mut taken)).collect()
}

fn label(name: &str, taken: &mut BTreeSet<String>) -> String {
    let initials = initials(name);
    let two: String = plain_letters(name).take(2).collect();
    let numbered = (2..).map(|n| format!("{}{n}", initials.trim_end_matches(|it: char| it.is_ascii_digit())));
    let chosen = [initials.clone(), two]
        .into_iter()
        .chain(numbered)
        .find(|it| !it.is_empty() && !taken.contains(it))
        .expect("there are more numbers than squads");
    taken.insert(chosen.clone());
    chosen
}

/// One letter for each squad, for a map made of letters: capitals for the players, small ones for the enemy. The name's
/// own letters are tried first; when all are used, `@` and `$` stand for the rest.
pub(super) fn letters(squads: &[(&str, Side)]) -> Vec<char> {
    let mut taken = BTreeSet::new();
    squads.iter().map(|(name, side)| letter(name, *side, &mut taken)).collect()
}

fn letter(name: &str, side: Side, taken: &mut BTreeSet<char>) -> char {
    let (first, fallback) = match side {
        Side::Players => ('A', '@'),
        Side::Enemy => ('a', '$'),
    };
    let cased = |it: char| if side == Side::Players { it.to_ascii_uppercase() } else { it.to_ascii_lowercase() };
    let own = name.chars().filter(char::is_ascii_alphabetic).map(cased);
    let any = (0..26).map(|n| char::from(first as u8 + n)).chain('1'..='9');
    let chosen = own.chain(any).find(|it| !taken.contains(it)).unwrap_or(fallback);
    taken.insert(chosen);
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_made_of_initials_and_the_number() {
        let names =
            ["Alpha", "Slugga Boyz 1", "Slugga Boyz 2", "Alfa", "A_3", "Heavy team", "漢字", "Alp", "1st", "Nob"];
        assert_eq!(labels(&names), ["A", "SB1", "SB2", "Al", "A3", "HT", "S", "A2", "1", "N"]);
    }

    #[test]
    fn labels_differ_however_alike_the_names_are() {
        let names = vec!["Boyz"; 300];
        let labels = labels(&names);
        assert_eq!(labels.iter().collect::<BTreeSet<_>>().len(), 300);
    }

    #[test]
    fn a_letter_comes_from_the_name_and_its_case_from_the_side() {
        let squads =
            [("Alpha", Side::Players), ("Alfa", Side::Players), ("Boyz", Side::Enemy), ("Bravo", Side::Players)];
        assert_eq!(letters(&squads), ['A', 'L', 'b', 'B']);
        let many = vec![("Boyz", Side::Enemy); 40];
        assert_eq!(letters(&many).last(), Some(&'$'));
    }

    #[test]
    fn a_name_is_cleaned_and_cut() {
        assert_eq!(clean("  The\tBig\u{7}\u{202e}\n One ", 40), "The Big One");
        assert_eq!(clean("```js", 40), "'''js");
        assert_eq!(clean("\u{0}", 40), "unnamed");
        assert_eq!(clean("Ünder the old bridge", 10), "Ünder the…");
    }
}
