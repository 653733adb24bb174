//! Interactions: the first answer is due within 3 seconds, the rest within 15 minutes.

use std::time::Duration;

use serde_json::{Value, json};

use super::messages::{delete, edit, keep, made_of, publish, republish};
use super::rest::{Answer, PostContext, Refusal, id, refuse};
use super::rules::{self, items};
use super::world::{APPLICATION, BOT, FIRST_ANSWER, Id, Interaction, Post, World, permission};

const TOKEN_LASTS: Duration = Duration::from_secs(15 * 60);
const EPHEMERAL: u64 = 64;

/// Begins an interaction, which the bot has to answer.
pub(crate) fn begin(world: &mut World, user: Id, channel: Id, kind: u8, data: Value, message: Option<Id>) -> Id {
    let id = world.new_id();
    let token = format!("interaction-token-{id}");
    let guild = world.channels[&channel].guild;
    let mut event = json!({
        "id": id.to_string(), "application_id": APPLICATION.to_string(), "type": kind, "data": data,
        "guild_id": guild.to_string(), "channel_id": channel.to_string(), "channel": world.channel_json(channel),
        "token": token, "version": 1,
        "app_permissions": permission::ALL.to_string(), "locale": "en-GB", "guild_locale": "en-GB",
        "entitlements": [], "authorizing_integration_owners": {"0": guild.to_string()}, "context": 0,
        "attachment_size_limit": 10_485_760,
    });
    event["channel"]["permissions"] = json!(permission::ALL.to_string());
    if guild == 0 {
        let event = event.as_object_mut().expect("an object");
        ["guild_id", "guild_locale"].iter().for_each(|it| drop(event.remove(*it)));
        event.insert("user".to_owned(), world.user_json(user));
    } else {
        event["member"] = world.member_json(guild, user);
    }
    if let Some(post) = message.and_then(|it| world.post(it)) {
        event["message"] = world.post_json(post);
    }
    let interaction = Interaction {
        token,
        kind,
        user,
        channel,
        born: std::time::Instant::now(),
        is_over: false,
        answered: None,
        original: message,
        choices: Vec::new(),
    };
    world.interactions.insert(id, interaction);
    world.dispatch(guild, "INTERACTION_CREATE", &event);
    id
}

/// Takes the first answer to an interaction.
pub(crate) fn callback(world: &mut World, asked: &PostContext, interaction: Id, token: &str) -> Answer {
    let found = world.interactions.get(&interaction).filter(|it| it.token == token);
    let Some(found) = found else { return refuse(404, 10062, "Unknown interaction") };
    if found.answered.is_some() {
        if !world.faults.has_rivals {
            world.violations.push("an interaction that was answered a second time".to_owned());
        }
        return refuse(400, 40060, "Interaction has already been acknowledged.");
    }
    let late = found.born.elapsed();
    if FIRST_ANSWER < late {
        world.violations.push(format!("an interaction that was answered after {} ms", late.as_millis()));
        return refuse(404, 10062, "Unknown interaction");
    }
    let (kind, user, channel, shown) = (found.kind, found.user, found.channel, found.original);
    let (answer, data) = (asked.body["type"].as_u64().unwrap_or_default(), &asked.body["data"]);
    let is_fit = match answer {
        4 | 5 => kind != 4,
        6 | 7 => kind == 3,
        8 => kind == 4,
        _ => false,
    };
    if !is_fit {
        world.violations.push(format!("an answer of type {answer} to an interaction of type {kind}"));
        return refuse(400, 50035, "Invalid Form Body");
    }
    let mut original = shown;
    match answer {
        4 => {
            let post = post_of(world, data, asked, interaction)?;
            original = Some(post.id);
            publish(world, post);
        }
        5 => {
            let only_for = (data["flags"].as_u64().unwrap_or_default() & EPHEMERAL != 0).then_some(user);
            let id = world.new_id();
            let waited = Post {
                id,
                channel,
                author: BOT,
                only_for,
                is_waited_for: true,
                interaction: Some(interaction),
                ..Post::default()
            };
            original = Some(id);
            publish(world, waited);
        }
        7 => {
            let Some(shown) = shown else { return refuse(404, 10008, "Unknown Message") };
            let update = PostContext {
                body: data.clone(),
                method: String::new(),
                parts: Vec::new(),
                query: asked.query.clone(),
                files: Vec::new(),
            };
            edit(world, &update, shown)?;
        }
        8 => {
            keep(world, &rules::choices(items(&data["choices"])))?;
            world.interactions.get_mut(&interaction).expect("it was found").choices = items(&data["choices"]).to_vec();
        }
        _ => {}
    }
    let found = world.interactions.get_mut(&interaction).expect("it was found");
    (found.answered, found.original) = (Some(answer), original);
    if asked.query.get("with_response").is_none_or(|it| it != "1" && it != "true") {
        return Ok(None);
    }
    let message = original.and_then(|it| world.post(it)).map(|it| world.post_json(it));
    Ok(Some(json!({
        "interaction": {"id": interaction.to_string(), "type": kind},
        "resource": {"type": answer, "message": message},
    })))
}

/// Takes what follows the first answer: follow-ups, edits and deletions.
pub(crate) fn webhook(world: &mut World, asked: &PostContext, token: &str, rest: &[&str]) -> Answer {
    let found = world.interactions.iter().find(|it| it.1.token == token);
    let Some((&interaction, found)) = found.filter(|it| it.1.born.elapsed() < TOKEN_LASTS && !it.1.is_over) else {
        world.violations.push("an answer to an interaction that is over".to_owned());
        return refuse(401, 50027, "Invalid Webhook Token");
    };
    if found.answered.is_none() {
        // Later it is no violation: a process can't know whether one that was killed had sent the first answer.
        if found.born.elapsed() < FIRST_ANSWER {
            world.violations.push("a follow-up before the first answer".to_owned());
        }
        return refuse(404, 10015, "Unknown Webhook");
    }
    let original = found.original;
    let target = |world: &World, which: &str| -> Result<Id, Refusal> {
        let target = if which == "@original" { original } else { Some(id(which)?) };
        let found = target.filter(|it| world.post(*it).is_some());
        found.ok_or_else(|| Refusal(404, 10008, "Unknown Message".to_owned()))
    };
    match (asked.method.as_str(), rest) {
        ("POST", []) => {
            let waited = original.and_then(|it| world.post(it)).filter(|it| it.is_waited_for).cloned();
            let mut post = post_of(world, &asked.body, asked, interaction)?;
            // The first follow-up replaces "thinking…", and is seen by the same people.
            let Some(waited) = waited else { return Ok(Some(publish(world, post))) };
            (post.id, post.only_for) = (waited.id, waited.only_for);
            Ok(Some(republish(world, post)))
        }
        ("GET", ["messages", which]) => {
            let target = target(world, which)?;
            Ok(world.post(target).map(|it| world.post_json(it)))
        }
        ("PATCH", ["messages", which]) => {
            let target = target(world, which)?;
            edit(world, asked, target)
        }
        ("DELETE", ["messages", which]) => {
            let target = target(world, which)?;
            delete(world, target);
            Ok(None)
        }
        _ => refuse(404, 0, "404: Not Found"),
    }
}

fn post_of(world: &mut World, body: &Value, asked: &PostContext, interaction: Id) -> Result<Post, Refusal> {
    let found = &world.interactions[&interaction];
    let (user, channel) = (found.user, found.channel);
    let mut post = made_of(world, body, &asked.files, channel)?;
    post.interaction = Some(interaction);
    post.only_for = (body["flags"].as_u64().unwrap_or_default() & EPHEMERAL != 0).then_some(user);
    Ok(post)
}
