//! Limits how many channels are read at once for missed posts: Discord allows a bot 50 requests a second, and answers
//! have to get through as well. A channel in which somebody waits is read at once, regardless of the limit.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use poise::serenity_prelude::ChannelId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::referee::locked;

/// The most channels that are read at once while nobody waits in them.
const AT_ONCE: usize = 4;

/// How long each of them counts at least, so that at most 30 a second begin.
const PERMIT_TIME_MIN: Duration = Duration::from_millis(133);

/// The channels that are to be read. A clone is another handle to the same channels.
#[derive(Clone)]
pub(super) struct BackfillLimiter {
    permits: Arc<Semaphore>,
    waiting: Arc<Mutex<Waiting>>,
}

#[derive(Default)]
struct Waiting {
    /// The channels that wait for the limit, each with the way to let it go on regardless.
    channels: HashMap<ChannelId, oneshot::Sender<()>>,
    /// Channels in which somebody waits, and for which no permit was asked yet.
    urgent: HashSet<ChannelId>,
}

/// A permit to read a channel, given back when it is dropped. If somebody waits in the channel, it doesn't count
/// towards the limit.
pub(super) struct Permit {
    _permit: Option<Arc<OwnedSemaphorePermit>>,
}

impl Default for BackfillLimiter {
    fn default() -> BackfillLimiter {
        BackfillLimiter { permits: Arc::new(Semaphore::new(AT_ONCE)), waiting: Arc::default() }
    }
}

impl BackfillLimiter {
    /// Waits for a permit to read a channel.
    pub(super) async fn permit(&self, channel: ChannelId, is_urgent: bool) -> Permit {
        let (hurry, hurried) = oneshot::channel();
        {
            let mut waiting = locked(&self.waiting);
            if waiting.urgent.remove(&channel) || is_urgent {
                return Permit { _permit: None };
            }
            waiting.channels.insert(channel, hurry);
        }
        let permit = tokio::select! {
            Ok(()) = hurried => None,
            permit = Arc::clone(&self.permits).acquire_owned() => permit.ok(),
        };
        locked(&self.waiting).channels.remove(&channel);
        let permit = permit.map(Arc::new);
        if let Some(permit) = permit.clone() {
            tokio::spawn(async move {
                tokio::time::sleep(PERMIT_TIME_MIN).await;
                drop(permit);
            });
        }
        Permit { _permit: permit }
    }

    /// Lets a channel be read at once, because somebody waits in it.
    pub(super) fn hurry(&self, channel: ChannelId) {
        let mut waiting = locked(&self.waiting);
        match waiting.channels.remove(&channel) {
            Some(hurry) => drop(hurry.send(())),
            None => drop(waiting.urgent.insert(channel)),
        }
    }

    /// Forgets that somebody waited in a channel.
    pub(super) fn forget(&self, channel: ChannelId) {
        locked(&self.waiting).urgent.remove(&channel);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn channels_are_read_at_a_pace_and_at_once_where_somebody_waits() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let (limiter, read) = (BackfillLimiter::default(), Arc::new(Mutex::new(Vec::new())));
            let start = Instant::now();
            // Before a permit is asked for.
            limiter.hurry(ChannelId::new(12));
            let all = (1..=20).map(|number| {
                let (limiter, read) = (limiter.clone(), Arc::clone(&read));
                tokio::spawn(async move {
                    let _permit = limiter.permit(ChannelId::new(number), number == 17).await;
                    read.lock().expect("a lock").push(number);
                })
            });
            let all: Vec<_> = all.collect();
            tokio::task::yield_now().await;
            limiter.hurry(ChannelId::new(19));
            for it in all {
                it.await.expect("it is read");
            }
            let read = read.lock().expect("a lock").clone();
            assert_eq!(read[..7], [1, 2, 3, 4, 12, 17, 19]);
            assert!(PERMIT_TIME_MIN * 4 <= start.elapsed(), "17 channels, four at once: {:?}", start.elapsed());
        });
    }
}
