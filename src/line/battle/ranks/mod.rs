//! Formations: units that move, stand and shoot as one body. A battle knows of them only if its scenario asks for them.

mod apply;
mod event;
mod orders;

pub use event::*;
pub use orders::*;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::field::{SquadId, UnitId, each_once};
use crate::line::battle::{Battle, Phase};

/// A formation, by a number that no other formation of its battle has or had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct FormationId(pub u16);

/// **F-2** How large a shield is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shield {
    Small,
    Medium,
    Large,
}

/// What units of a profile bring to a formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drill {
    /// **F-2**
    pub shield: Option<Shield>,
    /// **F-4** Whether it can be part of a spear wall.
    pub spear: bool,
    /// **F-7** Whether it may be in a formation at all.
    pub drilled: bool,
    /// **F-6** Whether it needs nobody to direct it.
    pub autonomous: bool,
    /// **F-6** From how far it can direct a formation, in tiles; `None` if it can't.
    pub lead: Option<u8>,
}

impl Default for Drill {
    fn default() -> Drill {
        Drill { shield: None, spear: false, drilled: true, autonomous: false, lead: None }
    }
}

/// **F-6** From how far a hero can direct a formation, in tiles, unless his profile says more.
pub const HERO_LEAD: u8 = 6;

/// What a scenario that plays with formations says about them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormationSetup {
    /// **F-6** Whether everybody in the battle has been trained to do without a leader.
    pub autonomous: bool,
    /// **F-23** Whether a unit that has fired may still move with its formation.
    pub shoot_and_move: bool,
    /// **F-12** Whether a failed start costs nothing but the Free Action.
    pub waive_failed_start: bool,
}

/// What is true of formations between two events.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ranks {
    // In the order in which they were formed.
    pub(super) formations: Vec<Formation>,
    // The number that the next one gets.
    pub(super) next: u16,
    // **F-16** How many parts of these squads have been given a name of their own.
    pub(super) parts: Vec<(Vec<SquadId>, u8)>,
    // One for each unit.
    pub(super) units: Vec<Ranker>,
}

/// Units that act as one body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formation {
    pub id: FormationId,
    /// The squads that it was formed from, as they were named.
    pub squads: Vec<SquadId>,
    /// **F-16** Which part of a formation of these squads it is, from 1, a number that no other part of them has or had; 0
    /// before any break-up.
    pub part: u8,
    /// Who stands in it, in roster order.
    pub members: Vec<UnitId>,
    /// **F-6** Who directs it, a member or not; `None` if it needs nobody.
    pub leader: Option<UnitId>,
    /// Whether it has moved this round, or was told to and couldn't.
    pub has_moved: bool,
}

/// What formations know of one unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ranker {
    /// **FX-6** The round at the end of whose movement phase it is no longer dazed; 0 if it is not.
    pub dazed_until: u16,
    /// The same of being frenzied.
    pub frenzied_until: u16,
    /// **F-10** Whether it has spent this round's Free Action.
    pub free_action_spent: bool,
    /// **F-23, FX-5** Whether it has moved in a formation this round; whether it has fired, the unit knows.
    pub has_marched: bool,
    /// **F-12** Whether it has lost its Move and its Complex Action this round.
    pub has_lost_turn: bool,
    /// **F-19** Whether its movement ended when its formation broke up.
    pub has_stopped: bool,
    /// **FX-3** Whether it has directed a formation this round.
    pub has_directed: bool,
}

impl Battle {
    /// Whether this battle is played with formations.
    pub fn has_formations(&self) -> bool {
        self.ranks.is_some()
    }

    /// All formations, in the order in which they were formed.
    pub fn formations(&self) -> &[Formation] {
        self.ranks.as_ref().map_or(&[], |it| &it.formations)
    }

    /// The formation with this number, if it still holds.
    pub fn formation(&self, id: FormationId) -> Option<&Formation> {
        self.formations().iter().find(|it| it.id == id)
    }

    /// The formation that a unit is a member of.
    pub fn formation_of(&self, unit: UnitId) -> Option<&Formation> {
        self.formations().iter().find(|it| it.members.contains(&unit))
    }

    /// The formations that somebody of a squad is a member of, in the order in which they were formed.
    pub fn formations_of(&self, squad: SquadId) -> impl Iterator<Item = &Formation> {
        self.formations().iter().filter(move |it| it.members.iter().any(|it| self.unit(*it).squad == squad))
    }

    /// The squads of a formation's members, in the order in which they stand in it.
    pub fn squads_in(&self, formation: &Formation) -> Vec<SquadId> {
        each_once(formation.members.iter().map(|it| self.unit(*it).squad))
    }

    /// What people call a formation: its squads, of a part those that are in it, and which part of them it is.
    pub fn formation_name(&self, formation: &Formation) -> String {
        let is_in_it = |squad: SquadId| formation.members.iter().any(|it| self.unit(*it).squad == squad);
        let squads = formation.squads.iter().filter(|it| formation.part == 0 || is_in_it(**it));
        let names: Vec<&str> = squads.map(|it| self.setup().squad(*it).name.as_str()).collect();
        match formation.part {
            0 => names.join(" + "),
            part => format!("{} ({part})", names.join(" + ")),
        }
    }

    /// What formations know of a unit; where there are none, nothing has happened to it.
    pub fn ranker(&self, unit: UnitId) -> Ranker {
        self.ranks.as_ref().map_or_else(Ranker::default, |it| it.units[usize::from(unit.0)])
    }

    /// **FX-6** Whether a unit can neither act nor move for now.
    pub fn is_dazed(&self, unit: UnitId) -> bool {
        self.is_in(unit, Plight::Dazed)
    }

    /// **FX-6** Whether a unit is out of control and wants to attack.
    pub fn is_frenzied(&self, unit: UnitId) -> bool {
        self.is_in(unit, Plight::Frenzied)
    }

    /// **FX-6** Whether a unit is so.
    pub fn is_in(&self, unit: UnitId, plight: Plight) -> bool {
        0 < self.until(unit, plight)
    }

    /// **FX-6** The round at the end of whose movement phase a unit is no longer so; 0 if it is not.
    pub fn until(&self, unit: UnitId, plight: Plight) -> u16 {
        match plight {
            Plight::Dazed => self.ranker(unit).dazed_until,
            Plight::Frenzied => self.ranker(unit).frenzied_until,
        }
    }

    /// **FX-6** Whether more than half of a squad's standing units are out of control: then all of it goes along.
    pub fn is_squad_frenzied(&self, squad: SquadId) -> bool {
        let frenzied = || self.standing(squad).filter(|it| self.is_frenzied(*it)).count();
        self.has_formations() && self.standing(squad).count() < 2 * frenzied()
    }

    /// **F-9** What keeps a unit from being steady.
    pub fn unsteadiness(&self, unit: UnitId) -> Option<Unsteady> {
        if self.is_dazed(unit) {
            Some(Unsteady::Dazed)
        } else if self.squad(self.unit(unit).squad).is_broken {
            Some(Unsteady::Panicked)
        } else if self.is_frenzied(unit) {
            Some(Unsteady::Frenzied)
        } else {
            None
        }
    }

    /// **F-10** Whether a unit still has this round's Free Action.
    pub fn has_free_action(&self, unit: UnitId) -> bool {
        self.has_formations() && !self.ranker(unit).free_action_spent
    }

    /// **F-19, FX-6, C-6** Whether a unit can't move for now: it is dazed, its movement ended when its formation broke up, or
    /// it has moved ahead of its squad.
    pub fn is_rooted(&self, unit: UnitId) -> bool {
        let Ranker { dazed_until, has_stopped, .. } = self.ranker(unit);
        self.has_unit_acted_ahead(unit, Phase::Movement) || 0 < dazed_until || has_stopped
    }

    /// **F-6, FX-2** From how far a unit can direct a formation, in tiles; `None` if it can't.
    pub fn lead(&self, unit: UnitId) -> Option<u8> {
        let as_hero = self.setup().unit(unit).hero.map(|_| HERO_LEAD);
        self.profile(unit).drill.lead.max(as_hero)
    }

    /// **F-6** Whether a unit needs nobody to direct it.
    pub fn is_autonomous(&self, unit: UnitId) -> bool {
        self.profile(unit).drill.autonomous || self.setup().formations.is_some_and(|it| it.autonomous)
    }

    /// **FX-8** Whether two units stand side by side, or corner to corner.
    pub fn are_neighbours(&self, one: UnitId, other: UnitId) -> bool {
        one != other && self.footprint(one).engages(1, self.footprint(other))
    }
}
