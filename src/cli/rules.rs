//! `fieldpost rules [GAME]`

use crate::cli::{Trouble, print};
use crate::games;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The game
    #[arg(default_value = games::NAMES[0], value_parser = clap::builder::PossibleValuesParser::new(games::NAMES))]
    game: String,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let game = &arguments.game;
    let (page, _) = games::rules(game).ok_or_else(|| Trouble::Bug(format!("there are no rules for {game}")))?;
    print(page)
}
