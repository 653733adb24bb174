//! Many battles through one service: stored step by step, by one process at a time, with a clock that the test sets.

use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::dice::Seed;
use crate::games;
use crate::games::Scenario;
use crate::referee::keeper::Trouble;
use crate::referee::service::LEASE;
use crate::referee::{Clock, Due, Location, Pace, Referee, Table, Transaction};
use crate::store::tests::{on_sqlite, open};
use crate::store::{BattleId, CampaignLine, Cause, ClosedBy, Fate, ProcessName, Store};

const HOUR: i64 = 60 * 60;
/// Thursday 1 January 2026, noon UTC.
const NOON: i64 = 1_767_268_800;

struct Watch(AtomicI64);

impl Clock for Watch {
    fn now(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Watch {
    fn noon() -> Arc<Watch> {
        Arc::new(Watch(AtomicI64::new(NOON)))
    }

    fn pass(&self, seconds: i64) {
        self.0.fetch_add(seconds, Ordering::Relaxed);
    }
}

/// Runs a test with battles that are stored in a file, and a clock that the test sets.
fn kept(test: impl AsyncFn(&Arc<Store>, &Arc<Watch>)) {
    on_sqlite(async |place| test(&Arc::new(open(place).await), &Watch::noon()).await);
}

fn ford() -> &'static Scenario {
    static READ: OnceLock<Scenario> = OnceLock::new();
    READ.get_or_init(read_ford)
}

fn read_ford() -> Scenario {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/millers-ford.toml");
    games::load(&path).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The battles that are new to a process among those that it holds now.
async fn takes(it: &Referee) -> Vec<BattleId> {
    it.hold(1).await.expect("a healthy file").into_iter().map(|it| it.id).collect()
}

fn referee(store: &Arc<Store>, watch: &Arc<Watch>, name: &str) -> Referee {
    let clock: Arc<dyn Clock> = watch.clone();
    Referee::new(Arc::clone(store), clock, ProcessName(name.to_owned()))
}

fn at(key: &str, home: Option<i64>) -> Location {
    Location { key: key.to_owned(), home, front_state: String::new() }
}

async fn begin(referee: &Referee, key: &str, pace: Pace) -> BattleId {
    let begun = referee.begin(ford(), Seed::from(7), at(key, None), |tx| {
        tx.table.set_pace(pace).expect("an open battle");
        tx.table.start_clock(tx.now);
        tx.send(Some("opening".to_owned()), "It begins.".to_owned());
    });
    begun.await.unwrap_or_else(|it| panic!("{it}")).0
}

/// Does what is due in all battles.
async fn on_time(referee: &Referee) {
    for battle in referee.alarms().await.expect("a healthy file") {
        referee.do_due(battle, tell).await.expect("a healthy file");
    }
}

fn tell(tx: &mut Transaction, due: &Due) {
    tx.send(None, format!("{due:?}"));
}

async fn sent(store: &Store, battle: BattleId) -> Vec<String> {
    let rows = store.messages(battle).await.expect("a healthy file");
    assert!(rows.iter().all(|it| matches!(it.fate, Fate::Waiting { .. })));
    rows.into_iter().map(|it| it.message.body).collect()
}

#[test]
fn what_is_due_is_done_once_and_told_also_after_a_restart() {
    kept(async |store, watch| {
        let pace = Pace { round: Some(86_400), closes: true, ..Pace::default() };
        let first = referee(store, watch, "first");
        let battle = begin(&first, "thread 1", pace).await;
        first
            .change(battle, |tx| tx.table.post("robin", "!Otter: hold").map(|_| ()))
            .await
            .expect("kept")
            .expect("a seat");
        watch.pass(18 * HOUR);
        for _ in 0..2 {
            on_time(&first).await;
        }
        drop(first);
        let second = referee(store, watch, "first");
        on_time(&second).await;
        watch.pass(6 * HOUR);
        for _ in 0..2 {
            on_time(&second).await;
        }
        let told = sent(store, battle).await;
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(
            told[1].starts_with("Remind { seat: SeatId(1)") && told[2] == "CloseAtDeadline { late: None }",
            "{told:?}"
        );
        let (round, deadline) = second.read(battle, |table, _| (table.round(), table.deadline())).await.expect("kept");
        assert_eq!((round, deadline), (2, Some(NOON + 48 * HOUR)));
        watch.pass(HOUR);
        let undone = second.change(battle, |tx| tx.undo(None).map(|it| (it.round, tx.table.deadline()))).await;
        assert_eq!(undone.expect("kept"), Ok((1, Some(NOON + 49 * HOUR))), "the round that is open again has its time");
    });
}

#[test]
fn a_battle_is_one_processs_at_a_time_and_anothers_when_that_is_gone() {
    kept(async |store, watch| {
        let (one, other) = (referee(store, watch, "one"), referee(store, watch, "other"));
        assert!(
            one.begin(ford(), Seed::from(8), at("thread 1", Some(5)), |_| ()).await.is_err(),
            "it serves nothing yet"
        );
        assert!(one.hold(1).await.expect("a healthy file").is_empty());
        let begun = one.begin(ford(), Seed::from(7), at("thread 1", Some(5)), |_| ());
        let battle = begun.await.unwrap_or_else(|it| panic!("{it}")).0;
        assert_eq!(takes(&other).await, []);
        assert!(one.holds(battle) && !other.holds(battle) && !other.take(battle).await.expect("a healthy file"));
        let close = |tx: &mut Transaction| tx.close(ClosedBy::Gm, true).is_ok();
        let refused = other.change(battle, close).await.expect_err("it is the other's");
        assert!(matches!(&refused, Trouble::Store(it) if matches!(it.cause, Cause::HeldElsewhere)), "{refused}");
        one.change(battle, |tx| tx.table.post("robin", "!Otter: hold").map(|_| ()))
            .await
            .expect("kept")
            .expect("a seat");

        // The process falls silent, as if it had been killed.
        for _ in 0..2 {
            assert_eq!(takes(&other).await, []);
            store.pass(LEASE - Duration::from_secs(2));
        }
        assert_eq!(takes(&other).await, [battle]);
        assert_eq!(takes(&other).await, [], "it is no news any more");
        assert!(other.change(battle, close).await.expect("kept"));
        // The first process comes back in the middle of its work.
        let late = one.change(battle, close).await.expect_err("it was taken over");
        assert!(
            matches!(&late, Trouble::Store(it) if matches!(it.cause, Cause::HeldElsewhere | Cause::Conflict)),
            "{late}"
        );
        let rounds = |table: &mut Table, _: &str| (table.closed().len(), table.posts().len());
        assert_eq!(other.read(battle, rounds).await.expect("kept"), (1, 1));

        other.release().await.expect("a healthy file");
        assert_eq!(takes(&one).await, [battle], "nobody waits after a good-bye");
        assert_eq!(one.read(battle, rounds).await.expect("kept"), (1, 1));
    });
}

/// Each time, the store's answer is lost on its way to the process.
#[test]
fn a_battle_that_was_anothers_meanwhile_is_news_however_that_came_about() {
    kept(async |store, watch| {
        let (one, other) = (referee(store, watch, "one"), referee(store, watch, "other"));
        let unheard =
            async |it: &Referee| store.heartbeat(it.holder(), LEASE, 1).await.map(drop).expect("a healthy file");
        let begin = async |it: &Referee, thread: &str| {
            let begun = it.begin(ford(), Seed::from(7), at(thread, Some(5)), |_| ());
            begun.await.unwrap_or_else(|it| panic!("{it}")).0
        };
        let post = async |it: &Referee, battle| {
            let posted = it.change(battle, |tx| tx.table.post("robin", "!Otter: hold").map(|it| it.number)).await;
            posted.expect("kept").expect("a seat")
        };
        takes(&one).await;
        let battle = begin(&one, "thread 1").await;
        assert_eq!(post(&one, battle).await, 1);

        // The first process is taken for dead, and notices nothing until everything is its own again.
        for _ in 0..2 {
            assert_eq!(takes(&other).await, []);
            store.pass(LEASE - Duration::from_secs(2));
        }
        assert_eq!(takes(&other).await, [battle]);
        assert_eq!(post(&other, battle).await, 2);
        let second = begin(&other, "thread 2").await;
        other.release().await.expect("a healthy file");
        for _ in 0..2 {
            unheard(&one).await;
        }
        assert_eq!(takes(&one).await, [battle, second]);
        assert_eq!(post(&one, battle).await, 3, "what the other took is known");
        assert_eq!(takes(&one).await, [], "it is no news any more");

        // It gives its part back without learning that it did, and has it again.
        assert!(store.give_back(one.holder(), 0).await.expect("a healthy file"));
        assert_eq!(takes(&other).await, [], "not its share");
        assert_eq!(takes(&one).await, [battle, second]);
    });
}

#[test]
fn what_could_not_be_kept_was_not_done() {
    kept(async |store, watch| {
        let one = referee(store, watch, "one");
        let battle = begin(&one, "thread 1", Pace::default()).await;
        // Somebody else writes to it without a lease, as only a terminal does.
        let step = crate::store::Step { after: 1, ..crate::store::Step::default() };
        store.append(battle, &step).await.expect("a healthy file");
        let lost = one.change(battle, |tx| tx.table.post("robin", "!Otter: hold").map(|it| it.number)).await;
        assert!(lost.is_err(), "it was overtaken");
        let number = one.change(battle, |tx| tx.table.post("robin", "!Otter: hold").map(|it| it.number)).await;
        assert_eq!(number.expect("read again").expect("a seat"), 1, "nothing of the first is left");
        assert!(one.begin(ford(), Seed::from(8), at("thread 1", None), |_| ()).await.is_err(), "one battle a thread");
    });
}

#[test]
fn a_campaigns_line_is_kept_whatever_else_is_done_or_refused_with_it() {
    kept(async |store, watch| {
        let one = referee(store, watch, "one");
        let line = |after| CampaignLine { place: 1, name: "Salt".to_owned(), after, line: format!("line {after}") };
        let begun = one.begin(ford(), Seed::from(7), at("thread 1", None), |tx| tx.add_campaign_line(line(0))).await;
        let (battle, ()) = begun.expect("kept");
        one.change(battle, |tx| tx.add_campaign_line(line(1))).await.expect("kept, though it is all that is done");
        let ended = |tx: &mut Transaction| {
            tx.table.reveal();
            tx.add_campaign_line(line(2));
        };
        one.change(battle, ended).await.expect("kept with the end");
        assert!(
            one.change(battle, |tx| tx.add_campaign_line(line(3))).await.is_err(),
            "nothing is added to what is over"
        );
        let lines = store.campaign(1, "Salt").await.expect("a healthy file");
        assert_eq!(lines, ["line 0", "line 1", "line 2"]);
    });
}

#[test]
fn many_battles_are_kept_though_few_are_in_memory() {
    kept(async |store, watch| {
        let one = referee(store, watch, "one");
        let mut battles = Vec::new();
        for n in 0..140 {
            battles.push(begin(&one, &format!("thread {n}"), Pace::default()).await);
        }
        for (n, battle) in battles.iter().enumerate() {
            let text = format!("Post {n}.\n!Otter: hold");
            one.change(*battle, |tx| tx.table.post("robin", &text).map(|_| ())).await.expect("kept").expect("a seat");
        }
        for (n, battle) in battles.iter().enumerate() {
            let text = one.read(*battle, |table, _| table.posts()[0].text.clone()).await.expect("kept");
            assert_eq!(text, Some(format!("Post {n}.\n!Otter: hold")));
        }
    });
}
