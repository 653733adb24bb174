//! Keeps a battle beyond the life of the program: every step is durable before anybody sees its result.

use std::sync::Arc;

use crate::dice::Seed;
use crate::games::{self, Scenario};
use crate::post::Language;
use crate::referee::replay::Difference;
use crate::referee::{Table, thread};
use crate::store::{
    self, BattleId, Cause, Entry, ExistingBattle, NewBattle, Progress, Step, Store, StoreError, StoredBattle,
};

/// Writes what happens at one table into a store.
pub struct Keeper {
    store: Arc<Store>,
    battle: BattleId,
    // How many steps, and how many entries of the table's log, are stored.
    steps: u32,
    entries: usize,
    /// How far a thread has been taken.
    pub(super) progress: Progress,
    // Whether the battle is finished, so that nothing is added any more.
    is_over: bool,
}

/// Why a battle can't be kept or resumed.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("battle {battle} in {place} can't be resumed, as its log does not hold: {why}.")]
    Log { battle: BattleId, place: String, why: Box<Difference> },
}

impl Trouble {
    /// Whether another process holds the battle.
    pub(crate) fn is_held_elsewhere(&self) -> bool {
        matches!(self, Trouble::Store(StoreError { cause: Cause::HeldElsewhere, .. }))
    }

    /// The stored battle that made an import fail, because the two are the same.
    pub(crate) fn existing_battle(&self) -> Option<ExistingBattle> {
        let Trouble::Store(StoreError { cause: Cause::AlreadyImported(existing), .. }) = self else { return None };
        Some(*existing)
    }

    /// Whether a later attempt may succeed.
    pub(crate) fn may_pass(&self) -> bool {
        let Trouble::Store(StoreError { cause, .. }) = self else { return false };
        !matches!(cause, Cause::HeldElsewhere | Cause::Damaged(_) | Cause::AlreadyImported(_) | Cause::NoBattle(_))
    }
}

/// The latest battle of a scenario that was begun in a terminal.
///
/// # Errors
///
/// If it can't be read.
pub(crate) async fn latest(store: &Store, scenario: &Scenario) -> Result<Option<StoredBattle>, StoreError> {
    let key = key_of(scenario.opening.stage().title, scenario.muster());
    let Some(battle) = store.find(&key).await? else { return Ok(None) };
    store.load(battle).await.map(Some)
}

/// Stores a battle from elsewhere. If it isn't over, a terminal can continue it as if it had begun there.
///
/// # Errors
///
/// If it can't be stored, is there already, or another battle of its scenario is open in a terminal.
pub(crate) async fn import(store: &Store, table: &Table, progress: Progress) -> Result<BattleId, StoreError> {
    let muster = store::scenario_text(table.log()).and_then(games::muster_of);
    let key = (!table.is_revealed()).then(|| key_of(table.stage().title, muster));
    let after = match &key {
        Some(key) => store.find(key).await?,
        None => None,
    };
    let imported = table.imported();
    let step = Step { progress, ..imported.step };
    store.begin(&NewBattle { key: key.as_deref(), after, step, ..imported }).await
}

/// The prefix of the keys of all battles in terminals.
pub(crate) const TERMINAL: &str = "terminal:";

/// The key of a scenario's battle in a terminal. At most one battle of each scenario is open there. Two musters of one
/// scenario make two battles.
fn key_of(title: &str, muster: Option<String>) -> String {
    let muster = muster.map_or_else(String::new, |it| format!(" ({it})"));
    format!("{TERMINAL}{title}{muster}")
}

impl Keeper {
    /// Begins a battle in a terminal, after the battle `after` that is there. The seed and its commitment are stored
    /// before anybody sees the commitment.
    ///
    /// # Errors
    ///
    /// If it can't be stored, `after` is no longer the latest, or the same battle is open elsewhere: each of the two
    /// would then show the other's dice.
    pub async fn begin(
        store: &Arc<Store>,
        scenario: &Scenario,
        seed: Seed,
        after: Option<BattleId>,
    ) -> Result<(Table, Keeper), Trouble> {
        let table = Table::open(scenario, Language::default(), seed);
        let key = key_of(table.stage().title, scenario.muster());
        let new_battle = NewBattle { key: Some(&key), after, ..table.new_battle() };
        // A battle with this very key was begun in the meantime, which the store reports below.
        if let Some(same) = store.find_same(&new_battle).await?.filter(|it| !it.is_over)
            && store.find(&key).await? != Some(same.battle)
        {
            let (doing, place) = ("begin a battle in", store.place().to_string());
            return Err(StoreError { doing, place, cause: Cause::AlreadyImported(same) }.into());
        }
        let keeper = Keeper::insert(store, &new_battle).await?;
        Ok((table, keeper))
    }

    /// Stores a new battle.
    pub(super) async fn insert(store: &Arc<Store>, new_battle: &NewBattle<'_>) -> Result<Keeper, StoreError> {
        let battle = store.begin(new_battle).await?;
        let (entries, progress) = (new_battle.step.entries.len(), new_battle.step.progress);
        Ok(Keeper { store: Arc::clone(store), battle, steps: 1, entries, progress, is_over: false })
    }

    /// Resumes a battle that was left in a terminal.
    ///
    /// # Errors
    ///
    /// If it can't be played as its log says.
    pub fn resume(store: &Arc<Store>, stored: &StoredBattle) -> Result<(Table, Keeper), Trouble> {
        let table = Table::resume(&stored.log, Seed::from_bytes(stored.seed.0), stored.progress.posts_seen, None);
        let keeper = Keeper::of(store, stored);
        Ok((table.map_err(|why| keeper.log_trouble(why))?, keeper))
    }

    /// A keeper for a battle that is stored.
    pub(super) fn of(store: &Arc<Store>, stored: &StoredBattle) -> Keeper {
        let &StoredBattle { id: battle, progress, steps, is_over, .. } = stored;
        Keeper { store: Arc::clone(store), battle, steps, entries: stored.log.len(), progress, is_over }
    }

    /// The trouble of a battle whose log is inconsistent.
    pub(super) fn log_trouble(&self, why: Difference) -> Trouble {
        Trouble::Log { battle: self.battle, place: self.store.place().to_string(), why: Box::new(why) }
    }

    pub fn battle(&self) -> BattleId {
        self.battle
    }

    /// Stores what has happened at the table since the last call. `entry` is the entry of a thread that caused it, if
    /// one did. Only after this may people see the result.
    ///
    /// # Errors
    ///
    /// If it can't be stored. Then nothing of it is.
    pub async fn keep(&mut self, table: &Table, entry: Option<&thread::Entry>) -> Result<(), StoreError> {
        let mut progress = self.progress;
        if let Some(entry) = entry {
            progress.thread_entries += 1;
            progress.thread_digest = thread::digest_with(progress.thread_digest, entry);
        }
        self.append(table, Step { progress, ..Step::default() }).await?;
        if table.is_revealed() {
            self.store.pack(1).await?;
        }
        Ok(())
    }

    /// Stores what has happened at the table since the last call, and what a front end adds: the progress of the
    /// thread, messages, its own data if changed, a line of a campaign, and the holder. This fills in the rest of
    /// `more`.
    pub(super) async fn append(&mut self, table: &Table, more: Step<'_>) -> Result<(), StoreError> {
        let progress = Progress { posts_seen: table.posts_seen, ..more.progress };
        let entries = &table.log()[self.entries..];
        let is_news = !entries.is_empty() || progress != self.progress;
        let has_more = is_news || !more.messages.is_empty() || more.front_state.is_some();
        // A campaign's line is never skipped: the store refuses it once the battle is over.
        if more.campaign.is_none() && (self.is_over || !has_more) {
            return Ok(());
        }
        let was_closed = entries.iter().any(|it| matches!(it, Entry::Closed { .. }));
        let snapshot = was_closed.then(|| table.snapshot()).flatten();
        let (after, snapshot, alarm) = (self.steps, snapshot.as_ref(), table.alarm());
        self.store.append(self.battle, &Step { after, entries, progress, snapshot, alarm, ..more }).await?;
        (self.steps, self.entries, self.progress) = (self.steps + 1, table.log().len(), progress);
        self.is_over = table.is_revealed();
        Ok(())
    }
}
