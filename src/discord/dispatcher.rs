//! From the gateway to the game: in order, nothing twice by our doing, nothing missed.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{
    ChannelId, CollectorCallback, ConnectionStage, Context, FullEvent, Guild, GuildId, Interaction, Ready, ShardId,
    ShardManager, ShardStageUpdateEvent, UnavailableGuild,
};
use tokio::sync::mpsc;

use crate::discord::backfill::Leave;
use crate::discord::bot::{Bot, Services};
use crate::discord::checks;
use crate::discord::commands;
use crate::discord::inbound::{Inbound, is_new};
use crate::discord::missed::missed;
use crate::discord::observe::Gauges;
use crate::discord::trouble::{Trouble, status, words};
use crate::referee::locked;

/// Interactions that are remembered: Discord may tell of one twice.
const ASKED_MAX: usize = 256;

/// The longest pause between two tries to read what was missed.
const PAUSE_MAX: Duration = Duration::from_secs(30);

/// The pause between two tries to do what could not be done: so long somebody waits for nothing once it can be.
const RETRY: Duration = Duration::from_secs(1);

/// How long it may take to learn whether this process answers somebody: they have to hear within three seconds.
const ANSWERS: Duration = Duration::from_secs(1);

/// Takes what the gateway says to the game.
pub(super) struct Dispatcher {
    pub(super) services: Arc<Services>,
    pub(super) options: poise::FrameworkOptions<Services, Trouble>,
    pub(super) gauges: Gauges,
    /// Who looks after each shard that is heard.
    shards: Mutex<HashMap<ShardId, Arc<ShardManager>>>,
    /// Where something was missed that may not be read, and is asked for again and again.
    gaps: Mutex<HashSet<ChannelId>>,
    /// The last interactions, the newest last.
    asked: Mutex<VecDeque<u64>>,
}

impl Dispatcher {
    pub(super) fn new(services: Services, gauges: Gauges) -> Dispatcher {
        Dispatcher {
            services: Arc::new(services),
            options: commands::options(Bot::commands()),
            gauges,
            shards: Mutex::default(),
            gaps: Mutex::default(),
            asked: Mutex::default(),
        }
    }

    /// A shard is heard from now on, and this looks after it.
    pub(super) fn opened(&self, shard: ShardId, manager: &Arc<ShardManager>) {
        locked(&self.shards).insert(shard, Arc::clone(manager));
        self.gauges.shard(shard.get(), Some(false));
    }

    /// A shard isn't heard any more.
    pub(super) fn closed(&self, shard: ShardId) {
        locked(&self.shards).remove(&shard);
        self.services.queues.unsubscribe(shard);
        self.gauges.shard(shard.get(), None);
    }

    /// Hears what a new session of a shard says, after reading what was missed before it.
    fn listen(self: &Arc<Self>, ctx: &Context) {
        let (shard, me) = (ctx.shard_id, ctx.cache.current_user().id);
        // It was closed as it came to be.
        if !locked(&self.shards).contains_key(&shard) {
            return;
        }
        let (subscriber, heard) = self.services.queues.subscribe(shard);
        let _ = subscriber.send(Inbound::Back);
        let queues = self.services.queues.clone();
        // serenity calls this one event after the other, unlike the functions of an EventHandler.
        ctx.shard.add_collector(CollectorCallback(Box::new(move |event| {
            let is_ours = |it: &Inbound| !matches!(it, Inbound::Posted(post) if post.author.id == me);
            let inbound = Inbound::of(event).filter(is_ours);
            queues.is_subscribed(shard, &subscriber) && inbound.is_none_or(|it| subscriber.send(it).is_ok())
        })));
        tokio::spawn(Arc::clone(self).hear(ctx.clone(), heard));
    }

    async fn hear(self: Arc<Self>, ctx: Context, mut heard: mpsc::UnboundedReceiver<Inbound>) {
        while let Some(inbound) = heard.recv().await {
            let (services, ctx) = (Arc::clone(&self.services), ctx.clone());
            match inbound {
                // What was missed is read in every channel that matters, before anything newer is taken there.
                Inbound::Back => {
                    for (guild, channel) in services.bot.registry.threads() {
                        self.recall(&ctx, guild, channel, None);
                    }
                }
                Inbound::Mark(channel, done) => self.services.queues.mark(channel, done),
                Inbound::Recall(guild, channel, told) => self.recall(&ctx, guild, channel, told),
                Inbound::Posted(post) if post.guild_id.is_none() => {
                    self.services.queues.push(post.channel_id, async move {
                        tell("a message to the bot", post.id.get(), services.bot.whispered(&ctx, *post).await);
                    });
                }
                Inbound::Posted(post) => self.services.queues.push(post.channel_id, async move {
                    metrics::counter!("fieldpost_posts_total").increment(1);
                    insist("a post", post.id.get(), || services.bot.posted(&ctx, (*post).clone())).await;
                }),
                Inbound::Edited(edit) => self.services.queues.push(edit.channel, async move {
                    insist("an edit", edit.id.get(), || services.bot.edited(&ctx, edit.clone())).await;
                }),
                Inbound::Deleted(channel, posts) => self.services.queues.push(channel, async move {
                    insist("a deletion", channel.get(), || services.bot.deleted(channel, posts.clone())).await;
                }),
                Inbound::Allowed(guild) => self.allowed(&ctx, guild),
                Inbound::Gone(channel) => self.services.queues.push(channel, async move {
                    insist("a channel that is gone", channel.get(), || services.bot.gone(channel)).await;
                }),
            }
        }
    }

    /// Tries what the bot might not do in a server's channels.
    fn allowed(self: &Arc<Self>, ctx: &Context, server: GuildId) {
        for (guild, channel) in self.services.bot.registry.threads().into_iter().filter(|it| it.0 == server) {
            if locked(&self.gaps).contains(&channel) {
                self.recall(ctx, guild, channel, None);
            }
            let dispatcher = Arc::clone(self);
            self.services.queues.push(channel, async move {
                insist("what it may do", channel.get(), || dispatcher.services.bot.allowed(channel)).await;
            });
        }
    }

    /// Has what was missed in a channel read in its turn, if it is this shard's.
    fn recall(
        self: &Arc<Self>,
        ctx: &Context,
        guild: GuildId,
        channel: ChannelId,
        told: Option<mpsc::UnboundedSender<()>>,
    ) {
        if guild.shard_id(&ctx.cache) == ctx.shard_id.get() {
            let (dispatcher, ctx) = (Arc::clone(self), ctx.clone());
            self.services.queues.push(channel, async move {
                let Some(leave) = dispatcher.services.queues.leave_to_read(channel).await else { return };
                // Thousands may wait for leave, so what takes much room comes after it.
                if Box::pin(dispatcher.read_missed(&ctx, guild, channel, leave)).await
                    && dispatcher.gauges.is_connected(ctx.shard_id.get())
                    && let Some(told) = told
                {
                    let _ = told.send(());
                }
            });
        }
    }

    /// Something was missed that may not be read: it is asked for until it may, and nothing newer is taken before.
    async fn leave_gap(self: &Arc<Self>, ctx: &Context, guild: GuildId, channel: ChannelId, why: &serenity::Error) {
        insist("a channel that can't be read", channel.get(), || self.services.bot.reads(channel, false)).await;
        if !locked(&self.gaps).insert(channel) {
            return;
        }
        let help = "give the bot View Channel and Read Message History there";
        tracing::error!(channel = channel.get(), "may not read the channel: {}; {help}", words(why));
        let (dispatcher, ctx) = (Arc::clone(self), ctx.clone());
        tokio::spawn(async move {
            let mut pause = Duration::from_secs(1);
            while locked(&dispatcher.gaps).contains(&channel) {
                wait(&mut pause).await;
                dispatcher.recall(&ctx, guild, channel, None);
            }
        });
    }

    /// Reads what was missed in a channel: whether nothing is missing any more.
    async fn read_missed(
        self: &Arc<Self>,
        ctx: &Context,
        guild: GuildId,
        channel: ChannelId,
        mut leave: Leave,
    ) -> bool {
        let bot = &self.services.bot;
        let known =
            insist("what is known of a channel", channel.get(), || self.services.bot.registry.known(channel)).await;
        let Some(watched) = known.flatten() else {
            locked(&self.gaps).remove(&channel);
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
            match self.services.queues.leave_to_read(channel).await {
                Some(it) => leave = it,
                None => return false,
            }
        };
        drop(leave);
        locked(&self.gaps).remove(&channel);
        let Some(missed) = missed else {
            insist("a channel that is gone", channel.get(), || bot.gone(channel)).await;
            return true;
        };
        insist("a channel that can be read", channel.get(), || bot.reads(channel, true)).await;
        let count = missed.deleted.len() + missed.edited.len() + missed.posted.len();
        if 0 < count {
            metrics::counter!("fieldpost_missed_total").increment(count as u64);
            tracing::info!(channel = channel.get(), count, "read what was missed");
        }
        for edit in missed.edited {
            insist("an edit", edit.id.get(), || bot.edited(ctx, edit.clone())).await;
        }
        if !missed.deleted.is_empty() {
            insist("a deletion", channel.get(), || bot.deleted(channel, missed.deleted.clone())).await;
        }
        let me = ctx.cache.current_user().id;
        for post in missed.posted.into_iter().filter(|it| it.author.id != me) {
            insist("a post", post.id.get(), || bot.posted(ctx, post.clone())).await;
        }
        true
    }
}

/// Where somebody asks for something.
fn channel_of(interaction: &Interaction) -> Option<ChannelId> {
    match interaction {
        Interaction::Command(it) | Interaction::Autocomplete(it) => Some(it.channel_id),
        Interaction::Component(it) => Some(it.channel_id),
        _ => None,
    }
}

/// Logs what the game couldn't do.
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

/// Has the game do something, again and again while it may go well another time.
async fn insist<T, F: Future<Output = Result<T, Trouble>>>(
    what: &'static str,
    id: u64,
    deed: impl Fn() -> F,
) -> Option<T> {
    loop {
        match deed().await {
            Ok(done) => return Some(done),
            Err(Trouble::Later { why, .. }) => tracing::error!(id, "{what} has to wait: {why}"),
            Err(why) => {
                tell(what, id, Err(why));
                return None;
            }
        }
        tokio::time::sleep(RETRY).await;
    }
}

async fn wait(pause: &mut Duration) {
    tokio::time::sleep(*pause).await;
    *pause = (*pause * 2).min(PAUSE_MAX);
}

/// The dispatcher, as serenity tells it of events.
pub(super) struct Events(pub(super) Arc<Dispatcher>);

#[serenity::async_trait]
impl serenity::EventHandler for Events {
    async fn ready(&self, ctx: Context, ready: Ready) {
        tracing::info!(shard = ctx.shard_id.get(), servers = ready.guilds.len(), "connected as {}", ready.user.name);
        self.0.listen(&ctx);
    }

    async fn cache_ready(&self, ctx: Context, _: Vec<GuildId>) {
        for (channel, missing) in checks::forbidden_among(&ctx.cache, self.0.services.bot.registry.threads()) {
            tracing::warn!(
                channel = channel.get(),
                "the bot may not do all it has to there. In Discord: Edit Channel, Permissions, the bot's role, and \
                 allow: {}",
                missing.join(", ")
            );
        }
    }

    async fn guild_delete(&self, _: Context, server: UnavailableGuild, _: Option<Guild>) {
        let _under_way = self.0.services.queues.enter().await;
        // One that is only unavailable comes back by itself.
        if !server.unavailable {
            let id = server.id.get();
            tracing::info!(server = id, "the bot was sent away");
            insist("a server that the bot was sent away from", id, || self.0.services.bot.left(server.id)).await;
        }
    }

    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        let Some(shard_manager) = locked(&self.0.shards).get(&ctx.shard_id).cloned() else { return };
        let _under_way = self.0.services.queues.enter().await;
        let id = interaction.id().get();
        if !is_new(&mut locked(&self.0.asked), id, ASKED_MAX) {
            return;
        }
        if let Some(channel) = channel_of(&interaction)
            && !tokio::time::timeout(ANSWERS, self.0.services.bot.answers(channel)).await.unwrap_or(true)
        {
            return;
        }
        match interaction {
            Interaction::Component(it) => tell("a button", id, self.0.services.bot.pressed(&ctx, it).await),
            interaction => {
                let framework = poise::FrameworkContext {
                    serenity_context: &ctx,
                    options: &self.0.options,
                    user_data: &*self.0.services,
                    shard_manager: &shard_manager,
                };
                poise::dispatch_event(framework, FullEvent::InteractionCreate { interaction }).await;
            }
        }
        self.0.services.bot.answered(id.into()).await;
    }

    async fn shard_stage_update(&self, _: Context, event: ShardStageUpdateEvent) {
        tracing::info!(shard = event.shard_id.get(), "{}", event.new);
        if locked(&self.0.shards).contains_key(&event.shard_id) {
            self.0.gauges.shard(event.shard_id.get(), Some(event.new == ConnectionStage::Connected));
        }
    }
}
