//! What `--out` writes: for each round a picture, the report in every markup, and the map in words; and the answers to
//! the posts of the open round.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::cli::{Trouble, print};
use crate::file::{DATABASE, Slots};
use crate::forum;
use crate::map::{MapRenderer, Picture, map_in_words};
use crate::page::{Document, Forum, Markup, as_what_if};
use crate::referee::{Closed, Table};
use crate::store;
use crate::viewer;

/// A folder that a battle is written into.
pub(super) struct Folder {
    path: PathBuf,
    /// The forum that posts are formatted for.
    forum: Forum,
    renderer: MapRenderer,
    is_what_if: bool,
    // How many rounds aren't written, because they were closed before a what-if began.
    before: usize,
    // The events of each closed round, as JSON lines.
    events: Vec<String>,
}

impl Folder {
    /// Creates the folder if it doesn't exist, and draws the map of the opening. If rounds of the battle are closed
    /// already, writes them too.
    pub(super) fn open(path: &Path, forum: Forum, table: &Table) -> Result<Folder, Trouble> {
        if path.is_file() {
            let path = path.display();
            return Err(Trouble::Input(format!("{path} is a file. --out names a folder: a battle leaves many files.")));
        }
        if !table.is_what_if() {
            refuse_another(path, table)?;
        }
        fs::create_dir_all(path).map_err(|it| Trouble::writing(path, it))?;
        let (is_what_if, closed) = (table.is_what_if(), table.closed().len());
        let before = if is_what_if { closed } else { 0 };
        let (path, renderer, events) = (path.to_owned(), MapRenderer::default(), Vec::new());
        let mut folder = Folder { path, forum, renderer, is_what_if, before, events };
        if !is_what_if {
            folder.map("opening", &table.playing().picture_of_opening())?;
        }
        (before..closed).try_for_each(|n| folder.round(table, n))?;
        Ok(folder)
    }

    /// Writes the results of the closed round with this index. They replace those of a round that was undone.
    pub(super) fn round(&mut self, table: &Table, n: usize) -> Result<(), Trouble> {
        let closed = &table.closed()[n];
        let name = format!("{}-{:02}", if self.is_what_if { "what-if" } else { "round" }, closed.report.round);
        self.map(&name, &table.playing().picture_after(closed.number))?;
        self.document(&name, &closed.report.public())?;
        let ledger = Markup::Plain.render(&closed.report.document());
        write(&self.path.join(format!("{name}.ledger.txt")), ledger.as_bytes())?;
        let post = closed.report.post(&format!("{name}.png"), &forum::mark(closed.report.round));
        self.post(&name, &post)?;
        self.events.truncate(n - self.before);
        self.events.push(json_of(table, closed)?);
        Ok(())
    }

    /// Writes the answers to the posts of the open round, as a post for a forum.
    pub(super) fn answers(&self, table: &Table) -> Result<(), Trouble> {
        if self.is_what_if {
            return Ok(());
        }
        let round = table.round();
        // Answers of closed rounds, or to posts that are gone, must not be pasted.
        self.remove(|name| name.starts_with("round-") && name.contains(".answers."));
        match table.answers_to_post(&forum::mark(round)) {
            Some(document) => self.post(&format!("round-{round:02}.answers"), &document),
            None => Ok(()),
        }
    }

    /// Writes the report of the whole battle.
    pub(super) fn end(&self, report: &Document) -> Result<(), Trouble> {
        let name = if self.is_what_if { "what-if-aftermath" } else { "aftermath" };
        self.document(name, report)?;
        self.post(name, report)
    }

    /// Writes the events of all closed rounds; the log, which anybody can use to verify the battle; the public thread,
    /// which `verify` checks as well; and the battle as a page.
    pub(super) fn battle(&self, table: &Table) -> Result<(), Trouble> {
        let log = store::export(&table.public_log()).map_err(|it| Trouble::Bug(it.to_string()))?;
        write(&self.file("battle.log"), log.as_bytes())?;
        self.remove_old(table);
        // Nothing is written about undone rounds.
        let closed = table.closed().len().saturating_sub(self.before);
        let events: String = self.events.iter().take(closed).map(String::as_str).collect();
        if !events.is_empty() {
            write(&self.file("events.jsonl"), events.as_bytes())?;
        }
        // A what-if has no thread, because only its maker posts in it, and no page, because its reports are enough.
        if self.is_what_if {
            return Ok(());
        }
        write(&self.path.join("thread.txt"), table.transcript().as_bytes())?;
        write(&self.path.join("battle.html"), viewer::page(table).as_bytes())
    }

    /// Removes what an earlier run left: rounds that this battle doesn't have, and an end that it hasn't reached.
    fn remove_old(&self, table: &Table) {
        let kind = if self.is_what_if { "what-if-" } else { "round-" };
        let aftermath = if self.is_what_if { "what-if-aftermath." } else { "aftermath." };
        let rounds: Vec<u16> = table.closed().iter().skip(self.before).map(|it| it.report.round).collect();
        let is_over = table.stage().outcome.is_some();
        let events = self.file("events.jsonl");
        self.remove(|name| {
            let round = name.strip_prefix(kind).and_then(|it| it.split_once('.')?.0.parse().ok());
            let is_old = round.is_some_and(|it| !rounds.contains(&it))
                || !is_over && name.starts_with(aftermath)
                || rounds.is_empty() && self.path.join(name) == events;
            is_old && !name.contains(".answers.")
        });
    }

    /// Removes files by their names. Failures don't matter, because everything new has been written.
    fn remove(&self, is_old: impl Fn(&str) -> bool) {
        for old in fs::read_dir(&self.path).into_iter().flatten().flatten() {
            if is_old(&old.file_name().to_string_lossy()) {
                let _ = fs::remove_file(old.path());
            }
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(if self.is_what_if { format!("what-if-{name}") } else { name.to_owned() })
    }

    fn map(&mut self, name: &str, picture: &Picture) -> Result<(), Trouble> {
        let marked = self.is_what_if.then(|| picture.clone().as_what_if());
        let picture = marked.as_ref().unwrap_or(picture);
        png(&self.path.join(format!("{name}.png")), &mut self.renderer, picture)?;
        let words = map_in_words(picture);
        let words = if self.is_what_if { as_what_if(&words) } else { words };
        write(&self.path.join(format!("{name}.map.txt")), words.as_bytes())
    }

    fn document(&self, name: &str, document: &Document) -> Result<(), Trouble> {
        self.text(name, document, &[(Markup::Plain, "txt"), (Markup::Discord, "discord.md")])
    }

    fn post(&self, name: &str, document: &Document) -> Result<(), Trouble> {
        self.text(name, document, &[(Markup::BbCode(self.forum), "bbcode"), (Markup::Discourse, "discourse.md")])
    }

    fn text(&self, name: &str, document: &Document, kinds: &[(Markup, &str)]) -> Result<(), Trouble> {
        kinds.iter().try_for_each(|(markup, ending)| {
            write(&self.path.join(format!("{name}.{ending}")), markup.render(document).as_bytes())
        })
    }
}

/// Refuses a folder that holds another battle: of another scenario or muster, or with other dice. Nobody could roll
/// those again.
fn refuse_another(path: &Path, table: &Table) -> Result<(), Trouble> {
    let Ok(there) = fs::read_to_string(path.join("battle.log")) else { return Ok(()) };
    let Ok(there) = store::import(&there) else { return Ok(()) };
    let identity = |log: &[store::Entry]| {
        let Some(store::Entry::Created { scenario, commitment, .. }) = log.first() else { return None };
        Some((title_of(&scenario.text)?, Slots::of(&scenario.text).muster, *commitment))
    };
    match identity(&there) {
        Some(it) if Some(&it) != identity(table.log()).as_ref() => Err(Trouble::Input(format!(
            "{} holds another battle already ({}). Name another folder with --out, or move that battle away. To play that very \
             battle again, add its --seed, or its --db.",
            path.display(),
            it.0
        ))),
        _ => Ok(()),
    }
}

/// The name of a scenario.
fn title_of(text: &str) -> Option<String> {
    let table: toml::Table = text.parse().ok()?;
    Some(table.get("name")?.as_str()?.trim().to_owned())
}

/// The events of a round, one JSON object a line.
pub(super) fn json_of(table: &Table, closed: &Closed) -> Result<String, Trouble> {
    table.playing().json(closed.number, &closed.report).map_err(|it| Trouble::Bug(it.to_string()))
}

/// Draws a picture into a file.
pub(super) fn png(path: &Path, renderer: &mut MapRenderer, picture: &Picture) -> Result<(), Trouble> {
    let bytes = renderer.png(picture).map_err(|it| Trouble::Input(it.to_string()))?;
    write(path, &bytes)
}

/// Refuses to overwrite the file that is read, even under another path.
pub(super) fn refuse_over(read: &Path, out: &Path) -> Result<(), Trouble> {
    match (read.canonicalize(), out.canonicalize()) {
        (Ok(read), Ok(it)) if read == it => {
            let out = out.display();
            Err(Trouble::Input(format!("{out} is the file that is read. Name another; nothing was written.")))
        }
        _ => Ok(()),
    }
}

/// Writes a file completely, or leaves the old one.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    write_into(path, bytes, |it| fs::File::create(it))
}

/// Writes a file with a seed, readable only by its owner, completely or not at all.
pub(super) fn write_for_owner(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    write_into(path, bytes, |beside| {
        // A file that a crash left there may be readable by others.
        let _ = fs::remove_file(beside);
        store::make_for_owner(beside)
    })
}

/// Says what was written: on standard output, or on stderr if the file itself may have gone to standard output.
pub(super) fn tell(path: &Path, text: &str) -> Result<(), Trouble> {
    if is_file(path) {
        return print(text);
    }
    eprint!("{text}");
    Ok(())
}

/// Whether a path is a regular file: no pipe, no device, and none of the files that the program was started with, such
/// as its output.
pub(super) fn is_file(path: &Path) -> bool {
    const OPEN: [&str; 4] = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc/self/fd"];
    path.is_file() && !OPEN.iter().any(|it| path.starts_with(it))
}

fn write_into(path: &Path, bytes: &[u8], make: impl Fn(&Path) -> io::Result<fs::File>) -> Result<(), Trouble> {
    // Pipes and devices are written directly: they can't be read first, and no file may replace them. A file that
    // standard output goes to is appended to.
    if path.exists() && !is_file(path) {
        let opened = fs::OpenOptions::new().append(true).open(path);
        return opened.and_then(|mut it| it.write_all(bytes)).map_err(|it| Trouble::writing(path, it));
    }
    if is_of_a_database(path) {
        let path = path.display();
        return Err(Trouble::Input(format!("{path} is a database. Name another file; nothing was written.")));
    }
    let file = led_to(path);
    let beside = file.with_added_extension("part");
    let written = make(&beside).and_then(|mut it| it.write_all(bytes));
    written.and_then(|()| fs::rename(&beside, &file)).map_err(|it| {
        // A half-written file is useless. If it can't be removed, that doesn't matter.
        let _ = fs::remove_file(&beside);
        Trouble::writing(path, it)
    })
}

/// The file that a link leads to, whether it exists or not, so that the link stays a link.
fn led_to(path: &Path) -> PathBuf {
    const LINKS_MAX: usize = 40;
    let next = |it: &PathBuf| Some(it.parent()?.join(fs::read_link(it).ok()?));
    let ways = std::iter::successors(Some(path.to_owned()), next).take(LINKS_MAX);
    ways.last().unwrap_or_else(|| path.to_owned())
}

/// Whether a file is a database, or one that SQLite keeps beside a database in use.
fn is_of_a_database(path: &Path) -> bool {
    let whole = path.to_str().and_then(|it| ["-wal", "-shm", "-journal"].iter().find_map(|end| it.strip_suffix(end)));
    let whole = whole.map_or(path, Path::new);
    let mut there = [0; DATABASE.len()];
    whole.is_file() && fs::File::open(whole).and_then(|mut it| it.read_exact(&mut there)).is_ok() && there == *DATABASE
}
