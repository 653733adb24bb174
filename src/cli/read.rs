//! `fieldpost read PAGE... -o FILE`

use std::path::PathBuf;

use crate::cli::{ConfigFile, ScenarioFile, Trouble, print, read_bytes, read_text, save};
use crate::diagnostic::count;
use crate::forum::{self, Gathered, Players};
use crate::referee::thread;
use crate::store;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Pages of one thread, in any order, saved as HTML, or as JSON from Discourse and NodeBB. Pages that were read before do
    /// no harm
    #[arg(required = true, value_name = "PAGE")]
    pages: Vec<PathBuf>,
    /// The thread as plain text; new posts are added at its end
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// A scenario: also say which posters have no seat in it
    #[arg(long = "for", value_name = "SCENARIO")]
    scenario: Option<PathBuf>,
    /// Show what would be read, and write nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    config: ConfigFile,
}

/// Adds the new posts of the pages to the thread. Says what was read and what wasn't.
pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let scenario =
        arguments.scenario.clone().map(|scenario| ScenarioFile { scenario, data: None }.load()).transpose()?;
    let stage = scenario.as_ref().map(|it| it.opening.stage());
    let seats: Vec<&str> = stage.iter().flat_map(|it| it.seats).map(|it| it.name.as_str()).collect();
    let before = if save::is_file(&arguments.out) { read_text(&arguments.out)? } else { String::new() };
    let mut names = arguments.pages.clone();
    let pages = names.iter().map(|it| read_bytes(it)).collect::<Result<Vec<_>, _>>()?;
    names.push(arguments.out.clone());
    let Gathered { text, added, summary } = gather(&before, &names, &pages, &arguments.config.load()?.players, &seats)?;
    let summary = summary.join("\n");
    if arguments.dry_run {
        return print(&format!("{added}{summary}\nNothing was written.\n"));
    }
    save::write(&arguments.out, text.as_bytes())?;
    let entries = count(thread::read(&text).len() as u64, "entry", "entries");
    save::tell(&arguments.out, &format!("{summary}\n{} has {entries} now.\n", arguments.out.display()))
}

/// Gathers the posts of pages. An error names the page that can't be read.
pub(super) fn gather(
    before: &str,
    names: &[PathBuf],
    pages: &[Vec<u8>],
    players: &Players,
    seats: &[&str],
) -> Result<Gathered, Trouble> {
    forum::gather(before, pages, players, seats).map_err(|(n, why)| {
        let name = names.get(n).map_or_else(String::new, |it| it.display().to_string());
        let is_log = |it: &Vec<u8>| std::str::from_utf8(it).is_ok_and(|it| store::import_with_seed(it).is_ok());
        Trouble::Input(match pages.get(n).is_some_and(is_log) {
            true => format!("{name} is the log of a battle, not a thread. Its thread is thread.txt, beside the log."),
            false => format!("{name} can't be read as a page: {why}."),
        })
    })
}
