//! How wide text is in the map's font, so that tags fit their labels.

/// Thousandths of the font size that each printable ASCII letter takes in DejaVu Sans, from the blank on.
const PLAIN: [u16; 95] = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636, 636, 636,
    636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863,
    748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635,
    615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636,
    337, 636, 838,
];

/// The same in DejaVu Sans Bold.
const BOLD: [u16; 95] = [
    348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365, 696, 696, 696, 696, 696, 696, 696,
    696, 696, 696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734, 830, 683, 683, 821, 837, 372, 372, 775, 637, 995,
    837, 850, 733, 850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457, 365, 457, 838, 500, 500, 675, 716, 593, 716,
    678, 435, 716, 712, 343, 343, 665, 343, 1042, 712, 687, 716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712,
    365, 712, 838,
];

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
    let (table, wide) = match weight {
        Weight::Plain => (&PLAIN, 770),
        Weight::Bold => (&BOLD, 850),
    };
    let at = (letter as usize).checked_sub(' ' as usize);
    at.and_then(|it| table.get(it)).copied().unwrap_or(wide)
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
