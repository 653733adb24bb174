//! The sender: takes messages that are due from the outbox and has them delivered, each once, in the order of its
//! battle.
//!
//! Every attempt is counted before it is made, so a crash between sending a message and writing that down shows
//! afterwards. The message is then looked for where it was sent to before it is sent again.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::{Id, JoinError, JoinSet};

use crate::store::{MessageId, Outgoing, ProcessName, Store, StoreError};

/// The pause before the second attempt at a message. Each pause after that is twice as long, up to the maximum.
const WAIT_MIN: Duration = Duration::from_secs(1);
const WAIT_MAX: Duration = Duration::from_secs(5 * 60);

/// The shortest pause before another attempt, even if the other side allows a shorter one.
const RETRY_MIN: Duration = Duration::from_millis(250);

/// How often the outbox is checked when nobody says that there is something in it.
const POLL: Duration = Duration::from_millis(500);

/// The most deliveries that are under way at once.
const DELIVERIES_MAX: usize = 64;

/// What carries messages to where people read them.
pub trait Deliver: Send + Sync + 'static {
    /// Sends a message. Returns a receipt: its name where it arrived.
    fn deliver(&self, message: &Outgoing) -> impl Future<Output = Result<String, Undelivered>> + Send;

    /// Looks for a message that may have arrived before, by its nonce. Returns its receipt.
    fn find(&self, message: &Outgoing) -> impl Future<Output = Result<Option<String>, Undelivered>> + Send;
}

/// Why a message didn't arrive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undelivered {
    /// It may arrive later: after the pause that the other side asks for, or else after one that grows.
    Later { after: Option<Duration>, why: String },
    /// It can never arrive.
    Never { why: String },
}

/// Sends the messages in a store's outbox.
pub struct Sender<D> {
    store: Arc<Store>,
    carrier: Arc<D>,
    // With a holder, only its battles are served.
    holder: Option<ProcessName>,
    wakes: Notify,
}

/// The deliveries that are under way: at most one for each battle and rank.
#[derive(Default)]
struct UnderWay {
    deliveries: JoinSet<Result<Option<Outgoing>, StoreError>>,
    messages: HashMap<Id, Outgoing>,
}

impl<D: Deliver> Sender<D> {
    /// Makes a sender for a store. With a holder, it sends only messages of the battles that the holder serves.
    pub fn new(store: Arc<Store>, carrier: Arc<D>, holder: Option<ProcessName>) -> Sender<D> {
        Sender { store, carrier, holder, wakes: Notify::new() }
    }

    /// Wakes the sender because there is something new in the outbox.
    pub(crate) fn wake(&self) {
        self.wakes.notify_one();
    }

    /// Sends whatever is due, forever. When the store fails, it calls `troubled` and tries again. Dropping this future
    /// at any moment loses nothing.
    pub async fn run(&self, mut on_error: impl FnMut(&StoreError)) {
        let mut under_way = UnderWay::default();
        loop {
            let mut trouble = self.start_due(&mut under_way).await.err();
            if trouble.is_none() {
                // It doesn't matter which of these comes first: a call, the end of a delivery or the end of the pause.
                tokio::select! {
                    _ = tokio::time::timeout(POLL, self.wakes.notified()) => (),
                    Some(ended) = under_way.deliveries.join_next_with_id() => {
                        trouble = self.finish(&mut under_way, ended).await.err();
                    }
                }
            }
            while let Some(ended) = under_way.deliveries.try_join_next_with_id() {
                trouble = self.finish(&mut under_way, ended).await.err().or(trouble);
            }
            if let Some(trouble) = trouble {
                on_error(&trouble);
                tokio::time::sleep(WAIT_MIN).await;
            }
        }
    }

    /// Sends until nothing is due any more.
    ///
    /// # Errors
    ///
    /// If the store can't be used. Deliveries that are under way are dropped.
    pub async fn clear(&self) -> Result<(), StoreError> {
        let mut under_way = UnderWay::default();
        loop {
            let was_due = self.start_due(&mut under_way).await?;
            match under_way.deliveries.join_next_with_id().await {
                Some(ended) => self.finish(&mut under_way, ended).await?,
                // Somebody else has sent what was due meanwhile, so that another message may be due.
                None if was_due => (),
                None => return Ok(()),
            }
        }
    }

    /// Begins the deliveries that are due in battles that have none under way. Returns whether there were any.
    async fn start_due(&self, under_way: &mut UnderWay) -> Result<bool, StoreError> {
        let holder = self.holder.as_ref();
        let room = DELIVERIES_MAX.saturating_sub(under_way.messages.len());
        if room == 0 {
            return Ok(true);
        }
        let mut due = self.store.due(holder, (DELIVERIES_MAX + under_way.messages.len()) as u32).await?;
        // No battle has two deliveries of one rank at a time.
        due.retain(|it| under_way.messages.values().all(|at| (at.battle, at.rank) != (it.battle, it.rank)));
        due.truncate(room);
        if due.is_empty() {
            return Ok(false);
        }
        let ids: Vec<MessageId> = due.iter().map(|it| it.id).collect();
        let allowed = self.store.count_attempts(&ids, holder).await?;
        due.into_iter().filter(|it| allowed.contains(&it.id)).for_each(|it| self.send(under_way, it));
        Ok(true)
    }

    /// Begins the delivery of a message whose attempt is counted, unless the message has arrived before, and writes
    /// down how it went. The delivery returns the battle's next message, if that may be sent now.
    fn send(&self, under_way: &mut UnderWay, message: Outgoing) {
        let (store, carrier, holder) = (Arc::clone(&self.store), Arc::clone(&self.carrier), self.holder.clone());
        let sent = message.clone();
        let handle = under_way.deliveries.spawn(async move {
            match deliver_once(&*carrier, &message).await {
                Ok(receipt) => store.confirm(&message, &receipt, holder.as_ref()).await,
                Err(Undelivered::Later { after, why }) => {
                    let wait = after.map_or_else(|| wait_after(message.attempts), |it| it.max(RETRY_MIN));
                    store.retry(message.id, wait, &why).await.map(|()| None)
                }
                Err(Undelivered::Never { why }) => store.give_up(message.id, &why).await.map(|()| None),
            }
        });
        under_way.messages.insert(handle.id(), sent);
    }

    /// Ends a delivery, and begins the delivery of the battle's next message.
    async fn finish(
        &self,
        under_way: &mut UnderWay,
        ended: Result<(Id, Result<Option<Outgoing>, StoreError>), JoinError>,
    ) -> Result<(), StoreError> {
        let id = ended.as_ref().map_or_else(JoinError::id, |it| it.0);
        let message = under_way.messages.remove(&id);
        match (ended, message) {
            (Ok((_, next)), _) => next?.into_iter().for_each(|it| self.send(under_way, it)),
            (Err(_), Some(message)) => {
                let why = "fieldpost failed at it, which is a bug";
                self.store.retry(message.id, wait_after(message.attempts), why).await?;
            }
            (Err(_), None) => (),
        }
        Ok(())
    }
}

/// Delivers a message, unless it has arrived before. Returns its receipt.
async fn deliver_once(carrier: &impl Deliver, message: &Outgoing) -> Result<String, Undelivered> {
    if 0 < message.attempts
        && let Some(receipt) = carrier.find(message).await?
    {
        return Ok(receipt);
    }
    carrier.deliver(message).await
}

/// The pause after an attempt. `attempts` is the number of attempts before it.
fn wait_after(attempts: u32) -> Duration {
    let times = 1_u32.checked_shl(attempts).unwrap_or(u32::MAX);
    WAIT_MIN.saturating_mul(times).min(WAIT_MAX)
}
