//! What everybody above the seam calls those who take orders.

use crate::brick::battle::Who;
use crate::field::{SquadId, UnitId};

/// What everybody above the seam calls somebody who takes orders. They know only squads: those have the even numbers, and
/// figures who stand alone the odd ones.
pub(crate) fn seam_id(who: Who) -> SquadId {
    match who {
        Who::Squad(SquadId(id)) => SquadId(2 * id),
        Who::Unit(UnitId(id)) => SquadId(2 * id + 1),
    }
}

/// Whom everybody above the seam means.
pub(crate) fn who_of(SquadId(id): SquadId) -> Who {
    if id.is_multiple_of(2) { Who::Squad(SquadId(id / 2)) } else { Who::Unit(UnitId(id / 2)) }
}
