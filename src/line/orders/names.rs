//! The names of a battle, prepared once so that what players write can be looked up.

use crate::field::{ObjectiveId, SquadId, UnitId};
use crate::line::battle::{Battle, CasterId};
use crate::post::Poster;
use crate::post::fold::is_apostrophe;
use crate::post::lexicon::forms;
use crate::post::names::{Match, Table, initials, typed};

use super::keywords::lexicon;

/// Every name that an order can use.
#[derive(Clone, Debug)]
pub struct Names {
    pub(super) squads: Table,
    pub(super) objectives: Table,
    pub(super) weapons: Table,
    pub(super) profiles: Table,
    pub(super) abilities: Table,
    /// Abilities as verbs: `dresses the wounds`.
    pub(super) ability_verbs: Table,
    /// Heroes, by the index of their pool of CP.
    pub(super) casters: Table,
    /// The units that orders can name: all of them in battles with formations or with abilities for units, otherwise
    /// those with a name of their own.
    pub(super) units: Table,
    // The names that players know, if the GM knows more.
    known_to_players: Option<Box<Names>>,
}

impl Names {
    /// The names of this battle. They stay right until somebody arrives.
    pub fn new(battle: &Battle) -> Names {
        let is_known = |it: SquadId| !battle.is_kept_from_players(it);
        if battle.setup().squad_ids().all(is_known) {
            return Names::of(battle, |_| true);
        }
        let known = Names::of(battle, is_known);
        if battle.setup().is_for_players {
            return known;
        }
        Names { known_to_players: Some(Box::new(known)), ..Names::of(battle, |_| true) }
    }

    /// The names that a poster may know.
    pub(super) fn known_to(&self, poster: Poster) -> &Names {
        self.known_to_players.as_deref().filter(|_| poster != Poster::Gm).unwrap_or(self)
    }

    fn of(battle: &Battle, is_here: impl Fn(SquadId) -> bool) -> Names {
        let setup = battle.setup();
        let is_unit_here = |it: UnitId| is_here(battle.unit(it).squad);
        let table =
            |names: Vec<&str>, takes_plurals: bool| Table::new(names.into_iter().enumerate(), takes_plurals, lexicon());
        let heroes = setup.casters.iter().enumerate().filter(|it| it.1.hero.is_none_or(is_unit_here));
        let heroes =
            heroes.flat_map(|(n, it)| both_names(n, &it.name, it.hero.map(|hero| setup.unit(hero).name.as_str())));
        let squads = setup.squad_ids().filter(|it| is_here(*it)).map(|it| (usize::from(it.0), setup.squad(it)));
        let squads = squads.flat_map(|(n, it)| both_names(n, &it.name, Some(typed(&it.name, &it.key))));
        let verbs = setup.abilities.iter().enumerate();
        let verbs: Vec<(usize, String)> =
            verbs.flat_map(|(n, it)| verb_forms(&it.name).map(move |it| (n, it))).collect();
        let short: Vec<(usize, String)> =
            setup.weapons.iter().enumerate().flat_map(|(n, it)| short_forms(&it.name).map(move |it| (n, it))).collect();
        let weapons = setup.weapons.iter().enumerate().map(|(n, it)| (n, it.name.as_str()));
        let weapons = weapons.chain(short.iter().map(|(n, it)| (*n, it.as_str())));
        let names_all = battle.has_formations() || setup.abilities.iter().any(|it| it.target.is_unit());
        let units = setup.unit_ids().filter(|it| is_unit_here(*it) && (names_all || setup.is_named(*it)));
        let units = units.map(|it| (usize::from(it.0), setup.unit(it).name.as_str()));
        Names {
            squads: Table::new(squads, true, lexicon()).with_labels(&labels(battle, &is_here)),
            objectives: table(setup.objectives.iter().map(|it| it.name.as_str()).collect(), false),
            weapons: Table::new(weapons, true, lexicon()),
            profiles: table(setup.profiles.iter().map(|it| it.name.as_str()).collect(), true),
            ability_verbs: Table::new(verbs.iter().map(|(n, it)| (*n, it.as_str())), false, lexicon()),
            abilities: table(setup.abilities.iter().map(|it| it.name.as_str()).collect(), false),
            casters: Table::new(heroes, true, lexicon()),
            units: Table::new(units, false, lexicon()),
            known_to_players: None,
        }
    }

    /// All tables except `ability_verbs`, with what is named most often first.
    pub(super) fn tables(&self) -> [&Table; 7] {
        [&self.squads, &self.objectives, &self.weapons, &self.profiles, &self.abilities, &self.casters, &self.units]
    }

    /// Whether a word is part of a name.
    pub(super) fn has_word(&self, word: &str) -> bool {
        self.tables().iter().any(|it| it.has_word(word))
    }
}

/// A name, and the other name for the same thing if there is one.
fn both_names<'a>(id: usize, name: &'a str, other: Option<&'a str>) -> impl Iterator<Item = (usize, &'a str)> {
    [Some(name), other.filter(|it| *it != name)].into_iter().flatten().map(move |it| (id, it))
}

/// The letters by which a map labels squads, where only one squad has them. The squad that a hero is when alone has
/// none while he is with others.
fn labels(battle: &Battle, is_here: impl Fn(SquadId) -> bool) -> Vec<String> {
    let setup = battle.setup();
    let label = |it: SquadId| {
        let squad = setup.squad(it);
        let has_none = battle.squad(it).members.is_empty() || !is_here(it);
        if has_none { String::new() } else { initials(typed(&squad.name, &squad.key)) }
    };
    let all: Vec<String> = setup.squad_ids().map(label).collect();
    let is_only = |it: &String| all.iter().filter(|other| *other == it).count() == 1;
    all.iter().map(|it| if is_only(it) { it.clone() } else { String::new() }).collect()
}

/// `LMG`, `MG` and `light MG` for a light machine gun.
fn short_forms(weapon: &str) -> impl Iterator<Item = String> {
    // An officer's pistol has no `s` among its initials.
    let words = weapon.split(|it: char| !it.is_alphanumeric() && !is_apostrophe(it)).filter(|it| !it.is_empty());
    let words: Vec<&str> = words.collect();
    let letters: Vec<char> = words.iter().filter_map(|it| it.chars().next()).collect();
    let last_two = letters.len().saturating_sub(2);
    let forms = [0, last_two].map(|it| letters.get(it..).unwrap_or_default().iter().collect::<String>());
    let mixed = if let [first, _, _] = words[..] { Some(format!("{first} {}", forms[1])) } else { None };
    forms.into_iter().take(if last_two == 0 { 1 } else { 2 }).filter(|it| 1 < it.chars().count()).chain(mixed)
}

/// `Dresses Wounds`, `Dresses the Wounds` and both with `Dressing`, for an ability called Dress Wounds. An ability of
/// one word has no such form, because that word may mean anything.
fn verb_forms(ability: &str) -> impl Iterator<Item = String> {
    let parts = ability.split_once(' ').map(|(first, rest)| (forms(&first.to_lowercase()), rest.to_owned()));
    parts.into_iter().flat_map(|([_, present, progressive, _], rest)| {
        [present, progressive].into_iter().flat_map(move |it| [format!("{it} {rest}"), format!("{it} the {rest}")])
    })
}

/// The objective of a match.
pub(super) fn objective(found: &Match) -> Option<ObjectiveId> {
    u8::try_from(found.id).ok().map(ObjectiveId)
}

/// The pool of CP of a match.
pub(super) fn caster(found: &Match) -> Option<CasterId> {
    u8::try_from(found.id).ok().map(CasterId)
}
