//! Somebody who waits for a reply isn't forgotten when the process that owes it dies.

use std::time::Duration;

use super::{begin, with_both};
use crate::store::{PendingReply, ProcessName, Store};

const MINUTE: Duration = Duration::from_secs(60);
const QUARTER: Duration = Duration::from_secs(15 * 60);

fn reply(name: &str) -> PendingReply {
    PendingReply { name: name.to_owned(), front: format!("the secret of {name}") }
}

async fn keep_pending(store: &Store, holder: &ProcessName, name: &str) {
    store.keep_pending(holder, &reply(name), QUARTER).await.unwrap_or_else(|it| panic!("{it}"));
}

async fn pending_replies(store: &Store, holder: &ProcessName) -> Vec<PendingReply> {
    store.pending_replies(holder).await.unwrap_or_else(|it| panic!("{it}"))
}

#[test]
fn what_a_dead_process_was_asked_is_another_s_to_answer() {
    with_both(async |store| {
        let [one, two] = ["one", "two"].map(|it| ProcessName(it.to_owned()));
        let heartbeat =
            async |holder: &ProcessName| store.heartbeat(holder, MINUTE, 1).await.unwrap_or_else(|it| panic!("{it}"));
        heartbeat(&one).await;
        heartbeat(&two).await;
        for (holder, name) in [(&one, "a"), (&one, "b"), (&one, "b"), (&two, "c")] {
            keep_pending(&store, holder, name).await;
        }
        store.forget_pending("a").await.expect("a store");
        store.forget_pending("a").await.expect("a store");
        assert_eq!(
            (pending_replies(&store, &one).await, pending_replies(&store, &two).await),
            (vec![reply("b")], vec![reply("c")])
        );
        // `one` no longer reports.
        for _ in 0..2 {
            assert!(!heartbeat(&two).await.inherits);
            store.pass(MINUTE / 2);
        }
        assert!(heartbeat(&two).await.inherits);
        assert!(heartbeat(&two).await.inherits, "until it is answered, as the answer may be lost on its way");
        assert_eq!(
            (pending_replies(&store, &one).await, pending_replies(&store, &two).await),
            (vec![], vec![reply("b"), reply("c")])
        );
        assert!(!format!("{:?}", reply("b")).contains("secret"));
        store.forget_pending("b").await.expect("a store");
        assert!(!heartbeat(&two).await.inherits, "what was its own from the beginning is not");
        // The reply has expired.
        store.pass(QUARTER);
        assert_eq!(pending_replies(&store, &two).await, vec![]);
    });
}

#[test]
fn a_process_that_lingers_is_not_taken_for_dead_and_takes_nothing() {
    with_both(async |store| {
        let [one, two] = ["one", "two"].map(|it| ProcessName(it.to_owned()));
        let battle = begin(&store, "at home nowhere").await;
        store.heartbeat(&one, MINUTE, 2).await.expect("a store");
        assert!(store.claim(battle, &one, MINUTE).await.expect("a store"));
        for _ in 0..4 {
            store.heartbeat_without_taking(&one, MINUTE).await.expect("a store");
            let assignment = store.heartbeat(&two, MINUTE, 2).await.expect("a store");
            assert!(assignment.parts_served.is_empty() && !store.claim(battle, &two, MINUTE).await.expect("a store"));
            store.pass(MINUTE * 2 / 3);
        }
        store.release(&one).await.expect("a store");
        store.heartbeat_without_taking(&one, MINUTE).await.expect("a store");
        assert_eq!(store.heartbeat(&two, MINUTE, 2).await.expect("a store").parts_served.len(), 2);
        assert!(store.claim(battle, &two, MINUTE).await.expect("a store"));
    });
}
