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
use crate::trial::{self, Fairness, Rehearsal, Wanted};

pub use crate::file::{Problems, last_part, open};

macro_rules! games {
    ($($(#[$attribute:meta])* $variant:ident($game:ty),)+) => {
        /// A battle of any game.
        #[derive(Clone, Debug)]
        #[allow(clippy::large_enum_variant, reason = "there is one for each table, and it never moves")]
        pub enum Playing {
            $($(#[$attribute])* $variant(Play<$game>),)+
        }

        /// What a battle of any game answers.
        macro_rules! of_playing {
            ($playing:expr, $it:ident => $answer:expr) => {
                match $playing {
                    $($(#[$attribute])* Playing::$variant($it) => $answer,)+
                }
            };
        }

        /// What the game of a name answers, which is called `$G` there; `None` if there is no game of that name.
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

        /// What files call each game; the first is the one of files that don't say.
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
    /// The round as it may be rehearsed away from the table, where only some posts count, told to whoever has these squads.
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

    /// Fights battles that begin as this one did, commander against commander. `done` is told of each that is over.
    pub fn simulate(&self, wanted: &Wanted, done: &(dyn Fn() + Sync)) -> Fairness {
        of_playing!(self, it => trial::simulate(it, wanted, done))
    }
}

/// The page of a game's rules, and every rule on it; `None` if there is no game of that name.
pub fn rules(game: &str) -> Option<(&'static str, &'static [Rule])> {
    of_game!(game, G => (G::RULES_PAGE, G::rules()))
}

/// What a word or several are in the orders of a game, if they are anything.
pub fn meaning(game: &str, words: &str) -> Option<&'static str> {
    of_game!(game, G => G::meaning(words))?
}

/// The ruling with which a battle of a game says who of the fallen lives, where it doesn't say so anyway.
pub fn ruling_on_the_fallen(game: &str) -> Option<&'static str> {
    of_game!(game, G => G::RULING_ON_THE_FALLEN)?
}

/// The text of a scenario of a game for a board that a case of the suite draws; `None` if there is no game of that name.
pub fn scenario_of(game: &str, scene: &Scene) -> Option<String> {
    of_game!(game, G => G::scenario_of(scene))
}

/// The text of the JSON Schema of a kind of file of a game; `None` if there is no game of that name.
pub fn schema(game: &str, kind: FileKind) -> Option<String> {
    of_game!(game, G => G::schema(kind))
}

/// The data files of a game, each with its name and text, in the order in which they build on each other; none, if there is no
/// game of that name.
///
/// # Errors
///
/// What is wrong with them.
pub fn data_files(game: &str, data: &Data) -> Result<Vec<(String, String)>, Problems> {
    of_game!(game, G => data.of::<<G as Game>::Catalogs>()?.files().to_vec()).map_or(Ok(Vec::new()), Ok)
}

/// Every kind of ground that the map of a scenario can be drawn with, the scenario's own among them.
pub(crate) fn terrains(scenario: &Scenario) -> Vec<Terrain> {
    let (data, text) = (Data::Files(scenario.data.clone()), &scenario.doubts.text);
    let terrains =
        of_game!(scenario.opening.name(), G => data_with::<<G as Game>::Catalogs>(&data, text).map(|it| it.terrains()));
    terrains.flatten().unwrap_or_default()
}

/// The game that a file is for by one of its keys, and that key, if the game isn't the one of files that don't say.
fn told_by_key(root: &Value<'_>) -> Option<(&'static str, At<&'static str>)> {
    let key = |game: &&'static str| Some((*game, of_game!(*game, G => key_among(root, G::OWN_KEYS))??));
    NAMES.iter().find_map(key).filter(|it| it.0 != NAMES[0])
}

/// The units of a game: of these data, and of a scenario's text over them. `None` if the data can't be read.
pub(crate) fn units(game: &str, data: &Data, text: &str) -> Option<Box<dyn Units>> {
    of_game!(game, G => Box::new(data_with::<<G as Game>::Catalogs>(data, text)?))
}

/// What is wrong with a data file, read as the game whose it is: the one that has least to say.
fn check_data(name: &str, text: &str) -> Problems {
    let problems = |game: &&str| {
        of_game!(*game, G => {
            type Of = <G as Game>::Catalogs;
            (!Of::FILES.is_empty()).then(|| Of::standard().clone().add_file(name, text))
        })?
    };
    NAMES.iter().filter_map(problems).min_by_key(Problems::errors).expect("some game has data files")
}

/// Where the entries come from that scenarios name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Data {
    /// What is compiled in.
    #[default]
    Standard,
    /// The files of a folder, over what is compiled in.
    Folder(PathBuf),
    /// These files and nothing else, each with its name and text.
    Files(Vec<(String, String)>),
}

impl Data {
    /// The data of a file in a folder, `scenarios` for one: those in the folder `config` beside that, if it is there.
    pub(crate) fn beside(file: &Path) -> Data {
        let folder = std::path::absolute(file).ok().and_then(|it| Some(it.parent()?.parent()?.join("config")));
        folder.filter(|it| it.is_dir()).map_or(Data::Standard, Data::Folder)
    }

    fn of<S: Catalogs>(&self) -> Result<Cow<'static, file::Data<S>>, Problems> {
        let standard = S::standard();
        match self {
            Data::Standard => Ok(Cow::Borrowed(standard)),
            Data::Folder(folder) => file::Data::load(folder).map(Cow::Owned),
            // Most battles use what is compiled in, which has been read already.
            Data::Files(files) if of_data(files).map(|it| &it.1).eq(standard.files().iter().map(|it| &it.1)) => {
                Ok(Cow::Borrowed(standard))
            }
            Data::Files(files) => {
                let mut data: file::Data<S> = file::Data::default();
                of_data(files).try_for_each(|(name, text)| data.add_sound(name, text))?;
                Ok(Cow::Owned(data))
            }
        }
    }
}

/// Those of a battle's files that scenarios' entries come from.
fn of_data(files: &[(String, String)]) -> impl Iterator<Item = &(String, String)> {
    files.iter().filter(|it| !is_beside(&it.0))
}

/// Each game's own form of the question what an attack comes to, apart from any battle.
#[derive(clap::Subcommand)]
pub enum OddsForm {
    /// An attack of the line game, which is meant if no game is named
    Line(AttackForm),
    /// An attack of the brick game, or one roll of it
    Brick(attack::AttackForm),
}

/// The form that is meant if no game is named.
pub type UsualOddsForm = AttackForm;

impl OddsForm {
    /// What the attack comes to.
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

/// These data, and over them the entries of a scenario's text.
fn data_with<S: Catalogs>(data: &Data, text: &str) -> Option<file::Data<S>> {
    let mut data = data.of::<S>().ok()?.into_owned();
    // A scenario has more in it than entries. What can be said of that has been said when it was read.
    _ = data.add_file("", text);
    Some(data)
}

/// A battle of a scenario and the data files that it is made with, or what is wrong with those.
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

/// What ties a scenario's text to the muster of a campaign that made it, if one did.
pub fn muster_of(text: &str) -> Option<String> {
    file::Slots::of(text).muster
}

/// A battle that is ready to begin.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub opening: Playing,
    /// What its author may want to know: warnings, no errors.
    pub(crate) doubts: Problems,
    /// The data files that its names come from, each with its name and text, in the order in which they build on each
    /// other; then the files beside the scenario that it names.
    pub data: Vec<(String, String)>,
}

impl Scenario {
    /// What ties it to the muster of a campaign that made it, if one did.
    pub fn muster(&self) -> Option<String> {
        muster_of(&self.doubts.text)
    }

    /// The same battle with its squads led at this level where nobody gives them orders. It is written in the scenario's
    /// text, so that whoever plays the battle again does so with the same commander.
    ///
    /// # Errors
    ///
    /// If the text can't be changed so.
    pub fn led_by(&self, level: Level) -> Result<Scenario, Problems> {
        read(&self.doubts.name, &file::led_by(&self.doubts.text, level), &Data::Files(self.data.clone()))
    }
}

/// Reads a scenario from a file, with the entries that are compiled in.
///
/// # Errors
///
/// All that is wrong with it.
pub fn load(path: &Path) -> Result<Scenario, Problems> {
    load_with(path, &Data::Standard)
}

/// Reads a scenario from a file, with these entries.
///
/// # Errors
///
/// All that is wrong with it.
pub(crate) fn load_with(path: &Path, data: &Data) -> Result<Scenario, Problems> {
    let (name, text) = open(path)?;
    read_beside(&name, &text, data, &Beside::Folder(path.parent().unwrap_or(Path::new("")).to_owned()))
}

/// Reads a scenario from a text.
///
/// # Errors
///
/// All that is wrong with it.
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

/// The game that a file is for. Says so if it is for none or doesn't say: held against the tables of another game, all of it
/// would be wrong.
fn game_of(reader: &mut Reader, root: &Value<'_>) -> Option<&'static str> {
    match (ruleset(root), told_by_key(root)) {
        (Some(named), _) => {
            if !NAMES.contains(&&*named.value.0) && !reader.is_broken {
                reader.say(say::unknown_name(named.span, "ruleset", &named.value, NAMES.iter().copied()));
            }
            meant(&named.value)
        }
        (None, Some((game, key))) if !reader.is_broken => reader.refuse(say::no_ruleset(key.span, key.value, game)),
        // What can't be read may be where it says so.
        (None, told) => Some(told.map_or(NAMES[0], |it| it.0)),
    }
}

/// The game that files call so, or the only one that is called nearly so: a slip in its name hides nothing else that is wrong.
pub(crate) fn meant(name: &str) -> Option<&'static str> {
    let nearly = || match nearest(name, NAMES.iter().copied())[..] {
        [one] => Some(one),
        _ => None,
    };
    NAMES.iter().copied().find(|it| *it == name).or_else(nearly)
}

/// A name as the orders of any game are held against it: two that are the same then can't be told apart.
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
