//! Makes the beats of a round from what a game says: what each event shows, and which lines are watched at once.

use std::collections::BTreeMap;
use std::mem::discriminant;

use crate::field::{SquadId, Tile, UnitId, each_once};
use crate::map::film::{Beat, BeatKind, Cast, Frame, Placed, State, Step};

/// A beat as a game describes it: the lines that are watched at once, their events, and what it is about.
#[derive(Clone, Debug)]
pub struct Scene {
    pub lines: Vec<u16>,
    pub events: Vec<usize>,
    pub kind: BeatKind,
    pub headline: String,
    /// Whether it is an important moment, whatever its steps.
    pub is_moment: bool,
}

/// The beats of a round, between the field when the round closed and the field when the next one opens. `shown` has the
/// steps of each event. An event without a line belongs to the beat of the event before it. Differences that no event
/// has shown, such as units that are carried away, come in the last beat.
pub fn beats(
    (mut now, after): (Frame, &Frame),
    cast: &Cast,
    objectives: &[Tile],
    shown: Vec<Vec<Step>>,
    scenes: Vec<Scene>,
) -> Vec<Beat> {
    let mut whose: Vec<Option<usize>> = vec![None; shown.len()];
    for (n, scene) in scenes.iter().enumerate() {
        scene.events.iter().for_each(|it| whose[*it] = Some(n));
    }
    let mut of_scenes: Vec<Vec<Step>> = vec![Vec::new(); scenes.len()];
    let mut last = whose.iter().flatten().next().copied().unwrap_or(0);
    for (event, steps) in shown.into_iter().enumerate() {
        last = whose[event].unwrap_or(last);
        if let Some(shown) = of_scenes.get_mut(last) {
            shown.extend(steps);
        }
    }
    // Only squads that have been seen are marked.
    let is_known = |squad: SquadId| cast.squads.iter().any(|it| it.id == squad);
    let mut beats: Vec<Beat> = Vec::new();
    for (scene, steps) in scenes.into_iter().zip(of_scenes) {
        let mut steps = without_repetitions(steps);
        steps.retain(|it| !matches!(it, Step::Mark { squad, .. } if !is_known(*squad)));
        let is_moment = scene.is_moment || steps.iter().any(|it| now.is_important(it));
        let (mut who, mut at) = (Vec::new(), Vec::new());
        for step in &steps {
            let (squads, tiles) = squads_and_tiles(&now, objectives, step);
            who.extend(squads);
            at.extend(tiles);
            now.apply(step);
        }
        at.sort();
        at.dedup();
        let Scene { lines, kind, headline, .. } = scene;
        beats.push(Beat { lines, kind, headline, is_moment, who: each_once(who), at, steps });
    }
    if let Some(last) = beats.last_mut() {
        last.steps.extend(now.steps_to(after, |_| None));
    }
    beats
}

/// The squads and the tiles that a step is about, on the field just before it.
fn squads_and_tiles(now: &Frame, objectives: &[Tile], step: &Step) -> (Vec<SquadId>, Vec<Tile>) {
    let tile = |unit: &UnitId| now.units.get(unit).map(|it| it.on.at);
    let squad = |unit: &UnitId| now.units.get(unit).map(|it| it.squad).into_iter().collect();
    let tiles = |squad: &SquadId| now.standing(*squad).map(|it| it.on.at);
    match step {
        Step::Shots { by, at, shots } => {
            let from = shots.iter().filter_map(|it| tile(&it.from));
            let met: Vec<Tile> = shots.iter().filter_map(|it| tile(&it.met?)).collect();
            let met = if met.is_empty() { tiles(at).collect() } else { met };
            (vec![*by, *at], from.chain(met).collect())
        }
        Step::Clash { a, b } => (vec![*a, *b], tiles(a).chain(tiles(b)).collect()),
        Step::Mark { squad, .. } => (vec![*squad], tiles(squad).take(1).collect()),
        Step::Go { unit, way } => (squad(unit), way.first().into_iter().chain(way.last()).copied().collect()),
        Step::Fall { unit, .. } | Step::Rise { unit } => (squad(unit), tile(unit).into_iter().collect()),
        // A fallen unit that changes squads does nothing, so its squad isn't shown.
        Step::Join { unit, squad } => {
            let stands = now.units.get(unit).is_some_and(|it| it.state == State::Standing);
            (stands.then_some(*squad).into_iter().collect(), tile(unit).into_iter().collect())
        }
        Step::Arrive { squad, on, .. } => (vec![*squad], vec![on.at]),
        Step::Flag { objective, .. } => (Vec::new(), objectives.get(*objective).copied().into_iter().collect()),
        Step::Form(_) | Step::Plates(_) | Step::Say(_) => (Vec::new(), Vec::new()),
    }
}

/// Steps without repetitions: consecutive moves of a unit become one, and so do clashes in the same fight.
fn without_repetitions(steps: Vec<Step>) -> Vec<Step> {
    let mut kept: Vec<Step> = Vec::new();
    for step in steps {
        match step {
            Step::Go { unit, way } => {
                let is_at_once = |it: &&mut Step| matches!(it, Step::Go { .. } | Step::Join { .. });
                let mut at_once = kept.iter_mut().rev().take_while(is_at_once);
                let earlier = at_once.find_map(|it| match it {
                    Step::Go { unit: other, way } if *other == unit => Some(way),
                    _ => None,
                });
                match earlier {
                    Some(earlier) => {
                        let begun = usize::from(way.first() == earlier.last());
                        earlier.extend(way.into_iter().skip(begun));
                    }
                    None => kept.push(Step::Go { unit, way }),
                }
            }
            Step::Clash { .. } => {
                let is_of_it = |it: &&Step| !matches!(it, Step::Go { .. } | Step::Shots { .. });
                if !kept.iter().rev().take_while(is_of_it).any(|it| *it == step) {
                    kept.push(step);
                }
            }
            Step::Mark { .. } if kept.contains(&step) => (),
            // Only the last of several is kept.
            Step::Form(_) | Step::Plates(_) => {
                kept.retain(|it| discriminant(it) != discriminant(&step));
                kept.push(step);
            }
            _ => kept.push(step),
        }
    }
    kept
}

impl Frame {
    /// The steps that lead from this field to another. `way` returns the tiles that a unit moves along.
    pub fn steps_to(&self, after: &Frame, way: impl Fn(UnitId) -> Option<Vec<Tile>>) -> Vec<Step> {
        let mut steps = Vec::new();
        for (&unit, there) in &after.units {
            let here = self.units.get(&unit);
            let is_as_large = |it: &&Placed| (it.on.columns, it.on.rows) == (there.on.columns, there.on.rows);
            let way = here.filter(is_as_large).and_then(|_| way(unit));
            let way = way.filter(|it| it.last() == Some(&there.on.at));
            let (squad, state) = match (here, way) {
                (Some(here), _) if here.on == there.on => (here.squad, here.state),
                (Some(here), Some(way)) => {
                    steps.push(Step::Go { unit, way });
                    (here.squad, here.state)
                }
                _ => {
                    steps.push(Step::Arrive { unit, squad: there.squad, on: there.on });
                    (there.squad, State::Standing)
                }
            };
            if state != there.state {
                steps.push(match there.state {
                    State::Standing => Step::Rise { unit },
                    fallen => Step::Fall { unit, state: fallen },
                });
            }
            if squad != there.squad {
                steps.push(Step::Join { unit, squad: there.squad });
            }
        }
        if self.formations != after.formations {
            steps.push(Step::Form(after.formations.clone()));
        }
        if self.plates != after.plates {
            steps.push(Step::Plates(after.plates.clone()));
        }
        let flags =
            self.objectives.iter().zip(&after.objectives).enumerate().filter(|(_, (here, there))| here != there);
        steps.extend(flags.map(|(objective, (_, held))| Step::Flag { objective, held: *held }));
        steps
    }

    /// Whether a step is an important moment: a unit fell, rose or arrived, or an objective changed hands.
    fn is_important(&self, step: &Step) -> bool {
        match step {
            Step::Fall { state, .. } => *state != State::Gone,
            Step::Rise { .. } | Step::Arrive { .. } => true,
            Step::Flag { objective, held } => self.objectives.get(*objective).is_none_or(|it| it.owner != held.owner),
            _ => false,
        }
    }
}

/// The tiles along the straight lines between points, each beside the one before.
pub fn chain(points: impl IntoIterator<Item = Tile>) -> Vec<Tile> {
    let mut way: Vec<Tile> = Vec::new();
    for to in points {
        let Some(&from) = way.last() else {
            way.push(to);
            continue;
        };
        let (dx, dy) = to.offset_from(from);
        let steps = dx.abs().max(dy.abs());
        // Rounded to the nearest tile, to stay as close to the straight line as possible.
        let part = |length: i16, n: i16| (2 * length * n + steps * length.signum()) / (2 * steps);
        way.extend((1..=steps).filter_map(|n| from.offset(part(dx, n), part(dy, n))));
    }
    way
}

/// The ways of units.
pub type Ways = BTreeMap<UnitId, Vec<Tile>>;
