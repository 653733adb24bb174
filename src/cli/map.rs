//! `fieldpost map SCENARIO [-o FILE.png|.svg|.txt] [--watch]`

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use crate::cli::{ScenarioFile, Trouble, print, save};
use crate::file::is_beside;
use crate::map::{MapRenderer, map_in_letters};

/// How often `--watch` looks for saved files.
const LOOKS_EVERY: Duration = Duration::from_millis(300);

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    file: ScenarioFile,
    /// Where to put it: .png, .svg or .txt [default: as text, to the terminal]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Draw it anew whenever the scenario, or a map file beside it, is saved; Ctrl-C ends it
    #[arg(long)]
    watch: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let mut renderer = MapRenderer::default();
    if !arguments.watch {
        return draw(arguments, &mut renderer).map(|_| ());
    }
    let mut files = Vec::new();
    loop {
        let mut seen = saved(&arguments.file.scenario, &files);
        match draw(arguments, &mut renderer) {
            Ok(beside) => {
                if beside != files {
                    files = beside;
                    seen = saved(&arguments.file.scenario, &files);
                }
                if let Some(path) = &arguments.output {
                    eprintln!("{} is drawn.", path.display());
                }
            }
            // A problem may be gone when the file is saved again.
            Err(Trouble::File(problems)) => eprintln!("{problems}"),
            Err(other) => return Err(other),
        }
        while saved(&arguments.file.scenario, &files) == seen {
            thread::sleep(LOOKS_EVERY);
        }
    }
}

/// When each file was saved. `None` for a file that is missing, for example while an editor replaces it.
fn saved(scenario: &Path, beside: &[PathBuf]) -> Vec<Option<SystemTime>> {
    let saved = |path: &Path| fs::metadata(path).and_then(|it| it.modified()).ok();
    std::iter::once(scenario).chain(beside.iter().map(PathBuf::as_path)).map(saved).collect()
}

/// Draws the present map. Returns the files beside the scenario that it uses.
fn draw(arguments: &Arguments, renderer: &mut MapRenderer) -> Result<Vec<PathBuf>, Trouble> {
    let scenario = arguments.file.load()?;
    let picture = scenario.opening.picture();
    let text = map_in_letters(&picture) + "\n";
    match &arguments.output {
        None => print(&text)?,
        Some(path) => match path.extension().and_then(OsStr::to_str) {
            Some("png") => save::png(path, renderer, &picture)?,
            Some("svg") => save::write(path, MapRenderer::svg(&picture).as_bytes())?,
            Some("txt") => save::write(path, text.as_bytes())?,
            _ => {
                let path = path.display();
                return Err(Trouble::Input(format!("what should {path} be? End its name with .png, .svg or .txt.")));
            }
        },
    }
    let folder = arguments.file.scenario.parent().unwrap_or(Path::new(""));
    Ok(scenario.data.iter().filter(|it| is_beside(&it.0)).map(|it| folder.join(&it.0)).collect())
}
