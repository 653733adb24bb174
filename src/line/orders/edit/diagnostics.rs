//! Every sentence to a GM whose edit is not made, one function each.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, join, one_of};
use crate::field::{Terrain, UnitId};
use crate::line::battle::{Battle, EDITED_SCORE_MAX, EDITED_TILES_MAX, EditTrouble};
use crate::line::orders::diagnostics::harmless;

type Span = Range<usize>;

pub(super) fn too_long(letters: usize) -> Diagnostic {
    Diagnostic::error(0..0, format!("an edit has at most {letters} letters")).with_help("Make several of it.")
}

pub(super) fn one_at_a_time(span: Span) -> Diagnostic {
    Diagnostic::error(span, "one thing is set right at a time").with_help("Write what follows as an edit of its own.")
}

pub(super) fn nothing_said(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this doesn't say what to set right").with_help(LIKE)
}

const LIKE: &str = "Write it like \"Alpha to C7\", \"Alpha.3 hp 2\", \"Alpha.2 downed\", \"kill Alpha\", \
    \"Alpha steady\", \"terrain C7 forest\", \"cp Marsh 3\" or \"reinforce Alpha at C7\".";

pub(super) fn not_an_edit(span: Span, written: &str, nearest: &[&str]) -> Diagnostic {
    let message = format!("\"{}\" is neither a squad nor anything else that can be set right", harmless(written));
    let help = if nearest.is_empty() { LIKE.to_owned() } else { format!("Did you mean {}?", one_of(nearest)) };
    Diagnostic::error(span, message).with_help(help)
}

pub(super) fn nothing_to_set(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this says whom, but nothing that can be set right about them")
        .with_help("Say \"to\" and a tile, \"hp\" and a number, standing, downed, abandoned, killed, broken or steady.")
}

pub(super) fn not_understood(span: Span, written: &str) -> Diagnostic {
    Diagnostic::error(span, format!("\"{}\" is not understood, so nothing is changed", harmless(written)))
        .with_help("Leave it out.")
}

pub(super) fn unknown(span: Span, written: &str, what: &str, nearest: &[&str]) -> Diagnostic {
    let written = harmless(written);
    if written.is_empty() {
        return Diagnostic::error(span, format!("this doesn't say which {what}"));
    }
    let unknown = Diagnostic::error(span, format!("no {what} is called \"{written}\""));
    if nearest.is_empty() { unknown } else { unknown.with_help(format!("Did you mean {}?", one_of(nearest))) }
}

pub(super) fn morale_of_one(span: Span) -> Diagnostic {
    Diagnostic::error(span, "morale is a squad's, not a single unit's")
        .by_rule("L-1")
        .with_help("Leave out the number.")
}

pub(super) fn how_many_hp(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this doesn't say how many HP").with_help("Say a number from 1, or \"full\".")
}

pub(super) fn how_many_cp(span: Span, most: u8) -> Diagnostic {
    Diagnostic::error(span, "this doesn't say how many CP").with_help(format!("Say a number from 0 to {most}."))
}

pub(super) fn how_many_points(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this doesn't say how many points").with_help("Say a number from 0.")
}

pub(super) fn whose(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this doesn't say whose the objective is").with_help("Say players, enemy or nobody.")
}

pub(super) fn whose_score(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this doesn't say whose score").with_help("Say players or enemy.")
}

pub(super) fn which_tiles(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this doesn't say which tiles").with_help("Write them like C7 or D7..F9.")
}

pub(super) fn which_terrain(span: Span, kinds: &[Terrain]) -> Diagnostic {
    let names: Vec<&str> = kinds.iter().map(|it| it.name.as_str()).collect();
    Diagnostic::error(span, "this doesn't say what the ground becomes")
        .with_help(format!("There is {}; \"restore\" is as the map says.", join(&names, "and")))
}

pub(super) fn too_much_ground(span: Span) -> Diagnostic {
    let message = format!("the ground can be changed on at most {EDITED_TILES_MAX} tiles");
    Diagnostic::error(span, message).with_help("Change a smaller area, or restore some of what was changed.")
}

pub(super) fn where_to(span: Span, squad: &str) -> Diagnostic {
    Diagnostic::error(span, "this doesn't say where").with_help(format!("Say \"reinforce {squad} at C7\"."))
}

/// Why the battle doesn't allow what was understood, and what would be right.
pub(super) fn refused(battle: &Battle, trouble: &EditTrouble, span: Span) -> Diagnostic {
    let say = |message: String| Diagnostic::error(span.clone(), message);
    let squad = |id| &battle.setup().squad(id).name;
    match *trouble {
        EditTrouble::NotOfThisBattle => say("this battle has nothing like it".to_owned()),
        EditTrouble::BattleIsOver => {
            say("the battle is over".to_owned()).with_help("Undo its last round to go on with it.")
        }
        EditTrouble::SoAlready => say("it is so already, so nothing is changed".to_owned()),
        EditTrouble::OffMap(tile) => crate::line::orders::diagnostics::off_map(span, &tile.to_string(), battle.board()),
        EditTrouble::NoRoomAtEdge(unit, tile) => {
            let size = battle.profile(unit).size;
            say(format!("at {tile} part of {} would be off the map", unit_name(battle, unit)))
                .by_rule("T-2")
                .with_help(format!("It covers {size} by {size} tiles, and the tile is its top left one."))
        }
        EditTrouble::Impassable(tile) => {
            say(format!("nobody can stand on {tile}: {} is in the way", battle.ground(tile).name))
                .by_rule("T-10")
                .with_help(format!("Name another tile, or change the ground of {tile} first."))
        }
        EditTrouble::Taken(tile, unit) => say(format!("{} stands on {tile}", unit_name(battle, unit)))
            .by_rule("T-2")
            .with_help("Name a free tile, or move who stands there first."),
        EditTrouble::NoRoomForAll(id, tile) => {
            say(format!("there is no room for all of {} around {tile}", squad(id))).with_help("Name another tile.")
        }
        EditTrouble::InReserve(id) => say(format!("{} is in reserve", squad(id)))
            .with_help(format!("Bring it onto the map with \"reinforce {} at C7\".", squad(id))),
        EditTrouble::NotInReserve(id) => say(format!("{} is not in reserve", squad(id)))
            .with_help(format!("\"{} to C7\" moves who stands.", squad(id))),
        EditTrouble::NobodyStands(id) => say(format!("nobody of {} stands", squad(id)))
            .by_rule("T-8")
            .with_help(format!("\"{}.1 standing at C7\" puts one on its feet.", squad(id))),
        EditTrouble::NotStanding(unit) => {
            say(format!("{} is {}", unit_name(battle, unit), battle.unit(unit).state.word()))
                .by_rule("T-8")
                .with_help(format!("\"{} standing\" puts it on its feet.", unit_name(battle, unit)))
        }
        EditTrouble::HpOutOfBounds(unit) => {
            let most = battle.profile(unit).hp;
            let bounds = if most == 1 { "1 HP".to_owned() } else { format!("1 to {most} HP") };
            say(format!("{} has {bounds} while it stands", unit_name(battle, unit)))
                .by_rule("T-8")
                .with_help("To fell it, say downed or killed.")
        }
        EditTrouble::CpOutOfBounds(by) => {
            let it = battle.setup().caster(by);
            say(format!("the CP of {} go from 0 to {}", it.name, it.cp_max)).by_rule("C-1")
        }
        EditTrouble::StoodUpon(tile, unit) => {
            say(format!("{} stands on {tile}, and nobody can stand on that", unit_name(battle, unit)))
                .by_rule("T-10")
                .with_help("Move it away first.")
        }
        EditTrouble::TooMuchGround => too_much_ground(span),
        EditTrouble::WithoutFormations => say("this battle is played without formations".to_owned())
            .with_help("A scenario turns them on with modules = [\"formations\"]."),
        EditTrouble::OfBothSides(one, other) => {
            say(format!("{} and {} are on different sides", squad(one), squad(other)))
                .by_rule("F-5")
                .with_help("Name squads and a leader of one side.")
        }
        EditTrouble::AloneInFormation(id) => {
            say(format!("only one of {} stands, and one alone is no formation", squad(id)))
                .by_rule("F-8")
                .with_help(format!("Name another squad as well: \"form {} and Bravo\".", squad(id)))
        }
        EditTrouble::InNoFormation(id) => say(format!("nobody of {} is in a formation", squad(id)))
            .with_help(format!("\"form {}\" makes one.", squad(id))),
        EditTrouble::ScoreTooHigh => say(format!("a score is at most {EDITED_SCORE_MAX}")),
    }
}

/// `Alpha.3`, as edits name it; a squad of one by its name.
fn unit_name(battle: &Battle, unit: UnitId) -> String {
    let squad = battle.unit(unit).squad;
    let name = &battle.setup().squad(squad).name;
    let members = &battle.squad(squad).members;
    match members.iter().position(|it| *it == unit) {
        Some(at) if 1 < members.len() => format!("{name}.{}", at + 1),
        _ => name.clone(),
    }
}
