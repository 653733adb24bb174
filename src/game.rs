//! What happens in a round. One folder per ruleset, one file per phase.
#![deny(clippy::disallowed_types, clippy::disallowed_methods, clippy::float_arithmetic)]

use crate::diagnostic::Rule;
use crate::dice::Dice;
use crate::line::battle::{Battle, Event, Orders};
use crate::line::rules;

/// The rules that a battle is fought by, with the rulings that its scenario changed. The one seam between rulesets and
/// everything else: a ruleset never asks which ruleset it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruleset {
    Line(rules::Line),
}

/// There is one.
const VERSIONS: [u32; 1] = [1];

impl Ruleset {
    /// What files call it.
    pub fn name(&self) -> &'static str {
        match self {
            Ruleset::Line(_) => "line",
        }
    }

    /// The version of its behaviour. A battle is fought to its end by the version that it began with.
    pub fn version(&self) -> u32 {
        match self {
            Ruleset::Line(_) => VERSIONS[0],
        }
    }

    /// The versions that a battle may have begun with, the newest last.
    pub fn versions(&self) -> &'static [u32] {
        match self {
            Ruleset::Line(_) => &VERSIONS,
        }
    }

    /// The same rulings by another version of the rules; `None` if this program doesn't have it.
    pub fn at_version(self, version: u32) -> Option<Ruleset> {
        match self {
            Ruleset::Line(_) => VERSIONS.contains(&version).then_some(self),
        }
    }

    /// Every rule, in the order of the rule book.
    pub fn rules(&self) -> &'static [Rule] {
        match self {
            Ruleset::Line(_) => rules::RULES,
        }
    }

    /// Plays one round and opens the next: everything that happens, in order.
    ///
    /// The same battle, orders and dice give the same events. A battle that has ended gives none.
    pub fn resolve(&self, battle: &Battle, orders: &Orders, dice: &mut Dice) -> Vec<Event> {
        match self {
            Ruleset::Line(line) => rules::resolve(line, battle, orders, dice),
        }
    }
}

/// The rule with this id, in any ruleset.
pub fn rule(id: &str) -> Option<&'static Rule> {
    rules::RULES.iter().find(|it| it.id.eq_ignore_ascii_case(id))
}
