//! Events change a battle here, and nowhere else.

use crate::brick::battle::{
    Battle, Deed, Event, Formed, Grab, ItemId, ItemPlace, Moved, Phase, Plate, Policies, Push, Run, Squad, Standard,
    Unit, UnitState, Who, Whose,
};
use crate::field::{SquadId, Tile, UnitId};

impl Battle {
    /// Applies an event. Nothing else changes a battle.
    ///
    /// # Panics
    ///
    /// If the event names what this battle doesn't have: events are only made by the rules, from this battle.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::PhaseBegan { phase } => {
                (self.phase, self.turn) = (*phase, None);
                if *phase == Phase::Movement {
                    // Units that move are marked anew.
                    self.units.iter_mut().for_each(|it| it.has_moved = false);
                }
            }
            Event::PassBegan { team } => self.turn = Some(*team),

            Event::PolicySet { whose, change } => self.policies_mut(*whose).set(change),
            Event::SquadFormed(it) => self.form(it),
            Event::Joined { squad, places, inches } => {
                self.enter(*squad, places, inches);
                places.iter().for_each(|it| self.unit_mut(it.0).run = None);
            }
            Event::LeftSquad { squad, unit, at, inches } => {
                self.leave(*squad, *unit);
                let unit = self.unit_mut(*unit);
                unit.at = *at;
                unit.inches_used += inches;
                unit.has_joined = false;
                self.update_occupied();
            }
            Event::SquadEnded { squad } => self.end_squad(*squad),
            Event::Replated { squad, plate, standard, places } => {
                let it = self.squad_mut(*squad);
                (it.plate, it.standard, it.is_replated) = (*plate, *standard, true);
                self.place(places);
            }
            Event::Rearranged { places, .. } => self.place(places),
            Event::StandardSet { squad, standard } => {
                let it = self.squad_mut(*squad);
                (it.standard, it.has_lost_bearer) = (*standard, false);
            }
            Event::FormedUp { units, pays, .. } => {
                for unit in units {
                    let unit = self.unit_mut(*unit);
                    unit.has_joined = true;
                    unit.has_acted |= pays;
                    unit.has_formed_up |= pays;
                }
            }
            Event::Braced { squad, .. } => self.squad_mut(*squad).is_braced = true,
            Event::Measured(it) => self.measures.push((**it).clone()),
            Event::Reserved { who } => {
                self.members(*who).into_iter().for_each(|it| self.unit_mut(it).is_reserved = true);
            }
            Event::ActionSpent { units, on } => {
                for unit in units {
                    let unit = self.unit_mut(*unit);
                    unit.has_acted = true;
                    unit.is_reserved = false;
                    match on {
                        Deed::Shoot => unit.has_shot = true,
                        Deed::Engage => unit.has_engaged = true,
                        Deed::Respond => unit.has_responded = true,
                        _ => (),
                    }
                }
            }

            Event::Stepped { who, plate, places } => self.shift(*who, *plate, places),
            Event::HandUsed(it) => {
                self.ledger.push(*it);
                self.unit_mut(it.unit).has_countered |= it.is_counter;
            }
            Event::Gripped { unit, item } => self.unit_mut(*unit).grip = *item,
            Event::Bailed(it) => {
                let unit = self.unit_mut(it.by);
                unit.at = it.to;
                unit.is_disrupted |= !it.on_feet;
                self.leave_if_off_plate(it.by);
            }
            Event::ItemLost { unit, item, to, .. } => {
                self.lose(*unit, *item, to.map_or(ItemPlace::Gone, ItemPlace::Lies));
            }
            Event::ItemTaken { unit, item } => self.items[usize::from(item.0)].place = ItemPlace::Held(*unit),
            Event::ItemBroken { unit, item, .. } => self.lose(*unit, *item, ItemPlace::Gone),
            Event::Harmed(it) => {
                let unit = self.unit_mut(it.unit);
                unit.hp = unit.hp.saturating_sub(it.hp_lost);
            }
            Event::Killed { unit, downed, .. } => self.kill(*unit, *downed),
            Event::Linked { one, other } => drop(self.links.insert((*one.min(other), *one.max(other)))),
            Event::Unlinked { one, other } => drop(self.links.remove(&(*one.min(other), *one.max(other)))),
            Event::Grabbed { by, victim } => self.grabs.push(Grab { by: *by, victim: *victim }),
            Event::Released { by, victim } => self.grabs.retain(|it| (it.by, it.victim) != (*by, *victim)),
            Event::Pushed(it) => self.push(it),
            Event::Disrupted { unit } => {
                let unit = self.unit_mut(*unit);
                (unit.is_disrupted, unit.run) = (true, None);
            }
            Event::Recovered { unit } => self.unit_mut(*unit).is_disrupted = false,
            Event::Announced { entry } => drop(self.come.insert(*entry)),
            Event::Arrived(it) => {
                for (unit, _) in &it.places {
                    let unit = self.unit_mut(*unit);
                    (unit.state, unit.squad) = (UnitState::Standing, Some(it.squad));
                }
                let squad = self.squad_mut(it.squad);
                (squad.plate, squad.members) = (it.plate, it.places.iter().map(|it| it.0).collect());
                self.place(&it.places);
            }
            Event::Restored { unit, hp, at } => {
                let it = self.unit_mut(*unit);
                (it.state, it.hp, it.at) = (UnitState::Standing, *hp, *at);
                self.update_occupied();
            }
            Event::Moved(it) => self.make_move(it),
            Event::Ran { who, run } => self.set_run(*who, *run),
            Event::PlateKnocked { squad, plate, places, .. } => {
                self.shift(Who::Squad(*squad), Some(*plate), places);
                self.set_run(Who::Squad(*squad), None);
            }

            Event::ObjectiveCounted { objective, owner, contested, .. } => {
                let it = &mut self.objectives[usize::from(objective.0)];
                *it = it.counted(*owner, *contested);
            }
            Event::Scored { team, points } => self.score[usize::from(team.0)] += points,
            Event::GoalMet { goal } => self.goals_met[usize::from(*goal)] = Some(self.round),
            Event::Ended { outcome, .. } => self.outcome = Some(*outcome),
            Event::RoundBegan { round } => self.begin_round(*round),

            Event::Refused { .. }
            | Event::NotFormed { .. }
            | Event::Declared { .. }
            | Event::CounterDeclared { .. }
            | Event::AttackRolled(_)
            | Event::ParryRolled(_)
            | Event::DistanceRolled { .. }
            | Event::DamageRolled { .. }
            | Event::HitWasted { .. }
            | Event::OverkillCarried { .. }
            | Event::MissTracked { .. }
            | Event::Exploded { .. }
            | Event::MixedUp { .. }
            | Event::Used { .. }
            | Event::Responded { .. }
            | Event::SprintRolled { .. }
            | Event::Crowded { .. }
            | Event::MomentumRolled { .. }
            | Event::Held { .. }
            | Event::HazardMet { .. }
            | Event::ArrivalDelayed { .. }
            | Event::MoraleTested { .. } => (),
        }
    }

    fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[usize::from(id.0)]
    }

    fn squad_mut(&mut self, id: SquadId) -> &mut Squad {
        &mut self.squads[usize::from(id.0)]
    }

    fn policies_mut(&mut self, whose: Whose) -> &mut Policies {
        let at = self.policies.partition_point(|it| it.0 < whose);
        if self.word_of(whose).is_none() {
            let begun = if let Whose::One(who) = whose { self.policies(who) } else { Policies::default() };
            self.policies.insert(at, (whose, begun));
        }
        &mut self.policies[at].1
    }

    fn lose(&mut self, unit: UnitId, item: ItemId, place: ItemPlace) {
        let unit = self.unit_mut(unit);
        unit.grip = unit.grip.filter(|it| *it != item);
        self.items[usize::from(item.0)].place = place;
    }

    fn form(&mut self, it: &Formed) {
        let empty = Squad { team: it.team, plate: it.plate, ..Squad::default() };
        let place = usize::from(it.squad.0);
        if self.squads.len() <= place {
            self.squads.resize(place + 1, empty.clone());
        }
        let policies = it.from.map(|from| self.policies(Who::Squad(from)));
        self.squads[place] =
            Squad { name: it.name.clone(), seat: it.seat, standard: it.standard, is_replated: true, ..empty };
        self.enter(it.squad, &it.places, &it.inches);
        if let Some(policies) = policies.filter(|it| *it != Policies::default()) {
            *self.policies_mut(Whose::One(Who::Squad(it.squad))) = policies;
        }
    }

    /// Puts units onto a plate, wherever they were.
    fn enter(&mut self, squad: SquadId, places: &[(UnitId, Tile)], inches: &[(UnitId, u16)]) {
        for (unit, _) in places {
            if let Some(from) = self.unit(*unit).squad {
                self.leave(from, *unit);
            }
            self.unit_mut(*unit).squad = Some(squad);
            self.relink(Who::Unit(*unit), Who::Squad(squad));
            self.squad_mut(squad).members.push(*unit);
        }
        self.squad_mut(squad).members.sort();
        inches.iter().for_each(|(unit, inches)| self.unit_mut(*unit).inches_used += inches);
        self.place(places);
    }

    /// Passes the close combats of `from` on to `to`.
    fn relink(&mut self, from: Who, to: Who) {
        for other in self.engaged_with(from).collect::<Vec<_>>() {
            self.links.remove(&(from.min(other), from.max(other)));
            if other != to {
                self.links.insert((to.min(other), to.max(other)));
            }
        }
    }

    /// Takes a unit out of its squad. The last one ends the squad.
    fn leave(&mut self, squad: SquadId, unit: UnitId) {
        self.unit_mut(unit).squad = None;
        let it = self.squad_mut(squad);
        it.members.retain(|it| *it != unit);
        if it.standard == Standard::Bearer(unit) {
            (it.standard, it.has_lost_bearer) = (Standard::Center, true);
        }
        if it.members.is_empty() {
            self.end_squad(squad);
        }
    }

    fn end_squad(&mut self, squad: SquadId) {
        for unit in std::mem::take(&mut self.squad_mut(squad).members) {
            self.unit_mut(unit).squad = None;
        }
        self.links.retain(|(one, other)| ![*one, *other].contains(&Who::Squad(squad)));
        self.update_occupied();
    }

    /// **BS-17.7** Takes a unit out of its squad if it no longer stands on the plate.
    fn leave_if_off_plate(&mut self, unit: UnitId) {
        let rect = self.unit_rect(unit);
        if let Some(squad) = self.unit(unit).squad
            && !self.squad_mut(squad).plate.rect.holds(rect)
        {
            self.leave(squad, unit);
        }
        self.update_occupied();
    }

    fn place(&mut self, places: &[(UnitId, Tile)]) {
        places.iter().for_each(|(unit, at)| self.unit_mut(*unit).at = *at);
        self.update_occupied();
    }

    fn shift(&mut self, who: Who, plate: Option<Plate>, places: &[(UnitId, Tile)]) {
        if let (Who::Squad(squad), Some(plate)) = (who, plate) {
            self.squad_mut(squad).plate = plate;
        }
        self.place(places);
    }

    fn make_move(&mut self, it: &Moved) {
        for (unit, at) in &it.places {
            let unit = self.unit_mut(*unit);
            unit.has_moved |= unit.at != *at;
            unit.inches_used += it.inches;
        }
        self.shift(it.who, it.plate, &it.places);
    }

    fn set_run(&mut self, who: Who, run: Option<Run>) {
        match who {
            Who::Squad(squad) => self.squad_mut(squad).run = run,
            Who::Unit(unit) => self.unit_mut(unit).run = run,
        }
    }

    fn push(&mut self, it: &Push) {
        let unit = self.unit_mut(it.unit);
        unit.has_moved |= unit.at != it.to;
        (unit.at, unit.run) = (it.to, None);
        self.leave_if_off_plate(it.unit);
    }

    fn kill(&mut self, unit: UnitId, downed: bool) {
        self.unit_mut(unit).state = if downed { UnitState::Downed } else { UnitState::Killed };
        self.unit_mut(unit).hp = 0;
        self.grabs.retain(|it| it.by != unit && it.victim != unit);
        let at = self.unit(unit).at;
        for item in self.held(unit).collect::<Vec<_>>() {
            self.items[usize::from(item.0)].place = ItemPlace::Lies(at);
        }
        let who = Who::Unit(unit);
        self.links.retain(|(one, other)| ![*one, *other].contains(&who));
        if let Some(squad) = self.unit(unit).squad {
            self.leave(squad, unit);
        }
        self.update_occupied();
    }

    /// **BX-20, BT-2** Everybody has an Action and all hands again.
    fn begin_round(&mut self, round: u16) {
        (self.round, self.phase, self.turn) = (round, Phase::Command, None);
        self.ledger.clear();
        self.measures.clear();
        if !self.setup.has_map {
            // On a real table, contact is named anew each round.
            self.links.clear();
        }
        for it in &mut self.units {
            let Unit { squad, state, at, hp, is_disrupted, has_moved, run, grip, .. } = *it;
            *it = Unit { squad, state, at, hp, is_disrupted, has_moved, run, grip, ..Unit::default() };
        }
        for squad in &mut self.squads {
            (squad.is_braced, squad.is_replated) = (false, false);
        }
    }

    /// Records who covers which tile, from where everybody stands.
    pub(super) fn update_occupied(&mut self) {
        let mut occupied = vec![None; self.setup.board.len()];
        for who in self.squad_ids().map(Who::Squad).chain(self.units_alone().map(Who::Unit)) {
            for tile in self.rect(who).tiles() {
                occupied[self.setup.board.index(tile)] = Some(who);
            }
        }
        self.occupied = occupied;
    }

    pub(super) fn units_alone(&self) -> impl Iterator<Item = UnitId> {
        self.standing().filter(|it| self.unit(*it).squad.is_none())
    }
}
