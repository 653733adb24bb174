//! Where somebody can come to in a round.

use std::collections::BTreeMap;

use crate::brick::battle::{Battle, Rect, Who};
use crate::field::{Direction, Tile};

/// The tiles that a squad's plate or a figure can come to lie on, by its top left tile, and the inches that it takes.
pub(super) struct Ways {
    from: Rect,
    /// Where its Standard is, which is what an order sends somewhere.
    origin: Tile,
    inches: BTreeMap<Tile, u16>,
    is_stuck: bool,
}

impl Ways {
    /// By steps to the four sides, each to where all of it has room.
    pub(super) fn of(battle: &Battle, who: Who) -> Ways {
        let members = battle.members(who);
        let far = members.iter().map(|it| u16::from(battle.profile(*it).inches())).min().unwrap_or(0);
        let from = battle.rect(who);
        let setup = battle.setup();
        let room = |rect: Rect| -> Option<u16> {
            if !setup.contains(rect) {
                return None;
            }
            let mut most = 0;
            for tile in rect.tiles() {
                let cost = setup.cost(tile).filter(|_| setup.ground(tile).hazard.is_none())?;
                if battle.on(tile).is_some_and(|it| it != who) {
                    return None;
                }
                most = most.max(u16::from(cost));
            }
            Some(most)
        };
        let mut inches = BTreeMap::from([(from.at, 0)]);
        let mut open = vec![from.at];
        let is_stuck = battle.is_engaged(who) || members.iter().any(|it| battle.is_in_grab(*it));
        while let Some(at) = open.pop() {
            let so_far = inches[&at];
            for next in Direction::ALL.into_iter().filter_map(|it| at.step(it)) {
                let Some(cost) = room(Rect { at: next, ..from }) else { continue };
                let level = |at: Tile| i32::from(setup.level(at));
                let climb = level(next).abs_diff(level(at)) as u16;
                let there = so_far + cost + climb;
                if there <= far && inches.get(&next).is_none_or(|it| there < *it) {
                    inches.insert(next, there);
                    open.push(next);
                }
            }
        }
        Ways { from, origin: battle.origin(who).at, inches, is_stuck }
    }

    /// Where its Standard goes so that it is least far to a target; `None` if that is where it stands.
    pub(super) fn nearest_to(&self, target: Rect) -> Option<Tile> {
        if self.is_stuck {
            return None;
        }
        let far = |at: Tile| Rect { at, ..self.from }.distance(target);
        let best = self.inches.iter().min_by_key(|(at, inches)| (far(**at), **inches, **at))?;
        let offset = |to: u8, from: u8| i16::from(to) - i16::from(from);
        let (dx, dy) = (offset(best.0.x, self.from.at.x), offset(best.0.y, self.from.at.y));
        self.origin.offset(dx, dy).filter(|_| *best.0 != self.from.at)
    }
}
