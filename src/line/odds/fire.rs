//! Volleys in a battle: weapon by weapon, one volley after the other, with what goes astray.

use std::cell::Cell;
use std::rc::Rc;

use crate::field::{SquadId, UnitId};
use crate::line::battle::{Battle, Fire, FirePart, Orders, Phase, Side, Trigger, Volley, VolleyAt};
use crate::line::odds::chances::{NerveOdds, breaks};
use crate::line::odds::law::Law;
use crate::line::odds::tally::{PartOdds, Tally};
use crate::line::odds::world::{Field, World, Worlds, in_melee, put};
use crate::line::odds::{LOOK_WORK, Patience, TooMuch};
use crate::line::rules::Line;
use crate::line::rules::preview;

/// One squad's order to fire.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    pub squad: SquadId,
    pub parts: &'a [FirePart],
}

/// What becomes of volleys that are fired in this order, part by part: each meets what those before it left.
///
/// Abilities that wait for a shot (C-5) come into effect with the first at their squad. Whoever a `[Hazardous]` weapon
/// fells is so only at the end.
pub fn fire(rules: &Line, battle: &Battle, queue: &[Order<'_>], patience: Patience) -> Result<Vec<PartOdds>, TooMuch> {
    let patience = Cell::new(patience);
    let mut field = Field::new(rules, battle, Phase::Shooting, &patience);
    fire_all(&mut field, queue, &[]).map(|it| it.0)
}

/// What becomes of a squad's order to fire in its turn, after those that its own side's players posted before it.
///
/// `orders` are those that whoever asks may know of.
pub fn fire_in_turn(
    rules: &Line,
    battle: &Battle,
    orders: &Orders,
    order: Order<'_>,
    patience: &Cell<Patience>,
) -> Result<Vec<PartOdds>, TooMuch> {
    let Order { squad, parts } = order;
    let concerned: Vec<SquadId> = parts.iter().map(|it| it.target).collect();
    let before = orders.fire.iter().take_while(|it| it.0 != squad);
    let ours = before.filter(|it| battle.side(it.0) == battle.side(squad));
    let mut queue = concerning(battle, ours, &concerned, Some(squad));
    queue.push(order);
    let mut field = Field::new(rules, battle, Phase::Shooting, patience);
    let mut found = fire_all(&mut field, &queue, &[])?.0;
    Ok(found.split_off(found.len() - parts.len()))
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
    let queue = concerning(battle, in_turn, &[squad], None);
    let mut field = Field::new(rules, battle, Phase::Shooting, patience);
    let (_, worlds) = fire_all(&mut field, &queue, &[squad])?;
    let mut odds =
        NerveOdds { test: preview::morale(battle, squad), tested: 0.0, breaks: 0.0, gone: 0.0, volleys: queue.len() };
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
    let queue = concerning(battle, ours, targets, None);
    if queue.is_empty() {
        return Ok(Vec::new());
    }
    let mut field = Field::new(rules, battle, Phase::Shooting, patience);
    let (_, worlds) = fire_all(&mut field, &queue, targets)?;
    let look = |(world, chance): (World, f64)| {
        field.spend(LATER_WORK)?;
        Ok((field.battle_of(&world), chance))
    };
    worlds.into_iter().map(look).collect()
}

/// Those of some orders that make a difference to what becomes of these targets, fired at by this squad.
///
/// What is fired at other squads makes none, unless a melee ties them together: who falls in it may set somebody free to
/// fire, or leave nobody to be hit by mistake.
fn concerning<'a>(
    battle: &Battle,
    orders: impl Iterator<Item = (SquadId, &'a Fire)>,
    targets: &[SquadId],
    by: Option<SquadId>,
) -> Vec<Order<'a>> {
    let in_melee = in_melee(battle);
    let is_near_melee = targets.iter().chain(&by).any(|it| in_melee.contains(it));
    let concerns = |it: &FirePart| targets.contains(&it.target) || (is_near_melee && in_melee.contains(&it.target));
    let order = |(squad, order): (SquadId, &'a Fire)| match order {
        Fire::At(parts) if parts.iter().any(concerns) => Some(Order { squad, parts }),
        _ => None,
    };
    orders.filter_map(order).collect()
}

/// **F-3** What becomes of the units that a squad's formations would shoot at together now.
pub fn volley(
    rules: &Line,
    battle: &Battle,
    squad: SquadId,
    order: VolleyAt,
    patience: &Cell<Patience>,
) -> Result<Vec<(UnitId, PartOdds)>, TooMuch> {
    let mut field = Field::new(rules, battle, Phase::Shooting, patience);
    let mut found = Vec::new();
    let mut world = World::default();
    // **C-5** The first of them is the moment that is waited for.
    if let Some(after) = field.after_moment(&world, Trigger::ShotAt, order.target) {
        world = after;
    }
    for (unit, salvos) in preview::volley_salvos(rules, &field.battle_of(&world), squad, order) {
        let mut tally = Tally::new(battle, squad, battle.unit(unit).squad);
        if salvos.is_empty() {
            tally.odds.held = 1.0;
            tally.note_nothing(&field, &world, 1.0)?;
        }
        tally.attack(&mut field, &salvos, &world, 1.0, None)?;
        found.push((unit, tally.done(Law::sure(0))));
    }
    Ok(found)
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

/// All of a queue, and how things may stand after it for one squad more.
fn fire_all(
    field: &mut Field<'_>,
    queue: &[Order<'_>],
    keep: &[SquadId],
) -> Result<(Vec<PartOdds>, Worlds<World>), TooMuch> {
    let mut worlds = Worlds::from([(World::default(), 1.0)]);
    let mut found = Vec::new();
    for (n, order) in queue.iter().enumerate() {
        let later =
            queue[n + 1..].iter().flat_map(|it| it.parts).map(|it| it.target).chain(keep.iter().copied()).collect();
        let (odds, after) = fire_one(field, order, worlds, later)?;
        found.extend(odds);
        worlds = after;
    }
    Ok((found, worlds))
}

/// **S-4** One squad fires, part by part; then others are fired at.
fn fire_one(
    field: &mut Field<'_>,
    order: &Order<'_>,
    worlds: Worlds<World>,
    later: Vec<SquadId>,
) -> Result<(Vec<PartOdds>, Worlds<World>), TooMuch> {
    let Order { squad, parts } = *order;
    let opening = field.battle_of(&World::default());
    let mut tallies: Vec<Tally> = parts.iter().map(|it| Tally::new(&opening, squad, it.target)).collect();
    let mut users_downed = Law::none();
    let mut next = Worlds::new();
    for (world, chance) in worlds {
        field.spend(LOOK_WORK)?;
        let uses = preview::uses(&field.battle_of(&world), squad, parts);
        let mut worlds = Worlds::from([(world, chance)]);
        for (n, tally) in tallies.iter_mut().enumerate() {
            let to_come: Vec<SquadId> =
                parts[n + 1..].iter().map(|it| it.target).chain(later.iter().copied()).collect();
            let mut after = Worlds::new();
            for (world, chance) in worlds {
                let part = Part { uses: &uses, n, to_come: &to_come };
                fire_part(field, &part, tally, world, chance, &mut after)?;
            }
            worlds = after;
        }
        for (world, chance) in worlds {
            users_downed.add_all(&field.hazard(&world), chance);
            put(&mut next, world.without_hazards(), chance)?;
        }
    }
    Ok((tallies.into_iter().map(|it| it.done(users_downed.clone())).collect(), next))
}

/// One part of a volley, and who will be fired at after it.
struct Part<'a> {
    uses: &'a preview::Uses,
    n: usize,
    to_come: &'a [SquadId],
}

/// One part of a volley, in one of the ways that led to it.
fn fire_part(
    field: &mut Field<'_>,
    part: &Part<'_>,
    tally: &mut Tally,
    world: World,
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
        *(if is_there { &mut tally.odds.held } else { &mut tally.odds.wasted }) += chance;
        tally.note_nothing(field, &world, chance)?;
        return put(after, world, chance);
    }
    // **C-5** What waited for this moment may change who can be hit, and how well.
    if let Some(world) = field.after_moment(&world, Trigger::ShotAt, target) {
        return fire_part(field, part, tally, world, chance, after);
    }
    if part.to_come.is_empty() && salvos.iter().all(|it| !it.is_hazardous) {
        // Nobody asks what is left.
        tally.attack(field, &salvos, &world, chance, None)?;
        return put(after, world, chance);
    }
    // Who falls makes no difference to those who are fired at later, unless it is one of them or in a melee.
    let members = |squad: SquadId| battle.squad(squad).members.iter().copied();
    let squads = battle.setup().squad_ids().filter(|it| part.to_come.contains(it) || field.is_in_melee(*it));
    let matters: Vec<UnitId> = squads.flat_map(members).collect();
    let mut keep = |end: World, chance| put(after, end.of_those(|it| matters.contains(&it)), chance);
    tally.attack(field, &salvos, &world, chance, Some(&mut keep))
}
