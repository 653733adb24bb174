//! Channels, threads, servers, and the commands that the bot registers.

use serde_json::{Value, json};

use super::limits::violations;
use super::messages::{keep, made_of, need, publish};
use super::rest::{Answer, PostContext, Refusal, id, refuse};
use super::rules;
use super::world::{APPLICATION, BOT, Channel, Id, World, permission as may};

pub(crate) fn answer(world: &mut World, asked: &PostContext, channel: Id, rest: &[&str]) -> Answer {
    match (asked.method.as_str(), rest) {
        ("GET", []) => Ok(Some(world.channel_json(channel))),
        ("PATCH", []) => change(world, asked, channel),
        ("DELETE", []) => {
            need(world, channel, may::MANAGE_THREADS)?;
            let json = world.channel_json(channel);
            remove(world, channel);
            Ok(Some(json))
        }
        ("POST", ["typing"]) => {
            world.typing.push(channel);
            Ok(None)
        }
        ("POST", ["threads"]) => start_thread(world, asked, channel, None),
        ("PUT" | "DELETE", ["thread-members", _]) => Ok(None),
        _ => refuse(404, 0, "404: Not Found"),
    }
}

fn change(world: &mut World, asked: &PostContext, channel: Id) -> Answer {
    keep(world, &rules::thread_name(&asked.body))?;
    let here = &world.channels[&channel];
    if here.owner != Some(BOT) {
        need(world, channel, may::MANAGE_THREADS)?;
    }
    if here.is_locked && asked.body["archived"] == json!(false) {
        need(world, channel, may::MANAGE_THREADS)?;
    }
    let (kind, guild) = (here.kind, here.guild);
    let tags = tags_of(world, channel, &asked.body)?;
    let here = world.channels.get_mut(&channel).expect("a channel that was looked up");
    here.has_tags = tags.unwrap_or_else(|| here.has_tags.clone());
    if let Some(name) = asked.body["name"].as_str() {
        name.clone_into(&mut here.name);
    }
    here.is_archived = asked.body["archived"].as_bool().unwrap_or(here.is_archived);
    let json = world.channel_json(channel);
    world.dispatch(guild, if kind == 11 { "THREAD_UPDATE" } else { "CHANNEL_UPDATE" }, &json);
    Ok(Some(json))
}

/// The tags that a body gives to a post of a forum.
fn tags_of(world: &World, thread: Id, body: &Value) -> Result<Option<Vec<Id>>, Refusal> {
    let Some(tags) = body["applied_tags"].as_array() else { return Ok(None) };
    let tags: Vec<Id> = tags.iter().filter_map(|it| it.as_str()?.parse().ok()).collect();
    let here = &world.channels[&thread];
    let forum = here.parent.and_then(|it| world.channels.get(&it)).unwrap_or(here);
    match tags.iter().all(|it| forum.tags.iter().any(|tag| tag.0 == *it)) && tags.len() <= 5 {
        true => Ok(Some(tags)),
        false => refuse(400, 50035, "tags that the forum hasn't"),
    }
}

/// Deletes a channel or thread with everything in it.
pub(crate) fn remove(world: &mut World, channel: Id) {
    let json = world.channel_json(channel);
    let here = world.channels.get_mut(&channel).expect("a channel of this world");
    here.is_gone = true;
    here.posts.clear();
    let (kind, guild) = (here.kind, here.guild);
    world.dispatch(guild, if kind == 11 { "THREAD_DELETE" } else { "CHANNEL_DELETE" }, &json);
}

/// Starts a thread: at a message, in a channel, or as a post of a forum.
pub(crate) fn start_thread(world: &mut World, asked: &PostContext, channel: Id, message: Option<Id>) -> Answer {
    need(world, channel, may::CREATE_PUBLIC_THREADS)?;
    keep(world, &rules::thread_name(&asked.body))?;
    let is_forum = world.channels[&channel].kind == 15;
    if is_forum != asked.body["message"].is_object() {
        return refuse(400, 50035, "a thread in a forum, and no other, begins with a message");
    }
    if message.is_some_and(|it| world.channels.contains_key(&it)) {
        return refuse(400, 160_004, "A thread has already been created for this message");
    }
    let tags = tags_of(world, channel, &asked.body)?.unwrap_or_default();
    if tags.is_empty() && !world.channels[&channel].tags.is_empty() {
        return refuse(400, 40067, "A tag is required to create a forum post in this channel");
    }
    if world.channels[&channel].kind == 11 {
        return refuse(400, 50024, "Cannot execute action on this channel type");
    }
    let name = asked.body["name"].as_str().unwrap_or_default().to_owned();
    let thread = message.unwrap_or_else(|| world.new_id());
    let mut json = open_thread(world, channel, thread, &name, BOT);
    world.channels.get_mut(&thread).expect("it was just opened").has_tags = tags;
    if is_forum {
        let mut post = made_of(world, &asked.body["message"], &asked.files, thread)?;
        post.id = thread;
        json["message"] = publish(world, post);
    }
    Ok(Some(json))
}

/// Opens a thread, and tells everybody.
pub(crate) fn open_thread(world: &mut World, channel: Id, thread: Id, name: &str, owner: Id) -> Value {
    let guild = world.channels[&channel].guild;
    let opened = Channel {
        guild,
        kind: 11,
        name: name.to_owned(),
        parent: Some(channel),
        owner: Some(owner),
        ..Channel::default()
    };
    world.channels.insert(thread, opened);
    let json = world.channel_json(thread);
    world.dispatch(guild, "THREAD_CREATE", &json);
    json
}

pub(crate) fn guild(world: &mut World, asked: &PostContext, guild: Id, rest: &[&str]) -> Answer {
    let Some(it) = world.guilds.get(&guild) else { return refuse(404, 10004, "Unknown Guild") };
    match (asked.method.as_str(), rest) {
        ("GET", []) => Ok(Some(world.guild_json(guild))),
        ("GET", ["channels"]) => Ok(Some(world.guild_json(guild)["channels"].clone())),
        ("GET", ["threads", "active"]) => {
            Ok(Some(json!({"threads": world.guild_json(guild)["threads"], "members": []})))
        }
        ("GET", ["roles"]) => Ok(Some(world.guild_json(guild)["roles"].clone())),
        ("GET", ["members"]) => Ok(Some(world.guild_json(guild)["members"].clone())),
        ("GET", ["members", member]) => {
            let member = if *member == "@me" { BOT } else { id(member)? };
            if !it.members.contains_key(&member) {
                return refuse(404, 10007, "Unknown Member");
            }
            Ok(Some(world.member_json(guild, member)))
        }
        _ => refuse(404, 0, "404: Not Found"),
    }
}

/// Reads or replaces all commands, those for every server (`guild` 0) or those of one server.
pub(crate) fn commands(world: &mut World, asked: &PostContext, guild: Id) -> Answer {
    match asked.method.as_str() {
        "GET" => Ok(Some(json!(world.commands.get(&guild).cloned().unwrap_or_default()))),
        "PUT" => {
            let broken = violations(&asked.body);
            keep(world, &broken)?;
            let mut commands = Vec::new();
            for command in rules::items(&asked.body) {
                let mut command = command.clone();
                command["id"] = json!(world.new_id().to_string());
                command["application_id"] = json!(APPLICATION.to_string());
                command["version"] = json!("1");
                if command["type"].is_null() {
                    command["type"] = json!(1);
                }
                if command["description"].is_null() {
                    // A menu command has no description, and Discord returns an empty text for it.
                    command["description"] = json!("");
                }
                commands.push(command);
            }
            world.commands.insert(guild, commands.clone());
            Ok(Some(json!(commands)))
        }
        _ => refuse(405, 0, "405: Method Not Allowed"),
    }
}
