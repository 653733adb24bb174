//! Where `--plot` puts its picture.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::{Trouble, save};
use crate::trial::{Doubts, Fairness};

/// A file for a picture of a kind that its name tells.
#[derive(Clone, Debug)]
pub(super) struct Plot {
    path: PathBuf,
    is_svg: bool,
}

impl Plot {
    /// The file with this name, if its ending says what it is to be.
    pub(super) fn of(path: PathBuf) -> Result<Plot, String> {
        let is_svg = match path.extension().and_then(OsStr::to_str) {
            Some("png") => false,
            Some("svg") => true,
            _ => return Err("end its name with .png or .svg, so that it is clear what to draw".to_owned()),
        };
        Ok(Plot { path, is_svg })
    }

    /// Whether there is a folder to put it into.
    pub(super) fn has_folder(&self) -> Result<(), Trouble> {
        let Some(folder) = self.path.parent().filter(|it| *it != Path::new("")) else { return Ok(()) };
        fs::metadata(folder).map(drop).map_err(|it| Trouble::writing(&self.path, it))
    }

    pub(super) fn draw(&self, fought: &Fairness, doubts: Doubts) -> Result<(), Trouble> {
        let bytes = match self.is_svg {
            true => fought.svg(doubts).into_bytes(),
            false => fought.png(doubts).map_err(|it| Trouble::Asked(it.to_string()))?,
        };
        save::write(&self.path, &bytes)
    }
}
