//! `fieldpost simulate SCENARIO --battles N [--seed S] [--check] [--json] [--plot FILE.png|.svg]`

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, RangedU64ValueParser, TypedValueParser as _};

use crate::cli::{ScenarioFile, SeedOption, Trouble, in_full, level_of, print, progress, save};
use crate::diagnostic::count;
use crate::field::Level;
use crate::trial::{Doubts, Fairness, SimulationOptions};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    file: ScenarioFile,
    /// How many battles to fight. Each is fought a second time with the sides swapped
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    battles: usize,
    #[command(flatten)]
    seed: SeedOption,
    /// How well the players' side is led: green, regular, veteran or elite [default: as the scenario says]
    #[arg(long, value_name = "LEVEL", value_parser = level_of)]
    players: Option<Level>,
    /// How well the enemy is led [default: as the scenario says]
    #[arg(long, value_name = "LEVEL", value_parser = level_of)]
    enemy: Option<Level>,
    /// How many processor threads to use; the result is the same for any number [default: one for each core]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: Option<usize>,
    /// Say only what the author should look at again: what `check` warns of, and places that nobody reaches, squads that
    /// never act, sides without a chance, battles without an end. If the battles show anything, the exit code is 1
    #[arg(long, conflicts_with = "json")]
    check: bool,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
    /// Also draw the result as a picture for a phone: .png or .svg
    #[arg(long, value_name = "FILE", value_parser = PathBufValueParser::new().try_map(Plot::of))]
    plot: Option<Plot>,
}

/// Plays the battles, commander against commander, and prints the results.
pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let scenario = arguments.file.load()?;
    let seed = arguments.seed.seed()?;
    // A missing folder is reported before a thousand battles are played.
    arguments.plot.as_ref().map_or(Ok(()), Plot::has_folder)?;
    let &Arguments { battles, players, enemy, threads, .. } = arguments;
    // The battles as written, with the sides exchanged, and with players who are new to it.
    let bar = progress(3 * battles, "{wide_bar} {pos} of {len} battles, {eta} left", true);
    let fought =
        scenario.opening.simulate(&SimulationOptions { battles, seed, players, enemy, threads }, &|| bar.inc(1));
    bar.finish_and_clear();
    if let Some(plot) = &arguments.plot {
        plot.draw(&fought, if arguments.check { Doubts::Shown } else { Doubts::Hidden })?;
    }
    if arguments.check {
        if !scenario.doubts.diagnostics.is_empty() {
            print(&format!("{}\n", in_full(&scenario.doubts)))?;
        }
        print(&fought.doubts())?;
        return match fought.findings.len() {
            0 => Ok(()),
            n => Err(Trouble::Input(format!("{} found.", count(n as u64, "doubt", "doubts")))),
        };
    }
    print(&if arguments.json { format!("{}\n", fought.json()) } else { fought.text() })
}

/// A file for `--plot`, with the kind of picture that its name says.
#[derive(Clone, Debug)]
struct Plot {
    path: PathBuf,
    is_svg: bool,
}

impl Plot {
    /// The file with this name. Its ending gives the kind of picture.
    fn of(path: PathBuf) -> Result<Plot, String> {
        let is_svg = match path.extension().and_then(OsStr::to_str) {
            Some("png") => false,
            Some("svg") => true,
            _ => return Err("end its name with .png or .svg, so that it is clear what to draw".to_owned()),
        };
        Ok(Plot { path, is_svg })
    }

    /// Checks that the file's folder exists.
    fn has_folder(&self) -> Result<(), Trouble> {
        let Some(folder) = self.path.parent().filter(|it| *it != Path::new("")) else { return Ok(()) };
        fs::metadata(folder).map(drop).map_err(|it| Trouble::writing(&self.path, it))
    }

    fn draw(&self, fought: &Fairness, doubts: Doubts) -> Result<(), Trouble> {
        let bytes = match self.is_svg {
            true => fought.svg(doubts).into_bytes(),
            false => fought.png(doubts).map_err(|it| Trouble::Input(it.to_string()))?,
        };
        save::write(&self.path, &bytes)
    }
}
