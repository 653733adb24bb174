//! Finds the markup of every medium in a post: text that is quoted, struck, hidden or in a block, and marks for bold,
//! colour and lists, which mean nothing to an order.
//!
//! It knows Discord's Markdown, the BBCode of SMF, phpBB, XenForo and vBulletin, quotation in mail, and HTML that
//! people paste.

use std::ops::Range;

/// The parts of a post. All ranges are bytes of it.
#[derive(Debug, Default)]
pub struct Markup {
    /// Lines where orders could stand, without their line ends.
    pub plain: Vec<Range<usize>>,
    /// Lines in a block of orders.
    pub ordered: Vec<Range<usize>>,
    /// Lines in other blocks, which are fiction.
    pub boxed: Vec<Range<usize>>,
    /// Marks, and text that is struck, hidden or quoted. The ranges are in order and don't touch.
    pub covered: Vec<Range<usize>>,
    /// Text that is hidden until a reader reveals it, or quoted up to the end of the post.
    pub veiled: Vec<Range<usize>>,
    /// Marks that nothing closes.
    pub unclosed: Vec<Unclosed>,
}

/// A mark that nothing closes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unclosed {
    /// Where the mark stands.
    pub span: Range<usize>,
    pub kind: UnclosedKind,
    /// Where its effect ends.
    pub end: usize,
}

/// What an unclosed mark would begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnclosedKind {
    /// A block of orders, or of fiction.
    Block { is_orders: bool },
    /// A quotation. Quoted orders aren't taken.
    Quotation,
    /// Struck or hidden text.
    Veil,
}

/// The lines of a text without their ends, for every kind of line end.
pub fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut end = 0;
    text.split_inclusive(is_line_end).filter_map(move |line| {
        let start = end;
        end += line.len();
        // `\r\n` is one end.
        let is_half_an_end = line == "\n" && text[..start].ends_with('\r');
        (!is_half_an_end).then(|| start..start + line.trim_end_matches(is_line_end).len())
    })
}

fn is_line_end(letter: char) -> bool {
    matches!(letter, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Sorts a post into its parts.
pub fn read(text: &str) -> Markup {
    let mut markup = Markup::default();
    let mut open: Option<Fence<'_>> = None;
    for span in lines(text) {
        let line = text.get(span.clone()).unwrap_or_default();
        let content = line.trim();
        if let Some(fence) = &open {
            let close = line.find(fence.marks);
            let end = close.map_or(span.end, |it| span.start + it);
            if !content.starts_with('>') {
                let lines = if fence.is_orders { &mut markup.ordered } else { &mut markup.boxed };
                lines.push(span.start..end);
            }
            if close.is_some() {
                open = None;
            }
        } else if let Some(fence) = opening(content, &span) {
            let inside = content.strip_prefix(fence.marks).unwrap_or_default();
            match inside.find(fence.marks) {
                None => open = Some(fence),
                // A block on one line is fiction that may look like an order. Behind a label for orders it is an order,
                // but fiction may begin with such a word, too: "order a pizza".
                Some(end) => {
                    let start = span.start + line.find(inside).unwrap_or_default();
                    let (name, rest) = inside.get(..end).and_then(|it| it.split_once(' ')).unwrap_or_default();
                    let is_for_one = rest.starts_with(char::is_uppercase) && rest.contains(':');
                    let name = if is_info(name) && (name.ends_with(':') || is_for_one) { name.len() } else { 0 };
                    let lines = if 0 < name { &mut markup.ordered } else { &mut markup.boxed };
                    lines.push(start + name..start + end);
                }
            }
        } else if content.starts_with(">>> ") {
            markup.veiled.push(span.end..text.len());
            break;
        } else if !content.is_empty() && !content.starts_with(['>', '＞']) {
            markup.plain.push(span);
        }
    }
    if let Some(fence) = open {
        let kind = UnclosedKind::Block { is_orders: fence.is_orders };
        markup.unclosed.push(Unclosed { span: fence.span, kind, end: text.len() });
    }
    markup.take_off_marks(text);
    markup
}

/// The line that opens a fenced block.
struct Fence<'a> {
    span: Range<usize>,
    is_orders: bool,
    /// The backticks or tildes, which close it as well.
    marks: &'a str,
}

/// The fence that a line opens. Three bare tildes are no fence, because many writers part scenes with them.
fn opening<'a>(content: &'a str, span: &Range<usize>) -> Option<Fence<'a>> {
    let mark = content.chars().next().filter(|it| matches!(it, '`' | '~'))?;
    let info = content.trim_start_matches(mark);
    let (marks, is_orders) = (content.strip_suffix(info)?, is_info(info));
    (3 <= marks.len() && (mark == '`' || is_orders)).then(|| Fence { span: span.clone(), is_orders, marks })
}

/// Whether the text behind a fence labels the block as orders: `orders`, `my order:`.
fn is_info(info: &str) -> bool {
    let name = info.trim_matches(|it: char| !it.is_alphanumeric());
    let last = name.rsplit(' ').next().unwrap_or_default();
    let is_short = name.len() - last.len() <= "the ".len();
    is_short && (last.eq_ignore_ascii_case("orders") || last.eq_ignore_ascii_case("order"))
}

/// What a mark in a line does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// Only changes how text looks.
    Look,
    Opens(Veil),
    Closes(Veil),
    /// Closes what is open, or else opens.
    Toggles(Veil),
}

/// What hides text up to the mark that closes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Veil {
    Quote,
    Strike,
    Spoiler,
    Code,
    /// A block that is labelled as orders.
    Orders,
    Bars,
    Tildes,
}

/// A mark that opens a veil and hasn't been closed yet.
struct Open {
    veil: Veil,
    at: Range<usize>,
}

/// The inside of a block between tags.
struct Block {
    inside: Range<usize>,
    is_orders: bool,
}

impl Markup {
    fn take_off_marks(&mut self, text: &str) {
        let mut covered = Vec::new();
        let mut blocks = Vec::new();
        let mut open: Vec<Open> = Vec::new();
        for span in &self.plain {
            let mut at = span.start;
            while let Some((mark, found)) = next_mark(text, at..span.end) {
                at = found.end;
                match mark {
                    Mark::Look => covered.push(found),
                    Mark::Opens(veil) => open.push(Open { veil, at: found }),
                    Mark::Toggles(veil) if !open.iter().rev().take(DEPTH_MAX).any(|it| it.veil == veil) => {
                        open.push(Open { veil, at: found });
                    }
                    Mark::Closes(veil) | Mark::Toggles(veil) => {
                        match close(&mut open, veil, found, &mut covered, &mut blocks) {
                            Some((Veil::Spoiler | Veil::Bars, inside)) => self.veiled.push(inside),
                            // The quoted post hid that, not this one.
                            Some((Veil::Quote, inside)) => self.veiled.retain(|it| !inside.contains(&it.start)),
                            _ => (),
                        }
                    }
                }
            }
        }
        self.close_rest(text, open, &mut covered);
        self.set_apart(blocks);
        covered.sort_by_key(|it| (it.start, it.end));
        self.covered = merged(covered);
    }

    // Moves the parts of plain lines that are inside blocks to the lists of those.
    fn set_apart(&mut self, mut blocks: Vec<Block>) {
        blocks.sort_by_key(|it| it.inside.start);
        let mut plain = Vec::new();
        let mut next = 0;
        for line in std::mem::take(&mut self.plain) {
            let mut start = line.start;
            while let Some(block) = blocks.get(next).filter(|it| it.inside.start < line.end) {
                let inside = block.inside.start.max(start)..block.inside.end.min(line.end);
                plain.push(start..inside.start);
                let lines = if block.is_orders { &mut self.ordered } else { &mut self.boxed };
                lines.push(inside.clone());
                start = inside.end;
                if line.end <= block.inside.end {
                    break;
                }
                next += 1;
            }
            plain.push(start..line.end);
        }
        plain.retain(|it| !it.is_empty());
        self.plain = plain;
        self.ordered.sort_by_key(|it| it.start);
        self.boxed.sort_by_key(|it| it.start);
    }

    fn close_rest(&mut self, text: &str, open: Vec<Open>, covered: &mut Vec<Range<usize>>) {
        // Open marks are in order, and a line may have many of them.
        let mut end_of_line = 0;
        for it in open {
            if end_of_line < it.at.end {
                end_of_line =
                    text.get(it.at.end..).and_then(|it| it.find(is_line_end)).map_or(text.len(), |n| it.at.end + n);
            }
            let (kind, end) = match it.veil {
                Veil::Quote => (UnclosedKind::Quotation, text.len()),
                Veil::Orders => (UnclosedKind::Block { is_orders: true }, end_of_line),
                Veil::Code => (UnclosedKind::Block { is_orders: false }, end_of_line),
                Veil::Strike | Veil::Spoiler => (UnclosedKind::Veil, end_of_line),
                Veil::Bars | Veil::Tildes => continue,
            };
            covered.push(it.at.start..end);
            self.unclosed.push(Unclosed { span: it.at, kind, end });
        }
    }
}

// Closes the innermost veil that `veil` can close. Marks that were opened inside it count as its text. Returns what was
// closed, and the range inside it.
fn close(
    open: &mut Vec<Open>,
    veil: Veil,
    at: Range<usize>,
    covered: &mut Vec<Range<usize>>,
    blocks: &mut Vec<Block>,
) -> Option<(Veil, Range<usize>)> {
    let depth = open.iter().rev().take(DEPTH_MAX).position(|it| it.veil.is_closed_by(veil))?;
    open.truncate(open.len() - depth);
    let opened = open.pop()?;
    let closed = Some((opened.veil, opened.at.end..at.start));
    if matches!(opened.veil, Veil::Orders | Veil::Code) {
        // A block within a block is part of the outer one.
        while blocks.last().is_some_and(|it| opened.at.end <= it.inside.start) {
            blocks.pop();
        }
        blocks.push(Block { inside: opened.at.end..at.start, is_orders: opened.veil == Veil::Orders });
        covered.extend([opened.at, at]);
    } else {
        covered.push(opened.at.start..at.end);
    }
    closed
}

/// How many open marks are searched for the one that is closed.
const DEPTH_MAX: usize = 16;

impl Veil {
    fn is_closed_by(self, close: Veil) -> bool {
        self == close || self == Veil::Orders && matches!(close, Veil::Code | Veil::Spoiler)
    }
}

/// The next mark in a part of a line, and its place.
fn next_mark(text: &str, part: Range<usize>) -> Option<(Mark, Range<usize>)> {
    let mut at = part.start;
    loop {
        let rest = text.get(at..part.end)?;
        let start = at + rest.find(['|', '~', '[', '<'])?;
        let rest = text.get(start..part.end)?;
        let first = *rest.as_bytes().first()?;
        match first {
            b'|' | b'~' => {
                let run = rest.bytes().take_while(|it| *it == first).count();
                if run == 2 {
                    let veil = if first == b'|' { Veil::Bars } else { Veil::Tildes };
                    return Some((Mark::Toggles(veil), start..start + run));
                }
                at = start + run;
            }
            _ => {
                if let Some((mark, length)) = tag(rest, first == b'<') {
                    return Some((mark, start..start + length));
                }
                at = start + 1;
            }
        }
    }
}

/// The tag that a text begins with, and its length.
fn tag(text: &str, is_html: bool) -> Option<(Mark, usize)> {
    const LONGEST: usize = 300;
    let close = if is_html { '>' } else { ']' };
    let bytes = text.as_bytes();
    let closes = bytes.get(1) == Some(&b'/');
    let name_start = if closes { 2 } else { 1 };
    let name_length = match bytes.get(name_start) {
        Some(b'*') => 1,
        _ => bytes.iter().skip(name_start).take(12).take_while(|it| it.is_ascii_alphanumeric()).count(),
    };
    let name = text.get(name_start..name_start + name_length)?;
    let known = known_tag(name, is_html)?;
    let after = text.get(name_start + name_length..)?;
    let end = after.bytes().take(LONGEST).position(|it| it == close as u8)?;
    let more = after.get(..end)?;
    let says_more = more.is_empty()
        || more.starts_with('=')
        || more.trim() == "/"
        || more.starts_with(' ') && (known == Mark::Opens(Veil::Quote) || is_html || more.contains('='));
    let mark = match known {
        Mark::Opens(Veil::Spoiler | Veil::Code) if !closes && is_info(more) => Mark::Opens(Veil::Orders),
        Mark::Opens(veil) if closes => Mark::Closes(veil),
        known => known,
    };
    says_more.then_some((mark, name_start + name_length + end + 1))
}

/// Tags that only change how text looks, or fold it away.
const LOOKS: &str = "* abbr align anchor b bgcolor big br center centre color colour details div em email face float font glow h1 h2 h3 h4 h5 h6 highlight hr i indent item justify left li list ltr mark ol ooc p right rtl shadow size small span strong sub summary sup table td th tr tt u ul url";

/// What an opening tag does, by its name.
fn known_tag(name: &str, is_html: bool) -> Option<Mark> {
    let name = name.to_ascii_lowercase();
    Some(match name.as_str() {
        "quote" | "blockquote" => Mark::Opens(Veil::Quote),
        "s" | "strike" | "del" | "strikethrough" => Mark::Opens(Veil::Strike),
        "spoiler" | "hide" | "ispoiler" => Mark::Opens(Veil::Spoiler),
        "code" | "pre" | "icode" | "noparse" | "plain" => Mark::Opens(Veil::Code),
        _ if LOOKS.split(' ').any(|it| it == name) => Mark::Look,
        _ => return None,
    })
    .filter(|it| !is_html || *it != Mark::Opens(Veil::Spoiler))
}

/// The ranges merged, so that none of them touch.
pub(super) fn merged(sorted: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut merged: Vec<Range<usize>> = Vec::new();
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
    use crate::post::words::covering;

    /// The plain lines of a post without what is covered.
    fn left(post: &str) -> Vec<String> {
        let markup = read(post);
        let shown = |it: &Range<usize>| -> String {
            let kept =
                post[it.clone()].char_indices().filter(|(at, _)| covering(&markup.covered, it.start + at).is_none());
            kept.map(|it| it.1).collect::<String>().trim().to_owned()
        };
        markup.plain.iter().map(shown).filter(|it| !it.is_empty()).collect()
    }

    #[track_caller]
    fn check(post: &str, expected: &[&str]) {
        assert_eq!(left(post), expected, "{post}");
    }

    #[test]
    fn marks_that_only_change_the_looks_are_taken_off() {
        check("[b]a[/b] [color=#ff0000]b[/color] [size=12pt]c[/size] [list]\n[*]d\n[/list]", &["a b c", "d"]);
        check("<b>a</b> <span class=\"x\">b</span> a < b", &["a b a < b"]);
        check("[u][i]a[/i][/u] [center]b[/center] [font=Arial, sans]c[/font]", &["a b c"]);
        check("<details><summary>a</summary>\nb\n</details> [details=\"c\"]d[/details]", &["a", "b", "d"]);
    }

    #[test]
    fn quotations_of_every_forum_are_covered() {
        for quote in [
            "[quote]",
            "[quote=bob]",
            "[QUOTE=bob;1234]",
            "[quote=\"bob, post: 3, member: 4\"]",
            "[quote author=bob link=topic=3.msg9#msg9 date=1700000000]",
            "[quote name=\"bob\" time=1]",
            "[quote bob]",
        ] {
            check(&format!("a\n{quote}\nb\n[quote]c[/quote]\nd\n[/quote]\ne"), &["a", "e"]);
        }
        check("> a\n> > b\nc\n>>> d\ne", &["c"]);
        check("<blockquote>a</blockquote>b", &["b"]);
    }

    #[test]
    fn what_is_struck_or_hidden_is_covered() {
        check("a ~~b~~ c ||d|| [s]e[/s] [strike]f[/strike] [spoiler=g]h[/spoiler] i", &["a  c     i"]);
        check("||\na\n||\nb", &["b"]);
        check("a || b\nc ~~ d", &["a || b", "c ~~ d"]);
    }

    #[test]
    fn a_word_in_brackets_or_a_line_of_tildes_swallows_nothing() {
        check("soup [s] and\nb", &["soup", "b"]);
        check("[code] book\nb", &["b"]);
        check("~~~\na\n~~~\nb", &["~~~", "a", "~~~", "b"]);
        check("[soldiers] [sic] [x]", &["[soldiers] [sic] [x]"]);
        let unclosed = read("a\n[quote=bob]\nb").unclosed;
        assert_eq!(unclosed, [Unclosed { span: 2..13, kind: UnclosedKind::Quotation, end: 15 }]);
    }

    #[test]
    fn blocks_are_known_by_what_they_are_called() {
        for (post, ordered, boxed) in [
            ("```orders\na\n> b\n```\nc", 1, 0),
            ("```Orders:\na\n```", 1, 0),
            ("```order\na```", 1, 0),
            ("```orders: a```\nb", 1, 0),
            ("```orders A: b```\nb", 1, 0),
            ("```order a pizza```", 0, 1),
            ("```orders of the day: a```", 0, 1),
            ("```a orders```", 0, 1),
            ("```\na\n```", 0, 1),
            ("```rust\na\n```", 0, 1),
            ("~~~orders\na\n~~~", 1, 0),
            ("[code=orders]\na\nb\n[/code]", 2, 0),
            ("[code]\na\n[/code]", 0, 1),
            ("[spoiler=\"Orders\"]\na\n[/spoiler]", 1, 0),
            ("````\n```orders\na\n```\n````", 0, 3),
            ("```a```", 0, 1),
        ] {
            let markup = read(post);
            let filled = |it: &[Range<usize>]| it.iter().filter(|it| !post[(*it).clone()].trim().is_empty()).count();
            assert_eq!((filled(&markup.ordered), filled(&markup.boxed)), (ordered, boxed), "{post}");
        }
    }

    #[test]
    fn lines_end_with_any_sign_for_it() {
        let post = "a\nb\r\nc\rd\u{2028}e\u{85}f\r\n\r\ng";
        let found: Vec<&str> = lines(post).map(|it| &post[it]).collect();
        assert_eq!(found, ["a", "b", "c", "d", "e", "f", "", "g"]);
    }
}
