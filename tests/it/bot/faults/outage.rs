//! The database is away for a while: people are told, and what they posted is taken once it is back.

use std::time::{Duration, Instant};

use serde_json::json;

use super::rivals::{Database, tell};
use super::{answer_to, begin, end, is_kept, is_sound, saved, settled, started};
use crate::loopback::Loopback;

#[test]
fn what_is_posted_while_the_database_is_away_is_taken_in_order_once_it_is_back() {
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
    assert!(told.contains("Nothing was done, as my database "), "{told}");
    let pressed = discord.command("alice", thread, "status", &[]);
    assert!(discord.answer(pressed).text.contains("as my database "));
    tell(&database.server, &format!("ALTER DATABASE {} ALLOW_CONNECTIONS true", database.name));
    let back = Instant::now();
    settled(&discord, thread);
    let took = back.elapsed();
    assert!(took < Duration::from_secs(8), "{took:?}");
    let answers = [first, second, third].map(|it| answer_to(&discord, thread, it));
    assert!(answers.is_sorted(), "in their order: {answers:?}");
    let asked = discord.command("carol", thread, "round resolve", &[("force", json!(true))]);
    assert_eq!(discord.answer(asked).text, "Round 1 is closed.");
    end(&discord, thread);
    bot.stop();
    is_sound(&discord, thread);
    assert_eq!(is_kept(&discord, thread, &saved(&database.address())), 1);
    println!("answered {took:.1?} after the database was back");
}
