//! M-3, M-7: how units press in to a melee.

use std::collections::BTreeSet;

use crate::field::{SquadId, Tile, UnitId, Zones};
use crate::line::battle::{Battle, Event, Move, MoveKind, Orders, Phase, Side, Volley, VolleyKind};
use crate::line::rules::movement::allowance::base_of;
use crate::line::rules::movement::contact::{FreeGround, closest_contact};
use crate::line::rules::movement::facing::Facing;
use crate::line::rules::movement::move_to;
use crate::line::rules::{Round, formations};

/// Two squads that fight each other, the players' squad first.
type Fight = (SquadId, SquadId);

/// A squad that presses in.
struct Pressing {
    squad: SquadId,
    /// The squads that it fights.
    foes: Vec<SquadId>,
    /// The standing units of the foes.
    units: Vec<UnitId>,
    facing: Facing,
}

/// **M-3** Lets units that fight and have no enemy in contact press in; only units of `only`, if it is given. **M-7**
/// After the blows, the survivors do so again.
///
/// They go one after the other, the closest to a foe at the start first; on ties the players first, then in roster
/// order. A unit that finds no way tries again after others have moved, until nobody moves any more. Squads that have
/// fought ahead of the phase (C-6) don't press in during it.
pub(crate) fn press(round: &mut Round<'_>, kind: MoveKind, only: Option<SquadId>) {
    let (fights, battle) = (fights(round), &round.battle);
    let may_press = |it: &SquadId| match only {
        Some(only) => *it == only,
        None => !battle.has_acted_ahead(*it, Phase::Melee),
    };
    let squads = battle.setup().squad_ids().filter(may_press);
    let squads: Vec<Pressing> = squads.filter_map(|it| pressing(battle, &fights, it)).collect();
    let mut waiting = order_of_pressing(battle, round.orders, &squads);
    if waiting.is_empty() {
        return;
    }
    // Each unit meets the places of those that went before it. The events come at the end, one for each run of units of
    // the same squad.
    let mut now = round.battle.clone();
    let mut free = FreeGround::of(&now);
    let mut moves: Vec<Move> = Vec::new();
    loop {
        let before = waiting.len();
        waiting.retain(|&(unit, pressing)| {
            let Some(to) = step_in(&now, &mut free, pressing, unit, round.rules.press_in) else { return true };
            let squad = pressing.squad;
            let it = move_to(&now, squad, kind, &[(unit, to)]);
            free.step(now.footprint(unit), to);
            now.apply(&Event::Moved(Box::new(it.clone())));
            match moves.last_mut() {
                Some(last) if last.squad == squad => last.steps.extend(it.steps),
                _ => moves.push(it),
            }
            false
        });
        if waiting.len() == before {
            break;
        }
    }
    for it in moves {
        round.emit(Event::Moved(Box::new(it)));
    }
}

/// **M-1** The squads that fight each other: those in contact now, and those that have struck or fired at each other in
/// this phase, because fallen units may have opened a gap between them.
fn fights(round: &Round<'_>) -> BTreeSet<Fight> {
    let battle = &round.battle;
    let ours = battle.squads_of(Side::Players);
    let now = ours.flat_map(|it| battle.squads_in_contact(it).into_iter().map(move |enemy| (it, enemy)));
    let this_phase = round.events.iter().rev().take_while(|it| !matches!(it, Event::PhaseBegan { .. }));
    let is_of_melee = |it: &&Volley| matches!(it.kind, VolleyKind::CloseQuarters | VolleyKind::Blows);
    let before = this_phase.filter_map(Event::volley).filter(is_of_melee).map(|it| match battle.side(it.by) {
        Side::Players => (it.by, it.at),
        Side::Enemy => (it.at, it.by),
    });
    now.chain(before).collect()
}

/// A squad with its foes; `None` if no foe still stands.
fn pressing(battle: &Battle, fights: &BTreeSet<Fight>, squad: SquadId) -> Option<Pressing> {
    let foe = |&(players, enemy): &Fight| match squad {
        it if it == players => Some(enemy),
        it if it == enemy => Some(players),
        _ => None,
    };
    let foes: Vec<SquadId> = fights.iter().filter_map(foe).filter(|it| battle.is_on_map(*it)).collect();
    let units = foes.iter().flat_map(|it| battle.standing(*it)).collect();
    (!foes.is_empty()).then(|| Pressing { squad, foes, units, facing: Facing::of(battle, squad) })
}

/// **M-3** The units that press in, the closest to a foe first, players first on ties.
fn order_of_pressing<'a>(battle: &Battle, orders: &Orders, squads: &'a [Pressing]) -> Vec<(UnitId, &'a Pressing)> {
    let mut order = Vec::new();
    for it in squads {
        let is_free = |it: &UnitId| !battle.is_in_contact(*it) && formations::may_press(battle, orders, *it);
        for unit in battle.standing(it.squad).filter(is_free) {
            order.push((unit, it, battle.distance(battle.footprint(unit), &it.units)));
        }
    }
    order.sort_by_key(|&(unit, it, distance)| (distance, battle.side(it.squad), unit));
    order.into_iter().map(|(unit, it, _)| (unit, it)).collect()
}

/// **M-3** The closest free tile from which a unit is in contact with a foe, and with no squad that its own doesn't
/// fight yet. `None` if the unit is in contact by now, or can't come close enough.
fn step_in(
    now: &Battle,
    free: &mut FreeGround,
    pressing: &Pressing,
    unit: UnitId,
    press_in: Option<u8>,
) -> Option<Tile> {
    if now.is_in_contact(unit) {
        return None;
    }
    let steps_max = press_in.map_or_else(|| press_steps(now, unit), u16::from);
    free.flood(now.footprint(unit), Zones::Ignore, Some(steps_max));
    let is_shunned = |it| !pressing.foes.contains(&now.unit(it).squad);
    closest_contact(now, &free.field, unit, &pressing.units, pressing.facing, is_shunned).map(|it| it.1)
}

/// **M-3** How far a unit may press in: its own MOV, or half of it if its squad is broken (L-3).
fn press_steps(battle: &Battle, unit: UnitId) -> u16 {
    let base = base_of(battle, unit, Phase::Melee);
    if battle.squad(battle.unit(unit).squad).is_broken { base.div_ceil(2) } else { base }
}

#[cfg(test)]
mod tests {
    use crate::dice::Dice;
    use crate::line::battle::AbilityId;
    use crate::line::battle::scene::{scene, squad};
    use crate::line::rules::Line;

    use super::*;

    /// The names of the units that press in, in their order, after `before` has happened.
    fn pressed(battle: &Battle, before: Option<Event>, only: Option<&str>) -> Vec<String> {
        let (rules, orders, mut dice) = (Line::default(), Orders::default(), Dice::scripted(""));
        let (battle, dice) = (battle.clone(), &mut dice);
        let mut round = Round { rules: &rules, battle, orders: &orders, dice, events: Vec::new() };
        before.into_iter().for_each(|it| round.emit(it));
        let only = only.map(|it| squad(&round.battle, it));
        press(&mut round, MoveKind::PressIn, only);
        let steps = round.events.iter().filter_map(|it| if let Event::Moved(it) = it { Some(&it.steps) } else { None });
        steps.flatten().map(|it| round.battle.setup().unit(it.unit).name.clone()).collect()
    }

    #[test]
    fn m3_c6_ahead_of_the_phase_one_squad_presses_in_and_in_it_the_others() {
        let battle = scene(".a .a .a .e .e\n.  .  .  .  .\n.  .  .  .  .", "a Alpha players: rifle; e Boyz enemy: boy");
        assert_eq!(pressed(&battle, None, None), ["Alpha 2", "Boyz 2", "Alpha 1"]);
        assert_eq!(pressed(&battle, None, Some("Boyz")), ["Boyz 2"]);
        let ahead = Event::ActedAhead { squad: squad(&battle, "Boyz"), phase: Phase::Melee, ability: AbilityId(0) };
        assert_eq!(pressed(&battle, Some(ahead), None), ["Alpha 2", "Alpha 1"]);
    }
}
