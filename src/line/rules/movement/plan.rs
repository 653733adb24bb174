//! V-1, V-2: plans moves without making them, for the movement phase and for answers to posts.

use crate::field::{Footprint, SquadId, Tile, UnitId};
use crate::line::battle::{Abandon, Battle, COHESION, CutShort, MoveKind, Orders, Route, RouteGoal, Spacing, Stay};
use crate::line::rules::movement::allowance::{allowance, allowance_of};
use crate::line::rules::movement::settle::settle;
use crate::line::rules::movement::view::View;
use crate::line::rules::movement::way::{Plan, leader_way, retreat};
use crate::line::rules::{Line, formations};

/// Plans moves in a battle by its rules and the orders of the round.
pub(crate) struct Planner<'a> {
    pub(crate) rules: &'a Line,
    pub(crate) battle: &'a Battle,
    pub(crate) orders: &'a Orders,
}

impl Planner<'_> {
    /// **V-1** How a squad would move along a route, or why it stays. Only a disengaging squad may lack a route (V-6):
    /// it goes where it is safest.
    pub(crate) fn plan(&self, squad: SquadId, route: Option<&Route>, kind: MoveKind) -> Result<Plan, Stay> {
        let (battle, orders) = (self.battle, self.orders);
        if let Some(why) = formations::hindrance(battle, squad) {
            return Err(why);
        }
        let gets_away = kind == MoveKind::Disengage;
        if !gets_away && battle.is_squad_engaged(squad) {
            return Err(Stay::Engaged);
        }
        let allowance = allowance(battle, orders, squad);
        let leader = guide(battle, squad).filter(|_| allowance.steps > 0).ok_or(Stay::Immobile)?;
        let view = View::of(self.rules, battle, squad, kind);

        let plan = match route {
            Some(route) => leader_way(&view, leader, route, allowance)?,
            None => retreat(&view, leader, allowance),
        };
        let end = plan.places[0].1;
        let spacing = route.map_or(Spacing::Usual, |it| it.spacing);
        let stations: Vec<(UnitId, Tile)> = orders.stations_of(squad).filter(|it| it.0 != leader).collect();
        let places = settle(&view, (leader, end), spacing, plan.allowance.steps + 2, stations);
        let places = places.ok_or(Stay::NoWay)?;
        let stays = places.iter().all(|&(unit, at)| battle.unit(unit).at == at);
        if stays && !route.is_some_and(|it| it.goal == RouteGoal::Tile(end)) {
            return Err(Stay::NoWay);
        }
        Ok(Plan { places, ..plan })
    }

    /// **C-6** How one unit would move along a route alone, by its own MOV. Its own squad is in its way like any other.
    pub(crate) fn plan_alone(&self, unit: UnitId, route: &Route) -> Result<Plan, Stay> {
        let battle = self.battle;
        let squad = battle.unit(unit).squad;
        if let Some(why) = formations::hindrance(battle, squad) {
            return Err(why);
        }
        if battle.is_engaged(unit) {
            return Err(Stay::Engaged);
        }
        let allowance = allowance_of(battle, self.orders, unit);
        if allowance.steps == 0 || battle.is_rooted(unit) {
            return Err(Stay::Immobile);
        }
        leader_way(&self.view_alone(unit), unit, route, allowance)
    }

    /// **V-2** How one member would move to a tile of its own while its squad stays: as far as it can while it ends
    /// within two tiles of another member.
    pub(crate) fn plan_station(&self, unit: UnitId, at: Tile) -> Result<Plan, Stay> {
        let battle = self.battle;
        let squad = battle.unit(unit).squad;
        if battle.is_squad_engaged(squad) {
            return Err(Stay::Engaged);
        }
        let mut plan = self.plan_alone(unit, &Route::to(RouteGoal::Tile(at)))?;
        let others = battle.standing(squad).filter(|it| *it != unit);
        let others: Vec<Footprint> = others.map(|it| battle.footprint(it)).collect();
        let view = self.view_alone(unit);
        let may_end = |at: &Tile| {
            let is_among_others = others.iter().any(|it| it.distance(view.footprint_at(unit, *at)) <= COHESION);
            (is_among_others || others.is_empty()) && view.can_end(unit, *at)
        };
        let kept = plan.path.iter().rposition(may_end).filter(|it| 0 < *it).ok_or(Stay::NoWay)?;
        if kept + 1 < plan.path.len() {
            plan.path.truncate(kept + 1);
            plan.cut_short = Some(CutShort::Squad);
            let end = plan.path[kept];
            plan.cost = plan.path.iter().skip(1).filter_map(|it| view.footing(unit).cost(*it)).sum();
            plan.places = vec![(unit, end)];
        }
        Ok(plan)
    }

    /// The view of a unit that moves without its squad.
    fn view_alone(&self, unit: UnitId) -> View<'_> {
        let squad = self.battle.unit(unit).squad;
        let mut view = View::of(self.rules, self.battle, squad, MoveKind::Plain);
        view.alone = Some(unit);
        view
    }
}

/// **V-2** The unit that follows the route: the leader, or else the first that can move (FX-6, F-19).
fn guide(battle: &Battle, squad: SquadId) -> Option<UnitId> {
    battle.leader(squad).into_iter().chain(battle.standing(squad)).find(|it| !battle.is_rooted(*it))
}

/// **V-5** The units that a squad is to abandon now, and where: heroes last, otherwise in roster order. Units that it
/// has abandoned already this round count towards the ordered number.
pub(crate) fn to_abandon(battle: &Battle, orders: &Orders, squad: SquadId) -> Vec<(UnitId, Tile)> {
    let count = match orders.abandon.get(squad) {
        None => return Vec::new(),
        Some(Abandon::All) => usize::MAX,
        Some(Abandon::Count(count)) => usize::from(count.saturating_sub(battle.squad(squad).abandoned)),
    };
    let mut downed: Vec<UnitId> = battle.carried(squad).collect();
    downed.sort_by_key(|it| battle.setup().unit(*it).hero.is_some());
    downed.into_iter().take(count).filter_map(|it| Some((it, laid_down_at(battle, it)?))).collect()
}

/// **V-5** Where a downed unit is left: where it fell, if a standing unit of its squad is within two tiles, or else
/// under the nearest of these. `None` if nobody of the squad stands.
fn laid_down_at(battle: &Battle, downed: UnitId) -> Option<Tile> {
    let fell = battle.footprint(downed);
    let distance = |it: &UnitId| battle.footprint(*it).distance(fell);
    let nearest = battle.standing(battle.unit(downed).squad).min_by_key(distance)?;
    Some(if distance(&nearest) <= 2 { fell.at } else { battle.unit(nearest).at })
}
