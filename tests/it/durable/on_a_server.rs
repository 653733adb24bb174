//! A battle that is kept on a PostgreSQL server is left and continued like one in a file.

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Executor as _};
use tokio::runtime::Builder;

use super::{SCENARIO, server};
use crate::program::run;

/// Runs a statement on a server once it accepts connections.
pub(super) fn tell(server: &str, statement: String) {
    let options: PgConnectOptions = server.parse().expect("an address");
    let runtime = Builder::new_current_thread().enable_all().build().expect("a system that runs programs");
    runtime.block_on(async {
        for _ in 0..600 {
            if let Ok(mut connection) = options.connect().await {
                connection.execute(AssertSqlSafe(statement)).await.expect("a server that obeys");
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("no server");
    });
}

#[test]
fn a_battle_on_a_server_is_left_and_gone_on_with() {
    let Some(server) = server::address() else { return };
    let name = format!("fieldpost_played_{}", std::process::id());
    tell(&server, format!("CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'"));
    let db = server::with_database(&server, &name);
    let talk = |typed: &str| run(&["play", SCENARIO, "--db", &db], typed);

    let begun = talk("@sam\nMagpie: hold\n/resolve\n@robin\nOtter: hold\n/quit\n");
    let goes_on = talk("/orders\n/quit\n");
    let ended = talk("/end\n/resolve\n");
    let again = talk("/quit\n");
    tell(&server, format!("DROP DATABASE {name} WITH (FORCE)"));

    assert!(begun.stdout.contains("as battle 1"), "{}{}", begun.stdout, begun.stderr);
    for said in ["goes on: round 2 is open, 1 round is closed", "#2 robin"] {
        assert!(goes_on.stdout.contains(said), "nothing is said of {said}:\n{}{}", goes_on.stdout, goes_on.stderr);
    }
    assert!(ended.stdout.contains("After the battle"), "{}", ended.stdout);
    assert!(again.stdout.contains("Battle 1 of this scenario is over, so a new one begins"), "{}", again.stdout);
}

#[test]
fn a_server_that_is_not_there_is_named_without_the_password() {
    let nowhere = "postgres://anna:hunter2@127.0.0.1:1/war";
    let shown = run(&["play", SCENARIO, "--db", nowhere], "");
    assert_eq!(shown.status.code(), Some(1));
    assert!(shown.stderr.contains("anna@127.0.0.1:1/war: the server can't be reached"), "{}", shown.stderr);
    assert!(!format!("{}{}", shown.stdout, shown.stderr).contains("hunter2"), "{}", shown.stderr);
}
