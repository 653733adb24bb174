//! Letters as they are compared: small, without accents, and as a plain keyboard has them.

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// Puts a letter behind the others: in lower case, without its accent, and full-width or fancy ones as plain ones.
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

/// The same word with plain letters for those of other alphabets that look like them, if it mixes the two.
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

/// How many bytes of a word are its first letters.
pub const FIRST_LETTERS: usize = 8;

/// The first eight bytes of a word as one number, by which nearly all words are told apart: 0 for none.
pub const fn first_letters(word: &str) -> u64 {
    let bytes = word.as_bytes();
    // Bytes that are read twice are the same.
    match (bytes.first_chunk(), bytes.first_chunk(), bytes.last_chunk(), bytes) {
        (Some(eight), ..) => u64::from_le_bytes(*eight),
        (_, Some(four), Some(last), _) => {
            let (four, last) = (u32::from_le_bytes(*four) as u64, u32::from_le_bytes(*last) as u64);
            four | last << (8 * (bytes.len() - 4))
        }
        (.., [first, middle, last]) => *first as u64 | (*middle as u64) << 8 | (*last as u64) << 16,
        (.., [first, last]) => *first as u64 | (*last as u64) << 8,
        (.., [only]) => *only as u64,
        _ => 0,
    }
}

/// How many bytes of a text are small plain letters and digits up to the first that isn't, and the [`first_letters`] of those.
#[inline]
pub fn plain_word(text: &[u8]) -> (usize, u64) {
    let eight =
        text.first_chunk().copied().unwrap_or_else(|| std::array::from_fn(|at| text.get(at).copied().unwrap_or(0)));
    let letters = u64::from_le_bytes(eight);
    let length = plain_among(letters);
    if length < FIRST_LETTERS {
        return (length, beginning(letters, length));
    }
    let is_plain = |it: &&u8| it.is_ascii_lowercase() || it.is_ascii_digit();
    (length + text.iter().skip(length).take_while(is_plain).count(), letters)
}

/// How many of eight bytes are small plain letters and digits up to the first that isn't, all looked at together: the
/// highest bit of each byte says whether it is one.
fn plain_among(eight: u64) -> usize {
    const EACH: u64 = u64::from_le_bytes([1; 8]);
    const HIGHEST: u64 = u64::from_le_bytes([0x80; 8]);
    let seven_bits = eight & !HIGHEST;
    let is_least = |it: u8| seven_bits + EACH * u64::from(0x80 - it);
    let is_letter = is_least(b'a') & !is_least(b'z' + 1);
    let is_digit = is_least(b'0') & !is_least(b'9' + 1);
    let is_plain = (is_letter | is_digit) & !eight;
    ((!is_plain & HIGHEST).trailing_zeros() / u8::BITS) as usize
}

/// What is left of the first letters of a word by its beginning of so many bytes.
pub fn beginning(letters: u64, length: usize) -> u64 {
    if length < 8 { letters & !(u64::MAX << (8 * length)) } else { letters }
}

/// Letters, of which no more is known than that others aren't among them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter([u64; 4]);

impl Filter {
    /// Any letters.
    pub const ALL: Filter = Filter([u64::MAX; 4]);

    /// A filter of all these.
    pub fn of(letters: impl IntoIterator<Item = u64>) -> Filter {
        letters.into_iter().fold(Filter::default(), Filter::with)
    }

    /// The same filter, and these letters.
    #[must_use]
    pub fn with(mut self, letters: u64) -> Filter {
        let (at, bit) = Filter::place(letters);
        self.0[at] |= bit;
        self
    }

    /// A filter of what is in any of these.
    pub fn of_all<'a>(filters: impl IntoIterator<Item = &'a Filter>) -> Filter {
        let or = |one: Filter, other: &Filter| Filter(std::array::from_fn(|at| one.0[at] | other.0[at]));
        filters.into_iter().fold(Filter::default(), or)
    }

    /// Whether these letters may be among them.
    #[inline]
    pub fn may_hold(&self, letters: u64) -> bool {
        let (at, bit) = Filter::place(letters);
        self.0[at] & bit != 0
    }

    fn place(letters: u64) -> (usize, u64) {
        let mixed = letters.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed >> 62) as usize, 1 << (mixed >> 56 & 63))
    }
}

/// Where things stand in a list, each by a number that nearly tells it from all others.
#[derive(Clone, Debug)]
pub struct Places {
    // One more than where a thing stands, at the number's own place or soon behind it; 0 where none is.
    at: Vec<u16>,
    shift: u32,
}

impl Places {
    /// Room for so many things and as many more, so that most stand at their own place.
    pub fn with_room(things: usize) -> Places {
        let room = (2 * things.max(1)).next_power_of_two();
        Places { at: vec![0; room], shift: u64::BITS - room.trailing_zeros() }
    }

    /// Remembers where a thing stands, of as many as there is room for.
    pub fn put(&mut self, number: u64, thing: usize) {
        let Some(thing) = u16::try_from(thing + 1).ok().filter(|it| usize::from(*it) < self.at.len()) else { return };
        let mut place = self.own(number);
        while self.at[place] != 0 {
            place = (place + 1) & (self.at.len() - 1);
        }
        self.at[place] = thing;
    }

    /// The first thing with this number, or with another that has the same place, that is the one.
    #[inline]
    pub fn find(&self, number: u64, is_it: impl Fn(usize) -> bool) -> Option<usize> {
        let mut place = self.own(number);
        loop {
            let thing = usize::from(*self.at.get(place)?).checked_sub(1)?;
            if is_it(thing) {
                return Some(thing);
            }
            place = (place + 1) & (self.at.len() - 1);
        }
    }

    fn own(&self, number: u64) -> usize {
        (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }
}

/// Accents by themselves, and what makes a digit into an emoji.
pub fn is_accent(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{fe0e}' | '\u{fe0f}' | '\u{20e3}')
}

/// Every sign that is written for an apostrophe.
pub fn is_apostrophe(letter: char) -> bool {
    matches!(letter, '\'' | '’' | '‘' | 'ʼ' | '´' | '`' | '′')
}

/// A full-width mark as the plain one.
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
    fn a_plain_word_ends_before_the_first_other_byte() {
        for byte in 0..=u8::MAX {
            let is_plain = byte.is_ascii_lowercase() || byte.is_ascii_digit();
            let text = [b'a', b'0', byte, b'z', b'9', b' ', b' ', b' ', b' '];
            let length = if is_plain { 5 } else { 2 };
            for text in [&text[..], &text[..6]] {
                let word = str::from_utf8(&text[..length]).expect("letters");
                assert_eq!(plain_word(text), (length, first_letters(word)), "{byte}");
            }
        }
        assert_eq!(plain_word(b"slugga boyz"), (6, first_letters("slugga")));
        assert_eq!(plain_word(b"slaughter boyz"), (9, first_letters("slaughter")));
        assert_eq!(plain_word(b""), (0, 0));
    }

    #[test]
    fn only_words_of_two_alphabets_are_made_of_one() {
        assert_eq!(without_look_alikes("аlpha").as_deref(), Some("alpha"));
        assert_eq!(without_look_alikes("альфа"), None);
        assert_eq!(without_look_alikes("alpha"), None);
    }
}
