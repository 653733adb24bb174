//! `fieldpost schema scenario|data|events|campaign|bot [GAME] [--page]`

use crate::campaign;
use crate::cli::{Trouble, print};
use crate::discord::Config;
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
        Kind::Campaign => Some(campaign::schema()),
        Kind::Bot => Some(Config::schema()),
    };
    let schema = schema.ok_or_else(|| Trouble::Ours(format!("there is no schema for {}", arguments.game)))?;
    if arguments.page {
        return print(&file::page(&schema));
    }
    let text = serde_json::to_string_pretty(&schema).map_err(|it| Trouble::Ours(it.to_string()))?;
    print(&format!("{text}\n"))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// Rewrite them with `UPDATE_EXPECT=1`.
    #[test]
    fn the_pages_of_keys_are_up_to_date() {
        for (game, name) in [("line", "KEYS.md"), ("brick", "BRICK-KEYS.md")] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(name);
            let schema = games::schema(game, FileKind::Scenario).expect("a game of that name");
            expect_test::expect_file![path].assert_eq(&file::page(&schema));
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/CAMPAIGN-KEYS.md");
        expect_test::expect_file![path].assert_eq(&file::page(&campaign::schema()));
    }
}
