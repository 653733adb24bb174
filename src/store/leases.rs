//! Leases: of several processes at one database, each battle is one's at a time, and another's when that one has died.

use std::time::Duration;

use crate::store::link::{Value, Work, milliseconds};
use crate::store::purpose::Purpose;
use crate::store::{BattleId, Cause, Failed, Store};

/// A process, by a name that no other has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder(pub String);

impl Holder {
    /// A name by chance.
    ///
    /// # Errors
    ///
    /// If the system gives no random numbers.
    pub fn random() -> Result<Holder, Cause> {
        crate::store::outbox::nonce().map(Holder)
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Store {
    /// Takes a battle for a while, or keeps it for longer. Whether it could be taken: not from another whose time isn't
    /// over.
    ///
    /// # Errors
    ///
    /// If that can't be kept.
    pub async fn claim(&self, battle: BattleId, holder: &Holder, time: Duration) -> Result<bool, Failed> {
        const SQL: &str = "UPDATE battles SET holder = $1, held_until = $2
            WHERE id = $4 AND (holder IS NULL OR holder = $1 OR held_until <= $3) RETURNING id, holder";
        let values = |now| vec![holder.as_str().into(), until(now, time), now.into(), battle.0.into()];
        let claimed = self.change(SQL, values).await;
        claimed.map(|it| !it.is_empty()).map_err(|cause| self.failed("take a battle in", cause))
    }

    /// Takes battles that nobody holds, or whose holder let the time run out, until it holds so many. Those it holds
    /// already count, and are kept for longer. Battles that are over are among them while they have messages to be sent.
    ///
    /// # Errors
    ///
    /// If that can't be kept.
    pub async fn claim_free(&self, holder: &Holder, time: Duration, limit: u32) -> Result<Vec<BattleId>, Failed> {
        const SQL: &str = "UPDATE battles SET holder = $1, held_until = $2
            WHERE (holder IS NULL OR holder = $1 OR held_until <= $3) AND id IN (
                SELECT id FROM (
                    SELECT id, holder, held_until FROM battles WHERE is_over = 0
                    UNION
                    SELECT id, holder, held_until FROM battles WHERE id IN (SELECT battle FROM messages WHERE fate = 0)
                ) AS alive
                WHERE holder IS NULL OR holder = $1 OR held_until <= $3
                ORDER BY CASE WHEN holder = $1 THEN 0 ELSE 1 END, id LIMIT $4
            ) RETURNING id, holder";
        let values = |now| vec![holder.as_str().into(), until(now, time), now.into(), limit.into()];
        self.change(SQL, values).await.map_err(|cause| self.failed("take battles in", cause))
    }

    /// Keeps what is held for longer: which battles those are. Battles that are over and have nothing to be sent are let
    /// go.
    ///
    /// # Errors
    ///
    /// If that can't be kept.
    pub async fn renew(&self, holder: &Holder, time: Duration) -> Result<Vec<BattleId>, Failed> {
        const SQL: &str = "UPDATE battles
            SET holder = CASE WHEN is_over = 0 OR id IN (SELECT battle FROM messages WHERE fate = 0) THEN $1 END,
                held_until = $2
            WHERE holder = $1 RETURNING id, holder";
        let values = |now| vec![holder.as_str().into(), until(now, time)];
        self.change(SQL, values).await.map_err(|cause| self.failed("hold the battles in", cause))
    }

    /// Lets all battles go, so that others needn't wait.
    ///
    /// # Errors
    ///
    /// If that can't be kept. They are let go when their time runs out, then.
    pub async fn release(&self, holder: &Holder) -> Result<(), Failed> {
        const SQL: &str = "UPDATE battles SET holder = NULL, held_until = 0 WHERE holder = $1 RETURNING id, holder";
        let released = self.change(SQL, |_| vec![holder.as_str().into()]).await;
        released.map(|_| ()).map_err(|cause| self.failed("let go of the battles in", cause))
    }

    /// Changes who holds which battles: those that somebody holds afterwards.
    async fn change<'a>(
        &self,
        sql: &'static str,
        values: impl FnOnce(i64) -> Vec<Value<'a>>,
    ) -> Result<Vec<BattleId>, Cause> {
        let mut work = self.link.begin(Purpose::Write).await?;
        let changed = change(&mut work, sql, values).await;
        work.end(changed).await
    }
}

async fn change<'a>(
    work: &mut Work<'_>,
    sql: &'static str,
    values: impl FnOnce(i64) -> Vec<Value<'a>>,
) -> Result<Vec<BattleId>, Cause> {
    work.lock_leases().await?;
    let values = values(work.now().await?);
    let mut held = Vec::new();
    for mut row in work.rows(sql, &values).await? {
        let id = BattleId(row.take()?);
        if row.take::<Option<String>>()?.is_some() {
            held.push(id);
        }
    }
    held.sort();
    Ok(held)
}

/// When the time of a lease is over.
fn until(now: i64, time: Duration) -> Value<'static> {
    now.saturating_add(milliseconds(time)).into()
}
