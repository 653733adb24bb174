//! The game on Discord: what posts, commands and buttons mean.

mod buttons;
mod commands;
mod library;
mod mail;
mod posts;
mod room;
mod rounds;
mod status;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use poise::serenity_prelude as serenity;
use serenity::{ChannelId, ComponentInteraction, Context, GuildId, Http, Message, MessageId};

use crate::discord::config::{Config, QuietHours};
use crate::discord::handler::{Command, Desk, Edit, Handler, Known, Watched};
use crate::discord::trouble::Trouble;
use crate::referee::service::{self, LEASE};
use crate::referee::{Clock, Pace, Referee, Sheet, SystemClock};
use crate::store::{BattleId, Holder, Place, PostOffice, Store};

use library::Library;
use mail::Carrier;
use posts::Post;
use room::Room;

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
    hall: OnceLock<Hall>,
}

/// What there is once the store has been opened.
struct Hall {
    referee: Arc<Referee>,
    // The battle of each thread.
    battles: Mutex<HashMap<u64, BattleId>>,
    office: PostOffice<Carrier>,
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
        }
    }

    fn hall(&self) -> Result<&Hall, Trouble> {
        self.hall.get().ok_or_else(|| Trouble::Handler("the database is not open yet".to_owned()))
    }

    fn referee(&self) -> Result<&Arc<Referee>, Trouble> {
        Ok(&self.hall()?.referee)
    }

    /// The battle that is played in a thread.
    fn battle_of(&self, channel: ChannelId) -> Result<Option<BattleId>, Trouble> {
        Ok(self.hall()?.battles().get(&channel.get()).copied())
    }

    /// Does something in a battle, and has sent what is to be sent of it.
    async fn work<T>(&self, battle: BattleId, deed: impl FnOnce(&mut Sheet) -> T) -> Result<T, Trouble> {
        let hall = self.hall()?;
        let done = hall.referee.work(battle, deed).await.map_err(trouble)?;
        hall.office.ring();
        Ok(done)
    }

    async fn in_thread(&self, channel: ChannelId, deed: impl FnOnce(&mut Sheet)) -> Result<(), Trouble> {
        match self.battle_of(channel)? {
            Some(battle) => self.work(battle, deed).await,
            None => Ok(()),
        }
    }
}

fn trouble(why: service::Trouble) -> Trouble {
    Trouble::Handler(why.to_string())
}

impl Hall {
    fn battles(&self) -> MutexGuard<'_, HashMap<u64, BattleId>> {
        self.battles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Learns where battles are played that this process has taken.
    async fn learn(&self) -> Result<(), Trouble> {
        let rooms = self.rooms().await?;
        self.battles().extend(rooms.into_iter().map(|(room, battle)| (room.channel, battle)));
        Ok(())
    }

    /// Every open battle with its place.
    async fn rooms(&self) -> Result<Vec<(Room, BattleId)>, Trouble> {
        let listed = self.referee.store().open_battles().await.map_err(|it| Trouble::Handler(it.to_string()))?;
        Ok(listed.into_iter().filter_map(|it| Room::read(&it.front).map(|room| (room, it.id))).collect())
    }

    /// Holds the battles, and does what is due, until the program ends.
    async fn keep_watch(&self) {
        let mut turns = tokio::time::interval(LEASE / 3);
        turns.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            turns.tick().await;
            if let Err(why) = self.watch_once().await {
                tracing::error!("the battles could not be looked after: {why}");
            }
        }
    }

    async fn watch_once(&self) -> Result<(), Trouble> {
        if !self.referee.hold().await.map_err(trouble)?.is_empty() {
            self.learn().await?;
        }
        for (battle, why) in self.referee.tick(rounds::tell).await.map_err(trouble)? {
            tracing::error!(battle = battle.to_string(), "what was due could not be done: {why}");
        }
        self.office.ring();
        Ok(())
    }
}

#[serenity::async_trait]
impl Handler for Game {
    fn commands() -> Vec<Command<Game>> {
        commands::all()
    }

    async fn begun(&self, http: &Arc<Http>) -> Result<(), Trouble> {
        let place: Place = self.database.parse().map_err(|it| Trouble::Setting(format!("[database] place: {it}")))?;
        let store = Store::open(&place).await.map_err(|it| Trouble::Setting(format!("{it}")))?;
        let store = Arc::new(store);
        let holder = Holder::random().map_err(|it| Trouble::Handler(it.to_string()))?;
        let referee = Arc::new(Referee::new(Arc::clone(&store), Arc::clone(&self.clock), holder.clone()));
        let carrier = Carrier { http: Arc::clone(http), store: Arc::clone(&store) };
        let office = PostOffice::new(store, Arc::new(carrier), Some(holder));
        let hall = Hall { referee, battles: Mutex::default(), office };
        hall.watch_once().await?;
        hall.learn().await?;
        let _ = self.hall.set(hall);
        Ok(())
    }

    async fn run(&self) {
        if let Ok(hall) = self.hall() {
            let send = hall.office.run(|why| tracing::error!("messages could not be sent: {why}"));
            tokio::join!(hall.keep_watch(), send);
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

    async fn watched(&self) -> Result<Vec<Watched>, Trouble> {
        let hall = self.hall()?;
        let battles: Vec<BattleId> = hall.battles().values().copied().collect();
        let mut watched = Vec::with_capacity(battles.len());
        for battle in battles {
            let room = hall.referee.ask(battle, |table, front| {
                let room = Room::read(front).filter(|it| !it.is_closed)?;
                let posts = table.posts().iter().filter(|it| it.round == table.round());
                let known = posts.filter_map(|it| {
                    let id: u64 = it.key.as_deref()?.parse().ok()?;
                    Some(Known { id: MessageId::new(id), text: it.text.as_deref()?.into() })
                });
                Some(Watched {
                    guild: GuildId::new(room.guild),
                    channel: ChannelId::new(room.channel),
                    after: MessageId::new(room.after.max(1)),
                    known: known.collect(),
                })
            });
            match room.await {
                Ok(room) => watched.extend(room),
                Err(why) => tracing::error!(battle = battle.to_string(), "a battle can't be gone on with: {why}"),
            }
        }
        Ok(watched)
    }

    async fn posted(&self, _: &Context, message: Message) -> Result<(), Trouble> {
        let Some(post) = Post::of(&message) else { return Ok(()) };
        self.in_thread(message.channel_id, |sheet| posts::posted(sheet, &post)).await
    }

    async fn edited(&self, _: &Context, edit: Edit) -> Result<(), Trouble> {
        let by = edit.author.map(serenity::UserId::get);
        self.in_thread(edit.channel, |sheet| posts::edited(sheet, edit.id.get(), by, &edit.text)).await
    }

    async fn deleted(&self, _: &Context, channel: ChannelId, ids: Vec<MessageId>) -> Result<(), Trouble> {
        let ids: Vec<u64> = ids.into_iter().map(MessageId::get).collect();
        self.in_thread(channel, |sheet| posts::deleted(sheet, &ids)).await
    }

    async fn gone(&self, _: &Context, channel: ChannelId) -> Result<(), Trouble> {
        let mut threads = vec![channel];
        if self.battle_of(channel)?.is_none() {
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

    async fn pressed(&self, ctx: &Context, press: ComponentInteraction) -> Result<(), Trouble> {
        buttons::pressed(self, ctx, &press).await
    }
}
