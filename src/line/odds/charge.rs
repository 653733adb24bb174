//! V-7: a charge in its turn, after the fire and the moves of its own side.

use std::cell::Cell;

use crate::field::SquadId;
use crate::line::battle::{Battle, Orders, Route};
use crate::line::odds::chances::charge;
use crate::line::odds::fire::after_fire_at;
use crate::line::odds::{Patience, TooMuch};
use crate::line::rules::Line;
use crate::line::rules::preview;
use crate::line::rules::preview::{ChargePreview, RoutePreview};

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
    match after_fire_at(rules, battle, orders, (squad, &[target]), patience) {
        Ok(battles) if battles.is_empty() => (),
        Err(TooMuch) => odds.after_fire = Some(Needs { between: None, gone: 0.0 }),
        Ok(battles) => {
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
