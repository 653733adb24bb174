//! Plays a battle's log again and says what that proves, or where it differs.

use std::fmt;

use crate::diagnostic::count;
use crate::dice::Seed;
use crate::orders::Language;
use crate::referee::{Refused, Table};
use crate::scenario::{self, Data, Problems};
use crate::store::{Entry, Hash, Source};

/// What a log was found to prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    pub title: String,
    pub commitment: Hash,
    /// Rounds that stand, undone ones not counted.
    pub rounds: usize,
    /// Posts that were taken.
    pub posts: usize,
    /// Dice that were rolled again, those of undone rounds included.
    pub dice: usize,
    /// Rounds that were taken back, in that order.
    pub undone: Vec<u16>,
}

/// Where a log is not what it says it is.
#[derive(Debug, thiserror::Error)]
pub enum Difference {
    #[error("the scenario in the log can't be read:\n{0}")]
    Scenario(Box<Problems>),
    #[error("the battle was fought by version {version} of the rules \"{ruleset}\", which this program doesn't have")]
    Rules { ruleset: String, version: u32 },
    #[error("the seed has not been published yet (it is when the battle is over), so no die can be checked")]
    NoSeed,
    #[error("the seed is not the one that was committed to: its hash is {hash}, and {commitment} was published")]
    Seed { hash: Hash, commitment: Hash },
    #[error("post #{number} can't have been taken: {why}")]
    Post { number: u32, why: Refused },
    #[error("round {round} can't have been closed or undone there: {why}")]
    Round { round: u16, why: Refused },
    #[error("the log says that round {found} comes next, and by the posts it is round {expected}")]
    Order { expected: u16, found: u16 },
    #[error("round {round}: the posts do not give the orders that were recorded when it closed")]
    Orders { round: u16 },
    #[error("round {round}: die {nth} of {of} is recorded as {found}, and the seed gives {expected}")]
    Die { round: u16, nth: usize, of: usize, found: String, expected: String },
    #[error("round {round}: the orders and the dice do not give the events that were recorded")]
    Events { round: u16 },
    #[error("round {round}: the events do not lead to the state that was recorded")]
    State { round: u16 },
    #[error("entry {0} of the log stands where none of its kind can")]
    OutOfPlace(usize),
}

/// Plays the log again, from its scenario, posts and seed.
///
/// # Errors
///
/// The first thing that differs.
pub fn verify(log: &[Entry]) -> Result<Verified, Difference> {
    let [Entry::Created { ruleset, ruleset_version, scenario, data, commitment, .. }, entries @ ..] = log else {
        return Err(Difference::OutOfPlace(1));
    };
    let scenario = read(scenario, data)?;
    if (scenario.ruleset.name(), scenario.ruleset.version()) != (ruleset.as_str(), *ruleset_version) {
        return Err(Difference::Rules { ruleset: ruleset.clone(), version: *ruleset_version });
    }
    let seed = seed_of(entries, *commitment)?;
    let table = Table::open(&scenario, Language::default(), seed);
    let mut replay = Replay { table, posts: 0, dice: 0, undone: Vec::new() };
    for (n, entry) in entries.iter().enumerate() {
        let is_last = n + 1 == entries.len();
        match entry {
            Entry::Created { .. } => return Err(Difference::OutOfPlace(n + 2)),
            Entry::Revealed { .. } if is_last => (),
            Entry::Revealed { .. } => return Err(Difference::OutOfPlace(n + 2)),
            entry => replay.take(entry)?,
        }
    }
    let Replay { table, posts, dice, undone } = replay;
    let title = table.battle().setup().title.clone();
    Ok(Verified { title, commitment: *commitment, rounds: table.closed().len(), posts, dice, undone })
}

fn read(file: &Source, data: &[Source]) -> Result<scenario::Scenario, Difference> {
    let mut shelves = Data::default();
    for Source { name, text } in data {
        let problems = shelves.add_file(name, text);
        if 0 < problems.errors() {
            return Err(Difference::Scenario(Box::new(problems)));
        }
    }
    scenario::read(&file.name, &file.text, &shelves).map_err(|it| Difference::Scenario(Box::new(it)))
}

/// The published seed, if it is the one that was committed to.
fn seed_of(entries: &[Entry], commitment: Hash) -> Result<Seed, Difference> {
    let Some(Entry::Revealed { seed }) = entries.last() else { return Err(Difference::NoSeed) };
    let seed = Seed::from_bytes(seed.0);
    let hash = Hash(seed.commitment());
    if hash == commitment { Ok(seed) } else { Err(Difference::Seed { hash, commitment }) }
}

/// A battle that is being played again.
struct Replay {
    table: Table,
    posts: usize,
    dice: usize,
    undone: Vec<u16>,
}

impl Replay {
    fn take(&mut self, entry: &Entry) -> Result<(), Difference> {
        let post = |number: u32| move |why| Difference::Post { number, why };
        match entry {
            Entry::Posted { number, author, text } => {
                self.table.skip_to(*number);
                self.posts += 1;
                let answered = self.table.post(author, text).map_err(post(*number))?;
                if answered.number != *number {
                    return Err(Difference::Post { number: *number, why: Refused::NoSuchPost(*number) });
                }
            }
            Entry::Edited { number, author, text } => {
                self.table.edit(author, *number, text).map_err(post(*number))?;
            }
            Entry::Deleted { number, author } => self.table.delete(author, *number).map_err(post(*number))?,
            Entry::Closed { round, .. } => self.close(*round, entry)?,
            Entry::Undone { round } => {
                let opened = self.table.undo().map_err(|why| Difference::Round { round: *round, why })?;
                self.undone.push(opened);
                self.is_round(opened, *round)?;
            }
            Entry::Created { .. } | Entry::Revealed { .. } => (),
        }
        Ok(())
    }

    fn is_round(&self, expected: u16, found: u16) -> Result<(), Difference> {
        if expected == found { Ok(()) } else { Err(Difference::Order { expected, found }) }
    }

    /// Closes a round, and compares what comes of it with what the log says.
    fn close(&mut self, round: u16, recorded: &Entry) -> Result<(), Difference> {
        self.is_round(self.table.battle().round(), round)?;
        self.table.close().map_err(|why| Difference::Round { round, why })?;
        let played = self.table.log().last();
        let (
            Entry::Closed { orders, dice, events, state, .. },
            Some(Entry::Closed {
                orders: orders_again,
                dice: dice_again,
                events: events_again,
                state: state_again,
                ..
            }),
        ) = (recorded, played)
        else {
            return Ok(());
        };
        self.dice += dice_again.len();
        if orders != orders_again {
            return Err(Difference::Orders { round });
        }
        if dice != dice_again {
            return Err(die_that_differs(round, dice, dice_again));
        }
        if events != events_again {
            return Err(Difference::Events { round });
        }
        if state != state_again {
            return Err(Difference::State { round });
        }
        Ok(())
    }
}

fn die_that_differs(round: u16, found: &str, expected: &str) -> Difference {
    let pair = |nth: usize| (found.chars().nth(nth), expected.chars().nth(nth));
    let nth = (0..).find(|nth| pair(*nth).0 != pair(*nth).1).unwrap_or(0);
    let shown = |die: Option<char>| die.map_or("none".to_owned(), String::from);
    let (found, rolled) = pair(nth);
    let of = expected.len();
    Difference::Die { round, nth: nth + 1, of, found: shown(found), expected: shown(rolled) }
}

/// What was proved, in sentences for players.
impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verified { title, commitment, rounds, posts, dice, undone } = self;
        let rounds = count(*rounds as u64, "round", "rounds");
        let posts = count(*posts as u64, "post", "posts");
        writeln!(f, "{title}: {rounds}, {posts}, {dice} dice.")?;
        writeln!(f, "Proved: the seed is the one whose hash was given out before the first order, {commitment}.")?;
        writeln!(f, "Proved: the posts in this file give the orders that each round was closed with.")?;
        writeln!(
            f,
            "Proved: every die follows from the seed, the number of its round and those orders; nobody chose one."
        )?;
        writeln!(f, "Proved: those orders and dice give the events and the state of every round.")?;
        if !undone.is_empty() {
            let rounds: Vec<String> = undone.iter().map(ToString::to_string).collect();
            writeln!(f, "To know: rounds were taken back and played again, in this order: {}.", rounds.join(", "))?;
        }
        writeln!(f, "Not shown: that these are the posts that people wrote. Compare them with the thread.")?;
        write!(f, "Not shown: that the hash was given out in time. Compare it with what you were told when it began.")
    }
}
