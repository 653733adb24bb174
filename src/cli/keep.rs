//! `--db PLACE`: keeps a battle, so that it can be left and continued.

use std::sync::Arc;

use tokio::runtime::{Builder, Runtime};

use crate::cli::{SeedOption, Trouble};
use crate::diagnostic::count;
use crate::dice::Seed;
use crate::field::Level;
use crate::file::led_by;
use crate::games::Scenario;
use crate::referee::Table;
use crate::referee::commands::command_author;
use crate::referee::keeper::{Keeper, latest};
use crate::referee::thread::{self, Deed, Entry};
use crate::store::{self, BattleId, Place, Store, StoredBattle};

/// A battle that is kept in a database.
pub(super) struct Kept {
    keeper: Keeper,
    file: BattleFile,
}

/// The database, and the runtime for reading and writing it.
pub(super) struct BattleFile {
    pub(super) runtime: Runtime,
    // `None` once it is closed.
    store: Option<Arc<Store>>,
    name: String,
}

impl BattleFile {
    pub(super) fn open(place: &Place) -> Result<BattleFile, Trouble> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|it| Trouble::Input(format!("this system can't start a runtime: {it}.")))?;
        let store = runtime.block_on(Store::open(place))?;
        Ok(BattleFile { runtime, store: Some(Arc::new(store)), name: place.to_string() })
    }

    /// Like [`BattleFile::open`], but doesn't create a missing file.
    pub(super) fn open_there(place: &Place) -> Result<BattleFile, Trouble> {
        match place {
            Place::File(path) if !path.exists() => {
                Err(Trouble::Input(format!("there is no file {}. Check its name; nothing was made.", path.display())))
            }
            place => BattleFile::open(place),
        }
    }

    pub(super) fn store(&self) -> &Arc<Store> {
        self.store.as_ref().expect("it is closed only when it is dropped")
    }

    /// A battle as it is stored, and its table.
    pub(super) fn table(&self, battle: BattleId) -> Result<(StoredBattle, Table), Trouble> {
        let stored = self.runtime.block_on(self.store().load(battle))?;
        let table = Table::resume(&stored.log, Seed::from_bytes(stored.seed.0), stored.progress.posts_seen, None);
        let table = table.map_err(|why| Trouble::Input(format!("battle {battle} does not hold: {why}.")))?;
        Ok((stored, table))
    }
}

impl Drop for BattleFile {
    /// Closes the store. Everything has been written before, so errors don't matter.
    fn drop(&mut self) {
        if let Some(store) = self.store.take().and_then(Arc::into_inner) {
            let _ = self.runtime.block_on(store.close());
        }
    }
}

/// A battle that `--db` opened.
pub(super) struct Opened {
    pub(super) table: Table,
    pub(super) kept: Kept,
    /// A sentence that says where the battle comes from.
    pub(super) note: String,
    /// The entries of the thread that are still to be taken.
    pub(super) thread: Option<Vec<Entry>>,
}

/// What the command line asks for.
pub(super) struct Request<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) seed: &'a SeedOption,
    /// The level of the commander, if one is named.
    pub(super) commander: Option<Level>,
    pub(super) thread: Option<Vec<Entry>>,
}

/// Continues the scenario's battle in the database, or begins one.
pub(super) fn open(place: &Place, request: Request) -> Result<Opened, Trouble> {
    let file = BattleFile::open(place)?;
    let last = file.runtime.block_on(latest(file.store(), request.scenario))?;
    let Some(last) = last else { return begin(file, request, None) };
    match last.is_over {
        false => go_on(file, request, &last),
        true if is_the_same(&last, &request) => over(file, request, &last),
        true => begin(file, request, Some(last.id)),
    }
}

fn begin(file: BattleFile, request: Request, after: Option<BattleId>) -> Result<Opened, Trouble> {
    let seed = request.seed.seed()?;
    let (table, keeper) = file.runtime.block_on(Keeper::begin(file.store(), request.scenario, seed, after))?;
    let before =
        after.map_or_else(String::new, |it| format!("Battle {it} of this scenario is over, so a new one begins. "));
    let (name, id) = (&file.name, keeper.battle());
    let note = format!("{before}It is kept in {name} as battle {id}: the same command goes on with it.");
    Ok(Opened { table, kept: Kept { keeper, file }, note, thread: request.thread })
}

fn go_on(file: BattleFile, request: Request, stored: &StoredBattle) -> Result<Opened, Trouble> {
    is_fitting(&file, &request, stored)?;
    let (table, keeper) = Keeper::resume(file.store(), stored)?;
    let taken = stored.progress.thread_entries;
    let thread = request.thread.map(|mut it| it.split_off(it.len().min(taken as usize)));
    let of_thread = || format!(", {} of the thread taken before", entries(taken as usize));
    let before = thread.as_ref().map_or_else(String::new, |_| of_thread());
    let (id, name, round) = (stored.id, &file.name, table.stage().round);
    let (closed, changed) = (closed(&table), changed(stored, request.scenario));
    let note = format!("Battle {id} in {name} goes on: round {round} is open, {closed} closed{before}.{changed}");
    Ok(Opened { table, kept: Kept { keeper, file }, note, thread })
}

/// Checks that an open battle fits what the command line asks for.
fn is_fitting(file: &BattleFile, request: &Request, stored: &StoredBattle) -> Result<(), Trouble> {
    let refused = |why: &str, help: &str| {
        Err(Trouble::Input(format!("battle {} in {} isn't over, and {why}. {help}", stored.id, file.name)))
    };
    let has_another_commander = request.commander.is_some_and(|it| it.name() != level_of(stored));
    for (option, is_other) in [("seed", !has_seed(stored, request.seed)), ("commander", has_another_commander)] {
        if is_other {
            let help = format!("Leave --{option} out to go on with it, or name another file to begin another.");
            return refused(&format!("has another {option}"), &help);
        }
    }
    match request.thread.as_deref().map(|it| is_continued(stored, it)) {
        Some(Err(why)) => refused(
            &why,
            "Give it the thread it was played from, with more at its end, or name another file. To change a post, write a line \
             such as @robin edits #1 at the end, and the new text below.",
        ),
        _ => Ok(()),
    }
}

fn over(file: BattleFile, request: Request, stored: &StoredBattle) -> Result<Opened, Trouble> {
    let (table, keeper) = Keeper::resume(file.store(), stored)?;
    let left = request.thread.map_or(0, |it| it.len()).saturating_sub(stored.progress.thread_entries as usize);
    let untaken = match left {
        0 => String::new(),
        left => format!(" What the thread says after that ({}) is not taken.", entries(left)),
    };
    let changed = changed(stored, request.scenario);
    let note = format!("Battle {} in {} is over: {} closed.{untaken}{changed}", stored.id, file.name, closed(&table));
    Ok(Opened { table, kept: Kept { keeper, file }, note, thread: Some(Vec::new()) })
}

/// A note if the scenario differs from the one that the battle began with, apart from its commander.
fn changed(stored: &StoredBattle, scenario: &Scenario) -> &'static str {
    let plain = |text: &str| led_by(text, Level::default());
    match store::scenario_text(&stored.log).is_some_and(|it| plain(it) == plain(&scenario.doubts.text)) {
        true => "",
        false => " The scenario file has changed since; the battle is fought as it began.",
    }
}

fn closed(table: &Table) -> String {
    let rounds = table.closed().len() as u64;
    format!("{} {}", count(rounds, "round", "rounds"), if rounds == 1 { "is" } else { "are" })
}

fn entries(number: usize) -> String {
    count(number as u64, "entry", "entries")
}

/// Whether a finished battle is the very one that is asked for: the same thread, and no other seed.
fn is_the_same(stored: &StoredBattle, request: &Request) -> bool {
    let is_read = |thread: &Vec<Entry>| is_continued(stored, thread).is_ok();
    0 < stored.progress.thread_entries && request.thread.as_ref().is_some_and(is_read) && has_seed(stored, request.seed)
}

fn has_seed(stored: &StoredBattle, option: &SeedOption) -> bool {
    option.seed.as_ref().is_none_or(|it| *it == Seed::from_bytes(stored.seed.0))
}

/// Checks that a thread begins with everything that was taken before.
fn is_continued(stored: &StoredBattle, thread: &[Entry]) -> Result<(), String> {
    let progress = &stored.progress;
    let taken = progress.thread_entries as usize;
    match thread.get(..taken) {
        None => Err(format!("{} of its thread were taken, and this one has {}", entries(taken), thread.len())),
        Some(begun) if thread::digest(begun) != progress.thread_digest => Err(match first_other_post(stored, begun) {
            Some((number, it)) => format!(
                "post {number} of this thread (line {}, by {}) is not as it was taken before",
                it.line, it.author
            ),
            None => format!("this thread does not begin with the {} taken before", entries(taken)),
        }),
        Some(_) => Ok(()),
    }
}

/// The first post of a thread that differs from the post of the same number in the log. Commands in posts aren't
/// compared, because the log has them in another form.
fn first_other_post<'a>(stored: &StoredBattle, thread: &'a [Entry]) -> Option<(u32, &'a Entry)> {
    let posts = thread.iter().filter(|it| matches!(it.deed, Deed::Posts(_)));
    (1..).zip(posts).find(|(number, entry)| {
        let Deed::Posts(text) = &entry.deed else { return false };
        let (rest, _) = thread::commands(text, command_author(&entry.author));
        let is_other = |it: &store::Entry| {
            matches!(it, store::Entry::Posted { number: n, author, text, .. }
                if n == number && (*author != entry.author || *text != rest))
        };
        stored.log.iter().any(is_other)
    })
}

/// The level of the commander in the scenario that a battle began with.
fn level_of(stored: &StoredBattle) -> String {
    let level = || {
        let table: toml::Table = store::scenario_text(&stored.log)?.parse().ok()?;
        Some(table.get("commander")?.get("level")?.as_str()?.to_owned())
    };
    level().unwrap_or_else(|| Level::default().name().to_owned())
}

impl Kept {
    /// Stores what has happened since the last call. This comes before anybody sees it.
    pub(super) fn keep(&mut self, table: &Table, entry: Option<&Entry>) -> Result<(), Trouble> {
        Ok(self.file.runtime.block_on(self.keeper.keep(table, entry))?)
    }
}
