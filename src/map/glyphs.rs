//! Which letters the font of the pictures has.

use std::borrow::Cow;
use std::sync::LazyLock;

use skrifa::charmap::Charmap;
use skrifa::{FontRef, MetadataProvider as _};

/// The faces that pictures are written with, and no others.
pub(super) const FACES: [&[u8]; 2] =
    [include_bytes!("font/DejaVuSans.ttf"), include_bytes!("font/DejaVuSans-Bold.ttf")];

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
