//! Places the squads on the map for the beginning of the battle.

use std::ops::Range;

use crate::field::{Board, Footprint, Tile, form_up};
use crate::file::names::SideWord;
use crate::file::read::{At, List, Reader};
use crate::file::values::Name;
use crate::file::{limits, say};

/// The place of a squad as the battle begins.
pub enum Station {
    /// The leader's tile.
    Around(At<Tile>),
    /// A tile for each unit.
    On(Vec<At<Tile>>, Range<usize>),
    /// None: it waits in reserve, it is empty, or its file doesn't say, for which a problem was added.
    Nowhere,
}

/// A squad of any game, with what the map needs to know.
pub trait Stationed {
    type Side: Copy + PartialEq;
    /// The type of a side in the game's files.
    type Word: SideWord<Self::Side>;

    fn name(&self) -> &str;

    /// The place of its name in the file.
    fn place(&self) -> Range<usize>;

    fn side(&self) -> Self::Side;

    fn is_in_reserve(&self) -> bool;

    /// Its units, in roster order.
    fn standers(&self) -> Vec<Stander<'_>>;
}

/// A unit that needs a tile.
#[derive(Clone, Copy)]
pub struct Stander<'a> {
    pub name: &'a str,
    /// Tiles along each edge of the square it stands on.
    pub size: u8,
    /// Whether the squad forms up around it. If no unit leads, the squad forms up around its first.
    pub leads: bool,
    /// The place of its name in the file, if it has a name of its own.
    pub named: Option<&'a Range<usize>>,
}

/// The map while squads are placed on it.
pub struct Places<'a, Q> {
    pub board: &'a Board,
    pub squads: &'a [Q],
    /// The squad on each tile.
    taken: Vec<Option<usize>>,
}

impl Station {
    /// Reads `at`, `tiles` and `reserve`. Adds a problem if they contradict each other, or, if the table `is_sound`, if
    /// all are missing.
    pub fn read(
        reader: &mut Reader,
        squad: &At<Name>,
        at: Option<&At<Tile>>,
        tiles: Option<&List<At<Tile>, { limits::UNITS }>>,
        in_reserve: bool,
        is_sound: bool,
    ) -> Station {
        match (at, tiles) {
            (None, None) if in_reserve => (),
            (None, None) => {
                if is_sound && !reader.is_broken {
                    reader.say(say::no_place(squad.span.clone(), squad));
                }
            }
            (Some(at), _) if in_reserve => reader.say(say::reserve_with_place(at.span.clone(), squad)),
            (_, Some(tiles)) if in_reserve => reader.say(say::reserve_with_place(tiles.span.clone(), squad)),
            (Some(_), Some(tiles)) => {
                reader.say(say::several_heads(tiles.span.clone(), "squad", &["at", "tiles"], "Keep one of them."));
            }
            (Some(at), None) => return Station::Around(at.clone()),
            (None, Some(tiles)) => return Station::On(tiles.items.clone(), tiles.span.clone()),
        }
        Station::Nowhere
    }
}

/// The tiles of the units of each squad, according to its `station`. Empty for a squad without a place. Adds a problem
/// about each that can't be placed.
pub fn take_stations<Q: Stationed>(
    reader: &mut Reader,
    board: &Board,
    squads: &[Q],
    station: impl Fn(&Q) -> &Station,
) -> Vec<Vec<Tile>> {
    let mut places = Places::new(board, squads);
    let mut tiles_by_squad = vec![Vec::new(); squads.len()];
    // Squads with a tile for each unit go first. The others find room around them.
    for (n, squad) in squads.iter().enumerate() {
        if let Station::On(tiles, span) = station(squad) {
            tiles_by_squad[n] = places.stand_on(reader, n, tiles, span);
        }
    }
    // Then every leader gets a tile before any squad forms up.
    let leaders = squads.iter().enumerate().filter_map(|(n, it)| match station(it) {
        Station::Around(at) => Some((n, at)),
        _ => None,
    });
    let mut leaders: Vec<(usize, &At<Tile>)> = leaders.collect();
    leaders.retain(|(n, at)| places.lead_from(reader, *n, at));
    for (n, at) in leaders {
        tiles_by_squad[n] = places.form_up(reader, n, at);
    }
    tiles_by_squad
}

impl<'a, Q: Stationed> Places<'a, Q> {
    /// The map with nobody on it.
    pub fn new(board: &'a Board, squads: &'a [Q]) -> Places<'a, Q> {
        Places { board, squads, taken: vec![None; board.len()] }
    }

    fn name(&self, squad: usize) -> &'a str {
        self.squads[squad].name()
    }

    fn stand_on(&mut self, reader: &mut Reader, squad: usize, tiles: &[At<Tile>], span: &Range<usize>) -> Vec<Tile> {
        let standers = self.squads[squad].standers();
        if standers.len() != tiles.len() {
            reader.say(say::tile_count(span.clone(), self.name(squad), tiles.len(), standers.len()));
            return Vec::new();
        }
        for (stander, tile) in standers.iter().zip(tiles) {
            self.put(reader, squad, stander.name, &square(tile.value, stander.size), &tile.span);
        }
        tiles.iter().map(|it| it.value).collect()
    }

    /// Places a squad's leader. Returns whether the tile can be had.
    fn lead_from(&mut self, reader: &mut Reader, squad: usize, at: &At<Tile>) -> bool {
        let order = leader_first(&self.squads[squad].standers());
        let Some((_, leader)) = order.first() else { return false };
        self.put(reader, squad, self.name(squad), &square(at.value, leader.size), &at.span)
    }

    /// Places a squad around its leader.
    fn form_up(&mut self, reader: &mut Reader, squad: usize, at: &At<Tile>) -> Vec<Tile> {
        let order = leader_first(&self.squads[squad].standers());
        let sizes: Vec<u8> = order.iter().map(|it| it.1.size).collect();
        let is_taken = |tile: Tile| self.taken[self.board.index(tile)].is_some_and(|it| it != squad);
        let Some(found) = form_up(self.board, is_taken, &sizes, at.value) else {
            reader.say(say::no_room(at.span.clone(), self.name(squad), &at.value.to_string(), order.len()));
            return Vec::new();
        };
        let mut places = vec![at.value; order.len()];
        for ((n, stander), place) in order.into_iter().zip(found) {
            places[n] = place;
            self.take(squad, &square(place, stander.size));
        }
        places
    }

    /// Gives a squad or one of its units these tiles. Returns whether they can be had, and adds a problem if not.
    pub fn put(&mut self, reader: &mut Reader, squad: usize, who: &str, tiles: &[Tile], span: &Range<usize>) -> bool {
        let may = self.may_stand(reader, who, tiles, span);
        if may {
            self.take(squad, tiles);
        }
        may
    }

    fn may_stand(&self, reader: &mut Reader, who: &str, tiles: &[Tile], span: &Range<usize>) -> bool {
        let at = tiles.first().filter(|it| self.board.contains(**it));
        if let (Some(at), false) = (at, tiles.iter().all(|it| self.board.contains(*it))) {
            reader.say(say::over_the_edge(span.clone(), who, size_of(tiles), *at, last_tile(self.board)));
            return false;
        }
        if !is_on_map(reader, self.board, tiles, span) {
            return false;
        }
        for &tile in tiles {
            let ground = self.board.kind(self.board.ground(tile));
            if ground.cost.is_none() {
                reader.say(say::blocked_tile(span.clone(), who, &tile.to_string(), &ground.name));
                return false;
            }
            if let Some(other) = self.taken[self.board.index(tile)] {
                reader.say(say::taken_tile(span.clone(), who, &tile.to_string(), self.name(other)));
                return false;
            }
        }
        true
    }

    fn take(&mut self, squad: usize, tiles: &[Tile]) {
        for tile in tiles {
            self.taken[self.board.index(*tile)] = Some(squad);
        }
    }
}

/// **T-1** Whether the map has these tiles. Adds a problem if it doesn't.
pub(super) fn is_on_map(reader: &mut Reader, board: &Board, tiles: &[Tile], span: &Range<usize>) -> bool {
    let off = tiles.iter().find(|it| !board.contains(**it));
    if let Some(off) = off {
        reader.say(say::off_the_map(span.clone(), &off.to_string(), &last_tile(board).to_string()));
    }
    off.is_none()
}

fn last_tile(board: &Board) -> Tile {
    Tile::new(board.width() - 1, board.height() - 1)
}

/// The numbers of columns and rows of a rectangle of tiles, listed row by row.
fn size_of(tiles: &[Tile]) -> (usize, usize) {
    let columns = tiles.iter().take_while(|it| it.y == tiles[0].y).count();
    (columns, tiles.len() / columns.max(1))
}

/// The tiles of a square with this top left tile and edge.
fn square(at: Tile, size: u8) -> Vec<Tile> {
    Footprint { at, size }.tiles().collect()
}

/// Adds a problem if a squad couldn't arrive here even on an empty map.
pub fn check_arrival<Q: Stationed>(reader: &mut Reader, board: &Board, squad: &Q, at: &At<Tile>) {
    let mut alone = Places::new(board, std::slice::from_ref(squad));
    if alone.lead_from(reader, 0, at) {
        alone.form_up(reader, 0, at);
    }
}

/// The units of a squad with their places in the roster, leaders first.
fn leader_first<'a>(standers: &[Stander<'a>]) -> Vec<(usize, Stander<'a>)> {
    let mut order: Vec<(usize, Stander<'a>)> = standers.iter().copied().enumerate().collect();
    order.sort_by_key(|it| !it.1.leads);
    order
}
