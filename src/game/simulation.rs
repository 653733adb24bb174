//! What a game tells whoever plays its battles by the hundred: how one stands, who did something in a round, and who would
//! command everybody.

use std::collections::BTreeSet;

use crate::dice::Mood;
use crate::field::{Goal, GoalKind, Level, ObjectiveId, Outcome, SquadId, UnitId};
use crate::game::{Game, Open};
use crate::map::{Party, PartyId};

/// The players, who are the first of all parties.
pub const PLAYERS: PartyId = PartyId(0);

/// A game whose battles can be played by the hundred, with nobody at the table.
pub trait Simulated: Game {
    /// Its own words for what is told of many battles.
    const TERMS: Terms;
    /// What orders may come to besides losses and objectives, in the order in which it is told.
    const OUTCOMES: &'static [OutcomeKind];
    /// What nobody at a table would believe of a commander, in the order in which it is told.
    const BLUNDERS: &'static [&'static str];

    /// How a battle stands.
    fn standing(battle: &Self::Battle) -> Standing;
    /// Whether two parties fight each other.
    fn are_hostile(battle: &Self::Battle, one: PartyId, other: PartyId) -> bool;
    /// How a battle ended for a party, if it has.
    fn outcome_for(battle: &Self::Battle, party: PartyId) -> Option<Outcome>;
    /// Who did something in a round.
    fn activity(events: &[Self::Event]) -> Activity;
    /// What of a round nobody at a table would believe, after the round before it: who did it, and its place in
    /// [`Simulated::BLUNDERS`].
    fn blunders(&self, round: &Seen<Self>, last: Option<&Seen<Self>>) -> Vec<(SquadId, usize)>;
    /// What can be seen of a battle before it begins.
    fn survey(opening: &Self::Battle) -> Survey;

    /// How well those command whom nobody gives orders to, if nothing else is asked for.
    fn level(setup: &Self::Setup) -> Level;
    /// The same battle with the parts of the parties exchanged, so that those who went second go first: each army stands
    /// where it stood and wants what it wanted. Where there are more than two sides, the parties go in the opposite order.
    fn exchanged(setup: &Self::Setup) -> Self::Setup;
    /// Orders for everybody, the players' squads as well; they leave as soon as they have won.
    fn command_all(&self, battle: &Self::Battle, levels: Levels, mood: Mood) -> Self::Orders;

    /// A round as its players may know it: the battle without what is hidden from them, and the orders that stand, with
    /// those that they can expect of the others. Who stands in for the absent knows the whole battle.
    fn as_players_know_it(&self, open: &Open<Self>) -> (Self::Battle, Self::Orders);
    /// What is at stake in these orders, each thing once.
    fn tracked_outcomes(orders: &Self::Orders) -> BTreeSet<TrackedOutcome>;
    /// What of it came true in a round; what was not at stake may be among it.
    fn came_true(events: &[Self::Event]) -> Vec<TrackedOutcome>;
}

/// How a battle stands, as far as it is counted.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Who fights, in the order in which they go.
    pub(crate) parties: Vec<Party>,
    /// Whether every party is one of players.
    pub(crate) are_all_players: bool,
    /// Each in the place that its number says.
    pub squads: Vec<SquadStanding>,
    /// In the order of the scenario.
    pub objectives: Vec<ObjectiveStanding>,
    /// In the order of the scenario.
    pub goals: Vec<GoalStanding>,
}

/// How a squad stands.
#[derive(Clone, Debug, Default)]
pub struct SquadStanding {
    /// What files call it.
    pub key: String,
    pub name: String,
    pub party: PartyId,
    /// How many belong to it, whatever became of them.
    pub units: u16,
    /// Those of them who neither stand nor are still to come.
    pub lost: u16,
    /// Who of it stands on the map.
    pub standing: Vec<UnitId>,
    pub is_broken: bool,
}

/// How an objective stands.
#[derive(Clone, Debug)]
pub struct ObjectiveStanding {
    /// What files call it.
    pub key: String,
    pub name: String,
    pub owner: Option<PartyId>,
    /// Whether it counts for nobody now, even for its owner.
    pub(crate) is_contested: bool,
}

/// How a goal stands.
#[derive(Clone, Debug)]
pub struct GoalStanding {
    pub text: String,
    pub kind: GoalKind,
    /// Whose it is, if not everybody's.
    pub party: Option<PartyId>,
    pub is_met: bool,
}

impl GoalStanding {
    /// How these stand, if those in such places are met, and sides are such parties.
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

/// What was done in a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Activity {
    /// Squads that attacked, moved or tried to.
    pub squads: Vec<SquadId>,
    /// Whether anybody did anything, or something came: what only lasts, waits or fails is nothing.
    pub(crate) is_any: bool,
}

/// A round as it was played.
#[derive(Debug)]
pub struct Seen<G: Game> {
    pub before: G::Battle,
    pub orders: G::Orders,
    pub events: Vec<G::Event>,
    pub after: G::Battle,
}

/// What can be seen of a battle before it begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// Objectives that nobody can get to, from where anybody stands or arrives.
    pub(crate) unreachable: Vec<ObjectiveId>,
    /// Squads that can neither walk nor strike: they are there to be looked at, or to be blown up.
    pub(crate) inert: Vec<SquadId>,
}

/// Who leads each army.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    pub players: Level,
    /// The other parties.
    pub enemy: Level,
}

impl Levels {
    /// The same level for everybody.
    pub fn both(level: Level) -> Levels {
        Levels { players: level, enemy: level }
    }

    /// The same armies with their parts exchanged: each keeps its commander.
    pub fn exchanged(self) -> Levels {
        Levels { players: self.enemy, enemy: self.players }
    }
}

/// A game's own words for what is told of many battles, and the rules that it cites.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// What the first to go does, such as `fires first`.
    pub(crate) goes_first: &'static str,
    /// What he has by it, such as `the first shot`.
    pub(crate) first_go: &'static str,
    /// The rule that says who goes first.
    pub(crate) rule_of_first: &'static str,
    /// The rule that says whose an objective is.
    pub(crate) rule_of_objectives: &'static str,
    /// The rule that says when a squad is broken.
    pub(crate) rule_of_breaking: &'static str,
}

/// A kind of thing that one squad's orders may come to with another.
#[derive(Clone, Copy, Debug)]
pub struct OutcomeKind {
    /// What such things are told under.
    pub heading: &'static str,
    /// What is said between the two, and after the other: `Alpha` reaches `Boyz` … in 58 %.
    pub words: [&'static str; 2],
    pub rule: &'static str,
    /// Whether it is worth a line that it never happens.
    pub(crate) is_told_if_never: bool,
}

/// Something that one squad's orders may come to with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TrackedOutcome {
    /// Its place in [`Simulated::OUTCOMES`].
    pub kind: usize,
    pub who: SquadId,
    pub whom: SquadId,
}
