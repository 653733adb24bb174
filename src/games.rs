//! The one list of games, and a battle of any of them.

use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::sync::Arc;

use crate::diagnostic::Rule;
use crate::game::{AnyPlay, Game, Play};
use crate::line::rules;
use crate::line::rules::Line;
use crate::line::scenario;

pub use crate::file::Problems;
pub use crate::line::scenario::{Data, SchemaKind, check, schema};

macro_rules! games {
    ($($(#[$attribute:meta])* $variant:ident($game:ty),)+) => {
        /// A battle of any game.
        #[derive(Clone, Debug)]
        pub enum Playing {
            $($(#[$attribute])* $variant(Play<$game>),)+
        }

        impl Deref for Playing {
            type Target = dyn AnyPlay;

            fn deref(&self) -> &(dyn AnyPlay + 'static) {
                match self {
                    $($(#[$attribute])* Playing::$variant(it) => it,)+
                }
            }
        }

        impl DerefMut for Playing {
            fn deref_mut(&mut self) -> &mut (dyn AnyPlay + 'static) {
                match self {
                    $($(#[$attribute])* Playing::$variant(it) => it,)+
                }
            }
        }

        /// The rule with this id, in any game.
        pub fn rule(id: &str) -> Option<&'static Rule> {
            None$($(#[$attribute])* .or_else(|| <$game>::rule(id)))+
        }
    };
}

games! {
    Line(Line),
}

/// A battle that is ready to begin.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub opening: Playing,
    /// What its author may want to know: warnings, no errors.
    pub doubts: Problems,
    /// The data files that its names come from, each with its name and text, in the order in which they build on each
    /// other.
    pub data: Vec<(String, String)>,
}

impl Scenario {
    /// The version of its rules. A battle is fought to its end by the version that it began with.
    pub fn version(&self) -> u32 {
        let Playing::Line(it) = &self.opening;
        it.game().version()
    }

    /// The versions that a battle may have begun with, the newest last.
    pub fn versions(&self) -> &'static [u32] {
        &rules::VERSIONS
    }

    /// The same by another version of the rules; `None` if this program doesn't have it.
    pub fn at_version(self, version: u32) -> Option<Scenario> {
        let Playing::Line(it) = &self.opening;
        let game = it.game().clone().at_version(version)?;
        Some(Scenario { opening: Playing::Line(Play::new(game, Arc::clone(it.setup()))), ..self })
    }
}

/// Reads a scenario from a file, with the entries that are compiled in.
///
/// # Errors
///
/// All that is wrong with it.
pub fn load(path: &Path) -> Result<Scenario, Problems> {
    load_with(path, Data::standard())
}

/// Reads a scenario from a file, with these entries.
///
/// # Errors
///
/// All that is wrong with it.
pub fn load_with(path: &Path, data: &Data) -> Result<Scenario, Problems> {
    scenario::load_with(path, data).map(of_line)
}

/// Reads a scenario from a text.
///
/// # Errors
///
/// All that is wrong with it.
pub fn read(name: &str, text: &str, data: &Data) -> Result<Scenario, Problems> {
    scenario::read(name, text, data).map(of_line)
}

fn of_line(it: scenario::Scenario) -> Scenario {
    Scenario { opening: Playing::Line(Play::new(it.ruleset, Arc::clone(&it.setup))), doubts: it.doubts, data: it.data }
}
