//! The outbox: messages that are stored in the step that causes them, and are sent afterwards, in order and once.

use std::fmt;
use std::time::Duration;

use crate::store::leases::leased;
use crate::store::link::{Row, Transaction, milliseconds};
use crate::store::purpose::{Purpose, Value};
use crate::store::{BattleId, Cause, ProcessName, Store, StoreError, nonce};

/// A message to send. Only the front end knows what the body means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMessage {
    /// The message's name within its battle, such as `answer:3`, so that later messages can refer to it.
    pub tag: Option<String>,
    pub body: String,
    pub rank: Rank,
}

/// Which of a battle's messages is sent first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// Messages that people wait for. They go out in the order in which they were caused.
    #[default]
    Own,
    /// Messages that nobody waits for. They keep their order, and go out once the battle has nothing of rank `Own` to
    /// send. A later message with the same tag replaces one that nobody has begun to send.
    Later,
    /// Messages that may have to wait for a long time, and hold up nothing else meanwhile. A later message with the
    /// same tag replaces one even if somebody has begun to send it.
    Last,
}

/// A message's number in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageId(pub(super) i64);

impl MessageId {
    /// The number of a battle's message, which is known before the message is stored.
    fn of(battle: BattleId, seq: u32) -> MessageId {
        MessageId(battle.0 << u32::BITS | i64::from(seq))
    }
}

impl fmt::Display for MessageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A message whose turn it is to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outgoing {
    pub id: MessageId,
    pub battle: BattleId,
    /// The message's place among those of its battle, from 1.
    pub seq: u32,
    /// A token of at most 25 letters that no other message has. Every attempt sends the same one.
    pub nonce: String,
    pub tag: Option<String>,
    pub body: String,
    /// The number of attempts so far. If there was one, the message may have arrived.
    pub(crate) attempts: u32,
    pub rank: Rank,
}

/// A message as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutboxRow {
    pub message: Outgoing,
    pub fate: Fate,
}

/// The messages that are still to be sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waiting {
    pub messages: u32,
    /// How long the oldest message that may be sent has waited.
    pub oldest: Duration,
}

/// What has become of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is still to be sent. `why` says why the last attempt failed, if there was one.
    Waiting { why: Option<String> },
    /// It arrived. `receipt` names it where it arrived.
    Sent { receipt: String },
    /// It can't be sent. The messages after it are sent all the same.
    GivenUp { why: String },
    /// A later message with its tag replaced it.
    Replaced,
}

impl Store {
    /// The messages whose turn it is: the first message of the lowest rank that each battle has to send, if its time
    /// has come. With a holder, only those of the battles that it serves.
    ///
    /// # Errors
    ///
    /// If they can't be read.
    pub async fn due(&self, holder: Option<&ProcessName>, limit: u32) -> Result<Vec<Outgoing>, StoreError> {
        const SQL: &str = concat!(
            "SELECT m.id, m.battle, m.number, m.nonce, m.tag, m.body, m.attempts, m.rank
            FROM messages m JOIN battles b ON b.id = m.battle
            WHERE m.fate = 0 AND m.next_at <= $1 AND NOT EXISTS (
                SELECT 1 FROM messages AS earlier
                WHERE earlier.battle = m.battle AND earlier.fate = 0
                    AND (earlier.rank, earlier.number) < (m.rank, m.number)
            ) AND ($2 IS NULL OR ",
            leased!("b", "$2"),
            ") ORDER BY m.next_at, m.id LIMIT $3"
        );
        self.query(SQL, |now| vec![now.into(), holder.into(), limit.into()], outgoing).await
    }

    /// Counts an attempt at each message before it is sent. Returns those that may be sent. The others were sent
    /// meanwhile, or belong to a battle that another process serves.
    ///
    /// # Errors
    ///
    /// If that can't be stored. None of them may be sent then.
    pub(crate) async fn count_attempts(
        &self,
        ids: &[MessageId],
        holder: Option<&ProcessName>,
    ) -> Result<Vec<MessageId>, StoreError> {
        self.transact(Purpose::Write, "write to", async |tx| count_attempts(tx, ids, holder).await).await
    }

    /// Marks a message as sent. `receipt` names it where it arrived. Its body, which may hold pictures, is deleted, and
    /// so are the messages that were sent with its tag before; a message without a tag is deleted itself. A second call
    /// changes nothing.
    /// Returns the battle's next message, and counts the attempt at it, if it has the same rank, its time has come and
    /// the holder still serves the battle.
    ///
    /// # Errors
    ///
    /// If that can't be stored.
    pub async fn confirm(
        &self,
        message: &Outgoing,
        receipt: &str,
        holder: Option<&ProcessName>,
    ) -> Result<Option<Outgoing>, StoreError> {
        const NEXT: &str = "SELECT id, battle, number, nonce, tag, body, attempts, rank, next_at FROM messages
            WHERE battle = $1 AND fate = 0 ORDER BY rank, number LIMIT 1";
        let confirm = async |tx: &mut Transaction<'_>| {
            mark_sent(tx, message.id, receipt).await?;
            let now = tx.now().await?;
            let Some(mut row) = tx.row(NEXT, &[message.battle.0.into()]).await? else { return Ok(None) };
            let (next, next_at) = (outgoing(&mut row)?, row.take::<i64>()?);
            // Messages of another rank have a delivery of their own.
            if now < next_at || next.rank != message.rank {
                return Ok(None);
            }
            let counted = count_attempts(tx, &[next.id], holder).await?;
            Ok((!counted.is_empty()).then_some(next))
        };
        self.transact(Purpose::Write, "write to", confirm).await
    }

    /// Puts off the next attempt at a message.
    ///
    /// # Errors
    ///
    /// If that can't be stored, or there is no such message.
    pub async fn retry(&self, message: MessageId, after: Duration, why: &str) -> Result<(), StoreError> {
        const SQL: &str = "UPDATE messages SET next_at = CASE WHEN fate = 0 THEN $2 ELSE next_at END,
            why = CASE WHEN fate = 0 THEN $3 ELSE why END WHERE id = $1";
        let next_at = |now: i64| now.saturating_add(milliseconds(after));
        self.update(message, SQL, |now| vec![message.0.into(), next_at(now).into(), why.into()]).await
    }

    /// Marks a message as one that can't be sent. It stays in the outbox, and the messages after it go on.
    ///
    /// # Errors
    ///
    /// If that can't be stored, or there is no such message.
    pub(crate) async fn give_up(&self, message: MessageId, why: &str) -> Result<(), StoreError> {
        const SQL: &str = "UPDATE messages SET fate = CASE WHEN fate = 0 THEN 2 ELSE fate END,
            why = CASE WHEN fate = 0 THEN $2 ELSE why END WHERE id = $1";
        self.update(message, SQL, |_| vec![message.0.into(), why.into()]).await
    }

    /// The receipt of the last message with a tag that arrived.
    ///
    /// # Errors
    ///
    /// If the messages can't be read.
    pub async fn receipt(&self, battle: BattleId, tag: &str) -> Result<Option<String>, StoreError> {
        const SQL: &str = "SELECT receipt FROM messages WHERE battle = $1 AND tag = $2 AND fate = 1
            ORDER BY number DESC LIMIT 1";
        let receipts = self.query(SQL, |_| vec![battle.0.into(), tag.into()], Row::take::<String>).await;
        receipts.map(|mut it| it.pop())
    }

    /// The tag of the message that has a receipt, if it has one.
    ///
    /// # Errors
    ///
    /// If the messages can't be read.
    pub async fn tag(&self, battle: BattleId, receipt: &str) -> Result<Option<String>, StoreError> {
        const SQL: &str = "SELECT tag FROM messages WHERE battle = $1 AND receipt = $2 AND tag IS NOT NULL LIMIT 1";
        let tags = self.query(SQL, |_| vec![battle.0.into(), receipt.into()], Row::take::<String>).await;
        tags.map(|mut it| it.pop())
    }

    /// How much a holder's battles still have to send.
    ///
    /// # Errors
    ///
    /// If the messages can't be read.
    pub async fn waiting(&self, holder: &ProcessName) -> Result<Waiting, StoreError> {
        const SQL: &str = concat!(
            "SELECT count(*), $1 - min(m.next_at) FROM messages m JOIN battles b ON b.id = m.battle WHERE m.fate = 0 AND ",
            leased!("b", "$2")
        );
        let read = |row: &mut Row| {
            let (messages, oldest): (u32, Option<i64>) = (row.take()?, row.take()?);
            let oldest = Duration::from_millis(oldest.and_then(|it| it.try_into().ok()).unwrap_or_default());
            Ok(Waiting { messages, oldest })
        };
        let waiting = self.query(SQL, |now| vec![now.into(), holder.into()], read).await;
        waiting.map(|it| it.into_iter().next().unwrap_or_default())
    }

    /// All messages of a battle, in order.
    ///
    /// # Errors
    ///
    /// If they can't be read.
    pub async fn messages(&self, battle: BattleId) -> Result<Vec<OutboxRow>, StoreError> {
        const SQL: &str =
            "SELECT id, battle, number, nonce, tag, body, attempts, rank, fate, receipt, why FROM messages
            WHERE battle = $1 ORDER BY number";
        self.query(SQL, |_| vec![battle.0.into()], outbox_row).await
    }

    async fn query<'a, T>(
        &self,
        sql: &'static str,
        values: impl FnOnce(i64) -> Vec<Value<'a>>,
        read: impl Fn(&mut Row) -> Result<T, Cause>,
    ) -> Result<Vec<T>, StoreError> {
        let query = async |tx: &mut Transaction<'_>| {
            let now = tx.now().await?;
            tx.rows(sql, &values(now)).await?.iter_mut().map(read).collect()
        };
        self.transact(Purpose::Read, "read the messages in", query).await
    }

    async fn update<'a>(
        &self,
        message: MessageId,
        sql: &'static str,
        values: impl FnOnce(i64) -> Vec<Value<'a>>,
    ) -> Result<(), StoreError> {
        let update = async |tx: &mut Transaction<'_>| {
            let now = tx.now().await?;
            if tx.execute(sql, &values(now)).await? == 0 { Err(Cause::NoMessage(message)) } else { Ok(()) }
        };
        self.transact(Purpose::Write, "write to", update).await
    }
}

async fn count_attempts(
    tx: &mut Transaction<'_>,
    messages: &[MessageId],
    holder: Option<&ProcessName>,
) -> Result<Vec<MessageId>, Cause> {
    const SQL: &str = concat!(
        "UPDATE messages SET attempts = attempts + 1 WHERE id = $1 AND fate = 0
        AND ($2 IS NULL OR EXISTS (SELECT 1 FROM battles b WHERE b.id = messages.battle AND ",
        leased!("b", "$2"),
        "))"
    );
    let mut counted = Vec::new();
    for message in messages {
        if tx.execute(SQL, &[message.0.into(), holder.into()]).await? == 1 {
            counted.push(*message);
        }
    }
    Ok(counted)
}

async fn mark_sent(tx: &mut Transaction<'_>, message: MessageId, receipt: &str) -> Result<(), Cause> {
    const UNNAMED: &str = "DELETE FROM messages WHERE id = $1 AND tag IS NULL";
    const NAMED: &str =
        "UPDATE messages SET fate = 1, receipt = coalesce(receipt, $2), why = NULL, body = '' WHERE id = $1";
    const BEFORE: &str = "DELETE FROM messages WHERE (battle, tag) = (SELECT battle, tag FROM messages WHERE id = $1)
        AND number < (SELECT number FROM messages WHERE id = $1) AND fate IN (1, 3)";
    if tx.execute(UNNAMED, &[message.0.into()]).await? == 0 {
        tx.execute(NAMED, &[message.0.into(), receipt.into()]).await?;
        tx.execute(BEFORE, &[message.0.into()]).await?;
    }
    Ok(())
}

/// Adds messages to a battle that has had `before` of them.
pub(super) async fn insert_messages(
    tx: &mut Transaction<'_>,
    battle: BattleId,
    before: u32,
    messages: &[NewMessage],
) -> Result<(), Cause> {
    const SQL: &str = "INSERT INTO messages (battle, number, nonce, tag, body, fate, attempts, next_at, rank, id)
        VALUES ($1, $2, $3, $4, $5, 0, 0, $6, $7, $8)";
    const REPLACE: &str = "UPDATE messages SET fate = 3, body = ''
        WHERE battle = $1 AND tag = $2 AND rank = $3 AND fate = 0 AND (attempts = 0 OR rank = 2)";
    if messages.is_empty() {
        return Ok(());
    }
    let now = tx.now().await?;
    for (seq, message) in (before + 1..).zip(messages) {
        let (id, nonce, tag) = (MessageId::of(battle, seq), nonce()?, message.tag.as_deref());
        let (battle, body, rank) = (battle.0.into(), (&message.body).into(), (message.rank as u32).into());
        if message.rank != Rank::Own && tag.is_some() {
            tx.execute(REPLACE, &[battle, tag.into(), rank]).await?;
        }
        let values = [battle, seq.into(), (&nonce).into(), tag.into(), body, now.into(), rank, id.0.into()];
        tx.execute(SQL, &values).await?;
    }
    Ok(())
}

fn outgoing(row: &mut Row) -> Result<Outgoing, Cause> {
    Ok(Outgoing {
        id: MessageId(row.take()?),
        battle: BattleId(row.take()?),
        seq: row.take()?,
        nonce: row.take()?,
        tag: row.take()?,
        body: row.take()?,
        attempts: row.take()?,
        rank: match row.take::<u32>()? {
            0 => Rank::Own,
            1 => Rank::Later,
            _ => Rank::Last,
        },
    })
}

fn outbox_row(row: &mut Row) -> Result<OutboxRow, Cause> {
    let message = outgoing(row)?;
    let (fate, receipt, why): (i64, Option<String>, Option<String>) = (row.take()?, row.take()?, row.take()?);
    // The numbers are those that the statements above write.
    let fate = match fate {
        0 => Fate::Waiting { why },
        1 => Fate::Sent { receipt: receipt.unwrap_or_default() },
        2 => Fate::GivenUp { why: why.unwrap_or_default() },
        3 => Fate::Replaced,
        other => return Err(Cause::Damaged(format!("message {} has the fate {other}", message.id))),
    };
    Ok(OutboxRow { message, fate })
}
