//! Types of values that only this game's files have: dice, armor, the size of a plate, and words.

use toml::de::DeValue;

use crate::brick::battle::{Amount, Class, Kind, Plate, Rating};
use crate::brick::rules::{MeleeFirst, Track};
use crate::dice::Sides;
use crate::field::Direction;
use crate::file::{Leaf, words};

/// The size of a plate in tiles.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlateSize {
    pub wide: u8,
    pub deep: u8,
}

impl Leaf for PlateSize {
    fn what() -> String {
        format!("tiles wide and deep, such as \"3x2\", each 1 to {}", Plate::SIDE_MAX)
    }

    fn leaf(value: &DeValue<'_>) -> Option<PlateSize> {
        let (wide, deep) = Plate::size_written(value.as_str()?)?;
        Some(PlateSize { wide, deep })
    }
}

impl Leaf for Rating {
    const WHAT: &'static str = "dice to roll, such as \"1d6\", \"1d8\" or \"1d6+1\"";

    fn leaf(value: &DeValue<'_>) -> Option<Rating> {
        rating(value.as_str()?)
    }
}

/// `1d6`, `1d8` or `1d6+1`.
pub(crate) fn rating(text: &str) -> Option<Rating> {
    let amount = amount(text)?;
    let sides = amount.largest()?;
    let dice = amount.dice[sides as usize];
    (amount.skill == 0 && amount.count() == dice).then_some(Rating { dice, sides, plus: amount.plus })
}

impl Leaf for Amount {
    const WHAT: &'static str = "a number from 0 to 60, or dice such as \"1d6+1\", \"2d10\" or \"skill+2\"";

    fn leaf(value: &DeValue<'_>) -> Option<Amount> {
        match value.as_str() {
            Some(text) => amount(text),
            None => amount(&value.as_integer()?.to_string()),
        }
    }
}

/// An amount as files write it: `4`, `2d6+1`, `skill-1` or `2 skill`, with at most 9 dice of a kind and a number up to
/// 60.
pub(crate) fn amount(text: &str) -> Option<Amount> {
    let text = text.to_ascii_lowercase().replace('-', "+-");
    let mut amount = Amount::default();
    for term in text.split('+').map(str::trim) {
        let number = |text: &str| text.trim().parse::<u8>().ok();
        let times =
            |text: &str| if text.trim().is_empty() { Some(1) } else { number(text).filter(|it| (1..=9).contains(it)) };
        if let Some(count) = term.strip_suffix("skill") {
            amount.skill = amount.skill.checked_add(times(count)?).filter(|it| *it <= 9)?;
        } else if let Some((count, sides)) = term.split_once('d') {
            let of = &mut amount.dice[Sides::of(number(sides)?)? as usize];
            *of = of.checked_add(times(count)?).filter(|it| *it <= 9)?;
        } else {
            let plus: i8 = term.parse().ok()?;
            amount.plus = amount.plus.checked_add(plus).filter(|it| (-60..=60).contains(it))?;
        }
    }
    let is_something = 0 < amount.count() || 0 <= amount.plus;
    is_something.then_some(amount)
}

/// The dice of an amount as files write them: `2d6+1d8`. `None` if it has none.
pub(super) fn dice(amount: Amount) -> Option<String> {
    let skill = (0 < amount.skill).then(|| format!("{} skill", amount.skill));
    let others = Sides::ALL.iter().map(|(sides, _)| (amount.dice[*sides as usize], sides));
    let others = others.filter(|it| 0 < it.0).map(|(count, sides)| format!("{count}{sides}"));
    let all: Vec<String> = skill.into_iter().chain(others).collect();
    (!all.is_empty()).then(|| all.join("+"))
}

words! {
    Direction {
        "north" => Direction::North,
        "east" => Direction::East,
        "south" => Direction::South,
        "west" => Direction::West,
    }
    Class {
        "hand" => Class::Hand,
        "heavy" => Class::Heavy,
        "two-handed" => Class::TwoHanded,
        "tool" => Class::Tool,
        "object" => Class::Object,
        "shield" => Class::Shield,
        "heavy shield" => Class::HeavyShield,
        "rifle" => Class::Rifle,
        "pistol" => Class::Pistol,
    }
    Kind {
        "foot" => Kind::Foot,
        "rider" => Kind::Rider,
        "vehicle" => Kind::Vehicle,
        "object" => Kind::Object,
    }
    Track { "auto" => Track::Auto, "on" => Track::On, "off" => Track::Off, }
    MeleeFirst {
        "listed" => MeleeFirst::Listed,
        "reversed" => MeleeFirst::Reversed,
        "alternate" => MeleeFirst::Alternate,
    }
}
