//! What an order would do if nothing changed before it is carried out: for answers to posts, for commanders, and for
//! odds. Nothing here rolls dice or changes a battle.

mod foresight;
mod hopeless;
mod salvo;

pub use foresight::{after_command_of, commanded, fires_without_order, is_in_vain, melee, nerve, trigger_events};
pub use hopeless::{Ways, hopeless, ways};
pub use salvo::{Salvo, salvo_before_dice, salvos};

pub use crate::line::rules::attack::Victim;
pub use crate::line::rules::formations::{
    StartPreview, form_up, frenzied_order, given_up, is_in_spear_wall, members, organised,
};
pub use crate::line::rules::goals::{Progress, goal_progress, is_denied, parts_progress, progress};
pub use crate::line::rules::movement::{Plan as RoutePreview, charge_is_made, is_fast as may_charge};
pub use crate::line::rules::stray::melee_friend as friend_in_melee;
pub use crate::line::rules::targets::{all_fire_at, best_fire, best_fire_among, prospects};
pub use crate::line::rules::terms::{
    Damage, Reroll, ToHit, ToWound, attacks, blast_attacks, fate_of, hit_needs, save_needs, saves, worth,
};

use std::borrow::Cow;

use crate::field::{SquadId, Tile, UnitId, summed};
use crate::line::battle::{
    AbilityUse, Battle, CutShort, Event, Expected, Fight, FirePart, Formation, FormationId, MoveKind, Movement, Orders,
    Route, Side, Silence, Station, Stay, Trigger, VolleyAt, WeaponId,
};
use crate::line::rules::battery::PlannedFire;
use crate::line::rules::formations::MarchOrder;
use crate::line::rules::movement::{Approach, ChargeAttempt, Planner};
use crate::line::rules::{Line, Round, attack, battery, command, formations, melee, movement, run_without_dice, stray};

/// One part of a volley, as it would be fired now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirePreview {
    pub target: SquadId,
    /// Units that would fire, weapon by weapon.
    pub firing: Vec<(WeaponId, u16)>,
    /// The distances of the nearest and the farthest unit that fires, in tiles.
    pub distance: Option<(u16, u16)>,
    /// The longest range of the weapons that fire, in tiles, modifiers included; 0 if none does.
    pub range: u16,
    /// Units that have a weapon for it and couldn't fire.
    pub silent: Vec<(UnitId, Silence)>,
    /// Its average result.
    pub expected: Expected,
    /// **S-9** The friends that misses would be rolled again at.
    pub friend_in_melee: Option<SquadId>,
}

impl FirePreview {
    /// This and another preview at the same squad, or at one unit of it, as one.
    #[must_use]
    pub fn with(mut self, other: FirePreview) -> FirePreview {
        self.firing = summed(self.firing.into_iter().chain(other.firing));
        let both = self.distance.zip(other.distance);
        let widest = both.map(|(one, other)| (one.0.min(other.0), one.1.max(other.1)));
        self.distance = widest.or(self.distance).or(other.distance);
        self.range = self.range.max(other.range);
        self.expected = [self.expected, other.expected].into_iter().sum();
        self.silent.extend(other.silent);
        self.friend_in_melee = self.friend_in_melee.or(other.friend_in_melee);
        self
    }
}

/// Previews a volley that is fired now, part by part. A part whose target is gone fires nothing.
pub fn fire(rules: &Line, battle: &Battle, squad: SquadId, parts: &[FirePart]) -> Vec<FirePreview> {
    let uses = battery::assign(battle, squad, parts);
    let preview = |(n, part): (usize, &FirePart)| {
        let planned = battery::plan(battle, squad, part.target, &uses.of(n), None);
        fire_preview(rules, battle, squad, part.target, planned)
    };
    parts.iter().enumerate().map(preview).collect()
}

fn fire_preview(rules: &Line, battle: &Battle, squad: SquadId, target: SquadId, planned: PlannedFire) -> FirePreview {
    let attackers = planned.plans.iter().flat_map(|it| &it.attackers);
    let distances = attackers.filter_map(|it| battle.distance(battle.footprint(it.unit), battle.standing(target)));
    FirePreview {
        target,
        firing: planned.plans.iter().filter_map(|it| Some((it.arm.weapon?, it.attackers.len() as u16))).collect(),
        distance: distances.clone().min().zip(distances.max()),
        range: planned.plans.iter().filter(|it| !it.attackers.is_empty()).map(|it| it.arm.range).max().unwrap_or(0),
        expected: planned.plans.iter().map(|it| attack::expect(rules, battle, it)).sum(),
        friend_in_melee: stray::melee_friend(battle, squad, target),
        silent: planned.silent,
    }
}

/// **F-3** A formation's fire at one unit together, as it would be fired now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VolleyPreview {
    pub formation: FormationId,
    /// The unit that would be shot at; `None` if it is gone.
    pub unit: Option<UnitId>,
    /// The fire of each of its squads.
    pub fire: Vec<(SquadId, FirePreview)>,
}

/// **F-3** Previews the fire of each formation of a squad at one unit; empty if it has no formation.
pub fn volley(rules: &Line, battle: &Battle, squad: SquadId, order: VolleyAt) -> Vec<VolleyPreview> {
    let preview = |formation: &Formation| {
        let unit = formations::volley_target(rules, battle, formation, order);
        let planned = unit.map_or_else(Vec::new, |it| formations::volley_plans(battle, formation, it));
        let target = unit.map_or(order.target, |it| battle.unit(it).squad);
        let fire =
            planned.into_iter().map(|(squad, planned)| (squad, fire_preview(rules, battle, squad, target, planned)));
        VolleyPreview { formation: formation.id, unit, fire: fire.collect() }
    };
    battle.formations_of(squad).map(preview).collect()
}

/// **F-20** The events of a march that the formations of a squad would make now; `None` if it has no formation, or no
/// order to march.
pub fn march(rules: &Line, battle: &Battle, orders: &Orders, squad: SquadId) -> Option<Vec<Event>> {
    let order = match orders.movement.get(squad)? {
        Movement::Steps(steps) => MarchOrder::Steps(steps),
        it => MarchOrder::Route(it.plain_route()?),
    };
    // A squad without a formation is sorted out before the battle is copied.
    battle.formations_of(squad).next()?;
    let battle = having_abandoned(battle, orders, squad);
    let mut has_formations = false;
    let take_steps = |round: &mut Round<'_>| has_formations = formations::take_steps(round, squad, order);
    let events = run_without_dice(rules, &battle, orders, take_steps).1;
    has_formations.then_some(events)
}

/// **V-4** How far a squad may move. `orders` decide whether it gives up shooting for the faster move (V-3), and which
/// units it abandons first (V-5).
pub fn steps(battle: &Battle, orders: &Orders, squad: SquadId) -> u16 {
    movement::allowance(&having_abandoned(battle, orders, squad), orders, squad).steps
}

/// **C-2, C-3, H-2** Whether an ability could be used like this now.
pub fn may_use(battle: &Battle, it: AbilityUse) -> bool {
    command::ability_trouble(battle, it).is_none()
}

/// A melee, as it would be fought now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FightPreview {
    /// The squad that most units would strike; `None` if nobody is in contact.
    pub target: Option<SquadId>,
    /// **M-4** Whether any unit would strike the ordered squad; `true` if none is ordered.
    pub strikes_as_told: bool,
    /// How many units are in contact.
    pub striking: u16,
}

/// Previews the blows of a squad that are struck now.
pub fn fight(rules: &Line, battle: &Battle, squad: SquadId, order: &Fight) -> FightPreview {
    let plans = melee::blow_plans(rules, battle, squad, order);
    let striking = |target| plans.iter().filter(|it| it.at == target).map(|it| it.attackers.len()).sum::<usize>();
    FightPreview {
        target: plans.iter().map(|it| it.at).max_by_key(|it| (striking(*it), std::cmp::Reverse(*it))),
        strikes_as_told: order.target.is_none_or(|it| 0 < striking(it)),
        striking: battle.standing(squad).filter(|it| battle.is_in_contact(*it)).count() as u16,
    }
}

/// The average result of a squad's blows at another, if all units of both were in contact.
pub fn clash(rules: &Line, battle: &Battle, squad: SquadId, target: SquadId) -> Expected {
    melee::clash_plans(rules, battle, squad, target).iter().map(|it| attack::expect(rules, battle, it)).sum()
}

/// How a squad would move if it set out now. `orders` decide whether it gives up shooting for the faster move (V-3),
/// which units it abandons first (V-5), and whether it disengages (V-6).
pub fn route(rules: &Line, battle: &Battle, orders: &Orders, squad: SquadId, route: &Route) -> RoutePreview {
    let gets_away = matches!(orders.movement.get(squad), Some(Movement::Disengage(_)));
    let kind = if gets_away { MoveKind::Disengage } else { MoveKind::Plain };
    let battle = &having_abandoned(battle, orders, squad);
    let plan = Planner { rules, battle, orders }.plan(squad, Some(route), kind);
    preview_of(battle, squad, plan)
}

fn having_abandoned<'a>(battle: &'a Battle, orders: &Orders, squad: SquadId) -> Cow<'a, Battle> {
    let mut battle = Cow::Borrowed(battle);
    abandon(&mut battle, orders, squad);
    battle
}

fn abandon(battle: &mut Cow<'_, Battle>, orders: &Orders, squad: SquadId) {
    let units = movement::to_abandon(battle, orders, squad);
    if !units.is_empty() {
        battle.to_mut().apply(&Event::Abandoned { squad, units });
    }
}

fn preview_of(battle: &Battle, squad: SquadId, plan: Result<RoutePreview, Stay>) -> RoutePreview {
    plan.unwrap_or_else(|why| RoutePreview {
        path: battle.leader(squad).map(|it| battle.unit(it).at).into_iter().collect(),
        places: battle.standing(squad).map(|it| (it, battle.unit(it).at)).collect(),
        stays: Some(why),
        ..RoutePreview::default()
    })
}

/// A charge, as it would be rolled now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChargePreview {
    /// The move before it.
    pub route: Option<RoutePreview>,
    /// What 2d6 must reach; `None` if there is no way in. 0 needs no roll.
    pub needed: Option<u16>,
}

/// Finds the way in of a charge, as it is or as if no friends were in the way.
type WayIn = fn(ChargeAttempt, &Battle) -> Approach;

/// A battle in which squads move by their orders, one after the other.
pub struct Course<'a> {
    rules: &'a Line,
    /// The battle before any squad has moved.
    before: &'a Battle,
    orders: &'a Orders,
    battle: Cow<'a, Battle>,
}

impl<'a> Course<'a> {
    pub fn of(rules: &'a Line, before: &'a Battle, orders: &'a Orders) -> Course<'a> {
        Course { rules, before, orders, battle: Cow::Borrowed(before) }
    }

    /// Previews a charge that is rolled now, after the move before it.
    pub fn charge(mut self, squad: SquadId, target: SquadId, after: Option<&Route>) -> ChargePreview {
        let route = after.and_then(|it| self.make_move(squad, it));
        ChargePreview { needed: self.needed(squad, target, ChargeAttempt::approach), route }
    }

    /// **V-7, V-8** Previews a charge in its turn, as far as its own side decides that: by then all plain moves of the
    /// side have been made, and so have the earlier charges that are more likely to be made than not.
    pub fn charge_in_turn(&mut self, squad: SquadId, target: SquadId, after: Option<&Route>) -> ChargePreview {
        let (before, orders) = (self.before, self.orders);
        let ours = || moves_of(before, orders, before.side(squad));
        self.make_moves(ours().take_while(|it| it.0 != squad));
        let route = after.and_then(|it| self.make_move(squad, it));
        self.make_moves(ours().skip_while(|it| it.0 != squad).skip(1));
        for (other, it) in ours().take_while(|it| it.0 != squad) {
            if let Movement::Charge { target, .. } = it {
                self.charge_next(other, *target);
            }
        }
        ChargePreview { route, needed: self.needed(squad, target, ChargeAttempt::approach) }
    }

    /// What a charge would need without friends in the way; `None` if that is no less than `needed`.
    pub fn past_friends(&mut self, squad: SquadId, target: SquadId, needed: Option<u16>) -> Option<u16> {
        self.needed(squad, target, ChargeAttempt::past_friends).filter(|it| needed.is_none_or(|needed| *it < needed))
    }

    /// **R-5, V-8** The battle when a squad's move begins, as far as its own side decides that: the squads whose orders
    /// come before its own have moved.
    pub fn set_out(mut self, squad: SquadId) -> Battle {
        let ours = moves_of(self.before, self.orders, self.before.side(squad));
        self.make_moves(ours.take_while(|it| it.0 != squad));
        self.battle.into_owned()
    }

    /// **R-5, V-8** Previews the moves of a side in their order, each in the battle that the earlier ones lead to.
    pub fn moves(mut self, side: Side) -> Vec<(SquadId, RoutePreview)> {
        let mut moves = Vec::new();
        for (squad, it) in moves_of(self.before, self.orders, side) {
            let Some(way) = it.plain_route() else { continue };
            let before = self.battle.clone();
            let seen = self.make_move(squad, way);
            // **F-20** A formation marches instead.
            moves.push((squad, seen.unwrap_or_else(|| route(self.rules, &before, self.orders, squad, way))));
        }
        moves
    }

    /// **V-2** Where a member that is sent to a tile would end, with its squad if that moves, or else alone, and why it
    /// would go no farther, if that is known.
    ///
    /// # Errors
    ///
    /// If it would stay where it is, with the reason.
    pub fn station(self, unit: UnitId, to: Station) -> Result<(Tile, Option<CutShort>), Stay> {
        let (rules, orders) = (self.rules, self.orders);
        let stays = (self.before.unit(unit).at, None);
        let battle = &self.set_out(to.squad);
        match orders.movement.get(to.squad) {
            Some(Movement::Move(way) | Movement::Charge { after: Some(way), .. }) => {
                let seen = route(rules, battle, orders, to.squad, way);
                let end = seen.places.iter().find(|it| it.0 == unit).map_or(stays, |it| (it.1, None));
                seen.stays.map_or(Ok(end), Err)
            }
            Some(Movement::Charge { .. } | Movement::Disengage(_) | Movement::Steps(_)) => Ok(stays),
            Some(Movement::Hold) | None => {
                let battle = &having_abandoned(battle, orders, to.squad);
                let planner = Planner { rules, battle, orders };
                let plan = planner.plan_station(unit, to.at)?;
                Ok(plan.places.first().map_or(stays, |it| (it.1, plan.cut_short)))
            }
        }
    }

    /// **F-20** The unit of a squad's first formation that a march brings to the goal of a route, and why it would get
    /// less far now, if it would; `None` if there is no such march.
    pub fn march_guide(&self, squad: SquadId, route: &Route) -> Option<(UnitId, Option<CutShort>)> {
        let battle = having_abandoned(self.before, self.orders, squad);
        let mut found = None;
        run_without_dice(self.rules, &battle, self.orders, |round| found = formations::guide(round, squad, route));
        found
    }

    /// **V-7** What 2d6 must reach on a way in. **C-5** Abilities that wait for the charge may change it.
    fn needed(&mut self, squad: SquadId, target: SquadId, way_in: WayIn) -> Option<u16> {
        let mut now = Cow::Borrowed(&*self.battle);
        trigger_events(self.rules, &self.battle, Trigger::Charged, target).iter().for_each(|it| now.to_mut().apply(it));
        way_in(ChargeAttempt { squad, target }, &now).needed
    }

    /// **V-1, V-7** Makes a squad's plain move, or the move before its charge; `None` if it marches instead.
    fn make_move(&mut self, squad: SquadId, route: &Route) -> Option<RoutePreview> {
        abandon(&mut self.battle, self.orders, squad);
        // **F-20** A formation takes its Steps instead.
        if let Some(events) = march(self.rules, &self.battle, self.orders, squad) {
            events.iter().for_each(|it| self.battle.to_mut().apply(it));
            return None;
        }
        let kind = MoveKind::BeforeCharge;
        let Course { rules, orders, battle, .. } = self;
        let plan = Planner { rules, battle, orders }.plan(squad, Some(route), kind);
        let seen = preview_of(&self.battle, squad, plan);
        if seen.stays.is_none() {
            apply_move(self.battle.to_mut(), squad, kind, &seen.places);
        }
        Some(seen)
    }

    /// Makes the plain moves, and the moves before charges, of these orders.
    fn make_moves<'b>(&mut self, orders: impl Iterator<Item = (SquadId, &'b Movement)>) {
        for (squad, it) in orders {
            if let Some(route) = it.plain_route() {
                self.make_move(squad, route);
            }
        }
    }

    /// **V-7** Makes a charge if it is more likely to be made than not. Returns what it needs.
    fn charge_next(&mut self, squad: SquadId, target: SquadId) -> Option<u16> {
        let needed = self.needed(squad, target, ChargeAttempt::approach);
        let is_likely = needed.is_some_and(|it| it <= movement::USUAL_ROLL);
        if is_likely && movement::is_fast(&self.battle, self.orders, squad) {
            let places = ChargeAttempt { squad, target }.usual_places(&self.battle);
            apply_move(self.battle.to_mut(), squad, MoveKind::Charge, &places);
        }
        needed
    }
}

/// The movement orders of a side, in the order in which they were posted.
fn moves_of<'a>(battle: &'a Battle, orders: &'a Orders, side: Side) -> impl Iterator<Item = (SquadId, &'a Movement)> {
    orders.movement.iter().filter(move |it| battle.side(it.0) == side)
}

fn apply_move(battle: &mut Battle, squad: SquadId, kind: MoveKind, places: &[(UnitId, Tile)]) {
    let it = movement::move_to(battle, squad, kind, places);
    battle.apply(&Event::Moved(Box::new(it)));
}

/// **L-1** A morale test of a squad, as it would be rolled now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoralePreview {
    /// LD.
    pub needs: u8,
    /// **L-2** What is added to 2d6.
    pub modifiers: i16,
    /// **C-5** Whether an ability waits for the test to fail, and would clear the break.
    pub is_rallied: bool,
}

impl MoralePreview {
    /// **L-1** Whether two dice with this sum pass.
    pub fn passes(&self, dice_sum: u16) -> bool {
        crate::line::rules::morale::passes(self.needs, self.modifiers, dice_sum)
    }
}

/// **L-1** Previews a squad's morale test. Whether it is tested at all depends on its losses.
pub fn morale(battle: &Battle, squad: SquadId) -> MoralePreview {
    foresight::morale_if_standing(battle, squad, battle.standing(squad))
}
