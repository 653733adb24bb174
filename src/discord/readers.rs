//! Who reads what was missed, and when: Discord takes 50 requests a second of a bot, and answers have to get through as well.
//! So channels are read one after the other, first those where somebody waits, and the others as they came. Whoever waits
//! needn't wait for the next turn: a few are taken before their time, and as many later ones come after theirs.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use poise::serenity_prelude::ChannelId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// Channels that are read at once while nobody waits there.
const READS_AT_ONCE: usize = 4;

/// The time between two: 30 in a second.
const PACE: Duration = Duration::from_millis(33);

/// How many may be read before their time: with those of their second they are fewer than Discord takes.
const EARLY_MAX: u32 = 10;

/// Leave to read what was missed in a channel; given back when it is dropped.
pub(super) struct Leave {
    /// None: somebody waits, and it is read whoever else is.
    _one_of_few: Option<OwnedSemaphorePermit>,
}

/// The channels that are to be read. A clone is another handle to the same.
#[derive(Clone)]
pub(super) struct Readers {
    queue: Arc<Mutex<Queue>>,
    at_once: Arc<Semaphore>,
}

#[derive(Default)]
struct Queue {
    /// Who waits: whether that may be for long, and since when.
    waiting: BTreeMap<(bool, u64), (ChannelId, oneshot::Sender<Leave>)>,
    /// Where in that the last of each channel stands.
    places: HashMap<ChannelId, (bool, u64)>,
    /// Where somebody waits, of the channels that have not asked for leave yet.
    urgent: HashSet<ChannelId>,
    came: u64,
    /// How many turns were taken before their time.
    early: u32,
    is_served: bool,
}

impl Default for Readers {
    fn default() -> Readers {
        Readers { queue: Arc::default(), at_once: Arc::new(Semaphore::new(READS_AT_ONCE)) }
    }
}

impl Readers {
    /// Waits for leave to read a channel.
    pub(super) async fn leave(&self, channel: ChannelId, is_urgent: bool) -> Option<Leave> {
        let (give, leave) = oneshot::channel();
        if !self.stand_in_line(channel, is_urgent, give) {
            tokio::spawn(self.clone().serve());
        }
        leave.await.ok()
    }

    /// Lets a channel wait: whether those who do are being served.
    fn stand_in_line(&self, channel: ChannelId, is_urgent: bool, give: oneshot::Sender<Leave>) -> bool {
        let mut queue = self.queue();
        queue.came += 1;
        let may_wait = !queue.urgent.remove(&channel) && !is_urgent;
        let came = queue.came;
        queue.insert((may_wait, came), channel, give);
        std::mem::replace(&mut queue.is_served, true)
    }

    /// Somebody waits in a channel.
    pub(super) fn hurry(&self, channel: ChannelId) {
        let mut queue = self.queue();
        match queue.places.get(&channel).copied() {
            Some(place) => {
                if let Some((_, give)) = queue.remove(place) {
                    queue.insert((false, place.1), channel, give);
                }
            }
            None => {
                queue.urgent.insert(channel);
            }
        }
    }

    /// A channel needn't be read any more.
    pub(super) fn forget(&self, channel: ChannelId) {
        self.queue().urgent.remove(&channel);
    }

    /// Gives leave to all who wait, one after the other.
    async fn serve(self) {
        while self.serve_one() {
            tokio::time::sleep(PACE).await;
        }
    }

    /// Gives leave to one, if there is room and the turn was not taken before: whether anybody waited.
    fn serve_one(&self) -> bool {
        let mut queue = self.queue();
        if 0 < queue.early {
            queue.early -= 1;
            return true;
        }
        let Some((&(may_wait, came), _)) = queue.waiting.first_key_value() else {
            queue.is_served = false;
            return false;
        };
        let one_of_few = if may_wait { Arc::clone(&self.at_once).try_acquire_owned().ok() } else { None };
        if (one_of_few.is_some() || !may_wait)
            && let Some((_, give)) = queue.remove((may_wait, came))
        {
            // Who doesn't wait any more gives it back at once.
            let _ = give.send(Leave { _one_of_few: one_of_few });
        }
        true
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    /// Lets a channel wait; or gives it leave, if it may not wait and few went before their time.
    fn insert(&mut self, place: (bool, u64), channel: ChannelId, give: oneshot::Sender<Leave>) {
        if !place.0 && self.early < EARLY_MAX {
            self.early += 1;
            let _ = give.send(Leave { _one_of_few: None });
            return;
        }
        self.waiting.insert(place, (channel, give));
        self.places.insert(channel, place);
    }

    fn remove(&mut self, place: (bool, u64)) -> Option<(ChannelId, oneshot::Sender<Leave>)> {
        let it = self.waiting.remove(&place)?;
        self.places.remove(&it.0);
        Some(it)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn who_waits_is_read_before_his_time_unless_many_do_and_others_make_up_for_it() {
        let readers = Readers::default();
        let come = |number, is_urgent| {
            let (give, leave) = oneshot::channel();
            readers.stand_in_line(ChannelId::new(number), is_urgent, give);
            leave
        };
        let mut patient = come(1, false);
        let early: Vec<_> = (0..u64::from(EARLY_MAX)).map(|it| come(100 + it, true)).collect();
        let mut late = come(200, true);
        assert!(early.into_iter().all(|mut it| it.try_recv().is_ok()));
        let mut turn = || {
            readers.serve_one();
            [late.try_recv().is_ok(), patient.try_recv().is_ok()]
        };
        assert!((0..EARLY_MAX).all(|_| turn() == [false, false]), "their turns are over first");
        assert_eq!([turn(), turn()], [[true, false], [false, true]]);
    }

    #[test]
    fn channels_are_read_at_a_pace_and_first_where_somebody_waits() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let (readers, read) = (Readers::default(), Arc::new(Mutex::new(Vec::new())));
            let start = Instant::now();
            // It was said before the channel asked for leave.
            readers.hurry(ChannelId::new(12));
            let all = (1..=20).map(|number| {
                let (readers, read) = (readers.clone(), Arc::clone(&read));
                tokio::spawn(async move {
                    let _leave = readers.leave(ChannelId::new(number), number == 17).await;
                    read.lock().expect("a lock").push(number);
                })
            });
            let all: Vec<_> = all.collect();
            tokio::task::yield_now().await;
            readers.hurry(ChannelId::new(19));
            for it in all {
                it.await.expect("it is read");
            }
            let read = read.lock().expect("a lock").clone();
            assert_eq!(read[..6], [12, 17, 19, 1, 2, 3]);
            assert!(PACE * 19 <= start.elapsed(), "{:?}", start.elapsed());
        });
    }
}
