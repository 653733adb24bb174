//! Where a battle is played: forums, archived threads, and things that somebody deleted or forbade.

use serde_json::json;

use super::battles::Played;
use super::game;
use super::running::Watch;
use crate::loopback::{Id, Loopback, Post, What, World, permission};

/// The bot's public posts that contain these words.
fn with_words<B>(battle: &Played<B>, words: &str) -> Vec<Post> {
    battle.discord.with(|world| {
        let posts = world.channels[&battle.thread].posts.values();
        let posts = posts.filter(|it| it.author == world.bot() && it.only_for.is_none() && it.text.contains(words));
        posts.cloned().collect()
    })
}

#[test]
fn deleted_messages_that_a_battle_needs_are_posted_again() {
    let battle = Played::seated();
    let status = || {
        battle.discord.wait_for("a pinned message", |world| {
            world.channels[&battle.thread].posts.values().find(|it| it.is_pinned).cloned()
        })
    };
    let before = status();
    battle.discord.delete(before.id);
    let after = status();
    assert_eq!(after.text, before.text);
    // From now on the bot edits the new message.
    let post = battle.post("alice", "!Otter: hold");
    assert!(status().id == after.id && status().text.contains("has orders"), "{}", status().text);

    let answer = |post: Id| {
        battle.discord.wait_for("an answer", |world| {
            let mut posts = world.channels[&battle.thread].posts.values();
            posts.find(|it| it.answers_to == Some(post)).cloned()
        })
    };
    battle.discord.delete(answer(post).id);
    assert!(answer(post).text.contains("✅ Otter"));
    battle.discord.edit(post, "!Otter: move to J8");
    battle.settle();
    assert!(answer(post).text.contains("J8"), "{}", answer(post).text);

    battle.command("carol", "round resolve", &[("force", json!(true))]);
    let report = with_words(&battle, "Fair dice, round 1").pop().expect("a report");
    battle.discord.delete(report.id);
    battle.settle();
    let again = with_words(&battle, "Fair dice, round 1");
    assert!(again.len() == 1 && again[0].text == report.text, "{}", again.len());
    let pressed = battle.discord.answer(battle.discord.press("alice", again[0].id, "fp:mine:1"));
    assert!(pressed.text.contains("Round 1"), "{}", pressed.text);
    battle.end_and_verify("millers-ford");
}

#[test]
fn a_report_that_is_deleted_rounds_later_comes_again_with_the_map_of_then() {
    let watch = Watch::default();
    let battle = Played::seated_by(&watch);
    for _ in 0..2 {
        battle.command("carol", "round resolve", &[("force", json!(true))]);
    }
    let map = battle.file("round-01.png");
    // A restart, so that the first round isn't in memory.
    let battle = battle.while_away(&watch, |_, _| ());
    battle.settle();
    battle.discord.delete(with_words(&battle, "Fair dice, round 1").pop().expect("a report").id);
    battle.settle();
    assert_eq!(with_words(&battle, "Fair dice, round 1").len(), 1);
    assert!(battle.file("round-01.png") == map, "the map is another one");
}

#[test]
fn the_report_of_a_whole_battle_knows_what_was_before_the_bot_was_started_anew() {
    let watch = Watch::default();
    let battle = Played::seated_by(&watch);
    battle.post("alice", "!use Steady Aim on Otter");
    for _ in 0..2 {
        battle.command("carol", "round resolve", &[("force", json!(true))]);
    }
    // A restart, so that the first round isn't in memory.
    let battle = battle.while_away(&watch, |_, _| ());
    battle.post("carol", "!tap out");
    battle.command("carol", "round resolve", &[("force", json!(true))]);
    assert!(battle.is_over());
    let told = String::from_utf8(battle.file("aftermath.txt")).expect("a text");
    assert!(told.contains("1 CP spent"), "{told}");
    // People who still give orders are told that the battle is over, but only once in a while.
    for _ in 0..2 {
        battle.post("alice", "!Otter: hold");
    }
    battle.post("bob", "It was the wire after all.");
    let told = with_words(&battle, "The battle is over, so nothing here was taken as an order.");
    assert_eq!(told.len(), 1);
    assert_eq!(battle.command("alice", "order", &[]), "The battle is over.");
    let losses = battle.command("alice", "losses", &[]);
    assert!(battle.said().iter().any(|it| it.trim() == losses.trim()), "{losses}");
}

#[test]
fn orders_in_a_battle_that_was_ended_for_good_are_answered_once() {
    let battle = Played::seated();
    battle.command("carol", "battle end", &[("confirm", json!(true))]);
    let posts: Vec<Id> = ["alice", "carol", "alice"].map(|it| battle.post(it, "!Otter: hold")).into();
    battle.post("bob", "So it was the wire.");
    let told = with_words(&battle, "The battle is over for good, so nothing here is taken as an order any more.");
    let answered: Vec<Option<Id>> = told.iter().map(|it| it.answers_to).collect();
    assert_eq!(answered, [Some(posts[0]), Some(posts[1])]);
}

#[test]
fn orders_in_a_battle_that_was_over_before_the_bot_started_are_answered() {
    let watch = Watch::default();
    let battle = Played::seated_by(&watch);
    battle.command("carol", "battle end", &[("confirm", json!(true))]);
    let battle = battle.while_away(&watch, |_, _| ());
    // A command elsewhere is answered once the bot receives posts, without looking up any battle.
    let channel = battle.discord.channel("battle");
    battle.discord.answer(battle.discord.command("carol", channel, "ping", &[]));
    battle.discord.post("bob", battle.thread, "So it was the wire.");
    let post = battle.discord.post("alice", battle.thread, "!Otter: hold");
    let told = battle.discord.said_after(battle.thread, post, "The battle is over for good, so nothing here is taken");
    assert_eq!(told.answers_to, Some(post));
}

#[test]
fn an_answer_that_is_deleted_after_its_round_comes_again_once_that_is_open() {
    let battle = Played::seated();
    let post = battle.post("alice", "!Otter: hold");
    let answers = || {
        let of = |world: &World| {
            let posts = world.channels[&battle.thread].posts.values();
            posts.filter(|it| it.answers_to == Some(post)).cloned().collect::<Vec<Post>>()
        };
        battle.discord.with(|world| of(world))
    };
    battle.command("carol", "round resolve", &[("force", json!(true))]);
    battle.discord.delete(answers()[0].id);
    battle.settle();
    let signs = battle.discord.with(|world| world.post(post).map(|it| it.reactions.len()));
    assert_eq!((answers().len(), signs), (0, Some(1)), "its orders were carried out all the same");
    battle.command("carol", "gm undo", &[("confirm", json!(true))]);
    let again: Vec<String> = answers().into_iter().map(|it| it.text).collect();
    assert!(again.len() == 1 && again[0].contains("✅ Otter"), "{again:?}");
}

#[test]
fn a_thread_that_was_put_away_is_taken_out_and_a_locked_one_is_waited_for() {
    let battle = Played::seated();
    battle.discord.put_away(battle.thread, true, false);
    // Only the pinned message is edited, which doesn't unarchive the thread.
    battle.command("alice", "ready", &[]);
    assert!(
        with_words(&battle, "ready").len() == 1 && !battle.discord.with(|it| it.channels[&battle.thread].is_archived)
    );

    battle.discord.deny(battle.discord.channel("battle"), permission::MANAGE_THREADS);
    battle.discord.put_away(battle.thread, true, true);
    let given = battle.discord.command("carol", battle.thread, "round resolve", &[("force", json!(true))]);
    assert_eq!(battle.discord.answer(given).text, "Round 1 is closed.");
    battle.discord.wait_until("it is refused", |world| world.refusals.iter().any(|it| it.starts_with("403 PATCH")));
    battle.discord.put_away(battle.thread, false, false);
    battle.discord.said_after(battle.thread, 0, "Fair dice, round 1");
    battle.drain();
    let log = battle.bot.stop();
    assert_eq!(log.matches("a thread that was put away can't be opened").count(), 1, "it is told once: {log}");
}

#[test]
fn a_name_that_a_thread_could_not_be_given_is_tried_again() {
    let battle = Played::seated();
    battle.discord.fault("GET /channels/*", What::Status(500), 1);
    battle.command("carol", "round resolve", &[("force", json!(true))]);
    let (name, refused) = battle.discord.with(|world| {
        let refused = world.refusals.iter().filter(|it| it.starts_with("500 GET")).count();
        (world.channels[&battle.thread].name.clone(), refused)
    });
    assert!(name.ends_with(" · round 2") && refused == 1, "{name}: {refused}");
}

#[test]
fn a_sign_that_was_forbidden_is_given_when_it_may_be() {
    let battle = Played::seated();
    let channel = battle.discord.channel("battle");
    battle.discord.deny(channel, permission::ADD_REACTIONS);
    let posts = ["!Otter: hold", "!Otter: move to J8"].map(|it| battle.post("alice", it));
    let signs =
        |post: Id| battle.discord.with(|world| world.post(post).map(|it| it.reactions.len()).unwrap_or_default());
    assert_eq!(posts.map(signs), [0, 0]);
    assert_eq!(with_words(&battle, "✅ Otter").len(), 2, "they are answered all the same");
    battle.discord.deny(channel, 0);
    battle.discord.wait_until("they are given", |world| {
        posts.iter().all(|it| world.post(*it).is_some_and(|it| !it.reactions.is_empty()))
    });
    let log = battle.bot.stop();
    assert_eq!(log.matches("a sign can't be given").count(), 1, "it is told once: {log}");
}

#[test]
fn closing_by_button_and_pinging_name_the_permissions_that_are_missing() {
    let battle = Played::seated();
    battle.post("alice", "!Otter: hold");
    battle.post("bob", "!Magpie: hold");
    let status = with_words(&battle, "round 1 of 7").pop().expect("the pinned message").id;
    let ping = || battle.discord.answer(battle.discord.command("alice", battle.thread, "ping", &[])).text;
    assert!(!ping().contains("allow:"));
    battle.discord.deny(battle.discord.channel("battle"), permission::SEND_IN_THREADS);
    let said = battle.discord.answer(battle.discord.press("carol", status, "fp:resolve:1")).text;
    let warned = "and allow: Send Messages in Threads.";
    assert!(said.starts_with("Round 1 is closed.") && said.ends_with(warned), "{said}");
    assert!(ping().ends_with(warned));
    battle.discord.deny(battle.discord.channel("battle"), 0);
    battle.discord.said_after(battle.thread, status, "Fair dice, round 1");
}

#[test]
fn where_the_bot_may_not_reply_to_a_post_it_still_says_what_was_understood() {
    let battle = Played::seated();
    let channel = battle.discord.channel("battle");
    battle.discord.deny(channel, permission::READ_MESSAGE_HISTORY);
    battle.post("alice", "!Otter: move to J8");
    let told = |words: &str| with_words(&battle, words).iter().map(|it| it.answers_to).collect::<Vec<_>>();
    assert_eq!(told("✅ Otter"), [None]);
    battle.discord.deny(channel, 0);
    let post = battle.post("bob", "!Magpie: hold");
    assert_eq!(told("✅ Magpie"), [Some(post)]);
    let log = battle.bot.stop();
    assert!(log.contains("until the bot may Add Reactions and Read Message History there"), "{log}");
}

/// Begins a battle in a channel or thread. Returns the battle's own thread.
fn new(discord: &Loopback, place: Id, name: &str) -> Id {
    let options = [("scenario", json!("millers-ford")), ("name", json!(name))];
    let said = discord.answer(discord.command("carol", place, "battle new", &options)).text;
    assert!(said.starts_with("The battle begins in <#"), "{said}");
    discord.channel(&format!("{name} · round 1"))
}

#[test]
fn a_battle_in_a_forum_is_a_post_of_its_own_with_its_state_as_a_tag() {
    let discord = Loopback::start();
    let _bot = game::start(&discord);
    discord.wait_until_ready();
    let guild = discord.with(|world| *world.guilds.first_key_value().expect("a server").0);
    let forum = discord.open_channel(guild, "battles", 15);
    discord.give_tags(forum, &["Recruiting", "Playing", "Over", "Else"]);
    let talk = discord.open_thread("carol", forum, "Who wants to play?");
    let thread = new(&discord, talk, "The Ford");
    let parent = |thread: Id| discord.with(|world| world.channels[&thread].parent);
    assert_eq!((parent(thread), discord.tags(thread)), (Some(forum), vec!["Recruiting".to_owned()]));
    for (who, seat) in [("alice", "robin"), ("bob", "sam")] {
        discord.answer(discord.command(who, thread, "join", &[("seat", json!(seat))]));
    }
    let is_so = |name: &'static str, tag: &'static str| {
        discord.wait_until(name, |world| {
            let here = &world.channels[&thread];
            let tags = &world.channels[&forum].tags;
            here.name == name && here.has_tags.iter().all(|it| tags.iter().any(|has| has.0 == *it && has.1 == tag))
        });
    };
    is_so("The Ford · round 1", "Playing");
    discord.answer(discord.command("carol", thread, "round resolve", &[("force", json!(true))]));
    is_so("The Ford · round 2", "Playing");
    discord.answer(discord.command("carol", thread, "battle end", &[("confirm", json!(true))]));
    is_so("The Ford · over", "Over");
    // Threads can't contain threads, so a battle begun in one opens its thread beside it.
    let beside = discord.open_thread("carol", discord.channel("battle"), "talk");
    assert_eq!(parent(new(&discord, beside, "Beside")), Some(discord.channel("battle")));
}

#[test]
fn an_edit_made_while_the_bot_was_away_to_a_post_of_a_closed_round_is_answered() {
    let watch = Watch::default();
    let battle = Played::seated_by(&watch);
    let post = battle.post("alice", "!Otter: hold");
    battle.command("carol", "round resolve", &[("force", json!(true))]);
    let battle = battle.while_away(&watch, |discord, _| discord.edit(post, "!Otter: move to J8"));
    battle.discord.said_after(battle.thread, post, "Round 1 is closed, so this edit has no effect any more");
}

#[test]
fn what_is_taken_back_is_called_by_its_round_or_its_line_and_its_report_says_so() {
    let battle = Played::seated();
    for _ in 0..3 {
        battle.command("carol", "round resolve", &[("force", json!(true))]);
    }
    battle.command("carol", "gm edit", &[("change", json!("terrain C7 woods"))]);
    let offered = battle.discord.complete("carol", battle.thread, "gm undo", "from", "");
    assert_eq!(offered[..2], ["the GM changed: terrain C7 woods", "round 3 was closed"]);
    let undo = |from: &str, confirm: bool| {
        battle.command("carol", "gm undo", &[("from", json!(from)), ("confirm", json!(confirm))])
    };
    assert!(undo("9", true).contains("that can be taken back is called that"));
    for from in ["2", "#2", "2.1", "round 2 was closed"] {
        let said = undo(from, false);
        assert!(
            said.contains("Would be taken back: round 2 was closed.") && !said.contains("round 1 was"),
            "{from}: {said}"
        );
    }
    undo("2.1", true);
    let buttons = |round: &str| {
        with_words(&battle, &format!("Fair dice, round {round}"))
            .iter()
            .map(|it| it.components.len())
            .collect::<Vec<_>>()
    };
    assert_eq!((buttons("1"), buttons("2"), buttons("3")), (vec![1], vec![0], vec![0]));
    let counts = |round: &str| {
        let reports = with_words(&battle, &format!("Fair dice, round {round}"));
        !reports[0].text.starts_with("**Taken back: none of this counts any more.**\n**Round ")
    };
    assert_eq!(["1", "2", "3"].map(counts), [true, false, false]);
    let status = with_words(&battle, "round 2 of 7").pop().expect("the pinned message");
    let pressed = battle.discord.answer(battle.discord.press("carol", status.id, "fp:resolve:2"));
    assert!(pressed.text.contains("Orders are missing"), "{}", pressed.text);
}

#[test]
fn a_short_round_reminds_nobody_at_once() {
    let watch = Watch::default();
    let battle = Played::seated_by(&watch);
    let alice = battle.discord.with(|world| world.person("alice"));
    let pings = || with_words(&battle, "your orders are missing").iter().filter(|it| it.mentions == [alice]).count();
    battle.command("carol", "battle start", &[("hours", json!(2)), ("remind", json!(12))]);
    watch.is_looked_at();
    battle.drain();
    assert_eq!(pings(), 0);
    watch.pass(3700);
    let told = battle.discord.said_after(battle.thread, 0, "your orders are missing").text;
    assert!(told.contains("missing for Otter: they are wanted <t:"), "a deadline closes nothing by itself: {told}");
    battle.drain();
    assert_eq!(pings(), 1);
}

/// Discord takes five messages and one reaction in a while, so the bot sends first what people wait for.
#[test]
fn a_report_waits_for_no_sign_and_strangers_wait_for_it() {
    let battle = Played::seated();
    battle.discord.has_buckets(std::time::Duration::from_secs(3));
    let first = battle.discord.post("alice", battle.thread, "!Otter: hold");
    let stranger = battle.discord.post("dave", battle.thread, "!Otter: hold");
    for order in ["move to J8", "shoot Reed Husks", "take cover"] {
        battle.discord.post("alice", battle.thread, &format!("!Otter: {order}"));
    }
    let given = battle.discord.command("carol", battle.thread, "round resolve", &[("force", json!(true))]);
    battle.discord.said_after(battle.thread, first, "Round 1 of 7");
    let signs = |world: &World| {
        let posts = world.channels[&battle.thread].posts.values();
        posts.filter(|it| !it.reactions.is_empty()).count()
    };
    let told = |world: &World| world.channels[&battle.thread].posts.values().any(|it| it.answers_to == Some(stranger));
    let before = battle.discord.with(|world| signs(world));
    assert!(before < 4, "all signs came before the report");
    battle.discord.answer(given);
    battle.drain();
    assert_eq!(battle.discord.with(|world| (signs(world), told(world))), (4, true), "nothing is lost");
    // The bot edited the pinned message only a few times in all this.
    let refused = battle.discord.with(|world| world.refusals.iter().filter(|it| it.starts_with("429")).count());
    assert_eq!(refused, 0);
}
