//! Who breaks off: squads that are too few to fight, each by its temper.

use crate::field::SquadId;
use crate::line::battle::{
    Battle, Fire, FirePart, Level, Movement, Orders, Place, Route, RouteGoal, Spacing, Stance, Temper,
};
use crate::line::commander::Led;
use crate::line::commander::decision::{Decision, Why};
use crate::line::rules::{Line, preview};

/// Steps within which friends are near enough to fight on beside them.
const TOGETHER: u16 = 10;

/// Has those break off who have had enough. They fire if they can and get away from whoever is nearest; whoever holds, holds.
pub(super) fn break_off(
    rules: &Line,
    battle: &Battle,
    led: &Led<'_>,
    orders: &mut Orders,
    decisions: &mut Vec<Decision>,
) {
    for &squad in led.squads.iter().filter(|it| wants_to_leave(battle, **it, led.level(**it))) {
        let Some(foe) = nearest_foe(battle, squad) else { continue };
        if let Some((target, _)) = preview::best_fire(rules, battle, squad) {
            orders.fire.put(squad, Fire::At(vec![FirePart { target, with: None }]));
        }
        let goal = RouteGoal::AwayFrom { place: Place::Squad(foe), steps: None };
        orders.movement.put(squad, Movement::Move(Route { via: Vec::new(), goal, spacing: Spacing::TakeCover }));
        decisions.push(Decision { squad, why: Why::Withdraws { from: foe } });
    }
}

/// Whether a squad of the GM's breaks off in the round that is open, unless it is told otherwise.
pub fn is_leaving(battle: &Battle, squad: SquadId) -> bool {
    let setup = battle.setup();
    let level = setup.squad(squad).level.unwrap_or(setup.commander);
    let is_gms = setup.squad(squad).seat.is_none() && battle.is_on_map(squad);
    is_gms && wants_to_leave(battle, squad, level) && nearest_foe(battle, squad).is_some()
}

// Each green squad thinks of what it hurts, and not of itself, unless that is what it is like.
fn wants_to_leave(battle: &Battle, squad: SquadId, level: Level) -> bool {
    let thinks_of_itself = level != Level::Green || battle.setup().squad(squad).temper == Temper::Wavering;
    thinks_of_itself && has_had_enough(battle, squad) && may_go(battle, squad)
}

/// Whether so many of a squad are gone that it breaks off: by its temper half of them, or three quarters where they have
/// more to carry than hands, or nobody near.
fn has_had_enough(battle: &Battle, squad: SquadId) -> bool {
    let it = battle.squad(squad);
    let standing = battle.standing(squad).count();
    let is_left = |of: usize| 2 < it.starting && of * standing <= usize::from(it.starting);
    match battle.setup().squad(squad).temper {
        Temper::Fanatic => false,
        Temper::Wavering => is_left(2),
        Temper::Steady => is_left(4) && (standing < battle.carried(squad).count() || is_alone(battle, squad)),
    }
}

fn may_go(battle: &Battle, squad: SquadId) -> bool {
    battle.setup().squad(squad).stance != Stance::Hold
        && battle.standing(squad).all(|it| 0 < battle.profile(it).movement)
        && battle.hero(squad).is_none()
        && !battle.is_squad_engaged(squad)
}

fn is_alone(battle: &Battle, squad: SquadId) -> bool {
    let here = battle.extent(squad);
    let mut friends = battle.squads_of(battle.side(squad)).filter(|it| *it != squad);
    friends.all(|it| TOGETHER < here.distance(battle.extent(it)))
}

fn nearest_foe(battle: &Battle, squad: SquadId) -> Option<SquadId> {
    let here = battle.extent(squad);
    battle.squads_of(battle.side(squad).other()).min_by_key(|it| (here.distance(battle.extent(*it)), *it))
}
