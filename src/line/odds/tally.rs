//! What becomes of a part of a volley, or of a squad's blows at one other: counted over all ways that it may go.

use std::collections::BTreeMap;

use crate::field::{SquadId, UnitId};
use crate::line::battle::Battle;
use crate::line::odds::chances::breaks;
use crate::line::odds::discharge::{Discharge, Use, one_after_the_other};
use crate::line::odds::law::Law;
use crate::line::odds::world::{Field, World};
use crate::line::odds::{OUTCOME_WORK, TooMuch};
use crate::line::rules::preview;
use crate::line::rules::preview::Salvo;

/// What becomes of one part of a volley, or of a squad's blows at one other.
#[derive(Clone, Debug, PartialEq)]
pub struct PartOdds {
    pub squad: SquadId,
    pub target: SquadId,
    /// **S-5** How likely the target is gone before its turn comes.
    pub wasted: f64,
    /// **S-1** How likely the target is there by then, and nobody can attack it.
    pub held: f64,
    /// **T-8** Units of the target that it fells, those whom it kills among them.
    pub downed: Law,
    /// **A-4** Units of the target that it kills.
    pub killed: Law,
    /// **A-4** HP that the target's units lose to it on average, all of those of a unit that it fells.
    pub hp_lost: f64,
    /// How likely nobody of the target stands any more once it is over, whoever felled the last.
    pub gone: f64,
    /// **L-1, L-3** How likely the target breaks, or stays broken, if nothing more befalls it.
    pub breaks: f64,
    /// The target's units once it is over.
    pub units: Vec<UnitOdds>,
    /// **S-9** What its misses do.
    pub strays: Option<StrayOdds>,
    /// **A-6** Users whom their own `[Hazardous]` weapons fell; of all parts of an order together.
    pub users_downed: Law,
    /// **F-3** At whom a formation fires together, and how likely; nobody in any other volley.
    pub aimed: Vec<(UnitId, f64)>,
}

/// What becomes of one unit.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitOdds {
    pub unit: UnitId,
    /// HP left to it; 0 if it no longer stands.
    pub hp: Law,
    /// How likely this part kills it.
    pub killed: f64,
}

/// **S-9** What misses do to friends.
#[derive(Clone, Debug, PartialEq)]
pub struct StrayOdds {
    pub friend: SquadId,
    pub downed: Law,
}

/// What is known so far of one part of a volley.
pub(super) struct Tally {
    pub(super) odds: PartOdds,
    kills: BTreeMap<UnitId, f64>,
}

impl Tally {
    pub(super) fn new(battle: &Battle, squad: SquadId, target: SquadId) -> Tally {
        let unit = |unit| UnitOdds { unit, hp: Law::none(), killed: 0.0 };
        let strays = |friend| StrayOdds { friend, downed: Law::none() };
        let odds = PartOdds {
            squad,
            target,
            wasted: 0.0,
            held: 0.0,
            downed: Law::none(),
            killed: Law::none(),
            hp_lost: 0.0,
            gone: 0.0,
            breaks: 0.0,
            units: battle.standing(target).map(unit).collect(),
            strays: preview::endangered(battle, squad, target).map(strays),
            users_downed: Law::none(),
            aimed: Vec::new(),
        };
        Tally { odds, kills: BTreeMap::new() }
    }

    /// All of these weapons at the target, one after the other. What they leave goes to `after`, if anybody wants to know.
    pub(super) fn attack(
        &mut self,
        field: &mut Field<'_>,
        salvos: &[Salvo],
        start: &World,
        chance: f64,
        after: Option<&mut dyn FnMut(World, f64) -> Result<(), TooMuch>>,
    ) -> Result<(), TooMuch> {
        let Some((last, first)) = salvos.split_last() else { return Ok(()) };
        let how = Use { at_once: false, friends_matter: true };
        let ends = one_after_the_other(field, first, how, start.clone(), chance, &mut self.kills)?;
        let how = Use { friends_matter: after.is_some(), ..how };
        let mut after = after;
        for ((world, killed), chance) in ends {
            let discharge = Discharge::of(field, last, how, &world, chance, &mut self.kills)?;
            for (end, more, chance) in discharge.at_target() {
                self.note_target(field, start, &end, killed + more, chance)?;
            }
            if self.odds.strays.is_some() {
                for (friends, chance) in discharge.at_friends() {
                    let mut end = world.clone();
                    friends.iter().for_each(|it| end.set_hp(it.0, it.1));
                    self.note_friends(field, start, &end, chance);
                }
            }
            if let Some(after) = &mut after {
                discharge.put_all(field, |end, _, chance| after(end, chance))?;
            }
        }
        Ok(())
    }

    /// **M-6** One weapon at the target, whoever of those who use it has fallen meanwhile.
    pub(super) fn attack_at_once(&mut self, field: &mut Field<'_>, salvo: &Salvo) -> Result<(), TooMuch> {
        let how = Use { at_once: true, friends_matter: false };
        let start = World::default();
        let discharge = Discharge::of(field, salvo, how, &start, 1.0, &mut self.kills)?;
        for (end, killed, chance) in discharge.at_target() {
            self.note_target(field, &start, &end, killed, chance)?;
        }
        Ok(())
    }

    /// **F-3** At whom it is fired in one of the ways.
    pub(super) fn note_aim(&mut self, unit: UnitId, chance: f64) {
        match self.odds.aimed.iter_mut().find(|it| it.0 == unit) {
            Some(known) => known.1 += chance,
            None => self.odds.aimed.push((unit, chance)),
        }
    }

    /// Nothing happens in it.
    pub(super) fn note_nothing(&mut self, field: &Field<'_>, world: &World, chance: f64) -> Result<(), TooMuch> {
        self.note_friends(field, world, world, chance);
        self.note_target(field, world, world, 0, chance)
    }

    /// One way that it may end for the target.
    fn note_target(
        &mut self,
        field: &Field<'_>,
        before: &World,
        after: &World,
        killed: usize,
        chance: f64,
    ) -> Result<(), TooMuch> {
        field.spend(OUTCOME_WORK)?;
        let PartOdds { target, downed, killed: law, hp_lost, gone, units, breaks: broken, .. } = &mut self.odds;
        downed.add(field.felled(before, after, *target), chance);
        *hp_lost += chance * f64::from(field.hp_lost(before, after, *target));
        law.add(killed, chance);
        let mut is_gone = true;
        for it in units {
            let hp = field.hp(after, it.unit).max(0).unsigned_abs();
            is_gone &= hp == 0;
            it.hp.add(usize::from(hp), chance);
        }
        if is_gone {
            *gone += chance;
        }
        *broken += chance * breaks(field, after, *target);
        Ok(())
    }

    /// One way that it may end for friends.
    fn note_friends(&mut self, field: &Field<'_>, before: &World, after: &World, chance: f64) {
        if let Some(it) = &mut self.odds.strays {
            it.downed.add(field.felled(before, after, it.friend), chance);
        }
    }

    pub(super) fn done(mut self, users_downed: Law) -> PartOdds {
        for it in &mut self.odds.units {
            it.killed = self.kills.get(&it.unit).copied().unwrap_or(0.0);
        }
        PartOdds { users_downed, ..self.odds }
    }
}
