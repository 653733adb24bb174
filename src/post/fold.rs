//! Folds letters for comparison: lower case, without accents, as on a plain keyboard.

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// Appends a folded letter: lower case, without its accent, and plain if it was full-width or ornamental.
pub fn fold(letter: char, folded: &mut String) {
    if letter.is_ascii() {
        return folded.push(letter.to_ascii_lowercase());
    }
    decompose_compatible(letter, |part| {
        for lower in part.to_lowercase().filter(|it| !is_combining_mark(*it)) {
            match lower {
                'æ' => folded.push_str("ae"),
                'đ' | 'ð' => folded.push('d'),
                'ħ' => folded.push('h'),
                'ı' => folded.push('i'),
                'ł' => folded.push('l'),
                'ø' => folded.push('o'),
                'œ' => folded.push_str("oe"),
                'ß' => folded.push_str("ss"),
                'ŧ' => folded.push('t'),
                'þ' => folded.push_str("th"),
                other if other.is_alphanumeric() => folded.push(other),
                _ => (),
            }
        }
    });
}

/// A folded word with plain letters in place of those of other alphabets that look like them. `None` unless the word
/// mixes both.
pub fn without_look_alikes(folded: &str) -> Option<String> {
    let is_mixed = folded.bytes().any(|it| it.is_ascii_alphabetic()) && folded.chars().any(|it| look(it).is_some());
    is_mixed.then(|| folded.chars().map(|it| look(it).unwrap_or(it)).collect())
}

/// The plain letter that a Cyrillic or Greek one looks like.
fn look(letter: char) -> Option<char> {
    Some(match letter {
        'а' | 'α' => 'a',
        'в' | 'β' => 'b',
        'с' => 'c',
        'е' | 'ε' => 'e',
        'н' | 'η' => 'h',
        'і' | 'ι' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'м' | 'μ' => 'm',
        'ν' => 'n',
        'о' | 'ο' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'у' | 'υ' => 'y',
        'х' | 'χ' => 'x',
        'ζ' => 'z',
        _ => return None,
    })
}

/// Whether a letter is a combining accent, or one of the signs that turn a digit into an emoji.
pub fn is_accent(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{fe0e}' | '\u{fe0f}' | '\u{20e3}')
}

/// Whether a letter is one of the signs that people write for an apostrophe.
pub fn is_apostrophe(letter: char) -> bool {
    matches!(letter, '\'' | '’' | '‘' | 'ʼ' | '´' | '`' | '′')
}

/// Whether a word is a possessive: `Marsh's`.
pub fn is_possessive(written: &str) -> bool {
    written.strip_suffix('s').is_some_and(|it| it.ends_with(is_apostrophe))
        || written.ends_with("s'")
        || written.ends_with("s’")
}

/// The plain mark for a full-width one, a plain blank for any other kind of blank, and every other letter as it is.
pub fn plain_mark(letter: char) -> char {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        '、' => ',',
        '。' => '.',
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => ' ',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_small_and_plain() {
        for (written, expected) in [
            ("ÉLAN", "elan"),
            ("Straße Łódź Þór Ærø", "strasse lodz thor aero"),
            ("Ａｌｐｈａ", "alpha"),
            ("𝐀𝐥𝐩𝐡𝐚", "alpha"),
            ("İ", "i"),
            ("Füchse", "fuchse"),
        ] {
            let mut folded = String::new();
            written.chars().filter(|it| *it != ' ').for_each(|it| fold(it, &mut folded));
            assert_eq!(folded, expected.replace(' ', ""), "{written}");
        }
    }

    #[test]
    fn only_words_of_two_alphabets_are_made_of_one() {
        assert_eq!(without_look_alikes("аlpha").as_deref(), Some("alpha"));
        assert_eq!(without_look_alikes("альфа"), None);
        assert_eq!(without_look_alikes("alpha"), None);
    }
}
