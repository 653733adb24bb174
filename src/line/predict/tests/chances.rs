//! Charges, getting away and nerve.

use super::sums_to_one;
use crate::line::predict::{charge_chance, disengage_losses};

#[test]
fn v7_a_charge_must_reach() {
    for (needed, ways) in [(0, 36), (2, 36), (7, 21), (12, 1), (13, 0)] {
        assert!((charge_chance(needed, false) - f64::from(ways) / 36.0).abs() < 1e-12, "{needed}");
    }
}

#[test]
fn v6_an_opposed_charge_must_also_beat_the_roll_against_it() {
    // Two sums of two dice are equal in 146 of 1296 ways, and the first is the higher one in half of the others.
    assert!((charge_chance(2, true) - 575.0 / 1296.0).abs() < 1e-12);
    // Only a 12 gets there, and only another 12 holds it off.
    assert!((charge_chance(12, true) - 35.0 / 1296.0).abs() < 1e-12);
    assert_eq!(charge_chance(0, true), 1.0);
}

#[test]
fn v6_half_of_those_who_are_engaged_fall_on_the_way_out() {
    let law = disengage_losses(2);
    sums_to_one(&law);
    assert_eq!(law.chances(), [0.25, 0.5, 0.25]);
}
