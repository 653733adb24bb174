//! The game on Discord: what posts, commands and buttons do.

mod buttons;
mod changes;
mod command_orders;
mod commands;
mod format;
mod inbound;
mod library;
mod mail;
mod pending;
mod picker;
mod posts;
mod proxies;
mod registry;
mod reply;
mod rights;
mod rounds;
mod status;
mod thread_state;
mod when;

use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{ChannelId, ComponentInteraction, Context, GuildId, Http, InteractionId, Message, MessageId};

use crate::discord::channel_queues::ChannelQueues;
use crate::discord::config::{Config, QuietHours};
use crate::discord::inbound::Edit;
use crate::discord::trouble::Trouble;
use crate::referee::keeper;
use crate::referee::service::LEASE;
use crate::referee::{Clock, Pace, Transaction};
use crate::store::{BattleId, Cause, StoreError};

use changes::Change;
use library::Library;
use posts::Post;
use registry::Registry;
use thread_state::{ThreadState, with_state};

pub(in crate::discord) use mail::cut_to_limit;

pub(in crate::discord) struct Bot {
    gm_roles: Vec<String>,
    library: Library,
    pace: Pace,
    quiet: Option<QuietHours>,
    // The public seed of every battle, if the bot is set up for rehearsals.
    rehearsal: Option<u64>,
    pub(in crate::discord) registry: Arc<Registry>,
    /// Held while a round is rehearsed. A rehearsal uses all cores, so only one runs at a time.
    rehearsing: tokio::sync::Mutex<()>,
}

/// A slash command.
pub(in crate::discord) type Command = poise::Command<Services, Trouble>;

/// The data of commands, in `ctx.data()`.
pub(in crate::discord) struct Services {
    pub(in crate::discord) bot: Bot,
    /// `queues.settled(shard, channel)` waits for the posts that came before a command.
    pub(in crate::discord) queues: ChannelQueues,
}

/// The context of a command.
type Ctx<'a> = poise::Context<'a, Services, Trouble>;

impl Bot {
    /// Opens the database, before any event. An error ends the program.
    pub(in crate::discord) async fn open(
        config: &Config,
        clock: Arc<dyn Clock>,
        http: &Arc<Http>,
        queues: &ChannelQueues,
    ) -> Result<Bot, Trouble> {
        Ok(Bot {
            gm_roles: config.gm_roles.clone(),
            library: Library::new(&config.scenarios, config.data.as_deref()),
            pace: config.pace,
            quiet: config.quiet.clone(),
            rehearsal: config.seed,
            registry: Registry::open(&config.database, clock, http, queues).await?,
            rehearsing: tokio::sync::Mutex::default(),
        })
    }

    /// Runs a deed in a battle, with the state of its thread, and wakes the sender. `None` if the battle isn't played
    /// on Discord.
    async fn change<T: Send>(
        &self,
        battle: BattleId,
        deed: impl FnOnce(&mut Transaction, &mut ThreadState) -> T + Send,
    ) -> Result<Option<T>, Trouble> {
        let done = self.registry.referee.change(battle, |tx| with_state(tx, deed)).await.map_err(Trouble::from);
        self.registry.note_outcome(&done);
        if matches!(done, Err(Trouble::Elsewhere)) {
            self.registry.forget(battle);
        }
        self.registry.sender.wake();
        done
    }

    /// Runs a deed in the battle of a thread, if this process takes the thread's posts.
    async fn in_thread(
        &self,
        channel: ChannelId,
        deed: impl FnOnce(&mut Transaction, &mut ThreadState) + Send,
    ) -> Result<(), Trouble> {
        let Some(battle) = self.registry.battle_taking_posts(channel) else { return Ok(()) };
        self.change(battle, deed).await.map(|_| ())
    }
}

impl From<keeper::Trouble> for Trouble {
    fn from(why: keeper::Trouble) -> Trouble {
        match why {
            it if it.is_held_elsewhere() => Trouble::Elsewhere,
            it if it.may_pass() => Trouble::Later { why: it.to_string(), matter: matter(&it) },
            it => Trouble::Handler(it.to_string()),
        }
    }
}

/// What is wrong with the database, for people who play.
fn matter(why: &keeper::Trouble) -> &'static str {
    match why {
        keeper::Trouble::Store(StoreError { cause: Cause::Full, .. }) => "my disk is full",
        keeper::Trouble::Store(StoreError { cause: Cause::Unreachable(_) | Cause::Lost(_) | Cause::Busy, .. }) => {
            "my database does not answer"
        }
        _ => "my database has a problem",
    }
}

impl From<StoreError> for Trouble {
    fn from(why: StoreError) -> Trouble {
        keeper::Trouble::from(why).into()
    }
}

/// What the game does when something happens. Calls for one channel come one at a time, in the gateway's order; other
/// channels don't wait for them. After a reconnection or a restart the same event may come again: a post with a known
/// id, an edit to the known text and a second deletion change nothing. A call that fails with [`Trouble::Later`] is
/// made again until it succeeds, before anything newer in the channel. Any other error is logged, so it must not hold a
/// token or the text of a post.
impl Bot {
    /// The slash commands, which are registered when the bot starts.
    pub(in crate::discord) fn commands() -> Vec<Command> {
        commands::all()
    }

    /// Sends messages until the program stops.
    pub(in crate::discord) async fn run(&self) {
        self.registry.sender.run(|why| tracing::error!("messages could not be sent: {why}")).await;
    }

    /// Keeps this process's leases while it finishes what is under way. Called every two seconds.
    pub(in crate::discord) async fn extend_leases(&self) {
        let referee = &self.registry.referee;
        if let Err(why) = referee.store().heartbeat_without_taking(referee.holder(), LEASE).await {
            tracing::warn!("the battles may be another process's before this one has ended: {why}");
        }
    }

    /// Sends the last messages and gives up the leases. Called last, when no event is taken any more.
    pub(in crate::discord) async fn finish(&self) {
        if let Err(why) = self.registry.sender.clear().await {
            tracing::warn!("messages are left to be sent at the next start: {why}");
        }
        if let Err(why) = self.registry.referee.release().await {
            tracing::warn!("the battles are let go only after {} seconds: {why}", LEASE.as_secs());
        }
    }

    /// Notes whether missed posts of a thread could be read. Until they can, nothing newer in the thread is taken.
    pub(in crate::discord) async fn set_readable(&self, channel: ChannelId, may_read: bool) -> Result<(), Trouble> {
        let Some(battle) = self.registry.held_in(channel) else { return Ok(()) };
        if !may_read {
            self.registry.stop_taking_posts(channel);
        }
        self.change(battle, |tx, state| state.set_readable(tx, may_read)).await.map(|_| ())
    }

    /// Whether this process answers commands and buttons in a channel.
    pub(in crate::discord) async fn serves(&self, channel: ChannelId) -> bool {
        !matches!(self.registry.battle_of(channel).await, Err(Trouble::Elsewhere))
    }

    /// Notes that a command or a press was answered, or that it failed.
    pub(in crate::discord) async fn forget_interaction(&self, interaction: InteractionId) {
        self.registry.pending.forget(interaction).await;
    }

    /// Takes a new post by anybody but the bot itself.
    pub(in crate::discord) async fn posted(&self, ctx: &Context, message: Message) -> Result<(), Trouble> {
        let Some(mut post) = Post::of(&message) else { return Ok(()) };
        if post.has_orders() {
            // A battle that was over for good before this process began is loaded once somebody posts orders in it.
            self.registry.battle_of(message.channel_id).await?;
        }
        let roles = message.member.as_ref().map(|it| it.roles.as_slice());
        post.is_gm = post.proxy.is_none()
            && rights::runs_battle(self, ctx, message.channel_id, message.author.id, roles).await?;
        let edited = message.edited_timestamp;
        let known = self.registry.with_changes(message.channel_id, |it| {
            let known = it.of(post.id).cloned();
            // A post that was read over HTTP may be newer than an edit that the gateway has yet to send.
            edited.is_some().then(|| it.edited(post.id, edited, &post.text));
            known
        });
        match known.flatten() {
            Some(Change::Deleted) => return Ok(()),
            Some(Change::Edited { at, text }) if edited <= at => post.text = text,
            _ => (),
        }
        let mut said = None;
        self.in_thread(message.channel_id, |tx, state| said = inbound::posted(tx, state, &post)).await?;
        match said {
            Some(said) => inbound::answer_at_once(ctx, &message, said).await,
            None => Ok(()),
        }
    }

    /// Answers a direct message.
    pub(in crate::discord) async fn direct_message(&self, ctx: &Context, message: Message) -> Result<(), Trouble> {
        inbound::direct_message(self, ctx, &message).await
    }

    /// Takes an edit of a post.
    pub(in crate::discord) async fn edited(&self, ctx: &Context, edit: Edit) -> Result<(), Trouble> {
        let is_news = self.registry.with_changes(edit.channel, |it| it.edited(edit.id.get(), edit.at, &edit.text));
        if is_news != Some(true) {
            return Ok(());
        }
        let is_gm = match edit.author {
            Some(author) => rights::runs_battle(self, ctx, edit.channel, author, None).await?,
            None => false,
        };
        self.in_thread(edit.channel, |tx, state| posts::edited(tx, state, &edit, is_gm)).await
    }

    /// Takes the deletion of posts.
    pub(in crate::discord) async fn deleted(&self, channel: ChannelId, ids: Vec<MessageId>) -> Result<(), Trouble> {
        let ids: Vec<u64> = ids.into_iter().map(MessageId::get).collect();
        for id in &ids {
            if let Some(battle) = self.registry.battle_taking_posts(channel)
                && let Some(tag) = self.registry.referee.store().tag(battle, &id.to_string()).await?
            {
                self.change(battle, |tx, state| inbound::repost(tx, state, &tag)).await?;
            }
        }
        self.registry.with_changes(channel, |it| ids.iter().for_each(|id| it.deleted(*id)));
        self.in_thread(channel, |tx, state| posts::deleted(tx, state, &ids)).await
    }

    /// Handles a change of what the bot may do in a channel.
    pub(in crate::discord) async fn permissions_changed(&self, channel: ChannelId) -> Result<(), Trouble> {
        match self.registry.carrier.could_not_react(channel.get()) {
            true => self.in_thread(channel, posts::react_again).await,
            false => Ok(()),
        }
    }

    /// Closes the battles of a channel or thread that was deleted.
    pub(in crate::discord) async fn channel_deleted(&self, channel: ChannelId) -> Result<(), Trouble> {
        let mut threads = vec![channel];
        if self.registry.battle_of(channel).await?.is_none() {
            // A deleted channel takes its threads with it, and Discord doesn't mention those.
            let listed = self.registry.referee.store().open_battles().await?;
            let open = listed.iter().filter_map(|it| ThreadState::read(&it.front_state));
            let in_it = open.filter(|it| it.parent == channel.get());
            threads = in_it.map(|it| ChannelId::new(it.channel.max(1))).collect();
        }
        for thread in threads {
            let closed = self.in_thread(thread, |tx, state| {
                state.is_closed = true;
                // No round closes by itself where nobody can read it.
                let _ = tx.table.pause(true);
            });
            closed.await?;
        }
        Ok(())
    }

    /// Pauses the battles of a server that removed the bot. If the bot is invited again, everything is as before.
    pub(in crate::discord) async fn removed_from(&self, guild: GuildId) -> Result<(), Trouble> {
        for (_, thread) in self.registry.threads().into_iter().filter(|it| it.0 == guild) {
            // No round closes by itself where the bot can't post.
            let paused = self.in_thread(thread, |tx, _| {
                let _ = tx.table.pause(true);
            });
            paused.await?;
        }
        Ok(())
    }

    /// Handles a press of a button or a choice from a list.
    pub(in crate::discord) async fn pressed(&self, ctx: &Context, press: ComponentInteraction) -> Result<(), Trouble> {
        buttons::pressed(self, ctx, &press).await
    }
}
