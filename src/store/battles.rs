//! Beginning, finding, listing and reading battles.

use crate::store::leases::{self, leased};
use crate::store::link::{Row, Transaction};
use crate::store::packs::select_pack;
use crate::store::purpose::{Purpose, Value};
use crate::store::{
    BattleId, BattleSummary, Cause, Entry, ExistingBattle, Hash, NewBattle, Origin, ProcessName, Progress, SecretSeed,
    Snapshot, Store, StoreError, StoredBattle, nonce, postgres, steps,
};

impl Store {
    /// Begins a battle with its first entries and its seed. The first entry holds the hash of the seed.
    ///
    /// # Errors
    ///
    /// If it can't be stored, a battle of its key was begun meanwhile or isn't over, or it comes from elsewhere and is
    /// here already.
    pub async fn begin(&self, new_battle: &NewBattle<'_>) -> Result<BattleId, StoreError> {
        let begun = async {
            let (entries, mark) = (steps::texts_of(new_battle.step.entries)?, nonce()?);
            let insert = async |tx: &mut Transaction<'_>| insert_battle(tx, new_battle, &entries, &mark).await;
            match self.run(Purpose::Write, insert).await {
                // Another connection shows whether it was stored.
                Err(Cause::Lost(why)) => self.select_mark(&mark).await?.ok_or(Cause::Lost(why)),
                begun => begun,
            }
        };
        begun.await.map_err(|cause| self.error("begin a battle in", cause))
    }

    /// The battle of a key: the open one, or else the last.
    ///
    /// # Errors
    ///
    /// If the battles can't be read.
    pub async fn find(&self, key: &str) -> Result<Option<BattleId>, StoreError> {
        const SQL: &str = "SELECT id FROM battles WHERE key = $1 ORDER BY is_over, id DESC LIMIT 1";
        let look = async |tx: &mut Transaction<'_>| Ok(tx.column(SQL, &[key.into()]).await?.pop());
        self.transact(Purpose::Read, "look for a battle in", look).await
    }

    /// The battle that began with the same seed and the same first entry. Another may be added right afterwards, so
    /// only [`Store::begin`] decides.
    ///
    /// # Errors
    ///
    /// If the battles can't be read.
    pub(crate) async fn find_same(&self, new_battle: &NewBattle<'_>) -> Result<Option<ExistingBattle>, StoreError> {
        let look = async |tx: &mut Transaction<'_>| select_same(tx, new_battle).await;
        self.transact(Purpose::Read, "look for a battle in", look).await
    }

    /// All battles, the oldest first.
    ///
    /// # Errors
    ///
    /// If they can't be read.
    pub async fn battles(&self) -> Result<Vec<BattleSummary>, StoreError> {
        const SQL: &str = "SELECT id, key, home, title, front, begun, entries, is_over, alarm FROM battles ORDER BY id";
        self.list(SQL, &[]).await
    }

    /// The battles that aren't over, the oldest first.
    ///
    /// # Errors
    ///
    /// If they can't be read.
    pub async fn open_battles(&self) -> Result<Vec<BattleSummary>, StoreError> {
        const SQL: &str = "SELECT id, key, home, title, front, begun, entries, is_over, alarm FROM battles
            WHERE is_over = 0 ORDER BY id";
        self.list(SQL, &[]).await
    }

    /// The battles that a holder serves and that aren't over, the oldest first.
    ///
    /// # Errors
    ///
    /// If they can't be read.
    pub(crate) async fn served(&self, holder: &ProcessName) -> Result<Vec<BattleSummary>, StoreError> {
        const SQL: &str = concat!(
            "SELECT id, key, home, title, front, begun, entries, is_over, alarm FROM battles WHERE is_over = 0 AND ",
            leased!("battles", "$1"),
            " ORDER BY id"
        );
        self.list(SQL, &[holder.into()]).await
    }

    /// The battles that a holder serves and in which something is due at `now`, in seconds since 1970.
    ///
    /// # Errors
    ///
    /// If they can't be read.
    pub async fn alarms(&self, holder: &ProcessName, now: i64) -> Result<Vec<BattleId>, StoreError> {
        const SQL: &str = concat!(
            "SELECT id FROM battles WHERE alarm <= $1 AND is_over = 0 AND ",
            leased!("battles", "$2"),
            " ORDER BY alarm, id"
        );
        let look = async |tx: &mut Transaction<'_>| tx.column(SQL, &[now.into(), holder.into()]).await;
        self.transact(Purpose::Read, "look what is due in", look).await
    }

    /// Reads a battle.
    ///
    /// # Errors
    ///
    /// If there is no such battle, or it isn't as it was written.
    pub async fn load(&self, battle: BattleId) -> Result<StoredBattle, StoreError> {
        let read = async |tx: &mut Transaction<'_>| select_battle(tx, battle).await;
        self.transact(Purpose::Read, "read a battle from", read).await
    }

    async fn select_mark(&self, mark: &str) -> Result<Option<BattleId>, Cause> {
        const SQL: &str = "SELECT id FROM battles WHERE mark = $1";
        self.run(Purpose::Read, async |tx| Ok(tx.column(SQL, &[mark.into()]).await?.pop())).await
    }

    async fn list(&self, sql: &'static str, values: &[Value<'_>]) -> Result<Vec<BattleSummary>, StoreError> {
        let list = async |tx: &mut Transaction<'_>| tx.rows(sql, values).await?.into_iter().map(summary_of).collect();
        self.transact(Purpose::Read, "list the battles in", list).await
    }
}

async fn insert_battle(
    tx: &mut Transaction<'_>,
    new_battle: &NewBattle<'_>,
    entries: &[String],
    mark: &str,
) -> Result<BattleId, Cause> {
    const SQL: &str = "INSERT INTO battles (
            key, title, front, seed, begun, is_over, steps, mark, entries, chain, posts_seen, thread_entries, thread,
            messages, home
        ) VALUES ($1, $2, '', $3, $4, $5, 0, '', 0, $6, 0, 0, $6, 0, $7)
        ON CONFLICT DO NOTHING RETURNING id";
    let NewBattle { title, key, home, seed, holder, step, .. } = new_battle;
    if new_battle.origin == Origin::Elsewhere {
        tx.lock(postgres::IMPORTS_LOCK).await?;
        if let Some(existing) = select_same(tx, new_battle).await? {
            return Err(Cause::AlreadyImported(existing));
        }
    }
    if let Some(key) = key {
        let last =
            tx.column::<Option<BattleId>>("SELECT max(id) FROM battles WHERE key = $1", &[(*key).into()]).await?;
        if last != [new_battle.after] {
            return Err(Cause::Conflict);
        }
    }
    let (now, none) = (tx.now().await?, steps::Head::default());
    let (begun, is_over) = ((now / 1000).into(), step.entries.iter().any(steps::is_end).into());
    let values =
        [(*key).into(), (*title).into(), (&seed.0).into(), begun, is_over, (&none.chain).into(), (*home).into()];
    // The last battle of that key isn't over.
    let battle = tx.column(SQL, &values).await?.pop().ok_or(Cause::Conflict)?;
    if let Some((holder, time)) = holder
        && !leases::claim(tx, battle, holder, *time).await?
    {
        return Err(Cause::HeldElsewhere);
    }
    steps::add(tx, battle, none, step, entries, mark).await?;
    Ok(battle)
}

/// The battle that began with the same seed and the same first entry. How far each was played, and whether it is
/// packed, makes no difference.
async fn select_same(tx: &mut Transaction<'_>, new_battle: &NewBattle<'_>) -> Result<Option<ExistingBattle>, Cause> {
    const SQL: &str = "SELECT id, is_over FROM battles WHERE seed = $1 ORDER BY id";
    for mut row in tx.rows(SQL, &[(&new_battle.seed.0).into()]).await? {
        let existing = ExistingBattle { battle: row.take()?, is_over: row.take()? };
        let texts = match select_pack(tx, existing.battle).await? {
            Some(pack) => pack.entries,
            None => steps::select_entries(tx, existing.battle).await?,
        };
        let first = texts.first().map(|text| entry_of(existing.battle, text)).transpose()?;
        if first.as_ref() == new_battle.step.entries.first() {
            return Ok(Some(existing));
        }
    }
    Ok(None)
}

async fn select_battle(tx: &mut Transaction<'_>, id: BattleId) -> Result<StoredBattle, Cause> {
    const BATTLE: &str = "SELECT key, title, front, seed, is_over, steps, chain, posts_seen, thread_entries, thread
        FROM battles WHERE id = $1";
    let mut row = tx.row(BATTLE, &[id.0.into()]).await?.ok_or(Cause::NoBattle(id))?;
    let pack = select_pack(tx, id).await?;
    let (front_state, texts) = match pack {
        Some(pack) => (Some(pack.front), pack.entries),
        None => (None, steps::select_entries(tx, id).await?),
    };
    let snapshot = select_snapshot(tx, id, texts.len()).await?;
    let (key, title, unpacked, seed) = (row.take()?, row.take()?, row.take()?, SecretSeed(row.take()?));
    let front_state = front_state.unwrap_or(unpacked);
    let (is_over, steps, chain) = (row.take()?, row.take()?, row.take()?);
    let log = log_of(id, &texts, chain)?;
    let progress = Progress { posts_seen: row.take()?, thread_entries: row.take()?, thread_digest: Hash(row.take()?) };
    Ok(StoredBattle { id, key, title, front_state, seed, log, progress, steps, is_over, snapshot })
}

/// The last snapshot. `None` if it is damaged: the log has everything.
async fn select_snapshot(
    tx: &mut Transaction<'_>,
    id: BattleId,
    entries_max: usize,
) -> Result<Option<Snapshot>, Cause> {
    const SQL: &str = "SELECT entries, bytes, digest FROM snapshots WHERE battle = $1";
    let Some(mut row) = tx.row(SQL, &[id.0.into()]).await? else { return Ok(None) };
    let snapshot = Snapshot { entries: row.take()?, bytes: row.take()? };
    let digest: [u8; 32] = row.take()?;
    let is_whole = steps::digest(&snapshot) == digest && snapshot.entries as usize <= entries_max;
    Ok(is_whole.then_some(snapshot))
}

/// The entries of a battle, if they are exactly those that were written.
fn log_of(battle: BattleId, texts: &[String], written: [u8; 32]) -> Result<Vec<Entry>, Cause> {
    if steps::chain([0; 32], texts) != written {
        return Err(Cause::Damaged(format!("the entries of battle {battle} are not those that were written")));
    }
    texts.iter().map(|text| entry_of(battle, text)).collect()
}

fn entry_of(battle: BattleId, text: &str) -> Result<Entry, Cause> {
    serde_json::from_str(text).map_err(|why| Cause::Damaged(format!("battle {battle} can't be read: {why}")))
}

fn summary_of(mut row: Row) -> Result<BattleSummary, Cause> {
    Ok(BattleSummary {
        id: row.take()?,
        key: row.take()?,
        home: row.take()?,
        title: row.take()?,
        front_state: row.take()?,
        begun: row.take()?,
        entries: row.take()?,
        is_over: row.take()?,
        alarm: row.take()?,
    })
}
