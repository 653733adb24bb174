//! What can be seen from where, how far it is, and how much of it shows.

use crate::brick::battle::{Battle, Rect, Target, Who};
use crate::field::{Tile, line};

/// What lies between two tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    /// **BC-2.8** Hidden sections of a minifig. If all three are, it can't be seen.
    pub(crate) hidden: u8,
    /// **BC-1.4** Whether a shot gets through, whatever the eyes see.
    pub(crate) is_clear: bool,
}

/// **BC-2.8** How many sections a minifig has.
pub(crate) const SECTIONS: u8 = 3;

/// **BC-1.2** What lies between two tiles: hills above both ends, and walls and cover at least as high as both. Units
/// block nothing.
pub(crate) fn look(battle: &Battle, from: Tile, to: Tile) -> Sight {
    let setup = battle.setup();
    let (here, there) = (setup.level(from), setup.level(to));
    let hidden = if from == to { 0 } else { setup.ground(to).sections.min(SECTIONS) };
    let mut sight = Sight { hidden, is_clear: true };
    for tile in line(from, to) {
        let (level, ground) = (setup.level(tile), setup.ground(tile));
        if level < here.max(there) {
            continue;
        }
        let is_wall = setup.board.kind(setup.board.ground(tile)).opaque || here.max(there) < level;
        let hides = if is_wall { SECTIONS } else { ground.sections.min(SECTIONS) };
        sight.hidden = sight.hidden.max(hides);
        sight.is_clear &= hides < SECTIONS || (ground.is_smoke && level <= here.max(there));
    }
    sight
}

/// How a target looks from where somebody stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View {
    /// The tile that it is seen from.
    pub(crate) from: Tile,
    /// **BX-34** Hidden sections of the least hidden tile in sight.
    pub(crate) hidden: u8,
    /// **BC-2.4** Inches of it that show as measured, where there is no map.
    pub(crate) said_to_show: Option<u8>,
}

impl View {
    /// **BC-4.7** Whether none of it can be seen.
    pub(crate) fn is_blind(self) -> bool {
        SECTIONS <= self.hidden
    }
}

/// How a target looks to `who` from a place: by the map, or else as measured on the table.
///
/// `None` if nothing could get there.
pub(crate) fn view_of(battle: &Battle, who: Who, from: Rect, target: Target) -> Option<View> {
    if battle.setup().has_map {
        return view(battle, from, battle.target_rect(target));
    }
    let said = battle.measured(who, target);
    let hidden = said.cover.unwrap_or(0).min(SECTIONS);
    Some(View { from: from.at, hidden, said_to_show: Some(said.showing.unwrap_or(u8::MAX)) })
}

/// **BT-16** The view from the nearest of these tiles that has a clear line. **BX-34** The target counts by its least
/// hidden tile.
///
/// `None` if nothing could get there.
pub(crate) fn view(battle: &Battle, eyes: Rect, target: Rect) -> Option<View> {
    let mut tiles: Vec<Tile> = eyes.tiles().collect();
    tiles.sort_by_key(|it| target.distance(Rect::one(*it)));
    let least = |from: Tile| {
        let sights = target.tiles().map(|to| look(battle, from, to)).filter(|it| it.is_clear);
        Some(View { from, hidden: sights.map(|it| it.hidden).min()?, said_to_show: None })
    };
    let views = || tiles.iter().filter_map(|it| least(*it));
    views().find(|it| !it.is_blind()).or_else(|| views().next())
}

/// **BC-4.1** Inches that a shot from above carries farther. **BC-4.2** A shot from below carries no less far.
/// **BC-4.3** Heights are those of the ground.
pub(crate) fn height_bonus(battle: &Battle, from: Tile, target: Rect) -> u16 {
    let setup = battle.setup();
    let below = target.tiles().min_by_key(|it| from.steps_to(*it)).unwrap_or(target.at);
    carries_farther(setup.level(from).saturating_sub(setup.level(below)))
}

/// **BC-4.1** Inches that a height adds to a Range.
pub(crate) fn carries_farther(inches: u8) -> u16 {
    u16::from(inches.min(5))
}

/// **BC-2.3, BC-2.4** Inches of the target's longest side that can be seen from here and are in range, **BS-11.2**
/// which is counted from a Standard. If all of it can, its Size counts where that is more (BC-2.5).
pub(crate) fn shown_size(battle: &Battle, from: Tile, (standard, range): (Rect, u16), target: Rect, size: u8) -> u8 {
    let shows = |it: Tile| {
        let sight = look(battle, from, it);
        sight.is_clear && sight.hidden < SECTIONS && standard.distance(Rect::one(it)) <= range
    };
    let (long, short) = (target.long_side(), target.columns.min(target.rows));
    let is_wide = target.rows <= target.columns;
    let slice = |n: u8| {
        (0..short).filter_map(move |m| {
            let (dx, dy) = if is_wide { (n, m) } else { (m, n) };
            target.at.offset(i16::from(dx), i16::from(dy))
        })
    };
    let seen = (0..long).filter(|n| slice(*n).any(shows)).count() as u8;
    if seen == long { size.max(long) } else { seen }
}
