//! Every sentence about orders of this game, one function each, so that the voice is one.

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

/// A word where a verb should stand.
pub(super) fn unknown_verb(span: Span, written: &str, verbs: &[&str]) -> Diagnostic {
    // A verb of which only every second letter fits is no slip.
    let near = nearest(written, verbs.iter().copied()).into_iter().filter(|it| 0.5 < likeness(written, it));
    let near: Vec<String> = near.map(str::to_owned).collect();
    let help = or_rather(&near, "Say what is to be done: shoot, melee, move, form, react and so on.");
    Diagnostic::error(span, format!("\"{}\" is nothing that anybody can be told to do", harmless(written)))
        .with_help(help)
}

// Who is told

sentences! {
    /// Somebody, and nothing to do.
    no_verb() error: "this says whom, but not what to do" => "Try shoot, attack, move, charge or hold.";
    /// A word for nothing in the place of a verb.
    nothing_alone(written: &str) error: "\"{}\" alone is no order", harmless(written)
        => "For nothing at all write \"hold\".";
    /// A policy without its verb.
    spares() error: "who is spared is said with the hits that a squad takes" => "Write \"hits Name spare\", and whom.";
    /// A direction and a number, which could be two things.
    way_or_tile(written: &str) error: "\"{}\" could be a way or a tile", harmless(written)
        => "Write it like \"2 tiles west\", or \"to\" and the tile.";
    /// Somebody who is told to let a unit of another squad go.
    leaves_another(told: &str, squad: &str) error: "this is said to {told}, and about units of {squad}"
        => "Leave the name before \"leave\" out, or write {squad}.";
    /// A new squad's name that is the beginning or a part of others' names.
    name_short(name: &str, meant: &[String]) error: "{} would be taken for {}", harmless(name), join(meant, "or")
        => "Choose another name.";
    /// Orders for all, of whom there is nobody.
    nobody_is_meant() error: "there is nobody of yours whom this could mean";
    /// A new squad's name that would be taken for a slip.
    name_too_near(name: &str) error: "{} would be taken for a slip of somebody else's name", harmless(name)
        => "Choose another name.";
    /// A verb without anybody who is to do it.
    nobody_told(verb: &str) error: "this says \"{verb}\", and not who" => "Write \"Name: {verb} …\".";
    /// A squad that is told what only players do.
    players_leave(verb: &str) error: "{verb} is for players, and not for squads or figures"
        => "To leave the battle yourself, write \"{verb}\" without a name.";
    /// Somebody who doesn't take this poster's orders.
    not_yours(name: &str) error: "{name} isn't yours to order";
    /// A thing that nobody can order about.
    no_orders_for_things(name: &str) error: "{name} takes nobody's orders";
    /// A member of a squad by itself.
    in_a_squad(unit: &str, squad: &str) error "BS-5.2": "{unit} is in {squad} and does what it does"
        => "Order {squad}, or let the unit go (leave {unit} from {squad}) and order it from the next round on. In this round it takes \
            orders only as a squad of its own (form NAME from {unit}), which is its Action unless an Officer is there.";
    /// A squad where its people are to be named.
    people_of(squad: &str, people: &[String]) error: "{squad} is a squad, and its people are named here"
        => "They are {}.", join(people, "and");
    /// A name that nobody has.
    unknown(what: &str, name: &str, near: &[String]) error: "no {what} here is called \"{}\"", harmless(name)
        => "{}", or_rather(near, "Look at the map.");
    /// One figure, told what only a squad does.
    no_squad(name: &str) error: "{name} is a figure alone, and this is for squads";
    /// Somebody who has fallen, or a squad of which everybody has.
    nobody_left(name: &str) error: "nobody is left of {name}";
    /// A name that several have.
    ambiguous(name: &str, several: &[String]) error: "\"{}\" could be {}", harmless(name), join(several, "or")
        => "Write more of the name.";
}

// What they are told

sentences! {
    /// Something that has to stand here.
    missing(what: &str) error: "{what} is missing here";
    /// Words that mean nothing in this order.
    left_over(words: &str, verb: &str) error: "\"{}\" means nothing to {verb}", harmless(words);
    /// The same, where further sentences stand behind them.
    left_over_and_more(words: &str, verb: &str) error: "\"{}\" means nothing to {verb}", harmless(words)
        => "Nor is anything taken of what stands behind that.";
    /// What is done then, and comes first.
    moves_come_last() warning: "this is done from where one stands: all movement comes after it, whatever is said first";
    /// Something that lies about and is to be taken up.
    picks_up(what: &str) error "BX-33": "to pick up {} is an order of its own", harmless(what)
        => "Write \"ignore then use {}\". That is the Action of the round, and it has to lie within reach.", harmless(what);
    /// Words behind an order that aren't taken.
    not_taken(words: &str) warning: "\"{}\" is no order, and is left out", harmless(words);
    /// The same thing said twice and differently.
    said_twice(words: &str) error: "\"{}\" says again what this order has said already", harmless(words);
    /// Whether somebody strikes back, said behind something else than a defence.
    no_defence(back: &str) error "BC-5.8": "\"then {back}\" is said behind parry, bail or none, so nothing of this is taken"
        => "Write the first part alone, and \"react Name {back}\" as an order of its own.";
    /// Somebody who parries and may do no more than that.
    only_parries() error "BC-5.8": "this doesn't say whether a blow is struck in return"
        => "Write \"react Name parry then hold\" for a parry and no blow, and \"react Name parry then strike\" for both.";
    /// Somebody who is to turn to both sides.
    both_ways() error: "nobody turns left and right at once" => "Write \"pivot left\" or \"pivot right\".";
    /// Words before a verb that nothing leads to.
    stray() error: "this means nothing between who is told and what to do"
        => "Write the names of those who are told with commas or \"and\" between them, and then what to do.";
    /// Somebody who is to stay where he isn't.
    holds_elsewhere(name: &str, tile: Tile) error: "{name} isn't at {tile}, and can't stay there"
        => "To go there, write \"move to {tile}\".";
    /// Somebody who is to go from where he isn't.
    not_from_there(name: &str, tile: Tile, verb: &str) error: "{name} isn't at {tile}, and can't go from there"
        => "Write where to, as in \"{verb} to C7\".";
    /// A direction, and nothing that says how far.
    how_far(way: &str) error: "this doesn't say how many tiles" => "Write it like \"2 tiles {way}\", or name the tile.";
    /// A tile that the map hasn't.
    off_the_map(tile: &str, last: Tile) error: "{tile} is off the map, which ends with {last}";
    /// An attack on those who give it.
    at_oneself(name: &str) error: "{name} can't attack {name}";
    /// Somebody's name where a tag stands that all who attack together say.
    combines_with(name: &str) error "BC-3.3": "those who attack together say the same letter, and not each other's names"
        => "Write \"combine A\", and the same for {name}.";
    /// A tile that is struck or run into.
    at_a_place(tile: Tile) error "BC-7.6": "{tile} is a place, and nobody to strike or run into"
        => "Name whom this is for, or write \"tile {tile}\" for whatever stands there. To go there, write \"move to {tile}\".";
    /// Both of a weapon of which they have one.
    not_two(who: &str, weapon: &str) error "BC-8.2": "nobody of {who} has two of {weapon}"
        => "Name what is in each hand, such as \"knife then bottle\".";
    /// A weapon that doesn't shoot.
    no_shot(weapon: &str) error "BC-1.4": "one can't shoot with a {weapon}, or throw it";
}

/// **BC-8.2** A weapon that nobody of them has.
pub(super) fn not_held(span: Span, who: &str, weapon: &str, held: &[String]) -> Diagnostic {
    let (lacking, instead) = not_in_hand(who, weapon, held);
    Diagnostic::error(span, lacking).by_rule("BC-8.2").with_help(instead)
}

/// What is wrong with an order, and what else is.
pub(super) fn also(why: Diagnostic, other: &Diagnostic) -> Diagnostic {
    Diagnostic { message: format!("{}, and {}", why.message, other.message), ..why }
}

/// What makes no order of the words that stand with it.
pub(super) fn never(span: Span, why: Option<Never>) -> Diagnostic {
    const HELP: &str = "What to do when one is struck is said by react, hits, misses, benny and rebuff.";
    let never = post::say::never(span, why);
    if why == Some(Never::Condition) { never.with_help(HELP) } else { never }
}

/// What somebody isn't to do, and how that is said.
pub(super) fn not_done(span: Span, instead: &str) -> Diagnostic {
    never(span, Some(Never::Negation)).with_help(instead)
}

// Squads that the round makes

sentences! {
    /// Nobody of the squad.
    not_a_member(unit: &str, squad: &str) error: "{unit} isn't in {squad}";
    /// A plate that its units don't fit on.
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
    /// A squad whose making was refused.
    forming_refused(name: &str) error: "{name} is not formed: the order that would form it was refused";
    /// A second squad of a name.
    formed_twice(name: &str) error: "{name} is made twice in this round" => "Give one of them another name.";
    /// A squad with the name of another.
    name_taken(name: &str) error: "somebody is called {name} already" => "Choose another name.";
    /// A squad with the name of an objective.
    name_of_place(name: &str) error: "{name} is the name of a place already" => "Choose another name.";
    /// A squad that would be called like a tile.
    name_of_tile(name: &str) error: "{name} is a tile, and no name for a squad" => "Choose another name.";
    /// An order for a squad that is split up in the same round.
    split_up(name: &str, parts: &[String]) error "BS-5.7":
        "{name} is split up in this round, and nobody is left of it" => "Order {}.", join(parts, "or");
}

// What only a map or only a table knows

sentences! {
    /// What the map says is said again.
    map_says_so() error: "the map of this battle says how far, how high and how well in sight everybody is"
        => "Leave this out. It is for battles on a real table: map = \"real\".";
    /// A way or a place where there is no map.
    no_map() error: "this battle has no map: everybody moves their figures on the table"
        => "Say an attack and its numbers, such as \"Dan: shoot Yoko with pistol, range 7, cover 1\".";
    /// A number that nobody can have measured.
    impossible(what: &str, least: u16, most: u16) error: "{what} is a whole number from {least} to {most}";
}

// Changes by hand

sentences! {
    /// Nothing that can be changed by hand.
    no_edit() error: "this changes nothing that can be changed by hand"
        => "Write \"kill FIGURE\", \"FIGURE hp 1\", \"FIGURE standing at C7\", \"FIGURE disrupted\", \"move SQUAD to C7\", \
            \"give WEAPON to FIGURE\", \"take WEAPON from FIGURE\", or what orders say of squads and policies: form, split, join, \
            leave, replate, react, hits.";
    /// A weapon of which there is no other.
    no_other(weapon: &str) error: "there is no other {weapon} in this battle";
    /// A change of squads that the rules have no room for.
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
