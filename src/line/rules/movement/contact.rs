//! M-3: the closest tile from which a unit has an enemy in contact.

use crate::field::{Field, Footing, Footprint, Tile, UnitId, Zones, zone_tiles};
use crate::line::battle::Battle;
use crate::line::rules::movement::facing::Facing;

/// The ground with all units on it, for units that move one after the other over free tiles.
#[derive(Debug)]
pub(super) struct FreeGround {
    pub(super) bare: Footing,
    pub(super) taken: Footing,
    pub(super) field: Field,
}

impl FreeGround {
    /// The current ground, with every standing unit in the way.
    pub(super) fn of(battle: &Battle) -> FreeGround {
        let bare = battle.footing();
        let mut taken = bare.clone();
        taken.block_taken(battle.occupied());
        FreeGround { bare, taken, field: Field::default() }
    }

    /// Searches all tiles that a unit can walk to. The unit isn't in its own way.
    pub(super) fn flood(&mut self, from: Footprint, zones: Zones, limit: Option<u16>) {
        self.search(from, |field, footing| field.flood(footing, from.at, zones, limit));
    }

    /// The way of a unit to a tile; `None` if there is none.
    pub(super) fn way(&mut self, from: Footprint, to: Tile, zones: Zones) -> Option<Vec<Tile>> {
        self.search(from, |field, footing| {
            field.flood(footing, from.at, zones, None);
            field.cost(to).map(|_| field.way_to(footing, to))
        })
    }

    fn search<T>(&mut self, from: Footprint, search: impl FnOnce(&mut Field, &Footing) -> T) -> T {
        if from.size == 1 {
            return search(&mut self.field, &self.taken);
        }
        self.taken.restore(from, &self.bare);
        let found = search(&mut self.field, &self.taken.for_size(from.size));
        self.taken.block(from);
        found
    }

    /// Moves a unit.
    pub(super) fn step(&mut self, from: Footprint, to: Tile) {
        self.taken.restore(from, &self.bare);
        self.taken.block(Footprint { at: to, size: from.size });
    }
}

/// **M-3** The closest tile of those that the search has reached from which a unit is in contact with one of `foes`,
/// and with no enemy that `is_shunned`; and its cost. Of equal tiles, the first in the order of `facing`.
pub(super) fn closest_contact(
    battle: &Battle,
    field: &Field,
    unit: UnitId,
    foes: &[UnitId],
    facing: Facing,
    is_shunned: impl Fn(UnitId) -> bool,
) -> Option<(u16, Tile)> {
    let size = battle.profile(unit).size;
    let reach = battle.reach(unit);
    let side = battle.side(battle.unit(unit).squad);
    let touches_shunned = |there: Footprint| {
        let touches = |it| there.engages(reach.max(battle.reach(it)), battle.footprint(it));
        battle.any_enemy_near(side, there, |it| is_shunned(it) && touches(it))
    };
    let mut best: Option<(u16, Tile)> = None;
    for &foe in foes {
        let either = reach.max(battle.reach(foe));
        for at in zone_tiles(battle.board(), battle.footprint(foe), size, either) {
            let Some(cost) = field.cost(at) else { continue };
            let is_better = best.is_none_or(|it| (cost, facing.order(at)) < (it.0, facing.order(it.1)));
            if is_better && !touches_shunned(Footprint { at, size }) {
                best = Some((cost, at));
            }
        }
    }
    best
}
