//! A round as what people watch: who takes part in it, where everybody is, and what is watched at once.

mod about;
mod field;
mod headlines;
mod scenes;
mod steps;

pub use field::{cast, frame};

use crate::line::battle::{Battle, Event};
use crate::line::rules::Line;
use crate::map::{Beat, Reel};
use crate::page::Report;

/// The round in beats: `report` is its report.
pub fn beats(rules: &Line, before: &Battle, events: &[Event], report: &Report) -> Vec<Beat> {
    let (shown, after) = steps::shown(rules, before, events);
    let (cast, last) = (cast(&after), frame(&after));
    let setup = before.setup();
    let reel = Reel {
        before: frame(before),
        after: &last,
        cast: &cast,
        objectives: setup.objective_ids().map(|it| setup.objective(it).at).collect(),
        steps: shown,
    };
    reel.beats(scenes::of(before, &after, events, report))
}
