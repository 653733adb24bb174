//! A battle from a file, on its way into a database.

use crate::dice::Seed;
use crate::referee::Table;
use crate::store::{self, Beginning, Carried, Progress, Secret};

/// A battle that was read from a file and played again to see that it holds.
pub struct Import {
    pub(super) table: Table,
    pub(super) seed: Secret,
    pub(super) progress: Progress,
}

impl Import {
    /// Reads what `fieldpost export` wrote.
    ///
    /// # Errors
    ///
    /// If it is no such file, doesn't hold, or lacks the seed; in words for the owner of the file.
    pub fn read(text: &str) -> Result<Import, String> {
        let (log, carried) = store::import_running(text).map_err(|it| it.to_string())?;
        let help = "Export it with --with-seed where it is kept";
        let carried = carried.ok_or_else(|| format!("the battle is going on and the file has no seed. {help}"))?;
        let Carried { seed, posts_seen } = carried;
        let table = Table::resume(&log, Seed::from_bytes(seed.0), posts_seen, None).map_err(|it| it.to_string())?;
        Ok(Import { table, seed: Secret(seed.0), progress: Progress { posts_seen, ..Progress::default() } })
    }

    /// The battle's name.
    pub fn title(&self) -> &str {
        self.table.stage().title
    }

    /// Whether it is over for good, its seed published.
    pub fn is_over(&self) -> bool {
        self.table.is_revealed()
    }

    /// How it begins where it comes to.
    pub fn beginning(&self) -> Beginning<'_> {
        let progress = self.progress;
        Beginning { progress, ..Beginning::new(self.title(), Secret(self.seed.0), self.table.log()) }
    }
}
