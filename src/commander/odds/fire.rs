//! Volleys and blows in a battle: weapon by weapon, one volley after the other, with what goes astray.

use std::cell::Cell;
use std::collections::BTreeMap;

use crate::battle::{Battle, Fight, Fire, FirePart, Orders, SquadId, UnitId};
use crate::commander::odds::blow::{Pierce, Shot, wounds_by};
use crate::commander::odds::law::Law;
use crate::commander::odds::row::{Mass, Outcome, Row};
use crate::commander::odds::squad::counts;
use crate::commander::odds::{LOOK_WORK, OUTCOME_WORK, Patience, TooMuch, WORLDS_MAX};
use crate::rules::line::Line;
use crate::rules::line::preview::{self, Attacker, Damage, Salvo, Strays, Victim};

/// One squad's order to fire.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    pub squad: SquadId,
    pub parts: &'a [FirePart],
}

/// What becomes of one part of a volley, or of a squad's blows at one other.
#[derive(Clone, Debug, PartialEq)]
pub struct PartOdds {
    pub squad: SquadId,
    pub target: SquadId,
    /// **S-5** How likely the target is gone before its turn comes.
    pub wasted: f64,
    /// **S-1** How likely the target is there by then, and nobody can attack it.
    pub held: f64,
    /// **T-8** Units of the target that it fells, those whom it kills among them.
    pub downed: Law,
    /// **A-4** Units of the target that it kills.
    pub killed: Law,
    /// How likely nobody of the target stands any more once it is over, whoever felled the last.
    pub gone: f64,
    /// The target's units once it is over.
    pub units: Vec<UnitOdds>,
    /// **S-9** What its misses do.
    pub strays: Option<StrayOdds>,
    /// **A-6** Users whom their own `[Hazardous]` weapons fell; of all parts of an order together.
    pub users_downed: Law,
}

/// What becomes of one unit.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitOdds {
    pub unit: UnitId,
    /// HP left to it; 0 if it no longer stands.
    pub hp: Law,
    /// How likely this part kills it.
    pub killed: f64,
}

/// **S-9** What misses do to friends.
#[derive(Clone, Debug, PartialEq)]
pub struct StrayOdds {
    pub friend: SquadId,
    pub downed: Law,
}

/// What becomes of volleys that are fired in this order, part by part: each meets what those before it left.
///
/// Abilities that wait for a shot (C-5) are left out, and whoever a `[Hazardous]` weapon fells is so only at the end.
///
/// # Errors
///
/// If there are too many ways to go through.
pub fn fire(rules: &Line, battle: &Battle, queue: &[Order<'_>], patience: Patience) -> Result<Vec<PartOdds>, TooMuch> {
    let mut field = Field::new(rules, battle, patience);
    let mut found = Vec::new();
    for (n, order) in queue.iter().enumerate() {
        found.extend(field.order(order, &queue[n + 1..])?);
    }
    Ok(found)
}

/// What becomes of a squad's order to fire in its turn, after those that its own side's players posted before it.
///
/// Only those that are known are looked at: who asks may not know all orders.
///
/// # Errors
///
/// If there are too many ways to go through.
pub fn fire_in_turn(
    rules: &Line,
    battle: &Battle,
    orders: &Orders,
    squad: SquadId,
    parts: &[FirePart],
    is_known: impl Fn(SquadId) -> bool,
    patience: Patience,
) -> Result<Vec<PartOdds>, TooMuch> {
    let is_any_melee = is_any_melee(battle);
    let concerns =
        |other: &[FirePart]| is_any_melee || other.iter().any(|it| parts.iter().any(|own| own.target == it.target));
    let before = orders.fire.iter().take_while(|it| it.0 != squad);
    let ours = before.filter(|(other, _)| battle.side(*other) == battle.side(squad) && is_known(*other));
    let mut queue: Vec<Order<'_>> = ours
        .filter_map(|(squad, order)| match order {
            Fire::At(parts) if concerns(parts) => Some(Order { squad, parts }),
            _ => None,
        })
        .collect();
    queue.push(Order { squad, parts });
    let mut found = fire(rules, battle, &queue, patience)?;
    Ok(found.split_off(found.len() - parts.len()))
}

/// **M-4** What becomes of a squad's blows if they are struck now, target by target.
///
/// # Errors
///
/// If there are too many ways to go through.
pub fn blows(rules: &Line, battle: &Battle, squad: SquadId, order: &Fight) -> Result<Vec<PartOdds>, TooMuch> {
    let field = Field::new(rules, battle, Patience::BRIEF);
    let mut targets: Vec<(SquadId, Vec<Salvo>)> = Vec::new();
    for salvo in preview::blows(rules, battle, squad, order) {
        match targets.iter_mut().find(|it| it.0 == salvo.at) {
            Some((_, salvos)) => salvos.push(salvo),
            None => targets.push((salvo.at, vec![salvo])),
        }
    }
    let strike = |(target, salvos): (SquadId, Vec<Salvo>)| {
        let mut part = Tally::new(battle, squad, target);
        let ends = field.attack(&World::default(), 1.0, &salvos, battle, &mut part.kills)?;
        let mut users_downed = Law::none();
        for ((world, killed), chance) in ends {
            part.note(&field, &World::default(), &world, killed, chance);
            users_downed.add_all(&field.hazard(&world), chance);
        }
        Ok(part.done(users_downed))
    };
    targets.into_iter().map(strike).collect()
}

fn is_any_melee(battle: &Battle) -> bool {
    battle.setup().squad_ids().any(|squad| battle.standing(squad).any(|it| battle.is_in_contact(it)))
}

/// One way that a battle may have gone: who has other HP than before. Felled units have none, whatever felled them.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct World {
    hp: BTreeMap<UnitId, i16>,
    /// **A-6** Dice that the users of `[Hazardous]` weapons are still to roll.
    hazards: BTreeMap<UnitId, u8>,
}

type Worlds<W> = BTreeMap<W, f64>;

fn put<W: Ord>(worlds: &mut Worlds<W>, world: W, chance: f64) {
    *worlds.entry(world).or_insert(0.0) += chance;
}

/// All ways that a battle may have gone so far.
struct Field<'a> {
    rules: &'a Line,
    battle: &'a Battle,
    worlds: Worlds<World>,
    is_any_melee: bool,
    /// Sums and products so far.
    work: Cell<usize>,
    patience: Patience,
}

impl<'a> Field<'a> {
    fn new(rules: &'a Line, battle: &'a Battle, patience: Patience) -> Field<'a> {
        let worlds = Worlds::from([(World::default(), 1.0)]);
        Field { rules, battle, worlds, is_any_melee: is_any_melee(battle), work: Cell::new(0), patience }
    }

    fn hp(&self, world: &World, unit: UnitId) -> i16 {
        let before = || if self.battle.unit(unit).is_standing() { self.battle.unit(unit).hp } else { 0 };
        world.hp.get(&unit).copied().unwrap_or_else(before)
    }

    fn felled(&self, before: &World, after: &World, squad: SquadId) -> usize {
        let fell = |it: &&UnitId| 0 < self.hp(before, **it) && self.hp(after, **it) <= 0;
        self.battle.squad(squad).members.iter().filter(fell).count()
    }

    /// **S-4** One squad fires, part by part; then those come who are still to fire.
    fn order(&mut self, order: &Order<'_>, later: &[Order<'_>]) -> Result<Vec<PartOdds>, TooMuch> {
        let Order { squad, parts } = *order;
        let mut tallies: Vec<Tally> = parts.iter().map(|it| Tally::new(self.battle, squad, it.target)).collect();
        let mut users_downed = Law::none();
        let mut next = Worlds::new();
        for (opening, chance) in std::mem::take(&mut self.worlds) {
            let battle = preview::having(self.battle, &opening.hp);
            let uses = preview::uses(&battle, squad, parts);
            let mut worlds = Worlds::from([(opening, chance)]);
            for (n, tally) in tallies.iter_mut().enumerate() {
                let mut after = Worlds::new();
                for (world, chance) in worlds {
                    self.part(&uses, n, tally, world, chance, &mut after)?;
                }
                let to_come = later.iter().flat_map(|it| it.parts).chain(&parts[n + 1..]);
                let targets: Vec<SquadId> = to_come.map(|it| it.target).collect();
                worlds = Worlds::new();
                for (world, chance) in after {
                    put(&mut worlds, self.without_others(world, &targets), chance);
                }
            }
            for (world, chance) in worlds {
                users_downed.add_all(&self.hazard(&world), chance);
                put(&mut next, World { hazards: BTreeMap::new(), ..world }, chance);
            }
            if WORLDS_MAX < next.len() {
                return Err(TooMuch);
            }
        }
        self.worlds = next;
        Ok(tallies.into_iter().map(|it| it.done(users_downed.clone())).collect())
    }

    /// What has become of squads that nobody fires at any more makes no difference, unless they are in a melee.
    fn without_others(&self, mut world: World, targets: &[SquadId]) -> World {
        if !self.is_any_melee {
            world.hp.retain(|unit, _| targets.contains(&self.battle.unit(*unit).squad));
        }
        world
    }

    /// One part of a volley, in one of the ways that led to it.
    fn part(
        &self,
        uses: &preview::Uses,
        n: usize,
        tally: &mut Tally,
        world: World,
        chance: f64,
        after: &mut Worlds<World>,
    ) -> Result<(), TooMuch> {
        self.spend(LOOK_WORK)?;
        let PartOdds { squad, target, .. } = tally.odds;
        let battle = preview::having(self.battle, &world.hp);
        let is_there = battle.is_on_map(target);
        let salvos = match is_there && battle.is_on_map(squad) {
            true => preview::salvos(self.rules, &battle, squad, uses, n, target),
            false => Vec::new(),
        };
        if salvos.is_empty() {
            *(if is_there { &mut tally.odds.held } else { &mut tally.odds.wasted }) += chance;
            tally.note(self, &world, &world, 0, chance);
            put(after, world, chance);
            return Ok(());
        }
        for ((end, killed), chance) in self.attack(&world, chance, &salvos, &battle, &mut tally.kills)? {
            tally.note(self, &world, &end, killed, chance);
            put(after, end, chance);
        }
        Ok(())
    }

    /// Some weapons at one squad, each after the other, and what they leave: with the number of killed.
    fn attack(
        &self,
        world: &World,
        chance: f64,
        salvos: &[Salvo],
        battle: &Battle,
        kills: &mut BTreeMap<UnitId, f64>,
    ) -> Result<Worlds<(World, usize)>, TooMuch> {
        let mut ends = Worlds::from([((world.clone(), 0), chance)]);
        for salvo in salvos {
            let endangers = preview::endangered(battle, salvo.by, salvo.at).is_some();
            let mut next = Worlds::new();
            for ((world, killed), chance) in ends {
                let after = self.discharge(salvo, endangers, &world, chance, kills)?;
                for ((world, more), chance) in after {
                    put(&mut next, (world, killed + more), chance);
                }
                if WORLDS_MAX < next.len() {
                    return Err(TooMuch);
                }
            }
            ends = next;
        }
        Ok(ends)
    }

    /// One weapon and its strays, in one of the ways that led to it.
    fn discharge(
        &self,
        salvo: &Salvo,
        endangers: bool,
        world: &World,
        chance: f64,
        kills: &mut BTreeMap<UnitId, f64>,
    ) -> Result<Worlds<(World, usize)>, TooMuch> {
        let attackers: Vec<usize> =
            (0..salvo.attackers.len()).filter(|n| 0 < self.hp(world, salvo.attackers[*n].unit)).collect();
        let strays = match endangers {
            true => salvo.strays(self.rules, &preview::having(self.battle, &world.hp)),
            false => None,
        };
        let line = salvo.in_line(|it| self.hp(world, it));
        let row = row_of(&line, &salvo.damage);
        let mut flows = vec![0.0; line.len()];
        let ends = self.roll(&row, salvo, &attackers, strays.as_ref(), chance, &mut flows)?;
        for ((victim, _), flow) in line.iter().zip(flows) {
            *kills.entry(victim.unit).or_insert(0.0) += flow;
        }

        let mut fired = world.clone();
        for attacker in attackers.iter().filter(|_| salvo.is_hazardous) {
            *fired.hazards.entry(salvo.attackers[*attacker].unit).or_insert(0) += 1;
        }
        let mut found = Worlds::new();
        for (misses, mass) in ends {
            let astray = match &strays {
                Some(strays) if 0 < misses.count => self.astray(strays, &misses, world)?,
                _ => vec![(Vec::new(), 1.0)],
            };
            for it in row.outcomes(&mass) {
                for (friends, share) in &astray {
                    let mut after = fired.clone();
                    after.hp.extend(left_of(&line, &it));
                    after.hp.extend(friends.iter().copied());
                    put(&mut found, (after, it.killed), it.chance * share);
                }
            }
        }
        Ok(found)
    }

    /// **A-1** All attacks of a weapon, each worked off at once: which of the hits comes first makes no difference to a
    /// die that isn't rolled yet.
    fn roll(
        &self,
        row: &Row,
        salvo: &Salvo,
        attackers: &[usize],
        strays: Option<&Strays>,
        chance: f64,
        kills: &mut [f64],
    ) -> Result<BTreeMap<Misses, Mass>, TooMuch> {
        let mut now = BTreeMap::from([(Misses::default(), row.untouched(chance))]);
        for &n in attackers {
            let Attacker { to_hit, attacks, .. } = &salvo.attackers[n];
            let (shot, counts) = (Shot::of(to_hit), counts(*attacks, salvo.attacks));
            let missed = |before: &Misses| strays.map_or_else(|| before.clone(), |it| before.and(&it.steps[n]));
            let mut all = BTreeMap::new();
            for attack in 0..counts.chances().len() {
                if 0 < attack {
                    self.toil(row, &shot, now.len())?;
                    let mut next = BTreeMap::new();
                    for (misses, mass) in &now {
                        if 0.0 < shot.miss {
                            add(row, &mut next, missed(misses), mass, shot.miss);
                        }
                        let to = next.entry(misses.clone()).or_insert_with(|| row.empty());
                        row.add_shot(&shot, counts.at_least(attack), mass, to, kills);
                    }
                    now = next;
                }
                if 0.0 < counts.chance(attack) {
                    for (misses, mass) in &now {
                        add(row, &mut all, misses.clone(), mass, counts.chance(attack));
                    }
                }
            }
            now = all;
        }
        Ok(now)
    }

    /// **S-9** What so many misses do to friends: who has what HP afterwards, and how likely that is.
    fn astray(&self, strays: &Strays, misses: &Misses, world: &World) -> Result<Vec<(Wounds, f64)>, TooMuch> {
        let line = strays.in_line(&misses.nearest, |it| self.hp(world, it));
        let row = row_of(&line, &strays.salvo.damage);
        let Some(shot) = strays.salvo.attackers.first().map(|it| Shot::of(&it.to_hit)) else {
            return Ok(vec![(Vec::new(), 1.0)]);
        };
        let mut mass = row.untouched(1.0);
        for _ in 0..misses.count {
            self.toil(&row, &shot, 1)?;
            let mut next: Mass = mass.iter().map(|it| it * shot.miss).collect();
            row.add_shot(&shot, 1.0, &mass, &mut next, &mut vec![0.0; line.len()]);
            mass = next;
        }
        let mut found: BTreeMap<Wounds, f64> = BTreeMap::new();
        for it in row.outcomes(&mass) {
            put(&mut found, left_of(&line, &it).collect(), it.chance);
        }
        Ok(found.into_iter().collect())
    }

    /// Counts the work of one attack, and refuses more of it than one question is worth.
    fn toil(&self, row: &Row, shot: &Shot, times: usize) -> Result<(), TooMuch> {
        self.spend((OUTCOME_WORK + row.work()).saturating_mul(times * (2 + usize::from(shot.further))))
    }

    fn spend(&self, work: usize) -> Result<(), TooMuch> {
        self.work.set(self.work.get().saturating_add(work));
        if self.patience.0 < self.work.get() { Err(TooMuch) } else { Ok(()) }
    }

    /// **A-6** How many users their `[Hazardous]` weapons fell: a 1 takes 1 HP off.
    fn hazard(&self, world: &World) -> Law {
        let mut felled = Law::sure(0);
        for (unit, dice) in &world.hazards {
            let Ok(hp @ 1..) = usize::try_from(self.hp(world, *unit)) else { continue };
            let one = Law::of(vec![5.0 / 6.0, 1.0 / 6.0]);
            let ones = (0..*dice).fold(Law::sure(0), |sum, _| sum.plus(&one));
            let falls = ones.at_least(hp);
            felled = felled.plus(&Law::of(vec![1.0 - falls, falls]));
        }
        felled
    }
}

/// Who has what HP.
type Wounds = Vec<(UnitId, i16)>;

/// **S-9** Attacks that missed, and how near those who missed are to each friend.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Misses {
    count: u32,
    nearest: Vec<u16>,
}

impl Misses {
    /// One more, by somebody so many steps from each friend.
    fn and(&self, steps: &[u16]) -> Misses {
        let nearest = match self.count {
            0 => steps.to_vec(),
            _ => self.nearest.iter().zip(steps).map(|(a, b)| *a.min(b)).collect(),
        };
        Misses { count: self.count + 1, nearest }
    }
}

fn add(row: &Row, to: &mut BTreeMap<Misses, Mass>, misses: Misses, mass: &[f64], share: f64) {
    let to = to.entry(misses).or_insert_with(|| row.empty());
    to.iter_mut().zip(mass).for_each(|(to, mass)| *to += share * mass);
}

fn row_of(line: &[(Victim, i16)], damage: &Damage) -> Row {
    let unit = |(it, hp): &(Victim, i16)| (hp.unsigned_abs(), it.hp_max, Pierce::of(&it.to_wound, it.save_needs));
    Row::new(line.iter().map(unit), wounds_by(damage))
}

/// The HP of those who have been hit.
fn left_of(line: &[(Victim, i16)], it: &Outcome) -> impl Iterator<Item = (UnitId, i16)> {
    let (felled, lost) = (it.felled, it.lost as i16);
    let hurt = usize::from(0 < lost);
    let left = move |n: usize, hp: i16| if n < felled { 0 } else { hp - lost };
    line.iter().take(felled + hurt).enumerate().map(move |(n, (it, hp))| (it.unit, left(n, *hp)))
}

/// What is known so far of one part of a volley.
struct Tally {
    odds: PartOdds,
    kills: BTreeMap<UnitId, f64>,
}

impl Tally {
    fn new(battle: &Battle, squad: SquadId, target: SquadId) -> Tally {
        let unit = |unit| UnitOdds { unit, hp: Law::none(), killed: 0.0 };
        let strays = |friend| StrayOdds { friend, downed: Law::none() };
        let odds = PartOdds {
            squad,
            target,
            wasted: 0.0,
            held: 0.0,
            downed: Law::none(),
            killed: Law::none(),
            gone: 0.0,
            units: battle.standing(target).map(unit).collect(),
            strays: preview::endangered(battle, squad, target).map(strays),
            users_downed: Law::none(),
        };
        Tally { odds, kills: BTreeMap::new() }
    }

    /// One way that the part may end.
    fn note(&mut self, field: &Field<'_>, before: &World, after: &World, killed: usize, chance: f64) {
        let PartOdds { target, downed, killed: law, gone, units, strays, .. } = &mut self.odds;
        downed.add(field.felled(before, after, *target), chance);
        law.add(killed, chance);
        let mut is_gone = true;
        for it in units {
            let hp = field.hp(after, it.unit).max(0).unsigned_abs();
            is_gone &= hp == 0;
            it.hp.add(usize::from(hp), chance);
        }
        if is_gone {
            *gone += chance;
        }
        if let Some(it) = strays {
            it.downed.add(field.felled(before, after, it.friend), chance);
        }
    }

    fn done(mut self, users_downed: Law) -> PartOdds {
        for it in &mut self.odds.units {
            it.killed = self.kills.get(&it.unit).copied().unwrap_or(0.0);
        }
        PartOdds { users_downed, ..self.odds }
    }
}
