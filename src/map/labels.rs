//! The short labels that stand for squads on a map.

use std::collections::BTreeSet;

use crate::post::names::{initials, plain_letters};

/// What stands for each squad of a battle, by their names, where a name has no room: on a picture, and on a map made of
/// letters. No two are the same, whatever their case.
pub fn labels<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    names.into_iter().map(|name| label(name, &mut taken)).collect()
}

/// A label of one to four letters: `Alpha` is A, `Slugga Boyz 1` is SB1. Where the initials are taken the first letter with
/// another of the name is tried, and then numbers.
fn label(name: &str, taken: &mut BTreeSet<String>) -> String {
    let initials = initials(name);
    let letters: Vec<char> = plain_letters(name).collect();
    let pairs = letters.iter().skip(1).map(|it| letters.iter().take(1).chain([it]).collect::<String>());
    let numbered = (2..).map(|n| format!("{}{n}", initials.trim_end_matches(|it: char| it.is_ascii_digit())));
    std::iter::once(initials.clone())
        .chain(pairs)
        .chain(numbered)
        .find(|it| !it.is_empty() && taken.insert(it.to_uppercase()))
        .expect("there are more numbers than squads")
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
}
