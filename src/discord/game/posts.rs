//! Posts of a thread: read as orders, answered once, and read again when they change.

use poise::serenity_prelude as serenity;
use serenity::{Message, MessageType};

use crate::discord::game::mail::{CONTENT_MAX, Draft, Mail, within};
use crate::discord::game::room::{Room, Said, with_room};
use crate::discord::game::status;
use crate::orders::Poster;
use crate::referee::commands::{Command, Outcome};
use crate::referee::{Answered, Refused, Sheet, Taken, thread};
use crate::report::{Answer, Markup, Reaction, Rich};

/// A post as the game takes it.
#[derive(Clone, Debug)]
pub(super) struct Post {
    pub(super) id: u64,
    /// The user, or what a proxying bot calls whom it speaks for.
    pub(super) user: u64,
    pub(super) proxy: Option<String>,
    pub(super) text: String,
}

impl Post {
    /// A message as a post, if it can be one: of a person, or of a bot that the GM allows to speak for a seat.
    pub(super) fn of(message: &Message) -> Option<Post> {
        let is_plain = matches!(message.kind, MessageType::Regular | MessageType::InlineReply);
        // A forwarded message has somebody else's text.
        let is_forwarded = message.message_reference.as_ref().is_some_and(|it| it.kind == FORWARD);
        if !is_plain || is_forwarded {
            return None;
        }
        let proxy = match (message.webhook_id, message.author.bot) {
            (Some(_), _) => Some(message.author.name.clone()),
            (None, true) => return None,
            (None, false) => None,
        };
        Some(Post { id: message.id.get(), user: message.author.id.get(), proxy, text: message.content.clone() })
    }
}

const FORWARD: serenity::MessageReferenceKind = serenity::MessageReferenceKind::Forward;

/// Who a post is by, as the table knows people.
pub(super) fn author(room: &Room, sheet: &Sheet, post: &Post) -> Option<String> {
    if let Some(name) = &post.proxy {
        return room.proxies.get(name).cloned();
    }
    author_of(room, sheet, post.user)
}

/// Who a user is, as the table knows people: a player first, as a GM may have a seat too.
pub(super) fn author_of(room: &Room, sheet: &Sheet, user: u64) -> Option<String> {
    let name = user.to_string();
    match sheet.table.held_by(&name) {
        Some(_) => Some(name),
        None => room.is_gm(user).then(|| thread::GM.to_owned()),
    }
}

/// Takes a new post.
pub(super) fn posted(sheet: &mut Sheet, post: &Post) {
    with_room(sheet, |sheet, room| {
        room.after = room.after.max(post.id);
        let key = post.id.to_string();
        if sheet.table.post_with_key(&key).is_some() {
            return;
        }
        let author = match author(room, sheet, post) {
            Some(author) => author,
            None => return stranger(sheet, room, post),
        };
        let (text, commands) = thread::commands(&post.text, thread::giver(&author));
        if let Ok(answered) = sheet.table.post_as(&author, &text, Some(&key)) {
            show(sheet, room, post.id, &answered);
        }
        for command in commands {
            carry_out(sheet, room, &author, &command);
        }
        status::refresh(sheet, room);
    });
}

/// Whoever has no seat may talk. If they meant it as orders they are told, by a reaction, why nothing came of it.
fn stranger(sheet: &mut Sheet, room: &mut Room, post: &Post) {
    let is_order = |line: &str| line.trim_start().starts_with('!') && line.contains(':');
    if post.proxy.is_none() && !sheet.table.is_over() && post.text.lines().any(is_order) {
        let said = "You have no seat in this battle, so nothing was taken as an order. `/join` takes a free seat.";
        room.post_as(sheet, &format!("stranger:{}", post.id), Draft::text(said), Some(post.id));
    }
}

/// Carries out a command that stands in a post.
fn carry_out(sheet: &mut Sheet, room: &mut Room, author: &str, text: &str) {
    let said = match Command::read(text) {
        // What closes and opens rounds has commands of its own, with permissions and buttons.
        Some(Ok(Command::Resolve | Command::Undo(_) | Command::Set(_) | Command::Hidden(_))) | None => return,
        Some(Ok(command)) => match sheet.table.carry_out(author, &command) {
            Ok(Outcome::Said(said)) => said,
            Ok(Outcome::RoundClosed(_) | Outcome::Answered(_)) => return,
            Err(why) => format!("{why}."),
        },
        Some(Err(why)) => format!("{why}."),
    };
    room.post(sheet, Draft::text(Markup::Discord.line(&Rich::plain(said))));
}

/// Reads a post again that has another text now.
pub(super) fn edited(sheet: &mut Sheet, id: u64, text: &str) {
    with_room(sheet, |sheet, room| {
        let Some((number, author)) = known(sheet, id) else { return };
        let (text, _) = thread::commands(text, thread::giver(&author));
        let is_as_before =
            sheet.table.post_with_key(&id.to_string()).is_some_and(|it| it.text.as_deref() == Some(&*text));
        if is_as_before {
            return;
        }
        match sheet.table.edit(&author, number, &text) {
            Ok(Taken::Answered(answered)) => show(sheet, room, id, &answered),
            Ok(Taken::Late { round, .. }) => late(sheet, room, id, number, round),
            Err(Refused::BattleIsOver) => (),
            Err(why) => tracing::debug!(post = id, "an edit was not taken: {why}"),
        }
        status::refresh(sheet, room);
    });
}

/// Takes posts back.
pub(super) fn deleted(sheet: &mut Sheet, ids: &[u64]) {
    with_room(sheet, |sheet, room| {
        for id in ids {
            let Some((number, author)) = known(sheet, *id) else { continue };
            match sheet.table.delete(&author, number) {
                Ok(Taken::Answered(_)) => {
                    if let Some(Said { text: Some(text), .. }) = room.answered.remove(&number) {
                        let struck = struck(&text);
                        room.edit(sheet, &answer_tag(number), Draft::text(struck));
                    }
                }
                Ok(Taken::Late { round, .. }) => {
                    let said =
                        format!("A post of round {round} was deleted. The round is closed, so its orders stay (R-2).");
                    room.post(sheet, Draft::text(said));
                }
                Err(_) => (),
            }
        }
        status::refresh(sheet, room);
    });
}

/// The number of a post that was taken and stands, and whose it is as the table knows people.
fn known(sheet: &Sheet, id: u64) -> Option<(u32, String)> {
    let post = sheet.table.post_with_key(&id.to_string())?;
    post.text.as_ref()?;
    let author = match post.poster() {
        Poster::Gm => thread::GM.to_owned(),
        // Whoever has the seat now answers for what was posted from it.
        Poster::Seat(seat) => {
            sheet.table.holder(seat).map_or_else(|| sheet.table.name_of(post.poster()).to_owned(), str::to_owned)
        }
    };
    Some((post.number, author))
}

fn late(sheet: &mut Sheet, room: &mut Room, id: u64, number: u32, round: u16) {
    let said = format!("Round {round} is closed, so this edit has no effect any more (R-2).");
    room.post_as(sheet, &format!("late:{number}:{}", room.sent), Draft::text(said), Some(id));
    room.sent += 1;
}

fn answer_tag(number: u32) -> String {
    format!("answer:{number}")
}

/// Shows what was understood: by a reaction, and in one answer that changes when the post does.
fn show(sheet: &mut Sheet, room: &mut Room, id: u64, answered: &Answered) {
    let number = answered.number;
    let before = room.answered.get(&number).cloned().unwrap_or_default();
    let emoji = answered.answer.as_ref().and_then(|it| emoji(it.reaction)).map(str::to_owned);
    if emoji != before.emoji {
        let (channel, instead_of) = (room.channel, before.emoji.clone());
        sheet.send(None, Mail::React { channel, post: id, emoji: emoji.clone(), instead_of }.body());
    }
    let text = answered.answer.as_ref().map(content);
    let text = match (text, &before.text) {
        (None, Some(_)) => Some("There are no orders in this post any more.".to_owned()),
        (text, _) => text,
    };
    if text != before.text
        && let Some(text) = &text
    {
        match before.text {
            None => room.post_as(sheet, &answer_tag(number), Draft::text(text.clone()), Some(id)),
            Some(_) => room.edit(sheet, &answer_tag(number), Draft::text(text.clone())),
        }
    }
    if emoji.is_some() || text.is_some() {
        room.answered.insert(number, Said { emoji, text });
    }
}

fn emoji(reaction: Reaction) -> Option<&'static str> {
    match reaction {
        Reaction::Taken => Some("✅"),
        Reaction::Doubtful => Some("⚠️"),
        Reaction::Refused => Some("❌"),
        Reaction::Nothing => None,
    }
}

/// An answer as a message: cut line by line to what Discord takes.
pub(super) fn content(answer: &Answer) -> String {
    fenced(&answer.text())
}

/// Text that is shown as it stands, its columns kept. Nothing in it is markup.
pub(super) fn fenced(text: &str) -> String {
    const FENCE: &str = "```";
    let room = CONTENT_MAX - 2 * FENCE.len() - 40;
    let clean = text.replace("```", "'''");
    let mut kept = String::new();
    for line in clean.lines() {
        if room < kept.chars().count() + line.chars().count() + 1 {
            kept.push_str("… and more: /orders shows all of it.\n");
            break;
        }
        kept.push_str(line);
        kept.push('\n');
    }
    within(format!("{FENCE}\n{kept}{FENCE}"))
}

/// A text that is struck out, line by line: its post is gone.
fn struck(text: &str) -> String {
    let line = |it: &str| {
        let escaped = Markup::Discord.line(&Rich::plain(it));
        if escaped.trim().is_empty() { String::new() } else { format!("~~{escaped}~~") }
    };
    let lines: Vec<String> = text.lines().filter(|it| !it.starts_with("```")).map(line).collect();
    within(format!("The post was deleted, and its orders are taken back.\n{}", lines.join("\n")))
}
