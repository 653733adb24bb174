//! Where everybody stands as the battle begins.

use std::ops::Range;

use crate::field::{Board, Footprint, Tile, form_up};
use crate::file::names::SideWord;
use crate::file::read::{At, List, Reader};
use crate::file::values::Name;
use crate::file::{limits, say};

/// Where a squad stands as the battle begins.
pub enum Station {
    /// The leader's tile.
    Around(At<Tile>),
    /// A tile for each unit.
    On(Vec<At<Tile>>, Range<usize>),
    /// Nowhere: it waits in reserve, nobody is in it, or its file doesn't say, which has been said.
    Nowhere,
}

/// A squad of any game, as far as the map needs to know it.
pub trait Stationed {
    type Side: Copy + PartialEq;
    /// How its files write a side.
    type Word: SideWord<Self::Side>;

    /// What people call it.
    fn name(&self) -> &str;

    /// Where the file names it.
    fn place(&self) -> Range<usize>;

    fn side(&self) -> Self::Side;

    fn is_in_reserve(&self) -> bool;

    /// Its units, in roster order.
    fn standers(&self) -> Vec<Stander<'_>>;
}

/// A unit that needs a place.
#[derive(Clone, Copy)]
pub struct Stander<'a> {
    pub name: &'a str,
    /// Tiles along each edge of the square it stands on.
    pub size: u8,
    /// Whether the others of its squad form up around it; else the first of them is who they do it around.
    pub leads: bool,
    /// Where the file names it, if it has a name of its own.
    pub named: Option<&'a Range<usize>>,
}

/// The map while squads take their places on it.
pub struct Places<'a, Q> {
    pub board: &'a Board,
    pub squads: &'a [Q],
    /// The squad that has each tile.
    taken: Vec<Option<usize>>,
}

impl Station {
    /// What the file says by `at`, `tiles` and `reserve`. Says what doesn't go together, and, if the table `is_sound`, that
    /// none of them is there.
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

/// The tile of every unit, squad by squad, each where its `station` is; of a squad that has no place, none. Says who can't
/// have one.
pub fn take_stations<Q: Stationed>(
    reader: &mut Reader,
    board: &Board,
    squads: &[Q],
    station: impl Fn(&Q) -> &Station,
) -> Vec<Vec<Tile>> {
    let mut places = Places::new(board, squads);
    let mut tiles_by_squad = vec![Vec::new(); squads.len()];
    // Those who name every tile go first: the others find room around them.
    for (n, squad) in squads.iter().enumerate() {
        if let Station::On(tiles, span) = station(squad) {
            tiles_by_squad[n] = places.stand_on(reader, n, tiles, span);
        }
    }
    // Then every leader has his tile before anybody forms up.
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
    /// Nobody has a place yet.
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

    /// Gives a squad's leader his tile; whether he can have it.
    fn lead_from(&mut self, reader: &mut Reader, squad: usize, at: &At<Tile>) -> bool {
        let order = leader_first(&self.squads[squad].standers());
        let Some((_, leader)) = order.first() else { return false };
        self.put(reader, squad, self.name(squad), &square(at.value, leader.size), &at.span)
    }

    /// Finds room for a squad around its leader.
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

    /// Gives one of a squad, or all of it, these tiles; whether they can be had. Says why not.
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

/// **T-1** Whether the map has these tiles; says so if it doesn't.
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

/// The columns and rows of tiles that fill a rectangle, its top left one first.
fn size_of(tiles: &[Tile]) -> (usize, usize) {
    let columns = tiles.iter().take_while(|it| it.y == tiles[0].y).count();
    (columns, tiles.len() / columns.max(1))
}

/// The tiles of a square, by its top left one and its edge.
fn square(at: Tile, size: u8) -> Vec<Tile> {
    Footprint { at, size }.tiles().collect()
}

/// Says why a squad couldn't come onto the empty map here, if it couldn't.
pub fn check_arrival<Q: Stationed>(reader: &mut Reader, board: &Board, squad: &Q, at: &At<Tile>) {
    let mut alone = Places::new(board, std::slice::from_ref(squad));
    if alone.lead_from(reader, 0, at) {
        alone.form_up(reader, 0, at);
    }
}

/// The units of a squad and their places in the roster, those who lead before the others.
fn leader_first<'a>(standers: &[Stander<'a>]) -> Vec<(usize, Stander<'a>)> {
    let mut order: Vec<(usize, Stander<'a>)> = standers.iter().copied().enumerate().collect();
    order.sort_by_key(|it| !it.1.leads);
    order
}
