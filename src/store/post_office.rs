//! The sender: takes what is due from the outbox and has it delivered, each message once, in the order of its battle.
//!
//! A crash between sending and writing that down is known afterwards, as every attempt is counted before it is made: then
//! the message is looked for where it was sent to before it is sent again.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::{Id, JoinError, JoinSet};

use crate::store::counter::{Counter, HandedOver};
use crate::store::{Failed, Holder, MessageId, Outgoing, Store};

/// How long until the next attempt, at first; twice as long each time.
const WAIT_MIN: Duration = Duration::from_secs(1);
const WAIT_MAX: Duration = Duration::from_secs(5 * 60);

/// Even if the other side says sooner.
const BREATH: Duration = Duration::from_millis(250);

/// How often the outbox is looked into when nobody says that there is something in it.
const PAUSE: Duration = Duration::from_millis(500);

/// How many battles are served at once.
const AT_ONCE: usize = 64;

/// What carries messages to where people read them.
pub trait Deliver: Send + Sync + 'static {
    /// Sends a message: what it is known by there.
    fn deliver(&self, message: &Outgoing) -> impl Future<Output = Result<String, Undelivered>> + Send;

    /// Looks for a message that may have arrived before, by its nonce: what it is known by there.
    fn find(&self, message: &Outgoing) -> impl Future<Output = Result<Option<String>, Undelivered>> + Send;

    /// Whether nobody notices if it is sent twice. Then it need not be written down beforehand that it will be.
    fn may_repeat(&self, _: &Outgoing) -> bool {
        false
    }
}

/// Why a message didn't arrive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undelivered {
    /// It may arrive at another time: when the other side says, or else after a wait that grows.
    Later { after: Option<Duration>, why: String },
    /// It can't arrive.
    Never { why: String },
}

/// Sends what is in the outbox of a store.
pub struct PostOffice<D> {
    store: Arc<Store>,
    courier: Arc<D>,
    // Only the battles of this one are served.
    holder: Option<Holder>,
    bell: Arc<Notify>,
    counter: Arc<Counter>,
}

/// The deliveries that are under way, one a battle and rank at most: nobody waits for what may come later.
#[derive(Default)]
struct Tour {
    deliveries: JoinSet<Result<Option<Errand>, Failed>>,
    // What each began with.
    messages: HashMap<Id, Outgoing>,
    // What was handed over, and waits until its battle's delivery is back or there is room.
    waiting: Vec<HandedOver>,
}

/// Messages of one battle, to be delivered one after the other.
struct Errand {
    first: Outgoing,
    /// Whether the attempt is written down already.
    is_counted: bool,
    /// What was handed over with it.
    more: Option<HandedOver>,
}

impl<D: Deliver> PostOffice<D> {
    /// An office that sends what is in a store; with a holder only for the battles it holds.
    pub fn new(store: Arc<Store>, courier: Arc<D>, holder: Option<Holder>) -> PostOffice<D> {
        let bell = Arc::new(Notify::new());
        let counter = store.counters.open(holder.clone(), Arc::clone(&bell));
        PostOffice { store, courier, holder, bell, counter }
    }

    /// Says that there is something new in the outbox.
    pub fn ring(&self) {
        self.bell.notify_one();
    }

    /// Sends whatever is due, for ever. What the store can't do is told and tried again; it may be given up at any moment.
    pub async fn run(&self, mut troubled: impl FnMut(&Failed)) {
        let mut tour = Tour::default();
        loop {
            let mut trouble = self.set_out(&mut tour).await.err();
            if trouble.is_none() {
                // Whether somebody rang, a delivery came back or the time is over is all the same.
                tokio::select! {
                    _ = tokio::time::timeout(PAUSE, self.bell.notified()) => (),
                    Some(ended) = tour.deliveries.join_next_with_id() => {
                        trouble = self.come_back(&mut tour, ended).await.err();
                    }
                }
            }
            while let Some(ended) = tour.deliveries.try_join_next_with_id() {
                trouble = self.come_back(&mut tour, ended).await.err().or(trouble);
            }
            if let Some(trouble) = trouble {
                troubled(&trouble);
                tokio::time::sleep(WAIT_MIN).await;
            }
        }
    }

    /// Sends until nothing is due any more.
    ///
    /// # Errors
    ///
    /// If the store can't be used. What was under way is given up.
    pub async fn clear(&self) -> Result<(), Failed> {
        let mut tour = Tour::default();
        loop {
            let was_due = self.set_out(&mut tour).await?;
            match tour.deliveries.join_next_with_id().await {
                Some(ended) => self.come_back(&mut tour, ended).await?,
                // What was sent by somebody who was given up is written down meanwhile, and another's turn comes.
                None if was_due => (),
                None => return Ok(()),
            }
        }
    }

    /// Begins the deliveries that are due, of the battles that have none under way: whether there were any.
    async fn set_out(&self, tour: &mut Tour) -> Result<bool, Failed> {
        tour.waiting.extend(self.counter.take().0);
        self.send_handed_over(tour);
        let holder = self.holder.as_ref();
        let room = AT_ONCE.saturating_sub(tour.messages.len());
        if room == 0 {
            return Ok(true);
        }
        let mut due = self.store.due(holder, (AT_ONCE + tour.messages.len()) as u32).await?;
        // What was kept meanwhile may be among them, and is handed over.
        let (handed_over, coming) = self.counter.take();
        tour.waiting.extend(handed_over);
        due.retain(|it| !tour.is_at(it) && !tour.awaits(it) && !coming.contains(&it.battle));
        due.truncate(room);
        self.send_handed_over(tour);
        if due.is_empty() {
            return Ok(false);
        }
        let (free, counted): (Vec<Outgoing>, Vec<Outgoing>) =
            due.into_iter().partition(|it| it.attempts == 0 && self.courier.may_repeat(it));
        free.into_iter().for_each(|it| self.send(tour, Errand::new(it, false)));
        if counted.is_empty() {
            return Ok(true);
        }
        let ids: Vec<MessageId> = counted.iter().map(|it| it.id).collect();
        let allowed = self.store.attempt(&ids, holder).await?;
        let counted = counted.into_iter().filter(|it| allowed.contains(&it.id));
        counted.for_each(|it| self.send(tour, Errand::new(it, true)));
        Ok(true)
    }

    /// Begins the deliveries of what was handed over. What has waited too long is left to the outbox.
    fn send_handed_over(&self, tour: &mut Tour) {
        for handed_over in std::mem::take(&mut tour.waiting) {
            if handed_over.messages.iter().any(|it| tour.is_at(it)) || AT_ONCE <= tour.messages.len() {
                tour.waiting.push(handed_over);
            } else if let Some(errand) = Errand::of(handed_over) {
                self.send(tour, errand);
            }
        }
        tour.waiting.retain(HandedOver::is_sure);
    }

    /// Begins a delivery.
    fn send(&self, tour: &mut Tour, errand: Errand) {
        let (store, courier, holder) = (Arc::clone(&self.store), Arc::clone(&self.courier), self.holder.clone());
        let first = errand.first.clone();
        let handle = tour.deliveries.spawn(deliver(store, courier, holder, errand));
        tour.messages.insert(handle.id(), first);
    }

    /// Ends a delivery, and begins that of the battle's next message.
    async fn come_back(
        &self,
        tour: &mut Tour,
        ended: Result<(Id, Result<Option<Errand>, Failed>), JoinError>,
    ) -> Result<(), Failed> {
        let (id, written) = match ended {
            Ok((id, written)) => (id, Some(written)),
            Err(panicked) => (panicked.id(), None),
        };
        let message = tour.messages.remove(&id);
        match (written, message) {
            (Some(Ok(next)), _) => {
                next.into_iter().for_each(|it| self.send(tour, it));
                Ok(())
            }
            (Some(Err(why)), _) => Err(why),
            (None, Some(message)) => {
                let why = "fieldpost failed at it, which is a bug";
                self.store.retry(message.id, wait_after(message.attempts), why).await
            }
            (None, None) => Ok(()),
        }
    }
}

impl Tour {
    /// Whether something of a message's battle and rank is being delivered.
    fn is_at(&self, message: &Outgoing) -> bool {
        self.messages.values().any(|it| (it.battle, it.rank) == (message.battle, message.rank))
    }

    /// Whether something of a message's battle and rank was handed over and has not set out yet.
    fn awaits(&self, message: &Outgoing) -> bool {
        let mut waiting = self.waiting.iter().flat_map(|it| &it.messages);
        waiting.any(|it| (it.battle, it.rank) == (message.battle, message.rank))
    }
}

impl Errand {
    fn new(first: Outgoing, is_counted: bool) -> Errand {
        Errand { first, is_counted, more: None }
    }

    /// The errand of what was handed over, as long as that is sure.
    fn of(mut handed_over: HandedOver) -> Option<Errand> {
        let first = handed_over.next()?;
        Some(Errand { first, is_counted: true, more: Some(handed_over) })
    }

    /// What comes next: as it was handed over, if it was.
    fn go_on(next: Outgoing, more: Option<HandedOver>) -> Errand {
        let more = more.filter(|it| it.messages.front().is_some_and(|it| it.id == next.id));
        more.and_then(Errand::of).unwrap_or_else(|| Errand::new(next, true))
    }
}

/// Delivers messages, unless they arrived before, and writes down what became of them: the battle's next errand.
///
/// What may be sent twice need not be known to have arrived before the next message is sent, so that people wait for the
/// disk once: that is written down together with what became of the next.
async fn deliver<D: Deliver>(
    store: Arc<Store>,
    courier: Arc<D>,
    holder: Option<Holder>,
    errand: Errand,
) -> Result<Option<Errand>, Failed> {
    let Errand { first: mut message, is_counted, mut more } = errand;
    let mut arrived: Vec<(MessageId, String)> = Vec::new();
    let failed = loop {
        match hand_over(&*courier, &message).await {
            Ok(receipt) => arrived.push((message.id, receipt)),
            Err(why) => break why,
        }
        match more.as_mut().filter(|_| courier.may_repeat(&message)).and_then(HandedOver::next) {
            Some(next) => message = next,
            None => {
                let next = store.confirm_and_go_on(message.battle, &arrived, message.rank, holder.as_ref()).await?;
                return Ok(next.map(|it| Errand::go_on(it, more)));
            }
        }
    };
    for (message, receipt) in arrived {
        store.confirm(message, &receipt).await?;
    }
    match failed {
        Undelivered::Later { after, why } => {
            let wait = after.map_or_else(|| wait_after(message.attempts), |it| it.max(BREATH));
            if !is_counted {
                store.attempt(&[message.id], holder.as_ref()).await?;
            }
            store.retry(message.id, wait, &why).await?;
        }
        Undelivered::Never { why } => store.give_up(message.id, &why).await?,
    }
    Ok(None)
}

async fn hand_over(courier: &impl Deliver, message: &Outgoing) -> Result<String, Undelivered> {
    if 0 < message.attempts
        && let Some(receipt) = courier.find(message).await?
    {
        return Ok(receipt);
    }
    courier.deliver(message).await
}

/// How long to wait after an attempt that had so many before it.
fn wait_after(attempts: u32) -> Duration {
    let times = 1_u32.checked_shl(attempts).unwrap_or(u32::MAX);
    WAIT_MIN.saturating_mul(times).min(WAIT_MAX)
}
