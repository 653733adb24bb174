//! A battle in motion: the squads and units in it, the field at a moment, and a round as beats that people watch.
//!
//! A game fills these types, as it fills a [`Picture`](crate::map::Picture). Nothing here knows a rule.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::field::{SquadId, Tile, UnitId};
use crate::map::names::Name;
use crate::map::picture::{PartyId, Plate, Shape};
use crate::map::spot::Plot;

/// All squads and units that have been seen on the field, in roster order, without those that players don't know of
/// yet. Each [`Frame`] has the squads that the units belong to, because these change.
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
    /// Its label on the map.
    pub label: String,
    pub party: PartyId,
    /// How many units it began with.
    pub strength: u16,
}

/// A unit as a watcher knows it.
#[derive(Clone, Debug)]
pub struct CastUnit {
    pub id: UnitId,
    pub name: Name,
    pub shape: Shape,
    /// The letters on a hero's star.
    pub star: Option<String>,
}

/// The field at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    pub units: BTreeMap<UnitId, Placed>,
    /// **F-1** The formations, each as a list of its units.
    pub formations: Vec<Vec<UnitId>>,
    /// The plates that squads stand on.
    pub plates: BTreeMap<SquadId, Plate>,
    /// Who holds each objective, in the order of the scenario.
    pub objectives: Vec<Held>,
}

/// A unit on the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    pub on: Plot,
    /// Its squad at this moment.
    pub squad: SquadId,
    pub state: State,
}

/// The state of a unit. Pages read it as the index of the variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    Standing,
    Downed,
    Killed,
    /// Off the field: carried away or withdrawn.
    Gone,
}

/// Who holds an objective.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    pub owner: Option<PartyId>,
    pub is_contested: bool,
}

/// What people watch at once: a volley with its strays, one melee, a side's plain moves, a charge, or a morale test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beat {
    /// The numbers of the report's lines that it shows. Each line of a round is in exactly one beat.
    pub lines: Vec<u16>,
    pub kind: BeatKind,
    /// A sentence of about 45 letters, made by the game.
    pub headline: String,
    /// Whether it is shown to people who watch only the important moments: a unit fell, broke, charged or arrived, or
    /// an objective changed hands.
    pub is_moment: bool,
    pub who: Vec<SquadId>,
    /// The tiles where it happens.
    pub at: Vec<Tile>,
    /// Its steps, in order.
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
    /// The kind of the beats in a part of a report, by the part's name.
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

/// One thing that people see in a beat, with what it changes on the field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A squad fires at another.
    Shots { by: SquadId, at: SquadId, shots: Vec<Shot> },
    /// Two squads fight hand to hand.
    Clash { a: SquadId, b: SquadId },
    /// A unit moves along these tiles, and ends on the last.
    Go { unit: UnitId, way: Vec<Tile> },
    /// A unit is downed, killed or taken off the field.
    Fall { unit: UnitId, state: State },
    /// A unit that was down stands again.
    Rise { unit: UnitId },
    /// A unit comes onto the field.
    Arrive { unit: UnitId, squad: SquadId, on: Plot },
    /// A unit changes squads.
    Join { unit: UnitId, squad: SquadId },
    /// **F-1** The formations are these from now on, each as a list of its units.
    Form(Vec<Vec<UnitId>>),
    /// Squads stand on these plates from now on.
    Plates(BTreeMap<SquadId, Plate>),
    /// An objective changes hands, or is contested.
    Flag { objective: usize, held: Held },
    /// A few words appear at a squad, such as "broken".
    Mark { squad: SquadId, words: String },
    /// Words that belong to no squad, such as those of a scenario's event.
    Say(String),
}

/// One shot of a volley.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    pub from: UnitId,
    /// The unit that it met, which may have come to no harm; `None` if it went wide.
    pub met: Option<UnitId>,
    pub fate: ShotFate,
}

/// The result of a shot. Pages read it as the index of the variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShotFate {
    Missed,
    /// It hit and did no damage.
    Saved,
    Wounded,
    Felled,
}

impl Frame {
    /// Changes the field by one step.
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

    /// The standing units of a squad.
    pub fn standing(&self, squad: SquadId) -> impl Iterator<Item = &Placed> {
        self.units.values().filter(move |it| it.squad == squad && it.state == State::Standing)
    }

    fn put(&mut self, unit: UnitId, state: State) {
        if let Some(placed) = self.units.get_mut(&unit) {
            placed.state = state;
        }
    }
}
