//! Where the game is plugged in.

use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{
    ChannelId, ComponentInteraction, Context, GuildId, Http, InteractionId, Message, MessageId, ModalInteraction,
    Timestamp, UserId,
};

use crate::discord::lanes::Lanes;
use crate::discord::trouble::Trouble;
use crate::store::Duty;

/// A slash command: a function with `#[poise::command(slash_command)]` that takes `poise::Context<Desk<H>, Trouble>`.
/// Its `autocomplete` functions answer while somebody types.
pub type Command<H> = poise::Command<Desk<H>, Trouble>;

/// What commands find in `ctx.data()`.
pub struct Desk<H> {
    pub handler: H,
    /// `lanes.settled(shard, channel)` waits for the posts that came before a command.
    pub lanes: Lanes,
}

/// What the bot does when something happens. Everything has a default: nothing.
///
/// What concerns one channel comes one call after the other, in the gateway's order; other channels don't wait for it.
/// The same thing may come again, after a reconnection or a restart: a post with an id that is known, an edit to the
/// text that is known and the deletion of what is gone mean nothing new. [`Trouble::Later`] has it told again until it
/// goes well, before anything newer of the channel. Any other error is logged, with no more of the post than its id; so it
/// must not hold a token or a text either.
#[serenity::async_trait]
pub trait Handler: Sized + Send + Sync + 'static {
    /// The slash commands; they are registered when the bot starts.
    fn commands() -> Vec<Command<Self>>;

    /// Comes first, before any event. An error ends the program.
    async fn begun(&self, _: &Arc<Http>, _: &Lanes) -> Result<(), Trouble> {
        Ok(())
    }

    /// What of so many shards this process serves: asked every two seconds. All of them, where there is no other process.
    async fn serves(&self, shards: u32) -> Result<Duty, Trouble> {
        Ok(Duty { parts: shards, mine: (0..shards).map(|it| (it, 0)).collect(), ..Duty::default() })
    }

    /// A shard isn't heard any more and is to be another process's: whether that could have it, as nothing of it is on its
    /// way.
    async fn let_go(&self, _: u32) -> Result<bool, Trouble> {
        Ok(true)
    }

    /// How what it depends on stands, for the host.
    async fn conditions(&self) -> Vec<Condition> {
        Vec::new()
    }

    /// What goes on beside the events, until the program stops.
    async fn run(&self) {}

    /// The program is asked to stop and finishes what is under way: what it serves is not to be another's before. Comes every
    /// two seconds until [`Handler::ending`] has returned.
    async fn lingers(&self) {}

    /// Comes last, when no event is taken any more.
    async fn ending(&self) {}

    /// The channels and threads whose posts matter, such as those of open battles. Asked whenever the connection was
    /// interrupted: what is missing is read there, in this order, and comes as [`posted`], [`edited`], [`deleted`] and [`gone`].
    /// [`Lanes::recall`] adds one in between.
    ///
    /// [`posted`]: Handler::posted
    /// [`edited`]: Handler::edited
    /// [`deleted`]: Handler::deleted
    /// [`gone`]: Handler::gone
    async fn watched(&self) -> Result<Vec<(GuildId, ChannelId)>, Trouble> {
        Ok(Vec::new())
    }

    /// Whether something was posted in such a channel that isn't known, by the last that was: it is read before others.
    async fn is_behind(&self, _: ChannelId, _: MessageId) -> bool {
        false
    }

    /// What is known of such a channel; nothing if it matters no more. Asked in its turn among the channel's posts, right
    /// before what is missing is read.
    async fn known(&self, _: ChannelId) -> Result<Option<Watched>, Trouble> {
        Ok(None)
    }

    /// What is missing in such a channel could be read, and comes next; or it may not be read, and is asked for again
    /// and again. Until it could be, nothing newer of the channel should be taken.
    async fn reads(&self, _: ChannelId, _: bool) -> Result<(), Trouble> {
        Ok(())
    }

    /// Whether this process answers what somebody does in a channel with commands, buttons and forms.
    async fn answers(&self, _: ChannelId) -> bool {
        true
    }

    /// A command, a press or a form was dealt with, whatever came of it.
    async fn answered(&self, _: InteractionId) {}

    /// Somebody posted; never the bot itself.
    async fn posted(&self, _: &Context, _: Message) -> Result<(), Trouble> {
        Ok(())
    }

    /// Somebody wrote to the bot alone.
    async fn whispered(&self, _: &Context, _: Message) -> Result<(), Trouble> {
        Ok(())
    }

    /// A post has another text now.
    async fn edited(&self, _: &Context, _: Edit) -> Result<(), Trouble> {
        Ok(())
    }

    /// Posts are gone.
    async fn deleted(&self, _: &Context, _: ChannelId, _: Vec<MessageId>) -> Result<(), Trouble> {
        Ok(())
    }

    /// The bot may do something else in a channel than before, perhaps.
    async fn allowed(&self, _: &Context, _: ChannelId) -> Result<(), Trouble> {
        Ok(())
    }

    /// A channel or thread is gone, with everything in it.
    async fn gone(&self, _: &Context, _: ChannelId) -> Result<(), Trouble> {
        Ok(())
    }

    /// The bot was sent away from a server. It may be asked back, and then everything is there as before.
    async fn left(&self, _: GuildId) -> Result<(), Trouble> {
        Ok(())
    }

    /// Somebody pressed a button or chose from a list. Answer within 3 seconds, or defer.
    async fn pressed(&self, _: &Context, _: ComponentInteraction) -> Result<(), Trouble> {
        Ok(())
    }

    /// Somebody sent a form off. Answer within 3 seconds, or defer.
    async fn submitted(&self, _: &Context, _: ModalInteraction) -> Result<(), Trouble> {
        Ok(())
    }
}

/// How something stands that the handler depends on.
#[derive(Clone, Debug)]
pub struct Condition {
    /// In one word.
    pub of: &'static str,
    /// How it is well, or why it isn't.
    pub said: Result<String, String>,
}

/// What is known of the posts in a channel or thread.
#[derive(Clone, Debug)]
pub struct Watched {
    pub channel: ChannelId,
    /// The last post that was taken: everything after it is read.
    pub after: MessageId,
    /// Posts that can still be edited or taken back, in any order: they are read again.
    pub known: Vec<Known>,
}

/// A post as it was taken.
#[derive(Clone, Debug)]
pub struct Known {
    pub id: MessageId,
    pub text: Arc<str>,
}

/// A post's new text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub channel: ChannelId,
    pub id: MessageId,
    /// Who wrote it, where Discord says so.
    pub author: Option<UserId>,
    pub text: String,
    /// When it was edited; nothing if Discord only added a preview of a link.
    pub at: Option<Timestamp>,
}

impl From<Message> for Edit {
    fn from(post: Message) -> Edit {
        let Message { id, channel_id: channel, author, content: text, edited_timestamp: at, .. } = post;
        Edit { channel, id, author: Some(author.id), text, at }
    }
}
