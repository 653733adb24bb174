//! A battle from a file, perhaps on its way into a database.

use crate::dice::Seed;
use crate::referee::Table;
use crate::store::{self, Beginning, Carried, Origin, Present, Progress, Secret};

/// How somebody who takes a battle elsewhere gets its seed.
pub(crate) const EXPORT_WITH_SEED: &str = "Export it with --with-seed where it is kept";

impl Table {
    /// Reads a log as `fieldpost export` and `play --out` write it, and plays it again to see that it holds. `without_seed`
    /// is what to do if it has no seed. The progress of its thread comes with it.
    ///
    /// # Errors
    ///
    /// If it is no log, doesn't hold, or lacks the seed; in words for the owner of the file.
    pub fn import(text: &str, without_seed: &str) -> Result<(Table, Progress), String> {
        let (log, carried) = store::import_running(text).map_err(|it| it.to_string())?;
        let Some(Carried { seed, progress }) = carried else {
            return Err(format!("the battle is going on and the file has no seed. {without_seed}"));
        };
        let table = Table::resume(&log, Seed::from_bytes(seed.0), progress.posts_seen, None);
        table.map(|it| (it, progress)).map_err(|it| it.to_string())
    }

    /// How it begins in a database, with nothing taken of a thread.
    pub fn beginning(&self) -> Beginning<'_> {
        let mut beginning = Beginning::new(self.stage().title, Secret(self.seed.reveal()), &self.log);
        beginning.step.progress.posts_seen = self.posts_seen;
        beginning
    }

    /// How it begins in a database that it comes to from another.
    pub(crate) fn imported(&self) -> Beginning<'_> {
        Beginning { origin: Origin::Elsewhere, ..self.beginning() }
    }
}

/// Why a battle isn't taken a second time: of two that go on with one seed, each would show the dice of the other. The place
/// is where the first one is, such as "here".
pub(crate) fn why_not_twice(title: &str, place: &str, first: Present) -> String {
    let then = if first.is_over { ", and is over" } else { ". Go on with that one" };
    format!("{title} is battle {} {place} already{then}", first.battle)
}
