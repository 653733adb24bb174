//! Compares a misspelt word with the word that may have been meant.

use super::english::UNMAKING;

/// Whether two words differ by one slip: one letter too many, too few or wrong, or two neighbours exchanged.
pub fn is_one_slip(written: &str, meant: &str) -> bool {
    let (a, b) = (written.as_bytes(), meant.as_bytes());
    let ahead = a.iter().zip(b).take_while(|it| it.0 == it.1).count();
    let behind = a.iter().rev().zip(b.iter().rev()).take_while(|it| it.0 == it.1).count();
    // A quick test, as most words differ by more. Some letters have several bytes.
    let slip = if written.is_ascii() && meant.is_ascii() { 2 } else { 8 };
    a.len().max(b.len()) <= ahead + behind + slip && strsim::osa_distance(written, meant) == 1
}

/// Whether two words have the same letters, in any order.
pub fn has_same_letters(one: &str, other: &str) -> bool {
    let sorted = |it: &str| {
        let mut letters: Vec<char> = it.chars().collect();
        letters.sort_unstable();
        letters
    };
    sorted(one) == sorted(other)
}

/// Whether a word may be a slip of one that rules out an order: `nto`, `wold`.
pub fn may_unmake(written: &str) -> bool {
    const LETTERS_MIN: usize = 3;
    let is_near = |it: &str| LETTERS_MIN <= written.len().min(it.len()) && is_one_slip(written, it);
    UNMAKING.words().iter().any(|it| is_near(it) || written != *it && has_same_letters(written, it))
}

/// Whether two words sound so much alike that dictation may confuse them: `draught` and `draft`.
pub fn sounds_alike(written: &str, meant: &str) -> bool {
    const LETTERS_MIN: usize = 3;
    let is_long = LETTERS_MIN <= written.len().min(meant.len());
    is_long && written.is_ascii() && meant.is_ascii() && sound_key(written) == sound_key(meant)
}

/// Whether a word abbreviates another: it has the other's first letter and some of the rest, in their order, and no
/// vowels, as `lntrn` for `lantern`.
pub fn is_short_for(written: &str, meant: &str) -> bool {
    const LETTERS_MIN: usize = 2;
    let mut letters = meant.chars();
    let is_long = LETTERS_MIN <= written.len() && written.len() < meant.len();
    let has_vowel = written.contains(['a', 'e', 'i', 'o', 'u', 'y']);
    is_long
        && !has_vowel
        && written.chars().next() == meant.chars().next()
        && written.chars().all(|it| letters.any(|of| of == it))
}

/// How a word sounds: its consonants, with one letter for those that sound alike, and an `a` if it begins with a vowel.
fn sound_key(word: &str) -> String {
    const SPELLINGS: &[(&str, &str)] =
        &[("augh", "af"), ("gh", ""), ("kn", "n"), ("wr", "r"), ("ph", "f"), ("ce", "s"), ("ci", "s"), ("cy", "s")];
    let spelled = SPELLINGS.iter().fold(word.to_owned(), |it, (letters, sound)| it.replace(letters, sound));
    let mut heard = String::new();
    for (at, letter) in spelled.chars().enumerate() {
        let sound = match letter {
            'a' | 'e' | 'i' | 'o' | 'u' | 'y' | 'h' | 'w' if 0 < at => continue,
            'a' | 'e' | 'i' | 'o' | 'u' => 'a',
            'c' | 'q' | 'g' => 'k',
            'z' => 's',
            'd' => 't',
            'v' => 'f',
            other => other,
        };
        if !heard.ends_with(sound) {
            heard.push(sound);
        }
    }
    heard
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn one_slip_is_one_step_of_the_distance(written in "[abc]{0,11}", meant in "[abc]{0,11}") {
            prop_assert_eq!(is_one_slip(&written, &meant), strsim::osa_distance(&written, &meant) == 1);
        }
    }

    #[test]
    fn words_that_sound_alike_are_taken_for_each_other() {
        for (written, meant) in
            [("draught", "draft"), ("read", "reed"), ("sewing", "sowing"), ("brian", "brine"), ("lake", "leg")]
        {
            assert!(sounds_alike(written, meant), "{written} {meant}");
        }
        for (written, meant) in
            [("gate", "mill"), ("table", "bottle"), ("east", "west"), ("ox", "axe"), ("left", "right")]
        {
            assert!(!sounds_alike(written, meant), "{written} {meant}");
        }
    }

    #[test]
    fn consonants_are_short_for_a_word() {
        for (written, meant) in [("lntrn", "lantern"), ("plt", "platoon"), ("grd", "guard")] {
            assert!(is_short_for(written, meant), "{written} {meant}");
        }
        for (written, meant) in [("lnt", "platoon"), ("g", "guard"), ("guar", "guard"), ("grdn", "guard")] {
            assert!(!is_short_for(written, meant), "{written} {meant}");
        }
    }

    #[test]
    fn one_slip_is_one_letter_more_less_other_or_two_exchanged() {
        for (written, meant) in
            [("alpah", "alpha"), ("shoot", "shoo"), ("hod", "hold"), ("hild", "hold"), ("sarka", "šarka"), ("aa", "a")]
        {
            assert!(is_one_slip(written, meant), "{written} {meant}");
        }
        for (written, meant) in [("alpha", "alpha"), ("hodl", "hlod"), ("ab", "cd"), ("abc", "cba"), ("", "ab")] {
            assert!(!is_one_slip(written, meant), "{written} {meant}");
        }
    }
}
