//! What is foretold of a round comes true as often as foretold, in battles between commanders over the shipped
//! scenarios.

use std::path::Path;
use std::sync::Arc;

use crate::brick::rules::Brick;
use crate::dice::Seed;
use crate::field::Level;
use crate::file::{Catalogs, parse};
use crate::game::{Levels, PlayedRound, Simulated};
use crate::line::rules::Line;
use crate::trial::{Rehearsing, play_out};

/// How many times each round is rehearsed.
const RUNS: u32 = 200;

/// How many rounds of each game are played, and by how many percentage points a tenth may be off.
/// `FIELDPOST_HONEST=3000` plays 3000 rounds, and allows 2 points.
fn extent() -> (u32, f64) {
    match std::env::var("FIELDPOST_HONEST").ok().and_then(|it| it.parse().ok()) {
        Some(rounds) => (rounds, 2.0),
        None => (40, 6.0),
    }
}

/// What was foretold, by tenths, and how much of it came true.
#[derive(Default)]
struct Tally {
    rounds: u32,
    /// Where the real losses of a squad rank among the rehearsed ones, in tenths from the fewest losses to the most.
    places: [u32; 10],
    /// Charges and melees by the tenth that their chance lies in: how many there were, the sum of their chances, and
    /// how many came true.
    outcomes: [(u32, f64, u32); 10],
    /// An evenly spread number between 0 and 1, which ranks losses that several rehearsals share.
    spread: f64,
}

impl Tally {
    fn count<G: Simulated>(&mut self, game: &G, seen: &PlayedRound<G>) {
        let round = Rehearsing::of(game, seen.before.clone(), seen.orders.clone());
        let foretold = round.run(RUNS);
        self.rounds += 1;
        let (before, after) = (G::standing(&seen.before), G::standing(&seen.after));
        for squad in &foretold.squads {
            let at = usize::from(squad.squad.0);
            let left = before.squads[at]
                .standing
                .iter()
                .filter(|it| after.squads.iter().any(|squad| squad.standing.contains(it)));
            let lost = squad.standing() - left.count();
            // Multiples of the golden ratio fill the unit interval evenly.
            self.spread = (self.spread + 0.618_033_988_75).fract();
            let below: u32 = squad.lost[..lost].iter().sum();
            let place = (f64::from(below) + f64::from(squad.lost[lost]) * self.spread) / f64::from(RUNS);
            self.places[((place * 10.0) as usize).min(9)] += 1;
        }
        let true_now = G::came_true(&seen.events);
        for (stake, times) in &foretold.outcomes {
            let chance = f64::from(*times) / f64::from(RUNS);
            let (of, sum, came) = &mut self.outcomes[((chance * 10.0) as usize).min(9)];
            *of += 1;
            *sum += chance;
            *came += u32::from(true_now.contains(stake));
        }
    }

    fn is_honest(&self, name: &str, tolerance: f64) {
        let all = f64::from(self.places.iter().sum::<u32>());
        let percents = self.places.map(|it| f64::from(it) * 100.0 / all);
        println!("{name}: {} rounds, {all} squads, losses by tenths {percents:.1?}", self.rounds);
        assert!(percents.iter().all(|it| (it - 10.0).abs() <= tolerance), "{name}: {percents:.1?}");
        let fewer: f64 = percents[..5].iter().sum();
        assert!((fewer - 50.0).abs() <= tolerance, "{name}: {fewer:.1} of 100 lost fewer than half of the tries say");
        let (mut of, mut sum, mut came) = (0, 0.0, 0);
        for (n, outcomes) in self.outcomes.iter().enumerate().filter(|it| 0 < it.1.0) {
            let share = |it: f64| it * 100.0 / f64::from(outcomes.0);
            println!(
                "  tenth {n}: {} foretold at {:.1} %, {:.1} % came true",
                outcomes.0,
                share(outcomes.1),
                share(f64::from(outcomes.2))
            );
            (of, sum, came) = (of + outcomes.0, sum + outcomes.1, came + outcomes.2);
        }
        // However few there are, two of them may be luck.
        let allowed = tolerance / 100.0 * f64::from(of) + 2.0;
        assert!(
            (sum - f64::from(came)).abs() <= allowed,
            "{name}: of {of} charges and melees {sum:.1} were foretold, {came} came"
        );
    }
}

fn is_honest<G: Simulated>(scenarios: &[&str]) {
    let (rounds, tolerance) = extent();
    let mut tally = Tally::default();
    let openings: Vec<_> = scenarios
        .iter()
        .map(|name| {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(name).with_extension("toml");
            let text = std::fs::read_to_string(path).expect("a scenario that ships");
            let (read, problems) =
                parse(name, &text, |reader, root| G::scenario(reader, root, G::Catalogs::standard()));
            read.unwrap_or_else(|| panic!("{problems}"))
        })
        .map(|(setup, game)| (G::open(&Arc::new(setup)), game))
        .collect();
    for (n, (opening, game)) in openings.iter().cycle().enumerate() {
        if rounds <= tally.rounds {
            break;
        }
        play_out(game, opening, &Seed::from(n as u64), Levels::both(Level::Regular), |it, _| tally.count(game, it));
    }
    tally.is_honest(G::NAME, tolerance);
}

#[test]
fn what_is_foretold_of_a_round_of_the_line_game_comes_true_as_often() {
    is_honest::<Line>(&[
        "millers-ford",
        "the-bad-bridge",
        "the-proving-yard",
        "the-shield-wall-at-cold-barrow",
        "ridge-at-dawn",
    ]);
}

#[test]
fn what_is_foretold_of_a_round_with_bricks_comes_true_as_often() {
    is_honest::<Brick>(&[
        "brick-duel",
        "brick-dining-table",
        "brick-boarding",
        "brick-relay-station",
        "brick-thin-red-line",
    ]);
}
