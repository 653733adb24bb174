//! New posts in a thread and deleted messages of the bot: who posted and where it goes, and what has to be posted
//! again.

use poise::serenity_prelude as serenity;
use serenity::{Context, CreateAllowedMentions, CreateMessage, Message};

use crate::diagnostic::join;
use crate::discord::bot::format::refusal_text;
use crate::discord::bot::mail::{Deed, Draft, STATUS, cut_to_limit};
use crate::discord::bot::posts::Post;
use crate::discord::bot::thread_state::ThreadState;
use crate::discord::bot::{Bot, posts, proxies, rights, rounds, status};
use crate::discord::trouble::Trouble;
use crate::referee::Transaction;

/// Takes a new post. Returns an answer to send at once, past the outbox: nothing more is stored for a battle that is
/// over for good.
pub(super) fn posted(tx: &mut Transaction, state: &mut ThreadState, post: &Post) -> Option<String> {
    let is_new = state.after < post.id;
    state.after = state.after.max(post.id);
    if tx.table.post_with_key(&post.id.to_string()).is_some() {
        return None;
    }
    let is_over = tx.table.is_over();
    match (&post.proxy, posts::author_of(tx.table, post.user, post.is_gm).filter(|_| !is_over)) {
        (Some((webhook, name)), _) if is_new && !is_over => proxies::posted(tx, state, post, *webhook, name),
        (None, Some(author)) => posts::take(tx, state, &author, post),
        (None, None) if is_new => return not_taken(tx, state, post),
        (Some(_), _) | (None, None) => (),
    }
    None
}

/// Handles a post that nobody takes. People without a seat may talk, and everybody may once the battle is over. If it
/// looks like orders, its author is told why they don't count, but only once in a while, because other messages of the
/// battle would have to wait.
fn not_taken(tx: &mut Transaction, state: &mut ThreadState, post: &Post) -> Option<String> {
    if !post.has_orders() || !state.may_answer(post.user, tx.now) {
        return None;
    }
    if tx.table.is_revealed() {
        let said = "The battle is over for good, so nothing here is taken as an order any more. `/what-if` plays a round of it \
                    again with other orders; `/battle new` begins another battle.";
        return Some(said.to_owned());
    }
    let said = if tx.table.is_over() {
        "The battle is over, so nothing here was taken as an order. If the GM takes the last round back (`/gm undo`), post it \
         again."
            .to_owned()
    } else if state.gms.contains(&post.user) {
        refusal_text(&rights::not_the_gm(state, post.user))
    } else {
        let join = if tx.table.has_free_seats() { " `/join` takes a free seat; then post it again." } else { "" };
        format!("You have no seat in this battle, so nothing here was taken as an order.{join}")
    };
    state.sent += 1;
    // Without a tag, the message would be forgotten once it is sent, and the same words may be sent again.
    let mail = state.mail(Deed::Post { draft: Draft::text(said), reply_to: Some(post.id) });
    tx.send_later(Some(format!("message:{}", state.sent)), mail);
    None
}

/// Answers a direct message: orders are read only where everybody can read them.
pub(super) async fn direct_message(bot: &Bot, ctx: &Context, message: &Message) -> Result<(), Trouble> {
    // Looking into a battle takes time, so a bot with many battles names none.
    const BATTLES_MAX: usize = 50;
    if message.author.bot {
        return Ok(());
    }
    let (registry, user) = (&bot.registry, message.author.id.to_string());
    let threads = registry.threads();
    let mut seats = Vec::new();
    for (_, thread) in threads.iter().filter(|_| threads.len() <= BATTLES_MAX) {
        let Some(battle) = registry.held_in(*thread) else { continue };
        let has_seat = registry.referee.read(battle, |table, _| table.held_by(&user).is_some() && !table.is_over());
        if has_seat.await? {
            seats.push(format!("<#{thread}>"));
        }
    }
    let seats = if seats.is_empty() { String::new() } else { format!("\nYou have a seat in {}.", join(&seats, "and")) };
    let said = cut_to_limit(format!(
        "I am Fieldpost and referee battles that are played by posts. Nothing here is read as orders: post them in the \
         battle's thread. `/order` there takes them without typing, and in secret where a battle has secrets; `/help` tells \
         the rest.{seats}"
    ));
    answer_at_once(ctx, message, said).await
}

/// Answers a message at once, past the outbox.
pub(super) async fn answer_at_once(ctx: &Context, message: &Message, said: String) -> Result<(), Trouble> {
    let answer = CreateMessage::new().content(said).allowed_mentions(CreateAllowedMentions::new());
    message.channel_id.send_message(&ctx.http, answer.reference_message(message)).await?;
    Ok(())
}

/// Posts a deleted message of the bot's again, if people need it.
pub(super) fn repost(tx: &mut Transaction, state: &mut ThreadState, tag: &str) {
    if tag == STATUS {
        state.status.clear();
        status::refresh(tx, state);
    } else if let Some((round, _)) = state.reports.iter().find(|it| it.1 == tag) {
        rounds::report_again(tx, state, *round);
    } else if let Some(number) = tag.strip_prefix("answer:").and_then(|it| it.parse().ok()) {
        posts::answer_again(tx, state, number);
    }
}
