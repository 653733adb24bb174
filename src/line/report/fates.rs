//! What became of every unit with a name of its own.

use std::collections::BTreeMap;

use crate::field::{SquadId, UnitId, pick};
use crate::game::{End, Fall, Fate};
use crate::line::battle::{Battle, Event, Kind, UnitState};
use crate::line::report::party::party;
use crate::line::report::tale;
use crate::line::report::words::tale::{self as words, FallCause};

/// The fates of named units, in roster order. `events` holds the events of the whole battle.
pub fn fates(battle: &Battle, events: &[&Event]) -> Vec<Fate> {
    let setup = battle.setup();
    let falls = tale::fallen(1, events.iter().copied(), battle);
    let felled = tale::felled_by(battle, events);
    let dice: BTreeMap<UnitId, u8> = pick!(events, Event::Aftermath { unit, die, .. } => (*unit, die.face())).collect();
    let fate = |unit: UnitId| Fate {
        name: setup.unit(unit).name.clone(),
        party: party(battle.side(battle.unit(unit).squad)),
        end: end(battle, unit, dice.contains_key(&unit)),
        fall: falls.iter().find(|it| it.unit == unit).map(|it| fall(battle, it)),
        die: dice.get(&unit).copied(),
        felled: felled.get(&unit).copied().unwrap_or(0),
    };
    setup.unit_ids().filter(|it| setup.is_named(*it)).map(fate).collect()
}

/// **X-1, X-2** `was_found` says whether a die decided after the battle whether the unit lives.
pub(super) fn end(battle: &Battle, unit: UnitId, was_found: bool) -> End {
    match battle.unit(unit).state {
        UnitState::Standing => End::Standing,
        UnitState::InReserve => End::Absent,
        UnitState::Killed => End::Dead,
        UnitState::Downed | UnitState::Abandoned if was_found => End::Wounded,
        UnitState::Downed if !battle.is_annihilated(battle.unit(unit).squad) => End::Wounded,
        UnitState::Downed | UnitState::Abandoned => End::Left,
    }
}

fn fall(battle: &Battle, it: &words::Fall) -> Fall {
    let weapon = it.weapon.map(|it| battle.setup().weapon(it).name.clone());
    let how = match it.cause {
        FallCause::GettingAway => Some("on the way out of a melee"),
        FallCause::Hazard => Some("by a weapon of the squad's own"),
        FallCause::Gm => Some("by the GM's hand"),
        FallCause::Fire(_) | FallCause::InMelee(_) | FallCause::Astray(_) => None,
    };
    Fall {
        event: it.event,
        round: it.round,
        by: it.by.map(|it| battle.setup().unit(it).name.clone()),
        with: weapon.or_else(|| it.by.map(|_| "bare hands".to_owned())),
        how,
    }
}

/// How many of a squad are wounded, dead and missing. `rolled` holds the units that a die was rolled for after the
/// battle. A structure is neither carried nor left behind.
pub(super) fn count_fallen(battle: &Battle, id: SquadId, rolled: &[UnitId]) -> [usize; 3] {
    let is_counted =
        |it: &&UnitId| battle.profile(**it).kind != Kind::Structure || battle.unit(**it).state == UnitState::Killed;
    let them = battle.squad(id).members.iter().filter(is_counted);
    let ends: Vec<End> = them.map(|it| end(battle, *it, rolled.contains(it))).collect();
    [End::Wounded, End::Dead, End::Left].map(|end| ends.iter().filter(|it| **it == end).count())
}
