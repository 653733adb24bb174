//! `fieldpost check FILE...`

use std::io;
use std::path::PathBuf;

use crate::cli::{Trouble, is_coloured, print};
use crate::diagnostic::count;
use crate::games;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Scenario files, and files with terrain, weapons, units or abilities
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Names every problem of every file; errors make the exit code 1, warnings don't.
pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let mut errors = 0;
    for path in &arguments.files {
        let problems = games::check(path);
        errors += problems.errors();
        if problems.diagnostics.is_empty() {
            print(&format!("{}: no problems.\n", path.display()))?;
        } else {
            let shown = if is_coloured(&io::stdout()) { format!("{problems:#}\n") } else { format!("{problems}\n") };
            print(&shown)?;
        }
    }
    match errors {
        0 => Ok(()),
        n => Err(Trouble::Asked(format!("{} found.", count(n as u64, "error", "errors")))),
    }
}
