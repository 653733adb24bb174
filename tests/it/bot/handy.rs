//! What makes it easy: orders without typing, what is offered on the way, and who is called when.

use serde_json::json;

use super::battles::Played;
use super::running::Watch;
use crate::loopback::{Id, Post, permission};

/// Miller's Ford with alice as robin (Otter), bob as sam (Magpie) and carol as GM; dave has no seat.
fn sit<B>(battle: &Played<B>) {
    let guild = battle.discord.with(|world| world.channels[&battle.thread].guild);
    battle.discord.join(guild, "dave");
    battle.command("alice", "join", &[("seat", json!("robin"))]);
    battle.command("bob", "join", &[("seat", json!("sam"))]);
}

/// What the bot said last for all to read.
fn last<B>(battle: &Played<B>) -> Post {
    battle.discord.with(|world| {
        let mut posts = world.channels[&battle.thread].posts.values();
        posts.rfind(|it| it.author == world.bot() && it.only_for.is_none()).expect("it spoke").clone()
    })
}

#[test]
fn an_order_can_be_chosen_and_stands_in_the_thread() {
    let battle = Played::begin("millers-ford", "");
    sit(&battle);
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
    let said = last(&battle);
    assert!(
        said.text.starts_with(&format!("<@{alice}> orders:")) && said.text.contains("!Otter: move to J8"),
        "{}",
        said.text
    );
    assert!(said.mentions.is_empty());
    assert!(order("bob", "hold").contains("❌") && order("dave", "hold").starts_with("You have no seat"));
    battle.command("carol", "round resolve", &[("force", json!(true))]);
    assert!(order("alice", "same again").contains("moves to J8") || last(&battle).text.contains("!Otter: move to J8"));
    battle.end_and_verify("millers-ford");
    battle.bot.stop();
}

#[test]
fn a_post_is_read_as_orders_or_withdrawn_from_its_menu() {
    let battle = Played::begin("millers-ford", "");
    sit(&battle);
    let menu = |who: &str, post: Id, command: &str| {
        let said = battle.discord.answer(battle.discord.use_on(who, post, command)).text;
        battle.drain();
        said
    };
    let post = battle.post("alice", "Up, and over.\nOtter: move to J8");
    assert!(menu("bob", post, "Read as orders").starts_with("Only whoever wrote a post"));
    assert!(menu("alice", post, "Read as orders").contains("✅ Otter"));
    assert!(last(&battle).text.contains("means this as orders") && last(&battle).text.contains("!Otter: move to J8"));
    let talk = battle.post("alice", "Nothing of the kind.");
    assert!(menu("alice", talk, "Read as orders").starts_with("Nothing in it is like an order"));

    let orders = battle.post("alice", "!Otter: hold");
    assert!(menu("bob", orders, "Withdraw").contains("is not"), "it is hers");
    assert_eq!(menu("alice", orders, "Withdraw"), "Its orders are taken back.");
    assert!(battle.discord.with(|world| world.post(orders).is_some_and(|it| it.reactions.is_empty())));
    assert!(battle.said().iter().any(|it| it.starts_with("The orders of this post are taken back.")));
    assert!(!battle.command("alice", "orders show", &[]).contains("holds"));
    assert!(menu("dave", orders, "Withdraw").starts_with("You have no seat"));
    battle.end_and_verify("millers-ford");
    battle.bot.stop();
}

#[test]
fn whoever_wants_it_is_called_when_a_round_opens_but_not_at_night() {
    let watch = Watch::default();
    let battle = Played::begin_by(&watch, "millers-ford");
    sit(&battle);
    let [alice, bob, carol] = ["alice", "bob", "carol"].map(|it| battle.discord.with(|world| world.person(it)));
    battle.command("alice", "calls", &[]);
    battle.command("bob", "calls", &[]);
    // Night for bob, from now on for some hours.
    let minutes = fieldpost::referee::Clock::now(&watch).rem_euclid(86_400) / 60;
    let at = |hours: i64| {
        let minute = (minutes + 60 * hours).rem_euclid(1440);
        json!(format!("{:02}:{:02}", minute / 60, minute % 60))
    };
    battle.command("bob", "quiet", &[("from", at(-1)), ("to", at(5)), ("zone", json!("UTC"))]);
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
    // The GM asks for all: bob is asleep.
    let said = battle.command("carol", "round remind", &[]);
    assert_eq!(said, "1 player was called. Not called: sam.");
    assert_eq!(last(&battle).mentions, [alice]);
    watch.pass(6 * 3600);
    battle.discord.said_after(battle.thread, 0, &format!("<@{bob}>, round 2 is open"));
    watch.is_looked_at();
    assert_eq!(calls(), [1, 1]);
    for who in ["alice", "bob"] {
        battle.command(who, "ready", &[]);
    }
    let told: Vec<String> = battle.said().into_iter().filter(|it| it.contains("everybody is ready")).collect();
    assert_eq!(told, [format!("<@{carol}>: everybody is ready. `/round resolve` closes the round.")]);
    assert_eq!(battle.command("carol", "round remind", &[]), "Nobody owes orders.".to_owned());
    battle.bot.stop();
}

#[test]
fn a_deadline_is_given_as_people_say_it() {
    let battle = Played::begin("millers-ford", "");
    let deadline = |when: &str, more: &[(&str, serde_json::Value)]| {
        let options = [&[("when", json!(when))][..], more].concat();
        battle.command("carol", "round deadline", &options)
    };
    let zone = [("zone", json!("Europe/Berlin"))];
    assert!(deadline("2037-12-24 20:00", &zone).starts_with("The deadline is <t:2145294000:F>"));
    assert!(deadline("2037-12-24 21:00", &[]).starts_with("The deadline is extended to <t:2145297600:F>"));
    assert!(deadline("+3h", &[]).starts_with("The deadline is <t:"));
    assert!(deadline("soon", &[]).starts_with("A deadline is written like"));
    assert!(deadline("3h", &[("zone", json!("Nowhere"))]).starts_with("There is no time zone \"Nowhere\""));
    assert_eq!(deadline("off", &[]), "The round has no deadline any more.");
    battle.bot.stop();
}

#[test]
fn what_only_a_gm_can_do_is_not_shown_to_others() {
    let battle = Played::begin("millers-ford", "");
    let (players, all) = (battle.discord.commands_shown(0), battle.discord.commands_shown(permission::ALL));
    let gms: Vec<&String> = all.iter().filter(|it| !players.contains(it)).collect();
    assert_eq!(gms, ["round", "gm", "seat", "battle"]);
    battle.bot.stop();
}
