//! Every sentence about orders, one function each, so that the voice is one.
//!
//! What a player wrote is echoed only through [`harmless`].

use std::ops::Range;

use crate::diagnostic::{Diagnostic, count, join, one_of, possessive, sentences};
use crate::field::{Board, Tile, column_name};
use crate::line::battle::{AbilityOn, AbilityTarget, Battle};

use crate::post;
use crate::post::english::Never;
use crate::post::say::{DID_YOU_MEAN, LISTED_MAX};
pub(crate) use crate::post::say::{ambiguous, did_you_mean, empty_line, harmless};

mod formation;

pub(crate) use formation::*;

type Span = Range<usize>;

fn listed(names: &[&str]) -> String {
    match names.get(..LISTED_MAX) {
        Some(some) if LISTED_MAX < names.len() => format!("{} and others", some.join(", ")),
        _ => join(names, "and"),
    }
}

/// Whether a refusal suggests a name that may have been meant.
pub fn offers_name(refusal: &Diagnostic) -> bool {
    refusal.help.as_ref().is_some_and(|it| it.starts_with(DID_YOU_MEAN))
}

sentences! {
    /// A name that nothing of this kind has. `or` is the help if no name is near.
    unknown(what: &str, written: &str, nearest: &[&str], or: &str) error: "{}", match &harmless(written)[..] {
            "" => format!("this doesn't say which {what}"),
            it => format!("no {what} is called \"{it}\""),
        }
        => "{}", did_you_mean(nearest, or);
}

// Posts and lines

sentences! {
    /// A line with the prefix that is nothing like an order.
    not_an_order(own: &[&str]) error: "this is not understood as an order"
        => "An order names a squad and what it does, like \"{}: hold\".", own.first().copied().unwrap_or("SQUAD");
    /// Words left over behind an order.
    not_understood(written: &str) error: "\"{}\" is not understood, so this order is not taken", harmless(written)
        => "Leave it out, or put a ; before a further order.";
    /// Words left over behind an order to leave. Without them it may be another order.
    not_understood_of_leaving(written: &str) error:
        "\"{}\" is not understood, so this order is not taken", harmless(written)
        => "Write what a squad is to do as a line of its own, with its name and a colon.";
    /// Words left over that exclude somebody or something.
    leaves_out(written: &str) error: "\"{}\" is not understood, so this order is not taken", harmless(written)
        => "Name what is meant, and not what isn't.";
    /// Words left over behind a weapon. They may be there to hold it back, and without them it would fire.
    behind_weapon(written: &str) error: "\"{}\" is not understood, so this order is not taken", harmless(written)
        => "Name each weapon with its target, and leave out those that aren't to fire.";
    /// The nearest of something that isn't an enemy: cover, woods, a friend.
    nearest_what(written: &str) error: "\"{}\" is no enemy squad, and \"nearest\" only works for those", harmless(written)
        => "Name the squad, the objective or the tile.";
    /// A tile at the beginning of a line that is also short for a word.
    tile_or_word(tile: Tile, word: &str) error: "this could be the tile {tile}, or \"{word}\""
        => "Leave it out, or say what is to be done there, like \"move to {tile}\".";
    /// An order before a "but" that isn't meant without the order behind it.
    tied_by_but() error: "what follows \"but\" isn't taken, so neither is this"
        => "Write it as an order of its own, if it is to be done anyway.";
    /// An order to stay behind the "but" of a move.
    moves_or_stays() error: "the squad is ordered both to move and to stay, so neither is taken"
        => "Say one of the two.";
    /// **R-1** Fire that is to follow a move, though fire comes first.
    fires_first(squad: &str) warning "R-1": "{squad} fires from where it stands, and moves after that";
    /// Two orders of one kind for one squad in one sentence.
    not_both() error: "this sentence gives one squad two orders that exclude each other, so neither is taken"
        => "Keep one of them; tiles on the way go after \"via\", and two weapons can each have a target, with a comma between.";
    /// A number of squads that the poster doesn't have.
    not_so_many(squads: &[&str]) error: "you have {}", match squads {
            [] => "no squad on the map".to_owned(),
            _ => format!("{}: {}", count(squads.len() as u64, "squad", "squads"), join(squads, "and")),
        }
        => "Name the squads you mean.";
    /// An order for everybody else, in a post that names everybody.
    no_others() error: "every squad of yours is named in this post, so nobody else is left"
        => "Name the squads you mean.";
    /// An order for everybody else, in a post that names no squad.
    which_others(all: &[&str]) error: "this post names no squad, so it isn't clear who \"the others\" are"
        => "Name the squads you mean, or write \"everyone\" for {}.", listed(all);
    /// An order for one squad only, which leaves the orders of other squads as they are.
    leaves_others() warning: "\"only\" changes nothing for your other squads: they keep their orders"
        => "To take that back, write \"withdraw orders for\" and the squad.";
    /// Words behind an order that are taken as a remark.
    left_aside(written: &str) hint: "\"{}\" is taken as a remark, and changes nothing", harmless(written);
    /// Words behind an order that are no part of it, but hold what could be one.
    left_aside_in_doubt(written: &str) warning: "\"{}\" is not understood, so it is ignored", harmless(written)
        => "If it should change the order, write it as the order page does.";
}

/// **S-4** A word that makes an order of nothing. Without a reason, it is a question.
pub(crate) fn never(span: Span, why: Option<Never>) -> Diagnostic {
    let never = post::say::never(span.clone(), why);
    match why {
        Some(Never::Condition) => {
            Diagnostic::error(span, "orders can't be conditional: the players fire first and all at once")
                .by_rule("S-4")
        }
        Some(Never::Choice) => never.by_rule("S-4"),
        Some(Never::Negation) => {
            never.with_help("To do nothing, write \"hold\"; to take orders back, \"withdraw orders\".")
        }
        Some(Never::Correction) => {
            never.with_help("Write the line as it should be; \"withdraw orders\" takes back what was posted before.")
        }
        Some(Never::Part) => {
            never.with_help("Only weapons can be split, like \"shoot TARGET with WEAPON, TARGET with WEAPON\".")
        }
        _ => never,
    }
}

// Verbs

sentences! {
    /// A squad without anything to do.
    no_verb() error: "this names a squad but gives no order" => "Try shoot, melee, move, charge or hold.";
    /// `attack` may mean three things.
    which_attack(written: &str) error: "\"{}\" could mean several things", harmless(written)
        => "Say shoot, melee or charge.";
    /// `defend` may mean two things.
    which_defence(written: &str) error: "\"{}\" doesn't say where the squad is to be", harmless(written)
        => "Say hold, or move to it.";
    /// An order to hold a place where the squad isn't.
    holds_elsewhere(squad: &str, place: &str) error:
        "a squad that holds stays where it is, and {squad} isn't at {}", harmless(place)
        => "To go there, write \"move to {}\"; to stay, \"hold\" alone.", harmless(place);
    /// `I'm at J8`
    tells_where(tile: Tile) error: "this says where somebody is, which is not an order"
        => "To go there, write \"move to {tile}\".";
    /// An order that takes back something, but doesn't say what.
    take_back_what() error: "this doesn't say what to take back"
        => "Write \"withdraw orders\", or \"withdraw orders for\" and a squad.";
    /// One order of a squad that is to be taken back alone.
    taken_back_together() error: "the orders of a squad are taken back together"
        => "Write \"withdraw orders for\" and the squad, or give it another order instead.";
    /// A word where a verb should stand.
    unknown_verb(written: &str, nearest: &[&str], has_formations: bool) error:
        "\"{}\" is not an order", harmless(written)
        => "{}", did_you_mean(nearest, if has_formations {
            "Squads can shoot, melee, move, charge, disengage, abandon or hold; formations form up, volley, take steps, wheel \
             or disband."
        } else {
            "Squads can shoot, melee, move, charge, disengage, abandon or hold."
        });
}

// Squads

sentences! {
    /// An order without a squad.
    which_squad(own: &[&str]) error: "this doesn't say which squad it is for"
        => "Begin with its name and a colon.{}", yours(own);
    /// An order that names an enemy where a squad of the poster's should stand.
    enemy_only(name: &str, own: &[&str]) error: "{name} is the enemy's, and this names no squad of yours"
        => "Begin with the name of your squad and a colon.{}", yours(own);
    /// Another player's squad.
    squad_of_other(name: &str, owner: &str) error "T-3": "{name} is {}", possessive(&harmless(owner));
    /// The enemy's squad as the subject of an order.
    squad_of_enemy(name: &str) error "T-3": "{name} is the enemy's";
    /// An ally that the GM commands.
    squad_of_gm(name: &str) error "T-3": "{name} is the GM's";
    /// A squad with nobody standing.
    gone(name: &str) error "T-8": "nobody of {name} stands any more";
    /// A squad that is still in reserve.
    in_reserve(name: &str) error: "{name} is in reserve: it can take orders once it is on the map";
}

/// The squads or heroes that the poster has, as a sentence; empty if there are none.
pub(super) fn yours(own: &[&str]) -> String {
    match own {
        [] => String::new(),
        [one] => format!(" Yours is {one}."),
        _ => format!(" Yours are {}.", listed(own)),
    }
}

// Shooting and melee

sentences! {
    /// A tile as a target where no enemy stands.
    nobody_there(tile: Tile) error: "no enemy stands at {tile}" => "Name the squad you mean.";
    /// A friend as a target.
    friend_as_target(name: &str) error "S-1": "{name} is on your side, and orders name enemies only";
    /// A squad without ranged weapons that is to shoot.
    cannot_shoot(squad: &str) error "S-1": "{squad} has nothing to shoot with" => "It can charge or melee.";
    /// Fire at will, ordered by a player.
    no_fire_at_will() error "S-6": "only the enemy fires at will: name the squad to shoot";
    /// Split fire in which the same weapons have two targets, or no weapons are named.
    split_unclear(by_name: bool) error "S-4": "{}", if by_name {
            "the same weapons can't fire at two squads"
        } else {
            "to fire at two squads, say which weapons fire at which"
        }
        => "Write it like \"shoot TARGET with WEAPON, TARGET with WEAPON\".";
    /// **S-4** A weapon that is told something other than a target: `, MG stays quiet`. `alone` is the order for the
    /// other weapons.
    weapon_told(alone: Option<String>) error "S-4":
        "a weapon can only be given a target, and weapons that aren't named don't fire"
        => "{}", match alone {
            Some(it) => format!("For the others alone write \"{}\".", it.replace('"', "'")),
            None => "Name the weapons that are to fire.".to_owned(),
        };
    /// **S-4** `MG on Nobz, the rest on Gobz`. `all` is the order for all weapons of the squad.
    which_rest(all: Option<String>) error "S-4": "this could be the rest of the squad, or your other squads"
        => "{}", match all {
            Some(it) => format!("For the rest of the squad write \"{}\"; to mean other squads, name them.", it.replace('"', "'")),
            None => "Name the weapons, or the squads.".to_owned(),
        };
    /// **S-4** A number of weapons that isn't all of their kind.
    weapons_fire_together(weapon: &str, all: usize) error "S-4":
        "weapons of one kind fire together, and this squad has {}", match all {
            1 => format!("1 {weapon}"),
            _ => format!("{all} {weapon}s"),
        }
        => "Leave the number out: with {weapon}s.";
    /// A weapon that the squad doesn't have.
    unknown_weapon(squad: &str, written: &str, carried: &[&str]) error "S-2": "{}", match written.trim() {
            "" => "this doesn't name a weapon".to_owned(),
            _ => format!("{squad} has no \"{}\"", harmless(written)),
        }
        => "It has {}.", if carried.is_empty() { "no weapon for that".to_owned() } else { join(carried, "and") };
    /// **C-4** An ability where a weapon should stand.
    ability_as_weapon(ability: &str, squad: &str) error "C-4": "\"{}\" is an ability, not a weapon", harmless(ability)
        => "It has an order of its own: \"use {} on {squad}\".", harmless(ability);
    /// A melee weapon that is to be fired.
    melee_weapon_fired(weapon: &str) error "T-5": "{weapon} is a melee weapon and can't be fired";
    /// A ranged weapon that is to strike.
    ranged_weapon_struck_with(weapon: &str) error "M-8": "{weapon} is not a melee weapon"
        => "Close-quarters weapons are fired in melee without an order (M-2).";
    /// An order without its target.
    no_target(squad: &str, enemies: &[String]) error: "this doesn't say which enemy is meant for {squad}"
        => "{}", nearest_are(enemies);
}

/// The enemies that could be meant, as a sentence; empty if there are none.
pub(super) fn nearest_are(enemies: &[String]) -> String {
    match enemies {
        [] => String::new(),
        [only] => format!("It could be {only}."),
        _ => format!("The nearest are {}.", join(enemies, "and")),
    }
}

// Movement

sentences! {
    /// A move without a destination.
    no_destination() error: "this doesn't say where to"
        => "Name a tile like C7, steps like \"north 4\", or \"toward\" a squad or objective.";
    /// A move with two destinations.
    two_destinations() error: "a move has one destination" => "Tiles on the way go after \"via\".";
    /// **V-1** A diagonal move.
    diagonal() error "V-1": "squads move in cardinal steps only: north, east, south or west"
        => "Write it as two parts, like \"north 2 then east 2\".";
    /// A direction without a number of steps.
    how_many_steps(way: &str) error: "this doesn't say how many steps" => "Write it like \"{way} 4\".";
    /// **V-2** `Alpha sends 3 north`: three units, or three steps.
    units_or_steps(squad: &str, count: u16, way: &str) error "V-2": "{count} could be units or steps"
        => "Steps are written \"{squad}: move {way} {count}\". A unit that goes alone is named: \"{squad}.3: move to C7\".";
    /// A start where nobody of the squad stands.
    not_standing_there(squad: &str, from: Tile) error: "nobody of {squad} stands at {from}"
        => "A move begins where the squad is; leave the start out.";
    /// A place behind somebody, which depends on where one looks from.
    behind_whom() error: "the map doesn't say where \"behind\" somebody is" => "Name a tile, or write \"toward\".";
    /// A number of steps without a direction.
    which_way() error: "this doesn't say which way" => "Write it like \"north 4\".";
    /// No steps, or more than any map has.
    bad_step_count() error: "a number of steps is from 1 to 200";
    /// A destination that is neither a tile nor anything else to go to.
    not_a_tile(written: &str) error "T-1": "\"{}\" is not a tile", harmless(written)
        => "Tiles are written like C7: column, then row.";
    /// A squad where a tile should stand.
    squad_as_tile(written: &str, is_enemy: bool) error "V-1": "\"{}\" is a squad, not a tile", harmless(written)
        => "Say \"move toward {0}\"{1}, or name a tile like C7.", harmless(written), if is_enemy {
            format!(" or \"charge {}\"", harmless(written))
        } else {
            String::new()
        };
    /// `toward` or `away from` with nothing behind it.
    nobody_to_go_by() error "V-1": "this doesn't say toward or away from what"
        => "Name a squad or an objective. To get out of a melee, say \"disengage\".";
    /// A tile that the map doesn't have.
    off_map(written: &str, board: &Board) error "T-1": "{} is off the map, which goes from A1 to {}{}",
        harmless(written).to_uppercase(), column_name(board.width().saturating_sub(1)), board.height();
    /// Steps that lead off the map.
    steps_off_map(from: Tile) error "V-1": "these steps lead off the map, counted from {from}";
    /// A tile at the edge where the squad's leader doesn't fit.
    no_room_at_edge(tile: Tile) error "T-2":
        "there is no room at {tile}: part of the squad's leader would be off the map";
    /// A tile that nobody can enter.
    impassable(tile: Tile, ground: &str) error "T-10": "nobody can stand on {tile}: {ground} is in the way";
    /// **V-1** A squad in melee that is to move, or **V-7** to charge.
    engaged(squad: &str, to_do: &str) warning "V-1":
        "{squad} is in melee now and can't {to_do} unless the melee ends first" => "To get away, order it to disengage.";
    /// A squad that is to go toward itself.
    toward_itself(written: &str) error: "\"{}\" is the squad that is to move", harmless(written);
    /// **M-8** A weapon that is named with a charge.
    strikes_later() warning "M-8": "choose the weapon in the melee order, once it is in melee";
    /// **V-5** `abandon` without a number.
    how_many_to_abandon() error "V-5": "this doesn't say how many of the downed to leave behind"
        => "Say \"all\" or a number.";
    /// **V-5** `leave the wounded`.
    leaves_downed(count: &str) error "V-5": "the word for leaving the downed behind is \"abandon\""
        => "Write \"abandon {count}\".";
    /// **V-5** More downed than any squad carries.
    too_many_to_abandon() error "V-5": "no squad carries that many";
    /// **V-5** `abandon` for a squad that carries nobody now.
    nobody_to_abandon(squad: &str) warning "V-5": "{squad} carries nobody now";
}

// Heroes and abilities

sentences! {
    /// A pool of CP without a hero on the map.
    no_hero(name: &str) error "H-1": "{name} has no figure on the map";
    /// **H-1** `leave` without a hero.
    which_hero(own: &[&str]) error "H-1": "this doesn't say which hero it is for"
        => "Begin with the hero's name and a colon.{}", yours(own);
    /// **H-2** A hero who can't act.
    hero_missing(name: &str, how: &str) error "H-2": "{name} {how}";
    /// **H-1** An order for a hero who is in a squad.
    hero_in_squad(name: &str, squad: &str) error "H-1": "{name} is in {squad} and follows its orders"
        => "Give the order to {squad}, or let {name} leave now and give the order next round.";
    /// Somebody else's hero.
    hero_of_other(name: &str) error "C-1": "{name} is not yours to command";
    /// **H-1** A squad that is to join or leave a squad.
    only_heroes_join(squad: &str) error "H-1": "only heroes join and leave squads, and {squad} is a squad";
    /// A hero who is to join the squad that he is in.
    in_it_already(hero: &str, squad: &str) error "H-1": "{hero} is in {squad} already";
    /// A hero who is to leave, but is alone.
    alone_already(hero: &str) error "H-1": "{hero} is alone already";
    /// A hero who leaves a squad "to" do something, which may be what the squad is to do.
    leaves_or_lets(hero: &str, squad: &str) error "H-1": "this could be what {squad} is to do, or why {hero} leaves it"
        => "Write \"{squad}:\" before what the squad is to do. If {hero} is to leave, write \"{hero}: leave\" alone.";
    /// A hero who is to join an enemy squad.
    enemy_joined(squad: &str) error "H-1": "{squad} is on the other side";
    /// **H-1** A hero who isn't next to the squad that he is to join.
    too_far_to_join(hero: &str, squad: &str, distance: u16) warning "H-1":
        "{hero} is {} from {squad} now and can join from 1 tile away", count(distance, "tile", "tiles");
    /// A squad that is to be joined, but has a hero.
    has_a_hero(squad: &str) warning "H-1": "{squad} has a hero now, and there is room for only one";
    /// A part of an ability's name, without a word for using it.
    ability_meant(told: &str) error "C-4": "an ability needs its full name, or \"use\" before it"
        => "{}", post::say::perhaps_meant(&[told.to_owned()]);
    /// An ability that this hero doesn't have.
    not_their_ability(hero: &str, ability: &str) error "C-4": "{hero} doesn't have {ability}";
    /// An ability that none of the poster's heroes has.
    nobodys_ability(ability: &str) error "C-4": "no hero of yours has {ability}";
    /// **H-2** An ability whose hero isn't on the field.
    hero_too_weak(hero: &str, how: &str, ability: &str) error "H-2":
        "{ability} needs its hero on the field, and {hero} {how}";
    /// An ability that several heroes could use.
    by_whom(ability: &str, heroes: &[&str]) error "C-4": "{ability} could be used by {}", one_of(heroes)
        => "Add \"by\" and the name.";
    /// An ability without a target. `quoted` are squads whose names are words of the language.
    on_whom(ability: &str, target: AbilityTarget, quoted: &[String]) error "C-4":
        "this doesn't say what {ability} is used on"
        => "{}", match quoted {
            [] => format!("It is used on {}.", kind_of(target)),
            _ => format!("Write its name between quotes: {}.", join(quoted, "or")),
        };
    /// **C-4** An ability on a target of the wrong kind.
    wrong_target(ability: &str, target: AbilityTarget, named: &str) error "C-4":
        "{ability} is used on {}, which {named} is not", kind_of(target);
    /// **C-4** A target that is out of range as things stand.
    ability_out_of_range(ability: &str, distance: u16, range: u8) warning "C-4":
        "{ability} reaches {} and its target is {distance} away now", count(range, "tile", "tiles");
    /// **C-2** An ability that costs more than is left.
    overdrawn(ability: &str, cost: u8, left: u8) error "C-2": "{ability} costs {cost} CP and you have {left}";
    /// **C-3** An ability that is used on this target already.
    used_already(ability: &str, target: &str) error "C-3":
        "{ability} is used on {target} this round already, and can be used there only once a round";
    /// **C-4** An ability that has been used as often as it may be.
    used_up(ability: &str, times: u8, is_for_battle: bool) error "C-4":
        "{ability} may be used {} in {}, and has been",
        count(times, "time", "times"), if is_for_battle { "a battle" } else { "a round" };
    /// **C-3** The same use of an ability, ordered twice.
    ordered_already(ability: &str) warning "C-3": "{ability} is ordered there already; it counts and costs once";
    /// `use` without an ability.
    which_ability(own: &[&str]) error "C-4": "this doesn't say which ability" => "{}", abilities(own);
}

/// The poster's abilities, as a sentence; empty if there are none.
pub(super) fn abilities(own: &[&str]) -> String {
    if own.is_empty() { String::new() } else { format!("Yours: {}.", listed(own)) }
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

// The whole

sentences! {
    /// **O-3** An order to end the battle while main goals are open.
    goals_open(open: usize) warning "O-3": "{} still open, and ending now would be giving up",
        count(open as u64, "main objective is", "main objectives are")
        => "The battle ends only once all are met; to give up, order \"tap out\" instead.";
    /// An order for a single unit that doesn't send it to a tile: `Alpha.3`.
    only_to_a_tile(member: &str, written: &str, near: Tile) error:
        "{member} alone can only be sent to a tile; everything else is done by the whole squad"
        => "Write for example \"{written}: move to {near}\", with one order for each unit that goes.";
    /// A leader who is sent to a tile, but goes where the squad goes.
    leads(member: &str, squad: &str) hint: "{member} leads {squad} and goes where the squad goes";
    /// A target that is one member of a squad. The order is against the whole squad.
    one_of_target(member: &str, squad: &str) hint: "{member} is one of {squad}, and the order is against all of them";
    /// An order to withdraw that has nothing to take back.
    nothing_to_withdraw() warning: "there was no order to take back";
    /// An order that replaces an earlier one, because the last word counts.
    replaces(old: &str, is_of_other_post: bool) hint: "this replaces \"{}\" {}",
        old.replace('"', "'"), if is_of_other_post { "in an earlier post" } else { "further up" };
}

/// The same diagnostic with help, if one order could fire all the weapons of both.
pub(super) fn replaces_fire(replaces: Diagnostic, both: &str) -> Diagnostic {
    replaces.with_help(format!("To fire all of it, write \"{}\".", both.replace('"', "'")))
}

/// The name of an ability's target.
pub fn target_name(battle: &Battle, on: AbilityOn) -> String {
    match on {
        AbilityOn::Squad(squad) => battle.setup().squad(squad).name.clone(),
        AbilityOn::Unit(unit) => battle.setup().unit(unit).name.clone(),
        AbilityOn::Tile(tile) => tile.to_string(),
    }
}
