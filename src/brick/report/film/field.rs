//! Who takes part, and where everybody is.

use crate::brick::battle::{Battle, UnitState, Who};
use crate::brick::report::picture::{labels, marks, party, plate, plot, shape};
use crate::brick::report::summary::starting;
use crate::brick::seam::seam_id;
use crate::field::{SquadId, UnitId};
use crate::map::{Cast, CastSquad, CastUnit, Frame, Held, Name, Placed, State};

/// Everybody and everything that is or was on the field: squads, and every unit by itself, because any unit may have
/// been in no squad for a while.
pub fn cast(battle: &Battle) -> Cast {
    let setup = battle.setup();
    let has_come =
        |it: SquadId| !battle.is_in_reserve(it) && battle.squad_ever(it).is_some_and(|it| !it.name.is_empty());
    let squads = (0..battle.squad_count()).map(|it| SquadId(it as u16)).filter(|it| has_come(*it)).map(Who::Squad);
    let everybody: Vec<Who> = squads.chain(on_field(battle).map(Who::Unit)).collect();
    let labels = labels(battle, &everybody);
    let squad = |who: &Who| {
        let members = battle.members(*who).len();
        // A unit that stands in a squad, or fell in one, doesn't stand alone.
        let is_of_squad = matches!(who, Who::Unit(it) if whose(battle, *it) != *who);
        CastSquad {
            id: seam_id(*who),
            name: Name::new(battle.name(*who)),
            label: labels[battle.name(*who)].clone(),
            party: party(battle, battle.team(*who)),
            strength: if is_of_squad { 0 } else { starting(battle, *who, members) },
        }
    };
    let marks = marks(battle);
    let unit = |id: UnitId| CastUnit {
        id,
        name: Name::new(&setup.unit(id).name),
        shape: shape(battle, id),
        star: marks.get(&id).cloned(),
    };
    Cast { squads: everybody.iter().map(squad).collect(), units: on_field(battle).map(unit).collect() }
}

fn on_field(battle: &Battle) -> impl Iterator<Item = UnitId> {
    battle.setup().unit_ids().filter(|it| battle.unit(*it).state != UnitState::InReserve)
}

/// The squad that a unit is in, or the unit itself. For a unit that fell, it is the squad that it began in.
fn whose(battle: &Battle, unit: UnitId) -> Who {
    match battle.unit(unit).is_standing() {
        true => battle.who(unit),
        false => battle.setup().squad_of(unit).map_or(Who::Unit(unit), Who::Squad),
    }
}

/// Where everybody is, and who holds what.
pub fn frame(battle: &Battle) -> Frame {
    let placed = |id: UnitId| {
        let state = match battle.unit(id).state {
            UnitState::Standing => State::Standing,
            UnitState::Downed => State::Downed,
            UnitState::Killed => State::Killed,
            UnitState::InReserve => State::Gone,
        };
        (id, Placed { on: plot(battle.unit_rect(id)), squad: seam_id(whose(battle, id)), state })
    };
    let held = |place: usize| {
        let it = battle.objective(place);
        Held { owner: it.owner.map(|it| party(battle, Some(it))), is_contested: it.is_contested }
    };
    let plate = |it: SquadId| Some((seam_id(Who::Squad(it)), plate(battle, Who::Squad(it))?));
    Frame {
        units: on_field(battle).map(placed).collect(),
        formations: Vec::new(),
        plates: (0..battle.squad_count()).map(|it| SquadId(it as u16)).filter_map(plate).collect(),
        objectives: (0..battle.setup().objectives.len()).map(held).collect(),
    }
}
