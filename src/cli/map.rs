//! `fieldpost map SCENARIO [-o FILE.png|.svg|.txt]`

use std::ffi::OsStr;
use std::path::PathBuf;

use crate::cli::{ScenarioFile, Trouble, print, save};
use crate::map::{MapRenderer, positions, text_map};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    file: ScenarioFile,
    /// Where to put it: .png, .svg or .txt [default: as text, to the terminal]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let picture = arguments.file.load()?.opening.picture();
    let text = format!("{}\n{}", text_map(&picture), positions(&picture));
    let Some(path) = &arguments.output else { return print(&text) };
    match path.extension().and_then(OsStr::to_str) {
        Some("png") => save::png(path, &mut MapRenderer::new(), &picture),
        Some("svg") => save::write(path, MapRenderer::svg(&picture).as_bytes()),
        Some("txt") => save::write(path, text.as_bytes()),
        _ => {
            let path = path.display();
            Err(Trouble::Asked(format!("what should {path} be? End its name with .png, .svg or .txt.")))
        }
    }
}
