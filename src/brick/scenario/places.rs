//! The places of all squads and units as the battle begins: plates on the map, and figures on plates.

use std::ops::Range;

use crate::brick::battle::{Plate, Rect, TeamId};
use crate::brick::scenario::roster::{Figure, Footing, Recruits, Tiles};
use crate::brick::scenario::say;
use crate::brick::scenario::values::PlateSize;
use crate::field::{Direction, EDGE_MAX, Tile};
use crate::file::{At, Places, Reader};

/// Columns of the board that stands for a real table.
const SHELF: u8 = 16;

/// **BX-11** Gives all squads and units of a real table a place on a board that only shows who is there. They stand
/// side by side, each team in rows of its own, with room for new squads between them. Returns the columns and rows of
/// the board. `None` if it would be too large.
pub(super) fn shelve(all: &mut [Recruits]) -> Option<(u8, u8)> {
    let extent = |who: &Recruits| match &who.ground {
        Footing::Alone { .. } => who.figures.first().map_or((1, 1), |it| it.footprint),
        Footing::Plate { size, facing, .. } => {
            let row = who.figures.iter().fold(0u16, |sum, it| sum + u16::from(it.footprint.0));
            let deep = who.figures.iter().map(|it| it.footprint.1).max().unwrap_or(1);
            let (wide, deep) =
                size.as_ref().map_or((row.min(u16::from(EDGE_MAX)) as u8, deep), |it| (it.wide, it.deep));
            let plate = Plate::new(Tile::new(0, 0), wide, deep, *facing).rect;
            (plate.columns, plate.rows)
        }
    };
    let widest = all.iter().map(|it| extent(it).0.saturating_add(2)).max().unwrap_or(SHELF);
    let columns = u16::from(widest.clamp(SHELF, EDGE_MAX));
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|it| all[*it].team.map_or(u8::MAX, |it| it.0));
    let (mut x, mut y, mut deepest, mut team): (u16, u16, u16, Option<Option<TeamId>>) = (1, 1, 0, None);
    for n in order {
        let (wide, deep) = extent(&all[n]);
        let is_next = team.is_some_and(|it| it != all[n].team);
        if is_next || columns < x + u16::from(wide) + 1 {
            (x, y, deepest) = (1, y + deepest + if is_next { 2 } else { 1 }, 0);
        }
        team = Some(all[n].team);
        let at = Tile::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?);
        let span = all[n].span.clone();
        let (Footing::Alone { at: place, .. } | Footing::Plate { at: place, .. }) = &mut all[n].ground;
        *place = Some(At { value: at, span });
        (x, deepest) = (x + u16::from(wide) + 1, deepest.max(u16::from(deep)));
    }
    let rows = u8::try_from(y + deepest + 1).ok().filter(|it| *it <= EDGE_MAX)?;
    Some((columns as u8, rows))
}

/// The place of a squad or of a single unit.
pub(super) struct Stand {
    /// `None` for a unit that stands alone.
    pub plate: Option<Plate>,
    /// The top left tile of each figure.
    pub tiles: Vec<Tile>,
}

/// Gives a squad or a single unit its place, by its index. Reports why it can't have it.
pub(super) fn take(reader: &mut Reader, places: &mut Places<'_, Recruits>, n: usize) -> Option<Stand> {
    let who = &places.squads[n];
    let too_narrow = |reader: &mut Reader, plate: Plate, place: &Range<usize>| {
        reader.refuse(say::plate_too_narrow(place.clone(), &who.name, (plate.wide(), plate.deep())))
    };
    match &who.ground {
        Footing::Alone { at, .. } => {
            let at = at.as_ref()?;
            let (columns, rows) = who.figures.first()?.footprint;
            let rect = Rect { at: at.value, columns, rows };
            put(reader, places, n, rect, at).then(|| Stand { plate: None, tiles: vec![at.value] })
        }
        Footing::Plate { .. } if who.figures.is_empty() => None,
        // It has no place yet: its plate only needs to fit the map somewhere.
        Footing::Plate { .. } if who.in_reserve => {
            let plate = plate(reader, who, Tile::new(0, 0))?;
            let fits = plate.rect.columns <= places.board.width() && plate.rect.rows <= places.board.height();
            let tiles = ranked(plate, &who.figures).filter(|_| fits);
            let tiles = tiles.or_else(|| too_narrow(reader, plate, &who.span))?;
            Some(Stand { plate: Some(plate), tiles })
        }
        Footing::Plate { at, size, tiles, .. } => {
            let at = at.as_ref()?;
            let plate = plate(reader, who, at.value)?;
            if !put(reader, places, n, plate.rect, at) {
                return None;
            }
            let tiles = match tiles {
                Some(tiles) if who.is_whole => given(reader, who, plate, tiles)?,
                _ => {
                    let place = size.as_ref().map_or(&at.span, |it| &it.span);
                    ranked(plate, &who.figures).or_else(|| too_narrow(reader, plate, place))?
                }
            };
            Some(Stand { plate: Some(plate), tiles })
        }
    }
}

fn put(reader: &mut Reader, places: &mut Places<'_, Recruits>, n: usize, rect: Rect, at: &At<Tile>) -> bool {
    places.put(reader, n, &places.squads[n].name, &rect.tiles().collect::<Vec<_>>(), &at.span)
}

/// **BS-2.2** The plate of a squad: one row, if the file doesn't say. Reports if the units don't fit.
fn plate(reader: &mut Reader, who: &Recruits, at: Tile) -> Option<Plate> {
    let Footing::Plate { size, facing, .. } = &who.ground else { return None };
    let needs: u16 = who.figures.iter().map(|it| u16::from(it.footprint.0) * u16::from(it.footprint.1)).sum();
    let Some(At { value: PlateSize { wide, deep }, span }) = size else {
        let wide: u16 = who.figures.iter().map(|it| u16::from(it.footprint.0)).sum();
        let deep = who.figures.iter().map(|it| it.footprint.1).max().unwrap_or(1);
        return Some(Plate::new(at, u8::try_from(wide).ok()?, deep, *facing));
    };
    if u16::from(*wide) * u16::from(*deep) < needs {
        return reader.refuse(say::plate_too_small(span.clone(), &who.name, (*wide, *deep), who.figures.len(), needs));
    }
    Some(Plate::new(at, *wide, *deep, *facing))
}

/// The tiles of the figures as the file lists them. Reports those that can't stand there.
fn given(reader: &mut Reader, who: &Recruits, plate: Plate, tiles: &Tiles) -> Option<Vec<Tile>> {
    let (listed, units) = (tiles.items.len(), who.figures.len());
    if listed != units {
        return reader.refuse(crate::file::say::tile_count(tiles.span.clone(), &who.name, listed, units));
    }
    let mut taken: Vec<(Rect, &str)> = Vec::new();
    let mut is_sound = true;
    for (figure, at) in who.figures.iter().zip(&tiles.items) {
        let rect = Rect { at: at.value, columns: figure.footprint.0, rows: figure.footprint.1 };
        if !plate.rect.holds(rect) {
            reader.say(say::off_the_plate(at.span.clone(), &figure.unit.name, &at.value.to_string(), &who.name));
            is_sound = false;
        } else if let Some((_, other)) = taken.iter().find(|it| it.0.distance(rect) == 0) {
            reader.say(crate::file::say::taken_tile(at.span.clone(), &figure.unit.name, &at.value.to_string(), other));
            is_sound = false;
        }
        taken.push((rect, &figure.unit.name));
    }
    is_sound.then(|| tiles.items.iter().map(|it| it.value).collect())
}

/// A tile for each figure, in the order of the roster, from the left of the front row to the right of the last. The
/// largest figures choose first, so that they find room.
fn ranked(plate: Plate, figures: &[Figure]) -> Option<Vec<Tile>> {
    let sizes: Vec<(u8, u8)> = figures.iter().map(|it| it.footprint).collect();
    plate.rect.packed(&sizes, &front_first(plate), Vec::new())
}

/// The tiles of a plate, row by row from its front. Each row begins at the left, as its units see it.
fn front_first(plate: Plate) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = plate.rect.tiles().collect();
    let (x, y) = (|it: &Tile| i16::from(it.x), |it: &Tile| i16::from(it.y));
    tiles.sort_by_key(|it| match plate.facing {
        Direction::North => (y(it), x(it)),
        Direction::East => (-x(it), y(it)),
        Direction::South => (-y(it), -x(it)),
        Direction::West => (x(it), -y(it)),
    });
    tiles
}
