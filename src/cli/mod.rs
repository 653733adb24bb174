//! The command line: one file per subcommand, with no logic of its own.

mod battles;
mod campaign;
mod check;
mod command;
mod draw;
mod fork;
mod keep;
mod lines;
mod list;
mod manual;
mod map;
mod odds;
mod output;
mod page;
mod play;
mod read;
mod refused;
mod rules;
mod save;
mod schema;
mod serve;
mod simulate;
mod stage;
mod suite;
mod talk;
mod verify;
mod why;

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::dice::Seed;
use crate::discord::Config;
use crate::field::Level;
use crate::file;
use crate::forum;
use crate::games::{self, Data, Problems, Scenario};
use crate::post::Language;
use crate::referee::thread::{self, Entry};
use crate::referee::{Table, drawn_seed, keeper};
use crate::store::{Hash, StoreError, may_be_address};

/// Referees play-by-post squad battles: posts go in, a map and a casualty report come out.
#[derive(Parser)]
#[command(name = "fieldpost", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays a battle in the terminal, as a conversation or from a thread of posts
    Play(play::Arguments),
    /// Makes a thread of posts from the saved pages of a forum
    Read(read::Arguments),
    /// Finds every problem in scenario and data files
    Check(check::Arguments),
    /// Draws the map of a scenario
    Map(map::Arguments),
    /// Makes one HTML file of a battle, to watch it and to check its dice: fieldpost page battle.log -o battle.html. With
    /// --draw, makes a page for drawing a scenario's map
    Page(page::Arguments),
    /// Fights many battles of a scenario, commander against commander: is it fair?
    Simulate(simulate::Arguments),
    /// Says how likely an attack is to down or kill each number of units
    Odds(odds::Arguments),
    /// Explains a line of a report, such as 3.4: the rule, each modifier and the dice
    Why(why::Arguments),
    /// Plays the log of a battle again, and says what that proves about its dice
    Verify(verify::Arguments),
    /// Continues a finished battle from one of its rounds with other orders: what if?
    Fork(fork::Arguments),
    /// Runs a campaign: people who live on from battle to battle
    Campaign(campaign::Arguments),
    /// Lists the lines of posts that were refused, with the reasons
    Refused(refused::Arguments),
    /// Lists the battles of a database, and moves those that are over to an archive
    Battles(battles::ListArguments),
    /// Writes a battle from a database to a file
    Export(battles::ExportArguments),
    /// Puts a battle from an exported file into a database
    Import(battles::ImportArguments),
    /// Prints the JSON Schema of scenario and data files, for editors, and of events, for programs
    Schema(schema::Arguments),
    /// Lists the units, weapons, terrain or abilities that a scenario can name, with what each does
    List(list::Arguments),
    /// Prints every rule of a game, as a page in Markdown
    Rules(rules::Arguments),
    /// Plays cases that say what the rules are, here or on another engine
    Suite(suite::Arguments),
    /// Runs the Discord bot
    Serve(serve::Arguments),
    /// Prints a script with which a shell completes commands and options
    Completions(manual::Arguments),
    /// Prints the manual page: fieldpost man | man -l -
    Man,
}

/// What went wrong. The variants differ in who can fix it.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error("{0}")]
    File(Box<Problems>),
    #[error("{what} {path}: {why}. {help}")]
    Io { what: &'static str, path: String, why: io::Error, help: &'static str },
    #[error("{0}")]
    Input(String),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Battle(#[from] keeper::Trouble),
    #[error("a bug: {0}")]
    Bug(String),
}

impl Trouble {
    fn reading(path: &Path, why: io::Error) -> Trouble {
        let help = match why.kind() {
            io::ErrorKind::NotFound => "Check the name; paths count from the folder you are in.",
            io::ErrorKind::IsADirectory => "It is a folder; name a file in it.",
            io::ErrorKind::InvalidData => "Save it as UTF-8.",
            _ => "Check that you may read it.",
        };
        Trouble::Io { what: "can't read", path: path.display().to_string(), why, help }
    }

    fn writing(path: &Path, why: io::Error) -> Trouble {
        let help = match why.kind() {
            io::ErrorKind::IsADirectory => "It is a folder; name a file in it.",
            _ => "Check that the folder exists, that you may write there, and that the disk has room.",
        };
        Trouble::Io { what: "can't write", path: path.display().to_string(), why, help }
    }
}

/// Runs the program. Exit codes: 0 done, 1 a problem with the input, 2 wrong usage, 70 a bug.
pub fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(arguments) => arguments,
        Err(error) => {
            let error = without_addresses(error);
            // A closed pipe is no failure.
            let _ = error.print();
            return ExitCode::from(u8::from(error.use_stderr()) * 2);
        }
    };
    let outcome = std::panic::catch_unwind(|| run(arguments.command));
    match outcome {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(trouble)) => {
            match &trouble {
                Trouble::File(problems) if is_coloured(&io::stderr()) => eprintln!("{problems:#}"),
                trouble => eprintln!("{trouble}"),
            }
            ExitCode::from(if matches!(trouble, Trouble::Bug(_)) { 70 } else { 1 })
        }
        Err(_) => {
            eprintln!("This is a bug in fieldpost. Please report it with the lines above and the files you used.");
            ExitCode::from(70)
        }
    }
}

/// Reads the command line. A database's address in place of a file is refused at once, and isn't shown, because it may
/// hold a password.
fn arguments() -> Result<Arguments, clap::Error> {
    let mut program = Arguments::command();
    let mut matches = program.try_get_matches_from_mut(std::env::args_os())?;
    if names_address_as_file(&matches) {
        let why = "an address stands where a file should be named. A page is saved first, and a database is named with --db; \
            fieldpost export --db URL NUMBER -o battle.log makes a file of a battle.";
        return Err(program.error(ErrorKind::ValueValidation, why));
    }
    Arguments::from_arg_matches_mut(&mut matches).map_err(|it| it.format(&mut program))
}

fn names_address_as_file(matches: &ArgMatches) -> bool {
    let is_address = |it: &PathBuf| !it.exists() && may_be_address(&it.to_string_lossy());
    let files = matches.ids().filter_map(|it| matches.try_get_many::<PathBuf>(it.as_str()).ok().flatten());
    files.flatten().any(is_address) || matches.subcommand().is_some_and(|it| names_address_as_file(it.1))
}

/// Removes values that may be the address of a database from an error, because an address may hold a password.
fn without_addresses(mut error: clap::Error) -> clap::Error {
    let is_address = |it: &ContextValue| matches!(it, ContextValue::String(it) if may_be_address(it));
    let kinds: Vec<ContextKind> = error.context().filter(|it| is_address(it.1)).map(|it| it.0).collect();
    for kind in kinds {
        error.insert(kind, ContextValue::String("…".to_owned()));
    }
    error
}

fn run(command: Command) -> Result<(), Trouble> {
    match command {
        Command::Play(it) => play::run(&it),
        Command::Read(it) => read::run(&it),
        Command::Check(it) => check::run(&it),
        Command::Map(it) => map::run(&it),
        Command::Page(it) => page::run(&it),
        Command::Simulate(it) => simulate::run(&it),
        Command::Odds(it) => odds::run(&it),
        Command::Why(it) => why::run(&it),
        Command::Verify(it) => verify::run(&it),
        Command::Fork(it) => fork::run(&it),
        Command::Campaign(it) => campaign::run(&it),
        Command::Refused(it) => refused::run(&it),
        Command::Battles(it) => battles::list(&it),
        Command::Export(it) => battles::export(&it),
        Command::Import(it) => battles::import(&it),
        Command::Schema(it) => schema::run(&it),
        Command::List(it) => list::run(&it),
        Command::Rules(it) => rules::run(&it),
        Command::Suite(it) => suite::run(&it),
        Command::Serve(it) => serve::run(&it),
        Command::Completions(it) => manual::completions(&it),
        Command::Man => manual::manual(),
    }
}

/// Whether output there may have colours: it is a terminal, and `NO_COLOR` isn't set.
fn is_coloured(out: &impl io::IsTerminal) -> bool {
    out.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty())
}

/// All problems of a file, with colours if standard output may have them.
fn in_full(problems: &Problems) -> String {
    if is_coloured(&io::stdout()) { format!("{problems:#}") } else { problems.to_string() }
}

/// Whether a command finishes even if its output is closed early, because it also writes files or a database.
static CONTINUES_UNREAD: AtomicBool = AtomicBool::new(false);

/// Prints to standard output. If that is closed early, the reader has read enough.
fn print(text: &str) -> Result<(), Trouble> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => match CONTINUES_UNREAD.load(Ordering::Relaxed) {
            true => Ok(()),
            false => std::process::exit(0),
        },
        Err(error) => Err(Trouble::writing(Path::new("standard output"), error)),
        Ok(()) => Ok(()),
    }
}

/// A progress bar on stderr, if somebody can watch it.
fn progress(whole: usize, template: &str, is_watched: bool) -> ProgressBar {
    let is_shown = is_watched && io::stderr().is_terminal();
    let target = if is_shown { ProgressDrawTarget::stderr_with_hz(5) } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(whole as u64), target).with_style(style)
}

/// How Fieldpost is set up.
#[derive(clap::Args)]
struct ConfigFile {
    /// The configuration [default: config/fieldpost.toml if there is one]
    #[arg(long, value_name = "FILE", env = "FIELDPOST_CONFIG", value_parser = path_or_none())]
    config: Option<PathBuf>,
}

/// A parser for paths that may be empty. An environment variable that is set to nothing counts as unset.
fn path_or_none() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// The path, unless it is empty.
fn unless_empty(path: Option<&PathBuf>) -> Option<PathBuf> {
    path.filter(|it| !it.as_os_str().is_empty()).cloned()
}

impl ConfigFile {
    fn load(&self) -> Result<Config, Trouble> {
        let usual = || Some(PathBuf::from("config/fieldpost.toml")).filter(|it| it.exists());
        let Some(path) = unless_empty(self.config.as_ref()).or_else(usual) else { return Ok(Config::default()) };
        Config::read(&path.display().to_string(), &read_text(&path)?).map_err(|it| Trouble::Input(it.to_string()))
    }
}

/// A scenario, and the data that its names come from.
#[derive(clap::Args)]
struct ScenarioFile {
    /// The scenario file
    scenario: PathBuf,
    /// The folder with terrain.toml, weapons.toml, units.toml and abilities.toml [default: the folder config beside the
    /// scenario's folder if there is one, else what is built in]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl ScenarioFile {
    fn load(&self) -> Result<Scenario, Trouble> {
        let data = self.data.clone().map_or_else(|| Data::beside(&self.scenario), Data::Folder);
        games::load_with(&self.scenario, &data).map_err(|it| Trouble::File(Box::new(it)))
    }

    /// Like [`ScenarioFile::load`], with a commander of this level if one is named.
    fn load_led_by(&self, commander: Option<Level>) -> Result<Scenario, Trouble> {
        let scenario = self.load()?;
        let Some(level) = commander else { return Ok(scenario) };
        scenario.led_by(level).map_err(|it| Trouble::File(Box::new(it)))
    }
}

/// Parses the level of a commander.
fn level_of(word: &str) -> Result<Level, String> {
    let found = Level::ALL.iter().find(|it| it.0.eq_ignore_ascii_case(word)).map(|it| it.1);
    found.ok_or_else(|| "a level is green, regular, veteran or elite".to_owned())
}

/// Where the dice come from.
#[derive(clap::Args, Default)]
struct SeedOption {
    /// The seed of all dice: a number, or 64 hexadecimal digits. The same seed gives the same dice [default:
    /// random, and printed at the end]
    #[arg(long, value_name = "N", value_parser = seed_of, allow_negative_numbers = true)]
    seed: Option<Seed>,
}

fn seed_of(text: &str) -> Result<Seed, String> {
    let number = text.parse::<u64>().ok().map(Seed::from);
    let bytes = || text.parse::<Hash>().ok().map(|it| Seed::from_bytes(it.0));
    number.or_else(bytes).ok_or_else(|| {
        "a seed is a whole number from 0 up, such as 7, or the 64 hexadecimal digits that a battle prints at its end"
            .to_owned()
    })
}

impl SeedOption {
    fn seed(&self) -> Result<Seed, Trouble> {
        let by_chance = || drawn_seed().map_err(|why| Trouble::Input(format!("{why}. Choose a seed with --seed.")));
        self.seed.clone().map_or_else(by_chance, Ok)
    }
}

/// A battle on a new table, as `play` and `why` begin it.
fn table(scenario: &Scenario, seed: Seed) -> Table {
    Table::open(scenario, Language::default(), seed)
}

/// A thread of posts, as plain text or as the pages of a forum.
#[derive(clap::Args)]
struct Thread {
    /// A thread of posts, as a text file or as saved pages of a forum
    #[arg(long, value_name = "FILE", num_args = 1..)]
    posts: Vec<PathBuf>,
    #[command(flatten)]
    config: ConfigFile,
}

impl Thread {
    /// The entries of the thread, if there is one. Notes about what pages leave out go to stderr.
    fn read(&self, seats: &[&str]) -> Result<Option<Vec<Entry>>, Trouble> {
        // A configuration that is named but missing is a mistake, even if nothing needs it.
        let config = self.config.load()?;
        let Some(first) = self.posts.first() else { return Ok(None) };
        let files = self.posts.iter().map(|it| read_bytes(it)).collect::<Result<Vec<_>, _>>()?;
        let text = match files.as_slice() {
            [text] if !forum::is_page(text) => utf8(first, text.clone())?,
            pages => {
                let gathered = read::gather("", &self.posts, pages, &config.players, seats)?;
                eprintln!("{}\n", gathered.summary.join("\n"));
                gathered.text
            }
        };
        if let Some(line) = thread::order_of_nobody(&text, seats) {
            let path = first.display();
            eprintln!(
                "{path}, line {line}: this order stands before the first post, so nobody gave it, and it was not taken.\n"
            );
        }
        let entries = thread::read_for(&text, seats);
        if entries.is_empty() {
            let path = first.display();
            let help = "A post starts with a line that is @ and the poster's name, such as @alice, and nothing else.";
            return Err(Trouble::Input(format!("{path} has no posts. {help}")));
        }
        Ok(Some(entries))
    }
}

/// Reads a text file of at most the size that a battle's files have. `-` is standard input.
fn read_text(path: &Path) -> Result<String, Trouble> {
    utf8(path, read_bytes(path)?)
}

/// Whether a text is a log.
fn is_log(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, Trouble> {
    const BYTES_MAX: u64 = 64 * 1024 * 1024;
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        let read = io::Read::read_to_end(&mut io::Read::take(io::stdin().lock(), BYTES_MAX), &mut bytes);
        return read.map(|_| bytes).map_err(|it| Trouble::reading(Path::new("standard input"), it));
    }
    let size = std::fs::metadata(path).map_err(|it| Trouble::reading(path, it))?.len();
    if BYTES_MAX < size {
        let path = path.display();
        return Err(Trouble::Input(format!("{path} is too large: it has {size} bytes, and 64 MiB are read at most.")));
    }
    std::fs::read(path).map_err(|it| Trouble::reading(path, it))
}

/// Decodes UTF-8, without the byte-order mark that some editors add.
fn utf8(path: &Path, bytes: Vec<u8>) -> Result<String, Trouble> {
    if let Some((kind, help)) = file::other_bytes(&bytes) {
        return Err(Trouble::Input(format!("can't read {}: it is {kind}. {help}", path.display())));
    }
    let text = String::from_utf8(bytes)
        .map_err(|it| Trouble::reading(path, io::Error::new(io::ErrorKind::InvalidData, it.utf8_error())))?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(text) => text.to_owned(),
        None => text,
    })
}
