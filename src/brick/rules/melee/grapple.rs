//! BC-8.5 to BC-8.13: grabs and shoves.

use crate::brick::battle::{Battle, Event, Grab, Heading, ItemId, Manoeuvre, Melee, Refusal, Target, Who};
use crate::brick::rules::Round;
use crate::brick::rules::harm::{self, can_act, is_alive};
use crate::brick::rules::melee::counter::{Incoming, declare_answers};
use crate::brick::rules::melee::inch::ARM;
use crate::brick::rules::melee::strike::{Rolled, use_hands};
use crate::brick::rules::melee::{Bout, inch};
use crate::brick::rules::push::{self, Force};
use crate::field::UnitId;

/// **BC-8.11** Gets within arm's length, with an Angry Inch if needed. Returns the units that have the hands and the
/// Size for it.
pub(super) fn close_in(
    round: &mut Round<'_>,
    who: Who,
    order: &Melee,
    able: &[UnitId],
    target: Target,
) -> Result<Vec<UnitId>, Refusal> {
    let is_grab = matches!(order, Melee::Grab { .. });
    let handy: Vec<UnitId> = able.iter().copied().filter(|it| has_hands(&round.battle, *it, is_grab)).collect();
    if handy.is_empty() {
        return Err(Refusal::NoFreeHand);
    }
    let rect = round.battle.target_rect(target);
    let here = round.battle.rect(who);
    if !push::is_at_hand(&round.battle, ARM, here, rect) {
        let there = inch::inch_places(&round.battle, who, here).find(|it| push::reaches(ARM, *it, rect));
        inch::take_inch(round, who, there.ok_or(Refusal::OutOfReach)?);
    }
    let victims = round.battle.target_units(target);
    let smallest = victims.iter().map(|it| round.battle.profile(*it).size).min().unwrap_or(0);
    let strong = |it: &UnitId| is_grab || smallest <= round.battle.profile(*it).size;
    let strong: Vec<UnitId> = handy.into_iter().filter(strong).collect();
    if strong.is_empty() { Err(Refusal::TooLarge) } else { Ok(strong) }
}

/// **BC-8.5** A Grab needs a free hand. **BC-8.12** A Shove a shield, or both hands, whatever they hold.
fn has_hands(battle: &Battle, unit: UnitId, is_grab: bool) -> bool {
    if is_grab {
        return 0 < battle.hands_empty(unit).min(battle.hands_left(unit));
    }
    // Hands that hold a victim are free to shove it.
    shield(battle, unit).is_some()
        || battle.profile(unit).hands.min(2) <= battle.hands_left(unit) + battle.hands_that_hold(unit)
}

fn shield(battle: &Battle, unit: UnitId) -> Option<ItemId> {
    battle.unused(unit).find(|it| battle.weapon(*it).class.is_shield())
}

/// **BX-35** Pairs attackers with victims in order of their ids. Each victim gets one before any gets a second.
fn pairs(round: &Round<'_>, bout: &Bout) -> Vec<(UnitId, UnitId)> {
    let Some(target) = bout.target else { return Vec::new() };
    let mut victims = round.battle.target_units(target);
    victims.sort();
    bout.units.iter().copied().zip(victims.into_iter().cycle()).collect()
}

/// **BC-8.5, BC-1.7** A Grab hits automatically, unless it is parried or the victim leaps aside. It hurts nobody.
/// **BC-8.7** The hand stays on the victim.
pub(super) fn grab(round: &mut Round<'_>, bout: &Bout, release_after: bool) {
    for (by, victim) in pairs(round, bout) {
        if !can_act(&round.battle, by) || !is_alive(&round.battle, victim) {
            continue;
        }
        if victim_averts(round, by, victim, Manoeuvre::Grab) || !is_near(&round.battle, by, victim) {
            use_hands(round, by, None, 1, false);
            continue;
        }
        round.emit(Event::Grabbed { by, victim });
        if release_after {
            round.emit(Event::Released { by, victim });
            use_hands(round, by, None, 1, false);
        }
    }
}

/// Whether a unit can lay hands on another. Members of a squad in contact can lay hands on what its plate touches
/// (BS-2.1).
fn is_near(battle: &Battle, by: UnitId, victim: UnitId) -> bool {
    push::is_at_hand(battle, ARM, battle.unit_rect(by), battle.unit_rect(victim))
        || battle.rect(battle.who(by)).touches(battle.rect(battle.who(victim)))
}

/// Lays hands on a victim. Returns whether a parry or a leap undoes it.
fn victim_averts(round: &mut Round<'_>, by: UnitId, victim: UnitId, does: Manoeuvre) -> bool {
    let at = Target::Single(victim);
    let incoming = [Incoming { by, target: at, does, strike: None }];
    let mut answers = declare_answers(round, &incoming);
    let rolled = Rolled(None);
    round.emit(rolled.event(does, by, at, None));
    answers.roll(round, &incoming, &[rolled]);
    answers.against[0].is_cancelled || answers.against[0].is_evaded
}

/// **BC-8.13** Pushes the victims 2 tiles straight away, Disrupted. **BC-8.10** Those that are held break free by it.
pub(super) fn shove(round: &mut Round<'_>, bout: &Bout) {
    for (by, victim) in pairs(round, bout) {
        if !can_act(&round.battle, by) || !is_alive(&round.battle, victim) {
            continue;
        }
        let is_near = is_near(&round.battle, by, victim);
        let is_down = round.battle.unit(victim).is_disrupted && bout.units.len() > 1;
        // **BC-8.11** It is checked for each pair by itself.
        let is_too_large = round.battle.profile(by).size < round.battle.profile(victim).size;
        if !is_near || is_down || is_too_large {
            continue;
        }
        let with = shield(&round.battle, by);
        let hands = with.map_or(2, |it| round.battle.hands_of(by, it));
        use_hands(round, by, with, hands, false);
        if victim_averts(round, by, victim, Manoeuvre::Shove) || round.battle.profile(victim).is_fixed {
            continue;
        }
        let heading = Heading::between(round.battle.unit_rect(by), round.battle.unit_rect(victim));
        break_grabs(round, victim);
        push::throw(round, victim, heading, SHOVE, Force::Shove);
    }
    harm::remove_casualties(round);
}

/// **BC-8.13** How far a shove carries.
const SHOVE: u8 = 2;

/// A unit that is thrown about holds nobody and is held by nobody.
pub(crate) fn break_grabs(round: &mut Round<'_>, unit: UnitId) {
    release_those(round, |it| it.by == unit || it.victim == unit);
}

/// **BC-8.9** Lets go of everybody. Returns whether there was anybody.
pub(crate) fn release(round: &mut Round<'_>, who: Who) -> bool {
    let before = round.battle.grabs().len();
    for unit in round.battle.members(who) {
        release_those(round, |it| it.by == unit);
    }
    round.battle.grabs().len() < before
}

fn release_those(round: &mut Round<'_>, is_it: impl Fn(&Grab) -> bool) {
    for grab in round.battle.grabs().to_vec().iter().filter(|it| is_it(it)) {
        round.emit(Event::Released { by: grab.by, victim: grab.victim });
    }
}
