//! How much better the elite leads than veterans do: on fields that are the same from either end, and in the stories that
//! are shipped, which are not.
//!
//! `FIELDPOST_BATTLES=500` plays 2,000 battles on each field: hours, and what the goals are meant for.

use fieldpost::field::Level;
use fieldpost::game::{Levels, PLAYERS, Play};
use fieldpost::line::rules::Line;
use fieldpost::map::PartyId;

use crate::measure::{Goal, Row, Table};
use crate::tournament::{ENEMY, battles, share, won_twice};
use crate::{fields, line};

/// Battles in each seat, unless the environment says how many.
const BATTLES: usize = 5;

pub(crate) fn measure(table: &mut Table) {
    let battles = battles(BATTLES);
    table.note(&format!("elite against veteran; battles from each end on each side: {battles}"));
    for number in fields::UNTUNED {
        let field = line::read("field.toml", &fields::field(number)).unwrap_or_else(|problems| panic!("{problems}"));
        let ours = share(field.game(), field.setup(), Level::Elite, Level::Veteran, battles);
        table.alone(&format!("field {number}"), "of 1000", ours as f64, Goal::Least(650.0));
    }
    for name in line::STORIES {
        let story = line::load(name);
        for (seat, party) in [("players", PLAYERS), ("enemy", ENEMY)] {
            let partner = ("veterans in their place", seated(&story, Level::Veteran, party, battles));
            let what = format!("{name}, the {seat}");
            let ours = seated(&story, Level::Elite, party, battles);
            table.row(&Row { what: &what, unit: "of 1000", ours, partner: Some(partner), goal: Goal::Least(600.0) });
        }
    }
}

/// The share that a commander wins in a seat against veterans.
fn seated(story: &Play<Line>, level: Level, party: PartyId, battles: usize) -> f64 {
    let levels = if party == PLAYERS {
        Levels { players: level, enemy: Level::Veteran }
    } else {
        Levels { players: Level::Veteran, enemy: level }
    };
    let won = won_twice(story.game(), story.setup(), levels, party, battles);
    1000.0 * won as f64 / (2 * battles) as f64
}
