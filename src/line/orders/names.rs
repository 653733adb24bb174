//! The names of a battle, made ready once to be found by what players write.

use crate::field::SquadId;
use crate::line::battle::{Battle, CasterId};

use super::few::Few;
use super::words::{Keyword, Kind, Word, Words, folded};

/// Every name that an order can use.
#[derive(Clone, Debug)]
pub struct Names {
    pub(super) squads: Table,
    pub(super) objectives: Table,
    pub(super) weapons: Table,
    pub(super) profiles: Table,
    pub(super) abilities: Table,
    /// Heroes, by the pool of CP that goes with each.
    pub(super) casters: Table,
    /// Units, where orders name some: in battles with formations.
    pub(super) units: Table,
}

impl Names {
    /// The names of this battle; they stay right as long as it lasts.
    pub fn new(battle: &Battle) -> Names {
        let setup = battle.setup();
        let plain = |names: Vec<&str>| Table::new(names.into_iter().enumerate(), false);
        let plural = |names: Vec<&str>| Table::new(names.into_iter().enumerate(), true);
        let heroes = setup.casters.iter().enumerate().flat_map(|(n, it)| {
            let unit = it.hero.map(|hero| setup.unit(hero).name.as_str()).filter(|name| *name != it.name);
            [Some(it.name.as_str()), unit].into_iter().flatten().map(move |name| (n, name))
        });
        Names {
            squads: plain(setup.squads.iter().map(|it| it.name.as_str()).collect()),
            objectives: plain(setup.objectives.iter().map(|it| it.name.as_str()).collect()),
            weapons: plural(setup.weapons.iter().map(|it| it.name.as_str()).collect()),
            profiles: plural(setup.profiles.iter().map(|it| it.name.as_str()).collect()),
            abilities: plain(setup.abilities.iter().map(|it| it.name.as_str()).collect()),
            casters: Table::new(heroes, false),
            units: match battle.has_formations() || setup.abilities.iter().any(|it| it.target.is_unit()) {
                true => plain(setup.units.iter().map(|it| it.name.as_str()).collect()),
                false => plain(Vec::new()),
            },
        }
    }
}

/// One kind of names.
#[derive(Clone, Debug)]
pub(super) struct Table {
    names: Vec<Name>,
    // Every word of every name, sorted by the letters from there on.
    tails: Vec<Tail>,
    // The first of those letters for each, so that looking a word up compares numbers.
    begins: Vec<u64>,
    // Whether a word may be written with an s at its end.
    takes_plurals: bool,
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
}

/// Where a word of a name begins.
#[derive(Clone, Copy, Debug)]
struct Tail {
    name: u16,
    at: u16,
}

/// A name that what was written could mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Match {
    /// Its place in the setup's list.
    pub(super) id: u16,
    /// Whether it was written in full.
    pub(super) is_exact: bool,
}

impl Match {
    pub(super) fn squad(self) -> SquadId {
        SquadId(self.id)
    }

    pub(super) fn caster(self) -> Option<CasterId> {
        u8::try_from(self.id).ok().map(CasterId)
    }
}

/// All names that the longest understandable run of words could mean, and how many words that is.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) matches: Few<Match>,
    pub(super) words: usize,
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
    fn new(id: u16, shown: &str) -> Name {
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
        Name { id, letters, bounds, after_article, in_full }
    }

    /// Where its words begin.
    fn starts(&self) -> &[u16] {
        self.bounds.split_last().map_or(&[], |it| it.1)
    }

    fn from(&self, at: u16) -> &str {
        self.letters.get(usize::from(at)..).unwrap_or_default()
    }

    /// Whether this is its name and not only a part of it.
    fn is(&self, folded: &str) -> bool {
        let without_article = self.in_full.get(usize::from(self.after_article)..).unwrap_or_default().trim_start();
        !folded.is_empty() && (self.in_full == folded || without_article == folded)
    }

    // Reads letters from a place on: a number is never cut short, and a word that orders use only counts as a whole one.
    fn read(&self, at: u16, written: &str, as_whole: bool) -> Option<u16> {
        let rest = self.from(at);
        if rest.as_bytes().first() != written.as_bytes().first() {
            return None;
        }
        let after = rest.strip_prefix(written)?;
        let at = at + (rest.len() - after.len()) as u16;
        let is_digit = |it: char| it.is_ascii_digit();
        let cuts_word = || !self.bounds.contains(&at);
        let cuts_number = || written.ends_with(is_digit) && after.starts_with(is_digit);
        (!(as_whole || cuts_number()) || !cuts_word()).then_some(at)
    }
}

impl Table {
    pub(super) fn new<'a>(names: impl Iterator<Item = (usize, &'a str)>, takes_plurals: bool) -> Table {
        let names = names.map_while(|(id, shown)| Some(Name::new(u16::try_from(id).ok()?, shown)));
        let names: Vec<Name> = names.take(usize::from(u16::MAX)).collect();
        let mut tails: Vec<Tail> = Vec::new();
        for (name, it) in (0..).zip(&names) {
            tails.extend(it.starts().iter().map(|at| Tail { name, at: *at }));
        }
        let begins = |it: &Tail| names.get(usize::from(it.name)).map_or(0, |name| beginning(name.from(it.at)));
        tails.sort_by_key(begins);
        Table { begins: tails.iter().map(begins).collect(), names, tails, takes_plurals }
    }

    fn name(&self, at: u16) -> Option<&Name> {
        self.names.get(usize::from(at))
    }

    /// Whether a word is part of a name.
    pub(super) fn has_word(&self, word: &str) -> bool {
        self.starting_with(word)
            .iter()
            .any(|it| self.name(it.name).is_some_and(|name| name.read(it.at, word, true).is_some()))
    }

    /// What the words could mean, beginning with the first.
    pub(super) fn find(&self, words: &Words, from: &[Word]) -> Found {
        let found = self.find_from(words, from);
        let is_article = from.first().is_some_and(|it| it.keyword == Some(Keyword::Article));
        let says_more = 1 < found.words || found.matches.iter().any(|it| it.is_exact);
        match from.get(1..) {
            Some(rest) if is_article && !says_more => {
                let found = self.find_from(words, rest);
                Found { words: if found.words == 0 { 0 } else { found.words + 1 }, ..found }
            }
            _ => found,
        }
    }

    fn find_from(&self, words: &Words, from: &[Word]) -> Found {
        let Some(first) = from.first() else { return Found::default() };
        if first.kind == Kind::Quoted {
            return self.find_quoted(words.folded(first));
        }
        let mut reached = self.begin(words, first);
        let mut used = usize::from(!reached.is_empty());
        for next in from.iter().skip(used) {
            if used == 0 || next.kind != Kind::Word {
                break;
            }
            let longer: Few<Progress> = reached.iter().filter_map(|it| self.go_on(*it, words, next)).collect();
            if longer.is_empty() {
                break;
            }
            (reached, used) = (longer, used + 1);
        }
        Found { matches: self.matches(&reached), words: used }
    }

    // Quotes force the exact name.
    fn find_quoted(&self, quoted: &str) -> Found {
        let named = self.names.iter().filter(|it| it.is(quoted));
        let matches: Few<Match> = named.map(|it| Match { id: it.id, is_exact: true }).collect();
        Found { words: usize::from(!matches.is_empty()), matches }
    }

    fn begin(&self, words: &Words, first: &Word) -> Few<Progress> {
        let written = words.folded(first);
        let mut reached = Few::default();
        for letters in self.forms(written).into_iter().flatten().filter(|it| !it.is_empty()) {
            for tail in self.starting_with(letters) {
                let Some(name) = self.name(tail.name) else { continue };
                let in_full = tail.at == 0 || tail.at == name.after_article;
                if let Some(at) = name.read(tail.at, letters, first.keyword.is_some()) {
                    reached.push(Progress { name: tail.name, at, in_full });
                }
            }
            if !reached.is_empty() {
                break;
            }
        }
        reached
    }

    // The next word may go on where the last one stopped, or with any later word of the name.
    fn go_on(&self, from: Progress, words: &Words, next: &Word) -> Option<Progress> {
        let name = self.name(from.name)?;
        let later = name.starts().iter().filter(|it| from.at < **it);
        for letters in self.forms(words.folded(next)).into_iter().flatten().filter(|it| !it.is_empty()) {
            let read = |at: u16| name.read(at, letters, next.keyword.is_some());
            if let Some(at) = read(from.at) {
                return Some(Progress { at, ..from });
            }
            if let Some(at) = later.clone().find_map(|it| read(*it)) {
                return Some(Progress { at, in_full: false, ..from });
            }
        }
        None
    }

    fn matches(&self, reached: &[Progress]) -> Few<Match> {
        let mut matches: Few<Match> = Few::default();
        for it in reached {
            let Some(name) = self.name(it.name) else { continue };
            let is_exact = it.in_full && name.from(it.at).is_empty();
            match matches.iter_mut().find(|it| it.id == name.id) {
                Some(known) => known.is_exact |= is_exact,
                None => matches.push(Match { id: name.id, is_exact }),
            }
        }
        if matches.iter().any(|it| it.is_exact) {
            matches = matches.iter().copied().filter(|it| it.is_exact).collect();
        }
        matches.sort_by_key(|it| it.id);
        matches
    }

    // A word as written, and without the s of a plural.
    fn forms<'w>(&self, word: &'w str) -> [Option<&'w str>; 2] {
        let singular = word.strip_suffix('s').filter(|it| self.takes_plurals && 2 < it.len());
        [Some(word), singular]
    }

    // All that could begin so, by the first letters.
    fn starting_with(&self, letters: &str) -> &[Tail] {
        let least = beginning(letters);
        let most = least | u64::MAX.unbounded_shr(8 * letters.len() as u32);
        let first = self.begins.partition_point(|it| *it < least);
        let near = self.begins.get(first..).unwrap_or_default().iter().take_while(|it| **it <= most).count();
        self.tails.get(first..first + near).unwrap_or_default()
    }
}

/// The first eight letters as a number that sorts as they do.
fn beginning(letters: &str) -> u64 {
    match letters.as_bytes().first_chunk() {
        Some(first) => u64::from_be_bytes(*first),
        None => {
            letters.bytes().fold(0, |sum, it| sum << 8 | u64::from(it)).unbounded_shl(64 - 8 * letters.len() as u32)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUADS: &[&str] = &[
        "Alpha",
        "Slugga Boyz 1",
        "Slugga Boyz 10",
        "The Élan",
        "A 1",
        "Alpha Attack Group",
        "Fire Team",
        "Heavy team 2",
    ];

    #[track_caller]
    fn check(written: &str, expected: &str) {
        let table = Table::new(SQUADS.iter().copied().enumerate(), true);
        let mut words = Words::default();
        words.read(written, 0..written.len(), &[]);
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
        check("boyz1", "1 Slugga Boyz 1");
        check("slugga-boyz 10", "3 Slugga Boyz 10");
        check("sluggaboyz 1", "2 Slugga Boyz 1");
    }

    #[test]
    fn an_exact_name_wins_over_a_prefix() {
        check("alpha", "1 Alpha");
        check("alpha att", "2 Alpha Attack Group");
        check("Alpha at Boyz", "1 Alpha");
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
}
