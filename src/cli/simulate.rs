//! `fieldpost simulate SCENARIO --battles N [--seed S] [--json]`

mod json;
mod words;

use std::io::{self, IsTerminal as _};
use std::sync::Arc;

use clap::builder::RangedU64ValueParser;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::battle::{Setup, Side};
use crate::cli::{ScenarioFile, SeedOption, Trouble, print};
use crate::commander::{Card, Series, exchanged};
use crate::dice::Seed;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    file: ScenarioFile,
    /// How many battles to fight; each is fought a second time with the sides' parts exchanged
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    battles: usize,
    #[command(flatten)]
    seed: SeedOption,
    /// How many threads to fight on; the result is the same for any number [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: Option<usize>,
    /// Print an object for programs instead of a table
    #[arg(long)]
    json: bool,
}

/// Fights the battles, commander against commander, and tells what came of them.
pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let scenario = arguments.file.load()?;
    let seed = arguments.seed.seed()?;
    let fought = Results::of(arguments, &scenario.ruleset, &scenario.setup, &seed);
    if arguments.json {
        return print(&format!("{}\n", json::of(&fought)));
    }
    print(&words::of(&fought))
}

/// What is told of.
struct Results<'a> {
    setup: &'a Setup,
    seed: Seed,
    /// As the scenario is written.
    written: Card,
    /// With the sides' parts exchanged.
    exchanged: Card,
}

impl Results<'_> {
    fn of<'a>(
        arguments: &Arguments,
        ruleset: &crate::rules::Ruleset,
        setup: &'a Arc<Setup>,
        seed: &Seed,
    ) -> Results<'a> {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads = arguments.threads.unwrap_or_else(cores);
        let bar = progress(2 * arguments.battles as u64);
        let fight = |setup: Arc<Setup>| {
            let series = Series { ruleset: ruleset.clone(), setup, seed: seed.clone(), battles: arguments.battles };
            Card::of(&series.setup, &series.fight(threads, &|| bar.inc(1)))
        };
        let written = fight(Arc::clone(setup));
        let exchanged = fight(Arc::new(exchanged(setup)));
        bar.finish_and_clear();
        Results { setup, seed: seed.clone(), written, exchanged }
    }

    /// Twice the battles won by the side that fires first, and all battles, when each army has had the first shot.
    fn first_shot(&self) -> (u64, u64) {
        let won = |it: &Card| it.won_twice(Side::Players);
        (won(&self.written) + won(&self.exchanged), self.written.battles + self.exchanged.battles)
    }
}

fn progress(battles: u64) -> ProgressBar {
    let target =
        if io::stderr().is_terminal() { ProgressDrawTarget::stderr_with_hz(5) } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} battles, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(battles), target).with_style(style)
}
