//! Messages are sent in order, and the fate of each is known.

use std::collections::BTreeSet;
use std::time::Duration;

use super::{begin, message, send, unsent, with_both};
use crate::store::{Cause, Fate, MessageId, NewMessage, ProcessName, Rank};

#[test]
fn of_each_battle_the_first_message_is_due() {
    with_both(async |store| {
        let (a, b) = (begin(&store, "a").await, begin(&store, "b").await);
        send(&store, a, 1, &[message("answer:1"), message("answer:2")]).await;
        send(&store, b, 1, &[NewMessage { tag: None, body: "b".to_owned(), rank: Rank::Own }]).await;
        send(&store, a, 2, &[message("answer:3")]).await;
        let due = store.due(None, 9).await.expect("a store");
        let seen: Vec<_> = due.iter().map(|it| (it.battle, it.seq, it.tag.as_deref(), it.attempts)).collect();
        assert_eq!(seen, [(a, 1, Some("answer:1"), 0), (b, 1, None, 0)]);
        assert_eq!(due[0].body, "{\"text\":\"answer:1 🦀\"}");
        assert_eq!(store.due(None, 1).await.expect("a store"), due[..1]);
        assert_eq!(unsent(&store, a).await, 3);

        for receipt in ["m1", "another"] {
            store.confirm(&due[0], receipt, None).await.expect("a message");
        }
        assert_eq!(store.receipt(a, "answer:1").await.expect("a store").as_deref(), Some("m1"));
        assert_eq!(store.receipt(a, "answer:2").await.expect("a store"), None);
        assert_eq!(store.receipt(b, "answer:1").await.expect("a store"), None);
        let due = store.due(None, 9).await.expect("a store");
        assert!(due.iter().any(|it| (it.battle, it.seq) == (a, 2)), "{due:?}");
        assert_eq!(unsent(&store, a).await, 2);
    });
}

#[test]
fn a_message_that_failed_waits_and_holds_up_only_its_own_battle() {
    with_both(async |store| {
        let (a, b) = (begin(&store, "a").await, begin(&store, "b").await);
        send(&store, a, 1, &[message("1"), message("2")]).await;
        send(&store, b, 1, &[message("1")]).await;
        let first = store.due(None, 1).await.expect("a store").remove(0);
        assert_eq!(store.count_attempts(&[first.id], None).await.expect("a store"), [first.id]);
        store.retry(first.id, Duration::from_secs(60), "the network is down").await.expect("a message");
        let due = store.due(None, 9).await.expect("a store");
        assert_eq!(due.iter().map(|it| it.battle).collect::<Vec<_>>(), [b]);
        store.pass(Duration::from_secs(60));
        let due = store.due(None, 9).await.expect("a store");
        let again = due.iter().find(|it| it.battle == a).expect("its time has come");
        assert_eq!((again.id, &again.nonce, again.attempts), (first.id, &first.nonce, 1));
        let rows = store.messages(a).await.expect("a store");
        assert_eq!(rows[0].fate, Fate::Waiting { why: Some("the network is down".to_owned()) });
    });
}

#[test]
fn a_message_that_is_given_up_is_kept_and_the_next_goes_on() {
    with_both(async |store| {
        let a = begin(&store, "a").await;
        send(&store, a, 1, &[message("1"), message("2"), message("3")]).await;
        let due = store.due(None, 9).await.expect("a store");
        store.give_up(due[0].id, "the channel is gone").await.expect("a message");
        let next = store.due(None, 9).await.expect("a store").remove(0);
        assert_eq!(next.seq, 2);
        store.confirm(&next, "m2", None).await.expect("a message");
        // A message that arrived can't be given up or tried again.
        store.give_up(next.id, "no").await.expect("a message");
        store.retry(next.id, Duration::ZERO, "no").await.expect("a message");
        assert_eq!(store.count_attempts(&[next.id, due[0].id], None).await.expect("a store"), []);
        let fates: Vec<Fate> = store.messages(a).await.expect("a store").into_iter().map(|it| it.fate).collect();
        let given_up = Fate::GivenUp { why: "the channel is gone".to_owned() };
        assert_eq!(fates, [given_up, Fate::Sent { receipt: "m2".to_owned() }, Fate::Waiting { why: None }]);
        let none = store.give_up(MessageId(99), "no").await.expect_err("there is none");
        assert!(matches!(none.cause, Cause::NoMessage(_)), "{none}");
    });
}

#[test]
fn of_what_was_sent_the_last_of_each_tag_is_kept() {
    with_both(async |store| {
        let a = begin(&store, "a").await;
        let unnamed = || NewMessage { tag: None, body: "sign".to_owned(), rank: Rank::Own };
        send(&store, a, 1, &[message("status"), unnamed(), message("status"), message("answer:1"), message("status")])
            .await;
        for (n, receipt) in ["m1", "m2", "m3", "m4"].into_iter().enumerate() {
            let due = store.due(None, 9).await.expect("a store").remove(0);
            assert_eq!(due.seq as usize, n + 1);
            for _ in 0..2 {
                store.confirm(&due, receipt, None).await.expect("a store");
            }
        }
        let rows = store.messages(a).await.expect("a store");
        let kept: Vec<(u32, bool)> =
            rows.iter().map(|it| (it.message.seq, matches!(it.fate, Fate::Sent { .. }))).collect();
        assert_eq!(kept, [(3, true), (4, true), (5, false)]);
        assert_eq!(store.receipt(a, "status").await.expect("a store").as_deref(), Some("m3"));
        assert_eq!(store.tag(a, "m4").await.expect("a store").as_deref(), Some("answer:1"));
    });
}

#[test]
fn only_who_holds_a_battle_sends_its_messages() {
    with_both(async |store| {
        let (one, two) = (ProcessName("one".to_owned()), ProcessName("two".to_owned()));
        let a = begin(&store, "a").await;
        send(&store, a, 1, &[message("1")]).await;
        assert_eq!(store.due(Some(&one), 9).await.expect("a store"), []);
        assert!(store.claim(a, &one, Duration::from_secs(9)).await.expect("a store"));
        let due = store.due(Some(&one), 9).await.expect("a store").remove(0);
        assert_eq!(store.count_attempts(&[due.id], Some(&two)).await.expect("a store"), []);
        assert_eq!(store.count_attempts(&[due.id], Some(&one)).await.expect("a store"), [due.id]);
    });
}

#[test]
fn a_nonce_is_short_and_no_other_message_has_it() {
    with_both(async |store| {
        let a = begin(&store, "a").await;
        let messages: Vec<NewMessage> = (0..50).map(|it| message(&it.to_string())).collect();
        send(&store, a, 1, &messages).await;
        let rows = store.messages(a).await.expect("a store");
        let nonces: BTreeSet<&str> = rows.iter().map(|it| it.message.nonce.as_str()).collect();
        assert_eq!(nonces.len(), 50);
        assert!(nonces.iter().all(|it| 16 <= it.len() && it.len() <= 25));
    });
}
