//! What a position is worth.

use crate::field::{Outcome, SquadId};
use crate::line::battle::{Battle, Side};
use crate::line::commander::captain::aims::Aims;
use crate::line::commander::captain::fire::BROKEN;
use crate::line::commander::captain::force::Forces;

/// More than all that can stand on a map.
const BATTLE: i64 = 1_000_000_000;
/// What holding an objective is worth of what it is worth to get there, in thousandths of usual units for each thousand.
const HELD: i64 = 4;
/// Steps from an objective that halve what standing there is worth.
const NEAR: u32 = 8;

/// Everything on the map, weighed as it was when the round began, so that two ends of it can be held against each other.
#[derive(Debug)]
pub(in crate::line::commander) struct Scales {
    side: Side,
    /// What a unit of each squad is worth.
    units: Vec<i64>,
    objectives: Vec<i64>,
}

impl Scales {
    /// As one side weighs it.
    pub(in crate::line::commander) fn of(battle: &Battle, side: Side) -> Scales {
        let aims = Aims::of(battle, side);
        let forces = Forces::of(battle, side, &aims);
        let units = battle.setup().squad_ids().map(|it| forces.worth(it, 1000)).collect();
        Scales { side, units, objectives: aims.objectives.into_iter().map(i64::from).collect() }
    }

    /// What the side has in it, less what the other has.
    pub(in crate::line::commander) fn weigh(&self, battle: &Battle) -> i64 {
        let ended = match battle.outcome() {
            Some(Outcome::Victory) => BATTLE,
            Some(Outcome::Defeat) => -BATTLE,
            Some(Outcome::TimeUp | Outcome::TappedOut) => -BATTLE / 2,
            None => 0,
        };
        let ended = if self.side == Side::Players { ended } else { -ended };
        let of = |side: Side| -> i64 {
            let squads = battle.squads_of(side).map(|it| self.squad(battle, it)).sum::<i64>();
            let ground =
                (0..).zip(&self.objectives).map(|(n, worth)| self.ground(battle, side, n, *worth)).sum::<i64>();
            squads + ground
        };
        ended + of(self.side) - of(self.side.other())
    }

    fn squad(&self, battle: &Battle, squad: SquadId) -> i64 {
        let worth = self.units[usize::from(squad.0)];
        let hale = |unit| {
            let (hp, hp_max) = (i64::from(battle.unit(unit).hp), i64::from(battle.profile(unit).hp).max(1));
            // Who can still fight fights as well as ever.
            worth * (hp_max + hp) / (2 * hp_max)
        };
        let all: i64 = battle.standing(squad).map(hale).sum();
        let carried = battle.carried(squad).count() as i64 * worth / 10;
        let all = all + carried;
        if battle.squad(squad).is_broken { all * i64::from(BROKEN) / 1000 } else { all }
    }

    /// **O-1** That an objective is a side's, and how near its squads are to it.
    fn ground(&self, battle: &Battle, side: Side, objective: u8, worth: i64) -> i64 {
        let id = crate::field::ObjectiveId(objective);
        let (now, place) = (battle.objective(id), battle.setup().objective(id));
        let held = if now.owner == Some(side) && !now.is_contested { worth * HELD } else { 0 };
        let near = battle.squads_of(side).filter(|it| !battle.squad(*it).is_broken).filter_map(|it| {
            let at = battle.unit(battle.leader(it)?).at;
            Some(u32::from(at.steps_to(place.at)))
        });
        held + near.min().map_or(0, |steps| worth * i64::from(NEAR) / i64::from(NEAR + steps))
    }
}
