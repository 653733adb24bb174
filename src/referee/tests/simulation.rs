//! Many battles, and several processes that die, freeze and lose their connection between any two statements. In every
//! order of events, nothing is lost, doubled or left undone.
//!
//! For more: `FIELDPOST_INTERLEAVINGS=10000 cargo test --release --lib simulation`.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::dice::Seed;
use crate::dice::chaos::Chaos;
use crate::games::{self, Data, Scenario};
use crate::referee::{Location, Referee, SystemClock, Transaction};
use crate::store::tests::{given_up_after, on_postgres, on_sqlite, open, unsent};
use crate::store::{BattleId, ClosedBy, Deliver, Entry, Outgoing, Place, ProcessName, Sender, Store, Undelivered};

const PARTS: u32 = 3;
const TURN: Duration = Duration::from_secs(2);

/// Turns in which everything goes wrong, and turns after which everything must be well again.
const WILD: u32 = 25;
const CALM: u32 = 14;

/// What people see and do.
struct World {
    chaos: Chaos,
    threads: Vec<Thread>,
    battles: BTreeMap<BattleId, usize>,
    posts: u64,
    is_wild: bool,
}

struct Thread {
    battle: BattleId,
    home: i64,
    posts: Vec<u64>,
    /// The bot's messages: the nonce and the words of each.
    said: Vec<(String, String)>,
}

type Shared = Arc<Mutex<World>>;

/// Carries messages to the world. They may arrive although the sender doesn't learn of it.
struct Carrier(Shared);

impl Carrier {
    fn with<T>(&self, deed: impl FnOnce(&mut World) -> T) -> T {
        deed(&mut self.0.lock().expect("nobody panics with it"))
    }
}

impl Deliver for Carrier {
    async fn deliver(&self, message: &Outgoing) -> Result<String, Undelivered> {
        tokio::task::yield_now().await;
        let later = |why: &str| Undelivered::Later { after: Some(Duration::ZERO), why: why.to_owned() };
        let luck = self.with(|world| if world.is_wild { world.chaos.number(0, 9) } else { 9 });
        if luck == 0 {
            return Err(later("it did not arrive"));
        }
        self.with(|world| {
            if let Some(thread) = world.battles.get(&message.battle) {
                world.threads[*thread].said.push((message.nonce.clone(), message.body.clone()));
            }
        });
        tokio::task::yield_now().await;
        if luck == 1 { Err(later("it arrived, and nobody knows")) } else { Ok(message.nonce.clone()) }
    }

    async fn find(&self, message: &Outgoing) -> Result<Option<String>, Undelivered> {
        tokio::task::yield_now().await;
        let is_there = self.with(|world| {
            let thread = world.battles.get(&message.battle).map(|it| &world.threads[*it]);
            thread.is_some_and(|it| it.said.iter().any(|it| it.0 == message.nonce))
        });
        Ok(is_there.then(|| message.nonce.clone()))
    }
}

/// A process of the bot.
struct Process {
    store: Arc<Store>,
    referee: Referee,
    sender: Sender<Carrier>,
    /// The shards that it listens to.
    open: BTreeSet<u32>,
    /// For each thread, the posts that it has heard of and not taken yet. It hears nothing from a thread that another
    /// process has served, until it has read the thread again.
    heard: BTreeMap<usize, VecDeque<u64>>,
    /// For how many turns it does nothing.
    frozen: u8,
}

impl Process {
    async fn start(place: &Place, world: &Shared, name: String, age: Duration) -> Process {
        let store = Arc::new(open(place).await);
        store.pass(age);
        let holder = ProcessName(name);
        let referee = Referee::new(Arc::clone(&store), Arc::new(SystemClock), holder.clone());
        let sender = Sender::new(Arc::clone(&store), Arc::new(Carrier(Arc::clone(world))), Some(holder));
        Process { store, referee, sender, open: BTreeSet::new(), heard: BTreeMap::new(), frozen: 0 }
    }

    /// Takes care of what it serves, as the gateway does. Returns whether it was given up in the middle.
    async fn hold(&mut self, world: &Shared, polls: u32) -> bool {
        let Some(held) = given_up_after(polls, self.referee.hold(PARTS)).await else { return true };
        let Ok(new) = held else { return false };
        for it in new {
            self.recall(world, |_, thread| thread.battle == it.id);
        }
        let assignment = self.referee.assignment();
        let wanted: BTreeSet<u32> =
            assignment.parts_served.keys().filter(|it| !assignment.surplus.contains(it)).copied().collect();
        let opened: Vec<u32> = wanted.difference(&self.open).copied().collect();
        self.open = wanted;
        self.recall(world, |part, _| opened.contains(&part));
        for part in assignment.surplus {
            match given_up_after(polls, self.referee.store().give_back(self.referee.holder(), part)).await {
                Some(_) => (),
                None => return true,
            }
        }
        false
    }

    /// Reads the posts of threads.
    fn recall(&mut self, world: &Shared, which: impl Fn(u32, &Thread) -> bool) {
        let world = world.lock().expect("nobody panics with it");
        for (n, thread) in world.threads.iter().enumerate() {
            if which(part_of(thread.home), thread) {
                self.heard.insert(n, thread.posts.iter().copied().collect());
            }
        }
    }

    /// Takes the posts that it has heard of, thread by thread. Returns whether it was given up in the middle.
    async fn take_posts(&mut self, world: &Shared, polls: u32) -> bool {
        let mut left = Vec::new();
        for (n, posts) in &mut self.heard {
            let battle = world.lock().expect("nobody panics with it").threads[*n].battle;
            while let Some(post) = posts.front() {
                let key = post.to_string();
                let done = self.referee.change(battle, |tx| take(tx, &key));
                match given_up_after(polls, done).await {
                    None => return true,
                    Some(Err(why)) => {
                        left.extend(why.is_held_elsewhere().then_some(*n));
                        break;
                    }
                    Some(Ok(())) => drop(posts.pop_front()),
                }
            }
        }
        left.iter().for_each(|it| drop(self.heard.remove(it)));
        false
    }

    /// Sends what must be sent. Returns whether it was given up in the middle.
    async fn send(&self, polls: u32) -> bool {
        let is_given_up = given_up_after(polls, self.sender.clear()).await.is_none();
        if !is_given_up {
            // In a file, the next process that works there undoes what was given up, and others wait for that.
            let _ = self.store.messages(BattleId::of(0)).await;
        }
        is_given_up
    }
}

fn part_of(home: i64) -> u32 {
    (home % i64::from(PARTS)) as u32
}

/// Takes a post, as a front end does.
fn take(tx: &mut Transaction, key: &str) {
    if tx.table.post_with_key(key).is_none() && tx.table.post_as("ann", "!Left: throw", Some(key)).is_ok() {
        tx.send(Some(format!("answer:{key}")), format!("answer {key}"));
        // Some posts ask to close the round.
        if key.ends_with('7') && tx.close(ClosedBy::Gm, true).is_ok() {
            tx.send(None, format!("report {key}"));
        }
        tx.send_later(Some("status".to_owned()), format!("status {key}"));
    }
}

fn duel() -> Scenario {
    let text = "name = \"A duel\"\nruleset = \"toy\"\nplayer = \"ann\"\n";
    games::read("duel.toml", text, &Data::Standard).unwrap_or_else(|problems| panic!("{problems}"))
}

/// A whole simulation, from its number.
async fn simulate(place: &Place, number: u64) {
    let mut chaos = Chaos(number);
    let world = World { chaos: Chaos(!number), threads: Vec::new(), battles: BTreeMap::new(), posts: 0, is_wild: true };
    let world: Shared = Arc::new(Mutex::new(world));
    let mut age = Duration::ZERO;
    let (mut all, mut started) = (Vec::new(), 0);
    let name = |started: u32| format!("{number}: {started}");
    all.push(Process::start(place, &world, name(started), age).await);
    assert!(all[0].referee.hold(PARTS).await.is_ok());
    for n in 0..i64::from(chaos.number(3, 8)) {
        let location = Location { key: format!("{number}: {n}"), home: Some(n), front_state: String::new() };
        let begun = all[0].referee.begin(&duel(), Seed::from(number), location, |_| ()).await;
        let battle = begun.unwrap_or_else(|it| panic!("{it}")).0;
        let mut world = world.lock().expect("nobody panics with it");
        world.threads.push(Thread { battle, home: n, posts: Vec::new(), said: Vec::new() });
        world.battles.insert(battle, n as usize);
    }
    for turn in 0..WILD + CALM {
        let is_wild = turn < WILD;
        world.lock().expect("nobody panics with it").is_wild = is_wild;
        let joins =
            if is_wild { all.len() < 4 && chaos.chance(if all.is_empty() { 60 } else { 20 }) } else { all.is_empty() };
        if joins {
            started += 1;
            all.push(Process::start(place, &world, name(started), age).await);
        }
        for _ in 0..if is_wild { chaos.number(0, 6) } else { 0 } {
            post(&world, &mut chaos, &mut all);
        }
        let mut alive = Vec::new();
        for mut process in all {
            let mut polls = || if is_wild && chaos.chance(4) { 1 + chaos.next() as u32 % 40 } else { u32::MAX };
            let (holds, takes, sends) = (polls(), polls(), polls());
            if is_wild && chaos.chance(25) {
                process.store.lose_after(chaos.next() as u32 % 30);
            }
            if is_wild && process.frozen == 0 && chaos.chance(8) {
                process.frozen = chaos.number(1, 6);
            }
            process.frozen = if is_wild { process.frozen } else { 0 };
            if 0 < process.frozen {
                process.frozen -= 1;
                alive.push(process);
                continue;
            }
            let is_dead = process.hold(&world, holds).await
                || process.take_posts(&world, takes).await
                || process.send(sends).await;
            let says_goodbye = !is_dead && is_wild && chaos.chance(3);
            if says_goodbye {
                let _ = process.referee.release().await;
            }
            if !is_dead && !says_goodbye {
                alive.push(process);
            }
        }
        all = alive;
        age += TURN;
        all.iter().for_each(|it| it.store.pass(TURN));
    }
    let threads = std::mem::take(&mut world.lock().expect("nobody panics with it").threads);
    let counts: Vec<usize> = all.iter().map(|it| it.referee.assignment().parts_served.len()).collect();
    assert_eq!(counts.iter().sum::<usize>(), PARTS as usize, "{number}: each part is one process's: {counts:?}");
    let (most, least) = (counts.iter().max(), counts.iter().min());
    assert!(most.zip(least).is_some_and(|(most, least)| most - least <= 1), "{number}: {counts:?}");
    for thread in &threads {
        is_sound(&all[0].store, thread, number).await;
    }
    for process in &all {
        process.referee.release().await.unwrap_or_else(|it| panic!("{it}"));
    }
}

/// Somebody posts, and the processes that listen to the shard hear of it.
fn post(world: &Shared, chaos: &mut Chaos, all: &mut [Process]) {
    let mut world = world.lock().expect("nobody panics with it");
    world.posts += 1;
    let (id, thread) = (world.posts, chaos.next() as usize % world.threads.len());
    world.threads[thread].posts.push(id);
    let part = part_of(world.threads[thread].home);
    for process in all.iter_mut().filter(|it| it.open.contains(&part)) {
        if let Some(posts) = process.heard.get_mut(&thread) {
            posts.push_back(id);
        }
    }
}

/// Every post was taken and answered once and in order, and every round was reported once.
async fn is_sound(store: &Store, thread: &Thread, number: u64) {
    let stored = store.load(thread.battle).await.unwrap_or_else(|it| panic!("{it}"));
    let taken: Vec<u64> = stored
        .log
        .iter()
        .filter_map(|it| match it {
            Entry::Posted { key, .. } => key.as_deref()?.parse().ok(),
            _ => None,
        })
        .collect();
    // A battle that has been won takes no more posts.
    let is_all = taken == thread.posts || stored.log.iter().any(|it| matches!(it, Entry::Closed { .. }));
    assert!(is_all && thread.posts.starts_with(&taken), "{number}: {taken:?} of {:?}", thread.posts);
    let mut said = Vec::new();
    for post in &taken {
        said.push(format!("answer {post}"));
        if post % 10 == 7 && said_of(thread, "report").contains(&format!("report {post}")) {
            said.push(format!("report {post}"));
        }
    }
    let closed = stored.log.iter().filter(|it| matches!(it, Entry::Closed { .. })).count();
    assert_eq!(said_of(thread, "report").len(), closed, "{number}: reports of {closed} rounds");
    let own: Vec<String> = thread.said.iter().map(|it| it.1.clone()).filter(|it| !it.starts_with("status")).collect();
    assert_eq!(own, said, "{number}");
    let last = taken.last().map(|it| format!("status {it}"));
    assert_eq!(said_of(thread, "status").last().cloned(), last, "{number}: how things stand is said last");
    assert_eq!(unsent(store, thread.battle).await, 0, "{number}");
}

fn said_of(thread: &Thread, what: &str) -> Vec<String> {
    thread.said.iter().map(|it| it.1.clone()).filter(|it| it.starts_with(what)).collect()
}

fn interleavings(usual: u64) -> u64 {
    std::env::var("FIELDPOST_INTERLEAVINGS").ok().and_then(|it| it.parse().ok()).unwrap_or(usual)
}

#[test]
fn whatever_comes_after_what_nothing_is_lost_doubled_or_left_lying() {
    // Much of the time is spent waiting for files.
    const AT_ONCE: u64 = 8;
    std::thread::scope(|scope| {
        for first in 0..AT_ONCE {
            scope.spawn(move || {
                for number in (first..interleavings(80)).step_by(AT_ONCE as usize) {
                    on_sqlite(async |place| simulate(place, number).await);
                }
            });
        }
    });
}

#[test]
fn nor_is_it_on_a_server() {
    on_postgres(async |place| {
        for number in 0..interleavings(80) / 20 {
            simulate(place, number).await;
        }
    });
}
