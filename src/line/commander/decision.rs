//! A side's plan, and the commander's reason for each squad's orders: one line each, for the GM alone.

use crate::field::{ObjectiveId, SquadId};
use crate::line::battle::{AbilityId, Battle, Side};

/// A squad, and a reason for its orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    pub squad: SquadId,
    pub why: Why,
}

/// The reason for an order. Numbers of units are in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It fires at a squad, and expects to fell this many.
    Fires { at: SquadId, felled_milli: u32, reason: TargetReason },
    /// It holds its fire so as to move faster.
    Runs,
    /// It charges. The chance is in 36ths; felled and lost are what it expects of the melee.
    Charges { at: SquadId, chance_36: u32, felled_milli: u32, lost_milli: u32 },
    /// It gets out of a melee: what it would lose if it stayed, and what getting away costs.
    Disengages { lost_milli: u32, cost_milli: u32 },
    /// It fights on where it stands.
    Fights,
    /// It is too weak to fight, and keeps away from the nearest enemy. `leaves` says whether it leaves its downed
    /// behind.
    Withdraws { from: SquadId, leaves: bool },
    /// It is too weak to fight, and falls back on a squad that must not be lost.
    Guards { whom: SquadId },
    /// It is too weak to fight alone, and falls back on a friend.
    Regroups { with: SquadId },
    /// It would have charged, but could hardly get in.
    NoWayIn { to: SquadId },
    /// It goes somewhere.
    Moves(MoveReason),
    /// No place in reach is better than where it is.
    Stays,
    /// An ability is used on it. The worth is in thousandths of a usual unit.
    Uses { ability: AbilityId, worth_milli: u32 },
}

/// Why a squad fires at this target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetReason {
    /// It counts for a goal.
    Goal,
    /// It is expected to fell all that other squads leave of it.
    Finish,
    /// It brings the target below half, where its nerve is tested.
    Nerve,
    /// Fire at it is worth most.
    Most,
    /// Of the targets that were tried, it did best in the rounds played.
    Tried,
}

/// What a move is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveReason {
    To(ObjectiveId),
    /// To where a goal wants the squad.
    Goal,
    /// To where it deals more than it takes.
    Better,
    /// Out of the enemy's fire or reach.
    Away,
    /// Towards the enemy.
    Closer,
    /// Back to its post.
    Post,
    /// To where it can fire at enemies on their way to it.
    Watch,
    /// To where it waits behind the squads that hold an objective.
    Reserve,
    /// To the place that did best in the rounds played.
    Tried,
}

impl Decision {
    /// The line that the GM reads, without a full stop.
    pub fn describe(&self, battle: &Battle) -> String {
        let name = |squad: SquadId| battle.setup().squad(squad).name.as_str();
        let why = match self.why {
            Why::Fires { at, felled_milli, reason } => {
                let reason = match reason {
                    TargetReason::Goal => "a goal is about it",
                    TargetReason::Finish => "to finish it",
                    TargetReason::Nerve => "to bring it below half",
                    TargetReason::Most => "the most to be had",
                    TargetReason::Tried => "best of what it tried",
                };
                format!("fires at {}: {} expected, {reason}", name(at), units(felled_milli))
            }
            Why::Runs => "holds its fire, to get on faster".to_owned(),
            Why::Charges { at, chance_36, felled_milli, lost_milli } => {
                let (chance, felled, lost) = (100 * chance_36 / 36, units(felled_milli), units(lost_milli));
                format!("charges {}: {chance} % to get in, {felled} for {lost}", name(at))
            }
            Why::Disengages { lost_milli, cost_milli } => {
                format!("gets away: {} lost if it stays, {} if it goes", units(lost_milli), units(cost_milli))
            }
            Why::Fights => "fights on: getting away would cost more".to_owned(),
            Why::Withdraws { from, leaves } => {
                let leaves = if leaves { ", without its downed" } else { "" };
                format!("is too weak to fight, and keeps away from {}{leaves}", name(from))
            }
            Why::Guards { whom } => format!("is too weak to fight, and guards {}", name(whom)),
            Why::Regroups { with } => format!("is too weak to fight alone, and falls back on {}", name(with)),
            Why::NoWayIn { to } => format!("closes in on {}: a charge could hardly get in", name(to)),
            Why::Moves(MoveReason::To(objective)) => format!("makes for {}", battle.setup().objective(objective).name),
            Why::Moves(MoveReason::Goal) => "makes for where a goal wants it".to_owned(),
            Why::Moves(MoveReason::Better) => "goes where it gives more than it takes".to_owned(),
            Why::Moves(MoveReason::Away) => "goes out of their fire".to_owned(),
            Why::Moves(MoveReason::Closer) => "closes in".to_owned(),
            Why::Moves(MoveReason::Post) => "goes back to its post".to_owned(),
            Why::Moves(MoveReason::Watch) => "goes where it can fire at those who come".to_owned(),
            Why::Moves(MoveReason::Reserve) => "is held back, behind those who hold it".to_owned(),
            Why::Moves(MoveReason::Tried) => "goes to the best place of those it tried".to_owned(),
            Why::Stays => "stays: no place in reach is better".to_owned(),
            Why::Uses { ability, worth_milli } => {
                format!("gets {}: worth {}", battle.setup().ability(ability).name, units(worth_milli))
            }
        };
        format!("{} {why}", name(self.squad))
    }
}

/// What all squads of a side do under a plan. Squads that hold or guard do so under any plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Intent {
    /// Each squad acts by its own stance.
    #[default]
    ByStance,
    /// All attack.
    Attack,
    /// All make for the objectives.
    Ground,
    /// All stand and fire.
    Stand,
    /// All stay at a distance.
    Distance,
    /// Each squad acts by its own stance, and weighs the enemy's answer in full.
    Care,
    /// Each squad acts by its own stance, and charges much more readily.
    Blades,
}

impl Intent {
    /// All but the default.
    pub(super) const OTHERS: [Intent; 6] =
        [Intent::Attack, Intent::Ground, Intent::Stand, Intent::Distance, Intent::Care, Intent::Blades];

    /// What the GM reads of it.
    pub(super) fn describe(self) -> &'static str {
        match self {
            Intent::ByStance => "each squad does what it is there for",
            Intent::Attack => "all attack",
            Intent::Ground => "all make for the objectives",
            Intent::Stand => "all stand and fire",
            Intent::Distance => "all keep at a distance",
            Intent::Care => "each squad does what it is there for, and minds what comes back",
            Intent::Blades => "each squad does what it is there for, and charges where it can",
        }
    }
}

/// A side's plan, as the GM reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SidePlan {
    /// The squads that attack come together at an enemy squad. `at` is that squad and its mean steps from the side's
    /// squads; `or` is another one that would do as well.
    Together { side: Side, at: (SquadId, u16), or: Option<(SquadId, u16)> },
    /// What an elite commander found out by playing rounds.
    Tried {
        side: Side,
        /// The intent that most of its squads follow.
        intent: Intent,
        /// The number of squads that do something else.
        others: usize,
        /// Rounds that the commander played.
        rounds: u32,
    },
}

impl SidePlan {
    /// The line that the GM reads, without a full stop.
    pub fn describe(&self, battle: &Battle) -> String {
        let whose = |side: Side| if side == Side::Players { "players'" } else { "enemy's" };
        let name = |squad: SquadId| battle.setup().squad(squad).name.as_str();
        match *self {
            SidePlan::Together { side, at: (at, steps), or } => {
                let why = match or {
                    Some((or, others)) => format!("; {} would do as well, at {others}", name(or)),
                    None => ", nearer than anybody else".to_owned(),
                };
                let (whose, at) = (whose(side), name(at));
                format!("The {whose} plan: together at {at}, {steps} steps from each squad on average{why}")
            }
            SidePlan::Tried { side, intent, others, rounds } => {
                let others = match others {
                    0 => String::new(),
                    1 => ", but for 1 squad".to_owned(),
                    n => format!(", but for {n} squads"),
                };
                format!(
                    "The {} plan, from {rounds} rounds played in private: {}{others}",
                    whose(side),
                    intent.describe()
                )
            }
        }
    }
}

/// Writes thousandths of a unit as units, to a tenth.
fn units(milli: u32) -> String {
    let tenths = (milli + 50) / 100;
    if tenths == 10 { "1 unit".to_owned() } else { format!("{}.{} units", tenths / 10, tenths % 10) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::battle::scene::{scene, squad};

    #[test]
    fn decisions_are_told_in_a_line_each() {
        let battle = scene(".a . . .x", "a Alpha players: rifle; x Boyz enemy: boy");
        let [alpha, boyz] = ["Alpha", "Boyz"].map(|it| squad(&battle, it));
        let told = |why| Decision { squad: alpha, why }.describe(&battle);
        let fires = Why::Fires { at: boyz, felled_milli: 1240, reason: TargetReason::Nerve };
        assert_eq!(told(fires), "Alpha fires at Boyz: 1.2 units expected, to bring it below half");
        let charges = Why::Charges { at: boyz, chance_36: 21, felled_milli: 1000, lost_milli: 349 };
        assert_eq!(told(charges), "Alpha charges Boyz: 58 % to get in, 1 unit for 0.3 units");
        assert_eq!(told(Why::Runs), "Alpha holds its fire, to get on faster");
        assert_eq!(told(Why::Moves(MoveReason::Closer)), "Alpha closes in");
    }
}
