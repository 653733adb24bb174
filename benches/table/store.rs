//! What it costs that everything is kept: a post on its way to the disk beside a bare commit of the same bytes, and how
//! fast a battle is opened, one of fifty rounds and one of ten thousand.
//!
//! The median of each turn counts, and of those the best. With `FIELDPOST_TEST_POSTGRES` a PostgreSQL server is measured
//! too, and without it only a file.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use fieldpost::dice::Seed;
use fieldpost::games::Scenario;
use fieldpost::referee::{Berth, Referee, Sheet, SystemClock};
use fieldpost::store::{BattleId, ClosedBy, Entry, Holder, Place, Store};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection as _, Executor as _, PgConnection};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::d1::{P1, walled};
use crate::measure::{Goal, Row, TURNS, Table, median};

/// How often each partner has its turn within one.
const EVENTS: usize = 20;

/// Posts that come at once, in so many battles.
const BURST: usize = 1_000;
const AT_ONCE: usize = 100;

/// Rounds of a long battle.
const ROUNDS: usize = 50;

/// Battles that are open at once.
const BATTLES: usize = 10_000;

/// Posts on their way to the disk.
pub(crate) fn posts(table: &mut Table) {
    in_runtime(async |folder| {
        let mut bare = Bare::file(&folder.join("bare.db")).await;
        events(table, &Place::from(folder.join("events.db")), &mut bare, "SQLite").await;
        match std::env::var("FIELDPOST_TEST_POSTGRES") {
            Ok(address) => {
                let mut bare = Bare::server(&address).await;
                events(table, &address.parse().expect("the address of a server"), &mut bare, "PostgreSQL").await;
                bare.end().await;
            }
            Err(_) => table.note("PostgreSQL: FIELDPOST_TEST_POSTGRES names no server"),
        }
        burst(table, &folder.join("burst.db")).await;
    });
}

/// Battles that are taken from the disk.
pub(crate) fn battles(table: &mut Table) {
    in_runtime(async |folder| {
        long_battle(table, &folder.join("long.db")).await;
        many_battles(table, &folder.join("many.db")).await;
    });
}

fn in_runtime(measure: impl AsyncFnOnce(&Path)) {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a system that runs programs");
    let folder = tempfile::tempdir().expect("a folder for the measurements");
    runtime.block_on(measure(folder.path()));
}

fn microseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e6
}

fn referee(store: Store) -> Referee {
    Referee::new(Arc::new(store), Arc::new(SystemClock), Holder("bench".to_owned()))
}

async fn open(place: &Place) -> Store {
    Store::open(place).await.unwrap_or_else(|why| panic!("{why}"))
}

/// D1: a post is read, kept and answered; beside it the same bytes are kept and sent by somebody who does nothing else.
async fn events(table: &mut Table, place: &Place, bare: &mut Bare, name: &str) {
    let referee = referee(open(place).await);
    let scenario = walled();
    let mut echo = Echo::new().await;
    let mut best = [f64::MAX; 4];
    for turn in 0..TURNS {
        let battles =
            [begin(&referee, &scenario, name, 2 * turn).await, begin(&referee, &scenario, name, 2 * turn + 1).await];
        let mut times: [Vec<f64>; 4] = Default::default();
        for _ in 0..EVENTS {
            let start = Instant::now();
            let (entry, _) = post(&referee, battles[0], false).await;
            times[0].push(microseconds(start));
            let start = Instant::now();
            bare.keep(&entry).await;
            times[1].push(microseconds(start));
            let start = Instant::now();
            let (entry, answer) = post(&referee, battles[1], true).await;
            echo.send(&answer).await;
            times[2].push(microseconds(start));
            let start = Instant::now();
            bare.keep(&(entry + &answer)).await;
            echo.send(&answer).await;
            times[3].push(microseconds(start));
        }
        for (best, times) in best.iter_mut().zip(times) {
            *best = best.min(median(times));
        }
    }
    let mut beside = |what: &str, partner, [ours, theirs]: [f64; 2], goal| {
        table.row(&Row { what: &format!("{name}, {what}"), unit: "us", ours, partner: Some((partner, theirs)), goal });
    };
    beside("a durable post", "a bare commit of the same bytes", [best[0], best[1]], Goal::None);
    beside("a post, its answer kept and sent", "bare commit and echo", [best[2], best[3]], Goal::Times(1.2));
}

/// A battle that is at home nowhere.
fn berth(key: &str) -> Berth<'_> {
    Berth { key, home: None, front: String::new() }
}

async fn begin(referee: &Referee, scenario: &Scenario, name: &str, number: usize) -> BattleId {
    let key = format!("{name} {number} {}", std::process::id());
    let begun = referee.begin(scenario, Seed::from(number as u64), berth(&key), |_| ()).await;
    begun.unwrap_or_else(|why| panic!("{why}")).0
}

/// Takes a post: what was kept of it, and what was answered.
async fn post(referee: &Referee, battle: BattleId, answers: bool) -> (String, String) {
    let done = referee.work(battle, |sheet| {
        let answered = sheet.table.post("alice", P1).expect("a seat");
        let answer = answered.answer.map_or_else(String::new, |it| it.text());
        if answers {
            sheet.send(None, answer.clone());
        }
        let entry: &Entry = sheet.table.log().last().expect("it was just kept");
        (serde_json::to_string(entry).expect("entries are JSON"), answer)
    });
    done.await.unwrap_or_else(|why| panic!("{why}"))
}

/// Somebody who only keeps bytes.
enum Bare {
    File(SqliteConnection),
    Server(Box<PgConnection>),
}

impl Bare {
    async fn file(place: &Path) -> Bare {
        let options = SqliteConnectOptions::new().filename(place).create_if_missing(true);
        let mut connection = SqliteConnection::connect_with(&options).await.expect("a file");
        connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL").await.expect("a file");
        connection.execute("CREATE TABLE bare (id INTEGER PRIMARY KEY, entry TEXT NOT NULL)").await.expect("a file");
        Bare::File(connection)
    }

    async fn server(address: &str) -> Bare {
        let mut connection = PgConnection::connect(address).await.expect("a server");
        connection.execute("DROP TABLE IF EXISTS fieldpost_bare").await.expect("a server");
        let table = "CREATE TABLE fieldpost_bare (id BIGSERIAL PRIMARY KEY, entry TEXT NOT NULL)";
        connection.execute(table).await.expect("a server");
        Bare::Server(Box::new(connection))
    }

    async fn keep(&mut self, bytes: &str) {
        match self {
            Bare::File(file) => {
                let kept = sqlx::query("INSERT INTO bare (entry) VALUES ($1)").bind(bytes).execute(file).await;
                kept.expect("a file");
            }
            Bare::Server(server) => {
                let insert = sqlx::query("INSERT INTO fieldpost_bare (entry) VALUES ($1)");
                insert.bind(bytes).execute(&mut **server).await.expect("a server");
            }
        }
    }

    async fn end(self) {
        if let Bare::Server(mut server) = self {
            server.execute("DROP TABLE fieldpost_bare").await.expect("a server");
        }
    }
}

/// Somebody at the other end of a line who says everything back.
struct Echo(TcpStream);

impl Echo {
    async fn new() -> Echo {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("a port");
        std::thread::spawn(move || {
            let Ok(mut stream) = std::net::TcpStream::connect(address) else { return };
            let _ = stream.set_nodelay(true);
            let mut bytes = [0; 65_536];
            while let Ok(count @ 1..) = std::io::Read::read(&mut stream, &mut bytes) {
                if std::io::Write::write_all(&mut stream, &bytes[..count]).is_err() {
                    return;
                }
            }
        });
        let (stream, _) = listener.accept().await.expect("a port");
        stream.set_nodelay(true).expect("a port");
        Echo(stream)
    }

    async fn send(&mut self, text: &str) {
        let mut back = vec![0; text.len()];
        self.0.write_all(text.as_bytes()).await.expect("a line");
        self.0.read_exact(&mut back).await.expect("a line");
    }
}

/// A thousand posts that come at once, beside as many that wait for each other.
async fn burst(table: &mut Table, place: &Path) {
    let referee = referee(open(&Place::from(place)).await);
    let scenario = walled();
    let fresh = async |name, turn| {
        let mut battles = Vec::new();
        for number in 0..AT_ONCE {
            battles.push(begin(&referee, &scenario, name, AT_ONCE * turn + number).await);
        }
        battles
    };
    let (mut together, mut in_turn) = (f64::MAX, f64::MAX);
    for turn in 0..3 {
        let battles = fresh("burst", turn).await;
        let start = Instant::now();
        futures_util::future::join_all((0..BURST).map(|n| post(&referee, battles[n % AT_ONCE], false))).await;
        together = together.min(microseconds(start));
        let battles = fresh("one by one", turn).await;
        let start = Instant::now();
        for n in 0..BURST {
            post(&referee, battles[n % AT_ONCE], false).await;
        }
        in_turn = in_turn.min(microseconds(start));
    }
    let [ours, partner] = [together, in_turn].map(|it| it / BURST as f64);
    let partner = Some(("one at a time", partner));
    table.row(&Row { what: "a post of a thousand at once", unit: "us", ours, partner, goal: Goal::Fewer(10.0) });
}

/// A battle of fifty rounds, opened by a program that knows nothing of it, and by one that has had its scenario before.
async fn long_battle(table: &mut Table, place: &Path) {
    let place = Place::from(place);
    let first = referee(open(&place).await);
    let scenario = walled();
    let battles = [begin(&first, &scenario, "long", 0).await, begin(&first, &scenario, "long", 1).await];
    for battle in battles {
        for _ in 0..ROUNDS {
            first.work(battle, round).await.unwrap_or_else(|why| panic!("{why}"));
        }
    }
    drop(first);
    let (mut cold, mut warm) = (Vec::new(), Vec::new());
    for _ in 0..5 * TURNS {
        let referee = referee(open(&place).await);
        for (battle, times) in battles.into_iter().zip([&mut cold, &mut warm]) {
            let start = Instant::now();
            let round = referee.ask(battle, |table, _| table.round()).await.unwrap_or_else(|why| panic!("{why}"));
            times.push(microseconds(start) / 1e3);
            assert_eq!(usize::from(round), ROUNDS + 1, "all rounds were played");
        }
    }
    table.alone("a battle of 50 rounds, opened", "ms", median(cold), Goal::Of(5.0));
    table.alone("the same, its scenario known", "ms", median(warm), Goal::Of(5.0));
}

fn round(sheet: &mut Sheet<'_>) {
    for author in ["alice", "gm", "bela", "alice"] {
        let text = match author {
            "gm" => "The wall stands.\n!Draft: hold\n!Hammers: hold",
            _ => P1,
        };
        sheet.table.post(author, text).expect("a seat");
    }
    sheet.table.close(ClosedBy::Gm).expect("an open battle");
}

/// Ten thousand battles that are open, in one file.
async fn many_battles(table: &mut Table, place: &Path) {
    let place = Place::from(place);
    let first = referee(open(&place).await);
    let scenario = walled();
    for number in 0..BATTLES {
        let key = format!("battle {number}");
        let begun = first.begin(&scenario, Seed::from(number as u64), berth(&key), |sheet| {
            for author in ["alice", "bela", "gm"] {
                sheet.table.post(author, if author == "gm" { "!Draft: hold" } else { P1 }).expect("a seat");
            }
        });
        begun.await.unwrap_or_else(|why| panic!("{why}"));
    }
    drop(first);
    let referee = referee(open(&place).await);
    let start = Instant::now();
    let listed = referee.store().open_battles().await.unwrap_or_else(|why| panic!("{why}"));
    table.alone("10,000 open battles, listed", "ms", microseconds(start) / 1e3, Goal::None);
    assert_eq!(listed.len(), BATTLES);
    let ask = async |battle: BattleId| {
        let start = Instant::now();
        referee.ask(battle, |table, _| table.round()).await.unwrap_or_else(|why| panic!("{why}"));
        microseconds(start) / 1e3
    };
    let mut times = Vec::new();
    // Far from each other, in no order.
    for n in 0..100 {
        times.push(ask(listed[n * 7_919 % BATTLES].id).await);
    }
    let worst = times.iter().copied().fold(0.0, f64::max);
    table.alone("one of them opened, the median of 100", "ms", median(times), Goal::Of(5.0));
    table.alone("one of them opened, the worst of 100", "ms", worst, Goal::Of(5.0));
    for it in &listed {
        ask(it.id).await;
    }
    table.alone("resident once all were touched", "MB", resident("VmRSS"), Goal::Of(1_000.0));
    table.alone("resident at most", "MB", resident("VmHWM"), Goal::None);
}

/// Memory of this process in MB, as Linux tells it; nothing elsewhere.
fn resident(key: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|it| it.strip_prefix(key)?.strip_prefix(':')).unwrap_or_default();
    line.trim().trim_end_matches(" kB").trim().parse::<f64>().map_or(f64::NAN, |it| it / 1024.0)
}
