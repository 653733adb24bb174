//! Cases that say what the rules are: a small board, orders, the dice that the rules ask for, and what is true
//! afterwards.
//!
//! The dice are the trace. An engine that asks for other dice than a case lays out, or leaves one over, has misread a
//! rule. `tests/suite/README.md` describes cases and messages for authors of engines.

mod case;
mod engine;
mod other;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::dice::{Laid, Sides};

pub use case::{Case, Common, read};
pub use engine::play;
pub use other::Engine;

/// The result of a case on an engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The purpose of each die that it asked for, and the number of its faces.
    pub asked: Vec<(String, u8)>,
    /// The state of everyone, by name: a word, or a table with `state`, `at` and whatever else the engine knows.
    pub after: Map<String, Value>,
    /// The lines of posts that it refused.
    #[serde(default)]
    pub refused: Vec<Refusal>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refusal {
    /// The line within its post, from 1.
    pub line: usize,
    /// The rule that it is refused by.
    pub rule: String,
}

/// How an engine did on a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Pass,
    /// The first difference.
    Fail(String),
    /// The reason that the engine doesn't play such cases.
    Skipped(String),
    /// The reason that the engine gave no outcome.
    Broken(String),
}

impl Case {
    /// Compares an engine's outcome with what the case says.
    pub fn judge(&self, outcome: &Outcome) -> Verdict {
        self.first_difference(outcome).map_or(Verdict::Pass, Verdict::Fail)
    }

    fn first_difference(&self, outcome: &Outcome) -> Option<String> {
        for n in 0..self.dice.len().max(outcome.asked.len()) {
            let differs = match (self.dice.get(n), outcome.asked.get(n)) {
                (Some(laid), Some((word, faces))) if laid.word == *word && fits(laid, *faces) => continue,
                (Some(laid), Some((word, faces))) => {
                    format!("asked for a d{faces} for {word}, laid out was {}", die_text(laid))
                }
                (Some(laid), None) => format!("nobody asked for {}", die_text(laid)),
                (None, Some((word, faces))) => format!("asked for a d{faces} for {word}, and no die was left"),
                (None, None) => continue,
            };
            return Some(format!("die {}: {differs}", n + 1));
        }
        let refused = |all: &[Refusal]| {
            let mut all: Vec<String> = all.iter().map(|it| format!("line {} by {}", it.line, it.rule)).collect();
            all.sort();
            if all.is_empty() { "nothing".to_owned() } else { all.join(", ") }
        };
        let (theirs, ours) = (refused(&outcome.refused), refused(&self.refused));
        if theirs != ours {
            return Some(format!("refused {theirs}, and not {ours}"));
        }
        self.after.iter().find_map(|(name, expected)| {
            let Some(found) = outcome.after.get(name) else { return Some(format!("nothing is said of {name}")) };
            let (found, expected) = (as_table(found), as_table(expected));
            expected.iter().find(|(key, value)| found.get(*key) != Some(*value)).map(|(key, value)| {
                let found = found.get(key).unwrap_or(&Value::Null);
                format!("{name}: {key} is {found}, and not {value}")
            })
        })
    }
}

/// Whether it can be a die with this number of faces.
fn fits(laid: &Laid, faces: u8) -> bool {
    laid.sides.unwrap_or(Sides::D6).count() == faces && (1..=faces).contains(&laid.face)
}

fn die_text(laid: &Laid) -> String {
    match laid.sides {
        Some(sides) => format!("{} {sides}:{}", laid.word, laid.face),
        None => format!("{} {}", laid.word, laid.face),
    }
}

/// A state as a table. A state of one word is short for a table with that word as its `state`.
fn as_table(value: &Value) -> Map<String, Value> {
    match value {
        Value::Object(table) => table.clone(),
        word => Map::from_iter([("state".to_owned(), word.clone())]),
    }
}
