//! What happens in a round of the brick game. One file or folder per chapter.
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
use movement::March;
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
    /// **BX-24** Whether the campaign wants to know of the fallen who lives.
    pub downed: bool,
    /// **BX-25** Whether the scenario has morale.
    pub morale: bool,
    /// Whose melee comes first.
    pub melee_first: MeleeFirst,
    /// **BX-15** Whether every weapon's overkill goes on.
    pub overkill_all: bool,
}

/// **BC-15.2** Which missed shots are tracked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Track {
    /// Explosives, and those with a victim in reach.
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

/// Plays a round until a phase is over, and opens the next when Morale is: everything that happens, in order.
///
/// The same battle, orders and dice give the same events. A battle that has ended gives none.
pub fn resolve(rules: &Brick, battle: &Battle, orders: &Orders, dice: &mut Dice, last: Phase) -> Vec<Event> {
    let mut round = Round::new(rules, battle, orders, dice);
    if round.battle.outcome().is_some() {
        return round.events;
    }

    round.emit(Event::PhaseBegan { phase: Phase::Command });
    organise::resolve(&mut round);
    let followed = organise::followed(battle, &round.battle, orders);
    let mut round = Round { orders: &followed, ..round };
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
    /// **BT-5** Who has struck whom in close combat on a team's turn of this round.
    struck: BTreeMap<(TeamId, UnitId), BTreeSet<UnitId>>,
    /// What is remembered of its Movement phase.
    march: March,
}

impl Round<'_> {
    fn new<'a>(rules: &'a Brick, battle: &Battle, orders: &'a Orders, dice: &'a mut Dice) -> Round<'a> {
        let (sums, struck, march) = (BTreeMap::new(), BTreeMap::new(), March::default());
        Round { rules, battle: battle.clone(), orders, dice, events: Vec::new(), sums, struck, march }
    }

    /// Makes an event so, and remembers it. The only way a phase changes the battle.
    fn emit(&mut self, event: Event) {
        self.battle.apply(&event);
        self.events.push(event);
    }

    fn refuse(&mut self, who: Who, order: OrderKind, why: Refusal) {
        self.emit(Event::Refused { who, order, why });
    }

    /// What comes of an order, unless it is refused.
    fn or_refuse<T>(&mut self, who: Who, order: OrderKind, done: Result<T, Refusal>) -> Option<T> {
        done.map_err(|why| self.refuse(who, order, why)).ok()
    }

    /// Whether somebody attacks nobody of theirs: the two are of one side, and the scenario knows no treason.
    fn spares(&self, who: Who, target: Who) -> bool {
        self.battle.team(target).is_some() && !self.battle.is_hostile(who, target) && !self.rules.treason
    }

    /// **BX-20** An Action is gone for all of these who still have it.
    fn spend(&mut self, units: &[UnitId], on: Deed) {
        let units: Vec<UnitId> = units.iter().copied().filter(|it| !self.battle.unit(*it).has_acted).collect();
        if !units.is_empty() {
            self.emit(Event::ActionSpent { units, on });
        }
    }

    /// A squad that nobody is in any more is no more.
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

    /// Dice of a squad or a unit that are neither Skill nor damage.
    fn roll_plain(&mut self, who: Who, (count, sides): (u8, Sides), kind: chance::Kind, nocrit: bool) -> DamageRoll {
        let pool = Pool { pieces: vec![Piece::Die(sides); usize::from(count)], plus: 0, deflected: 0 };
        let crits = self.rules.damage_crits && !nocrit;
        let rolling = Rolling { kind, skill: Rating::REGULAR, crits, less: 0 };
        roll::sum(self.dice.event(chance::label_of(kind, who)), &pool, rolling)
    }
}

/// What is refused for the first of these reasons that there is.
fn unless<const N: usize>(reasons: [(bool, Refusal); N]) -> Result<(), Refusal> {
    reasons.into_iter().find(|it| it.0).map_or(Ok(()), |it| Err(it.1))
}
