//! What the dice of the line game are rolled for: the purposes of single dice, and the kinds of events.

use crate::dice::Purpose;

/// How many attacks a weapon makes (T-5).
pub(crate) const ATTACKS: Purpose = Purpose::named("attacks");
/// Whether an attack hits.
pub(crate) const HIT: Purpose = Purpose::named("hit");
/// A second hit die: an ability's reroll (C-7).
pub(crate) const HIT_AGAIN: Purpose = Purpose::named("hit-again");
/// Whether an attack that missed hits a friend in the melee instead (S-9).
pub(crate) const STRAY: Purpose = Purpose::named("stray");
/// Whether a hit wounds.
pub(crate) const WOUND: Purpose = Purpose::named("wound");
/// A second wound die: `[Twin-linked]`.
pub(crate) const WOUND_AGAIN: Purpose = Purpose::named("wound-again");
/// Whether armour stops a wound.
pub(crate) const SAVE: Purpose = Purpose::named("save");
/// How much damage a weapon does (T-5).
pub(crate) const DAMAGE: Purpose = Purpose::named("damage");
/// Whether a `[Hazardous]` weapon hurts its user.
pub(crate) const HAZARD: Purpose = Purpose::named("hazard");
/// Whether an engaged unit gets away (V-6).
pub(crate) const DISENGAGE: Purpose = Purpose::named("disengage");
/// How far a charge carries (V-7).
pub(crate) const CHARGE: Purpose = Purpose::named("charge");
/// How well a squad that has disengaged opposes a charge (V-6).
pub(crate) const OPPOSE: Purpose = Purpose::named("oppose");
/// Whether a squad keeps its nerve (L-1).
pub(crate) const MORALE: Purpose = Purpose::named("morale");
/// Whether a unit that was left behind is dead.
pub(crate) const AFTERMATH: Purpose = Purpose::named("aftermath");

/// The kinds of events that dice are rolled for. The dice are derived from these numbers, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum EventKind {
    /// A volley of the shooting phase: a squad, its target, a weapon.
    Fire = 0,
    /// Misses of a volley, rolled again at a friend in the melee (S-9).
    Stray = 1,
    /// Fire in a melee (M-2).
    CloseQuarters = 2,
    /// Blows with a weapon or with bare hands (M-4).
    Blows = 3,
    /// A `[Hazardous]` weapon and those who fired it at a target.
    Hazard = 4,
    /// A squad and the squad that it charges (V-7).
    Charge = 5,
    /// A squad and the squad whose charge it opposes (V-6).
    Oppose = 6,
    /// A squad that leaves a melee (V-6, O-3).
    Disengage = 7,
    /// A morale test of a squad (L-1).
    Morale = 8,
    /// One unit that was left behind.
    Aftermath = 9,
    /// The first blows of a spear wall at a squad that charges it (F-4).
    SpearWall = 10,
}
