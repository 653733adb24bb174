//! `fieldpost check FILE...`

use std::path::{Path, PathBuf};

use crate::campaign::Plan;
use crate::cli::{Trouble, in_full, print};
use crate::diagnostic::count;
use crate::discord::Config;
use crate::file;
use crate::games::{self, Data};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Scenario files, campaigns' files, files with terrain, weapons, units or abilities, and the bot's configuration
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Prints every problem of every file. Errors make the exit code 1, warnings don't.
pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let mut errors = 0;
    for path in &arguments.files {
        let (found, shown) = check(path);
        errors += found;
        print(&format!("{shown}\n"))?;
    }
    match errors {
        0 => Ok(()),
        n => Err(Trouble::Input(format!("{} found.", count(n as u64, "error", "errors")))),
    }
}

/// The number of errors in a file of any kind, and its problems as text.
fn check(path: &Path) -> (usize, String) {
    let none = || format!("{}: no problems.", path.display());
    let problems = match file::open(path) {
        // A file with the usual name is a configuration, whatever is in it.
        Ok((name, text)) if path.ends_with("fieldpost.toml") || file::is_configuration(&text) => {
            // A configuration formats its own problems, because lines around a wrong one may hold a password.
            let read = Config::read(&name, &text);
            return read.map_or_else(|it| (it.0.errors(), it.to_string()), |_| (0, none()));
        }
        Ok((name, text)) if file::is_campaign(&text) => Plan::check(&name, &text, &Data::beside(path)),
        _ => games::check(path),
    };
    let shown = if problems.diagnostics.is_empty() { none() } else { in_full(&problems) };
    (problems.errors(), shown)
}
