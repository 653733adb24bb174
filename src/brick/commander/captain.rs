//! The regular and the veteran commander. Both aim, use their second hand, charge those they want to fight, and
//! estimate what an attack is worth. The veteran also weighs what foes can do in return, and spreads attacks over
//! several targets.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::brick::battle::{
    Against, Battle, Charge, ChargeHow, Class, Defence, Engage, Go, Melee, Movement, Order, Orders, Pass, Policies,
    PolicyChange, Rect, Shoot, Tag, Target, TeamId, Using, WeaponId, Who, Whose,
};
use crate::brick::commander::Plan;
use crate::brick::commander::force::{self, Force};
use crate::brick::rules::preview::{self, Spot, close_of};
use crate::brick::rules::{Brick, sight};
use crate::field::{Level, Tile, UnitId};

/// The value of being one tile nearer to the goal, in thousandths of a unit's value.
const TILE_WORTH: i64 = 150;
/// The value of a place at an objective that isn't the team's own.
const OBJECTIVE_WORTH: i64 = 12_000;
/// Inches that a Sprint adds in the mean, with an Angry Inch.
const LUNGE_INCHES: u16 = 4;
/// Tiles that a weapon reaches, with an Angry Inch.
const REACH_TILES: u16 = 2;
/// How many places are examined closely.
const SPOTS_MAX: usize = 24;

/// Decides for the squads and units of one team that this commander leads.
pub(super) fn lead(rules: &Brick, plan: &mut Plan<'_>, level: Level, led: &[Who]) {
    let Some(team) = led.first().and_then(|it| plan.battle.team(*it)) else { return };
    let battle = plan.battle;
    let force = Force::new(rules, battle);
    let is_ours = |it: &Who| battle.team(*it) == Some(team);
    let both = battle.everybody().filter(|it| is_ours(it) || battle.is_hostile(led[0], *it));
    let (ours, theirs): (Vec<Who>, Vec<Who>) = both.partition(is_ours);
    let strength = |all: &[Who]| all.iter().map(|it| force.value(*it)).sum::<i64>().max(1);
    let caution = (100 * strength(&theirs) / strength(&ours)).min(100);
    let (friends, weighs) = (ours.len() as i64, level == Level::Veteran);
    let mut captain = Captain { battle, force, team, friends, caution, weighs, claimed: BTreeMap::new() };
    captain.set_policies(&mut plan.orders, led);
    for who in led {
        captain.decide(plan, *who);
    }
    combine_shots(&mut plan.orders, led);
}

/// **BX-13, BC-3.1** Combines shots at the same unit. Combining is never worse.
fn combine_shots(orders: &mut Orders, led: &[Who]) {
    let shots: Vec<(Who, Shoot)> =
        led.iter().filter_map(|it| Some((*it, orders.shoot.get(*it)?.clone()))).filter(|it| !it.1.aim).collect();
    for (who, shot) in &shots {
        let is_same = |it: &&(Who, Shoot)| it.1.target == shot.target;
        if matches!(shot.target, Target::Who(Who::Unit(_))) && 1 < shots.iter().filter(is_same).count() {
            let tag = Some(Tag("commander".to_owned()));
            orders.put(Order::Shoot(*who, Shoot { combine: tag, ..shot.clone() }));
        }
    }
}

struct Captain<'a> {
    battle: &'a Battle,
    force: Force<'a>,
    team: TeamId,
    /// Squads and units of the team, which share what the enemy can do to it.
    friends: i64,
    /// How much the enemy's abilities count, in percent: less, the stronger the team is.
    caution: i64,
    /// Whether it weighs what foes can do in return, and what friends have claimed.
    weighs: bool,
    /// For each foe, the value that friends are likely to destroy this round.
    claimed: BTreeMap<Who, i64>,
}

/// An attack that is possible at once.
#[derive(Clone, Copy, Debug)]
struct Opportunity {
    at: Who,
    /// What it destroys in the mean, in thousandths of a unit's value.
    worth: i64,
}

/// A place that a squad or unit moves towards, and the distance from it that is near enough.
#[derive(Clone, Copy, Debug)]
struct Goal {
    at: Rect,
    near: u16,
}

impl Captain<'_> {
    /// **BX-12** Sets the policies that unused Actions strike at those who come by, and that counters are parried. Only
    /// for those that have no policies yet.
    fn set_policies(&self, orders: &mut Orders, led: &[Who]) {
        let battle = self.battle;
        let of_team = |it: &Who| battle.team(*it) == Some(self.team);
        let whose: Vec<Whose> = match battle.everybody().filter(of_team).all(|it| led.contains(&it)) {
            true => vec![Whose::Team(self.team)],
            false => led.iter().map(|it| Whose::One(*it)).collect(),
        };
        for whose in whose {
            if battle.word_of(whose).is_some() || self.has_policies(orders, whose) {
                continue;
            }
            let defence = Some(Defence::Parry(Using::Best));
            orders.put(Order::Policy(whose, PolicyChange::Pass(Pass::Strike)));
            let against = Some(Against::Counter);
            orders.put(Order::Policy(whose, PolicyChange::React { against, defence, back: None }));
        }
    }

    fn has_policies(&self, orders: &Orders, whose: Whose) -> bool {
        orders.policies.iter().any(|it| it.0 == whose)
            || matches!(whose, Whose::One(who) if self.battle.policies(who) != Policies::default())
    }

    fn decide(&mut self, plan: &mut Plan<'_>, who: Who) {
        let battle = self.battle;
        let foes = force::foes(battle, who);
        if foes.is_empty() || !force::can_act(battle, who) || force::able(battle, who).is_empty() {
            return;
        }
        let blow = self.best_blow(who, &foes);
        if !force::can_walk(battle, who) {
            if let Some(blow) = blow {
                self.strike(plan, who, blow);
            }
            return;
        }
        let here = Spot { rect: battle.rect(who), ahead: None, to: battle.origin(who).at, inches: 0 };
        let shot = self.best_shot(who, &foes, here, 0);
        let worth = |it: Option<Opportunity>| it.map_or(0, |it| it.worth);
        let fights = self.prefers_melee(who, &foes);
        if fights && let Some((charge, at)) = self.best_charge(who, &foes, worth(shot).max(worth(blow))) {
            let why = format!("charges {}", battle.name(at));
            return plan.record(who, Some(Order::Move(who, Movement::Charge(charge))), &why);
        }
        if let Some(blow) = blow.filter(|it| worth(shot) <= it.worth) {
            return self.strike(plan, who, blow);
        }
        let shot = shot.filter(|it| 0 < it.worth);
        if fights { self.close_in(plan, who, &foes, shot) } else { self.shoot_or_move(plan, who, &foes, here, shot) }
    }

    /// Whether it does better with blows than with shots.
    fn prefers_melee(&self, who: Who, foes: &[Who]) -> bool {
        let best = |worth: &dyn Fn(Who) -> i64| foes.iter().map(|it| worth(*it)).max().unwrap_or(0);
        let shots = best(&|foe| self.force.shots(who, foe, self.force.range(who), 0));
        5 * shots < 3 * best(&|foe| self.force.blows(who, foe))
    }

    /// The share of a foe's value that friends haven't claimed, in percent.
    fn unclaimed_percent(&self, foe: Who) -> i64 {
        let value = self.force.value(foe).max(1);
        let claimed = self.claimed.get(&foe).copied().unwrap_or(0).min(value);
        if self.weighs { 100 * (value - claimed) / value } else { 100 }
    }

    fn claim(&mut self, chance: Opportunity) {
        *self.claimed.entry(chance.at).or_insert(0) += chance.worth;
    }

    fn best_blow(&self, who: Who, foes: &[Who]) -> Option<Opportunity> {
        let near = foes.iter().copied().filter(|it| force::can_strike(self.battle, who, *it));
        let chances =
            near.map(|at| Opportunity { at, worth: self.force.blows(who, at) * self.unclaimed_percent(at) / 100 });
        chances.max_by_key(|it| (it.worth, Reverse(it.at)))
    }

    fn strike(&mut self, plan: &mut Plan<'_>, who: Who, blow: Opportunity) {
        self.claim(blow);
        let (then, two_handed) = (self.second_hand(who), self.can_grip_two_handed(who));
        let order = Engage { then, two_handed, ..Engage::at(Target::Who(blow.at)) };
        let why = format!("attacks {}", self.battle.name(blow.at));
        plan.record(who, Some(Order::Melee(who, Melee::Attack(order))), &why);
    }

    /// **BC-5.10** The second weapon of the first unit that has one.
    fn second_hand(&self, who: Who) -> Option<WeaponId> {
        let battle = self.battle;
        let second = |unit: UnitId| {
            let skill = battle.profile(unit).skill;
            let close = battle.held(unit).filter_map(|it| Some((it, close_of(battle, it)?)));
            let mut close: Vec<_> = close.filter(|it| battle.hands_of(unit, it.0) == 1).collect();
            close.sort_by_key(|(item, it)| (Reverse(it.damage.mean_twice(skill)), it.needs, *item));
            close.get(1).map(|it| battle.item(it.0).weapon)
        };
        force::able(battle, who).into_iter().find_map(second)
    }

    /// **BC-10.9, BX-31** Whether all its units can grip their weapon with both hands: they hold a Heavy Weapon and
    /// nothing else.
    fn can_grip_two_handed(&self, who: Who) -> bool {
        let heavy_alone = |unit: UnitId| {
            let mut held = self.battle.held(unit);
            held.next().is_some_and(|it| self.battle.weapon(it).class == Class::Heavy) && held.next().is_none()
        };
        force::able(self.battle, who).into_iter().all(heavy_alone)
    }

    /// The best shot from a place, with a modifier to hit.
    fn best_shot(&self, who: Who, foes: &[Who], from: Spot, by: i16) -> Option<Opportunity> {
        let chance = |at: &Who| {
            let worth = self.shot(who, *at, from, by)?;
            Some(Opportunity { at: *at, worth: worth * self.unclaimed_percent(*at) / 100 })
        };
        foes.iter().filter_map(chance).max_by_key(|it| (it.worth, Reverse(it.at)))
    }

    /// What a shot from a place destroys. `None` if nobody can shoot from there, or a friend is among the targets
    /// (**BS-13.2**).
    fn shot(&self, who: Who, foe: Who, from: Spot, by: i16) -> Option<i64> {
        let battle = self.battle;
        let distance = self.distance(who, from, foe);
        if self.force.range(who) < distance || battle.engaged_with(foe).any(|it| !battle.is_hostile(who, it)) {
            return None;
        }
        let view = sight::view(battle, from.rect, battle.rect(foe)).filter(|it| !it.is_blind())?;
        let members = battle.members(foe);
        let stands = members.iter().all(|it| !battle.unit(*it).has_moved) && !battle.is_engaged(foe);
        let by = by + self.size(foe) + i16::from(stands) - i16::from(view.hidden);
        Some(self.force.shots(who, foe, distance, by)).filter(|it| 0 < *it)
    }

    /// **BC-2.3** The modifier to hit for its size.
    fn size(&self, who: Who) -> i16 {
        let size = match who {
            Who::Squad(_) => self.battle.rect(who).long_side(),
            Who::Unit(unit) => self.battle.profile(unit).size,
        };
        i16::from(size / 2)
    }

    fn distance(&self, who: Who, from: Spot, foe: Who) -> u16 {
        let origin = if matches!(who, Who::Squad(_)) { Rect::one(from.to) } else { from.rect };
        origin.distance(self.battle.rect(foe))
    }

    /// **BC-16, BC-17** A charge with a suitable weapon, straight at a wanted foe, if it is worth more than acting at
    /// once. A charge with the body alone is never worth it.
    fn best_charge(&self, who: Who, foes: &[Who], instead: i64) -> Option<(Charge, Who)> {
        let how = ChargeHow::Weapon { with: None, keep_momentum: false };
        let mut wanted: Vec<(i64, Who)> = foes.iter().map(|it| (self.fight_worth(who, *it), *it)).collect();
        wanted.retain(|it| instead < it.0);
        wanted.sort_by_key(|it| (Reverse(it.0), it.1));
        let (_, at) = wanted.into_iter().find(|it| preview::run_up(self.battle, who, it.1, how).is_some())?;
        Some((Charge { target: Target::Who(at), how, sprint: false, combine: None, nocrit: false }, at))
    }

    /// The value of fighting a foe. The veteran subtracts what the foe does in return.
    fn fight_worth(&self, who: Who, foe: Who) -> i64 {
        let blows = self.force.blows(who, foe) * self.unclaimed_percent(foe) / 100;
        let back = if self.weighs { self.force.blows(foe, who) / 3 } else { 0 };
        // A foe that shoots well is silenced by a fight.
        let silenced = self.force.shots(foe, who, self.force.range(foe), 0) / 2;
        blows + silenced - back
    }

    /// Moves a squad or unit that is better with blows towards the foe it wants to fight, and shoots first if it can.
    fn close_in(&mut self, plan: &mut Plan<'_>, who: Who, foes: &[Who], shot: Option<Opportunity>) {
        let battle = self.battle;
        let rect = battle.rect(who);
        let wish = |foe: &Who| {
            let far = i64::from(rect.distance(battle.rect(*foe)));
            (self.fight_worth(who, *foe) / (4 + far), Reverse(*foe))
        };
        let Some(foe) = foes.iter().copied().max_by_key(wish) else { return };
        let distance = rect.distance(battle.rect(foe));
        let (ours, theirs) = (preview::inches(battle, who), preview::inches(battle, foe));
        // **BX-20** A shot or a Sprint, but not both. At a great distance speed is worth more.
        let shot = shot.filter(|it| distance <= ours + LUNGE_INCHES || self.force.blows(who, foe) < 3 * it.worth);
        match shot {
            Some(shot) => self.shoot(plan, who, shot, false),
            // **BX-12** With an unused Action, it strikes first at those who come.
            None if self.is_coming(foe) && distance <= theirs + REACH_TILES => {
                return plan.record(who, None, &format!("lets {} come", battle.name(foe)));
            }
            None => (),
        }
        if let Some(to) = plan.way_to(who, battle.rect(foe)) {
            // Sprints only if the first blow can't be struck this round.
            let far = ours + theirs + LUNGE_INCHES + REACH_TILES < distance;
            let sprint = far && shot.is_none() && force::able(battle, who) == battle.members(who);
            let go = Go { sprint, ..Go::to(to) };
            plan.record(who, Some(Order::Move(who, Movement::Go(go))), &format!("closes in on {}", battle.name(foe)));
        }
    }

    /// Whether a foe is coming: it moved in the last round.
    fn is_coming(&self, foe: Who) -> bool {
        1 < self.battle.round() && self.battle.members(foe).iter().any(|it| self.battle.unit(*it).has_moved)
    }

    fn shoot(&mut self, plan: &mut Plan<'_>, who: Who, shot: Opportunity, aim: bool) {
        self.claim(shot);
        let order = Shoot { aim, ..Shoot::at(Target::Who(shot.at)) };
        let name = self.battle.name(shot.at);
        let why = if aim { format!("aims at {name}") } else { format!("shoots at {name}") };
        plan.record(who, Some(Order::Shoot(who, order)), &why);
    }

    /// A squad or unit that is better with shots stays and aims, or moves to a place that is better next round.
    fn shoot_or_move(&mut self, plan: &mut Plan<'_>, who: Who, foes: &[Who], here: Spot, shot: Option<Opportunity>) {
        let battle = self.battle;
        let worth = |it: Option<Opportunity>| it.map_or(0, |it| it.worth);
        let spots = preview::spots(battle, who);
        let goal = self.goal(who, foes, &spots);
        let aimed = shot.and(self.best_shot(who, foes, here, 1));
        let stays = worth(aimed) + self.place_worth(who, foes, here, goal, true);
        let far = preview::inches(battle, who);
        let in_reach = spots.iter().filter(|it| 0 < it.inches && it.inches <= far);
        let mut near: Vec<(i64, &Spot)> = in_reach.map(|it| (self.clear_view_worth(who, foes, it, goal), it)).collect();
        near.sort_by_key(|it| (Reverse(it.0), it.1.inches, it.1.to));
        let looked =
            near.into_iter().take(SPOTS_MAX).map(|it| (self.place_worth(who, foes, *it.1, goal, false), it.1.to));
        let best = looked.max_by_key(|it| (it.0, Reverse(it.1)));
        match best.filter(|it| stays < worth(shot) + it.0) {
            Some((_, to)) => {
                if let Some(shot) = shot {
                    self.shoot(plan, who, shot, false);
                }
                let order = Order::Move(who, Movement::Go(Go::to(to)));
                plan.record(who, Some(order), "goes where it can shoot better, or is safer");
            }
            None => match aimed {
                Some(shot) => self.shoot(plan, who, shot, true),
                None => plan.record(who, None, "stays"),
            },
        }
    }

    /// Where it moves to: an objective that the team doesn't own and of which it is the nearest, or else the nearest
    /// foe.
    fn goal(&self, who: Who, foes: &[Who], spots: &[Spot]) -> Goal {
        let battle = self.battle;
        let rect = battle.rect(who);
        let open =
            battle.setup().objectives.iter().enumerate().filter(|it| battle.objective(it.0).owner != Some(self.team));
        let mine = open.map(|it| it.1.at).filter(|at| {
            let far = |it: Who| battle.rect(it).distance(Rect::one(*at));
            battle.everybody().filter(|it| battle.team(*it) == Some(self.team)).all(|it| far(who) <= far(it))
        });
        let foe = || {
            let way = |foe: &Who| spots.iter().map(|it| it.rect.distance(battle.rect(*foe)) + it.inches).min();
            foes.iter().copied().min_by_key(|it| (way(it), *it)).map_or(rect, |it| battle.rect(it))
        };
        let objective = mine.min_by_key(|it| (rect.distance(Rect::one(*it)), *it));
        objective
            .map_or_else(|| Goal { at: foe(), near: self.force.range(who) }, |it| Goal { at: Rect::one(it), near: 0 })
    }

    /// The value of a place if it had a clear view of all foes. It is cheaper to compute than [`Self::place_worth`].
    fn clear_view_worth(&self, who: Who, foes: &[Who], spot: &Spot, goal: Goal) -> i64 {
        let shots = |it: &Who| {
            self.force.shots(who, *it, self.distance(who, *spot, *it), self.size(*it)) * self.unclaimed_percent(*it)
                / 100
        };
        let gives = foes.iter().map(shots).max().unwrap_or(0);
        gives + self.position_worth(who, foes, spot, goal, false)
    }

    /// The value of a place with the targets that can be seen from it.
    fn place_worth(&self, who: Who, foes: &[Who], spot: Spot, goal: Goal, stands: bool) -> i64 {
        let gives = self.best_shot(who, foes, spot, 0).map_or(0, |it| it.worth);
        gives + self.position_worth(who, foes, &spot, goal, stands)
    }

    /// The value of a place without its shots: its distance from the goal, and its safety.
    fn position_worth(&self, who: Who, foes: &[Who], spot: &Spot, goal: Goal, stands: bool) -> i64 {
        let near = -TILE_WORTH * i64::from(spot.rect.distance(goal.at).saturating_sub(goal.near));
        let at_objective = self.battle.setup().objectives.iter().enumerate().any(|(n, it)| {
            let is_open = self.battle.objective(n).owner != Some(self.team);
            is_open && spot.rect.distance(Rect::one(it.at)) <= u16::from(it.radius)
        });
        let takes = if self.weighs { self.threat(who, foes, spot, stands) } else { 0 };
        near + OBJECTIVE_WORTH * i64::from(at_objective) - takes
    }

    /// What all foes can do to it at a place, divided by the number of its friends.
    fn threat(&self, who: Who, foes: &[Who], spot: &Spot, stands: bool) -> i64 {
        let battle = self.battle;
        let cover = spot.rect.tiles().map(|it: Tile| battle.setup().ground(it).sections).min().unwrap_or(0);
        let by = self.size(who) + i16::from(stands) - i16::from(cover.min(2));
        let of = |foe: &Who| {
            let distance = battle.rect(*foe).distance(spot.rect);
            let shots = if battle.is_engaged(*foe) { 0 } else { self.force.shots(*foe, who, distance, by) };
            let comes = distance <= preview::inches(battle, *foe) + LUNGE_INCHES && force::can_walk(battle, *foe);
            shots.max(if comes { self.force.blows(*foe, who) } else { 0 })
        };
        foes.iter().map(of).sum::<i64>() * self.caution / (100 * self.friends.max(1))
    }
}
