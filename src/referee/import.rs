//! Reads a battle from a file, perhaps on its way into a database.

use crate::dice::Seed;
use crate::referee::Table;
use crate::store::{self, ExistingBattle, NewBattle, Origin, Progress, ResumeData, SecretSeed};

/// Advice on how to get the seed of a battle that moves elsewhere.
pub(crate) const EXPORT_WITH_SEED: &str = "Export it with --with-seed where it is kept";

impl Table {
    /// Reads a log that `fieldpost export` or `play --out` wrote, and plays it again to check it. `without_seed` says
    /// what to do if the file has no seed. The progress of the battle's thread comes with it.
    ///
    /// # Errors
    ///
    /// If it is no log, is inconsistent, or lacks the seed; in words for the owner of the file.
    pub fn import(text: &str, without_seed: &str) -> Result<(Table, Progress), String> {
        let (log, resume_data) = store::import_with_seed(text).map_err(|it| it.to_string())?;
        let Some(ResumeData { seed, progress }) = resume_data else {
            return Err(format!("the battle is going on and the file has no seed. {without_seed}"));
        };
        let table = Table::resume(&log, Seed::from_bytes(seed.0), progress.posts_seen, None);
        table.map(|it| (it, progress)).map_err(|it| it.to_string())
    }

    /// The battle as a new one of a database, before anything of a thread has been taken.
    pub fn new_battle(&self) -> NewBattle<'_> {
        let mut new_battle = NewBattle::new(self.stage().title, SecretSeed(self.seed.reveal()), &self.log);
        new_battle.step.progress.posts_seen = self.posts_seen;
        new_battle
    }

    /// The battle as a new one of the database that it moves to.
    pub(crate) fn imported(&self) -> NewBattle<'_> {
        NewBattle { origin: Origin::Elsewhere, ..self.new_battle() }
    }
}

/// Why a battle can't be imported twice: two copies with one seed would show each other's dice. `place` is where the
/// first one is, such as "here".
pub(crate) fn why_not_twice(title: &str, place: &str, first: ExistingBattle) -> String {
    let then = if first.is_over { ", and is over" } else { ". Go on with that one" };
    format!("{title} is battle {} {place} already{then}", first.battle)
}
