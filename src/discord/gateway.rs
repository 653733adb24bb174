//! The shards that this process serves. Each has a connection of its own, which is opened when the process begins to
//! serve the shard and closed when it no longer does.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ::serenity::futures::StreamExt as _;
use ::serenity::gateway::{GatewayError, PresenceData, ShardManagerOptions};
use poise::serenity_prelude as serenity;
use serenity::{Cache, GatewayIntents, Http, ShardId, ShardManager};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::discord::dispatcher::{Dispatcher, Events};
use crate::discord::trouble::Trouble;
use crate::store::Assignment;

/// How often this process checks what it serves.
pub(super) const TURN: Duration = Duration::from_secs(2);

/// The pause that Discord wants between the beginnings of two sessions.
const BETWEEN_SESSIONS: Duration = Duration::from_secs(5);

/// The events that the bot asks Discord for: the servers' channels and threads, the posts in them with their text, and
/// direct messages.
fn intents() -> GatewayIntents {
    GatewayIntents::GUILDS
        | GatewayIntents::GUILD_MESSAGES
        | GatewayIntents::DIRECT_MESSAGES
        | GatewayIntents::MESSAGE_CONTENT
}

/// The connections of this process to Discord.
pub(super) struct Gateway {
    dispatcher: Arc<Dispatcher>,
    http: Arc<Http>,
    cache: Arc<Cache>,
    url: Arc<tokio::sync::Mutex<String>>,
    /// How many shards this process would have, unless other processes have agreed on another number.
    wanted: u32,
    total: u32,
    /// What this process serves, as the log last said.
    logged_assignment: Option<Assignment>,
    shards: BTreeMap<u32, Shard>,
    last_opened: Option<Instant>,
    failures: (mpsc::UnboundedSender<GatewayError>, mpsc::UnboundedReceiver<GatewayError>),
}

struct Shard {
    manager: Arc<ShardManager>,
    /// Closes the connection, once the shard is no longer to be served.
    closing: Option<JoinHandle<()>>,
}

impl Gateway {
    /// Makes a gateway without connections. `wanted` is the number of shards.
    pub(super) fn new(dispatcher: &Arc<Dispatcher>, http: &Arc<Http>, url: String, wanted: u32) -> Gateway {
        Gateway {
            dispatcher: Arc::clone(dispatcher),
            http: Arc::clone(http),
            cache: Arc::default(),
            url: Arc::new(tokio::sync::Mutex::new(url)),
            wanted,
            total: wanted,
            logged_assignment: None,
            shards: BTreeMap::new(),
            last_opened: None,
            failures: mpsc::unbounded_channel(),
        }
    }

    /// Serves the shards that are this process's, until a connection fails for good.
    pub(super) async fn run(&mut self) -> Trouble {
        let mut turns = tokio::time::interval(TURN);
        turns.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = turns.tick() => self.turn().await,
                Some(why) = self.failures.1.recv() => return Trouble::ended(&why),
            }
        }
    }

    /// Closes the shards that this process no longer serves, and opens one that it serves now.
    async fn turn(&mut self) {
        self.dispatcher.gauges.note_turn();
        let assignment = match self.dispatcher.services.bot.registry.watch(self.wanted).await {
            Ok(assignment) => assignment,
            Err(why) => return tracing::error!("the battles could not be looked after: {why}"),
        };
        self.log_assignment(&assignment);
        let wanted = |shard: &u32| {
            assignment.part_count == self.total
                && assignment.parts_served.contains_key(shard)
                && !assignment.surplus.contains(shard)
        };
        self.shards.retain(|_, it| it.closing.as_ref().is_none_or(|it| !it.is_finished()));
        let unwanted: Vec<u32> = self.shards.keys().filter(|it| !wanted(it)).copied().collect();
        let next = assignment.parts_served.keys().find(|it| wanted(it) && !self.shards.contains_key(it)).copied();
        unwanted.into_iter().for_each(|it| self.close(it));
        if self.shards.is_empty() {
            self.total = assignment.part_count;
        }
        let referee = &self.dispatcher.services.bot.registry.referee;
        // A shard that is closed here can be given to another process, once none of its messages is being sent.
        for shard in assignment.surplus.iter().filter(|it| !self.shards.contains_key(it)) {
            match referee.store().give_back(referee.holder(), *shard).await {
                Ok(true) => tracing::debug!(shard, "given back"),
                Ok(false) => tracing::debug!(shard, "is given back once all was sent"),
                Err(why) => tracing::error!(shard, "a shard could not be given back: {why}"),
            }
        }
        if let Some(shard) = next.filter(|_| self.last_opened.is_none_or(|it| BETWEEN_SESSIONS <= it.elapsed())) {
            self.open(shard);
        }
    }

    /// Logs what this process serves, if that has changed.
    fn log_assignment(&mut self, assignment: &Assignment) {
        if self
            .logged_assignment
            .as_ref()
            .is_some_and(|it| (it.part_count, &it.parts_served) == (assignment.part_count, &assignment.parts_served))
        {
            return;
        }
        match assignment.parts_served.is_empty() {
            true => tracing::info!("standing by: other processes serve all {} shards", assignment.part_count),
            false => tracing::info!("serving shards {:?} of {}", assignment.parts_served.keys(), assignment.part_count),
        }
        self.logged_assignment = Some(assignment.clone());
    }

    fn open(&mut self, shard: u32) {
        let (manager, mut ended) = ShardManager::new(ShardManagerOptions {
            data: Arc::default(),
            event_handlers: vec![Arc::new(Events(Arc::clone(&self.dispatcher))) as Arc<dyn serenity::EventHandler>],
            raw_event_handlers: Vec::new(),
            framework: Arc::default(),
            shard_index: shard,
            shard_init: 1,
            shard_total: self.total,
            ws_url: Arc::clone(&self.url),
            cache: Arc::clone(&self.cache),
            http: Arc::clone(&self.http),
            intents: intents(),
            presence: Some(PresenceData::default()),
        });
        self.dispatcher.shard_opened(ShardId(shard), &manager);
        // It never fails, although it returns a `Result`.
        let _ = manager.initialize();
        let failures = self.failures.0.clone();
        tokio::spawn(async move {
            if let Some(Err(why)) = ended.next().await {
                let _ = failures.send(why);
            }
        });
        self.shards.insert(shard, Shard { manager, closing: None });
        self.last_opened = Some(Instant::now());
    }

    fn close(&mut self, number: u32) {
        let Some(shard) = self.shards.get_mut(&number).filter(|it| it.closing.is_none()) else { return };
        self.dispatcher.shard_closed(ShardId(number));
        shard.closing = Some(tokio::spawn(close(Arc::clone(&shard.manager))));
    }

    /// Closes all shards, and waits until they are closed.
    pub(super) async fn close_all(&mut self) {
        let all: Vec<u32> = self.shards.keys().copied().collect();
        all.into_iter().for_each(|it| self.close(it));
        for closing in self.shards.values_mut().filter_map(|it| it.closing.as_mut()) {
            let _ = closing.await;
        }
    }
}

/// Closes the connection of a shard. If it is still being opened, it is closed afterwards.
async fn close(manager: Arc<ShardManager>) {
    while manager.shards_instantiated().await.is_empty() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    manager.shutdown_all().await;
}
