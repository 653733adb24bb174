//! F-20: the way of a formation that is ordered to go somewhere: it keeps its shape, and every Step is the same for
//! all.

use crate::field::{Direction, Field, Footing, Footprint, Tile, UnitId, Zones};
use crate::line::battle::{Battle, CutShort, Place, Route, RouteGoal, Standstill};
use crate::line::rules::Line;

/// The most Steps that a formation may take in a round.
pub(super) const STEPS_MAX: u8 = 200;

/// Units that move together in their shape.
pub(super) struct Body<'a> {
    /// The units that move. All others are in their way.
    pub(super) movers: &'a [UnitId],
    /// The one of them that is to reach the goal.
    pub(super) guide: UnitId,
    /// What all of them can pay.
    pub(super) budget: u16,
}

/// The way of a body: its Steps, and why they end short of the goal, if they do.
#[derive(Debug)]
pub(super) struct Way {
    pub(super) steps: Vec<Direction>,
    pub(super) cut_short: Option<CutShort>,
}

/// **F-20** The Steps that bring a body to the goal of a route, or as near to it as possible.
pub(super) fn way(rules: &Line, battle: &Battle, body: &Body<'_>, route: &Route) -> Result<Way, Standstill> {
    let asked = match &route.goal {
        RouteGoal::Steps(steps) => {
            let single = steps.iter().flat_map(|&(way, count)| (0..count).map(move |_| way));
            return Ok(Way { steps: single.take(usize::from(STEPS_MAX)).collect(), cut_short: None });
        }
        RouteGoal::Toward { steps, .. } | RouteGoal::AwayFrom { steps, .. } => *steps,
        RouteGoal::Tile(_) => None,
    };
    let shape = shape(battle, body);
    let mut search = Search {
        footing: footing(battle, body).for_shape(battle.board(), &shape),
        ground: battle.footing().for_shape(battle.board(), &shape),
        zones: rules.zones(),
        field: Field::default(),
        back: Field::default(),
        way: vec![battle.unit(body.guide).at],
        left: asked.map_or(body.budget, |it| body.budget.min(it.into())),
        cut_short: None,
    };
    for &tile in &route.via {
        search.go_to(tile);
    }
    let covered = |it: Place| it.covered(battle).ok_or(Standstill::TargetGone);
    match route.goal {
        RouteGoal::Tile(tile) => search.go_to(tile),
        RouteGoal::Steps(_) => (),
        RouteGoal::Toward { place, .. } => search.go_nearest(&covered(place)?),
        RouteGoal::AwayFrom { place, .. } => search.go_farthest(&covered(place)?),
    }
    let way = search.done();
    if way.steps.is_empty() { Err(Standstill::NoWay) } else { Ok(way) }
}

/// What it costs to enter each tile: units that stay block their tiles, and enemy zones are marked.
fn footing(battle: &Battle, body: &Body<'_>) -> Footing {
    let side = battle.side(battle.unit(body.guide).squad);
    let mut footing = battle.footing_of(side);
    let staying = battle.standing_of(side).filter(|it| !body.movers.contains(it));
    staying.for_each(|it| footing.block(battle.footprint(it)));
    footing
}

/// The tiles of all movers, as offsets from the guide.
fn shape(battle: &Battle, body: &Body<'_>) -> Vec<(i16, i16)> {
    let here = battle.unit(body.guide).at;
    let tiles = body.movers.iter().flat_map(|it| battle.footprint(*it).tiles());
    tiles.map(|it| it.offset_from(here)).collect()
}

/// A search for the way of the guide, with all others in their places around him.
struct Search {
    footing: Footing,
    /// The cost of each tile as if nobody else stood on the map.
    ground: Footing,
    zones: Zones,
    field: Field,
    back: Field,
    /// The way so far, its start included.
    way: Vec<Tile>,
    /// The steps that can still be paid.
    left: u16,
    cut_short: Option<CutShort>,
}

impl Search {
    fn here(&self) -> Tile {
        *self.way.last().expect("a way has at least its start")
    }

    /// Goes to a tile, or to the nearest that can be reached.
    fn go_to(&mut self, tile: Tile) {
        if self.is_out_of_steps() {
            return;
        }
        self.cut_short = None;
        let here = self.here();
        if tile == here {
            return;
        }
        let is_open = self.footing.cost(tile).is_some();
        if is_open && self.field.seek(&self.footing, here, tile, self.zones, None).is_some() {
            self.walk_to(tile, &[Footprint { at: tile, size: 1 }]);
        } else {
            self.cut_short = Some(CutShort::NoWay);
            self.go_nearest(&[Footprint { at: tile, size: 1 }]);
        }
    }

    fn is_out_of_steps(&self) -> bool {
        self.cut_short == Some(CutShort::TooFar)
    }

    /// Goes as near to these places as any way leads.
    fn go_nearest(&mut self, there: &[Footprint]) {
        if self.is_out_of_steps() {
            return;
        }
        let here = self.here();
        self.field.flood(&self.footing, here, self.zones, None);
        let nearest = self.field.reached().min_by_key(|&(at, cost)| (distance(there, at), cost, at));
        self.walk_to(nearest.map_or(here, |it| it.0), there);
    }

    /// Goes as far from these places as the steps carry.
    fn go_farthest(&mut self, there: &[Footprint]) {
        let here = self.here();
        self.field.flood(&self.footing, here, self.zones, Some(self.left));
        let farthest =
            self.field.reached().max_by_key(|&(at, cost)| (distance(there, at), std::cmp::Reverse((cost, at))));
        let way = self.field.way_to(&self.footing, farthest.map_or(here, |it| it.0));
        self.walk(&way);
    }

    /// Walks to a tile that was found, as far as the steps carry. It doesn't take a detour around other units that
    /// would end farther from `there` than it began, because they may be gone in the next round. Then the body goes as
    /// near as the steps carry it.
    fn walk_to(&mut self, end: Tile, there: &[Footprint]) {
        let way = self.field.way_to(&self.footing, end);
        let kept = self.affordable(&way);
        if kept.len() < way.len() {
            let goals = there.iter().flat_map(|it| it.tiles());
            self.back.flood_to(&self.ground, goals, Zones::Ignore, None);
            let is_farther = self.from(there, way[kept.len() - 1]) > self.from(there, way[0]);
            if is_farther {
                self.field.flood(&self.footing, way[0], self.zones, Some(self.left));
                let nearest = self.field.reached().min_by_key(|&(at, cost)| (self.from(there, at), cost, at));
                let way = self.field.way_to(&self.footing, nearest.map_or(way[0], |it| it.0));
                self.walk(&way);
                self.cut_short = Some(CutShort::NoWay);
                return;
            }
        }
        self.walk(&way);
    }

    /// The distance of a tile from these places, along the ground as if nobody else stood on the map.
    fn from(&self, there: &[Footprint], at: Tile) -> (u16, u16) {
        (self.back.cost(at).unwrap_or(u16::MAX), distance(there, at))
    }

    /// The part of a way from here that can be paid, its start included.
    fn affordable<'a>(&self, way: &'a [Tile]) -> &'a [Tile] {
        let mut left = self.left;
        let carries = |it: &Tile| {
            let rest = left.checked_sub(self.footing.cost(*it).unwrap_or(0));
            left = rest.unwrap_or(0);
            rest.is_some()
        };
        let steps = way.iter().skip(1).take(usize::from(STEPS_MAX)).map(carries).take_while(|it| *it).count();
        &way[..=steps.min(way.len() - 1)]
    }

    fn walk(&mut self, way: &[Tile]) {
        let kept = self.affordable(way);
        if kept.len() < way.len() {
            self.cut_short = Some(CutShort::TooFar);
        }
        let price: u16 = kept.iter().skip(1).filter_map(|it| self.footing.cost(*it)).sum();
        self.left -= price;
        self.way.extend(kept.iter().skip(1));
    }

    fn done(self) -> Way {
        let step = |pair: &[Tile]| Direction::ALL.into_iter().find(|it| pair[0].step(*it) == Some(pair[1]));
        let steps = self.way.windows(2).filter_map(step).take(usize::from(STEPS_MAX)).collect();
        Way { steps, cut_short: self.cut_short }
    }
}

fn distance(there: &[Footprint], at: Tile) -> u16 {
    let here = Footprint { at, size: 1 };
    there.iter().map(|it| here.distance(*it)).min().unwrap_or(0)
}
