//! Named entries that scenarios of this game can use, extend or override: terrain, weapons and units.

use std::sync::OnceLock;

use crate::brick::battle::{Close, Ground, Hazard, Kind, Profile, Ranged, Rating, Weapon};
use crate::brick::scenario::files::{CloseFile, DataFile, RangedFile, TerrainFile, UnitFile, WeaponFile};
use crate::brick::scenario::values::dice;
use crate::field::Terrain;
use crate::file::{
    self, At, Catalog, Catalogs, Read as _, Reader, UnitNumber, Value, check_complete, name_of, names, rolled, said,
    small,
};

/// The entries that scenarios of this game can name, with the files that they come from.
pub type Data = file::Data<Library>;

/// The entries that scenarios can name.
#[derive(Clone)]
pub struct Library {
    pub(super) terrain: Catalog<Land>,
    pub(super) weapons: Catalog<Weapon>,
    pub(super) units: Catalog<Sort>,
}

/// A kind of ground: its terrain on the board, and its properties in this game.
#[derive(Clone)]
pub(super) struct Land {
    pub terrain: Terrain,
    pub ground: Ground,
}

/// A sort of unit, and the weapons that it holds.
#[derive(Clone)]
pub(super) struct Sort {
    pub profile: Profile,
    pub weapons: Vec<String>,
}

impl Default for Library {
    fn default() -> Library {
        Library { terrain: Catalog::of("terrain"), weapons: Catalog::of("weapon"), units: Catalog::of("unit") }
    }
}

impl Library {
    /// Adds the entries of a file. They replace those of the same name.
    pub(super) fn take_in(&mut self, reader: &mut Reader, file: DataFile) {
        self.terrain.fill(reader, file.terrain, |it| it.like.as_ref(), TerrainFile::make, &());
        self.weapons.fill(reader, file.weapon, |it| it.like.as_ref(), WeaponFile::make, &());
        self.units.fill(reader, file.unit, |it| it.like.as_ref(), UnitFile::make, &self.weapons);
    }
}

impl Catalogs for Library {
    const FILES: &'static [(&'static str, &'static str)] =
        &[("brick.toml", include_str!("../../../config/brick.toml"))];

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
        self.terrain.values().map(|it| it.terrain.clone()).collect()
    }

    fn numbers(&self, unit: &str) -> Vec<(&'static str, Option<UnitNumber>)> {
        let Some(Sort { profile: it, .. }) = self.units.get(unit) else { return Vec::new() };
        let whole = |number: u8| Some(UnitNumber::Whole(number.into()));
        let plus = it.armor.plus.into();
        vec![
            ("armor", Some(dice(it.armor).map_or(UnitNumber::Whole(plus), |dice| UnitNumber::Dice(dice, plus)))),
            ("move", whole(it.movement)),
            ("size", whole(it.size)),
            ("hp", whole(it.hp)),
            ("hands", whole(it.hands)),
            ("value", Some(UnitNumber::Whole(it.value.into()))),
            ("leadership", it.leadership.map(|it| UnitNumber::Roll(it.into()))),
            ("control", whole(it.control)),
        ]
    }
}

impl TerrainFile {
    fn make(self, _: &mut Reader, key: &At<String>, base: Option<&Land>, (): &()) -> Option<Land> {
        let was = base.map(|it| &it.terrain);
        let ground = base.map_or(Ground::default(), |it| it.ground);
        let hazard = match (self.deadly, self.mine) {
            (Some(At { value: true, .. }), _) => Some(Hazard::Deadly),
            (_, Some(damage)) => Some(Hazard::Mine { damage: damage.get() }),
            (Some(_), None) => None,
            (None, None) => ground.hazard,
        };
        let terrain = Terrain {
            key: key.value.clone(),
            name: name_of(self.name, was.map(|it| it.name.as_str()), key),
            cost: self.cost.map_or_else(|| was.map_or(Some(1), |it| it.cost), |it| it.value.0),
            opaque: said(self.opaque, was.is_some_and(|it| it.opaque)),
            cover: 0,
            conceals: false,
            drawn_like: self.look.map(|it| it.value.0).or_else(|| was.and_then(Terrain::look)),
        };
        let ground = Ground {
            sections: small(self.cover, Some(ground.sections)).unwrap_or(0),
            is_smoke: said(self.smoke, ground.is_smoke),
            is_slow: said(self.slow, ground.is_slow),
            hazard,
        };
        Some(Land { terrain, ground })
    }
}

impl WeaponFile {
    /// **BC-1.11** An attack needs a Use and a damage, and a shot a Range too.
    fn make(self, reader: &mut Reader, key: &At<String>, base: Option<&Weapon>, (): &()) -> Option<Weapon> {
        check_complete(reader, ("weapon", key), &self, base, &["class"]);
        let class = self.class.map(|it| it.value.0).or(base.map(|it| it.class))?;
        let usual = base.filter(|it| it.class == class).map_or_else(|| class.in_close_combat(), |it| it.close);
        let close = match self.close {
            Some(file) => Some(close(reader, key, file, usual)?),
            None => usual,
        };
        let ranged = match self.ranged {
            Some(file) => Some(ranged(reader, key, file, base.and_then(|it| it.ranged))?),
            None => base.and_then(|it| it.ranged),
        };
        Some(Weapon {
            key: key.value.clone(),
            name: name_of(self.name, base.map(|it| it.name.as_str()), key),
            class,
            close,
            ranged,
            is_thrust: said(self.thrust, base.is_some_and(|it| it.is_thrust)),
            is_charge: said(self.charge, base.is_some_and(|it| it.is_charge)),
            is_ahead_only: said(self.ahead_only, base.is_some_and(|it| it.is_ahead_only)),
            has_overkill: said(self.overkill, base.is_some_and(|it| it.has_overkill)),
        })
    }
}

fn close(reader: &mut Reader, key: &At<String>, file: CloseFile, was: Option<Close>) -> Option<Close> {
    check_complete(reader, ("weapon", key), &file, was, &["close.use", "close.damage"]);
    Some(Close {
        needs: small(file.r#use, was.map(|it| it.needs))?,
        damage: file.damage.map(|it| it.value).or(was.map(|it| it.damage))?,
    })
}

fn ranged(reader: &mut Reader, key: &At<String>, file: RangedFile, was: Option<Ranged>) -> Option<Ranged> {
    check_complete(reader, ("weapon", key), &file, was, &["ranged.use", "ranged.range", "ranged.damage"]);
    Some(Ranged {
        needs: small(file.r#use, was.map(|it| it.needs))?,
        range: small(file.range, was.map(|it| it.range))?,
        damage: file.damage.map(|it| it.value).or(was.map(|it| it.damage))?,
        is_thrown: said(file.thrown, was.is_some_and(|it| it.is_thrown)),
        blast: small(file.blast, was.and_then(|it| it.blast)),
    })
}

impl UnitFile {
    fn make(self, reader: &mut Reader, key: &At<String>, base: Option<&Sort>, arms: &Catalog<Weapon>) -> Option<Sort> {
        let was = base.map(|it| &it.profile);
        let kind = self.kind.as_ref().map(|it| it.value.0).or(was.map(|it| it.kind)).unwrap_or(Kind::Foot);
        // An object needs no skill and no move.
        let is_thing = kind == Kind::Object;
        let needed: &[&str] = if is_thing { &["armor"] } else { &["skill", "armor", "move"] };
        check_complete(reader, ("unit", key), &self, base, needed);
        let weapons = names(reader, self.weapons, base.map(|it| &it.weapons), arms);
        let size_said = self.size.is_some() || was.is_some_and(|it| it.kind != kind);
        let size = small(self.size, was.map(|it| it.size)).unwrap_or(1);
        let kept = was.filter(|_| !size_said);
        let profile = Profile {
            key: key.value.clone(),
            name: name_of(self.name, was.map(|it| it.name.as_str()), key),
            kind,
            skill: self.skill.map(|it| it.value).or(was.map(|it| it.skill)).or(is_thing.then_some(Rating::REGULAR))?,
            armor: self.armor.map(|it| it.value).or(was.map(|it| it.armor))?,
            movement: small(self.r#move, was.map(|it| it.movement)).or(is_thing.then_some(0))?,
            size,
            footprint: match self.footprint {
                Some(At { value, .. }) => (value.wide, value.deep),
                None => kept.map_or_else(|| Profile::usual_footprint(kind, size), |it| it.footprint),
            },
            hp: small(self.hp, kept.map(|it| it.hp)).unwrap_or_else(|| Profile::usual_hp(size)),
            hands: small(self.hands, was.map(|it| it.hands)).unwrap_or(2),
            is_short: said(self.short, was.is_some_and(|it| it.is_short)),
            is_officer: said(self.officer, was.is_some_and(|it| it.is_officer)),
            is_hero: said(self.hero, was.is_some_and(|it| it.is_hero)),
            can_fly: said(self.fly, was.is_some_and(|it| it.can_fly)),
            can_climb: said(self.climb, was.is_some_and(|it| it.can_climb)),
            is_reactive: said(self.reactive, was.map_or(!is_thing, |it| it.is_reactive)),
            has_heavy_armor: said(self.heavy_armor, was.is_some_and(|it| it.has_heavy_armor)),
            is_fixed: said(self.fixed, was.is_some_and(|it| it.is_fixed)),
            value: self.value.map(|it| it.get()).or(was.map(|it| it.value)).unwrap_or(10),
            leadership: rolled(self.leadership, was.and_then(|it| it.leadership)),
            control: small(self.control, was.map(|it| it.control)).unwrap_or(u8::from(!is_thing)),
        };
        Some(Sort { profile, weapons })
    }
}
