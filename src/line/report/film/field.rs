//! The cast of a film, and its frames, which say where everybody is.

use std::collections::BTreeMap;

use crate::field::SquadId;
use crate::line::battle::{Battle, UnitState};
use crate::line::report::party::party;
use crate::line::report::picture::{labels, marks, name, shape};
use crate::map::{Cast, CastSquad, CastUnit, Frame, Held, Name, Placed, State};

/// The squads and units that are or were on the field, including the squad that a hero was in alone.
pub fn cast(battle: &Battle) -> Cast {
    let setup = battle.setup();
    let on_field = || setup.unit_ids().filter(|it| battle.unit(*it).state != UnitState::InReserve);
    let has_come = |squad: SquadId| {
        on_field().any(|it| {
            let is_of_it = battle.unit(it).squad == squad || setup.unit(it).alone == Some(squad);
            is_of_it || setup.squad(squad).members.contains(&it)
        })
    };
    let labelled = setup.squad_ids().zip(labels(battle)).filter(|it| has_come(it.0));
    let squads = labelled.map(|(id, label)| CastSquad {
        id,
        name: name(battle, id),
        label,
        party: party(battle.side(id)),
        strength: battle.squad(id).starting,
    });
    let marks = marks(battle);
    let units = on_field().map(|id| CastUnit {
        id,
        name: Name::new(&setup.unit(id).name),
        shape: shape(battle.profile(id).kind),
        star: marks.get(&id).cloned(),
    });
    Cast { squads: squads.collect(), units: units.collect() }
}

/// Where each unit is, and who holds each objective. Downed units that their squad carries are off the field.
pub fn frame(battle: &Battle) -> Frame {
    let mut frame = fallen_where_they_fell(battle);
    for (id, placed) in &mut frame.units {
        let unit = battle.unit(*id);
        if unit.state == UnitState::Downed && !battle.is_annihilated(unit.squad) {
            placed.state = State::Gone;
        }
    }
    frame
}

/// Like [`frame`], but the downed lie where they fell: nobody is carried away before the round is over.
pub(super) fn fallen_where_they_fell(battle: &Battle) -> Frame {
    let setup = battle.setup();
    let placed = |id| {
        let unit = battle.unit(id);
        let state = match unit.state {
            UnitState::Standing => State::Standing,
            UnitState::Downed | UnitState::Abandoned => State::Downed,
            UnitState::Killed => State::Killed,
            UnitState::InReserve => return None,
        };
        Some((id, Placed { on: battle.footprint(id).into(), squad: unit.squad, state }))
    };
    let held = |id| {
        let it = battle.objective(id);
        Held { owner: it.owner.map(party), is_contested: it.is_contested }
    };
    Frame {
        units: setup.unit_ids().filter_map(placed).collect(),
        formations: battle.formations().iter().map(|it| it.members.to_vec()).collect(),
        plates: BTreeMap::new(),
        objectives: setup.objective_ids().map(held).collect(),
    }
}
