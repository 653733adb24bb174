//! `fieldpost list units|weapons|terrain|abilities|classes [GAME] [--data DIR]`

use std::collections::BTreeMap;
use std::path::PathBuf;

use toml::{Table, Value};

use crate::cli::{Trouble, print};
use crate::games::{self, Data};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// What to list
    kind: Kind,
    /// The game
    #[arg(default_value = games::NAMES[0], value_parser = clap::builder::PossibleValuesParser::new(games::NAMES))]
    game: String,
    /// The folder with data files of your own [default: what is built in]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Kind {
    /// Kinds of figures
    Units,
    Weapons,
    Terrain,
    /// What heroes can spend CP on
    Abilities,
    /// Kinds of heroes
    Classes,
}

impl Kind {
    /// The name of its table in data files.
    fn table(self) -> &'static str {
        match self {
            Kind::Units => "unit",
            Kind::Weapons => "weapon",
            Kind::Terrain => "terrain",
            Kind::Abilities => "ability",
            Kind::Classes => "class",
        }
    }
}

/// Prints every entry of a kind that scenarios can name: its key, its name and all its values.
pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let data = arguments.data.clone().map_or(Data::Standard, Data::Folder);
    let files = games::data_files(&arguments.game, &data).map_err(|it| Trouble::File(Box::new(it)))?;
    let mut entries: BTreeMap<String, Table> = BTreeMap::new();
    for (name, text) in files {
        let mut file: Table = text.parse().map_err(|it| Trouble::Bug(format!("{name}: {it}")))?;
        let Some(Value::Table(found)) = file.remove(arguments.kind.table()) else { continue };
        for (key, entry) in found {
            // A later file gives only the keys that differ.
            entries.entry(key).or_default().extend(entry.as_table().cloned().unwrap_or_default());
        }
    }
    match entries.is_empty() {
        true => print(&format!("The {} game has none.\n", arguments.game)),
        false => {
            print(&entries.keys().map(|it| entry_text(it, whole(&entries, it, entries.len()))).collect::<String>())
        }
    }
}

/// An entry with everything that it inherits through `like`. `left` limits the steps, in case of a circle.
fn whole(entries: &BTreeMap<String, Table>, key: &str, left: usize) -> Table {
    let own = entries.get(key).cloned().unwrap_or_default();
    let like = own.get("like").and_then(Value::as_str).filter(|_| 0 < left);
    let mut all = like.map_or_else(Table::new, |it| whole(entries, it, left - 1));
    all.extend(own);
    all
}

/// `rifle: Bolt-Action Rifle`, and below it the text and the values as a file gives them.
fn entry_text(key: &str, mut entry: Table) -> String {
    entry.remove("like");
    let mut words = |key: &str| entry.remove(key).and_then(|it| Some(it.as_str()?.trim().to_owned()));
    let (name, text) = (words("name"), words("text"));
    let numbers: Vec<String> = entry.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    let below = text.into_iter().chain((!numbers.is_empty()).then(|| numbers.join(", ")));
    let below: String = below.map(|it| format!("    {it}\n")).collect();
    format!("{key}: {}\n{below}", name.unwrap_or_else(|| key.to_owned()))
}
