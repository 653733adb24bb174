//! `fieldpost schema scenario|data|events|bot [GAME]`

use crate::cli::{Trouble, print};
use crate::discord::Config;
use crate::game::FileKind;
use crate::games;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The kind of file
    kind: Kind,
    /// The game whose files they are
    #[arg(default_value = games::NAMES[0], value_parser = clap::builder::PossibleValuesParser::new(games::NAMES))]
    game: String,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Kind {
    /// The files in scenarios/
    Scenario,
    /// Terrain, weapons, units and abilities in config/
    #[value(alias = "config")]
    Data,
    /// The lines of events.jsonl, which play --out writes and play --json prints
    Events,
    /// The bot's configuration, config/fieldpost.toml
    Bot,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let schema = match arguments.kind {
        Kind::Scenario => games::schema(&arguments.game, FileKind::Scenario),
        Kind::Data => games::schema(&arguments.game, FileKind::Data),
        Kind::Events => games::schema(&arguments.game, FileKind::Events),
        Kind::Bot => Some(Config::schema()),
    };
    let text = serde_json::to_string_pretty(&schema).map_err(|it| Trouble::Ours(it.to_string()))?;
    print(&format!("{text}\n"))
}
