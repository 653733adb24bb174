//! Where steps hand their messages over to the post office, so that it need not look for them in the outbox.
//!
//! The outbox stays what counts: what isn't handed over, or is lost here, is found there.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use crate::store::{BattleId, Holder, Outgoing, Rank};

/// Steps whose messages may lie here at once. Further ones are left to the outbox.
const STEPS_MAX: usize = 1000;

/// How long what a step found out about its battle is taken to be so: who holds it, above all.
const SURE: Duration = Duration::from_secs(1);

/// The counter of a post office.
pub(super) struct Counter {
    holder: Option<Holder>,
    bell: Arc<Notify>,
    there: Mutex<There>,
}

#[derive(Default)]
struct There {
    /// Battles with a step under way that will hand something over. Nobody else may send it meanwhile.
    coming: BTreeSet<BattleId>,
    handed_over: Vec<HandedOver>,
}

/// The messages of a step that was just kept, of one rank and in their order: the first that the battle has to send. That
/// they are about to be sent is written down.
pub(super) struct HandedOver {
    pub(super) messages: VecDeque<Outgoing>,
    since: Instant,
}

/// A step that will hand its messages over, unless this is dropped before.
pub(super) struct Coming {
    counter: Arc<Counter>,
    battle: BattleId,
}

/// The counters of all offices of a store.
#[derive(Default)]
pub(super) struct Counters(Mutex<Vec<Weak<Counter>>>);

impl Counters {
    /// Opens a counter for steps of the holder.
    pub(super) fn open(&self, holder: Option<Holder>, bell: Arc<Notify>) -> Arc<Counter> {
        let counter = Arc::new(Counter { holder, bell, there: Mutex::default() });
        let mut counters = self.all();
        counters.retain(|it| 0 < it.strong_count());
        counters.push(Arc::downgrade(&counter));
        counter
    }

    /// Announces a step of the holder's at its counter, if there is one.
    pub(super) fn announce(&self, battle: BattleId, holder: Option<&Holder>) -> Option<Coming> {
        let counter = self.all().iter().filter_map(Weak::upgrade).find(|it| it.holder.as_ref() == holder)?;
        let mut there = counter.there();
        let is_free = there.handed_over.len() < STEPS_MAX && there.coming.insert(battle);
        drop(there);
        is_free.then_some(Coming { counter, battle })
    }

    fn all(&self) -> MutexGuard<'_, Vec<Weak<Counter>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Counter {
    /// Takes what was handed over; and the battles of which something is coming.
    pub(super) fn take(&self) -> (Vec<HandedOver>, BTreeSet<BattleId>) {
        let mut there = self.there();
        (std::mem::take(&mut there.handed_over), there.coming.clone())
    }

    fn there(&self) -> MutexGuard<'_, There> {
        self.there.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Coming {
    /// Hands over the messages of the step, which is kept by now.
    pub(super) fn hand_over(self, messages: Vec<Outgoing>) {
        let (own, later): (VecDeque<Outgoing>, VecDeque<Outgoing>) =
            messages.into_iter().partition(|it| it.rank == Rank::Own);
        for messages in [own, later].into_iter().filter(|it| !it.is_empty()) {
            self.counter.there().handed_over.push(HandedOver { messages, since: Instant::now() });
            self.counter.bell.notify_one();
        }
    }
}

impl Drop for Coming {
    fn drop(&mut self) {
        self.counter.there().coming.remove(&self.battle);
    }
}

impl HandedOver {
    /// Whether what the step found out is surely still so.
    pub(super) fn is_sure(&self) -> bool {
        self.since.elapsed() < SURE
    }

    /// The next message, as long as that is sure.
    pub(super) fn next(&mut self) -> Option<Outgoing> {
        if self.is_sure() { self.messages.pop_front() } else { None }
    }
}
