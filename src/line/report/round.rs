//! The casualty report of a round.

use crate::line::battle::{Battle, Event};
use crate::line::report::{gather, summary, tale, words};
use crate::page::words as page_words;
use crate::page::{Known, Part, Report, ReportLine, Rich};

/// The report of a round. `before` is the battle as the round closed, `events` all that happened since.
pub fn tell(before: &Battle, events: &[Event], known: &Known) -> Report {
    let round = before.round();
    let mut after = before.clone();
    let (mut lines, mut told, mut closed) = (Vec::new(), Vec::new(), None);
    for (run, part) in Part::runs(events, gather::end_of_run, gather::part_after) {
        if matches!(events[run.start], Event::RoundBegan { .. }) {
            closed = Some(after.clone());
        }
        for line in gather::lines_of_run(events, run.start, run.end) {
            if let Some(text) = text_of(&after, events, &line) {
                ReportLine::add(&mut lines, round, part, line, text);
            }
        }
        for event in &events[run] {
            told.extend(tale::of_event(&after, event));
            after.apply(event);
        }
    }
    Report {
        round,
        headline: page_words::headline(round, before.setup().rounds, &before.setup().title),
        short: summary::short(&after, known, !events.is_empty()),
        tale: tale::tale(told, before, events, &after, known.voice.at(usize::from(round))),
        stand: tale::stand(&after),
        lines,
        goals: summary::goals(&after, after.outcome().is_some()),
        squads: summary::squads(closed.as_ref().unwrap_or(&after), &after),
    }
}

/// The text of a line. `None` if nobody needs to read it.
fn text_of(battle: &Battle, events: &[Event], told: &[usize]) -> Option<Rich> {
    let told: Vec<&Event> = told.iter().map(|it| &events[*it]).collect();
    let is_silent = matches!(told[..], [only] if words::is_silent(battle, only));
    (!is_silent).then(|| words::sentence(battle, &told))
}
