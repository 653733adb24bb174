//! Finds the parts of a text that aren't TOML, block by block, so that one slip doesn't spoil all that follows.

use std::borrow::Cow;
use std::ops::Range;

use toml::de::{DeTable, Error};

use crate::file::read::Reader;
use crate::file::say;

/// Slips that are looked for in one block.
const SLIPS_MAX: usize = 8;

/// The text with blanks over the parts that aren't TOML. Adds a problem about each.
pub(super) fn sound_part<'a>(reader: &mut Reader, text: &'a str) -> Cow<'a, str> {
    if DeTable::parse(text).is_ok() {
        return Cow::Borrowed(text);
    }
    reader.is_broken = true;
    let before = reader.count();
    let mut sound = text.as_bytes().to_vec();
    for block in blocks(text) {
        if reader.is_full() {
            break;
        }
        mend_block(reader, text, block, &mut sound);
    }
    // Only blanks were put in, over whole letters.
    let sound = String::from_utf8(sound).unwrap_or_default();
    if reader.count() == before {
        // Each block is right by itself, but they contradict each other.
        for error in DeTable::parse_recoverable(&sound).1 {
            add_problem(reader, text, 0, &error);
        }
    }
    Cow::Owned(sound)
}

/// The parts of a text, each from a heading to the next, and the part before the first.
fn blocks(text: &str) -> Vec<Range<usize>> {
    let headings = text.match_indices("\n[").map(|it| it.0 + 1);
    let starts: Vec<usize> = std::iter::once(0).chain(headings).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// Adds a problem about each slip in a block, and blanks its line, or the whole block if that isn't enough.
fn mend_block(reader: &mut Reader, text: &str, block: Range<usize>, sound: &mut [u8]) {
    for _ in 0..SLIPS_MAX {
        let Some(Err(error)) = std::str::from_utf8(&sound[block.clone()]).ok().map(DeTable::parse) else { return };
        add_problem(reader, text, block.start, &error);
        let slip = error.span().map(|it| line_around(text, block.start + it.start)).filter(|it| it.end <= block.end);
        match slip {
            Some(line) if is_of_one_line(&error) && !text[line.clone()].trim().is_empty() => blank(sound, line),
            _ => break,
        }
    }
    if std::str::from_utf8(&sound[block.clone()]).is_ok_and(|it| DeTable::parse(it).is_err()) {
        blank(sound, block);
    }
}

/// Whether the lines after a slip can be trusted. They can't if a list, a table or a text continues over several lines.
fn is_of_one_line(error: &Error) -> bool {
    !["comma", "unclosed", "multi-line", "array", "inline table"].iter().any(|it| error.message().contains(it))
}

fn add_problem(reader: &mut Reader, text: &str, start: usize, error: &Error) {
    let span = error.span().unwrap_or(text.len()..text.len());
    let floor = |at: usize| text.floor_char_boundary((start + at).min(text.len()));
    let span = floor(span.start)..floor(span.end).max(floor(span.start));
    reader.say(say::syntax(span.clone(), &text[span], error.message()));
}

fn line_around(text: &str, at: usize) -> Range<usize> {
    let bytes = text.as_bytes();
    let at = at.min(bytes.len());
    let start = bytes[..at].iter().rposition(|it| *it == b'\n').map_or(0, |it| it + 1);
    let end = bytes[at..].iter().position(|it| *it == b'\n').map_or(bytes.len(), |it| at + it);
    start..end
}

/// Overwrites a part with blanks, but keeps its line ends.
fn blank(sound: &mut [u8], part: Range<usize>) {
    for byte in &mut sound[part] {
        if !matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
}
