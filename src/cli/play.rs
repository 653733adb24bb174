//! `fieldpost play SCENARIO [--posts FILE] [--seed N] [--commander LEVEL] [--until WORDS] [--db FILE] [--out DIR] [--json]`

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use crate::cli::keep::{self, Opened, Request};
use crate::cli::save::Folder;
use crate::cli::stage::Stage;
use crate::cli::{CONTINUES_UNREAD, ScenarioFile, SeedOption, Thread, Trouble, level_of, table, talk};
use crate::field::Level;
use crate::referee::Table;
use crate::store::Place;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    file: ScenarioFile,
    #[command(flatten)]
    thread: Thread,
    #[command(flatten)]
    seed: SeedOption,
    /// How well squads without orders are led: green, regular, veteran or elite [default: as the scenario says]
    #[arg(long, value_name = "LEVEL", value_parser = level_of)]
    commander: Option<Level>,
    /// First close rounds for which nobody gives orders, until a report has these words: to see an event of a scenario
    #[arg(long, value_name = "WORDS")]
    until: Option<String>,
    /// Keep the battle in this file, or on this server (postgres://…), step by step. With the same place, the battle goes on
    /// where it was left
    #[arg(long, value_name = "PLACE")]
    db: Option<Place>,
    /// Give up the battle at the end of the thread, if nobody has won by then: its seed is published
    #[arg(long)]
    given_up: bool,
    /// A folder for pictures, reports and events
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print every line of each report instead of only what everybody should know
    #[arg(long)]
    ledger: bool,
    /// Print a JSON object for each event instead of reports, and at the end one that says how the battle ended
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let scenario = arguments.file.load_led_by(arguments.commander)?;
    let seats: Vec<&str> = scenario.opening.stage().seats.iter().map(|it| it.name.as_str()).collect();
    let thread = arguments.thread.read(&seats)?;
    // A new battle, or one that was left.
    let (table, kept, thread, note) = match &arguments.db {
        None => (table(&scenario, arguments.seed.seed()?), None, thread, None),
        Some(place) => {
            let (seed, commander) = (&arguments.seed, arguments.commander);
            let request = Request { scenario: &scenario, seed, commander, thread };
            let Opened { table, kept, note, thread } = keep::open(place, request)?;
            (table, Some(kept), thread, Some(note))
        }
    };
    let is_kept = arguments.out.is_some() || kept.is_some();
    CONTINUES_UNREAD.store(is_kept && thread.is_some(), Ordering::Relaxed);
    let forum = arguments.thread.config.load()?.forum;
    let folder = arguments.out.as_deref().map(|it| Folder::open(it, forum, &table)).transpose()?;
    let stage = Stage::new(table, folder, arguments.json, arguments.ledger);
    let mut stage = Stage { kept, given_up: arguments.given_up, ..stage };
    stage.say(&opening(&stage.table))?;
    if let Some(note) = note {
        stage.say(&format!("\n{note}\n"))?;
    }
    if !scenario.doubts.diagnostics.is_empty() {
        eprintln!("{}", scenario.doubts);
    }
    if let Some(words) = &arguments.until {
        stage.play_until(words)?;
    }
    match thread {
        Some(thread) => stage.play(&thread)?,
        None => talk::run(&mut stage)?,
    }
    stage.close()?;
    if let Some(seed) = stage.seed.as_ref().filter(|_| arguments.seed.seed.is_none()) {
        stage.say(&format!("Played with --seed {seed}\n"))?;
    }
    Ok(())
}

/// The title, the briefing, and who commands which squads.
fn opening(table: &Table) -> String {
    let stage = table.stage();
    let mut text = format!("{}\n\n{}\n", stage.title, stage.briefing.trim());
    for seat in table.seats() {
        text += &format!("\n{}", table.introduction(seat));
    }
    text + &format!("\n\n{}\n", table.opening_statement())
}
