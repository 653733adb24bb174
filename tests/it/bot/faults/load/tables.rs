//! Fills a database with many battles without starting each, and asks a server how large its tables are.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use fieldpost::store::{BattleId, NewBattle, NewMessage, Rank, Step, Store};
use serde_json::{Value, json};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _};
use tokio::runtime::{Builder, Runtime};

use crate::bot::faults::rivals::table;
use crate::bot::faults::{begin_in, start};
use crate::loopback::{Id, Loopback};

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().expect("a system that runs programs")
}

/// Opens `count` threads over several servers, each with a battle. One battle is really begun; the others are copies of
/// it, in the state that a dead process leaves behind.
pub(super) fn fill(discord: &Loopback, address: &str, servers: usize, count: usize) -> Vec<Id> {
    let channels: Vec<Id> = (0..servers).map(|it| table(discord, it)).collect();
    let bot = start(discord, address);
    discord.wait_until_ready();
    let first = begin_in(discord, channels[0]);
    drop(bot.stop());
    let mut threads = vec![first];
    runtime().block_on(async {
        let store = Store::open(&address.parse().expect("a place")).await.unwrap_or_else(|it| panic!("{it}"));
        let id = store.battles().await.expect("a store")[0].id;
        let stored = store.load(id).await.expect("a battle");
        let status = store.receipt(id, "status").await.expect("a store").expect("the pinned message");
        let status = discord.with(|world| world.post(status.parse().expect("an id")).cloned()).expect("it is there");
        let mut said: BTreeMap<BattleId, Id> = BTreeMap::new();
        for number in 1..count {
            let channel = channels[number % channels.len()];
            let thread = discord.open_thread("carol", channel, &format!("Battle {number}"));
            let guild = discord.with(|world| world.channels[&thread].guild);
            let mut front_state: Value = serde_json::from_str(&stored.front_state).expect("a room");
            for (key, value) in [("guild", guild), ("channel", thread), ("parent", channel), ("after", thread)] {
                front_state[key] = json!(value);
            }
            let (key, front_state) = (format!("discord:{thread}"), front_state.to_string());
            let message = NewMessage { tag: Some("status".to_owned()), body: "{}".to_owned(), rank: Rank::Own };
            let messages = [message];
            let new_battle = NewBattle {
                key: Some(&key),
                home: i64::try_from(guild >> 22).ok(),
                step: Step {
                    entries: &stored.log,
                    front_state: Some(&front_state),
                    messages: &messages,
                    ..Step::default()
                },
                ..NewBattle::new(&stored.title, stored.seed, &stored.log)
            };
            let battle = store.begin(&new_battle).await.unwrap_or_else(|it| panic!("{it}"));
            said.insert(battle, discord.post_again(&status, thread));
            threads.push(thread);
        }
        loop {
            let due = store.due(None, 1_000).await.expect("a store");
            for message in &due {
                store.confirm(message, &said[&message.battle].to_string(), None).await.expect("a store");
            }
            if due.is_empty() {
                break;
            }
        }
        store.close().await.expect("a store");
    });
    discord.with(|world| world.sessions.all.clear());
    threads
}

/// The answer of the server to a question for one number.
pub(super) fn number(address: &str, question: &str) -> i64 {
    rows(address, &format!("SELECT '', ({question})")).first().map_or(0, |it| it.1)
}

/// The size of each table with its indexes, in bytes.
pub(super) fn sizes(address: &str) -> Vec<(String, i64)> {
    let question = "SELECT relname::TEXT || ' (' || n_live_tup || ' rows, ' || n_dead_tup || ' dead)',
        pg_total_relation_size(relid) FROM pg_stat_user_tables WHERE schemaname = 'fieldpost' ORDER BY 2 DESC LIMIT 8";
    rows(address, question)
}

fn rows(address: &str, question: &str) -> Vec<(String, i64)> {
    let options: PgConnectOptions = address.parse().expect("an address");
    runtime().block_on(async {
        let end = Instant::now() + Duration::from_secs(60);
        loop {
            let asked = async {
                let mut connection = options.clone().disable_statement_logging().connect().await?;
                sqlx::query_as(AssertSqlSafe(question.to_owned())).fetch_all(&mut connection).await
            };
            match asked.await {
                Ok(rows) => return rows,
                Err(why) => assert!(Instant::now() < end, "{why}"),
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    })
}
