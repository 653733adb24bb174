//! V: the movement phase, and how units press into melee (M-3).

use crate::battle::{MoveKind, Phase, SquadId};
use crate::rules::line::Round;

pub(super) fn resolve(round: &mut Round<'_>) {
    round.begin(Phase::Movement);
}

/// **C-6** One squad's movement order, carried out ahead of its phase.
pub(super) fn act_ahead(_round: &mut Round<'_>, _squad: SquadId) {}

/// **M-3, M-7** Units of squads that fight and have no enemy in reach press in; only those of `only`, if it is given.
pub(super) fn press(_round: &mut Round<'_>, _kind: MoveKind, _only: Option<SquadId>) {}

/// **V-6** Every engaged unit of a squad rolls to get away.
pub(super) fn roll_disengage(_round: &mut Round<'_>, _squad: SquadId) {}
