//! What is heard in a thread: whose a post is and where it goes, and what is gone.

use poise::serenity_prelude as serenity;
use serenity::{Context, CreateAllowedMentions, CreateMessage, Message};

use crate::diagnostic::join;
use crate::discord::game::mail::{Draft, Mail, STATUS, within};
use crate::discord::game::posts::Post;
use crate::discord::game::room::{Room, with_room};
use crate::discord::game::shown::refused;
use crate::discord::game::{Game, posts, proxies, rights, rounds, status, trouble};
use crate::discord::trouble::Trouble;
use crate::referee::Sheet;

/// Takes a new post.
pub(super) fn posted(sheet: &mut Sheet, post: &Post) {
    with_room(sheet, |sheet, room| {
        let is_new = room.after < post.id;
        room.after = room.after.max(post.id);
        let key = post.id.to_string();
        if sheet.table.post_with_key(&key).is_some() {
            return;
        }
        if sheet.table.is_over() {
            return;
        }
        match (&post.proxy, posts::author_of(sheet.table, post.user, post.is_gm)) {
            (Some((webhook, name)), _) => proxies::posted(sheet, room, post, *webhook, name),
            (None, Some(author)) => posts::taken(sheet, room, &author, post),
            (None, None) if is_new => stranger(sheet, room, post),
            (None, None) => (),
        }
    });
}

/// Whoever has no seat may talk. If they meant it as orders they are told once in a while why nothing came of it: the
/// battle's own messages wait for every other one.
fn stranger(sheet: &mut Sheet, room: &mut Room, post: &Post) {
    if !post.has_orders() || !room.may_tell(post.user, sheet.now) {
        return;
    }
    let said = match room.gms.contains(&post.user) {
        true => refused(&rights::not_the_gm(room, post.user)),
        false => "You have no seat in this battle, so nothing here was taken as an order. `/join` takes a free seat; \
                  then post it again."
            .to_owned(),
    };
    let mail = Mail::Post { channel: room.channel, draft: Draft::text(said), reply_to: Some(post.id) };
    room.sent += 1;
    // What has no name isn't known any more once it was sent, and this may be said again in the same words.
    sheet.send_later(Some(format!("message:{}", room.sent)), mail.body());
}

/// Answers what somebody wrote to the bot alone: orders are read where everybody reads them.
pub(super) async fn whispered(game: &Game, ctx: &Context, message: &Message) -> Result<(), Trouble> {
    // To look into a battle costs something, so a host of many names none.
    const BATTLES_MAX: usize = 50;
    if message.author.bot {
        return Ok(());
    }
    let (hall, user) = (game.hall()?, message.author.id.to_string());
    let threads = hall.threads();
    let mut seats = Vec::new();
    for (_, thread) in threads.iter().filter(|_| threads.len() <= BATTLES_MAX) {
        let Some(battle) = hall.battle_of(*thread) else { continue };
        let has_seat = hall.referee.ask(battle, |table, _| table.held_by(&user).is_some() && !table.is_over());
        if has_seat.await.map_err(trouble)? {
            seats.push(format!("<#{thread}>"));
        }
    }
    let seats = if seats.is_empty() { String::new() } else { format!("\nYou have a seat in {}.", join(&seats, "and")) };
    let said = within(format!(
        "I am Fieldpost and referee battles that are played by posts. Nothing here is read as orders: post them in the \
         battle's thread. `/order` there takes them without typing, and in secret where a battle has secrets; `/help` tells \
         the rest.{seats}"
    ));
    let answer = CreateMessage::new().content(said).allowed_mentions(CreateAllowedMentions::new());
    message.channel_id.send_message(&ctx.http, answer.reference_message(message)).await?;
    Ok(())
}

/// A message of the bot's own that was sent under this tag was deleted: what people can't do without comes again.
pub(super) fn unsaid(sheet: &mut Sheet, tag: &str) {
    with_room(sheet, |sheet, room| {
        if tag == STATUS {
            room.status.clear();
            status::refresh(sheet, room);
        } else if let Some((round, _)) = room.reports.iter().find(|it| it.1 == tag) {
            rounds::tell_again(sheet, room, *round);
        } else if let Some(number) = tag.strip_prefix("answer:").and_then(|it| it.parse().ok()) {
            posts::answer_again(sheet, room, number);
        }
    });
}
