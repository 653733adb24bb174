//! The elite commander, which tries plans by playing rounds with dice of its own.
//!
//! Like every commander it knows only the map. For the other side's orders it takes those that a veteran would give,
//! never those that were given.

use std::cmp::Reverse;

use crate::dice::{Mood, Seed, words_digest};
use crate::field::{SquadId, each_once, place_of};
use crate::line::battle::{AbilityUse, Battle, Level, Orders, Phase, Side};
use crate::line::commander::candidate::{Candidate, is_for};
use crate::line::commander::decision::{Decision, Intent, SidePlan};
use crate::line::commander::prize::Prize;
use crate::line::commander::{LedSquads, Planned, draft, last_look};
use crate::line::rules::Line;

/// The most rounds that it plays to find a side's orders: a fixed number, so that fast and slow machines find the same.
const ROUNDS_MAX: u32 = 4800;
/// The most squads on the map with which it may play [`ROUNDS_MAX`]. With more squads each round takes longer.
const SQUADS_USUAL: u32 = 20;
/// Tries of each choice at first, and tries of the choices that stay the best.
const TRIES: (usize, usize) = (8, 64);
/// Moods that the other side is tried in, as nobody knows which of two equal plans it takes.
const MOODS: u64 = 2;
/// The first seed of its dice, which have nothing to do with the dice of the battle.
const DICE: u64 = 0x7468_6f75_6768_7400;

/// Replaces the orders planned for a side's elite squads by better ones, if it finds any.
pub(super) fn improve(given: &Orders, led: &LedSquads<'_>, side: Side, planned: Planned) -> Planned {
    let LedSquads { rules, battle, .. } = *led;
    let squads: Vec<SquadId> =
        led.squads.iter().copied().filter(|it| battle.side(*it) == side && (led.levels)(*it) == Level::Elite).collect();
    if squads.is_empty() {
        return planned;
    }
    let theirs: Vec<SquadId> = battle.squads_of(side.other()).collect();
    let theirs = (0..MOODS).map(|nth| as_veterans(rules, battle, &theirs, mood_of(nth), Intent::ByStance)).collect();
    let is_for_others = |it: &AbilityUse| given.abilities.contains(it) || !is_for(&squads, it);
    let mut base = planned.orders.clone();
    base.abilities.retain(is_for_others);
    squads.iter().for_each(|it| base.withdraw(*it));
    let led = LedSquads { squads: &squads, ..*led };
    let drafts = Intent::OTHERS.map(|it| draft(&base, &led, it));
    let mut thinker = Thinker {
        rules,
        battle,
        side,
        drafts: Vec::with_capacity(1 + drafts.len()),
        candidates: vec![Vec::new(); squads.len()],
        squads,
        theirs,
        base,
        prize: Prize::of(battle, side),
        played: Vec::new(),
        rounds: 0,
        rounds_max: rounds_max(battle.setup().squad_ids().filter(|it| battle.is_on_map(*it)).count()),
    };
    std::iter::once(&planned).chain(&drafts).for_each(|it| thinker.add_draft(it));
    let choice = thinker.choose();
    thinker.planned(&choice, given, planned)
}

/// The orders that veterans in this mood would give with this intent.
fn as_veterans(rules: &Line, battle: &Battle, squads: &[SquadId], mood: Mood, intent: Intent) -> Orders {
    let led = LedSquads { rules, battle, squads, levels: &|_| Level::Veteran, mood };
    draft(&Orders::default(), &led, intent).orders
}

/// The most rounds that it plays with this many squads on the map, so that large battles don't take longer.
fn rounds_max(squads: usize) -> u32 {
    ROUNDS_MAX * SQUADS_USUAL / SQUADS_USUAL.max(squads as u32)
}

/// The mood that the other squads are assumed to be in at this try.
fn mood_of(nth: u64) -> Mood {
    Seed::from(DICE + nth % MOODS).mood()
}

/// For each squad, by its place in `squads`, which of its orders in `candidate` it gets.
type Choice = Vec<usize>;

struct Thinker<'a> {
    rules: &'a Line,
    battle: &'a Battle,
    side: Side,
    /// The squads that it finds orders for.
    squads: Vec<SquadId>,
    /// All orders that each of them may get.
    candidates: Vec<Vec<Candidate>>,
    /// The choice that each intent makes. The first is the one of the plan that is to be improved.
    drafts: Vec<Choice>,
    /// The assumed orders of the other side, by its mood.
    theirs: Vec<Orders>,
    /// The orders of the other squads of its own side.
    base: Orders,
    prize: Prize,
    /// The results of each choice, try by try. The dice of a try are the same for all choices.
    played: Vec<(Choice, Vec<i64>)>,
    rounds: u32,
    rounds_max: u32,
}

impl Thinker<'_> {
    /// Adds the orders of a draft to those that each squad may get.
    fn add_draft(&mut self, draft: &Planned) {
        let all: Vec<Candidate> = self.squads.iter().map(|it| Candidate::of_plan(draft, *it)).collect();
        let choice = all.into_iter().enumerate().map(|(place, it)| self.index_of(place, it)).collect();
        self.drafts.push(choice);
    }

    /// The index of orders among those that a squad may get. They are added if they are new.
    fn index_of(&mut self, place: usize, candidate: Candidate) -> usize {
        place_of(&mut self.candidates[place], |it| it.orders == candidate.orders, || candidate.clone())
    }

    /// Finds the best choice: first one draft for all squads, then squad by squad, with the others fixed, the orders of
    /// any draft, and then orders of no draft.
    fn choose(&mut self) -> Choice {
        let mut drafts = self.drafts.clone();
        let first = drafts.remove(0);
        let mut best = self.best_of(first, drafts);
        for place in 0..self.squads.len() {
            let all = (0..self.candidates[place].len()).collect();
            best = self.best_at(place, best, all);
        }
        for place in 0..self.squads.len() {
            let now = &self.candidates[place][best[place]];
            let others = now.alternatives(self.rules, self.battle, self.squads[place]);
            let others = others.into_iter().map(|it| self.index_of(place, it)).collect();
            best = self.best_at(place, best, others);
        }
        best
    }

    /// The best of one squad's orders, with the other squads fixed.
    fn best_at(&mut self, place: usize, now: Choice, all: Vec<usize>) -> Choice {
        let with =
            |candidate: usize| now.iter().enumerate().map(|(n, it)| if n == place { candidate } else { *it }).collect();
        let others = all.into_iter().map(with).collect();
        self.best_of(now, others)
    }

    /// Returns `now`, or the choice that is better beyond doubt. Of the choices that do better so far the better half
    /// is tried on, twice as often each time. Of equals the first counts.
    fn best_of(&mut self, now: Choice, others: Vec<Choice>) -> Choice {
        let mut open: Vec<Choice> = each_once(others.into_iter().filter(|it| *it != now));
        let mut tries = TRIES.0;
        loop {
            let least = self.mean(&now, tries);
            let mut tried: Vec<(Option<i64>, Choice)> =
                open.into_iter().map(|it| (self.mean(&it, tries), it)).collect();
            tried.retain(|it| least < it.0);
            tried.sort_by_key(|it| Reverse(it.0));
            if TRIES.1 <= tries || self.rounds_max <= self.rounds {
                let best = tried.into_iter().next().map(|it| it.1).filter(|it| is_beyond_doubt(&self.gains(it, &now)));
                return best.unwrap_or(now);
            }
            tried.truncate(tried.len().div_ceil(2));
            open = tried.into_iter().map(|it| it.1).collect();
            if open.is_empty() {
                return now;
            }
            tries *= 2;
        }
    }

    /// By how much a choice did better than another, try by try.
    fn gains(&self, choice: &Choice, other: &Choice) -> Vec<i64> {
        let values = |of: &Choice| self.played.iter().find(|it| it.0 == *of).map_or(&[][..], |it| &it.1);
        values(choice).iter().zip(values(other)).map(|(it, other)| it - other).collect()
    }

    /// The mean result of a choice over this many tries. `None` if there is no time for any.
    fn mean(&mut self, choice: &Choice, tries: usize) -> Option<i64> {
        let known = place_of(&mut self.played, |it| it.0 == *choice, || (choice.clone(), Vec::new()));
        let ours = self.ours(choice);
        while self.played[known].1.len() < tries && self.rounds < self.rounds_max {
            let value = self.play(&ours, self.played[known].1.len() as u64);
            self.played[known].1.push(value);
        }
        let values = self.played[known].1.get(..tries).unwrap_or(&self.played[known].1);
        (!values.is_empty()).then(|| values.iter().sum::<i64>() / values.len() as i64)
    }

    /// The orders of its own side under a choice. **C-1** Orders of different drafts may spend the same CP. The first
    /// squad gets them.
    fn ours(&self, choice: &Choice) -> Orders {
        let setup = self.battle.setup();
        let cost = |it: &AbilityUse| u32::from(setup.ability(it.ability).cost);
        let mut orders = self.base.clone();
        for (squad, candidate) in self.chosen(choice) {
            orders.follow(&candidate.orders, squad);
            for it in &candidate.orders.abilities {
                let spent: u32 = orders.abilities.iter().filter(|other| other.by == it.by).map(cost).sum();
                if spent + cost(it) <= u32::from(self.battle.cp(it.by)) {
                    orders.abilities.push(*it);
                }
            }
        }
        orders
    }

    fn chosen(&self, choice: &Choice) -> impl Iterator<Item = (SquadId, &Candidate)> {
        let candidate = choice.iter().zip(&self.candidates).map(|(it, all)| &all[*it]);
        self.squads.iter().copied().zip(candidate)
    }

    /// The orders of both sides, at this try.
    fn against_theirs(&self, ours: &Orders, nth: u64) -> Orders {
        let theirs = &self.theirs[(nth % MOODS) as usize];
        let mut orders = ours.clone();
        for squad in self.battle.squads_of(self.side.other()) {
            orders.withdraw(squad);
            orders.follow(theirs, squad);
        }
        orders.abilities.retain(|it| self.battle.setup().caster(it.by).side == self.side);
        orders.abilities.extend(&theirs.abilities);
        orders
    }

    /// The worth of the battle after its own side's orders, and after one more round in which everybody stands and
    /// fires as veterans do. Measured: moves in that round double the work and add next to nothing, and so do further
    /// rounds.
    fn play(&mut self, ours: &Orders, nth: u64) -> i64 {
        let mut battle = self.after(self.battle.clone(), &self.against_theirs(ours, nth), nth);
        if battle.outcome().is_none() {
            let all: Vec<SquadId> = battle.setup().squad_ids().filter(|it| battle.is_on_map(*it)).collect();
            let orders = as_veterans(self.rules, &battle, &all, mood_of(nth), Intent::Stand);
            battle = self.after(battle, &orders, nth);
        }
        self.prize.worth(&battle)
    }

    /// The battle after a round, with the dice of this try.
    fn after(&mut self, battle: Battle, orders: &Orders, nth: u64) -> Battle {
        self.rounds += 1;
        let mut dice = Seed::from(DICE + nth).dice(battle.round(), &[0; 32], &words_digest([]));
        self.rules.play_to(Phase::Morale, battle, orders, &mut dice).0
    }

    /// The plan `before`, changed to the orders of a choice.
    fn planned(&self, choice: &Choice, given: &Orders, before: Planned) -> Planned {
        let mut plan = Planned { orders: self.ours(choice), ..before };
        plan.decisions.retain(|it| !self.squads.contains(&it.squad));
        for (squad, candidate) in self.chosen(choice) {
            plan.decisions.extend(candidate.whys.iter().map(|why| Decision { squad, why: *why }));
        }
        last_look::forget_uses(self.battle, &mut plan);
        let (rules, battle, mood) = (self.rules, self.battle, Mood::default());
        let led = LedSquads { rules, battle, squads: &self.squads, levels: &|_| Level::Elite, mood };
        last_look::take_back_the_hopeless(given, &led, &mut plan);
        if 0 < self.rounds {
            let others = |draft: &Choice| draft.iter().zip(choice).filter(|(draft, it)| draft != it).count();
            let all = std::iter::once(Intent::ByStance).chain(Intent::OTHERS).zip(self.drafts.iter().map(others));
            let (intent, others) = all.min_by_key(|it| it.1).unwrap_or_default();
            plan.side_plans.push(SidePlan::Tried { side: self.side, intent, others, rounds: self.rounds });
        }
        plan
    }
}

/// Whether gains are more than chance: their mean is above its standard error. Measured: without this test, the best of
/// many means is only the luckiest.
fn is_beyond_doubt(gains: &[i64]) -> bool {
    let (count, sum) = (gains.len() as i128, gains.iter().map(|it| i128::from(*it)).sum::<i128>());
    let spread: i128 = gains.iter().map(|it| (count * i128::from(*it) - sum).pow(2)).sum();
    0 < sum && 1 < count && spread < sum * sum * count * (count - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{Goal, GoalKind, ObjectiveId, ObjectiveSetup, Outcome, Tile};
    use crate::line::battle::scene::{scene, scene_with, squad};
    use crate::line::battle::{BySide, Condition, Movement, Route, RouteGoal, Stance};
    use crate::line::commander::{Leads, plan};

    /// Alpha keeps its distance, and the mound that decides the battle is a run away.
    fn mound() -> Battle {
        let drawing = format!(".a .a .a {0}.x .x .x{1}", ". ".repeat(24), format!("\n{}", ". ".repeat(30)).repeat(9));
        scene_with(&drawing, "a Alpha players@alice: rifle; x Boyz enemy: rifle", |setup| {
            setup.squads[0].stance = Stance::Skirmish;
            setup.rounds = Some(1);
            setup.objectives.push(ObjectiveSetup {
                key: "mound".to_owned(),
                name: "the mound".to_owned(),
                at: Tile::new(0, 9),
                radius: 2,
                owner: None,
                points: 0,
            });
            let when = Condition::Capture { objective: ObjectiveId(0), by: Side::Players };
            setup.goals.push(Goal { kind: GoalKind::Main, team: None, text: String::new(), when, ends: true });
        })
    }

    fn planned(battle: &Battle, given: &Orders, level: Level, leads: Leads) -> Planned {
        plan(&Line::default(), battle, given, BySide { players: level, enemy: level }, leads, Mood::default())
    }

    #[test]
    fn who_tries_the_last_round_sees_what_decides_it() {
        let outcome = |level| {
            let mut battle = mound();
            let orders = planned(&battle, &Orders::default(), level, Leads::Everybody).orders;
            let mut dice = Seed::from(1).dice(1, &[0; 32], &words_digest([]));
            let events = Line::default().resolve(&battle, &orders, &mut dice);
            events.iter().for_each(|it| battle.apply(it));
            battle.outcome()
        };
        assert_ne!(outcome(Level::Veteran), Some(Outcome::Victory), "he keeps at a distance, as he is told");
        assert_eq!(outcome(Level::Elite), Some(Outcome::Victory));
    }

    /// Boyz come under fire on the way, and two rounds don't bring them near anybody to strike.
    #[test]
    fn who_can_only_strike_neither_stands_and_waits_nor_keeps_away() {
        let row = format!(".a .a {} .x .x {}", ". ".repeat(30), ". ".repeat(8));
        for (kind, goes) in [("spearman", true), ("rifle", false)] {
            let battle = scene(&[row.as_str(); 3].join("\n"), &format!("a Alpha players: rifle; x Boyz enemy: {kind}"));
            let boyz = squad(&battle, "Boyz");
            let planned = planned(&battle, &Orders::default(), Level::Elite, Leads::GmSquads);
            let nearer = match planned.orders.movement.get(boyz) {
                Some(Movement::Move(Route { goal: RouteGoal::Tile(at), .. })) => at.x < 32,
                _ => false,
            };
            assert_eq!(nearer, goes, "{kind}: {:?}", planned.decisions);
        }
    }

    #[test]
    fn what_it_settles_on_is_the_same_every_time_and_told_with_what_it_cost() {
        let battle = mound();
        let once = planned(&battle, &Orders::default(), Level::Elite, Leads::Everybody);
        assert_eq!(once, planned(&battle, &Orders::default(), Level::Elite, Leads::Everybody));
        let tried = once.side_plans.iter().filter_map(|it| match it {
            SidePlan::Tried { side, rounds, .. } => Some((*side, *rounds)),
            SidePlan::Together { .. } => None,
        });
        let tried: Vec<(Side, u32)> = tried.collect();
        assert_eq!(tried.iter().map(|it| it.0).collect::<Vec<_>>(), Side::ALL);
        assert!(tried.iter().all(|it| (1..=ROUNDS_MAX).contains(&it.1)), "{tried:?}");
        let thought = SidePlan::Tried { side: Side::Enemy, intent: Intent::Ground, others: 1, rounds: 412 };
        assert_eq!(
            thought.describe(&battle),
            "The enemy's plan, from 412 rounds played in private: all make for the objectives, but for 1 squad"
        );
    }

    #[test]
    fn many_squads_are_no_reason_to_wait_longer() {
        assert_eq!([2, 20, 80, 400].map(rounds_max), [4800, 4800, 1200, 240]);
    }

    #[test]
    fn a_gain_that_may_be_chance_is_none() {
        assert!(is_beyond_doubt(&[5, 5, 5, 5]));
        assert!(is_beyond_doubt(&[9, 1, 6, 4]));
        assert!(!is_beyond_doubt(&[90, -70, -20, 20]), "more by its dice than by itself");
        assert!(!is_beyond_doubt(&[-5, -5, -5, -5]));
        assert!(!is_beyond_doubt(&[5]), "once is luck");
    }

    #[test]
    fn it_knows_nothing_of_what_the_other_side_has_ordered() {
        let battle = mound();
        let (alpha, boyz) = (squad(&battle, "Alpha"), squad(&battle, "Boyz"));
        let mut hidden = Orders::default();
        hidden.movement.put(alpha, Movement::Charge { target: boyz, after: None });
        let [knows, guesses] = [hidden, Orders::default()].map(|given| {
            let orders = planned(&battle, &given, Level::Elite, Leads::GmSquads).orders;
            (orders.fire.get(boyz).cloned(), orders.movement.get(boyz).cloned())
        });
        assert_eq!(knows, guesses);
    }
}
