//! BX-8, BS-7, BS-8: ways across the map for a plate or a unit.

use std::collections::{BTreeMap, BTreeSet};

use crate::brick::battle::{Battle, Heading, Plate, Rect, Turn, Who};
use crate::field::{Direction, Tile, UnitId};

/// Where a plate or a unit is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) rect: Rect,
    /// Of a plate; of a unit it means nothing.
    pub(super) facing: Direction,
}

/// How a step is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Toward(Heading),
    Pivot(Turn),
}

/// A way, place by place, and what each step costs.
#[derive(Clone, Debug, Default)]
pub(super) struct Way {
    pub(super) steps: Vec<(Step, Place, u16)>,
}

/// How somebody may go.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Manner {
    /// **BS-8.4** At half speed.
    pub(super) backwards: bool,
}

pub(super) fn place_of(battle: &Battle, who: Who) -> Place {
    let facing = match who {
        Who::Squad(squad) => battle.squad(squad).map_or(Direction::North, |it| it.plate.facing),
        Who::Unit(_) => Direction::North,
    };
    Place { rect: battle.rect(who), facing }
}

/// **BS-7.3** Whether somebody fits there at all, on the way; **BX-10** and nothing there kills them.
pub(super) fn passes(battle: &Battle, who: Who, rect: Rect, but: &BTreeSet<UnitId>) -> bool {
    let setup = battle.setup();
    let is_clear = |tile: Tile| match battle.on(tile) {
        None => true,
        Some(Who::Unit(unit)) if but.contains(&unit) => true,
        Some(it) => it == who,
    };
    setup.contains(rect) && rect.tiles().all(|it| setup.cost(it).is_some() && !setup.is_deadly(it) && is_clear(it))
}

/// **BS-7.5** Whether somebody may end there: not half on an obstacle.
pub(super) fn may_end(battle: &Battle, rect: Rect) -> bool {
    let levels = || rect.tiles().map(|it| battle.setup().level(it));
    levels().max().unwrap_or(0) <= levels().min().unwrap_or(0) + 1
}

fn can_climb(battle: &Battle, who: Who) -> bool {
    battle.members(who).iter().all(|it| battle.profile(*it).can_climb)
}

/// **BX-8, BS-7.4** What a step costs: the dearest tile that is covered after it, and each level past the first that is
/// climbed. `None`: it can't be made.
pub(super) fn step_cost(battle: &Battle, who: Who, from: Rect, to: Rect, heading: Heading) -> Option<u16> {
    let setup = battle.setup();
    let top = |rect: Rect| rect.tiles().map(|it| setup.level(it)).max().unwrap_or(0);
    let up = top(to).saturating_sub(top(from));
    if 1 < up && !can_climb(battle, who) {
        return None;
    }
    let dearest = to.tiles().filter_map(|it| setup.cost(it)).max()?;
    Some(u16::from(dearest) * u16::from(heading.inches()) + u16::from(up.saturating_sub(1)))
}

/// **BS-8.3** A quarter turn around the front corner, and what it costs: the way that the Standard goes.
pub(super) fn pivot(battle: &Battle, who: Who, place: Place, turn: Turn) -> Option<(Place, u16)> {
    let plate = Plate { rect: place.rect, facing: place.facing };
    let (next, of) = plate.pivoted(turn)?;
    let standard = origin_on(battle, who, place.rect);
    let to = of(standard)?;
    let there = Place { rect: next.rect, facing: next.facing };
    Some((there, standard.steps_to(to)))
}

/// Where the Standard is when the plate lies there, unturned.
pub(super) fn origin_on(battle: &Battle, who: Who, rect: Rect) -> Tile {
    let (now, origin) = (battle.rect(who).at, battle.origin(who).at);
    let (dx, dy) = (i16::from(origin.x) - i16::from(now.x), i16::from(origin.y) - i16::from(now.y));
    match who {
        Who::Unit(_) => rect.at,
        Who::Squad(_) => rect.at.offset(dx, dy).unwrap_or(rect.at),
    }
}

type Key = (Tile, u8);

/// **BS-7.2, BS-8.4** The cheapest way on which the Standard comes to a tile. Infantry go any way; Cavalry along their
/// facing, or backwards, and turn by pivots.
pub(super) fn way(battle: &Battle, who: Who, to: Tile, manner: Manner) -> Option<Way> {
    let start = place_of(battle, who);
    let reached = flood(battle, who, manner, u16::MAX / 2);
    let far = |it: &Reached| origin_at(battle, who, start, it.place).steps_to(to);
    let now = reached.get(&key_of(start)).map_or(0, far);
    let (key, best) = reached.iter().min_by_key(|it| (far(it.1), it.1.cost, *it.0))?;
    // Where it doesn't fit, somebody goes as near as there is a way; Cavalry only where they can wheel to.
    let is_there = far(best) == 0;
    (is_there || (far(best) < now && !battle.is_cavalry(who))).then(|| back_to(&reached, *key))
}

/// Where the Standard is, when the plate came to lie so. A turned plate's is at its middle, or goes with its bearer.
fn origin_at(battle: &Battle, who: Who, start: Place, place: Place) -> Tile {
    if place.facing == start.facing { origin_on(battle, who, place.rect) } else { place.rect.middle() }
}

/// A place that was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    pub(super) place: Place,
    pub(super) cost: u16,
    from: Option<(Key, Step, u16)>,
}

/// Everywhere that somebody can come to for so many inches.
pub(super) fn flood(battle: &Battle, who: Who, manner: Manner, limit: u16) -> BTreeMap<Key, Reached> {
    let start = place_of(battle, who);
    let is_cavalry = battle.is_cavalry(who);
    let key = |it: Place| (it.rect.at, it.facing as u8);
    let mut reached = BTreeMap::from([(key(start), Reached { place: start, cost: 0, from: None })]);
    let mut open: BTreeSet<(u16, Key)> = BTreeSet::from([(0, key(start))]);
    let nobody = BTreeSet::new();
    while let Some((cost, at)) = open.pop_first() {
        let here = reached[&at].place;
        let mut next: Vec<(Step, Place, u16)> = Vec::new();
        for direction in Direction::ALL {
            let heading = Heading::from(direction);
            let ahead = Heading::from(here.facing);
            let allowed = if manner.backwards { heading == ahead.back() } else { !is_cavalry || heading == ahead };
            let Some(rect) = here.rect.toward(heading, 1).filter(|_| allowed) else { continue };
            if !passes(battle, who, rect, &nobody) {
                continue;
            }
            if let Some(step) = step_cost(battle, who, here.rect, rect, heading) {
                let step = if manner.backwards && is_cavalry { 2 * step } else { step };
                next.push((Step::Toward(heading), Place { rect, ..here }, step));
            }
        }
        if is_cavalry && !manner.backwards {
            for turn in [Turn::Left, Turn::Right] {
                if let Some((place, step)) = pivot(battle, who, here, turn)
                    && passes(battle, who, place.rect, &nobody)
                {
                    next.push((Step::Pivot(turn), place, step));
                }
            }
        }
        for (step, place, price) in next {
            let total = cost + price;
            let known = reached.get(&key(place)).is_none_or(|it| total < it.cost);
            if total <= limit && known {
                if let Some(old) = reached.get(&key(place)) {
                    open.remove(&(old.cost, key(place)));
                }
                reached.insert(key(place), Reached { place, cost: total, from: Some((at, step, price)) });
                open.insert((total, key(place)));
            }
        }
    }
    reached
}

/// The way to a place that was reached.
pub(super) fn back_to(reached: &BTreeMap<Key, Reached>, key: Key) -> Way {
    let mut steps = Vec::new();
    let mut at = key;
    while let Some((before, step, price)) = reached[&at].from {
        steps.push((step, reached[&at].place, price));
        at = before;
    }
    steps.reverse();
    Way { steps }
}

/// The key of a place.
pub(super) fn key_of(place: Place) -> Key {
    (place.rect.at, place.facing as u8)
}
