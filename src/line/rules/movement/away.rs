//! V-6: where the units of a squad that gets away may step.

use crate::field::{Direction, Footing, Footprint, Tile, UnitId, zone_tiles};
use crate::line::rules::movement::survey::View;

impl View<'_> {
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
