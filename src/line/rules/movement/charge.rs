//! V-7: charges.

use crate::dice::{D6, Label};
use crate::field::{Field, Footprint, SquadId, Tile, UnitId, Zones};
use crate::line::battle::{Battle, Charge, Event, MoveKind, Stay, Trigger};
use crate::line::rules::chance::{self, EventKind};
use crate::line::rules::movement::allowance::{allowance, is_fast};
use crate::line::rules::movement::contact::{FreeGround, closest_contact};
use crate::line::rules::movement::facing::Facing;
use crate::line::rules::movement::move_to;
use crate::line::rules::{Round, formations};

/// The highest roll of two dice.
pub(crate) const ROLL_MAX: u16 = 12;
/// The most likely roll of two dice.
pub(crate) const USUAL_ROLL: u16 = 7;

/// What a charge needs, and whether it may cross zones.
pub(crate) struct Approach {
    /// **V-7** What 2d6 must reach: the least that any unit of the squad pays, terrain included, for a free tile from
    /// which it has a unit of the target in contact; 0 if it has one already. `None` if there is no way in. The way
    /// leads over free tiles, as when a unit presses in (M-3), because only plain moves pass through friends (V-1).
    pub(crate) needed: Option<u16>,
    pub(super) zones: Zones,
}

/// **V-7** Resolves a charge: 2d6 must reach what it needs, and beat the roll of a target that has disengaged (V-6).
///
/// A squad that is already in contact with its target needs no roll. One that is engaged only with other squads can't
/// get away from them by charging.
pub(super) fn charge(round: &mut Round<'_>, squad: SquadId, target: SquadId) {
    if let Some(why) = refusal(round, squad, target) {
        return round.emit(Event::Stayed { squad, why });
    }
    round.trigger(Trigger::Charged, target);

    let attempt = ChargeAttempt { squad, target };
    let Approach { needed, zones } = attempt.approach(&round.battle);
    let mut two = |kind: EventKind, by: SquadId, at: SquadId, purpose| {
        round.dice.event(Label { at: at.0, ..Label::of(kind as u8, by.0) }).two(purpose)
    };
    let dice = needed.filter(|it| 0 < *it).map(|_| two(EventKind::Charge, squad, target, chance::CHARGE));
    let may_oppose = dice.is_some() && round.battle.squad(target).has_disengaged;
    let opposed = may_oppose.then(|| two(EventKind::Oppose, target, squad, chance::OPPOSE));
    let made = needed.is_some_and(|needed| charge_is_made(needed, total(dice), opposed.map(|it| total(Some(it)))));
    round.emit(Event::Charged(Box::new(Charge { squad, target, needed, dice, opposed, made })));

    if made && dice.is_some() {
        let mut places = attempt.move_in(&round.battle, total(dice), zones);
        if formations::spear_wall(round, squad, &places) {
            // The survivors move in as far as the same roll carries.
            places = attempt.move_in(&round.battle, total(dice), zones);
        }
        if !round.battle.is_on_map(squad) {
            return;
        }
        let it = move_to(&round.battle, squad, MoveKind::Charge, &places);
        round.emit(Event::Moved(Box::new(it)));
        round.trigger(Trigger::EndsMove, squad);
    }
}

/// **V-7** Whether a charge with this roll is made: the roll reaches what is needed, and beats the roll of a target
/// that opposes it (V-6).
pub fn charge_is_made(needed: u16, rolled: u16, opposed: Option<u16>) -> bool {
    needed <= rolled && opposed.is_none_or(|it| it < rolled)
}

fn refusal(round: &Round<'_>, squad: SquadId, target: SquadId) -> Option<Stay> {
    let battle = &round.battle;
    if let Some(why) = formations::hindrance(battle, squad) {
        Some(why)
    } else if !is_fast(battle, round.orders, squad) {
        Some(Stay::HasShot)
    } else if !battle.is_on_map(target) {
        Some(Stay::TargetGone)
    } else if battle.is_squad_engaged(squad) && !battle.squads_in_contact(squad).contains(&target) {
        Some(Stay::Engaged)
    } else if allowance(battle, round.orders, squad).base == 0 {
        Some(Stay::Immobile)
    } else {
        None
    }
}

fn total(dice: Option<[D6; 2]>) -> u16 {
    dice.map_or(0, |dice| dice.iter().map(|it| u16::from(it.face())).sum())
}

/// A squad and the squad that it charges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChargeAttempt {
    pub(crate) squad: SquadId,
    pub(crate) target: SquadId,
}

impl ChargeAttempt {
    /// **V-7** Where the units of a squad end if its charge is made with a usual roll, or just reaches what it needs;
    /// empty if it needs no roll or has no way in.
    pub(crate) fn usual_places(self, battle: &Battle) -> Vec<(UnitId, Tile)> {
        let Approach { needed, zones } = self.approach(battle);
        match needed {
            None | Some(0) => Vec::new(),
            Some(needed) => self.move_in(battle, needed.max(USUAL_ROLL), zones),
        }
    }

    /// What the charge needs. **Q-F22** It stays out of the zones of other squads, unless two dice can't reach the
    /// target that way.
    pub(crate) fn approach(self, battle: &Battle) -> Approach {
        let ChargeAttempt { squad, target } = self;
        if battle.squads_in_contact(squad).contains(&target) {
            return Approach { needed: Some(0), zones: Zones::Shun };
        }
        self.over(battle, self.free_ground(battle))
    }

    /// **V-7** What the charge would need if no friends stood in the way.
    pub(crate) fn past_friends(self, battle: &Battle) -> Approach {
        let mut free = self.free_ground(battle);
        let others = battle.standing_of(battle.side(self.squad)).filter(|it| battle.unit(*it).squad != self.squad);
        others.for_each(|it| free.taken.restore(battle.footprint(it), &free.bare));
        self.over(battle, free)
    }

    fn over(self, battle: &Battle, mut free: FreeGround) -> Approach {
        let foes: Vec<UnitId> = battle.standing(self.target).collect();
        let mut least = |zones, limit| least_steps(battle, &mut free, self.squad, &foes, zones, limit);
        if let Some(careful) = least(Zones::Shun, Some(ROLL_MAX)) {
            return Approach { needed: Some(careful), zones: Zones::Shun };
        }
        let needed = least(Zones::Ignore, Some(ROLL_MAX)).or_else(|| least(Zones::Ignore, None));
        Approach { needed, zones: Zones::Ignore }
    }

    /// The ground with every standing unit in the way, and with the zones of enemies that are not charged marked.
    pub(super) fn free_ground(self, battle: &Battle) -> FreeGround {
        let mut free = FreeGround::of(battle);
        let enemies = battle.squads_of(battle.side(self.squad).other()).filter(|it| *it != self.target);
        for enemy in enemies.flat_map(|it| battle.standing(it)) {
            free.taken.mark_zone(battle.board(), battle.footprint(enemy), battle.reach(enemy));
        }
        free
    }

    /// **V-7** The places of units that move as close as the roll carries: first those that get into contact, then the
    /// others behind them.
    fn move_in(self, battle: &Battle, rolled: u16, zones: Zones) -> Vec<(UnitId, Tile)> {
        let mut free = self.free_ground(battle);
        let foes: Vec<UnitId> = battle.standing(self.target).collect();
        let facing = Facing::of(battle, self.squad);
        let mut places = Vec::new();
        let mut behind = Vec::new();
        for unit in closest_first(battle, self.squad, &foes) {
            let from = battle.footprint(unit);
            free.flood(from, zones, Some(rolled));
            match closest_contact(battle, &free.field, unit, &foes, facing, |_| false) {
                Some((_, to)) => take_step(&mut free, &mut places, unit, from, to),
                None => behind.push(unit),
            }
        }
        // The distance to the nearest of the foes from each tile.
        let mut closeness = Field::default();
        if !behind.is_empty() {
            let ends = foes.iter().flat_map(|it| battle.footprint(*it).tiles());
            closeness.flood_to(&free.bare, ends, Zones::Ignore, None);
        }
        for unit in behind {
            let from = battle.footprint(unit);
            free.flood(from, zones, Some(rolled));
            let worth = |at: Tile| closeness.cost(at).unwrap_or(u16::MAX);
            let best = free.field.reached().min_by_key(|&(at, cost)| (worth(at), cost, facing.order(at)));
            if let Some((to, _)) = best.filter(|it| worth(it.0) < worth(from.at)) {
                take_step(&mut free, &mut places, unit, from, to);
            }
        }
        places
    }
}

fn least_steps(
    battle: &Battle,
    free: &mut FreeGround,
    squad: SquadId,
    foes: &[UnitId],
    zones: Zones,
    limit: Option<u16>,
) -> Option<u16> {
    let mut best: Option<u16> = None;
    for unit in closest_first(battle, squad, foes) {
        let limit = match best {
            // Nothing is less than no step at all: without friends in between, a unit would be in contact.
            Some(0) => break,
            Some(steps) => Some(steps - 1),
            None => limit,
        };
        free.flood(battle.footprint(unit), zones, limit);
        // The cost is the same, whichever of equal tiles it takes.
        best = closest_contact(battle, &free.field, unit, foes, Facing::Nowhere, |_| false).map(|it| it.0).or(best);
    }
    best
}

/// **M-3** The units of a squad that can move, the closest to the foes first.
fn closest_first(battle: &Battle, squad: SquadId, foes: &[UnitId]) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = battle.standing(squad).filter(|it| !battle.is_rooted(*it)).collect();
    units.sort_by_cached_key(|it| battle.distance(battle.footprint(*it), foes));
    units
}

fn take_step(free: &mut FreeGround, places: &mut Vec<(UnitId, Tile)>, unit: UnitId, from: Footprint, to: Tile) {
    free.step(from, to);
    places.push((unit, to));
}
