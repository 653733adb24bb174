//! A battle in motion: who takes part in it, how the field stands at a moment, and a round as the beats that people watch.
//!
//! A game fills it, as it fills a [`Picture`](crate::map::Picture). Nothing here knows a rule.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::field::{SquadId, Tile, UnitId};
use crate::map::names::Name;
use crate::map::picture::{PartyId, Plate, Shape};
use crate::map::spot::Plot;

/// Everybody who has been seen on the field, in roster order. Whom players don't know of yet is not in it. Who belongs to
/// which squad changes as they fight: each [`Frame`] says it.
#[derive(Clone, Debug, Default)]
pub struct Cast {
    pub squads: Vec<CastSquad>,
    pub units: Vec<CastUnit>,
}

/// A squad as a watcher knows it.
#[derive(Clone, Debug)]
pub struct CastSquad {
    pub id: SquadId,
    pub name: Name,
    /// What stands for it on the map.
    pub label: String,
    pub party: PartyId,
    /// How many it began with.
    pub strength: u16,
}

/// A unit as a watcher knows it.
#[derive(Clone, Debug)]
pub struct CastUnit {
    pub id: UnitId,
    pub name: Name,
    pub shape: Shape,
    /// What stands on the star of a hero.
    pub star: Option<String>,
}

/// The field at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    pub units: BTreeMap<UnitId, Placed>,
    /// **F-1** Those who are in formation, each formation by its units.
    pub formations: Vec<Vec<UnitId>>,
    /// What squads stand on and move with.
    pub plates: BTreeMap<SquadId, Plate>,
    /// Who holds each objective, by its place in the scenario.
    pub objectives: Vec<Held>,
}

/// A unit on the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    pub on: Plot,
    /// Whose it is at this moment.
    pub squad: SquadId,
    pub state: State,
}

/// What has become of a unit; pages know it by its place here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    Standing,
    Downed,
    Killed,
    /// Off the field: carried away, withdrawn, or with those who left.
    Gone,
}

/// Who holds an objective.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    pub owner: Option<PartyId>,
    pub is_contested: bool,
}

/// What people watch at once: a volley with its strays, one melee, a side's plain moves, a charge, a test of nerve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beat {
    /// The numbers of the report's lines that it shows. Each line of a round is in exactly one beat.
    pub lines: Vec<u16>,
    pub kind: BeatKind,
    /// The game's sentence, of some 45 letters.
    pub headline: String,
    /// Whether one who watches only the moments sees it: somebody fell, broke, charged, came, or an objective changed hands.
    pub is_moment: bool,
    pub who: Vec<SquadId>,
    /// Where it happens.
    pub at: Vec<Tile>,
    /// What is seen of it, in order.
    pub steps: Vec<Step>,
}

/// What a beat is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BeatKind {
    Story,
    Command,
    Shooting,
    Melee,
    Movement,
    Charge,
    Morale,
    Objectives,
    End,
}

impl BeatKind {
    /// What is done in a part of a report, as the report calls it.
    pub fn of_part(name: &str) -> BeatKind {
        match name {
            "Shooting" => BeatKind::Shooting,
            "Melee" => BeatKind::Melee,
            "Movement" => BeatKind::Movement,
            "Morale" => BeatKind::Morale,
            _ => BeatKind::Command,
        }
    }
}

/// One thing that is seen, and what it changes on the field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A squad fires at another.
    Shots { by: SquadId, at: SquadId, shots: Vec<Shot> },
    /// Two squads fight hand to hand.
    Clash { a: SquadId, b: SquadId },
    /// A unit goes the way of these tiles, the last of which is where it then stands.
    Go { unit: UnitId, way: Vec<Tile> },
    /// A unit is downed, killed or taken off the field.
    Fall { unit: UnitId, state: State },
    /// A unit that was down stands again.
    Rise { unit: UnitId },
    /// A unit comes onto the field.
    Arrive { unit: UnitId, squad: SquadId, on: Plot },
    /// A unit belongs to another squad from now on.
    Join { unit: UnitId, squad: SquadId },
    /// **F-1** From now on these are the formations, each by its units.
    Form(Vec<Vec<UnitId>>),
    /// From now on squads stand on these plates.
    Plates(BTreeMap<SquadId, Plate>),
    /// An objective changes hands, or is contested.
    Flag { objective: usize, held: Held },
    /// A few words appear at a squad, such as "broken".
    Mark { squad: SquadId, words: String },
    /// Words that belong to no squad, such as the story of an event.
    Say(String),
}

/// One shot of a volley.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    pub from: UnitId,
    /// Whom it met; `None`: it went wide.
    pub met: Option<UnitId>,
    pub fate: ShotFate,
}

/// What came of a shot; pages know it by its place here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShotFate {
    Missed,
    /// It hit and did no harm.
    Saved,
    Wounded,
    Felled,
}

impl Frame {
    /// Makes a step so.
    pub fn apply(&mut self, step: &Step) {
        match step {
            Step::Go { unit, way } => {
                if let (Some(placed), Some(to)) = (self.units.get_mut(unit), way.last()) {
                    placed.on.at = *to;
                }
            }
            Step::Fall { unit, state } => self.put(*unit, *state),
            Step::Rise { unit } => self.put(*unit, State::Standing),
            Step::Arrive { unit, squad, on } => {
                self.units.insert(*unit, Placed { on: *on, squad: *squad, state: State::Standing });
            }
            Step::Join { unit, squad } => {
                if let Some(placed) = self.units.get_mut(unit) {
                    placed.squad = *squad;
                }
            }
            Step::Form(formations) => self.formations.clone_from(formations),
            Step::Plates(plates) => self.plates.clone_from(plates),
            Step::Flag { objective, held } => {
                if let Some(it) = self.objectives.get_mut(*objective) {
                    *it = *held;
                }
            }
            Step::Shots { .. } | Step::Clash { .. } | Step::Mark { .. } | Step::Say(_) => {}
        }
    }

    /// Those of a squad who stand.
    pub fn standing(&self, squad: SquadId) -> impl Iterator<Item = &Placed> {
        self.units.values().filter(move |it| it.squad == squad && it.state == State::Standing)
    }

    fn put(&mut self, unit: UnitId, state: State) {
        if let Some(placed) = self.units.get_mut(&unit) {
            placed.state = state;
        }
    }
}
