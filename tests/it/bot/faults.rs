//! Whatever goes wrong, nothing is lost and nothing comes twice: every order has one reaction and one answer, every
//! round one report.

mod cut_off;
mod kills;
mod load;
mod outage;
mod returns;
mod rivals;

use std::collections::BTreeMap;
use std::time::Duration;

use fieldpost::referee::verify::verify;
use fieldpost::store::{Entry, Fate, Store, StoredBattle, export, import};
use serde_json::json;

use crate::durable::server;
use tokio::runtime::Builder;

use super::program::Bot;
use crate::loopback::{Id, Loopback, Post, What, World};

/// Starts the program with the project's scenarios and a database.
fn start(discord: &Loopback, database: &str) -> Bot {
    let config = discord.folder().join("fieldpost.toml");
    let scenarios = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
    let text = format!("[database]\nplace = \"{database}\"\n[battles]\nscenarios = \"{scenarios}\"\n");
    std::fs::write(&config, text).expect("a folder of the test's");
    Bot::start_with(discord, &["--config", &config.display().to_string()], &[])
}

/// The path of the test's SQLite file.
fn file(discord: &Loopback) -> String {
    discord.folder().join("battles.db").display().to_string()
}

/// Starts the program, and waits until it is connected.
fn started(discord: &Loopback, database: &str) -> Bot {
    let before = discord.with(|world| world.sessions.identified);
    let bot = start(discord, database);
    discord.wait_until("it hears", |world| before < world.sessions.identified && !world.commands.is_empty());
    bot
}

/// Begins a battle with alice and bob in its seats. Returns its thread.
fn begin(discord: &Loopback) -> Id {
    begin_in(discord, discord.channel("battle"))
}

/// Begins a battle under a channel, with alice and bob in its seats. Returns its thread.
fn begin_in(discord: &Loopback, channel: Id) -> Id {
    let before = discord.with(|world| world.channels.len());
    discord.answer(discord.command("carol", channel, "battle new", &[("scenario", json!("millers-ford"))]));
    let thread = discord.wait_for("a thread", |world| {
        let newest = world.channels.iter().rfind(|it| it.1.parent.is_some());
        newest.filter(|_| before < world.channels.len()).map(|it| *it.0)
    });
    discord.answer(discord.command("alice", thread, "join", &[("seat", json!("robin"))]));
    discord.answer(discord.command("bob", thread, "join", &[("seat", json!("sam"))]));
    thread
}

/// The bot's public messages in a thread.
fn said(discord: &Loopback, thread: Id) -> Vec<Post> {
    discord.with(|world| {
        let bot = world.bot();
        let posts = world.channels[&thread].posts.values();
        posts.filter(|it| it.author == bot && it.only_for.is_none()).cloned().collect()
    })
}

/// The players' posts with orders.
fn orders(discord: &Loopback, thread: Id) -> Vec<Post> {
    discord.with(|world| {
        let bot = world.bot();
        let posts = world.channels[&thread].posts.values();
        posts.filter(|it| it.author != bot && it.text.contains('!')).cloned().collect()
    })
}

/// Waits until every post with orders has a reaction and an answer.
#[track_caller]
fn settled(discord: &Loopback, thread: Id) {
    discord.wait_until("every post is answered", |world| {
        let bot = world.bot();
        let posts = &world.channels[&thread].posts;
        posts.values().filter(|it| it.author != bot && it.text.contains('!')).all(|post| {
            let is_reacted_to = post.reactions.iter().any(|it| it.1.contains(&bot));
            is_reacted_to && posts.values().any(|it| it.author == bot && it.answers_to == Some(post.id))
        })
    });
}

/// The bot's answer to a post.
#[track_caller]
fn answer_to(discord: &Loopback, thread: Id, post: Id) -> Id {
    discord.wait_for("an answer", |world| {
        let mut posts = world.channels[&thread].posts.values();
        posts.find(|it| it.author == world.bot() && it.answers_to == Some(post)).map(|it| it.id)
    })
}

/// Checks that every message came, and none came twice.
#[track_caller]
fn is_sound(discord: &Loopback, thread: Id) {
    let shown = || discord.transcript(thread);
    let said = said(discord, thread);
    for post in orders(discord, thread) {
        let bot = discord.with(|world| world.bot());
        let reactions = post.reactions.iter().filter(|it| it.1.contains(&bot)).count();
        assert_eq!(reactions, 1, "reactions to {}:\n{}", post.text, shown());
        let answers = said.iter().filter(|it| it.answers_to == Some(post.id)).count();
        assert_eq!(answers, 1, "answers to {}:\n{}", post.text, shown());
    }
    let mut counts: BTreeMap<(Option<Id>, &str), usize> = BTreeMap::new();
    said.iter().for_each(|it| *counts.entry((it.answers_to, &it.text)).or_default() += 1);
    let twice: Vec<&str> = counts.iter().filter(|it| 1 < *it.1).map(|it| it.0.1).collect();
    assert!(twice.is_empty(), "posted twice: {twice:?}\n{}", shown());
}

/// The number of reports of a round.
fn reports(discord: &Loopback, thread: Id, round: u16) -> usize {
    let words = format!("Fair dice, round {round}:");
    said(discord, thread).iter().filter(|it| it.text.contains(&words)).count()
}

/// The battles of a database, oldest first. Checks that no message is left to send.
#[track_caller]
fn stored_battles(database: &str) -> Vec<StoredBattle> {
    let runtime = Builder::new_current_thread().enable_all().build().expect("a system that runs programs");
    runtime.block_on(async {
        let store = Store::open(&database.parse().expect("a place")).await.unwrap_or_else(|it| panic!("{it}"));
        let mut stored = Vec::new();
        for listed in store.battles().await.expect("a healthy database") {
            for letter in store.messages(listed.id).await.expect("a healthy database") {
                assert!(
                    matches!(letter.fate, Fate::Sent { .. } | Fate::Replaced),
                    "{:?}: {}",
                    letter.fate,
                    letter.message.body
                );
            }
            stored.push(store.load(listed.id).await.unwrap_or_else(|it| panic!("{it}")));
        }
        store.close().await.expect("a healthy database");
        stored
    })
}

/// Ends a battle, and waits until the bot says so.
fn end(discord: &Loopback, thread: Id) {
    let last = said(discord, thread).last().map_or(0, |it| it.id);
    discord.answer(discord.command("carol", thread, "battle end", &[("confirm", json!(true))]));
    discord.said_after(thread, last, "fieldpost verify battle.log");
}

/// Checks that the battle of a thread was kept: each post once, each round closed and reported once, and its dice
/// valid. Returns the number of rounds.
#[track_caller]
fn is_kept(discord: &Loopback, thread: Id, stored: &[StoredBattle]) -> u16 {
    let key = format!("discord:{thread}");
    let mut found = stored.iter().filter(|it| it.key.as_deref() == Some(&key));
    let log = &found.next().expect("the battle of the thread").log;
    assert_eq!(found.count(), 0, "a thread has one battle");
    for post in orders(discord, thread) {
        let id = post.id.to_string();
        let count = log.iter().filter(|it| matches!(it, Entry::Posted { key: Some(key), .. } if *key == id)).count();
        assert_eq!(count, 1, "{} is in the log so many times", post.text);
    }
    let mut rounds = 0;
    for entry in log {
        if let Entry::Closed { round, .. } = entry {
            rounds += 1;
            assert_eq!(*round, rounds);
            assert_eq!(reports(discord, thread, rounds), 1, "reports of round {rounds}");
        }
    }
    if matches!(log.last(), Some(Entry::Revealed { .. })) {
        let text = export(log).expect("a log is JSON");
        verify(&import(&text).expect("a log")).unwrap_or_else(|it| panic!("{it}"));
    }
    rounds
}

#[test]
fn however_requests_fail_nothing_is_lost_or_said_twice() {
    let discord = Loopback::start();
    let bot = started(&discord, &file(&discord));
    let thread = begin(&discord);
    let pause = Duration::from_millis(300);
    let (posting, reacting) = ("POST /channels/*/messages", "PUT /channels/*/messages/*/reactions");
    let changing = "PATCH /channels/*/messages";
    discord.with(|world| world.faults.forgets_nonces = true);
    let faults = [
        (posting, What::TooMany { retry_after: pause, is_global: false }, 2),
        (reacting, What::TooMany { retry_after: pause, is_global: true }, 1),
        (posting, What::Status(502), 1),
        (posting, What::DoneBut(502), 1),
        (reacting, What::DoneBut(500), 1),
        (reacting, What::Status(503), 1),
        (changing, What::Status(500), 1),
        (changing, What::DoneBut(504), 1),
        (posting, What::Slow(pause), 1),
    ];
    for (n, (route, what, times)) in faults.into_iter().enumerate() {
        discord.fault(route, what, times);
        let post = discord.post("alice", thread, &format!("Attempt {n}.\n!Otter: hold"));
        settled(&discord, thread);
        let answer = answer_to(&discord, thread, post);
        discord.edit(post, &format!("Attempt {n}.\n!Otter: shoot Reed Husks"));
        discord.wait_until("the answer has changed", |world| {
            world.post(answer).is_some_and(|it| it.text.contains("Reed Husks"))
        });
    }
    // The report fails at first. Then it is posted, but the bot gets an error for it.
    let last = discord.post("bob", thread, "!Magpie: hold");
    settled(&discord, thread);
    discord.fault(posting, What::Status(500), 1);
    discord.fault(posting, What::DoneBut(502), 1);
    discord.answer(discord.command("carol", thread, "round resolve", &[("force", json!(true))]));
    discord.said_after(thread, last, "Fair dice, round 1");
    end(&discord, thread);
    let log = bot.stop();
    assert!(!log.contains("could not be dealt with"), "{log}");
    is_sound(&discord, thread);
    assert_eq!(is_kept(&discord, thread, &stored_battles(&file(&discord))), 1);
}

#[test]
fn however_the_connection_fails_nothing_is_lost_or_said_twice() {
    let discord = Loopback::start();
    let bot = started(&discord, &file(&discord));
    let thread = begin(&discord);
    for n in 0..5 {
        let early = discord.post("alice", thread, &format!("Early {n}.\n!Otter: hold"));
        let gone = discord.post("bob", thread, &format!("Never mind {n}.\n!Magpie: hold"));
        settled(&discord, thread);
        let (answer, struck) = (answer_to(&discord, thread, early), answer_to(&discord, thread, gone));
        match n {
            0 => discord.cut(),
            1 => {
                discord.faults(|it| it.refuses_resume = true);
                discord.cut();
            }
            2 => discord.invalidate_sessions(),
            3 => discord.faults(|it| it.doubles_events = true),
            _ => discord.faults(|it| it.holds_events = true),
        }
        let late = discord.post("bob", thread, &format!("Late {n}.\n!Magpie: hold"));
        discord.edit(early, &format!("Early {n}.\n!Otter: move to J8"));
        discord.edit(late, &format!("Late {n}, no.\n!Magpie: hold"));
        discord.edit(late, &format!("Late {n}.\n!Magpie: shoot Reed Husks"));
        discord.delete(gone);
        if n == 4 {
            discord.with(World::release_events);
        }
        settled(&discord, thread);
        let has = |post: Id, words: &'static str| {
            discord.wait_until(words, |world| world.post(post).is_some_and(|it| it.text.contains(words)));
        };
        has(answer, "J8");
        has(struck, "The post was deleted");
        has(answer_to(&discord, thread, late), "Reed Husks");
        discord.faults(|it| (it.refuses_resume, it.doubles_events) = (false, false));
        discord.wait_until("it is connected", |world| world.sessions.connected() == 1);
    }
    let asked = discord.command("carol", thread, "round resolve", &[("force", json!(true))]);
    assert_eq!(discord.answer(asked).text, "Round 1 is closed.");
    end(&discord, thread);
    let log = bot.stop();
    assert!(!log.contains("ERROR"), "{log}");
    is_sound(&discord, thread);
    assert_eq!(is_kept(&discord, thread, &stored_battles(&file(&discord))), 1);
}
