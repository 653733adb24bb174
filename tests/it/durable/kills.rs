//! `kill -9` of the program at any moment, again and again. More of it:
//! `FIELDPOST_KILLS=5000 cargo test --release --test it durable::kills`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use fieldpost::referee::verify::verify;
use fieldpost::store::{Entry, import};

use super::on_a_server::tell;
use super::{SCENARIO, arguments, last_line, log_text, play, server, stored_battles};
use crate::chaos::Chaos;
use crate::program::run;

/// The number of kills.
fn kills_wanted() -> u64 {
    std::env::var("FIELDPOST_KILLS").ok().and_then(|it| it.parse().ok()).unwrap_or(100)
}

#[test]
fn a_battle_that_is_killed_at_any_moment_ends_like_one_that_was_not() {
    kill(|folder| folder.join("killed.db"));
}

#[test]
fn a_battle_on_a_server_that_is_killed_at_any_moment_ends_like_one_that_was_not() {
    static NAMES: AtomicU64 = AtomicU64::new(0);
    let Some(server) = server::address() else { return };
    let database = |_: &Path| {
        let name = format!("fieldpost_killed_{}_{}", std::process::id(), NAMES.fetch_add(1, Ordering::Relaxed));
        tell(&server, format!("CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'"));
        PathBuf::from(server::with_database(&server, &name))
    };
    kill(database);
    for n in 0..NAMES.load(Ordering::Relaxed) {
        tell(&server, format!("DROP DATABASE fieldpost_killed_{}_{n} WITH (FORCE)", std::process::id()));
    }
}

/// Kills programs whose battles are kept at `place`, until there were enough kills.
fn kill(place: impl Fn(&Path) -> PathBuf + Sync) {
    let kills = AtomicU64::new(0);
    let battles = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for worker in 0..2 {
            let (kills, battles, place) = (&kills, &battles, &place);
            scope.spawn(move || {
                let mut chaos = Chaos(worker);
                while kills.load(Ordering::Relaxed) < kills_wanted() {
                    let victim = Victim::new(&mut chaos);
                    let db = place(victim.folder.path());
                    victim.run_until_it_ends(&mut chaos, &db, kills);
                    battles.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    println!("{} kills in {} battles", kills.into_inner(), battles.into_inner());
}

/// A battle whose program is killed, and how it ends without kills.
struct Victim {
    folder: tempfile::TempDir,
    thread: PathBuf,
    last_line: String,
    log: String,
    takes: Duration,
}

impl Victim {
    fn new(chaos: &mut Chaos) -> Victim {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let thread = folder.path().join("battle.posts");
        fs::write(&thread, thread_of(chaos)).expect("a file for the test");
        let calm = folder.path().join("calm.db");
        let start = Instant::now();
        let shown = play(&thread, &calm);
        let takes = start.elapsed();
        assert!(shown.status.success(), "{}", shown.stderr);
        let plain = run(&["play", SCENARIO, "--seed", "7", "--json", "--posts", &thread.display().to_string()], "");
        assert_eq!(plain.stdout, shown.stdout, "keeping a battle changes it");
        let last_line = last_line(&shown.stdout).to_owned();
        Victim { log: log_text(&calm), folder, thread, last_line, takes }
    }

    /// Kills and restarts the program until it gets to the end before it is killed.
    fn run_until_it_ends(&self, chaos: &mut Chaos, db: &Path, kills: &AtomicU64) {
        let mut acknowledged = Acknowledged::default();
        loop {
            let delay = self.takes.mul_f64(1.2 * chaos.next() as f64 / u64::MAX as f64);
            let Some(shown) = self.run_for(delay, db, chaos.chance(50)) else { break };
            kills.fetch_add(1, Ordering::Relaxed);
            acknowledged.see(&shown);
            if chaos.chance(30) {
                acknowledged.is_kept(db);
            }
        }
        // Plays the thread once more, now that the battle is over.
        let shown = play(&self.thread, db);
        assert_eq!(last_line(&shown.stdout), self.last_line);
        acknowledged.is_kept(db);
        let log = log_text(db);
        assert_eq!(log, self.log, "the log tells of the kills");
        verify(&import(&log).expect("a log")).unwrap_or_else(|it| panic!("{it}"));
        no_round_is_played_twice(&import(&log).expect("a log"));
    }

    /// Starts the program, and kills it after a while. Returns what it printed; `None` if it ended before.
    fn run_for(&self, delay: Duration, db: &Path, as_json: bool) -> Option<String> {
        let output = self.folder.path().join("shown");
        let mut arguments = arguments(&self.thread, db);
        arguments.retain(|it| as_json || it != "--json");
        let mut child = Command::new(env!("CARGO_BIN_EXE_fieldpost"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(File::create(&output).expect("a file for the test"))
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        std::thread::sleep(delay);
        child.kill().expect("a child of ours");
        let ended = child.wait_with_output().expect("a child of ours");
        let shown = fs::read_to_string(&output).expect("the program prints text");
        match ended.status.code() {
            None => Some(shown),
            Some(code) => {
                assert_eq!(code, 0, "{}", String::from_utf8_lossy(&ended.stderr));
                assert!(!as_json || last_line(&shown) == self.last_line, "{shown}");
                None
            }
        }
    }
}

/// The posts that the program has acknowledged to people.
#[derive(Default)]
struct Acknowledged {
    posts: Vec<u32>,
}

impl Acknowledged {
    /// Reads lines such as `#3 sam (line 7 of the thread)`.
    fn see(&mut self, shown: &str) {
        let number = |line: &str| line.strip_prefix('#')?.split_once(' ')?.0.parse::<u32>().ok();
        self.posts.extend(shown.lines().filter(|it| it.contains("of the thread)")).filter_map(number));
    }

    fn is_kept(&self, db: &Path) {
        let log = stored_battles(db).into_iter().next().map(|it| it.log).unwrap_or_default();
        let is_there = |post: &u32| log.iter().any(|it| matches!(it, Entry::Posted { number, .. } if number == post));
        let lost: Vec<&u32> = self.posts.iter().filter(|it| !is_there(it)).collect();
        assert!(lost.is_empty(), "posts were answered and are lost: {lost:?}");
    }
}

fn no_round_is_played_twice(log: &[Entry]) {
    let mut closed = 0;
    for entry in log {
        match entry {
            Entry::Closed { round, .. } => {
                closed += 1;
                assert_eq!(*round, closed);
            }
            Entry::Undone { round, .. } => {
                assert_eq!(*round, closed);
                closed -= 1;
            }
            _ => (),
        }
    }
    assert!(0 < closed);
}

/// A short thread of random posts, edits, deletions, rounds and undone rounds, which ends its battle.
fn thread_of(chaos: &mut Chaos) -> String {
    let mut thread = String::new();
    let mut posts = 0_u32;
    for _ in 0..chaos.number(1, 3) {
        for _ in 0..chaos.number(2, 6) {
            let (author, squad) = *chaos.pick(&[("robin", "Otter"), ("sam", "Magpie"), ("mallory", "Nobody")]);
            let deed = match (posts, chaos.number(1, 6)) {
                (1.., 1) => format!(" edits #{}", chaos.number(1, posts as u8)),
                (1.., 2) => format!(" deletes #{}", chaos.number(1, posts as u8)),
                _ => {
                    posts += 1;
                    String::new()
                }
            };
            let order = chaos.pick(&["hold", "shoot Reed Husks", "move to J8 take cover", "north 2", "dance"]);
            thread += &format!("@{author}{deed}\nWhatever it takes.\n!{squad}: {order}\n");
        }
        thread += *chaos.pick(&["@gm\n/resolve\n", "@gm\n/resolve\n/orders\n", "@gm\n/resolve\n/undo\n/resolve\n"]);
        posts += 1;
    }
    thread + "@gm\n/end\n/resolve\n"
}
