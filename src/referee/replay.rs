//! Plays a battle's log again: what a table is rebuilt from, and what anybody can check.

use crate::dice::Seed;
use crate::orders::Language;
use crate::referee::{Refused, Table};
use crate::scenario::{self, Data, Problems};
use crate::store::{Entry, Hash, Source};

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

impl Table {
    /// Puts a battle back on the table as it was left, from its log and its seed. Every closed round is played again
    /// and compared with what was recorded of it. `posts_seen` counts the posts that are not in the log as well.
    ///
    /// # Errors
    ///
    /// The first thing that differs.
    pub fn resume(log: &[Entry], seed: Seed, posts_seen: u32) -> Result<Table, Difference> {
        let mut table = replay(log, seed)?.table;
        table.skip_to(posts_seen.saturating_add(1));
        Ok(table)
    }
}

/// A battle that was played again.
pub(super) struct Replay {
    pub(super) table: Table,
    /// Posts that were taken.
    pub(super) posts: usize,
    /// Dice that were rolled.
    pub(super) dice: usize,
    /// Rounds that were taken back, in that order.
    pub(super) undone: Vec<u16>,
}

/// Plays a log again, as far as it goes.
///
/// # Errors
///
/// The first thing that differs.
pub(super) fn replay(log: &[Entry], seed: Seed) -> Result<Replay, Difference> {
    let [Entry::Created { ruleset, ruleset_version, scenario, data, commitment, .. }, entries @ ..] = log else {
        return Err(Difference::OutOfPlace(1));
    };
    let scenario = read(scenario, data)?;
    if (scenario.ruleset.name(), scenario.ruleset.version()) != (ruleset.as_str(), *ruleset_version) {
        return Err(Difference::Rules { ruleset: ruleset.clone(), version: *ruleset_version });
    }
    is_committed(&seed, *commitment)?;
    let table = Table::open(&scenario, Language::default(), seed);
    let mut replay = Replay { table, posts: 0, dice: 0, undone: Vec::new() };
    for (n, entry) in entries.iter().enumerate() {
        let is_last = n + 1 == entries.len();
        match entry {
            Entry::Created { .. } => return Err(Difference::OutOfPlace(n + 2)),
            Entry::Revealed { .. } if !is_last => return Err(Difference::OutOfPlace(n + 2)),
            entry => replay.take(entry)?,
        }
    }
    Ok(replay)
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

/// Whether a seed is the one whose hash was given out.
fn is_committed(seed: &Seed, commitment: Hash) -> Result<(), Difference> {
    let hash = Hash(seed.commitment());
    if hash == commitment { Ok(()) } else { Err(Difference::Seed { hash, commitment }) }
}

impl Replay {
    fn take(&mut self, entry: &Entry) -> Result<(), Difference> {
        let post = |number: u32| move |why| Difference::Post { number, why };
        match entry {
            Entry::Posted { number, author, text } => {
                self.table.skip_to(*number);
                self.posts += 1;
                self.table.take(author, text).map_err(post(*number))?;
                if self.table.posts_seen != *number {
                    return Err(Difference::Post { number: *number, why: Refused::NoSuchPost(*number) });
                }
            }
            Entry::Edited { number, author, text } => {
                self.table.take_edit(author, *number, text).map_err(post(*number))?;
            }
            Entry::Deleted { number, author } => self.table.delete(author, *number).map_err(post(*number))?,
            Entry::Closed { round, .. } => self.close(*round, entry)?,
            Entry::Undone { round } => {
                let opened = self.table.undo().map_err(|why| Difference::Round { round: *round, why })?;
                self.undone.push(opened);
                self.is_round(opened, *round)?;
            }
            Entry::Revealed { seed } => {
                is_committed(&Seed::from_bytes(seed.0), self.table.commitment())?;
                self.table.reveal();
            }
            Entry::Created { .. } => (),
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
