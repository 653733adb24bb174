//! Battles on Discord, by the real program.

use serde_json::json;

use super::battles::Played;
use super::program::Bot;
use crate::loopback::{Id, Loopback, PATIENCE};
use crate::program::run;

/// Starts the program with the project's scenarios.
pub(super) fn start(discord: &Loopback) -> Bot {
    start_with(discord, "", &[])
}

/// Starts the program with more lines in `[battles]` and after it, and with more environment variables.
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
    let _bot = start(&discord);
    discord.wait_until_ready();
    let channel = discord.channel("battle");
    discord.answer(discord.command("carol", channel, "battle new", &[("scenario", json!("millers-ford"))]));
    let thread = thread(&discord);
    discord.answer(discord.command("alice", thread, "join", &[("seat", json!("robin"))]));
    discord.answer(discord.command("bob", thread, "join", &[("seat", json!("sam"))]));
    let post = discord.post("alice", thread, "Quiet now.\n!Otter: north 1");
    discord.said_after(thread, post, "Otter");
    let refused = discord.answer(discord.command("carol", thread, "round resolve", &[]));
    assert!(refused.text.contains("missing from sam"), "{}", refused.text);
    discord.answer(discord.command("carol", thread, "round resolve", &[("force", json!(true))]));
    discord.said_after(thread, post, "Fair dice, round 1");
}

#[test]
fn the_file_of_a_bot_that_was_stopped_can_be_copied_alone() {
    let discord = Loopback::start();
    let bot = start(&discord);
    discord.wait_until_ready();
    let channel = discord.channel("battle");
    discord.answer(discord.command("carol", channel, "battle new", &[("scenario", json!("millers-ford"))]));
    bot.stop();
    let [database, copy] = ["fieldpost.db", "copy.db"].map(|it| discord.folder().join(it));
    std::fs::copy(database, &copy).expect("a copy");
    let listed = run(&["battles", "--db", &copy.display().to_string()], "");
    assert!(listed.stdout.contains("going on"), "{}{}", listed.stdout, listed.stderr);
}

#[test]
fn a_bot_that_is_sent_away_and_asked_back_has_stopped_the_clock() {
    let battle = Played::begin("millers-ford", "");
    battle.command("carol", "battle start", &[("hours", json!(1)), ("closes", json!(true))]);
    battle.discord.send_away_and_ask_back(battle.guild());
    let end = std::time::Instant::now() + PATIENCE;
    while !battle.command("carol", "status", &[]).contains("paused") {
        assert!(std::time::Instant::now() < end, "{}", battle.command("carol", "status", &[]));
    }
    assert!(battle.command("carol", "battle pause", &[("paused", json!(false))]).contains("The clock goes on."));
}

#[test]
fn a_battle_goes_on_elsewhere_from_a_file_that_its_host_exported() {
    let first = Played::begin("millers-ford", "");
    first.command("alice", "join", &[("seat", json!("robin"))]);
    first.post("alice", "!Otter: north 1");
    first.command("carol", "round resolve", &[("force", json!(true))]);
    first.post("alice", "!Otter: hold");
    let alice = first.discord.with(|world| world.person("alice"));
    let folder = first.discord.folder().display().to_string();
    let [database, with_seed, without] = ["fieldpost.db", "with.log", "without.log"].map(|it| format!("{folder}/{it}"));
    for (file, more) in [(&with_seed, &["--with-seed"][..]), (&without, &[])] {
        run(&[&["export", "--db", &database, "1", "-o", file], more].concat(), "");
    }
    let [with_seed, without] = [with_seed, without].map(|it| std::fs::read(it).expect("it was written"));

    let discord = Loopback::start();
    let _bot = start(&discord);
    discord.wait_until_ready();
    let channel = discord.channel("battle");
    assert_eq!(discord.with(|world| world.person("alice")), alice, "both worlds begin alike");
    let import = |who: &str, bytes: &[u8]| {
        let file = discord.attach("battle.log", bytes);
        discord.answer(discord.command(who, channel, "battle import", &[("file", file)])).text
    };
    assert!(import("alice", &with_seed).starts_with("To run a battle you need"));
    let refused = import("carol", &without);
    assert!(refused.contains("the file has no seed. Export it with --with-seed"), "{refused}");
    let mut changed = String::from_utf8(with_seed.clone()).expect("a text");
    changed = changed.replacen("north 1", "north 2", 1);
    for bad in [changed.as_bytes(), b"@everyone", &[0xFF; 9], &vec![b' '; 4_000_001]] {
        let refused = import("carol", bad);
        assert!(refused.starts_with("The battle can't be continued: "), "{refused}");
        assert!(!refused.contains("@everyone"), "{refused}");
    }

    // Twice at once, as people press a button twice.
    let given = [(); 2].map(|()| {
        let file = discord.attach("battle.log", &with_seed);
        discord.command("carol", channel, "battle import", &[("file", file)])
    });
    let mut said = given.map(|it| discord.answer(it).text);
    said.sort_by_key(|it| !it.starts_with("The battle goes on in <#"));
    let [first, second] = &said;
    let thread = first.strip_prefix("The battle goes on in <#").and_then(|it| it.strip_suffix(">."));
    let thread: Id = thread.and_then(|it| it.parse().ok()).unwrap_or_else(|| panic!("{said:?}"));
    let already = format!("is battle 1 in <#{thread}> already. Go on with that one.");
    assert!(second.contains(&already), "{second}");
    let again = import("carol", &with_seed);
    assert!(again.ends_with(&already), "{again}");
    let opening = discord.said_after(thread, thread, "goes on here from a file, in round 2");
    assert!(opening.text.contains("The file holds the battle's seed"), "{}", opening.text);
    // The order from before the import still counts, and alice keeps her seat.
    let orders = discord.answer(discord.command("alice", thread, "orders show", &[])).text;
    assert!(orders.contains("Otter") && orders.contains("hold"), "{orders}");
    let post = discord.post("alice", thread, "!Otter: move to J8");
    discord.said_after(thread, post, "Otter");
    discord.answer(discord.command("carol", thread, "round resolve", &[("force", json!(true))]));
    discord.said_after(thread, post, "Fair dice, round 2");
    discord.answer(discord.command("carol", thread, "gm undo", &[]));
    discord.answer(discord.command("carol", thread, "battle end", &[("confirm", json!(true))]));
    let over = import("carol", &with_seed);
    assert!(over.ends_with(&format!("is battle 1 in <#{thread}> already, and is over.")), "{over}");
}
