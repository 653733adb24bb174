//! Every sentence about orders of this game, one function each, so that the voice is one.

use std::ops::Range;

use crate::brick::battle::Refusal;
use crate::diagnostic::{Diagnostic, join, nearest, one_of};
use crate::post;
use crate::post::english::Never;
pub(super) use crate::post::say::{empty_line, harmless};

type Span = Range<usize>;

fn or_rather(near: &[String], else_say: &str) -> String {
    if near.is_empty() { else_say.to_owned() } else { format!("Did you mean {}?", one_of(near)) }
}

/// A word where a verb should stand.
pub(super) fn unknown_verb(span: Span, written: &str, verbs: &[&str]) -> Diagnostic {
    let near: Vec<String> = nearest(written, verbs.iter().copied()).into_iter().map(str::to_owned).collect();
    let help = or_rather(&near, "Say what is to be done: shoot, melee, move, form, react and so on.");
    Diagnostic::error(span, format!("\"{}\" is nothing that anybody can be told to do", harmless(written)))
        .with_help(help)
}

/// Somebody, and nothing to do.
pub(super) fn no_verb(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this says whom, but not what to do").with_help("Try shoot, attack, move, charge or hold.")
}

/// A direction and a number, which could be two things.
pub(super) fn run_or_tile(span: Span, written: &str) -> Diagnostic {
    let written = harmless(written);
    Diagnostic::error(span, format!("\"{written}\" could be a run or a tile"))
        .with_help(format!("Write \"run {written}\", or \"move to\" and the tile."))
}

/// Somebody who is told to let a unit of another squad go.
pub(super) fn leaves_another(span: Span, told: &str, squad: &str) -> Diagnostic {
    Diagnostic::error(span, format!("this is said to {told}, and about units of {squad}"))
        .with_help(format!("Leave the name before \"leave\" out, or write {squad}."))
}

/// Orders for all, of whom there is nobody.
pub(super) fn nobody_is_meant(span: Span) -> Diagnostic {
    Diagnostic::error(span, "there is nobody of yours whom this could mean")
}

/// A new squad's name that would be taken for a slip.
pub(super) fn name_too_near(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{} would be taken for a slip of somebody else's name", harmless(name)))
        .with_help("Choose another name.")
}

/// A verb without anybody who is to do it.
pub(super) fn nobody_told(span: Span, verb: &str) -> Diagnostic {
    Diagnostic::error(span, format!("this says \"{verb}\", and not who"))
        .with_help(format!("Write \"Name: {verb} …\"."))
}

/// A squad that is told what only players do.
pub(super) fn players_leave(span: Span, verb: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{verb} is for players, and not for squads or figures"))
        .with_help(format!("To leave the battle yourself, write \"{verb}\" without a name."))
}

/// Somebody who doesn't take this poster's orders.
pub(super) fn not_yours(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{name} isn't yours to order"))
}

/// A thing that nobody can order about.
pub(super) fn no_orders_for_things(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{name} takes nobody's orders"))
}

/// A member of a squad by itself.
pub(super) fn in_a_squad(span: Span, unit: &str, squad: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{unit} is in {squad} and does what it does")).by_rule("BS-5.2").with_help(format!(
        "Order {squad}, or let the unit go now (leave {unit} from {squad}) and order it next round."
    ))
}

/// A name that nobody has.
pub(super) fn unknown(span: Span, what: &str, name: &str, near: &[String]) -> Diagnostic {
    Diagnostic::error(span, format!("no {what} here is called \"{}\"", harmless(name)))
        .with_help(or_rather(near, "Look at the map."))
}

/// Somebody who has fallen, or a squad of which everybody has.
pub(super) fn nobody_left(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("nobody is left of {name}"))
}

/// A name that several have.
pub(super) fn ambiguous(span: Span, name: &str, several: &[String]) -> Diagnostic {
    Diagnostic::error(span, format!("\"{}\" could be {}", harmless(name), join(several, "or")))
        .with_help("Write more of the name.")
}

/// Something that has to stand here.
pub(super) fn missing(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{what} is missing here"))
}

/// Words that mean nothing in this order.
pub(super) fn left_over(span: Span, words: &str, verb: &str) -> Diagnostic {
    Diagnostic::error(span, format!("\"{}\" means nothing to {verb}", harmless(words)))
}

/// Words behind an order that aren't taken.
pub(super) fn not_taken(span: Span, words: &str) -> Diagnostic {
    Diagnostic::warning(span, format!("\"{}\" is no order, and is left out", harmless(words)))
}

/// The same thing said twice and differently.
pub(super) fn said_twice(span: Span, words: &str) -> Diagnostic {
    Diagnostic::error(span, format!("\"{}\" says again what this order has said already", harmless(words)))
}

/// What makes no order of the words that stand with it.
pub(super) fn never(span: Span, why: Option<Never>) -> Diagnostic {
    let never = post::say::never(span, why);
    match why {
        Some(Never::Condition) => {
            never.with_help("What to do when one is struck is said by react, hits, misses, benny and rebuff.")
        }
        _ => never,
    }
}

/// Words before a verb that nothing leads to.
pub(super) fn stray(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this means nothing between who is told and what to do")
        .with_help("Write the names of those who are told with commas or \"and\" between them, and then what to do.")
}

/// Somebody who is to stay where he isn't.
pub(super) fn holds_elsewhere(span: Span, name: &str, tile: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{name} isn't at {tile}, and can't stay there"))
        .with_help(format!("To go there, write \"move to {tile}\"."))
}

/// A tile that the map hasn't.
pub(super) fn off_the_map(span: Span, tile: &str, last: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{tile} is off the map, which ends with {last}"))
}

/// An attack on those who give it.
pub(super) fn at_oneself(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{name} can't attack {name}"))
}

/// A weapon that nobody of them has.
pub(super) fn not_held(span: Span, who: &str, weapon: &str, held: &[String]) -> Diagnostic {
    let help = match held {
        [] => format!("{who} has nothing in hand."),
        held => format!("There is {}.", join(held, "and")),
    };
    Diagnostic::error(span, format!("nobody of {who} has a {weapon}")).by_rule("BC-8.2").with_help(help)
}

/// A weapon that doesn't shoot.
pub(super) fn no_shot(span: Span, weapon: &str) -> Diagnostic {
    Diagnostic::error(span, format!("one can't shoot with a {weapon}, or throw it")).by_rule("BC-1.4")
}

/// Nobody of the squad.
pub(super) fn not_a_member(span: Span, unit: &str, squad: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{unit} isn't in {squad}"))
}

/// A plate that its units don't fit on.
pub(super) fn plate_too_small(span: Span, size: (u8, u8), needs: u16) -> Diagnostic {
    let (wide, deep) = size;
    Diagnostic::error(span, format!("a plate of {wide}x{deep} is too small: these units need {needs} tiles"))
        .by_rule("BS-2.2")
}

/// A squad that no order of the round makes.
pub(super) fn never_formed(span: Span, name: &str, near: &[String]) -> Diagnostic {
    let help = or_rather(near, "Form it first: form Name from unit, unit.");
    Diagnostic::error(span, format!("no squad of yours is called \"{}\", and no order makes it", harmless(name)))
        .with_help(help)
}

/// A squad whose making was refused.
pub(super) fn forming_refused(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{name} is not formed: the order that would form it was refused"))
}

/// A second squad of a name.
pub(super) fn formed_twice(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{name} is made twice in this round")).with_help("Give one of them another name.")
}

/// A squad with the name of another.
pub(super) fn name_taken(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("somebody is called {name} already")).with_help("Choose another name.")
}

/// An order for a squad that is split up in the same round.
pub(super) fn split_up(span: Span, name: &str, parts: &[String]) -> Diagnostic {
    Diagnostic::error(span, format!("{name} is split up in this round, and nobody is left of it"))
        .by_rule("BS-5.7")
        .with_help(format!("Order {}.", join(parts, "or")))
}

/// What the map says is said again.
pub(super) fn map_says_so(span: Span) -> Diagnostic {
    Diagnostic::error(span, "the map of this battle says how far, how high and how well in sight everybody is")
        .with_help("Leave the numbers out. They are for battles on a real table: map = \"real\".")
}

/// A way or a place where there is no map.
pub(super) fn no_map(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this battle has no map: everybody moves their figures on the table")
        .with_help("Say an attack and its numbers, such as \"Dan: shoot Yoko with pistol, range 7, cover 1\".")
}

/// A number that nobody can have measured.
pub(super) fn impossible(span: Span, what: &str, (least, most): (u16, u16)) -> Diagnostic {
    Diagnostic::error(span, format!("{what} is a whole number from {least} to {most}"))
}

/// Nothing that can be changed by hand.
pub(super) fn no_edit(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this changes nothing that can be changed by hand").with_help(
        "Write \"kill Dan\", \"Dan hp 1\", \"Dan standing at C7\", \"Dan disrupted\", \"move Alpha to C7\", \
         \"give knife to Dan\", \"take knife from Dan\", or what orders say of squads and policies: form, split, join, \
         leave, replate, react, hits.",
    )
}

/// A weapon of which there is no other.
pub(super) fn no_other(span: Span, weapon: &str) -> Diagnostic {
    Diagnostic::error(span, format!("there is no other {weapon} in this battle"))
}

/// A change of squads that the rules have no room for.
pub(super) fn cannot_form_up(span: Span, why: Refusal) -> Diagnostic {
    let message = match why {
        Refusal::PlateTooSmall { needs } => format!("the plate is too small: these units need {needs} tiles"),
        Refusal::NoRoom | Refusal::NoRoomForPlate => "there is no room for it there".to_owned(),
        Refusal::NotAMember { .. } => "one of them isn't in that squad".to_owned(),
        Refusal::Disrupted => "one of them is disrupted".to_owned(),
        Refusal::Held => "somebody has hold of one of them".to_owned(),
        Refusal::BadStandard => "the standard can't be there".to_owned(),
        _ => "they can't form up like that".to_owned(),
    };
    Diagnostic::error(span, message)
}

/// A tile that isn't free.
pub(super) fn no_room(span: Span, who: &str, tile: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{who} can't stand there: {tile} isn't free"))
}
