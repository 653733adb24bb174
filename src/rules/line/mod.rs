//! The `line` rules: squads with rifles and bayonets on a grid of tiles.

mod command;
mod movement;
pub mod preview;
#[cfg(test)]
mod story;

use crate::battle::{Battle, Event, Orders, Phase};
use crate::dice::Dice;
use crate::rules::Rule;

/// The rulings of these rules; a scenario's `[rules]` table may change each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// **A-1** Whether a natural 1 misses whatever is added to it.
    pub natural_one_misses: bool,
    /// **V-1** Whether a plain move may enter and cross enemy zones.
    pub walk_into_contact: bool,
    /// **M-3** How many steps a unit may press in; `None` for its MOV.
    pub press_in: Option<u8>,
    /// **X-2** Whether the enemy's fallen are rolled for as well.
    pub enemy_aftermath: bool,
    /// **Q-J4** Whether a squad may have more than one hero.
    pub several_heroes: bool,
    /// **M-4** Bare hands: what a hit roll must reach.
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

/// Every rule, in the order of the rule book. Ids are never given to another rule.
pub const RULES: &[Rule] = &[Rule {
    id: "T-1",
    gist: "The map is a grid of squares, written like C7: column letters, then the row; A1 is top left.",
}];

/// **R-1** Plays one round: the phases, always in this order.
pub(super) fn resolve(rules: &Line, battle: &Battle, orders: &Orders, dice: &mut Dice) -> Vec<Event> {
    let mut round = Round { rules, battle: battle.clone(), orders, dice, events: Vec::new() };
    if round.battle.outcome().is_some() {
        return round.events;
    }

    command::resolve(&mut round);
    movement::resolve(&mut round);

    round.events
}

/// A round in the making.
struct Round<'a> {
    rules: &'a Line,
    battle: Battle,
    orders: &'a Orders,
    dice: &'a mut Dice,
    events: Vec<Event>,
}

impl Round<'_> {
    /// Makes an event so, and remembers it. The only way a phase changes the battle.
    fn emit(&mut self, event: Event) {
        self.battle.apply(&event);
        self.events.push(event);
    }

    fn begin(&mut self, phase: Phase) {
        self.emit(Event::PhaseBegan { phase });
    }
}
