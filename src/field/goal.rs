//! Objectives, goals, and the seats that want to leave a battle. `S` is a game's type of side.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::field::{SeatId, SquadId, Tile, UnitId};

/// An objective, by its place in the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct ObjectiveId(pub u8);

/// **O-1** A place worth holding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectiveSetup<S> {
    /// Its key in files.
    pub key: String,
    /// Its name for people.
    pub name: String,
    pub at: Tile,
    /// The distance within which units count, in cardinal steps.
    pub radius: u8,
    /// Its owner when the battle begins.
    pub owner: Option<S>,
    /// Points a round for the side that holds it.
    pub points: u16,
}

/// **O-1** The state of an objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Objective<S> {
    pub owner: Option<S>,
    /// Whether several sides had the same CON above zero there when the last round ended.
    pub is_contested: bool,
    /// Rounds in a row that the owner has held it, from the round after it was taken.
    pub held_rounds: u16,
}

impl<S: Copy + PartialEq> Objective<S> {
    /// An objective that this side, or nobody, owns from now on.
    pub fn of(owner: Option<S>) -> Objective<S> {
        Objective { owner, is_contested: false, held_rounds: 0 }
    }

    /// The objective after CON was counted there, with the result of the count.
    #[must_use]
    pub fn counted(self, owner: Option<S>, is_contested: bool) -> Objective<S> {
        let is_held = owner.is_some() && owner == self.owner && !is_contested;
        Objective { owner, is_contested, held_rounds: if is_held { self.held_rounds + 1 } else { 0 } }
    }

    /// **O-2** How many rounds the owner has held it, and how many a goal demands. `None` unless a goal demands more
    /// than one round of the owner.
    pub fn held(&self, id: ObjectiveId, goals: &[Goal<S>]) -> Option<(u16, u16)> {
        let wanted = goals.iter().find_map(|goal| goal.when.rounds_to_hold(id, self.owner?));
        wanted.filter(|it| 1 < *it).map(|wanted| (self.held_rounds.min(wanted), wanted))
    }
}

/// Tiles within `radius` cardinal steps of `at`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// Its name for people.
    pub name: String,
    pub at: Tile,
    pub radius: u8,
}

/// What kind of goal it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GoalKind {
    /// A team has won when all its main goals are met.
    Main,
    Bonus,
    /// The players have lost when one of these is met.
    Failure,
}

/// **O-2** A goal. Once met, it stays met only if its condition can't be undone ([`Condition::is_for_good`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal<S> {
    pub kind: GoalKind,
    /// The team that it belongs to, if teams of players fight each other. `None` for everybody's.
    pub team: Option<S>,
    /// Its text for the players.
    pub text: String,
    pub when: Condition<S>,
    /// **O-4** Whether a failure ends the battle. If not, the battle goes on but can't be won any more.
    pub ends: bool,
}

impl<S: Copy + PartialEq> Goal<S> {
    /// The goals with the roles of the sides exchanged, so that each army wants what it wanted before.
    ///
    /// If all main goals of the former players are met, that is the one failure of the new players. A failure that
    /// ended the battle is what the new players win by. If there was none, they win when nobody is left of `theirs`,
    /// the side of the former players under its new name. Bonus goals are left out, because they decide nothing.
    pub fn exchanged(goals: &[Goal<S>], theirs: S, other: &impl Fn(S) -> S) -> Vec<Goal<S>> {
        let of_kind = |kind| {
            let wins = move |it: &&Goal<S>| it.kind == kind && (kind == GoalKind::Main || it.ends);
            let goals = goals.iter().filter(wins);
            (
                goals.clone().map(|it| it.when.with_sides(other)).collect::<Vec<_>>(),
                goals.map(|it| it.text.clone()).collect::<Vec<_>>(),
            )
        };
        let ((mains, main_texts), (failures, failure_texts)) = (of_kind(GoalKind::Main), of_kind(GoalKind::Failure));
        let (text, when) = match failures.is_empty() {
            false => (failure_texts.join("; or "), Condition::Any(failures)),
            true => {
                let who = Subject::Side(theirs);
                ("Nobody of them is left".to_owned(), Condition::Lost { who, percent: 100 })
            }
        };
        let mut exchanged = vec![Goal { kind: GoalKind::Main, team: None, text, when, ends: false }];
        if !mains.is_empty() {
            let (text, when) = (main_texts.join("; and "), Condition::All(mains));
            exchanged.push(Goal { kind: GoalKind::Failure, team: None, text, when, ends: true });
        }
        exchanged
    }
}

impl<S: Copy + PartialEq> Condition<S> {
    /// How many rounds in a row a side has to hold an objective by this condition. `None` if it doesn't ask for that.
    pub fn rounds_to_hold(&self, id: ObjectiveId, by_side: S) -> Option<u16> {
        match self {
            Condition::All(them) | Condition::Any(them) => them.iter().find_map(|it| it.rounds_to_hold(id, by_side)),
            Condition::Not(it) => it.rounds_to_hold(id, by_side),
            Condition::Hold { objective, by, rounds } if (*objective, *by) == (id, by_side) => Some(*rounds),
            _ => None,
        }
    }

    /// The conditions that all have to be true for this one to be true.
    pub fn needs(&self) -> Vec<&Condition<S>> {
        match self {
            Condition::All(parts) => parts.iter().flat_map(Condition::needs).collect(),
            it => vec![it],
        }
    }

    /// Whether these conditions can never all be true at once: one denies another, or two want one place to be owned by
    /// different sides.
    pub fn exclude_each_other(all: &[&Condition<S>]) -> bool {
        let is_of_another =
            |(place, by)| all.iter().filter_map(|it| it.held_now()).any(|it| it.0 == place && it.1 != by);
        all.iter().any(|it| match it {
            Condition::Not(denied) => all.contains(&&**denied),
            it => it.held_now().is_some_and(is_of_another),
        })
    }

    /// The objective and the owner that it asks for at the moment of the check, if it does.
    fn held_now(&self) -> Option<(ObjectiveId, S)> {
        match self {
            Condition::Hold { objective, by, rounds: 0..=1 } | Condition::Capture { objective, by } => {
                Some((*objective, *by))
            }
            _ => None,
        }
    }

    /// The condition with each side replaced by `other` of it.
    #[must_use]
    pub fn with_sides(&self, other: &impl Fn(S) -> S) -> Condition<S> {
        let mut it = self.clone();
        it.change_sides(other);
        it
    }

    fn change_sides(&mut self, other: &impl Fn(S) -> S) {
        match self {
            Condition::All(parts) | Condition::Any(parts) => parts.iter_mut().for_each(|it| it.change_sides(other)),
            Condition::Not(part) => part.change_sides(other),
            Condition::Reach { who: Subject::Side(by), .. }
            | Condition::Lost { who: Subject::Side(by), .. }
            | Condition::Hold { by, .. }
            | Condition::Capture { by, .. }
            | Condition::Score { by, .. } => *by = other(*by),
            Condition::Reach { .. } | Condition::Lost { .. } | Condition::Survive { .. } => (),
        }
    }

    /// **O-2** Whether it can't become false again once it has been true: somebody has fallen, arrived, or held a place
    /// for some rounds. A condition on the current state can become false, and so can any condition that contains one.
    pub fn is_for_good(&self) -> bool {
        match self {
            Condition::All(parts) | Condition::Any(parts) => parts.iter().all(Condition::is_for_good),
            Condition::Not(_) | Condition::Capture { .. } => false,
            Condition::Hold { rounds, .. } => 1 < *rounds,
            Condition::Reach { .. } | Condition::Survive { .. } | Condition::Lost { .. } | Condition::Score { .. } => {
                true
            }
        }
    }
}

/// A unit, squad or side that a condition is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject<S> {
    Unit(UnitId),
    Squad(SquadId),
    Side(S),
}

/// **O-2** A condition that is checked when a round ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition<S> {
    /// All of them are true.
    All(Vec<Condition<S>>),
    /// At least one of them is true.
    Any(Vec<Condition<S>>),
    /// It is false.
    Not(Box<Condition<S>>),
    /// This many standing units of the subject are in the area.
    Reach { who: Subject<S>, area: Area, units: u16 },
    /// This round is over.
    Survive { round: u16 },
    /// At least this share of the subject's starting units no longer stands.
    Lost { who: Subject<S>, percent: u8 },
    /// The side has held the objective, uncontested, this many rounds in a row.
    Hold { objective: ObjectiveId, by: S, rounds: u16 },
    /// The objective is the side's, and not contested.
    Capture { objective: ObjectiveId, by: S },
    /// The side has at least this many points.
    Score { by: S, points: u32 },
}

/// How a battle ended for the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// All main goals were met at once.
    Victory,
    /// A failure that ends the battle came true, or nobody of theirs was left; or it was over after any other failure.
    Defeat,
    /// The last round passed with main goals open.
    TimeUp,
    /// **O-4** They left with main goals open.
    TappedOut,
}

impl Outcome {
    /// The outcome for the players' enemies.
    #[must_use]
    pub fn for_their_enemies(self) -> Outcome {
        match self {
            Outcome::Victory => Outcome::Defeat,
            Outcome::Defeat => Outcome::Victory,
            Outcome::TimeUp | Outcome::TappedOut => self,
        }
    }

    /// Its name in a word or two.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Victory => "Victory",
            Outcome::Defeat => "Defeat",
            Outcome::TimeUp => "Time is up",
            Outcome::TappedOut => "Tapped out",
        }
    }
}

/// **O-3, O-4** The seats that want to leave the battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaving {
    /// Seats that posted `END BATTLE`.
    pub end: BTreeSet<SeatId>,
    /// Seats that posted `TAP OUT`.
    pub tap_out: BTreeSet<SeatId>,
    /// How the GM ended the battle for everyone, if he did.
    pub gm: Option<Departure>,
}

impl Leaving {
    /// Seats that want to leave in this way.
    pub fn of(&self, departure: Departure) -> &BTreeSet<SeatId> {
        match departure {
            Departure::End => &self.end,
            Departure::TapOut => &self.tap_out,
        }
    }
}

/// How the players leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Departure {
    /// **O-3** With the main goals met.
    End,
    /// **O-4** Without.
    TapOut,
}

/// An event that the scenario has prepared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheduled<S> {
    pub when: When<S>,
    /// Squads that arrive from reserve, and their tiles.
    pub reinforce: Vec<(SquadId, Tile)>,
    /// Its text for the players.
    pub text: Option<String>,
}

impl<S: Copy + PartialEq> Scheduled<S> {
    /// The event with each side replaced by `other` of it.
    #[must_use]
    pub fn with_sides(&self, other: &impl Fn(S) -> S) -> Scheduled<S> {
        let mut it = self.clone();
        if let When::Condition(condition) = &mut it.when {
            condition.change_sides(other);
        }
        it
    }
}

/// When an event happens. It happens once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When<S> {
    /// As this round opens.
    Round(u16),
    /// As the next round opens after this has become true.
    Condition(Condition<S>),
}
