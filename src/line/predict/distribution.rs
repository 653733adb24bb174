//! The chance of each whole number.

use crate::dice::D6;
use crate::line::battle::Amount;
use crate::line::rules::preview::worth;

/// The chance of each whole number from 0 on. All chances together are 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution(Vec<f64>);

impl Distribution {
    /// A distribution in which this number is certain.
    pub fn sure(number: usize) -> Distribution {
        [(number, 1.0)].into_iter().collect()
    }

    /// The chances of 0, 1, 2 and so on.
    pub fn of(chances: Vec<f64>) -> Distribution {
        Distribution(chances)
    }

    /// Adds to the chance of a number.
    pub(super) fn add(&mut self, number: usize, chance: f64) {
        if self.0.len() <= number {
            self.0.resize(number + 1, 0.0);
        }
        self.0[number] += chance;
    }

    /// The chances of 0, 1, 2 and so on, up to the highest number that is possible.
    pub fn chances(&self) -> &[f64] {
        &self.0
    }

    /// The chance of exactly this number.
    pub fn chance(&self, number: usize) -> f64 {
        self.0.get(number).copied().unwrap_or(0.0)
    }

    /// The chance of this number or more.
    pub fn at_least(&self, number: usize) -> f64 {
        self.0.iter().skip(number).sum()
    }

    /// The number on average.
    pub fn mean(&self) -> f64 {
        self.0.iter().zip(0_u32..).map(|(chance, number)| chance * f64::from(number)).sum()
    }

    /// The sum of two numbers that don't depend on each other.
    #[must_use]
    pub fn plus(&self, other: &Distribution) -> Distribution {
        let with = |(n, &a): (usize, &f64)| other.0.iter().enumerate().map(move |(m, b)| (n + m, a * b));
        self.0.iter().enumerate().flat_map(with).collect()
    }
}

impl FromIterator<(usize, f64)> for Distribution {
    fn from_iter<I: IntoIterator<Item = (usize, f64)>>(chances: I) -> Distribution {
        let mut law = Distribution(Vec::new());
        chances.into_iter().for_each(|(number, chance)| law.add(number, chance));
        law
    }
}

/// **T-5** The distribution of `number`, a function of the sum of an amount's dice without its fixed part.
pub(super) fn of_dice(amount: Amount, number: impl Fn(u16) -> usize) -> Distribution {
    let one: Distribution = D6::ALL.iter().map(|it| (usize::from(worth(amount, *it)), 1.0 / 6.0)).collect();
    let sum = (0..amount.dice).fold(Distribution::sure(0), |sum, _| sum.plus(&one));
    (0_u16..).zip(sum.0).map(|(sum, chance)| (number(sum), chance)).collect()
}
