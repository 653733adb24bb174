//! Charges, getting away and nerve: chances of a few dice.

use crate::battle::{Battle, DISENGAGE_FELLS, SquadId};
use crate::commander::odds::law::Law;
use crate::dice::D6;
use crate::rules::line::preview::{self, charge_is_made};

/// **V-7** The chance of a charge that needs this on 2d6; **V-6** with a target that gets away and rolls 2d6 against it.
/// One that needs nothing is not rolled for, and can't be opposed.
pub fn charge(needed: u16, is_opposed: bool) -> f64 {
    if needed == 0 {
        return 1.0;
    }
    let made = |opposed: Option<u16>| two_dice().filter(|rolled| charge_is_made(needed, *rolled, opposed)).count();
    if is_opposed {
        two_dice().map(|it| made(Some(it))).sum::<usize>() as f64 / 1296.0
    } else {
        made(None) as f64 / 36.0
    }
}

/// **V-6** How many of so many engaged units fall when their squad gets away.
pub fn disengage(engaged: usize) -> Law {
    let falls = D6::ALL.iter().filter(|it| it.face() <= DISENGAGE_FELLS).count() as f64 / 6.0;
    let one = Law::of(vec![1.0 - falls, falls]);
    (0..engaged).fold(Law::sure(0), |sum, _| sum.plus(&one))
}

/// **L-1, L-2** The chance that a squad keeps its nerve, if it is tested as things stand.
pub fn morale(battle: &Battle, squad: SquadId) -> f64 {
    let test = preview::morale(battle, squad);
    two_dice().filter(|it| test.passes(*it)).count() as f64 / 36.0
}

/// The sums of two dice in all 36 ways.
fn two_dice() -> impl Iterator<Item = u16> {
    D6::ALL.into_iter().flat_map(|a| D6::ALL.map(|b| u16::from(a.face() + b.face())))
}
