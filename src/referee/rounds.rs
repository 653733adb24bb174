//! Rounds: closed, tried beforehand, changed by hand, and undone.

use sha2::{Digest as _, Sha256};

use crate::diagnostic::join;
use crate::dice::{Dice, Seed, words_digest};
use crate::field::SquadId;
use crate::line::battle::{Battle, Event, Orders};
use crate::line::commander;
use crate::line::commander::Planned;
use crate::line::orders;
use crate::line::orders::{Absent, absence};
use crate::line::report::{Known, Report, StoodIn, difference};
use crate::page::Document;
use crate::referee::{Changed, Closed, Refused, Table, post_name};
use crate::store::{ClosedBy, Entry, Hash};

/// What undoing would take back, told beforehand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undoing {
    /// The number of the first decision that would be taken back.
    pub before: usize,
    /// The round that would be open.
    pub round: u16,
    /// What would be taken back, the last first: its number, and what it was.
    pub taken_back: Vec<(usize, String)>,
    /// Posts of later rounds. They stay in the thread and count once their round is open again.
    pub waiting: Vec<u32>,
}

impl Table {
    /// What the players have ordered so far.
    pub fn orders(&self) -> Orders {
        orders::collect(&self.battle, &self.accepted()).orders
    }

    /// What every squad does if the round closes now: what was ordered, who stands in for the absent, and what the
    /// commander makes the rest of the GM's squads do.
    fn complete_orders(&self, absent: &[(SquadId, Absent)]) -> Orders {
        self.planned(absent).orders
    }

    fn planned(&self, absent: &[(SquadId, Absent)]) -> Planned {
        let last: &[Event] = self.closed.last().map_or(&[], |it| &it.events);
        let given = commander::stand_in(&self.ruleset, &self.battle, last, &self.orders(), absent);
        commander::explained(&self.ruleset, &self.battle, &given)
    }

    /// What the commander would have its squads do if the round closed now, and why: a line for each decision, for the
    /// GM alone. The green commander gives no reasons.
    pub fn decisions(&self) -> Vec<String> {
        if self.is_over() {
            return Vec::new();
        }
        let planned = self.planned(&self.absent());
        planned.decisions.iter().map(|it| it.told(&self.battle)).collect()
    }

    /// **R-2** Closes the round, plays it and opens the next. Squads without orders hold, unless somebody stands
    /// in for them; the commander gives orders to those that are the GM's and have none.
    ///
    /// # Errors
    ///
    /// If the battle is over.
    pub fn close(&mut self, by: ClosedBy) -> Result<&Closed, Refused> {
        if self.is_over() {
            return Err(Refused::BattleIsOver);
        }
        let absent = self.absent();
        let orders = self.complete_orders(&absent);
        let words = words_digest(self.words());
        let mut dice = self.seed.dice(self.battle.round(), &orders.digest(), &words);
        let events = self.ruleset.resolve(&self.battle, &orders, &mut dice);
        let before = self.battle.clone();
        events.iter().for_each(|it| self.battle.apply(it));
        let log = self.chain;
        self.note(Entry::Closed {
            round: before.round(),
            by,
            orders: Hash(orders.digest()),
            dice: dice.rolled().iter().map(|it| it.1.symbol()).collect(),
            events: Hash(digest_of(&events)),
            state: Hash(self.battle.digest()),
            log,
        });
        self.begin_round();
        let stood_in = absent.iter().map(|(squad, how)| self.stood_in(*squad, *how)).collect();
        let known = Known { owed: self.owed(), deadline: None, stood_in };
        let report = Report::of(&before, &events, &known);
        self.decided += 1;
        let (number, entry, dice) = (self.decided, self.log.len(), dice.rolled().to_vec());
        self.closed.push(Closed { number, entry, by, before, orders, events, dice, known, report });
        Ok(&self.closed[self.closed.len() - 1])
    }

    /// Closes the round if nobody is waited for.
    ///
    /// # Errors
    ///
    /// If somebody is, or the battle is over.
    pub fn close_if_complete(&mut self, by: ClosedBy) -> Result<&Closed, Refused> {
        let missing: Vec<String> = self.waited_for().into_iter().map(|it| it.who).collect();
        if !missing.is_empty() {
            return Err(Refused::OrdersMissing(join(&missing, "and")));
        }
        self.close(by)
    }

    fn stood_in(&self, squad: SquadId, how: Absent) -> StoodIn {
        StoodIn { squad, how: absence::told(&self.battle, how) }
    }

    /// Another round is open, in a log that is taken without playing it.
    pub(super) fn skim_to(&mut self, round: u16, decided: usize) {
        (self.unplayed, self.decided) = (Some(round), decided);
        self.begin_round();
    }

    /// Forgets what counts for one round only, and reads what was posted for the one that is open now.
    pub(super) fn begin_round(&mut self) {
        self.people.ready.clear();
        self.watch.begin_round();
        self.read_posts();
    }

    /// What the round might come to if it closed now: with dice of its own, so that nobody can learn from it what the
    /// real ones will be.
    ///
    /// # Errors
    ///
    /// If the battle is over.
    pub fn dry_run(&self, try_number: u64) -> Result<Report, Refused> {
        if self.is_over() {
            return Err(Refused::BattleIsOver);
        }
        let absent = self.absent();
        let orders = self.complete_orders(&absent);
        let mut dice: Dice = Seed::from(try_number).dice(self.battle.round(), &orders.digest(), &words_digest(DRY_RUN));
        let events = self.ruleset.resolve(&self.battle, &orders, &mut dice);
        let stood_in = absent.iter().map(|(squad, how)| self.stood_in(*squad, *how)).collect();
        Ok(Report::of(&self.battle, &events, &Known { stood_in, ..Known::default() }))
    }

    /// Changes the battle by hand, as the GM says.
    ///
    /// # Errors
    ///
    /// If it can't be understood or may not be, with the remedy; or the battle is over.
    pub fn change(&mut self, text: &str) -> Result<&Changed, Refused> {
        if self.is_over() {
            return Err(Refused::BattleIsOver);
        }
        let edit = orders::edit::read(text, &self.names, &self.battle).map_err(|why| Refused::of(text, &why))?;
        let events = self
            .battle
            .edit(&edit)
            .map_err(|why| Refused::Unclear(format!("this battle does not allow it ({why:?})")))?;
        let before = self.battle.clone();
        events.iter().for_each(|it| self.battle.apply(it));
        self.note(Entry::Changed { text: text.to_owned(), state: Hash(self.battle.digest()) });
        // Orders were read against another battle.
        self.read_posts();
        let difference: Document = difference(&before, &self.battle);
        self.decided += 1;
        let (number, entry) = (self.decided, self.log.len());
        self.changed.push(Changed { number, entry, text: text.to_owned(), before, events, difference });
        Ok(&self.changed[self.changed.len() - 1])
    }

    /// What can be undone, the last first: its number among all decisions that stand, and what it was.
    pub fn can_be_undone(&self) -> Vec<(usize, String)> {
        let closed = self.closed.iter().map(|it| (it.number, format!("round {} was closed", it.before.round())));
        let changed = self.changed.iter().map(|it| (it.number, format!("the GM changed: {}", it.text)));
        let mut all: Vec<(usize, String)> = closed.chain(changed).collect();
        all.sort_by_key(|it| std::cmp::Reverse(it.0));
        all
    }

    /// What undoing would take back: a decision and all after it; without a number, the last.
    ///
    /// # Errors
    ///
    /// If there is nothing to undo, or nothing of that number, or the battle is over for good.
    pub fn undoing(&self, number: Option<usize>) -> Result<Undoing, Refused> {
        if self.is_revealed() {
            return Err(Refused::BattleIsOver);
        }
        let all = self.can_be_undone();
        let Some((last, _)) = all.first() else { return Err(Refused::NothingToUndo) };
        let before = number.unwrap_or(*last);
        let Some(round) = self.state_before(before).map(Battle::round) else {
            let list: Vec<String> = all.iter().take(9).map(|(number, what)| format!("{number} ({what})")).collect();
            let help = format!("What can be is {}", join(&list, "and"));
            return Err(Refused::NoSuchDecision { number: before, help });
        };
        let waiting = self.posts.iter().filter(|it| round < it.round && it.text.is_some() && !it.is_hidden());
        Ok(Undoing {
            before,
            round,
            taken_back: all.into_iter().filter(|it| before <= it.0).collect(),
            waiting: waiting.map(|it| it.number).collect(),
        })
    }

    /// The battle as a decision found it.
    fn state_before(&self, number: usize) -> Option<&Battle> {
        let closed = self.closed.iter().find(|it| it.number == number).map(|it| &it.before);
        closed.or_else(|| self.changed.iter().find(|it| it.number == number).map(|it| &it.before))
    }

    /// Takes back a decision and all after it; without a number, the last. Posts stay where they are: those of the round
    /// that is open again count again, and closed with the same orders it gives the same dice.
    ///
    /// # Errors
    ///
    /// As of [`Table::undoing`].
    pub fn undo(&mut self, number: Option<usize>) -> Result<Undoing, Refused> {
        let undoing = self.undoing(number)?;
        if let Some(battle) = self.state_before(undoing.before) {
            self.battle = battle.clone();
        }
        self.closed.retain(|it| it.number < undoing.before);
        self.changed.retain(|it| it.number < undoing.before);
        self.decided = undoing.before - 1;
        self.note(Entry::Undone { before: undoing.before as u32, round: self.battle.round() });
        self.begin_round();
        Ok(undoing)
    }

    /// How many times rounds or changes were taken back: what is told in public.
    pub fn times_undone(&self) -> usize {
        self.log.iter().filter(|it| matches!(it, Entry::Undone { .. })).count()
    }
}

/// Keeps the dice of a dry run apart from those of any battle: seats have names, and this has none.
const DRY_RUN: [(&str, &str); 1] = [("", "dry run")];

impl std::fmt::Display for Undoing {
    /// What it takes back, a line each, for whoever is about to do it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (number, what) in &self.taken_back {
            writeln!(f, "Taken back: {what} (decision {number}).")?;
        }
        if !self.waiting.is_empty() {
            let posts: Vec<String> = self.waiting.iter().map(|it| post_name(*it)).collect();
            writeln!(f, "Posts of later rounds stay and wait for their round: {}.", posts.join(", "))?;
        }
        write!(
            f,
            "Round {} is open again, with its posts. Closed with the same orders it gives the same dice.",
            self.round
        )
    }
}

/// The digest of what happened: SHA-256 over the events as JSON.
fn digest_of(events: &[Event]) -> [u8; 32] {
    let text = serde_json::to_vec(events).expect("events have no maps and no floats, so they are JSON");
    Sha256::digest(text).into()
}
