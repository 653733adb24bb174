//! A GM's month: a campaign is begun, three battles are mustered, fought and ended, one is undone, something is
//! bought, and one person dies.

use expect_test::expect_file;
use serde_json::json;

use super::battles::verified;
use super::game;
use super::program::Bot;
use crate::loopback::{Id, Loopback, World};

/// Collects the commands of a month and their answers, as one text.
struct Month {
    discord: Loopback,
    channel: Id,
    told: String,
}

impl Month {
    /// The GM or a player gives a command. The answer is recorded.
    fn command(&mut self, who: &str, channel: Id, command: &str, options: &[(&str, serde_json::Value)]) -> String {
        // A file is given by the id of its upload, which differs each time.
        let shown = |key: &str, value: &serde_json::Value| match key {
            "file" => "a file".to_owned(),
            _ => value.to_string(),
        };
        let told: Vec<String> = options.iter().map(|(key, value)| format!("{key}: {}", shown(key, value))).collect();
        let answer = self.discord.answer(self.discord.command(who, channel, command, options)).text;
        // The ids of threads differ each time.
        let shown = regex::Regex::new("<#[0-9]+>").expect("an expression").replace_all(&answer, "<#thread>");
        self.told += &format!("@{who} /{command} {}\n{}\n\n", told.join(" "), shown.trim());
        answer
    }

    /// A battle without players, mustered, fought and ended by the GM.
    fn battle(&mut self, scenario: &str) -> Id {
        let options = [("scenario", json!(scenario)), ("campaign", json!("salt-road"))];
        self.command("carol", self.channel, "battle new", &options);
        let thread = game::thread(&self.discord);
        for round in 1..=12 {
            // The command names its round: if it comes before the last report, it must not close another round.
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

/// A bot with the campaign of the salt road, which the GM has begun in a channel.
struct SaltRoad {
    _bot: Bot,
    discord: Loopback,
    channel: Id,
}

impl SaltRoad {
    fn begin() -> SaltRoad {
        let discord = Loopback::start();
        let bot = game::start(&discord);
        discord.wait_until_ready();
        let channel = discord.channel("battle");
        let text = std::fs::read("scenarios/campaigns/salt-road.toml").expect("one of the project's");
        let file = discord.attach("salt-road.toml", &text);
        discord.answer(discord.command("carol", channel, "campaign new", &[("file", file)]));
        SaltRoad { _bot: bot, discord, channel }
    }

    /// The answer to a command that the GM gives in a channel.
    fn answer(&self, channel: Id, command: &str, options: &[(&str, serde_json::Value)]) -> String {
        self.discord.answer(self.discord.command("carol", channel, command, options)).text
    }

    /// The answer to a command that the GM gives in the campaign's channel.
    fn command(&self, command: &str, options: &[(&str, serde_json::Value)]) -> String {
        self.answer(self.channel, command, options)
    }

    /// Begins a battle with the campaign's people. Returns its thread.
    fn battle(&self) -> Id {
        self.command("battle new", &[("scenario", json!("millers-ford")), ("campaign", json!("salt-road"))]);
        game::thread(&self.discord)
    }
}

#[test]
fn taking_a_muster_back_says_what_becomes_of_its_battle_and_a_battle_of_a_muster_that_stands_is_checked() {
    let road = SaltRoad::begin();
    let thread = road.battle();
    let undone = road.command("campaign undo", &[]);
    assert!(undone.starts_with("Taken back: the muster for battle 1, Patrol at Miller"), "{undone}");
    assert!(undone.ends_with("The battle that was begun by it can't be entered."), "{undone}");
    let before = road.discord.post("carol", thread, "That was that.");
    road.answer(thread, "battle end", &[("confirm", json!(true))]);
    road.discord.said_after(thread, before, "The battle is not in the campaign: the muster for battle 1");

    road.command("campaign rule", &[("ruling", json!("Wren out 2")), ("why", json!("the fever"))]);
    let undone = road.command("campaign undo", &[]);
    assert!(undone.ends_with("Its line stays in the log."), "{undone}");

    // The thread of a campaign's battle is verified with the scenario that its muster made.
    let thread = road.battle();
    road.answer(thread, "round resolve", &[("force", json!(true))]);
    road.answer(thread, "battle end", &[("confirm", json!(true))]);
    let files = road.discord.said_after(thread, 0, "The battle is over for good").files;
    let files: Vec<(String, Vec<u8>)> = files.into_iter().map(|it| (it.name, it.bytes)).collect();
    verified(&road.discord, &files);
}

#[test]
fn a_campaign_goes_by_its_name_too_and_whoever_is_left_at_home_on_discord_stays_there() {
    let road = SaltRoad::begin();
    let named = |name: &str| road.command("roster", &[("campaign", json!(name))]);
    assert!(named("salt road").contains("9 of 9 fit") && named("salt-road") == named("Salt Road"));
    assert_eq!(named("Salt Roads"), "Which campaign? There is salt-road.");
    let nobody = road.command("roster", &[("name", json!("Xylophone"))]);
    assert!(nobody.ends_with("The roster lists everybody."), "{nobody}");

    let begun = |scenario: &str, campaign: Option<&str>, without: Option<&str>| {
        let more = [("campaign", campaign), ("without", without)];
        let more = more.into_iter().filter_map(|(key, it)| Some((key, json!(it?))));
        let options: Vec<_> = [("scenario", json!(scenario))].into_iter().chain(more).collect();
        road.command("battle new", &options)
    };
    for (scenario, campaign, without, told) in [
        ("brick-duel", Some("Salt Road"), None, "That was not done: "),
        ("millers-ford", None, Some("Wren"), "Without a campaign nobody can stay at home"),
        ("millers-ford", None, Some(","), "Without a campaign nobody can stay at home"),
        ("millers-ford", Some("salt-road"), Some(" , "), "`without` names nobody."),
        ("millers-ford", Some("salt-road"), Some("Wren, Nobody"), "nobody in this campaign is called"),
    ] {
        let refused = begun(scenario, campaign, without);
        assert!(refused.contains(told), "{refused}");
    }
    let has_thread = |world: &mut World| world.channels.values().any(|it| it.parent.is_some());
    assert!(!road.discord.with(has_thread), "for what is refused no thread is opened");
    begun("millers-ford", Some("salt-road"), Some("wren, Big Hanne"));
    let roster = road.command("roster", &[]);
    for it in ["**Wren** · fit", "**Big Hanne** · fit", "**Dobbs** · in battle 1"] {
        assert!(roster.contains(it), "{it} is not in\n{roster}");
    }
    // People in a battle aren't counted as unfit.
    for it in ["· 2 of 2 fit, 7 in battle**", "Magpie (sam) · after 0 battles · 7 in battle**"] {
        assert!(roster.contains(it), "{it} is not in\n{roster}");
    }

    // Everybody can read the GM's decisions in a campaign.
    let carol = road.discord.with(|world| world.person("carol"));
    for (given, options, told) in [
        (
            "campaign rule",
            &[("ruling", json!("Wren xp +6")), ("why", json!("she held @everyone"))][..],
            "Wren xp +6 (“she held @\u{200b}everyone”).",
        ),
        ("campaign buy", &[("who", json!("Wren")), ("what", json!("old legs"))], "Old Legs, bought by Wren."),
        ("campaign undo", &[], "Taken back: Old Legs, bought by Wren. Its line stays in the log."),
    ] {
        road.command(given, options);
        let told = format!("In the campaign **Salt Road**, by <@{carol}>: {told}");
        let said = road.discord.said_after(road.channel, 0, &told);
        assert!(said.text == told && said.only_for.is_none() && said.mentions.is_empty(), "{}", said.text);
    }
}

#[test]
fn a_month_of_a_gm() {
    let discord = Loopback::start();
    let _bot = game::start_with(&discord, "seed = 7\n[rounds]\nhours = 0\n", &[]);
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
}
