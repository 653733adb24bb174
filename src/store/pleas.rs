//! What somebody waits for and only a process's memory knows of: kept until it is answered, so that another process can say
//! something when that one has died.

use std::fmt;
use std::time::Duration;

use crate::store::leases::until;
use crate::store::link::{Row, Work};
use crate::store::purpose::Purpose;
use crate::store::{Cause, Failed, Holder, Store};

/// Somebody waits for an answer.
#[derive(Clone, PartialEq, Eq)]
pub struct Plea {
    /// The front end's own name for it.
    pub name: String,
    /// What the front end needs to answer: it may be a secret.
    pub front: String,
}

impl fmt::Debug for Plea {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Plea({}, ..)", self.name)
    }
}

impl Store {
    /// Keeps for a while that somebody waits for a process's answer. Saying so again changes nothing.
    ///
    /// # Errors
    ///
    /// If that can't be kept.
    pub async fn plead(&self, holder: &Holder, plea: &Plea, time: Duration) -> Result<(), Failed> {
        const SQL: &str =
            "INSERT INTO pleas (name, holder, front, until) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
        let pleaded = self.plea(async |work| {
            let until = until(work.now().await?, time);
            let values = [(&plea.name).into(), holder.as_str().into(), (&plea.front).into(), until.into()];
            work.execute(SQL, &values).await
        });
        pleaded.await.map(|_| ()).map_err(|cause| self.failed("write to", cause))
    }

    /// Nobody waits for that any more.
    ///
    /// # Errors
    ///
    /// If that can't be kept.
    pub async fn answered(&self, name: &str) -> Result<(), Failed> {
        let answered = self.plea(async |work| work.execute("DELETE FROM pleas WHERE name = $1", &[name.into()]).await);
        answered.await.map(|_| ()).map_err(|cause| self.failed("write to", cause))
    }

    /// What a process is to answer, its own and what it has from others that died. What has waited too long is forgotten.
    ///
    /// # Errors
    ///
    /// If that can't be read.
    pub async fn pleas(&self, holder: &Holder) -> Result<Vec<Plea>, Failed> {
        const OVER: &str = "DELETE FROM pleas WHERE until <= $1";
        const MINE: &str = "SELECT name, front FROM pleas WHERE holder = $1 ORDER BY until, name";
        let rows = self.plea(async |work| {
            let now = work.now().await?;
            work.execute(OVER, &[now.into()]).await?;
            work.rows(MINE, &[holder.as_str().into()]).await
        });
        let read = |mut row: Row| Ok(Plea { name: row.take()?, front: row.take()? });
        let read = rows.await.and_then(|it| it.into_iter().map(read).collect());
        read.map_err(|cause| self.failed("read from", cause))
    }

    async fn plea<T>(&self, deed: impl AsyncFnOnce(&mut Work<'_>) -> Result<T, Cause>) -> Result<T, Cause> {
        let mut work = self.link.begin(Purpose::Write).await?;
        let done = deed(&mut work).await;
        work.end(done).await
    }
}
