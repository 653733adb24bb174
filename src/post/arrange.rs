//! Words of a line, arranged by tables: names that would mean something else, and words that stand for one together.

use std::ops::Range;

use super::english::{Common, Never, OWN, SELVES, THEIR, THEMSELVES, TOO};
use super::grammar::Grammar;
use super::lexicon::{Lexicon, Meaning};
use super::names::{Found, Table};
use super::words::{Gap, Kind, Word, Words, looks_like_a_tile};

/// Reads one line into words and arranges them. Says whether a name was found that could be read as something else.
pub fn words<G: Grammar>(
    grammar: &G,
    words: &mut Words<G::Keyword>,
    text: &str,
    line: Range<usize>,
    hidden: &[Range<usize>],
) -> bool {
    words.read(text, line, hidden, grammar.lexicon());
    read_labels(words, grammar.lexicon(), &grammar.tables());
    merge_reversed(words, &grammar.tables());
    let has_names = merge_names(words, grammar);
    grammar.arrange(words);
    has_names
}

/// Reads one line into words twice: with names that could be read as something else, and without.
pub(super) fn each_way<G: Grammar>(
    grammar: &G,
    text: &str,
    line: Range<usize>,
    hidden: &[Range<usize>],
) -> impl Iterator<Item = Words<G::Keyword>> {
    [true, false].into_iter().map(move |has_names| {
        let mut read = Words::default();
        if has_names {
            words(grammar, &mut read, text, line.clone(), hidden);
        } else {
            read.read(text, line.clone(), hidden, grammar.lexicon());
            grammar.arrange(&mut read);
        }
        read
    })
}

/// Makes one word of each name that would mean something else by itself: `Hammer & Tongs`, `Fire Team`, `Go, Go, Go!` are as
/// exact as if they stood between quotes. Says whether there was one that may be read as something else.
pub(super) fn merge_names<G: Grammar>(words: &mut Words<G::Keyword>, grammar: &G) -> bool {
    let tables = grammar.tables();
    let mut is_two_faced = false;
    let mut at = 0;
    while let Some(rest) = words.all().get(at..).filter(|it| !it.is_empty()) {
        let longest = tables.iter().filter_map(|it| it.tricky_at(rest)).max_by_key(|it| it.words);
        // `the Bridge Husks`, where something is called "the bridge"
        let is_of_other = |words: usize| {
            (1..words).any(|ahead| {
                let named = tables.iter().map(|it| it.find(&rest[ahead..]));
                named.filter(Found::is_exact).any(|it| words < ahead + it.words)
            })
        };
        if let Some(found) = longest.filter(|it| !is_of_other(it.words)) {
            let end = at + found.words;
            let is_in_phrase = |from: usize| {
                phrase_at(words, from, grammar.lexicon()).is_some_and(|it| at < from + it.0.split(' ').count())
            };
            is_two_faced |= found.is_two_faced || (at.saturating_sub(PHRASE_WORDS_MAX)..end).any(is_in_phrase);
            words.merge(at..end, Kind::Quoted, None, found.name);
        }
        at += 1;
    }
    is_two_faced
}

/// No phrase that is about a name begins more words before it.
const PHRASE_WORDS_MAX: usize = 4;

/// Makes one word of each phrase.
pub fn merge_phrases<K: Meaning>(words: &mut Words<K>, lexicon: &Lexicon<K>, tables: &[&Table]) {
    let mut at = 0;
    while at < words.all().len() {
        let found = phrase_at(words, at, lexicon);
        if let Some((phrase, meaning)) = found.filter(|it| !is_named(words, at, &it.0, tables)) {
            let length = phrase.split(' ').count();
            words.merge(at..at + length, Kind::Word, Some(*meaning), phrase);
        }
        at += 1;
    }
}

/// Makes `to` of what leads to a tile in other words, as in `march until F4` and `go on J4`, and a tile of one that was spoken:
/// `to m fifteen`.
pub fn lead_to_tiles<K: Meaning>(words: &mut Words<K>, lexicon: &Lexicon<K>) {
    const UNTIL: &[&str] = &["until", "till", "til"];
    const GO: &[&str] = &["go", "goes", "going"];
    const TO: &[&str] = &["to", "via", "through", "onto", "into", "toward", "towards", "tile"];
    let is_spoken = |column: &Word<K>, row: &Word<K>| {
        let is_number = row.number().is_some() && row.folded().chars().all(char::is_alphabetic);
        letter(column).len() == 1 && is_number
    };
    for at in 0..words.all().len() {
        let Some([leads, rest @ ..]) = words.all().get(at..) else { return };
        let is_near = matches!(rest, [tile, ..] if looks_like_a_tile(tile.folded()))
            || matches!(rest, [column, row, ..] if is_spoken(column, row));
        // `goes too G6`
        if leads.folded() == "too" && is_near {
            words.rewrite(at, "to", lexicon);
        }
        let Some([leads, rest @ ..]) = words.all().get(at..) else { return };
        let goes_on =
            leads.folded() == "on" && at.checked_sub(1).is_some_and(|it| GO.contains(&words.all()[it].folded()));
        let adds = |it: &&Word<K>| it.is_article() || it.folded() == "tile";
        let tile = rest.get(rest.iter().take_while(adds).count());
        let is_tile = tile.is_some_and(|it| looks_like_a_tile(it.folded()));
        let is_to = TO.contains(&leads.folded());
        // `goes ahead until F4`
        let polite = |it: &&Word<K>| it.meaning == Some(Common::Polite.into());
        let before = &words.all()[..at];
        let verb = before.len() - before.iter().rev().take_while(polite).count();
        let is_behind_verb = verb.checked_sub(1).is_some_and(|it| words.all()[it].meaning.is_some_and(K::decides));
        if is_tile && (UNTIL.contains(&leads.folded()) && is_behind_verb || goes_on) {
            words.rewrite(at, "to", lexicon);
        } else if let [column, row, ..] = rest
            && is_to
            && is_spoken(column, row)
            && let Some(number) = row.number()
        {
            let tile = format!("{}{number}", letter(column));
            words.merge(at + 1..at + 3, Kind::Word, None, &tile);
        }
    }
}

/// The letter that a word is when it is spoken: `kay`.
fn letter<K>(word: &Word<K>) -> &str {
    const SPOKEN: &[(&str, &str)] = &[
        ("bee", "b"),
        ("dee", "d"),
        ("eff", "f"),
        ("gee", "g"),
        ("aitch", "h"),
        ("jay", "j"),
        ("kay", "k"),
        ("ell", "l"),
        ("em", "m"),
        ("en", "n"),
        ("pee", "p"),
        ("cue", "q"),
        ("ess", "s"),
        ("tee", "t"),
        ("vee", "v"),
        ("ex", "x"),
    ];
    let spoken = SPOKEN.iter().find(|it| it.0 == word.folded());
    spoken.map_or(word.folded(), |it| it.1)
}

/// Makes `at` of the `to` between a verb and a foe: `shoots to the Boyz`. `shot` says whether a verb shoots, and `named` how many
/// words name a foe.
pub fn aim_to<K: Meaning>(
    words: &mut Words<K>,
    lexicon: &Lexicon<K>,
    shot: impl Fn(&Word<K>) -> bool,
    named: impl Fn(&[Word<K>]) -> usize,
) {
    for at in 1..words.all().len() {
        let [shoots, to, rest @ ..] = &words.all()[at - 1..] else { return };
        let articles = rest.iter().take_while(|it| it.is_article()).count();
        if to.folded() == "to" && shot(shoots) && 0 < named(&rest[articles..]) {
            words.rewrite(at, "at", lexicon);
        }
    }
}

/// Makes `then` of `after`, where no more than a verb follows: `and after go to J4`.
pub fn go_on_after<K: Meaning>(words: &mut Words<K>, lexicon: &Lexicon<K>) {
    for at in 1..words.all().len() {
        let [before, after, verb, ..] = &words.all()[at - 1..] else { return };
        if before.joins() && after.folded() == "after" && verb.is_order() && !verb.folded().ends_with("ing") {
            words.rewrite(at, "then", lexicon);
        }
    }
}

/// Leaves out what says once more who it is: `Drummer he moves to J4`, `and then he moves`. `named` says how many words name somebody,
/// and `told` how many name one of the poster's own.
pub fn leave_out_echoes<K: Meaning>(
    words: &mut Words<K>,
    named: impl Fn(&[Word<K>]) -> usize,
    told: impl Fn(&[Word<K>]) -> usize,
) {
    const ECHOES: &[&str] = &["he", "she", "it", "they"];
    // However often a post says it, looking back stays short.
    const TOLD_BEFORE_MAX: usize = 40;
    let all = words.all();
    let ends = |at: usize| 0 < at && all[at].gap.has(Gap::ENDS);
    let is_echo = |at: usize| {
        let begins = at == 0 || all[at - 1].joins() || all[at - 1].kind == Kind::Semicolon || ends(at);
        let who = Some(at + named(&all[at..])).filter(|it| begins && at < *it)?;
        let [echo, verb, ..] = all.get(who..)? else { return None };
        (ECHOES.contains(&echo.folded()) && verb.is_order() && !echo.gap.has(Gap::ENDS)).then_some(who)
    };
    // `and then she moves to J4`
    let is_again = |at: usize| {
        let [then, echo, verb, ..] = all.get(at..)? else { return None };
        let follows = then.meaning == Some(K::THEN) && !echo.gap.has(Gap::ENDS);
        // Of two, `he` is nobody in particular, and `they` one or both.
        let is_clear =
            || at <= TOLD_BEFORE_MAX && how_many(&all[..at], &told) == 1 && how_many(&all[..at], &named) == 1;
        (follows && is_clear() && ECHOES.contains(&echo.folded()) && verb.is_order()).then_some(at + 1)
    };
    let is_echo = |at: usize| is_echo(at).or_else(|| is_again(at));
    let echoes: Vec<usize> = (0..all.len()).filter_map(is_echo).collect();
    words.leave_out(|_, at| echoes.contains(&at));
}

// How many are named.
fn how_many<K>(words: &[Word<K>], named: &impl Fn(&[Word<K>]) -> usize) -> usize {
    let (mut at, mut count) = (0, 0);
    while at < words.len() {
        let length = named(&words[at..]);
        at += length.max(1);
        count += usize::from(0 < length);
    }
    count
}

/// Leaves out where those are who are told something: `Alpha, close to Bramble, holds`. `named` says how many words name somebody or
/// a place, and `told` how many name one of the poster's own.
pub fn leave_out_whereabouts<K: Meaning>(
    words: &mut Words<K>,
    named: impl Fn(&[Word<K>]) -> usize,
    told: impl Fn(&[Word<K>]) -> usize,
) {
    const BESIDE: &[&str] =
        &["near", "beside", "alongside", "behind", "next to", "close to", "not far from", "right behind"];
    const LEAD_MAX: usize = 3;
    const NAME_WORDS_MAX: usize = 8;
    let all = words.all();
    let is_comma = |at: usize| all.get(at).is_some_and(|it| it.kind == Kind::Comma);
    let whereabouts = |comma: usize| {
        let is_told = || (comma.saturating_sub(NAME_WORDS_MAX)..comma).any(|it| told(&all[it..comma]) == comma - it);
        let leads = |length: usize| {
            let lead = all.get(comma + 1..comma + 1 + length)?;
            let text: Vec<&str> = lead.iter().map(Word::folded).collect();
            BESIDE.contains(&text.join(" ").as_str()).then_some(comma + 1 + length)
        };
        let place = (1..=LEAD_MAX).rev().find_map(leads).filter(|_| is_comma(comma))?;
        let place = place + all[place..].iter().take_while(|it| it.is_article()).count();
        let end = place + named(all.get(place..).filter(|it| !it.is_empty())?);
        let goes_on = is_comma(end) && all.get(end + 1).is_some_and(Word::is_order);
        (place < end && goes_on && is_told()).then_some(comma..end + 1)
    };
    let Some(out) = (1..all.len()).find_map(whereabouts) else { return };
    words.leave_out(|_, it| out.contains(&it));
}

/// Leaves out what says that somebody who does something else doesn't move: `shoot Nobz, no moving`. `moves` says which verbs
/// move somebody.
pub fn leave_out_standing<K: Meaning>(words: &mut Words<K>, moves: impl Fn(&Word<K>) -> bool) {
    const NOT: &[&str] = &["no", "not", "dont"];
    let all = words.all();
    let ends = |at: usize| all.get(at).is_none_or(|it| it.kind != Kind::Word || it.gap.has(Gap::ENDS));
    let is_it = |at: usize| {
        let start = all[..at].iter().rposition(|it| it.kind == Kind::Semicolon).map_or(0, |it| it + 1);
        let before = &all[start..at];
        let is_apart = before.last().is_some_and(Word::joins) || all[at].gap.has(Gap::ENDS);
        let stands = !before.is_empty() && !before.iter().any(&moves);
        is_apart && stands && NOT.contains(&all[at].folded()) && all.get(at + 1).is_some_and(&moves) && ends(at + 2)
    };
    let Some(at) = (1..all.len()).find(|it| is_it(*it)) else { return };
    let joints = all[..at].iter().rev().take_while(|it| it.joins()).count();
    words.leave_out(|_, it| (at - joints..at + 2).contains(&it));
}

/// Makes `and` of an `n` between two names, and before a verb or `then`, where it is no way: `Mortice n Lych Gate hold n wait`,
/// `goes to F5 an takes cover`.
pub fn join_by_n<K: Meaning>(words: &mut Words<K>, lexicon: &Lexicon<K>, named: impl Fn(&[Word<K>]) -> usize) {
    for at in 1..words.all().len() {
        let all = words.all();
        let ends_name = |at: usize| (0..at).any(|start| named(&all[start..at]) == at - start);
        let is_number = |at: usize| all.get(at).is_some_and(|it| it.number().is_some());
        // `n 2` is a way.
        let is_between_names = || !is_number(at + 1) && 0 < named(&all[at + 1..]) && ends_name(at);
        let is_verb = |at: usize| all.get(at).is_some_and(|it| it.is_order() && !it.gap.has(Gap::ENDS));
        // `shoot Nobz n then move to C7`; `bail n then strike` is a way.
        let is_before_then = || {
            let then = all.get(at + 1).is_some_and(|it| it.meaning == Some(K::THEN));
            then && is_verb(at + 2) && !all[at - 1].is_order() && all[..at].iter().any(Word::is_order)
        };
        let is_before_verb = || is_verb(at + 1) || is_before_then();
        let is_slip = all[at].folded() == "an" && !all[at - 1].is_order() && !all[at - 1].joins();
        let is_behind_order = || all[..at].iter().any(Word::is_order);
        let joins = match all[at].folded() {
            "an" => is_slip && is_behind_order() && (is_verb(at + 1) || 0 < named(&all[at + 1..])),
            "n" => is_between_names() || is_before_verb() && !may_be_north(all, at),
            _ => false,
        };
        if joins {
            words.rewrite(at, "and", lexicon);
        }
    }
}

// `2 n`, `2 steps n`, `facing n`, `steps n n`
fn may_be_north<K>(all: &[Word<K>], at: usize) -> bool {
    let is_number = |at: usize| all[at].number().is_some();
    let before = all[at - 1].folded();
    let leads =
        before.len() == 1 || matches!(before, "facing" | "face" | "faces" | "looking" | "looks" | "heading" | "to");
    let lists_steps = |it: usize| all[it].folded().starts_with("step") && !(0 < it && is_number(it - 1));
    leads || (at.saturating_sub(2)..at).any(is_number) || (0..at).any(lists_steps)
}

/// Makes marks of those that are spoken: `shoot Nobz full stop`, `Alpha comma hold`.
pub fn hear_marks<K: Meaning>(words: &mut Words<K>, tables: &[&Table]) {
    const MARKS: &[(&str, Option<Kind>)] = &[
        ("full stop", None),
        ("period", None),
        ("next line", None),
        ("new line", None),
        ("exclamation mark", None),
        ("exclamation point", None),
        ("question mark", Some(Kind::Question)),
        ("comma", Some(Kind::Comma)),
        ("semicolon", Some(Kind::Semicolon)),
        ("colon", Some(Kind::Colon)),
    ];
    // `for a short period`
    const WORDS_OF_NOUN: usize = 2;
    let mut at = 1;
    while at < words.all().len() {
        let rest = &words.all()[at..];
        let is_spoken = |mark: &str| {
            mark.split(' ').enumerate().all(|(n, it)| rest.get(n).is_some_and(|word| word.folded() == it))
                && !tables.iter().any(|it| it.has_word(mark.split(' ').next().unwrap_or(mark)))
        };
        let says_which = |it: &Word<K>| it.is_article() || matches!(it.folded(), "this" | "that");
        let is_noun = words.all()[at.saturating_sub(WORDS_OF_NOUN)..at].iter().any(says_which);
        let mark = MARKS.iter().find(|it| is_spoken(it.0)).filter(|it| it.0.contains(' ') || !is_noun);
        let length = mark.map_or(0, |it| it.0.split(' ').count());
        match mark.filter(|_| !words.all()[at - 1].meaning.is_some_and(K::is_article)) {
            Some((_, Some(kind))) => words.merge(at..at + length, *kind, None, ""),
            Some((_, None)) => {
                words.part_before(at + length);
                words.leave_out(|_, it| (at..at + length).contains(&it));
                continue;
            }
            None => (),
        }
        at += 1;
    }
}

/// Makes corrections of what only means one in its place: `Hold on, other way round`, `, make it B4`.
pub fn hear_corrections<K: Meaning>(words: &mut Words<K>) {
    let correction = Some(K::from(Common::Never(Never::Correction)));
    let is_apart = |all: &[Word<K>], at: usize| {
        all[at].gap.has(Gap::ENDS) || all[at].gap.has(Gap::OPEN) || all[at - 1].kind == Kind::Comma
    };
    for at in 1..words.all().len() {
        let Some([first, second, rest @ ..]) = words.all().get(at..) else { return };
        if !is_apart(words.all(), at) {
            continue;
        }
        let ends = rest.first().is_none_or(|it| it.kind == Kind::Comma || it.gap.has(Gap::ENDS));
        match (first.folded(), second.folded()) {
            ("hold" | "hang", "on") if ends => words.merge(at..at + 2, Kind::Word, correction, "hang on"),
            ("make", "it") if rest.first().is_some_and(|it| it.folded() != "to") => {
                words.merge(at..at + 2, Kind::Word, correction, "make that");
            }
            _ => (),
        }
    }
}

/// Makes one name of its words in another order: `leg of the table` is `table leg`.
pub(super) fn merge_reversed<K: Meaning>(words: &mut Words<K>, tables: &[&Table]) {
    for at in 0..words.all().len() {
        let Some([what, of, rest @ ..]) = words.all().get(at..) else { return };
        let articles = rest.iter().take_while(|it| it.is_article()).count();
        let Some(whose) = rest.get(articles).filter(|it| of.folded() == "of" && it.kind == Kind::Word) else {
            continue;
        };
        let name = format!("{} {}", whose.folded(), what.folded());
        if what.kind == Kind::Word && tables.iter().any(|it| it.full_names().any(|it| it == name)) {
            words.merge(at..at + 3 + articles, Kind::Quoted, None, &name);
        }
    }
}

/// Reads what labels a field: `Squad: Alpha | Action: shoot | Target: Boyz | Weapon: rifles` is `Alpha shoot Boyz with rifles`.
fn read_labels<K: Meaning>(words: &mut Words<K>, lexicon: &Lexicon<K>, tables: &[&Table]) {
    const WHAT: &[&str] = &["action", "reaction", "target"];
    const PHASES: &[&str] = &["movement", "move", "shooting", "shoot", "fire", "melee"];
    let is_labelled = |words: &Words<K>, at: usize, labels: &[&str]| {
        let [label, colon, _, ..] = words.all().get(at..).unwrap_or_default() else { return false };
        labels.contains(&label.folded()) && colon.kind == Kind::Colon
    };
    for at in 0..words.all().len() {
        let is_told_how = words.all().get(at + 2).is_some_and(Word::is_order);
        if is_labelled(words, at, &["weapon"]) {
            words.rewrite(at, "with", lexicon);
        } else if is_labelled(words, at, &["movement"]) && !is_told_how {
            words.rewrite(at, "move", lexicon);
        }
    }
    // `movement: move to J4`
    let is_phase = |words: &Words<K>, at: usize| {
        is_labelled(words, at, PHASES) && words.all().get(at + 2).is_some_and(Word::is_order)
    };
    // `Team: hold`, where somebody is called Fire Team
    let is_name = |words: &Words<K>, at: usize| {
        let [label, _, next, ..] = &words.all()[at..] else { return false };
        next.is_order() && tables.iter().any(|it| it.has_word(label.folded()))
    };
    let is_label = |words: &Words<K>, at: usize| {
        let is_whose = at == 0 && is_labelled(words, at, WHOSE) && !is_name(words, at);
        is_labelled(words, at, WHAT) || is_phase(words, at) || is_whose
    };
    let leads = |words: &Words<K>, at: usize| {
        is_label(words, at) || words.all().get(at).is_some_and(|it| it.meaning == Some(K::WITH))
    };
    let is_behind = |words: &Words<K>, at: usize| {
        let before = at.checked_sub(1).and_then(|it| words.all()[it].meaning);
        words.all()[at].kind == Kind::Colon && before.is_some_and(|it| it == K::WITH || it == K::AT)
    };
    words.leave_out(|words, at| {
        let is_comma = words.all()[at].kind == Kind::Comma;
        let is_colon = |at: usize| words.all().get(at).is_some_and(|it| it.kind == Kind::Colon);
        is_label(words, at)
            || at.checked_sub(1).is_some_and(|it| is_label(words, it))
            || is_behind(words, at)
            || is_comma && leads(words, at + 1) && is_colon(at + 2)
    });
}

/// Labels of the field that says who is told.
pub(super) const WHOSE: &[&str] = &["name", "squad", "unit", "team", "who"];

/// Reads fields in which nothing is ordered: `Move: none` says nothing beside another order, and is to hold by itself.
pub fn read_empty_fields<K: Meaning>(words: &mut Words<K>, hold: K) {
    let mut at = 0;
    while at + 2 < words.all().len() {
        let [verb, colon, none, rest @ ..] = &words.all()[at..] else { return };
        let ends = rest.first().is_none_or(|it| it.gap.has(Gap::ENDS) || it.kind != Kind::Word);
        let is_empty = colon.kind == Kind::Colon && matches!(none.folded(), "none" | "nothing" | "nil") && ends;
        if verb.is_order() && is_empty {
            let is_lone = words.all().iter().filter(|it| it.is_order()).count() == 1;
            match is_lone {
                true => words.merge(at..at + 3, Kind::Word, Some(hold), "hold"),
                false => words.leave_out(|_, it| (at..at + 3).contains(&it)),
            }
        }
        at += 1;
    }
}

/// Tells whoever does the same what was told to those before: `Alpha holds, and Bramble does the same` is `Alpha holds, and
/// Bramble holds`, and so is `Alpha holds, Bramble too`. `named` says how many words name somebody, and `told` how many name
/// one of the poster's own.
pub fn do_the_same<K: Meaning>(
    words: &mut Words<K>,
    named: impl Fn(&[Word<K>]) -> usize,
    told: impl Fn(&[Word<K>]) -> usize,
) {
    // However often a post says it, what is told again stays short.
    const TOLD_MAX: usize = 24;
    // What the last of those before was told again, and where that ends.
    let mut again: Option<(Range<usize>, usize)> = None;
    let mut at = 1;
    while at < words.all().len() {
        so_does(words, at, &named);
        let begins = words.all()[at].gap.has(Gap::ENDS) || words.all()[at - 1].kind == Kind::Semicolon;
        let who = if begins { listed(&words.all()[at..], &told) } else { named(&words.all()[at..]) };
        let is_own = 0 < told(&words.all()[at..]);
        if let Some(end) = does_the_same(&words.all()[at..], who, is_own)
            && let Some(told) = told_again(words.all(), at, again.as_ref(), &named)
            && let Some(told) = but_for_means(words.all(), told, at + end)
            && told.len() <= TOLD_MAX
            && !words.all()[at + end..].iter().any(may_be_both)
        {
            words.copy(at + who..at + end, told.clone());
            at += who + told.len();
            again = Some((told, at));
        } else {
            at += 1;
        }
    }
}

// `so does Bramble` is `Bramble so does`.
fn so_does<K: Meaning>(words: &mut Words<K>, at: usize, named: &impl Fn(&[Word<K>]) -> usize) {
    if let [so, does, rest @ ..] = &words.all()[at..]
        && so.folded() == "so"
        && matches!(does.folded(), "do" | "does")
    {
        let who = named(rest);
        words.move_before(at, at + 2..at + 2 + who);
    }
}

// `Mule does the same, and then they go west`: the one or both.
fn may_be_both<K>(word: &Word<K>) -> bool {
    matches!(word.folded(), "they" | "both" | "them")
}

// What was told to those who stand before a place: what the last of them was told again, if nothing stands between.
fn told_again<K: Meaning>(
    all: &[Word<K>],
    at: usize,
    again: Option<&(Range<usize>, usize)>,
    named: &impl Fn(&[Word<K>]) -> usize,
) -> Option<Range<usize>> {
    let joints = all[..at].iter().rev().take_while(|it| it.joins()).count();
    let is_led = 0 < joints || all[at].gap.has(Gap::ENDS);
    let of_last = again.filter(|it| is_led && it.1 == at - joints).map(|it| it.0.clone());
    of_last.or_else(|| Some(told_before(all, at, named)?..at - joints))
}

// What is told again before `end`: without what it is done with, if something else for that follows, as in `Bess does the same
// with the pan`.
fn but_for_means<K: Meaning>(all: &[Word<K>], told: Range<usize>, end: usize) -> Option<Range<usize>> {
    let with = |from: &[Word<K>]| from.iter().position(|it| it.meaning == Some(K::WITH));
    let Some(means) = with(&all[told.clone()]).filter(|_| with(&all[end..]).is_some()) else { return Some(told) };
    let means = told.start + means;
    let is_last =
        !all[means + 1..told.end].iter().any(|it| it.kind == Kind::Semicolon || it.meaning.is_some_and(K::decides));
    is_last.then_some(told.start..means)
}

/// Leaves out who it is that moves: `Alpha moves itself to J8`.
pub fn leave_out_selves<K: Meaning>(words: &mut Words<K>, moves: impl Fn(&Word<K>) -> bool) {
    words.leave_out(|words, at| {
        SELVES.contains(&words.all()[at].folded()) && at.checked_sub(1).is_some_and(|it| moves(&words.all()[it]))
    });
}

// `Ned and Tom`: how many words name them.
fn listed<K: Meaning>(words: &[Word<K>], told: &impl Fn(&[Word<K>]) -> usize) -> usize {
    let first = told(words);
    let rest = words.get(first..).filter(|_| 0 < first).unwrap_or_default();
    let joints = rest.iter().take_while(|it| it.joins()).count();
    let others = rest.get(joints..).filter(|_| 0 < joints).map_or(0, |it| listed(it, told));
    first + if 0 < others { joints + others } else { 0 }
}

// `Bramble does the same too`: how many words there are in all, behind those that name who it is.
fn does_the_same<K: Meaning>(words: &[Word<K>], who: usize, is_own: bool) -> Option<usize> {
    let adds = |it: &&Word<K>| {
        let says_so = it.is_article() || TOO.contains(&it.folded());
        it.kind == Kind::Colon || it.meaning == Some(Common::Telling.into()) || says_so
    };
    let added = words.get(who..).filter(|_| 0 < who)?.iter().take_while(adds).count();
    // `Bramble too`
    let is_too = added == 1 && words.get(who).is_some_and(|it| TOO.contains(&it.folded()));
    let is_same = words.get(who + added).is_some_and(|it| matches!(it.folded(), "same" | "likewise"));
    let same = who + if is_too && !is_same { 0 } else { added };
    let says_so = match words.get(same)?.folded() {
        "same" | "likewise" => 1,
        it if TOO.contains(&it) && is_own && same == who => 1,
        "so" => 1 + words.get(same + 1).filter(|it| matches!(it.folded(), "do" | "does")).map(|_| 1)?,
        _ => return None,
    };
    let too =
        words.get(same + says_so..)?.iter().take_while(|it| TOO.contains(&it.folded()) || it.folded() == "please");
    let end = same + says_so + too.count();
    let is_last = |it: &Word<K>| it.kind != Kind::Word || it.gap.has(Gap::ENDS) || it.meaning == Some(K::WITH);
    // `the same, but with the knife`
    let but = words.get(end..)?.iter().take_while(|it| it.kind == Kind::Comma || it.folded() == "but").count();
    let with = words.get(end + but).filter(|it| 0 < but && it.meaning == Some(K::WITH));
    let end = if with.is_some() { end + but } else { end };
    words.get(end).is_none_or(is_last).then_some(end)
}

// Behind whom the words before a place tell something, if that is one order for one.
fn told_before<K: Meaning>(all: &[Word<K>], at: usize, named: &impl Fn(&[Word<K>]) -> usize) -> Option<usize> {
    let parted = all[..at].iter().rposition(|it| it.kind == Kind::Semicolon).map_or(0, |it| it + 1);
    let adds = |it: &&Word<K>| it.meaning == Some(Common::Polite.into());
    let behind_name = |start: usize| {
        let first = start + all[start..at].iter().take_while(adds).count();
        Some(first + named(&all[first..at])).filter(|it| first < *it)
    };
    // The last sentence that names somebody.
    let begins = |it: &usize| *it == parted || all[*it].gap.has(Gap::ENDS);
    let behind = (parted..at).rev().filter(begins).find_map(behind_name)?;
    let decides = |it: usize| all[it].kind == Kind::Colon || all[it].meaning.is_some_and(K::decides);
    // `Alpha 5 steps north`, `Alpha J8`
    let goes = all.get(behind).is_some_and(|it| it.number().is_some() || looks_like_a_tile(it.folded()));
    let verb = (behind..at).find(|it| decides(*it)).or_else(|| goes.then_some(behind))?;
    let tells = |it: &usize| {
        let who = named(&all[*it..at]);
        0 < who && it + who < at && decides(it + who)
    };
    let is_led = all[at - 1].joins() || all[at].gap.has(Gap::ENDS);
    (is_led && !(verb + 1..at).any(|it| tells(&it))).then_some(behind)
}

/// Puts a lone verb where English has it: `Alpha should on the Boyz shoot`, and behind it what it is done with, where a line
/// begins with that: `With the mortar shoots Alpha Boyz`. Both only in clauses that nothing parts. `weapon` says how many words
/// name one, and nobody.
pub fn reorder<K: Meaning>(
    words: &mut Words<K>,
    is_verb: impl Fn(&Word<K>) -> bool,
    weapon: impl Fn(&[Word<K>]) -> usize,
) {
    let mut start = 0;
    while start < words.all().len() {
        let end = words.position(start, |it| it.kind == Kind::Semicolon).unwrap_or(words.all().len());
        let clause = words.all().get(start..end).unwrap_or_default();
        let mut verbs = (start..).zip(clause).filter(|it| is_verb(it.1)).map(|it| it.0);
        let is_whole = clause.iter().skip(1).all(|it| !it.gap.has(Gap::ENDS) && it.kind != Kind::Colon);
        if let (Some(verb), None, true) = (verbs.next(), verbs.next(), is_whole) {
            match behind_modal(clause) {
                Some(at) if verb + 1 == end && start + at < verb => words.move_before(start + at, verb..end),
                _ => {
                    let means = means_first(clause, &weapon).filter(|it| start + it <= verb);
                    words.move_before(start, start + means.unwrap_or(0)..end);
                }
            }
        }
        start = end + 1;
    }
}

/// Makes an order of a request: `Would Hank please attack Crow?`, `Hank would like to attack Crow, please`, `Tex can stay, thanks`.
/// Without a word of courtesy it is a question, or a doubt. `stops` says which verbs let somebody do nothing.
pub fn grant_requests<K: Meaning>(words: &mut Words<K>, stops: impl Fn(&Word<K>) -> bool) {
    const BEGS: &[&str] = &[
        "would you be so kind as to",
        "would you be so good as to",
        "would the gm be so kind as to",
        "would the gm be so good as to",
    ];
    const ASKS: &[&str] = &["could", "may", "would", "will", "might", "can"];
    const COURTESY: &[&str] = &[
        "please",
        "pls",
        "plz",
        "kindly",
        "if you please",
        "be so kind as to",
        "be so good as to",
        "if thats alright with you",
        "if thats all right with you",
        "if thats ok",
        "if thats okay",
    ];
    const THANKS: &[&str] =
        &["thanks", "thank you", "thank you very much", "many thanks", "thx", "ty", "much obliged", "with thanks"];
    const PLACES: &[&str] = &["from there", "from here"];
    let says = |words: &[Word<K>], any: &[&str]| words.iter().any(|it| any.contains(&it.folded()));
    let thanks = says(words.all(), THANKS);
    let is_polite = |it: &[Word<K>]| says(it, COURTESY) || says(it, BEGS);
    if !thanks && !is_polite(words.all()) {
        return;
    }
    let adds = |it: &Word<K>| it.kind == Kind::Comma || it.meaning == Some(Common::Polite.into());
    let is_question = |it: &Word<K>| it.kind == Kind::Question;
    grant_wishes(words, adds);
    grant_rest(words, adds, stops);
    let all = words.all();
    let ends = |it: &Word<K>| is_question(it) || it.kind == Kind::Semicolon || it.gap.has(Gap::ENDS);
    let (mut requests, mut marks, mut start) = (Vec::new(), Vec::new(), 0);
    while start < all.len() {
        let end = words.position(start + 1, ends).unwrap_or(all.len());
        let first = (start..end).find(|it| !adds(&all[*it]) && !all[*it].joins()).unwrap_or(end);
        let begs = says(&all[start..first], BEGS);
        // What is asked beside a request is a question, unless it goes on with that: `And may Tom fire at Kiln?`
        let goes_on = !requests.is_empty() && all[start].joins();
        let asks = if begs || goes_on || is_polite(&all[start..end]) {
            ASKS
        } else if thanks && start == 0 {
            // `Can Hank get there? Thanks!` asks for no more than an answer.
            &ASKS[..ASKS.len() - 1]
        } else {
            &[]
        };
        let asks_for = |at: usize| asks.contains(&all[at].folded());
        let is_asked = all.get(end).is_some_and(is_question);
        // `Can he?` asks for no more than an answer.
        let says_what = all[first..end].iter().any(Word::is_order) && !says(&all[first..end], PLACES);
        if says_what && (begs || asks_for(first)) {
            let begins = |it: &usize| *it == first || adds(&all[it - 1]) || all[it - 1].joins();
            requests.extend((first..end).filter(|it| asks_for(*it)).filter(begins));
        } else if is_asked || all[start..end].iter().any(|it| it.meaning.is_some_and(|it| it.never().is_some())) {
            return;
        }
        marks.extend(is_asked.then_some(end));
        start = if is_asked || all.get(end).is_some_and(|it| it.kind == Kind::Semicolon) { end + 1 } else { end };
    }
    for at in requests {
        words.merge(at..at + 1, Kind::Word, Some(Common::Telling.into()), "let");
    }
    marks.iter().for_each(|it| words.part_before(it + 1));
    words.leave_out(|_, at| marks.contains(&at));
}

/// `would also like to`
fn grant_wishes<K: Meaning>(words: &mut Words<K>, adds: impl Fn(&Word<K>) -> bool) {
    let mut at = 0;
    while let Some(would) = words.position(at, |it| it.folded() == "would") {
        at = would + 1;
        let behind = words.all()[at..].iter().take_while(|it| adds(it) || TOO.contains(&it.folded())).count();
        if let Some([like, to, ..]) = words.all().get(at + behind..)
            && like.folded() == "like"
            && to.folded() == "to"
        {
            words.merge(would..at + behind + 2, Kind::Word, Some(Common::Telling.into()), "shall");
        }
    }
}

/// `and Tex can just stay put`, which asks nothing
fn grant_rest<K: Meaning>(words: &mut Words<K>, adds: impl Fn(&Word<K>) -> bool, stops: impl Fn(&Word<K>) -> bool) {
    const NOBODY: &[&str] = &["it", "he", "she", "they", "that", "which", "who", "so"];
    let mut at = 1;
    while let Some(can) = words.position(at, |it| it.folded() == "can") {
        at = can + 1;
        let all = words.all();
        let behind = all[at..].iter().find(|it| !adds(it));
        let begins = |it: &usize| *it == 0 || all[*it].gap.has(Gap::ENDS) || all[it - 1].joins();
        let who = (0..can).rfind(begins).unwrap_or(0)..can;
        // `so it can hold`
        let is_told = !who.is_empty() && !all[who].iter().any(|it| NOBODY.contains(&it.folded()));
        if is_told && behind.is_some_and(&stops) && !all.iter().any(|it| it.kind == Kind::Question) {
            words.merge(can..at, Kind::Word, Some(Common::Telling.into()), "shall");
        }
    }
}

/// Joins a verb of two words that parts whom it is about: `pushes Hank over` is `pushes over Hank`. `named` says how many words
/// name somebody.
pub fn join_parted<K: Meaning>(words: &mut Words<K>, lexicon: &Lexicon<K>, named: impl Fn(&[Word<K>]) -> usize) {
    const PARTS: &[&str] = &["over", "down", "up", "out", "off", "back", "away", "aside"];
    const ANYBODY: &[&str] = &["him", "her", "them", "it"];
    for at in 0..words.all().len() {
        let Some([verb, rest @ ..]) = words.all().get(at..) else { return };
        let articles = rest.iter().take_while(|it| it.is_article()).count();
        let length = match rest.first() {
            Some(it) if ANYBODY.contains(&it.folded()) => 1,
            _ => rest.get(articles..).map_or(0, &named),
        };
        let part = articles + length;
        let Some(behind) = rest.get(part).filter(|it| 0 < length && PARTS.contains(&it.folded())) else { continue };
        let phrase = format!("{} {}", verb.folded(), behind.folded());
        let is_apart = rest[..=part].iter().any(|it| it.gap.has(Gap::ENDS) || it.kind == Kind::Comma);
        let found = lexicon.phrases(verb.folded()).iter().find(|it| it.0 == phrase);
        if let Some((phrase, meaning)) = found.filter(|_| verb.kind == Kind::Word && !is_apart) {
            words.merge(at..at + 1, Kind::Word, Some(*meaning), phrase);
            words.leave_out(|_, it| it == at + 1 + part);
        }
    }
}

// Where a verb is missing: between `should` and what the verb is done to.
fn behind_modal<K: Meaning>(clause: &[Word<K>]) -> Option<usize> {
    const MODALS: &[&str] = &["should", "shall", "must", "will", "has to", "have to", "is to", "are to"];
    const LEADS: &[&str] = &["on", "at", "to", "toward", "towards", "with"];
    let at = clause.iter().position(|it| MODALS.contains(&it.folded()))? + 1;
    let leads = clause.get(at).is_some_and(|it| LEADS.contains(&it.folded()));
    let [behind @ .., before, _] = clause.get(at..)? else { return None };
    let parts = |it: &Word<K>| {
        it.kind == Kind::Comma || it.meaning == Some(Common::Telling.into()) || it.meaning.is_some_and(K::joins)
    };
    let is_to = LEADS.contains(&before.folded()) || MODALS.contains(&before.folded());
    (leads && !is_to && !behind.iter().chain([before]).any(parts)).then_some(at)
}

// How many words say with what, at the beginning.
fn means_first<K: Meaning>(clause: &[Word<K>], weapon: impl Fn(&[Word<K>]) -> usize) -> Option<usize> {
    let (with, rest) = clause.split_first().filter(|it| it.0.meaning == Some(K::WITH))?;
    let adds = |it: &&Word<K>| it.is_article() || OWN.contains(&it.folded());
    let skipped = rest.iter().take_while(adds).count();
    let named = weapon(rest.get(skipped..)?);
    let is_lone = !clause.iter().skip(1).any(|it| it.meaning == with.meaning);
    (0 < named && is_lone).then_some(1 + skipped + named)
}

// The longest phrase that stands here, and what it means.
fn phrase_at<'l, K: Meaning>(words: &Words<K>, at: usize, lexicon: &'l Lexicon<K>) -> Option<&'l (String, K)> {
    let [first, rest @ ..] = words.all().get(at..)? else { return None };
    let phrases = lexicon.phrases(Some(first).filter(|it| it.kind == Kind::Word)?.folded());
    phrases.iter().find(|it| goes_on(rest, &it.0))
}

// Whether the rest of a phrase stands behind its first word.
fn goes_on<K: Meaning>(rest: &[Word<K>], phrase: &str) -> bool {
    phrase.split(' ').skip(1).enumerate().all(|(n, part)| {
        rest.get(n).is_some_and(|it| {
            it.kind == Kind::Word
                && (it.folded() == part
                    || part == "with" && it.meaning == Some(K::WITH)
                    || part == THEIR && OWN.contains(&it.folded())
                    || part == THEMSELVES && SELVES.contains(&it.folded()))
                && !it.gap.has(Gap::ENDS)
                && !it.gap.has(Gap::OPEN)
        })
    })
}

// A name that holds all of it is meant by it.
fn is_named<K: Meaning>(words: &Words<K>, at: usize, phrase: &str, tables: &[&Table]) -> bool {
    let length = phrase.split(' ').count();
    let rest = words.all().get(at..).unwrap_or_default();
    tables.iter().any(|table| {
        let found = table.find(rest);
        length <= found.words && found.is_exact()
    })
}
