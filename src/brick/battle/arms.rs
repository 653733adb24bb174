//! What units are and what they fight with: dice expressions, weapons, profiles.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dice::Sides;

/// **BX-27** A rating that is rolled, such as a Skill of `1d6` or `1d6+1`. The plus counts each time it is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rating {
    pub dice: u8,
    pub sides: Sides,
    pub plus: i8,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating::REGULAR
    }
}

impl Rating {
    /// One d6: a regular minifig.
    pub const REGULAR: Rating = Rating { dice: 1, sides: Sides::D6, plus: 0 };
}

/// **BC-1.11** What is rolled for damage, or for armor: Skill dice, dice of any sides, and a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Amount {
    /// Skill dice of the unit that rolls.
    pub skill: u8,
    /// How many dice of each kind, those with the fewest sides first.
    pub dice: [u8; 5],
    pub plus: i8,
}

impl Amount {
    /// A fixed number without dice.
    pub const fn fixed(plus: i8) -> Amount {
        Amount { skill: 0, dice: [0; 5], plus }
    }

    /// Skill dice and a number.
    pub const fn skill(dice: u8, plus: i8) -> Amount {
        Amount { skill: dice, dice: [0; 5], plus }
    }

    /// How many dice there are.
    pub fn count(self) -> u8 {
        self.skill + self.dice.iter().sum::<u8>()
    }

    /// The largest of its dice that aren't Skill dice.
    pub fn largest(self) -> Option<Sides> {
        Sides::ALL.into_iter().map(|it| it.0).rev().find(|it| 0 < self.dice[*it as usize])
    }

    /// **BX-46** Twice its mean for a unit of this Skill, so that it is a whole number.
    pub fn mean_twice(self, skill: Rating) -> i32 {
        let of = |count: u8, sides: Sides| i32::from(count) * (i32::from(sides.count()) + 1);
        let dice: i32 = Sides::ALL.iter().map(|(sides, _)| of(self.dice[*sides as usize], *sides)).sum();
        // **BX-27** Each Skill die is the whole rating, plus included.
        let skills = i32::from(self.skill) * (of(skill.dice, skill.sides) + 2 * i32::from(skill.plus));
        dice + skills + 2 * i32::from(self.plus)
    }
}

/// **BX-4** How a weapon is held and how far it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    Hand,
    Heavy,
    TwoHanded,
    Tool,
    Object,
    Shield,
    HeavyShield,
    /// **BC-10.2** A gun that serves as a tool in close combat.
    Rifle,
    /// **BC-10.2** A gun that serves as a random object in close combat.
    Pistol,
}

impl Class {
    /// **BX-4** The tiles that a weapon of this class strikes.
    pub fn reach(self) -> Reach {
        match self {
            Class::Heavy => Reach { tiles: 2, adjacent: true },
            Class::TwoHanded => Reach { tiles: 3, adjacent: false },
            _ => Reach { tiles: 1, adjacent: true },
        }
    }

    /// **BC-18.2** Its length in half inches.
    pub fn length_halves(self) -> u8 {
        match self {
            Class::Heavy => 2,
            Class::TwoHanded => 4,
            _ => 1,
        }
    }

    /// **BC-10.13** Whether a parry with it that fails against a two-handed attack knocks it away.
    pub fn is_knocked_away(self) -> bool {
        !matches!(self, Class::Shield | Class::HeavyShield | Class::TwoHanded | Class::Rifle)
    }

    /// **BC-8.12, BC-18.1** Whether it is a shield.
    pub fn is_shield(self) -> bool {
        matches!(self, Class::Shield | Class::HeavyShield)
    }

    /// **BC-18.1** Use and damage of this class in close combat, unless a weapon has its own. `None` for shields and
    /// guns.
    pub fn in_close_combat(self) -> Option<Close> {
        let (needs, damage) = match self {
            Class::Hand => (2, Amount::skill(1, 0)),
            Class::Heavy => (3, Amount::skill(1, 2)),
            Class::TwoHanded => (4, Amount::skill(2, 0)),
            Class::Tool => (3, Amount::skill(1, -1)),
            Class::Object => (4, Amount::skill(1, -2)),
            Class::Shield | Class::HeavyShield | Class::Rifle | Class::Pistol => return None,
        };
        Some(Close { needs, damage })
    }

    /// **BC-10.1, BC-10.2** The Use of a parry with it.
    pub fn parry_needs(self) -> u8 {
        match self {
            Class::Hand | Class::Shield => 2,
            Class::Heavy | Class::Tool | Class::HeavyShield | Class::Rifle => 3,
            Class::TwoHanded | Class::Object | Class::Pistol => 4,
        }
    }
}

/// Which tiles a weapon strikes from where its bearer stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Cardinal steps to the farthest tiles. The eight tiles around are in reach by `adjacent` alone.
    pub tiles: u8,
    /// Whether it strikes the eight tiles around.
    pub adjacent: bool,
}

/// **BC-1.11** How a weapon strikes in close combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Close {
    /// **BC-1.8** The total that a Skill roll needs.
    pub needs: u8,
    pub damage: Amount,
}

/// **BC-1.11** How a weapon shoots, or flies when it is thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranged {
    /// **BC-1.8** The total that a Skill roll needs.
    pub needs: u8,
    pub range: u8,
    pub damage: Amount,
    /// **BX-33** Whether it leaves the hand.
    pub is_thrown: bool,
    /// **BX-5** The radius of its blast in tiles, if it has one.
    pub blast: Option<u8>,
}

/// A weapon, by its place in [`Setup::weapons`](crate::brick::battle::Setup::weapons).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct WeaponId(pub u16);

/// A weapon, shield, tool or object that hands can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// What files call it.
    pub key: String,
    /// What people call it.
    pub name: String,
    pub class: Class,
    pub close: Option<Close>,
    pub ranged: Option<Ranged>,
    /// **BC-17.1** Whether it is made for thrusts.
    pub is_thrust: bool,
    /// **BC-17.2** Whether the data allows charges with it, whatever its class.
    pub is_charge: bool,
    /// **BC-1.3** Whether it only strikes the three tiles ahead.
    pub is_ahead_only: bool,
    /// **BX-15** Whether damage beyond what fells a unit goes on to the next one behind.
    pub has_overkill: bool,
}

impl Weapon {
    /// **BX-31** How many hands it takes: two for a two-handed weapon or a rifle, else one.
    pub fn hands(&self) -> u8 {
        if matches!(self.class, Class::TwoHanded | Class::Rifle) { 2 } else { 1 }
    }

    /// **BX-31** Whether a second hand helps: the weapon needs both, or it is heavy and pierces armor with both.
    pub fn is_for_both_hands(&self) -> bool {
        matches!(self.class, Class::Heavy | Class::TwoHanded | Class::Rifle)
    }
}

/// How a unit moves, or that it doesn't.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    #[default]
    /// **BS-8.1** A minifig, or something that moves like one.
    Foot,
    /// **BX-23** Somebody on a mount: one unit.
    Rider,
    /// **BS-8.2** Anything that is driven or directed by another.
    Vehicle,
    /// **BX-22** A door, a barrel, a tree: it does nothing by itself.
    Object,
}

/// A profile, by its place in [`Setup::profiles`](crate::brick::battle::Setup::profiles).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ProfileId(pub u16);

/// The values of a kind of unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// What files call it.
    pub key: String,
    /// What people call it.
    pub name: String,
    pub kind: Kind,
    pub skill: Rating,
    /// **BX-6** A number, or dice.
    pub armor: Amount,
    /// Inches a round.
    pub movement: u8,
    /// **BC-2.5**
    pub size: u8,
    /// Tiles across and down.
    pub footprint: (u8, u8),
    /// **BX-14**
    pub hp: u8,
    /// **BC-5.11**
    pub hands: u8,
    /// **BC-2.9**
    pub is_short: bool,
    /// **BS-6.1**
    pub is_officer: bool,
    /// **BX-21**
    pub is_hero: bool,
    /// **BC-17.1** Whether it charges through the air.
    pub can_fly: bool,
    /// **BX-8** Whether it can climb to any height.
    pub can_climb: bool,
    /// **BC-5.2** Whether it fights back when it is struck.
    pub is_reactive: bool,
    /// **BX-6** Heavy armour: one level of Deflection, and Half Speed.
    pub has_heavy_armor: bool,
    /// **BC-19.10** Whether nothing moves it.
    pub is_fixed: bool,
    /// What it is worth to its own side (BX-45).
    pub value: u16,
    /// **BX-25** For scenarios with a morale of the main game.
    pub leadership: Option<u8>,
    /// What it adds at an objective.
    pub control: u8,
}

impl Profile {
    /// **BC-2.10** Inches of Move a round, one less for a Short minifig.
    pub fn inches(&self) -> u8 {
        self.movement - u8::from(self.is_short).min(self.movement)
    }

    /// **BX-18** MOM dice, and POP dice, that it brings: its Size, at least 1.
    pub fn bulk(&self) -> u8 {
        self.size.max(1)
    }

    /// **BX-14** Hit points as the rules give them: Size, at least 1.
    pub fn usual_hp(size: u8) -> u8 {
        size.max(1)
    }

    /// **BX-11, BS-2.2** Tiles across and down as the rules give them for this Size and kind.
    pub fn usual_footprint(kind: Kind, size: u8) -> (u8, u8) {
        match (kind, size) {
            (Kind::Rider, _) => (2, 2),
            (_, 0..=1) => (1, 1),
            (_, size) => (size, size.div_ceil(2)),
        }
    }
}
