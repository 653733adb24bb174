//! What the bot sends: as rows of the outbox, and from there to Discord.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use poise::serenity_prelude as serenity;
use serde::{Deserialize, Serialize};
use serenity::{
    ButtonStyle, ChannelFlags, ChannelId, ChannelType, CreateActionRow, CreateAllowedMentions, CreateAttachment,
    CreateButton, CreateMessage, EditAttachments, EditMessage, EditThread, ForumTagId, Http, MessageId,
    MessagePagination, MessageType, Nonce, ReactionType, UserId,
};

use crate::discord::trouble::{Trouble, code, status, words};
use crate::referee::locked;
use crate::store::{Deliver, Fate, Outgoing, Store, Undelivered};

/// Something to send, and the channel that it concerns. Databases store it in this form, so another form needs another
/// version of their schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mail {
    pub(super) channel: u64,
    pub(super) deed: Deed,
}

/// What to do in the channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Deed {
    /// Posts a message.
    Post {
        draft: Draft,
        /// The post to which it replies.
        reply_to: Option<u64>,
    },
    /// Changes the message that was sent with a tag. If somebody deleted that, posts it again.
    Edit {
        of: String,
        draft: Draft,
        /// The post to which it replies.
        reply_to: Option<u64>,
    },
    /// Renames a thread, and sets the state of its battle, which may be a tag in a forum channel.
    Title { title: Title },
    /// Pins the message that was sent with a tag.
    Pin { of: String },
    /// Deletes the message that was sent with a tag.
    Delete { of: String },
    /// Sets the bot's only reaction to a post, and removes the one before. `None` only removes it.
    React { post: u64, emoji: Option<String>, instead_of: Option<String> },
}

/// The name of a thread, and the state of its battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Title {
    pub(super) name: String,
    pub(super) state: String,
}

/// The contents of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Draft {
    pub(super) content: String,
    pub(super) files: Vec<File>,
    /// Rows of buttons.
    pub(super) buttons: Vec<Vec<Button>>,
    /// The only users that it notifies.
    pub(super) calls: Vec<u64>,
}

/// A file that is attached to a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct File {
    pub(super) name: String,
    /// What it is, for people who can't see it.
    pub(super) description: String,
    /// In Base64.
    data: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Button {
    pub(super) id: String,
    pub(super) label: String,
    pub(super) is_primary: bool,
}

/// Discord's limits, in letters: of a message, and of a file's description.
pub(super) const CONTENT_MAX: usize = 2000;
const DESCRIPTION_MAX: usize = 1024;

impl File {
    pub(super) fn new(name: &str, description: &str, bytes: impl AsRef<[u8]>) -> File {
        let description = description.chars().take(DESCRIPTION_MAX).collect();
        File { name: name.to_owned(), description, data: BASE64.encode(bytes) }
    }

    pub(super) fn attachment(&self) -> Option<CreateAttachment> {
        let bytes = BASE64.decode(&self.data).ok()?;
        Some(CreateAttachment::bytes(bytes, self.name.clone()).description(self.description.clone()))
    }
}

impl Draft {
    /// A message with text alone, cut to Discord's limit.
    pub(super) fn text(content: impl Into<String>) -> Draft {
        Draft { content: cut_to_limit(content.into()), ..Draft::default() }
    }

    pub(super) fn mentions(&self) -> CreateAllowedMentions {
        // Nobody else is notified, whatever the text holds.
        CreateAllowedMentions::new().users(self.calls.iter().map(|it| UserId::new(*it)))
    }

    pub(super) fn rows(&self) -> Vec<CreateActionRow> {
        let button = |it: &Button| {
            let style = if it.is_primary { ButtonStyle::Primary } else { ButtonStyle::Secondary };
            CreateButton::new(it.id.clone()).label(it.label.clone()).style(style)
        };
        self.buttons.iter().map(|row| CreateActionRow::Buttons(row.iter().map(button).collect())).collect()
    }

    /// The edit that gives a message these contents. Without files, the message keeps those that it has.
    fn edit(&self) -> EditMessage {
        let edit = EditMessage::new().content(self.content.clone()).components(self.rows());
        let edit = edit.allowed_mentions(self.mentions());
        let files: Vec<CreateAttachment> = self.files.iter().filter_map(File::attachment).collect();
        match files.is_empty() {
            true => edit,
            false => edit.attachments(files.into_iter().fold(EditAttachments::new(), EditAttachments::add)),
        }
    }
}

/// Cuts a text at the end of a line, and adds a note on where the rest is.
pub(super) fn cut(text: &str, rest: &str) -> String {
    let note = format!("\n-# … {rest}.");
    let room = CONTENT_MAX.saturating_sub(note.chars().count());
    let kept: String = text.chars().take(room).collect();
    let end = kept.rfind('\n').filter(|_| kept.len() < text.len()).unwrap_or(kept.len());
    format!("{}{note}", &kept[..end])
}

/// Cuts a text to Discord's limit.
pub(in crate::discord) fn cut_to_limit(text: String) -> String {
    cut_to(text, CONTENT_MAX)
}

/// Cuts a text to at most `max` letters.
pub(super) fn cut_to(text: String, max: usize) -> String {
    if text.chars().count() <= max { text } else { text.chars().take(max - 1).chain(['…']).collect() }
}

/// Changes a thread's name, and its tag if its forum has one for the battle's state.
async fn rename(http: &Http, channel: ChannelId, title: &Title) -> Result<(), serenity::Error> {
    let mut edit = EditThread::new().name(title.name.clone());
    if let Some(thread) = http.get_channel(channel).await?.guild()
        && let Some(tags) = tags_for(http, thread.parent_id, &title.state, &thread.applied_tags).await?
    {
        edit = edit.applied_tags(tags);
    }
    channel.edit_thread(http, edit).await.map(|_| ())
}

/// The states of a battle. If a forum has tags with these names, its posts get them.
pub(super) const STATES: [&str; 3] = ["recruiting", "playing", "over"];

/// The tags of a forum post: those that it has, with the tag for the battle's state. `None` if it isn't in a forum or
/// there is nothing to change.
pub(super) async fn tags_for(
    http: &Http,
    forum: Option<ChannelId>,
    state: &str,
    has: &[ForumTagId],
) -> Result<Option<Vec<ForumTagId>>, serenity::Error> {
    let Some(forum) = forum else { return Ok(None) };
    let Some(forum) = http.get_channel(forum).await?.guild().filter(|it| it.kind == ChannelType::Forum) else {
        return Ok(None);
    };
    let named = |name: &str| forum.available_tags.iter().find(|it| it.name.eq_ignore_ascii_case(name)).map(|it| it.id);
    let states: Vec<ForumTagId> = STATES.into_iter().filter_map(named).collect();
    let mut tags: Vec<ForumTagId> = has.iter().copied().filter(|it| !states.contains(it)).collect();
    tags.extend(named(state));
    // Some forums require a tag on every post.
    if tags.is_empty() && forum.flags.contains(ChannelFlags::REQUIRE_TAG) {
        tags.extend(forum.available_tags.iter().find(|it| !it.moderated).map(|it| it.id));
    }
    tags.truncate(TAGS_MAX);
    Ok((!tags.is_empty() || !has.is_empty()).then_some(tags))
}

/// The most tags that Discord allows on a post.
const TAGS_MAX: usize = 5;

/// How long an attempt to rename a thread may take: less than a stop of the bot waits for its last messages.
const RENAME_TIMEOUT: Duration = Duration::from_secs(3);

/// The pause before a rename that Discord doesn't allow yet is tried again.
const RENAME_PAUSE: Duration = Duration::from_secs(60);

/// The tag of the pinned message.
pub(super) const STATUS: &str = "status";

/// Attempts at a message that the bot may not send: about a day of them.
const FORBIDDEN_MAX: u32 = 300;

/// Delivers mail to Discord.
pub(super) struct Carrier {
    http: Arc<Http>,
    store: Arc<Store>,
    /// Channels in which the bot may not react.
    no_reactions: Mutex<HashSet<u64>>,
}

impl Deliver for Carrier {
    async fn deliver(&self, row: &Outgoing) -> Result<String, Undelivered> {
        let Mail { channel, deed } = read(row)?;
        match self.carry(row, ChannelId::new(channel), deed).await {
            // The bot may reopen an archived thread unless it is locked.
            Err(Undelivered::Later { why, .. }) if why == PUT_AWAY => {
                let open = EditThread::new().archived(false);
                let opened = ChannelId::new(channel).edit_thread(&self.http, open).await;
                if let Err(why) = &opened
                    && row.attempts <= 1
                {
                    tracing::warn!(channel, "a thread that was put away can't be opened: {}", words(why));
                }
                Err(Undelivered::Later { after: opened.is_ok().then_some(Duration::ZERO), why })
            }
            carried => carried,
        }
    }

    /// Looks for a message that may have been sent just before the program ended. Anything else may safely be done
    /// twice.
    async fn find(&self, row: &Outgoing) -> Result<Option<String>, Undelivered> {
        let Mail { channel, deed: Deed::Post { draft, .. } } = read(row)? else { return Ok(None) };
        // The bot sends the messages of a battle and rank one after the other, so few came after this one, if it
        // arrived.
        for sent in self.last_messages(row, ChannelId::new(channel)).await? {
            let is_it = match &sent.nonce {
                Some(Nonce::String(nonce)) => *nonce == row.nonce,
                // Discord doesn't always return the nonce afterwards.
                _ => {
                    let is_alike = sent.content.trim() == draft.content.trim();
                    let is_alike = is_alike && sent.attachments.len() == draft.files.len();
                    is_alike && !self.is_of_another(row, sent.id).await?
                }
            };
            if is_it {
                return Ok(Some(sent.id.to_string()));
            }
        }
        Ok(None)
    }
}

impl Carrier {
    pub(super) fn new(http: &Arc<Http>, store: &Arc<Store>) -> Carrier {
        let (http, store) = (Arc::clone(http), Arc::clone(store));
        Carrier { http, store, no_reactions: Mutex::default() }
    }

    /// Returns whether the bot wasn't allowed to react in a channel, and forgets it.
    pub(super) fn could_not_react(&self, channel: u64) -> bool {
        locked(&self.no_reactions).remove(&channel)
    }

    async fn carry(&self, row: &Outgoing, channel: ChannelId, deed: Deed) -> Result<String, Undelivered> {
        match deed {
            Deed::Post { draft, reply_to } => self.post(row, channel, &draft, reply_to).await,
            Deed::Edit { of, draft, reply_to } => {
                let message = self.message_with_tag(row, &of).await?;
                match channel.edit_message(&self.http, message, draft.edit()).await {
                    Err(why) if code(&why) == Some(UNKNOWN_MESSAGE) => {
                        let anew = self.post(row, channel, &draft, reply_to).await?;
                        if let Some(message) = anew.parse().ok().filter(|_| of == STATUS) {
                            // If the bot may not pin it, it is still there.
                            let _ = channel.pin(&self.http, MessageId::new(message)).await;
                        }
                        Ok(anew)
                    }
                    sent => sent.map(|it| it.id.to_string()).map_err(undelivered),
                }
            }
            Deed::Title { title } => {
                // Discord allows two changes in ten minutes. By then a later name may have replaced this one.
                let not_yet = || Undelivered::Later {
                    after: Some(RENAME_PAUSE),
                    why: "Discord takes no other name yet".to_owned(),
                };
                match tokio::time::timeout(RENAME_TIMEOUT, rename(&self.http, channel, &title)).await {
                    Err(_) => Err(not_yet()),
                    // A proxy that doesn't wait by itself answers like this.
                    Ok(Err(why)) if status(&why) == Some(429) => Err(not_yet()),
                    // An archived thread is reopened for messages that people wait for. Nobody waits for a name.
                    Ok(Err(why)) if matches!(code(&why), Some(ARCHIVED | LOCKED)) => {
                        Err(Undelivered::Never { why: PUT_AWAY.to_owned() })
                    }
                    Ok(renamed) => renamed.map(|()| title.name).map_err(undelivered),
                }
            }
            Deed::Pin { of } => {
                let message = self.message_with_tag(row, &of).await?;
                channel.pin(&self.http, message).await.map(|()| message.to_string()).map_err(undelivered)
            }
            Deed::Delete { of } => {
                let message = self.message_with_tag(row, &of).await?;
                unless_gone(channel.delete_message(&self.http, message).await)?;
                Ok(message.to_string())
            }
            Deed::React { post, emoji, instead_of } => {
                let post = MessageId::new(post);
                if let Some(before) = instead_of {
                    let gone = channel.delete_reaction(&self.http, post, None, ReactionType::Unicode(before)).await;
                    // An earlier attempt may have removed it, or somebody else did.
                    unless_gone(gone)?;
                }
                if let Some(emoji) = emoji {
                    self.react(channel, post, emoji).await?;
                }
                Ok(post.to_string())
            }
        }
    }

    /// Reacts to a post. The first time that the bot may not in a channel, it logs that.
    async fn react(&self, channel: ChannelId, post: MessageId, emoji: String) -> Result<(), Undelivered> {
        match channel.create_reaction(&self.http, post, ReactionType::Unicode(emoji)).await {
            Err(why) if status(&why) == Some(403) => {
                if locked(&self.no_reactions).insert(channel.get()) {
                    let help = "until the bot may Add Reactions and Read Message History there, only its answers say \
                                what was understood";
                    tracing::warn!(channel = channel.get(), "a sign can't be given: {}; {help}", words(&why));
                }
                Ok(())
            }
            // A post that was deleted meanwhile needs no reaction.
            done => unless_gone(done),
        }
    }

    async fn post(
        &self,
        row: &Outgoing,
        channel: ChannelId,
        draft: &Draft,
        reply_to: Option<u64>,
    ) -> Result<String, Undelivered> {
        let mut message = CreateMessage::new()
            .content(draft.content.clone())
            .components(draft.rows())
            .allowed_mentions(draft.mentions().replied_user(false))
            .nonce(Nonce::String(row.nonce.clone()))
            .enforce_nonce(true)
            .files(draft.files.iter().filter_map(File::attachment));
        if let Some(post) = reply_to {
            // The post may be deleted by now. The answer is sent all the same.
            let reference = serenity::MessageReference::from((channel, MessageId::new(post)));
            message = message.reference_message(reference.fail_if_not_exists(false));
        }
        match channel.send_message(&self.http, message).await {
            // The text matters more than that it is a reply.
            Err(why) if code(&why) == Some(MAY_NOT_REPLY) && reply_to.is_some() => {
                Box::pin(self.post(row, channel, draft, None)).await
            }
            sent => sent.map(|it| it.id.to_string()).map_err(|why| not_posted(row, why)),
        }
    }

    /// The bot's own messages on the last page of a channel that has any, the newest first.
    async fn last_messages(&self, row: &Outgoing, channel: ChannelId) -> Result<Vec<serenity::Message>, Undelivered> {
        const PAGE: u8 = 100;
        let me = self.http.get_current_user().await.map_err(undelivered)?.id;
        let is_mine = |it: &serenity::Message| {
            it.author.id == me && matches!(it.kind, MessageType::Regular | MessageType::InlineReply)
        };
        let mut before = None;
        loop {
            let page = self.http.get_messages(channel, before, Some(PAGE)).await;
            let page = page.map_err(|why| not_posted(row, why))?;
            let first = page.iter().map(|it| it.id).min();
            let is_last = page.len() < usize::from(PAGE);
            let mut found: Vec<serenity::Message> = page.into_iter().filter(is_mine).collect();
            found.sort_by_key(|it| std::cmp::Reverse(it.id));
            match first {
                Some(first) if found.is_empty() && !is_last => before = Some(MessagePagination::Before(first)),
                _ => return Ok(found),
            }
        }
    }

    /// Whether a message is known to be another one of this battle.
    async fn is_of_another(&self, row: &Outgoing, message: MessageId) -> Result<bool, Undelivered> {
        let rows = self.store.messages(row.battle).await.map_err(|why| later(why.to_string()))?;
        let id = message.to_string();
        let is_its = |fate: &Fate| matches!(fate, Fate::Sent { receipt } if *receipt == id);
        Ok(rows.iter().any(|it| it.message.id != row.id && is_its(&it.fate)))
    }

    /// The message that was sent with a tag in this battle.
    async fn message_with_tag(&self, row: &Outgoing, tag: &str) -> Result<MessageId, Undelivered> {
        let receipt = self.store.receipt(row.battle, tag).await.map_err(|why| later(why.to_string()))?;
        let id: Option<u64> = receipt.and_then(|it| it.parse().ok());
        let why = || format!("no message was sent as \"{tag}\"");
        id.filter(|it| *it != 0).map(MessageId::new).ok_or_else(|| Undelivered::Never { why: why() })
    }
}

fn read(row: &Outgoing) -> Result<Mail, Undelivered> {
    let never = |why: String| Undelivered::Never { why };
    match serde_json::from_str(&row.body) {
        Ok(Mail { channel: 0, .. }) => Err(never("it names no channel".to_owned())),
        read => read.map_err(|why| never(format!("it can't be read: {why}"))),
    }
}

fn later(why: String) -> Undelivered {
    Undelivered::Later { after: None, why }
}

/// Discord's codes for an unknown message, and for archived and locked threads.
const UNKNOWN_MESSAGE: isize = 10008;
const ARCHIVED: isize = 50083;
const LOCKED: isize = 160_005;
/// Discord's code for a reply where the bot may not Read Message History.
const MAY_NOT_REPLY: isize = 160_002;
const PUT_AWAY: &str = "the thread was put away";

/// What an error of Discord's means for a new message. Where the bot may not post, it tries for a day, because somebody
/// may restore its permissions and a report would be missed.
fn not_posted(row: &Outgoing, error: serenity::Error) -> Undelivered {
    if FORBIDDEN_MAX <= row.attempts {
        tracing::error!("a message is given up after a day: {}", words(&error));
    }
    if status(&error) != Some(403) || FORBIDDEN_MAX <= row.attempts || matches!(code(&error), Some(ARCHIVED | LOCKED)) {
        return undelivered(error);
    }
    if row.attempts == 0 {
        tracing::warn!("a message can't be sent: {}; it is tried again for a day", Trouble::from(error));
    }
    later("the bot may not write there".to_owned())
}

/// The outcome of a request about a message. If the message is gone, nothing is left to do.
fn unless_gone<T>(done: Result<T, serenity::Error>) -> Result<(), Undelivered> {
    match done {
        Err(why) if status(&why) != Some(404) => Err(undelivered(why)),
        _ => Ok(()),
    }
}

/// What an error of Discord's means for a piece of mail.
fn undelivered(error: serenity::Error) -> Undelivered {
    const TOO_MANY: u16 = 429;
    let serenity::Error::Http(serenity::HttpError::UnsuccessfulRequest(it)) = &error else {
        return later("Discord can't be reached".to_owned());
    };
    let status = it.status_code.as_u16();
    if matches!(it.error.code, ARCHIVED | LOCKED) {
        return later(PUT_AWAY.to_owned());
    }
    let why = format!("Discord says {status} ({}: {})", it.error.code, it.error.message);
    match status {
        TOO_MANY => Undelivered::Later { after: Some(Duration::from_secs(1)), why },
        // The token was reset, or a proxy timed out: neither is the message's fault.
        401 | 408 => later(why),
        // The channel or the post is gone, or the bot may not write there any more. Trying again won't help.
        400..500 => {
            tracing::warn!("a message can't be sent: {}", Trouble::from(error));
            Undelivered::Never { why }
        }
        _ => later(why),
    }
}
