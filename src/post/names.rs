//! An index of the names of a battle, to be found by what players write.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::dictionary::is_english;
use super::lexicon::{Lexicon, Meaning};
use super::numbers;
use super::words::{Gap, Kind, Word, folded};
use crate::field::SquadId;

/// An index of one kind of names.
#[derive(Clone, Debug)]
pub struct Table {
    names: Vec<Name>,
    // The beginning of each word of each name, by its first byte.
    tails: BTreeMap<u8, Vec<Progress>>,
    // Whether names may be written in the plural.
    takes_plurals: bool,
    // The places of names that hold a word or a mark with a meaning of its own.
    tricky: Vec<usize>,
    // The label of each name on the map, folded, and the name's id.
    labels: Vec<(String, u16)>,
    // Every word of every name.
    vocabulary: BTreeSet<String>,
}

#[derive(Clone, Debug)]
struct Name {
    id: u16,
    // The folded words, without blanks between.
    letters: String,
    // Where each word begins, and the end of the last.
    bounds: Vec<usize>,
    // Where the name begins without its leading article.
    after_article: usize,
    // The folded words, with blanks between.
    in_full: String,
    // The first letters of its words. `None` if it has one word.
    initials: Option<String>,
    // Whether it is only the initials of another name with the same id: `LMG`.
    is_initials: bool,
    // Whether it holds marks that separate orders or names.
    holds_marks: bool,
    // Whether it has another reading: one of its words has a meaning of its own, other than to lead to a name.
    has_other_reading: bool,
}

/// A name that holds a word or a mark with a meaning of its own, found in full.
#[derive(Debug, PartialEq, Eq)]
pub struct Tricky<'a> {
    /// How many words of the line it takes.
    pub words: usize,
    /// The name, folded.
    pub name: &'a str,
    /// Whether it has another reading.
    pub has_other_reading: bool,
}

/// Letters from which on a plural may stand for the beginning of a word: `lamps` for Lamplighters.
const BEGINNING_LETTERS_MIN: usize = 4;

/// Letters from which on a text may stand for the end of a word.
const END_LETTERS_MIN: usize = 6;

/// A name that a text could mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// Its index in the setup's list.
    pub id: u16,
    /// Whether it was written in full.
    pub is_exact: bool,
}

impl Match {
    /// The squad with this index.
    pub fn squad(self) -> SquadId {
        SquadId(self.id)
    }
}

/// The names that the longest run of words could mean, and the length of that run.
#[derive(Clone, Debug, Default)]
pub struct Found {
    pub matches: Vec<Match>,
    pub words: usize,
}

impl Found {
    /// Whether one of the names was written in full.
    pub fn is_exact(&self) -> bool {
        self.matches.iter().any(|it| it.is_exact)
    }

    /// Whether it is more than a single word of a longer name.
    pub fn says_more(&self) -> bool {
        1 < self.words || self.is_exact()
    }
}

/// How much of a name has been read.
#[derive(Clone, Copy, Debug)]
struct Progress {
    // Its index in the table.
    name: usize,
    // The end of the letters that have been read.
    at: usize,
    // Whether no part of the name was skipped.
    in_full: bool,
}

impl Name {
    fn new<K: Meaning>(id: u16, shown: &str, lexicon: &Lexicon<K>) -> Name {
        let in_full = folded(shown);
        let words = in_full.split(' ').filter(|it| !it.is_empty());
        let mut letters = String::new();
        let mut bounds = vec![0];
        for word in words.clone() {
            letters.push_str(word);
            bounds.push(letters.len());
        }
        let article = words.clone().next().filter(|it| matches!(*it, "the" | "a" | "an"));
        let after_article = article.filter(|_| 2 < bounds.len()).map_or(0, str::len);
        let holds_marks = shown.contains([',', '&', '+', ';', ':', '!', '/']);
        let leads = |n: usize, it: K| 0 < n && (it.says_what() || it.leads());
        // An article counts as well, because it may be no part of the name.
        let has_other_reading =
            holds_marks || words.enumerate().any(|(n, it)| lexicon.meaning(it).is_some_and(|it| !leads(n, it)));
        let bare = || in_full.get(after_article..).unwrap_or_default().trim_start().split(' ');
        let initials = (1 < bare().count()).then(|| bare().filter_map(|it| it.chars().next()).collect());
        Name {
            id,
            letters,
            bounds,
            after_article,
            in_full,
            initials,
            is_initials: false,
            holds_marks,
            has_other_reading,
        }
    }

    /// Whether it holds a word or a mark with a meaning of its own. `squad` behind a name only says what it is.
    fn is_tricky<K: Meaning>(&self, lexicon: &Lexicon<K>) -> bool {
        self.in_full.split(' ').enumerate().any(|(n, it)| {
            let means_nothing = |it: K| if n == 0 { it.is_article() } else { it.says_what() };
            lexicon.meaning(it).is_some_and(|it| !means_nothing(it)) || lexicon.leads(it)
        }) || self.holds_marks
    }

    /// How many words the name takes, if it is written here in full.
    fn written_in_full<K: Meaning>(&self, from: &[Word<K>]) -> Option<usize> {
        let is_article = from.first().is_some_and(Word::is_article);
        let name = if is_article { self.in_full.as_str() } else { self.without_article() };
        let mut used = 0;
        for part in name.split(' ') {
            loop {
                let next = from.get(used)?;
                used += 1;
                if next.kind == Kind::Word && next.folded() == part {
                    break;
                }
                let is_mark = next.joins();
                if used == 1 || !is_mark || !self.holds_marks {
                    return None;
                }
            }
        }
        (1 < used).then_some(used)
    }

    fn starts(&self) -> &[usize] {
        self.bounds.split_last().map_or(&[], |it| it.1)
    }

    fn letters_from(&self, at: usize) -> &str {
        self.letters.get(at..).unwrap_or_default()
    }

    fn without_article(&self) -> &str {
        self.in_full.get(self.after_article..).unwrap_or_default().trim_start()
    }

    /// Whether a text is the whole name, with or without its article.
    fn equals(&self, folded: &str) -> bool {
        !folded.is_empty() && (self.in_full == folded || self.without_article() == folded)
    }

    // Reads letters from `at` on, and returns the place behind them. Numbers and initials are never cut short; with
    // `as_whole`, no word is.
    fn read(&self, at: usize, written: &str, as_whole: bool) -> Option<usize> {
        let rest = self.letters_from(at);
        let after = rest.strip_prefix(written)?;
        let at = at + rest.len() - after.len();
        let is_digit = |it: char| it.is_ascii_digit();
        let cuts_word = || !self.bounds.contains(&at);
        let cuts_number = || written.ends_with(is_digit) && after.starts_with(is_digit);
        (!(as_whole || self.is_initials || cuts_number()) || !cuts_word()).then_some(at)
    }
}

impl Table {
    /// Indexes names, each with its index in the setup's list.
    pub fn new<'a, K: Meaning>(
        names: impl Iterator<Item = (usize, &'a str)>,
        takes_plurals: bool,
        lexicon: &Lexicon<K>,
    ) -> Table {
        let shown: Vec<(u16, &str)> = names.map_while(|(id, shown)| Some((u16::try_from(id).ok()?, shown))).collect();
        let mut names: Vec<Name> = shown.iter().map(|it| Name::new(it.0, it.1, lexicon)).collect();
        let other_forms = |shown: &'a str| {
            let forms = [without_umlauts(shown), numbered_behind(shown), by_compass_letter(shown)];
            forms.into_iter().flatten().chain(by_other_ranks(shown))
        };
        names.extend(shown.iter().flat_map(|it| other_forms(it.1).map(|form| Name::new(it.0, &form, lexicon))));
        // `LMG` and `MG`
        let of_last_words = |it: &Name| {
            let letters = it.initials.clone().unwrap_or_default();
            let ends = letters.char_indices().map(|at| (it.id, letters[at.0..].to_owned()));
            ends.filter(|it| 1 < it.1.chars().count()).collect::<Vec<_>>()
        };
        let initials: BTreeSet<_> = names.iter().flat_map(of_last_words).collect();
        for name in &mut names {
            name.is_initials = initials.contains(&(name.id, name.in_full.clone()));
            // `light MG` isn't shortened further.
            if name.in_full.split(' ').any(|it| initials.contains(&(name.id, it.to_owned()))) {
                name.initials = None;
            }
        }
        let tricky = (0..).zip(&names).filter(|it| it.1.is_tricky(lexicon)).map(|it| it.0).collect();
        let mut vocabulary: BTreeSet<String> =
            names.iter().flat_map(|it| it.in_full.split(' ')).filter(|it| !it.is_empty()).map(str::to_owned).collect();
        if takes_plurals {
            let plurals: Vec<String> = vocabulary.iter().filter(|it| 2 < it.len()).map(|it| plural(it)).collect();
            vocabulary.extend(plurals);
        }
        let mut tails: BTreeMap<u8, Vec<Progress>> = BTreeMap::new();
        for (name, it) in names.iter().enumerate() {
            for &at in it.starts() {
                let first = it.letters_from(at).bytes().next().unwrap_or_default();
                let in_full = at == 0 || at == it.after_article;
                tails.entry(first).or_default().push(Progress { name, at, in_full });
            }
        }
        Table { names, tails, takes_plurals, tricky, labels: Vec::new(), vocabulary }
    }

    /// Adds the labels of the names on the map, in the order of the setup's list.
    #[must_use]
    pub fn with_labels(mut self, labels: &[String]) -> Table {
        self.labels = (0..).zip(labels).map(|(id, it)| (folded(it).replace(' ', ""), id)).collect();
        self
    }

    /// Every word of every name, once, and its plural if the table takes plurals.
    pub fn vocabulary(&self) -> impl Iterator<Item = &str> {
        self.vocabulary.iter().map(String::as_str)
    }

    /// Whether a word is a name that consists of the initials of another: `lmg`.
    pub fn has_initials(&self, word: &str) -> bool {
        self.names.iter().any(|it| it.is_initials && it.in_full == word)
    }

    /// Every name, folded.
    pub fn full_names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|it| it.in_full.as_str())
    }

    /// The folded name with this index in the setup's list.
    pub fn full_name(&self, id: u16) -> Option<&str> {
        self.names.iter().find(|it| it.id == id).map(|it| it.in_full.as_str())
    }

    /// The longest name written here in full that holds a word or a mark with a meaning of its own.
    pub fn tricky_at<K: Meaning>(&self, from: &[Word<K>]) -> Option<Tricky<'_>> {
        let fitting = self.tricky.iter().map(|it| &self.names[*it]).filter_map(|it| {
            let words = it.written_in_full(from)?;
            Some(Tricky { words, name: &it.in_full, has_other_reading: it.has_other_reading })
        });
        fitting.max_by_key(|it| it.words)
    }

    /// Whether a word is part of a name.
    pub fn has_word(&self, word: &str) -> bool {
        !self.beginning_with(word, true).is_empty()
    }

    /// The names that these words could mean, from the first word on.
    pub fn find<K: Meaning>(&self, from: &[Word<K>]) -> Found {
        // No name begins with a mark.
        let Some(first) = from.first().filter(|it| !it.folded().is_empty()) else { return Found::default() };
        // `H&T`
        let is_joined = from.get(1).is_some_and(|it| it.meaning.is_some_and(K::joins) && it.folded().is_empty());
        let label = if is_joined { self.find_by_label(from) } else { Found::default() };
        if 1 < label.words {
            return label;
        }
        let found = self.find_with_number(from);
        if found.says_more() {
            return found;
        }
        // `moves forward two`, `shoot first, then move`, where squads are called the Second Rank and the First
        let then = from.iter().skip(1).find(|it| it.kind != Kind::Comma);
        let is_sequence = first.folded() == "first" && then.is_some_and(|it| it.means(K::THEN));
        let is_spelled = first.number().is_some() && first.folded().starts_with(char::is_alphabetic);
        if found.words == 1 && (is_spelled || is_sequence) {
            return Found::default();
        }
        if first.is_article() && 1 < from.len() {
            let found = self.find_with_number(from.get(1..).unwrap_or_default());
            return Found { words: if found.words == 0 { 0 } else { found.words + 1 }, ..found };
        }
        // A whole label of the map counts more than the beginning of a name.
        let label = self.find_by_label(from);
        match (label.words, found.words) {
            (0, 0) => self.find_by_initials(first),
            (0, _) => found,
            _ => label,
        }
    }

    // Finds a name by its initials: `RG` for a Rail Guard.
    fn find_by_initials<K: Meaning>(&self, first: &Word<K>) -> Found {
        let written = first.folded();
        // `B3` is a tile.
        let is_letters = 1 < written.len() && written.chars().all(char::is_alphabetic);
        if first.kind != Kind::Word || first.meaning.is_some() || !is_letters || is_english(written) {
            return Found::default();
        }
        let is_it = |it: &&Name| {
            let is_plural = |it: &str| self.takes_plurals && written.strip_suffix('s') == Some(it);
            it.initials.as_deref().is_some_and(|it| written == it || is_plural(it))
        };
        let ids: BTreeSet<u16> = self.names.iter().filter(is_it).map(|it| it.id).collect();
        let matches: Vec<Match> = ids.into_iter().map(|id| Match { id, is_exact: false }).collect();
        Found { words: usize::from(!matches.is_empty()), matches }
    }

    // Finds a name with its number before or behind it.
    fn find_with_number<K: Meaning>(&self, from: &[Word<K>]) -> Found {
        let found = self.find_from(from);
        if found.says_more() { found } else { self.find_by_ordinal(from).unwrap_or(found) }
    }

    // Finds a name that ends in a number by its ordinal: `the second Boyz`.
    fn find_by_ordinal<K: Meaning>(&self, from: &[Word<K>]) -> Option<Found> {
        let (first, rest) = from.split_first()?;
        let number = numbers::ordinal(first.folded()).filter(|_| first.kind == Kind::Word)?;
        let found = self.find_from(rest);
        let has_number = |it: &&Match| {
            let mut named = self.names.iter().filter(|name| name.id == it.id);
            named.any(|name| name.in_full.rsplit(' ').next() == Some(number))
        };
        let matches: Vec<Match> = found.matches.iter().filter(has_number).copied().collect();
        (matches.len() == 1).then(|| Found { words: found.words + 1, matches })
    }

    // Finds a name by its label on the map, also if that is written as `SB 2` or `H&T`. A word with a meaning of its
    // own counts only if it is a lone article or the first letter of a longer label.
    fn find_by_label<K: Meaning>(&self, from: &[Word<K>]) -> Found {
        const WORDS_MAX: usize = 3;
        let Some(first) = from.first().filter(|it| it.kind == Kind::Word) else { return Found::default() };
        let written = first.folded();
        // `A: hold` can mean nothing else.
        let is_alone = from.len() == 1 && first.meaning.is_none_or(K::is_article);
        // `to` leads to a place, even if a label on the map is `TO`.
        let may_be = |label: &str| first.meaning.is_none() || is_alone || written.len() == 1 && 1 < label.len();
        for (label, id) in self.labels.iter().filter(|it| may_be(&it.0)) {
            let Some(mut left) = label.strip_prefix(written).filter(|it| it.len() < label.len()) else { continue };
            let mut used = 1;
            for next in from.iter().take(WORDS_MAX).skip(1) {
                if left.is_empty() {
                    break;
                }
                let is_joint = next.meaning.is_some_and(K::joins) && next.folded().is_empty();
                let letters = next.folded();
                match left.strip_prefix(letters).filter(|_| is_joint || !letters.is_empty()) {
                    Some(after) if next.kind == Kind::Word && !next.gap.has(Gap::ENDS) => left = after,
                    _ => break,
                }
                used += 1;
            }
            if left.is_empty() {
                return Found { words: used, matches: vec![Match { id: *id, is_exact: true }] };
            }
        }
        Found::default()
    }

    fn find_from<K: Meaning>(&self, from: &[Word<K>]) -> Found {
        let Some(first) = from.first() else { return Found::default() };
        if first.kind == Kind::Quoted {
            // Quotes force the exact name.
            let matches = self.named(first.folded());
            return Found { words: usize::from(!matches.is_empty()), matches };
        }
        let (reached, used) = self.read_words(from);
        Found { matches: self.matches(&reached), words: used }
    }

    // The names that match the longest run of words, with how much of each was read, and the length of the run.
    fn read_words<K: Meaning>(&self, from: &[Word<K>]) -> (Vec<Progress>, usize) {
        let mut reached = from.first().map(|it| self.read_first_word(it)).unwrap_or_default();
        let mut used = usize::from(!reached.is_empty());
        for next in from.iter().skip(1).take_while(|it| it.kind == Kind::Word) {
            if reached.iter().all(|it| self.names[it.name].letters_from(it.at).is_empty()) {
                break;
            }
            let longer = self.read_next_word(&reached, next, next.folded());
            // `throws at Rail Guard one grenade`: "one" may count the grenade.
            let counts = || numbers::value(next.folded()).is_some() && next.folded().chars().all(char::is_alphabetic);
            let may_count = |it: &Word<K>| {
                let goes_on = it.kind == Kind::Word && it.meaning.is_none() && !it.gap.has(Gap::ENDS);
                goes_on && !it.gap.has(Gap::OPEN) && self.read_next_word(&longer, it, it.folded()).is_empty()
            };
            if longer.is_empty() || counts() && from.get(used + 1).is_some_and(may_count) {
                break;
            }
            (reached, used) = (longer, used + 1);
        }
        (reached, used)
    }

    /// The names that equal this folded text.
    pub fn named(&self, folded: &str) -> Vec<Match> {
        let named = self.names.iter().filter(|it| it.equals(folded));
        named.map(|it| Match { id: it.id, is_exact: true }).collect()
    }

    fn read_first_word<K: Meaning>(&self, first: &Word<K>) -> Vec<Progress> {
        let (written, as_whole) = (first.folded(), first.meaning.is_some());
        let mut reached = self.beginning_with(written, as_whole);
        if reached.is_empty()
            && let Some(singular) = self.singular(written)
        {
            reached = self.beginning_with(&singular, as_whole);
            if singular.len() < BEGINNING_LETTERS_MIN {
                reached = self.nearly_whole(reached);
            }
        }
        if reached.is_empty() && END_LETTERS_MIN <= written.len() && first.meaning.is_none() {
            reached = self.ending_with(written);
        }
        // A single letter at the beginning is no number.
        let is_letter = written.len() == 1 && !written.as_bytes()[0].is_ascii_digit();
        if reached.is_empty() && !is_letter && may_be_number(first, written) {
            let forms = numbers::forms(written).map(|it| self.beginning_with(it, as_whole));
            return forms.into_iter().find(|it| !it.is_empty()).unwrap_or_default();
        }
        reached
    }

    // The names with a word that ends in these letters: `diggers` for Gravediggers.
    fn ending_with(&self, letters: &str) -> Vec<Progress> {
        let read = |(n, name): (usize, &Name)| {
            let end = name.bounds.iter().find(|it| name.letters.get(..**it).is_some_and(|it| it.ends_with(letters)))?;
            Some(Progress { name: n, at: *end, in_full: false })
        };
        self.names.iter().enumerate().filter_map(read).collect()
    }

    // The names with a word that begins with these letters.
    fn beginning_with(&self, letters: &str, as_whole: bool) -> Vec<Progress> {
        let read =
            |tail: &Progress| Some(Progress { at: self.names[tail.name].read(tail.at, letters, as_whole)?, ..*tail });
        let first = letters.bytes().next().unwrap_or_default();
        self.tails.get(&first).into_iter().flatten().filter_map(read).collect()
    }

    // Keeps the names whose word was read to its end, or to the letter before that: `boys` stands for Boyz, but `this`
    // doesn't stand for Third.
    fn nearly_whole(&self, mut reached: Vec<Progress>) -> Vec<Progress> {
        reached.retain(|it| self.names[it.name].bounds.iter().any(|end| (it.at..=it.at + 1).contains(end)));
        reached
    }

    // Reads the next word in each name, either where the last one stopped or from any later word of the name on.
    fn read_next_word<K: Meaning>(&self, reached: &[Progress], next: &Word<K>, written: &str) -> Vec<Progress> {
        let as_whole = next.meaning.is_some();
        let read = |from: &Progress, letters: &str| {
            let name = Some(&self.names[from.name]).filter(|_| !letters.is_empty())?;
            let read = |at: usize| name.read(at, letters, as_whole);
            let later = || {
                let at = name.starts().iter().filter(|it| from.at < **it).find_map(|it| read(*it))?;
                Some(Progress { at, in_full: false, ..*from })
            };
            read(from.at).map(|at| Progress { at, ..*from }).or_else(later)
        };
        let longer = |letters: &str| -> Vec<Progress> { reached.iter().filter_map(|it| read(it, letters)).collect() };
        let as_written = longer(written);
        if !as_written.is_empty() {
            return as_written;
        }
        let singular = self.singular(written).map(|it| self.nearly_whole(longer(&it))).unwrap_or_default();
        if !singular.is_empty() || !may_be_number(next, written) {
            return singular;
        }
        numbers::forms(written).flat_map(longer).collect()
    }

    fn matches(&self, reached: &[Progress]) -> Vec<Match> {
        let matching = |it: &Progress| {
            let name = &self.names[it.name];
            Match { id: name.id, is_exact: it.in_full && name.letters_from(it.at).is_empty() }
        };
        let mut matches: Vec<Match> = reached.iter().map(matching).collect();
        // If a name was found in two ways, the exact one counts.
        matches.sort_unstable_by_key(|it| (it.id, !it.is_exact));
        matches.dedup_by_key(|it| it.id);
        if matches.iter().any(|it| it.is_exact) {
            matches.retain(|it| it.is_exact);
        }
        matches
    }

    // The singular of a plural: `rifle` of `rifles`, `rifleman` of `riflemen`, `knife` of `knives`. `cutlasses` is the
    // plural of `cutlass` if that is in the vocabulary, while `axes` is the plural of `axe`.
    fn singular<'w>(&self, word: &'w str) -> Option<Cow<'w, str>> {
        const IRREGULAR: &[(&str, &str)] = &[("men", "man"), ("ives", "ife")];
        let other = |(many, one): &(&str, &str)| {
            let stem = word.strip_suffix(many).filter(|it| !it.is_empty())?;
            Some(Cow::Owned(format!("{stem}{one}")))
        };
        let is_word = |it: &str| self.vocabulary.contains(it);
        let hissing = || word.strip_suffix("es").filter(|it| takes_es(it) && is_word(it));
        let regular = || hissing().or_else(|| word.strip_suffix('s')).map(Cow::Borrowed);
        let one = IRREGULAR.iter().find_map(other).or_else(regular);
        one.filter(|it| self.takes_plurals && 2 < it.len())
    }
}

fn plural(word: &str) -> String {
    let usual = format!("{word}s");
    // `monarchs` is English, so `monarch` doesn't hiss. Other endings can't be checked this way: `glass` is English,
    // but no plural of `glas`.
    let is_usual = !takes_es(word) || word.ends_with("ch") && is_english(&usual);
    if is_usual { usual } else { format!("{word}es") }
}

// Whether the plural of a word takes an `e`.
fn takes_es(word: &str) -> bool {
    ["s", "x", "ch", "sh"].iter().any(|it| word.ends_with(it))
}

// Whether a word could be a number. A word with a meaning can't, except for the Roman `i`.
fn may_be_number<K>(word: &Word<K>, written: &str) -> bool {
    (word.meaning.is_none() || written.len() == 1) && numbers::forms(written).next().is_some()
}

/// A name folded and without its article, as it is compared. Two names that are equal in this form can't be told apart.
pub fn compared(name: &str) -> String {
    let folded = folded(name);
    match folded.split_once(' ') {
        Some(("the" | "a" | "an", rest)) => rest.to_owned(),
        _ => folded,
    }
}

/// The first letters of up to two words of a name, and the number at its end if there is one.
pub fn initials(name: &str) -> String {
    let words: Vec<&str> = name.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty()).collect();
    let is_number = |it: &&str| it.len() <= 2 && it.bytes().all(|it| it.is_ascii_digit());
    let number = words.last().copied().filter(|it| words.len() > 1 && is_number(it));
    let spoken = words.get(..words.len() - usize::from(number.is_some())).unwrap_or_default();
    let letters = spoken.iter().take(2).filter_map(|it| plain_letters(it).next()).collect::<String>().to_uppercase();
    let letters = if letters.is_empty() { "S".to_owned() } else { letters };
    format!("{letters}{}", number.unwrap_or_default())
}

/// The text to type for a name: its key if keyboards lack all of its letters.
pub fn typed<'a>(name: &'a str, key: &'a str) -> &'a str {
    if plain_letters(name).next().is_some() { name } else { key }
}

/// The letters of a name that every font has.
pub fn plain_letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|it| it.is_alphanumeric() && *it < '\u{250}')
}

/// The name as it is written without umlauts. `None` if it has none.
fn without_umlauts(shown: &str) -> Option<String> {
    let umlauts =
        [('ä', "ae"), ('ö', "oe"), ('ü', "ue"), ('Ä', "Ae"), ('Ö', "Oe"), ('Ü', "Ue"), ('å', "aa"), ('Å', "Aa")];
    let written = umlauts.iter().fold(shown.to_owned(), |it, (umlaut, letters)| it.replace(*umlaut, letters));
    (written != shown).then_some(written)
}

/// `E Trench` for `East Trench`.
fn by_compass_letter(name: &str) -> Option<String> {
    let (first, rest) = name.split_once(' ')?;
    let letter = ["North", "East", "South", "West"].iter().find(|it| it.eq_ignore_ascii_case(first))?.get(..1)?;
    Some(format!("{letter} {rest}"))
}

/// `Lieutenant Marsh` for `Lt. Marsh`, and every other way to write a rank.
fn by_other_ranks(name: &str) -> impl Iterator<Item = String> {
    const RANKS: &str = "Dr Doc Doctor, Lt Lieut Lieutenant, Sgt Sergeant, Cpl Corporal, Capt Cpt Captain, Maj Major, \
        Col Colonel, Gen General, Pvt Private";
    let (first, rest) = name.split_once(' ').unwrap_or_default();
    let short = first.trim_end_matches('.');
    let is_it = move |it: &&str| it.eq_ignore_ascii_case(short);
    let forms = RANKS.split(", ").filter(move |it| it.split(' ').any(|it| is_it(&it))).flat_map(|it| it.split(' '));
    forms.filter(move |it| !is_it(it)).map(move |it| format!("{it} {rest}"))
}

/// `Draft 2` for `Second Draft`.
fn numbered_behind(shown: &str) -> Option<String> {
    let (first, rest) = shown.split_once(' ')?;
    Some(format!("{rest} {}", numbers::ordinal(&folded(first))?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::post::tests::meant::lexicon;
    use crate::post::words::Words;

    impl Table {
        /// Whether letters begin a word of a name, or are the plural of such a beginning.
        pub(crate) fn begins_with(&self, letters: &str) -> bool {
            let begins = |it: &str| !self.beginning_with(it, false).is_empty();
            begins(letters) || self.singular(letters).is_some_and(|it| begins(&it))
        }
    }

    const SQUADS: &[&str] = &[
        "Alpha",
        "Slugga Boyz 1",
        "Slugga Boyz 10",
        "The Élan",
        "A 1",
        "Alpha Attack Group",
        "Fire Team",
        "Heavy team 2",
        "Second Draft",
        "Ghost 1",
        "Ghost One",
        "Lamplighters",
        "Gravediggers",
    ];

    #[track_caller]
    fn check(written: &str, expected: &str) {
        let table = Table::new(SQUADS.iter().copied().enumerate(), true, &lexicon());
        let mut words = Words::default();
        words.read(written, 0..written.len(), &[], &lexicon());
        let found = table.find(words.all());
        let names: Vec<&str> = found.matches.iter().map(|it| SQUADS[usize::from(it.id)]).collect();
        assert_eq!(format!("{} {}", found.words, names.join(", ")), expected, "{written}");
    }

    #[test]
    fn a_name_is_found_by_a_prefix_or_a_word() {
        check("slug", "1 Slugga Boyz 1, Slugga Boyz 10");
        check("heavy", "1 Heavy team 2");
        check("team", "1 Fire Team, Heavy team 2");
        check("heavy 2", "2 Heavy team 2");
        check("draft 2", "2 Second Draft");
        check("2nd draft", "2 Second Draft");
        check("seconds", "1 Second Draft");
        check("slugga boys", "2 Slugga Boyz 1, Slugga Boyz 10");
        check("secs", "0 ");
        check("lamps", "1 Lamplighters");
        check("diggers", "1 Gravediggers");
        check("boyz1", "1 Slugga Boyz 1");
        check("slugga-boyz 10", "3 Slugga Boyz 10");
        check("sluggaboyz 1", "2 Slugga Boyz 1");
    }

    #[test]
    fn an_exact_name_wins_over_a_prefix() {
        check("alpha", "1 Alpha");
        check("alpha att", "2 Alpha Attack Group");
        check("Alpha at Boyz", "1 Alpha");
        check("ghost 1", "2 Ghost 1");
        check("ghost i", "2 Ghost 1, Ghost One");
    }

    #[test]
    fn case_accents_and_a_leading_article_are_ignored() {
        check("ELAN", "1 The Élan");
        check("the élan", "2 The Élan");
        check("the alpha", "2 Alpha");
        check("A 1", "2 A 1");
        check("a_1", "2 A 1");
    }

    #[test]
    fn a_number_is_never_cut_short() {
        check("boyz 1", "2 Slugga Boyz 1");
        check("boyz 10", "2 Slugga Boyz 10");
        check("boyz 100", "1 Slugga Boyz 1, Slugga Boyz 10");
    }

    #[test]
    fn quotes_force_the_exact_name() {
        check("\"slugga boyz 1\"", "1 Slugga Boyz 1");
        check("\"slugga\"", "0 ");
        check("“Élan”", "1 The Élan");
        check("\"\"", "0 ");
    }

    #[test]
    fn a_word_of_the_language_is_part_of_a_name_only_as_a_whole() {
        check("fire team", "2 Fire Team");
        check("fire at", "1 Fire Team");
    }

    #[test]
    fn numbers_may_be_written_in_letters() {
        check("slugga boyz one", "3 Slugga Boyz 1");
        check("heavy team two", "3 Heavy team 2");
        check("boyz ten", "2 Slugga Boyz 10");
    }

    #[test]
    fn a_name_that_means_something_else_is_known_by_all_its_words() {
        let names = ["Fire Team", "Alpha", "Hammer & Tongs", "Go, Go, Go!"];
        let table = Table::new(names.into_iter().enumerate(), false, &lexicon());
        for (written, expected) in [
            ("fire team moves", Some((2, "fire team"))),
            ("fire at alpha", None),
            ("Hammer & Tongs", Some((3, "hammer tongs"))),
            ("hammer, now", None),
            ("go go go", Some((3, "go go go"))),
            ("alpha", None),
        ] {
            let mut words = Words::default();
            words.read(written, 0..written.len(), &[], &lexicon());
            let found = table.tricky_at(words.all()).map(|it| (it.words, it.name));
            assert_eq!(found, expected, "{written}");
        }
    }

    #[test]
    fn words_that_hiss_have_a_plural_in_es() {
        let names = ["Cutlass", "Long Axe", "Torch", "Monarch", "Glas"];
        let table = Table::new(names.into_iter().enumerate(), true, &lexicon());
        for (written, expected) in [("cutlasses", 0), ("axes", 1), ("torches", 2), ("monarchs", 3), ("glases", 4)] {
            let mut words = Words::default();
            words.read(written, 0..written.len(), &[], &lexicon());
            let found = table.find(words.all());
            assert_eq!(found.matches.iter().map(|it| it.id).collect::<Vec<_>>(), [expected], "{written}");
        }
        let vocabulary: Vec<&str> = table.vocabulary().collect();
        let expected = "axe axes cutlass cutlasses glas glases long longs monarch monarchs torch torches";
        assert_eq!(vocabulary.join(" "), expected);
    }

    #[test]
    fn initials_are_written_in_full() {
        let names = [(0, "Light Machine Gun"), (0, "LMG"), (0, "MG"), (0, "light MG"), (1, "Lamplighters")];
        let table = Table::new(names.into_iter(), true, &lexicon());
        for (written, expected) in [("lmg", &[0][..]), ("lmgs", &[0]), ("lm", &[]), ("lamp", &[1])] {
            let mut words = Words::default();
            words.read(written, 0..written.len(), &[], &lexicon());
            let found = table.find(words.all());
            assert_eq!(found.matches.iter().map(|it| it.id).collect::<Vec<_>>(), expected, "{written}");
        }
    }

    #[test]
    fn initials_and_umlauts_name_squads() {
        let names = ["Slugga Boyz 1", "Die Füchse", "1st Rifles"];
        let labels: Vec<String> = names.iter().map(|it| initials(it)).collect();
        assert_eq!(labels, ["SB1", "DF", "1R"]);
        let table = Table::new(names.into_iter().enumerate(), false, &lexicon()).with_labels(&labels);
        for (written, expected) in [("SB1", 0), ("die fuechse", 1), ("fuchse", 1), ("1r", 2)] {
            let mut words = Words::default();
            words.read(written, 0..written.len(), &[], &lexicon());
            let found = table.find(words.all());
            assert_eq!(found.matches.iter().map(|it| it.id).collect::<Vec<_>>(), [expected], "{written}");
        }
    }
}
