//! `fieldpost schema scenario|data|events|campaign|bot [GAME] [--page]`

use crate::cli::{Trouble, print};
use crate::file;
use crate::game::FileKind;
use crate::games;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The kind of file
    kind: Kind,
    /// The game whose files they are
    #[arg(default_value = games::NAMES[0], value_parser = clap::builder::PossibleValuesParser::new(games::NAMES))]
    game: String,
    /// Print all keys and what they mean as a page in Markdown instead
    #[arg(long)]
    page: bool,
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
    /// The files in scenarios/campaigns/
    Campaign,
    /// The bot's configuration, config/fieldpost.toml
    Bot,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let schema = match arguments.kind {
        Kind::Scenario => games::schema(&arguments.game, FileKind::Scenario),
        Kind::Data => games::schema(&arguments.game, FileKind::Data),
        Kind::Events => games::schema(&arguments.game, FileKind::Events),
        Kind::Campaign => Some(include_str!("../../config/schema/campaign.json").to_owned()),
        Kind::Bot => Some(include_str!("../../config/schema/bot.json").to_owned()),
    };
    let schema = schema.ok_or_else(|| Trouble::Bug(format!("there is no schema for {}", arguments.game)))?;
    if !arguments.page {
        return print(&schema);
    }
    let schema = serde_json::from_str(&schema).map_err(|it| Trouble::Bug(it.to_string()))?;
    print(&file::page(&schema))
}
