//! The list of positions: where each squad is, in sentences that need neither picture nor columns.

use crate::diagnostic::{capitalised, count};
use crate::field::{Terrain, grouped, summed};
use crate::map::names::Name;
use crate::map::picture::{Party, PartyId, Picture, SquadView};
use crate::map::text::{label as letters, text_map};
use crate::map::words::{formation, heading, high, list, objective, place, plate, ring, state, whose};

/// The list of positions: a heading, a line for each objective, and a line for each squad with its label on the map.
pub fn positions(picture: &Picture) -> String {
    list_with_labels(picture, Some(&|it| it.label.clone()))
}

/// The list of positions without labels, for people who get no map beside it.
pub fn places(picture: &Picture) -> String {
    list_with_labels(picture, None)
}

/// The text map, and the list of positions with its letters.
pub fn map_in_letters(picture: &Picture) -> String {
    if picture.ground.is_real {
        return positions(picture);
    }
    format!("{}\n{}", text_map(picture), positions_in_letters(picture))
}

/// The list of positions with the letters of the text map.
pub(super) fn positions_in_letters(picture: &Picture) -> String {
    list_with_labels(picture, Some(&letters))
}

fn list_with_labels(picture: &Picture, label: Option<&dyn Fn(&SquadView) -> String>) -> String {
    // On the players' own table, units have no place on the map.
    let label = label.filter(|_| !picture.ground.is_real);
    let on_map = |name: String| format!(", {name} on the map");
    let of_squad = |it: &SquadView| label.map_or_else(String::new, |label| on_map(label(it)));
    let squads = picture.squads_by_party().map(|it| capitalised(&squad(picture, it, &of_squad(it))));
    let gone = picture.parties_with_ids().filter_map(|(id, party)| gone(picture, id, party));
    let objectives = picture.objectives.iter().map(|it| capitalised(&format!("{}.", objective(picture, it))));
    let formations = picture.labelled_formations().map(|(name, it)| {
        let on_map = label.map_or_else(String::new, |_| on_map(name));
        format!("In formation ({}{on_map}): {}.", whose(picture.party(it.party)), formation(it))
    });
    let rings = picture.rings.iter().map(|it| format!("In close combat: {}.", ring(picture, it)));
    // The most important lines come first, because a message may have no room for all.
    let places = objectives.chain(squads).chain(formations).chain(rings).chain(gone).chain(lying(picture));
    let lines = std::iter::once(heading(picture)).chain(places);
    lines.collect::<Vec<_>>().join("\n")
}

/// The line of a squad. Its place is left out on the players' own table, where it isn't known.
fn squad(picture: &Picture, it: &SquadView, on_map: &str) -> String {
    let is_real = picture.ground.is_real;
    let mut parts = vec![format!("{} of {} standing", it.standing, it.starting)];
    if !is_real {
        parts[0] += &format!(" at {}", place(it.at, &it.stands_in));
        parts.extend(extent(it));
        let height = picture.ground.height_of(it.at);
        parts.extend((0 < height).then(|| high(height)));
        parts.extend(shelter(picture, it));
        parts.extend(it.plate.iter().map(plate));
    }
    if it.is_engaged() {
        parts.push(format!("engaged by {}", list(&it.engaged_by)));
    }
    parts.extend(state(it));
    parts.extend(heroes(it).filter(|_| !is_real));
    // For an engaged squad, the line names the enemies that engage it instead.
    let nearest = it.nearest.as_ref().filter(|_| !it.is_engaged()).map_or_else(String::new, |(name, steps)| {
        format!(" Nearest enemy: {name}, {} away.", count(*steps, "tile", "tiles"))
    });
    format!("{} ({}{on_map}): {}.{nearest}", it.name, whose(picture.party(it.party)), parts.join(", "))
}

/// `from C3 to E4`: the place of a single unit on more than one tile; `None` for any other squad.
fn extent(it: &SquadView) -> Option<String> {
    let [one] = &it.units[..] else { return None };
    let last = one.on.tiles().last().filter(|last| it.plate.is_none() && *last != one.on.at)?;
    Some(format!("from {} to {last}", one.on.at))
}

/// The cover and concealment of the leader's tile, and how many units have no less on theirs, unless all have.
fn shelter(picture: &Picture, it: &SquadView) -> Vec<String> {
    let Terrain { cover, conceals, .. } = it.stands_in;
    let grounds = || it.units.iter().map(|unit| picture.ground.now(unit.on.at));
    let for_how_many = |have| if have == it.units.len() { String::new() } else { format!(" for {have} of them") };
    let covered = grounds().filter(|it| cover <= it.cover).count();
    let concealed = grounds().filter(|it| it.conceals).count();
    let are_the_same = grounds().all(|it| (cover <= it.cover) == it.conceals);
    if 0 < cover && conceals && are_the_same {
        return vec![format!("cover +{cover} and concealed{}", for_how_many(covered))];
    }
    let cover = (0 < cover).then(|| format!("cover +{cover}{}", for_how_many(covered)));
    let concealment = conceals.then(|| format!("concealed{}", for_how_many(concealed)));
    cover.into_iter().chain(concealment).collect()
}

/// The heroes in a squad of several units, and their tiles; `None` without any.
fn heroes(it: &SquadView) -> Option<String> {
    let named = it.units.iter().filter_map(|unit| Some((&unit.hero.as_ref()?.name, unit.on.at)));
    let parts: Vec<String> = named.filter(|_| 1 < it.units.len()).map(|(name, at)| format!("{name} at {at}")).collect();
    (!parts.is_empty()).then(|| format!("with {}", list(&parts)))
}

/// The squads of a party without standing units; `None` if there are none.
fn gone(picture: &Picture, id: PartyId, party: &Party) -> Option<String> {
    let names: Vec<&Name> = picture.gone.iter().filter(|it| it.1 == id).map(|it| &it.0).collect();
    (!names.is_empty()).then(|| format!("No longer standing: {} ({}).", list(&names), whose(party)))
}

/// The things on the ground: `2 × musket and bayonet at C3 and D3; bottle at H5`. `None` if there are none.
fn lying(picture: &Picture) -> Option<String> {
    let sort = |(name, n): (&Name, u16)| if n == 1 { name.to_string() } else { format!("{n} × {name}") };
    let sorts = |them: Vec<(&Name, u16)>| list(&summed(them).into_iter().map(sort).collect::<Vec<_>>());
    let tiles = grouped(picture.lying.iter().map(|(name, at)| (*at, (name, 1))));
    let alike = grouped(tiles.into_iter().map(|(at, them)| (sorts(them), at)));
    let parts: Vec<String> = alike.into_iter().map(|(what, at)| format!("{what} at {}", list(&at))).collect();
    (!parts.is_empty()).then(|| format!("On the ground: {}.", parts.join("; ")))
}
