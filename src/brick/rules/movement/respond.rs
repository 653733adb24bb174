//! BX-12: Responses to those who come by.

use crate::brick::battle::{Battle, Deed, Event, Manoeuvre, Pass, Rect, Target, Who};
use crate::brick::rules::Round;
use crate::brick::rules::harm::{self, is_alive};
use crate::brick::rules::leap::{Leap, leap_in_response};
use crate::brick::rules::melee::{self, Wish};
use crate::brick::rules::movement::lane::Charger;
use crate::brick::rules::push::{self, may_respond};
use crate::field::UnitId;

/// **BC-5.3** The units whose policy is to strike at enemies that come into their reach, and who can: **BX-12** once
/// a round, with an Action left, and **BC-5.6** not while they fight somebody else.
pub(super) fn who_would(round: &Round<'_>, mover: Who, there: Rect) -> Vec<UnitId> {
    let battle = &round.battle;
    let would = |unit: &UnitId| {
        let who = battle.who(*unit);
        battle.is_hostile(mover, who)
            && battle.policies(who).pass == Pass::Strike
            && may_respond(battle, *unit)
            && is_in_reach(battle, *unit, &Wish::default(), there)
    };
    battle.standing().filter(would).collect()
}

/// Whether `there` is in reach of the weapon that a unit would strike with.
pub(super) fn is_in_reach(battle: &Battle, unit: UnitId, wish: &Wish, there: Rect) -> bool {
    let item = melee::best_weapon(battle, unit, wish);
    item.is_some_and(|it| push::reaches(battle.weapon(it).class.reach(), battle.unit_rect(unit), there))
}

/// **BC-9.3** Plays one attack of each of these units, and what answers it. They are the active ones, even on
/// another's turn. Returns whether the mover goes on: it is there, on its feet, and did not counter.
pub(super) fn strike(round: &mut Round<'_>, mover: Who, by: &[UnitId]) -> bool {
    let before: Vec<UnitId> = round.battle.members(mover);
    let fought: Vec<Who> = round.battle.engaged_with(mover).collect();
    let from = round.events.len();
    for unit in by {
        if !round.battle.is_there(mover) || !may_respond(&round.battle, *unit) {
            continue;
        }
        let who = round.battle.who(*unit);
        push::respond(round, *unit, mover, Deed::Respond);
        round.emit(Event::Linked { one: who, other: mover });
        melee::one_exchange(round, *unit, Target::Who(mover), Manoeuvre::Response);
        round.sums.clear();
    }
    let countered = |unit: UnitId| {
        let is_it = |it: &Event| matches!(it, Event::HandUsed(it) if it.is_counter && it.unit == unit);
        round.events[from..].iter().any(is_it)
    };
    let goes_on = round.battle.is_there(mover)
        && before
            .iter()
            .filter(|it| is_alive(&round.battle, **it))
            .all(|it| !round.battle.unit(*it).is_disrupted && !countered(*it) && round.battle.who(*it) == mover);
    if goes_on {
        for other in round.battle.engaged_with(mover).filter(|it| !fought.contains(it)).collect::<Vec<_>>() {
            round.emit(Event::Unlinked { one: mover, other });
        }
    } else {
        round.movement.keeps_run.remove(&mover);
    }
    goes_on
}

/// **BX-12** Lets a single target leap aside from a charge, if that is its policy and it has an Action for it.
/// Returns whether it is out of the way.
pub(super) fn leap_aside(round: &mut Round<'_>, chargers: &[Charger], target: Target) -> bool {
    let Some(unit) = target.unit() else { return false };
    let Some((charger, from)) = chargers.first().and_then(|it| Some((it, *it.units.first()?))) else { return false };
    let before = round.battle.unit_rect(unit);
    let leap = Leap { unit, from, wish: Some(charger.heading.turned(2)), is_outnumbered: false };
    if leap_in_response(round, charger.who, leap, &[]).is_none() {
        return false;
    }
    // **BS-4.2** It may have come down on a mine.
    harm::remove_casualties(round);
    let stays = round.battle.unit(unit).is_standing() && round.battle.unit_rect(unit) == before;
    !round.battle.setup().has_map || !stays
}
