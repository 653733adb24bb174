//! Named entries that scenarios use, extend or override: terrain, weapons, units, abilities and hero classes.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::OnceLock;

use crate::field::Terrain;
use crate::file::{At, List, Name, Named, Number, Reader, Roll};
use crate::line::battle::{Amount, Drill, Kind, Profile, Weapon};
use crate::line::scenario::abilities::Draft;
use crate::line::scenario::files::{ClassFile, DataFile, TerrainFile, UnitFile, WeaponFile};
use crate::line::scenario::say;

/// The files that are compiled in, in the order in which they build on each other.
pub(super) const FILES: [(&str, &str); 4] = [
    ("terrain.toml", include_str!("../../../config/terrain.toml")),
    ("weapons.toml", include_str!("../../../config/weapons.toml")),
    ("units.toml", include_str!("../../../config/units.toml")),
    ("abilities.toml", include_str!("../../../config/abilities.toml")),
];

/// What scenarios can name.
#[derive(Clone, Debug, Default)]
pub struct Data {
    pub(super) terrain: Shelf<Terrain>,
    pub(super) weapons: Shelf<Weapon>,
    pub(super) units: Shelf<Troop>,
    pub(super) abilities: Shelf<Draft>,
    pub(super) classes: Shelf<Class>,
    /// Every file that was taken in, its name and text.
    pub(super) files: Vec<(String, String)>,
}

/// Entries of one sort.
#[derive(Clone, Debug)]
pub(super) struct Shelf<T> {
    entries: BTreeMap<String, Entry<T>>,
    /// Names of entries that couldn't be read, which has been said.
    failed: BTreeSet<String>,
}

#[derive(Clone, Debug)]
struct Entry<T> {
    value: T,
    /// Where its name stands, if it is in the file that is being read.
    here: Option<Range<usize>>,
}

/// A sort of troops.
#[derive(Clone, Debug)]
pub(super) struct Troop {
    /// Without its weapons, which a scenario may override.
    pub profile: Profile,
    pub weapons: Vec<String>,
    /// **S-3** Figures of one entry; more than 1 are a team.
    pub figures: u8,
}

/// A kind of hero.
#[derive(Clone, Debug)]
pub(super) struct Class {
    pub unit: String,
    pub cp: u8,
    pub abilities: Vec<String>,
}

/// An entry of a file, on its way to a shelf.
pub(super) trait Shelved: Sized {
    type Value: Clone;

    /// What people call such an entry.
    const WHAT: &'static str;

    /// What it begins from.
    fn like(&self) -> Option<&At<Name>>;

    /// The whole entry; `None` if something is wrong, which has been said then.
    fn make(
        self,
        reader: &mut Reader,
        key: &At<String>,
        base: Option<&Self::Value>,
        data: &Data,
    ) -> Option<Self::Value>;
}

impl Data {
    /// What is compiled in.
    pub fn standard() -> &'static Data {
        static STANDARD: OnceLock<Data> = OnceLock::new();
        STANDARD.get_or_init(|| {
            let mut data = Data::default();
            for (name, text) in FILES {
                let problems = data.add_file(name, text);
                debug_assert!(problems.diagnostics.is_empty(), "{problems}");
            }
            data
        })
    }

    /// Every file that was taken in, its name and text: what it takes to make the same data again.
    pub fn files(&self) -> &[(String, String)] {
        &self.files
    }

    /// Takes the entries of a file in, over those of the same name.
    pub(super) fn add(&mut self, reader: &mut Reader, file: DataFile) {
        let mut terrain = std::mem::take(&mut self.terrain);
        terrain.fill(reader, file.terrain, self);
        self.terrain = terrain;
        let mut weapons = std::mem::take(&mut self.weapons);
        weapons.fill(reader, file.weapon, self);
        self.weapons = weapons;
        let mut units = std::mem::take(&mut self.units);
        units.fill(reader, file.unit, self);
        self.units = units;
        let mut abilities = std::mem::take(&mut self.abilities);
        abilities.fill(reader, file.ability, self);
        self.abilities = abilities;
        let mut classes = std::mem::take(&mut self.classes);
        classes.fill(reader, file.class, self);
        self.classes = classes;
    }

    /// Forgets in which file the entries stood.
    pub(super) fn settle(&mut self) {
        self.terrain.settle();
        self.weapons.settle();
        self.units.settle();
        self.abilities.settle();
        self.classes.settle();
    }
}

impl<T> Default for Shelf<T> {
    fn default() -> Shelf<T> {
        Shelf { entries: BTreeMap::new(), failed: BTreeSet::new() }
    }
}

impl<T: Clone> Shelf<T> {
    /// The entry of this name.
    pub(super) fn get(&self, key: &str) -> Option<&T> {
        self.entries.get(key).map(|it| &it.value)
    }

    /// The entry that the file names here; says so if there is none.
    pub(super) fn find(&self, reader: &mut Reader, what: &str, name: &At<Name>) -> Option<&T> {
        let found = self.get(name);
        if found.is_none() && !self.failed.contains(&*name.value) && !reader.is_full() {
            reader.say(say::unknown_name(name.span.clone(), what, name, self.keys()));
        }
        found
    }

    /// Every name.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> + Clone {
        self.entries.keys().map(String::as_str)
    }

    /// Names of entries that stand in the file that is being read, and where.
    pub(super) fn here(&self) -> impl Iterator<Item = (&str, Range<usize>)> {
        self.entries.iter().filter_map(|(key, it)| Some((key.as_str(), it.here.clone()?)))
    }

    fn settle(&mut self) {
        self.failed.clear();
        for entry in self.entries.values_mut() {
            entry.here = None;
        }
    }

    /// Takes in the entries of a file, each after the one that it is like.
    fn fill<F: Shelved<Value = T>, const MAX: usize>(
        &mut self,
        reader: &mut Reader,
        files: Option<Named<F, MAX>>,
        data: &Data,
    ) {
        let mut waiting = Vec::new();
        for (key, file) in files.into_iter().flat_map(|it| it.entries) {
            match file {
                Some(file) => waiting.push((key, file)),
                None => _ = self.failed.insert(key.value),
            }
        }
        loop {
            let open: BTreeSet<String> = waiting.iter().map(|it| it.0.value.clone()).collect();
            let is_open = |(key, file): &(At<String>, F)| {
                file.like().is_some_and(|like| open.contains(&*like.value) && *like.value != *key.value)
            };
            let (later, now): (Vec<_>, Vec<_>) = waiting.into_iter().partition(is_open);
            waiting = later;
            if now.is_empty() {
                break;
            }
            for (key, file) in now {
                self.take(reader, key, file, data);
            }
        }
        for (key, _) in waiting {
            reader.say(say::like_in_a_circle(key.span, &key.value));
            self.failed.insert(key.value);
        }
    }

    fn take<F: Shelved<Value = T>>(&mut self, reader: &mut Reader, key: At<String>, file: F, data: &Data) {
        let base = match file.like() {
            Some(like) => self.find(reader, F::WHAT, like).cloned(),
            None => self.get(&key).cloned(),
        };
        let is_lost = file.like().is_some() && base.is_none();
        let made = if is_lost { None } else { file.make(reader, &key, base.as_ref(), data) };
        match made {
            Some(value) => {
                self.failed.remove(&*key);
                self.entries.insert(key.value, Entry { value, here: Some(key.span) });
            }
            None => _ = self.failed.insert(key.value),
        }
    }
}

/// The name that an entry gives itself, or has from the one it begins from, or else its key.
pub(super) fn name_of(given: Option<At<Name>>, base: Option<&str>, key: &At<String>) -> String {
    given.map_or_else(|| base.unwrap_or(&key.value).to_owned(), |it| it.value.0)
}

/// What the file says, or else what the entry has that it begins from.
pub(super) fn small<const MIN: i64, const MAX: i64>(
    given: Option<At<Number<MIN, MAX>>>,
    base: Option<u8>,
) -> Option<u8> {
    given.map(|it| it.get()).or(base)
}

fn rolled<const MAX: u8>(given: Option<At<Roll<MAX>>>, base: Option<u8>) -> Option<u8> {
    given.map(|it| it.value.0).or(base)
}

/// Says which of these an entry lacks; `is_flawed` if it may have tried to say.
pub(super) fn lacks(reader: &mut Reader, what: &str, key: &At<String>, is_flawed: bool, parts: &[(&str, bool)]) {
    let missing: Vec<&str> = parts.iter().filter(|it| !it.1).map(|it| it.0).collect();
    if !missing.is_empty() && !is_flawed && !reader.is_broken {
        reader.say(say::incomplete(key.span.clone(), what, key, &missing));
    }
}

impl Shelved for TerrainFile {
    type Value = Terrain;

    const WHAT: &'static str = "terrain";

    fn like(&self) -> Option<&At<Name>> {
        self.like.as_ref()
    }

    fn make(self, _: &mut Reader, key: &At<String>, base: Option<&Terrain>, _: &Data) -> Option<Terrain> {
        Some(Terrain {
            key: key.value.clone(),
            name: name_of(self.name, base.map(|it| it.name.as_str()), key),
            cost: self.cost.map_or_else(|| base.map_or(Some(1), |it| it.cost), |it| it.value.0),
            opaque: self.opaque.map_or_else(|| base.is_some_and(|it| it.opaque), |it| it.value),
            cover: small(self.cover, base.map(|it| it.cover)).unwrap_or(0),
            conceals: self.conceals.map_or_else(|| base.is_some_and(|it| it.conceals), |it| it.value),
        })
    }
}

impl Shelved for WeaponFile {
    type Value = Weapon;

    const WHAT: &'static str = "weapon";

    fn like(&self) -> Option<&At<Name>> {
        self.like.as_ref()
    }

    fn make(self, reader: &mut Reader, key: &At<String>, base: Option<&Weapon>, _: &Data) -> Option<Weapon> {
        let range = self.range.map(|it| it.value.0).or(base.map(|it| it.range));
        let attacks = self.attacks.map(|it| it.value).or(base.map(|it| it.attacks));
        let accuracy = rolled(self.accuracy, base.map(|it| it.accuracy));
        let strength = small(self.strength, base.map(|it| it.strength));
        let parts = [
            ("range", range.is_some()),
            ("attacks", attacks.is_some()),
            ("accuracy", accuracy.is_some()),
            ("strength", strength.is_some()),
        ];
        lacks(reader, Self::WHAT, key, self.is_flawed, &parts);
        Some(Weapon {
            key: key.value.clone(),
            name: name_of(self.name, base.map(|it| it.name.as_str()), key),
            range: range?,
            attacks: attacks?,
            accuracy: accuracy?,
            strength: strength?,
            piercing: small(self.ap, base.map(|it| it.piercing)).unwrap_or(0),
            damage: self.damage.map(|it| it.value).or(base.map(|it| it.damage)).unwrap_or(Amount::fixed(1)),
            tags: match self.tags {
                Some(tags) => tags.items.into_iter().map(|it| it.value).collect(),
                None => base.map(|it| it.tags.clone()).unwrap_or_default(),
            },
        })
    }
}

impl Shelved for UnitFile {
    type Value = Troop;

    const WHAT: &'static str = "unit";

    fn like(&self) -> Option<&At<Name>> {
        self.like.as_ref()
    }

    fn make(self, reader: &mut Reader, key: &At<String>, base: Option<&Troop>, data: &Data) -> Option<Troop> {
        let was = base.map(|it| &it.profile);
        let toughness = small(self.toughness, was.map(|it| it.toughness));
        let save = self.save.map(|it| it.value.0).or(was.map(|it| it.save));
        let hp = small(self.hp, was.map(|it| it.hp));
        let movement = small(self.r#move, was.map(|it| it.movement));
        let leadership = rolled(self.leadership, was.map(|it| it.leadership));
        let parts = [
            ("toughness", toughness.is_some()),
            ("save", save.is_some()),
            ("hp", hp.is_some()),
            ("move", movement.is_some()),
            ("leadership", leadership.is_some()),
        ];
        lacks(reader, Self::WHAT, key, self.is_flawed, &parts);
        let weapons = names(reader, self.weapons, base.map(|it| &it.weapons), WeaponFile::WHAT, &data.weapons);
        let kind = self.kind.map(|it| it.value.0).or(was.map(|it| it.kind)).unwrap_or(Kind::Infantry);
        let drilled = matches!(kind, Kind::Infantry | Kind::Vehicle);
        let drill = was.map_or(Drill { drilled, ..Drill::default() }, |it| it.drill);
        let said = |given: Option<At<bool>>, was: bool| given.map_or(was, |it| it.value);
        let lead = |it: At<Number<0, 100>>| Some(it.get()).filter(|it| *it != 0);
        let drill = Drill {
            shield: self.shield.map(|it| it.value.0).or(drill.shield),
            spear: said(self.spear, drill.spear),
            drilled: said(self.drilled, drill.drilled),
            autonomous: said(self.autonomous, drill.autonomous),
            lead: self.lead.map_or(drill.lead, lead),
        };
        let profile = Profile {
            key: key.value.clone(),
            name: name_of(self.name, was.map(|it| it.name.as_str()), key),
            kind,
            toughness: toughness?,
            save: save?,
            hp: hp?,
            movement: movement?,
            leadership: leadership?,
            control: small(self.control, was.map(|it| it.control)).unwrap_or(1),
            reach: small(self.reach, was.map(|it| it.reach)).unwrap_or(1),
            size: small(self.size, was.map(|it| it.size)).unwrap_or(1),
            weapons: Vec::new(),
            drill,
        };
        Some(Troop { profile, weapons, figures: small(self.figures, base.map(|it| it.figures)).unwrap_or(1) })
    }
}

impl Shelved for ClassFile {
    type Value = Class;

    const WHAT: &'static str = "class";

    fn like(&self) -> Option<&At<Name>> {
        self.like.as_ref()
    }

    fn make(self, reader: &mut Reader, key: &At<String>, base: Option<&Class>, data: &Data) -> Option<Class> {
        let unit = match &self.unit {
            Some(unit) => data.units.find(reader, UnitFile::WHAT, unit).map(|_| unit.value.0.clone()),
            None => base.map(|it| it.unit.clone()),
        };
        let cp = small(self.cp, base.map(|it| it.cp));
        lacks(
            reader,
            Self::WHAT,
            key,
            self.is_flawed || self.unit.is_some(),
            &[("unit", unit.is_some()), ("cp", cp.is_some())],
        );
        let abilities = names(reader, self.abilities, base.map(|it| &it.abilities), "ability", &data.abilities);
        Some(Class { unit: unit?, cp: cp?, abilities })
    }
}

/// The names that a list gives, each of an entry that there is, or else those of the entry it begins from.
pub(super) fn names<T: Clone, const MAX: usize>(
    reader: &mut Reader,
    given: Option<List<At<Name>, MAX>>,
    base: Option<&Vec<String>>,
    what: &str,
    shelf: &Shelf<T>,
) -> Vec<String> {
    let Some(given) = given else { return base.cloned().unwrap_or_default() };
    given.items.into_iter().filter(|it| shelf.find(reader, what, it).is_some()).map(|it| it.value.0).collect()
}
