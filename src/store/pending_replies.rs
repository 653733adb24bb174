//! Replies that somebody waits for and that only one process can give. Each is stored until it is given, so that
//! another process can say something if that one dies.

use std::fmt;
use std::time::Duration;

use crate::store::leases::until;
use crate::store::link::{Row, Transaction};
use crate::store::purpose::Purpose;
use crate::store::{ProcessName, Store, StoreError};

/// A reply that somebody waits for.
#[derive(Clone, PartialEq, Eq)]
pub struct PendingReply {
    /// The front end's own name for the reply.
    pub name: String,
    /// What the front end needs to reply. It may be a secret.
    pub front: String,
}

impl fmt::Debug for PendingReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PendingReply({}, ..)", self.name)
    }
}

impl Store {
    /// Stores for `time` that somebody waits for a process's reply. A second call changes nothing.
    ///
    /// # Errors
    ///
    /// If that can't be stored.
    pub(crate) async fn keep_pending(
        &self,
        holder: &ProcessName,
        reply: &PendingReply,
        time: Duration,
    ) -> Result<(), StoreError> {
        const SQL: &str =
            "INSERT INTO pleas (name, holder, front, until) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
        let keep = async |tx: &mut Transaction<'_>| {
            let until = until(tx.now().await?, time);
            let values = [(&reply.name).into(), holder.into(), (&reply.front).into(), until.into()];
            tx.execute(SQL, &values).await.map(|_| ())
        };
        self.transact(Purpose::Write, "write to", keep).await
    }

    /// Deletes a reply that nobody waits for any more.
    ///
    /// # Errors
    ///
    /// If that can't be stored.
    pub async fn forget_pending(&self, name: &str) -> Result<(), StoreError> {
        const SQL: &str = "DELETE FROM pleas WHERE name = $1";
        let forget = async |tx: &mut Transaction<'_>| tx.execute(SQL, &[name.into()]).await.map(|_| ());
        self.transact(Purpose::Write, "write to", forget).await
    }

    /// The replies that a process owes: its own, and those that it has inherited from dead processes. Expired replies
    /// are deleted.
    ///
    /// # Errors
    ///
    /// If they can't be read.
    pub(crate) async fn pending_replies(&self, holder: &ProcessName) -> Result<Vec<PendingReply>, StoreError> {
        const OVER: &str = "DELETE FROM pleas WHERE until <= $1";
        const MINE: &str = "SELECT name, front FROM pleas WHERE holder = $1 ORDER BY until, name";
        let reply = |mut row: Row| Ok(PendingReply { name: row.take()?, front: row.take()? });
        let read = async |tx: &mut Transaction<'_>| {
            let now = tx.now().await?;
            tx.execute(OVER, &[now.into()]).await?;
            tx.rows(MINE, &[holder.into()]).await?.into_iter().map(reply).collect()
        };
        self.transact(Purpose::Write, "read from", read).await
    }
}
