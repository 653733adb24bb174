//! Campaigns: people who live on from battle to battle.
//!
//! A campaign is a fold, as a battle is: **roster = entries applied in order**. Its file says how it is played, its log
//! says what happened, and the [`Roster`] follows from both. A muster writes an ordinary scenario with the campaign's
//! people in it. What became of them is read from the battle's own log: no rule, order or die of a battle is different
//! because of a campaign.

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
pub use show::CampaignPage;

use crate::file::{self, Problems};
use crate::games::{self, Data};
use crate::store::{self, Hash, Source};

/// Why something could not be done. Nothing was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(String);

/// A campaign, as its log has made it.
#[derive(Clone, Debug)]
pub struct Campaign {
    plan: Plan,
    // The plans of earlier seasons, in order.
    earlier: Vec<Plan>,
    entries: Vec<Entry>,
    roster: Roster,
    // The digest of all lines of the log.
    chain: Hash,
}

impl Campaign {
    /// Begins a campaign from its file.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the file.
    pub fn begin(name: &str, text: &str, data: &Data) -> Result<Campaign, Problems> {
        let plan = Plan::read(name, text, Some(data))?;
        let plan_file = Source { name: file::last_part(name).to_owned(), text: text.to_owned() };
        let begun = Entry::Begun { format: entry::FORMAT, plan: plan_file };
        Ok(Campaign::begun_by(plan, begun))
    }

    fn begun_by(plan: Plan, begun: Entry) -> Campaign {
        let mut campaign = Campaign::without_entries(plan);
        campaign.append(begun);
        campaign
    }

    fn without_entries(plan: Plan) -> Campaign {
        let roster = Roster::new(&plan);
        Campaign { plan, earlier: Vec::new(), entries: Vec::new(), roster, chain: Hash([0; 32]) }
    }

    /// The campaign as it stood when this battle was over.
    ///
    /// # Errors
    ///
    /// If there was no such battle.
    pub fn as_after(&self, battle: u32) -> Result<Campaign, Refused> {
        let standing = self.standing()?;
        let is_end = |it: &usize| matches!(&self.entries[*it], Entry::Fought(it) if it.n == battle);
        let end = standing.iter().copied().find(is_end).ok_or_else(|| say::no_such_battle(battle))?;
        let first = self.earlier.first().unwrap_or(&self.plan).clone();
        let mut then = Campaign::begun_by(first, self.entries[0].clone());
        for n in standing.into_iter().filter(|it| 0 < *it && *it <= end) {
            then.add(self.entries[n].clone()).map_err(|why| say::broken_entry(n + 1, &why))?;
        }
        Ok(then)
    }

    /// Begins a season with the file that `begun` was begun with. What has happened stays as it was.
    ///
    /// # Errors
    ///
    /// If that file doesn't fit what has happened.
    pub fn with_season(mut self, begun: &Campaign) -> Result<Campaign, Refused> {
        self.add(Entry::Season { plan: begun.source().clone() })?;
        Ok(self)
    }

    /// Reads a campaign from its log.
    ///
    /// # Errors
    ///
    /// The first line that is wrong.
    pub fn read(log: &str) -> Result<Campaign, Refused> {
        let first = log.lines().next().ok_or_else(say::no_beginning)?;
        let (_, Entry::Begun { format, plan }) = entry_of(1, first)? else { return Err(say::no_beginning()) };
        if format != entry::FORMAT {
            return Err(say::too_new(format, entry::FORMAT));
        }
        let mut campaign = Campaign::without_entries(plan_of(&plan)?);
        // An editor may leave empty lines at the end.
        for (n, line) in (1..).zip(log.lines()).filter(|it| !it.1.trim().is_empty()) {
            let (before, entry) = entry_of(n, line)?;
            if before != campaign.chain {
                return Err(say::broken_chain(n));
            }
            if let Entry::Season { plan } = &entry {
                let plan = plan_of(plan)?;
                campaign.earlier.push(std::mem::replace(&mut campaign.plan, plan));
            }
            campaign.note(entry, line);
        }
        campaign.roster = campaign.fold(&campaign.entries).map_err(|(line, why)| say::broken_entry(line, &why))?;
        Ok(campaign)
    }

    /// Its name in the musters of its scenarios: the name of its file without the ending.
    pub fn key(&self) -> String {
        let name = self.source().name.as_str();
        name.strip_suffix(".toml").unwrap_or(name).chars().take(KEY_LETTERS_MAX).collect()
    }

    /// The name in its file.
    pub fn name(&self) -> &str {
        &self.plan.name
    }

    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    /// Everything that has happened, including what was undone.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The file of the campaign, or of its latest season.
    pub fn source(&self) -> &Source {
        let plan = self.entries.iter().rev().find_map(|it| match it {
            Entry::Begun { plan, .. } | Entry::Season { plan } => Some(plan),
            _ => None,
        });
        plan.expect("a campaign begins with its beginning")
    }

    /// Checks that a file is still the one that the campaign or its latest season began with.
    ///
    /// # Errors
    ///
    /// The first line that differs.
    pub fn is_played_by(&self, text: &str) -> Result<(), Refused> {
        let Source { name, text: was } = self.source();
        // An editor may change line endings, and leave empty lines at the end.
        let (mut lines, mut now) = (was.trim_end().lines(), text.trim_end().lines());
        let pairs = std::iter::from_fn(|| Some((lines.next(), now.next())).filter(|it| *it != (None, None)));
        let Some((n, (line, _))) = (1..).zip(pairs).find(|(_, (was, is))| was != is) else { return Ok(()) };
        let stem = name.strip_suffix(".toml").unwrap_or(name);
        let has_begun = 1 < self.entries_in_words().len();
        Err(say::plan_changed(n, line, name, stem, has_begun))
    }

    /// Applies an entry, and returns its line in the log.
    ///
    /// # Errors
    ///
    /// Why it can't be applied; then nothing has happened.
    pub fn add(&mut self, entry: Entry) -> Result<String, Refused> {
        match &entry {
            Entry::Undone { .. } => {
                let mut entries = self.entries.clone();
                entries.push(entry.clone());
                self.roster = self.fold(&entries).map_err(|it| it.1)?;
            }
            Entry::Season { plan } => {
                let next = plan_of(plan)?;
                let mut roster = self.roster.clone();
                roster.begin_season(&self.plan, &next, &plan.name)?;
                self.earlier.push(std::mem::replace(&mut self.plan, next));
                self.roster = roster;
            }
            other => self.roster.apply(&self.plan, other)?,
        }
        Ok(self.append(entry))
    }

    /// The whole log, as it is written here.
    pub fn log(&self) -> String {
        let mut again = Campaign { entries: Vec::new(), chain: Hash([0; 32]), ..self.clone() };
        self.entries.iter().map(|it| again.append(it.clone()) + "\n").collect()
    }

    /// An entry that takes back the last entry that stands.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn undo(&self) -> Result<Entry, Refused> {
        let standing = self.standing()?;
        let last = standing.last().copied().filter(|it| !self.entries[*it].is_beginning());
        Ok(Entry::Undone { line: last.ok_or_else(say::nothing_to_undo)? + 1 })
    }

    /// The last entry that stands, in words.
    pub fn last_entry_in_words(&self) -> String {
        self.entries_in_words().pop().unwrap_or_default()
    }

    /// Every entry that stands, in words and in order.
    pub fn entries_in_words(&self) -> Vec<String> {
        let told = |it: usize| match &self.entries[it] {
            Entry::Mustered { n, title, .. } => format!("the muster for battle {n}, {title}"),
            Entry::Fought(it) => format!("the end of battle {}", it.n),
            Entry::Ruled { who, .. } => format!("a ruling on {who}"),
            Entry::Bought { who, what } => format!("{what}, bought by {who}"),
            Entry::Begun { plan, .. } | Entry::Season { plan } => format!("the beginning by {}", plan.name),
            Entry::Undone { line } => format!("the taking back of line {line}"),
        };
        roster::standing(&self.entries).unwrap_or_default().into_iter().map(told).collect()
    }

    /// The entry that was taken back just now, if that is the last thing that happened.
    pub fn last_taken_back(&self) -> Option<&Entry> {
        let Some(Entry::Undone { line }) = self.entries.last() else { return None };
        self.entries.get(line.checked_sub(1)?)
    }

    /// Whether a text is the scenario of a muster that was taken back. It must be unchanged but for the level of its
    /// commander.
    pub fn is_void(&self, scenario: &str) -> bool {
        let digest = end::scenario_digest(scenario);
        self.taken_back().any(|it| matches!(it, Entry::Mustered { made: Some(made), .. } if *made == digest))
    }

    /// Entries that no longer count.
    fn taken_back(&self) -> impl Iterator<Item = &Entry> {
        let standing = roster::standing(&self.entries).unwrap_or_default();
        self.entries.iter().enumerate().filter(move |it| !standing.contains(&it.0)).map(|it| it.1)
    }

    /// Reads a ruling as the GM writes it: `Wren fit`.
    ///
    /// # Errors
    ///
    /// If it is no ruling, has no reason, or would change nothing.
    pub fn rule(&self, text: &str, why: &str) -> Result<Entry, Refused> {
        let why = one_line(why)?;
        if why.is_empty() {
            return Err(say::no_reason());
        }
        let (words, lower) = (text.split_whitespace().collect::<Vec<&str>>(), text.to_lowercase());
        let (is, name_end) = match lower.split_whitespace().collect::<Vec<&str>>()[..] {
            [.., "fit"] => (Ruling::Fit, words.len() - 1),
            [.., "dead"] => (Ruling::Dead, words.len() - 1),
            [.., "out", battles] => {
                let number = battles.parse().ok().filter(|it| (1..=OUT_MAX).contains(it));
                (Ruling::Out(number.ok_or_else(|| say::out_of_how_many(battles, OUT_MAX))?), words.len() - 2)
            }
            [.., "xp", by] => {
                if by.parse::<u16>().is_ok_and(|it| 0 < it) && !by.starts_with('+') {
                    return Err(say::more_or_less_xp(by));
                }
                let number = by.parse().ok().filter(|it| (-XP_MAX..=XP_MAX).contains(it) && *it != 0);
                (Ruling::Xp(number.ok_or_else(|| say::how_many_xp(by, XP_MAX))?), words.len() - 2)
            }
            [.., "joins", _] => {
                let wanted = words[words.len() - 1];
                let is_it =
                    |it: &&plan::Squad| it.id.eq_ignore_ascii_case(wanted) || it.name.eq_ignore_ascii_case(wanted);
                let squad = self.plan.squads.iter().find(is_it).map_or(wanted, |it| it.id.as_str());
                (Ruling::Joins(squad.to_owned()), words.len() - 2)
            }
            _ => return Err(say::unclear_ruling(text)),
        };
        let who = self.named(&words[..name_end].join(" "))?;
        self.has_effect(&who, &is)?;
        Ok(Entry::Ruled { who, is, why })
    }

    /// Refuses a ruling that changes nothing, because rulings are public and counted.
    fn has_effect(&self, who: &str, is: &Ruling) -> Result<(), Refused> {
        let Some(person) = self.roster.find(who) else { return Ok(()) };
        let last = self.roster.next_battle() - 1;
        match is {
            Ruling::Fit if !person.is_dead && person.out_until <= last => Err(say::is_so_already(who, "fit")),
            Ruling::Dead if person.is_dead => Err(say::is_so_already(who, "dead")),
            Ruling::Out(_) | Ruling::Xp(_) | Ruling::Joins(_) if person.is_dead => Err(say::is_dead(who)),
            Ruling::Out(battles) if person.out_until == last.saturating_add(*battles) => {
                Err(say::is_so_already(who, &say::out_of(last + 1, person.out_until)))
            }
            Ruling::Joins(squad) if person.squad.as_ref() == Some(squad) => {
                Err(say::is_so_already(who, &format!("in {squad}")))
            }
            _ => Ok(()),
        }
    }

    /// Makes the entry for a purchase.
    ///
    /// # Errors
    ///
    /// If nobody has this name, or, by these data, the purchase would change nothing for them.
    pub fn buy(&self, who: &str, what: &str, data: &Data) -> Result<Entry, Refused> {
        let is_it = |it: &&plan::Purchase| it.name.eq_ignore_ascii_case(what.trim());
        let found = self.plan.purchases.iter().find(is_it);
        let person = self.person(who)?;
        if let Some(it) = found
            && let Some(units) = games::units(&self.plan.game, data, "")
        {
            let hero = person.hero.and_then(|it| self.plan.heroes.get(it));
            let of_hero = hero.map_or_else(Vec::new, |it| [units.abilities(&it.class), &it.abilities].concat());
            if it.ability.as_ref().is_some_and(|it| of_hero.contains(it) || person.abilities.contains(it)) {
                return Err(say::has_ability(&person.name, &it.name));
            }
            let unit = hero.map_or_else(|| person.unit.clone(), |it| it.unit_by(Some(&*units)));
            let was = |key: &String| person.change.get(key).copied().unwrap_or_default();
            let then: plan::Change = it.change.iter().map(|(key, by)| (key.clone(), was(key) + by)).collect();
            let can = |key: &str, by: i64| units.changed(&unit, key, by).0;
            if !then.is_empty() && then.iter().all(|(key, by)| can(key, was(key)) == can(key, *by)) {
                return Err(say::no_use(&person.name, &it.name, &unit, &show::changes(&then)));
            }
        }
        let what = found.map_or_else(|| what.to_owned(), |it| it.name.clone());
        Ok(Entry::Bought { who: person.name.clone(), what })
    }

    /// The indices of the entries that stand.
    fn standing(&self) -> Result<Vec<usize>, Refused> {
        roster::standing(&self.entries).map_err(|it| it.1)
    }

    /// The roster that follows from entries, by the plans of this campaign's seasons.
    fn fold(&self, entries: &[Entry]) -> Result<Roster, (usize, Refused)> {
        let plans: Vec<&Plan> = self.earlier.iter().chain([&self.plan]).collect();
        roster::fold(&plans, entries)
    }

    /// The plan when a battle was entered; for a battle that isn't over, the present plan.
    fn plan_at(&self, battle: u32) -> &Plan {
        let is_end = |it: &usize| matches!(&self.entries[*it], Entry::Fought(it) if it.n == battle);
        let standing = roster::standing(&self.entries).unwrap_or_default();
        let before = standing.into_iter().find(is_end).unwrap_or(self.entries.len());
        let seasons = self.entries[..before].iter().filter(|it| matches!(it, Entry::Season { .. })).count();
        self.earlier.get(seasons).unwrap_or(&self.plan)
    }

    /// Somebody's full name, from that name or from a part of it that nobody else has.
    fn named(&self, name: &str) -> Result<String, Refused> {
        self.person(name).map(|it| it.name.clone())
    }

    fn person(&self, name: &str) -> Result<&Person, Refused> {
        if let Some(person) = self.roster.find(name) {
            return Ok(person);
        }
        let people = &self.roster.people;
        match people.iter().filter(|it| has_part(&it.name, name)).collect::<Vec<_>>()[..] {
            [only] => Ok(only),
            [] => Err(say::nobody(name, people)),
            ref several => Err(say::several(name, &several.iter().map(|it| it.name.as_str()).collect::<Vec<_>>())),
        }
    }

    /// Adds an entry, and returns its line in the log.
    fn append(&mut self, entry: Entry) -> String {
        let mut line = serde_json::to_value(&entry).expect("entries have string keys only, so they are JSON");
        line[BEFORE] = self.chain.to_string().into();
        let line = line.to_string();
        self.note(entry, &line);
        line
    }

    fn note(&mut self, entry: Entry, line: &str) {
        self.chain = Hash(store::chain(self.chain.0, &[line]));
        self.entries.push(entry);
    }
}

/// Whether a name contains these words in a row, ignoring case: `Marsh` in `Lt. Marsh`.
fn has_part(name: &str, part: &str) -> bool {
    let words = |text: &str| text.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>();
    let (name, part) = (words(name), words(part));
    !part.is_empty() && name.windows(part.len()).any(|it| it == part)
}

/// The most battles that somebody can be ruled out of.
const OUT_MAX: u32 = 100;

/// The most XP that a ruling can give or take.
const XP_MAX: i32 = 1_000;

/// The key of the digest of all earlier lines.
const BEFORE: &str = "before";

/// The longest campaign key in a muster, in letters.
const KEY_LETTERS_MAX: usize = 30;

/// Splits a line of a log into the digest of the lines before it and its entry.
fn entry_of(n: usize, line: &str) -> Result<(Hash, Entry), Refused> {
    let mut value: serde_json::Value = serde_json::from_str(line).map_err(|why| match why.is_eof() {
        true => say::is_cut_off(n),
        false => say::not_a_log(n),
    })?;
    if n == 1 && value["entry"] == "created" {
        return Err(say::is_a_battles_log());
    }
    let before = value.as_object_mut().and_then(|it| it.remove(BEFORE));
    let before = before.as_ref().and_then(|it| it.as_str()?.parse().ok()).ok_or_else(|| say::not_a_log(n))?;
    Ok((before, serde_json::from_value(value).map_err(|_| say::not_a_log(n))?))
}

/// The plan in a log. Its names were checked when it began.
fn plan_of(source: &Source) -> Result<Plan, Refused> {
    Plan::read(&source.name, &source.text, None).map_err(|it| say::plan_does_not_hold(&it.to_string()))
}

/// A text by a person, on one line as logs keep it.
fn one_line(text: &str) -> Result<String, Refused> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match say::REASON_LETTERS_MAX < text.chars().count() || text.contains(char::is_control) {
        true => Err(say::text_too_long(say::REASON_LETTERS_MAX)),
        false => Ok(text),
    }
}
