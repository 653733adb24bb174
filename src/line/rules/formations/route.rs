//! F-20: the way of a formation that is only told where to go: it goes there in its shape, every Step the same for all.

use crate::field::{Direction, Field, Footing, Footprint, Tile, UnitId, Zones};
use crate::line::battle::{Battle, Route, RouteGoal, Standstill};
use crate::line::rules::Line;

/// The most Steps that a formation takes in a round, and that an order may ask for.
pub(super) const STEPS_MAX: u8 = 200;

/// Those who go somewhere together.
pub(super) struct Body<'a> {
    /// Who moves; everybody else is in the way.
    pub(super) movers: &'a [UnitId],
    /// Whose end the order names: one of them.
    pub(super) guide: UnitId,
    /// What the poorest of them can pay.
    pub(super) budget: u16,
}

/// The Steps that bring a body where it is to go, or as near to it as it comes.
pub(super) fn directions(
    rules: &Line,
    battle: &Battle,
    body: &Body<'_>,
    route: &Route,
) -> Result<Vec<Direction>, Standstill> {
    if let RouteGoal::Steps(steps) = &route.goal {
        let single = steps.iter().flat_map(|&(way, count)| (0..count).map(move |_| way));
        return Ok(single.take(usize::from(STEPS_MAX)).collect());
    }
    let mut search = Search {
        footing: footing(battle, body),
        zones: if rules.walk_into_contact { Zones::Ignore } else { Zones::Shun },
        field: Field::default(),
        way: vec![battle.unit(body.guide).at],
    };
    for &tile in &route.via {
        search.go_to(tile);
    }
    let mut budget = body.budget;
    match &route.goal {
        RouteGoal::Tile(tile) => search.go_to(*tile),
        RouteGoal::Steps(_) => (),
        RouteGoal::Toward { place, steps } | RouteGoal::AwayFrom { place, steps } => {
            budget = budget.min(steps.map_or(u16::MAX, u16::from));
            let there = place.covered(battle).ok_or(Standstill::TargetGone)?;
            match route.goal {
                RouteGoal::AwayFrom { .. } => search.go_farthest(&there, budget),
                _ => search.go_nearest(&there),
            }
        }
    }
    let steps = search.steps(budget);
    if steps.is_empty() { Err(Standstill::NoWay) } else { Ok(steps) }
}

/// What it costs the guide to enter each tile with all the others in their places around him.
fn footing(battle: &Battle, body: &Body<'_>) -> Footing {
    let side = battle.side(battle.unit(body.guide).squad);
    let mut footing = battle.footing();
    for unit in battle.setup().unit_ids().filter(|it| battle.unit(*it).is_standing()) {
        if battle.side(battle.unit(unit).squad) != side {
            footing.mark_zone(battle.board(), battle.footprint(unit), battle.reach(unit));
        }
        if !body.movers.contains(&unit) {
            footing.block(battle.footprint(unit));
        }
    }
    let here = battle.unit(body.guide).at;
    let tiles = body.movers.iter().flat_map(|it| battle.footprint(*it).tiles());
    let mut shape: Vec<(i16, i16)> = tiles.map(|it| it.offset_from(here)).collect();
    shape.sort();
    shape.dedup();
    footing.for_shape(battle.board(), &shape)
}

/// A way being looked for, given by the tiles of the guide.
struct Search {
    footing: Footing,
    zones: Zones,
    field: Field,
    /// So far, its start included.
    way: Vec<Tile>,
}

impl Search {
    fn here(&self) -> Tile {
        *self.way.last().expect("a way has at least its start")
    }

    fn append(&mut self, to: Tile) {
        let more = self.field.way_to(&self.footing, to);
        self.way.extend(more.into_iter().skip(1));
    }

    /// To a tile, or to the nearest that can be reached.
    fn go_to(&mut self, tile: Tile) {
        let here = self.here();
        if tile == here {
            return;
        }
        let is_open = self.footing.cost(tile).is_some();
        if is_open && self.field.seek(&self.footing, here, tile, self.zones, None).is_some() {
            self.append(tile);
        } else {
            self.go_nearest(&[Footprint { at: tile, size: 1 }]);
        }
    }

    /// As near as any way leads.
    fn go_nearest(&mut self, there: &[Footprint]) {
        let here = self.here();
        self.field.flood(&self.footing, here, self.zones, None);
        let nearest = self.field.reached().min_by_key(|&(at, cost)| (distance(there, at), cost, at));
        self.append(nearest.map_or(here, |it| it.0));
    }

    /// As far as the MP carry.
    fn go_farthest(&mut self, there: &[Footprint], budget: u16) {
        let here = self.here();
        self.field.flood(&self.footing, here, self.zones, Some(budget));
        let farthest =
            self.field.reached().max_by_key(|&(at, cost)| (distance(there, at), std::cmp::Reverse((cost, at))));
        self.append(farthest.map_or(here, |it| it.0));
    }

    /// The steps of the way, as far as the MP carry.
    fn steps(&self, budget: u16) -> Vec<Direction> {
        let mut paid = 0;
        let mut steps = Vec::new();
        for pair in self.way.windows(2) {
            paid += self.footing.cost(pair[1]).unwrap_or(0);
            if budget < paid || usize::from(STEPS_MAX) <= steps.len() {
                break;
            }
            steps.extend(Direction::ALL.into_iter().find(|it| pair[0].step(*it) == Some(pair[1])));
        }
        steps
    }
}

fn distance(there: &[Footprint], at: Tile) -> u16 {
    let here = Footprint { at, size: 1 };
    there.iter().map(|it| here.distance(*it)).min().unwrap_or(0)
}
