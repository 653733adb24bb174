//! What battles in which nothing happens cost a host.
//!
//! With `FIELDPOST_TEST_POSTGRES`, this is also measured on a server; without it, only in a file.

use std::sync::Arc;

use fieldpost::referee::service::LEASE;
use fieldpost::referee::{Referee, SystemClock};
use fieldpost::store::{Entry, FORMAT, Hash, NewBattle, Place, ProcessName, SecretSeed, Source, Store};
use metrics_exporter_prometheus::PrometheusBuilder;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Executor as _};

use crate::measure::{Goal, Table};
use crate::store::{in_runtime, open};

/// Battles in which nothing happens: few, and many.
const FEW: usize = 10;
const MANY: usize = 10_000;

/// How often in a minute a process checks what it serves and what is due, and how often it checks what is to be sent.
const TURNS: usize = 30;
const LOOKS: usize = 120;

pub(crate) fn measure(table: &mut Table) {
    in_runtime(async |folder| {
        on_one(table, "SQLite", &Place::File(folder.join("hosts.db"))).await;
        match std::env::var("FIELDPOST_TEST_POSTGRES") {
            Ok(address) => on_server(table, &address).await,
            Err(_) => table.note("PostgreSQL: FIELDPOST_TEST_POSTGRES names no server"),
        }
    });
}

/// Measures on a server, in a database of its own.
async fn on_server(table: &mut Table, address: &str) {
    let options: PgConnectOptions = address.parse().expect("the address of a server");
    let mut server = options.connect().await.expect("a server");
    let name = format!("fieldpost_bench_{}", std::process::id());
    let made = format!("CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'");
    server.execute(AssertSqlSafe(made)).await.expect("a server");
    let place = Place::Server(Box::new(options.database(&name)));
    on_one(table, "PostgreSQL", &place).await;
    server.execute(AssertSqlSafe(format!("DROP DATABASE {name} WITH (FORCE)"))).await.expect("a server");
}

async fn on_one(table: &mut Table, name: &str, place: &Place) {
    let store = Arc::new(open(place).await);
    let holder = ProcessName("one".to_owned());
    let one = Referee::new(Arc::clone(&store), Arc::new(SystemClock), holder.clone());
    fill(&store, 0..FEW).await;
    let few = idle_minute(&one, &holder).await;
    fill(&store, FEW..MANY).await;
    let many = idle_minute(&one, &holder).await;
    let what = format!("{name}, statements in an idle minute of 10,000 battles");
    table.row(&what, "", many, Some(("of ten", few)), Goal::Times(1.05));
}

/// Begins battles, each in a home of its own.
async fn fill(store: &Store, numbers: std::ops::Range<usize>) {
    let created = Entry::Created {
        format: FORMAT,
        ruleset: "line".to_owned(),
        scenario: Source { name: "bench.toml".to_owned(), text: "x".repeat(4_000) },
        data: Vec::new(),
        commitment: Hash([7; 32]),
    };
    for number in numbers {
        let key = number.to_string();
        let (home, entries) = (Some(number as i64), [created.clone()]);
        let alarm = Some(i64::MAX);
        let front_state = "{\"guild\":0}";
        let mut new_battle =
            NewBattle { key: Some(&key), home, ..NewBattle::new("Bench", SecretSeed([9; 32]), &entries) };
        (new_battle.step.alarm, new_battle.step.front_state) = (alarm, Some(front_state));
        store.begin(&new_battle).await.unwrap_or_else(|why| panic!("{why}"));
    }
}

/// The number of statements that a process runs in a minute in which nothing happens, without the pauses between.
async fn idle_minute(one: &Referee, holder: &ProcessName) -> f64 {
    one.release().await.unwrap_or_else(|why| panic!("{why}"));
    one.hold(1).await.unwrap_or_else(|why| panic!("{why}"));
    // A process that has been alive for a while also takes over what dead ones owed.
    for _ in 0..2 {
        tokio::time::sleep(LEASE * 2 / 3).await;
        one.hold(1).await.unwrap_or_else(|why| panic!("{why}"));
    }
    let counted = PrometheusBuilder::new().build_recorder();
    let counting = metrics::set_default_local_recorder(&counted);
    for look in 0..LOOKS {
        if look % (LOOKS / TURNS) == 0 {
            one.hold(1).await.unwrap_or_else(|why| panic!("{why}"));
            one.alarms().await.unwrap_or_else(|why| panic!("{why}"));
        }
        one.store().due(Some(holder), 64).await.unwrap_or_else(|why| panic!("{why}"));
    }
    drop(counting);
    let shown = counted.handle().render();
    let line = shown.lines().find_map(|it| it.strip_prefix("fieldpost_statements_total")).unwrap_or_default();
    line.trim().parse().unwrap_or(f64::NAN)
}
