//! The public thread of a battle as plain text: written from its table, and checked by anyone who has it.

use std::collections::VecDeque;
use std::fmt;

use serde_json::Value;

use crate::diagnostic::count;
use crate::dice::Seed;
use crate::field::{Level, SeatId};
use crate::games::Scenario;
use crate::page::{Block, Document, Markup};
use crate::post::thread::NOTHING;
use crate::post::{Language, Poster};
use crate::referee::commands::{Command, GM, command_author};
use crate::referee::fair::{self, Statement};
use crate::referee::replay::{Difference, is_committed};
use crate::referee::rounds::DECISION;
use crate::referee::thread::{self, Deed};
use crate::referee::verify::Verified;
use crate::referee::{Refused, Table};
use crate::store::{ClosedBy, Entry};

impl Table {
    /// The thread as everybody may read it: posts, edits and deletions, commands, and the statements about the dice.
    /// Hidden orders are in it once the seed is revealed.
    pub fn transcript(&self) -> String {
        self.written(|_| true)
    }

    /// The parts of the thread that a player may keep while the battle goes on: the reports, what was changed and taken
    /// back, and the player's own posts.
    pub(crate) fn transcript_of(&self, seat: SeatId) -> String {
        let name = self.seat_name(seat);
        let roster = self.playing.roster();
        let is_own_post = |number: &u32| {
            self.posts().iter().any(|it| it.number == *number && !it.is_hidden() && it.poster == Poster::Seat(seat))
        };
        let is_theirs = |entry: &Entry| match entry {
            Entry::Posted { number, .. } | Entry::Edited { number, .. } | Entry::Deleted { number, .. } => {
                is_own_post(number)
            }
            Entry::Word { seat, .. } | Entry::Away { seat, .. } | Entry::Ready { seat, .. } => seat == name,
            Entry::StandsIn { squad, .. } => roster.iter().any(|it| it.name == squad && it.seat == Some(seat)),
            _ => true,
        };
        self.written(is_theirs)
    }

    fn written(&self, is_shown: impl Fn(&Entry) -> bool) -> String {
        let mut out = Writer::default();
        for (n, entry) in self.log().iter().enumerate().filter(|it| is_shown(it.1)) {
            self.write(&mut out, n, entry);
        }
        out.text
    }

    /// The log as everybody may have it, without hidden orders until the seed is revealed.
    pub fn public_log(&self) -> Vec<Entry> {
        let public = |entry: &Entry| match entry {
            Entry::Posted { number, hidden: true, .. } => Entry::Withheld { number: *number },
            entry => entry.clone(),
        };
        if self.is_revealed() { self.log().to_vec() } else { self.log().iter().map(public).collect() }
    }

    fn write(&self, out: &mut Writer, n: usize, entry: &Entry) {
        let gm = |out: &mut Writer, command: Command| out.post(GM, "", &command.line());
        let was_edited = |number: u32| self.post_with_number(number).is_some_and(|it| 1 < it.texts.len());
        match entry {
            Entry::Created { .. } => out.say(&format!("{}\n{}", self.stage().title, self.opening_statement())),
            // A post that held only commands is empty in the log.
            Entry::Posted { number, text, hidden: false, .. } if text.is_empty() && !was_edited(*number) => (),
            Entry::Posted { number, text, hidden: false, .. } => {
                out.numbers.push(*number);
                out.post(&self.author(*number), text, "");
            }
            // Hidden orders stay hidden until the end, and empty ones order nothing.
            Entry::Posted { number, text, hidden: true, .. } if self.is_revealed() && !text.trim().is_empty() => {
                out.post(&self.author(*number), "", &Command::Hidden(text.clone()).line());
            }
            Entry::Edited { number, text, .. } => out.changes(&self.author(*number), "edits", *number, text),
            Entry::Deleted { number, .. } => out.changes(&self.author(*number), "deletes", *number, ""),
            Entry::Word { seat, word } => out.post(seat, "", &Command::Word(word.clone()).line()),
            Entry::StandsIn { squad, order } => {
                gm(out, Command::Stance { squad: squad.clone(), order: order.clone() });
            }
            Entry::Away { seat, away } => out.post(seat, "", &Command::Away(*away).line()),
            Entry::Ready { seat, ready } => out.post(seat, "", &Command::Ready(*ready).line()),
            Entry::Changed { text, .. } => gm(out, Command::Set(text.clone())),
            Entry::Closed { .. } => {
                gm(out, Command::Resolve);
                if let Some(said) = fair::round_statement(entry) {
                    let report = self.closed().iter().find(|it| it.entry == n + 1);
                    let report = report.map(|it| Markup::Plain.render(&it.report.document()));
                    out.say(&format!("{}{said}", report.unwrap_or_default()));
                    if let Some(commanded) = fair::commander_statement(entry).filter(|_| self.is_revealed()) {
                        out.lines(&commanded);
                    }
                }
            }
            Entry::Undone { before, .. } => gm(out, Command::Undo(Some(format!("{DECISION}{before}")))),
            Entry::Revealed { .. } => out.say(&self.seed_statement().unwrap_or_default()),
            // Seats, reminders and the times of rounds change no die.
            _ => (),
        }
    }

    /// The author of a post, as a thread names its seat.
    fn author(&self, number: u32) -> String {
        match self.post_with_number(number).map(|it| it.poster) {
            Some(Poster::Seat(seat)) => self.seat_name(seat).to_owned(),
            Some(Poster::Gm) | None => GM.to_owned(),
        }
    }
}

#[derive(Default)]
struct Writer {
    text: String,
    /// For each post that was written, its number in the log.
    numbers: Vec<u32>,
}

impl Writer {
    fn say(&mut self, text: &str) {
        self.open(thread::BOT);
        self.lines(text);
    }

    fn post(&mut self, author: &str, text: &str, commands: &str) {
        self.open(author);
        self.lines(text);
        if !commands.is_empty() {
            self.text += commands;
            self.text.push('\n');
            // It is a post with a number in the thread, though with none in the log.
            self.numbers.push(0);
        }
    }

    fn changes(&mut self, author: &str, verb: &str, number: u32, text: &str) {
        let Some(at) = self.numbers.iter().position(|it| *it == number) else { return };
        self.open(&format!("{author} {verb} #{}", at + 1));
        self.lines(text);
    }

    fn open(&mut self, opening: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push('@');
        self.text += opening;
        self.text.push('\n');
    }

    fn lines(&mut self, text: &str) {
        for line in text.lines() {
            if line.starts_with('@') || line.trim_start().starts_with('/') {
                self.text.push(NOTHING);
            }
            self.text += line;
            self.text.push('\n');
        }
    }
}

/// What a thread proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedThread(pub Verified);

/// Where a thread contradicts itself, or lacks something.
#[derive(Debug, thiserror::Error)]
pub enum Doubt {
    #[error("nothing was said of the dice before the first post (the hash of the seed), so nothing can be checked")]
    NoOpeningStatement,
    /// There is no seed, or not the one whose hash was published.
    #[error(transparent)]
    Seed(Difference),
    #[error(
        "it was fought with another scenario, other data, or files of other names: {said} was published, and this is {found}"
    )]
    Scenario { said: String, found: String },
    #[error("line {line}: {why}")]
    Deed { line: usize, why: Refused },
    #[error("line {line}: the report is of round {said}, but the thread has closed round {found} there")]
    Round { line: usize, said: u16, found: String },
    #[error("line {line}: round {round} was played with {what} {said}, and this thread gives {found}")]
    Differs { line: usize, round: u16, what: &'static str, said: String, found: String },
    #[error(
        "line {line}: the report of round {round} says \"{said}\", and by this thread it is \"{found}\" (or another version of \
         fieldpost wrote it)"
    )]
    Words { line: usize, round: u16, said: String, found: String },
    #[error("line {line}: round {round} was closed, and nothing was said of its dice")]
    Silent { line: usize, round: u16 },
    #[error("line {line}: round {round} was closed, and the thread doesn't say what the commander ordered in it")]
    NoCommander { line: usize, round: u16 },
}

/// Plays a thread again, from its posts, the scenario and the seed at its end.
///
/// # Errors
///
/// The first difference from what the thread says.
pub fn verify(text: &str, scenario: &Scenario) -> Result<VerifiedThread, Doubt> {
    let seats: Vec<&str> = scenario.opening.stage().seats.iter().map(|it| it.name.as_str()).collect();
    let entries = thread::read_all(text, &seats);
    let said = |entry: &thread::Entry| match &entry.deed {
        Deed::Says(text) => text.lines().filter_map(fair::read_statement).collect(),
        _ => Vec::new(),
    };
    let mut before = entries.iter().take_while(|it| matches!(it.deed, Deed::Says(_))).flat_map(said);
    let opening = before.find(|it| matches!(it, Statement::Opening { .. }));
    let Some(Statement::Opening { commitment, scenario: digest }) = opening else {
        return Err(Doubt::NoOpeningStatement);
    };
    let revealed = entries.last().into_iter().flat_map(said).find(|it| matches!(it, Statement::Seed(_)));
    let Some(Statement::Seed(seed)) = revealed else { return Err(Doubt::Seed(Difference::NoSeed)) };
    let seed = Seed::from_bytes(seed.0);
    is_committed(&seed, commitment).map_err(Doubt::Seed)?;
    let commanded = entries.iter().flat_map(said).filter_map(|it| match it {
        Statement::Commander { round, commanded } => Some((round, commanded)),
        _ => None,
    });
    let commanded = commanded.collect();
    let mut again = ThreadReplay { table: opened(scenario, seed, digest)?, commanded, unstated: None, posts: 0 };
    for entry in &entries {
        again.take(entry)?;
        for said in said(entry) {
            again.compare(entry, &said)?;
        }
    }
    again.no_silent_round()?;
    Ok(VerifiedThread(Verified { posts: again.posts, ..Verified::of(&again.table) }))
}

/// The table of the scenario whose digest was published: this scenario as it is, or with one of the commander levels
/// that a battle can be given when it begins.
fn opened(scenario: &Scenario, seed: Seed, said: String) -> Result<Table, Doubt> {
    let open = |scenario: &Scenario| {
        let table = Table::open(scenario, Language::default(), seed.clone());
        (table.log().first().map(fair::scenario_digest).unwrap_or_default(), table)
    };
    let (found, table) = open(scenario);
    if found == said {
        return Ok(table);
    }
    let led = Level::ALL.iter().filter_map(|it| scenario.led_by(it.1).ok());
    let mut tables = led.map(|it| open(&it));
    tables.find(|it| it.0 == said).map(|it| it.1).ok_or(Doubt::Scenario { said, found })
}

/// A thread that is being played again.
struct ThreadReplay {
    table: Table,
    /// The commander's orders for each round still to come, in the order in which the rounds were closed.
    commanded: VecDeque<(u16, Value)>,
    /// The line and the round of a `/resolve` whose dice have not been stated yet.
    unstated: Option<(usize, u16)>,
    posts: usize,
}

impl ThreadReplay {
    fn take(&mut self, entry: &thread::Entry) -> Result<(), Doubt> {
        let author = entry.author.as_str();
        let mut commands = Vec::new();
        let done = match &entry.deed {
            Deed::Says(_) => return Ok(()),
            Deed::Posts(text) => {
                let (rest, found) = thread::commands(text, command_author(author));
                commands = found;
                self.posts += 1;
                self.table.post(author, &rest).map(|_| ())
            }
            Deed::Edits { post, text } => self.table.edit(author, *post, text).map(|_| ()),
            Deed::Deletes { post } => self.table.delete(author, *post).map(|_| ()),
        };
        match done {
            // Anybody may talk in a thread, also when the battle is over.
            Ok(()) | Err(Refused::NoSuchSeat { .. } | Refused::BattleIsOver) => (),
            Err(why) => return Err(Doubt::Deed { line: entry.line, why }),
        }
        commands.iter().try_for_each(|it| self.command(entry.line, author, it))
    }

    fn command(&mut self, line: usize, author: &str, text: &str) -> Result<(), Doubt> {
        let doubt = |why| Doubt::Deed { line, why };
        let Some(command) = Command::read(text).transpose().map_err(doubt)? else { return Ok(()) };
        if command != Command::Resolve || !author.eq_ignore_ascii_case(GM) {
            self.table.carry_out(author, &command).map_err(doubt)?;
        } else {
            let commanded = self.commanded.pop_front().filter(|it| it.0 == self.table.round()).map(|it| it.1);
            let commanded = commanded.ok_or(Doubt::NoCommander { line, round: self.table.round() })?;
            self.table.close_with(ClosedBy::Gm, commanded).map_err(doubt)?;
            self.no_silent_round()?;
            self.unstated = self.table.closed().last().map(|it| (line, it.round));
        }
        Ok(())
    }

    fn no_silent_round(&self) -> Result<(), Doubt> {
        self.unstated.map_or(Ok(()), |(line, round)| Err(Doubt::Silent { line, round }))
    }

    fn compare(&mut self, entry: &thread::Entry, said: &Statement) -> Result<(), Doubt> {
        let Statement::Round { round, orders, dice, state } = said else { return Ok(()) };
        let line = entry.line;
        let last = self.table.log().iter().rev().find(|it| matches!(it, Entry::Closed { .. }));
        let Some(Entry::Closed { round: played, orders: orders_again, dice: faces, state: state_again, .. }) = last
        else {
            return Err(Doubt::Round { line, said: *round, found: "none".to_owned() });
        };
        if played != round || self.unstated.is_none() {
            return Err(Doubt::Round { line, said: *round, found: played.to_string() });
        }
        let pairs = [
            ("orders", orders, fair::short_digest(*orders_again)),
            ("dice", dice, fair::dice_digest(faces)),
            ("the state", state, fair::short_digest(*state_again)),
        ];
        for (what, said, found) in pairs {
            if *said != found {
                return Err(Doubt::Differs { line, round: *round, what, said: said.clone(), found });
            }
        }
        self.unstated = None;
        self.compare_words(entry, *round)
    }

    /// Compares the report of the round that was closed last, line by line. What it says about the next round isn't
    /// compared, because it names deadlines, which aren't in the thread. A round that was taken back later has no
    /// report.
    fn compare_words(&self, entry: &thread::Entry, round: u16) -> Result<(), Doubt> {
        let (Deed::Says(text), Some(closed)) = (&entry.deed, self.table.closed().last()) else { return Ok(()) };
        let lines: Vec<&str> = text.lines().map(|it| it.trim_start_matches(NOTHING).trim_end()).collect();
        let lines: Vec<(usize, &str)> =
            (entry.line + 1..).zip(lines).filter(|it| fair::read_statement(it.1).is_none()).collect();
        if lines.iter().all(|it| it.1.is_empty()) {
            return Ok(());
        }
        let plain = |document: &Document| Markup::Plain.render(document);
        let report = plain(&closed.report.document());
        let next = closed.report.short.last().cloned().map(|it| Block::Line(it.capitalised()));
        let next = plain(&Document { blocks: next.into_iter().collect() });
        let expected: Vec<&str> = report.lines().map(str::trim_end).filter(|it| !it.is_empty()).collect();
        let mut lines = lines.into_iter().filter(|it| !it.1.is_empty());
        for found in expected {
            let (line, said) = lines.next().unwrap_or((entry.line, ""));
            if said != found && !next.trim_end().ends_with(found) {
                return Err(Doubt::Words { line, round, said: said.to_owned(), found: found.to_owned() });
            }
        }
        match lines.next() {
            Some((line, said)) => Err(Doubt::Words { line, round, said: said.to_owned(), found: String::new() }),
            None => Ok(()),
        }
    }
}

/// What was shown, in sentences for players.
impl fmt::Display for VerifiedThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verified { commitment, undone, .. } = &self.0;
        writeln!(
            f,
            "{}\n\
             Proved: the seed is the one whose hash stands at the head of this thread, {commitment}.\n\
             Proved: the posts in this thread, with the scenario, give the orders of every round it reports.\n\
             Proved: those orders and the seed give every die and the state that each report states.\n\
             Proved: each report says line by line what came of its round; when the next closes is not looked at.",
            self.0.heading()
        )?;
        if !undone.is_empty() {
            let times = count(undone.len() as u64, "time something was", "times something was");
            writeln!(f, "To know: {times} taken back, in public.")?;
        }
        write!(
            f,
            "Not shown: that this text is the thread that you read. Compare the hash with what you were told when it began."
        )
    }
}
