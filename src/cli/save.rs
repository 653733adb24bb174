//! What `--out` writes: for each round a picture, the report in every markup, and the map in words.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::battle::Battle;
use crate::cli::Trouble;
use crate::referee::Closed;
use crate::report::map::{MapRenderer, Picture, description, positions, text_map};
use crate::report::{Document, Markup, json_lines};
use crate::store::{self, Entry};

/// A folder that a battle is written into.
pub(super) struct Folder {
    path: PathBuf,
    renderer: MapRenderer,
    events: String,
}

impl Folder {
    /// Makes the folder, if it isn't there, and draws the map as the battle opens.
    pub(super) fn open(path: &Path, battle: &Battle) -> Result<Folder, Trouble> {
        fs::create_dir_all(path).map_err(|it| Trouble::writing(path, it))?;
        let mut folder = Folder { path: path.to_owned(), renderer: MapRenderer::new(), events: String::new() };
        folder.map("opening", &Picture::new(battle, &[]))?;
        Ok(folder)
    }

    /// Writes what a round came to.
    pub(super) fn round(&mut self, closed: &Closed, after: &Battle) -> Result<(), Trouble> {
        let name = format!("round-{:02}", closed.report.round);
        self.map(&name, &Picture::new(after, &closed.events))?;
        self.document(&name, &closed.report.document())?;
        self.events += &json_of(closed)?;
        write(&self.path.join("events.jsonl"), self.events.as_bytes())
    }

    /// Writes the report of the whole battle.
    pub(super) fn end(&self, report: &Document) -> Result<(), Trouble> {
        self.document("aftermath", report)
    }

    /// Writes the log, with which anybody can verify the battle.
    pub(super) fn log(&self, log: &[Entry]) -> Result<(), Trouble> {
        let text = store::export(log).map_err(|it| Trouble::Ours(it.to_string()))?;
        write(&self.path.join("battle.log"), text.as_bytes())
    }

    fn map(&mut self, name: &str, picture: &Picture) -> Result<(), Trouble> {
        png(&self.path.join(format!("{name}.png")), &mut self.renderer, picture)?;
        let words = format!("{}\n{}\n{}\n", text_map(picture), positions(picture), description(picture));
        write(&self.path.join(format!("{name}.map.txt")), words.as_bytes())
    }

    fn document(&self, name: &str, document: &Document) -> Result<(), Trouble> {
        for (markup, ending) in [(Markup::Plain, "txt"), (Markup::Discord, "discord.md"), (Markup::BbCode, "bbcode")] {
            let path = self.path.join(format!("{name}.{ending}"));
            write(&path, markup.render(document).as_bytes())?;
        }
        Ok(())
    }
}

/// The events of a round, an object a line.
pub(super) fn json_of(closed: &Closed) -> Result<String, Trouble> {
    json_lines(&closed.before, &closed.events, &closed.report).map_err(|it| Trouble::Ours(it.to_string()))
}

/// Draws a picture into a file.
pub(super) fn png(path: &Path, renderer: &mut MapRenderer, picture: &Picture) -> Result<(), Trouble> {
    let bytes = renderer.png(picture).map_err(|it| Trouble::Asked(it.to_string()))?;
    write(path, &bytes)
}

/// Writes a file whole, or leaves what was there.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    let beside = path.with_added_extension("part");
    let written = fs::File::create(&beside).and_then(|mut file| file.write_all(bytes));
    written.and_then(|()| fs::rename(&beside, path)).map_err(|it| {
        // What is half written is of no use; that it can't be removed either is no news.
        let _ = fs::remove_file(&beside);
        Trouble::writing(path, it)
    })
}
