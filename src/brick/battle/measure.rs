//! What players measure on a real table and say with an attack, because no map tells it: distance, height, and how
//! much of the target shows.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::brick::battle::{Battle, Target, Who};
use crate::field::UnitId;

/// What was measured from one to another on a real table. What isn't said is as usual: in reach, in full sight, on
/// level ground.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Measured {
    /// **BC-1.4** Inches from one to the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<u16>,
    /// **BC-2.8** Sections of the other, out of three, that are hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cover: Option<u8>,
    /// **BC-4.1** Inches that the one stands higher.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u8>,
    /// **BC-2.4** Inches of something large that show and are in range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub showing: Option<u8>,
    /// **BC-16.2** Inches that the one ran straight at the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<u16>,
    /// **BC-2.12** Whether the other stands still.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_still: Option<bool>,
    /// **BC-3.7** Whether the one is outnumbered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_outnumbered: Option<bool>,
    /// **BX-5** Who else stands where a blast would catch them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub near: Vec<UnitId>,
}

impl Measured {
    /// Whether nothing was measured.
    pub fn is_empty(&self) -> bool {
        *self == Measured::default()
    }

    /// Takes over what a later measurement says.
    fn amend(&mut self, later: &Measured) {
        self.range = later.range.or(self.range);
        self.cover = later.cover.or(self.cover);
        self.height = later.height.or(self.height);
        self.showing = later.showing.or(self.showing);
        self.run = later.run.or(self.run);
        self.is_still = later.is_still.or(self.is_still);
        self.is_outnumbered = later.is_outnumbered.or(self.is_outnumbered);
        self.near.extend(later.near.iter().copied());
    }
}

/// A measurement from one to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Measure {
    pub by: Who,
    pub at: Who,
    pub it: Measured,
}

impl Measure {
    /// Merges the measurements of each pair: what a later one says replaces what an earlier one said, but those who
    /// are near add up.
    pub fn together(words: &[Measure]) -> Vec<Measure> {
        let mut all: Vec<Measure> = Vec::new();
        for word in words {
            match all.iter_mut().find(|it| (it.by, it.at) == (word.by, word.at)) {
                Some(it) => it.it.amend(&word.it),
                None => all.push(word.clone()),
            }
        }
        all
    }
}

impl Battle {
    /// What was measured from `by` to a target this round.
    pub fn measured(&self, by: Who, at: Target) -> Measured {
        let said = self.target_who(at).and_then(|at| self.measures.iter().find(|it| (it.by, it.at) == (by, at)));
        said.map(|it| it.it.clone()).unwrap_or_default()
    }

    /// All measurements of this round.
    pub fn measures(&self) -> &[Measure] {
        &self.measures
    }
}
