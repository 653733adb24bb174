//! Whatever people do, and whenever the program is restarted, the orders are those that the thread contains.

use std::sync::OnceLock;

use crate::line;
use fieldpost::dice::Seed;
use fieldpost::game::digest_of;
use fieldpost::line::battle::Battle;
use fieldpost::line::orders;
use fieldpost::line::orders::{Accepted, Names};
use fieldpost::post::{Language, Poster};
use fieldpost::referee::verify::verify;
use fieldpost::referee::{Refused, Table, Taken, transcript};
use fieldpost::store::ClosedBy;

use crate::chaos::Chaos;
use crate::trenches::scenario;

const TEXTS: &[&str] = &[
    "Nothing to see here.",
    "!Alpha: shoot Draft",
    "!Alpha: move to C3\n!Alpha: shoot Draft",
    "!Bravo: hold",
    "!Bravo: shoot Draft; move east 2",
    "!Alpha: charge Draft",
    "!Bravo: withdraw orders\n!Alpha: withdraw orders",
    "!Draft: hold",
    "!Draft: move to E2 take cover",
    "!Zulu: shoot Draft",
    "!Alpha: shoot Darft",
];

const CHANGES: &[&str] =
    &["Alpha.1 hp 1", "kill Draft.2", "Bravo broken", "Alpha to D4", "nonsense", "terrain F3 open"];

/// A model of the thread, which only records what is done.
#[derive(Default)]
struct Thread {
    posts: Vec<Standing>,
    // The number of posts and edits that were accepted so far.
    clock: u64,
    // The open round before each closed round and each change, for undoing them.
    before: Vec<u16>,
    round: u16,
    seen: u32,
}

struct Standing {
    number: u32,
    author: &'static str,
    round: u16,
    texts: Vec<(u64, &'static str)>,
    is_there: bool,
}

impl Thread {
    /// The digest of the open round's orders, read anew from the posts.
    fn orders(&self, battle: &Battle) -> [u8; 32] {
        static NAMES: OnceLock<Names> = OnceLock::new();
        let (names, language) = (NAMES.get_or_init(|| Names::new(battle)), Language::default());
        let posts: Vec<Accepted> = self
            .posts
            .iter()
            .filter(|it| it.is_there && it.round == self.round)
            .map(|post| {
                let poster = poster(battle, post.author);
                let mut accepted: Option<Accepted> = None;
                for (at, text) in &post.texts {
                    let reading = orders::read(text, names, battle, poster, &language);
                    accepted = Some(match accepted {
                        None => Accepted::new(poster, reading, *at),
                        Some(before) => before.carry_over(reading, *at),
                    });
                }
                accepted.expect("a post has a text")
            })
            .collect();
        digest_of(&orders::collect(battle, &posts).orders)
    }
}

fn poster(battle: &Battle, author: &str) -> Poster {
    let setup = battle.setup();
    setup.seat_ids().find(|it| setup.seat(*it).name == author).map_or(Poster::Gm, Poster::Seat)
}

/// Does something at random, in the battle and in the model.
fn step(chaos: &mut Chaos, table: &mut Table, thread: &mut Thread) {
    const PEOPLE: &[&str] = &["alice", "bela", "gm"];
    let author = *chaos.pick(PEOPLE);
    let text = *chaos.pick(TEXTS);
    match chaos.number(0, 11) {
        0..=3 => {
            thread.seen += 1;
            match table.post(author, text) {
                Ok(answered) => {
                    thread.clock += 1;
                    let (number, texts) = (answered.number, vec![(thread.clock, text)]);
                    assert_eq!(number, thread.seen);
                    thread.posts.push(Standing { number, author, round: thread.round, texts, is_there: true });
                }
                Err(why) => assert_eq!(why, Refused::BattleIsOver),
            }
        }
        4 | 5 => {
            let Some(at) = any(chaos, thread) else { return };
            let post = &mut thread.posts[at];
            match table.edit(author, post.number, text) {
                Ok(taken) => {
                    assert!(post.is_there && post.author == author);
                    assert_eq!(matches!(taken, Taken::Late { .. }), post.round < thread.round);
                    thread.clock += 1;
                    post.texts.push((thread.clock, text));
                }
                Err(Refused::BattleIsOver) => (),
                Err(_) => assert!(!post.is_there || post.author != author),
            }
        }
        6 => {
            let Some(at) = any(chaos, thread) else { return };
            let post = &mut thread.posts[at];
            if table.delete(author, post.number).is_ok() {
                assert!(post.is_there && post.author == author);
                post.is_there = false;
            }
        }
        7 | 8 => {
            if table.close(ClosedBy::Gm).is_ok() {
                thread.before.push(thread.round);
                thread.round = table.round();
            }
        }
        9 => {
            let number = 1 + chaos.number(0, 3);
            let whole = chaos.chance(50);
            let wanted = (!whole).then_some(usize::from(number));
            table.replay_skipped().unwrap_or_else(|why| panic!("{why}"));
            match table.undo(wanted) {
                Ok(undone) => {
                    thread.round = thread.before[undone.before - 1];
                    thread.before.truncate(undone.before - 1);
                }
                Err(_) => assert!(thread.before.is_empty() || wanted.is_some_and(|it| thread.before.len() < it)),
            }
        }
        10 => {
            if table.change(CHANGES[usize::from(chaos.number(0, CHANGES.len() as u8 - 1))]).is_ok() {
                thread.before.push(thread.round);
            }
        }
        _ => {
            let last = table.snapshot();
            let snapshot = last.as_ref().filter(|_| chaos.chance(50));
            let (seen, digest) = (thread.seen, line(table).battle().digest());
            *table = Table::resume(table.log(), Seed::from(7), seen, snapshot).unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(line(table).battle().digest(), digest);
        }
    }
    assert_eq!(table.round(), thread.round);
    if !table.is_over() {
        assert_eq!(digest_of(line(table).orders()), thread.orders(line(table).battle()));
    }
}

fn any(chaos: &mut Chaos, thread: &Thread) -> Option<usize> {
    let posts: Vec<usize> = (0..thread.posts.len()).collect();
    (!posts.is_empty()).then(|| *chaos.pick(&posts))
}

/// Plays random sequences, and compares each with its model at the end.
fn play(numbers: std::ops::Range<u64>) {
    for number in numbers {
        let mut chaos = Chaos(number);
        let mut table = Table::open(scenario(), Language::default(), Seed::from(7));
        let mut thread = Thread { round: 1, ..Thread::default() };
        for _ in 0..chaos.number(4, 16) {
            step(&mut chaos, &mut table, &mut thread);
        }
        // One in ten is also verified as a player would do it.
        if number % 10 == 0 {
            table.reveal();
            verify(table.log()).unwrap_or_else(|why| panic!("sequence {number}: {why}"));
            table.replay_skipped().unwrap_or_else(|why| panic!("sequence {number}: {why}"));
            let text = table.transcript();
            transcript::verify(&text, scenario()).unwrap_or_else(|why| panic!("sequence {number}: {why}\n{text}"));
        }
    }
}

#[test]
fn after_any_sequence_the_orders_are_those_that_stand_in_the_thread() {
    let sequences = std::env::var("FIELDPOST_SEQUENCES").map_or(1_000, |it| it.parse().expect("a number of sequences"));
    // Two threads, because the smallest machines have two cores.
    std::thread::scope(|scope| {
        scope.spawn(|| play(0..sequences / 2));
        play(sequences / 2..sequences);
    });
}
