//! A step in the words of a database: what happened to a battle from outside, kept whole or not at all.

use sha2::{Digest as _, Sha256};

use crate::store::leases::part_of;
use crate::store::link::Work;
use crate::store::nonce::nonce;
use crate::store::outbox;
use crate::store::{BattleId, Cause, Entry, NewMessage, Outgoing, Progress, Rank, Snapshot, Step};

/// A step in the words of the database.
pub(super) struct Prepared {
    after: u32,
    entries: Vec<String>,
    is_end: bool,
    progress: Progress,
    snapshot: Option<Snapshot>,
    messages: Vec<NewMessage>,
    /// Whether somebody waits to send them at once.
    hands_over: bool,
    front: Option<String>,
    alarm: Option<i64>,
    holder: Option<String>,
    /// What it is known by.
    mark: String,
}

impl Prepared {
    pub(super) fn new(step: &Step<'_>, hands_over: bool) -> Result<Prepared, Cause> {
        Ok(Prepared {
            after: step.after,
            entries: texts_of(step.entries)?,
            is_end: step.entries.iter().any(is_end),
            progress: step.progress,
            snapshot: step.snapshot.cloned(),
            messages: step.messages.to_vec(),
            hands_over,
            front: step.front.map(str::to_owned),
            alarm: step.alarm,
            holder: step.holder.map(|it| it.as_str().to_owned()),
            mark: nonce()?,
        })
    }
}

/// Adds a step, or refuses it before anything is written: the messages that are to be handed over to be sent.
pub(super) async fn insert_step(
    work: &mut Work<'_>,
    battle: BattleId,
    step: &Prepared,
) -> Result<Vec<Outgoing>, Cause> {
    const OLD: &str = concat!(
        "SELECT steps, mark, entries, chain, is_over, messages, (SELECT holder FROM leases WHERE part = ",
        part_of!("battles"),
        "), (SELECT min(rank) FROM messages WHERE battle = $1 AND fate = 0)
        FROM battles WHERE id = $1 FOR UPDATE"
    );
    const NEW: &str = "UPDATE battles SET steps = steps + 1, mark = $2, entries = $3, chain = $4, is_over = $5,
        posts_seen = $6, thread_entries = $7, thread = $8, messages = $9, front = coalesce($10, front), alarm = $11
        WHERE id = $1";
    let mut old = work.row(OLD, &[battle.0.into()]).await?.ok_or(Cause::NoBattle(battle))?;
    let (steps, mark): (u32, String) = (old.take()?, old.take()?);
    let (entries, chained): (u32, [u8; 32]) = (old.take()?, old.take()?);
    let (is_over, messages, holder): (bool, u32, Option<String>) = (old.take()?, old.take()?, old.take()?);
    let waits: Option<u32> = old.take()?;
    if mark == step.mark {
        // It was kept before the connection was lost.
        return Ok(Vec::new());
    }
    if step.holder.is_some() && step.holder != holder {
        return Err(Cause::Elsewhere);
    }
    if is_over || steps != step.after {
        return Err(Cause::WentOn);
    }
    insert_entries(work, battle, entries, &step.entries).await?;
    // What was there before is sent before.
    let goes_at_once = |it: &NewMessage| match it.rank {
        Rank::Own => waits != Some(Rank::Own as u32),
        Rank::Later => waits.is_none() && it.tag.is_none(),
    };
    let goes_at_once = |it: &NewMessage| step.hands_over && goes_at_once(it);
    let sent = outbox::insert_messages(work, battle, messages, &step.messages, goes_at_once).await?;
    if let Some(snapshot) = &step.snapshot {
        insert_snapshot(work, battle, snapshot).await?;
    }
    let Progress { posts_seen, thread_entries, thread } = step.progress;
    let chain = chain(chained, &step.entries);
    let values = [
        battle.0.into(),
        (&step.mark).into(),
        (i64::from(entries) + number_of(step.entries.len())).into(),
        (&chain).into(),
        step.is_end.into(),
        posts_seen.into(),
        thread_entries.into(),
        (&thread.0).into(),
        (i64::from(messages) + number_of(step.messages.len())).into(),
        step.front.as_deref().into(),
        step.alarm.into(),
    ];
    work.execute_ahead(NEW, &values).await?;
    Ok(sent)
}

/// The entries of a battle, as they were written.
pub(super) async fn select_entries(work: &mut Work<'_>, battle: BattleId) -> Result<Vec<String>, Cause> {
    let rows = work.rows("SELECT entry FROM entries WHERE battle = $1 ORDER BY number", &[battle.0.into()]).await?;
    rows.into_iter().map(|mut it| it.take()).collect()
}

/// Adds entries to those that a battle has.
pub(super) async fn insert_entries(
    work: &mut Work<'_>,
    battle: BattleId,
    before: u32,
    entries: &[String],
) -> Result<(), Cause> {
    const SQL: &str = "INSERT INTO entries (battle, number, entry) VALUES ($1, $2, $3)";
    for (number, text) in (i64::from(before) + 1..).zip(entries) {
        work.execute_ahead(SQL, &[battle.0.into(), number.into(), text.into()]).await?;
    }
    Ok(())
}

async fn insert_snapshot(work: &mut Work<'_>, battle: BattleId, snapshot: &Snapshot) -> Result<(), Cause> {
    const SQL: &str = "INSERT INTO snapshots (battle, entries, bytes, digest) VALUES ($1, $2, $3, $4)
        ON CONFLICT (battle) DO UPDATE
        SET entries = excluded.entries, bytes = excluded.bytes, digest = excluded.digest";
    let digest = digest(snapshot);
    let values = [battle.0.into(), snapshot.entries.into(), snapshot.bytes.as_slice().into(), (&digest).into()];
    work.execute_ahead(SQL, &values).await
}

/// Whether nothing comes after an entry.
pub(super) fn is_end(entry: &Entry) -> bool {
    matches!(entry, Entry::Revealed { .. })
}

/// Entries as they are written.
pub(super) fn texts_of(entries: &[Entry]) -> Result<Vec<String>, Cause> {
    let text = |entry: &Entry| serde_json::to_string(entry).map_err(|it| Cause::System(it.to_string()));
    entries.iter().map(text).collect()
}

/// The digest of a log with more entries.
pub(super) fn chain(before: [u8; 32], entries: &[String]) -> [u8; 32] {
    entries.iter().fold(before, |before, entry| {
        let mut hash = Sha256::new();
        hash.update(before);
        hash.update(entry);
        hash.finalize().into()
    })
}

/// The digest of a snapshot.
pub(super) fn digest(snapshot: &Snapshot) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(snapshot.entries.to_be_bytes());
    hash.update(&snapshot.bytes);
    hash.finalize().into()
}

pub(super) fn number_of(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}
