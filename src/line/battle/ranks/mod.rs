//! Formations: units that move, stand and shoot as one body. A battle has them only if its scenario asks for them.

mod apply;
mod event;
mod orders;

pub use event::*;
pub use orders::*;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::field::{SquadId, UnitId, each_once};
use crate::line::battle::{Battle, Phase};

/// A formation, by a number that is never reused in its battle.
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
    /// **F-6** From how many tiles away it can direct a formation; `None` if it can't.
    pub lead: Option<u8>,
}

impl Default for Drill {
    fn default() -> Drill {
        Drill { shield: None, spear: false, drilled: true, autonomous: false, lead: None }
    }
}

/// **F-6** From how many tiles away a hero can direct a formation, unless his profile allows more.
pub const HERO_LEAD: u8 = 6;

/// The rulings of a scenario with formations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormationSetup {
    /// **F-6** Whether all units of the battle are trained to do without a leader.
    pub autonomous: bool,
    /// **F-23** Whether a unit that has fired may still move with its formation.
    pub shoot_and_move: bool,
    /// **F-12** Whether a failed start costs nothing but the Free Action.
    pub waive_failed_start: bool,
}

/// The state of formations between two events.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ranks {
    // In the order in which they were formed.
    pub(super) formations: Vec<Formation>,
    // The id of the next formation.
    pub(super) next: u16,
    // **F-16** The last part number that formations of these squads have used.
    pub(super) parts: Vec<(Vec<SquadId>, u8)>,
    // One for each unit.
    pub(super) units: Vec<UnitInRanks>,
}

/// A formation: units that act as one body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formation {
    pub id: FormationId,
    /// The squads that it was formed from, in the order of the order.
    pub squads: Vec<SquadId>,
    /// **F-16** The number of this part of a formation of these squads, from 1 and never reused; 0 before any break-up.
    pub part: u8,
    /// Its members, in roster order.
    pub members: Vec<UnitId>,
    /// **F-6** The unit that directs it, a member or not; `None` if it needs nobody.
    pub leader: Option<UnitId>,
    /// Whether it has moved this round, or was ordered to and couldn't.
    pub has_moved: bool,
}

/// The state of one unit with regard to formations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitInRanks {
    /// **FX-6** It is dazed until the movement phase of this round is over; 0 if it isn't dazed.
    pub dazed_until: u16,
    /// **FX-6** It is frenzied until the movement phase of this round is over; 0 if it isn't frenzied.
    pub frenzied_until: u16,
    /// **F-10** Whether it has spent this round's Free Action.
    pub free_action_spent: bool,
    /// **F-23, FX-5** Whether it has moved in a formation this round. Whether it has fired is in
    /// [`Unit`](crate::line::battle::Unit).
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

    /// The formation with this id; `None` if it has ended.
    pub fn formation(&self, id: FormationId) -> Option<&Formation> {
        self.formations().iter().find(|it| it.id == id)
    }

    /// The formation that a unit is a member of.
    pub fn formation_of(&self, unit: UnitId) -> Option<&Formation> {
        self.formations().iter().find(|it| it.members.contains(&unit))
    }

    /// The formations with a member from a squad, in the order in which they were formed.
    pub fn formations_of(&self, squad: SquadId) -> impl Iterator<Item = &Formation> {
        self.formations().iter().filter(move |it| it.members.iter().any(|it| self.unit(*it).squad == squad))
    }

    /// The squads of a formation's members, in the order of the members.
    pub fn squads_in(&self, formation: &Formation) -> Vec<SquadId> {
        each_once(formation.members.iter().map(|it| self.unit(*it).squad))
    }

    /// What people call a formation: its squads, or for a part the squads that are still in it and its number.
    pub fn formation_name(&self, formation: &Formation) -> String {
        let is_in_it = |squad: SquadId| formation.members.iter().any(|it| self.unit(*it).squad == squad);
        let squads = formation.squads.iter().filter(|it| formation.part == 0 || is_in_it(**it));
        let names: Vec<&str> = squads.map(|it| self.setup().squad(*it).name.as_str()).collect();
        match formation.part {
            0 => names.join(" + "),
            part => format!("{} ({part})", names.join(" + ")),
        }
    }

    /// The state of a unit with regard to formations; the default in a battle without them.
    pub fn unit_in_ranks(&self, unit: UnitId) -> UnitInRanks {
        self.ranks.as_ref().map_or_else(UnitInRanks::default, |it| it.units[usize::from(unit.0)])
    }

    /// **FX-6** Whether a unit is dazed: it can neither act nor move.
    pub fn is_dazed(&self, unit: UnitId) -> bool {
        self.is_in(unit, Plight::Dazed)
    }

    /// **FX-6** Whether a unit is frenzied: it is out of control and attacks.
    pub fn is_frenzied(&self, unit: UnitId) -> bool {
        self.is_in(unit, Plight::Frenzied)
    }

    /// **FX-6** Whether a unit is in this plight.
    pub fn is_in(&self, unit: UnitId, plight: Plight) -> bool {
        0 < self.until(unit, plight)
    }

    /// **FX-6** The round whose movement phase ends this plight of a unit; 0 if it isn't in it.
    pub fn until(&self, unit: UnitId, plight: Plight) -> u16 {
        match plight {
            Plight::Dazed => self.unit_in_ranks(unit).dazed_until,
            Plight::Frenzied => self.unit_in_ranks(unit).frenzied_until,
        }
    }

    /// **FX-6** Whether more than half of a squad's standing units are frenzied, and take the others along.
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
        self.has_formations() && !self.unit_in_ranks(unit).free_action_spent
    }

    /// **F-19, FX-6, C-6** Whether a unit can't move for now: it is dazed, its movement ended when its formation broke
    /// up, or it has moved ahead of its squad.
    pub fn is_rooted(&self, unit: UnitId) -> bool {
        let UnitInRanks { dazed_until, has_stopped, .. } = self.unit_in_ranks(unit);
        self.has_unit_acted_ahead(unit, Phase::Movement) || 0 < dazed_until || has_stopped
    }

    /// **F-6, FX-2** From how many tiles away a unit can direct a formation; `None` if it can't.
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
