//! V-6: how a squad leaves a melee.

use crate::dice::{D6, Label};
use crate::field::{SquadId, UnitId};
use crate::line::battle::{Event, Kind, MoveKind, Route, Stay};
use crate::line::rules::chance::{self, EventKind};
use crate::line::rules::movement::allowance::is_fast;
use crate::line::rules::movement::{abandon, emit_move, planner};
use crate::line::rules::{Round, formations};

/// **V-6** Every engaged unit rolls, and 1 to 3 fells it. The others go where the order says or, without a route, where
/// they are safest. They end outside all enemy zones if they can.
///
/// A structure can't disengage. A squad that isn't engaged rolls no dice, and goes nowhere without a route, but may
/// still oppose charges.
pub(super) fn disengage(round: &mut Round<'_>, squad: SquadId, route: Option<&Route>) {
    let has_shot = (!is_fast(&round.battle, round.orders, squad)).then_some(Stay::HasShot);
    let hindrance = has_shot.or_else(|| round.battle.is_built(squad).then_some(Stay::Immobile));
    if let Some(why) = hindrance.or_else(|| formations::hindrance(&round.battle, squad)) {
        return round.emit(Event::Stayed { squad, why });
    }
    formations::leave(round, squad);
    let rolls = roll(round, squad);
    let has_somewhere_to_go = route.is_some() || !rolls.is_empty();
    round.emit(Event::Disengaged { squad, rolls });
    // **V-5** Units that have just fallen are left behind like the others.
    abandon(round, squad);

    if !round.battle.is_on_map(squad) || !has_somewhere_to_go {
        return;
    }
    let plan = planner(round).plan(squad, route, MoveKind::Disengage);
    emit_move(round, squad, plan, MoveKind::Disengage);
}

/// **V-6** Rolls a die for each engaged unit of a squad, structures left out.
fn roll(round: &mut Round<'_>, squad: SquadId) -> Vec<(UnitId, D6)> {
    let battle = &round.battle;
    let gets_away = |it: &UnitId| battle.profile(*it).kind != Kind::Structure && battle.is_engaged(*it);
    let engaged: Vec<UnitId> = battle.standing(squad).filter(gets_away).collect();
    let dice = round.dice.event(Label::of(EventKind::Disengage as u8, squad.0));
    engaged.into_iter().map(|it| (it, dice.d6(chance::DISENGAGE))).collect()
}

/// **O-3** Rolls the same dice for a squad that leaves the battle. A squad that isn't engaged rolls none.
pub(crate) fn leave_battle(round: &mut Round<'_>, squad: SquadId) {
    let rolls = roll(round, squad);
    if !rolls.is_empty() {
        round.emit(Event::Disengaged { squad, rolls });
    }
}
