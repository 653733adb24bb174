//! Keeps a campaign in two files: the one that people write, and beside it the log, which only grows.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use crate::campaign::{Campaign, Entry, Refused};
use crate::file::{self, Problems};

/// The two files of a campaign.
#[derive(Clone, Debug)]
pub struct Disk {
    plan: PathBuf,
    log: PathBuf,
}

/// What went wrong with the files. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    #[error("{0}")]
    File(Box<Problems>),
    #[error("{}: {why}.", path.display())]
    Refused { path: PathBuf, why: Refused },
    #[error("{} is there already. Choose another name, or go on with that campaign.", .0.display())]
    IsThere(PathBuf),
    #[error("{} has no log beside it ({} is missing). Begin the campaign first: fieldpost campaign new {}", plan.display(), log.display(), plan.display())]
    NotBegun { plan: PathBuf, log: PathBuf },
    #[error("can't use {}: {why}. Check that the folder exists, that you may write there, and that the disk has room.", path.display())]
    World { path: PathBuf, why: io::Error },
}

impl Disk {
    /// The files of a campaign, given either of them. The log has the same name as the campaign's file, and ends in
    /// `.log`.
    pub fn of(file: &Path) -> Disk {
        let is_log = file.extension().is_some_and(|it| it == "log");
        let plan = if is_log { file.with_extension("toml") } else { file.to_owned() };
        Disk { plan, log: file.with_extension("log") }
    }

    pub fn log(&self) -> &Path {
        &self.log
    }

    /// Writes the log of a campaign that begins.
    ///
    /// # Errors
    ///
    /// If there is a log already.
    pub fn begin(&self, campaign: &Campaign) -> Result<(), Trouble> {
        // The log must appear complete or not at all.
        let fresh = self.log.with_extension("log.new");
        let _ = fs::remove_file(&fresh);
        write_new(&fresh, &campaign.log()).map_err(|why| self.io_trouble(why))?;
        let linked = fs::hard_link(&fresh, &self.log);
        let _ = fs::remove_file(&fresh);
        match linked {
            Err(why) if why.kind() == io::ErrorKind::AlreadyExists => Err(Trouble::IsThere(self.log.clone())),
            Err(why) => Err(self.io_trouble(why)),
            Ok(()) => Ok(()),
        }
    }

    /// Reads the campaign. Also returns the beginning of a last line that a crash cut short, which doesn't count.
    ///
    /// # Errors
    ///
    /// If the log is inconsistent, or the campaign's file has changed.
    pub fn open(&self) -> Result<(Campaign, Option<String>), Trouble> {
        let mut log = String::new();
        self.log_file(false)?.read_to_string(&mut log).map_err(|why| self.io_trouble(why))?;
        self.campaign(&log)
    }

    /// Makes an entry from the present campaign, and adds it to the log. `None` adds nothing. Nobody else can change
    /// the log meanwhile, and an entry that was added survives any crash. Also returns the beginning of a last line
    /// that an earlier crash cut short.
    ///
    /// # Errors
    ///
    /// If the entry can't be made.
    pub fn change<T>(
        &self,
        make: impl FnOnce(&Campaign) -> Result<(Option<Entry>, T), Refused>,
    ) -> Result<(Campaign, T, Option<String>), Trouble> {
        let mut file = self.log_file(true)?;
        file.lock().map_err(|why| self.io_trouble(why))?;
        let mut log = String::new();
        file.read_to_string(&mut log).map_err(|why| self.io_trouble(why))?;
        let (mut campaign, torn) = self.campaign(&log)?;
        let (entry, made) = make(&campaign).map_err(|why| self.refused(why))?;
        if let Some(entry) = entry {
            let line = campaign.add(entry).map_err(|why| self.refused(why))?;
            let (whole, _) = whole_lines(&log);
            let end = whole.len() as u64;
            file.set_len(end).and_then(|()| file.seek(io::SeekFrom::Start(end))).map_err(|why| self.io_trouble(why))?;
            let gap = if whole.is_empty() || whole.ends_with('\n') { "" } else { "\n" };
            let written = file.write_all(format!("{gap}{line}\n").as_bytes()).and_then(|()| file.sync_all());
            written.map_err(|why| self.io_trouble(why))?;
        }
        Ok((campaign, made, torn))
    }

    fn campaign(&self, log: &str) -> Result<(Campaign, Option<String>), Trouble> {
        let (whole, torn) = whole_lines(log);
        let campaign = Campaign::read(whole).map_err(|why| self.refused(why))?;
        let (_, text) = file::open(&self.plan).map_err(|it| Trouble::File(Box::new(it)))?;
        campaign.is_played_by(&text).map_err(|why| Trouble::Refused { path: self.plan.clone(), why })?;
        Ok((campaign, (!torn.is_empty()).then(|| torn.to_owned())))
    }

    fn log_file(&self, writes: bool) -> Result<File, Trouble> {
        let file = OpenOptions::new().read(true).write(writes).open(&self.log);
        file.map_err(|why| match why.kind() {
            io::ErrorKind::NotFound => Trouble::NotBegun { plan: self.plan.clone(), log: self.log.clone() },
            _ => self.io_trouble(why),
        })
    }

    fn refused(&self, why: Refused) -> Trouble {
        Trouble::Refused { path: self.log.clone(), why }
    }

    fn io_trouble(&self, why: io::Error) -> Trouble {
        Trouble::World { path: self.log.clone(), why }
    }
}

/// Splits a log into its complete lines and the rest that a crash left. A complete last line needs no line end.
fn whole_lines(log: &str) -> (&str, &str) {
    let (whole, last) = log.split_at(log.rfind('\n').map_or(0, |it| it + 1));
    match serde_json::from_str::<serde_json::Map<_, serde_json::Value>>(last) {
        Ok(_) => (log, ""),
        Err(_) => (whole, last),
    }
}

/// Writes a file that must not exist yet, and that survives a crash.
///
/// # Errors
///
/// If it exists, or can't be written.
pub fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
