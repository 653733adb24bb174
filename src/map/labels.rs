//! The short labels of squads and heroes on a map.

use std::collections::BTreeSet;

use crate::post::names::{initials, plain_letters};

/// Puts squads or heroes in the order in which they get labels: those that are there when the battle begins, and then
/// those that wait in reserve. Thus no label reveals a reserve, and all labels stay the same when reserves arrive.
pub fn in_turn<T>(all: impl IntoIterator<Item = T>, waits: impl FnMut(&T) -> bool) -> Vec<T> {
    let mut all: Vec<T> = all.into_iter().collect();
    all.sort_by_cached_key(waits);
    all
}

/// The labels of a battle's squads, by their names, for a picture or a text map where a name has no room. No two are
/// the same, whatever their letter case.
pub fn labels<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    names.into_iter().map(|name| label(name, &mut taken)).collect()
}

/// A label: `Alpha` is A, `Slugga Boyz 1` is SB1. If the initials are taken, the first letter is tried with each other
/// letter of the name, and then numbers.
fn label(name: &str, taken: &mut BTreeSet<String>) -> String {
    let initials = initials(name);
    let letters: Vec<char> = plain_letters(name).collect();
    let pairs = letters.iter().skip(1).map(|it| letters.iter().take(1).chain([it]).collect::<String>());
    first_free(&initials, pairs, initials.trim_end_matches(|it: char| it.is_ascii_digit()), taken)
}

/// The first label that isn't taken: `letters`, then `others`, then `stem` with a number.
fn first_free(letters: &str, others: impl Iterator<Item = String>, stem: &str, taken: &mut BTreeSet<String>) -> String {
    let numbered = (2..).map(|n| format!("{stem}{n}"));
    let mut all = std::iter::once(letters.to_owned()).chain(others).chain(numbered);
    all.find(|it| !it.is_empty() && taken.insert(it.to_uppercase())).expect("there are more numbers than names")
}

/// The letters on the stars of a battle's heroes, by their names. They are empty for a name without letters; of the
/// others, no two are the same, whatever their letter case.
pub fn star_marks<'a>(heroes: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    heroes.into_iter().map(|name| star_mark(name, &mut taken)).collect()
}

/// The first letter of a hero's name, without a title before it, as in `Lt. Marsh`, or an epithet after it, as in `the
/// Ringer of Thorn`. If that is taken, another letter of the name is added, or else a number.
fn star_mark(name: &str, taken: &mut BTreeSet<String>) -> String {
    let before = [" of ", " the "].into_iter().filter_map(|it| Some(name.split_once(it)?.0));
    let called = before.min_by_key(|it| it.len()).unwrap_or(name);
    let mut words = called.split(|it: char| !it.is_alphanumeric()).filter(|it| it.starts_with(char::is_alphabetic));
    let mut letters = words.next_back().unwrap_or_default().chars();
    let Some(initial) = letters.next().map(|it| it.to_uppercase().collect::<String>()) else { return String::new() };
    let pairs = letters.map(|it| format!("{initial}{it}"));
    first_free(&initial, pairs, &initial, taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels_of(names: &[&str]) -> Vec<String> {
        labels(names.iter().copied())
    }

    #[test]
    fn a_label_is_made_of_initials_and_the_number() {
        let names =
            ["Alpha", "Slugga Boyz 1", "Slugga Boyz 2", "Alfa", "A_3", "Heavy team", "漢字", "Alp", "1st", "Nob"];
        assert_eq!(labels_of(&names), ["A", "SB1", "SB2", "Al", "A3", "HT", "S", "Ap", "1", "N"]);
    }

    #[test]
    fn labels_differ_however_alike_the_names_are() {
        let names = vec!["Boyz"; 300];
        let labels = labels_of(&names);
        assert_eq!(labels.iter().collect::<BTreeSet<_>>().len(), 300);
    }

    #[test]
    fn a_star_has_the_letter_of_a_name_and_not_of_a_title() {
        for (name, expected) in [
            ("Lt. Marsh", "M"),
            ("Doctor Adeyemi", "A"),
            ("Oba Reed", "R"),
            ("the Ringer of Thorn", "R"),
            ("Hedda the Red", "H"),
            ("Unit 7", "U"),
            ("élan", "É"),
            ("???", ""),
        ] {
            assert_eq!(star_marks([name]), [expected], "{name}");
        }
    }

    #[test]
    fn heroes_with_one_initial_have_stars_of_their_own() {
        let heroes = ["Dr. Yusra Haddad", "Gren Halloran", "Captain Haddad", "H", "the Hag of Hay", "Иван", "Игорь"];
        assert_eq!(star_marks(heroes), ["H", "Ha", "Hd", "H2", "Hg", "И", "Иг"]);
    }
}
