//! Every sentence to a GM whose edit is not made, one function each.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, join, sentences};
use crate::field::{Terrain, UnitId};
use crate::line::battle::{Battle, EDITED_SCORE_MAX, EDITED_TILES_MAX, EditTrouble};
use crate::line::orders::diagnostics::{self, did_you_mean, harmless, off_map};

type Span = Range<usize>;

const LIKE: &str = "Write it like \"SQUAD to C7\", \"SQUAD.3 hp 2\", \"SQUAD.2 downed\", \"kill SQUAD\", \
    \"SQUAD steady\", \"SQUAD dazed\", \"terrain C7 woods\", \"cp HERO 3\" or \"reinforce SQUAD at C7\".";

sentences! {
    too_long(letters: usize) error: "an edit has at most {letters} letters" => "Make several of it.";
    one_at_a_time() error: "one thing is set right at a time" => "Write what follows as an edit of its own.";
    nothing_said() error: "this doesn't say what to set right" => "{LIKE}";
    nothing_to_set() error: "this says whom, but nothing that can be set right about them"
        => "Say \"to\" and a tile, \"hp\" and a number, standing, downed, abandoned, killed, broken, steady, dazed, frenzied or \
            clear. A hero's CP are \"cp HERO 3\".";
    not_understood(written: &str) error: "\"{}\" is not understood, so nothing is changed", harmless(written)
        => "Leave it out.";
    morale_of_one() error "L-1": "morale is a squad's, not a single unit's" => "Leave out the number.";
    how_many_hp() error: "this doesn't say how many HP" => "Say a number from 1, or \"full\".";
    how_many_cp(most: u8) error: "this doesn't say how many CP" => "Say a number from 0 to {most}.";
    how_many_points() error: "this doesn't say how many points" => "Say a number from 0.";
    whose() error: "this doesn't say whose the objective is" => "Say players, enemy or nobody.";
    whose_score() error: "this doesn't say whose score" => "Say players or enemy.";
    which_tiles() error: "this doesn't say which tiles" => "Write them like C7 or D7..F9.";
    which_terrain(kinds: &[Terrain]) error: "this doesn't say what the ground becomes" => "{}", there_is(kinds);
    no_such_terrain(written: &str, kinds: &[Terrain]) error: "this battle has no ground called \"{}\"", harmless(written)
        => "{}", there_is(kinds);
    too_much_ground() error: "the ground can be changed on at most {EDITED_TILES_MAX} tiles"
        => "Change a smaller area, or restore some of what was changed.";
    where_to(squad: &str) error: "this doesn't say where" => "Say \"reinforce {squad} at C7\".";
}

fn there_is(kinds: &[Terrain]) -> String {
    let names: Vec<&str> = kinds.iter().map(|it| it.name.as_str()).collect();
    format!("There is {}; \"restore\" is as the map says.", join(&names, "and"))
}

pub(super) fn not_an_edit(span: Span, written: &str, nearest: &[&str]) -> Diagnostic {
    let message = format!("\"{}\" is neither a squad nor anything else that can be set right", harmless(written));
    did_you_mean(Diagnostic::error(span, message).with_help(LIKE), nearest)
}

pub(super) fn unknown(span: Span, written: &str, what: &str, nearest: &[&str]) -> Diagnostic {
    match harmless(written).is_empty() {
        true => Diagnostic::error(span, format!("this doesn't say which {what}")),
        false => diagnostics::unknown(span, what, written, nearest),
    }
}

/// Why the battle doesn't allow what was understood, and what would be right.
pub(super) fn refused(battle: &Battle, trouble: &EditTrouble, span: Span) -> Diagnostic {
    let say = |message: String| Diagnostic::error(span.clone(), message);
    let squad = |id| &battle.setup().squad(id).name;
    let unit = |id| unit_name(battle, id);
    match *trouble {
        EditTrouble::NotOfThisBattle => say("this battle has nothing like it".to_owned()),
        EditTrouble::BattleIsOver => {
            say("the battle is over".to_owned()).with_help("Undo its last round to go on with it.")
        }
        EditTrouble::SoAlready => say("it is so already, so nothing is changed".to_owned()),
        EditTrouble::OffMap(tile) => off_map(span, &tile.to_string(), battle.board()),
        EditTrouble::NoRoomAtEdge(id, tile) => {
            let size = battle.profile(id).size;
            say(format!("at {tile} part of {} would be off the map", unit(id)))
                .by_rule("T-2")
                .with_help(format!("It covers {size} by {size} tiles, and the tile is its top left one."))
        }
        EditTrouble::Impassable(tile) => {
            say(format!("nobody can stand on {tile}: {} is in the way", battle.ground(tile).name))
                .by_rule("T-10")
                .with_help(format!("Name another tile, or change the ground of {tile} first."))
        }
        EditTrouble::Taken(tile, id) => say(format!("{} stands on {tile}", unit(id)))
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
        EditTrouble::NotStanding(id) => say(format!("{} is {}", unit(id), battle.unit(id).state.word()))
            .by_rule("T-8")
            .with_help(format!("\"{} standing\" puts it on its feet.", unit(id))),
        EditTrouble::HpOutOfBounds(id) => {
            let most = battle.profile(id).hp;
            let bounds = if most == 1 { "1 HP".to_owned() } else { format!("1 to {most} HP") };
            say(format!("{} has {bounds} while it stands", unit(id)))
                .by_rule("T-8")
                .with_help("To fell it, say downed or killed.")
        }
        EditTrouble::CpOutOfBounds(by) => {
            let it = battle.setup().caster(by);
            say(format!("the CP of {} go from 0 to {}", it.name, it.cp_max)).by_rule("C-1")
        }
        EditTrouble::StoodUpon(tile, id) => say(format!("{} stands on {tile}, and nobody can stand on that", unit(id)))
            .by_rule("T-10")
            .with_help("Move it away first."),
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
