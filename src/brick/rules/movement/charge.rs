//! BC-16 to BC-18, BS-17: charges, their lanes, and the one exchange that they are.

use crate::brick::battle::{
    Against, Battle, Charge, ChargeHow, Class, Deed, Event, Heading, ItemId, Manoeuvre, OrderKind, Pass, Reach, Rect,
    Refusal, Return, Target, Using, WeaponId, Who,
};
use crate::brick::rules::harm::{self, is_alive};
use crate::brick::rules::melee::{self, Strike, Wish};
use crate::brick::rules::movement::collide::{self, Force};
use crate::brick::rules::movement::ways::{self, Manner, Way};
use crate::brick::rules::movement::{March, allowance, go, has_action, roll_sprint, run_of};
use crate::brick::rules::{Round, command, push, shooting};
use crate::field::UnitId;

/// A charger on its lane.
#[derive(Clone, Debug)]
pub(super) struct Charger {
    pub(super) who: Who,
    pub(super) how: ChargeHow,
    pub(super) heading: Heading,
    /// **BC-16.2** Whether the run was long enough.
    pub(super) has_momentum: bool,
    /// Those who strike, and whose momentum counts.
    pub(super) units: Vec<UnitId>,
    /// Inches that it may still run.
    pub(super) left: u16,
    pub(super) nocrit: bool,
}

/// **BC-16.1** Somebody charges. **BX-13, BC-3.12** Orders with one tag strike together.
pub(super) fn charge(round: &mut Round<'_>, march: &mut March, who: Who, order: &Charge) {
    let mut group = vec![(who, order.clone())];
    if order.combine.is_some() {
        for (other, movement) in round.orders.movement.iter() {
            if let crate::brick::battle::Movement::Charge(it) = movement
                && other != who
                && it.combine == order.combine
                && it.target == order.target
                && !round.battle.is_hostile(who, other)
                && !march.done.contains(&other)
            {
                march.done.insert(other);
                group.push((other, it.clone()));
            }
        }
    }
    // **BC-19.9** Whoever charges back is met half-way.
    let opposed = opposing(round, march, who, order);
    let mut chargers: Vec<Charger> = Vec::new();
    for (who, order) in &group {
        if let Some(charger) = approach(round, march, *who, order, opposed.is_some()) {
            chargers.push(charger);
        }
    }
    let Some(target) = shooting::live_target(&round.battle, order.target) else { return };
    let foe = match target {
        Target::Who(it) => it,
        Target::Single(it) => round.battle.who(it),
        Target::Tile(_) => return,
    };
    if chargers.is_empty() {
        return;
    }
    match opposed {
        Some(theirs) => {
            march.done.insert(foe);
            let other = approach(round, march, foe, &theirs, false);
            collide::head_on(round, march, chargers, other, foe);
        }
        None => strike_home(round, march, chargers, target, foe),
    }
    round.sums.clear();
}

fn opposing(round: &Round<'_>, march: &March, who: Who, order: &Charge) -> Option<Charge> {
    let Target::Who(foe) = order.target else { return None };
    match round.orders.movement.get(foe) {
        Some(crate::brick::battle::Movement::Charge(it))
            if it.target == Target::Who(who) && !march.done.contains(&foe) =>
        {
            Some(it.clone())
        }
        _ => None,
    }
}

/// **BC-17.1, BC-17.2** What one charges with: Heavy or Two-Handed, on foot a thrusting kind; or what everybody agreed on.
pub(super) fn charge_weapon(battle: &Battle, unit: UnitId, with: Option<WeaponId>) -> Option<ItemId> {
    let flies = battle.profile(unit).can_fly;
    let is_it = |it: &ItemId| {
        let weapon = battle.weapon(*it);
        let is_large = matches!(weapon.class, Class::Heavy | Class::TwoHanded);
        weapon.close.is_some()
            && (weapon.is_charge || (is_large && (weapon.is_thrust || flies)))
            && with.is_none_or(|with| battle.item(*it).weapon == with)
    };
    battle.unused(unit).find(is_it)
}

/// Who of a squad charges: **BS-17.1** of Infantry everybody, wherever they stand. **BS-17.2** Of Cavalry the front row alone, and of it those whose way meets the target.
fn chargers_of(battle: &Battle, who: Who, target: Rect, heading: Heading) -> Vec<UnitId> {
    let members: Vec<UnitId> = battle.members(who).into_iter().filter(|it| !battle.unit(*it).is_disrupted).collect();
    let Who::Squad(squad) = who else { return members };
    if !battle.is_cavalry(who) {
        return members;
    }
    let Some(plate) = battle.squad(squad).map(|it| it.plate) else { return members };
    let meets = |unit: &UnitId| {
        let rect = battle.unit_rect(*unit);
        rect.tiles().any(|it| plate.is_in_front(it)) && in_lane(rect, heading, target)
    };
    members.into_iter().filter(meets).collect()
}

/// **BC-16.10** Whether somebody who goes on straight runs into a target.
pub(super) fn in_lane(from: Rect, heading: Heading, target: Rect) -> bool {
    (1..=u8::MAX).map_while(|it| from.toward(heading, it)).any(|it| it.distance(target) == 0)
}

/// A straight way to a target.
struct Lane {
    walk: Way,
    heading: Heading,
    run: Way,
    /// Inches of it, with what was run before (BC-16.4).
    run_up: u16,
}

/// Goes up to where it strikes. `None`: it can't, or something stopped it.
fn approach(round: &mut Round<'_>, march: &mut March, who: Who, order: &Charge, meets: bool) -> Option<Charger> {
    let refused = |round: &mut Round<'_>, why: Refusal| {
        round.refuse(who, OrderKind::Charge, why);
        None
    };
    let Some(target) = shooting::live_target(&round.battle, order.target) else {
        return refused(round, Refusal::TargetGone);
    };
    let foe = match target {
        Target::Who(it) => it,
        Target::Single(it) => round.battle.who(it),
        Target::Tile(_) => return refused(round, Refusal::TargetGone),
    };
    if round.battle.team(foe).is_some() && !round.battle.is_hostile(who, foe) && !round.rules.treason {
        return refused(round, Refusal::OwnSide);
    }
    // **BT-5** Whom three have struck on this turn, a fourth does not.
    if let (Who::Unit(by), Who::Unit(at)) = (who, foe)
        && !harm::may_strike(round, by, at)
    {
        return refused(round, Refusal::Crowded);
    }
    // **BX-20** A charging weapon and a charging shove are the Action; to run into somebody is not (BC-19.1).
    let needs_action = order.sprint || order.how != ChargeHow::Body;
    let members = round.battle.members(who);
    if needs_action && let Some(unit) = members.iter().find(|it| !has_action(&round.battle, **it)) {
        return refused(round, Refusal::NoAction { unit: *unit });
    }
    let reach = match order.how {
        ChargeHow::Weapon { with, .. } => {
            let items = members.iter().filter_map(|it| charge_weapon(&round.battle, *it, with));
            match items.map(|it| round.battle.weapon(it).class.reach()).max_by_key(|it| it.tiles) {
                Some(reach) => reach,
                None => return refused(round, Refusal::NoChargeWeapon),
            }
        }
        ChargeHow::Body | ChargeHow::Shove => Reach { tiles: 1, adjacent: true },
    };
    // **BC-17.6, BC-19.4** A Sprint goes with it in the one Action.
    let mut inches = allowance(round, march, who);
    if needs_action {
        round.spend(&members, Deed::Charge);
    }
    if order.sprint {
        inches += roll_sprint(round, who);
    }
    let Some(mut lane) = lane(&round.battle, who, round.battle.target_rect(target), reach, inches) else {
        return refused(round, Refusal::NoLane);
    };
    if meets {
        // Both run; they meet in the middle.
        let half = lane.run.steps.len().div_ceil(2);
        lane.run.steps.truncate(half);
    }
    let crowded = crowd(round, march, who, target, lane.heading);
    let mut left = go::walk(round, march, who, &lane.walk, inches)?;
    if crowded {
        round.emit(Event::Crowded { who, at: target });
        let (way, _) = go::straight(&round.battle, who, lane.heading, lane.run.steps.len() as u8);
        go::walk(round, march, who, &way, left);
        round.emit(Event::Ran { who, run: None });
        return None;
    }
    left = go::walk(round, march, who, &lane.run, left)?;
    let has_momentum = crate::brick::battle::Run::MOMENTUM <= lane.run_up;
    let rect = round.battle.target_rect(shooting::live_target(&round.battle, target)?);
    let units = chargers_of(&round.battle, who, rect, lane.heading);
    // **BS-17.5** Who charges is braced, at no cost.
    if let Who::Squad(squad) = who {
        round.emit(Event::Braced { squad, free: true });
    }
    Some(Charger { who, how: order.how, heading: lane.heading, has_momentum, units, left, nocrit: order.nocrit })
}

/// **BX-17, BC-3.13** Whether there is no room beside those who have charged from there already; of single units that is.
fn crowd(round: &Round<'_>, march: &mut March, who: Who, target: Target, heading: Heading) -> bool {
    *march.charged.entry((target, heading)).or_insert(0) += 1;
    let here = march.charged[&(target, heading)];
    let all: usize = march.charged.iter().filter(|it| it.0.0 == target).map(|it| it.1).sum();
    if matches!(who, Who::Squad(_)) {
        return false;
    }
    let rect = round.battle.target_rect(target);
    let wide = match heading {
        Heading::North | Heading::South => rect.columns,
        Heading::East | Heading::West => rect.rows,
        _ => rect.columns.min(rect.rows),
    };
    let touch = match target {
        Target::Who(Who::Unit(unit)) | Target::Single(unit) => harm::can_be_touched_by(round.battle.profile(unit).size),
        _ => None,
    };
    usize::from(wide.max(1)) < here || touch.is_some_and(|it| it < all)
}

/// **BC-17.5** Who misses still has its momentum; **BC-16.6** who spent it runs up for another.
///
/// **BC-16.2** The straight way: from where it stands, if it is long enough for momentum; else after a few tiles of
/// another way; else the short one, which brings none.
fn lane(battle: &Battle, who: Who, target: Rect, reach: Reach, inches: u16) -> Option<Lane> {
    let start = ways::place_of(battle, who);
    let carried = |heading: Heading| run_of(battle, who).filter(|it| it.heading == heading).map_or(0, |it| it.inches);
    let from_here: Vec<Lane> = headings(battle, who)
        .filter_map(|heading| {
            let run = run_to(battle, who, start.rect, heading, target, reach)?;
            let cost: u16 = run.steps.iter().map(|it| it.2).sum();
            (cost <= inches).then(|| Lane { walk: Way::default(), heading, run_up: cost + carried(heading), run })
        })
        .collect();
    let is_long = |it: &Lane| crate::brick::battle::Run::MOMENTUM <= it.run_up;
    let shortest = |lanes: Vec<Lane>| lanes.into_iter().min_by_key(|it| (it.run_up, it.heading));
    let (long, short): (Vec<Lane>, Vec<Lane>) = from_here.into_iter().partition(is_long);
    if let Some(lane) = shortest(long) {
        return Some(lane);
    }
    let around = around(battle, who, target, reach, inches);
    around.or_else(|| shortest(short))
}

fn headings(battle: &Battle, who: Who) -> impl Iterator<Item = Heading> {
    let ahead = battle.is_cavalry(who).then(|| Heading::from(ways::place_of(battle, who).facing));
    Heading::ALL.into_iter().map(|it| it.0).filter(move |it| ahead.is_none_or(|ahead| ahead == *it))
}

fn around(battle: &Battle, who: Who, target: Rect, reach: Reach, inches: u16) -> Option<Lane> {
    let least = crate::brick::battle::Run::MOMENTUM;
    let flood = ways::flood(battle, who, Manner::default(), inches.saturating_sub(least));
    let mut best: Option<(u16, Lane)> = None;
    for it in flood.reached().filter(|it| ways::may_end(battle, it.place.rect)) {
        let ahead = battle.is_cavalry(who).then(|| Heading::from(it.place.facing));
        for (heading, _) in Heading::ALL.into_iter().filter(|it| ahead.is_none_or(|ahead| ahead == it.0)) {
            let Some(run) = run_to(battle, who, it.place.rect, heading, target, reach) else { continue };
            let run = Way {
                steps: run
                    .steps
                    .into_iter()
                    .map(|(step, place, price)| (step, ways::Place { facing: it.place.facing, ..place }, price))
                    .collect(),
            };
            let cost: u16 = run.steps.iter().map(|it| it.2).sum();
            let total = it.cost + cost;
            if least <= cost && total <= inches && best.as_ref().is_none_or(|it| total < it.0) {
                let walk = flood.way_to(it.place);
                best = Some((total, Lane { walk, heading, run, run_up: cost }));
            }
        }
    }
    best.map(|it| it.1)
}

/// The straight run from a place to where the weapon first reaches the target, which must lie ahead.
fn run_to(battle: &Battle, who: Who, from: Rect, heading: Heading, target: Rect, reach: Reach) -> Option<Way> {
    if !in_lane(from, heading, target) {
        return None;
    }
    let facing = ways::place_of(battle, who).facing;
    let mut rect = from;
    let mut way = Way::default();
    let nobody = std::collections::BTreeSet::new();
    while !push::reaches(reach, rect, target) {
        let next = rect.toward(heading, 1)?;
        if !ways::passes(battle, who, next, &nobody) {
            return None;
        }
        let price = ways::step_cost(battle, who, rect, next, heading)?;
        rect = next;
        way.steps.push((ways::Step::Toward(heading), ways::Place { rect, facing }, price));
    }
    Some(way)
}

/// **BX-48** The exchange first, then the Collision of those who missed or kept their momentum (BC-17.5), then the run to
/// the end.
fn strike_home(round: &mut Round<'_>, march: &mut March, chargers: Vec<Charger>, target: Target, foe: Who) {
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
    let mut spent: Vec<Who> = Vec::new();
    if !weapons.is_empty() && !leapt {
        spent = exchange(round, &weapons, target, foe);
    }
    let mut colliding: Vec<Charger> = Vec::new();
    for charger in chargers {
        if !round.battle.is_there(charger.who) {
            continue;
        }
        let stays =
            shooting::live_target(&round.battle, target).is_some_and(|it| round.battle.target_rect(it) == place);
        let is_ahead = stays && in_lane(round.battle.rect(charger.who), charger.heading, place);
        if spent.contains(&charger.who) && is_ahead {
            // **BX-32** It struck and the target lives: both are in close combat, there.
            march.keeps_run.remove(&charger.who);
            link(round, charger.who, foe);
            round.emit(Event::Ran { who: charger.who, run: None });
        } else if spent.contains(&charger.who) || !is_ahead {
            collide::run_on(round, march, &charger);
        } else if charger.has_momentum {
            colliding.push(charger);
        } else {
            // **BC-16.2** Less than four inches bring nothing.
            link(round, charger.who, foe);
        }
    }
    collide::collide(round, march, colliding, foe);
}

pub(super) fn link(round: &mut Round<'_>, one: Who, other: Who) {
    let reacts = round.battle.members(other).iter().any(|it| round.battle.profile(*it).is_reactive);
    if round.battle.is_there(one) && round.battle.is_there(other) && reacts {
        round.emit(Event::Linked { one, other });
    }
}

/// **BX-12** A single target whose policy it is leaps aside from a charge, if it has an Action for it.
fn leap_aside(round: &mut Round<'_>, chargers: &[Charger], target: Target) -> bool {
    let (Target::Who(Who::Unit(unit)) | Target::Single(unit)) = target else { return false };
    let who = round.battle.who(unit);
    if round.battle.policies(who).pass != Pass::Bail || !push::may_respond(&round.battle, unit) {
        return false;
    }
    let Some(first) = chargers.first().and_then(|it| it.units.first().copied()) else { return false };
    push::respond(round, &[unit], chargers[0].who, Deed::Respond);
    let before = round.battle.unit_rect(unit);
    let wish = Some(chargers[0].heading.turned(2));
    melee::bail(round, melee::Leap { unit, from: first, wish, is_outnumbered: false, blast: None }, &[]);
    round.battle.unit_rect(unit) != before
}

/// **BC-17.3** One attack and one blow in return, and what counters them; no Angry Inches, **BC-6.9** and no second hand.
/// Gives back who spent momentum on it.
fn exchange(round: &mut Round<'_>, chargers: &[&Charger], target: Target, foe: Who) -> Vec<Who> {
    let strikes: Vec<Strike> = chargers.iter().flat_map(|it| strikes_of(round, it, target)).collect();
    round.emit(Event::Declared { by: chargers[0].who, does: Manoeuvre::Charge, at: Some(target) });
    let back = blows_in_return(round, chargers, foe);
    clash(round, &strikes, &back).0
}

/// **BC-19.9** What two do who charge each other with weapons. Gives back who spent momentum on it.
pub(super) fn joust(round: &mut Round<'_>, mine: &Charger, theirs: &Charger) -> Vec<Who> {
    let ours = strikes_of(round, mine, Target::Who(theirs.who));
    let back = strikes_of(round, theirs, Target::Who(mine.who));
    if ours.is_empty() && back.is_empty() {
        return Vec::new();
    }
    round.emit(Event::Declared { by: mine.who, does: Manoeuvre::Charge, at: Some(Target::Who(theirs.who)) });
    let (mut spent, theirs) = clash(round, &ours, &back);
    spent.extend(theirs);
    spent
}

/// What a charger strikes with.
fn strikes_of(round: &Round<'_>, charger: &Charger, target: Target) -> Vec<Strike> {
    let ChargeHow::Weapon { with, keep_momentum } = charger.how else { return Vec::new() };
    let mut strikes = Vec::new();
    for unit in &charger.units {
        let Some(item) = charge_weapon(&round.battle, *unit, with) else { continue };
        let weapon = round.battle.item(item).weapon;
        let wish = Wish { with: Some(weapon), two_handed: false, skirmish: false };
        for mut strike in melee::strikes_of(&round.battle, &[*unit], target, Manoeuvre::Charge, &wish, charger.nocrit) {
            // **BC-16.8, BC-17.4** One extra Skill die, and a rider brings two (BX-23).
            let dice = round.battle.profile(*unit).bulk();
            strike.momentum = if charger.has_momentum && !keep_momentum { dice } else { 0 };
            strikes.push(strike);
        }
    }
    strikes
}

/// Blow against blow, by the length of the weapons; who on either side spent momentum on a hit.
fn clash(round: &mut Round<'_>, strikes: &[Strike], back: &[Strike]) -> (Vec<Who>, Vec<Who>) {
    let longest = |of: &[Strike]| of.iter().map(|it| it.class.length_halves()).max().unwrap_or(0);
    let (ours, theirs) = (longest(strikes), longest(back));
    if back.is_empty() || theirs + 2 <= ours {
        // **BC-18.2** The longer weapon strikes first.
        let hits = strike_all(round, strikes);
        let left = standing(round, back);
        let hits_back = strike_all(round, &left);
        return (spent_by(round, strikes, &hits), spent_by(round, &left, &hits_back));
    }
    if ours + 2 <= theirs {
        let hits_back = strike_all(round, back);
        let left = standing(round, strikes);
        let hits = strike_all(round, &left);
        return (spent_by(round, &left, &hits), spent_by(round, back, &hits_back));
    }
    // **BC-18.3** Closer than an inch: both at once.
    let both: Vec<Strike> = strikes.iter().chain(back).cloned().collect();
    let hits = strike_all(round, &both);
    let (first, second) = hits.split_at(strikes.len().min(hits.len()));
    (spent_by(round, strikes, first), spent_by(round, back, second))
}

fn standing(round: &Round<'_>, strikes: &[Strike]) -> Vec<Strike> {
    let able = |it: &&Strike| is_alive(&round.battle, it.by) && !round.battle.unit(it.by).is_disrupted;
    let there = |it: &&Strike| shooting::live_target(&round.battle, it.target).is_some();
    strikes.iter().filter(able).filter(there).cloned().collect()
}

fn strike_all(round: &mut Round<'_>, strikes: &[Strike]) -> Vec<bool> {
    if strikes.is_empty() {
        return Vec::new();
    }
    melee::resolve_strikes(round, strikes)
}

fn spent_by(round: &Round<'_>, strikes: &[Strike], hits: &[bool]) -> Vec<Who> {
    let spent = strikes.iter().zip(hits).filter(|it| *it.1 && 0 < it.0.momentum);
    spent.map(|it| round.battle.who(it.0.by)).collect()
}

/// What the target strikes back with, from where it stands; **BS-17.4** a braced squad all together.
fn blows_in_return(round: &Round<'_>, chargers: &[&Charger], foe: Who) -> Vec<Strike> {
    let battle = &round.battle;
    let Return::Strike(using) = battle.policies(foe).reaction(Against::Charge).back else { return Vec::new() };
    let with = match using {
        Using::Best => None,
        Using::Weapon(weapon) => Some(weapon),
        Using::Bare => return Vec::new(),
    };
    let wish = Wish { with, ..Wish::default() };
    let active = chargers[0].who;
    let rect = battle.rect(active);
    let can = |unit: &UnitId| {
        let item = melee::best_weapon(battle, *unit, &wish);
        let able = is_alive(battle, *unit) && !battle.unit(*unit).is_disrupted && battle.profile(*unit).is_reactive;
        able && item.is_some_and(|it| push::reaches(battle.weapon(it).class.reach(), battle.unit_rect(*unit), rect))
    };
    let units: Vec<UnitId> = battle.members(foe).into_iter().filter(can).collect();
    let room = harm::can_be_touched_by(1).unwrap_or(usize::MAX) * battle.members(active).len();
    let units: Vec<UnitId> = units.into_iter().take(room).collect();
    melee::strikes_of(battle, &units, Target::Who(active), Manoeuvre::Counterattack, &wish, false)
}

/// The way that a charge pushes.
pub(super) fn force(how: ChargeHow) -> Force {
    if how == ChargeHow::Shove { Force::Shove } else { Force::Body }
}
