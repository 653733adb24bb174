//! Idioms as rows of a table: which words stand together, and what each is rewritten as.
//!
//! Parts of a row are separated by blanks. A part is one word, or several with bars between, as in `give|gives`; `_`
//! stands for a blank within a word. Names in capitals are classes that every game has: those listed below, or else
//! whatever means the same as a word of the language, as `AT` does. Names in braces are classes of one game:
//! [`Grammar::class_at`]. After a part, `?` makes it optional, `*` allows any number of it, and `+` at least one. `..`
//! stands for any words within one sentence, and `...` within one line.
//!
//! A sign before a part says what happens to its words: `-` removes them, `&` merges them with what follows, `<` moves
//! them to the front of the row, `.` begins a sentence with them, and `~` removes the marks before them. `!` means that
//! the part must not stand here, or before the row. `=shoot` after a part rewrites it as another word, with its
//! meaning, and `=,` as a mark.

use std::ops::Range;
use std::sync::OnceLock;

use super::english::{Common, OWN};
use super::grammar::Grammar;
use super::lexicon::Meaning;
use super::words::{Gap, Kind, Word, Words, looks_like_a_tile, may_be_north};

/// A table of idioms.
pub struct Idioms {
    rows: &'static [&'static str],
    read: OnceLock<Vec<Vec<Part>>>,
}

/// A part of a row.
struct Part {
    any: Vec<Term>,
    least: usize,
    most: usize,
    becomes: Becomes,
    /// Whether it matches as few words as possible, instead of as many.
    is_gap: bool,
    may_begin: bool,
}

/// One alternative of a part.
enum Term {
    Word(String),
    /// One of [`BETWEEN`].
    Between(&'static str),
    /// One of [`COMMON`].
    Common(&'static str),
    /// Any word that means the same as this one.
    Like(String),
    /// A class that only the game knows.
    OfGame(&'static str),
}

/// What happens to the words that match a part.
#[derive(Debug, PartialEq)]
enum Becomes {
    Kept,
    LeftOut,
    Joined,
    Moved,
    Begin,
    Unparted,
    Absent,
    Letters(String),
}

/// Classes of places between two words: where a line, a sentence or an order begins or ends, and who was named before.
const BETWEEN: &str = "FIRST SENTENCE START APART END CLOSE LAST NO_WAY NAMELESS NOBODYS ONE_TOLD ONE_NAMED";

/// Classes of words in every game.
const COMMON: &str = "ANY INNER PLAIN WORD WHO COMMA COLON SEMICOLON JOINT ARTICLE POLITE TELLING ORDER DOES DOING HOW TILE NUMBER \
    OWN TOLD NAMED FOE";

impl Idioms {
    pub const fn new(rows: &'static [&'static str]) -> Idioms {
        Idioms { rows, read: OnceLock::new() }
    }

    /// Applies each row in turn, wherever it matches.
    pub fn rewrite<G: Grammar>(&self, grammar: &G, words: &mut Words<G::Keyword>) {
        for row in self.read.get_or_init(|| self.rows.iter().map(|it| row(it)).collect()) {
            if !may_stand_in(row, words.all()) {
                continue;
            }
            let again = if row.iter().any(|it| it.is_gap) { AGAIN_MAX } else { 1 };
            let mut at = 0;
            while at < words.all().len() {
                for _ in 0..again {
                    let mut places = Vec::new();
                    if !(Line { grammar, all: words.all() }).fits(row, at, &mut places) {
                        break;
                    }
                    rewrite_once(row, &places, grammar, words);
                }
                at += 1;
            }
        }
    }
}

/// The most words that one part matches, so that matching stays fast in a long post.
const MATCHED_WORDS_MAX: usize = 40;

/// How often a row with a gap is applied at the same first word.
const AGAIN_MAX: usize = 8;

fn row(text: &'static str) -> Vec<Part> {
    let mut row: Vec<Part> = text.split(' ').map(part).collect();
    for at in 1..row.len() {
        let before = &row[at - 1];
        row[at].may_begin |= before.is_gap && before.may_begin || matches!(before.any[0], Term::Between(_));
    }
    row
}

fn part(text: &'static str) -> Part {
    if text.starts_with("..") {
        let any = vec![Term::Common(if text == "..." { "ANY" } else { "INNER" })];
        return Part {
            any,
            least: 0,
            most: MATCHED_WORDS_MAX,
            becomes: Becomes::Kept,
            is_gap: true,
            may_begin: text == "...",
        };
    }
    let (text, becomes) = match text.split_once('=') {
        Some((text, letters)) => (text, Becomes::Letters(letters.replace('_', " "))),
        None => (text, Becomes::Kept),
    };
    let (text, becomes) = match text.split_at(1) {
        ("-", rest) => (rest, Becomes::LeftOut),
        ("&", rest) => (rest, Becomes::Joined),
        ("<", rest) => (rest, Becomes::Moved),
        (".", rest) => (rest, Becomes::Begin),
        ("~", rest) => (rest, Becomes::Unparted),
        ("!", rest) => (rest, Becomes::Absent),
        _ => (text, becomes),
    };
    let any = text.trim_end_matches(['?', '*', '+']);
    let (least, most) = match &text[any.len()..] {
        "?" => (0, 1),
        "*" => (0, MATCHED_WORDS_MAX),
        "+" => (1, MATCHED_WORDS_MAX),
        _ => (1, 1),
    };
    let may_begin = matches!(becomes, Becomes::Begin | Becomes::Unparted);
    Part { any: any.split('|').map(term).collect(), least, most, becomes, is_gap: false, may_begin }
}

fn term(text: &'static str) -> Term {
    if let Some(class) = text.strip_prefix('{').and_then(|it| it.strip_suffix('}')) {
        return Term::OfGame(class);
    }
    match text {
        _ if BETWEEN.split(' ').any(|it| it == text) => Term::Between(text),
        _ if COMMON.split(' ').any(|it| it == text) => Term::Common(text),
        _ if text.starts_with(char::is_uppercase) => Term::Like(text.to_lowercase().replace('_', " ")),
        _ => Term::Word(text.replace('_', " ")),
    }
}

// Whether a line has the words that a row requires.
fn may_stand_in<K>(row: &[Part], all: &[Word<K>]) -> bool {
    let stands = |it: &Term| !matches!(it, Term::Word(it) if all.iter().all(|word| word.folded() != it));
    let is_needed = |it: &&Part| 0 < it.least && it.becomes != Becomes::Absent;
    row.iter().filter(is_needed).all(|it| it.any.iter().any(stands))
}

/// A line that rows are matched with.
struct Line<'a, G: Grammar> {
    grammar: &'a G,
    all: &'a [Word<G::Keyword>],
}

impl<G: Grammar> Line<'_, G> {
    // Whether the rest of a row matches from `at` on. `places` holds the ranges of the parts before, and gets those of
    // the rest.
    fn fits(&self, row: &[Part], at: usize, places: &mut Vec<Range<usize>>) -> bool {
        let Some(part) = row.get(places.len()) else { return true };
        for end in self.ends(part, at, places.first().map(|it| it.start)) {
            places.push(at..end);
            if self.fits(row, end, places) {
                return true;
            }
            places.pop();
        }
        false
    }

    // The places where a part that begins here may end, the preferred one first.
    fn ends(&self, part: &Part, at: usize, start: Option<usize>) -> Vec<usize> {
        if part.becomes == Becomes::Absent {
            let looked = if start.is_some() { Some(at) } else { at.checked_sub(1) };
            return if looked.is_some_and(|it| self.length(part, it).is_some()) { Vec::new() } else { vec![at] };
        }
        let parts = |at: usize| {
            let is_inner = start.is_some_and(|it| it < at) && !part.may_begin;
            is_inner && self.all.get(at).is_some_and(|it| it.gap.has(Gap::ENDS))
        };
        let mut ends = if part.least == 0 { vec![at] } else { Vec::new() };
        let mut end = at;
        for _ in 0..part.most {
            let length = self.length(part, end).filter(|it| *it == 0 || !parts(end));
            let Some(length) = length else { break };
            end += length;
            ends.push(end);
            if length == 0 {
                break;
            }
        }
        if !part.is_gap {
            ends.reverse();
        }
        ends
    }

    // The length of the first alternative of a part that matches here.
    fn length(&self, part: &Part, at: usize) -> Option<usize> {
        part.any.iter().find_map(|it| match (it, self.all.get(at)) {
            (Term::Between(class), word) => self.is_between(class, at, word).then_some(0),
            (_, None) => None,
            (Term::Word(letters), Some(word)) => (word.folded() == letters).then_some(1),
            (Term::Common("TOLD"), _) => some(self.grammar.addressee_at(&self.all[at..])),
            (Term::Common("NAMED"), _) => self.grammar.class_at("named", self.all, at),
            (Term::Common("FOE"), _) if 0 < self.grammar.addressee_at(&self.all[at..]) => None,
            (Term::Common("FOE"), _) => self.grammar.class_at("named", self.all, at),
            (Term::Common(class), Some(word)) => is_of_class(class, word).then_some(1),
            (Term::Like(letters), Some(word)) => {
                let like = self.grammar.lexicon().meaning_of(letters).expect("a word of the language");
                word.meaning.is_some_and(|it| it.is_like(like)).then_some(1)
            }
            (Term::OfGame(class), _) => self.grammar.class_at(class, self.all, at),
        })
    }

    fn is_between(&self, class: &str, at: usize, word: Option<&Word<G::Keyword>>) -> bool {
        let begins = word.is_some_and(|it| it.gap.has(Gap::ENDS));
        let before = at.checked_sub(1).map(|it| &self.all[it]);
        let is_parted = |it: &Word<_>| matches!(it.kind, Kind::Semicolon | Kind::Colon);
        let ends = |it: &Word<_>| it.joins() || !matches!(it.kind, Kind::Word | Kind::Quoted);
        match class {
            "FIRST" => at == 0,
            "SENTENCE" => begins || before.is_none_or(is_parted),
            "START" => {
                let leads = |it: &Word<_>| it.joins() || it.kind == Kind::Semicolon || it.means(G::Keyword::THEN);
                begins || before.is_none_or(leads)
            }
            "APART" => before
                .is_some_and(|it| begins || it.kind == Kind::Comma || word.is_some_and(|it| it.gap.has(Gap::OPEN))),
            "END" => begins || word.is_none_or(ends),
            "LAST" => word.is_none(),
            "NO_WAY" => 0 < at && !may_be_north(self.all, at),
            "CLOSE" => begins || word.is_none_or(|it| it.kind == Kind::Semicolon),
            "NAMELESS" => word.is_some_and(|it| !self.grammar.tables().iter().any(|table| table.has_word(it.folded()))),
            // The first table holds those who can be given orders.
            "NOBODYS" => word.is_some_and(|it| !self.grammar.tables()[0].has_word(it.folded())),
            _ if MATCHED_WORDS_MAX < at => false,
            "ONE_TOLD" => self.count_named(at, |it| self.grammar.addressee_at(&self.all[it..at])) == 1,
            _ => self.count_named(at, |it| self.grammar.class_at("named", &self.all[..at], it).unwrap_or(0)) == 1,
        }
    }

    // How many names stand before a place.
    fn count_named(&self, end: usize, named: impl Fn(usize) -> usize) -> usize {
        let (mut at, mut count) = (0, 0);
        while at < end {
            let length = named(at);
            at += length.max(1);
            count += usize::from(0 < length);
        }
        count
    }
}

/// The length, or `None` if it is 0.
pub fn some(length: usize) -> Option<usize> {
    Some(length).filter(|it| 0 < *it)
}

/// Words that name nobody in particular: `so it can hold`.
const NOBODY: &[&str] = &["it", "he", "she", "they", "that", "which", "who", "so"];

fn is_of_class<K: Meaning>(class: &str, word: &Word<K>) -> bool {
    match class {
        "INNER" => word.kind != Kind::Semicolon,
        "PLAIN" => word.kind == Kind::Word && !word.joins() && !word.is_order(),
        "WORD" => word.kind == Kind::Word,
        "WHO" => matches!(word.kind, Kind::Word | Kind::Quoted) && !word.joins() && !NOBODY.contains(&word.folded()),
        "COMMA" => word.kind == Kind::Comma,
        "COLON" => word.kind == Kind::Colon,
        "SEMICOLON" => word.kind == Kind::Semicolon,
        "JOINT" => word.joins(),
        "ARTICLE" => word.is_article(),
        "POLITE" => word.is_polite(),
        "TELLING" => word.means(Common::Telling),
        "ORDER" => word.is_order(),
        "DOES" => word.is_order() && word.folded().ends_with('s'),
        "DOING" => word.is_order() && word.folded().ends_with("ing"),
        "HOW" => word.meaning.is_some_and(K::says_how),
        "TILE" => looks_like_a_tile(word.folded()),
        "NUMBER" => word.number().is_some(),
        "OWN" => OWN.contains(&word.folded()),
        _ => true,
    }
}

// Applies a row once, from its last part to its first.
fn rewrite_once<G: Grammar>(row: &[Part], places: &[Range<usize>], grammar: &G, words: &mut Words<G::Keyword>) {
    let before = words.all().len();
    for (n, part) in row.iter().enumerate().rev() {
        let place = places[n].clone();
        match &part.becomes {
            Becomes::LeftOut => words.cut(place),
            Becomes::Begin => words.end_sentence_before(place.start),
            Becomes::Unparted => words.remove_marks_before(place.start),
            Becomes::Letters(letters) => {
                let joined = row[..n].iter().rev().take_while(|it| it.becomes == Becomes::Joined).count();
                let place = places[n - joined].start..place.end;
                match letters.as_str() {
                    "," => words.merge(place, Kind::Comma, None, ""),
                    ";" => words.merge(place, Kind::Semicolon, None, ""),
                    ":" => words.merge(place, Kind::Colon, None, ""),
                    "?" => words.merge(place, Kind::Question, None, ""),
                    letters if place.is_empty() => words.insert(place.start, letters, grammar.lexicon()),
                    letters => words.merge_as(place, letters, grammar.lexicon()),
                }
            }
            Becomes::Kept | Becomes::Joined | Becomes::Moved | Becomes::Absent => (),
        }
    }
    let mut moved = row.iter().zip(places).filter(|it| it.0.becomes == Becomes::Moved).map(|it| it.1);
    if let (Some(first), Some(last)) = (moved.clone().next(), moved.next_back()) {
        let gone = before - words.all().len();
        words.move_before(places[0].start, first.start - gone..last.end - gone);
    }
}
