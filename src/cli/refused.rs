//! `fieldpost refused DB|LOG`: lists the refused lines of posts, with the reasons.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use crate::cli::keep::BattleFile;
use crate::cli::{Trouble, print, read_text};
use crate::diagnostic::count;
use crate::dice::Seed;
use crate::referee::EXPORT_WITH_SEED;
use crate::referee::refused::{RefusedPost, refused_posts};
use crate::store::{self, BattleId, Entry, Hash, NotAPlace, Place, ResumeData};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The database (a file, or the address of a PostgreSQL server), or the log of a battle
    source: String,
    /// The number of a battle of the database, as `fieldpost battles` lists it [default: all of them]
    battle: Option<i64>,
}

/// Plays each battle again, and lists the refused lines of its posts.
pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let file = Path::new(&arguments.source);
    if is_log(file) {
        return match arguments.battle {
            None => of_log(file),
            Some(number) => {
                let name = file.display();
                let why = "A number names one of a database";
                Err(Trouble::Input(format!("{name} is the log of one battle, so leave out the {number}. {why}.")))
            }
        };
    }
    let place: Place = arguments.source.parse().map_err(|it: NotAPlace| Trouble::Input(it.to_string()))?;
    let file = BattleFile::open_there(&place)?;
    let battles = file.runtime.block_on(file.store().battles())?;
    let asked = arguments.battle.map(BattleId::of);
    if let Some(asked) = asked {
        // A battle that doesn't exist is an error.
        file.runtime.block_on(file.store().load(asked))?;
    }
    for it in battles.iter().filter(|it| asked.is_none_or(|only| it.id == only)) {
        let stored = file.runtime.block_on(file.store().load(it.id))?;
        let told = refusals_text(&stored.log, stored.seed.0)
            .map_err(|why| Trouble::Input(format!("battle {} {why}", it.id)))?;
        print(&format!("Battle {}, {}: {told}", it.id, it.title))?;
    }
    Ok(())
}

// A log is text that begins with an entry.
fn is_log(file: &Path) -> bool {
    let mut first = [0; 4];
    File::open(file).and_then(|mut it| it.read_exact(&mut first)).is_ok()
        && first.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&first).starts_with(b"{")
}

fn of_log(file: &Path) -> Result<(), Trouble> {
    let name = file.display();
    let text = read_text(file)?;
    let (log, resume_data) =
        store::import_with_seed(&text).map_err(|why| Trouble::Input(format!("{name} can't be read: {why}.")))?;
    let Some(ResumeData { seed: Hash(seed), .. }) = resume_data else {
        return Err(Trouble::Input(format!("{name} has no seed, as its battle is going on. {EXPORT_WITH_SEED}.")));
    };
    print(&refusals_text(&log, seed).map_err(|why| Trouble::Input(format!("{name} {why}")))?)
}

fn refusals_text(log: &[Entry], seed: [u8; 32]) -> Result<String, String> {
    let refused = refused_posts(log, Seed::from_bytes(seed)).map_err(|why| format!("does not hold: {why}."))?;
    let posts = count(refused.len() as u64, "post", "posts");
    let head =
        if refused.is_empty() { "Nothing was refused.\n".to_owned() } else { format!("{posts} with refused lines.\n") };
    Ok(head + &refused.iter().map(post_text).collect::<String>())
}

fn post_text(post: &RefusedPost) -> String {
    let lines: String = post.said.iter().map(|it| format!("  {}\n", it.replace('\n', "\n  "))).collect();
    format!("\n#{} {}, round {}\n{lines}", post.number, post.author, post.round)
}
