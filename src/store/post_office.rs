//! The sender: takes what is due from the outbox and has it delivered, each message once, in the order of its battle.
//!
//! A crash between sending and writing that down is known afterwards, as every attempt is counted before it is made: then
//! the message is looked for where it was sent to before it is sent again.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::{Id, JoinError, JoinSet};

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
}

/// The deliveries that are under way, one a battle at most.
#[derive(Default)]
struct Tour {
    deliveries: JoinSet<Result<Option<Outgoing>, Failed>>,
    messages: HashMap<Id, Outgoing>,
}

impl<D: Deliver> PostOffice<D> {
    /// An office that sends what is in a store; with a holder only for the battles it holds.
    pub fn new(store: Arc<Store>, courier: Arc<D>, holder: Option<Holder>) -> PostOffice<D> {
        PostOffice { store, courier, holder, bell: Arc::new(Notify::new()) }
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
            self.set_out(&mut tour).await?;
            let Some(ended) = tour.deliveries.join_next_with_id().await else { return Ok(()) };
            self.come_back(&mut tour, ended).await?;
        }
    }

    /// Begins the deliveries that are due, of the battles that have none under way.
    async fn set_out(&self, tour: &mut Tour) -> Result<(), Failed> {
        let holder = self.holder.as_ref();
        let room = AT_ONCE.saturating_sub(tour.messages.len());
        if room == 0 {
            return Ok(());
        }
        let mut due = self.store.due(holder, (AT_ONCE + tour.messages.len()) as u32).await?;
        due.retain(|it| tour.messages.values().all(|other| other.battle != it.battle));
        due.truncate(room);
        if due.is_empty() {
            return Ok(());
        }
        let (free, counted): (Vec<Outgoing>, Vec<Outgoing>) =
            due.into_iter().partition(|it| it.attempts == 0 && self.courier.may_repeat(it));
        free.into_iter().for_each(|it| self.send(tour, it));
        if counted.is_empty() {
            return Ok(());
        }
        let ids: Vec<MessageId> = counted.iter().map(|it| it.id).collect();
        let allowed = self.store.attempt(&ids, holder).await?;
        counted.into_iter().filter(|it| allowed.contains(&it.id)).for_each(|it| self.send(tour, it));
        Ok(())
    }

    /// Begins a delivery.
    fn send(&self, tour: &mut Tour, message: Outgoing) {
        let (store, courier, holder) = (Arc::clone(&self.store), Arc::clone(&self.courier), self.holder.clone());
        let handle = tour.deliveries.spawn(deliver(store, courier, holder, message.clone()));
        tour.messages.insert(handle.id(), message);
    }

    /// Ends a delivery, and begins that of the battle's next message.
    async fn come_back(
        &self,
        tour: &mut Tour,
        ended: Result<(Id, Result<Option<Outgoing>, Failed>), JoinError>,
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

/// Delivers a message, unless it arrived before, and writes down what became of it: the one whose turn it is then.
async fn deliver<D: Deliver>(
    store: Arc<Store>,
    courier: Arc<D>,
    holder: Option<Holder>,
    message: Outgoing,
) -> Result<Option<Outgoing>, Failed> {
    match hand_over(&*courier, &message).await {
        Ok(receipt) => return store.confirm_and_go_on(&message, &receipt, holder.as_ref()).await,
        Err(Undelivered::Later { after, why }) => {
            let wait = after.map_or_else(|| wait_after(message.attempts), |it| it.max(BREATH));
            if message.attempts == 0 && courier.may_repeat(&message) {
                store.attempt(&[message.id], holder.as_ref()).await?;
            }
            store.retry(message.id, wait, &why).await?;
        }
        Err(Undelivered::Never { why }) => store.give_up(message.id, &why).await?,
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
