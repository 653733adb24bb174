//! How far a goal has come.

use crate::brick::battle::{Battle, TeamId};
use crate::brick::rules::progress;
use crate::field::Condition;
use crate::page::words::SoFar;

/// How far a goal has come, and each part of one that has parts.
pub(super) fn so_far(battle: &Battle, condition: &Condition<TeamId>) -> SoFar {
    let (done, of) = progress(battle, condition);
    let parts = match condition {
        Condition::All(parts) => parts.iter().map(|it| progress(battle, it)).collect(),
        _ => Vec::new(),
    };
    SoFar { done, of, parts }
}
