//! A squad from near: who stands where, with what in hand, and what its heroes can do and at what cost.

use crate::diagnostic::{count, join};
use crate::field::{SquadId, UnitId};
use crate::line::battle::{Ability, AbilityTarget, Battle, Side, UnitState, Weapon, WeaponId};

/// A squad from near, a line for each thing to say. What the enemy's heroes can do is for the enemy to know.
pub fn look(battle: &Battle, squad: SquadId) -> String {
    let setup = battle.setup();
    let it = battle.squad(squad);
    let mut lines = vec![format!("{}: {}", setup.squad(squad).name, plight(battle, squad))];
    lines.extend(it.members.iter().map(|it| format!("  {}", member(battle, *it))));
    lines.extend(weapons(battle, squad).into_iter().map(|it| format!("  {}", weapon(setup.weapon(it)))));
    for (n, caster) in setup.casters.iter().enumerate() {
        let is_here = caster.hero.is_some_and(|it| battle.unit(it).squad == squad);
        if is_here && caster.side == Side::Players && !caster.abilities.is_empty() {
            let left = battle.cp(crate::line::battle::CasterId(n as u8));
            lines.push(format!("  {} has {left} of {} CP for:", caster.name, caster.cp_max));
            lines.extend(caster.abilities.iter().map(|it| format!("    {}", ability(setup.ability(*it)))));
        }
    }
    lines.join("\n") + "\n"
}

/// `7 of 8 standing, MOV 6, broken (L-3)`
fn plight(battle: &Battle, squad: SquadId) -> String {
    let it = battle.squad(squad);
    if it.in_reserve {
        return "waits in reserve".to_owned();
    }
    let standing = battle.standing(squad).count();
    let slowest = battle.standing(squad).map(|it| battle.profile(it).movement).min();
    let speed = slowest.map_or(String::new(), |it| format!(", MOV {it}"));
    let broken = if it.is_broken { ", broken (L-3)" } else { "" };
    format!("{standing} of {} standing{speed}{broken}", it.starting)
}

/// `Alpha 3: at K7, 1 of 1 HP, Bolt-Action Rifle`
fn member(battle: &Battle, id: UnitId) -> String {
    let (setup, is, profile) = (battle.setup(), battle.unit(id), battle.profile(id));
    let state = match is.state {
        UnitState::Standing => {
            let weapons: Vec<&str> = profile.weapons.iter().map(|it| setup.weapon(*it).name.as_str()).collect();
            let armed = if weapons.is_empty() { "bare hands".to_owned() } else { join(&weapons, "and") };
            format!("at {}, {} of {} HP, {armed}", is.at, is.hp, profile.hp)
        }
        UnitState::Downed => "downed, carried".to_owned(),
        UnitState::Abandoned => format!("downed, left at {}", is.at),
        UnitState::Killed => "killed".to_owned(),
        UnitState::InReserve => "in reserve".to_owned(),
    };
    format!("{}: {state}", setup.unit(id).name)
}

/// Each weapon that somebody has who stands.
fn weapons(battle: &Battle, squad: SquadId) -> Vec<WeaponId> {
    let mut found: Vec<WeaponId> =
        battle.standing(squad).flat_map(|it| battle.profile(it).weapons.iter().copied()).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// `Bolt-Action Rifle: range 24, 1 attack that hits on 4+, STR 4, AP 0, DMG 1; Rapid Fire 1`
fn weapon(it: &Weapon) -> String {
    let reach = it.range.map_or("melee".to_owned(), |it| format!("range {it}"));
    let attacks = if it.attacks.to_string() == "1" { "attack that hits" } else { "attacks that hit" };
    let tags: Vec<String> = it.tags.iter().map(ToString::to_string).collect();
    let tags = if tags.is_empty() { String::new() } else { format!("; {}", tags.join(", ")) };
    format!(
        "{}: {reach}, {} {attacks} on {}+, STR {}, AP {}, DMG {}{tags}",
        it.name, it.attacks, it.accuracy, it.strength, it.piercing, it.damage
    )
}

/// `Steady Aim, 1 CP, on a squad of the same player within 12 tiles: +1 ACC when it fires this round.`
fn ability(it: &Ability) -> String {
    let on = match it.target {
        AbilityTarget::OwnSquad => "a squad of the same player",
        AbilityTarget::AlliedSquad => "a squad of yours",
        AbilityTarget::EnemySquad => "an enemy squad",
        AbilityTarget::OwnUnit => "one unit of the same player",
        AbilityTarget::AlliedUnit => "one unit of yours",
        AbilityTarget::EnemyUnit => "one enemy unit",
        AbilityTarget::Tile => "a tile",
        AbilityTarget::Own => "the hero alone",
    };
    let range = it.range.map_or(String::new(), |it| format!(" within {}", count(it, "tile", "tiles")));
    format!("{}, {} CP, on {on}{range}: {}", it.name, it.cost, it.text.trim())
}
