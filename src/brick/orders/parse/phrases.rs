//! What a verb, or a heading, is.

use crate::brick::battle::Heading;
use crate::brick::orders::vocabulary::Verb;
use crate::field::Direction;

pub(super) fn is_policy(meaning: Verb) -> bool {
    matches!(meaning, Verb::React | Verb::Parry | Verb::Bail | Verb::Hits | Verb::Misses | Verb::Benny | Verb::Rebuff)
}

/// Whether somebody else stands behind it, and not who is told.
pub(super) fn is_attack(meaning: Verb) -> bool {
    matches!(meaning, Verb::Shoot | Verb::Melee | Verb::Attack | Verb::Grab | Verb::Shove | Verb::Charge)
}

pub(super) fn direction(heading: Heading) -> Option<Direction> {
    Direction::ALL.into_iter().find(|it| Heading::from(*it) == heading)
}
