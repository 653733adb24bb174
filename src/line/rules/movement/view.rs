//! Where the units of a squad may walk and end.

use crate::field::{Direction, Field, Footing, Footprint, SquadId, Tile, UnitId, Zones, each_once, zone_tiles};
use crate::line::battle::{Battle, MoveKind};
use crate::line::rules::Line;
use crate::line::rules::movement::facing::Facing;

/// Two searches, kept so that their memory is reused.
#[derive(Debug, Default)]
pub(super) struct Searches {
    pub(super) out: Field,
    pub(super) back: Field,
}

/// The map for one squad that moves.
#[derive(Debug)]
pub(super) struct View<'a> {
    pub(super) battle: &'a Battle,
    pub(super) squad: SquadId,
    /// Whether it keeps out of enemy zones (V-1), or walks into them like into any other ground.
    pub(super) zones: Zones,
    /// The order of equal tiles.
    pub(super) facing: Facing,
    ground: Footing,
    footing: Footing,
    // For each size of the squad's units other than 1: the bare ground, and the ground with enemies and zones.
    larger: Vec<(u8, Footing, Footing)>,
    // **V-6** The ground for each unit of a squad that disengages.
    away: Vec<(UnitId, Footing)>,
    // **C-6, V-2** The only unit that moves, if it moves alone.
    pub(super) alone: Option<UnitId>,
}

impl Searches {
    /// Searches that prefer equal ways in the order of a facing.
    pub(super) fn of(facing: Facing) -> Searches {
        let mut searches = Searches::default();
        searches.out.look(facing.around());
        searches
    }
}

impl<'a> View<'a> {
    /// The view of a squad for a kind of move.
    pub(super) fn of(rules: &Line, battle: &'a Battle, squad: SquadId, kind: MoveKind) -> View<'a> {
        let gets_away = kind == MoveKind::Disengage;
        let zones = if gets_away { Zones::Shun } else { rules.zones() };
        let (ground, footing) = (battle.footing(), battle.footing_of(battle.side(squad)));
        let sizes = each_once(battle.standing(squad).map(|it| battle.profile(it).size));
        let larger = sizes.into_iter().filter(|it| *it != 1);
        let larger = larger.map(|it| (it, ground.for_size(it), footing.for_size(it))).collect();
        let facing = Facing::of(battle, squad);
        let mut view = View { battle, squad, zones, facing, ground, footing, larger, away: Vec::new(), alone: None };
        if gets_away {
            view.away = battle.standing(squad).map(|it| (it, view.footing_away(it))).collect();
        }
        view
    }

    /// **V-1** The ground for a unit of the squad: enemies block their tiles, friends don't, and enemy zones are
    /// marked.
    pub(super) fn footing(&self, unit: UnitId) -> &Footing {
        let own = self.away.iter().find(|it| it.0 == unit).map(|it| &it.1);
        own.unwrap_or_else(|| self.footing_for(self.battle.profile(unit).size))
    }

    /// The ground for units of a size: enemies block their tiles, friends don't, and enemy zones are marked.
    pub(super) fn footing_for(&self, size: u8) -> &Footing {
        self.larger.iter().find(|it| it.0 == size).map_or(&self.footing, |it| &it.2)
    }

    /// The ground for a unit as if nobody stood on the map.
    pub(super) fn ground(&self, unit: UnitId) -> &Footing {
        let size = self.battle.profile(unit).size;
        self.larger.iter().find(|it| it.0 == size).map_or(&self.ground, |it| &it.1)
    }

    /// **V-1** Whether a unit may end its move on a tile: there is room, and no enemy has the tile in his zone, where
    /// that counts.
    pub(super) fn can_end(&self, unit: UnitId, at: Tile) -> bool {
        self.has_room(unit, at) && (self.zones == Zones::Ignore || !self.footing(unit).is_in_zone(at))
    }

    /// Whether a unit finds room on a tile: only the unit itself, or members that make room, stand on its footprint
    /// there.
    pub(super) fn has_room(&self, unit: UnitId, at: Tile) -> bool {
        let is_open = |it| self.battle.who_stands_on(it).is_none_or(|other| other == unit || self.makes_room(other));
        self.footing(unit).cost(at).is_some() && self.footprint_at(unit, at).tiles().all(is_open)
    }

    /// Whether a unit makes room for others: it moves with them, and can move (FX-6, F-19).
    fn makes_room(&self, other: UnitId) -> bool {
        self.alone.is_none() && self.battle.unit(other).squad == self.squad && !self.battle.is_rooted(other)
    }

    /// The footprint of a unit on a tile.
    pub(super) fn footprint_at(&self, unit: UnitId, at: Tile) -> Footprint {
        Footprint { at, size: self.battle.profile(unit).size }
    }

    /// Steps between a unit on a tile and the nearest enemy; [`u16::MAX`] if there is none.
    pub(super) fn enemy_distance(&self, unit: UnitId, at: Tile) -> u16 {
        let enemies = self.battle.standing_of(self.battle.side(self.squad).other());
        self.battle.distance(self.footprint_at(unit, at), enemies).unwrap_or(u16::MAX)
    }

    /// **V-6** The ground for a unit that disengages: no step leads nearer to an enemy that engages it, or into the
    /// zone of any other enemy.
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
        let distance = |aggressor: UnitId, at: Tile| battle.footprint(aggressor).distance(self.footprint_at(unit, at));
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
