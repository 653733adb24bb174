//! What a game provides so that its battles can be played by the hundred: who stands and who acted, and orders for
//! every squad.

use std::collections::BTreeSet;

use crate::dice::Mood;
use crate::field::{Goal, GoalKind, Level, ObjectiveId, Outcome, SquadId, UnitId};
use crate::game::{Game, OpenRound};
use crate::map::{Party, PartyId};

/// The players are always the first party.
pub const PLAYERS: PartyId = PartyId(0);

/// A game whose battles can be played by the hundred, with commanders instead of people.
pub trait Simulated: Game {
    /// The game's own words for findings about many battles.
    const TERMS: Terms;
    /// What orders may achieve besides losses and objectives, in the order of the findings.
    const OUTCOMES: &'static [OutcomeKind];
    /// What nobody at a table would believe of a commander, in the order of the findings.
    const BLUNDERS: &'static [&'static str];

    /// How a battle stands.
    fn standing(battle: &Self::Battle) -> Standing;
    /// Whether two parties fight each other.
    fn are_hostile(battle: &Self::Battle, one: PartyId, other: PartyId) -> bool;
    /// How a battle ended for a party, if it has.
    fn outcome_for(battle: &Self::Battle, party: PartyId) -> Option<Outcome>;
    /// Which squads did something in a round.
    fn activity(events: &[Self::Event]) -> Activity;
    /// The blunders of a round, given the round before it: the squad, and an index into [`Simulated::BLUNDERS`].
    fn blunders(&self, round: &PlayedRound<Self>, last: Option<&PlayedRound<Self>>) -> Vec<(SquadId, usize)>;
    /// What can be seen of a battle before it begins.
    fn survey(opening: &Self::Battle) -> Survey;

    /// The level of the commander of squads that nobody gives orders to, unless another one is asked for.
    fn level(setup: &Self::Setup) -> Level;
    /// The same battle with the parties' roles exchanged, so that those who went second go first. Each army stands
    /// where it stood and wants what it wanted. With more than two sides, the parties go in the opposite order.
    fn exchanged(setup: &Self::Setup) -> Self::Setup;
    /// Orders for every squad, the players' included. The players leave as soon as they have won.
    fn command_all(&self, battle: &Self::Battle, levels: Levels, mood: Mood) -> Self::Orders;

    /// A round as its players may know it: the battle without what is hidden from them, and the orders that stand
    /// together with those that they can expect of the others. Stand-ins for the absent know the whole battle.
    fn as_players_know_it(&self, open: &OpenRound<Self>) -> (Self::Battle, Self::Orders);
    /// The outcomes that these orders may have, each once.
    fn tracked_outcomes(orders: &Self::Orders) -> BTreeSet<TrackedOutcome>;
    /// The tracked outcomes that came true in a round, whether or not orders aimed at them.
    fn came_true(events: &[Self::Event]) -> Vec<TrackedOutcome>;
}

/// How a battle stands, as far as simulations count it.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Who fights, in the order in which they act.
    pub(crate) parties: Vec<Party>,
    /// Whether every party consists of players.
    pub(crate) are_all_players: bool,
    /// Indexed by the squads' ids.
    pub squads: Vec<SquadStanding>,
    /// In the order of the scenario.
    pub objectives: Vec<ObjectiveStanding>,
    /// In the order of the scenario.
    pub goals: Vec<GoalStanding>,
}

#[derive(Clone, Debug, Default)]
pub struct SquadStanding {
    /// Its id in files.
    pub key: String,
    pub name: String,
    pub party: PartyId,
    /// All who belong to it, whatever became of them.
    pub units: u16,
    /// Its units that neither stand nor have yet to arrive.
    pub lost: u16,
    /// Its units that stand on the map.
    pub standing: Vec<UnitId>,
    pub is_broken: bool,
}

#[derive(Clone, Debug)]
pub struct ObjectiveStanding {
    /// Its id in files.
    pub key: String,
    pub name: String,
    pub owner: Option<PartyId>,
    /// Whether it counts for nobody now, not even for its owner.
    pub(crate) is_contested: bool,
}

#[derive(Clone, Debug)]
pub struct GoalStanding {
    pub text: String,
    pub kind: GoalKind,
    /// `None` if it is everyone's.
    pub party: Option<PartyId>,
    pub is_met: bool,
}

impl GoalStanding {
    /// How goals stand, given whether the goal at an index is met, and the party of a side.
    pub(crate) fn of<S: Copy>(
        goals: &[Goal<S>],
        is_met: impl Fn(usize) -> bool,
        party: impl Fn(S) -> PartyId,
    ) -> Vec<GoalStanding> {
        let goal = |(n, it): (usize, &Goal<S>)| GoalStanding {
            text: it.text.clone(),
            kind: it.kind,
            party: it.team.map(&party),
            is_met: is_met(n),
        };
        goals.iter().enumerate().map(goal).collect()
    }
}

/// Who acted in a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Activity {
    /// Squads that attacked, moved or tried to.
    pub squads: Vec<SquadId>,
    /// Whether anybody acted, or something arrived. What only lasts, waits or fails doesn't count.
    pub(crate) is_any: bool,
}

#[derive(Debug)]
pub struct PlayedRound<G: Game> {
    pub before: G::Battle,
    pub orders: G::Orders,
    pub events: Vec<G::Event>,
    pub after: G::Battle,
}

/// What can be said of a battle before it begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// Objectives that nobody can reach from where anybody stands or arrives.
    pub(crate) unreachable: Vec<ObjectiveId>,
    /// Squads that can neither walk nor strike: they are scenery, or there to be blown up.
    pub(crate) inert: Vec<SquadId>,
}

/// The level of each army's commander.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    pub players: Level,
    /// The other parties.
    pub enemy: Level,
}

impl Levels {
    pub fn both(level: Level) -> Levels {
        Levels { players: level, enemy: level }
    }

    /// The same commanders after the armies have exchanged their roles.
    pub fn exchanged(self) -> Levels {
        Levels { players: self.enemy, enemy: self.players }
    }
}

/// A game's own words for findings about many battles, and the rules that these cite.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// What the party that goes first does, such as `fires first`.
    pub(crate) goes_first: &'static str,
    /// The advantage that this party has, such as `the first shot`.
    pub(crate) first_go: &'static str,
    /// The rule that says who goes first.
    pub(crate) rule_of_first: &'static str,
    /// The rule that says who owns an objective.
    pub(crate) rule_of_objectives: &'static str,
    /// The rule that says when a squad is broken.
    pub(crate) rule_of_breaking: &'static str,
}

/// A kind of outcome that one squad's orders may have for another squad.
#[derive(Clone, Copy, Debug)]
pub struct OutcomeKind {
    /// The heading of its findings.
    pub heading: &'static str,
    /// What stands between the two names, and after the second: `Alpha` reaches `Boyz` … in 58 %.
    pub words: [&'static str; 2],
    pub rule: &'static str,
    /// Whether it is worth a line if it never happens.
    pub(crate) is_told_if_never: bool,
}

/// An outcome that one squad's orders may have for another squad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TrackedOutcome {
    /// An index into [`Simulated::OUTCOMES`].
    pub kind: usize,
    pub who: SquadId,
    pub whom: SquadId,
}
