//! A squad in detail: who stands where, with what in hand, and what its heroes can do and at what cost.

use std::collections::BTreeSet;

use crate::diagnostic::{count, join};
use crate::field::{SquadId, UnitId, grouped, is_numbered};
use crate::game::Range;
use crate::line::battle::{
    Ability, AbilityTarget, Battle, CasterId, Drill, Movement, Orders, Plight, Profile, Shield, Side, UnitState,
    Weapon, WeaponId,
};
use crate::line::predict;
use crate::line::report::chances::percent;
use crate::line::report::words::formation as words;
use crate::line::rules::preview;

/// A squad in detail, a line for each thing. What the enemy's heroes can do is a secret of the enemy.
pub fn look(battle: &Battle, squad: SquadId) -> String {
    let setup = battle.setup();
    let mut lines = vec![format!("{}: {}", setup.squad(squad).name, plight(battle, squad))];
    if battle.is_on_map(squad) {
        lines.push(speed(battle, squad));
        lines.extend(nerve(battle, squad));
        lines.extend(formation_gains(battle, squad));
    }
    lines.extend(groups(battle, squad).iter().map(|it| group_line(battle, squad, it)));
    let fallen = battle.squad(squad).members.iter().filter(|it| !battle.unit(**it).is_standing());
    lines.extend(fallen.map(|it| fallen_line(battle, *it)));
    lines.extend(weapons(battle, squad).into_iter().map(|it| weapon(setup.weapon(it))));
    for (n, caster) in setup.casters.iter().enumerate() {
        let is_here = caster.hero.is_some_and(|it| battle.unit(it).squad == squad);
        if is_here && caster.side == Side::Players && !caster.abilities.is_empty() {
            let left = battle.cp(CasterId(n as u8));
            lines.push(format!("{} has {left} of {} CP for:", caster.name, caster.cp_max));
            lines.extend(caster.abilities.iter().map(|it| format!("  {}", ability(setup.ability(*it)))));
        }
    }
    lines.join("\n  ") + "\n"
}

/// `7 of 8 standing, broken (L-3)`
fn plight(battle: &Battle, squad: SquadId) -> String {
    let it = battle.squad(squad);
    if it.in_reserve {
        return "waits in reserve".to_owned();
    }
    let broken = if it.is_broken { ", broken (L-3)" } else { "" };
    let suffering: String = suffering(battle, squad).iter().map(|it| format!(", {it} (F-9)")).collect();
    format!("{} of {} standing{broken}{suffering}", battle.standing(squad).count(), it.starting)
}

/// **F-9** `dazed`, `2 frenzied`: the plights of a squad's units, and how many have each unless all do.
pub(super) fn suffering(battle: &Battle, squad: SquadId) -> Vec<String> {
    let told = |it: Plight| match battle.standing(squad).filter(|unit| battle.is_in(*unit, it)).count() {
        0 => None,
        all if all == battle.standing(squad).count() => Some(words::plight(it).to_owned()),
        some => Some(format!("{some} {}", words::plight(it))),
    };
    [Plight::Dazed, Plight::Frenzied].into_iter().filter_map(told).collect()
}

/// **V-1, V-3, V-7** How far a squad can go.
fn speed(battle: &Battle, squad: SquadId) -> String {
    if battle.standing(squad).all(|it| battle.is_dazed(it)) {
        return "It is dazed, and neither shoots, strikes nor moves (F-9)".to_owned();
    }
    if let Some(Movement::Charge { target, .. }) = preview::frenzied_order(battle, squad) {
        let name = &battle.setup().squad(target).name;
        return format!("It is frenzied, and charges {name}, the nearest enemy, whatever it is told (F-9)");
    }
    let slowest = battle.standing(squad).map(|it| battle.profile(it).movement).min().unwrap_or(0);
    if slowest == 0 {
        return "It can't move.".to_owned();
    }
    if battle.is_squad_engaged(squad) {
        return format!("MOV {slowest}: in melee now, so it can only disengage (V-1)");
    }
    let fast = count(preview::steps(battle, &Orders::default(), squad), "tile", "tiles");
    format!("MOV {slowest}: {fast} now if it doesn't shoot (V-3), and a charge goes 2d6 beyond that (V-7)")
}

/// **L-1** The test of a squad's nerve. `None` if it is never tested.
fn nerve(battle: &Battle, squad: SquadId) -> Option<String> {
    if battle.is_built(squad) {
        return None;
    }
    let test = preview::morale(battle, squad);
    let modifiers = if test.modifiers == 0 { String::new() } else { format!(" with {:+}", test.modifiers) };
    let chance = percent(predict::pass_chance(&test));
    Some(format!(
        "Nerve: {}+ on 2d6{modifiers} ({chance} that it holds), tested once fewer than half of it stand (L-1)",
        test.needs
    ))
}

/// **F-2, F-3, F-4** What a squad gains in a formation, in battles that have them.
fn formation_gains(battle: &Battle, squad: SquadId) -> Option<String> {
    battle.setup().formations?;
    let any = |is: fn(&Drill) -> bool| battle.standing(squad).any(|it| is(&battle.profile(it).drill));
    if !any(|it| it.drilled) {
        return Some("It is not drilled, and can't be in a formation (F-7)".to_owned());
    }
    let mut arms = battle.standing(squad).flat_map(|it| &battle.profile(it).weapons);
    let has_guns = arms.any(|it| battle.setup().weapon(*it).range.is_some());
    let has_shields = any(|it| matches!(it.shield, Some(Shield::Medium | Shield::Large)));
    let gains = [
        (has_guns, "it can fire at one unit together, +1 to hit for each further shooter (F-3)"),
        (has_shields, "each neighbour with a shield makes it harder to hit by 1 (F-2)"),
        (any(|it| it.spear), "spears side by side strike first at anyone who charges (F-4)"),
    ];
    let gains: Vec<&str> = gains.iter().filter(|it| it.0).map(|it| it.1).collect();
    (!gains.is_empty()).then(|| format!("In a formation {}", join(&gains, "and")))
}

/// The standing units in groups: those of one profile together, and each named unit by itself.
fn groups(battle: &Battle, squad: SquadId) -> Vec<Vec<UnitId>> {
    let setup = battle.setup();
    let key = |it: UnitId| (setup.unit(it).profile, Some(it).filter(|it| setup.is_named(*it)));
    grouped(battle.standing(squad).map(|it| (key(it), it))).into_iter().map(|it| it.1).collect()
}

/// `Lt. Marsh, Officer, at B2: …`, `Serjeant at J12 (5): …`,
/// `Rifleman, 8 of them, at K6 (1), L7 (2): T 3, SAV 6+, 1 HP, CON 1; Bolt-Action Rifle and Bayonet`
fn group_line(battle: &Battle, squad: SquadId, units: &[UnitId]) -> String {
    let (setup, profile) = (battle.setup(), battle.profile(units[0]));
    let place = |id: &UnitId| {
        let (unit, name) = (battle.unit(*id), &setup.unit(*id).name);
        let squad = &setup.squad(squad).name;
        let number = name.strip_prefix(squad).filter(|_| is_numbered(name, squad)).map_or("", str::trim);
        let number = if number.is_empty() { String::new() } else { format!(" ({number})") };
        let hurt = if unit.hp < i16::from(profile.hp) { format!(", {} HP left", unit.hp) } else { String::new() };
        format!("{}{number}{hurt}", unit.at)
    };
    let who = match units {
        [only] if setup.is_named(*only) => match setup.casters.iter().find(|it| it.hero == Some(*only)) {
            Some(hero) => format!("{}, {},", setup.unit(*only).name, hero.class),
            None => setup.unit(*only).name.clone(),
        },
        [_] => profile.name.clone(),
        many => format!("{}, {} of them,", profile.name, many.len()),
    };
    let places: Vec<String> = units.iter().map(place).collect();
    let weapons: Vec<&str> = profile.weapons.iter().map(|it| setup.weapon(*it).name.as_str()).collect();
    let armed = if weapons.is_empty() { "bare hands".to_owned() } else { join(&weapons, "and") };
    format!("{who} at {}: {}; {armed}", places.join(", "), profile_numbers(profile))
}

/// **T-4** `T 3, SAV 6+, 1 HP, CON 1`
pub(super) fn profile_numbers(it: &Profile) -> String {
    let save = it.save.map_or("no save".to_owned(), |it| format!("SAV {it}+"));
    let reach = if it.reach == 1 { String::new() } else { format!(", reach {}", it.reach) };
    format!("T {}, {save}, {} HP, CON {}{reach}", it.toughness, it.hp, it.control)
}

/// `Alpha 3: downed, carried`
fn fallen_line(battle: &Battle, id: UnitId) -> String {
    let is = battle.unit(id);
    let state = match is.state {
        UnitState::Standing => String::new(),
        UnitState::Downed => "downed, carried".to_owned(),
        UnitState::Abandoned => format!("downed, left at {}", is.at),
        UnitState::Killed => "killed".to_owned(),
        UnitState::InReserve => "in reserve".to_owned(),
    };
    format!("{}: {state}", battle.setup().unit(id).name)
}

/// Each weapon that a standing unit has.
pub(super) fn weapons(battle: &Battle, squad: SquadId) -> Vec<WeaponId> {
    let found = battle.standing(squad).flat_map(|it| battle.profile(it).weapons.iter().copied());
    found.collect::<BTreeSet<WeaponId>>().into_iter().collect()
}

/// **S-1** The range of each of a squad's weapons.
pub fn ranges(battle: &Battle, squad: SquadId) -> Vec<Range> {
    let weapons = |unit: UnitId| battle.profile(unit).weapons.iter().map(move |it| (unit, battle.setup().weapon(*it)));
    let all = battle.standing(squad).flat_map(weapons);
    Range::by_weapon(all.filter_map(|(unit, it)| Some((unit, it.name.as_str(), it.range?))))
}

/// `Bolt-Action Rifle: range 24, 1 attack that hits on 4+, STR 4, AP 0, DMG 1. Heavy: +1 ACC if the squad did not move last round`
pub(super) fn weapon(it: &Weapon) -> String {
    let reach = it.range.map_or("melee".to_owned(), |it| format!("range {it}"));
    let attacks = if it.attacks.to_string() == "1" { "attack that hits" } else { "attacks that hit" };
    let tags: String = it.tags.iter().map(|it| format!(". {it}: {}", it.gist())).collect();
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
