//! Plays a battle's log again, to rebuild a table or to check the log.

use serde_json::Value;

use crate::dice::Seed;
use crate::games::{self, Data, Problems, Scenario};
use crate::post::Language;
use crate::referee::{HIDDEN, Refused, Table};
use crate::store::{ClosedBy, Entry, Hash, Snapshot};

/// How a log differs from what playing it again gives.
#[derive(Debug, thiserror::Error)]
pub enum Difference {
    #[error("the scenario in the log can't be read:\n{0}")]
    Scenario(Box<Problems>),
    #[error("the log says that the battle was fought by the rules \"{ruleset}\", and its scenario names others")]
    Rules { ruleset: String },
    #[error("the seed has not been published yet (it is when the battle is over), so no die can be checked")]
    NoSeed,
    #[error("the seed is not the one that was committed to: its hash is {hash}, and {commitment} was published")]
    Seed { hash: Hash, commitment: Hash },
    #[error("post {} can't have been taken: {why}", super::post_name(*.number))]
    Post { number: u32, why: Refused },
    #[error("entry {entry} of the log can't have been made: {why}")]
    Deed { entry: usize, why: Refused },
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
    #[error("the change in entry {0} of the log does not lead to the state that was recorded")]
    Change(usize),
    #[error("an entry before entry {0} of the log is not what it was when that was written")]
    Log(usize),
    #[error("entry {0} of the log says what was done in other words than were written then")]
    Words(usize),
    #[error("entry {0} of the log stands where none of its kind can")]
    OutOfPlace(usize),
    #[error(
        "entry {0} of the log was left out until the battle is over, so the battle can't be resumed from this file"
    )]
    Withheld(usize),
}

impl Table {
    /// Puts a battle back on the table as it was left, from its log and its seed. Every closed round is played again
    /// and compared with the log; with a snapshot, only the rounds after it. `last_post` also counts posts that are not
    /// in the log.
    ///
    /// # Errors
    ///
    /// The first difference.
    pub fn resume(log: &[Entry], seed: Seed, last_post: u32, snapshot: Option<&Snapshot>) -> Result<Table, Difference> {
        Table::resume_at(&scenario_of(log)?, log, seed, last_post, snapshot)
    }

    /// Like [`Table::resume`], with a scenario that was read already.
    pub(super) fn resume_at(
        scenario: &Scenario,
        log: &[Entry],
        seed: Seed,
        last_post: u32,
        snapshot: Option<&Snapshot>,
    ) -> Result<Table, Difference> {
        let (mut table, mut left) = opened(scenario, log, seed)?;
        // A snapshot only saves time. Without a valid one everything is played again.
        let restored = snapshot.and_then(|it| {
            let entries_skipped = it.entries as usize;
            let mut playing = scenario.opening.clone();
            let state = state_after(log.get(1..entries_skipped)?, playing.digest())?;
            let is_restored = entries_skipped < log.len() && playing.restore(&it.bytes, state);
            is_restored.then_some((entries_skipped, playing))
        });
        if let Some((entries_skipped, playing)) = restored {
            let (before, after) = left.split_at(entries_skipped - 1);
            table.unplayed = Some(table.stage().round);
            before.iter().try_for_each(|it| table.skim(it))?;
            is_round(playing.stage().round, table.unplayed.take().unwrap_or_default())?;
            (table.playing, table.decisions_skipped) = (playing, table.decided);
            table.read_posts();
            left = after;
        }
        left.iter().try_for_each(|it| table.replay(it))?;
        table.posts_seen = table.posts_seen.max(last_post);
        Ok(table)
    }

    /// Plays again the rounds that a snapshot replaced, if there are any.
    ///
    /// # Errors
    ///
    /// The first difference.
    pub fn replay_skipped(&mut self) -> Result<(), Difference> {
        if self.decisions_skipped == 0 {
            return Ok(());
        }
        *self = Table::resume(&self.log, self.seed.clone(), self.posts_seen, None)?;
        Ok(())
    }

    /// Like [`Table::replay_skipped`], with the error in words.
    ///
    /// # Errors
    ///
    /// If the log is inconsistent.
    pub fn replay_skipped_or_refuse(&mut self) -> Result<(), Refused> {
        self.replay_skipped().map_err(|why| Refused::Unclear(format!("the log of the battle does not hold: {why}")))
    }
}

/// The digest of the battle after these entries, as they record it. `None` if they take back more than there is.
fn state_after(log: &[Entry], opening: [u8; 32]) -> Option<[u8; 32]> {
    let mut states = vec![opening];
    for entry in log {
        match entry {
            Entry::Closed { state, .. } | Entry::Changed { state, .. } => states.push(state.0),
            Entry::Undone { before, .. } => states.truncate(*before as usize),
            _ => (),
        }
    }
    states.last().copied()
}

/// The scenario at the start of a log.
pub(super) fn scenario_of(log: &[Entry]) -> Result<Scenario, Difference> {
    let Some(Entry::Created { scenario, data, .. }) = log.first() else { return Err(Difference::OutOfPlace(1)) };
    let files = data.iter().map(|it| (it.name.clone(), it.text.clone())).collect();
    let read = games::read(&scenario.name, &scenario.text, &Data::Files(files));
    read.map_err(|it| Difference::Scenario(Box::new(it)))
}

/// Checks that a seed is the one whose hash was published.
pub(super) fn is_committed(seed: &Seed, commitment: Hash) -> Result<(), Difference> {
    let hash = Hash(seed.commitment());
    if hash == commitment { Ok(()) } else { Err(Difference::Seed { hash, commitment }) }
}

/// Checks that a round is the one in the log.
fn is_round(expected: u16, found: u16) -> Result<(), Difference> {
    if expected == found { Ok(()) } else { Err(Difference::Order { expected, found }) }
}

/// The table that a log begins with, and the remaining entries, if the log fits the scenario and the seed. The recorded
/// first entry counts, not the one that would be written now.
fn opened<'a>(scenario: &Scenario, log: &'a [Entry], seed: Seed) -> Result<(Table, &'a [Entry]), Difference> {
    let [created @ Entry::Created { ruleset, commitment, .. }, entries @ ..] = log else {
        return Err(Difference::OutOfPlace(1));
    };
    if scenario.opening.name() != ruleset.as_str() {
        return Err(Difference::Rules { ruleset: ruleset.clone() });
    }
    is_committed(&seed, *commitment)?;
    let mut table = Table::new(scenario.opening.clone(), Language::default(), seed);
    table.note(created.clone());
    Ok((table, entries))
}

/// Plays a log again, and calls `look` with the table after each entry.
///
/// # Errors
///
/// The first difference.
pub(super) fn replay(log: &[Entry], seed: Seed, mut look: impl FnMut(&Table, &Entry)) -> Result<Table, Difference> {
    let (mut table, entries) = opened(&scenario_of(log)?, log, seed)?;
    for entry in entries {
        table.replay(entry)?;
        look(&table, entry);
    }
    Ok(table)
}

impl Table {
    /// Takes an entry without playing rounds and changes, and without reading posts.
    fn skim(&mut self, entry: &Entry) -> Result<(), Difference> {
        match entry {
            Entry::Closed { round, .. } => self.skim_to(round.saturating_add(1), self.decided + 1),
            Entry::Undone { before, round } => self.skim_to(*round, (*before as usize).saturating_sub(1)),
            Entry::Changed { .. } => self.decided += 1,
            entry => return self.replay(entry),
        }
        self.note(entry.clone());
        Ok(())
    }

    /// Takes an entry, which must be exactly what would be written now. Another form with the same meaning means that
    /// somebody has changed the log.
    fn replay(&mut self, entry: &Entry) -> Result<(), Difference> {
        let before = self.log.len();
        self.replay_deed(entry)?;
        match &self.log[before..] {
            [again] if again == entry => Ok(()),
            _ => Err(Difference::Words(before + 1)),
        }
    }

    fn replay_deed(&mut self, entry: &Entry) -> Result<(), Difference> {
        let at = self.log.len() + 1;
        if self.is_revealed() {
            return Err(Difference::OutOfPlace(at));
        }
        let post = |number: u32| move |why| Difference::Post { number, why };
        let deed = |why| Difference::Deed { entry: at, why };
        match entry {
            Entry::Created { .. } | Entry::Forked { .. } => Err(Difference::OutOfPlace(at)),
            Entry::Withheld { .. } => Err(Difference::Withheld(at)),
            Entry::Posted { number, author, text, key, hidden } => {
                let taken = if *hidden {
                    self.take_hidden(author, text)
                } else if HIDDEN < *number {
                    Err(Refused::NoSuchPost(*number))
                } else {
                    // Some posts of the thread are not in the log.
                    self.posts_seen = self.posts_seen.max(number.saturating_sub(1));
                    self.take(author, text, key.as_deref())
                };
                let taken = taken.and_then(|it| if it == *number { Ok(()) } else { Err(Refused::NoSuchPost(*number)) });
                taken.map_err(post(*number))
            }
            Entry::Edited { number, author, text } => self.take_edit(author, *number, text).map_err(post(*number)),
            Entry::Deleted { number, author } => self.take_deletion(author, *number).map_err(post(*number)),
            Entry::Closed { round, by, commanded, .. } => self.replay_round(*round, *by, commanded.clone(), entry),
            Entry::Changed { text, .. } => {
                self.change(text).map_err(deed)?;
                if self.log.last() == Some(entry) { Ok(()) } else { Err(Difference::Change(at)) }
            }
            Entry::Undone { before, round } => self.replay_undoing(*before as usize, *round),
            Entry::Revealed { seed, log } => {
                is_committed(&Seed::from_bytes(seed.0), self.commitment())?;
                let is_whole = *log == self.chain;
                self.reveal();
                if is_whole { Ok(()) } else { Err(Difference::Log(at)) }
            }
            other => self.apply_entry(other.clone()).map_err(deed),
        }
    }

    fn replay_undoing(&mut self, before: usize, round: u16) -> Result<(), Difference> {
        // A snapshot may replace the very rounds that are taken back.
        if before <= self.decisions_skipped {
            self.replay_skipped()?;
        }
        let undone = self.undo(Some(before)).map_err(|why| Difference::Round { round, why })?;
        is_round(undone.round, round)
    }

    /// Closes a round, and compares the result with the log.
    fn replay_round(&mut self, round: u16, by: ClosedBy, commanded: Value, recorded: &Entry) -> Result<(), Difference> {
        use Entry::Closed;
        is_round(self.stage().round, round)?;
        self.close_with(by, commanded).map_err(|why| Difference::Round { round, why })?;
        let Some(last) = self.log.last() else { return Ok(()) };
        match (recorded, last) {
            (Closed { orders, .. }, Closed { orders: again, .. }) if orders != again => {
                Err(Difference::Orders { round })
            }
            (Closed { dice, .. }, Closed { dice: again, .. }) if dice != again => {
                Err(die_that_differs(round, dice, again))
            }
            (Closed { events, .. }, Closed { events: again, .. }) if events != again => {
                Err(Difference::Events { round })
            }
            (Closed { state, .. }, Closed { state: again, .. }) if state != again => Err(Difference::State { round }),
            (Closed { log, .. }, Closed { log: again, .. }) if log != again => Err(Difference::Log(self.log.len())),
            _ => Ok(()),
        }
    }
}

fn die_that_differs(round: u16, found: &str, expected: &str) -> Difference {
    let pair = |nth: usize| (found.chars().nth(nth), expected.chars().nth(nth));
    let nth = (0..).find(|nth| pair(*nth).0 != pair(*nth).1).unwrap_or(0);
    let shown = |die: Option<char>| die.map_or("none".to_owned(), String::from);
    let (found, rolled) = pair(nth);
    Difference::Die { round, nth: nth + 1, of: expected.len(), found: shown(found), expected: shown(rolled) }
}
