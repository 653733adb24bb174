//! `fieldpost schema scenario|data|bot`

use crate::cli::{Trouble, print};
use crate::discord::Config;
use crate::games::{SchemaKind, schema};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The kind of file
    kind: Kind,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Kind {
    /// The files in scenarios/
    Scenario,
    /// Terrain, weapons, units and abilities in config/
    #[value(alias = "config")]
    Data,
    /// The bot's configuration, config/fieldpost.toml
    Bot,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let schema = match arguments.kind {
        Kind::Scenario => schema(SchemaKind::Scenario),
        Kind::Data => schema(SchemaKind::Data),
        Kind::Bot => Config::schema(),
    };
    let text = serde_json::to_string_pretty(&schema).map_err(|it| Trouble::Ours(it.to_string()))?;
    print(&format!("{text}\n"))
}
