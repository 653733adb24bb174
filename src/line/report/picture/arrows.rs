//! The arrows of a round: who went where, and who fired at whom.

use crate::field::{Footprint, SquadId, Tile, UnitId};
use crate::line::battle::{
    Battle, Event, FormationEvent, FormationId, Move, MoveKind, Step, StepTaken, Volley, VolleyKind,
};
use crate::line::report::party::party;
use crate::map::{Arrow, ArrowKind, Spot, bends, middlemost};

/// Each common move of a squad or formation, and each pair of squads of which one fired at the other. Single
/// figures that close up in a melee get none.
pub(super) fn of(battle: &Battle, events: &[Event]) -> Vec<Arrow> {
    let mut places = Places::at_start(battle, events);
    let mut arrows: Vec<Arrow> = Vec::new();
    let mut fired: Vec<(SquadId, SquadId)> = Vec::new();
    let mut marched: Vec<FormationId> = Vec::new();
    for event in events {
        match event {
            Event::Moved(it) => {
                arrows.extend(places.way(it));
            }
            Event::Attacked(it) if it.kind == VolleyKind::Fire && !fired.contains(&(it.by, it.at)) => {
                fired.push((it.by, it.at));
                arrows.extend(places.line_of_fire(it));
            }
            _ => (),
        }
        if let Some(first) = step_of(event).filter(|it| !marched.contains(&it.formation)) {
            marched.push(first.formation);
            let all: Vec<&StepTaken> =
                events.iter().filter_map(step_of).filter(|it| it.formation == first.formation).collect();
            arrows.extend(places.march(&all));
        }
        places.go(steps_of(event));
    }
    arrows
}

/// **F-20** The Step that an event tells of.
fn step_of(event: &Event) -> Option<&StepTaken> {
    match event.of_formation()? {
        FormationEvent::Stepped(it) => Some(it),
        _ => None,
    }
}

/// Who went where.
fn steps_of(event: &Event) -> &[Step] {
    match event {
        Event::Moved(it) => &it.steps,
        Event::Formation(it) => match &**it {
            FormationEvent::Stepped(StepTaken { steps, .. }) | FormationEvent::Shuffled { steps, .. } => steps,
            _ => &[],
        },
        _ => &[],
    }
}

/// Where each unit is while the round is told again.
struct Places<'a> {
    battle: &'a Battle,
    at: Vec<Tile>,
}

impl Places<'_> {
    fn at_start<'a>(battle: &'a Battle, events: &[Event]) -> Places<'a> {
        let mut at: Vec<Tile> = battle.setup().unit_ids().map(|it| battle.unit(it).at).collect();
        for event in events.iter().rev() {
            steps_of(event).iter().for_each(|step| at[usize::from(step.unit.0)] = step.from);
        }
        Places { battle, at }
    }

    fn go(&mut self, steps: &[Step]) {
        steps.iter().for_each(|step| self.at[usize::from(step.unit.0)] = step.to);
    }

    fn spot(&self, unit: UnitId) -> Spot {
        self.spot_at(unit, self.at[usize::from(unit.0)])
    }

    fn spot_at(&self, unit: UnitId, at: Tile) -> Spot {
        Spot::middle(Footprint { at, size: self.battle.profile(unit).size })
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
        let points = tiles.into_iter().map(|at| self.spot_at(step.unit, at)).collect();
        let short = f32::from(self.battle.profile(step.unit).size) * 0.45;
        Some(Arrow { kind, party: party(self.battle.side(it.squad)), points, short })
    }

    /// **F-1** The way of a formation: that of whoever of it went furthest.
    fn march(&self, steps: &[&StepTaken]) -> Option<Arrow> {
        let all = || steps.iter().flat_map(|it| &it.steps);
        let steps_taken = |unit: UnitId| all().filter(|it| it.unit == unit).count();
        let guide = all().map(|it| it.unit).max_by_key(|it| (steps_taken(*it), std::cmp::Reverse(*it)))?;
        let mut path: Vec<Tile> = all().find(|it| it.unit == guide).map(|it| it.from).into_iter().collect();
        path.extend(all().filter(|it| it.unit == guide).map(|it| it.to));
        let points = bends(&path).into_iter().map(|at| self.spot_at(guide, at)).collect();
        let party = party(self.battle.side(self.battle.unit(guide).squad));
        let short = f32::from(self.battle.profile(guide).size) * 0.45;
        Some(Arrow { kind: ArrowKind::Move, party, points, short })
    }

    /// From the middlemost of those who fire to the middlemost of those who are fired at. Who still stands when the round
    /// is over counts before who doesn't, because that is who is seen on the map.
    fn line_of_fire(&self, it: &Volley) -> Option<Arrow> {
        let shooters: Vec<UnitId> = it.shots.iter().map(|shot| shot.unit).collect();
        let victims: Vec<UnitId> = it.hits.iter().filter_map(|hit| hit.victim).collect();
        let targets: Vec<UnitId> = self.battle.standing(it.at).collect();
        let points =
            vec![self.middlemost(&shooters)?, self.middlemost(if targets.is_empty() { &victims } else { &targets })?];
        Some(Arrow { kind: ArrowKind::Fire, party: party(self.battle.side(it.by)), points, short: 0.45 })
    }

    fn middlemost(&self, units: &[UnitId]) -> Option<Spot> {
        let seen: Vec<Spot> =
            units.iter().filter(|it| self.battle.unit(**it).is_standing()).map(|it| self.spot(*it)).collect();
        let all: Vec<Spot> = units.iter().map(|it| self.spot(*it)).collect();
        middlemost(if seen.is_empty() { &all } else { &seen })
    }
}
