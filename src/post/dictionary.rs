//! The most common English words. None of them is taken for a slip of another word, except in a name whose other
//! words are all right.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Whether a folded word is a common English word.
pub fn is_english(folded: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| words().collect());
    WORDS.contains(folded)
}

pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    include_str!("english.txt").lines().filter(|it| !it.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_known_in_all_their_forms_and_slips_are_not() {
        for word in ["change", "changing", "sees", "story", "round", "ally", "of"] {
            assert!(is_english(word), "{word}");
        }
        for slip in ["shoto", "mvoe", "chagre", "hlod", "copyright #", ""] {
            assert!(!is_english(slip), "{slip}");
        }
    }
}
