//! The values in files that are this game's own: dice, saves, ranges, tags, and words.

use toml::de::DeValue;

use crate::file::{Leaf, Words, number_or, roll, words};
use crate::line::battle::{
    AbilityTarget, Amount, Boon, Kind, Phase, Shield, Side, Sort, Stance, Stat, TAGS, Tag, TagForm, Temper, Trigger,
};

/// A save: a roll, or `-` for none.
#[derive(Clone, Copy)]
pub(super) struct Save(pub Option<u8>);

/// A weapon's range: tiles, or `melee`.
#[derive(Clone, Copy)]
pub(super) struct Reach(pub Option<u8>);

/// How far units press in: tiles, or `move` for their MOV.
#[derive(Clone, Copy)]
pub(super) struct Press(pub Option<u8>);

/// Hit rolls that an ability repeats.
#[derive(Clone, Copy)]
pub(super) struct Reroll(pub Boon);

/// What an ability makes shots ignore.
#[derive(Clone, Copy)]
pub(super) struct Ignore(pub Boon);

impl Leaf for Save {
    const WHAT: &'static str = "what a save must reach, \"2+\" to \"6+\", or \"-\" for no armour";

    fn leaf(value: &DeValue<'_>) -> Option<Save> {
        match value.as_str()?.trim() {
            "-" => Some(Save(None)),
            text => roll(text, 6).map(|it| Save(Some(it))),
        }
    }
}

impl Leaf for Reach {
    const WHAT: &'static str = "a range of 1 to 200 tiles, or \"melee\"";

    fn leaf(value: &DeValue<'_>) -> Option<Reach> {
        number_or(value, "melee", 1, 200).map(Reach)
    }
}

impl Leaf for Press {
    const WHAT: &'static str = "0 to 30 steps, or \"move\" for as far as each can move";

    fn leaf(value: &DeValue<'_>) -> Option<Press> {
        number_or(value, "move", 0, 30).map(Press)
    }
}

impl Leaf for Amount {
    const WHAT: &'static str = "a number from 1 to 99, or dice such as \"D3\", \"D6\" or \"2D6+1\" (at most 9 dice)";

    fn leaf(value: &DeValue<'_>) -> Option<Amount> {
        match value.as_str() {
            Some(text) => amount(text),
            None => number_or(value, "", 1, 99).flatten().map(Amount::fixed),
        }
    }
}

/// Parses an amount as files write it: `2`, `D3` or `2D6+1`. `None` if the text is none.
pub fn amount(text: &str) -> Option<Amount> {
    let text = text.trim().to_ascii_uppercase();
    let number = |text: &str| text.parse::<u8>().ok().filter(|it| (1..=99).contains(it));
    let Some((dice, rest)) = text.split_once('D') else { return number(&text).map(Amount::fixed) };
    let dice = if dice.is_empty() { 1 } else { number(dice).filter(|it| *it <= 9)? };
    let (sides, plus) = match rest.split_once('+') {
        Some((sides, plus)) => (sides, number(plus)?),
        None => (rest, 0),
    };
    let sides = number(sides).filter(|it| matches!(it, 3 | 6))?;
    Some(Amount { dice, sides, plus })
}

impl Leaf for Tag {
    const WHAT: &'static str = "a weapon tag, with what belongs to it";

    fn leaf(value: &DeValue<'_>) -> Option<Tag> {
        tag(value.as_str()?)
    }

    fn known() -> Vec<String> {
        let example = |form: &TagForm| match form {
            TagForm::Plain(tag) => tag.to_string(),
            TagForm::Number(make) => make(1).to_string(),
            TagForm::Against(make) => make(Kind::Vehicle, 4).to_string(),
        };
        TAGS.iter().map(|it| example(&it.1)).collect()
    }
}

/// Parses a weapon tag as files write it: its name in any letter case, and what belongs to it. `None` if there is no
/// such tag.
pub fn tag(text: &str) -> Option<Tag> {
    let text = text.trim().trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
    TAGS.iter().find_map(|(name, form, _)| {
        let rest = text.strip_prefix(&name.to_ascii_lowercase())?;
        let mut words = rest.split_whitespace();
        let tag = match form {
            TagForm::Plain(tag) => *tag,
            TagForm::Number(make) => make(words.next()?.parse().ok().filter(|it| (1..=9).contains(it))?),
            TagForm::Against(make) => make(kind(words.next()?)?, roll(words.next()?, 6)?),
        };
        let is_whole_name = rest.is_empty() || rest.starts_with(' ');
        (is_whole_name && words.next().is_none()).then_some(tag)
    })
}

impl Words for Kind {
    const WORDS: &'static [(&'static str, Kind)] = Kind::ALL;
}

/// Parses a kind of unit: `infantry`, `vehicle` and so on. `None` if there is no such kind.
pub fn kind(word: &str) -> Option<Kind> {
    Kind::ALL.iter().find(|it| it.0 == word).map(|it| it.1)
}

words! {
    Side { "players" => Side::Players, "enemy" => Side::Enemy, }
    Shield { "small" => Shield::Small, "medium" => Shield::Medium, "large" => Shield::Large, }
    Stance {
        "aggressive" => Stance::Aggressive,
        "hold" => Stance::Hold,
        "objective" => Stance::Objective,
        "guard" => Stance::Guard,
        "skirmish" => Stance::Skirmish,
    }
    Temper {
        "fanatic" => Temper::Fanatic,
        "steady" => Temper::Steady,
        "wavering" => Temper::Wavering,
    }
    Phase {
        "command" => Phase::Command,
        "shooting" => Phase::Shooting,
        "melee" => Phase::Melee,
        "movement" => Phase::Movement,
        "morale" => Phase::Morale,
    }
    AbilityTarget {
        "own squad" => AbilityTarget::OwnSquad,
        "allied squad" => AbilityTarget::AlliedSquad,
        "enemy squad" => AbilityTarget::EnemySquad,
        "own unit" => AbilityTarget::OwnUnit,
        "allied unit" => AbilityTarget::AlliedUnit,
        "enemy unit" => AbilityTarget::EnemyUnit,
        "tile" => AbilityTarget::Tile,
        "self" => AbilityTarget::Own,
    }
    Sort { "melee" => Sort::Melee, "ranged" => Sort::Ranged, }
    Trigger {
        "shot at" => Trigger::ShotAt,
        "charged" => Trigger::Charged,
        "fights" => Trigger::Fights,
        "ends move" => Trigger::EndsMove,
        "tests morale" => Trigger::TestsMorale,
        "fails morale" => Trigger::FailsMorale,
    }
    Stat {
        "accuracy" => Stat::Accuracy,
        "strength" => Stat::Strength,
        "ap" => Stat::Piercing,
        "damage" => Stat::Damage,
        "attacks" => Stat::Attacks,
        "range" => Stat::Range,
        "save" => Stat::Save,
        "toughness" => Stat::Toughness,
        "move" => Stat::Movement,
        "leadership" => Stat::Leadership,
        "control" => Stat::Control,
        "reach" => Stat::Reach,
    }
    Reroll { "misses" => Reroll(Boon::RerollMisses), "ones" => Reroll(Boon::RerollOnes), }
    Ignore { "cover" => Ignore(Boon::IgnoreCover), "concealment" => Ignore(Boon::IgnoreConcealment), }
}
