//! How long a player waits: from a post to the reaction and to the answer, by the real program, beside a bare serenity
//! bot that echoes and one that keeps the post first; and how long the program takes to start with ten thousand battles.
//!
//! Each bot is a process of its own with a Discord of its own, and they take turns. The median of each turn counts, and
//! of those the best.

// The tests use all of it.
#[allow(dead_code, unused_imports)]
#[path = "../../tests/it/loopback/mod.rs"]
mod loopback;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use fieldpost::dice::Seed;
use fieldpost::referee::{Berth, Referee, SystemClock};
use fieldpost::store::{Holder, Place, Store};
use serde_json::json;
use serenity::all::{
    ChannelId, ClientBuilder, Context, CreateMessage, EventHandler, GatewayIntents, HttpBuilder, Message, ReactionType,
};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection as _, Executor as _};

use crate::d1::{P1, walled, walled_text};
use crate::measure::{Goal, Row, Table, median};
use loopback::{Id, Loopback};

/// How often the bots take turns, and how often each has one within a turn.
const TURNS: usize = 7;
const EVENTS: usize = 15;

/// Battles that are open as the program starts.
const BATTLES: u64 = 10_000;

/// Set for the process that is the bare bot: the letters of its answers.
const ECHO: &str = "FIELDPOST_BENCH_ECHO";

pub(crate) fn measure(table: &mut Table) {
    waiting(table);
    starting(table);
}

/// Whether this process is the bare bot.
pub(crate) fn is_echo() -> bool {
    std::env::var_os(ECHO).is_some()
}

/// A bot as a process, gone with this.
struct Running(Child);

impl Running {
    fn start(command: &mut Command, discord: &Loopback) -> Running {
        command.current_dir(discord.folder()).envs(discord.environment()).env_remove("RUST_LOG");
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        Running(child.expect("the program starts"))
    }

    fn fieldpost(discord: &Loopback) -> Running {
        let scenarios = discord.folder().join("scenarios");
        std::fs::create_dir_all(&scenarios).expect("a folder");
        std::fs::write(scenarios.join("the-wall.toml"), walled_text()).expect("a folder");
        std::fs::write(discord.folder().join("fieldpost.toml"), "[battles]\nscenarios = \"scenarios\"\n")
            .expect("a folder");
        let mut command = Command::new(env!("CARGO_BIN_EXE_fieldpost"));
        Running::start(command.args(["serve", "--config", "fieldpost.toml"]), discord)
    }

    fn echo(discord: &Loopback, letters: usize) -> Running {
        let mut command = Command::new(std::env::current_exe().expect("a program"));
        Running::start(command.env(ECHO, letters.to_string()), discord)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = (self.0.kill(), self.0.wait());
    }
}

/// From a post to the reaction and to the answer.
fn waiting(table: &mut Table) {
    let (ours, bare) = (Loopback::start(), Loopback::start());
    let _fieldpost = Running::fieldpost(&ours);
    ours.wait_until_ready();
    let first = begin(&ours, 0);
    let letters = post(&ours, first).2;
    let _echo = Running::echo(&bare, letters);
    bare.wait_until("the bare bot is connected", |world| world.sessions.connected() == 1);
    let [echoes, keeps] = [bare.channel("battle"), bare.open_channel(guild(&bare), "kept", 0)];
    let mut best = [[f64::MAX; 2]; 3];
    for turn in 0..TURNS {
        let thread = begin(&ours, turn + 1);
        let mut times: [[Vec<f64>; 2]; 3] = Default::default();
        for _ in 0..EVENTS {
            for (times, (discord, channel)) in times.iter_mut().zip([(&ours, thread), (&bare, echoes), (&bare, keeps)])
            {
                let (reaction, answer, _) = post(discord, channel);
                times[0].push(reaction);
                times[1].push(answer);
                quiet(discord);
            }
        }
        for (best, times) in best.iter_mut().flatten().zip(times.into_iter().flatten()) {
            *best = best.min(median(times));
        }
    }
    for (n, what) in ["reaction", "answer"].into_iter().enumerate() {
        let what = format!("from a post to the {what}");
        let mut beside = |name, theirs, goal| {
            table.row(&Row { what: &what, unit: "ms", ours: best[0][n], partner: Some((name, theirs)), goal });
        };
        beside("a bare echo", best[1][n], Goal::None);
        beside("a bare commit and echo", best[2][n], Goal::Times(1.2));
    }
}

fn guild(discord: &Loopback) -> Id {
    let channel = discord.channel("battle");
    discord.with(|world| world.channels[&channel].guild)
}

/// Begins a battle with alice in it: its thread.
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

/// Alice posts: milliseconds to the reaction and to the answer, and the answer's letters.
fn post(discord: &Loopback, channel: Id) -> (f64, f64, usize) {
    let start = Instant::now();
    let id = discord.post("alice", channel, P1);
    let since = || start.elapsed().as_secs_f64() * 1e3;
    discord.wait_until("a reaction", |world| world.post(id).is_some_and(|it| !it.reactions.is_empty()));
    let reaction = since();
    let answer = discord.said_after(channel, id, "");
    (reaction, since(), answer.text.chars().count())
}

/// Waits until the bot asks nothing more.
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

/// A bot that reacts to every post and answers it. In the channel "kept" it keeps the post first.
struct Echo {
    letters: usize,
    file: tokio::sync::Mutex<SqliteConnection>,
    kept: std::sync::OnceLock<ChannelId>,
}

#[serenity::async_trait]
impl EventHandler for Echo {
    async fn message(&self, ctx: Context, post: Message) {
        if post.author.bot {
            return;
        }
        let answer = "x".repeat(self.letters);
        let first = *self.kept.get_or_init(|| post.channel_id);
        if first != post.channel_id {
            let mut file = self.file.lock().await;
            let kept = sqlx::query("INSERT INTO bare (entry) VALUES ($1)").bind(post.content.clone() + &answer);
            kept.execute(&mut *file).await.expect("a file");
        }
        post.react(&ctx, ReactionType::Unicode("✅".to_owned())).await.expect("a Discord");
        let message = CreateMessage::new()
            .content(answer)
            .reference_message(&post)
            .allowed_mentions(serenity::all::CreateAllowedMentions::new());
        post.channel_id.send_message(&ctx, message).await.expect("a Discord");
    }
}

/// Is the bare bot.
pub(crate) fn echo() {
    let letters = std::env::var(ECHO).ok().and_then(|it| it.parse().ok()).expect("a number");
    let setting = |key| std::env::var(key).expect("it is set");
    let pem = std::fs::read(setting("FIELDPOST_DISCORD_CA")).expect("a certificate");
    let client = reqwest::Client::builder()
        .use_rustls_tls()
        .no_proxy()
        .tls_built_in_root_certs(false)
        .add_root_certificate(reqwest::Certificate::from_pem(&pem).expect("a certificate"))
        .resolve("discord.com", setting("FIELDPOST_DISCORD_ADDR").parse().expect("an address"))
        .build();
    let http = HttpBuilder::new(setting("FIELDPOST_TOKEN")).client(client.expect("a client")).build();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.expect("a system that runs programs").block_on(async {
        let options = SqliteConnectOptions::new().filename("bare.db").create_if_missing(true);
        let mut file = SqliteConnection::connect_with(&options).await.expect("a file");
        file.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL").await.expect("a file");
        file.execute("CREATE TABLE bare (id INTEGER PRIMARY KEY, entry TEXT NOT NULL)").await.expect("a file");
        let echo = Echo { letters, file: tokio::sync::Mutex::new(file), kept: std::sync::OnceLock::new() };
        let intents = GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES | GatewayIntents::MESSAGE_CONTENT;
        let client = ClientBuilder::new_with_http(http, intents).event_handler(echo).await;
        client.expect("a Discord").start().await.expect("a Discord");
    });
}

/// From the start of the program, with many battles open, until it is connected and takes posts. What Discord tells of so
/// many threads a bot has to read before the first post, whatever it is.
fn starting(table: &mut Table) {
    let (discord, bare) = (Loopback::start(), Loopback::start());
    let [threads, others] = [&discord, &bare].map(|it| {
        let channel = it.channel("battle");
        (0..BATTLES).map(|n| it.open_thread("carol", channel, &format!("battle {n}"))).collect::<Vec<Id>>()
    });
    let [gm, player] = ["carol", "alice"].map(|it| discord.with(|world| world.person(it)));
    fill(&discord.folder().join("fieldpost.db"), guild(&discord), [gm, player], &threads);
    let start = Instant::now();
    let fieldpost = Running::fieldpost(&discord);
    discord.wait_until_ready();
    table.alone(
        "start with 10,000 open battles, to ready",
        "ms",
        start.elapsed().as_secs_f64() * 1e3,
        Goal::Of(2_000.0),
    );
    let [last, other] = [threads, others].map(|it| *it.last().expect("there are threads"));
    let ours = post(&discord, last);
    drop(fieldpost);
    let _echo = Running::echo(&bare, ours.2);
    bare.wait_until("the bare bot is connected", |world| world.sessions.connected() == 1);
    let theirs = post(&bare, other);
    let mut beside = |what, ours, theirs, goal| {
        let partner = Some(("a bare echo, with as many threads", theirs));
        table.row(&Row { what, unit: "ms", ours, partner, goal });
    };
    beside("the first post after that, to its reaction", ours.0, theirs.0, Goal::Of(20.0));
    beside("the first post after that, to its answer", ours.1, theirs.1, Goal::None);
}

fn fill(place: &Path, guild: Id, [gm, player]: [Id; 2], threads: &[Id]) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a system that runs programs").block_on(async {
        let store = Store::open(&Place::from(place)).await.unwrap_or_else(|why| panic!("{why}"));
        let referee = Referee::new(Arc::new(store), Arc::new(SystemClock), Holder("bench".to_owned()));
        let scenario = walled();
        referee.hold(1).await.unwrap_or_else(|why| panic!("{why}"));
        for thread in threads {
            let room = json!({"guild": guild, "channel": thread, "gms": [gm], "after": thread});
            let key = format!("discord:{thread}");
            let home = i64::try_from(guild >> 22).ok();
            let berth = Berth { key: &key, home, front: room.to_string() };
            let begun = referee.begin(&scenario, Seed::from(*thread), berth, |sheet| {
                sheet.table.take_seat("alice", &player.to_string(), false).expect("a free seat");
            });
            begun.await.unwrap_or_else(|why| panic!("{why}"));
        }
        referee.release().await.unwrap_or_else(|why| panic!("{why}"));
    });
}
