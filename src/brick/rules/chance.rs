//! What the brick game's dice are rolled for: the words for single dice, and the kinds of events.

use crate::brick::battle::Who;
use crate::dice::{Label, Purpose};
use crate::field::UnitId;

/// Whether an attack hits (BC-1.8).
pub(crate) const ATTACK: Purpose = Purpose::named("attack");
/// Whether a parry succeeds (BC-10.1).
pub(crate) const PARRY: Purpose = Purpose::named("parry");
/// How far a leap aside carries (BC-11.2).
pub(crate) const BAIL: Purpose = Purpose::named("bail");
/// How much damage a hit does (BC-1.9).
pub(crate) const DAMAGE: Purpose = Purpose::named("damage");
/// The d6 that a highest face earns (BX-2).
pub(crate) const BONUS: Purpose = Purpose::named("bonus");
/// Armor that is rolled (BX-6).
pub(crate) const ARMOR: Purpose = Purpose::named("armor");
/// How far something flies that had no Attack Roll against it (BX-29).
pub(crate) const DISTANCE: Purpose = Purpose::named("distance");
/// Momentum (BC-16.7).
pub(crate) const MOM: Purpose = Purpose::named("mom");
/// Physical Opposition (BC-19.5).
pub(crate) const POP: Purpose = Purpose::named("pop");
/// How much farther a Sprint carries (BX-8).
pub(crate) const SPRINT: Purpose = Purpose::named("sprint");
/// Whether somebody keeps their nerve (BX-25).
pub(crate) const MORALE: Purpose = Purpose::named("morale");

/// The kinds of events that dice are rolled for. The numbers are part of what the dice come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    Attack = 0,
    Parry = 1,
    Bail = 2,
    Damage = 3,
    Armor = 4,
    Distance = 5,
    Momentum = 6,
    Opposition = 7,
    Sprint = 8,
    Morale = 9,
}

/// What a unit rolls against somebody.
pub(super) fn label(kind: Kind, by: UnitId, at: Option<UnitId>) -> Label {
    Label { kind: kind as u8, by: by.0, at: at.map_or(Label::NONE, |it| it.0), weapon: Label::NONE }
}

/// What a squad or a unit rolls by itself.
pub(super) fn label_of(kind: Kind, who: Who) -> Label {
    let (by, weapon) = match who {
        Who::Unit(unit) => (unit.0, Label::NONE),
        Who::Squad(squad) => (squad.0, 0),
    };
    Label { kind: kind as u8, by, at: Label::NONE, weapon }
}
