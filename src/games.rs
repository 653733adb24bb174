//! The one list of games, and a battle of any of them.

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::brick::attack;
use crate::brick::rules::Brick;
use crate::diagnostic::{Rule, nearest};
use crate::field::{Level, SquadId, Terrain};
use crate::file::{
    self, At, Beside, Catalogs, Reader, Units, Value, is_beside, is_campaign, key_among, parse, ruleset, say,
};
use crate::game::{Absentees, AnyPlay, FileKind, Game, Knows, Play, Scene, Simulated};
use crate::line::attack::AttackForm;
use crate::line::rules::Line;
use crate::page::Layout;
use crate::post;
#[cfg(test)]
use crate::toy::Toy;
use crate::trial::{self, Fairness, Rehearsal, SimulationOptions};

pub use crate::file::{Problems, last_part, open};

macro_rules! games {
    ($($(#[$attribute:meta])* $variant:ident($game:ty),)+) => {
        /// A battle of any game.
        #[derive(Clone, Debug)]
        #[allow(clippy::large_enum_variant, reason = "there is one for each table, and it never moves")]
        pub enum Playing {
            $($(#[$attribute])* $variant(Play<$game>),)+
        }

        /// Runs an expression on the [`Play`] in a battle of any game.
        macro_rules! of_playing {
            ($playing:expr, $it:ident => $answer:expr) => {
                match $playing {
                    $($(#[$attribute])* Playing::$variant($it) => $answer,)+
                }
            };
        }

        /// Evaluates an expression with the type `$G` of the game of this name. `None` if there is no game of this
        /// name.
        macro_rules! of_game {
            ($name:expr, $G:ident => $answer:expr) => {
                'found: {
                    $($(#[$attribute])* if $name == <$game>::NAME {
                        type $G = $game;
                        break 'found Some($answer);
                    })+
                    None
                }
            };
        }

        $($(#[$attribute])* impl From<Play<$game>> for Playing {
            fn from(it: Play<$game>) -> Playing {
                Playing::$variant(it)
            }
        })+

        /// The name of each game in files. Files that name no game are for the first.
        pub const NAMES: &[&str] = &[$($(#[$attribute])* <$game>::NAME,)+];
    };
}

games! {
    Line(Line),
    Brick(Brick),
    #[cfg(test)]
    Toy(Toy),
}

impl Deref for Playing {
    type Target = dyn AnyPlay;

    fn deref(&self) -> &(dyn AnyPlay + 'static) {
        of_playing!(self, it => it)
    }
}

impl DerefMut for Playing {
    fn deref_mut(&mut self) -> &mut (dyn AnyPlay + 'static) {
        of_playing!(self, it => it)
    }
}

impl Playing {
    /// A rehearsal of the open round in which only some posts count, for the players of the squads `own`.
    pub fn rehearsal(&self, counts: &Knows<'_>, absent: &Absentees<'_>, own: Vec<SquadId>) -> Rehearsal {
        of_playing!(self, it => Rehearsal::of(it.game(), it.open_round(counts, absent), own))
    }

    /// The battle as its players know it, without any post of the open round.
    pub(crate) fn as_players_know_it(&self) -> Playing {
        of_playing!(self, it => {
            let (known, _) = it.game().as_players_know_it(&it.open_round(&|_| false, &|_| Vec::new()));
            Play::of(it.game().clone(), Arc::clone(it.setup()), known).into()
        })
    }

    /// Plays battles that begin as this one did, commander against commander. Calls `done` after each.
    pub fn simulate(&self, wanted: &SimulationOptions, done: &(dyn Fn() + Sync)) -> Fairness {
        of_playing!(self, it => trial::simulate(it, wanted, done))
    }
}

/// The page of a game's rules, and every rule on it. `None` if there is no game of this name.
pub fn rules(game: &str) -> Option<(&'static str, &'static [Rule])> {
    of_game!(game, G => (G::RULES_PAGE, G::rules()))
}

/// What one or more words mean in the orders of a game. `None` if they mean nothing.
pub fn meaning(game: &str, words: &str) -> Option<&'static str> {
    of_game!(game, G => G::meaning(words))?
}

/// The ruling that makes a battle of a game say which of the fallen live. `None` if the rules of the game always say
/// so.
pub fn ruling_on_the_fallen(game: &str) -> Option<&'static str> {
    of_game!(game, G => G::RULING_ON_THE_FALLEN)?
}

/// The text of a scenario of a game, played on the board of a suite's case. `None` if there is no game of this name.
pub fn scenario_of(game: &str, scene: &Scene) -> Option<String> {
    of_game!(game, G => G::scenario_of(scene))
}

/// The text of the JSON Schema of a kind of file of a game. `None` if there is no game of this name.
pub fn schema(game: &str, kind: FileKind) -> Option<String> {
    of_game!(game, G => G::schema(kind))
}

/// The data files of a game, each with its name and text. Later files build on earlier ones. Empty if there is no game
/// of this name.
///
/// # Errors
///
/// What is wrong with them.
pub fn data_files(game: &str, data: &Data) -> Result<Vec<(String, String)>, Problems> {
    of_game!(game, G => data.of::<<G as Game>::Catalogs>()?.files().to_vec()).map_or(Ok(Vec::new()), Ok)
}

/// Every kind of ground that a scenario's map can be drawn with, including the scenario's own.
pub(crate) fn terrains(scenario: &Scenario) -> Vec<Terrain> {
    let (data, text) = (Data::Files(scenario.data.clone()), &scenario.doubts.text);
    let terrains =
        of_game!(scenario.opening.name(), G => data_with::<<G as Game>::Catalogs>(&data, text).map(|it| it.terrains()));
    terrains.flatten().unwrap_or_default()
}

/// The game that one of a file's keys belongs to, and that key. `None` if it is the game of files that name none.
fn game_of_own_key(root: &Value<'_>) -> Option<(&'static str, At<&'static str>)> {
    let key = |game: &&'static str| Some((*game, of_game!(*game, G => key_among(root, G::OWN_KEYS))??));
    NAMES.iter().find_map(key).filter(|it| it.0 != NAMES[0])
}

/// The units of a game: from these data, and from a scenario's text over them. `None` if the data can't be read.
pub(crate) fn units(game: &str, data: &Data, text: &str) -> Option<Box<dyn Units>> {
    of_game!(game, G => Box::new(data_with::<<G as Game>::Catalogs>(data, text)?))
}

/// The problems of a data file. It is checked as a file of each game, and the game that finds the fewest errors counts.
fn check_data(name: &str, text: &str) -> Problems {
    let problems = |game: &&str| {
        of_game!(*game, G => {
            type Of = <G as Game>::Catalogs;
            (!Of::FILES.is_empty()).then(|| Of::standard().clone().add_file(name, text))
        })?
    };
    NAMES.iter().filter_map(problems).min_by_key(Problems::errors).expect("some game has data files")
}

/// The source of the entries that scenarios name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Data {
    /// The entries that are compiled in.
    #[default]
    Standard,
    /// The files in a folder, over the entries that are compiled in.
    Folder(PathBuf),
    /// These files and nothing else, each with its name and text.
    Files(Vec<(String, String)>),
}

impl Data {
    /// The data for a scenario file: the folder `config` beside the file's own folder, if there is one.
    pub(crate) fn beside(file: &Path) -> Data {
        let folder = std::path::absolute(file).ok().and_then(|it| Some(it.parent()?.parent()?.join("config")));
        folder.filter(|it| it.is_dir()).map_or(Data::Standard, Data::Folder)
    }

    fn of<S: Catalogs>(&self) -> Result<Cow<'static, file::Data<S>>, Problems> {
        let standard = S::standard();
        match self {
            Data::Standard => Ok(Cow::Borrowed(standard)),
            Data::Folder(folder) => file::Data::load(folder).map(Cow::Owned),
            // Most battles use the compiled-in data, which have been read already.
            Data::Files(files) if data_files_in(files).map(|it| &it.1).eq(standard.files().iter().map(|it| &it.1)) => {
                Ok(Cow::Borrowed(standard))
            }
            Data::Files(files) => {
                let mut data: file::Data<S> = file::Data::default();
                data_files_in(files).try_for_each(|(name, text)| data.add_sound(name, text))?;
                Ok(Cow::Owned(data))
            }
        }
    }
}

/// The data files among a battle's files.
fn data_files_in(files: &[(String, String)]) -> impl Iterator<Item = &(String, String)> {
    files.iter().filter(|it| !is_beside(&it.0))
}

/// Each game's own form of the question what an attack comes to, apart from any battle.
#[derive(clap::Subcommand)]
pub enum OddsForm {
    /// An attack of the line game, the default game
    Line(AttackForm),
    /// An attack of the brick game, or one roll of it
    Brick(attack::AttackForm),
}

/// The form for commands that name no game.
pub type UsualOddsForm = AttackForm;

impl OddsForm {
    /// The answer.
    ///
    /// # Errors
    ///
    /// What is wrong with the question.
    pub fn told(&self, layout: Layout) -> Result<String, String> {
        match self {
            OddsForm::Line(it) => it.told(layout),
            OddsForm::Brick(it) => it.told(layout),
        }
    }
}

/// These data, with the entries of a scenario's text over them.
fn data_with<S: Catalogs>(data: &Data, text: &str) -> Option<file::Data<S>> {
    let mut data = data.of::<S>().ok()?.into_owned();
    // A scenario holds more than entries. Its problems were told when it was read.
    _ = data.add_file("", text);
    Some(data)
}

/// A battle of a scenario, and the data files that it uses; or the problems of those files.
type Staged = Result<(Playing, Vec<(String, String)>), Problems>;

fn stage<G: Simulated>(reader: &mut Reader, root: &Value<'_>, data: &Data) -> Option<Staged>
where
    Playing: From<Play<G>>,
{
    let data = match data.of::<G::Catalogs>() {
        Ok(data) => data,
        Err(problems) => return Some(Err(problems)),
    };
    let (setup, game) = G::scenario(reader, root, &data).filter(|_| !reader.has_errors())?;
    let files = [data.files(), &reader.used_beside].concat();
    Some(Ok((Play::new(game, Arc::new(setup)).into(), files)))
}

/// What links a scenario's text to the muster of the campaign that made it, if one did.
pub fn muster_of(text: &str) -> Option<String> {
    file::Slots::of(text).muster
}

/// A battle that is ready to begin.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub opening: Playing,
    /// Warnings for its author. No errors.
    pub(crate) doubts: Problems,
    /// The data files that its entries come from, each with its name and text. Later files build on earlier ones. After
    /// them come the files beside the scenario that it names.
    pub data: Vec<(String, String)>,
}

impl Scenario {
    /// What links it to the muster of the campaign that made it, if one did.
    pub fn muster(&self) -> Option<String> {
        muster_of(&self.doubts.text)
    }

    /// The same battle with a commander of this level for squads that nobody gives orders to. The level is written into
    /// the scenario's text, so that a replay has the same commander.
    ///
    /// # Errors
    ///
    /// If the text can't be changed like this.
    pub fn led_by(&self, level: Level) -> Result<Scenario, Problems> {
        read(&self.doubts.name, &file::led_by(&self.doubts.text, level), &Data::Files(self.data.clone()))
    }
}

/// Reads a scenario from a file, with the entries that are compiled in.
///
/// # Errors
///
/// Everything that is wrong with it.
pub fn load(path: &Path) -> Result<Scenario, Problems> {
    load_with(path, &Data::Standard)
}

/// Reads a scenario from a file, with these entries.
///
/// # Errors
///
/// Everything that is wrong with it.
pub(crate) fn load_with(path: &Path, data: &Data) -> Result<Scenario, Problems> {
    let (name, text) = open(path)?;
    read_beside(&name, &text, data, &Beside::Folder(path.parent().unwrap_or(Path::new("")).to_owned()))
}

/// Reads a scenario from a text.
///
/// # Errors
///
/// Everything that is wrong with it.
pub fn read(name: &str, text: &str, data: &Data) -> Result<Scenario, Problems> {
    let beside = match data {
        Data::Files(files) => Beside::kept(files),
        Data::Standard | Data::Folder(_) => Beside::Nowhere,
    };
    read_beside(name, text, data, &beside)
}

fn read_beside(name: &str, text: &str, data: &Data, beside: &Beside) -> Result<Scenario, Problems> {
    let (made, doubts) = parse(name, text, |reader, root| {
        if is_campaign(text) {
            return reader.refuse(say::no_scenario(0..0, name));
        }
        reader.beside = beside.clone();
        of_game!(game_of(reader, root)?, G => stage::<G>(reader, root, data))?
    });
    match made {
        Some(Ok((opening, data))) => Ok(Scenario { opening, doubts, data }),
        Some(Err(problems)) => Err(problems),
        None => Err(doubts),
    }
}

/// The game that a file is for. Refuses a file that names an unknown game, or none although a key needs one: checked
/// against another game's tables, everything in it would seem wrong.
fn game_of(reader: &mut Reader, root: &Value<'_>) -> Option<&'static str> {
    match (ruleset(root), game_of_own_key(root)) {
        (Some(named), _) => {
            if !NAMES.contains(&&*named.value.0) && !reader.is_broken {
                reader.say(say::unknown_name(named.span, "ruleset", &named.value, NAMES.iter().copied()));
            }
            game_named(&named.value)
        }
        (None, Some((game, key))) if !reader.is_broken => reader.refuse(say::no_ruleset(key.span, key.value, game)),
        // The line that names the game may be one that can't be read.
        (None, told) => Some(told.map_or(NAMES[0], |it| it.0)),
    }
}

/// The game of this name, or the only one with a similar name. A typo in a game's name then hides no other mistake.
pub(crate) fn game_named(name: &str) -> Option<&'static str> {
    let nearly = || match nearest(name, NAMES.iter().copied())[..] {
        [one] => Some(one),
        _ => None,
    };
    NAMES.iter().copied().find(|it| *it == name).or_else(nearly)
}

/// A name in the form in which orders compare names. Orders can't tell two names of the same form apart.
pub(crate) fn compared(name: &str) -> String {
    post::names::compared(name)
}

/// Finds everything that is wrong with a scenario or data file: errors and warnings.
pub fn check(path: &Path) -> Problems {
    let checked = open(path).and_then(|(name, text)| match file::is_data(&text) {
        true => Ok(check_data(&name, &text)),
        false => load(path).map(|it| it.doubts),
    });
    checked.unwrap_or_else(|problems| problems)
}
