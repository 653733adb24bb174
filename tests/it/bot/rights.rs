//! Who may do what: rights that are lost, rounds that two GMs close at once, webhooks, and strangers.

use std::time::Duration;

use serde_json::json;

use super::battles::Played;
use super::running::{Running, Watch};
use crate::loopback::{Id, What, World};

/// Miller's Ford with alice as robin (Otter) and bob as sam (Magpie). carol and erin are GMs by their role; dave is a
/// stranger.
fn begin() -> Played {
    let battle = Played::seated();
    invite_a_gm(&battle);
    battle
}

fn invite_a_gm<B>(battle: &Played<B>) {
    battle.invite("erin");
    battle.discord.give_role(battle.guild(), "erin", "GM");
}

fn answers<B>(battle: &Played<B>, post: Id) -> String {
    battle.answers(post).join("\n")
}

fn reports<B>(battle: &Played<B>) -> usize {
    battle.said().iter().filter(|it| it.contains("Fair dice, round")).count()
}

#[test]
fn a_round_that_two_close_at_once_is_closed_once() {
    let battle = begin();
    let force = [("force", json!(true))];
    let given = ["carol", "erin"].map(|it| battle.discord.command(it, battle.thread, "round resolve", &force));
    let mut said = given.map(|it| battle.discord.answer(it).text);
    said.sort_by_key(std::string::String::len);
    assert_eq!(said[0], "Round 1 is closed.");
    assert!(said[1].starts_with("Round 1 was closed just before your command"), "{}", said[1]);
    battle.drain();
    assert_eq!(reports(&battle), 1);
    // One GM gives the command again before the report can be read.
    battle.discord.fault("POST /channels/*/messages", What::Slow(Duration::from_millis(500)), 1);
    let again = [0, 1].map(|_| battle.discord.command("carol", battle.thread, "round resolve", &force));
    let [first, second] = again.map(|it| battle.discord.answer(it).text);
    assert!(first == "Round 2 is closed." || second == "Round 2 is closed.", "{first} {second}");
    battle.drain();
    assert_eq!(reports(&battle), 2);
    let options = [("force", json!(true)), ("round", json!(2))];
    assert!(battle.command("carol", "round resolve", &options).starts_with("Round 2 was closed just before"));
    assert_eq!(battle.command("carol", "round resolve", &force), "Round 3 is closed.");
    for round in [1, 5] {
        let said = battle.command("carol", "round resolve", &[("force", json!(true)), ("round", json!(round))]);
        assert_eq!(said, format!("Round 4 is open, so round {round} can't be closed."));
    }
}

#[test]
fn while_the_battle_goes_on_a_player_exports_only_what_is_theirs() {
    let battle = Played::begin("ridge-at-dawn", "");
    for seat in ["alice", "bela", "chidi"] {
        if seat != "alice" {
            battle.invite(seat);
        }
        battle.command(seat, "join", &[("seat", json!(seat))]);
        battle.post(seat, &format!("/word of-{seat}\n/stance all: hold\nSaid by {seat}."));
    }
    battle.command("carol", "round resolve", &[("force", json!(true))]);
    let offered = battle.discord.complete("alice", battle.thread, "look", "squad", "");
    let all = battle.discord.complete("carol", battle.thread, "look", "squad", "");
    let reserves: Vec<&String> = all.iter().filter(|it| !offered.contains(it)).collect();
    assert!(!reserves.is_empty());
    let files = |who: &str| {
        let asked = battle.discord.answer(battle.discord.command(who, battle.thread, "export", &[]));
        let text = asked.files.iter().map(|it| format!("{}\n{}", it.name, String::from_utf8_lossy(&it.bytes)));
        text.collect::<Vec<_>>().join("\n")
    };
    let own = files("alice");
    assert!(own.contains("/word of-alice") && own.contains("Said by alice.") && own.contains("Fair dice, round 1"));
    assert!(!own.contains("battle.log"), "{own}");
    let others = ["bela", "chidi"].map(|it| [format!("of-{it}"), format!("Said by {it}")]).concat();
    for secret in reserves.into_iter().chain(&others) {
        assert!(!own.contains(secret.as_str()), "{secret} is in it:\n{own}");
    }
    assert!(files("carol").contains("battle.log"));
    battle.command("carol", "battle end", &[("confirm", json!(true))]);
    assert!(files("alice").contains("of-bela"), "now it is everybody's");
    battle.invite("dave");
    assert!(files("dave").contains("of-bela"), "also of those who have no seat");
}

#[test]
fn a_gm_is_one_as_long_as_a_role_or_another_gm_says_so() {
    let watch = Watch::default();
    let battle = Played::seated_by(&watch);
    invite_a_gm(&battle);
    let (guild, dave) = (battle.guild(), battle.discord.with(|world| world.person("dave")).to_string());
    let orders = "!Reed Husks: hold";
    let holds = |battle: &Played<Running>, post: Id| {
        let said = answers(battle, post);
        assert!(said.contains("Reed Husks: holds"), "{said}");
    };
    battle.command("erin", "battle pause", &[("paused", json!(false))]);
    let first = battle.post("erin", orders);
    holds(&battle, first);
    battle.discord.take_role(guild, "erin", "GM");
    let lost = "You ran this battle by a role that you have no longer, so you can't any more. A GM can let you in again with \
                /gm add.";
    assert_eq!(battle.command("erin", "round resolve", &[("force", json!(true))]), lost);
    assert_eq!(battle.command("dave", "battle pause", &[]), "Only the GM of this battle can do that.");
    let post = battle.post("erin", orders);
    battle.discord.edit(first, "!Reed Husks: move to A1");
    battle.settle();
    assert!(answers(&battle, post).starts_with("You ran this battle by a role"), "{}", answers(&battle, post));
    holds(&battle, first);

    // A person whom the GM adds needs no role, until they are removed.
    assert!(battle.command("carol", "gm add", &[("person", json!(dave))]).contains("may run this battle"));
    assert!(battle.command("dave", "battle pause", &[]).contains("The clock is stopped"));
    let post = battle.post("dave", orders);
    holds(&battle, post);
    battle.command("carol", "gm remove", &[("person", json!(dave))]);
    assert!(battle.command("dave", "battle pause", &[]).starts_with("You ran this battle"));

    // Posts from the time that the bot was away are judged by the rights that people have now.
    watch.pass(2 * 3600);
    battle.discord.give_role(guild, "erin", "GM");
    let mut posts = Vec::new();
    let battle = battle.while_away(&watch, |discord, thread| {
        posts.extend(["erin", "dave"].map(|it| discord.post(it, thread, orders)));
    });
    battle.settle();
    holds(&battle, posts[0]);
    assert!(answers(&battle, posts[1]).starts_with("You ran this battle"), "{}", answers(&battle, posts[1]));
}

#[test]
fn a_webhook_speaks_for_a_seat_once_its_holder_says_so_and_only_after_them() {
    let battle = begin();
    battle.command("carol", "seat proxy", &[("seat", json!("robin")), ("name", json!("Sgt. Hale"))]);
    let (discord, thread) = (&battle.discord, battle.thread);
    // A stranger's webhook with the same name: the GM is told.
    let forged = discord.post_by_webhook("Sgt. Hale", thread, "!Otter: hold");
    battle.settle();
    let carol = discord.with(|world| world.person("carol"));
    assert!(answers(&battle, forged).starts_with(&format!("<@{carol}>: this was posted by a webhook")));
    discord.change_webhook("Sgt. Hale");

    let post = discord.post_by_proxy("alice", "Sgt. Hale", thread, "\"Up.\"\n!Otter: move to J8");
    battle.settle();
    assert!(answers(&battle, post).contains("is this yours?"), "{}", answers(&battle, post));
    let question = discord.said_after(thread, post, "is this yours?").id;
    let press = |who: &str| discord.answer(discord.press(who, question, &format!("fp:proxy:{post}"))).text;
    assert_eq!(press("bob"), "Only the player in that seat can say that.");
    assert!(press("alice").starts_with("From now on"), "it is hers");
    battle.drain();
    assert!(answers(&battle, post).contains("✅ Otter"), "{}", answers(&battle, post));
    assert_eq!(press("alice"), "That is no longer waiting for confirmation.");

    let next = discord.post_by_proxy("alice", "Sgt. Hale", thread, "\"No.\"\n!Otter: hold");
    battle.settle();
    assert!(answers(&battle, next).contains("Otter: holds"), "{}", answers(&battle, next));
    let tombstones = battle.said().into_iter().filter(|it| it.contains("was deleted")).collect::<Vec<_>>();
    assert_eq!(tombstones, Vec::<String>::new(), "what was answered to the originals went with them");
    // Neither the same webhook after somebody else's post counts, nor another webhook after her own.
    discord.post("bob", thread, "!Otter: move to J7");
    let other = discord.post_by_webhook("Sgt. Hale", thread, "!Otter: move to J7");
    discord.change_webhook("Sgt. Hale");
    let new = discord.post_by_proxy("alice", "Sgt. Hale", thread, "!Otter: move to J9");
    battle.settle();
    assert!(!answers(&battle, other).contains("✅") && answers(&battle, new).contains("is this yours?"));
    let orders = battle.command("alice", "orders show", &[]);
    assert!(orders.contains("holds") && !orders.contains("J7") && !orders.contains("J9"), "{orders}");
    battle.end_and_verify("millers-ford");
}

#[test]
fn strangers_are_told_once_and_stall_nothing() {
    let battle = begin();
    let strangers: Vec<String> = (0..8).map(|it| format!("stranger {it}")).collect();
    strangers.iter().for_each(|it| battle.invite(it));
    let status = battle.discord.said_after(battle.thread, 0, "orders").id;
    // The battle's lane is held up while its thread is read by a new session: events for the lost session are lost. The
    // very first reading may still be under way, so it is slow as well.
    battle.discord.fault("GET /channels/*/messages", What::Slow(Duration::from_millis(400)), 2);
    battle.discord.faults(|it| it.refuses_resume = true);
    let reading = format!("GET /channels/{}/messages", battle.thread);
    let read = |world: &World| world.requests.iter().filter(|it| **it == reading).count();
    let (before, sessions) = battle.discord.with(|world| (read(world), world.sessions.identified));
    battle.discord.cut();
    battle.discord.wait_until("it reads", |world| sessions < world.sessions.identified && before < read(world));
    for _ in 0..5 {
        for who in &strangers {
            battle.discord.post(who, battle.thread, "!Otter: hold");
        }
    }
    let pressed = battle.discord.press_made_up("dave", status, "fp:map:1");
    assert!(!battle.discord.answer(pressed).text.is_empty());
    battle.discord.wait_until_ready();
    let post = battle.post("alice", "!Otter: hold");
    assert!(answers(&battle, post).contains("✅ Otter"));
    let told = battle.said().iter().filter(|it| it.starts_with("You have no seat")).count();
    assert!((1..=5).contains(&told), "{told} of 40");
}
