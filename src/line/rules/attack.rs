//! A: the attack sequence. It is the same for shooting, close-quarters fire and blows, which differ in who takes part.

use crate::dice::{D6, Dice, Label, Purpose, Stream};
use crate::field::{Footprint, SquadId, UnitId, place_of};
use crate::line::battle::{
    Aim, AimSource, Amount, AttackSource, Battle, Boon, Expected, Fate, Hit, Lasting, Phase, SaveRoll, Shot, Silence,
    Sort, Stat, Traits, Volley, VolleyKind, WeaponId, WoundRoll,
};
use crate::line::rules::chance::{self, EventKind};
pub(super) use crate::line::rules::terms::fate_of;
use crate::line::rules::terms::{self, Damage, Reroll, ToHit, ToWound};
use crate::line::rules::{Line, formations};

/// A weapon as a squad or a unit uses it now, with all effects of abilities.
#[derive(Clone, Debug)]
pub(super) struct Arm {
    /// `None`: bare hands.
    pub(super) weapon: Option<WeaponId>,
    /// **C-7** The unit that uses it, if that unit has effects of its own; `None` for any other unit of the squad.
    pub(super) bearer: Option<UnitId>,
    /// **S-8** In tiles, modifiers included; 0 for a melee weapon.
    pub(super) range: u16,
    pub(super) attacks: Amount,
    pub(super) accuracy: u8,
    pub(super) strength: u8,
    pub(super) piercing: u8,
    pub(super) damage: Damage,
    pub(super) traits: Traits,
}

/// The weapons of a squad in a phase, each computed once.
pub(super) struct Armoury<'a> {
    pub(super) battle: &'a Battle,
    squad: SquadId,
    phase: Phase,
    /// The weapons that have been computed so far.
    pub(super) arms: Vec<Arm>,
}

impl<'a> Armoury<'a> {
    pub(super) fn new(battle: &'a Battle, squad: SquadId, phase: Phase) -> Armoury<'a> {
        Armoury { battle, squad, phase, arms: Vec::with_capacity(4) }
    }

    pub(super) fn arm(&mut self, unit: UnitId, weapon: WeaponId) -> &Arm {
        let at = self.place_of(unit, weapon);
        &self.arms[at]
    }

    /// The place of a unit's weapon in `arms`. Computes the weapon if it isn't there yet.
    pub(super) fn place_of(&mut self, unit: UnitId, weapon: WeaponId) -> usize {
        let Armoury { battle, squad, phase, .. } = *self;
        let bearer = battle.has_own_boons(unit, phase).then_some(unit);
        let is_it = |it: &Arm| (it.weapon, it.bearer) == (Some(weapon), bearer);
        place_of(&mut self.arms, is_it, || Arm::of(battle, squad, bearer, weapon, phase))
    }

    /// A unit's weapons that pass `is_wanted`, without `[One Shot]` weapons that are used up.
    pub(super) fn arms(&mut self, unit: UnitId, is_wanted: impl Fn(&Arm) -> bool) -> impl Iterator<Item = Arm> {
        let battle = self.battle;
        battle.profile(unit).weapons.iter().enumerate().filter_map(move |(slot, weapon)| {
            let arm = self.arm(unit, *weapon);
            let is_spent = || arm.traits.one_shot && battle.is_spent(unit, slot);
            (is_wanted(arm) && !is_spent()).then(|| arm.clone())
        })
    }
}

/// A volley before its first die: who attacks, how well, and who can be hit. All of it comes from one state of the
/// battle.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) kind: VolleyKind,
    pub(super) by: SquadId,
    pub(super) at: SquadId,
    pub(super) arm: Arm,
    pub(super) aims: Vec<Aim>,
    pub(super) attackers: Vec<Attacker>,
    /// **A-5** The units that hits may go to, the closest first.
    pub(super) pool: Vec<UnitId>,
    pub(super) silent: Vec<(UnitId, Silence)>,
}

impl Plan {
    /// A plan without attackers and victims.
    pub(super) fn of(kind: VolleyKind, by: SquadId, at: SquadId, arm: Arm) -> Plan {
        Plan { kind, by, at, arm, aims: Vec::new(), attackers: Vec::new(), pool: Vec::new(), silent: Vec::new() }
    }

    /// **T-5** How many attacks one unit makes when the dice for ATK add up to `dice_sum`.
    fn attacks_of(&self, attacker: &Attacker, dice_sum: u16) -> u16 {
        terms::attacks(self.aims[usize::from(attacker.aim)].attacks_fixed(), dice_sum)
    }

    /// **R-4** The label that its dice are rolled under.
    fn label(&self) -> Label {
        let kind = match self.kind {
            VolleyKind::Fire => EventKind::Fire,
            VolleyKind::Stray => EventKind::Stray,
            VolleyKind::CloseQuarters => EventKind::CloseQuarters,
            VolleyKind::Blows => EventKind::Blows,
            VolleyKind::SpearWall => EventKind::SpearWall,
        };
        Label { kind: kind as u8, by: self.by.0, at: self.at.0, weapon: self.arm.weapon.map_or(Label::NONE, |it| it.0) }
    }
}

/// One unit that attacks with the weapon of a plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attacker {
    pub(super) unit: UnitId,
    /// Its place in [`Plan::aims`].
    pub(super) aim: u8,
}

impl Arm {
    /// Whether it can be fired from one footprint at another: in range, and in sight unless it is `[Indirect]`.
    pub(super) fn reaches(&self, battle: &Battle, here: Footprint, there: Footprint) -> bool {
        here.distance(there) <= self.range && (self.traits.indirect || battle.is_seen_from(here, there))
    }

    /// The weapon as a squad uses it in a phase, or as `bearer` does, a unit of it with effects of its own.
    pub(super) fn of(battle: &Battle, squad: SquadId, bearer: Option<UnitId>, weapon: WeaponId, phase: Phase) -> Arm {
        let line = battle.setup().weapon(weapon);
        let boons = || battle.boons_with(squad, bearer, phase);
        let sum = |stat| boons().fold(0_i8, |sum, it| sum.saturating_add(it.boon.adds_to_weapon(stat, line.sort())));
        let granted = boons().filter_map(|it| match it.boon {
            Boon::Grant(tag) => Some(tag),
            _ => None,
        });
        Arm {
            weapon: Some(weapon),
            bearer,
            range: line.range.map_or(0, |base| range_of(base, sum(Stat::Range))),
            attacks: line.attacks,
            accuracy: line.accuracy,
            strength: line.strength.saturating_add_signed(sum(Stat::Strength)).max(1),
            piercing: line.piercing.saturating_add_signed(sum(Stat::Piercing)),
            damage: Damage { amount: line.damage, more: sum(Stat::Damage) },
            traits: granted.fold(line.traits(), Traits::with),
        }
    }

    pub(super) fn sort(&self) -> Sort {
        if self.range == 0 { Sort::Melee } else { Sort::Ranged }
    }

    /// **M-4** The bare hands of a unit without a melee weapon.
    pub(super) fn bare_hands(rules: &Line, battle: &Battle, unit: UnitId) -> Arm {
        Arm {
            weapon: None,
            bearer: battle.has_own_boons(unit, Phase::Melee).then_some(unit),
            range: 0,
            attacks: Amount::fixed(1),
            accuracy: rules.bare_hands_accuracy,
            strength: (battle.profile(unit).toughness - 1).max(1),
            piercing: 0,
            damage: Damage { amount: Amount::fixed(1), more: 0 },
            traits: Traits::default(),
        }
    }
}

/// **S-8** The range in tiles with modifiers. Bonuses add at most half of the base, rounded down. Penalties have no
/// limit, but the range is at least 1.
fn range_of(base: u8, sum: i8) -> u16 {
    let sum = i16::from(sum).min(i16::from(base / 2));
    (i16::from(base) + sum).max(1).unsigned_abs()
}

/// **S-8** An aim whose modifiers, all kinds together, are held within -2 to +2.
pub(super) fn aim(base: u8, modifiers: Vec<(AimSource, i8)>, attacks: Vec<(AttackSource, i16)>) -> Aim {
    let sum = modifiers.iter().fold(0_i8, |sum, it| sum.saturating_add(it.1)).clamp(-2, 2);
    Aim { base, modifiers, sum, needs: terms::hit_needs(base, sum), attacks }
}

/// **L-3, C-7** The modifiers to a squad's aim from its own state: a break, and effects of abilities.
pub(super) fn own_modifiers(battle: &Battle, squad: SquadId, phase: Phase, arm: &Arm) -> Vec<(AimSource, i8)> {
    let broken = battle.squad(squad).is_broken.then_some((AimSource::Broken, -2));
    let by = |it: &Lasting| it.boon.adds_to_weapon(Stat::Accuracy, arm.sort());
    let boons = battle.boons_with(squad, arm.bearer, phase).map(|it| (AimSource::Ability(it.ability), by(it)));
    broken.into_iter().chain(boons.filter(|it| it.1 != 0)).collect()
}

/// ATK of a weapon, without its dice, and what abilities add to it.
pub(super) fn own_attacks(battle: &Battle, squad: SquadId, phase: Phase, arm: &Arm) -> Vec<(AttackSource, i16)> {
    let base = [(AttackSource::Base, i16::from(arm.attacks.plus))];
    let by = |it: &Lasting| i16::from(it.boon.adds_to_weapon(Stat::Attacks, arm.sort()));
    let boons = battle.boons_with(squad, arm.bearer, phase).map(|it| (AttackSource::Ability(it.ability), by(it)));
    base.into_iter().chain(boons.filter(|it| it.1 != 0)).collect()
}

/// **A-5** The victims, the closest to the attackers first. Those that are equally close stay in roster order, in which
/// the caller passes them.
pub(super) fn pool(battle: &Battle, attackers: &[Attacker], victims: impl Iterator<Item = UnitId>) -> Vec<UnitId> {
    let attackers: Vec<Footprint> = attackers.iter().map(|it| battle.footprint(it.unit)).collect();
    let distance = |it: &UnitId| attackers.iter().map(|here| here.distance(battle.footprint(*it))).min();
    let mut found: Vec<UnitId> = victims.collect();
    found.sort_by_cached_key(distance);
    found
}

/// **A-5** The units of the pool that still stand, in the order in which hits go to them: those that are hurt first. An
/// embedded hero comes last, or first for `[Precision]`.
pub(super) fn hit_order(battle: &Battle, plan: &Plan) -> Vec<UnitId> {
    let mut found: Vec<UnitId> = plan.pool.iter().copied().filter(|it| battle.unit(*it).is_standing()).collect();
    found.sort_by_key(|&it| {
        let (hp, hp_max) = (battle.unit(it).hp, battle.profile(it).hp);
        let is_embedded_hero = battle.squad(plan.at).members.len() > 1 && battle.setup().unit(it).hero.is_some();
        (is_embedded_hero != plan.arm.traits.precision, i16::from(hp_max) <= hp)
    });
    found
}

/// Rolls a whole volley: all attacks first, then the hits one by one. If the aim depends on the victim, the hits of
/// each attack are resolved before the next attack is rolled.
pub(super) fn roll(rules: &Line, battle: &Battle, plan: &Plan, dice: &mut Dice) -> Volley {
    let mut volley = volley_of(plan, expect(rules, battle, plan));
    let reroll = reroll_of(battle, plan);
    let dice = dice.event(plan.label());
    let mut resolver = HitResolver::of(battle, plan);
    let has_uniform_aim = resolver.has_uniform_aim();
    volley.shots.reserve(plan.attackers.iter().map(|it| usize::from(plan.attacks_of(it, 0))).sum());
    for attacker in &plan.attackers {
        let Attacker { unit, aim } = *attacker;
        let (sum, rolled) = roll_amount(plan.arm.attacks, chance::ATTACKS, dice);
        if !rolled.is_empty() {
            volley.attack_dice.push((unit, rolled));
        }
        for _ in 0..plan.attacks_of(attacker, sum) {
            let aim = resolver.aim_of(aim, &mut volley.aims);
            let to_hit = ToHit::of(rules, &plan.arm.traits, volley.aims[usize::from(aim)].needs, reroll);
            let shot = roll_attack(Attacker { unit, aim }, &to_hit, dice);
            volley.shots.push(shot);
            if !has_uniform_aim {
                resolver.resolve(&shot, dice);
            }
        }
    }
    if has_uniform_aim {
        resolver.hits.reserve(volley.shots.iter().map(|it| usize::from(it.hits)).sum());
        volley.shots.iter().for_each(|it| resolver.resolve(it, dice));
    }
    volley.hits = resolver.hits;
    volley
}

/// **S-9** Rolls attacks that missed again, at friends: one die each, without rerolls.
pub(super) fn roll_stray(rules: &Line, battle: &Battle, plan: &Plan, dice: &mut Dice) -> Volley {
    // All of them have the same aim.
    let to_hit = ToHit::of(rules, &plan.arm.traits, plan.aims[0].needs, Reroll::None);
    let hits = hits_milli(&to_hit, 1000 * plan.attackers.len() as u32);
    let mut volley = volley_of(plan, expected(battle, plan, |_| hits));
    let dice = dice.event(plan.label());
    for &Attacker { unit, aim } in &plan.attackers {
        let die = dice.d6(chance::STRAY);
        volley.shots.push(Shot { unit, aim, die: Some(die), again: None, hits: to_hit.hits(die) });
    }
    let mut resolver = HitResolver::of(battle, plan);
    volley.shots.iter().for_each(|it| resolver.resolve(it, dice));
    volley.hits = resolver.hits;
    volley
}

fn volley_of(plan: &Plan, expected: Expected) -> Volley {
    // Strays come from shots that are counted already.
    let is_spent = plan.arm.traits.one_shot && plan.kind != VolleyKind::Stray;
    Volley {
        weapon: plan.arm.weapon,
        silent: plan.silent.clone(),
        aims: plan.aims.clone(),
        expected,
        slows: !plan.arm.traits.assault,
        spends: plan.attackers.iter().filter(|_| is_spent).map(|it| it.unit).collect(),
        ..Volley::without_attacks(plan.kind, plan.by, plan.at)
    }
}

/// **T-5** Rolls the dice of an amount. Returns their sum, without the fixed part, and the dice.
fn roll_amount(amount: Amount, purpose: Purpose, dice: &mut Stream) -> (u16, Vec<D6>) {
    let rolled: Vec<D6> = (0..amount.dice).map(|_| dice.d6(purpose)).collect();
    (rolled.iter().map(|it| terms::worth(amount, *it)).sum(), rolled)
}

/// **A-1** Rolls one attack. It hits on a natural 6, or on at least what its aim needs.
fn roll_attack(Attacker { unit, aim }: Attacker, to_hit: &ToHit, dice: &mut Stream) -> Shot {
    if to_hit.is_sure {
        return Shot { unit, aim, die: None, again: None, hits: 1 };
    }
    let die = dice.d6(chance::HIT);
    let again = to_hit.is_rolled_again(die).then(|| dice.d6(chance::HIT_AGAIN));
    Shot { unit, aim, die: Some(die), again, hits: to_hit.hits(again.unwrap_or(die)) }
}

/// **C-7** Which hit dice of a plan are rolled again.
pub(super) fn reroll_of(battle: &Battle, plan: &Plan) -> Reroll {
    let one = |boon| match boon {
        Boon::RerollMisses => Reroll::Misses,
        Boon::RerollOnes => Reroll::Ones,
        _ => Reroll::None,
    };
    let boons = battle.boons_with(plan.by, plan.arm.bearer, phase_of(plan.kind));
    boons.map(|it| one(it.boon)).max().unwrap_or(Reroll::None)
}

/// The phase whose effects count for a volley, also for one that is fired ahead of it (C-6).
pub(super) fn phase_of(kind: VolleyKind) -> Phase {
    match kind {
        VolleyKind::Fire | VolleyKind::Stray => Phase::Shooting,
        VolleyKind::CloseQuarters | VolleyKind::Blows | VolleyKind::SpearWall => Phase::Melee,
    }
}

/// The unit that the next hit goes to, and what it takes to hurt it.
#[derive(Clone, Copy, Debug)]
pub struct Victim {
    pub unit: UnitId,
    pub hp: i16,
    pub hp_max: u8,
    /// The wound roll, with its dice still open.
    wound: WoundRoll,
    pub to_wound: ToWound,
    /// **A-3** `None` without armour.
    pub save: Option<SaveNeeds>,
}

impl Victim {
    pub(super) fn of(battle: &Battle, plan: &Plan, unit: UnitId) -> Victim {
        let (toughness, to_wound) = wound_against(battle, plan, unit);
        let (strength, needs) = (plan.arm.strength, to_wound.needs);
        Victim {
            unit,
            hp: battle.unit(unit).hp,
            hp_max: battle.profile(unit).hp,
            wound: WoundRoll { strength, toughness, needs, die: None, again: None },
            to_wound,
            save: save_needs(battle, plan, unit),
        }
    }
}

/// Resolves hits one by one, so that each hit meets only units that still stand.
struct HitResolver<'a> {
    battle: &'a Battle,
    plan: &'a Plan,
    hit_order: std::vec::IntoIter<UnitId>,
    victim: Option<Victim>,
    /// **F-2** How many shields count beside each unit in line; empty without formations, and for strays.
    shields: Vec<i8>,
    felled: usize,
    /// How many attacks have been resolved.
    shots: u16,
    hits: Vec<Hit>,
}

impl<'a> HitResolver<'a> {
    fn of(battle: &'a Battle, plan: &'a Plan) -> HitResolver<'a> {
        let line = hit_order(battle, plan);
        let shields =
            if plan.kind == VolleyKind::Stray { Vec::new() } else { formations::shields_by_victim(battle, &line) };
        let mut hit_order = line.into_iter();
        let victim = hit_order.next().map(|it| Victim::of(battle, plan, it));
        HitResolver { battle, plan, hit_order, victim, shields, felled: 0, shots: 0, hits: Vec::new() }
    }

    /// Whether the aim of an attack is the same for every victim.
    fn has_uniform_aim(&self) -> bool {
        self.shields.windows(2).all(|it| it[0] == it[1])
    }

    /// **F-2** The place in `aims` of the aim at the next victim, behind its shields. Adds that aim if it isn't there
    /// yet.
    fn aim_of(&self, planned_aim: u8, aims: &mut Vec<Aim>) -> u8 {
        if self.shields.is_empty() {
            return planned_aim;
        }
        // Once nobody is left, the aim is as at the last victim.
        let wall = self.shields[self.felled.min(self.shields.len() - 1)];
        let aim = formations::behind_shields(&self.plan.aims[usize::from(planned_aim)], wall);
        place_of(aims, |it| *it == aim, || aim.clone()) as u8
    }

    fn resolve(&mut self, shot: &Shot, dice: &mut Stream) {
        for nth in 0..shot.hits {
            let shown = shot.again.or(shot.die);
            let is_lethal = nth == 0 && shown.is_some_and(|it| terms::is_lethal(self.plan.arm.traits.lethal, it));
            let hit = resolve_hit(self.plan, self.shots, self.victim.as_mut(), is_lethal, dice);
            if hit.fate.is_felled() {
                self.felled += 1;
                self.victim = self.hit_order.next().map(|it| Victim::of(self.battle, self.plan, it));
            }
            self.hits.push(hit);
        }
        self.shots += 1;
    }
}

fn resolve_hit(plan: &Plan, shot: u16, victim: Option<&mut Victim>, is_lethal: bool, dice: &mut Stream) -> Hit {
    let harmless =
        |victim, wound, save, fate| Hit { shot, victim, wound, save, damage: 0, damage_dice: Vec::new(), fate };
    let Some(victim) = victim else {
        return harmless(None, None, None, Fate::Lost);
    };

    let unit = Some(victim.unit);
    let wound = roll_wound(victim, is_lethal, dice);
    let shown = wound.again.or(wound.die);
    if shown.is_some_and(|it| !victim.to_wound.wounds(it)) {
        return harmless(unit, Some(wound), None, Fate::Unharmed);
    }
    let is_devastating = shown.is_some_and(|it| victim.to_wound.allows_no_save(it));
    let save = if is_devastating { None } else { roll_save(plan, victim, dice) };
    if save.is_some_and(|it| terms::saves(it.needs, it.die)) {
        return harmless(unit, Some(wound), save, Fate::Saved);
    }

    // **A-4** All damage falls on this unit; what it can't take is lost.
    let (sum, damage_dice) = roll_amount(plan.arm.damage.amount, chance::DAMAGE, dice);
    let damage = plan.arm.damage.with_dice(sum);
    victim.hp -= i16::from(damage);
    let fate = fate_of(victim.hp, victim.hp_max);
    Hit { shot, victim: unit, wound: Some(wound), save, damage, damage_dice, fate }
}

/// **A-2** Rolls to wound, a second time for `[Twin-linked]`, and not at all for `[Lethal]`.
fn roll_wound(victim: &Victim, is_lethal: bool, dice: &mut Stream) -> WoundRoll {
    let Victim { wound, to_wound, .. } = *victim;
    if is_lethal {
        return wound;
    }
    let die = dice.d6(chance::WOUND);
    let again = to_wound.is_rolled_again(die).then(|| dice.d6(chance::WOUND_AGAIN));
    WoundRoll { die: Some(die), again, ..wound }
}

/// **A-2** The toughness of a unit against a plan, and what a wound roll needs, with `[Anti]`.
fn wound_against(battle: &Battle, plan: &Plan, unit: UnitId) -> (u8, ToWound) {
    let profile = battle.profile(unit);
    let more = battle.boon_sum_of(unit, Stat::Toughness, phase_of(plan.kind));
    let toughness = profile.toughness.saturating_add_signed(more).max(1);
    let Arm { traits, strength, .. } = &plan.arm;
    (toughness, ToWound::of(traits, *strength, toughness, traits.anti[profile.kind as usize]))
}

/// **A-3** Rolls a save; `None` without armour.
fn roll_save(plan: &Plan, victim: &Victim, dice: &mut Stream) -> Option<SaveRoll> {
    let SaveNeeds { base, cover, bonus, needs } = victim.save?;
    Some(SaveRoll { base, piercing: plan.arm.piercing, cover, bonus, needs, die: dice.d6(chance::SAVE) })
}

/// **A-3** What a save roll must reach, and the parts of that number.
#[derive(Clone, Copy, Debug)]
pub struct SaveNeeds {
    base: u8,
    cover: u8,
    bonus: i8,
    pub needs: i8,
}

/// **A-3** What the save roll must reach: SAV, harder by AP, easier by cover (T-10) and abilities.
fn save_needs(battle: &Battle, plan: &Plan, unit: UnitId) -> Option<SaveNeeds> {
    let base = battle.profile(unit).save?;
    let cover = cover_of(battle, plan, unit);
    let bonus = battle.boon_sum_of(unit, Stat::Save, phase_of(plan.kind));
    Some(SaveNeeds { base, cover, bonus, needs: terms::save_needs(base, plan.arm.piercing, cover, bonus) })
}

/// **T-10** The cover of a unit: the best of its tiles. **M-5** There is none in melee.
fn cover_of(battle: &Battle, plan: &Plan, unit: UnitId) -> u8 {
    let is_ignored = plan.arm.traits.ignores_cover
        || phase_of(plan.kind) == Phase::Melee
        || battle.boons_with(plan.by, plan.arm.bearer, phase_of(plan.kind)).any(|it| it.boon == Boon::IgnoreCover);
    if is_ignored {
        return 0;
    }
    battle.footprint(unit).tiles().map(|it| battle.ground(it).cover).max().unwrap_or(0)
}

/// The average number of hits, in thousandths, and how many of them wound without a roll (`[Lethal]`).
#[derive(Clone, Copy, Debug, Default)]
struct Hits {
    all: u32,
    lethal: u32,
}

/// The average result of a volley.
pub(super) fn expect(rules: &Line, battle: &Battle, plan: &Plan) -> Expected {
    let reroll = reroll_of(battle, plan);
    let dice = Amount { plus: 0, ..plan.arm.attacks }.twice_mean();
    // **F-2** `wall` is how many shields count beside the victim; `None` without formations.
    let hits = |wall: Option<i8>| {
        let of_aim = |(n, aim): (u8, &Aim)| {
            let attacks_milli = (1000 * i32::from(aim.attacks_fixed()) + 500 * dice as i32).max(1000).unsigned_abs();
            let needs = wall.map_or(aim.needs, |wall| formations::behind_shields(aim, wall).needs);
            let each = hits_milli(&ToHit::of(rules, &plan.arm.traits, needs, reroll), attacks_milli);
            let attackers = plan.attackers.iter().filter(|it| it.aim == n).count() as u32;
            Hits { all: attackers * each.all, lethal: attackers * each.lethal }
        };
        let all = (0_u8..).zip(&plan.aims).map(of_aim);
        all.fold(Hits::default(), |sum, it| Hits { all: sum.all + it.all, lethal: sum.lethal + it.lethal })
    };
    expected(battle, plan, hits)
}

/// The hits that attacks, in thousandths, score on average.
fn hits_milli(to_hit: &ToHit, attacks: u32) -> Hits {
    if to_hit.is_sure {
        return Hits { all: attacks, lethal: 0 };
    }
    let hits = |die: D6| u32::from(to_hit.hits(die));
    let sixes = |die: D6| u32::from(to_hit.is_lethal(die));
    let rerolled = |die: D6| to_hit.is_rolled_again(die);
    Hits { all: attacks * mean_36(hits, rerolled) / 36, lethal: attacks * mean_36(sixes, rerolled) / 36 }
}

/// The mean of `of` over a die, in 36ths. Faces that pass `is_rerolled` are rolled once more.
fn mean_36(of: impl Fn(D6) -> u32, is_rerolled: impl Fn(D6) -> bool) -> u32 {
    let once: u32 = (1..=6).filter_map(D6::showing).map(&of).sum();
    (1..=6).filter_map(D6::showing).map(|die| if is_rerolled(die) { once } else { 6 * of(die) }).sum()
}

/// The average result of attacks, victim by victim in the order of A-5: each takes the hits that fell it on average
/// before the next takes any. `hits` returns the hits if all attacks go at a unit behind a wall of shields (F-2).
fn expected(battle: &Battle, plan: &Plan, hits: impl Fn(Option<i8>) -> Hits) -> Expected {
    let line = hit_order(battle, plan);
    let shields = formations::shields_by_victim(battle, &line);
    let mut wall = shields.first().copied();
    let mut now = hits(wall);
    let mut left = u64::from(now.all);
    let mut found = Expected::default();
    let Damage { amount, more } = plan.arm.damage;
    let twice_damage = (i64::from(amount.twice_mean()) + 2 * i64::from(more)).max(2) as u64;
    for (nth, unit) in line.into_iter().enumerate() {
        if wall != shields.get(nth).copied() {
            // From here on the attacks hit more or less often, because of the shields.
            let before = u64::from(now.all).max(1);
            wall = shields.get(nth).copied();
            now = hits(wall);
            left = left * u64::from(now.all) / before;
        }
        let pierced = pierced_milli(battle, plan, unit, now);
        if pierced == 0 {
            // This victim never falls, so no hit goes to the next.
            break;
        }
        let hp = u64::from(battle.unit(unit).hp.unsigned_abs());
        let takes = (terms::blows_to_fell(hp, twice_damage) * 1_000_000).div_ceil(pierced);
        let share = left.min(takes);
        found.felled_milli += (share * 1000 / takes) as u32;
        found.damage_milli += (share * hp * 1000 / takes) as u32;
        found.hits_milli += share as u32;
        left -= share;
        if left == 0 {
            break;
        }
    }
    found.hits_milli += left as u32;
    found
}

/// How often a hit on a unit wounds it and passes its armour, in thousandths.
fn pierced_milli(battle: &Battle, plan: &Plan, unit: UnitId, hits: Hits) -> u64 {
    let to_wound = wound_against(battle, plan, unit).1;
    let wounds = u64::from(to_wound.mean_36());
    let fails = u64::from(terms::unsaved_6(save_needs(battle, plan, unit).map(|it| it.needs)));
    let devastating = if plan.arm.traits.devastating { wounds / u64::from(7 - to_wound.needs) } else { 0 };
    // In 216ths: for a hit that needs a wound roll, and for a hit that needs none.
    let (rolled, lethal) = ((wounds - devastating) * fails + devastating * 6, 36 * fails);
    let (all, sure) = (u64::from(hits.all).max(1), u64::from(hits.lethal));
    1000 * (rolled * (all - sure.min(all)) + lethal * sure) / (216 * all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s8_range_grows_by_half_at_most_and_shrinks_to_one_tile() {
        for (base, sum, tiles) in [(24, 6, 30), (24, 12, 36), (24, 20, 36), (7, 9, 10), (6, -4, 2), (6, -9, 1)] {
            assert_eq!(range_of(base, sum), tiles, "{base} {sum:+}");
        }
    }

    #[test]
    fn s8_accuracy_modifiers_are_summed_and_then_held_within_two() {
        let modifiers = vec![(AimSource::Broken, -2), (AimSource::Concealed, -1), (AimSource::Heavy, 1)];
        let it = aim(4, modifiers, Vec::new());
        assert_eq!((it.sum, it.needs), (-2, 6));
        let it = aim(4, vec![(AimSource::Broken, -2), (AimSource::Concealed, -1)], Vec::new());
        assert_eq!((it.sum, it.needs), (-2, 6), "three worse is held at two");
    }
}
