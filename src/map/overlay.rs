//! Draws what changes from round to round: objectives, arrows, squads and the fallen.

use crate::field::Tile;
use crate::map::canvas::{Canvas, Path, Rect};
use crate::map::flags;
use crate::map::formations;
use crate::map::frame::Frame;
use crate::map::ground::Ground;
use crate::map::melees;
use crate::map::picture::{Arrow, ArrowKind, Form, ObjectiveView, PartyId, Picture, Shape, SquadView, UnitView};
use crate::map::plates;
use crate::map::spot::{Spot, shortest_joins};
use crate::map::style::{INK, STAR, WHITE, colour, colour_of, edged, line};

/// In smaller tiles, in pixels, letters can't be read even if one zooms in.
const LABELLED_TILE_MIN: f32 = 26.0;
/// The font sizes of labels of one, two and three letters on a unit, in tiles.
const LETTERS: [f32; 3] = [0.52, 0.42, 0.29];
/// Squads with more units are not joined by lines.
const LINKED_UNITS_MAX: usize = 60;

/// Draws everything but tags.
pub(super) fn draw(canvas: &mut Canvas, picture: &Picture, frame: &Frame) {
    for it in &picture.objectives {
        canvas.path(&reach_of(it, &picture.ground, frame), reach_style(it.owner, frame));
    }
    plates::draw(canvas, picture, frame);
    picture.squads.iter().for_each(|it| links(canvas, it, frame));
    for it in &picture.fallen {
        cross(canvas, (!it.is_killed).then_some(it.party), frame.tile(it.at));
    }
    formations::draw(canvas, picture, frame);
    for kind in [ArrowKind::Press, ArrowKind::Move, ArrowKind::Charge, ArrowKind::Fire] {
        picture.arrows.iter().filter(|it| it.kind == kind).for_each(|it| arrow(canvas, it, frame));
    }
    for (party, _) in picture.parties_with_ids() {
        units(canvas, picture, party, frame);
    }
    letters(canvas, picture, frame);
    plates::draw_fronts(canvas, picture, frame);
    melees::draw_rings(canvas, picture, frame);
    formations::draw_labels(canvas, picture, frame);
    melees::draw_clashes(canvas, picture, frame);
    flags::draw(canvas, picture, frame);
}

/// The style of the border of an objective's reach.
pub(super) fn reach_style(owner: Option<PartyId>, frame: &Frame) -> String {
    let (colour, width) = (colour_of(owner), frame.line() * 0.9);
    let (dash, gap) = (width * 2.5, width * 1.8);
    format!("{} stroke-dasharray=\"{dash:.1} {gap:.1}\"", edged("none", colour, width))
}

/// **O-1** The border of the tiles that count for an objective.
pub(super) fn reach_of(it: &ObjectiveView, ground: &Ground, frame: &Frame) -> Path {
    let is_in = |tile: Tile| ground.contains(tile) && tile.steps_to(it.at) <= u16::from(it.radius);
    formations::border(frame, ground.all().filter(|tile| is_in(*tile)), is_in)
}

/// Joins a squad's units by the shortest lines, to show that they belong together.
fn links(canvas: &mut Canvas, squad: &SquadView, frame: &Frame) {
    if !is_linked(squad) {
        return;
    }
    let spots: Vec<Spot> = squad.units.iter().map(|it| it.on.middle()).collect();
    let mut path = Path::default();
    for (from, to, _) in shortest_joins(spots, |joined, it| Some((*joined, *it, it.distance(*joined)))) {
        path.go(frame.spot(from)).line(frame.spot(to));
    }
    canvas.path(&path, link_style(squad.party, frame.tile));
}

/// Whether lines join the units of a squad.
pub(super) fn is_linked(squad: &SquadView) -> bool {
    squad.plate.is_none() && 1 < squad.standing && squad.units.len() <= LINKED_UNITS_MAX
}

/// The style of the line that joins units on tiles of this size.
pub(super) fn link_style(party: PartyId, tile: f32) -> String {
    line(colour(party), tile * 0.3) + " stroke-opacity=\"0.45\""
}

/// Draws a cross for a fallen unit: dark for the dead, or in the colour of its party if it was left behind.
pub(super) fn cross(canvas: &mut Canvas, left_behind: Option<PartyId>, area: Rect) {
    let thin = if left_behind.is_some() { 0.09 } else { 0.13 };
    for (colour, thickness) in [(WHITE, thin + 0.11), (colour_of(left_behind), thin)] {
        canvas.path(&cross_of(left_behind, area), line(colour, thickness * area.width));
    }
}

/// The lines of a cross, inside the form of the party for a unit that was left behind.
pub(super) fn cross_of(left_behind: Option<PartyId>, area: Rect) -> Path {
    let Rect { left, top, width, height } = area.grown(-0.27 * area.width);
    let mut path = Path::default();
    path.go((left, top)).line((left + width, top + height)).go((left + width, top)).line((left, top + height));
    if let Some(party) = left_behind {
        body(&mut path, Shape::Figure, party.form(), area, -0.06 * area.width);
    }
    path
}

/// Draws a move, a charge or a line of fire.
pub(super) fn arrow(canvas: &mut Canvas, it: &Arrow, frame: &Frame) {
    let mut points: Vec<(f32, f32)> = it.points.iter().map(|it| frame.spot(*it)).collect();
    if it.kind == ArrowKind::Fire {
        shift_right(&mut points, frame.line() * 1.2);
    }
    draw_arrow(canvas, it, points, frame.line(), it.short * frame.tile);
}

/// Draws an arrow through points in pixels. It ends `short` pixels before its last point.
pub(super) fn draw_arrow(canvas: &mut Canvas, it: &Arrow, mut points: Vec<(f32, f32)>, line: f32, short: f32) {
    let (width, head) = match it.kind {
        ArrowKind::Fire => (line * 0.65, line * 3.0),
        ArrowKind::Press => (line * 0.65, line * 2.2),
        ArrowKind::Move | ArrowKind::Charge => (line * 1.3, line * 3.6),
    };
    let Some((tip, ahead)) = make_room_for_head(&mut points, short, head * 0.8) else { return };
    let way = smooth(&points);
    let colour = colour(it.party);
    let dashed = |long: f32, gap: f32| format!(" stroke-dasharray=\"{:.1} {:.1}\"", line * long, line * gap);
    let dash = match (it.kind, it.is_doubtful) {
        (ArrowKind::Charge, false) => dashed(2.8, 2.0),
        (ArrowKind::Press, false) => dashed(0.7, 0.7),
        (ArrowKind::Move | ArrowKind::Fire, false) => String::new(),
        (_, true) => dashed(1.2, 2.0),
    };
    let style = "fill=\"none\" stroke-linejoin=\"round\"";
    let halo = width + line * 0.8;
    canvas.path(&way, format_args!("{style} stroke=\"{WHITE}\" stroke-width=\"{halo:.1}\""));
    canvas.path(&way, format_args!("{style} stroke=\"{colour}\" stroke-width=\"{width:.1}\"{dash}"));
    let (back, half) = ((tip.0 - ahead.0 * head, tip.1 - ahead.1 * head), head * 0.5);
    let wing = |side: f32| (back.0 - ahead.1 * half * side, back.1 + ahead.0 * half * side);
    canvas.path(Path::default().polygon(&[tip, wing(1.0), wing(-1.0)]), edged(colour, WHITE, line * 0.35));
}

/// Moves a line to its right, so that fire and return fire lie beside each other.
fn shift_right(points: &mut [(f32, f32)], by: f32) {
    let [from, to] = points else { return };
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    for it in [from, to] {
        (it.0, it.1) = (it.0 - dy / length * by, it.1 + dx / length * by);
    }
}

/// Shortens the last segment to make room for the head of an arrow. Returns the tip and the direction; `None` if the
/// segment has no length.
fn make_room_for_head(points: &mut [(f32, f32)], short: f32, head: f32) -> Option<((f32, f32), (f32, f32))> {
    let [.., before, last] = points else { return None };
    let (dx, dy) = (last.0 - before.0, last.1 - before.1);
    let length = dx.hypot(dy);
    if length == 0.0 {
        return None;
    }
    let short = short.min(length * 0.4);
    let ahead = (dx / length, dy / length);
    let tip = (last.0 - ahead.0 * short, last.1 - ahead.1 * short);
    let head = head.min(length - short);
    *last = (tip.0 - ahead.0 * head, tip.1 - ahead.1 * head);
    Some((tip, ahead))
}

/// A line through points with smooth bends.
fn smooth(points: &[(f32, f32)]) -> Path {
    let mut path = Path::default();
    let [first, inner @ .., last] = points else { return path };
    path.go(*first);
    for (n, bend) in inner.iter().enumerate() {
        let next = inner.get(n + 1);
        path.curve(*bend, next.map_or(*last, |it| ((bend.0 + it.0) / 2.0, (bend.1 + it.1) / 2.0)));
    }
    if inner.is_empty() {
        path.line(*last);
    }
    path
}

/// Draws all units of a party: with a white edge, or a dark one if engaged, and with a star if a hero.
fn units(canvas: &mut Canvas, picture: &Picture, party: PartyId, frame: &Frame) {
    let all = || picture.squads_of(party).flat_map(|it| &it.units);
    for is_engaged in [false, true] {
        let units = all().filter(|it| it.is_engaged == is_engaged);
        let areas: Vec<(Shape, Rect)> = units.map(|it| (it.shape, frame.plot(it.on))).collect();
        bodies(canvas, &areas, party, is_engaged, frame.tile);
    }
    let marked = all().map(|it| (it.shape, frame.plot(it.on), it.hero.as_ref().map(|it| it.mark.as_str())));
    signs(canvas, &marked.collect::<Vec<_>>(), frame.tile);
}

/// Draws units of a party, each in its area. Edges are larger shapes under smaller ones, because filling is faster than
/// stroking.
pub(super) fn bodies(canvas: &mut Canvas, units: &[(Shape, Rect)], party: PartyId, is_engaged: bool, tile: f32) {
    let (halo, ring) = (tile * 0.08, tile * 0.05);
    let edges: &[_] = if is_engaged { &[(WHITE, halo), (INK, ring)] } else { &[(WHITE, halo)] };
    let inner = if is_engaged { -ring } else { -halo };
    for (fill, by) in edges.iter().copied().chain([(colour(party), inner)]) {
        let mut shapes = Path::default();
        units.iter().for_each(|(shape, area)| body(&mut shapes, *shape, party.form(), *area, by));
        canvas.path(&shapes, format_args!("fill=\"{fill}\""));
    }
}

/// Draws the signs on the bodies of units: badges on the larger ones, and stars with letters on heroes.
pub(super) fn signs(canvas: &mut Canvas, units: &[(Shape, Rect, Option<&str>)], tile: f32) {
    let (mut badges, mut stars) = (Path::default(), Path::default());
    units.iter().for_each(|it| badge(&mut badges, it.0, it.1));
    canvas.path(&badges, edged("none", WHITE, tile * 0.09) + " stroke-linejoin=\"round\"");
    let heroes: Vec<(Rect, &str)> = units.iter().filter_map(|it| Some((it.1, it.2?))).collect();
    heroes.iter().for_each(|it| star(&mut stars, it.0));
    canvas.path(&stars, edged(STAR, INK, tile * 0.05) + " stroke-linejoin=\"round\"");
    for (length, share) in [(1, 0.46), (2, 0.32), (3, 0.24)] {
        let marked = heroes.iter().filter(|it| it.1.chars().count().min(3) == length);
        canvas.signs(tile * share, INK, marked.map(|(area, mark)| (area.middle(), *mark)));
    }
}

/// Adds the body of a unit, in the form of its party, larger by `by` on every side.
fn body(path: &mut Path, shape: Shape, form: Form, area: Rect, by: f32) {
    let edge = area.width.min(area.height);
    match (shape, form) {
        (Shape::Figure, Form::Round) => path.circle(area.middle(), edge * 0.4 + by),
        (Shape::Figure, Form::Square) => path.rect(area.grown(by - 0.14 * edge)),
        (Shape::Figure, Form::Cut) => path.cut_rect(area.grown(by - 0.11 * edge)),
        (_, Form::Round) => path.round_rect(area.grown(by - 0.1 * edge), edge * 0.28 + by),
        (_, Form::Square) => path.rect(area.grown(by - 0.1 * edge)),
        (_, Form::Cut) => path.cut_rect(area.grown(by - 0.1 * edge)),
    };
}

/// Adds the badge of a larger unit, such as a hull with a turret, claws, or walls, in the middle of its area.
fn badge(path: &mut Path, shape: Shape, area: Rect) {
    let edge = area.width.min(area.height);
    let area = Rect::around(area.middle(), edge);
    let at = |x: f32, y: f32| (area.left + x * edge, area.top + y * edge);
    match shape {
        Shape::Figure => (),
        Shape::Vehicle => {
            for y in [0.24, 0.76] {
                path.go(at(0.24, y)).line(at(0.76, y));
            }
            path.circle(at(0.45, 0.5), edge * 0.13).go(at(0.58, 0.5)).line(at(0.84, 0.5));
        }
        Shape::Rider => {
            let top = at(0.5, 0.28);
            path.go(at(0.26, 0.72)).line(top).go(top).line(at(0.74, 0.72));
        }
        Shape::Monster => {
            for x in [0.32, 0.5, 0.68] {
                path.go(at(x + 0.06, 0.25)).curve(at(x + 0.08, 0.55), at(x - 0.08, 0.76));
            }
        }
        Shape::Structure => {
            let steps = [(0.24, 0.76), (0.24, 0.28), (0.38, 0.28), (0.38, 0.42), (0.5, 0.42)];
            let right = [(0.5, 0.42), (0.62, 0.42), (0.62, 0.28), (0.76, 0.28), (0.76, 0.76)];
            let corners: Vec<(f32, f32)> = steps.iter().chain(&right).map(|(x, y)| at(*x, *y)).collect();
            path.polygon(&corners);
        }
    }
}

/// Adds a star in the middle of an area.
fn star(path: &mut Path, area: Rect) {
    let ((x, y), edge) = (area.middle(), area.width.min(area.height));
    let corner = |n: u8| {
        let reach = if n.is_multiple_of(2) { 0.46 } else { 0.25 };
        let angle = f32::from(n) * std::f32::consts::PI / 5.0;
        (x + reach * edge * angle.sin(), y - reach * edge * angle.cos())
    };
    path.polygon(&(0..10).map(corner).collect::<Vec<_>>());
}

/// Draws the squad's label on each of its smaller units, for people who zoom in.
fn letters(canvas: &mut Canvas, picture: &Picture, frame: &Frame) {
    for size in LETTERS.map(|it| it * frame.tile) {
        let units = picture.squads.iter().flat_map(|squad| squad.units.iter().map(|it| (squad.label.as_str(), it)));
        let lettered = units.filter(|(label, it)| lettering(label, it, frame) == Some(size));
        canvas.signs(size, WHITE, lettered.map(|(label, it)| (frame.plot(it.on).middle(), label)));
    }
}

/// The font size of a label on a unit; `None` if it isn't written there.
pub(super) fn lettering(label: &str, it: &UnitView, frame: &Frame) -> Option<f32> {
    let share = LETTERS.get(label.chars().count().checked_sub(1)?)?;
    let is_plain = it.shape == Shape::Figure && it.hero.is_none();
    (is_plain && LABELLED_TILE_MIN <= frame.tile).then_some(share * frame.tile)
}
