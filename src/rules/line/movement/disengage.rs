//! V-6: how a squad gets out of a melee.

use crate::battle::{Event, MoveKind, Route, SquadId, Stay, UnitId};
use crate::dice::{D6, Purpose};
use crate::rules::line::Round;
use crate::rules::line::movement::allowance::is_fast;
use crate::rules::line::movement::{Survey, go, plan};

/// **V-6** Every engaged unit rolls, and 1 to 3 fells it. Those who are left go where the order says or, if it says
/// nothing, where they are safest; and end outside all enemy zones if they can.
///
/// A squad that isn't engaged rolls nothing, and goes nowhere without a route; it may oppose charges all the same.
pub(super) fn disengage(round: &mut Round<'_>, survey: &mut Survey, squad: SquadId, route: Option<&Route>) {
    if !is_fast(&round.battle, round.orders, squad) {
        round.emit(Event::Stayed { squad, why: Stay::HasShot });
        return;
    }
    let engaged: Vec<UnitId> = round.battle.standing(squad).filter(|it| round.battle.is_engaged(*it)).collect();
    let rolls: Vec<(UnitId, D6)> = engaged.iter().map(|it| (*it, round.dice.d6(Purpose::Disengage))).collect();
    round.emit(Event::Disengaged { squad, rolls });

    let has_somewhere_to_go = route.is_some() || !engaged.is_empty();
    if !round.battle.is_on_map(squad) || !has_somewhere_to_go {
        return;
    }
    match plan(round.rules, &round.battle, round.orders, survey, squad, route, MoveKind::Disengage) {
        Ok(plan) => go(round, squad, plan, MoveKind::Disengage),
        Err(why) => round.emit(Event::Stayed { squad, why }),
    }
}
