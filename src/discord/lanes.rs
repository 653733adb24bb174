//! What happens in a channel happens one thing after the other; channels don't wait for each other.
//!
//! serenity starts a task for every event, and tasks may overtake each other: an edit could be read before its post.
//! Here everything about a channel goes through its lane, in the gateway's order.

use std::collections::{HashMap, VecDeque};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use poise::serenity_prelude::{ChannelId, ShardId};
use tokio::sync::{RwLock, RwLockReadGuard, oneshot};

type Work = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Puts a mark into what a shard has heard and nobody has taken yet, so that it comes to its lane in order.
pub(super) type Marker = Arc<dyn Fn(ChannelId, oneshot::Sender<()>) + Send + Sync>;

/// The lanes of all channels. A clone is another handle to the same.
#[derive(Clone, Default)]
pub struct Lanes {
    /// What waits in each channel where something is under way; nothing for the others.
    waiting: Arc<Mutex<HashMap<ChannelId, VecDeque<Work>>>>,
    /// Held for reading by whatever is under way, and for writing once the bot stops.
    gate: Arc<RwLock<()>>,
    markers: Arc<Mutex<HashMap<ShardId, Marker>>>,
}

impl Lanes {
    /// Does this after everything that was there before it in the channel.
    pub(super) fn push(&self, channel: ChannelId, work: impl Future<Output = ()> + Send + 'static) {
        let mut waiting = self.waiting();
        if let Some(queue) = waiting.get_mut(&channel) {
            queue.push_back(Box::pin(work));
            return;
        }
        waiting.insert(channel, VecDeque::from([Box::pin(work) as Work]));
        drop(waiting);
        tokio::spawn(self.clone().drain(channel));
    }

    /// Waits until everything that the shard heard of the channel before is done, such as the posts before a command.
    /// Never ask for it in the channel's own lane: it would wait for itself.
    pub async fn settled(&self, shard: ShardId, channel: ChannelId) {
        let (done, wait) = oneshot::channel();
        let marker = self.markers.lock().unwrap_or_else(PoisonError::into_inner).get(&shard).cloned();
        match marker {
            Some(mark) => mark(channel, done),
            None => self.mark(channel, done),
        }
        let _ = wait.await;
    }

    /// Tells when everything that is in the channel's lane is done.
    pub(super) fn mark(&self, channel: ChannelId, done: oneshot::Sender<()>) {
        self.push(channel, async move {
            let _ = done.send(());
        });
    }

    /// How marks get into what a shard has heard.
    pub(super) fn mark_with(&self, shard: ShardId, marker: Marker) {
        self.markers.lock().unwrap_or_else(PoisonError::into_inner).insert(shard, marker);
    }

    /// Holds the stop of the bot up until the guard is dropped. Once the bot stops, it waits for ever.
    pub(super) async fn enter(&self) -> RwLockReadGuard<'_, ()> {
        self.gate.read().await
    }

    /// Waits for what is under way, and lets nothing begin after that.
    pub(super) async fn close(&self) {
        std::mem::forget(self.gate.write().await);
    }

    async fn drain(self, channel: ChannelId) {
        while let Some(work) = self.next(channel) {
            let _open = self.enter().await;
            // A task of its own, so that a bug in one piece of work isn't the end of the lane.
            if tokio::spawn(work).await.is_err() {
                tracing::error!(channel = channel.get(), "a bug: the work on an event broke off");
            }
        }
    }

    fn next(&self, channel: ChannelId) -> Option<Work> {
        let mut waiting = self.waiting();
        let next = waiting.get_mut(&channel)?.pop_front();
        if next.is_none() {
            waiting.remove(&channel);
        }
        next
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<ChannelId, VecDeque<Work>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
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
            let (lanes, channel, done) = (Lanes::default(), ChannelId::new(1), Arc::new(Mutex::new(Vec::new())));
            for number in 0..200 {
                let done = Arc::clone(&done);
                lanes.push(channel, async move {
                    assert_ne!(number, 7, "the bug");
                    if number % 10 == 0 {
                        tokio::task::yield_now().await;
                    }
                    done.lock().expect("a lock").push(number);
                });
            }
            lanes.settled(ShardId(0), channel).await;
            let expected: Vec<i32> = (0..200).filter(|it| *it != 7).collect();
            assert_eq!(*done.lock().expect("a lock"), expected);
            assert!(lanes.waiting().len() <= 1, "an idle channel costs nothing");
        });
    }

    #[test]
    fn a_stop_waits_for_what_is_under_way_and_lets_nothing_begin() {
        run(async {
            let (lanes, done) = (Lanes::default(), Arc::new(Mutex::new(Vec::new())));
            let (go, wait) = oneshot::channel::<()>();
            let (begun, begins) = oneshot::channel::<()>();
            let under_way = Arc::clone(&done);
            lanes.push(ChannelId::new(1), async move {
                let _ = begun.send(());
                let _ = wait.await;
                under_way.lock().expect("a lock").push("under way");
            });
            begins.await.expect("it begins");
            let closing = tokio::spawn({
                let lanes = lanes.clone();
                async move { lanes.close().await }
            });
            go.send(()).expect("it waits");
            closing.await.expect("it closes");
            let late = Arc::clone(&done);
            lanes.push(ChannelId::new(2), async move { late.lock().expect("a lock").push("late") });
            tokio::task::yield_now().await;
            assert_eq!(*done.lock().expect("a lock"), ["under way"]);
        });
    }
}
