//! Steps: changes of a battle from outside, each stored whole or not at all.

use sha2::{Digest as _, Sha256};

use crate::store::campaigns;
use crate::store::leases::part_of;
use crate::store::link::Transaction;
use crate::store::outbox;
use crate::store::purpose::Purpose;
use crate::store::{BattleId, Cause, Entry, Progress, Snapshot, Step, Store, StoreError, nonce};

impl Store {
    /// Adds a step to a battle, whole or not at all. Once this has returned, no crash can undo it.
    ///
    /// # Errors
    ///
    /// If it can't be stored, another step was added since the one that it follows, or another process serves the
    /// battle.
    pub(crate) async fn append(&self, battle: BattleId, step: &Step<'_>) -> Result<(), StoreError> {
        let appended = async {
            let (entries, mark, mut is_again) = (texts_of(step.entries)?, nonce()?, false);
            loop {
                let insert = async |tx: &mut Transaction<'_>| insert_step(tx, battle, step, &entries, &mark).await;
                match self.run(Purpose::Write, insert).await {
                    // Another connection shows whether it was stored.
                    Err(Cause::Lost(_)) if !is_again => is_again = true,
                    appended => return appended,
                }
            }
        };
        appended.await.map_err(|cause| self.error("write to", cause))
    }
}

/// Adds a step, or refuses it before anything is written. A step that is already there is known by its mark.
async fn insert_step(
    tx: &mut Transaction<'_>,
    battle: BattleId,
    step: &Step<'_>,
    new: &[String],
    new_mark: &str,
) -> Result<(), Cause> {
    const OLD: &str = concat!(
        "SELECT steps, mark, entries, chain, is_over, messages, (SELECT holder FROM leases WHERE part = ",
        part_of!("battles"),
        ") FROM battles WHERE id = $1 FOR UPDATE"
    );
    let mut old = tx.row(OLD, &[battle.0.into()]).await?.ok_or(Cause::NoBattle(battle))?;
    let (steps, mark): (u32, String) = (old.take()?, old.take()?);
    let (entries, chain, is_over) = (old.take()?, old.take()?, old.take()?);
    let (before, holder) = (Head { entries, chain, messages: old.take()? }, old.take::<Option<String>>()?);
    if mark == new_mark {
        // It was stored before the connection was lost.
        return Ok(());
    }
    if step.holder.is_some_and(|it| holder.as_ref() != Some(&it.0)) {
        return Err(Cause::HeldElsewhere);
    }
    if is_over || steps != step.after {
        return Err(Cause::Conflict);
    }
    add(tx, battle, before, step, new, new_mark).await
}

/// The head of a battle before a step: how much it has, and the digest that the next entry builds on.
#[derive(Default)]
pub(super) struct Head {
    entries: u32,
    /// The digest of the entries.
    pub(super) chain: [u8; 32],
    messages: u32,
}

pub(super) async fn add(
    tx: &mut Transaction<'_>,
    battle: BattleId,
    before: Head,
    step: &Step<'_>,
    new: &[String],
    new_mark: &str,
) -> Result<(), Cause> {
    const NEW: &str = "UPDATE battles SET steps = steps + 1, mark = $2, entries = $3, chain = $4, is_over = $5,
        posts_seen = $6, thread_entries = $7, thread = $8, messages = $9, front = coalesce($10, front), alarm = $11
        WHERE id = $1";
    if let Some(line) = step.campaign {
        campaigns::insert_line(tx, line).await?;
    }
    insert_entries(tx, battle, before.entries, new).await?;
    outbox::insert_messages(tx, battle, before.messages, step.messages).await?;
    if let Some(snapshot) = step.snapshot {
        insert_snapshot(tx, battle, snapshot).await?;
    }
    let Progress { posts_seen, thread_entries, thread_digest } = step.progress;
    let chain = chain(before.chain, new);
    let values = [
        battle.0.into(),
        new_mark.into(),
        (i64::from(before.entries) + number_of(new.len())).into(),
        (&chain).into(),
        step.entries.iter().any(is_end).into(),
        posts_seen.into(),
        thread_entries.into(),
        (&thread_digest.0).into(),
        (i64::from(before.messages) + number_of(step.messages.len())).into(),
        step.front_state.into(),
        step.alarm.into(),
    ];
    tx.execute(NEW, &values).await.map(|_| ())
}

/// The entries of a battle, as they were written.
pub(super) async fn select_entries(tx: &mut Transaction<'_>, battle: BattleId) -> Result<Vec<String>, Cause> {
    tx.column("SELECT entry FROM entries WHERE battle = $1 ORDER BY number", &[battle.0.into()]).await
}

/// Adds entries to a battle that has `before` of them.
async fn insert_entries(
    tx: &mut Transaction<'_>,
    battle: BattleId,
    before: u32,
    entries: &[String],
) -> Result<(), Cause> {
    const SQL: &str = "INSERT INTO entries (battle, number, entry) VALUES ($1, $2, $3)";
    for (number, text) in (i64::from(before) + 1..).zip(entries) {
        tx.execute(SQL, &[battle.0.into(), number.into(), text.into()]).await?;
    }
    Ok(())
}

async fn insert_snapshot(tx: &mut Transaction<'_>, battle: BattleId, snapshot: &Snapshot) -> Result<(), Cause> {
    const SQL: &str = "INSERT INTO snapshots (battle, entries, bytes, digest) VALUES ($1, $2, $3, $4)
        ON CONFLICT (battle) DO UPDATE
        SET entries = excluded.entries, bytes = excluded.bytes, digest = excluded.digest";
    let digest = digest(snapshot);
    let values = [battle.0.into(), snapshot.entries.into(), snapshot.bytes.as_slice().into(), (&digest).into()];
    tx.execute(SQL, &values).await.map(|_| ())
}

/// Whether an entry is the last of its battle.
pub(super) fn is_end(entry: &Entry) -> bool {
    matches!(entry, Entry::Revealed { .. })
}

/// Entries as JSON, as they are written.
pub(super) fn texts_of(entries: &[Entry]) -> Result<Vec<String>, Cause> {
    let text = |entry: &Entry| serde_json::to_string(entry).map_err(|it| Cause::System(it.to_string()));
    entries.iter().map(text).collect()
}

/// The digest of a log after more entries.
pub(crate) fn chain(before: [u8; 32], entries: &[impl AsRef<[u8]>]) -> [u8; 32] {
    entries
        .iter()
        .fold(before, |before, entry| Sha256::new().chain_update(before).chain_update(entry).finalize().into())
}

pub(super) fn digest(snapshot: &Snapshot) -> [u8; 32] {
    Sha256::new().chain_update(snapshot.entries.to_be_bytes()).chain_update(&snapshot.bytes).finalize().into()
}

fn number_of(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}
