//! What the bot keeps secret until the battle is over.

use fieldpost::dice::Seed;
use fieldpost::store::Store;
use serde_json::json;
use tokio::runtime::Builder;

use super::battles::Played;
use super::game;
use super::handy::{choose_with, offers};
use crate::loopback::{Loopback, Post};
use crate::page::data;
use crate::secrets::{WHISPER, holds_none, spellings};

#[test]
fn the_bot_keeps_seed_token_and_hidden_orders_to_itself() {
    let discord = Loopback::start();
    let place = discord.folder().join("battles.db");
    let database = format!("[database]\nplace = \"{}\"\n", place.display());
    let bot = game::start_with(&discord, &database, &[("RUST_LOG", "trace")]);
    discord.wait_until_ready();
    let channel = discord.channel("battle");
    discord.answer(discord.command("carol", channel, "battle new", &[("scenario", json!("millers-ford"))]));
    let thread = game::thread(&discord);
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
                format!("{}{:?}{}", it.text, it.components, files.concat())
            })
            .collect()
    });
    assert!(written.contains("@robin"), "the export is among it");
    let token = discord.environment().into_iter().find(|it| it.0 == "FIELDPOST_TOKEN").expect("a token").1;
    secrets.push(token);
    holds_none(&written, &secrets);
    holds_none(&bot.stop(), &secrets);
}

/// The seed of the only battle in a database, and the texts of all its messages.
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

/// Everything that a person sees of a thread, with all files but pictures.
fn seen_by<B>(battle: &Played<B>, who: &str) -> String {
    battle.discord.with(|world| {
        let who = world.person(who);
        let posts = world.channels[&battle.thread].posts.values();
        let posts = posts.filter(|it| it.only_for.is_none_or(|it| it == who));
        // A picture's description says everything that the picture shows. Its bytes may happen to form any letters.
        let is_text = |bytes: &[u8]| !bytes.starts_with(b"\x89PNG");
        let text = |it: &Post| it.files.iter().map(|it| it.bytes.clone()).filter(|it| is_text(it)).collect::<Vec<_>>();
        let files = |it: &Post| String::from_utf8_lossy(&text(it).concat()).into_owned();
        posts.map(|it| format!("{}\n{}\n{:?}\n", it.text, files(it), it.components)).collect()
    })
}

#[test]
fn only_the_gm_knows_secret_orders_until_the_round_is_over() {
    let battle = Played::begin_changed("millers-ford", "secret_orders = true");
    battle.sit();
    let secret = |who: &str, order: &str| {
        let options = [("squad", json!("Otter")), ("order", json!(order)), ("secret", json!(true))];
        battle.command(who, "order", &options)
    };
    assert!(battle.said().iter().any(|it| it.contains("\nOrders may be secret here: `/order` with `secret: True`.\n")));
    assert!(secret("alice", "move to J8").contains("✅ Otter: moves to J8"));
    assert!(battle.command("alice", "orders withdraw", &[]).contains("✅"), "in secret, too");
    assert!(secret("alice", "move to J8").contains("✅ Otter: moves to J8"));
    assert!(secret("bob", "move to J9").contains("❌"), "it is not his squad");
    let ask = |who: &str| {
        for (command, options) in [
            ("status", &[][..]),
            ("orders show", &[]),
            ("orders map", &[]),
            ("map", &[]),
            ("export", &[]),
            ("brief", &[]),
            ("rehearse", &[]),
            ("what-if", &[("rounds", json!(1))]),
            ("losses", &[]),
            ("look", &[("squad", json!("Otter"))]),
            ("can", &[("squad", json!("Otter"))]),
            ("odds", &[("order", json!("Magpie: move to J8"))]),
        ] {
            battle.command(who, command, options);
        }
    };
    ask("bob");
    let post = battle.post("alice", "!use Steady Aim on Otter");
    let said = battle.discord.said_after(battle.thread, post, "uses Steady Aim").text;
    assert!(!said.contains("Still without orders"), "it has some: {said}");
    let post = battle.post("bob", "!Magpie: move to J8");
    battle.discord.edit(post, "!Magpie: move to J8; hold");
    battle.settle();
    let own = ["Magpie: move to J8", "Magpie: moves to J8", "this replaces \"move to J8\""];
    let told = own.iter().fold(seen_by(&battle, "bob"), |told, it| told.replace(it, ""));
    assert!(!told.contains("J8"), "{told}");
    assert!(!told.contains("Those Behind"), "whoever is still to come is nobody's business: {told}");
    let tried = battle.command("bob", "what-if", &[("orders", json!("Reed Husks: move toward Washing"))]);
    assert!(tried.contains("❌") && !tried.contains("Those Behind"), "nor in what the GM would be told: {tried}");
    assert!(!told.contains("withdraw orders"), "{told}");
    assert!(told.contains("✅ has orders"), "that there are some is no secret: nobody is waited for");
    // The order's author and the GM see it.
    assert!(battle.command("alice", "orders show", &[]).contains("Otter: moves to J8"));
    assert!(battle.command("carol", "orders show", &[]).contains("robin, Otter: moves to J8"));
    battle.command("carol", "round resolve", &[("force", json!(true))]);
    let report = battle.discord.said_after(battle.thread, post, "**Round 1 of 7").text;
    assert!(
        report.contains("\nrobin's secret orders: Otter: move to J8\n"),
        "what was taken back isn't told: {report}"
    );
    assert!(!report.contains("sam's secret orders"), "what was refused was no order: {report}");
    battle.end_and_verify("millers-ford");
}

#[test]
fn a_secret_order_that_is_put_together_by_choices_stays_one() {
    let battle = Played::begin_changed("millers-ford", "secret_orders = true");
    battle.command("alice", "join", &[("seat", json!("robin"))]);
    let secret = [("secret", json!(true))];
    let picks = [("verb", "move to"), ("column", "J"), ("row", "8")];
    let whole = choose_with(&battle, "alice", &secret, &picks);
    let offered = offers(&whole);
    assert!(offered.iter().any(|it| it == "[Post it in secret]") && !offered.iter().any(|it| it == "[Post it]"));
    let before = battle.said().join("\n");
    choose_with(&battle, "alice", &secret, &[&picks[..], &[("over", ""), ("verb", "hold"), ("secret", "")]].concat());
    assert!(battle.command("alice", "orders show", &[]).contains("Otter: holds. (secret)"));
    let said = battle.said().join("\n");
    assert!(!said.contains("Otter: hold") && said.lines().count() == before.lines().count(), "{said}");
}

#[test]
fn where_a_battle_has_no_secrets_players_order_in_the_open() {
    let battle = Played::begin("millers-ford", "");
    battle.command("alice", "join", &[("seat", json!("robin"))]);
    let options = [("squad", json!("Otter")), ("order", json!("hold")), ("secret", json!(true))];
    for options in [&options[..], &options[..1], &options[2..]] {
        let is_open =
            battle.command("alice", "order", options) == "In this battle players give their orders in the open.";
        assert_eq!(is_open, options.iter().any(|it| it.0 == "secret"), "{options:?}");
    }
    // Players are never offered the GM's commands.
    let post = battle.post("alice", "/hidden !Otter: hold");
    let said = battle.discord.said_after(battle.thread, post, "Nothing was done").text;
    assert!(said.contains("`/order` with `secret: True`") && !said.contains("/gm"), "{said}");
}

#[test]
fn ones_own_orders_are_drawn_for_oneself_and_nobody_elses() {
    let battle = Played::begin("millers-ford", "seed = 7\n");
    battle.sit();
    let drawn = |who: &str| {
        let given = battle.discord.command(who, battle.thread, "orders map", &[]);
        let answer = battle.discord.answer(given);
        assert!(answer.only_for.is_some());
        (answer.text, answer.files[0].bytes.clone())
    };
    let empty = drawn("alice").1;
    battle.post("bob", "!Magpie: shoot Reed Husks; move to J12");
    assert_eq!(drawn("alice").1, empty, "bob's arrows are his");
    battle.post("alice", "!Otter: shoot Reed Husks; move to J8");
    let (text, bytes) = drawn("alice");
    assert!(text.contains("✅ Otter: moves to J8") && bytes != empty, "{text}");
}

#[test]
fn a_page_is_for_whoever_asks_and_plans_only_their_squads() {
    let battle = Played::begin("millers-ford", "seed = 7\n");
    battle.command("alice", "join", &[("seat", json!("robin"))]);
    let plan = |who: &str| {
        let answer = battle.discord.answer(battle.discord.command(who, battle.thread, "page", &[]));
        assert!(answer.only_for.is_some() && answer.files[0].name == "battle.html", "{}", answer.text);
        data(&String::from_utf8_lossy(&answer.files[0].bytes))["plan"].clone()
    };
    let own = plan("alice");
    assert_eq!(own["squads"].as_array().expect("squads").len(), 1);
    assert_eq!(own["squads"][0]["name"], "Otter");
    assert!(plan("bob").is_null(), "he may watch");
}

#[test]
fn direct_messages_are_answered_and_never_read_as_orders() {
    let battle = Played::begin("millers-ford", "");
    battle.command("alice", "join", &[("seat", json!("robin"))]);
    for (who, has_seat) in [("alice", true), ("bob", false)] {
        let post = battle.discord.whisper(who, "!Otter: hold");
        let channel = battle.discord.with(|world| world.post(post).expect("it is there").channel);
        let said = battle.discord.said_after(channel, post, "Nothing here is read as orders").text;
        assert_eq!(said.contains(&format!("You have a seat in <#{}>", battle.thread)), has_seat, "{said}");
        let help = battle.discord.answer(battle.discord.command(who, channel, "help", &[])).text;
        assert!(help.starts_with("Fieldpost referees"), "{help}");
        let order = battle.discord.answer(battle.discord.command(who, channel, "order", &[])).text;
        assert_eq!(order, "This works in a server only.");
    }
    assert!(battle.command("alice", "orders show", &[]).contains("Orders are missing for Otter."));
}
