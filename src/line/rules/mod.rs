//! The `line` rules: squads with rifles and bayonets on a grid of tiles.

mod arrivals;
mod attack;
mod battery;
pub(crate) mod chance;
mod command;
mod discharge;
mod formations;
mod goals;
mod melee;
mod morale;
mod movement;
mod objectives;
#[cfg(test)]
mod oracle;
pub mod preview;
pub mod prospect;
mod shooting;
#[cfg(test)]
pub(crate) mod story;
mod stray;
mod targets;
mod terms;
#[cfg(test)]
mod tests;

pub(crate) use movement::ways;

use std::sync::LazyLock;

use crate::diagnostic::Rule;
use crate::dice::Dice;
use crate::field::{SquadId, Zones};
use crate::line::battle::{Battle, Event, Orders, Phase, Trigger};

/// The page of rules for players. An id is never reused for another rule.
pub const RULES_PAGE: &str = include_str!("../../../scenarios/RULES.md");

/// All rules, in the order of the page.
pub static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| Rule::all_of(RULES_PAGE));

/// The rulings of the line game. A scenario's `[rules]` table may change each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// **A-1** Whether a natural 1 always misses.
    pub natural_one_misses: bool,
    /// **V-1** Whether a plain move may enter and cross enemy zones.
    pub walk_into_contact: bool,
    /// **M-3** How many steps a unit may take to press in; `None` for its MOV.
    pub press_in: Option<u8>,
    /// **X-2** Whether dice are rolled for the enemy's fallen as well.
    pub enemy_aftermath: bool,
    /// **Q-J4** Whether a squad may have more than one hero.
    pub several_heroes: bool,
    /// **M-4** What a hit roll with bare hands must reach.
    pub bare_hands_accuracy: u8,
}

impl Default for Line {
    fn default() -> Line {
        Line {
            natural_one_misses: false,
            walk_into_contact: false,
            press_in: None,
            enemy_aftermath: false,
            several_heroes: false,
            bare_hands_accuracy: 5,
        }
    }
}

impl Line {
    /// **V-1** How a plain move may cross enemy zones.
    pub(crate) fn zones(&self) -> Zones {
        if self.walk_into_contact { Zones::Ignore } else { Zones::Shun }
    }

    /// **R-1** Plays one round and opens the next: the phases, always in this order.
    ///
    /// The same battle, orders and dice give the same events. A battle that has ended gives none.
    pub fn resolve(&self, battle: &Battle, orders: &Orders, dice: &mut Dice) -> Vec<Event> {
        self.play_to(Phase::Morale, battle.clone(), orders, dice).1
    }

    /// Plays a round up to the end of `last`, then its Morale phase, and returns the battle after that with the events.
    /// For orders whose results the phases between can't change.
    pub fn play_to(&self, last: Phase, battle: Battle, orders: &Orders, dice: &mut Dice) -> (Battle, Vec<Event>) {
        let mut round = Round { rules: self, battle, orders, dice, events: Vec::new() };
        if round.battle.outcome().is_none() {
            let phases = Phase::ALL.iter().map(|it| it.0).filter(|it| *it <= last || *it == Phase::Morale);
            phases.for_each(|it| round.play(it));
            if last == Phase::Morale {
                objectives::resolve(&mut round);
            }
        }
        (round.battle, round.events)
    }
}

/// A round that is being played.
struct Round<'a> {
    rules: &'a Line,
    battle: Battle,
    orders: &'a Orders,
    dice: &'a mut Dice,
    events: Vec<Event>,
}

impl Round<'_> {
    /// Applies an event to the battle and records it. Phases change the battle in no other way.
    fn emit(&mut self, event: Event) {
        self.battle.apply(&event);
        self.events.push(event);
    }

    /// Plays one phase.
    fn play(&mut self, phase: Phase) {
        self.emit(Event::PhaseBegan { phase });
        match phase {
            Phase::Command => command::resolve(self),
            Phase::Shooting => shooting::resolve(self),
            Phase::Melee => melee::resolve(self),
            Phase::Movement => movement::resolve(self),
            Phase::Morale => morale::resolve(self),
        }
    }

    /// **C-5** Triggers the abilities on a squad that waited for this moment. Returns whether there were any. Phases
    /// call this on the round, which stands above them all, because an ability may carry out any of them (C-6).
    fn trigger(&mut self, trigger: Trigger, squad: SquadId) -> bool {
        command::trigger(self, trigger, squad)
    }
}

/// Runs `act` in a round without dice. Returns the battle after it, and the events.
fn run_without_dice(
    rules: &Line,
    battle: &Battle,
    orders: &Orders,
    act: impl FnOnce(&mut Round<'_>),
) -> (Battle, Vec<Event>) {
    // No die is rolled.
    let mut dice = Dice::keyed([0; 32]);
    let mut round = Round { rules, battle: battle.clone(), orders, dice: &mut dice, events: Vec::new() };
    act(&mut round);
    (round.battle, round.events)
}
