//! The game on Discord: what posts, commands and buttons mean.

mod buttons;
mod changes;
mod commands;
mod given;
mod hall;
mod heard;
mod library;
mod mail;
mod picker;
mod pleas;
mod posts;
mod proxies;
mod reply;
mod rights;
mod room;
mod rounds;
mod shown;
mod status;
mod when;

use std::sync::{Arc, OnceLock};

use poise::serenity_prelude as serenity;
use serenity::{ChannelId, ComponentInteraction, Context, GuildId, Http, InteractionId, Message, MessageId};

use crate::discord::config::{Config, QuietHours};
use crate::discord::handler::{Command, Condition, Desk, Edit, Handler, Watched};
use crate::discord::lanes::Lanes;
use crate::discord::trouble::Trouble;
use crate::referee::service::{self, LEASE};
use crate::referee::{Clock, Pace, Referee, Sheet, SystemClock};
use crate::store::{BattleId, Cause, Duty, Failed};

use changes::Change;
use hall::{Hall, Whose};
use library::Library;
use posts::Post;

/// The bot's game.
pub struct Game {
    database: String,
    gm_roles: Vec<String>,
    library: Library,
    pace: Pace,
    quiet: Option<QuietHours>,
    // The dice of rehearsals: no secret.
    rehearsal: Option<u64>,
    clock: Arc<dyn Clock>,
    hall: OnceLock<Arc<Hall>>,
    /// Held by whoever rehearses a round: it takes all cores, so nobody else may meanwhile.
    stage: tokio::sync::Mutex<()>,
}

/// What commands are given, and may fail with.
type Ctx<'a> = poise::Context<'a, Desk<Game>, Trouble>;

impl Game {
    /// A game as the configuration says.
    pub fn new(config: &Config) -> Game {
        Game::with_clock(config, Arc::new(SystemClock))
    }

    /// The same, by another clock.
    pub fn with_clock(config: &Config, clock: Arc<dyn Clock>) -> Game {
        Game {
            database: config.database.clone(),
            gm_roles: config.gm_roles.clone(),
            library: Library::new(&config.scenarios, config.data.as_deref()),
            pace: config.pace(),
            quiet: config.quiet.clone(),
            rehearsal: config.seed,
            clock,
            hall: OnceLock::new(),
            stage: tokio::sync::Mutex::default(),
        }
    }

    fn hall(&self) -> Result<&Arc<Hall>, Trouble> {
        self.hall.get().ok_or_else(|| Trouble::Handler("the database is not open yet".to_owned()))
    }

    fn referee(&self) -> Result<&Arc<Referee>, Trouble> {
        Ok(&self.hall()?.referee)
    }

    /// The battle that is played in a thread, if it is this process's.
    async fn battle_of(&self, channel: ChannelId) -> Result<Option<BattleId>, Trouble> {
        match self.hall()?.whose(channel).await? {
            Whose::Ours(battle) => Ok(Some(battle)),
            Whose::Nobodys => Ok(None),
            Whose::Theirs => Err(Trouble::Elsewhere),
        }
    }

    /// Does something in a battle, and has sent what is to be sent of it.
    async fn work<T>(&self, battle: BattleId, deed: impl FnOnce(&mut Sheet) -> T) -> Result<T, Trouble> {
        let hall = self.hall()?;
        let done = hall.referee.work(battle, deed).await.map_err(trouble);
        hall.hears(&done);
        if matches!(done, Err(Trouble::Elsewhere)) {
            hall.leave(battle);
        }
        hall.office.ring();
        done
    }

    /// Does something about the posts of a thread, if they are this process's to take.
    async fn in_thread(&self, channel: ChannelId, deed: impl FnOnce(&mut Sheet)) -> Result<(), Trouble> {
        match self.hall()?.current(channel) {
            Some(battle) => self.work(battle, deed).await,
            None => Ok(()),
        }
    }
}

fn trouble(why: service::Trouble) -> Trouble {
    match why {
        it if it.is_elsewhere() => Trouble::Elsewhere,
        it if it.may_pass() => Trouble::Later { why: it.to_string(), matter: matter(&it) },
        it => Trouble::Handler(it.to_string()),
    }
}

/// What the matter is with the database, for people who play.
fn matter(why: &service::Trouble) -> &'static str {
    match why {
        service::Trouble::Store(Failed { cause: Cause::Full, .. }) => "my disk is full",
        service::Trouble::Store(Failed { cause: Cause::Unreachable(_) | Cause::Lost(_) | Cause::Busy, .. }) => {
            "my database does not answer"
        }
        _ => "my database is in trouble",
    }
}

fn later(why: Failed) -> Trouble {
    trouble(why.into())
}

#[serenity::async_trait]
impl Handler for Game {
    fn commands() -> Vec<Command<Game>> {
        commands::all()
    }

    async fn begun(&self, http: &Arc<Http>, lanes: &Lanes) -> Result<(), Trouble> {
        let _ = self.hall.set(Hall::open(&self.database, Arc::clone(&self.clock), http, lanes).await?);
        Ok(())
    }

    async fn serves(&self, shards: u32) -> Result<Duty, Trouble> {
        self.hall()?.watch(shards).await
    }

    async fn let_go(&self, shard: u32) -> Result<bool, Trouble> {
        self.hall()?.referee.give_back(shard).await.map_err(trouble)
    }

    async fn conditions(&self) -> Vec<Condition> {
        match self.hall() {
            Ok(hall) => hall.conditions().await,
            Err(why) => vec![Condition { of: "database", said: Err(why.to_string()) }],
        }
    }

    async fn run(&self) {
        if let Ok(hall) = self.hall() {
            hall.office.run(|why| tracing::error!("messages could not be sent: {why}")).await;
        }
    }

    async fn lingers(&self) {
        let Ok(hall) = self.hall() else { return };
        if let Err(why) = hall.referee.linger().await {
            tracing::warn!("the battles may be another process's before this one has ended: {why}");
        }
    }

    async fn ending(&self) {
        let Ok(hall) = self.hall() else { return };
        if let Err(why) = hall.office.clear().await {
            tracing::warn!("messages are left to be sent at the next start: {why}");
        }
        if let Err(why) = hall.referee.release().await {
            tracing::warn!("the battles are let go only after {} seconds: {why}", LEASE.as_secs());
        }
    }

    async fn watched(&self) -> Result<Vec<(GuildId, ChannelId)>, Trouble> {
        Ok(self.hall()?.threads())
    }

    async fn is_behind(&self, channel: ChannelId, last: MessageId) -> bool {
        self.hall().is_ok_and(|it| it.is_behind(channel, last))
    }

    async fn known(&self, channel: ChannelId) -> Result<Option<Watched>, Trouble> {
        self.hall()?.known(channel).await
    }

    async fn reads(&self, channel: ChannelId, may_read: bool) -> Result<(), Trouble> {
        let hall = self.hall()?;
        let Some(battle) = hall.battle_of(channel) else { return Ok(()) };
        if !may_read {
            hall.leave_alone(channel);
        }
        self.work(battle, |sheet| room::with_room(sheet, |sheet, room| room.reads(sheet, may_read))).await?;
        Ok(())
    }

    async fn answers(&self, channel: ChannelId) -> bool {
        let Ok(hall) = self.hall() else { return false };
        match hall.whose(channel).await {
            Ok(whose) => whose != Whose::Theirs,
            Err(why) => !matches!(why, Trouble::Elsewhere),
        }
    }

    async fn answered(&self, interaction: InteractionId) {
        if let Ok(hall) = self.hall() {
            hall.pleas.forget(&hall.referee, interaction).await;
        }
    }

    async fn posted(&self, ctx: &Context, message: Message) -> Result<(), Trouble> {
        let Some(mut post) = Post::of(&message) else { return Ok(()) };
        let roles = message.member.as_ref().map(|it| it.roles.as_slice());
        post.is_gm =
            post.proxy.is_none() && rights::runs(self, ctx, message.channel_id, message.author.id, roles).await?;
        match self.hall()?.with_changes(message.channel_id, |it| it.of(post.id).cloned()).flatten() {
            Some(Change::Deleted) => return Ok(()),
            Some(Change::Edited { at, text }) if message.edited_timestamp <= at => post.text = text,
            _ => (),
        }
        self.in_thread(message.channel_id, |sheet| heard::posted(sheet, &post)).await
    }

    async fn whispered(&self, ctx: &Context, message: Message) -> Result<(), Trouble> {
        heard::whispered(self, ctx, &message).await
    }

    async fn edited(&self, ctx: &Context, edit: Edit) -> Result<(), Trouble> {
        let (id, at, text) = (edit.id.get(), edit.at, edit.text.as_str());
        let by = edit.author.map(serenity::UserId::get);
        match self.hall()?.with_changes(edit.channel, |it| it.edited(id, at, text)) {
            Some(true) => {
                let is_gm = match edit.author {
                    Some(author) => rights::runs(self, ctx, edit.channel, author, None).await?,
                    None => false,
                };
                self.in_thread(edit.channel, |sheet| posts::edited(sheet, id, by, is_gm, text)).await
            }
            _ => Ok(()),
        }
    }

    async fn deleted(&self, _: &Context, channel: ChannelId, ids: Vec<MessageId>) -> Result<(), Trouble> {
        let ids: Vec<u64> = ids.into_iter().map(MessageId::get).collect();
        let hall = self.hall()?;
        for id in &ids {
            if let Some(battle) = hall.current(channel)
                && let Some(tag) = hall.referee.store().tag(battle, &id.to_string()).await.map_err(later)?
            {
                self.work(battle, |sheet| heard::unsaid(sheet, &tag)).await?;
            }
        }
        self.hall()?.with_changes(channel, |it| ids.iter().for_each(|id| it.deleted(*id)));
        self.in_thread(channel, |sheet| posts::deleted(sheet, &ids)).await
    }

    async fn allowed(&self, _: &Context, channel: ChannelId) -> Result<(), Trouble> {
        match self.hall()?.carrier.was_signless(channel.get()) {
            true => self.in_thread(channel, posts::sign_again).await,
            false => Ok(()),
        }
    }

    async fn gone(&self, _: &Context, channel: ChannelId) -> Result<(), Trouble> {
        let mut threads = vec![channel];
        if self.battle_of(channel).await?.is_none() {
            // With a channel its threads go, and of those Discord says nothing.
            let in_it = self.hall()?.rooms().await?.into_iter().filter(|it| it.0.parent == channel.get());
            threads = in_it.map(|it| ChannelId::new(it.0.channel.max(1))).collect();
        }
        for thread in threads {
            let closed = self.in_thread(thread, |sheet| {
                room::with_room(sheet, |sheet, room| {
                    room.is_closed = true;
                    // Nothing is closed by itself where nobody can read it.
                    let _ = sheet.table.pause(true);
                });
            });
            closed.await?;
        }
        Ok(())
    }

    async fn left(&self, guild: GuildId) -> Result<(), Trouble> {
        let here = self.hall()?.threads().into_iter().filter(|it| it.0 == guild);
        for (_, thread) in here.collect::<Vec<_>>() {
            // Nothing is closed by itself where the bot can say nothing.
            let paused = self.in_thread(thread, |sheet| {
                let _ = sheet.table.pause(true);
            });
            paused.await?;
        }
        Ok(())
    }

    async fn pressed(&self, ctx: &Context, press: ComponentInteraction) -> Result<(), Trouble> {
        buttons::pressed(self, ctx, &press).await
    }
}
