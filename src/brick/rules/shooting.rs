//! BC-14, BS-11: ranged attacks, alone and combined.

use std::collections::BTreeMap;

use crate::brick::battle::{
    Battle, DamageRoll, Deed, Event, ItemId, Loss, Manoeuvre, Mod, OrderKind, Orders, Part, Phase, Ranged, Rect,
    Refusal, Run, Shoot, Swing, Target, TeamId, Verdict, WeaponId, Who,
};
use crate::brick::rules::aim::{self, Mark, Shot};
use crate::brick::rules::blast::Blast;
use crate::brick::rules::chance::Kind;
use crate::brick::rules::deal::{self, Effect, Hit, Limit};
use crate::brick::rules::harm::{self, Blow};
use crate::brick::rules::roll::{self, Changes};
use crate::brick::rules::sight::{self, View};
use crate::brick::rules::stray::{self, Missed};
use crate::brick::rules::{Round, refuse_if};
use crate::dice::Sides;
use crate::field::{Tile, UnitId, grouped};

/// Each team has its pass, in which its volleys are fired one after the other.
pub(super) fn resolve(round: &mut Round<'_>) {
    round.emit(Event::PhaseBegan { phase: Phase::Shooting });
    for team in round.battle.setup().team_ids() {
        round.emit(Event::PassBegan { team });
        for volley in volleys(round, team) {
            fire(round, &volley);
        }
    }
}

/// **BC-3.2** Those who shoot together. Nobody is added afterwards.
type Volley<'a> = Vec<(Who, &'a Shoot)>;

/// **BX-13, BC-3.3** The volleys of a team's pass. Orders with the same tag and target are one volley, at the place
/// of the last of them, whichever team of the side gave them.
fn volleys<'a>(round: &Round<'a>, team: TeamId) -> Vec<Volley<'a>> {
    let orders = round.orders;
    let battle = &round.battle;
    let mut sequence: Vec<(Who, &Shoot)> = orders.shoot.iter().filter(|it| battle.team(it.0).is_some()).collect();
    sequence.sort_by_key(|it| battle.team(it.0));
    let mut found = Vec::new();
    for (at, entry) in sequence.iter().enumerate() {
        let is_last = !sequence[at + 1..].iter().any(|it| battle.shoot_as_one(*it, *entry));
        if is_last && battle.team(entry.0) == Some(team) {
            let group = sequence[..at].iter().filter(|it| battle.shoot_as_one(**it, *entry)).chain([entry]);
            found.push(group.copied().collect());
        }
    }
    found
}

/// **BC-14.1** Fires one Combined Attack, which nobody counters. **BC-1.1** First ranges, then Attack Rolls, then
/// Damage Rolls of what hit; what fails goes no further. **BC-3.5** Everybody who can see the target may take part,
/// with modifiers of their own.
///
/// **BS-1.2, BS-11.4** With one order, all dice of a squad are rolled together.
pub(super) fn fire(round: &mut Round<'_>, volley: &[(Who, &Shoot)]) {
    let mut shots = Vec::new();
    for (who, order) in volley {
        let found = shooters(round, *who, order);
        shots.extend(round.or_refuse(*who, OrderKind::Shoot, found).unwrap_or_default());
    }
    if shots.is_empty() {
        return;
    }
    let (mut hits, mut misses) = (Vec::new(), Vec::new());
    for shot in &shots {
        match roll(round, shot) {
            Ok(blow) => hits.push((shot, blow)),
            Err(missed) => misses.push(missed),
        }
    }
    // **BS-11.3** All attacks, then all damage, then the sum, then the misses.
    hits.sort_by_key(|it| (it.0.by, it.0.item));
    let target = shots[0].target;
    let dealt = grouped(hits.iter().map(|(shot, blow)| (shot.target, (*shot, harm::roll_damage(round, blow)))));
    for (target, hits) in dealt {
        deal_hits(round, target, &hits);
    }
    harm::remove_casualties(round);
    round.sums.clear();
    let mut landed = BTreeMap::new();
    for missed in &misses {
        landed.extend(stray::track(round, target, missed).map(|at| (missed.shot.item, at)));
    }
    for shot in &shots {
        drop_thrown(round, shot, target, landed.get(&shot.item).copied());
    }
}

/// **BC-3.4** Deals out the damage of what hit.
fn deal_hits(round: &mut Round<'_>, target: Target, hits: &[(&Shot<'_>, DamageRoll)]) {
    if let Part::Item(weapon) = hits[0].0.order.part {
        let damage = hits.iter().map(|it| it.1.total).sum();
        return break_item(round, target, weapon, damage);
    }
    let (onto, mixed) = deal::shot_falls_on(&round.battle, target);
    if let (Target::Who(who), false) = (target, mixed.is_empty()) {
        round.emit(Event::MixedUp { target: who, with: mixed });
    }
    let of = |(shot, damage): &(&Shot<'_>, DamageRoll)| {
        let range = shot.range.min(u16::from(u8::MAX)) as u8;
        let effect = match shot.ranged.blast {
            Some(radius) => Effect::Explosion(Blast::of(radius, damage)),
            None if round.battle.weapon(shot.item).has_overkill || round.rules.overkill_all => {
                Effect::Overkill { range }
            }
            None => Effect::Nothing,
        };
        Hit { by: shot.by, damage: damage.total, effect }
    };
    let hits = hits.iter().map(of).collect();
    deal::deal(round, hits, &onto, Limit::None);
}

/// **BC-2.7** The Armor of something that is held.
const ITEM_ARMOR: i16 = 2;

fn break_item(round: &mut Round<'_>, target: Target, weapon: WeaponId, damage: i16) {
    let units = round.battle.target_units(target);
    let holds = |it: &UnitId| round.battle.held(*it).find(|item| round.battle.item(*item).weapon == weapon);
    let found = units.iter().find_map(|it| Some((*it, holds(it)?)));
    if let Some((unit, item)) = found.filter(|_| ITEM_ARMOR < damage) {
        round.emit(Event::ItemBroken { unit, item, damage });
    }
}

/// The shots of a squad or a unit. **BS-9.1, BS-11.1** A squad does one thing: units that can't do it sit out,
/// **BS-9.2** and have nothing else to do with their Action. **BS-3.4** A Standard is no burden to its bearer.
fn shooters<'a>(round: &mut Round<'_>, who: Who, order: &'a Shoot) -> Result<Vec<Shot<'a>>, Refusal> {
    may_shoot(round, who, order)?;
    let able: Vec<UnitId> =
        round.battle.members(who).into_iter().filter(|it| why_sits_out(&round.battle, *it).is_none()).collect();
    let Some(target) = live_target(&round.battle, order.target) else {
        // The order is wasted, and the Action with it.
        round.refuse(who, OrderKind::Shoot, Refusal::TargetGone);
        round.spend(&able, Deed::Shoot);
        return Ok(Vec::new());
    };
    if able.is_empty() {
        let members = round.battle.members(who);
        // **BC-14.2** Units that have shot this round have had their target.
        let has_shot = members.iter().all(|it| round.battle.unit(*it).has_shot);
        let why = members.iter().find_map(|it| why_sits_out(&round.battle, *it));
        return Err(if has_shot { Refusal::OneTarget } else { why.unwrap_or(Refusal::Gone) });
    }
    // **BS-16.3** A unit that is too large to single somebody out fires at the squad, **BS-16.1** of which any bit
    // that shows will do.
    let aimed = able.iter().filter_map(|it| {
        let at = target_for(&round.battle, *it, target);
        Some((*it, at, sight::view_of(&round.battle, who, round.battle.rect(who), at)?))
    });
    let aimed: Vec<(UnitId, Target, View)> = aimed.collect();
    let at = aimed.first().ok_or(Refusal::NoSight)?.1;
    if aimed.iter().any(|it| it.1 != target) {
        round.refuse(who, OrderKind::Shoot, Refusal::CannotSingleOut);
    }
    let rect = round.battle.target_rect(at);
    let bonus = momentum(round, who, order, rect);
    let mut shots: Vec<Shot<'a>> = aimed.iter().flat_map(|it| shots_of(&round.battle, order, *it, bonus)).collect();
    if shots.is_empty() {
        return Err(Refusal::NoWeapon);
    }
    if !round.rules.out_of_range {
        // **BC-4.4** Units whose weapon doesn't carry that far sit out.
        let Shot { distance, range, .. } = shots[0];
        shots.retain(|it| it.distance <= it.range);
        if shots.is_empty() {
            return Err(Refusal::OutOfRange { distance, range });
        }
    }
    round.emit(Event::Declared { by: who, does: Manoeuvre::Shoot, at: Some(at) });
    round.spend(&able, Deed::Shoot);
    Ok(shots)
}

fn may_shoot(round: &Round<'_>, who: Who, order: &Shoot) -> Result<(), Refusal> {
    let battle = &round.battle;
    refuse_if([
        (!battle.is_there(who), Refusal::Gone),
        // **BC-8.21** Unless it Ignores the melee that it is in.
        (battle.phase() != Phase::Melee && battle.is_engaged(who), Refusal::Engaged),
        (battle.target_who(order.target).is_some_and(|it| round.must_spare(who, it)), Refusal::OwnSide),
        (!battle.setup().has_map && battle.measured(who, order.target).range.is_none(), Refusal::NotMeasured),
        // **BC-4.8** A blind shot has to go within an inch of a hostile unit.
        (order.blind.is_some_and(|it| !aim::is_somebody_near(battle, who, it)), Refusal::NobodyThere),
    ])
}

/// Why a unit takes no part in what its squad does at range or in close combat, if there is a reason.
pub(super) fn why_sits_out(battle: &Battle, unit: UnitId) -> Option<Refusal> {
    let it = battle.unit(unit);
    let able = refuse_if([
        (it.is_disrupted, Refusal::Disrupted),
        // **BS-5.5** A unit that paid for forming up takes no part in what its squad does.
        (it.has_formed_up, Refusal::FormedUp { unit }),
        (it.has_acted, Refusal::NoAction { unit }),
    ]);
    able.err()
}

/// The target as it is now. `None` if nothing is left of it.
pub(super) fn live_target(battle: &Battle, target: Target) -> Option<Target> {
    let is_there = match target {
        // The unit may have stepped onto a plate since.
        Target::Who(Who::Unit(unit)) if battle.unit(unit).squad.is_some() => {
            return live_target(battle, Target::Single(unit));
        }
        Target::Who(who) => battle.is_there(who),
        Target::Single(unit) => battle.unit(unit).is_standing(),
        Target::Tile(tile) => battle.setup().board.contains(tile),
    };
    is_there.then_some(target)
}

/// **BC-16.7** A run straight at the target carries a throw farther: its die is rolled before the distance is judged
/// (BX-3), and the momentum is spent (BC-16.9).
fn momentum(round: &mut Round<'_>, who: Who, order: &Shoot, rect: Rect) -> u16 {
    if !order.momentum {
        return 0;
    }
    let battle = &round.battle;
    let has_run = battle.run(who).is_some_and(|it| it.has_momentum() && battle.rect(who).has_ahead(it.heading, rect));
    let said = battle.measured(who, order.target).run;
    let is_said = !battle.setup().has_map && said.is_some_and(|it| Run::MOMENTUM <= it);
    if !is_said && !has_run {
        round.refuse(who, OrderKind::Shoot, Refusal::NoMomentum);
        return 0;
    }
    let roll = round.roll_plain(who, (1, Sides::D6), Kind::Momentum, order.nocrit);
    let total = roll.total;
    let units = round.battle.members(who);
    round.emit(Event::MomentumRolled { who: units, roll, is_opposition: false });
    round.emit(Event::Ran { who, run: None });
    total as u16
}

/// **BC-14.2** The weapons that one unit fires, all at one target. **BS-11.2** Distances are those of its squad's
/// Standard, **BC-1.4** and cardinal steps to the nearest part of the target.
fn shots_of<'a>(battle: &Battle, order: &'a Shoot, aimed: (UnitId, Target, View), bonus: u16) -> Vec<Shot<'a>> {
    let (unit, target, view) = aimed;
    let who = battle.who(unit);
    let mut loaded: Vec<(ItemId, Ranged)> =
        battle.held(unit).filter_map(|it| Some((it, battle.weapon(it).ranged?))).collect();
    let mut take = |weapon: Option<WeaponId>| {
        let at = loaded.iter().position(|it| weapon.is_none_or(|weapon| battle.item(it.0).weapon == weapon));
        at.map(|it| loaded.remove(it))
    };
    let first = take(order.with);
    let second = order.with.and(order.and).and_then(|it| take(Some(it)));
    let rect = battle.target_rect(target);
    let origin = battle.origin(who);
    let (distance, height) = match battle.target_who(target).filter(|_| !battle.setup().has_map) {
        Some(_) => {
            let said = battle.measured(who, target);
            (said.range.unwrap_or(0), sight::carries_farther(said.height.unwrap_or(0)))
        }
        None => {
            let from = origin.tiles().min_by_key(|it| rect.distance(Rect::one(*it)));
            (origin.distance(rect), sight::height_bonus(battle, from.unwrap_or(origin.at), rect))
        }
    };
    let shot = |(item, ranged): (ItemId, Ranged)| {
        let range = u16::from(ranged.range) + height + bonus;
        Shot { by: unit, item, ranged, order, target, view, distance, range }
    };
    first.into_iter().chain(second).map(shot).collect()
}

/// **BS-16.3** What a unit aims at: the unit that it is to single out, if that is large enough, or else the squad of
/// it.
pub(super) fn target_for(battle: &Battle, unit: UnitId, target: Target) -> Target {
    match target {
        Target::Single(at) if !can_single_out(battle, unit, at) => Target::Who(battle.who(at)),
        target => target,
    }
}

/// **BS-16.3** Whether an attacker can single out a unit of a squad: the unit is at least twice as large.
pub(crate) fn can_single_out(battle: &Battle, by: UnitId, at: UnitId) -> bool {
    battle.unit(at).squad.is_none() || 2 * battle.profile(by).size <= battle.profile(at).size
}

/// **BC-1.8** Makes one Attack Roll. Returns the damage to roll if it hits. **BC-15.3** A miss lands as many inches
/// from the target as the roll fell short, **BT-8** and at least 1.
fn roll<'a>(round: &mut Round<'_>, shot: &'a Shot<'a>) -> Result<Blow, Missed<'a>> {
    let (weapon, ranged) = (round.battle.item(shot.item).weapon, shot.ranged);
    let less = shot.distance.saturating_sub(shot.range);
    let mods = shot_mods(round, shot);
    let at = shot.target.unit();
    let rolled = roll::skill(round, Kind::Attack, shot.by, at, Some(ranged.needs), less, mods);
    let (hits, verdict) = (rolled.verdict.succeeds(), rolled.verdict);
    let within = (i16::from(ranged.needs) - rolled.total).max(1) as u16;
    round.emit(Event::AttackRolled(Box::new(Swing {
        does: Manoeuvre::Shoot,
        by: shot.by,
        at: shot.target,
        part: shot.order.part,
        weapon: Some(weapon),
        distance: Some(shot.distance),
        roll: Some(rolled),
        hits,
    })));
    if !hits {
        return Err(Missed { shot, within });
    }
    let overskill = overskill(round, shot.by, verdict);
    // **BX-6** A blast meets the armor of each unit that it catches, **BC-4.6** as strong as ever.
    let (levels, less) = match ranged.blast {
        Some(_) => (0, 0),
        None => (worn_levels(&round.battle, shot.target), less),
    };
    let changes = Changes { overskill, levels, ..Changes::default() };
    Ok(Blow { by: shot.by, at, weapon, amount: ranged.damage, changes, less, nocrit: shot.order.nocrit })
}

/// **BC-20.3** One bonus die for a critical success, if the policy spends it so.
pub(super) fn overskill(round: &Round<'_>, by: UnitId, verdict: Verdict) -> u8 {
    let spends = round.battle.policies(round.battle.who(by)).benny.on_attack;
    u8::from(verdict == Verdict::CriticalSuccess && spends)
}

/// **BX-6** The level of Deflection from heavy armor: a squad has it if all its members wear it.
pub(super) fn worn_levels(battle: &Battle, target: Target) -> u8 {
    let units = battle.target_units(target);
    u8::from(!units.is_empty() && units.iter().all(|it| battle.profile(*it).has_heavy_armor))
}

/// **BC-14.5** All modifiers of a shot.
fn shot_mods(round: &Round<'_>, shot: &Shot<'_>) -> Vec<(Mod, i16)> {
    let battle = &round.battle;
    let mark = Mark::of(battle, shot.target, shot.order.part);
    let view = match shot.order.blind {
        Some(_) => View { hidden: sight::SECTIONS, ..shot.view },
        None => shot.view,
    };
    let near = (battle.origin(battle.who(shot.by)), shot.range.max(shot.distance));
    let seen = || sight::shown_size(battle, view.from, near, mark.rect, mark.size);
    let size = view.said_to_show.map_or_else(seen, |it| it.min(mark.size));
    let mut mods = aim::target_mods(battle, &mark, Some(view), size);
    mods.push((Mod::Stationary, i16::from(aim::is_stationary(battle, shot.by, shot.target, &mark.units))));
    mods.push((Mod::Aiming, i16::from(aims(round, shot, &mark.units))));
    mods.push((Mod::Outnumbered, -i16::from(aim::is_outnumbered(battle, shot.by))));
    mods
}

/// **BC-2.13** Whether a shooter aims, and so stays where it is for the round. **BC-2.14** Aboard something that
/// moves nobody aims, except at what is aboard as well.
fn aims(round: &Round<'_>, shot: &Shot<'_>, targets: &[UnitId]) -> bool {
    let is_ready = shot.order.aim && !round.battle.unit(shot.by).is_disrupted;
    is_ready && moves_under(&round.battle, round.orders, shot.by, targets).is_none()
}

/// **BC-2.14** The moving vehicle that a unit rides in, unless the unit only aims at what is aboard as well.
pub(crate) fn moves_under(battle: &Battle, orders: &Orders, unit: UnitId, targets: &[UnitId]) -> Option<UnitId> {
    let aboard = |it: UnitId| battle.setup().unit(it).aboard;
    let vehicle = aboard(unit)?;
    let is_shared = !targets.is_empty() && targets.iter().all(|it| aboard(*it) == Some(vehicle) || *it == vehicle);
    let moves = orders.movement.get(battle.who(vehicle)).is_some() || battle.unit(vehicle).has_moved;
    (moves && !is_shared).then_some(vehicle)
}

/// **BX-33** A thrown weapon lies where it fell: where its own miss landed, or at the target.
fn drop_thrown(round: &mut Round<'_>, shot: &Shot<'_>, target: Target, landed: Option<Tile>) {
    let holds = round.battle.held(shot.by).any(|it| it == shot.item);
    if !shot.ranged.is_thrown || !holds {
        return;
    }
    let fell = match target {
        Target::Who(Who::Squad(_)) => round.battle.target_rect(target).middle(),
        target => round.battle.target_rect(target).at,
    };
    // An explosive is gone.
    let to = shot.ranged.blast.is_none().then_some(landed.unwrap_or(fell));
    round.emit(Event::ItemLost { unit: shot.by, item: shot.item, to, why: Loss::Thrown });
}
