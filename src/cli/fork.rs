//! `fieldpost fork LOG --round N [--posts FILE] [--dice fresh|fell] [--rounds N] [--seed N] [--out DIR] [--json]`

use std::path::{Path, PathBuf};

use crate::cli::command::command;
use crate::cli::save::Folder;
use crate::cli::stage::Stage;
use crate::cli::{SeedOption, Thread, Trouble, read_text, talk};
use crate::page::Markup;
use crate::referee::commands::GM;
use crate::referee::{ForkDice, Table};
use crate::store;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The log of a battle that is over (battle.log in the folder that `play --out` writes)
    log: PathBuf,
    /// The round that is played again, as it stood before it was closed: with its posts
    #[arg(long, value_name = "N")]
    round: u16,
    /// Which dice are rolled: those that fell, also for other orders, or fresh ones
    #[arg(long, value_enum, default_value_t = Fall::Fresh)]
    dice: Fall,
    /// Posts that change it: their orders replace the earlier ones. Without them it is a conversation
    #[command(flatten)]
    thread: Thread,
    /// How many rounds are played at least, the first included; later ones with the posts that they had. Rounds not played
    /// in the conversation are played after it
    #[arg(long, value_name = "N", default_value_t = 1)]
    rounds: u16,
    #[command(flatten)]
    seed: SeedOption,
    /// A folder for pictures, reports and events
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print every line of each report instead of only what everybody should know
    #[arg(long)]
    ledger: bool,
    /// Print a JSON object for each event instead of reports, and at the end one that says how it ended
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Fall {
    Fresh,
    Fell,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let table = forked(arguments)?;
    let stage = table.stage();
    let seats: Vec<&str> = stage.seats.iter().map(|it| it.name.as_str()).collect();
    let thread = arguments.thread.read(&seats)?;
    let forum = arguments.thread.config.load()?.forum;
    let folder = arguments.out.as_deref().map(|it| Folder::open(it, forum, &table)).transpose()?;
    let said = format!(
        "{}, from round {} on, before it was closed. It is a copy: nothing that happens here reaches the battle.\n",
        stage.title, arguments.round
    );
    let mut stage = Stage::new(table, folder, arguments.json, arguments.ledger);
    stage.say(&said)?;
    match thread {
        Some(thread) => stage.play(&thread)?,
        None => talk::run(&mut stage)?,
    }
    let last = arguments.round.saturating_add(arguments.rounds);
    while stage.table.round() < last && !stage.table.is_over() {
        let outcome = command(&mut stage.table, GM, "resolve");
        stage.show(&outcome)?;
    }
    let comparison = stage.table.comparison().map(|it| format!("\n{}\n", Markup::Plain.render(&it)));
    // A player who has just asked for the comparison needn't read it again.
    if let Some(comparison) = comparison.filter(|it| !stage.shown_last.ends_with(it.as_str())) {
        stage.say(&comparison)?;
    }
    stage.close()
}

fn forked(arguments: &Arguments) -> Result<Table, Trouble> {
    let refused = |why: String| {
        let name = Path::display(&arguments.log);
        Trouble::Input(format!("there is no what-if of {name}: {why}."))
    };
    let (log, _) = store::import_with_seed(&read_text(&arguments.log)?).map_err(|it| refused(it.to_string()))?;
    let dice = match arguments.dice {
        Fall::Fresh => ForkDice::Fresh,
        Fall::Fell => ForkDice::Fell,
    };
    let table = Table::fork(&log, arguments.round, dice, arguments.seed.seed()?);
    table.map_err(|it| refused(it.to_string()))
}
