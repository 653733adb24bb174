//! Whole battles on Discord: the posts of each scenario's own thread, by the real program.

use std::collections::BTreeMap;
use std::path::Path;

use expect_test::expect_file;
use fieldpost::games;
use fieldpost::referee::commands::{GM, command_author};
use fieldpost::referee::thread::{self, Deed};
use fieldpost::store::{BattleId, Fate, Place, Store};
use serde_json::{Value, json};

use super::game;
use super::program::Bot;
use super::running::{Running, Watch};
use crate::forum::battles;
use crate::forum::templates::PROGRAMS;
use crate::loopback::{Id, Loopback, PATIENCE, World};
use crate::program::run;

/// The name of the bot's user.
const BOT: &str = "Fieldpost";

/// A battle that is played in a thread, with handles to the bot, Discord and the store.
pub(super) struct Played<B = Bot> {
    /// Declared first, so that it is dropped first.
    pub(super) bot: B,
    pub(super) discord: Loopback,
    pub(super) thread: Id,
    pub(super) store: Store,
    pub(super) runtime: tokio::runtime::Runtime,
}

impl Played {
    /// Miller's Ford, with people in its seats.
    pub(super) fn seated() -> Played {
        let battle = Played::begin("millers-ford", "");
        battle.sit();
        battle
    }

    /// Begins a battle; carol is the GM.
    pub(super) fn begin(scenario: &str, config: &str) -> Played {
        Played::begin_with(scenario, config, &[])
    }

    /// Begins a battle of a shipped scenario, with these lines put before its text.
    pub(super) fn begin_changed(scenario: &str, lines: &str) -> Played {
        let discord = Loopback::start();
        let text = std::fs::read_to_string(format!("scenarios/{scenario}.toml")).expect("one of the project's");
        std::fs::write(discord.folder().join(format!("{scenario}.toml")), format!("{lines}\n{text}"))
            .expect("a folder");
        let config = discord.folder().join("fieldpost.toml");
        let own = format!("[battles]\nscenarios = \"{}\"\n", discord.folder().display());
        std::fs::write(&config, own).expect("a folder of the test's");
        let bot = Bot::start_with(&discord, &["--config", &config.display().to_string()], &[]);
        Played::of(discord, bot, scenario)
    }

    pub(super) fn begin_with(scenario: &str, config: &str, environment: &[(&str, &str)]) -> Played {
        let discord = Loopback::start();
        let bot = game::start_with(&discord, config, environment);
        Played::of(discord, bot, scenario)
    }
}

impl Played<Running> {
    /// Begins a battle with the bot in this process, on a clock that the test moves.
    pub(super) fn begin_by(watch: &Watch, scenario: &str) -> Played<Running> {
        let discord = Loopback::start();
        let bot = Running::game(&discord, watch);
        Played::of(discord, bot, scenario)
    }

    /// Miller's Ford on such a clock, with people in its seats.
    pub(super) fn seated_by(watch: &Watch) -> Played<Running> {
        let battle = Played::begin_by(watch, "millers-ford");
        battle.sit();
        battle
    }

    /// Stops the bot, lets something happen without it, and starts it again.
    pub(super) fn while_away(self, watch: &Watch, happen: impl FnOnce(&Loopback, Id)) -> Played<Running> {
        let Played { discord, thread, store, runtime, bot } = self;
        drop(bot);
        happen(&discord, thread);
        let before = discord.with(|world| world.sessions.identified);
        let bot = Running::game(&discord, watch);
        discord.wait_until("it hears again", |world| before < world.sessions.identified);
        Played { discord, thread, store, runtime, bot }
    }
}

/// Checks a battle's attached log, and its attached thread together with its scenario.
#[track_caller]
pub(super) fn verified(discord: &Loopback, files: &[(String, Vec<u8>)]) {
    let path = |name: &str| discord.folder().join(name).display().to_string();
    files.iter().for_each(|it| std::fs::write(path(&it.0), &it.1).expect("a folder of the test's"));
    let scenario = files.iter().find(|it| it.0.ends_with(".toml")).map_or("no scenario", |it| it.0.as_str());
    for arguments in [vec![path("battle.log")], vec![path("thread.txt"), path(scenario)]] {
        let arguments: Vec<&str> = ["verify"].into_iter().chain(arguments.iter().map(String::as_str)).collect();
        let shown = run(&arguments, "");
        assert!(shown.status.success(), "{arguments:?}: {}{}", shown.stdout, shown.stderr);
        assert!(shown.stdout.contains("Proved"), "{}", shown.stdout);
    }
}

impl<B> Played<B> {
    fn of(discord: Loopback, bot: B, scenario: &str) -> Played<B> {
        discord.wait_until_ready();
        let channel = discord.channel("battle");
        discord.answer(discord.command("carol", channel, "battle new", &[("scenario", json!(scenario))]));
        let thread = game::thread(&discord);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let place = Place::File(discord.folder().join("fieldpost.db"));
        let store = runtime.block_on(Store::open(&place)).expect("the bot's database");
        let played = Played { discord, thread, store, runtime, bot };
        played.drain();
        played
    }

    /// The seats that most tests use in Miller's Ford: alice is robin (Otter), bob is sam (Magpie), dave has no seat.
    pub(super) fn sit(&self) {
        self.invite("dave");
        self.command("alice", "join", &[("seat", json!("robin"))]);
        self.command("bob", "join", &[("seat", json!("sam"))]);
    }

    /// The server in which the battle is played.
    pub(super) fn guild(&self) -> Id {
        self.discord.with(|world| world.channels[&self.thread].guild)
    }

    /// Adds a new person to the server.
    pub(super) fn invite(&self, name: &str) {
        self.discord.join(self.guild(), name);
    }

    /// The bot's replies to a post.
    pub(super) fn answers(&self, post: Id) -> Vec<String> {
        self.discord.with(|world| {
            let answers = world.channels[&self.thread].posts.values().filter(|it| it.answers_to == Some(post));
            answers.filter(|it| it.author == world.bot()).map(|it| it.text.clone()).collect()
        })
    }

    /// Waits until the bot has sent everything.
    #[track_caller]
    pub(super) fn drain(&self) {
        let end = std::time::Instant::now() + PATIENCE;
        let messages = || self.runtime.block_on(self.store.messages(BattleId::of(1))).expect("it can be asked");
        while messages().iter().any(|it| matches!(it.fate, Fate::Waiting { .. })) {
            assert!(std::time::Instant::now() < end, "{:?}", self.discord.with(|world| world.refusals.clone()));
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }

    /// Gives a command in the thread, and waits for its answer and for every message that it causes.
    #[track_caller]
    pub(super) fn command(&self, who: &str, command: &str, options: &[(&str, Value)]) -> String {
        let given = self.discord.command(who, self.thread, command, options);
        let answer = self.discord.answer(given).text;
        self.drain();
        answer
    }

    /// Uses a command of a post's menu. Returns the answer once every message that it causes is sent.
    pub(super) fn menu(&self, who: &str, post: Id, command: &str) -> String {
        let said = self.discord.answer(self.discord.use_on(who, post, command)).text;
        self.drain();
        said
    }

    /// Posts, and waits until the bot has handled the post.
    pub(super) fn post(&self, who: &str, text: &str) -> Id {
        let post = self.discord.post(who, self.thread, text);
        self.settle();
        post
    }

    /// Waits until all posts are handled and answered.
    pub(super) fn settle(&self) {
        let asked = self.discord.command("carol", self.thread, "status", &[]);
        let answer = self.discord.answer(asked).id;
        self.drain();
        // The command was only there to wait for.
        self.discord.with(|world| drop(world.channels.get_mut(&self.thread).expect("ours").posts.remove(&answer)));
    }

    /// The bot's public messages in the thread, oldest first.
    pub(super) fn said(&self) -> Vec<String> {
        let bots = |world: &World| {
            let posts = world.channels[&self.thread].posts.values();
            let posts = posts.filter(|it| it.only_for.is_none() && world.people[&it.author].name == BOT);
            posts.map(|it| it.text.clone()).collect()
        };
        self.discord.with(|world| bots(world))
    }

    pub(super) fn is_over(&self) -> bool {
        self.said().iter().any(|it| it.starts_with("The battle is over"))
    }

    /// The file of this name in the last message that has one.
    #[track_caller]
    pub(super) fn file(&self, name: &str) -> Vec<u8> {
        let found = self.discord.with(|world| {
            let files = world.channels[&self.thread].posts.values().flat_map(|it| &it.files);
            files.filter(|it| it.name == name).map(|it| it.bytes.clone()).next_back()
        });
        found.unwrap_or_else(|| panic!("no {name} was sent"))
    }

    /// Ends the battle, and checks the attached files with the program's own `verify`.
    #[track_caller]
    pub(super) fn end_and_verify(&self, scenario: &str) {
        self.command("carol", "battle end", &[("confirm", json!(true))]);
        let files = ["battle.log", "thread.txt", &format!("{scenario}.toml")].map(|it| (it.to_owned(), self.file(it)));
        verified(&self.discord, &files);
    }

    /// Checks that every post with orders has one reaction and one answer, that fiction has none, that each round has
    /// one report, and that nobody was mentioned.
    #[track_caller]
    fn check(&self, undone: u16) {
        self.discord.with(|world| {
            let posts = &world.channels[&self.thread].posts;
            let is_bots = |author: &Id| world.people[author].name == BOT;
            let mut reports: BTreeMap<String, u32> = BTreeMap::new();
            for post in posts.values().filter(|it| is_bots(&it.author)) {
                assert_eq!(post.mentions, Vec::<Id>::new(), "{}", post.text);
                let buttons = post.components.iter().flat_map(|row| row["components"].as_array().into_iter().flatten());
                let details = buttons.filter_map(|it| it["custom_id"].as_str()?.strip_prefix("fp:details:"));
                details.for_each(|it| *reports.entry(it.to_owned()).or_default() += 1);
            }
            // The reports of a round that was undone have no buttons any more.
            for (round, count) in &reports {
                let told = format!("Fair dice, round {round}:");
                let told = posts.values().filter(|it| is_bots(&it.author) && it.text.contains(&told)).count();
                assert_eq!(
                    (*count, told),
                    (1, 1 + usize::from(*round == undone.to_string())),
                    "reports of round {round}"
                );
            }
            assert!(!reports.is_empty());
            for post in posts.values().filter(|it| !is_bots(&it.author)) {
                let reactions = post.reactions.iter().filter(|it| it.1.iter().any(is_bots)).count();
                let answers = posts.values().filter(|it| is_bots(&it.author) && it.answers_to == Some(post.id));
                let answers = answers
                    .filter(|it| {
                        ["✅", "⚠️", "❌", "💡", "There are no", "Still without"]
                            .iter()
                            .any(|sign| it.text.starts_with(sign))
                    })
                    .count();
                let has_orders = post.text.lines().any(|it| it.starts_with('!'));
                let has_seat = world.people[&post.author].name != "dad";
                assert!(reactions <= 1 && answers <= 1, "{reactions} {answers} {}", post.text);
                if has_orders && has_seat {
                    let said = posts.values().filter(|it| it.answers_to == Some(post.id)).map(|it| it.text.as_str());
                    let said: Vec<&str> = said.collect();
                    assert_eq!((reactions, answers), (1, 1), "{}\n{said:?}", post.text);
                }
            }
            // Pins, reactions, edits and files all arrived, except signs on posts that were deleted first.
            let is_early = |it: &&String| it.starts_with("404 PUT") && it.contains("/reactions/");
            // The bot looks for a message that need not exist to find out whether it may read.
            let is_asked = |it: &&String| it.starts_with("404 GET") && it.contains("/messages/");
            let refused: Vec<&String> = world.refusals.iter().filter(|it| !is_early(it) && !is_asked(it)).collect();
            assert_eq!(refused, Vec::<&String>::new());
        });
    }
}

/// Plays the thread of a scenario, with an undo and all kinds of questions on the way.
fn play(name: &str) {
    played(name, "", false);
}

/// Plays a scenario's thread with known dice on a Discord with rate limits, one step at a time.
fn play_with_buckets(name: &str) {
    played(name, "seed = 7\n[rounds]\nhours = 0\n", true);
}

fn played(name: &str, config: &str, has_buckets: bool) {
    let posts = std::fs::read_to_string(format!("scenarios/{name}.posts")).expect("a thread of the project's");
    let scenario = games::load(Path::new(&format!("scenarios/{name}.toml"))).expect("one of the project's");
    let battle = Played::begin(name, config);
    if has_buckets {
        battle.discord.has_buckets(std::time::Duration::from_millis(100));
    }
    let entries = thread::read(&posts);
    for entry in entries.iter().filter(|it| it.author != GM) {
        let is_known = battle.discord.with(|world| world.people.values().any(|it| it.name == entry.author));
        if !is_known {
            battle.invite(&entry.author);
        }
    }
    for (n, seat) in scenario.opening.stage().seats.iter().enumerate() {
        if n == 0 {
            let status = battle.discord.said_after(battle.thread, 0, "nobody yet").id;
            battle.discord.answer(battle.discord.press(&seat.name, status, "fp:join:0"));
            battle.drain();
        } else {
            battle.command(&seat.name, "join", &[("seat", json!(seat.name))]);
        }
    }
    let first = scenario.opening.stage().seats[0].name.clone();
    battle.command("carol", "battle start", &[]);
    let mut numbers: Vec<Id> = Vec::new();
    let mut rounds = 0;
    for entry in &entries {
        let who = if entry.author == GM { "carol" } else { &entry.author };
        match &entry.deed {
            Deed::Posts(text) => {
                let (text, commands) = thread::commands(text, command_author(&entry.author));
                numbers.push(if text.is_empty() { 0 } else { battle.discord.post(who, battle.thread, &text) });
                if has_buckets {
                    battle.settle();
                }
                for command in commands {
                    match command.split_once(' ').unwrap_or((&command, "")) {
                        ("resolve", _) => rounds += 1,
                        ("why", id) => drop(battle.command(who, "why", &[("id", json!(id))])),
                        ("orders", _) => drop(battle.command(who, "status", &[])),
                        other => panic!("{other:?} is not known here"),
                    }
                    if command == "resolve" {
                        close(&battle, rounds, &first);
                    }
                }
            }
            Deed::Edits { post, text } => battle.discord.edit(numbers[*post as usize - 1], text),
            Deed::Deletes { post } => battle.discord.delete(numbers[*post as usize - 1]),
            Deed::Says(_) => (),
        }
        if has_buckets {
            battle.settle();
        }
        if battle.is_over() {
            break;
        }
    }
    battle.settle();
    battle.end_and_verify(name);
    battle.check(1);
    battle.is_light(name);
    if has_buckets {
        expect_file![format!("../shown/discord-{name}.txt")].assert_eq(&battle.discord.transcript(battle.thread));
    } else if std::env::var_os("FIELDPOST_SHOW").is_some() {
        println!("{}", battle.discord.transcript(battle.thread));
    }
    let said = battle.bot.stop();
    assert!(!said.contains("ERROR") && !said.contains("WARN"), "{said}");
}

/// Plays one thread with edits on Discord, over the pages of a forum, and in the terminal.
#[test]
fn a_thread_ends_the_same_on_discord_in_a_forum_and_in_the_terminal() {
    const NAME: &str = "millers-ford";
    let folder = tempfile::tempdir().expect("a folder for the test");
    let posts = folder.path().join("thread.posts").display().to_string();
    std::fs::write(&posts, battles::read(&PROGRAMS[0], NAME, "robin")).expect("a file of the test's");
    let told = battles::ending(NAME, &[&posts]);
    assert_eq!(told, battles::ending(NAME, &["scenarios/millers-ford.posts"]));

    let battle = Played::begin(NAME, "seed = 7\n");
    for seat in ["robin", "sam"] {
        battle.invite(seat);
        battle.command(seat, "join", &[("seat", json!(seat))]);
    }
    battle.command("carol", "battle start", &[]);
    let mut numbers: Vec<Id> = Vec::new();
    let text = std::fs::read_to_string("scenarios/millers-ford.posts").expect("a thread of the project's");
    for entry in thread::read(&text) {
        let who = if entry.author == GM { "carol" } else { &entry.author };
        match &entry.deed {
            Deed::Posts(text) => {
                let (text, commands) = thread::commands(text, command_author(&entry.author));
                numbers.push(if text.is_empty() { 0 } else { battle.post(who, &text) });
                if commands.iter().any(|it| it == "resolve") {
                    battle.command("carol", "round resolve", &[("force", json!(true))]);
                }
            }
            Deed::Edits { post, text } => battle.discord.edit(numbers[*post as usize - 1], text),
            Deed::Deletes { post } => battle.discord.delete(numbers[*post as usize - 1]),
            Deed::Says(_) => (),
        }
        battle.settle();
        if battle.is_over() {
            break;
        }
    }
    battle.end_and_verify(NAME);
    let log = String::from_utf8(battle.file("battle.log")).expect("text");
    let mut states =
        log.lines().filter_map(|it| serde_json::from_str::<Value>(it).ok()?["state"].as_str().map(str::to_owned));
    let state = states.next_back().expect("a round was closed");
    assert!(told.contains(&state), "{told} ends otherwise than Discord's {state}");
}

/// Closes a round: the first round twice, the second with questions beforehand.
#[track_caller]
fn close(battle: &Played, round: u32, player: &str) {
    let close = || {
        let said = battle.command("carol", "round resolve", &[("force", json!(true))]);
        assert_eq!(said, format!("Round {round} is closed."));
    };
    close();
    match round {
        1 => {
            let asked = battle.command("carol", "gm undo", &[]);
            assert!(asked.contains("Nothing has been taken back yet"), "{asked}");
            let dice = || -> Vec<String> {
                let said = battle.said();
                let lines = said.iter().flat_map(|it| it.lines()).filter(|it| it.contains("Fair dice, round 1:"));
                lines.map(str::to_owned).collect()
            };
            let before = dice();
            battle.command("carol", "gm undo", &[("confirm", json!(true))]);
            // The edit changes a word of the fiction and no order, so the dice stay the same.
            let post = battle.discord.with(|world| {
                let posts = world.channels[&battle.thread].posts.values();
                posts.into_iter().find(|it| !it.reactions.is_empty()).map(|it| (it.id, it.text.clone()))
            });
            let (id, text) = post.expect("a post of orders");
            battle.discord.edit(id, &format!("{text}\n(a last word)"));
            battle.command("carol", "round deadline", &[("when", json!("48h"))]);
            close();
            assert_eq!(dice(), [before.clone(), before].concat());
        }
        2 => {
            assert!(battle.command(player, "why", &[("id", json!("2.1"))]).contains("2.1"));
            battle.command(player, "map", &[]);
            battle.command(player, "brief", &[]);
            assert!(battle.command(player, "rehearse", &[]).contains("Rehearsal of round 3"));
            let what_if = battle.command(player, "what-if", &[("rounds", json!(2))]);
            assert!(what_if.starts_with("**What if · ") && what_if.contains("Round 3"), "{what_if}");
            battle.command(player, "orders show", &[]);
            // The dice of a dry run depend on the id of its command. A busy bot answers other commands later, by an
            // edit.
            battle.discord.with(World::pass_to_a_round_second);
            battle.command("carol", "round dry-run", &[]);
            let report = battle.discord.with(|world| {
                let is_report = |it: &Value| it.to_string().contains("fp:mine:2");
                let mut posts = world.channels[&battle.thread].posts.values();
                posts.find(|it| it.components.iter().any(is_report)).map(|it| it.id)
            });
            let report = report.expect("the report of round 2");
            for button in ["fp:mine:2", "fp:details:2", "fp:large:2", "fp:map:2"] {
                battle.discord.answer(battle.discord.press(player, report, button));
            }
        }
        _ => (),
    }
}

#[test]
fn miller_s_ford_is_played_to_its_end() {
    play("millers-ford");
}

#[test]
fn ridge_at_dawn_is_played_to_its_end() {
    play("ridge-at-dawn");
}

#[test]
fn four_people_bring_others_out_of_saltmarket_and_nothing_is_lost_or_doubled() {
    play_with_buckets("out-of-saltmarket");
}

#[test]
fn four_people_fight_for_the_bar_with_bricks_and_nothing_is_lost_or_doubled() {
    play_with_buckets("brick-last-orders");
}

#[test]
fn the_mast_on_grey_hill_is_played_to_its_end() {
    play("the-mast-on-grey-hill");
}

#[test]
fn the_shield_wall_at_cold_barrow_is_played_to_its_end() {
    play("the-shield-wall-at-cold-barrow");
}

#[test]
fn last_bell_at_harrow_is_played_to_its_end() {
    play("last-bell-at-harrow");
}

/// Four people, four teams, everybody against everybody.
#[test]
fn last_orders_is_played_to_its_end() {
    play("brick-last-orders");
}

#[test]
fn what_a_short_battle_looks_like() {
    let battle = Played::begin("millers-ford", "seed = 7\n[rounds]\nhours = 0\n");
    let status = battle.discord.said_after(battle.thread, 0, "nobody yet").id;
    battle.discord.answer(battle.discord.press("alice", status, "fp:join:0"));
    battle.drain();
    battle.command("bob", "join", &[("seat", json!("sam"))]);
    battle.post("alice", "Hale stops the section at the milestone and lets them drink.\n\nOtter: move to J8");
    let post = battle.post("alice", "Up, and over.\n!Otter: move to J8, spread");
    battle.post("bob", "Corven is already in the trees. He is always already in the trees.");
    let late = battle.post("bob", "!Magpie: shoot good; mvoe to J12 take cover\n!Otter: hold");
    battle.command("alice", "odds", &[("order", json!("Otter: shoot Reed Husks"))]);
    battle.discord.edit(late, "!Magpie: shoot Reed Husks with long rifle; move to J12 take cover");
    battle.settle();
    battle.command("carol", "round resolve", &[]);
    battle.command("alice", "why", &[("id", json!("1.1"))]);
    battle.discord.edit(post, "Up, and over.\n!Otter: hold");
    battle.settle();
    battle.command("carol", "round resolve", &[]);
    battle.command("carol", "gm undo", &[("confirm", json!(true))]);
    battle.command("carol", "round resolve", &[("force", json!(true))]);
    let gone = battle.post("bob", "!Magpie: hold");
    battle.discord.delete(gone);
    battle.settle();
    battle.command("alice", "ready", &[]);
    battle.command("carol", "gm edit", &[("change", json!("Otter.3 hp 0"))]);
    battle.command("carol", "battle end", &[]);
    battle.end_and_verify("millers-ford");
    battle.command("alice", "help", &[]);
    let shown = battle.discord.transcript(battle.thread);
    battle.bot.stop();
    expect_file!["../shown/discord-battle.txt"].assert_eq(&shown);
}
