//! A queue for each channel: what happens in a channel is handled in order, and channels don't wait for each other.
//!
//! serenity starts a task for every event, and tasks may overtake each other: an edit could be handled before its post.
//! Here everything about a channel goes through its queue, in the gateway's order.

use std::collections::{HashMap, VecDeque};
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use poise::serenity_prelude::{ChannelId, GuildId, ShardId};
use tokio::sync::{RwLock, RwLockReadGuard, mpsc, oneshot, watch};

use crate::discord::backfill::{BackfillLimiter, Permit};
use crate::discord::inbound::Inbound;
use crate::referee::locked;

type Work = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Sends what a shard's session receives to the dispatcher.
pub(super) type Subscriber = mpsc::UnboundedSender<Inbound>;

/// The queues of all channels. A clone is another handle to the same queues.
#[derive(Clone, Default)]
pub(super) struct ChannelQueues {
    /// The waiting work of each channel in which something is under way. Other channels have no entry.
    waiting: Arc<Mutex<HashMap<ChannelId, VecDeque<Work>>>>,
    limiter: BackfillLimiter,
    /// Work that is under way holds it for reading. A stop takes it for writing.
    gate: Arc<RwLock<()>>,
    /// Whether the bot is stopping.
    is_closing: watch::Sender<bool>,
    /// The current session of each shard.
    subscribers: Arc<Mutex<HashMap<ShardId, Subscriber>>>,
}

impl ChannelQueues {
    /// Adds work that is done after everything that is already in the channel's queue.
    pub(super) fn push(&self, channel: ChannelId, work: impl Future<Output = ()> + Send + 'static) {
        let mut waiting = locked(&self.waiting);
        if let Some(queue) = waiting.get_mut(&channel) {
            queue.push_back(Box::pin(work));
            drop(waiting);
            return self.limiter.hurry(channel);
        }
        waiting.insert(channel, VecDeque::from([Box::pin(work) as Work]));
        drop(waiting);
        tokio::spawn(self.clone().drain(channel));
    }

    /// Waits until everything that the shard has received of the channel so far is done, such as the posts before a
    /// command. Returns whether that happened before the bot stopped.
    /// Never call it in the channel's own queue: it would wait for itself.
    pub(super) async fn settled(&self, shard: ShardId, channel: ChannelId) -> bool {
        let (done, wait) = oneshot::channel();
        let subscriber = locked(&self.subscribers).get(&shard).cloned();
        match subscriber {
            Some(it) => drop(it.send(Inbound::Mark(channel, done))),
            None => self.mark(channel, done),
        }
        self.unless_closing(wait).await.is_some_and(|done| done.is_ok())
    }

    /// Has missed posts of a channel read, because this process takes its posts from now on. It needn't be called
    /// before there is a connection: everything that was missed is then read in every channel that matters.
    pub(super) fn request_backfill(&self, guild: GuildId, channel: ChannelId) {
        self.broadcast(|| Inbound::Backfill(guild, channel, None));
    }

    /// Has everything read that was posted in a channel by now. Returns whether it was read while the connection was
    /// up.
    pub(super) async fn backfill(&self, guild: GuildId, channel: ChannelId) -> bool {
        let (done, mut wait) = mpsc::unbounded_channel();
        self.broadcast(|| Inbound::Backfill(guild, channel, Some(done.clone())));
        drop(done);
        self.unless_closing(wait.recv()).await.flatten().is_some()
    }

    /// Sends something to the session of every shard.
    fn broadcast(&self, message: impl Fn() -> Inbound) {
        locked(&self.subscribers).values().for_each(|it| drop(it.send(message())));
    }

    /// Sends `done` once everything that is now in the channel's queue is done.
    pub(super) fn mark(&self, channel: ChannelId, done: oneshot::Sender<()>) {
        self.push(channel, async move {
            let _ = done.send(());
        });
    }

    /// Makes a new session of a shard its current one. What earlier sessions send is ignored from now on.
    pub(super) fn subscribe(&self, shard: ShardId) -> (Subscriber, mpsc::UnboundedReceiver<Inbound>) {
        let (subscriber, heard) = mpsc::unbounded_channel();
        locked(&self.subscribers).insert(shard, subscriber.clone());
        (subscriber, heard)
    }

    /// Whether this is the current session of a shard.
    pub(super) fn is_subscribed(&self, shard: ShardId, subscriber: &Subscriber) -> bool {
        locked(&self.subscribers).get(&shard).is_some_and(|it| it.same_channel(subscriber))
    }

    /// Ends the current session of a shard.
    pub(super) fn unsubscribe(&self, shard: ShardId) {
        locked(&self.subscribers).remove(&shard);
    }

    /// Holds up the bot's stop until the guard is dropped. Once the bot is stopping, it waits forever.
    pub(super) async fn enter(&self) -> RwLockReadGuard<'_, ()> {
        self.gate.read().await
    }

    /// Waits until what is under way is done. Nothing begins after that.
    pub(super) async fn close(&self) {
        // The gate is taken first, so that work that stops waiting for a permit isn't followed by the next in its
        // queue.
        let (closed, _) = tokio::join!(self.gate.write(), async { self.is_closing.send_replace(true) });
        std::mem::forget(closed);
    }

    /// Waits, in the channel's own queue, for a permit to read missed posts there. It comes at once if the channel's
    /// queue has more to do. `None` once the bot is stopping.
    pub(super) async fn backfill_permit(&self, channel: ChannelId) -> Option<Permit> {
        let is_urgent = locked(&self.waiting).get(&channel).is_some_and(|it| !it.is_empty());
        self.unless_closing(self.limiter.permit(channel, is_urgent)).await
    }

    /// Waits for something. `None` once the bot is stopping.
    async fn unless_closing<T>(&self, something: impl Future<Output = T>) -> Option<T> {
        let mut closing = self.is_closing.subscribe();
        tokio::select! {
            biased;
            _ = closing.wait_for(|it| *it) => None,
            done = something => Some(done),
        }
    }

    async fn drain(self, channel: ChannelId) {
        while let Some(work) = self.next(channel) {
            let _open = self.enter().await;
            // Each piece of work is a task of its own, so that a bug in one doesn't end the queue.
            if tokio::spawn(work).await.is_err() {
                tracing::error!(channel = channel.get(), "a bug: the work on an event broke off");
            }
        }
    }

    fn next(&self, channel: ChannelId) -> Option<Work> {
        let mut waiting = locked(&self.waiting);
        let next = waiting.get_mut(&channel)?.pop_front();
        if next.is_none() {
            waiting.remove(&channel);
            self.limiter.forget(channel);
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(test: impl Future<Output = ()>) {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
        runtime.block_on(test);
    }

    #[test]
    fn work_in_a_channel_is_done_in_order_and_a_bug_in_it_stops_nothing() {
        run(async {
            let (queues, channel, done) =
                (ChannelQueues::default(), ChannelId::new(1), Arc::new(Mutex::new(Vec::new())));
            for number in 0..200 {
                let done = Arc::clone(&done);
                queues.push(channel, async move {
                    assert_ne!(number, 7, "the bug");
                    if number % 10 == 0 {
                        tokio::task::yield_now().await;
                    }
                    done.lock().expect("a lock").push(number);
                });
            }
            assert!(queues.settled(ShardId(0), channel).await);
            let expected: Vec<i32> = (0..200).filter(|it| *it != 7).collect();
            assert_eq!(*done.lock().expect("a lock"), expected);
            assert!(locked(&queues.waiting).len() <= 1, "an idle channel costs nothing");
        });
    }

    #[test]
    fn a_stop_waits_for_what_is_under_way_and_lets_nothing_begin() {
        run(async {
            let (queues, done) = (ChannelQueues::default(), Arc::new(Mutex::new(Vec::new())));
            let (go, wait) = oneshot::channel::<()>();
            let (begun, begins) = oneshot::channel::<()>();
            let under_way = Arc::clone(&done);
            queues.push(ChannelId::new(1), async move {
                let _ = begun.send(());
                let _ = wait.await;
                under_way.lock().expect("a lock").push("under way");
            });
            begins.await.expect("it begins");
            let closing = tokio::spawn({
                let queues = queues.clone();
                async move { queues.close().await }
            });
            go.send(()).expect("it waits");
            closing.await.expect("it closes");
            assert!(!queues.settled(ShardId(0), ChannelId::new(1)).await, "nobody waits for what never comes");
            let late = Arc::clone(&done);
            queues.push(ChannelId::new(2), async move { late.lock().expect("a lock").push("late") });
            tokio::task::yield_now().await;
            assert_eq!(*done.lock().expect("a lock"), ["under way"]);
        });
    }
}
