//! A line of orders as words: folded to lower case without accents, each with its place and the meaning it has by itself.

use std::ops::Range;

use crate::field::Direction;

pub(super) use super::keywords::Keyword;
use super::keywords::keyword;

/// What stands between two blanks, more or less.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) kind: Kind,
    /// What the word means in orders, if it means anything.
    pub(super) keyword: Option<Keyword>,
    /// Bytes of the post.
    pub(super) span: Range<usize>,
    folded: Range<usize>,
}

/// What sort of word it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    /// Several words between quotes.
    Quoted,
    Comma,
    Colon,
    Semicolon,
    /// Something that means nothing in an order, and must not be overlooked.
    Stray,
}

/// The words of one line.
#[derive(Debug, Default)]
pub(super) struct Words {
    all: Vec<Word>,
    // The line in small letters; behind it the words of which more than that is to be folded.
    folded: String,
}

impl Words {
    /// No words yet, and room for those of a usual line.
    pub(super) fn with_room() -> Words {
        Words { all: Vec::with_capacity(32), folded: String::with_capacity(128) }
    }

    /// Reads one line, leaving out what is hidden; what was read before is forgotten.
    pub(super) fn read(&mut self, text: &str, line: Range<usize>, hidden: &[Range<usize>]) {
        self.all.clear();
        self.folded.clear();
        self.folded.push_str(text.get(line.clone()).unwrap_or_default());
        self.folded.make_ascii_lowercase();
        let mut unclosed = Unclosed::default();
        let mut cursor = Cursor { text, at: line.start, end: line.end };
        while let Some(letter) = cursor.peek() {
            if letter == ' ' {
                cursor.at += 1;
            } else if let Some(over) = covering(hidden, cursor.at) {
                cursor.at = over.end.min(cursor.end).max(cursor.at + letter.len_utf8());
            } else if letter.is_alphanumeric() {
                self.word(&mut cursor, line.start);
            } else {
                self.mark(&mut cursor, letter, &mut unclosed);
            }
        }
    }

    /// The words, in their order.
    pub(super) fn all(&self) -> &[Word] {
        &self.all
    }

    /// The letters of a word, folded; of a quotation, all its words with blanks between.
    pub(super) fn folded(&self, word: &Word) -> &str {
        self.folded.get(word.folded.clone()).unwrap_or_default()
    }

    fn word(&mut self, cursor: &mut Cursor<'_>, line_start: usize) {
        let start = cursor.at;
        cursor.skip_plain();
        let folded = if cursor.peek().is_none_or(|it| it.is_ascii() && !is_apostrophe(it)) {
            start - line_start..cursor.at - line_start
        } else {
            let folded = self.folded.len();
            cursor.at = start;
            cursor.fold_word(&mut self.folded);
            folded..self.folded.len()
        };
        let mut keyword = keyword(self.folded.get(folded.clone()).unwrap_or_default());
        // `w/` is how many write `with`.
        if keyword == Some(Keyword::Direction(Direction::West)) && cursor.at - start == 1 && cursor.peek() == Some('/')
        {
            cursor.at += 1;
            keyword = Some(Keyword::With);
        }
        self.all.push(Word { kind: Kind::Word, keyword, span: start..cursor.at, folded });
    }

    fn mark(&mut self, cursor: &mut Cursor<'_>, letter: char, unclosed: &mut Unclosed) {
        let start = cursor.at;
        cursor.at += letter.len_utf8();
        let (kind, keyword) = match letter {
            ',' => (Kind::Comma, None),
            ':' | '：' => (Kind::Colon, None),
            ';' | '；' => (Kind::Semicolon, None),
            '@' | '→' | '➡' | '⇒' | '➜' | '➔' => (Kind::Word, Some(Keyword::At)),
            '&' | '+' => (Kind::Word, Some(Keyword::And)),
            '-' | '=' if cursor.peek() == Some('>') => {
                cursor.at += 1;
                (Kind::Word, Some(Keyword::At))
            }
            '-' | '−' if cursor.is_before_number(start) => (Kind::Stray, None),
            '<' => return cursor.skip_tag(),
            _ => {
                if let Some(quotes) = Quotes::opened_by(letter) {
                    self.quotation(cursor, start, quotes, unclosed);
                }
                return;
            }
        };
        self.all.push(Word { kind, keyword, span: start..cursor.at, folded: 0..0 });
    }

    // Without a closing quote the opening one is overlooked, and so are all others like it on the line.
    fn quotation(&mut self, cursor: &mut Cursor<'_>, start: usize, quotes: Quotes, unclosed: &mut Unclosed) {
        let Some(is_unclosed) = unclosed.0.get_mut(quotes as usize).filter(|it| !**it) else { return };
        let Some(length) = cursor.rest().find(quotes.closing()) else {
            *is_unclosed = true;
            return;
        };
        let folded = self.folded.len();
        let mut inner = Cursor { text: cursor.text, at: cursor.at, end: cursor.at + length };
        fold_words(&mut inner, &mut self.folded);
        let quote = inner.rest_from(cursor.at + length, cursor.end).chars().next().map_or(0, char::len_utf8);
        cursor.at += length + quote;
        let folded = folded..self.folded.len();
        self.all.push(Word { kind: Kind::Quoted, keyword: None, span: start..cursor.at, folded });
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
            '"' | '“' | '”' | '„' => Some(Quotes::Double),
            '«' | '»' => Some(Quotes::Pointed),
            '\'' | '‘' | '’' | '‚' => Some(Quotes::Single),
            '「' => Some(Quotes::Corner),
            _ => None,
        }
    }

    fn closing(self) -> &'static [char] {
        match self {
            Quotes::Double => &['"', '”', '“'],
            Quotes::Pointed => &['»', '«'],
            Quotes::Single => &['\'', '’', '‘'],
            Quotes::Corner => &['」'],
        }
    }
}

/// The range that a place lies in; the ranges are in order and don't touch.
pub(super) fn covering(ranges: &[Range<usize>], at: usize) -> Option<&Range<usize>> {
    let first = ranges.partition_point(|it| it.end <= at);
    ranges.get(first).filter(|it| it.contains(&at))
}

/// A text as names are compared: its words in lower case, without accents and punctuation, one blank between two.
pub(super) fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_words(&mut Cursor { text, at: 0, end: text.len() }, &mut folded);
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

/// A place in a line.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        self.rest_from(self.at, self.end)
    }

    fn rest_from(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        let first = *self.text.as_bytes().get(self.at).filter(|_| self.at < self.end)?;
        if first.is_ascii() { Some(char::from(first)) } else { self.rest().chars().next() }
    }

    // Goes on behind letters and digits that are folded by being made small.
    fn skip_plain(&mut self) {
        let rest = self.text.as_bytes().get(self.at..self.end).unwrap_or_default();
        self.at += rest.iter().take_while(|it| it.is_ascii_alphanumeric()).count();
    }

    // Letters and digits; an apostrophe between two letters belongs to the word, an accent by itself to its letter.
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
            } else if !is_accent(letter) && !self.is_inner_apostrophe(letter) {
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
        let before = self.text.get(..start).and_then(|it| it.chars().next_back());
        self.peek().is_some_and(|it| it.is_ascii_digit()) && before.is_none_or(char::is_whitespace)
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

fn is_accent(letter: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&letter)
}

fn is_apostrophe(letter: char) -> bool {
    matches!(letter, '\'' | '’' | '‘' | 'ʼ')
}

/// A letter in lower case and without its accent.
fn fold(letter: char, folded: &mut String) {
    for lower in letter.to_lowercase().filter(|it| !is_accent(*it)) {
        match lower {
            'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' => folded.push('a'),
            'æ' => folded.push_str("ae"),
            'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => folded.push('c'),
            'ď' | 'đ' | 'ð' => folded.push('d'),
            'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => folded.push('e'),
            'ĝ' | 'ğ' | 'ġ' | 'ģ' => folded.push('g'),
            'ĥ' | 'ħ' => folded.push('h'),
            'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => folded.push('i'),
            'ĵ' => folded.push('j'),
            'ķ' => folded.push('k'),
            'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => folded.push('l'),
            'ñ' | 'ń' | 'ņ' | 'ň' => folded.push('n'),
            'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => folded.push('o'),
            'œ' => folded.push_str("oe"),
            'ŕ' | 'ŗ' | 'ř' => folded.push('r'),
            'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => folded.push('s'),
            'ß' => folded.push_str("ss"),
            'ţ' | 'ť' | 'ŧ' | 'ț' => folded.push('t'),
            'þ' => folded.push_str("th"),
            'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => folded.push('u'),
            'ŵ' => folded.push('w'),
            'ý' | 'ÿ' | 'ŷ' => folded.push('y'),
            'ź' | 'ż' | 'ž' => folded.push('z'),
            other => folded.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> String {
        let mut words = Words::default();
        words.read(line, 0..line.len(), &[]);
        let shown = words.all().iter().map(|it| match it.kind {
            Kind::Word if words.folded(it).is_empty() => format!("{:?}", it.keyword.expect("a mark with a meaning")),
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
            ("🚀Alpha🚀; hold", "alpha Semicolon hold"),
            ("move n -3", "move n Stray 3"),
            ("Alpha <:skull:123> hold <@99>", "alpha hold"),
            ("a < b", "a b"),
            ("\"open", "open"),
        ] {
            assert_eq!(read(line), expected, "{line}");
        }
    }
}
