//! Exact odds of close combat and charges: step by step, from each state that the step before can lead to. Blows in return,
//! second hands, parries and leaps are in it; the rules themselves say what each step is made of.

use std::collections::BTreeMap;

use crate::brick::battle::{Battle, Charge, Melee, Order, Orders, Rating, Refusal, SkillRoll, Target, Verdict, Who};
use crate::brick::odds::deal::{Dealt, dealt};
use crate::brick::odds::{Fall, Law, ShotOdds, SkillOdds, hands, skill_of, sum};
use crate::brick::rules::Brick;
use crate::brick::rules::preview::{Blow, Clash, Falls, Impact, Step, Taken, Terms, impact};
use crate::brick::rules::roll::{Changes, Pool, verdict};
use crate::field::{Tile, UnitId};

/// So many states of a melee are told apart.
const STATES_MAX: usize = 4_000;
/// So many ways in which parries meet hits, or a leap meets attacks.
const WAYS_MAX: usize = 5_000;

/// What a melee may come to.
#[derive(Clone, Debug)]
pub struct ClashOdds {
    /// The blows that come first.
    pub blows: Vec<ShotOdds>,
    /// Who falls on either side before it is over; `None`: there are too many ways.
    pub fall: Option<Fallen>,
}

/// Who falls on either side.
#[derive(Clone, Debug, PartialEq)]
pub struct Fallen {
    pub theirs: Fall,
    pub ours: Fall,
}

/// What a charge may come to.
#[derive(Clone, Debug)]
pub struct ChargeOdds {
    /// The exchange that it begins with (BC-17.3).
    pub clash: ClashOdds,
    /// **BC-19.8** How likely it is that the target is thrown by the Collision; `None`: there is none, or too many ways.
    pub thrown: Option<f64>,
}

/// What somebody's part of a melee may come to, with what others of their side are told, as things stand.
///
/// # Errors
///
/// If they can't fight as they are told.
pub fn melee(
    rules: &Brick,
    battle: &Battle,
    together: &[(Who, &Melee)],
    who: Who,
) -> Result<Option<ClashOdds>, Refusal> {
    let mut orders = Orders::default();
    together.iter().for_each(|it| orders.put(Order::Melee(it.0, it.1.clone())));
    let clash = Clash::of(rules, battle, &orders, who)?;
    Ok(clash.map(|it| of(rules, it, who, None).0))
}

/// What a charge may come to, if those who make it are alone with their target.
///
/// # Errors
///
/// If it can't be made as it is ordered.
pub fn charge(rules: &Brick, battle: &Battle, who: Who, order: &Charge) -> Result<Option<ChargeOdds>, Refusal> {
    let Some(impact) = impact(rules, battle, who, order)? else { return Ok(None) };
    let Target::Who(foe) = order.target else { return Ok(None) };
    let (clash, ends) = of(rules, impact.clash.clone(), who, Some(foe));
    let is_one = |it: Who| battle.members(it).len() == 1;
    let thrown = ends.filter(|_| is_one(who) && is_one(foe)).map(|it| thrown(rules, &impact, &clash, &it, (who, foe)));
    Ok(Some(ChargeOdds { clash, thrown: thrown.filter(|_| !impact.momentum.pieces.is_empty()) }))
}

/// **BC-19.5, BC-17.5** Both must stand, and the momentum must not have gone into a hit: one that does no harm spends it, too.
fn thrown(rules: &Brick, impact: &Impact, clash: &ClashOdds, ends: &Ends, (who, foe): (Who, Who)) -> f64 {
    let law = |pool: &Pool| sum(pool, Rating::REGULAR, rules.damage_crits, 0);
    let (momentum, opposition) = (law(&impact.momentum), law(&impact.opposition));
    let beats: f64 =
        momentum.iter().map(|(mom, p)| p * opposition.iter().filter(|it| it.0 < mom).map(|it| it.1).sum::<f64>()).sum();
    let stand = |it: &Clash| it.battle.is_there(who) && it.battle.is_there(foe);
    if !impact.spends {
        return beats * ends.iter().filter(|it| stand(&it.0)).map(|it| it.1).sum::<f64>();
    }
    // Whoever misses does nothing to the target, which then always stands; what comes back doesn't depend on it.
    let misses = clash.blows.iter().filter(|it| impact.clash.battle.who(it.swing.by) == who).map(|it| 1.0 - it.hits);
    let lives: f64 = ends.iter().filter(|it| it.0.battle.is_there(who)).map(|it| it.1).sum();
    beats * misses.product::<f64>() * lives
}

/// Every end, and how likely it is.
type Ends = Vec<(Clash, f64)>;

fn of(rules: &Brick, clash: Clash, who: Who, target: Option<Who>) -> (ClashOdds, Option<Ends>) {
    let start = clash.battle.clone();
    let blows = clash.clone().step(rules).map_or(Vec::new(), |it| it.blows.iter().map(blow_odds).collect());
    let ends = ends(rules, clash);
    let mut ring = start.ring(who);
    ring.extend(target);
    let side = |theirs: bool| -> Vec<UnitId> {
        let of =
            ring.iter().filter(|it| start.is_hostile(who, **it) == theirs && (theirs || start.team(**it).is_some()));
        of.flat_map(|it| start.members(*it)).collect()
    };
    let fall = ends
        .as_ref()
        .map(|it| Fallen { theirs: fall_of(&start, it, &side(true)), ours: fall_of(&start, it, &side(false)) });
    (ClashOdds { blows, fall }, ends)
}

fn blow_odds(blow: &Blow) -> ShotOdds {
    let odds = skill_odds(blow.swing.roll.as_ref());
    let mean = law(blow, false, 0).mean() * odds.succeeds + law(blow, true, 0).mean() * odds.overskills;
    let damage = if 0.0 < odds.hits() { mean / odds.hits() } else { 0.0 };
    ShotOdds { swing: blow.swing.clone(), hits: odds.hits(), overskills: odds.overskills, damage }
}

fn fall_of(start: &Battle, ends: &Ends, units: &[UnitId]) -> Fall {
    let mut fall = Fall { felled: vec![0.0; units.len() + 1], each: Vec::new(), hp_lost: 0.0 };
    let fell = |it: &Clash, unit: UnitId| !it.battle.unit(unit).is_standing();
    for (end, weight) in ends {
        fall.felled[units.iter().filter(|it| fell(end, **it)).count()] += weight;
        let lost = |it: &UnitId| f64::from(start.unit(*it).hp.saturating_sub(end.battle.unit(*it).hp));
        fall.hp_lost += weight * units.iter().map(lost).sum::<f64>();
    }
    let each = |unit: &UnitId| ends.iter().filter(|it| fell(&it.0, *unit)).map(|it| it.1).sum();
    fall.each = units.iter().map(|it| (*it, each(it))).collect();
    fall
}

/// Every end that a melee can come to; `None`: there are too many.
fn ends(rules: &Brick, start: Clash) -> Option<Ends> {
    let (mut open, mut ends) = (vec![(start, 1.0)], Vec::new());
    while !open.is_empty() {
        let mut next: BTreeMap<_, (Clash, f64)> = BTreeMap::new();
        for (clash, weight) in open {
            let Some(step) = clash.clone().step(rules) else {
                ends.push((clash, weight));
                continue;
            };
            for (after, chance) in outcomes(rules, &step)? {
                next.entry(key(&after)).or_insert_with(|| (after, 0.0)).1 += weight * chance;
            }
            if STATES_MAX < next.len() + ends.len() {
                return None;
            }
        }
        open = next.into_values().collect();
    }
    Some(ends)
}

/// What tells states apart that the same steps have led to.
fn key(clash: &Clash) -> (usize, Vec<(u8, bool, Tile, Taken)>) {
    let battle = &clash.battle;
    let of = |it: UnitId| {
        let unit = battle.unit(it);
        (unit.hp, unit.is_disrupted, unit.at, clash.taken(it))
    };
    (battle.ledger().len(), battle.setup().unit_ids().map(of).collect())
}

/// Everything that a step can lead to.
fn outcomes(rules: &Brick, step: &Step) -> Option<Ends> {
    let answers = step.answers.as_ref()?;
    if let Some(leap) = answers.iter().find(|it| it.parry.is_none()) {
        return if answers.len() == 1 { leaping(rules, step, leap) } else { None };
    }
    let mut targets: Vec<&Falls> = Vec::new();
    for blow in &step.blows {
        if !targets.contains(&&blow.falls) {
            targets.push(&blow.falls);
        }
    }
    let units: Vec<UnitId> = targets.iter().flat_map(|it| it.units()).collect();
    if (1..units.len()).any(|it| units[it..].contains(&units[it - 1])) {
        return None;
    }
    let mut all: Dealt = vec![(Vec::new(), 1.0)];
    for falls in targets {
        let of: Vec<usize> = (0..step.blows.len()).filter(|it| step.blows[*it].falls == *falls).collect();
        let shared: Vec<&Terms> = answers.iter().filter(|it| it.is_shared && it.against == of).collect();
        let part = if shared.is_empty() { each_alone(rules, step, &of)? } else { parried(rules, step, &of, &shared)? };
        let join = |(taken, weight): &(Vec<(UnitId, Taken)>, f64)| {
            let (taken, weight) = (taken.clone(), *weight);
            part.iter().map(move |it| ([taken.clone(), it.0.clone()].concat(), weight * it.1)).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(join).collect();
        if STATES_MAX < all.len() {
            return None;
        }
    }
    Some(all.into_iter().map(|(taken, weight)| (step.after(rules, step.before(), &taken), weight)).collect())
}

/// **BC-3.6** Blows that each meet a parry of their own, or none.
fn each_alone(rules: &Brick, step: &Step, of: &[usize]) -> Option<Dealt> {
    let answers = step.answers.as_ref()?;
    let laws: Vec<Law> = of
        .iter()
        .map(|at| {
            let parry = answers.iter().find(|it| it.against == [*at]);
            let parry = parry.map_or(vec![(0, 1.0)], levels);
            let blow = &step.blows[*at];
            let hit = |overskill| {
                let laws: Vec<(f64, Law)> = parry.iter().map(|it| (it.1, law(blow, overskill, it.0))).collect();
                Law::mixed(&laws)
            };
            let odds = skill_odds(blow.swing.roll.as_ref());
            Law::mixed(&[(1.0 - odds.hits(), Law::sure(0)), (odds.succeeds, hit(false)), (odds.overskills, hit(true))])
        })
        .collect();
    dealt_by(rules, step, step.before(), of, &laws)
}

/// **BX-19, BS-12.6** Blows at a squad that parries for all: its successes stop the largest hits, those with Overskill first.
fn parried(rules: &Brick, step: &Step, of: &[usize], shared: &[&Terms]) -> Option<Dealt> {
    // How likely so many parries take two levels, and so many one.
    let mut parries = BTreeMap::from([((0, 0), 1.0)]);
    for terms in shared {
        let mut next = BTreeMap::new();
        for ((two, one), weight) in parries {
            for (level, chance) in levels(terms) {
                let now = (two + usize::from(level == 2), one + usize::from(level == 1));
                *next.entry(now).or_insert(0.0) += weight * chance;
            }
        }
        parries = next;
    }
    let mut order = of.to_vec();
    order.sort_by_key(|it| (std::cmp::Reverse(step.blows[*it].worth), step.blows[*it].swing.by));
    // Each hit by what it is made of then, and how likely so many of each kind are.
    let mut laws: Vec<Law> = Vec::new();
    let mut ways: BTreeMap<Vec<usize>, f64> = BTreeMap::new();
    for ((two, one), weight) in parries {
        let mut hits = BTreeMap::from([(Vec::new(), weight)]);
        for at in &order {
            let blow = &step.blows[*at];
            let odds = skill_odds(blow.swing.roll.as_ref());
            let mut next: BTreeMap<Vec<usize>, f64> = BTreeMap::new();
            for (kinds, weight) in hits {
                let level = match kinds.len() {
                    it if it < two => 2,
                    it if it < two + one => 1,
                    _ => 0,
                };
                for (overskill, chance) in [(false, odds.succeeds), (true, odds.overskills)] {
                    if 0.0 < chance {
                        let law = law(blow, overskill, level);
                        let kind = laws.iter().position(|it| *it == law).unwrap_or_else(|| {
                            laws.push(law);
                            laws.len() - 1
                        });
                        *next.entry([kinds.as_slice(), &[kind]].concat()).or_insert(0.0) += weight * chance;
                    }
                }
                *next.entry(kinds).or_insert(0.0) += weight * (1.0 - odds.hits());
            }
            if WAYS_MAX < next.len() {
                return None;
            }
            hits = next;
        }
        for (mut kinds, weight) in hits {
            kinds.sort();
            *ways.entry(kinds).or_insert(0.0) += weight;
        }
    }
    let mut all: BTreeMap<Vec<(UnitId, Taken)>, f64> = BTreeMap::new();
    for (kinds, weight) in ways {
        let hits: Vec<Law> = kinds.iter().map(|it| laws[*it].clone()).collect();
        for (taken, chance) in dealt_by(rules, step, step.before(), of, &hits)? {
            *all.entry(taken).or_insert(0.0) += weight * chance;
        }
    }
    Some(all.into_iter().collect())
}

fn dealt_by(rules: &Brick, step: &Step, clash: &Clash, of: &[usize], laws: &[Law]) -> Option<Dealt> {
    let falls = &step.blows[*of.first()?].falls;
    let by: Vec<UnitId> = of.iter().map(|it| step.blows[*it].swing.by).collect();
    if falls.units().iter().any(|it| clash.room(*it, &by).is_err()) {
        return None;
    }
    let so_far = |unit: UnitId| (clash.taken(unit), clash.room(unit, &by).unwrap_or(None));
    dealt(rules, &clash.battle, falls, &so_far, laws)
}

/// **BC-11** One who leaps aside: each way in which the attacks and the leap can come out.
fn leaping(rules: &Brick, step: &Step, leap: &Terms) -> Option<Ends> {
    let all: Vec<usize> = (0..step.blows.len()).collect();
    if leap.against != all {
        return None;
    }
    let mut attacks: Vec<(Vec<Option<SkillRoll>>, f64)> = vec![(Vec::new(), 1.0)];
    for blow in &step.blows {
        let ways = ways_of(blow.swing.roll.as_ref());
        let with = |(so_far, weight): &(Vec<Option<SkillRoll>>, f64)| {
            let (so_far, weight) = (so_far.clone(), *weight);
            ways.iter()
                .map(move |it| ([so_far.clone(), vec![it.0.clone()]].concat(), weight * it.1))
                .collect::<Vec<_>>()
        };
        attacks = attacks.iter().flat_map(with).collect();
    }
    let skill = step.before().battle.profile(leap.by).skill;
    let faces: Vec<Vec<u8>> =
        hands(usize::from(skill.dice), skill.sides).map(|it| it.iter().map(|it| it.face()).collect()).collect();
    if WAYS_MAX < attacks.len() * faces.len() {
        return None;
    }
    let mut ends: BTreeMap<_, (Clash, f64)> = BTreeMap::new();
    for (rolls, weight) in &attacks {
        for faces in &faces {
            let (evades, clash) = step.leapt(rules, leap, faces, rolls)?;
            let weight = weight * f64::from(skill.sides.count()).powi(-i32::from(skill.dice));
            let hits = all.iter().copied().filter(|it| rolls[*it].as_ref().is_none_or(|it| it.verdict.succeeds()));
            let hits: Vec<usize> = hits.filter(|it| !evades[*it]).collect();
            let laws: Vec<Law> = hits
                .iter()
                .map(|it| {
                    let critical = |it: &SkillRoll| it.verdict == Verdict::CriticalSuccess;
                    law(&step.blows[*it], rolls[*it].as_ref().is_some_and(critical), 0)
                })
                .collect();
            let dealt =
                if hits.is_empty() { vec![(Vec::new(), 1.0)] } else { dealt_by(rules, step, &clash, &hits, &laws)? };
            for (taken, chance) in dealt {
                let after = step.after(rules, &clash, &taken);
                ends.entry(key(&after)).or_insert_with(|| (after, 0.0)).1 += weight * chance;
            }
        }
    }
    Some(ends.into_values().collect())
}

/// Each result that a roll can have, with dice that show it; `None` where it hits as a matter of course.
fn ways_of(roll: Option<&SkillRoll>) -> Vec<(Option<SkillRoll>, f64)> {
    let Some((roll, sides)) = roll.and_then(|it| Some((it, it.dice.first()?.sides()))) else {
        return vec![(None, 1.0)];
    };
    let shown: i16 = roll.dice.iter().map(|it| i16::from(it.face())).sum();
    let each = f64::from(sides.count()).powi(-(roll.dice.len() as i32));
    let mut ways: Vec<(Option<SkillRoll>, f64)> = Vec::new();
    for dice in hands(roll.dice.len(), sides) {
        let total = roll.total - shown + dice.iter().map(|it| i16::from(it.face())).sum::<i16>();
        let verdict = verdict(&dice, total, roll.needs);
        let is_same = |it: &&mut (Option<SkillRoll>, f64)| {
            it.0.as_ref().is_some_and(|it| (it.total, it.verdict) == (total, verdict))
        };
        match ways.iter_mut().find(is_same) {
            Some(it) => it.1 += each,
            None => ways.push((Some(SkillRoll { dice, total, verdict, ..roll.clone() }), each)),
        }
    }
    ways
}

/// **BC-10.6** How likely a parry takes no level, one, or two with Overskill (BC-20.4).
fn levels(terms: &Terms) -> Vec<(u8, f64)> {
    let odds = terms.parry.as_ref().map_or(SkillOdds::default(), skill_of);
    if !terms.deflects {
        return vec![(0, 1.0)];
    }
    vec![(0, 1.0 - odds.hits()), (1, odds.succeeds), (1 + u8::from(terms.overskills), odds.overskills)]
}

/// **BC-1.9** The damage of a hit.
fn law(blow: &Blow, overskill: bool, levels: u8) -> Law {
    let changes = Changes {
        overskill: u8::from(overskill && blow.overskills),
        momentum: blow.momentum,
        levels: levels + blow.worn,
        is_piercing: blow.is_piercing,
    };
    sum(&Pool::of(blow.amount, blow.skill, changes), blow.skill, blow.crits, 0)
}

fn skill_odds(roll: Option<&SkillRoll>) -> SkillOdds {
    roll.map_or(SkillOdds { succeeds: 1.0, overskills: 0.0 }, skill_of)
}
