//! Names that are safe to show.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use crate::map::metrics::written;

/// The longest name of a squad, hero or place that isn't cut, in letters.
const NAME_MAX: usize = 40;
/// The longest title that isn't cut, in letters.
const TITLE_MAX: usize = 60;

/// The text that replaces letters that can't be drawn, unless there is a better one.
pub(crate) const NO_LETTERS: &str = "?";

/// A name that is safe to show: one line, harmless, and not too long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    text: String,
    /// The text that replaces it if its letters can't be drawn.
    stand_in: String,
}

impl Name {
    /// The name of a squad, a hero or a place.
    pub fn new(text: &str) -> Name {
        Name { text: clean(text, NAME_MAX), stand_in: NO_LETTERS.to_owned() }
    }

    /// The title of a battle.
    pub fn title(text: &str) -> Name {
        Name { text: clean(text, TITLE_MAX), ..Name::new("") }
    }

    /// This name, with the text that replaces it on a picture whose fonts lack its letters.
    #[must_use]
    pub fn or(self, stand_in: &str) -> Name {
        Name { stand_in: clean(stand_in, NAME_MAX), ..self }
    }

    /// The name as it is written on a picture.
    pub(super) fn drawn(&self) -> Cow<'_, str> {
        written(&self.text, &self.stand_in)
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Removes everything that could spoil a line from a name, and cuts it to `max` letters.
pub(crate) fn clean(name: &str, max: usize) -> String {
    let shown = |it: char| if it == '`' { '\'' } else { it };
    let kept: String = name.chars().map(|it| if it.is_whitespace() { ' ' } else { it }).filter(is_harmless).collect();
    let words: Vec<&str> = kept.split_whitespace().collect();
    match words.join(" ") {
        name if name.is_empty() => "unnamed".to_owned(),
        name => cut(&name.chars().map(shown).collect::<String>(), max),
    }
}

/// Whether a letter is harmless: it is no control character, doesn't change the direction of writing, and is valid in
/// XML.
fn is_harmless(letter: &char) -> bool {
    let turns = matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !letter.is_control() && !turns && !matches!(letter, '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

/// Cuts a longer text to `max` letters, of which the last is an ellipsis.
fn cut(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    let kept: String = text.chars().take(max.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_cleaned_and_cut() {
        assert_eq!(clean("  The\tBig\u{7}\u{202e}\n One ", 40), "The Big One");
        assert_eq!(clean("```js", 40), "'''js");
        assert_eq!(clean("\u{0}", 40), "unnamed");
        assert_eq!(clean("Ünder the old bridge", 10), "Ünder the…");
    }
}
