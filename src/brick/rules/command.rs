//! The Command phase once squads have come and gone: bracing, kept Actions, measurements and policies.

use crate::brick::battle::{Deed, Event, Measure, OrderKind, Refusal, Who};
use crate::brick::rules::Round;
use crate::brick::rules::harm::has_action;

pub(super) fn resolve(round: &mut Round<'_>) {
    let orders = round.orders;
    for squad in &orders.brace {
        brace(round, Who::Squad(*squad));
    }
    for who in &orders.reserve {
        if round.battle.is_there(*who) {
            round.emit(Event::Reserved { who: *who });
        } else {
            round.refuse(*who, OrderKind::Reserve, Refusal::Gone);
        }
    }
    for measure in Measure::together(&orders.measures) {
        if round.battle.is_there(measure.by) && round.battle.is_there(measure.at) {
            round.emit(Event::Measured(Box::new(measure)));
        }
    }
    for (whose, change) in &orders.policies {
        round.emit(Event::PolicySet { whose: *whose, change: change.clone() });
    }
}

/// **BS-17.4** Bracing costs the squad its Action, and lasts for the round. **BX-58** It takes one member with an
/// Action, **BT-2** and a member that has countered has none.
pub(super) fn brace(round: &mut Round<'_>, who: Who) {
    let Who::Squad(squad) = who else { return };
    let members = round.battle.members(who);
    if members.is_empty() {
        return round.refuse(who, OrderKind::Brace, Refusal::Gone);
    }
    if !members.iter().any(|it| has_action(&round.battle, *it)) {
        return round.refuse(who, OrderKind::Brace, Refusal::NoAction { unit: members[0] });
    }
    round.emit(Event::Braced { squad, free: false });
    round.spend(&members, Deed::Brace);
}
