//! People who break the rules or don't play: they get a clear answer or silence, and never anybody's secrets.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::battles::Played;
use crate::loopback::{Id, Post, What, permission};

const HOSTILE: &[&str] = &[
    "@everyone",
    "@here and <@&42> and <@42>",
    "[free nitro](https://evil.example) https://evil.example",
    "**bold** __under__ ~~gone~~ ||spoiler|| `code`",
    "``` ```ansi \u{1b}[31mred\u{1b}[0m ```",
    "````````",
    "# heading -# small > quote",
    "\u{202e}txet \u{200b} \u{0}",
    "</ping:1> <t:0:R> <#1> <:x:1> <id:guide>",
];

/// The first part of a message that Discord would render as markup or a mention. `None` if there is none.
fn active_markup(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split("```").collect();
    if parts.len().is_multiple_of(2) {
        return Some("a fence that is open".to_owned());
    }
    if text.contains('\u{1b}') {
        return Some("a letter that steers a screen".to_owned());
    }
    if parts.iter().skip(1).step_by(2).any(|it| !it.starts_with('\n')) {
        return Some("a fence with a language".to_owned());
    }
    let mut open = parts.iter().step_by(2).copied().collect::<Vec<_>>().join("");
    for kept in ["<#", "<t:"] {
        // The bot's own channel mentions and timestamps have a long number, which nobody could have chosen.
        while let Some((before, rest)) = open.split_once(kept).map(|it| (it.0.to_owned(), it.1.to_owned())) {
            let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
            if number.len() < 10 && !before.ends_with('\\') {
                return Some(format!("{kept}{rest}"));
            }
            open = format!("{before}{rest}");
        }
    }
    // A refusal shows the words that it is about in bold.
    open = open.replace("\\*\\***bold", "");
    for sign in ["@everyone", "@here", "<@&", "<@4", "https://evil"] {
        if open.contains(sign) {
            return Some(sign.to_owned());
        }
    }
    for sign in ["](", "||", "**bold", "__under", "~~gone", "`code", "</", "<:", "<id:"] {
        if open.match_indices(sign).any(|it| !open[..it.0].ends_with('\\')) {
            return Some(sign.to_owned());
        }
    }
    open.lines().find(|it| it.starts_with("# ") || it.starts_with("> ```")).map(str::to_owned)
}

/// Every message of the bot, including those that only one person sees.
fn all_of_the_bots(battle: &Played) -> Vec<Post> {
    battle.discord.with(|world| {
        let posts = world.channels.values().flat_map(|it| it.posts.values());
        posts.filter(|it| world.people[&it.author].name == "Fieldpost").cloned().collect()
    })
}

#[track_caller]
fn nothing_is_alive(battle: &Played) {
    for post in all_of_the_bots(battle) {
        assert_eq!(active_markup(&post.text), None, "{}", post.text);
        let is_for_the_gm = post.text.contains(": this was posted by a webhook");
        assert!(post.mentions.is_empty() || is_for_the_gm, "{}", post.text);
        for file in &post.files {
            // A thread file is what people wrote, letter by letter: otherwise it would not verify.
            let is_ours = file.name.ends_with(".txt") && file.name != "thread.txt";
            assert!(!is_ours || !file.bytes.contains(&0x1b), "{}", file.name);
        }
    }
}

#[test]
fn nothing_that_people_write_comes_alive() {
    let battle = Played::seated();
    battle.invite("@everyone **x**");
    battle.discord.post("@everyone **x**", battle.thread, "!Otter: hold");
    for text in HOSTILE {
        for post in [format!("!Otter: {text}"), format!("!{text}: hold"), format!("{text}\n!Otter: shoot {text}; hold")]
        {
            battle.discord.post("alice", battle.thread, &post);
            battle.discord.post("dave", battle.thread, &post);
        }
        battle.discord.post("alice", battle.thread, &format!("/stance {text}: hold\n/word {text}\n/ready\n/unready"));
        for (command, option) in [
            ("odds", "order"),
            ("word", "word"),
            ("why", "id"),
            ("orders withdraw", "squad"),
            ("look", "squad"),
            ("can", "squad"),
            ("join", "seat"),
        ] {
            battle.command("alice", command, &[(option, json!(text))]);
        }
        battle.command("alice", "stance", &[("squad", json!(text)), ("order", json!("hold"))]);
        battle.command("alice", "stance", &[("squad", json!("Otter")), ("order", json!(text))]);
        battle.command("alice", "quiet", &[("from", json!(text)), ("to", json!("07:00")), ("zone", json!("UTC"))]);
        battle.command("alice", "quiet", &[("from", json!("22:00")), ("to", json!("07:00")), ("zone", json!(text))]);
        battle.command("carol", "gm edit", &[("change", json!(text))]);
        battle.command("carol", "gm edit", &[("change", json!(format!("Otter.3 hp {text}")))]);
        battle.command("carol", "gm order", &[("order", json!(text))]);
        battle.command("carol", "gm order", &[("order", json!(text)), ("seat", json!("sam"))]);
        battle.command("carol", "gm reinforce", &[("squad", json!(text)), ("at", json!(text))]);
        battle.command("carol", "seat proxy", &[("seat", json!("sam")), ("name", json!(text))]);
        battle.command("carol", "seat free", &[("seat", json!(text))]);
        battle.discord.post_by_webhook(text, battle.thread, &format!("!Magpie: {text}"));
    }
    battle.settle();
    let channel = battle.discord.channel("battle");
    for text in HOSTILE {
        let options = [("scenario", json!(text))];
        battle.discord.answer(battle.discord.command("carol", channel, "battle new", &options));
        let options = [("scenario", json!("millers-ford")), ("name", json!(text))];
        battle.discord.answer(battle.discord.command("carol", channel, "battle new", &options));
    }
    nothing_is_alive(&battle);
    battle.end_and_verify("millers-ford");
    nothing_is_alive(&battle);
    let said = battle.bot.stop();
    assert!(!said.contains("ERROR"), "{said}");
}

#[test]
fn long_posts_are_answered_within_the_limits_and_the_rest_can_be_read() {
    let battle = Played::seated();
    for line in ["!Otter: move to J8 take cover\n", "!Otter: shoot nobody at all\n", "!Nobody: hold\n", "!Otter: hold;"]
    {
        let post = battle.post("alice", &line.repeat(2000 / line.len()));
        assert_eq!(battle.answers(post).len(), 1, "{line}");
    }
    battle.command("alice", "orders show", &[]);
    let long = "Otter: shoot Reed Husks; ".repeat(200);
    battle.command("alice", "odds", &[("order", json!(long))]);
    nothing_is_alive(&battle);
    let all = all_of_the_bots(&battle);
    let cut: Vec<&Post> = all.iter().filter(|it| it.text.contains("-# … and ")).collect();
    for post in cut {
        let says_where = post.text.contains("`/orders show` has all of it") || !post.files.is_empty();
        assert!(says_where, "{}", post.text);
    }
}

#[test]
fn a_burst_of_five_hundred_posts_is_read_and_answered_in_order() {
    let battle = Played::seated();
    let began = Instant::now();
    let posts: Vec<Id> = (0..500)
        .map(|n| {
            let (who, squad) = if n % 2 == 0 { ("alice", "Otter") } else { ("bob", "Magpie") };
            battle.discord.post(who, battle.thread, &format!("{n}\n!{squad}: move to J{}", 1 + n % 12))
        })
        .collect();
    let asked = battle.discord.command("carol", battle.thread, "status", &[]);
    battle.discord.answer(asked);
    let read = began.elapsed().as_secs_f32();
    battle.drain();
    println!("500 posts were read in {read:.1} s, and answered in {:.1} s", began.elapsed().as_secs_f32());
    let answered: Vec<Id> = all_of_the_bots(&battle).iter().filter_map(|it| it.answers_to).collect();
    assert_eq!(answered, posts);
    let reactions = battle
        .discord
        .with(|world| posts.iter().filter(|it| world.post(**it).is_some_and(|it| it.reactions.len() == 1)).count());
    assert_eq!(reactions, 500);
}

/// What the bot says to people other than the GM.
const NOT_THE_GM: &str = "Only the GM of this battle can do that.";

#[test]
fn commands_of_the_gm_are_refused_to_others() {
    let battle = Played::seated();
    let post = battle.post("bob", "!Otter: hold\n!Reed Husks: hold");
    let said = battle.answers(post).join("");
    assert!(said.matches("❌").count() == 2 && !said.contains("✅"), "{said}");
    let commands: [(&str, &[(&str, Value)]); 14] = [
        ("battle start", &[]),
        ("battle pause", &[]),
        ("battle end", &[("confirm", json!(true))]),
        ("round resolve", &[("force", json!(true))]),
        ("round dry-run", &[]),
        ("round deadline", &[("when", json!("1h"))]),
        ("gm order", &[("order", json!("Reed Husks: hold"))]),
        ("gm edit", &[("change", json!("Otter.3 hp 0"))]),
        ("gm reinforce", &[("squad", json!("Otter"))]),
        ("gm undo", &[("confirm", json!(true))]),
        (
            "seat give",
            &[("seat", json!("robin")), ("player", json!(battle.discord.with(|it| it.person("bob")).to_string()))],
        ),
        ("seat free", &[("seat", json!("robin"))]),
        ("seat proxy", &[("seat", json!("robin")), ("name", json!("bob"))]),
        ("seat proxy", &[("seat", json!("robin"))]),
    ];
    for who in ["bob", "dave"] {
        for (command, options) in &commands {
            assert_eq!(battle.command(who, command, options), NOT_THE_GM, "/{command}");
        }
    }
    let channel = battle.discord.channel("battle");
    let new = battle.discord.command("bob", channel, "battle new", &[("scenario", json!("millers-ford"))]);
    assert!(battle.discord.answer(new).text.contains("you need one of these roles: GM"));
}

#[test]
fn seats_are_for_those_who_have_one_and_one_for_each() {
    let battle = Played::seated();
    for (command, options) in [
        ("odds", vec![("order", json!("Otter: hold"))]),
        ("orders show", vec![]),
        ("ready", vec![]),
        ("export", vec![]),
    ] {
        let said = battle.command("dave", command, &options);
        assert_eq!(said, "You have no seat in this battle, and none is free.", "/{command}");
    }
    assert_eq!(battle.command("dave", "leave", &[]), "You have no seat in this battle.");
    assert!(battle.command("bob", "join", &[("seat", json!("robin"))]).contains("You have the seat sam already"));
    assert!(battle.command("dave", "join", &[("seat", json!("robin"))]).contains("is somebody else's seat"));
}

#[test]
fn buttons_that_nobody_was_shown_do_nothing() {
    let battle = Played::seated();
    battle.command("carol", "round resolve", &[("force", json!(true))]);
    let report = battle.discord.said_after(battle.thread, 0, "Round 1 of 7").id;
    let press = |who: &str, id: &str| {
        let answer = battle.discord.answer(battle.discord.press_made_up(who, report, id)).text;
        battle.drain();
        answer
    };
    assert_eq!(press("bob", "fp:resolve:2"), NOT_THE_GM);
    assert_eq!(press("dave", "fp:mine:1"), "You have no seat in this battle.");
    assert_eq!(press("carol", "fp:resolve:1"), "Round 1 is not the open one.");
    assert!(press("bob", "fp:mine:60000").starts_with("Round 60000 is not closed"));
    assert!(press("bob", "fp:details:0").starts_with("Round 0 is not closed"));
    assert_eq!(press("dave", "fp:join:99"), "There is no such seat.");
    for id in
        ["", "x", "fp:", "fp:join:-1", "fp:resolve:99999999999", "fp:give:0", &"fp:join:".repeat(12), "fp:join:0\n"]
    {
        assert_eq!(press("bob", id), "This button does nothing any more.", "{id}");
    }
    assert_eq!(battle.said().iter().filter(|it| it.contains("Fair dice, round")).count(), 1, "one round was closed");
}

#[test]
fn a_gm_by_a_role_only_closes_rounds_and_orders_in_posts() {
    let battle = Played::seated();
    battle.invite("erin");
    battle.discord.give_role(battle.guild(), "erin", "GM");
    assert_eq!(battle.command("erin", "round resolve", &[("force", json!(true))]), "Round 1 is closed.");
    let post = battle.post("erin", "They stand and sway.\n!Reed Husks: hold");
    let said = battle.answers(post).join("");
    assert!(said.contains("Reed Husks: holds"), "{said}");
}

#[test]
fn an_interaction_that_expired_is_no_trouble() {
    let battle = Played::seated();
    battle.discord.fault("POST /interactions/*/*/callback", What::Slow(Duration::from_millis(400)), 1);
    let asked = battle.discord.command("alice", battle.thread, "map", &[]);
    battle.discord.with(|world| world.interactions.get_mut(&asked).expect("a command").is_over = true);
    battle
        .discord
        .wait_until("it is refused", |world| world.refusals.iter().any(|it| it.starts_with("401 POST /webhooks")));
    let found = battle.discord.take_violations();
    assert!(found.iter().all(|it| it == "an answer to an interaction that is over"), "{found:?}");
    assert!(battle.command("alice", "map", &[]).contains("round 1"));
    let found = battle.discord.take_violations();
    assert!(found.iter().all(|it| it == "an answer to an interaction that is over"), "{found:?}");
}

#[test]
fn who_speaks_for_a_seat() {
    let battle = Played::seated();
    let silent = |post: Id| {
        battle.settle();
        assert_eq!(battle.answers(post), Vec::<String>::new());
    };
    battle.discord.join_bot(battle.guild(), "Dice Bot");
    silent(battle.discord.post("alice", battle.thread, "Quiet now. Nobody moves: not you, not me!"));
    silent(battle.discord.post("dave", battle.thread, "What a fight!"));
    silent(battle.discord.post("Dice Bot", battle.thread, "!Otter: hold"));
    silent(battle.discord.post_by_webhook("Sgt. Hail", battle.thread, "!Otter: hold"));
    silent(battle.discord.forward("alice", battle.thread, "!Otter: hold"));
    let post = battle.post("dave", "!Otter: hold");
    assert!(battle.answers(post).join("").starts_with("You have no seat in this battle"));
    let reply = battle.discord.reply("alice", post, "!Otter: move to J8");
    battle.settle();
    assert!(battle.answers(reply).join("").contains("✅ Otter"));

    // A substitute in mid-battle: the seat is theirs, and its former player no longer speaks for it.
    let old = battle.post("alice", "!Otter: move to J8, spread");
    let dave = battle.discord.with(|world| world.person("dave")).to_string();
    battle.command("carol", "seat give", &[("seat", json!("robin")), ("player", json!(dave))]);
    let [alice, sub] = ["alice", "dave"].map(|it| battle.discord.with(|world| world.person(it)));
    let said = format!("<@{sub}> takes the seat robin from <@{alice}> and commands Otter.");
    assert_eq!(battle.discord.said_after(battle.thread, old, &said).mentions, [sub]);
    // A player who already has a seat keeps their squads.
    let refused = battle.command("carol", "seat give", &[("seat", json!("sam")), ("player", json!(dave))]);
    assert_eq!(
        refused,
        "That player has the seat robin, and nobody has two. /gm order with seat: sam gives its orders for them; /seat free \
         takes robin from them first."
    );
    battle.discord.edit(old, "!Otter: hold");
    battle.settle();
    let said = battle.answers(old).join("\n");
    assert!(
        said.contains("moves to J8") && said.contains("isn't yours any more, so this edit has no effect"),
        "{said}"
    );
    let post = battle.post("alice", "!Otter: hold");
    assert!(battle.answers(post).join("").starts_with("You have no seat in this battle"));
    let shown = battle.command("dave", "orders show", &[]);
    assert!(shown.contains("moves to J8"), "{shown}");
    let post = battle.post("dave", "!Otter: hold");
    assert!(battle.answers(post).join("").contains("✅ Otter"));
    battle.discord.delete(old);
    let told =
        battle.discord.said_after(battle.thread, post, "before you had it was deleted, and its orders are taken");
    assert_eq!(told.mentions.iter().map(Id::to_string).collect::<Vec<_>>(), [dave]);
    battle.end_and_verify("millers-ford");
}

#[test]
fn a_post_that_may_be_meant_as_a_question_gets_a_hint() {
    let battle = Played::seated();
    for (text, told) in [
        ("/losess", "💡 There is no command \"/losess\", so it counts as a story. Did you mean /losses?"),
        (
            "/losses",
            "Nothing was done: on Discord questions are asked by the commands that it lists once you type `/`.",
        ),
    ] {
        let post = battle.post("alice", text);
        assert_eq!(battle.discord.said_after(battle.thread, post, told).text, told);
    }
    let before = battle.said().len();
    battle.post("alice", "/me waves");
    assert_eq!(battle.said().len(), before, "that is fiction");
}

#[test]
fn of_orders_in_a_file_whoever_plays_hears_that_files_are_not_read() {
    let battle = Played::seated();
    let answers = |who: &str, text: &str, kind: &str| {
        let post = battle.discord.post_with_file(who, battle.thread, text, kind);
        battle.settle();
        battle.answers(post)
    };
    let text = "text/plain; charset=utf-8";
    let said = answers("alice", "", text);
    assert!(said.len() == 1 && said[0].starts_with("Files aren't read, so"), "{said:?}");
    assert!(battle.command("alice", "orders show", &[]).contains("Orders are missing for Otter"));
    let said = answers("alice", "!Otter: move to J8", text);
    assert!(said.len() == 2 && said[0].contains("moves to J8") && said[1].starts_with("Files aren't"), "{said:?}");
    for (who, kind) in [("alice", "image/png"), ("carol", text), ("dave", text)] {
        assert_eq!(answers(who, "Rain.", kind), Vec::<String>::new(), "{who}: {kind}");
    }
    battle.end_and_verify("millers-ford");
}

#[test]
fn of_a_post_that_is_deleted_its_orders_are_told_of_if_it_had_any() {
    let battle = Played::seated();
    for (text, told) in [
        ("!Otter: dance", "The post was deleted."),
        ("!Otter: hold", "The post was deleted, and its orders are taken back."),
    ] {
        let post = battle.post("alice", text);
        battle.discord.delete(post);
        battle.settle();
        let said = battle.said();
        assert!(said.iter().any(|it| it.lines().next() == Some(told)), "{text}: {said:?}");
    }
}

#[test]
fn of_a_post_that_is_deleted_or_edited_it_is_told_which_earlier_order_counts_again() {
    for (scenario, seat, first, last) in [
        ("millers-ford", "robin", "!Otter: move to J8", "!Otter: hold"),
        ("brick-last-orders", "hattie", "!Hank: move to E6", "!Hank: move to E5"),
    ] {
        let battle = Played::begin(scenario, "");
        battle.command("alice", "join", &[("seat", json!(seat))]);
        battle.post("alice", first);
        let post = battle.post("alice", last);
        battle.discord.delete(post);
        battle.settle();
        let said = battle.said();
        let told = said.iter().find(|it| it.starts_with("The post was deleted, and")).expect("it is told");
        let (gone, again) = told.split_once("What was ordered before that counts again:\n").expect(told);
        assert!(gone.contains("~~") && (again.contains("J8") || again.contains("E6")), "{told}");
        // The answer is the same if an edit takes the orders away.
        let post = battle.post("alice", last);
        battle.discord.edit(post, "They wait.");
        battle.settle();
        let told = battle.answers(post).concat();
        let (_, again) = told.split_once("What was ordered before that counts again: ").expect(&told);
        assert!(again.contains("J8") || again.contains("E6"), "{told}");
    }
}

#[test]
fn edits_and_deletions_after_the_round_are_told_only_if_they_concern_orders() {
    let battle = Played::seated();
    let fiction = battle.post("alice", "The mil is quiet.");
    let orders = battle.post("alice", "The mil is quiet.\n!Otter: move to J8");
    let other = battle.post("bob", "!Magpie: hold\nThe mil is quiet.");
    battle.command("carol", "round resolve", &[]);
    let before = battle.said().len();
    battle.discord.edit(fiction, "The mill is quiet.");
    battle.discord.edit(orders, "The mill is quiet.\n!Otter: move to J8");
    battle.discord.edit(other, "!Magpie: hold\nThe mill is quiet.");
    battle.discord.delete(fiction);
    battle.settle();
    assert_eq!(battle.said().len(), before, "nothing is said of fiction");
    let undone = battle.command("carol", "gm undo", &[]);
    assert!(!undone.contains("Since round 1 was closed"), "nor when the round would be opened again: {undone}");
    battle.discord.edit(orders, "The mill is quiet.\n!Otter: hold");
    battle.discord.delete(other);
    battle.settle();
    let said = battle.said()[before..].join("\n");
    assert!(
        said.contains("this edit has no effect any more") && said.contains("A post of round 1 was deleted"),
        "{said}"
    );
    // With the round undone the edit counts again, and the answer says so.
    let undone = battle.command("carol", "gm undo", &[("confirm", json!(true))]);
    for told in ["robin's post was edited and counts as it is now: Otter: hold", "sam's post was deleted and no longer"]
    {
        assert!(undone.contains(told) && battle.said().iter().any(|it| it.contains(told)), "{undone}");
    }
    let said = battle.answers(orders);
    assert!(said[0].contains("holds") && !said[0].contains("J8"), "{said:?}");
    battle.end_and_verify("millers-ford");
}

#[test]
fn hidden_orders_the_seed_and_the_token_are_nowhere_before_the_end() {
    let battle = Played::begin_with("ridge-at-dawn", "", &[("RUST_LOG", "trace")]);
    let seats = ["alice", "bela", "chidi"];
    for seat in seats {
        if seat != "alice" {
            battle.invite(seat);
        }
        battle.command(seat, "join", &[("seat", json!(seat))]);
    }
    // What the GM is told is for the GM alone.
    let odds = |order: &str| battle.command("alice", "odds", &[("order", json!(order))]);
    let before = odds("Alpha: move to J8 take cover");
    let told = battle.command("carol", "gm order", &[("order", json!("First Draft: move to A1"))]);
    assert!(told.contains("First Draft"), "{told}");
    assert_eq!(odds("Alpha: move to J8 take cover"), before);
    for command in ["orders show", "status", "brief", "export", "map"] {
        battle.command("alice", command, &[]);
    }
    battle.post("alice", "!First Draft: hold\n!Alpha: hold");
    // Squads in reserve aren't offered, and asking for them gets the same answer as a squad that doesn't exist.
    let offered = battle.discord.complete("alice", battle.thread, "look", "squad", "");
    let offered_to_the_gm = battle.discord.complete("carol", battle.thread, "look", "squad", "");
    let reserves: Vec<&String> = offered_to_the_gm.iter().filter(|it| !offered.contains(it)).collect();
    assert!(!reserves.is_empty(), "{offered:?}");
    let nobody = battle.command("alice", "look", &[("squad", json!("Nobody At All"))]);
    for squad in &reserves {
        assert_eq!(battle.command("alice", "look", &[("squad", json!(squad))]), nobody);
        assert!(battle.command("carol", "look", &[("squad", json!(squad))]).contains("in reserve"));
        let offered = battle.discord.complete("alice", battle.thread, "gm reinforce", "squad", squad);
        assert_eq!(offered, Vec::<String>::new());
    }
    let carol = battle.discord.with(|world| world.person("carol"));
    let mut seen: Vec<(String, Vec<u8>)> = Vec::new();
    for post in all_of_the_bots(&battle).into_iter().filter(|it| it.only_for != Some(carol)) {
        seen.extend(post.files.iter().map(|it| (it.name.clone(), it.bytes.clone())));
        seen.push(("a message".to_owned(), post.text.into_bytes()));
    }
    battle.command("carol", "round resolve", &[("force", json!(true))]);
    let log_before = battle.bot.said();
    battle.end_and_verify("ridge-at-dawn");
    let ending = battle.said().into_iter().find(|it| it.contains("the seed was")).expect("the seed is told");
    let seed = ending.split_once("the seed was ").expect("it is there").1.split(['.', '\n']).next().expect("a word");
    assert_eq!(seed.len(), 64, "{ending}");
    assert!(String::from_utf8_lossy(&battle.file("thread.txt")).contains("/hidden !First Draft: move to A1"));
    let log = battle.bot.stop();
    let token = battle.discord.environment()[2].1.clone();
    for (name, bytes) in seen {
        let text = String::from_utf8_lossy(&bytes);
        for secret in ["move to A1", "moves to A1", seed, &token] {
            assert!(!text.contains(secret), "{name} has {secret}:\n{text}");
        }
    }
    for secret in ["move to A1", "moves to A1", &token] {
        assert!(!log.contains(secret), "the log has {secret}");
    }
    assert!(!log_before.contains(seed), "the log has the seed");
}

#[test]
fn channels_that_are_gone_and_permissions_that_are_taken_away() {
    let battle = Played::seated();
    // The bot works without the permission to pin.
    let denied = permission::SEND_IN_THREADS | permission::ATTACH_FILES;
    let channel = battle.discord.channel("battle");
    battle.discord.deny(channel, denied);
    // Messages to the thread are held back now, so nothing here waits for them.
    let ask = |who, command, options: &[(&str, Value)]| {
        battle.discord.answer(battle.discord.command(who, battle.thread, command, options)).text
    };
    let unheard = battle.discord.post("alice", battle.thread, "!Otter: move to J8");
    assert!(ask("alice", "map", &[]).contains("round 1"), "commands are answered all the same");
    let said = ask("carol", "round resolve", &[("force", json!(true))]);
    assert!(
        said.contains("Round 1 is closed.") && said.contains("allow: Send Messages in Threads, Attach Files"),
        "{said}"
    );
    battle.discord.deny(channel, 0);
    // What could not be sent meanwhile comes now.
    battle.discord.said_after(battle.thread, unheard, "Fair dice, round 1");
    assert_eq!(battle.answers(unheard).len(), 1);
    let post = battle.post("alice", "!Otter: hold");
    assert_eq!(battle.answers(post).len(), 1);
    assert!(!battle.command("carol", "gm edit", &[("change", json!("Otter.3 hp 0"))]).contains("allow:"));
    let report = battle.command("carol", "export", &[]);
    assert!(report.contains("The battle as files"), "{report}");

    battle.discord.deny(channel, permission::CREATE_PUBLIC_THREADS);
    let asked = battle.discord.command("carol", channel, "battle new", &[("scenario", json!("millers-ford"))]);
    let said = battle.discord.answer(asked).text;
    assert!(said.ends_with("and allow: Create Public Threads."), "{said}");
    battle.discord.deny(channel, 0);

    let new = battle.discord.command("carol", channel, "battle new", &[("scenario", json!("millers-ford"))]);
    battle.discord.answer(new);
    let second = super::game::thread(&battle.discord);
    battle.discord.answer(battle.discord.command("carol", second, "battle start", &[("hours", json!(1))]));
    battle.discord.remove_channel(second);
    // When a channel is deleted its threads go too, and Discord doesn't say so.
    battle.discord.with(|world| world.channels.get_mut(&battle.thread).expect("the first").is_gone = true);
    battle.discord.remove_channel(channel);
    let guild = battle.discord.with(|world| world.channels[&channel].guild);
    let other = battle.discord.open_channel(guild, "other", 0);
    battle.discord.answer(battle.discord.command("alice", other, "ping", &[]));
    let said = battle.discord.answer(battle.discord.command("alice", other, "map", &[])).text;
    assert!(said.starts_with("There is no battle in this channel."), "{said}");
    let said = battle.bot.stop();
    assert!(said.contains("a message can't be sent: 403") && !said.contains("panick"), "{said}");
}
