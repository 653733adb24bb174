//! `fieldpost page LOG -o FILE.html`

use std::path::PathBuf;

use crate::cli::{Trouble, print, read_text, save};
use crate::dice::Seed;
use crate::referee::Table;
use crate::store::{self, Entry};
use crate::viewer::NoPage;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The log of a battle that is over: battle.log, in the folder of `play --out`
    log: PathBuf,
    /// The file to write: one page that needs no network, no program and no other file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// Plays the log again, and writes the battle as a page.
pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let (name, out) = (arguments.log.display(), &arguments.output);
    let refused = |why: String| Trouble::Asked(format!("{name} can't be made into a page: {why}."));
    let text = read_text(&arguments.log)?;
    if !text.trim_start().starts_with('{') {
        let help = "Name the log of a battle: battle.log, which fieldpost play --out and fieldpost export write";
        return Err(refused(format!("it is no log. {help}")));
    }
    let log = store::import(&text).map_err(|why| refused(why.to_string()))?;
    let Some(Entry::Revealed { seed, .. }) = log.last() else { return Err(refused(NoPage::IsGoingOn.to_string())) };
    let table = Table::resume(&log, Seed::from_bytes(seed.0), 0, None).map_err(|why| refused(why.to_string()))?;
    save::write(out, save::page_of(&table)?.as_bytes())?;
    print(&format!("{} was written. Open it in a browser, or send it to whoever was there.\n", out.display()))
}
