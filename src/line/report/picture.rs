//! The picture of a battle: all that its map shows.

mod arrows;
mod formations;
mod squads;
#[cfg(test)]
mod tests;

use crate::line::battle::{Battle, Event, UnitState};
use crate::line::report::party::{parties, party};
use crate::line::report::summary;
use crate::map::{Changed, Fallen, Ground, Moment, Name, ObjectiveView, Picture};

pub(super) use squads::{labels, marks, name, shape};

/// The battle after a round, with the round's events for the arrows; no events while the round is open.
pub fn picture(battle: &Battle, events: &[Event]) -> Picture {
    let setup = battle.setup();
    let gone = setup.squad_ids().filter(|it| battle.is_annihilated(*it));
    let changed = battle.changed_ground().iter().map(|it| Changed { tile: it.tile, becomes: it.terrain });
    let (arrows, clashes) = arrows::of(battle, events);
    Picture {
        is_what_if: false,
        title: Name::title(&setup.title),
        moment: moment(battle, events),
        ground: Ground::new(battle.board(), changed),
        parties: parties(),
        squads: squads::of(battle, events),
        gone: gone.map(|it| (squads::name(battle, it), party(battle.side(it)))).collect(),
        objectives: objectives(battle),
        fallen: fallen(battle),
        lying: Vec::new(),
        arrows,
        clashes,
        formations: formations::of(battle),
        rings: Vec::new(),
    }
}

fn moment(battle: &Battle, events: &[Event]) -> Moment {
    let opens = |it: &Event| if let Event::RoundBegan { round } = it { Some(*round) } else { None };
    let ended = battle.outcome().map(|it| it.name().to_owned());
    Moment::of(battle.round(), ended, events.iter().rev().find_map(opens), !events.is_empty())
}

fn objectives(battle: &Battle) -> Vec<ObjectiveView> {
    let view = |id| {
        let (setup, now) = (battle.setup().objective(id), battle.objective(id));
        ObjectiveView {
            name: Name::new(&setup.name).or(&setup.at.to_string()),
            at: setup.at,
            radius: setup.radius,
            owner: now.owner.map(party),
            is_contested: now.is_contested,
            held_rounds: summary::held(battle, id).map_or(0, |it| it.0),
        }
    };
    battle.setup().objective_ids().map(view).collect()
}

/// Those who were killed, and the downed whom nobody carries, one mark a tile.
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
    let mut marks: Vec<Fallen> = battle.setup().unit_ids().filter_map(mark).collect();
    marks.sort();
    marks.dedup_by_key(|it| it.at);
    marks
}
