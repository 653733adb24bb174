//! Steps are stored whole, once, and by one writer at a time.

use sqlx::Executor as _;

use futures_util::future::join;

use super::{
    SEED, add, begin, change, first, given_up_after, last, message, on_both, on_postgres, open, posted, progress,
    unsent, with_both,
};
use crate::store::{BattleId, Cause, Entry, NewBattle, NewMessage, ProcessName, Rank, Snapshot, Step};

#[test]
fn what_was_kept_is_there_when_the_store_is_opened_again() {
    on_both(async |place| {
        let store = open(place).await;
        let id = begin(&store, "thread 1").await;
        let entries = [posted(1), posted(3)];
        let step = Step { after: 1, entries: &entries, progress: progress(3), ..Step::default() };
        store.append(id, &step).await.expect("the second step");
        let step = Step { after: 2, progress: progress(4), front_state: Some("{\"map\":5}"), ..Step::default() };
        store.append(id, &step).await.expect("the third");
        store.close().await.expect("a store of its own");

        let store = open(place).await;
        let stored = store.load(id).await.expect("it is there");
        assert_eq!(stored.log, [first(), posted(1), posted(3)]);
        assert_eq!((stored.seed, stored.progress, stored.steps, stored.is_over), (SEED, progress(4), 3, false));
        assert_eq!((stored.title.as_str(), stored.key.as_deref()), ("Ridge", Some("thread 1")));
        assert_eq!((stored.front_state.as_str(), &stored.snapshot), ("{\"map\":5}", &None));
        let listed = store.battles().await.expect("one");
        assert_eq!((listed.len(), listed[0].entries, listed[0].title.as_str()), (1, 3, "Ridge"));
        assert_eq!((listed[0].key.as_deref(), listed[0].front_state.as_str()), (Some("thread 1"), "{\"map\":5}"));
        assert!(1_700_000_000 < listed[0].begun, "seconds since 1970");
        assert!(!format!("{stored:?}").contains("9, 9"), "the seed shows");
        let none = store.load(BattleId(99)).await.expect_err("there is one");
        assert!(matches!(none.cause, Cause::NoBattle(_)), "{none}");
    });
}

#[test]
fn work_that_was_given_up_in_the_middle_is_undone() {
    with_both(async |store| {
        let id = begin(&store, "a").await;
        let entries = [posted(1), posted(2)];
        let messages = [message("answer:1")];
        let step = Step { after: 1, entries: &entries, progress: progress(2), messages: &messages, ..Step::default() };
        for polls in 1..40 {
            if given_up_after(polls, store.append(id, &step)).await.is_some() {
                break;
            }
        }
        let stored = store.load(id).await.expect("it is there");
        let sent = unsent(&store, id).await;
        assert!(matches!((stored.log.len(), stored.steps, sent), (1, 1, 0) | (3, 2, 1)), "{stored:?}");
    });
}

#[test]
fn a_step_that_comes_too_late_is_refused_whole() {
    on_both(async |place| {
        let (one, other) = (open(place).await, open(place).await);
        let id = begin(&one, "a").await;
        let (entries, messages) = ([posted(1)], [message("answer:1")]);
        let step = Step { after: 1, entries: &entries, progress: progress(1), ..Step::default() };
        one.append(id, &step).await.expect("the second step");
        let snapshot = Snapshot { entries: 1, bytes: vec![1] };
        let late = Step { messages: &messages, snapshot: Some(&snapshot), front_state: Some("late"), ..step };
        let late = other.append(id, &late).await.expect_err("it was overtaken");
        assert!(matches!(late.cause, Cause::Conflict), "{late}");
        let stored = other.load(id).await.expect("it is there");
        assert_eq!(stored, one.load(id).await.expect("it is there"));
        assert_eq!((stored.front_state.as_str(), stored.snapshot), ("", None));
        assert_eq!(unsent(&one, id).await, 0);
    });
}

#[test]
fn of_a_key_one_battle_is_open_at_most() {
    on_both(async |place| {
        let (one, other) = (open(place).await, open(place).await);
        let id = begin(&one, "a").await;
        let entries = [first()];
        let of_a = |after| NewBattle { key: Some("a"), after, ..NewBattle::new("Ridge", SEED, &entries) };
        for after in [None, Some(id)] {
            let second = other.begin(&of_a(after)).await.expect_err("one at a time");
            assert!(matches!(second.cause, Cause::Conflict), "{second}");
        }
        begin(&one, "b").await;
        add(&one, id, 1, &[last()]).await;
        let more = Step { after: 2, ..Step::default() };
        assert!(one.append(id, &more).await.is_err(), "it is over");
        assert!(other.begin(&of_a(None)).await.is_err(), "there was one already");
        assert_eq!(one.find("a").await.expect("a store"), Some(id));
        let second = other.begin(&of_a(Some(id))).await.expect("the first is over");
        assert_eq!(one.find("a").await.expect("a store"), Some(second));
        assert_eq!(one.find("c").await.expect("a store"), None);
        assert!(one.battles().await.expect("three")[0].is_over);
        // Battles without a key can't be found by one.
        let mut nameless = Vec::new();
        for _ in 0..2 {
            nameless.push(one.begin(&NewBattle::new("Ridge", SEED, &entries)).await.expect("a battle"));
        }
        let open: Vec<BattleId> = one.open_battles().await.expect("four").iter().map(|it| it.id).collect();
        assert_eq!((open.len(), &open[2..]), (4, &nameless[..]));
    });
}

#[test]
fn two_that_begin_at_once_begin_one_battle() {
    on_both(async |place| {
        let (one, other) = (open(place).await, open(place).await);
        let entries = [first()];
        for n in 0..10 {
            let key = format!("thread {n}");
            let new_battle = NewBattle { key: Some(&key), ..NewBattle::new("Ridge", SEED, &entries) };
            let begun = join(one.begin(&new_battle), other.begin(&new_battle)).await;
            assert!(begun.0.is_ok() != begun.1.is_ok(), "{begun:?}");
            let id = one.find(&key).await.expect("a store").expect("one of them");
            let entries = [posted(1)];
            let step = Step { after: 1, entries: &entries, ..Step::default() };
            let added = join(one.append(id, &step), other.append(id, &step)).await;
            assert!(added.0.is_ok() != added.1.is_ok(), "{added:?}");
            assert_eq!(one.load(id).await.expect("it is there").log.len(), 2);
        }
    });
}

#[test]
fn the_last_snapshot_is_given_back_if_it_is_whole() {
    with_both(async |store| {
        let id = begin(&store, "a").await;
        for n in 1..4 {
            let snapshot = Snapshot { entries: n, bytes: vec![n as u8; 3000] };
            let entries = [posted(n)];
            let step = Step { after: n, entries: &entries, snapshot: Some(&snapshot), ..Step::default() };
            store.append(id, &step).await.expect("a step");
            assert_eq!(store.load(id).await.expect("it is there").snapshot, Some(snapshot));
        }
        change(&store, "UPDATE snapshots SET entries = 2").await;
        let stored = store.load(id).await.expect("it is there");
        assert_eq!((stored.log.len(), stored.snapshot), (4, None));
    });
}

#[test]
fn a_whole_log_is_put_into_a_store() {
    with_both(async |store| {
        let mut log = vec![first()];
        log.extend((1..200).map(posted));
        let holder = ProcessName("one".to_owned());
        let messages = [message("opening")];
        let new_battle = NewBattle {
            key: Some("a"),
            holder: Some((&holder, std::time::Duration::from_secs(60))),
            step: Step {
                entries: &log,
                front_state: Some("{}"),
                progress: progress(199),
                messages: &messages,
                ..Step::default()
            },
            ..NewBattle::new("Ridge", SEED, &log)
        };
        let id = store.begin(&new_battle).await.expect("a battle");
        let stored = store.load(id).await.expect("it is there");
        assert_eq!((&stored.log, stored.progress, stored.steps), (&log, progress(199), 1));
        assert_eq!(store.due(Some(&holder), 9).await.expect("a store").len(), 1);
        add(&store, id, 1, &[posted(200)]).await;
        log.push(last());
        let over = store.begin(&NewBattle::new("Ridge", SEED, &log)).await.expect("a battle");
        assert!(store.load(over).await.expect("it is there").is_over);
    });
}

#[test]
fn any_text_is_kept_that_a_front_end_may_have() {
    with_both(async |store| {
        let entries = [
            first(),
            Entry::Posted { number: 1, author: "\0'\"$1".to_owned(), text: "\0".to_owned(), key: None, hidden: false },
        ];
        let key = "'; DROP TABLE battles; -- $1 🦀";
        let new_battle = NewBattle { key: Some(key), ..NewBattle::new("\\ \u{202e} %", SEED, &entries) };
        let id = store.begin(&new_battle).await.expect("a battle");
        assert_eq!(store.find(key).await.expect("a store"), Some(id));
        let stored = store.load(id).await.expect("it is there");
        assert_eq!((stored.title.as_str(), &stored.log[..]), ("\\ \u{202e} %", &entries[..]));
        let messages = [NewMessage { tag: None, body: "a\0b".to_owned(), rank: Rank::Own }];
        super::send(&store, id, 1, &messages).await;
        assert!(store.due(None, 9).await.expect("a store")[0].body.starts_with('a'));
    });
}

#[test]
fn a_connection_that_is_lost_is_made_again() {
    on_postgres(async |place| {
        let (store, other) = (open(place).await, open(place).await);
        let id = begin(&store, "a").await;
        let kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE pid <> pg_backend_pid() AND datname = current_database()";
        // It keeps one connection: with two in the pool, it would end the other.
        let mut killer = other.link.pool().expect("a server").acquire().await.expect("a server");
        for n in 1..8 {
            (&mut *killer).execute(kill).await.expect("plain SQL");
            add(&store, id, n, &[posted(n)]).await;
            (&mut *killer).execute(kill).await.expect("plain SQL");
            assert_eq!(store.load(id).await.unwrap_or_else(|it| panic!("{it}")).steps, n + 1);
        }
        // The connection is lost in the middle of a transaction.
        let mut tx = store.link.begin(crate::store::purpose::Purpose::Write).await.expect("a server");
        let sql = "UPDATE battles SET steps = 99";
        tx.execute(sql, &[]).await.expect("plain SQL");
        (&mut *killer).execute(kill).await.expect("plain SQL");
        let lost = tx.end(Ok(())).await.expect_err("it was killed");
        assert!(matches!(lost, Cause::Lost(_)), "{lost}");
        assert_eq!(store.load(id).await.unwrap_or_else(|it| panic!("{it}")).steps, 8);
    });
}
