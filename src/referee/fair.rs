//! What is said in public of the dice, so that the thread alone shows that nobody chose them.

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::games::last_part;
use crate::referee::Table;
use crate::store::{Entry, Hash, Source};

/// What every such sentence begins with.
const MARK: &str = "Fair dice";

/// What stands before the orders of a commander.
const COMMANDER: &str = "the commander: ";

/// Digits of a digest that are shown in public: a thread is read on phones, and nobody finds another text with the same
/// 64 bits by trying.
const DIGITS: usize = 16;

/// A sentence about the dice, read back from a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// Before the first order.
    Promise { commitment: Hash, scenario: String },
    /// What the commander ordered in a round; known at the end.
    Commander { round: u16, commanded: Value },
    /// When a round was closed.
    Round { round: u16, orders: String, dice: String, state: String },
    /// At the end.
    Seed(Hash),
}

impl Table {
    /// What is posted before the first order.
    pub fn promise(&self) -> String {
        let scenario = self.log().first().map(scenario_digest).unwrap_or_default();
        let commitment = self.commitment();
        format!("{MARK}: the hash of the seed that all dice come from is {commitment}, the scenario is {scenario}.")
    }

    /// What is posted with the report of a round that was closed, as it was closed last.
    pub fn record(&self, number: u16) -> Option<String> {
        let is_its = |it: &&Entry| matches!(it, Entry::Closed { round, .. } if *round == number);
        self.log().iter().rev().find(is_its).and_then(round)
    }

    /// What is posted at the end, once the seed was revealed.
    pub(crate) fn confession(&self) -> Option<String> {
        let Some(Entry::Revealed { seed, .. }) = self.log().last() else { return None };
        Some(format!("{MARK}: the seed was {seed}."))
    }
}

/// What is posted when a round was closed.
pub(super) fn round(closed: &Entry) -> Option<String> {
    let Entry::Closed { round, orders, dice, state, .. } = closed else { return None };
    let dice = dice_digest(dice);
    Some(format!("{MARK}, round {round}: orders {}, dice {dice}, state {}.", short(*orders), short(*state)))
}

/// What is written of the commander's orders for a round, for those who play the thread again; nothing if it gave none.
pub(super) fn commander(closed: &Entry) -> Option<String> {
    let Entry::Closed { round, commanded, .. } = closed else { return None };
    Some(format!("{MARK}, round {round}, {COMMANDER}{commanded}"))
}

/// How people tell a scenario and its data from all others.
pub(super) fn scenario_digest(created: &Entry) -> String {
    scenario_hash(created).map(short).unwrap_or_default()
}

/// How a scenario and its data are told from all others.
pub(super) fn scenario_hash(created: &Entry) -> Option<Hash> {
    let Entry::Created { scenario, data, ruleset, .. } = created else { return None };
    let mut hash = Sha256::new();
    for Source { name, text } in std::iter::once(scenario).chain(data) {
        // Catalogs are told apart by the names of their files.
        for part in [last_part(name), text] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
    }
    hash.update(ruleset);
    Some(Hash(hash.finalize().into()))
}

pub(super) fn short(hash: Hash) -> String {
    hash.to_string().chars().take(DIGITS).collect()
}

/// All faces of a round, in order.
pub(super) fn dice_digest(faces: &str) -> String {
    short(Hash(Sha256::digest(faces).into()))
}

/// Reads a line of a thread back.
pub(super) fn read(line: &str) -> Option<Said> {
    let rest = line.trim().strip_prefix(MARK)?;
    if let Some((round, commanded)) = rest.split_once(COMMANDER) {
        let round = round.trim_matches([' ', ',']).strip_prefix("round ")?.parse().ok()?;
        return Some(Said::Commander { round, commanded: serde_json::from_str(commanded).ok()? });
    }
    let rest = rest.trim_end_matches('.');
    let after =
        |word: &str| rest.split_once(word).map(|it| it.1.split([',', ' ']).next().unwrap_or_default().to_owned());
    if let Some(seed) = after("the seed was ") {
        return Some(Said::Seed(seed.parse().ok()?));
    }
    if let Some(commitment) = after("all dice come from is ") {
        return Some(Said::Promise { commitment: commitment.parse().ok()?, scenario: after("the scenario is ")? });
    }
    let round = after("round ")?.trim_end_matches(':').parse().ok()?;
    Some(Said::Round { round, orders: after("orders ")?, dice: after("dice ")?, state: after("state ")? })
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
        let said = round(&closed).expect("a closed round");
        let (orders, state) = ("01".repeat(8), "03".repeat(8));
        assert_eq!(read(&said), Some(Said::Round { round: 3, orders, dice: dice_digest("3152"), state }));
        let commanded = commander(&closed).expect("a closed round");
        let again = Said::Commander { round: 3, commanded: serde_json::json!({ "fire": [[2, "at_will"]] }) };
        assert_eq!(read(&commanded), Some(again));
        let seed = format!("Fair dice: the seed was {}.", hash(9));
        assert_eq!(read(&seed), Some(Said::Seed(hash(9))));
        for other in ["", "Fair dice", "Fair dice, round x: orders 1, dice 2, state 3.", "Fair dice: the seed was 12."]
        {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
