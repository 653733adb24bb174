//! The choice of where a squad goes.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::field::{Field, Footing, Footprint, ObjectiveId, SquadId, Tile, UnitId, Zones, place_of};
use crate::line::battle::{Battle, Route, RouteGoal, Side, Spacing, Stance};
use crate::line::commander::captain::aims::Aims;
use crate::line::commander::captain::force::Force;
use crate::line::commander::captain::leader::Captain;
use crate::line::commander::decision::{Intent, MoveReason};

/// Steps from its post within which a squad on guard stays.
const POST_RADIUS: u16 = 5;
/// Objectives count as equally good from this many hundredths of the best one's value.
const ALIKE: u32 = 90;
/// Steps from a place within which a squad counts as having arrived.
const ARRIVED: u16 = 1;

/// How much more a move has to be worth than staying: at least the first, and up to the second on top of it.
const INERTIA_MIN: i64 = 20;
const INERTIA_MAX: i64 = 100;
/// Steps from the enemy that squads which keep back stay away.
const KEPT_BACK_STEPS: u16 = 14;
/// What each step nearer than that costs them.
const KEPT_BACK_STEP_COST: i64 = 100;
/// The most squads that are sent to an objective that is safe. Further squads are held back behind it.
const HOLDERS: u32 = 2;
/// Steps from the objective within which squads that are held back stay.
const HELD_BACK_STEPS: u16 = 6;
/// What covering ground that the enemy must cross is worth, in hundredths of what firing at the enemy there is worth.
const WATCHED: i64 = 50;
/// The least worth of a step nearer to an objective, for a squad that makes for it.
const STEP_MIN: i64 = 60;

/// How much the enemy's answer counts for a commander that tries all places, in hundredths of what the squad deals.
const CARE: i64 = 50;
/// Tiles across and down together from which a move is worth trying: one step aside isn't.
const MOVE_MIN: i16 = 2;

/// The ground as one side sees it.
pub(super) struct Ground<'a> {
    battle: &'a Battle,
    bare: Footing,
    // The footing of this side, with enemies and their zones.
    footing: Footing,
    reach: Field,
    // Whether any ground gives cover.
    has_cover: bool,
    foes: Field,
    // Ways to objectives and other places, made as they are needed.
    ways: Vec<(Tile, Cow<'a, Field>)>,
    // How many squads already make for each objective.
    sent: Vec<u32>,
    pulls: Vec<(SquadId, Option<Pull>)>,
}

/// A place that draws a squad.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pull {
    to: Tile,
    radius: u16,
    /// What a step nearer is worth. `there` is what it is worth to be there.
    pub(super) step: i64,
    there: i64,
    /// Steps that are left to the place.
    pub(super) left: u16,
    pub(super) reason: MoveReason,
}

/// What a step nearer to the enemy is worth to a veteran, in hundredths of what it is worth to others.
const PATIENCE: i64 = 35;

/// How much the enemy's answer counts, in hundredths of what the squad deals. Measured: squads that go for an objective
/// and mind the answer only give the ground away, and so do squads that go for the enemy and mind it much. A veteran's
/// advantage over others is to mind it a little and to come nearer patiently.
fn wariness(by: &Captain<'_>, squad: SquadId, pull: Option<Pull>) -> i64 {
    match by.stance(squad) {
        _ if pull.is_some_and(|it| it.reason == MoveReason::Reserve) => 100,
        _ if by.keeps_back(squad) || by.manner.intent == Intent::Care => 100,
        Stance::Guard => 100,
        Stance::Skirmish => 50,
        Stance::Aggressive if by.manner.is_wary => 15,
        Stance::Aggressive | Stance::Objective | Stance::Hold => 0,
    }
}

/// What a place is worth to a squad that ends there: in all, for its fire, for the ground that it covers, and against
/// the enemy's answer.
#[derive(Clone, Copy, Debug)]
struct Worth {
    total: i64,
    dealt: i64,
    watched: i64,
    taken: i64,
}

impl<'a> Ground<'a> {
    pub(super) fn of(battle: &'a Battle, side: Side, aims: &Aims) -> Ground<'a> {
        let bare = battle.footing();
        let mut foes = Field::default();
        foes.flood_to(&bare, battle.standing_of(side.other()).map(|it| battle.unit(it).at), Zones::Ignore, None);
        Ground {
            battle,
            has_cover: battle.board().kinds().iter().any(|it| 0 < it.cover),
            bare,
            footing: battle.footing_of(side),
            reach: Field::default(),
            foes,
            ways: Vec::new(),
            sent: vec![0; aims.objectives.len()],
            pulls: Vec::new(),
        }
    }

    /// The route to the best place for a squad, and the reason. `None` if it is best where it is.
    pub(super) fn best_place(&mut self, by: &Captain<'_>, squad: SquadId, steps: u16) -> Option<(Route, MoveReason)> {
        let leader = self.battle.leader(squad)?;
        let here = self.battle.unit(leader).at;
        let force = by.forces.of_squad(squad)?;
        let pull = self.pull_of(by, squad);
        let situation = Situation {
            watch: pull.and_then(|it| self.watch(by, squad, &it)),
            ..Situation::of(by, squad, steps, pull)
        };
        let ends = self.ends(squad, leader, steps);

        let stay = self.worth_at(by, &situation, here, force.cover);
        // A move has to be worth the trouble, and heavy weapons fire better if they didn't move.
        let inertia = (if force.heavy { 15 } else { 5 } * by.forces.best(squad).0 / 100).min(INERTIA_MAX) + INERTIA_MIN;
        let mut best = (Worth { total: stay.total + inertia, ..stay }, here);
        let mut tie = (u16::MAX, u16::MAX, here);
        for (at, cost) in ends {
            let cover = self.cover_around(at, force.standing);
            let worth = self.worth_at(by, &situation, at, cover);
            // Of equal places, the one nearer to the middle of the map: the order of tiles would favour one end of it.
            let order = (self.half_steps_from_middle(at), cost, self.counted_from_nearest_corner(here, at));
            if best.0.total < worth.total || (best.0.total == worth.total && best.1 != here && order < tie) {
                (best, tie) = ((worth, at), order);
            }
        }
        let (worth, at) = best;
        if at == here {
            return None;
        }
        Some((self.route(at, force.standing), move_reason(pull, &stay, &worth, here, at)))
    }

    /// The best place in each of eight directions, near and far, for a commander that tries them all. The enemy's
    /// answer counts in part, and nothing draws the squad.
    pub(super) fn places(&mut self, by: &Captain<'_>, squad: SquadId, steps: u16) -> Vec<Route> {
        let (Some(leader), Some(force)) = (self.battle.leader(squad), by.forces.of_squad(squad)) else {
            return Vec::new();
        };
        let here = self.battle.unit(leader).at;
        let situation = Situation { wariness: CARE, ..Situation::of(by, squad, steps, None) };
        let mut best: BTreeMap<(i16, i16, bool), _> = BTreeMap::new();
        for (at, cost) in self.ends(squad, leader, steps) {
            let (across, down) = (i16::from(at.x) - i16::from(here.x), i16::from(at.y) - i16::from(here.y));
            if across.abs() + down.abs() < MOVE_MIN {
                continue;
            }
            // A compass direction: a distance along one axis that is less than half of the other counts as none.
            let way = |this: i16, other: i16| if 2 * this.abs() < other.abs() { 0 } else { this.signum() };
            let cover = self.cover_around(at, force.standing);
            let worth = self.worth_at(by, &situation, at, cover).total;
            let order =
                (Reverse(worth), self.half_steps_from_middle(at), cost, self.counted_from_nearest_corner(here, at), at);
            let known = best.entry((way(across, down), way(down, across), steps < 2 * cost)).or_insert(order);
            *known = order.min(*known);
        }
        best.into_values().map(|it| self.route(it.4, force.standing)).collect()
    }

    /// The tiles where a squad could end, each with its cost for the leader.
    fn ends(&mut self, squad: SquadId, leader: UnitId, steps: u16) -> Vec<(Tile, u16)> {
        let size = self.battle.profile(leader).size;
        let larger = (1 < size).then(|| self.footing.for_size(size));
        let footing = larger.as_ref().unwrap_or(&self.footing);
        self.reach.flood(footing, self.battle.unit(leader).at, Zones::Shun, Some(steps));
        self.reach.reached().filter(|it| self.may_end(squad, size, footing, it.0)).collect()
    }

    /// The route to a tile for this many units, which take cover if there is any.
    fn route(&self, at: Tile, units: u32) -> Route {
        let spacing = if 0 < self.cover_around(at, units) { Spacing::TakeCover } else { Spacing::Usual };
        Route { via: Vec::new(), goal: RouteGoal::Tile(at), spacing }
    }

    fn may_end(&self, squad: SquadId, size: u8, footing: &Footing, at: Tile) -> bool {
        let there = Footprint { at, size };
        let is_free = |it: Tile| self.battle.who_stands_on(it).is_none_or(|it| self.battle.unit(it).squad == squad);
        !footing.is_in_zone(at) && self.battle.board().holds(there) && there.tiles().all(is_free)
    }

    /// What ending at a tile is worth by the end of the next round.
    fn worth_at(&self, by: &Captain<'_>, situation: &Situation<'_>, at: Tile, cover: u32) -> Worth {
        let squad = situation.squad;
        let here = Footprint { at, size: 1 };
        let (mut dealt, mut taken, mut saved) = (0, 0, 0);
        for foe in &situation.foes {
            let distance = at.steps_to(foe.force.here);
            if foe.far < distance {
                continue;
            }
            let fire = by.forces.fire(squad, foe.squad, distance, foe.force.cover);
            let returned = by.forces.fire(foe.squad, squad, distance, cover);
            if (0 < fire || 0 < returned) && self.battle.is_seen_from(here, Footprint { at: foe.force.here, size: 1 }) {
                if !foe.force.is_engaged {
                    dealt = dealt.max(by.forces.worth(foe.squad, fire));
                }
                taken += by.forces.worth(squad, returned) * foe.fire_share / 100;
                if 0 < cover {
                    let bare = by.forces.fire(foe.squad, squad, distance, 0);
                    saved += by.forces.worth(squad, bare - returned) * foe.fire_share / 100;
                }
            } else if by.manner.is_wary && returned == 0 {
                // The enemy may come nearer and fire then.
                let nearer = distance.saturating_sub(foe.force.movement);
                taken += by.forces.worth(squad, by.forces.fire(foe.squad, squad, nearer, cover)) * foe.fire_share / 300;
            }
            if by.manner.is_wary && distance <= foe.charge_reach {
                taken += foe.charge_cost;
            }
        }
        // Nobody can be fired at from here yet, but the enemy will come.
        let watched = situation.watch.filter(|_| dealt == 0).map_or(0, |it| {
            let seen = || self.battle.is_seen_from(here, Footprint { at: it.at, size: 1 });
            let felled = by.forces.fire(squad, it.foe, at.steps_to(it.at), 0);
            if 0 < felled && seen() { by.forces.worth(it.foe, felled) * WATCHED / 100 } else { 0 }
        });
        let wariness = situation.wariness;
        let pulled = situation.pull.map_or(0, |it| self.pulled(&it, at));
        let to_foes = self.foes.cost(at).unwrap_or(0);
        // All else equal, nearer to the enemy, but for those who keep back.
        let nearer = match situation.keeps_back {
            true => KEPT_BACK_STEP_COST * i64::from(KEPT_BACK_STEPS.saturating_sub(to_foes)),
            false => i64::from(to_foes),
        };
        // Cover counts even for a squad that doesn't mind the enemy's answer.
        Worth { total: dealt + watched + saved - taken * wariness / 100 + pulled - nearer, dealt, watched, taken }
    }

    /// The ground that the nearest enemy must cross to get to the place that a squad keeps: a tile on a shortest way
    /// there, as far from the place as the squad fires with effect, or half way if that is less.
    fn watch(&self, by: &Captain<'_>, squad: SquadId, pull: &Pull) -> Option<Watch> {
        let keeps = match pull.reason {
            MoveReason::Post => true,
            MoveReason::To(objective) => self.is_safe(by, objective),
            _ => false,
        };
        let range = by.forces.of_squad(squad)?.range_max;
        if !keeps || 0 < pull.left || range == 0 {
            return None;
        }
        let (way, whole) = (self.known_way(pull.to)?, self.foes.cost(pull.to)?);
        let off = (range * 75 / 100).min(whole / 2);
        let crossed = way.reached().filter_map(|(at, left)| {
            let cost = self.foes.cost(at)? + left;
            // **T-10** Entering a tile costs MOV and leaving it doesn't, so a way and the way back differ by the cost
            // of a tile.
            let order = (
                left.abs_diff(off),
                cost,
                self.half_steps_from_middle(at),
                self.counted_from_nearest_corner(pull.to, at),
                at,
            );
            (cost <= whole + 1).then_some(order)
        });
        let at = crossed.min()?.4;
        let place = |it: SquadId| by.forces.of_squad(it).map_or(u16::MAX, |it| it.here.steps_to(at));
        let foe = by.forces.enemies.iter().copied().min_by_key(|it| (place(*it), *it))?;
        Some(Watch { foe, at })
    }

    /// **O-1** Whether an objective is this side's, and nobody contests it.
    fn is_safe(&self, by: &Captain<'_>, objective: ObjectiveId) -> bool {
        let state = self.battle.objective(objective);
        state.owner == Some(by.manner.side) && !state.is_contested
    }

    fn pulled(&self, pull: &Pull, at: Tile) -> i64 {
        match self.known_way(pull.to).and_then(|it| it.cost(at)).map(|it| it.saturating_sub(pull.radius)) {
            Some(0) => pull.there,
            Some(left) => -pull.step * i64::from(left),
            None => -pull.step * i64::from(at.steps_to(pull.to)) * 2,
        }
    }

    fn known_way(&self, to: Tile) -> Option<&Field> {
        self.ways.iter().find(|it| it.0 == to).map(|it| &*it.1)
    }

    fn way_to(&mut self, to: Tile) -> &Field {
        let (battle, bare, ways) = (self.battle, &self.bare, &mut self.ways);
        let way = || {
            let is_objective = battle.setup().objectives.iter().any(|it| it.at == to);
            if is_objective && battle.changed_ground().is_empty() {
                return (to, Cow::Borrowed(battle.board().ways_to(to)));
            }
            let mut field = Field::default();
            field.flood_to(bare, [to], Zones::Ignore, None);
            (to, Cow::Owned(field))
        };
        let at = place_of(ways, |it| it.0 == to, way);
        &ways[at].1
    }

    /// The place that draws a squad, found once.
    pub(super) fn pull_of(&mut self, by: &Captain<'_>, squad: SquadId) -> Option<Pull> {
        if let Some(known) = self.pulls.iter().find(|it| it.0 == squad) {
            return known.1;
        }
        let pull = self.find_pull(by, squad);
        self.pulls.push((squad, pull));
        pull
    }

    fn find_pull(&mut self, by: &Captain<'_>, squad: SquadId) -> Option<Pull> {
        let leader = self.battle.leader(squad)?;
        let here = self.battle.unit(leader).at;
        if let Some((_, area)) = by.aims.destinations.iter().find(|it| it.0 == squad) {
            let (to, radius) = (area.at, u16::from(area.radius).min(ARRIVED));
            let left = self.steps_left(here, to, radius);
            return Some(Pull { to, radius, step: 400, there: 3000, left, reason: MoveReason::Goal });
        }
        match by.stance(squad) {
            Stance::Hold => None,
            Stance::Guard => {
                let (to, radius) = self.post(squad, leader)?;
                let left = self.steps_left(here, to, radius);
                Some(Pull { to, radius, step: 600, there: 0, left, reason: MoveReason::Post })
            }
            Stance::Objective => self.pull_to_objective(by, squad, here).or_else(|| self.pull_closer(by, squad, here)),
            Stance::Aggressive => {
                let closer = (!by.aims.can_wait).then(|| self.pull_closer(by, squad, here)).flatten();
                let unattended = self.unattended(by, squad).then(|| self.pull_to_objective(by, squad, here)).flatten();
                unattended.or(closer)
            }
            Stance::Skirmish => self.pull_closer(by, squad, here).map(|it| Pull { step: it.step / 2, ..it }),
        }
    }

    /// **O-1** Whether goals are about more objectives than squads make for, and this squad is the nearest to one of
    /// them.
    fn unattended(&self, by: &Captain<'_>, squad: SquadId) -> bool {
        let setup = self.battle.setup();
        let makes_for = |it: &&SquadId| self.battle.setup().squad(**it).stance == Stance::Objective;
        let open = |n: &usize| {
            1000 <= by.aims.objectives[*n] && self.sent[*n] == 0 && !self.is_safe(by, ObjectiveId(*n as u8))
        };
        let count = (0..setup.objectives.len()).filter(open).count();
        by.forces.friends.iter().filter(makes_for).count() < count
            && (0..setup.objectives.len()).filter(open).any(|n| {
                let at = setup.objectives[n].at;
                let distance = |it: SquadId| by.forces.of_squad(it).map_or(u16::MAX, |it| it.here.steps_to(at));
                let others = by.forces.friends.iter().filter(|it| by.stance(**it) == Stance::Aggressive);
                others.map(|it| (distance(*it), *it)).min().is_some_and(|it| it.1 == squad)
            })
    }

    fn pull_to_objective(&mut self, by: &Captain<'_>, squad: SquadId, here: Tile) -> Option<Pull> {
        let setup = self.battle.setup_shared();
        let assigned = setup.squad(squad).objective.map(|it| usize::from(it.0));
        let ways: Vec<u16> =
            setup.objectives.iter().map(|it| self.way_to(it.at).cost(here).unwrap_or(u16::MAX / 2)).collect();
        let value = |it: usize, sent: u32, way: u16| {
            let share = if self.is_safe(by, ObjectiveId(it as u8)) { 2 } else { 1 };
            let worth = by.aims.objectives[it] / (1 + sent) / share;
            worth * 100 / (u32::from(way) + 8)
        };
        let values: Vec<u32> = (0..ways.len()).map(|it| value(it, self.sent[it], ways[it])).collect();
        let best = values.iter().copied().max().unwrap_or(0);
        let alike = (0..ways.len()).filter(|it| ALIKE * best <= 100 * values[*it]);
        // Of equal objectives, the first.
        let of_mood = |it: &usize| (by.manner.mood.rank(*it as u16), values[*it], Reverse(*it));
        let chosen = assigned.or_else(|| alike.max_by_key(of_mood))?;
        self.sent[chosen] += 1;
        if HOLDERS < self.sent[chosen] && self.is_safe(by, ObjectiveId(chosen as u8)) {
            let (to, radius) = (setup.objectives[chosen].at, HELD_BACK_STEPS);
            let left = self.steps_left(here, to, radius);
            return Some(Pull { to, radius, step: STEP_MIN, there: 0, left, reason: MoveReason::Reserve });
        }
        let (objective, worth) = (&setup.objectives[chosen], i64::from(by.aims.objectives[chosen]));
        let strength = i64::from(by.standing(squad).clamp(4, 12));
        let reason = MoveReason::To(ObjectiveId(chosen as u8));
        let radius = u16::from(objective.radius).saturating_sub(1).max(ARRIVED);
        let (step, there) = ((worth * strength / 40).max(STEP_MIN), worth * strength / 10);
        let left = self.steps_left(here, objective.at, radius);
        Some(Pull { to: objective.at, radius, step, there, left, reason })
    }

    /// Towards the enemy squad that is nearest to all squads of this side, so that they come to it together, and up to
    /// where the squad fights best.
    fn pull_closer(&mut self, by: &Captain<'_>, squad: SquadId, here: Tile) -> Option<Pull> {
        let force = by.forces.of_squad(squad)?;
        let (fire, melee) = by.forces.best(squad);
        let radius = match by.strikes(squad) {
            _ if by.keeps_back(squad) => force.range_max.max(KEPT_BACK_STEPS),
            true => 1,
            false => (force.range_max * 75 / 100).max(1),
        };
        let to = by.forces.of_squad(by.meeting(by.strikes(squad))?.at.0)?.here;
        let patience = if by.manner.is_wary { PATIENCE } else { 100 };
        let step = (fire.max(melee) / 10).max(40) * patience / 100;
        let left = self.steps_left(here, to, radius);
        Some(Pull { to, radius, step, there: 0, left, reason: MoveReason::Closer })
    }

    fn steps_left(&mut self, here: Tile, to: Tile, radius: u16) -> u16 {
        self.way_to(to).cost(here).unwrap_or(u16::MAX).saturating_sub(radius)
    }

    /// The post of a squad on guard and its radius: the objective set for it, or where it began.
    fn post(&self, squad: SquadId, leader: UnitId) -> Option<(Tile, u16)> {
        let setup = self.battle.setup();
        let about = setup.squad(squad);
        if let Some(objective) = about.objective {
            let it = setup.objective(objective);
            return Some((it.at, u16::from(it.radius)));
        }
        (!about.in_reserve).then(|| (setup.unit(leader).at, POST_RADIUS))
    }

    /// The distance from a tile to the middle of the map, across and down together, in half steps.
    fn half_steps_from_middle(&self, at: Tile) -> u16 {
        let off = |at: u8, edge: u8| (2 * u16::from(at) + 1).abs_diff(u16::from(edge));
        off(at.x, self.battle.board().width()) + off(at.y, self.battle.board().height())
    }

    /// A tile's place as counted from the corner of the map nearest to the squad. The first of several tiles is then
    /// the mirror image of the first that a squad at the other end would find.
    fn counted_from_nearest_corner(&self, here: Tile, at: Tile) -> Tile {
        let count = |here: u8, at: u8, edge: u8| if 2 * u16::from(here) < u16::from(edge) { at } else { edge - 1 - at };
        let board = self.battle.board();
        Tile::new(count(here.x, at.x, board.width()), count(here.y, at.y, board.height()))
    }

    /// The mean cover that this many units find around a tile, in thousandths.
    fn cover_around(&self, at: Tile, units: u32) -> u32 {
        if !self.has_cover {
            return 0;
        }
        let radius = match units {
            0..=1 => 0,
            2..=6 => 1,
            _ => 2,
        };
        let around = (-radius..=radius).flat_map(|y| (-radius..=radius).filter_map(move |x| at.offset(x, y)));
        let ground = around.filter(|it| self.battle.board().contains(*it)).map(|it| self.battle.ground(it));
        let inside: u32 = ground.filter(|it| it.cost.is_some()).map(|it| u32::from(it.cover)).sum();
        1000 * inside.min(2 * units) / units.max(1)
    }
}

/// The reason that a move is worth it.
fn move_reason(pull: Option<Pull>, stay: &Worth, worth: &Worth, here: Tile, at: Tile) -> MoveReason {
    let is_nearer = pull.is_some_and(|it| at.steps_to(it.to) < here.steps_to(it.to));
    match pull {
        Some(it) if it.reason != MoveReason::Closer && 0 < it.left && is_nearer => it.reason,
        _ if stay.dealt < worth.dealt => MoveReason::Better,
        _ if stay.watched < worth.watched => MoveReason::Watch,
        _ if worth.taken < stay.taken => MoveReason::Away,
        Some(it) => it.reason,
        None => MoveReason::Better,
    }
}

/// What a squad weighs each place by: its pull, its caution, and the enemies that matter in the next round.
struct Situation<'a> {
    squad: SquadId,
    pull: Option<Pull>,
    wariness: i64,
    watch: Option<Watch>,
    keeps_back: bool,
    foes: Vec<Foe<'a>>,
}

/// Ground that an enemy squad must cross.
#[derive(Clone, Copy)]
struct Watch {
    foe: SquadId,
    at: Tile,
}

struct Foe<'a> {
    squad: SquadId,
    force: &'a Force,
    /// Steps beyond which neither squad can do anything to the other.
    far: u16,
    /// The share of its fire that this squad takes, in hundredths, as it has others to fire at.
    fire_share: i64,
    /// What a charge by it costs.
    charge_cost: i64,
    charge_reach: u16,
}

/// The share of a charge's full cost that counts, in hundredths, as it may fall short.
const CHARGE_SHARE: i64 = 55;
/// Steps that 2d6 usually reach.
const CHARGE_STEPS: u16 = 7;

impl<'a> Situation<'a> {
    fn of(by: &'a Captain<'_>, squad: SquadId, steps: u16, pull: Option<Pull>) -> Situation<'a> {
        let forces = &by.forces;
        let mine = forces.of_squad(squad);
        let own_range = mine.map_or(0, |it| it.range_max);
        let foe = |&foe: &SquadId| {
            let it = forces.of_squad(foe)?;
            let far = it.range_max + it.movement;
            let in_reach =
                |friend: &&SquadId| forces.of_squad(**friend).is_some_and(|other| other.here.steps_to(it.here) <= far);
            let targets = forces.friends.iter().filter(in_reach).count().max(1);
            let fire_share = [100, 75, 60, 50, 42][targets.min(5) - 1];
            let (ours, theirs) = (forces.melee(squad, foe), forces.melee(foe, squad));
            let gain = forces.worth(foe, ours) - forces.worth(squad, theirs);
            let charge_reach = it.movement * 3 / 2 + CHARGE_STEPS;
            // A squad in melee can't fire.
            let silenced = forces.best(squad).0 * 50 / 100;
            let charge_cost =
                if it.is_engaged || it.movement == 0 { 0 } else { (silenced - gain).max(0) * CHARGE_SHARE / 100 };
            let far = far.max(own_range).max(charge_reach);
            Some(Foe { squad: foe, force: it, far, fire_share, charge_cost, charge_reach })
        };
        let near = |foe: &Foe<'_>| mine.is_some_and(|it| it.here.steps_to(foe.force.here) <= foe.far + steps);
        Situation {
            squad,
            pull,
            wariness: wariness(by, squad, pull),
            watch: None,
            keeps_back: by.keeps_back(squad),
            foes: forces.enemies.iter().filter_map(foe).filter(near).collect(),
        }
    }
}
