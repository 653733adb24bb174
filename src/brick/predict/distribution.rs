//! Probability distributions of whole numbers.

use crate::brick::battle::{DamageRoll, Rating};
use crate::brick::rules::roll::{CHAIN_MAX, Pool};
use crate::dice::Sides;

/// A probability distribution. Each number is there once, with a chance above 0, in ascending order.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution(Vec<(i16, f64)>);

impl Distribution {
    /// The distribution of a single certain number.
    pub fn certain(number: i16) -> Distribution {
        Distribution(vec![(number, 1.0)])
    }

    fn of(numbers: impl IntoIterator<Item = (i16, f64)>) -> Distribution {
        let numbers: Vec<(i16, f64)> = numbers.into_iter().collect();
        let least = numbers.iter().map(|it| it.0).min().unwrap_or(0);
        let most = numbers.iter().map(|it| it.0).max().unwrap_or(0);
        // Distributions are short and dense, so there is an entry for each number in between.
        let mut found = vec![0.0; usize::from(most.abs_diff(least)) + 1];
        for (number, chance) in numbers {
            found[usize::from(number.abs_diff(least))] += chance;
        }
        Distribution((least..=most).zip(found).filter(|it| 0.0 < it.1).collect())
    }

    /// The mixture of several distributions, each with its share.
    pub fn mixed(distributions: &[(f64, Distribution)]) -> Distribution {
        Distribution::of(distributions.iter().flat_map(|(share, distribution)| {
            distribution.0.iter().map(move |(number, chance)| (*number, share * chance))
        }))
    }

    /// The distribution of the sum of two independent numbers.
    #[must_use]
    pub fn plus(&self, other: &Distribution) -> Distribution {
        Distribution::of(self.0.iter().flat_map(|(a, p)| other.0.iter().map(move |(b, q)| (a + b, p * q))))
    }

    /// The distribution after each number has been replaced.
    #[must_use]
    pub fn map(&self, make: impl Fn(i16) -> i16) -> Distribution {
        Distribution::of(self.0.iter().map(|(number, chance)| (make(*number), *chance)))
    }

    /// All numbers and their chances, in ascending order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (i16, f64)> {
        self.0.iter().copied()
    }

    /// The greatest number.
    pub fn greatest(&self) -> i16 {
        self.0.last().map_or(0, |it| it.0)
    }

    /// The chance of this number.
    pub fn chance(&self, number: i16) -> f64 {
        self.0.binary_search_by_key(&number, |it| it.0).map_or(0.0, |at| self.0[at].1)
    }

    pub fn mean(&self) -> f64 {
        self.0.iter().map(|(number, chance)| f64::from(*number) * chance).sum()
    }
}

/// **BC-1.9, BX-3** The distribution of a pool of dice: every die is lowered by `less`, then they are added. The sum is
/// at least 0.
pub(super) fn of_pool(pool: &Pool, skill: Rating, crits: bool, less: u16) -> Distribution {
    if pool.is_nothing() {
        return Distribution::certain(0);
    }
    let less = less as i16;
    let mut distribution = Distribution::certain(pool.plus);
    for piece in &pool.pieces {
        let (count, sides, plus) = piece.dice(skill);
        distribution = distribution.map(|it| it + plus);
        for _ in 0..count {
            distribution = distribution.plus(&die(sides, crits, less, CHAIN_MAX));
        }
    }
    distribution.map(|it| it.max(0))
}

/// The distribution that rolled dice had before they were rolled, without bonus dice.
pub(super) fn of_rolled(roll: &DamageRoll) -> Distribution {
    let dice = roll.dice.iter().map(|it| die(it.die.sides(), false, roll.less as i16, CHAIN_MAX));
    dice.fold(Distribution::certain(roll.plus), |sum, it| sum.plus(&it)).map(|it| it.max(0))
}

/// **BC-20.6, BX-2** A die, with a bonus d6 for each highest face in a row, up to `links` of them.
fn die(sides: Sides, crits: bool, less: i16, links: usize) -> Distribution {
    let each = 1.0 / f64::from(sides.count());
    let face = |face: u8| Distribution::certain(i16::from(face) - less);
    let highest = match crits && 0 < links {
        true => face(sides.count()).plus(&die(Sides::D6, crits, less, links - 1)),
        false => face(sides.count()),
    };
    let distributions = (1..sides.count()).map(face).chain([highest]);
    Distribution::mixed(&distributions.map(|it| (each, it)).collect::<Vec<_>>())
}
