//! What is heard of Discord.

use std::collections::VecDeque;
use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{ChannelId, Event, GuildId, Message, MessageId, Timestamp, UserId};
use tokio::sync::{mpsc, oneshot};

/// Something that concerns channels, in the gateway's order.
pub(super) enum Inbound {
    /// The connection is there again, and something may have been missed.
    Back,
    Posted(Box<Message>),
    Edited(Edit),
    Deleted(ChannelId, Vec<MessageId>),
    Gone(ChannelId),
    /// What the bot may do in a server's channels may have changed.
    Allowed(GuildId),
    /// Somebody waits until what came before this is done.
    Mark(ChannelId, oneshot::Sender<()>),
    /// What was missed in a channel is to be read. Of several shards that hear this one does it, and tells whoever waits.
    Recall(GuildId, ChannelId, Option<mpsc::UnboundedSender<()>>),
}

impl Inbound {
    /// What an event says of channels.
    pub(super) fn of(event: &Event) -> Option<Inbound> {
        match event {
            Event::Resumed(_) => Some(Inbound::Back),
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
            Event::ChannelUpdate(it) => Some(Inbound::Allowed(it.channel.guild_id)),
            Event::ThreadUpdate(it) => Some(Inbound::Allowed(it.thread.guild_id)),
            Event::GuildRoleUpdate(it) => Some(Inbound::Allowed(it.role.guild_id)),
            Event::GuildMemberUpdate(it) => Some(Inbound::Allowed(it.guild_id)),
            Event::ThreadDelete(it) => Some(Inbound::Gone(it.thread.id)),
            Event::ChannelDelete(it) => Some(Inbound::Gone(it.channel.id)),
            _ => None,
        }
    }
}

/// Whether an interaction is not among the last ones. It is the next time.
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

/// How something stands that the bot depends on.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    /// In one word.
    pub(super) of: &'static str,
    /// How it is well, or why it isn't.
    pub(super) said: Result<String, String>,
}

/// What is known of the posts in a channel or thread.
#[derive(Clone, Debug)]
pub(super) struct Watched {
    pub(super) channel: ChannelId,
    /// The last post that was taken: everything after it is read.
    pub(super) after: MessageId,
    /// Posts that can still be edited or taken back, in any order: they are read again.
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
    /// Who wrote it, where Discord says so.
    pub(super) author: Option<UserId>,
    pub(super) text: String,
    /// When it was edited; nothing if Discord only added a preview of a link.
    pub(super) at: Option<Timestamp>,
}

impl From<Message> for Edit {
    fn from(post: Message) -> Edit {
        let Message { id, channel_id: channel, author, content: text, edited_timestamp: at, .. } = post;
        Edit { channel, id, author: Some(author.id), text, at }
    }
}
