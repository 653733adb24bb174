//! Finds remarks beside an order: manner, reason, place and purpose, what nobody does, and what isn't meant.

use std::ops::Range;

use super::{Line, STORY_WORDS_MIN, ends};
use crate::post::correct::Part;
use crate::post::dictionary::is_english;
use crate::post::english::{Listed, MANNER_NOUNS, NOT_MEANT, Never, OWN};
use crate::post::grammar::Grammar;
use crate::post::lexicon::Meaning;
use crate::post::names::Table;
use crate::post::words::{Gap, Kind, Word, articles};

impl<G: Grammar> Line<'_, G> {
    /// `with a curse that makes the parrot blush`, `with a great shout`: the manner of an act, and no weapon.
    pub(super) fn manner(&self, start: usize, end: usize, next: usize) -> Option<Range<usize>> {
        const DESCRIBED_MAX: usize = 2;
        let with = (start..end).find(|it| self.all[*it].means(G::Keyword::WITH))?;
        let leads = |it: &usize| {
            let word = &self.all[*it];
            word.is_article() || OWN.contains(&word.folded())
        };
        let led = (with + 1..end).take_while(leads).count();
        let noun =
            (with + 1 + led..end).take(DESCRIBED_MAX + 1).find(|it| MANNER_NOUNS.contains(self.all[*it].folded()))?;
        let is_plain = (with + 1 + led..=noun).all(|it| self.is_of_story(it, with, false));
        let is_relative = |at: usize| (noun + 1..at).any(|it| self.begins_relative_clause(it));
        let goes_on = |it: &usize| self.is_of_story(*it, with, is_relative(*it)) && self.joints(*it) == 0;
        let behind = noun + 1 + (noun + 1..end).take_while(goes_on).count();
        let is_whole =
            behind == end || self.is_verb(behind) || 0 < self.subject_length(behind).max(self.named_at(behind));
        let is_led = 0 < led && is_plain && (is_whole || 0 < self.joints(behind));
        let is_apart = with == start && behind == end;
        // `Drummer, with a noise like thunder, fires`
        let from = if is_apart && self.is_verb(next) { self.comma_before(with) } else { with };
        is_led.then_some(from..if is_apart { next } else { behind })
    }

    /// `goes to G4, chair in hand`, `wanders off with his fingers in his ears`: how somebody carries a thing while
    /// moving. Only in sentences that name no enemy to use it on.
    pub(super) fn carried(&self, start: usize, end: usize) -> Option<Range<usize>> {
        static HOW: Listed = Listed::new(
            "in hand, in hands, in his hand, in her hand, up, raised, drawn, out, high, held high, low, ready, at the ready, \
             on his shoulder, on her shoulder, over his shoulder, over her shoulder, under his arm, under her arm, behind his back, behind her back, loaded",
        );
        let sentence = self.sentence_start(start);
        let names_foe = |it: usize| matches!(self.grammar.part_at(&self.all[it..]), Some((Part::Foe, _)));
        let goes = (sentence..start).any(|it| self.is_verb(it)) || (start..end).any(|it| self.is_verb(it));
        if !goes || (sentence..self.sentence_end(start)).any(names_foe) {
            return None;
        }
        let leads = |it: &usize| self.all[*it].is_article() || OWN.contains(&self.all[*it].folded());
        let thing = start + (start..end).take_while(leads).count();
        let is_held = |from: usize| {
            let behind = self.all.get(from..end).unwrap_or_default();
            HOW.contains(&behind.iter().map(Word::folded).collect::<Vec<_>>().join(" "))
        };
        if let Some((Part::Weapon, length)) = self.grammar.part_at(&self.all[thing..]) {
            return (self.comma_before(start) < start && is_held(thing + length))
                .then(|| self.comma_before(start)..end);
        }
        let with = (start..end).find(|it| self.all[*it].means(G::Keyword::WITH))?;
        let thing = with + 1 + (with + 1..end).take_while(leads).count();
        if let Some((Part::Weapon, length)) = self.grammar.part_at(&self.all[thing..]) {
            return is_held(thing + length).then_some(with..end);
        }
        let is_small = |it: usize| {
            let word = &self.all[it];
            OWN.contains(&word.folded()) || matches!(word.folded(), "in" | "on" | "at" | "over" | "and" | "the")
        };
        let is_thing = |it: usize| {
            let word = &self.all[it];
            let is_plain = word.meaning.is_none() && is_english(word.folded()) && word.number().is_none();
            is_plain && self.is_in_no_name(word) && !NOT_MEANT.contains(word.folded())
        };
        let is_own = self.all.get(with + 1).is_some_and(|it| OWN.contains(&it.folded()));
        let is_said = (with + 1..end).all(|it| is_small(it) || is_thing(it)) && (with + 1..end).any(is_thing);
        (is_own && is_said).then_some(with..end)
    }

    /// `, grumbling in step`: what somebody does while carrying out the order, at the end of the line or before another
    /// order.
    pub(super) fn meanwhile(&self, start: usize, end: usize) -> Option<Range<usize>> {
        let first = self.all.get(start).filter(|it| it.folded().ends_with("ing") && it.meaning.is_none())?;
        let next = end + usize::from(self.all.get(end).is_some_and(|it| it.kind == Kind::Comma));
        let is_last = (end == self.all.len() || self.begins_order_to_own(next)) && self.comma_before(start) < start;
        let is_it = is_last && is_english(first.folded()) && self.is_story(start..end);
        is_it.then(|| self.comma_before(start)..end)
    }

    /// `, and nobody sings`, `, nobody firing yet`: what nobody does, at the end of a line.
    pub(super) fn nobody_does(&self, start: usize, end: usize) -> Option<Range<usize>> {
        let nobody = start + self.joints(start);
        let is_last = end == self.all.len() && self.comma_before(start) < start;
        let is_said = |it: usize| {
            let word = self.all[it].folded();
            let limits = matches!(word, "else" | "but" | "except" | "until" | "unless" | "if");
            self.is_no_part(it) && !limits && !NOT_MEANT.contains(word)
        };
        let begins = self.all.get(nobody).is_some_and(|it| it.folded() == "nobody") && nobody + 1 < end;
        (is_last && begins && (nobody..end).all(is_said)).then(|| self.comma_before(start)..end)
    }

    /// `, as one tosses a coin to a fiddler`, `, the way it was always danced`, `, one pane at a time`: a comparison,
    /// at the end of a line.
    pub(super) fn likeness(&self, start: usize, end: usize) -> Option<Range<usize>> {
        static LIKE: Listed = Listed::new("as one, the way, like a, like an, like the, as if, as though");
        let first = [start, start + 1].map(|it| self.all.get(it).map_or("", Word::folded)).join(" ");
        let said: Vec<&str> = self.all.get(start..end)?.iter().map(Word::folded).collect();
        let says_how_many = said.first() == Some(&"one") && said.ends_with(&["at", "a", "time"]);
        // `quiet as mice`
        let says_as = end - start == 3 && self.all[start + 1].folded() == "as" && self.all[start].meaning.is_none();
        let is_like = LIKE.contains(self.all.get(start)?.folded()) || LIKE.contains(&first) || says_how_many || says_as;
        let is_last = end == self.all.len() && self.comma_before(start) < start;
        let says_nothing = |it: usize| self.is_no_part(it) && !NOT_MEANT.contains(self.all[it].folded());
        let is_long = says_as || STORY_WORDS_MIN < end - start;
        let is_story = || says_how_many || is_long && (start + 1..end).all(says_nothing);
        let is_it = is_like && is_last && is_story();
        is_it.then(|| self.comma_before(start)..end)
    }

    /// `, for they have slept badly`, `because she is tired`: a reason, at the end of a clause.
    pub(super) fn reason(&self, start: usize, end: usize) -> Option<Range<usize>> {
        const WHY: &[&str] = &["for", "as", "since"];
        let because = (start..end).find(|it| self.all[*it].folded() == "because");
        let is_last = end == self.all.len() && self.comma_before(start) < start;
        let from = because.or_else(|| (is_last && WHY.contains(&self.all[start].folded())).then_some(start))?;
        let least = if because.is_some() { 1 } else { STORY_WORDS_MIN };
        let is_it = least < end - from && (from + 1..end).all(|it| self.is_of_story(it, from, true));
        is_it.then(|| if from == start { self.comma_before(start)..end } else { from..end })
    }

    pub(super) fn brackets(&self) -> impl Iterator<Item = Range<usize>> {
        (1..self.all.len()).filter_map(|it| self.bracketed(it))
    }

    /// `(I was promised soup)`: a bracketed remark that takes nothing back.
    fn bracketed(&self, start: usize) -> Option<Range<usize>> {
        if !self.all[start].gap.has(Gap::OPEN) {
            return None;
        }
        let closes = |it: &usize| self.all[*it].gap.has(Gap::CLOSE);
        let end = (start + 1..self.all.len()).find(closes).unwrap_or(self.all.len());
        let is_said = |it: usize| {
            let word = &self.all[it];
            let is_mark = word.kind == Kind::Comma && start < it;
            let is_denial = word.never() == Some(Never::Negation);
            is_mark || self.is_noun(it, start) || !is_denial && self.is_of_story(it, start, true)
        };
        let is_remark = STORY_WORDS_MIN <= end - start && (start..end).all(is_said);
        (is_remark || self.cites(start..end)).then_some(start..end)
    }

    /// `up the road`, `along the canal road to J8`, `, away from the sharp thing`, `Behind the sandbags Alpha …`: a
    /// place that isn't on the map.
    pub(super) fn whereabout(&self, at: usize) -> Option<Range<usize>> {
        static LEADS: Listed = Listed::new(
            "across, against, along, among, amongst, amid, in among, around, away from, back into, back behind, behind, beside, beyond, by, close to, down, down from, down off, up off, up from, in, inside, into, near, \
             next to, off, onto, out of, over, past, round, through, under, up",
        );
        // `in the evening`, `in the case`
        static NO_PLACES: Listed = Listed::new(
            "afternoon, assumption, case, condition, conditions, circumstances, day, days, end, evening, event, future, hour, \
             hours, meantime, meanwhile, minute, minutes, month, morning, night, phase, round, time, turn, week, weekend, year, \
             arm, arms, collar, ear, hair, hand, hands, neck, nose, scruff, shoulder, sleeve, throat, waist",
        );
        // Without `my` and `your`: `over my dead body` and `in your dreams` are no places.
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
        // `walks up to M14 behind it.`
        let is_that = matches!(article.folded(), "it" | "them") && self.ends_part(at + length + 1);
        if is_that && 0 < at && folded(at) == "behind" {
            return Some(self.comma_before(at)..at + length + 1);
        }
        let is_led = article.is_article() || OF_OTHERS.contains(&article.folded());
        let noun = at + length + 1;
        let is_noun = |it: &usize| {
            let word = &all[*it];
            word.meaning.is_none() && !NO_PLACES.contains(word.folded()) && self.is_of_story(*it, noun, false)
        };
        let end = noun + (noun..all.len()).take_while(is_noun).count();
        let ends = |it: &Word<G::Keyword>| it.meaning.is_some() || it.kind != Kind::Word || it.gap.has(Gap::ENDS);
        let leads_to_name = || 0 < self.named_at(end + articles(&all[end..]));
        let is_whole = if at == 0 { leads_to_name() } else { all.get(end).is_none_or(ends) };
        (is_led && is_whole && (1..=NOUN_WORDS_MAX).contains(&(end - noun))).then(|| self.comma_before(at)..end)
    }

    /// `(R-3)`, `(F-6, the sergeant directs)`: words that cite a rule.
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
            let takes_back = self.all[it].never().is_some();
            begins_rule(it) || !takes_back && !self.is_verb(it) && self.exactly_named_at(it) == 0
        };
        text.split(SEPARATORS).any(is_rule) && words.into_iter().all(is_plain)
    }

    /// `I hope I wrote it right.`: a sentence of its own behind an order.
    pub(super) fn hope(&self, start: usize, end: usize) -> Option<Range<usize>> {
        let [who, hope, rest @ ..] = self.all.get(start..end)? else { return None };
        // `I hope to do it`
        let is_undone = rest.first().is_some_and(|it| it.folded() == "to");
        let is_hope = matches!(who.folded(), "i" | "we") && hope.folded() == "hope" && 1 < rest.len() && !is_undone;
        let is_sentence = 0 < start && self.all[start].gap.has(Gap::ENDS) && end == self.sentence_end(start);
        let says_nothing =
            |it: usize| self.is_no_part(it) && self.all[it].never() != Some(Never::Condition) && !self.is_verb(it);
        (is_hope && is_sentence && (start..end).all(says_nothing)).then_some(start..end)
    }

    /// `to get a better view`: a purpose, at the end of an order.
    pub(super) fn errand(&self, start: usize, end: usize) -> Option<Range<usize>> {
        // Verbs that no order uses.
        const WHY: &[&str] = &["be", "find", "get", "have", "hear", "listen", "see", "warm"];
        let all = self.all;
        let says_why = |it: &usize| {
            let [to, why, _, ..] = &all[*it..] else { return false };
            // `a better view`
            let is_better = |at: usize| all[at].folded() == "better" && all[at - 1].is_article();
            let is_said = |at: usize| {
                is_better(at) || self.is_of_story(at, *it, false) && self.grammar.part_at(&all[at..]).is_none()
            };
            to.folded() == "to" && WHY.contains(&why.folded()) && (it + 2..all.len()).all(is_said)
        };
        let why = (start.max(1)..end).find(says_why).filter(|it| all[..*it].iter().any(Word::is_order))?;
        Some(self.comma_before(why)..all.len())
    }

    /// `so that they stay between the people and the husks`: a purpose, at the end of a line.
    pub(super) fn purpose(&self, start: usize, end: usize) -> Option<Range<usize>> {
        const WHO: &[&str] = &["they", "it", "he", "she", "we", "nobody", "everybody"];
        let all = self.all;
        // `so` may have been removed by now, as a word that adds nothing.
        let that = (start.max(1)..end).find(|it| {
            matches!(all.get(*it..), Some([that, who, ..]) if that.folded() == "that" && WHO.contains(&who.folded()))
        })?;
        let from = that - usize::from(all[that - 1].folded() == "so");
        let goes_on = all[that..].iter().any(|it| it.kind == Kind::Semicolon)
            || all[that + 1..].iter().any(|it| it.gap.has(Gap::ENDS));
        (0 < from && !goes_on).then(|| self.comma_before(from)..all.len())
    }

    /// `, but not with the rocket launcher`, `, no machine gun`, `, not Second Draft`: a weapon, enemy or place that is
    /// ruled out after another one was named.
    pub(super) fn excluded(&self, start: usize) -> Option<Range<usize>> {
        const NOT: &[&str] = &["no", "not", "without"];
        const AND: &[&str] = &["but", "and"];
        let all = self.all;
        let joins = usize::from(AND.contains(&all[start].folded()));
        let not = all.get(start + joins)?.folded();
        let rest = all.get(start + joins + 1..).filter(|_| NOT.contains(&not))?;
        let leads =
            |it: &&Word<G::Keyword>| it.means(G::Keyword::WITH) || it.is_article() || OWN.contains(&it.folded());
        let led = rest.iter().take_while(leads).count();
        let named = rest.get(led..)?;
        let ends = |at: usize| named.get(at).is_none_or(|it| ends(it) || it.gap.has(Gap::ENDS));
        let (part, length) = self.grammar.part_at(named).filter(|it| it.0 != Part::Addressee && ends(it.1))?;
        // `no Second Draft` may correct what was said before.
        if part != Part::Weapon && not != "not" {
            return None;
        }
        let before = |at: usize| self.grammar.part_at(&all[at..start]).filter(|it| it.0 == part);
        let is_same = |at: usize, it: (Part, usize)| may_be_same(&self.tables, &all[at..at + it.1], &named[..length]);
        let other = |at: usize| before(at).is_some_and(|it| !is_same(at, it));
        // `shoots the Watch, but not the captain`, who belongs to the Watch
        let holds =
            |at: usize| before(at).is_some_and(|it| self.grammar.is_among(&named[..length], &all[at..at + it.1]));
        // `Alpha to K9, Bramble the same, but not K9`
        let is_told = part == Part::Place
            && (0..start).any(|at| {
                before(at).is_some_and(|it| {
                    all[at..at + it.1].iter().map(Word::folded).eq(named[..length].iter().map(Word::folded))
                })
            });
        let is_part = (0..start).any(holds);
        (!is_told && !is_part && (0..start).any(other))
            .then(|| self.comma_before(start)..all.len() - named.len() + length)
    }
}

fn may_be_same<K: Meaning>(tables: &[&Table], one: &[Word<K>], other: &[Word<K>]) -> bool {
    tables.iter().any(|table| {
        let [one, other] = [one, other].map(|it| table.find(it).matches);
        one.iter().any(|it| other.iter().any(|other| it.id == other.id))
    })
}
