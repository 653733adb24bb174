//! Slips of the finger are mended or refused and never made another order, and words that make an order of nothing do so
//! wherever they stand.

use super::hostile::{Numbers, order};
use super::*;
use crate::post::slips::{NEVER, slip};

/// Orders that are printed, each with what it is.
fn printed(battle: &Battle, numbers: &mut Numbers) -> (Said, String) {
    let said = Said { what: What::Order(order(battle, numbers)), pending: Vec::new() };
    let text = shown(battle, &said);
    (said, text)
}

#[test]
fn slips_are_mended_or_refused_and_never_another_order() {
    let battle = battle();
    let names = Names::new(&battle);
    let read = |text: &str| read_for_anybody(text, &names, &battle, &Language::default());
    let mut numbers = Numbers(5);
    let cases = std::env::var("FIELDPOST_SLIPS_CASES").map_or(2_000, |it| it.parse().expect("a number of slips"));
    let (mut same, mut tried, mut refused) = (0, 0, Vec::new());
    for _ in 0..cases {
        let (said, text) = printed(&battle, &mut numbers);
        let Some(slip) = slip(&text, |end| numbers.below(end)) else { continue };
        let reading = read(&format!("!{slip}"));
        // `run E 5` for `run SE 5`: an order as it stands.
        if reading.orders().any(|it| shown(&battle, it).eq_ignore_ascii_case(&slip)) && reading.diagnostics.is_empty() {
            continue;
        }
        tried += 1;
        match &reading.orders().collect::<Vec<_>>()[..] {
            [] => refused.push(format!("{slip}  <-  {text}: {:?}", reading.diagnostics.first().map(|it| &it.message))),
            [taken] if **taken == said => same += 1,
            // A squad that no order makes: refused when all posts are read together.
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
        let reading = read_for_anybody(&post, &names, &battle, &Language::default());
        // `drop no`, `pass nobody`: what a policy can say.
        let is_policy = text.starts_with("react") && matches!(word, "no" | "nobody");
        assert!(is_policy || reading.given.is_empty(), "{post:?} is taken as {:?}", reading.given);
        assert!(is_policy || reading.has_errors(0), "{post:?} is lost without a word");
    }
}
