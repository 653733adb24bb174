//! Where a squad gets to: for every tile what the answer to an order to move there says.

use crate::field::{SquadId, Tile};
use crate::line::battle::{Movement, Route, RouteGoal};
use crate::line::rules::preview;
use crate::page::{Reach, Reached};

use super::Forecast;

impl Forecast<'_> {
    /// **V-3, V-4** The most that a squad can pay, whether the fire that it is told costs it steps, and all tiles that its leader
    /// gets to if it is told to move there, where it has been told to move somewhere as `written`. None for a squad that marches
    /// in formation.
    pub(crate) fn reach(&self, squad: SquadId, written: String) -> Reach {
        let most = preview::steps(&self.battle, &self.orders, squad);
        let fires = !preview::may_charge(&self.battle, &self.orders, squad);
        let walks = self.orders.movement.get(squad).is_some_and(|it| self.march(squad, it).is_none());
        let here = self.battle.leader(squad).filter(|_| walks).map(|it| self.battle.unit(it).at);
        let is_near = |it: &Tile| here.is_some_and(|here| *it != here && it.steps_to(here) <= most);
        let near = self.battle.board().tiles().filter(is_near);
        Reach { written, fires, most, tiles: near.filter_map(|it| self.reached(squad, it)).collect() }
    }

    fn reached(&self, squad: SquadId, at: Tile) -> Option<Reached> {
        let mut orders = self.orders.clone();
        orders.movement.change(squad, Movement::Move(Route::to(RouteGoal::Tile(at))));
        let moves = preview::Course::of(self.rules, &self.battle, &orders).moves(self.battle.side(squad));
        let seen = moves.into_iter().find(|it| it.0 == squad)?.1;
        let gets_there = seen.stays.is_none() && seen.cut_short.is_none() && seen.path.last() == Some(&at);
        gets_there.then(|| Reached { at, steps: seen.cost, cover: self.battle.ground(at).cover })
    }
}
