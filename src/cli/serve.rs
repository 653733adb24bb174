//! `fieldpost serve [--config FILE]`

use std::path::{Path, PathBuf};

use crate::cli::{Trouble, read_text};
use crate::discord::{self, Config, Game};

/// Where the configuration is, where nobody says.
const USUAL: &str = "config/fieldpost.toml";

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The bot's configuration [default: config/fieldpost.toml, if there is one]
    #[arg(long, value_name = "FILE", env = "FIELDPOST_CONFIG")]
    config: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let usual = || Some(PathBuf::from(USUAL)).filter(|it| it.exists());
    let config = arguments.config.clone().or_else(usual).map_or_else(|| Ok(Config::default()), |it| read(&it))?;
    discord::serve(&config, Game::new(&config)).map_err(|it| Trouble::Asked(it.to_string()))
}

fn read(path: &Path) -> Result<Config, Trouble> {
    Config::read(&path.display().to_string(), &read_text(path)?).map_err(|it| Trouble::Asked(it.to_string()))
}
