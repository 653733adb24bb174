//! The ways in which a battle may have gone, and how likely each is.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::field::{SquadId, UnitId};
use crate::line::battle::{Battle, Event, Phase, Trigger};
use crate::line::odds::law::Law;
use crate::line::odds::{LEAST, Patience, TooMuch, WORLDS_MAX};
use crate::line::rules::Line;
use crate::line::rules::preview;

/// Who has what HP, by unit.
pub(super) type Wounds = Vec<(UnitId, i16)>;

/// One way that a battle may have gone: who has other HP than before. Felled units have none, whatever felled them.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct World {
    /// **C-5** The scene it is in, by its place in the field: what abilities have come into effect.
    scene: u16,
    hp: Wounds,
    /// **A-6** Dice that the users of `[Hazardous]` weapons are still to roll.
    hazards: Vec<(UnitId, u8)>,
    /// **F-3, M-2** Who has fired, as far as that makes a difference to what he may still do.
    fired: Vec<UnitId>,
    /// **S-7** Squads that count as having shot, as far as that makes a difference to who fires at them.
    shot: Vec<SquadId>,
}

/// What is still to come after a volley.
#[derive(Clone, Debug, Default)]
pub(super) struct Later {
    /// Squads that are fired at, or of which somebody wants to know what becomes of them.
    pub(super) targets: Vec<SquadId>,
    /// Squads that fire, or for which it counts who of them has.
    pub(super) shooters: Vec<SquadId>,
}

impl Later {
    /// With more to be fired at before that.
    pub(super) fn and(&self, targets: impl IntoIterator<Item = SquadId>) -> Later {
        let mut later = self.clone();
        later.targets.extend(targets);
        later
    }
}

impl World {
    pub(super) fn set_hp(&mut self, unit: UnitId, hp: i16) {
        match self.hp.binary_search_by_key(&unit, |it| it.0) {
            Ok(at) => self.hp[at].1 = hp,
            Err(at) => self.hp.insert(at, (unit, hp)),
        }
    }

    /// **A-6** Its user has one more die to roll.
    pub(super) fn add_hazard(&mut self, unit: UnitId) {
        match self.hazards.binary_search_by_key(&unit, |it| it.0) {
            Ok(at) => self.hazards[at].1 += 1,
            Err(at) => self.hazards.insert(at, (unit, 1)),
        }
    }

    /// **S-7** A squad counts as having shot, and these of its units have fired.
    pub(super) fn note_shot(&mut self, squad: SquadId, units: impl Iterator<Item = UnitId>, later: &Later) {
        if later.targets.contains(&squad) {
            insert(&mut self.shot, squad);
        }
        if later.shooters.contains(&squad) {
            units.for_each(|it| insert(&mut self.fired, it));
        }
    }

    /// Whether it is the same battle, whatever dice are still to be rolled in it.
    fn is_as(&self, other: &World) -> bool {
        let World { scene, hp, hazards: _, fired, shot } = self;
        (scene, hp, fired, shot) == (&other.scene, &other.hp, &other.fired, &other.shot)
    }

    pub(super) fn has_hazards_of(&self, matters: impl Fn(UnitId) -> bool) -> bool {
        self.hazards.iter().any(|it| matters(it.0))
    }

    /// The same, but for what makes no difference to what comes later.
    pub(super) fn before(mut self, battle: &Battle, later: &Later) -> World {
        self.shot.retain(|it| later.targets.contains(it));
        self.fired.retain(|it| later.shooters.contains(&battle.unit(*it).squad));
        self
    }

    pub(super) fn without_hazards(mut self) -> World {
        self.hazards.clear();
        self
    }

    /// The same, but for units that make no difference any more.
    pub(super) fn of_those(mut self, matters: impl Fn(UnitId) -> bool) -> World {
        self.hp.retain(|it| matters(it.0));
        self
    }
}

fn insert<T: Ord>(sorted: &mut Vec<T>, it: T) {
    if let Err(at) = sorted.binary_search(&it) {
        sorted.insert(at, it);
    }
}

/// Each way with its chance.
pub(super) type Worlds<W> = BTreeMap<W, f64>;

/// One more way to get there. What is next to impossible is left out, and too many ways are refused.
pub(super) fn put<W: Ord>(worlds: &mut Worlds<W>, world: W, chance: f64) -> Result<(), TooMuch> {
    if LEAST < chance {
        *worlds.entry(world).or_insert(0.0) += chance;
    }
    if WORLDS_MAX < worlds.len() { Err(TooMuch) } else { Ok(()) }
}

/// A battle, and what abilities make of it as their moments come.
pub(super) struct Field<'a> {
    pub(super) rules: &'a Line,
    scenes: Vec<Scene>,
    patience: &'a Cell<Patience>,
    // The world that was looked at last.
    seen: (World, Rc<Battle>),
    /// Squads that are in a melee: who falls there changes what others may do.
    in_melee: Vec<SquadId>,
}

struct Scene {
    battle: Battle,
    /// The scene before, and what has come since.
    from: (u16, Vec<Event>),
}

impl<'a> Field<'a> {
    pub(super) fn new(rules: &'a Line, battle: &Battle, phase: Phase, patience: &'a Cell<Patience>) -> Field<'a> {
        let mut battle = battle.clone();
        battle.apply(&Event::PhaseBegan { phase });
        let seen = (World::default(), Rc::new(battle.clone()));
        let in_melee = in_melee(&battle);
        Field { rules, scenes: vec![Scene { battle, from: (0, Vec::new()) }], patience, seen, in_melee }
    }

    /// The battle as it is in a world's scene, whoever has fallen in it.
    pub(super) fn scene(&self, world: &World) -> &Battle {
        &self.scenes[usize::from(world.scene)].battle
    }

    pub(super) fn is_in_melee(&self, squad: SquadId) -> bool {
        self.in_melee.contains(&squad)
    }

    pub(super) fn has_formations(&self) -> bool {
        self.scenes.iter().any(|it| !it.battle.formations().is_empty())
    }

    pub(super) fn is_any_melee(&self) -> bool {
        !self.in_melee.is_empty()
    }

    /// HP of a unit; 0 if it doesn't stand.
    pub(super) fn hp(&self, world: &World, unit: UnitId) -> i16 {
        match world.hp.binary_search_by_key(&unit, |it| it.0) {
            Ok(at) => world.hp[at].1,
            Err(_) => {
                let it = self.scene(world).unit(unit);
                if it.is_standing() { it.hp } else { 0 }
            }
        }
    }

    /// Units of a squad that stand before and not after.
    pub(super) fn felled(&self, before: &World, after: &World, squad: SquadId) -> usize {
        let fell = |it: &&UnitId| 0 < self.hp(before, **it) && self.hp(after, **it) <= 0;
        self.scene(before).squad(squad).members.iter().filter(fell).count()
    }

    /// **A-4** HP that a squad's units lose between the two.
    pub(super) fn hp_lost(&self, before: &World, after: &World, squad: SquadId) -> i16 {
        let left = |world: &World, unit: UnitId| self.hp(world, unit).max(0);
        self.scene(before).squad(squad).members.iter().map(|it| left(before, *it) - left(after, *it)).sum()
    }

    /// The battle in that world.
    pub(super) fn battle_of(&mut self, world: &World) -> Rc<Battle> {
        if !self.seen.0.is_as(world) {
            let mut battle = preview::having(self.scene(world), &world.hp);
            let squad_of = |unit: &UnitId| battle.unit(*unit).squad;
            let squads: BTreeSet<SquadId> =
                world.fired.iter().map(squad_of).chain(world.shot.iter().copied()).collect();
            for squad in squads {
                let units = world.fired.iter().copied().filter(|it| battle.unit(*it).squad == squad).collect();
                preview::having_shot(&mut battle, squad, units);
            }
            self.seen = (world.clone(), Rc::new(battle));
        }
        Rc::clone(&self.seen.1)
    }

    /// **C-5** The world once a moment has come for a squad; `None` if nothing waits for it.
    pub(super) fn after_moment(&mut self, world: &World, trigger: Trigger, squad: SquadId) -> Option<World> {
        let mut waiting = self.scene(world).waiting().iter();
        waiting.find(|it| it.trigger == trigger && it.on.squad(self.scene(world)) == Some(squad))?;
        let events = preview::triggered(self.rules, &self.battle_of(world), trigger, squad);
        let mut after = world.clone();
        let mut lasting = Vec::new();
        for event in events {
            match event {
                Event::Healed { unit, hp, .. } => after.set_hp(unit, i16::from(hp)),
                it => lasting.push(it),
            }
        }
        let from = (world.scene, lasting);
        let known = self.scenes.iter().position(|it| it.from == from);
        let scene = known.unwrap_or_else(|| {
            let mut battle = self.scene(world).clone();
            from.1.iter().for_each(|it| battle.apply(it));
            self.scenes.push(Scene { battle, from });
            self.scenes.len() - 1
        });
        after.scene = scene as u16;
        Some(after)
    }

    /// **C-5** Makes a battle, whose units may stand elsewhere than in the world before, what moments since then made of it.
    pub(super) fn make_so(&self, battle: &mut Battle, before: &World, after: &World) {
        let mut since = Vec::new();
        let mut scene = after.scene;
        while scene != before.scene {
            let (from, events) = &self.scenes[usize::from(scene)].from;
            since.push(events);
            scene = *from;
        }
        since.into_iter().rev().flatten().for_each(|it| battle.apply(it));
        *battle = preview::having(battle, &after.hp);
    }

    /// Counts work, and refuses more of it than there is patience for.
    pub(super) fn spend(&self, work: usize) -> Result<(), TooMuch> {
        let left = self.patience.get().0.checked_sub(work);
        self.patience.set(Patience(left.unwrap_or(0)));
        if left.is_none() { Err(TooMuch) } else { Ok(()) }
    }

    /// **A-6** How many users their `[Hazardous]` weapons fell: a 1 takes 1 HP off.
    pub(super) fn hazard(&self, world: &World) -> Law {
        let mut felled = Law::sure(0);
        for (unit, dice) in &world.hazards {
            let Ok(hp @ 1..) = usize::try_from(self.hp(world, *unit)) else { continue };
            let falls = ones(*dice).at_least(hp);
            felled = felled.plus(&Law::of(vec![1.0 - falls, falls]));
        }
        felled
    }

    /// **A-6** The ways that a world may go once those dice are rolled.
    pub(super) fn after_hazards(&self, world: &World, chance: f64) -> Result<Worlds<World>, TooMuch> {
        let mut worlds = Worlds::from([(world.clone().without_hazards(), chance)]);
        for (unit, dice) in &world.hazards {
            let hp = self.hp(world, *unit);
            let mut next = Worlds::new();
            for (world, chance) in worlds {
                for (lost, share) in (0_i16..).zip(ones(*dice).chances()) {
                    let mut after = world.clone();
                    if 0 < lost && 0 < hp {
                        after.set_hp(*unit, (hp - lost).max(0));
                    }
                    put(&mut next, after, chance * share)?;
                }
            }
            worlds = next;
        }
        Ok(worlds)
    }
}

/// How many ones so many dice show.
fn ones(dice: u8) -> Law {
    let one = Law::of(vec![5.0 / 6.0, 1.0 / 6.0]);
    (0..dice).fold(Law::sure(0), |sum, _| sum.plus(&one))
}

pub(super) fn in_melee(battle: &Battle) -> Vec<SquadId> {
    let is_in = |it: &SquadId| battle.standing(*it).any(|it| battle.is_in_contact(it));
    battle.setup().squad_ids().filter(is_in).collect()
}
