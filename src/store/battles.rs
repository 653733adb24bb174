//! Beginning, finding, listing and reading battles.

use crate::store::leases::{self, leased};
use crate::store::link::{Row, Transaction};
use crate::store::packs::select_pack;
use crate::store::purpose::{Purpose, Value};
use crate::store::{
    BattleId, Beginning, Cause, Entry, Failed, Hash, Holder, Listed, Origin, Present, Progress, Saved, Secret,
    Snapshot, Store, nonce, postgres, steps,
};

impl Store {
    /// Begins a battle with its first entries and its seed. The first entry holds the hash of the seed.
    ///
    /// # Errors
    ///
    /// If it can't be stored, a battle of its key was begun meanwhile or isn't over, or it comes from elsewhere and is
    /// here already.
    pub async fn begin(&self, beginning: &Beginning<'_>) -> Result<BattleId, Failed> {
        let begun = async {
            let (entries, mark) = (steps::texts_of(beginning.step.entries)?, nonce()?);
            let insert = async |tx: &mut Transaction<'_>| insert_battle(tx, beginning, &entries, &mark).await;
            match self.run(Purpose::Write, insert).await {
                // Another connection shows whether it was stored.
                Err(Cause::Lost(why)) => self.select_mark(&mark).await?.ok_or(Cause::Lost(why)),
                begun => begun,
            }
        };
        begun.await.map_err(|cause| self.failed("begin a battle in", cause))
    }

    /// The battle of a key: the open one, or else the last.
    ///
    /// # Errors
    ///
    /// If the battles can't be read.
    pub async fn find(&self, key: &str) -> Result<Option<BattleId>, Failed> {
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
    pub(crate) async fn find_same(&self, beginning: &Beginning<'_>) -> Result<Option<Present>, Failed> {
        let look = async |tx: &mut Transaction<'_>| select_same(tx, beginning).await;
        self.transact(Purpose::Read, "look for a battle in", look).await
    }

    /// All battles, the oldest first.
    ///
    /// # Errors
    ///
    /// If they can't be read.
    pub async fn battles(&self) -> Result<Vec<Listed>, Failed> {
        const SQL: &str = "SELECT id, key, home, title, front, begun, entries, is_over, alarm FROM battles ORDER BY id";
        self.list(SQL, &[]).await
    }

    /// The battles that aren't over, the oldest first.
    ///
    /// # Errors
    ///
    /// If they can't be read.
    pub async fn open_battles(&self) -> Result<Vec<Listed>, Failed> {
        const SQL: &str = "SELECT id, key, home, title, front, begun, entries, is_over, alarm FROM battles
            WHERE is_over = 0 ORDER BY id";
        self.list(SQL, &[]).await
    }

    /// The battles that a holder serves and that aren't over, the oldest first.
    ///
    /// # Errors
    ///
    /// If they can't be read.
    pub(crate) async fn served(&self, holder: &Holder) -> Result<Vec<Listed>, Failed> {
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
    pub async fn alarms(&self, holder: &Holder, now: i64) -> Result<Vec<BattleId>, Failed> {
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
    pub async fn load(&self, battle: BattleId) -> Result<Saved, Failed> {
        let read = async |tx: &mut Transaction<'_>| select_battle(tx, battle).await;
        self.transact(Purpose::Read, "read a battle from", read).await
    }

    async fn select_mark(&self, mark: &str) -> Result<Option<BattleId>, Cause> {
        const SQL: &str = "SELECT id FROM battles WHERE mark = $1";
        self.run(Purpose::Read, async |tx| Ok(tx.column(SQL, &[mark.into()]).await?.pop())).await
    }

    async fn list(&self, sql: &'static str, values: &[Value<'_>]) -> Result<Vec<Listed>, Failed> {
        let list = async |tx: &mut Transaction<'_>| tx.rows(sql, values).await?.into_iter().map(listed).collect();
        self.transact(Purpose::Read, "list the battles in", list).await
    }
}

async fn insert_battle(
    tx: &mut Transaction<'_>,
    beginning: &Beginning<'_>,
    entries: &[String],
    mark: &str,
) -> Result<BattleId, Cause> {
    const SQL: &str = "INSERT INTO battles (
            key, title, front, seed, begun, is_over, steps, mark, entries, chain, posts_seen, thread_entries, thread,
            messages, home
        ) VALUES ($1, $2, '', $3, $4, $5, 0, '', 0, $6, 0, 0, $6, 0, $7)
        ON CONFLICT DO NOTHING RETURNING id";
    let Beginning { title, key, home, seed, held, step, .. } = beginning;
    if beginning.origin == Origin::Elsewhere {
        tx.lock(postgres::IMPORTS_LOCK).await?;
        if let Some(present) = select_same(tx, beginning).await? {
            return Err(Cause::IsThere(present));
        }
    }
    if let Some(key) = key {
        let last =
            tx.column::<Option<BattleId>>("SELECT max(id) FROM battles WHERE key = $1", &[(*key).into()]).await?;
        if last != [beginning.after] {
            return Err(Cause::WentOn);
        }
    }
    let (now, none) = (tx.now().await?, steps::Head::default());
    let (begun, is_over) = ((now / 1000).into(), step.entries.iter().any(steps::is_end).into());
    let values =
        [(*key).into(), (*title).into(), (&seed.0).into(), begun, is_over, (&none.chain).into(), (*home).into()];
    // The last battle of that key isn't over.
    let battle = tx.column(SQL, &values).await?.pop().ok_or(Cause::WentOn)?;
    if let Some((holder, time)) = held
        && !leases::claim(tx, battle, holder, *time).await?
    {
        return Err(Cause::Elsewhere);
    }
    steps::add(tx, battle, none, step, entries, mark).await?;
    Ok(battle)
}

/// The battle that began with the same seed and the same first entry. How far each was played, and whether it is
/// packed, makes no difference.
async fn select_same(tx: &mut Transaction<'_>, beginning: &Beginning<'_>) -> Result<Option<Present>, Cause> {
    const SQL: &str = "SELECT id, is_over FROM battles WHERE seed = $1 ORDER BY id";
    for mut row in tx.rows(SQL, &[(&beginning.seed.0).into()]).await? {
        let present = Present { battle: row.take()?, is_over: row.take()? };
        let texts = match select_pack(tx, present.battle).await? {
            Some(pack) => pack.entries,
            None => steps::select_entries(tx, present.battle).await?,
        };
        let first = texts.first().map(|text| entry_of(present.battle, text)).transpose()?;
        if first.as_ref() == beginning.step.entries.first() {
            return Ok(Some(present));
        }
    }
    Ok(None)
}

async fn select_battle(tx: &mut Transaction<'_>, id: BattleId) -> Result<Saved, Cause> {
    const BATTLE: &str = "SELECT key, title, front, seed, is_over, steps, chain, posts_seen, thread_entries, thread
        FROM battles WHERE id = $1";
    let mut row = tx.row(BATTLE, &[id.0.into()]).await?.ok_or(Cause::NoBattle(id))?;
    let pack = select_pack(tx, id).await?;
    let (front, texts) = match pack {
        Some(pack) => (Some(pack.front), pack.entries),
        None => (None, steps::select_entries(tx, id).await?),
    };
    let snapshot = select_snapshot(tx, id, texts.len()).await?;
    let (key, title, unpacked, seed) = (row.take()?, row.take()?, row.take()?, Secret(row.take()?));
    let front = front.unwrap_or(unpacked);
    let (is_over, steps, chain) = (row.take()?, row.take()?, row.take()?);
    let log = log_of(id, &texts, chain)?;
    let progress = Progress { posts_seen: row.take()?, thread_entries: row.take()?, thread: Hash(row.take()?) };
    Ok(Saved { id, key, title, front, seed, log, progress, steps, is_over, snapshot })
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

fn listed(mut row: Row) -> Result<Listed, Cause> {
    Ok(Listed {
        id: row.take()?,
        key: row.take()?,
        home: row.take()?,
        title: row.take()?,
        front: row.take()?,
        begun: row.take()?,
        entries: row.take()?,
        is_over: row.take()?,
        alarm: row.take()?,
    })
}
