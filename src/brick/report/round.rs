//! The casualty report of a round.

use crate::brick::battle::{Battle, Event};
use crate::brick::report::{gather, summary, tale, words};
use crate::page::words as page_words;
use crate::page::{Known, Part, Report, ReportLine};

/// The report of a round. `before` is the battle as the round closed, and `events` are all that happened since.
pub fn tell(before: &Battle, events: &[Event], known: &Known) -> Report {
    let round = before.round();
    let mut after = before.clone();
    let (mut lines, mut closed) = (Vec::new(), None);
    let doers = gather::doers(before, events);
    let end_of_run = |events: &[Event], start: usize| gather::end_of_run(events, &doers, start);
    for (run, part) in Part::runs(events, end_of_run, gather::part_after) {
        // The battle as the round ends, before the next round clears its marks.
        if part == Part::NextRound {
            closed.get_or_insert_with(|| after.clone());
        }
        if let Some(text) = words::line(&mut after, &events[run.clone()]) {
            ReportLine::add(&mut lines, round, part, run.collect(), text);
        }
    }
    let setup = before.setup();
    Report {
        round,
        headline: page_words::headline(round, setup.rounds, &setup.title),
        short: summary::short(&after, known),
        tale: tale::tale(before, events, known.voice.at(usize::from(round))),
        stand: tale::stand(&after),
        lines,
        goals: summary::goals(&after, after.outcome().is_some()),
        squads: summary::squads(before, closed.as_ref().unwrap_or(&after), &after),
    }
}
