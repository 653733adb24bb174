//! Phrases that the text map, the list of positions and the alt text share.

use crate::diagnostic::{count, join};
use crate::field::{Direction, Terrain, Tile};
use crate::map::names::Name;
use crate::map::picture::{FormationView, ObjectiveView, Party, Picture, Plate, SquadView};

/// A list: `Alpha, Bravo and Carbine team`.
pub(super) fn list(words: &[impl ToString]) -> String {
    join(&words.iter().map(ToString::to_string).collect::<Vec<String>>(), "and")
}

/// The heading of a map: `Ridge at Dawn after round 3, 30 by 20 tiles, north up.`
pub(super) fn heading(picture: &Picture) -> String {
    let (width, height) = (picture.ground.width, picture.ground.height);
    if picture.ground.is_real {
        return format!("{} {}.", picture.title, picture.moment);
    }
    format!("{} {}, {width} by {height} tiles, north up.", picture.title, picture.moment)
}

/// Whose something is: `yours`, `enemy`, `Iron Wolves`.
pub(crate) fn whose(party: &Party) -> &str {
    match party {
        Party::Yours => "yours",
        Party::Enemy => "enemy",
        Party::Called(name) => name,
        Party::Nobody => "nobody's",
    }
}

/// A thing and whose it is: `your vehicle`, `enemy vehicle`, `vehicle (Iron Wolves)`.
pub(super) fn whose_one(party: &Party, what: &str) -> String {
    match party {
        Party::Yours => format!("your {what}"),
        Party::Enemy => format!("enemy {what}"),
        Party::Called(_) | Party::Nobody => format!("{what} ({})", whose(party)),
    }
}

/// The owner of an objective, after `is`: `yours`, `the enemy’s`, `Iron Wolves’`, `nobody’s`.
pub(super) fn owner(party: Option<&Party>) -> String {
    match party {
        Some(Party::Yours) => "yours".to_owned(),
        Some(Party::Enemy) => "the enemy’s".to_owned(),
        Some(Party::Called(name)) if name.ends_with(['s', 'S']) => format!("{name}’"),
        Some(Party::Called(name)) => format!("{name}’s"),
        Some(Party::Nobody) | None => "nobody’s".to_owned(),
    }
}

/// A leader's tile and its ground: *in* ground that hides him, *behind* ground that only covers him, *on* any other.
pub(super) fn place(at: Tile, it: &Terrain) -> String {
    let name = Name::new(&it.name);
    match it.cover {
        _ if it.key == "open" => at.to_string(),
        _ if it.conceals => format!("{at} in {name}"),
        0 => format!("{at} on {name}"),
        1 => format!("{at} behind {name}"),
        _ => format!("{at} in {name}"),
    }
}

/// A height: `1 inch high`.
pub(super) fn high(height: u8) -> String {
    format!("{} high", count(height, "inch", "inches"))
}

/// The raised ground, height by height: `2 inches high: C3 to D5 and F1`.
pub(super) fn heights(picture: &Picture) -> Vec<String> {
    let told = |(height, areas): (u8, Vec<(Tile, Tile)>)| {
        let areas: Vec<String> = areas.into_iter().map(|(first, last)| span(first, last)).collect();
        format!("{}: {}", high(height), list(&areas))
    };
    picture.ground.heights().into_iter().map(told).collect()
}

/// A rectangle or run of tiles: `C3 to D5`, or `F1` for a single one.
pub(super) fn span(first: Tile, last: Tile) -> String {
    if first == last { first.to_string() } else { format!("{first} to {last}") }
}

/// The state of a squad: broken, carrying downed units, has shot, and its notes.
pub(super) fn state(it: &SquadView) -> Vec<String> {
    let mut state = Vec::new();
    if it.is_broken {
        state.push("broken".to_owned());
    }
    if it.carried > 0 {
        state.push(format!("carrying {} downed", it.carried));
    }
    if it.has_shot {
        state.push("has shot".to_owned());
    }
    state.extend(it.notes.iter().map(Name::to_string));
    state
}

/// A plate, in the words of orders: `plate 5x1 facing N from C3 to G3, standard at E3`, 5 tiles along its front and 1
/// deep.
pub(super) fn plate(it: &Plate) -> String {
    let facing = it.facing.word()[..1].to_uppercase();
    let is_across = matches!(it.facing, Direction::East | Direction::West);
    let (wide, deep) = if is_across { (it.height, it.width) } else { (it.width, it.height) };
    let standard = it.standard.map_or(String::new(), |it| format!(", standard at {it}"));
    format!("plate {wide}x{deep} facing {facing} from {} to {}{standard}", it.at, it.last())
}

/// The squads of a ring: `Alpha, Boyz and Riders`.
pub(super) fn ring(picture: &Picture, it: &[usize]) -> String {
    let names: Vec<&Name> = picture.in_ring(it).map(|it| &it.name).collect();
    list(&names)
}

/// The state of an objective: `The ridge at F3 is yours, held for 2 rounds`.
pub(super) fn objective(picture: &Picture, it: &ObjectiveView) -> String {
    let owner = owner(it.owner.map(|it| picture.party(it)));
    let held = match it.held_rounds {
        0 => String::new(),
        rounds => format!(", held for {}", count(rounds, "round", "rounds")),
    };
    let contested = if it.is_contested { ", contested" } else { "" };
    format!("{} at {} is {owner}{held}{contested}", it.name, it.at)
}

/// A formation: `Alpha + Bravo, 10 units between C3 and G4, led by Sgt. Ko`.
pub(super) fn formation(it: &FormationView) -> String {
    let led = it.leader.as_ref().map_or(String::new(), |it| format!(", led by {it}"));
    format!("{}, {}{}{led}", it.name, count(it.units.len() as u64, "unit", "units"), extent(it))
}

fn extent(it: &FormationView) -> String {
    match corners(it.units.iter().flat_map(|it| it.tiles())) {
        Some((low, high)) if low == high => format!(" at {low}"),
        Some((low, high)) => format!(" between {low} and {high}"),
        None => String::new(),
    }
}

/// The first and the last tile of the smallest rectangle around these tiles; `None` without any.
pub(super) fn corners(mut tiles: impl Iterator<Item = Tile>) -> Option<(Tile, Tile)> {
    let first = tiles.next()?;
    let widen = |(low, high): (Tile, Tile), it: Tile| {
        (Tile::new(low.x.min(it.x), low.y.min(it.y)), Tile::new(high.x.max(it.x), high.y.max(it.y)))
    };
    Some(tiles.fold((first, first), widen))
}
