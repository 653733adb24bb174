//! Misspelt orders are corrected or refused, and never become another order. Negations, conditions and questions never
//! become orders, wherever the words stand.

use super::hostile::{Numbers, order};
use super::*;
use crate::brick::battle::Order;
use crate::brick::orders::vocabulary::{Sort, Verb};
use crate::post::dictionary::is_english;
use crate::post::tests::slips::{NEVER, slip};

/// A random order, and how it is printed.
fn printed(battle: &Battle, numbers: &mut Numbers) -> (Said, String) {
    let said = Said { what: What::Order(order(battle, numbers)), pending: Vec::new() };
    let text = shown(battle, &said);
    (said, text)
}

#[test]
fn slips_are_mended_or_refused_and_never_another_order() {
    let battle = battle();
    let names = Names::new(&battle);
    let read = |text: &str| read_as_owner(text, &names, &battle, &Language::default());
    let mut numbers = Numbers(5);
    let cases = std::env::var("FIELDPOST_SLIPS_CASES").map_or(2_000, |it| it.parse().expect("a number of slips"));
    let (mut same, mut tried, mut refused) = (0, 0, Vec::new());
    for _ in 0..cases {
        let (said, text) = printed(&battle, &mut numbers);
        let Some(slip) = slip(&text, |end| numbers.below(end)) else { continue };
        let reading = read(&format!("!{slip}"));
        // `run E 5` for `run SE 5`: the misspelt order is a good order by chance.
        if reading.orders().any(|it| shown(&battle, it).eq_ignore_ascii_case(&slip)) && reading.diagnostics.is_empty() {
            continue;
        }
        // An English word counts as meant: `the knife` for `then knife`.
        let differs = |it: &&str| !text.split(' ').any(|known| known == *it);
        if slip.split(' ').filter(differs).any(|it| is_english(&it.to_lowercase())) {
            continue;
        }
        tried += 1;
        match &reading.orders().collect::<Vec<_>>()[..] {
            [] => refused.push(format!("{slip}  <-  {text}: {:?}", reading.diagnostics.first().map(|it| &it.message))),
            [taken] if **taken == said => same += 1,
            // The name of a squad that no order makes is refused when all posts are read together.
            [taken] if !taken.pending.is_empty() => refused.push(format!("{slip}  <-  {text}: nobody's name")),
            taken => panic!("{slip:?} is taken as {taken:?}, and {text:?} was meant"),
        }
    }
    println!("{same} of {tried} slips were mended");
    assert!(85 * tried <= 100 * same, "only {same} of {tried}, and not {:#?}", &refused[..refused.len().min(60)]);
}

#[test]
fn negations_conditions_and_questions_never_become_orders_wherever_they_stand() {
    let battle = battle();
    let names = Names::new(&battle);
    let mut numbers = Numbers(9);
    for _ in 0..2_000 {
        let (_, text) = printed(&battle, &mut numbers);
        let word = numbers.of(NEVER);
        let blanks: Vec<usize> = text.match_indices(' ').map(|it| it.0).chain([0, text.len()]).collect();
        let at = numbers.of(&blanks);
        let post = format!("!{} {word} {}", &text[..at], &text[at..]);
        let reading = read_as_owner(&post, &names, &battle, &Language::default());
        // `drop no`, `pass nobody`: these are values of policies.
        let is_policy = text.starts_with("react") && matches!(word, "no" | "nobody");
        assert!(is_policy || reading.given.is_empty(), "{post:?} is taken as {:?}", reading.given);
        assert!(is_policy || reading.has_errors(0), "{post:?} is lost without a word");
    }
}

#[test]
fn a_word_that_stops_never_gives_the_order_behind_it() {
    const STOPS: &[&str] = &[
        "hold",
        "holding",
        "halts",
        "stop",
        "cease",
        "skips",
        "pass on",
        "refrain from",
        "avoid",
        "cancel",
        "forget",
        "leave off",
        "no more",
        "call off",
        "break off",
        "hold off",
        "holds back from",
        "wait with",
        "waits for",
        "delays",
        "abandon",
        "abort",
        "gives up on",
        "drops",
        "ignore",
        "stands by for",
        "stays out of",
        "quits",
        "puts off",
        "postpones",
        "declines",
        "instead of",
    ];
    let battle = battle();
    let names = Names::new(&battle);
    let rows = Verb::all().filter(|it| !matches!(it.sort(), Sort::Leaving | Sort::Stop));
    let mut stopped = Vec::new();
    for (verb, words) in rows.flat_map(|verb| verb.words().map(move |it| (verb, it))) {
        let (target, other) = match (verb, verb.sort()) {
            (_, Sort::Policy) => ("best", "none"),
            (Verb::Move | Verb::Run | Verb::Sprint | Verb::Withdraw, _) => ("to C3", "to C3 via B3"),
            (Verb::Pivot, _) => ("left", "right"),
            (Verb::Join, _) => ("Bravo", "to Bravo"),
            (Verb::Leave, _) => ("Alpha 1", "Alpha 1 from Alpha"),
            (Verb::Replate, _) => ("3x1", "to 3x1"),
            (Verb::Standard, _) => ("Alpha 2", "center"),
            (Verb::Split, _) => ("into Left: 1; Right: 2, 3", "Left: 1; Right: 2, 3"),
            (Verb::Form, _) => ("Line from Alpha 1, Alpha 2", "up"),
            (Verb::Arrange, _) => ("Alpha 1@0,0", ""),
            (Verb::Measure, _) => ("at Orcs range 7", ""),
            _ => ("Orcs", "on Orcs"),
        };
        for before in ["", "any "] {
            stopped.extend([target, other].map(|behind| format!("{before}{words} {behind}")));
        }
    }
    let mut given = Vec::new();
    // Each word meets an eighth of the orders, and each order an eighth of the words.
    let pairs = STOPS.iter().enumerate().flat_map(|(n, stop)| {
        let of_word = stopped.chunks(4).enumerate().filter(move |(word, _)| (word + n) % 8 == 0);
        of_word.flat_map(move |(_, all)| all.iter().map(move |it| (stop, it)))
    });
    for (stop, stopped) in pairs {
        for text in [format!("!Alpha: {stop} {stopped}"), format!("!{stop} {stopped}")] {
            let reading = read_as_owner(&text, &names, &battle, &Language::default());
            let (taken, is_refused) = people::taken(&battle, Poster::Gm, &reading);
            let is_wrong = |it: &What| !matches!(it, What::Hold(_) | What::Order(Order::Reserve(_)));
            if taken.iter().any(is_wrong) || taken.is_empty() && !is_refused {
                given.push(format!("{text} gives {taken:?}"));
            }
            let offered = reading.diagnostics.iter().flat_map(|it| &it.meant);
            let offered = offered.filter(|it| !it.ends_with(": hold") && !it.ends_with(": reserve"));
            given.extend(offered.map(|it| format!("{text} offers {it}")));
        }
    }
    assert!(given.is_empty(), "{} of them:\n{}", given.len(), given.join("\n"));
}
