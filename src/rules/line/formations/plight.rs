//! FX-6: who is dazed or frenzied, and until when.

use crate::battle::{AbilityId, Event, FormationEvent, Phase, Plight, PlightCause, PlightEnd, SquadId, UnitId};
use crate::rules::line::Round;

/// **C-7, FX-6** All who stand in a squad are dazed or frenzied for so many rounds.
pub(in crate::rules::line) fn afflict_squad(
    round: &mut Round<'_>,
    squad: SquadId,
    plight: Plight,
    rounds: u8,
    ability: AbilityId,
) {
    let units = round.battle.standing(squad).collect();
    let more = u16::from(rounds.max(1)) - 1;
    afflict(round, plight, units, more, PlightCause::Ability(ability));
}

/// **FX-6** These units are dazed or frenzied until the end of the next movement phase, and of so many more.
fn afflict(round: &mut Round<'_>, plight: Plight, units: Vec<UnitId>, more: u16, cause: PlightCause) {
    if !round.battle.has_formations() || units.is_empty() {
        return;
    }
    let is_late = Phase::Movement <= round.battle.phase();
    let until = round.battle.round() + u16::from(is_late) + more;
    round.emit(Event::Formation(Box::new(FormationEvent::PlightBegan { plight, units, until, cause })));
}

/// **C-7, FX-6** Nobody of a squad is dazed or frenzied any more.
pub(in crate::rules::line) fn steady_squad(round: &mut Round<'_>, squad: SquadId, ability: AbilityId) {
    for plight in [Plight::Dazed, Plight::Frenzied] {
        let units = round.battle.standing(squad).filter(|it| round.battle.is_in(*it, plight)).collect();
        end(round, plight, units, PlightEnd::Ability(ability));
    }
}

fn end(round: &mut Round<'_>, plight: Plight, units: Vec<UnitId>, why: PlightEnd) {
    if !units.is_empty() {
        round.emit(Event::Formation(Box::new(FormationEvent::PlightEnded { plight, units, why })));
    }
}
