//! The arrows of a round: who went where, who fired at whom, and where it came to blows.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::field::{Footprint, Tile, UnitId, grouped, pick};
use crate::line::battle::{Battle, Event, Move, MoveKind, Step, Volley, VolleyKind};
use crate::line::report::gather::is_press;
use crate::line::report::party::party;
use crate::map::{Arrow, ArrowKind, Plot, Spot, bends, middlemost};

/// An arrow for each move of a squad or formation, for each pair of squads of which one fired at the other, and for
/// each unit that closed up in a melee; then a spot between each two squads that exchanged blows.
pub(super) fn of(battle: &Battle, events: &[Event]) -> (Vec<Arrow>, Vec<Spot>) {
    let mut places = Places::at_start(battle, events);
    let (mut arrows, mut clashes): (Vec<Arrow>, Vec<Spot>) = (Vec::new(), Vec::new());
    let (mut fired, mut fought, mut marched) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for event in events {
        match event {
            Event::Moved(it) => arrows.extend(places.way(it)),
            Event::Attacked(it) => match it.kind {
                VolleyKind::Fire | VolleyKind::CloseQuarters if fired.insert((it.by, it.at)) => {
                    arrows.extend(places.line_of_fire(it));
                }
                VolleyKind::Blows | VolleyKind::SpearWall if fought.insert([it.by.min(it.at), it.by.max(it.at)]) => {
                    clashes.extend(places.between(it));
                }
                _ => (),
            },
            _ => (),
        }
        if let Some(first) = event.step().filter(|it| marched.insert(it.formation)) {
            let steps = events.iter().filter_map(Event::step).filter(|it| it.formation == first.formation);
            arrows.extend(places.march(&steps.flat_map(|it| &it.steps).collect::<Vec<_>>()));
        }
        event.steps().iter().for_each(|step| places.at[usize::from(step.unit.0)] = step.to);
    }
    arrows.extend(places.pressed(events));
    (arrows, clashes)
}

/// Where each unit is while the events are gone through again.
struct Places<'a> {
    battle: &'a Battle,
    at: Vec<Tile>,
}

impl Places<'_> {
    fn at_start<'a>(battle: &'a Battle, events: &[Event]) -> Places<'a> {
        let mut at: Vec<Tile> = battle.setup().unit_ids().map(|it| battle.unit(it).at).collect();
        for event in events.iter().rev() {
            event.steps().iter().for_each(|step| at[usize::from(step.unit.0)] = step.from);
        }
        Places { battle, at }
    }

    fn spot(&self, unit: UnitId) -> Spot {
        self.spot_at(unit, self.at[usize::from(unit.0)])
    }

    fn spot_at(&self, unit: UnitId, at: Tile) -> Spot {
        Plot::from(Footprint { at, size: self.battle.profile(unit).size }).middle()
    }

    fn way(&self, it: &Move) -> Option<Arrow> {
        let kind = match it.kind {
            MoveKind::PressIn | MoveKind::PressBack => return None,
            MoveKind::Charge => ArrowKind::Charge,
            MoveKind::Plain | MoveKind::BeforeCharge | MoveKind::Disengage => ArrowKind::Move,
        };
        let leader = it.path.first().and_then(|from| it.steps.iter().find(|step| step.from == *from));
        let step = leader.or_else(|| it.steps.first())?;
        let tiles = if leader.is_some() { bends(&it.path) } else { vec![step.from, step.to] };
        Some(self.arrow(kind, step.unit, tiles))
    }

    /// An arrow along a unit's way over these tiles.
    fn arrow(&self, kind: ArrowKind, unit: UnitId, tiles: Vec<Tile>) -> Arrow {
        let points = tiles.into_iter().map(|at| self.spot_at(unit, at)).collect();
        let party = party(self.battle.side(self.battle.unit(unit).squad));
        let short = f32::from(self.battle.profile(unit).size) * 0.45;
        Arrow { kind, party, points, short, is_doubtful: false }
    }

    /// **F-1** The arrow of a formation: the way of the unit that took most Steps.
    fn march(&self, steps: &[&Step]) -> Option<Arrow> {
        let steps = grouped(steps.iter().map(|it| (it.unit, *it)));
        let (guide, way) = steps.iter().max_by_key(|it| (it.1.len(), Reverse(it.0)))?;
        let path: Vec<Tile> = [way[0].from].into_iter().chain(way.iter().map(|it| it.to)).collect();
        Some(self.arrow(ArrowKind::Move, *guide, bends(&path)))
    }

    /// **M-3**, **M-7** An arrow for each unit that closed up, from where it stood before to where it ended.
    fn pressed(&self, events: &[Event]) -> Vec<Arrow> {
        let moves = pick!(events, Event::Moved(it) if is_press(it.kind) => it);
        let arrow = |(unit, steps): (UnitId, Vec<&Step>)| {
            let (from, to) = (steps.first()?.from, steps.last()?.to);
            (from != to).then(|| self.arrow(ArrowKind::Press, unit, vec![from, to]))
        };
        grouped(moves.flat_map(|it| &it.steps).map(|it| (it.unit, it))).into_iter().filter_map(arrow).collect()
    }

    /// The spot halfway between the closest two of the units that strike and those that are struck.
    fn between(&self, it: &Volley) -> Option<Spot> {
        let ours = it.shots.iter().map(|shot| shot.unit);
        let theirs = || it.hits.iter().filter_map(|hit| hit.victim).chain(self.battle.standing(it.at));
        let pairs = ours.flat_map(|a| theirs().map(move |b| (self.spot(a), self.spot(b))));
        let (a, b) = pairs.min_by(|a, b| a.0.distance(a.1).total_cmp(&b.0.distance(b.1)))?;
        Some(a.towards(b, 0.5))
    }

    /// An arrow from the middlemost of the units that fire to the middlemost of the targets. Units that still stand
    /// when the round is over come first, because the map shows those.
    fn line_of_fire(&self, it: &Volley) -> Option<Arrow> {
        let shooters: Vec<UnitId> = it.shots.iter().map(|shot| shot.unit).collect();
        let victims: Vec<UnitId> = it.hits.iter().filter_map(|hit| hit.victim).collect();
        let targets: Vec<UnitId> = self.battle.standing(it.at).collect();
        let targets = if targets.is_empty() { victims } else { targets };
        let points = vec![self.middlemost(&shooters)?, self.middlemost(&targets)?];
        let party = party(self.battle.side(it.by));
        Some(Arrow { kind: ArrowKind::Fire, party, points, short: 0.45, is_doubtful: false })
    }

    fn middlemost(&self, units: &[UnitId]) -> Option<Spot> {
        let seen: Vec<Spot> =
            units.iter().filter(|it| self.battle.unit(**it).is_standing()).map(|it| self.spot(*it)).collect();
        let all: Vec<Spot> = units.iter().map(|it| self.spot(*it)).collect();
        middlemost(if seen.is_empty() { &all } else { &seen })
    }
}
