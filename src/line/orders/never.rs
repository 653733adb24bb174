//! What makes an order of nothing: conditions, negations, doubts, questions (S-4).

use crate::diagnostic::Diagnostic;
use crate::post::english::Never;
use crate::post::words::Gap;

use super::clause::Clause;
use super::keywords::{self, Keyword};
use super::{Kind, Word, say};

impl Clause<'_> {
    /// What makes an order of nothing on this line: a condition, a negation, a question (S-4). A name may hold such a word.
    pub(super) fn never(&self) -> Option<Diagnostic> {
        let words = self.context.words;
        if !words.may_mean(keywords::STOPS) && !words.may_hold(Kind::Question) {
            return None;
        }
        let all = self.all();
        let mut verbs = 0;
        let names_units = all.iter().any(|it| self.leaves_units_out(it));
        // `everyone but Alpha`
        let whom = self.place() + self.everybody(self.rest()).unwrap_or(0);
        let is_negation = |it: &Word| it.meaning == Some(Keyword::Never(Never::Negation));
        for (at, word) in all.iter().enumerate().filter(|it| it.0 < self.place() || whom <= it.0) {
            if word.kind == Kind::Question {
                return Some(say::never(word.span.clone(), None));
            }
            match word.meaning {
                // `but don't`: the second says why.
                Some(Keyword::Never(Never::Choice)) if all.get(at + 1).is_some_and(is_negation) => (),
                Some(Keyword::Never(why)) => {
                    let folded = self.context.words.folded(word);
                    let leaves_out = names_units && matches!(folded, "without" | "no" | "but" | "not" | "except");
                    let is_name = !folded.contains(' ') && self.is_in_name(at);
                    if !leaves_out && !is_name {
                        return Some(say::never(word.span.clone(), Some(why)));
                    }
                }
                // What is taken back in the same breath was never said.
                Some(Keyword::Cancel) if 0 < verbs => {
                    return Some(say::never(word.span.clone(), Some(Never::Correction)));
                }
                Some(Keyword::Hold) if self.keeps_from(at) => {
                    return Some(say::never(word.span.clone(), Some(Never::Negation)));
                }
                Some(Keyword::While | Keyword::After | Keyword::Before) if self.hangs_on_others(at) => {
                    return Some(say::never(word.span.clone(), Some(Never::Condition)));
                }
                // `should Nobz charge`
                Some(Keyword::Telling) if self.supposes(at) => {
                    return Some(say::never(word.span.clone(), Some(Never::Condition)));
                }
                Some(Keyword::Telling | Keyword::Will) if at == self.place() && self.asks() => {
                    return Some(say::never(word.span.clone(), Some(Never::Doubt)));
                }
                Some(Keyword::Hold) if 0 < verbs && self.is_second_thought(at) => {
                    return Some(say::never(word.span.clone(), Some(Never::Correction)));
                }
                Some(it) if it.is_verb() => verbs += 1,
                _ => (),
            }
        }
        None
    }

    // `stop shooting`, `pass on shooting Nobz`
    fn keeps_from(&self, at: usize) -> bool {
        let behind = self.all().get(at + 1..).unwrap_or_default();
        let on = usize::from(behind.first().is_some_and(|it| it.meaning == Some(Keyword::On)));
        let is_going_on =
            |it: &Word| self.is_verb(it) && self.context.words.folded(it).ends_with("ing") && !it.gap.has(Gap::ENDS);
        let written = self.all().get(at).map_or("", |it| self.context.words.folded(it));
        ["stop", "skip", "pass", "halt", "pause", "freez"].iter().any(|it| written.starts_with(it))
            && behind.get(on).is_some_and(is_going_on)
    }

    // `after they charge`, `while Nobz advance`: what others do.
    fn hangs_on_others(&self, at: usize) -> bool {
        let behind = self.all().get(at + 1..).unwrap_or_default();
        let article = usize::from(behind.first().is_some_and(|it| it.meaning == Some(Keyword::Article)));
        let named = behind.get(article..).unwrap_or_default();
        let Some(first) = named.first() else { return false };
        let found = self.squads_at(named);
        let is_own = found.matches.iter().any(|it| self.commands(super::names::Named::squad(*it)));
        let length = match (first.meaning, self.context.words.folded(first)) {
            (Some(Keyword::Enemy), _) | (_, "they" | "it" | "he" | "she") => 1,
            _ if !is_own => found.words,
            _ => 0,
        };
        let verb = named.get(length).filter(|_| 0 < length);
        verb.is_some_and(|it| self.is_verb(it) || matches!(it.meaning, Some(Keyword::Telling | Keyword::Never(_))))
    }

    // `should we tap out`, `is Alpha holding`: a question without its mark.
    fn asks(&self) -> bool {
        let asks = matches!(self.folded(), "should" | "shall" | "is" | "are" | "am" | "must" | "will" | "do" | "does");
        let who = self.rest().get(1).map_or("", |it| self.context.words.folded(it));
        asks && (matches!(who, "we" | "i" | "they" | "you" | "it") || self.names_squad(1))
    }

    // `should Nobz charge`: what an enemy might do.
    fn supposes(&self, at: usize) -> bool {
        let behind = self.all().get(at + 1..).unwrap_or_default();
        let found = self.squads_at(behind);
        let is_own = found.matches.iter().any(|it| self.commands(super::names::Named::squad(*it)));
        self.all().get(at).is_some_and(|it| self.context.words.folded(it) == "should")
            && !is_own
            && behind.get(found.words).is_some_and(|it| 0 < found.words && self.is_verb(it))
    }

    // `shoot Nobz – wait, Gobz`: somebody else is meant now.
    fn is_second_thought(&self, at: usize) -> bool {
        let says_wait = self.all().get(at).is_some_and(|it| self.context.words.folded(it) == "wait");
        let behind = self.all().get(at + 1..).unwrap_or_default();
        says_wait
            && behind.first().is_some_and(|it| it.kind == Kind::Comma)
            && 0 < self.squads_at(behind.get(1..).unwrap_or_default()).words
    }

    // Whether a word that means something stands where a name of this battle has it.
    fn is_in_name(&self, at: usize) -> bool {
        let folded = self.all().get(at).map_or("", |it| self.context.words.folded(it));
        self.context.names.has_word(folded)
    }
}
