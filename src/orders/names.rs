//! The names of a battle, made ready once to be found by what players write.

use crate::battle::{Battle, CasterId, SquadId};

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
        }
    }
}

/// One kind of names.
#[derive(Clone, Debug)]
pub(super) struct Table {
    names: Vec<Name>,
    // From each word of each name on, all that follows it; sorted.
    tails: Vec<Tail>,
    // Where in `tails` those with each first byte begin; one entry more than there are bytes.
    begins: Vec<usize>,
    // Whether a word may be written with an s at its end.
    takes_plurals: bool,
}

#[derive(Clone, Debug)]
struct Name {
    id: u16,
    words: Vec<String>,
    // Where it begins if its leading article is left out.
    after_article: usize,
}

#[derive(Clone, Debug)]
struct Tail {
    letters: String,
    name: usize,
    word: usize,
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
    pub(super) matches: Vec<Match>,
    pub(super) words: usize,
}

/// How much of a name has been read.
#[derive(Clone, Copy)]
struct Progress {
    name: usize,
    word: usize,
    // Letters of that word.
    letters: usize,
    in_full: bool,
}

impl Table {
    fn new<'a>(names: impl Iterator<Item = (usize, &'a str)>, takes_plurals: bool) -> Table {
        let mut table = Table { names: Vec::new(), tails: Vec::new(), begins: Vec::new(), takes_plurals };
        for (id, shown) in names {
            let Ok(id) = u16::try_from(id) else { break };
            let words: Vec<String> = folded(shown).split(' ').filter(|it| !it.is_empty()).map(str::to_owned).collect();
            let has_article = words.first().is_some_and(|it| matches!(it.as_str(), "the" | "a" | "an"));
            let after_article = usize::from(has_article && 1 < words.len());
            let name = table.names.len();
            for word in 0..words.len() {
                let letters = words.iter().skip(word).map(String::as_str).collect();
                table.tails.push(Tail { letters, name, word });
            }
            table.names.push(Name { id, words, after_article });
        }
        table.tails.sort_by(|a, b| a.letters.cmp(&b.letters));
        let before =
            |first: u16| table.tails.partition_point(|it| it.letters.bytes().next().map_or(0, u16::from) < first);
        table.begins = (0..=256).map(before).collect();
        table
    }

    /// Whether a word is part of a name.
    pub(super) fn has_word(&self, word: &str) -> bool {
        self.starting_with(word).any(|it| self.words_of(it).first().is_some_and(|it| it == word))
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
            let longer: Vec<Progress> = reached.iter().filter_map(|it| self.go_on(*it, words, next)).collect();
            if longer.is_empty() {
                break;
            }
            (reached, used) = (longer, used + 1);
        }
        Found { matches: self.matches(&reached), words: used }
    }

    // Quotes force the exact name.
    fn find_quoted(&self, quoted: &str) -> Found {
        let is_it = |it: &&Name| {
            let quoted: Vec<&str> = quoted.split(' ').collect();
            let tail = it.words.get(it.after_article..).unwrap_or_default();
            it.words == quoted || tail == quoted
        };
        let matches: Vec<Match> =
            self.names.iter().filter(is_it).map(|it| Match { id: it.id, is_exact: true }).collect();
        Found { words: usize::from(!matches.is_empty()), matches }
    }

    fn begin(&self, words: &Words, first: &Word) -> Vec<Progress> {
        let written = words.folded(first);
        let mut reached = Vec::new();
        for letters in self.forms(written).into_iter().flatten().filter(|it| !it.is_empty()) {
            for tail in self.starting_with(letters) {
                let article = self.names.get(tail.name).map_or(0, |it| it.after_article);
                let in_full = tail.word == 0 || tail.word == article;
                let start = Progress { name: tail.name, word: tail.word, letters: 0, in_full };
                reached.extend(self.read(start, letters, first.keyword.is_some()));
            }
            if !reached.is_empty() {
                break;
            }
        }
        reached
    }

    // The next word may go on where the last one stopped, or with any later word of the name.
    fn go_on(&self, from: Progress, words: &Words, next: &Word) -> Option<Progress> {
        let forms = self.forms(words.folded(next));
        let count = self.names.get(from.name)?.words.len();
        forms.into_iter().flatten().find_map(|letters| {
            let later = (from.word..count).map(|word| {
                let goes_on = word == from.word;
                Progress {
                    word,
                    letters: if goes_on { from.letters } else { 0 },
                    in_full: from.in_full && (goes_on || (word == from.word + 1 && self.is_at_end(from))),
                    ..from
                }
            });
            let mut read = later.filter_map(|it| self.read(it, letters, next.keyword.is_some()));
            read.next()
        })
    }

    fn is_at_end(&self, at: Progress) -> bool {
        self.word(at).is_none_or(|it| it.len() == at.letters)
    }

    fn word(&self, at: Progress) -> Option<&str> {
        self.names.get(at.name)?.words.get(at.word).map(String::as_str)
    }

    // Reads letters into a name: a number is never cut short, and a word that orders use only counts as a whole one.
    fn read(&self, mut at: Progress, letters: &str, as_whole: bool) -> Option<Progress> {
        let mut left = letters;
        if left.is_empty() {
            return None;
        }
        while !left.is_empty() {
            let rest = self.word(at)?.get(at.letters..)?;
            if let Some(after) = left.strip_prefix(rest) {
                if rest.is_empty() && at.letters == 0 {
                    return None;
                }
                if !after.is_empty() || rest.is_empty() {
                    at = Progress { word: at.word + 1, letters: 0, ..at };
                } else {
                    at.letters += rest.len();
                }
                left = after;
            } else {
                let cuts_number = left.ends_with(|it: char| it.is_ascii_digit())
                    && rest.get(left.len()..).is_some_and(|it| it.starts_with(|it: char| it.is_ascii_digit()));
                if as_whole || cuts_number || !rest.starts_with(left) {
                    return None;
                }
                at.letters += left.len();
                left = "";
            }
        }
        Some(at)
    }

    fn matches(&self, reached: &[Progress]) -> Vec<Match> {
        let mut matches: Vec<Match> = Vec::with_capacity(reached.len());
        for at in reached {
            let Some(name) = self.names.get(at.name) else { continue };
            let is_exact = at.in_full && at.word + 1 == name.words.len() && self.is_at_end(*at);
            match matches.iter_mut().find(|it| it.id == name.id) {
                Some(known) => known.is_exact |= is_exact,
                None => matches.push(Match { id: name.id, is_exact }),
            }
        }
        if matches.iter().any(|it| it.is_exact) {
            matches.retain(|it| it.is_exact);
        }
        matches.sort_by_key(|it| it.id);
        matches
    }

    // A word as written, and without the s of a plural.
    fn forms<'w>(&self, word: &'w str) -> [Option<&'w str>; 2] {
        let singular = word.strip_suffix('s').filter(|it| self.takes_plurals && 2 < it.len());
        [Some(word), singular]
    }

    fn starting_with<'t>(&'t self, letters: &'t str) -> impl Iterator<Item = &'t Tail> {
        let byte = letters.bytes().next().map_or(0, usize::from);
        let bounds = self.begins.get(byte).zip(self.begins.get(byte + 1));
        let near = bounds.and_then(|(start, end)| self.tails.get(*start..*end)).unwrap_or_default();
        let first = near.partition_point(|it| it.letters.as_str() < letters);
        near.iter().skip(first).take_while(move |it| it.letters.starts_with(letters))
    }

    fn words_of(&self, tail: &Tail) -> &[String] {
        self.names.get(tail.name).and_then(|it| it.words.get(tail.word..)).unwrap_or_default()
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
