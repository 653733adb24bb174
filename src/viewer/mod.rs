//! A battle as one HTML file that people watch: the field, the report, and all that moves, with nothing to load.
//!
//! With scripts the page shows beat after beat, and hides what comes later. Without them it is the whole report and the
//! field as it stood in the end.

mod field;
mod film;
mod markup;
mod report;
mod template;
#[cfg(test)]
mod tests;
mod theme;

use crate::referee::Table;
use crate::store;

use film::Film;
use markup::escaped;
use template::{Page, data_block};

/// Why a battle can't be shown on a page.
#[derive(Debug, thiserror::Error)]
pub enum NoPage {
    #[error("its battle isn't over, and what led to it is for everybody only then")]
    IsGoingOn,
    #[error("it can't be written as JSON: {0}")]
    Unwritable(#[from] serde_json::Error),
}

/// The page of a battle whose seed is known, with its log. The same battle gives the same bytes.
///
/// # Errors
///
/// If the battle isn't over.
pub fn page_of_ended(table: &Table) -> Result<String, NoPage> {
    if !table.is_revealed() {
        return Err(NoPage::IsGoingOn);
    }
    let film = Film::of(table);
    let log = store::export(table.log())?;
    let drawn = field::drawn(&film);
    let last = film.words_at_end();
    Ok(Page {
        title: escaped(film.title()),
        ended: escaped(&film.ended()),
        view: drawn.view,
        ratio: drawn.ratio,
        forms: drawn.forms,
        ground: drawn.ground,
        changed: drawn.changed,
        places: drawn.places,
        fallen: drawn.fallen,
        units: drawn.units,
        flags: drawn.flags,
        report: report::html(&film),
        words: markup::paragraphs(&last),
        check: report::check(),
        data: data_block(&film.data(&drawn.board, &drawn.changes, Some(log)))?,
    }
    .html())
}
