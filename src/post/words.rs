//! A line as words: folded to lower case without accents, each with its place and the meaning it has by itself.

use std::ops::Range;

use smallvec::SmallVec;

use super::fold::{
    FIRST_LETTERS, first_letters, fold, is_accent, is_apostrophe, plain_mark, plain_word, without_look_alikes,
};
use super::lexicon::{EntryId, Lexicon, Meaning};
use super::numbers;
use crate::diagnostic::is_unseen;

/// What stands between two blanks, more or less.
#[derive(Clone, Debug)]
pub struct Word<K> {
    pub kind: Kind,
    /// What the word means in orders, if it means anything.
    pub meaning: Option<K>,
    /// Bytes of the post.
    pub span: Range<usize>,
    /// The marks between the word before and this one.
    pub gap: Gap,
    /// The entry of it in the lexicon, if phrases begin with it.
    pub leads: Option<EntryId>,
    /// Its first letters, as [`first_letters`] has them.
    pub letters: u64,
    folded: Range<usize>,
}

// The bit of a first letter.
fn initial(letter: u8) -> u32 {
    1 << (letter & 31)
}

/// What sort of word it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Word,
    /// Several words between quotes, or otherwise known to be one name.
    Quoted,
    Comma,
    Colon,
    Semicolon,
    Question,
    /// Something that means nothing in an order, and must not be overlooked.
    Stray,
}

impl<K> Word<K> {
    /// How many bytes it has, folded.
    #[inline]
    pub fn letters_count(&self) -> usize {
        self.folded.len()
    }
}

// As many bytes as are looked at together: other words that stand behind a line don't go on with its last.
const BEHIND_LINE: &str = "        ";
const _: () = assert!(BEHIND_LINE.len() == FIRST_LETTERS);

// Of the bits of kinds, one that none has.
const MIXED: u8 = 128;

/// Marks that stand between two words and mean nothing by themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gap(u8);

impl Gap {
    /// A full stop, an exclamation mark, an ellipsis.
    pub const STOP: Gap = Gap(1);
    /// A dash with blanks around it.
    pub const DASH: Gap = Gap(2);
    /// A stroke or a bar.
    pub const STROKE: Gap = Gap(4);
    /// A bracket that opens.
    pub const OPEN: Gap = Gap(8);
    /// A bracket that closes.
    pub const CLOSE: Gap = Gap(16);
    /// The end of a line.
    pub const LINE: Gap = Gap(32);
    /// Any of those that end a sentence, or part one from the next.
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
    // A bit for each kind that there has been.
    kinds: u8,
    // Those of the meanings that there have been.
    meanings: u32,
    // Of the marks that there have been.
    marks: Gap,
    // A bit for each first letter that there has been.
    initials: u32,
    // The line in small letters and blanks; behind them the words of which more than that is to be folded.
    folded: String,
}

impl<K: Meaning> Words<K> {
    /// No words yet, and room for those of a usual line.
    pub fn with_room() -> Words<K> {
        Words {
            all: Vec::with_capacity(32),
            end: Gap::default(),
            kinds: 0,
            meanings: 0,
            marks: Gap::default(),
            initials: 0,
            folded: String::with_capacity(128),
        }
    }

    /// Reads one line, leaving out what is hidden; what was read before is forgotten.
    pub fn read(&mut self, text: &str, line: Range<usize>, hidden: &[Range<usize>], lexicon: &Lexicon<K>) {
        self.all.clear();
        self.folded.clear();
        (self.end, self.kinds, self.meanings, self.marks) = (Gap::default(), 0, 0, Gap::default());
        self.initials = 0;
        self.folded.push_str(text.get(line.clone()).unwrap_or_default());
        self.folded.make_ascii_lowercase();
        self.folded.push_str(BEHIND_LINE);
        let mut unclosed = Unclosed::default();
        let mut cursor = Cursor { text: text.get(..line.end).unwrap_or(text), at: line.start };
        while let Some(sort) = cursor.sort() {
            if sort == Sort::Blank {
                cursor.at += 1;
                continue;
            }
            if let Some(over) = covering(hidden, cursor.at) {
                let letter = cursor.peek().map_or(1, char::len_utf8);
                cursor.at = over.end.min(cursor.text.len()).max(cursor.at + letter);
            } else if sort == Sort::Plain {
                let (start, from) = (cursor.at, cursor.at - line.start);
                let (length, letters) = plain_word(self.folded.as_bytes().get(from..).unwrap_or_default());
                cursor.at += length;
                if cursor.sort() == Some(Sort::Joins) {
                    cursor.at = start;
                    self.word(&mut cursor, lexicon);
                } else {
                    self.keep(&mut cursor, start, letters, from..from + length, lexicon);
                }
            } else if let Some(letter) = cursor.peek() {
                if !is_sign(letter) && letter.is_alphanumeric() {
                    self.word(&mut cursor, lexicon);
                } else {
                    self.mark(&mut cursor, letter, &mut unclosed);
                }
            }
        }
    }

    /// Whether there may be words of this kind: there have been some.
    pub fn may_hold(&self, kind: Kind) -> bool {
        self.kinds & (1 << kind as u8) != 0
    }

    /// Whether there may be words that begin with figures and end with letters, and mean nothing: there have been some.
    pub fn may_hold_mixed(&self) -> bool {
        self.kinds & MIXED != 0
    }

    /// Whether there may be words that mean something of one of these [`Meaning::kinds`]: there have been some.
    pub fn may_mean(&self, kinds: u32) -> bool {
        self.meanings & kinds != 0
    }

    /// Whether there may be words that begin with this letter: there have been some.
    pub fn may_begin_with(&self, letter: u8) -> bool {
        self.initials & initial(letter) != 0
    }

    /// Whether any of these marks may stand between words: they have.
    pub fn may_have(&self, any: Gap) -> bool {
        self.marks.has(any)
    }

    /// The words, in their order.
    pub fn all(&self) -> &[Word<K>] {
        &self.all
    }

    /// The place of the first word like this, from one on.
    #[inline]
    pub fn position(&self, from: usize, is_it: impl Fn(&Word<K>) -> bool) -> Option<usize> {
        self.all.get(from..)?.iter().position(is_it).map(|it| from + it)
    }

    /// The letters of a word, folded; of a quotation, all its words with blanks between.
    #[inline]
    pub fn folded(&self, word: &Word<K>) -> &str {
        self.folded.get(word.folded.clone()).unwrap_or_default()
    }

    /// A word as a number; one that is too large for anything is as large as can be.
    #[inline]
    pub fn number(&self, word: &Word<K>) -> Option<u16> {
        let may_be = word.kind == Kind::Word && numbers::may_be(word.letters, word.folded.len());
        may_be.then(|| numbers::value(self.folded(word))).flatten()
    }

    /// Makes one word of several.
    pub fn merge(&mut self, at: Range<usize>, kind: Kind, meaning: Option<K>, folded: &str) {
        let (Some(first), Some(last)) = (self.all.get(at.start), self.all.get(at.end.saturating_sub(1))) else {
            return;
        };
        let start = self.folded.len();
        self.folded.push_str(folded);
        let (span, gap) = (first.span.start..last.span.end, first.gap);
        let leads = first.leads.filter(|_| kind == Kind::Word);
        self.kinds |= 1 << kind as u8;
        self.meanings |= meaning.map_or(0, |it| it.kinds(folded));
        let letters = first_letters(folded);
        self.initials |= initial(letters as u8);
        let one = Word { kind, meaning, span, gap, leads, letters, folded: start..self.folded.len() };
        self.all.splice(at, [one]);
    }

    /// Leaves words out; the marks around them stay.
    pub fn leave_out(&mut self, is_out: impl Fn(&Words<K>, usize) -> bool) {
        let kept: SmallVec<[bool; 64]> = (0..self.all.len()).map(|at| !is_out(self, at)).collect();
        if !kept.contains(&false) {
            return;
        }
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

    /// Gives a word other letters, and the meaning that they have.
    pub fn rewrite(&mut self, at: usize, letters: &str, lexicon: &Lexicon<K>) {
        let start = self.folded.len();
        self.folded.push_str(letters);
        let folded = start..self.folded.len();
        if let Some(word) = self.all.get_mut(at) {
            word.letters = first_letters(letters);
            self.initials |= initial(word.letters as u8);
            let entry = lexicon.entry(letters);
            (word.folded, word.meaning) = (folded, entry.and_then(|it| it.meaning));
            word.leads = entry.and_then(|it| it.leads);
            self.meanings |= word.meaning.map_or(0, |it| it.kinds(letters));
        }
    }

    /// Moves words to the front of others.
    pub fn move_before(&mut self, at: usize, words: Range<usize>) {
        if let Some(part) = self.all.get_mut(at..words.end) {
            part.rotate_right(words.len());
        }
    }

    // Folds a word letter by letter.
    fn word(&mut self, cursor: &mut Cursor<'_>, lexicon: &Lexicon<K>) {
        let start = cursor.at;
        let folded = self.folded_from(cursor);
        let letters = first_letters(self.folded.get(folded.clone()).unwrap_or_default());
        self.keep(cursor, start, letters, folded, lexicon);
    }

    #[inline]
    fn keep(
        &mut self,
        cursor: &mut Cursor<'_>,
        start: usize,
        letters: u64,
        folded: Range<usize>,
        lexicon: &Lexicon<K>,
    ) {
        let written = || self.folded.get(folded.clone()).unwrap_or_default();
        let (mut meaning, mut leads) = (None, None);
        match lexicon.entry_of(letters, folded.len(), written) {
            // `w/` is how many write `with`.
            Some(it) if folded.len() == 1 && it.meaning.is_some_and(K::is_letter_w) && cursor.peek() == Some('/') => {
                cursor.at += 1;
                meaning = Some(K::WITH);
                self.meanings |= K::WITH.kinds("with");
            }
            Some(it) => {
                (meaning, leads) = (it.meaning, it.leads);
                self.meanings |= it.kinds;
            }
            None if (letters as u8).is_ascii_digit() && !written().ends_with(|it: char| it.is_ascii_digit()) => {
                self.kinds |= MIXED;
            }
            None => (),
        }
        let gap = self.take_marks();
        self.initials |= initial(letters as u8);
        self.all.push(Word { kind: Kind::Word, meaning, span: start..cursor.at, gap, leads, letters, folded });
    }

    fn folded_from(&mut self, cursor: &mut Cursor<'_>) -> Range<usize> {
        let (start, from) = (self.folded.len(), cursor.at);
        cursor.fold_word(&mut self.folded);
        let folded = self.folded.get(start..).unwrap_or_default();
        // `we're` has the letters of `were`.
        let is_contracted = || cursor.rest_from(from, cursor.at).contains(is_apostrophe);
        let other = match folded {
            "were" => Some("we".to_owned()).filter(|_| is_contracted()),
            _ => without_look_alikes(folded),
        };
        if let Some(other) = other {
            self.folded.truncate(start);
            self.folded.push_str(&other);
        }
        start..self.folded.len()
    }

    fn take_marks(&mut self) -> Gap {
        self.marks = self.marks.with(self.end);
        std::mem::take(&mut self.end)
    }

    fn push(&mut self, kind: Kind, meaning: Option<K>, span: Range<usize>, folded: Range<usize>) {
        let gap = self.take_marks();
        self.kinds |= 1 << kind as u8;
        self.meanings |= meaning.map_or(0, |it| it.kinds(""));
        let letters = first_letters(self.folded.get(folded.clone()).unwrap_or_default());
        self.all.push(Word { kind, meaning, span, gap, leads: None, letters, folded });
    }

    fn mark(&mut self, cursor: &mut Cursor<'_>, letter: char, unclosed: &mut Unclosed) {
        let start = cursor.at;
        cursor.at += letter.len_utf8();
        let (kind, meaning) = match plain_mark(letter) {
            ':' | ';' if cursor.skip_smiley(start) => return,
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
            '<' if cursor.rest().starts_with('3') => return cursor.at += 1,
            '<' => return cursor.skip_tag(),
            '.' | '!' | '…' => return self.end = self.end.with(Gap::STOP),
            '/' | '|' | '\\' => return self.end = self.end.with(Gap::STROKE),
            '(' | '[' | '{' => return self.end = self.end.with(Gap::OPEN),
            ')' | ']' | '}' => return self.end = self.end.with(Gap::CLOSE),
            '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => return self.end = self.end.with(Gap::LINE),
            _ => {
                if let Some(quotes) = Quotes::opened_by(letter) {
                    self.quotation(cursor, start, quotes, unclosed);
                }
                return;
            }
        };
        self.push(kind, meaning, start..cursor.at, 0..0);
    }

    // Without a closing quote the opening one is overlooked, and so are all others like it on the line.
    fn quotation(&mut self, cursor: &mut Cursor<'_>, start: usize, quotes: Quotes, unclosed: &mut Unclosed) {
        // `O' Malley's` opens none.
        let is_apostrophe = matches!(quotes, Quotes::Single) && cursor.before(start).is_some_and(char::is_alphabetic);
        if is_apostrophe {
            return;
        }
        let Some(is_unclosed) = unclosed.0.get_mut(quotes as usize).filter(|it| !**it) else { return };
        let Some(length) = cursor.rest().find(quotes.closing()) else {
            *is_unclosed = true;
            return;
        };
        let folded = self.folded.len();
        let mut inner = Cursor { text: cursor.text.get(..cursor.at + length).unwrap_or_default(), at: cursor.at };
        fold_words(&mut inner, &mut self.folded);
        let quote = cursor.rest_from(cursor.at + length, cursor.text.len()).chars().next().map_or(0, char::len_utf8);
        cursor.at += length + quote;
        let folded = folded..self.folded.len();
        self.push(Kind::Quoted, None, start..cursor.at, folded);
    }
}

/// Quotes that go together.
#[derive(Clone, Copy)]
enum Quotes {
    Double,
    Pointed,
    Single,
    Corner,
}

/// The quotes that nothing closes in the rest of a line, by their place in [`Quotes`]: nobody looks twice.
#[derive(Default)]
struct Unclosed([bool; 4]);

impl Quotes {
    fn opened_by(letter: char) -> Option<Quotes> {
        match letter {
            '"' | '“' | '”' | '„' | '＂' => Some(Quotes::Double),
            '«' | '»' => Some(Quotes::Pointed),
            '\'' | '‘' | '’' | '‚' => Some(Quotes::Single),
            '「' => Some(Quotes::Corner),
            _ => None,
        }
    }

    fn closing(self) -> &'static [char] {
        match self {
            Quotes::Double => &['"', '”', '“', '＂'],
            Quotes::Pointed => &['»', '«'],
            Quotes::Single => &['\'', '’', '‘'],
            Quotes::Corner => &['」'],
        }
    }
}

/// The range that a place lies in; the ranges are in order and don't touch.
pub fn covering(ranges: &[Range<usize>], at: usize) -> Option<&Range<usize>> {
    if ranges.is_empty() {
        return None;
    }
    let first = ranges.partition_point(|it| it.end <= at);
    ranges.get(first).filter(|it| it.contains(&at))
}

/// A text as names are compared: its words in lower case, without accents and punctuation, one blank between two.
pub fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_words(&mut Cursor { text, at: 0 }, &mut folded);
    folded
}

fn fold_words(cursor: &mut Cursor<'_>, folded: &mut String) {
    let start = folded.len();
    while let Some(letter) = cursor.peek() {
        if letter.is_alphanumeric() {
            if start < folded.len() {
                folded.push(' ');
            }
            cursor.fold_word(folded);
        } else {
            cursor.at += letter.len_utf8();
        }
    }
}

/// Dashes, quotes and arrows: those that posts have, known without a look into long tables.
fn is_sign(letter: char) -> bool {
    matches!(letter, '\u{2010}'..='\u{2060}' | '\u{2190}'..='\u{21ff}') || letter.is_ascii_punctuation()
}

/// What a byte is to the words of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Blank,
    /// A letter or digit that is folded by being made small.
    Plain,
    /// A letter may begin with it, or it may belong to the one before.
    Joins,
    Mark,
}

const SORTS: [Sort; 256] = {
    let mut sorts = [Sort::Mark; 256];
    let mut byte = 0;
    while byte < sorts.len() {
        sorts[byte] = match byte as u8 {
            b' ' => Sort::Blank,
            b'\'' | b'`' | 0x80.. => Sort::Joins,
            it if it.is_ascii_alphanumeric() => Sort::Plain,
            _ => Sort::Mark,
        };
        byte += 1;
    }
    sorts
};

/// A place in a text that ends where a line does.
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
        let first = *self.text.as_bytes().get(self.at)?;
        if first.is_ascii() { Some(char::from(first)) } else { self.rest().chars().next() }
    }

    fn before(&self, at: usize) -> Option<char> {
        self.text.get(..at).and_then(|it| it.chars().next_back())
    }

    fn sort(&self) -> Option<Sort> {
        self.text.as_bytes().get(self.at).map(|it| SORTS[usize::from(*it)])
    }

    // Letters and digits; an apostrophe between two letters belongs to the word, an accent by itself to its letter, and what
    // nobody sees to neither.
    fn fold_word(&mut self, folded: &mut String) {
        loop {
            let plain = self.rest().bytes().take_while(u8::is_ascii_alphanumeric).count();
            let start = folded.len();
            folded.push_str(self.rest_from(self.at, self.at + plain));
            folded.get_mut(start..).unwrap_or_default().make_ascii_lowercase();
            self.at += plain;
            let Some(letter) = self.peek() else { break };
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

    // Whether a minus that started here stands alone before a number.
    fn is_before_number(&self, start: usize) -> bool {
        let is_number = self.peek().is_some_and(|it| it.is_ascii_digit());
        is_number && self.before(start).is_none_or(char::is_whitespace)
    }

    // Whether a mark that started here stands behind a number, and opens no quotation.
    fn is_behind_number(&self, start: usize) -> bool {
        let before = self.text.get(..start).unwrap_or_default();
        let word = before.rsplit(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
        let is_number = !word.is_empty() && word.bytes().all(|it| it.is_ascii_digit());
        is_number && !self.peek().is_some_and(char::is_alphanumeric)
    }

    // Whether a mark that started here has blanks, or the end, on both sides; the end of one like it counts as well.
    fn stands_alone(&self, start: usize) -> bool {
        let is_apart = |it: char| it.is_whitespace() || matches!(it, '-' | '–' | '>' | '=');
        self.peek().is_none_or(is_apart) && self.before(start).is_none_or(is_apart)
    }

    // `:)`, `;-)`, `:D` and `:skull:` with a blank before. The mark that started here has been read.
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
        if 1 < name && closes && ends && self.text.as_bytes().get(start) == Some(&b':') {
            self.at += name + 1;
            return true;
        }
        false
    }

    // Discord writes mentions and emoji as `<@1>`, `<:name:1>`: fiction, all of it.
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
    use crate::post::english::Common;

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Meant {
        Common(Common),
        At,
        And,
        With,
        West,
    }

    impl From<Common> for Meant {
        fn from(common: Common) -> Meant {
            Meant::Common(common)
        }
    }

    impl Meaning for Meant {
        const AT: Meant = Meant::At;
        const AND: Meant = Meant::And;
        const WITH: Meant = Meant::With;

        fn is_letter_w(self) -> bool {
            self == Meant::West
        }
    }

    fn lexicon() -> Lexicon<Meant> {
        Lexicon::new([(Meant::West, "w")].into_iter(), std::iter::empty())
    }

    fn read(line: &str) -> String {
        let lexicon = lexicon();
        let mut words = Words::with_room();
        words.read(line, 0..line.len(), &[], &lexicon);
        let shown = words.all().iter().map(|it| match it.kind {
            Kind::Word if words.folded(it).is_empty() => format!("{:?}", it.meaning.expect("a mark with a meaning")),
            Kind::Word if it.meaning == Some(Meant::With) => "With".to_owned(),
            Kind::Word => words.folded(it).to_owned(),
            Kind::Quoted => format!("[{}]", words.folded(it)),
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
        let mut words = Words::with_room();
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
        let mut words = Words::with_room();
        let line = "a b. c d";
        words.read(line, 0..line.len(), &[], &lexicon);
        words.leave_out(|words, at| words.folded(&words.all()[at]) == "c");
        words.merge(0..2, Kind::Quoted, None, "a b");
        let shown: Vec<(&str, Range<usize>)> =
            words.all().iter().map(|it| (words.folded(it), it.span.clone())).collect();
        assert_eq!(shown, [("a b", 0..3), ("d", 7..8)]);
        assert_eq!(words.all()[1].gap, Gap::STOP);
    }
}
