//! Many battles at once, each stored step by step: the layer between a front end and the tables.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::OwnedMutexGuard;

use crate::dice::Seed;
use crate::games::Scenario;
use crate::post::Language;
use crate::referee::keeper::{Keeper, Trouble};
use crate::referee::replay::{self, Difference};
use crate::referee::{Due, Refused, Table, Undoing, fair};
use crate::store::{
    Assignment, BattleId, BattleSummary, CampaignLine, ClosedBy, Entry, Hash, NewBattle, NewMessage, Origin,
    ProcessName, Rank, Step, Store,
};

/// The time: the system's, or one that tests set.
pub trait Clock: Send + Sync {
    /// Seconds since 1970.
    fn now(&self) -> i64;
}

/// The system's time.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> i64 {
        // A clock before 1970 is no reason to stop.
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
    }
}

/// How long a process holds a battle after it last renewed the lease. Others wait this long before they take over.
pub const LEASE: Duration = Duration::from_secs(6);

/// How many idle battles are kept in memory. Reading one again costs more than a post.
const IDLE_BATTLES_MAX: usize = 1_024;

/// How many scenarios are kept in memory for the battles that are opened next.
const SCENARIOS_MAX: usize = 64;

/// Stores battles, and lets front ends work in them.
pub struct Referee {
    store: Arc<Store>,
    clock: Arc<dyn Clock>,
    holder: ProcessName,
    slots: Mutex<HashMap<BattleId, Arc<Slot>>>,
    // The battles that this process holds, as far as it knows.
    held: Mutex<HashSet<BattleId>>,
    assignment: Mutex<Assignment>,
    scenarios: Mutex<HashMap<Hash, Arc<Scenario>>>,
}

/// The place where a battle is played.
#[derive(Clone, Debug)]
pub struct Location {
    /// The front end's key for it.
    pub key: String,
    /// The front end's number for the battle's home. The process that serves the home's part of all homes holds the
    /// battle.
    pub home: Option<i64>,
    /// The front end's own data for the battle.
    pub front_state: String,
}

/// One battle, if it is in memory.
type Slot = tokio::sync::Mutex<Option<LoadedBattle>>;

struct LoadedBattle {
    table: Table,
    front_state: String,
    keeper: Keeper,
}

/// A battle that is being worked on. Everything that is done and sent is stored together, or not at all.
pub struct Transaction<'a> {
    pub table: &'a mut Table,
    /// The front end's own data for the battle.
    pub front_state: &'a mut String,
    /// Seconds since 1970.
    pub now: i64,
    messages: Vec<NewMessage>,
    campaign: Option<CampaignLine>,
}

impl Transaction<'_> {
    /// Sends a message after the changes are stored. The tag names it within the battle.
    pub fn send(&mut self, tag: Option<String>, body: String) {
        self.messages.push(NewMessage { tag, body, rank: Rank::Own });
    }

    /// Adds a line to a campaign, stored together with everything else.
    pub(crate) fn add_campaign_line(&mut self, line: CampaignLine) {
        self.campaign = Some(line);
    }

    /// Sends a message that may wait until nothing more urgent of the battle is left to be sent. The next message with
    /// the same tag replaces it.
    pub(crate) fn send_later(&mut self, tag: Option<String>, body: String) {
        self.messages.push(NewMessage { tag, body, rank: Rank::Later });
    }

    /// Sends a message that may wait for long, until everything else is sent. The next message with the same tag
    /// replaces it, unless it has arrived.
    pub(crate) fn send_last(&mut self, tag: &str, body: String) {
        self.messages.push(NewMessage { tag: Some(tag.to_owned()), body, rank: Rank::Last });
    }
}

impl Referee {
    /// Begins to serve the battles of a store. Each process is a holder of its own.
    pub fn new(store: Arc<Store>, clock: Arc<dyn Clock>, holder: ProcessName) -> Referee {
        Referee {
            store,
            clock,
            holder,
            slots: Mutex::default(),
            held: Mutex::default(),
            assignment: Mutex::default(),
            scenarios: Mutex::default(),
        }
    }

    /// The store with all battles.
    pub fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// The name under which this process holds its battles.
    pub fn holder(&self) -> &ProcessName {
        &self.holder
    }

    /// Seconds since 1970.
    pub fn now(&self) -> i64 {
        self.clock.now()
    }

    /// Begins a battle at a location, and does the first thing in it.
    ///
    /// # Errors
    ///
    /// If it can't be stored, an open battle has the location's key, or another process serves its home.
    pub async fn begin<T>(
        &self,
        scenario: &Scenario,
        seed: Seed,
        location: Location,
        deed: impl FnOnce(&mut Transaction) -> T,
    ) -> Result<(BattleId, T), Trouble> {
        self.keep(Table::open(scenario, Language::default(), seed), Origin::Here, location, deed).await
    }

    /// Stores a battle that was begun here or comes from a file, and does the first thing in it.
    ///
    /// # Errors
    ///
    /// If it comes from a file and is here already ([`Trouble::existing_battle`]), it can't be stored, an open battle
    /// has the location's key, or another process serves its home.
    pub(crate) async fn keep<T>(
        &self,
        mut table: Table,
        origin: Origin,
        location: Location,
        deed: impl FnOnce(&mut Transaction) -> T,
    ) -> Result<(BattleId, T), Trouble> {
        let Location { key, home, mut front_state } = location;
        let mut tx = self.transaction(&mut table, &mut front_state);
        let done = deed(&mut tx);
        let Transaction { messages, campaign, .. } = tx;
        let after = self.store.find(&key).await?;
        let (new_battle, alarm, holder) = (table.new_battle(), table.alarm(), Some((&self.holder, LEASE)));
        let (messages, campaign) = (&messages[..], campaign.as_ref());
        let step = Step { front_state: Some(&front_state), messages, alarm, campaign, ..new_battle.step };
        let new_battle = NewBattle { key: Some(&key), home, origin, after, holder, step, ..new_battle };
        let keeper = Keeper::insert(&self.store, &new_battle).await?;
        let battle = keeper.battle();
        locked(&self.held).insert(battle);
        *self.slot(battle).lock().await = Some(LoadedBattle { table, front_state, keeper });
        self.drop_idle();
        Ok((battle, done))
    }

    fn transaction<'a>(&self, table: &'a mut Table, front_state: &'a mut String) -> Transaction<'a> {
        Transaction { table, front_state, now: self.now(), messages: Vec::new(), campaign: None }
    }

    /// Does something in a battle. When this returns, the changes are stored, and the messages will be sent.
    ///
    /// # Errors
    ///
    /// If it can't be stored, or another process holds the battle. Then nothing was done.
    pub async fn change<T: Send>(
        &self,
        battle: BattleId,
        deed: impl FnOnce(&mut Transaction) -> T + Send,
    ) -> Result<T, Trouble> {
        let mut done = None;
        // The future is boxed too: the compiler limits how deeply futures may be nested.
        Box::pin(self.carry_out(battle, Box::new(|tx| done = Some(deed(tx))))).await?;
        Ok(done.expect("it was carried out"))
    }

    /// Does what [`Referee::change`] does. The deed is boxed so that this is compiled once for all types.
    async fn carry_out(
        &self,
        battle: BattleId,
        deed: Box<dyn FnOnce(&mut Transaction) + Send + '_>,
    ) -> Result<(), Trouble> {
        let mut place = self.loaded(battle).await?;
        // Taken out of its slot, so that a battle that couldn't be stored is read again the next time.
        let mut open = place.take().expect("it is in memory");
        let before = open.front_state.clone();
        let mut tx = self.transaction(&mut open.table, &mut open.front_state);
        deed(&mut tx);
        let Transaction { messages, campaign, .. } = tx;
        let front_state = (open.front_state != before).then_some(open.front_state.as_str());
        let (progress, holder, campaign) = (open.keeper.progress, Some(&self.holder), campaign.as_ref());
        let more = Step { progress, messages: &messages, front_state, holder, campaign, ..Step::default() };
        if let Err(why) = open.keeper.append(&open.table, more).await {
            let why = Trouble::from(why);
            if why.is_held_elsewhere() {
                locked(&self.held).remove(&battle);
            }
            return Err(why);
        }
        *place = Some(open);
        self.drop_idle();
        Ok(())
    }

    /// Reads something of a battle. Nothing is stored.
    ///
    /// # Errors
    ///
    /// If it can't be read.
    pub async fn read<T>(&self, battle: BattleId, question: impl FnOnce(&mut Table, &str) -> T) -> Result<T, Trouble> {
        let mut place = self.loaded(battle).await?;
        let open = place.as_mut().expect("it is in memory");
        let answer = question(&mut open.table, &open.front_state);
        self.drop_idle();
        Ok(answer)
    }

    /// A battle, loaded into memory if necessary. Nobody else can work in it while the guard is held.
    async fn loaded(&self, battle: BattleId) -> Result<OwnedMutexGuard<Option<LoadedBattle>>, Trouble> {
        let mut place = self.slot(battle).lock_owned().await;
        if place.is_none() {
            *place = Some(self.load(battle).await?);
        }
        Ok(place)
    }

    async fn load(&self, battle: BattleId) -> Result<LoadedBattle, Trouble> {
        let stored = self.store.load(battle).await?;
        let (seed, seen) = (Seed::from_bytes(stored.seed.0), stored.progress.posts_seen);
        let resume = || {
            let scenario = self.scenario_of(&stored.log)?;
            Table::resume_at(&scenario, &stored.log, seed, seen, stored.snapshot.as_ref())
        };
        let keeper = Keeper::of(&self.store, &stored);
        let table = resume().map_err(|why| keeper.log_trouble(why))?;
        Ok(LoadedBattle { table, front_state: stored.front_state, keeper })
    }

    /// The scenario of a battle. It is read once, and shared by all battles of the same scenario.
    fn scenario_of(&self, log: &[Entry]) -> Result<Arc<Scenario>, Difference> {
        let hash = log.first().and_then(fair::scenario_hash).ok_or(Difference::OutOfPlace(1))?;
        let known = || locked(&self.scenarios);
        if let Some(scenario) = known().get(&hash) {
            return Ok(Arc::clone(scenario));
        }
        let scenario = Arc::new(replay::scenario_of(log)?);
        let mut known = known();
        if SCENARIOS_MAX <= known.len() {
            known.clear();
        }
        known.insert(hash, Arc::clone(&scenario));
        Ok(scenario)
    }

    /// Renews the leases of this process, and takes its share of what nobody else holds. If no other process lives, the
    /// homes are divided into `part_count` parts. Returns the open battles that are new to this process.
    ///
    /// # Errors
    ///
    /// If the store can't be reached.
    pub async fn hold(&self, part_count: u32) -> Result<Vec<BattleSummary>, Trouble> {
        let assignment = self.store.heartbeat(&self.holder, LEASE, part_count).await?;
        let before = self.assignment();
        if (assignment.part_count, &assignment.parts_served) == (before.part_count, &before.parts_served) {
            *locked(&self.assignment) = assignment;
            return Ok(Vec::new());
        }
        let held = locked(&self.held).clone();
        let served = self.store.served(&self.holder).await?;
        let all: HashSet<BattleId> = served.iter().map(|it| it.id).collect();
        let is_kept = |home: i64| {
            let part = home.rem_euclid(assignment.part_count.into()) as u32;
            assignment.part_count == before.part_count
                && assignment.parts_served.get(&part) == before.parts_served.get(&part)
        };
        let new = served.into_iter().filter(|it| !held.contains(&it.id) || !it.home.is_none_or(is_kept));
        let new: Vec<BattleSummary> = new.collect();
        // Only now: if the query above had failed, the next call would have to notice the change.
        *locked(&self.assignment) = assignment;
        // Others may have been begun in the meantime.
        locked(&self.held).retain(|it| !held.contains(it) || all.contains(it));
        locked(&self.held).extend(all);
        // What another process did in these battles isn't known here.
        let mut slots = locked(&self.slots);
        new.iter().for_each(|it| drop(slots.remove(&it.id)));
        Ok(new)
    }

    /// The homes that this process serves, as far as it knows.
    pub(crate) fn assignment(&self) -> Assignment {
        locked(&self.assignment).clone()
    }

    /// Whether this process holds a battle, as far as it knows.
    pub fn holds(&self, battle: BattleId) -> bool {
        locked(&self.held).contains(&battle)
    }

    /// Takes a battle, unless another process holds it. Returns whether this process holds it now.
    ///
    /// # Errors
    ///
    /// If the store can't be reached.
    pub async fn take(&self, battle: BattleId) -> Result<bool, Trouble> {
        if self.holds(battle) {
            return Ok(true);
        }
        let is_taken = self.store.claim(battle, &self.holder, LEASE).await?;
        if is_taken {
            // What another process did in this battle isn't known here.
            locked(&self.slots).remove(&battle);
            locked(&self.held).insert(battle);
        }
        Ok(is_taken)
    }

    /// Releases all battles, so that another process can continue at once.
    ///
    /// # Errors
    ///
    /// If the store can't be reached. Then the battles are free after [`LEASE`].
    pub async fn release(&self) -> Result<(), Trouble> {
        self.store.release(&self.holder).await?;
        locked(&self.held).clear();
        *locked(&self.assignment) = Assignment::default();
        Ok(())
    }

    /// The battles of this process in which something may be due.
    ///
    /// # Errors
    ///
    /// If the store can't be reached.
    pub async fn alarms(&self) -> Result<Vec<BattleId>, Trouble> {
        Ok(self.store.alarms(&self.holder, self.now()).await?)
    }

    /// Does what is due in a battle by the clock. `tell` then sends messages about each thing that was done.
    ///
    /// # Errors
    ///
    /// If it can't be stored.
    pub(crate) async fn do_due(&self, battle: BattleId, tell: fn(&mut Transaction, &Due)) -> Result<(), Trouble> {
        let done = self.change(battle, |tx| {
            for due in tx.table.due(tx.now) {
                if tx.do_due(&due).is_ok() {
                    tell(tx, &due);
                }
            }
        });
        done.await
    }

    fn slot(&self, battle: BattleId) -> Arc<Slot> {
        Arc::clone(locked(&self.slots).entry(battle).or_default())
    }

    /// Drops idle battles from memory if there are too many.
    fn drop_idle(&self) {
        let mut slots = locked(&self.slots);
        if IDLE_BATTLES_MAX < slots.len() {
            slots.retain(|_, it| 1 < Arc::strong_count(it));
        }
    }
}

/// Locks a mutex, even if a thread panicked while holding it.
pub(crate) fn locked<T>(it: &Mutex<T>) -> MutexGuard<'_, T> {
    it.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Transaction<'_> {
    /// Closes the round, and starts the clock of the next.
    ///
    /// # Errors
    ///
    /// If the battle is over, or orders are missing and `force` is not set.
    pub fn close(&mut self, by: ClosedBy, force: bool) -> Result<(), Refused> {
        let closed = if force { self.table.close(by) } else { self.table.close_if_complete(by) };
        closed?;
        self.table.start_clock(self.now);
        Ok(())
    }

    /// Takes decisions back. If that opens another round, the round gets the usual time.
    ///
    /// # Errors
    ///
    /// The same as for [`Table::undoing`].
    pub fn undo(&mut self, number: Option<usize>) -> Result<Undoing, Refused> {
        let before = (self.table.round(), self.table.is_over());
        let undoing = self.table.undo(number)?;
        if before != (undoing.round, false) {
            self.table.start_clock(self.now);
        }
        Ok(undoing)
    }

    fn do_due(&mut self, due: &Due) -> Result<(), Refused> {
        match *due {
            Due::Remind { seat, deadline } => self.table.remind(Some(seat), deadline),
            Due::Call { seat } => self.table.call(seat),
            Due::TellGm { deadline } => self.table.remind(None, deadline),
            Due::CloseAtDeadline { .. } => self.close(ClosedBy::Deadline, true),
            Due::CloseEarly => self.close(ClosedBy::Players, true),
        }
    }
}
