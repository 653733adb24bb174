//! A battle that is kept in a file survives every end of the program, and continues where it was.

mod files;
mod kills;
mod leaving;
mod moving;
mod on_a_server;
#[path = "../../src/store/tests/server.rs"]
pub(crate) mod server;

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use fieldpost::store::{self, Place, Store, StoredBattle};
use tokio::runtime::Builder;

use crate::program::{Shown, run};

const SCENARIO: &str = "scenarios/millers-ford.toml";

/// A battle of two rounds that the players end.
const THREAD: &str = "@robin\n!Otter: hold\n@gm\n/resolve\n@sam\n!Magpie: hold\n@gm\n/end\n/resolve\n";

/// Plays a thread, and keeps the battle in a file.
fn play(thread: &Path, db: &Path) -> Shown {
    run(&arguments(thread, db), "")
}

fn arguments(thread: &Path, db: &Path) -> Vec<String> {
    let [thread, db] = [thread, db].map(|it| it.display().to_string());
    ["play", SCENARIO, "--seed", "7", "--json", "--posts", &thread, "--db", &db].map(str::to_owned).to_vec()
}

/// Types to a battle that is kept in a file.
fn talk(db: &Path, typed: &str) -> Shown {
    run(&["play", SCENARIO, "--db", &db.display().to_string()], typed)
}

/// The program while it waits for input.
fn waiting(db: &Path) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fieldpost"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["play", SCENARIO, "--db", &db.display().to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let shown = BufReader::new(child.stdout.as_mut().expect("it is piped"));
    assert!(shown.lines().any(|it| it.is_ok_and(|it| it.contains("/quit"))), "it begins");
    child
}

/// The battles in a file or on a server.
fn stored_battles(db: &Path) -> Vec<StoredBattle> {
    let runtime = Builder::new_current_thread().enable_all().build().expect("a system that runs programs");
    // A server's address isn't a path, but a `Path` holds it unchanged.
    let place: Place = db.display().to_string().parse().expect("a file or a server");
    runtime.block_on(async {
        let store = Store::open(&place).await.unwrap_or_else(|it| panic!("{it}"));
        let mut stored = Vec::new();
        for listed in store.battles().await.expect("a healthy file") {
            stored.push(store.load(listed.id).await.unwrap_or_else(|it| panic!("{it}")));
        }
        store.close().await.expect("a healthy file");
        stored
    })
}

/// The exported log of the only battle in a file.
fn log_text(db: &Path) -> String {
    let stored = stored_battles(db);
    assert_eq!(stored.len(), 1, "one battle was begun");
    store::export(&stored[0].log).expect("a log is JSON")
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}
