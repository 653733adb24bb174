//! Every sentence about orders, one function each, so that the voice is one.
//!
//! What a player wrote is echoed only through [`harmless`].

use std::ops::Range;

use crate::diagnostic::{Diagnostic, count, join, one_of, possessive};
use crate::field::{Board, SquadId, Tile, column_name};
use crate::line::battle::{Abandon, AbilityOn, AbilityTarget, Battle, Departure, Fire, HeroMove, Movement, Turn};

use crate::post;
use crate::post::english::Never;
pub use crate::post::say::{empty_line, harmless};

use super::Order;

mod canonical;
mod formation;

pub use canonical::canonical;
pub(super) use canonical::unit_name;
pub use formation::*;

type Span = Range<usize>;

/// How many names a remedy lists.
const LISTED_MAX: usize = 6;

fn listed(names: &[&str]) -> String {
    match names.get(..LISTED_MAX) {
        Some(some) if LISTED_MAX < names.len() => format!("{} and others", some.join(", ")),
        _ => join(names, "and"),
    }
}

/// Whether a refusal knows a name that may have been meant.
pub fn offers_name(refusal: &Diagnostic) -> bool {
    refusal.help.as_ref().is_some_and(|it| it.starts_with(DID_YOU_MEAN))
}

const DID_YOU_MEAN: &str = "Did you mean";

fn did_you_mean(diagnostic: Diagnostic, nearest: &[&str]) -> Diagnostic {
    if nearest.is_empty() { diagnostic } else { diagnostic.with_help(format!("{DID_YOU_MEAN} {}?", one_of(nearest))) }
}

// Posts and lines

/// Text behind the prefix that has no likeness to an order.
pub fn not_an_order(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this is not understood as an order")
        .with_help("An order names a squad and what it does, like \"Alpha: move to C7\".")
}

/// Words left over.
pub fn not_understood(span: Span, written: &str) -> Diagnostic {
    Diagnostic::error(span, format!("\"{}\" is not understood, so this order is not taken", harmless(written)))
        .with_help("Leave it out, or put a ; before a further order.")
}

/// **S-4** A word that makes an order of nothing that stands with it; without a reason, it is a question.
pub(in crate::line::orders) fn never(span: Span, why: Option<Never>) -> Diagnostic {
    let never = post::say::never(span.clone(), why);
    match why {
        Some(Never::Condition) => {
            Diagnostic::error(span, "orders can't be conditional: the players fire first and all at once")
                .by_rule("S-4")
        }
        Some(Never::Choice) => never.by_rule("S-4"),
        Some(Never::Negation) => {
            never.with_help("For nothing at all write \"hold\"; to take orders back, \"withdraw orders\".")
        }
        Some(Never::Correction) => {
            never.with_help("Write the line as it should be; \"withdraw orders\" takes back what was posted before.")
        }
        Some(Never::Part) => {
            never.with_help("Weapons can be told apart, like \"shoot Boyz with rifles, Trukk with cannon\".")
        }
        _ => never,
    }
}

/// **R-1** A move that is told before the fire that comes before it.
pub fn fires_first(span: Span, squad: &str) -> Diagnostic {
    Diagnostic::warning(span, format!("{squad} fires from where it stands, and moves after that")).by_rule("R-1")
}

/// Two orders of one kind in one sentence.
pub fn not_both(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this sentence tells one squad two things of which it can do one, so neither is taken")
        .with_help("Say one of them; tiles on the way go behind \"via\", and weapons fire at two squads like \"shoot Boyz with rifles, Trukk with cannon\".")
}

/// Not as many squads as the order says.
pub fn not_so_many(span: Span, squads: &[&str]) -> Diagnostic {
    let has = match squads {
        [] => "you have no squad on the map".to_owned(),
        _ => format!("you have {}: {}", count(squads.len() as u64, "squad", "squads"), join(squads, "and")),
    };
    Diagnostic::error(span, has).with_help("Name those that are meant.")
}

// Verbs

/// A word where a verb should stand.
pub fn unknown_verb(span: Span, written: &str, nearest: &[&str], has_formations: bool) -> Diagnostic {
    let unknown =
        Diagnostic::error(span, format!("\"{}\" is nothing that a squad can be told to do", harmless(written)));
    match (nearest, has_formations) {
        ([], false) => unknown.with_help("Squads can shoot, melee, move, charge, disengage, abandon or hold."),
        ([], true) => unknown.with_help(
            "Squads can shoot, melee, move, charge, disengage, abandon or hold; formations form up, volley, take steps, wheel or disband.",
        ),
        _ => did_you_mean(unknown, nearest),
    }
}

/// A squad, and nothing to do for it.
pub fn no_verb(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this says whom, but not what to do").with_help("Try shoot, melee, move, charge or hold.")
}

/// `attack` may mean three things.
pub fn which_attack(span: Span, written: &str) -> Diagnostic {
    Diagnostic::error(span, format!("\"{}\" could mean several things", harmless(written)))
        .with_help("Say shoot, melee or charge.")
}

/// `defend` may mean two things.
pub fn which_defence(span: Span, written: &str) -> Diagnostic {
    Diagnostic::error(span, format!("\"{}\" doesn't say where the squad is to be", harmless(written)))
        .with_help("Say hold, or move to it.")
}

/// To hold a place where the squad isn't.
pub fn holds_elsewhere(span: Span, squad: &str, place: &str) -> Diagnostic {
    Diagnostic::error(span, format!("who holds stays where it is, and {squad} isn't at {}", harmless(place)))
        .with_help(format!("To go there, write \"move to {}\"; to stay, \"hold\" alone.", harmless(place)))
}

/// Something is taken back, and nobody says what.
pub fn take_back_what(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this doesn't say what to take back")
        .with_help("Write \"withdraw orders\", or \"withdraw orders for\" and a squad.")
}

// Squads

/// An order for nobody.
pub fn which_squad(span: Span, own: &[&str]) -> Diagnostic {
    Diagnostic::error(span, "this doesn't say which squad it is for")
        .with_help(format!("Begin with its name and a colon.{}", yours(own)))
}

/// What squads the poster has, if it isn't one a sentence can't hold.
fn yours(own: &[&str]) -> String {
    match own {
        [] => String::new(),
        [one] => format!(" Yours is {one}."),
        _ => format!(" Yours are {}.", listed(own)),
    }
}

/// An order that names an enemy where its own squad should stand.
pub fn enemy_only(span: Span, name: &str, own: &[&str]) -> Diagnostic {
    Diagnostic::error(span, format!("{name} is the enemy's, and this names no squad of yours"))
        .with_help(format!("Begin with the name of your squad and a colon.{}", yours(own)))
}

/// No squad of the poster's goes by this name.
pub fn unknown_squad(span: Span, written: &str, nearest: &[&str], own: &[&str]) -> Diagnostic {
    let unknown = Diagnostic::error(span, format!("no squad of yours is called \"{}\"", harmless(written)));
    match (nearest, own) {
        ([], [_, ..]) => unknown.with_help(yours(own).trim_start()),
        _ => did_you_mean(unknown, nearest),
    }
}

/// No squad at all goes by this name.
pub fn no_such_squad(span: Span, written: &str, nearest: &[&str]) -> Diagnostic {
    did_you_mean(Diagnostic::error(span, format!("no squad is called \"{}\"", harmless(written))), nearest)
}

/// Somebody else's squad.
pub fn squad_of_other(span: Span, name: &str, owner: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{name} is {}", possessive(&harmless(owner)))).by_rule("T-3")
}

/// The enemy's squad as the subject of an order.
pub fn squad_of_enemy(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{name} is the enemy's")).by_rule("T-3")
}

/// An ally that the GM commands.
pub fn squad_of_gm(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{name} is the GM's")).by_rule("T-3")
}

/// Several names fit.
pub fn ambiguous(span: Span, written: &str, candidates: &[&str]) -> Diagnostic {
    let listed = candidates.get(..LISTED_MAX).unwrap_or(candidates);
    let more = if listed.len() < candidates.len() { ", among others" } else { "" };
    let message = format!("\"{}\" could be {}{more}", harmless(written), one_of(listed));
    Diagnostic::error(span, message).with_help("Write more of the name.")
}

/// A squad of which nobody stands.
pub fn gone(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("nobody of {name} stands any more")).by_rule("T-8")
}

/// A squad that hasn't come yet.
pub fn in_reserve(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{name} is in reserve, and orders count once it is on the map"))
}

// Shooting and melee

/// A verb that wants a target.
pub fn no_target(span: Span, squad: &str, enemies: &[&str]) -> Diagnostic {
    let unsaid = Diagnostic::error(span, format!("this doesn't say which enemy is meant for {squad}"));
    if enemies.is_empty() { unsaid } else { unsaid.with_help(nearest_are(enemies)) }
}

/// No enemy goes by this name.
pub fn unknown_target(span: Span, written: &str, nearest: &[&str], enemies: &[&str]) -> Diagnostic {
    let unknown = Diagnostic::error(span, format!("no enemy squad is called \"{}\"", harmless(written)));
    match (nearest, enemies) {
        ([], []) => unknown,
        ([], _) => unknown.with_help(nearest_are(enemies)),
        _ => did_you_mean(unknown, nearest),
    }
}

/// No enemy stands on a tile that a target was named by.
pub fn nobody_there(span: Span, tile: Tile) -> Diagnostic {
    Diagnostic::error(span, format!("no enemy stands at {tile}")).with_help("Name the squad that is meant.")
}

fn nearest_are(enemies: &[&str]) -> String {
    match enemies {
        [only] => format!("It could be {only}."),
        _ => format!("The nearest are {}.", join(enemies, "and")),
    }
}

/// **S-4** Some of the weapons of one kind.
pub fn weapons_fire_together(span: Span, weapon: &str, all: usize) -> Diagnostic {
    let are_there = match all {
        1 => format!("1 {weapon} is there"),
        _ => format!("{all} {weapon}s are there"),
    };
    Diagnostic::error(span, format!("weapons of one kind fire together, and {are_there}"))
        .by_rule("S-4")
        .with_help(format!("Leave the number out: with {weapon}s."))
}

/// A friend as a target.
pub fn friend_as_target(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{name} is on your side, and orders name enemies only")).by_rule("S-1")
}

/// A squad without ranged weapons told to shoot.
pub fn cannot_shoot(span: Span, squad: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{squad} has nothing to shoot with"))
        .by_rule("S-1")
        .with_help("It can charge or melee.")
}

/// Players name their targets.
pub fn no_fire_at_will(span: Span) -> Diagnostic {
    Diagnostic::error(span, "only the enemy fires at will: name the squad to shoot").by_rule("S-6")
}

/// Two parts of a volley that would be fired by the same units.
pub fn split_unclear(span: Span, by_name: bool) -> Diagnostic {
    let message = if by_name {
        "the same weapons can't fire at two squads"
    } else {
        "to fire at two squads, say which weapons fire at which"
    };
    Diagnostic::error(span, message).by_rule("S-4").with_help("For example: shoot Boyz with rifles, Trukk with cannon.")
}

/// **C-4** An ability where a weapon should stand.
pub fn ability_as_weapon(span: Span, ability: &str, squad: &str) -> Diagnostic {
    let ability = harmless(ability);
    Diagnostic::error(span, format!("\"{ability}\" is an ability and no weapon"))
        .by_rule("C-4")
        .with_help(format!("It has an order of its own: \"use {ability} on {squad}\"."))
}

/// A weapon that the squad doesn't have.
pub fn unknown_weapon(span: Span, squad: &str, written: &str, carried: &[&str]) -> Diagnostic {
    let message = if written.trim().is_empty() {
        "this doesn't say with what".to_owned()
    } else {
        format!("{squad} has no \"{}\"", harmless(written))
    };
    let unknown = Diagnostic::error(span, message).by_rule("S-2");
    match carried {
        [] => unknown.with_help("It has no weapon for that."),
        _ => unknown.with_help(format!("It has {}.", join(carried, "and"))),
    }
}

/// A melee weapon to shoot with.
pub fn melee_weapon_fired(span: Span, weapon: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{weapon} is a melee weapon and can't be fired")).by_rule("T-5")
}

/// A ranged weapon to strike with.
pub fn ranged_weapon_struck_with(span: Span, weapon: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{weapon} is not a melee weapon"))
        .by_rule("M-8")
        .with_help("Close-quarters weapons are fired in melee without an order (M-2).")
}

// Movement

/// A move without an end.
pub fn no_destination(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this doesn't say where to")
        .with_help("Name a tile like C7, steps like \"north 4\", or \"toward\" a squad or objective.")
}

/// One move, one end.
pub fn two_destinations(span: Span) -> Diagnostic {
    Diagnostic::error(span, "a move has one destination").with_help("Tiles on the way go behind \"via\".")
}

/// **V-1** There are no diagonal steps.
pub fn diagonal(span: Span) -> Diagnostic {
    Diagnostic::error(span, "squads move in cardinal steps only: north, east, south or west")
        .by_rule("V-1")
        .with_help("Write it as two parts, like \"north 2 then east 2\".")
}

/// A direction without a number.
pub fn how_many_steps(span: Span, way: &str) -> Diagnostic {
    Diagnostic::error(span, "this doesn't say how many steps").with_help(format!("Write it like \"{way} 4\"."))
}

/// A start that is none.
pub fn not_standing_there(span: Span, squad: &str, from: Tile) -> Diagnostic {
    Diagnostic::error(span, format!("nobody of {squad} stands at {from}"))
        .with_help("A move begins where the squad is; leave the start out.")
}

/// A number without a direction.
pub fn which_way(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this doesn't say which way").with_help("Write it like \"north 4\".")
}

/// No steps, or more than any map has.
pub fn bad_step_count(span: Span) -> Diagnostic {
    Diagnostic::error(span, "steps are counted from 1 to 200")
}

/// Neither a tile nor anything else to go to.
pub fn not_a_tile(span: Span, written: &str) -> Diagnostic {
    Diagnostic::error(span, format!("\"{}\" is not a tile", harmless(written)))
        .by_rule("T-1")
        .with_help("Tiles are written like C7: column, then row.")
}

/// A squad where a tile should stand.
pub fn squad_as_tile(span: Span, written: &str) -> Diagnostic {
    let name = harmless(written);
    Diagnostic::error(span, format!("\"{name}\" is a squad and not a tile"))
        .by_rule("V-1")
        .with_help(format!("Say \"move toward {name}\" or \"charge {name}\", or name a tile like C7."))
}

/// `toward` or `away from`, and nothing behind it.
pub fn nobody_to_go_by(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this doesn't say from or toward what")
        .by_rule("V-1")
        .with_help("Name a squad or an objective. To get out of a melee, say \"disengage\".")
}

/// A tile that the map doesn't have.
pub fn off_map(span: Span, written: &str, board: &Board) -> Diagnostic {
    let last = column_name(board.width().saturating_sub(1));
    let tile = harmless(written).to_uppercase();
    Diagnostic::error(span, format!("{tile} is off the map, which goes from A1 to {last}{}", board.height()))
        .by_rule("T-1")
}

/// Steps that lead off the map.
pub fn steps_off_map(span: Span, from: Tile) -> Diagnostic {
    Diagnostic::error(span, format!("these steps lead off the map, counted from {from}")).by_rule("V-1")
}

/// A large unit doesn't fit there.
pub fn no_room_at_edge(span: Span, tile: Tile) -> Diagnostic {
    Diagnostic::error(span, format!("there is no room at {tile}: part of the squad's leader would be off the map"))
        .by_rule("T-2")
}

/// A tile that nobody can enter.
pub fn impassable(span: Span, tile: Tile, ground: &str) -> Diagnostic {
    Diagnostic::error(span, format!("nobody can stand on {tile}: {ground} is in the way")).by_rule("T-10")
}

/// **V-1** Engaged squads don't simply walk away.
pub fn engaged(span: Span, squad: &str) -> Diagnostic {
    Diagnostic::warning(span, format!("{squad} is in melee now and can't move unless that ends before"))
        .by_rule("V-1")
        .with_help("To get away, order it to disengage.")
}

/// **V-7** A charge out of a melee.
pub fn engaged_charge(span: Span, squad: &str) -> Diagnostic {
    Diagnostic::warning(span, format!("{squad} is in melee now and can't charge unless that ends before"))
        .by_rule("V-7")
}

/// **V-3** A charge or an escape after fire.
pub fn shot_before(span: Span, squad: &str, is_charge: bool) -> Diagnostic {
    let what = if is_charge { "charge" } else { "disengage" };
    Diagnostic::warning(span, format!("if any of {squad} fires before that, it won't {what}"))
        .by_rule("V-3")
        .with_help("Take back one of the two orders.")
}

/// Neither a squad nor an objective.
pub fn unknown_place(span: Span, written: &str, nearest: &[&str]) -> Diagnostic {
    let message = format!("no tile, squad or objective is called \"{}\"", harmless(written));
    did_you_mean(Diagnostic::error(span, message), nearest)
}

/// A squad told to go to itself.
pub fn toward_itself(span: Span, written: &str) -> Diagnostic {
    Diagnostic::error(span, format!("\"{}\" is the squad that is to move", harmless(written)))
}

/// **M-8** A weapon behind a charge.
pub fn strikes_later(span: Span) -> Diagnostic {
    Diagnostic::warning(span, "which weapon strikes is said by the order to fight, once it is in melee").by_rule("M-8")
}

/// **V-5** `abandon` without a number.
pub fn how_many_to_abandon(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this doesn't say how many of the downed to leave behind")
        .by_rule("V-5")
        .with_help("Say \"all\" or a number.")
}

/// **V-5** More than any squad has.
pub fn too_many_to_abandon(span: Span) -> Diagnostic {
    Diagnostic::error(span, "no squad carries that many").by_rule("V-5")
}

/// **V-5** Nobody is down yet.
pub fn nobody_to_abandon(span: Span, squad: &str) -> Diagnostic {
    Diagnostic::warning(span, format!("{squad} carries nobody now")).by_rule("V-5")
}

// Heroes and abilities

/// A pool without a figure.
pub fn no_hero(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{name} has no figure on the map")).by_rule("H-1")
}

/// **H-2** A hero who can't act.
pub fn hero_down(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{name} is not standing")).by_rule("H-2")
}

/// **H-1** A hero does what the squad does.
pub fn hero_in_squad(span: Span, name: &str, squad: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{name} is in {squad} and follows its orders"))
        .by_rule("H-1")
        .with_help(format!("Give the order to {squad}, or let {name} leave first."))
}

/// Somebody else's hero.
pub fn hero_of_other(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{name} is not yours to command")).by_rule("C-1")
}

/// No hero goes by this name.
pub fn unknown_hero(span: Span, written: &str, nearest: &[&str]) -> Diagnostic {
    did_you_mean(Diagnostic::error(span, format!("no hero of yours is called \"{}\"", harmless(written))), nearest)
}

/// **H-1** Squads don't join squads.
pub fn only_heroes_join(span: Span, squad: &str) -> Diagnostic {
    Diagnostic::error(span, format!("only heroes join and leave squads, and {squad} is a squad")).by_rule("H-1")
}

/// A hero told to join his own squad.
pub fn in_it_already(span: Span, hero: &str, squad: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{hero} is in {squad} already")).by_rule("H-1")
}

/// A hero alone told to leave.
pub fn alone_already(span: Span, hero: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{hero} is alone already")).by_rule("H-1")
}

/// A hero told to join the enemy.
pub fn enemy_joined(span: Span, squad: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{squad} is on the other side")).by_rule("H-1")
}

/// No friendly squad goes by this name.
pub fn unknown_friend(span: Span, written: &str, nearest: &[&str]) -> Diagnostic {
    did_you_mean(Diagnostic::error(span, format!("no squad of your side is called \"{}\"", harmless(written))), nearest)
}

/// **H-1** A hero must stand next to the squad.
pub fn too_far_to_join(span: Span, hero: &str, squad: &str, distance: u16) -> Diagnostic {
    let tiles = count(distance, "tile", "tiles");
    Diagnostic::warning(span, format!("{hero} is {tiles} from {squad} now and can join from 1 tile away"))
        .by_rule("H-1")
}

/// One hero to a squad.
pub fn has_a_hero(span: Span, squad: &str) -> Diagnostic {
    Diagnostic::warning(span, format!("{squad} has a hero now, and there is room for one")).by_rule("H-1")
}

/// `use` and nothing behind it.
pub fn which_ability(span: Span, own: &[&str]) -> Diagnostic {
    abilities(Diagnostic::error(span, "this doesn't say which ability").by_rule("C-4"), own)
}

fn abilities(diagnostic: Diagnostic, own: &[&str]) -> Diagnostic {
    match own {
        [] => diagnostic,
        _ => diagnostic.with_help(format!("Yours: {}.", listed(own))),
    }
}

/// No ability of the poster's goes by this name.
pub fn unknown_ability(span: Span, written: &str, nearest: &[&str], own: &[&str]) -> Diagnostic {
    let unknown = Diagnostic::error(span, format!("no ability of yours is called \"{}\"", harmless(written)));
    if nearest.is_empty() { abilities(unknown, own) } else { did_you_mean(unknown, nearest) }
}

/// An ability that this hero hasn't learnt.
pub fn not_their_ability(span: Span, hero: &str, ability: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{hero} doesn't have {ability}")).by_rule("C-4")
}

/// An ability that no hero of the poster's has learnt.
pub fn nobodys_ability(span: Span, ability: &str) -> Diagnostic {
    Diagnostic::error(span, format!("no hero of yours has {ability}")).by_rule("C-4")
}

/// **H-2** An ability that needs its hero on his feet.
pub fn hero_too_weak(span: Span, hero: &str, ability: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{ability} needs its hero on the field, and {hero} is not standing")).by_rule("H-2")
}

/// Several heroes could use it.
pub fn by_whom(span: Span, ability: &str, heroes: &[&str]) -> Diagnostic {
    Diagnostic::error(span, format!("{ability} could be used by {}", one_of(heroes)))
        .by_rule("C-4")
        .with_help("Add \"by\" and the name.")
}

/// An ability without a target.
pub fn on_whom(span: Span, ability: &str, target: AbilityTarget) -> Diagnostic {
    Diagnostic::error(span, format!("this doesn't say what {ability} is used on"))
        .by_rule("C-4")
        .with_help(format!("It is used on {}.", kind_of(target)))
}

/// **C-4** An ability on something it isn't made for.
pub fn wrong_target(span: Span, ability: &str, target: AbilityTarget, named: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{ability} is used on {}, which {named} is not", kind_of(target))).by_rule("C-4")
}

fn kind_of(target: AbilityTarget) -> &'static str {
    match target {
        AbilityTarget::OwnSquad => "a squad of your own",
        AbilityTarget::AlliedSquad => "a squad of your side",
        AbilityTarget::EnemySquad => "an enemy squad",
        AbilityTarget::Tile => "a tile",
        AbilityTarget::OwnUnit => "one of your own",
        AbilityTarget::AlliedUnit => "one of your side",
        AbilityTarget::EnemyUnit => "one of the enemy",
        AbilityTarget::Own => "its hero alone",
    }
}

/// No squad that the ability could be used on goes by this name.
pub fn unknown_ability_target(span: Span, written: &str, nearest: &[&str]) -> Diagnostic {
    did_you_mean(Diagnostic::error(span, format!("no squad for it is called \"{}\"", harmless(written))), nearest)
}

/// **C-4** Too far away, as things stand.
pub fn ability_out_of_range(span: Span, ability: &str, distance: u16, range: u8) -> Diagnostic {
    let message = format!("{ability} reaches {} and its target is {distance} away now", count(range, "tile", "tiles"));
    Diagnostic::warning(span, message).by_rule("C-4")
}

/// **C-2** An ability that costs more than is left.
pub fn overdrawn(span: Span, ability: &str, cost: u8, left: u8) -> Diagnostic {
    Diagnostic::error(span, format!("{ability} costs {cost} CP and you have {left}")).by_rule("C-2")
}

/// **C-3** Somebody was quicker.
pub fn used_already(span: Span, ability: &str, target: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{ability} is used on {target} this round already, and once is all")).by_rule("C-3")
}

/// **C-4** As often as it may be used, and not once more.
pub fn used_up(span: Span, ability: &str, times: u8, is_for_battle: bool) -> Diagnostic {
    let uses = count(u64::from(times), "time", "times");
    let when = if is_for_battle { "a battle" } else { "a round" };
    Diagnostic::error(span, format!("{ability} may be used {uses} in {when}, and has been")).by_rule("C-4")
}

/// **C-3** The same order twice.
pub fn ordered_already(span: Span, ability: &str) -> Diagnostic {
    Diagnostic::warning(span, format!("{ability} is ordered there already; it counts and costs once")).by_rule("C-3")
}

// The whole

/// **O-3** Ending early is free only with the goals met.
pub fn goals_open(span: Span, open: usize) -> Diagnostic {
    let goals = count(open as u64, "main objective is", "main objectives are");
    Diagnostic::warning(span, format!("{goals} still open, and ending without them is giving up"))
        .by_rule("O-3")
        .with_help("It ends the battle once they are met; to give up, post TAP OUT.")
}

/// One figure does no more than go somewhere: `Alpha.3`.
pub fn only_to_a_tile(span: Span, member: &str, written: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{member} alone can only be sent to a tile; all else the whole squad does"))
        .with_help(format!("Write for example \"{written}: move to L5\"."))
}

/// Who leads a squad goes where it goes.
pub fn leads(span: Span, member: &str, squad: &str) -> Diagnostic {
    Diagnostic::hint(span, format!("{member} leads {squad}: where it is told to move, so does {member}"))
}

/// Nothing to take back.
pub fn nothing_to_withdraw(span: Span) -> Diagnostic {
    Diagnostic::warning(span, "there was no order to take back")
}

/// The last word counts.
pub fn replaces(span: Span, old: &str, is_of_other_post: bool) -> Diagnostic {
    let place = if is_of_other_post { "in an earlier post" } else { "further up" };
    Diagnostic::hint(span, format!("this replaces the order to {old} {place}"))
}

/// An order in words: what the squad is to do.
pub fn told(battle: &Battle, order: &Order) -> String {
    let name = |squad: &SquadId| battle.setup().squad(*squad).name.as_str();
    match order {
        Order::Fire(_, Fire::AtWill) => "fire at will".to_owned(),
        Order::Fire(_, Fire::At(parts)) => {
            let mut targets: Vec<&str> = parts.iter().map(|it| name(&it.target)).collect();
            targets.dedup();
            format!("shoot {}", join(&targets, "and"))
        }
        Order::Fire(_, Fire::Volley(it)) => formation::volley(battle, *it),
        Order::Fight(_, fight) => fight.target.map_or("fight".to_owned(), |it| format!("fight {}", name(&it))),
        Order::Movement(_, Movement::Hold) => "hold".to_owned(),
        Order::Movement(_, Movement::Move(_)) => "move".to_owned(),
        Order::Movement(_, Movement::Charge { target, .. }) => format!("charge {}", name(target)),
        Order::Movement(_, Movement::Disengage(_)) => "disengage".to_owned(),
        Order::Movement(_, Movement::Steps(it)) => formation::march(battle, it),
        Order::Ranging(_, it) => formation::ranging(battle, it),
        Order::BreakRanks(_) => "break ranks in melee".to_owned(),
        Order::Turn(_, Turn::First) => "act first".to_owned(),
        Order::Turn(_, Turn::Last) => "act last".to_owned(),
        Order::Station(unit, it) => format!("send {} to {}", battle.setup().unit(*unit).name, it.at),
        Order::Abandon(_, Abandon::All) => "abandon all downed".to_owned(),
        Order::Abandon(_, Abandon::Count(n)) => format!("abandon {n} downed"),
        Order::Hero(_, HeroMove::Join(squad)) => format!("join {}", name(squad)),
        Order::Hero(_, HeroMove::Leave) => "leave".to_owned(),
        Order::Ability(it) => {
            format!("use {} on {}", battle.setup().ability(it.ability).name, target_name(battle, it.on))
        }
        Order::Withdraw(None) => "withdraw all orders".to_owned(),
        Order::Withdraw(Some(squad)) => format!("withdraw the orders for {}", name(squad)),
        Order::Leave(Departure::End) => "end the battle".to_owned(),
        Order::Leave(Departure::TapOut) => "tap out".to_owned(),
    }
}

/// What an ability is used on, in words.
pub fn target_name(battle: &Battle, on: AbilityOn) -> String {
    match on {
        AbilityOn::Squad(squad) => battle.setup().squad(squad).name.clone(),
        AbilityOn::Unit(unit) => battle.setup().unit(unit).name.clone(),
        AbilityOn::Tile(tile) => tile.to_string(),
    }
}
