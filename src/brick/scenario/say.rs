//! Every sentence about this game's files that no other game's need, one function each, so that the voice is one.

use crate::diagnostic::{count, sentences};

sentences! {
    /// Nobody knows whose it is.
    no_team(name: &str) error: "nobody knows whose {name} is"
        => "Say team = \"…\", or player = \"…\" if one leads it.";
    /// A player leads what is of another team.
    foreign_player(name: &str, team: &str, player: &str, other: &str) error:
        "{name} can't be of {team}: {player}, who leads it, is of {other}"
        => "Leave `team` out, or give the player that team.";
    /// A player's team that isn't the players'.
    not_players(seat: &str, team: &str) error: "{seat} leads {team}, which isn't a team of players"
        => "Say players = true in that [[team]].";
    /// Somebody where nobody can be for long.
    stands_on_deadly(name: &str, ground: &str) warning:
        "{name} stands on {ground}, which is the end only of those who come there later"
        => "Let {name} begin beside it.";
    /// Tests of nerve that nobody can be put to.
    nobody_has_nerve() warning "BX-25": "nobody in this battle has `leadership`, so no squad ever tests its nerve"
        => "Give units `leadership`, such as \"7+\", which those of the game itself don't have: [unit.redcoat] can change one.";
    /// A plate with less room than its units need.
    plate_too_small(squad: &str, size: (u8, u8), units: usize, needs: u16) error "BS-2.2":
        "the plate of {squad} is {}x{}, {}, and its {} {needs}",
        size.0, size.1, count(u16::from(size.0) * u16::from(size.1), "tile", "tiles"),
        count(units as u64, "unit needs", "units need")
        => "Make it larger, or the squad smaller.";
    /// A plate whose shape its units don't fit on.
    plate_too_narrow(squad: &str, size: (u8, u8)) error "BX-11":
        "the units of {squad} don't fit side by side on a plate of {}x{}", size.0, size.1
        => "Make the plate wider or deeper; a rider takes 2 by 2 tiles.";
    /// A member that stands beside the plate.
    off_the_plate(unit: &str, tile: &str, squad: &str) error "BS-2.1":
        "{unit} can't stand on {tile}: it isn't all on the plate of {squad}";
    /// Nobody of that name in the squad.
    not_a_member(unit: &str, squad: &str) error: "nobody of {squad} is called \"{unit}\""
        => "Name a unit of the squad, by its own name or its number (\"Redcoats 3\"), or write \"center\".";
    /// Somebody who bears the standard too far from the middle.
    standard_off_center(unit: &str, squad: &str) error "BS-3.3":
        "{unit} can't bear the standard of {squad}: that is more than 1 tile from its middle";
    /// A place where there is no map.
    no_places(what: &str) error: "{what} has no place here: map = \"real\" is a table that only its players see"
        => "Leave it out, or draw a map.";
    /// More than a picture has room for.
    too_many_for_a_table() error: "so many, and as large as they are, don't fit on any table";
    /// Nobody to ride in.
    nothing_to_board(name: &str) error: "no figure is called \"{name}\", so nobody can be aboard";
    /// Somebody who would ride in what is elsewhere.
    boards_from_afar(name: &str, vehicle: &str) error: "{name} can't be aboard {vehicle}, which isn't beside it"
        => "Give {name} a tile that touches {vehicle}.";
    /// A battle with fewer than two teams in it.
    nobody_to_fight() error: "there are no two teams here that would fight each other"
        => "Add a [[squad]] or a [[figure]] of another team.";
    /// A team of players that can't win, as others have goals of their own.
    nothing_to_win(team: &str) warning: "nothing says how {team:?} wins, but by being the last that stands"
        => "Add a [[victory]] with team = {team:?}, or one without a team, which is everybody's.";
}
