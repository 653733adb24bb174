//! BX-8, BS-7, BS-8: ways across the map for a plate or a unit.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::iter;

use crate::brick::battle::{Battle, Event, Heading, Plate, Rect, Turn, Who};
use crate::field::{Direction, Tile, UnitId};

/// How a step is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Toward(Heading),
    Pivot(Turn),
}

/// A step on a way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stride {
    pub(super) step: Step,
    /// Where it leads.
    pub(super) place: Plate,
    /// What it costs, in inches.
    pub(super) price: u16,
}

/// A way, place by place.
pub(super) type Way = Vec<Stride>;

/// What a way costs.
pub(super) fn inches_of(way: &[Stride]) -> u16 {
    way.iter().map(|it| it.price).sum()
}

/// As much of a way as the inches are enough for.
pub(super) fn affordable(way: impl IntoIterator<Item = Stride>, inches: u16) -> Way {
    let paid = |left: &mut u16, it: Stride| {
        *left = left.checked_sub(it.price)?;
        Some(it)
    };
    way.into_iter().scan(inches, paid).collect()
}

/// How somebody may go.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Manner {
    /// **BS-8.4** Whether Cavalry goes backwards.
    pub(super) backwards: bool,
}

/// Where a squad or a unit is on its way. A unit moves like a plate whose facing means nothing.
pub(super) fn place_of(battle: &Battle, who: Who) -> Plate {
    let squad = who.squad().and_then(|it| battle.squad(it));
    Plate { rect: battle.rect(who), facing: squad.map_or(Direction::North, |it| it.plate.facing) }
}

/// **BS-7.3** Whether there is room on the way, past the units in `except`, **BX-10** and nothing there kills.
pub(super) fn passes(battle: &Battle, who: Who, rect: Rect, except: &BTreeSet<UnitId>) -> bool {
    is_open(battle, rect, |it| it == who || matches!(it, Who::Unit(unit) if except.contains(&unit)))
}

/// Whether a rectangle is on the map, can be entered, kills nobody, and is covered only by those that `may` allows.
pub(crate) fn is_open(battle: &Battle, rect: Rect, may: impl Fn(Who) -> bool) -> bool {
    let setup = battle.setup();
    let may_enter = |it: Tile| setup.cost(it).is_some() && !setup.is_deadly(it) && battle.on(it).is_none_or(&may);
    setup.contains(rect) && rect.tiles().all(may_enter)
}

/// **BS-7.5** Whether a movement may end there: not half on an obstacle. **BX-8** Its heights differ by one level at
/// most.
pub(crate) fn may_end(battle: &Battle, rect: Rect) -> bool {
    let levels = || rect.tiles().map(|it| battle.setup().level(it));
    levels().max().unwrap_or(0) <= levels().min().unwrap_or(0) + 1
}

/// **BX-8, BS-7.4** What a step costs: the price of the dearest tile that is covered after it, and each level past
/// the first that is climbed. `None` if it can't be made.
fn step_cost(battle: &Battle, who: Who, from: Rect, to: Rect, heading: Heading) -> Option<u16> {
    let setup = battle.setup();
    let top = |rect: Rect| rect.tiles().map(|it| setup.level(it)).max().unwrap_or(0);
    let up = top(to).saturating_sub(top(from));
    if 1 < up && !battle.members(who).iter().all(|it| battle.profile(*it).can_climb) {
        return None;
    }
    let dearest = to.tiles().filter_map(|it| setup.cost(it)).max()?;
    Some(u16::from(dearest) * u16::from(heading.inches()) + u16::from(up.saturating_sub(1)))
}

/// A step of one tile in a direction, past the units in `except`. `None` if there is no such step.
pub(super) fn step(
    battle: &Battle,
    who: Who,
    from: Plate,
    heading: Heading,
    except: &BTreeSet<UnitId>,
) -> Option<Stride> {
    let rect = from.rect.toward(heading, 1).filter(|it| passes(battle, who, *it, except))?;
    let price = step_cost(battle, who, from.rect, rect, heading)?;
    Some(Stride { step: Step::Toward(heading), place: Plate { rect, ..from }, price })
}

/// The steps straight on from a place, past the units in `except`, as far as they lead.
pub(super) fn ahead(
    battle: &Battle,
    who: Who,
    from: Plate,
    heading: Heading,
    except: &BTreeSet<UnitId>,
) -> impl Iterator<Item = Stride> {
    iter::successors(step(battle, who, from, heading, except), move |it| step(battle, who, it.place, heading, except))
}

/// **BS-8.3** A quarter turn around the front corner. It costs the tiles that the Standard moves.
pub(super) fn pivot(battle: &Battle, who: Who, from: Plate, turn: Turn) -> Option<Stride> {
    let (place, of) = from.pivoted(turn)?;
    let standard = origin_on(battle, who, from.rect);
    Some(Stride { step: Step::Pivot(turn), place, price: standard.steps_to(of(standard)?) })
}

/// Where the Standard is if the plate lies there, unturned.
pub(super) fn origin_on(battle: &Battle, who: Who, rect: Rect) -> Tile {
    let (dx, dy) = battle.origin(who).at.offset_from(battle.rect(who).at);
    rect.at.offset(dx, dy).unwrap_or(rect.at)
}

/// **BS-7.2, BS-8.4** The cheapest way that brings the Standard to a tile. Infantry go any way. Cavalry go along
/// their facing, or backwards, and turn by pivots.
pub(super) fn way(battle: &Battle, who: Who, to: Tile, manner: Manner) -> Option<Way> {
    let start = place_of(battle, who);
    let flood = flood(battle, who, manner, u16::MAX / 2);
    let far = |it: &Reached| origin_at(battle, who, start, it.place).steps_to(to);
    let best = flood.reached().min_by_key(|it| (far(it), it.cost))?;
    // Infantry that can't get there go as near as they can. Cavalry don't go.
    let now = origin_at(battle, who, start, start).steps_to(to);
    let is_there = far(best) == 0;
    (is_there || (far(best) < now && !battle.is_cavalry(who))).then(|| flood.way_to(best.place))
}

/// Where the Standard is taken to be if the plate lies so: in the middle, if the plate has turned.
pub(super) fn origin_at(battle: &Battle, who: Who, start: Plate, place: Plate) -> Tile {
    if place.facing == start.facing { origin_on(battle, who, place.rect) } else { place.rect.middle() }
}

/// A place that was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    pub(super) place: Plate,
    pub(super) cost: u16,
    /// The cell before it, and the step from there to it.
    from: Option<(usize, Stride)>,
}

/// All places that a squad or a unit can reach.
pub(super) struct Flood {
    width: usize,
    /// 4 for Cavalry, which has to wheel, else 1.
    facings: usize,
    // By tile and facing.
    cells: Vec<Option<Reached>>,
}

impl Flood {
    fn at(&self, place: Plate) -> usize {
        let tile = usize::from(place.rect.at.y) * self.width + usize::from(place.rect.at.x);
        self.facings * tile + if self.facings == 1 { 0 } else { place.facing as usize }
    }

    /// The steps that can be made from a place.
    fn next_from(
        &self,
        battle: &Battle,
        who: Who,
        here: Plate,
        manner: Manner,
        except: &BTreeSet<UnitId>,
    ) -> Vec<Stride> {
        let wheels = self.facings == 4;
        let ahead = Heading::from(here.facing);
        let ahead = if manner.backwards { ahead.back() } else { ahead };
        let headings = Direction::ALL.map(Heading::from).into_iter().filter(|it| !wheels || *it == ahead);
        let mut next: Vec<_> = headings.filter_map(|it| step(battle, who, here, it, except)).collect();
        for turn in [Turn::Left, Turn::Right].into_iter().filter(|_| wheels && !manner.backwards) {
            next.extend(pivot(battle, who, here, turn).filter(|it| passes(battle, who, it.place.rect, except)));
        }
        next
    }

    /// All places that were reached, in reading order.
    pub(super) fn reached(&self) -> impl Iterator<Item = &Reached> {
        self.cells.iter().flatten()
    }

    /// The way to a place that was reached.
    pub(super) fn way_to(&self, place: Plate) -> Way {
        let before = |at: usize| self.cells[at]?.from;
        let mut way: Way = iter::successors(before(self.at(place)), |it| before(it.0)).map(|it| it.1).collect();
        way.reverse();
        way
    }
}

/// All places that a squad or a unit can reach within these inches.
pub(super) fn flood(battle: &Battle, who: Who, manner: Manner, limit: u16) -> Flood {
    flood_past(battle, who, manner, limit, &BTreeSet::new())
}

/// [`flood`], with the units in `except` in nobody's way.
pub(super) fn flood_past(battle: &Battle, who: Who, manner: Manner, limit: u16, except: &BTreeSet<UnitId>) -> Flood {
    let start = place_of(battle, who);
    let board = &battle.setup().board;
    let facings = if battle.is_cavalry(who) { 4 } else { 1 };
    let mut flood = Flood { width: usize::from(board.width()), facings, cells: vec![None; facings * board.len()] };
    let first = flood.at(start);
    flood.cells[first] = Some(Reached { place: start, cost: 0, from: None });
    let mut open = BinaryHeap::from([Reverse((0_u16, first))]);
    while let Some(Reverse((cost, at))) = open.pop() {
        let Some(here) = flood.cells[at].filter(|it| it.cost == cost) else { continue };
        for stride in flood.next_from(battle, who, here.place, manner, except) {
            let (next, total) = (flood.at(stride.place), cost + stride.price);
            if total <= limit && flood.cells[next].is_none_or(|it| total < it.cost) {
                flood.cells[next] = Some(Reached { place: stride.place, cost: total, from: Some((at, stride)) });
                open.push(Reverse((total, next)));
            }
        }
    }
    flood
}

/// **BX-8, BX-6** Whether a unit goes at Half Speed.
pub(crate) fn is_slow(battle: &Battle, unit: UnitId) -> bool {
    battle.profile(unit).has_heavy_armor || battle.setup().ground(battle.unit(unit).at).is_slow
}

/// Inches of its Move that a unit has left. It goes at Half Speed if it got up.
pub(crate) fn left_to_walk(battle: &Battle, unit: UnitId, got_up: bool) -> u16 {
    let inches = u16::from(battle.profile(unit).inches());
    let is_slow = got_up || is_slow(battle, unit);
    let inches = if is_slow { inches.div_ceil(2) } else { inches };
    inches.saturating_sub(battle.unit(unit).inches_used)
}

/// The battle with these units out of their squads, where they stand. Their plates no longer cover anything.
pub(crate) fn loosened(battle: &Battle, units: &[UnitId]) -> Battle {
    let mut loose = battle.clone();
    for &unit in units {
        if let Some(squad) = loose.unit(unit).squad {
            let at = loose.unit(unit).at;
            loose.apply(&Event::LeftSquad { squad, unit, at, inches: 0 });
        }
    }
    loose
}

/// Where a unit can walk to within these inches, past the units in `past`, and the cost of each place.
pub(crate) fn walks(battle: &Battle, unit: UnitId, inches: u16, past: &BTreeSet<UnitId>) -> Vec<(Rect, u16)> {
    let flood = flood_past(battle, Who::Unit(unit), Manner::default(), inches, past);
    flood.reached().map(|it| (it.place.rect, it.cost)).collect()
}
