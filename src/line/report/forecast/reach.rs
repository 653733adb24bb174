//! Where a squad gets to: for every tile what the answer to an order to move there says.

use crate::field::{SquadId, Tile};
use crate::line::battle::{Movement, Route, RouteGoal};
use crate::line::rules::preview;
use crate::page::Reached;

use super::Forecast;

impl Forecast<'_> {
    /// **V-4** The most that a squad can pay, and all tiles that its leader gets to if it is told to move there, where it has
    /// been told to move somewhere. None for a squad that marches in formation.
    pub(crate) fn reach(&self, squad: SquadId) -> (u16, Vec<Reached>) {
        let most = preview::steps(&self.battle, &self.orders, squad);
        let told = self.orders.movement.get(squad);
        let (Some(leader), Some(told)) = (self.battle.leader(squad), told) else { return (most, Vec::new()) };
        if self.march(squad, told).is_some() {
            return (most, Vec::new());
        }
        let here = self.battle.unit(leader).at;
        let near = self.battle.board().tiles().filter(|it| *it != here && it.steps_to(here) <= most);
        (most, near.filter_map(|it| self.reached(squad, it)).collect())
    }

    /// **V-3** Whether the fire that a squad is told costs it steps.
    pub(crate) fn is_slowed_by_fire(&self, squad: SquadId) -> bool {
        !preview::may_charge(&self.battle, &self.orders, squad)
    }

    fn reached(&self, squad: SquadId, at: Tile) -> Option<Reached> {
        let mut orders = self.orders.clone();
        orders.movement.change(squad, Movement::Move(Route::to(RouteGoal::Tile(at))));
        let moves = preview::moves(self.rules, &self.battle, &orders, self.battle.side(squad));
        let seen = moves.into_iter().find(|it| it.0 == squad)?.1;
        let gets_there = seen.stays.is_none() && seen.cut_short.is_none() && seen.path.last() == Some(&at);
        gets_there.then(|| Reached { at, steps: seen.cost, cover: self.battle.ground(at).cover })
    }
}
