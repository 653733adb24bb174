//! `fieldpost why ID SCENARIO --posts FILE`

use std::path::PathBuf;

use crate::cli::{ScenarioFile, SeedOption, Trouble, command, print, read_thread, table};
use crate::page::Markup;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The line of a report, such as 3.4
    id: String,
    #[command(flatten)]
    file: ScenarioFile,
    /// The thread of posts that the battle was played from
    #[arg(long, value_name = "FILE")]
    posts: PathBuf,
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
    for entry in read_thread(&arguments.posts)? {
        command::enter(&mut table, &entry);
    }
    let Some(document) = table.why(&arguments.id) else {
        return Err(Trouble::Asked(command::no_such_line(&table, &arguments.id)));
    };
    print(&Markup::Plain.render(&document))
}
