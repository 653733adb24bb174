//! What is on the map, in words and numbers ready to be shown. A game fills it; every rendering reads it and nothing else.

use crate::field::{Footprint, Tile};
use crate::map::arrows::Arrow;
use crate::map::ground::Ground;
use crate::map::names::Name;
use crate::map::party::{Party, PartyId};
use crate::map::spot::Spot;
use crate::map::squads::SquadView;

/// A battle at one moment, and what led to it, as everybody may see it.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Whether it shows a what-if: then its frame is dashed, and its title says so.
    pub is_what_if: bool,
    pub title: Name,
    pub moment: Moment,
    pub ground: Ground,
    /// Whoever may have something on the map.
    pub parties: Vec<Party>,
    /// Squads with somebody on the map, in roster order.
    pub squads: Vec<SquadView>,
    /// Squads of which nobody stands any more.
    pub gone: Vec<(Name, PartyId)>,
    pub objectives: Vec<ObjectiveView>,
    pub fallen: Vec<Fallen>,
    pub arrows: Vec<Arrow>,
    /// Where blows were exchanged in the round.
    pub clashes: Vec<Spot>,
    pub formations: Vec<FormationView>,
    /// Squads that are locked in close combat with each other, by their places in `squads`.
    pub rings: Vec<Vec<usize>>,
}

/// When it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The round is open, and nothing of it has been resolved.
    Opening(u16),
    /// The round has been resolved.
    After(u16),
    /// The round was the last one, and how it ended.
    Ended(u16, String),
}

/// An objective, as it stands.
#[derive(Clone, Debug)]
pub struct ObjectiveView {
    pub name: Name,
    pub at: Tile,
    pub radius: u8,
    pub owner: Option<PartyId>,
    pub is_contested: bool,
    pub held_rounds: u16,
}

/// Somebody on the ground whom nobody carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fallen {
    pub at: Tile,
    pub party: PartyId,
    pub is_killed: bool,
}

/// Units that act as one body.
#[derive(Clone, Debug)]
pub struct FormationView {
    pub name: Name,
    pub party: PartyId,
    pub units: Vec<Footprint>,
    /// Who directs it.
    pub leader: Option<Name>,
}

impl Picture {
    /// The picture as one of a what-if.
    #[must_use]
    pub fn as_what_if(self) -> Picture {
        let title = Name::title(&format!("What if · {}", self.title));
        Picture { is_what_if: true, title, ..self }
    }

    /// The label on the map of each squad, and the name that goes with it.
    pub fn labels(&self) -> impl Iterator<Item = (&str, &str)> {
        self.squads.iter().map(|it| (it.label.as_str(), &*it.name))
    }

    /// All parties, each with its place.
    pub(super) fn placed_parties(&self) -> impl Iterator<Item = (PartyId, &Party)> {
        (0..).map(PartyId).zip(&self.parties)
    }

    /// What the party in a place is called.
    pub(super) fn party(&self, id: PartyId) -> &Party {
        self.parties.get(usize::from(id.0)).expect("a picture lists every party that has something on it")
    }

    /// The squads of one party.
    pub(super) fn squads_of(&self, party: PartyId) -> impl Iterator<Item = &SquadView> {
        self.squads.iter().filter(move |it| it.party == party)
    }

    /// All squads, party by party.
    pub(super) fn squads_by_party(&self) -> impl Iterator<Item = &SquadView> {
        self.placed_parties().flat_map(|(id, _)| self.squads_of(id))
    }

    /// The squads of a ring.
    pub(super) fn in_ring<'a>(&'a self, ring: &'a [usize]) -> impl Iterator<Item = &'a SquadView> {
        ring.iter().filter_map(|it| self.squads.get(*it))
    }

    /// What each formation is called on the picture: F1, F2 and so on.
    pub(super) fn labelled_formations(&self) -> impl Iterator<Item = (String, &FormationView)> {
        self.formations.iter().enumerate().map(|(n, it)| (format!("F{}", n + 1), it))
    }
}

impl Moment {
    /// When it is in a battle in this round, which may have ended, and of whose events `opened` is the last round that they
    /// open.
    pub(crate) fn of(round: u16, ended: Option<String>, opened: Option<u16>, has_events: bool) -> Moment {
        match (ended, opened) {
            (Some(ended), _) => Moment::Ended(round, ended),
            (None, Some(opened)) => Moment::After(opened.saturating_sub(1)),
            (None, None) if has_events => Moment::After(round),
            (None, None) => Moment::Opening(round),
        }
    }
}

impl std::fmt::Display for Moment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Moment::Opening(round) => write!(f, "as round {round} opens"),
            Moment::After(round) => write!(f, "after round {round}"),
            Moment::Ended(round, ended) => write!(f, "after round {round}: {ended}"),
        }
    }
}
