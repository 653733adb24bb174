//! How squads come out of reserve.

use crate::field::{Footprint, SquadId, Tile, form_up};
use crate::line::battle::Event;
use crate::line::rules::Round;

/// Brings a squad out of reserve, to form up around a tile and clear of enemy zones. Without room it stays in reserve.
pub(super) fn arrive(round: &mut Round<'_>, squad: SquadId, at: Tile) {
    let battle = &round.battle;
    if !battle.squad(squad).in_reserve {
        return;
    }
    let members = &battle.squad(squad).members;
    let sizes: Vec<u8> = members.iter().map(|it| battle.profile(*it).size).collect();
    let enemy = battle.side(squad).other();
    let is_taken = |at| !battle.is_free(at) || battle.is_in_zone_of(enemy, Footprint { at, size: 1 });
    match form_up(battle.board(), is_taken, &sizes, at) {
        Some(places) => {
            let places = members.iter().copied().zip(places).collect();
            round.emit(Event::Arrived { squad, places });
        }
        None => round.emit(Event::ArrivalDelayed { squad }),
    }
}
