//! Guesses what a refused line may mean, from the squads, acts, targets, places and weapons that it names. The result
//! is only offered as a canonical order: nothing is taken until somebody writes it.

use std::cell::Cell;
use std::collections::BTreeSet;

use crate::diagnostic::Severity;

use super::correct::{self, FindPart, Part};
use super::dictionary::is_english;
use super::english::{Common, LIKE_TILES, Listed, NOT_MEANT, Never, SAYS};
use super::grammar::{Grammar, Line, Manner};
use super::lexicon::Meaning;
use super::near::{is_one_slip, may_unmake, sounds_alike};
use super::numbers;
use super::words::{Gap, Kind, Word, Words, articles, looks_like_a_tile};
use super::{Reading, arrange};

/// Verbs that are tried if a target and a weapon are named without a verb.
const VERBS_WITH_TARGET: &[&str] = &["shoot", "attack", "charge"];

/// Small words of orders, which mean nothing once the words around them were left out.
const SMALL_WORDS: &[&str] = &[
    "anything", "at", "away", "by", "down", "em", "for", "from", "he", "her", "him", "his", "i", "in", "into", "it",
    "its", "me", "my", "of", "on", "one", "onto", "our", "out", "over", "she", "so", "take", "takes", "taking",
    "their", "them", "there", "they", "this", "to", "up", "us", "we", "with", "you", "your",
];

/// Beginnings of words that rule out the act that is named with them.
static KEEPING_FROM: Listed = Listed::new(
    "abandon, abort, avoid, cancel, ceas, declin, delay, drop, forget, forgo, freez, give up, gives up, halt, \
     barr, except, exclud, hold back, holds back, ignor, lack, less, aside, minus, keep for, no more, paus, postpon, quit, refrain, resist, sav, scrap, skip, spar, stop, \
     away from, back from, bewar, beyond, bypass, clear of, evad, flee, from behind, out of",
);

/// Beginnings of words that rule out an order right behind them: `waits with the charge`.
const HOLDING_BACK: &[&str] = &["hold", "held", "pass", "quiet", "silent", "stand", "stay", "wait"];

/// Pronouns for those who get the order.
const SUBJECT_PRONOUNS: &[&str] = &["he", "i", "it", "she", "they", "we", "you"];

/// Pronouns for an enemy that was named before.
const ENEMY_PRONOUNS: &[&str] = &["em", "him", "her", "it", "them"];

/// The orders that a line may mean, in canonical form. `None` unless each part of the line can mean only one thing.
/// `may_look` is asked before each trial reading.
pub(super) fn orders<G: Grammar>(
    grammar: &G,
    words: &[Word<G::Keyword>],
    may_look: &impl Fn() -> bool,
) -> Option<Vec<String>> {
    let meant = |meant| orders_meant_by(grammar, words, meant, may_look);
    let as_it_stands = meant(with_corrections(grammar, without_stories(grammar, words)));
    let instead = || behind_correction(grammar, words).and_then(meant);
    as_it_stands.or_else(instead).or_else(|| behind_story(grammar, words).and_then(meant))
}

fn orders_meant_by<G: Grammar>(
    grammar: &G,
    written: &[Word<G::Keyword>],
    words: Vec<Word<G::Keyword>>,
    may_look: &impl Fn() -> bool,
) -> Option<Vec<String>> {
    let is_odd = |it: &Word<G::Keyword>| {
        // `w/o`, `xcept`, `nto`
        let is_unknown = it.kind == Kind::Word && it.meaning.is_none() && !is_english(it.folded());
        // `hmg at the Nobz, the rest holds`: it is unclear who the rest are, or the line would have been read.
        let is_undone = matches!(it.folded(), "o" | "rest" | "others") || is_unknown && may_unmake(it.folded());
        matches!(it.kind, Kind::Question | Kind::Stray)
            || it.never().is_some()
            || NOT_MEANT.contains(it.folded())
            || is_undone
            || !grammar.may_be_guessed(it)
    };
    // `In round 3 the Kiln charges`, `R2 Alpha: shoot Nobz`
    let first = written.first().map_or("", |it| it.folded().trim_end_matches(|it: char| it.is_ascii_digit()));
    let names_round = written.windows(2).any(|it| it[0].folded() == "round" && it[1].number().is_some())
        || matches!(first, "r" | "rd" | "rnd") && written.get(1..).is_some_and(|it| 0 < grammar.addressee_at(it));
    let quotes = |words: &[Word<G::Keyword>]| words.iter().any(|it| SAYS.contains(it.folded()));
    let is_quoted = written.windows(2).any(|it| quotes(&it[..1]) && matches!(it[1].kind, Kind::Colon | Kind::Comma))
        || quotes(&words);
    let asks = words.first().is_some_and(may_be_able);
    let words: Vec<_> = words.into_iter().filter(|it| !may_be_able(it)).collect();
    // `w8, Alpha holds`: "wait" rather than a destination.
    let is_like_tile = |it: &Word<G::Keyword>| LIKE_TILES.iter().any(|like| like.0 == it.folded());
    let begins_with_word_like_tile = words.first().is_some_and(is_like_tile) && words.iter().any(Word::is_order);
    // `Hank lets Shade attack him`
    let is_foe = |it: usize| matches!(grammar.part_at(&words[it..]), Some((Part::Foe, _)));
    let lets_foe = (1..words.len()).any(|it| matches!(words[it - 1].folded(), "let" | "lets") && is_foe(it));
    let says_later = written.iter().any(|it| it.folded() == "yet");
    if words.iter().any(is_odd)
        || begins_with_word_like_tile
        || lets_foe
        || says_later
        || names_round
        || keeps_from(&words, |from| grammar.part_at(from))
        || asks
        || is_quoted
        || misses_name(grammar, &words)
    {
        return None;
    }
    let meant =
        clauses(grammar, &words).iter().map(|it| it.orders_meant(grammar, may_look)).collect::<Option<Vec<_>>>()?;
    let meant = meant.concat();
    // If the same squad gets the same order twice, one of them may be meant for another squad.
    let is_once = |(n, it): (usize, &String)| !meant[..n].contains(it);
    meant.iter().enumerate().all(is_once).then_some(meant)
}

/// The words behind a correction that takes back all before it: `moves to K8. Scratch that, Ivo is there. Holds.`
fn behind_correction<G: Grammar>(grammar: &G, words: &[Word<G::Keyword>]) -> Option<Vec<Word<G::Keyword>>> {
    let part: FindPart<'_, G::Keyword> = &|from| grammar.part_at(from);
    let names = |from: usize| grammar.addressee_at(&words[from..]);
    // In `Alpha: no more moving`, nothing stands before the correction.
    let led = correct::heading_of_correction(words, part);
    let instead = correct::replacements(words, part).into_iter().find(|it| it.says_no && led < it.marks.start)?;
    let mut recipients = (0..instead.marks.start).filter(|it| 0 < names(*it));
    let who = recipients.next()?;
    let length = names(who);
    // Orders for anyone else would be lost.
    if recipients.any(|it| who + length <= it) {
        return None;
    }
    let behind = &words[instead.marks.end..];
    let is_told_anew = (0..behind.len()).any(|it| 0 < grammar.addressee_at(&behind[it..]));
    let who = if is_told_anew { &[] } else { &words[who..who + length] };
    Some(without_stories(grammar, &[who, behind].concat()))
}

/// The order behind a story that doesn't rule it out: `She takes the smallest hand, and the People move`.
fn behind_story<G: Grammar>(grammar: &G, words: &[Word<G::Keyword>]) -> Option<Vec<Word<G::Keyword>>> {
    const DENIALS: &[&str] = &["no", "not", "nobody", "none", "nothing", "never", "neither", "nor", "isnt", "doesnt"];
    let begins = |at: &usize| {
        let joins = |it: &Word<G::Keyword>| it.joins() || it.kind == Kind::Semicolon;
        joins(&words[at - 1]) && 0 < grammar.addressee_at(&words[at + articles(&words[*at..])..])
    };
    let start = (1..words.len()).find(begins)?;
    let tells = |at: usize| {
        let word = &words[at];
        let unmakes = word.never().is_some_and(|it| it != Never::Past) && !DENIALS.contains(&word.folded());
        let is_plain = matches!(word.kind, Kind::Word | Kind::Quoted | Kind::Comma);
        let is_told = 0 < at && 0 < grammar.addressee_at(&words[at..]);
        is_plain && !unmakes && !NOT_MEANT.contains(word.folded()) && !is_told
    };
    let name = grammar.addressee_at(words);
    // `Alpha and Yoko`
    let says_what = || words[..start].iter().any(|it| it.is_order() || looks_like_a_tile(it.folded()));
    if 0 < name && (start <= name + 1 || says_what()) {
        return None;
    }
    (0..start).all(tells).then(|| without_stories(grammar, &words[start..]))
}

/// Rewrites each unknown word as the only name that it sounds like: `whim` for Wim.
pub(super) fn rewrite_names_by_sound<G: Grammar>(grammar: &G, words: &mut Words<G::Keyword>) {
    const LETTERS_MIN: usize = 4;
    for at in 0..words.all().len() {
        let word = &words.all()[at];
        let written = word.folded().to_owned();
        if written.len() < LETTERS_MIN || word.kind != Kind::Word || piece(grammar, &words.all()[at..]).0.is_some() {
            continue;
        }
        let tables = grammar.tables();
        // The fallen keep their names, and nobody else is meant by them.
        if tables.iter().any(|it| it.has_word(&written)) {
            continue;
        }
        let sounds = |it: &&str| !it.contains(' ') && (is_one_slip(&written, it) || sounds_alike(&written, it));
        let meant: BTreeSet<&str> = tables.iter().flat_map(|it| it.full_names()).filter(sounds).collect();
        if let Some(name) = meant.first().filter(|_| meant.len() == 1) {
            words.rewrite(at, name, grammar.lexicon());
        }
    }
}

/// `calls off the charge`, `refrains from firing`
fn keeps_from<K: Meaning>(words: &[Word<K>], part: impl Fn(&[Word<K>]) -> Option<(Part, usize)>) -> bool {
    let is_holding =
        |it: &Word<K>| !it.folded().ends_with("ly") && HOLDING_BACK.iter().any(|word| it.folded().starts_with(word));
    let goes_on = |it: &&Word<K>| it.kind == Kind::Word && !it.gap.has(Gap::ENDS) && !it.meaning.is_some_and(K::joins);
    let is_kept = |from: &[Word<K>]| {
        let behind = from.iter().take_while(goes_on);
        behind.filter(|it| !is_holding(it)).any(Word::is_order)
    };
    // `hmg at the Nobz, rifles hold`, `but keep the rifles`: it is unclear which weapon is held back.
    let is_weapon = |it: usize| matches!(part(&words[it..]), Some((Part::Weapon, _)));
    let may_hold_weapon = |it: &Word<K>| is_holding(it) || it.folded().starts_with("keep");
    let is_held = |it: usize| is_holding(&words[it - 1]) && is_kept(&words[it..]);
    // `withdraw from B12`: the place that somebody leaves is no destination.
    let is_left = |it: usize| words[it - 1].folded() == "from" && matches!(part(&words[it..]), Some((Part::Place, _)));
    let texts: Vec<&str> = words.iter().map(Word::folded).collect();
    let pairs = || texts.windows(2).map(|it| it.join(" "));
    let is_one = |it: &str| KEEPING_FROM.words().iter().any(|word| it.starts_with(word));
    let is_off = |it: &&str| *it == "off" || it.ends_with(" off") || is_one(it);
    (0..words.len()).any(is_weapon) && words.iter().any(may_hold_weapon)
        || (1..=words.len()).any(is_held)
        || (1..words.len()).any(is_left)
        || texts.iter().any(is_off)
        || pairs().any(|it| is_one(&it))
}

/// Whether a word that usually rules out an order may not do so here.
pub(super) fn may_forbid_nothing<K: Meaning>(word: &Word<K>) -> bool {
    correct::may_correct(word) || may_be_able(word) || gives_reason(word) || word.never() == Some(Never::Past)
}

/// `and Longarm can stay put`, which asks nothing.
fn may_be_able<K>(word: &Word<K>) -> bool {
    word.folded() == "can"
}

fn gives_reason<K>(word: &Word<K>) -> bool {
    word.folded() == "because"
}

/// A line without its stories: segments that hold no part of an order, except perhaps a `not` or a `had`, such as `and
/// not a twig has anything to say about it` or `it had to be done`; segments about a thing that is no part of the
/// battle, `the soup is waiting`; and reasons, `because I like that trench`.
fn without_stories<G: Grammar>(grammar: &G, words: &[Word<G::Keyword>]) -> Vec<Word<G::Keyword>> {
    const STORY_WORDS_MIN: usize = 4;
    let ends = |it: &Word<G::Keyword>| it.kind == Kind::Comma || it.kind == Kind::Semicolon;
    let parts = words.chunk_by(|word, next| !ends(word) && !ends(next) && !next.gap.has(Gap::ENDS));
    let is_story = |part: &[Word<G::Keyword>]| {
        let says_nothing = |at: usize| {
            let is_known = matches!(piece(grammar, &part[at..]).0, Some(it) if it.sort != Sort::Small);
            !is_known || matches!(part[at].never(), Some(Never::Negation | Never::Past))
        };
        let begins = usize::from(part.first().is_some_and(ends));
        let is_of_nothing = |part: &[Word<G::Keyword>]| {
            let [article, thing, ..] = part else { return false };
            let is_thing = article.is_article() && thing.kind == Kind::Word;
            is_thing && thing.meaning.is_none() && (0..part.len()).all(|it| grammar.part_at(&part[it..]).is_none())
        };
        let is_long = STORY_WORDS_MIN <= part.len();
        is_long && ((0..part.len()).all(says_nothing) || is_of_nothing(&part[begins..]))
    };
    let without_reason = |part: &'_ [Word<G::Keyword>]| {
        let because = part.iter().position(gives_reason);
        part[..because.unwrap_or(part.len())].to_vec()
    };
    let mut parts: Vec<_> = parts.filter(|it| !is_story(it)).collect();
    // `holds, no shouting, thanks`
    let polite = |it: &Word<G::Keyword>| ends(it) || it.is_polite();
    let denies = |part: &[Word<G::Keyword>]| {
        let begins = part.iter().find(|it| !ends(it) && !it.joins());
        let is_meant = |it: &Word<G::Keyword>| it.never() != Some(Never::Condition) && !NOT_MEANT.contains(it.folded());
        // `Um, no.` takes all of it back.
        let says_what = 1 < part.iter().filter(|it| it.kind == Kind::Word).count();
        let is_denial = begins.is_some_and(|it| it.never() == Some(Never::Negation));
        // `but don't fire`, `no rifles`: it may take back or hold back something.
        let is_weapon = |it: usize| matches!(grammar.part_at(&part[it..]), Some((Part::Weapon, _)));
        let takes_back = |it: usize| part[it].is_order() || is_weapon(it);
        says_what && is_denial && part.iter().all(is_meant) && !(0..part.len()).any(takes_back)
    };
    while 1 < parts.len() && parts.last().is_some_and(|it| denies(it) || it.iter().all(polite)) {
        parts.pop();
    }
    parts.into_iter().flat_map(without_reason).collect()
}

/// A line with its corrections applied: `attacks Hank, sorry, Morgan, with the knife`.
fn with_corrections<G: Grammar>(grammar: &G, mut words: Vec<Word<G::Keyword>>) -> Vec<Word<G::Keyword>> {
    let marks = |words: &[Word<G::Keyword>]| {
        (0..words.len()).take_while(|it| correct::announces_correction(&words[*it..])).count()
    };
    let mut at = 1;
    while at < words.len() {
        let length = marks(&words[at..]);
        let says_so = words[at..at + length].iter().any(|it| it.kind == Kind::Word);
        let length = length + words[at + length..].iter().take_while(|it| says_so && correct::leads(*it)).count();
        let right = words.get(at + length..).filter(|it| says_so && !it.is_empty()).and_then(|it| grammar.part_at(it));
        let named = |from: usize| grammar.part_at(&words[from..at]).filter(|it| Some(it.0) == right.map(|it| it.0));
        if let Some((_, right)) = right
            && let Some((from, wrong)) = last_named(named, at)
        {
            let meant = words[at + length..at + length + right].to_vec();
            words.drain(at..at + length + right);
            words.splice(from..from + wrong, meant);
        }
        at += 1;
    }
    words
}

/// The place and the length of the last name before `at`, taken as long as it goes.
fn last_named(named: impl Fn(usize) -> Option<(Part, usize)>, at: usize) -> Option<(usize, usize)> {
    let found = (0..at).filter_map(|it| Some((it, named(it)?.1)));
    found.max_by_key(|(from, length)| (from + length, *length))
}

/// Whether the target has an unknown name, or is the nearest of something unknown, or the second nearest.
fn misses_name<G: Grammar>(grammar: &G, words: &[Word<G::Keyword>]) -> bool {
    (0..words.len()).any(|at| {
        let named = at + 1 + articles(&words[at + 1..]);
        let rest = words.get(named..).filter(|it| it.first().is_some_and(|it| it.kind == Kind::Word));
        let clause = words[..at].iter().rev().take_while(|it| it.kind != Kind::Comma && it.kind != Kind::Semicolon);
        let is_order = || clause.into_iter().any(Word::is_order);
        let is_nearest = words[at].is_nearest();
        let is_next = || at.checked_sub(1).is_some_and(|it| numbers::ordinal(words[it].folded()).is_some());
        // `rifles on the Trolls`, `rifles in reserve`
        let is_weapon =
            |it: usize| matches!(grammar.part_at(&words[it..]), Some((Part::Weapon, length)) if it + length == at);
        let is_behind_weapon = || words[at].meaning.is_some_and(G::Keyword::leads) && (0..at).any(is_weapon);
        let is_aim = is_nearest || words[at].means(G::Keyword::AT);
        let names_nobody = || rest.is_some_and(|it| piece(grammar, it).0.is_none());
        is_nearest && is_next() || (is_aim && is_order() || is_behind_weapon()) && names_nobody()
    })
}

/// The order to one squad, or to several together.
#[derive(Default)]
struct Clause {
    recipients: Vec<String>,
    pieces: Vec<Piece>,
    /// How many of the pieces stand before the first name.
    lead: usize,
    /// Whether words without meaning and then a comma follow the names, as in a story.
    is_story: bool,
    /// Whether words stand between two of the names, so that the first may only be passing an order to the second.
    is_unclear: bool,
    /// Whether other words follow a weapon, and may hold it back: `with rifles, MG in reserve`.
    tells_of_weapon: bool,
}

/// Words that mean something together.
struct Piece {
    sort: Sort,
    text: String,
}

#[derive(Clone, Copy, PartialEq)]
enum Sort {
    Named(Part),
    Verb,
    /// A word that connects others and means nothing by itself.
    Small,
    Other,
}

/// The clauses of a line, without the words that mean nothing. A name begins another clause if the one before already
/// says something.
fn clauses<G: Grammar>(grammar: &G, words: &[Word<G::Keyword>]) -> Vec<Clause> {
    let mut all = Vec::new();
    let mut clause = Clause::default();
    let mut foe: Option<String> = None;
    let mut unknown = false;
    let says_something = |it: &Piece| matches!(it.sort, Sort::Named(_) | Sort::Verb);
    let (mut at, mut told_end, mut weapon_end) = (0, 0, 0);
    // `Alpha tells Bramble to move`
    let says_more = |it: &Word<G::Keyword>| it.kind == Kind::Word && !it.joins() && !it.is_article() && !it.is_polite();
    while let Some(rest) = words.get(at..).filter(|it| !it.is_empty()) {
        let (piece, length) = piece(grammar, rest);
        let between = told_end..at;
        at += length.max(1);
        let is_apart = |it: &Word<G::Keyword>| it.joins() || it.gap.has(Gap::ENDS);
        let is_behind_weapon = rest[0].kind == Kind::Word && clause.ends_with_weapon();
        let says_other = piece.as_ref().is_none_or(|it| it.sort == Sort::Other);
        clause.tells_of_weapon |= says_other && is_behind_weapon && !words[weapon_end..at].iter().any(is_apart);
        match piece {
            Some(Piece { sort: Sort::Named(Part::Addressee), text }) => {
                // `Nuri spits and waves his people on, and Matchbox moves`
                if clause.is_story && !clause.pieces.iter().any(says_something) {
                    clause = Clause::default();
                }
                let begins = !clause.recipients.is_empty() && rest[0].gap.has(Gap::ENDS);
                if begins || clause.pieces.iter().skip(clause.lead).any(says_something) && !clause.is_lead() {
                    all.push(std::mem::take(&mut clause));
                }
                if clause.recipients.is_empty() {
                    clause.lead = clause.pieces.len();
                }
                clause.is_unclear |= !clause.recipients.is_empty() && words[between].iter().any(says_more);
                told_end = at;
                clause.recipients.push(text);
                unknown = false;
            }
            Some(Piece { sort: Sort::Small, text })
                if ENEMY_PRONOUNS.contains(&text.as_str()) && clause.lacks_foe() =>
            {
                let meant = foe.clone().map(|text| Piece { sort: Sort::Named(Part::Foe), text });
                clause.pieces.extend(meant);
            }
            Some(piece) => {
                if piece.sort == Sort::Named(Part::Foe) {
                    foe = Some(piece.text.clone());
                }
                if piece.sort == Sort::Named(Part::Weapon) {
                    weapon_end = at;
                }
                clause.pieces.push(piece);
            }
            None => {
                unknown |= rest[0].kind == Kind::Word;
                clause.is_story |= unknown && rest[0].kind == Kind::Comma && !clause.recipients.is_empty();
            }
        }
    }
    all.push(clause);
    all
}

/// The first piece of these words, if they begin with one, and its length in words.
fn piece<G: Grammar>(grammar: &G, words: &[Word<G::Keyword>]) -> (Option<Piece>, usize) {
    let first = &words[0];
    if !matches!(first.kind, Kind::Word | Kind::Quoted) {
        return (None, 1);
    }
    let says_nothing = SMALL_WORDS.contains(&first.folded());
    // `moovve 2 J8`, where the number names no squad or unit of the poster's
    let leads_to_tile = first.folded() == "2" && words.get(1).is_some_and(|it| looks_like_a_tile(it.folded()));
    // A small word may begin the name of something.
    let is_named = |it: &(Part, usize)| 1 < it.1 || !says_nothing && (!leads_to_tile || it.0 == Part::Addressee);
    if let Some((part, length)) = grammar.part_at(words).filter(is_named) {
        let named: Vec<&str> = words[..length].iter().map(Word::folded).collect();
        let sort = if matches!(part, Part::Way | Part::Direction) { Sort::Other } else { Sort::Named(part) };
        return (Some(Piece { sort, text: named.join(" ") }), length);
    }
    let is_small = |it: G::Keyword| {
        let common = [Common::Article, Common::Polite, Common::Telling].map(G::Keyword::from);
        common.contains(&it) || it.joins() || it.leads()
    };
    let sort = match first.meaning {
        _ if says_nothing || leads_to_tile => Sort::Small,
        Some(meaning) if is_small(meaning) => Sort::Small,
        Some(meaning) if meaning.is_order() => Sort::Verb,
        Some(_) => Sort::Other,
        None if first.number().is_some() => Sort::Other,
        None => return (None, 1),
    };
    (Some(Piece { sort, text: first.folded().to_owned() }), 1)
}

impl Clause {
    fn orders_meant<G: Grammar>(&self, grammar: &G, may_look: &impl Fn() -> bool) -> Option<Vec<String>> {
        // An order that names nobody mustn't be read as an order to everybody.
        let is_to_those = |it: &Vec<String>| !self.recipients.is_empty() || it.len() == 1;
        let read = |order: String| {
            let meant = if may_look() { read(grammar, &self.with_recipients(&order)) } else { None };
            meant.filter(is_to_those)
        };
        let is_one = |it: &Piece| matches!(it.text.as_str(), "he" | "she" | "it");
        let holds_weapon = self.tells_of_weapon && 1 < self.texts(Sort::Named(Part::Weapon)).count();
        if self.is_unclear || holds_weapon || 1 < self.recipients.len() && self.pieces.iter().any(is_one) {
            return None;
        }
        let says_nothing = |it: &Piece| it.sort == Sort::Small;
        let tells = |it: &Piece| says_nothing(it) && SUBJECT_PRONOUNS.contains(&it.text.as_str());
        let as_it_stands = [self.without(|_| false), self.without(tells), self.without(says_nothing)];
        if let Some(meant) = as_it_stands.into_iter().find_map(read) {
            // `cracks his knuckles and gives Pim a shove`
            let is_other = |it: Vec<String>| !it.iter().all(|it| meant.contains(it));
            let ways = |it| [self.in_order(it, true), self.at_whom(it, true)].into_iter().flatten();
            let says_more = || self.texts(Sort::Verb).flat_map(ways).filter_map(read).any(is_other);
            let has_several = 1 < self.texts(Sort::Verb).count();
            return Some(meant.clone()).filter(|_| !(has_several && says_more()));
        }
        let several = || self.by_verbs().and_then(read).or_else(|| self.by_pairs().and_then(read));
        let verbs = || self.texts(Sort::Verb).chain(self.implied_verbs().iter().copied());
        let only = |is_armed| {
            let meant = verbs().filter_map(|it| read(self.in_order(it, is_armed)?));
            let mut meant: BTreeSet<Vec<String>> = meant.collect();
            meant.pop_first().filter(|_| meant.is_empty())
        };
        // If they only move, the weapon is part of a story.
        let goes = !self.lacks(Part::Place) && self.lacks(Part::Foe);
        several().or_else(|| only(true)).or_else(|| only(false).filter(|_| goes))
    }

    /// One order for each of several verbs: `goes north, three tiles, and hides behind cover`.
    fn by_verbs(&self) -> Option<String> {
        let verbs: Vec<usize> = (0..self.pieces.len()).filter(|it| self.pieces[*it].sort == Sort::Verb).collect();
        let ends = verbs.iter().skip(1).chain([&self.pieces.len()]).copied().collect::<Vec<_>>();
        let begins = [0].into_iter().chain(verbs.iter().skip(1).copied());
        let says_something = |it: &&Piece| it.sort != Sort::Small;
        let order = |(begin, end): (usize, usize)| {
            let pieces = self.pieces[begin..end].iter().filter(says_something);
            pieces.map(|it| it.text.as_str()).collect::<Vec<_>>().join(" ")
        };
        let orders: Vec<String> = begins.zip(ends).map(order).collect();
        // `holds the charge on the Orcs`
        let holds = self.texts(Sort::Verb).any(|it| HOLDING_BACK.iter().any(|word| it.starts_with(word)));
        (1 < verbs.len() && !holds).then(|| orders.join(" and "))
    }

    /// One target for each of several weapons, without a verb: `mg Cobblers, rifles Choir`.
    fn by_pairs(&self) -> Option<String> {
        let named = self.pieces.iter().filter(|it| it.sort != Sort::Small).collect::<Vec<_>>();
        let pair = |it: &[&Piece]| match it {
            [weapon, foe] if weapon.sort == Sort::Named(Part::Weapon) && foe.sort == Sort::Named(Part::Foe) => {
                Some(format!("{} with {}", foe.text, weapon.text))
            }
            _ => None,
        };
        let pairs = named.chunks(2).map(pair).collect::<Option<Vec<_>>>()?;
        (1 < pairs.len()).then(|| format!("shoot {}", pairs.join(", ")))
    }

    /// Whether it is the beginning of the order to whoever is named next: `With the rifles Alpha fires`.
    fn is_lead(&self) -> bool {
        let is_whole = self.texts(Sort::Verb).next().is_some() && !(self.lacks(Part::Foe) && self.lacks(Part::Place));
        self.recipients.is_empty() && !is_whole
    }

    fn ends_with_weapon(&self) -> bool {
        let last = self.pieces.iter().rfind(|it| it.sort != Sort::Small);
        last.is_some_and(|it| it.sort == Sort::Named(Part::Weapon))
    }

    fn lacks(&self, part: Part) -> bool {
        self.texts(Sort::Named(part)).next().is_none()
    }

    fn texts(&self, sort: Sort) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter(move |it| it.sort == sort).map(|it| it.text.as_str())
    }

    /// Whether a pronoun may stand for the target: there is a verb or a weapon, but no enemy yet.
    fn lacks_foe(&self) -> bool {
        let is_with = |it: &Piece| it.text == "with";
        let says_verb = self.texts(Sort::Verb).next().is_some() || !self.lacks(Part::Weapon);
        says_verb && self.lacks(Part::Foe) && !self.pieces.last().is_some_and(is_with)
    }

    fn with_recipients(&self, order: &str) -> String {
        if self.recipients.is_empty() {
            order.to_owned()
        } else {
            format!("{}: {order}", self.recipients.join(" and "))
        }
    }

    /// The pieces in their order, without small words at either end and without those that `is_out` drops.
    fn without(&self, is_out: impl Fn(&Piece) -> bool) -> String {
        let joins = |it: &&Piece| it.sort == Sort::Small;
        let first = self.pieces.iter().take_while(joins).count();
        let last = self.pieces.len() - self.pieces.iter().rev().take_while(joins).count();
        let kept = self.pieces.get(first..last).unwrap_or_default().iter().filter(|it| !is_out(it));
        kept.map(|it| it.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// The verbs that are tried if none is written.
    fn implied_verbs(&self) -> &'static [&'static str] {
        match (self.texts(Sort::Verb).next(), self.texts(Sort::Named(Part::Foe)).next()) {
            (None, Some(_)) if !self.lacks(Part::Weapon) => VERBS_WITH_TARGET,
            (None, None) => &["move"],
            _ => &[],
        }
    }

    /// Verb, target, weapons, place, and then the rest. `None` if several targets or several places are named.
    fn in_order(&self, verb: &str, is_armed: bool) -> Option<String> {
        let mut order = self.at_whom(verb, is_armed)?;
        self.texts(Sort::Other).for_each(|it| order.extend([" ", it]));
        Some(order)
    }

    fn at_whom(&self, verb: &str, is_armed: bool) -> Option<String> {
        let foes: BTreeSet<&str> = self.texts(Sort::Named(Part::Foe)).collect();
        let places: BTreeSet<&str> = self.texts(Sort::Named(Part::Place)).collect();
        let weapons: Vec<&str> = self.texts(Sort::Named(Part::Weapon)).collect();
        let is_armed = is_armed && !weapons.is_empty();
        let with = if is_armed { format!(" with {}", weapons.join(" and ")) } else { String::new() };
        let foe = foes.first().map(|it| format!(" {it}")).unwrap_or_default();
        let to = places.first().map(|it| format!(" to {it}")).unwrap_or_default();
        let is_clear = foes.len() < 2 && places.len() < 2;
        is_clear.then(|| format!("{verb}{foe}{with}{to}"))
    }
}

/// The orders of a line, in canonical form. `None` unless all of it is understood and every order may be offered.
fn read<G: Grammar>(grammar: &G, text: &str) -> Option<Vec<String>> {
    let whole = 0..text.len();
    let post = [whole.clone()];
    arrange::both_ways(grammar, text, whole.clone(), &[]).find_map(|words| {
        let span = whole.clone();
        let line = Line { text, span, post: &post, words: &words, suggestions: &Cell::new(0), manner: Manner::Usual };
        let mut reading = Reading::default();
        grammar.parse(&line, &mut reading);
        let may_be_meant = reading.orders().all(|it| grammar.may_be_offered(it));
        // A warning without a rule says that words were left out.
        let leaves_aside = reading.diagnostics.iter().any(|it| it.severity == Severity::Warning && it.rule.is_none());
        (reading.is_whole() && may_be_meant && !leaves_aside).then(|| grammar.printed_orders(&reading))
    })
}
