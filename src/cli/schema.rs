//! `fieldpost schema scenario|data`

use crate::cli::{Trouble, print};
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
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let kind = match arguments.kind {
        Kind::Scenario => SchemaKind::Scenario,
        Kind::Data => SchemaKind::Data,
    };
    let text = serde_json::to_string_pretty(&schema(kind)).map_err(|it| Trouble::Ours(it.to_string()))?;
    print(&format!("{text}\n"))
}
