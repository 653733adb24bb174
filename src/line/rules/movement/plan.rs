//! V-1, V-2: how a squad would move, worked out before anything is made so: the phase and the answers to posts share it.

use crate::field::{Footprint, SquadId, Tile, UnitId};
use crate::line::battle::{Abandon, Battle, COHESION, CutShort, MoveKind, Orders, Route, RouteGoal, Spacing, Stay};
use crate::line::rules::movement::allowance::{allowance, allowance_of};
use crate::line::rules::movement::settle::settle;
use crate::line::rules::movement::view::View;
use crate::line::rules::movement::way::{Plan, leader_way, retreat};
use crate::line::rules::{Line, formations};

/// Works out moves by some rules, in a battle as it is, for whoever has these orders.
pub(crate) struct Planner<'a> {
    pub(crate) rules: &'a Line,
    pub(crate) battle: &'a Battle,
    pub(crate) orders: &'a Orders,
}

impl Planner<'_> {
    /// **V-1** How a squad would move along a route, or why it stays. Without a route, which only a disengaging squad
    /// may lack (V-6), it makes for wherever it is safest.
    pub(crate) fn plan(&self, squad: SquadId, route: Option<&Route>, kind: MoveKind) -> Result<Plan, Stay> {
        let (battle, orders) = (self.battle, self.orders);
        if let Some(why) = formations::hinders(battle, squad) {
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

    /// **C-6** How one unit would go along a route alone, by its own MOV and with its squad as much in its way as
    /// anybody.
    pub(crate) fn plan_alone(&self, unit: UnitId, route: &Route) -> Result<Plan, Stay> {
        let battle = self.battle;
        let squad = battle.unit(unit).squad;
        if let Some(why) = formations::hinders(battle, squad) {
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

    /// **V-2** How one member would go to a tile of its own while its squad stays: as far as leaves it within two tiles
    /// of another.
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
            let is_among_others = others.iter().any(|it| it.distance(view.there(unit, *at)) <= COHESION);
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

    /// The map as one sees it who goes without his squad.
    fn view_alone(&self, unit: UnitId) -> View<'_> {
        let squad = self.battle.unit(unit).squad;
        let mut view = View::of(self.rules, self.battle, squad, MoveKind::Plain);
        view.alone = Some(unit);
        view
    }
}

/// **V-2** Who leads the way: the leader, or the first who can move (FX-6, F-19).
fn guide(battle: &Battle, squad: SquadId) -> Option<UnitId> {
    battle.leader(squad).into_iter().chain(battle.standing(squad)).find(|it| !battle.is_rooted(*it))
}

/// **V-5** Whom a squad is about to leave behind, and where: heroes last, and otherwise in roster order. Whom it has left
/// this round already counts towards the number that it was told.
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

/// **V-5** Where a downed unit is left: where it fell while its squad is still there, or else under the nearest of
/// those who carried it. Nobody can leave it if nobody stands.
fn laid_down_at(battle: &Battle, downed: UnitId) -> Option<Tile> {
    let fell = battle.footprint(downed);
    let distance = |it: &UnitId| battle.footprint(*it).distance(fell);
    let nearest = battle.standing(battle.unit(downed).squad).min_by_key(distance)?;
    Some(if distance(&nearest) <= 2 { fell.at } else { battle.unit(nearest).at })
}
