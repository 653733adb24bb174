//! `kill -9` of the bot at any moment, again and again. More of it:
//! `FIELDPOST_BOT_KILLS=1000 cargo test --release --test it bot::faults::kills`.

use std::time::{Duration, Instant};

use serde_json::json;

use super::{begin, end, file, is_kept, is_sound, settled, start, started, stored_battles};
use crate::bot::program::Bot;
use crate::chaos::Chaos;
use crate::loopback::{Id, Loopback};

/// The number of kills.
fn kills_wanted() -> u32 {
    std::env::var("FIELDPOST_BOT_KILLS").ok().and_then(|it| it.parse().ok()).unwrap_or(30)
}

/// The rounds that are played of a battle: fewer than it takes to end it.
const ROUNDS: u32 = 5;

#[test]
fn a_bot_that_is_killed_at_any_moment_loses_nothing_and_says_nothing_twice() {
    let discord = Loopback::start();
    discord.with(|world| world.faults.forgets_nonces = true);
    let database = file(&discord);
    let mut chaos = Chaos(7);
    let (mut kills, mut threads, mut lives) = (0, Vec::new(), Vec::new());
    let mut bot = started(&discord, &database);
    while kills < kills_wanted() {
        let thread = begin(&discord);
        let mut asked = 0;
        while kills < kills_wanted() && asked < ROUNDS {
            asked += act(&discord, thread, &mut chaos);
            wait_a_little(&discord, &mut chaos);
            lives.push(bot.kill());
            kills += 1;
            while chaos.chance(20) {
                // This process doesn't live long enough to connect.
                bot = start(&discord, &database);
                wait_a_little(&discord, &mut chaos);
                lives.push(bot.kill());
                kills += 1;
            }
            if chaos.chance(30) {
                post(&discord, thread, &mut chaos);
            }
            bot = started(&discord, &database);
        }
        bot = finish(&discord, thread, bot, asked);
        threads.push(thread);
    }
    bot.stop();
    // Interactions that a kill cut off stay without an answer.
    let violations = discord.take_violations();
    let violations: Vec<&String> = violations.iter().filter(|it| !it.contains("never answered")).collect();
    assert!(violations.is_empty(), "{violations:?}");
    let stored = stored_battles(&database);
    let rounds: u16 = threads.iter().map(|it| is_kept(&discord, *it, &stored)).sum();
    let troubled: Vec<&String> = lives.iter().filter(|it| it.contains("ERROR")).collect();
    assert!(troubled.is_empty(), "{troubled:?}");
    println!("{kills} kills in {} battles of {rounds} rounds", threads.len());
}

/// Somebody does something at random. Returns how many times the round was to be closed.
fn act(discord: &Loopback, thread: Id, chaos: &mut Chaos) -> u32 {
    let resolves = chaos.chance(35);
    for _ in 0..chaos.number(u8::from(!resolves), 3) {
        post(discord, thread, chaos);
    }
    if resolves {
        discord.command("carol", thread, "round resolve", &[("force", json!(true))]);
    }
    u32::from(resolves)
}

fn post(discord: &Loopback, thread: Id, chaos: &mut Chaos) {
    let (who, squad) = *chaos.pick(&[("alice", "Otter"), ("bob", "Magpie")]);
    let order = *chaos.pick(&["hold", "take cover", "shoot Reed Husks", "dance"]);
    let post = discord.post(who, thread, &format!("Whatever it takes.\n!{squad}: {order}"));
    if chaos.chance(20) {
        discord.edit(post, &format!("Or rather not.\n!{squad}: hold"));
    }
}

/// Waits until the bot has made some requests, or a short time has passed.
fn wait_a_little(discord: &Loopback, chaos: &mut Chaos) {
    let requests = discord.with(|world| world.requests.len()) + usize::from(chaos.number(0, 20));
    let end = Instant::now() + Duration::from_millis(u64::from(chaos.number(0, 200)) * 8);
    while Instant::now() < end && discord.with(|world| world.requests.len()) < requests {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Plays a battle to its end, now without kills.
fn finish(discord: &Loopback, thread: Id, bot: Bot, asked: u32) -> Bot {
    settled(discord, thread);
    end(discord, thread);
    let log = bot.stop();
    assert!(!log.contains("ERROR"), "{log}");
    is_sound(discord, thread);
    let rounds = is_kept(discord, thread, &stored_battles(&file(discord)));
    assert!(u32::from(rounds) <= asked, "{rounds} rounds were closed, and that was asked for {asked} times");
    started(discord, &file(discord))
}
