//! How long a player waits for the reaction and the answer to a post, and how long the program takes to start with ten
//! thousand battles.
//!
//! The real program runs as a process of its own, with a Discord of its own. The best of the medians of all turns
//! counts.

// Some of it is used only by the tests.
#[allow(dead_code, unused_imports)]
#[path = "../../tests/it/loopback/mod.rs"]
mod loopback;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fieldpost::dice::Seed;
use fieldpost::referee::Location;
use fieldpost::store::Place;
use serde_json::json;

use crate::d1::{POST, WALLED, walled};
use crate::measure::{Goal, Table, median};
use crate::store::{open, referee};
use loopback::{Id, Loopback};

/// How many battles get posts, and how many posts each gets.
const TURNS: usize = 7;
const EVENTS: usize = 15;

/// Battles that are open when the program starts.
const BATTLES: u64 = 10_000;

pub(crate) fn measure(table: &mut Table) {
    waiting(table);
    starting(table);
}

/// A running bot, which is killed when this is dropped.
struct Running(Child);

impl Running {
    fn fieldpost(discord: &Loopback) -> Running {
        let scenarios = discord.folder().join("scenarios");
        std::fs::create_dir_all(&scenarios).expect("a folder");
        std::fs::write(scenarios.join("the-wall.toml"), WALLED).expect("a folder");
        std::fs::write(discord.folder().join("fieldpost.toml"), "[battles]\nscenarios = \"scenarios\"\n")
            .expect("a folder");
        let mut command = Command::new(env!("CARGO_BIN_EXE_fieldpost"));
        command.args(["serve", "--config", "fieldpost.toml"]).current_dir(discord.folder());
        command.envs(discord.environment()).env_remove("RUST_LOG");
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        Running(child.expect("the program starts"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = (self.0.kill(), self.0.wait());
    }
}

/// Measures the times from a post to its reaction and to its answer.
fn waiting(table: &mut Table) {
    let discord = Loopback::start();
    let _fieldpost = Running::fieldpost(&discord);
    discord.wait_until_ready();
    let mut best = [f64::MAX; 2];
    for turn in 0..TURNS {
        let thread = begin(&discord, turn);
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..EVENTS {
            let (reaction, answer) = post(&discord, thread);
            times[0].push(reaction);
            times[1].push(answer);
            quiet(&discord);
        }
        for (best, times) in best.iter_mut().zip(times) {
            *best = best.min(median(times));
        }
    }
    for (what, ours) in ["reaction", "answer"].into_iter().zip(best) {
        table.alone(&format!("from a post to the {what}"), "ms", ours, Goal::Of(10.0));
    }
}

/// Begins a battle with alice in it. Returns its thread.
fn begin(discord: &Loopback, number: usize) -> Id {
    let channel = discord.channel("battle");
    discord.answer(discord.command("carol", channel, "battle new", &[("scenario", json!("the-wall"))]));
    let threads = |world: &loopback::World| {
        let threads = world.channels.iter().filter(|it| it.1.parent.is_some());
        threads.map(|it| *it.0).collect::<Vec<Id>>()
    };
    let thread = discord.wait_for("a thread", |world| threads(world).get(number).copied());
    discord.answer(discord.command("alice", thread, "join", &[("seat", json!("alice"))]));
    quiet(discord);
    thread
}

/// Posts as alice. Returns the milliseconds to the reaction and to the answer.
fn post(discord: &Loopback, channel: Id) -> (f64, f64) {
    let start = Instant::now();
    let id = discord.post("alice", channel, POST);
    let since = || start.elapsed().as_secs_f64() * 1e3;
    discord.wait_until("a reaction", |world| world.post(id).is_some_and(|it| !it.reactions.is_empty()));
    let reaction = since();
    discord.said_after(channel, id, "");
    (reaction, since())
}

/// Waits until the bot sends no more requests.
fn quiet(discord: &Loopback) {
    let mut seen = usize::MAX;
    loop {
        let requests = discord.with(|world| world.requests.len());
        if requests == seen {
            return;
        }
        seen = requests;
        std::thread::sleep(Duration::from_millis(30));
    }
}

/// Measures the time from the start of the program, with many battles open, until it is connected and takes posts.
fn starting(table: &mut Table) {
    let discord = Loopback::start();
    let channel = discord.channel("battle");
    let threads: Vec<Id> =
        (0..BATTLES).map(|n| discord.open_thread("carol", channel, &format!("battle {n}"))).collect();
    let [gm, player] = ["carol", "alice"].map(|it| discord.with(|world| world.person(it)));
    let guild = discord.with(|world| world.channels[&channel].guild);
    fill(&discord.folder().join("fieldpost.db"), guild, [gm, player], &threads);
    let start = Instant::now();
    let _fieldpost = Running::fieldpost(&discord);
    discord.wait_until_ready();
    let ready = start.elapsed().as_secs_f64() * 1e3;
    table.alone("start with 10,000 open battles, to ready", "ms", ready, Goal::Of(2_000.0));
}

fn fill(place: &Path, guild: Id, [gm, player]: [Id; 2], threads: &[Id]) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a system that runs programs").block_on(async {
        let referee = referee(open(&Place::from(place)).await);
        let scenario = walled();
        referee.hold(1).await.unwrap_or_else(|why| panic!("{why}"));
        for thread in threads {
            let room = json!({"guild": guild, "channel": thread, "gms": [gm], "after": thread});
            let key = format!("discord:{thread}");
            let home = i64::try_from(guild >> 22).ok();
            let location = Location { key, home, front_state: room.to_string() };
            let begun = referee.begin(&scenario, Seed::from(*thread), location, |tx| {
                tx.table.take_seat("alice", &player.to_string(), false).expect("a free seat");
            });
            begun.await.unwrap_or_else(|why| panic!("{why}"));
        }
        referee.release().await.unwrap_or_else(|why| panic!("{why}"));
    });
}
