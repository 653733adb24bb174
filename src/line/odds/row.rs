//! Hits working their way through a row of units: a Markov chain over who is next and what he has left.

use crate::line::battle::Fate;
use crate::line::odds::blow::{Pierce, Shot};
use crate::line::rules::preview::fate_of;

/// **A-5** The units that hits go to, one after the other.
///
/// A state is how many HP the row has lost, all of a unit's once it falls: as damage never carries over, a state
/// says who is next and what he has left. Beside it the number of killed is kept, if anybody can be killed at all.
#[derive(Clone, Debug)]
pub(super) struct Row {
    stands: Vec<Stand>,
    damage: Vec<(u8, f64)>,
    states: usize,
    slots: usize,
}

/// One unit of a row.
#[derive(Clone, Copy, Debug)]
struct Stand {
    /// The state in which he is next and hasn't lost anything yet.
    first: usize,
    hp: u16,
    hp_max: u8,
    pierce: Pierce,
}

/// How likely each state and number of killed is. They are as likely together as whatever led to the row.
pub(super) type Mass = Vec<f64>;

impl Row {
    /// Units with the HP they have and could have, and how likely hits go through.
    pub(super) fn new(units: impl Iterator<Item = (u16, u8, Pierce)>, damage: Vec<(u8, f64)>) -> Row {
        let (mut stands, mut first) = (Vec::with_capacity(units.size_hint().0), 0);
        let mut can_kill = false;
        let damage_max = damage.iter().map(|it| i16::from(it.0)).max().unwrap_or(0);
        for (hp, hp_max, pierce) in units {
            stands.push(Stand { first, hp, hp_max, pierce });
            first += usize::from(hp);
            can_kill |= fate_of(1 - damage_max, hp_max) == Fate::Killed;
        }
        let slots = if can_kill { stands.len() + 1 } else { 1 };
        Row { stands, damage, states: first + 1, slots }
    }

    /// Whether a blow may kill.
    pub(super) fn can_kill(&self) -> bool {
        1 < self.slots
    }

    /// The same with room for the number of killed, even if nobody can be killed.
    pub(super) fn with_kills(mut self) -> Row {
        self.slots = self.stands.len() + 1;
        self
    }

    /// Nobody hit yet.
    pub(super) fn untouched(&self, chance: f64) -> Mass {
        let mut mass = self.empty();
        mass[0] = chance;
        mass
    }

    pub(super) fn empty(&self) -> Mass {
        vec![0.0; self.states * self.slots]
    }

    /// How many numbers a step has to go through.
    pub(super) fn work(&self) -> usize {
        self.states * self.slots * self.damage.len().max(1)
    }

    /// Each state that can be: its chance, how many are felled, the HP the next one has lost, and how many are killed.
    pub(super) fn outcomes(&self, mass: &Mass) -> impl Iterator<Item = Outcome> {
        let mut felled = 0;
        (0..self.states).flat_map(move |state| {
            while self.stands.get(felled).is_some_and(|it| it.first + usize::from(it.hp) <= state) {
                felled += 1;
            }
            let lost = self.stands.get(felled).map_or(0, |it| (state - it.first) as u16);
            let outcome =
                move |killed: usize| Outcome { chance: mass[state * self.slots + killed], felled, lost, killed };
            (0..self.slots).map(outcome).filter(|it| 0.0 < it.chance)
        })
    }

    /// **A-2 to A-5** Adds what one hit makes of `from`, each chance multiplied by `share`; and to `kills` how likely each
    /// unit is killed by it, multiplied by `count` as well.
    fn add_hit(&self, step: &Step, from: &[f64], to: &mut [f64], kills: &mut [f64]) {
        let slots = self.slots;
        for (stand, kills) in self.stands.iter().zip(kills) {
            let pierce = if step.is_sure { stand.pierce.sure } else { stand.pierce.rolled };
            let next = (stand.first + usize::from(stand.hp)) * slots;
            for lost in 0..stand.hp {
                let here = (stand.first + usize::from(lost)) * slots;
                let left = stand.hp - lost;
                for killed in 0..slots {
                    let mass = from[here + killed] * step.share;
                    if mass == 0.0 {
                        continue;
                    }
                    to[here + killed] += mass * (1.0 - pierce);
                    for &(damage, chance) in &self.damage {
                        let flow = mass * pierce * chance;
                        match fate_of(left as i16 - i16::from(damage), stand.hp_max) {
                            Fate::Killed => {
                                to[next + killed + 1] += flow;
                                *kills += flow * step.count;
                            }
                            Fate::Downed => to[next + killed] += flow,
                            _ => to[here + usize::from(damage) * slots + killed] += flow,
                        }
                    }
                }
            }
        }
        let end = (self.states - 1) * slots;
        for killed in end..end + slots {
            to[killed] += from[killed] * step.share;
        }
    }

    /// One attack at those whom it would hit: `with` is given what it may come to and how likely he is next. There is one
    /// for each of the row and for nobody, or a single one where it makes no difference.
    pub(super) fn each_shot(&self, shots: &[Shot], from: &[f64], mut with: impl FnMut(&Shot, &[f64])) {
        if let [only] = shots {
            return with(only, from);
        }
        let end =
            |nth: usize| self.stands.get(nth).map_or(self.states, |it| it.first + usize::from(it.hp)) * self.slots;
        for (nth, shot) in shots.iter().enumerate() {
            let of_him = nth.checked_sub(1).map_or(0, end)..end(nth);
            let mut part = self.empty();
            part[of_him.clone()].copy_from_slice(&from[of_him]);
            with(shot, &part);
        }
    }

    /// **A-1** Adds what the hits of one attack make of `from`; its misses are left out. `count` says how likely there is
    /// such an attack at all: it weighs what goes to `kills`.
    pub(super) fn add_shot(&self, shot: &Shot, count: f64, from: &[f64], to: &mut [f64], kills: &mut [f64]) {
        if 0.0 < shot.hit {
            self.add_hit(&Step { is_sure: false, share: shot.hit, count }, from, to, kills);
        }
        if 0.0 < shot.six {
            let mut now = self.empty();
            self.add_hit(&Step { is_sure: shot.is_lethal, share: shot.six, count }, from, &mut now, kills);
            for _ in 0..shot.further {
                let mut next = self.empty();
                self.add_hit(&Step { is_sure: false, share: 1.0, count }, &now, &mut next, kills);
                now = next;
            }
            for (to, now) in to.iter_mut().zip(now) {
                *to += now;
            }
        }
    }
}

/// One hit, in the chain.
struct Step {
    /// Whether it wounds without rolling.
    is_sure: bool,
    share: f64,
    count: f64,
}

/// A state of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    pub(super) chance: f64,
    pub(super) felled: usize,
    /// HP that the first who still stands has lost.
    pub(super) lost: u16,
    pub(super) killed: usize,
}
