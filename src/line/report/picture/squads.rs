//! The squads of a picture.

use std::collections::{BTreeMap, BTreeSet};

use crate::field::{SquadId, UnitId};
use crate::line::battle::{Battle, Event, Kind, VolleyKind};
use crate::line::report::look::suffering;
use crate::line::report::party::party;
use crate::map::{Hero, Name, Shape, SquadView, UnitView};
use crate::post::names;

/// Every squad on the map, in roster order. A squad keeps its label for the whole battle, whatever squads come and go.
pub(super) fn of(battle: &Battle, events: &[Event]) -> Vec<SquadView> {
    let marks = marks(battle);
    let labelled = battle.setup().squad_ids().zip(labels(battle)).filter(|it| battle.is_on_map(it.0));
    labelled.map(|(id, label)| view(battle, events, id, label, &marks)).collect()
}

/// The label of each squad, in roster order: the same for the whole battle.
pub(crate) fn labels(battle: &Battle) -> Vec<String> {
    let setup = battle.setup();
    // A hero's own squad arrives with him.
    let is_of_reserve = |unit: UnitId| setup.unit(unit).alone.is_some() && setup.begins_in_reserve(unit);
    let alone: BTreeSet<SquadId> =
        setup.unit_ids().filter(|it| is_of_reserve(*it)).filter_map(|it| setup.unit(it).alone).collect();
    let in_turn = crate::map::in_turn(setup.squad_ids(), |it| setup.squad(*it).in_reserve || alone.contains(it));
    let labels = crate::map::labels(in_turn.iter().map(|it| typed(battle, *it)));
    let labelled: BTreeMap<SquadId, String> = in_turn.into_iter().zip(labels).collect();
    labelled.into_values().collect()
}

/// The mark on the star of each unit that has one: the same for the whole battle.
pub(crate) fn marks(battle: &Battle) -> BTreeMap<UnitId, String> {
    let setup = battle.setup();
    let heroes = setup.unit_ids().filter(|it| stands_out(battle, *it));
    let heroes = crate::map::in_turn(heroes, |it| setup.begins_in_reserve(*it));
    let marks = crate::map::star_marks(heroes.iter().map(|it| setup.unit(*it).name.as_str()));
    heroes.into_iter().zip(marks).collect()
}

/// The name of a squad on a map.
pub(crate) fn name(battle: &Battle, squad: SquadId) -> Name {
    Name::new(&battle.setup().squad(squad).name).or(typed(battle, squad))
}

/// The name that orders can use for a squad, if not everybody can type its own.
fn typed(battle: &Battle, squad: SquadId) -> &str {
    let setup = battle.setup().squad(squad);
    names::typed(&setup.name, &setup.key)
}

fn view(battle: &Battle, events: &[Event], id: SquadId, label: String, marks: &BTreeMap<UnitId, String>) -> SquadView {
    let squad = battle.squad(id);
    let leader = battle.leader(id).expect("the squad is on the map");
    let at = battle.unit(leader).at;
    SquadView {
        name: name(battle, id),
        label,
        party: party(battle.side(id)),
        standing: battle.standing(id).count(),
        units: battle.standing(id).map(|it| unit(battle, it, marks)).collect(),
        starting: squad.starting,
        carried: battle.carried(id).count(),
        at,
        stands_in: battle.ground(at).clone(),
        engaged_by: engaged_by(battle, id),
        nearest: nearest(battle, id),
        is_broken: squad.is_broken,
        has_shot: squad.has_shot || events.iter().any(|it| is_fire_of(id, it)),
        notes: suffering(battle, id).iter().map(|it| Name::new(it)).collect(),
        plate: None,
    }
}

fn unit(battle: &Battle, id: UnitId, marks: &BTreeMap<UnitId, String>) -> UnitView {
    UnitView {
        on: battle.footprint(id).into(),
        shape: shape(battle.profile(id).kind),
        hero: marks.get(&id).map(|mark| Hero { name: Name::new(&battle.setup().unit(id).name), mark: mark.clone() }),
        is_engaged: battle.is_engaged(id),
    }
}

/// Whether a unit has a star: it is a hero, or one of either side that is set apart by its name. In a squad where all
/// have names, such as a campaign musters, no name sets a unit apart.
fn stands_out(battle: &Battle, id: UnitId) -> bool {
    let has_face = matches!(battle.profile(id).kind, Kind::Infantry | Kind::Monster);
    battle.setup().unit(id).hero.is_some() || has_face && battle.setup().is_set_apart_by_name(id)
}

pub(crate) fn shape(kind: Kind) -> Shape {
    match kind {
        Kind::Infantry => Shape::Figure,
        Kind::Vehicle => Shape::Vehicle,
        Kind::Monster => Shape::Monster,
        Kind::Structure => Shape::Structure,
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
fn engaged_by(battle: &Battle, id: SquadId) -> Vec<Name> {
    let holds = |unit: UnitId, enemy: &UnitId| battle.has_in_zone(*enemy, unit);
    let enemies =
        battle.standing(id).flat_map(|unit| battle.in_contact(unit).into_iter().filter(move |it| holds(unit, it)));
    let squads: BTreeSet<SquadId> = enemies.map(|it| battle.unit(it).squad).collect();
    squads.into_iter().map(|it| name(battle, it)).collect()
}

/// **T-6** The nearest enemy squad; the first in the roster of those at the same distance.
fn nearest(battle: &Battle, id: SquadId) -> Option<(Name, u16)> {
    let steps_from = |it: UnitId| battle.distance(battle.footprint(it), battle.standing(id));
    let steps = |enemy: SquadId| battle.standing(enemy).filter_map(steps_from).min();
    let enemies = battle.squads_of(battle.side(id).other());
    let (enemy, steps) = enemies.filter_map(|it| Some((it, steps(it)?))).min_by_key(|it| it.1)?;
    Some((name(battle, enemy), steps))
}
