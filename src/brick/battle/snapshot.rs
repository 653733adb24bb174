//! A battle as bytes, and bytes as a battle: everything that is true of it between two events, and nothing of its setup.
//!
//! Bytes come from outside. Only those that a battle of this setup could have written are taken.

use std::fmt;
use std::sync::Arc;

use crate::brick::battle::{Battle, ItemPlace, Policies, Setup, Standard, Who, Whose};
use crate::field::{SquadId, Tile, UnitId};

/// Bytes that are no snapshot of a battle of this setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotASnapshot {
    /// They can't be read at all.
    Unreadable,
    /// They were read, and this part of them doesn't fit the setup or itself.
    Unfit(&'static str),
}

impl fmt::Display for NotASnapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotASnapshot::Unreadable => f.write_str("the snapshot can't be read"),
            NotASnapshot::Unfit(part) => write!(f, "the snapshot's {part} don't fit the battle"),
        }
    }
}

impl std::error::Error for NotASnapshot {}

/// More squads than any battle makes.
const SQUADS_MAX: usize = 10_000;

impl Battle {
    /// Everything that is true of it, as bytes.
    pub fn snapshot(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a battle has no maps and no floats, so it is JSON")
    }

    /// The battle of this setup that wrote these bytes.
    ///
    /// # Errors
    ///
    /// If no battle of this setup wrote them.
    pub fn restore(setup: Arc<Setup>, bytes: &[u8]) -> Result<Battle, NotASnapshot> {
        let mut battle: Battle = serde_json::from_slice(bytes).map_err(|_| NotASnapshot::Unreadable)?;
        battle.setup = setup;
        battle.fits()?;
        battle.survey();
        if !battle.grid_agrees() {
            return Err(NotASnapshot::Unfit("places"));
        }
        Ok(battle)
    }

    fn fits(&self) -> Result<(), NotASnapshot> {
        let setup = &self.setup;
        let fit = |part: &'static str, fits: bool| if fits { Ok(()) } else { Err(NotASnapshot::Unfit(part)) };
        let is_unit = |it: UnitId| usize::from(it.0) < self.units.len();
        let is_squad = |it: SquadId| usize::from(it.0) < self.squads.len();
        let is_who = |who: Who| match who {
            Who::Unit(it) => is_unit(it),
            Who::Squad(it) => is_squad(it),
        };
        let is_team = |team: u8| usize::from(team) < setup.teams.len();
        let is_tile = |tile: Tile| setup.board.contains(tile);
        let items = setup.units.iter().map(|it| it.items.len()).sum::<usize>();
        fit("units", self.units.len() == setup.units.len())?;
        fit("squads", self.squads.len() <= SQUADS_MAX)?;
        fit("goals", self.goals_met.len() == setup.goals.len() && self.objectives.len() == setup.objectives.len())?;
        fit("objectives", self.objectives.iter().all(|it| it.owner.is_none_or(|it| is_team(it.0))))?;
        fit("scores", self.score.len() == setup.teams.len())?;
        fit("units", self.units.iter().all(|it| is_tile(it.at) && it.squad.is_none_or(is_squad)))?;
        fit("grips", self.units.iter().all(|it| it.grip.is_none_or(|it| usize::from(it.0) < items)))?;
        fit("items", self.items.len() == items)?;
        fit("items", self.items.iter().all(|it| usize::from(it.weapon.0) < setup.weapons.len()))?;
        fit(
            "items",
            self.items.iter().all(|it| match it.place {
                ItemPlace::Held(unit) => is_unit(unit),
                ItemPlace::Lies(tile) => is_tile(tile),
                ItemPlace::Gone => true,
            }),
        )?;
        for (place, squad) in self.squads.iter().enumerate() {
            let id = Some(SquadId(place as u16));
            let rect = squad.plate.rect;
            fit("plates", 0 < rect.columns && 0 < rect.rows && setup.contains(rect))?;
            fit("teams", is_team(squad.team.0) && squad.seat.is_none_or(|it| usize::from(it.0) < setup.seats.len()))?;
            fit("members", squad.members.iter().all(|it| is_unit(*it) && self.unit(*it).squad == id))?;
            fit(
                "standards",
                matches!(squad.standard, Standard::Bearer(it) if is_unit(it)) || squad.standard == Standard::Center,
            )?;
        }
        fit(
            "members",
            self.units.iter().enumerate().all(|(place, it)| {
                it.squad.is_none_or(|squad| self.squads[usize::from(squad.0)].members.contains(&UnitId(place as u16)))
            }),
        )?;
        fit("links", self.links.iter().all(|(one, other)| one < other && is_who(*one) && is_who(*other)))?;
        fit("grabs", self.grabs.iter().all(|it| is_unit(it.by) && is_unit(it.victim)))?;
        fit(
            "hands",
            self.ledger.iter().all(|it| is_unit(it.unit) && it.item.is_none_or(|it| usize::from(it.0) < items)),
        )?;
        let is_whose = |whose: Whose| match whose {
            Whose::One(who) => is_who(who),
            Whose::Team(team) => is_team(team.0),
        };
        let weapons = setup.weapons.len();
        let is_policy = |it: &Policies| it.weapons().all(|it| usize::from(it.0) < weapons) && it.units().all(is_unit);
        fit("policies", self.policies.iter().all(|(whose, it)| is_whose(*whose) && is_policy(it)))?;
        fit("turn", self.turn.is_none_or(|it| is_team(it.0)))
    }
}
