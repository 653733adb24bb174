//! What people watch of a round is what happened in it.

use std::collections::BTreeSet;

use crate::field::{SquadId, UnitId};
use crate::game::Game;
use crate::map::{Beat, Cast, Frame, State, Step};
use crate::page::{HEADLINE_MAX, Report};

/// The beats of a round lead from the field before it to the field after it, each line of the report is in one beat,
/// and units go from tile to tile.
pub(super) fn is_watched_as_it_was<G: Game>(
    game: &G,
    before: &G::Battle,
    events: &[G::Event],
    after: &G::Battle,
    report: &Report,
) {
    let beats = game.beats(before, events, report);
    checked(&beats, &G::frame(before), &G::frame(after), &G::cast(after), report);
}

pub(super) fn checked(beats: &[Beat], before: &Frame, after: &Frame, cast: &Cast, report: &Report) {
    let mut now = before.clone();
    is_whole(cast, after);
    let mut told: Vec<u16> = Vec::new();
    let mut first = 0;
    for beat in beats {
        assert!(beat.lines.is_sorted() && first < beat.lines[0], "{beat:?} comes after line {first}");
        first = beat.lines[0];
        told.extend(&beat.lines);
        let letters = beat.headline.chars().count();
        assert!((1..=HEADLINE_MAX).contains(&letters), "{letters} letters: {}", beat.headline);
        assert!(!beat.headline.contains("  ") && beat.headline.trim() == beat.headline, "{:?}", beat.headline);
        for squad in &beat.who {
            assert!(cast.squads.iter().any(|it| it.id == *squad), "nobody knows {squad:?} of {beat:?}");
        }
        for step in &beat.steps {
            is_possible(&now, cast, step);
            now.apply(step);
        }
    }
    told.sort_unstable();
    let lines: Vec<u16> = report.lines.iter().map(|it| it.number).collect();
    assert_eq!(told, lines, "each line is in one beat");
    assert_eq!(now, *after, "{beats:#?}");
}

/// Everyone on the field is in the cast, once, and in a squad of the cast.
fn is_whole(cast: &Cast, frame: &Frame) {
    let squads: BTreeSet<SquadId> = cast.squads.iter().map(|it| it.id).collect();
    let units: BTreeSet<UnitId> = cast.units.iter().map(|it| it.id).collect();
    assert_eq!((squads.len(), units.len()), (cast.squads.len(), cast.units.len()));
    assert!(frame.units.values().all(|it| squads.contains(&it.squad)));
    assert!(units.iter().eq(frame.units.keys()));
    let labels: BTreeSet<&str> = cast.squads.iter().filter(|it| 0 < it.strength).map(|it| it.label.as_str()).collect();
    assert_eq!(labels.len(), cast.squads.iter().filter(|it| 0 < it.strength).count(), "{:?}", cast.squads);
}

fn is_possible(now: &Frame, cast: &Cast, step: &Step) {
    let is_squad = |squad: SquadId| cast.squads.iter().any(|it| it.id == squad);
    match step {
        Step::Go { unit, way } => {
            let here = now.units[unit].on.at;
            let are_beside =
                |a: crate::field::Tile, b: crate::field::Tile| a.x.abs_diff(b.x) <= 1 && a.y.abs_diff(b.y) <= 1;
            assert!(way.first().is_some_and(|it| are_beside(here, *it)), "from {here}: {way:?}");
            assert!(way.windows(2).all(|it| it[0] != it[1] && are_beside(it[0], it[1])), "{way:?}");
            assert_eq!(now.units[unit].state, State::Standing, "{unit:?} walks");
        }
        Step::Fall { unit, state } => {
            assert!(*state != State::Standing && now.units[unit].state != *state, "{unit:?} falls");
        }
        Step::Rise { unit } => assert_ne!(now.units[unit].state, State::Standing, "{unit:?} rises"),
        Step::Shots { by, at, shots } => {
            assert!(
                is_squad(*by) && is_squad(*at) && shots.iter().all(|it| now.units.contains_key(&it.from)),
                "{step:?}"
            );
        }
        Step::Clash { a, b } => assert!(is_squad(*a) && is_squad(*b), "{step:?}"),
        Step::Mark { squad, words } => assert!(is_squad(*squad) && !words.is_empty(), "{step:?}"),
        Step::Flag { objective, .. } => assert!(*objective < now.objectives.len()),
        Step::Arrive { squad, .. } => assert!(is_squad(*squad), "{step:?}"),
        Step::Join { unit, squad } => assert!(is_squad(*squad) && now.units[unit].squad != *squad, "{step:?}"),
        Step::Form(formations) => {
            assert!(formations.iter().flatten().all(|it| now.units.contains_key(it)), "{step:?}");
        }
        Step::Plates(plates) => assert!(plates.keys().all(|it| is_squad(*it)), "{step:?}"),
        Step::Say(_) => (),
    }
}
