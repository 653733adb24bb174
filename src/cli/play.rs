//! `fieldpost play SCENARIO [--posts FILE] [--seed N] [--db FILE] [--out DIR] [--json]`

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use crate::battle::{Goal, GoalKind, Outcome, SquadId};
use crate::cli::keep::{self, Kept, Opened, Wanted};
use crate::cli::save::{self, Folder};
use crate::cli::{ScenarioFile, SeedOption, Trouble, print, read_thread, table, talk};
use crate::diagnostic::{join, nearest};
use crate::referee::thread::{self, Deed, Entry};
use crate::referee::{Answered, Refused, Table};
use crate::report::map::{Picture, positions, text_map};
use crate::report::{Mark, Markup, Owed};
use crate::scenario::Scenario;
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
            return print(&save::json_of(closed)?);
        }
        print(&format!("\n{}\n", Markup::Plain.render(&closed.report.document())))
    }

    /// Publishes the seed, unless the battle is to be gone on with.
    fn reveal(&mut self) -> Result<(), Trouble> {
        if self.kept.is_some() && self.table.battle().outcome().is_none() {
            return Ok(());
        }
        self.seed = Some(self.table.reveal());
        self.keep(None)
    }

    /// The end of the battle, or of the thread.
    fn close(&mut self) -> Result<(), Trouble> {
        self.reveal()?;
        if let Some(folder) = &self.folder {
            folder.log(self.table.log())?;
        }
        let battle = self.table.battle();
        if battle.outcome().is_some() {
            let report = self.table.final_report();
            if let Some(folder) = &self.folder {
                folder.end(&report)?;
            }
            self.say(&format!("\n{}\n", Markup::Plain.render(&report)))?;
        } else {
            let owed = owed(&self.table);
            self.say(&format!("\nRound {} is open. {owed}\n", battle.round()))?;
        }
        if self.json {
            let hash: String = battle.digest().iter().map(|it| format!("{it:02x}")).collect();
            let last = json!({
                "rounds": self.table.closed().len(),
                "outcome": battle.outcome().map(outcome_key),
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

/// Puts one entry of a thread on the table.
pub(super) fn enter(table: &mut Table, entry: &Entry) -> Vec<Shown> {
    let Entry { line, author, deed } = entry;
    let is_gm = author.eq_ignore_ascii_case(thread::GM);
    let mut shown = Vec::new();
    let mut commands = Vec::new();
    let refused = |why: Refused| Shown::Said(format!("\n{author} (line {line} of the thread): {why}.\n"));
    let outcome = match deed {
        Deed::Posts(text) if is_gm => {
            let (rest, found) = thread::commands(text);
            commands = found;
            table.post(author, &rest).map(Some)
        }
        Deed::Posts(text) => table.post(author, text).map(Some),
        Deed::Edits { post, text } => table.edit(author, *post, text).map(Some),
        Deed::Deletes { post } => table.delete(author, *post).map(|()| None),
    };
    match outcome {
        Ok(Some(answered)) => shown.extend(answer(author, *line, &answered)),
        Ok(None) => shown.push(Shown::Said(format!("\n{author} took a post back, and its orders with it.\n"))),
        // Whoever has no seat may talk; it matters only if they meant it as orders.
        Err(Refused::NoSuchSeat { .. }) if is_talk(deed) => (),
        Err(Refused::BattleIsOver) if matches!(deed, Deed::Posts(_)) => (),
        Err(why) => shown.push(refused(why)),
    }
    shown.extend(commands.iter().map(|it| command(table, it)));
    shown
}

/// Whether a post gives no orders, so that it does not matter who wrote it.
fn is_talk(deed: &Deed) -> bool {
    matches!(deed, Deed::Posts(text) if !text.contains('!') && !text.contains("```orders"))
}

fn answer(author: &str, line: usize, answered: &Answered) -> Option<Shown> {
    let text = answered.answer.as_ref()?.text();
    Some(Shown::Said(format!("\n#{} {author} (line {line} of the thread)\n{text}\n", answered.number)))
}

/// What the GM, or whoever plays in the terminal, can say with a `/`.
pub(super) const COMMANDS: &[(&str, &str)] = &[
    ("/resolve", "closes the round and plays it"),
    ("/orders", "who has orders and who owes them"),
    ("/map", "the map and everybody's place, in words"),
    ("/why 3.4", "why a line of a report is so"),
    ("/report", "the last report once more"),
    ("/undo", "opens the last round again, with its posts"),
    ("/end", "the players leave as the round closes: with the main goals met, or else tapping out"),
];

/// Carries out a command, given without its `/`.
pub(super) fn command(table: &mut Table, command: &str) -> Shown {
    let (name, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
    let said = match name.to_lowercase().as_str() {
        "resolve" => match table.close() {
            Ok(_) => return Shown::RoundClosed(table.closed().len() - 1),
            Err(why) => format!("{why}."),
        },
        "undo" => match table.undo() {
            Ok(round) => format!(
                "Round {round} is open again, with its posts. Closed with the same orders it gives the same dice."
            ),
            Err(why) => format!("{why}."),
        },
        "orders" => format!("{}{}", ordered(table), owed(table)),
        "map" => {
            let picture = Picture::new(table.battle(), table.closed().last().map_or(&[], |it| it.events.as_slice()));
            format!("{}\n{}", text_map(&picture), positions(&picture))
        }
        "why" => match table.why(rest.trim()) {
            Some(document) => Markup::Plain.render(&document),
            None => no_such_line(table, rest.trim()),
        },
        "report" => match table.closed().last() {
            Some(closed) => Markup::Plain.render(&closed.report.document()),
            None => "No round has been closed yet.".to_owned(),
        },
        "end" => return end(table),
        _ => {
            let names: Vec<&str> = COMMANDS.iter().map(|it| it.0.split(' ').next().unwrap_or_default()).collect();
            let name: String = name.chars().take(40).collect();
            let near = nearest(&format!("/{name}"), names.iter().copied());
            let help = if near.is_empty() { names } else { near };
            format!("There is no command \"/{name}\". Try {}.", join(&help, "or"))
        }
    };
    Shown::Said(format!("\n{said}\n"))
}

/// **O-3, O-4** The GM lets the players go, whichever way is open to them.
fn end(table: &mut Table) -> Shown {
    let setup = table.battle().setup();
    let is_main = |it: &Goal| it.kind == GoalKind::Main;
    let mut main = setup.goals.iter().enumerate().filter(|(_, it)| is_main(it));
    let has_won = main.clone().count() > 0 && main.all(|(n, _)| table.battle().goal_met(n).is_some());
    let words = if has_won { "!end battle" } else { "!tap out" };
    match table.post(thread::GM, words) {
        Ok(answered) => Shown::Said(answered.answer.map_or_else(String::new, |it| format!("\n{}\n", it.text()))),
        Err(why) => Shown::Said(format!("\n{why}.\n")),
    }
}

/// Says that a report has no such line, and which it has.
pub(super) fn no_such_line(table: &Table, id: &str) -> String {
    let id: String = id.chars().take(40).collect();
    match table.closed().last().and_then(|it| it.report.lines.last()) {
        Some(last) => format!("No report has a line \"{id}\". The last one is {}.", last.id()),
        None => format!("No report has a line \"{id}\": no round has been closed yet."),
    }
}

/// What was understood of every post of the open round, a line an order.
fn ordered(table: &Table) -> String {
    let mut text = String::new();
    for (name, Answered { number, answer }) in table.answers() {
        let lines = answer.into_iter().flat_map(|it| it.lines);
        for line in lines.filter(|it| matches!(it.mark, Mark::Taken | Mark::Doubtful)) {
            let squad = line.squad.map_or_else(String::new, |it| format!("{it}: "));
            text += &format!("#{number} {name} {} {squad}{}\n", line.mark.sign(), line.text);
        }
    }
    text
}

/// Who owes orders, in a sentence.
pub(super) fn owed(table: &Table) -> String {
    let name = |squad: &SquadId| table.battle().setup().squad(*squad).name.as_str();
    let one = |it: &Owed| format!("{} ({})", it.who, join(&it.squads.iter().map(name).collect::<Vec<_>>(), "and"));
    let owed: Vec<String> = table.owed().iter().map(one).collect();
    match owed.is_empty() {
        true => "Everybody has orders.".to_owned(),
        false => format!("Orders are owed by {}.", join(&owed, "and")),
    }
}

/// Title, briefing, and who commands what.
fn opening(table: &Table) -> String {
    let setup = table.battle().setup();
    let mut text = format!("{}\n\n{}\n", setup.title, setup.briefing.trim());
    for seat in setup.seat_ids() {
        let squads: Vec<&str> = setup
            .squad_ids()
            .filter(|it| setup.squad(*it).seat == Some(seat) && !setup.squad(*it).members.is_empty())
            .map(|it| setup.squad(it).name.as_str())
            .collect();
        text += &format!("\n{} commands {}.", setup.seat(seat).name, join(&squads, "and"));
    }
    text + &format!("\n\nThe hash of the seed that all dice come from: {}\n", table.commitment())
}
