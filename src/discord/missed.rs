//! What happened in a channel while the bot wasn't there, read over HTTP.

use std::collections::BTreeMap;

use poise::serenity_prelude as serenity;
use serenity::{ChannelId, Http, Message, MessageId, MessagePagination};

use crate::discord::inbound::{Edit, Watched};
use crate::discord::trouble::{code, status};

/// The most messages that Discord returns at once.
const PAGE: u8 = 100;
/// Discord's code for a channel that isn't there.
const UNKNOWN_CHANNEL: isize = 10003;

/// What happened in a channel while the bot wasn't there.
#[derive(Debug, Default)]
pub(super) struct Missed {
    /// Known posts that were deleted, oldest first.
    pub(super) deleted: Vec<MessageId>,
    /// Known posts whose text has changed, oldest first.
    pub(super) edited: Vec<Edit>,
    /// New posts, oldest first.
    pub(super) posted: Vec<Message>,
}

/// Reads what happened in a channel while the bot wasn't there. `None` if the channel is gone.
pub(super) async fn read_missed(http: &Http, watched: &Watched) -> Result<Option<Missed>, serenity::Error> {
    let before_known = watched.known.iter().map(|it| MessageId::new((it.id.get() - 1).max(1))).min();
    let from = before_known.map_or(watched.after, |it| it.min(watched.after));
    match read_after(http, watched.channel, from).await {
        Ok(posts) => Ok(Some(compare(watched, posts))),
        Err(why) if is_gone(&why) => Ok(None),
        Err(why) => Err(why),
    }
}

/// All posts after one, oldest first. Where the bot may not read the message history, Discord returns an empty list
/// instead of an error; this returns the error.
async fn read_after(http: &Http, channel: ChannelId, after: MessageId) -> Result<Vec<Message>, serenity::Error> {
    let posts = posts_after(http, channel, after).await?;
    if !posts.is_empty() {
        return Ok(posts);
    }
    match http.get_message(channel, after).await {
        Err(why) if status(&why) != Some(404) || is_gone(&why) => Err(why),
        // The bot may have been allowed to read only after the first request.
        _ => posts_after(http, channel, after).await,
    }
}

/// All posts after one, oldest first.
async fn posts_after(http: &Http, channel: ChannelId, after: MessageId) -> Result<Vec<Message>, serenity::Error> {
    let (mut posts, mut last) = (BTreeMap::new(), after);
    loop {
        let page = http.get_messages(channel, Some(MessagePagination::After(last)), Some(PAGE)).await?;
        let is_last = page.len() < usize::from(PAGE);
        // Discord returns the newest of a page first.
        posts.extend(page.into_iter().filter(|it| after < it.id).map(|it| (it.id, it)));
        match posts.last_key_value().map(|it| *it.0) {
            Some(id) if last < id && !is_last => last = id,
            _ => return Ok(posts.into_values().collect()),
        }
    }
}

fn compare(watched: &Watched, posts: Vec<Message>) -> Missed {
    let mut known: BTreeMap<MessageId, &str> = watched.known.iter().map(|it| (it.id, &*it.text)).collect();
    let mut missed = Missed::default();
    for post in posts {
        match known.remove(&post.id) {
            Some(text) if text != post.content => missed.edited.push(post.into()),
            None if watched.after < post.id => missed.posted.push(post),
            _ => {}
        }
    }
    missed.deleted = known.into_keys().collect();
    missed
}

fn is_gone(why: &serenity::Error) -> bool {
    status(why) == Some(404) && code(why) == Some(UNKNOWN_CHANNEL)
}
