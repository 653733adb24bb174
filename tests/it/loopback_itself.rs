//! The loopback Discord, tested with a plain client: it is as strict as it claims.

use std::time::Duration;

use expect_test::expect;
use serde_json::{Value, json};

use crate::loopback::{Id, Loopback, What, permission};

/// An HTTP client that knows nothing of bots.
struct Client<'a> {
    discord: &'a Loopback,
    http: reqwest::Client,
    runtime: tokio::runtime::Runtime,
}

impl Client<'_> {
    fn of(discord: &Loopback) -> Client<'_> {
        let pem = std::fs::read(discord.certificate()).expect("a certificate");
        let http = reqwest::Client::builder()
            .use_rustls_tls()
            .no_proxy()
            .add_root_certificate(reqwest::Certificate::from_pem(&pem).expect("a certificate"))
            .resolve("discord.com", discord.address)
            .build()
            .expect("a client");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        Client { discord, http, runtime }
    }

    /// Sends a request. Returns the status and the body.
    fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let text = if body.is_null() { String::new() } else { body.to_string() };
        self.send(method, path, "application/json", text)
    }

    fn send(&self, method: &str, path: &str, kind: &str, body: String) -> (u16, Value) {
        let request = self
            .http
            .request(method.parse().expect("a method"), format!("https://discord.com/api/v10{path}"))
            .header("authorization", format!("Bot {}", self.discord.environment()[2].1))
            .header("content-type", kind)
            .body(body);
        self.runtime.block_on(async {
            let response = request.send().await.expect("an answer");
            let (status, bytes) = (response.status().as_u16(), response.bytes().await.expect("a body"));
            (status, serde_json::from_slice(&bytes).unwrap_or_default())
        })
    }

    fn say(&self, channel: Id, body: Value) -> (u16, Value) {
        let mut body = body;
        body["allowed_mentions"] = json!({"parse": []});
        self.ask("POST", &format!("/channels/{channel}/messages"), &body)
    }
}

#[test]
fn what_is_over_a_limit_is_refused_and_remembered() {
    let discord = Loopback::start();
    let (client, channel) = (Client::of(&discord), discord.channel("battle"));
    let button = |it: u32| json!({"type": 2, "style": 1, "label": "x", "custom_id": it.to_string()});
    let row = |n: u32| json!({"type": 1, "components": (0..n).map(button).collect::<Vec<_>>()});
    let long_id = json!({"type": 2, "style": 1, "label": "x", "custom_id": "x".repeat(101)});
    for (body, said) in [
        (json!({"content": "x".repeat(2001)}), "content of 2001 letters; 2000 are taken"),
        (json!({"content": "x", "embeds": [{}]}), "1 embeds; 0 are taken"),
        (json!({"content": "x", "components": [row(6)]}), "6 buttons in a row; 5 are taken"),
        (json!({"content": "x", "components": [{"type": 1, "components": [long_id]}]}), "a custom_id of 101 letters"),
        (json!({"content": "x", "components": [row(1), row(1)]}), "the custom_id 0 is there twice"),
        (json!({"content": "x", "nonce": "x".repeat(26)}), "26 letters in a nonce; 25 are taken"),
        (json!({"content": " "}), "a message without anything in it"),
    ] {
        assert_eq!(client.say(channel, body).0, 400, "{said}");
        let found = discord.take_violations().join("\n");
        assert!(found.contains(said), "{said}:\n{found}");
    }
    let path = format!("/channels/{channel}/messages");
    assert_eq!(client.ask("POST", &path, &json!({"content": "x"})).0, 200);
    assert_eq!(discord.take_violations(), ["a message without allowed_mentions"]);
    assert_eq!(client.say(channel, json!({"content": "🚀".repeat(2000)})).0, 200);
}

#[test]
fn a_nonce_posts_once() {
    let discord = Loopback::start();
    let (client, channel) = (Client::of(&discord), discord.channel("battle"));
    let body = |text: &str| json!({"content": text, "nonce": "round-1", "enforce_nonce": true});
    let first = client.say(channel, body("Round 1")).1;
    let second = client.say(channel, body("Round 1 again")).1;
    assert_eq!((&first["id"], &first["content"]), (&second["id"], &second["content"]));
    assert_eq!(discord.transcript(channel), "#1 Fieldpost\n  Round 1\n");
}

#[test]
fn messages_are_read_in_pages_from_after_before_and_the_end() {
    let discord = Loopback::start();
    let (client, channel) = (Client::of(&discord), discord.channel("battle"));
    let posts: Vec<Id> = (0..7).map(|it| discord.post("alice", channel, &format!("post {it}"))).collect();
    let read = |query: &str| {
        let (_, page) = client.ask("GET", &format!("/channels/{channel}/messages?{query}"), &Value::Null);
        let texts =
            page.as_array().expect("a page").iter().map(|it| it["content"].as_str().expect("a text").to_owned());
        texts.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(read("limit=2"), "post 6, post 5");
    assert_eq!(read(&format!("limit=2&after={}", posts[2])), "post 4, post 3");
    assert_eq!(read(&format!("limit=2&before={}", posts[2])), "post 1, post 0");
    discord.deny(channel, permission::READ_MESSAGE_HISTORY);
    assert_eq!(read("limit=2"), "");
    discord.deny(channel, permission::VIEW_CHANNEL);
    let (status, said) = client.ask("GET", &format!("/channels/{channel}/messages"), &Value::Null);
    assert_eq!((status, &said["code"]), (403, &json!(50001)));
}

#[test]
fn a_channel_is_shown_with_names_for_ids() {
    let discord = Loopback::start();
    let (client, channel) = (Client::of(&discord), discord.channel("battle"));
    let first = discord.post("alice", channel, "!Alpha: hold");
    discord.edit(first, "!Alpha: shoot Drafts");
    discord.react("bob", first, "👍");
    let alice = discord.with(|world| world.person("alice"));
    let row = json!({"type": 1, "components": [
        {"type": 2, "style": 1, "label": "Close the round", "custom_id": "resolve"},
        {"type": 2, "style": 2, "label": "Undo", "custom_id": "undo", "disabled": true},
    ]});
    let answer = json!({
        "content": format!("<@{alice}>: Alpha shoots at Drafts."), "allowed_mentions": {"users": [alice.to_string()]},
        "message_reference": {"message_id": first.to_string()}, "components": [row],
    });
    let (status, said) = client.ask("POST", &format!("/channels/{channel}/messages"), &answer);
    assert_eq!(status, 200);
    let path = format!("/channels/{channel}/messages/{}", said["id"].as_str().expect("an id"));
    assert_eq!(client.ask("PUT", &format!("{path}/reactions/%F0%9F%8E%B2/@me"), &Value::Null).0, 204);
    assert_eq!(client.ask("PUT", &path.replace("messages", "pins"), &Value::Null).0, 204);
    expect![[r#"
        #1 alice (edited once)
          !Alpha: shoot Drafts
          reactions: 👍 bob
        #2 Fieldpost to #1 (pinned)
          @alice: Alpha shoots at Drafts.
          [Close the round](resolve) [Undo, off](undo)
          reactions: 🎲 Fieldpost
          notifies: alice
    "#]]
    .assert_eq(&discord.transcript(channel));
}

#[test]
fn threads_begin_at_messages_and_in_forums_and_can_go() {
    let discord = Loopback::start();
    let (client, channel) = (Client::of(&discord), discord.channel("battle"));
    let post = discord.post("carol", channel, "Two at the Mill");
    let path = format!("/channels/{channel}/messages/{post}/threads");
    let (status, thread) = client.ask("POST", &path, &json!({"name": "Two at the Mill"}));
    assert_eq!((status, &thread["id"]), (200, &json!(post.to_string())));
    assert_eq!(client.ask("POST", &path, &json!({"name": "x".repeat(101)})).0, 400);
    assert!(discord.take_violations().contains(&"a thread's name of 101 letters; 100 are taken".to_owned()));
    let guild = discord.with(|world| world.channels[&channel].guild);
    let forum = discord.open_channel(guild, "battles", 15);
    let body = json!({"name": "Ridge", "message": {"content": "At dawn.", "allowed_mentions": {"parse": []}}});
    let (status, opened) = client.ask("POST", &format!("/channels/{forum}/threads"), &body);
    assert_eq!((status, &opened["message"]["content"]), (200, &json!("At dawn.")));
    discord.remove_channel(post);
    assert_eq!(client.say(post, json!({"content": "?"})).1["code"], json!(10003));
}

#[test]
fn faults_strike_as_often_as_they_should() {
    let discord = Loopback::start();
    let (client, channel) = (Client::of(&discord), discord.channel("battle"));
    let say = |text: &str| client.say(channel, json!({"content": text})).0;
    discord.fault("POST /channels/*/messages", What::Status(502), 2);
    assert_eq!([say("a"), say("b"), say("c")], [502, 502, 200]);
    discord.fault("POST /channels/*/messages", What::DoneBut(500), 1);
    assert_eq!([say("d"), say("e")], [500, 200]);
    assert_eq!(discord.transcript(channel).replace("#", "").lines().filter(|it| it.starts_with("  ")).count(), 3);
    discord.too_many("POST /channels/*/messages", Duration::from_secs(30), 1);
    // The very request that was told to wait is repeated, so it can't have been on its way when the pause began.
    assert_eq!([say("f"), say("f")], [429, 200]);
    assert!(discord.take_violations().join("").contains("before the pause was over"));
}

#[test]
fn a_command_set_over_a_limit_is_refused_whole() {
    let discord = Loopback::start();
    let client = Client::of(&discord);
    let command = |it: u32| json!({"name": format!("c{it}"), "description": "x"});
    let put = |n: u32| client.ask("PUT", "/applications/900/commands", &(0..n).map(command).collect()).0;
    assert_eq!(put(100), 200);
    assert_eq!(put(101), 400);
    assert!(discord.take_violations().contains(&"101 commands, and 100 are taken".to_owned()));
    assert_eq!(discord.with(|world| world.commands[&0].len()), 100);
}

#[test]
fn the_api_description_is_asked_where_there_is_one() {
    let discord = Loopback::start();
    let (client, channel) = (Client::of(&discord), discord.channel("battle"));
    client.say(channel, json!({"content": "x", "embeds": [{"color": "red"}]}));
    let found = discord.take_violations().join("\n");
    let is_there = std::env::var_os("FIELDPOST_DISCORD_OPENAPI").is_some();
    assert_eq!(found.contains("the API's description says of /embeds"), is_there, "{found}");
}

#[test]
fn an_interaction_is_answered_once_and_for_a_quarter_of_an_hour() {
    let discord = Loopback::start();
    let (client, channel) = (Client::of(&discord), discord.channel("battle"));
    client.ask("PUT", "/applications/900/commands", &json!([{"name": "map", "description": "Draws the map"}]));
    let asked = discord.command("alice", channel, "map", &[]);
    let token = discord.with(|world| world.interactions[&asked].token.clone());
    let hook = format!("/webhooks/900/{token}");
    let answer = |text: &str| json!({"content": text, "allowed_mentions": {"parse": []}});

    assert_eq!(client.ask("POST", &hook, &answer("too early")).0, 404);
    assert_eq!(discord.take_violations(), ["a follow-up before the first answer"]);
    let callback = format!("/interactions/{asked}/{token}/callback?with_response=1");
    let (status, said) = client.ask("POST", &callback, &json!({"type": 5, "data": {"flags": 64}}));
    assert_eq!((status, &said["resource"]["message"]["flags"]), (200, &json!(192)));
    assert_eq!(client.ask("POST", &callback, &json!({"type": 5})).0, 400);
    assert_eq!(discord.take_violations(), ["an interaction that was answered a second time"]);

    client.ask("POST", &hook, &answer("The map."));
    client.ask("PATCH", &format!("{hook}/messages/%40original"), &answer("The map, drawn again."));
    client.ask("POST", &hook, &answer("Seen by all."));
    expect![[r#"
        #1 Fieldpost for alice (only they see it, edited once)
          The map, drawn again.
        #2 Fieldpost for alice
          Seen by all.
    "#]]
    .assert_eq(&discord.transcript(channel));
    discord.with(|world| world.interactions.get_mut(&asked).expect("a command").is_over = true);
    assert_eq!(client.ask("POST", &hook, &answer("too late")).0, 401);
    assert_eq!(discord.take_violations(), ["an answer to an interaction that is over"]);
}

#[test]
fn files_are_kept_with_their_descriptions() {
    let discord = Loopback::start();
    let (client, channel) = (Client::of(&discord), discord.channel("battle"));
    let send = |description: Option<&str>| {
        let attachment = json!({"id": "0", "filename": "round-1.png", "description": description});
        let payload = json!({"attachments": [attachment], "allowed_mentions": {"parse": []}});
        let boundary = "boundary";
        let body = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n{payload}\r\n--{boundary}\r\n\
             Content-Disposition: form-data; name=\"files[0]\"; filename=\"x.png\"\r\nContent-Type: image/png\r\n\r\n\
             PNG\r\n--{boundary}--\r\n"
        );
        client.send("POST", &format!("/channels/{channel}/messages"), "multipart/form-data; boundary=boundary", body).0
    };
    assert_eq!(send(Some("Map of round 1")), 200);
    expect![[r#"
        #1 Fieldpost
          file round-1.png (Map of round 1)
    "#]]
    .assert_eq(&discord.transcript(channel));
    discord.wait_until("the bytes are kept", |world| {
        world.channels[&channel].posts.values().all(|it| it.files[0].bytes == b"PNG")
    });
    send(None);
    let found = discord.take_violations().join("\n");
    assert!(found.contains("\"round-1.png\" has no description for those who can't see it"), "{found}");
}
