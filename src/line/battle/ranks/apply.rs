//! Applies events of formations to a battle.

use crate::field::{SquadId, UnitId, place_of};
use crate::line::battle::{Battle, Formation, FormationEvent, FormationId, Part, Plight, Step};

use super::{Ranks, UnitInRanks};

impl Battle {
    pub(crate) fn apply_to_ranks(&mut self, event: &FormationEvent) {
        match event {
            FormationEvent::Shuffled { steps, .. } => self.step_in_ranks(steps),
            FormationEvent::Started { formation, squads, members, leader, .. } => {
                self.start(*formation, squads, members, *leader);
                members.iter().chain(leader).for_each(|it| self.unit_in_ranks_mut(*it).free_action_spent = true);
                leader.iter().for_each(|it| self.unit_in_ranks_mut(*it).has_directed = true);
            }
            FormationEvent::StartFailed { members, leader, costs_turn, .. } => {
                members.iter().chain(leader).for_each(|it| self.unit_in_ranks_mut(*it).free_action_spent = true);
                members.iter().for_each(|it| self.unit_in_ranks_mut(*it).has_lost_turn |= costs_turn);
            }
            FormationEvent::Disbanded { formation } => {
                for unit in self.end(*formation).map(|it| it.members).unwrap_or_default() {
                    self.unit_in_ranks_mut(unit).free_action_spent = true;
                }
            }
            FormationEvent::Dissolved { formation } => drop(self.end(*formation)),
            FormationEvent::Stepped(it) => {
                self.formation_mut(it.formation).has_moved = true;
                self.step_in_ranks(&it.steps);
                it.steps.iter().for_each(|it| self.unit_in_ranks_mut(it.unit).has_marched = true);
            }
            FormationEvent::StoodStill { formation, .. } => self.formation_mut(*formation).has_moved = true,
            FormationEvent::Left { units, .. } => self.go_out_of_ranks(units),
            FormationEvent::BrokeUp { formation, parts, .. } => self.break_up(*formation, parts),
            FormationEvent::VolleyLost { squad, units, slows, .. } => self.count_as_fired(*squad, units, *slows),
            FormationEvent::PlightBegan { plight, units, until, .. } => {
                for unit in units {
                    let mark = self.plight_mut(*unit, *plight);
                    *mark = (*mark).max(*until);
                }
            }
            FormationEvent::PlightEnded { plight, units, .. } => {
                units.iter().for_each(|it| *self.plight_mut(*it, *plight) = 0);
            }
            FormationEvent::NotDisbanded { .. } => (),
        }
    }

    fn ranks_mut(&mut self) -> &mut Ranks {
        self.ranks.as_deref_mut().expect("only a battle with formations has such events")
    }

    fn unit_in_ranks_mut(&mut self, unit: UnitId) -> &mut UnitInRanks {
        &mut self.ranks_mut().units[usize::from(unit.0)]
    }

    pub(crate) fn plight_mut(&mut self, unit: UnitId, plight: Plight) -> &mut u16 {
        let it = self.unit_in_ranks_mut(unit);
        match plight {
            Plight::Dazed => &mut it.dazed_until,
            Plight::Frenzied => &mut it.frenzied_until,
        }
    }

    fn formation_mut(&mut self, id: FormationId) -> &mut Formation {
        self.ranks_mut().formations.iter_mut().find(|it| it.id == id).expect("an event names a formation that holds")
    }

    /// The id that the next formation gets.
    pub fn next_formation(&self) -> FormationId {
        FormationId(self.ranks.as_ref().map_or(0, |it| it.next))
    }

    /// Starts a formation. Its members leave the formations that they were in.
    pub(crate) fn start(&mut self, id: FormationId, squads: &[SquadId], members: &[UnitId], leader: Option<UnitId>) {
        self.go_out_of_ranks(members);
        let (squads, members) = (squads.to_vec(), members.to_vec());
        // Units that were left out may still be in a formation with this name.
        let part = if self.is_taken(&squads) { self.next_part(&squads) } else { 0 };
        self.enter(Formation { id, squads, part, members, leader, has_moved: false });
    }

    /// Takes units out of their formations. What is left of a formation is named after the squads that are still in it.
    fn go_out_of_ranks(&mut self, units: &[UnitId]) {
        let left = |it: &Formation| it.members.iter().any(|it| units.contains(it));
        let thinned: Vec<FormationId> = self.formations().iter().filter(|it| left(it)).map(|it| it.id).collect();
        units.iter().for_each(|it| self.leave_ranks(*it));
        for id in thinned {
            let Some(it) = self.formation(id) else { continue };
            let is_in_it = |squad: &SquadId| it.members.iter().any(|it| self.unit(*it).squad == *squad);
            let squads: Vec<SquadId> = it.squads.iter().copied().filter(is_in_it).collect();
            if squads == it.squads {
                continue;
            }
            let part = if self.is_taken(&squads) { self.next_part(&squads) } else { 0 };
            let it = self.formation_mut(id);
            (it.squads, it.part) = (squads, part);
        }
    }

    /// Whether a whole formation, and not a part of one, has the names of these squads.
    fn is_taken(&self, squads: &[SquadId]) -> bool {
        self.formations().iter().any(|it| it.squads == squads && it.part == 0)
    }

    /// **F-16** The next number for a part of a formation of these squads.
    fn next_part(&mut self, squads: &[SquadId]) -> u8 {
        let parts = &mut self.ranks_mut().parts;
        let at = place_of(parts, |it| it.0 == squads, || (squads.to_vec(), 0));
        parts[at].1 = parts[at].1.saturating_add(1);
        parts[at].1
    }

    fn enter(&mut self, formation: Formation) {
        let ranks = self.ranks_mut();
        ranks.next = ranks.next.max(formation.id.0 + 1);
        ranks.formations.push(formation);
    }

    pub(crate) fn end(&mut self, id: FormationId) -> Option<Formation> {
        let formations = &mut self.ranks_mut().formations;
        let at = formations.iter().position(|it| it.id == id)?;
        Some(formations.remove(at))
    }

    /// Takes a unit out of its formation, if it is in one. A formation without members ends.
    pub(crate) fn leave_ranks(&mut self, unit: UnitId) {
        let Some(ranks) = self.ranks.as_deref_mut() else { return };
        ranks.formations.iter_mut().for_each(|it| it.members.retain(|it| *it != unit));
        ranks.formations.retain(|it| !it.members.is_empty());
    }

    /// **F-16** Replaces a formation with those of its parts that go on.
    fn break_up(&mut self, id: FormationId, parts: &[Part]) {
        let old = self.end(id).expect("only a formation that holds breaks up");
        for unit in parts.iter().filter(|it| it.formation.is_none()).flat_map(|it| &it.members) {
            self.unit_in_ranks_mut(*unit).has_stopped = true;
        }
        let going_on = parts.iter().filter_map(|it| Some((it.formation?, it)));
        for (id, it) in going_on {
            let Part { leader, members, .. } = it.clone();
            let part = self.next_part(&old.squads);
            self.enter(Formation { id, squads: old.squads.clone(), part, members, leader, has_moved: old.has_moved });
            leader.iter().for_each(|it| self.unit_in_ranks_mut(*it).has_directed = true);
        }
    }

    fn step_in_ranks(&mut self, steps: &[Step]) {
        self.make_steps(steps);
        for step in steps {
            let squad = self.unit(step.unit).squad;
            self.squad_mut(squad).has_moved = true;
        }
    }

    /// Resets what counted for the previous round only.
    pub(crate) fn begin_round_in_ranks(&mut self) {
        let Some(ranks) = self.ranks.as_deref_mut() else { return };
        ranks.formations.iter_mut().for_each(|it| it.has_moved = false);
        for it in &mut ranks.units {
            let UnitInRanks { dazed_until, frenzied_until, .. } = *it;
            *it = UnitInRanks { dazed_until, frenzied_until, ..UnitInRanks::default() };
        }
    }
}
