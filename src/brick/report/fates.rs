//! What became of every unit with a name of its own (BX-24).

use std::collections::BTreeMap;

use crate::brick::battle::{Battle, Event, UnitState, WeaponId};
use crate::brick::report::party;
use crate::field::{Tile, UnitId};
use crate::game::{End, Fall, Fate};

/// How somebody fell.
pub(super) struct Fallen {
    /// Its place among the events.
    event: usize,
    pub(super) unit: UnitId,
    pub(super) by: Option<UnitId>,
    with: Option<WeaponId>,
    /// The tile that it fell on, if the ground felled it.
    pub(super) ground: Option<Tile>,
    pub(super) round: u16,
}

/// The fates of units with a name of their own, in roster order. `events` are those of the whole battle.
pub fn fates(battle: &Battle, events: &[&Event]) -> Vec<Fate> {
    let setup = battle.setup();
    let all = fallen(events.iter().copied());
    let fall = |it: &Fallen| Fall {
        event: it.event,
        round: it.round,
        by: it.by.map(|it| setup.unit(it).name.clone()),
        with: it.with.map(|it| setup.weapon(it).name.clone()),
        how: it.ground.map(|_| "by the ground itself"),
    };
    let fate = |unit: UnitId| Fate {
        name: setup.unit(unit).name.clone(),
        party: party(battle, battle.team_of(unit)),
        end: end(battle, unit),
        fall: all.iter().rfind(|it| it.unit == unit).filter(|_| !battle.unit(unit).is_standing()).map(fall),
        die: None,
        felled: all.iter().filter(|it| it.by == Some(unit) && !battle.is_friend(battle.who(unit), it.unit)).count(),
    };
    let is_named = |it: &UnitId| battle.team_of(*it).is_some() && setup.counted_in(*it).is_none();
    setup.unit_ids().filter(is_named).map(fate).collect()
}

/// **BX-24** A downed unit lives if somebody of its team stands at the end. Otherwise nobody has said.
fn end(battle: &Battle, unit: UnitId) -> End {
    let team = battle.team_of(unit);
    match battle.unit(unit).state {
        UnitState::Standing => End::Standing,
        UnitState::InReserve => End::Absent,
        UnitState::Killed => End::Dead,
        UnitState::Downed if battle.standing().any(|it| battle.team_of(it) == team) => End::Wounded,
        UnitState::Downed => End::Left,
    }
}

/// Every fall, even if a unit fell several times.
pub(super) fn fallen<'a>(events: impl IntoIterator<Item = &'a Event>) -> Vec<Fallen> {
    let mut found = Vec::new();
    // What each struck with last, and what each was hurt by last.
    let (mut strikes, mut hurts) = (BTreeMap::new(), BTreeMap::new());
    let (mut round, mut met) = (1, None);
    for (event, it) in events.into_iter().enumerate() {
        match it {
            Event::RoundBegan { round: next } => round = *next,
            Event::DamageRolled { by, weapon, .. } => _ = strikes.insert(*by, *weapon),
            Event::Harmed(it) => _ = hurts.insert(it.unit, it.by.and_then(|by| *strikes.get(&by)?)),
            Event::HazardMet { unit, at, .. } => met = Some((*unit, *at)),
            Event::Killed { unit, by, .. } => {
                let with = by.and_then(|_| *hurts.get(unit)?);
                let ground = met.filter(|it| it.0 == *unit && by.is_none()).map(|it| it.1);
                found.push(Fallen { event, unit: *unit, by: *by, with, ground, round });
            }
            _ => (),
        }
    }
    found
}
