//! The elite commander: it tries its plans by playing them, with dice of its own.
//!
//! What it knows is the map, as every commander: the other side's orders are those that a veteran would give, never those
//! that were given.

use std::cmp::Reverse;

use crate::dice::{Mood, Seed, words_digest};
use crate::field::SquadId;
use crate::line::battle::{AbilityOn, AbilityUse, Battle, Level, Orders, Side};
use crate::line::commander::decision::{Decision, Why};
use crate::line::commander::intent::{Intent, Thought};
use crate::line::commander::prize::Prize;
use crate::line::commander::{Led, Planned, draft, last_look};
use crate::line::rules::Line;

/// Rounds that it plays to find a side's orders, at most: as many on every machine, however fast.
const ROUNDS_MAX: u32 = 800;
/// Rounds that it looks ahead.
const AHEAD: u16 = 2;
/// How often each choice is tried at first, and how often the last two are.
const TRIES: (usize, usize) = (8, 16);
/// Where its dice begin: with those that fall in the battle they have nothing to do.
const DICE: u64 = 0x7468_6f75_6768_7400;

/// Better orders for the elite squads of a side than those planned for them, if there are any.
pub(super) fn improve(
    rules: &Line,
    battle: &Battle,
    given: &Orders,
    led: &Led<'_>,
    side: Side,
    planned: Planned,
) -> Planned {
    let squads: Vec<SquadId> =
        led.squads.iter().copied().filter(|it| battle.side(*it) == side && led.level(*it) == Level::Elite).collect();
    if squads.is_empty() {
        return planned;
    }
    let theirs: Vec<SquadId> = battle.squads_of(side.other()).collect();
    let theirs = as_a_veteran(rules, battle, &theirs);
    let is_for_others = |it: &AbilityUse| given.abilities.contains(it) || !is_for(&squads, it);
    let mut base = planned.orders.clone();
    base.abilities.retain(is_for_others);
    squads.iter().for_each(|it| {
        base.withdraw(*it);
    });
    let led = Led { squads: &squads, ..*led };
    let drafts = Intent::OTHERS.map(|it| draft(rules, battle, &base, &led, it));
    let mut thinker = Thinker {
        rules,
        battle,
        side,
        drafts: Vec::with_capacity(1 + drafts.len()),
        told: vec![Vec::new(); squads.len()],
        squads,
        theirs,
        base,
        prize: Prize::of(battle, side),
        played: Vec::new(),
        rounds: 0,
    };
    std::iter::once(&planned).chain(&drafts).for_each(|it| thinker.take_in(it));
    let choice = thinker.choose();
    thinker.planned(&choice, given, planned)
}

/// What veterans would order.
fn as_a_veteran(rules: &Line, battle: &Battle, squads: &[SquadId]) -> Orders {
    let led = Led { squads, levels: &|_| Level::Veteran, mood: Mood::default() };
    draft(rules, battle, &Orders::default(), &led, Intent::Told).orders
}

fn is_for(squads: &[SquadId], it: &AbilityUse) -> bool {
    matches!(it.on, AbilityOn::Squad(on) if squads.contains(&on))
}

/// What one squad may be told.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Told {
    /// Its own alone, and the abilities that are used on it.
    orders: Orders,
    whys: Vec<Why>,
}

/// What each squad is told, by their places: which of all that it may be told.
type Choice = Vec<usize>;

struct Thinker<'a> {
    rules: &'a Line,
    battle: &'a Battle,
    side: Side,
    /// Those that it thinks for.
    squads: Vec<SquadId>,
    /// All that each of them may be told.
    told: Vec<Vec<Told>>,
    /// What all of them would do by one intent each; the first is what everybody is there for.
    drafts: Vec<Choice>,
    /// What the other side is taken to do.
    theirs: Orders,
    /// What the others of its own side do.
    base: Orders,
    prize: Prize,
    /// What came of each choice, try by try: the dice of a try are the same for all choices.
    played: Vec<(Choice, Vec<i64>)>,
    rounds: u32,
}

impl Thinker<'_> {
    /// Takes in what a draft tells each squad.
    fn take_in(&mut self, draft: &Planned) {
        let told = |squad: SquadId| {
            let mut orders = Orders::default();
            orders.follow(&draft.orders, squad);
            orders.abilities.extend(draft.orders.abilities.iter().filter(|it| is_for(&[squad], it)));
            let whys = draft.decisions.iter().filter(|it| it.squad == squad).map(|it| it.why).collect();
            Told { orders, whys }
        };
        let all: Vec<Told> = self.squads.iter().map(|it| told(*it)).collect();
        let choice = all.into_iter().enumerate().map(|(place, it)| self.known(place, it)).collect();
        self.drafts.push(choice);
    }

    /// Which of all that a squad may be told this is.
    fn known(&mut self, place: usize, told: Told) -> usize {
        let all = &mut self.told[place];
        all.iter().position(|it| it.orders == told.orders).unwrap_or_else(|| {
            all.push(told);
            all.len() - 1
        })
    }

    /// First all squads by one draft, then squad by squad, the others as they are.
    fn choose(&mut self) -> Choice {
        let mut best = self.best_of(self.drafts.clone());
        for place in 0..self.squads.len() {
            let with =
                |told: usize| best.iter().enumerate().map(move |(n, it)| if n == place { told } else { *it }).collect();
            let choices = std::iter::once(best.clone()).chain((0..self.told[place].len()).map(with)).collect();
            best = self.best_of(choices);
        }
        best
    }

    /// The best of some: each is tried, and the better half twice as often, until one is left. Of equals the first.
    fn best_of(&mut self, mut choices: Vec<Choice>) -> Choice {
        let mut seen: Vec<Choice> = Vec::new();
        choices.retain(|it| {
            !seen.contains(it) && {
                seen.push(it.clone());
                true
            }
        });
        let mut tries = TRIES.0;
        while 1 < choices.len() {
            let mut tried: Vec<(Choice, Option<i64>)> = Vec::with_capacity(choices.len());
            for it in choices {
                let mean = self.mean(&it, tries);
                tried.push((it, mean));
            }
            tried.sort_by_key(|it| Reverse(it.1));
            let is_over = TRIES.1 <= tries || ROUNDS_MAX <= self.rounds;
            let left = if is_over { 1 } else { tried.len().div_ceil(2) };
            choices = tried.into_iter().take(left).map(|it| it.0).collect();
            tries *= 2;
        }
        choices.swap_remove(0)
    }

    /// What comes of a choice in so many tries; `None` if there is no time for any.
    fn mean(&mut self, choice: &Choice, tries: usize) -> Option<i64> {
        let known = self.played.iter().position(|it| it.0 == *choice).unwrap_or_else(|| {
            self.played.push((choice.clone(), Vec::new()));
            self.played.len() - 1
        });
        let orders = self.orders(choice);
        while self.played[known].1.len() < tries && self.rounds < ROUNDS_MAX {
            let value = self.play(&orders, self.played[known].1.len() as u64);
            self.played[known].1.push(value);
        }
        let values = self.played[known].1.get(..tries).unwrap_or(&self.played[known].1);
        (!values.is_empty()).then(|| values.iter().sum::<i64>() / values.len() as i64)
    }

    /// The orders of its own side under a choice. **C-1** Two drafts may spend the same CP: who comes first gets them.
    fn ours(&self, choice: &Choice) -> Orders {
        let setup = self.battle.setup();
        let cost = |it: &AbilityUse| u32::from(setup.ability(it.ability).cost);
        let mut orders = self.base.clone();
        for (squad, told) in self.all_told(choice) {
            orders.follow(&told.orders, squad);
            for it in &told.orders.abilities {
                let spent: u32 = orders.abilities.iter().filter(|other| other.by == it.by).map(cost).sum();
                if spent + cost(it) <= u32::from(self.battle.cp(it.by)) {
                    orders.abilities.push(*it);
                }
            }
        }
        orders
    }

    fn all_told(&self, choice: &Choice) -> impl Iterator<Item = (SquadId, &Told)> {
        let told = choice.iter().zip(&self.told).map(|(it, all)| &all[*it]);
        self.squads.iter().copied().zip(told)
    }

    /// The orders of both sides under a choice.
    fn orders(&self, choice: &Choice) -> Orders {
        let mut orders = self.ours(choice);
        for squad in self.battle.squads_of(self.side.other()) {
            orders.withdraw(squad);
            orders.follow(&self.theirs, squad);
        }
        orders.abilities.retain(|it| self.battle.setup().caster(it.by).side == self.side);
        orders.abilities.extend(&self.theirs.abilities);
        orders
    }

    /// What comes of orders in a few rounds, the later ones led by veterans on both sides.
    fn play(&mut self, orders: &Orders, nth: u64) -> i64 {
        let (seed, words) = (Seed::from(DICE + nth), words_digest([]));
        let mut battle = self.battle.clone();
        for n in 0..AHEAD {
            if battle.outcome().is_some() {
                break;
            }
            let later = (0 < n).then(|| {
                let all: Vec<SquadId> = battle.setup().squad_ids().filter(|it| battle.is_on_map(*it)).collect();
                as_a_veteran(self.rules, &battle, &all)
            });
            let mut dice = seed.dice(battle.round(), &[0; 32], &words);
            let events = self.rules.resolve(&battle, later.as_ref().unwrap_or(orders), &mut dice);
            events.iter().for_each(|it| battle.apply(it));
            self.rounds += 1;
        }
        self.prize.worth(&battle)
    }

    /// The plan that a choice makes of the one that was there.
    fn planned(&self, choice: &Choice, given: &Orders, before: Planned) -> Planned {
        let mut orders = self.ours(choice);
        let Planned { mut decisions, mut thoughts, .. } = before;
        decisions.retain(|it| !self.squads.contains(&it.squad));
        for (squad, told) in self.all_told(choice) {
            decisions.extend(told.whys.iter().map(|why| Decision { squad, why: *why }));
        }
        decisions.retain(|decision| match decision.why {
            Why::Uses { ability, .. } => {
                let is_it = |it: &AbilityUse| it.ability == ability && it.on.squad(self.battle) == Some(decision.squad);
                orders.abilities.iter().any(is_it)
            }
            _ => true,
        });
        let led = Led { squads: &self.squads, levels: &|_| Level::Elite, mood: Mood::default() };
        last_look::take_back_the_hopeless(self.rules, self.battle, given, &led, &mut orders, &mut decisions);
        if 0 < self.rounds {
            let others = |draft: &Choice| draft.iter().zip(choice).filter(|(draft, it)| draft != it).count();
            let all = std::iter::once(Intent::Told).chain(Intent::OTHERS).zip(self.drafts.iter().map(others));
            let (intent, others) = all.min_by_key(|it| it.1).unwrap_or_default();
            thoughts.push(Thought::Tried { side: self.side, intent, others, rounds: self.rounds });
        }
        Planned { orders, decisions, thoughts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{Goal, GoalKind, ObjectiveId, ObjectiveSetup, Outcome, Tile};
    use crate::line::battle::scene::{scene_with, squad};
    use crate::line::battle::{BySide, Condition, Movement, Stance};
    use crate::line::commander::{Leads, plan};

    /// Alpha sees to it that nobody comes near, and the mound that decides the battle is a run away.
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
            setup.goals.push(Goal { kind: GoalKind::Main, text: String::new(), when, ends: true });
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

    #[test]
    fn what_it_settles_on_is_the_same_every_time_and_told_with_what_it_cost() {
        let battle = mound();
        let once = planned(&battle, &Orders::default(), Level::Elite, Leads::Everybody);
        assert_eq!(once, planned(&battle, &Orders::default(), Level::Elite, Leads::Everybody));
        let tried = once.thoughts.iter().filter_map(|it| match it {
            Thought::Tried { side, rounds, .. } => Some((*side, *rounds)),
            Thought::Together { .. } => None,
        });
        let tried: Vec<(Side, u32)> = tried.collect();
        assert_eq!(tried.iter().map(|it| it.0).collect::<Vec<_>>(), Side::ALL);
        assert!(tried.iter().all(|it| (1..=ROUNDS_MAX).contains(&it.1)), "{tried:?}");
        let thought = Thought::Tried { side: Side::Enemy, intent: Intent::Ground, others: 1, rounds: 412 };
        assert_eq!(
            thought.told(&battle),
            "The enemy's plan, from 412 rounds played in private: all make for the objectives, but for 1 squad"
        );
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
