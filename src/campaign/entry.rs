//! The entries of a campaign's log. They have types of their own, so that changes of other types don't change old logs.

use serde::{Deserialize, Serialize};

use crate::field::Outcome;
use crate::store::{Hash, Source};

/// The version of these types. Logs of later versions are refused.
pub(super) const FORMAT: u32 = 1;

/// Something that happened to a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "snake_case", deny_unknown_fields)]
pub enum Entry {
    /// The campaign began, with this file.
    Begun { format: u32, plan: Source },
    /// A season began, with this file.
    Season { plan: Source },
    /// People went to a battle.
    Mustered {
        /// The number of the battle in the campaign, from 1.
        n: u32,
        scenario: String,
        title: String,
        /// The muster that the written scenario names.
        muster: String,
        /// The digest of the written scenario. `None` if it is unknown; then nobody can say whether the scenario was
        /// changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        made: Option<Hash>,
        /// In the order of the scenario.
        who: Vec<String>,
    },
    /// A battle was over.
    Fought(Box<Fought>),
    /// The GM made a ruling.
    Ruled { who: String, is: Ruling, why: String },
    /// Somebody spent XP.
    Bought { who: String, what: String },
    /// The last entry that stood was taken back.
    Undone {
        /// The number of that entry's line, from 1.
        line: usize,
    },
}

impl Entry {
    /// Whether the campaign or a season begins with it. Nothing takes that back.
    pub(super) fn is_beginning(&self) -> bool {
        matches!(self, Entry::Begun { .. } | Entry::Season { .. })
    }
}

/// How a battle ended, and what became of everyone who was mustered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fought {
    pub n: u32,
    pub muster: String,
    /// The digest of the battle's log.
    pub log: Hash,
    /// `None` if it was given up.
    pub outcome: Option<Outcome>,
    /// The outcome in words.
    pub ended: String,
    pub rounds: usize,
    /// Bonus goals: how many were met, of how many.
    pub bonus: (usize, usize),
    /// How many times the GM changed the battle by hand.
    pub changes: usize,
    /// Whether its scenario differs from the one that the muster wrote.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_edited: bool,
    /// In the order of the muster.
    pub facts: Vec<Fact>,
    pub dice: Vec<Rolled>,
}

/// What became of somebody in a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    pub who: String,
    pub is: End,
    /// How the battle ended for their team, if that differs from the outcome: a rival team of players may have won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The line of a report that tells of their fall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// What felled them if nobody did, in words that follow `fell`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub how: Option<String>,
    /// The die of the battle that decided whether they live.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    pub felled: u32,
}

/// How somebody came out of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    Standing,
    /// Never on the field.
    Absent,
    /// Fell, in a campaign of toys, which get up again.
    Fell,
    Wounded,
    /// Fell, and nobody came for them. A die of the campaign says whether they live.
    Left,
    Dead,
}

impl End {
    /// Whether they were on the field.
    pub fn was_there(self) -> bool {
        self != End::Absent
    }

    /// Whether they fell, and did not stand at the end.
    pub fn has_fallen(self) -> bool {
        !matches!(self, End::Standing | End::Absent)
    }
}

/// A die of the campaign: its purpose, the person, and its face.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rolled(pub RolledFor, pub String, pub u8);

/// What a die of the campaign decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RolledFor {
    /// Whether somebody who was left behind lives.
    Left,
    Injury,
}

/// What the GM decides about somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    /// Lives, and can go to the next battle.
    Fit,
    Dead,
    /// Misses this many battles, from the next on.
    Out(u32),
    /// Gets this many more XP, or loses some.
    Xp(i32),
    /// Is now in another squad.
    Joins(String),
}
