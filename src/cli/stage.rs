//! A table in the terminal, and the places where its results go.

use std::io::{self, IsTerminal as _};

use serde_json::json;

use crate::cli::command::{Answers, command, enter};
use crate::cli::keep::Kept;
use crate::cli::output::{Output, owed, tell};
use crate::cli::save::{self, Folder};
use crate::cli::{Trouble, print, progress};
use crate::dice::Seed;
use crate::game::Stage as Battle;
use crate::page::{Markup, as_what_if};
use crate::referee::Table;
use crate::referee::commands::GM;
use crate::referee::thread::Entry;
use crate::store::Hash;

/// The most rounds that `--until` closes.
const ROUNDS_MAX: usize = 100;

/// A table, and the places where its results go.
pub(super) struct Stage {
    pub(super) table: Table,
    pub(super) kept: Option<Kept>,
    /// Whether the battle is given up when the thread ends, if nobody has won.
    pub(super) given_up: bool,
    pub(super) folder: Option<Folder>,
    pub(super) json: bool,
    /// Whether reports are shown line by line.
    pub(super) ledger: bool,
    // `None` until it is published, or shown so that the battle can be played on.
    pub(super) seed: Option<Hash>,
    // The battle's own table, while a what-if of it is played.
    pub(super) battle: Option<Table>,
    /// The text that was shown last; empty after a round.
    pub(super) shown_last: String,
}

impl Stage {
    /// A table with a battle that is neither kept nor given up.
    pub(super) fn new(table: Table, folder: Option<Folder>, json: bool, ledger: bool) -> Stage {
        let shown_last = String::new();
        Stage { table, kept: None, given_up: false, folder, json, ledger, seed: None, battle: None, shown_last }
    }

    /// Begins a what-if, as an author may know the battle.
    pub(super) fn what_if(&mut self, author: &str, seed: Seed) -> Result<(), Trouble> {
        match self.table.what_if(author, seed) {
            Ok(table) => {
                let shown = Hash(table.seed().reveal());
                self.battle = Some(std::mem::replace(&mut self.table, table));
                self.say(&format!(
                    "\nRound {} as {author} may know it: the orders in sight stand. You may give any side's: \
                     change seats before it with @ and a name, or with @{GM}. Left out: what you can't know, and what the \
                     scenario has in store. Its dice come from the seed {shown}, which no battle has. \
                     /resolve plays a round, /leave goes back.\n",
                    self.table.round()
                ))
            }
            Err(why) => self.say(&format!("\n{why}.\n")),
        }
    }

    /// Returns to the battle.
    pub(super) fn leave_what_if(&mut self) -> Result<(), Trouble> {
        match self.battle.take() {
            Some(battle) => {
                self.table = battle;
                let (round, owed) = (self.table.round(), owed(&self.table));
                self.say(&format!("\nBack in the battle: round {round} is open. {owed}\n"))
            }
            None => self.say("\nThis is the battle itself. /what-if begins a what-if.\n"),
        }
    }

    /// Plays a whole thread, with a progress bar if somebody can watch it.
    pub(super) fn play(&mut self, entries: &[Entry]) -> Result<(), Trouble> {
        // On a terminal, reports appear there, and a bar among them would be noise.
        let is_watched = !io::stdout().is_terminal();
        let bar = progress(entries.len(), "{wide_bar} {pos} of {len} posts", is_watched);
        let answers = if self.json { Answers::LeftOut } else { Answers::Shown };
        for entry in entries {
            let outcomes = enter(&mut self.table, entry, answers);
            self.keep(Some(entry))?;
            bar.suspend(|| outcomes.iter().try_for_each(|it| self.show(it)))?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// Closes rounds without orders until a report contains these words, or the battle is over.
    pub(super) fn play_until(&mut self, words: &str) -> Result<(), Trouble> {
        let words = words.to_lowercase();
        for _ in 0..ROUNDS_MAX {
            let outcome = command(&mut self.table, GM, "resolve");
            self.keep(None)?;
            self.show(&outcome)?;
            let closed = self.table.closed().last().map(|it| [it.report.public(), it.report.document()]);
            let Some(told) = closed.map(|it| it.map(|it| Markup::Plain.render(&it).to_lowercase())) else { break };
            if told.iter().any(|it| it.contains(&words)) {
                return Ok(());
            }
            if self.table.stage().outcome.is_some() {
                break;
            }
        }
        self.say(&format!("No report had the words \"{words}\".\n"))
    }

    /// Stores what has happened, before it is shown.
    pub(super) fn keep(&mut self, entry: Option<&Entry>) -> Result<(), Trouble> {
        match &mut self.kept {
            // What-ifs are not stored.
            Some(kept) if self.battle.is_none() => kept.keep(&self.table, entry),
            _ => Ok(()),
        }
    }

    /// Shows a result.
    pub(super) fn show(&mut self, output: &Output) -> Result<(), Trouble> {
        self.shown_last.clear();
        match output {
            Output::Text(text) => {
                self.shown_last.clone_from(text);
                self.say(text)
            }
            Output::RoundClosed(n) => self.round(*n),
        }
    }

    /// Prints text for people. With `--json` nobody reads it, so nothing is printed.
    pub(super) fn say(&self, text: &str) -> Result<(), Trouble> {
        match self.json {
            true => Ok(()),
            false if self.table.is_what_if() => tell(&as_what_if(text)),
            false => tell(text),
        }
    }

    fn round(&mut self, n: usize) -> Result<(), Trouble> {
        // A post of several commands may have closed the round and reopened it.
        let Some(closed) = self.table.closed().get(n) else { return Ok(()) };
        if let Some(folder) = self.folder.as_mut().filter(|_| self.battle.is_none()) {
            folder.round(&self.table, n)?;
            // Written after each round, so that Ctrl-C loses nothing.
            folder.battle(&self.table)?;
        }
        if self.json {
            return print(&save::json_of(&self.table, closed)?);
        }
        let report = if self.ledger { closed.report.document() } else { closed.report.public() };
        tell(&format!("\n{}\n", Markup::Plain.render(&report)))
    }

    /// Publishes the seed once the battle is over. Until then the files are for players who continue the battle. The
    /// seed is shown only if the battle isn't kept, so that its player can continue it with more posts.
    fn reveal(&mut self) -> Result<(), Trouble> {
        let goes_on = !self.table.is_over() && !self.given_up;
        if goes_on && !self.table.is_what_if() {
            self.seed = self.kept.is_none().then(|| Hash(self.table.seed().reveal()));
            return Ok(());
        }
        self.seed = Some(self.table.reveal());
        self.keep(None)
    }

    /// Ends the battle, or the thread: publishes the seed if it may, writes the last files, and prints the end.
    pub(super) fn close(&mut self) -> Result<(), Trouble> {
        if let Some(battle) = self.battle.take() {
            self.table = battle;
        }
        // Once the seed is published, nobody owes orders any more.
        let owed = owed(&self.table);
        self.reveal()?;
        if let Some(folder) = &self.folder {
            folder.battle(&self.table)?;
            folder.answers(&self.table)?;
        }
        let Battle { round, outcome, .. } = self.table.stage();
        // What-ifs end with their comparison, and nobody continues them.
        let is_battle = !self.table.is_what_if();
        let is_given_up = is_battle && outcome.is_none() && self.table.is_over();
        if outcome.is_some() || is_given_up {
            let report = self.table.final_report();
            let report = if self.table.is_what_if() { report.as_what_if() } else { report };
            if let Some(folder) = &self.folder {
                folder.end(&report)?;
            }
            self.say(&format!("\n{}\n", Markup::Plain.render(&report)))?;
        } else if is_battle {
            self.say(&format!("\nRound {round} is open. {owed}\n"))?;
        }
        if is_given_up {
            self.say(&format!(
                "\nThe battle was given up in round {round}. Its seed is published, so it can't go on.\n"
            ))?;
        }
        if self.json {
            let last = json!({
                "rounds": self.table.closed().len(),
                "outcome": outcome,
                "state_hash": Hash(self.table.playing().digest()).to_string(),
                "seed": self.seed.map(|it| it.to_string()),
            });
            print(&format!("{last}\n"))?;
        }
        Ok(())
    }
}
