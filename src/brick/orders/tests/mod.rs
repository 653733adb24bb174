//! Tests of reading posts of the brick game.

mod collecting;
mod editing;
mod hostile;
mod offers;
mod people;
mod reading;
mod slips;
mod table;

use super::*;
use crate::brick::battle::Battle;
use crate::brick::battle::Setup;
use crate::brick::battle::scene::scene_with;
use crate::field::{Seat, SeatId};
use crate::post::{Language, Poster};

/// A battle with names of every kind: two players, each with a squad and a figure, and an enemy.
fn battle() -> Battle {
    let people = "a Alpha players 3x1: fig rifle knife; y Yoko players: fig sword; \
        b Bravo players 2x1: fig pistol; d Dan players: fig knife pan; \
        o Orcs enemies 3x1: fig knife; c Captain enemies: officer sabre pistol; t Table none: barrel";
    let drawing = "
        .a .a .a . .y . .
        .b .b . . .d . .
        .  .  . . .  . .
        .  .t . . .  . .
        .o .o .o . .c . .";
    scene_with(drawing, people, |setup: &mut Setup| {
        setup.seats = ["ann", "bob"].map(|it| Seat { name: it.to_owned() }).to_vec();
        let seat_of = |name: &str| match name {
            "Alpha" | "Yoko" => Some(SeatId(0)),
            "Bravo" | "Dan" => Some(SeatId(1)),
            _ => None,
        };
        for squad in &mut setup.squads {
            squad.seat = seat_of(&squad.name);
        }
        let owners: Vec<Option<SeatId>> = setup
            .unit_ids()
            .map(|id| {
                let squad = setup.squads.iter().find(|it| it.members.contains(&id));
                squad.map_or_else(|| seat_of(&setup.unit(id).name), |it| it.seat)
            })
            .collect();
        for (unit, seat) in setup.units.iter_mut().zip(owners) {
            unit.seat = seat;
        }
    })
}

const ANN: Poster = Poster::Seat(SeatId(0));
const BOB: Poster = Poster::Seat(SeatId(1));

fn read_by(battle: &Battle, poster: Poster, text: &str) -> Reading {
    read(text, &Names::new(battle), battle, poster, &Language::default())
}

/// The orders that a post of Ann's gives, and the diagnostics.
fn outcome(text: &str) -> String {
    let battle = battle();
    let reading = read_by(&battle, ANN, text);
    let orders = reading.given.iter().map(|it| shown(&battle, &it.order) + "\n");
    let said = reading.diagnostics.iter().map(|it| it.under(text) + "\n");
    orders.chain(said).collect()
}
