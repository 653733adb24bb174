//! Which letters the font of the pictures has.

use std::borrow::Cow;
use std::sync::LazyLock;

use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider as _};

/// The faces that pictures are written with, and no others: the plain one and the bold one.
pub(super) const FACES: [&[u8]; 2] =
    [include_bytes!("font/DejaVuSans.ttf"), include_bytes!("font/DejaVuSans-Bold.ttf")];

/// Thousandths of the font size that each printable ASCII letter takes in each face, from the blank on.
pub(super) static WIDTHS: LazyLock<[Vec<u16>; 2]> = LazyLock::new(|| FACES.map(widths));

fn widths(face: &[u8]) -> Vec<u16> {
    let font = FontRef::new(face).expect("the fonts that are compiled in are fonts");
    let (letters, metrics) = (font.charmap(), font.glyph_metrics(Size::unscaled(), LocationRef::default()));
    let em = f32::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
    let units = |it: char| metrics.advance_width(letters.map(it)?);
    (' '..='~').map(|it| (units(it).unwrap_or(em) * 1000.0 / em).round() as u16).collect()
}

/// A text as it can be written on a picture: without marks that the font lacks, and the stand-in instead of a text of whose
/// letters it lacks one.
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

/// Whether each face has a letter.
fn is_there(letter: char) -> bool {
    static FONTS: LazyLock<[Charmap<'static>; 2]> =
        LazyLock::new(|| FACES.map(|it| FontRef::new(it).expect("the fonts that are compiled in are fonts").charmap()));
    letter == ' ' || FONTS.iter().all(|it| it.map(letter).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

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
