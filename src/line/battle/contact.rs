//! Distances between units and squads, zones and contact (T-7, M-1).

use std::borrow::Borrow;
use std::collections::BTreeSet;

use crate::field::{Extent, Footprint, SquadId, UnitId};
use crate::line::battle::{Battle, Kind, Side, Stat};

impl Battle {
    /// The smallest rectangle of tiles around the standing units of a squad.
    pub fn extent(&self, squad: SquadId) -> Extent {
        self.extents[usize::from(squad.0)]
    }

    /// Steps between the extents of two squads.
    pub fn apart(&self, squad: SquadId, other: SquadId) -> u16 {
        self.extent(squad).distance(self.extent(other))
    }

    /// **T-6** Steps to the nearest of some units; `None` if there are none.
    pub fn distance(&self, from: Footprint, units: impl IntoIterator<Item: Borrow<UnitId>>) -> Option<u16> {
        units.into_iter().map(|it| from.distance(self.footprint(*it.borrow()))).min()
    }

    /// Whether all standing units of a squad can walk. Bunkers and masts can't.
    pub fn can_walk(&self, squad: SquadId) -> bool {
        self.standing(squad).all(|it| 0 < self.profile(it).movement)
    }

    /// **T-7** How far a unit's zone extends, abilities included; 0 for a structure, which has no zone.
    pub fn reach(&self, unit: UnitId) -> u8 {
        if self.profile(unit).kind == Kind::Structure {
            return 0;
        }
        let more = self.boon_sum_of(unit, Stat::Reach, self.phase);
        self.profile(unit).reach.saturating_add_signed(more).max(1)
    }

    /// **T-7** Whether a standing enemy has this unit in its zone.
    pub fn is_engaged(&self, unit: UnitId) -> bool {
        self.any_near(unit, |enemy| self.has_in_zone(enemy, unit))
    }

    /// **T-7** Whether `unit` has the other in its zone.
    pub fn has_in_zone(&self, unit: UnitId, other: UnitId) -> bool {
        self.footprint(unit).engages(self.reach(unit), self.footprint(other))
    }

    /// **M-1** The standing enemies that have a unit in their zone or are in its zone, in roster order.
    pub fn in_contact(&self, unit: UnitId) -> Vec<UnitId> {
        let mut found = Vec::new();
        self.any_near(unit, |enemy| {
            if !found.contains(&enemy) && (self.has_in_zone(enemy, unit) || self.has_in_zone(unit, enemy)) {
                found.push(enemy);
            }
            false
        });
        found.sort();
        found
    }

    /// **M-1** The squads that a squad is in contact with, in roster order.
    pub fn squads_in_contact(&self, squad: SquadId) -> Vec<SquadId> {
        let squads = self.squad_contacts(squad).into_iter().map(|it| self.unit(it).squad);
        squads.collect::<BTreeSet<SquadId>>().into_iter().collect()
    }

    /// **M-1** Whether a unit has an enemy in its zone, or an enemy has it in his.
    pub fn is_in_contact(&self, unit: UnitId) -> bool {
        self.any_near(unit, |enemy| self.has_in_zone(enemy, unit) || self.has_in_zone(unit, enemy))
    }

    /// **T-7** Whether any unit of a squad is engaged.
    pub fn is_squad_engaged(&self, squad: SquadId) -> bool {
        self.may_be_in_contact(squad) && self.standing(squad).any(|it| self.is_engaged(it))
    }

    /// **M-1** Whether any unit of a squad is in contact with an enemy.
    pub fn is_squad_in_contact(&self, squad: SquadId) -> bool {
        self.may_be_in_contact(squad) && self.standing(squad).any(|it| self.is_in_contact(it))
    }

    /// Whether an enemy squad is near enough for contact. This is cheap to ask, and rules most squads out.
    pub fn may_be_in_contact(&self, squad: SquadId) -> bool {
        let (side, here) = (self.side(squad), self.extent(squad));
        // Diagonal neighbours are two steps apart.
        let steps_max = self.contact_radius().max(2);
        let squads = self.extents.iter().zip(&self.setup.squads);
        squads.into_iter().any(|(there, it)| it.side != side && here.distance(*there) <= steps_max)
    }

    /// The longest reach that any unit can have now, in tiles.
    fn contact_radius(&self) -> u16 {
        let boons = self.lasting.iter().map(|it| it.boon.adds_to(Stat::Reach)).max().unwrap_or(0).max(0);
        u16::from(self.reach_max) + u16::from(boons.unsigned_abs())
    }

    /// **M-1** The enemies that any unit of a squad is in contact with, in roster order.
    pub fn squad_contacts(&self, squad: SquadId) -> Vec<UnitId> {
        let units = self.standing(squad).flat_map(|it| self.in_contact(it));
        units.collect::<BTreeSet<UnitId>>().into_iter().collect()
    }

    /// **T-7** Whether a footprint is in the zone of any standing unit of a side.
    pub fn is_in_zone_of(&self, side: Side, there: Footprint) -> bool {
        self.standing_of(side).any(|it| self.footprint(it).engages(self.reach(it), there))
    }

    fn any_near(&self, unit: UnitId, found: impl FnMut(UnitId) -> bool) -> bool {
        self.any_enemy_near(self.side(self.unit(unit).squad), self.footprint(unit), found)
    }

    /// Whether `found` is true for any enemy of a side that is near enough to the footprint for contact. An enemy that
    /// covers several tiles may be passed to `found` several times.
    pub fn any_enemy_near(&self, side: Side, footprint: Footprint, mut found: impl FnMut(UnitId) -> bool) -> bool {
        let radius = self.contact_radius().cast_signed();
        let (left, top) = (i16::from(footprint.at.x) - radius, i16::from(footprint.at.y) - radius);
        let edge = i16::from(footprint.size) + 2 * radius;
        let width = i16::from(self.board().width());
        for y in top.max(0)..(top + edge).min(i16::from(self.board().height())) {
            let row = usize::from(y as u16) * usize::from(width as u16);
            for x in left.max(0)..(left + edge).min(width) {
                if let Some(other) = self.occupied[row + usize::from(x as u16)]
                    && self.side(self.unit(other).squad) != side
                    && found(other)
                {
                    return true;
                }
            }
        }
        false
    }

    /// Marks the extent of a squad as out of date, because one of its units came or went.
    pub(super) fn mark_extent_stale(&mut self, squad: SquadId) {
        if !self.stale_extents.contains(&squad) {
            self.stale_extents.push(squad);
        }
    }

    /// Computes the extents that are out of date.
    pub(super) fn update_extents(&mut self) {
        while let Some(squad) = self.stale_extents.pop() {
            self.extents[usize::from(squad.0)] = self.extent_of_standing(squad);
        }
    }

    pub(super) fn extent_of_standing(&self, squad: SquadId) -> Extent {
        Extent::of(self.standing(squad).map(|it| self.footprint(it)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::line::battle::scene::{crowds, scene, squad};

    #[test]
    fn m1_a_squad_may_be_in_contact_only_if_enemies_are_near() {
        let battle = scene(
            "
            .a .a .  .  .  .b .b
            .  .  .  .  .  .  .
            .  .  .c .e .  .  .e",
            "a Alpha players: rifle; b Bravo players: rifle; c Charlie players: rifle; e Boyz enemy: boy",
        );
        let [alpha, bravo, charlie, boyz] = ["Alpha", "Bravo", "Charlie", "Boyz"].map(|it| squad(&battle, it));
        // The Boyz stand on both sides of Bravo's column, so only the units themselves show that there is no contact.
        assert_eq!([alpha, bravo, charlie, boyz].map(|it| battle.may_be_in_contact(it)), [false, true, true, true]);
        assert_eq!([alpha, bravo, charlie, boyz].map(|it| battle.is_squad_in_contact(it)), [false, false, true, true]);
        assert_eq!([alpha, bravo, charlie, boyz].map(|it| battle.is_squad_engaged(it)), [false, false, true, true]);
    }

    proptest! {
        #[test]
        fn t2_whoever_stands_on_the_grid_is_in_the_way(battle in crowds()) {
            let mut one_by_one = battle.footing();
            let standing = battle.setup().unit_ids().filter(|it| battle.unit(*it).is_standing());
            standing.for_each(|it| one_by_one.block(battle.footprint(it)));
            let mut at_once = battle.footing();
            at_once.block_taken(battle.occupied());
            prop_assert_eq!(at_once, one_by_one);
        }

        #[test]
        fn m1_a_squad_is_in_contact_if_any_two_units_say_so(battle in crowds()) {
            prop_assert!(battle.grid_agrees());
            for squad in battle.setup().squad_ids() {
                let enemies = || battle.standing_of(battle.side(squad).other());
                let engaged = battle.standing(squad).any(|it| enemies().any(|enemy| battle.has_in_zone(enemy, it)));
                let reaches = battle.standing(squad).any(|it| enemies().any(|enemy| battle.has_in_zone(it, enemy)));
                prop_assert_eq!(battle.is_squad_engaged(squad), engaged);
                prop_assert_eq!(battle.is_squad_in_contact(squad), engaged || reaches);
            }
        }
    }
}
