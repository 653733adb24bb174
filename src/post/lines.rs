//! Finds the lines of a post that are orders: where the prefix stands, and what may stand before it.

use std::ops::Range;

use super::fold::plain_mark;
use super::markup::{self, Markup, Unclosed};
use super::words::covering;
use crate::diagnostic::is_unseen;

/// The lines of a post. All ranges are bytes of it.
#[derive(Debug, Default)]
pub struct Lines {
    /// Orders, without their prefix, in order.
    pub orders: Vec<Range<usize>>,
    /// Lines of fiction where orders could stand, each from its first word on.
    pub plain: Vec<Range<usize>>,
    /// The text behind a prefix that doesn't begin its line.
    pub inner: Vec<Range<usize>>,
    /// Lines in blocks that aren't labelled as orders.
    pub boxed: Vec<Range<usize>>,
    /// The text behind the prefix of lines that are hidden, or quoted up to the end of the post.
    pub veiled: Vec<Range<usize>>,
    /// All text that is hidden, or quoted up to the end of the post.
    pub veils: Vec<Range<usize>>,
    /// Marks, and struck, spoilered and quoted text, in order.
    pub hidden: Vec<Range<usize>>,
    /// Marks that nothing closes.
    pub unclosed: Vec<Unclosed>,
}

/// Sorts the lines of a post.
pub fn find(text: &str, prefix: &str) -> Lines {
    let Markup { plain, ordered, boxed, covered, veiled, unclosed } = markup::read(text);
    let mut lines = Lines { hidden: covered, unclosed, ..Lines::default() };
    for line in plain {
        lines.add_plain_line(text, line, prefix);
    }
    let behind = |line: &Range<usize>| {
        let line = lines.skip_to_first_word(text, line, prefix);
        behind_prefix(text, line.clone(), prefix).unwrap_or(line.start)..line.end
    };
    let ordered: Vec<Range<usize>> = ordered.iter().map(behind).filter(|it| !it.is_empty()).collect();
    lines.boxed = boxed.iter().map(behind).collect();
    for part in &veiled {
        let inside = text.get(part.clone()).unwrap_or_default();
        let below = markup::lines(inside).map(|it| part.start + it.start..part.start + it.end);
        lines.veiled.extend(below.filter_map(|it| {
            let order = text.get(it.clone())?.trim_start().strip_prefix(prefix)?;
            Some(it.end - order.len()..it.end)
        }));
    }
    lines.veils = veiled;
    lines.orders.extend(ordered);
    lines.orders.sort_by_key(|it| it.start);
    lines
}

impl Lines {
    // Adds a plain line to the orders, to the inner ones or to fiction. A line without visible words is dropped.
    fn add_plain_line(&mut self, text: &str, line: Range<usize>, prefix: &str) {
        let end = line.start + text.get(line.clone()).unwrap_or_default().trim_end().len();
        let line = self.skip_to_first_word(text, &(line.start..end), prefix);
        if line.is_empty() {
            return;
        }
        if let Some(start) = behind_prefix(text, line.clone(), prefix) {
            let rest = text.get(start..end).unwrap_or_default();
            match behind_prefix(text, start..end, prefix) {
                // An exclamation: nothing but marks, or several and then a blank.
                _ if !rest.is_empty() && !rest.contains(char::is_alphanumeric) => (),
                // `!?! What now`
                _ if rest.starts_with('?') && !begins_with_word(rest) => (),
                Some(_) => {
                    let rest = rest.trim_start_matches(prefix);
                    let begins = rest.starts_with(char::is_alphanumeric);
                    let lines = if begins { &mut self.orders } else { &mut self.inner };
                    lines.push(end - rest.len()..end);
                }
                None => self.orders.push(start..end),
            }
            return;
        }
        let begins_word = |it: &usize| text.get(*it..end).is_some_and(|it| it.starts_with(char::is_alphanumeric));
        let behind_label = label(text, line.clone()).map(|it| self.skip_to_first_word(text, &(it..end), prefix));
        if let Some(start) = behind_label.clone().and_then(|it| behind_prefix(text, it, prefix)).filter(begins_word) {
            return self.orders.push(start..end);
        }
        if let Some(start) = self.inner_prefix(text, line.clone(), prefix) {
            // `[!Alpha: hold](https://…)`
            let link = text.get(start..end).and_then(|it| it.find("]("));
            self.inner.push(start..link.map_or(end, |it| start + it));
        }
        // `Move: K9` below `!Alpha`: a field of a form keeps its label.
        let is_field = text.get(line.clone()).is_some_and(begins_with_field);
        self.plain.push(behind_label.filter(|it| !it.is_empty() && !is_field).unwrap_or(line));
    }

    // Skips what may stand before the first word: blanks, marks, bullets and numbers of lists, brackets.
    fn skip_to_first_word(&self, text: &str, line: &Range<usize>, prefix: &str) -> Range<usize> {
        let mut at = line.start;
        let mut is_first = true;
        while let Some(letter) = text.get(at..line.end).and_then(|it| it.chars().next()) {
            if let Some(over) = covering(&self.hidden, at) {
                at = over.end.min(line.end);
            } else if text.get(at..line.end).is_some_and(|it| it.starts_with(prefix)) {
                break;
            } else if is_wrapping(letter) {
                at += letter.len_utf8();
            } else if let Some(length) = bullet(text.get(at..line.end).unwrap_or_default()).filter(|_| is_first) {
                (at, is_first) = (at + length, false);
            } else {
                break;
            }
        }
        at.min(line.end)..line.end
    }

    // The place behind the first prefix within a line that stands apart from the word before it, right before a word.
    fn inner_prefix(&self, text: &str, line: Range<usize>, prefix: &str) -> Option<usize> {
        let content = text.get(line.clone())?;
        let places = content.match_indices(prefix).take(PREFIXES_MAX).filter(|(at, _)| {
            let is_apart = |it: char| it.is_whitespace() || "\"“”„«»'‘([]|:>*_`".contains(it);
            content.get(..*at).and_then(|it| it.chars().next_back()).is_none_or(is_apart)
                && content.get(at + prefix.len()..).is_some_and(|it| it.starts_with(char::is_alphanumeric))
                && covering(&self.hidden, line.start + at).is_none()
        });
        places.map(|(at, _)| line.start + at + prefix.len()).next()
    }
}

/// How many prefixes within a line are checked.
const PREFIXES_MAX: usize = 8;

/// Whether a letter may stand before the first word: a blank, an invisible or a pictorial one, a mark of bold, italics
/// or code, or a bracket.
fn is_wrapping(letter: char) -> bool {
    letter.is_whitespace() || is_unseen(letter) || is_picture(letter) || matches!(letter, '*' | '_' | '`' | '(')
}

/// Whether a letter is an emoji or the like, and no mark that means something in a post.
fn is_picture(letter: char) -> bool {
    !letter.is_ascii()
        && !letter.is_alphanumeric()
        && plain_mark(letter) == letter
        && !"«»“”„‘’‚「」–—−…¡¿→•·‣▪●".contains(letter)
}

/// The length of the bullet, number or heading sign that a line begins with.
fn bullet(rest: &str) -> Option<usize> {
    let followed_by_blank = |length: usize| rest.get(length..).is_some_and(|it| it.starts_with(char::is_whitespace));
    let first = rest.chars().next()?;
    match first {
        '#' => Some(rest.bytes().take(6).take_while(|it| *it == b'#').count()).filter(|it| followed_by_blank(*it)),
        '-' if rest.starts_with("-#") => Some(2).filter(|it| followed_by_blank(*it)),
        '-' | '–' | '—' | '•' | '·' | '‣' | '▪' | '●' | '+' => {
            Some(first.len_utf8()).filter(|it| followed_by_blank(*it))
        }
        '0'..='9' => {
            let digits = rest.bytes().take(3).take_while(u8::is_ascii_digit).count();
            let is_mark = matches!(rest.as_bytes().get(digits), Some(b'.' | b')' | b':'));
            Some(digits + 1).filter(|it| is_mark && rest.as_bytes().get(*it).is_none_or(|it| !it.is_ascii_digit()))
        }
        'a'..='z' => {
            let roman = rest.bytes().take(4).take_while(|it| matches!(it, b'i' | b'v' | b'x')).count().max(1);
            Some(roman + 1).filter(|it| rest.as_bytes().get(roman) == Some(&b')') && followed_by_blank(*it))
        }
        _ => None,
    }
}

/// The place behind the prefix, if the line begins with it.
fn behind_prefix(text: &str, line: Range<usize>, prefix: &str) -> Option<usize> {
    let rest = text.get(line.clone())?;
    if let Some(after) = rest.strip_prefix(prefix) {
        return Some(line.end - after.len());
    }
    // Other keyboards have other signs for the prefix.
    let first = rest.chars().next().filter(|it| !it.is_ascii())?;
    prefix.chars().eq([plain_mark(first)]).then(|| line.start + first.len_utf8())
}

/// Whether there is a letter or digit before the first blank.
fn begins_with_word(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|it| it.contains(char::is_alphanumeric))
}

/// Labels of lines that hold orders, or that are out of character.
const LABELS: &[&str] =
    &["order", "orders", "my orders", "ooc", "out of character", "round", "turn", "action", "actions", "moves", "move"];

/// Whether a line begins with one of the labels that also says what to do.
fn begins_with_field(line: &str) -> bool {
    let first = line.split(|it: char| !it.is_alphabetic()).find(|it| !it.is_empty());
    first.is_some_and(|it| ["move", "moves"].contains(&it.to_lowercase().as_str()))
}

/// The place behind the label of a line: `OOC:`, `Round 3:`, `(OOC)`, `[OOC]`.
fn label(text: &str, line: Range<usize>) -> Option<usize> {
    const LONGEST: usize = 24;
    let rest = text.get(line.clone())?;
    let inner = rest.trim_start_matches(['(', '[', '{', '/', '*', '_']);
    let length =
        inner.char_indices().take(LONGEST).find(|it| matches!(plain_mark(it.1), ':' | ')' | ']' | '}' | '-' | '!'))?.0;
    let words = inner.get(..length)?.trim().to_lowercase();
    let words = words.trim_end_matches(|it: char| it.is_ascii_digit() || it.is_whitespace() || it == '.');
    let after = inner.get(length..).filter(|_| LABELS.contains(&words))?;
    let after = after.trim_start_matches([':', '：', ')', ']', '}', '-', '*', '_']);
    Some(line.end - after.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(post: &str, expected: &[&str]) {
        let lines = find(post, "!");
        let shown: Vec<&str> = lines.orders.iter().map(|it| &post[it.clone()]).collect();
        assert_eq!(shown, expected, "{post}");
    }

    #[test]
    fn an_order_line_begins_with_the_prefix() {
        check("The ridge is ours!\n!Alpha: hold\n  !Bravo: hold\r\nWe shout: !no", &["Alpha: hold", "Bravo: hold"]);
        check("**!Alpha: hold**\n`!Bravo: hold`", &["Alpha: hold**", "Bravo: hold`"]);
        check("\u{feff}!Alpha: hold\r！Bravo: hold", &["Alpha: hold", "Bravo: hold"]);
        check("", &[]);
        check("!", &[""]);
    }

    #[test]
    fn exclamations_are_no_orders() {
        check("!!! they scream\n!?!?!\n!?! What now\n!!!!! WAAAGH !!!!!\n!…", &[]);
        check("!!!Alpha: hold", &["Alpha: hold"]);
    }

    #[test]
    fn lists_headings_labels_and_brackets_may_stand_before_the_prefix() {
        check(
            "1. !a\n2) !b\n- !c\n— !d\n• !e\n### !f\n-# !g\n[*]!h\n[b]!i[/b]",
            &["a", "b", "c", "d", "e", "f", "g", "h", "i[/b]"],
        );
        check(
            "OOC: !a\n(OOC) !b\nRound 3: !c\n**Orders:** !d\n(!e)\n((!f))\n[ooc]!g",
            &["a", "b", "c", "d", "e)", "f))", "g"],
        );
        check("\"!a\"\nbob: !b\nWe go. !c", &[]);
        let inner = find("\"!a\"\nbob: !b\nWe go. !c", "!").inner;
        assert_eq!(inner.len(), 3);
        let post = "[!a: b](https://example.org)";
        let linked = find(post, "!").inner;
        assert_eq!(linked.iter().map(|it| &post[it.clone()]).collect::<Vec<_>>(), ["a: b"]);
    }

    #[test]
    fn lines_of_an_orders_block_are_orders_and_other_blocks_are_fiction() {
        check("```orders\nAlpha: hold\n\n!Bravo: hold\n> Carol: hold\n```\n!x", &["Alpha: hold", "Bravo: hold", "x"]);
        check("```orders\n1. Alpha: hold\n- Bravo: hold\n```", &["Alpha: hold", "Bravo: hold"]);
        check("```\n!Alpha: hold\n```\n```rust\n!Bravo: hold```\n!x", &["x"]);
        check("```ORDERS\nAlpha: hold```", &["Alpha: hold"]);
        check("```orders Alpha: hold```\n!x", &["Alpha: hold", "x"]);
        check("[code=orders]\nAlpha: hold\n[/code]\n!x", &["Alpha: hold", "x"]);
        check("```!Alpha: hold```\n!x", &["x"]);
    }

    #[test]
    fn a_fence_that_nothing_closes_goes_on_to_the_end() {
        check("```orders\nAlpha: hold", &["Alpha: hold"]);
        check("```\n!Alpha: hold", &[]);
    }

    #[test]
    fn quoted_struck_and_spoilered_lines_are_never_orders() {
        check("> !Alpha: hold\n~~!Bravo: hold~~\n||!Carol: hold||\n!x", &["x"]);
        check("||\n!Alpha: hold\n||\n!x", &["x"]);
        check(">>> from here on\n!Alpha: hold", &[]);
        check("[QUOTE=bob]\n!Alpha: hold\n[quote]!b[/quote]\n!c\n[/quote]\n!x", &["x"]);
        check("[quote author=bob link=topic=3.msg9#msg9 date=17]\n!Alpha: hold\n[/quote]\n!x", &["x"]);
        check("[s]!Alpha: hold[/s]\n[quote]\n!never closed", &[]);
        check("one || pipe\n!Alpha: hold", &["Alpha: hold"]);
        check("[quote=bob]!Alpha: hold[/quote] !x", &["x"]);
    }

    #[test]
    fn the_prefix_can_be_another() {
        let post = "!no\n§§Alpha: hold";
        let lines = find(post, "§§");
        assert_eq!(lines.orders.iter().map(|it| &post[it.clone()]).collect::<Vec<_>>(), ["Alpha: hold"]);
    }
}
