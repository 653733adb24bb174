//! A round as a film: who takes part, where everybody is, and what is watched together.

mod field;
mod headlines;
mod scenes;
mod steps;

pub use field::{cast, frame};

use crate::brick::battle::{Battle, Event};
use crate::brick::rules::Brick;
use crate::game::film;
use crate::map::Beat;
use crate::page::Report;

/// The beats of a round, whose report is `report`.
pub fn beats(_: &Brick, before: &Battle, events: &[Event], report: &Report) -> Vec<Beat> {
    let objectives = before.setup().objectives.iter().map(|it| it.at).collect();
    let play = |battle: &mut Battle, event: usize| steps::play(battle, &events[event], &events[event + 1..]);
    film::beats::<Brick>(before, events, objectives, frame, play, |_| scenes::of(before, events, report))
}
