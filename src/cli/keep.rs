//! `--db FILE`: a battle that can be left and gone on with.

use std::path::Path;

use tokio::runtime::{Builder, Runtime};

use crate::cli::{SeedOption, Trouble};
use crate::diagnostic::count;
use crate::dice::Seed;
use crate::referee::Table;
use crate::referee::keeper::{Keeper, Unkept, latest};
use crate::referee::thread::{self, Entry};
use crate::scenario::Scenario;
use crate::store::{self, Failed, Progress, Saved, Store};

/// A battle in a file, and the little machine that its writing runs on.
pub(super) struct Kept {
    runtime: Runtime,
    keeper: Keeper,
}

/// What `--db` has on the table.
pub(super) struct Opened {
    pub(super) table: Table,
    pub(super) kept: Kept,
    /// How it came there, in a sentence.
    pub(super) said: String,
    /// What is left of the thread to be taken.
    pub(super) thread: Option<Vec<Entry>>,
}

/// What is to be played, as the command line says it.
pub(super) struct Wanted<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) seed: &'a SeedOption,
    pub(super) thread: Option<Vec<Entry>>,
}

impl From<Failed> for Trouble {
    fn from(failed: Failed) -> Trouble {
        Trouble::Asked(failed.to_string())
    }
}

impl From<Unkept> for Trouble {
    fn from(unkept: Unkept) -> Trouble {
        Trouble::Asked(unkept.to_string())
    }
}

/// Goes on with the battle of the scenario that is in the file, or begins one.
pub(super) fn open(place: &Path, wanted: Wanted) -> Result<Opened, Trouble> {
    let runtime = Builder::new_current_thread().enable_time().build();
    let runtime = runtime.map_err(|it| Trouble::Asked(format!("this system lets no work be done aside: {it}.")))?;
    let store = runtime.block_on(Store::open(place))?;
    let last = runtime.block_on(latest(&store, wanted.scenario))?;
    let Some(last) = last else { return begin(runtime, store, wanted, "") };
    let saved = runtime.block_on(store.load(last.id))?;
    match last.is_over {
        false => go_on(runtime, store, wanted, &saved),
        true if is_the_same(&saved, &wanted) => over(runtime, store, wanted, &saved),
        true => {
            let before = format!("Battle {} of this scenario is over, so a new one begins. ", last.id);
            begin(runtime, store, wanted, &before)
        }
    }
}

fn begin(runtime: Runtime, store: Store, wanted: Wanted, before: &str) -> Result<Opened, Trouble> {
    let place = store.place().display().to_string();
    let (table, keeper) = runtime.block_on(Keeper::begin(store, wanted.scenario, wanted.seed.seed()?))?;
    let said =
        format!("{before}It is kept in {place} as battle {}: the same command goes on with it.", keeper.battle());
    Ok(Opened { table, kept: Kept { runtime, keeper }, said, thread: wanted.thread })
}

fn go_on(runtime: Runtime, store: Store, wanted: Wanted, saved: &Saved) -> Result<Opened, Trouble> {
    let place = store.place().display().to_string();
    let id = saved.id;
    if !has_seed(saved, wanted.seed) {
        let help = "Leave --seed out to go on with it, or name another file to begin another.";
        return Err(Trouble::Asked(format!("battle {id} in {place} isn't over and has another seed. {help}")));
    }
    if let Some(thread) = &wanted.thread {
        is_continued(&saved.progress, thread).map_err(|why| {
            let help = "Give it the thread it was played from, with more at its end, or name another file.";
            Trouble::Asked(format!("battle {id} in {place} isn't over, and {why}. {help}"))
        })?;
    }
    let (table, keeper) = Keeper::resume(store, saved)?;
    let taken = saved.progress.thread_entries;
    let thread = wanted.thread.map(|mut it| it.split_off(it.len().min(taken as usize)));
    let said = format!(
        "Battle {id} in {place} goes on: round {} is open, {} closed{}.{}",
        table.battle().round(),
        closed(&table),
        match thread {
            Some(_) => format!(", {} of the thread taken before", count(u64::from(taken), "entry", "entries")),
            None => String::new(),
        },
        if is_as_it_was(saved, wanted.scenario) { "" } else { CHANGED },
    );
    Ok(Opened { table, kept: Kept { runtime, keeper }, said, thread })
}

fn over(runtime: Runtime, store: Store, wanted: Wanted, saved: &Saved) -> Result<Opened, Trouble> {
    let place = store.place().display().to_string();
    let (table, keeper) = Keeper::resume(store, saved)?;
    let left = wanted.thread.map_or(0, |it| it.len()).saturating_sub(saved.progress.thread_entries as usize);
    let unread = match left {
        0 => String::new(),
        left => format!(" What the thread says after that ({}) is not taken.", count(left as u64, "entry", "entries")),
    };
    let said = format!("Battle {} in {place} is over: {} closed.{unread}", saved.id, closed(&table));
    Ok(Opened { table, kept: Kept { runtime, keeper }, said, thread: Some(Vec::new()) })
}

const CHANGED: &str = " The scenario file has changed since; the battle is fought as it began.";

fn closed(table: &Table) -> String {
    let rounds = table.closed().len() as u64;
    format!("{} {}", count(rounds, "round", "rounds"), if rounds == 1 { "is" } else { "are" })
}

/// Whether a battle that is over is the one that is asked for once more: the same thread, and no other seed.
fn is_the_same(saved: &Saved, wanted: &Wanted) -> bool {
    let is_read = |thread: &Vec<Entry>| is_continued(&saved.progress, thread).is_ok();
    0 < saved.progress.thread_entries && wanted.thread.as_ref().is_some_and(is_read) && has_seed(saved, wanted.seed)
}

fn has_seed(saved: &Saved, option: &SeedOption) -> bool {
    option.seed.as_ref().is_none_or(|it| *it == Seed::from_bytes(saved.seed.0))
}

/// Whether a thread begins with all that was taken.
fn is_continued(progress: &Progress, thread: &[Entry]) -> Result<(), String> {
    let taken = progress.thread_entries as usize;
    match thread.get(..taken) {
        None => Err(format!("{taken} entries of its thread were taken, and this one has {}", thread.len())),
        Some(begun) if thread::digest(begun) != progress.thread => {
            Err(format!("this thread does not begin with the {taken} entries that were taken"))
        }
        Some(_) => Ok(()),
    }
}

fn is_as_it_was(saved: &Saved, scenario: &Scenario) -> bool {
    let text = &scenario.doubts.text;
    matches!(saved.log.first(), Some(store::Entry::Created { scenario, .. }) if scenario.text == *text)
}

impl Kept {
    /// Keeps what has happened since the last time, before anybody is told of it.
    pub(super) fn keep(&mut self, table: &Table, entry: Option<&Entry>) -> Result<(), Trouble> {
        Ok(self.runtime.block_on(self.keeper.keep(table, entry))?)
    }

    /// Leaves the battle as it is.
    pub(super) fn leave(self) -> Result<(), Trouble> {
        Ok(self.runtime.block_on(self.keeper.leave())?)
    }
}
