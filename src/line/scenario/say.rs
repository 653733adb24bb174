//! Every sentence about this game's scenario and data files, one function each, so that the voice is one.

use std::ops::Range;

use crate::diagnostic::Diagnostic;
pub(super) use crate::file::say::{empty_squad, missing, no_place, no_squads, only_true};
use crate::file::say::{quoted, unknown_name};

type Span = Range<usize>;

/// A module that there isn't.
pub(super) fn unknown_module(span: Span, name: &str, known: &[&'static str]) -> Diagnostic {
    unknown_name(span, "module", name, known.iter().copied())
}

/// Rulings about a module that the battle is played without.
pub(super) fn module_is_off(span: Span, module: &str) -> Diagnostic {
    Diagnostic::error(span, format!("this battle is played without {module}, so this changes nothing"))
        .with_help(format!("Write modules = [\"{module}\"] at the top of the file, or leave this out."))
}

/// Something that does nothing because of a module that the battle is played without.
pub(super) fn needs_module(span: Span, key: &str, module: &str) -> Diagnostic {
    Diagnostic::warning(span, format!("{} does something only in a battle with {module}", quoted(key)))
        .with_help(format!("Write modules = [\"{module}\"] at the top of the file, or leave this out."))
}

/// More heroes than a battle holds.
pub(super) fn too_many_heroes(span: Span, most: usize) -> Diagnostic {
    Diagnostic::error(span, format!("with this one there are more than {most} heroes, the most of one battle"))
}

/// A squad of no side.
pub(super) fn no_side(span: Span, squad: &str) -> Diagnostic {
    Diagnostic::error(span, format!("nobody knows whose side {squad} is on"))
        .with_help("Write side = \"players\" or side = \"enemy\".")
}

/// A player's squad on the other side.
pub(super) fn enemy_player(span: Span, squad: &str, player: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{squad} is the enemy's, so {} can't lead it", quoted(player)))
        .with_help("The enemy is the GM's: leave `player` out.")
        .by_rule("T-12")
}

/// A hero in another player's squad.
pub(super) fn foreign_squad(span: Span, hero: &str, squad: &str, player: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{hero} can't be in {squad}, which isn't {player}'s"))
        .with_help(format!("Choose a squad with player = \"{player}\"."))
}

/// Two heroes in one squad.
pub(super) fn second_hero(span: Span, hero: &str, squad: &str, first: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{hero} can't be in {squad}: {first} is"))
        .with_help("Choose another squad, or set several_heroes = true in [rules].")
}

/// A hero both in a squad and on his own.
pub(super) fn hero_twice(span: Span, hero: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{hero} has both `in` and `at`"))
        .with_help("`in` puts him into a squad, `at` lets him stand alone: keep one.")
}

/// An ability that calls a squad which this battle doesn't have.
pub(super) fn ability_needs_squad(span: Span, ability: &str, squad: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{ability} brings the squad {}, and this battle has none", quoted(squad)))
        .with_help(format!("Add a [[squad]] with id = \"{squad}\" and reserve = true, or change the ability here."))
}

/// Something by tile that is used on squads.
pub(super) fn needs_tile(span: Span, effect: &str) -> Diagnostic {
    Diagnostic::error(span, format!("`{effect}` needs a tile, and this ability isn't used on one"))
        .with_help("Give the ability target = \"tile\", or the effect `at` if it takes one.")
        .by_rule("C-4")
}

/// Something for squads that is used on a tile.
pub(super) fn needs_squad(span: Span, effect: &str) -> Diagnostic {
    Diagnostic::error(span, format!("`{effect}` needs a squad, and this ability is used on a tile"))
        .with_help("Give the ability target = \"own squad\", \"allied squad\", \"enemy squad\" or \"self\".")
        .by_rule("C-4")
}

/// Something that only a squad as a whole can do, for one unit.
pub(super) fn needs_whole_squad(span: Span, effect: &str) -> Diagnostic {
    Diagnostic::error(span, format!("`{effect}` needs a whole squad, and this ability is used on one unit"))
        .with_help("Give the ability target = \"own squad\", \"allied squad\" or \"enemy squad\".")
        .by_rule("C-4")
}

/// Waiting for what happens to a squad, at a tile.
pub(super) fn trigger_on_tile(span: Span) -> Diagnostic {
    Diagnostic::error(span, "a trigger waits for something to happen to a squad, and this ability is used on a tile")
        .with_help("Leave the trigger out, or choose another target.")
        .by_rule("C-5")
}

/// Doing Command again in Command.
pub(super) fn immediate_command(span: Span) -> Diagnostic {
    Diagnostic::error(span, "abilities are the Command phase already")
        .with_help("Write \"shooting\", \"melee\", \"movement\" or \"morale\".")
        .by_rule("C-6")
}

/// A stance that looks for what isn't there.
pub(super) fn no_objectives(span: Span) -> Diagnostic {
    Diagnostic::warning(span, "there is no objective to make for")
}

/// A goal that is met already as the battle begins.
pub(super) fn met_at_once(span: Span, text: &str) -> Diagnostic {
    Diagnostic::warning(span, format!("{} is so from the start", quoted(text)))
}

/// A goal that nothing can meet.
pub(super) fn never_met(span: Span, text: &str) -> Diagnostic {
    Diagnostic::warning(span, format!("{} can't come true in this battle", quoted(text)))
}
