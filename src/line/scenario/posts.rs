//! Where everybody stands as the battle begins.

use std::ops::Range;

use crate::field::{Board, Footprint, Tile, form_up};
use crate::file::{At, Reader};
use crate::line::battle::UnitSetup;
use crate::line::scenario::say;
use crate::line::scenario::squads::{Figure, Post, Recruits};

/// The map while squads take their places on it.
struct Field<'a> {
    board: &'a Board,
    /// The squad that has each tile.
    taken: Vec<Option<usize>>,
    squads: &'a [Recruits],
}

/// Gives every unit its tile, and says who can't have one. Units are in the order of the squads.
pub(super) fn post(reader: &mut Reader, board: &Board, squads: &[Recruits], units: &mut [UnitSetup]) {
    let mut field = Field { board, taken: vec![None; board.len()], squads };
    let mut starts = Vec::new();
    let mut count = 0;
    for squad in squads {
        starts.push(count);
        count += squad.figures.len();
    }
    // Those who name every tile go first: the others find room around them.
    for (n, squad) in squads.iter().enumerate() {
        if let Post::On(tiles, span) = &squad.post {
            let places = field.stand_on(reader, n, tiles, span);
            settle(units, starts[n], &places);
        }
    }
    // Then every leader has his tile before anybody forms up.
    let leaders: Vec<(usize, &At<Tile>)> = squads
        .iter()
        .enumerate()
        .filter_map(|(n, it)| match &it.post {
            Post::Around(at) => Some((n, at)),
            _ => None,
        })
        .filter(|(n, at)| field.lead_from(reader, *n, at))
        .collect();
    for (n, at) in leaders {
        let places = field.form_up(reader, n, at);
        settle(units, starts[n], &places);
    }
}

fn settle(units: &mut [UnitSetup], start: usize, places: &[Tile]) {
    for (unit, &place) in units.iter_mut().skip(start).zip(places) {
        unit.at = place;
    }
}

impl Field<'_> {
    fn name(&self, squad: usize) -> &str {
        &self.squads[squad].setup.name
    }

    fn stand_on(&mut self, reader: &mut Reader, squad: usize, tiles: &[At<Tile>], span: &Range<usize>) -> Vec<Tile> {
        let figures = &self.squads[squad].figures;
        if figures.len() != tiles.len() {
            reader.say(say::tile_count(span.clone(), self.name(squad), tiles.len(), figures.len()));
            return Vec::new();
        }
        for (figure, tile) in figures.iter().zip(tiles) {
            let footprint = Footprint { at: tile.value, size: figure.size };
            if self.may_stand(reader, &figure.name, footprint, &tile.span) {
                self.take(squad, footprint);
            }
        }
        tiles.iter().map(|it| it.value).collect()
    }

    /// Gives a squad's leader his tile; whether he can have it.
    fn lead_from(&mut self, reader: &mut Reader, squad: usize, at: &At<Tile>) -> bool {
        let Some(footprint) = self.leader(squad, at) else { return false };
        let may = self.may_stand(reader, self.name(squad), footprint, &at.span);
        if may {
            self.take(squad, footprint);
        }
        may
    }

    /// The tiles of a squad's leader: the hero if there is one, who stands at the end of the roster.
    fn leader(&self, squad: usize, at: &At<Tile>) -> Option<Footprint> {
        let figures = &self.squads[squad].figures;
        let leader = leader_first(figures).first().map(|it| &figures[*it])?;
        Some(Footprint { at: at.value, size: leader.size })
    }

    /// Finds room for a squad around its leader.
    fn form_up(&mut self, reader: &mut Reader, squad: usize, at: &At<Tile>) -> Vec<Tile> {
        let figures = &self.squads[squad].figures;
        let order = leader_first(figures);
        let sizes: Vec<u8> = order.iter().map(|it| figures[*it].size).collect();
        let is_taken = |tile: Tile| self.taken[self.board.index(tile)].is_some_and(|it| it != squad);
        let Some(found) = form_up(self.board, is_taken, &sizes, at.value) else {
            reader.say(say::no_room(at.span.clone(), self.name(squad), &at.value.to_string(), order.len()));
            return Vec::new();
        };
        let mut places = vec![at.value; order.len()];
        for (&figure, place) in order.iter().zip(found) {
            places[figure] = place;
            self.take(squad, Footprint { at: place, size: figures[figure].size });
        }
        places
    }

    /// Whether a unit can stand there; says why not.
    fn may_stand(&self, reader: &mut Reader, who: &str, footprint: Footprint, span: &Range<usize>) -> bool {
        if !is_on_map(reader, self.board, footprint, span) {
            return false;
        }
        for tile in footprint.tiles() {
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

    fn take(&mut self, squad: usize, footprint: Footprint) {
        for tile in footprint.tiles() {
            let index = self.board.index(tile);
            self.taken[index] = Some(squad);
        }
    }
}

/// **T-1** Whether the map has these tiles; says so if it doesn't.
pub(super) fn is_on_map(reader: &mut Reader, board: &Board, footprint: Footprint, span: &Range<usize>) -> bool {
    let is_on = board.holds(footprint);
    if !is_on {
        let last = Tile::new(board.width() - 1, board.height() - 1);
        let end = footprint.tiles().find(|it| !board.contains(*it)).unwrap_or(footprint.at);
        reader.say(say::off_the_map(span.clone(), &end.to_string(), &last.to_string()));
    }
    is_on
}

/// Whether a squad could come onto the empty map here; says why not.
pub(super) fn can_arrive(reader: &mut Reader, board: &Board, squad: &Recruits, at: &At<Tile>) -> bool {
    let order = leader_first(&squad.figures);
    let Some(&leader) = order.first() else { return true };
    let alone = Field { board, taken: vec![None; board.len()], squads: &[] };
    let footprint = Footprint { at: at.value, size: squad.figures[leader].size };
    if !alone.may_stand(reader, &squad.setup.name, footprint, &at.span) {
        return false;
    }
    let sizes: Vec<u8> = order.iter().map(|it| squad.figures[*it].size).collect();
    let fits = form_up(board, |_| false, &sizes, at.value).is_some();
    if !fits {
        reader.say(say::no_room(at.span.clone(), &squad.setup.name, &at.value.to_string(), order.len()));
    }
    fits
}

/// The figures of a squad, its hero before the others.
fn leader_first(figures: &[Figure]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..figures.len()).collect();
    order.sort_by_key(|it| figures[*it].hero.is_none());
    order
}
