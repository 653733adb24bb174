//! The types of values in files of any game: numbers, rolls, tiles, names, texts and words from a list.

use std::ops::Deref;

use toml::de::DeValue;

use crate::diagnostic::one_of;
use crate::field::{EDGE_MAX, Level, Look, Tile};
use crate::file::read::{At, Leaf, OneOrMany};

/// A name of one line, not empty and not long.
#[derive(Clone, PartialEq, Eq)]
pub struct Name(pub String);

/// A text of any number of lines.
#[derive(Clone)]
pub struct Prose(pub String);

/// A whole number from `MIN` to `MAX`.
#[derive(Clone, Copy)]
pub struct Number<const MIN: i64, const MAX: i64>(i64);

/// The least result that a roll needs, from 2 to `MAX`, written `4+`.
#[derive(Clone, Copy)]
pub struct Roll<const MAX: u8>(pub u8);

/// Steps to enter a tile, or `impassable`.
#[derive(Clone, Copy)]
pub struct Cost(pub Option<u8>);

/// One word from a list.
#[derive(Clone, Copy)]
pub struct Word<T>(pub T);

/// A type with a word for each of its values.
pub trait Words: Copy + 'static {
    const WORDS: &'static [(&'static str, Self)];
}

pub(super) const NAME_LETTERS_MAX: usize = 60;
pub(super) const PROSE_LETTERS_MAX: usize = 8000;

impl<const MIN: i64, const MAX: i64> Number<MIN, MAX> {
    /// The number as a smaller type. Callers choose one that holds `MIN` to `MAX`.
    pub fn get<T: TryFrom<i64>>(self) -> T {
        const { assert!(MIN <= MAX) };
        T::try_from(self.0).unwrap_or_else(|_| unreachable!("the type holds every number from {MIN} to {MAX}"))
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Leaf for Name {
    fn what() -> String {
        format!("a name in quotes, one line of 1 to {NAME_LETTERS_MAX} letters")
    }

    fn leaf(value: &DeValue<'_>) -> Option<Name> {
        text_up_to(value, NAME_LETTERS_MAX).filter(|it| !it.contains(char::is_control)).map(Name)
    }
}

impl Leaf for Prose {
    fn what() -> String {
        format!("a text in quotes, of 1 to {PROSE_LETTERS_MAX} letters")
    }

    fn leaf(value: &DeValue<'_>) -> Option<Prose> {
        text_up_to(value, PROSE_LETTERS_MAX).map(Prose)
    }
}

/// The text without the blanks around it. `None` if it is no text, empty, or longer than this.
fn text_up_to(value: &DeValue<'_>, letters_max: usize) -> Option<String> {
    let text = value.as_str()?.trim();
    let fits = !text.is_empty() && text.chars().take(letters_max + 1).count() <= letters_max;
    fits.then(|| text.to_owned())
}

/// The drawing of a map as it is in the file.
#[derive(Clone)]
pub struct Drawing(pub String);

impl Leaf for Drawing {
    const WHAT: &'static str = "rows of letters between \"\"\" marks";

    fn leaf(value: &DeValue<'_>) -> Option<Drawing> {
        value.as_str().map(|it| Drawing(it.to_owned()))
    }
}

impl Leaf for bool {
    const WHAT: &'static str = "true or false";

    fn leaf(value: &DeValue<'_>) -> Option<bool> {
        value.as_bool()
    }
}

/// The value as a whole number.
fn whole(value: &DeValue<'_>) -> Option<i64> {
    let number = value.as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

impl<const MIN: i64, const MAX: i64> Leaf for Number<MIN, MAX> {
    fn what() -> String {
        format!("a whole number from {MIN} to {MAX}")
    }

    fn leaf(value: &DeValue<'_>) -> Option<Self> {
        whole(value).filter(|it| (MIN..=MAX).contains(it)).map(Number)
    }
}

/// The number in `4+`. `None` unless it is from 2 to `max`.
pub fn roll(text: &str, max: u8) -> Option<u8> {
    let number: u8 = text.trim().strip_suffix('+')?.parse().ok()?;
    (2..=max).contains(&number).then_some(number)
}

impl<const MAX: u8> Leaf for Roll<MAX> {
    fn what() -> String {
        format!("what a roll must reach, \"2+\" to \"{MAX}+\"")
    }

    fn leaf(value: &DeValue<'_>) -> Option<Self> {
        roll(value.as_str()?, MAX).map(Roll)
    }
}

/// Reads a number from `min` to `max`, or `word`, which stands for `None`.
pub fn number_or(value: &DeValue<'_>, word: &str, min: i64, max: u8) -> Option<Option<u8>> {
    if value.as_str().is_some_and(|it| it.trim().eq_ignore_ascii_case(word)) {
        return Some(None);
    }
    let number = u8::try_from(whole(value)?).ok()?;
    (min <= i64::from(number) && number <= max).then_some(Some(number))
}

impl Leaf for Cost {
    const WHAT: &'static str = "1 to 9 steps, or \"impassable\"";

    fn leaf(value: &DeValue<'_>) -> Option<Cost> {
        number_or(value, "impassable", 1, 9).map(Cost)
    }
}

impl Leaf for Tile {
    fn what() -> String {
        format!("a tile such as \"C7\": column letters, then the row (the largest map has {EDGE_MAX} of each)")
    }

    fn leaf(value: &DeValue<'_>) -> Option<Tile> {
        value.as_str()?.trim().parse().ok()
    }
}

impl<T: Words> Leaf for Word<T> {
    fn what() -> String {
        one_of(&Self::known())
    }

    fn leaf(value: &DeValue<'_>) -> Option<Word<T>> {
        let word = value.as_str()?.trim();
        T::WORDS.iter().find(|it| it.0.eq_ignore_ascii_case(word)).map(|it| Word(it.1))
    }

    fn known() -> Vec<String> {
        T::WORDS.iter().map(|it| it.0.to_owned()).collect()
    }
}

/// Gives each value of a type its word: `words! { Shield { "small" => Shield::Small, } }`.
macro_rules! words {
    ($($type:ty { $($word:literal => $value:expr,)* })*) => { $(
        impl $crate::file::Words for $type {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, $value)),*];
        }
    )* };
}
pub(crate) use words;

impl Words for Level {
    const WORDS: &'static [(&'static str, Level)] = Level::ALL;
}

impl Words for Look {
    const WORDS: &'static [(&'static str, Look)] = Look::KNOWN;
}

/// The texts, or an empty list if there are none.
pub fn texts<const MAX: usize>(them: Option<OneOrMany<At<Name>, MAX>>) -> Vec<String> {
    them.map_or_else(Vec::new, |it| it.0.into_iter().map(|it| it.value.0).collect())
}
