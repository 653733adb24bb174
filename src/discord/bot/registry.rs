//! The battles that this process serves, and where they are played.
//!
//! Of several processes that share a database, each serves some of Discord's shards, with the battles in the servers
//! there, and receives events from those alone. When a process takes over a shard, it first reads what was missed in
//! the threads.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use poise::serenity_prelude as serenity;
use serenity::{ChannelId, GuildId, Http, MessageId, ShardId};

use crate::discord::bot::changes::Changes;
use crate::discord::bot::mail::Carrier;
use crate::discord::bot::pending::PendingInteractions;
use crate::discord::bot::rounds;
use crate::discord::bot::thread_state::ThreadState;
use crate::discord::channel_queues::ChannelQueues;
use crate::discord::config;
use crate::discord::inbound::{Condition, Known, Watched};
use crate::discord::transport::Attachments;
use crate::discord::trouble::Trouble;
use crate::referee::service::LEASE;
use crate::referee::{Clock, Referee, locked};
use crate::store::{Assignment, BattleId, Place, ProcessName, Sender, Store, Waiting};

/// The battles that this process serves, and what it takes to play them.
pub(in crate::discord) struct Registry {
    pub(in crate::discord) referee: Arc<Referee>,
    pub(super) sender: Sender<Carrier>,
    pub(super) carrier: Arc<Carrier>,
    pub(super) attachments: Attachments,
    pub(super) pending: Arc<PendingInteractions>,
    queues: ChannelQueues,
    /// The battle of each thread, for the battles that this process serves.
    played: Mutex<HashMap<u64, Played>>,
    /// Battles in which something is due and is being done.
    in_progress: Mutex<HashSet<BattleId>>,
    /// How often [`Registry::watch`] has run.
    turns: AtomicU32,
    /// What is wrong with the database, if the last step could not be stored.
    matter: Mutex<Option<&'static str>>,
    /// When the leases were last renewed.
    watched: Mutex<Option<Instant>>,
    /// Keeps other processes from serving battles under the same name.
    _lock: Option<File>,
}

/// Battles that are over are packed once in `PACKING` turns, at most `PACKS` at a time.
const PACKING: u32 = 15;
const PACKS: u32 = 20;

/// How long somebody waits for the database before they are told that something is wrong with it.
const PATIENCE: Duration = Duration::from_secs(3);

struct Played {
    battle: BattleId,
    guild: u64,
    /// When something was next due when the battle was taken over.
    alarm: Option<i64>,
    /// Whether missed posts are being read or were read. Until then, new posts of the thread aren't taken.
    is_current: bool,
    changes: Changes,
}

impl Registry {
    pub(super) async fn open(
        database: &str,
        clock: Arc<dyn Clock>,
        http: &Arc<Http>,
        queues: &ChannelQueues,
    ) -> Result<Arc<Registry>, Trouble> {
        let place = config::place_of(database)?;
        let is_new = matches!(&place, Place::File(file) if !file.exists());
        let store = Store::open(&place).await.map_err(|it| Trouble::Setting(format!("{it}")))?;
        log_place(&place, is_new);
        let store = Arc::new(store);
        let (holder, lock) = holder_for(&place)?;
        let attachments = Attachments::new()?;
        let referee = Arc::new(Referee::new(Arc::clone(&store), clock, holder.clone()));
        let carrier = Arc::new(Carrier::new(http, &store));
        let sender = Sender::new(store, Arc::clone(&carrier), Some(holder));
        let pending = Arc::new(PendingInteractions::new(http, &referee));
        Ok(Arc::new(Registry {
            referee,
            sender,
            carrier,
            attachments,
            pending,
            queues: queues.clone(),
            played: Mutex::default(),
            in_progress: Mutex::default(),
            turns: AtomicU32::new(0),
            matter: Mutex::default(),
            watched: Mutex::default(),
            _lock: lock,
        }))
    }

    /// The battle of a thread, if this process serves it.
    pub(super) fn held_in(&self, channel: ChannelId) -> Option<BattleId> {
        locked(&self.played).get(&channel.get()).map(|it| it.battle)
    }

    /// The battle of a thread, if this process serves it and takes its posts.
    pub(super) fn battle_taking_posts(&self, channel: ChannelId) -> Option<BattleId> {
        locked(&self.played).get(&channel.get()).filter(|it| it.is_current).map(|it| it.battle)
    }

    /// Waits until the earlier posts of a thread are taken. Fails if the database is the reason why they can't be.
    pub(super) async fn settled(&self, shard: ShardId, channel: ChannelId) -> Result<(), Trouble> {
        let mut settled = std::pin::pin!(self.queues.settled(shard, channel));
        loop {
            match tokio::time::timeout(PATIENCE, &mut settled).await {
                Ok(true) => return Ok(()),
                // The next process has to take them.
                Ok(false) => return Err(Trouble::Elsewhere),
                Err(_) => {
                    if let Some(matter) = *locked(&self.matter) {
                        return Err(Trouble::Later { why: "posts wait to be taken".to_owned(), matter });
                    }
                }
            }
        }
    }

    /// Notes whether a step could be stored.
    pub(super) fn note_outcome<T>(&self, done: &Result<T, Trouble>) {
        *locked(&self.matter) = if let Err(Trouble::Later { matter, .. }) = done { Some(*matter) } else { None };
    }

    /// The condition of the database, the leases and the outbox, for the host.
    pub(in crate::discord) async fn conditions(&self) -> Vec<Condition> {
        let asked = Instant::now();
        let waiting = tokio::time::timeout(PATIENCE, self.referee.store().waiting(self.referee.holder())).await;
        let took = asked.elapsed();
        metrics::gauge!("fieldpost_database_seconds").set(took.as_secs_f64());
        let (database, outbox) = match waiting {
            Ok(Ok(waiting)) => (Ok(format!("answers in {} ms", took.as_millis())), outbox_condition(waiting)),
            Ok(Err(why)) => (Err(why.to_string()), Err("unknown".to_owned())),
            Err(_) => (Err("does not answer".to_owned()), Err("unknown".to_owned())),
        };
        let leases = self.leases_condition();
        [("database", database), ("leases", leases), ("outbox", outbox)]
            .map(|(name, state)| Condition { name, state })
            .into()
    }

    fn leases_condition(&self) -> Result<String, String> {
        let (assignment, watched) = (self.referee.assignment(), *locked(&self.watched));
        let age = watched.map(|it| it.elapsed());
        metrics::gauge!("fieldpost_shards_served").set(assignment.parts_served.len() as f64);
        metrics::gauge!("fieldpost_leases_age_seconds").set(age.map_or(f64::INFINITY, |it| it.as_secs_f64()));
        let Some(age) = age else { return Err("not taken yet".to_owned()) };
        let said = format!(
            "{} of {} shards, renewed {} s ago",
            assignment.parts_served.len(),
            assignment.part_count,
            age.as_secs()
        );
        if age < LEASE { Ok(said) } else { Err(said) }
    }

    /// Runs something on the changes to a thread's posts. `None` if this process doesn't serve its battle.
    pub(super) fn with_changes<T>(&self, channel: ChannelId, act: impl FnOnce(&mut Changes) -> T) -> Option<T> {
        locked(&self.played).get_mut(&channel.get()).map(|it| act(&mut it.changes))
    }

    /// Takes no posts of a thread until missed ones could be read there.
    pub(super) fn stop_taking_posts(&self, channel: ChannelId) {
        if let Some(played) = locked(&self.played).get_mut(&channel.get()) {
            played.is_current = false;
        }
    }

    /// The battle of a channel, if there is one. From now on this process serves it. Fails if another process does.
    pub(super) async fn battle_of(&self, channel: ChannelId) -> Result<Option<BattleId>, Trouble> {
        if let Some(battle) = self.held_in(channel) {
            return Ok(Some(battle));
        }
        let found = self.referee.store().find(&ThreadState::key_of(channel.get())).await;
        let Some(battle) = found? else { return Ok(None) };
        if !self.referee.take(battle).await? {
            return Err(Trouble::Elsewhere);
        }
        let state = self.referee.read(battle, |_, front_state| ThreadState::read(front_state)).await?;
        Ok(state.map(|it| self.play(battle, &it, None)).map(|()| battle))
    }

    /// Notes where a battle is played that this process has begun or taken over, and when something is next due in it
    /// if that is known. Has missed posts read there.
    pub(super) fn play(&self, battle: BattleId, state: &ThreadState, alarm: Option<i64>) {
        // Missed posts aren't read in a closed thread.
        let (guild, is_current, changes) = (state.guild, state.is_closed, Changes::default());
        locked(&self.played).insert(state.channel, Played { battle, guild, alarm, is_current, changes });
        if state.guild != 0 && state.channel != 0 {
            self.queues.request_backfill(GuildId::new(state.guild), ChannelId::new(state.channel));
        }
    }

    /// Forgets a battle that another process serves.
    pub(super) fn forget(&self, battle: BattleId) {
        locked(&self.played).retain(|_, it| it.battle != battle);
    }

    /// The threads of the battles that this process serves, first those in which something is due soon. After an
    /// interruption, missed posts are read in this order.
    pub(in crate::discord) fn threads(&self) -> Vec<(GuildId, ChannelId)> {
        self.threads_of(|_| true)
    }

    fn threads_of(&self, which: impl Fn(&Played) -> bool) -> Vec<(GuildId, ChannelId)> {
        let played = locked(&self.played);
        let mut valid: Vec<_> = played.iter().filter(|it| *it.0 != 0 && it.1.guild != 0 && which(it.1)).collect();
        valid.sort_by_key(|(channel, it)| (it.alarm.is_none(), it.alarm, **channel));
        valid.into_iter().map(|(channel, it)| (GuildId::new(it.guild), ChannelId::new(*channel))).collect()
    }

    /// The known posts of a thread, asked right before missed ones are read. From then on the thread's new posts are
    /// taken. `None` if the thread matters no more.
    pub(in crate::discord) async fn begin_watching(&self, channel: ChannelId) -> Result<Option<Watched>, Trouble> {
        let Some(battle) = self.held_in(channel) else { return Ok(None) };
        let watched = self.referee.read(battle, |table, front_state| {
            let state = ThreadState::read(front_state).filter(|it| !it.is_closed)?;
            // A round that was closed a moment ago may be reopened by an edit that nobody has read yet.
            let posts = table.posts().iter().filter(|it| table.round() <= it.round.saturating_add(1));
            let known = posts.filter_map(|it| {
                let id: u64 = it.key.as_deref()?.parse().ok().filter(|it| state.is_here(*it))?;
                Some(Known { id: MessageId::new(id), text: it.text.as_deref()?.into() })
            });
            Some(Watched { channel, after: MessageId::new(state.after.max(1)), known: known.collect() })
        });
        let watched = watched.await?;
        if let Some(played) = locked(&self.played).get_mut(&channel.get()) {
            played.is_current = true;
        }
        Ok(watched)
    }

    /// Renews this process's share of the shards, takes over their battles and does what is due in them. Called every
    /// two seconds.
    pub(in crate::discord) async fn watch(self: &Arc<Self>, shards: u32) -> Result<Assignment, Trouble> {
        let mut new = self.referee.hold(shards).await?;
        let is_first = locked(&self.watched).replace(Instant::now()).is_none();
        // A process with a permanent name may have had the same name before a crash.
        if is_first || self.referee.assignment().inherits {
            let (pending, queues) = (Arc::clone(&self.pending), self.queues.clone());
            tokio::spawn(async move {
                let _under_way = queues.enter().await;
                pending.answer_all().await;
            });
        }
        locked(&self.played).retain(|_, it| self.referee.holds(it.battle));
        // The battle in which something is due first is read first.
        new.sort_by_key(|it| (it.alarm.is_none(), it.alarm));
        for it in new {
            if let Some(state) = ThreadState::read(&it.front_state) {
                self.play(it.id, &state, it.alarm);
            }
        }
        for battle in self.referee.alarms().await? {
            if locked(&self.in_progress).insert(battle) {
                tokio::spawn(Arc::clone(self).do_due(battle));
            }
        }
        self.sender.wake();
        if self.turns.fetch_add(1, Ordering::Relaxed) % PACKING == PACKING - 1 {
            self.referee.store().pack(PACKS).await?;
        }
        Ok(self.referee.assignment())
    }

    /// Does what is due in a battle, once everything that was posted by then is read. If that can't be read, does
    /// nothing.
    async fn do_due(self: Arc<Self>, battle: BattleId) {
        let _under_way = self.queues.enter().await;
        let done = self.try_do_due(battle).await;
        locked(&self.in_progress).remove(&battle);
        if let Err(why) = done
            && !matches!(why, Trouble::Elsewhere)
        {
            tracing::error!(battle = battle.to_string(), "what was due could not be done: {why}");
        }
    }

    async fn try_do_due(&self, battle: BattleId) -> Result<(), Trouble> {
        let place = self.threads_of(|it| it.battle == battle).pop();
        let now = self.referee.now();
        let is_due = self.referee.read(battle, |table, _| !table.due(now).is_empty()).await?;
        if let Some((guild, channel)) = place.filter(|_| is_due)
            && self.queues.backfill(guild, channel).await
        {
            self.referee.do_due(battle, rounds::post_due).await?;
            self.sender.wake();
        }
        Ok(())
    }
}

/// The condition of the outbox. It isn't well if a message has waited for too long.
fn outbox_condition(waiting: Waiting) -> Result<String, String> {
    const WELL: Duration = Duration::from_secs(60);
    let Waiting { messages, oldest } = waiting;
    metrics::gauge!("fieldpost_outbox_messages").set(f64::from(messages));
    metrics::gauge!("fieldpost_outbox_age_seconds").set(oldest.as_secs_f64());
    let said = format!("{messages} waiting, the oldest for {} s", oldest.as_secs());
    if oldest < WELL { Ok(said) } else { Err(said) }
}

/// Logs where battles are stored. A bot that is started in another folder would otherwise silently begin with an empty
/// database.
fn log_place(place: &Place, is_new: bool) {
    let shown = match place {
        Place::File(file) => std::path::absolute(file).unwrap_or_else(|_| file.clone()).display().to_string(),
        Place::Server(_) => place.to_string(),
    };
    let news = if is_new { ", which is a new file" } else { "" };
    tracing::info!("battles are kept in {shown}{news}");
}

/// The name under which this process serves battles. A process that has an SQLite file to itself uses a permanent name,
/// so that it can go on at once after a crash. The system releases the lock.
fn holder_for(place: &Place) -> Result<(ProcessName, Option<File>), Trouble> {
    if let Place::File(file) = place
        && let Some(lock) = lock(file)
    {
        return Ok((ProcessName("the only one".to_owned()), Some(lock)));
    }
    Ok((ProcessName::random().map_err(|it| Trouble::Handler(it.to_string()))?, None))
}

/// Locks a file beside the database, because the database's own locks are SQLite's. `None` if another process has the
/// lock.
fn lock(database: &Path) -> Option<File> {
    let mut path = database.as_os_str().to_owned();
    path.push(".lock");
    let file = File::options().create(true).truncate(false).write(true).open(path).ok()?;
    file.try_lock().is_ok().then_some(file)
}
