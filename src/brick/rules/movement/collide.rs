//! BC-19, BS-17: momentum against opposition, and what comes after.

use std::collections::BTreeSet;

use crate::brick::battle::{ChargeHow, Event, Heading, Plate, Rect, Target, Who};
use crate::brick::rules::chance::Kind;
use crate::brick::rules::harm::{self, is_alive};
use crate::brick::rules::melee::{self, inch};
use crate::brick::rules::movement::exchange::exchange_head_on;
use crate::brick::rules::movement::lane::{Charger, in_lane, link};
use crate::brick::rules::movement::respond::leap_aside;
use crate::brick::rules::movement::walk::{break_up, follow, meet_ground};
use crate::brick::rules::movement::ways::{self, Step, Stride, Way};
use crate::brick::rules::push::{self, Force};
use crate::brick::rules::{Round, organise};
use crate::dice::Sides;
use crate::field::{SquadId, Tile, UnitId, grouped};

/// **BC-19.1** Plays the Collisions with a target. Those who come from one direction collide together (BC-3.12).
pub(super) fn collide(round: &mut Round<'_>, mut chargers: Vec<Charger>, foe: Who) {
    // They come up to the target first, if what is left of their Move is enough (BC-17.5).
    chargers.retain_mut(|it| !round.battle.setup().has_map || !round.battle.is_there(foe) || close_up(round, it, foe));
    for (heading, together) in grouped(chargers.iter().map(|it| (it.heading, it))) {
        if !round.battle.is_there(foe) {
            together.iter().for_each(|it| run_on(round, it));
            continue;
        }
        match foe {
            Who::Squad(squad) if round.battle.squad(squad).is_some_and(|it| !it.is_braced) => {
                run_through(round, &together, heading, foe);
            }
            _ => collide_as_one(round, &together, heading, foe),
        }
    }
}

/// Comes up to the tile in front of the target. Returns whether what is left of its Move was enough for that
/// (BC-17.5).
fn close_up(round: &mut Round<'_>, charger: &mut Charger, foe: Who) -> bool {
    let (who, rect) = (charger.who, round.battle.rect(foe));
    let start = ways::place_of(&round.battle, who);
    let ahead = ways::ahead(&round.battle, who, start, charger.heading, &round.movement.thrown);
    let up: Way = ahead.take_while(|it| it.place.rect.distance(rect) != 0).collect();
    let gone = ways::affordable(up.iter().copied(), charger.left);
    charger.left -= ways::inches_of(&gone);
    follow(round, who, &gone);
    gone.len() == up.len()
}

/// **BX-18, BC-16.3, BX-39** Rolls the MOM dice of all units that count: one for a minifig, as many as its Size for
/// anything larger.
fn momentum(round: &mut Round<'_>, chargers: &[&Charger]) -> i16 {
    let mut total = 0;
    for charger in chargers {
        let units: Vec<UnitId> = charger.units.iter().copied().filter(|it| is_alive(&round.battle, *it)).collect();
        let count: u8 = units.iter().map(|it| round.battle.profile(*it).bulk()).sum();
        // **BC-19.3** A d6 for each MOM; **BC-19.4** of a shove a d10.
        let sides = if charger.how == ChargeHow::Shove { Sides::D10 } else { Sides::D6 };
        let roll = round.roll_plain(charger.who, (count, sides), Kind::Momentum, charger.nocrit);
        total += roll.total;
        round.emit(Event::MomentumRolled { who: units, roll, is_opposition: false });
        // **BC-16.9** Rolled is spent.
        round.emit(Event::Ran { who: charger.who, run: None });
    }
    total
}

/// **BC-19.5, BC-19.6** Rolls the target's opposition, which is never used up.
fn opposition(round: &mut Round<'_>, units: &[UnitId]) -> i16 {
    let count: u8 = units.iter().map(|it| round.battle.profile(*it).bulk()).sum();
    let Some(first) = units.first() else { return 0 };
    let who = round.battle.who(*first);
    let roll = round.roll_plain(who, (count, Sides::D6), Kind::Opposition, false);
    let total = roll.total;
    round.emit(Event::MomentumRolled { who: units.to_vec(), roll, is_opposition: true });
    total
}

/// Collides with a target that opposes as one: **BC-19.2, BC-19.8** a unit, which is thrown and isn't hurt by the
/// crash itself, or **BS-17.4, BT-6** a braced squad, with the dice of all its members.
fn collide_as_one(round: &mut Round<'_>, chargers: &[&Charger], heading: Heading, foe: Who) {
    let moms = momentum(round, chargers);
    let net = moms - opposition(round, &round.battle.members(foe));
    if net <= 0 || matches!(foe, Who::Unit(unit) if round.battle.profile(unit).is_fixed) {
        return stop_chargers(round, chargers, foe);
    }
    knock_back(round, foe, heading, net);
    harm::remove_casualties(round);
    chargers.iter().for_each(|it| run_on(round, it));
}

/// **BC-19.7** A dead stop, and both are in close combat.
fn stop_chargers(round: &mut Round<'_>, chargers: &[&Charger], foe: Who) {
    for charger in chargers {
        round.emit(Event::Held { charger: charger.who, target: foe });
        link(round, charger.who, foe);
    }
}

/// Knocks back a unit, or a braced squad with its plate.
fn knock_back(round: &mut Round<'_>, who: Who, heading: Heading, net: i16) {
    match who {
        Who::Squad(squad) => knock_plate(round, squad, heading, net),
        Who::Unit(unit) => knock(round, unit, heading, net),
    }
}

fn knock(round: &mut Round<'_>, unit: UnitId, heading: Heading, tiles: i16) {
    round.movement.thrown.insert(unit);
    melee::break_grabs(round, unit);
    push::throw(round, unit, heading, tiles.clamp(0, i16::from(u8::MAX)) as u8, Force::Knockback);
}

/// **BS-17.7, BX-18** Runs through an unbraced squad: the momentum goes from one member in the lane to the next, less
/// what each opposes, until one of them holds.
fn run_through(round: &mut Round<'_>, chargers: &[&Charger], heading: Heading, foe: Who) {
    let from: Vec<Rect> = chargers.iter().map(|it| round.battle.rect(it.who)).collect();
    let mut in_way = round.battle.members(foe);
    in_way.retain(|it| from.iter().any(|from| in_lane(&round.battle, *from, heading, round.battle.unit_rect(*it))));
    in_way.sort_by_key(|it| (from[0].distance(round.battle.unit_rect(*it)), *it));
    if in_way.is_empty() {
        return chargers.iter().for_each(|it| run_on(round, it));
    }
    let mut left = momentum(round, chargers);
    for unit in in_way {
        left -= opposition(round, &[unit]);
        if left <= 0 {
            stop_chargers(round, chargers, round.battle.who(unit));
            return harm::remove_casualties(round);
        }
        knock(round, unit, heading, left);
    }
    harm::remove_casualties(round);
    chargers.iter().for_each(|it| run_on(round, it));
}

/// **BS-17.6** A braced squad goes back whole, **BX-18** and is knocked over if that is as far as its plate is long.
fn knock_plate(round: &mut Round<'_>, squad: SquadId, heading: Heading, net: i16) {
    let foe = Who::Squad(squad);
    let members = round.battle.members(foe);
    let rect = round.battle.rect(foe);
    let over = i16::from(rect.long_side()) <= net;
    let free = |it: &Rect| round.battle.setup().has_map && organise::is_free(&round.battle, *it, &[foe]);
    let there = (1..=net.min(60) as u8).map_while(|it| rect.toward(heading, it).filter(free)).last().unwrap_or(rect);
    let tiles = match round.battle.setup().has_map {
        true => there.at.x.abs_diff(rect.at.x).max(there.at.y.abs_diff(rect.at.y)),
        false => net.min(60) as u8,
    };
    let (plate, places) = inch::shifted(&round.battle, foe, there);
    if let Some(plate) = plate {
        round.emit(Event::PlateKnocked { squad, plate, places, tiles, over });
    }
    if over {
        break_up(round, squad);
        for unit in members {
            round.movement.thrown.insert(unit);
            round.emit(Event::Disrupted { unit });
        }
    }
}

/// **BC-16.11** A charger that has used its momentum, or tried to, runs on to the end of its Move: over the fallen
/// (BX-32), and over the edge of deadly ground. It stops in front of what it can't pass, and doesn't end on anybody.
pub(super) fn run_on(round: &mut Round<'_>, charger: &Charger) {
    let who = charger.who;
    if !round.battle.is_there(who) || !round.battle.setup().has_map {
        return;
    }
    let start = ways::place_of(&round.battle, who);
    let ahead = ways::ahead(&round.battle, who, start, charger.heading, &round.movement.thrown);
    let mut steps = ways::affordable(ahead, charger.left);
    let left = charger.left - ways::inches_of(&steps);
    let place = steps.last().map_or(start, |it| it.place);
    // A plate stops at the edge of deadly ground. A lone unit goes over it.
    let over = place.rect.toward(charger.heading, 1).filter(|it| {
        let is_clear = |tile: Tile| round.battle.on(tile).is_none_or(|it| it == who);
        let is_deadly = |tile: Tile| round.battle.setup().is_deadly(tile);
        round.battle.setup().contains(*it) && it.tiles().all(is_clear) && it.tiles().any(is_deadly)
    });
    match over.filter(|_| 0 < left && matches!(who, Who::Unit(_))) {
        Some(rect) => {
            steps.push(Stride { step: Step::Toward(charger.heading), place: Plate { rect, ..place }, price: 1 });
        }
        None => {
            let is_clear = |it: &Plate| ways::passes(&round.battle, who, it.rect, &BTreeSet::new());
            steps.truncate(steps.iter().rposition(|it| is_clear(&it.place)).map_or(0, |it| it + 1));
        }
    }
    if !steps.is_empty() {
        follow(round, who, &steps);
        meet_ground(round, who);
    }
    if round.battle.is_there(who) && left == 0 {
        round.movement.keeps_run.insert(who);
    }
}

/// **BC-19.1** A run with momentum ends in what is in its way, unless that leaps aside (BX-12). Returns whether the
/// way is free then.
pub(super) fn run_into(round: &mut Round<'_>, who: Who, heading: Heading, other: Who, left: u16) -> bool {
    let units = round.battle.members(who);
    let charger = Charger { who, how: ChargeHow::Body, heading, has_momentum: true, units, left, nocrit: false };
    if !round.battle.is_hostile(who, other) && round.battle.team(other).is_some() {
        return false;
    }
    let is_free = leap_aside(round, std::slice::from_ref(&charger), Target::Who(other));
    if !is_free {
        collide(round, vec![charger], other);
    }
    round.sums.clear();
    is_free
}

/// **BC-19.9, BX-47** Two who charge each other roll all MOM dice, then all POP dice, and each is knocked back by the
/// other.
pub(super) fn head_on(round: &mut Round<'_>, ours: Vec<Charger>, theirs: Option<Charger>, foe: Who) {
    let Some(theirs) = theirs else {
        return collide(round, ours, foe);
    };
    let Some(mine) = ours.into_iter().next() else { return };
    let spent = exchange_head_on(round, &mine, &theirs);
    let mut pair = [mine, theirs];
    pair.sort_by_key(|it| it.who);
    if pair.iter().any(|it| !round.battle.is_there(it.who)) {
        return pair.iter().for_each(|it| run_on(round, it));
    }
    let rolls = pair.each_ref().map(|it| it.has_momentum && !spent.contains(&it.who));
    let moms = [0, 1].map(|it| if rolls[it] { momentum(round, &[&pair[it]]) } else { 0 });
    let pops = [0, 1].map(|it| if rolls[1 - it] { opposition(round, &round.battle.members(pair[it].who)) } else { 0 });
    let nets = [moms[1] - pops[0], moms[0] - pops[1]];
    let thrown = nets.map(|it| 0 < it);
    for n in 0..2 {
        if thrown[n] {
            // **BS-17.5** Those who charge are braced.
            knock_back(round, pair[n].who, pair[1 - n].heading, nets[n]);
        }
    }
    harm::remove_casualties(round);
    match thrown {
        [false, false] => stop_chargers(round, &[&pair[0]], pair[1].who),
        [false, true] => run_on(round, &pair[0]),
        [true, false] => run_on(round, &pair[1]),
        [true, true] => (),
    }
}
