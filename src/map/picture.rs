//! What is on the map, in words and numbers ready to be shown. A game fills it; every rendering reads it and nothing else.

use crate::field::{Footprint, Tile};
use crate::line::battle::Side;
use crate::map::arrows::Arrow;
use crate::map::ground::Ground;
use crate::map::names::Name;
use crate::map::squads::SquadView;

/// A battle at one moment, and what led to it, as everybody may see it.
#[derive(Clone, Debug)]
pub struct Picture {
    pub title: Name,
    pub moment: Moment,
    pub ground: Ground,
    /// Squads with somebody on the map, in roster order.
    pub squads: Vec<SquadView>,
    /// Squads of which nobody stands any more.
    pub gone: Vec<(Name, Side)>,
    pub objectives: Vec<ObjectiveView>,
    pub fallen: Vec<Fallen>,
    pub arrows: Vec<Arrow>,
    pub formations: Vec<FormationView>,
}

/// When it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The round is open, and nothing of it has been resolved.
    Opening(u16),
    /// The round has been resolved.
    After(u16),
}

/// An objective, as it stands.
#[derive(Clone, Debug)]
pub struct ObjectiveView {
    pub name: Name,
    pub at: Tile,
    pub radius: u8,
    pub owner: Option<Side>,
    pub is_contested: bool,
    pub held_rounds: u16,
}

/// Somebody on the ground whom nobody carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fallen {
    pub at: Tile,
    pub side: Side,
    pub is_killed: bool,
}

/// Units that act as one body.
#[derive(Clone, Debug)]
pub struct FormationView {
    pub name: Name,
    pub side: Side,
    pub units: Vec<Footprint>,
    /// Who directs it.
    pub leader: Option<Name>,
}

impl Picture {
    /// The label on the map of each squad, and the name that goes with it.
    pub fn labels(&self) -> impl Iterator<Item = (&str, &str)> {
        self.squads.iter().map(|it| (it.label.text.as_str(), &*it.name))
    }

    /// The squads of one side.
    pub(super) fn squads_of(&self, side: Side) -> impl Iterator<Item = &SquadView> {
        self.squads.iter().filter(move |it| it.side == side)
    }

    /// What each formation is called on the picture: F1, F2 and so on.
    pub(super) fn labelled_formations(&self) -> impl Iterator<Item = (String, &FormationView)> {
        self.formations.iter().enumerate().map(|(n, it)| (format!("F{}", n + 1), it))
    }
}

impl std::fmt::Display for Moment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Moment::Opening(round) => write!(f, "as round {round} opens"),
            Moment::After(round) => write!(f, "after round {round}"),
        }
    }
}
