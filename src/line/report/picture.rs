//! The picture of a battle: all that its map shows.

mod arrows;
mod formations;
mod squads;
#[cfg(test)]
mod tests;

use crate::field::{ObjectiveId, pick};
use crate::line::battle::{Battle, Event, UnitState};
use crate::line::report::party::{parties, party};
use crate::map::{Fallen, Ground, Moment, Name, ObjectiveView, Picture};

pub(super) use squads::{labels, marks, name, shape};

/// The picture of the battle after a round. The round's events give the arrows; `events` is empty while the round is
/// open.
pub fn picture(battle: &Battle, events: &[Event]) -> Picture {
    let setup = battle.setup();
    let gone = setup.squad_ids().filter(|it| battle.is_annihilated(*it));
    let changed = battle.changed_ground().iter().map(|it| (it.tile, it.terrain));
    let (arrows, clashes) = arrows::of(battle, events);
    let ended = battle.outcome().map(|it| it.name().to_owned());
    let opened = pick!(events, Event::RoundBegan { round } => *round).last();
    let of = (&setup.objectives[..], &setup.goals[..]);
    Picture {
        is_what_if: false,
        title: Name::title(&setup.title),
        moment: Moment::of(battle.round(), ended, opened, !events.is_empty()),
        ground: Ground::new(battle.board(), changed),
        parties: parties(),
        squads: squads::of(battle, events),
        gone: gone.map(|it| (squads::name(battle, it), party(battle.side(it)))).collect(),
        objectives: ObjectiveView::all(of, |it| *battle.objective(ObjectiveId(it as u8)), party),
        fallen: fallen(battle),
        lying: Vec::new(),
        arrows,
        clashes,
        formations: formations::of(battle),
        rings: Vec::new(),
    }
}

/// Killed units, and downed units that nobody carries, one mark a tile.
fn fallen(battle: &Battle) -> Vec<Fallen> {
    let mark = |id| {
        let unit = battle.unit(id);
        let is_killed = match unit.state {
            UnitState::Killed => true,
            UnitState::Abandoned => false,
            UnitState::Downed if battle.is_annihilated(unit.squad) => false,
            _ => return None,
        };
        Some(Fallen { at: unit.at, party: party(battle.side(unit.squad)), is_killed })
    };
    Fallen::by_tile(battle.setup().unit_ids().filter_map(mark))
}
