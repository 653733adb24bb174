//! What keeps a line from being an order: conditions, negations, doubts, questions (S-4).

use crate::diagnostic::Diagnostic;
use crate::field::Tile;
use crate::post::english::{AFTER_HOLD, Never, OWN};
use crate::post::fold::is_possessive;
use crate::post::words::Gap;

use super::clause::Clause;
use super::formation::{Drill, is_shape};
use super::keywords::Keyword;
use super::verbs::Verb;
use super::{Kind, Word, diagnostics};

impl Clause<'_> {
    /// The refusal of a line that holds a condition, a negation or a question (S-4). A name may hold such a word.
    pub(super) fn never(&self) -> Option<Diagnostic> {
        let all = self.words;
        let mut verbs = 0;
        let charges = all.iter().any(|it| it.meaning == Some(Keyword::Verb(Verb::Charge)));
        // Verbs of formations that may leave out units.
        let leaves_out =
            |it| matches!(self.formation_verb(Some(it)), Some(Drill::FormUp | Drill::March | Drill::Wheel));
        let names_units = !charges && all.iter().any(leaves_out);
        // `everyone but Alpha`
        let whom = self.at + self.words_for_everybody(self.rest()).unwrap_or(0);
        let is_negation = |it: &Word| it.meaning == Some(Keyword::Never(Never::Negation));
        let is_all = |it: Option<&Word>| it.is_some_and(|it| it.meaning == Some(Keyword::All));
        // `once there`, `when it gets there`, `on arrival`
        let says_on_arrival = |it: &Word| ["once ", "when ", "on "].iter().any(|on| it.folded().starts_with(on));
        for (at, word) in all.iter().enumerate().filter(|it| it.0 < self.at || whom <= it.0) {
            let why = match word.meaning {
                _ if word.kind == Kind::Question => return Some(diagnostics::never(word.span.clone(), None)),
                _ if self.stops_what_follows(at) && !self.is_in_name(at) => Some(Never::Negation),
                // `but don't`: the second word gives the reason.
                Some(Keyword::Never(Never::Choice | Never::But)) if all.get(at + 1).is_some_and(is_negation) => None,
                // `everyone else`
                Some(Keyword::Never(_)) if word.folded() == "else" && is_all(all[..at].last()) => None,
                Some(Keyword::Never(Never::Past)) if self.is_of_unknown_ability(at) => None,
                Some(Keyword::Never(why)) => {
                    let folded = word.folded();
                    let leaves_out = names_units && matches!(folded, "without" | "no" | "but" | "not" | "except");
                    let is_name = !folded.contains(' ') && self.is_in_name(at);
                    Some(why).filter(|_| !leaves_out && !is_name)
                }
                // A line that takes back what it has just said is a correction.
                Some(Keyword::Verb(Verb::Cancel)) if 0 < verbs => Some(Never::Correction),
                Some(Keyword::Verb(Verb::Cancel | Verb::Withdraw)) if self.takes_back(at) => {
                    return Some(diagnostics::taken_back_together(word.span.clone()));
                }
                Some(Keyword::While | Keyword::After | Keyword::Before) if self.hangs_on_others(at) => {
                    Some(Never::Condition)
                }
                Some(Keyword::Then) if says_on_arrival(word) && self.fights_there(at) => Some(Never::Condition),
                _ if let Some(tile) = self.tells_where(at) => {
                    return Some(diagnostics::tells_where(word.span.clone(), tile));
                }
                // `should Nobz charge`
                Some(Keyword::Telling) if self.supposes(at) => Some(Never::Condition),
                Some(Keyword::Telling | Keyword::Will) if at == self.at && self.asks() => Some(Never::Doubt),
                Some(Keyword::Verb(Verb::Hold)) if 0 < verbs && word.folded() == "on hold" => Some(Never::Correction),
                Some(it) => {
                    verbs += usize::from(it.is_verb());
                    None
                }
                None => None,
            };
            if why.is_some() {
                return Some(diagnostics::never(word.span.clone(), why));
            }
        }
        None
    }

    /// Whether this word stops what is said behind it, as in `hold fire on Nobz`, `skips the charge on Nobz`,
    /// `stop its move to K9`. `hold fire` alone is an order to hold.
    fn stops_what_follows(&self, at: usize) -> bool {
        let all = self.words;
        let Some(stop) = all.get(at).map(Word::folded).filter(|it| stops(it)) else { return false };
        let Some(length) = all.get(at + 1..).and_then(|it| it.iter().position(|it| !leads_to_what_stops(it))) else {
            return false;
        };
        let what = at + 1 + length;
        let (Some(word), Some(between)) = (all.get(what), all.get(at + 1..=what)) else { return false };
        if !self.is_verb(word) || between.iter().any(|it| it.gap.has(Gap::ENDS)) {
            return false;
        }
        match all.get(what + 1) {
            Some(next) if !ends_clause(next) => AT_WHAT.contains(&next.folded()) || !AFTER_HOLD.contains(next.folded()),
            // `stop shooting`
            _ => word.folded().ends_with("ing") && !stop.starts_with("hold") && stop != "held",
        }
    }

    // Whether one order of several is taken back: `withdraw Alpha's move`, `cancel the charge`, `withdraw fire order`.
    // A way to go doesn't follow.
    fn takes_back(&self, at: usize) -> bool {
        let behind = &self.words[at + 1..];
        let adds = |it: &&Word| it.is_article() || OWN.contains(&it.folded());
        let led = behind.iter().take_while(adds).count();
        let squad = self.words_for_squad(&behind[led..]).unwrap_or(0);
        let (named, what) = behind.split_at(led + squad);
        let [verb, rest @ ..] = what else { return false };
        let is_whose = squad == 0 && 0 < led || is_possessive(self.written(named));
        let ends = |it: &Word| ends_clause(it) || matches!(it.meaning, Some(Keyword::Orders | Keyword::For));
        // `withdraw form up for Alpha`
        let adds_shape = |it: &&Word| !ends(it) && (it.is_article() || is_shape(it.folded()));
        let shape = rest.iter().take_while(adds_shape).count();
        // `withdraw the volley`, where there is none
        let is_order = self.is_verb(verb) || self.no_formations(verb).is_some() && !self.names_part_of_ability(what);
        is_order && !verb.gap.has(Gap::ENDS) && (is_whose || rest.get(shape).is_none_or(ends))
    }

    // Whether an order hangs on what others do: `after they charge`, `while Nobz advance`.
    fn hangs_on_others(&self, at: usize) -> bool {
        let behind = &self.words[at + 1..];
        let named = &behind[usize::from(behind.first().is_some_and(Word::is_article))..];
        let Some(first) = named.first() else { return false };
        let found = self.squads_at(named);
        let is_own = found.matches.iter().any(|it| self.commands(it.squad()));
        let length = match (first.meaning, first.folded()) {
            (Some(Keyword::Enemy), _) | (_, "they" | "it" | "he" | "she") => 1,
            _ if !is_own => found.words,
            _ => 0,
        };
        let verb = named.get(length).filter(|_| 0 < length);
        verb.is_some_and(|it| self.is_verb(it) || matches!(it.meaning, Some(Keyword::Telling | Keyword::Never(_))))
    }

    // Whether an attack or an ability is to wait for a move: `once there, it shoots Nobz`, `shoots Nobz on arrival`. It
    // can't, because fire comes before moves.
    fn fights_there(&self, at: usize) -> bool {
        let (before, behind) = self.words.split_at(at);
        let verb = |it: &Word| it.meaning?.verb();
        let verb = behind.iter().find_map(verb).or_else(|| before.iter().rev().find_map(verb));
        matches!(verb, Some(Verb::Shoot | Verb::Melee | Verb::Attack | Verb::Charge | Verb::Use))
    }

    // Whether the line is a question without a question mark: `should we tap out`, `is Alpha holding`.
    fn asks(&self) -> bool {
        let asks = matches!(self.folded(), "should" | "shall" | "is" | "are" | "am" | "must" | "will" | "do" | "does");
        let has_subject = matches!(self.folded_at(1), "we" | "i" | "they" | "you" | "it") || self.names_squad(1);
        // `does shooting need a line of sight`
        asks && has_subject || self.folded() == "does" && self.is_verb_at(1)
    }

    // The tile where somebody is said to be, which sends nobody there: `I'm at J8`, `Alpha is already in J8`,
    // `hold, Bramble's at J8`.
    fn tells_where(&self, at: usize) -> Option<Tile> {
        // `we` is what is left of `we're`.
        const IS: &[&str] = &["im", "am", "is", "are", "theyre", "we"];
        const SMALL: &[&str] = &["already", "currently", "presently", "back", "right"];
        const NAME_WORDS_MAX: usize = 8;
        let word = self.words.get(at)?;
        // `O'Malley's` may be the whole name.
        let is_possessive = is_possessive(self.written(std::slice::from_ref(word))) && !self.is_in_name(at);
        let before = self.words.get(..at + usize::from(is_possessive))?;
        let leads = |it: &&Word| it.kind == Kind::Colon || it.meaning == Some(Keyword::Telling);
        let end = before.len() - before.iter().rev().take_while(leads).count();
        // `Alpha.3 is at J8`, `Alpha.3's at J8`
        let is_member = |[name, number]: &[Word; 2]| {
            let is_number = number.folded().starts_with(|it: char| it.is_ascii_digit());
            is_number && self.line.text.get(name.span.end..number.span.start) == Some(".")
        };
        let end = end - usize::from(before[..end].last_chunk::<2>().is_some_and(is_member));
        // `shoot Nobz, they are at R4` is about somebody else.
        let is_own = |it: usize| self.words_for_squad(&before[it..end]) == Some(end - it);
        let is_of_own = || end == 0 || (0..end).rev().take(NAME_WORDS_MAX).any(is_own);
        let ahead = (at + 1).checked_sub(self.at)?;
        let there = ahead + self.count_at(ahead, |it| it.is_polite() || SMALL.contains(&it.folded()));
        let is_there = matches!(self.folded_at(there), "at" | "in" | "on");
        let says_is = is_possessive || IS.contains(&word.folded());
        self.tile_of_map_at(there + 1).filter(|_| says_is && is_there && is_of_own())
    }

    // Whether this is about what an enemy might do: `should Nobz charge`.
    fn supposes(&self, at: usize) -> bool {
        let behind = &self.words[at + 1..];
        let found = self.squads_at(behind);
        let is_own = found.matches.iter().any(|it| self.commands(it.squad()));
        let acts = 0 < found.words && behind.get(found.words).is_some_and(|it| self.is_verb(it));
        self.words[at].folded() == "should" && !is_own && acts
    }

    // Whether this word is part of an unknown ability's name: `use Long Shot on Alpha`. The better answer is that
    // nobody has such an ability.
    fn is_of_unknown_ability(&self, at: usize) -> bool {
        let is_use = |it: &Word| it.meaning == Some(Keyword::Verb(Verb::Use));
        let Some(verb) = self.words[..at].iter().rposition(is_use) else { return false };
        let named = &self.words[verb + 1..];
        let leads = |it: &Word| matches!(it.meaning, Some(Keyword::On | Keyword::At | Keyword::For));
        let length = named.iter().take_while(|it| !leads(it) && !ends_clause(it)).count();
        at <= verb + length && named.get(length).is_some_and(leads) && self.names_ability_at(named).is_none()
    }

    // Whether a word is part of a name in this battle.
    fn is_in_name(&self, at: usize) -> bool {
        self.words.get(at).is_some_and(|it| self.names.has_word(it.folded()))
    }
}

/// The beginnings of words that stop what is said behind them.
const STOPS: &[&str] =
    &["stop", "skip", "pass", "halt", "paus", "freez", "hold", "ceas", "refrain", "avoid", "cancel", "forget", "forgo"];

/// Words between one that stops and what it stops, besides articles and possessives.
const LEADS_ON: &[&str] = &["on", "off", "from", "with", "about", "any", "all", "more", "further", "this", "that"];

/// Words between what is stopped and its target.
const AT_WHAT: &[&str] = &["on", "at", "upon", "against", "to", "toward", "towards", "with", "into"];

fn stops(folded: &str) -> bool {
    folded == "held" || STOPS.iter().any(|it| folded.starts_with(it))
}

fn leads_to_what_stops(word: &Word) -> bool {
    let folded = word.folded();
    word.meaning == Some(Keyword::Article) || OWN.contains(&folded) || LEADS_ON.contains(&folded)
}

// Whether a clause ends before this word: `hold fire, move to C7`, `stop and shoot Nobz`.
fn ends_clause(word: &Word) -> bool {
    word.kind != Kind::Word || word.gap.has(Gap::ENDS) || word.meaning == Some(Keyword::And)
}
