//! V-2: how a squad settles around its leader.

use std::cmp::Reverse;

use crate::field::{Footprint, Tile, UnitId, Zones};
use crate::line::battle::{COHESION, Spacing};
use crate::line::rules::movement::view::{Searches, View};
use crate::line::rules::movement::way::{least, safest};

/// **V-2** Where each unit of a squad ends, the leader first. `None` if the others can't make room for him.
///
/// The unit that is farthest from the leader's end chooses first, because it has the least choice. A unit that can't
/// come within two tiles of those already placed waits until more are placed, and in the end moves as far as it can.
/// The tile of a unit that is sent to one is kept free until it is clear that the unit can't reach it.
pub(super) fn settle(
    view: &View<'_>,
    (leader, end): (UnitId, Tile),
    spacing: Spacing,
    steps_max: u16,
    stations: Vec<(UnitId, Tile)>,
) -> Option<Vec<(UnitId, Tile)>> {
    let others = view.battle.standing(view.squad).filter(|it| *it != leader);
    // **FX-6, F-19** Some units can't move.
    let (rooted, mut waiting): (Vec<UnitId>, Vec<UnitId>) = others.partition(|it| view.battle.is_rooted(*it));
    waiting.sort_by_key(|it| Reverse(view.battle.unit(*it).at.steps_to(end)));
    let mut settling = Settling {
        view,
        searches: Searches::of(view.facing),
        end,
        spacing,
        steps_max,
        stations,
        spots: Vec::new(),
        placed: Vec::new(),
    };
    settling.place(leader, end);
    rooted.into_iter().for_each(|it| settling.place(it, view.battle.unit(it).at));
    settling.find_spots(leader, waiting.len());

    while !waiting.is_empty() {
        let before = waiting.len();
        waiting.retain(|&unit| settling.spot_for(unit).map(|at| settling.place(unit, at)).is_none());
        if waiting.len() == before {
            if settling.stations.is_empty() {
                break;
            }
            settling.stations.clear();
        }
    }
    settling.place_stragglers(leader, waiting)
}

struct Settling<'a> {
    view: &'a View<'a>,
    searches: Searches,
    /// The tile on which the leader ends.
    end: Tile,
    spacing: Spacing,
    /// How far each member may move.
    steps_max: u16,
    /// Members that are sent to a tile and may still reach it.
    stations: Vec<(UnitId, Tile)>,
    /// The free tiles that members choose from, in [`Spot::order`] and then in the order of the squad's facing.
    spots: Vec<Spot>,
    placed: Vec<(UnitId, Footprint)>,
}

#[derive(Clone, Copy, Debug)]
struct Spot {
    at: Tile,
    /// How good the spot is for any member; the least is the best.
    order: [u16; 2],
    /// The order of equally good spots, by the squad's facing.
    turn: [i32; 2],
}

/// How good a spot is for one member; the least is the best. Spots are checked in order, so that of equals the first is
/// taken.
type Worth = (bool, [u16; 2], u16);

impl Settling<'_> {
    fn place(&mut self, unit: UnitId, at: Tile) {
        let there = self.view.footprint_at(unit, at);
        self.placed.push((unit, there));
        self.stations.retain(|it| it.0 != unit);
        self.spots.retain(|it| 0 < there.distance(Footprint { at: it.at, size: 1 }));
    }

    /// Searches around the leader's end, farther and farther, until there are enough spots: more than the squad needs,
    /// so that there is cover among them, but not so many that it scatters, unless it is to take cover. Closeness is
    /// counted in steps to the leader, so that nobody settles behind a wall.
    fn find_spots(&mut self, leader: UnitId, members: usize) {
        let wanted = match self.spacing {
            Spacing::Tight => 2 * members,
            Spacing::Usual => 4 * members,
            Spacing::Spread => 8 * members,
            Spacing::TakeCover => usize::MAX,
        };
        if members == 0 {
            return;
        }
        let (view, around) = (self.view, self.view.footprint_at(leader, self.end));
        let mut radius = 3;
        let mut near: Vec<(Tile, u16)> = loop {
            self.searches.back.flood_to(view.footing_for(1), around.tiles(), view.zones, Some(radius));
            if wanted <= self.searches.back.reached().count() || self.steps_max <= radius {
                break self.searches.back.reached().collect();
            }
            radius = (2 * radius).min(self.steps_max);
        };
        if wanted < near.len() {
            let (_, (_, edge), _) = near.select_nth_unstable_by_key(wanted, |it| it.1);
            // A lone follower may look for cover as far away as cohesion allows.
            let edge = if self.spacing == Spacing::Usual { COHESION.max(*edge) } else { *edge };
            near.retain(|it| it.1 <= edge);
        }
        let spot = |(at, closeness)| {
            let exposure = u16::from(u8::MAX - view.battle.ground(at).cover);
            // **V-2** Cover counts first, then closeness to the leader; with the other spacings it is the other way
            // round.
            let order = match self.spacing {
                Spacing::Usual | Spacing::TakeCover => [exposure, closeness],
                Spacing::Tight | Spacing::Spread => [closeness, exposure],
            };
            Spot { at, order, turn: view.facing.order(at) }
        };
        self.spots = near.into_iter().map(spot).collect();
        self.spots.sort_unstable_by_key(|it| (it.order, it.turn));
    }

    /// **V-2** The best spot that a member can walk to.
    fn spot_for(&mut self, unit: UnitId) -> Option<Tile> {
        let (view, start) = (self.view, self.view.battle.unit(unit).at);
        if let Some((_, station)) = self.stations.iter().copied().find(|it| it.0 == unit) {
            let there = view.footprint_at(unit, station);
            let is_open = self.is_among_others(there) && self.is_free(there) && view.can_end(unit, station);
            return (is_open && self.can_reach(unit, station)).then_some(station);
        }
        let best = self.best_spot(unit, |_| true)?;
        if self.can_reach(unit, best) {
            return Some(best);
        }
        self.searches.out.flood(view.footing(unit), start, view.zones, Some(self.steps_max));
        self.best_spot(unit, |at| self.searches.out.cost(at).is_some())
    }

    /// Whether a member can walk to a tile.
    fn can_reach(&mut self, unit: UnitId, at: Tile) -> bool {
        let (view, start) = (self.view, self.view.battle.unit(unit).at);
        let footing = view.footing(unit);
        footing.has_plain_way(start, at, view.zones, self.steps_max)
            || self.searches.out.seek(footing, start, at, view.zones, Some(self.steps_max)).is_some()
    }

    fn best_spot(&self, unit: UnitId, is_reached: impl Fn(Tile) -> bool) -> Option<Tile> {
        let start = self.view.battle.unit(unit).at;
        let size = self.view.footprint_at(unit, start).size;
        let mut best: Option<(Worth, Tile)> = None;
        for spot in &self.spots {
            // Later spots are no better, unless the best so far is crowded.
            if best.is_some_and(|(it, _)| !it.0 && it.1 < spot.order) {
                break;
            }
            let there = Footprint { at: spot.at, size };
            let worth = self.worth(spot, there, start);
            if best.is_none_or(|it| worth < it.0)
                && start.steps_to(spot.at) <= self.steps_max
                && self.is_among_others(there)
                && self.is_free(there)
                && !self.is_kept(there)
                && self.view.can_end(unit, spot.at)
                && is_reached(spot.at)
            {
                best = Some((worth, spot.at));
            }
        }
        best.map(|it| it.1)
    }

    /// **V-2** For a squad that spreads out, it counts first that nobody stands beside the spot. Then the order of the
    /// spots counts, then the shorter way.
    fn worth(&self, spot: &Spot, there: Footprint, start: Tile) -> Worth {
        let is_crowded = self.spacing == Spacing::Spread && self.placed.iter().any(|it| it.1.engages(1, there));
        (is_crowded, spot.order, start.steps_to(spot.at))
    }

    fn is_among_others(&self, there: Footprint) -> bool {
        self.placed.iter().any(|it| it.1.distance(there) <= COHESION)
    }

    fn is_free(&self, there: Footprint) -> bool {
        self.placed.iter().all(|it| 0 < it.1.distance(there))
    }

    /// Whether a place is kept free for a member that is sent there.
    fn is_kept(&self, there: Footprint) -> bool {
        self.stations.iter().any(|(unit, at)| self.view.footprint_at(*unit, *at).distance(there) == 0)
    }

    /// **V-2** Moves the members that can't keep up as far as they can, the nearest first.
    fn place_stragglers(mut self, leader: UnitId, late: Vec<UnitId>) -> Option<Vec<(UnitId, Tile)>> {
        if !late.is_empty() {
            // The distance to the leader's end, as if nobody stood in the way.
            self.searches.back.flood_to(self.view.ground(leader), [self.end], Zones::Ignore, None);
        }
        for unit in late.into_iter().rev() {
            match self.nearest_to_end(unit) {
                Some(at) => self.place(unit, at),
                None => self.stay(unit)?,
            }
        }
        Some(self.placed.into_iter().map(|(unit, footprint)| (unit, footprint.at)).collect())
    }

    /// The tile nearest to the leader's end that a member can reach. If it reaches only tiles in enemy zones, which
    /// happens only to a disengaging squad, the safest of them (V-6).
    fn nearest_to_end(&mut self, unit: UnitId) -> Option<Tile> {
        let (view, start) = (self.view, self.view.battle.unit(unit).at);
        self.searches.out.flood(view.footing(unit), start, view.zones, Some(self.steps_max));
        let Searches { out, back } = &self.searches;
        let is_free = |at: Tile| self.is_free(view.footprint_at(unit, at));
        let order = |at: Tile| view.facing.order(at);
        let worth = |at: Tile, cost| (back.cost(at).unwrap_or(u16::MAX), at.steps_to(self.end), cost, order(at));
        let nearest = least(out.reached(), worth, |at| view.can_end(unit, at) && is_free(at));
        nearest.or_else(|| safest(view, &self.searches, unit, |at| view.has_room(unit, at) && is_free(at)))
    }

    /// Leaves a member without any place where it is. Members that have taken that place stay as well. `None` if that
    /// is the leader: then nobody moves.
    fn stay(&mut self, unit: UnitId) -> Option<()> {
        let mut staying = vec![unit];
        while let Some(unit) = staying.pop() {
            let own = self.view.battle.footprint(unit);
            let leader = self.placed[0];
            if leader.1.distance(own) == 0 && leader.0 != unit {
                return None;
            }
            staying.extend(self.placed.extract_if(1.., |it| it.1.distance(own) == 0).map(|it| it.0));
            self.placed.push((unit, own));
        }
        Some(())
    }
}
