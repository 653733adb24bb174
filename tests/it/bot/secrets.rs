//! What the bot knows and tells nobody before the battle is over.

use fieldpost::dice::Seed;
use fieldpost::store::Store;
use serde_json::json;
use tokio::runtime::Builder;

use super::program::Bot;
use crate::loopback::Loopback;
use crate::secrets::{WHISPER, holds_none, spellings};

#[test]
fn the_bot_keeps_seed_token_and_hidden_orders_to_itself() {
    let discord = Loopback::start();
    let config = discord.folder().join("fieldpost.toml");
    let scenarios = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
    let place = discord.folder().join("battles.db");
    let text = format!("[battles]\nscenarios = \"{scenarios}\"\n[database]\nplace = \"{}\"\n", place.display());
    std::fs::write(&config, text).expect("a folder of the test's");
    let arguments = ["--config", &config.display().to_string()];
    let bot = Bot::start_with(&discord, &arguments, &[("RUST_LOG", "trace")]);
    discord.wait_until_ready();
    let channel = discord.channel("battle");
    discord.answer(discord.command("carol", channel, "battle new", &[("scenario", json!("millers-ford"))]));
    let thread = discord
        .wait_for("a thread", |world| world.channels.iter().rev().find(|it| it.1.parent.is_some()).map(|it| *it.0));
    discord.answer(discord.command("alice", thread, "join", &[("seat", json!("robin"))]));
    let order = format!("Mill Husks: charge Otter ||{WHISPER}||");
    discord.answer(discord.command("carol", thread, "gm order", &[("order", json!(order))]));
    let post = discord.post("alice", thread, "Quiet now.\n!Otter: north 1");
    discord.said_after(thread, post, "Otter");
    discord.answer(discord.command("carol", thread, "round resolve", &[("force", json!(true))]));
    discord.said_after(thread, post, "Fair dice, round 1");
    discord.answer(discord.command("alice", thread, "export", &[]));

    let (seed, letters) = kept(&place);
    let mut secrets = spellings(&seed);
    secrets.extend([WHISPER.to_owned(), "Mill Husks: charge Otter".to_owned()]);
    holds_none(&letters, &secrets);
    let carol = discord.with(|world| world.person("carol"));
    let written: String = discord.with(|world| {
        let posts = world.channels.values().flat_map(|it| it.posts.values()).filter(|it| it.only_for != Some(carol));
        posts
            .map(|it| {
                let files: Vec<_> = it.files.iter().map(|it| String::from_utf8_lossy(&it.bytes).into_owned()).collect();
                format!("{}{:?}{:?}{}", it.text, it.embeds, it.components, files.concat())
            })
            .collect()
    });
    assert!(written.contains("@robin"), "the export is among it");
    let token = discord.environment().into_iter().find(|it| it.0 == "FIELDPOST_TOKEN").expect("a token").1;
    secrets.push(token);
    holds_none(&written, &secrets);
    holds_none(&bot.stop(), &secrets);
}

/// The seed of the only battle that is kept, and all its messages.
fn kept(place: &std::path::Path) -> (Seed, String) {
    let runtime = Builder::new_current_thread().enable_time().build().expect("a system that runs programs");
    runtime.block_on(async {
        let store = Store::open(&place.into()).await.unwrap_or_else(|why| panic!("{why}"));
        let listed = store.battles().await.expect("a healthy file");
        let [battle] = &listed[..] else { panic!("one battle was begun") };
        let seed = store.load(battle.id).await.expect("a healthy file").seed;
        let letters = store.messages(battle.id).await.expect("a healthy file");
        let letters = letters.iter().map(|it| format!("{it:?} {}", it.message.body)).collect();
        (Seed::from_bytes(seed.0), letters)
    })
}
