//! Numbers as people write them in English: figures, words, ordinals and Roman numerals.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Each number as figures, word, ordinal, ordinal in figures, and Roman numeral.
const NUMBERS: &[[&str; 5]] = &[
    ["1", "one", "first", "1st", "i"],
    ["2", "two", "second", "2nd", "ii"],
    ["3", "three", "third", "3rd", "iii"],
    ["4", "four", "fourth", "4th", "iv"],
    ["5", "five", "fifth", "5th", "v"],
    ["6", "six", "sixth", "6th", "vi"],
    ["7", "seven", "seventh", "7th", "vii"],
    ["8", "eight", "eighth", "8th", "viii"],
    ["9", "nine", "ninth", "9th", "ix"],
    ["10", "ten", "tenth", "10th", "x"],
    ["11", "eleven", "eleventh", "11th", "xi"],
    ["12", "twelve", "twelfth", "12th", "xii"],
    ["13", "thirteen", "thirteenth", "13th", "xiii"],
    ["14", "fourteen", "fourteenth", "14th", "xiv"],
    ["15", "fifteen", "fifteenth", "15th", "xv"],
    ["16", "sixteen", "sixteenth", "16th", "xvi"],
    ["17", "seventeen", "seventeenth", "17th", "xvii"],
    ["18", "eighteen", "eighteenth", "18th", "xviii"],
    ["19", "nineteen", "nineteenth", "19th", "xix"],
    ["20", "twenty", "twentieth", "20th", "xx"],
];

/// The places of the ordinals in a row.
const ORDINALS: std::ops::Range<usize> = 2..4;

/// The row of each form, and the place of the form in it.
static FORMS: LazyLock<HashMap<&str, (&[&str; 5], usize)>> = LazyLock::new(|| {
    NUMBERS.iter().flat_map(|row| row.iter().enumerate().map(move |(at, form)| (*form, (row, at)))).collect()
});

/// The ways to write the number that a folded word is: for an ordinal the ordinals, otherwise all but these.
pub fn forms(word: &str) -> impl Iterator<Item = &'static str> + use<> {
    let found = FORMS.get(word);
    let is_ordinal = found.is_some_and(|it| ORDINALS.contains(&it.1));
    let all = found.map_or(&[][..], |it| it.0);
    all.iter().enumerate().filter(move |it| ORDINALS.contains(&it.0) == is_ordinal).map(|it| *it.1)
}

/// The figures of a folded ordinal: `2` for `second` and `2nd`.
pub fn ordinal(word: &str) -> Option<&'static str> {
    FORMS.get(word).filter(|it| ORDINALS.contains(&it.1)).map(|it| it.0[0])
}

/// The number that a folded word is, in figures or letters. A number above `u16::MAX` is returned as that.
pub fn value(word: &str) -> Option<u16> {
    if !word.is_empty() && word.bytes().all(|it| it.is_ascii_digit()) {
        return Some(word.parse().unwrap_or(u16::MAX));
    }
    let (row, at) = FORMS.get(word)?;
    (*at == 1).then(|| row[0].parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_other_forms_and_an_ordinal_has_ordinals() {
        assert_eq!(forms("two").collect::<Vec<_>>(), ["2", "two", "ii"]);
        assert_eq!(forms("3rd").collect::<Vec<_>>(), ["third", "3rd"]);
        assert_eq!(forms("alpha").count(), 0);
        assert_eq!(["second", "2nd", "two", "shoot"].map(ordinal), [Some("2"), Some("2"), None, None]);
        assert_eq!(
            (value("two"), value("99999999"), value("second"), value("ii")),
            (Some(2), Some(u16::MAX), None, None)
        );
    }
}
