//! The public statements about the dice, by which the thread alone shows that nobody chose them.

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::games::last_part;
use crate::referee::Table;
use crate::store::{Entry, Hash, Source};

/// The beginning of every statement about the dice.
const MARK: &str = "Fair dice";

/// The words before a commander's orders.
const COMMANDER: &str = "the commander: ";

/// How many digits of a digest are shown in public. A thread is read on phones, and 64 bits are enough that nobody
/// finds another text with the same digits by trying.
const DIGITS: usize = 16;

/// A statement about the dice, read back from a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Statement {
    /// Posted before the first order.
    Opening { commitment: Hash, scenario: String },
    /// The commander's orders in a round. They are known at the end.
    Commander { round: u16, commanded: Value },
    /// Posted when a round was closed.
    Round { round: u16, orders: String, dice: String, state: String },
    /// Posted at the end.
    Seed(Hash),
}

impl Table {
    /// The statement that is posted before the first order.
    pub fn opening_statement(&self) -> String {
        let scenario = self.log().first().map(scenario_digest).unwrap_or_default();
        let commitment = self.commitment();
        format!("{MARK}: the hash of the seed that all dice come from is {commitment}, the scenario is {scenario}.")
    }

    /// The statement that is posted with the report of a round. If the round was closed more than once, the latest
    /// counts.
    pub fn round_statement(&self, number: u16) -> Option<String> {
        let is_its = |it: &&Entry| matches!(it, Entry::Closed { round, .. } if *round == number);
        self.log().iter().rev().find(is_its).and_then(round_statement)
    }

    /// The statement that is posted at the end. `None` until the seed is revealed.
    pub(crate) fn seed_statement(&self) -> Option<String> {
        let Some(Entry::Revealed { seed, .. }) = self.log().last() else { return None };
        Some(format!("{MARK}: the seed was {seed}."))
    }
}

/// The statement about a closed round.
pub(super) fn round_statement(closed: &Entry) -> Option<String> {
    let Entry::Closed { round, orders, dice, state, .. } = closed else { return None };
    let dice = dice_digest(dice);
    Some(format!(
        "{MARK}, round {round}: orders {}, dice {dice}, state {}.",
        short_digest(*orders),
        short_digest(*state)
    ))
}

/// The statement of the commander's orders in a closed round, for people who replay the thread.
pub(super) fn commander_statement(closed: &Entry) -> Option<String> {
    let Entry::Closed { round, commanded, .. } = closed else { return None };
    Some(format!("{MARK}, round {round}, {COMMANDER}{commanded}"))
}

/// A short digest by which people tell a scenario and its data from all others.
pub(super) fn scenario_digest(created: &Entry) -> String {
    scenario_hash(created).map(short_digest).unwrap_or_default()
}

/// The digest that tells a scenario and its data from all others.
pub(super) fn scenario_hash(created: &Entry) -> Option<Hash> {
    let Entry::Created { scenario, data, ruleset, .. } = created else { return None };
    let mut hash = Sha256::new();
    for Source { name, text } in std::iter::once(scenario).chain(data) {
        // Only the files' names count, without their folders.
        for part in [last_part(name), text] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
    }
    hash.update(ruleset);
    Some(Hash(hash.finalize().into()))
}

pub(super) fn short_digest(hash: Hash) -> String {
    hash.to_string().chars().take(DIGITS).collect()
}

/// The short digest of all faces of a round, in order.
pub(super) fn dice_digest(faces: &str) -> String {
    short_digest(Hash(Sha256::digest(faces).into()))
}

/// Reads a statement back from a line of a thread.
pub(super) fn read_statement(line: &str) -> Option<Statement> {
    let rest = line.trim().strip_prefix(MARK)?;
    if let Some((round, commanded)) = rest.split_once(COMMANDER) {
        let round = round.trim_matches([' ', ',']).strip_prefix("round ")?.parse().ok()?;
        return Some(Statement::Commander { round, commanded: serde_json::from_str(commanded).ok()? });
    }
    let rest = rest.trim_end_matches('.');
    let after =
        |word: &str| rest.split_once(word).map(|it| it.1.split([',', ' ']).next().unwrap_or_default().to_owned());
    if let Some(seed) = after("the seed was ") {
        return Some(Statement::Seed(seed.parse().ok()?));
    }
    if let Some(commitment) = after("all dice come from is ") {
        return Some(Statement::Opening { commitment: commitment.parse().ok()?, scenario: after("the scenario is ")? });
    }
    let round = after("round ")?.trim_end_matches(':').parse().ok()?;
    Some(Statement::Round { round, orders: after("orders ")?, dice: after("dice ")?, state: after("state ")? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::ClosedBy;

    #[test]
    fn what_is_said_of_the_dice_is_read_back() {
        let hash = |n: u8| Hash([n; 32]);
        let (by, log) = (ClosedBy::Gm, hash(5));
        let closed = Entry::Closed {
            round: 3,
            by,
            commanded: serde_json::json!({ "fire": [[2, "at_will"]] }),
            orders: hash(1),
            dice: "3152".to_owned(),
            events: hash(2),
            state: hash(3),
            log,
        };
        let said = round_statement(&closed).expect("a closed round");
        let (orders, state) = ("01".repeat(8), "03".repeat(8));
        assert_eq!(
            read_statement(&said),
            Some(Statement::Round { round: 3, orders, dice: dice_digest("3152"), state })
        );
        let commanded = commander_statement(&closed).expect("a closed round");
        let again = Statement::Commander { round: 3, commanded: serde_json::json!({ "fire": [[2, "at_will"]] }) };
        assert_eq!(read_statement(&commanded), Some(again));
        let seed = format!("Fair dice: the seed was {}.", hash(9));
        assert_eq!(read_statement(&seed), Some(Statement::Seed(hash(9))));
        for other in ["", "Fair dice", "Fair dice, round x: orders 1, dice 2, state 3.", "Fair dice: the seed was 12."]
        {
            assert_eq!(read_statement(other), None, "{other}");
        }
    }
}
