//! Words of a line, arranged by tables: names that would mean something else, and words that stand for one together.

use std::ops::Range;

use super::english::{Common, Listed, Never, OWN, SELVES, THEIR, THEMSELVES};
use super::fold::is_apostrophe;
use super::grammar::Grammar;
use super::lexicon::{Lexicon, Meaning};
use super::names::{Found, Table};
use super::requests::hear_greeting;
use super::surplus::{
    NOTHING, hold_first, leave_out_all_of, leave_out_list_numbers, leave_out_that, leave_out_then, they_all,
};
use super::words::{Gap, Kind, Naming, Word, Words, articles, looks_like_a_tile};

/// Reads one line into words and arranges them. Says whether a name was found that could be read as something else.
pub fn words<G: Grammar>(
    grammar: &G,
    words: &mut Words<G::Keyword>,
    text: &str,
    line: Range<usize>,
    hidden: &[Range<usize>],
) -> bool {
    words.read(text, line, hidden, grammar.lexicon());
    part_contractions(words, text, grammar.lexicon(), &grammar.tables());
    make_sense(grammar, words)
}

/// Reads labels, names and what the language has otherwise into words. Says whether a name was found that could be read as
/// something else.
pub(super) fn make_sense<G: Grammar>(grammar: &G, words: &mut Words<G::Keyword>) -> bool {
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
            part_contractions(&mut read, text, grammar.lexicon(), &grammar.tables());
            grammar.arrange(&mut read);
        }
        read
    })
}

/// Makes two words of a name and what is shortened behind it: `Alpha'll hold` is `Alpha will hold`, and `Alpha'd hold` is as
/// undecided as `Alpha would hold`.
pub fn part_contractions<K: Meaning>(words: &mut Words<K>, text: &str, lexicon: &Lexicon<K>, tables: &[&Table]) {
    const SHORT: &[(&str, &str)] = &[("ll", "will"), ("re", "are"), ("ve", "have"), ("d", "would")];
    let is_name = |it: &str| tables.iter().any(|table| table.has_word(it));
    for at in (0..words.all().len()).rev() {
        let word = &words.all()[at];
        let written = text.get(word.span.clone()).unwrap_or_default();
        let parted = SHORT.iter().find_map(|(short, meant)| {
            let name = word.folded().strip_suffix(short)?;
            let before = written.get(..written.len().checked_sub(short.len())?)?.strip_suffix(is_apostrophe)?;
            let is_it = word.kind == Kind::Word && word.meaning.is_none() && is_name(name) && !is_name(word.folded());
            is_it.then(|| (before.len(), name.to_owned(), *meant))
        });
        if let Some((bytes, name, meant)) = parted {
            words.part(at, bytes, [name.as_str(), meant], lexicon);
        }
    }
}

/// Makes one word of each name that would mean something else by itself: `Hammer & Tongs`, `Fire Team`, `Go, Go, Go!` are as
/// exact as if they stood between quotes. Says whether there was one that may be read as something else.
fn merge_names<G: Grammar>(words: &mut Words<G::Keyword>, grammar: &G) -> bool {
    let tables = grammar.tables();
    let mut is_two_faced = false;
    let mut at = 0;
    // `WESTTRENCH`
    for at in 0..words.all().len() {
        let word = &words.all()[at];
        let is_unknown = word.kind == Kind::Word && word.meaning.is_none() && JOINED_LETTERS_MIN <= word.folded().len();
        let is_joined = |it: &&str| it.contains(' ') && it.split(' ').flat_map(str::bytes).eq(word.folded().bytes());
        if is_unknown && let Some(name) = tables.iter().flat_map(|it| it.full_names()).find(is_joined) {
            words.merge(at..at + 1, Kind::Quoted, None, name);
        }
    }
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

/// Shorter names run together are other words: `a team`.
const JOINED_LETTERS_MIN: usize = 6;

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

/// Makes nothing of greetings, list numbers and whatever else stands around the name of who is told something, as it is known
/// without them.
pub fn hear_who_is_told<K: Meaning>(
    words: &mut Words<K>,
    lexicon: &Lexicon<K>,
    tables: &[&Table],
    told: impl Naming<K>,
) {
    hear_greeting(words, tables, &told);
    leave_out_list_numbers(words, &told);
    leave_out_then(words, &told);
    leave_out_that(words, &told);
    leave_out_all_of(words, &told);
    they_all(words, lexicon, &told);
}

/// Makes a verb of `legs it`, which is no part of a table leg: `legs it to J5`.
pub fn leg_it<K: Meaning>(words: &mut Words<K>, lexicon: &Lexicon<K>) {
    for at in 0..words.all().len() {
        let Some([leg, it, _, ..]) = words.all().get(at..) else { return };
        if matches!(leg.folded(), "leg" | "legs") && it.folded() == "it" {
            words.merge_as(at..at + 2, "goes", lexicon);
        }
    }
}

/// Makes `to` of what leads to a tile in other words, as in `march until F4` and `go on J4`, and a tile of one that was spoken:
/// `to m fifteen`. `moves` says which verbs move somebody, and `place` how many words name a place.
pub fn lead_to_tiles<K: Meaning>(
    words: &mut Words<K>,
    lexicon: &Lexicon<K>,
    moves: impl Fn(&Word<K>) -> bool,
    place: impl Naming<K>,
) {
    const UNTIL: &[&str] = &["until", "till", "til"];
    const GO: &[&str] = &["go", "goes", "going"];
    const TO: &[&str] = &["to", "via", "through", "onto", "into", "toward", "towards", "tile"];
    let is_spoken = |column: &Word<K>, row: &Word<K>| {
        let is_number = row.number().is_some() && row.folded().chars().all(char::is_alphabetic);
        letter(column).len() == 1 && is_number
    };
    let is_near = |rest: &[Word<K>]| {
        matches!(rest, [tile, ..] if looks_like_a_tile(tile.folded()))
            || matches!(rest, [column, row, ..] if is_spoken(column, row))
    };
    for at in 0..words.all().len() {
        // `goes too G6`
        if let Some([too, rest @ ..]) = words.all().get(at..)
            && too.folded() == "too"
            && is_near(rest)
        {
            words.rewrite(at, "to", lexicon);
        }
        let Some([leads, rest @ ..]) = words.all().get(at..) else { return };
        if is_way_back(words.all(), at) {
            words.rewrite(at, "move", lexicon);
            continue;
        }
        if is_going_to(words.all(), at, &place) {
            words.merge_as(at..at + 2, "goes", lexicon);
            continue;
        }
        let goes_on =
            leads.folded() == "on" && at.checked_sub(1).is_some_and(|it| GO.contains(&words.all()[it].folded()));
        let tile = rest.get(rest.iter().take_while(adds).count());
        let is_tile = tile.is_some_and(|it| looks_like_a_tile(it.folded()));
        let is_to = TO.contains(&leads.folded());
        if !(is_tile || is_to || UNTIL.contains(&leads.folded())) {
            continue;
        }
        // `goes ahead until F4`
        let before = &words.all()[..at];
        let verb = before.len() - before.iter().rev().take_while(|it| it.is_polite()).count();
        let is_behind_verb = verb.checked_sub(1).is_some_and(|it| moves(&words.all()[it]));
        // `goes down the street until F4`: where that ends, and nothing else is to come about.
        let named = articles(rest);
        let end = if is_tile { rest.iter().take_while(adds).count() + 1 } else { named + place(&rest[named..]) };
        let ends = |it: &Word<K>| it.joins() || it.kind == Kind::Semicolon || it.gap.has(Gap::ENDS);
        let clause = before.iter().rposition(|it| it.kind != Kind::Word || it.joins()).map_or(0, |it| it + 1);
        let mut verbs = before[clause..].iter().filter(|it| it.is_order());
        let goes = verbs.next().is_some_and(&moves) && verbs.next().is_none();
        let is_last = named < end && rest.get(end).is_none_or(ends);
        // `goes in F4`
        let goes_in = leads.folded() == "in" && at.checked_sub(1).is_some_and(|it| moves(&words.all()[it]));
        // `to s oh nine`
        let zero = usize::from(rest.get(1).is_some_and(|it| matches!(it.folded(), "oh" | "zero")));
        let is_until = UNTIL.contains(&leads.folded()) && (is_tile && is_behind_verb || goes && is_last);
        if is_until || is_tile && (goes_on || goes_in) {
            words.rewrite(at, "to", lexicon);
        } else if let (Some(column), Some(row)) = (rest.first(), rest.get(1 + zero))
            && is_to
            && is_spoken(column, row)
            && let Some(number) = row.number()
        {
            let tile = format!("{}{number}", letter(column));
            words.merge(at + 1..at + 3 + zero, Kind::Word, None, &tile);
        }
    }
}

// What may stand before a tile.
fn adds<K: Meaning>(word: &&Word<K>) -> bool {
    word.is_article() || word.folded() == "tile"
}

// `, then back to G6`
fn is_way_back<K: Meaning>(words: &[Word<K>], at: usize) -> bool {
    let [back, to, tile, ..] = &words[at..] else { return false };
    let is_led = |it: &Word<K>| it.joins() || it.kind == Kind::Semicolon || it.means(K::THEN);
    let begins = at.checked_sub(1).is_some_and(|it| is_led(&words[it]) || back.gap.has(Gap::ENDS));
    back.folded() == "back" && to.folded() == "to" && looks_like_a_tile(tile.folded()) && begins
}

// `is going to the tile J5`, which begins as `is going to shoot` does.
fn is_going_to<K: Meaning>(words: &[Word<K>], at: usize, place: &impl Naming<K>) -> bool {
    // Whoever is meant by `they` may be the enemy.
    const THOSE: &[&str] = &["he", "she", "it", "they", "who", "which"];
    let [is, going, to, behind @ ..] = &words[at..] else { return false };
    let is_named = at.checked_sub(1).is_none_or(|it| !THOSE.contains(&words[it].folded()));
    let named = &behind[behind.iter().take_while(adds).count()..];
    let is_place = || named.first().is_some_and(|it| looks_like_a_tile(it.folded())) || 0 < place(named);
    matches!(is.folded(), "is" | "are") && going.folded() == "going" && to.folded() == "to" && is_named && is_place()
}

/// The letter that a word is when it is spoken: `kay`.
fn letter<K>(word: &Word<K>) -> &str {
    const SPOKEN: &str =
        "bee b, dee d, eff f, gee g, aitch h, jay j, kay k, ell l, em m, en n, pee p, cue q, ess s, tee t, vee v, ex x";
    let mut spoken = SPOKEN.split(", ").filter_map(|it| it.split_once(' '));
    spoken.find(|it| it.0 == word.folded()).map_or(word.folded(), |it| it.1)
}

/// Makes `at` of the `to` between a verb and a foe: `shoots to the Boyz`. `shot` says whether a verb shoots, and `named` how many
/// words name a foe.
pub fn aim_to<K: Meaning>(
    words: &mut Words<K>,
    lexicon: &Lexicon<K>,
    shot: impl Fn(&Word<K>) -> bool,
    named: impl Naming<K>,
) {
    for at in 1..words.all().len() {
        let [shoots, to, rest @ ..] = &words.all()[at - 1..] else { return };
        if to.folded() == "to" && shot(shoots) && 0 < named(&rest[articles(rest)..]) {
            words.rewrite(at, "at", lexicon);
        }
    }
}

/// Makes `then` of `after`, where no more than a verb follows, or what it is done with: `and after go to J4`.
pub fn go_on_after<K: Meaning>(words: &mut Words<K>, lexicon: &Lexicon<K>) {
    for at in 1..words.all().len() {
        let [before, after, verb, ..] = &words.all()[at - 1..] else { return };
        // `and after with the other knife`
        let goes_on = verb.means(K::WITH) || verb.is_order() && !verb.folded().ends_with("ing");
        if before.joins() && after.folded() == "after" && goes_on {
            words.rewrite(at, "then", lexicon);
        }
    }
}

/// Makes `and` of an `n` between two names, and before a verb or `then`, where it is no way: `Mortice n Lych Gate hold n wait`,
/// `goes to F5 an takes cover`.
pub fn join_by_n<K: Meaning>(words: &mut Words<K>, lexicon: &Lexicon<K>, named: impl Naming<K>) {
    for at in 1..words.all().len() {
        let all = words.all();
        let ends_name = |at: usize| (0..at).any(|start| named(&all[start..at]) == at - start);
        let is_number = |at: usize| all.get(at).is_some_and(|it| it.number().is_some());
        // `n 2` is a way.
        let is_between_names = || !is_number(at + 1) && 0 < named(&all[at + 1..]) && ends_name(at);
        let is_verb = |at: usize| all.get(at).is_some_and(|it| it.is_order() && !it.gap.has(Gap::ENDS));
        // `shoot Nobz n then move to C7`; `bail n then strike` is a way.
        let is_before_then = || {
            let then = all.get(at + 1).is_some_and(|it| it.means(K::THEN));
            then && is_verb(at + 2) && !all[at - 1].is_order() && all[..at].iter().any(Word::is_order)
        };
        let is_before_verb = || is_verb(at + 1) || is_before_then();
        const TAKES: &[&str] = &["take", "takes", "get", "gets"];
        let takes_cover = |at: usize| all.get(at).is_some_and(|it| TAKES.contains(&it.folded()));
        let is_slip = all[at].folded() == "an" && !all[at - 1].is_order() && !all[at - 1].joins();
        let is_behind_order = || all[..at].iter().any(|it| it.is_order() || looks_like_a_tile(it.folded()));
        let joins = match all[at].folded() {
            "an" => {
                let says_how = || all.get(at + 1).is_some_and(|it| it.meaning.is_some_and(K::says_how));
                let goes_on = || is_verb(at + 1) || takes_cover(at + 1) || says_how() || 0 < named(&all[at + 1..]);
                is_slip && (is_between_names() || is_behind_order() && goes_on())
            }
            "n" => is_between_names() || (is_before_verb() || takes_cover(at + 1)) && !may_be_north(all, at),
            _ => false,
        };
        if joins {
            words.rewrite(at, "and", lexicon);
        }
    }
}

// `2 n`, `2 steps n`, `facing n`, `steps n n`
fn may_be_north<K>(all: &[Word<K>], at: usize) -> bool {
    const WAYS: &[&str] = &["north", "east", "south", "west"];
    let is_number = |at: usize| all[at].number().is_some();
    let before = all[at - 1].folded();
    let leads =
        before.len() == 1 || matches!(before, "facing" | "face" | "faces" | "looking" | "looks" | "heading" | "to");
    let lists_steps = |it: usize| all[it].folded().starts_with("step") && !(0 < it && is_number(it - 1));
    // `west 3 tiles n shoot` has its way.
    let has_way = |it: usize| 0 < it && WAYS.contains(&all[it - 1].folded());
    leads || (at.saturating_sub(2)..at).any(|it| is_number(it) && !has_way(it)) || (0..at).any(lists_steps)
}

/// Makes marks of those that are spoken: `shoot Nobz full stop`, `Alpha comma hold`.
pub fn hear_marks<K: Meaning>(words: &mut Words<K>, tables: &[&Table]) {
    const MARKS: &[(&str, Option<Kind>)] = &[
        ("full stop, period, next line, new line, exclamation mark, exclamation point", None),
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
        let mut marks = MARKS.iter().flat_map(|(marks, kind)| marks.split(", ").map(|it| (it, *kind)));
        let mark = marks.find(|it| is_spoken(it.0)).filter(|it| it.0.contains(' ') || !is_noun);
        let length = mark.map_or(0, |it| it.0.split(' ').count());
        match mark.filter(|_| !words.all()[at - 1].is_article()) {
            Some((_, Some(kind))) => words.merge(at..at + length, kind, None, ""),
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

/// Gives words another meaning that have it in one place only: `Hold on, other way round` and `, make it B4` correct something;
/// `once` at the end of a clause says nothing, while `once they fire` is a condition; and `Alpha cheers, Bramble moves` thanks
/// nobody.
pub fn give_meaning_by_place<K: Meaning>(words: &mut Words<K>) {
    let polite = Some(K::from(Common::Polite));
    for at in 1..words.all().len() {
        let next = words.all().get(at + 1);
        let ends = next.is_none_or(|it| it.kind != Kind::Word || it.gap.has(Gap::ENDS));
        let is_told = words.all()[at - 1].kind == Kind::Word && !words.all()[at].gap.has(Gap::ENDS) && next.is_some();
        let goes_on = |it: &Word<K>| it.means(K::THEN) || it.is_order() && it.folded().ends_with('s');
        let (meaning, letters) = match words.all()[at].folded() {
            "once" if ends => (polite, "once"),
            // `walks to D7 an holds`
            "an" if next.is_some_and(goes_on) => (Some(K::AND), "and"),
            "cheers" if is_told => (None, "cheers"),
            _ => continue,
        };
        words.merge(at..at + 1, Kind::Word, meaning, letters);
    }
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
        let says_what = words.all()[..at].iter().any(|it| it.is_order() || looks_like_a_tile(it.folded()));
        let is_before_comma = second.kind == Kind::Comma && first.kind == Kind::Word && !rest.is_empty();
        let (length, meaning, letters) = match (first.folded(), second.folded()) {
            // `Wait, hold.` takes back what was said.
            ("wait", _) if is_before_comma && says_what => (1, correction, "wait"),
            // `Wait, wrong way.`
            ("wrong" | "other", "way") if says_what => (2, correction, "wrong way"),
            // `wait I misread the map`
            ("wait", "i" | "im" | "sorry" | "thats") if says_what => (1, correction, "wait"),
            // `moves to J7. Um, J8.`
            ("um" | "umm" | "uh" | "uhh", _)
                if second.kind == Kind::Comma
                    && first.gap.has(Gap::ENDS)
                    && rest.first().is_some_and(|it| looks_like_a_tile(it.folded()))
                    && words.all()[..at].iter().any(|it| looks_like_a_tile(it.folded())) =>
            {
                (1, correction, "err")
            }
            // `no, K9. Sorry everyone`
            ("sorry", "all" | "everyone" | "everybody" | "folks" | "guys" | "gm")
                if rest.is_empty() && first.gap.has(Gap::ENDS) =>
            {
                (2, polite, "sorry all")
            }
            ("hold", "it" | "that") if ends && first.gap.has(Gap::ENDS) => (2, correction, "hang on"),
            ("hold" | "hang", "on") if ends => (2, correction, "hang on"),
            ("make", "it") if rest.first().is_some_and(|it| it.folded() != "to") => (2, correction, "make that"),
            _ => continue,
        };
        words.merge(at..at + length, Kind::Word, meaning, letters);
    }
}

/// Makes one name of its words in another order: `leg of the table` is `table leg`.
pub(super) fn merge_reversed<K: Meaning>(words: &mut Words<K>, tables: &[&Table]) {
    for at in 0..words.all().len() {
        let Some([what, of, rest @ ..]) = words.all().get(at..) else { return };
        let articles = articles(rest);
        let Some(whose) = rest.get(articles).filter(|it| of.folded() == "of" && it.kind == Kind::Word) else {
            continue;
        };
        let name = format!("{} {}", whose.folded(), what.folded());
        // `3 of Alpha` are three.
        let is_thing = what.kind == Kind::Word && what.number().is_none();
        if is_thing && tables.iter().any(|it| it.full_names().any(|it| it == name)) {
            words.merge(at..at + 3 + articles, Kind::Quoted, None, &name);
        }
    }
}

/// Reads what labels a field: `Squad: Alpha | Action: shoot | Target: Boyz | Weapon: rifles` is `Alpha shoot Boyz with rifles`.
fn read_labels<K: Meaning>(words: &mut Words<K>, lexicon: &Lexicon<K>, tables: &[&Table]) {
    const WHAT: &[&str] = &["action", "reaction", "target"];
    const PHASES: &[&str] = &["movement", "move", "shooting", "shoot", "fire", "melee"];
    const HEADS: &[&str] = &["order", "orders"];
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
    let is_name = |words: &Words<K>, at: usize, tables: &[&Table]| {
        let [label, _, next, ..] = &words.all()[at..] else { return false };
        next.is_order() && tables.iter().any(|it| it.has_word(label.folded()))
    };
    // The first table has those who are told something. An ability may be called Fire Orders.
    let told = tables.get(..1).unwrap_or_default();
    let is_label = |words: &Words<K>, at: usize| {
        // `Orders: Alpha: hold`, `My orders: Alpha holds`
        let is_head = is_labelled(words, at, HEADS) && (at == 0 || at == 1 && OWN.contains(&words.all()[0].folded()));
        let is_whose = at == 0 && is_labelled(words, at, WHOSE);
        is_labelled(words, at, WHAT)
            || is_phase(words, at)
            || is_head && !is_name(words, at, told)
            || is_whose && !is_name(words, at, tables)
    };
    let leads =
        |words: &Words<K>, at: usize| is_label(words, at) || words.all().get(at).is_some_and(|it| it.means(K::WITH));
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

/// Reads fields in which nothing is ordered: `Move: none` is to hold, before what other fields order. `is_field` says which verbs
/// are fields, `acts` in which of them somebody does something, and `told` how many words name one of the poster's own.
pub fn read_empty_fields<K: Meaning>(
    words: &mut Words<K>,
    hold: K,
    is_field: impl Fn(&Word<K>) -> bool,
    acts: impl Fn(&Word<K>) -> bool,
    told: impl Naming<K>,
) {
    let mut at = 0;
    while at + 2 < words.all().len() {
        let [verb, colon, none, rest @ ..] = &words.all()[at..] else { return };
        let ends = rest.first().is_none_or(|it| it.gap.has(Gap::ENDS) || it.kind != Kind::Word);
        let is_empty = colon.kind == Kind::Colon && NOTHING.contains(&none.folded()) && ends;
        if is_field(verb) && is_empty {
            let is_lone = words.all().iter().filter(|it| it.is_order()).count() == 1;
            match is_lone || acts(verb) {
                true => hold_first(words, at..at + 3, (hold, "hold"), &told),
                false => words.leave_out(|_, it| (at..at + 3).contains(&it)),
            }
        }
        at += 1;
    }
}

/// Puts a lone verb where English has it: `Alpha should on the Boyz shoot`, and behind it what it is done with, where a line
/// begins with that: `With the mortar shoots Alpha Boyz`. Both only in clauses that nothing parts. `weapon` says how many words
/// name one, and nobody.
pub fn reorder<K: Meaning>(words: &mut Words<K>, is_verb: impl Fn(&Word<K>) -> bool, weapon: impl Naming<K>) {
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

/// Joins a verb of two words that parts whom it is about: `pushes Hank over` is `pushes over Hank`. `named` says how many words
/// name somebody.
pub fn join_parted<K: Meaning>(words: &mut Words<K>, lexicon: &Lexicon<K>, named: impl Naming<K>) {
    static PARTS: Listed = Listed::new(
        "over, down, up, out, off, back, away, aside, have it, where they are, where it is, where he is, where she is, \
         in place",
    );
    const ANYBODY: &[&str] = &["him", "her", "them", "it"];
    for at in 0..words.all().len() {
        let Some([verb, rest @ ..]) = words.all().get(at..) else { return };
        let phrases = lexicon.phrases(verb.folded());
        if phrases.is_empty() || verb.kind != Kind::Word {
            continue;
        }
        let articles = articles(rest);
        let length = match rest.first() {
            Some(it) if ANYBODY.contains(&it.folded()) => 1,
            _ => rest.get(articles..).map_or(0, &named),
        };
        let part = articles + length;
        let stands = |it: &&&str| {
            let mut words = rest.get(part..).unwrap_or_default().iter().map(Word::folded);
            0 < length && it.split(' ').all(|it| words.next() == Some(it))
        };
        let Some(behind) = PARTS.words().iter().find(stands) else { continue };
        let phrase = format!("{} {behind}", verb.folded());
        let parts = part..part + behind.split(' ').count();
        let is_apart = rest[..parts.end].iter().any(|it| it.gap.has(Gap::ENDS) || it.kind == Kind::Comma);
        if let Some((phrase, meaning)) = phrases.iter().find(|it| it.0 == phrase).filter(|_| !is_apart) {
            words.merge(at..at + 1, Kind::Word, Some(*meaning), phrase);
            words.leave_out(|_, it| (at + 1 + parts.start..at + 1 + parts.end).contains(&it));
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
    let parts = |it: &Word<K>| it.kind == Kind::Comma || it.means(Common::Telling) || it.meaning.is_some_and(K::joins);
    let is_to = LEADS.contains(&before.folded()) || MODALS.contains(&before.folded());
    (leads && !is_to && !behind.iter().chain([before]).any(parts)).then_some(at)
}

// How many words say with what, at the beginning.
fn means_first<K: Meaning>(clause: &[Word<K>], weapon: impl Naming<K>) -> Option<usize> {
    let (with, rest) = clause.split_first().filter(|it| it.0.means(K::WITH))?;
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
                    || part == "with" && it.means(K::WITH)
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
