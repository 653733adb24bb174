//! What the clock does in a battle, and when it has to wait.

use serde_json::json;

use super::battles::Played;
use super::running::{Running, Watch};
use crate::loopback::{Id, Post, permission};

const HOUR: i64 = 3600;

/// Miller's Ford with alice and bob at the table, and a deadline in an hour that closes the round.
fn begin(watch: &Watch) -> Played<Running> {
    let battle = Played::seated_by(watch);
    battle.command("carol", "battle start", &[("hours", json!(1)), ("closes", json!(true)), ("remind", json!(0))]);
    battle
}

/// The report of a round, once everything that comes with it is sent.
#[track_caller]
fn report(battle: &Played<Running>, round: u16) -> Post {
    let report = battle.discord.said_after(battle.thread, 0, &format!("Round {round} of 7"));
    battle.drain();
    report
}

/// Checks that the orders of a post count: there is one answer, it accepts them, and no "late" came.
#[track_caller]
fn assert_counts(battle: &Played<Running>, post: Id) {
    let said = battle.answers(post);
    assert!(said.len() == 1 && said[0].contains("✅"), "{said:?}");
}

#[test]
fn after_a_start_a_round_closes_only_once_what_was_posted_before_has_been_read() {
    let watch = Watch::default();
    let battle = begin(&watch);
    let first = battle.post("bob", "!Magpie: hold");
    let mut post = 0;
    let battle = battle.while_away(&watch, |discord, thread| {
        post = discord.post("alice", thread, "!Otter: move to J8");
        discord.edit(first, "!Magpie: move to J12 take cover");
        watch.pass(2 * HOUR);
        // Discord is slow to list what was posted.
        discord.fault("GET /channels/*/messages", crate::loopback::What::Status(503), 2);
    });
    let report = report(&battle, 1);
    assert!(report.text.contains("while I could not hear you"), "{}", report.text);
    assert_counts(&battle, post);
    assert!(post < report.id);
    let said = battle.command("carol", "export", &[]);
    assert!(said.contains("The battle as files"), "{said}");
    let thread = String::from_utf8(battle.file("thread.txt")).expect("a text");
    let (before, _) = thread.split_once("/resolve").expect("a round was closed");
    assert!(before.contains("move to J8") && before.contains("move to J12"), "{thread}");
}

#[test]
fn while_the_gateway_is_away_a_deadline_waits() {
    let watch = Watch::default();
    let battle = begin(&watch);
    battle.discord.faults(|it| it.refuses_resume = true);
    battle.discord.gateway_is_down(true);
    battle.discord.wait_until("it is away", |world| world.sessions.connected() == 0);
    let post = battle.discord.post("alice", battle.thread, "!Otter: move to J8");
    watch.pass(2 * HOUR);
    watch.is_looked_at();
    assert!(battle.said().iter().all(|it| !it.contains("Round 1 of 7")), "{:?}", battle.said());
    battle.discord.gateway_is_down(false);
    let report = report(&battle, 1);
    assert!(report.text.contains("while I could not hear you"), "{}", report.text);
    let bob = battle.discord.with(|world| world.person("bob"));
    let told =
        report.text.lines().next().is_some_and(|it| it.ends_with(&format!(" Without orders: <@{bob}> (Magpie).")));
    assert!(told && report.mentions.is_empty(), "nobody is called for what is over: {}", report.text);
    assert!(report.text.contains(&format!(", <@{bob}> (Magpie).")), "who sits there owes orders: {}", report.text);
    assert_counts(&battle, post);
}

#[test]
fn an_empty_list_takes_nothing_back_and_a_gap_stays_until_it_has_been_read() {
    let watch = Watch::default();
    let battle = begin(&watch);
    let (post, channel) = (battle.post("alice", "!Otter: move to J8"), battle.discord.channel("battle"));
    let mut posts = Vec::new();
    let battle = battle.while_away(&watch, |discord, thread| {
        posts.push(discord.post("bob", thread, "!Magpie: hold"));
        discord.deny(channel, permission::READ_MESSAGE_HISTORY);
    });
    // The bot receives new posts, but may not read earlier ones.
    let said = battle.discord.said_after(battle.thread, post, "I may not read what was posted here");
    posts.push(battle.discord.post("alice", battle.thread, "!Otter: hold"));
    watch.pass(2 * HOUR);
    let orders = battle.command("alice", "orders show", &[]);
    assert!(orders.contains("moves to J8") && !orders.contains("hold"), "{orders}");
    watch.is_looked_at();
    battle.discord.deny(channel, 0);
    let report = report(&battle, 1);
    posts.into_iter().chain([post]).for_each(|it| assert_counts(&battle, it));
    let told = battle.said().iter().filter(|it| **it == said.text).count();
    assert_eq!(told, 1, "it is told once");
    assert!(said.id < report.id);
}
