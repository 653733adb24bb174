//! Messages: posting, editing, reading, reactions, pins, and threads that begin at a message.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::rest::{Answer, PostContext, Refusal, Upload, id, refuse};
use super::rules::{self, items};
use super::world::{BOT, File, Id, Post, World, permission as may};
use super::{channels, rest};

/// How long a nonce is remembered.
const NONCE_LASTS: Duration = Duration::from_secs(300);

pub(crate) fn answer(world: &mut World, asked: &PostContext, channel: Id, rest: &[&str]) -> Answer {
    if !world.bot_may(channel, may::VIEW_CHANNEL) {
        return refuse(403, 50001, "Missing Access");
    }
    let here = &world.channels[&channel];
    let writes = asked.method != "GET" && matches!(rest, ["messages" | "pins", ..]);
    if here.is_locked && writes && !world.bot_may(channel, may::MANAGE_THREADS) {
        return refuse(403, 160_005, "Thread is locked");
    }
    // Posting unarchives a thread. Every other change is refused.
    if here.is_archived && writes && (asked.method.as_str(), rest) != ("POST", &["messages"]) {
        return refuse(400, 50083, "Thread is archived");
    }
    match (asked.method.as_str(), rest) {
        ("POST", ["messages"]) => create(world, asked, channel),
        ("GET", ["messages"]) => list(world, asked, channel),
        ("GET", ["messages", "pins"] | ["pins"]) => pins(world, channel, rest.len() == 2),
        (method, ["messages", "pins", message] | ["pins", message]) => {
            let message = id(message)?;
            need(world, channel, may::MANAGE_MESSAGES)?;
            seen(world, channel, message)?.is_pinned = method == "PUT";
            Ok(None)
        }
        ("GET", ["messages", message]) => {
            need(world, channel, may::READ_MESSAGE_HISTORY)?;
            let post = seen(world, channel, id(message)?)?.clone();
            Ok(Some(world.post_json(&post)))
        }
        ("PATCH", ["messages", message]) => {
            let message = id(message)?;
            if seen(world, channel, message)?.author != BOT {
                return refuse(403, 50005, "Cannot edit a message authored by another user");
            }
            edit(world, asked, message)
        }
        ("DELETE", ["messages", message]) => {
            let message = id(message)?;
            if seen(world, channel, message)?.author != BOT {
                need(world, channel, may::MANAGE_MESSAGES)?;
            }
            delete(world, message);
            Ok(None)
        }
        ("PUT", ["messages", message, "reactions", emoji, "@me"]) => {
            need(world, channel, may::ADD_REACTIONS | may::READ_MESSAGE_HISTORY)?;
            react(seen(world, channel, id(message)?)?, emoji, BOT);
            Ok(None)
        }
        ("DELETE", ["messages", message, "reactions", emoji, "@me"]) => {
            let post = seen(world, channel, id(message)?)?;
            for (_, who) in post.reactions.iter_mut().filter(|it| it.0 == *emoji) {
                who.remove(&BOT);
            }
            post.reactions.retain(|it| !it.1.is_empty());
            Ok(None)
        }
        ("GET", ["messages", message, "reactions", emoji]) => {
            let post = seen(world, channel, id(message)?)?.clone();
            let who = post.reactions.iter().filter(|it| it.0 == *emoji).flat_map(|it| it.1.iter());
            Ok(Some(who.map(|it| world.user_json(*it)).collect()))
        }
        ("POST", ["messages", message, "threads"]) => {
            let message = id(message)?;
            seen(world, channel, message)?;
            channels::start_thread(world, asked, channel, Some(message))
        }
        _ => channels::answer(world, asked, channel, rest),
    }
}

fn create(world: &mut World, asked: &PostContext, channel: Id) -> Answer {
    let here = &world.channels[&channel];
    if here.kind == 15 {
        return refuse(400, 50008, "Cannot send messages in a non-text channel");
    }
    need(world, channel, if here.kind == 11 { may::SEND_IN_THREADS } else { may::SEND_MESSAGES })?;
    if !asked.files.is_empty() {
        need(world, channel, may::ATTACH_FILES)?;
    }
    let nonce = nonce_of(&asked.body);
    let key = (channel, nonce.clone().unwrap_or_default());
    if asked.body["enforce_nonce"] == json!(true) && !world.faults.forgets_nonces {
        let first = world.nonces.get(&key).filter(|it| it.1.elapsed() < NONCE_LASTS).map(|it| it.0);
        if let Some(post) = first.and_then(|it| world.post(it)) {
            return Ok(Some(world.post_json(post)));
        }
    }
    let mut post = made_of(world, &asked.body, &asked.files, channel)?;
    post.nonce.clone_from(&nonce);
    if let Some(target) = asked.body["message_reference"]["message_id"].as_str() {
        let target = id(target)?;
        if !world.bot_may(channel, may::READ_MESSAGE_HISTORY) {
            return refuse(400, 160_002, "Cannot reply without permission to read message history");
        }
        let is_there = world.channels[&channel].posts.contains_key(&target);
        if !is_there && asked.body["message_reference"]["fail_if_not_exists"] != json!(false) {
            return refuse(400, 50035, "Unknown message to answer to");
        }
        post.answers_to = Some(target).filter(|_| is_there);
    }
    if nonce.is_some() {
        world.nonces.insert(key, (post.id, Instant::now()));
    }
    Ok(Some(publish(world, post)))
}

/// A post by the bot, from a request's body. Refused if it breaks a limit.
pub(crate) fn made_of(world: &mut World, body: &Value, files: &[Upload], channel: Id) -> Result<Post, Refusal> {
    let sizes: Vec<(String, usize)> = files.iter().map(|it| (it.name.clone(), it.bytes.len())).collect();
    keep(world, &rules::message(body, &sizes, true))?;
    let mut post = Post { id: world.new_id(), channel, author: BOT, ..Post::default() };
    fill(world, &mut post, body, files);
    Ok(post)
}

/// Refuses a request that breaks limits, and records each as a violation.
pub(crate) fn keep(world: &mut World, broken: &[String]) -> Result<(), Refusal> {
    if broken.is_empty() {
        return Ok(());
    }
    world.violations.extend(broken.iter().cloned());
    // These two would only bother people, so alone they are no reason to refuse.
    let is_refused = broken.iter().any(|it| !it.contains("allowed_mentions") && !it.contains("description for those"));
    if is_refused { refuse(400, 50035, &format!("Invalid Form Body: {}", broken.join("; "))) } else { Ok(()) }
}

/// Writes the fields that a body has into a post, and leaves the others as they are.
fn fill(world: &mut World, post: &mut Post, body: &Value, files: &[Upload]) {
    if let Some(text) = body["content"].as_str() {
        text.clone_into(&mut post.text);
    } else if body.get("content").is_some_and(Value::is_null) {
        post.text.clear();
    }
    if body["components"].is_array() {
        post.components = items(&body["components"]).to_vec();
    }
    if let Some(kept) = body["attachments"].as_array() {
        let is_kept = |it: &File| kept.iter().any(|kept| kept["id"].as_str() == Some(&it.id.to_string()));
        post.files.retain(is_kept);
    }
    for upload in files {
        let said = items(&body["attachments"])
            .iter()
            .find(|it| it["id"].as_str().map_or_else(|| it["id"].to_string(), str::to_owned) == upload.number);
        post.files.push(File {
            id: world.new_id(),
            name: said.and_then(|it| it["filename"].as_str()).unwrap_or(&upload.name).to_owned(),
            description: said.and_then(|it| it["description"].as_str()).map(str::to_owned),
            kind: upload.kind.clone(),
            bytes: upload.bytes.clone(),
        });
    }
    post.flags = body["flags"].as_u64().unwrap_or(post.flags) & !64;
    post.mentions = mentions(&post.text, &body["allowed_mentions"]);
}

/// The people whom a text notifies, among those whom `allowed` lets through.
fn mentions(text: &str, allowed: &Value) -> Vec<Id> {
    let named = text.split("<@").skip(1).filter_map(|it| it.split_once('>')).filter_map(|it| it.0.parse().ok());
    let all = items(&allowed["parse"]).contains(&json!("users"));
    let is_allowed = |it: &Id| all || items(&allowed["users"]).contains(&json!(it.to_string()));
    named.filter(is_allowed).collect()
}

/// Shows a post to everybody in the channel.
pub(crate) fn publish(world: &mut World, mut post: Post) -> Value {
    post.came = Some(Instant::now());
    let json = world.post_json(&post);
    let (channel, author) = (post.channel, post.author);
    let is_public = post.only_for.is_none();
    let here = world.channels.get_mut(&channel).expect("a channel that was looked up");
    here.is_archived = false;
    world.places.insert(post.id, channel);
    here.posts.insert(post.id, post);
    if is_public {
        let guild = world.channels[&channel].guild;
        let mut event = json.clone();
        if guild != 0 {
            event["guild_id"] = json!(guild.to_string());
        }
        // A webhook isn't a member of the server.
        if world.guilds.get(&guild).is_some_and(|it| it.members.contains_key(&author)) {
            let mut member = world.member_json(guild, author);
            member.as_object_mut().expect("a member").remove("user");
            event["member"] = member;
        }
        world.dispatch(guild, "MESSAGE_CREATE", &event);
    }
    json
}

/// Edits a post of the bot.
pub(crate) fn edit(world: &mut World, asked: &PostContext, message: Id) -> Answer {
    let sizes: Vec<(String, usize)> = asked.files.iter().map(|it| (it.name.clone(), it.bytes.len())).collect();
    keep(world, &rules::message(&asked.body, &sizes, false))?;
    let Some(mut post) = world.post(message).cloned() else { return refuse(404, 10008, "Unknown Message") };
    fill(world, &mut post, &asked.body, &asked.files);
    if !post.is_waited_for {
        post.edits += 1;
    }
    post.is_waited_for = false;
    Ok(Some(republish(world, post)))
}

/// Shows everybody the new state of a post.
pub(crate) fn republish(world: &mut World, mut post: Post) -> Value {
    world.new_id();
    post.edited_second = Some(world.now_second());
    let json = world.post_json(&post);
    let (channel, is_public) = (post.channel, post.only_for.is_none());
    let here = world.channels.get_mut(&channel).expect("a channel that was looked up");
    let guild = here.guild;
    world.places.insert(post.id, channel);
    here.posts.insert(post.id, post);
    if is_public {
        let mut event = json.clone();
        event["guild_id"] = json!(guild.to_string());
        world.dispatch(guild, "MESSAGE_UPDATE", &event);
    }
    json
}

pub(crate) fn delete(world: &mut World, message: Id) {
    let Some(channel) = world.post(message).map(|it| it.channel) else { return };
    let here = world.channels.get_mut(&channel).expect("a channel that was looked up");
    here.posts.remove(&message);
    let guild = here.guild;
    let event = json!({"id": message.to_string(), "channel_id": channel.to_string(), "guild_id": guild.to_string()});
    world.dispatch(guild, "MESSAGE_DELETE", &event);
}

pub(crate) fn react(post: &mut Post, emoji: &str, who: Id) {
    if who == BOT {
        post.signed.get_or_insert_with(Instant::now);
    }
    match post.reactions.iter_mut().find(|it| it.0 == emoji) {
        Some(reaction) => {
            reaction.1.insert(who);
        }
        None => post.reactions.push((emoji.to_owned(), BTreeSet::from([who]))),
    }
}

fn list(world: &mut World, asked: &PostContext, channel: Id) -> Answer {
    let limit = asked.query.get("limit").map_or(Ok(50), |it| it.parse::<usize>().map_err(|_| it));
    let Some(limit) = limit.ok().filter(|it| (1..=100).contains(it)) else {
        world.violations.push("a page of messages that is not 1 to 100 long".to_owned());
        return refuse(400, 50035, "limit is 1 to 100");
    };
    if !world.bot_may(channel, may::READ_MESSAGE_HISTORY) {
        return Ok(Some(json!([])));
    }
    let at = |key: &str| asked.query.get(key).map(|it| id(it)).transpose();
    let (after, before) = (at("after")?, at("before")?);
    let posts = world.channels[&channel].posts.values().filter(|it| it.only_for.is_none());
    let posts = posts.filter(|it| before.is_none_or(|before| it.id < before));
    let mut posts: Vec<&Post> = posts.filter(|it| after.is_none_or(|after| after < it.id)).collect();
    match after {
        Some(_) => posts.truncate(limit),
        None => drop(posts.drain(..posts.len().saturating_sub(limit))),
    }
    let forgets = world.faults.forgets_nonces;
    let shown = posts.into_iter().rev().map(|it| {
        let mut json = world.post_json(it);
        if forgets {
            json.as_object_mut().expect("a post").remove("nonce");
        }
        json
    });
    Ok(Some(shown.collect()))
}

fn pins(world: &World, channel: Id, is_new_way: bool) -> Answer {
    let posts = world.channels[&channel].posts.values().filter(|it| it.is_pinned);
    if !is_new_way {
        return Ok(Some(posts.map(|it| world.post_json(it)).collect()));
    }
    let items: Vec<Value> = posts
        .map(|it| json!({"pinned_at": super::world::time(1_800_000_000), "message": world.post_json(it)}))
        .collect();
    Ok(Some(json!({"items": items, "has_more": false})))
}

/// A post that everybody in the channel can see.
fn seen(world: &mut World, channel: Id, message: Id) -> Result<&mut Post, Refusal> {
    let here = world.channels.get_mut(&channel).expect("a channel that was looked up");
    let post = here.posts.get_mut(&message).filter(|it| it.only_for.is_none());
    post.ok_or_else(|| Refusal(404, 10008, "Unknown Message".to_owned()))
}

pub(crate) fn need(world: &World, channel: Id, permission: u64) -> Result<(), rest::Refusal> {
    if world.bot_may(channel, permission) { Ok(()) } else { refuse(403, 50013, "Missing Permissions") }
}

fn nonce_of(body: &Value) -> Option<String> {
    match &body["nonce"] {
        Value::String(it) => Some(it.clone()),
        Value::Number(it) => Some(it.to_string()),
        _ => None,
    }
}
