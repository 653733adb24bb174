//! `fieldpost play SCENARIO [--posts FILE] [--seed N] [--db FILE] [--out DIR] [--json]`

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use crate::cli::command::enter;
use crate::cli::keep::{self, Kept, Opened, Wanted};
use crate::cli::save::{self, Folder};
use crate::cli::{ScenarioFile, SeedOption, Trouble, print, read_thread, table, talk};
use crate::diagnostic::join;
use crate::field::Outcome;
use crate::game::Stage as Battle;
use crate::games::Scenario;
use crate::page::{Markup, Owed};
use crate::referee::Table;
use crate::referee::thread::Entry;
use crate::store::{Hash, Place};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    file: ScenarioFile,
    /// A thread of posts to play from [default: a conversation in the terminal]
    #[arg(long, value_name = "FILE")]
    posts: Option<PathBuf>,
    #[command(flatten)]
    seed: SeedOption,
    /// A file, or the address postgres://… of a server, to keep the battle in, step by step: given again, the battle goes
    /// on where it was left
    #[arg(long, value_name = "PLACE")]
    db: Option<Place>,
    /// A folder for pictures, reports and events
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print an object per event instead of reports, and last how it ended
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let scenario = arguments.file.load()?;
    let Scene { mut stage, thread, said } = set(arguments, &scenario)?;
    stage.say(&opening(&stage.table))?;
    if let Some(said) = said {
        stage.say(&format!("\n{said}\n"))?;
    }
    if !scenario.doubts.diagnostics.is_empty() {
        eprintln!("{}", scenario.doubts);
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

/// A stage, and what is to happen on it.
struct Scene {
    stage: Stage,
    thread: Option<Vec<Entry>>,
    // How the battle came to be there.
    said: Option<String>,
}

/// Puts the battle on the table, a new one or one that was left.
fn set(arguments: &Arguments, scenario: &Scenario) -> Result<Scene, Trouble> {
    let thread = arguments.posts.as_deref().map(read_thread).transpose()?;
    let (table, kept, thread, said) = match &arguments.db {
        None => (table(scenario, arguments.seed.seed()?), None, thread, None),
        Some(place) => {
            let wanted = Wanted { scenario, seed: &arguments.seed, thread };
            let Opened { table, kept, said, thread } = keep::open(place, wanted)?;
            (table, Some(kept), thread, Some(said))
        }
    };
    let folder = arguments.out.as_deref().map(|it| Folder::open(it, &table)).transpose()?;
    Ok(Scene { stage: Stage { table, kept, folder, json: arguments.json, seed: None }, thread, said })
}

/// A table, and where what happens at it goes.
pub(super) struct Stage {
    pub(super) table: Table,
    kept: Option<Kept>,
    folder: Option<Folder>,
    json: bool,
    // Once it has been published.
    seed: Option<Hash>,
}

impl Stage {
    /// Plays a whole thread, with progress if it takes long and somebody watches.
    fn play(&mut self, entries: &[Entry]) -> Result<(), Trouble> {
        let bar = progress(entries.len() as u64);
        for entry in entries {
            let outcomes = enter(&mut self.table, entry);
            self.keep(Some(entry))?;
            bar.suspend(|| outcomes.iter().try_for_each(|it| self.show(it)))?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// Makes what has happened last, before it is shown.
    pub(super) fn keep(&mut self, entry: Option<&Entry>) -> Result<(), Trouble> {
        match &mut self.kept {
            Some(kept) => kept.keep(&self.table, entry),
            None => Ok(()),
        }
    }

    /// Shows what came of something.
    pub(super) fn show(&mut self, outcome: &Shown) -> Result<(), Trouble> {
        match outcome {
            Shown::Said(text) => self.say(text),
            Shown::RoundClosed(n) => self.round(*n),
        }
    }

    /// Prints for people; with `--json` only programs read along.
    pub(super) fn say(&self, text: &str) -> Result<(), Trouble> {
        if self.json { Ok(()) } else { print(text) }
    }

    fn round(&mut self, n: usize) -> Result<(), Trouble> {
        // A post of several commands may have closed it and opened it again.
        let Some(closed) = self.table.closed().get(n) else { return Ok(()) };
        if let Some(folder) = &mut self.folder {
            folder.round(&self.table, n)?;
        }
        if self.json {
            return print(&save::json_of(&self.table, closed)?);
        }
        print(&format!("\n{}\n", Markup::Plain.render(&closed.report.document())))
    }

    /// Publishes the seed, unless the battle is to be gone on with.
    fn reveal(&mut self) -> Result<(), Trouble> {
        if self.kept.is_some() && self.table.stage().outcome.is_none() {
            return Ok(());
        }
        self.seed = Some(self.table.reveal());
        self.keep(None)
    }

    /// The end of the battle, or of the thread.
    fn close(&mut self) -> Result<(), Trouble> {
        // Once the seed is known nobody owes anything any more.
        let owed = owed(&self.table);
        self.reveal()?;
        if let Some(folder) = &self.folder {
            folder.log(&self.table.public_log())?;
            folder.thread(&self.table)?;
        }
        let Battle { round, outcome, .. } = self.table.stage();
        if outcome.is_some() {
            let report = self.table.final_report();
            if let Some(folder) = &self.folder {
                folder.end(&report)?;
            }
            self.say(&format!("\n{}\n", Markup::Plain.render(&report)))?;
        } else {
            self.say(&format!("\nRound {round} is open. {owed}\n"))?;
        }
        if self.json {
            let hash: String = self.table.playing().digest().iter().map(|it| format!("{it:02x}")).collect();
            let last = json!({
                "rounds": self.table.closed().len(),
                "outcome": outcome.map(outcome_key),
                "state_hash": hash,
            });
            print(&format!("{last}\n"))?;
        }
        Ok(())
    }
}

fn outcome_key(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Victory => "victory",
        Outcome::Defeat => "defeat",
        Outcome::TimeUp => "time_up",
        Outcome::TappedOut => "tapped_out",
    }
}

fn progress(entries: u64) -> ProgressBar {
    // Reports go to standard output; a bar among them would be noise.
    let is_watched = io::stderr().is_terminal() && !io::stdout().is_terminal();
    let target = if is_watched { ProgressDrawTarget::stderr_with_hz(5) } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} posts")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(entries), target).with_style(style)
}

/// What came of something, to be shown.
pub(super) enum Shown {
    /// Lines for people.
    Said(String),
    /// A round was closed; which one, from 0.
    RoundClosed(usize),
}

/// Who owes orders, in a sentence.
pub(super) fn owed(table: &Table) -> String {
    let one = |it: &Owed| format!("{} ({})", it.who, join(&it.squads, "and"));
    let owed: Vec<String> = table.owed().iter().map(one).collect();
    match owed.is_empty() {
        true => "Everybody has orders.".to_owned(),
        false => format!("Orders are owed by {}.", join(&owed, "and")),
    }
}

/// Title, briefing, and who commands what.
fn opening(table: &Table) -> String {
    let (stage, roster) = (table.stage(), table.playing().roster());
    let mut text = format!("{}\n\n{}\n", stage.title, stage.briefing.trim());
    for seat in table.seats() {
        let own = roster.iter().filter(|it| it.seat == Some(seat) && it.is_manned);
        let squads: Vec<&str> = own.map(|it| it.name).collect();
        text += &format!("\n{} commands {}.", table.seat_name(seat), join(&squads, "and"));
    }
    text + &format!("\n\n{}\n", table.promise())
}
