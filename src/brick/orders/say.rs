//! Every sentence about orders of this game. Each has a function of its own, so that they have one voice.

use std::ops::Range;

use crate::brick::battle::Refusal;
use crate::diagnostic::{Diagnostic, join, likeness, nearest, not_in_hand, one_of, sentences};
use crate::field::Tile;
use crate::post;
use crate::post::english::Never;
pub(super) use crate::post::say::{empty_line, harmless};

type Span = Range<usize>;

fn or_rather(near: &[String], else_say: &str) -> String {
    if near.is_empty() { else_say.to_owned() } else { format!("Did you mean {}?", one_of(near)) }
}

/// A word instead of a verb.
pub(super) fn unknown_verb(span: Span, written: &str, verbs: &[&str]) -> Diagnostic {
    // A verb that shares only every second letter with the written word is not what the poster meant.
    let near = nearest(written, verbs.iter().copied()).into_iter().filter(|it| 0.5 < likeness(written, it));
    let near: Vec<String> = near.map(str::to_owned).collect();
    let help = or_rather(&near, "Say what to do: shoot, melee, move, form, react and so on.");
    Diagnostic::error(span, format!("\"{}\" is not an order", harmless(written))).with_help(help)
}

// The squads that orders are for

sentences! {
    /// A name without an order.
    no_verb() error: "this names a squad but gives no order" => "Try shoot, attack, move, charge or hold.";
    /// A word such as `nothing` instead of a verb.
    nothing_alone(written: &str) error: "\"{}\" alone is not an order", harmless(written)
        => "To do nothing, write \"hold\".";
    /// A policy whose verb is missing.
    spares() error: "\"spare\" belongs to a squad's hits" => "Write \"hits Name spare\" and a name.";
    /// A direction and a number that could also be a tile.
    way_or_tile(written: &str) error: "\"{}\" could be a way or a tile", harmless(written)
        => "Write it like \"2 tiles west\", or \"to\" and the tile.";
    /// An order for one squad to let go members of another.
    leaves_another(told: &str, squad: &str) error: "this orders {told} to let go units of {squad}"
        => "Leave the name before \"leave\" out, or write {squad}.";
    /// A name for a new squad that is short for somebody else's.
    name_short(name: &str, meant: &[String]) error: "{} would be taken for {}", harmless(name), join(meant, "or")
        => "Choose another name.";
    /// An order for everyone by a poster who has nobody.
    nobody_is_meant() error: "you have no squads that this could mean";
    /// A name for a new squad that would be read as a misspelling of another.
    name_too_near(name: &str) error: "{} would be taken for a slip of somebody else's name", harmless(name)
        => "Choose another name.";
    /// A verb without a squad.
    nobody_told(verb: &str) error: "this says \"{verb}\", but not who" => "Write \"Name: {verb} …\".";
    /// An order for a squad that only players can give for themselves.
    players_leave(verb: &str) error: "{verb} is for players, not for squads or figures"
        => "To leave the battle yourself, write \"{verb}\" without a name.";
    /// An order for a squad that isn't the poster's.
    not_yours(name: &str) error: "{name} isn't yours to order";
    /// An order for an object.
    no_orders_for_things(name: &str) error: "{name} takes nobody's orders";
    /// An order for a single member of a squad.
    in_a_squad(unit: &str, squad: &str) error "BS-5.2": "{unit} is in {squad} and does what it does"
        => "Order {squad}, or let the unit go (leave {unit} from {squad}) and order it from the next round on. In this round it takes \
            orders only as a squad of its own (form NAME from {unit}), which is its Action unless an Officer is there.";
    /// A squad where units have to be named.
    people_of(squad: &str, people: &[String]) error: "{squad} is a squad: name its members here"
        => "They are {}.", join(people, "and");
    /// A name that nobody has.
    unknown(what: &str, name: &str, near: &[String]) error: "no {what} here is called \"{}\"", harmless(name)
        => "{}", or_rather(near, "Look at the map.");
    /// An order for a single figure that only squads can carry out.
    no_squad(name: &str) error: "{name} is a single figure, and this is for squads";
    /// A unit that has fallen, or a squad without members.
    nobody_left(name: &str) error: "nobody is left of {name}";
    /// A name that several share.
    ambiguous(name: &str, several: &[String]) error: "\"{}\" could be {}", harmless(name), join(several, "or")
        => "Write more of the name.";
}

// What the orders say

sentences! {
    /// Something that the order needs.
    missing(what: &str) error: "{what} is missing here";
    /// Words that mean nothing in this order.
    left_over(words: &str, verb: &str) error: "\"{}\" means nothing to {verb}", harmless(words);
    /// Words that mean nothing in this order, with more sentences behind them.
    left_over_and_more(words: &str, verb: &str) error: "\"{}\" means nothing to {verb}", harmless(words)
        => "Nothing after it counts either.";
    /// An attack that is written behind a move, but is carried out before it.
    moves_come_last() warning: "this happens before all movement, whatever you write first";
    /// An order to pick up a weapon from the ground.
    picks_up(what: &str) error "BX-33": "to pick up {} is an order of its own", harmless(what)
        => "Write \"ignore then use {}\". That is the Action of the round, and it has to lie within reach.", harmless(what);
    /// Words behind an order that are ignored.
    not_taken(words: &str) warning: "\"{}\" is not an order, so it is ignored", harmless(words);
    /// Something that an order says twice.
    said_twice(words: &str) error: "\"{}\" repeats what this order already says", harmless(words);
    /// A return blow behind something that isn't a defence.
    no_defence(back: &str) error "BC-5.8": "\"then {back}\" only goes after parry, bail or none, so none of this is taken"
        => "Write the first part alone, and \"react Name {back}\" as an order of its own.";
    /// Somebody who should only parry.
    only_parries() error "BC-5.8": "this doesn't say whether a blow is struck in return"
        => "Write \"react Name parry then hold\" for a parry and no blow, and \"react Name parry then strike\" for both.";
    /// An order to turn both ways.
    both_ways() error: "nobody turns left and right at once" => "Write \"pivot left\" or \"pivot right\".";
    /// Words between the names and the verb that don't belong there.
    stray() error: "this means nothing between the names and the order"
        => "Write the names of those who are told with commas or \"and\" between them, and then what to do.";
    /// An order to stay at a tile where the squad isn't.
    holds_elsewhere(name: &str, tile: Tile) error: "{name} isn't at {tile}, and can't stay there"
        => "To go there, write \"move to {tile}\".";
    /// An order to go from a tile where the squad isn't.
    not_from_there(name: &str, tile: Tile, verb: &str) error: "{name} isn't at {tile}, and can't go from there"
        => "Write where to, as in \"{verb} to C7\".";
    /// A direction without a distance.
    how_far(way: &str) error: "this doesn't say how many tiles" => "Write it like \"2 tiles {way}\", or name the tile.";
    /// A tile that is outside the map.
    off_the_map(tile: &str, last: Tile) error: "{tile} is off the map, which ends with {last}";
    /// An attack on the attacker.
    at_oneself(name: &str) error: "{name} can't attack {name}";
    /// A name instead of the tag for a combined attack.
    combines_with(name: &str) error "BC-3.3": "attackers combine by the same letter, not by each other's names"
        => "Write \"combine A\", and the same for {name}.";
    /// A melee attack or charge at a tile.
    at_a_place(tile: Tile) error "BC-7.6": "{tile} is a place, not somebody to strike or run into"
        => "Name whom this is for, or write \"tile {tile}\" for whatever stands there. To go there, write \"move to {tile}\".";
    /// An attack with two of a weapon of which nobody has two.
    not_two(who: &str, weapon: &str) error "BC-8.2": "nobody of {who} has two of {weapon}"
        => "Name what is in each hand, such as \"knife then bottle\".";
    /// A shot with a weapon that doesn't shoot.
    no_shot(weapon: &str) error "BC-1.4": "a {weapon} can't be shot or thrown";
}

/// **BC-8.2** A weapon that none of them holds.
pub(super) fn not_held(span: Span, who: &str, weapon: &str, held: &[String]) -> Diagnostic {
    let (lacking, instead) = not_in_hand(who, weapon, held);
    Diagnostic::error(span, lacking).by_rule("BC-8.2").with_help(instead)
}

/// Adds the message of a second refusal to the first.
pub(super) fn also(why: Diagnostic, other: &Diagnostic) -> Diagnostic {
    Diagnostic { message: format!("{}, and {}", why.message, other.message), ..why }
}

/// Words that keep a line from being an order, such as a condition or a negation.
pub(super) fn never(span: Span, why: Option<Never>) -> Diagnostic {
    const HELP: &str = "To say what to do when struck, use react, hits, misses, benny or rebuff.";
    let never = post::say::never(span, why);
    if why == Some(Never::Condition) { never.with_help(HELP) } else { never }
}

/// An order not to do something, and what to write instead.
pub(super) fn not_done(span: Span, instead: &str) -> Diagnostic {
    never(span, Some(Never::Negation)).with_help(instead)
}

// Squads that the round makes

sentences! {
    /// A unit that isn't in the squad.
    not_a_member(unit: &str, squad: &str) error: "{unit} isn't in {squad}";
    /// A plate that is too small for its units.
    plate_too_small(size: (u8, u8), needs: u16) error "BS-2.2":
        "a plate of {}x{} is too small: these units need {needs} tiles", size.0, size.1;
    /// A squad that no order of the round makes.
    never_formed(name: &str, near: &[String], is_weapon: bool) error:
        "no squad of yours is called \"{}\", and no order makes it", harmless(name)
        => "{}", or_rather(near, if is_weapon {
            "The one who uses a weapon is named first: \"Name: shoot Foe with weapon\"."
        } else {
            "Form it first: form Name from unit, unit."
        });
    /// A squad that comes in a later round.
    still_to_come(name: &str) error: "{name} isn't there yet" => "Order it once it has come.";
    /// A squad that isn't made, because that order was refused.
    forming_refused(name: &str) error: "{name} is not formed: the order that would form it was refused";
    /// A second new squad with the same name.
    formed_twice(name: &str) error: "{name} is made twice in this round" => "Give one of them another name.";
    /// A new squad with the name of another.
    name_taken(name: &str) error: "somebody is called {name} already" => "Choose another name.";
    /// A new squad with the name of an objective.
    name_of_place(name: &str) error: "{name} is the name of a place already" => "Choose another name.";
    /// A new squad with the name of a tile.
    name_of_tile(name: &str) error: "{name} is a tile, so it can't name a squad" => "Choose another name.";
    /// An order for a squad that is split up in the same round.
    split_up(name: &str, parts: &[String]) error "BS-5.7":
        "{name} is split up in this round, so nobody is left in it" => "Order {}.", join(parts, "or");
}

// Measurements and the map

sentences! {
    /// A measurement that the map already knows.
    map_says_so() error: "the map of this battle already says how far away, how high and how well in view everybody is"
        => "Leave this out. It is for battles on a real table: map = \"real\".";
    /// A move or a tile in a battle without a map.
    no_map() error: "this battle has no map: everybody moves their figures on the table"
        => "Say an attack and its numbers, such as \"Dan: shoot Yoko with pistol, range 7, cover 1\".";
    /// A measurement outside its limits.
    impossible(what: &str, least: u16, most: u16) error: "{what} is a whole number from {least} to {most}";
}

// Manual changes

sentences! {
    /// A text that is no manual change.
    no_edit() error: "this isn't a change that can be made by hand"
        => "Write \"kill FIGURE\", \"FIGURE hp 1\", \"FIGURE standing at C7\", \"FIGURE disrupted\", \"move SQUAD to C7\", \
            \"give WEAPON to FIGURE\", \"take WEAPON from FIGURE\", or an order about squads or policies: form, split, join, \
            leave, replate, react, hits.";
    /// A weapon of which the battle has no other.
    no_other(weapon: &str) error: "there is no other {weapon} in this battle";
    /// A change of squads that the rules refuse.
    cannot_form_up(why: Refusal) error: "{}", match why {
        Refusal::PlateTooSmall { needs } => format!("the plate is too small: these units need {needs} tiles"),
        Refusal::NoRoom | Refusal::NoRoomForPlate => "there is no room for it there".to_owned(),
        Refusal::NotAMember { .. } => "one of them isn't in that squad".to_owned(),
        Refusal::Disrupted => "one of them is disrupted".to_owned(),
        Refusal::Held => "somebody has hold of one of them".to_owned(),
        Refusal::BadStandard => "the standard can't be there".to_owned(),
        _ => "they can't form up like that".to_owned(),
    };
    /// A tile that isn't free.
    no_room(who: &str, tile: Tile) error: "{who} can't stand there: {tile} isn't free";
}
