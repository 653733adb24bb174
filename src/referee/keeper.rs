//! A battle that outlives the program: every step is durable before anybody is told of it.

use std::sync::Arc;

use crate::dice::Seed;
use crate::games::Scenario;
use crate::post::Language;
use crate::referee::replay::Difference;
use crate::referee::{Table, thread};
use crate::store::{BattleId, Beginning, Failed, Progress, Saved, Secret, Step, Store};

/// Keeps what happens at one table.
pub struct Keeper {
    store: Arc<Store>,
    battle: BattleId,
    // How many steps and how many entries of the table's log are kept.
    steps: u32,
    entries: usize,
    progress: Progress,
}

/// Why a battle can't be kept, or not be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum Unkept {
    #[error(transparent)]
    Store(#[from] Failed),
    #[error("battle {battle} in {place} can't be gone on with, as its log does not hold: {why}.")]
    Difference { battle: BattleId, place: String, why: Box<Difference> },
}

/// The last battle that was begun of a scenario in a terminal.
///
/// # Errors
///
/// If it can't be read.
pub async fn latest(store: &Store, scenario: &Scenario) -> Result<Option<Saved>, Failed> {
    match store.find(&key_of(scenario)).await? {
        Some(battle) => store.load(battle).await.map(Some),
        None => Ok(None),
    }
}

/// What a battle of a scenario is called that is played in a terminal: one of each isn't over at most.
fn key_of(scenario: &Scenario) -> String {
    format!("terminal:{}", scenario.opening.stage().title)
}

impl Keeper {
    /// Begins a battle, the next after the one that is there. Its seed and its commitment are kept before anybody sees
    /// the commitment.
    ///
    /// # Errors
    ///
    /// If it can't be kept, or that one isn't the last any more.
    pub async fn begin(
        store: &Arc<Store>,
        scenario: &Scenario,
        seed: Seed,
        after: Option<BattleId>,
    ) -> Result<(Table, Keeper), Unkept> {
        let secret = Secret(seed.reveal());
        let table = Table::open(scenario, Language::default(), seed);
        let key = key_of(scenario);
        let beginning = Beginning {
            key: Some(&key),
            after,
            ..Beginning::new(scenario.opening.stage().title, secret, &table.log()[..1])
        };
        let battle = store.begin(&beginning).await?;
        let store = Arc::clone(store);
        let keeper = Keeper { store, battle, steps: 1, entries: 1, progress: Progress::default() };
        Ok((table, keeper))
    }

    /// Puts a battle that was left back on the table.
    ///
    /// # Errors
    ///
    /// If it can't be played as its log says.
    pub fn resume(store: &Arc<Store>, saved: &Saved) -> Result<(Table, Keeper), Unkept> {
        let Saved { id, seed, log, progress, steps, .. } = saved;
        let seed = Seed::from_bytes(seed.0);
        let table = Table::resume(log, seed, progress.posts_seen, None).map_err(|why| Unkept::Difference {
            battle: *id,
            place: store.place().to_string(),
            why: Box::new(why),
        })?;
        let store = Arc::clone(store);
        let keeper = Keeper { store, battle: *id, steps: *steps, entries: log.len(), progress: *progress };
        Ok((table, keeper))
    }

    /// The number of the battle.
    pub fn battle(&self) -> BattleId {
        self.battle
    }

    /// How far a thread has been taken.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// Keeps what has happened at the table since the last time: what came of an entry of a thread, if it was one. After
    /// that, and not before, people may be told of it.
    ///
    /// # Errors
    ///
    /// If it can't be kept. Then nothing of it is.
    pub async fn keep(&mut self, table: &Table, entry: Option<&thread::Entry>) -> Result<(), Failed> {
        let mut progress = Progress { posts_seen: table.posts_seen, ..self.progress };
        if let Some(entry) = entry {
            progress.thread_entries += 1;
            progress.thread = thread::digest_with(progress.thread, entry);
        }
        let entries = &table.log()[self.entries..];
        if entries.is_empty() && progress == self.progress {
            return Ok(());
        }
        self.store.append(self.battle, &Step { after: self.steps, entries, progress, ..Step::default() }).await?;
        (self.steps, self.entries, self.progress) = (self.steps + 1, table.log().len(), progress);
        if table.is_revealed() {
            self.store.pack(1).await?;
        }
        Ok(())
    }
}
