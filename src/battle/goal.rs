//! What a battle is about: objectives, and the conditions that end it (O-1, O-2).

use serde::{Deserialize, Serialize};

use crate::battle::{Side, SquadId, Tile, UnitId};

/// An objective, by its place in [`Setup::objectives`](crate::battle::Setup::objectives).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ObjectiveId(pub u8);

/// **O-1** A place worth holding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObjectiveSetup {
    /// What files call it.
    pub key: String,
    /// What people call it.
    pub name: String,
    pub at: Tile,
    /// How near counts, in cardinal steps.
    pub radius: u8,
    /// Whose it is when the battle begins.
    pub owner: Option<Side>,
    /// Points a round for whoever holds it.
    pub points: u16,
}

/// Tiles within `radius` cardinal steps of `at`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Area {
    /// What people call it.
    pub name: String,
    pub at: Tile,
    pub radius: u8,
}

/// What kind of goal it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GoalKind {
    /// All of these met: the players have won.
    Main,
    Bonus,
    /// One of these met: the players have lost.
    Failure,
}

/// **O-2** A goal. Once met it stays met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Goal {
    pub kind: GoalKind,
    /// What the players read.
    pub text: String,
    pub when: Condition,
}

/// Somebody a condition speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    Unit(UnitId),
    Squad(SquadId),
    Side(Side),
}

/// **O-2** What can be asked of a battle when a round ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    /// This many standing units of the subject are in the area.
    Reach {
        who: Subject,
        area: Area,
        units: u16,
    },
    /// This round is over.
    Survive {
        round: u16,
    },
    /// At least this share of the subject's starting units no longer stands.
    Lost {
        who: Subject,
        percent: u8,
    },
    /// The side has held the objective, uncontested, this many rounds in a row.
    Hold {
        objective: ObjectiveId,
        by: Side,
        rounds: u16,
    },
    /// The objective is the side's, and not contested.
    Capture {
        objective: ObjectiveId,
        by: Side,
    },
    Score {
        by: Side,
        points: u32,
    },
}

/// How a battle ended for the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// All main goals were met, or no enemy was left.
    Victory,
    /// A failure condition came true, or nobody of theirs was left.
    Defeat,
    /// The last round passed with main goals open.
    TimeUp,
    /// **O-4** They left with main goals open.
    TappedOut,
}

/// Something the scenario holds ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scheduled {
    pub when: When,
    /// Squads that come out of reserve, and where.
    pub reinforce: Vec<(SquadId, Tile)>,
    /// What the players read when it happens.
    pub text: Option<String>,
}

/// When it happens; it happens once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// As this round opens.
    Round(u16),
    /// As the round after the one in which this came true opens.
    Condition(Condition),
}
