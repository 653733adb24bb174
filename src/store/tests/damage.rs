//! A database that is damaged, isn't ours or has another version is refused.

use sqlx::{AssertSqlSafe, ConnectOptions as _, Executor as _};

use super::{add, begin, change, first, on_both, on_postgres, on_sqlite, open, posted, progress, with_both};
use crate::store::purpose::Purpose;
use crate::store::{Cause, Entry, Place, Step, Store};

#[test]
fn what_is_written_is_on_the_disk() {
    on_sqlite(async |place| {
        let store = open(place).await;
        let mut tx = store.link.begin(Purpose::Read).await.expect("a store");
        let settings = "SELECT journal_mode, synchronous, foreign_keys
            FROM pragma_journal_mode, pragma_synchronous, pragma_foreign_keys";
        let mut row = tx.row(settings, &[]).await.expect("settings").expect("settings");
        let journal: String = row.take().expect("a mode");
        let (synchronous, keys): (i64, i64) = (row.take().expect("a number"), row.take().expect("a number"));
        assert_eq!((journal.as_str(), synchronous, keys), ("wal", 2, 1));
    });
    on_postgres(async |place| {
        let store = open(place).await;
        let off = "DO $$ BEGIN
            EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database());
        END $$";
        change(&store, off).await;
        let store = open(place).await;
        let mut tx = store.link.begin(Purpose::Read).await.expect("a store");
        let mut row = tx.row("SHOW synchronous_commit", &[]).await.expect("settings").expect("settings");
        assert_eq!(row.take::<String>().expect("a mode"), "on");
    });
}

#[test]
fn a_copy_of_a_file_alone_is_whole_once_it_is_settled() {
    on_both(async |place| {
        let store = open(place).await;
        begin(&store, "a").await;
        store.checkpoint().await.expect("a store");
        let Place::File(file) = place else { return };
        let copy = file.with_extension("copy");
        std::fs::copy(file, &copy).expect("a copy");
        let copied = open(&Place::File(copy)).await;
        assert_eq!(copied.battles().await.expect("a store").len(), 1);
    });
}

#[test]
fn a_full_disk_loses_nothing_that_was_kept() {
    on_sqlite(async |place| {
        let store = open(place).await;
        let id = begin(&store, "a").await;
        let mut tx = store.link.begin(Purpose::Read).await.expect("a store");
        // SQLite then sets the limit to the pages that there are.
        let full = tx.rows("PRAGMA max_page_count = 1", &[]).await;
        tx.end(full).await.expect("a setting");
        let text = "mud ".repeat(20_000);
        let long = [Entry::Posted { number: 1, author: "alice".to_owned(), text, key: None, hidden: false }];
        let step = Step { after: 1, entries: &long, progress: progress(1), ..Step::default() };
        let full = store.append(id, &step).await.expect_err("80 kB on a full disk");
        assert!(matches!(full.cause, Cause::Full), "{full}");
        assert_eq!(store.load(id).await.expect("it is there").log, [first()]);
        // There is room for a short entry.
        add(&store, id, 1, &[posted(1)]).await;
    });
}

#[test]
fn an_entry_that_was_changed_behind_the_back_is_found() {
    with_both(async |store| {
        let id = begin(&store, "a").await;
        add(&store, id, 1, &[posted(1), posted(2)]).await;
        change(&store, "UPDATE entries SET entry = replace(entry, 'Alpha', 'Bravo') WHERE number = 2").await;
        let found = store.load(id).await.expect_err("it was changed");
        assert!(matches!(found.cause, Cause::Damaged(_)), "{found}");
        change(&store, "UPDATE entries SET entry = replace(entry, 'Bravo', 'Alpha')").await;
        store.load(id).await.expect("it is as it was");
        change(&store, "DELETE FROM entries WHERE number = 3").await;
        let found = store.load(id).await.expect_err("it is gone");
        assert!(matches!(found.cause, Cause::Damaged(_)), "{found}");
    });
}

#[test]
fn a_schema_of_another_version_is_refused() {
    on_postgres(async |place| {
        let store = open(place).await;
        change(&store, "UPDATE versions SET version = 6").await;
        let Err(earlier) = Store::open(place).await else { panic!("an earlier version") };
        assert!(matches!(earlier.cause, Cause::TooOld(6)), "{earlier}");
        change(&store, "INSERT INTO versions VALUES (99)").await;
        let Err(later) = Store::open(place).await else { panic!("a later version") };
        assert!(matches!(later.cause, Cause::TooNew(99)), "{later}");
        change(&store, "DROP TABLE versions").await;
        let Err(other) = Store::open(place).await else { panic!("another program's") };
        assert!(matches!(other.cause, Cause::NotOurs), "{other}");
    });
}

#[test]
fn processes_that_begin_at_once_make_the_tables_once() {
    on_postgres(async |place| {
        let mut openings = tokio::task::JoinSet::new();
        for _ in 0..6 {
            let place = place.clone();
            openings.spawn(async move { Store::open(&place).await.map(|_| ()) });
        }
        while let Some(opened) = openings.join_next().await {
            opened.expect("no panic").unwrap_or_else(|it| panic!("{it}"));
        }
    });
}

#[test]
fn a_server_that_cannot_be_used_is_named_with_the_remedy() {
    on_postgres(async |place| {
        let crate::store::Place::Server(server) = place else { panic!("a server") };
        let refused = async |place: &crate::store::Place| match Store::open(place).await {
            Ok(_) => panic!("it can be used"),
            Err(failed) => failed,
        };
        let none = server.as_ref().clone().database("no_such_database");
        let none = refused(&crate::store::Place::Server(Box::new(none))).await;
        assert!(matches!(none.cause, Cause::NoDatabase), "{none}");
        let nowhere: crate::store::Place = "postgres://anna:hunter2@127.0.0.1:1/war".parse().expect("an address");
        let nowhere = refused(&nowhere).await;
        assert!(matches!(nowhere.cause, Cause::Unreachable(_)), "{nowhere}");
        assert!(nowhere.to_string().contains("anna@127.0.0.1:1/war") && !nowhere.to_string().contains("hunter2"));
    });
}

#[test]
fn who_may_not_use_the_schema_is_told_whose_it_has_to_be() {
    on_postgres(async |place| {
        let store = open(place).await;
        let Place::Server(server) = place else { panic!("a server") };
        // Roles belong to the whole server, so the name must be unique.
        let role = format!("stranger_to_{}", server.get_database().expect("a database of the test's"));
        let mut admin = server.connect().await.expect("a server");
        let mut say = async |sql: String| admin.execute(AssertSqlSafe(sql)).await.map(drop).expect("plain SQL");
        say(format!("CREATE ROLE {role} LOGIN PASSWORD 'stranger'")).await;
        let stranger = Place::Server(Box::new(server.as_ref().clone().username(&role).password("stranger")));
        let refused = async || Store::open(&stranger).await.err().map(|it| it.to_string()).unwrap_or_default();
        let others = refused().await;
        change(&store, "DROP SCHEMA fieldpost CASCADE").await;
        let none = refused().await;
        say(format!("DROP ROLE {role}")).await;
        assert!(others.contains("have to belong to this user. Restore a backup as this user"), "{others}");
        assert!(none.contains("grant the user CREATE on the database"), "{none}");
    });
}
