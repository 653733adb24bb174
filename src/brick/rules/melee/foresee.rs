//! What a melee would be rolled with, step by step: for whoever wants to know before any die is rolled.

use std::collections::{BTreeMap, BTreeSet};

use crate::brick::battle::{
    Amount, Battle, Event, Harm, Manoeuvre, Melee, Orders, Phase, Rating, Refusal, SkillRoll, Swing, Target, TeamId,
    Who,
};
use crate::brick::rules::deal::{self, Falls, Onto};
use crate::brick::rules::harm::{self, Sum, can_be_touched_by};
use crate::brick::rules::melee::counter::Terms;
use crate::brick::rules::melee::strike::{Rolled, declare, falls_on, is_piercing, roll_strike};
use crate::brick::rules::melee::{Bout, Hand, Incoming, Strike, attack_of, counter, declared, pressing, strike};
use crate::brick::rules::{Brick, Round, shooting};
use crate::dice::Dice;
use crate::field::UnitId;

/// A melee between two steps.
#[derive(Clone, Debug)]
pub(crate) struct Clash {
    pub(crate) battle: Battle,
    sums: BTreeMap<UnitId, Sum>,
    struck: Struck,
    next: Next,
}

/// Who has struck whom on a team's turn (BT-5).
type Struck = BTreeMap<(TeamId, UnitId), BTreeSet<UnitId>>;

/// What comes next in it.
#[derive(Clone, Debug)]
enum Next {
    Attack {
        bouts: Vec<Bout>,
        hand: Hand,
    },
    Returns {
        bouts: Vec<Bout>,
        struck: Vec<(UnitId, Target)>,
        hand: Hand,
    },
    /// **BC-6.8** With the second hand, for those who have one and are still there.
    Press(Vec<Bout>),
    /// **BC-18.2** One after the other.
    Strikes(Vec<Vec<Strike>>),
    Nothing,
}

/// One step: everything that is rolled together.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) blows: Vec<Blow>,
    /// `None`: it matters too much which blow meets which answer.
    pub(crate) answers: Option<Vec<Terms>>,
    incoming: Vec<Incoming>,
    /// Everything as it is when the dice are picked up.
    before: Clash,
}

/// One attack of it.
#[derive(Clone, Debug)]
pub(crate) struct Blow {
    /// All that is known of it. Its dice are none that will be rolled.
    pub(crate) swing: Swing,
    pub(crate) amount: Amount,
    pub(crate) skill: Rating,
    /// **BC-20.3** Whether an Overskill Benny is spent on damage.
    pub(crate) overskills: bool,
    /// **BC-10.9**
    pub(crate) is_piercing: bool,
    /// **BC-16.8** Skill dice of momentum.
    pub(crate) momentum: u8,
    /// **BX-6** Levels of Deflection that its target wears.
    pub(crate) worn: u8,
    /// **BX-2** Whether highest faces of damage earn bonus dice.
    pub(crate) crits: bool,
    /// **BX-46** Twice the mean of its damage, before anything is taken from it.
    pub(crate) worth: i32,
    pub(crate) falls: Falls,
}

/// What one unit has taken of a pass (BT-11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Taken {
    pub(crate) total: i16,
    /// **BX-49** Known from the first damage on.
    pub(crate) armor: Option<i16>,
    /// HP that it has cost.
    pub(crate) lost: u8,
}

impl Clash {
    /// The melee that orders bring somebody into, up to its first dice.
    ///
    /// # Errors
    ///
    /// If they can't fight as they are told.
    pub(crate) fn of(rules: &Brick, battle: &Battle, orders: &Orders, who: Who) -> Result<Option<Clash>, Refusal> {
        let Some(team) = battle.team(who) else { return Err(Refusal::Gone) };
        let mut dice = Dice::keyed([0; 32]);
        let mut round = Round::new(rules, battle, orders, &mut dice);
        round.begin(Phase::Melee);
        round.begin_pass(team);
        let bouts = declared(&mut round, team);
        if !bouts.iter().any(|it| it.who == who && it.does != Manoeuvre::Ignore) {
            let why = round.events.iter().find_map(|it| match it {
                Event::Refused { who: by, why, .. } if *by == who => Some(*why),
                _ => None,
            });
            return why.map_or(Ok(None), Err);
        }
        let ring = round.battle.ring(who);
        let bouts: Vec<Bout> = bouts.into_iter().filter(|it| ring.contains(&it.who)).collect();
        // Grabs and shoves, and what is done meanwhile, have no odds.
        let is_plain = |it: &Bout| attack_of(it).is_some() || matches!(it.order, None | Some(Melee::Ignore(None)));
        if !bouts.iter().all(is_plain) {
            return Ok(None);
        }
        let next = Next::Attack { bouts, hand: Hand::First };
        Ok(Some(Clash { battle: round.battle, sums: round.sums, struck: round.struck, next }))
    }

    /// **BC-17.3** The one exchange of a charge.
    pub(crate) fn of_strikes(battle: Battle, strikes: Vec<Vec<Strike>>) -> Clash {
        Clash { battle, sums: BTreeMap::new(), struck: BTreeMap::new(), next: Next::Strikes(strikes) }
    }

    fn play<T>(&mut self, rules: &Brick, act: impl FnOnce(&mut Round<'_>) -> T) -> T {
        self.play_with(rules, &mut Dice::keyed([0; 32]), act)
    }

    fn play_with<T>(&mut self, rules: &Brick, dice: &mut Dice, act: impl FnOnce(&mut Round<'_>) -> T) -> T {
        let orders = Orders::default();
        let mut round = Round::new(rules, &self.battle, &orders, dice);
        (round.sums, round.struck) = (std::mem::take(&mut self.sums), std::mem::take(&mut self.struck));
        let result = act(&mut round);
        (self.battle, self.sums, self.struck) = (round.battle, round.sums, round.struck);
        result
    }

    /// The next step in which something is rolled; `None` once it is over.
    pub(crate) fn step(mut self, rules: &Brick) -> Option<Step> {
        loop {
            let strikes = match std::mem::replace(&mut self.next, Next::Nothing) {
                Next::Nothing => return None,
                Next::Attack { bouts, hand } => {
                    let strikes = self.play(rules, |round| strike::blows(round, &bouts, hand));
                    let struck = strikes.iter().map(|it| (it.by, it.target)).collect();
                    self.next = Next::Returns { bouts, struck, hand };
                    strikes
                }
                Next::Returns { bouts, struck, hand } => {
                    let strikes = self.play(rules, |round| counter::blows_back(round, &bouts, &struck));
                    self.next = if hand == Hand::First { Next::Press(bouts) } else { Next::Nothing };
                    strikes
                }
                Next::Press(bouts) => {
                    let bouts: Vec<Bout> =
                        self.play(rules, |round| bouts.iter().filter_map(|it| pressing(round, it)).collect());
                    if bouts.is_empty() {
                        return None;
                    }
                    self.next = Next::Attack { bouts, hand: Hand::Second };
                    continue;
                }
                Next::Strikes(mut left) => {
                    if left.is_empty() {
                        return None;
                    }
                    let strikes = left.remove(0);
                    self.next = Next::Strikes(left);
                    self.able(&strikes)
                }
            };
            if !strikes.is_empty() {
                return Some(self.roll(rules, &strikes));
            }
        }
    }

    fn able(&self, strikes: &[Strike]) -> Vec<Strike> {
        let able = |it: &&Strike| {
            harm::is_alive(&self.battle, it.by)
                && !self.battle.unit(it.by).is_disrupted
                && shooting::live_target(&self.battle, it.target).is_some()
        };
        strikes.iter().filter(able).cloned().collect()
    }

    fn roll(mut self, rules: &Brick, strikes: &[Strike]) -> Step {
        let (incoming, answers) = self.play(rules, |round| declare(round, strikes));
        let before = self.clone();
        let (blows, answers) = self.play(rules, |round| {
            let blows = strikes.iter().zip(&incoming).map(|(it, incoming)| blow(round, it, incoming.worth)).collect();
            (blows, answers.terms(round, &incoming))
        });
        Step { blows, answers, incoming, before }
    }

    /// What a unit has taken of this pass so far.
    pub(crate) fn taken(&self, unit: UnitId) -> Taken {
        self.sums.get(&unit).map_or(Taken::default(), |it| Taken { total: it.total, armor: it.armor, lost: it.lost })
    }

    /// **BT-5** How many of these may strike one unit in this step; `None`: as many as like, **BX-51** or else the rest of
    /// them is wasted. `Err`: that depends on who did before.
    pub(crate) fn room(&self, unit: UnitId, by: &[UnitId]) -> Result<Option<usize>, ()> {
        let limit = can_be_touched_by(self.battle.profile(unit).size);
        let (Some(limit), Some(turn)) = (limit, self.battle.turn()) else { return Ok(None) };
        let before = self.struck.get(&(turn, unit)).cloned().unwrap_or_default();
        let all: BTreeSet<UnitId> = before.iter().chain(by).copied().collect();
        match (all.len() <= limit, before.is_empty()) {
            (true, _) => Ok(None),
            (false, true) => Ok(Some(limit)),
            (false, false) => Err(()),
        }
    }
}

/// What one attack would be rolled with.
fn blow(round: &mut Round<'_>, strike: &Strike, worth: i32) -> Blow {
    roll_strike(round, strike, Vec::new());
    let swing = round.events.iter().rev().find_map(|it| match it {
        Event::AttackRolled(it) => Some((**it).clone()),
        _ => None,
    });
    let battle = &round.battle;
    let falls = match falls_on(battle, strike, None).0 {
        Onto::Sides(sides) => Falls::Sides(sides.iter().map(|it| deal::hit_order(round, it)).collect()),
        Onto::One(unit) => Falls::One(unit),
        Onto::Ground(_) => Falls::Sides(Vec::new()),
    };
    Blow {
        swing: swing.expect("whoever strikes has just rolled"),
        amount: strike.close.damage,
        skill: battle.profile(strike.by).skill,
        overskills: battle.policies(battle.who(strike.by)).benny.on_attack,
        is_piercing: is_piercing(strike),
        momentum: strike.momentum,
        worn: shooting::worn_levels(battle, strike.target),
        crits: round.rules.damage_crits && !strike.nocrit,
        worth,
        falls,
    }
}

impl Step {
    /// The melee as this step begins.
    pub(crate) fn before(&self) -> &Clash {
        &self.before
    }

    /// Leaps with these faces from attacks that came out so; which of those it evades, and everything as it is then. `None` if
    /// where it lands takes dice of its own.
    pub(crate) fn leapt(
        &self,
        rules: &Brick,
        leap: &Terms,
        faces: &[u8],
        attacks: &[Option<SkillRoll>],
    ) -> Option<(Vec<bool>, Clash)> {
        let rolled: Vec<Rolled> = attacks.iter().map(|it| Rolled { hits: true, roll: it.clone() }).collect();
        let mut clash = self.before.clone();
        let mut dice = Dice::laid(faces.iter().copied());
        let evades = clash.play_with(rules, &mut dice, |round| leap.leap(round, &self.incoming, &rolled));
        (dice.rolled().len() == faces.len()).then_some((evades, clash))
    }

    /// Everything as it is once units have taken this much, and the fallen are carried off.
    pub(crate) fn after(&self, rules: &Brick, clash: &Clash, taken: &[(UnitId, Taken)]) -> Clash {
        let mut clash = clash.clone();
        clash.next = self.before.next.clone();
        let blows = &self.blows;
        clash.play(rules, |round| {
            let by = blows.first().map(|it| it.swing.by);
            for (unit, it) in taken {
                let before = round.sums.get(unit).copied().unwrap_or_default();
                if (before.total, before.lost) == (it.total, it.lost) {
                    continue;
                }
                let Taken { total, armor, lost } = *it;
                round.sums.insert(*unit, Sum { total, armor, lost, by });
                let (damage, armor, hp_lost) = (total - before.total, armor.unwrap_or(0), lost - before.lost);
                round.emit(Event::Harmed(Harm { unit: *unit, by, damage, total, armor, armor_roll: None, hp_lost }));
            }
            for blow in blows {
                for (unit, _) in taken {
                    if blow.falls.holds(*unit) {
                        harm::note_strike(round, blow.swing.by, *unit);
                    }
                }
            }
            harm::bury(round);
        });
        clash
    }
}
