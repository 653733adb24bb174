//! `fieldpost simulate SCENARIO --battles N [--seed S] [--check] [--json] [--plot FILE.png|.svg]`

mod json;
mod plot;
mod words;

use std::io::{self, IsTerminal as _};
use std::sync::Arc;

use clap::builder::{PathBufValueParser, RangedU64ValueParser, TypedValueParser as _};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::simulate::plot::Plot;
use crate::cli::{ScenarioFile, SeedOption, Trouble, print};
use crate::diagnostic::count;
use crate::dice::Seed;
use crate::games::Playing;
use crate::line::battle::{BySide, Level, Setup};
use crate::line::commander::{Card, Finding, Series, exchanged, findings};
use crate::line::report::card::CardPicture;
use crate::line::rules::Line;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    file: ScenarioFile,
    /// How many battles to fight; each is fought a second time with the sides' parts exchanged
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    battles: usize,
    #[command(flatten)]
    seed: SeedOption,
    /// Who leads the side of the players: green, regular or veteran [default: as the scenario says]
    #[arg(long, value_name = "LEVEL", value_parser = level_of)]
    players: Option<Level>,
    /// Who leads the enemy [default: as the scenario says]
    #[arg(long, value_name = "LEVEL", value_parser = level_of)]
    enemy: Option<Level>,
    /// How many threads to fight on; the result is the same for any number [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: Option<usize>,
    /// Say only what the author should look at again: places nobody reaches, squads that never act, sides without a chance,
    /// battles without an end; what is found makes the exit code 1
    #[arg(long, conflicts_with = "json")]
    check: bool,
    /// Print an object for programs instead of a table
    #[arg(long)]
    json: bool,
    /// Also draw what came of them as a picture, to be looked at on a phone: .png or .svg
    #[arg(long, value_name = "FILE", value_parser = PathBufValueParser::new().try_map(Plot::of))]
    plot: Option<Plot>,
}

/// Fights the battles, commander against commander, and tells what came of them.
pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let scenario = arguments.file.load()?;
    let seed = arguments.seed.seed()?;
    // Whoever waits for a thousand battles should not hear only then that there is no such folder.
    arguments.plot.as_ref().map_or(Ok(()), Plot::has_folder)?;
    let Playing::Line(play) = &scenario.opening;
    let fought = Results::of(arguments, play.game(), play.setup(), &seed);
    let found = arguments.check.then(|| findings(play.setup(), &fought.written));
    if let Some(plot) = &arguments.plot {
        plot.draw(&fought.picture(found.as_deref()))?;
    }
    if let Some(found) = found {
        print(&words::findings(&fought, &found))?;
        return match found.len() {
            0 => Ok(()),
            n => Err(Trouble::Asked(format!("{} found.", count(n as u64, "doubt", "doubts")))),
        };
    }
    if arguments.json {
        return print(&format!("{}\n", json::of(&fought)));
    }
    print(&words::of(&fought))
}

/// What is told of.
struct Results<'a> {
    setup: &'a Setup,
    seed: Seed,
    /// Who leads each army.
    levels: BySide<Level>,
    /// As the scenario is written.
    written: Card,
    /// With the sides' parts exchanged.
    exchanged: Card,
}

impl Results<'_> {
    fn of<'a>(arguments: &Arguments, ruleset: &Line, setup: &'a Arc<Setup>, seed: &Seed) -> Results<'a> {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads = arguments.threads.unwrap_or_else(cores);
        let bar = progress(2 * arguments.battles as u64);
        let level = |asked: Option<Level>| asked.unwrap_or(setup.commander);
        let levels = BySide { players: level(arguments.players), enemy: level(arguments.enemy) };
        let fight = |setup: Arc<Setup>, levels| {
            let (ruleset, seed) = (ruleset.clone(), seed.clone());
            let series = Series { ruleset, setup, seed, battles: arguments.battles, levels };
            Card::of(&series.setup, &series.fight(threads, &|| bar.inc(1)))
        };
        let written = fight(Arc::clone(setup), levels);
        // Each army keeps its commander.
        let exchanged = fight(Arc::new(exchanged(setup)), BySide { players: levels.enemy, enemy: levels.players });
        bar.finish_and_clear();
        Results { setup, seed: seed.clone(), levels, written, exchanged }
    }

    fn picture<'a>(&'a self, findings: Option<&'a [Finding]>) -> CardPicture<'a> {
        let Results { setup, levels, written, exchanged, .. } = self;
        CardPicture { setup, levels: *levels, written, exchanged, findings }
    }
}

fn level_of(word: &str) -> Result<Level, String> {
    let found = Level::ALL.iter().find(|it| it.0.eq_ignore_ascii_case(word)).map(|it| it.1);
    found.ok_or_else(|| "a level is green, regular or veteran".to_owned())
}

fn progress(battles: u64) -> ProgressBar {
    let target =
        if io::stderr().is_terminal() { ProgressDrawTarget::stderr_with_hz(5) } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} battles, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(battles), target).with_style(style)
}
