//! Messages in the outbox arrive once and in order, whatever fails and when.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Notify;

use super::{begin, given_up_after, message, send, unsent, with_both};
use crate::store::{BattleId, Deliver, Fate, NewMessage, Outgoing, ProcessName, Rank, Sender, Store, Undelivered};

/// Where messages arrive.
#[derive(Default)]
struct World {
    arrived: Mutex<Vec<(BattleId, String, String)>>,
    /// Why a message with this tag is refused. The last one of a tag is used first.
    refusals: Mutex<Vec<(&'static str, Undelivered)>>,
    /// A message with this tag is held up until it is notified.
    held_up: Option<(&'static str, Notify)>,
    looked_for: Mutex<u32>,
}

impl Deliver for World {
    async fn deliver(&self, message: &Outgoing) -> Result<String, Undelivered> {
        let tag = message.tag.clone().unwrap_or_default();
        if let Some((_, gate)) = self.held_up.as_ref().filter(|it| it.0 == tag) {
            gate.notified().await;
        }
        assert_ne!(tag, "bug", "a carrier that falls");
        if let Some(refusal) = self.refusal(&tag) {
            return Err(refusal);
        }
        self.arrived.lock().expect("no panic").push((message.battle, message.nonce.clone(), tag.clone()));
        if let Some((_, gate)) = self.held_up.as_ref().filter(|_| tag == "opens") {
            gate.notify_one();
        }
        tokio::task::yield_now().await;
        Ok(format!("receipt of {tag}"))
    }

    async fn find(&self, message: &Outgoing) -> Result<Option<String>, Undelivered> {
        *self.looked_for.lock().expect("no panic") += 1;
        tokio::task::yield_now().await;
        let arrived = self.arrived.lock().expect("no panic");
        let found = arrived.iter().find(|it| it.1 == message.nonce);
        Ok(found.map(|it| format!("receipt of {}", it.2)))
    }
}

impl World {
    fn refusal(&self, tag: &str) -> Option<Undelivered> {
        let mut refusals = self.refusals.lock().expect("no panic");
        let at = refusals.iter().rposition(|it| it.0 == tag)?;
        Some(refusals.remove(at).1)
    }

    fn arrived(&self, battle: BattleId) -> Vec<String> {
        let arrived = self.arrived.lock().expect("no panic");
        arrived.iter().filter(|it| it.0 == battle).map(|it| it.2.clone()).collect()
    }
}

fn later(after: Option<Duration>) -> Undelivered {
    Undelivered::Later { after, why: "the network is down".to_owned() }
}

fn messages(tags: &[&str]) -> Vec<NewMessage> {
    tags.iter().map(|it| message(it)).collect()
}

fn sender(store: &Arc<Store>, world: World) -> (Sender<World>, Arc<World>) {
    let world = Arc::new(world);
    (Sender::new(Arc::clone(store), Arc::clone(&world), None), world)
}

#[test]
fn what_is_in_the_outbox_arrives_in_order() {
    with_both(async |store| {
        let (a, b) = (begin(&store, "a").await, begin(&store, "b").await);
        send(&store, a, 1, &messages(&["1", "2", "3"])).await;
        send(&store, b, 1, &messages(&["4", "5"])).await;
        let (sender, world) = sender(&store, World::default());
        sender.clear().await.expect("a store");
        assert_eq!((world.arrived(a), world.arrived(b)), (tags("123"), tags("45")));
        assert_eq!(unsent(&store, a).await, 0);
        assert_eq!(store.receipt(a, "2").await.expect("a store").as_deref(), Some("receipt of 2"));
        assert_eq!(*world.looked_for.lock().expect("no panic"), 0, "nothing was tried before");
    });
}

fn tags(rows: &str) -> Vec<String> {
    rows.chars().map(String::from).collect()
}

#[test]
fn a_crash_at_any_moment_sends_nothing_twice_and_loses_nothing() {
    with_both(async |store| {
        let (a, b) = (begin(&store, "a").await, begin(&store, "b").await);
        let (sender, world) = sender(&store, World::default());
        for n in 0..20 {
            send(&store, a, n + 1, &messages(&["1", "2"])).await;
            send(&store, b, n + 1, &messages(&["3"])).await;
            // Dropping it ends its deliveries.
            if let Some(cleared) = given_up_after(n + 1, sender.clear()).await {
                cleared.expect("a store");
            }
        }
        sender.clear().await.expect("a store");
        assert_eq!((world.arrived(a), world.arrived(b)), (tags(&"12".repeat(20)), tags(&"3".repeat(20))));
    });
}

#[test]
fn what_was_sent_before_a_crash_and_not_written_down_is_found() {
    with_both(async |store| {
        let a = begin(&store, "a").await;
        send(&store, a, 1, &messages(&["1", "2"])).await;
        let (sender, world) = sender(&store, World::default());
        let first = store.due(None, 1).await.expect("a store").remove(0);
        store.count_attempts(&[first.id], None).await.expect("a store");
        world.deliver(&first).await.expect("it arrives");
        // Here the program ends, and another begins.
        sender.clear().await.expect("a store");
        assert_eq!(world.arrived(a), tags("12"));
        assert_eq!(store.receipt(a, "1").await.expect("a store").as_deref(), Some("receipt of 1"));
    });
}

#[test]
fn a_battle_that_fails_or_is_slow_holds_up_no_other() {
    with_both(async |store| {
        let (a, b, c) = (begin(&store, "a").await, begin(&store, "b").await, begin(&store, "c").await);
        send(&store, a, 1, &messages(&["slow", "2"])).await;
        send(&store, b, 1, &messages(&["1", "2", "opens"])).await;
        send(&store, c, 1, &messages(&["down", "2"])).await;
        let held_up = Some(("slow", Notify::new()));
        let refusals = Mutex::new(vec![("down", later(Some(Duration::from_secs(60))))]);
        let (sender, world) = sender(&store, World { held_up, refusals, ..World::default() });
        // This only ends if the slow message isn't waited for.
        sender.clear().await.expect("a store");
        assert_eq!((world.arrived(a).len(), world.arrived(b).len()), (2, 3));
        assert_eq!((world.arrived(c).len(), unsent(&store, c).await), (0, 2));
        store.pass(Duration::from_secs(60));
        sender.clear().await.expect("a store");
        assert_eq!(world.arrived(c), ["down", "2"]);
    });
}

#[test]
fn waits_grow_and_the_other_side_may_say_when() {
    with_both(async |store| {
        let a = begin(&store, "a").await;
        send(&store, a, 1, &messages(&["1"])).await;
        let mut refusals: Vec<_> = (0..12).map(|_| ("1", later(None))).collect();
        // The last one is used first.
        refusals.insert(0, ("1", later(Some(Duration::from_secs(1000)))));
        let (sender, world) = sender(&store, World { refusals: Mutex::new(refusals), ..World::default() });
        let asked = || store.messages(a);
        for (n, seconds) in [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300, 1000].into_iter().enumerate() {
            sender.clear().await.expect("a store");
            assert_eq!(asked().await.expect("a store")[0].message.attempts as usize, n + 1);
            let wait = Duration::from_secs(seconds);
            store.pass(wait / 2);
            // On a busy machine, the other half of a short wait may pass by itself.
            if Duration::from_secs(60) < wait {
                sender.clear().await.expect("a store");
                assert_eq!(asked().await.expect("a store")[0].message.attempts as usize, n + 1, "too soon");
            }
            store.pass(wait / 2);
        }
        sender.clear().await.expect("a store");
        assert_eq!(world.arrived(a), ["1"]);
    });
}

#[test]
fn what_can_never_arrive_is_passed_over_and_seen() {
    with_both(async |store| {
        let a = begin(&store, "a").await;
        send(&store, a, 1, &messages(&["1", "2", "bug", "3"])).await;
        let refusals = Mutex::new(vec![("1", Undelivered::Never { why: "the channel is gone".to_owned() })]);
        let (sender, world) = sender(&store, World { refusals, ..World::default() });
        sender.clear().await.expect("a store");
        assert_eq!(world.arrived(a), ["2"]);
        let rows = store.messages(a).await.expect("a store");
        assert_eq!(rows[0].fate, Fate::GivenUp { why: "the channel is gone".to_owned() });
        assert!(matches!(&rows[2].fate, Fate::Waiting { why: Some(it) } if it.contains("bug")));
    });
}

#[test]
fn who_lost_a_battle_sends_nothing_more_of_it() {
    with_both(async |store| {
        let (one, two) = (ProcessName("one".to_owned()), ProcessName("two".to_owned()));
        let a = begin(&store, "a").await;
        send(&store, a, 1, &messages(&["1"])).await;
        assert!(store.claim(a, &two, Duration::from_secs(9)).await.expect("a store"));
        let world = Arc::new(World::default());
        let sender = |holder| Sender::new(Arc::clone(&store), Arc::clone(&world), Some(holder));
        sender(one).clear().await.expect("a store");
        assert_eq!(world.arrived(a).len(), 0);
        sender(two).clear().await.expect("a store");
        assert_eq!(world.arrived(a).len(), 1);
    });
}

#[test]
fn a_sender_at_work_sends_what_comes_in() {
    with_both(async |store| {
        let a = begin(&store, "a").await;
        let (sender, world) = sender(&store, World::default());
        let sender = Arc::new(sender);
        let at_work = tokio::spawn({
            let sender = Arc::clone(&sender);
            async move { sender.run(|it| panic!("{it}")).await }
        });
        for n in 1..4 {
            send(&store, a, n, &messages(&["1"])).await;
            sender.wake();
            while world.arrived(a).len() < n as usize {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
        at_work.abort();
    });
}

#[test]
fn what_may_come_later_holds_nothing_up_and_the_last_of_a_name_takes_its_place() {
    with_both(async |store| {
        let battle = begin(&store, "a").await;
        let later = |tag: &str| NewMessage { rank: Rank::Later, ..message(tag) };
        let all = [later("sign"), later("status"), message("report"), later("status"), message("answer"), later("pin")];
        send(&store, battle, 1, &all).await;
        // The first message tagged `sign` is held up on the other side. Nothing else waits for it.
        let world = World { held_up: Some(("sign", Notify::new())), ..World::default() };
        let (sender, world) = sender(&store, world);
        tokio::select! {
            () = sender.run(|why| panic!("{why}")) => (),
            () = async {
                while world.arrived(battle).len() < 2 {
                    tokio::task::yield_now().await;
                }
                send(&store, battle, 2, &[message("more")]).await;
                sender.wake();
                while world.arrived(battle).len() < 3 {
                    tokio::task::yield_now().await;
                }
            } => (),
        }
        assert_eq!(world.arrived(battle), ["report", "answer", "more"]);
        world.held_up.as_ref().expect("it is held up").1.notify_one();
        sender.clear().await.expect("a healthy store");
        assert_eq!(world.arrived(battle), ["report", "answer", "more", "sign", "status", "pin"]);
        let rows = store.messages(battle).await.expect("a healthy store");
        assert!(rows.iter().all(|it| matches!(it.fate, Fate::Sent { .. })), "what was replaced is gone: {rows:?}");
    });
}

#[test]
fn what_comes_last_holds_nothing_up_and_makes_room_even_once_it_was_begun() {
    with_both(async |store| {
        let battle = begin(&store, "a").await;
        let of = |rank: Rank, tag: &str| NewMessage { rank, ..message(tag) };
        let title = || of(Rank::Last, "title");
        send(&store, battle, 1, &[title(), of(Rank::Later, "sign"), message("report")]).await;
        let refusals = Mutex::new(vec![("title", later(Some(Duration::from_secs(3600))))]);
        let (sender, world) = sender(&store, World { refusals, ..World::default() });
        sender.clear().await.expect("a healthy store");
        assert_eq!(world.arrived(battle), ["report", "sign"]);
        send(&store, battle, 2, &[of(Rank::Later, "status"), title()]).await;
        sender.clear().await.expect("a healthy store");
        assert_eq!(world.arrived(battle), ["report", "sign", "status", "title"]);
        let rows = store.messages(battle).await.expect("a healthy store");
        assert!(rows.iter().all(|it| matches!(it.fate, Fate::Sent { .. })), "what was replaced is gone: {rows:?}");
    });
}
