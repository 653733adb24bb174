//! Charges, getting away and nerve: chances of a few dice.

use crate::dice::D6;
use crate::field::SquadId;
use crate::line::battle::{Battle, DISENGAGE_FELLS};
use crate::line::odds::law::Law;
use crate::line::odds::world::{Field, World};
use crate::line::rules::preview;
use crate::line::rules::preview::{MoralePreview, charge_is_made};

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

/// **V-6** What may become of a squad that gets away.
#[derive(Clone, Debug, PartialEq)]
pub struct GetawayOdds {
    pub squad: SquadId,
    pub standing: usize,
    /// Units that roll.
    pub engaged: usize,
    /// Units that fall.
    pub downed: Law,
    /// How likely anybody of it is left to get away.
    pub away: f64,
}

/// **V-6** What may become of a squad if it gets away as things stand.
pub fn getaway(battle: &Battle, squad: SquadId) -> GetawayOdds {
    let standing = battle.standing(squad).count();
    let engaged = battle.standing(squad).filter(|it| battle.is_engaged(*it)).count();
    let downed = disengage(engaged);
    GetawayOdds { squad, standing, engaged, away: 1.0 - downed.chance(standing.max(1)), downed }
}

/// **L-1, L-2** The chance that a squad keeps its nerve, if it is tested as things stand.
pub fn morale(battle: &Battle, squad: SquadId) -> f64 {
    passes(&preview::morale(battle, squad))
}

/// **L-1** The chance that a test is passed.
pub fn passes(test: &MoralePreview) -> f64 {
    two_dice().filter(|it| test.passes(*it)).count() as f64 / 36.0
}

/// **L-1** What may become of a squad's nerve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NerveOdds {
    /// Its test, as things stand now.
    pub test: MoralePreview,
    /// How likely it is tested.
    pub tested: f64,
    /// **L-3** How likely it breaks, or stays broken.
    pub breaks: f64,
    /// How likely nobody is left to be tested.
    pub gone: f64,
    /// Orders to fire that were taken into account.
    pub volleys: usize,
    /// **S-6** Squads of the other side that pick their targets when their turn comes, which were not.
    pub at_will: usize,
}

/// **L-1, L-3** The chance that a squad is broken once its nerve has been seen to, if it comes to that in this world.
pub(super) fn breaks(field: &Field<'_>, world: &World, squad: SquadId) -> f64 {
    match preview::nerve(field.scene(world), squad, |it| field.hp(world, it)) {
        Some(test) if !test.is_rallied => 1.0 - passes(&test),
        _ => 0.0,
    }
}

/// The sums of two dice in all 36 ways.
fn two_dice() -> impl Iterator<Item = u16> {
    D6::ALL.into_iter().flat_map(|a| D6::ALL.map(|b| u16::from(a.face() + b.face())))
}
