//! Sentences about orders for formations.

use crate::diagnostic::{Diagnostic, count, join, one_of, sentences};

use super::{Span, did_you_mean, harmless};

sentences! {
    /// A word about formations in a battle that has none.
    no_formations() error: "this battle is played without formations"
        => "Its scenario can turn them on with modules = [\"formations\"].";
    /// Squads stay squads.
    no_split() error: "squads are not split by order"
        => "To leave units out of a formation, write \"form up without\" and who.";
    /// Several squads told something that each is told by itself.
    one_squad_each() error: "only orders about formations name several squads"
        => "Give each squad its own order; a formation moves with any of its squads.";
    /// **F-1** One order for several formations.
    formations_apart(first: &str, other: &str) error "F-1":
        "{first} and {other} stand in formations of their own, and one order moves one"
        => "Give each formation an order of its own.";
    /// A number that says nothing about whose it is.
    number_of_which_squad(number: u16) error: "this doesn't say which squad unit {number} is of"
        => "Write it like Boyz.{number}.";
    /// A unit that has fallen.
    unit_down(unit: &str) error "T-8": "{unit} is not standing";
    /// **F-6** An enemy as the leader.
    enemy_leader(unit: &str) error "F-6": "{unit} is on the other side";
    /// **F-6** Somebody else's unit as the leader.
    leader_of_other(unit: &str) error "F-6": "{unit} is not yours to command";
    /// **F-3** A volley with some of the weapons.
    volley_with_all() error "F-3": "in a volley everybody fires what fits" => "Leave the weapons out.";
    /// `hold` before any Step.
    holds_in_no_step() error "F-24": "who holds stands behind the Steps in which they do"
        => "For example: steps N N hold u3.";
    /// A march that goes nowhere.
    no_steps() error "F-20": "this doesn't say which Steps to take" => "For example: steps N N E, or wheel left.";
    /// A wheel to neither side.
    wheel_which_way() error "F-24": "a wheel goes left or right";
    /// **F-23** Who fires in a formation doesn't march with it.
    shot_before_march(squad: &str) warning "F-23": "those of {squad} who have shot by then stay where they are"
        => "Take back one of the two orders.";
}

/// **F-16** A leader who is to direct two formations.
pub fn directs_already(span: Span, leader: &str, formation: &str) -> Diagnostic {
    Diagnostic::error(
        span,
        format!("{leader} is to direct {formation} already, and a leader directs one formation only"),
    )
    .by_rule("F-16")
    .with_help("Name somebody else, or take back the other order.")
}

/// **F-10** Squads of somebody else who hasn't said so.
pub fn waits_for_partner(span: Span, players: &str) -> Diagnostic {
    Diagnostic::warning(
        span,
        format!("this comes to nothing unless {players} orders the same squads to form up together"),
    )
    .by_rule("F-10")
}

/// A number that could be one of several squads.
pub fn number_of_several(span: Span, number: u16, squads: &[&str]) -> Diagnostic {
    let first = squads.first().copied().unwrap_or("Alpha");
    Diagnostic::error(span, format!("unit {number} could be of {}", one_of(squads)))
        .with_help(format!("Write it like {first}.{number}."))
}

/// A squad doesn't have that many units.
pub fn no_such_unit(span: Span, squad: &str, units: usize) -> Diagnostic {
    let message = format!("{squad} has {}", count(units as u64, "unit", "units"));
    let help = if units == 1 { format!("It is {squad}.1.") } else { format!("They are {squad}.1 to {squad}.{units}.") };
    Diagnostic::error(span, message).with_help(help)
}

/// A unit of another squad.
pub fn in_none_of(span: Span, unit: &str, squads: &[&str]) -> Diagnostic {
    let message = match squads {
        [only] => format!("{unit} is not in {only}"),
        _ => format!("{unit} is in none of {}", join(squads, "and")),
    };
    Diagnostic::error(span, message)
}

/// No unit goes by this name.
pub fn unknown_unit(span: Span, written: &str, nearest: &[&str]) -> Diagnostic {
    let written = harmless(written);
    if written.is_empty() {
        return Diagnostic::error(span, "this doesn't say which unit").with_help("Write it like Alpha.3.");
    }
    let unknown = Diagnostic::error(span, format!("no unit is called \"{written}\""));
    if nearest.is_empty() { unknown.with_help("Write it like Alpha.3.") } else { did_you_mean(unknown, nearest) }
}

/// **F-6** Someone who directs nobody as the leader.
pub fn cannot_lead(span: Span, unit: &str, able: &[&str]) -> Diagnostic {
    let help = match able {
        [] => "None of yours can; without a name the nearest who can is taken.".to_owned(),
        _ => format!("{} can.", join(able, "and")),
    };
    Diagnostic::error(span, format!("{unit} can't direct a formation")).by_rule("F-6").with_help(help)
}
