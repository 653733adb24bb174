//! The ids by which everything above the seam knows squads and lone units.

use crate::brick::battle::Who;
use crate::field::{SquadId, UnitId};

/// The id of a squad or a unit above the seam, where there are only squads. Squads get even numbers and units odd
/// ones.
pub(crate) fn seam_id(who: Who) -> SquadId {
    match who {
        Who::Squad(SquadId(id)) => SquadId(2 * id),
        Who::Unit(UnitId(id)) => SquadId(2 * id + 1),
    }
}

/// The squad or unit that an id above the seam stands for.
pub(crate) fn who_of(SquadId(id): SquadId) -> Who {
    if id.is_multiple_of(2) { Who::Squad(SquadId(id / 2)) } else { Who::Unit(UnitId(id / 2)) }
}
