//! `fieldpost check FILE...`

use std::io;
use std::path::{Path, PathBuf};

use crate::campaign::Plan;
use crate::cli::{Trouble, is_coloured, print};
use crate::diagnostic::count;
use crate::file::{self, Problems};
use crate::games::{self, Data};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Scenario files, campaigns' files, and files with terrain, weapons, units or abilities
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Names every problem of every file; errors make the exit code 1, warnings don't.
pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let mut errors = 0;
    for path in &arguments.files {
        let problems = check(path);
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

/// All that is wrong with a file of any kind.
fn check(path: &Path) -> Problems {
    match file::open(path) {
        Ok((name, text)) if file::is_campaign(&text) => Plan::check(&name, &text, &Data::beside(path)),
        _ => games::check(path),
    }
}
