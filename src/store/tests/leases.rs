//! Each battle is one process's at a time, and another's when that one has died.

use std::time::Duration;

use super::{SEED, begin, both, first, last, message, on_both, open, posted, send};
use crate::store::{Beginning, Cause, Holder, Step};

const MINUTE: Duration = Duration::from_secs(60);

fn holders() -> (Holder, Holder) {
    (Holder("one".to_owned()), Holder("two".to_owned()))
}

#[test]
fn a_battle_that_is_held_is_left_alone_until_its_time_is_over() {
    on_both(async |place| {
        let (store, other) = (open(place).await, open(place).await);
        let (one, two) = holders();
        let id = begin(&store, "a").await;
        assert!(store.claim(id, &one, MINUTE).await.expect("a store"), "nobody's");
        assert!(store.claim(id, &one, MINUTE).await.expect("a store"), "mine");
        assert!(!other.claim(id, &two, MINUTE).await.expect("a store"), "another's");
        assert_eq!(other.claim_free(&two, MINUTE, 9).await.expect("a store"), []);
        let entries = [posted(1)];
        let step = |after, holder| Step { after, entries: &entries, holder: Some(holder), ..Step::default() };
        let refused = other.append(id, &step(1, &two)).await.expect_err("it is another's");
        assert!(matches!(refused.cause, Cause::Elsewhere), "{refused}");
        store.append(id, &step(1, &one)).await.expect("mine");

        other.pass(MINUTE);
        assert_eq!(other.claim_free(&two, MINUTE, 9).await.expect("a store"), [id], "its time is over");
        let refused = store.append(id, &step(2, &one)).await.expect_err("it was taken over");
        assert!(matches!(refused.cause, Cause::Elsewhere), "{refused}");
        assert_eq!(store.renew(&one, MINUTE).await.expect("a store"), []);
        other.append(id, &step(2, &two)).await.expect("mine now");
        assert!(store.claim(crate::store::BattleId(99), &one, MINUTE).await.is_ok_and(|it| !it), "there is none");
    });
}

#[test]
fn what_is_renewed_stays_and_what_is_released_is_free_at_once() {
    on_both(async |place| {
        let store = open(place).await;
        let (one, two) = holders();
        let (a, b) = (begin(&store, "a").await, begin(&store, "b").await);
        assert_eq!(store.claim_free(&one, MINUTE, 1).await.expect("a store"), [a]);
        assert_eq!(store.claim_free(&two, MINUTE, 9).await.expect("a store"), [b]);
        store.pass(MINUTE / 2);
        assert_eq!(store.renew(&one, MINUTE).await.expect("a store"), [a]);
        store.pass(MINUTE / 2);
        // Two let its time run out, and one takes what two had. Nobody asked for one's.
        assert_eq!(store.claim_free(&one, MINUTE, 1).await.expect("a store"), [a], "it has as many as it wants");
        assert_eq!(store.claim_free(&one, MINUTE, 9).await.expect("a store"), [a, b]);
        store.release(&one).await.expect("a store");
        assert_eq!(store.claim_free(&two, MINUTE, 9).await.expect("a store"), [a, b]);
    });
}

#[test]
fn a_battle_that_is_over_is_held_while_it_has_something_to_say() {
    on_both(async |place| {
        let store = open(place).await;
        let (one, two) = holders();
        let entries = [first()];
        let held = Some((&one, MINUTE));
        let beginning = Beginning { held, ..Beginning::new("Ridge", SEED, &entries) };
        let id = store.begin(&beginning).await.expect("a battle");
        assert!(!store.claim(id, &two, MINUTE).await.expect("a store"), "it was held from the first moment");
        let (end, messages) = ([last()], [message("farewell")]);
        let end = Step { after: 1, entries: &end, messages: &messages, holder: Some(&one), ..Step::default() };
        store.append(id, &end).await.expect("mine");
        assert_eq!(store.renew(&one, MINUTE).await.expect("a store"), [id]);
        store.pass(MINUTE);
        assert_eq!(store.claim_free(&two, MINUTE, 9).await.expect("a store"), [id]);
        let due = store.due(Some(&two), 9).await.expect("a store");
        store.confirm(due[0].id, "receipt").await.expect("a message");
        assert_eq!(store.renew(&two, MINUTE).await.expect("a store"), []);
        store.pass(MINUTE);
        assert_eq!(store.claim_free(&one, MINUTE, 9).await.expect("a store"), []);
    });
}

#[test]
fn processes_that_look_for_work_at_once_share_it() {
    on_both(async |place| {
        let stores = [open(place).await, open(place).await];
        for n in 0..20 {
            begin(&stores[0], &n.to_string()).await;
        }
        let (one, two) = holders();
        send(&stores[0], stores[0].find("3").await.expect("a store").expect("a battle"), 1, &[message("x")]).await;
        let first = stores[0].claim_free(&one, MINUTE, 10);
        let second = stores[1].claim_free(&two, MINUTE, 10);
        let (first, second) = both(first, second).await;
        let mut all = first.expect("a store");
        all.extend(second.expect("a store"));
        all.extend(stores[0].claim_free(&one, MINUTE, 20).await.expect("a store"));
        all.extend(stores[1].claim_free(&two, MINUTE, 20).await.expect("a store"));
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 20);
    });
}
