//! `fieldpost page LOG -o FILE.html`, `fieldpost page --db PLACE [--seat NAME] -o FILE.html`, or
//! `fieldpost page SCENARIO --draw -o FILE.html`

use std::path::{Path, PathBuf};

use crate::cli::keep::BattleFile;
use crate::cli::{ScenarioFile, Trouble, draw, is_log, read_text, save};
use crate::referee::Table;
use crate::store::{BattleId, Place};
use crate::viewer;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The log of a battle that is over (battle.log, in the folder of `play --out`), or one that was exported with its seed.
    /// With --draw, a scenario
    #[arg(value_name = "LOG|SCENARIO", required_unless_present = "db", conflicts_with = "db")]
    log: Option<PathBuf>,
    /// Makes a page on which the author of a scenario draws its map, moves squads and objectives, and sees what they see
    /// and reach. It gives the changes as text for the scenario's file
    #[arg(long, conflicts_with = "db")]
    draw: bool,
    /// With --draw: the folder with data files of your own, as `fieldpost map` takes it
    #[arg(long, value_name = "DIR", requires = "draw")]
    data: Option<PathBuf>,
    /// A database instead: a file, or the address of a PostgreSQL server (postgres://…). For an open battle, the page shows
    /// what everybody may know, and what the given seat can do
    #[arg(long, value_name = "FILE|URL")]
    db: Option<Place>,
    /// The number of the battle in the database, as `fieldpost battles` lists it [default: the last one]
    #[arg(long, value_name = "N", requires = "db", conflicts_with = "log")]
    battle: Option<i64>,
    /// A seat of the battle, whose player can plan the open round on the page
    #[arg(long, value_name = "NAME", requires = "db", conflicts_with = "log")]
    seat: Option<String>,
    /// The file to write: one page that needs no network, no program and no other file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// Makes the page of a battle, or of a map to draw.
pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let out = &arguments.output;
    arguments.log.iter().try_for_each(|read| save::refuse_over(read, out))?;
    if let (true, Some(scenario)) = (arguments.draw, &arguments.log) {
        let page = draw::page(&ScenarioFile { scenario: scenario.clone(), data: arguments.data.clone() })?;
        save::write(out, page.as_bytes())?;
        return save::tell(out, &format!("{} was written. Open it in a browser, and draw.\n", out.display()));
    }
    let table = match (&arguments.db, &arguments.log) {
        (Some(place), _) => kept(place, arguments.battle)?,
        (None, Some(log)) => logged(log)?,
        (None, None) => return Err(Trouble::Input("Name the log of a battle, or a database with --db.".to_owned())),
    };
    let page = match &arguments.seat {
        Some(seat) => viewer::page_for(&table, seat).map_err(|why| Trouble::Input(format!("{why}.")))?,
        None => viewer::page(&table),
    };
    save::write(out, page.as_bytes())?;
    save::tell(out, &format!("{} was written. Open it in a browser, or send it to the players.\n", out.display()))
}

/// A battle from its log.
fn logged(path: &Path) -> Result<Table, Trouble> {
    let refused = |why: String| Trouble::Input(format!("{} can't be made into a page: {why}.", path.display()));
    let text = read_text(path)?;
    if !is_log(&text) {
        let help = "Name the log of a battle: battle.log, which fieldpost play --out and fieldpost export write; to draw \
            the map of a scenario, add --draw";
        return Err(refused(format!("it is no log. {help}")));
    }
    let help = "Until it is over, make the page from its database, with --db; if it is kept in none, play --out wrote \
        battle.html beside its log";
    Table::import(&text, help).map(|it| it.0).map_err(refused)
}

/// A battle from a database.
fn kept(place: &Place, battle: Option<i64>) -> Result<Table, Trouble> {
    let file = BattleFile::open_there(place)?;
    let id = match battle {
        Some(number) => BattleId::of(number),
        None => {
            let last = file.runtime.block_on(file.store().battles())?.into_iter().map(|it| it.id).max();
            last.ok_or_else(|| Trouble::Input(format!("No battle was begun in {place}.")))?
        }
    };
    file.table(id).map(|it| it.1)
}
