//! Battles that are over are packed, and may be moved to an archive.

use super::{SEED, begin, change, first, last, message, on_both, open, posted, progress, send, with_both};
use crate::store::link::Row;
use crate::store::purpose::Purpose;
use crate::store::{BattleId, Cause, Entry, ExistingBattle, NewBattle, Origin, Place, Snapshot, Step, Store};

/// A battle that is over and still has messages to send.
async fn fight(store: &Store, key: &str, home: Option<i64>) -> BattleId {
    let entries = [first()];
    let mut new_battle = NewBattle { key: Some(key), home, ..NewBattle::new("Ridge", SEED, &entries) };
    new_battle.step.front_state = Some("{\"map\":5}");
    let id = store.begin(&new_battle).await.unwrap_or_else(|it| panic!("{it}"));
    let (entries, messages) = ([posted(1), posted(2)], [message("answer:1"), message("answer:2")]);
    let snapshot = Snapshot { entries: 1, bytes: vec![7; 5_000] };
    let step = Step {
        after: 1,
        entries: &entries,
        messages: &messages,
        progress: progress(2),
        snapshot: Some(&snapshot),
        ..Step::default()
    };
    store.append(id, &step).await.expect("a step");
    let end = [last()];
    store
        .append(id, &Step { after: 2, entries: &end, progress: progress(2), ..Step::default() })
        .await
        .expect("its end");
    id
}

async fn send_all(store: &Store) {
    for due in [store.due(None, 99).await.expect("a store"), store.due(None, 99).await.expect("a store")].concat() {
        store.confirm(&due, "receipt", None).await.expect("a message");
    }
    while let Some(due) = store.due(None, 1).await.expect("a store").pop() {
        store.confirm(&due, "receipt", None).await.expect("a message");
    }
}

async fn count(store: &Store, sql: &'static str) -> i64 {
    let mut tx = store.link.begin(Purpose::Read).await.expect("a store");
    let counted = tx.row(sql, &[]).await;
    tx.end(counted).await.expect("a store").map(|mut it: Row| it.take().expect("a number")).expect("a row")
}

const ROWS: &str = "SELECT (SELECT count(*) FROM entries) + (SELECT count(*) FROM snapshots)
    + (SELECT count(*) FROM messages)";

#[test]
fn a_battle_that_is_over_is_packed_once_all_was_sent_and_reads_as_before() {
    with_both(async |store| {
        let (over, going) = (fight(&store, "over", Some(9)).await, begin(&store, "going on").await);
        let before = store.load(over).await.expect("a battle");
        assert_eq!(store.pack(9).await.expect("a store"), 0, "it has something to say");
        send_all(&store).await;
        assert_eq!(store.pack(9).await.expect("a store"), 1);
        assert_eq!(store.pack(9).await.expect("a store"), 0, "it is packed");
        assert_eq!(count(&store, ROWS).await, 1, "the beginning of the other");
        let after = store.load(over).await.expect("a battle");
        assert_eq!((after.log, after.front_state), (before.log, before.front_state));
        assert_eq!((after.seed, after.progress, after.steps, after.is_over), (SEED, progress(2), 3, true));
        assert_eq!((after.key.as_deref(), after.snapshot), (Some("over"), None));
        assert!(store.append(over, &Step { after: 3, ..Step::default() }).await.is_err(), "it is over");
        assert_eq!(store.find("over").await.expect("a store"), Some(over));
        send(&store, going, 1, &[message("x")]).await;
        // Another battle in the same thread.
        let entries = [first()];
        let next = NewBattle { key: Some("over"), after: Some(over), ..NewBattle::new("Ridge", SEED, &entries) };
        store.begin(&next).await.expect("the next battle");
    });
}

#[test]
fn a_battle_that_is_over_is_not_brought_from_elsewhere_once_more() {
    with_both(async |store| {
        let over = fight(&store, "over", None).await;
        let entries = [first()];
        let again = NewBattle { origin: Origin::Elsewhere, ..NewBattle::new("Ridge", SEED, &entries) };
        let known = ExistingBattle { battle: over, is_over: true };
        for is_packed in [false, true] {
            let why = store.begin(&again).await.expect_err("it is there");
            assert!(matches!(why.cause, Cause::AlreadyImported(it) if it == known), "{why}");
            if !is_packed {
                send_all(&store).await;
                assert_eq!(store.pack(9).await.expect("a store"), 1);
            }
        }
        // Once the seed is public, a new battle may begin with it.
        store.begin(&NewBattle::new("Ridge", SEED, &entries)).await.expect("another battle");
    });
}

#[test]
fn a_pack_that_was_damaged_is_not_read() {
    with_both(async |store| {
        let id = fight(&store, "a", None).await;
        send_all(&store).await;
        store.pack(9).await.expect("a store");
        change(&store, "UPDATE packs SET bytes = substr(bytes, 2)").await;
        let why = store.load(id).await.expect_err("it is damaged").to_string();
        assert!(why.contains("the pack of battle 1 can't be read"), "{why}");
    });
}

#[test]
fn a_database_is_no_archive_of_its_own() {
    on_both(async |place| {
        let (store, again) = (open(place).await, open(place).await);
        fight(&store, "a", None).await;
        send_all(&store).await;
        let before = (store.battles().await.expect("a store"), count(&store, ROWS).await);
        let why = store.archive(&again).await.expect_err("it is the same").to_string();
        assert!(why.contains("the battles are in that very database. Name another; nothing was moved."), "{why}");
        assert_eq!((store.battles().await.expect("a store"), count(&store, ROWS).await), before);
    });
}

#[test]
fn what_is_archived_is_elsewhere_and_only_there() {
    on_both(async |place| {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let (store, archive) = (open(place).await, Place::File(folder.path().join("archive.db")));
        let archive = open(&archive).await;
        let going = begin(&store, "going on").await;
        let over = [fight(&store, "a", Some(9)).await, fight(&store, "b", None).await];
        let before: Vec<Vec<Entry>> =
            [store.load(over[0]).await, store.load(over[1]).await].map(|it| it.expect("a battle").log).into();
        assert!(store.archive(&archive).await.expect("two stores").is_empty(), "they have something to say");
        send_all(&store).await;
        let moved = store.archive(&archive).await.expect("two stores");
        assert_eq!(moved.iter().map(|it| it.0).collect::<Vec<_>>(), over);
        let left: Vec<BattleId> = store.battles().await.expect("a store").iter().map(|it| it.id).collect();
        assert_eq!((left, count(&store, ROWS).await), (vec![going], 1));
        for (key, log) in ["a", "b"].into_iter().zip(&before) {
            let id = archive.find(key).await.expect("a store").expect("it was moved");
            let stored = archive.load(id).await.expect("a battle");
            assert_eq!(
                (&stored.log, stored.seed, stored.front_state.as_str(), stored.steps),
                (log, SEED, "{\"map\":5}", 3)
            );
        }
        assert!(store.archive(&archive).await.expect("two stores").is_empty());
        // After a crash in the middle of a move, both stores have the battle.
        let again = fight(&store, "c", None).await;
        send_all(&store).await;
        store.pack(9).await.expect("a store");
        let (row, bytes) = store.packed(again).await.expect("a pack");
        let there = archive.put(&row, &bytes).await.expect("a store");
        assert_eq!(store.archive(&archive).await.expect("two stores"), [(again, there)]);
        assert_eq!(archive.battles().await.expect("a store").len(), 3);
    });
}
