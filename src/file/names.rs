//! Resolves the names in a file to sides, squads, units and objectives.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::field::{ObjectiveId, SquadId, Subject};
use crate::file::read::{At, Leaf, List, Reader};
use crate::file::say;
use crate::file::values::{Name, Word, Words};

/// The meanings of the names in a file. `S` is a game's type of side.
pub struct Names<S> {
    /// The players' side comes first.
    sides: Vec<(String, S)>,
    subjects: BTreeMap<String, (Subject<S>, &'static str)>,
    objectives: BTreeMap<String, ObjectiveId>,
    /// Names of what couldn't be read.
    lost: Vec<String>,
    /// Whether a name may be wrong, so that an unknown one may be what its owner should be called.
    is_doubtful: bool,
}

impl<S: Copy + PartialEq> Names<S> {
    /// The names of the players' side and of the other sides.
    pub fn new(players: (&str, S), others: impl IntoIterator<Item = (String, S)>) -> Names<S> {
        let sides = std::iter::once((players.0.to_owned(), players.1)).chain(others).collect();
        Names { sides, subjects: BTreeMap::new(), objectives: BTreeMap::new(), lost: Vec::new(), is_doubtful: false }
    }

    /// The players' side, which is meant where a file names none.
    pub fn players(&self) -> S {
        self.sides[0].1
    }

    /// The side with this name. Adds a problem if there is none.
    pub fn side(&self, reader: &mut Reader, name: &At<Name>) -> Option<S> {
        self.found_or_problem(reader, "side", name, self.side_of(name), self.side_names())
    }

    /// The side, squad or unit with this name. Adds a problem if there is none.
    pub fn subject(&self, reader: &mut Reader, name: &At<Name>) -> Option<Subject<S>> {
        let side = self.side_of(name).map(Subject::Side);
        let found = side.or_else(|| self.subjects.get(&*name.value).map(|it| it.0));
        let known = self.side_names().chain(self.subjects.keys().map(String::as_str));
        self.found_or_problem(reader, "squad, unit or side", name, found, known)
    }

    /// The squad with this name. Adds a problem if there is none.
    pub fn squad(&self, reader: &mut Reader, name: &At<Name>) -> Option<SquadId> {
        let found = match self.subjects.get(&*name.value) {
            Some((Subject::Squad(id), _)) => Some(*id),
            _ => None,
        };
        let squads = self.subjects.iter().filter(|it| matches!(it.1.0, Subject::Squad(_)));
        self.found_or_problem(reader, "squad", name, found, squads.map(|it| it.0.as_str()))
    }

    /// The objective with this name. Adds a problem if there is none.
    pub fn objective(&self, reader: &mut Reader, name: &At<Name>) -> Option<ObjectiveId> {
        let found = self.objectives.get(&*name.value).copied();
        self.found_or_problem(reader, "objective", name, found, self.objectives.keys().map(String::as_str))
    }

    /// Whether an objective has this name.
    pub fn has_objective(&self, name: &str) -> bool {
        self.objectives.contains_key(name)
    }

    /// Names an objective, unless another has the name.
    pub fn name_objective(&mut self, name: &str, objective: ObjectiveId) {
        self.objectives.entry(name.to_owned()).or_insert(objective);
    }

    /// Names a squad or a unit. Adds a problem if the name has another meaning. `what` is the word for it in the
    /// sentence: `a squad`.
    pub fn name(&mut self, reader: &mut Reader, name: &str, span: Range<usize>, who: Subject<S>, what: &'static str) {
        let is_side = self.side_of(name).is_some();
        if is_side || name == "gm" {
            reader.say(if is_side { say::same_name(span, name, "a side") } else { say::reserved_name(span, name) });
            self.doubt();
            return;
        }
        match self.subjects.get(name) {
            Some((other, _)) if *other == who => (),
            Some((_, first)) => {
                reader.say(say::same_name(span, name, first));
                self.doubt();
            }
            None => _ = self.subjects.insert(name.to_owned(), (who, what)),
        }
    }

    /// Remembers the names of things that couldn't be read, so that they aren't reported as unknown.
    pub fn lose(&mut self, names: impl IntoIterator<Item = String>) {
        self.lost.extend(names);
    }

    /// The items of a list. Remembers the names of those that couldn't be read.
    pub fn listed<T, const MAX: usize>(&mut self, list: Option<List<T, MAX>>) -> Vec<T> {
        let Some(list) = list else { return Vec::new() };
        self.lose(list.lost);
        list.items
    }

    /// Remembers that something is missing or has the wrong name, so that names which are only wrong because of that
    /// aren't reported.
    pub fn doubt(&mut self) {
        self.is_doubtful = true;
    }

    /// Whether something couldn't be read.
    pub fn has_lost_some(&self) -> bool {
        !self.lost.is_empty()
    }

    /// Returns `found`. Adds a problem if it is `None`, unless the thing with this name couldn't be read.
    fn found_or_problem<'a, T>(
        &'a self,
        reader: &mut Reader,
        what: &str,
        name: &At<Name>,
        found: Option<T>,
        known: impl Iterator<Item = &'a str> + Clone,
    ) -> Option<T> {
        if found.is_none() && !self.is_doubtful && !self.lost.contains(&name.value.0) {
            reader.say(say::unknown_name(name.span.clone(), what, name, known));
        }
        found
    }

    fn side_of(&self, name: &str) -> Option<S> {
        self.sides.iter().find(|it| it.0 == name).map(|it| it.1)
    }

    fn side_names(&self) -> impl Iterator<Item = &str> + Clone {
        self.sides.iter().map(|it| it.0.as_str())
    }
}

/// The type of a side in a game's files: [`Word`] if the sides are fixed, [`Name`] if the file itself names them.
pub trait SideWord<S>: Leaf {
    /// The side that is meant. `None` if there is none, after adding a problem.
    fn side(at: &At<Self>, reader: &mut Reader, names: &Names<S>) -> Option<S>;
}

impl<S: Words> SideWord<S> for Word<S> {
    fn side(at: &At<Word<S>>, _: &mut Reader, _: &Names<S>) -> Option<S> {
        Some(at.value.0)
    }
}

impl<S: Copy + PartialEq> SideWord<S> for Name {
    fn side(at: &At<Name>, reader: &mut Reader, names: &Names<S>) -> Option<S> {
        names.side(reader, at)
    }
}
