//! BC-17, BC-18: the one exchange of blows in a charge.

use std::cmp::Ordering;

use crate::brick::battle::{Against, Battle, ChargeHow, Event, Manoeuvre, Reach, Rect, Target, Who};
use crate::brick::rules::harm::{self, can_act};
use crate::brick::rules::melee::{self, Strike, Wish};
use crate::brick::rules::movement::lane::{Charger, charge_weapon, in_lane};
use crate::brick::rules::{Round, aim, push, shooting};
use crate::field::{UnitId, each_once};

/// **BC-17.3** Plays one attack and one blow in return, and what counters them. There are no Angry Inches, **BC-6.9**
/// and no second hand. Returns those who spent momentum on a hit.
pub(super) fn exchange(round: &mut Round<'_>, chargers: &[&Charger], target: Target, foe: Who) -> Vec<Who> {
    let strikes: Vec<Strike> = chargers.iter().flat_map(|it| strikes_of(round, it, target)).collect();
    round.emit(Event::Declared { by: chargers[0].who, does: Manoeuvre::Charge, at: Some(target) });
    let mut back = blows_in_return(round, chargers, foe);
    // **BS-17.3** In an unbraced squad, only members that are struck at strike back.
    if takes_it_one_by_one(&round.battle, foe) {
        back.retain(|blow| strikes.iter().any(|it| it.target == Target::Single(blow.by)));
    }
    clash(round, &strikes, &back)
}

/// **BC-19.9** Plays the blows of two who charge each other with weapons. Returns those who spent momentum on a hit.
pub(super) fn exchange_head_on(round: &mut Round<'_>, mine: &Charger, theirs: &Charger) -> Vec<Who> {
    let ours = strikes_of(round, mine, Target::Who(theirs.who));
    let back = strikes_of(round, theirs, Target::Who(mine.who));
    if ours.is_empty() && back.is_empty() {
        return Vec::new();
    }
    round.emit(Event::Declared { by: mine.who, does: Manoeuvre::Charge, at: Some(Target::Who(theirs.who)) });
    clash(round, &ours, &back)
}

/// The strikes of a charger.
fn strikes_of(round: &Round<'_>, charger: &Charger, target: Target) -> Vec<Strike> {
    let ChargeHow::Weapon { with, keep_momentum } = charger.how else { return Vec::new() };
    let mut strikes = Vec::new();
    for unit in &charger.units {
        let Some(item) = charge_weapon(&round.battle, *unit, with) else { continue };
        let weapon = round.battle.item(item).weapon;
        let wish = Wish { with: Some(weapon), nocrit: charger.nocrit, ..Wish::default() };
        for mut strike in melee::strikes_of(&round.battle, &[*unit], target, Manoeuvre::Charge, &wish) {
            strike.target = in_the_way(&round.battle, charger, *unit, strike.target);
            // **BC-16.8, BC-17.4** One extra Skill die, or two for a rider (BX-23).
            let dice = round.battle.profile(*unit).bulk();
            strike.momentum = if charger.has_momentum && !keep_momentum { dice } else { 0 };
            strikes.push(strike);
        }
    }
    strikes
}

/// **BS-17.3** Whether a squad takes a charge member by member: it isn't braced, and there is a map that shows who
/// stands where.
fn takes_it_one_by_one(battle: &Battle, foe: Who) -> bool {
    battle.setup().has_map && foe.squad().and_then(|it| battle.squad(it)).is_some_and(|it| !it.is_braced)
}

/// **BS-17.7** What a unit of a charger strikes: in an unbraced squad, the first member in its own way, or else in
/// its plate's.
fn in_the_way(battle: &Battle, charger: &Charger, unit: UnitId, target: Target) -> Target {
    let Target::Who(foe) = target else { return target };
    if !takes_it_one_by_one(battle, foe) {
        return target;
    }
    let first = |from: Rect| {
        let members = battle.members(foe).into_iter();
        let ahead = members.filter(|it| in_lane(battle, from, charger.heading, battle.unit_rect(*it)));
        ahead.min_by_key(|it| (from.distance(battle.unit_rect(*it)), *it))
    };
    first(battle.unit_rect(unit)).or_else(|| first(battle.rect(charger.who))).map_or(target, Target::Single)
}

/// Plays blow against blow, by the length of the weapons. Returns those who spent momentum on a hit. **BC-16.9**
/// Momentum that was rolled is gone, whatever it did.
fn clash(round: &mut Round<'_>, strikes: &[Strike], back: &[Strike]) -> Vec<Who> {
    let spent = match longer_weapon(strikes, back) {
        Ordering::Greater => one_by_one(round, strikes, back),
        Ordering::Less => one_by_one(round, back, strikes),
        // **BC-18.3** Closer than an inch: both at once.
        Ordering::Equal => {
            let both: Vec<Strike> = strikes.iter().chain(back).cloned().collect();
            let hits = melee::resolve_strikes(round, &both);
            spent_by(round, &both, &hits)
        }
    };
    for who in each_once(spent.iter().copied()) {
        if round.battle.is_there(who) {
            round.emit(Event::Ran { who, run: None });
        }
    }
    spent
}

/// Plays one side's strikes before the other's. Returns those of both who spent momentum on a hit.
fn one_by_one(round: &mut Round<'_>, first: &[Strike], second: &[Strike]) -> Vec<Who> {
    let hits = melee::resolve_strikes(round, first);
    let left = still_able(round, second);
    let hits_back = melee::resolve_strikes(round, &left);
    [spent_by(round, first, &hits), spent_by(round, &left, &hits_back)].concat()
}

/// **BC-18.2** Whose weapon is longer, and so strikes first. `Greater` for the charger's.
fn longer_weapon(strikes: &[Strike], back: &[Strike]) -> Ordering {
    let longest = |of: &[Strike]| of.iter().map(|it| it.class.length_halves()).max().unwrap_or(0);
    let (ours, theirs) = (longest(strikes), longest(back));
    if back.is_empty() || theirs + 2 <= ours {
        Ordering::Greater
    } else if ours + 2 <= theirs {
        Ordering::Less
    } else {
        Ordering::Equal
    }
}

fn still_able(round: &Round<'_>, strikes: &[Strike]) -> Vec<Strike> {
    let battle = &round.battle;
    let can = |it: &&Strike| can_act(battle, it.by) && shooting::live_target(battle, it.target).is_some();
    strikes.iter().filter(can).cloned().collect()
}

fn spent_by(round: &Round<'_>, strikes: &[Strike], hits: &[bool]) -> Vec<Who> {
    let spent = strikes.iter().zip(hits).filter(|it| *it.1 && 0 < it.0.momentum);
    spent.map(|it| round.battle.who(it.0.by)).collect()
}

/// The target's blows in return, from where it stands. **BS-17.4** A braced squad strikes all together.
fn blows_in_return(round: &Round<'_>, chargers: &[&Charger], foe: Who) -> Vec<Strike> {
    let battle = &round.battle;
    let Some(wish) = Wish::back(battle.policies(foe).reaction(Against::Charge).back) else { return Vec::new() };
    let active = chargers[0].who;
    let rect = battle.rect(active);
    let can = |unit: &UnitId| {
        let is_near = |reach: Reach| push::is_at_hand(battle, reach, battle.unit_rect(*unit), rect);
        let item = melee::best_weapon(battle, *unit, &wish);
        aim::is_fighter(battle, *unit) && item.is_some_and(|it| is_near(battle.weapon(it).class.reach()))
    };
    let room = harm::can_be_touched_by(1).unwrap_or(usize::MAX) * battle.members(active).len();
    let units: Vec<UnitId> = battle.members(foe).into_iter().filter(can).take(room).collect();
    melee::strikes_of(battle, &units, Target::Who(active), Manoeuvre::Counterattack, &wish)
}
