//! The rules of the brick game, a file or a folder for each chapter.
#![deny(clippy::disallowed_types, clippy::disallowed_methods, clippy::float_arithmetic)]

mod aim;
mod blast;
pub(crate) mod chance;
mod command;
mod deal;
mod ending;
mod harm;
mod leap;
mod melee;
mod movement;
mod organise;
pub(crate) mod preview;
mod push;
pub(crate) mod roll;
mod shooting;
pub(crate) mod sight;
#[cfg(test)]
pub(crate) mod story;
mod stray;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use ending::{is_won, nerve, progress, winners};
pub(crate) use organise::sequence;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::brick::battle::{Battle, DamageRoll, Deed, Event, OrderKind, Orders, Phase, Rating, Refusal, TeamId, Who};
use crate::diagnostic::Rule;
use crate::dice::{Dice, Sides, Stream};
use crate::field::{SquadId, UnitId};
use harm::Sum;
use movement::MovementState;
use roll::{Piece, Pool, Rolling};

/// The page of rules for players. An id is never given to another rule.
pub const RULES_PAGE: &str = include_str!("../../../scenarios/BRICK-RULES.md");

/// Every rule, in the order of the page.
pub static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| Rule::all_of(RULES_PAGE));

/// The brick game, with the rulings that a scenario may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brick {
    /// **BX-2** Whether dice that aren't Skill rolls earn bonus dice.
    pub damage_crits: bool,
    /// **BC-15.2**
    pub track: Track,
    /// **BC-4.4** Whether figures may shoot beyond Range.
    pub out_of_range: bool,
    /// Whether figures may attack their own side.
    pub treason: bool,
    /// **BX-24** Whether units that fall are downed, because a campaign wants to know who lives.
    pub downed: bool,
    /// **BX-25** Whether the scenario has morale.
    pub morale: bool,
    /// Which team has the first pass of Melee.
    pub melee_first: MeleeFirst,
    /// **BX-15** Whether every weapon has overkill.
    pub overkill_all: bool,
}

/// **BC-15.2** Which missed shots are tracked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Track {
    /// Explosives, and shots with a victim in reach of the miss.
    #[default]
    Auto,
    On,
    Off,
}

/// Which team has the first pass of Melee.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MeleeFirst {
    /// As the teams are listed.
    #[default]
    Listed,
    Reversed,
    /// As listed in odd rounds, reversed in even ones.
    Alternate,
}

impl Default for Brick {
    fn default() -> Brick {
        Brick {
            damage_crits: true,
            track: Track::Auto,
            out_of_range: true,
            treason: false,
            downed: false,
            morale: false,
            melee_first: MeleeFirst::Listed,
            overkill_all: false,
        }
    }
}

/// Plays a round until the phase `last` is over, and opens the next one after Morale. Returns all events in order.
///
/// The same battle, orders and dice give the same events. A battle that has ended gives none.
pub fn resolve(rules: &Brick, battle: &Battle, orders: &Orders, dice: &mut Dice, last: Phase) -> Vec<Event> {
    let mut round = Round::new(rules, battle, orders, dice);
    if round.battle.outcome().is_some() {
        return round.events;
    }

    round.emit(Event::PhaseBegan { phase: Phase::Command });
    organise::resolve(&mut round);
    let retargeted = organise::retargeted(battle, &round.battle, orders);
    let mut round = Round { orders: &retargeted, ..round };
    command::resolve(&mut round);
    if Phase::Shooting <= last {
        shooting::resolve(&mut round);
    }
    if Phase::Melee <= last {
        melee::resolve(&mut round);
    }
    if Phase::Movement <= last {
        movement::resolve(&mut round);
    }
    if Phase::Morale <= last {
        ending::resolve(&mut round);
    }

    round.events
}

/// A round in the making.
struct Round<'a> {
    rules: &'a Brick,
    battle: Battle,
    orders: &'a Orders,
    dice: &'a mut Dice,
    events: Vec<Event>,
    /// **BT-11** Damage that adds up until the attack, or the pass, is over.
    sums: BTreeMap<UnitId, Sum>,
    /// **BT-5** Attackers that have struck a unit in close combat this round, by the team whose turn it was.
    struck: BTreeMap<(TeamId, UnitId), BTreeSet<UnitId>>,
    /// What the Movement phase has to remember.
    movement: MovementState,
}

impl Round<'_> {
    fn new<'a>(rules: &'a Brick, battle: &Battle, orders: &'a Orders, dice: &'a mut Dice) -> Round<'a> {
        let (sums, struck, movement) = (BTreeMap::new(), BTreeMap::new(), MovementState::default());
        Round { rules, battle: battle.clone(), orders, dice, events: Vec::new(), sums, struck, movement }
    }

    /// Applies an event and records it. The only way a phase changes the battle.
    fn emit(&mut self, event: Event) {
        self.battle.apply(&event);
        self.events.push(event);
    }

    fn refuse(&mut self, who: Who, order: OrderKind, why: Refusal) {
        self.emit(Event::Refused { who, order, why });
    }

    /// The result of an order. A refusal is recorded, and gives `None`.
    fn or_refuse<T>(&mut self, who: Who, order: OrderKind, done: Result<T, Refusal>) -> Option<T> {
        done.map_err(|why| self.refuse(who, order, why)).ok()
    }

    /// Whether `who` may not attack `target`: both are of one side, and the scenario has no treason.
    fn must_spare(&self, who: Who, target: Who) -> bool {
        self.battle.team(target).is_some() && !self.battle.is_hostile(who, target) && !self.rules.treason
    }

    /// **BX-20** Spends the Actions of these units, as far as they still have them.
    fn spend(&mut self, units: &[UnitId], on: Deed) {
        let units: Vec<UnitId> = units.iter().copied().filter(|it| !self.battle.unit(*it).has_acted).collect();
        if !units.is_empty() {
            self.emit(Event::ActionSpent { units, on });
        }
    }

    /// Ends each of these squads that has no members left.
    fn end_empty(&mut self, squads: impl IntoIterator<Item = SquadId>) {
        for squad in squads {
            if self.battle.squad(squad).is_none() {
                self.emit(Event::SquadEnded { squad });
            }
        }
    }

    /// The dice of one unit against another.
    fn stream(&mut self, kind: chance::Kind, by: UnitId, at: Option<UnitId>) -> &mut Stream {
        self.dice.event(chance::label(kind, by, at))
    }

    /// Rolls dice that are neither Skill nor damage, for a squad or a unit.
    fn roll_plain(&mut self, who: Who, (count, sides): (u8, Sides), kind: chance::Kind, nocrit: bool) -> DamageRoll {
        let pool = Pool { pieces: vec![Piece::Die(sides); usize::from(count)], plus: 0, deflected: 0 };
        let crits = self.rules.damage_crits && !nocrit;
        let rolling = Rolling { kind, skill: Rating::REGULAR, crits, less: 0 };
        roll::roll_pool(self.dice.event(chance::label_of(kind, who)), &pool, rolling)
    }
}

/// Refuses for the first of these reasons that applies.
fn refuse_if<const N: usize>(reasons: [(bool, Refusal); N]) -> Result<(), Refusal> {
    reasons.into_iter().find(|it| it.0).map_or(Ok(()), |it| Err(it.1))
}
