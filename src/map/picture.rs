//! What is on the map, in words and numbers ready to be shown. Every rendering reads this and nothing else.

use crate::field::Tile;
use crate::line::battle::{Battle, Event, Side, UnitState};
use crate::map::arrows;
use crate::map::arrows::Arrow;
use crate::map::formations;
use crate::map::formations::FormationView;
use crate::map::ground;
use crate::map::ground::Ground;
use crate::map::names::clean;
use crate::map::squads;
use crate::map::squads::SquadView;

/// The longest name of a squad or objective that is shown whole.
const NAME_MAX: usize = 40;
/// The same for a title.
const TITLE_MAX: usize = 60;

/// A battle at one moment, and what led to it, as everybody may see it.
#[derive(Clone, Debug)]
pub struct Picture {
    pub(super) title: String,
    pub(super) moment: Moment,
    pub(super) ground: Ground,
    /// Squads with somebody on the map, in roster order.
    pub(super) squads: Vec<SquadView>,
    /// Squads of which nobody stands any more.
    pub(super) gone: Vec<(String, Side)>,
    pub(super) objectives: Vec<ObjectiveView>,
    pub(super) fallen: Vec<Fallen>,
    pub(super) arrows: Vec<Arrow>,
    pub(super) formations: Vec<FormationView>,
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
pub(super) struct ObjectiveView {
    pub(super) name: String,
    pub(super) at: Tile,
    pub(super) radius: u8,
    pub(super) owner: Option<Side>,
    pub(super) is_contested: bool,
    pub(super) held_rounds: u16,
}

/// Somebody on the ground whom nobody carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fallen {
    pub(super) at: Tile,
    pub(super) side: Side,
    pub(super) is_killed: bool,
}

impl Picture {
    /// The battle after a round, with the round's events for the arrows; no events while the round is open.
    pub fn new(battle: &Battle, events: &[Event]) -> Picture {
        let setup = battle.setup();
        let gone = setup.squad_ids().filter(|it| battle.is_annihilated(*it));
        Picture {
            title: clean(&setup.title, TITLE_MAX),
            moment: Moment::of(battle, events),
            ground: ground::of(battle),
            squads: squads::of(battle, events),
            gone: gone.map(|it| (clean(&setup.squad(it).name, NAME_MAX), battle.side(it))).collect(),
            objectives: objectives(battle),
            fallen: fallen(battle),
            arrows: arrows::of(battle, events),
            formations: formations::of(battle),
        }
    }

    /// The label on the map of each squad, and the name that goes with it.
    pub fn labels(&self) -> impl Iterator<Item = (&str, &str)> {
        self.squads.iter().map(|it| (it.label.as_str(), it.name.as_str()))
    }

    /// The squads of one side.
    pub(super) fn squads_of(&self, side: Side) -> impl Iterator<Item = &SquadView> {
        self.squads.iter().filter(move |it| it.side == side)
    }
}

impl Moment {
    fn of(battle: &Battle, events: &[Event]) -> Moment {
        let opened = events.iter().rev().find_map(|it| match it {
            Event::RoundBegan { round } => Some(*round),
            _ => None,
        });
        match opened {
            Some(round) => Moment::After(round.saturating_sub(1)),
            None if events.is_empty() => Moment::Opening(battle.round()),
            None => Moment::After(battle.round()),
        }
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

fn objectives(battle: &Battle) -> Vec<ObjectiveView> {
    let view = |id| {
        let (setup, now) = (battle.setup().objective(id), battle.objective(id));
        ObjectiveView {
            name: clean(&setup.name, NAME_MAX),
            at: setup.at,
            radius: setup.radius,
            owner: now.owner,
            is_contested: now.is_contested,
            held_rounds: now.held_rounds,
        }
    };
    battle.setup().objective_ids().map(view).collect()
}

/// Those who were killed, and the downed whom nobody carries, one mark a tile.
fn fallen(battle: &Battle) -> Vec<Fallen> {
    let mark = |id| {
        let unit = battle.unit(id);
        let is_killed = match unit.state {
            UnitState::Killed => true,
            UnitState::Abandoned => false,
            UnitState::Downed if battle.is_annihilated(unit.squad) => false,
            _ => return None,
        };
        Some(Fallen { at: unit.at, side: battle.side(unit.squad), is_killed })
    };
    let mut marks: Vec<Fallen> = battle.setup().unit_ids().filter_map(mark).collect();
    marks.sort();
    marks.dedup_by_key(|it| it.at);
    marks
}

/// How the names of a picture are shortened, for those who make its parts.
pub(super) fn name(text: &str) -> String {
    clean(text, NAME_MAX)
}
