//! Passes events from the gateway to the game: in order, nothing twice, and nothing missed.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{
    ChannelId, CollectorCallback, ConnectionStage, Context, FullEvent, Guild, GuildId, Interaction, Ready, ShardId,
    ShardManager, ShardStageUpdateEvent, UnavailableGuild,
};
use tokio::sync::mpsc;

use crate::discord::backfill::Permit;
use crate::discord::bot::{Bot, Services};
use crate::discord::checks;
use crate::discord::commands;
use crate::discord::inbound::{Inbound, is_new};
use crate::discord::missed::read_missed;
use crate::discord::observe::Gauges;
use crate::discord::trouble::{Trouble, status, words};
use crate::referee::locked;

/// The number of interactions that are remembered, because Discord may send one twice.
const ASKED_MAX: usize = 256;

/// The longest pause between two attempts to read missed posts.
const PAUSE_MAX: Duration = Duration::from_secs(30);

/// The pause between two attempts at what couldn't be done. Once it can be, somebody may still wait this long.
const RETRY: Duration = Duration::from_secs(1);

/// How long to wait for whether this process answers an interaction. Discord wants a first answer within three seconds.
const SERVES_TIMEOUT: Duration = Duration::from_secs(1);

/// Passes what the gateway sends to the game.
pub(super) struct Dispatcher {
    pub(super) services: Arc<Services>,
    pub(super) options: poise::FrameworkOptions<Services, Trouble>,
    pub(super) gauges: Gauges,
    /// The manager of each open shard.
    shards: Mutex<HashMap<ShardId, Arc<ShardManager>>>,
    /// Channels whose missed posts may not be read yet. The bot tries again and again.
    unreadable: Mutex<HashSet<ChannelId>>,
    recent_interactions: Mutex<VecDeque<u64>>,
}

impl Dispatcher {
    pub(super) fn new(services: Services, gauges: Gauges) -> Dispatcher {
        Dispatcher {
            services: Arc::new(services),
            options: commands::options(Bot::commands()),
            gauges,
            shards: Mutex::default(),
            unreadable: Mutex::default(),
            recent_interactions: Mutex::default(),
        }
    }

    /// Adds a shard that was opened.
    pub(super) fn shard_opened(&self, shard: ShardId, manager: &Arc<ShardManager>) {
        locked(&self.shards).insert(shard, Arc::clone(manager));
        self.gauges.set_shard(shard.get(), Some(false));
    }

    /// Removes a shard that is being closed.
    pub(super) fn shard_closed(&self, shard: ShardId) {
        locked(&self.shards).remove(&shard);
        self.services.queues.unsubscribe(shard);
        self.gauges.set_shard(shard.get(), None);
    }

    /// Listens to a new session of a shard. What was missed before it is read first.
    fn listen(self: &Arc<Self>, ctx: &Context) {
        let (shard, me) = (ctx.shard_id, ctx.cache.current_user().id);
        // The shard was closed meanwhile.
        if !locked(&self.shards).contains_key(&shard) {
            return;
        }
        let (subscriber, events) = self.services.queues.subscribe(shard);
        let _ = subscriber.send(Inbound::Reconnected);
        let queues = self.services.queues.clone();
        // Unlike the methods of an EventHandler, serenity calls this for one event after the other.
        ctx.shard.add_collector(CollectorCallback(Box::new(move |event| {
            let is_ours = |it: &Inbound| !matches!(it, Inbound::Posted(post) if post.author.id == me);
            let inbound = Inbound::of(event).filter(is_ours);
            queues.is_subscribed(shard, &subscriber) && inbound.is_none_or(|it| subscriber.send(it).is_ok())
        })));
        tokio::spawn(Arc::clone(self).dispatch(ctx.clone(), events));
    }

    async fn dispatch(self: Arc<Self>, ctx: Context, mut events: mpsc::UnboundedReceiver<Inbound>) {
        while let Some(inbound) = events.recv().await {
            let (services, ctx) = (Arc::clone(&self.services), ctx.clone());
            match inbound {
                // In every channel that matters, missed posts are read before anything newer is taken.
                Inbound::Reconnected => {
                    for (guild, channel) in services.bot.registry.threads() {
                        self.queue_backfill(&ctx, guild, channel, None);
                    }
                }
                Inbound::Mark(channel, done) => self.services.queues.mark(channel, done),
                Inbound::Backfill(guild, channel, done) => self.queue_backfill(&ctx, guild, channel, done),
                Inbound::Posted(post) if post.guild_id.is_none() => {
                    self.services.queues.push(post.channel_id, async move {
                        log_outcome(
                            "a message to the bot",
                            post.id.get(),
                            services.bot.direct_message(&ctx, *post).await,
                        );
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
                Inbound::PermissionsChanged(guild) => self.permissions_changed(&ctx, guild),
                Inbound::ChannelDeleted(channel) => self.services.queues.push(channel, async move {
                    insist("a channel that is gone", channel.get(), || services.bot.channel_deleted(channel)).await;
                }),
            }
        }
    }

    /// Tries again what the bot wasn't allowed to do in a server's channels.
    fn permissions_changed(self: &Arc<Self>, ctx: &Context, server: GuildId) {
        for (guild, channel) in self.services.bot.registry.threads().into_iter().filter(|it| it.0 == server) {
            if locked(&self.unreadable).contains(&channel) {
                self.queue_backfill(ctx, guild, channel, None);
            }
            let dispatcher = Arc::clone(self);
            self.services.queues.push(channel, async move {
                insist("what it may do", channel.get(), || dispatcher.services.bot.permissions_changed(channel)).await;
            });
        }
    }

    /// Queues the reading of missed posts in a channel, if the channel belongs to this shard.
    fn queue_backfill(
        self: &Arc<Self>,
        ctx: &Context,
        guild: GuildId,
        channel: ChannelId,
        done: Option<mpsc::UnboundedSender<()>>,
    ) {
        if guild.shard_id(&ctx.cache) == ctx.shard_id.get() {
            let (dispatcher, ctx) = (Arc::clone(self), ctx.clone());
            self.services.queues.push(channel, async move {
                let Some(permit) = dispatcher.services.queues.backfill_permit(channel).await else { return };
                // Thousands may wait for a permit, so the large future is made only afterwards.
                if Box::pin(dispatcher.read_missed(&ctx, guild, channel, permit)).await
                    && dispatcher.gauges.is_connected(ctx.shard_id.get())
                    && let Some(done) = done
                {
                    let _ = done.send(());
                }
            });
        }
    }

    /// Handles missed posts that may not be read: the bot tries until it may, and takes nothing newer before.
    async fn retry_until_readable(
        self: &Arc<Self>,
        ctx: &Context,
        guild: GuildId,
        channel: ChannelId,
        why: &serenity::Error,
    ) {
        insist("a channel that can't be read", channel.get(), || self.services.bot.set_readable(channel, false)).await;
        if !locked(&self.unreadable).insert(channel) {
            return;
        }
        let help = "give the bot View Channel and Read Message History there";
        tracing::error!(channel = channel.get(), "may not read the channel: {}; {help}", words(why));
        let (dispatcher, ctx) = (Arc::clone(self), ctx.clone());
        tokio::spawn(async move {
            let mut pause = Duration::from_secs(1);
            while locked(&dispatcher.unreadable).contains(&channel) {
                back_off(&mut pause).await;
                dispatcher.queue_backfill(&ctx, guild, channel, None);
            }
        });
    }

    /// Reads what was missed in a channel. Returns whether nothing is missing any more.
    async fn read_missed(
        self: &Arc<Self>,
        ctx: &Context,
        guild: GuildId,
        channel: ChannelId,
        mut permit: Permit,
    ) -> bool {
        let bot = &self.services.bot;
        let known =
            insist("what is known of a channel", channel.get(), || self.services.bot.registry.begin_watching(channel))
                .await;
        let Some(watched) = known.flatten() else {
            locked(&self.unreadable).remove(&channel);
            return false;
        };
        let mut pause = Duration::from_secs(1);
        let missed = loop {
            match read_missed(&ctx.http, &watched).await {
                Ok(missed) => break missed,
                Err(why) if matches!(status(&why), Some(401 | 403)) => {
                    drop(permit);
                    self.retry_until_readable(ctx, guild, channel, &why).await;
                    return false;
                }
                Err(why) => {
                    tracing::warn!(channel = channel.get(), "what was missed can't be read: {}", words(&why));
                }
            }
            // Other channels may be read during the pause.
            drop(permit);
            back_off(&mut pause).await;
            match self.services.queues.backfill_permit(channel).await {
                Some(it) => permit = it,
                None => return false,
            }
        };
        drop(permit);
        locked(&self.unreadable).remove(&channel);
        let Some(missed) = missed else {
            insist("a channel that is gone", channel.get(), || bot.channel_deleted(channel)).await;
            return true;
        };
        insist("a channel that can be read", channel.get(), || bot.set_readable(channel, true)).await;
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

/// The channel of an interaction.
fn channel_of(interaction: &Interaction) -> Option<ChannelId> {
    match interaction {
        Interaction::Command(it) | Interaction::Autocomplete(it) => Some(it.channel_id),
        Interaction::Component(it) => Some(it.channel_id),
        _ => None,
    }
}

/// Logs how the game failed at something.
fn log_outcome(what: &'static str, id: u64, done: Result<(), Trouble>) {
    match done {
        Ok(()) => (),
        Err(why @ (Trouble::Elsewhere | Trouble::Answered)) => tracing::debug!(id, "{what} was left alone: {why}"),
        Err(why) => {
            metrics::counter!("fieldpost_troubles_total").increment(1);
            tracing::error!(id, "{what} could not be dealt with: {why}");
        }
    }
}

/// Has the game do something, and tries again as long as that may help. `None` if it failed for good.
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
                log_outcome(what, id, Err(why));
                return None;
            }
        }
        tokio::time::sleep(RETRY).await;
    }
}

async fn back_off(pause: &mut Duration) {
    tokio::time::sleep(*pause).await;
    *pause = (*pause * 2).min(PAUSE_MAX);
}

/// The dispatcher as serenity's event handler.
pub(super) struct Events(pub(super) Arc<Dispatcher>);

#[serenity::async_trait]
impl serenity::EventHandler for Events {
    async fn ready(&self, ctx: Context, ready: Ready) {
        tracing::info!(shard = ctx.shard_id.get(), servers = ready.guilds.len(), "connected as {}", ready.user.name);
        self.0.listen(&ctx);
    }

    async fn cache_ready(&self, ctx: Context, _: Vec<GuildId>) {
        for (channel, missing) in checks::missing_permissions_among(&ctx.cache, self.0.services.bot.registry.threads())
        {
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
        // A server that is only unavailable comes back by itself.
        if !server.unavailable {
            let id = server.id.get();
            tracing::info!(server = id, "the bot was sent away");
            insist("a server that the bot was sent away from", id, || self.0.services.bot.removed_from(server.id))
                .await;
        }
    }

    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        let Some(shard_manager) = locked(&self.0.shards).get(&ctx.shard_id).cloned() else { return };
        let _under_way = self.0.services.queues.enter().await;
        let id = interaction.id().get();
        if !is_new(&mut locked(&self.0.recent_interactions), id, ASKED_MAX) {
            return;
        }
        if let Some(channel) = channel_of(&interaction)
            && !tokio::time::timeout(SERVES_TIMEOUT, self.0.services.bot.serves(channel)).await.unwrap_or(true)
        {
            return;
        }
        match interaction {
            Interaction::Component(it) => log_outcome("a button", id, self.0.services.bot.pressed(&ctx, it).await),
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
        self.0.services.bot.forget_interaction(id.into()).await;
    }

    async fn shard_stage_update(&self, _: Context, event: ShardStageUpdateEvent) {
        tracing::info!(shard = event.shard_id.get(), "{}", event.new);
        if locked(&self.0.shards).contains_key(&event.shard_id) {
            self.0.gauges.set_shard(event.shard_id.get(), Some(event.new == ConnectionStage::Connected));
        }
    }
}
