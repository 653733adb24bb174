//! What a side means to do.

use crate::field::SquadId;
use crate::line::battle::{Battle, Side};

/// What a plan is bent on, where squads are free to do other than they are told: whoever holds a place or guards it does so
/// under any plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Intent {
    /// Each squad does what it is told.
    #[default]
    Told,
    /// All go for the enemy.
    Attack,
    /// All make for the objectives.
    Ground,
    /// All stand and fire.
    Stand,
    /// All stay at a distance.
    Distance,
    /// As told, and all mind what comes back.
    Care,
    /// As told, and whoever can beat somebody at arm's length charges.
    Blades,
}

impl Intent {
    /// All but the first.
    pub(super) const OTHERS: [Intent; 6] =
        [Intent::Attack, Intent::Ground, Intent::Stand, Intent::Distance, Intent::Care, Intent::Blades];

    /// What the GM reads of it.
    pub(super) fn told(self) -> &'static str {
        match self {
            Intent::Told => "each squad does what it is there for",
            Intent::Attack => "all attack",
            Intent::Ground => "all make for the objectives",
            Intent::Stand => "all stand and fire",
            Intent::Distance => "all keep at a distance",
            Intent::Care => "each squad does what it is there for, and minds what comes back",
            Intent::Blades => "each squad does what it is there for, and charges where it can",
        }
    }
}

/// What a side is after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thought {
    /// Those who go for the enemy come together at one squad; how far it is from each of them on average, and who would do
    /// as well.
    Together { side: Side, at: (SquadId, u16), or: Option<(SquadId, u16)> },
    /// What an elite commander found out by playing.
    Tried {
        side: Side,
        /// What most of its squads do.
        intent: Intent,
        /// How many do something else.
        others: usize,
        /// Rounds that it played.
        rounds: u32,
    },
}

impl Thought {
    /// The line that the GM reads, without a full stop.
    pub fn told(&self, battle: &Battle) -> String {
        let whose = |side: Side| match side {
            Side::Players => "players'",
            Side::Enemy => "enemy's",
        };
        let name = |squad: SquadId| battle.setup().squad(squad).name.as_str();
        match *self {
            Thought::Together { side, at: (at, steps), or } => {
                let why = match or {
                    Some((or, others)) => format!("; {} would do as well, at {others}", name(or)),
                    None => ", nearer than anybody else".to_owned(),
                };
                format!(
                    "The {} plan: together at {}, {steps} steps from each squad on average{why}",
                    whose(side),
                    name(at)
                )
            }
            Thought::Tried { side, intent, others, rounds } => {
                let others = match others {
                    0 => String::new(),
                    1 => ", but for 1 squad".to_owned(),
                    n => format!(", but for {n} squads"),
                };
                format!("The {} plan, from {rounds} rounds played in private: {}{others}", whose(side), intent.told())
            }
        }
    }
}
