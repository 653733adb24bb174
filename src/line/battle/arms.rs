//! What units are and carry: profiles, weapons and weapon tags. None of it changes during a battle.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::line::battle::{Drill, Sort};

use TagForm::{Against, Number, Plain};

/// A weapon, by its place in [`Setup::weapons`](crate::line::battle::Setup::weapons).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct WeaponId(pub u16);

/// A profile, by its place in [`Setup::profiles`](crate::line::battle::Setup::profiles).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProfileId(pub u16);

/// **T-2** The kind of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Infantry,
    Vehicle,
    Monster,
    Structure,
}

impl Kind {
    /// Every kind, with the word that files use for it.
    pub const ALL: &[(&'static str, Kind)] = &[
        ("infantry", Kind::Infantry),
        ("vehicle", Kind::Vehicle),
        ("monster", Kind::Monster),
        ("structure", Kind::Structure),
    ];
}

/// **T-4** The numbers and weapons that all units of one sort share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// What files call it.
    pub key: String,
    /// What people call one of them.
    pub name: String,
    pub kind: Kind,
    /// T, at least 1.
    pub toughness: u8,
    /// SAV: what a save roll must reach; `None` without armour.
    pub save: Option<u8>,
    /// HP, at least 1.
    pub hp: u8,
    /// MOV in tiles.
    pub movement: u8,
    /// LD: what a morale roll must reach.
    pub leadership: u8,
    /// CON.
    pub control: u8,
    /// ER, at least 1.
    pub reach: u8,
    /// Tiles along each edge of the footprint, at least 1.
    pub size: u8,
    /// In the order in which the file lists them.
    pub weapons: Vec<WeaponId>,
    /// What its units bring to a formation.
    pub drill: Drill,
}

/// **T-5** A number, or dice and a number: `2`, `D3`, `2D6+1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    pub dice: u8,
    /// 3 or 6: the sides of each die. A D3 is half of a D6, rounded up.
    pub sides: u8,
    pub plus: u8,
}

impl Amount {
    /// The same number every time, without dice.
    pub const fn fixed(plus: u8) -> Amount {
        Amount { dice: 0, sides: 6, plus }
    }

    /// Twice the mean, which is a whole number for every amount.
    pub fn twice_mean(self) -> u32 {
        u32::from(self.dice) * (u32::from(self.sides) + 1) + 2 * u32::from(self.plus)
    }
}

impl std::fmt::Display for Amount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.dice, self.plus) {
            (0, plus) => write!(f, "{plus}"),
            (1, 0) => write!(f, "D{}", self.sides),
            (dice, 0) => write!(f, "{dice}D{}", self.sides),
            (1, plus) => write!(f, "D{}+{plus}", self.sides),
            (dice, plus) => write!(f, "{dice}D{}+{plus}", self.sides),
        }
    }
}

/// **T-5** A weapon line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// What files call it.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// RNG in tiles; `None` for a melee weapon.
    pub range: Option<u8>,
    /// ATK.
    pub attacks: Amount,
    /// ACC: what a hit roll must reach.
    pub accuracy: u8,
    /// STR, at least 1.
    pub strength: u8,
    /// AP.
    pub piercing: u8,
    /// DMG.
    pub damage: Amount,
    /// SPC.
    pub tags: Vec<Tag>,
}

impl Weapon {
    /// Whether its attacks are blows (M-4).
    pub fn is_melee(&self) -> bool {
        self.range.is_none()
    }

    /// **M-2, M-4** Whether it is used in melee: for blows, or for `[CloseQuarters]` fire.
    pub fn is_for_melee(&self) -> bool {
        self.is_melee() || self.traits().close_quarters
    }

    pub fn sort(&self) -> Sort {
        if self.is_melee() { Sort::Melee } else { Sort::Ranged }
    }

    /// All of its tags in one value.
    pub fn traits(&self) -> Traits {
        self.tags.iter().fold(Traits::default(), |sum, &tag| sum.with(tag))
    }
}

/// **A-6** A word in a weapon line that changes how it works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tag {
    ExtraAttacks,
    CloseQuarters,
    Crew(u8),
    RapidFire(u8),
    Blast,
    Torrent,
    Heavy,
    Assault,
    Sustained(u8),
    Lethal,
    Devastating,
    TwinLinked,
    IgnoresCover,
    Indirect,
    Precision,
    Anti(Kind, u8),
    Hazardous,
    OneShot,
    Stun,
}

/// What follows the name of a tag.
#[derive(Clone, Copy, Debug)]
pub enum TagForm {
    Plain(Tag),
    Number(fn(u8) -> Tag),
    Against(fn(Kind, u8) -> Tag),
}

/// **A-6** Every tag: how it is written, what follows its name, and what it does in one line.
pub const TAGS: &[(&str, TagForm, &str)] = &[
    ("Extra Attacks", Plain(Tag::ExtraAttacks), "used beside the unit's one weapon, not instead of it"),
    ("CloseQuarters", Plain(Tag::CloseQuarters), "may be fired in melee, before the blows"),
    ("Crew", Number(Tag::Crew), "needs this many of its team, who use no other weapon"),
    ("Rapid Fire", Number(Tag::RapidFire), "this many more attacks at half range or less"),
    ("Blast", Plain(Tag::Blast), "one more attack per five standing targets; never at a squad in melee with friends"),
    ("Torrent", Plain(Tag::Torrent), "hits without rolling"),
    ("Heavy", Plain(Tag::Heavy), "+1 ACC if the squad did not move last round"),
    ("Assault", Plain(Tag::Assault), "firing it costs the squad neither its faster move nor its charge"),
    ("Sustained", Number(Tag::Sustained), "a natural 6 to hit scores this many further hits"),
    ("Lethal", Plain(Tag::Lethal), "a natural 6 to hit wounds without rolling"),
    ("Devastating", Plain(Tag::Devastating), "a natural 6 to wound allows no save"),
    ("Twin-linked", Plain(Tag::TwinLinked), "wound rolls that fail are rolled once more"),
    ("Ignores Cover", Plain(Tag::IgnoresCover), "cover adds nothing to saves against it"),
    ("Indirect", Plain(Tag::Indirect), "needs no line of sight; -1 ACC without it"),
    ("Precision", Plain(Tag::Precision), "its hits may go to an embedded hero, and do so first"),
    ("Anti", Against(Tag::Anti), "wounds that kind of unit on this roll"),
    ("Hazardous", Plain(Tag::Hazardous), "after firing, a die per weapon: a 1 does 1 damage to its user"),
    ("One Shot", Plain(Tag::OneShot), "fires once in a battle"),
    ("Stun", Plain(Tag::Stun), "dazes a unit that it hurts but does not fell (only with formations)"),
];

impl Tag {
    /// What it does, in one line.
    pub fn gist(self) -> &'static str {
        let written = self.to_string();
        TAGS.iter().find(|it| written.starts_with(it.0)).map_or("", |it| it.2)
    }
}

impl std::fmt::Display for Tag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Tag::Crew(n) => write!(f, "Crew {n}"),
            Tag::RapidFire(n) => write!(f, "Rapid Fire {n}"),
            Tag::Sustained(n) => write!(f, "Sustained {n}"),
            Tag::Anti(kind, needs) => {
                let kind = Kind::ALL.iter().find(|it| it.1 == kind).map_or("", |it| it.0);
                write!(f, "Anti {kind} {needs}+")
            }
            plain => {
                let is_it = |form: &TagForm| matches!(form, Plain(tag) if *tag == plain);
                f.write_str(TAGS.iter().find(|it| is_it(&it.1)).map_or("", |it| it.0))
            }
        }
    }
}

/// **A-6** All tags of a weapon in one value, those that abilities grant included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    pub extra_attacks: bool,
    pub close_quarters: bool,
    /// How many units work it; 0 for a weapon that one unit uses.
    pub crew: u8,
    pub rapid_fire: u8,
    pub blast: bool,
    pub torrent: bool,
    pub heavy: bool,
    pub assault: bool,
    pub sustained: u8,
    pub lethal: bool,
    pub devastating: bool,
    pub twin_linked: bool,
    pub ignores_cover: bool,
    pub indirect: bool,
    pub precision: bool,
    /// What a wound roll must reach against each [`Kind`], in the order of the variants; 0 without such a tag.
    pub anti: [u8; 4],
    pub hazardous: bool,
    pub one_shot: bool,
    pub stun: bool,
}

impl Traits {
    /// These traits with one more tag. Of two tags with a number, the better counts.
    #[must_use]
    pub fn with(mut self, tag: Tag) -> Traits {
        match tag {
            Tag::ExtraAttacks => self.extra_attacks = true,
            Tag::CloseQuarters => self.close_quarters = true,
            Tag::Crew(n) => self.crew = self.crew.max(n),
            Tag::RapidFire(n) => self.rapid_fire = self.rapid_fire.max(n),
            Tag::Blast => self.blast = true,
            Tag::Torrent => self.torrent = true,
            Tag::Heavy => self.heavy = true,
            Tag::Assault => self.assault = true,
            Tag::Sustained(n) => self.sustained = self.sustained.max(n),
            Tag::Lethal => self.lethal = true,
            Tag::Devastating => self.devastating = true,
            Tag::TwinLinked => self.twin_linked = true,
            Tag::IgnoresCover => self.ignores_cover = true,
            Tag::Indirect => self.indirect = true,
            Tag::Precision => self.precision = true,
            Tag::Anti(kind, needs) => {
                let slot = &mut self.anti[kind as usize];
                *slot = if *slot == 0 { needs } else { needs.min(*slot) };
            }
            Tag::Hazardous => self.hazardous = true,
            Tag::OneShot => self.one_shot = true,
            Tag::Stun => self.stun = true,
        }
        self
    }
}
