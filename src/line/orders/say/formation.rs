//! Sentences about orders for formations.

use crate::diagnostic::{Diagnostic, count, join, one_of};
use crate::field::{Direction, UnitId};
use crate::line::battle::{Battle, DirectedBy, FormUp, FormationStep, Ranging, StepKind, Turning, VolleyAt};

use super::{Span, did_you_mean, harmless};

/// A word about formations in a battle that has none.
pub fn no_formations(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this battle is played without formations")
        .with_help("Its scenario can turn them on with modules = [\"formations\"].")
}

/// Squads stay squads.
pub fn no_split(span: Span) -> Diagnostic {
    Diagnostic::error(span, "squads are not split by order")
        .with_help("To leave units out of a formation, write \"form up without\" and who.")
}

/// Several squads told something that each is told by itself.
pub fn one_squad_each(span: Span) -> Diagnostic {
    Diagnostic::error(span, "only orders about formations name several squads")
        .with_help("Give each squad its own order; a formation moves with any of its squads.")
}

/// **F-1** One order for several formations.
pub fn formations_apart(span: Span, first: &str, other: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{first} and {other} stand in formations of their own, and one order moves one"))
        .by_rule("F-1")
        .with_help("Give each formation an order of its own.")
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

/// A number that says nothing about whose it is.
pub fn number_of_which_squad(span: Span, number: u16) -> Diagnostic {
    Diagnostic::error(span, format!("this doesn't say which squad unit {number} is of"))
        .with_help(format!("Write it like Boyz.{number}."))
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

/// A unit that has fallen.
pub fn unit_down(span: Span, unit: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{unit} is not standing")).by_rule("T-8")
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

/// **F-6** An enemy as the leader.
pub fn enemy_leader(span: Span, unit: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{unit} is on the other side")).by_rule("F-6")
}

/// **F-6** Somebody else's unit as the leader.
pub fn leader_of_other(span: Span, unit: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{unit} is not yours to command")).by_rule("F-6")
}

/// **F-6** Someone who directs nobody as the leader.
pub fn cannot_lead(span: Span, unit: &str, able: &[&str]) -> Diagnostic {
    let help = match able {
        [] => "None of yours can; without a name the nearest who can is taken.".to_owned(),
        _ => format!("{} can.", join(able, "and")),
    };
    Diagnostic::error(span, format!("{unit} can't direct a formation")).by_rule("F-6").with_help(help)
}

/// **F-3** A volley with some of the weapons.
pub fn volley_with_all(span: Span) -> Diagnostic {
    Diagnostic::error(span, "in a volley everybody fires what fits").by_rule("F-3").with_help("Leave the weapons out.")
}

/// `hold` before any Step.
pub fn holds_in_no_step(span: Span) -> Diagnostic {
    Diagnostic::error(span, "who holds stands behind the Steps in which they do")
        .by_rule("F-24")
        .with_help("For example: steps N N hold u3.")
}

/// A march that goes nowhere.
pub fn no_steps(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this doesn't say which Steps to take")
        .by_rule("F-20")
        .with_help("For example: steps N N E, or wheel left.")
}

/// A wheel to neither side.
pub fn wheel_which_way(span: Span) -> Diagnostic {
    Diagnostic::error(span, "a wheel goes left or right").by_rule("F-24")
}

/// **F-23** Who fires in a formation doesn't march with it.
pub fn shot_before_march(span: Span, squad: &str) -> Diagnostic {
    Diagnostic::warning(span, format!("whoever of {squad} has shot by then stays where it is"))
        .by_rule("F-23")
        .with_help("Take back one of the two orders.")
}

/// `form up with Bravo under Sgt. Ko`
pub(super) fn ranging(battle: &Battle, order: &Ranging) -> String {
    match order {
        Ranging::FormUp(it) => form_up(battle, it),
        Ranging::Disband => "disband".to_owned(),
    }
}

fn form_up(battle: &Battle, order: &FormUp) -> String {
    let unit = |it: &UnitId| battle.setup().unit(*it).name.as_str();
    let others: Vec<&str> = order.squads.iter().skip(1).map(|it| battle.setup().squad(*it).name.as_str()).collect();
    let with = if others.is_empty() { String::new() } else { format!(" with {}", join(&others, "and")) };
    let led = match order.directed_by {
        DirectedBy::Anybody => String::new(),
        DirectedBy::Leader(it) => format!(" under {}", unit(&it)),
        DirectedBy::Themselves => " without a leader".to_owned(),
    };
    let without: Vec<&str> = order.without.iter().map(unit).collect();
    let without = if without.is_empty() { String::new() } else { format!(", leaving out {}", join(&without, "and")) };
    let steps: Vec<String> = order.shuffle.iter().map(|(it, to)| format!("{} to {to}", unit(it))).collect();
    let steps = if steps.is_empty() { String::new() } else { format!(", shuffling {}", join(&steps, "and")) };
    format!("form up{with}{led}{without}{steps}")
}

/// `volley at Boyz 3`
pub(super) fn volley(battle: &Battle, it: VolleyAt) -> String {
    match it.unit {
        Some(unit) => format!("volley at {}", battle.setup().unit(unit).name),
        None => format!("volley at the nearest of {}", battle.setup().squad(it.target).name),
    }
}

/// `march north 2, east then wheel left`
pub(super) fn march(battle: &Battle, it: &[FormationStep]) -> String {
    let wheels = matches!(it, [FormationStep { kind: StepKind::Wheel { .. }, .. }, ..]);
    if wheels { steps(battle, it) } else { format!("march {}", steps(battle, it)) }
}

fn steps(battle: &Battle, steps: &[FormationStep]) -> String {
    let alike = |a: &FormationStep, b: &FormationStep| a == b && !matches!(a.kind, StepKind::Wheel { .. });
    let mut parts: Vec<String> = Vec::new();
    for run in steps.chunk_by(alike) {
        let times = if run.len() == 1 { String::new() } else { format!(" {}", run.len()) };
        let held: Vec<&str> = run[0].hold.iter().map(|it| battle.setup().unit(*it).name.as_str()).collect();
        let held = if held.is_empty() { String::new() } else { format!(" ({} holding)", join(&held, "and")) };
        parts.push(format!("{}{times}{held}", step(battle, run[0].kind)));
    }
    join(&parts, "then")
}

fn step(battle: &Battle, kind: StepKind) -> String {
    match kind {
        StepKind::March(way) => compass(way).to_owned(),
        StepKind::Stand => "stand".to_owned(),
        StepKind::Wheel { turning, pivot } => {
            let side = match turning {
                Turning::Left => "left",
                Turning::Right => "right",
            };
            let around = pivot.map_or(String::new(), |it| format!(" around {}", battle.setup().unit(it).name));
            format!("wheel {side}{around}")
        }
    }
}

/// A direction in small letters.
pub fn compass(way: Direction) -> &'static str {
    match way {
        Direction::North => "north",
        Direction::East => "east",
        Direction::South => "south",
        Direction::West => "west",
    }
}
