//! The results of battles, added up.

use crate::field::SquadId;
use crate::map::Party;
use crate::trial::labels::Labels;

/// The results of one battle or many battles of one scenario. All counts are whole; shares are computed when they are
/// shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    pub battles: u64,
    pub victories: u64,
    pub defeats: u64,
    /// Battles that ended without victory or defeat: the last round was over, or the players gave up.
    pub times_up: u64,
    /// Battles that did not end.
    pub unended: u64,
    /// Battles that each party won, alone or with others; and battles that anybody won.
    pub won: Vec<u64>,
    pub decided: u64,
    /// How many battles took each number of rounds, indexed by that number.
    pub by_rounds: Vec<u64>,
    /// Rounds in which nobody did anything and nothing arrived.
    pub dead_rounds: u64,
    pub squads: Vec<SquadCard>,
    pub objectives: Vec<ObjectiveCard>,
    /// Battles in which each goal was met in the end, and battles in which it was met after the first round.
    pub goals: Vec<u64>,
    pub goals_at_once: Vec<u64>,
}

/// A squad in all of these battles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquadCard {
    /// Units that it brought, and how many of them it lost.
    pub units: u64,
    pub lost: u64,
    /// Battles in which it was on the map, in which it did something, and in which none of it was left.
    pub came: u64,
    pub acted: u64,
    pub gone: u64,
}

/// An objective in all of these battles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectiveCard {
    /// Rounds after which each party held it.
    pub held: Vec<u64>,
    /// How many times each party took it.
    pub taken: Vec<u64>,
    /// Battles in which each party took it at least once.
    pub taken_in: Vec<u64>,
}

impl ObjectiveCard {
    /// An objective that none of this many parties ever held.
    pub(super) fn blank(parties: usize) -> ObjectiveCard {
        let nobody = vec![0; parties];
        ObjectiveCard { held: nobody.clone(), taken: nobody.clone(), taken_in: nobody }
    }
}

fn add_each(sums: &mut [u64], more: &[u64]) {
    sums.iter_mut().zip(more).for_each(|(sum, it)| *sum += it);
}

impl Card {
    /// The sum of battles that began with these labels.
    pub fn of(labels: &Labels, fought: &[Card]) -> Card {
        let objective = ObjectiveCard::blank(labels.parties.len());
        let mut card = Card {
            squads: vec![SquadCard::default(); labels.squads.len()],
            objectives: vec![objective; labels.objectives.len()],
            goals: vec![0; labels.goals.len()],
            won: vec![0; labels.parties.len()],
            goals_at_once: vec![0; labels.goals.len()],
            ..Card::default()
        };
        fought.iter().for_each(|it| card.add(it));
        card
    }

    fn add(&mut self, it: &Card) {
        self.battles += it.battles;
        self.victories += it.victories;
        self.defeats += it.defeats;
        self.times_up += it.times_up;
        self.unended += it.unended;
        add_each(&mut self.won, &it.won);
        self.decided += it.decided;
        self.by_rounds.resize(self.by_rounds.len().max(it.by_rounds.len()), 0);
        add_each(&mut self.by_rounds, &it.by_rounds);
        self.dead_rounds += it.dead_rounds;
        for (sum, squad) in self.squads.iter_mut().zip(&it.squads) {
            sum.units += squad.units;
            sum.lost += squad.lost;
            sum.came += squad.came;
            sum.acted += squad.acted;
            sum.gone += squad.gone;
        }
        for (sum, objective) in self.objectives.iter_mut().zip(&it.objectives) {
            add_each(&mut sum.held, &objective.held);
            add_each(&mut sum.taken, &objective.taken);
            add_each(&mut sum.taken_in, &objective.taken_in);
        }
        add_each(&mut self.goals, &it.goals);
        add_each(&mut self.goals_at_once, &it.goals_at_once);
    }

    /// The rounds of all battles.
    pub fn rounds(&self) -> u64 {
        (0..).zip(&self.by_rounds).map(|(rounds, battles)| rounds * battles).sum()
    }

    /// The fewest and the most rounds that a battle took.
    pub fn shortest_and_longest(&self) -> (usize, usize) {
        let first = self.by_rounds.iter().position(|it| 0 < *it).unwrap_or(0);
        (first, self.by_rounds.iter().rposition(|it| 0 < *it).unwrap_or(0))
    }

    /// Twice the number of battles that the players won. A battle that nobody won counts as half a win for each side.
    pub fn twice_won_by_players(&self) -> u64 {
        2 * self.victories + self.times_up + self.unended
    }

    /// Twice the number of battles that the enemy won. A battle that nobody won counts as half a win for each side.
    pub fn twice_won_by_enemy(&self) -> u64 {
        2 * self.defeats + self.times_up + self.unended
    }

    /// The squads that were on the map in some battle, and never moved nor attacked in any.
    pub fn idle(&self) -> impl Iterator<Item = SquadId> {
        let squads = (0_u16..).map(SquadId).zip(&self.squads);
        squads.filter(|it| 0 < it.1.came && 0 < it.1.units && it.1.acted == 0).map(|it| it.0)
    }
}

/// The advantage of going first: from battles as the scenario is written, and as many in the opposite order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoingFirst {
    /// Twice the battles that those who go first won.
    pub first: u64,
    /// Twice the battles that those who go last won. `None` between two sides, because they won the rest.
    pub last: Option<u64>,
    /// The number of all battles.
    pub of: u64,
}

impl GoingFirst {
    /// The advantage in battles that began with these labels.
    pub fn of(labels: &Labels, written: &Card, exchanged: &Card) -> GoingFirst {
        let of = written.battles + exchanged.battles;
        if labels.are_two_sides() {
            let won_by_first = match labels.parties.first() {
                Some(Party::Enemy) => Card::twice_won_by_enemy,
                _ => Card::twice_won_by_players,
            };
            return GoingFirst { first: won_by_first(written) + won_by_first(exchanged), last: None, of };
        }
        let first_of = |card: &Card| card.won.first().copied().unwrap_or(0);
        let last_of = |card: &Card| card.won.last().copied().unwrap_or(0);
        // The party that goes first as the scenario is written goes last in the opposite order.
        let first = 2 * (first_of(written) + last_of(exchanged));
        GoingFirst { first, last: Some(2 * (last_of(written) + first_of(exchanged))), of }
    }
}

/// A share and its 95 % confidence interval (Wilson's), all from 0 to 1. `twice` is twice the number of successes among
/// `of`, so that a draw can count as half a success.
pub fn wilson(twice: u64, of: u64) -> (f64, f64, f64) {
    const Z: f64 = 1.959_963_985;
    if of == 0 {
        return (0.0, 0.0, 1.0);
    }
    let n = of as f64;
    let share = twice as f64 / 2.0 / n;
    let middle = (share + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt() / (1.0 + Z * Z / n);
    (share, (middle - spread).max(0.0), (middle + spread).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilsons_interval_is_that_of_the_books() {
        let rounded = |(share, low, high): (f64, f64, f64)| [share, low, high].map(|it| (it * 1000.0).round() as i64);
        assert_eq!(rounded(wilson(2 * 50, 100)), [500, 404, 596]);
        assert_eq!(rounded(wilson(0, 10)), [0, 0, 278]);
        assert_eq!(rounded(wilson(2 * 10, 10)), [1000, 722, 1000]);
        assert_eq!(rounded(wilson(2 * 700, 1000)), [700, 671, 728]);
        assert_eq!(rounded(wilson(0, 0)), [0, 0, 1000]);
    }

    #[test]
    fn a_battle_that_nobody_wins_is_half_a_battle_for_each() {
        let card = Card { battles: 4, victories: 2, times_up: 1, unended: 1, ..Card::default() };
        assert_eq!((card.twice_won_by_players(), card.twice_won_by_enemy()), (6, 2));
    }
}
