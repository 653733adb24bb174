//! Whether rehearsals can be relied on: what they say happens in one of ten rounds does so.

use fieldpost::game::Open;
use fieldpost::line::battle::Side;
use fieldpost::line::commander;
use fieldpost::line::rules::Line;
use fieldpost::trial::Rehearsing;

use crate::chaos::{self, Chaos};
use crate::laws;

/// Real rounds and how often each is rehearsed, and in how many points of a hundred every tenth may be off. With
/// `FIELDPOST_REHEARSALS=10000` that many rounds are rehearsed 400 times, and 2 points are allowed.
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
        // Now and then a side waits in reserve, or found no room on the map.
        if Side::ALL.into_iter().any(|it| battle.squads_of(it).next().is_none()) {
            continue;
        }
        let mut given = chaos::orders(&mut chaos, &battle);
        let of_players = |it| battle.side(it) == Side::Players;
        for squad in battle.setup().squad_ids().filter(|it| !of_players(*it)) {
            given.fire.remove(squad);
            given.movement.remove(squad);
        }
        let open = Open { battle: battle.clone(), last_round: Vec::new(), given: given.clone(), absent: Vec::new() };
        let foretold = Rehearsing::new(&ruleset, &open).run(runs);

        let orders = commander::complete(&ruleset, &battle, &given);
        let after = laws::played(&ruleset, &battle, &orders, n);
        for prospect in &foretold.squads {
            let left = battle.standing(prospect.squad).filter(|it| after.unit(*it).is_standing()).count();
            let lost = prospect.standing() - left;
            // Between the runs with fewer losses and those with as many or fewer, at a place by chance.
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
