//! Flags: whose an objective is. They fly beside those who stand on it, not over them.

use crate::map::canvas::{Canvas, Path, Rect};
use crate::map::frame::Frame;
use crate::map::party::{Form, PartyId};
use crate::map::picture::Picture;
use crate::map::squads::UnitView;
use crate::map::style::{INK, WHITE, colour, line};

/// How far from its tile a flag may fly, in steps of half its height.
const STEPS_MAX: i8 = 6;

/// All flags, each with a line to its tile if it doesn't fly there.
pub(super) fn draw(canvas: &mut Canvas, picture: &Picture, frame: &Frame) {
    for (it, area) in picture.objectives.iter().zip(areas(picture, frame)) {
        let tile = frame.tile(it.at);
        let foot = (area.left, area.top + area.height);
        let near = |at: f32, from: f32, length: f32| at.clamp(from, from + length);
        let end = (near(foot.0, tile.left, tile.width), near(foot.1, tile.top, tile.height));
        if end != foot {
            let mut way = Path::default();
            way.go(foot.0, foot.1).line(end.0, end.1);
            for (colour, thin) in [(WHITE, frame.line()), (INK, frame.line() * 0.4)] {
                canvas.path(&way, line(colour, thin));
            }
        }
        flag(canvas, it.owner, it.is_contested, area);
    }
}

/// Where the flag of each objective flies: over its tile, or as near as it hides nobody and no other flag; and never
/// too small to be seen.
pub(super) fn areas(picture: &Picture, frame: &Frame) -> Vec<Rect> {
    let body = |it: &UnitView| frame.footprint(it.footprint).grown(-0.1 * frame.tile);
    let mut taken: Vec<Rect> = picture.squads.iter().flat_map(|it| &it.units).map(body).collect();
    let mut areas = Vec::new();
    for it in &picture.objectives {
        let area = free(home(frame.tile(it.at), frame), &taken, frame);
        taken.push(area);
        areas.push(area);
    }
    areas
}

/// Over a tile.
fn home(tile: Rect, frame: &Frame) -> Rect {
    let edge = (frame.tile * 0.9).max(frame.width / 36.0);
    Rect { left: tile.left + tile.width * 0.2, top: tile.top + tile.height * 0.85 - edge, width: edge, height: edge }
}

/// The nearest place that hides nothing; where there is none, the one that hides least.
fn free(home: Rect, taken: &[Rect], frame: &Frame) -> Rect {
    let step = home.height / 2.0;
    let offsets = (-STEPS_MAX..=STEPS_MAX).flat_map(|y| (-STEPS_MAX..=STEPS_MAX).map(move |x| (x, y)));
    let mut places: Vec<(u16, Rect)> = offsets
        .map(|(x, y)| {
            let (dx, dy) = (u16::from(x.unsigned_abs()), u16::from(y.unsigned_abs()));
            (dx * dx + dy * dy, home.shifted(f32::from(x) * step, f32::from(y) * step))
        })
        .filter(|it| it.1 == home || it.1.joined(frame.map()) == frame.map())
        .collect();
    places.sort_by_key(|it| it.0);
    let hidden =
        |area: Rect| taken.iter().map(|it| shape(area).map(|part| part.overlap(*it)).iter().sum::<f32>()).sum();
    let mut best = (f32::INFINITY, home);
    for (_, area) in places {
        let hidden: f32 = hidden(area);
        if hidden < best.0 {
            best = (hidden, area);
        }
        if hidden == 0.0 {
            break;
        }
    }
    best.1
}

/// What of its area a flag covers: the cloth and the pole.
fn shape(area: Rect) -> [Rect; 2] {
    let Rect { left, top, width, height } = area;
    let thin = height * 0.09;
    [
        Rect { left, top, width: width * 0.85, height: height * 0.6 },
        Rect { left: left - thin, top, width: 2.0 * thin, height },
    ]
}

/// A flag in the form of its owner, an empty one for nobody; with a black ball on top where it is contested.
pub(super) fn flag(canvas: &mut Canvas, owner: Option<PartyId>, is_contested: bool, area: Rect) {
    let Rect { left, top, width, height } = area;
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
    pole.go(left, top).line(left, top + height);
    let thin = height * 0.09;
    canvas.path(&pole, line(WHITE, thin * 2.6));
    let fill = owner.map_or(WHITE, colour);
    canvas.path(&cloth, format_args!("fill=\"{fill}\" stroke=\"{WHITE}\" stroke-width=\"{:.1}\"", thin * 2.0));
    canvas.path(&cloth, format_args!("fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"{thin:.1}\""));
    canvas.path(&pole, line(INK, thin));
    if is_contested {
        let mut ball = Path::default();
        ball.circle(left, top, height * 0.16);
        canvas.path(&ball, format_args!("fill=\"{INK}\" stroke=\"{WHITE}\" stroke-width=\"{:.1}\"", thin * 0.7));
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
        let tokens = crowded.squads.iter().flat_map(|it| &it.units).map(|it| frame.footprint(it.footprint));
        let hidden: f32 = tokens.map(|it| it.grown(-0.1 * frame.tile).overlap(areas[0])).sum();
        assert_eq!(hidden, 0.0, "{areas:?}");
        let free = frame.tile(crowded.objectives[1].at);
        assert_eq!(areas[1], home(free, &frame), "nobody is in the way of the other one");
    }
}
