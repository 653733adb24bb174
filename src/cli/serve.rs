//! `fieldpost serve [--config FILE]`

use crate::cli::{ConfigFile, Trouble};
use crate::discord;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    config: ConfigFile,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let config = arguments.config.load()?;
    discord::serve(&config).map_err(|it| Trouble::Input(it.to_string()))
}
