//! A round as a film: its cast, where everybody is, and its beats.

mod field;
mod headlines;
mod scenes;
mod steps;

pub use field::{cast, frame};

use crate::game::film;
use crate::line::battle::{Battle, Event};
use crate::line::rules::Line;
use crate::map::Beat;
use crate::page::Report;

/// The beats of a round, of which `report` is the report.
pub fn beats(rules: &Line, before: &Battle, events: &[Event], report: &Report) -> Vec<Beat> {
    let setup = before.setup();
    let objectives = setup.objective_ids().map(|it| setup.objective(it).at).collect();
    let play = |battle: &mut Battle, event: usize| steps::play(rules, battle, events, event);
    let scenes = |after: &Battle| scenes::of(before, after, events, report);
    film::beats::<Line>(before, events, objectives, field::fallen_where_they_fell, play, scenes)
}
