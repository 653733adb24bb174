//! A campaign: people who live on from battle to battle.
//!
//! A campaign is a fold, as a battle is: **roster = entries applied in order**. Its file says what it is played by, its
//! log what happened; the [`Roster`] is derived. A muster writes an ordinary scenario of named people, and what a battle
//! made of them comes from the battle's own log: no rule, order or die of a battle is other than without a campaign.

mod disk;
mod end;
mod entry;
mod files;
mod muster;
mod plan;
mod roster;
mod say;
mod show;
#[cfg(test)]
mod tests;

pub use disk::{Disk, Trouble, write_new};
pub use end::campaign_of;
pub use entry::{Entry, Ruling};
pub use muster::Mustered;
pub use plan::Plan;
pub use roster::{Person, Roster};
pub use show::Shown;

use sha2::{Digest as _, Sha256};

use crate::file;
use crate::file::Problems;
use crate::games::Data;
use crate::store::{Hash, Source};

/// Why something could not be done. Nothing was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(String);

/// A campaign as its log has made it.
#[derive(Clone, Debug)]
pub struct Campaign {
    plan: Plan,
    entries: Vec<Entry>,
    roster: Roster,
    // The digest of all lines of the log.
    chain: Hash,
}

impl Campaign {
    /// Begins a campaign by its file.
    ///
    /// # Errors
    ///
    /// All that is wrong with the file.
    pub fn begin(name: &str, text: &str, data: &Data) -> Result<Campaign, Problems> {
        let plan = Plan::read(name, text, Some(data))?;
        // Where a file lies is nobody's business.
        let name = name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        let begun = Entry::Begun { format: entry::FORMAT, plan: Source { name, text: text.to_owned() } };
        let chain = Hash([0; 32]);
        let roster = Roster::new(&plan);
        let mut campaign = Campaign { plan, entries: Vec::new(), roster, chain };
        let line = campaign.line(&begun);
        campaign.note(begun, &line);
        Ok(campaign)
    }

    /// Begins a season: by a file of its own, with all of another campaign's log that stood when a battle was over.
    ///
    /// # Errors
    ///
    /// If there was no such battle, or the new file doesn't go with what happened.
    pub fn branch(mut self, from: &Campaign, battle: u32) -> Result<Campaign, Refused> {
        let standing = roster::standing(&from.entries).map_err(|it| it.1)?;
        let is_end = |it: &usize| matches!(&from.entries[*it], Entry::Fought(it) if it.n == battle);
        let end = standing.iter().copied().find(is_end).ok_or_else(|| say::no_such_battle(battle))?;
        for n in standing.into_iter().filter(|it| 0 < *it && *it <= end) {
            self.add(from.entries[n].clone()).map_err(|why| say::broken_entry(n + 1, &why))?;
        }
        Ok(self)
    }

    /// Reads a campaign from its log.
    ///
    /// # Errors
    ///
    /// The first line that does not hold.
    pub fn read(log: &str) -> Result<Campaign, Refused> {
        let first = log.lines().next().ok_or_else(say::no_beginning)?;
        let (_, Entry::Begun { format, plan }) = entry_of(1, first)? else { return Err(say::no_beginning()) };
        if format != entry::FORMAT {
            return Err(say::too_new(format, entry::FORMAT));
        }
        // Its names have been checked as it began.
        let plan = Plan::read(&plan.name, &plan.text, None);
        let plan = plan.map_err(|it| say::plan_does_not_hold(&it.to_string()))?;
        let roster = Roster::new(&plan);
        let mut campaign = Campaign { plan, entries: Vec::new(), roster, chain: Hash([0; 32]) };
        for (n, line) in (1..).zip(log.lines()) {
            let (before, entry) = entry_of(n, line)?;
            if before != campaign.chain {
                return Err(say::broken_chain(n));
            }
            campaign.note(entry, line);
        }
        campaign.roster =
            roster::fold(&campaign.plan, &campaign.entries).map_err(|(line, why)| say::broken_entry(line, &why))?;
        Ok(campaign)
    }

    /// What it is called in the musters of its scenarios: its file's name without the ending.
    pub fn key(&self) -> String {
        let name = self.source().name.as_str();
        name.strip_suffix(".toml").unwrap_or(name).chars().take(KEY_LETTERS_MAX).collect()
    }

    /// Everybody, and every battle.
    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    /// Everything that has happened, what was undone included.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The file that it began with.
    pub fn source(&self) -> &Source {
        match &self.entries[0] {
            Entry::Begun { plan, .. } => plan,
            _ => unreachable!("a campaign begins with its beginning"),
        }
    }

    /// Whether this is still the file that it began with.
    ///
    /// # Errors
    ///
    /// The first line that is other.
    pub fn is_played_by(&self, text: &str) -> Result<(), Refused> {
        let Source { name, text: was } = self.source();
        if was == text {
            return Ok(());
        }
        let mut lines = text.lines();
        let (n, line) =
            (1..).zip(was.lines()).find(|it| lines.next() != Some(it.1)).unwrap_or((was.lines().count() + 1, ""));
        Err(say::plan_changed(n, line, name))
    }

    /// Makes an entry so, and says what line it is in the log.
    ///
    /// # Errors
    ///
    /// Why it can't be; then nothing has happened.
    pub fn add(&mut self, entry: Entry) -> Result<String, Refused> {
        match &entry {
            Entry::Undone { .. } => {
                let mut entries = self.entries.clone();
                entries.push(entry.clone());
                self.roster = roster::fold(&self.plan, &entries).map_err(|it| it.1)?;
            }
            other => self.roster.apply(&self.plan, other)?,
        }
        let line = self.line(&entry);
        self.note(entry, &line);
        Ok(line)
    }

    /// The whole log, as it was made here.
    pub fn log(&self) -> String {
        let mut again = Campaign { entries: Vec::new(), chain: Hash([0; 32]), ..self.clone() };
        let mut log = String::new();
        for entry in &self.entries {
            let line = again.line(entry);
            log += &format!("{line}\n");
            again.note(entry.clone(), &line);
        }
        log
    }

    /// The line that takes the last entry that stands back.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn undo(&self) -> Result<Entry, Refused> {
        let standing = roster::standing(&self.entries).map_err(|it| it.1)?;
        let last = standing.last().copied().filter(|it| 0 < *it).ok_or_else(say::nothing_to_undo)?;
        Ok(Entry::Undone { line: last + 1 })
    }

    /// What the last entry that stands was, in words.
    pub fn last_told(&self) -> String {
        let standing = roster::standing(&self.entries).unwrap_or_default();
        match standing.last().and_then(|it| self.entries.get(*it)) {
            Some(Entry::Mustered { n, title, .. }) => format!("the muster for battle {n}, {title}"),
            Some(Entry::Fought(it)) => format!("the end of battle {}", it.n),
            Some(Entry::Ruled { who, .. }) => format!("a ruling on {who}"),
            Some(Entry::Bought { who, what }) => format!("{what}, bought by {who}"),
            Some(Entry::Begun { .. } | Entry::Undone { .. }) | None => "nothing".to_owned(),
        }
    }

    /// A ruling, as the GM writes it: `Wren fit`.
    ///
    /// # Errors
    ///
    /// If it is none, or there is no reason for it.
    pub fn rule(&self, text: &str, why: &str) -> Result<Entry, Refused> {
        let why = one_line(why)?;
        if why.is_empty() {
            return Err(say::no_reason());
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let (name, is) = match words[..] {
            [ref name @ .., "fit"] => (name, Ruling::Fit),
            [ref name @ .., "dead"] => (name, Ruling::Dead),
            [ref name @ .., "out", battles] => {
                let battles: u8 = battles.parse().map_err(|_| say::unclear_ruling(text))?;
                (name, Ruling::Out(u32::from(battles)))
            }
            [ref name @ .., "xp", by] => {
                let by: i16 = by.trim_start_matches('+').parse().map_err(|_| say::unclear_ruling(text))?;
                (name, Ruling::Xp(i32::from(by)))
            }
            [ref name @ .., "joins", squad] => (name, Ruling::Joins(squad.to_owned())),
            _ => return Err(say::unclear_ruling(text)),
        };
        Ok(Entry::Ruled { who: self.named(&name.join(" "))?, is, why })
    }

    /// A purchase.
    ///
    /// # Errors
    ///
    /// If there is nobody of that name.
    pub fn buy(&self, who: &str, what: &str) -> Result<Entry, Refused> {
        let is_it = |it: &&plan::Purchase| it.name.eq_ignore_ascii_case(what.trim());
        let found = self.plan.purchases.iter().find(is_it);
        let what = found.map_or_else(|| what.to_owned(), |it| it.name.clone());
        Ok(Entry::Bought { who: self.named(who)?, what })
    }

    /// Somebody's whole name.
    fn named(&self, name: &str) -> Result<String, Refused> {
        self.roster.find(name).map(|it| it.name.clone()).ok_or_else(|| say::nobody(name, &self.roster.people))
    }

    /// An entry as a line of the log.
    fn line(&self, entry: &Entry) -> String {
        let mut line = serde_json::to_value(entry).expect("entries have string keys only, so they are JSON");
        line[BEFORE] = self.chain.to_string().into();
        line.to_string()
    }

    fn note(&mut self, entry: Entry, line: &str) {
        let mut hash = Sha256::new();
        hash.update(self.chain.0);
        hash.update(line);
        self.chain = Hash(hash.finalize().into());
        self.entries.push(entry);
    }
}

/// The key of a line for the digest of all lines before it.
const BEFORE: &str = "before";

/// Letters of a campaign's file name that stand in musters.
const KEY_LETTERS_MAX: usize = 30;

/// A line of a log: the digest of those before it, and the entry.
fn entry_of(n: usize, line: &str) -> Result<(Hash, Entry), Refused> {
    let wrong = |why: serde_json::Error| say::not_a_log(n, &why.to_string());
    let mut value: serde_json::Value = serde_json::from_str(line).map_err(wrong)?;
    let before = value.as_object_mut().and_then(|it| it.remove(BEFORE));
    let before = before.as_ref().and_then(|it| it.as_str()?.parse().ok());
    let before = before.ok_or_else(|| say::not_a_log(n, "it does not say what stands before it"))?;
    Ok((before, serde_json::from_value(value).map_err(wrong)?))
}

/// A text of people's as a log keeps it.
fn one_line(text: &str) -> Result<String, Refused> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match say::REASON_LETTERS_MAX < text.chars().count() || text.contains(char::is_control) {
        true => Err(say::text_too_long(say::REASON_LETTERS_MAX)),
        false => Ok(text),
    }
}

/// The JSON Schema of a campaign's file, for editors.
pub fn schema() -> serde_json::Value {
    file::schema_of::<files::CampaignFile>("A campaign of Fieldpost")
}
