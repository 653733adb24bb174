//! Every sentence about this game's scenario and data files, one function each, so that they have one voice.

use crate::diagnostic::sentences;
use crate::field::GoalKind;
use crate::file::say::quoted;
pub(super) use crate::file::say::{did_you_mean, empty_squad, no_squads, not_in_reserve, only_true, unknown_name};

sentences! {
    /// Rulings about a module that is off.
    module_is_off(module: &str) error: "this battle is played without {module}, so this changes nothing"
        => "Write modules = [\"{module}\"] at the top of the file, or leave this out.";
    /// An entry that does nothing because its module is off.
    needs_module(key: &str, module: &str) warning: "{} does something only in a battle with {module}", quoted(key)
        => "Write modules = [\"{module}\"] at the top of the file, or leave this out.";
    /// More heroes than a battle may have.
    too_many_heroes(most: usize) error: "this makes more than {most} heroes, the most a battle can have";
    /// A squad without a side.
    no_side(squad: &str) error: "{squad} has no side"
        => "Write side = \"players\" or side = \"enemy\".";
    /// A player's squad on the enemy's side.
    enemy_player(squad: &str, player: &str) error "T-12": "{squad} is the enemy's, so {} can't lead it", quoted(player)
        => "The enemy is the GM's: leave `player` out.";
    /// A hero in another player's squad.
    foreign_squad(hero: &str, squad: &str, player: &str) error: "{hero} can't be in {squad}, which isn't {player}'s"
        => "Choose a squad with player = \"{player}\".";
    /// Two heroes in one squad.
    second_hero(hero: &str, squad: &str, first: &str) error: "{hero} can't be in {squad}: {first} is in it"
        => "Choose another squad, or set several_heroes = true in [rules].";
    /// A hero who is neither in a squad nor on a tile.
    hero_nowhere(hero: &str) error: "{hero} has no place"
        => "Give the id of a squad of the same player, in = \"alpha\", or a tile to stand alone on, at = \"C7\".";
    /// A hero who is both in a squad and on a tile.
    hero_twice(hero: &str) error: "{hero} has both `in` and `at`"
        => "`in` puts him into a squad, `at` lets him stand alone: keep one.";
    /// An ability that needs its hero, in the GM's pool.
    gm_without_hero(ability: &str) warning "H-2":
        "{} needs its hero on the field, and the GM has none, so it can't be used", quoted(ability)
        => "The GM's pool is for abilities with needs_hero = false; [ability.{ability}] can change this one.";
    /// An ability that brings a squad that this battle doesn't have.
    ability_needs_squad(ability: &str, squad: &str, rather: Option<String>) error:
        "{ability} brings the squad {}, and this battle has none", quoted(squad)
        => "{}", rather.unwrap_or_else(|| {
            format!("Add a [[squad]] with id = \"{squad}\" and reserve = true, or change the ability here.")
        });
    /// An effect at a tile, in an ability that isn't used on one.
    needs_tile(effect: &str) error "C-4": "`{effect}` needs a tile, and this ability isn't used on one"
        => "Give the ability target = \"tile\", or the effect `at` if it takes one.";
    /// An effect on a squad, in an ability that is used on a tile.
    needs_squad(effect: &str) error "C-4": "`{effect}` needs a squad, and this ability is used on a tile"
        => "Give the ability target = \"own squad\", \"allied squad\", \"enemy squad\" or \"self\".";
    /// An effect on a whole squad, in an ability that is used on one unit.
    needs_whole_squad(effect: &str) error "C-4": "`{effect}` needs a whole squad, and this ability is used on one unit"
        => "Give the ability target = \"own squad\", \"allied squad\" or \"enemy squad\".";
    /// `weapons` beside a number that isn't a weapon's.
    not_of_weapons() error "C-7":
        "`weapons` picks weapons, and save, toughness, move, leadership, control and reach don't belong to weapons"
        => "Leave `weapons` out, or modify accuracy, strength, ap, damage, attacks or range.";
    /// A trigger, in an ability that is used on a tile.
    trigger_on_tile() error "C-5":
        "a trigger waits for something to happen to a squad, and this ability is used on a tile"
        => "Leave the trigger out, or choose another target.";
    /// `immediately` with the Command phase.
    immediate_command() error "C-6": "abilities already happen in the Command phase"
        => "Write \"shooting\", \"melee\", \"movement\" or \"morale\".";
    /// Stance "objective" in a battle without objectives.
    no_objectives() warning: "this battle has no objective to go for";
    /// A squad that forms up in contact with the enemy.
    starts_in_melee(squad: &str, other: &str) warning "M-1": "{squad} starts in melee with {other}"
        => "Around this tile, some of its units come to stand beside {other}. Choose another, or list a tile for each unit: tiles = [\"C7\", …].";
    /// A goal that is met when the battle begins. `round` is the last round, or an example of one if there is
    /// none.
    met_at_once(text: &str, kind: GoalKind, round: u16) warning: "{} is met from the start", quoted(text)
        => "If it {} at the end, say when that is: all = [{{ survive = {round} }}, …].{}",
        if kind == GoalKind::Failure { "is a defeat only" } else { "has to be so" },
        if kind == GoalKind::Bonus { " It is met only if the battle lasts that long." } else { "" };
    /// A goal that can't be met.
    never_met(text: &str) warning: "{} can't come true in this battle", quoted(text);
    /// A main goal that can't be met together with others.
    never_together(text: &str) warning: "{} is never met together with the main goals before it", quoted(text)
        => "All of them have to be met at once: take one away, or make it a [[bonus]].";
}
