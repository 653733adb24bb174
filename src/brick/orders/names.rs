//! The names that posts can use: squads, units, weapons, teams and places, as the battle stands.

use crate::brick::battle::{Battle, TeamId, WeaponId, Who};
use crate::brick::orders::vocabulary::lexicon;
use crate::brick::orders::{Word, Words};
use crate::diagnostic::nearest;
use crate::field::{SquadId, Tile, UnitId};
use crate::post::Language;
use crate::post::names::{Match, Table};
use crate::post::near::{has_same_letters, is_one_slip, is_short_for};
use crate::post::words::{self, folded};

/// The names that posts can use.
#[derive(Clone, Debug)]
pub struct Names {
    pub(super) who: NameIndex<Who>,
    pub(super) units: NameIndex<UnitId>,
    pub(super) weapons: NameIndex<WeaponId>,
    pub(super) teams: NameIndex<TeamId>,
    /// Objectives, and where they lie.
    pub(super) places: NameIndex<Tile>,
    /// Units that have fallen, and squads without members.
    pub(super) gone: NameIndex<Who>,
}

/// Whether a folded name is a misspelling of somebody else's name, or short for it. No new squad can have such a name,
/// and in a post it means the other.
pub(super) fn is_too_near(battle: &Battle, name: &str) -> bool {
    // `Gang` is no misspelling of `Bang`: in short names, one other letter makes another name.
    const LETTERS_LEAST: usize = 3;
    const LETTERS_OF_OTHERS: usize = 5;
    let digits = |it: &str| it.chars().filter(char::is_ascii_digit).collect::<String>();
    let is_near = |known: &str| {
        let length = known.len().min(name.len());
        let has_other = known.len() == name.len() && !has_same_letters(known, name);
        let is_slip =
            LETTERS_LEAST <= length && (LETTERS_OF_OTHERS <= length || !has_other) && is_one_slip(name, known);
        (is_slip || LETTERS_LEAST <= name.len() && is_short_for(name, known)) && digits(name) == digits(known)
    };
    battle.everybody().any(|it| is_near(&folded(battle.name(it))))
}

fn in_words(name: &str) -> Words {
    Words::of(name, 0..name.len(), &[], lexicon())
}

/// `Quarry: morale`: the squad or unit that the question is about.
pub fn asks_nerve(text: &str, names: &Names, language: &Language) -> Option<Who> {
    let asked = folded(text.trim().trim_start_matches(language.prefix.as_str()));
    let whose = asked.strip_suffix("morale")?.trim_end_matches([':', ' ']);
    names.who_called(whose).one()
}

/// The names of one kind of thing.
#[derive(Clone, Debug)]
pub(super) struct NameIndex<T> {
    table: Table,
    /// Names as people write them.
    names: Vec<(String, T)>,
}

/// The result of looking up a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found<T> {
    One(T),
    /// Several share the name. These are their full names.
    Several(Vec<String>),
    /// Nobody has the name. These are the nearest ones.
    Nothing(Vec<String>),
}

impl<T> Found<T> {
    /// What the name means, if it is unambiguous.
    pub(super) fn one(self) -> Option<T> {
        if let Found::One(it) = self { Some(it) } else { None }
    }
}

impl Names {
    /// The names as the battle stands.
    pub fn new(battle: &Battle) -> Names {
        let setup = battle.setup();
        let objects = battle.standing().filter(|it| battle.team_of(*it).is_none()).map(Who::Unit);
        let who = battle.everybody().chain(objects).map(|it| (battle.name(it), it));
        let units = battle.standing().map(|it| (setup.unit(it).name.as_str(), it));
        let weapon = |id: WeaponId| [(setup.weapon(id).name.as_str(), id), (setup.weapon(id).key.as_str(), id)];
        let weapons = (0..setup.weapons.len()).map(|it| WeaponId(it as u16)).flat_map(weapon);
        let team = |id: TeamId| [(setup.team(id).name.as_str(), id), (setup.team(id).key.as_str(), id)];
        let squads = (0..battle.squad_count()).map(|it| Who::Squad(SquadId(it as u16)));
        let fallen = setup.unit_ids().filter(|it| battle.unit(*it).has_fallen()).map(Who::Unit);
        let is_to_come = |it: &Who| matches!(it, Who::Squad(it) if battle.is_in_reserve(*it));
        let gone = squads.filter(|it| !battle.is_there(*it) && !is_to_come(it)).chain(fallen);
        Names {
            who: NameIndex::new(who, true),
            units: NameIndex::new(units, false),
            weapons: NameIndex::new(weapons, true),
            teams: NameIndex::new(setup.team_ids().flat_map(team), false),
            places: NameIndex::new(setup.objectives.iter().map(|it| (it.name.as_str(), it.at)), false),
            gone: NameIndex::new(gone.map(|it| (battle.name(it), it)), false),
        }
    }

    /// All tables. Those that are used most come first.
    pub(super) fn tables(&self) -> Vec<&Table> {
        let Names { who, units, weapons, teams, places, gone } = self;
        vec![&who.table, &units.table, &weapons.table, &teams.table, &places.table, &gone.table]
    }

    /// Looks up the name of a squad, a unit or an object.
    pub(super) fn who_called(&self, name: &str) -> Found<Who> {
        self.who.find(in_words(name).all())
    }

    /// The unit with exactly this folded name.
    pub(super) fn unit_called(&self, name: &str) -> Option<UnitId> {
        self.units.entries(&self.units.table.named(name)).next().map(|it| it.1)
    }

    /// Whether a weapon has exactly this folded name.
    pub(super) fn is_weapon(&self, name: &str) -> bool {
        !self.weapons.table.named(name).is_empty()
    }

    /// The full name of a squad or unit that is gone, by its name or by an unambiguous part of it.
    pub(super) fn gone_named(&self, name: &str) -> Option<&str> {
        let in_part = self.gone.matching(in_words(name).all());
        let in_part = if let [one] = in_part[..] { Some(one.0.as_str()) } else { None };
        self.gone_called(&folded(name)).or(in_part)
    }

    /// The full name of a squad or unit that is gone, by exactly this folded name.
    pub(super) fn gone_called(&self, name: &str) -> Option<&str> {
        self.gone.entries(&self.gone.table.named(name)).next().map(|it| it.0.as_str())
    }

    /// How many of these words could be a weapon's name. 0 if as many could be a squad's or unit's.
    pub(super) fn weapon_at(&self, from: &[Word]) -> usize {
        self.of_nobody(from, &self.weapons.table)
    }

    fn of_nobody(&self, from: &[Word], table: &Table) -> usize {
        let named = table.find(from).words;
        if self.who_at(from) < named { named } else { 0 }
    }

    /// How many of these words could be an objective's name. 0 if as many could be a squad's or unit's.
    pub(super) fn place_at(&self, from: &[Word]) -> usize {
        self.of_nobody(from, &self.places.table)
    }

    /// How many of these words are exactly a name of any kind.
    pub(super) fn exact_at(&self, from: &[Word]) -> usize {
        let exact = |it: &&Table| {
            let found = it.find(from);
            if found.is_exact() { found.words } else { 0 }
        };
        self.tables().iter().map(exact).max().unwrap_or(0)
    }

    /// Whether a word is part of the name of a squad or unit.
    pub(super) fn has_somebody(&self, word: &str) -> bool {
        [&self.who.table, &self.units.table].into_iter().any(|it| it.has_word(word))
    }

    /// How many of these words could be the name of a squad or unit.
    pub(super) fn who_at(&self, from: &[Word]) -> usize {
        [&self.who.table, &self.units.table].into_iter().map(|it| it.find(from).words).max().unwrap_or(0)
    }

    /// How many of these words could be a name of any kind.
    pub(super) fn likely_at(&self, from: &[Word]) -> usize {
        self.tables().iter().map(|it| it.find(from).words).max().unwrap_or(0)
    }
}

impl<T: Copy + PartialEq> NameIndex<T> {
    fn new<'n>(names: impl Iterator<Item = (&'n str, T)>, takes_plurals: bool) -> NameIndex<T> {
        let names: Vec<(String, T)> = names.map(|(name, id)| (name.to_owned(), id)).collect();
        let table = Table::new(names.iter().map(|it| it.0.as_str()).enumerate(), takes_plurals, lexicon());
        NameIndex { table, names }
    }

    /// The names, and what they mean, of some matches.
    fn entries<'t>(&'t self, matches: &[Match]) -> impl Iterator<Item = &'t (String, T)> {
        matches.iter().filter_map(|it| self.names.get(usize::from(it.id)))
    }

    /// Everything that all of these words could name, each once.
    pub(super) fn matching(&self, name: &[Word]) -> Vec<&(String, T)> {
        let found = self.table.find(name);
        let mut matching: Vec<&(String, T)> = Vec::new();
        for it in self.entries(&found.matches).filter(|_| name.len() <= found.words) {
            if matching.iter().all(|other| other.1 != it.1) {
                matching.push(it);
            }
        }
        matching
    }

    /// Looks up a name that consists of all of these words.
    pub(super) fn find(&self, name: &[Word]) -> Found<T> {
        match &self.matching(name)[..] {
            [one] => Found::One(one.1),
            [] => {
                let written: Vec<&str> = name.iter().map(words::Word::folded).collect();
                let near = nearest(&written.join(" "), self.names.iter().map(|it| it.0.as_str()));
                Found::Nothing(near.into_iter().map(str::to_owned).collect())
            }
            several => Found::Several(several.iter().map(|it| it.0.clone()).collect()),
        }
    }
}
