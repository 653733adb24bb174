//! Every sentence to a GM whose edit is refused, one function each.

use crate::diagnostic::{join, sentences};
use crate::field::{Terrain, Tile};
use crate::line::orders::diagnostics::{did_you_mean, harmless};

const EXAMPLES: &str = "Write it like \"SQUAD to C7\", \"SQUAD.3 hp 2\", \"SQUAD.2 downed\", \"kill SQUAD\", \
    \"SQUAD steady\", \"SQUAD dazed\", \"terrain C7 woods\", \"cp HERO 3\" or \"reinforce SQUAD at C7\".";

sentences! {
    too_long(letters: usize) error: "an edit has at most {letters} letters" => "Split it into several.";
    one_at_a_time() error: "an edit changes one thing" => "Write what follows as an edit of its own.";
    nothing_said() error: "this doesn't say what to change" => "{EXAMPLES}";
    nothing_to_set() error: "this names somebody, but nothing about them that can be changed"
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
    which_terrain(kinds: &[Terrain]) error: "this doesn't say what the ground becomes" => "{}", kinds_of_ground(kinds);
    no_such_terrain(written: &str, kinds: &[Terrain]) error: "this battle has no ground called \"{}\"", harmless(written)
        => "{}", kinds_of_ground(kinds);
    too_much_ground(most: usize) error: "the ground can be changed on at most {most} tiles"
        => "Change a smaller area, or restore some of what was changed.";
    where_to(squad: &str) error: "this doesn't say where" => "Say \"reinforce {squad} at C7\".";
    not_an_edit(written: &str, nearest: &[&str]) error:
        "\"{}\" is neither a squad nor anything else that can be changed", harmless(written)
        => "{}", did_you_mean(nearest, EXAMPLES);
}

// Edits that are understood, but that the battle doesn't allow

sentences! {
    battle_is_over() error: "the battle is over" => "Undo its last round to go on with it.";
    no_room_at_edge(tile: Tile, unit: &str, size: u8) error "T-2": "at {tile} part of {unit} would be off the map"
        => "It covers {size} by {size} tiles, and the tile is its top left one.";
    impassable(tile: Tile, ground: &str) error "T-10": "nobody can stand on {tile}: {ground} is in the way"
        => "Name another tile, or change the ground of {tile} first.";
    taken(tile: Tile, unit: &str) error "T-2": "{unit} stands on {tile}"
        => "Name a free tile, or move who stands there first.";
    no_room_for_all(squad: &str, tile: Tile) error: "there is no room for all of {squad} around {tile}"
        => "Name another tile.";
    in_reserve(squad: &str) error: "{squad} is in reserve"
        => "Bring it onto the map with \"reinforce {squad} at C7\".";
    not_in_reserve(squad: &str) error: "{squad} is not in reserve" => "\"{squad} to C7\" moves who stands.";
    nobody_stands(squad: &str) error "T-8": "nobody of {squad} stands"
        => "\"{squad}.1 standing at C7\" puts one on its feet.";
    not_standing(unit: &str, state: &str) error "T-8": "{unit} is {state}"
        => "\"{unit} standing\" puts it on its feet.";
    hp_out_of_bounds(unit: &str, most: u8) error "T-8":
        "{unit} has {}{most} HP while it stands", if most == 1 { "" } else { "1 to " }
        => "To fell it, say downed or killed.";
    cp_out_of_bounds(pool: &str, most: u8) error "C-1": "the CP of {pool} go from 0 to {most}";
    stood_upon(tile: Tile, unit: &str) error "T-10": "{unit} stands on {tile}, and nobody can stand on that"
        => "Move it away first.";
    score_too_high(most: u32) error: "a score is at most {most}";
    without_formations() error: "this battle is played without formations"
        => "A scenario turns them on with modules = [\"formations\"].";
    of_both_sides(one: &str, other: &str) error "F-5": "{one} and {other} are on different sides"
        => "Name squads and a leader of one side.";
    alone_in_formation(squad: &str) error "F-8": "only one of {squad} stands, and one alone is no formation"
        => "Name another squad as well: \"form {squad} and Bravo\".";
    in_no_formation(squad: &str) error: "nobody of {squad} is in a formation" => "\"form {squad}\" makes one.";
}

fn kinds_of_ground(kinds: &[Terrain]) -> String {
    let names: Vec<&str> = kinds.iter().map(|it| it.name.as_str()).collect();
    format!("There is {}; \"restore\" puts back what the map shows.", join(&names, "and"))
}
