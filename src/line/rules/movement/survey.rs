//! What the map looks like to whoever walks it now.

use crate::field::{Direction, Field, Footing, Footprint, SquadId, Tile, UnitId, Zones, zone_tiles};
use crate::line::battle::{Battle, ChangedGround, Side};
use crate::line::rules::movement::facing::Facing;

/// The ground and everybody on it, kept from one search to the next and made anew only where something has changed.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    // What was changed when it was looked at last.
    changed: Option<Vec<ChangedGround>>,
    /// The ground alone.
    ground: Footing,
    // Enemies of the last side that was looked at, with their reach, and the ground with them and their zones on it.
    side: Option<Side>,
    enemies: Vec<(Footprint, u8)>,
    footing: Footing,
    searches: Searches,
}

/// Room for searches, so that each begins where the last has already made place.
#[derive(Debug, Default)]
pub(super) struct Searches {
    pub(super) out: Field,
    pub(super) back: Field,
}

/// The map as one squad sees it.
#[derive(Debug)]
pub(super) struct View<'a> {
    pub(super) battle: &'a Battle,
    pub(super) squad: SquadId,
    /// Whether enemy zones are left alone (V-1), or walked into like any other ground.
    pub(super) zones: Zones,
    /// Which of equal tiles it takes.
    pub(super) facing: Facing,
    ground: &'a Footing,
    footing: &'a Footing,
    enemies: &'a [(Footprint, u8)],
    // For each size of units in the squad other than 1: the ground, and the same with enemies and zones.
    larger: Vec<(u8, Footing, Footing)>,
    // **V-6** What each of them may walk on who gets away from enemies of its own.
    pub(super) away: Vec<(UnitId, Footing)>,
    // **C-6** The only one of them who moves, if he goes alone.
    pub(super) alone: Option<UnitId>,
}

impl Survey {
    /// What a squad sees, and room to search it.
    pub(super) fn view<'a>(
        &'a mut self,
        battle: &'a Battle,
        squad: SquadId,
        zones: Zones,
    ) -> (View<'a>, &'a mut Searches) {
        self.look(battle, battle.side(squad));
        let facing = Facing::of(battle, squad);
        let mut larger: Vec<(u8, Footing, Footing)> = Vec::new();
        for unit in battle.standing(squad) {
            let size = battle.profile(unit).size;
            if size != 1 && larger.iter().all(|it| it.0 != size) {
                larger.push((size, self.ground.for_size(size), self.footing.for_size(size)));
            }
        }
        let Survey { ground, footing, enemies, searches, .. } = self;
        searches.out.look(facing.around());
        let away = Vec::new();
        (View { battle, squad, zones, facing, ground, footing, enemies, larger, away, alone: None }, searches)
    }

    /// The ground alone.
    pub(super) fn ground(&mut self, battle: &Battle) -> &Footing {
        self.look_at_ground(battle);
        &self.ground
    }

    fn look_at_ground(&mut self, battle: &Battle) -> bool {
        let is_stale = self.changed.as_deref() != Some(battle.changed_ground());
        if is_stale {
            self.changed = Some(battle.changed_ground().to_vec());
            self.ground = battle.footing();
        }
        is_stale
    }

    fn look(&mut self, battle: &Battle, side: Side) {
        let is_stale = self.look_at_ground(battle) || self.side != Some(side);
        let seen = battle.standing_of(side.other()).map(|it| (battle.footprint(it), battle.reach(it)));
        let seen: Vec<(Footprint, u8)> = seen.collect();
        if is_stale || seen != self.enemies {
            self.side = Some(side);
            self.enemies = seen;
            self.footing.clone_from(&self.ground);
            for &(footprint, reach) in &self.enemies {
                self.footing.mark_zone(battle.board(), footprint, reach);
                self.footing.block(footprint);
            }
        }
    }
}

impl View<'_> {
    /// **V-1** What a unit of the squad may walk on: free tiles and friends, with enemy zones marked.
    pub(super) fn footing(&self, unit: UnitId) -> &Footing {
        let own = self.away.iter().find(|it| it.0 == unit).map(|it| &it.1);
        own.unwrap_or_else(|| self.footing_for(self.battle.profile(unit).size))
    }

    /// The same for units of this size.
    pub(super) fn footing_for(&self, size: u8) -> &Footing {
        self.larger.iter().find(|it| it.0 == size).map_or(self.footing, |it| &it.2)
    }

    /// The same as if nobody stood on the map.
    pub(super) fn ground(&self, unit: UnitId) -> &Footing {
        let size = self.battle.profile(unit).size;
        self.larger.iter().find(|it| it.0 == size).map_or(self.ground, |it| &it.1)
    }

    /// **V-1** Whether a unit may end its move on a tile: nobody of another squad stands there, and no enemy has it in
    /// his zone, where that counts.
    pub(super) fn can_end(&self, unit: UnitId, at: Tile) -> bool {
        self.has_room(unit, at) && (self.zones == Zones::Ignore || !self.footing(unit).is_in_zone(at))
    }

    /// Whether nobody but the squad itself stands on what the unit would stand on there.
    pub(super) fn has_room(&self, unit: UnitId, at: Tile) -> bool {
        let is_open = |it| self.battle.who_stands_on(it).is_none_or(|other| other == unit || self.makes_room(other));
        self.footing(unit).cost(at).is_some() && self.there(unit, at).tiles().all(is_open)
    }

    /// Whether somebody leaves his place to the others: he is of the squad, and can move (FX-6, F-19).
    fn makes_room(&self, other: UnitId) -> bool {
        self.alone.is_none() && self.battle.unit(other).squad == self.squad && !self.battle.is_rooted(other)
    }

    /// The unit's footprint, were it there.
    pub(super) fn there(&self, unit: UnitId, at: Tile) -> Footprint {
        Footprint { at, size: self.battle.profile(unit).size }
    }

    /// Steps between a unit there and the nearest enemy; the map's whole span if there is none.
    pub(super) fn enemy_distance(&self, unit: UnitId, at: Tile) -> u16 {
        let there = self.there(unit, at);
        self.enemies.iter().map(|it| there.distance(it.0)).min().unwrap_or(u16::MAX)
    }

    /// **V-6** From now on the squad goes away from the aggressors: nobody steps nearer to an enemy that he is engaged
    /// with, nor into a zone that he isn't in already.
    pub(super) fn get_away(&mut self) {
        self.away = self.battle.standing(self.squad).map(|it| (it, self.footing_away(it))).collect();
    }

    fn footing_away(&self, unit: UnitId) -> Footing {
        let (battle, board) = (self.battle, self.battle.board());
        let size = self.battle.profile(unit).size;
        let enemies = battle.standing_of(battle.side(self.squad).other());
        let (aggressors, others): (Vec<UnitId>, Vec<UnitId>) = enemies.partition(|it| battle.has_in_zone(*it, unit));

        let mut footing = self.footing_for(size).clone();
        for other in others {
            let zone = zone_tiles(board, battle.footprint(other), size, battle.reach(other));
            zone.for_each(|at| footing.block(Footprint { at, size: 1 }));
        }
        let distance = |aggressor: UnitId, at: Tile| battle.footprint(aggressor).distance(self.there(unit, at));
        for from in board.tiles() {
            for way in Direction::ALL {
                let Some(to) = from.step(way).filter(|it| board.contains(*it)) else { continue };
                if aggressors.iter().any(|it| distance(*it, to) < distance(*it, from)) {
                    footing.bar(from, way);
                }
            }
        }
        footing
    }
}
