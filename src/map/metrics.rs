//! The fonts of pictures: their letters, and the width of text.

use std::borrow::Cow;
use std::sync::LazyLock;

use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider as _};

/// The weight of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    Plain,
    Bold,
}

/// The width of a text at a font size. Letters beyond ASCII count as wide ones, so the result is never much too small.
pub(crate) fn width(text: &str, size: f32, weight: Weight) -> f32 {
    text.chars().map(|it| f32::from(advance(it, weight))).sum::<f32>() * size / 1000.0
}

/// As much of a text as fits into `room`, with an ellipsis if it is cut.
pub(crate) fn fit(text: &str, size: f32, weight: Weight, room: f32) -> String {
    if width(text, size, weight) <= room {
        return text.to_owned();
    }
    let mut left = room - width("…", size, weight);
    let fits = |it: &char| {
        left -= width(it.encode_utf8(&mut [0; 4]), size, weight);
        0.0 <= left
    };
    let kept: String = text.chars().take_while(fits).collect();
    format!("{}…", kept.trim_end())
}

/// A text in lines that are no wider than `room`. Only a word that is wider than a line is broken.
pub(crate) fn wrapped(text: &str, size: f32, weight: Weight, room: f32) -> Vec<String> {
    let is_short = |it: &str| width(it, size, weight) <= room;
    let mut lines = vec![String::new()];
    let mut add = |before: &str, part: &str| {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(part);
        } else if is_short(&format!("{line}{before}{part}")) {
            *line += before;
            *line += part;
        } else {
            lines.push(part.to_owned());
        }
    };
    for word in text.split_whitespace() {
        if is_short(word) {
            add(" ", word);
            continue;
        }
        let mut before = " ";
        for letter in word.chars() {
            add(std::mem::take(&mut before), letter.encode_utf8(&mut [0; 4]));
        }
    }
    lines
}

fn advance(letter: char, weight: Weight) -> u16 {
    let wide = match weight {
        Weight::Plain => 770,
        Weight::Bold => 850,
    };
    let at = (letter as usize).checked_sub(' ' as usize);
    at.and_then(|it| WIDTHS[weight as usize].get(it)).copied().unwrap_or(wide)
}

/// The only fonts in pictures: the plain face and the bold one.
pub(super) const FACES: [&[u8]; 2] =
    [include_bytes!("font/DejaVuSans.ttf"), include_bytes!("font/DejaVuSans-Bold.ttf")];

/// The widths of the printable ASCII letters in each face, from the blank on, in thousandths of the font size.
pub(super) static WIDTHS: LazyLock<[Vec<u16>; 2]> = LazyLock::new(|| FACES.map(widths));

fn widths(face: &[u8]) -> Vec<u16> {
    let font = FontRef::new(face).expect("the fonts that are compiled in are fonts");
    let (letters, metrics) = (font.charmap(), font.glyph_metrics(Size::unscaled(), LocationRef::default()));
    let em = f32::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
    let units = |it: char| metrics.advance_width(letters.map(it)?);
    (' '..='~').map(|it| (units(it).unwrap_or(em) * 1000.0 / em).round() as u16).collect()
}

/// A text as it can be written on a picture. Marks that the fonts lack are left out. If they lack a letter or digit, or
/// nothing is left but marks, the text is replaced with `stand_in`.
pub(super) fn written<'a>(text: &'a str, stand_in: &'a str) -> Cow<'a, str> {
    if text.chars().all(is_there) {
        return Cow::Borrowed(text);
    }
    if text.chars().any(|it| it.is_alphanumeric() && !is_there(it)) {
        return Cow::Borrowed(stand_in);
    }
    let kept: String = text.chars().filter(|it| is_there(*it)).collect();
    if kept.contains(char::is_alphanumeric) { Cow::Owned(kept.trim().to_owned()) } else { Cow::Borrowed(stand_in) }
}

/// Whether both faces have a letter.
fn is_there(letter: char) -> bool {
    static FONTS: LazyLock<[Charmap<'static>; 2]> =
        LazyLock::new(|| FACES.map(|it| FontRef::new(it).expect("the fonts that are compiled in are fonts").charmap()));
    letter == ' ' || FONTS.iter().all(|it| it.map(letter).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_does_not_fit_ends_in_an_ellipsis() {
        assert_eq!(fit("Alpha", 10.0, Weight::Plain, 100.0), "Alpha");
        let cut = fit("Slugga Boyz of the Great Waaagh", 10.0, Weight::Bold, 100.0);
        assert!(cut.ends_with('…') && width(&cut, 10.0, Weight::Bold) <= 100.0, "{cut}");
    }

    #[test]
    fn lines_break_between_words_and_only_words_without_a_blank_break_within() {
        let lines = |text| wrapped(text, 10.0, Weight::Plain, 42.0);
        assert_eq!(lines("hold the mill for two"), ["hold the", "mill for", "two"]);
        assert_eq!(lines("a mmmmmmmm b"), ["a mmm", "mmmm", "m b"]);
        assert_eq!(lines(""), [""]);
    }

    #[test]
    fn what_the_font_lacks_has_a_stand_in() {
        let written = |text| written(text, "sd");
        for text in ["Second Draft", "Élan", "Пехота", "Ωmega ⚔"] {
            assert_eq!(written(text), text);
        }
        assert_eq!(written("第二"), "sd");
        assert_eq!(written("第二 Draft"), "sd", "a part of a name may be another's");
        assert_eq!(written("Fox 🦊"), "Fox");
        assert_eq!(written("🦊"), "sd");
    }
}
