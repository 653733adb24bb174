//! What `--out` writes: for each round a picture, the report in every markup, and the map in words; and the answers to the posts of
//! the open one.

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
    /// What posts for a forum are written for.
    forum: Forum,
    renderer: MapRenderer,
    is_what_if: bool,
    // Rounds that were closed before the folder was opened and aren't written: those before a what-if.
    before: usize,
    // Of each round that is closed.
    events: Vec<String>,
}

impl Folder {
    /// Makes the folder, if it isn't there, and draws the map as the battle opened; of a battle that was gone on with
    /// also the rounds that are closed.
    pub(super) fn open(path: &Path, forum: Forum, table: &Table) -> Result<Folder, Trouble> {
        if path.is_file() {
            let path = path.display();
            return Err(Trouble::Asked(format!("{path} is a file. --out names a folder: a battle leaves many files.")));
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

    /// Writes what a closed round came to, counted from 0. What an undone round left is replaced.
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

    /// Writes what was understood of the posts of the open round, as a post for a forum.
    pub(super) fn answers(&self, table: &Table) -> Result<(), Trouble> {
        if self.is_what_if {
            return Ok(());
        }
        let round = table.round();
        // Those of a round that is closed, or of posts that are gone, are nothing to paste.
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

    /// Writes the events of all rounds that are closed; the log, with which anybody can verify the battle; the thread as
    /// everybody may read it, which `verify` checks too; and the battle as a page to watch it on.
    pub(super) fn battle(&self, table: &Table) -> Result<(), Trouble> {
        let log = store::export(&table.public_log()).map_err(|it| Trouble::Ours(it.to_string()))?;
        write(&self.file("battle.log"), log.as_bytes())?;
        self.remove_old(table);
        // Of an undone round nothing is told.
        let closed = table.closed().len().saturating_sub(self.before);
        let events: String = self.events.iter().take(closed).map(String::as_str).collect();
        if !events.is_empty() {
            write(&self.file("events.jsonl"), events.as_bytes())?;
        }
        // A what-if has no thread, as nobody but its maker posts in it, and no page, as its reports tell it.
        if self.is_what_if {
            return Ok(());
        }
        write(&self.path.join("thread.txt"), table.transcript().as_bytes())?;
        write(&self.path.join("battle.html"), viewer::page(table).as_bytes())
    }

    /// Removes what an earlier run left of rounds that this battle doesn't have, and of an end that it hasn't reached.
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

    /// Removes files by their names. What can't be removed is no reason to stop: all that is new is there.
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

/// Refuses a folder that holds another battle: of another scenario or muster, or with other dice, which nobody could roll again.
fn refuse_another(path: &Path, table: &Table) -> Result<(), Trouble> {
    let Ok(there) = fs::read_to_string(path.join("battle.log")) else { return Ok(()) };
    let Ok(there) = store::import(&there) else { return Ok(()) };
    let identity = |log: &[store::Entry]| {
        let Some(store::Entry::Created { scenario, commitment, .. }) = log.first() else { return None };
        Some((title_of(&scenario.text)?, Slots::of(&scenario.text).muster, *commitment))
    };
    match identity(&there) {
        Some(it) if Some(&it) != identity(table.log()).as_ref() => Err(Trouble::Asked(format!(
            "{} holds another battle already ({}). Name another folder with --out, or move that battle away. To play that very \
             battle again, add its --seed, or its --db.",
            path.display(),
            it.0
        ))),
        _ => Ok(()),
    }
}

/// What a scenario is called.
fn title_of(text: &str) -> Option<String> {
    let table: toml::Table = text.parse().ok()?;
    Some(table.get("name")?.as_str()?.trim().to_owned())
}

/// The events of a round, an object a line.
pub(super) fn json_of(table: &Table, closed: &Closed) -> Result<String, Trouble> {
    table.playing().json(closed.number, &closed.report).map_err(|it| Trouble::Ours(it.to_string()))
}

/// Draws a picture into a file.
pub(super) fn png(path: &Path, renderer: &mut MapRenderer, picture: &Picture) -> Result<(), Trouble> {
    let bytes = renderer.png(picture).map_err(|it| Trouble::Asked(it.to_string()))?;
    write(path, &bytes)
}

/// Refuses to write over the file that is read, even if it is named in another way.
pub(super) fn refuse_over(read: &Path, out: &Path) -> Result<(), Trouble> {
    match (read.canonicalize(), out.canonicalize()) {
        (Ok(read), Ok(it)) if read == it => {
            let out = out.display();
            Err(Trouble::Asked(format!("{out} is the file that is read. Name another; nothing was written.")))
        }
        _ => Ok(()),
    }
}

/// Writes a file whole, or leaves what was there.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    write_into(path, bytes, |it| fs::File::create(it))
}

/// Writes a file that holds a seed, for its owner alone, whole or not at all.
pub(super) fn write_for_owner(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    write_into(path, bytes, |beside| {
        // Others may read what a crash has left there.
        let _ = fs::remove_file(beside);
        store::make_for_owner(beside)
    })
}

/// Says what was written, and on stderr if that may have gone to standard output.
pub(super) fn tell(path: &Path, text: &str) -> Result<(), Trouble> {
    if is_file(path) {
        return print(text);
    }
    eprint!("{text}");
    Ok(())
}

/// Whether it is a file of its own: no pipe, no device, and nothing that the program was started with open, such as its output.
pub(super) fn is_file(path: &Path) -> bool {
    const OPEN: [&str; 4] = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc/self/fd"];
    path.is_file() && !OPEN.iter().any(|it| path.starts_with(it))
}

fn write_into(path: &Path, bytes: &[u8], make: impl Fn(&Path) -> io::Result<fs::File>) -> Result<(), Trouble> {
    // A pipe or a device takes what it is given: nothing can be read from it first, and no file may take its place. A file
    // that output goes to keeps what it holds.
    if path.exists() && !is_file(path) {
        let opened = fs::OpenOptions::new().append(true).open(path);
        return opened.and_then(|mut it| it.write_all(bytes)).map_err(|it| Trouble::writing(path, it));
    }
    if is_of_a_database(path) {
        let path = path.display();
        return Err(Trouble::Asked(format!("{path} is a database. Name another file; nothing was written.")));
    }
    let file = led_to(path);
    let beside = file.with_added_extension("part");
    let written = make(&beside).and_then(|mut it| it.write_all(bytes));
    written.and_then(|()| fs::rename(&beside, &file)).map_err(|it| {
        // What is half written is of no use; that it can't be removed either is no news.
        let _ = fs::remove_file(&beside);
        Trouble::writing(path, it)
    })
}

/// The file that links lead to, whether it is there or not: a link stays one.
fn led_to(path: &Path) -> PathBuf {
    const LINKS_MAX: usize = 40;
    let next = |it: &PathBuf| Some(it.parent()?.join(fs::read_link(it).ok()?));
    let ways = std::iter::successors(Some(path.to_owned()), next).take(LINKS_MAX);
    ways.last().unwrap_or_else(|| path.to_owned())
}

/// Whether a file is a database, or what SQLite keeps beside one that is in use.
fn is_of_a_database(path: &Path) -> bool {
    let whole = path.to_str().and_then(|it| ["-wal", "-shm", "-journal"].iter().find_map(|end| it.strip_suffix(end)));
    let whole = whole.map_or(path, Path::new);
    let mut there = [0; DATABASE.len()];
    whole.is_file() && fs::File::open(whole).and_then(|mut it| it.read_exact(&mut there)).is_ok() && there == *DATABASE
}
