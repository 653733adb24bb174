//! What a battle is about, with the sides of this game (T-12).

use crate::field;
use crate::line::battle::Side;

/// **O-1** A place worth holding.
pub type ObjectiveSetup = field::ObjectiveSetup<Side>;
/// **O-2** A goal.
pub type Goal = field::Goal<Side>;
/// Somebody a condition speaks of.
pub type Subject = field::Subject<Side>;
/// **O-2** What can be asked of a battle when a round ends.
pub type Condition = field::Condition<Side>;
/// Something the scenario holds ready.
pub type Scheduled = field::Scheduled<Side>;
/// When it happens.
pub type When = field::When<Side>;
