//! S: which units of a squad fire which weapon at whom, all from one state of the battle.

use crate::field::{Extent, Footprint, SquadId, UnitId, place_of};
use crate::line::battle::{
    Aim, AimSource, AttackSource, Battle, Boon, Expected, FirePart, Kind, Phase, Silence, VolleyKind, WeaponId, With,
};
use crate::line::rules::attack::{self, Arm, Armoury, Attacker, Plan};
use crate::line::rules::{Line, formations, stray, terms};

/// One weapon of one unit, and the part of the volley that it fires in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    pub(super) part: usize,
    pub(super) unit: UnitId,
    pub(super) weapon: WeaponId,
    /// The place of the weapon in the unit's list, from 0.
    slot: usize,
    /// Whether the unit has to choose between this and others of its weapons. It fires the first that can be fired.
    is_choice: bool,
    /// **S-2** Whether the unit fires it in addition to its other weapons.
    is_extra: bool,
    /// **S-3** How many units work it; 0 for a weapon without a crew.
    crew: u8,
    /// **S-3** Whether it has no crew, so that its user is free for another part of the volley.
    lacks_crew: bool,
}

/// How a squad uses its weapons in a volley.
#[derive(Clone, Debug, Default)]
pub(super) struct Uses {
    /// The uses of weapons. **S-3** A unit that has none may still crew the weapon of another.
    pub(super) each: Vec<Use>,
    /// **S-3** Units that may crew weapons only in this part of the volley; `None`: in no part.
    tied: Vec<(UnitId, Option<usize>)>,
}

impl Uses {
    /// The uses in one part of the volley.
    pub(super) fn of(&self, part: usize) -> Uses {
        let each = self.each.iter().copied().filter(|it| it.part == part).collect();
        let tied = self.tied.iter().filter(|it| it.1 != Some(part)).map(|it| (it.0, None)).collect();
        Uses { each, tied }
    }
}

/// **S-1, S-2, S-4** Which weapons each unit could use, and in which part. A weapon goes to the first part that names
/// it or its user, or else to the first part that names neither.
pub(super) fn assign(battle: &Battle, squad: SquadId, parts: &[FirePart]) -> Uses {
    let mut each = Vec::with_capacity(2 * battle.squad(squad).members.len());
    let mut armoury = Armoury::new(battle, squad, Phase::Shooting);
    let has_done_so = |it: &UnitId| battle.has_unit_acted_ahead(*it, Phase::Shooting);
    // **C-6** Units that have fired ahead of their squad sit out.
    for unit in battle.standing(squad).filter(|it| !has_done_so(it)) {
        let profile = battle.profile(unit);
        for (slot, &weapon) in profile.weapons.iter().enumerate() {
            if battle.setup().weapon(weapon).is_melee() {
                continue;
            }
            if let Some(part) = part_for(battle, parts, unit, weapon) {
                // **S-2** Infantry use one weapon and those with [Extra Attacks]; others use all.
                let traits = armoury.arm(unit, weapon).traits;
                let is_extra = traits.extra_attacks;
                let is_choice = profile.kind == Kind::Infantry && !is_extra;
                each.push(Use { part, unit, weapon, slot, is_choice, is_extra, crew: traits.crew, lacks_crew: false });
            }
        }
    }
    let fired_together = formations::fired_already(battle, squad);
    let done = battle.standing(squad).filter(|it| has_done_so(it) || fired_together.contains(it));
    let mut uses = Uses { each, tied: done.map(|it| (it, None)).collect() };
    keep_to_one_part(battle, squad, parts, &mut uses);
    uses
}

/// A unit that has to choose between its weapons keeps to one part: the part of the weapon that its team crews (S-3),
/// or else the first part that names one of its weapons or itself. **S-3** No unit crews a weapon in one part of a
/// volley and fires or crews another weapon in the next.
fn keep_to_one_part(battle: &Battle, squad: SquadId, parts: &[FirePart], uses: &mut Uses) {
    if parts.len() < 2 {
        return;
    }
    let Uses { each, tied } = uses;
    let mut busy = Vec::new();
    let mut crews: Vec<(UnitId, usize)> = Vec::new();
    for it in each.iter().filter(|it| 0 < it.crew) {
        let crew = assign_crew(battle, it, tied, &mut busy).into_iter().flatten();
        crews.extend(crew.map(|unit| (unit, it.part)));
    }
    let all = each.clone();
    let crewed = |unit: UnitId| crews.iter().find(|it| it.0 == unit).map(|it| it.1);
    let own = |unit: UnitId| all.iter().filter(move |it| it.unit == unit && !it.is_extra && it.crew == 0);
    let part_of = |unit: UnitId| {
        let mine = own(unit).filter(|it| it.is_choice).map(|it| it.part);
        crewed(unit).or_else(|| mine.min_by_key(|it| (parts[*it].with.is_none(), *it)))
    };
    for it in each.iter_mut() {
        it.lacks_crew = 0 < it.crew && crews.iter().all(|crewed| crewed.1 != it.part);
    }
    each.retain(|it| it.is_extra || it.lacks_crew || part_of(it.unit).is_none_or(|part| part == it.part));
    // A unit without a weapon of its own to fire may replace a crew member who falls on the way.
    let Some(last) = all.iter().filter(|it| 0 < it.crew).map(|it| it.part).max() else { return };
    for unit in battle.standing(squad) {
        if tied.iter().all(|it| it.0 != unit) {
            let mut parts = own(unit).map(|it| it.part);
            let first = parts.next().unwrap_or(last);
            let only = parts.all(|it| it == first).then_some(first);
            tied.push((unit, part_of(unit).or(only)));
        }
    }
}

/// **S-3** The crew of a weapon, its user first; `None` unless he and enough of his team are free. Marks the crew as
/// busy.
fn assign_crew(
    battle: &Battle,
    it: &Use,
    tied: &[(UnitId, Option<usize>)],
    busy: &mut Vec<UnitId>,
) -> Option<Vec<UnitId>> {
    let is_elsewhere = |unit: UnitId| tied.iter().any(|it| it.0 == unit);
    let is_busy = |unit: UnitId| busy.contains(&unit) || is_elsewhere(unit) || is_kept_from_firing(battle, unit);
    let mates = if is_busy(it.unit) { None } else { crew_mates(battle, it.unit, it.crew, is_busy) };
    let crew = [&[it.unit], &mates?[..]].concat();
    busy.extend(&crew);
    Some(crew)
}

/// **S-1, FX-6** Whether a unit can neither fire nor crew a weapon now, at any target.
pub(super) fn is_kept_from_firing(battle: &Battle, unit: UnitId) -> bool {
    battle.is_engaged(unit) || formations::silence(battle, unit).is_some()
}

/// **S-3** The others that crew a unit's weapon with it; `None` if too few of its team are free.
pub(super) fn crew_mates(
    battle: &Battle,
    unit: UnitId,
    takes: u8,
    is_busy: impl Fn(UnitId) -> bool,
) -> Option<Vec<UnitId>> {
    let team = |unit: UnitId| battle.setup().unit(unit).team;
    let is_free = |it: &UnitId| *it != unit && team(*it).is_some() && team(*it) == team(unit) && !is_busy(*it);
    let wanted = usize::from(takes).saturating_sub(1);
    let crew: Vec<UnitId> = battle.standing(battle.unit(unit).squad).filter(is_free).take(wanted).collect();
    (crew.len() == wanted).then_some(crew)
}

fn part_for(battle: &Battle, parts: &[FirePart], unit: UnitId, weapon: WeaponId) -> Option<usize> {
    let names_it = |part: &FirePart| match part.with {
        Some(With::Weapon(it)) => it == weapon,
        Some(With::Team(it)) => it == battle.setup().unit(unit).profile,
        None => false,
    };
    parts.iter().position(names_it).or_else(|| parts.iter().position(|it| it.with.is_none()))
}

/// The volleys of a squad at a target, before any dice.
pub(super) struct PlannedFire {
    /// One for each weapon that any unit can use, in the order of the squad (Q-C33).
    pub(super) plans: Vec<Plan>,
    /// The units that fire nothing, and why.
    pub(super) silent: Vec<(UnitId, Silence)>,
}

/// Plans a squad's fire at a target, weapon by weapon. **F-3** If `only` is given, at this unit alone.
pub(super) fn plan(battle: &Battle, squad: SquadId, target: SquadId, uses: &Uses, only: Option<UnitId>) -> PlannedFire {
    let battery = Battery::of(battle, squad, uses);
    battery.plan(target, only, battery.ready.iter())
}

/// A squad that is ready to fire. Holds everything that doesn't depend on the target.
pub(super) struct Battery<'a> {
    battle: &'a Battle,
    squad: SquadId,
    armoury: Armoury<'a>,
    ready: Vec<Ready>,
    /// **S-3** As in [`Uses`].
    tied: Vec<(UnitId, Option<usize>)>,
    extent: Extent,
}

/// One weapon of a standing unit.
struct Ready {
    it: Use,
    /// Its place in the armoury.
    arm: usize,
    range: u16,
    here: Footprint,
    /// Why it can't be fired at any target; `None` if it can.
    held: Option<Silence>,
}

impl<'a> Battery<'a> {
    pub(super) fn of(battle: &'a Battle, squad: SquadId, uses: &Uses) -> Battery<'a> {
        let mut armoury = Armoury::new(battle, squad, Phase::Shooting);
        // **S-3** Crewed weapons come first, because their crews use nothing else.
        let standing = || uses.each.iter().filter(|it| battle.unit(it.unit).is_standing());
        let in_turn = standing().filter(|it| 0 < it.crew).chain(standing().filter(|it| it.crew == 0));
        let mut ready: Vec<Ready> = Vec::with_capacity(uses.each.len());
        let may_be_engaged = battle.may_be_in_contact(squad);
        for &it in in_turn {
            let place = armoury.place_of(it.unit, it.weapon);
            let arm = &armoury.arms[place];
            let is_engaged = may_be_engaged && battle.is_engaged(it.unit);
            let is_spent = arm.traits.one_shot && battle.is_spent(it.unit, it.slot);
            let found = [
                it.lacks_crew.then_some(Silence::Undermanned),
                formations::silence(battle, it.unit),
                is_engaged.then_some(Silence::Engaged),
                is_spent.then_some(Silence::Spent),
            ];
            let held = found.into_iter().flatten().next();
            ready.push(Ready { it, arm: place, range: arm.range, here: battle.footprint(it.unit), held });
        }
        let extent = Extent::of(ready.iter().map(|it| it.here));
        Battery { battle, squad, armoury, ready, tied: uses.tied.clone(), extent }
    }

    /// The average result of all its fire at a squad.
    pub(super) fn expected(&self, rules: &Line, target: SquadId) -> Expected {
        let distance = self.extent.distance(self.battle.extent(target));
        if self.ready.iter().all(|it| it.range < distance) {
            return Expected::default();
        }
        // Units that are certainly out of range fire nothing, and their reasons aren't needed here.
        let in_range = self.ready.iter().filter(|it| distance <= it.range);
        let PlannedFire { plans, .. } = self.plan(target, None, in_range);
        plans.iter().map(|it| attack::expect(rules, self.battle, it)).sum()
    }

    fn plan<'b>(
        &'b self,
        target: SquadId,
        only: Option<UnitId>,
        ready: impl Iterator<Item = &'b Ready>,
    ) -> PlannedFire {
        let battle = self.battle;
        let mut victims = Vec::with_capacity(battle.squad(target).members.len());
        let may_be_hit = |it: &UnitId| only.is_none_or(|only| only == *it);
        victims.extend(battle.standing(target).filter(may_be_hit).map(|it| (it, battle.footprint(it))));
        let may_conceal = victims.iter().any(|it| is_concealed(battle, it.0));
        let mut planner = FirePlanner {
            battery: self,
            target,
            victims,
            may_conceal,
            plans: Vec::new(),
            busy: Vec::with_capacity(self.ready.len()),
            silent: Vec::with_capacity(self.ready.len()),
        };
        ready.for_each(|it| planner.add(it));
        planner.finish()
    }
}

/// A volley being put together.
struct FirePlanner<'a> {
    battery: &'a Battery<'a>,
    target: SquadId,
    victims: Vec<(UnitId, Footprint)>,
    /// Whether any victim is concealed.
    may_conceal: bool,
    // Each plan with the keys of its aims.
    plans: Vec<(Plan, Vec<AimKey>)>,
    // Units that fire nothing more, except for [Extra Attacks].
    busy: Vec<UnitId>,
    silent: Vec<(UnitId, Silence)>,
}

/// Everything in which the aims of a volley differ from unit to unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AimKey {
    is_concealed: bool,
    is_blind: bool,
    is_near: bool,
}

impl FirePlanner<'_> {
    fn add(&mut self, ready: &Ready) {
        let it = &ready.it;
        if self.busy.contains(&it.unit) && (!it.is_extra || 0 < it.crew) {
            return;
        }
        let Battery { battle, armoury, tied, .. } = self.battery;
        let arm = &armoury.arms[ready.arm];
        let key = match self.aim_key(ready, arm) {
            Ok(key) => key,
            Err(why) => return self.silence(it.unit, why),
        };
        if 0 < it.crew {
            let Some(crew) = assign_crew(battle, it, tied, &mut self.busy) else {
                return self.silence(it.unit, Silence::Undermanned);
            };
            self.silent.retain(|(unit, _)| !crew.contains(unit));
            self.silent.extend(crew.iter().skip(1).map(|unit| (*unit, Silence::Crewing)));
        } else {
            self.silent.retain(|(unit, _)| *unit != it.unit);
            self.busy.extend(it.is_choice.then_some(it.unit));
        }
        self.enlist(it, arm, key);
    }

    /// **S-1** How a unit can fire at the target, or why it can't.
    fn aim_key(&self, ready: &Ready, arm: &Arm) -> Result<AimKey, Silence> {
        let Ready { here, .. } = ready;
        let Battery { battle, squad, .. } = *self.battery;
        if let Some(why) = ready.held {
            return Err(why);
        }
        if arm.traits.blast && stray::melee_friend(battle, squad, self.target).is_some() {
            return Err(Silence::BlastNearFriends);
        }
        // Victims that it sees come before those that it doesn't see, the nearest first. If the aim doesn't depend on
        // that, the first that it sees will do.
        let is_any_as_good = !self.may_conceal && arm.traits.rapid_fire == 0;
        let mut best: Option<(bool, u16, UnitId)> = None;
        let mut nearest = u16::MAX;
        for &(victim, there) in &self.victims {
            let distance = here.distance(there);
            nearest = nearest.min(distance);
            if arm.range < distance || best.is_some_and(|it| (it.0, it.1) <= (false, distance)) {
                continue;
            }
            let is_blind = !battle.is_seen_from(*here, there);
            if (!is_blind || arm.traits.indirect) && best.is_none_or(|it| (is_blind, distance) < (it.0, it.1)) {
                best = Some((is_blind, distance, victim));
                if is_any_as_good && !is_blind {
                    break;
                }
            }
        }
        let Some((is_blind, distance, victim)) = best else {
            return Err(if arm.range < nearest {
                Silence::OutOfRange { distance: nearest, range: arm.range }
            } else {
                Silence::OutOfSight
            });
        };
        Ok(AimKey {
            is_concealed: self.may_conceal && is_concealed(battle, victim),
            is_blind,
            is_near: 0 < arm.traits.rapid_fire && 2 * distance <= arm.range,
        })
    }

    /// Notes why a unit is silent, unless it fires or crews a weapon.
    fn silence(&mut self, unit: UnitId, why: Silence) {
        if !self.busy.contains(&unit) && !self.silent.iter().any(|it| it.0 == unit) {
            self.silent.push((unit, why));
        }
    }

    fn enlist(&mut self, it: &Use, arm: &Arm, key: AimKey) {
        let Battery { battle, squad, .. } = *self.battery;
        let target = self.target;
        let is_it = |it: &(Plan, _)| (it.0.arm.weapon, it.0.arm.bearer) == (arm.weapon, arm.bearer);
        let attackers = || Vec::with_capacity(battle.squad(squad).members.len());
        let new = || Plan { attackers: attackers(), ..Plan::of(VolleyKind::Fire, squad, target, arm.clone()) };
        let n = place_of(&mut self.plans, is_it, || (new(), Vec::new()));
        let (plan, keys) = &mut self.plans[n];
        let aim = keys.iter().position(|it| *it == key).unwrap_or_else(|| {
            keys.push(key);
            plan.aims.push(aim(battle, squad, target, arm, key));
            keys.len() - 1
        });
        plan.attackers.push(Attacker { unit: it.unit, aim: aim as u8 });
    }

    fn finish(self) -> PlannedFire {
        let Battery { battle, squad, .. } = *self.battery;
        let members = &battle.squad(squad).members;
        let roster = |unit: UnitId| members.iter().position(|it| *it == unit);
        let mut plans: Vec<Plan> = self.plans.into_iter().map(|it| it.0).collect();
        for plan in &mut plans {
            plan.attackers.sort_by_key(|it| roster(it.unit));
            plan.pool = pool(battle, plan, &self.victims);
            formations::add_shield_modifiers(battle, plan);
        }
        plans.sort_by_key(|plan| plan.attackers.first().and_then(|it| roster(it.unit)));
        PlannedFire { plans, silent: self.silent }
    }
}

/// **A-5** The victims that at least one attacker can reach, the closest first.
pub(super) fn pool(battle: &Battle, plan: &Plan, victims: &[(UnitId, Footprint)]) -> Vec<UnitId> {
    let attackers: Vec<Footprint> = plan.attackers.iter().map(|it| battle.footprint(it.unit)).collect();
    let is_reached = |it: &&(UnitId, Footprint)| attackers.iter().any(|here| plan.arm.reaches(battle, *here, it.1));
    attack::pool(battle, &plan.attackers, victims.iter().filter(is_reached).map(|it| it.0))
}

/// **T-11** Whether a unit is concealed: it is in concealing ground, and its squad doesn't count as having shot (S-7).
///
/// The nearest unit that an attacker can see decides whether the attack is at a concealed one, because hit dice are
/// rolled before it is known who is hit.
fn is_concealed(battle: &Battle, unit: UnitId) -> bool {
    !battle.squad(battle.unit(unit).squad).has_shot
        && battle.footprint(unit).tiles().all(|it| battle.ground(it).conceals)
}

fn aim(battle: &Battle, squad: SquadId, target: SquadId, arm: &Arm, key: AimKey) -> Aim {
    let mut modifiers = attack::own_modifiers(battle, squad, Phase::Shooting, arm);
    let ignores = battle.boons_with(squad, arm.bearer, Phase::Shooting).any(|it| it.boon == Boon::IgnoreConcealment);
    if key.is_concealed && !ignores {
        modifiers.push((AimSource::Concealed, -1));
    }
    if key.is_blind {
        modifiers.push((AimSource::Indirect, -1));
    }
    if arm.traits.heavy && !battle.squad(squad).moved_last_round {
        modifiers.push((AimSource::Heavy, 1));
    }
    let mut attacks = attack::own_attacks(battle, squad, Phase::Shooting, arm);
    if key.is_near {
        attacks.push((AttackSource::RapidFire, i16::from(arm.traits.rapid_fire)));
    }
    let crowd = terms::blast_attacks(battle.standing(target).count());
    if arm.traits.blast && 0 < crowd {
        attacks.push((AttackSource::Blast, crowd));
    }
    attack::aim(arm.accuracy, modifiers, attacks)
}
