//! How fast a battle is opened: one of fifty rounds, and one of ten thousand battles.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use fieldpost::dice::Seed;
use fieldpost::games::Scenario;
use fieldpost::referee::{Location, Referee, SystemClock, Transaction};
use fieldpost::store::{BattleId, ClosedBy, Place, ProcessName, Store};

use crate::d1::{POST, walled};
use crate::measure::{Goal, TURNS, Table, median};

/// Rounds of a long battle.
const ROUNDS: usize = 50;

/// Battles that are open at once.
const BATTLES: usize = 10_000;

/// Measures battles that are read from the disk.
pub(crate) fn battles(table: &mut Table) {
    in_runtime(async |folder| {
        long_battle(table, &folder.join("long.db")).await;
        many_battles(table, &folder.join("many.db")).await;
    });
}

pub(crate) fn in_runtime(measure: impl AsyncFnOnce(&Path)) {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a system that runs programs");
    let folder = tempfile::tempdir().expect("a folder for the measurements");
    runtime.block_on(measure(folder.path()));
}

fn microseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e6
}

pub(crate) fn referee(store: Store) -> Referee {
    Referee::new(Arc::new(store), Arc::new(SystemClock), ProcessName("bench".to_owned()))
}

pub(crate) async fn open(place: &Place) -> Store {
    Store::open(place).await.unwrap_or_else(|why| panic!("{why}"))
}

/// The location of a battle without a home.
fn location(key: &str) -> Location {
    Location { key: key.to_owned(), home: None, front_state: String::new() }
}

async fn begin(referee: &Referee, scenario: &Scenario, number: usize) -> BattleId {
    let key = format!("long {number}");
    let begun = referee.begin(scenario, Seed::from(number as u64), location(&key), |_| ()).await;
    begun.unwrap_or_else(|why| panic!("{why}")).0
}

/// Measures a battle of fifty rounds, opened by a program that has just started, and by one that has loaded its
/// scenario before.
async fn long_battle(table: &mut Table, place: &Path) {
    let place = Place::from(place);
    let first = referee(open(&place).await);
    let scenario = walled();
    let battles = [begin(&first, &scenario, 0).await, begin(&first, &scenario, 1).await];
    for battle in battles {
        for _ in 0..ROUNDS {
            first.change(battle, round).await.unwrap_or_else(|why| panic!("{why}"));
        }
    }
    drop(first);
    let (mut cold, mut warm) = (Vec::new(), Vec::new());
    for _ in 0..5 * TURNS {
        let referee = referee(open(&place).await);
        for (battle, times) in battles.into_iter().zip([&mut cold, &mut warm]) {
            let start = Instant::now();
            let round = referee.read(battle, |table, _| table.round()).await.unwrap_or_else(|why| panic!("{why}"));
            times.push(microseconds(start) / 1e3);
            assert_eq!(usize::from(round), ROUNDS + 1, "all rounds were played");
        }
    }
    table.alone("a battle of 50 rounds, opened", "ms", median(cold), Goal::Of(20.0));
    table.alone("the same, its scenario known", "ms", median(warm), Goal::Of(20.0));
}

fn round(tx: &mut Transaction<'_>) {
    for author in ["alice", "gm", "bela", "alice"] {
        let text = match author {
            "gm" => "The wall stands.\n!Draft: hold\n!Hammers: hold",
            _ => POST,
        };
        tx.table.post(author, text).expect("a seat");
    }
    tx.table.close(ClosedBy::Gm).expect("an open battle");
}

/// Measures ten thousand open battles in one file.
async fn many_battles(table: &mut Table, place: &Path) {
    let place = Place::from(place);
    let first = referee(open(&place).await);
    let scenario = walled();
    for number in 0..BATTLES {
        let key = format!("battle {number}");
        let begun = first.begin(&scenario, Seed::from(number as u64), location(&key), |tx| {
            for author in ["alice", "bela", "gm"] {
                tx.table.post(author, if author == "gm" { "!Draft: hold" } else { POST }).expect("a seat");
            }
        });
        begun.await.unwrap_or_else(|why| panic!("{why}"));
    }
    drop(first);
    let referee = referee(open(&place).await);
    let listed = referee.store().open_battles().await.unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(listed.len(), BATTLES);
    let ask = async |battle: BattleId| {
        let start = Instant::now();
        referee.read(battle, |table, _| table.round()).await.unwrap_or_else(|why| panic!("{why}"));
        microseconds(start) / 1e3
    };
    let mut times = Vec::new();
    // Far apart, in no order.
    for n in 0..100 {
        times.push(ask(listed[n * 7_919 % BATTLES].id).await);
    }
    let worst = times.iter().copied().fold(0.0, f64::max);
    table.alone("one of them opened, the median of 100", "ms", median(times), Goal::Of(20.0));
    table.alone("one of them opened, the worst of 100", "ms", worst, Goal::Of(20.0));
    for it in &listed {
        ask(it.id).await;
    }
    table.alone("resident once all were touched", "MB", resident(), Goal::Of(1_000.0));
}

/// The memory of this process in MB, as Linux reports it; NaN elsewhere.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").trim().parse::<f64>().map_or(f64::NAN, |it| it / 1024.0)
}
