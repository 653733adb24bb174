//! Musters: ordinary scenarios with a campaign's people in them.

use sha2::{Digest as _, Sha256};

use crate::campaign::roster::Person;
use crate::campaign::{Campaign, Entry, Refused, end, say};
use crate::diagnostic::Severity;
use crate::file::{Changes, Draws, HeroSeat, NamedUnit, Slots, Units, last_part, quoted};
use crate::games::{self, Data, Scenario};

/// A scenario with a campaign's people in it.
#[derive(Clone, Debug)]
pub struct Mustered {
    /// The entry for the campaign's log.
    pub entry: Entry,
    pub text: String,
    pub scenario: Scenario,
    pub n: u32,
    /// Sentences about fit people who stay at home because they have no place or their player has no seat, about seats
    /// without a hero, and about people who go without a change because their kind of unit can't have it.
    pub notes: Vec<String>,
}

/// A muster in the making: who goes, and what the scenario says about them.
struct Muster<'a> {
    campaign: &'a Campaign,
    n: u32,
    units: Option<Box<dyn Units>>,
    /// The people whom the GM leaves at home.
    without: Vec<String>,
    who: Vec<String>,
    /// Kinds of units that no file has, made for people whose numbers differ: the name and the table of each.
    sorts: Vec<(String, String)>,
    notes: Vec<String>,
}

impl Campaign {
    /// Puts this campaign's people into a scenario. Of those who are fit, people of the kind that a place is for get it
    /// first, the most senior before others; then the rest. People in `without` stay at home.
    ///
    /// # Errors
    ///
    /// If somebody has no place, a squad has nobody to send, or the scenario can't be played with them.
    pub fn muster(&self, scenario: &Scenario, without: &[String]) -> Result<Mustered, Refused> {
        let text = scenario.doubts.text.as_str();
        let slots = Slots::of(text);
        if scenario.opening.name() != self.plan.game {
            return Err(say::other_game(scenario.opening.name(), &self.plan.game));
        }
        if let Some(muster) = &slots.muster {
            return Err(say::is_mustered(muster));
        }
        if slots.draws.is_empty() {
            return Err(say::draws_nobody());
        }
        let data = Data::Files(scenario.data.clone());
        let mut muster = Muster {
            campaign: self,
            n: self.roster.next_battle(),
            units: games::units(&self.plan.game, &data, text),
            without: without.iter().map(|it| self.named(it)).collect::<Result<_, _>>()?,
            who: Vec::new(),
            sorts: Vec::new(),
            notes: Vec::new(),
        };
        let mut changes = Changes::default();
        muster.fill_squads(&mut changes, text, &slots.draws)?;
        muster.fill_seats(&mut changes, text, &slots)?;
        muster.notes.extend(muster.seatless(&slots));
        let Muster { n, who, sorts, without, notes, .. } = muster;
        if let Some(name) = without.iter().find(|it| !self.would_go(it, &slots.draws, n)) {
            return Err(say::not_going(name));
        }
        if let Some(ruling) = self.plan.ruling() {
            slots.rule(&mut changes, text, ruling, "true");
        }
        sorts.into_iter().for_each(|it| changes.append(text, it.1));
        let tie = format!("{} {n} {}", self.key(), self.digest(n, text, &who));
        slots.tie(&mut changes, &tie);

        let changed = changes.made(text);
        let name = format!("{}-{n}.toml", self.key());
        let read = games::read(&name, &changed.text, &data).map_err(|it| say::cannot_be_played(&it))?;
        // A name that means something else in this battle's orders would cause trouble for ever.
        let is_ours = |at: usize| changed.parts.iter().any(|it| it.contains(&at));
        let doubts = read.doubts.diagnostics.iter().filter(|it| it.severity == Severity::Warning);
        if let Some(doubt) = doubts.into_iter().find(|it| is_ours(it.span.start)) {
            return Err(say::doubtful(doubt));
        }
        let entry = Entry::Mustered {
            n,
            scenario: last_part(&scenario.doubts.name).to_owned(),
            title: read.opening.stage().title.to_owned(),
            muster: tie,
            made: Some(end::scenario_digest(&changed.text)),
            who,
        };
        Ok(Mustered { entry, text: changed.text, scenario: read, n, notes })
    }

    /// Whether somebody can go to a scenario with these places.
    fn would_go(&self, name: &str, draws: &[Draws], n: u32) -> bool {
        let drawn = |it: &Person| it.hero.is_some() || draws.iter().any(|draws| it.squad.as_ref() == Some(&draws.from));
        self.roster.find(name).is_some_and(|it| it.can_go(n).is_none() && drawn(it))
    }

    /// A digest that differs between any two musters.
    fn digest(&self, n: u32, text: &str, who: &[String]) -> String {
        let mut hash = Sha256::new();
        hash.update(b"fieldpost muster 1\0");
        hash.update(self.chain.0);
        hash.update(n.to_le_bytes());
        hash.update(text);
        who.iter().for_each(|it| hash.update(format!("\0{it}")));
        hash.finalize().iter().take(8).map(|it| format!("{it:02x}")).collect()
    }
}

impl Muster<'_> {
    fn goes(&self, person: &Person) -> bool {
        person.can_go(self.n).is_none() && !self.without.contains(&person.name)
    }

    fn fill_squads(&mut self, changes: &mut Changes, text: &str, all: &[Draws]) -> Result<(), Refused> {
        for (n, draws) in all.iter().enumerate() {
            let line = line_of(text, draws.place.start);
            let plan = &self.campaign.plan;
            let squad =
                plan.squad(&draws.from).ok_or_else(|| say::no_such_squad(&draws.from, &plan.squad_ids(), line))?;
            if all[..n].iter().any(|it| it.from == draws.from) {
                return Err(say::drawn_twice(&draws.from, line));
            }
            let is_of = |it: &&Person| it.hero.is_none() && it.squad.as_ref() == Some(&squad.id);
            let members: Vec<&Person> = self.campaign.roster.people.iter().filter(is_of).collect();
            let mut people: Vec<&Person> = members.iter().copied().filter(|it| self.goes(it)).collect();
            people.sort_by_key(|it| std::cmp::Reverse(it.battles));
            let mut placed: Vec<(usize, &Person)> = Vec::new();
            // People of the kind that a place is for get it first; others take what is left.
            for is_wanted in [true, false] {
                for (place, sort) in draws.places.iter().enumerate() {
                    let is_free = !placed.iter().any(|it| it.0 == place);
                    let fits = |it: &&Person| !is_wanted || it.unit == *sort;
                    if let Some(at) = people.iter().position(fits).filter(|_| is_free) {
                        placed.push((place, people.remove(at)));
                    }
                }
            }
            if placed.is_empty() {
                return Err(say::nobody_is_fit(&squad.name, &squad.id, self.n, &members));
            }
            if !people.is_empty() {
                self.notes.push(say::no_place(&people, &squad.name));
            }
            placed.sort_by_key(|it| it.0);
            let mut named = Vec::new();
            for (place, person) in placed {
                let unit = self.sort(person, person.unit.clone());
                self.who.push(person.name.clone());
                named.push((place, NamedUnit { unit, name: person.name.clone() }));
            }
            draws.fill(changes, &named);
        }
        Ok(())
    }

    fn fill_seats(&mut self, changes: &mut Changes, text: &str, slots: &Slots) -> Result<(), Refused> {
        for seat in &slots.seats {
            let campaign = self.campaign;
            let is_theirs = |it: &&Person| {
                it.hero.is_some_and(|it| campaign.plan.heroes[it].player.eq_ignore_ascii_case(&seat.player))
            };
            let heroes: Vec<&Person> = campaign.roster.people.iter().filter(is_theirs).collect();
            if heroes.is_empty() {
                continue;
            }
            if seat.is_apart(text) {
                return Err(say::hero_apart(&seat.player, line_of(text, seat.place.start)));
            }
            if !heroes.iter().any(|it| self.goes(it)) {
                self.notes.push(say::no_hero(&seat.player, self.n, &heroes));
            }
            let mut tables = Vec::new();
            for (n, person) in heroes.into_iter().enumerate() {
                if !self.goes(person) {
                    continue;
                }
                tables.push(self.hero(person, n, seat, &slots.draws)?);
                self.who.push(person.name.clone());
            }
            seat.fill(changes, text, &tables);
        }
        Ok(())
    }

    /// Sentences about heroes who would go if their player had a seat.
    fn seatless(&self, slots: &Slots) -> Vec<String> {
        let plan = &self.campaign.plan;
        let people = self.campaign.roster.people.iter().filter(|it| self.goes(it));
        let heroes = people.filter_map(|it| Some((it, plan.heroes.get(it.hero?)?.player.as_str())));
        let has_seat = |player: &str| slots.seats.iter().any(|it| it.player.eq_ignore_ascii_case(player));
        heroes.filter(|it| !has_seat(it.1)).map(|(it, player)| say::no_seat(&it.name, player)).collect()
    }

    /// A hero's table in the scenario.
    fn hero(&mut self, person: &Person, n: usize, seat: &HeroSeat, draws: &[Draws]) -> Result<String, Refused> {
        let plan = &self.campaign.plan;
        let Some(hero) = person.hero.and_then(|it| plan.heroes.get(it)) else { return Ok(String::new()) };
        // A hero can only stand with squads of their own player, even if they belong to another squad of the campaign.
        let is_seats = |it: &&Draws| it.player.as_ref().is_none_or(|it| it.eq_ignore_ascii_case(&seat.player));
        let own = draws.iter().find(|it| person.squad.as_ref() == Some(&it.from)).filter(is_seats);
        let own = own.map(|it| ("in", it.id.clone()));
        let station = own.or_else(|| seat.stations.get(n).cloned());
        let (key, place) = station.ok_or_else(|| say::no_station(&person.name, &seat.player))?;
        let mut table =
            format!("{{ name = {}, class = {}, {key} = {}", quoted(&person.name), quoted(&hero.class), quoted(&place));
        if let Some(cp) = hero.cp {
            table += &format!(", cp = {cp}");
        }
        if hero.unit.is_some() || !person.change.is_empty() {
            let unit = hero.unit_by(self.units.as_deref());
            table += &format!(", unit = {}", quoted(&self.sort(person, unit)));
        }
        let abilities: Vec<String> = hero.abilities.iter().chain(&person.abilities).map(|it| quoted(it)).collect();
        if !abilities.is_empty() {
            table += &format!(", abilities = [{}]", abilities.join(", "));
        }
        Ok(table + " }")
    }

    /// The kind of unit that somebody is. People whose numbers differ from their kind's get a kind of their own.
    fn sort(&mut self, person: &Person, unit: String) -> String {
        let mut other = Vec::new();
        for (key, by) in &person.change {
            let changed = self.units.as_ref().map(|it| it.changed(&unit, key, *by));
            let (can, value) = changed.unwrap_or_default();
            if can != *by {
                self.notes.push(say::goes_without(&person.name, &unit, key, *by, can));
            }
            if can != 0 {
                other.push((key, value));
            }
        }
        if other.is_empty() {
            return unit;
        }
        let told: Vec<String> = other.iter().map(|(key, value)| format!("{key} {}", value.trim_matches('"'))).collect();
        let name = format!("{unit}, {}", told.join(", "));
        if !self.sorts.iter().any(|it| it.0 == name) {
            let keys: String = other.iter().map(|(key, value)| format!("{key} = {value}\n")).collect();
            self.sorts.push((name.clone(), format!("\n[unit.{}]\nlike = {}\n{keys}", quoted(&name), quoted(&unit))));
        }
        name
    }
}

/// The number of the line at an offset, from 1.
fn line_of(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or_default().matches('\n').count() + 1
}
