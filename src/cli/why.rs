//! `fieldpost why ID SCENARIO --posts FILE`, or `fieldpost why ID LOG`

use crate::cli::command::{self, Answers};
use crate::cli::{ScenarioFile, SeedOption, Thread, Trouble, print, read_text, table};
use crate::dice::Seed;
use crate::page::Markup;
use crate::referee::Table;
use crate::store::{self, Carried};

/// What is named is a log in most cases.
const FILE_HELP: &str = "The battle's log (battle.log in the folder that `play --out` writes), or its scenario file, with --posts and \
                         --seed";

#[derive(clap::Args)]
#[command(mut_arg("scenario", |it| it.help(FILE_HELP)))]
pub(super) struct Arguments {
    /// A line of a report, such as 3.4; or a round, such as 3, to read what the commander had in mind
    id: String,
    #[command(flatten)]
    file: ScenarioFile,
    #[command(flatten)]
    thread: Thread,
    #[command(flatten)]
    seed: SeedOption,
}

/// Plays the thread again, silently, and explains one line of it.
pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let (id, file) = (&arguments.id, arguments.file.scenario.display().to_string());
    let is_line = |it: &str| it.starts_with(|it: char| it.is_ascii_digit()) && it.parse::<f64>().is_ok();
    if is_line(&file) && !is_line(id) {
        return Err(Trouble::Asked(format!("The line comes before the file: fieldpost why {file} {id}.")));
    }
    let text = read_text(&arguments.file.scenario)?;
    if text.trim_start().starts_with('{') {
        return of_log(arguments, &text);
    }
    let scenario = arguments.file.load()?;
    let Some(seed) = arguments.seed.seed.clone() else {
        let help = "other dice than those that fell explain nothing. Add the --seed that was told at the end of the \
                    battle, or name its log instead of the scenario: battle.log, in the folder of --out.";
        return Err(Trouble::Asked(help.to_owned()));
    };
    let seats: Vec<&str> = scenario.opening.stage().seats.iter().map(|it| it.name.as_str()).collect();
    let mut table = table(&scenario, seed);
    let Some(entries) = arguments.thread.read(&seats)? else {
        return Err(Trouble::Asked("Name the thread that the battle was played from: --posts FILE.".to_owned()));
    };
    for entry in entries {
        command::enter(&mut table, &entry, Answers::LeftOut);
    }
    explain(&table, &arguments.id)
}

/// A log brings its scenario, its posts and its dice.
fn of_log(arguments: &Arguments, text: &str) -> Result<(), Trouble> {
    let name = arguments.file.scenario.display();
    let refused = |why: String| Trouble::Asked(format!("{name} can't be explained: {why}."));
    let (log, carried) = store::import_running(text).map_err(|why| refused(why.to_string()))?;
    let Some(Carried { seed, .. }) = carried else {
        return Err(refused("its battle isn't over, and the seed is published only then".to_owned()));
    };
    let table = Table::resume(&log, Seed::from_bytes(seed.0), 0, None).map_err(|why| refused(why.to_string()))?;
    explain(&table, &arguments.id)
}

fn explain(table: &Table, id: &str) -> Result<(), Trouble> {
    match table.why(id) {
        Some(document) => print(&Markup::Plain.render(&document)),
        None => Err(Trouble::Asked(command::no_such_line(table, id))),
    }
}
