//! Rounds of drawn battles with dice laid out, and what a reader makes of them.

mod laws;
mod lines;
mod reasons;
pub(crate) mod tale;
mod whole;

use expect_test::Expect;

use crate::brick::battle::{Battle, Event};
use crate::brick::report::tell;
use crate::brick::rules::story::{plain, play};
use crate::brick::rules::{Brick, RULES};
use crate::page;
use crate::page::{Known, Markup, Report};

/// The events of a round, and its report.
fn played(rules: &Brick, battle: &Battle, orders: &str, dice: &str) -> (Vec<Event>, Report) {
    let events = play(rules, battle, orders, dice);
    let report = tell(battle, &events, &Known::default());
    (events, report)
}

fn lines(report: &Report) -> String {
    let line = |it: &page::ReportLine| format!("{} {}: {}", it.id(), it.part, Markup::Plain.line(&it.text));
    report.lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The lines of a round, in plain text.
#[track_caller]
fn check(battle: &Battle, orders: &str, dice: &str, expected: Expect) {
    check_with(&plain(), battle, orders, dice, expected);
}

/// The lines of a round by other rulings.
#[track_caller]
fn check_with(rules: &Brick, battle: &Battle, orders: &str, dice: &str, expected: Expect) {
    expected.assert_eq(&lines(&played(rules, battle, orders, dice).1));
}

/// Why a line of a round is so.
#[track_caller]
fn check_why(rules: &Brick, battle: &Battle, (orders, dice): (&str, &str), id: &str, expected: Expect) {
    let (events, report) = played(rules, battle, orders, dice);
    let line = report.line(id).expect("a line");
    let reckoning = super::reckoning(battle, &events, line);
    let why: Vec<String> = reckoning.iter().map(|it| Markup::Plain.line(it)).collect();
    expected.assert_eq(&why.join("\n"));
}

#[test]
fn a_why_names_its_rules_with_their_gists() {
    let battle = crate::brick::battle::scene::scene(".a . . . .d", "a Ann red: fig bow; d Dan blue: fig knife");
    let (events, report) = played(&plain(), &battle, "shoot Ann at Dan", "attack 2");
    let line = report.line("1.1").expect("a line");
    let reckoning = super::reckoning(&battle, &events, line);
    let why = Markup::Plain.render(&page::why(line, reckoning, &RULES));
    for id in ["BC-14.2", "BC-1.8", "BC-1.4"] {
        let rule = RULES.iter().find(|it| it.id == id).expect("a rule");
        assert!(why.contains(&format!("{id} {}", rule.gist)), "{why}");
    }
}
