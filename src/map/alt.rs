//! The map in words: alt text for the picture, and a description without a limit.

use std::collections::BTreeSet;

use crate::diagnostic::{capitalised, count};
use crate::field::{Direction, Look, Tile};
use crate::map::ground::Ground;
use crate::map::names::Name;
use crate::map::picture::{Fallen, Party, Picture, SquadView};
use crate::map::positions::{positions, positions_in_letters};
use crate::map::text::text_map;
use crate::map::walls;
use crate::map::words::{corners, formation, heading, heights, list, objective, place, plate, ring, whose};

/// The longest alt text, in letters; Discord takes 1,024.
pub const ALT_TEXT_MAX: usize = 1000;

/// How much a text says about each squad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// Its place, cover, plate and state, and the enemies that engage it, or else the nearest enemy.
    Full,
    /// Its place and state, and the enemies that engage it, or else the nearest enemy.
    Short,
    /// Its place alone.
    Place,
}

/// The picture in words, within [`ALT_TEXT_MAX`] letters: the most detailed text that fits. If not even the shortest
/// fits, it counts the squads that are left out, and refers to the list of positions.
pub fn alt_text(picture: &Picture) -> String {
    let walls = walls::sentences(&picture.ground);
    let few: Vec<String> = walls.iter().take(2).cloned().collect();
    let tries = [
        (Detail::Full, &walls[..]),
        (Detail::Full, &few),
        (Detail::Full, &[]),
        (Detail::Short, &[]),
        (Detail::Place, &[]),
    ];
    let texts = tries.into_iter().map(|(detail, walls)| text_with(picture, detail, walls));
    texts.into_iter().find(|it| it.chars().count() <= ALT_TEXT_MAX).unwrap_or_else(|| shortest(picture))
}

fn text_with(picture: &Picture, detail: Detail, walls: &[String]) -> String {
    let mut text = heading(picture);
    for (id, party) in picture.parties_with_ids() {
        let squads: Vec<String> = picture.squads_of(id).map(|it| squad(it, detail)).collect();
        let squads = if squads.is_empty() { "nobody".to_owned() } else { squads.join("; ") };
        text.push_str(&format!(" {}: {squads}.", capitalised(whose(party))));
    }
    let formations: Vec<String> = picture.formations.iter().map(formation).collect();
    let rings: Vec<String> = picture.rings.iter().map(|it| ring(picture, it)).collect();
    let objectives: Vec<String> = picture.objectives.iter().map(|it| objective(picture, it)).collect();
    for (head, all) in [("In formation", formations), ("In close combat", rings), ("Objectives", objectives)] {
        if !all.is_empty() {
            text.push_str(&format!(" {head}: {}.", all.join("; ")));
        }
    }
    walls.iter().for_each(|it| text.push_str(&format!(" {it}")));
    text
}

fn squad(it: &SquadView, detail: Detail) -> String {
    let shelters = 0 < it.stands_in.cover || it.stands_in.conceals;
    let place = match detail {
        Detail::Full if shelters => place(it.at, &it.stands_in),
        _ => it.at.to_string(),
    };
    let mut parts = vec![format!("{} at {place}", strength(it))];
    if detail != Detail::Place {
        if it.is_broken {
            parts.push("broken".to_owned());
        }
        if it.carried > 0 {
            parts.push(format!("carrying {}", it.carried));
        }
        parts.extend(it.notes.iter().map(Name::to_string));
        parts.extend(it.plate.iter().filter(|_| detail == Detail::Full).map(plate));
        match &it.nearest {
            _ if it.is_engaged() => parts.push(format!("engaged by {}", list(&it.engaged_by))),
            Some((name, steps)) => parts.push(format!("{} from {name}", count(*steps, "tile", "tiles"))),
            None => (),
        }
    }
    parts.join(", ")
}

/// `Alpha with 9`, or `Alpha` for a squad of one.
fn strength(it: &SquadView) -> String {
    if it.starting == 1 { it.name.to_string() } else { format!("{} with {}", it.name, it.standing) }
}

/// As many squads as fit, and the number of those left out.
fn shortest(picture: &Picture) -> String {
    let all: Vec<String> = picture.squads_by_party().map(|it| squad(it, Detail::Place)).collect();
    let text = |shown: usize| {
        let more = all.len() - shown;
        format!("{} {}; {more} more are in the list of positions.", heading(picture), all[..shown].join("; "))
    };
    let fits = |shown: &usize| text(*shown).chars().count() <= ALT_TEXT_MAX;
    text((0..all.len()).rev().find(fits).unwrap_or(0))
}

/// The map in words without a limit: all positions, the ground in regions, walls, and the fallen.
pub fn description(picture: &Picture) -> String {
    with_ground(picture, positions(picture))
}

/// The map for a file: sentences, which name squads by the letters of the text map below them, and then that map.
pub fn map_in_words(picture: &Picture) -> String {
    format!("{}\n\n{}\n", with_ground(picture, positions_in_letters(picture)), text_map(picture))
}

fn with_ground(picture: &Picture, positions: String) -> String {
    let mut lines = vec![positions];
    lines.extend(regions(&picture.ground));
    lines.extend(walls::sentences(&picture.ground));
    lines.extend(heights(picture).iter().map(|it| format!("{it}.")));
    lines.extend(fallen(picture, "Killed", |it| it.is_killed));
    for (id, party) in picture.parties_with_ids() {
        let head = match party {
            Party::Enemy => "Enemies left behind".to_owned(),
            Party::Yours => "Yours left behind".to_owned(),
            Party::Called(name) => format!("{name} left behind"),
            Party::Nobody => "Left behind".to_owned(),
        };
        lines.extend(fallen(picture, &head, |it| !it.is_killed && it.party == id));
    }
    lines.join("\n")
}

fn fallen(picture: &Picture, head: &str, is_meant: impl Fn(&Fallen) -> bool) -> Option<String> {
    let tiles: Vec<String> = picture.fallen.iter().filter(|it| is_meant(it)).map(|it| it.at.to_string()).collect();
    (!tiles.is_empty()).then(|| format!("{head} at {}.", list(&tiles)))
}

/// A sentence for each kind of ground but open ground and walls: where its patches are, the largest first.
fn regions(ground: &Ground) -> Vec<String> {
    let is_plain = |it: &Look| matches!(it, Look::Open | Look::Wall);
    let kinds = ground.occurring().filter(|it| !is_plain(&it.look) || it.mark.is_some());
    kinds
        .map(|kind| {
            let tiles: BTreeSet<Tile> = ground.all().filter(|it| ground.now(*it) == kind).collect();
            let patches: Vec<String> = patches(tiles).iter().map(|it| patch(it)).collect();
            format!("{}: {}.", capitalised(&kind.name), patches.join("; "))
        })
        .collect()
}

/// The tiles in connected groups, the largest first.
fn patches(mut left: BTreeSet<Tile>) -> Vec<Vec<Tile>> {
    let mut patches = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut patch = vec![first];
        let mut seen = 0;
        while let Some(&tile) = patch.get(seen) {
            seen += 1;
            let around = Direction::ALL.into_iter().filter_map(|it| tile.step(it));
            patch.extend(around.filter(|it| left.remove(it)));
        }
        patches.push(patch);
    }
    patches.sort_by_key(|it: &Vec<Tile>| (std::cmp::Reverse(it.len()), it[0]));
    patches
}

/// Where a patch is: its only tile, or two corners of the rectangle around it, and how many tiles it has.
fn patch(tiles: &[Tile]) -> String {
    let Some((low, high)) = corners(tiles.iter().copied()) else { return String::new() };
    if low == high { low.to_string() } else { format!("{low} to {high} ({} tiles)", tiles.len()) }
}
