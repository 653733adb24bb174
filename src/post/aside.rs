//! Words of a line that are no part of its order: a story around it, as in `Otter, grumbling about soup, advances to J8`, what
//! somebody says before it, and a weapon that isn't meant where another is named, as in `with rifles, no pistols`.

use std::ops::Range;

use super::correct::Part;
use super::dictionary::is_english;
use super::english::{Common, Listed, MANNERS, NOT_MEANT, Never, OWN, PERSONS, SAYS};
use super::grammar::Grammar;
use super::lexicon::Meaning;
use super::names::{Found, Table};
use super::near::{is_one_slip, sounds_alike};
use super::words::{Gap, Kind, Word, Words, looks_like_a_tile};

/// A story that begins so may say when.
const WHEN: &[&str] = &["after", "before", "following", "upon"];

/// Fewer words could be a name that nobody has, or take back what stands with them.
const STORY_WORDS_MIN: usize = 3;

/// Where such words stand, with the commas that part them from the order.
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
    let whereabouts: Vec<Range<usize>> = line.whereabouts().filter(is_new).collect();
    found.extend(whereabouts);
    found.extend((1..all.len()).filter_map(|it| line.excluded(it)).next());
    found
}

/// Where remarks between brackets stand that take nothing back, and what isn't meant beside what is: `Straw Men, not the sergeant`.
pub(super) fn beside_correction<G: Grammar>(grammar: &G, text: &str, all: &[Word<G::Keyword>]) -> Vec<Range<usize>> {
    let line = Line { grammar, text, all, tables: grammar.tables() };
    line.brackets().chain((1..all.len()).filter_map(|it| line.excluded(it)).next()).collect()
}

/// Whether words that stand behind an order begin a remark about somebody, and don't say that it was only said or thought:
/// `, he has a headache`, and not `, he thought`.
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

/// A line in which such words are looked for.
struct Line<'a, G: Grammar> {
    grammar: &'a G,
    text: &'a str,
    all: &'a [Word<G::Keyword>],
    tables: Vec<&'a Table>,
}

impl<G: Grammar> Line<'_, G> {
    /// The first word from here on that is a mark, or begins a sentence.
    fn segment_end(&self, start: usize) -> usize {
        let ends = |it: &usize| ends(&self.all[*it]) || start < *it && self.all[*it].gap.has(Gap::ENDS);
        (start..self.all.len()).find(ends).unwrap_or(self.all.len())
    }

    /// What is no part of an order between two marks; behind the second, the reading goes on from `next`.
    fn aside(&self, start: usize, end: usize, next: usize) -> Option<Range<usize>> {
        let is_of_hero = start == self.sentence(start) && 0 < self.grammar.hero_at(&self.all[start..]);
        let parts = |it: &Word<G::Keyword>| it.kind == Kind::Comma || is_of_hero && it.kind == Kind::Semicolon;
        let is_parted = next == end || self.all.get(end).is_some_and(parts);
        if next < self.all.len() && is_parted {
            if self.is_between(start, end, next) {
                return Some(self.before(start)..next);
            }
            if let Some(next) = self.tells_of_others(start, end, next) {
                return Some(self.before(start)..self.behind_joint(start, next));
            }
            let teller = self.teller(start);
            let behind = start + teller;
            if 0 < teller && self.is_story_of(behind..end) {
                let kept = if self.leads_to_verb(next) { teller } else { 0 };
                let is_hero = 0 < self.grammar.hero_at(&self.all[start..]);
                return (0 < kept || is_hero).then(|| start + kept..self.behind_joint(start, next));
            }
            if let Some(lead) = self.lead_in(start) {
                return Some(lead);
            }
            if self.tells_act(start, end, next) {
                return Some(self.before(start)..end);
            }
            if self.tells_story(start..end) {
                return Some(self.before(start)..self.behind_joint(start, next));
            }
        }
        if let Some(before_verb) = self.does_before(start, end) {
            return Some(before_verb);
        }
        let said = self.manner(start, end, next).or_else(|| self.reason(start, end));
        let said = said.or_else(|| self.nobody_does(start, end)).or_else(|| self.carried(start, end));
        let beside = said.or_else(|| self.meanwhile(start, end)).or_else(|| self.likeness(start, end));
        beside.or_else(|| self.purpose(start, end)).or_else(|| self.lead_in(start))
    }

    /// `Otter, with Hale swearing under her breath, advances`: what stands between two commas behind who does something and
    /// before what it is, or before where to.
    fn is_between(&self, start: usize, end: usize, next: usize) -> bool {
        let Some(comma) = Some(self.before(start)).filter(|it| *it < start) else { return false };
        // `and Alpha, …, fires`
        let clause = (self.sentence(start)..comma).rfind(|it| ends(&self.all[*it])).map(|it| it + 1);
        let name = clause.map_or(self.sentence(start), |it| it + self.joints(it)).min(comma);
        let name = name + self.all[name..comma].iter().take_while(|it| it.is_article()).count();
        let is_behind_name = name < comma && self.named_at(name) == comma - name && self.may_be_verb(next);
        // `marches, out of tune, to D16`
        let is_behind_verb = comma.checked_sub(1).is_some_and(|it| self.is_verb(it)) && self.all[next].folded() == "to";
        let hero = |at: usize| self.grammar.hero_at(&self.all[at..end]);
        // Nobody's weapon: `with Hale in the lead`.
        let leads = |it: usize| {
            self.all[it].meaning == Some(G::Keyword::WITH) && it + 1 < end && 0 < hero(it + 1)
                || self.does_beside(it)
                || !self.all[it].meaning.is_some_and(|it| it == G::Keyword::WITH || it.decides())
        };
        let heroes: Vec<Range<usize>> = (start..end).map(|it| it..it + hero(it)).collect();
        let is_said = |it: usize| {
            let is_hero = heroes.iter().any(|hero| hero.contains(&it));
            let is_free = self.all[it].meaning != Some(G::Keyword::WITH) || it == start;
            let is_relative = (start..it).any(|it| self.relates(it));
            is_hero || is_free && (self.does_beside(it) || self.is_of_story(it, start, is_relative))
        };
        if is_behind_name && self.stands_beside(start, end) {
            return true;
        }
        // `on the whistle` may say when.
        let is_signal = matches!(self.all[start].folded(), "on" | "at" | "by" | "upon");
        let is_long = !is_signal && STORY_WORDS_MIN <= end - start || self.does_beside(start);
        (is_behind_name || is_behind_verb) && is_long && leads(start) && (start..end).all(is_said)
    }

    /// `close to Bramble`: where somebody stands, told by somebody or a place.
    fn stands_beside(&self, start: usize, end: usize) -> bool {
        const BESIDE: Listed =
            Listed("near, beside, alongside, behind, next to, close to, not far from, right behind, in front of");
        const LEAD_WORDS_MAX: usize = 3;
        let leads = |length: &usize| {
            let lead: Vec<&str> = self.all[start..end].iter().take(*length).map(Word::folded).collect();
            BESIDE.contains(&lead.join(" "))
        };
        let Some(length) = (1..=LEAD_WORDS_MAX).rev().find(leads) else { return false };
        let named = (start + length).min(end);
        let place = named + self.all[named..end].iter().take_while(|it| it.is_article()).count();
        let part = self.grammar.part_at(&self.all[place..end]);
        part.is_some_and(|it| place + it.1 == end && it.0 != Part::Weapon)
    }

    /// `Peg shuts one eye and jabs Pim`: what somebody does before an order, between the name and the verb.
    fn does_before(&self, start: usize, end: usize) -> Option<Range<usize>> {
        const ARMS: &[&str] = &["arms", "weapon", "weapons", "gun", "guns", "blade", "blades"];
        let behind = start + self.teller(start);
        let joint = (behind..end).find(|it| 0 < self.joints(*it)).filter(|_| start < behind)?;
        let verb = joint + self.joints(joint);
        // `drops its weapons and shoots`, `loads its grenades and shoots`
        let is_armed = |it: usize| {
            let names_weapon = || matches!(self.grammar.part_at(&self.all[it..]), Some((Part::Weapon, _)));
            ARMS.contains(&self.all[it].folded()) || names_weapon()
        };
        let is_story = self.is_story_of(behind..joint) && !(behind..joint).any(is_armed);
        (verb < end && self.is_verb(verb) && is_story).then_some(behind..verb)
    }

    /// A verb, or a word that may be a slip of one.
    fn may_be_verb(&self, at: usize) -> bool {
        let may_be_slip = |it: &Word<G::Keyword>| {
            let is_word = it.kind == Kind::Word && it.meaning.is_none() && it.folded().chars().all(char::is_alphabetic);
            is_word && !is_english(it.folded()) && self.named_at(at) == 0
        };
        self.is_verb(at) || self.all.get(at).is_some_and(may_be_slip)
    }

    /// `yawning`, `wondering`: what somebody does beside an order, and no order by itself.
    fn does_beside(&self, at: usize) -> bool {
        let word = &self.all[at];
        let is_told = word.meaning.is_none_or(|it| it == Common::Never(Never::Doubt).into());
        word.folded().ends_with("ing") && is_told && is_english(word.folded()) && self.exactly_named_at(at) == 0
    }

    /// The place of the comma before these words, if there is one.
    fn before(&self, start: usize) -> usize {
        let is_comma = start.checked_sub(1).and_then(|it| self.all.get(it)).is_some_and(|it| it.kind == Kind::Comma);
        start - usize::from(is_comma)
    }

    /// `The captain taps her watch, the gunner grins, and Red Section fires`, `Hale takes Mo by the hand, and Otter moves`: what
    /// is told of somebody who takes no orders. Says where it is told what those do who take some.
    fn tells_of_others(&self, start: usize, mut end: usize, mut next: usize) -> Option<usize> {
        // What a hero nearly does.
        const NEARLY: &[&str] = &["almost", "nearly", "hardly", "barely", "scarcely"];
        const OTHERS: &[&str] = &["he", "she", "somebody", "someone"];
        let negation = Some(G::Keyword::from(Common::Never(Never::Negation)));
        let first = &self.all[start];
        // `The captain` may be somebody's rank.
        let heroes: Vec<Range<usize>> =
            (start..end).map(|it| it..it + self.grammar.hero_at(&self.all[it..end])).collect();
        let is_hero = |it: usize| heroes.iter().any(|hero| hero.contains(&it));
        let leads_to_told = |next: usize| {
            let joints = self.joints(next);
            let articles = self.all[next + joints..].iter().take_while(|it| it.is_article()).count();
            0 < joints && 0 < self.named_at(next + joints + articles)
        };
        let is_told = |it: usize| {
            let word = &self.all[it];
            let is_nearly = NEARLY.contains(&word.folded()) && is_hero(start);
            let decides = word.meaning.is_some_and(|it| it.never().is_some()) && word.meaning != negation && !is_nearly;
            let is_act = (word.is_order() || word.meaning.is_some_and(G::Keyword::says_how)) && !first.is_article();
            // `as for the first dance`, `ticks line one,`
            let is_mere_number = self.counts_words(it) || is_spelled(word) && self.ends_part(it + 1);
            let says_where = word.number().is_some() && !is_mere_number || looks_like_a_tile(word.folded());
            // `the wrong way`
            let is_meant = !NOT_MEANT.contains(word.folded()) || word.folded() == "wrong" && self.is_sort(it);
            matches!(word.kind, Kind::Word | Kind::Comma)
                && !decides
                && !is_act
                && !says_where
                && is_meant
                && (is_hero(it) || self.is_sort(it) || self.exactly_named_at(it) == 0)
        };
        let begins = first.is_article() || OTHERS.contains(&first.folded()) || is_hero(start);
        if start != self.sentence(start) || !begins {
            return None;
        }
        while !leads_to_told(next) {
            end = self.segment_end(next);
            self.all.get(end).filter(|it| it.kind == Kind::Comma)?;
            next = end + 1;
        }
        (STORY_WORDS_MIN <= end - start && (start..end).all(is_told)).then_some(next)
    }

    /// `the gunner grins`, `who isn't a gunner`: what sort of soldier somebody is.
    fn is_sort(&self, at: usize) -> bool {
        let is_behind_article = at.checked_sub(1).is_some_and(|it| self.all[it].is_article());
        is_behind_article && self.is_small(at) && self.grammar.part_at(&self.all[at..]).is_none()
    }

    /// Whether words hold nothing that an order is made of, nor anything that would unmake one.
    fn tells_story(&self, words: Range<usize>) -> bool {
        const SIGNALLED: &[&str] = &["on", "at", "upon"];
        let says_when = self.all.get(words.start).is_some_and(|it| WHEN.contains(&it.folded()));
        // `With the whistle, Alpha moves`, `on the whistle`
        let is_signal = matches!(&self.all[words.clone()], [with, the, _]
            if (with.meaning == Some(G::Keyword::WITH) || SIGNALLED.contains(&with.folded())) && the.folded() == "the");
        STORY_WORDS_MIN <= words.len() && !says_when && !is_signal && self.is_story(words)
    }

    /// `picks up the chair, sighs, and swings it`: one act more of whoever the sentence is about.
    fn tells_act(&self, start: usize, end: usize, next: usize) -> bool {
        const ACT_WORDS_MAX: usize = 2;
        let does = &self.all[start];
        let is_act = does.folded().ends_with('s') && is_english(does.folded()) && self.is_small(start);
        let is_short = (1..=ACT_WORDS_MAX).contains(&(end - start)) && self.before(start) < start;
        let is_told = 0 < self.teller(self.sentence(start)) && self.leads_to_verb(next) && 0 < self.joints(next);
        is_short && is_act && is_told && self.is_story_of(start..end)
    }

    /// What is told of somebody who was named before: `kneels in the ditch`.
    fn is_story_of(&self, words: Range<usize>) -> bool {
        const WAYS: &[&str] =
            &["north", "east", "south", "west", "left", "right", "forward", "back", "toward", "towards"];
        let first = self.all.get(words.start).filter(|it| it.meaning.is_none() && !words.is_empty());
        let goes = |it: usize| WAYS.contains(&self.all[it].folded());
        first.is_some() && !words.clone().any(goes) && self.is_story(words)
    }

    fn is_story(&self, words: Range<usize>) -> bool {
        let relative = words.clone().find(|it| self.relates(*it)).unwrap_or(words.end);
        let start = words.start;
        // `none of whom has ever been in a hurry`
        let is_of = start < relative && relative < words.end && self.all[relative - 1].folded() == "of";
        let of_whom = is_of && !(start..relative).any(|it| self.is_part(it));
        words.into_iter().all(|it| self.is_of_story(it, start, of_whom || relative < it))
    }

    /// `half`, `some`
    fn is_part(&self, at: usize) -> bool {
        self.all[at].meaning == Some(Common::Never(Never::Part).into())
    }

    /// Whether what follows is said of what was named before: `a cat that will not be moved`.
    fn relates(&self, at: usize) -> bool {
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
                it.folded() == "of" || self.is_nobodys(it) || self.is_passing_word(at, start)
            }
            None => self.is_small(at) && self.is_no_slip(it.folded()),
        };
        let is_behind_article =
            || at.checked_sub(1).and_then(|it| self.all[it].meaning).is_some_and(G::Keyword::is_article);
        // `the one in front of us`
        let is_somebody = matches!(it.folded(), "one" | "ones") && is_behind_article();
        let is_count = it.number().is_some() && !is_somebody && !self.counts_words(at);
        it.kind == Kind::Word
            && is_plain
            && !is_apart
            && !is_count
            && !NOT_MEANT.contains(it.folded())
            && self.exactly_named_at(at) == 0
    }

    fn is_nobodys(&self, word: &Word<G::Keyword>) -> bool {
        self.tables.iter().all(|it| !it.has_word(word.folded()))
    }

    /// `an old song`, where somebody is called Old Marrow: a word of a squad's name, in small letters and not in front.
    fn is_passing_word(&self, at: usize, start: usize) -> bool {
        let part = self.grammar.part_at(&self.all[at..]);
        // `with its rifles`, where somebody is called 1st Rifles
        let is_armed = self.all[start..at].iter().any(|it| it.meaning == Some(G::Keyword::WITH));
        self.is_small(at) && start < at && matches!(part, Some((Part::Told | Part::Foe, 1))) && !is_armed
    }

    /// `bung`, which few write and which is near to nothing that an order holds.
    fn is_no_slip(&self, written: &str) -> bool {
        const LETTERS_MIN: usize = 4;
        let verbs = self.grammar.lexicon().words().map(|it| it.0);
        let mut known = self.tables.iter().flat_map(|it| it.vocabulary()).chain(verbs);
        let is_near = |it: &str| written == it || is_one_slip(written, it) || sounds_alike(written, it);
        LETTERS_MIN <= written.len() && written.chars().all(char::is_alphabetic) && !known.any(is_near)
    }

    fn is_small(&self, at: usize) -> bool {
        self.text.get(self.all[at].span.clone()).is_some_and(|it| it.starts_with(char::is_lowercase))
    }

    /// Whether nothing more is told where a word stands, before the next mark.
    fn ends_part(&self, at: usize) -> bool {
        self.all.get(at).is_none_or(|it| ends(it) || it.gap.has(Gap::ENDS))
    }

    /// `two words`: a number that counts neither tiles nor anybody.
    fn counts_words(&self, at: usize) -> bool {
        let is_spelled = is_spelled(&self.all[at]);
        if let Some([of, whom]) = self.all.get(at + 1..at + 3)
            && of.folded() == "of"
        {
            // `three of them` are a part.
            let before = at.checked_sub(1).map(|it| &self.all[it]);
            let is_whole = before.is_some_and(|it| it.is_article() || it.folded() == "all");
            return is_spelled && is_whole && matches!(whom.folded(), "them" | "us" | "you");
        }
        let counted = self.all.get(at + 1).filter(|it| it.kind == Kind::Word && it.meaning.is_none());
        is_spelled && counted.is_some_and(|it| is_english(it.folded()) && self.is_nobodys(it))
    }

    /// How many words name a thing or somebody by all of a name.
    fn exactly_named_at(&self, at: usize) -> usize {
        let found = self.tables.iter().map(|it| it.find(&self.all[at..]));
        found.filter(Found::says_more).map(|it| it.words).max().unwrap_or(0)
    }

    fn named_at(&self, at: usize) -> usize {
        self.grammar.told_at(&self.all[at..])
    }

    /// How many words at the beginning of a sentence name who does all that it tells.
    fn teller(&self, start: usize) -> usize {
        if start != self.sentence(start) || ends(&self.all[start]) {
            return 0;
        }
        self.named_at(start).max(self.grammar.hero_at(&self.all[start..]))
    }

    /// Where the sentence of a word begins.
    fn sentence(&self, at: usize) -> usize {
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

    /// `the wet deck`, which is no blow.
    fn is_noun(&self, at: usize, start: usize) -> bool {
        const WORDS_BEFORE: usize = 2;
        let is_article = |it: &Word<G::Keyword>| it.is_article();
        let before = at.saturating_sub(WORDS_BEFORE).max(start)..at;
        self.is_verb(at) && self.all[before].iter().any(is_article)
    }

    fn joints(&self, at: usize) -> usize {
        let joins = |it: &&Word<G::Keyword>| it.meaning.is_some_and(G::Keyword::joins) || it.folded() == "then";
        self.all.get(at..).unwrap_or_default().iter().take_while(joins).count()
    }

    /// Whether an order follows, behind nothing but more of the story, that names nobody anew.
    fn leads_to_verb(&self, from: usize) -> bool {
        let verb = from + self.joints(from);
        let end = self.segment_end(from);
        let is_comma = self.all.get(end).is_some_and(|it| it.kind == Kind::Comma);
        self.is_verb(verb) || from < end && is_comma && self.tells_story(from..end) && self.leads_to_verb(end + 1)
    }

    /// `Morgan laughs, and swings`: the joint goes with the story, if nothing else was ordered before.
    fn behind_joint(&self, start: usize, next: usize) -> usize {
        let joints = self.joints(next);
        let sentence = self.sentence(start);
        let is_first = !(sentence..start).any(|it| self.is_verb(it)) && 0 < self.teller(sentence);
        // `A silence falls, and then Alpha fires`
        let is_article = |it: &&Word<G::Keyword>| it.is_article();
        let behind = next + joints;
        let named = behind + self.all[behind..].iter().take_while(is_article).count();
        let begins = start == sentence && named < self.all.len() && 0 < self.named_at(named);
        next + if is_first && self.is_verb(next + joints) || begins { joints } else { 0 }
    }

    /// `"Steady," says Hale, who is no gunner`. Where more is told of the speaker, only the speaker is no part of it: `, and lobs
    /// his grenade`.
    fn speeches(&self) -> Vec<Range<usize>> {
        const SPEAKER_WORDS_MAX: usize = 5;
        let is_quoted = |at: usize| {
            let letters = self.text.get(self.all[at].span.clone()).unwrap_or_default();
            letters.starts_with(['"', '“', '„', '«', '\'', '‘'])
        };
        let is_comma = |at: usize| self.all.get(at).is_some_and(|it| it.kind == Kind::Comma);
        let speech = |at: usize| {
            let says = at + 1 + usize::from(is_comma(at + 1));
            let is_harmless = || self.says_nothing(self.all[at].folded());
            self.all.get(says).filter(|it| SAYS.contains(it.folded()) && is_quoted(at) && is_harmless())?;
            let speaker = says + 1;
            let end = (speaker..self.all.len()).find(|it| {
                let word = &self.all[*it];
                ends(word) || word.gap.has(Gap::ENDS) || word.meaning.is_some_and(G::Keyword::joins)
            });
            let end = end.unwrap_or(self.all.len());
            let is_short = (1..=SPEAKER_WORDS_MAX).contains(&(end - speaker));
            if !is_short || (says..end).any(|it| self.is_verb(it)) {
                return None;
            }
            let next = end + usize::from(is_comma(end));
            let relative = next..self.segment_end(next);
            // `who isn't a gunner`, whatever gunners there are: it is told of who speaks.
            let is_noun = |it: usize| next < it && self.all[it - 1].is_article() && self.is_small(it);
            let is_said = |it: usize| is_noun(it) && !self.is_verb(it) || self.is_of_story(it, next, next < it);
            if end < next && next < self.all.len() && self.relates(next) && relative.clone().all(is_said) {
                let end = relative.end + usize::from(is_comma(relative.end));
                return Some([at..end, end..end]);
            }
            let verb = next + self.joints(next);
            let is_told = self.named_at(speaker) == end - speaker;
            // Who speaks does what follows, unless somebody else is named.
            match self.is_verb(verb) {
                true => (is_told && next < verb).then_some([at..speaker, end..verb]),
                false => Some([at..next, next..next]),
            }
        };
        (0..self.all.len()).filter_map(speech).flatten().filter(|it| !it.is_empty()).collect()
    }

    /// Whether what somebody says holds nothing that an order is given with, nor takes any of it back: not `The knife`, `Hold`
    /// or `Not yet`.
    fn says_nothing(&self, said: &str) -> bool {
        const LIMITS: &[&str] = &["only", "wait", "later", "hold", "halfway", "half", "everyone", "both", "hands"];
        let mut words = Words::default();
        words.read(said, 0..said.len(), &[], self.grammar.lexicon());
        (0..words.all().len()).all(|at| {
            let word = &words.all()[at];
            let is_never = word.meaning.is_some_and(|it| it.never().is_some());
            let is_weapon = || matches!(self.grammar.part_at(&words.all()[at..]), Some((Part::Weapon, _)));
            !is_never && !LIMITS.contains(&word.folded()) && !is_weapon()
        })
    }

    /// `with a curse that makes the parrot blush`, `with a great shout`: how somebody does something, and no weapon.
    fn manner(&self, start: usize, end: usize, next: usize) -> Option<Range<usize>> {
        const DESCRIBED_MAX: usize = 2;
        let with = (start..end).find(|it| self.all[*it].meaning == Some(G::Keyword::WITH))?;
        let leads = |it: &usize| {
            let word = &self.all[*it];
            word.is_article() || OWN.contains(&word.folded())
        };
        let led = (with + 1..end).take_while(leads).count();
        let noun = (with + 1 + led..end).take(DESCRIBED_MAX + 1).find(|it| MANNERS.contains(self.all[*it].folded()))?;
        let is_plain = (with + 1 + led..=noun).all(|it| self.is_of_story(it, with, false));
        let is_relative = |at: usize| (noun + 1..at).any(|it| self.relates(it));
        let goes_on = |it: &usize| self.is_of_story(*it, with, is_relative(*it)) && self.joints(*it) == 0;
        let behind = noun + 1 + (noun + 1..end).take_while(goes_on).count();
        let is_whole = behind == end || self.is_verb(behind) || 0 < self.teller(behind).max(self.named_at(behind));
        let is_led = 0 < led && is_plain && (is_whole || 0 < self.joints(behind));
        let is_apart = with == start && behind == end;
        // `Drummer, with a noise like thunder, fires`
        let from = if is_apart && self.is_verb(next) { self.before(with) } else { with };
        is_led.then_some(from..if is_apart { next } else { behind })
    }

    /// `goes to G4, chair in hand`, `wanders off with his fingers in his ears`: how somebody goes who has no enemy to use it on.
    fn carried(&self, start: usize, end: usize) -> Option<Range<usize>> {
        const HOW: Listed = Listed(
            "in hand, in hands, in his hand, in her hand, up, raised, drawn, out, high, held high, low, ready, at the ready, \
             on his shoulder, on her shoulder, over his shoulder, over her shoulder, under his arm, under her arm, loaded",
        );
        let sentence = self.sentence(start);
        let names_foe = |it: usize| matches!(self.grammar.part_at(&self.all[it..]), Some((Part::Foe, _)));
        let goes = (sentence..start).any(|it| self.is_verb(it)) || (start..end).any(|it| self.is_verb(it));
        if !goes || (sentence..self.sentence_end(start)).any(names_foe) {
            return None;
        }
        let leads = |it: &usize| self.all[*it].is_article() || OWN.contains(&self.all[*it].folded());
        let thing = start + (start..end).take_while(leads).count();
        if let Some((Part::Weapon, length)) = self.grammar.part_at(&self.all[thing..]) {
            let behind = self.all.get(thing + length..end).unwrap_or_default();
            let behind: Vec<&str> = behind.iter().map(Word::folded).collect();
            return (self.before(start) < start && HOW.contains(&behind.join(" "))).then(|| self.before(start)..end);
        }
        let with = (start..end).find(|it| self.all[*it].meaning == Some(G::Keyword::WITH))?;
        let is_small = |it: usize| {
            let word = &self.all[it];
            OWN.contains(&word.folded()) || matches!(word.folded(), "in" | "on" | "at" | "over" | "and" | "the")
        };
        let is_thing = |it: usize| {
            let word = &self.all[it];
            word.meaning.is_none() && is_english(word.folded()) && self.is_nobodys(word) && word.number().is_none()
        };
        let is_own = self.all.get(with + 1).is_some_and(|it| OWN.contains(&it.folded()));
        let is_said = (with + 1..end).all(|it| is_small(it) || is_thing(it)) && (with + 1..end).any(is_thing);
        (is_own && is_said).then_some(with..end)
    }

    /// `, grumbling in step`: what somebody does beside the order, at its end.
    fn meanwhile(&self, start: usize, end: usize) -> Option<Range<usize>> {
        let first = self.all.get(start).filter(|it| it.folded().ends_with("ing") && it.meaning.is_none())?;
        let is_last = end == self.all.len() && self.before(start) < start;
        let is_it = is_last && is_english(first.folded()) && self.is_story(start..end);
        is_it.then(|| self.before(start)..end)
    }

    /// `, and nobody sings`, `, nobody firing yet`: what isn't done, at the end.
    fn nobody_does(&self, start: usize, end: usize) -> Option<Range<usize>> {
        let nobody = start + self.joints(start);
        let is_last = end == self.all.len() && self.before(start) < start;
        let is_said = |it: usize| {
            let word = &self.all[it];
            let is_plain = word.kind == Kind::Word && word.number().is_none() && !looks_like_a_tile(word.folded());
            let limits = matches!(word.folded(), "else" | "but" | "except" | "until" | "unless" | "if");
            is_plain && !limits && !NOT_MEANT.contains(word.folded()) && self.grammar.part_at(&self.all[it..]).is_none()
        };
        let begins = self.all.get(nobody).is_some_and(|it| it.folded() == "nobody") && nobody + 1 < end;
        (is_last && begins && (nobody..end).all(is_said)).then(|| self.before(start)..end)
    }

    /// `, as one tosses a coin to a fiddler`, `, the way it was always danced`, `, one pane at a time`: how it looks, at the end.
    fn likeness(&self, start: usize, end: usize) -> Option<Range<usize>> {
        const LIKE: Listed = Listed("as one, the way, like a, like an, like the, as if, as though");
        let first = [start, start + 1].map(|it| self.all.get(it).map_or("", Word::folded)).join(" ");
        let says_how_many = end
            .checked_sub(3)
            .and_then(|it| self.all.get(it..end))
            .is_some_and(|it| it.iter().map(Word::folded).eq(["at", "a", "time"]) && self.all[start].folded() == "one");
        let is_like = LIKE.contains(self.all.get(start)?.folded()) || LIKE.contains(&first) || says_how_many;
        let is_last = end == self.all.len() && self.before(start) < start;
        let says_nothing = |it: usize| {
            let word = &self.all[it];
            let is_plain = word.kind == Kind::Word && word.number().is_none() && !looks_like_a_tile(word.folded());
            is_plain && !NOT_MEANT.contains(word.folded()) && self.grammar.part_at(&self.all[it..]).is_none()
        };
        let is_story = || says_how_many || STORY_WORDS_MIN < end - start && (start + 1..end).all(says_nothing);
        let is_it = is_like && is_last && is_story();
        is_it.then(|| self.before(start)..end)
    }

    /// `Without so much as a rustle Yoko goes`, `Like at the fair, then: the Shields form up`: how, before who it is.
    fn lead_in(&self, start: usize) -> Option<Range<usize>> {
        const HOW: &[&str] = &["without", "like", "still"];
        const SCENE_WORDS_MIN: usize = 4;
        let does =
            |it: &Word<G::Keyword>| it.folded().ends_with("ing") && it.meaning.is_none() && is_english(it.folded());
        // `With the gunner still swearing, Alpha fires`
        let shows = || {
            let segment = &self.all[start..self.segment_end(start)];
            segment[0].meaning == Some(G::Keyword::WITH) && SCENE_WORDS_MIN <= segment.len() && segment.iter().any(does)
        };
        let says_how =
            self.all.get(start).is_some_and(|it| HOW.contains(&it.folded()) || does(it) || !ends(it) && shows());
        if !says_how || start != self.sentence(start) {
            return None;
        }
        let is_said = |it: &usize| {
            let word = &self.all[*it];
            let is_of_order = || self.grammar.part_at(&self.all[*it..]).is_some() || self.is_part(*it);
            let is_story = || self.is_sort(*it) || self.is_of_story(*it, start, true) && !is_of_order();
            *it == start || ends(word) || word.folded() == "then" || is_story()
        };
        let end = start + (start..self.all.len()).take_while(is_said).take_while(|it| self.named_at(*it) == 0).count();
        (1 < end - start && end < self.all.len() && 0 < self.named_at(end)).then_some(start..end)
    }

    /// `, for they have slept badly`, `because she is tired`: why, at the end.
    fn reason(&self, start: usize, end: usize) -> Option<Range<usize>> {
        const WHY: &[&str] = &["for", "as", "since"];
        let because = (start..end).find(|it| self.all[*it].folded() == "because");
        let is_last = end == self.all.len() && self.before(start) < start;
        let from = because.or_else(|| (is_last && WHY.contains(&self.all[start].folded())).then_some(start))?;
        let least = if because.is_some() { 1 } else { STORY_WORDS_MIN };
        let is_it = least < end - from && (from + 1..end).all(|it| self.is_of_story(it, from, true));
        is_it.then(|| if from == start { self.before(start)..end } else { from..end })
    }

    fn brackets(&self) -> impl Iterator<Item = Range<usize>> {
        (1..self.all.len()).filter_map(|it| self.bracketed(it))
    }

    /// `(I was promised soup)`: what is said between brackets, and takes nothing back.
    fn bracketed(&self, start: usize) -> Option<Range<usize>> {
        if !self.all[start].gap.has(Gap::OPEN) {
            return None;
        }
        let closes = |it: &usize| self.all[*it].gap.has(Gap::CLOSE);
        let end = (start + 1..self.all.len()).find(closes).unwrap_or(self.all.len());
        let negation = G::Keyword::from(Common::Never(Never::Negation));
        let is_said = |it: usize| {
            let word = &self.all[it];
            let is_mark = word.kind == Kind::Comma && start < it;
            is_mark || self.is_noun(it, start) || word.meaning != Some(negation) && self.is_of_story(it, start, true)
        };
        let is_remark = STORY_WORDS_MIN <= end - start && (start..end).all(is_said);
        (is_remark || self.cites(start..end)).then_some(start..end)
    }

    /// `up the road`, `, away from the sharp thing`: where somebody goes or stands, told by what is nowhere on the map.
    fn whereabouts(&self) -> impl Iterator<Item = Range<usize>> {
        (1..self.all.len()).filter_map(|it| self.whereabout(it))
    }

    fn whereabout(&self, at: usize) -> Option<Range<usize>> {
        const LEADS: Listed = Listed(
            "across, against, along, among, amongst, amid, in among, around, away from, behind, beside, beyond, by, close to, down, down from, down off, up off, up from, in, inside, into, near, \
             next to, off, onto, out of, over, past, round, through, under, up",
        );
        // `in the evening`, `in the case`
        const NO_PLACES: Listed = Listed(
            "afternoon, assumption, case, condition, conditions, circumstances, day, days, end, evening, event, future, hour, \
             hours, meantime, meanwhile, minute, minutes, month, morning, night, phase, round, time, turn, week, weekend, year, \
             arm, arms, collar, ear, hair, hand, hands, neck, nose, scruff, shoulder, sleeve, throat, waist",
        );
        // `over my dead body` and `in your dreams` are no places.
        const OF_OTHERS: &[&str] = &["their", "its", "his", "her"];
        const NOUN_WORDS_MAX: usize = 2;
        let all = self.all;
        let folded = |at: usize| all.get(at).map_or("", Word::folded);
        let is_way = |it: usize| matches!(folded(it), "road" | "track" | "path" | "street" | "trail" | "lane");
        let length = match LEADS.contains(&format!("{} {}", folded(at), folded(at + 1))) {
            true => 2,
            false if LEADS.contains(folded(at)) || folded(at) == "on" && is_way(at + 2) => 1,
            false => return None,
        };
        let article = all.get(at + length)?;
        let is_led = article.is_article() || OF_OTHERS.contains(&article.folded());
        let noun = at + length + 1;
        let is_noun = |it: &usize| {
            let word = &all[*it];
            word.meaning.is_none() && !NO_PLACES.contains(word.folded()) && self.is_of_story(*it, noun, false)
        };
        let end = noun + (noun..all.len()).take_while(is_noun).count();
        let is_whole =
            all.get(end).is_none_or(|it| it.meaning.is_some() || it.kind != Kind::Word || it.gap.has(Gap::ENDS));
        (is_led && is_whole && (1..=NOUN_WORDS_MAX).contains(&(end - noun))).then(|| self.before(at)..end)
    }

    /// `(R-3)`, `(F-6, the sergeant directs)`: a rule, and nothing of an order.
    fn cites(&self, words: Range<usize>) -> bool {
        const SEPARATORS: &[char] = &[' ', ',', ';', ':', '/', ')', ']'];
        let (Some(first), Some(last)) = (self.all.get(words.start), self.all.get(words.end - 1)) else { return false };
        let text = self.text.get(first.span.start..last.span.end).unwrap_or_default();
        let is_rule = |it: &str| {
            let letters = it.chars().take_while(char::is_ascii_uppercase).count();
            let number = it.get(letters..).and_then(|it| it.strip_prefix('-'));
            (1..=3).contains(&letters) && number.is_some_and(|it| it.starts_with(|it: char| it.is_ascii_digit()))
        };
        let begins_rule = |it: usize| {
            self.text.get(self.all[it].span.start..).and_then(|it| it.split(SEPARATORS).next()).is_some_and(is_rule)
        };
        let is_plain = |it: usize| {
            let takes_back = self.all[it].meaning.is_some_and(|it| it.never().is_some());
            begins_rule(it) || !takes_back && !self.is_verb(it) && self.exactly_named_at(it) == 0
        };
        text.split(SEPARATORS).any(is_rule) && words.into_iter().all(is_plain)
    }

    /// `so that they stay between the people and the husks`: what for, at the end.
    fn purpose(&self, start: usize, end: usize) -> Option<Range<usize>> {
        const WHO: &[&str] = &["they", "it", "he", "she", "we", "nobody", "everybody"];
        let all = self.all;
        // What adds nothing, as `so`, may be left out by now.
        let that = (start.max(1)..end).find(|it| {
            matches!(all.get(*it..), Some([that, who, ..]) if that.folded() == "that" && WHO.contains(&who.folded()))
        })?;
        let from = that - usize::from(all[that - 1].folded() == "so");
        let goes_on = all[that..].iter().any(|it| it.kind == Kind::Semicolon)
            || all[that + 1..].iter().any(|it| it.gap.has(Gap::ENDS));
        (0 < from && !goes_on).then(|| self.before(from)..all.len())
    }

    /// `, but not with the rocket launcher`, `, no machine gun`, `, not Second Draft`: another weapon, enemy or place than one
    /// that was named before, at the end.
    fn excluded(&self, start: usize) -> Option<Range<usize>> {
        const NOT: &[&str] = &["no", "not", "without"];
        const AND: &[&str] = &["but", "and"];
        let all = self.all;
        let joins = usize::from(AND.contains(&all[start].folded()));
        let not = all.get(start + joins)?.folded();
        let rest = all.get(start + joins + 1..).filter(|_| NOT.contains(&not))?;
        let leads = |it: &&Word<G::Keyword>| {
            it.meaning.is_some_and(|it| it == G::Keyword::WITH || it.is_article()) || OWN.contains(&it.folded())
        };
        let led = rest.iter().take_while(leads).count();
        let named = rest.get(led..)?;
        let ends = |at: usize| named.get(at).is_none_or(|it| ends(it) || it.gap.has(Gap::ENDS));
        let (part, length) = self.grammar.part_at(named).filter(|it| it.0 != Part::Told && ends(it.1))?;
        // `no Second Draft` may set right what was said before.
        if part != Part::Weapon && not != "not" {
            return None;
        }
        let other = |at: usize| {
            let before = self.grammar.part_at(&all[at..start]).filter(|it| it.0 == part);
            before.is_some_and(|it| !may_be_same(&self.tables, &all[at..at + it.1], &named[..length]))
        };
        (0..start).any(other).then(|| self.before(start)..all.len() - named.len() + length)
    }
}

/// Whether a word that makes an order of nothing may stand in what is told of somebody beside it.
fn is_told_in_stories(why: Never) -> bool {
    matches!(why, Never::Negation | Never::Past | Never::Doubt | Never::Part)
}

fn may_be_same<K: Meaning>(tables: &[&Table], one: &[Word<K>], other: &[Word<K>]) -> bool {
    tables.iter().any(|table| {
        let [one, other] = [one, other].map(|it| table.find(it).matches);
        one.iter().any(|it| other.iter().any(|other| it.id == other.id))
    })
}
