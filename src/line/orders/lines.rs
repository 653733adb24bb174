//! Which lines of a post are orders.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::words::covering;

/// A post, taken apart. All ranges are bytes of it.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// Orders, without their prefix.
    pub(super) orders: Vec<Range<usize>>,
    /// Fiction that stands where orders could stand.
    pub(super) plain: Vec<Range<usize>>,
    /// Struck, spoilered and quoted text, in order.
    pub(super) hidden: Vec<Range<usize>>,
    /// A fence that nothing closes.
    pub(super) unclosed: Option<Fence>,
}

/// The line that opens a fenced block.
#[derive(Clone, Debug)]
pub(super) struct Fence {
    pub(super) span: Range<usize>,
    /// Whether its lines are orders; else they are fiction.
    pub(super) is_orders: bool,
    mark: char,
    length: usize,
}

/// Takes a post apart.
pub(super) fn find(text: &str, prefix: &str) -> Lines {
    let mut lines = Lines::default();
    let mut open: Option<Fence> = None;
    let mut fenced = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end();
        let span = start..start + content.len();
        let content = content.trim_start();
        start += line.len();
        if let Some(fence) = &open {
            let close = closing(line, fence);
            if fence.is_orders && !content.starts_with('>') {
                let end = close.map_or(span.end, |it| span.start + it);
                fenced.push(span.start..end);
            }
            if close.is_some() {
                open = None;
            }
        } else if let Some(fence) = opening(line, span.clone()) {
            open = Some(fence).filter(|it| closing(content.trim_start_matches(it.mark), it).is_none());
        } else if content.starts_with(">>> ") {
            break;
        } else if !content.is_empty() && !content.starts_with('>') {
            lines.plain.push(span);
        }
    }
    lines.unclosed = open;
    lines.hidden = hidden(text, &lines.plain);
    lines.sort_out(text, prefix, fenced);
    lines
}

impl Lines {
    // Plain lines that carry the prefix become orders; hidden ones go.
    fn sort_out(&mut self, text: &str, prefix: &str, fenced: Vec<Range<usize>>) {
        let hidden = &self.hidden;
        let orders = &mut self.orders;
        self.plain.retain(|line| {
            let content = text.get(line.clone()).unwrap_or_default();
            let bare = content.trim_start_matches(is_wrapping);
            let start = line.end - bare.len();
            if covering(hidden, start).is_some() {
                return false;
            }
            let order = bare.strip_prefix(prefix).map(|it| line.end - it.len()..line.end);
            order.map(|it| orders.push(it)).is_none()
        });
        for line in fenced {
            let content = text.get(line.clone()).unwrap_or_default();
            let bare = content.trim_start_matches(is_wrapping);
            let bare = bare.strip_prefix(prefix).unwrap_or(bare);
            if !bare.is_empty() {
                orders.push(line.end - bare.len()..line.end);
            }
        }
        orders.sort_by_key(|it| it.start);
    }
}

/// Blanks, and the marks of bold, italics and inline code.
fn is_wrapping(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '*' | '_' | '`')
}

/// The fence that a line opens.
fn opening(line: &str, span: Range<usize>) -> Option<Fence> {
    let content = line.trim();
    let mark = content.chars().next().filter(|it| matches!(it, '`' | '~'))?;
    let info = content.trim_start_matches(mark);
    let length = content.len() - info.len();
    let is_orders = info.trim().eq_ignore_ascii_case("orders");
    (3 <= length).then_some(Fence { span, is_orders, mark, length })
}

/// Where in the line the fence is closed.
fn closing(line: &str, fence: &Fence) -> Option<usize> {
    let mut run = 0;
    for (at, letter) in line.char_indices() {
        run = if letter == fence.mark { run + 1 } else { 0 };
        if run == fence.length {
            return Some(at + 1 - run);
        }
    }
    None
}

/// A mark that hides text up to the one that closes it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Veil {
    Spoiler,
    Strike,
    /// BBCode's quotes and the like.
    Block,
}

/// What nobody is meant to read as said now: struck, spoilered and, on forums, quoted text.
fn hidden(text: &str, plain: &[Range<usize>]) -> Vec<Range<usize>> {
    static MARK: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\|\||~~|\[/?(?:quote|s|strike|del|spoiler|code)(?:=[^\]\n]*)?\]").expect("it is constant")
    });
    // All bytes are looked at, which takes less time than to stop at the first.
    if !text.bytes().fold(false, |found, it| found | matches!(it, b'|' | b'~' | b'[')) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut open: [Option<usize>; 2] = [None, None];
    let mut block: Option<usize> = None;
    let mut depth = 0_u32;
    for line in plain {
        let content = text.get(line.clone()).unwrap_or_default();
        for mark in MARK.find_iter(content) {
            let (start, end) = (line.start + mark.start(), line.start + mark.end());
            let veil = match mark.as_str() {
                "||" => Veil::Spoiler,
                "~~" => Veil::Strike,
                _ => Veil::Block,
            };
            if veil == Veil::Block {
                if !mark.as_str().starts_with("[/") {
                    depth += 1;
                    block = block.or(Some(start));
                } else if 0 < depth {
                    depth -= 1;
                    found.extend(block.take_if(|_| depth == 0).map(|from| from..end));
                }
            } else if let Some(slot) = open.get_mut(veil as usize) {
                match slot.take() {
                    Some(from) => found.push(from..end),
                    None => *slot = Some(start),
                }
            }
        }
    }
    // A quotation that nothing closes goes on to the end: nobody's orders are given by quoting them.
    found.extend(block.map(|from| from..text.len()));
    found.sort_by_key(|it| it.start);
    merged(found)
}

/// The same text covered by ranges that don't touch, so that there are no more of them than needed.
fn merged(sorted: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut merged: Vec<Range<usize>> = Vec::with_capacity(sorted.len());
    for next in sorted {
        match merged.last_mut() {
            Some(last) if next.start <= last.end => last.end = last.end.max(next.end),
            _ => merged.push(next),
        }
    }
    merged
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
        check("", &[]);
        check("!", &[""]);
    }

    #[test]
    fn lines_of_an_orders_block_are_orders_and_other_blocks_are_fiction() {
        check("```orders\nAlpha: hold\n\n!Bravo: hold\n> Carol: hold\n```\n!x", &["Alpha: hold", "Bravo: hold", "x"]);
        check("```\n!Alpha: hold\n```\n```rust\n!Bravo: hold```\n!x", &["x"]);
        check("```ORDERS\nAlpha: hold```", &["Alpha: hold"]);
        check("```!Alpha: hold```\n!x", &["x"]);
    }

    #[test]
    fn a_fence_in_a_longer_fence_is_text() {
        check("````\n```orders\nAlpha: hold\n```\n````\n!x", &["x"]);
    }

    #[test]
    fn a_fence_that_nothing_closes_goes_on_to_the_end() {
        check("```orders\nAlpha: hold", &["Alpha: hold"]);
        check("```\n!Alpha: hold", &[]);
        assert!(find("```\n!Alpha: hold", "!").unclosed.is_some_and(|it| !it.is_orders));
        assert!(find("```orders\n!Alpha: hold\n```", "!").unclosed.is_none());
    }

    #[test]
    fn quoted_struck_and_spoilered_lines_are_never_orders() {
        check("> !Alpha: hold\n~~!Bravo: hold~~\n||!Carol: hold||\n!x", &["x"]);
        check("||\n!Alpha: hold\n||\n!x", &["x"]);
        check(">>> from here on\n!Alpha: hold", &[]);
        check("[QUOTE=bob]\n!Alpha: hold\n[quote]!b[/quote]\n!c\n[/quote]\n!x", &["x"]);
        check("[s]!Alpha: hold[/s]\n[quote]\n!never closed", &[]);
        check("one || pipe\n!Alpha: hold", &["Alpha: hold"]);
    }

    #[test]
    fn the_prefix_can_be_another() {
        let post = "!no\n§§Alpha: hold";
        let lines = find(post, "§§");
        assert_eq!(lines.orders.iter().map(|it| &post[it.clone()]).collect::<Vec<_>>(), ["Alpha: hold"]);
    }
}
