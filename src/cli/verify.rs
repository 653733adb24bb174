//! `fieldpost verify LOG`

use std::path::PathBuf;

use crate::cli::{Trouble, print, read_text};
use crate::referee::verify::verify;
use crate::store;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The log of a battle: battle.log in the folder that `play --out` writes
    log: PathBuf,
}

/// Plays the log again and says what that proves; the first difference makes the exit code 1.
pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let name = arguments.log.display();
    let text = read_text(&arguments.log)?;
    let log = store::import(&text).map_err(|why| Trouble::Asked(format!("{name} can't be verified: {why}.")))?;
    match verify(&log) {
        Ok(verified) => print(&format!("{verified}\n")),
        Err(difference) => Err(Trouble::Asked(format!("{name} does not hold: {difference}."))),
    }
}
