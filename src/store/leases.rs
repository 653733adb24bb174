//! Leases: of several processes that share a database, one serves each battle at a time, and another takes over when
//! that one dies.
//!
//! A lease isn't for a single battle: all homes of battles are divided into parts, and each part is leased to one
//! process. A process reports that it is alive in one row, so many battles cost no more than few. A battle without a
//! home is a part of its own.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::store::link::{Transaction, milliseconds};
use crate::store::purpose::Purpose;
use crate::store::{BattleId, Cause, Store, StoreError, nonce, postgres};

/// A process, by a name that no other process has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessName(pub String);

impl ProcessName {
    /// A process with a random name.
    ///
    /// # Errors
    ///
    /// If the system gives no random numbers.
    pub fn random() -> Result<ProcessName, Cause> {
        nonce().map(ProcessName)
    }
}

/// The parts that a process serves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assignment {
    /// The number of parts that all homes are divided into. A home's part is the remainder of the home divided by this.
    pub part_count: u32,
    /// The parts that this process serves, each with the number of times that it has changed hands. If that has grown,
    /// another process has served the part meanwhile, even if this one never noticed.
    pub parts_served: BTreeMap<u32, u32>,
    /// The parts that it should give back, because other processes have fewer.
    pub(crate) surplus: BTreeSet<u32>,
    /// Whether it has taken over replies that a dead process owed somebody.
    pub(crate) inherits: bool,
}

/// The part that a battle belongs to, in SQL.
macro_rules! part_of {
    ($battle:literal) => {
        concat!(
            "CASE WHEN ",
            $battle,
            ".home IS NULL THEN -",
            $battle,
            ".id ELSE ",
            $battle,
            ".home % (SELECT nullif(count(*), 0) FROM leases WHERE 0 <= part) END"
        )
    };
}

/// Whether a holder serves a battle, in SQL.
macro_rules! leased {
    ($battle:literal, $holder:literal) => {
        concat!(
            "EXISTS (SELECT 1 FROM leases WHERE leases.holder = ",
            $holder,
            " AND leases.part = ",
            $crate::store::leases::part_of!($battle),
            ")"
        )
    };
}

pub(super) use {leased, part_of};

impl Store {
    /// Reports that a process is alive for `time` from now on, and gives it its share of the parts that nobody serves.
    /// It takes the parts of a dead process only once it has itself been alive for `time`. If no other process is
    /// alive, all homes are divided into `part_count` parts.
    ///
    /// # Errors
    ///
    /// If that can't be stored.
    pub async fn heartbeat(
        &self,
        holder: &ProcessName,
        time: Duration,
        part_count: u32,
    ) -> Result<Assignment, StoreError> {
        self.change_leases("take battles in", async |tx, now| heartbeat(tx, holder, time, part_count, now).await).await
    }

    /// Reports that a process that is about to end is alive for `time` from now on. It takes no more parts.
    ///
    /// # Errors
    ///
    /// If that can't be stored.
    pub(crate) async fn heartbeat_without_taking(
        &self,
        holder: &ProcessName,
        time: Duration,
    ) -> Result<(), StoreError> {
        const LIVE: &str = "UPDATE processes SET until = $2 WHERE name = $1";
        let extend = async |tx: &mut Transaction<'_>, now| {
            let values = [holder.into(), until(now, time).into()];
            tx.execute(EXTEND_HOMELESS, &values).await?;
            tx.execute(LIVE, &values).await.map(|_| ())
        };
        self.change_leases("keep battles in", extend).await
    }

    /// Gives back a part that a process has stopped serving, unless a message of it is being sent. Returns whether it
    /// was given back.
    ///
    /// # Errors
    ///
    /// If that can't be stored.
    pub(crate) async fn give_back(&self, holder: &ProcessName, part: u32) -> Result<bool, StoreError> {
        const SQL: &str = concat!(
            "UPDATE leases SET holder = NULL WHERE part = $1 AND holder = $2 AND NOT EXISTS (
                SELECT 1 FROM messages m JOIN battles b ON b.id = m.battle
                WHERE m.fate = 0 AND 0 < m.attempts AND m.next_at <= $3 AND $1 = ",
            part_of!("b"),
            ")"
        );
        let give = async |tx: &mut Transaction<'_>, now: i64| {
            Ok(tx.execute(SQL, &[part.into(), holder.into(), now.into()]).await? == 1)
        };
        self.change_leases("give battles back in", give).await
    }

    /// Returns whether a process serves a battle. A battle without a home is first taken for `time`, unless another
    /// process's lease of it still runs.
    ///
    /// # Errors
    ///
    /// If that can't be stored.
    pub(crate) async fn claim(
        &self,
        battle: BattleId,
        holder: &ProcessName,
        time: Duration,
    ) -> Result<bool, StoreError> {
        self.change_leases("take a battle in", async |tx, _| claim(tx, battle, holder, time).await).await
    }

    /// Gives up all of a process's leases, so that others needn't wait.
    ///
    /// # Errors
    ///
    /// If that can't be stored. The leases end when their time is over, then.
    pub async fn release(&self, holder: &ProcessName) -> Result<(), StoreError> {
        const ALL: [&str; 3] = [
            "UPDATE leases SET holder = NULL WHERE holder = $1 AND 0 <= part",
            "DELETE FROM leases WHERE holder = $1 AND part < 0",
            "DELETE FROM processes WHERE name = $1",
        ];
        let release = async |tx: &mut Transaction<'_>, _| tx.execute_each(&ALL, holder.into()).await;
        self.change_leases("let go of the battles in", release).await
    }

    /// Runs a change of leases while nobody else can change them.
    async fn change_leases<T>(
        &self,
        doing: &'static str,
        deed: impl AsyncFnOnce(&mut Transaction<'_>, i64) -> Result<T, Cause>,
    ) -> Result<T, StoreError> {
        let lease = async |tx: &mut Transaction<'_>| {
            tx.lock(postgres::LEASES_LOCK).await?;
            let now = tx.now().await?;
            deed(tx, now).await
        };
        self.transact(Purpose::Write, doing, lease).await
    }
}

/// Extends a process's leases of battles without a home.
const EXTEND_HOMELESS: &str = "UPDATE leases SET until = $2 WHERE holder = $1 AND part < 0";

async fn heartbeat(
    tx: &mut Transaction<'_>,
    holder: &ProcessName,
    time: Duration,
    part_count: u32,
    now: i64,
) -> Result<Assignment, Cause> {
    const LIVE: &str = "INSERT INTO processes (name, until, since) VALUES ($1, $2, $3)
        ON CONFLICT (name) DO UPDATE SET until = excluded.until, since = excluded.since";
    const TAKE: &str = "UPDATE leases SET holder = $2, term = $3 WHERE part = $1";
    // Replies that it has inherited before count again, because it may not have learned that it had.
    const INHERIT: &str = "UPDATE pleas SET holder = $1, is_inherited = 1
        WHERE holder NOT IN (SELECT name FROM processes) OR (holder = $1 AND is_inherited = 1)";
    let (me, until) = (holder.0.as_str(), until(now, time));
    let mut alive = live_processes(tx, now).await?;
    let since = *alive.entry(me.to_owned()).or_insert(now);
    tx.execute(LIVE, &[me.into(), until.into(), since.into()]).await?;
    tx.execute(EXTEND_HOMELESS, &[me.into(), until.into()]).await?;
    let mut leases = leases(tx).await?;
    // After an outage of the server, processes that are alive look dead until they report again, which all do at about
    // the same time.
    let may_inherit = milliseconds(time) <= now - since;
    let is_free = |it: &Lease| it.holder.as_ref().is_none_or(|it| may_inherit && !alive.contains_key(it));
    let is_mine = |it: &Lease| it.holder.as_deref() == Some(me);
    if alive.len() == 1 && leases.len() != part_count as usize && leases.iter().all(|it| is_mine(it) || is_free(it)) {
        leases = divide(tx, part_count, &leases).await?;
    }
    let wanted = fair_share(&leases, &alive, me);
    let mut parts_served: BTreeMap<u32, u32> =
        (0..).zip(&leases).filter(|it| is_mine(it.1)).map(|(part, it)| (part, it.term)).collect();
    for (part, lease) in (0..).zip(&leases).filter(|it| is_free(it.1)) {
        if parts_served.len() < wanted {
            let term = lease.term + 1;
            tx.execute(TAKE, &[part.into(), me.into(), term.into()]).await?;
            parts_served.insert(part, term);
        }
    }
    let surplus = parts_served.keys().skip(wanted).copied().collect();
    let inherits = may_inherit && 0 < tx.execute(INHERIT, &[me.into()]).await?;
    Ok(Assignment { part_count: leases.len() as u32, parts_served, surplus, inherits })
}

/// The processes that are alive, and since when. Dead ones are deleted.
async fn live_processes(tx: &mut Transaction<'_>, now: i64) -> Result<BTreeMap<String, i64>, Cause> {
    let mut alive = BTreeMap::new();
    let rows = tx.rows("SELECT name, since, until FROM processes", &[]).await?;
    let all = rows.len();
    for mut row in rows {
        let (name, since, until): (String, i64, i64) = (row.take()?, row.take()?, row.take()?);
        if now < until {
            alive.insert(name, since);
        }
    }
    if alive.len() < all {
        tx.execute("DELETE FROM processes WHERE until <= $1", &[now.into()]).await?;
        tx.execute("DELETE FROM leases WHERE part < 0 AND until <= $1", &[now.into()]).await?;
    }
    Ok(alive)
}

/// The lease of a part of the homes.
#[derive(Clone)]
struct Lease {
    holder: Option<String>,
    /// The number of times that it has changed hands.
    term: u32,
}

/// The leases of all parts of the homes, from the first to the last.
async fn leases(tx: &mut Transaction<'_>) -> Result<Vec<Lease>, Cause> {
    let rows = tx.rows("SELECT holder, term FROM leases WHERE 0 <= part ORDER BY part", &[]).await?;
    rows.into_iter().map(|mut it| Ok(Lease { holder: it.take()?, term: it.take()? })).collect()
}

/// Divides all homes into a new number of parts, which nobody holds yet.
async fn divide(tx: &mut Transaction<'_>, part_count: u32, before: &[Lease]) -> Result<Vec<Lease>, Cause> {
    let term = before.iter().map(|it| it.term).max().unwrap_or_default();
    tx.execute("DELETE FROM leases WHERE 0 <= part", &[]).await?;
    for part in 0..part_count {
        let values = [part.into(), term.into()];
        tx.execute("INSERT INTO leases (part, term, until) VALUES ($1, $2, 0)", &values).await?;
    }
    Ok(vec![Lease { holder: None, term }; part_count as usize])
}

/// The number of parts that a process should serve: as many as any other, or one more. Processes that have the most get
/// the one more, so that few parts change hands.
fn fair_share(leases: &[Lease], alive: &BTreeMap<String, i64>, me: &str) -> usize {
    let count_of = |name: &str| leases.iter().filter(|it| it.holder.as_deref() == Some(name)).count();
    let rank = |name: &str| (Reverse(count_of(name)), name.to_owned());
    let before = alive.keys().filter(|it| rank(it) < rank(me)).count();
    leases.len() / alive.len() + usize::from(before < leases.len() % alive.len())
}

/// Takes a battle without a home, if it is free. Returns whether the holder serves the battle.
pub(super) async fn claim(
    tx: &mut Transaction<'_>,
    battle: BattleId,
    holder: &ProcessName,
    time: Duration,
) -> Result<bool, Cause> {
    const TAKE: &str = "INSERT INTO leases (part, holder, until) SELECT -id, $2, $3 FROM battles
        WHERE id = $1 AND home IS NULL ON CONFLICT (part) DO UPDATE SET holder = excluded.holder, until = excluded.until
        WHERE leases.holder = $2 OR leases.until <= $4";
    const MINE: &str = concat!("SELECT id FROM battles WHERE id = $1 AND ", leased!("battles", "$2"));
    let now = tx.now().await?;
    let values = [battle.0.into(), holder.into(), until(now, time).into(), now.into()];
    tx.execute(TAKE, &values).await?;
    Ok(tx.row(MINE, &values[..2]).await?.is_some())
}

/// The time at which a lease ends.
pub(super) fn until(now: i64, time: Duration) -> i64 {
    now.saturating_add(milliseconds(time))
}
