//! What became of everybody with a name of his own (BX-24).

use std::collections::BTreeMap;

use crate::brick::battle::{Battle, Event, UnitState, WeaponId};
use crate::field::UnitId;
use crate::game::{End, Fall, Fate};

/// In roster order. `events` are those of the whole battle.
pub fn fates(battle: &Battle, events: &[&Event]) -> Vec<Fate> {
    let setup = battle.setup();
    let (falls, felled) = tally(battle, events);
    let fate = |unit: UnitId| Fate {
        name: setup.unit(unit).name.clone(),
        end: end(battle, unit),
        fall: falls.get(&unit).filter(|_| !battle.unit(unit).is_standing()).cloned(),
        die: None,
        felled: felled.get(&unit).copied().unwrap_or(0),
    };
    let is_named = |it: &UnitId| battle.team_of(*it).is_some() && setup.counted_in(*it).is_none();
    setup.unit_ids().filter(is_named).map(fate).collect()
}

/// **BX-24** Who went down lives if somebody of the team stands at the end; else nobody has said.
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

/// How each unit fell last, and how many enemies each has felled.
fn tally(battle: &Battle, events: &[&Event]) -> (BTreeMap<UnitId, Fall>, BTreeMap<UnitId, usize>) {
    let setup = battle.setup();
    let (mut falls, mut felled) = (BTreeMap::new(), BTreeMap::new());
    // What each struck with last, and what each was hurt by last.
    let (mut strikes, mut hurts) = (BTreeMap::<UnitId, WeaponId>::new(), BTreeMap::<UnitId, WeaponId>::new());
    let mut on_ground: Option<UnitId> = None;
    let mut round = 1;
    for (n, event) in events.iter().enumerate() {
        match event {
            Event::RoundBegan { round: next } => round = *next,
            Event::DamageRolled { by, weapon: Some(weapon), .. } => _ = strikes.insert(*by, *weapon),
            Event::DamageRolled { by, weapon: None, .. } => _ = strikes.remove(by),
            Event::Harmed(it) => {
                match it.by.and_then(|by| strikes.get(&by)) {
                    Some(weapon) => _ = hurts.insert(it.unit, *weapon),
                    None => _ = hurts.remove(&it.unit),
                };
            }
            Event::HazardMet { unit, .. } => on_ground = Some(*unit),
            Event::Killed { unit, by, .. } => {
                if let Some(by) = by.filter(|by| !battle.is_friend(battle.who(*by), *unit)) {
                    *felled.entry(by).or_default() += 1;
                }
                let by_ground = by.is_none() && on_ground == Some(*unit);
                let weapon = by.and_then(|_| hurts.get(unit)).map(|it| setup.weapon(*it).name.clone());
                let fall = Fall {
                    event: n,
                    round,
                    by: by.map(|it| setup.unit(it).name.clone()),
                    with: weapon,
                    how: by_ground.then_some("by the ground itself"),
                };
                falls.insert(*unit, fall);
            }
            _ => (),
        }
    }
    (falls, felled)
}
