//! Finds words of a line that are no part of its order: a story around it, as in `Otter, grumbling about soup, advances
//! to J8`, speech before it, and a weapon that is ruled out beside another, as in `with rifles, no pistols`.

mod remarks;
mod story;

use std::ops::Range;

use super::correct::Part;
use super::dictionary::is_english;
use super::english::{Common, Listed, NOT_MEANT, Never, PERSONS, SAYS};
use super::grammar::Grammar;
use super::lexicon::Meaning;
use super::names::{Found, Table};
use super::near::{is_one_slip, sounds_alike};
use super::words::{Gap, Kind, Word, articles, looks_like_a_tile};

/// Words that a story needs. Fewer could be an unknown name, or take back what stands with them.
const STORY_WORDS_MIN: usize = 3;

/// The ranges of words that are no part of the order, with the commas that separate them from it.
pub(super) fn find<G: Grammar>(grammar: &G, text: &str, all: &[Word<G::Keyword>]) -> Vec<Range<usize>> {
    let line = Line { grammar, text, all, tables: grammar.tables() };
    let mut found = line.speeches();
    let mut start = 0;
    while start < all.len() {
        let end = line.segment_end(start);
        let next = (end + usize::from(all.get(end).is_some_and(ends))).max(start + 1);
        match found.iter().find(|it| it.contains(&start)) {
            Some(speech) => start = speech.end,
            None => {
                found.extend(line.aside(start, end, next));
                start = next;
            }
        }
    }
    found.extend(line.brackets());
    let is_new = |it: &Range<usize>| !found.iter().any(|other| other.start <= it.start && it.end <= other.end);
    let whereabouts = (0..all.len()).filter_map(|it| line.whereabout(it));
    let whereabouts: Vec<Range<usize>> = whereabouts.filter(is_new).collect();
    found.extend(whereabouts);
    found.extend((1..all.len()).find_map(|it| line.excluded(it)));
    found
}

/// The ranges of bracketed remarks that take nothing back, and of what is ruled out beside what is meant: `Straw Men,
/// not the sergeant`.
pub(super) fn beside_correction<G: Grammar>(grammar: &G, text: &str, all: &[Word<G::Keyword>]) -> Vec<Range<usize>> {
    let line = Line { grammar, text, all, tables: grammar.tables() };
    line.brackets().chain((1..all.len()).find_map(|it| line.excluded(it))).collect()
}

/// Whether words behind an order are a remark about somebody, like `, he has a headache`, and no report of speech or
/// thought, like `, he thought`.
pub fn begins_remark<K>(words: &[Word<K>]) -> bool {
    let quotes = |it: &Word<K>| NOT_MEANT.contains(it.folded()) || SAYS.contains(it.folded());
    matches!(words, [comma, who, ..] if comma.kind == Kind::Comma && PERSONS.contains(who.folded()))
        && !words.iter().any(quotes)
}

fn ends<K: Meaning>(word: &Word<K>) -> bool {
    matches!(word.kind, Kind::Comma | Kind::Colon | Kind::Semicolon)
}

fn is_spelled<K>(word: &Word<K>) -> bool {
    word.folded().chars().all(char::is_alphabetic)
}

/// A line that is searched for words that are no part of its order.
struct Line<'a, G: Grammar> {
    grammar: &'a G,
    text: &'a str,
    all: &'a [Word<G::Keyword>],
    tables: Vec<&'a Table>,
}

impl<G: Grammar> Line<'_, G> {
    /// The first place from `start` on that holds a mark or begins a sentence.
    fn segment_end(&self, start: usize) -> usize {
        let ends = |it: &usize| ends(&self.all[*it]) || start < *it && self.all[*it].gap.has(Gap::ENDS);
        (start..self.all.len()).find(ends).unwrap_or(self.all.len())
    }

    /// The words between two marks that are no part of an order. The segment is `start..end`, and the next one begins
    /// at `next`.
    fn aside(&self, start: usize, end: usize, next: usize) -> Option<Range<usize>> {
        let is_of_hero = start == self.sentence_start(start) && 0 < self.grammar.hero_at(&self.all[start..]);
        let parts = |it: &Word<G::Keyword>| it.kind == Kind::Comma || is_of_hero && it.kind == Kind::Semicolon;
        let is_parted = next == end || self.all.get(end).is_some_and(parts);
        // `Hale puts the map away and Otter moves`
        let leads = |it: &usize| 0 < self.joints(*it) && self.begins_order_to_own(*it);
        if let Some(joint) = (start + 1..end).find(leads)
            && is_of_hero
            && !(start..joint).any(|it| self.may_matter_for_order(it))
            && self.behind_story_of_others(start, joint, joint).is_some()
        {
            return Some(start..joint + self.joints(joint));
        }
        if next < self.all.len() && is_parted {
            if self.is_between(start, end, next) {
                return Some(self.comma_before(start)..next);
            }
            if let Some(next) = self.behind_story_of_others(start, end, next) {
                return Some(self.comma_before(start)..self.behind_joint(start, next));
            }
            let teller = self.subject_length(start);
            let behind = start + teller;
            if 0 < teller && self.is_story_of(behind..end) {
                let kept = if self.goes_on_with_verb(next) { teller } else { 0 };
                let is_hero = 0 < self.grammar.hero_at(&self.all[start..]);
                return (0 < kept || is_hero).then(|| start + kept..self.behind_joint(start, next));
            }
            if let Some(lead) = self.lead_in(start) {
                return Some(lead);
            }
            if self.tells_act(start, end, next) {
                return Some(self.comma_before(start)..end);
            }
            if self.tells_story(start..end) {
                return Some(self.comma_before(start)..self.behind_joint(start, next));
            }
        }
        let said = self.does_before(start, end).or_else(|| self.manner(start, end, next));
        let said = said.or_else(|| self.reason(start, end));
        let said = said.or_else(|| self.nobody_does(start, end)).or_else(|| self.carried(start, end));
        let beside = said.or_else(|| self.meanwhile(start, end)).or_else(|| self.likeness(start, end));
        let beside = beside.or_else(|| self.hope(start, end));
        beside.or_else(|| self.errand(start, end)).or_else(|| self.purpose(start, end)).or_else(|| self.lead_in(start))
    }

    /// Whether a word is a verb, or may be a misspelt one.
    fn may_be_verb(&self, at: usize) -> bool {
        let may_be_slip = |it: &Word<G::Keyword>| {
            let is_word = it.kind == Kind::Word && it.meaning.is_none() && it.folded().chars().all(char::is_alphabetic);
            is_word && !is_english(it.folded()) && self.named_at(at) == 0
        };
        self.is_verb(at) || self.all.get(at).is_some_and(may_be_slip)
    }

    /// `yawning`, `wondering`: what somebody does while carrying out an order, and no order itself.
    fn does_beside(&self, at: usize) -> bool {
        let word = &self.all[at];
        let is_told = word.meaning.is_none_or(|it| it == Common::Never(Never::Doubt).into());
        word.folded().ends_with("ing") && is_told && is_english(word.folded()) && self.exactly_named_at(at) == 0
    }

    /// `Hale forbids it`, `Hale says no`, `Hale takes the flamer`: a word that may affect an order, or be one.
    fn may_matter_for_order(&self, at: usize) -> bool {
        static DOES: Listed = Listed::new(
            "countermand, cover, decide, disagree, fear, follow, forbid, hesitate, object, question, refuse, reject, \
             stop, take, veto, wonder",
        );
        let word = &self.all[at];
        word.never().is_some() || DOES.words().iter().any(|it| word.folded().starts_with(it))
    }

    /// The place of the comma before `start`, or `start` itself if there is none.
    fn comma_before(&self, start: usize) -> usize {
        let is_comma = start.checked_sub(1).and_then(|it| self.all.get(it)).is_some_and(|it| it.kind == Kind::Comma);
        start - usize::from(is_comma)
    }

    /// `the gunner grins`, `who isn't a gunner`: a common noun for a soldier, which names nobody.
    fn is_common_noun(&self, at: usize) -> bool {
        self.is_behind_article(at) && self.is_lowercase(at) && self.grammar.part_at(&self.all[at..]).is_none()
    }

    fn is_behind_article(&self, at: usize) -> bool {
        at.checked_sub(1).is_some_and(|it| self.all[it].is_article())
    }

    /// Whether words continue a story about somebody who was named before: `kneels in the ditch`.
    fn is_story_of(&self, words: Range<usize>) -> bool {
        const WAYS: &[&str] =
            &["north", "east", "south", "west", "left", "right", "forward", "back", "toward", "towards"];
        let first = self.all.get(words.start).filter(|it| it.meaning.is_none() && !words.is_empty());
        let goes = |it: usize| WAYS.contains(&self.all[it].folded());
        first.is_some() && !words.clone().any(goes) && self.is_story(words)
    }

    fn is_story(&self, words: Range<usize>) -> bool {
        let relative = words.clone().find(|it| self.begins_relative_clause(*it)).unwrap_or(words.end);
        let start = words.start;
        // `none of whom has ever been in a hurry`
        let is_of = start < relative && relative < words.end && self.all[relative - 1].folded() == "of";
        let of_whom = is_of && !(start..relative).any(|it| self.is_part(it));
        words.into_iter().all(|it| self.is_of_story(it, start, of_whom || relative < it))
    }

    /// `half`, `some`
    fn is_part(&self, at: usize) -> bool {
        self.all[at].never() == Some(Never::Part)
    }

    /// Whether a word begins a relative clause: `a cat that will not be moved`.
    fn begins_relative_clause(&self, at: usize) -> bool {
        const WHO: &[&str] = &["who", "whom", "whose", "which"];
        const SUPPOSED: &[&str] = &["case", "event", "condition", "chance", "moment", "way", "day", "round", "turn"];
        if self.all[at].folded() == "that" {
            let [.., article, noun] = &self.all[..at] else { return false };
            let is_noun = noun.meaning.is_none() && !SUPPOSED.contains(&noun.folded());
            return is_noun && (matches!(article.folded(), "a" | "an") || article.number().is_some());
        }
        WHO.contains(&self.all[at].folded())
    }

    fn is_of_story(&self, at: usize, start: usize, is_relative: bool) -> bool {
        let it = &self.all[at];
        let is_apart = start < at && (it.gap.has(Gap::ENDS) || it.gap.has(Gap::OPEN) || it.gap.has(Gap::CLOSE));
        let is_plain = match it.meaning {
            Some(meaning) => {
                !meaning.decides() && !meaning.says_how()
                    || is_relative && meaning.never().is_some_and(is_told_in_stories)
            }
            None if is_english(it.folded()) => {
                it.folded() == "of" || self.is_in_no_name(it) || self.is_passing_word(at, start)
            }
            None => self.is_lowercase(at) && self.is_no_slip(it.folded()),
        };
        // `the one in front of us`
        let is_somebody = matches!(it.folded(), "one" | "ones") && self.is_behind_article(at);
        let is_count = it.number().is_some() && !is_somebody && !self.counts_words(at);
        it.kind == Kind::Word
            && is_plain
            && !is_apart
            && !is_count
            && !NOT_MEANT.contains(it.folded())
            && self.exactly_named_at(at) == 0
    }

    fn is_in_no_name(&self, word: &Word<G::Keyword>) -> bool {
        self.tables.iter().all(|it| !it.has_word(word.folded()))
    }

    /// `an old song`, where a squad is called Old Marrow: a word of a squad's name in lower case, and not the first of
    /// the story.
    fn is_passing_word(&self, at: usize, start: usize) -> bool {
        let part = self.grammar.part_at(&self.all[at..]);
        // `with its rifles`, where somebody is called 1st Rifles
        let is_armed = self.all[start..at].iter().any(|it| it.means(G::Keyword::WITH));
        self.is_lowercase(at) && start < at && matches!(part, Some((Part::Addressee | Part::Foe, 1))) && !is_armed
    }

    /// `bung`: a rare word that is no likely slip of a word that orders use.
    fn is_no_slip(&self, written: &str) -> bool {
        const LETTERS_MIN: usize = 4;
        let verbs = self.grammar.lexicon().words().map(|it| it.0);
        let mut known = self.tables.iter().flat_map(|it| it.vocabulary()).chain(verbs);
        let is_near = |it: &str| written == it || is_one_slip(written, it) || sounds_alike(written, it);
        LETTERS_MIN <= written.len() && written.chars().all(char::is_alphabetic) && !known.any(is_near)
    }

    /// Whether a word is neither a mark nor a number nor a tile, and names nothing that an order could mention.
    fn is_no_part(&self, at: usize) -> bool {
        let word = &self.all[at];
        let is_plain = word.kind == Kind::Word && word.number().is_none() && !looks_like_a_tile(word.folded());
        is_plain && self.grammar.part_at(&self.all[at..]).is_none()
    }

    fn is_lowercase(&self, at: usize) -> bool {
        self.text.get(self.all[at].span.clone()).is_some_and(|it| it.starts_with(char::is_lowercase))
    }

    /// Whether a segment or a sentence ends before this place.
    fn ends_part(&self, at: usize) -> bool {
        self.all.get(at).is_none_or(|it| ends(it) || it.gap.has(Gap::ENDS))
    }

    /// `two words`: a number that counts neither tiles nor units.
    fn counts_words(&self, at: usize) -> bool {
        let is_spelled = is_spelled(&self.all[at]);
        if let Some([of, whom]) = self.all.get(at + 1..at + 3)
            && of.folded() == "of"
        {
            // `three of them` is a part of a squad; `all three of them` isn't.
            let before = at.checked_sub(1).map(|it| &self.all[it]);
            let is_whole = before.is_some_and(|it| it.is_article() || it.folded() == "all");
            return is_spelled && is_whole && matches!(whom.folded(), "them" | "us" | "you");
        }
        let counted = self.all.get(at + 1).filter(|it| it.kind == Kind::Word && it.meaning.is_none());
        is_spelled && counted.is_some_and(|it| is_english(it.folded()) && self.is_in_no_name(it))
    }

    /// The number of words here that are more than a single word of a longer name.
    fn exactly_named_at(&self, at: usize) -> usize {
        let found = self.tables.iter().map(|it| it.find(&self.all[at..]));
        found.filter(Found::says_more).map(|it| it.words).max().unwrap_or(0)
    }

    fn named_at(&self, at: usize) -> usize {
        self.grammar.addressee_at(&self.all[at..])
    }

    /// How many words at the beginning of a sentence name its subject.
    fn subject_length(&self, start: usize) -> usize {
        if start != self.sentence_start(start) || ends(&self.all[start]) {
            return 0;
        }
        // `Then Hank sighs`
        let joints = self.joints(start);
        let name = start + joints;
        match self.all.get(name..).map_or(0, |it| self.named_at(name).max(self.grammar.hero_at(it))) {
            0 => 0,
            named => joints + named,
        }
    }

    /// Where the sentence of a word begins.
    fn sentence_start(&self, at: usize) -> usize {
        let begins = |it: &usize| {
            let parts = it.checked_sub(1).is_none_or(|it| self.all[it].kind == Kind::Semicolon);
            parts || self.all[*it].gap.has(Gap::ENDS)
        };
        (0..=at).rev().find(begins).unwrap_or(0)
    }

    /// Where the sentence of a word ends.
    fn sentence_end(&self, at: usize) -> usize {
        let ends = |it: &usize| self.all[*it].kind == Kind::Semicolon || self.all[*it].gap.has(Gap::ENDS);
        (at + 1..self.all.len()).find(ends).unwrap_or(self.all.len())
    }

    fn is_verb(&self, at: usize) -> bool {
        self.all.get(at).is_some_and(Word::is_order)
    }

    /// `the wet deck`: a verb behind an article, which is a noun there.
    fn is_noun(&self, at: usize, start: usize) -> bool {
        const WORDS_BEFORE: usize = 2;
        let before = at.saturating_sub(WORDS_BEFORE).max(start)..at;
        self.is_verb(at) && self.all[before].iter().any(Word::is_article)
    }

    fn joints(&self, at: usize) -> usize {
        let joins = |it: &&Word<G::Keyword>| it.meaning.is_some_and(G::Keyword::joins) || it.folded() == "then";
        self.all.get(at..).unwrap_or_default().iter().take_while(joins).count()
    }

    /// Whether the words from `next` on begin with a squad or unit that takes orders, behind a joint or at the start of
    /// a sentence.
    fn begins_order_to_own(&self, next: usize) -> bool {
        let joints = self.joints(next);
        let articles = articles(&self.all[next + joints..]);
        // `Quill turns a card over, which is a seven. Nave Guard moves`
        let is_anew = next < self.all.len() && self.sentence_start(next) == next;
        let named = next + joints + articles;
        (0 < joints || is_anew) && named < self.all.len() && 0 < self.named_at(named)
    }

    /// Whether a verb comes next, with at most more of the story before it and no new name.
    fn goes_on_with_verb(&self, from: usize) -> bool {
        let verb = from + self.joints(from);
        let end = self.segment_end(from);
        let is_comma = self.all.get(end).is_some_and(|it| it.kind == Kind::Comma);
        self.is_verb(verb) || from < end && is_comma && self.tells_story(from..end) && self.goes_on_with_verb(end + 1)
    }
}

/// Whether a word that rules out an order elsewhere may be part of a story.
fn is_told_in_stories(why: Never) -> bool {
    matches!(why, Never::Negation | Never::Past | Never::Doubt | Never::Part)
}
