//! Somebody who waits for a reply isn't forgotten when the process that owes it dies.

use std::time::Duration;

use super::{begin, with_both};
use crate::store::{Holder, PendingReply, Store};

const MINUTE: Duration = Duration::from_secs(60);
const QUARTER: Duration = Duration::from_secs(15 * 60);

fn reply(name: &str) -> PendingReply {
    PendingReply { name: name.to_owned(), front: format!("the secret of {name}") }
}

async fn keep_pending(store: &Store, holder: &Holder, name: &str) {
    store.keep_pending(holder, &reply(name), QUARTER).await.unwrap_or_else(|it| panic!("{it}"));
}

async fn pending_replies(store: &Store, holder: &Holder) -> Vec<PendingReply> {
    store.pending_replies(holder).await.unwrap_or_else(|it| panic!("{it}"))
}

#[test]
fn what_a_dead_process_was_asked_is_another_s_to_answer() {
    with_both(async |store| {
        let [one, two] = ["one", "two"].map(|it| Holder(it.to_owned()));
        let report = async |holder: &Holder| store.report(holder, MINUTE, 1).await.unwrap_or_else(|it| panic!("{it}"));
        report(&one).await;
        report(&two).await;
        for (holder, name) in [(&one, "a"), (&one, "b"), (&one, "b"), (&two, "c")] {
            keep_pending(&store, holder, name).await;
        }
        store.answered("a").await.expect("a store");
        store.answered("a").await.expect("a store");
        assert_eq!(
            (pending_replies(&store, &one).await, pending_replies(&store, &two).await),
            (vec![reply("b")], vec![reply("c")])
        );
        // `one` no longer reports.
        for _ in 0..2 {
            assert!(!report(&two).await.inherits);
            store.pass(MINUTE / 2);
        }
        assert!(report(&two).await.inherits);
        assert!(report(&two).await.inherits, "until it is answered, as the answer may be lost on its way");
        assert_eq!(
            (pending_replies(&store, &one).await, pending_replies(&store, &two).await),
            (vec![], vec![reply("b"), reply("c")])
        );
        assert!(!format!("{:?}", reply("b")).contains("secret"));
        store.answered("b").await.expect("a store");
        assert!(!report(&two).await.inherits, "what was its own from the beginning is not");
        // The reply has expired.
        store.pass(QUARTER);
        assert_eq!(pending_replies(&store, &two).await, vec![]);
    });
}

#[test]
fn a_process_that_lingers_is_not_taken_for_dead_and_takes_nothing() {
    with_both(async |store| {
        let [one, two] = ["one", "two"].map(|it| Holder(it.to_owned()));
        let battle = begin(&store, "at home nowhere").await;
        store.report(&one, MINUTE, 2).await.expect("a store");
        assert!(store.claim(battle, &one, MINUTE).await.expect("a store"));
        for _ in 0..4 {
            store.linger(&one, MINUTE).await.expect("a store");
            let duty = store.report(&two, MINUTE, 2).await.expect("a store");
            assert!(duty.mine.is_empty() && !store.claim(battle, &two, MINUTE).await.expect("a store"));
            store.pass(MINUTE * 2 / 3);
        }
        store.release(&one).await.expect("a store");
        store.linger(&one, MINUTE).await.expect("a store");
        assert_eq!(store.report(&two, MINUTE, 2).await.expect("a store").mine.len(), 2);
        assert!(store.claim(battle, &two, MINUTE).await.expect("a store"));
    });
}
