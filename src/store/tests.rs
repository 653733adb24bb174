//! What a store promises, tested on both databases. Each test has a file and a database of its own.

mod at_once;
mod damage;
mod leases;
mod lookups;
mod outbox;
mod packs;
mod pending_replies;
mod sender;
mod server;
mod silence;
mod steps;
mod tls;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::Poll;
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Executor as _};
use tokio::runtime::{Builder, Runtime};

use crate::store::link::{Link, milliseconds};
use crate::store::purpose::{Clock, Purpose};
use crate::store::{
    BattleId, Entry, FORMAT, Fate, Hash, NewBattle, NewMessage, Place, Progress, Rank, SecretSeed, Source, Step, Store,
};

const SEED: SecretSeed = SecretSeed([9; 32]);

/// Runs a test on both databases.
pub(crate) fn on_both(test: impl AsyncFn(&Place)) {
    on_sqlite(&test);
    on_postgres(&test);
}

/// Runs a test on both databases, with the store opened.
fn with_both(test: impl AsyncFn(Arc<Store>)) {
    on_both(async |place| test(Arc::new(open(place).await)).await);
}

pub(crate) fn on_sqlite(test: impl AsyncFn(&Place)) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let place = Place::File(folder.path().join("battles.db"));
    runtime().block_on(test(&place));
}

pub(crate) fn on_postgres(test: impl AsyncFn(&Place)) {
    let Some(address) = server::address() else { return };
    let database = Database::new(&address);
    let place = server::with_database(&address, &database.name).parse().expect("an address");
    runtime().block_on(test(&place));
}

/// The number of messages that a battle still has to send.
pub(crate) async fn unsent(store: &Store, battle: BattleId) -> usize {
    let messages = store.messages(battle).await.unwrap_or_else(|it| panic!("{it}"));
    messages.iter().filter(|it| matches!(it.fate, Fate::Waiting { .. })).count()
}

impl Store {
    /// Moves the store's clock forward.
    pub(crate) fn pass(&self, time: Duration) {
        self.link.clock().ahead.fetch_add(milliseconds(time), Ordering::Relaxed);
    }

    /// Loses the connection after this number of statements.
    pub(crate) fn lose_after(&self, statements: u32) {
        *self.link.clock().until_lost.lock().expect("nobody panics with it") = Some(statements);
    }
}

impl Link {
    fn clock(&self) -> &Clock {
        match self {
            Link::Sqlite(file) => &file.clock,
            Link::Postgres(server) => &server.clock,
        }
    }

    fn pool(&self) -> Option<&sqlx::PgPool> {
        match self {
            Link::Sqlite(_) => None,
            Link::Postgres(server) => Some(&server.pool),
        }
    }
}

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().expect("a system that runs programs")
}

/// A database that is dropped after its test, even if the test fails.
struct Database {
    name: String,
    server: PgConnectOptions,
}

impl Database {
    fn new(address: &str) -> Database {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("fieldpost_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let server = address.parse().expect("the address of a server");
        run_statement(&server, format!("CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'"));
        Database { name, server }
    }
}

fn run_statement(server: &PgConnectOptions, statement: String) {
    runtime().block_on(async {
        let mut connection = connect_patiently(server).await;
        connection.execute(AssertSqlSafe(statement)).await.expect("a server that obeys");
    });
}

impl Drop for Database {
    fn drop(&mut self) {
        run_statement(&self.server, format!("DROP DATABASE {} WITH (FORCE)", self.name));
    }
}

/// Connects to a server, which may still be starting if it is our own. If the server that was named isn't there, the
/// test fails instead of being left out.
async fn connect_patiently(server: &PgConnectOptions) -> PgConnection {
    let start = Instant::now();
    let patience = if std::env::var_os("FIELDPOST_TEST_POSTGRES").is_some() { 5 } else { 60 };
    loop {
        match server.clone().disable_statement_logging().connect().await {
            Ok(connection) => return connection,
            Err(why) if Duration::from_secs(patience) < start.elapsed() => {
                panic!("PostgreSQL can't be reached, so it was not tested: {why}")
            }
            Err(_) => std::thread::sleep(Duration::from_millis(50)),
        }
    }
}

pub(crate) async fn open(place: &Place) -> Store {
    Store::open(place).await.unwrap_or_else(|it| panic!("{it}"))
}

/// Begins a battle with nothing but its creation.
async fn begin(store: &Store, key: &str) -> BattleId {
    let entries = [first()];
    let new_battle = NewBattle { key: Some(key), ..NewBattle::new("Ridge", SEED, &entries) };
    store.begin(&new_battle).await.unwrap_or_else(|it| panic!("{it}"))
}

/// Adds a step with nothing but entries.
async fn add(store: &Store, battle: BattleId, after: u32, entries: &[Entry]) {
    let step = Step { after, entries, ..Step::default() };
    store.append(battle, &step).await.unwrap_or_else(|it| panic!("{it}"));
}

/// Runs SQL on a database, as another program might.
async fn change(store: &Store, sql: &'static str) {
    let mut tx = store.link.begin(Purpose::Write).await.expect("a store");
    let changed = tx.execute(sql, &[]).await;
    tx.end(changed).await.unwrap_or_else(|it| panic!("{sql}: {it}"));
}

/// Adds a step with nothing but messages.
async fn send(store: &Store, battle: BattleId, after: u32, messages: &[NewMessage]) {
    let step = Step { after, messages, ..Step::default() };
    store.append(battle, &step).await.unwrap_or_else(|it| panic!("{it}"));
}

fn message(tag: &str) -> NewMessage {
    NewMessage { tag: Some(tag.to_owned()), body: format!("{{\"text\":\"{tag} 🦀\"}}"), rank: Rank::Own }
}

fn first() -> Entry {
    Entry::Created {
        format: FORMAT,
        ruleset: "line".to_owned(),
        scenario: Source { name: "ridge.toml".to_owned(), text: "name = \"é\"\n".to_owned() },
        data: Vec::new(),
        commitment: Hash([7; 32]),
    }
}

fn posted(number: u32) -> Entry {
    Entry::Posted { number, author: "alice".to_owned(), text: "!Alpha: hold 🦀".to_owned(), key: None, hidden: false }
}

fn last() -> Entry {
    Entry::Revealed { seed: Hash(SEED.0), log: Hash([0; 32]) }
}

fn progress(posts_seen: u32) -> Progress {
    Progress { posts_seen, thread_entries: posts_seen, thread_digest: Hash([3; 32]) }
}

/// Polls some work up to this many times and then drops it. `None` if it wasn't finished by then.
pub(crate) async fn given_up_after<T>(polls: u32, work: impl Future<Output = T>) -> Option<T> {
    let mut work = std::pin::pin!(work);
    let mut left = polls;
    std::future::poll_fn(|context| {
        left -= 1;
        match work.as_mut().poll(context) {
            Poll::Pending if left == 0 => Poll::Ready(None),
            other => other.map(Some),
        }
    })
    .await
}
