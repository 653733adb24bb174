//! `fieldpost battles`, `fieldpost export` and `fieldpost import`: move battles from one database to another.

use std::path::PathBuf;

use jiff::Timestamp;

use crate::cli::keep::BattleFile;
use crate::cli::{Trouble, print, read_text, save};
use crate::diagnostic::count;
use crate::referee::keeper::{self, TERMINAL};
use crate::referee::{EXPORT_WITH_SEED, Table, why_not_twice};
use crate::store::{self, BattleId, Cause, Place, ResumeData, StoreError};

#[derive(clap::Args)]
pub(super) struct Database {
    /// The database: a file, or the address of a PostgreSQL server (postgres://…)
    #[arg(long, value_name = "FILE|URL")]
    db: Place,
}

#[derive(clap::Args)]
pub(super) struct ExportArguments {
    #[command(flatten)]
    database: Database,
    /// The number of the battle, as `fieldpost battles` lists it
    battle: i64,
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Also write the seed of a battle that is going on, so that it can go on elsewhere. Anybody who has the file knows the
    /// dice, so it is for hosts, and not for players or the GM
    #[arg(long)]
    with_seed: bool,
}

#[derive(clap::Args)]
pub(super) struct ImportArguments {
    #[command(flatten)]
    database: Database,
    /// A file that `fieldpost export` wrote
    file: PathBuf,
}

#[derive(clap::Args)]
pub(super) struct ListArguments {
    #[command(flatten)]
    database: Database,
    /// First move the battles that are over to this file. It is a database, too, which `battles` and `export` can read
    #[arg(long, value_name = "FILE")]
    archive: Option<Place>,
}

/// Lists the battles of a database, with the time when each was begun there (UTC) and the place where it is played.
/// Battles that are moved to an archive first aren't listed.
pub(super) fn list(arguments: &ListArguments) -> Result<(), Trouble> {
    let file = BattleFile::open_there(&arguments.database.db)?;
    if let Some(place) = &arguments.archive {
        if let Place::Server(_) = place {
            let help = "Name one, such as archive.db; nothing was moved.";
            return Err(Trouble::Input(format!("an archive is a file, and {place} is a server. {help}")));
        }
        let to = BattleFile::open(place)?;
        let moved = file.runtime.block_on(file.store().archive(to.store()))?;
        let number = count(moved.len() as u64, "battle that is over", "battles that are over");
        let renamed = moved.iter().filter(|(here, there)| here != there);
        let renamed: String =
            renamed.map(|(here, there)| format!("Battle {here} is battle {there} there.\n")).collect();
        print(&format!("Moved to {place}: {number}.\n{renamed}"))?;
    }
    let battles = file.runtime.block_on(file.store().battles())?;
    let mut text = String::new();
    for it in &battles {
        let state = if it.is_over { "over" } else { "going on" };
        let entries = count(it.entries, "entry", "entries");
        let begun = Timestamp::from_second(it.begun).unwrap_or_default().strftime("%F %R");
        // The key of a terminal's battle repeats the title.
        let place =
            it.key.as_deref().map_or("imported", |key| if key.starts_with(TERMINAL) { "terminal" } else { key });
        text += &format!("{:>5}  {state:<8}  {entries:>12}  {begun}  {}, {place}\n", it.id, it.title);
    }
    if battles.is_empty() {
        text = "No battle is here: none was begun, or all of them were moved to an archive.\n".to_owned();
    }
    print(&text)
}

pub(super) fn export(arguments: &ExportArguments) -> Result<(), Trouble> {
    let file = BattleFile::open_there(&arguments.database.db)?;
    let (stored, table) = file.table(BattleId::of(arguments.battle))?;
    let resume_data = (arguments.with_seed && !table.is_revealed())
        .then_some(ResumeData { seed: store::Hash(stored.seed.0), progress: stored.progress });
    let log = if resume_data.is_some() { stored.log } else { table.public_log() };
    let text = store::export_with_seed(&log, resume_data.as_ref()).map_err(|it| Trouble::Bug(it.to_string()))?;
    let write = if resume_data.is_some() { save::write_for_owner } else { save::write };
    write(&arguments.out, text.as_bytes())?;
    let told = match (table.is_revealed(), arguments.with_seed) {
        (true, _) => "It is over: everybody may have the file, and verify it.",
        (false, true) => "It holds the seed: anybody who has the file knows the dice.",
        (false, false) => "It is going on, so the seed and hidden orders were left out.",
    };
    let out = &arguments.out;
    save::tell(out, &format!("Battle {} was written to {}. {told}\n", stored.id, out.display()))
}

pub(super) fn import(arguments: &ImportArguments) -> Result<(), Trouble> {
    let name = arguments.file.display();
    let refused = |why: String| Trouble::Input(format!("{name} can't be imported: {why}."));
    let text = read_text(&arguments.file)?;
    let (table, progress) = Table::import(&text, EXPORT_WITH_SEED).map_err(refused)?;
    let file = BattleFile::open(&arguments.database.db)?;
    let title = table.stage().title;
    let id = match file.runtime.block_on(keeper::import(file.store(), &table, progress)) {
        Err(StoreError { cause: Cause::AlreadyImported(first), .. }) => {
            return Err(refused(why_not_twice(title, "here", first)));
        }
        Err(StoreError { cause: Cause::Conflict, .. }) => {
            let why =
                "a battle of its scenario is going on there, and a terminal plays one of each. Name another database";
            return Err(refused(why.to_owned()));
        }
        begun => begun?,
    };
    let db = &arguments.database.db;
    let then = match table.is_revealed() {
        true => "",
        false => {
            " Go on with it in a terminal: fieldpost play SCENARIO, with the same --db. On Discord, `/battle import` goes on with \
             such a file, in a database that doesn't have the battle."
        }
    };
    print(&format!("{title} is battle {id} in {db} now.{then}\n"))
}
