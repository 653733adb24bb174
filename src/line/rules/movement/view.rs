//! What the map looks like to whoever walks it now.

use crate::field::{Direction, Field, Footing, Footprint, SquadId, Tile, UnitId, Zones, each_once, zone_tiles};
use crate::line::battle::{Battle, MoveKind};
use crate::line::rules::Line;
use crate::line::rules::movement::facing::Facing;

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
    ground: Footing,
    footing: Footing,
    // For each size of units in the squad other than 1: the ground, and the same with enemies and zones.
    larger: Vec<(u8, Footing, Footing)>,
    // **V-6** What each of them may walk on who gets away from enemies of its own.
    away: Vec<(UnitId, Footing)>,
    // **C-6** The only one of them who moves, if he goes alone.
    pub(super) alone: Option<UnitId>,
}

impl Searches {
    /// Those of somebody who looks this way.
    pub(super) fn of(facing: Facing) -> Searches {
        let mut searches = Searches::default();
        searches.out.look(facing.around());
        searches
    }
}

impl<'a> View<'a> {
    /// What a squad sees that moves so.
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

    /// **V-1** What a unit of the squad may walk on: free tiles and friends, with enemy zones marked.
    pub(super) fn footing(&self, unit: UnitId) -> &Footing {
        let own = self.away.iter().find(|it| it.0 == unit).map(|it| &it.1);
        own.unwrap_or_else(|| self.footing_for(self.battle.profile(unit).size))
    }

    /// The same for units of this size.
    pub(super) fn footing_for(&self, size: u8) -> &Footing {
        self.larger.iter().find(|it| it.0 == size).map_or(&self.footing, |it| &it.2)
    }

    /// The same as if nobody stood on the map.
    pub(super) fn ground(&self, unit: UnitId) -> &Footing {
        let size = self.battle.profile(unit).size;
        self.larger.iter().find(|it| it.0 == size).map_or(&self.ground, |it| &it.1)
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
        let enemies = self.battle.standing_of(self.battle.side(self.squad).other());
        self.battle.distance(self.there(unit, at), enemies).unwrap_or(u16::MAX)
    }

    /// **V-6** Who goes away from the aggressors steps no nearer to an enemy that he is engaged with, nor into a zone that he
    /// isn't in already.
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
