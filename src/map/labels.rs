//! The short labels that stand for squads on a map.

use std::collections::BTreeSet;

use crate::map::names::Name;
use crate::map::party::PartyId;
use crate::post::names::{initials, plain_letters};

/// What stands for a squad where its name has no room. No other squad of the picture has the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// On a picture.
    pub(super) text: String,
    /// On a map made of letters.
    pub(super) letter: char,
}

/// The labels of all the squads of a picture, by their names and parties.
pub fn labels(squads: &[(Name, PartyId)]) -> Vec<Label> {
    let names: Vec<&str> = squads.iter().map(|it| &*it.0).collect();
    let parties: Vec<(&str, PartyId)> = squads.iter().map(|it| (&*it.0, it.1)).collect();
    initials_of(&names).into_iter().zip(letters(&parties)).map(|(text, letter)| Label { text, letter }).collect()
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

/// One letter for each squad, for a map made of letters: capitals for the first party, small ones for the
/// others. The name's
/// own letters are tried first; when all are used, `@` and `$` stand for the rest.
fn letters(squads: &[(&str, PartyId)]) -> Vec<char> {
    let mut taken = BTreeSet::new();
    squads.iter().map(|(name, party)| letter(name, *party == PartyId(0), &mut taken)).collect()
}

fn letter(name: &str, is_capital: bool, taken: &mut BTreeSet<char>) -> char {
    let (first, fallback) = if is_capital { ('A', '@') } else { ('a', '$') };
    let cased = |it: char| if is_capital { it.to_ascii_uppercase() } else { it.to_ascii_lowercase() };
    let own = name.chars().filter(char::is_ascii_alphabetic).map(cased);
    let any = (0..26).map(|n| char::from(first as u8 + n)).chain('1'..='9');
    let chosen = own.chain(any).find(|it| !taken.contains(it)).unwrap_or(fallback);
    taken.insert(chosen);
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    const YOURS: PartyId = PartyId(0);
    const ENEMY: PartyId = PartyId(1);

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
    fn a_letter_comes_from_the_name_and_its_case_from_the_party() {
        let squads = [("Alpha", YOURS), ("Alfa", YOURS), ("Boyz", ENEMY), ("Bravo", YOURS)];
        assert_eq!(letters(&squads), ['A', 'L', 'b', 'B']);
        let many = vec![("Boyz", ENEMY); 40];
        assert_eq!(letters(&many).last(), Some(&'$'));
    }
}
