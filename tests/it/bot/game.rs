//! Battles on Discord, by the real program.

use serde_json::json;

use super::program::Bot;
use crate::loopback::{Id, Loopback};

/// The program with the project's scenarios.
pub(super) fn start(discord: &Loopback) -> Bot {
    start_with(discord, "", &[])
}

/// The same, with more of the table of battles and what follows it, and more of the environment.
pub(super) fn start_with(discord: &Loopback, more: &str, environment: &[(&str, &str)]) -> Bot {
    let config = discord.folder().join("fieldpost.toml");
    let scenarios = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
    std::fs::write(&config, format!("[battles]\nscenarios = \"{scenarios}\"\n{more}")).expect("a folder of the test's");
    Bot::start_with(discord, &["--config", &config.display().to_string()], environment)
}

/// The thread of the battle that was begun last.
pub(super) fn thread(discord: &Loopback) -> Id {
    discord.wait_for("a thread", |world| world.channels.iter().rev().find(|it| it.1.parent.is_some()).map(|it| *it.0))
}

#[test]
fn a_round_is_posted_answered_and_resolved() {
    let discord = Loopback::start();
    let bot = start(&discord);
    discord.wait_until_ready();
    let channel = discord.channel("battle");
    discord.answer(discord.command("carol", channel, "battle new", &[("scenario", json!("millers-ford"))]));
    let thread = thread(&discord);
    discord.answer(discord.command("alice", thread, "join", &[("seat", json!("robin"))]));
    discord.answer(discord.command("bob", thread, "join", &[("seat", json!("sam"))]));
    let post = discord.post("alice", thread, "Quiet now.\n!Otter: north 1");
    discord.said_after(thread, post, "Otter");
    let refused = discord.answer(discord.command("carol", thread, "round resolve", &[]));
    assert!(refused.text.contains("missing from robin and sam"), "{}", refused.text);
    discord.answer(discord.command("carol", thread, "round resolve", &[("force", json!(true))]));
    discord.said_after(thread, post, "Fair dice, round 1");
    bot.stop();
}
