//! Lists the refused posts of a battle and the answers to them, so that its host sees what players meant.

use crate::dice::Seed;
use crate::page::Mark;
use crate::referee::Table;
use crate::referee::replay::{Difference, replay};
use crate::store::Entry;

/// A post with lines that were refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedPost {
    pub number: u32,
    pub author: String,
    /// The round that was open.
    pub round: u16,
    /// The refused lines with their marks and reasons.
    pub said: Vec<String>,
}

/// Plays a log again, and lists the posts and edits that had lines refused when they were accepted.
///
/// # Errors
///
/// The first thing that differs from what was recorded.
pub(crate) fn refused_posts(log: &[Entry], seed: Seed) -> Result<Vec<RefusedPost>, Difference> {
    let mut refused = Vec::new();
    replay(log, seed, |table, entry| {
        if let Entry::Posted { number, author, .. } | Entry::Edited { number, author, .. } = entry {
            refused.extend(refused_of(table, *number, author));
        }
    })?;
    Ok(refused)
}

fn refused_of(table: &Table, number: u32, author: &str) -> Option<RefusedPost> {
    let answer = table.answered(number).answer?;
    let said: Vec<String> = answer.lines.into_iter().filter(|it| it.mark == Mark::Refused).map(|it| it.text).collect();
    (!said.is_empty()).then(|| RefusedPost { number, author: author.to_owned(), round: table.stage().round, said })
}
