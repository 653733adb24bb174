//! `fieldpost verify FILE [SCENARIO]`

use std::path::PathBuf;

use crate::cli::{ScenarioFile, Trouble, is_log, print, read_text};
use crate::referee::transcript;
use crate::referee::verify::{Difference, verify};
use crate::store;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The log of a battle (battle.log in the folder that `play --out` writes), or its public thread as plain text
    /// (thread.txt)
    file: PathBuf,
    /// The scenario of a thread; a log holds its own
    scenario: Option<PathBuf>,
    /// The folder with the data that the scenario's names come from, as for `play`
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Plays the battle again, and says what that proves. A difference makes the exit code 1.
pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let name = arguments.file.display();
    let text = read_text(&arguments.file)?;
    if !is_log(&text) {
        return thread(arguments, &text);
    }
    if arguments.scenario.is_some() || arguments.data.is_some() {
        let help = "Leave out the scenario and --data";
        return Err(Trouble::Input(format!("{name} is a log, which is played again from its own scenario. {help}.")));
    }
    // A file that carries its seed is of a battle that is going on, whose seed isn't published.
    let read = store::import_with_seed(&text);
    let (log, _) = read.map_err(|why| Trouble::Input(format!("{name} can't be verified: {why}.")))?;
    match verify(&log) {
        Ok(verified) => print(&format!("{verified}\n")),
        Err(Difference::NoSeed) => {
            let why = "its battle isn't over: the seed is published at its end, and no die can be checked before";
            Err(Trouble::Input(format!("{name} can't be verified yet, as {why}.")))
        }
        Err(difference) => Err(Trouble::Input(format!("{name} does not hold: {difference}."))),
    }
}

fn thread(arguments: &Arguments, text: &str) -> Result<(), Trouble> {
    let name = arguments.file.display();
    if text.trim_start().starts_with('<') || !text.lines().any(|it| it.starts_with('@')) {
        let help = "Name battle.log or thread.txt of the folder that `play --out` writes.";
        return Err(Trouble::Input(format!("{name} is neither a log nor a thread of posts. {help}")));
    }
    let Some(scenario) = arguments.scenario.clone() else {
        let help = format!("Name it too: fieldpost verify {name} SCENARIO.");
        return Err(Trouble::Input(format!("{name} is a thread, which is played again from its scenario. {help}")));
    };
    let scenario = ScenarioFile { scenario, data: arguments.data.clone() }.load()?;
    match transcript::verify(text, &scenario) {
        Ok(shown) => print(&format!("{shown}\n")),
        Err(doubt) => Err(Trouble::Input(format!("{name} does not hold: {doubt}."))),
    }
}
