//! C: the command phase, and the abilities that wait for later ones.

use crate::field::{Footprint, SquadId, TerrainId, Tile, UnitId, form_up};
use crate::line::battle::{
    Ability, AbilityId, AbilityOn, AbilityTrouble, AbilityUse, Battle, CasterId, Effect, Event, HeroMove, HeroTrouble,
    Phase, PlightCause, Side, Trigger, Waiting,
};
use crate::line::rules::{Round, arrivals, formations, melee, morale, movement, shooting};

/// **C-2** Uses all abilities that were ordered, players first, each side's in the order in which they were posted
/// . Heroes change squads before that, so that an ability used on a squad reaches those who join it. Formations
/// start after it, with the units that are steady by then (F-9).
pub(super) fn resolve(round: &mut Round<'_>) {
    move_heroes_and_use_abilities(round);
    formations::organise(round);
}

pub(super) fn move_heroes_and_use_abilities(round: &mut Round<'_>) {
    for side in Side::ALL {
        for (hero, order) in round.orders.heroes.iter() {
            if round.battle.side(round.battle.unit(hero).squad) == side {
                move_hero(round, hero, *order);
            }
        }
    }
    for side in Side::ALL {
        for it in &round.orders.abilities {
            if round.battle.setup().caster(it.by).side == side {
                use_ability(round, *it);
            }
        }
    }
}

/// **H-1** Moves a hero into a squad at most one tile away, or out of his squad.
fn move_hero(round: &mut Round<'_>, hero: UnitId, order: HeroMove) {
    let from = round.battle.unit(hero).squad;
    let Some(alone) = round.battle.setup().unit(hero).alone else { return };
    let to = match order {
        HeroMove::Join(to) => to,
        HeroMove::Leave => alone,
    };
    match hero_trouble(round, hero, to, alone) {
        Some(why) => round.emit(Event::HeroStayed { hero, order, why }),
        None if to == from => (),
        None => round.emit(Event::HeroMoved { hero, from, to }),
    }
}

fn hero_trouble(round: &Round<'_>, hero: UnitId, to: SquadId, alone: SquadId) -> Option<HeroTrouble> {
    let battle = &round.battle;
    if !battle.unit(hero).is_standing() {
        return Some(HeroTrouble::IsDown);
    }
    if to == alone {
        return None;
    }
    if !battle.is_on_map(to) {
        return Some(HeroTrouble::SquadIsGone);
    }
    if battle.hero(to).is_some_and(|it| it != hero) && !round.rules.several_heroes {
        return Some(HeroTrouble::SquadHasAHero);
    }
    let distance = battle.distance(battle.footprint(hero), battle.standing(to).filter(|it| *it != hero))?;
    (1 < distance).then_some(HeroTrouble::TooFar { distance })
}

/// **C-1, C-4** Uses an ability. Its CP are spent now, even if its moment never comes.
fn use_ability(round: &mut Round<'_>, it: AbilityUse) {
    let AbilityUse { by, ability, on } = it;
    if let Some(why) = ability_trouble(&round.battle, it) {
        return round.emit(Event::AbilityRefused { by, ability, on, why });
    }
    let &Ability { cost, trigger: waits_for, .. } = round.battle.setup().ability(ability);
    round.emit(Event::AbilityUsed { by, ability, on, cost, waits_for });
    if waits_for.is_none() {
        take_effect(round, by, ability, on);
    }
}

/// **C-2, C-3, H-2** Why an ability can't be used as ordered; `None` if it can.
pub(super) fn ability_trouble(battle: &Battle, it: AbilityUse) -> Option<AbilityTrouble> {
    let ability = battle.setup().ability(it.ability);
    let caster = battle.setup().caster(it.by);
    let hero = caster.hero.filter(|hero| battle.unit(*hero).is_standing());
    // **H-2** A fallen hero's CP stay, but not the abilities that need him.
    if ability.needs_hero && hero.is_none() {
        return Some(AbilityTrouble::HeroIsDown);
    }
    // **C-2**
    let left = battle.cp(it.by);
    if left < ability.cost {
        return Some(AbilityTrouble::NotEnoughCommand { cost: ability.cost, left });
    }
    // **C-4**
    let (this_round, in_all) = battle.uses(it.by, it.ability);
    if let Some(times) = ability.per_battle.filter(|it| *it <= in_all) {
        return Some(AbilityTrouble::UsedUp { times, is_for_battle: true });
    }
    if let Some(times) = ability.per_round.filter(|it| *it <= this_round) {
        return Some(AbilityTrouble::UsedUp { times, is_for_battle: false });
    }
    if let Some(squad) = it.on.squad(battle) {
        // **C-3** It doesn't matter who of the side used it.
        if battle.has_used(caster.side, it.ability, squad) {
            return Some(AbilityTrouble::AlreadyUsedOnIt);
        }
        let is_there = match it.on {
            AbilityOn::Unit(unit) => battle.unit(unit).is_standing(),
            _ => battle.is_on_map(squad),
        };
        if !is_there {
            return Some(AbilityTrouble::TargetIsGone);
        }
    }
    let (range, hero) = (ability.range?, battle.footprint(hero?));
    let distance = match it.on {
        AbilityOn::Squad(squad) => battle.distance(hero, battle.standing(squad))?,
        AbilityOn::Unit(unit) => hero.distance(battle.footprint(unit)),
        AbilityOn::Tile(at) => hero.distance(Footprint { at, size: 1 }),
    };
    (u16::from(range) < distance).then_some(AbilityTrouble::OutOfRange { distance, range })
}

/// **C-5** Triggers the abilities on a squad that waited for this moment, each once. Returns whether there were any.
pub(super) fn trigger(round: &mut Round<'_>, trigger: Trigger, squad: SquadId) -> bool {
    let mut any = false;
    let waits = |battle: &Battle| {
        let mut waiting = battle.waiting().iter().copied();
        waiting.find(|it| it.trigger == trigger && it.on.squad(battle) == Some(squad))
    };
    while let Some(Waiting { by, ability, on, .. }) = waits(&round.battle) {
        round.emit(Event::AbilityTriggered { by, ability, on, trigger });
        take_effect(round, by, ability, on);
        any = true;
    }
    any
}

fn take_effect(round: &mut Round<'_>, by: CasterId, ability: AbilityId, on: AbilityOn) {
    let before = round.events.len();
    let mut is_short = false;
    for effect in round.battle.setup().ability(ability).effects.clone() {
        let so_far = round.events.len();
        affect(round, effect, by, ability, on);
        is_short |= matches!(effect, Effect::Immediately(_)) && so_far == round.events.len();
    }
    // **C-4** The CP are spent even if nothing happened.
    if is_short || before == round.events.len() {
        round.emit(Event::AbilityInVain { by, ability, on });
    }
}

/// **C-7** Applies an effect to a squad, to one unit, or at a tile.
fn affect(round: &mut Round<'_>, effect: Effect, by: CasterId, ability: AbilityId, on: AbilityOn) {
    let battle = &round.battle;
    let units: Vec<UnitId> = match on {
        AbilityOn::Squad(squad) => battle.standing(squad).collect(),
        AbilityOn::Unit(unit) => vec![unit],
        AbilityOn::Tile(_) => Vec::new(),
    };
    let stands = |unit: UnitId| battle.unit(unit).is_standing();
    match (effect, on) {
        (Effect::Lasting { boon, span }, AbilityOn::Squad(squad)) => {
            round.emit(Event::BoonBegan { squad, boon, span, ability });
        }
        (Effect::Lasting { boon, span }, AbilityOn::Unit(unit)) if stands(unit) => {
            round.emit(Event::UnitBoonBegan { unit, boon, span, ability });
        }
        (Effect::Immediately(phase), _) => act_ahead(round, on, phase, ability),
        (Effect::Rally, AbilityOn::Squad(squad)) if battle.squad(squad).is_broken => {
            round.emit(Event::Rallied { squad, ability });
        }
        (Effect::Heal(hp), _) => heal(round, &units, hp, ability),
        (Effect::StandUp { units, hp }, AbilityOn::Squad(squad)) => stand_up(round, squad, units, hp, ability),
        (Effect::CountAsNotShot, AbilityOn::Squad(squad)) if battle.squad(squad).has_shot => {
            round.emit(Event::CountsAsNotShot { squad, ability });
        }
        (Effect::Afflict { plight, rounds }, _) => {
            formations::afflict(round, plight, units, rounds, PlightCause::Ability(ability));
        }
        (Effect::Steady, _) => formations::steady(round, &units, ability),
        (Effect::Ground { terrain, radius, rounds }, AbilityOn::Tile(at)) => {
            change_ground(round, terrain, at, radius, rounds);
        }
        (Effect::Reinforce { squad, at }, _) => {
            let here = if let AbilityOn::Tile(here) = on { Some(here) } else { None };
            at.or(here).into_iter().for_each(|at| arrivals::arrive(round, squad, at));
        }
        (Effect::RegainCommand(cp), _) => regain(round, by, cp),
        _ => (),
    }
}

/// **C-1** Gives CP back to a pool, never above its maximum.
pub(super) fn regain(round: &mut Round<'_>, by: CasterId, cp: u8) {
    let cp = cp.min(round.battle.setup().caster(by).cp_max - round.battle.cp(by));
    if 0 < cp {
        round.emit(Event::CommandRegained { by, cp });
    }
}

/// **C-6** Carries out a phase at once, by its usual rules, for a squad or for one unit of it. The squad or unit sits
/// the phase out when it comes; the other units of a unit's squad don't.
fn act_ahead(round: &mut Round<'_>, on: AbilityOn, phase: Phase, ability: AbilityId) {
    let battle = &round.battle;
    let Some(squad) = on.squad(battle).filter(|it| !battle.has_acted_ahead(*it, phase)) else { return };
    let unit = if let AbilityOn::Unit(unit) = on { Some(unit) } else { None };
    if unit.is_some_and(|it| !battle.unit(it).is_standing() || battle.has_unit_acted_ahead(it, phase)) {
        return;
    }
    let acted = match (phase, unit) {
        (Phase::Shooting, None) => shooting::act_ahead(round, squad),
        (Phase::Shooting, Some(unit)) => shooting::unit_acts_ahead(round, unit),
        (Phase::Melee, None) => melee::act_ahead(round, squad),
        (Phase::Melee, Some(unit)) => melee::unit_acts_ahead(round, unit),
        (Phase::Movement, None) => movement::act_ahead(round, squad),
        (Phase::Movement, Some(unit)) => movement::unit_acts_ahead(round, unit),
        (Phase::Morale, None) => morale::test(round, squad),
        // Morale is tested by whole squads.
        (Phase::Morale, Some(_)) | (Phase::Command, _) => false,
    };
    if acted {
        round.emit(match unit {
            None => Event::ActedAhead { squad, phase, ability },
            Some(unit) => Event::UnitActedAhead { unit, phase, ability },
        });
    }
}

/// Gives HP back to the standing unit that lacks most.
fn heal(round: &mut Round<'_>, units: &[UnitId], hp: u8, ability: AbilityId) {
    let battle = &round.battle;
    let lacks = |it: UnitId| i16::from(battle.profile(it).hp) - battle.unit(it).hp;
    let standing = units.iter().copied().filter(|it| battle.unit(*it).is_standing());
    let neediest = standing.min_by_key(|it| std::cmp::Reverse(lacks(*it)));
    if let Some(unit) = neediest.filter(|it| 0 < lacks(*it)) {
        let hp = (battle.unit(unit).hp + i16::from(hp).min(lacks(unit))) as u8;
        round.emit(Event::Healed { unit, hp, stands_at: None, ability });
    }
}

/// Lets carried units stand up beside their leader, as far as there is room.
fn stand_up(round: &mut Round<'_>, squad: SquadId, units: u8, hp: u8, ability: AbilityId) {
    let carried: Vec<UnitId> = round.battle.carried(squad).take(usize::from(units)).collect();
    for unit in carried {
        let battle = &round.battle;
        let Some(leader) = battle.leader(squad) else { return };
        let is_taken = |tile| !battle.is_free(tile);
        let profile = battle.profile(unit);
        let Some(places) = form_up(battle.board(), is_taken, &[profile.size], battle.unit(leader).at) else { return };
        let hp = hp.clamp(1, profile.hp);
        round.emit(Event::Healed { unit, hp, stands_at: places.first().copied(), ability });
    }
}

/// Changes the ground around a tile. Impassable tiles stay as they are, and no unit is walled in.
fn change_ground(round: &mut Round<'_>, terrain: TerrainId, at: Tile, radius: u8, rounds: u8) {
    let battle = &round.battle;
    let is_passable = battle.board().kind(terrain).cost.is_some();
    let changes = |tile: &Tile| {
        tile.steps_to(at) <= u16::from(radius)
            && battle.ground(*tile).cost.is_some()
            && (is_passable || battle.who_stands_on(*tile).is_none())
    };
    let tiles: Vec<Tile> = battle.board().tiles().filter(changes).collect();
    if !tiles.is_empty() {
        let until = battle.round() + u16::from(rounds.max(1)) - 1;
        round.emit(Event::GroundChanged { tiles, terrain, until });
    }
}

/// **Q-B7** Ends abilities that waited in vain, when the round ends.
pub(super) fn lapse(round: &mut Round<'_>) {
    for it in round.battle.waiting().to_vec() {
        round.emit(Event::AbilityLapsed { by: it.by, ability: it.ability, on: it.on });
    }
}

#[cfg(test)]
mod tests {
    use crate::dice::Dice;
    use crate::line::battle::Orders;
    use crate::line::battle::scene::{scene, squad};
    use crate::line::rules::Line;

    use super::*;

    /// The cases of the suite can't check this, because they describe squads and units and not the ground.
    #[test]
    fn c7_ground_that_nobody_can_walk_on_stays_as_it_is() {
        let battle = scene(".a # .\n~ . .e", "a Alpha players: rifle; e Boyz enemy: boy");
        let (wall, smoke) = (Tile::new(1, 0), TerrainId(7));
        assert_eq!(battle.board().kind(smoke).name, "smoke");
        let (rules, orders, mut dice) = (Line::default(), Orders::default(), Dice::scripted(""));
        let mut round = Round { rules: &rules, battle, orders: &orders, dice: &mut dice, events: Vec::new() };
        change_ground(&mut round, smoke, wall, 1, 1);
        let names = round.battle.board().tiles().map(|it| &*round.battle.ground(it).name).collect::<Vec<_>>();
        assert_eq!(names, ["smoke", "wall", "smoke", "water", "smoke", "open"]);
    }

    #[test]
    fn h1_a_squad_counts_as_begun_without_the_hero_who_has_left_it() {
        let mut battle = scene(".a .a .l .e", "a Alpha players: rifle; l Lead players: officer; e Boyz enemy: boy");
        let (alpha, lead) = (squad(&battle, "Alpha"), squad(&battle, "Lead"));
        let hero = battle.squad(lead).members[0];
        let starting = |battle: &Battle| [alpha, lead].map(|it| battle.squad(it).starting);
        assert_eq!(starting(&battle), [2, 1]);
        battle.apply(&Event::HeroMoved { hero, from: lead, to: alpha });
        assert_eq!(starting(&battle), [3, 0]);
        battle.apply(&Event::HeroMoved { hero, from: alpha, to: lead });
        assert_eq!(starting(&battle), [2, 1]);
    }
}
