//! Reads polite requests as orders.

use super::dictionary::is_english;
use super::english::{Common, Listed, Never};
use super::grammar::Grammar;
use super::idioms::Idioms;
use super::lexicon::{Lexicon, Meaning};
use super::names::Table;
use super::near::is_one_slip;
use super::words::{Gap, Kind, Naming, Word, Words, looks_like_a_tile};

/// Openings of requests that are polite enough by themselves.
static BEGS: Listed = Listed::new(
    "would you be so kind as to, would you be so good as to, would the gm be so kind as to, would the gm be so \
     good as to, would you kindly, would you please, could you kindly, could you please, can you please, will \
     you please",
);

/// First words of questions, which are requests if a word of courtesy is added. `can` comes last because some requests
/// can't begin with it.
const ASKS: &[&str] = &["could", "may", "would", "will", "might", "can"];

/// Words of courtesy that make a question a request.
static COURTESY: Listed = Listed::new(
    "please, pls, plz, kindly, if you please, be so kind as to, be so good as to, if thats alright with you, \
     if thats all right with you, if that is alright with you, if that is all right with you, if thats ok, if \
     thats okay, if that is ok, if that is okay, if it is no trouble, if its no trouble, if it isnt too much \
     trouble, if it is not too much trouble, if its not too much trouble, with your permission",
);

/// Thanks, which show that something was requested.
static THANKS: Listed =
    Listed::new("thanks, thank you, thank you very much, many thanks, thx, ty, ta, cheers, much obliged, with thanks");

/// Places that an act would be done from. Whether it can be done from there is a question.
static PLACES: Listed = Listed::new("from there, from here");

/// Words of greeting.
static GREETS: Listed = Listed::new(
    "hello, hi, hey, greetings, dear, evening, morning, afternoon, good evening, good morning, good afternoon, good day, thanks, thank you, cheers",
);

/// Calls and greetings to the GM.
static GREETINGS: Idioms = Idioms::new(&[
    // `GM, kindly move Alpha to D7`, `Good evening GM! …`, and not `@gm Alpha: hold` or `Rally on Alpha by GM`
    "!AT|by|from gm=umpire COMMA|SENTENCE|LAST",
    // `Please, umpire: Alpha holds`
    "FIRST COMMA|POLITE+ -COLON",
]);

/// Makes polite words of a call to the GM or to somebody who isn't in the battle.
pub(super) fn rewrite_greetings<G: Grammar>(grammar: &G, words: &mut Words<G::Keyword>) {
    rewrite_greeted_stranger(words, &grammar.tables(), |from: &[Word<_>]| grammar.addressee_at(from));
    GREETINGS.rewrite(grammar, words);
}

/// Makes polite words of a greeting and the name in it: `Hello Bob, …`, `Good morning, Major. …`, `Hi everyone: …`.
fn rewrite_greeted_stranger<K: Meaning>(words: &mut Words<K>, tables: &[&Table], own_name: impl Naming<K>) {
    const EVERYBODY: &[&str] = &["all", "everyone", "everybody", "there"];
    let polite = Some(K::from(Common::Polite));
    let is_comma = |it: Option<&Word<K>>| it.is_some_and(|it| it.kind == Kind::Comma);
    let greeting = words.all().iter().take_while(|it| GREETS.contains(it.folded())).count();
    let at = greeting + usize::from(is_comma(words.all().get(greeting)));
    let is_stranger = |it: &Word<K>| {
        let is_near = |name: &str| name == it.folded() || is_one_slip(it.folded(), name);
        let is_new = it.meaning.is_none() && !tables.iter().any(|table| table.vocabulary().any(is_near));
        it.kind == Kind::Word && !looks_like_a_tile(it.folded()) && (is_new || EVERYBODY.contains(&it.folded()))
    };
    let ends = |it: &Word<K>| matches!(it.kind, Kind::Comma | Kind::Colon) || it.gap.has(Gap::ENDS);
    let is_unknown = |it: &Word<K>| it.kind == Kind::Word && it.meaning.is_none() && !is_english(it.folded());
    let greeted = |from: &[Word<K>]| own_name(from).max(from.first().map_or(0, |it| is_unknown(it).into()));
    leave_out_greeted(words, greeting, at, greeted);
    let is_greeted = 0 < greeting && words.all().get(at).is_some_and(is_stranger);
    if is_greeted && words.all().get(at + 1).is_some_and(ends) {
        words.merge(at..at + 1, Kind::Word, polite, "gm");
    }
    // `Evening! …`
    if 0 < greeting && (words.all().get(greeting).is_some_and(ends) || is_greeted) {
        words.merge(0..1, Kind::Word, polite, "hello");
    }
}

/// Removes the names of those who are only greeted: `Hello Bramble, Alpha moves to K9`. `greeting` is the number of
/// words that greet, and `name` the place of the first name.
fn leave_out_greeted<K: Meaning>(words: &mut Words<K>, greeting: usize, name: usize, own_name: impl Naming<K>) {
    let all = words.all();
    let Some(named) = all.get(name..).filter(|_| 0 < greeting) else { return };
    let mut end = name + own_name(named);
    while all.get(end).is_some_and(|it| it.joins() && it.kind == Kind::Word) && 0 < own_name(&all[end + 1..]) {
        end += 1 + own_name(&all[end + 1..]);
    }
    let who = end + 1;
    let is_comma = all.get(end).is_some_and(|it| it.kind == Kind::Comma);
    let does = who + all.get(who..).map_or(0, &own_name);
    // `Hello Alpha, Bramble move to N6` may be for both.
    let is_one = all.get(does).is_some_and(|it| {
        let first = it.folded().split(' ').next().unwrap_or_default();
        it.kind == Kind::Colon || it.is_order() && first.ends_with('s')
    });
    if name < end && is_comma && who < does && is_one {
        // `Hello Bramble, Alpha moves to K9, you hold`
        let is_you = |it: &[Word<K>]| matches!(it[0].folded(), "you" | "youll") && it[1].is_order();
        let called: Vec<usize> = (does..all.len() - 1).filter(|it| is_you(&all[*it..])).collect();
        called.iter().rev().for_each(|at| words.copy(*at..at + 1, name..end));
        words.cut(name..who);
    }
}

/// Whether the first of several names may only be called: `Bramble, Alpha hold, you move to K9`. With `and` between the
/// names, or a colon behind them, all of them are told something.
pub fn may_be_address<K: Meaning>(named: &[Word<K>], behind: Option<&Word<K>>) -> bool {
    named.iter().any(|it| it.kind == Kind::Comma)
        && !named.iter().any(|it| it.kind == Kind::Word && it.joins())
        && behind.is_none_or(|it| it.kind != Kind::Colon)
}

/// Rewrites requests as orders: `Would Hank please attack Crow?`, `Hank would like to attack Crow, please`, `Tex can
/// stay, thanks`. Without a word of courtesy, such a sentence is a question or a doubt.
pub fn grant_requests<G: Grammar>(grammar: &G, words: &mut Words<G::Keyword>) {
    PERMISSIONS.rewrite(grammar, words);
    grant_for_thanks(words, grammar.lexicon());
    let says = |words: &[Word<G::Keyword>], any: &Listed| words.iter().any(|it| any.contains(it.folded()));
    let thanks = says(words.all(), &THANKS);
    let is_polite = |it: &[Word<G::Keyword>]| says(it, &COURTESY) || says(it, &BEGS);
    if !thanks && !is_polite(words.all()) {
        return;
    }
    let adds = |it: &Word<G::Keyword>| it.kind == Kind::Comma || it.is_polite();
    let is_question = |it: &Word<G::Keyword>| it.kind == Kind::Question;
    WISHES.rewrite(grammar, words);
    if !words.all().iter().any(is_question) {
        MAY.rewrite(grammar, words);
    }
    QUESTIONS.rewrite(grammar, words);
    let all = words.all();
    let ends = |it: &Word<G::Keyword>| is_question(it) || it.kind == Kind::Semicolon || it.gap.has(Gap::ENDS);
    // `And if anybody attacks him, he parries`, which is a condition and no request
    let hangs = |start: usize| {
        let first = all[start..].iter().find(|it| !adds(it) && !it.joins());
        first.is_some_and(|it| it.never() == Some(Never::Condition))
    };
    let (mut requests, mut marks, mut start) = (Vec::new(), Vec::new(), 0);
    while start < all.len() {
        let end = words.position(start + 1, ends).unwrap_or(all.len());
        let first = (start..end).find(|it| !adds(&all[*it]) && !all[*it].joins()).unwrap_or(end);
        let begs = says(&all[start..first], &BEGS);
        // What is asked beside a request is a question, unless it continues the request: `And may Tom fire at Kiln?`
        let goes_on = !requests.is_empty() && all[start].joins();
        let asks = if begs || goes_on || is_polite(&all[start..end]) {
            ASKS
        } else if thanks && start == 0 {
            // `Can Hank get there? Thanks!` only asks for an answer.
            &ASKS[..ASKS.len() - 1]
        } else {
            &[]
        };
        let asks_for = |at: usize| asks.contains(&all[at].folded());
        let is_asked = all.get(end).is_some_and(is_question);
        // `Would Bramble kindly take one step east?`
        let says_act = |it: &Word<G::Keyword>| it.is_order() || it.folded() == "take";
        // `Can he?` only asks for an answer.
        let says_what = all[first..end].iter().any(says_act) && !says(&all[first..end], &PLACES);
        let begins = |it: &usize| *it == first || adds(&all[it - 1]) || all[it - 1].joins();
        // `please have Dolly go south, and may Crow hit Hank?`, `Kestrel please opens fire, and could Mule shoot?`
        let may = |it: &usize| {
            let is_it = asks.contains(&all[*it].folded()) && all[*it].folded() != "can" && all[it - 1].joins();
            is_polite(&all[start..end]) && (is_it || all[*it].folded() == "may") && begins(it)
        };
        if says_what && (begs || asks_for(first) || (first + 1..end).any(|it| may(&it))) {
            requests.extend((first..end).filter(|it| asks_for(*it)).filter(begins));
        } else if is_asked || !hangs(start) && all[start..end].iter().any(|it| it.never().is_some()) {
            return;
        }
        marks.extend(is_asked.then_some(end));
        start = if is_asked || all.get(end).is_some_and(|it| it.kind == Kind::Semicolon) { end + 1 } else { end };
    }
    for at in requests {
        words.merge(at..at + 1, Kind::Word, Some(Common::Telling.into()), "let");
    }
    marks.iter().for_each(|it| words.end_sentence_before(it + 1));
    words.leave_out(|_, at| marks.contains(&at));
}

/// Rewrites a wish such as `I'd be grateful if the Nave Guard fired on First Furrow`.
fn grant_for_thanks<K: Meaning>(words: &mut Words<K>, lexicon: &Lexicon<K>) {
    const GRATEFUL: &[&str] =
        &["be", "very", "most", "so", "really", "grateful", "glad", "obliged", "thankful", "appreciate", "it"];
    const THANKFUL: &[&str] = &["grateful", "glad", "obliged", "thankful", "appreciate"];
    const OTHERS: &[&str] = &["they", "it", "he", "she", "you", "that", "which", "who"];
    const DONE: &str = "advanced advance, attacked attack, charged charge, fired fire, held hold, moved move, shot shoot, \
        stayed stay, took take, used use, walked walk, went go";
    let all = words.all();
    let Some(if_at) = words.position(1, |it| it.folded() == "if") else { return };
    let begins = (0..if_at).rfind(|it| !GRATEFUL.contains(&all[*it].folded())).filter(|it| 1 < if_at - it);
    // `They would be glad if …` and `It would be so if …` ask for nothing.
    let is_grateful = |it: &usize| all[*it..if_at].iter().any(|it| THANKFUL.contains(&it.folded()));
    let is_own = |it: &usize| it.checked_sub(1).is_none_or(|it| !OTHERS.contains(&all[it].folded()));
    let begins = begins.filter(is_grateful).filter(is_own);
    let Some(would) = begins.filter(|it| matches!(all[*it].folded(), "would" | "id" | "wed")) else { return };
    let ends = |it: &Word<K>| it.gap.has(Gap::ENDS) || it.kind != Kind::Word;
    let behind = words.position(if_at + 1, ends).unwrap_or(all.len());
    for at in if_at + 1..behind {
        let mut done = DONE.split(", ").filter_map(|it| it.split_once(' '));
        if let Some((_, does)) = done.find(|it| it.0 == words.all()[at].folded()) {
            words.rewrite(at, does, lexicon);
        }
    }
    // `if the Rifles could fire`
    let could = words.position(if_at + 1, |it| matches!(it.folded(), "could" | "would" | "can"));
    words.leave_out(|_, at| could == Some(at) && at < behind);
    words.merge(would..if_at + 1, Kind::Word, Some(Common::Telling.into()), "wants");
}

/// Requests in the form of statements.
static WISHES: Idioms = Idioms::new(&[
    // `I would also like to`
    "&would &COMMA|POLITE|too|as_well|also* &like to=shall",
    // `Captain Brandt would like Anvil to hold`
    "&would &COMMA|POLITE|too|as_well|also* like=wants ANY",
]);

/// `and Tex can just stay put`, which is no question, and `the Short Shields may go north, please`. Without `please`,
/// `may` could state a possibility.
static MAY: Idioms = Idioms::new(&[
    "START WHO+ can|may=shall COMMA|POLITE* HOLD",
    "START WHO+ may=shall COMMA|POLITE* ORDER ... please|pls|plz",
    "please|pls|plz ... START WHO+ may=shall COMMA|POLITE* ORDER",
]);

/// `Could I ask Longarm to shoot the Walkers?`, `Would it be possible for Mule to shoot, and for Varga to hold?`
static QUESTIONS: Idioms = Idioms::new(&[
    "&could|may|would|will|might &i|we ask=could",
    "&can &i|we ask=can",
    "would it be possible for .. JOINT -for",
    "&would &it &be &possible for=would",
]);

/// `Would you permit Red Section to shoot?` is a request, while `Can you allow …?` is a question.
static PERMISSIONS: Idioms = Idioms::new(&[
    "START would|will &you permit|allow=kindly",
    // `He would be most grateful.`
    "SENTENCE &WORD &would &be|very|most|so|really* &grateful|glad|obliged|thankful|appreciate it?=thanks CLOSE",
]);
