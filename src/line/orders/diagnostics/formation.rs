//! Sentences about orders for formations.

use crate::diagnostic::{count, join, one_of, sentences};

sentences! {
    /// A word about formations in a battle that has none.
    no_formations() error: "this battle is played without formations"
        => "Its scenario can turn them on with modules = [\"formations\"].";
    /// A squad that is to be split.
    no_split() error: "squads are not split by order"
        => "To leave units out of a formation, write \"form up without\" and who.";
    /// Several squads in an order that only one squad can be given.
    one_squad_each() error: "only orders about formations name several squads"
        => "Give each squad its own order; a formation moves with any of its squads.";
    /// **F-1** One order for squads of different formations.
    formations_apart(first: &str, other: &str) error "F-1":
        "{first} and {other} are in different formations, and one order moves only one of them"
        => "Give each formation an order of its own.";
    /// The number of a unit without its squad.
    number_of_which_squad(number: u16) error: "this doesn't say which squad unit {number} belongs to"
        => "Write it like SQUAD.{number}.";
    /// A unit that isn't standing.
    unit_down(unit: &str) error "T-8": "{unit} is not standing";
    /// **F-6** An enemy unit as the leader.
    enemy_leader(unit: &str) error "F-6": "{unit} is on the other side";
    /// **F-6** Somebody else's unit as the leader.
    leader_of_other(unit: &str) error "F-6": "{unit} is not yours to command";
    /// **F-3** A volley with some of the weapons.
    volley_with_all() error "F-3": "in a volley everybody fires every weapon that can" => "Leave the weapons out.";
    /// **F-5** An order to stand in formation for a squad that is in none.
    in_no_formation(squad: &str) error "F-5": "{squad} is in no formation, so this could mean two things"
        => "Write \"{squad}: form up\" or \"{squad}: hold\".";
    /// `hold` before any Step.
    holds_in_no_step() error "F-24": "name who holds after the Steps in which they hold"
        => "For example: steps N N hold u3.";
    /// A march without Steps.
    no_steps() error "F-20": "this doesn't say which Steps to take" => "For example: steps N N E, or wheel left.";
    /// A wheel that goes neither left nor right.
    wheel_which_way() error "F-24": "a wheel goes left or right"
        => "Write it like \"wheel right\", with a comma before the next Step: \"wheel right, E\".";
    /// **F-23** A march of units that shoot in the same round.
    shot_before_march(squad: &str) warning "F-23": "those of {squad} who have shot by then stay where they are"
        => "Take back one of the two orders.";
    /// **F-16** A leader who is to direct two formations.
    directs_already(leader: &str, formation: &str) error "F-16":
        "{leader} is to direct {formation} already, and a leader directs one formation only"
        => "Name somebody else, or take back the other order.";
    /// **F-10** A formation with squads of another player, who hasn't ordered it yet.
    waits_for_partner(players: &str) warning "F-10":
        "nothing happens unless {players} also orders the same squads to form up together";
    /// The number of a unit that could be in any of several squads.
    number_of_several(number: u16, squads: &[&str]) error: "unit {number} could be of {}", one_of(squads)
        => "Write it like {}.{number}.", squads.first().copied().unwrap_or("SQUAD");
    /// A number that no unit of the squad has.
    no_such_unit(squad: &str, units: usize) error: "{squad} has {}", count(units as u64, "unit", "units")
        => "{}", match units {
            1 => format!("It is {squad}.1."),
            _ => format!("They are {squad}.1 to {squad}.{units}."),
        };
    /// A unit of another squad than those of the formation.
    in_none_of(unit: &str, squads: &[&str]) error: "{unit} is {}", match squads {
        [only] => format!("not in {only}"),
        _ => format!("in none of {}", join(squads, "and")),
    };
    /// **F-6** A leader who can't direct a formation.
    cannot_lead(unit: &str, able: &[&str]) error "F-6": "{unit} can't direct a formation"
        => "{}", match able {
            [] => "None of yours can; without a name the nearest who can is taken.".to_owned(),
            _ => format!("{} can.", join(able, "and")),
        };
}
