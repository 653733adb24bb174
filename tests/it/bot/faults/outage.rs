//! The database is away for a while: people are told, and what they posted is taken once it is back.

use std::path::PathBuf;
use std::process::Command;

use serde_json::json;

use super::rivals::{Database, tell};
use super::{answer_to, begin, end, is_kept, is_sound, settled, started, stored_battles};
use crate::loopback::Loopback;

#[test]
fn posts_while_the_database_is_away_are_taken_in_order_once_it_is_back() {
    let Some(database) = Database::new("outage") else { return };
    let discord = Loopback::start();
    let bot = started(&discord, &database.address());
    let thread = begin(&discord);
    let first = discord.post("alice", thread, "Before.\n!Otter: hold");
    settled(&discord, thread);
    tell(&database.server, &format!("ALTER DATABASE {} ALLOW_CONNECTIONS false", database.name));
    let end_all = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{}'", database.name);
    tell(&database.server, &end_all);
    let second = discord.post("alice", thread, "While it is away.\n!Otter: take cover");
    let third = discord.post("bob", thread, "This, too.\n!Magpie: hold");
    let asked = discord.command("carol", thread, "round resolve", &[("force", json!(true))]);
    let told = discord.answer(asked).text;
    assert!(told.contains("Nothing was done, because my database "), "{told}");
    let pressed = discord.command("alice", thread, "status", &[]);
    assert!(discord.answer(pressed).text.contains("because my database "));
    tell(&database.server, &format!("ALTER DATABASE {} ALLOW_CONNECTIONS true", database.name));
    settled(&discord, thread);
    let answers = [first, second, third].map(|it| answer_to(&discord, thread, it));
    assert!(answers.is_sorted(), "in their order: {answers:?}");
    let asked = discord.command("carol", thread, "round resolve", &[("force", json!(true))]);
    assert_eq!(discord.answer(asked).text, "Round 1 is closed.");
    end(&discord, thread);
    bot.stop();
    is_sound(&discord, thread);
    assert_eq!(is_kept(&discord, thread, &stored_battles(&database.address())), 1);
}

#[test]
fn a_dump_made_while_the_bot_runs_is_restored_and_goes_on() {
    let Some(database) = Database::new("dumped") else { return };
    let Some(restored) = Database::new("restored") else { return };
    let Some(tools) = tools() else { return };
    let discord = Loopback::start();
    let bot = started(&discord, &database.address());
    let thread = begin(&discord);
    discord.post("alice", thread, "In the dump.\n!Otter: hold");
    settled(&discord, thread);
    // As `config/HOSTING.md` describes it.
    let dump = discord.folder().join("battles.dump");
    let run = |tool: &str, arguments: &[&str]| {
        let done = Command::new(tools.join(tool)).args(arguments).output().expect("the tool starts");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    };
    let (from, to, file) = (database.address(), restored.address(), dump.display().to_string());
    run("pg_dump", &["--format=custom", "--schema=fieldpost", "--file", &file, &from]);
    discord.post("bob", thread, "After the dump.\n!Magpie: hold");
    settled(&discord, thread);
    drop(bot.kill());
    run("pg_restore", &["--dbname", &to, &file]);
    let bot = started(&discord, &to);
    discord.post("alice", thread, "After the restore.\n!Otter: take cover");
    settled(&discord, thread);
    let asked = discord.command("carol", thread, "round resolve", &[("force", json!(true))]);
    assert_eq!(discord.answer(asked).text, "Round 1 is closed.");
    end(&discord, thread);
    bot.stop();
    // The post after the dump is read again. Its answer, which the dump doesn't know, is sent again.
    assert_eq!(is_kept(&discord, thread, &stored_battles(&to)), 1);
}

/// The folder of PostgreSQL's tools. `None` if they aren't installed.
fn tools() -> Option<PathBuf> {
    let installed = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = installed.map(|it| it.path().join("bin")).collect();
    folders.extend(std::env::split_paths(&std::env::var_os("PATH")?));
    folders.into_iter().find(|it| it.join("pg_dump").is_file() && it.join("pg_restore").is_file())
}
