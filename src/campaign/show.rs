//! The pages of a campaign: the roster, the dead, the battles, and a person's life.

use crate::campaign::entry::{End, Fact};
use crate::campaign::plan::Change;
use crate::campaign::roster::{Battle, Chapter, Decision, Deed, Person};
use crate::campaign::say::{changed, out_of};
use crate::campaign::{Campaign, Entry, Refused, Ruling};
use crate::diagnostic::{capitalised, count, join};
use crate::page::{Block, Bold, Document, Rich, say};

/// A page of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CampaignPage {
    Roster,
    /// The dead, as a roll of honour.
    Honour,
    Chronicle,
    /// Somebody's life, by name.
    Person(String),
}

impl CampaignPage {
    /// The page that somebody asks for: one of three words, or a name.
    pub fn of(words: &str) -> CampaignPage {
        match words.trim().to_lowercase().as_str() {
            "" | "roster" => CampaignPage::Roster,
            "honour" | "honor" => CampaignPage::Honour,
            "chronicle" => CampaignPage::Chronicle,
            _ => CampaignPage::Person(words.trim().to_owned()),
        }
    }
}

impl Campaign {
    /// Makes a page.
    ///
    /// # Errors
    ///
    /// If nobody has this name.
    pub fn show(&self, page: &CampaignPage) -> Result<Document, Refused> {
        match page {
            CampaignPage::Roster => Ok(self.cards()),
            CampaignPage::Honour => Ok(self.honour()),
            CampaignPage::Chronicle => Ok(self.chronicle()),
            CampaignPage::Person(name) => self.person(name).map(|it| self.life(it)),
        }
    }

    /// A heading for each squad, and a card for each of its living people.
    fn cards(&self) -> Document {
        let mut blocks = Vec::new();
        let squads = self.plan.squads.iter().map(|it| (Some(it.id.as_str()), it.name.as_str(), it.player.as_deref()));
        for (id, name, player) in squads.chain([(None, "by themselves", None)]) {
            let is_theirs = |it: &&Person| !it.is_dead && it.squad.as_deref() == id;
            let mut people: Vec<&Person> = self.roster.people.iter().filter(is_theirs).collect();
            people.sort_by_key(|it| it.hero.is_none());
            if people.is_empty() && id.is_none() {
                continue;
            }
            blocks.push(Block::Heading(self.head(name, player, &people)));
            let sort = id.and_then(|it| self.plan.squad(it)?.people.first()).map(|it| it.unit.as_str());
            blocks.extend(people.iter().map(|it| Block::Line(self.card(it, sort))));
        }
        Document { blocks }
    }

    /// `Salt Road · Otter (robin) · after 1 battle · 8 of 9 fit`; `1 of 2 fit, 7 in battle` while others fight.
    fn head(&self, squad: &str, player: Option<&str>, people: &[&Person]) -> Rich {
        let next = self.roster.next_battle();
        let player = player.map_or_else(String::new, |it| format!(" ({it})"));
        let fought = self.roster.battles.iter().filter(|it| it.fought.is_some()).count();
        let after = count(fought as u64, "battle", "battles");
        let fit = people.iter().filter(|it| it.can_go(next).is_none()).count();
        let away = people.iter().filter(|it| it.in_battle.is_some()).count();
        // How people in battle are is known when they are back.
        let state = match (away, people.len() - away) {
            (0, all) => format!("{fit} of {all} fit"),
            (away, 0) => format!("{away} in battle"),
            (away, home) => format!("{fit} of {home} fit, {away} in battle"),
        };
        Rich::plain(format!("{} · {squad}{player} · after {after} · {state}", self.plan.name))
    }

    /// `Wren · out of battle 2 · Hook Blades of Mill Husks 6 (1: 6.3), a 3 on the die · 1 XP · Red Ribbon`
    fn card(&self, it: &Person, sort: Option<&str>) -> Rich {
        let mut out = Rich::sentence();
        say!(out, "{}", Bold(&it.name));
        if it.hero.is_some() || Some(it.unit.as_str()) != sort {
            say!(out, " · {}", self.sort(it));
        }
        say!(out, " · {}", self.state(it));
        if 0 < it.felled {
            say!(out, " · {} felled", it.felled);
        }
        if self.has_xp() || it.xp_earned != 0 {
            say!(out, " · {} XP", it.xp());
        }
        for name in &it.bought {
            say!(out, " · {name}");
        }
        it.medals(&self.plan).iter().for_each(|it| say!(out, " · {it}"));
        out
    }

    fn has_xp(&self) -> bool {
        0 < self.plan.xp.battle || 0 < self.plan.xp.felled
    }

    /// `officer, 3 CP`, `rifleman`
    fn sort(&self, it: &Person) -> String {
        let cp =
            it.hero.and_then(|it| self.plan.heroes.get(it)?.cp).map_or_else(String::new, |it| format!(", {it} CP"));
        format!("{}{cp}", it.unit.replace('-', " "))
    }

    /// How somebody is, and why, if that is from the battle that was entered last.
    fn state(&self, it: &Person) -> String {
        let next = self.roster.next_battle();
        if it.is_dead {
            return "dead".to_owned();
        }
        if let Some(n) = it.in_battle {
            return format!("in battle {n}");
        }
        if next <= it.out_until {
            let why = it.life.iter().rev().find_map(|chapter| match chapter {
                Chapter::Ruled(Decision { is: Ruling::Out(_), why, .. }) => {
                    Some(format!(", by the GM's hand (\u{201c}{why}\u{201d})"))
                }
                Chapter::Fought(deed) if deed.out_until == it.out_until => {
                    let text = deed.injury.as_ref().and_then(|it| it.1.as_ref());
                    let text = text.map_or_else(String::new, |it| format!(", {it}"));
                    Some(format!("{text} · {}{}", cause(deed), die(deed)))
                }
                _ => None,
            });
            return format!("{}{}", out_of(next, it.out_until), why.unwrap_or_default());
        }
        let last = it.life.iter().rev().find_map(|it| match it {
            Chapter::Ruled(Decision { is: Ruling::Fit, .. }) => Some(None),
            Chapter::Fought(deed) => Some(Some(deed)),
            _ => None,
        });
        match last.flatten().filter(|it| it.fact.is.has_fallen() && it.n == self.roster.latest) {
            None => "fit".to_owned(),
            Some(deed) => match &deed.injury {
                Some((face, Some(text))) => format!("fit, {text} (a {face}) after {}", cause(deed)),
                _ => format!("fit again after {}{}", cause(deed), die(deed)),
            },
        }
    }

    /// A line for each of the dead.
    fn honour(&self) -> Document {
        let mut blocks = vec![Block::Heading(Rich::plain(format!("{} · roll of honour", self.plan.name)))];
        let mut dead: Vec<&Person> = self.roster.people.iter().filter(|it| it.is_dead).collect();
        dead.sort_by_key(|it| it.last_deed().map_or(0, |it| it.n));
        if dead.is_empty() {
            blocks.push(line("Nobody has died."));
        }
        blocks.extend(dead.into_iter().map(|it| Block::Line(self.epitaph(it))));
        Document { blocks }
    }

    /// `† Ames, rifleman of Otter. Three battles, five felled. Left behind in Harrow: felled in round 6 by Bellringer 1 with Hook
    /// Blades (3: 6.4); a 2 on the die.`
    fn epitaph(&self, it: &Person) -> Rich {
        let mut out = Rich::sentence();
        say!(out, "† {}, {}", Bold(&it.name), it.unit.replace('-', " "));
        if let Some(squad) = it.squad.as_ref().and_then(|it| self.plan.squad(it)) {
            say!(out, " of {}", squad.name);
        }
        let battles = format!("{} {}", number(it.battles), if it.battles == 1 { "battle" } else { "battles" });
        let felled = if it.felled == 0 { "none felled".to_owned() } else { format!("{} felled", number(it.felled)) };
        say!(out, ". {}, {felled}.", capitalised(&battles));
        out.push(" ");
        out.push(&self.death(it));
        self.medals(it).iter().for_each(|it| say!(out, " {it}"));
        out
    }

    /// Somebody's medals, if they have any.
    fn medals(&self, it: &Person) -> Option<String> {
        let names = it.medals(&self.plan);
        (!names.is_empty()).then(|| format!("{}.", join(&names, "and")))
    }

    /// How somebody died, in a sentence.
    fn death(&self, it: &Person) -> String {
        let ruled = it.life.iter().rev().find_map(|it| match it {
            Chapter::Ruled(Decision { is: Ruling::Dead, why, .. }) => {
                Some(format!("By the GM's hand: \u{201c}{why}\u{201d}."))
            }
            Chapter::Fought(deed) if deed.has_died => Some(self.end_of(deed)),
            _ => None,
        });
        ruled.unwrap_or_default()
    }

    fn end_of(&self, deed: &Deed) -> String {
        let (title, fact) = (self.title(deed.n), &deed.fact);
        let left = fact.is == End::Left || fact.die.is_some();
        let how = match (&deed.injury, left) {
            (Some(_), _) => "Died of wounds after",
            (None, true) => "Left behind in",
            (None, false) => "Killed in",
        };
        let round = fact.round.map_or_else(String::new, |it| format!(": felled in round {it}"));
        let by = felled_by(fact).map_or_else(String::new, |it| format!(" {it}"));
        let dice = match &deed.injury {
            // Somebody who was hurt had been found before, so only the injury's die is told.
            Some(_) => die(deed).replacen(',', ";", 1),
            None => deed.left_die.or(fact.die).map_or_else(String::new, |it| format!("; a {it} on the die")),
        };
        format!("{how} {title}{round}{by}{}{dice}.", place(deed))
    }

    fn title(&self, battle: u32) -> &str {
        self.roster.battles.iter().find(|it| it.n == battle).map_or("", |it| it.title.as_str())
    }

    /// Every battle, in order.
    fn chronicle(&self) -> Document {
        let mut blocks = vec![Block::Heading(Rich::plain(format!("{} · chronicle", self.plan.name)))];
        blocks.extend(self.between(0));
        for battle in &self.roster.battles {
            blocks.push(Block::Line(self.battle(battle)));
            if battle.fought.is_some() {
                blocks.extend(self.between(battle.n));
            }
        }
        if self.roster.battles.is_empty() {
            blocks.push(line("No battle yet."));
        }
        let undone = self.entries.iter().filter(|it| matches!(it, Entry::Undone { .. })).count() as u64;
        let ruled = self.roster.rulings.len() as u64;
        let told =
            [(ruled, "ruling by the GM", "rulings by the GM"), (undone, "thing taken back", "things taken back")];
        let told: Vec<String> = told.iter().filter(|it| 0 < it.0).map(|it| count(it.0, it.1, it.2)).collect();
        if !told.is_empty() {
            blocks.push(line(format!("{}.", told.join(", "))));
        }
        Document { blocks }
    }

    /// The rulings and seasons after a battle, in order.
    fn between(&self, after: u32) -> impl Iterator<Item = Block> {
        let rulings = self.roster.rulings.iter().zip(1..).filter(|it| it.0.after == after);
        let seasons = self.roster.seasons.iter().filter(|it| it.after == after);
        let seasons = seasons.map(|it| (it.rulings, line(format!("A season begins, by {}.", it.file))));
        let mut all: Vec<(usize, Block)> = rulings.map(|(it, n)| (n, ruled(it))).chain(seasons).collect();
        all.sort_by_key(|it| it.0);
        all.into_iter().map(|it| it.1)
    }

    /// `1 · Patrol at Miller's Ford · victory, 6 rounds, bonus met · 16 went, 14 stood, 2 wounded, none dead`
    fn battle(&self, it: &Battle) -> Rich {
        let mut out = Rich::sentence();
        say!(out, "{} · {} · ", it.n, Bold(&it.title));
        let went = |is: &dyn Fn(&Fact) -> bool| it.fought.iter().flat_map(|it| &it.facts).filter(|it| is(it)).count();
        let Some(fought) = &it.fought else {
            say!(out, "not over · {} went", it.who.len());
            return out;
        };
        let ended = if fought.ended.is_empty() { "given up".to_owned() } else { lowercase(&fought.ended) };
        say!(out, "{ended}, {}", count(fought.rounds as u64, "round", "rounds"));
        match fought.bonus {
            (_, 0) => (),
            (1, 1) => out.push(", bonus met"),
            (0, 1) => out.push(", bonus not met"),
            (met, all) => say!(out, ", {met} of {all} bonus goals met"),
        }
        let fell = went(&|it| it.is.has_fallen()) - it.died.len();
        let hurt = if self.plan.is_of_toys() { "fell" } else { "wounded" };
        let (stood, absent) = (went(&|it| it.is == End::Standing), went(&|it| it.is == End::Absent));
        say!(out, " · {} went, {stood} stood, {fell} {hurt}", it.who.len());
        if 0 < absent {
            say!(out, ", {absent} never came");
        }
        if !self.plan.is_of_toys() {
            match it.died.len() {
                0 => out.push(", none dead"),
                n => say!(out, ", {n} dead ({})", join(&it.died, "and")),
            }
        }
        let most = fought.facts.iter().map(|it| it.felled).max().unwrap_or(0);
        let best = fought.facts.iter().filter(|it| 0 < most && it.felled == most).map(|it| it.who.as_str());
        match best.collect::<Vec<_>>()[..] {
            [one] => say!(out, " · {one} felled {most}"),
            ref few if (2..=3).contains(&few.len()) => say!(out, " · {} felled {most} each", join(few, "and")),
            _ => (),
        }
        if !it.joined.is_empty() {
            say!(out, " · joined after it: {}", join(&it.joined, "and"));
        }
        if 0 < it.unfilled {
            let places = count(it.unfilled as u64, "place stays", "places stay");
            say!(out, " · {places} empty: no name is left");
        }
        if 0 < fought.changes {
            say!(out, " · changed by the GM {}", count(fought.changes as u64, "time", "times"));
        }
        if fought.is_edited {
            out.push(" · its scenario was changed by hand after the muster");
        }
        out
    }

    /// Somebody's card, and everything that has happened to them.
    fn life(&self, it: &Person) -> Document {
        let mut head = Rich::default();
        say!(head, "{} · {}", it.name, self.sort(it));
        if let Some(squad) = it.squad.as_ref().and_then(|it| self.plan.squad(it)) {
            say!(head, " of {}", squad.name);
        }
        let mut blocks = vec![Block::Heading(head), line(capitalised(&self.state(it)) + ".")];
        let mut counted = vec![
            count(it.battles, "battle", "battles"),
            count(it.victories, "victory", "victories"),
            format!("{} felled", it.felled),
            format!("fell {}", count(it.falls, "time", "times")),
        ];
        if self.has_xp() || it.xp_earned != 0 {
            counted.push(format!("{} XP earned, {} spent, {} left", it.xp_earned, it.xp_spent, it.xp()));
        }
        blocks.push(line(capitalised(&counted.join(", ")) + "."));
        let changed = changes(&it.change);
        if !changed.is_empty() {
            blocks.push(line(format!("Other than the rest: {changed}.")));
        }
        blocks.extend(self.medals(it).map(line));
        blocks.extend(it.life.iter().map(|it| line(self.chapter(it))));
        if it.is_dead {
            blocks.push(Block::Line(self.epitaph(it)));
        }
        Document { blocks }
    }

    fn chapter(&self, it: &Chapter) -> String {
        match it {
            Chapter::Joined(n) => format!("Joined {}.", after(*n)),
            Chapter::Bought { after: n, what, cost } => format!("{}: {what}, for {cost} XP.", capitalised(&after(*n))),
            Chapter::Ruled(Decision { after: n, is, why, .. }) => {
                let when = capitalised(&after(*n));
                format!("{when}, by the GM's hand: {} (\u{201c}{why}\u{201d}).", ruling(is))
            }
            Chapter::Fought(deed) => {
                let title = self.title(deed.n);
                let felled = match deed.fact.felled {
                    0 => String::new(),
                    n => format!(", felled {n}"),
                };
                let end = match deed.fact.is {
                    End::Standing => "came through".to_owned(),
                    End::Absent => "was held back, and never came".to_owned(),
                    _ if deed.has_died => "fell, and is dead".to_owned(),
                    _ => format!("fell to {}{}", cause(deed), die(deed)),
                };
                let text =
                    deed.injury.as_ref().and_then(|it| it.1.clone()).map_or_else(String::new, |it| format!(": {it}"));
                format!("{} · {title}{felled}: {end}{text}.", deed.n)
            }
        }
    }
}

/// `after battle 2`
fn after(battle: u32) -> String {
    if battle == 0 { "before the first battle".to_owned() } else { format!("after battle {battle}") }
}

/// A block of plain words.
fn line(text: impl Into<String>) -> Block {
    Block::Line(Rich::plain(text))
}

/// Somebody's changes. Those that cancel each other out are left out.
pub(super) fn changes(change: &Change) -> String {
    let others = change.iter().filter(|it| *it.1 != 0);
    join(&others.map(|(key, by)| changed(key, *by)).collect::<Vec<_>>(), "and")
}

/// `Hook Blades of Mill Husks 6 (1: 6.3)`
fn cause(deed: &Deed) -> String {
    let fact = &deed.fact;
    let what = match (&fact.with, &fact.by, &fact.how) {
        (Some(with), Some(by), _) => format!("{with} of {by}"),
        (None, Some(by), _) => by.clone(),
        (_, None, Some(how)) => format!("a fall {how}"),
        (Some(with), None, None) => with.clone(),
        (None, None, None) => "a fall by the GM's hand".to_owned(),
    };
    format!("{what}{}", place(deed))
}

/// ` (1: 6.3)`, as `why` takes it in that battle.
fn place(deed: &Deed) -> String {
    deed.fact.line.as_ref().map_or_else(String::new, |it| format!(" ({}: {it})", deed.n))
}

fn die(deed: &Deed) -> String {
    let left = deed.left_die.or(deed.fact.die).map(|it| format!(", left behind but found (a {it})"));
    let hurt = deed.injury.as_ref().map(|it| format!(", a {} on the die", it.0));
    left.unwrap_or_default() + &hurt.unwrap_or_default()
}

/// `by Bellringer 1 with Hook Blades`
fn felled_by(fact: &Fact) -> Option<String> {
    match (&fact.by, &fact.with, &fact.how) {
        (Some(by), Some(with), _) => Some(format!("by {by} with {with}")),
        (Some(by), None, _) => Some(format!("by {by}")),
        (None, _, Some(how)) => Some(how.clone()),
        (None, _, None) => None,
    }
}

/// `By the GM's hand: Wren fit ("the medic's post #88").`
fn ruled(it: &Decision) -> Block {
    line(format!("By the GM's hand: {} {} (\u{201c}{}\u{201d}).", it.who, ruling(&it.is), it.why))
}

fn ruling(is: &Ruling) -> String {
    match is {
        Ruling::Fit => "fit".to_owned(),
        Ruling::Dead => "dead".to_owned(),
        Ruling::Out(battles) => format!("out for {}", count(*battles, "battle", "battles")),
        Ruling::Xp(xp) => format!("{xp:+} XP").replace('-', "−"),
        Ruling::Joins(squad) => format!("joins {squad}"),
    }
}

fn lowercase(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |it| it.to_lowercase().chain(letters).collect())
}

fn number(n: u32) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(n as usize).map_or_else(|| n.to_string(), |it| (*it).to_owned())
}
