//! A host under load: many battles, several processes on one PostgreSQL server, people who keep posting, and every kind
//! of fault. Nothing may be lost or doubled, and no two processes may serve one battle. The test prints what it
//! measures.
//!
//! `cargo test --release --test it -- --ignored load:: --nocapture` runs it; `CONTRIBUTING.md` lists its settings.
//! Whether the server keeps what it confirms (`fsync`) is the server's affair: name one with `FIELDPOST_TEST_POSTGRES`.

mod faults;
mod tables;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use fieldpost::store::{Entry, Store};
use serde_json::json;
use tokio::runtime::Builder;

use super::rivals::Database;
use super::start;
use crate::bot::program::Bot;
use crate::chaos::Chaos;
use crate::loopback::{Id, Loopback, Post, World};
use faults::{Deed, Faults};
use tables::{fill, number};

struct Load {
    battles: usize,
    processes: usize,
    shards: u64,
    events: u32,
    seconds: u64,
    kills: usize,
    /// The faults besides kills: "stop", "stall", "full".
    faults: String,
    /// A folder on the server's disk, which is filled up.
    disk: Option<PathBuf>,
}

/// A number from the environment.
fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(format!("FIELDPOST_LOAD_{name}")).ok().and_then(|it| it.parse().ok()).unwrap_or(otherwise)
}

fn small(name: &str, otherwise: u64) -> usize {
    usize::try_from(setting(name, otherwise)).expect("a number that a machine can hold")
}

impl Load {
    fn of_environment() -> Load {
        Load {
            battles: small("BATTLES", 300).max(1),
            processes: small("PROCESSES", 2).max(1),
            shards: setting("SHARDS", 4),
            events: u32::try_from(setting("EVENTS", 16)).expect("a few a second"),
            seconds: setting("SECONDS", 120),
            kills: small("KILLS", 4),
            faults: std::env::var("FIELDPOST_LOAD_FAULTS").unwrap_or_else(|_| "stop stall".to_owned()),
            disk: std::env::var_os("FIELDPOST_LOAD_DISK").map(PathBuf::from),
        }
    }
}

/// The bot's processes. `None` while one is dead.
struct Host<'a> {
    discord: &'a Loopback,
    address: String,
    bots: Vec<Option<Bot>>,
    /// The process that is frozen by SIGSTOP.
    frozen: Option<usize>,
}

impl Host<'_> {
    /// The number of shards that each living process says it serves.
    fn shares(&self) -> Vec<usize> {
        let share = |bot: &Bot| {
            let said = bot.said();
            let last = said.lines().rfind(|it| it.contains("serving shards ") || it.contains("standing by: "));
            let last = last.unwrap_or_default();
            let list = last.split_once('[').and_then(|it| it.1.split_once(']')).map_or("", |it| it.0);
            list.split(", ").filter(|it| !it.is_empty()).count()
        };
        self.bots.iter().flatten().map(share).collect()
    }

    /// Whether the processes serve the same number of shards, give or take one, and every shard is connected.
    fn is_balanced(&self, shards: u64) -> bool {
        let shares = self.shares();
        let (least, most) = (shares.iter().min().copied(), shares.iter().max().copied());
        let is_even = least.zip(most).is_some_and(|(least, most)| most <= least + 1);
        is_even && shares.iter().sum::<usize>() as u64 == shards && self.connections().len() as u64 == shards
    }

    /// The number of connections of each shard.
    fn connections(&self) -> BTreeMap<u64, usize> {
        let mut connections = BTreeMap::new();
        self.discord.with(|world| world.sessions.heard().for_each(|it| *connections.entry(it).or_default() += 1));
        connections
    }
}

/// What was observed while the load lasted.
#[derive(Default)]
struct Seen {
    given: Vec<Id>,
    /// The posts that came when nothing had gone wrong for a while. They are counted separately.
    calm: Vec<Id>,
    doubly_heard: usize,
    looks: usize,
    /// How long it took after each kill until the shards were evenly shared again.
    balance: Vec<f32>,
}

#[test]
#[ignore = "takes minutes, and a machine for itself"]
fn a_host_under_load_loses_and_doubles_nothing() {
    let load = Load::of_environment();
    let Some(database) = Database::new("load") else { return };
    let address = database.address();
    let discord = Loopback::start();
    discord.with(|world| world.sessions.shards_wanted = load.shards);
    let filling = Instant::now();
    let threads = fill(&discord, &address, 4 * small("SHARDS", 4), load.battles);
    println!(
        "{} battles in {:.0?} on {} (fsync {})",
        threads.len(),
        filling.elapsed(),
        database.address(),
        number(&address, "SELECT CASE current_setting('fsync') WHEN 'on' THEN 1 ELSE 0 END::BIGINT")
    );
    let bots = (0..load.processes).map(|_| Some(start(&discord, &address))).collect();
    let mut host = Host { discord: &discord, address: address.clone(), bots, frozen: None };
    let begun = Instant::now();
    wait_until("it is shared", || host.is_balanced(load.shards));
    println!("shared as {:?} after {:.1?}", host.shares(), begun.elapsed());
    let before = number(&address, WRITTEN);
    let (seen, lasted) = run_load(&mut host, &load, &threads);
    let settling = Instant::now();
    settle(&discord, &threads, &seen.given);
    let took = settling.elapsed();
    let written = number(&address, WRITTEN) - before;
    report(&discord, &threads, &seen);
    println!(
        "load of {lasted:.0?}, all answered {took:.1?} after it; {:.1} kB of the server's log a second",
        written as f64 / 1e3 / lasted.as_secs_f64()
    );
    for (table, bytes) in tables::sizes(&address) {
        println!("  {table}: {} kB", bytes / 1000);
    }
    std::thread::sleep(Duration::from_secs(5));
    let idle = number(&address, WRITTEN);
    std::thread::sleep(Duration::from_secs(60));
    println!("a minute of idleness: {:.1} kB of the server's log", (number(&address, WRITTEN) - idle) as f64 / 1e3);
    let logs: Vec<String> = host.bots.iter_mut().filter_map(Option::take).map(Bot::stop).collect();
    let errors: Vec<&str> = logs.iter().flat_map(|it| it.lines()).filter(|it| it.contains("ERROR")).collect();
    println!(
        "{} errors in the logs of those that lived to the end: {:?}",
        errors.len(),
        errors.iter().take(5).collect::<Vec<_>>()
    );
    drop(discord.take_violations());
    are_kept(&discord, &address, &threads);
}

const WRITTEN: &str = "SELECT (pg_current_wal_insert_lsn() - '0/0')::BIGINT";

/// People post, and the planned faults happen.
fn run_load(host: &mut Host<'_>, load: &Load, threads: &[Id]) -> (Seen, Duration) {
    let (mut seen, mut chaos, mut faults) = (Seen::default(), Chaos(11), Faults::of(load));
    let (begun, pause) = (Instant::now(), Duration::from_secs(1) / load.events.max(1));
    let (mut next, mut look, mut unbalanced) = (begun, begun, None);
    let mut calm_from = begun + Duration::from_secs(5);
    while begun.elapsed() < Duration::from_secs(load.seconds) {
        if let Some(deed) = faults.due(begun.elapsed()) {
            println!("{:>6.1?} {deed:?}", begun.elapsed());
            faults.carry_out(host, &deed, &mut chaos);
            calm_from = Instant::now() + CALM;
            unbalanced = (deed == Deed::Kill).then(Instant::now).or(unbalanced);
        }
        if faults.is_active() {
            calm_from = Instant::now() + CALM;
        }
        if next <= Instant::now() {
            next += pause;
            if let Some(post) = act(host.discord, threads, &mut chaos, &mut seen) {
                seen.given.push(post);
                seen.calm.extend((calm_from < Instant::now()).then_some(post));
            }
        }
        if look <= Instant::now() {
            look += Duration::from_millis(250);
            let all_live = host.bots.iter().all(Option::is_some) && host.frozen.is_none();
            if let Some(since) = unbalanced.filter(|_| all_live && host.is_balanced(load.shards)) {
                seen.balance.push(since.elapsed().as_secs_f32());
                unbalanced = None;
            }
            if host.frozen.is_none() && faults.nobody_was_frozen_lately() {
                seen.looks += 1;
                seen.doubly_heard += usize::from(host.connections().values().any(|it| 1 < *it));
            }
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    faults.end(host);
    let lasted = begun.elapsed();
    if let Some(since) = unbalanced {
        wait_until("it is shared again", || host.is_balanced(load.shards));
        seen.balance.push(since.elapsed().as_secs_f32());
    }
    (seen, lasted)
}

/// How long after a fault posts don't count as calm.
const CALM: Duration = Duration::from_secs(20);

/// Somebody does something at random. Returns the post if it has orders.
fn act(discord: &Loopback, threads: &[Id], chaos: &mut Chaos, seen: &mut Seen) -> Option<Id> {
    let thread = *chaos.pick(threads);
    let (who, squad) = *chaos.pick(&[("alice", "Otter"), ("bob", "Magpie")]);
    let order = *chaos.pick(&["hold", "take cover", "shoot Reed Husks", "dance"]);
    match chaos.number(0, 99) {
        0..=79 => Some(discord.post(who, thread, &format!("Whatever it takes.\n!{squad}: {order}"))),
        80..=89 => {
            let known = seen.given.last().copied();
            known.iter().for_each(|it| discord.edit(*it, &format!("Rather not.\n!{squad}: hold")));
            None
        }
        90..=95 => {
            discord.post(who, thread, "Anybody there?");
            None
        }
        96..=98 => {
            discord.command(who, thread, "status", &[]);
            None
        }
        _ => {
            discord.command("carol", thread, "round resolve", &[("force", json!(true))]);
            None
        }
    }
}

/// What became of a post with orders.
struct Fate {
    /// How long the poster waited for the sign and for the answer.
    sign: Option<Duration>,
    answer: Option<Duration>,
    answers: usize,
}

fn fate(world: &World, post: &Post) -> Fate {
    let bot = world.bot();
    let came = post.came.expect("it came");
    let posts = world.channels[&post.channel].posts.range(post.id..).map(|it| it.1);
    let answers: Vec<&Post> = posts.filter(|it| it.author == bot && it.answers_to == Some(post.id)).collect();
    let is_signed = post.reactions.iter().any(|it| it.1.contains(&bot));
    let since = |it: Option<Instant>| it.map(|it| it.saturating_duration_since(came));
    Fate {
        sign: since(post.signed).filter(|_| is_signed),
        answer: since(answers.first().and_then(|it| it.came)),
        answers: answers.len(),
    }
}

fn fates(discord: &Loopback, given: &[Id]) -> Vec<Fate> {
    discord.with(|world| given.iter().filter_map(|it| world.post(*it)).map(|it| fate(world, it)).collect())
}

/// Waits until every post is answered, or time is up.
fn settle(discord: &Loopback, threads: &[Id], given: &[Id]) {
    let end = Instant::now() + Duration::from_secs(180);
    let is_open = |it: &Fate| it.sign.is_none() || it.answer.is_none();
    while Instant::now() < end && fates(discord, given).iter().any(is_open) {
        std::thread::sleep(Duration::from_millis(500));
    }
    // Duplicates may come late.
    let count = || discord.with(|world| threads.iter().map(|it| world.channels[it].posts.len()).sum::<usize>());
    let mut before = 0;
    while Instant::now() < end && before != count() {
        before = count();
        std::thread::sleep(Duration::from_secs(3));
    }
}

fn report(discord: &Loopback, threads: &[Id], seen: &Seen) {
    let all = fates(discord, &seen.given);
    let lost = all.iter().filter(|it| it.sign.is_none() || it.answers == 0).count();
    let doubled = all.iter().filter(|it| 1 < it.answers).count();
    let told_twice: usize = threads.iter().map(|it| duplicates(discord, *it)).sum();
    println!(
        "{} posts with orders: {lost} lost, {doubled} answered twice, {told_twice} other messages twice",
        all.len()
    );
    quantiles("all posts", &all);
    quantiles("posts while nothing was wrong", &fates(discord, &seen.calm));
    let (asked, silent) = discord.with(|world| {
        let told = world.interactions.iter().filter(|it| it.1.answered.is_some());
        let silent = told.clone().filter(|it| world.answer(*it.0).is_none()).count();
        (world.interactions.len(), silent)
    });
    println!("{asked} commands, of which {silent} were told to wait and never answered");
    println!("two processes heard one shard in {} of {} looks", seen.doubly_heard, seen.looks);
    println!("seconds until the shards were even again after a kill: {:.0?}", seen.balance);
    assert_eq!((lost, doubled, told_twice, silent), (0, 0, 0, 0));
}

/// The number of messages in a thread, other than answers to orders, that appear twice.
fn duplicates(discord: &Loopback, thread: Id) -> usize {
    let mut counts: BTreeMap<(Option<Id>, String), usize> = BTreeMap::new();
    for it in super::said(discord, thread) {
        *counts.entry((it.answers_to, it.text)).or_default() += 1;
    }
    counts.values().map(|it| it - 1).sum()
}

fn quantiles(of: &str, fates: &[Fate]) {
    let line = |what: &str, times: Vec<Duration>| {
        let mut times: Vec<f64> = times.iter().map(|it| it.as_secs_f64() * 1e3).collect();
        times.sort_by(f64::total_cmp);
        let at =
            |part: f64| times.get(((times.len() as f64 - 1.0) * part).round() as usize).copied().unwrap_or(f64::NAN);
        let [half, most, nearly, all] = [0.5, 0.95, 0.99, 1.0].map(at);
        println!("  {what}: p50 {half:.1} p95 {most:.1} p99 {nearly:.1} slowest {all:.1} ms");
    };
    println!("{of} ({}):", fates.len());
    line("sign", fates.iter().filter_map(|it| it.sign).collect());
    line("answer", fates.iter().filter_map(|it| it.answer).collect());
}

/// Checks that each post with orders is in its battle's log once.
fn are_kept(discord: &Loopback, address: &str, threads: &[Id]) {
    let runtime = Builder::new_current_thread().enable_all().build().expect("a system that runs programs");
    runtime.block_on(async {
        let store = Store::open(&address.parse().expect("a place")).await.unwrap_or_else(|it| panic!("{it}"));
        let mut known = 0;
        for thread in threads {
            let battle = store.find(&format!("discord:{thread}")).await.expect("a store").expect("its battle");
            let log = store.load(battle).await.unwrap_or_else(|it| panic!("{it}")).log;
            let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
            let keys = log.iter().filter_map(|it| match it {
                Entry::Posted { key: Some(key), .. } => Some(key.as_str()),
                _ => None,
            });
            keys.for_each(|it| *counts.entry(it).or_default() += 1);
            for post in super::orders(discord, *thread) {
                assert_eq!(counts.get(post.id.to_string().as_str()), Some(&1), "{thread}: {}", post.text);
                known += 1;
            }
        }
        println!("{known} posts with orders stand in the logs, each once");
    });
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(180);
    while !is_so() {
        assert!(Instant::now() < end, "{what}: it didn't come to that");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Measures how many threads of a dead process are taken over, and how many posts a second come meanwhile.
#[test]
#[ignore = "takes minutes, and a machine for itself"]
fn a_take_over_of_thousands_of_threads_asks_no_more_of_discord_than_it_takes() {
    let battles = small("BATTLES", 5_000);
    let Some(database) = Database::new("taken") else { return };
    let discord = Loopback::start();
    let threads = fill(&discord, &database.address(), 20, battles);
    discord.with(|world| {
        world.requests.clear();
        world.refusals.clear();
    });
    discord.has_buckets(Duration::from_secs(5));
    discord.with(|world| world.buckets.a_second = Some(50));
    let bot = start(&discord, &database.address());
    discord.wait_until_ready();
    let (begun, mut chaos, mut given, mut next) = (Instant::now(), Chaos(5), Vec::new(), Instant::now());
    let pause = Duration::from_secs(1) / u32::try_from(setting("EVENTS", 3)).expect("a few").max(1);
    let read = || {
        discord.with(|world| {
            let looks =
                world.requests.iter().filter(|it| it.starts_with("GET /channels/") && it.ends_with("/messages"));
            looks.collect::<std::collections::BTreeSet<_>>().len()
        })
    };
    let mut last_look = (Instant::now(), 0);
    while last_look.1 < threads.len() {
        if next <= Instant::now() {
            next += pause;
            let post = discord.post("alice", *chaos.pick(&threads), "Whatever it takes.\n!Otter: take cover");
            given.push(post);
        }
        if Duration::from_secs(1) < last_look.0.elapsed() {
            last_look = (Instant::now(), read());
            assert!(begun.elapsed() < Duration::from_secs(600), "{} of {} are read", last_look.1, threads.len());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let took = begun.elapsed();
    settle(&discord, &threads, &given);
    let fates = fates(&discord, &given);
    let (requests, refused) = discord.with(|world| {
        (world.requests.len(), world.refusals.iter().filter(|it| it.starts_with("429")).cloned().collect::<Vec<_>>())
    });
    println!(
        "{} threads read in {took:.0?}, {requests} requests, {} times 429 {:?}",
        threads.len(),
        refused.len(),
        refused.iter().take(3).collect::<Vec<_>>()
    );
    quantiles("posts meanwhile", &fates);
    assert!(refused.is_empty());
    let slowest = fates.iter().map(|it| it.answer.unwrap_or(Duration::MAX)).max();
    assert!(slowest < Some(Duration::from_secs(1)), "{slowest:?}");
    let log = bot.stop();
    assert!(!log.contains("ERROR"), "{log}");
}
