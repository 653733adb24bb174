//! `fieldpost why ID SCENARIO --posts FILE`

use crate::cli::{ScenarioFile, SeedOption, Thread, Trouble, command, print, table};
use crate::page::Markup;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The line of a report, such as 3.4
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
    let Some(seed) = arguments.seed.seed.clone() else {
        let help =
            "other dice than those that fell explain nothing. Add the --seed that was told at the end of the battle.";
        return Err(Trouble::Asked(help.to_owned()));
    };
    let scenario = arguments.file.load()?;
    let mut table = table(&scenario, seed);
    let Some(entries) = arguments.thread.read(&[])? else {
        return Err(Trouble::Asked("Name the thread that the battle was played from: --posts FILE.".to_owned()));
    };
    for entry in entries {
        command::enter(&mut table, &entry);
    }
    let Some(document) = table.why(&arguments.id) else {
        return Err(Trouble::Asked(command::no_such_line(&table, &arguments.id)));
    };
    print(&Markup::Plain.render(&document))
}
