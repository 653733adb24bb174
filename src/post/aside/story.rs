//! Finds stories around an order: before a name, between a name and its verb, and direct speech.

use std::ops::Range;

use super::{Line, STORY_WORDS_MIN, ends, is_spelled};
use crate::post::arrange::merge_phrases;
use crate::post::correct::Part;
use crate::post::dictionary::is_english;
use crate::post::english::{Listed, NOT_MEANT, Never, SAYS};
use crate::post::grammar::Grammar;
use crate::post::lexicon::Meaning;
use crate::post::words::{Gap, Kind, Word, Words, articles, looks_like_a_tile};

/// First words of a story that may say when the order is to happen.
const WHEN: &[&str] = &["after", "before", "following", "upon"];

impl<G: Grammar> Line<'_, G> {
    /// `Otter, with Hale swearing under her breath, advances`: whether words are a story between two commas, behind a
    /// name and before its verb, or behind a verb and before its destination.
    pub(super) fn is_between(&self, start: usize, end: usize, next: usize) -> bool {
        let Some(comma) = Some(self.comma_before(start)).filter(|it| *it < start) else { return false };
        // `and Alpha, …, fires`
        let clause = (self.sentence_start(start)..comma).rfind(|it| ends(&self.all[*it])).map(|it| it + 1);
        let name = clause.map_or(self.sentence_start(start), |it| it + self.joints(it)).min(comma);
        let name = name + articles(&self.all[name..comma]);
        let is_behind_name = name < comma && self.named_at(name) == comma - name && self.may_be_verb(next);
        // `marches, out of tune, to D16`
        let is_behind_verb = comma.checked_sub(1).is_some_and(|it| self.is_verb(it)) && self.all[next].folded() == "to";
        let hero = |at: usize| self.grammar.hero_at(&self.all[at..end]);
        // A hero is no weapon: `with Hale in the lead`.
        let leads = |it: usize| {
            self.all[it].means(G::Keyword::WITH) && it + 1 < end && 0 < hero(it + 1)
                || self.does_beside(it)
                || !self.all[it].meaning.is_some_and(|it| it == G::Keyword::WITH || it.decides())
        };
        let heroes: Vec<Range<usize>> = (start..end).map(|it| it..it + hero(it)).collect();
        let is_said = |it: usize| {
            let is_hero = heroes.iter().any(|hero| hero.contains(&it));
            let is_free = self.all[it].meaning != Some(G::Keyword::WITH) || it == start;
            let is_relative = (start..it).any(|it| self.begins_relative_clause(it));
            is_hero || is_free && (self.does_beside(it) || self.is_of_story(it, start, is_relative))
        };
        if is_behind_name && self.stands_beside(start, end) {
            return true;
        }
        // `on the whistle` may say when.
        let is_signal = matches!(self.all[start].folded(), "on" | "at" | "by" | "upon");
        // `Dan, still talking, moves`
        let adds = |it: usize| self.all[it].is_polite() || self.all[it].folded() == "still";
        let doing = start + usize::from(start + 1 < end && adds(start));
        let is_long = !is_signal && STORY_WORDS_MIN <= end - start || self.does_beside(doing);
        (is_behind_name || is_behind_verb) && is_long && leads(start) && (start..end).all(is_said)
    }

    /// `close to Bramble`, `further back`: a position, relative to a squad, a place or the others.
    fn stands_beside(&self, start: usize, end: usize) -> bool {
        static BESIDE: Listed =
            Listed::new("near, beside, alongside, behind, next to, close to, not far from, right behind, in front of");
        static BACK: Listed =
            Listed::new("further back, farther back, in the rear, at the rear, at the back, out in front, up front");
        const LEAD_WORDS_MAX: usize = 3;
        let leads = |length: &usize| {
            let lead: Vec<&str> = self.all[start..end].iter().take(*length).map(Word::folded).collect();
            BESIDE.contains(&lead.join(" "))
        };
        let words: Vec<&str> = self.all[start..end].iter().map(Word::folded).collect();
        if BACK.contains(&words.join(" ")) {
            return true;
        }
        let Some(length) = (1..=LEAD_WORDS_MAX).rev().find(leads) else { return false };
        let named = (start + length).min(end);
        let place = named + articles(&self.all[named..end]);
        let part = self.grammar.part_at(&self.all[place..end]);
        part.is_some_and(|it| place + it.1 == end && it.0 != Part::Weapon)
    }

    /// `Peg shuts one eye and jabs Pim`: a story between the name and the verb of an order.
    pub(super) fn does_before(&self, start: usize, end: usize) -> Option<Range<usize>> {
        const ARMS: &[&str] = &["arms", "weapon", "weapons", "gun", "guns", "blade", "blades"];
        let behind = start + self.subject_length(start);
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

    /// `The captain taps her watch, the gunner grins, and Red Section fires`, `Hale takes Mo by the hand, and Otter
    /// moves`: a story about people who take no orders. Returns the place behind it, where an order to somebody else
    /// begins.
    pub(super) fn behind_story_of_others(&self, start: usize, mut end: usize, mut next: usize) -> Option<usize> {
        // A hero may nearly do something in a story.
        const NEARLY: &[&str] = &["almost", "nearly", "hardly", "barely", "scarcely"];
        const OTHERS: &[&str] = &["he", "she", "somebody", "someone"];
        let first = &self.all[start];
        // `The captain` may be somebody's rank.
        let heroes: Vec<Range<usize>> =
            (start..end).map(|it| it..it + self.grammar.hero_at(&self.all[it..end])).collect();
        let is_hero = |it: usize| heroes.iter().any(|hero| hero.contains(&it));
        let is_told = |it: usize| {
            let word = &self.all[it];
            let is_nearly = NEARLY.contains(&word.folded()) && is_hero(start);
            let decides = word.never().is_some_and(|it| it != Never::Negation) && !is_nearly;
            let is_act = (word.is_order() || word.meaning.is_some_and(G::Keyword::says_how)) && !first.is_article();
            // `as for the first dance`, `ticks line one,`
            let is_mere_number = self.counts_words(it) || is_spelled(word) && self.ends_part(it + 1);
            let says_where = word.number().is_some() && !is_mere_number || looks_like_a_tile(word.folded());
            // `the wrong way`
            let is_meant = !NOT_MEANT.contains(word.folded()) || word.folded() == "wrong" && self.is_common_noun(it);
            matches!(word.kind, Kind::Word | Kind::Comma)
                && !decides
                && !is_act
                && !says_where
                && is_meant
                && (is_hero(it) || self.is_common_noun(it) || self.exactly_named_at(it) == 0)
        };
        let begins = first.is_article() || OTHERS.contains(&first.folded()) || is_hero(start);
        if start != self.sentence_start(start) || !begins {
            return None;
        }
        while !self.begins_order_to_own(next) {
            end = self.segment_end(next);
            self.all.get(end).filter(|it| it.kind == Kind::Comma)?;
            next = end + 1;
        }
        (STORY_WORDS_MIN <= end - start && (start..end).all(is_told)).then_some(next)
    }

    /// Whether words hold nothing that is part of an order, and nothing that would rule one out.
    pub(super) fn tells_story(&self, words: Range<usize>) -> bool {
        const SIGNALLED: &[&str] = &["on", "at", "upon"];
        let says_when = self.all.get(words.start).is_some_and(|it| WHEN.contains(&it.folded()));
        // `With the whistle, Alpha moves`, `on the whistle`
        let is_signal = matches!(&self.all[words.clone()], [with, the, _]
            if (with.means(G::Keyword::WITH) || SIGNALLED.contains(&with.folded())) && the.folded() == "the");
        STORY_WORDS_MIN <= words.len() && !says_when && !is_signal && self.is_story(words)
    }

    /// `picks up the chair, sighs, and swings it`: one more act of the subject of the sentence.
    pub(super) fn tells_act(&self, start: usize, end: usize, next: usize) -> bool {
        const ACT_WORDS_MAX: usize = 2;
        let does = &self.all[start];
        let is_act = does.folded().ends_with('s') && is_english(does.folded()) && self.is_lowercase(start);
        let is_short = (1..=ACT_WORDS_MAX).contains(&(end - start)) && self.comma_before(start) < start;
        let is_told = 0 < self.subject_length(self.sentence_start(start))
            && self.goes_on_with_verb(next)
            && 0 < self.joints(next);
        is_short && is_act && is_told && self.is_story_of(start..end)
    }

    /// `Morgan laughs, and swings`: the place behind the joint that belongs to the story, or `next` if the joint joins
    /// two orders.
    pub(super) fn behind_joint(&self, start: usize, next: usize) -> usize {
        let joints = self.joints(next);
        let sentence = self.sentence_start(start);
        let is_first = !(sentence..start).any(|it| self.is_verb(it)) && 0 < self.subject_length(sentence);
        // `A silence falls, and then Alpha fires`
        let behind = next + joints;
        let named = behind + articles(&self.all[behind..]);
        let begins = start == sentence && named < self.all.len() && 0 < self.named_at(named);
        next + if is_first && self.is_verb(next + joints) || begins { joints } else { 0 }
    }

    /// `"Steady," says Hale, who is no gunner`. Where an act of the speaker follows, as in `, and lobs his grenade`,
    /// the name of the speaker stays.
    pub(super) fn speeches(&self) -> Vec<Range<usize>> {
        const SPEAKER_WORDS_MAX: usize = 5;
        let is_quoted = |at: usize| {
            let letters = self.text.get(self.all[at].span.clone()).unwrap_or_default();
            letters.starts_with(['"', '“', '„', '«', '\'', '‘'])
        };
        let is_comma = |at: usize| self.all.get(at).is_some_and(|it| it.kind == Kind::Comma);
        let speech = |at: usize| {
            let behind = at + 1 + usize::from(is_comma(at + 1));
            let is_said = || is_quoted(at) && self.says_nothing(self.all[at].folded());
            let end = (behind + 1..self.all.len()).find(|it| {
                let word = &self.all[*it];
                ends(word) || word.gap.has(Gap::ENDS) || word.meaning.is_some_and(G::Keyword::joins)
            });
            let end = end.unwrap_or(self.all.len());
            let says = |it: usize| self.all.get(it).is_some_and(|it| SAYS.contains(it.folded()));
            let tells_them = |it: usize| match self.all.get(it..end) {
                Some([tells, whom]) => {
                    tells.folded() == "tells" && matches!(whom.folded(), "them" | "him" | "her" | "everybody")
                }
                _ => false,
            };
            // `says Marsh`, `Marsh says`, `Marsh tells them`
            let speaker = match says(behind) {
                true => behind + 1..end,
                false => {
                    (behind + 1..end).find(|it| says(*it) && it + 1 == end || tells_them(*it)).map(|it| behind..it)?
                }
            };
            let is_short = speaker.len() <= SPEAKER_WORDS_MAX && !speaker.is_empty();
            let decides = |it: usize| self.all[it].meaning.is_some_and(G::Keyword::decides);
            if !is_short || !is_said() || (behind..end).any(decides) {
                return None;
            }
            let next = end + usize::from(is_comma(end));
            // `"Steady," she says. "Steady now."`, and not `"Otter" holds`
            let is_sentence = |it: usize| {
                let letters = self.text.get(self.all[it].span.clone()).unwrap_or_default();
                letters.trim_end_matches(['"', '”', '“', '»', '\'', '’']).ends_with(['.', '!', '?', '…', ','])
            };
            let goes_on = |it: usize| is_quoted(it) && is_sentence(it) && self.says_nothing(self.all[it].folded());
            let next = next + (next..self.all.len()).take_while(|it| goes_on(*it)).count();
            let relative = next..self.segment_end(next);
            // `who isn't a gunner` describes the speaker, even if there are gunners in the battle.
            let is_noun = |it: usize| next < it && self.all[it - 1].is_article() && self.is_lowercase(it);
            let is_said = |it: usize| is_noun(it) && !self.is_verb(it) || self.is_of_story(it, next, next < it);
            if end < next && next < self.all.len() && self.begins_relative_clause(next) && relative.clone().all(is_said)
            {
                let end = relative.end + usize::from(is_comma(relative.end));
                return Some([at..end, end..end]);
            }
            let verb = next + self.joints(next);
            let is_told = self.named_at(speaker.start) == speaker.len();
            // The speaker does what follows, unless somebody else is named.
            match self.is_verb(verb) {
                true => (is_told && next < verb).then_some([at..speaker.start, speaker.end..verb]),
                false => Some([at..next, next..next]),
            }
        };
        (0..self.all.len()).filter_map(speech).flatten().filter(|it| !it.is_empty()).collect()
    }

    /// Whether a quotation holds no part of an order and takes nothing back, unlike `The knife`, `Hold` or `Not yet`.
    fn says_nothing(&self, said: &str) -> bool {
        static LIMITS: Listed = Listed::new(
            "only, wait, later, hold, halfway, half, everyone, both, hands, instead, first, leave, stop, next, \
             negative, signal, forget, cease, ceasefire, nah, after, before",
        );
        let mut words = Words::of(said, 0..said.len(), &[], self.grammar.lexicon());
        merge_phrases(&mut words, self.grammar.lexicon(), &self.tables);
        (0..words.all().len()).all(|at| {
            let word = &words.all()[at];
            // `Not a sound`, `I think`
            let is_thing = |noun: &Word<G::Keyword>| noun.meaning.is_none() && is_english(noun.folded());
            let next = words.all().get(at + 1..).unwrap_or_default();
            let is_idle = match word.folded() {
                "not" => matches!(next, [a, noun, ..] if a.is_article() && is_thing(noun)),
                "think" => at.checked_sub(1).is_some_and(|it| words.all()[it].folded() == "i") && next.is_empty(),
                _ => false,
            };
            let is_never = !is_idle && word.never().is_some();
            let is_weapon = || matches!(self.grammar.part_at(&words.all()[at..]), Some((Part::Weapon, _)));
            !is_never && !word.folded().split(' ').any(|it| LIMITS.contains(it)) && !is_weapon()
        })
    }

    /// `Without so much as a rustle Yoko goes`, `Like at the fair, then: the Shields form up`: the manner of an act,
    /// before the name.
    pub(super) fn lead_in(&self, start: usize) -> Option<Range<usize>> {
        const HOW: &[&str] = &["without", "like", "still"];
        const SCENE_WORDS_MIN: usize = 4;
        let does =
            |it: &Word<G::Keyword>| it.folded().ends_with("ing") && it.meaning.is_none() && is_english(it.folded());
        // `With the gunner still swearing, Alpha fires`
        let shows = || {
            let segment = &self.all[start..self.segment_end(start)];
            segment[0].means(G::Keyword::WITH) && SCENE_WORDS_MIN <= segment.len() && segment.iter().any(does)
        };
        let says_how =
            self.all.get(start).is_some_and(|it| HOW.contains(&it.folded()) || does(it) || !ends(it) && shows());
        if !says_how || start != self.sentence_start(start) {
            return None;
        }
        let is_said = |it: &usize| {
            let word = &self.all[*it];
            let is_of_order = || self.grammar.part_at(&self.all[*it..]).is_some() || self.is_part(*it);
            let is_story = || self.is_common_noun(*it) || self.is_of_story(*it, start, true) && !is_of_order();
            *it == start || ends(word) || word.folded() == "then" || is_story()
        };
        let end = start + (start..self.all.len()).take_while(is_said).take_while(|it| self.named_at(*it) == 0).count();
        (1 < end - start && end < self.all.len() && 0 < self.named_at(end)).then_some(start..end)
    }
}
