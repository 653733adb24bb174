//! What happens in a channel happens one thing after the other; channels don't wait for each other.
//!
//! serenity starts a task for every event, and tasks may overtake each other: an edit could be read before its post.
//! Here everything about a channel goes through its lane, in the gateway's order.

use std::collections::{HashMap, VecDeque};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use poise::serenity_prelude::{ChannelId, GuildId, ShardId};
use tokio::sync::{RwLock, RwLockReadGuard, mpsc, oneshot, watch};

use crate::discord::readers::{Leave, Readers};

type Work = Pin<Box<dyn Future<Output = ()> + Send>>;

/// What is put into what a shard has heard and nobody has taken yet, so that it comes to its lane in order.
pub(super) enum Word {
    /// Somebody waits until what came before this is done.
    Mark(ChannelId, oneshot::Sender<()>),
    /// What was missed in a channel is to be read; whoever waits for it is told once it is.
    Recall(GuildId, ChannelId, Option<Told>),
}

/// Whom to tell that something is done. Of several who could do it, one does.
pub(super) type Told = mpsc::UnboundedSender<()>;

/// Says a word to a shard.
pub(super) type Ear = Arc<dyn Fn(Word) + Send + Sync>;

/// The lanes of all channels. A clone is another handle to the same.
#[derive(Clone, Default)]
pub struct Lanes {
    /// What waits in each channel where something is under way; nothing for the others.
    waiting: Arc<Mutex<HashMap<ChannelId, VecDeque<Work>>>>,
    readers: Readers,
    /// Held for reading by whatever is under way, and for writing once the bot stops.
    gate: Arc<RwLock<()>>,
    /// Whether the bot stops.
    is_closing: watch::Sender<bool>,
    ears: Arc<Mutex<HashMap<ShardId, Ear>>>,
}

impl Lanes {
    /// Does this after everything that was there before it in the channel.
    pub(super) fn push(&self, channel: ChannelId, work: impl Future<Output = ()> + Send + 'static) {
        let mut waiting = self.waiting();
        if let Some(lane) = waiting.get_mut(&channel) {
            lane.push_back(Box::pin(work));
            drop(waiting);
            return self.readers.hurry(channel);
        }
        waiting.insert(channel, VecDeque::from([Box::pin(work) as Work]));
        drop(waiting);
        tokio::spawn(self.clone().drain(channel));
    }

    /// Waits until everything that the shard heard of the channel before is done, such as the posts before a command:
    /// whether it came to that before the bot stops.
    /// Never ask for it in the channel's own lane: it would wait for itself.
    pub async fn settled(&self, shard: ShardId, channel: ChannelId) -> bool {
        let (done, wait) = oneshot::channel();
        let ear = self.ears().get(&shard).cloned();
        match ear {
            Some(tell) => tell(Word::Mark(channel, done)),
            None => self.mark(channel, done),
        }
        let mut closing = self.is_closing.subscribe();
        tokio::select! {
            done = wait => done.is_ok(),
            // What has not begun doesn't begin any more.
            _ = closing.wait_for(|it| *it) => false,
        }
    }

    /// Has what was missed in a channel read, as this process takes its posts from now on. Before there is a connection
    /// nothing need be said: then it is read for every channel that matters.
    pub fn recall(&self, guild: GuildId, channel: ChannelId) {
        self.say(|| Word::Recall(guild, channel, None));
    }

    /// Has all that was posted in a channel by now read: whether it was, and the connection is there.
    pub(super) async fn read(&self, guild: GuildId, channel: ChannelId) -> bool {
        let (done, mut wait) = mpsc::unbounded_channel();
        self.say(|| Word::Recall(guild, channel, Some(done.clone())));
        drop(done);
        let mut closing = self.is_closing.subscribe();
        tokio::select! {
            done = wait.recv() => done.is_some(),
            _ = closing.wait_for(|it| *it) => false,
        }
    }

    /// Says a word to every shard.
    fn say(&self, word: impl Fn() -> Word) {
        let ears: Vec<Ear> = self.ears().values().cloned().collect();
        ears.iter().for_each(|tell| tell(word()));
    }

    /// Tells when everything that is in the channel's lane is done.
    pub(super) fn mark(&self, channel: ChannelId, done: oneshot::Sender<()>) {
        self.push(channel, async move {
            let _ = done.send(());
        });
    }

    /// How words get into what a shard has heard.
    pub(super) fn tell_by(&self, shard: ShardId, ear: Ear) {
        self.ears().insert(shard, ear);
    }

    /// A shard isn't heard any more.
    pub(super) fn forget(&self, shard: ShardId) {
        self.ears().remove(&shard);
    }

    fn ears(&self) -> MutexGuard<'_, HashMap<ShardId, Ear>> {
        self.ears.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Holds the stop of the bot up until the guard is dropped. Once the bot stops, it waits for ever.
    pub(super) async fn enter(&self) -> RwLockReadGuard<'_, ()> {
        self.gate.read().await
    }

    /// Waits for what is under way, and lets nothing begin after that.
    pub(super) async fn close(&self) {
        // In this order: whoever waits for leave and gives up is not followed by what stands behind it.
        let (closed, _) = tokio::join!(self.gate.write(), async { self.is_closing.send_replace(true) });
        std::mem::forget(closed);
    }

    /// Waits, in the channel's own lane, for leave to read what was missed there: few channels are read at once, and
    /// those first where more has come since. None once the bot stops.
    pub(super) async fn leave_to_read(&self, channel: ChannelId) -> Option<Leave> {
        let is_urgent = self.waiting().get(&channel).is_some_and(|it| !it.is_empty());
        let mut closing = self.is_closing.subscribe();
        tokio::select! {
            biased;
            _ = closing.wait_for(|it| *it) => None,
            leave = self.readers.leave(channel, is_urgent) => leave,
        }
    }

    /// Something was posted in a channel since it was last heard, so that it is to be read before others.
    pub(super) fn hurry(&self, channel: ChannelId) {
        self.readers.hurry(channel);
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
            self.readers.forget(channel);
        }
        next
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<ChannelId, VecDeque<Work>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::*;

    const READS_AT_ONCE: usize = 4;

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
            assert!(lanes.settled(ShardId(0), channel).await);
            let expected: Vec<i32> = (0..200).filter(|it| *it != 7).collect();
            assert_eq!(*done.lock().expect("a lock"), expected);
            assert!(lanes.waiting().len() <= 1, "an idle channel costs nothing");
        });
    }

    #[test]
    fn few_channels_are_read_at_once_and_first_those_where_somebody_waits() {
        run(async {
            let (lanes, read) = (Lanes::default(), Arc::new(Mutex::new(Vec::new())));
            let (done, mut begun) = mpsc::unbounded_channel();
            let reader = |number: u64| {
                let (lanes, read, done) = (lanes.clone(), Arc::clone(&read), done.clone());
                async move {
                    let channel = ChannelId::new(number);
                    let _leave = lanes.leave_to_read(channel).await;
                    read.lock().expect("a lock").push(number);
                    let _ = done.send(());
                    if number <= READS_AT_ONCE as u64 {
                        std::future::pending::<()>().await;
                    }
                }
            };
            for number in 1..=READS_AT_ONCE as u64 {
                lanes.push(ChannelId::new(number), reader(number));
                begun.recv().await.expect("it is read");
            }
            for number in [100, 101] {
                lanes.push(ChannelId::new(number), reader(number));
            }
            lanes.push(ChannelId::new(101), async {});
            begun.recv().await.expect("it is read");
            assert_eq!(*read.lock().expect("a lock"), [1, 2, 3, 4, 101]);
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
            assert!(!lanes.settled(ShardId(0), ChannelId::new(1)).await, "nobody waits for what never comes");
            let late = Arc::clone(&done);
            lanes.push(ChannelId::new(2), async move { late.lock().expect("a lock").push("late") });
            tokio::task::yield_now().await;
            assert_eq!(*done.lock().expect("a lock"), ["under way"]);
        });
    }
}
