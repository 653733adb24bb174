//! Splits a line into words, each folded, with its place and its own meaning.

use std::ops::Range;

use super::english::{Common, NEAREST, Never};
use super::fold::{fold, is_accent, is_apostrophe, plain_mark, without_look_alikes};
use super::lexicon::{Lexicon, Meaning};
use super::numbers;
use crate::diagnostic::is_unseen;

/// A word or a mark of a line.
#[derive(Clone, Debug)]
pub struct Word<K> {
    pub kind: Kind,
    /// What the word means in an order. `None` if it has no meaning.
    pub meaning: Option<K>,
    /// Bytes of the post.
    pub span: Range<usize>,
    /// The marks between the word before and this one.
    pub gap: Gap,
    folded: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Word,
    /// Words between quotes, or words that were merged into a name.
    Quoted,
    Comma,
    Colon,
    Semicolon,
    Question,
    /// A mark without a meaning in an order, which mustn't be ignored.
    Stray,
}

impl<K> Word<K> {
    /// Its folded letters. For a quotation, its words with blanks between.
    pub fn folded(&self) -> &str {
        &self.folded
    }

    /// The number that it is, in figures or letters. A number above `u16::MAX` is returned as that.
    pub fn number(&self) -> Option<u16> {
        if self.kind == Kind::Word { numbers::value(&self.folded) } else { None }
    }

    /// Whether it means the nearest squad or thing.
    pub fn is_nearest(&self) -> bool {
        NEAREST.contains(&self.folded())
    }
}

impl<K: Meaning> Word<K> {
    /// Whether it joins two things: a comma, or `and`.
    pub fn joins(&self) -> bool {
        self.kind == Kind::Comma || self.meaning.is_some_and(K::joins)
    }

    pub fn is_article(&self) -> bool {
        self.meaning.is_some_and(K::is_article)
    }

    /// Whether it says what to do.
    pub fn is_order(&self) -> bool {
        self.meaning.is_some_and(K::is_order)
    }

    pub fn means(&self, meaning: impl Into<K>) -> bool {
        self.meaning == Some(meaning.into())
    }

    /// Whether it adds nothing.
    pub fn is_polite(&self) -> bool {
        self.means(Common::Polite)
    }

    /// Why it rules out that the words around it are an order. `None` if it doesn't.
    pub fn never(&self) -> Option<Never> {
        self.meaning?.never()
    }
}

/// How many articles the words begin with.
pub fn articles<K: Meaning>(words: &[Word<K>]) -> usize {
    words.iter().take_while(|it| it.is_article()).count()
}

/// A function that returns how many of the first words name something.
pub trait Naming<K>: Fn(&[Word<K>]) -> usize {}

impl<K, F: Fn(&[Word<K>]) -> usize> Naming<K> for F {}

/// Marks that stand between two words and mean nothing by themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gap(u8);

impl Gap {
    /// A full stop, an exclamation mark, an ellipsis.
    pub const STOP: Gap = Gap(1);
    /// A dash with blanks around it.
    pub const DASH: Gap = Gap(2);
    /// A slash or a bar.
    pub const STROKE: Gap = Gap(4);
    /// A bracket that opens.
    pub const OPEN: Gap = Gap(8);
    /// A bracket that closes.
    pub const CLOSE: Gap = Gap(16);
    /// The end of a line.
    pub const LINE: Gap = Gap(32);
    /// Any mark that ends a sentence or a clause.
    pub const ENDS: Gap = Gap(1 | 2 | 4 | 32);

    /// Whether any of these marks stands there.
    pub fn has(self, any: Gap) -> bool {
        self.0 & any.0 != 0
    }

    fn with(self, more: Gap) -> Gap {
        Gap(self.0 | more.0)
    }
}

/// The words of one line.
#[derive(Debug)]
pub struct Words<K> {
    all: Vec<Word<K>>,
    /// The marks behind the last word.
    pub end: Gap,
}

impl<K> Default for Words<K> {
    fn default() -> Words<K> {
        Words { all: Vec::new(), end: Gap::default() }
    }
}

impl<K: Meaning> Words<K> {
    /// The words of one line, without those that are hidden.
    pub fn of(text: &str, line: Range<usize>, hidden: &[Range<usize>], lexicon: &Lexicon<K>) -> Words<K> {
        let mut words = Words::default();
        words.read(text, line, hidden, lexicon);
        words
    }

    /// Replaces the words by those of one line, without those that are hidden.
    pub fn read(&mut self, text: &str, line: Range<usize>, hidden: &[Range<usize>], lexicon: &Lexicon<K>) {
        self.all.clear();
        self.end = Gap::default();
        let mut unclosed = Unclosed::default();
        let mut cursor = Cursor { text: text.get(..line.end).unwrap_or(text), at: line.start };
        while let Some(letter) = cursor.peek() {
            if let Some(over) = covering(hidden, cursor.at) {
                cursor.at = over.end.min(cursor.text.len()).max(cursor.at + letter.len_utf8());
            } else if letter.is_alphanumeric() {
                self.word(&mut cursor, lexicon);
            } else {
                self.mark(&mut cursor, letter, &mut unclosed);
            }
        }
    }

    pub fn all(&self) -> &[Word<K>] {
        &self.all
    }

    /// The place of the first word from `from` on that fits.
    pub fn position(&self, from: usize, is_it: impl Fn(&Word<K>) -> bool) -> Option<usize> {
        self.all.get(from..)?.iter().position(is_it).map(|it| from + it)
    }

    pub fn merge(&mut self, at: Range<usize>, kind: Kind, meaning: Option<K>, folded: &str) {
        let Some([first, .., last] | [first @ last]) = self.all.get(at.clone()) else { return };
        let (gap, span) = (first.gap, first.span.start..last.span.end);
        self.all.splice(at, [Word { kind, meaning, span, gap, folded: folded.to_owned() }]);
    }

    /// Merges words into one with these letters and their meaning.
    pub fn merge_as(&mut self, at: Range<usize>, letters: &str, lexicon: &Lexicon<K>) {
        self.merge(at, Kind::Word, lexicon.meaning_of(letters), letters);
    }

    /// Inserts a word without a length before another.
    pub fn insert(&mut self, at: usize, letters: &str, lexicon: &Lexicon<K>) {
        let Some(next) = self.all.get_mut(at) else { return };
        let (gap, start) = (std::mem::take(&mut next.gap), next.span.start);
        let (meaning, folded) = (lexicon.meaning(letters), letters.to_owned());
        self.all.insert(at, Word { kind: Kind::Word, meaning, span: start..start, gap, folded });
    }

    /// Removes the words in a range. The marks around them stay.
    pub fn cut(&mut self, places: Range<usize>) {
        let (start, end) = (places.start.min(self.all.len()), places.end.min(self.all.len()));
        let gap = self.all.drain(start..end.max(start)).fold(Gap::default(), |gap, it| gap.with(it.gap));
        let next = self.all.get_mut(start).map_or(&mut self.end, |it| &mut it.gap);
        *next = next.with(gap);
    }

    /// Removes the words for which `is_out` holds. The marks around them stay.
    pub fn leave_out(&mut self, is_out: impl Fn(&Words<K>, usize) -> bool) {
        let kept: Vec<bool> = (0..self.all.len()).map(|at| !is_out(self, at)).collect();
        let mut gap = Gap::default();
        for (word, kept) in self.all.iter_mut().zip(&kept) {
            gap = gap.with(word.gap);
            if *kept {
                word.gap = std::mem::take(&mut gap);
            }
        }
        self.end = self.end.with(gap);
        let mut kept = kept.into_iter();
        self.all.retain(|_| kept.next().unwrap_or(true));
    }

    /// Replaces words by copies of others. The copies get the span of the words that they replace.
    pub fn copy(&mut self, place: Range<usize>, copied: Range<usize>) {
        let Some([first, .., last] | [first @ last]) = self.all.get(place.clone()) else { return };
        let (gap, span) = (first.gap, first.span.start..last.span.end);
        let Some(mut copies) = self.all.get(copied).map(<[Word<K>]>::to_vec) else { return };
        // A diagnostic about a copy marks the place that it was copied to.
        copies.iter_mut().for_each(|it| it.span = span.clone());
        if let Some(copy) = copies.first_mut() {
            copy.gap = gap;
        }
        self.all.splice(place, copies);
    }

    /// Replaces the words in `place` by copies of others, and removes the words in `out` behind them.
    pub fn put(&mut self, place: Range<usize>, copied: Range<usize>, out: Range<usize>) {
        let Some(mut copies) = self.all.get(copied).map(<[Word<K>]>::to_vec) else { return };
        if let (Some(copy), Some(first)) = (copies.first_mut(), self.all.get(place.start)) {
            copy.gap = first.gap;
        }
        if place.end <= out.start && out.end <= self.all.len() {
            self.all.drain(out);
            self.all.splice(place, copies);
        }
    }

    /// Gives a word other letters, with their meaning.
    pub fn rewrite(&mut self, at: usize, letters: &str, lexicon: &Lexicon<K>) {
        if let Some(word) = self.all.get_mut(at) {
            word.folded = letters.to_owned();
            word.meaning = lexicon.meaning(letters);
        }
    }

    /// Splits a word in two behind its first `bytes` bytes. The parts get the given letters, with their meanings.
    pub fn split(&mut self, at: usize, bytes: usize, letters: [&str; 2], lexicon: &Lexicon<K>) {
        let Some(Word { span, gap, .. }) = self.all.get(at).cloned() else { return };
        let middle = span.start + bytes;
        let word = |span: Range<usize>, gap: Gap, letters: &str| {
            let (meaning, folded) = (lexicon.meaning(letters), letters.to_owned());
            Word { kind: Kind::Word, meaning, span, gap, folded }
        };
        let [first, second] = letters;
        let parts = [word(span.start..middle, gap, first), word(middle..span.end, Gap::default(), second)];
        self.all.splice(at..=at, parts);
    }

    /// Puts a full stop before a word.
    pub fn end_sentence_before(&mut self, at: usize) {
        if let Some(word) = self.all.get_mut(at) {
            word.gap = word.gap.with(Gap::STOP);
        }
    }

    /// Removes all marks before a word.
    pub fn remove_marks_before(&mut self, at: usize) {
        if let Some(word) = self.all.get_mut(at) {
            word.gap = Gap::default();
        }
    }

    /// Moves words to the place `at`, before others. The marks before both places stay where they are.
    pub fn move_before(&mut self, at: usize, words: Range<usize>) {
        let Some(part) = self.all.get_mut(at..words.end).filter(|_| at < words.start && !words.is_empty()) else {
            return;
        };
        let behind = words.start - at;
        (part[0].gap, part[behind].gap) = (part[behind].gap, part[0].gap);
        part.rotate_right(words.len());
    }

    fn word(&mut self, cursor: &mut Cursor<'_>, lexicon: &Lexicon<K>) {
        let start = cursor.at;
        let mut folded = String::new();
        cursor.fold_word(&mut folded);
        // `we're` has the letters of `were`.
        if folded == "were" && cursor.rest_from(start, cursor.at).contains(is_apostrophe) {
            folded.truncate("we".len());
        }
        let mut folded = without_look_alikes(&folded).unwrap_or(folded);
        let mut meaning = lexicon.meaning(&folded);
        // `w/` is short for `with`, and `w/o` for `without`.
        if folded.len() == 1 && meaning == Some(K::W) && cursor.peek() == Some('/') {
            cursor.at += 1;
            meaning = Some(K::WITH);
            let behind = cursor.rest().strip_prefix(['o', 'O']);
            if behind.is_some_and(|it| !it.starts_with(char::is_alphanumeric)) {
                cursor.at += 1;
                folded = "without".to_owned();
                meaning = lexicon.meaning(&folded);
            }
        }
        // `j/k`: just kidding.
        let behind = cursor.rest().strip_prefix("/k").or_else(|| cursor.rest().strip_prefix("/K"));
        if folded == "j" && behind.is_some_and(|it| !it.starts_with(char::is_alphanumeric)) {
            cursor.at += "/k".len();
            folded.push('k');
            meaning = lexicon.meaning(&folded);
        }
        self.push(Kind::Word, meaning, start..cursor.at, folded);
    }

    fn push(&mut self, kind: Kind, meaning: Option<K>, span: Range<usize>, folded: String) {
        let gap = std::mem::take(&mut self.end);
        self.all.push(Word { kind, meaning, span, gap, folded });
    }

    fn mark(&mut self, cursor: &mut Cursor<'_>, letter: char, unclosed: &mut Unclosed) {
        let start = cursor.at;
        cursor.at += letter.len_utf8();
        let (kind, meaning) = match plain_mark(letter) {
            ':' | ';' if cursor.skip_smiley(start) => {
                // `Kit stays :) Marrow shoots Nobz`
                if cursor.rest().trim_start().starts_with(char::is_uppercase) {
                    self.end = self.end.with(Gap::STOP);
                }
                return;
            }
            ',' => (Kind::Comma, None),
            ':' => (Kind::Colon, None),
            ';' => (Kind::Semicolon, None),
            '?' | '¿' | '؟' | '‽' | '⁇' | '⁈' | '⁉' => (Kind::Question, None),
            '@' | '→' | '➡' | '⇒' | '➜' | '➔' => (Kind::Word, Some(K::AT)),
            '&' | '+' => (Kind::Word, Some(K::AND)),
            '-' | '=' if cursor.peek() == Some('>') => {
                cursor.at += 1;
                (Kind::Word, Some(K::AT))
            }
            '-' | '−' if cursor.is_before_number(start) => (Kind::Stray, None),
            // `6"`: inches.
            '"' | '″' | '”' if cursor.is_behind_number(start) => (Kind::Stray, None),
            '-' | '−' | '–' | '—' => {
                if letter == '—' || cursor.stands_alone(start) {
                    self.end = self.end.with(Gap::DASH);
                }
                return;
            }
            // `mortar > Boyz`
            '>' if cursor.stands_alone(start) => (Kind::Word, Some(K::AT)),
            '<' if cursor.rest().starts_with('3') => return cursor.at += 1,
            '<' => return cursor.skip_tag(),
            '.' if self.all.last().is_some_and(|it| TITLES.contains(&it.folded())) => return,
            '.' | '!' | '…' => return self.end = self.end.with(Gap::STOP),
            '/' | '|' | '\\' => return self.end = self.end.with(Gap::STROKE),
            '(' | '[' | '{' => return self.end = self.end.with(Gap::OPEN),
            ')' | ']' | '}' => return self.end = self.end.with(Gap::CLOSE),
            '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => return self.end = self.end.with(Gap::LINE),
            _ => return self.quotation(cursor, start, letter, unclosed),
        };
        self.push(kind, meaning, start..cursor.at, String::new());
    }

    // Reads a quotation. If nothing closes it, its opening quote and all others like it on the line are ignored.
    fn quotation(&mut self, cursor: &mut Cursor<'_>, start: usize, letter: char, unclosed: &mut Unclosed) {
        let mut quotes = unclosed.iter_mut().zip(&QUOTES).filter(|it| !*it.0);
        let Some((is_unclosed, (_, closing))) = quotes.find(|it| it.1.0.contains(&letter)) else { return };
        // `O' Malley's` opens none.
        if closing.contains(&'\'') && cursor.before(start).is_some_and(char::is_alphabetic) {
            return;
        }
        let Some(length) = cursor.rest().find(*closing) else {
            *is_unclosed = true;
            return;
        };
        let folded = folded(cursor.rest_from(cursor.at, cursor.at + length));
        let quote = cursor.rest_from(cursor.at + length, cursor.text.len()).chars().next().map_or(0, char::len_utf8);
        cursor.at += length + quote;
        self.push(Kind::Quoted, None, start..cursor.at, folded);
    }
}

/// Abbreviated titles before names: `Lt. Mensah`.
const TITLES: &[&str] = &["lt", "dr", "sgt", "cpl", "capt", "col", "gen", "maj", "mr", "mrs", "ms", "pvt"];

/// Kinds of quotes: the opening ones, and the closing ones.
const QUOTES: [(&[char], &[char]); 4] = [
    (&['"', '“', '”', '„', '＂'], &['"', '”', '“', '＂']),
    (&['«', '»'], &['»', '«']),
    (&['\'', '‘', '’', '‚'], &['\'', '’', '‘']),
    (&['「'], &['」']),
];

/// Which kinds of [`QUOTES`] nothing closes in the rest of a line, so that each is searched for only once.
type Unclosed = [bool; QUOTES.len()];

/// The range that words cover, in any order. `None` if there are no words.
pub fn across<K>(words: &[Word<K>]) -> Option<Range<usize>> {
    let start = words.iter().map(|it| it.span.start).min()?;
    Some(start..words.iter().map(|it| it.span.end).max()?)
}

/// The range that a place lies in. The ranges must be in order and not overlap.
pub fn covering(ranges: &[Range<usize>], at: usize) -> Option<&Range<usize>> {
    let first = ranges.partition_point(|it| it.end <= at);
    ranges.get(first).filter(|it| it.contains(&at))
}

/// The folded words of a text, with one blank between: lower case, without accents and punctuation.
pub fn folded(text: &str) -> String {
    let mut folded = String::new();
    let mut cursor = Cursor { text, at: 0 };
    while let Some(letter) = cursor.peek() {
        if letter.is_alphanumeric() {
            if !folded.is_empty() {
                folded.push(' ');
            }
            cursor.fold_word(&mut folded);
        } else {
            cursor.at += letter.len_utf8();
        }
    }
    folded
}

/// `north`, `westwards`
pub fn is_compass_point(folded: &str) -> bool {
    ["north", "east", "south", "west"].iter().any(|it| folded.starts_with(it))
}

/// Whether an `n` may be a way, and not a short `and`: `2 n`, `2 steps n`, `facing n`, `steps n n`.
pub fn may_be_north<K>(all: &[Word<K>], at: usize) -> bool {
    const WAYS: &[&str] = &["north", "east", "south", "west"];
    let is_number = |at: usize| all[at].number().is_some();
    let before = all[at - 1].folded();
    let leads =
        before.len() == 1 || matches!(before, "facing" | "face" | "faces" | "looking" | "looks" | "heading" | "to");
    let lists_steps = |it: usize| all[it].folded().starts_with("step") && !(0 < it && is_number(it - 1));
    // In `west 3 tiles n shoot`, the number already has a way.
    let has_way = |it: usize| 0 < it && WAYS.contains(&all[it - 1].folded());
    leads || (at.saturating_sub(2)..at).any(|it| is_number(it) && !has_way(it)) || (0..at).any(lists_steps)
}

/// Whether a word is one to three letters and then a number, as tiles are written.
pub fn looks_like_a_tile(folded: &str) -> bool {
    let letters = folded.bytes().take_while(u8::is_ascii_alphabetic).count();
    let digits = folded.bytes().skip(letters).take_while(u8::is_ascii_digit).count();
    (1..=3).contains(&letters) && 0 < digits && letters + digits == folded.len()
}

/// A place in a text, which ends where the line does.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn rest_from(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn before(&self, at: usize) -> Option<char> {
        self.text.get(..at).and_then(|it| it.chars().next_back())
    }

    // Reads letters and digits. An apostrophe within a word, an accent or an invisible letter is skipped.
    fn fold_word(&mut self, folded: &mut String) {
        while let Some(letter) = self.peek() {
            if letter.is_alphanumeric() {
                fold(letter, folded);
            } else if !is_accent(letter) && !is_unseen(letter) && !self.is_inner_apostrophe(letter) {
                break;
            }
            self.at += letter.len_utf8();
        }
    }

    fn is_inner_apostrophe(&self, mark: char) -> bool {
        is_apostrophe(mark) && self.rest().chars().nth(1).is_some_and(char::is_alphabetic)
    }

    // Whether a minus that starts here stands alone before a number.
    fn is_before_number(&self, start: usize) -> bool {
        let is_number = self.peek().is_some_and(|it| it.is_ascii_digit());
        is_number && self.before(start).is_none_or(char::is_whitespace)
    }

    // Whether a mark that starts here stands behind a number, and opens no quotation.
    fn is_behind_number(&self, start: usize) -> bool {
        let before = self.text.get(..start).unwrap_or_default();
        let word = before.rsplit(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
        let is_number = !word.is_empty() && word.bytes().all(|it| it.is_ascii_digit());
        is_number && !self.peek().is_some_and(char::is_alphanumeric)
    }

    // Whether a mark that starts here has a blank, an end of the line or another such mark on both sides.
    fn stands_alone(&self, start: usize) -> bool {
        let is_apart = |it: char| it.is_whitespace() || matches!(it, '-' | '–' | '>' | '=');
        self.peek().is_none_or(is_apart) && self.before(start).is_none_or(is_apart)
    }

    // Skips the rest of `:)`, `;-)`, `:D` or `:skull:`, if a blank stands before it. The mark that starts here has been
    // read.
    fn skip_smiley(&mut self, start: usize) -> bool {
        const LONGEST: usize = 24;
        if !self.before(start).is_some_and(|it| it.is_whitespace() || "!.…".contains(it)) {
            return false;
        }
        let rest = self.rest();
        let face = rest.strip_prefix('-').unwrap_or(rest);
        let mouth = face.bytes().next().filter(|it| b")(DPpOo|/\\3*<>[]".contains(it));
        let ends = |at: usize| face.get(at..).and_then(|it| it.chars().next()).is_none_or(|it| !it.is_alphanumeric());
        if mouth.is_some() && ends(1) {
            self.at += rest.len() - face.len() + 1;
            return true;
        }
        let name =
            rest.bytes().take(LONGEST).take_while(|it| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'-')).count();
        let closes = rest.as_bytes().get(name) == Some(&b':');
        let ends = rest.as_bytes().get(name + 1).is_none_or(u8::is_ascii_whitespace);
        let is_name = 1 < name && closes && ends && self.text.as_bytes().get(start) == Some(&b':');
        self.at += if is_name { name + 1 } else { 0 };
        is_name
    }

    // Skips the rest of a mention or an emoji as Discord writes it, `<@1>` or `<:name:1>`. All of them are fiction.
    fn skip_tag(&mut self) {
        const LONGEST: usize = 80;
        if !self.peek().is_some_and(|it| matches!(it, '@' | '#' | ':' | 'a' | 't')) {
            return;
        }
        let tag = self.rest().bytes().take(LONGEST).take_while(|it| !it.is_ascii_whitespace());
        if let Some(length) = tag.into_iter().position(|it| it == b'>') {
            self.at += length + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::post::tests::meant::{Meant, lexicon};

    fn read(line: &str) -> String {
        let lexicon = lexicon();
        let mut words = Words::default();
        words.read(line, 0..line.len(), &[], &lexicon);
        let shown = words.all().iter().map(|it| match it.kind {
            Kind::Word if it.folded().is_empty() => format!("{:?}", it.meaning.expect("a mark with a meaning")),
            Kind::Word if it.meaning == Some(Meant::With) => "With".to_owned(),
            Kind::Word => it.folded().to_owned(),
            Kind::Quoted => format!("[{}]", it.folded()),
            kind => format!("{kind:?}"),
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_are_folded_and_marks_are_overlooked() {
        for (line, expected) in [
            ("**Alpha**: _MOVE_ to `C7`!", "alpha Colon move to c7"),
            ("Élan → Straße @ Łódź", "elan At strasse At lodz"),
            ("E\u{301}lan -> x => y", "elan At x At y"),
            ("“Slugga Boyz” 'n' \"The ‘Red’\"", "[slugga boyz] [n] [the red]"),
            ("Ed's Bolt-action", "eds bolt action"),
            ("O’Malley´s O`Malley`s", "omalleys omalleys"),
            ("🚀Alpha🚀; hold", "alpha Semicolon hold"),
            ("move n -3", "move n Stray 3"),
            ("Alpha <:skull:123> hold <@99>", "alpha hold"),
            ("a < b", "a b"),
            ("\"open", "open"),
            ("Al\u{200b}pha：Ｈｏｌｄ、 now；", "alpha Colon hold Comma now Semicolon"),
            ("Аlpha (Cyrillic) 1️⃣", "alpha cyrillic 1"),
            ("hold :) ;-) :D :skull: a:b", "hold a Colon b"),
            ("w/ w / x", "With w x"),
            ("hold?", "hold Question"),
        ] {
            assert_eq!(read(line), expected, "{line}");
        }
    }

    #[test]
    fn marks_between_words_are_remembered() {
        let lexicon = lexicon();
        let mut words = Words::default();
        let line = "a. b - c/d (e) f-g h\ni!";
        words.read(line, 0..line.len(), &[], &lexicon);
        let gaps: Vec<Gap> = words.all().iter().map(|it| it.gap).collect();
        let none = Gap::default();
        let expected = [none, Gap::STOP, Gap::DASH, Gap::STROKE, Gap::OPEN, Gap::CLOSE, none, none, Gap::LINE];
        assert_eq!((&gaps[..], words.end), (&expected[..], Gap::STOP));
    }

    #[test]
    fn words_can_be_merged_and_left_out() {
        let lexicon = lexicon();
        let mut words = Words::default();
        let line = "a b. c d";
        words.read(line, 0..line.len(), &[], &lexicon);
        words.leave_out(|words, at| words.all()[at].folded() == "c");
        words.merge(0..2, Kind::Quoted, None, "a b");
        let shown: Vec<(&str, Range<usize>)> = words.all().iter().map(|it| (it.folded(), it.span.clone())).collect();
        assert_eq!(shown, [("a b", 0..3), ("d", 7..8)]);
        assert_eq!(words.all()[1].gap, Gap::STOP);
    }
}
