//! The casualty report of a round.

use crate::line::battle::{Battle, Event};
use crate::line::report::{gather, summary, tale, words};
use crate::page::words as page_words;
use crate::page::{Known, Part, Report, ReportLine, Rich};

/// Tells a round: `before` is the battle as the round closed, `events` all that happened since.
pub fn tell(before: &Battle, events: &[Event], known: &Known) -> Report {
    let round = before.round();
    let mut battle = before.clone();
    let (mut lines, mut told, mut closing) = (Vec::new(), Vec::new(), None);
    for (run, part) in Part::runs(events, gather::end_of_run, gather::part_after) {
        if matches!(events[run.start], Event::RoundBegan { .. }) {
            closing = Some(summary::who_has_shot(&battle));
        }
        for line in gather::lines_of_run(events, run.start, run.end) {
            if let Some(text) = text_of(&battle, events, &line) {
                ReportLine::add(&mut lines, round, part, line, text);
            }
        }
        for event in &events[run] {
            told.extend(tale::of_event(&battle, event));
            battle.apply(event);
        }
    }
    let after = battle;
    let has_shot = closing.unwrap_or_else(|| summary::who_has_shot(&after));
    Report {
        round,
        headline: page_words::headline(round, before.setup().rounds, &before.setup().title),
        short: summary::short(&after, known),
        tale: tale::tale(told, before, events, &after, known.voice.at(usize::from(round))),
        stand: tale::stand(&after),
        lines,
        goals: summary::goals(&after),
        squads: summary::squads(&after, &has_shot),
    }
}

/// What a line says; `None` if nobody needs to read it.
fn text_of(battle: &Battle, events: &[Event], told: &[usize]) -> Option<Rich> {
    let told: Vec<&Event> = told.iter().map(|it| &events[*it]).collect();
    let is_silent = matches!(told[..], [only] if words::is_silent(battle, only));
    (!is_silent).then(|| words::sentence(battle, &told))
}
