//! Numbers as people write them: figures, words, ordinals and Roman ones. English words; they are data.

use std::sync::LazyLock;

use super::fold::first_letters;

/// Each number by its word, its ordinal, that in figures, and its Roman number.
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

/// Where ordinals begin among the forms of a number, and where they end.
const ORDINALS: std::ops::Range<usize> = 2..4;

/// The longest form, in letters.
const LONGEST: usize = 11;

/// A form, the row that it stands in and its place there.
type Form = (&'static str, usize, usize);

/// The forms of each length: few, and most words that are no number have another first letter than any of them.
static FORMS: LazyLock<[Vec<Form>; LONGEST + 1]> = LazyLock::new(|| {
    std::array::from_fn(|length| {
        let in_row = |(n, row): (usize, &'static [&'static str; 5])| {
            row.iter().enumerate().filter(move |it| it.1.len() == length).map(move |(at, form)| (*form, n, at))
        };
        NUMBERS.iter().enumerate().flat_map(in_row).collect()
    })
});

/// A bit for each form in letters, which few other words share.
const KNOWN: [u64; KNOWN_WORDS] = {
    let mut known = [0; KNOWN_WORDS];
    let mut at = 0;
    while at < NUMBERS.len() * NUMBERS[0].len() {
        let form = NUMBERS[at / NUMBERS[0].len()][at % NUMBERS[0].len()];
        let (word, bit) = bit_of(first_letters(form), form.len());
        known[word] |= bit;
        at += 1;
    }
    known
};

const KNOWN_WORDS: usize = 32;

const fn bit_of(letters: u64, length: usize) -> (usize, u64) {
    let mixed = (letters ^ length as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed >> 59) as usize % KNOWN_WORDS, 1 << (mixed >> 53 & 63))
}

/// Whether a folded word of these [`first_letters`] and so many bytes may be a number: figures, or one of the forms.
pub fn may_be(letters: u64, length: usize) -> bool {
    let (at, bit) = bit_of(letters, length);
    KNOWN[at] & bit != 0 || (letters as u8).is_ascii_digit()
}

fn row(word: &str) -> Option<(&'static [&'static str; 5], usize)> {
    let first = *word.as_bytes().first().filter(|_| may_be(first_letters(word), word.len()))?;
    let is_it = |it: &&Form| it.0.as_bytes().first() == Some(&first) && it.0 == word;
    FORMS.get(word.len())?.iter().find(is_it).map(|it| (&NUMBERS[it.1], it.2))
}

/// The other ways to write the number that a folded word is: words for figures, and the other way round.
pub fn forms(word: &str) -> impl Iterator<Item = &'static str> + use<> {
    let found = row(word);
    let is_ordinal = found.is_some_and(|it| ORDINALS.contains(&it.1));
    let all = found.map_or(&[][..], |it| it.0);
    all.iter().enumerate().filter(move |it| ORDINALS.contains(&it.0) == is_ordinal).map(|it| *it.1)
}

/// The figures of the number that a folded ordinal is of: `2` for `second` and `2nd`.
pub fn ordinal(word: &str) -> Option<&'static str> {
    let could_be = ["st", "nd", "rd", "th"].iter().any(|it| word.ends_with(it));
    could_be.then(|| row(word)).flatten().filter(|it| ORDINALS.contains(&it.1)).map(|it| it.0[0])
}

/// The number that a folded word is, in figures or letters; one that is too large for anything is as large as can be.
pub fn value(word: &str) -> Option<u16> {
    if !word.is_empty() && word.bytes().all(|it| it.is_ascii_digit()) {
        return Some(word.parse().unwrap_or(u16::MAX));
    }
    let (row, at) = row(word)?;
    (at == 1).then(|| row[0].parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_other_forms_and_an_ordinal_has_ordinals() {
        assert_eq!(forms("two").collect::<Vec<_>>(), ["2", "two", "ii"]);
        assert_eq!(forms("3rd").collect::<Vec<_>>(), ["third", "3rd"]);
        assert_eq!(forms("alpha").count(), 0);
        assert!(NUMBERS.iter().flatten().all(|it| may_be(first_letters(it), it.len())));
        assert_eq!(["second", "2nd", "two", "shoot"].map(ordinal), [Some("2"), Some("2"), None, None]);
        assert_eq!(
            (value("two"), value("99999999"), value("second"), value("ii")),
            (Some(2), Some(u16::MAX), None, None)
        );
    }
}
