//! Text with styles, but without markup: a [`Markup`](crate::page::Markup) turns it into that of a medium.

use std::fmt;
use std::ops::Range;

use jiff::Timestamp;

use crate::diagnostic::joint;

/// Text with styled ranges. Its letters are never markup, wherever they came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rich {
    text: String,
    // In order, without overlaps.
    marks: Vec<(Range<usize>, Style)>,
}

/// The style of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Bold,
    /// Something that can be typed as it is.
    Code,
    /// A point in time, in seconds since 1970. Some media can show it in the reader's time zone.
    Moment(i64),
    /// A Discord user by id. Some media can show the name.
    User(u64),
    /// The face of a die. Some media can draw it.
    Die,
}

/// A range of text with one style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span<'a> {
    pub text: &'a str,
    /// `None` if it has no style.
    pub style: Option<Style>,
}

/// Adds words to a [`Rich`], as `write!` does.
macro_rules! say {
    ($out:expr, $($words:tt)*) => { $out.add(format_args!($($words)*)) };
}
pub(crate) use say;

/// Adds words to a [`Rich`] only if a condition is true. Otherwise they aren't even formatted.
macro_rules! say_if {
    ($out:expr, $is_so:expr, $($words:tt)*) => {
        if $is_so {
            $crate::page::say!($out, $($words)*)
        }
    };
}
pub(crate) use say_if;

/// Words that [`say!`] marks as bold.
pub(crate) struct Bold<T>(pub(crate) T);

/// Noncharacters that mark the two ends of bold words. A [`Writer`] needs each of them in a call of its own.
const BEGIN: &str = "\u{fdd0}";
const END: &str = "\u{fdd1}";

impl<T: fmt::Display> fmt::Display for Bold<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{BEGIN}{}{END}", self.0)
    }
}

struct Writer<'a> {
    out: &'a mut Rich,
    bold_from: usize,
}

impl fmt::Write for Writer<'_> {
    fn write_str(&mut self, words: &str) -> fmt::Result {
        match words {
            BEGIN => self.bold_from = self.out.text.len(),
            END => self.out.mark(self.bold_from, Style::Bold),
            _ => self.out.push(words),
        }
        Ok(())
    }
}

impl Rich {
    /// Text without styles.
    pub fn plain(text: impl Into<String>) -> Rich {
        Rich { text: text.into(), marks: Vec::new() }
    }

    /// Empty, with room for a usual sentence.
    pub(crate) fn sentence() -> Rich {
        Rich { text: String::with_capacity(160), marks: Vec::with_capacity(4) }
    }

    /// A text of these words.
    pub(crate) fn said(words: fmt::Arguments<'_>) -> Rich {
        Rich::written(|out| out.add(words))
    }

    /// The text that `write` writes.
    pub(crate) fn written(write: impl FnOnce(&mut Rich)) -> Rich {
        let mut out = Rich::sentence();
        write(&mut out);
        out
    }

    /// Adds another sentence.
    pub(crate) fn next(&mut self, sentence: &str) {
        self.push(if self.is_empty() { "" } else { " " });
        self.push(sentence);
    }

    /// The text without its styles.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// All ranges in order, with and without a style.
    pub fn spans(&self) -> impl Iterator<Item = Span<'_>> {
        let (mut marks, mut at) = (&self.marks[..], 0);
        std::iter::from_fn(move || {
            let (end, style) = match marks {
                [(range, style), rest @ ..] if range.start == at => {
                    marks = rest;
                    (range.end, Some(*style))
                }
                [(range, _), ..] => (range.start, None),
                [] => (self.text.len(), None),
            };
            let words = &self.text[at..end];
            at = end;
            (!words.is_empty()).then_some(Span { text: words, style })
        })
    }

    pub(crate) fn push(&mut self, words: &str) {
        self.text.push_str(words);
    }

    /// The text with a capital first letter.
    pub(crate) fn capitalised(mut self) -> Rich {
        self.capitalise(0);
        self
    }

    /// Adds words, and makes their first letter a capital.
    pub(crate) fn capital(&mut self, write: impl FnOnce(&mut Rich)) {
        let start = self.text.len();
        write(self);
        self.capitalise(start);
    }

    fn capitalise(&mut self, start: usize) {
        let Some(first) = self.text[start..].chars().next() else { return };
        let capital = first.to_uppercase();
        let is_as_long = capital.clone().map(char::len_utf8).sum::<usize>() == first.len_utf8();
        // The marks count bytes, so the length can't change.
        if is_as_long && !capital.clone().eq([first]) {
            self.text.replace_range(start..start + first.len_utf8(), &capital.to_string());
        }
    }

    pub(crate) fn add(&mut self, words: fmt::Arguments<'_>) {
        fmt::write(&mut Writer { out: self, bold_from: 0 }, words).expect("text takes everything");
    }

    pub(crate) fn marked(&mut self, style: Style, write: impl FnOnce(&mut Rich)) {
        let start = self.text.len();
        write(self);
        self.mark(start, style);
    }

    fn mark(&mut self, start: usize, style: Style) {
        let end = self.text.len();
        if start < end {
            self.marks.truncate(self.marks.partition_point(|it| it.0.end <= start));
            self.marks.push((start..end, style));
        }
    }

    /// Adds another text with its styles.
    pub(crate) fn append(&mut self, other: &Rich) {
        let start = self.text.len();
        self.text.push_str(&other.text);
        self.marks.extend(other.marks.iter().map(|(range, style)| (start + range.start..start + range.end, *style)));
    }

    pub(crate) fn bold(&mut self, words: &str) {
        self.marked(Style::Bold, |it| it.push(words));
    }

    /// Adds a point in time. The words are complete: `Tuesday 14 November 2023, 22:13 UTC`.
    pub(crate) fn moment(&mut self, unix_seconds: i64) {
        let words = Timestamp::from_second(unix_seconds)
            .map_or_else(|_| format!("second {unix_seconds}"), |it| it.strftime("%A %-d %B %Y, %H:%M UTC").to_string());
        self.marked(Style::Moment(unix_seconds), |it| it.push(&words));
    }

    /// Adds the face of a die.
    pub(crate) fn die(&mut self, face: impl fmt::Display) {
        self.marked(Style::Die, |it| say!(it, "{face}"));
    }

    /// Adds the items with `joint` between them.
    pub(crate) fn joined<T>(
        &mut self,
        joint: &str,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Rich, T),
    ) {
        for (n, item) in items.into_iter().enumerate() {
            self.push(if n == 0 { "" } else { joint });
            write(self, item);
        }
    }

    /// Adds the items with commas between them and `and` before the last.
    pub(crate) fn list<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Rich, &T)) {
        for (n, item) in items.iter().enumerate() {
            self.push(joint(n, items.len()));
            write(self, item);
        }
    }
}

/// A table whose cells can be understood without the column heads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The heads of the columns.
    pub head: &'static [&'static str],
    // Row by row.
    cells: Vec<Rich>,
}

impl Table {
    /// A table without rows.
    pub(crate) fn new(head: &'static [&'static str]) -> Table {
        Table { head, cells: Vec::new() }
    }

    /// Adds a cell. Each row is filled from left to right.
    pub(crate) fn cell(&mut self, write: impl FnOnce(&mut Rich)) {
        self.cells.push(Rich::written(write));
    }

    pub fn rows(&self) -> impl Iterator<Item = &[Rich]> {
        self.cells.chunks(self.head.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_cover_all_the_words_in_order() {
        let mut rich = Rich::default();
        rich.bold("Alpha");
        rich.push(" and ");
        rich.bold("Bravo");
        rich.push(".");
        let spans: Vec<_> = rich.spans().map(|it| (it.text, it.style)).collect();
        assert_eq!(spans, [("Alpha", Some(Style::Bold)), (" and ", None), ("Bravo", Some(Style::Bold)), (".", None)]);
    }

    #[test]
    fn a_mark_around_others_takes_their_place() {
        let mut rich = Rich::plain("so ");
        rich.marked(Style::Bold, |it| {
            it.bold("2");
            it.push(" downed");
        });
        let spans: Vec<_> = rich.spans().map(|it| (it.text, it.style)).collect();
        assert_eq!(spans, [("so ", None), ("2 downed", Some(Style::Bold))]);
    }

    #[test]
    fn bold_words_stand_in_a_sentence_as_others_do() {
        let mut rich = Rich::default();
        say!(rich, "{}, {} of {} and {}.", Bold("Alpha"), Bold(2), 3, Bold(format_args!("{} more", 4)));
        let spans: Vec<_> = rich.spans().filter(|it| it.style.is_some()).map(|it| it.text).collect();
        assert_eq!((rich.text(), &spans[..]), ("Alpha, 2 of 3 and 4 more.", &["Alpha", "2", "4 more"][..]));
    }

    #[test]
    fn lists_read_as_sentences_do() {
        let mut rich = Rich::default();
        rich.list(&["a", "b", "c"], |out, it| out.push(it));
        assert_eq!(rich.text(), "a, b and c");
    }
}
