//! V-1: the way of a squad's leader.

use std::cmp::Reverse;

use crate::field::{Direction, Footprint, Tile, UnitId, Zones};
use crate::line::battle::{Allowance, CutShort, Place, Route, RouteGoal, Stay};
use crate::line::rules::movement::view::{Searches, View};

/// A planned move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    pub allowance: Allowance,
    /// The leader's way, both ends included.
    pub path: Vec<Tile>,
    /// The steps that it costs.
    pub cost: u16,
    pub cut_short: Option<CutShort>,
    /// Where each unit ends, the leader first.
    pub places: Vec<(UnitId, Tile)>,
    /// Why the squad would not move at all; only in previews.
    pub stays: Option<Stay>,
}

/// A leader's way in the making.
struct Walk<'a> {
    view: &'a View<'a>,
    searches: Searches,
    leader: UnitId,
    allowance: Allowance,
    path: Vec<Tile>,
    /// The tile that it last set out for.
    heading: Tile,
    steps_left: u16,
    cut_short: Option<CutShort>,
}

/// **V-1** The cheapest way of a leader along a route, as far as the allowance carries.
pub(super) fn leader_way(view: &View<'_>, leader: UnitId, route: &Route, allowance: Allowance) -> Result<Plan, Stay> {
    let mut walk = Walk::of(view, leader, allowance);
    for &tile in &route.via {
        walk.go_through(tile);
    }
    let mut approached = Vec::new();
    if walk.cut_short != Some(CutShort::TooFar) {
        match &route.goal {
            RouteGoal::Tile(tile) => walk.go_to(*tile),
            RouteGoal::Steps(steps) => walk.follow(steps),
            RouteGoal::Toward { place, steps } => {
                let targets = place.covered(view.battle).ok_or(Stay::TargetGone)?;
                walk.limit_steps(*steps);
                walk.approach(&targets);
                if matches!(place, Place::Squad(_)) {
                    approached = targets;
                }
            }
            RouteGoal::AwayFrom { place, steps } => {
                let from = place.covered(view.battle).ok_or(Stay::TargetGone)?;
                walk.limit_steps(*steps);
                walk.move_away_from(&from);
            }
        }
    }
    walk.end_where_there_is_room(&approached);
    Ok(walk.done())
}

/// **V-6** The way of a leader who disengages without a route: to a tile outside all enemy zones, if there is one, as
/// far as possible from every enemy, and the cheapest of these.
pub(super) fn retreat(view: &View<'_>, leader: UnitId, allowance: Allowance) -> Plan {
    let mut walk = Walk::of(view, leader, allowance);
    walk.searches.out.flood(view.footing(leader), walk.here(), view.zones, Some(walk.steps_left));
    walk.take_way_to(walk.safest_reached());
    walk.done()
}

impl<'a> Walk<'a> {
    fn of(view: &'a View<'a>, leader: UnitId, allowance: Allowance) -> Walk<'a> {
        let searches = Searches::of(view.facing);
        let (start, steps_left) = (view.battle.unit(leader).at, allowance.steps);
        Walk { view, searches, leader, allowance, path: vec![start], heading: start, steps_left, cut_short: None }
    }

    fn here(&self) -> Tile {
        *self.path.last().expect("a way has at least its start")
    }

    fn can_end(&self, at: Tile) -> bool {
        self.view.can_end(self.leader, at)
    }

    /// Limits the steps left to those that the order asks for. If the order asks for more than there are, the way
    /// counts as cut short.
    fn limit_steps(&mut self, steps: Option<u8>) {
        let Some(steps) = steps.map(u16::from) else { return };
        if self.steps_left < steps {
            self.cut_short = Some(CutShort::TooFar);
        }
        self.steps_left = self.steps_left.min(steps);
    }

    /// Goes through a tile, or through the nearest that can be reached.
    fn go_through(&mut self, tile: Tile) {
        if self.cut_short != Some(CutShort::TooFar) && tile != self.here() {
            let (way, _) = self.way_to(tile, |_, _| true);
            self.walk_along(&way);
        }
    }

    /// Goes to a tile and ends there, or on the nearest tile where it can.
    fn go_to(&mut self, tile: Tile) {
        if tile != self.here() {
            let (way, trouble) = self.way_to(tile, Walk::can_end);
            self.cut_short = trouble;
            self.walk_along(&way);
        }
    }

    /// The cheapest way to a tile. If the tile can't be reached, or `may_end` refuses it, the way to the closest tile
    /// and the reason. *Closest* is measured along the ground, as if nobody stood on the map.
    fn way_to(&mut self, tile: Tile, may_end: impl Fn(&Self, Tile) -> bool) -> (Vec<Tile>, Option<CutShort>) {
        let (here, view) = (self.here(), self.view);
        let footing = view.footing(self.leader);
        let is_open = footing.cost(tile).is_some() && may_end(self, tile);
        if is_open && self.searches.out.seek(footing, here, tile, view.zones, None).is_some() {
            return (self.searches.out.way_to(footing, tile), None);
        }
        let ground = view.ground(self.leader);
        self.searches.back.flood_to(ground, [tile], Zones::Ignore, None);
        self.searches.out.flood(footing, here, view.zones, None);
        let Searches { out, back } = &self.searches;
        let is_held_by_enemy = ground.cost(tile).is_some()
            && back.cost(here).is_some()
            && (out.cost(tile).is_none() || !self.is_free_of_zones(tile));
        let trouble = if is_held_by_enemy { CutShort::EnemyInTheWay } else { CutShort::NoWay };
        let worth =
            |at: Tile, cost| (back.cost(at).unwrap_or(u16::MAX), at.steps_to(tile), cost, view.facing.order(at));
        let closest = least(out.reached(), worth, |at| at == here || may_end(self, at)).unwrap_or(here);
        (out.way_to(footing, closest), Some(trouble))
    }

    fn is_free_of_zones(&self, at: Tile) -> bool {
        self.view.zones == Zones::Ignore || !self.view.footing(self.leader).is_in_zone(at)
    }

    /// Takes steps in the ordered directions, up to the first that isn't possible.
    fn follow(&mut self, steps: &[(Direction, u8)]) {
        let mut single = steps.iter().flat_map(|&(way, count)| (0..count).map(move |_| way));
        let trouble = single.find_map(|it| self.step(it).err());
        self.cut_short = trouble.or(self.cut_short);
    }

    fn step(&mut self, direction: Direction) -> Result<(), CutShort> {
        let view = self.view;
        let (footing, ground) = (view.footing(self.leader), view.ground(self.leader));
        let next = self.here().step(direction).filter(|it| view.battle.board().contains(*it));
        let next = next.filter(|it| ground.cost(*it).is_some()).ok_or(CutShort::NoWay)?;
        let enters_zone = !self.is_free_of_zones(next) && self.is_free_of_zones(self.here());
        let may_go = !enters_zone && footing.may_leave(self.here(), direction);
        let cost = footing.cost(next).filter(|_| may_go).ok_or(CutShort::EnemyInTheWay)?;
        self.steps_left = self.steps_left.checked_sub(cost).ok_or(CutShort::TooFar)?;
        self.path.push(next);
        self.heading = next;
        Ok(())
    }

    /// Goes as near to the closest target as the steps allow, up to the edge of the enemy zones around it.
    fn approach(&mut self, targets: &[Footprint]) {
        let (here, view, leader) = (self.here(), self.view, self.leader);
        let there = view.footprint_at(leader, here);
        let nearest = targets.iter().min_by_key(|it| (there.distance(**it), view.facing.order(it.at)));
        let nearest = nearest.expect("a place covers a tile").at;
        if there.at == nearest {
            return;
        }
        let footing = view.footing(leader);
        let zones = if view.zones == Zones::Ignore { Zones::Ignore } else { Zones::Approach };
        let starts_outside = self.is_free_of_zones(here);
        let is_found = starts_outside && self.searches.out.seek(footing, here, nearest, zones, None).is_some();
        let way =
            if is_found { self.searches.out.way_to(footing, nearest) } else { self.way_to(nearest, Walk::can_end).0 };
        let stop = way
            .iter()
            .position(|it| footing.cost(*it).is_none() && *it != here || starts_outside && !self.is_free_of_zones(*it));
        let asked = self.cut_short;
        self.walk_along(&way[..stop.unwrap_or(way.len())]);
        self.cut_short = asked;
    }

    /// Goes as far from the targets as the steps allow.
    fn move_away_from(&mut self, from: &[Footprint]) {
        let (here, view, leader) = (self.here(), self.view, self.leader);
        let footing = view.footing(leader);
        let distance = |at: Tile| from.iter().map(|it| it.distance(view.footprint_at(leader, at))).min();
        self.searches.out.flood(footing, here, view.zones, Some(self.steps_left));
        let reached = self.searches.out.reached().filter(|it| it.0 == here || self.can_end(it.0));
        let farthest = reached.max_by_key(|&(at, cost)| (distance(at), Reverse((cost, view.facing.order(at)))));
        let way = self.searches.out.way_to(footing, farthest.map_or(here, |it| it.0));
        self.walk_along(&way);
    }

    /// Walks along a way from here, as far as the steps carry.
    fn walk_along(&mut self, way: &[Tile]) {
        let footing = self.view.footing(self.leader);
        self.heading = way.last().copied().unwrap_or(self.heading);
        for &tile in way.iter().skip(1) {
            let cost = footing.cost(tile).expect("a way leads over tiles that can be entered");
            let Some(left) = self.steps_left.checked_sub(cost) else {
                self.cut_short = Some(CutShort::TooFar);
                return;
            };
            self.steps_left = left;
            self.path.push(tile);
        }
    }

    /// **V-1** Moves the end of the way if the leader can't end on it, because ways lead through friends: to the tile
    /// within his steps from which the rest of the way is shortest. If he ends beside one of those that he
    /// `approached`, he has arrived.
    fn end_where_there_is_room(&mut self, approached: &[Footprint]) {
        let (view, leader, heading, start) = (self.view, self.leader, self.heading, self.path[0]);
        if self.can_end(self.here()) {
            return;
        }
        let footing = view.footing(leader);
        let steps = self.steps_left + self.cost();
        self.searches.out.flood(footing, start, view.zones, Some(steps));
        self.searches.back.flood_to(footing, [heading], view.zones, None);
        let Searches { out, back } = &self.searches;
        let worth = |at: Tile, cost| (back.cost(at).unwrap_or(u16::MAX), cost, view.facing.order(at));
        let end = least(out.reached(), worth, |at| view.can_end(leader, at));
        let end = end.unwrap_or_else(|| self.safest_reached());
        self.take_way_to(end);
        if !approached.iter().any(|it| view.footprint_at(leader, end).distance(*it) <= 1) {
            self.cut_short = self.cut_short.or(Some(CutShort::NoWay));
        }
    }

    /// The safest tile that the last search `out` reached.
    fn safest_reached(&self) -> Tile {
        safest(self.view, &self.searches, self.leader, |at| self.view.has_room(self.leader, at)).unwrap_or(self.path[0])
    }

    /// Replaces the way so far with the way to a tile that the last search `out` reached.
    fn take_way_to(&mut self, end: Tile) {
        let all = self.steps_left + self.cost();
        let footing = self.view.footing(self.leader);
        let way = self.searches.out.way_to(footing, end);
        self.path.truncate(1);
        self.steps_left = all;
        self.walk_along(&way);
    }

    fn cost(&self) -> u16 {
        let footing = self.view.footing(self.leader);
        self.path.iter().skip(1).map(|it| footing.cost(*it).unwrap_or(0)).sum()
    }

    fn done(self) -> Plan {
        let (cost, places) = (self.cost(), vec![(self.leader, self.here())]);
        let Walk { allowance, path, cut_short, .. } = self;
        Plan { allowance, path, cost, cut_short, places, stays: None }
    }
}

/// The tile with the least `worth` of those that a search reached and that are allowed. `is_allowed` is asked only
/// about tiles that would be the best so far.
pub(super) fn least<K: Ord>(
    reached: impl Iterator<Item = (Tile, u16)>,
    worth: impl Fn(Tile, u16) -> K,
    is_allowed: impl Fn(Tile) -> bool,
) -> Option<Tile> {
    let mut best: Option<(K, Tile)> = None;
    for (at, cost) in reached {
        let worth = worth(at, cost);
        if best.as_ref().is_none_or(|it| worth < it.0) && is_allowed(at) {
            best = Some((worth, at));
        }
    }
    best.map(|it| it.1)
}

/// **V-6** The safest tile that the last search `out` reached: outside all enemy zones if any is, then farthest from
/// every enemy, then cheapest.
pub(super) fn safest(
    view: &View<'_>,
    searches: &Searches,
    unit: UnitId,
    has_room: impl Fn(Tile) -> bool,
) -> Option<Tile> {
    let footing = view.footing(unit);
    let safety = |&(at, cost): &(Tile, u16)| {
        (!footing.is_in_zone(at), view.enemy_distance(unit, at), Reverse((cost, view.facing.order(at))))
    };
    searches.out.reached().filter(|it| has_room(it.0)).max_by_key(safety).map(|it| it.0)
}
