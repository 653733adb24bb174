//! How wide text is in the map's font, so that tags fit their labels.

use crate::map::glyphs::WIDTHS;

/// How heavy text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    Plain,
    Bold,
}

/// How wide a text is at a font size. Letters beyond ASCII are taken to be wide ones, so it is never too little by much.
pub(crate) fn width(text: &str, size: f32, weight: Weight) -> f32 {
    text.chars().map(|it| f32::from(advance(it, weight))).sum::<f32>() * size / 1000.0
}

/// As much of a text as fits into `room`, with an ellipsis if that isn't all.
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

/// A text in lines that are no wider than `room`. Only a word that no line could hold is broken.
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
}
