//! BC-1.9: damage meets armor.

use crate::brick::battle::{Amount, Battle, DamageRoll, Event, Harm, Rating, WeaponId, Who};
use crate::brick::rules::Round;
use crate::brick::rules::chance::Kind;
use crate::brick::rules::roll::{self, Changes, Pool, Rolling};
use crate::field::{Tile, UnitId};

/// **BT-11** The damage on one unit that adds up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    pub(super) total: i16,
    /// **BX-6** Rolled once for the sum.
    pub(super) armor: Option<i16>,
    /// HP that it has cost so far.
    pub(super) lost: u8,
    pub(super) by: Option<UnitId>,
}

/// **BS-10.3, BT-12** How many may strike a unit of this Size at one time, if there is a limit. **BS-10.4** Larger
/// units have none.
pub(crate) fn can_be_touched_by(size: u8) -> Option<usize> {
    match size {
        0 => Some(2),
        1 => Some(3),
        _ => None,
    }
}

/// How many may strike a whole squad or a single unit, if there is a limit.
pub(super) fn room_around(battle: &Battle, who: Who) -> Option<usize> {
    battle.members(who).iter().map(|it| can_be_touched_by(battle.profile(*it).size)).sum()
}

/// **BC-3.9** Whether this attacker may strike this target on this turn: it has done so already, or there is room.
pub(super) fn may_strike(round: &Round<'_>, by: UnitId, at: UnitId) -> bool {
    let Some(limit) = can_be_touched_by(round.battle.profile(at).size) else { return true };
    let Some(team) = round.battle.turn() else { return true };
    round.struck.get(&(team, at)).is_none_or(|it| it.contains(&by) || it.len() < limit)
}

pub(super) fn note_strike(round: &mut Round<'_>, by: UnitId, at: UnitId) {
    if let Some(team) = round.battle.turn() {
        round.struck.entry((team, at)).or_default().insert(by);
    }
}

/// Whether a unit stands and has HP. Units without HP fall when the step is over.
pub(super) fn is_alive(battle: &Battle, unit: UnitId) -> bool {
    battle.unit(unit).is_standing() && 0 < battle.unit(unit).hp
}

/// Whether a unit is alive and on its feet.
pub(super) fn can_act(battle: &Battle, unit: UnitId) -> bool {
    is_alive(battle, unit) && !battle.unit(unit).is_disrupted
}

/// **BT-2** Whether a unit still has its Action and hasn't countered.
pub(super) fn has_action(battle: &Battle, unit: UnitId) -> bool {
    let it = battle.unit(unit);
    !it.has_acted && !it.has_countered
}

/// **BC-1.9** Damage meets armor: more than the armor destroys. **BC-1.10, BX-14** A larger unit loses an HP for each
/// time that the running total beats its armor. Returns the damage beyond the armor if the unit has no HP left.
pub(super) fn harm(round: &mut Round<'_>, unit: UnitId, by: Option<UnitId>, damage: i16) -> Option<i16> {
    if damage <= 0 || !is_alive(&round.battle, unit) {
        return None;
    }
    let before = round.sums.get(&unit).copied().unwrap_or_default();
    let (armor, armor_roll) = match before.armor {
        Some(armor) => (armor, None),
        None => armor(round, unit),
    };
    let total = before.total + damage;
    let hp_lost = hp_lost(total, armor).saturating_sub(before.lost).min(round.battle.unit(unit).hp);
    round.sums.insert(unit, Sum { total, armor: Some(armor), lost: before.lost + hp_lost, by: by.or(before.by) });
    round.emit(Event::Harmed(Harm { unit, by, damage, total, armor, armor_roll, hp_lost }));
    (round.battle.unit(unit).hp == 0).then_some(total - armor)
}

/// **BX-14** HP that a sum of damage costs: the largest whole number of times that it beats the armor. **BX-50**
/// Without armor every point costs one.
pub(crate) fn hp_lost(total: i16, armor: i16) -> u8 {
    let times = if armor <= 0 { total } else { (total - 1) / armor };
    times.clamp(0, i16::from(u8::MAX)) as u8
}

/// **BX-6, BX-49** Armor that is dice is rolled when the first damage of a sum arrives.
fn armor(round: &mut Round<'_>, unit: UnitId) -> (i16, Option<DamageRoll>) {
    let profile = round.battle.profile(unit);
    let (amount, skill) = (profile.armor, profile.skill);
    if amount.count() == 0 {
        return (i16::from(amount.plus), None);
    }
    let rolling = Rolling { kind: Kind::Armor, skill, crits: round.rules.damage_crits, less: 0 };
    let pool = Pool::of(amount, skill, Changes::default());
    let roll = roll::roll_pool(round.stream(Kind::Armor, unit, None), &pool, rolling);
    (roll.total, Some(roll))
}

/// The living unit that covers a tile.
pub(super) fn unit_on(battle: &Battle, tile: Tile) -> Option<UnitId> {
    let members = battle.members(battle.on(tile)?).into_iter();
    members.filter(|it| is_alive(battle, *it)).find(|it| battle.unit_rect(*it).covers(tile))
}

/// Units without HP fall, **BS-12.3** when a step is over and not before.
pub(super) fn remove_casualties(round: &mut Round<'_>) {
    let fallen: Vec<UnitId> = round.battle.standing().filter(|it| round.battle.unit(*it).hp == 0).collect();
    for unit in fallen {
        let by = round.sums.get(&unit).and_then(|it| it.by);
        let downed = round.rules.downed;
        let squad = round.battle.unit(unit).squad;
        round.emit(Event::Killed { unit, by, downed });
        round.end_empty(squad);
    }
}

/// What the Damage Roll of one hit is made of.
pub(super) struct Blow {
    pub(super) by: UnitId,
    pub(super) at: Option<UnitId>,
    pub(super) weapon: WeaponId,
    pub(super) amount: Amount,
    pub(super) changes: Changes,
    pub(super) less: u16,
    pub(super) nocrit: bool,
}

/// **BC-1.9** Rolls the damage of a hit. **BX-52** `nocrit` waives the attacker's bonus dice alone.
pub(super) fn roll_damage(round: &mut Round<'_>, blow: &Blow) -> DamageRoll {
    let skill: Rating = round.battle.profile(blow.by).skill;
    let crits = round.rules.damage_crits && !blow.nocrit;
    let rolling = Rolling { kind: Kind::Damage, skill, crits, less: blow.less };
    let pool = Pool::of(blow.amount, skill, blow.changes);
    let roll = roll::roll_pool(round.stream(Kind::Damage, blow.by, blow.at), &pool, rolling);
    round.emit(Event::DamageRolled { by: blow.by, weapon: Some(blow.weapon), roll: roll.clone() });
    roll
}
