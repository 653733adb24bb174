//! Path search: what each step costs, and the cheapest way between tiles.
//!
//! A [`Footing`] says what entering each tile costs, and a [`Field`] searches it. Both are flat arrays. A field keeps
//! its memory from one search to the next, and clears only what the last search touched.

mod footing;

use crate::field::{Direction, Tile};
use footing::{COST, ZONE, bar, index, step};

pub use footing::{Footing, zone_tiles};

/// How a way may cross the edges of zones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zones {
    /// Zones don't matter.
    #[default]
    Ignore,
    /// A way never enters a zone. One that begins in a zone may leave it.
    Shun,
    /// A way may enter a zone but never leave it, as ways to an enemy do.
    Approach,
}

/// The order in which a search looks at the neighbours of a tile. Among ways of the same cost, it decides which one is
/// returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Around(pub [Direction; 4]);

impl Default for Around {
    /// Reading order.
    fn default() -> Around {
        Around([Direction::North, Direction::West, Direction::East, Direction::South])
    }
}

/// The result of a search for the cheapest ways between tiles.
#[derive(Clone, Debug, Default)]
pub struct Field {
    stride: usize,
    costs: Vec<u16>,
    // Every cell with a cost, in the order in which the search found them.
    touched: Vec<u16>,
    // A queue of cells for each cost from the current one on. It is indexed by the cost modulo its length.
    ring: Vec<Vec<u16>>,
    zones: Zones,
    around: Around,
}

/// The cost of a cell that wasn't reached.
const FAR: u16 = u16::MAX;

/// The limit of a search without another. One more step never overflows.
const LIMIT_MAX: u16 = 60_000;

impl Field {
    /// Sets the order in which neighbours are looked at.
    pub fn look(&mut self, around: Around) {
        self.around = around;
    }

    /// Computes what it costs to go from `from` to every tile that costs at most `limit`.
    pub fn flood(&mut self, footing: &Footing, from: Tile, zones: Zones, limit: Option<u16>) {
        self.begin(footing, [from], zones);
        if footing.is_even() {
            let ways = steps(self.stride, Around::default(), bar);
            self.spread_evenly(footing, limit, ways, |here, bar, _, there| {
                there & COST != 0 && may_step(zones, bar, here, there)
            });
        } else {
            self.spread::<false>(footing, limit);
        }
    }

    /// Computes what it costs to go from every tile to the nearest of `goals`, even if those can't be entered. A way
    /// may begin on a tile that can't be entered, but it can't cross one.
    pub fn flood_to(
        &mut self,
        footing: &Footing,
        goals: impl IntoIterator<Item = Tile>,
        zones: Zones,
        limit: Option<u16>,
    ) {
        self.begin(footing, goals, zones);
        if footing.is_even() {
            let ways = steps(self.stride, Around::default(), |it| bar(it.opposite()));
            self.spread_evenly(footing, limit, ways, |here, bar, from, there| {
                may_step(zones, bar, there, here) && footing.may_begin(from)
            });
        } else {
            self.spread::<true>(footing, limit);
        }
    }

    /// The cost of the cheapest way from `from` to `to`, if there is one within the limit. The search goes no further
    /// than needed, so afterwards the field knows little but this way. `to` may be a tile that can't be entered.
    pub fn seek(&mut self, footing: &Footing, from: Tile, to: Tile, zones: Zones, limit: Option<u16>) -> Option<u16> {
        self.begin(footing, [from], zones);
        self.spread_towards(footing, to, limit);
        self.cost(to)
    }

    /// The cost of reaching a tile. `None` if the search didn't reach it.
    pub fn cost(&self, tile: Tile) -> Option<u16> {
        Some(self.costs[index(self.stride, tile)]).filter(|it| *it != FAR)
    }

    /// Every tile that the search reached, with its cost. The order is arbitrary but deterministic.
    pub fn reached(&self) -> impl Iterator<Item = (Tile, u16)> {
        self.touched.iter().map(|&at| (tile_at(self.stride, usize::from(at)), self.costs[usize::from(at)]))
    }

    /// The cheapest way to a tile that a `flood` or `seek` reached, both ends included.
    pub fn way_to(&self, footing: &Footing, tile: Tile) -> Vec<Tile> {
        let mut at = index(self.stride, tile);
        let mut way = vec![tile];
        while self.costs[at] != 0 {
            at = self.step_back(footing, at);
            way.push(tile_at(self.stride, at));
        }
        way.reverse();
        way
    }

    fn step_back(&self, footing: &Footing, at: usize) -> usize {
        let before = self.costs[at] - (footing.cells[at] & COST).max(1);
        self.around
            .0
            .into_iter()
            .map(|way| (way.opposite(), at.wrapping_add_signed(step(self.stride, way))))
            .find(|&(way, it)| {
                self.costs[it] == before && may_step(self.zones, bar(way), footing.cells[it], footing.cells[at])
            })
            .map(|it| it.1)
            .expect("whatever has a cost was reached from a neighbour")
    }

    fn begin(&mut self, footing: &Footing, sources: impl IntoIterator<Item = Tile>, zones: Zones) {
        if self.costs.len() < 8 * self.touched.len() {
            self.costs.fill(FAR);
        } else {
            self.touched.iter().for_each(|it| self.costs[usize::from(*it)] = FAR);
        }
        self.touched.clear();
        self.ring.iter_mut().for_each(Vec::clear);
        if self.costs.len() != footing.cells.len() {
            self.costs = vec![FAR; footing.cells.len()];
        }
        // The sum of the cost so far and the remaining distance grows by at most the cost of the step plus one.
        self.ring.resize((usize::from(footing.cost_max) + 2).next_power_of_two(), Vec::new());
        self.stride = footing.stride;
        self.zones = zones;
        for at in sources.into_iter().map(|it| footing.index(it)) {
            if self.costs[at] == FAR {
                self.touched.push(at as u16);
            }
            self.costs[at] = 0;
        }
    }

    /// Searches a footing on which every step costs one. Tiles are found in the order of their costs, so no other queue
    /// is needed.
    ///
    /// `may_come` is called with a cell, the bar against the step, the index of the neighbouring cell, and that cell.
    fn spread_evenly(
        &mut self,
        footing: &Footing,
        limit: Option<u16>,
        ways: [Step; 4],
        may_come: impl Fn(u16, u16, usize, u16) -> bool,
    ) {
        let limit = limit.unwrap_or(LIMIT_MAX);
        let (costs, touched) = (&mut self.costs[..], &mut self.touched);
        // As long as `costs`, so that the compiler knows an index into one to be valid in the other.
        let cells = &footing.cells[..costs.len()];
        let mut done = 0;
        while let Some(&at) = touched.get(done) {
            done += 1;
            let at = usize::from(at);
            let (cost, cell) = (costs[at], cells[at]);
            if limit <= cost {
                break;
            }
            if 0 < cost && cell & COST == 0 {
                continue;
            }
            for &Step { by, bar, .. } in &ways {
                let next = at.wrapping_add_signed(by);
                if costs[next] == FAR && may_come(cell, bar, next, cells[next]) {
                    costs[next] = cost + 1;
                    touched.push(next as u16);
                }
            }
        }
    }

    /// Dijkstra's search, away from the start or, with `BACK`, back from the goals. The cost of a step depends only on
    /// the cell that is entered, so a cell is first found at its least cost, and is queued once: by that cost or, with
    /// `BACK`, by the cost of a way that begins with a step into it.
    fn spread<const BACK: bool>(&mut self, footing: &Footing, limit: Option<u16>) {
        let limit = limit.unwrap_or(LIMIT_MAX).min(LIMIT_MAX);
        let (zones, mask) = (self.zones, self.ring.len() - 1);
        let ways = steps(self.stride, Around::default(), |it| bar(if BACK { it.opposite() } else { it }));
        let (costs, touched, ring) = (&mut self.costs[..], &mut self.touched, &mut self.ring[..]);
        // As long as `costs`, so that the compiler knows an index into one to be valid in the other.
        let cells = &footing.cells[..costs.len()];
        for &at in &*touched {
            let first = if BACK { (cells[usize::from(at)] & COST).max(1) } else { 0 };
            ring[usize::from(first) & mask].push(at);
        }
        let (mut queued, mut total) = (touched.len(), 0_u16);
        while 0 < queued && total <= limit {
            let mut all = std::mem::take(&mut ring[usize::from(total) & mask]);
            queued -= all.len();
            for at in all.drain(..).map(usize::from) {
                let here = cells[at];
                for &Step { by, bar, .. } in &ways {
                    let next = at.wrapping_add_signed(by);
                    if costs[next] != FAR {
                        continue;
                    }
                    let there = cells[next];
                    let (paid, from, to) =
                        (there & COST, if BACK { there } else { here }, if BACK { here } else { there });
                    let sum = total + paid;
                    let may_come = if BACK { footing.may_begin(next) } else { paid != 0 && sum <= limit };
                    if !may_come || !may_step(zones, bar, from, to) {
                        continue;
                    }
                    costs[next] = if BACK { total } else { sum };
                    touched.push(next as u16);
                    if paid != 0 {
                        ring[usize::from(sum) & mask].push(next as u16);
                        queued += 1;
                    }
                }
            }
            ring[usize::from(total) & mask] = all;
            total += 1;
        }
    }

    /// A* search to one cell, which may be one that can't be entered.
    fn spread_towards(&mut self, footing: &Footing, to: Tile, limit: Option<u16>) {
        let limit = limit.unwrap_or(LIMIT_MAX).min(LIMIT_MAX);
        let (stride, zones, mask) = (self.stride, self.zones, self.ring.len() - 1);
        let ways = steps(stride, self.around, bar);
        let (costs, touched, ring) = (&mut self.costs[..], &mut self.touched, &mut self.ring[..]);
        let cells = &footing.cells[..costs.len()];
        let goal = footing.index(to);
        let mut queued = 0;
        let mut total = 0_u16;
        for &at in &*touched {
            total = tile_at(stride, usize::from(at)).steps_to(to);
            ring[usize::from(total) & mask].push(at);
            queued += 1;
        }
        while queued > 0 {
            let Some(at) = ring[usize::from(total) & mask].pop() else {
                total += 1;
                continue;
            };
            queued -= 1;
            let at = usize::from(at);
            let (cost, cell, here) = (costs[at], cells[at], tile_at(stride, at));
            if goal == at {
                return;
            }
            if cost + here.steps_to(to) != total {
                continue;
            }
            for &Step { by, bar, offset } in &ways {
                let (next, there) = (at.wrapping_add_signed(by), beside(here, offset));
                let entered = cells[next];
                let paid = if goal == next { (entered & COST).max(1) } else { entered & COST };
                let further = cost + paid;
                if paid == 0 || costs[next] <= further || !may_step(zones, bar, cell, entered) {
                    continue;
                }
                let sum = further + there.steps_to(to);
                if limit < sum {
                    continue;
                }
                if costs[next] == FAR {
                    touched.push(next as u16);
                }
                costs[next] = further;
                ring[usize::from(sum) & mask].push(next as u16);
                queued += 1;
            }
        }
    }
}

#[inline]
fn tile_at(stride: usize, at: usize) -> Tile {
    let (at, stride) = (at as u32, stride as u32);
    Tile::new((at % stride) as u8, (at / stride - 1) as u8)
}

/// A step to a neighbouring cell.
#[derive(Clone, Copy)]
struct Step {
    by: isize,
    /// The bit that bars it.
    bar: u16,
    offset: (i8, i8),
}

/// The steps from a cell to its neighbours, in this order.
fn steps(stride: usize, around: Around, bar: impl Fn(Direction) -> u16) -> [Step; 4] {
    around.0.map(|it| {
        let (across, down) = it.offset();
        Step { by: step(stride, it), bar: bar(it), offset: (across as i8, down as i8) }
    })
}

/// The neighbour of a tile. Off the map its value is arbitrary, because nobody can go there.
#[inline]
fn beside(Tile { x, y }: Tile, (across, down): (i8, i8)) -> Tile {
    Tile::new(x.wrapping_add_signed(across), y.wrapping_add_signed(down))
}

#[inline]
fn may_step(zones: Zones, bar: u16, from: u16, to: u16) -> bool {
    let may_cross = match zones {
        Zones::Ignore => true,
        Zones::Shun => to & ZONE <= from & ZONE,
        Zones::Approach => from & ZONE <= to & ZONE,
    };
    may_cross && from & bar == 0
}

#[cfg(test)]
mod tests {
    use pathfinding::prelude::dijkstra_all;
    use proptest::prelude::*;

    use crate::field::{Board, Footprint, drawn};

    use super::*;

    fn tile(name: &str) -> Tile {
        name.parse().expect("a tile")
    }

    fn way(field: &Field, footing: &Footing, to: &str) -> String {
        field.way_to(footing, tile(to)).iter().map(Tile::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_way_with_one_corner_is_seen_at_once() {
        let board = drawn::board(". # w .\n. . . #\n. # . .");
        let footing = board.footing().clone();
        let is_plain = |from, to, limit| footing.has_plain_way(tile(from), tile(to), Zones::Ignore, limit);
        assert!(is_plain("A1", "C2", 3) && is_plain("C2", "A1", 3));
        assert!(!is_plain("A1", "C2", 2), "too far");
        assert!(!is_plain("A1", "C1", 9), "two corners");
        assert!(!is_plain("C2", "C1", 1) && is_plain("C2", "C1", 2), "woods cost two");
        assert!(is_plain("B2", "B2", 0));
    }

    #[test]
    fn t10_ground_is_paid_for_as_it_is_entered() {
        let board = drawn::board(". w .\n. # .\n. . .");
        let footing = board.footing().clone();
        let mut field = Field::default();
        field.flood(&footing, tile("A1"), Zones::Ignore, None);
        assert_eq!(field.cost(tile("C1")), Some(3));
        assert_eq!(field.cost(tile("B2")), None);
        assert_eq!(way(&field, &footing, "C3"), "A1 A2 A3 B3 C3");
    }

    #[test]
    fn t2_a_large_unit_needs_room_for_all_its_tiles() {
        let board = drawn::board(". . . .\n. . . .\n. # . .");
        let footing = board.footing().clone().for_size(2);
        let open: Vec<String> =
            board.tiles().filter(|it| footing.cost(*it).is_some()).map(|it| it.to_string()).collect();
        assert_eq!(open, ["A1", "B1", "C1", "C2"]);
    }

    #[test]
    fn v6_a_tile_is_not_left_the_way_that_is_barred() {
        let board = crate::field::drawn::board(". . .\n. . .");
        let mut footing = board.footing().clone();
        footing.bar(tile("A1"), Direction::East);
        let mut field = Field::default();
        field.flood(&footing, tile("A1"), Zones::Ignore, None);
        assert_eq!(way(&field, &footing, "C1"), "A1 A2 B2 B1 C1");
        assert_eq!(field.seek(&footing, tile("A1"), tile("B1"), Zones::Ignore, None), Some(3));
        assert_eq!(field.seek(&footing, tile("B1"), tile("A1"), Zones::Ignore, None), Some(1), "the way back is free");
        field.flood_to(&footing, [tile("C1")], Zones::Ignore, None);
        assert_eq!(field.cost(tile("A1")), Some(4));
        assert!(!footing.has_plain_way(tile("A1"), tile("C1"), Zones::Ignore, 9));
        assert!(footing.has_plain_way(tile("A1"), tile("C2"), Zones::Ignore, 3), "by its other corner");
    }

    #[test]
    fn t7_zones_are_left_and_not_entered_or_entered_and_not_left() {
        let board = drawn::board(". . . . . . .");
        let mut footing = board.footing().clone();
        footing.mark_zone(&board, Footprint { at: tile("D1"), size: 1 }, 1);
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

    /// Random maps of open ground, woods, rough ground and walls.
    fn maps() -> impl Strategy<Value = Board> {
        (2..14_usize, 2..14_usize)
            .prop_flat_map(|(width, height)| prop::collection::vec(prop::collection::vec("[...wo#]", width), height))
            .prop_map(|rows| drawn::board(&rows.iter().map(|it| it.join(" ")).collect::<Vec<_>>().join("\n")))
    }

    fn steps(board: &Board, footing: &Footing, from: Tile) -> Vec<(Tile, u16)> {
        let next = Direction::ALL.into_iter().filter_map(|it| from.step(it));
        next.filter(|it| board.contains(*it)).filter_map(|it| Some((it, footing.cost(it)?))).collect()
    }

    proptest! {
        #[test]
        fn fields_are_what_dijkstra_says(board in maps(), from in any::<prop::sample::Index>(), limit in 0..30_u16) {
            let from = board.tile(from.index(board.len()));
            let footing = board.footing().clone();
            let expected = dijkstra_all(&from, |it| steps(&board, &footing, *it));
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
            board in maps(),
            to in any::<prop::sample::Index>(),
            limit in 0..30_u16,
        ) {
            let to = board.tile(to.index(board.len()));
            let footing = board.footing().clone();
            let (mut back, mut near, mut out) = (Field::default(), Field::default(), Field::default());
            back.flood_to(&footing, [to], Zones::Ignore, None);
            near.flood_to(&footing, [to], Zones::Ignore, Some(limit));
            for from in board.tiles() {
                prop_assert_eq!(back.cost(from), out.seek(&footing, from, to, Zones::Ignore, None));
                prop_assert_eq!(near.cost(from), back.cost(from).filter(|it| *it <= limit));
            }
        }
    }
}
