//! BC-8.14 to BC-8.18: out of close combat.

use crate::brick::battle::{Against, Charge, Event, Manoeuvre, Rect, Refusal, Target, Who};
use crate::brick::rules::harm::can_act;
use crate::brick::rules::melee::{self, Wish};
use crate::brick::rules::movement::walk::{Track, meet_ground};
use crate::brick::rules::movement::ways::{self, Manner};
use crate::brick::rules::movement::{allowance, charge, respond};
use crate::brick::rules::{Round, refuse_if};
use crate::field::{Tile, UnitId};

/// **BC-8.16, BC-3.11** The most who may strike at somebody who leaves.
const PURSUERS: usize = 3;

/// **BC-8.14** Leaves a close combat, with an inch more to go. Up to three opponents strike on the way.
pub(super) fn withdraw(round: &mut Round<'_>, who: Who, to: Tile, then: Option<&Charge>) -> Result<(), Refusal> {
    refuse_if([
        (!round.battle.is_engaged(who), Refusal::NotEngaged),
        (round.battle.members(who).iter().any(|it| round.battle.unit(*it).has_engaged), Refusal::EngagedThisRound),
    ])?;
    // **BC-8.15** It first lets go of those it holds.
    melee::release(round, who);
    round.emit(Event::Declared { by: who, does: Manoeuvre::Withdraw, at: None });
    let inches = allowance(round, who) + u16::from(!round.movement.helped_up.contains(&who));
    let way = ways::way(&round.battle, who, to, Manner::default()).ok_or(Refusal::NoWay)?;
    let mut pursuers = pursuers(round, who);
    let_pursuers_strike(round, who, &mut pursuers);
    let (mut left, start) = (inches, round.battle.rect(who));
    let mut track = Track::new(&round.battle, who);
    for stride in way {
        if left < stride.price || !can_go_on(round, who) {
            break;
        }
        left -= stride.price;
        track.add(&round.battle, stride);
        let is_pursued = pursuers.iter().any(|it| reaches(round, *it, stride.place.rect));
        let guards = respond::who_would(round, who, stride.place.rect);
        if is_pursued || !guards.is_empty() {
            track.emit(round);
            let_pursuers_strike(round, who, &mut pursuers);
            if !guards.is_empty() && !respond::strike(round, who, &guards) {
                return Ok(());
            }
            track = Track::new(&round.battle, who);
        }
    }
    if !round.battle.is_there(who) {
        return Ok(());
    }
    track.emit(round);
    if round.battle.rect(who) != start {
        meet_ground(round, who);
    }
    if !can_go_on(round, who) {
        return Ok(());
    }
    for other in round.battle.engaged_with(who).collect::<Vec<_>>() {
        round.emit(Event::Unlinked { one: who, other });
    }
    // **BC-8.18** Once it is out, it may charge.
    if let Some(order) = then {
        charge::charge(round, who, order);
    }
    Ok(())
}

fn can_go_on(round: &Round<'_>, who: Who) -> bool {
    round.battle.is_there(who) && round.battle.members(who).iter().all(|it| !round.battle.unit(*it).is_disrupted)
}

/// The opponents who have something to strike with, in order of id.
fn pursuers(round: &Round<'_>, who: Who) -> Vec<UnitId> {
    let battle = &round.battle;
    let foes = battle.ring(who).into_iter().filter(|it| battle.is_hostile(who, *it));
    let has_weapon = |unit: UnitId| melee::best_weapon(battle, unit, &wish_of(round, unit)?);
    let would_strike = |it: &UnitId| can_act(battle, *it) && has_weapon(*it).is_some();
    let mut units: Vec<UnitId> = foes.flat_map(|it| battle.members(it)).filter(would_strike).collect();
    units.sort();
    units
}

/// **BC-12.2** How an opponent strikes back, if its policy is to.
fn wish_of(round: &Round<'_>, unit: UnitId) -> Option<Wish> {
    Wish::back(round.battle.policies(round.battle.who(unit)).reaction(Against::Attack).back)
}

fn reaches(round: &Round<'_>, unit: UnitId, there: Rect) -> bool {
    wish_of(round, unit).is_some_and(|it| respond::is_in_reach(&round.battle, unit, &it, there))
}

/// Lets the opponents in reach strike, each at the first tile where it can. **BC-8.17, BC-6.5** Answering costs the
/// Action.
fn let_pursuers_strike(round: &mut Round<'_>, who: Who, pursuers: &mut Vec<UnitId>) {
    let done = round.events.iter().rev().take_while(|it| !begins_withdrawal(it, who)).filter(|it| is_blow(it)).count();
    let there = round.battle.rect(who);
    let near: Vec<UnitId> = pursuers.iter().copied().filter(|it| reaches(round, *it, there)).collect();
    for unit in near.into_iter().take(PURSUERS.saturating_sub(done)) {
        pursuers.retain(|it| *it != unit);
        if let Some(wish) = wish_of(round, unit).filter(|_| round.battle.is_there(who)) {
            melee::one_blow(round, unit, Target::Who(who), Manoeuvre::Counterattack, &wish);
        }
    }
    round.sums.clear();
}

fn begins_withdrawal(event: &Event, who: Who) -> bool {
    matches!(event, Event::Declared { by, does: Manoeuvre::Withdraw, .. } if *by == who)
}

fn is_blow(event: &Event) -> bool {
    matches!(event, Event::AttackRolled(it) if it.does == Manoeuvre::Counterattack)
}
