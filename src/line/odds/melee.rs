//! A melee as it would be fought now: close-quarters fire, pressing in, blows, on both sides at once.

use std::cell::Cell;
use std::collections::BTreeMap;

use crate::field::{SquadId, UnitId};
use crate::line::battle::{Battle, Orders, Phase, Trigger, VolleyKind};
use crate::line::odds::chances::breaks;
use crate::line::odds::discharge::{Use, one_after_the_other};
use crate::line::odds::fire::after_fire_at;
use crate::line::odds::law::Law;
use crate::line::odds::world::{Field, World, Worlds, put};
use crate::line::odds::{LOOK_WORK, OUTCOME_WORK, Patience, TooMuch};
use crate::line::rules::Line;
use crate::line::rules::preview;
use crate::line::rules::preview::Salvo;

/// What becomes of a melee.
#[derive(Clone, Debug, PartialEq)]
pub struct MeleeOdds {
    pub before: FireBefore,
    /// All squads in it, in the order in which they strike; nothing if there is no melee.
    pub losses: Vec<LossOdds>,
}

/// **R-1** Whether its own side fires into a melee before it is fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FireBefore {
    Nobody,
    Reckoned,
    /// It can end in too many ways: the odds are those of things as they stand.
    Unreckoned,
}

/// What becomes of one squad of a melee.
#[derive(Clone, Debug, PartialEq)]
pub struct LossOdds {
    pub squad: SquadId,
    /// How many of it stand now.
    pub standing: usize,
    /// **M-2** Units that close-quarters fire fells, or their own `[Hazardous]` weapons in it.
    pub fired_at: Law,
    /// **T-8** Units that no longer stand after the blows, those among them.
    pub downed: Law,
    /// **A-4** Units that are killed, on average.
    pub killed: f64,
    /// **A-4** HP that its units lose on average, all of those of a unit that falls.
    pub hp_lost: f64,
    /// How likely nobody stands any more.
    pub gone: f64,
    /// **L-1, L-3** How likely it breaks, or stays broken, if nothing more befalls it.
    pub breaks: f64,
}

/// **M-1 to M-6** What becomes of all squads of the melee that a squad is in, once its own side has fired into it.
///
/// Squads without an order strike as they do without one (M-8). `orders` are those that whoever asks may know of.
pub fn melee(
    rules: &Line,
    battle: &Battle,
    orders: &Orders,
    squad: SquadId,
    patience: &Cell<Patience>,
) -> Result<MeleeOdds, TooMuch> {
    let worth = patience.get().half();
    let left = Cell::new(worth);
    let fought_after = after_fire(rules, battle, orders, squad, &left);
    patience.set(patience.get().after(worth, left.get()));
    let before = match fought_after {
        Ok(Some(losses)) => return Ok(MeleeOdds { before: FireBefore::Reckoned, losses }),
        Ok(None) => FireBefore::Nobody,
        Err(TooMuch) => FireBefore::Unreckoned,
    };
    Ok(MeleeOdds { before, losses: fought(rules, battle, orders, squad, patience)? })
}

/// The same once its own side has fired into it; `None` if nobody does.
fn after_fire(
    rules: &Line,
    battle: &Battle,
    orders: &Orders,
    squad: SquadId,
    patience: &Cell<Patience>,
) -> Result<Option<Vec<LossOdds>>, TooMuch> {
    let squads = preview::melee(battle, orders, squad);
    let battles = after_fire_at(rules, battle, orders, (squad, &squads), patience)?;
    if battles.is_empty() {
        return Ok(None);
    }
    let mut losses: Vec<LossOdds> = squads.iter().map(|it| Loss::of(battle, *it).odds).collect();
    for (after, chance) in battles {
        let fought = fought(rules, &after, orders, squad, patience)?;
        for all in &mut losses {
            match fought.iter().find(|it| it.squad == all.squad) {
                Some(some) => all.add(some, chance),
                // It is gone, or nobody is left to fight it.
                None => {
                    all.fired_at.add(0, chance);
                    all.downed.add(0, chance);
                    all.gone += if after.is_on_map(all.squad) { 0.0 } else { chance };
                }
            }
        }
    }
    Ok(Some(losses))
}

/// The same as things stand.
fn fought(
    rules: &Line,
    battle: &Battle,
    orders: &Orders,
    squad: SquadId,
    patience: &Cell<Patience>,
) -> Result<Vec<LossOdds>, TooMuch> {
    let mut field = Field::new(rules, battle, Phase::Melee, patience);
    let opening = field.battle_of(&World::default());
    let squads = preview::melee(&opening, orders, squad);
    let mut brawl = Brawl {
        orders,
        losses: squads.iter().map(|it| Loss::of(&opening, *it)).collect(),
        squads,
        kills: BTreeMap::new(),
    };
    let fired = brawl.close_quarters(&mut field)?;
    for ((world, struck), chance) in fired {
        brawl.note_fire(&field, &world, chance);
        brawl.blows(&mut field, world, &struck, chance)?;
    }
    Ok(brawl.losses.into_iter().map(|it| it.done(battle, &brawl.kills)).collect())
}

impl LossOdds {
    /// Makes all that may become of the squad in one of several ways more likely.
    fn add(&mut self, some: &LossOdds, chance: f64) {
        self.fired_at.add_all(&some.fired_at, chance);
        self.downed.add_all(&some.downed, chance);
        self.killed += chance * some.killed;
        self.hp_lost += chance * some.hp_lost;
        self.gone += chance * some.gone;
        self.breaks += chance * some.breaks;
    }
}

/// Who has fired at whom at close quarters.
type Struck = Vec<(SquadId, SquadId)>;

struct Brawl<'a> {
    orders: &'a Orders,
    squads: Vec<SquadId>,
    losses: Vec<Loss>,
    kills: BTreeMap<UnitId, f64>,
}

/// **M-6** All strike, whoever falls on the way.
const AT_ONCE: Use = Use { at_once: true, friends_matter: false };

impl Brawl<'_> {
    /// **M-2** What close-quarters fire may leave, and who fires at whom.
    fn close_quarters(&mut self, field: &mut Field<'_>) -> Result<Worlds<(World, Struck)>, TooMuch> {
        let (mut world, mut battle) = (World::default(), field.battle_of(&World::default()));
        let mut salvos = self.fire(field.rules, &battle);
        if let Some(after) = self.moment(field, &world, &salvos) {
            (battle, world) = (field.battle_of(&after), after);
            salvos = self.fire(field.rules, &battle);
        }
        let mut struck: Struck = salvos.iter().map(|it| (it.by, it.at)).collect();
        struck.dedup();
        field.spend(LOOK_WORK * (1 + self.squads.len()))?;
        let ends = one_after_the_other(field, &salvos, AT_ONCE, world, 1.0, &mut self.kills)?;
        let mut worlds = Worlds::new();
        for ((world, _), chance) in ends {
            for (world, chance) in field.after_hazards(&world, chance)? {
                put(&mut worlds, (world, struck.clone()), chance)?;
            }
        }
        Ok(worlds)
    }

    fn fire(&self, rules: &Line, battle: &Battle) -> Vec<Salvo> {
        let told = |it| preview::told_to_fight(self.orders, it);
        self.squads.iter().flat_map(|it| preview::close_quarters(rules, battle, *it, &told(*it))).collect()
    }

    /// **C-5** The world once what waits for these strikes has come into effect; `None` if nothing does.
    fn moment(&self, field: &mut Field<'_>, world: &World, salvos: &[Salvo]) -> Option<World> {
        let mut found: Option<World> = None;
        let mut come = |field: &mut Field<'_>, trigger, squad| {
            let after = field.after_moment(found.as_ref().unwrap_or(world), trigger, squad);
            found = after.or(found.take());
        };
        for salvo in salvos {
            come(field, Trigger::Fights, salvo.by);
            come(field, Trigger::Fights, salvo.at);
            if salvo.kind == VolleyKind::CloseQuarters {
                come(field, Trigger::ShotAt, salvo.at);
            }
        }
        found
    }

    /// **M-3, M-4** Everybody presses in and strikes.
    fn blows(
        &mut self,
        field: &mut Field<'_>,
        world: World,
        struck: &[(SquadId, SquadId)],
        chance: f64,
    ) -> Result<(), TooMuch> {
        /// Pressing in looks at the ground around everybody.
        const PRESS_WORK: usize = 5 * LOOK_WORK;
        field.spend(PRESS_WORK + LOOK_WORK * self.squads.len())?;
        let strikes = |rules: &Line, battle: &Battle| -> Vec<Salvo> {
            let told = |it| preview::told_to_fight(self.orders, it);
            let squads = self.squads.iter().filter(|it| battle.is_on_map(**it));
            squads.flat_map(|it| preview::blows(rules, battle, *it, &told(*it))).collect()
        };
        let mut pressed = preview::pressed_in(field.rules, &field.battle_of(&world), self.orders, struck);
        let mut salvos = strikes(field.rules, &pressed);
        let mut world = world;
        if let Some(after) = self.moment(field, &world, &salvos) {
            field.make_so(&mut pressed, &world, &after);
            salvos = strikes(field.rules, &pressed);
            world = after;
        }
        for n in 0..self.losses.len() {
            let at: Vec<Salvo> = salvos.iter().filter(|it| it.at == self.losses[n].odds.squad).cloned().collect();
            let ends = one_after_the_other(field, &at, AT_ONCE, world.clone(), chance, &mut self.kills)?;
            for ((end, _), chance) in ends {
                self.losses[n].note(field, &end, chance)?;
            }
        }
        Ok(())
    }

    fn note_fire(&mut self, field: &Field<'_>, world: &World, chance: f64) {
        for it in &mut self.losses {
            it.odds.fired_at.add(field.felled(&World::default(), world, it.odds.squad), chance);
        }
    }
}

/// What is known so far of one squad's losses.
struct Loss {
    odds: LossOdds,
}

impl Loss {
    fn of(battle: &Battle, squad: SquadId) -> Loss {
        let standing = battle.standing(squad).count();
        let (fired_at, downed) = (Law::none(), Law::none());
        Loss { odds: LossOdds { squad, standing, fired_at, downed, killed: 0.0, hp_lost: 0.0, gone: 0.0, breaks: 0.0 } }
    }

    fn note(&mut self, field: &Field<'_>, end: &World, chance: f64) -> Result<(), TooMuch> {
        field.spend(OUTCOME_WORK)?;
        let LossOdds { squad, standing, .. } = self.odds;
        let downed = field.felled(&World::default(), end, squad);
        self.odds.downed.add(downed, chance);
        self.odds.hp_lost += chance * f64::from(field.hp_lost(&World::default(), end, squad));
        if downed == standing {
            self.odds.gone += chance;
        }
        self.odds.breaks += chance * breaks(field, end, squad);
        Ok(())
    }

    fn done(self, battle: &Battle, kills: &BTreeMap<UnitId, f64>) -> LossOdds {
        let members = &battle.squad(self.odds.squad).members;
        let killed = members.iter().filter_map(|it| kills.get(it)).sum();
        LossOdds { killed, ..self.odds }
    }
}
