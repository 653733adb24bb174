//! Predicts what orders may do by playing their round many times.

use crate::brick::battle::{Battle, Event, Orders, Phase, TeamId};
use crate::brick::predict::Fall;
use crate::brick::rules::{self, Brick};
use crate::dice::Dice;
use crate::field::UnitId;
use crate::game::{TRIES, cores, on_threads};

/// What happened in each try. The same round always gives the same tries.
#[derive(Clone, Debug)]
pub struct Played(Vec<Vec<Happened>>);

/// Something that happened to a unit.
#[derive(Clone, Copy, Debug)]
pub struct Happened {
    pub phase: Phase,
    /// The team whose pass it is.
    pub pass: Option<TeamId>,
    pub unit: UnitId,
    /// The unit that caused it, if any.
    pub by: Option<UnitId>,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Lost { hp: u8 },
    Fell,
    Thrown { with_plate: bool },
}

impl Played {
    /// Plays a round up to the end of a phase, many times, on all cores.
    pub fn new(rules: &Brick, battle: &Battle, orders: &Orders, last: Phase) -> Played {
        let digest = orders.digest();
        let play = |run: usize| {
            let mut dice = Dice::for_trial(run as u32, battle.round(), &digest);
            happened(&rules::resolve(rules, battle, orders, &mut dice, last))
        };
        Played(on_threads(cores(), TRIES as usize, play))
    }

    /// What becomes of these units. `counts` chooses the events that count.
    pub fn fall(&self, units: &[UnitId], counts: impl Fn(&Happened) -> bool) -> Fall {
        let mut felled = vec![0_u32; units.len() + 1];
        let mut hp_lost = 0_u64;
        for round in &self.0 {
            let counted = || round.iter().filter(|it| units.contains(&it.unit) && counts(it));
            felled[counted().filter(|it| matches!(it.what, What::Fell)).count()] += 1;
            hp_lost += counted().map(|it| if let What::Lost { hp } = it.what { u64::from(hp) } else { 0 }).sum::<u64>();
        }
        let share = |it: u32| f64::from(it) / f64::from(TRIES);
        Fall { felled: felled.into_iter().map(share).collect(), hp_lost: hp_lost as f64 / f64::from(TRIES) }
    }

    /// The chance that any of these units is thrown, by itself or with its whole plate. `counts` chooses the events
    /// that count.
    pub fn thrown(&self, units: &[UnitId], with_plate: bool, counts: impl Fn(&Happened) -> bool) -> f64 {
        let what = What::Thrown { with_plate };
        let is_thrown = |it: &Happened| units.contains(&it.unit) && it.what == what && counts(it);
        self.0.iter().filter(|it| it.iter().any(is_thrown)).count() as f64 / f64::from(TRIES)
    }
}

fn happened(events: &[Event]) -> Vec<Happened> {
    let (mut phase, mut pass, mut found) = (Phase::Command, None, Vec::new());
    for event in events {
        let (unit, by, what) = match event {
            Event::PhaseBegan { phase: next } => {
                (phase, pass) = (*next, None);
                continue;
            }
            Event::PassBegan { team } => {
                pass = Some(*team);
                continue;
            }
            Event::Harmed(it) => (it.unit, it.by, What::Lost { hp: it.hp_lost }),
            Event::Killed { unit, by, .. } => (*unit, *by, What::Fell),
            Event::Pushed(it) => (it.unit, None, What::Thrown { with_plate: false }),
            Event::PlateKnocked { places, tiles, over, .. } if 0 < *tiles || *over => {
                let what = What::Thrown { with_plate: true };
                found.extend(places.iter().map(|it| Happened { phase, pass, unit: it.0, by: None, what }));
                continue;
            }
            _ => continue,
        };
        found.push(Happened { phase, pass, unit, by, what });
    }
    found
}
