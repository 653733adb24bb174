//! What makes playing easy: orders without typing, offers along the way, and mentions at the right time.

use serde_json::json;

use super::battles::Played;
use super::running::Watch;
use crate::loopback::{Id, Post, World, permission};

/// Has the author of a fiction post read it as orders. Returns the post, and the bot's message that announces the
/// orders.
fn read_as_orders<B>(battle: &Played<B>) -> (Id, Id) {
    let post = battle.post("alice", "Up, and over.\nOtter: move to J8");
    battle.discord.answer(battle.discord.use_on("alice", post, "Read as orders"));
    battle.drain();
    (post, last_message(battle).id)
}

/// The bot's last public message.
fn last_message<B>(battle: &Played<B>) -> Post {
    battle.discord.with(|world| {
        let mut posts = world.channels[&battle.thread].posts.values();
        posts.rfind(|it| it.author == world.bot() && it.only_for.is_none()).expect("it spoke").clone()
    })
}

#[test]
fn an_order_can_be_chosen_and_stands_in_the_thread() {
    let battle = Played::seated();
    let (discord, thread) = (&battle.discord, battle.thread);
    assert_eq!(discord.complete("alice", thread, "order", "squad", ""), ["Otter"]);
    let offered = |who: &str, typed: &str| {
        let options = [("squad", json!("Otter")), ("order", json!(typed))];
        discord.complete_with(who, thread, "order", &options, "order")
    };
    let verbs = offered("alice", "");
    assert!(verbs[0] == "same again" && verbs.contains(&"move to".to_owned()), "{verbs:?}");
    assert_eq!(offered("alice", "shoot ree"), ["shoot Reed Husks"]);
    assert!(offered("alice", "shoot Reed Husks; move to J8").contains(&"shoot Reed Husks; move to J8".to_owned()));
    assert_eq!(offered("bob", "shoot"), Vec::<String>::new(), "it is not his squad");
    assert!(discord.complete("alice", thread, "odds", "order", "").contains(&"Otter: ".to_owned()));
    assert_eq!(discord.complete("alice", thread, "odds", "order", "Otter: shoot ree"), ["Otter: shoot Reed Husks"]);

    let order =
        |who: &str, order: &str| battle.command(who, "order", &[("squad", json!("Otter")), ("order", json!(order))]);
    assert!(order("alice", "same again").contains("was told nothing in the round before"));
    assert!(order("alice", "move to J8").contains("✅ Otter"));
    let alice = discord.with(|world| world.person("alice"));
    let said = last_message(&battle);
    assert!(
        said.text.starts_with(&format!("<@{alice}> orders:")) && said.text.contains("!Otter: move to J8"),
        "{}",
        said.text
    );
    assert!(said.mentions.is_empty());
    let before = battle.said();
    assert!(order("bob", "hold").contains("❌") && order("dave", "hold").starts_with("You have no seat"));
    assert_eq!(battle.said(), before, "what is refused is told to nobody else");
    assert_eq!(battle.command("bob", "orders show", &[]), "```\nOrders are missing for Magpie.\n```");
    battle.command("carol", "round resolve", &[("force", json!(true))]);
    assert!(
        order("alice", "same again").contains("moves to J8")
            || last_message(&battle).text.contains("!Otter: move to J8")
    );
    battle.end_and_verify("millers-ford");
}

#[test]
fn the_likely_meaning_of_a_refused_post_is_one_button_away() {
    let battle = Played::seated();
    let post = battle.post("alice", "!Otter edges over to J8 like a cat on a shelf");
    let number = 1;
    let answer = last_message(&battle);
    assert!(answer.text.contains("Did you mean \"Otter: move to J8\"?"), "{}", answer.text);
    let press = |who: &str| {
        let pressed = battle.discord.press(who, answer.id, &format!("fp:meant:{number}"));
        let said = battle.discord.answer(pressed).text;
        battle.drain();
        said
    };
    assert_eq!(press("bob"), "That isn't a post of yours in the open round.");
    assert!(press("alice").contains("✅ Otter: moves to J8"));
    assert!(last_message(&battle).text.contains("!Otter: move to J8"), "all can read it");
    assert_eq!(press("alice"), "That was done already.");
    battle.discord.edit(post, "!Otter: hold");
    battle.drain();
    let pressed = battle.discord.press_made_up("alice", answer.id, &format!("fp:meant:{number}"));
    assert_eq!(battle.discord.answer(pressed).text, "Nothing is offered for that post any more.");
    battle.end_and_verify("millers-ford");
}

#[test]
fn a_post_is_read_as_orders_or_withdrawn_from_its_menu() {
    let battle = Played::seated();
    let post = battle.post("alice", "Up, and over.\nOtter: move to J8");
    assert!(battle.menu("bob", post, "Read as orders").starts_with("Only the author of a post"));
    assert!(battle.menu("alice", post, "Read as orders").contains("✅ Otter"));
    assert!(
        last_message(&battle).text.contains("means this as orders")
            && last_message(&battle).text.contains("!Otter: move to J8")
    );
    let talk = battle.post("alice", "Nothing of the kind.");
    assert!(battle.menu("alice", talk, "Read as orders").starts_with("Nothing in it is like an order"));

    let orders = battle.post("alice", "!Otter: hold");
    assert_eq!(battle.menu("bob", orders, "Withdraw"), "That post isn't yours.");
    let told = battle.menu("alice", orders, "Withdraw");
    let again = "Its orders are taken back.\nWhat was ordered before that counts again:\nOtter: moves to J8";
    assert!(told.starts_with(again), "{told}");
    assert!(battle.discord.with(|world| world.post(orders).is_some_and(|it| it.reactions.is_empty())));
    assert!(battle.said().iter().any(|it| it.starts_with("The orders of this post are taken back.")));
    assert!(!battle.command("alice", "orders show", &[]).contains("holds"));
    assert!(battle.menu("dave", orders, "Withdraw").starts_with("You have no seat"));

    // An order that lacks only its `!` needs no colon either.
    let bare = battle.post("alice", "Nobody is about.\nOtter move to J9");
    assert!(battle.menu("alice", bare, "Read as orders").contains("✅ Otter: moves to J9"));
    assert!(last_message(&battle).text.contains(":\n```\n!Otter move to J9\n✅"), "{}", last_message(&battle).text);
    battle.end_and_verify("millers-ford");
}

#[test]
fn a_post_whose_orders_were_withdrawn_is_read_again_once_it_is_edited() {
    let watch = Watch::default();
    let battle = Played::seated_by(&watch);
    let ordered = |battle: &Played<_>| battle.command("alice", "orders show", &[]);
    let post = battle.post("alice", "!Otter: move to J8");
    let said = battle.menu("alice", post, "Read as orders");
    assert_eq!(said, "All that is like an order in it begins with !, and was read already.");
    assert_eq!(battle.menu("alice", post, "Withdraw"), "Its orders are taken back.");
    assert_eq!(battle.menu("alice", post, "Withdraw"), "There are no orders in that post.");
    // Reading an unchanged post again after a restart is no edit.
    let battle = battle.while_away(&watch, |_, _| ());
    battle.settle();
    assert!(ordered(&battle).contains("Orders are missing for Otter."), "{}", ordered(&battle));
    battle.discord.edit(post, "!Otter: hold");
    battle.settle();
    assert!(ordered(&battle).contains("✅ Otter: holds"), "{}", ordered(&battle));
    let (answers, signs) =
        (battle.answers(post), battle.discord.with(|world| world.post(post).map(|it| it.reactions.len())));
    assert!(answers.len() == 1 && answers[0].starts_with("✅ Otter: holds") && signs == Some(1), "{answers:?}");
    // The post can also be read again unchanged.
    assert_eq!(battle.menu("alice", post, "Withdraw"), "Its orders are taken back.");
    assert!(battle.menu("alice", post, "Read as orders").contains("✅ Otter: holds"));
    battle.end_and_verify("millers-ford");
}

#[test]
fn orders_read_from_a_post_follow_its_edits() {
    let battle = Played::seated();
    let (post, said) = read_as_orders(&battle);
    let told = |text: &str| {
        battle.discord.edit(post, text);
        battle.settle();
        let said = battle.discord.with(|world| world.post(said).expect("it stays").text.clone());
        (said, battle.command("alice", "orders show", &[]))
    };
    let (said, ordered) = told("Up, and under.\nOtter: move to J8");
    assert!(said.contains("!Otter: move to J8") && ordered.contains("✅ Otter: moves to J8"), "{said}{ordered}");
    let (said, ordered) = told("Up, and under.\nOtter: hold");
    assert!(said.contains("means this as orders:") && said.contains("!Otter: hold\n✅ Otter: holds"), "{said}");
    assert!(ordered.contains("✅ Otter: holds") && !ordered.contains("J8"), "{ordered}");
    let (said, ordered) = told("Up, and under.");
    assert!(said.starts_with("The orders of this post are taken back."), "{said}");
    assert!(ordered.contains("Orders are missing for Otter."), "{ordered}");
    battle.end_and_verify("millers-ford");
}

#[test]
fn orders_read_from_a_post_are_taken_back_with_it() {
    let battle = Played::seated();
    let ordered = || battle.command("alice", "orders show", &[]);
    let post = battle.post("alice", "Otter: move to J8");
    assert!(battle.menu("alice", post, "Read as orders").contains("✅ Otter: moves to J8"));
    let said = battle.said().len();
    assert_eq!(
        (battle.menu("alice", post, "Read as orders").as_str(), battle.said().len()),
        ("That was done already.", said)
    );
    let other = battle.post("alice", "!Otter: hold");
    assert!(battle.menu("alice", post, "Read as orders").contains("✅ Otter: moves to J8"), "it counted no more");
    battle.discord.delete(other);
    battle.settle();
    assert_eq!(battle.menu("alice", post, "Withdraw"), "Its orders are taken back.");
    assert!(
        last_message(&battle).text.starts_with("The orders of this post are taken back."),
        "{}",
        last_message(&battle).text
    );
    assert!(!ordered().contains("J8"), "{}", ordered());

    // The post may have got orders of its own since.
    assert!(battle.menu("alice", post, "Read as orders").contains("✅ Otter: moves to J8"));
    battle.discord.edit(post, "!Otter: hold");
    battle.settle();
    battle.discord.delete(post);
    battle.settle();
    assert!(!ordered().contains("J8") && ordered().contains("Orders are missing for Otter."), "{}", ordered());
    let told = battle.said();
    assert!(told.iter().any(|it| it.starts_with("The post was deleted, and its orders are taken back.")), "{told:#?}");

    // Orders that an answer offered are taken back in the same way.
    let post = battle.post("alice", "!Otter edges over to J8 like a cat on a shelf");
    let answer = last_message(&battle).id;
    let button = battle.discord.with(|world| {
        let parts = &world.post(answer).expect("it is there").components;
        parts[0]["components"][0]["custom_id"].as_str().expect("a button").to_owned()
    });
    battle.discord.answer(battle.discord.press("alice", answer, &button));
    assert!(ordered().contains("✅ Otter: moves to J8"), "{}", ordered());
    battle.discord.delete(post);
    battle.settle();
    assert!(!ordered().contains("J8"), "{}", ordered());
    battle.end_and_verify("millers-ford");
}

#[test]
fn examples_are_orders_that_are_taken_as_they_stand() {
    let battle = Played::begin("brick-duel", "");
    battle.command("alice", "join", &[("seat", json!("yuki"))]);
    let told = battle.discord.said_after(battle.thread, 0, "a line that starts with `!` is an order").text;
    let example = told.lines().find_map(|it| it.strip_prefix("> ")).expect("an example");
    assert_eq!(example, "!Yoko: attack Dan");
    let help = battle.command("alice", "help", &[]);
    assert!(help.contains("Type orders, such as \"!Yoko: shoot Dan\""), "{help}");
    let post = battle.post("alice", example);
    let signs = battle.discord.with(|world| world.post(post).expect("it stays").reactions.clone());
    assert!(signs.iter().any(|it| it.0 == "✅"), "{signs:?}");
    assert!(battle.command("carol", "look", &[]).contains("/gm order gives orders that nobody sees"));
    assert!(!battle.command("alice", "look", &[]).contains("/gm order"));
    let withdraw = || battle.command("alice", "orders withdraw", &[]);
    assert!(withdraw().contains("✅ withdraw orders for Yoko"));
    assert_eq!(withdraw(), "There are no orders to take back.");
}

#[test]
fn orders_are_withdrawn_in_public_and_whoever_does_so_is_ready_no_more() {
    let battle = Played::seated();
    let stands = |words: &str| battle.command("carol", "status", &[]).contains(words);
    let is_vain = || {
        let before = battle.said();
        let said = battle.command("alice", "orders withdraw", &[("squad", json!("Otter"))]);
        assert_eq!(said, "There are no orders to take back.");
        assert_eq!(battle.said(), before, "that is nobody else's business");
    };
    is_vain();
    battle.post("alice", "!Otter: hold");
    assert_eq!(battle.command("alice", "ready", &[]), "You are ready.");
    assert!(battle.command("bob", "ready", &[]).ends_with("Now everybody is. Orders are missing for Magpie."));
    assert!(stands(", ✅ ready, without orders for Magpie"));
    let before = battle.said().len();
    assert!(
        battle.command("alice", "orders withdraw", &[("squad", json!("Otter"))]).contains("has no orders any more")
    );
    assert!(last_message(&battle).text.contains("!withdraw orders for Otter\n✅ Otter: has no orders any more."));
    assert_eq!(battle.said().len(), before + 1);
    assert!(stands(", ⏳ owes orders for Otter"));
    is_vain();
    assert_eq!(battle.command("carol", "round remind", &[]), "1 player was called.");
    assert!(battle.command("carol", "round resolve", &[]).starts_with("Orders are missing from robin"));
    battle.end_and_verify("millers-ford");
}

#[test]
fn withdrawing_the_orders_of_a_squad_without_any_is_answered_in_private() {
    let battle = Played::begin("brick-last-orders", "");
    battle.command("alice", "join", &[("seat", json!("hattie"))]);
    battle.post("alice", "!Tex: move to D5");
    let before = battle.said();
    let withdraw = |squad: &str| battle.command("alice", "orders withdraw", &[("squad", json!(squad))]);
    assert_eq!(withdraw("Hank"), "There are no orders to take back.");
    assert!(withdraw("Crow").contains("❌"), "nor is it said of another's");
    assert_eq!(battle.said(), before, "that is nobody else's business");
    assert!(withdraw("Tex").contains("✅ withdraw orders for Tex"));
    assert!(last_message(&battle).text.contains("!withdraw orders for Tex"));
    assert_eq!(withdraw("Tex"), "There are no orders to take back.");
}

#[test]
fn orders_read_from_a_post_are_gone_with_it_if_its_round_is_opened_again() {
    let battle = Played::seated();
    let post = battle.post("alice", "Otter: move to J8");
    let other = battle.post("bob", "Magpie: hold");
    battle.discord.answer(battle.discord.use_on("alice", post, "Read as orders"));
    battle.settle();
    let reading = last_message(&battle).id;
    battle.command("carol", "round resolve", &[("force", json!(true))]);
    let before = battle.said().len();
    for post in [post, other] {
        battle.discord.delete(post);
        battle.settle();
    }
    let told = ["A post of round 1 was deleted. The round is closed, so its orders stay (R-2)."];
    assert_eq!(battle.said()[before..], told, "once, and not of what was fiction");
    battle.command("carol", "gm undo", &[("confirm", json!(true))]);
    battle.settle();
    assert_eq!(battle.command("alice", "orders show", &[]), "```\nOrders are missing for Otter.\n```");
    let text = battle.discord.with(|world| world.post(reading).expect("it is there").text.clone());
    assert_eq!(text, "The post was deleted, and its orders are taken back.");
    assert!(battle.said().iter().any(|it| it == "The post was deleted."), "of a post without orders no more is said");
    battle.end_and_verify("millers-ford");
}

#[test]
fn orders_read_from_a_post_follow_its_edits_if_its_round_is_opened_again() {
    let battle = Played::seated();
    let (post, reading) = read_as_orders(&battle);
    let reopened = |text: &str| {
        battle.command("carol", "round resolve", &[("force", json!(true))]);
        battle.discord.edit(post, text);
        battle.settle();
        let late =
            "Round 1 is closed, so this edit has no effect any more (R-2). Orders for round 2 go into a new post.";
        assert_eq!(last_message(&battle).text, late, "{text}");
        let undone = battle.command("carol", "gm undo", &[("confirm", json!(true))]);
        battle.settle();
        let said = battle.discord.with(|world| world.post(reading).expect("it stays").text.clone());
        (undone, said, battle.command("alice", "orders show", &[]))
    };
    let (undone, said, ordered) = reopened("Up, and under.\nOtter: hold");
    assert!(undone.contains("robin's post was edited and counts as it is now: Otter: hold"), "{undone}");
    assert!(said.contains("means this as orders:") && said.contains("!Otter: hold\n✅ Otter: holds"), "{said}");
    assert!(ordered.contains("✅ Otter: holds"), "{ordered}");
    let (undone, said, ordered) = reopened("Up, and under.");
    assert!(undone.contains("robin's post was edited and no longer orders: Otter: hold"), "{undone}");
    assert!(said.starts_with("The orders of this post are taken back."), "{said}");
    assert!(ordered.contains("Orders are missing for Otter."), "{ordered}");
    battle.end_and_verify("millers-ford");
}

#[test]
fn orders_of_a_player_who_is_away_are_taken_with_a_reminder() {
    let battle = Played::seated();
    assert!(battle.command("alice", "away", &[]).ends_with("`/away away: False` once you are back."));
    let is_told = |order: &str| {
        battle.post("alice", order);
        last_message(&battle).text.contains("\nYou are still away, so nobody waits for you")
    };
    assert!(is_told("!Otter: hold") && !is_told("!Otter: fly"));
    battle.command("alice", "away", &[("away", json!(false))]);
    assert!(!is_told("!Otter: move to J8"));
}

#[test]
fn once_all_have_tapped_out_nobody_owes_orders_and_the_gm_is_told() {
    let battle = Played::seated();
    battle.post("alice", "!tap out");
    let told =
        || battle.said().iter().filter(|it| it.contains("nobody owes orders any more. `/round resolve`")).count();
    assert_eq!(told(), 0);
    battle.post("bob", "!tap out");
    assert_eq!((told(), &*battle.command("carol", "round remind", &[])), (1, "Nobody owes orders."));
    battle.command("carol", "round resolve", &[]);
    assert!(battle.is_over());
    let said = battle.command("alice", "what-if", &[("round", json!(1))]);
    assert!(said.starts_with("Rounds can be played again once /battle end has published the seed"), "{said}");
}

#[test]
fn players_who_want_it_are_called_when_a_round_opens_but_not_at_night() {
    let watch = Watch::default();
    let battle = Played::seated_by(&watch);
    let [alice, bob, carol] = ["alice", "bob", "carol"].map(|it| battle.discord.with(|world| world.person(it)));
    battle.command("alice", "calls", &[]);
    battle.command("bob", "calls", &[]);
    // It is night for bob from now on, for some hours.
    let minutes = fieldpost::referee::Clock::now(&watch).rem_euclid(86_400) / 60;
    let at = |hours: i64| {
        let minute = (minutes + 60 * hours).rem_euclid(1440);
        json!(format!("{:02}:{:02}", minute / 60, minute % 60))
    };
    let quiet = |to: i64| battle.command("bob", "quiet", &[("from", at(-1)), ("to", at(to)), ("zone", json!("UTC"))]);
    assert_eq!(quiet(-1), "Noted: reminders at any hour.");
    assert!(quiet(5).ends_with(" (UTC). The same time twice takes that back."));
    watch.is_looked_at();
    let calls = || {
        let all = battle.said();
        [alice, bob].map(|who| all.iter().filter(|it| it.starts_with(&format!("<@{who}>, round 2 is open"))).count())
    };
    assert_eq!(calls(), [0, 0], "not in the round in which they say so");
    battle.command("carol", "round resolve", &[("force", json!(true))]);
    battle.discord.said_after(battle.thread, 0, &format!("<@{alice}>, round 2 is open, for orders to Otter"));
    watch.is_looked_at();
    assert_eq!(calls(), [1, 0]);
    // The GM reminds everybody, but bob is asleep.
    let said = battle.command("carol", "round remind", &[]);
    assert_eq!(said, "1 player was called. Not called: sam.");
    assert_eq!(last_message(&battle).mentions, [alice]);
    watch.pass(6 * 3600);
    battle.discord.said_after(battle.thread, 0, &format!("<@{bob}>, round 2 is open"));
    watch.is_looked_at();
    assert_eq!(calls(), [1, 1]);
    for who in ["alice", "bob"] {
        battle.command(who, "ready", &[]);
    }
    let told: Vec<String> = battle.said().into_iter().filter(|it| it.contains("everybody is ready")).collect();
    assert_eq!(told, [format!("<@{carol}>: everybody is ready. `/round resolve` closes the round.")]);
    let said = battle.command("carol", "round remind", &[]);
    assert_eq!(said, "Nobody is waited for; without orders: robin (Otter), sam (Magpie).");
}

#[test]
fn a_deadline_is_given_as_people_say_it() {
    let battle = Played::begin("millers-ford", "");
    let deadline = |when: &str, more: &[(&str, serde_json::Value)]| {
        let options = [&[("when", json!(when))][..], more].concat();
        battle.command("carol", "round deadline", &options)
    };
    let zone = [("zone", json!("Europe/Berlin"))];
    let told = deadline("2037-12-24 20:00", &zone);
    assert!(told.starts_with("The deadline of round 1 is <t:2145294000:F>"), "{told}");
    assert!(told.ends_with(", and the GM closes it. Missing: robin (Otter), sam (Magpie)."), "{told}");
    let told = deadline("2037-12-24 21:00", &[("closes", json!(true))]);
    assert!(told.starts_with("The deadline of round 1 is extended to <t:2145297600:F>"), "{told}");
    assert!(told.contains(", which closes it. Missing: "), "{told}");
    assert!(deadline("+3h", &[]).starts_with("The deadline of round 1 is <t:"));
    assert!(deadline("soon", &[]).starts_with("A deadline is written like"));
    assert!(deadline("3h", &[("zone", json!("Nowhere"))]).starts_with("There is no time zone \"Nowhere\""));
    assert_eq!(deadline("off", &[]), "Round 1 has no deadline any more.");
}

#[test]
fn a_free_seat_owes_nothing_and_the_last_to_be_ready_hears_that_the_round_closes() {
    let battle = Played::begin("millers-ford", "");
    let status = || battle.command("carol", "status", &[]);
    assert!(status().contains("\nrobin: nobody yet (Otter)\n"), "{}", status());
    battle.sit();
    assert!(status().contains(", ⏳ owes orders for Otter\n"), "{}", status());
    let told = battle.command("carol", "gm order", &[("order", json!("Otter: hold"))]);
    assert!(told.ends_with("With `seat:` robin you give it for them, in public."), "{told}");
    battle.command("carol", "battle start", &[("early", json!(true))]);
    assert_eq!(battle.command("alice", "ready", &[]), "You are ready. Orders are missing for Otter.");
    assert!(battle.command("bob", "ready", &[]).starts_with("You are ready. Now everybody is, and the round closes."));
}

#[test]
fn commands_for_gms_are_not_shown_to_others() {
    let battle = Played::begin("millers-ford", "");
    let (players, all) = (battle.discord.commands_shown(0), battle.discord.commands_shown(permission::ALL));
    let gms: Vec<&String> = all.iter().filter(|it| !players.contains(it)).collect();
    assert_eq!(gms, ["round", "gm", "seat", "battle", "campaign"]);
}

/// What a message of the bot offers: each list with its choices, and each button.
pub(super) fn offers(post: &Post) -> Vec<String> {
    let parts = post.components.iter().flat_map(|row| row["components"].as_array().into_iter().flatten());
    let told = |it: &serde_json::Value| match it["options"].as_array() {
        Some(options) => {
            let options: Vec<&str> = options.iter().filter_map(|it| it["label"].as_str()).collect();
            format!("{} {}", it["placeholder"].as_str().unwrap_or_default(), options.join(", "))
        }
        None => format!("[{}]", it["label"].as_str().unwrap_or_default()),
    };
    parts.map(told).collect()
}

/// Puts an order together by choices. Returns the message after the last choice.
fn choose<B>(battle: &Played<B>, who: &str, picks: &[(&str, &str)]) -> Post {
    choose_with(battle, who, &[], picks)
}

/// Puts an order together by choices, from a command with options.
pub(super) fn choose_with<B>(
    battle: &Played<B>,
    who: &str,
    options: &[(&str, serde_json::Value)],
    picks: &[(&str, &str)],
) -> Post {
    let discord = &battle.discord;
    let message = discord.answer(discord.command(who, battle.thread, "order", options)).id;
    for (part, value) in picks {
        let values = if value.is_empty() { &[][..] } else { &[*value][..] };
        let edits = |world: &World| world.post(message).map_or(0, |it| it.edits);
        let before = discord.with(|world| edits(world));
        discord.choose(who, message, &format!("fp:pick:{part}"), values);
        discord.wait_until("the message goes on", |world| before < edits(world));
        battle.drain();
    }
    discord.with(|world| world.post(message).expect("it stays").clone())
}

#[test]
fn an_order_is_put_together_by_choices_alone() {
    for (scenario, squad, verb) in [("millers-ford", None, "shoot"), ("brick-last-orders", Some("Hank"), "attack")] {
        let battle = Played::begin(scenario, "");
        let seat = battle.discord.said_after(battle.thread, 0, "nobody yet").id;
        battle.discord.answer(battle.discord.press("alice", seat, "fp:join:0"));
        battle.drain();
        // A player with only one squad isn't asked for the squad.
        let mut picks: Vec<(&str, &str)> = squad.map(|it| ("squad", it)).into_iter().collect();
        let begun = choose(&battle, "alice", &picks);
        let verbs = offers(&begun);
        assert!(begun.text.starts_with("`!") && verbs[0].starts_with("What does it do? "), "{} {verbs:?}", begun.text);
        picks.push(("verb", verb));
        let names = offers(&choose(&battle, "alice", &picks));
        let name = names[0].strip_prefix("Target or place? ").and_then(|it| it.split(", ").next()).expect("a name");
        picks.push(("name", name));
        let whole = choose(&battle, "alice", &picks);
        assert_eq!(offers(&whole), ["[Post it]", "[… and then]", "[Start over]"]);
        assert!(whole.text.contains(&format!("{verb} {name}`\n")) && whole.only_for.is_some(), "{}", whole.text);
        let before = battle.said().len();
        picks.push(("post", ""));
        let posted = choose(&battle, "alice", &picks);
        assert!(posted.components.is_empty(), "{}", posted.text);
        assert_eq!(battle.said().len(), before + 1);
        assert!(last_message(&battle).text.contains(&format!("{verb} {name}")), "{}", last_message(&battle).text);
        assert!(battle.command("alice", "orders show", &[]).contains("✅"));
        let other = choose(&battle, "carol", &[]);
        assert!(!offers(&other).concat().contains("Otter"), "the GM's squads are others: {:?}", offers(&other));
    }
}

#[test]
fn a_tile_is_chosen_by_its_letter_and_its_number() {
    let battle = Played::seated();
    let rows = choose(&battle, "alice", &[("verb", "move to"), ("column", "J")]);
    assert_eq!(rows.text, "`!Otter: move to J`");
    assert!(offers(&rows)[0].starts_with("… then its number 1, 2, 3"), "{:?}", offers(&rows));
    let to_j8 = [("verb", "move to"), ("column", "J"), ("row", "8")];
    let then = [&to_j8[..], &[("then", ""), ("verb", "hold")]].concat();
    assert!(choose(&battle, "alice", &then).text.starts_with("`!Otter: move to J8; hold`"));
    choose(&battle, "alice", &[&to_j8[..], &[("post", "")]].concat());
    assert!(last_message(&battle).text.contains("!Otter: move to J8"));
    // The order's announcement is recorded in the battle, and can be withdrawn like a post.
    let said = last_message(&battle).id;
    let taken_back = battle.discord.answer(battle.discord.use_on("alice", said, "Withdraw")).text;
    assert_eq!(taken_back, "Its orders are taken back.");
    assert!(!battle.command("alice", "orders show", &[]).contains("✅"));
    battle.command("alice", "order", &[("order", json!("!Otter: move to J8"))]);
    battle.command("carol", "round resolve", &[("force", json!(true))]);
    let again = choose(&battle, "alice", &[("again", "")]);
    assert!(again.text.starts_with("`!Otter: move to J8`"), "{}", again.text);
    // A hostile client can send anything, but it can do no more than a post could.
    let before = last_message(&battle).text;
    let told = battle.discord.answer(battle.discord.press_made_up("bob", said, "fp:pick:post")).text;
    assert_eq!((told.as_str(), last_message(&battle).text), ("This button does nothing any more.", before));
}

#[test]
fn a_report_is_explained_from_its_menu_and_a_command_of_an_old_client_is_answered() {
    let battle = Played::seated();
    battle.post("alice", "!Otter: shoot Reed Husks");
    battle.command("carol", "round resolve", &[("force", json!(true))]);
    let report = battle.discord.said_after(battle.thread, 0, "Fair dice, round 1").id;
    let menu = battle.discord.use_on("alice", report, "Explain this");
    let asked = battle.discord.answer(menu);
    assert!(asked.text.starts_with("Which line?"), "{}", asked.text);
    let help = battle.discord.command("alice", battle.thread, "help", &[]);
    battle.discord.answer(help);
    // However long the battle is busy, Discord immediately gets "thinking…".
    const IS_ON_ITS_WAY: Option<u64> = Some(5);
    let heard = battle.discord.with(|world| [menu, help].map(|it| world.interactions[&it].answered));
    assert_eq!(heard, [IS_ON_ITS_WAY; 2]);
    let why = battle.discord.answer(battle.discord.choose("alice", asked.id, "fp:explain:0", &["1.1"]));
    assert!(why.text.contains("1.1"), "{}", why.text);

    for options in [&[][..], &[("squad", json!("Otter")), ("mood", json!("grim"))]] {
        let asked = battle.discord.command_of_an_old_client("alice", battle.thread, "can", options);
        let said = battle.discord.answer(asked).text;
        assert!(said.starts_with("This command has changed"), "{said}");
    }
    let said = battle.bot.stop();
    assert!(!said.contains("ERROR"), "{said}");
}

#[test]
fn a_what_if_takes_orders_for_any_side_and_so_for_ones_own_squads() {
    let battle = Played::begin("millers-ford", "seed = 7\n");
    battle.sit();
    let ask = |who: &str, options: &[(&str, serde_json::Value)]| {
        let given = battle.discord.command(who, battle.thread, "what-if", options);
        let answer = battle.discord.answer(given);
        let files: String = answer.files.iter().map(|it| String::from_utf8_lossy(&it.bytes).into_owned()).collect();
        (answer.text, files)
    };
    let orders = "!Otter: move to J8 | Magpie: move to J12 | Reed Husks: hold";
    let (said, files) = ask("alice", &[("orders", json!(orders))]);
    assert!(!said.contains("owed by") && !files.contains("owed by"), "nobody owes a copy orders: {said}{files}");
    for taken in ["✅ Otter: moves to J8", "✅ Magpie: moves to J12", "✅ Reed Husks: holds."] {
        assert!(said.contains(taken), "{said}");
    }
    let said = ask("alice", &[("orders", json!("Reed Husks: dance"))]).0;
    assert!(said.contains("dance") && !said.contains("T-3") && !said.contains('^'), "{said}");
    battle.command("carol", "round resolve", &[("force", json!(true))]);
    battle.command("carol", "battle end", &[("confirm", json!(true))]);
    // After the battle everybody may ask.
    for who in ["alice", "bob", "dave"] {
        let (said, files) = ask(who, &[("orders", json!("Otter: hold")), ("round", json!(1))]);
        assert!(said.contains("✅ Otter: holds."), "{said}");
        assert!((said + &files).contains("Posted for round 1 by robin: !Otter: hold"), "{files}");
    }
}
