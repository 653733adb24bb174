//! One weapon of a squad, fired or struck with once by everybody who uses it, with what goes astray.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::field::UnitId;
use crate::line::battle::VolleyKind;
use crate::line::odds::blow::{Pierce, Shot, wounds_by};
use crate::line::odds::law::Law;
use crate::line::odds::row::{Mass, Outcome, Row};
use crate::line::odds::squad::{counts, fired};
use crate::line::odds::world::{Field, World, Worlds, Wounds, put};
use crate::line::odds::{LOOK_WORK, OUTCOME_WORK, TooMuch};
use crate::line::rules::preview::{Attacker, Damage, Salvo, Strays, Victim};

/// What one weapon may come to, in one of the ways that led to it.
pub(super) struct Discharge {
    line: Vec<(Victim, i16)>,
    row: Row,
    /// The world once it is fired, whomever it hit.
    fired: World,
    ends: Vec<End>,
}

/// What becomes of the target, together with what becomes of friends.
struct End {
    mass: Mass,
    astray: Rc<Astray>,
}

/// Who of the friends has what HP, and how likely that is.
type Astray = Vec<(Wounds, f64)>;

/// How a weapon is used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    /// **M-6** Whether those who fell in the meantime strike all the same.
    pub(super) at_once: bool,
    /// Whether it makes a difference afterwards which of the friends has fallen.
    pub(super) friends_matter: bool,
}

impl Discharge {
    /// `kills` is told how likely each unit is killed.
    pub(super) fn of(
        field: &mut Field<'_>,
        salvo: &Salvo,
        how: Use,
        world: &World,
        chance: f64,
        kills: &mut BTreeMap<UnitId, f64>,
    ) -> Result<Discharge, TooMuch> {
        let strays = match field.is_any_melee() && salvo.kind == VolleyKind::Fire {
            true => {
                field.spend(LOOK_WORK)?;
                salvo.strays(field.rules, &field.battle_of(world))
            }
            false => None,
        };
        let stands = |it: &usize| how.at_once || 0 < field.hp(world, salvo.attackers[*it].unit);
        let attackers: Vec<usize> = (0..salvo.attackers.len()).filter(stands).collect();
        let line = salvo.in_line(|it| field.hp(world, it));
        let row = row_of(&line, &salvo.damage);
        let walls = match field.has_formations() {
            true => {
                field.spend(LOOK_WORK)?;
                let order: Vec<UnitId> = line.iter().map(|it| it.0.unit).collect();
                salvo.walls(&field.battle_of(world), &order)
            }
            false => Vec::new(),
        };
        let mut flows = vec![0.0; line.len()];
        let roll = Roll { field, row: &row, salvo, walls: &walls, attackers: &attackers, chance };
        let ends = match &strays {
            Some(strays) => roll.with_strays(strays, how, world, &mut flows)?,
            None => vec![End { mass: roll.plain(&mut flows)?, astray: nobody() }],
        };
        for ((victim, _), flow) in line.iter().zip(flows) {
            *kills.entry(victim.unit).or_insert(0.0) += flow;
        }
        let mut fired = world.clone();
        if salvo.is_hazardous {
            attackers.iter().for_each(|it| fired.add_hazard(salvo.attackers[*it].unit));
        }
        Ok(Discharge { line, row, fired, ends })
    }

    /// What may become of the target: the world with that, how many are killed, and the chance.
    pub(super) fn at_target(&self) -> impl Iterator<Item = (World, usize, f64)> {
        let mut sum = self.row.empty();
        for end in &self.ends {
            sum.iter_mut().zip(&end.mass).for_each(|(sum, mass)| *sum += mass);
        }
        let outcomes: Vec<Outcome> = self.row.outcomes(&sum).collect();
        outcomes.into_iter().map(|it| (self.with_target(&it), it.killed, it.chance))
    }

    fn with_target(&self, it: &Outcome) -> World {
        let mut after = self.fired.clone();
        left_of(&self.line, it).for_each(|(unit, hp)| after.set_hp(unit, hp));
        after
    }

    /// What may become of friends, with its chance.
    pub(super) fn at_friends(&self) -> impl Iterator<Item = (&Wounds, f64)> {
        self.ends.iter().flat_map(|end| {
            let chance: f64 = end.mass.iter().sum();
            end.astray.iter().map(move |it| (&it.0, it.1 * chance))
        })
    }

    /// What may become of both.
    pub(super) fn put_all(
        &self,
        field: &Field<'_>,
        mut to: impl FnMut(World, usize, f64) -> Result<(), TooMuch>,
    ) -> Result<(), TooMuch> {
        for end in &self.ends {
            for it in self.row.outcomes(&end.mass) {
                field.spend(OUTCOME_WORK * end.astray.len())?;
                let after = self.with_target(&it);
                for (friends, share) in end.astray.iter() {
                    let mut after = after.clone();
                    friends.iter().for_each(|it| after.set_hp(it.0, it.1));
                    to(after, it.killed, it.chance * share)?;
                }
            }
        }
        Ok(())
    }
}

fn nobody() -> Rc<Astray> {
    Rc::new(vec![(Vec::new(), 1.0)])
}

/// One weapon's attacks about to be rolled.
struct Roll<'r, 'f> {
    field: &'r Field<'f>,
    row: &'r Row,
    salvo: &'r Salvo,
    /// **F-2** What the shields beside each of the row are worth, if it makes a difference.
    walls: &'r [i8],
    /// By their place in the salvo.
    attackers: &'r [usize],
    chance: f64,
}

impl Roll<'_, '_> {
    /// **A-1** All attacks, each worked off at once: which of the hits comes first makes no difference to a die that isn't
    /// rolled yet.
    fn plain(&self, kills: &mut [f64]) -> Result<Mass, TooMuch> {
        let mut mass = self.row.untouched(self.chance);
        for &n in self.attackers {
            let (shots, counts) = self.attacks_of(n);
            toil(self.field, self.row, &shots, counts.chances().len())?;
            mass = fired(self.row, mass, &shots, &counts, kills);
        }
        Ok(mass)
    }

    /// What each attack of one attacker may come to, as [`Row::each_shot`] has them, and how many he makes.
    fn attacks_of(&self, n: usize) -> (Vec<Shot>, Law) {
        let Attacker { to_hit, attacks, .. } = &self.salvo.attackers[n];
        let shots = match self.walls.last() {
            None => vec![Shot::of(to_hit)],
            Some(last) => {
                let walls = self.walls.iter().chain([last]);
                walls.map(|it| Shot::of(&self.salvo.to_hit_behind(n, *it))).collect()
            }
        };
        (shots, counts(*attacks, self.salvo.attacks))
    }

    /// **S-9** The same, and its misses once more at friends.
    fn with_strays(&self, strays: &Strays, how: Use, world: &World, kills: &mut [f64]) -> Result<Vec<End>, TooMuch> {
        let hp = |it| self.field.hp(world, it);
        let any_order = !how.friends_matter && strays.are_alike(hp);
        let steps = |n: usize| if any_order { &[][..] } else { &strays.steps[n] };
        let rolled = self.with_misses(steps, kills)?;

        // Only the order in which friends are hit matters now.
        let mut in_order: BTreeMap<(Vec<UnitId>, u32), Mass> = BTreeMap::new();
        let anywhere: Vec<u16> = vec![0; strays.salvo.pool.len()];
        for (misses, mass) in rolled {
            let nearest = if misses.nearest.is_empty() { &anywhere } else { &misses.nearest };
            let order = match misses.count {
                0 => Vec::new(),
                _ => strays.in_line(nearest, hp).iter().map(|it| it.0.unit).collect(),
            };
            add(self.row, &mut in_order, (order, misses.count), &mass, 1.0);
        }
        let mut ends = Vec::with_capacity(in_order.len());
        let mut chain: Option<Chain> = None;
        for ((order, count), mass) in in_order {
            let known = chain.take().filter(|it| it.is_of(&order));
            let mut now = known.unwrap_or_else(|| Chain::of(strays, &order, hp));
            ends.push(End { mass, astray: now.after(self.field, count)? });
            chain = Some(now);
        }
        Ok(ends)
    }

    fn with_misses<'s>(
        &self,
        steps: impl Fn(usize) -> &'s [u16],
        kills: &mut [f64],
    ) -> Result<BTreeMap<Misses, Mass>, TooMuch> {
        let row = self.row;
        let mut now = BTreeMap::from([(Misses::default(), row.untouched(self.chance))]);
        for &n in self.attackers {
            let (shots, counts) = self.attacks_of(n);
            let mut all = BTreeMap::new();
            for attack in 0..counts.chances().len() {
                if 0 < attack {
                    toil(self.field, row, &shots, now.len())?;
                    let mut next = BTreeMap::new();
                    for (misses, mass) in &now {
                        row.each_shot(&shots, mass, |shot, mass| {
                            if 0.0 < shot.miss {
                                add(row, &mut next, misses.and(steps(n)), mass, shot.miss);
                            }
                            let to = next.entry(misses.clone()).or_insert_with(|| row.empty());
                            row.add_shot(shot, counts.at_least(attack), mass, to, kills);
                        });
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
}

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

/// **S-9** Misses working their way through friends, in the order in which these are hit.
struct Chain {
    line: Vec<(Victim, i16)>,
    row: Row,
    shot: Option<Shot>,
    mass: Mass,
    count: u32,
}

impl Chain {
    fn of(strays: &Strays, order: &[UnitId], hp: impl Fn(UnitId) -> i16) -> Chain {
        let victim = |unit: &UnitId| strays.salvo.pool.iter().find(|it| it.unit == *unit).copied();
        let line: Vec<(Victim, i16)> = order.iter().filter_map(victim).map(|it| (it, hp(it.unit))).collect();
        let row = row_of(&line, &strays.salvo.damage);
        let shot = strays.salvo.attackers.first().map(|it| Shot::of(&it.to_hit));
        let mass = row.untouched(1.0);
        Chain { line, row, shot, mass, count: 0 }
    }

    fn is_of(&self, order: &[UnitId]) -> bool {
        self.line.iter().map(|it| it.0.unit).eq(order.iter().copied())
    }

    /// What so many misses come to; they are asked for in rising numbers.
    fn after(&mut self, field: &Field<'_>, count: u32) -> Result<Rc<Astray>, TooMuch> {
        let Some(shot) = self.shot else { return Ok(nobody()) };
        let mut kills = vec![0.0; self.line.len()];
        while self.count < count {
            toil(field, &self.row, &[shot], 1)?;
            let mut next: Mass = self.mass.iter().map(|it| it * shot.miss).collect();
            self.row.add_shot(&shot, 1.0, &self.mass, &mut next, &mut kills);
            self.mass = next;
            self.count += 1;
        }
        let mut law: BTreeMap<Wounds, f64> = BTreeMap::new();
        for it in self.row.outcomes(&self.mass) {
            *law.entry(left_of(&self.line, &it).collect()).or_insert(0.0) += it.chance;
        }
        Ok(Rc::new(law.into_iter().collect()))
    }
}

/// Some weapons at one squad, one after the other, and what they leave; with the number of killed.
pub(super) fn one_after_the_other(
    field: &mut Field<'_>,
    salvos: &[Salvo],
    how: Use,
    world: World,
    chance: f64,
    kills: &mut BTreeMap<UnitId, f64>,
) -> Result<Worlds<(World, usize)>, TooMuch> {
    let mut ends = Worlds::from([((world, 0), chance)]);
    for salvo in salvos {
        let mut next = Worlds::new();
        for ((world, killed), chance) in ends {
            let discharge = Discharge::of(field, salvo, how, &world, chance, kills)?;
            discharge.put_all(field, |after, more, chance| put(&mut next, (after, killed + more), chance))?;
        }
        ends = next;
    }
    Ok(ends)
}

/// Counts the work of one attack.
fn toil(field: &Field<'_>, row: &Row, shots: &[Shot], times: usize) -> Result<(), TooMuch> {
    let each = shots.iter().map(|it| 2 + usize::from(it.further)).sum::<usize>();
    field.spend((OUTCOME_WORK + row.work()).saturating_mul(times * each))
}

fn add<K: Ord>(row: &Row, to: &mut BTreeMap<K, Mass>, key: K, mass: &[f64], share: f64) {
    let to = to.entry(key).or_insert_with(|| row.empty());
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
