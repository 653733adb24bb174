//! Volleys in a battle: weapon by weapon, one volley after the other, with what goes astray.

use std::cell::Cell;
use std::rc::Rc;

use crate::field::{SquadId, UnitId};
use crate::line::battle::{Battle, Fire, FirePart, FormationId, Orders, Phase, Side, Trigger, Volley, VolleyAt};
use crate::line::odds::chances::{NerveOdds, breaks};
use crate::line::odds::law::Law;
use crate::line::odds::tally::{PartOdds, Tally};
use crate::line::odds::world::{Field, Later, World, Worlds, in_melee, put};
use crate::line::odds::{LOOK_WORK, Patience, TooMuch};
use crate::line::rules::Line;
use crate::line::rules::preview::{self, Salvo, Together};

/// One squad's order to fire.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    pub squad: SquadId,
    pub shots: Shots<'a>,
}

/// What a squad fires at.
#[derive(Clone, Copy, Debug)]
pub enum Shots<'a> {
    /// **S-4** Squads, part by part.
    At(&'a [FirePart]),
    /// **F-3** One unit, each of its formations together.
    Together(VolleyAt),
}

impl<'a> Order<'a> {
    pub fn at(squad: SquadId, parts: &'a [FirePart]) -> Order<'a> {
        Order { squad, shots: Shots::At(parts) }
    }

    pub fn together(squad: SquadId, at: VolleyAt) -> Order<'a> {
        Order { squad, shots: Shots::Together(at) }
    }

    /// `None` for one that names no target.
    pub fn of(squad: SquadId, fire: &'a Fire) -> Option<Order<'a>> {
        match fire {
            Fire::At(parts) => Some(Order::at(squad, parts)),
            Fire::Volley(at) => Some(Order::together(squad, *at)),
            Fire::AtWill => None,
        }
    }

    pub(super) fn targets(&self) -> Vec<SquadId> {
        match self.shots {
            Shots::At(parts) => parts.iter().map(|it| it.target).collect(),
            Shots::Together(at) => vec![at.target],
        }
    }

    /// **F-3** Squads that fire with it.
    pub(super) fn shooters(&self, battle: &Battle) -> Vec<SquadId> {
        let mut squads = vec![self.squad];
        if let Shots::Together(_) = self.shots {
            let members = battle.formations_of(self.squad).flat_map(|it| &it.members);
            squads.extend(members.map(|it| battle.unit(*it).squad));
            squads.sort();
            squads.dedup();
        }
        squads
    }
}

/// What becomes of volleys that are fired in this order, part by part, or formation by formation (F-3): each meets what those
/// before it left, and nobody who has fired with another squad of his formation does so again.
///
/// Abilities that wait for a shot (C-5) come into effect with the first at their squad. Whoever a `[Hazardous]` weapon
/// fells is so only at the end.
pub fn fire(rules: &Line, battle: &Battle, queue: &[Order<'_>], patience: Patience) -> Result<Vec<PartOdds>, TooMuch> {
    let patience = Cell::new(patience);
    let mut field = Field::new(rules, battle, Phase::Shooting, &patience);
    let (found, _) = fire_all(&mut field, queue, &Later::default())?;
    Ok(found.into_iter().flatten().collect())
}

/// What becomes of a squad's order to fire in its turn, after those that its own side's players posted before it: of
/// each of its parts, or of each of the formations that the squad is of now.
///
/// `orders` are those that whoever asks may know of.
pub fn fire_in_turn(
    rules: &Line,
    battle: &Battle,
    orders: &Orders,
    order: Order<'_>,
    patience: &Cell<Patience>,
) -> Result<Vec<PartOdds>, TooMuch> {
    let before = orders.fire.iter().take_while(|it| it.0 != order.squad);
    let ours = before.filter(|it| battle.side(it.0) == battle.side(order.squad));
    let mut queue = concerning(battle, ours, &order.targets(), &order.shooters(battle));
    queue.push(order);
    let mut field = Field::new(rules, battle, Phase::Shooting, patience);
    let (mut found, _) = fire_all(&mut field, &queue, &Later::default())?;
    Ok(found.pop().unwrap_or_default())
}

/// **L-1** What becomes of a squad's nerve after all fire that was ordered, the players' first (S-5), as far as whoever
/// asks may know.
pub fn nerve(
    rules: &Line,
    battle: &Battle,
    orders: &Orders,
    squad: SquadId,
    patience: &Cell<Patience>,
) -> Result<NerveOdds, TooMuch> {
    let of_side = |side| orders.fire.iter().filter(move |it| battle.side(it.0) == side);
    let in_turn = Side::ALL.into_iter().flat_map(of_side);
    let queue = concerning(battle, in_turn, &[squad], &[]);
    let mut field = Field::new(rules, battle, Phase::Shooting, patience);
    let (_, worlds) = fire_all(&mut field, &queue, &Later { targets: vec![squad], shooters: Vec::new() })?;
    let is_at_will = |it: &(SquadId, &Fire)| *it.1 == Fire::AtWill && battle.side(it.0) != battle.side(squad);
    let mut odds = NerveOdds {
        test: preview::morale(battle, squad),
        tested: 0.0,
        breaks: 0.0,
        gone: 0.0,
        volleys: queue.len(),
        at_will: orders.fire.iter().filter(is_at_will).count(),
    };
    for (world, chance) in &worlds {
        let hp = |it: UnitId| field.hp(world, it);
        let scene = field.scene(world);
        if scene.squad(squad).members.iter().all(|it| hp(*it) <= 0) {
            odds.gone += chance;
        }
        if preview::nerve(scene, squad, hp).is_some() {
            odds.tested += chance;
        }
        odds.breaks += chance * breaks(&field, world, squad);
    }
    Ok(odds)
}

/// **R-1** How a battle may stand for what a squad does later in the round, once its own side has fired at these targets, each
/// way with its chance; none if nobody does.
pub(super) fn after_fire_at(
    rules: &Line,
    battle: &Battle,
    orders: &Orders,
    (squad, targets): (SquadId, &[SquadId]),
    patience: &Cell<Patience>,
) -> Result<Vec<(Rc<Battle>, f64)>, TooMuch> {
    /// Everybody's moves are looked at once more.
    const LATER_WORK: usize = 20 * LOOK_WORK;
    let ours = orders.fire.iter().filter(|it| battle.side(it.0) == battle.side(squad));
    let queue = concerning(battle, ours, targets, &[]);
    if queue.is_empty() {
        return Ok(Vec::new());
    }
    let mut field = Field::new(rules, battle, Phase::Shooting, patience);
    // **M-2** Who has fired fires no more at close quarters.
    let (_, worlds) = fire_all(&mut field, &queue, &Later { targets: targets.to_vec(), shooters: targets.to_vec() })?;
    let look = |(world, chance): (World, f64)| {
        field.spend(LATER_WORK)?;
        Ok((field.battle_of(&world), chance))
    };
    worlds.into_iter().map(look).collect()
}

/// Those of some orders that make a difference to what becomes of these targets, fired at by these squads.
///
/// What is fired at other squads makes none, unless a melee ties them together: who falls in it may set somebody free to
/// fire, or leave nobody to be hit by mistake. **F-3** So do formations: who fires with one fires no more with his own
/// squad, and who has fired with that not with his formation.
fn concerning<'a>(
    battle: &Battle,
    orders: impl Iterator<Item = (SquadId, &'a Fire)>,
    targets: &[SquadId],
    by: &[SquadId],
) -> Vec<Order<'a>> {
    let in_melee = in_melee(battle);
    let is_near_melee = targets.iter().chain(by).any(|it| in_melee.contains(it));
    let (mut targets, mut shooters) = (targets.to_vec(), by.to_vec());
    let mut queue = Vec::new();
    let orders: Vec<Order<'a>> = orders.filter_map(|(squad, fire)| Order::of(squad, fire)).collect();
    for order in orders.into_iter().rev() {
        let (at, with) = (order.targets(), order.shooters(battle));
        let concerns = |it: &SquadId| targets.contains(it) || (is_near_melee && in_melee.contains(it));
        let is_tied = battle.has_formations() && with.iter().any(|it| shooters.contains(it));
        if is_tied || at.iter().any(concerns) {
            if battle.has_formations() {
                shooters.extend(with);
                targets.extend(at);
            }
            queue.push(order);
        }
    }
    queue.reverse();
    queue
}

/// How many a volley that was rolled would have felled, in the battle as it was before; `None` where that can't be told
/// ([`preview::as_it_was`]), or there are too many ways to go through.
pub fn of_rolled(battle: &Battle, volley: &Volley) -> Option<Law> {
    let salvo = preview::as_it_was(battle, volley)?;
    let (rules, patience) = (Line::default(), Cell::new(Patience::BRIEF));
    let mut field = Field::new(&rules, battle, battle.phase(), &patience);
    let mut tally = Tally::new(battle, volley.by, volley.at);
    tally.attack_at_once(&mut field, &salvo).ok()?;
    Some(tally.done(Law::sure(0)).downed)
}

/// All of a queue, order by order, and how things may stand after it for what comes later.
fn fire_all(
    field: &mut Field<'_>,
    queue: &[Order<'_>],
    keep: &Later,
) -> Result<(Vec<Vec<PartOdds>>, Worlds<World>), TooMuch> {
    let mut worlds = Worlds::from([(World::default(), 1.0)]);
    let mut found = Vec::new();
    let opening = field.battle_of(&World::default());
    for (n, order) in queue.iter().enumerate() {
        let mut later = keep.clone();
        for it in &queue[n + 1..] {
            later.targets.extend(it.targets());
            // **F-3** Without formations nobody fires but on his own squad's order.
            if opening.has_formations() {
                later.shooters.extend(it.shooters(&opening));
            }
        }
        let (odds, after) = fire_one(field, &opening, order, worlds, &later)?;
        found.push(odds);
        worlds = after;
    }
    Ok((found, worlds))
}

/// **S-4, F-3** One squad fires, part by part or formation by formation; then more is to come.
fn fire_one(
    field: &mut Field<'_>,
    opening: &Battle,
    order: &Order<'_>,
    worlds: Worlds<World>,
    later: &Later,
) -> Result<(Vec<PartOdds>, Worlds<World>), TooMuch> {
    let Order { squad, shots } = *order;
    let formations: Vec<FormationId> = opening.formations_of(squad).map(|it| it.id).collect();
    let mut tallies: Vec<Tally> = match shots {
        Shots::At(parts) => parts.iter().map(|it| Tally::new(opening, squad, it.target)).collect(),
        Shots::Together(at) => (0..formations.len().max(1)).map(|_| Tally::new(opening, squad, at.target)).collect(),
    };
    let mut users_downed = Law::none();
    let mut next = Worlds::new();
    for (world, chance) in worlds {
        field.spend(LOOK_WORK)?;
        let has_none = field.battle_of(&world).formations_of(squad).next().is_none();
        let worlds = match shots {
            Shots::At(parts) => fire_parts(field, parts, &mut tallies, later, world, chance)?,
            // It fires as any squad does.
            Shots::Together(at) if has_none => {
                let parts = [FirePart { target: at.target, with: None }];
                let (first, others) = tallies.split_at_mut(1);
                for it in others {
                    it.odds.held += chance;
                    it.note_nothing(field, &world, chance)?;
                }
                fire_parts(field, &parts, first, later, world, chance)?
            }
            Shots::Together(at) => fire_together(field, at, &formations, &mut tallies, later, world, chance)?,
        };
        for (world, chance) in worlds {
            users_downed.add_all(&field.hazard(&world), chance);
            for (world, chance) in rolled_for_hazards(field, world, chance, later)? {
                put(&mut next, world.before(opening, later), chance)?;
            }
        }
    }
    Ok((tallies.into_iter().map(|it| it.done(users_downed.clone())).collect(), next))
}

/// **A-6** Once the users of `[Hazardous]` weapons have rolled, as far as anybody asks for them later.
fn rolled_for_hazards(
    field: &mut Field<'_>,
    world: World,
    chance: f64,
    later: &Later,
) -> Result<Worlds<World>, TooMuch> {
    let battle = field.scene(&world);
    let matters = |it: UnitId| {
        let squad = battle.unit(it).squad;
        later.targets.contains(&squad) || later.shooters.contains(&squad)
    };
    match world.has_hazards_of(matters) {
        true => field.after_hazards(&world, chance),
        false => Ok(Worlds::from([(world.without_hazards(), chance)])),
    }
}

/// **S-4** All parts of an order, in one of the ways that led to it.
fn fire_parts(
    field: &mut Field<'_>,
    parts: &[FirePart],
    tallies: &mut [Tally],
    later: &Later,
    world: World,
    chance: f64,
) -> Result<Worlds<World>, TooMuch> {
    let uses = match tallies.first() {
        Some(it) => preview::uses(&field.battle_of(&world), it.odds.squad, parts),
        None => return Ok(Worlds::from([(world, chance)])),
    };
    let mut worlds = Worlds::from([(world, chance)]);
    for (n, tally) in tallies.iter_mut().enumerate() {
        let later = later.and(parts[n + 1..].iter().map(|it| it.target));
        let part = Part { uses: &uses, n, later: &later };
        worlds = in_each(worlds, |world, chance, after| fire_part(field, &part, tally, world, chance, after))?;
    }
    Ok(worlds)
}

/// All ways that things may stand in after something that is done in each of these.
fn in_each(
    worlds: Worlds<World>,
    mut each: impl FnMut(World, f64, &mut Worlds<World>) -> Result<(), TooMuch>,
) -> Result<Worlds<World>, TooMuch> {
    let mut after = Worlds::new();
    for (world, chance) in worlds {
        each(world, chance, &mut after)?;
    }
    Ok(after)
}

/// One part of a volley, and what comes after it.
struct Part<'a> {
    uses: &'a preview::Uses,
    n: usize,
    later: &'a Later,
}

/// One part of a volley, in one of the ways that led to it.
fn fire_part(
    field: &mut Field<'_>,
    part: &Part<'_>,
    tally: &mut Tally,
    mut world: World,
    chance: f64,
    after: &mut Worlds<World>,
) -> Result<(), TooMuch> {
    field.spend(LOOK_WORK)?;
    let PartOdds { squad, target, .. } = tally.odds;
    let battle = field.battle_of(&world);
    let is_there = battle.is_on_map(target);
    let salvos = match is_there && battle.is_on_map(squad) {
        true => preview::salvos(field.rules, &battle, squad, part.uses, part.n, target),
        false => Vec::new(),
    };
    if salvos.is_empty() {
        let is_held = is_there || part.uses.have_fired;
        *(if is_held { &mut tally.odds.held } else { &mut tally.odds.wasted }) += chance;
        tally.note_nothing(field, &world, chance)?;
        if !is_held && battle.is_on_map(squad) {
            let units = preview::wasted(&battle, squad, part.uses, part.n);
            world.note_shot(squad, units.into_iter(), part.later);
        }
        return put(after, world, chance);
    }
    // **C-5** What waited for this moment may change who can be hit, and how well.
    if let Some(world) = field.after_moment(&world, Trigger::ShotAt, target) {
        return fire_part(field, part, tally, world, chance, after);
    }
    discharge_all(field, &salvos, part.later, tally, world, chance, after)
}

/// **F-3** All formations of a squad, each together, in one of the ways that led to it.
fn fire_together(
    field: &mut Field<'_>,
    at: VolleyAt,
    formations: &[FormationId],
    tallies: &mut [Tally],
    later: &Later,
    world: World,
    chance: f64,
) -> Result<Worlds<World>, TooMuch> {
    let mut worlds = Worlds::from([(world, chance)]);
    for (n, (id, tally)) in formations.iter().zip(tallies).enumerate() {
        let later = if n + 1 < formations.len() { later.and([at.target]) } else { later.clone() };
        worlds = in_each(worlds, |world, chance, after| {
            fire_formation(field, (*id, at), &later, tally, world, chance, after)
        })?;
    }
    Ok(worlds)
}

/// **F-3** One formation.
fn fire_formation(
    field: &mut Field<'_>,
    (id, at): (FormationId, VolleyAt),
    later: &Later,
    tally: &mut Tally,
    mut world: World,
    chance: f64,
    after: &mut Worlds<World>,
) -> Result<(), TooMuch> {
    field.spend(LOOK_WORK)?;
    let battle = field.battle_of(&world);
    let target = tally.odds.target;
    match preview::together(field.rules, &battle, id, at) {
        Some(Together::At(unit, salvos)) if !salvos.is_empty() => {
            // **C-5** What waited for this moment may change who can be hit, and how well.
            if let Some(world) = field.after_moment(&world, Trigger::ShotAt, target) {
                return fire_formation(field, (id, at), later, tally, world, chance, after);
            }
            tally.note_aim(unit, chance);
            return discharge_all(field, &salvos, later, tally, world, chance, after);
        }
        Some(Together::Wasted(squads)) if !squads.is_empty() => {
            tally.odds.wasted += chance;
            squads.into_iter().for_each(|(squad, units)| world.note_shot(squad, units.into_iter(), later));
        }
        // Nobody of it is left to fire.
        Some(Together::At(..) | Together::Wasted(_)) | None => tally.odds.held += chance,
    }
    tally.note_nothing(field, &world, chance)?;
    put(after, world, chance)
}

/// All weapons at the target, in one of the ways that led to it.
fn discharge_all(
    field: &mut Field<'_>,
    salvos: &[Salvo],
    later: &Later,
    tally: &mut Tally,
    mut world: World,
    chance: f64,
    after: &mut Worlds<World>,
) -> Result<(), TooMuch> {
    salvos.iter().for_each(|it| world.note_shot(it.by, it.users(), later));
    if later.targets.is_empty() && salvos.iter().all(|it| !it.is_hazardous) {
        // Nobody asks what is left.
        tally.attack(field, salvos, &world, chance, None)?;
        return put(after, world, chance);
    }
    // Who falls makes no difference to those who are fired at later, unless it is one of them or in a melee.
    let battle = field.scene(&world);
    let members = |squad: SquadId| battle.squad(squad).members.iter().copied();
    let counts = |it: &SquadId| later.targets.contains(it) || later.shooters.contains(it) || field.is_in_melee(*it);
    let matters: Vec<UnitId> = battle.setup().squad_ids().filter(counts).flat_map(members).collect();
    let mut keep = |end: World, chance| put(after, end.of_those(|it| matters.contains(&it)), chance);
    tally.attack(field, salvos, &world, chance, Some(&mut keep))
}
