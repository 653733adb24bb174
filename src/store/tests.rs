//! Steps are kept whole, once, and by one writer at a time.

use std::path::Path;
use std::sync::LazyLock;
use std::task::Poll;

use sqlx::Executor as _;
use tokio::runtime::{Builder, Runtime};

use crate::store::{BattleId, Beginning, Cause, Entry, FORMAT, Hash, Progress, Secret, Source, Step, Store};

const SEED: Secret = Secret([9; 32]);

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_time().build().expect("a system that runs programs")
}

fn beginning(after: Option<BattleId>) -> Beginning<'static> {
    static FIRST: LazyLock<Entry> = LazyLock::new(first);
    Beginning { title: "Ridge", seed: SEED, first: &FIRST, after }
}

fn first() -> Entry {
    Entry::Created {
        format: FORMAT,
        ruleset: "line".to_owned(),
        ruleset_version: 1,
        scenario: Source { name: "ridge.toml".to_owned(), text: "name = \"é\"\n".to_owned() },
        data: Vec::new(),
        commitment: Hash([7; 32]),
    }
}

fn posted(number: u32) -> Entry {
    Entry::Posted { number, author: "alice".to_owned(), text: "!Alpha: hold 🦀".to_owned(), key: None, hidden: false }
}

fn progress(posts_seen: u32) -> Progress {
    Progress { posts_seen, thread_entries: posts_seen, thread: Hash([3; 32]) }
}

async fn open(place: &Path) -> Store {
    Store::open(place).await.unwrap_or_else(|it| panic!("{it}"))
}

#[test]
fn what_was_kept_is_there_when_the_file_is_opened_again() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let place = folder.path().join("battles.db");
    runtime().block_on(async {
        let store = open(&place).await;
        let id = store.begin(&beginning(None)).await.expect("a new file");
        let step = Step { after: 1, entries: &[posted(1), posted(3)], progress: progress(3) };
        store.append(id, &step).await.expect("the second step");
        store.append(id, &Step { after: 2, entries: &[], progress: progress(4) }).await.expect("the third");
        store.close().await.expect("a file of its own");

        let store = open(&place).await;
        let saved = store.load(id).await.expect("it is there");
        assert_eq!(saved.log, [first(), posted(1), posted(3)]);
        assert_eq!((saved.seed, saved.progress, saved.steps), (SEED, progress(4), 3));
        let listed = store.battles().await.expect("one");
        assert_eq!((listed.len(), listed[0].entries, listed[0].title.as_str()), (1, 3, "Ridge"));
        assert!(!format!("{saved:?}").contains("9, 9"), "the seed shows");
    });
}

#[test]
fn what_is_written_is_on_the_disk() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    runtime().block_on(async {
        let store = open(&folder.path().join("battles.db")).await;
        let (journal, synchronous, keys): (String, i64, i64) = sqlx::query_as(
            "SELECT journal_mode, synchronous, foreign_keys
            FROM pragma_journal_mode, pragma_synchronous, pragma_foreign_keys",
        )
        .fetch_one(&mut store.link().await.connection)
        .await
        .expect("settings");
        assert_eq!((journal.as_str(), synchronous, keys), ("wal", 2, 1));
    });
}

#[test]
fn work_that_was_given_up_in_the_middle_is_undone() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    runtime().block_on(async {
        let store = open(&folder.path().join("battles.db")).await;
        let id = store.begin(&beginning(None)).await.expect("a new file");
        let step = Step { after: 1, entries: &[posted(1), posted(2)], progress: progress(2) };
        for polls in 1..40 {
            let mut work = std::pin::pin!(store.append(id, &step));
            let mut left = polls;
            // Gives it up after so many steps of its work.
            let given_up = std::future::poll_fn(|context| {
                left -= 1;
                match work.as_mut().poll(context) {
                    Poll::Pending if left == 0 => Poll::Ready(None),
                    other => other.map(Some),
                }
            });
            if given_up.await.is_some() {
                break;
            }
        }
        let saved = store.load(id).await.expect("it is there");
        assert!(matches!((saved.log.len(), saved.steps), (1, 1) | (3, 2)), "{saved:?}");
    });
}

#[test]
fn a_step_that_comes_too_late_is_refused_whole() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let place = folder.path().join("battles.db");
    runtime().block_on(async {
        let (one, other) = (open(&place).await, open(&place).await);
        let id = one.begin(&beginning(None)).await.expect("a new file");
        let step = Step { after: 1, entries: &[posted(1)], progress: progress(1) };
        one.append(id, &step).await.expect("the second step");
        let late = other.append(id, &step).await.expect_err("it was overtaken");
        assert!(matches!(late.cause, Cause::WentOn), "{late}");
        assert_eq!(other.load(id).await.expect("it is there"), one.load(id).await.expect("it is there"));

        let second = other.begin(&beginning(Some(id))).await.expect_err("one at a time");
        assert!(matches!(second.cause, Cause::WentOn), "{second}");
        let end = Step {
            after: 2,
            entries: &[Entry::Revealed { seed: Hash(SEED.0), log: Hash([0; 32]) }],
            progress: progress(1),
        };
        one.append(id, &end).await.expect("the last step");
        let more = Step { after: 3, entries: &[posted(2)], progress: progress(2) };
        assert!(one.append(id, &more).await.is_err(), "it is over");
        assert!(other.begin(&beginning(None)).await.is_err(), "there is one already");
        other.begin(&beginning(Some(id))).await.expect("the first is over");
        assert!(one.battles().await.expect("two")[0].is_over);
    });
}

#[test]
fn a_full_disk_loses_nothing_that_was_kept() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    runtime().block_on(async {
        let store = open(&folder.path().join("battles.db")).await;
        let id = store.begin(&beginning(None)).await.expect("a new file");
        store.link().await.connection.execute("PRAGMA max_page_count = 8").await.expect("a disk of eight pages");
        let long = Entry::Posted {
            number: 1,
            author: "alice".to_owned(),
            text: "mud ".repeat(20_000),
            key: None,
            hidden: false,
        };
        let step = Step { after: 1, entries: &[posted(1), long], progress: progress(1) };
        let full = store.append(id, &step).await.expect_err("80 kB on eight pages");
        assert!(matches!(full.cause, Cause::Full), "{full}");
        assert_eq!(store.load(id).await.expect("it is there").log, [first()]);
        let step = Step { after: 1, entries: &[posted(1)], progress: progress(1) };
        store.append(id, &step).await.expect("there is room for a small one");
    });
}

#[test]
fn an_entry_that_was_changed_behind_the_back_is_found() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    runtime().block_on(async {
        let store = open(&folder.path().join("battles.db")).await;
        let id = store.begin(&beginning(None)).await.expect("a new file");
        let step = Step { after: 1, entries: &[posted(1), posted(2)], progress: progress(2) };
        store.append(id, &step).await.expect("the second step");
        for change in [
            "UPDATE entries SET entry = replace(entry, 'Alpha', 'Bravo') WHERE number = 2",
            "UPDATE entries SET entry = replace(entry, 'Bravo', 'Alpha'); DELETE FROM entries WHERE number = 3",
        ] {
            store.link().await.connection.execute(change).await.expect("plain SQL");
            let found = store.load(id).await.expect_err("it was changed");
            assert!(matches!(found.cause, Cause::Damaged(_)), "{found}");
        }
    });
}
