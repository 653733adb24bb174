//! Charges, getting away and nerve: chances of a few dice.

use std::cell::Cell;

use crate::dice::D6;
use crate::field::SquadId;
use crate::line::battle::{Battle, DISENGAGE_FELLS, Orders, Route};
use crate::line::odds::fire;
use crate::line::odds::law::Law;
use crate::line::odds::world::{Field, World};
use crate::line::odds::{Patience, TooMuch};
use crate::line::rules::Line;
use crate::line::rules::preview;
use crate::line::rules::preview::{ChargePreview, MoralePreview, RoutePreview, charge_is_made};

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

/// **V-7** What may become of a charge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChargeOdds {
    pub squad: SquadId,
    pub target: SquadId,
    /// What 2d6 must reach if nobody falls before; `None` if there is no way in. 0 needs no roll.
    pub needed: Option<u16>,
    /// What fire at the target may make of that; `None` if it is in nobody's way.
    pub after_fire: Option<Needs>,
    /// **V-6** Whether the target is told to get away, and rolls against it.
    pub is_opposed: bool,
    /// How likely it is made.
    pub chance: f64,
    /// How likely it would be if the target rolled against it.
    pub chance_if_opposed: f64,
}

/// **V-7** What a charge needs once its own side has fired at its target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Needs {
    /// The least and the most; nothing where there are too many ways to tell, or nobody is left.
    pub between: Option<(u16, u16)>,
    /// How likely nobody of the target is left.
    pub gone: f64,
}

/// **V-7** What may become of a charge that is ordered so, with the move before it, once its own side has done what comes
/// before it: fire at its target, moves, charges. `orders` are those that whoever asks may know of.
///
/// A target that gets away (V-6) does so before, and is charged where it would be if nobody of it fell on the way.
pub fn charge_in_turn(
    rules: &Line,
    battle: &Battle,
    orders: &Orders,
    (squad, target): (SquadId, SquadId),
    after: Option<&Route>,
    patience: &Cell<Patience>,
) -> (Option<RoutePreview>, ChargeOdds) {
    let is_away = |battle: &Battle| preview::getting_away(rules, battle, orders, target).map(|it| it.1);
    let seen = |battle: &Battle| {
        preview::charge_in_turn(rules, is_away(battle).as_ref().unwrap_or(battle), orders, squad, target, after)
    };
    let is_opposed = is_away(battle).is_some() || battle.squad(target).has_disengaged;
    let ChargePreview { route, needed } = seen(battle);
    let chance = |needed: Option<u16>, is_opposed| needed.map_or(0.0, |needed| charge(needed, is_opposed));
    let mut odds = ChargeOdds {
        squad,
        target,
        needed,
        after_fire: None,
        is_opposed,
        chance: chance(needed, is_opposed),
        chance_if_opposed: chance(needed, true),
    };
    match fire::after_fire_at(rules, battle, orders, (squad, target), patience) {
        Ok(None) => (),
        Err(TooMuch) => odds.after_fire = Some(Needs { between: None, gone: 0.0 }),
        Ok(Some(battles)) => {
            let (mut each, mut gone) = (Vec::new(), 0.0);
            (odds.chance, odds.chance_if_opposed) = (0.0, 0.0);
            for (battle, likely) in battles {
                let needed = battle.is_on_map(target).then(|| seen(&battle).needed).flatten();
                odds.chance += likely * chance(needed, is_opposed);
                odds.chance_if_opposed += likely * chance(needed, true);
                gone += if battle.is_on_map(target) { 0.0 } else { likely };
                each.extend(needed);
            }
            let between = each.iter().copied().min().zip(each.iter().copied().max());
            if between != needed.zip(needed) || 0.0 < gone {
                odds.after_fire = Some(Needs { between, gone });
            }
        }
    }
    (route, odds)
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
