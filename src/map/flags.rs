//! Flags, which show the owners of objectives. They fly beside the units on an objective, not over them.

use crate::map::canvas::{Canvas, Path, Rect};
use crate::map::frame::Frame;
use crate::map::picture::{Form, PartyId, Picture, UnitView};
use crate::map::style::{INK, WHITE, colour, edged, line};

/// How much longer a flag's pole may be than usual, in halves of the flag's width.
const STEPS_MAX: u8 = 6;

/// Where on its tile a pole may stand, from 0 at the left edge to 1 at the right. The first is the usual place.
const FEET: [f32; 5] = [0.2, 0.05, 0.5, 0.8, 0.95];

/// Draws all flags, each with its pole on its tile.
pub(super) fn draw(canvas: &mut Canvas, picture: &Picture, frame: &Frame) {
    for (it, area) in picture.objectives.iter().zip(areas(picture, frame)) {
        flag(canvas, it.owner, it.is_contested, area);
    }
}

/// The area of each objective's flag. The pole stands on the tile, and is as long as it takes to hide no unit and no
/// other flag. A flag is never too small to be seen.
pub(super) fn areas(picture: &Picture, frame: &Frame) -> Vec<Rect> {
    let body = |it: &UnitView| frame.plot(it.on).grown(-0.1 * frame.tile);
    let mut taken: Vec<Rect> = picture.squads.iter().flat_map(|it| &it.units).map(body).collect();
    let mut areas = Vec::new();
    for it in &picture.objectives {
        let area = free(frame.tile(it.at), &taken, frame);
        taken.extend(shape(area));
        areas.push(area);
    }
    areas
}

/// The area of a flag on a tile if nothing is in the way.
pub(super) fn usual_place(tile: Rect, frame: &Frame) -> Rect {
    place(tile, FEET[0], 0, frame)
}

/// The area of a flag with its pole at `foot` on a tile, and this many steps longer than usual.
fn place(tile: Rect, foot: f32, steps: u8, frame: &Frame) -> Rect {
    let width = (frame.tile * 0.9).max(frame.width / 36.0);
    let height = width * (1.0 + f32::from(steps) / 2.0);
    Rect { left: tile.left + tile.width * foot, top: tile.top + tile.height * 0.85 - height, width, height }
}

/// The lowest area that hides nothing, or else the one that hides least.
fn free(tile: Rect, taken: &[Rect], frame: &Frame) -> Rect {
    let hidden = |it: Rect| shape(it).map(|part| taken.iter().map(|it| part.overlap(*it)).sum::<f32>()).iter().sum();
    let is_inside = |it: &Rect| cloth(*it).joined(frame.map()) == frame.map();
    let usual = place(tile, FEET[0], 0, frame);
    let places = (0..=STEPS_MAX).flat_map(|steps| FEET.map(|foot| place(tile, foot, steps, frame)));
    let hides = std::iter::once(usual).chain(places.filter(is_inside)).map(|it| (hidden(it), it));
    hides.min_by(|a: &(f32, Rect), b| a.0.total_cmp(&b.0)).map_or(usual, |it| it.1)
}

/// The square at the top of a flag that its cloth is drawn in.
fn cloth(area: Rect) -> Rect {
    Rect { height: area.width, ..area }
}

/// The parts of its area that a flag covers: the cloth and the pole.
fn shape(area: Rect) -> [Rect; 2] {
    let Rect { left, top, width, height } = area;
    let thin = width * 0.09;
    [
        Rect { left, top, width: width * 0.85, height: width * 0.6 },
        Rect { left: left - thin / 2.0, top, width: thin, height },
    ]
}

/// Draws a flag in the form of its owner, or a white one for nobody, with a black ball on top if it is contested.
pub(super) fn flag(canvas: &mut Canvas, owner: Option<PartyId>, is_contested: bool, area: Rect) {
    let foot = area.top + area.height;
    let Rect { left, top, width, height } = cloth(area);
    let mut cloth = Path::default();
    match owner.map(PartyId::form) {
        None | Some(Form::Round) => cloth.rect(Rect { left, top, width: width * 0.75, height: height * 0.52 }),
        Some(Form::Square) => {
            cloth.polygon(&[(left, top), (left + width * 0.85, top + height * 0.3), (left, top + height * 0.6)])
        }
        Some(Form::Cut) => {
            let (right, low) = (left + width * 0.8, top + height * 0.52);
            let notch = (left + width * 0.5, (top + low) / 2.0);
            cloth.polygon(&[(left, top), (right, top), notch, (right, low), (left, low)])
        }
    };
    let mut pole = Path::default();
    pole.go((left, top)).line((left, foot));
    let thin = height * 0.09;
    canvas.path(&pole, line(WHITE, thin * 2.6));
    let fill = owner.map_or(WHITE, colour);
    canvas.path(&cloth, edged(fill, WHITE, thin * 2.0));
    canvas.path(&cloth, edged(fill, INK, thin));
    canvas.path(&pole, line(INK, thin));
    if is_contested {
        canvas.path(Path::default().circle((left, top), height * 0.16), edged(INK, WHITE, thin * 0.7));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Tile;
    use crate::map::drawn::{check_all, picture};
    use crate::map::{Name, ObjectiveView};

    #[test]
    fn a_flag_flies_beside_those_who_stand_on_its_tile() {
        let objective = |at: &str| ObjectiveView {
            name: Name::new("The well"),
            at: at.parse::<Tile>().expect("a tile"),
            radius: 2,
            owner: None,
            is_contested: false,
            held_rounds: 0,
        };
        let drawing = format!("{}\n. .a .a .a . . . . .\n. .a .a .a . . . . .", ". ".repeat(9));
        let mut crowded = picture(&drawing, &[('a', "Alpha", 0)]);
        crowded.objectives = vec![objective("C3"), objective("H2")];
        check_all(&crowded);
        let frame = Frame::new(9, 3);
        let areas = areas(&crowded, &frame);
        let tokens = crowded.squads.iter().flat_map(|it| &it.units).map(|it| frame.plot(it.on));
        let hidden: f32 = tokens.map(|it| it.grown(-0.1 * frame.tile).overlap(cloth(areas[0]))).sum();
        assert_eq!(hidden, 0.0, "{areas:?}");
        for (area, it) in areas.iter().zip(&crowded.objectives) {
            let foot = Rect { left: area.left, top: area.top + area.height, width: 1.0, height: 1.0 };
            assert_eq!(foot.overlap(frame.tile(it.at)), 1.0, "the pole stands on {}: {area:?}", it.at);
        }
        let free = frame.tile(crowded.objectives[1].at);
        assert_eq!(areas[1], place(free, FEET[0], 0, &frame), "nobody is in the way of the other one");
    }
}
