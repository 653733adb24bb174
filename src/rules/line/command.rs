//! C: the command phase.

use crate::battle::{Phase, SquadId, Trigger};
use crate::rules::line::Round;

pub(super) fn resolve(round: &mut Round<'_>) {
    round.begin(Phase::Command);
}

/// **C-5** The moment that abilities on this squad may have waited for.
pub(super) fn trigger(_round: &mut Round<'_>, _trigger: Trigger, _squad: SquadId) {}
