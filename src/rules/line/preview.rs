//! What an order would come to if nothing changed before it is carried out: for answers to posts, for whoever commands
//! squads, and for odds. Nothing here rolls dice or changes a battle.

use crate::battle::{
    Allowance, Battle, Condition, CutShort, Event, Expected, Fight, FirePart, MoveKind, Movement, Orders, Route,
    Silence, SquadId, Stay, Tile, UnitId, WeaponId,
};
use crate::rules::line::Line;
use crate::rules::line::movement::{self, Plan, Survey};

/// One part of a volley, as it would be fired now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirePreview {
    pub target: SquadId,
    /// Units that would fire, weapon by weapon.
    pub firing: Vec<(WeaponId, u16)>,
    /// The nearest and the farthest of those that fire, in tiles.
    pub distance: Option<(u16, u16)>,
    /// The longest range among its weapons, modifiers included.
    pub range: u16,
    /// Units that have a weapon for it and could not fire.
    pub silent: Vec<(UnitId, Silence)>,
    /// What to expect of it.
    pub expected: Expected,
    /// **S-9** The friends that misses would be rolled against.
    pub endangered: Option<SquadId>,
}

/// What a volley would be if it were fired now.
pub fn fire(_rules: &Line, _battle: &Battle, _squad: SquadId, _parts: &[FirePart]) -> Vec<FirePreview> {
    Vec::new()
}

/// A melee, as it would be fought now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FightPreview {
    /// The squad that most would strike; `None` if nobody is in contact.
    pub target: Option<SquadId>,
    /// Units in contact.
    pub striking: u16,
    /// What to expect of their blows.
    pub expected: Expected,
}

/// What a squad's blows would come to now.
pub fn fight(_rules: &Line, _battle: &Battle, _squad: SquadId, _order: &Fight) -> FightPreview {
    FightPreview { target: None, striking: 0, expected: Expected::default() }
}

/// A move, as it would go now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoutePreview {
    pub allowance: Allowance,
    /// The leader's way, both ends included.
    pub path: Vec<Tile>,
    /// Steps it costs.
    pub cost: u16,
    pub cut_short: Option<CutShort>,
    /// Where everybody ends.
    pub places: Vec<(UnitId, Tile)>,
    /// Why the squad would not move at all.
    pub stays: Option<Stay>,
}

/// How a squad would move if it set out now. `orders` tell whether it gives up shooting for the faster move (V-3), whom
/// it abandons first (V-5), and whether it disengages (V-6).
pub fn route(rules: &Line, battle: &Battle, orders: &Orders, squad: SquadId, route: &Route) -> RoutePreview {
    let gets_away = matches!(orders.movement.get(squad), Some(Movement::Disengage(_)));
    let kind = if gets_away { MoveKind::Disengage } else { MoveKind::Plain };
    let battle = &having_abandoned(battle, orders, squad);
    preview_of(battle, squad, movement::plan(rules, battle, orders, &mut Survey::default(), squad, Some(route), kind))
}

fn having_abandoned(battle: &Battle, orders: &Orders, squad: SquadId) -> Battle {
    let mut battle = battle.clone();
    let units = movement::to_abandon(&battle, orders, squad);
    battle.apply(&Event::Abandoned { squad, units });
    battle
}

fn preview_of(battle: &Battle, squad: SquadId, plan: Result<Plan, Stay>) -> RoutePreview {
    match plan {
        Ok(Plan { allowance, path, cost, cut_short, places }) => {
            RoutePreview { allowance, path, cost, cut_short, places, stays: None }
        }
        Err(why) => RoutePreview {
            allowance: Allowance::default(),
            path: battle.leader(squad).map(|it| battle.unit(it).at).into_iter().collect(),
            cost: 0,
            cut_short: None,
            places: battle.standing(squad).map(|it| (it, battle.unit(it).at)).collect(),
            stays: Some(why),
        },
    }
}

/// A charge, as it would be rolled now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChargePreview {
    /// The move before it.
    pub route: Option<RoutePreview>,
    /// What 2d6 must reach; `None` if there is no way in. 0 needs no roll.
    pub needed: Option<u16>,
}

/// What a charge would need if it were rolled now, after the move before it.
pub fn charge(
    rules: &Line,
    battle: &Battle,
    orders: &Orders,
    squad: SquadId,
    target: SquadId,
    after: Option<&Route>,
) -> ChargePreview {
    let mut survey = Survey::default();
    let Some(after) = after else {
        return ChargePreview { route: None, needed: movement::needed(battle, &mut survey, squad, target) };
    };
    let mut moved = having_abandoned(battle, orders, squad);
    let plan = movement::plan(rules, &moved, orders, &mut survey, squad, Some(after), MoveKind::BeforeCharge);
    let route = preview_of(&moved, squad, plan);
    let it = movement::move_to(&moved, squad, MoveKind::BeforeCharge, &route.places);
    moved.apply(&Event::Moved(Box::new(it)));
    ChargePreview { needed: movement::needed(&moved, &mut survey, squad, target), route: Some(route) }
}

/// **O-2** How far a condition has come: `done` of `of`, and whether it is met now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    pub done: u32,
    pub of: u32,
    pub is_met: bool,
}

/// **O-2** How far a condition has come, as things stand.
pub fn progress(_battle: &Battle, _condition: &Condition) -> Progress {
    Progress { done: 0, of: 1, is_met: false }
}
