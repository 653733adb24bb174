//! Closes rounds, tries them beforehand, changes battles by hand, and undoes all of this.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::diagnostic::{join, possessive};
use crate::dice::{Dice, Seed, words_digest};
use crate::field::SquadId;
use crate::page::{Block, Document, Known, Report, Rich, StoodIn, Voice};
use crate::post::{Absent, Poster, lines};
use crate::referee::{Changed, Closed, Post, Refused, Table};
use crate::store::{ClosedBy, Entry, Hash};

/// What undoing would take back, or took back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undoing {
    /// The number of the first decision to take back.
    pub before: usize,
    /// The round that is open afterwards.
    pub round: u16,
    /// Whether that round is closed now. It isn't if only changes by hand in the open round are taken back.
    pub reopens: bool,
    /// What is taken back, the latest first: the number of each decision, and what it was.
    pub taken_back: Vec<(usize, String)>,
    /// Posters of orders for later rounds. The posts stay in the thread, and count once their round is open again.
    pub waiting: Vec<String>,
    /// A sentence for each post whose orders have changed since its round was closed.
    pub changed: Vec<String>,
}

impl Table {
    /// The commander's reasons for the orders it would give if the round closed now: a line for each decision, for the
    /// GM alone. The green commander gives no reasons.
    pub(crate) fn decisions(&self) -> Vec<String> {
        if self.is_over() { Vec::new() } else { self.playing.reasons(&self.absent(), self.seed.mood()) }
    }

    /// The commander's reasons in a closed round, for everybody, once nobody can profit from them.
    pub(super) fn commander_reasons(&self, closed: &Closed) -> Document {
        let told = if !self.is_revealed() {
            let when = match self.is_over() {
                // The last round can still be taken back and played again.
                true => "That is told once the seed is published: until then the GM can still take rounds back.",
                false => "That is told when the battle is over and its seed is published.",
            };
            vec![when.to_owned()]
        } else {
            let before = self.log.get(..closed.entry - 1).unwrap_or_default();
            let before = Table::resume(before, self.seed.clone(), self.posts_seen, None);
            before.map_or_else(|why| vec![format!("The log does not hold: {why}.")], |it| it.decisions())
        };
        let told =
            if told.is_empty() { vec!["It gave no orders, or gives no reasons for them.".to_owned()] } else { told };
        let heading = Rich::plain(format!("Why · round {}, what the commander had in mind", closed.round));
        let lines = told.into_iter().map(|it| Block::Line(Rich::plain(it)));
        Document { blocks: std::iter::once(Block::Heading(heading)).chain(lines).collect() }
    }

    /// **R-2** Closes the round, plays it and opens the next. Squads without orders hold (R-3), unless somebody stands
    /// in for them. The commander orders the GM's squads that have none.
    ///
    /// # Errors
    ///
    /// If the battle is over.
    pub fn close(&mut self, by: ClosedBy) -> Result<&Closed, Refused> {
        self.refuse_if_over()?;
        let commanded = self.original_commanded();
        let commanded = commanded.unwrap_or_else(|| self.playing.commanded(&self.absent(), self.seed.mood()));
        self.close_with(by, commanded)
    }

    /// Like [`Table::close`], with the orders that were added to those of posts.
    pub(super) fn close_with(&mut self, by: ClosedBy, commanded: Value) -> Result<&Closed, Refused> {
        self.refuse_if_over()?;
        let (absent, without_orders, secrets) = (self.absent(), self.waited_for(), self.secrets());
        let words = words_digest(self.words());
        let number = self.decided + 1;
        self.may_close()?;
        let (seed, what_if) = (&self.seed, self.what_if.as_ref());
        let dice = |round, orders: &[u8; 32]| {
            what_if.and_then(|it| it.fork()?.dice(round)).unwrap_or_else(|| seed.dice(round, orders, &words))
        };
        let closing = self.playing.close(number, &commanded, &dice);
        let closing = closing.ok_or_else(|| Refused::Unclear("its orders are none of this battle".to_owned()))?;
        let log = self.chain;
        self.note(Entry::Closed {
            round: closing.round,
            by,
            commanded,
            orders: Hash(closing.orders),
            dice: closing.dice.iter().map(|it| it.1.symbol()).collect(),
            events: Hash(closing.events),
            state: Hash(closing.state),
            log,
        });
        self.decided = number;
        self.begin_round();
        let voice = Voice::of(self.seed.commitment());
        // In a what-if nobody owes orders.
        let owed = if self.is_what_if() { Vec::new() } else { self.waited_for() };
        let stood_in = self.stood_in(&absent);
        let known = Known { owed, off_map: self.not_on_map(), deadline: None, stood_in, voice };
        let report = self.playing.report(number, &known);
        let report = if self.is_what_if() { report.as_what_if() } else { report };
        let (entry, round, dice, orders) = (self.log.len(), closing.round, closing.dice, closing.orders);
        self.closed.push(Closed { number, entry, round, dice, known, report, without_orders, secrets, orders, words });
        self.repeat_posts();
        Ok(&self.closed[self.closed.len() - 1])
    }

    /// Dice for what happens after the battle. They follow from the last round's key, so that nothing that is posted
    /// later can change them.
    pub fn dice_afterwards(&self) -> Dice {
        match self.closed.last() {
            Some(it) => self.seed.dice(it.round, &it.orders, &it.words),
            None => self.seed.dice(0, &[0; 32], &[0; 32]),
        }
    }

    /// Closes the round if nobody is waited for.
    ///
    /// # Errors
    ///
    /// If somebody is waited for, or the battle is over.
    pub(crate) fn close_if_complete(&mut self, by: ClosedBy) -> Result<&Closed, Refused> {
        let missing: Vec<String> = self.waited_for().into_iter().map(|it| it.who).collect();
        if !missing.is_empty() {
            return Err(Refused::OrdersMissing(join(&missing, "and")));
        }
        self.close(by)
    }

    fn stood_in(&self, absent: &[(SquadId, Absent)]) -> Vec<StoodIn> {
        absent.iter().map(|(squad, how)| StoodIn { squad: *squad, how: self.absence_words(*how) }).collect()
    }

    /// Opens another round of a log that is read without playing it.
    pub(super) fn skim_to(&mut self, round: u16, decided: usize) {
        let before = self.round();
        (self.unplayed, self.decided) = (Some(round), decided);
        self.go_on_from(before);
    }

    /// Begins the open round, unless it was open before; then only reads its posts again.
    fn go_on_from(&mut self, before: u16) {
        if self.round() == before { self.read_posts() } else { self.begin_round() }
    }

    /// Resets what counts for one round only, and reads the posts for the open round.
    pub(super) fn begin_round(&mut self) {
        self.people.ready.clear();
        self.watch.begin_round();
        self.read_posts();
    }

    /// What the round might come to if it closed now. It uses dice of its own, so that nobody learns what the real dice
    /// will be.
    ///
    /// # Errors
    ///
    /// If the battle is over.
    pub(crate) fn dry_run(&self, try_number: u64) -> Result<Report, Refused> {
        self.refuse_if_over()?;
        let absent = self.absent();
        let known = Known { stood_in: self.stood_in(&absent), ..Known::default() };
        let dice = (&Seed::from(try_number), &words_digest(DRY_RUN));
        Ok(self.playing.dry_run(&absent, &known, dice, self.seed.mood()))
    }

    /// Changes the battle by hand, by the GM's text.
    ///
    /// # Errors
    ///
    /// If the text isn't understood or not allowed (with the remedy), or the battle is over.
    pub fn change(&mut self, text: &str) -> Result<&Changed, Refused> {
        self.refuse_if_over()?;
        let number = self.decided + 1;
        let changed = self.playing.change(number, text).map_err(|why| Refused::of(text, &why));
        let difference: Document = changed?;
        self.note(Entry::Changed { text: text.to_owned(), state: Hash(self.playing.digest()) });
        // The posts were read against the battle before the change.
        self.read_posts();
        self.decided = number;
        self.changed.push(Changed { number, entry: self.log.len(), text: text.to_owned(), difference });
        Ok(&self.changed[self.changed.len() - 1])
    }

    /// What can be undone, the latest first: the number of each decision, and what it was.
    pub(crate) fn can_be_undone(&self) -> Vec<(usize, String)> {
        let closed = self.closed.iter().map(|it| (it.number, format!("round {} was closed", it.round)));
        let changed = self.changed.iter().map(|it| (it.number, format!("the GM changed: {}", it.text)));
        let mut all: Vec<(usize, String)> = closed.chain(changed).collect();
        all.sort_by_key(|it| std::cmp::Reverse(it.0));
        all
    }

    /// The number of the decision that a text names: a round, `round 3`; a line of its report, `3.2`; a change, by its
    /// own words; or, in transcripts, any decision by its number, `decision 5`.
    ///
    /// # Errors
    ///
    /// If nothing that can be undone has this name.
    pub(crate) fn decision(&self, named: &str) -> Result<usize, Refused> {
        let named = named.trim();
        if let Some(number) = named.strip_prefix(DECISION).and_then(|it| it.parse().ok()) {
            return Ok(number);
        }
        let all = self.can_be_undone();
        let lower = named.to_lowercase();
        let number = lower.trim_start_matches("round").trim_start_matches([' ', '#']).split('.').next();
        let found = match number.and_then(|it| it.parse::<u16>().ok()) {
            Some(round) => self.closed.iter().find(|it| it.round == round).map(|it| it.number),
            None => all.iter().find(|it| it.1.contains(named) && !named.is_empty()).map(|it| it.0),
        };
        found.ok_or_else(|| {
            let all: Vec<&str> = all.iter().take(9).map(|it| it.1.as_str()).collect();
            Refused::Unclear(match all.is_empty() {
                true => Refused::NothingToUndo.to_string(),
                false => format!("nothing that can be taken back is called that. There is: {}", join(&all, "and")),
            })
        })
    }

    /// What undoing would take back: the decision with this number and all later ones. `None` means the last.
    ///
    /// # Errors
    ///
    /// If there is nothing to undo, nothing has this number, or the seed is published.
    pub fn undoing(&self, number: Option<usize>) -> Result<Undoing, Refused> {
        if self.is_revealed() {
            return Err(Refused::BattleIsOver);
        }
        let all = self.can_be_undone();
        let Some((last, _)) = all.first() else { return Err(Refused::NothingToUndo) };
        let before = number.unwrap_or(*last);
        let Some(round) = self.playing.round_before(before) else {
            let list: Vec<String> = all.iter().take(9).map(|(number, what)| format!("{number} ({what})")).collect();
            let help = format!("These can be undone: {}", join(&list, "and"));
            return Err(Refused::NoSuchDecision { number: before, help });
        };
        let has_orders =
            |it: &Post| it.text.as_ref().is_some_and(|it| !lines::find(it, self.prefix()).orders.is_empty());
        let waiting = self.posts.iter().filter(|it| round < it.round && !it.is_hidden() && has_orders(it));
        let waiting: BTreeSet<Poster> = waiting.map(|it| it.poster).collect();
        Ok(Undoing {
            before,
            round,
            reopens: self.closed.iter().any(|it| before <= it.number),
            taken_back: all.into_iter().filter(|it| before <= it.0).collect(),
            waiting: waiting.into_iter().map(|it| self.name_of(it).to_owned()).collect(),
            changed: self.closed.iter().filter(|it| round <= it.round).flat_map(|it| self.changed_since(it)).collect(),
        })
    }

    /// **R-2** What came too late for a round counts once the round is open again. This tells it: the posts whose
    /// orders were changed or deleted since the round was closed.
    fn changed_since(&self, closed: &Closed) -> Vec<String> {
        let round = closed.round;
        let then = self.log.get(..closed.entry).unwrap_or_default();
        let posts = self.posts.iter().filter(|it| it.round == round && !it.is_hidden());
        let changed = posts.filter_map(|post| {
            let written = then.iter().rev().find_map(|it| match it {
                Entry::Posted { number, text, .. } | Entry::Edited { number, text, .. } if *number == post.number => {
                    Some(text.as_str())
                }
                Entry::Deleted { number, .. } if *number == post.number => Some(""),
                _ => None,
            });
            let [written, stands] = [written, post.text.as_deref()].map(Option::unwrap_or_default);
            let [before, now] = [written, stands].map(|it| ordered(it, self.prefix()));
            // Stories hold no orders, wherever they stand in the post.
            let is_new = before != now && !self.playing.reads_alike(written, stands, post.poster, &self.language);
            let what = if post.text.is_some() { "edited" } else { "deleted" };
            let (counts, orders) =
                if now.is_empty() { ("no longer orders", &before) } else { ("counts as it is now", &now) };
            let shown: String = orders.chars().take(SHOWN_MAX).collect();
            let shown = if shown.len() < orders.len() { format!("{shown}…") } else { shown };
            let whose = possessive(self.name_of(post.poster));
            let said = format!("Since round {round} was closed, {whose} post was {what} and {counts}: {shown}");
            is_new.then_some(said)
        });
        changed.collect()
    }

    /// Takes back a decision and all later ones; `None` means the last. Posts stay: those of the reopened round count
    /// again, and if it is closed with the same orders it gives the same dice.
    ///
    /// # Errors
    ///
    /// The same as for [`Table::undoing`].
    pub fn undo(&mut self, number: Option<usize>) -> Result<Undoing, Refused> {
        let undoing = self.undoing(number)?;
        let before = self.round();
        self.playing.undo(undoing.before);
        self.closed.retain(|it| it.number < undoing.before);
        self.changed.retain(|it| it.number < undoing.before);
        self.decided = undoing.before - 1;
        self.note(Entry::Undone { before: undoing.before as u32, round: self.stage().round });
        self.go_on_from(before);
        Ok(undoing)
    }

    /// How often something was taken back, for the public.
    pub(crate) fn times_undone(&self) -> usize {
        self.log.iter().filter(|it| matches!(it, Entry::Undone { .. })).count()
    }
}

/// The words before a decision's number. Transcripts use numbers because two changes may have the same words.
pub(super) const DECISION: &str = "decision ";

/// Keeps the dice of a dry run apart from those of any battle: the words of a battle come from seats, and every seat
/// has a name.
const DRY_RUN: [(&str, &str); 1] = [("", "dry run")];

/// How much of a post's orders is shown, in letters.
const SHOWN_MAX: usize = 150;

/// A post's orders on one line: everything from its first order on.
fn ordered(text: &str, prefix: &str) -> String {
    let first = lines::find(text, prefix).orders.first().map_or(text.len(), |it| it.start);
    let lines = text.get(first..).unwrap_or_default().lines().map(|it| it.trim().trim_start_matches(prefix));
    lines.filter(|it| !it.is_empty() && !it.starts_with("```")).collect::<Vec<&str>>().join(" / ")
}

impl Undoing {
    /// What it would take back, a line each, to be read before it is done.
    pub fn beforehand(&self) -> String {
        self.text("Would be taken back", "would wait for their round", "would be open again")
    }

    fn text(&self, taken_back: &str, wait: &str, is_open: &str) -> String {
        let mut text = String::new();
        for (_, what) in &self.taken_back {
            text += &format!("{taken_back}: {what}.\n");
        }
        if !self.waiting.is_empty() {
            text += &format!("Orders for later rounds, by {}, {wait}.\n", join(&self.waiting, "and"));
        }
        for changed in &self.changed {
            text += &format!("{changed}\n");
        }
        let round = self.round;
        let is_open = if self.reopens { is_open } else { "stays open" };
        text + &format!("Round {round} {is_open}, with its posts. Closed with the same orders it gives the same dice.")
    }
}

impl std::fmt::Display for Undoing {
    /// What it took back, a line each.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text("Taken back", "wait for their round", "is open again"))
    }
}
