//! Squads that break off because too few are left to fight, each by its temper.

use crate::field::SquadId;
use crate::line::battle::{Abandon, Battle, Fire, Level, Movement, Place, Route, RouteGoal, Spacing, Stance, Temper};
use crate::line::commander::captain::Aims;
use crate::line::commander::decision::{Decision, Why};
use crate::line::commander::{LedSquads, Planned};
use crate::line::rules::preview;

/// Steps within which friends are near enough to fight on beside them.
const SUPPORT_STEPS: u16 = 10;

/// Steps within which a squad is beside the friend that it falls back on, and stays.
const BESIDE_STEPS: u16 = 3;
/// Steps within which a squad looks for such a friend.
const RALLY_STEPS_MAX: u16 = 24;

/// Has squads that have had enough break off. They fire if they can, and fall back on a friend that is better off, or
/// get away from the nearest enemy if there is none. Squads that hold stay.
pub(super) fn break_off(led: &LedSquads<'_>, plan: &mut Planned) {
    let LedSquads { rules, battle, .. } = *led;
    let orders = &mut plan.orders;
    for &squad in led.squads.iter().filter(|it| wants_to_leave(battle, **it, (led.levels)(**it))) {
        let Some(foe) = nearest_foe(battle, squad) else { continue };
        if let Some((target, _)) = preview::best_fire(rules, battle, squad) {
            orders.fire.put(squad, Fire::all_at(target));
        }
        let leaves = (led.levels)(squad) != Level::Green && leaves_its_downed(battle, squad);
        if leaves {
            orders.abandon.put(squad, Abandon::All);
        }
        let friend = if (led.levels)(squad) == Level::Green { None } else { falls_back_on(led, squad, foe) };
        let goal = match friend {
            Some((friend, _)) if battle.apart(squad, friend) <= BESIDE_STEPS => None,
            Some((friend, _)) => Some(RouteGoal::Toward { place: Place::Squad(friend), steps: None }),
            None => Some(RouteGoal::AwayFrom { place: Place::Squad(foe), steps: None }),
        };
        if let Some(goal) = goal {
            orders.movement.put(squad, Movement::Move(Route { via: Vec::new(), goal, spacing: Spacing::TakeCover }));
        }
        let why = friend.map_or(Why::Withdraws { from: foe, leaves }, |it| it.1);
        plan.decisions.push(Decision { squad, why });
    }
}

/// **V-5** Whether a squad leaves its downed behind: it is wavering, and has more of them to carry than units that
/// stand.
fn leaves_its_downed(battle: &Battle, squad: SquadId) -> bool {
    battle.setup().squad(squad).temper == Temper::Wavering
        && battle.standing(squad).count() < battle.carried(squad).count()
}

/// The friend that a squad falls back on, and why: the nearest squad that must not be lost, to guard it, or else the
/// nearest that is still a force. A friend that is nearer to the enemy isn't considered.
fn falls_back_on(led: &LedSquads<'_>, squad: SquadId, foe: SquadId) -> Option<(SquadId, Why)> {
    let battle = led.battle;
    let side = battle.side(squad);
    let vital = Aims::of(battle, side).vital;
    let is_behind = |it: SquadId| battle.apart(squad, foe) <= battle.apart(it, foe);
    let is_force =
        |it: SquadId| !battle.squad(it).is_broken && !battle.is_below_half(it) && !battle.is_squad_engaged(it);
    let friends = battle.squads_of(side).filter(|it| {
        *it != squad && battle.apart(squad, *it) <= RALLY_STEPS_MAX && !wants_to_leave(battle, *it, (led.levels)(*it))
    });
    let friends = friends.filter(|it| is_behind(*it) && (vital.contains(it) || is_force(*it)));
    let friend = friends.min_by_key(|it| (!vital.contains(it), battle.apart(squad, *it), *it))?;
    let is_vital = vital.contains(&friend);
    Some((friend, if is_vital { Why::Guards { whom: friend } } else { Why::Regroups { with: friend } }))
}

// A green squad thinks only of what it can hurt, unless it is wavering.
fn wants_to_leave(battle: &Battle, squad: SquadId, level: Level) -> bool {
    let thinks_of_itself = level != Level::Green || battle.setup().squad(squad).temper == Temper::Wavering;
    thinks_of_itself && has_had_enough(battle, squad) && may_go(battle, squad)
}

/// Whether a squad has lost enough to break off. For a wavering squad that is half of its units; for a steady one it is
/// three quarters, if it also has more downed to carry than units that stand, or no friend near.
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
        && battle.can_walk(squad)
        && battle.hero(squad).is_none()
        && !battle.is_squad_engaged(squad)
}

fn is_alone(battle: &Battle, squad: SquadId) -> bool {
    let mut friends = battle.squads_of(battle.side(squad)).filter(|it| *it != squad);
    friends.all(|it| SUPPORT_STEPS < battle.apart(squad, it))
}

fn nearest_foe(battle: &Battle, squad: SquadId) -> Option<SquadId> {
    battle.squads_of(battle.side(squad).other()).min_by_key(|it| (battle.apart(squad, *it), *it))
}
