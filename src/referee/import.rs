//! A battle from a file, on its way into a database.

use crate::dice::Seed;
use crate::referee::Table;
use crate::store::{self, Beginning, Carried, Failed, Progress, Secret, Store};

impl Table {
    /// Reads what `fieldpost export` wrote, and plays it again to see that it holds.
    ///
    /// # Errors
    ///
    /// If it is no such file, doesn't hold, or lacks the seed; in words for the owner of the file.
    pub fn import(text: &str) -> Result<Table, String> {
        let (log, carried) = store::import_running(text).map_err(|it| it.to_string())?;
        let help = "Export it with --with-seed where it is kept";
        let carried = carried.ok_or_else(|| format!("the battle is going on and the file has no seed. {help}"))?;
        let Carried { seed, posts_seen } = carried;
        Table::resume(&log, Seed::from_bytes(seed.0), posts_seen, None).map_err(|it| it.to_string())
    }

    /// Why a store doesn't take it, if it has this battle already: of two that go on with one seed, each would show the dice of
    /// the other.
    ///
    /// # Errors
    ///
    /// If the battles can't be read.
    pub(crate) async fn why_not_into(&self, store: &Store) -> Result<Option<String>, Failed> {
        let there = store.find_same(&self.beginning()).await?;
        Ok(there.map(|it| format!("{} is battle {it} here already. Go on with that one", self.stage().title)))
    }

    /// How it begins in a database that it comes to, with nothing taken of a thread.
    pub fn beginning(&self) -> Beginning<'_> {
        let progress = Progress { posts_seen: self.posts_seen, ..Progress::default() };
        Beginning { progress, ..Beginning::new(self.stage().title, Secret(self.seed.reveal()), &self.log) }
    }
}
