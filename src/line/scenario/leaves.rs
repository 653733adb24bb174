//! The values that files are made of: numbers, rolls, dice, tiles, tags, names and words from a list.

use std::borrow::Cow;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use toml::de::DeValue;

use crate::field::{EDGE_MAX, Tile};
use crate::line::battle::{
    AbilityTarget, Amount, Kind, Level, Phase, Shield, Side, Sort, Stance, Stat, TAGS, Tag, TagForm, Trigger,
};
use crate::line::scenario::read::Leaf;

/// A name: one line, not empty, not long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name(pub String);

/// A text of any number of lines.
#[derive(Clone, Debug)]
pub(super) struct Prose(pub String);

/// A whole number between two others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number<const MIN: i64, const MAX: i64>(i64);

/// What a roll must reach, written `4+`: from 2 to `MAX`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Roll<const MAX: u8>(pub u8);

/// A save: a roll, or `-` for none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Save(pub Option<u8>);

/// A weapon's range: tiles, or `melee`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach(pub Option<u8>);

/// Steps to enter a tile, or `impassable`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost(pub Option<u8>);

/// How far units press in: tiles, or `move` for their MOV.
#[derive(Clone, Copy, Debug)]
pub(super) struct Press(pub Option<u8>);

/// One word of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<T>(pub T);

/// What has a word for each of its values.
pub(super) trait Words: Copy + 'static {
    /// What it is, for the schema.
    const NAME: &'static str;
    const WORDS: &'static [(&'static str, Self)];
}

/// Rolls whose misses an ability repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reroll {
    Misses,
    Ones,
}

/// What an ability makes shots ignore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ignore {
    Cover,
    Concealment,
}

const NAME_LETTERS_MAX: usize = 60;
const PROSE_LETTERS_MAX: usize = 8000;

impl<const MIN: i64, const MAX: i64> Number<MIN, MAX> {
    /// The number as a smaller type; callers choose one that holds `MIN` to `MAX`.
    pub(super) fn get<T: TryFrom<i64>>(self) -> T {
        const { assert!(MIN <= MAX) };
        match T::try_from(self.0) {
            Ok(number) => number,
            Err(_) => unreachable!("the type holds every number from {MIN} to {MAX}"),
        }
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Leaf for Name {
    fn what() -> String {
        format!("a name in quotes, one line of 1 to {NAME_LETTERS_MAX} letters")
    }

    fn leaf(value: &DeValue<'_>) -> Option<Name> {
        let text = value.as_str()?.trim();
        let fits = !text.is_empty() && text.chars().take(NAME_LETTERS_MAX + 1).count() <= NAME_LETTERS_MAX;
        (fits && !text.contains(char::is_control)).then(|| Name(text.to_owned()))
    }
}

impl Leaf for Prose {
    fn what() -> String {
        format!("a text in quotes, of 1 to {PROSE_LETTERS_MAX} letters")
    }

    fn leaf(value: &DeValue<'_>) -> Option<Prose> {
        let text = value.as_str()?.trim();
        let fits = !text.is_empty() && text.chars().take(PROSE_LETTERS_MAX + 1).count() <= PROSE_LETTERS_MAX;
        fits.then(|| Prose(text.to_owned()))
    }
}

/// The drawing of a map, as it stands in the file.
#[derive(Clone, Debug)]
pub(super) struct Drawing(pub String);

impl Leaf for Drawing {
    fn what() -> String {
        "rows of letters between \"\"\" marks".to_owned()
    }

    fn leaf(value: &DeValue<'_>) -> Option<Drawing> {
        value.as_str().map(|it| Drawing(it.to_owned()))
    }
}

impl Leaf for bool {
    fn what() -> String {
        "true or false".to_owned()
    }

    fn leaf(value: &DeValue<'_>) -> Option<bool> {
        value.as_bool()
    }
}

/// The whole number that stands there, if it is one.
fn whole(value: &DeValue<'_>) -> Option<i64> {
    let number = value.as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

impl<const MIN: i64, const MAX: i64> Leaf for Number<MIN, MAX> {
    fn what() -> String {
        format!("a whole number from {MIN} to {MAX}")
    }

    fn leaf(value: &DeValue<'_>) -> Option<Self> {
        whole(value).filter(|it| (MIN..=MAX).contains(it)).map(Number)
    }
}

/// `4+` as 4, if it is between 2 and `max`.
pub fn roll(text: &str, max: u8) -> Option<u8> {
    let number: u8 = text.trim().strip_suffix('+')?.parse().ok()?;
    (2..=max).contains(&number).then_some(number)
}

impl<const MAX: u8> Leaf for Roll<MAX> {
    fn what() -> String {
        format!("what a roll must reach, \"2+\" to \"{MAX}+\"")
    }

    fn leaf(value: &DeValue<'_>) -> Option<Self> {
        roll(value.as_str()?, MAX).map(Roll)
    }
}

impl Leaf for Save {
    fn what() -> String {
        "what a save must reach, \"2+\" to \"6+\", or \"-\" for no armour".to_owned()
    }

    fn leaf(value: &DeValue<'_>) -> Option<Save> {
        match value.as_str()?.trim() {
            "-" => Some(Save(None)),
            text => roll(text, 6).map(|it| Save(Some(it))),
        }
    }
}

/// A number from `min` to `max`, or the word that stands for none.
fn number_or(value: &DeValue<'_>, word: &str, min: i64, max: u8) -> Option<Option<u8>> {
    if value.as_str().is_some_and(|it| it.trim().eq_ignore_ascii_case(word)) {
        return Some(None);
    }
    let number = u8::try_from(whole(value)?).ok()?;
    (min <= i64::from(number) && number <= max).then_some(Some(number))
}

impl Leaf for Reach {
    fn what() -> String {
        "a range of 1 to 200 tiles, or \"melee\"".to_owned()
    }

    fn leaf(value: &DeValue<'_>) -> Option<Reach> {
        number_or(value, "melee", 1, 200).map(Reach)
    }
}

impl Leaf for Cost {
    fn what() -> String {
        "1 to 9 steps, or \"impassable\"".to_owned()
    }

    fn leaf(value: &DeValue<'_>) -> Option<Cost> {
        number_or(value, "impassable", 1, 9).map(Cost)
    }
}

impl Leaf for Press {
    fn what() -> String {
        "0 to 30 steps, or \"move\" for as far as each can move".to_owned()
    }

    fn leaf(value: &DeValue<'_>) -> Option<Press> {
        number_or(value, "move", 0, 30).map(Press)
    }
}

impl Leaf for Amount {
    fn what() -> String {
        "a number from 1 to 99, or dice such as \"D3\", \"D6\" or \"2D6+1\" (at most 9 dice)".to_owned()
    }

    fn leaf(value: &DeValue<'_>) -> Option<Amount> {
        match value.as_str() {
            Some(text) => amount(text),
            None => number_or(value, "", 1, 99).flatten().map(Amount::fixed),
        }
    }
}

/// `2`, `D3` or `2D6+1`, as files write it.
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

impl Leaf for Tile {
    fn what() -> String {
        format!("a tile such as \"C7\": column letters, then the row (the largest map has {EDGE_MAX} of each)")
    }

    fn leaf(value: &DeValue<'_>) -> Option<Tile> {
        value.as_str()?.trim().parse().ok()
    }
}

impl Leaf for Tag {
    fn what() -> String {
        "a weapon tag, with what belongs to it".to_owned()
    }

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

/// A tag as files write it: its name in any case, and what belongs to it.
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

/// `infantry`, `vehicle` and so on.
pub fn kind(word: &str) -> Option<Kind> {
    Kind::ALL.iter().find(|it| it.1 == word).map(|it| it.0)
}

impl<T: Words> Leaf for Word<T> {
    fn what() -> String {
        crate::diagnostic::one_of(&Self::known())
    }

    fn leaf(value: &DeValue<'_>) -> Option<Word<T>> {
        let word = value.as_str()?.trim();
        T::WORDS.iter().find(|it| it.0.eq_ignore_ascii_case(word)).map(|it| Word(it.1))
    }

    fn known() -> Vec<String> {
        T::WORDS.iter().map(|it| it.0.to_owned()).collect()
    }
}

macro_rules! words {
    ($($type:ty as $name:literal { $($word:literal => $value:expr,)* })*) => { $(
        impl Words for $type {
            const NAME: &'static str = $name;
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, $value)),*];
        }
    )* };
}

words! {
    Side as "Side" { "players" => Side::Players, "enemy" => Side::Enemy, }
    Kind as "Kind" {
        "infantry" => Kind::Infantry,
        "vehicle" => Kind::Vehicle,
        "monster" => Kind::Monster,
        "structure" => Kind::Structure,
    }
    Shield as "Shield" { "small" => Shield::Small, "medium" => Shield::Medium, "large" => Shield::Large, }
    Stance as "Stance" {
        "aggressive" => Stance::Aggressive,
        "hold" => Stance::Hold,
        "objective" => Stance::Objective,
        "guard" => Stance::Guard,
        "skirmish" => Stance::Skirmish,
    }
    Phase as "Phase" {
        "command" => Phase::Command,
        "shooting" => Phase::Shooting,
        "melee" => Phase::Melee,
        "movement" => Phase::Movement,
        "morale" => Phase::Morale,
    }
    AbilityTarget as "Target" {
        "own squad" => AbilityTarget::OwnSquad,
        "allied squad" => AbilityTarget::AlliedSquad,
        "enemy squad" => AbilityTarget::EnemySquad,
        "own unit" => AbilityTarget::OwnUnit,
        "allied unit" => AbilityTarget::AlliedUnit,
        "enemy unit" => AbilityTarget::EnemyUnit,
        "tile" => AbilityTarget::Tile,
        "self" => AbilityTarget::Own,
    }
    Sort as "WeaponSort" { "melee" => Sort::Melee, "ranged" => Sort::Ranged, }
    Trigger as "Trigger" {
        "shot at" => Trigger::ShotAt,
        "charged" => Trigger::Charged,
        "fights" => Trigger::Fights,
        "ends move" => Trigger::EndsMove,
        "tests morale" => Trigger::TestsMorale,
        "fails morale" => Trigger::FailsMorale,
    }
    Stat as "Stat" {
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
    Reroll as "Reroll" { "misses" => Reroll::Misses, "ones" => Reroll::Ones, }
    Ignore as "Ignore" { "cover" => Ignore::Cover, "concealment" => Ignore::Concealment, }
}

impl Words for Level {
    const NAME: &'static str = "Level";
    const WORDS: &'static [(&'static str, Level)] = Level::ALL;
}

macro_rules! schemas {
    ($($type:ty as $name:literal: $schema:tt)*) => { $(
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }

            fn inline_schema() -> bool {
                true
            }
        }
    )* };
}

schemas! {
    Tile as "Tile": { "type": "string", "pattern": "^[A-Za-z]{1,2}[0-9]{1,3}$" }
    Amount as "Amount": {
        "oneOf": [
            { "type": "integer", "minimum": 1, "maximum": 99 },
            { "type": "string", "pattern": "^[0-9]?[Dd][36](\\+[0-9]{1,2})?$|^[0-9]{1,2}$" }
        ]
    }
    Tag as "Tag": { "type": "string", "pattern": (tag_pattern()) }
    Name as "Name": { "type": "string", "minLength": 1, "maxLength": NAME_LETTERS_MAX }
    Prose as "Prose": { "type": "string", "minLength": 1, "maxLength": PROSE_LETTERS_MAX }
    Drawing as "Drawing": { "type": "string" }
    Save as "Save": { "type": "string", "pattern": "^([2-6]\\+|-)$" }
    Reach as "Range": {
        "oneOf": [{ "type": "integer", "minimum": 1, "maximum": 200 }, { "const": "melee" }]
    }
    Cost as "Cost": {
        "oneOf": [{ "type": "integer", "minimum": 1, "maximum": 9 }, { "const": "impassable" }]
    }
    Press as "Press": {
        "oneOf": [{ "type": "integer", "minimum": 0, "maximum": 30 }, { "const": "move" }]
    }
}

/// What a tag looks like, as a regular expression.
fn tag_pattern() -> String {
    let forms = TAGS.iter().map(|(name, form, _)| match form {
        TagForm::Plain(_) => (*name).to_owned(),
        TagForm::Number(_) => format!("{name} [1-9]"),
        TagForm::Against(_) => {
            format!("{name} ({}) [2-6]\\+", Kind::ALL.iter().map(|it| it.1).collect::<Vec<_>>().join("|"))
        }
    });
    format!("^({})$", forms.collect::<Vec<_>>().join("|"))
}

impl<const MIN: i64, const MAX: i64> JsonSchema for Number<MIN, MAX> {
    fn schema_name() -> Cow<'static, str> {
        format!("Number{MIN}To{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": MIN, "maximum": MAX })
    }

    fn inline_schema() -> bool {
        true
    }
}

impl<const MAX: u8> JsonSchema for Roll<MAX> {
    fn schema_name() -> Cow<'static, str> {
        format!("Roll{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": (2..=MAX).map(|it| format!("{it}+")).collect::<Vec<_>>() })
    }

    fn inline_schema() -> bool {
        true
    }
}

impl<T: Words> JsonSchema for Word<T> {
    fn schema_name() -> Cow<'static, str> {
        T::NAME.into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": <Self as Leaf>::known() })
    }

    fn inline_schema() -> bool {
        true
    }
}
