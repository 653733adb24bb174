//! Leases: of several processes at one database each battle is one's at a time, and another's when that one has died.
//!
//! What a process serves is leased, not each battle: all homes of battles are divided into parts, and a part is one
//! process's. A process says in a row of its own that it lives, so to hold many battles costs no more than to hold few. A
//! battle that is at home nowhere is a part of its own.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::store::link::{Work, milliseconds};
use crate::store::purpose::Purpose;
use crate::store::{BattleId, Cause, Failed, Store, nonce, postgres};

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
        nonce().map(Holder)
    }
}

/// What a process serves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Duty {
    /// Into how many parts all homes are divided: a home is in the part that is left when it is divided by this.
    pub parts: u32,
    /// The parts that are this process's, each with how often it has changed hands: where that has grown, it has been
    /// another's meanwhile, even if this process never heard of it.
    pub mine: BTreeMap<u32, u32>,
    /// Those of them that it is to give back, as others have fewer.
    pub(crate) surplus: BTreeSet<u32>,
    /// Somebody waits for the answer of one that died, and it is to say something.
    pub(crate) inherits: bool,
}

/// The part that a battle belongs to, in the words of the databases.
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

/// Whether a battle is a holder's.
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
    /// Says that a process lives for a while longer, and gives it its share of what nobody serves; of what a dead one had
    /// only after it has itself lived for such a while. If no other lives, all homes are divided into so many parts.
    ///
    /// # Errors
    ///
    /// If that can't be kept.
    pub async fn report(&self, holder: &Holder, time: Duration, parts: u32) -> Result<Duty, Failed> {
        self.leasing("take battles in", async |work, now| report(work, holder, time, parts, now).await).await
    }

    /// Says that a process lives for a while longer that is about to end, and takes nothing more.
    ///
    /// # Errors
    ///
    /// If that can't be kept.
    pub(crate) async fn linger(&self, holder: &Holder, time: Duration) -> Result<(), Failed> {
        const LIVE: &str = "UPDATE processes SET until = $2 WHERE name = $1";
        let linger = async |work: &mut Work<'_>, now| {
            let values = [holder.into(), until(now, time).into()];
            work.execute(LONE, &values).await?;
            work.execute(LIVE, &values).await.map(|_| ())
        };
        self.leasing("keep battles in", linger).await
    }

    /// Gives a part back that a process has stopped to serve, once nothing of it is on its way any more: whether it was.
    ///
    /// # Errors
    ///
    /// If that can't be kept.
    pub(crate) async fn give_back(&self, holder: &Holder, part: u32) -> Result<bool, Failed> {
        const SQL: &str = concat!(
            "UPDATE leases SET holder = NULL WHERE part = $1 AND holder = $2 AND NOT EXISTS (
                SELECT 1 FROM messages m JOIN battles b ON b.id = m.battle
                WHERE m.fate = 0 AND 0 < m.attempts AND m.next_at <= $3 AND $1 = ",
            part_of!("b"),
            ")"
        );
        let give = async |work: &mut Work<'_>, now: i64| {
            Ok(work.execute(SQL, &[part.into(), holder.into(), now.into()]).await? == 1)
        };
        self.leasing("give battles back in", give).await
    }

    /// Whether a battle is a process's. One that is at home nowhere is taken for a while, unless it is another's whose time
    /// isn't over.
    ///
    /// # Errors
    ///
    /// If that can't be kept.
    pub(crate) async fn claim(&self, battle: BattleId, holder: &Holder, time: Duration) -> Result<bool, Failed> {
        self.leasing("take a battle in", async |work, _| claim(work, battle, holder, time).await).await
    }

    /// Lets all go, so that others needn't wait.
    ///
    /// # Errors
    ///
    /// If that can't be kept. It is let go when the time runs out, then.
    pub async fn release(&self, holder: &Holder) -> Result<(), Failed> {
        const ALL: [&str; 3] = [
            "UPDATE leases SET holder = NULL WHERE holder = $1 AND 0 <= part",
            "DELETE FROM leases WHERE holder = $1 AND part < 0",
            "DELETE FROM processes WHERE name = $1",
        ];
        let release = async |work: &mut Work<'_>, _| work.execute_each(&ALL, holder.into()).await;
        self.leasing("let go of the battles in", release).await
    }

    /// Changes leases, which nobody else does meanwhile.
    async fn leasing<T>(
        &self,
        doing: &'static str,
        deed: impl AsyncFnOnce(&mut Work<'_>, i64) -> Result<T, Cause>,
    ) -> Result<T, Failed> {
        let lease = async |work: &mut Work<'_>| {
            work.lock(postgres::LEASES).await?;
            let now = work.now().await?;
            deed(work, now).await
        };
        self.transact(Purpose::Write, doing, lease).await
    }
}

/// What a process holds that is at home nowhere stays its own until then.
const LONE: &str = "UPDATE leases SET until = $2 WHERE holder = $1 AND part < 0";

async fn report(work: &mut Work<'_>, holder: &Holder, time: Duration, parts: u32, now: i64) -> Result<Duty, Cause> {
    const LIVE: &str = "INSERT INTO processes (name, until, since) VALUES ($1, $2, $3)
        ON CONFLICT (name) DO UPDATE SET until = excluded.until, since = excluded.since";
    const TAKE: &str = "UPDATE leases SET holder = $2, term = $3 WHERE part = $1";
    // Those that are its own already are counted again, as it may never have heard that they are.
    const INHERIT: &str = "UPDATE pleas SET holder = $1, is_inherited = 1
        WHERE holder NOT IN (SELECT name FROM processes) OR (holder = $1 AND is_inherited = 1)";
    let (me, until) = (holder.0.as_str(), until(now, time));
    let mut alive = alive(work, now).await?;
    let since = *alive.entry(me.to_owned()).or_insert(now);
    work.execute(LIVE, &[me.into(), until.into(), since.into()]).await?;
    work.execute(LONE, &[me.into(), until.into()]).await?;
    let mut leases = leases(work).await?;
    // When nobody could say that they live, as the server was away, they all come back at about the same time.
    let may_inherit = milliseconds(time) <= now - since;
    let is_free = |it: &Lease| it.holder.as_ref().is_none_or(|it| may_inherit && !alive.contains_key(it));
    let is_mine = |it: &Lease| it.holder.as_deref() == Some(me);
    if alive.len() == 1 && leases.len() != parts as usize && leases.iter().all(|it| is_mine(it) || is_free(it)) {
        leases = divide(work, parts, &leases).await?;
    }
    let wanted = share(&leases, &alive, me);
    let mut mine: BTreeMap<u32, u32> =
        (0..).zip(&leases).filter(|it| is_mine(it.1)).map(|(part, it)| (part, it.term)).collect();
    for (part, lease) in (0..).zip(&leases).filter(|it| is_free(it.1)) {
        if mine.len() < wanted {
            let term = lease.term + 1;
            work.execute(TAKE, &[part.into(), me.into(), term.into()]).await?;
            mine.insert(part, term);
        }
    }
    let surplus = mine.keys().skip(wanted).copied().collect();
    let inherits = may_inherit && 0 < work.execute(INHERIT, &[me.into()]).await?;
    Ok(Duty { parts: leases.len() as u32, mine, surplus, inherits })
}

/// The processes that live, and since when. Those that don't are forgotten.
async fn alive(work: &mut Work<'_>, now: i64) -> Result<BTreeMap<String, i64>, Cause> {
    let mut alive = BTreeMap::new();
    let rows = work.rows("SELECT name, since, until FROM processes", &[]).await?;
    let all = rows.len();
    for mut row in rows {
        let (name, since, until): (String, i64, i64) = (row.take()?, row.take()?, row.take()?);
        if now < until {
            alive.insert(name, since);
        }
    }
    if alive.len() < all {
        work.execute("DELETE FROM processes WHERE until <= $1", &[now.into()]).await?;
        work.execute("DELETE FROM leases WHERE part < 0 AND until <= $1", &[now.into()]).await?;
    }
    Ok(alive)
}

/// Whose a part of the homes is.
#[derive(Clone)]
struct Lease {
    holder: Option<String>,
    /// How often it has changed hands.
    term: u32,
}

/// Whose each part of the homes is, from the first to the last.
async fn leases(work: &mut Work<'_>) -> Result<Vec<Lease>, Cause> {
    let rows = work.rows("SELECT holder, term FROM leases WHERE 0 <= part ORDER BY part", &[]).await?;
    rows.into_iter().map(|mut it| Ok(Lease { holder: it.take()?, term: it.take()? })).collect()
}

/// Divides all homes anew into parts, which are nobody's.
async fn divide(work: &mut Work<'_>, parts: u32, before: &[Lease]) -> Result<Vec<Lease>, Cause> {
    let term = before.iter().map(|it| it.term).max().unwrap_or_default();
    work.execute("DELETE FROM leases WHERE 0 <= part", &[]).await?;
    for part in 0..parts {
        let values = [part.into(), term.into()];
        work.execute("INSERT INTO leases (part, term, until) VALUES ($1, $2, 0)", &values).await?;
    }
    Ok(vec![Lease { holder: None, term }; parts as usize])
}

/// How many parts a process is to serve: as many as any other, or one more. Who has more of them has that one more, so that
/// few change hands.
fn share(leases: &[Lease], alive: &BTreeMap<String, i64>, me: &str) -> usize {
    let has = |name: &str| leases.iter().filter(|it| it.holder.as_deref() == Some(name)).count();
    let rank = |name: &str| (Reverse(has(name)), name.to_owned());
    let before = alive.keys().filter(|it| rank(it) < rank(me)).count();
    leases.len() / alive.len() + usize::from(before < leases.len() % alive.len())
}

/// Takes a battle that is at home nowhere, if it is free: whether a battle is the holder's.
pub(super) async fn claim(
    work: &mut Work<'_>,
    battle: BattleId,
    holder: &Holder,
    time: Duration,
) -> Result<bool, Cause> {
    const TAKE: &str = "INSERT INTO leases (part, holder, until) SELECT -id, $2, $3 FROM battles
        WHERE id = $1 AND home IS NULL ON CONFLICT (part) DO UPDATE SET holder = excluded.holder, until = excluded.until
        WHERE leases.holder = $2 OR leases.until <= $4";
    const MINE: &str = concat!("SELECT id FROM battles WHERE id = $1 AND ", leased!("battles", "$2"));
    let now = work.now().await?;
    let values = [battle.0.into(), holder.into(), until(now, time).into(), now.into()];
    work.execute(TAKE, &values).await?;
    Ok(work.row(MINE, &values[..2]).await?.is_some())
}

/// When the time of a lease is over.
pub(super) fn until(now: i64, time: Duration) -> i64 {
    now.saturating_add(milliseconds(time))
}
