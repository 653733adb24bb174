//! The map in all forms: a picture, a text map, a list of positions, and sentences for people who see none of these.
//!
//! All of them are made from one [`Picture`], so they never disagree.

mod alt;
mod base;
pub(super) mod canvas;
#[cfg(test)]
pub(crate) mod drawn;
mod film;
mod flags;
mod formations;
mod frame;
mod ground;
mod indexed;
mod labels;
mod legend;
mod look;
mod melees;
pub(super) mod metrics;
pub(super) mod names;
mod overlay;
mod parts;
mod picture;
mod plates;
mod positions;
mod reel;
mod renderer;
mod spot;
pub(super) mod style;
pub(super) mod svg;
mod tags;
#[cfg(test)]
mod tests;
mod text;
mod walls;
pub(super) mod words;

pub use alt::{ALT_TEXT_MAX, alt_text, description, map_in_words};
pub use film::{Beat, BeatKind, Cast, CastSquad, CastUnit, Frame, Held, Placed, Shot, ShotFate, State, Step};
pub use ground::Ground;
pub use labels::{in_turn, labels, star_marks};
pub use names::Name;
pub use parts::{Measures, Parts};
pub use picture::{
    Arrow, ArrowKind, Fallen, FormationView, Hero, Moment, ObjectiveView, Party, PartyId, Picture, Plate, Shape,
    SquadView, UnitView,
};
pub use positions::{map_in_letters, places, positions};
pub use reel::{Scene, Ways, beats, chain};
pub use renderer::{MapRenderer, NoPicture};
pub use spot::{Plot, Spot, bends, middlemost};
pub use text::text_map;
