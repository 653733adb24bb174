//! A round as what people watch: who takes part in it, where everybody is, and what is watched at once.

mod about;
mod field;
mod headlines;
mod scenes;
mod steps;

pub use field::{cast, frame};

use crate::brick::battle::{Battle, Event};
use crate::brick::rules::Brick;
use crate::map::{Beat, Reel};
use crate::page::Report;

/// The round in beats: `report` is its report.
pub fn beats(_: &Brick, before: &Battle, events: &[Event], report: &Report) -> Vec<Beat> {
    let (shown, after) = steps::shown(before, events);
    let (cast, last) = (cast(&after), frame(&after));
    let reel = Reel {
        before: frame(before),
        after: &last,
        cast: &cast,
        objectives: before.setup().objectives.iter().map(|it| it.at).collect(),
        steps: shown,
    };
    reel.beats(scenes::of(before, events, report))
}
