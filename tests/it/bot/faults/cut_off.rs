//! Commands whose process is killed after it answered "thinking…": everybody who waits gets an answer, whether the
//! command was carried out or not.

use std::time::Duration;

use serde_json::json;

use super::rivals::{Database, asks, standing_by};
use super::{begin, end, file, is_kept, is_sound, started, stored_battles};
use crate::bot::program::Bot;
use crate::loopback::{Loopback, What};

/// Cuts off three commands that lack only their answers, kills the process, and checks what the next one says.
fn cut_off(discord: &Loopback, database: &str, next: impl FnOnce(Bot) -> Bot) {
    let bot = started(discord, database);
    let thread = begin(discord);
    let opening = discord.wait_for("the opening", |world| {
        let mut posts = world.channels[&thread].posts.values();
        posts.find(|it| it.author == world.bot() && it.only_for.is_none()).map(|it| it.id)
    });
    let requests = discord.with(|world| world.requests.len());
    discord.fault("POST /webhooks/*/*", What::Slow(Duration::from_secs(3600)), 4);
    let done = discord.command("carol", thread, "round resolve", &[("force", json!(true))]);
    let asked = discord.command("alice", thread, "ping", &[]);
    let elsewhere = discord.command("bob", discord.channel("battle"), "ping", &[]);
    let pressed = discord.press_made_up("bob", opening, "fp:map:1");
    asks(discord, requests, ("POST /webhooks", 4));
    let bot = next(bot);
    let text = |it| discord.answer(it).text;
    for it in [done, pressed] {
        assert!(text(it).contains("was done, and only the answer is lost"), "{}", text(it));
    }
    let nothing = "nothing was done in the battle. Please do it again, unless you have done so since.";
    assert!(text(asked).ends_with(nothing), "{}", text(asked));
    assert!(text(elsewhere).contains("Look whether it was done"), "{}", text(elsewhere));
    let private = discord.with(|world| world.answer(asked).and_then(|it| it.only_for));
    assert_eq!(private, Some(discord.with(|world| world.person("alice"))), "nobody else reads it");
    // A command that is given again gets an answer of its own.
    let again = discord.answer(discord.command("alice", thread, "status", &[])).text;
    assert!(!again.contains("ended in the middle"), "{again}");
    end(discord, thread);
    let log = bot.stop();
    assert!(!log.contains("ERROR") && !log.contains("interaction-token"), "{log}");
    is_sound(discord, thread);
    assert_eq!(is_kept(discord, thread, &stored_battles(database)), 1);
}

#[test]
fn commands_of_a_killed_process_are_answered_once_it_is_back() {
    let discord = Loopback::start();
    let database = file(&discord);
    cut_off(&discord, &database, |bot| {
        drop(bot.kill());
        started(&discord, &database)
    });
}

#[test]
fn commands_of_a_killed_process_are_answered_by_another() {
    let Some(database) = Database::new("cut_off") else { return };
    let discord = Loopback::start();
    let address = database.address();
    cut_off(&discord, &address, |bot| {
        let standby = standing_by(&discord, &address);
        drop(bot.kill());
        // The other process answers for the killed one before it is connected itself.
        discord.wait_until("nobody hears", |world| world.sessions.connected() == 0);
        discord.wait_until("the other hears", |world| world.sessions.connected() == 1);
        standby
    });
}
