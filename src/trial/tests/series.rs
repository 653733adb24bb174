//! Series of battles of the line game.

use crate::dice::Seed;
use crate::game::{Game as _, Levels};
use crate::line::battle::scene::{around_a_mill, scene_with};
use crate::line::rules::Line;
use crate::trial::{Card, Labels, ROUNDS_MAX, Series, fight};

fn series(battles: usize) -> Series<Line> {
    Series { game: Line::default(), setup: around_a_mill(), seed: Seed::from(7), battles, levels: Levels::default() }
}

#[test]
fn r4_a_series_is_the_same_on_any_number_of_threads() {
    let series = series(40);
    let alone = series.fight(1, &|| ());
    let many = [2, 3, 7].map(|it| series.fight(it, &|| ()));
    assert!(many.iter().all(|it| *it == alone));
    let labels = Labels::of::<Line>(&Line::open(&series.setup));
    let card = |it: &[Card]| Card::of(&labels, it);
    assert!(many.iter().all(|it| card(it) == card(&alone)));
    let other = Series { seed: Seed::from(8), ..series };
    assert_ne!(other.fight(2, &|| ()), alone);
}

#[test]
fn the_players_squads_are_led_as_well_and_both_sides_act() {
    let series = series(5);
    let fought = series.fight(1, &|| ());
    assert!(fought.iter().all(|it| it.unended == 0 && it.squads.iter().all(|it| (it.acted, it.came) == (1, 1))));
    assert!(fought.iter().all(|it| it.squads.iter().all(|it| it.units == 4)));
}

#[test]
fn a_round_is_dead_in_which_nobody_does_anything() {
    let apart = scene_with(".a # .x", "a Alpha players: rifle; x Boyz enemy: rifle", |setup| {
        setup.rounds = Some(3);
    });
    let fought = fight(&Line::default(), &apart, &Seed::from(1), Levels::default());
    // The end of the battle counts as something that happened.
    assert_eq!((fought.times_up, fought.rounds(), fought.dead_rounds), (1, 3, 2));
    assert!(fought.squads.iter().all(|it| (it.came, it.acted) == (1, 0)));
}

#[test]
fn a_battle_without_an_end_is_given_up() {
    let apart = scene_with(".a # .x", "a Alpha players: rifle; x Boyz enemy: rifle", |_| ());
    let fought = fight(&Line::default(), &apart, &Seed::from(1), Levels::default());
    assert_eq!((fought.unended, fought.rounds()), (1, u64::from(ROUNDS_MAX)));
}
