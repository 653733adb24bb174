//! Charges, getting away and nerve: the chances that a few dice decide.

use crate::dice::D6;
use crate::field::SquadId;
use crate::line::battle::{Battle, DISENGAGE_FELLS};
use crate::line::predict::Distribution;
use crate::line::rules::preview::{MoralePreview, charge_is_made};

/// **V-7** The chance of a charge that needs this much on 2d6. **V-6** If the target gets away, it rolls 2d6 against
/// the charge. A charge that needs 0 isn't rolled for, and can't be opposed.
pub fn charge_chance(needed: u16, is_opposed: bool) -> f64 {
    if needed == 0 {
        return 1.0;
    }
    let made = |opposed: Option<u16>| two_dice().filter(|rolled| charge_is_made(needed, *rolled, opposed)).count();
    match is_opposed {
        true => two_dice().map(|it| made(Some(it))).sum::<usize>() as f64 / 1296.0,
        false => made(None) as f64 / 36.0,
    }
}

/// **V-6** How many of `engaged` units fall when their squad gets away.
pub fn disengage_losses(engaged: usize) -> Distribution {
    let falls = D6::ALL.iter().filter(|it| it.face() <= DISENGAGE_FELLS).count() as f64 / 6.0;
    let one = Distribution::of(vec![1.0 - falls, falls]);
    (0..engaged).fold(Distribution::sure(0), |sum, _| sum.plus(&one))
}

/// **V-6** The odds of a squad that gets away.
#[derive(Clone, Debug, PartialEq)]
pub struct GetawayOdds {
    pub squad: SquadId,
    /// Units that roll.
    pub engaged: usize,
    /// Units that fall.
    pub downed: Distribution,
    /// How likely any unit of it is left to get away.
    pub away: f64,
}

/// **V-6** The odds of a squad that gets away as things stand.
pub fn getaway(battle: &Battle, squad: SquadId) -> GetawayOdds {
    let standing = battle.standing(squad).count();
    let engaged = battle.standing(squad).filter(|it| battle.is_engaged(*it)).count();
    let downed = disengage_losses(engaged);
    GetawayOdds { squad, engaged, away: 1.0 - downed.chance(standing.max(1)), downed }
}

/// **L-1** The chance that a morale test is passed.
pub fn pass_chance(test: &MoralePreview) -> f64 {
    two_dice().filter(|it| test.passes(*it)).count() as f64 / 36.0
}

/// The sums of two dice, once for each of the 36 ways.
fn two_dice() -> impl Iterator<Item = u16> {
    D6::ALL.into_iter().flat_map(|a| D6::ALL.map(|b| u16::from(a.face() + b.face())))
}
