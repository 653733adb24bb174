//! A squad from near: who stands, who is hurt, where.

use crate::field::SquadId;
use crate::line::battle::{Battle, UnitState};

/// A squad from near, a line for each who belongs to it.
pub fn look(battle: &Battle, squad: SquadId) -> String {
    let setup = battle.setup();
    let mut text = format!("{}\n", setup.squad(squad).name);
    for unit in &battle.squad(squad).members {
        let (it, is) = (setup.unit(*unit), battle.unit(*unit));
        let state = match is.state {
            UnitState::Standing => format!("at {}, {} HP", is.at, is.hp),
            UnitState::Downed => "downed, carried".to_owned(),
            UnitState::Abandoned => format!("downed, left at {}", is.at),
            UnitState::Killed => "killed".to_owned(),
            UnitState::InReserve => "in reserve".to_owned(),
        };
        text += &format!("  {}: {state}\n", it.name);
    }
    if battle.squad(squad).is_broken {
        text += "  broken (L-3)\n";
    }
    text
}
