//! The casualty report of a round.

use crate::brick::battle::{Battle, Event, Phase};
use crate::brick::report::{gather, summary, tale, words};
use crate::page::words as page_words;
use crate::page::{Known, Part, Report, ReportLine};

/// Tells a round: `before` is the battle as the round closed, `events` all that happened since.
pub fn tell(before: &Battle, events: &[Event], known: &Known) -> Report {
    let round = before.round();
    let mut after = before.clone();
    let (mut lines, mut closed) = (Vec::new(), None);
    let (mut part, mut start) = (Part::Of(Phase::Command), 0);
    while start < events.len() {
        let end = gather::end_of_run(events, start);
        part = gather::part_after(part, &events[start]);
        // The next round opens with clean hands.
        if part == Part::NextRound {
            closed.get_or_insert_with(|| after.clone());
        }
        if let Some(text) = words::line(&mut after, &events[start..end]) {
            ReportLine::add(&mut lines, round, part, (start..end).collect(), text);
        }
        start = end;
    }
    let setup = before.setup();
    Report {
        round,
        headline: page_words::headline(round, setup.rounds, &setup.title),
        short: summary::short(&after, known),
        tale: tale::tale(before, events, known.voice.at(usize::from(round))),
        stand: tale::stand(&after),
        lines,
        goals: summary::goals(&after),
        squads: summary::squads(before, closed.as_ref().unwrap_or(&after), &after),
    }
}
