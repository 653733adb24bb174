//! The casualty report of a round.

use crate::line::battle::{Battle, Event, Phase};
use crate::line::report::gather::Part;
use crate::line::report::{gather, summary, tale, words};
use crate::page::{Known, Report, ReportLine, Rich};

/// Tells a round: `before` is the battle as the round closed, `events` all that happened since.
pub fn tell(before: &Battle, events: &[Event], known: &Known) -> Report {
    let round = before.round();
    let mut after = before.clone();
    let mut closing = None;
    let mut lines = Vec::new();
    walk(&mut after, events, |battle, run, part| {
        if matches!(events[run.start], Event::RoundBegan { .. }) {
            closing = Some(summary::who_has_shot(battle));
        }
        for told in gather::lines_of_run(events, run.start, run.end) {
            if let Some(text) = text_of(battle, events, &told) {
                lines.push(ReportLine { round, number: lines.len() as u16 + 1, part: part.name(), events: told, text });
            }
        }
    });
    let has_shot = closing.unwrap_or_else(|| summary::who_has_shot(&after));
    Report {
        round,
        headline: summary::headline(before),
        short: summary::short(before, events, &after, known),
        tale: tale::tale(before, events, &after),
        lines,
        goals: summary::goals(&after),
        squads: summary::squads(&after, &has_shot),
    }
}

/// Goes through a round run by run, and makes each run's events so once `tell` has looked at what was before them.
pub(super) fn walk(battle: &mut Battle, events: &[Event], mut tell: impl FnMut(&Battle, std::ops::Range<usize>, Part)) {
    let mut part = Part::Of(Phase::Command);
    let mut start = 0;
    while start < events.len() {
        let end = gather::end_of_run(events, start);
        part = part.after(&events[start]);
        tell(battle, start..end, part);
        events[start..end].iter().for_each(|it| battle.apply(it));
        start = end;
    }
}

/// What a line says; `None` if nobody needs to read it.
fn text_of(battle: &Battle, events: &[Event], told: &[usize]) -> Option<Rich> {
    if let [only] = told {
        let event = &events[*only];
        return (!words::is_silent(battle, event)).then(|| words::sentence(battle, &[event]));
    }
    let told: Vec<&Event> = told.iter().map(|it| &events[*it]).collect();
    Some(words::sentence(battle, &told))
}
