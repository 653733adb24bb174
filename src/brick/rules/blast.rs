//! BX-5: explosions.

use crate::brick::battle::{Battle, DamageRoll, Event, Heading, Rect};
use crate::brick::rules::harm::{self, is_alive};
use crate::brick::rules::leap::{Danger, Leap, leap_in_response};
use crate::brick::rules::push::{Force, throw};
use crate::brick::rules::{Round, roll};
use crate::field::{Tile, UnitId};

/// How strong an explosion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Blast {
    radius: u8,
    damage: i16,
    /// **BX-6** The damage that heavy armor leaves.
    deflected: i16,
}

impl Blast {
    pub(super) fn of(radius: u8, roll: &DamageRoll) -> Blast {
        Blast { radius, damage: roll.total, deflected: roll::total_if_deflected(roll) }
    }
}

/// **BX-5** A blast: one Damage Roll for all units within its radius. Those that survive are thrown 1 tile away from
/// its middle and are Disrupted. **BC-4.6** The distance of the shot makes no difference to it. On a real table it
/// reaches the units on the plate that it hits, and those that were said to be near.
pub(super) fn explode(round: &mut Round<'_>, by: UnitId, at: Tile, blast: Blast) {
    let Blast { radius, damage, deflected } = blast;
    round.emit(Event::Exploded { by, at, radius });
    let is_near = |battle: &Battle, it: UnitId| {
        let is_placed = battle.setup().has_map || battle.on(at) == Some(battle.who(it));
        let is_within = is_placed && battle.unit_rect(it).distance(Rect::one(at)) <= u16::from(radius);
        is_within || is_said_near(battle, by, it)
    };
    let caught: Vec<UnitId> =
        round.battle.standing().filter(|it| is_alive(&round.battle, *it) && is_near(&round.battle, *it)).collect();
    let caught: Vec<UnitId> = caught.into_iter().filter(|it| !leaps_away(round, *it, by, (at, radius))).collect();
    for unit in &caught {
        // **BX-6** Heavy armor helps its wearer.
        let is_worn = round.battle.profile(*unit).has_heavy_armor;
        harm::harm(round, *unit, Some(by), if is_worn { deflected } else { damage });
    }
    for unit in caught {
        if !is_alive(&round.battle, unit) || round.battle.profile(unit).is_fixed {
            continue;
        }
        let rect = round.battle.unit_rect(unit);
        let from = if rect.covers(at) { round.battle.unit_rect(by) } else { Rect::one(at) };
        throw(round, unit, Heading::between(from, rect), 1, Force::Knockback);
    }
}

/// Whether a unit was said to stand where a blast would catch it, on a real table.
fn is_said_near(battle: &Battle, by: UnitId, unit: UnitId) -> bool {
    let by = battle.who(by);
    battle.measures().iter().any(|it| it.by == by && it.it.near.contains(&unit))
}

/// **BX-12** Lets a unit leap out of a blast, if that is its policy and it has an Action for it. Returns whether it
/// got out of reach.
fn leaps_away(round: &mut Round<'_>, unit: UnitId, by: UnitId, blast: (Tile, u8)) -> bool {
    let (at, to) = (Rect::one(blast.0), round.battle.who(by));
    let wish = Some(Heading::between(at, round.battle.unit_rect(unit)));
    let leap = Leap { unit, from: by, wish, is_outnumbered: false };
    let danger = Danger { at, reach: blast.1, roll: None };
    leap_in_response(round, to, leap, &[danger]) == Some(vec![true])
}
