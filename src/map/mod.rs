//! The map as people get it: a picture, a text map, a list of positions, and words for those who see none of these.
//!
//! All of them are made from one [`Picture`], so they never disagree.

mod alt;
mod arrows;
mod base;
pub(super) mod canvas;
mod clashes;
#[cfg(test)]
pub(crate) mod drawn;
mod film;
mod flags;
mod formations;
mod frame;
mod glyphs;
mod ground;
mod indexed;
mod labels;
mod legend;
mod look;
pub(super) mod metrics;
pub(super) mod names;
mod overlay;
mod parts;
mod party;
mod picture;
mod plates;
mod plot;
mod positions;
mod reel;
mod renderer;
mod rings;
mod spot;
mod squads;
pub(super) mod style;
pub(super) mod svg;
mod tags;
#[cfg(test)]
mod tests;
mod text;
mod walls;
pub(super) mod words;

pub use alt::{ALT_TEXT_MAX, alt_text, description};
pub use arrows::{Arrow, ArrowKind};
pub use film::{Beat, BeatKind, Cast, CastSquad, CastUnit, Frame, Held, Placed, Shot, ShotFate, State, Step};
pub use ground::{Changed, Ground};
pub use labels::{in_turn, labels, star_marks};
pub use names::Name;
pub use parts::{Measures, Parts};
pub use party::{Party, PartyId};
pub use picture::{Fallen, FormationView, Moment, ObjectiveView, Picture};
pub use plot::Plot;
pub use positions::{map_in_letters, positions};
pub use reel::{Reel, Scene, Ways, chain};
pub use renderer::{MapRenderer, NoPicture};
pub use spot::{Spot, bends, middlemost};
pub use squads::{Hero, Plate, Shape, SquadView, UnitView};
pub use text::text_map;
