//! One process serves each battle at a time, and another takes over when that one dies.

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::future::join;

use super::{SEED, begin, first, last, message, on_both, open, posted, send, with_both};
use crate::store::{Assignment, BattleId, Cause, NewBattle, Place, ProcessName, Step, Store};

const MINUTE: Duration = Duration::from_secs(60);

fn holders() -> (ProcessName, ProcessName) {
    (ProcessName("one".to_owned()), ProcessName("two".to_owned()))
}

/// Begins a battle with a home.
async fn settle(store: &Store, home: i64) -> BattleId {
    let (key, entries) = (format!("home {home}"), [first()]);
    let new_battle = NewBattle { key: Some(&key), home: Some(home), ..NewBattle::new("Ridge", SEED, &entries) };
    store.begin(&new_battle).await.unwrap_or_else(|it| panic!("{it}"))
}

async fn heartbeat(store: &Store, holder: &ProcessName, part_count: u32) -> Assignment {
    store.heartbeat(holder, MINUTE, part_count).await.unwrap_or_else(|it| panic!("{it}"))
}

async fn served(store: &Store, holder: &ProcessName) -> Vec<BattleId> {
    let served = store.served(holder).await.unwrap_or_else(|it| panic!("{it}"));
    served.into_iter().map(|it| it.id).collect()
}

fn parts(assignment: &Assignment) -> Vec<u32> {
    assignment.parts_served.keys().copied().collect()
}

#[test]
fn a_part_is_one_processs_until_its_time_is_over() {
    on_both(async |place| {
        let (store, other) = (open(place).await, open(place).await);
        let (one, two) = holders();
        let (even, odd) = (settle(&store, 4).await, settle(&store, 7).await);
        let assignment = heartbeat(&store, &one, 2).await;
        assert_eq!((parts(&assignment), assignment.surplus.len()), (vec![0, 1], 0));
        assert_eq!(heartbeat(&store, &one, 2).await, assignment, "nothing is new");
        assert!(heartbeat(&other, &two, 2).await.parts_served.is_empty(), "nothing is free");
        assert_eq!((served(&store, &one).await, served(&store, &two).await), (vec![even, odd], vec![]));
        let entries = [posted(1)];
        let step = |after, holder| Step { after, entries: &entries, holder: Some(holder), ..Step::default() };
        let refused = other.append(odd, &step(1, &two)).await.expect_err("it is another's");
        assert!(matches!(refused.cause, Cause::HeldElsewhere), "{refused}");
        store.append(odd, &step(1, &one)).await.expect("mine");

        // `two` reports that it is alive, and `one` doesn't.
        for _ in 0..2 {
            other.pass(MINUTE / 2);
            heartbeat(&other, &two, 2).await;
        }
        assert_eq!(parts(&heartbeat(&other, &two, 2).await), [0, 1], "its time is over");
        let refused = store.append(odd, &step(2, &one)).await.expect_err("it was taken over");
        assert!(matches!(refused.cause, Cause::HeldElsewhere), "{refused}");
        other.append(odd, &step(2, &two)).await.expect("mine now");
        store.pass(MINUTE);
        let assignment = heartbeat(&store, &one, 2).await;
        assert_eq!(assignment.parts_served.is_empty(), served(&store, &one).await.is_empty(), "{assignment:?}");
    });
}

#[test]
fn who_has_more_than_its_share_gives_it_back_once_nothing_is_on_its_way() {
    with_both(async |store| {
        let (one, two) = holders();
        let battle = settle(&store, 7).await;
        heartbeat(&store, &one, 2).await;
        heartbeat(&store, &two, 2).await;
        assert_eq!(heartbeat(&store, &one, 2).await.surplus, BTreeSet::from([1]));
        send(&store, battle, 1, &[message("x")]).await;
        let due = store.due(Some(&one), 9).await.expect("a store");
        store.count_attempts(&[due[0].id], Some(&one)).await.expect("a store");
        assert!(!store.give_back(&one, 1).await.expect("a store"), "it is being sent");
        assert!(store.give_back(&one, 0).await.expect("a store"), "that is another part's");
        store.confirm(&due[0], "receipt", None).await.expect("a message");
        assert!(!store.give_back(&two, 1).await.expect("a store"), "it isn't two's");
        assert!(store.give_back(&one, 1).await.expect("a store"));
        assert_eq!(heartbeat(&store, &two, 2).await.parts_served.len(), 1, "its share");
        assert_eq!(heartbeat(&store, &one, 2).await.parts_served.len(), 1, "and the other's");
        assert!(heartbeat(&store, &one, 2).await.surplus.is_empty());
        store.release(&one).await.expect("a store");
        assert_eq!(parts(&heartbeat(&store, &two, 2).await), [0, 1], "free at once");
    });
}

/// Lets processes report that they are alive and give back their surplus, `times` times.
async fn turns(store: &Store, alive: &[ProcessName], times: usize) -> Vec<Assignment> {
    let mut assignments = Vec::new();
    for _ in 0..times {
        assignments.clear();
        store.pass(MINUTE / 30);
        for holder in alive {
            let assignment = heartbeat(store, holder, 7).await;
            for part in &assignment.surplus {
                assert!(store.give_back(holder, *part).await.expect("a store"));
            }
            assignments.push(assignment);
        }
    }
    assignments
}

#[test]
fn each_process_has_as_many_parts_as_any_other_or_one_more() {
    with_both(async |store| {
        let all: Vec<ProcessName> = (0..9).map(|it| ProcessName(format!("process {it}"))).collect();
        let groups = [&all[..1], &all[..2], &all[..3], &all[2..6], &all[..9], &all[3..4], &all[..7], &all[5..7]];
        for alive in groups {
            // Processes that aren't among them no longer report.
            let assignments = turns(&store, alive, 70).await;
            let mut counts: Vec<usize> = assignments.iter().map(|it| it.parts_served.len()).collect();
            let taken: BTreeSet<u32> = assignments.iter().flat_map(parts).collect();
            counts.sort();
            assert_eq!((taken.len(), counts.iter().sum()), (7, 7), "each is somebody's: {assignments:?}");
            assert!(counts[counts.len() - 1] - counts[0] <= 1, "{counts:?}");
            assert_eq!(turns(&store, alive, 3).await, assignments, "nothing changes hands any more");
        }
    });
}

#[test]
fn all_agree_on_how_many_parts_there_are() {
    with_both(async |store| {
        let (one, two) = holders();
        let battle = settle(&store, 7).await;
        assert_eq!(heartbeat(&store, &one, 2).await.part_count, 2);
        assert_eq!(heartbeat(&store, &two, 3).await.part_count, 2, "as the first has said");
        store.release(&one).await.expect("a store");
        assert_eq!(parts(&heartbeat(&store, &two, 3).await), [0, 1, 2], "it is alone");
        assert_eq!(served(&store, &two).await, [battle]);
    });
}

#[test]
fn processes_that_look_for_work_at_once_share_it() {
    on_both(async |place| {
        let stores = [open(place).await, open(place).await];
        let (one, two) = holders();
        for _ in 0..5 {
            let (first, second) = join(heartbeat(&stores[0], &one, 20), heartbeat(&stores[1], &two, 20)).await;
            assert!(first.parts_served.keys().all(|it| !second.parts_served.contains_key(it)), "{first:?} {second:?}");
            for (store, holder, assignment) in [(&stores[0], &one, first), (&stores[1], &two, second)] {
                for part in assignment.surplus {
                    assert!(store.give_back(holder, part).await.expect("a store"));
                }
            }
        }
        let shares = [
            heartbeat(&stores[0], &one, 20).await.parts_served.len(),
            heartbeat(&stores[1], &two, 20).await.parts_served.len(),
        ];
        assert_eq!(shares, [10, 10]);
    });
}

#[test]
fn a_battle_that_is_at_home_nowhere_has_a_lease_of_its_own() {
    with_both(async |store| {
        let (one, two) = holders();
        let id = begin(&store, "a").await;
        assert!(store.claim(id, &one, MINUTE).await.expect("a store"), "nobody's");
        assert!(store.claim(id, &one, MINUTE).await.expect("a store"), "mine");
        assert!(!store.claim(id, &two, MINUTE).await.expect("a store"), "another's");
        assert!(!store.claim(BattleId(99), &one, MINUTE).await.expect("a store"), "there is none");
        assert!(heartbeat(&store, &two, 3).await.parts_served.len() == 3 && served(&store, &two).await.is_empty());
        store.pass(MINUTE / 2);
        heartbeat(&store, &one, 3).await;
        store.pass(MINUTE / 2);
        assert!(!store.claim(id, &two, MINUTE).await.expect("a store"), "its time was made longer");
        store.pass(MINUTE / 2);
        assert!(store.claim(id, &two, MINUTE).await.expect("a store"), "its time is over");
        store.release(&two).await.expect("a store");
        assert!(store.claim(id, &one, MINUTE).await.expect("a store"), "free at once");
    });
}

#[test]
fn a_battle_is_begun_where_it_is_served_and_sends_its_last_words_when_it_is_over() {
    with_both(async |store| {
        let (one, two) = holders();
        heartbeat(&store, &one, 1).await;
        let entries = [first()];
        let at =
            |holder| NewBattle { home: Some(3), holder: Some((holder, MINUTE)), ..NewBattle::new("R", SEED, &entries) };
        let refused = store.begin(&at(&two)).await.expect_err("it is another's");
        assert!(matches!(refused.cause, Cause::HeldElsewhere), "{refused}");
        let id = store.begin(&at(&one)).await.expect("a battle");
        let (end, messages) = ([last()], [message("farewell")]);
        let end = Step { after: 1, entries: &end, messages: &messages, holder: Some(&one), ..Step::default() };
        store.append(id, &end).await.expect("mine");
        store.release(&one).await.expect("a store");
        assert!(store.due(Some(&two), 9).await.expect("a store").is_empty());
        heartbeat(&store, &two, 1).await;
        assert_eq!(served(&store, &two).await, [], "it is over");
        assert_eq!(store.due(Some(&two), 9).await.expect("a store").len(), 1);
        let lone = NewBattle { holder: Some((&one, MINUTE)), ..NewBattle::new("R", SEED, &entries) };
        let lone = store.begin(&lone).await.expect("a battle");
        assert!(!store.claim(lone, &two, MINUTE).await.expect("a store"), "it was held from the first moment");
    });
}

/// The number of statements, and of rows that they change, in a minute in which nothing happens to the battles that a
/// process serves.
async fn idle_minute(place: &Place, battles: usize) -> (f64, f64) {
    const COPY: &str =
        "INSERT INTO battles (title, front, seed, begun, is_over, steps, mark, entries, chain, posts_seen,
            thread_entries, thread, messages, alarm, home)
        SELECT title, front, seed, begun, is_over, steps, mark, entries, chain, posts_seen, thread_entries, thread,
            messages, 9000000000000000, home FROM battles LIMIT $1";
    let (store, (one, _)) = (open(place).await, holders());
    let mut there = store.battles().await.expect("a store").len();
    if there == 0 {
        settle(&store, 7).await;
        there = 1;
    }
    while there < battles {
        let copies = there.min(battles - there);
        let mut tx = store.link.begin(crate::store::purpose::Purpose::Write).await.expect("a store");
        let copied = tx.execute(COPY, &[(copies as u32).into()]).await;
        there += tx.end(copied).await.expect("a store") as usize;
    }
    assert_eq!(heartbeat(&store, &one, 1).await.part_count, 1);
    assert_eq!(served(&store, &one).await.len(), battles);
    // It has been alive for a while, like a process of a host.
    for _ in 0..2 {
        store.pass(MINUTE / 2);
        heartbeat(&store, &one, 1).await;
    }
    let counted = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder();
    let _counting = metrics::set_default_local_recorder(&counted);
    for turn in 0..120 {
        store.pass(Duration::from_millis(500));
        if turn % 4 == 0 {
            heartbeat(&store, &one, 1).await;
            assert!(store.alarms(&one, 0).await.expect("a store").is_empty());
        }
        assert!(store.due(Some(&one), 64).await.expect("a store").is_empty());
    }
    let shown = counted.handle().render();
    let count = |name: &str| {
        let line = shown.lines().find_map(|it| it.strip_prefix(name));
        line.unwrap_or_else(|| panic!("{shown}")).trim().parse::<f64>().expect("a number")
    };
    (count("fieldpost_statements_total"), count("fieldpost_rows_changed_total"))
}

#[test]
fn to_hold_ten_thousand_battles_costs_no_more_than_to_hold_ten() {
    on_both(async |place| {
        let few = idle_minute(place, 10).await;
        let many = idle_minute(place, 10_000).await;
        assert_eq!(few, many, "statements and rows changed in a minute");
        assert!(many.1 <= 31.0, "a row each turn: {many:?}");
    });
}
