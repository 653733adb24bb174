//! Draws the ground and the coordinates, which stay the same throughout a battle.

use crate::field::{Direction, Look, Tile, column_name};
use crate::map::canvas::{Anchor, Canvas, Ink, Path, Rect};
use crate::map::frame::Frame;
use crate::map::ground::{Ground, Kind};
use crate::map::metrics::Weight;
use crate::map::style::{FADED, GRID, GRID_FIFTH, INK, PUFF, TREE, edged, line};

/// Draws the ground and the coordinates.
pub(super) fn draw(canvas: &mut Canvas, ground: &Ground, frame: &Frame) {
    if ground.picture.is_none() {
        canvas.rect(frame.map(), format_args!("fill=\"{}\"", Look::Open.fill()));
    }
    let original = |tile: Tile| ground.contains(tile).then(|| ground.original(tile));
    for look in Look::all().filter(|it| *it != Look::Wall) {
        patches(canvas, frame, look, &original, ground, false);
    }
    grid(canvas, frame);
    patches(canvas, frame, Look::Wall, &original, ground, false);
    marks(canvas, frame, &original, ground);
    heights(canvas, frame, ground);
    canvas.rect(frame.map(), format_args!("fill=\"none\" stroke=\"{INK}\" stroke-width=\"2\""));
    coordinates(canvas, frame);
}

/// Draws ground that has changed, over the original ground.
pub(super) fn draw_changed(canvas: &mut Canvas, ground: &Ground, frame: &Frame) {
    let changed = |tile: Tile| ground.kinds.get(ground.changed_kind(tile)?);
    if !ground.changed.is_empty() {
        Look::all().for_each(|look| patches(canvas, frame, look, &changed, ground, true));
        marks(canvas, frame, &changed, ground);
    }
}

/// Draws one tile of a look, for a legend.
pub(super) fn swatch(canvas: &mut Canvas, look: Look, is_marked: bool, area: Rect) {
    let tile = area.width;
    canvas.rect(area, format_args!("fill=\"{}\"", look.fill()));
    let mut patch = Patch { tile, ..Patch::default() };
    patch.add((look, is_marked), Tile::new(0, 0), area, [false; 4]);
    patch.draw(canvas, look);
    canvas.rect(area, format_args!("fill=\"none\" stroke=\"{GRID_FIFTH}\" stroke-width=\"2\""));
}

/// The kind of ground to draw on a tile, if any.
type Drawn<'a> = dyn Fn(Tile) -> Option<&'a Kind> + 'a;

/// Draws all tiles of one look, as a few paths.
fn patches(canvas: &mut Canvas, frame: &Frame, look: Look, drawn: &Drawn<'_>, ground: &Ground, is_changed: bool) {
    let is_it = |tile: Tile| drawn(tile).is_some_and(|it| it.look == look);
    let mut fill = Path::default();
    for y in 0..ground.height {
        let mut x = 0;
        while x < ground.width {
            let run = (x..ground.width).take_while(|x| is_it(Tile::new(*x, y))).count();
            if run > 0 {
                let first = frame.tile(Tile::new(x, y));
                fill.rect(Rect { width: first.width * run as f32, ..first });
            }
            x += run as u8 + 1;
        }
    }
    // A map's own picture shows through ground that hasn't changed.
    let opacity = match ground.picture.is_some() && !is_changed {
        true if look == Look::Open => " fill-opacity=\"0\"",
        true => " fill-opacity=\"0.35\"",
        false => "",
    };
    canvas.path(&fill, format_args!("fill=\"{}\"{opacity}", look.fill()));
    let mut patch = Patch { tile: frame.tile, ..Patch::default() };
    for (tile, kind) in ground.all().filter_map(|it| Some((it, drawn(it)?))).filter(|it| it.1.look == look) {
        let like = Direction::ALL.map(|it| tile.step(it).is_some_and(is_it));
        patch.add((look, kind.mark.is_some()), tile, frame.tile(tile), like);
    }
    patch.draw(canvas, look);
}

/// Whether each tile beside a tile has the same look: above, to the right, below and to the left.
type Neighbours = [bool; 4];

/// The pattern of a look, for all its tiles together.
#[derive(Default)]
struct Patch {
    tile: f32,
    thin: Path,
    thick: Path,
    solid: Path,
    border: Path,
}

impl Patch {
    fn draw(&self, canvas: &mut Canvas, look: Look) {
        let (ink, tile) = (look.ink(), self.tile);
        let stroke = |width: f32| line(ink, (width * tile).max(1.0));
        canvas.path(&self.thick, stroke(0.36));
        let (solid, edge) = match look {
            Look::Woods => (TREE, ink),
            Look::Smoke => (PUFF, ink),
            _ => (ink, "none"),
        };
        let edge_width = (0.05 * tile).max(1.0);
        canvas.path(&self.solid, edged(solid, edge, edge_width));
        canvas.path(&self.thin, stroke(0.07));
        canvas.path(&self.border, stroke(0.06));
    }

    /// Adds the pattern of one tile. A tile that is marked with a sign has no pattern under it.
    fn add(&mut self, (look, is_marked): (Look, bool), tile: Tile, area: Rect, like: Neighbours) {
        let luck = u32::from(tile.x).wrapping_mul(0x9e37_79b1) ^ u32::from(tile.y).wrapping_mul(0x85eb_ca77);
        let luck = (luck ^ (luck >> 15)).wrapping_mul(0x2c1b_3c6d) >> 16;
        let at = Brush { x: area.left, y: area.top, tile: self.tile };
        if look.has_border() {
            self.edge(area, like);
        }
        if is_marked {
            return;
        }
        match look {
            Look::Open => (),
            Look::Road => self.road(&at, luck),
            Look::Rough => self.rough(&at, luck),
            Look::Woods => self.woods(&at, luck),
            Look::Ruins => self.ruins(&at, luck),
            Look::Wall => self.bricks(&at),
            Look::Barricade => self.barricade(&at, like),
            Look::Water => self.waves(&at),
            Look::Hill => self.hill(&at),
            Look::Trench => self.trench(&at, like),
            Look::Smoke => self.smoke(&at, luck),
            Look::Barred => self.barred(&at),
        }
    }

    fn edge(&mut self, area: Rect, [above, to_right, below, to_left]: Neighbours) {
        let Rect { left, top, width, height } = area;
        let (right, bottom) = (left + width, top + height);
        let sides = [
            (above, (left, top), (right, top)),
            (to_right, (right, top), (right, bottom)),
            (below, (left, bottom), (right, bottom)),
            (to_left, (left, top), (left, bottom)),
        ];
        for (is_like, from, to) in sides {
            if !is_like {
                self.border.go(from).line(to);
            }
        }
    }

    fn road(&mut self, at: &Brush, luck: u32) {
        let shift = (luck % 4) as f32 * 0.12;
        at.stroke(&mut self.thin, &[(0.15 + shift, 0.35), (0.35 + shift, 0.35)]);
        at.stroke(&mut self.thin, &[(0.55 - shift, 0.7), (0.75 - shift, 0.7)]);
    }

    fn rough(&mut self, at: &Brush, luck: u32) {
        let shift = (luck % 3) as f32 * 0.1;
        at.stroke(&mut self.thin, &[(0.12 + shift, 0.45), (0.24 + shift, 0.25), (0.36 + shift, 0.45)]);
        at.stroke(&mut self.thin, &[(0.56 - shift, 0.8), (0.68 - shift, 0.6), (0.8 - shift, 0.8)]);
    }

    fn woods(&mut self, at: &Brush, luck: u32) {
        let shift = (luck % 4) as f32 * 0.05;
        at.circle(&mut self.solid, 0.3 + shift, 0.3, 0.2);
        at.circle(&mut self.solid, 0.7 - shift, 0.66, 0.23);
        if luck.is_multiple_of(3) {
            at.circle(&mut self.solid, 0.22, 0.76, 0.13);
        }
    }

    fn ruins(&mut self, at: &Brush, luck: u32) {
        let shapes: [&[(f32, f32)]; 2] = if luck.is_multiple_of(2) {
            [&[(0.2, 0.62), (0.2, 0.2), (0.52, 0.2)], &[(0.8, 0.5), (0.8, 0.8), (0.5, 0.8)]]
        } else {
            [&[(0.48, 0.2), (0.8, 0.2), (0.8, 0.5)], &[(0.2, 0.48), (0.2, 0.8), (0.6, 0.8)]]
        };
        for shape in shapes {
            at.stroke(&mut self.thin, shape);
        }
        at.circle(&mut self.solid, 0.5, 0.5, 0.07);
    }

    /// Bricks have edges on whole pixels, because there are many walls and sharp edges compress well.
    fn bricks(&mut self, at: &Brush) {
        let thin = (self.tile * 0.07).round().max(1.0);
        let pixel = |share: f32| (share * self.tile).round();
        let joints = [
            (0.0, 0.34, 1.0, 0.0),
            (0.0, 0.67, 1.0, 0.0),
            (0.5, 0.0, 0.0, 0.34),
            (0.22, 0.34, 0.0, 0.33),
            (0.76, 0.34, 0.0, 0.33),
            (0.5, 0.67, 0.0, 0.33),
        ];
        for (x, y, across, down) in joints {
            let (left, top) = (at.x + pixel(x), at.y + pixel(y));
            self.solid.rect(Rect { left, top, width: pixel(across).max(thin), height: pixel(down).max(thin) });
        }
    }

    /// Crossed stakes along a beam that continues into the next tile.
    fn barricade(&mut self, at: &Brush, [above, right, below, left]: Neighbours) {
        let upright = (above || below) && !(left || right);
        for along in [0.25, 0.75] {
            for lean in [-0.16, 0.16] {
                let (from, to) = ((along - lean, 0.3), (along + lean, 0.7));
                let turn = |(x, y): (f32, f32)| if upright { (y, x) } else { (x, y) };
                at.stroke(&mut self.thin, &[turn(from), turn(to)]);
            }
        }
        let beam = if upright { [(0.5, 0.0), (0.5, 1.0)] } else { [(0.0, 0.5), (1.0, 0.5)] };
        at.stroke(&mut self.thin, &beam);
    }

    fn waves(&mut self, at: &Brush) {
        for (x, y) in [(0.1, 0.35), (0.3, 0.72)] {
            let (up, down) = (at.at(x + 0.15, y - 0.22), at.at(x + 0.45, y + 0.22));
            self.thin.go(at.at(x, y)).curve(up, at.at(x + 0.3, y)).curve(down, at.at(x + 0.6, y));
        }
    }

    fn hill(&mut self, at: &Brush) {
        for (x, y, reach) in [(0.4, 0.46, 0.26), (0.62, 0.8, 0.26)] {
            self.thin.go(at.at(x - reach, y)).curve(at.at(x, y - 0.46), at.at(x + reach, y));
        }
    }

    /// A ditch towards every neighbour that has one, or across the tile if none has.
    fn trench(&mut self, at: &Brush, like: Neighbours) {
        let [above, right, below, left] = like;
        let is_alone = like == [false; 4];
        let ways = [
            (above, (0.5, 0.0)),
            (right, (1.0, 0.5)),
            (below, (0.5, 1.0)),
            (left, (0.0, 0.5)),
            (is_alone, (0.22, 0.5)),
            (is_alone, (0.78, 0.5)),
        ];
        for (_, end) in ways.into_iter().filter(|it| it.0) {
            at.stroke(&mut self.thick, &[(0.5, 0.5), end]);
        }
        for end in [(0.18, 0.18), (0.82, 0.18), (0.18, 0.82), (0.82, 0.82)] {
            at.circle(&mut self.solid, end.0, end.1, 0.06);
        }
    }

    fn smoke(&mut self, at: &Brush, luck: u32) {
        let shift = (luck % 3) as f32 * 0.05;
        at.circle(&mut self.solid, 0.3 + shift, 0.62, 0.2);
        at.circle(&mut self.solid, 0.68, 0.6 - shift, 0.23);
        at.circle(&mut self.solid, 0.48, 0.38 + shift, 0.22);
    }

    fn barred(&mut self, at: &Brush) {
        at.stroke(&mut self.thin, &[(0.0, 0.0), (1.0, 1.0)]);
        at.stroke(&mut self.thin, &[(1.0, 0.0), (0.0, 1.0)]);
    }
}

/// Draws inside one tile, in coordinates from 0 to 1.
struct Brush {
    x: f32,
    y: f32,
    tile: f32,
}

impl Brush {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.tile, self.y + y * self.tile)
    }

    fn stroke(&self, path: &mut Path, points: &[(f32, f32)]) {
        path.through(points.iter().map(|(x, y)| self.at(*x, *y)));
    }

    fn circle(&self, path: &mut Path, x: f32, y: f32, radius: f32) {
        path.circle(self.at(x, y), radius * self.tile);
    }
}

fn grid(canvas: &mut Canvas, frame: &Frame) {
    let (mut thin, mut fifth) = (Path::default(), Path::default());
    let map = frame.map();
    let columns = (1..frame.columns).map(|n| (n, Rect { width: 1.0, ..map.shifted(f32::from(n) * frame.tile, 0.0) }));
    let rows = (1..frame.rows).map(|n| (n, Rect { height: 1.0, ..map.shifted(0.0, f32::from(n) * frame.tile) }));
    for (n, line) in columns.chain(rows) {
        let path = if n.is_multiple_of(5) { &mut fifth } else { &mut thin };
        path.rect(line);
    }
    canvas.path(&thin, format_args!("fill=\"{GRID}\""));
    canvas.path(&fifth, format_args!("fill=\"{GRID_FIFTH}\""));
}

/// Draws the signs of kinds of ground that look like another kind.
fn marks(canvas: &mut Canvas, frame: &Frame, drawn: &Drawn<'_>, ground: &Ground) {
    let mark = |tile: Tile| Some((frame.tile(tile).middle(), drawn(tile)?.mark?.to_string()));
    canvas.signs(frame.tile * 0.5, FADED, ground.all().filter_map(mark));
}

/// Draws the height of each raised tile, in inches and in its corner, and a line wherever the height changes.
fn heights(canvas: &mut Canvas, frame: &Frame, ground: &Ground) {
    let thick = (frame.tile * 0.07).max(2.0);
    let mut steps = Path::default();
    let mut high: Vec<(f32, f32, String)> = Vec::new();
    for tile in ground.all() {
        let (height, area) = (ground.height_of(tile), frame.tile(tile));
        let is_step = |dx, dy| {
            let next = tile.offset(dx, dy).filter(|it| ground.contains(*it));
            next.is_some_and(|it| ground.height_of(it) != height)
        };
        if is_step(1, 0) {
            steps.rect(Rect { left: area.left + area.width - thick / 2.0, width: thick, ..area });
        }
        if is_step(0, 1) {
            steps.rect(Rect { top: area.top + area.height - thick / 2.0, height: thick, ..area });
        }
        if 0 < height {
            high.push((area.left + area.width * 0.19, area.top + area.height * 0.34, height.to_string()));
        }
    }
    if high.is_empty() {
        return;
    }
    canvas.path(&steps, format_args!("fill=\"{FADED}\""));
    let ink = Ink { size: frame.tile * HEIGHT, weight: Weight::Bold, colour: FADED, anchor: Anchor::Middle };
    canvas.texts(ink, high);
}

/// The font size of heights, in tiles.
const HEIGHT: f32 = 0.32;

/// Draws column letters above and below the map, and row numbers to its left and right.
fn coordinates(canvas: &mut Canvas, frame: &Frame) {
    let size = frame.coordinates;
    let ink = |anchor| Ink { size, weight: Weight::Bold, colour: FADED, anchor };
    let map = frame.map();
    let every = frame.coordinate_every();
    let is_written = |n: usize| match every {
        1 | 2 => n.is_multiple_of(every),
        _ => n == 0 || (n + 1).is_multiple_of(every),
    };

    let written = |count: u8| (0..count).filter(|it| is_written(usize::from(*it)));
    let along = |n: u8| (f32::from(n) + 0.5) * frame.tile;

    let columns: Vec<(f32, String)> =
        written(frame.columns).map(|it| (map.left + along(it), column_name(it))).collect();
    let (above, below) = (map.top - size * 0.4, map.top + map.height + size * 1.15);
    let both = columns.iter().flat_map(|(x, name)| [(*x, above, name), (*x, below, name)]);
    canvas.texts(ink(Anchor::Middle), both);

    let row = |it: u8| (map.top + along(it) + size * 0.36, (u16::from(it) + 1).to_string());
    let rows: Vec<(f32, String)> = written(frame.rows).map(row).collect();
    let (left, right) = (map.left - size * 0.35, map.left + map.width + size * 0.35);
    canvas.texts(ink(Anchor::End), rows.iter().map(|(y, name)| (left, *y, name)));
    canvas.texts(ink(Anchor::Start), rows.iter().map(|(y, name)| (right, *y, name)));
}
