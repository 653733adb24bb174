//! Names of a battle, made ready once to be found by what players write.

use smallvec::SmallVec;

use super::Few;
use super::fold::{FIRST_LETTERS, Filter, Places, beginning, first_letters};
use super::lexicon::{Lexicon, Meaning};
use super::numbers;
use super::words::{Gap, Kind, Word, Words, folded};

/// All names of a battle, kind by kind.
pub type Tables<'a> = SmallVec<[&'a Table; 8]>;

/// One kind of names.
#[derive(Clone, Debug)]
pub struct Table {
    names: Vec<Name>,
    // Every word of every name, sorted by the first byte from there on.
    tails: Vec<Tail>,
    // Where those of each byte begin, and behind the last of them the end.
    first: Vec<u16>,
    // The first two letters of each: most words that are in no name have none of them.
    pairs: Filter,
    // Words of them that orders use: of such a word no less counts than all of it.
    used: Filter,
    // Whether a word may be written with an s at its end.
    takes_plurals: bool,
    // Whether any has a number in it, which may be written otherwise.
    has_numbers: bool,
    // Those that hold a word or a mark which means something by itself, by their places.
    tricky: Vec<u16>,
    // The first word of each of those, with its article or without.
    tricky_begins: Filter,
    // The letters by which a map names each, folded, and which that is.
    labels: Vec<(String, u16)>,
    // The first letter of each of those.
    label_begins: Filter,
    // Bytes of the longest of those.
    label_longest: usize,
    // Every word of every name, once.
    vocabulary: Vec<String>,
    // Names that nothing else is meant by, with their articles and without, by their first letters.
    settled: Vec<Settled>,
    // Where the first of those with the same first letters stands.
    settled_places: Places,
}

#[derive(Clone, Debug)]
struct Name {
    id: u16,
    // Folded, its words one after the other without blanks.
    letters: String,
    // Where each word begins, and the end of the last.
    bounds: Vec<u16>,
    // Where it begins if its leading article is left out.
    after_article: u16,
    // Folded, with blanks.
    in_full: String,
    // Whether there are marks in it that part orders or names from each other.
    holds_marks: bool,
    // Whether one of its words may be read as something else: not one that only leads to what is named behind it.
    is_two_faced: bool,
}

/// A name that holds what would mean something else by itself, written in full.
#[derive(Debug, PartialEq, Eq)]
pub struct Tricky<'a> {
    /// How many words it takes.
    pub words: usize,
    /// The name, folded.
    pub name: &'a str,
    /// Whether one of its words may be read as something else, if no phrase begins with it.
    pub is_two_faced: bool,
}

/// A name that means nobody else when it is written in full, whatever stands behind it.
#[derive(Clone, Debug)]
struct Settled {
    // The first letters of its first word.
    begins: u64,
    id: u16,
    // What is behind those, folded, with blanks.
    rest: Vec<u8>,
}

impl Settled {
    /// How many words it takes, if it is written here.
    fn words_read<K: Meaning>(&self, words: &Words<K>, first: &Word<K>, behind: &[Word<K>]) -> Option<usize> {
        let mut rest = &self.rest[..];
        if FIRST_LETTERS < first.letters_count() {
            rest = rest.strip_prefix(words.folded(first).as_bytes().get(FIRST_LETTERS..)?)?;
        }
        let mut used = 1;
        while let [b' ', next @ ..] = rest {
            let word = behind.get(used - 1).filter(|it| it.kind == Kind::Word)?;
            rest = next.strip_prefix(words.folded(word).as_bytes())?;
            used += 1;
        }
        rest.is_empty().then_some(used)
    }
}

/// Where a word of a name begins.
#[derive(Clone, Copy, Debug)]
struct Tail {
    name: u16,
    at: u16,
    // What the name has from there on, as [`first_letters`] has it.
    letters: u64,
}

/// A name that what was written could mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// Its place in the setup's list.
    pub id: u16,
    /// Whether it was written in full.
    pub is_exact: bool,
}

/// All names that the longest understandable run of words could mean, and how many words that is.
#[derive(Debug, Default)]
pub struct Found {
    pub matches: Few<Match>,
    pub words: usize,
}

impl Found {
    #[inline]
    fn exactly(id: u16, words: usize) -> Found {
        Found { words, matches: Few::from_slice(&[Match { id, is_exact: true }]) }
    }
}

// Matches are copied as one piece; the usual way goes from one to the next.
impl Clone for Found {
    fn clone(&self) -> Found {
        Found { matches: Few::from_slice(&self.matches), words: self.words }
    }
}

/// How much of a name has been read.
#[derive(Clone, Copy)]
struct Progress {
    name: u16,
    // Behind the letters that have been read.
    at: u16,
    // Whether nothing before was left out.
    in_full: bool,
}

impl Name {
    fn new<K: Meaning>(id: u16, shown: &str, lexicon: &Lexicon<K>) -> Name {
        let in_full = folded(shown);
        let words = in_full.split(' ').filter(|it| !it.is_empty());
        let mut letters = String::with_capacity(in_full.len());
        let mut bounds = vec![0];
        for word in words.clone() {
            letters.push_str(word);
            bounds.push(u16::try_from(letters.len()).unwrap_or(u16::MAX));
        }
        let article = words.clone().next().filter(|it| matches!(*it, "the" | "a" | "an"));
        let after_article = article.filter(|_| 2 < bounds.len()).map_or(0, |it| it.len() as u16);
        let holds_marks = shown.contains([',', '&', '+', ';', ':', '!', '/']);
        let leads = |n: usize, it: K| 0 < n && (it.says_what() || it.leads());
        // An article, too, may belong to what stands before it.
        let is_two_faced =
            holds_marks || words.enumerate().any(|(n, it)| lexicon.meaning(it).is_some_and(|it| !leads(n, it)));
        Name { id, letters, bounds, after_article, in_full, holds_marks, is_two_faced }
    }

    /// Whether a word or a mark in it would mean something by itself. `squad` behind a name only says what it is.
    fn is_tricky<K: Meaning>(&self, lexicon: &Lexicon<K>) -> bool {
        self.in_full.split(' ').enumerate().any(|(n, it)| {
            let means_nothing = |it: K| if n == 0 { it.is_article() } else { it.says_what() };
            lexicon.meaning(it).is_some_and(|it| !means_nothing(it)) || lexicon.leads(it)
        }) || self.holds_marks
    }

    /// How many words it takes, if it is written here from its first word to its last.
    fn written_in_full<K: Meaning>(&self, words: &Words<K>, from: &[Word<K>]) -> Option<usize> {
        let without_article = self.in_full.get(usize::from(self.after_article)..).unwrap_or_default().trim_start();
        let is_article = from.first().is_some_and(|it| it.meaning.is_some_and(K::is_article));
        let name = if is_article { self.in_full.as_str() } else { without_article };
        let begins = from.first().is_some_and(|it| name.starts_with(words.folded(it)));
        if !begins {
            return None;
        }
        let mut used = 0;
        for part in name.split(' ') {
            loop {
                let next = from.get(used)?;
                used += 1;
                if next.kind == Kind::Word && words.folded(next) == part {
                    break;
                }
                let is_mark = next.kind == Kind::Comma || next.meaning.is_some_and(K::joins);
                if used == 1 || !is_mark || !self.holds_marks {
                    return None;
                }
            }
        }
        (1 < used).then_some(used)
    }

    /// Where its words begin.
    fn starts(&self) -> &[u16] {
        self.bounds.split_last().map_or(&[], |it| it.1)
    }

    // The word that begins here.
    fn word_at(&self, at: u16) -> &str {
        let end = self.bounds.iter().find(|it| at < **it).copied().unwrap_or(at);
        self.letters.get(usize::from(at)..usize::from(end)).unwrap_or_default()
    }

    // Every run of its words without blanks, and its plural where it may have one.
    fn runs(&self, takes_plurals: bool) -> impl Iterator<Item = String> + '_ {
        let ends = move |from: u16| self.bounds.iter().filter(move |it| from < **it).map(move |to| (from, *to));
        let runs = self.starts().iter().flat_map(move |it| ends(*it));
        let written = runs.filter_map(|(from, to)| self.letters.get(usize::from(from)..usize::from(to)));
        written.flat_map(move |it| [Some(it.to_owned()), takes_plurals.then(|| format!("{it}s"))].into_iter().flatten())
    }

    fn from(&self, at: u16) -> &str {
        self.letters.get(usize::from(at)..).unwrap_or_default()
    }

    /// Whether this is its name and not only a part of it.
    fn is(&self, folded: &str) -> bool {
        let without_article = || self.in_full.get(usize::from(self.after_article)..).unwrap_or_default().trim_start();
        !folded.is_empty() && (self.in_full == folded || 0 < self.after_article && without_article() == folded)
    }

    // Reads letters from a place on: a number is never cut short, and a word that orders use only counts as a whole one.
    fn read(&self, at: u16, written: &str, as_whole: bool) -> Option<u16> {
        let rest = self.from(at);
        let after = rest.strip_prefix(written)?;
        let at = at + (rest.len() - after.len()) as u16;
        let is_digit = |it: char| it.is_ascii_digit();
        let cuts_word = || !self.bounds.contains(&at);
        let cuts_number = || written.ends_with(is_digit) && after.starts_with(is_digit);
        (!(as_whole || cuts_number()) || !cuts_word()).then_some(at)
    }
}

impl Table {
    /// Makes names ready, each with its place in the setup's list.
    pub fn new<'a, K: Meaning>(
        names: impl Iterator<Item = (usize, &'a str)>,
        takes_plurals: bool,
        lexicon: &Lexicon<K>,
    ) -> Table {
        let shown: Vec<(u16, &str)> = names.map_while(|(id, shown)| Some((u16::try_from(id).ok()?, shown))).collect();
        let mut names: Vec<Name> = shown.iter().map(|it| Name::new(it.0, it.1, lexicon)).collect();
        let other_forms = |shown: &str| [without_umlauts(shown), numbered_behind(shown)].into_iter().flatten();
        names.extend(shown.iter().flat_map(|it| other_forms(it.1).map(|form| Name::new(it.0, &form, lexicon))));
        names.truncate(usize::from(u16::MAX));
        let tricky: Vec<u16> = (0..).zip(&names).filter(|it| it.1.is_tricky(lexicon)).map(|it| it.0).collect();
        let begins = |it: &Name| [0, it.after_article].map(|at| first_letters(it.word_at(at)));
        let tricky_begins = tricky.iter().filter_map(|it| names.get(usize::from(*it))).flat_map(begins);
        let tricky_begins = Filter::of(tricky_begins);
        let mut vocabulary: Vec<String> =
            names.iter().flat_map(|it| it.in_full.split(' ')).filter(|it| !it.is_empty()).map(str::to_owned).collect();
        if takes_plurals {
            let plurals: Vec<String> = vocabulary.iter().filter(|it| 2 < it.len()).map(|it| format!("{it}s")).collect();
            vocabulary.extend(plurals);
        }
        vocabulary.sort();
        vocabulary.dedup();
        let mut tails: Vec<Tail> = Vec::new();
        for (name, it) in (0..).zip(&names) {
            tails.extend(it.starts().iter().map(|at| Tail { name, at: *at, letters: first_letters(it.from(*at)) }));
        }
        let byte = |it: &Tail| it.letters as u8;
        tails.sort_by_key(byte);
        tails.truncate(usize::from(u16::MAX));
        let begin = |of: u8| tails.partition_point(|it| byte(it) < of) as u16;
        let first = (0..=u8::MAX).map(begin).chain([tails.len() as u16]).collect();
        let pairs = Filter::of(tails.iter().map(|it| beginning(it.letters, 2)));
        let runs = names.iter().flat_map(|it| it.runs(takes_plurals));
        let used = Filter::of(runs.filter(|it| lexicon.meaning(it).is_some()).map(|it| first_letters(&it)));
        let is_figure = |it: char| it.is_ascii_digit();
        let mut table = Table {
            first,
            pairs,
            used,
            names,
            tails,
            takes_plurals,
            has_numbers: vocabulary.iter().any(|it| numbers::forms(it).next().is_some() || it.starts_with(is_figure)),
            tricky,
            tricky_begins,
            labels: Vec::new(),
            label_begins: Filter::default(),
            label_longest: 0,
            vocabulary,
            settled: Vec::new(),
            settled_places: Places::with_room(0),
        };
        table.settle(lexicon);
        table
    }

    // Finds out which names nothing else is meant by.
    fn settle<K: Meaning>(&mut self, lexicon: &Lexicon<K>) {
        let mut words = Words::with_room();
        let mut settled = Vec::new();
        for name in &self.names {
            let short = name.in_full.get(usize::from(name.after_article)..).unwrap_or_default().trim_start();
            let mut forms = vec![name.in_full.clone()];
            forms.extend(Some(short.to_owned()).filter(|it| it.len() < name.in_full.len()));
            if self.takes_plurals {
                forms.extend(forms.clone().into_iter().map(|it| it + "s"));
            }
            for in_full in &forms {
                words.read(in_full, 0..in_full.len(), &[], lexicon);
                let (reached, used) = self.reach(&words, words.all());
                let is_over = |it: &Progress| self.name(it.name).is_some_and(|name| name.from(it.at).is_empty());
                let is_it = |it: &Match| it.id == name.id && it.is_exact;
                if used == words.all().len() && reached.iter().all(is_over) && self.matches(&reached).iter().all(is_it)
                {
                    let first = in_full.split(' ').next().unwrap_or_default();
                    let rest = in_full.as_bytes().get(first.len().min(FIRST_LETTERS)..).unwrap_or_default().to_owned();
                    settled.push(Settled { begins: first_letters(first), id: name.id, rest });
                }
            }
        }
        settled.sort_by_key(|it| it.begins);
        self.settled_places = Places::with_room(settled.len());
        for (at, it) in settled.iter().enumerate() {
            if at == 0 || settled[at - 1].begins != it.begins {
                self.settled_places.put(it.begins, at);
            }
        }
        self.settled = settled;
    }

    /// The same names, and the letters by which a map names each, in the order of the setup's list.
    #[must_use]
    pub fn with_labels(mut self, labels: &[String]) -> Table {
        self.labels = (0..).zip(labels).map(|(id, it)| (folded(it).replace(' ', ""), id)).collect();
        self.label_begins = Filter::of(self.labels.iter().map(|it| beginning(first_letters(&it.0), 1)));
        self.label_longest = self.labels.iter().map(|it| it.0.len()).max().unwrap_or_default();
        self
    }

    /// Every word of every name, once, and its plural where it may have one.
    pub fn vocabulary(&self) -> impl Iterator<Item = &str> {
        self.vocabulary.iter().map(String::as_str)
    }

    /// Every name as it is compared.
    pub fn full_names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|it| it.in_full.as_str())
    }

    /// The first words of names that hold what would mean something else by itself.
    pub fn tricky_begins(&self) -> &Filter {
        &self.tricky_begins
    }

    /// A name that holds what would mean something else by itself, if it is written here in full.
    pub fn tricky_at<K: Meaning>(&self, words: &Words<K>, from: &[Word<K>]) -> Option<Tricky<'_>> {
        let fitting = self.tricky.iter().filter_map(|it| {
            let name = self.name(*it)?;
            let words = name.written_in_full(words, from)?;
            Some(Tricky { words, name: &name.in_full, is_two_faced: name.is_two_faced })
        });
        fitting.max_by_key(|it| it.words)
    }

    fn name(&self, at: u16) -> Option<&Name> {
        self.names.get(usize::from(at))
    }

    /// Whether a word is part of a name.
    pub fn has_word(&self, word: &str) -> bool {
        let mut tails = self.starting_with(first_letters(word), word.len());
        tails.any(|it| self.name(it.name).is_some_and(|name| name.read(it.at, word, true).is_some()))
    }

    /// What the words could mean, beginning with the first.
    #[inline]
    pub fn find<K: Meaning>(&self, words: &Words<K>, from: &[Word<K>]) -> Found {
        if !self.may_name(from) {
            return Found::default();
        }
        // `H&T`
        let is_joined = from.get(1).is_some_and(|it| it.meaning.is_some_and(K::joins) && it.letters_count() == 0);
        let label = if is_joined { self.labelled(words, from) } else { Found::default() };
        if 1 < label.words {
            return label;
        }
        match self.settled(words, from) {
            Some((id, words)) => Found::exactly(id, words),
            None => self.searched(words, from),
        }
    }

    /// Whether the words may mean anything, beginning with the first: most words are in no name.
    #[inline]
    pub fn may_name<K: Meaning>(&self, from: &[Word<K>]) -> bool {
        // A mark begins none.
        from.first().filter(|it| 0 < it.letters_count()).is_some_and(|it| {
            let may_begin = match it.meaning {
                None => self.pairs.may_hold(beginning(it.letters, 2)),
                Some(_) => self.used.may_hold(it.letters),
            };
            !self.names.is_empty() && (may_begin || self.may_begin_otherwise(it))
        })
    }

    // Whether what is called so may begin with a word that no name has.
    fn may_begin_otherwise<K: Meaning>(&self, word: &Word<K>) -> bool {
        word.letters_count() == 1 && self.starting_with(word.letters, 1).next().is_some()
            || word.kind == Kind::Quoted
            || word.meaning.is_some_and(K::is_article)
            || self.has_numbers && numbers::may_be(word.letters, word.letters_count())
            || word.meaning.is_none() && self.may_be_label(word.letters, word.letters_count())
    }

    fn may_be_label(&self, letters: u64, length: usize) -> bool {
        length <= self.label_longest && self.label_begins.may_hold(beginning(letters, 1))
    }

    // What is no name that nothing else is meant by.
    fn searched<K: Meaning>(&self, words: &Words<K>, from: &[Word<K>]) -> Found {
        let is_article = from.first().is_some_and(|it| it.meaning.is_some_and(K::is_article));
        let begins_no_name = |it: &Word<K>| self.starting_with(it.letters, it.letters_count()).next().is_none();
        if let [article, name @ ..] = from
            && is_article
            && begins_no_name(article)
            && let Some((id, words)) = self.settled(words, name)
        {
            return Found::exactly(id, words + 1);
        }
        let found = self.find_from(words, from);
        let says_more = 1 < found.words || found.matches.iter().any(|it| it.is_exact);
        if !says_more && let Some(numbered) = self.numbered(words, from) {
            return numbered;
        }
        match from.get(1..) {
            Some(rest) if is_article && !says_more && !rest.is_empty() => {
                let found = self.numbered(words, rest).unwrap_or_else(|| self.find_from(words, rest));
                Found { words: if found.words == 0 { 0 } else { found.words + 1 }, ..found }
            }
            // Whole letters of a map say more than the beginning of a name.
            _ if !says_more => Some(self.labelled(words, from)).filter(|it| 0 < it.words).unwrap_or(found),
            _ => found,
        }
    }

    // `the second Boyz` of those that end in a number.
    fn numbered<K: Meaning>(&self, words: &Words<K>, from: &[Word<K>]) -> Option<Found> {
        let (first, rest) = from.split_first()?;
        let number = numbers::ordinal(words.folded(first)).filter(|_| first.kind == Kind::Word)?;
        let found = self.find_from(words, rest);
        let has_number = |it: &&Match| {
            let mut named = self.names.iter().filter(|name| name.id == it.id);
            named.any(|name| name.in_full.rsplit(' ').next() == Some(number))
        };
        let matches: Few<Match> = found.matches.iter().filter(has_number).copied().collect();
        (matches.len() == 1).then(|| Found { words: found.words + 1, matches })
    }

    // A letter alone may mean anything; `SB 2` and `H&T` are labels, too.
    fn labelled<K: Meaning>(&self, words: &Words<K>, from: &[Word<K>]) -> Found {
        const WORDS_MAX: usize = 3;
        let Some(first) = from.first().filter(|it| it.kind == Kind::Word) else { return Found::default() };
        let written = words.folded(first);
        if !self.may_be_label(first.letters, written.len()) {
            return Found::default();
        }
        // `A: hold` can mean nothing else.
        let is_alone = from.len() == 1 && first.meaning.is_none_or(K::is_article);
        // `to` leads to a place, whoever a map names so.
        let may_be = |label: &str| first.meaning.is_none() || is_alone || written.len() == 1 && 1 < label.len();
        for (label, id) in self.labels.iter().filter(|it| may_be(&it.0)) {
            let Some(mut left) = label.strip_prefix(written).filter(|it| it.len() < label.len()) else { continue };
            let mut used = 1;
            for next in from.iter().take(WORDS_MAX).skip(1) {
                if left.is_empty() {
                    break;
                }
                let is_joint = next.meaning.is_some_and(K::joins) && words.folded(next).is_empty();
                let letters = words.folded(next);
                match left.strip_prefix(letters).filter(|_| is_joint || !letters.is_empty()) {
                    Some(after) if next.kind == Kind::Word && !next.gap.has(Gap::ENDS) => left = after,
                    _ => break,
                }
                used += 1;
            }
            if left.is_empty() {
                return Found { words: used, matches: [Match { id: *id, is_exact: true }].into_iter().collect() };
            }
        }
        Found::default()
    }

    fn find_from<K: Meaning>(&self, words: &Words<K>, from: &[Word<K>]) -> Found {
        let Some(first) = from.first() else { return Found::default() };
        if first.kind == Kind::Quoted {
            // Quotes force the exact name.
            let matches = self.named(words.folded(first));
            return Found { words: usize::from(!matches.is_empty()), matches };
        }
        let (reached, used) = self.reach(words, from);
        Found { matches: self.matches(&reached), words: used }
    }

    // How far each name was read that goes on longest, and how many words that takes.
    fn reach<K: Meaning>(&self, words: &Words<K>, from: &[Word<K>]) -> (Few<Progress>, usize) {
        let mut reached = from.first().map(|it| self.begin(words, it)).unwrap_or_default();
        let mut used = usize::from(!reached.is_empty());
        for next in from.iter().skip(1).take_while(|it| it.kind == Kind::Word) {
            if reached.iter().all(|it| self.name(it.name).is_none_or(|name| name.from(it.at).is_empty())) {
                break;
            }
            let longer = self.go_on(&reached, next, words.folded(next));
            if longer.is_empty() {
                break;
            }
            (reached, used) = (longer, used + 1);
        }
        (reached, used)
    }

    // A name that nothing else is meant by, if it is written here, and how many words it takes.
    fn settled<K: Meaning>(&self, words: &Words<K>, from: &[Word<K>]) -> Option<(u16, usize)> {
        let (first, behind) = from.split_first().filter(|it| it.0.kind == Kind::Word)?;
        let begins = |it: &Settled| it.begins == first.letters;
        let at = self.settled_places.find(first.letters, |it| self.settled.get(it).is_some_and(begins))?;
        let mut alike = self.settled.get(at..)?.iter().take_while(|it| begins(it));
        alike.find_map(|it| Some((it.id, it.words_read(words, first, behind)?)))
    }

    /// Those that are called so letter for letter, folded.
    pub fn named(&self, folded: &str) -> Few<Match> {
        let named = self.names.iter().filter(|it| it.is(folded));
        named.map(|it| Match { id: it.id, is_exact: true }).collect()
    }

    fn begin<K: Meaning>(&self, words: &Words<K>, first: &Word<K>) -> Few<Progress> {
        let (written, as_whole) = (words.folded(first), first.meaning.is_some());
        if as_whole && !self.used.may_hold(first.letters) && !may_be_number(first, written) {
            return Few::default();
        }
        let mut reached = self.beginning_with(written, as_whole);
        if reached.is_empty()
            && let Some(singular) = self.singular(written)
        {
            reached = self.beginning_with(singular, as_whole);
        }
        // A letter alone is no number at the beginning of anything.
        let is_letter = written.len() == 1 && !written.as_bytes()[0].is_ascii_digit();
        if reached.is_empty() && !is_letter && may_be_number(first, written) {
            let forms = numbers::forms(written).map(|it| self.beginning_with(it, as_whole));
            return forms.into_iter().find(|it| !it.is_empty()).unwrap_or_default();
        }
        reached
    }

    // What has been read of each name in which a word begins so.
    fn beginning_with(&self, letters: &str, as_whole: bool) -> Few<Progress> {
        let read = |tail: &Tail| {
            let name = self.name(tail.name)?;
            let in_full = tail.at == 0 || tail.at == name.after_article;
            Some(Progress { name: tail.name, at: name.read(tail.at, letters, as_whole)?, in_full })
        };
        let mut reached = Few::default();
        self.starting_with(first_letters(letters), letters.len()).filter_map(read).for_each(|it| reached.push(it));
        reached
    }

    // The next word may go on where the last one stopped, or with any later word of the name.
    fn go_on<K: Meaning>(&self, reached: &[Progress], next: &Word<K>, written: &str) -> Few<Progress> {
        let as_whole = next.meaning.is_some();
        let read = |from: &Progress, letters: &str| {
            let name = self.name(from.name).filter(|_| !letters.is_empty())?;
            let read = |at: u16| name.read(at, letters, as_whole);
            let later = || {
                let at = name.starts().iter().filter(|it| from.at < **it).find_map(|it| read(*it))?;
                Some(Progress { at, in_full: false, ..*from })
            };
            read(from.at).map(|at| Progress { at, ..*from }).or_else(later)
        };
        let longer = |letters: &str| -> Few<Progress> { reached.iter().filter_map(|it| read(it, letters)).collect() };
        let as_written = longer(written);
        if !as_written.is_empty() {
            return as_written;
        }
        let singular = self.singular(written).map(longer).unwrap_or_default();
        if !singular.is_empty() || !may_be_number(next, written) {
            return singular;
        }
        numbers::forms(written).flat_map(longer).collect()
    }

    fn matches(&self, reached: &[Progress]) -> Few<Match> {
        let mut matches: Few<Match> = Few::default();
        if let [only] = reached
            && let Some(name) = self.name(only.name)
        {
            matches.push(Match { id: name.id, is_exact: only.in_full && name.from(only.at).is_empty() });
            return matches;
        }
        matches.extend(reached.iter().filter_map(|it| {
            let name = self.name(it.name)?;
            Some(Match { id: name.id, is_exact: it.in_full && name.from(it.at).is_empty() })
        }));
        // Of one that was found in two ways, the exact one counts.
        matches.sort_unstable_by_key(|it| (it.id, !it.is_exact));
        matches.dedup_by_key(|it| it.id);
        if matches.iter().any(|it| it.is_exact) {
            matches.retain(|it| it.is_exact);
        }
        matches
    }

    // A word without the s of a plural.
    fn singular<'w>(&self, word: &'w str) -> Option<&'w str> {
        word.strip_suffix('s').filter(|it| self.takes_plurals && 2 < it.len())
    }

    // All that could begin with a word of these first letters and so many bytes.
    fn starting_with(&self, letters: u64, length: usize) -> impl Iterator<Item = &Tail> {
        let may_be = length == 1 || self.pairs.may_hold(beginning(letters, 2));
        let byte = usize::from(letters as u8);
        let [from, to] = [byte, byte + 1].map(|it| self.first.get(it).copied().unwrap_or_default());
        let tails = self.tails.get(usize::from(from)..usize::from(to)).filter(|_| may_be).unwrap_or_default();
        tails.iter().filter(move |it| beginning(it.letters, length) == letters)
    }
}

// Whether a word could be a number. What means something is none, but for the Roman `i`.
fn may_be_number<K>(word: &Word<K>, written: &str) -> bool {
    (word.meaning.is_none() || written.len() == 1) && numbers::may_be(word.letters, written.len())
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

/// The letters of a name that any font has.
pub fn plain_letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|it| it.is_alphanumeric() && *it < '\u{250}')
}

/// The name as keyboards without umlauts write it, if it has some.
fn without_umlauts(shown: &str) -> Option<String> {
    let umlauts =
        [('ä', "ae"), ('ö', "oe"), ('ü', "ue"), ('Ä', "Ae"), ('Ö', "Oe"), ('Ü', "Ue"), ('å', "aa"), ('Å', "Aa")];
    let written = umlauts.iter().fold(shown.to_owned(), |it, (umlaut, letters)| it.replace(*umlaut, letters));
    (written != shown).then_some(written)
}

/// `Draft 2` for `Second Draft`.
fn numbered_behind(shown: &str) -> Option<String> {
    let (first, rest) = shown.split_once(' ')?;
    Some(format!("{rest} {}", numbers::ordinal(&folded(first))?))
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
        Fire,
    }

    impl From<Common> for Meant {
        fn from(common: Common) -> Meant {
            Meant::Common(common)
        }
    }

    impl Meaning for Meant {
        const AT: Meant = Meant::At;
        const AND: Meant = Meant::And;
        const WITH: Meant = Meant::At;

        fn is_letter_w(self) -> bool {
            false
        }
    }

    fn lexicon() -> Lexicon<Meant> {
        let words = [(Meant::At, "at"), (Meant::And, "and"), (Meant::Fire, "fire")];
        Lexicon::new(words.into_iter(), std::iter::empty())
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
    ];

    #[track_caller]
    fn check(written: &str, expected: &str) {
        let table = Table::new(SQUADS.iter().copied().enumerate(), true, &lexicon());
        let mut words = Words::with_room();
        words.read(written, 0..written.len(), &[], &lexicon());
        let found = table.find(&words, words.all());
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
            let mut words = Words::with_room();
            words.read(written, 0..written.len(), &[], &lexicon());
            let found = table.tricky_at(&words, words.all()).map(|it| (it.words, it.name));
            assert_eq!(found, expected, "{written}");
        }
    }

    #[test]
    fn initials_and_umlauts_name_squads() {
        let names = ["Slugga Boyz 1", "Die Füchse", "1st Rifles"];
        let labels: Vec<String> = names.iter().map(|it| initials(it)).collect();
        assert_eq!(labels, ["SB1", "DF", "1R"]);
        let table = Table::new(names.into_iter().enumerate(), false, &lexicon()).with_labels(&labels);
        for (written, expected) in [("SB1", 0), ("die fuechse", 1), ("fuchse", 1), ("1r", 2)] {
            let mut words = Words::with_room();
            words.read(written, 0..written.len(), &[], &lexicon());
            let found = table.find(&words, words.all());
            assert_eq!(found.matches.iter().map(|it| it.id).collect::<Vec<_>>(), [expected], "{written}");
        }
    }
}
