//! What the brick game's dice are rolled for: the kinds of events, and the words for single dice.

use crate::brick::battle::Who;
use crate::dice::{Label, Purpose};
use crate::field::UnitId;

/// The d6 that a highest face earns (BX-2).
pub(crate) const BONUS: Purpose = Purpose::named("bonus");

/// What dice are rolled for. The numbers are part of what the dice are derived from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    /// Whether an attack hits (BC-1.8).
    Attack = 0,
    /// Whether a parry succeeds (BC-10.1).
    Parry = 1,
    /// How far a leap aside carries (BC-11.2).
    Bail = 2,
    /// How much damage a hit does (BC-1.9).
    Damage = 3,
    /// Armor that is rolled (BX-6).
    Armor = 4,
    /// How far a weapon flies that no Attack Roll knocked away (BX-29).
    Distance = 5,
    /// Momentum (BC-16.7).
    Momentum = 6,
    /// Physical Opposition (BC-19.5).
    Opposition = 7,
    /// How much farther a Sprint carries (BX-8).
    Sprint = 8,
    /// Whether somebody keeps their nerve (BX-25).
    Morale = 9,
}

impl Kind {
    /// What each of its dice is rolled for.
    pub(super) fn purpose(self) -> Purpose {
        const WORDS: [&str; 10] =
            ["attack", "parry", "bail", "damage", "armor", "distance", "mom", "pop", "sprint", "morale"];
        Purpose::named(WORDS[self as usize])
    }
}

/// The label of a roll of one unit against another.
pub(super) fn label(kind: Kind, by: UnitId, at: Option<UnitId>) -> Label {
    Label { kind: kind as u8, by: by.0, at: at.map_or(Label::NONE, |it| it.0), weapon: Label::NONE }
}

/// The label of a roll that a squad or a unit makes by itself.
pub(super) fn label_of(kind: Kind, who: Who) -> Label {
    let (by, weapon) = match who {
        Who::Unit(unit) => (unit.0, Label::NONE),
        Who::Squad(squad) => (squad.0, 0),
    };
    Label { kind: kind as u8, by, at: Label::NONE, weapon }
}
