//! Posts, edits and deletions that the bot missed are read when it is back.

use super::{answer_to, begin, end, file, is_kept, is_sound, orders, said, settled, started, stored_battles};
use crate::loopback::{Id, Loopback, What};

#[test]
fn what_happened_in_three_battles_while_the_bot_was_away_is_read_in_order() {
    let discord = Loopback::start();
    let bot = started(&discord, &file(&discord));
    let threads: Vec<Id> = (0..3).map(|_| begin(&discord)).collect();
    let mut known = Vec::new();
    for thread in &threads {
        let edited = discord.post("alice", *thread, "First.\n!Otter: hold");
        let deleted = discord.post("bob", *thread, "Second.\n!Magpie: hold");
        settled(&discord, *thread);
        known.push((edited, answer_to(&discord, *thread, deleted), deleted));
    }
    let mut bot = bot;
    for n in 0..2 {
        if n == 0 {
            bot.stop()
        } else {
            bot.kill()
        };
        for (thread, (edited, _, deleted)) in threads.iter().zip(&known) {
            discord.post("alice", *thread, &format!("Away {n}.\n!Otter: take cover"));
            discord.edit(*edited, &format!("First, again.\n!Otter: move to J{}", 7 + n));
            discord.post("bob", *thread, &format!("Gone {n}.\n!Magpie: shoot Reed Husks"));
            if n == 1 {
                discord.delete(*deleted);
            }
        }
        bot = started(&discord, &file(&discord));
        threads.iter().for_each(|it| settled(&discord, *it));
    }
    for (thread, (edited, struck, _)) in threads.iter().zip(&known) {
        let has = |post: Id, words: &'static str| {
            discord.wait_until(words, |world| world.post(post).is_some_and(|it| it.text.contains(words)));
        };
        has(*struck, "The post was deleted");
        let answer = said(&discord, *thread).into_iter().find(|it| it.answers_to == Some(*edited));
        has(answer.expect("an answer").id, "J8");
    }
    threads.iter().for_each(|it| end(&discord, *it));
    let log = bot.stop();
    assert!(!log.contains("ERROR"), "{log}");
    let stored = stored_battles(&file(&discord));
    for thread in threads {
        is_sound(&discord, thread);
        assert_eq!(is_kept(&discord, thread, &stored), 0);
        let asked: Vec<Id> = orders(&discord, thread).iter().map(|it| it.id).collect();
        let answered: Vec<Id> = said(&discord, thread).iter().filter_map(|it| it.answers_to).collect();
        let answered: Vec<Id> = answered.into_iter().filter(|it| asked.contains(it)).collect();
        assert_eq!(answered, asked, "{}", discord.transcript(thread));
    }
}

#[test]
fn hundreds_of_missed_posts_are_read_in_order_and_a_bulk_deletion_takes_each_back() {
    let discord = Loopback::start();
    let bot = started(&discord, &file(&discord));
    let thread = begin(&discord);
    bot.stop();
    // Discord lists at most a hundred messages at once.
    for n in 0..220 {
        let order = if n % 73 == 0 { format!("!Otter: move to J{}", 7 + n / 73) } else { "Rain.".to_owned() };
        discord.post("alice", thread, &format!("Hour {n}.\n{order}"));
    }
    discord.fault("GET /channels/*/messages", What::Status(503), 1);
    let bot = started(&discord, &file(&discord));
    settled(&discord, thread);
    let asked: Vec<Id> = orders(&discord, thread).iter().map(|it| it.id).collect();
    let answers: Vec<(Id, Id)> =
        said(&discord, thread).iter().filter_map(|it| it.answers_to.map(|post| (post, it.id))).collect();
    assert_eq!(answers.iter().map(|it| it.0).collect::<Vec<_>>(), asked);
    discord.delete_all(thread, &asked[2..]);
    for (_, answer) in &answers[2..] {
        discord.wait_until("it is taken back", |world| {
            world.post(*answer).is_some_and(|it| it.text.contains("The post was deleted"))
        });
    }
    let log = bot.stop();
    assert!(!log.contains("ERROR"), "{log}");
}
