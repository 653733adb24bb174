//! `fieldpost why ID SCENARIO --posts FILE`, or `fieldpost why ID LOG`

use crate::cli::command::{self, Answers};
use crate::cli::{ScenarioFile, SeedOption, Thread, Trouble, is_log, print, read_text, table};
use crate::file;
use crate::page::Markup;
use crate::referee::Table;

/// The help for the file, which in most cases is a log.
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

/// Plays the thread again silently, and explains one line of its reports.
pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let (id, file) = (&arguments.id, arguments.file.scenario.display().to_string());
    let is_line = |it: &str| it.starts_with(|it: char| it.is_ascii_digit()) && it.parse::<f64>().is_ok();
    if is_line(&file) && !is_line(id) {
        return Err(Trouble::Input(format!("The line comes before the file: fieldpost why {file} {id}.")));
    }
    let text = read_text(&arguments.file.scenario)?;
    if is_log(&text) {
        if arguments.seed.seed.is_some() || !arguments.thread.posts.is_empty() || arguments.file.data.is_some() {
            let help = "Leave out --seed, --posts and --data";
            return Err(Trouble::Input(format!("{file} is a log, which brings its dice, posts and data. {help}.")));
        }
        let refused = |why: String| Trouble::Input(format!("{file} can't be explained: {why}."));
        let help = "Until it is over, ask /why where it is played, or name its scenario, with --posts and --seed";
        return explain(&Table::import(&text, help).map_err(refused)?.0, id);
    }
    if let Some(kind) = file::other_kind(&text) {
        let help = "Name the battle's log (battle.log, in the folder of `play --out`), or its scenario, with --posts and --seed.";
        return Err(Trouble::Input(format!("{file} is {kind}. {help}")));
    }
    let scenario = arguments.file.load()?;
    let Some(seed) = arguments.seed.seed.clone() else {
        let help = "other dice than those that fell explain nothing. Add the --seed that was printed at the end of the \
                    battle, or name its log instead of the scenario: battle.log, in the folder of --out.";
        return Err(Trouble::Input(help.to_owned()));
    };
    let seats: Vec<&str> = scenario.opening.stage().seats.iter().map(|it| it.name.as_str()).collect();
    let mut table = table(&scenario, seed);
    let Some(entries) = arguments.thread.read(&seats)? else {
        return Err(Trouble::Input("Name the thread that the battle was played from: --posts FILE.".to_owned()));
    };
    for entry in entries {
        command::enter(&mut table, &entry, Answers::LeftOut);
    }
    explain(&table, id)
}

fn explain(table: &Table, id: &str) -> Result<(), Trouble> {
    match table.why(id) {
        Some(document) => print(&Markup::Plain.render(&document)),
        None => Err(Trouble::Input(command::no_such_line(table, id))),
    }
}
