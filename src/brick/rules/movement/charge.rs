//! BC-16 to BC-18, BS-17: charges, from the run-up to the run to the end.

use crate::brick::battle::{
    Charge, ChargeHow, Deed, Event, Heading, Movement, OrderKind, Pass, Refusal, Run, Target, Who,
};
use crate::brick::rules::harm::{self, has_action};
use crate::brick::rules::movement::exchange::exchange;
use crate::brick::rules::movement::lane::{
    Charger, chargers_of, headings, in_lane, lane as lane_to, link, reach_of, why_no_lane,
};
use crate::brick::rules::movement::respond::leap_aside;
use crate::brick::rules::movement::walk::{straight, walk};
use crate::brick::rules::movement::ways::{self, Stride, Way};
use crate::brick::rules::movement::{allowance, collide, roll_sprint};
use crate::brick::rules::{Round, command, refuse_if, shooting};
use crate::field::UnitId;

/// **BC-16.1** Plays a charge. **BX-13, BC-3.12** Orders with the same tag strike together.
pub(super) fn charge(round: &mut Round<'_>, who: Who, order: &Charge) {
    let mut group = vec![(who, order)];
    for (other, movement) in round.orders.movement.iter() {
        if let Movement::Charge(it) = movement
            && order.combine.is_some()
            && (&it.combine, it.target) == (&order.combine, order.target)
            && !round.battle.is_hostile(who, other)
            && !round.movement.done.contains(&other)
        {
            round.movement.done.insert(other);
            group.push((other, it));
        }
    }
    // **BC-19.9** A target that charges back is met half-way.
    let opposed = counter_charge(round, who, order);
    let comes = |(who, order): &(Who, &Charge)| approach(round, *who, order, opposed.is_some());
    let chargers: Vec<Charger> = group.iter().filter_map(comes).collect();
    let Some(target) = shooting::live_target(&round.battle, order.target) else { return };
    let Some(foe) = round.battle.target_who(target) else { return };
    if chargers.is_empty() {
        return;
    }
    match opposed {
        Some(theirs) => {
            round.movement.done.insert(foe);
            let other = approach(round, foe, &theirs, false);
            collide::head_on(round, chargers, other, foe);
        }
        None => strike_home(round, chargers, target, foe),
    }
    round.sums.clear();
}

/// The target of a charge as it is now, if it may be charged.
fn may_charge(round: &Round<'_>, who: Who, target: Target) -> Result<Target, Refusal> {
    let target = shooting::live_target(&round.battle, target).ok_or(Refusal::TargetGone)?;
    let foe = round.battle.target_who(target).ok_or(Refusal::TargetGone)?;
    // **BT-5** A unit that three have struck on this turn isn't struck by a fourth.
    let is_full = matches!((who, foe), (Who::Unit(by), Who::Unit(at)) if !harm::may_strike(round, by, at));
    refuse_if([(foe == who || round.must_spare(who, foe), Refusal::OwnSide), (is_full, Refusal::Crowded)])?;
    Ok(target)
}

fn counter_charge(round: &Round<'_>, who: Who, order: &Charge) -> Option<Charge> {
    let Target::Who(foe) = order.target else { return None };
    let Some(Movement::Charge(it)) = round.orders.movement.get(foe) else { return None };
    (it.target == Target::Who(who) && !round.movement.done.contains(&foe)).then(|| it.clone())
}

/// Goes up to where it strikes. `None` if it can't, or something stopped it. **BS-17.5** A squad that charges is
/// braced, at no cost.
fn approach(round: &mut Round<'_>, who: Who, order: &Charge, meets: bool) -> Option<Charger> {
    let done = go_up(round, who, order, meets);
    let charger = round.or_refuse(who, OrderKind::Charge, done)??;
    if let Who::Squad(squad) = who {
        round.emit(Event::Braced { squad, free: true });
    }
    Some(charger)
}

fn go_up(round: &mut Round<'_>, who: Who, order: &Charge, meets: bool) -> Result<Option<Charger>, Refusal> {
    let target = may_charge(round, who, order.target)?;
    // **BX-20** A charge with a weapon or a Shove is the Action; running into somebody is not (BC-19.1).
    let needs_action = order.sprint || order.how != ChargeHow::Body;
    let members = round.battle.members(who);
    let (able, idle): (Vec<UnitId>, Vec<UnitId>) =
        members.iter().partition(|it| !needs_action || has_action(&round.battle, **it));
    // **BS-5.5, BS-9.1** Members without an Action take no part, but a Sprint needs all of them.
    if let Some(unit) = idle.first().filter(|_| order.sprint || able.is_empty()) {
        return Err(Refusal::NoAction { unit: *unit });
    }
    let reach = reach_of(&round.battle, &able, order.how).ok_or(Refusal::NoChargeWeapon)?;
    // **BC-17.6, BC-19.4** A Sprint is part of the same Action.
    let mut inches = allowance(round, who);
    if needs_action {
        round.spend(&able, Deed::Charge);
    }
    if order.sprint {
        inches += roll_sprint(round, who);
    }
    let charger = |heading: Heading, run_up: u16, units: Vec<UnitId>, left: u16| {
        let has_momentum = Run::MOMENTUM <= run_up;
        Charger { who, how: order.how, heading, has_momentum, units, left, nocrit: order.nocrit }
    };
    if !round.battle.setup().has_map {
        // **BC-16.2** On a real table the run-up is measured.
        let run_up = round.battle.measured(who, target).run.ok_or(Refusal::NotMeasured)?;
        let units = able.into_iter().filter(|it| !round.battle.unit(*it).is_disrupted).collect();
        return Ok(Some(charger(Heading::North, run_up, units, 0)));
    }
    let rect = round.battle.target_rect(target);
    let Some(mut lane) = lane_to(&round.battle, who, rect, reach, inches) else {
        let way = way_behind(round, who, target, inches);
        let way = way.ok_or_else(|| why_no_lane(&round.battle, who, rect, reach, inches))?;
        fall_in_behind(round, who, target, &way, inches);
        return Ok(None);
    };
    if meets {
        // Both run; they meet in the middle.
        lane.run.truncate(lane.run.len().div_ceil(2));
    }
    let crowded = finds_no_room(round, who, target, lane.heading);
    let Some(left) = walk(round, who, &lane.walk, inches) else { return Ok(None) };
    if crowded {
        let (way, _) = straight(&round.battle, who, lane.heading, lane.run.len() as u8);
        fall_in_behind(round, who, target, &way, left);
        return Ok(None);
    }
    let Some(left) = walk(round, who, &lane.run, left) else { return Ok(None) };
    let Some(target) = shooting::live_target(&round.battle, target) else { return Ok(None) };
    let mut units = chargers_of(&round.battle, who, round.battle.target_rect(target), lane.heading);
    units.retain(|it| !idle.contains(it));
    Ok(Some(charger(lane.heading, lane.run_up, units, left)))
}

/// **BX-17, BC-3.13** Records a charge from a direction. Returns whether there is no room beside those who have
/// charged from there already. Squads always have room.
fn finds_no_room(round: &mut Round<'_>, who: Who, target: Target, heading: Heading) -> bool {
    round.movement.charged.entry((target, heading)).or_default().push(who);
    let here = round.movement.charged[&(target, heading)].len();
    let all: usize = round.movement.charged.iter().filter(|it| it.0.0 == target).map(|it| it.1.len()).sum();
    if matches!(who, Who::Squad(_)) {
        return false;
    }
    let rect = round.battle.target_rect(target);
    let wide = match heading {
        Heading::North | Heading::South => rect.columns,
        Heading::East | Heading::West => rect.rows,
        _ => rect.columns.min(rect.rows),
    };
    let touch = target.unit().and_then(|it| harm::can_be_touched_by(round.battle.profile(it).size));
    usize::from(wide.max(1)) < here || touch.is_some_and(|it| it < all)
}

/// **BX-17** The straight way up to somebody who has already charged the target on it.
fn way_behind(round: &Round<'_>, who: Who, target: Target, inches: u16) -> Option<Way> {
    let (rect, start) = (round.battle.target_rect(target), ways::place_of(&round.battle, who));
    let in_front = |heading: Heading| round.movement.charged.get(&(target, heading)).map_or(&[][..], |it| it);
    headings(&round.battle, who, start).filter(|it| in_lane(&round.battle, start.rect, *it, rect)).find_map(|it| {
        let (way, blocker) = straight(&round.battle, who, it, u8::MAX);
        (blocker.is_some_and(|other| in_front(it).contains(&other)) && ways::inches_of(&way) <= inches).then_some(way)
    })
}

/// **BX-17, BC-3.13** A charger without room stops in the tile behind the one in front, and loses its momentum.
fn fall_in_behind(round: &mut Round<'_>, who: Who, target: Target, way: &[Stride], inches: u16) {
    round.emit(Event::Crowded { who, at: target });
    walk(round, who, way, inches);
    round.emit(Event::Ran { who, run: None });
}

/// **BX-48** First the exchange, then the Collision of those who missed or kept their momentum (BC-17.5), then the
/// run to the end.
fn strike_home(round: &mut Round<'_>, chargers: Vec<Charger>, target: Target, foe: Who) {
    // **BS-17.3, BX-12** The target may brace, or leap aside.
    if let Who::Squad(squad) = foe
        && round.battle.policies(foe).pass == Pass::Brace
        && round.battle.squad(squad).is_some_and(|it| !it.is_braced)
        && !round.battle.is_engaged(foe)
    {
        command::brace(round, foe);
    }
    let place = round.battle.target_rect(target);
    let leapt = leap_aside(round, &chargers, target);
    let weapons: Vec<&Charger> = chargers.iter().filter(|it| matches!(it.how, ChargeHow::Weapon { .. })).collect();
    let is_blow = !weapons.is_empty() && !leapt;
    let spent = if is_blow { exchange(round, &weapons, target, foe) } else { Vec::new() };
    let mut colliding: Vec<Charger> = Vec::new();
    for charger in chargers {
        if !round.battle.is_there(charger.who) {
            continue;
        }
        let stays =
            shooting::live_target(&round.battle, target).is_some_and(|it| round.battle.target_rect(it) == place);
        let is_ahead = stays && in_lane(&round.battle, round.battle.rect(charger.who), charger.heading, place);
        if spent.contains(&charger.who) && is_ahead {
            // **BX-32** It struck, and the target is still ahead: both are in close combat, there.
            round.movement.keeps_run.remove(&charger.who);
            link(round, charger.who, foe);
        } else if spent.contains(&charger.who) || !is_ahead {
            collide::run_on(round, &charger);
        } else if charger.has_momentum {
            colliding.push(charger);
        } else {
            // **BC-16.2** Less than four inches bring no momentum, **BC-19.1** and without it nobody crashes into
            // anybody.
            link(round, charger.who, foe);
            if !matches!(charger.how, ChargeHow::Weapon { .. }) {
                round.refuse(charger.who, OrderKind::Charge, Refusal::NoMomentum);
            }
        }
    }
    collide::collide(round, colliding, foe);
}
