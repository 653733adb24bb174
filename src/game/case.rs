//! A small board with people on it, as the cases of the suite draw it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Map, Value};

/// What a case is played on, as its file says it.
#[derive(Clone, Debug, Serialize)]
pub struct Board {
    /// Rows of tiles: a letter for the ground, and one for whoever stands there.
    pub map: Vec<String>,
    /// Rows of digits: the height of each tile. Empty if all tiles are level.
    pub levels: Vec<String>,
    /// One a line, such as `a Alpha players: rifle`.
    pub people: Vec<String>,
    /// The GM's edits before the round, such as `Alpha.2 downed`.
    pub given: Vec<String>,
    /// Rulings that differ from the rulebook's.
    pub rulings: Map<String, Value>,
    pub weapon: Map<String, Value>,
    pub unit: Map<String, Value>,
    pub ability: Map<String, Value>,
    /// Further keys of the scenario.
    pub scenario: Map<String, Value>,
    /// Further keys of an entry in it, by the entry's name.
    pub details: BTreeMap<String, Map<String, Value>>,
    /// The round after which the battle is over.
    pub ends_in: u16,
}

/// A board that was read, with its people.
#[derive(Clone, Debug)]
pub struct Scene {
    pub title: String,
    pub board: Board,
    /// A letter for each tile.
    pub ground: Vec<String>,
    pub people: Vec<People>,
}

/// Everyone who shares a letter on the board.
#[derive(Clone, Debug)]
pub struct People {
    pub name: String,
    /// Who leads them: a seat, or else the GM.
    pub side: String,
    /// What they are, or what they are and carry, in words of the game.
    pub kinds: Vec<String>,
    /// In reading order, as `B2`.
    pub tiles: Vec<String>,
}

impl Scene {
    /// Further keys of an entry as TOML, a line each.
    pub fn details_of(&self, name: &str) -> String {
        self.board.details.get(name).map_or_else(String::new, lines)
    }

    /// The text of a scenario: the parts that all games share, then `people`, the game's own tables. `legend` names the
    /// ground of each letter.
    pub fn scenario(&self, ruleset: &str, legend: &[(char, &str)], people: &str) -> String {
        let legend: Map<String, Value> = legend.iter().map(|it| (it.0.to_string(), it.1.into())).collect();
        let board = &self.board;
        let rounds = board.ends_in;
        let mut text = lines(&board.scenario);
        if !board.scenario.contains_key("victory") {
            let _ = writeln!(text, "victory = [{{ text = \"Last\", when = {{ survive = {rounds} }} }}]");
        }
        let levels: Vec<String> = board.levels.iter().map(|it| it.split_whitespace().collect()).collect();
        let levels = match levels.is_empty() {
            true => String::new(),
            false => format!("levels = \"\"\"\n{}\n\"\"\"\n", levels.join("\n")),
        };
        let _ = write!(
            text,
            "name = {}\nruleset = {}\nrounds = {rounds}\nrules = {}\n\
             [map]\nlegend = {}\ntiles = \"\"\"\n{}\n\"\"\"\n{levels}{people}",
            toml(&self.title.as_str().into()),
            toml(&ruleset.into()),
            toml(&board.rulings.clone().into()),
            toml(&legend.into()),
            self.ground.join("\n"),
        );
        for (kind, entries) in [("weapon", &board.weapon), ("unit", &board.unit), ("ability", &board.ability)] {
            for (key, entry) in entries {
                let _ = writeln!(text, "[{kind}.{}]", toml(&key.as_str().into()));
                text += &entry.as_object().map_or_else(String::new, lines);
            }
        }
        text
    }
}

/// Keys as TOML, a line each.
fn lines(keys: &Map<String, Value>) -> String {
    keys.iter().map(|(key, value)| format!("{key} = {}\n", toml(value))).collect()
}

/// A value as TOML on one line.
pub fn toml(value: &Value) -> String {
    ::toml::Value::try_from(value).expect("what a case says was read from TOML").to_string()
}
