//! Plays a battle's log again, and says what that proves or where it differs.

use std::fmt;

use crate::diagnostic::count;
use crate::dice::Seed;
use crate::referee::Table;
use crate::referee::replay::replay;
use crate::store::{Entry, Hash};

pub use crate::referee::replay::Difference;

/// What a log proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    pub title: String,
    pub commitment: Hash,
    /// Rounds that stand, without undone ones.
    pub rounds: usize,
    /// Posts that were accepted.
    pub posts: usize,
    /// Dice that were rolled again, including those of undone rounds.
    pub dice: usize,
    /// Times that the GM changed the battle by hand.
    pub changes: usize,
    /// The rounds that were reopened by taking something back, in the order in which that happened.
    pub undone: Vec<u16>,
}

/// Plays the log again, from its scenario, posts and seed.
///
/// # Errors
///
/// The first difference.
pub fn verify(log: &[Entry]) -> Result<Verified, Difference> {
    verify_with_table(log).map(|it| it.0)
}

/// Like [`verify`], and returns the final table as well.
///
/// # Errors
///
/// The first difference.
pub fn verify_with_table(log: &[Entry]) -> Result<(Verified, Table), Difference> {
    let Some(Entry::Revealed { seed, .. }) = log.last() else { return Err(Difference::NoSeed) };
    let table = replay(log, Seed::from_bytes(seed.0), |_, _| ())?;
    Ok((Verified::of(&table), table))
}

impl Verified {
    /// The counts of what was done at a table.
    pub(super) fn of(table: &Table) -> Verified {
        let title = table.stage().title.to_owned();
        let (commitment, rounds) = (table.commitment(), table.closed().len());
        let mut verified = Verified { title, commitment, rounds, posts: 0, dice: 0, changes: 0, undone: Vec::new() };
        for entry in table.log() {
            match entry {
                Entry::Posted { .. } => verified.posts += 1,
                Entry::Closed { dice, .. } => verified.dice += dice.len(),
                Entry::Changed { .. } => verified.changes += 1,
                Entry::Undone { round, .. } => verified.undone.push(*round),
                _ => (),
            }
        }
        verified
    }

    /// What was played again, in a sentence.
    pub(super) fn heading(&self) -> String {
        let rounds = count(self.rounds as u64, "round", "rounds");
        let posts = count(self.posts as u64, "post", "posts");
        format!("{}: {rounds}, {posts}, {} dice.", self.title, self.dice)
    }
}

/// What was proved, in sentences for players.
impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verified { commitment, changes, undone, .. } = self;
        writeln!(
            f,
            "{}\n\
             Proved: the seed is the one whose hash was given out before the first order, {commitment}.\n\
             Proved: the posts in this file give the orders that each round was closed with.\n\
             Proved: every die follows from the seed, the number of its round and those orders; nobody chose one.\n\
             Proved: those orders and dice give the events and the state of every round.\n\
             Proved: nothing in this file was changed since it was written, as each round holds the digest of all before.",
            self.heading()
        )?;
        if 0 < *changes {
            let times = count(*changes as u64, "time", "times");
            writeln!(f, "To know: the GM changed the battle by hand {times}; each change is in this file.")?;
        }
        if !undone.is_empty() {
            let rounds = undone.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            writeln!(f, "To know: something was taken back, and then these rounds were open again: {rounds}.")?;
        }
        writeln!(f, "Not shown: that these are the posts that people wrote. Compare them with the thread.")?;
        write!(f, "Not shown: that the hash was given out in time. Compare it with what you were told when it began.")
    }
}
