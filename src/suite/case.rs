//! Case files, read with the place of every mistake.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use toml::Spanned;

use crate::diagnostic::Diagnostic;
use crate::dice::{Laid, laid_out};
use crate::field::Tile;
use crate::file::Problems;
use crate::game::{Board, People, Scene};
use crate::games;
use crate::suite::{Refusal, engine};

/// The version of the suite's format that this program reads.
const FORMAT: u32 = 1;

/// The round after which a battle is over if a case names none.
const ROUNDS: u16 = 9;

/// A case: what is played, and the result that it must have.
#[derive(Clone, Debug)]
pub struct Case {
    /// Unique, and never given to another case.
    pub id: String,
    /// The line of its file that it begins in, from 1.
    pub line: usize,
    /// The ids of the rules that it is about.
    pub rules: Vec<String>,
    /// What it shows, in one sentence.
    pub says: String,
    /// The name of its game in files.
    pub game: String,
    pub(super) scene: Scene,
    /// Posts of a round that is played before; empty if there is none.
    pub before: Vec<(String, String)>,
    /// Posts in order: the author (a seat or the GM), and the post's lines without the order prefix.
    pub orders: Vec<(String, String)>,
    /// A die whose number of faces isn't given has 6.
    pub dice: VecDeque<Laid>,
    pub(super) script: String,
    pub after: Map<String, Value>,
    pub refused: Vec<Refusal>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SuiteFile {
    suite: Spanned<u32>,
    game: Spanned<String>,
    #[serde(default)]
    rulings: Map<String, Value>,
    #[serde(default)]
    case: Vec<CaseFile>,
}

/// Entries that all cases in a folder share.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Common {
    weapon: Map<String, Value>,
    unit: Map<String, Value>,
    ability: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseFile {
    id: Spanned<String>,
    rules: Vec<Spanned<String>>,
    says: String,
    map: Vec<Spanned<String>>,
    #[serde(default)]
    levels: Vec<String>,
    people: Vec<Spanned<String>>,
    #[serde(default)]
    given: Vec<String>,
    #[serde(default)]
    before: Vec<(String, String)>,
    #[serde(default)]
    orders: Vec<(String, String)>,
    dice: Option<Spanned<String>>,
    after: Option<Map<String, Value>>,
    #[serde(default)]
    refused: Vec<Refusal>,
    ends_in: Option<u16>,
    #[serde(default)]
    scenario: Map<String, Value>,
    #[serde(default)]
    rulings: Map<String, Value>,
    #[serde(default)]
    details: BTreeMap<String, Map<String, Value>>,
    #[serde(default)]
    weapon: Map<String, Value>,
    #[serde(default)]
    unit: Map<String, Value>,
    #[serde(default)]
    ability: Map<String, Value>,
}

impl Common {
    /// The entries of a folder's `common.toml`.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and where.
    pub fn read(name: &str, text: &str) -> Result<Common, Problems> {
        typed(name, text)
    }
}

fn typed<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, Problems> {
    toml::from_str(text).map_err(|error| {
        let wrong = Diagnostic::error(error.span().unwrap_or_default(), error.message().trim_end_matches('.'));
        Problems { name: name.to_owned(), text: text.to_owned(), diagnostics: vec![wrong] }
    })
}

/// The cases of a file.
///
/// # Errors
///
/// Everything that is wrong with it, and where.
pub fn read(name: &str, text: &str, common: &Common) -> Result<Vec<Case>, Problems> {
    let problems = |diagnostics| Problems { name: name.to_owned(), text: text.to_owned(), diagnostics };
    let file: SuiteFile = typed(name, text)?;
    let mut found = Vec::new();
    if *file.suite.get_ref() != FORMAT {
        let message = format!("this program reads suites of format {FORMAT}");
        found.push(Diagnostic::error(file.suite.span(), message));
    }
    let Some((_, rules)) = games::rules(file.game.get_ref()) else {
        let games = games::NAMES.join("\" and \"");
        let message = format!("there is no game \"{}\"", file.game.get_ref());
        found.push(Diagnostic::error(file.game.span(), message).with_help(format!("The games are \"{games}\".")));
        return Err(problems(found));
    };
    let mut ids = BTreeSet::new();
    let mut cases = Vec::new();
    for case in &file.case {
        if !ids.insert(case.id.get_ref().as_str()) {
            found.push(Diagnostic::error(case.id.span(), "another case has this id"));
        }
        for id in case.rules.iter().filter(|it| !rules.iter().any(|rule| rule.id == it.get_ref().as_str())) {
            found.push(Diagnostic::error(id.span(), format!("no rule has the id \"{}\"", id.get_ref())));
        }
        match file.case_of(case, text, common) {
            Ok(it) => cases.push(it),
            Err(problem) => found.push(problem),
        }
    }
    if found.is_empty() { Ok(cases) } else { Err(problems(found)) }
}

impl SuiteFile {
    /// A case, with the entries of its file and its folder.
    fn case_of(&self, file: &CaseFile, text: &str, common: &Common) -> Result<Case, Diagnostic> {
        let place = file.id.span();
        if file.after.is_none() && file.refused.is_empty() {
            return Err(Diagnostic::error(place, "this case says neither what is true after it nor what is refused")
                .with_help("Give it \"after\" or \"refused\"."));
        }
        let (script, at) = match &file.dice {
            Some(it) => (it.get_ref().clone(), it.span()),
            None => (String::new(), place.clone()),
        };
        let all = |common: &Map<String, Value>, own: &Map<String, Value>| -> Map<String, Value> {
            common.iter().chain(own).map(|it| (it.0.clone(), it.1.clone())).collect()
        };
        let words = |all: &[Spanned<String>]| all.iter().map(|it| it.get_ref().clone()).collect();
        let board = Board {
            map: words(&file.map),
            levels: file.levels.clone(),
            people: words(&file.people),
            given: file.given.clone(),
            rulings: all(&self.rulings, &file.rulings),
            weapon: all(&common.weapon, &file.weapon),
            unit: all(&common.unit, &file.unit),
            ability: all(&common.ability, &file.ability),
            scenario: file.scenario.clone(),
            details: file.details.clone(),
            ends_in: file.ends_in.unwrap_or(ROUNDS),
        };
        let case = Case {
            scene: self.scene_of(file, board)?,
            id: file.id.get_ref().clone(),
            line: text.get(..place.start).unwrap_or_default().matches('\n').count() + 1,
            rules: words(&file.rules),
            says: file.says.clone(),
            game: self.game.get_ref().clone(),
            before: file.before.clone(),
            orders: file.orders.clone(),
            dice: laid_out(&script).map_err(|it| Diagnostic::error(at, it.to_string()))?,
            script,
            after: file.after.clone().unwrap_or_default(),
            refused: file.refused.clone(),
        };
        let playing = engine::stage(&case).map_err(|it| Diagnostic::error(place.clone(), it))?;
        let seats = &playing.stage().seats;
        let is_known = |it: &str| it == engine::GM || seats.iter().any(|seat| seat.name == it);
        if let Some((author, _)) = case.before.iter().chain(&case.orders).find(|it| !is_known(&it.0)) {
            return Err(Diagnostic::error(place, format!("\"{author}\" is no seat, nor \"{}\"", engine::GM)));
        }
        Ok(case)
    }

    /// The board of a case, with its people on it.
    fn scene_of(&self, case: &CaseFile, board: Board) -> Result<Scene, Diagnostic> {
        let (ground, mut standing) = drawing(&case.map)?;
        let all = case.people.iter().map(|it| people(it, &mut standing)).collect::<Result<Vec<People>, _>>()?;
        if let (Some(letter), Some(row)) = (standing.keys().next(), case.map.first()) {
            return Err(Diagnostic::error(row.span(), format!("nobody says who \"{letter}\" is")));
        }
        let is_there = |name: &String| all.iter().any(|it| it.name == *name || it.side == *name);
        if let Some(name) = board.details.keys().find(|it| !is_there(it)) {
            return Err(Diagnostic::error(case.id.span(), format!("\"details\" are of {name}, who isn't there")));
        }
        Ok(Scene { title: case.id.get_ref().clone(), board, ground, people: all })
    }
}

/// A map as it is read: the letters for the ground of each row, and the tiles of each person's letter.
type Drawing = (Vec<String>, BTreeMap<char, Vec<String>>);

fn drawing(map: &[Spanned<String>]) -> Result<Drawing, Diagnostic> {
    let (mut ground, mut standing) = (Vec::new(), BTreeMap::<char, Vec<String>>::new());
    let width = map.first().map_or(0, |it| it.get_ref().split_whitespace().count());
    for (y, row) in map.iter().enumerate() {
        let wrong = |message: String| Err(Diagnostic::error(row.span(), message));
        let mut letters = String::new();
        for (x, cell) in row.get_ref().split_whitespace().enumerate() {
            let mut cell = cell.chars();
            letters.extend(cell.next());
            let Some(who) = cell.next() else { continue };
            let (Ok(x), Ok(y), None) = (u8::try_from(x), u8::try_from(y), cell.next()) else {
                return wrong("a tile is a letter for its ground, and one for who stands there".to_owned());
            };
            standing.entry(who).or_default().push(Tile::new(x, y).to_string());
        }
        let tiles = letters.chars().count();
        if tiles != width {
            return wrong(format!("this row has {tiles} tiles, and the first has {width}"));
        }
        ground.push(letters);
    }
    Ok((ground, standing))
}

/// Reads a line of people, such as `a Alpha players: rifle`. Removes the tiles with their letter from `standing`.
fn people(line: &Spanned<String>, standing: &mut BTreeMap<char, Vec<String>>) -> Result<People, Diagnostic> {
    let wrong =
        |message: &str| Diagnostic::error(line.span(), message).with_help("Write such as \"a Alpha players: rifle\".");
    let (head, kinds) = line.get_ref().split_once(':').ok_or_else(|| wrong("the colon is missing"))?;
    let words: Vec<&str> = head.split_whitespace().collect();
    let [letter, name @ .., side] = &words[..] else { return Err(wrong("a letter, a name and a side are wanted")) };
    let letter = letter.chars().next().filter(|it| it.len_utf8() == letter.len());
    let tiles = letter.and_then(|it| standing.remove(&it));
    Ok(People {
        name: name.join(" "),
        side: (*side).to_owned(),
        kinds: kinds.split_whitespace().map(str::to_owned).collect(),
        tiles: tiles.ok_or_else(|| wrong("nobody on the map has this letter"))?,
    })
}
