//! The named entries that scenarios use, extend or override: terrain, weapons, units, abilities and hero classes.

use std::sync::OnceLock;

use crate::field::Terrain;
use crate::file::{
    self, At, Catalog, Catalogs, Number, Read as _, Reader, TerrainFile, UnitNumber, Value, check_complete, name_of,
    names, rolled, said, small,
};
use crate::line::battle::{Amount, Drill, Kind, Profile, Weapon};
use crate::line::scenario::abilities::AbilityDraft;
use crate::line::scenario::files::{AbilityFile, ClassFile, DataFile, UnitFile, WeaponFile};

/// The files that are compiled in, in the order in which they build on each other.
pub(super) const FILES: [(&str, &str); 4] = [
    ("terrain.toml", include_str!("../../../config/terrain.toml")),
    ("weapons.toml", include_str!("../../../config/weapons.toml")),
    ("units.toml", include_str!("../../../config/units.toml")),
    ("abilities.toml", include_str!("../../../config/abilities.toml")),
];

/// A library, with the files that it was read from.
pub type Data = file::Data<Library>;

/// The named entries that scenarios can use.
#[derive(Clone)]
pub struct Library {
    pub(super) terrain: Catalog<Terrain>,
    pub(super) weapons: Catalog<Weapon>,
    pub(super) units: Catalog<Troop>,
    pub(super) abilities: Catalog<AbilityDraft>,
    pub(super) classes: Catalog<Class>,
}

/// An entry for units of one sort.
#[derive(Clone)]
pub(super) struct Troop {
    /// The profile without weapons, which a scenario may override.
    pub profile: Profile,
    pub weapons: Vec<String>,
    /// **S-3** How many units one entry is; more than 1 are a team.
    pub figures: u8,
}

/// A class of heroes.
#[derive(Clone)]
pub(super) struct Class {
    pub name: String,
    pub unit: String,
    pub cp: u8,
    pub abilities: Vec<String>,
}

impl Default for Library {
    fn default() -> Library {
        Library {
            terrain: Catalog::of("terrain"),
            weapons: Catalog::of("weapon"),
            units: Catalog::of("unit"),
            abilities: Catalog::of("ability"),
            classes: Catalog::of("class"),
        }
    }
}

impl Library {
    /// Adds the entries of a file, which override those of the same name.
    pub(super) fn take_in(&mut self, reader: &mut Reader, file: DataFile) {
        self.terrain.fill(reader, file.terrain, |it| it.like.as_ref(), TerrainFile::make, &());
        self.weapons.fill(reader, file.weapon, |it| it.like.as_ref(), WeaponFile::make, &());
        self.units.fill(reader, file.unit, |it| it.like.as_ref(), UnitFile::make, &self.weapons);
        self.abilities.fill(reader, file.ability, |it| it.like.as_ref(), AbilityFile::make, &self.terrain);
        let beside = (&self.units, &self.abilities);
        self.classes.fill(reader, file.class, |it| it.like.as_ref(), ClassFile::make, &beside);
    }
}

impl Catalogs for Library {
    const FILES: &'static [(&'static str, &'static str)] = &FILES;

    fn standard() -> &'static Data {
        static STANDARD: OnceLock<Data> = OnceLock::new();
        STANDARD.get_or_init(Data::compiled_in)
    }

    fn add(&mut self, reader: &mut Reader, root: &Value<'_>) {
        if let Some(file) = DataFile::read(reader, root) {
            self.take_in(reader, file);
        }
    }

    fn terrains(&self) -> Vec<Terrain> {
        self.terrain.values().cloned().collect()
    }

    fn numbers(&self, unit: &str) -> Vec<(&'static str, Option<UnitNumber>)> {
        let Some(Troop { profile: it, figures, .. }) = self.units.get(unit) else { return Vec::new() };
        let whole = |number: u8| Some(UnitNumber::Whole(number.into()));
        vec![
            ("toughness", whole(it.toughness)),
            ("save", it.save.map(|it| UnitNumber::Roll(it.into()))),
            ("hp", whole(it.hp)),
            ("move", whole(it.movement)),
            ("leadership", Some(UnitNumber::Roll(it.leadership.into()))),
            ("control", whole(it.control)),
            ("reach", whole(it.reach)),
            ("size", whole(it.size)),
            ("figures", whole(*figures)),
        ]
    }

    fn of_class(&self, class: &str) -> Option<&str> {
        self.classes.get(class).map(|it| it.unit.as_str())
    }

    fn abilities(&self, class: &str) -> &[String] {
        self.classes.get(class).map_or(&[], |it| &it.abilities)
    }
}

impl WeaponFile {
    fn make(self, reader: &mut Reader, key: &At<String>, base: Option<&Weapon>, (): &()) -> Option<Weapon> {
        check_complete(reader, ("weapon", key), &self, base, &["range", "attacks", "accuracy", "strength"]);
        Some(Weapon {
            key: key.value.clone(),
            name: name_of(self.name, base.map(|it| it.name.as_str()), key),
            range: self.range.map(|it| it.value.0).or(base.map(|it| it.range))?,
            attacks: self.attacks.map(|it| it.value).or(base.map(|it| it.attacks))?,
            accuracy: rolled(self.accuracy, base.map(|it| it.accuracy))?,
            strength: small(self.strength, base.map(|it| it.strength))?,
            piercing: small(self.ap, base.map(|it| it.piercing)).unwrap_or(0),
            damage: self.damage.map(|it| it.value).or(base.map(|it| it.damage)).unwrap_or(Amount::fixed(1)),
            tags: match self.tags {
                Some(tags) => tags.items.into_iter().map(|it| it.value).collect(),
                None => base.map(|it| it.tags.clone()).unwrap_or_default(),
            },
        })
    }
}

impl UnitFile {
    fn make(
        self,
        reader: &mut Reader,
        key: &At<String>,
        base: Option<&Troop>,
        catalog: &Catalog<Weapon>,
    ) -> Option<Troop> {
        let was = base.map(|it| &it.profile);
        check_complete(reader, ("unit", key), &self, base, &["toughness", "save", "hp", "move", "leadership"]);
        let weapons = names(reader, self.weapons, base.map(|it| &it.weapons), catalog);
        let kind = self.kind.map(|it| it.value.0).or(was.map(|it| it.kind)).unwrap_or(Kind::Infantry);
        let drilled = matches!(kind, Kind::Infantry | Kind::Vehicle);
        let drill = was.map_or(Drill { drilled, ..Drill::default() }, |it| it.drill);
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
            toughness: small(self.toughness, was.map(|it| it.toughness))?,
            save: self.save.map(|it| it.value.0).or(was.map(|it| it.save))?,
            hp: small(self.hp, was.map(|it| it.hp))?,
            movement: small(self.r#move, was.map(|it| it.movement))?,
            leadership: rolled(self.leadership, was.map(|it| it.leadership))?,
            control: small(self.control, was.map(|it| it.control)).unwrap_or(1),
            reach: small(self.reach, was.map(|it| it.reach)).unwrap_or(1),
            size: small(self.size, was.map(|it| it.size)).unwrap_or(1),
            weapons: Vec::new(),
            drill,
        };
        Some(Troop { profile, weapons, figures: small(self.figures, base.map(|it| it.figures)).unwrap_or(1) })
    }
}

impl ClassFile {
    fn make(
        self,
        reader: &mut Reader,
        key: &At<String>,
        base: Option<&Class>,
        &(units, abilities): &(&Catalog<Troop>, &Catalog<AbilityDraft>),
    ) -> Option<Class> {
        check_complete(reader, ("class", key), &self, base, &["unit", "cp"]);
        let unit = match &self.unit {
            Some(unit) => units.find(reader, unit).map(|_| unit.value.0.clone()),
            None => base.map(|it| it.unit.clone()),
        };
        let cp = small(self.cp, base.map(|it| it.cp));
        let abilities = names(reader, self.abilities, base.map(|it| &it.abilities), abilities);
        let name = name_of(self.name, base.map(|it| it.name.as_str()), key);
        Some(Class { name, unit: unit?, cp: cp?, abilities })
    }
}
