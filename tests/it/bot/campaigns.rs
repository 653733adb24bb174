//! A GM's month: a campaign is begun, three battles are mustered, fought and ended, one is undone, somebody buys something and
//! somebody dies.

use expect_test::expect_file;
use serde_json::json;

use super::battles::verified;
use super::game;
use super::program::Bot;
use crate::loopback::{Id, Loopback};

/// What is said to the GM and to everybody, as a month's thread.
struct Month {
    discord: Loopback,
    channel: Id,
    told: String,
}

impl Month {
    /// The GM, or a player, gives a command, and what is answered is kept.
    fn command(&mut self, who: &str, channel: Id, command: &str, options: &[(&str, serde_json::Value)]) -> String {
        // A file goes by the number of its upload, which is another one each time.
        let shown = |key: &str, value: &serde_json::Value| match key {
            "file" => "a file".to_owned(),
            _ => value.to_string(),
        };
        let told: Vec<String> = options.iter().map(|(key, value)| format!("{key}: {}", shown(key, value))).collect();
        let answer = self.discord.answer(self.discord.command(who, channel, command, options)).text;
        // Numbers of threads are other ones each time.
        let shown = regex::Regex::new("<#[0-9]+>").expect("an expression").replace_all(&answer, "<#thread>");
        self.told += &format!("@{who} /{command} {}\n{}\n\n", told.join(" "), shown.trim());
        answer
    }

    /// A battle with nobody in the seats, mustered, fought and ended by the GM.
    fn battle(&mut self, scenario: &str) -> Id {
        let options = [("scenario", json!(scenario)), ("campaign", json!("salt-road"))];
        self.command("carol", self.channel, "battle new", &options);
        let thread = game::thread(&self.discord);
        for round in 1..=12 {
            // Which round is meant is said: a command that comes before the report of the last one closes nothing else.
            let options = [("force", json!(true)), ("round", json!(round))];
            let closed = self.discord.command("carol", thread, "round resolve", &options);
            if self.discord.answer(closed).text.contains("over") {
                break;
            }
        }
        let before = self.discord.post("carol", thread, "That was that.");
        self.command("carol", thread, "battle end", &[("confirm", json!(true))]);
        let card = self.discord.said_after(thread, before, "Salt Road");
        self.told += &format!("In the thread:\n{}\n\n", card.text.trim());
        thread
    }
}

/// A bot, and the channel in which the GM has begun the campaign of the salt road.
fn salt_road(discord: &Loopback) -> (Bot, Id) {
    let bot = game::start(discord);
    discord.wait_until_ready();
    let channel = discord.channel("battle");
    let text = std::fs::read("scenarios/campaigns/salt-road.toml").expect("one of the project's");
    let file = discord.attach("salt-road.toml", &text);
    discord.answer(discord.command("carol", channel, "campaign new", &[("file", file)]));
    (bot, channel)
}

#[test]
fn whoever_takes_a_muster_back_is_told_what_becomes_of_its_battle() {
    let discord = Loopback::start();
    let (bot, channel) = salt_road(&discord);
    let command = |channel: Id, command: &str, options: &[(&str, serde_json::Value)]| {
        discord.answer(discord.command("carol", channel, command, options)).text
    };
    command(channel, "battle new", &[("scenario", json!("millers-ford")), ("campaign", json!("salt-road"))]);
    let thread = game::thread(&discord);
    let undone = command(channel, "campaign undo", &[]);
    assert!(undone.starts_with("Taken back: the muster for battle 1, Patrol at Miller"), "{undone}");
    assert!(undone.ends_with("The battle that was begun by it can't be entered."), "{undone}");
    let before = discord.post("carol", thread, "That was that.");
    command(thread, "battle end", &[("confirm", json!(true))]);
    discord.said_after(thread, before, "The battle is not in the campaign: the muster for battle 1");

    command(channel, "campaign rule", &[("ruling", json!("Wren out 2")), ("why", json!("the fever"))]);
    let undone = command(channel, "campaign undo", &[]);
    assert!(undone.ends_with("Its line stays in the log."), "{undone}");
    bot.stop();
}

#[test]
fn whoever_is_left_at_home_on_discord_stays_there() {
    let discord = Loopback::start();
    let (bot, channel) = salt_road(&discord);
    let command = |command: &str, options: &[(&str, serde_json::Value)]| {
        discord.answer(discord.command("carol", channel, command, options)).text
    };
    let ford = ("scenario", json!("millers-ford"));
    let without = |names: &str| ("without", json!(names));
    for names in ["Wren", ","] {
        let alone = command("battle new", &[ford.clone(), without(names)]);
        assert!(alone.starts_with("Without a campaign nobody can stay at home"), "{alone}");
    }
    let campaign = ("campaign", json!("salt-road"));
    let unnamed = command("battle new", &[ford.clone(), campaign.clone(), without(" , ")]);
    assert!(unnamed.starts_with("`without` names nobody."), "{unnamed}");
    let nobody = command("battle new", &[ford.clone(), campaign.clone(), without("Wren, Nobody")]);
    assert!(nobody.contains("nobody in this campaign is called"), "{nobody}");
    assert!(discord.with(|world| world.channels.values().all(|it| it.parent.is_none())));
    command("battle new", &[ford, campaign, without("wren, Big Hanne")]);
    let roster = command("roster", &[]);
    for it in ["**Wren** · fit", "**Big Hanne** · fit", "**Dobbs** · in battle 1"] {
        assert!(roster.contains(it), "{it} is not in\n{roster}");
    }
    // Nobody who fights is counted as unfit.
    for it in ["· 2 of 2 fit, 7 in battle**", "Magpie (sam) · after 0 battles · 7 in battle**"] {
        assert!(roster.contains(it), "{it} is not in\n{roster}");
    }
    bot.stop();
}

#[test]
fn the_thread_of_a_campaigns_battle_is_checked_with_the_scenario_of_its_muster() {
    let discord = Loopback::start();
    let (bot, channel) = salt_road(&discord);
    let command = |channel: Id, command: &str, options: &[(&str, serde_json::Value)]| {
        discord.answer(discord.command("carol", channel, command, options)).text
    };
    command(channel, "battle new", &[("scenario", json!("millers-ford")), ("campaign", json!("salt-road"))]);
    let thread = game::thread(&discord);
    command(thread, "round resolve", &[("force", json!(true))]);
    command(thread, "battle end", &[("confirm", json!(true))]);
    let files = discord.said_after(thread, 0, "The battle is over for good").files;
    let files: Vec<(String, Vec<u8>)> = files.into_iter().map(|it| (it.name, it.bytes)).collect();
    verified(&discord, &files);
    bot.stop();
}

#[test]
fn what_a_gm_decides_in_a_campaign_everybody_reads() {
    let discord = Loopback::start();
    let (bot, channel) = salt_road(&discord);
    let carol = discord.with(|world| world.person("carol"));
    let command = |command: &str, options: &[(&str, serde_json::Value)]| {
        discord.answer(discord.command("carol", channel, command, options)).text
    };
    for (given, options, told) in [
        (
            "campaign rule",
            &[("ruling", json!("Wren xp +6")), ("why", json!("she held @everyone"))][..],
            "Wren xp +6 (“she held @\u{200b}everyone”).",
        ),
        ("campaign buy", &[("who", json!("Wren")), ("what", json!("old legs"))], "Old Legs, bought by Wren."),
        ("campaign undo", &[], "Taken back: Old Legs, bought by Wren. Its line stays in the log."),
    ] {
        command(given, options);
        let told = format!("In the campaign **Salt Road**, by <@{carol}>: {told}");
        let said = discord.said_after(channel, 0, &told);
        assert!(said.text == told && said.only_for.is_none() && said.mentions.is_empty(), "{}", said.text);
    }
    bot.stop();
}

#[test]
fn a_campaign_goes_by_its_name_too_and_for_a_muster_that_is_refused_no_thread_is_opened() {
    let discord = Loopback::start();
    let (bot, channel) = salt_road(&discord);
    let command = |command: &str, options: &[(&str, serde_json::Value)]| {
        discord.answer(discord.command("carol", channel, command, options)).text
    };
    let named = |name: &str| command("roster", &[("campaign", json!(name))]);
    assert!(named("salt road").contains("9 of 9 fit") && named("salt-road") == named("Salt Road"));
    assert_eq!(named("Salt Roads"), "Which campaign? There is salt-road.");
    let nobody = command("roster", &[("name", json!("Xylophone"))]);
    assert!(nobody.ends_with("The roster lists everybody."), "{nobody}");
    let options = [("scenario", json!("brick-duel")), ("campaign", json!("Salt Road"))];
    let refused = command("battle new", &options);
    assert!(refused.starts_with("That was not done: "), "{refused}");
    assert!(discord.with(|world| world.channels.values().all(|it| it.parent.is_none())));
    bot.stop();
}

#[test]
fn a_month_of_a_gm() {
    let discord = Loopback::start();
    let bot = game::start_with(&discord, "seed = 7\n[rounds]\nhours = 0\n", &[]);
    discord.wait_until_ready();
    let channel = discord.channel("battle");
    let mut month = Month { discord, channel, told: String::new() };
    let text = std::fs::read("scenarios/campaigns/salt-road.toml").expect("one of the project's");
    let broken = String::from_utf8_lossy(&text).replace("7 rifleman", "7 riflman");
    let broken = month.discord.attach("salt-road.toml", broken.as_bytes());
    assert!(month.command("carol", channel, "campaign new", &[("file", broken)]).contains("no unit is called"));
    assert!(month.command("alice", channel, "roster", &[]).contains("There is no campaign"));
    let file = month.discord.attach("salt-road.toml", &text);
    assert!(month.command("carol", channel, "campaign new", &[("file", file.clone())]).contains("9 of 9 fit"));
    assert!(month.command("carol", channel, "campaign new", &[("file", file)]).contains("already"));

    let first = month.battle("millers-ford");
    assert!(month.command("carol", first, "campaign enter", &[]).contains("is in already"));
    let roster = month.command("alice", channel, "roster", &[]);
    assert!(roster.contains("after 1 battle"), "{roster}");
    let ruling = [("ruling", json!("Wren xp +6")), ("why", json!("she held @everyone at the gate"))];
    month.command("carol", channel, "campaign rule", &ruling);
    let bought =
        month.command("carol", channel, "campaign buy", &[("who", json!("Wren")), ("what", json!("old legs"))]);
    assert!(bought.contains("5 spent"), "{bought}");
    month.command("carol", channel, "campaign buy", &[("who", json!("Wren")), ("what", json!("Old Legs"))]);
    let second = month.battle("the-bad-bridge");
    assert!(month.command("carol", channel, "campaign undo", &[]).contains("the end of battle 2"));
    let again = month.command("carol", second, "campaign enter", &[]);
    assert!(again.contains("after 2 battles"), "{again}");
    month.command("carol", channel, "campaign rule", &[("ruling", json!("Ames dead")), ("why", json!("the fever"))]);
    month.battle("millers-ford");
    month.command("alice", channel, "roster", &[("name", json!("Wren"))]);
    month.command("alice", channel, "roster", &[("page", json!(1))]);
    month.command("alice", channel, "roster", &[("page", json!(2))]);
    month.command("carol", channel, "campaign export", &[]);
    let refused = month.command("alice", channel, "campaign undo", &[]);
    assert!(refused.contains("you need one of these roles"), "{refused}");
    expect_file!["../shown/a-month-of-a-gm.txt"].assert_eq(&month.told);
    bot.stop();
}
