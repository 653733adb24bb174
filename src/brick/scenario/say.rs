//! Every sentence about this game's files that no other game's need, one function each, so that the voice is one.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, count};

type Span = Range<usize>;

/// Nobody knows whose it is.
pub(super) fn no_team(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("nobody knows whose {name} is"))
        .with_help("Say team = \"…\", or player = \"…\" if one leads it.")
}

/// A player leads what is of another team.
pub(super) fn foreign_player(span: Span, name: &str, team: &str, player: &str, other: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{name} can't be of {team}: {player}, who leads it, is of {other}"))
        .with_help("Leave `team` out, or give the player that team.")
}

/// A player's team that isn't the players'.
pub(super) fn not_players(span: Span, seat: &str, team: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{seat} leads {team}, which isn't a team of players"))
        .with_help("Say players = true in that [[team]].")
}

/// A plate with less room than its units need.
pub(super) fn plate_too_small(span: Span, squad: &str, size: (u8, u8), units: usize, needs: u16) -> Diagnostic {
    let (wide, deep) = size;
    let has = u16::from(wide) * u16::from(deep);
    let units = count(units as u64, "unit", "units");
    let has = count(has, "tile", "tiles");
    Diagnostic::error(span, format!("the plate of {squad} is {wide}x{deep}, {has}, and its {units} need {needs}"))
        .by_rule("BS-2.2")
        .with_help("Make it larger, or the squad smaller.")
}

/// A plate whose shape its units don't fit on.
pub(super) fn plate_too_narrow(span: Span, squad: &str, size: (u8, u8)) -> Diagnostic {
    let (wide, deep) = size;
    Diagnostic::error(span, format!("the units of {squad} don't fit side by side on a plate of {wide}x{deep}"))
        .by_rule("BX-11")
        .with_help("Make the plate wider or deeper; a rider takes 2 by 2 tiles.")
}

/// A member that stands beside the plate.
pub(super) fn off_the_plate(span: Span, unit: &str, tile: &str, squad: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{unit} can't stand on {tile}: it isn't all on the plate of {squad}"))
        .by_rule("BS-2.1")
}

/// Nobody of that name in the squad.
pub(super) fn not_a_member(span: Span, unit: &str, squad: &str) -> Diagnostic {
    Diagnostic::error(span, format!("nobody of {squad} is called \"{unit}\""))
        .with_help("Name a unit of the squad, by its own name or its number (\"Redcoats 3\"), or write \"center\".")
}

/// Somebody who bears the standard too far from the middle.
pub(super) fn standard_off_center(span: Span, unit: &str, squad: &str) -> Diagnostic {
    Diagnostic::error(
        span,
        format!("{unit} can't bear the standard of {squad}: that is more than 1 tile from its middle"),
    )
    .by_rule("BS-3.3")
}

/// A place where there is no map.
pub(super) fn no_places(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{what} has no place here: map = \"real\" is a table that only its players see"))
        .with_help("Leave it out, or draw a map.")
}

/// More than a picture has room for.
pub(super) fn too_many_for_a_table(span: Span) -> Diagnostic {
    Diagnostic::error(span, "so many, and as large as they are, don't fit on any table")
}

/// Nobody to ride in.
pub(super) fn nothing_to_board(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("no figure is called \"{name}\", so nobody can be aboard"))
}

/// A battle with fewer than two teams in it.
pub(super) fn nobody_to_fight(span: Span) -> Diagnostic {
    Diagnostic::error(span, "there are no two teams here that would fight each other")
        .with_help("Add a [[squad]] or a [[figure]] of another team.")
}

/// A team of players that can't win, as others have goals of their own.
pub(super) fn nothing_to_win(span: Span, team: &str) -> Diagnostic {
    Diagnostic::warning(span, format!("nothing says how {team:?} wins, but by being the last that stands"))
        .with_help(format!("Add a [[victory]] with team = {team:?}, or one without a team, which is everybody's."))
        .by_rule("O-2")
}
