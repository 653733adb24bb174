//! Names fit to be shown, and the short labels that stand for them on a map.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Deref;

use crate::line::battle::Side;

/// The longest name of a squad or objective that is shown whole.
const NAME_MAX: usize = 40;
/// The same for a title.
const TITLE_MAX: usize = 60;

/// A name as it may be shown: on one line, harmless, and not too long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    /// What a squad, a hero or a place is called.
    pub fn new(text: &str) -> Name {
        Name(clean(text, NAME_MAX))
    }

    /// What a battle is called.
    pub fn title(text: &str) -> Name {
        Name(clean(text, TITLE_MAX))
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What stands for a squad where its name has no room. No other squad of the picture has the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// On a picture.
    pub(super) text: String,
    /// On a map made of letters.
    pub(super) letter: char,
}

/// The labels of all the squads of a picture, by their names and sides.
pub fn labels(squads: &[(Name, Side)]) -> Vec<Label> {
    let names: Vec<&str> = squads.iter().map(|it| &*it.0).collect();
    let sides: Vec<(&str, Side)> = squads.iter().map(|it| (&*it.0, it.1)).collect();
    initials_of(&names).into_iter().zip(letters(&sides)).map(|(text, letter)| Label { text, letter }).collect()
}

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
fn cut(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    let kept: String = text.chars().take(max.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// A label of one to four letters for each name, all different: `Alpha` is A, `Slugga Boyz 1` is SB1.
fn initials_of(names: &[&str]) -> Vec<String> {
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

/// The first letters of up to two words, and the number at the end if there is one.
fn initials(name: &str) -> String {
    let words: Vec<&str> = name.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty()).collect();
    let is_number = |it: &&str| it.len() <= 2 && it.bytes().all(|it| it.is_ascii_digit());
    let number = words.last().copied().filter(|it| words.len() > 1 && is_number(it));
    let spoken = &words[..words.len() - usize::from(number.is_some())];
    let letters = spoken.iter().take(2).filter_map(|it| plain_letters(it).next()).collect::<String>().to_uppercase();
    let letters = if letters.is_empty() { "S".to_owned() } else { letters };
    format!("{letters}{}", number.unwrap_or_default())
}

/// The letters of a name that the map's font has.
fn plain_letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|it| it.is_alphanumeric() && *it < '\u{250}')
}

/// One letter for each squad, for a map made of letters: capitals for the players, small ones for the enemy. The name's
/// own letters are tried first; when all are used, `@` and `$` stand for the rest.
fn letters(squads: &[(&str, Side)]) -> Vec<char> {
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
        assert_eq!(initials_of(&names), ["A", "SB1", "SB2", "Al", "A3", "HT", "S", "A2", "1", "N"]);
    }

    #[test]
    fn labels_differ_however_alike_the_names_are() {
        let names = vec!["Boyz"; 300];
        let labels = initials_of(&names);
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
