//! A battle as one HTML file for people to watch: the field, the report, and everything that moves, with nothing to
//! load. Also, in [`Draft`], the page on which the author of a scenario draws its map.
//!
//! With scripts, the page shows beat after beat, and hides what comes later. Without them it is the whole report, and
//! the field as it stands in the end.

mod draw;
mod field;
mod film;
mod markup;
mod report;
mod template;
mod theme;

use crate::map;
use crate::page::Plan;
use crate::referee::{Refused, Table};
use crate::store;

pub use draw::{Draft, Ink, Placing};
use film::Film;
use markup::escaped;
use template::{FORMS, PLANS, PLATES, data_block};

/// The page of a battle as far as it has been played, from what everybody may know. Once the seed is published, the
/// page also holds the log. The same battle always gives the same bytes.
pub fn page(table: &Table) -> String {
    page_with(table, None)
}

/// The page for the holder of a seat. While the battle goes on, it adds what the squads of that seat can do in the open
/// round.
///
/// # Errors
///
/// If nobody of this name has a seat.
pub fn page_for(table: &Table, author: &str) -> Result<String, Refused> {
    match table.offers(author) {
        Ok(plan) => Ok(page_with(table, Some(&plan))),
        Err(Refused::BattleIsOver) => Ok(page(table)),
        Err(why) => Err(why),
    }
}

fn page_with(table: &Table, plan: Option<&Plan>) -> String {
    let film = Film::of(table);
    let exported = || store::export(table.log()).expect("entries have string keys only, so they are JSON");
    let log = table.is_revealed().then(exported);
    let check = match &log {
        Some(_) => report::check().to_owned(),
        None => report::check_later(table.commitment()),
    };
    let drawn = field::drawn(&film);
    let data = data_block(&film.data(&drawn.board, &drawn.changes, &drawn.tokens, log, plan));
    let mut filling = drawn.filling;
    filling.extend([
        ("title", escaped(table.stage().title)),
        ("now", escaped(&film.now())),
        ("briefing", report::briefing(table)),
        ("report", report::html(&film)),
        ("words", markup::paragraphs(&map::description(film.picture_now()))),
        ("check", check),
        ("data", data),
    ]);
    let has_plates = film.plates().next().is_some();
    let extras = [(film.has_formations(), FORMS), (has_plates, PLATES), (plan.is_some(), PLANS)];
    template::page(&filling, &drawn.board.ratio(), extras)
}
