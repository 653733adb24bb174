//! What the bot receives from Discord.

use std::collections::VecDeque;
use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{ChannelId, Event, GuildId, Message, MessageId, Timestamp, UserId};
use tokio::sync::{mpsc, oneshot};

/// Something that concerns channels, in the gateway's order.
pub(super) enum Inbound {
    /// The connection is back, and something may have been missed.
    Reconnected,
    Posted(Box<Message>),
    Edited(Edit),
    Deleted(ChannelId, Vec<MessageId>),
    ChannelDeleted(ChannelId),
    /// The bot's permissions in a server's channels may have changed.
    PermissionsChanged(GuildId),
    /// Somebody waits until everything before this is done.
    Mark(ChannelId, oneshot::Sender<()>),
    /// Missed posts of a channel are to be read. All shards receive this; the channel's own reads the posts and tells
    /// whoever waits.
    Backfill(GuildId, ChannelId, Option<mpsc::UnboundedSender<()>>),
}

impl Inbound {
    /// The part of an event that concerns channels. `None` if it concerns none.
    pub(super) fn of(event: &Event) -> Option<Inbound> {
        match event {
            Event::Resumed(_) => Some(Inbound::Reconnected),
            Event::MessageCreate(it) => Some(Inbound::Posted(Box::new(it.message.clone()))),
            Event::MessageUpdate(it) => Some(Inbound::Edited(Edit {
                channel: it.channel_id,
                id: it.id,
                author: it.author.as_ref().map(|it| it.id),
                text: it.content.clone()?,
                at: it.edited_timestamp,
            })),
            Event::MessageDelete(it) => Some(Inbound::Deleted(it.channel_id, vec![it.message_id])),
            Event::MessageDeleteBulk(it) => Some(Inbound::Deleted(it.channel_id, it.ids.clone())),
            Event::ChannelUpdate(it) => Some(Inbound::PermissionsChanged(it.channel.guild_id)),
            Event::ThreadUpdate(it) => Some(Inbound::PermissionsChanged(it.thread.guild_id)),
            Event::GuildRoleUpdate(it) => Some(Inbound::PermissionsChanged(it.role.guild_id)),
            Event::GuildMemberUpdate(it) => Some(Inbound::PermissionsChanged(it.guild_id)),
            Event::ThreadDelete(it) => Some(Inbound::ChannelDeleted(it.thread.id)),
            Event::ChannelDelete(it) => Some(Inbound::ChannelDeleted(it.channel.id)),
            _ => None,
        }
    }
}

/// Returns whether an interaction is new, and remembers it among the last `max`.
pub(super) fn is_new(last: &mut VecDeque<u64>, interaction: u64, max: usize) -> bool {
    if last.contains(&interaction) {
        return false;
    }
    last.push_back(interaction);
    if max < last.len() {
        last.pop_front();
    }
    true
}

/// The condition of something that the bot depends on.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    /// Its name, in one word.
    pub(super) name: &'static str,
    /// Details if it is well, or else what is wrong.
    pub(super) state: Result<String, String>,
}

/// The known posts of a channel or thread.
#[derive(Clone, Debug)]
pub(super) struct Watched {
    pub(super) channel: ChannelId,
    /// The last post that was taken. Everything after it is read.
    pub(super) after: MessageId,
    /// Posts that can still be edited or deleted, in any order. They are read again.
    pub(super) known: Vec<Known>,
}

/// A post as it was taken.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) id: MessageId,
    pub(super) text: Arc<str>,
}

/// A post's new text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) channel: ChannelId,
    pub(super) id: MessageId,
    /// The post's author, if Discord says who it is.
    pub(super) author: Option<UserId>,
    pub(super) text: String,
    /// When the post was edited. `None` if Discord only added a preview of a link.
    pub(super) at: Option<Timestamp>,
}

impl From<Message> for Edit {
    fn from(post: Message) -> Edit {
        let Message { id, channel_id: channel, author, content: text, edited_timestamp: at, .. } = post;
        Edit { channel, id, author: Some(author.id), text, at }
    }
}
