//! A plain commander: each for themselves, at whoever is nearest or hurt most.

use crate::brick::battle::{
    Battle, Charge, ChargeHow, Class, Engage, Go, Heading, Kind, Melee, Movement, Order, Orders, Reach, Rect, Run,
    Shoot, Target, Weapon, Who,
};
use crate::brick::commander::way::Ways;
use crate::brick::rules::sight;
use crate::field::UnitId;

/// What a commander makes somebody do, in a sentence for the GM.
pub type Reason = String;

/// **BC-7.1** How much farther than its weapon reaches somebody strikes.
const ANGRY_INCH: u16 = 1;

/// The orders as they stand, completed with what the commander tells everybody who has no player and no orders.
pub fn complete(battle: &Battle, given: &Orders) -> (Orders, Vec<Reason>) {
    let led: Vec<Who> = battle.everybody().filter(|it| battle.seat(*it).is_none() && !given.has_any_for(*it)).collect();
    lead(battle, given, &led)
}

/// The same for these, whoever has them.
pub(crate) fn lead(battle: &Battle, given: &Orders, led: &[Who]) -> (Orders, Vec<Reason>) {
    let (mut orders, mut reasons) = (given.clone(), Vec::new());
    if !battle.setup().has_map {
        // Only people see a real table.
        return (orders, reasons);
    }
    for who in led {
        let (told, reason) = Mind { battle, who: *who }.decide();
        told.into_iter().for_each(|it| orders.put(it));
        reasons.extend(reason.map(|it| format!("{}: {it}", battle.name(*who))));
    }
    (orders, reasons)
}

/// Somebody who makes up their mind.
struct Mind<'a> {
    battle: &'a Battle,
    who: Who,
}

impl Mind<'_> {
    fn decide(&self) -> (Vec<Order>, Option<Reason>) {
        let foes = self.foes();
        let Some(nearest) = foes.first().copied() else { return (Vec::new(), None) };
        let members = self.battle.members(self.who);
        if members.iter().all(|it| self.battle.profile(*it).hands == 0) {
            return (Vec::new(), None);
        }
        let name = |who: Who| self.battle.name(who);
        if let Some(foe) = foes.iter().copied().find(|it| self.can_strike(*it)) {
            let order = Order::Melee(self.who, Melee::Attack(Engage::at(Target::Who(foe))));
            return (vec![order], Some(format!("attacks {}, who is in reach", name(foe))));
        }
        if let Some(foe) = self.best_shot(&foes) {
            let order = Order::Shoot(self.who, Shoot::at(Target::Who(foe)));
            return (vec![order], Some(format!("shoots at {}, who is in sight and in range", name(foe))));
        }
        if let Some(foe) = foes.iter().copied().find(|it| self.can_charge(*it)) {
            let how = ChargeHow::Weapon { with: None, keep_momentum: false };
            let charge = Charge { target: Target::Who(foe), how, sprint: false, combine: None, nocrit: false };
            let order = Order::Move(self.who, Movement::Charge(charge));
            return (vec![order], Some(format!("charges {}, who stands straight ahead", name(foe))));
        }
        let Some(to) = Ways::of(self.battle, self.who).nearest_to(self.battle.rect(nearest)) else {
            return (Vec::new(), Some(format!("finds no way to {}", name(nearest))));
        };
        let order = Order::Move(self.who, Movement::Go(Go::to(to)));
        (vec![order], Some(format!("closes in on {}", name(nearest))))
    }

    /// Everybody who is hostile, the nearest first.
    fn foes(&self) -> Vec<Who> {
        let mut foes: Vec<Who> = self.battle.everybody().filter(|it| self.battle.is_hostile(self.who, *it)).collect();
        foes.sort_by_key(|it| (!self.is_engaged_with(*it), self.distance(*it), *it));
        foes
    }

    fn is_engaged_with(&self, foe: Who) -> bool {
        self.battle.engaged_with(self.who).any(|it| it == foe)
    }

    fn distance(&self, foe: Who) -> u16 {
        self.battle.rect(self.who).distance(self.battle.rect(foe))
    }

    /// Whether somebody can strike whom from where they stand, with an Angry Inch.
    fn can_strike(&self, foe: Who) -> bool {
        let target = self.battle.rect(foe);
        self.is_engaged_with(foe) || self.battle.members(self.who).into_iter().any(|it| self.reaches(it, target))
    }

    /// **BC-16.2, BS-17.2** Whether riders have a straight run at somebody, long enough for momentum and no longer than
    /// their Move.
    fn can_charge(&self, foe: Who) -> bool {
        let battle = self.battle;
        let members = battle.members(self.who);
        let rides = |it: &UnitId| battle.profile(*it).kind == Kind::Rider && !battle.unit(*it).is_disrupted;
        if battle.is_engaged(self.who) || !members.iter().all(rides) {
            return false;
        }
        let far = members.iter().map(|it| u16::from(battle.profile(*it).inches())).min().unwrap_or(0);
        let heading = match self.who {
            Who::Squad(squad) => battle.squad(squad).map(|it| Heading::from(it.plate.facing)),
            Who::Unit(_) => None,
        };
        let (from, to) = (battle.rect(self.who), battle.rect(foe));
        let gaps = from.gaps(to);
        let is_straight = gaps.0.min(gaps.1) == 0;
        let is_ahead = heading.is_none_or(|it| it == Heading::between(from, to));
        let distance = from.distance(to);
        is_straight && is_ahead && Run::MOMENTUM < distance && distance <= far
    }

    fn reaches(&self, unit: UnitId, target: Rect) -> bool {
        if self.battle.unit(unit).is_disrupted {
            return false;
        }
        let eyes = if self.battle.unit(unit).squad.is_some() {
            self.battle.rect(self.who)
        } else {
            self.battle.unit_rect(unit)
        };
        let weapons = self.battle.held(unit).map(|it| self.battle.weapon(it)).filter(|it| self.strikes(it));
        weapons.map(|it| it.class.reach()).any(|it: Reach| eyes.distance(target) <= u16::from(it.tiles) + ANGRY_INCH)
    }

    fn strikes(&self, weapon: &Weapon) -> bool {
        weapon.close.is_some() || matches!(weapon.class, Class::Rifle | Class::Pistol)
    }

    /// Whom it pays most to shoot at: the most damage that beats armor, then the nearest.
    fn best_shot(&self, foes: &[Who]) -> Option<Who> {
        if self.battle.is_engaged(self.who) {
            return None;
        }
        let shots = foes.iter().filter_map(|it| Some((self.harm_to(*it)?, *it)));
        let mut best: Option<(i32, Who)> = None;
        for (harm, foe) in shots {
            if best.is_none_or(|it| it.0 < harm) {
                best = Some((harm, foe));
            }
        }
        best.map(|it| it.1)
    }

    /// What their shots come to against somebody in the mean, less the armor; `None` if nobody can shoot there.
    fn harm_to(&self, foe: Who) -> Option<i32> {
        let battle = self.battle;
        let (origin, target) = (battle.origin(self.who), battle.rect(foe));
        let view = sight::view(battle, battle.rect(self.who), target).filter(|it| !it.is_blind())?;
        let distance = origin.distance(target);
        let able = battle.members(self.who).into_iter().filter(|it| !battle.unit(*it).is_disrupted);
        let shot = |unit: UnitId| {
            let of = |weapon: &Weapon| {
                let ranged = weapon.ranged.filter(|it| distance <= u16::from(it.range))?;
                // One's own side may stand in a blast.
                (ranged.blast.is_none_or(|it| u16::from(it) < distance))
                    .then(|| ranged.damage.mean_twice(battle.profile(unit).skill))
            };
            battle.held(unit).filter_map(|it| of(battle.weapon(it))).max()
        };
        let harm: i32 = able.filter_map(shot).sum();
        if harm == 0 {
            return None;
        }
        let armor = |it: UnitId| battle.profile(it).armor.mean_twice(battle.profile(it).skill);
        let armor = battle.members(foe).into_iter().map(armor).min().unwrap_or(0);
        Some(harm - armor - i32::from(view.hidden) - i32::from(distance))
    }
}
