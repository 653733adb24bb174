//! Arranges the words of a line: merges names and phrases into one word each, and puts words in the order that parsers
//! expect.

use std::ops::Range;

use super::english::{Common, Listed, OWN, SELVES, THEIR, THEMSELVES};
use super::fold::is_apostrophe;
use super::grammar::Grammar;
use super::idioms::Idioms;
use super::lexicon::{Lexicon, Meaning};
use super::names::{Found, Table};
use super::requests::rewrite_greetings;
use super::surplus::{ALL_OF_THEM, NOTHING, hold_first, leave_out_list_numbers};
use super::words::{Gap, Kind, Naming, Word, Words, articles};

/// Splits one line into words and arranges them. Returns whether the line holds a name that has another reading.
pub fn words<G: Grammar>(
    grammar: &G,
    words: &mut Words<G::Keyword>,
    text: &str,
    line: Range<usize>,
    hidden: &[Range<usize>],
) -> bool {
    words.read(text, line, hidden, grammar.lexicon());
    part_contractions(words, text, grammar.lexicon(), &grammar.tables());
    merge_names_and_arrange(grammar, words)
}

/// Rewrites labels, merges names and arranges the words as the game does. Returns whether there is a name that has
/// another reading.
pub(super) fn merge_names_and_arrange<G: Grammar>(grammar: &G, words: &mut Words<G::Keyword>) -> bool {
    LABELS.rewrite(grammar, words);
    merge_reversed(words, &grammar.tables());
    let has_names = merge_names(words, grammar);
    grammar.arrange(words);
    has_names
}

/// Splits one line into words in two ways: with names merged that have another reading, and without.
pub(super) fn both_ways<G: Grammar>(
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

/// Splits a contraction off a name: `Alpha'll hold` becomes `Alpha will hold`, and `Alpha'd hold` becomes `Alpha would
/// hold`, which is undecided.
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
            words.split(at, bytes, [name.as_str(), meant], lexicon);
        }
    }
}

/// Merges each name that would otherwise mean something else, such as `Hammer & Tongs`, `Fire Team` or `Go, Go, Go!`,
/// into one word that is as exact as a quoted name. Returns whether one of them has another reading.
fn merge_names<G: Grammar>(words: &mut Words<G::Keyword>, grammar: &G) -> bool {
    let tables = grammar.tables();
    let mut has_other_reading = false;
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
        // In `the Bridge Husks`, "the bridge" is no name of its own.
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
            has_other_reading |=
                found.has_other_reading || (at.saturating_sub(PHRASE_WORDS_MAX)..end).any(is_in_phrase);
            words.merge(at..end, Kind::Quoted, None, found.name);
        }
        at += 1;
    }
    has_other_reading
}

/// Letters of a name that may be written without its blanks. A shorter one could be other words: `a team`.
const JOINED_LETTERS_MIN: usize = 6;

/// How many words before a name a phrase may begin that includes it.
const PHRASE_WORDS_MAX: usize = 4;

/// Merges each phrase into one word.
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

/// Removes what adds nothing around the name of a squad that is told something: greetings, list numbers, `all of`.
pub fn strip_around_addressee<G: Grammar>(grammar: &G, words: &mut Words<G::Keyword>) {
    rewrite_greetings(grammar, words);
    leave_out_list_numbers(words, |from: &[Word<_>]| grammar.addressee_at(from));
    ALL_OF_THEM.rewrite(grammar, words);
}

/// `legs it to J5`, which isn't the weapon Table Leg.
pub static LEGS: Idioms = Idioms::new(&["&leg|legs it=goes ANY"]);

/// `goes, at a walk, to J8`, `Alpha moves itself to J8`
pub static MANNERS: Idioms =
    Idioms::new(&["ORDER -COMMA POLITE+ -COMMA", "MOVE -themselves|itself|himself|herself|yourself|yourselves"]);

/// Words before a target, a second name or the next order, where they are short or misspelt.
pub static AIM: Idioms = Idioms::new(&[
    // `and after with the other knife`, `and after go to J4`
    "JOINT after=then WITH",
    "JOINT after=then !DOING ORDER",
    // `shoots to the Boyz`
    "SHOOT to=at ARTICLE* NAMED",
    // `Mortice n Lych Gate hold`; in `n 2`, `n` is north.
    "NAMED n|an=and !NUMBER NAMED",
    // `hold n wait`, `goes to F5 n takes cover`, where `n` is not north.
    "ANY NO_WAY n=and ORDER|take|takes|get|gets",
    // `shoot Nobz n then move to C7`; in `bail n then strike`, `n` is north.
    "ORDER .. !ORDER ANY NO_WAY n=and THEN ORDER",
    // `goes to F5 an takes cover`
    "ORDER|TILE .. !ORDER|JOINT ANY an=and ORDER|take|takes|get|gets|HOW|NAMED",
]);

/// Other words for `to` before a tile.
static TO_TILES: Idioms = Idioms::new(&[
    // `goes too G6`
    "too=to TILE",
    // `, then back to G6`
    "ANY START back=move to TILE",
    // `is going to the tile J5`, which begins like `is going to shoot`. With a pronoun before it, the enemy may be
    // meant.
    "!he|she|it|they|who|which &is|are going=goes to ARTICLE|tile* TILE|{place}",
    // `goes ahead until F4`, `goes on J4`, `goes in F4`
    "{goes} POLITE* until|till|til=to ARTICLE|tile* TILE",
    "go|goes|going on=to ARTICLE|tile* TILE",
    "{goes} in=to ARTICLE|tile* TILE",
    // `goes down the street until F4`: at the end of a clause, `until` says how far, and is no condition.
    "{goes} PLAIN* until|till|til=to ARTICLE* TILE|{place} END",
]);

/// Rewrites other words for `to` before a tile, and merges a spoken tile: `to m fifteen`, `to s oh nine`.
pub fn lead_to_tiles<G: Grammar>(grammar: &G, words: &mut Words<G::Keyword>) {
    const TO: &[&str] = &["to", "via", "through", "onto", "into", "toward", "towards", "tile", "too"];
    TO_TILES.rewrite(grammar, words);
    for at in 0..words.all().len() {
        let Some([leads, column, rest @ ..]) = words.all().get(at..) else { return };
        let zero = usize::from(rest.first().is_some_and(|it| matches!(it.folded(), "oh" | "zero")));
        let row = rest.get(zero).filter(|it| it.folded().chars().all(char::is_alphabetic));
        if let Some(number) = row.and_then(Word::number)
            && letter(column).len() == 1
            && TO.contains(&leads.folded())
        {
            let tile = format!("{}{number}", letter(column));
            words.merge(at + 1..at + 3 + zero, Kind::Word, None, &tile);
            if words.all()[at].folded() == "too" {
                words.rewrite(at, "to", grammar.lexicon());
            }
        }
    }
}

/// The letter that a word spells aloud, as `kay` spells `k`, or else the word itself.
fn letter<K>(word: &Word<K>) -> &str {
    const SPOKEN: &str =
        "bee b, dee d, eff f, gee g, aitch h, jay j, kay k, ell l, em m, en n, pee p, cue q, ess s, tee t, vee v, ex x";
    let mut spoken = SPOKEN.split(", ").filter_map(|it| it.split_once(' '));
    spoken.find(|it| it.0 == word.folded()).map_or(word.folded(), |it| it.1)
}

/// Punctuation that is spoken: `shoot Nobz full stop`, `Alpha comma hold`, but not `for a short period`.
pub static MARKS: Idioms = Idioms::new(&[
    "!ARTICLE NAMELESS -full -stop .ANY?",
    "!ARTICLE NAMELESS -next|new -line .ANY?",
    "!ARTICLE NAMELESS -exclamation -mark|point .ANY?",
    "!ARTICLE NAMELESS &question mark=?",
    "!ARTICLE|this|that !ARTICLE|this|that ANY NAMELESS -period .ANY?",
    "!ARTICLE|this|that !ARTICLE|this|that ANY NAMELESS comma=,",
    "!ARTICLE|this|that !ARTICLE|this|that ANY NAMELESS semicolon=;",
    "!ARTICLE|this|that !ARTICLE|this|that ANY NAMELESS colon=:",
]);

/// Words that have another meaning in certain places: `Hold on, other way round` and `, make it B4` correct something;
/// `once` at the end of a clause adds nothing, while `once they fire` is a condition; and `Alpha cheers, Bramble moves`
/// thanks nobody.
pub static BY_PLACE: Idioms = Idioms::new(&[
    "ANY once=indeed END",
    // `walks to D7 an holds`
    "ANY an=and THEN|DOES",
    "WORD cheers=laughs ANY",
    // `Wait, hold.` and `wait I misread the map` take back what was said.
    "ORDER|TILE ... APART wait=actually COMMA ANY",
    "ORDER|TILE ... APART wait=actually i|im|sorry|thats",
    // `Wait, wrong way.`
    "ORDER|TILE ... APART &wrong|other way=wrong_one",
    // `moves to J7. Um, J8.`
    "TILE ... SENTENCE um|umm|uh|uhh=actually COMMA TILE",
    // `no, K9. Sorry everyone`
    "ANY SENTENCE -sorry -all|everyone|everybody|folks|guys|gm CLOSE",
    "ANY SENTENCE &hold it|that=hang_on END",
    "APART &hold|hang on=hang_on END",
    "APART &make it=make_that !to ANY",
]);

/// Merges a name whose words stand in reverse order: `leg of the table` is `table leg`.
pub(super) fn merge_reversed<K: Meaning>(words: &mut Words<K>, tables: &[&Table]) {
    for at in 0..words.all().len() {
        let Some([what, of, rest @ ..]) = words.all().get(at..) else { return };
        let articles = articles(rest);
        let Some(whose) = rest.get(articles).filter(|it| of.folded() == "of" && it.kind == Kind::Word) else {
            continue;
        };
        let name = format!("{} {}", whose.folded(), what.folded());
        // `3 of Alpha` is a number of units.
        let is_thing = what.kind == Kind::Word && what.number().is_none();
        if is_thing && tables.iter().any(|it| it.full_names().any(|it| it == name)) {
            words.merge(at..at + 3 + articles, Kind::Quoted, None, &name);
        }
    }
}

/// Labels of fields: `Squad: Alpha | Action: shoot | Target: Boyz | Weapon: rifles` is `Alpha shoot Boyz with rifles`.
/// `Team: hold` stays, as an order to Fire Team.
static LABELS: Idioms = Idioms::new(&[
    "weapon=with COLON ANY",
    "movement=move COLON !ORDER ANY",
    "-COMMA action|reaction|target|WITH COLON ANY",
    "-COMMA movement|move|shooting|shoot|fire|melee COLON ORDER",
    "-action|reaction|target -COLON ANY",
    // `movement: move to J4`
    "-movement|move|shooting|shoot|fire|melee -COLON ORDER",
    // `Orders: Alpha: hold`, `My orders: Alpha holds`
    "FIRST OWN? -order|orders -COLON !ORDER ANY",
    "FIRST OWN? NOBODYS -order|orders -COLON ORDER",
    "FIRST -name|squad|unit|team|who -COLON !ORDER ANY",
    "FIRST NOBODYS -name|squad|unit|team|who -COLON ORDER",
    "WITH|AT -COLON",
]);

/// Labels of the field that names the squad.
pub(super) const WHOSE: &[&str] = &["name", "squad", "unit", "team", "who"];

/// Reads empty fields: `Move: none` is an order to hold, placed before the orders of other fields.
///
/// `is_field` says which verbs are labels of fields, and `acts` which of those always become an order to hold; others
/// do so only if no other order stands in the line. `own_name` returns how many words name a squad or unit of the
/// poster's.
pub fn read_empty_fields<K: Meaning>(
    words: &mut Words<K>,
    hold: K,
    is_field: impl Fn(&Word<K>) -> bool,
    acts: impl Fn(&Word<K>) -> bool,
    own_name: impl Naming<K>,
) {
    let mut at = 0;
    while at + 2 < words.all().len() {
        let [verb, colon, none, rest @ ..] = &words.all()[at..] else { return };
        let ends = rest.first().is_none_or(|it| it.gap.has(Gap::ENDS) || it.kind != Kind::Word);
        let is_empty = colon.kind == Kind::Colon && NOTHING.contains(&none.folded()) && ends;
        if is_field(verb) && is_empty {
            let is_lone = words.all().iter().filter(|it| it.is_order()).count() == 1;
            match is_lone || acts(verb) {
                true => hold_first(words, at..at + 3, (hold, "hold"), &own_name),
                false => words.cut(at..at + 3),
            }
        }
        at += 1;
    }
}

/// Moves the only verb of a clause to where English has it: `Alpha should on the Boyz shoot`. Behind it go the means
/// that a clause begins with: `With the mortar shoots Alpha Boyz`. Only clauses without inner marks are changed.
pub fn reorder<G: Grammar>(grammar: &G, words: &mut Words<G::Keyword>, is_verb: impl Fn(&Word<G::Keyword>) -> bool) {
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
                    let means = means_first(grammar, clause).filter(|it| start + it <= verb);
                    words.move_before(start, start + means.unwrap_or(0)..end);
                }
            }
        }
        start = end + 1;
    }
}

/// Joins a verb of two words that encloses its object: `pushes Hank over` becomes `pushes over Hank`. `named` returns
/// how many words name somebody.
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
            words.cut(at + 1 + parts.start..at + 1 + parts.end);
        }
    }
}

// The place where the verb belongs: between `should` and the words that the verb governs.
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

// How many words at the start of a clause name the weapon, with their `with`.
fn means_first<G: Grammar>(grammar: &G, clause: &[Word<G::Keyword>]) -> Option<usize> {
    let (with, rest) = clause.split_first().filter(|it| it.0.means(G::Keyword::WITH))?;
    let adds = |it: &&Word<_>| it.is_article() || OWN.contains(&it.folded());
    let skipped = rest.iter().take_while(adds).count();
    let named = grammar.class_at("weapon", rest, skipped)?;
    let is_lone = !clause.iter().skip(1).any(|it| it.meaning == with.meaning);
    is_lone.then_some(1 + skipped + named)
}

// The longest phrase at this place, and its meaning.
fn phrase_at<'l, K: Meaning>(words: &Words<K>, at: usize, lexicon: &'l Lexicon<K>) -> Option<&'l (String, K)> {
    let [first, rest @ ..] = words.all().get(at..)? else { return None };
    let phrases = lexicon.phrases(Some(first).filter(|it| it.kind == Kind::Word)?.folded());
    phrases.iter().find(|it| goes_on(rest, &it.0))
}

// Whether the rest of a phrase follows its first word.
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

// Whether a phrase is part of a name that is written here in full.
fn is_named<K: Meaning>(words: &Words<K>, at: usize, phrase: &str, tables: &[&Table]) -> bool {
    let length = phrase.split(' ').count();
    let rest = words.all().get(at..).unwrap_or_default();
    tables.iter().any(|table| {
        let found = table.find(rest);
        length <= found.words && found.is_exact()
    })
}
