//! From the gateway to the handler: in order, nothing twice by our doing, nothing missed.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{
    ChannelId, CollectorCallback, ConnectionStage, Context, Event, FullEvent, Guild, GuildId, Interaction, Message,
    MessageId, Ready, ShardId, ShardManager, ShardStageUpdateEvent, Timestamp, UnavailableGuild,
};
use tokio::sync::mpsc;

use crate::discord::checks;
use crate::discord::commands;
use crate::discord::handler::{Command, Desk, Edit, Handler, Watched};
use crate::discord::lanes::{Told, Word};
use crate::discord::missed::missed;
use crate::discord::observe::Gauges;
use crate::discord::readers::Leave;
use crate::discord::trouble::{Trouble, status, words};

/// Interactions that are remembered: Discord may tell of one twice.
const ASKED_MAX: usize = 256;

/// The longest pause between two tries to read what was missed.
const PAUSE_MAX: Duration = Duration::from_secs(30);

/// The pause between two tries to do what could not be done: so long somebody waits for nothing once it can be.
const RETRY: Duration = Duration::from_secs(1);

/// How long it may take to learn whether this process answers somebody: they have to hear within three seconds.
const ANSWERS: Duration = Duration::from_secs(1);

/// Takes what the gateway says.
pub(super) struct Front<H: Handler> {
    desk: Arc<Desk<H>>,
    options: poise::FrameworkOptions<Desk<H>, Trouble>,
    gauges: Gauges,
    /// Who looks after each shard that is heard.
    shards: Mutex<HashMap<ShardId, Arc<ShardManager>>>,
    me: OnceLock<Weak<Front<H>>>,
    /// Which ear of each shard is the one that listens: the last.
    ears: Arc<Mutex<HashMap<ShardId, u64>>>,
    ears_made: AtomicU64,
    /// What was read over HTTP in each channel: the gateway tells of the newest of it again.
    read: Mutex<HashMap<ChannelId, BTreeMap<MessageId, Option<Timestamp>>>>,
    /// Where something was missed that may not be read, and is asked for again and again.
    gaps: Mutex<HashSet<ChannelId>>,
    /// The last interactions, the newest last.
    asked: Mutex<VecDeque<u64>>,
}

/// Something that concerns channels, in the gateway's order.
enum Live {
    /// The connection is there again, and something may have been missed.
    Back,
    Posted(Box<Message>),
    Edited(Edit),
    Deleted(ChannelId, Vec<MessageId>),
    Gone(ChannelId),
    /// What the bot may do in a server's channels may have changed.
    Allowed(GuildId),
    /// Something that isn't the gateway's.
    Said(Word),
}

impl<H: Handler> Front<H> {
    pub(super) fn new(desk: Desk<H>, gauges: Gauges) -> Front<H> {
        Front {
            desk: Arc::new(desk),
            options: commands::options(H::commands()),
            gauges,
            shards: Mutex::default(),
            me: OnceLock::new(),
            ears: Arc::default(),
            ears_made: AtomicU64::new(0),
            read: Mutex::default(),
            gaps: Mutex::default(),
            asked: Mutex::default(),
        }
    }

    /// Begins to listen; before that no event is taken.
    pub(super) fn begin(self: &Arc<Self>) {
        let _ = self.me.set(Arc::downgrade(self));
    }

    /// A shard is heard from now on, and this looks after it.
    pub(super) fn opened(&self, shard: ShardId, manager: &Arc<ShardManager>) {
        self.shards().insert(shard, Arc::clone(manager));
        self.gauges.shard(shard.get(), Some(false));
    }

    /// A shard isn't heard any more.
    pub(super) fn closed(&self, shard: ShardId) {
        self.shards().remove(&shard);
        if let Ok(mut ears) = self.ears.lock() {
            ears.remove(&shard);
        }
        self.desk.lanes.forget(shard);
        self.gauges.shard(shard.get(), None);
    }

    fn shards(&self) -> MutexGuard<'_, HashMap<ShardId, Arc<ShardManager>>> {
        self.shards.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn handler(&self) -> &H {
        &self.desk.handler
    }

    pub(super) fn desk(&self) -> &Arc<Desk<H>> {
        &self.desk
    }

    pub(super) fn gauges(&self) -> &Gauges {
        &self.gauges
    }

    pub(super) fn commands(&self) -> &[Command<H>] {
        &self.options.commands
    }

    /// Hears what a new session of a shard says, after reading what was missed before it.
    fn listen(&self, ctx: &Context) {
        let Some(front) = self.me.get().and_then(Weak::upgrade) else { return };
        // It was closed as it came to be.
        if !self.shards().contains_key(&ctx.shard_id) {
            return;
        }
        let number = self.ears_made.fetch_add(1, Ordering::Relaxed);
        let ears = Arc::clone(&self.ears);
        let is_last = move |shard| ears.lock().is_ok_and(|it| it.get(&shard) == Some(&number));
        if let Ok(mut ears) = self.ears.lock() {
            ears.insert(ctx.shard_id, number);
        }
        let (live, heard) = mpsc::unbounded_channel();
        let _ = live.send(Live::Back);
        let said = live.clone();
        self.desk.lanes.tell_by(
            ctx.shard_id,
            Arc::new(move |word| {
                let _ = said.send(Live::Said(word));
            }),
        );
        let (me, shard) = (ctx.cache.current_user().id, ctx.shard_id);
        // serenity calls this one event after the other, unlike the functions of an EventHandler.
        ctx.shard.add_collector(CollectorCallback(Box::new(move |event| {
            let is_ours = |it: &Live| !matches!(it, Live::Posted(post) if post.author.id == me);
            is_last(shard) && live_of(event).filter(is_ours).is_none_or(|it| live.send(it).is_ok())
        })));
        tokio::spawn(front.hear(ctx.clone(), heard));
    }

    async fn hear(self: Arc<Self>, ctx: Context, mut heard: mpsc::UnboundedReceiver<Live>) {
        while let Some(live) = heard.recv().await {
            let (front, ctx) = (Arc::clone(&self), ctx.clone());
            match live {
                Live::Back => self.catch_up(&ctx).await,
                Live::Said(Word::Mark(channel, done)) => self.desk.lanes.mark(channel, done),
                Live::Said(Word::Recall(guild, channel, told)) => self.recall(&ctx, guild, channel, told),
                Live::Posted(post) if post.guild_id.is_none() => self.desk.lanes.push(post.channel_id, async move {
                    tell("a message to the bot", post.id.get(), front.desk.handler.whispered(&ctx, *post).await);
                }),
                Live::Posted(post) => self.desk.lanes.push(post.channel_id, async move {
                    if front.was_read(post.channel_id, post.id).is_some() {
                        return;
                    }
                    metrics::counter!("fieldpost_posts_total").increment(1);
                    let id = post.id.get();
                    insist("a post", id, || front.desk.handler.posted(&ctx, (*post).clone())).await;
                }),
                Live::Edited(edit) => self.desk.lanes.push(edit.channel, async move {
                    if edit.at.is_some() && front.was_read(edit.channel, edit.id).is_some_and(|it| edit.at <= it) {
                        return;
                    }
                    let id = edit.id.get();
                    insist("an edit", id, || front.desk.handler.edited(&ctx, edit.clone())).await;
                }),
                Live::Deleted(channel, posts) => self.desk.lanes.push(channel, async move {
                    let deed = || front.desk.handler.deleted(&ctx, channel, posts.clone());
                    insist("a deletion", channel.get(), deed).await;
                }),
                Live::Allowed(guild) => self.allowed(&ctx, guild).await,
                Live::Gone(channel) => self.desk.lanes.push(channel, async move {
                    insist("a channel that is gone", channel.get(), || front.desk.handler.gone(&ctx, channel)).await;
                }),
            }
        }
    }

    /// Tries what the bot might not do in a server's channels.
    async fn allowed(self: &Arc<Self>, ctx: &Context, server: GuildId) {
        let watched = self.desk.handler.watched().await.unwrap_or_default();
        for (guild, channel) in watched.into_iter().filter(|it| it.0 == server) {
            if self.gaps.lock().is_ok_and(|it| it.contains(&channel)) {
                self.recall(ctx, guild, channel, None);
            }
            let (front, ctx) = (Arc::clone(self), ctx.clone());
            self.desk.lanes.push(channel, async move {
                insist("what it may do", channel.get(), || front.desk.handler.allowed(&ctx, channel)).await;
            });
        }
    }

    /// Has what was missed read in every channel that matters, before anything newer is taken there.
    async fn catch_up(self: &Arc<Self>, ctx: &Context) {
        let watched = loop {
            match self.desk.handler.watched().await {
                Ok(watched) => break watched,
                Err(why) => tracing::error!("which channels matter can't be read: {why}; trying again"),
            }
            tokio::time::sleep(RETRY).await;
        };
        if let Ok(mut read) = self.read.lock() {
            let watched: HashSet<ChannelId> = watched.iter().map(|it| it.1).collect();
            read.retain(|channel, _| watched.contains(channel));
        }
        for (guild, channel) in watched {
            self.recall(ctx, guild, channel, None);
        }
    }

    /// Has what was missed in a channel read in its turn, if it is this shard's.
    fn recall(self: &Arc<Self>, ctx: &Context, guild: GuildId, channel: ChannelId, told: Option<Told>) {
        if guild.shard_id(&ctx.cache) == ctx.shard_id.get() {
            let (front, ctx) = (Arc::clone(self), ctx.clone());
            self.desk.lanes.push(channel, async move {
                let Some(leave) = front.desk.lanes.leave_to_read(channel).await else { return };
                // Thousands may wait for leave, so what takes much room comes after it.
                if Box::pin(front.read_missed(&ctx, guild, channel, leave)).await
                    && front.gauges.is_connected(ctx.shard_id.get())
                    && let Some(told) = told
                {
                    let _ = told.send(());
                }
            });
        }
    }

    /// Something was missed that may not be read: it is asked for until it may, and nothing newer is taken before.
    async fn leave_gap(self: &Arc<Self>, ctx: &Context, guild: GuildId, channel: ChannelId, why: &serenity::Error) {
        insist("a channel that can't be read", channel.get(), || self.desk.handler.reads(channel, false)).await;
        if !self.gaps.lock().is_ok_and(|mut it| it.insert(channel)) {
            return;
        }
        let help = "give the bot View Channel and Read Message History there";
        tracing::error!(channel = channel.get(), "may not read the channel: {}; {help}", words(why));
        let (front, ctx) = (Arc::clone(self), ctx.clone());
        tokio::spawn(async move {
            let mut pause = Duration::from_secs(1);
            while front.gaps.lock().is_ok_and(|it| it.contains(&channel)) {
                wait(&mut pause).await;
                front.recall(&ctx, guild, channel, None);
            }
        });
    }

    fn forget_gap(&self, channel: ChannelId) {
        if let Ok(mut gaps) = self.gaps.lock() {
            gaps.remove(&channel);
        }
    }

    /// When a post had last been edited as it was read over HTTP, if it was.
    fn was_read(&self, channel: ChannelId, post: MessageId) -> Option<Option<Timestamp>> {
        self.read.lock().ok()?.get(&channel)?.get(&post).copied()
    }

    /// What is known of a channel.
    async fn known(&self, channel: ChannelId) -> Option<Watched> {
        loop {
            match self.desk.handler.known(channel).await {
                Ok(known) => return known,
                Err(Trouble::Later { why, .. }) => {
                    tracing::error!(channel = channel.get(), "what is known of a channel can't be read: {why}");
                }
                Err(why) => {
                    tell("what is known of a channel", channel.get(), Err(why));
                    return None;
                }
            }
            tokio::time::sleep(RETRY).await;
        }
    }

    /// Reads what was missed in a channel: whether nothing is missing any more.
    async fn read_missed(
        self: &Arc<Self>,
        ctx: &Context,
        guild: GuildId,
        channel: ChannelId,
        mut leave: Leave,
    ) -> bool {
        let handler = &self.desk.handler;
        let Some(watched) = self.known(channel).await else {
            self.forget_gap(channel);
            return false;
        };
        let mut pause = Duration::from_secs(1);
        let missed = loop {
            match missed(&ctx.http, &watched).await {
                Ok(missed) => break missed,
                Err(why) if matches!(status(&why), Some(401 | 403)) => {
                    drop(leave);
                    self.leave_gap(ctx, guild, channel, &why).await;
                    return false;
                }
                Err(why) => {
                    tracing::warn!(channel = channel.get(), "what was missed can't be read: {}", words(&why));
                }
            }
            // Others may go on meanwhile.
            drop(leave);
            wait(&mut pause).await;
            match self.desk.lanes.leave_to_read(channel).await {
                Some(it) => leave = it,
                None => return false,
            }
        };
        drop(leave);
        self.forget_gap(channel);
        let Some(missed) = missed else {
            insist("a channel that is gone", channel.get(), || handler.gone(ctx, channel)).await;
            return true;
        };
        insist("a channel that can be read", channel.get(), || handler.reads(channel, true)).await;
        let count = missed.deleted.len() + missed.edited.len() + missed.posted.len();
        if 0 < count {
            metrics::counter!("fieldpost_missed_total").increment(count as u64);
            tracing::info!(channel = channel.get(), count, "read what was missed");
        }
        if let Ok(mut read) = self.read.lock() {
            read.insert(channel, missed.read);
        }
        for edit in missed.edited {
            insist("an edit", edit.id.get(), || handler.edited(ctx, edit.clone())).await;
        }
        if !missed.deleted.is_empty() {
            insist("a deletion", channel.get(), || handler.deleted(ctx, channel, missed.deleted.clone())).await;
        }
        let me = ctx.cache.current_user().id;
        for post in missed.posted.into_iter().filter(|it| it.author.id != me) {
            insist("a post", post.id.get(), || handler.posted(ctx, post.clone())).await;
        }
        true
    }

    /// Whether an interaction is new. It isn't the next time.
    fn is_new(&self, interaction: u64) -> bool {
        let Ok(mut asked) = self.asked.lock() else { return true };
        if asked.contains(&interaction) {
            return false;
        }
        asked.push_back(interaction);
        if ASKED_MAX < asked.len() {
            asked.pop_front();
        }
        true
    }
}

/// Where somebody asks for something.
fn channel_of(interaction: &Interaction) -> Option<ChannelId> {
    match interaction {
        Interaction::Command(it) | Interaction::Autocomplete(it) => Some(it.channel_id),
        Interaction::Component(it) => Some(it.channel_id),
        Interaction::Modal(it) => Some(it.channel_id),
        _ => None,
    }
}

/// What an event says of channels.
fn live_of(event: &Event) -> Option<Live> {
    match event {
        Event::Resumed(_) => Some(Live::Back),
        Event::MessageCreate(it) => Some(Live::Posted(Box::new(it.message.clone()))),
        Event::MessageUpdate(it) => Some(Live::Edited(Edit {
            channel: it.channel_id,
            id: it.id,
            author: it.author.as_ref().map(|it| it.id),
            text: it.content.clone()?,
            at: it.edited_timestamp,
        })),
        Event::MessageDelete(it) => Some(Live::Deleted(it.channel_id, vec![it.message_id])),
        Event::MessageDeleteBulk(it) => Some(Live::Deleted(it.channel_id, it.ids.clone())),
        Event::ChannelUpdate(it) => Some(Live::Allowed(it.channel.guild_id)),
        Event::ThreadUpdate(it) => Some(Live::Allowed(it.thread.guild_id)),
        Event::GuildRoleUpdate(it) => Some(Live::Allowed(it.role.guild_id)),
        Event::GuildMemberUpdate(it) => Some(Live::Allowed(it.guild_id)),
        Event::ThreadDelete(it) => Some(Live::Gone(it.thread.id)),
        Event::ChannelDelete(it) => Some(Live::Gone(it.channel.id)),
        _ => None,
    }
}

/// Logs what a handler couldn't do.
fn tell(what: &'static str, id: u64, done: Result<(), Trouble>) {
    match done {
        Ok(()) => (),
        Err(why @ (Trouble::Elsewhere | Trouble::Answered)) => tracing::debug!(id, "{what} was left alone: {why}"),
        Err(why) => {
            metrics::counter!("fieldpost_troubles_total").increment(1);
            tracing::error!(id, "{what} could not be dealt with: {why}");
        }
    }
}

/// Has a handler do something, again and again while it may go well another time.
async fn insist<F: Future<Output = Result<(), Trouble>>>(what: &'static str, id: u64, deed: impl Fn() -> F) {
    loop {
        match deed().await {
            Err(Trouble::Later { why, .. }) => tracing::error!(id, "{what} has to wait: {why}"),
            done => return tell(what, id, done),
        }
        tokio::time::sleep(RETRY).await;
    }
}

async fn wait(pause: &mut Duration) {
    tokio::time::sleep(*pause).await;
    *pause = (*pause * 2).min(PAUSE_MAX);
}

#[serenity::async_trait]
impl<H: Handler> serenity::EventHandler for Front<H> {
    async fn ready(&self, ctx: Context, ready: Ready) {
        tracing::info!(shard = ctx.shard_id.get(), servers = ready.guilds.len(), "connected as {}", ready.user.name);
        self.listen(&ctx);
    }

    async fn cache_ready(&self, ctx: Context, _: Vec<GuildId>) {
        let watched = self.desk.handler.watched().await.unwrap_or_default();
        for (channel, missing) in checks::forbidden_among(&ctx.cache, watched) {
            tracing::warn!(
                channel = channel.get(),
                "the bot may not do all it has to there. In Discord: Edit Channel, Permissions, the bot's role, and \
                 allow: {}",
                missing.join(", ")
            );
        }
    }

    async fn guild_create(&self, _: Context, server: Guild, _: Option<bool>) {
        for thread in &server.threads {
            if let Some(last) = thread.last_message_id
                && self.desk.handler.is_behind(thread.id, last).await
            {
                self.desk.lanes.hurry(thread.id);
            }
        }
    }

    async fn guild_delete(&self, _: Context, server: UnavailableGuild, _: Option<Guild>) {
        let _under_way = self.desk.lanes.enter().await;
        // One that is only unavailable comes back by itself.
        if !server.unavailable {
            let id = server.id.get();
            tracing::info!(server = id, "the bot was sent away");
            insist("a server that the bot was sent away from", id, || self.desk.handler.left(server.id)).await;
        }
    }

    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        let Some(shard_manager) = self.shards().get(&ctx.shard_id).cloned() else { return };
        let _under_way = self.desk.lanes.enter().await;
        let id = interaction.id().get();
        if !self.is_new(id) {
            return;
        }
        if let Some(channel) = channel_of(&interaction)
            && !tokio::time::timeout(ANSWERS, self.desk.handler.answers(channel)).await.unwrap_or(true)
        {
            return;
        }
        match interaction {
            Interaction::Component(it) => tell("a button", id, self.desk.handler.pressed(&ctx, it).await),
            Interaction::Modal(it) => tell("a form", id, self.desk.handler.submitted(&ctx, it).await),
            interaction => {
                let framework = poise::FrameworkContext {
                    serenity_context: &ctx,
                    options: &self.options,
                    user_data: &*self.desk,
                    shard_manager: &shard_manager,
                };
                poise::dispatch_event(framework, FullEvent::InteractionCreate { interaction }).await;
            }
        }
        self.desk.handler.answered(id.into()).await;
    }

    async fn shard_stage_update(&self, _: Context, event: ShardStageUpdateEvent) {
        tracing::info!(shard = event.shard_id.get(), "{}", event.new);
        if self.shards().contains_key(&event.shard_id) {
            self.gauges.shard(event.shard_id.get(), Some(event.new == ConnectionStage::Connected));
        }
    }
}
