//! The squads of a picture.

use crate::field::{Footprint, SquadId, Tile, UnitId};
use crate::line::battle::{Battle, Event, Kind, Side, VolleyKind};
use crate::map::names::{labels, letters};
use crate::map::picture::name;

/// A squad with somebody on the map.
#[derive(Clone, Debug)]
pub(super) struct SquadView {
    pub(super) name: String,
    /// What it is called on the picture.
    pub(super) label: String,
    /// What it is on a map made of letters.
    pub(super) letter: char,
    pub(super) side: Side,
    /// Those who stand.
    pub(super) units: Vec<UnitView>,
    pub(super) starting: u16,
    /// Downed whom it carries.
    pub(super) carried: usize,
    /// Where its leader stands.
    pub(super) at: Tile,
    pub(super) stands_in: StandsIn,
    /// Names of the squads that have some of it in their zone.
    pub(super) engaged_by: Vec<String>,
    /// The nearest enemy, and how many tiles away.
    pub(super) nearest: Option<(String, u16)>,
    pub(super) is_broken: bool,
    pub(super) has_shot: bool,
}

/// What the leader's tile is and does.
#[derive(Clone, Debug)]
pub(super) struct StandsIn {
    pub(super) name: String,
    pub(super) is_open: bool,
    pub(super) cover: u8,
    pub(super) conceals: bool,
}

/// One who stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitView {
    pub(super) footprint: Footprint,
    pub(super) kind: Kind,
    pub(super) is_hero: bool,
    pub(super) is_engaged: bool,
}

impl SquadView {
    /// How many stand.
    pub(super) fn standing(&self) -> usize {
        self.units.len()
    }

    /// Whether an enemy has some of it in its zone.
    pub(super) fn is_engaged(&self) -> bool {
        !self.engaged_by.is_empty()
    }
}

/// Every squad with somebody on the map, in roster order.
pub(super) fn of(battle: &Battle, events: &[Event]) -> Vec<SquadView> {
    let ids: Vec<SquadId> = battle.setup().squad_ids().filter(|it| battle.is_on_map(*it)).collect();
    let names: Vec<String> = ids.iter().map(|it| name(&battle.setup().squad(*it).name)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let sides: Vec<(&str, Side)> = names.iter().copied().zip(ids.iter().map(|it| battle.side(*it))).collect();
    let views = ids.iter().map(|id| view(battle, events, *id));
    views
        .zip(labels(&names))
        .zip(letters(&sides))
        .map(|((view, label), letter)| SquadView { label, letter, ..view })
        .collect()
}

/// All but what makes it different from the others: label and letter.
fn view(battle: &Battle, events: &[Event], id: SquadId) -> SquadView {
    let squad = battle.squad(id);
    let leader = battle.leader(id).expect("the squad is on the map");
    let at = battle.unit(leader).at;
    let ground = battle.ground(at);
    SquadView {
        name: name(&battle.setup().squad(id).name),
        label: String::new(),
        letter: ' ',
        side: battle.side(id),
        units: battle.standing(id).map(|it| unit(battle, it)).collect(),
        starting: squad.starting,
        carried: battle.carried(id).count(),
        at,
        stands_in: StandsIn {
            name: name(&ground.name),
            is_open: ground.key == "open",
            cover: ground.cover,
            conceals: ground.conceals,
        },
        engaged_by: engaged_by(battle, id),
        nearest: nearest(battle, id),
        is_broken: squad.is_broken,
        has_shot: squad.has_shot || events.iter().any(|it| is_fire_of(id, it)),
    }
}

fn unit(battle: &Battle, id: UnitId) -> UnitView {
    UnitView {
        footprint: battle.footprint(id),
        kind: battle.profile(id).kind,
        is_hero: battle.setup().unit(id).hero.is_some(),
        is_engaged: battle.is_engaged(id),
    }
}

fn is_fire_of(squad: SquadId, event: &Event) -> bool {
    match event {
        Event::Attacked(it) => it.by == squad && it.kind == VolleyKind::Fire,
        Event::VolleyWasted { squad: by, .. } => *by == squad,
        _ => false,
    }
}

/// Names of the enemy squads that have some of the squad in their zone, in roster order.
fn engaged_by(battle: &Battle, id: SquadId) -> Vec<String> {
    let holds = |unit: UnitId, enemy: &UnitId| battle.has_in_zone(*enemy, unit);
    let enemies =
        battle.standing(id).flat_map(|unit| battle.in_contact(unit).into_iter().filter(move |it| holds(unit, it)));
    let mut squads: Vec<SquadId> = enemies.map(|it| battle.unit(it).squad).collect();
    squads.sort();
    squads.dedup();
    squads.iter().map(|it| name(&battle.setup().squad(*it).name)).collect()
}

/// **T-6** The nearest enemy squad; the first in the roster of those at the same distance.
fn nearest(battle: &Battle, id: SquadId) -> Option<(String, u16)> {
    let mine: Vec<Footprint> = battle.standing(id).map(|it| battle.footprint(it)).collect();
    let steps = |enemy: SquadId| {
        let theirs = battle.standing(enemy).map(|it| battle.footprint(it));
        theirs.flat_map(|their| mine.iter().map(move |my| my.distance(their))).min()
    };
    let enemies = battle.squads_of(battle.side(id).other());
    let (enemy, steps) = enemies.filter_map(|it| Some((it, steps(it)?))).min_by_key(|it| it.1)?;
    Some((name(&battle.setup().squad(enemy).name), steps))
}
