//! Every sentence that only this game's files need. Each has a function of its own, so that they have one voice.

use crate::diagnostic::{count, sentences};

sentences! {
    /// A squad or figure without a team.
    no_team(name: &str) error: "{name} has no team"
        => "Say team = \"…\", or player = \"…\" if one leads it.";
    /// A squad or figure whose player is of another team.
    foreign_player(name: &str, team: &str, player: &str, other: &str) error:
        "{name} can't be of {team}: {player}, who leads it, is of {other}"
        => "Leave `team` out, or give the player that team.";
    /// A player of a team that isn't a players' team.
    not_players(seat: &str, team: &str) error: "{seat} leads {team}, which isn't a team of players"
        => "Say players = true in that [[team]].";
    /// A unit that begins on deadly ground.
    stands_on_deadly(name: &str, ground: &str) warning:
        "{name} stands on {ground}, which is deadly only to those who enter later"
        => "Let {name} begin beside it.";
    /// Morale in a battle where no unit has `leadership`.
    nobody_has_nerve() warning "BX-25": "nobody in this battle has `leadership`, so no squad ever tests its nerve"
        => "Give units `leadership`, such as \"7+\". The game's own units don't have it; [unit.redcoat] can add it to one.";
    /// A plate with fewer tiles than its units need.
    plate_too_small(squad: &str, size: (u8, u8), units: usize, needs: u16) error "BS-2.2":
        "the plate of {squad} is {}x{}, {}, and its {} {needs}",
        size.0, size.1, count(u16::from(size.0) * u16::from(size.1), "tile", "tiles"),
        count(units as u64, "unit needs", "units need")
        => "Make it larger, or the squad smaller.";
    /// A plate whose shape doesn't fit its units.
    plate_too_narrow(squad: &str, size: (u8, u8)) error "BX-11":
        "the units of {squad} don't fit side by side on a plate of {}x{}", size.0, size.1
        => "Make the plate wider or deeper; a rider takes 2 by 2 tiles.";
    /// A member that would stand beside the plate.
    off_the_plate(unit: &str, tile: &str, squad: &str) error "BS-2.1":
        "{unit} can't stand on {tile}: it isn't all on the plate of {squad}";
    /// A name that no unit of the squad has.
    not_a_member(unit: &str, squad: &str) error: "nobody of {squad} is called \"{unit}\""
        => "Name a unit of the squad, by its own name or its number (\"Redcoats 3\"), or write \"center\".";
    /// A standard bearer too far from the middle of the plate.
    standard_off_center(unit: &str, squad: &str) error "BS-3.3":
        "{unit} can't bear the standard of {squad}: that is more than 1 tile from its middle";
    /// A place in a battle without a map.
    no_places(what: &str) error: "{what} has no place here: map = \"real\" is a table that only its players see"
        => "Leave it out, or draw a map.";
    /// More squads and units than a board has room for.
    too_many_for_a_table() error: "these squads and units are too many or too large for any table";
    /// A vehicle that doesn't exist.
    nothing_to_board(name: &str) error: "no figure is called \"{name}\", so nobody can be aboard";
    /// A unit aboard something that isn't beside it.
    boards_from_afar(name: &str, vehicle: &str) error: "{name} can't be aboard {vehicle}, which isn't beside it"
        => "Give {name} a tile that touches {vehicle}.";
    /// A battle without two hostile teams.
    nobody_to_fight() error: "there are no two teams here that would fight each other"
        => "Add a [[squad]] or a [[figure]] of another team.";
    /// A players' team without a goal, while others have goals.
    nothing_to_win(team: &str) warning: "nothing says how {team:?} wins, except by being the last one standing"
        => "Add a [[victory]] with team = {team:?}, or one without a team, which counts for everybody.";
}
