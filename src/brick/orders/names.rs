//! What things are called in posts: squads, units, weapons and teams, as the battle stands.

use crate::brick::battle::{Battle, TeamId, WeaponId, Who};
use crate::brick::orders::words::{Word, folded};
use crate::diagnostic::nearest;
use crate::field::{SquadId, UnitId};

/// What things are called in posts.
#[derive(Clone, Debug)]
pub struct Names {
    who: Vec<Entry<Who>>,
    units: Vec<Entry<UnitId>>,
    weapons: Vec<Entry<WeaponId>>,
    teams: Vec<Entry<TeamId>>,
    /// Who was there and is no more.
    gone: Vec<Entry<Who>>,
}

#[derive(Clone, Debug)]
struct Entry<T> {
    /// As people write it.
    name: String,
    folded: String,
    id: T,
}

fn entry<T>(name: &str, id: T) -> Entry<T> {
    Entry { name: name.to_owned(), folded: folded(name), id }
}

/// What a name came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found<T> {
    One(T),
    /// Several are called so.
    Several(Vec<String>),
    /// Nobody is; these are called nearly so.
    Nothing(Vec<String>),
}

impl Names {
    /// What things are called as the battle stands.
    pub fn new(battle: &Battle) -> Names {
        let setup = battle.setup();
        let objects = battle.standing().filter(|it| battle.team_of(*it).is_none()).map(Who::Unit);
        let who = battle.everybody().chain(objects).map(|it| entry(battle.name(it), it)).collect();
        let units = battle.standing().map(|it| entry(&setup.unit(it).name, it)).collect();
        let weapon = |(n, it): (usize, &crate::brick::battle::Weapon)| {
            let id = WeaponId(n as u16);
            [entry(&it.name, id), entry(&it.key, id)]
        };
        let weapons = setup.weapons.iter().enumerate().flat_map(weapon).collect();
        let team = |id: TeamId| [entry(&setup.team(id).name, id), entry(&setup.team(id).key, id)];
        let teams = setup.team_ids().flat_map(team).collect();
        let squads = (0..battle.squad_count()).map(|it| Who::Squad(SquadId(it as u16)));
        let fallen = setup.unit_ids().filter(|it| battle.unit(*it).has_fallen()).map(Who::Unit);
        let is_to_come = |it: &Who| matches!(it, Who::Squad(it) if battle.is_in_reserve(*it));
        let gone = squads.filter(|it| !battle.is_there(*it) && !is_to_come(it)).chain(fallen);
        let gone = gone.map(|it| entry(battle.name(it), it)).filter(|it| !it.folded.is_empty()).collect();
        Names { who, units, weapons, teams, gone }
    }

    pub(super) fn who(&self, name: &str) -> Found<Who> {
        find(&self.who, name)
    }

    pub(super) fn unit(&self, name: &str) -> Found<UnitId> {
        find(&self.units, name)
    }

    /// A unit that was there and is no more, if this is its name.
    pub(super) fn gone_unit(&self, name: &str) -> Option<UnitId> {
        self.gone.iter().find_map(|it| match it.id {
            Who::Unit(unit) if it.folded == name => Some(unit),
            _ => None,
        })
    }

    /// The name of somebody who was there and is no more, if this is it.
    pub(super) fn gone(&self, name: &str) -> Option<&str> {
        let fits = |fits: fn(&str, &str) -> bool| self.gone.iter().find(|it| fits(&it.folded, name));
        fits(is_whole).or_else(|| fits(is_part).filter(|_| !name.is_empty())).map(|it| it.name.as_str())
    }

    pub(super) fn weapon(&self, name: &str) -> Found<WeaponId> {
        find(&self.weapons, name)
    }

    pub(super) fn team(&self, name: &str) -> Found<TeamId> {
        find(&self.teams, name)
    }

    /// How many of these words are a name that somebody or something has, letter for letter.
    pub(super) fn longest(&self, words: &[Word]) -> usize {
        let most = words.len().min(8);
        (1..=most)
            .rev()
            .find(|length| {
                let text = words[..*length].iter().map(|it| it.folded.as_str()).collect::<Vec<_>>().join(" ");
                let text = text.as_str();
                self.who.iter().any(|it| it.folded == text)
                    || self.units.iter().any(|it| it.folded == text)
                    || self.weapons.iter().any(|it| it.folded == text)
                    || self.teams.iter().any(|it| it.folded == text)
                    || self.gone.iter().any(|it| it.folded == text)
            })
            .unwrap_or(0)
    }
}

/// Who or what has this name: letter for letter, or else as its beginning or one of its words, or else nearly.
fn find<T: Copy + PartialEq>(entries: &[Entry<T>], name: &str) -> Found<T> {
    if name.is_empty() {
        return Found::Nothing(Vec::new());
    }
    for fits in [is_whole, is_part, is_slip] {
        let mut found: Vec<&Entry<T>> = Vec::new();
        for it in entries.iter().filter(|it| fits(&it.folded, name)) {
            if !found.iter().any(|other| other.id == it.id) {
                found.push(it);
            }
        }
        match found.as_slice() {
            [] => (),
            [one] => return Found::One(one.id),
            several => return Found::Several(several.iter().map(|it| it.name.clone()).collect()),
        }
    }
    let near = nearest(name, entries.iter().map(|it| it.name.as_str()));
    Found::Nothing(near.into_iter().map(str::to_owned).collect())
}

fn is_whole(known: &str, written: &str) -> bool {
    known == written
}

/// The beginning of a name, or whole words of it.
fn is_part(known: &str, written: &str) -> bool {
    known.starts_with(written) || format!(" {known} ").contains(&format!(" {written} "))
}

fn is_slip(known: &str, written: &str) -> bool {
    4 <= written.chars().count() && strsim::damerau_levenshtein(written, known) <= 1
}
