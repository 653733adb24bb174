//! Ways across the map: what each step costs, and the cheapest way from here to there.
//!
//! A [`Footing`] says what entering each tile costs, a [`Field`] searches it. Both are flat arrays; a field keeps its
//! memory from one search to the next, and clears only what the last search touched.

use std::ops::Range;

use crate::battle::{Battle, Board, Direction, Footprint, Tile};

/// What entering each tile costs a unit, given by the top left tile of its footprint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footing {
    // Tiles in a row, and one more that nobody can enter: it ends this row and begins the next.
    stride: usize,
    // The map's rows with a row above and one below that nobody can enter. The low byte is the cost, 0 where nobody can
    // enter; `ZONE` is set where an enemy zone is.
    cells: Vec<u16>,
    cost_max: u16,
}

const COST: u16 = 0x00ff;
const ZONE: u16 = 0x0100;

/// How a way may cross the edges of the zones that are marked on a footing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zones {
    /// As if there were none.
    #[default]
    Ignore,
    /// Never into one; a way that begins in one may leave it.
    Shun,
    /// Into one, and never out of it again: for ways that lead to an enemy.
    Approach,
}

/// The order in which a search looks at the tiles beside one: where several ways cost the same, the first of these is
/// the way back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Around(pub [Direction; 4]);

impl Default for Around {
    /// In reading order.
    fn default() -> Around {
        Around([Direction::North, Direction::West, Direction::East, Direction::South])
    }
}

/// The cheapest ways from some tiles to others, as one search found them.
#[derive(Clone, Debug, Default)]
pub struct Field {
    stride: usize,
    costs: Vec<u16>,
    // Every cell that has a cost, in the order in which the search came upon them.
    touched: Vec<u16>,
    // A queue of cells for each cost from the current one on, with the tiles that they are; costs go round in it.
    ring: Vec<Vec<(u16, Tile)>>,
    zones: Zones,
    around: Around,
}

/// The cost of what was not reached.
const FAR: u16 = u16::MAX;

/// A search without any other bound. Low enough that one more step never overflows.
const LIMIT_MAX: u16 = 60_000;

impl Footing {
    /// The bare ground, as if nobody stood on it, for units of one tile (T-10).
    pub fn of_ground(battle: &Battle) -> Footing {
        let mut footing = battle.board().footing().clone();
        for changed in battle.changed_ground() {
            footing.set(changed.tile, entry_cost(battle.ground(changed.tile).cost));
        }
        footing
    }

    pub(super) fn of_board(board: &Board) -> Footing {
        let stride = usize::from(board.width()) + 1;
        let rows = usize::from(board.height()) + 2;
        let mut footing = Footing { stride, cells: vec![0; stride * rows], cost_max: 1 };
        for tile in board.tiles() {
            footing.set(tile, entry_cost(board.kind(board.ground(tile)).cost));
        }
        footing
    }

    /// The same ground for units of this size: as dear as the dearest tile they would stand on, and in a zone if one of
    /// those is.
    pub fn for_size(&self, size: u8) -> Footing {
        let mut larger = self.clone();
        for at in 0..self.cells.len() {
            let tiles = (0..usize::from(size))
                .flat_map(|dy| (0..usize::from(size)).map(move |dx| at + dy * self.stride + dx))
                .map(|it| self.cells.get(it).copied().unwrap_or(0));
            let (mut cost, mut zone) = (self.cells[at] & COST, 0);
            for cell in tiles {
                cost = if cost == 0 || cell & COST == 0 { 0 } else { cost.max(cell & COST) };
                zone |= cell & ZONE;
            }
            larger.cells[at] = cost | zone;
        }
        larger
    }

    /// The same ground for units that move together, each this far to the right and down of the tile asked for: as dear
    /// as the dearest tile that any of them would enter, and in a zone if one of those is.
    pub fn for_shape(&self, board: &Board, shape: &[(i16, i16)]) -> Footing {
        let mut all = self.clone();
        for tile in board.tiles() {
            let places = shape.iter().map(|&(dx, dy)| tile.offset(dx, dy).filter(|it| board.contains(*it)));
            let (mut cost, mut zone) = (1, 0);
            for place in places {
                let cell = place.map_or(0, |it| self.cells[self.index(it)]);
                cost = if cost == 0 || cell & COST == 0 { 0 } else { cost.max(cell & COST) };
                zone |= cell & ZONE;
            }
            let at = self.index(tile);
            all.cells[at] = cost | zone;
        }
        all
    }

    /// Lets nobody enter these tiles.
    pub fn block(&mut self, footprint: Footprint) {
        for tile in footprint.tiles() {
            let at = self.index(tile);
            self.cells[at] &= !COST;
        }
    }

    /// Lets nobody enter a tile that somebody stands on.
    pub fn block_taken(&mut self, battle: &Battle) {
        let width = usize::from(battle.board().width());
        for (y, row) in battle.occupied.chunks_exact(width).enumerate() {
            let first = (y + 1) * self.stride;
            for (cell, who) in self.cells[first..][..width].iter_mut().zip(row) {
                if who.is_some() {
                    *cell &= !COST;
                }
            }
        }
    }

    /// Makes these tiles cost what they cost there.
    pub fn restore(&mut self, footprint: Footprint, there: &Footing) {
        for tile in footprint.tiles() {
            let at = self.index(tile);
            self.cells[at] = self.cells[at] & !COST | there.cells[at] & COST;
        }
    }

    /// **T-7** Marks the zone of a unit that stands there and reaches this far.
    pub fn mark_zone(&mut self, board: &Board, of: Footprint, reach: u8) {
        let (columns, rows) = zone_bounds(board, of, 1, reach);
        for y in rows {
            let first = self.index(Tile::new(columns.start, y));
            let row = &mut self.cells[first..][..columns.len()];
            if reach <= 1 {
                // Who reaches no further has all of the rectangle in its zone.
                row.iter_mut().for_each(|it| *it |= ZONE);
                continue;
            }
            for (x, cell) in columns.clone().zip(row) {
                if of.engages(reach, Footprint { at: Tile::new(x, y), size: 1 }) {
                    *cell |= ZONE;
                }
            }
        }
    }

    /// What entering a tile costs; `None` if nobody can.
    #[inline]
    pub fn cost(&self, tile: Tile) -> Option<u16> {
        Some(self.cells[self.index(tile)] & COST).filter(|it| *it != 0)
    }

    /// Whether a tile is in a zone.
    #[inline]
    pub fn is_in_zone(&self, tile: Tile) -> bool {
        self.cells[self.index(tile)] & ZONE != 0
    }

    /// Whether one of the two ways with a single corner leads from here to there within the limit. Most ways do, and
    /// that is soon tried; if neither does, there may be another.
    pub fn has_plain_way(&self, from: Tile, to: Tile, zones: Zones, limit: u16) -> bool {
        let across = (from.x.abs_diff(to.x), if from.x < to.x { 1 } else { -1 });
        let down = (from.y.abs_diff(to.y), if from.y < to.y { self.stride as isize } else { -(self.stride as isize) });
        from.steps_to(to) <= limit
            && [[across, down], [down, across]].into_iter().any(|legs| {
                let steps = legs.into_iter().flat_map(|(count, step)| (0..count).map(move |_| step));
                self.cost_of(self.index(from), steps, zones).is_some_and(|it| it <= limit)
            })
    }

    /// What so many steps cost, if they can be taken.
    fn cost_of(&self, from: usize, mut steps: impl Iterator<Item = isize>, zones: Zones) -> Option<u16> {
        let walk = steps.try_fold((from, 0_u16), |(here, sum), step| {
            let next = here.wrapping_add_signed(step);
            let cost = self.cells[next] & COST;
            (cost != 0 && may_step(zones, self.cells[here], self.cells[next]))
                .then_some((next, sum.saturating_add(cost)))
        });
        walk.map(|it| it.1)
    }

    /// Whether no tile costs more than another.
    fn is_even(&self) -> bool {
        self.cost_max == 1
    }

    /// Whether a way may begin in a cell: on any tile of the map, even one that nobody can enter.
    #[inline]
    fn may_begin(&self, at: usize) -> bool {
        let is_on_map =
            || (self.stride..self.cells.len() - self.stride).contains(&at) && at % self.stride != self.stride - 1;
        self.cells[at] & COST != 0 || is_on_map()
    }

    fn set(&mut self, tile: Tile, cost: u16) {
        let at = self.index(tile);
        self.cells[at] = cost;
        self.cost_max = self.cost_max.max(cost);
    }

    fn index(&self, tile: Tile) -> usize {
        index(self.stride, tile)
    }
}

/// Ground that costs nothing would let a unit walk for ever, so every step costs at least one.
fn entry_cost(cost: Option<u8>) -> u16 {
    cost.map_or(0, |it| u16::from(it.max(1)))
}

fn index(stride: usize, tile: Tile) -> usize {
    (usize::from(tile.y) + 1) * stride + usize::from(tile.x)
}

/// **T-7** The tiles of the map where a unit of `size` would be in the zone of one that stands at `of` and reaches this
/// far, in reading order. Those under `of` itself are among them.
pub fn zone_tiles(board: &Board, of: Footprint, size: u8, reach: u8) -> impl Iterator<Item = Tile> {
    let (columns, rows) = zone_bounds(board, of, size, reach);
    rows.flat_map(move |y| columns.clone().map(move |x| Tile::new(x, y)))
        .filter(move |&at| of.engages(reach, Footprint { at, size }))
}

/// The columns and rows of the smallest rectangle around [`zone_tiles`].
fn zone_bounds(board: &Board, of: Footprint, size: u8, reach: u8) -> (Range<u8>, Range<u8>) {
    let reach_around = reach.max(1);
    let bounds = |at: u8, edge: u8| {
        let before = reach_around.saturating_add(size - 1);
        at.saturating_sub(before)..at.saturating_add(reach_around).saturating_add(of.size).min(edge)
    };
    (bounds(of.at.x, board.width()), bounds(of.at.y, board.height()))
}

impl Field {
    /// Looks around in this order from now on.
    pub fn look(&mut self, around: Around) {
        self.around = around;
    }

    /// What it costs to come from `from` to every tile that is at most `limit` away; `None` for no limit.
    pub fn flood(&mut self, footing: &Footing, from: Tile, zones: Zones, limit: Option<u16>) {
        self.begin(footing, zones);
        self.source(footing, from);
        if footing.is_even() {
            self.spread_evenly(footing, limit, |here, next| {
                footing.cells[next] & COST != 0 && may_step(zones, footing.cells[here], footing.cells[next])
            });
        } else {
            self.spread(footing, limit, |_| 0, None);
        }
    }

    /// What it costs to come from every tile to the nearest of `goals`, even if nobody can stand on those. A tile that
    /// nobody can enter may be where a way begins, and is no part of any other.
    pub fn flood_to(
        &mut self,
        footing: &Footing,
        goals: impl IntoIterator<Item = Tile>,
        zones: Zones,
        limit: Option<u16>,
    ) {
        self.begin(footing, zones);
        for goal in goals {
            self.source(footing, goal);
        }
        if footing.is_even() {
            self.spread_evenly(footing, limit, |here, from| {
                may_step(zones, footing.cells[from], footing.cells[here]) && footing.may_begin(from)
            });
        } else {
            self.spread_back(footing, limit);
        }
    }

    /// What the cheapest way from `from` to `to` costs, if there is one within the limit. Looks no further than it
    /// must; afterwards the field knows this one way and little else. `to` may be a tile that nobody can enter.
    pub fn seek(&mut self, footing: &Footing, from: Tile, to: Tile, zones: Zones, limit: Option<u16>) -> Option<u16> {
        self.begin(footing, zones);
        self.source(footing, from);
        self.spread(footing, limit, |it| it.steps_to(to), Some(footing.index(to)));
        self.cost(to)
    }

    /// What a tile costs to reach; `None` if the search did not reach it.
    pub fn cost(&self, tile: Tile) -> Option<u16> {
        Some(self.costs[index(self.stride, tile)]).filter(|it| *it != FAR)
    }

    /// Every tile that the search reached, with its cost, in no order that means anything but always the same.
    pub fn reached(&self) -> impl Iterator<Item = (Tile, u16)> {
        self.touched.iter().map(|&at| (self.tile(usize::from(at)), self.costs[usize::from(at)]))
    }

    /// The cheapest way to a tile that a `flood` or `seek` reached, both ends included.
    pub fn way_to(&self, footing: &Footing, tile: Tile) -> Vec<Tile> {
        let mut at = index(self.stride, tile);
        let mut way = vec![tile];
        while self.costs[at] != 0 {
            at = self.step_back(footing, at);
            way.push(self.tile(at));
        }
        way.reverse();
        way
    }

    fn step_back(&self, footing: &Footing, at: usize) -> usize {
        let before = self.costs[at] - (footing.cells[at] & COST).max(1);
        self.around
            .steps(self.stride)
            .into_iter()
            .map(|step| at.wrapping_add_signed(step))
            .find(|it| self.costs[*it] == before && may_step(self.zones, footing.cells[*it], footing.cells[at]))
            .expect("whatever has a cost was reached from a neighbour")
    }

    fn tile(&self, at: usize) -> Tile {
        tile_at(self.stride, at)
    }

    fn begin(&mut self, footing: &Footing, zones: Zones) {
        for &at in &self.touched {
            self.costs[usize::from(at)] = FAR;
        }
        self.touched.clear();
        self.ring.iter_mut().for_each(Vec::clear);
        if self.costs.len() != footing.cells.len() {
            self.costs = vec![FAR; footing.cells.len()];
        }
        // The sum of a cost and a distance still to go grows by at most one more than the cost of the step.
        self.ring.resize((usize::from(footing.cost_max) + 2).next_power_of_two(), Vec::new());
        self.stride = footing.stride;
        self.zones = zones;
    }

    fn source(&mut self, footing: &Footing, tile: Tile) {
        let at = footing.index(tile);
        if self.costs[at] == FAR {
            self.touched.push(at as u16);
        }
        self.costs[at] = 0;
    }

    /// Where every step costs one, tiles are come upon in the order of their costs: no other queue is needed.
    fn spread_evenly(&mut self, footing: &Footing, limit: Option<u16>, may_come: impl Fn(usize, usize) -> bool) {
        let limit = limit.unwrap_or(LIMIT_MAX);
        let mut done = 0;
        while let Some(&at) = self.touched.get(done) {
            done += 1;
            let at = usize::from(at);
            let cost = self.costs[at];
            if limit <= cost {
                break;
            }
            if 0 < cost && footing.cells[at] & COST == 0 {
                continue;
            }
            for &next in &neighbours(self.stride, at) {
                if self.costs[next] == FAR && may_come(at, next) {
                    self.costs[next] = cost + 1;
                    self.touched.push(next as u16);
                }
            }
        }
    }

    /// Dijkstra's search, or A* if `at_least` says something. Costs are small whole numbers, so the queue is a ring of
    /// buckets.
    fn spread(&mut self, footing: &Footing, limit: Option<u16>, at_least: impl Fn(Tile) -> u16, goal: Option<usize>) {
        let limit = limit.unwrap_or(LIMIT_MAX).min(LIMIT_MAX);
        let (stride, zones, mask) = (self.stride, self.zones, self.ring.len() - 1);
        let (steps, offsets) = (self.around.steps(stride), self.around.offsets());
        let mut queued = 0;
        let mut total = 0_u16;
        for &at in &self.touched {
            let tile = tile_at(stride, usize::from(at));
            total = at_least(tile);
            self.ring[usize::from(total) & mask].push((at, tile));
            queued += 1;
        }
        while queued > 0 {
            let Some((at, here)) = self.ring[usize::from(total) & mask].pop() else {
                total += 1;
                continue;
            };
            queued -= 1;
            let at = usize::from(at);
            let cost = self.costs[at];
            if goal == Some(at) {
                return;
            }
            if cost + at_least(here) != total {
                continue;
            }
            for (&step, &offset) in steps.iter().zip(&offsets) {
                let (next, there) = (at.wrapping_add_signed(step), beside(here, offset));
                let cell = footing.cells[next];
                let paid = if goal == Some(next) { (cell & COST).max(1) } else { cell & COST };
                let further = cost + paid;
                if paid == 0 || self.costs[next] <= further || !may_step(zones, footing.cells[at], cell) {
                    continue;
                }
                let sum = further + at_least(there);
                if limit < sum {
                    continue;
                }
                if self.costs[next] == FAR {
                    self.touched.push(next as u16);
                }
                self.costs[next] = further;
                self.ring[usize::from(sum) & mask].push((next as u16, there));
                queued += 1;
            }
        }
    }

    fn spread_back(&mut self, footing: &Footing, limit: Option<u16>) {
        let limit = limit.unwrap_or(LIMIT_MAX).min(LIMIT_MAX);
        let (stride, zones, mask) = (self.stride, self.zones, self.ring.len() - 1);
        let offsets = Around::default().offsets();
        let mut queued = self.touched.len();
        let mut total = 0_u16;
        self.ring[0].extend(self.touched.iter().map(|&at| (at, tile_at(stride, usize::from(at)))));
        while queued > 0 {
            let Some((at, here)) = self.ring[usize::from(total) & mask].pop() else {
                total += 1;
                continue;
            };
            queued -= 1;
            let at = usize::from(at);
            if self.costs[at] != total {
                continue;
            }
            let cost = total + (footing.cells[at] & COST).max(1);
            if limit < cost {
                continue;
            }
            for (&from, &offset) in neighbours(stride, at).iter().zip(&offsets) {
                let there = beside(here, offset);
                if self.costs[from] <= cost || !may_step(zones, footing.cells[from], footing.cells[at]) {
                    continue;
                }
                if !footing.may_begin(from) {
                    continue;
                }
                if self.costs[from] == FAR {
                    self.touched.push(from as u16);
                }
                self.costs[from] = cost;
                if footing.cells[from] & COST != 0 {
                    self.ring[usize::from(cost) & mask].push((from as u16, there));
                    queued += 1;
                }
            }
        }
    }
}

#[inline]
fn tile_at(stride: usize, at: usize) -> Tile {
    let (at, stride) = (at as u32, stride as u32);
    Tile::new((at % stride) as u8, (at / stride - 1) as u8)
}

impl Around {
    /// From a cell to those beside it.
    fn steps(self, stride: usize) -> [isize; 4] {
        self.0.map(|it| {
            let (across, down) = it.offset();
            isize::from(across) + isize::from(down) * stride as isize
        })
    }

    /// Columns to the right and rows down.
    fn offsets(self) -> [(i8, i8); 4] {
        self.0.map(|it| {
            let (across, down) = it.offset();
            (across as i8, down as i8)
        })
    }
}

/// The tile beside one; if it is off the map, where nobody can go, it doesn't matter where it is.
#[inline]
fn beside(Tile { x, y }: Tile, (across, down): (i8, i8)) -> Tile {
    Tile::new(x.wrapping_add_signed(across), y.wrapping_add_signed(down))
}

fn neighbours(stride: usize, at: usize) -> [usize; 4] {
    [at - stride, at - 1, at + 1, at + stride]
}

#[inline]
fn may_step(zones: Zones, from: u16, to: u16) -> bool {
    match zones {
        Zones::Ignore => true,
        Zones::Shun => to & ZONE <= from & ZONE,
        Zones::Approach => from & ZONE <= to & ZONE,
    }
}

#[cfg(test)]
mod tests {
    use pathfinding::prelude::dijkstra_all;
    use proptest::prelude::*;

    use crate::battle::scene::{crowds, scene};
    use crate::battle::{Battle, Direction};

    use super::*;

    fn tile(name: &str) -> Tile {
        name.parse().expect("a tile")
    }

    fn way(field: &Field, footing: &Footing, to: &str) -> String {
        field.way_to(footing, tile(to)).iter().map(Tile::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_way_with_one_corner_is_seen_at_once() {
        let battle = scene(". # w .\n. . . #\n. # . .", "");
        let footing = Footing::of_ground(&battle);
        let is_plain = |from, to, limit| footing.has_plain_way(tile(from), tile(to), Zones::Ignore, limit);
        assert!(is_plain("A1", "C2", 3) && is_plain("C2", "A1", 3));
        assert!(!is_plain("A1", "C2", 2), "too far");
        assert!(!is_plain("A1", "C1", 9), "two corners");
        assert!(!is_plain("C2", "C1", 1) && is_plain("C2", "C1", 2), "woods cost two");
        assert!(is_plain("B2", "B2", 0));
    }

    #[test]
    fn t10_ground_is_paid_for_as_it_is_entered() {
        let battle = scene(". w .\n. # .\n. . .", "");
        let footing = Footing::of_ground(&battle);
        let mut field = Field::default();
        field.flood(&footing, tile("A1"), Zones::Ignore, None);
        assert_eq!(field.cost(tile("C1")), Some(3));
        assert_eq!(field.cost(tile("B2")), None);
        assert_eq!(way(&field, &footing, "C3"), "A1 A2 A3 B3 C3");
    }

    #[test]
    fn t2_a_large_unit_needs_room_for_all_its_tiles() {
        let battle = scene(". . . .\n. . . .\n. # . .", "");
        let footing = Footing::of_ground(&battle).for_size(2);
        let open: Vec<String> =
            battle.board().tiles().filter(|it| footing.cost(*it).is_some()).map(|it| it.to_string()).collect();
        assert_eq!(open, ["A1", "B1", "C1", "C2"]);
    }

    #[test]
    fn t7_zones_are_left_and_not_entered_or_entered_and_not_left() {
        let battle = scene(". . . . . . .", "");
        let mut footing = Footing::of_ground(&battle);
        footing.mark_zone(battle.board(), Footprint { at: tile("D1"), size: 1 }, 1);
        let reached = |from, zones| {
            let mut field = Field::default();
            field.flood(&footing, tile(from), zones, None);
            let mut tiles: Vec<Tile> = field.reached().map(|it| it.0).collect();
            tiles.sort();
            tiles.iter().map(Tile::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(reached("A1", Zones::Shun), "A1 B1");
        assert_eq!(reached("D1", Zones::Shun), "A1 B1 C1 D1 E1 F1 G1");
        assert_eq!(reached("A1", Zones::Approach), "A1 B1 C1 D1 E1");
        assert_eq!(reached("A1", Zones::Ignore), "A1 B1 C1 D1 E1 F1 G1");
    }

    /// A map of open ground, woods and walls.
    fn maps() -> impl Strategy<Value = Battle> {
        (2..14_usize, 2..14_usize)
            .prop_flat_map(|(width, height)| prop::collection::vec(prop::collection::vec("[...wo#]", width), height))
            .prop_map(|rows| scene(&rows.iter().map(|it| it.join(" ")).collect::<Vec<_>>().join("\n"), ""))
    }

    fn steps(battle: &Battle, footing: &Footing, from: Tile) -> Vec<(Tile, u16)> {
        let next = Direction::ALL.into_iter().filter_map(|it| from.step(it));
        next.filter(|it| battle.board().contains(*it)).filter_map(|it| Some((it, footing.cost(it)?))).collect()
    }

    proptest! {
        #[test]
        fn fields_are_what_dijkstra_says(battle in maps(), from in any::<prop::sample::Index>(), limit in 0..30_u16) {
            let board = battle.board();
            let from = board.tile(from.index(board.len()));
            let footing = Footing::of_ground(&battle);
            let expected = dijkstra_all(&from, |it| steps(&battle, &footing, *it));
            let mut field = Field::default();
            let mut seeking = Field::default();
            for limit in [None, Some(limit)] {
                field.flood(&footing, from, Zones::Ignore, limit);
                for to in board.tiles() {
                    let cost = if to == from { Some(0) } else { expected.get(&to).map(|it| it.1) };
                    let cost = cost.filter(|it| limit.is_none_or(|limit| *it <= limit));
                    prop_assert_eq!(field.cost(to), cost);
                    if footing.cost(to).is_some() {
                        prop_assert_eq!(seeking.seek(&footing, from, to, Zones::Ignore, limit), cost);
                    }
                    if let Some(cost) = cost {
                        let way = field.way_to(&footing, to);
                        let paid: u16 = way.iter().skip(1).filter_map(|it| footing.cost(*it)).sum();
                        prop_assert_eq!(paid, cost);
                        prop_assert!(way.windows(2).all(|it| it[0].steps_to(it[1]) == 1));
                    }
                }
            }
        }

        #[test]
        fn a_field_backwards_agrees_with_ways_forwards(
            battle in maps(),
            to in any::<prop::sample::Index>(),
            limit in 0..30_u16,
        ) {
            let board = battle.board();
            let to = board.tile(to.index(board.len()));
            let footing = Footing::of_ground(&battle);
            let (mut back, mut near, mut out) = (Field::default(), Field::default(), Field::default());
            back.flood_to(&footing, [to], Zones::Ignore, None);
            near.flood_to(&footing, [to], Zones::Ignore, Some(limit));
            for from in board.tiles() {
                prop_assert_eq!(back.cost(from), out.seek(&footing, from, to, Zones::Ignore, None));
                prop_assert_eq!(near.cost(from), back.cost(from).filter(|it| *it <= limit));
            }
        }

        #[test]
        fn whoever_stands_on_the_grid_is_in_the_way(battle in crowds()) {
            let mut one_by_one = Footing::of_ground(&battle);
            let standing = battle.setup().unit_ids().filter(|it| battle.unit(*it).is_standing());
            standing.for_each(|it| one_by_one.block(battle.footprint(it)));
            let mut at_once = Footing::of_ground(&battle);
            at_once.block_taken(&battle);
            prop_assert_eq!(at_once, one_by_one);
        }
    }
}
