//! Battles of commander against commander, by the hundred.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use sha2::{Digest as _, Sha256};

use crate::dice::{Seed, words_digest};
use crate::field::{GoalKind, Outcome, SquadId};
use crate::line::battle::{
    Battle, BySide, Condition, Departure, Event, Goal, Level, Orders, Scheduled, Setup, Side, Subject, UnitState,
    VolleyKind, When,
};
use crate::line::commander::{Leads, plan};
use crate::line::rules::Line;

/// Rounds after which a battle counts as one that never ends.
pub const ROUNDS_MAX: u16 = 60;

/// What one battle came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fought {
    /// `None`: it did not end within [`ROUNDS_MAX`].
    pub outcome: Option<Outcome>,
    pub rounds: u16,
    /// Rounds in which nobody did anything.
    pub dead_rounds: u16,
    /// Of each squad, in roster order.
    pub squads: Vec<SquadFate>,
    /// Of each objective.
    pub objectives: Vec<ObjectiveFate>,
    /// Whether each goal was met.
    pub goals: Vec<bool>,
}

/// What became of a squad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquadFate {
    /// Units that it had, heroes who joined it included.
    pub units: u16,
    /// Those who no longer stood.
    pub lost: u16,
    /// Whether it was ever on the map.
    pub came: bool,
    /// Whether it ever attacked, moved or charged.
    pub acted: bool,
}

/// What became of an objective.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ObjectiveFate {
    /// Rounds at whose end each side held it.
    pub held: BySide<u16>,
    /// How often each side took it from another or from nobody.
    pub taken: BySide<u16>,
}

/// Battles that are fought one like the other, but for the dice.
#[derive(Clone, Debug)]
pub struct Series {
    pub ruleset: Line,
    pub setup: Arc<Setup>,
    /// What all dice come from: battle `n` of the same series and seed is always the same.
    pub seed: Seed,
    pub battles: usize,
    /// Who leads each side.
    pub levels: BySide<Level>,
}

impl Series {
    /// Fights all battles on so many threads, and gives them in their order, whoever fought them. `done` is told of each
    /// that is over.
    pub fn fight(&self, threads: usize, done: &(dyn Fn() + Sync)) -> Vec<Fought> {
        let next = AtomicUsize::new(0);
        let opening = Battle::new(Arc::clone(&self.setup));
        let work = || {
            let mut mine = Vec::new();
            loop {
                let n = next.fetch_add(1, Ordering::Relaxed);
                if self.battles <= n {
                    return mine;
                }
                mine.push((n, fight(&self.ruleset, &opening, &self.seed_of(n), self.levels)));
                done();
            }
        };
        let mut all: Vec<(usize, Fought)> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
            // Whoever panics in a battle panics here: a bug is not a statistic.
            workers.into_iter().flat_map(|it| it.join().unwrap_or_else(|it| std::panic::resume_unwind(it))).collect()
        });
        all.sort_by_key(|it| it.0);
        all.into_iter().map(|it| it.1).collect()
    }

    /// The seed of one battle: SHA-256 over that of the series and the battle's number.
    fn seed_of(&self, n: usize) -> Seed {
        let mut hash = Sha256::new();
        hash.update(b"fieldpost series 1\0");
        hash.update(self.seed.reveal());
        hash.update((n as u64).to_le_bytes());
        Seed::from_bytes(hash.finalize().into())
    }
}

/// Fights one battle to its end.
pub fn fight(ruleset: &Line, opening: &Battle, seed: &Seed, levels: BySide<Level>) -> Fought {
    let mut battle = opening.clone();
    let mut record = Record::of(&battle);
    let words = words_digest([]);
    while battle.outcome().is_none() && battle.round() <= ROUNDS_MAX {
        // **O-3** Nobody stays for bonus goals at the risk of what is won.
        let mut given = Orders::default();
        given.leaving.gm = Some(Departure::End);
        let orders = plan(ruleset, &battle, &given, levels, Leads::Everybody).orders;
        let mut dice = seed.dice(battle.round(), &[0; 32], &words);
        let events = ruleset.resolve(&battle, &orders, &mut dice);
        record.round(&battle, &events);
        events.iter().for_each(|it| battle.apply(it));
    }
    record.finish(&battle)
}

/// A battle as it is written down.
struct Record {
    rounds: u16,
    dead_rounds: u16,
    squads: Vec<SquadFate>,
    objectives: Vec<ObjectiveFate>,
}

impl Record {
    fn of(opening: &Battle) -> Record {
        let setup = opening.setup();
        let squad = |it| SquadFate { came: opening.is_on_map(it), ..SquadFate::default() };
        Record {
            rounds: 0,
            dead_rounds: 0,
            squads: setup.squad_ids().map(squad).collect(),
            objectives: vec![ObjectiveFate::default(); setup.objectives.len()],
        }
    }

    fn round(&mut self, before: &Battle, events: &[Event]) {
        self.rounds += 1;
        self.dead_rounds += u16::from(!events.iter().any(is_something));
        for event in events {
            match event {
                Event::Attacked(it) if it.kind != VolleyKind::Stray => self.acted(it.by),
                Event::VolleyWasted { squad, .. } | Event::Disengaged { squad, .. } => self.acted(*squad),
                Event::Moved(it) => self.acted(it.squad),
                Event::Charged(it) => self.acted(it.squad),
                Event::Arrived { squad, .. } => self.squads[usize::from(squad.0)].came = true,
                Event::ObjectiveCounted { objective, owner, contested, .. } => {
                    let it = &mut self.objectives[usize::from(objective.0)];
                    if let Some(owner) = *owner {
                        it.held[owner] += u16::from(!contested);
                        it.taken[owner] += u16::from(before.objective(*objective).owner != Some(owner));
                    }
                }
                _ => (),
            }
        }
    }

    fn acted(&mut self, squad: SquadId) {
        self.squads[usize::from(squad.0)].acted = true;
    }

    fn finish(mut self, after: &Battle) -> Fought {
        let setup = after.setup();
        for (squad, fate) in setup.squad_ids().zip(&mut self.squads) {
            for unit in after.squad(squad).members.iter().map(|it| after.unit(*it).state) {
                fate.units += 1;
                fate.lost += u16::from(!matches!(unit, UnitState::Standing | UnitState::InReserve));
            }
        }
        Fought {
            outcome: after.outcome(),
            rounds: self.rounds,
            dead_rounds: self.dead_rounds,
            squads: self.squads,
            objectives: self.objectives,
            goals: (0..setup.goals.len()).map(|it| after.goal_met(it).is_some()).collect(),
        }
    }
}

/// Whether somebody did something, or something came: what only lasts, waits or fails is nothing.
fn is_something(event: &Event) -> bool {
    matches!(
        event,
        Event::Attacked(_)
            | Event::VolleyWasted { .. }
            | Event::Moved(_)
            | Event::Charged(_)
            | Event::Disengaged { .. }
            | Event::Abandoned { .. }
            | Event::AbilityUsed { .. }
            | Event::HeroMoved { .. }
            | Event::ScheduleCame { .. }
            | Event::Arrived { .. }
            | Event::Ended { .. }
    )
}

/// **S-5** The same battle with the sides' parts exchanged, so that those who fired second fire first: who were the
/// enemy are the players now, and each army wants what it wanted.
///
/// All main goals of the players met is the one failure of the new players; what was a failure is what they win by.
/// Bonus goals win and lose nothing, and are left out.
pub fn exchanged(setup: &Setup) -> Setup {
    let mut it = setup.clone();
    it.squads.iter_mut().for_each(|it| it.side = it.side.other());
    it.casters.iter_mut().for_each(|it| it.side = it.side.other());
    it.objectives.iter_mut().for_each(|it| it.owner = it.owner.map(Side::other));
    let of_kind = |kind| {
        let goals = setup.goals.iter().filter(move |it: &&Goal| it.kind == kind);
        (
            goals.clone().map(|it| turned(&it.when)).collect::<Vec<_>>(),
            goals.map(|it| it.text.clone()).collect::<Vec<_>>(),
        )
    };
    let ((mains, main_texts), (failures, failure_texts)) = (of_kind(GoalKind::Main), of_kind(GoalKind::Failure));
    it.goals.clear();
    if !failures.is_empty() {
        let (text, when) = (failure_texts.join("; or "), Condition::Any(failures));
        it.goals.push(Goal { kind: GoalKind::Main, text, when });
    }
    if !mains.is_empty() {
        let (text, when) = (main_texts.join("; and "), Condition::All(mains));
        it.goals.push(Goal { kind: GoalKind::Failure, text, when });
    }
    it.schedule = setup.schedule.iter().map(turned_entry).collect();
    it
}

fn turned_entry(entry: &Scheduled) -> Scheduled {
    let when = match &entry.when {
        When::Round(round) => When::Round(*round),
        When::Condition(condition) => When::Condition(turned(condition)),
    };
    Scheduled { when, ..entry.clone() }
}

/// A condition with the sides exchanged.
fn turned(condition: &Condition) -> Condition {
    let all = |parts: &[Condition]| parts.iter().map(turned).collect();
    let who = |it: &Subject| match it {
        Subject::Side(side) => Subject::Side(side.other()),
        other => *other,
    };
    match condition {
        Condition::All(parts) => Condition::All(all(parts)),
        Condition::Any(parts) => Condition::Any(all(parts)),
        Condition::Not(part) => Condition::Not(Box::new(turned(part))),
        Condition::Reach { who: it, area, units } => {
            Condition::Reach { who: who(it), area: area.clone(), units: *units }
        }
        Condition::Survive { round } => Condition::Survive { round: *round },
        Condition::Lost { who: it, percent } => Condition::Lost { who: who(it), percent: *percent },
        Condition::Hold { objective, by, rounds } => {
            Condition::Hold { objective: *objective, by: by.other(), rounds: *rounds }
        }
        Condition::Capture { objective, by } => Condition::Capture { objective: *objective, by: by.other() },
        Condition::Score { by, points } => Condition::Score { by: by.other(), points: *points },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{ObjectiveId, Tile};
    use crate::line::battle::ObjectiveSetup;
    use crate::line::battle::scene::{scene_with, squad};
    use crate::line::commander::Card;
    use crate::line::rules::Line;

    /// Two small squads with a place between them.
    fn setup() -> Arc<Setup> {
        let battle = scene_with(
            ".a .a . . . . . . .x .x\n.a .a . . . . . . .x .x",
            "a Alpha players@alice: rifle; x Boyz enemy: boy",
            |setup| {
                setup.rounds = Some(8);
                setup.objectives.push(ObjectiveSetup {
                    key: "mill".to_owned(),
                    name: "the mill".to_owned(),
                    at: Tile::new(4, 0),
                    radius: 2,
                    owner: Some(Side::Players),
                    points: 0,
                });
                let hold = |by, rounds| Condition::Hold { objective: ObjectiveId(0), by, rounds };
                let goal = |kind, when| Goal { kind, text: String::new(), when };
                setup.goals.push(goal(GoalKind::Main, hold(Side::Players, 6)));
                setup.goals.push(goal(GoalKind::Failure, hold(Side::Enemy, 2)));
            },
        );
        battle.setup_shared()
    }

    fn series(battles: usize) -> Series {
        Series { ruleset: Line::default(), setup: setup(), seed: Seed::from(7), battles, levels: BySide::default() }
    }

    #[test]
    fn r4_a_series_is_the_same_on_any_number_of_threads() {
        let series = series(40);
        let alone = series.fight(1, &|| ());
        let many = [2, 3, 7].map(|it| series.fight(it, &|| ()));
        assert!(many.iter().all(|it| *it == alone));
        let card = |it: &[Fought]| Card::of(&series.setup, it);
        assert!(many.iter().all(|it| card(it) == card(&alone)));
        let other = Series { seed: Seed::from(8), ..series };
        assert_ne!(other.fight(2, &|| ()), alone);
    }

    #[test]
    fn the_players_squads_are_led_as_well_and_both_sides_act() {
        let series = series(5);
        let fought = series.fight(1, &|| ());
        assert!(fought.iter().all(|it| it.outcome.is_some() && it.squads.iter().all(|it| it.acted && it.came)));
        assert!(fought.iter().all(|it| it.squads.iter().all(|it| it.units == 4)));
    }

    #[test]
    fn a_round_is_dead_in_which_nobody_does_anything() {
        let apart = scene_with(".a # .x", "a Alpha players: rifle; x Boyz enemy: rifle", |setup| {
            setup.rounds = Some(3);
        });
        let fought = fight(&Line::default(), &apart, &Seed::from(1), BySide::default());
        // The end is something.
        assert_eq!((fought.outcome, fought.rounds, fought.dead_rounds), (Some(Outcome::TimeUp), 3, 2));
        assert!(fought.squads.iter().all(|it| it.came && !it.acted));
    }

    #[test]
    fn a_battle_without_an_end_is_given_up() {
        let apart = scene_with(".a # .x", "a Alpha players: rifle; x Boyz enemy: rifle", |_| ());
        let fought = fight(&Line::default(), &apart, &Seed::from(1), BySide::default());
        assert_eq!((fought.outcome, fought.rounds), (None, ROUNDS_MAX));
    }

    #[test]
    fn s5_exchanged_each_army_wants_what_it_wanted_and_the_other_fires_first() {
        let (setup, other) = (setup(), exchanged(&setup()));
        let battle = Battle::new(Arc::new(other.clone()));
        assert_eq!(battle.side(squad(&battle, "Boyz")), Side::Players);
        assert_eq!(other.objectives[0].owner, Some(Side::Enemy));
        let hold = |by, rounds| Condition::Hold { objective: ObjectiveId(0), by, rounds };
        let goals: Vec<_> = other.goals.iter().map(|it| (it.kind, it.when.clone())).collect();
        let expected = [
            (GoalKind::Main, Condition::Any(vec![hold(Side::Players, 2)])),
            (GoalKind::Failure, Condition::All(vec![hold(Side::Enemy, 6)])),
        ];
        assert_eq!(goals, expected);
        assert_eq!(exchanged(&other).squads, setup.squads);
    }
}
