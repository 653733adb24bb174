//! Whether rehearsals are reliable: an outcome that they expect in one of ten rounds must happen in one of ten.

use fieldpost::game::OpenRound;
use fieldpost::line::battle::Side;
use fieldpost::line::commander;
use fieldpost::line::rules::Line;
use fieldpost::trial::Rehearsing;

use crate::chaos::{self, Chaos};
use crate::laws;

/// The number of real rounds, the rehearsals of each, and the points of a hundred by which a tenth may be off.
/// `FIELDPOST_REHEARSALS=10000` plays that many rounds, rehearses each 400 times, and allows 2 points.
fn extent() -> (u64, u32, f64) {
    match std::env::var("FIELDPOST_REHEARSALS").ok().and_then(|it| it.parse().ok()) {
        Some(rounds) => (rounds, 400, 2.0),
        None => (150, 80, 6.0),
    }
}

#[test]
fn each_tenth_of_what_is_foretold_comes_true_in_a_tenth_of_real_rounds() {
    let (rounds, runs, tolerance) = extent();
    let ruleset = Line::default();
    let mut tenths = [0_u32; 10];
    let mut places = Chaos(99);
    for n in 0..rounds {
        let mut chaos = Chaos(n);
        let battle = chaos::battle(&mut chaos).as_players_know_it();
        // Now and then a whole side is in reserve, or found no room on the map.
        if Side::ALL.into_iter().any(|it| battle.squads_of(it).next().is_none()) {
            continue;
        }
        let mut given = chaos::orders(&mut chaos, &battle);
        let of_players = |it| battle.side(it) == Side::Players;
        for squad in battle.setup().squad_ids().filter(|it| !of_players(*it)) {
            given.fire.remove(squad);
            given.movement.remove(squad);
        }
        let open =
            OpenRound { battle: battle.clone(), last_round: Vec::new(), given: given.clone(), absent: Vec::new() };
        let foretold = Rehearsing::new(&ruleset, &open).run(runs);

        let orders = commander::complete(&ruleset, &battle, &given);
        let after = laws::played(&ruleset, &battle, &orders, n);
        for prospect in &foretold.squads {
            let left = battle.standing(prospect.squad).filter(|it| after.unit(*it).is_standing()).count();
            let lost = prospect.standing() - left;
            // A random place between the number of runs with fewer losses and the number with as many or fewer.
            let below: u32 = prospect.lost[..lost].iter().sum();
            let place = f64::from(below) + f64::from(prospect.lost[lost]) * (places.next() % 1_000) as f64 / 1_000.0;
            tenths[((place * 10.0 / f64::from(runs)) as usize).min(9)] += 1;
        }
    }
    let all = f64::from(tenths.iter().sum::<u32>());
    let percents = tenths.map(|it| f64::from(it) * 100.0 / all);
    println!("{all} squads in {rounds} rounds: {percents:.1?}");
    assert!(percents.iter().all(|it| (it - 10.0).abs() <= tolerance), "{percents:.1?}");
}
