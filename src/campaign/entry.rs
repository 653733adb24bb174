//! What a campaign's log is made of: an internal type may change without changing what old logs mean.

use serde::{Deserialize, Serialize};

use crate::field::Outcome;
use crate::store::{Hash, Source};

/// The version of these types. A log of a later one is refused rather than half understood.
pub(super) const FORMAT: u32 = 1;

/// One thing that happened to a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "snake_case", deny_unknown_fields)]
pub enum Entry {
    /// It began, played by this file.
    Begun { format: u32, plan: Source },
    /// A season begins: from here on it is played by this file.
    Season { plan: Source },
    /// Somebody goes to a battle.
    Mustered {
        /// The number of the battle in the campaign, from 1.
        n: u32,
        scenario: String,
        title: String,
        /// What the scenario that was written says of its muster.
        muster: String,
        /// The digest of the scenario that was written; `None`: nobody can say whether it was changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        made: Option<Hash>,
        /// In the order in which they stand in the scenario.
        who: Vec<String>,
    },
    /// A battle was fought to its end.
    Fought(Box<Fought>),
    /// The GM has decided.
    Ruled { who: String, is: Ruling, why: String },
    /// Somebody has spent XP.
    Bought { who: String, what: String },
    /// The last entry that stood counts no more.
    Undone {
        /// The number of its line, from 1.
        line: usize,
    },
}

impl Entry {
    /// Whether the campaign, or a season of it, begins by it: nothing takes that back.
    pub(super) fn is_beginning(&self) -> bool {
        matches!(self, Entry::Begun { .. } | Entry::Season { .. })
    }
}

/// How a battle ended, and what it made of everybody who was mustered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fought {
    pub n: u32,
    pub muster: String,
    /// The digest of the battle's log.
    pub log: Hash,
    /// `None`: it was given up.
    pub outcome: Option<Outcome>,
    /// The same in words.
    pub ended: String,
    pub rounds: usize,
    /// Goals beside the main ones: how many were met, and how many there were.
    pub bonus: (usize, usize),
    /// Times that the GM changed the battle by hand.
    pub changes: usize,
    /// Whether it was fought by another scenario than the muster wrote.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_edited: bool,
    /// In the order of the muster.
    pub facts: Vec<Fact>,
    pub dice: Vec<Rolled>,
}

/// What a battle made of somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    pub who: String,
    pub is: End,
    /// How the battle ended for his team, where that is other than what it came to: a rival team of players may have won it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The line of a report that tells of his fall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// What it was if it was nobody else, in words that follow `fell`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub how: Option<String>,
    /// What the battle's own die showed that decided whether he lives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    pub felled: u32,
}

/// How somebody came out of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    Standing,
    /// He never came onto the field.
    Absent,
    /// He fell, and toys get up again.
    Fell,
    Wounded,
    /// He fell and nobody came for him: a die of the campaign says whether he lives.
    Left,
    Dead,
}

impl End {
    /// Whether he was on the field.
    pub fn was_there(self) -> bool {
        self != End::Absent
    }

    /// Whether he did not stand at the end.
    pub fn has_fallen(self) -> bool {
        !matches!(self, End::Standing | End::Absent)
    }
}

/// A die of the campaign: what for, for whom, and what it showed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rolled(pub RolledFor, pub String, pub u8);

/// What a die of the campaign decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RolledFor {
    /// Whether one who was left lives.
    Left,
    Injury,
}

/// What the GM decides of somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    /// He lives, and can go to the next battle.
    Fit,
    Dead,
    /// He misses so many battles from the next on.
    Out(u32),
    /// So many XP more, or less.
    Xp(i32),
    /// He is in another squad.
    Joins(String),
}
