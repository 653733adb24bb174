//! Dice: Skill rolls, and dice that are added up.

use crate::brick::battle::{Amount, Chain, DamageRoll, Mod, Rating, SkillRoll, Verdict};
use crate::brick::rules::Round;
use crate::brick::rules::chance::{self, Kind};
use crate::dice::{Die, Sides, Stream};
use crate::field::{UnitId, each_once};

/// **BX-2** The most bonus dice in a chain.
pub(crate) const CHAIN_MAX: usize = 10;

/// **BC-1.8** A Skill roll of one unit against another. Modifiers of 0 are left out.
///
/// **BC-4.5** Criticals are read from the faces; only then is every die lowered.
pub(super) fn skill(
    round: &mut Round<'_>,
    kind: Kind,
    by: UnitId,
    at: Option<UnitId>,
    needs: Option<u8>,
    less: u16,
    mods: impl IntoIterator<Item = (Mod, i16)>,
) -> SkillRoll {
    let skill = round.battle.profile(by).skill;
    let mods: Vec<(Mod, i16)> = mods.into_iter().filter(|it| it.1 != 0).collect();
    let dice = round.stream(kind, by, at);
    let rolled: Vec<Die> = (0..skill.dice).map(|_| dice.die(skill.sides, kind.purpose())).collect();
    let faces: i16 = rolled.iter().map(|it| i16::from(it.face())).sum();
    let lowered = less as i16 * rolled.len() as i16;
    let total = faces + i16::from(skill.plus) - lowered + mods.iter().map(|it| it.1).sum::<i16>();
    let verdict = Faces::of(&rolled).verdict(total, needs);
    SkillRoll { dice: rolled, plus: skill.plus, less, mods, total, needs, verdict }
}

/// The faces of a Skill roll as far as criticals go: how many dice, how many ones, and how many highest faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Faces {
    dice: usize,
    ones: usize,
    highest: usize,
}

impl Faces {
    pub(crate) fn of(dice: &[Die]) -> Faces {
        dice.iter().fold(Faces::default(), |faces, die| faces.and(*die))
    }

    /// The faces with one more die.
    pub(crate) fn and(self, die: Die) -> Faces {
        Faces {
            dice: self.dice + 1,
            ones: self.ones + usize::from(die.face() == 1),
            highest: self.highest + usize::from(die.is_highest()),
        }
    }

    /// **BX-1, BC-2.2** Only faces make a critical, and a critical decides; else the total does.
    ///
    /// **BC-20.1** All ones fail. **BC-20.2** More highest faces than ones succeed, and earn an Overskill Benny.
    pub(crate) fn verdict(self, total: i16, needs: Option<u8>) -> Verdict {
        if self.ones == self.dice {
            Verdict::CriticalFailure
        } else if self.ones < self.highest {
            Verdict::CriticalSuccess
        } else if needs.is_none_or(|it| i16::from(it) <= total) {
            Verdict::Success
        } else {
            Verdict::Failure
        }
    }
}

/// One thing to roll: a Skill die, which is the whole rating, or a die of its own (BX-27).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Skill,
    Die(Sides),
}

impl Piece {
    /// How many dice of which sides it is with this Skill, and what is added to them.
    pub(crate) fn dice(self, skill: Rating) -> (u8, Sides, i16) {
        match self {
            Piece::Skill => (skill.dice, skill.sides, i16::from(skill.plus)),
            Piece::Die(sides) => (1, sides, 0),
        }
    }
}

/// **BX-7** The dice of a Damage Roll, after all that adds dice or takes them away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pool {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) plus: i16,
    pub(crate) deflected: u8,
}

/// What changes the dice of a Damage Roll before they are rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    /// **BC-20.3** Bonus dice for Overskill.
    pub(crate) overskill: u8,
    /// **BC-16.8** Skill dice for momentum.
    pub(crate) momentum: u8,
    /// **BC-10.6** Levels of Deflection.
    pub(crate) levels: u8,
    /// **BC-10.9**
    pub(crate) is_piercing: bool,
}

impl Pool {
    /// **BX-7** The dice that are left. Bonus dice come first, then each level takes one die of every type, and the
    /// first level also takes a bonus that isn't rolled. **BX-43** The sequence is weapon, Overskill, momentum.
    pub(crate) fn of(amount: Amount, skill: Rating, changes: Changes) -> Pool {
        let mut pieces = vec![Piece::Skill; usize::from(amount.skill)];
        for (sides, _) in Sides::ALL {
            pieces.extend(vec![Piece::Die(sides); usize::from(amount.dice[sides as usize])]);
        }
        // **BX-26** One more of the weapon's own dice: a Skill die for Skill weapons, else its largest.
        let own = match amount.skill {
            0 => Piece::Die(amount.largest().unwrap_or(Sides::D6)),
            _ => Piece::Skill,
        };
        pieces.extend(vec![own; usize::from(changes.overskill)]);
        pieces.extend(vec![Piece::Skill; usize::from(changes.momentum)]);
        let mut plus = i16::from(amount.plus);
        let largest = pieces.iter().copied().rev().max_by_key(|it| (it.dice(skill).1, *it == Piece::Skill));
        for _ in 0..changes.levels {
            plus = plus.min(0);
            for kind in each_once(pieces.iter().copied()) {
                if let Some(at) = pieces.iter().rposition(|it| *it == kind) {
                    pieces.remove(at);
                }
            }
        }
        // **BC-10.9** Armor Piercing leaves one die.
        if pieces.is_empty() && 0 < changes.levels && changes.is_piercing {
            pieces.extend(largest);
        }
        Pool { pieces, plus, deflected: changes.levels }
    }

    /// **BX-46** Twice its mean for a unit of this Skill, so that it is a whole number.
    pub(crate) fn mean_twice(&self, skill: Rating) -> i32 {
        let of = |piece: &Piece| match piece {
            Piece::Skill => Amount::skill(1, 0).mean_twice(skill),
            Piece::Die(sides) => i32::from(sides.count()) + 1,
        };
        self.pieces.iter().map(of).sum::<i32>() + 2 * i32::from(self.plus)
    }

    /// Whether Deflection left nothing of it (BX-7).
    pub(crate) fn is_nothing(&self) -> bool {
        self.pieces.is_empty() && 0 < self.deflected
    }
}

/// What a pool is rolled for, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rolling {
    pub(super) kind: Kind,
    pub(super) skill: Rating,
    /// **BX-2** Whether a highest face earns a d6.
    pub(super) crits: bool,
    /// **BC-4.4** Taken from every die, bonus dice included.
    pub(super) less: u16,
}

/// **BC-1.9, BX-3** Rolls a pool: every die is lowered, then they are added, and the sum is never below 0. **BX-16**
/// Effects that read the faces of dice see them as distance left them.
pub(super) fn roll_pool(dice: &mut Stream, pool: &Pool, rolling: Rolling) -> DamageRoll {
    if pool.is_nothing() {
        return DamageRoll { deflected: pool.deflected, less: rolling.less, ..DamageRoll::default() };
    }
    let mut chains = Vec::new();
    let mut plus = pool.plus;
    for piece in &pool.pieces {
        let (count, sides, more) = piece.dice(rolling.skill);
        plus += more;
        chains.extend((0..count).map(|_| chain(dice, sides, rolling)));
    }
    let total = added(&chains, rolling.less, plus);
    DamageRoll { dice: chains, plus, less: rolling.less, deflected: pool.deflected, total }
}

/// **BX-6, BX-7** What one level of Deflection leaves of dice that have already been rolled for several units: the
/// last die of every size and any bonus count for nothing.
pub(super) fn total_if_deflected(roll: &DamageRoll) -> i16 {
    let mut left = roll.dice.clone();
    for (sides, _) in Sides::ALL {
        if let Some(at) = left.iter().rposition(|it| it.die.sides() == sides) {
            left.remove(at);
        }
    }
    added(&left, roll.less, roll.plus.min(0))
}

/// **BX-3** The sum of dice, each of them lowered.
fn added(chains: &[Chain], less: u16, plus: i16) -> i16 {
    let dice = chains.iter().flat_map(|it| [it.die].into_iter().chain(it.bonus.iter().copied()));
    let faces: i16 = dice.map(|it| i16::from(it.face()) - less as i16).sum();
    (faces + plus).max(0)
}

/// **BC-20.6, BX-2** A die, and a d6 for every highest face in a row.
fn chain(dice: &mut Stream, sides: Sides, rolling: Rolling) -> Chain {
    let die = dice.die(sides, rolling.kind.purpose());
    let mut bonus: Vec<Die> = Vec::new();
    while rolling.crits && bonus.len() < CHAIN_MAX && bonus.last().unwrap_or(&die).is_highest() {
        bonus.push(dice.die(Sides::D6, chance::BONUS));
    }
    Chain { die, bonus }
}
