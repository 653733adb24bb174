//! Several processes on one PostgreSQL server with one token: each serves its own share of the shards.

use std::time::{Duration, Instant};

use fieldpost::referee::service::LEASE;
use serde_json::json;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Executor as _};
use tokio::runtime::Builder;

use super::{begin, begin_in, end, is_kept, is_sound, reports, said, server, settled, start, started, stored_battles};
use crate::bot::program::Bot;
use crate::loopback::{Id, Loopback, PATIENCE, What};

/// Runs a statement on a server once it accepts connections.
pub(super) fn tell(server: &str, statement: &str) {
    let options: PgConnectOptions = server.parse().expect("an address");
    let runtime = Builder::new_current_thread().enable_all().build().expect("a system that runs programs");
    runtime.block_on(async {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if let Ok(mut connection) = options.connect().await {
                connection.execute(AssertSqlSafe(statement.to_owned())).await.expect("a server that obeys");
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("no server");
    });
}

/// A database of the test, dropped at its end.
pub(super) struct Database {
    pub(super) server: String,
    pub(super) name: String,
}

impl Database {
    pub(super) fn new(name: &str) -> Option<Database> {
        let (server, name) = (server::address()?, format!("fieldpost_{name}_{}", std::process::id()));
        tell(&server, &format!("CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'"));
        Some(Database { server, name })
    }

    pub(super) fn address(&self) -> String {
        server::with_database(&self.server, &self.name)
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            tell(&self.server, &format!("DROP DATABASE {} WITH (FORCE)", self.name));
        }
    }
}

/// Starts a process beside one that serves all shards.
#[track_caller]
pub(super) fn standing_by(discord: &Loopback, database: &str) -> Bot {
    let bot = start(discord, database);
    serves(&bot, "standing by");
    bot
}

/// Waits until the last line in which a process says what it serves contains `what`.
#[track_caller]
pub(super) fn serves(bot: &Bot, what: &str) {
    let end = Instant::now() + PATIENCE;
    let is_of_it = |it: &&str| it.contains("standing by: ") || it.contains("serving shards ");
    while !bot.said().lines().rfind(is_of_it).is_some_and(|it| it.contains(what)) {
        assert!(Instant::now() < end, "{what} is not said:\n{}", bot.said());
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Waits until the bot has made `times` more requests of a route.
#[track_caller]
pub(super) fn asks(discord: &Loopback, since: usize, (route, times): (&str, usize)) {
    let is_of_it = |it: &&String| it.starts_with(route);
    discord.wait_until(route, |world| times <= world.requests[since..].iter().filter(is_of_it).count());
}

/// Checks that a process that only stands by has logged no warning and no error.
#[track_caller]
fn assert_silent(bot: &Bot) {
    let log = bot.said();
    assert!(!log.contains("ERROR") && !log.contains("WARN"), "{log}");
}

#[test]
fn when_a_process_is_killed_another_takes_its_battles_over_and_finishes_what_it_began() {
    let Some(database) = Database::new("rivals") else { return };
    let address = database.address();
    let discord = Loopback::start();
    discord.with(|world| (world.faults.has_rivals, world.faults.forgets_nonces) = (true, true));
    let mut holder = started(&discord, &address);
    let thread = begin(&discord);
    // How far the killed process came: to "thinking…", to the report, to the answer itself, to a reaction.
    let moments = [
        (true, ("POST /interactions", 1)),
        (true, ("POST /channels", 1)),
        (true, ("POST /webhooks", 1)),
        (false, ("PUT /channels", 1)),
    ];
    for (n, (resolves, moment)) in moments.into_iter().enumerate() {
        let standby = standing_by(&discord, &address);
        discord.post("alice", thread, &format!("One hears this, {n}.\n!Otter: hold"));
        let post = discord.post("bob", thread, &format!("And this, {n}.\n!Magpie: hold"));
        discord.edit(post, &format!("And this, {n}.\n!Magpie: take cover"));
        settled(&discord, thread);
        assert_silent(&standby);
        let requests = discord.with(|world| world.requests.len());
        let given = resolves.then(|| discord.command("carol", thread, "round resolve", &[("force", json!(true))]));
        if !resolves {
            discord.post("alice", thread, "In the middle of an answer.\n!Otter: dance");
        }
        asks(&discord, requests, moment);
        drop(holder.kill());
        discord.wait_until("nobody hears", |world| world.sessions.connected() == 0);
        discord.post("alice", thread, &format!("Nobody holds this, {n}.\n!Otter: take cover"));
        let gone = discord.post("bob", thread, &format!("Nor this, {n}.\n!Magpie: dance"));
        discord.delete(gone);
        settled(&discord, thread);
        // Discord itself answers a command that no process acknowledged.
        discord.wait_until("whoever was told to wait is answered", |world| {
            given.is_none_or(|it| world.interactions[&it].answered.is_none() || world.answer(it).is_some())
        });
        discord.answer(discord.command("carol", thread, "status", &[]));
        holder = standby;
    }
    end(&discord, thread);
    let log = holder.stop();
    assert!(!log.contains("ERROR"), "{log}");
    is_sound(&discord, thread);
    let violations = discord.take_violations();
    let violations: Vec<&String> = violations.iter().filter(|it| !it.contains("never answered")).collect();
    assert!(violations.is_empty(), "{violations:?}");
    let rounds = is_kept(&discord, thread, &stored_battles(&address));
    assert!((2..=3).contains(&rounds), "{rounds} rounds were closed, and that was asked for 3 times");
}

#[test]
fn a_process_that_is_asked_to_stop_hands_its_battles_over_at_once() {
    let Some(database) = Database::new("handover") else { return };
    let address = database.address();
    let discord = Loopback::start();
    discord.with(|world| world.faults.has_rivals = true);
    let holder = started(&discord, &address);
    let thread = begin(&discord);
    let standby = standing_by(&discord, &address);
    let requests = discord.with(|world| world.requests.len());
    discord.command("carol", thread, "round resolve", &[("force", json!(true))]);
    // Nobody receives events while the connection is closed.
    asks(&discord, requests, ("POST /interactions", 1));
    holder.terminate();
    discord.post("alice", thread, "In between.\n!Otter: hold");
    let (status, log) = holder.ended();
    assert!(status.success() && !log.contains("ERROR"), "{log}");
    discord.post("alice", thread, "Afterwards.\n!Otter: take cover");
    settled(&discord, thread);
    assert_silent(&standby);
    let asked = discord.command("carol", thread, "round resolve", &[("force", json!(true))]);
    assert!(discord.answer(asked).text.contains("is closed"));
    end(&discord, thread);
    standby.stop();
    is_sound(&discord, thread);
    is_kept(&discord, thread, &stored_battles(&address));
}

#[test]
fn work_that_outlasts_the_lease_at_a_stop_is_finished_before_another_takes_over() {
    let Some(database) = Database::new("lingers") else { return };
    let address = database.address();
    let discord = Loopback::start();
    let holder = started(&discord, &address);
    let thread = begin(&discord);
    let standby = standing_by(&discord, &address);
    let requests = discord.with(|world| world.requests.len());
    discord.fault("POST /webhooks/*/*", What::Slow(LEASE + Duration::from_secs(4)), 1);
    let asked = discord.command("carol", thread, "round resolve", &[("force", json!(true))]);
    asks(&discord, requests, ("POST /webhooks", 1));
    holder.terminate();
    assert_eq!(discord.answer(asked).text, "Round 1 is closed.");
    serves(&standby, "standing by");
    let (status, log) = holder.ended();
    assert!(status.success() && !log.contains("ERROR") && !log.contains("WARN"), "{log}");
    discord.post("alice", thread, "Afterwards.\n!Otter: take cover");
    settled(&discord, thread);
    assert_silent(&standby);
    standby.stop();
    is_sound(&discord, thread);
    assert_eq!(reports(&discord, thread, 1), 1);
}

#[test]
fn processes_divide_the_shards_and_take_over_what_a_dead_one_had() {
    let Some(database) = Database::new("shards") else { return };
    let address = database.address();
    let discord = Loopback::start();
    discord.with(|world| world.sessions.shards_wanted = 4);
    let channels: Vec<Id> = (0..5).map(|it| table(&discord, it)).collect();
    let first = start(&discord, &address);
    serves(&first, "serving shards [0, 1, 2, 3] of 4");
    let is_heard = || discord.wait_until("all is heard", |world| world.sessions.connected() == 4);
    is_heard();
    let mut threads: Vec<Id> = channels.iter().map(|it| begin_in(&discord, *it)).collect();
    let play = |threads: &[Id], words: &str| {
        for thread in threads {
            discord.post("alice", *thread, &format!("{words}.\n!Otter: hold"));
            let help = discord.answer(discord.command("alice", *thread, "help", &[]));
            assert!(help.text.contains("!Otter: shoot"), "{}", help.text);
        }
        threads.iter().for_each(|it| settled(&discord, *it));
    };
    play(&threads, "One serves all");
    let second = start(&discord, &address);
    for thread in &threads {
        discord.post("bob", *thread, "In the middle of it.\n!Magpie: hold");
    }
    serves(&second, "serving shards [2, 3] of 4");
    serves(&first, "serving shards [0, 1] of 4");
    is_heard();
    threads.extend(channels.iter().map(|it| begin_in(&discord, *it)));
    play(&threads, "Two serve them");
    for thread in &threads {
        let asked = discord.command("carol", *thread, "round resolve", &[("force", json!(true))]);
        assert_eq!(discord.answer(asked).text, "Round 1 is closed.");
    }
    drop(first.kill());
    for thread in &threads {
        discord.post("bob", *thread, "Somebody died.\n!Magpie: take cover");
    }
    serves(&second, "serving shards [0, 1, 2, 3] of 4");
    is_heard();
    play(&threads, "One is left");
    threads.iter().for_each(|it| end(&discord, *it));
    // A process still serves its battles that are over.
    for thread in &threads {
        let exported = discord.answer(discord.command("carol", *thread, "export", &[]));
        assert!(exported.text.contains("The battle as files"), "{}", exported.text);
    }
    let log = second.stop();
    assert!(!log.contains("ERROR"), "{log}");
    let stored = stored_battles(&address);
    assert_eq!(stored.len(), threads.len());
    for thread in threads {
        is_sound(&discord, thread);
        assert_eq!((is_kept(&discord, thread, &stored), reports(&discord, thread, 1)), (1, 1));
        assert!(said(&discord, thread).iter().all(|it| !it.text.contains("Something went wrong")));
    }
}

/// A channel in a server of its own.
pub(super) fn table(discord: &Loopback, number: usize) -> Id {
    let guild = discord.open_guild(&format!("Server {number}"));
    ["carol", "alice", "bob"].into_iter().for_each(|it| discord.come(guild, it));
    discord.give_role(guild, "carol", "GM");
    discord.open_channel(guild, &format!("table {number}"), 0)
}
