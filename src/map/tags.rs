//! Tags, which show the label of each squad and how many units stand. They are placed where they hide least.

use crate::map::canvas::{Anchor, Canvas, Ink, Path, Rect};
use crate::map::flags;
use crate::map::formations::label_area;
use crate::map::frame::Frame;
use crate::map::metrics::{Weight, fit, width};
use crate::map::overlay::lettering;
use crate::map::picture::{Arrow, ArrowKind, Form, PartyId, Picture, SquadView};
use crate::map::plates::above;
use crate::map::spot::Spot;
use crate::map::style::{INK, WHITE, colour, edged};

/// With more squads than this, tags get smaller.
const LARGE_TAGS_MAX: f32 = 14.0;

/// From this size on, in font sizes of labels, letters on a figure are as easy to read as a tag.
const READ_MIN: f32 = 0.66;
/// The font size of the counts on a tag, in font sizes of its label.
const COUNT: f32 = 0.72;
/// The font size of the marks on a tag, in font sizes of its label.
const MARK: f32 = 1.05;
/// The font size of the notes on a tag, in font sizes of its label.
const NOTE: f32 = 0.62;

/// The width of the blank after the label, in font sizes of the label.
const BLANK: f32 = 0.22;

/// A tag and where it belongs.
struct Tag<'a> {
    /// `None` for the tag of an objective.
    squad: Option<&'a SquadView>,
    /// Its texts, one after the other, with their font sizes in font sizes of its label.
    words: Vec<(String, f32)>,
    /// The area of what it names, which it should be close to.
    near: Rect,
    width: f32,
    height: f32,
}

/// Places and draws all tags.
pub(super) fn draw(canvas: &mut Canvas, picture: &Picture, frame: &Frame) {
    let size = label_size(picture, frame);
    let tags = tags(picture, frame, size);
    let mut room = Room::new(picture, frame);
    let placed: Vec<(&Tag<'_>, Rect)> = tags.iter().map(|tag| (tag, room.place(tag))).collect();
    placed.iter().for_each(|(tag, area)| leader_line(canvas, tag, *area, frame));
    placed.iter().for_each(|(tag, area)| draw_tag(canvas, tag, *area, size));
}

/// The font size of labels: smaller if many tags have to find room.
fn label_size(picture: &Picture, frame: &Frame) -> f32 {
    let many = (picture.squads.len() as f32 / LARGE_TAGS_MAX).max(1.0);
    (frame.label / many.sqrt().min(2.5)).max(11.0)
}

fn tags<'a>(picture: &'a Picture, frame: &Frame, size: f32) -> Vec<Tag<'a>> {
    let tagged = picture.squads.iter().filter(|it| is_tagged(it, frame, size));
    let squads = tagged.map(|it| squad_tag(it, frame, size));
    let places = picture.objectives.iter().zip(flags::areas(picture, frame)).map(|(it, near)| {
        let name = fit(&it.name.drawn(), size * COUNT, Weight::Bold, frame.width * 0.3);
        let width = width(&name, size * COUNT, Weight::Bold) + size * 0.5;
        Tag { squad: None, words: vec![(name, COUNT)], near, width, height: size }
    });
    places.chain(squads).collect()
}

/// Whether a squad needs a tag. A single figure with readable letters on it needs none, unless the tag says more: it
/// would look like another unit.
fn is_tagged(squad: &SquadView, frame: &Frame, size: f32) -> bool {
    let [one] = &squad.units[..] else { return true };
    let says_more = !(counts(squad).is_empty() && marks(squad).is_empty() && squad.notes.is_empty());
    says_more || lettering(&squad.label, one, frame).is_none_or(|it| it < READ_MIN * size)
}

fn squad_tag<'a>(squad: &'a SquadView, frame: &Frame, size: f32) -> Tag<'a> {
    let notes = fit(&notes(squad), size * NOTE, Weight::Bold, frame.width * 0.3);
    let words =
        vec![(squad.label.clone(), 1.0), (counts(squad), COUNT), (marks(squad).to_owned(), MARK), (notes, NOTE)];
    let width: f32 = words.iter().map(|(text, share)| width(text, size * share, Weight::Bold)).sum();
    // A tag with a label alone has no blank after it.
    let blank = if words[1..].iter().all(|it| it.0.is_empty()) { 0.0 } else { BLANK };
    let (width, height) = ((width + size * (0.63 + blank)).round(), (size * 1.22).round());
    Tag { squad: Some(squad), words, near: cluster(squad, frame), width, height }
}

/// The counts on a tag: how many units stand, and how many are carried; empty for a squad of one that carries none.
pub(super) fn counts(squad: &SquadView) -> String {
    match squad.carried {
        0 if squad.starting == 1 => String::new(),
        0 => format!("{}/{}", squad.standing, squad.starting),
        carried => format!("{}/{}+{carried}", squad.standing, squad.starting),
    }
}

/// The marks on a tag: whether the squad is in melee, and whether it is broken.
pub(super) fn marks(squad: &SquadView) -> &'static str {
    match (squad.is_engaged(), squad.is_broken) {
        (false, false) => "",
        (true, false) => "⚔",
        (false, true) => "⚐",
        (true, true) => "⚔⚐",
    }
}

/// The notes on a tag, after a blank; empty without any.
pub(super) fn notes(squad: &SquadView) -> String {
    let notes: Vec<&str> = squad.notes.iter().map(|it| &**it).collect();
    if notes.is_empty() { String::new() } else { format!(" {}", notes.join(", ")) }
}

/// The area around the units of a squad that are close to its middle, which are all unless it is spread widely.
fn cluster(squad: &SquadView, frame: &Frame) -> Rect {
    let spots: Vec<Spot> = squad.units.iter().map(|it| it.on.middle()).collect();
    let middle = Spot::mean(&spots).expect("a squad on the map has somebody standing");
    let far = |at: Spot| at.distance(middle);
    let nearest = spots.iter().map(|it| far(*it)).fold(f32::INFINITY, f32::min);
    let close = squad.units.iter().filter(|it| far(it.on.middle()) <= nearest + 5.0);
    close.map(|it| frame.plot(it.on)).reduce(Rect::joined).expect("the nearest is close")
}

/// The room for tags, and what takes it up.
struct Room {
    /// The whole room.
    whole: Rect,
    tile: f32,
    tags: Vec<Rect>,
    units: Vec<Rect>,
    ways: Vec<Rect>,
}

impl Room {
    fn new(picture: &Picture, frame: &Frame) -> Room {
        let units = picture.squads.iter().flat_map(|it| &it.units).map(|it| frame.plot(it.on));
        let standards = picture.squads.iter().filter_map(|it| Some(above(frame.tile(it.plate?.standard?))));
        let flags = flags::areas(picture, frame).into_iter().chain(standards);
        let tips = picture.arrows.iter().filter_map(|it| tip(it, frame));
        // Tags could hide a low map entirely, so its whole area counts as taken.
        let low = (0.0 < frame.band).then(|| frame.map_with_coordinates());
        Room {
            whole: frame.room(),
            tile: frame.tile,
            tags: picture.labelled_formations().filter_map(|(label, it)| label_area(&label, it, frame)).collect(),
            units: units.chain(flags).chain(tips).chain(low).collect(),
            ways: ways(picture, frame),
        }
    }

    /// Places a tag in the best area: close to what it names, hiding no unit, and not over another tag if there is any
    /// room.
    fn place(&mut self, tag: &Tag) -> Rect {
        let step = (self.tile * 0.6).max(tag.height * 0.5);
        let mut best: Option<(f32, Rect)> = None;
        for away in (0..14_u8).map(|ring| f32::from(ring) * step) {
            // An area farther out costs at least its distance.
            if best.is_some_and(|it| it.0 <= away) {
                break;
            }
            for area in self.areas_around(tag, away) {
                let limit = best.map_or(f32::INFINITY, |it| it.0);
                best = self.cost_below(tag, area, limit).map(|cost| (cost, area)).or(best);
            }
        }
        let best = match best {
            Some((cost, area)) if cost < OVERLAP => area,
            _ => self.best_anywhere(tag),
        };
        // On whole pixels, equal tags have equal pixels, which compresses well.
        let best = Rect { left: best.left.round(), top: best.top.round(), ..best };
        self.tags.push(best);
        best
    }

    /// Areas on a frame around what the tag names, this far away from it.
    fn areas_around(&self, tag: &Tag, away: f32) -> impl Iterator<Item = Rect> + use<> {
        let (near, gap) = (tag.near, self.tile * 0.12 + away);
        let (width, height) = (tag.width, tag.height);
        let start = Rect { left: near.left - width - gap, top: near.top - height - gap, width, height };
        let (across, down) = (near.width + width + 2.0 * gap, near.height + height + 2.0 * gap);
        let part = |n: u8| f32::from(n) / 8.0;
        let rows = [0.0, down].into_iter().flat_map(move |dy| (0..=8).map(move |n| (part(n) * across, dy)));
        let columns = [0.0, across].into_iter().flat_map(move |dx| (1..8).map(move |n| (dx, part(n) * down)));
        let whole = self.whole;
        rows.chain(columns).map(move |(dx, dy)| moved_inside(start.shifted(dx, dy), whole))
    }

    /// The first free area of the whole room, or else the one where least is hidden.
    fn best_anywhere(&self, tag: &Tag) -> Rect {
        let (width, height) = (tag.width, tag.height);
        let (columns, rows) = ((self.whole.width / width).ceil() as u16, (self.whole.height / height).ceil() as u16);
        let at = |x: u16, y: u16| {
            let left = self.whole.left + f32::from(x) * width;
            moved_inside(Rect { left, top: self.whole.top + f32::from(y) * height, width, height }, self.whole)
        };
        let mut best = (f32::INFINITY, tag.near);
        for area in (0..rows).flat_map(|y| (0..columns).map(move |x| at(x, y))) {
            best = self.cost_below(tag, area, best.0).map_or(best, |cost| (cost, area));
        }
        best.1
    }

    /// The cost of an area; `None` if it is `limit` or more.
    fn cost_below(&self, tag: &Tag, area: Rect, limit: f32) -> Option<f32> {
        let hidden = |all: &[Rect], area: Rect| all.iter().map(|it| it.overlap(area)).sum::<f32>();
        let (from, to) = (tag.near.middle(), area.middle());
        let away = (from.0 - to.0).hypot(from.1 - to.1);
        // Everything else only adds to the cost.
        if limit <= away {
            return None;
        }
        let on_tags = hidden(&self.tags, area.grown(self.tile * 0.08));
        let penalty = if on_tags > 0.0 { OVERLAP } else { 0.0 };
        let in_the_way = hidden(&self.units, area) * HIDES_UNIT + hidden(&self.ways, area) * HIDES_WAY;
        let cost = away + in_the_way / self.tile + on_tags + penalty;
        (cost < limit).then_some(cost)
    }
}

/// The area of an arrow's head, without which nobody knows where the arrow goes.
fn tip(it: &Arrow, frame: &Frame) -> Option<Rect> {
    let [.., before, last] = &it.points[..] else { return None };
    let length = before.distance(*last);
    let tip = last.towards(*before, if length == 0.0 { 0.0 } else { (it.short / length).min(0.4) });
    Some(Rect::around(frame.spot(tip), frame.line() * 4.0))
}

/// Small squares along all arrows but those of fire.
fn ways(picture: &Picture, frame: &Frame) -> Vec<Rect> {
    let moves = picture.arrows.iter().filter(|it| it.kind != ArrowKind::Fire);
    let legs = moves.flat_map(|it| it.points.windows(2));
    let spots = legs.flat_map(|leg| {
        let count = (leg[0].distance(leg[1]) * 2.0).ceil().max(1.0);
        (0..=count as u16).map(move |n| leg[0].towards(leg[1], f32::from(n) / count))
    });
    spots.map(|it| Rect::around(frame.spot(it), frame.tile * 0.5)).collect()
}

/// The cost of lying over a unit's tile: as much as this many tiles of distance.
const HIDES_UNIT: f32 = 24.0;
/// The cost of lying over a way.
const HIDES_WAY: f32 = 3.0;
/// The cost of lying over another tag: more than anything else.
const OVERLAP: f32 = 1e6;

/// The area, moved inside if it sticks out.
fn moved_inside(it: Rect, map: Rect) -> Rect {
    let left = it.left.min(map.left + map.width - it.width).max(map.left);
    let top = it.top.min(map.top + map.height - it.height).max(map.top);
    Rect { left, top, ..it }
}

/// Draws a thin line from a tag to what it names, if that is far away.
fn leader_line(canvas: &mut Canvas, tag: &Tag, area: Rect, frame: &Frame) {
    let (x, y) = area.middle();
    let Rect { left, top, width, height } = tag.near;
    let to = (x.clamp(left, left + width), y.clamp(top, top + height));
    let free = area.grown(frame.tile * 0.8);
    if free.overlap(tag.near) > 0.0 {
        return;
    }
    let colour = tag.squad.map_or(INK, |it| colour(it.party));
    let thin = frame.line() * 0.4;
    for (colour, thin) in [(WHITE, thin * 2.4), (colour, thin)] {
        canvas.path(Path::default().go((x, y)).line(to), edged("none", colour, thin));
    }
}

fn draw_tag(canvas: &mut Canvas, tag: &Tag, area: Rect, size: f32) {
    let Some(squad) = tag.squad else {
        canvas.rect(area, edged(WHITE, INK, size * 0.05) + " rx=\"2\"");
        return tag.words.iter().for_each(|(name, share)| canvas.sign(area.middle(), size * share, INK, name));
    };
    let halo = area.height * 0.07;
    let radius = corner(area, squad.party) + halo;
    canvas.rect(area.grown(halo), format_args!("fill=\"{WHITE}\" rx=\"{radius:.1}\""));
    let ink = label_plate(canvas, area, squad.party, squad.is_broken);
    let (mut x, y) = ((area.left + size * 0.3).round(), (area.top + area.height / 2.0 + size * 0.36).round());
    for (n, (text, share)) in tag.words.iter().enumerate().filter(|it| !it.1.0.is_empty()) {
        let size_here = size * share;
        let blank = if text.starts_with(' ') { width(" ", size_here, Weight::Bold) } else { 0.0 };
        canvas.text(x + blank, y, Ink { size: size_here, ..ink }, text.trim_start());
        x += width(text, size_here, Weight::Bold) + if n == 0 { size * BLANK } else { 0.0 };
    }
}

/// Draws the plate under a label, in the form of the party, and white with a dashed edge for a broken squad. Returns
/// the ink for texts on it.
pub(super) fn label_plate(canvas: &mut Canvas, area: Rect, party: PartyId, is_broken: bool) -> Ink {
    let colour = colour(party);
    let (radius, line) = (corner(area, party), area.height * 0.07);
    if is_broken {
        let (edge, dash, gap) = (edged(WHITE, colour, line), line * 3.0, line * 1.5);
        canvas.rect(area, format_args!("{edge} stroke-dasharray=\"{dash:.1} {gap:.1}\" rx=\"{radius:.1}\""));
    } else {
        let (whole, radius) = (area.grown(line / 2.0), radius + line / 2.0);
        canvas.rect(whole, format_args!("fill=\"{colour}\" rx=\"{radius:.1}\""));
    }
    let ink = if is_broken { colour } else { WHITE };
    Ink { size: area.height, weight: Weight::Bold, colour: ink, anchor: Anchor::Start }
}

/// The radius of a plate's corners.
fn corner(area: Rect, party: PartyId) -> f32 {
    let share = match party.form() {
        Form::Round => 0.42,
        Form::Square => 0.06,
        Form::Cut => 0.2,
    };
    area.height * share
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::drawn::picture;
    use crate::map::{Hero, Name, ObjectiveView};

    #[test]
    fn tags_hide_nobody_as_long_as_there_is_room_elsewhere() {
        let drawing = "
            .  .  .a .  .  .  .  .b .  .  .  .  .x .  .  .  .  .
            .  .a .  .a .  .  .b .  .b .  .  .x .  .x .  .  .  .
            .  .  .a .  .c .  .  .b .  .y .  .  .x .  .y .  .  .
            .d .  .  .c .  .c .  .  .y .  .y .  .  .y .  .y .  .
            .  .d .  .  .c .  .d .  .  .y .  .  .  .  .y .  .  .
            .d .  .d .  .  .c .  .c .  .  .  .x .  .  .  .  .  .";
        let squads = [
            ('a', "Alpha", 0),
            ('b', "Bravo", 0),
            ('c', "Carts", 0),
            ('d', "Delta", 0),
            ('x', "Xerxes", 1),
            ('y', "Yard", 1),
        ];
        let mut it = picture(drawing, &squads);
        let at = "F4".parse().expect("a tile");
        let name = Name::new("the old mill");
        it.objectives = vec![ObjectiveView { name, at, radius: 2, owner: None, is_contested: false, held_rounds: 0 }];
        let (_, room, placed) = placed(&it);
        for area in placed {
            let hidden: f32 = room.units.iter().map(|it| it.overlap(area)).sum();
            assert!(hidden < 0.02 * room.tile * room.tile, "{area:?} hides {hidden}");
        }
    }

    #[test]
    fn tags_of_a_low_map_lie_above_and_below_it() {
        let row = |letters: &str| letters.chars().map(|it| format!(".{it} . . . . . . . . ")).collect::<String>();
        let squads = ["Alpha", "Bravo", "Carts", "Delta", "Edgar", "Fenns", "Gulls", "Hares"];
        let squads: Vec<_> = ('a'..).zip(squads).map(|(letter, name)| (letter, name, 0)).collect();
        let (frame, _, placed) = placed(&picture(&format!("{}\n{}", row("abcdefgh"), row("hgfedcba")), &squads));
        placed.iter().for_each(|it| assert_eq!(it.overlap(frame.map()), 0.0, "{it:?}"));
    }

    #[test]
    fn who_stands_alone_has_a_tag_only_if_it_says_more_than_the_letters_on_the_figure() {
        let squads =
            [('a', "Alpha", 0), ('b', "Bravo", 0), ('c', "Carts", 0), ('h', "Hera", 1), ('s', "Slugga Boyz 1", 1)];
        let few = ". .a . .b . .c .c . .h . .s\n";
        let tagged = |drawing: &str| {
            let mut it = picture(drawing, &squads);
            it.squads[1].notes = vec![Name::new("braced")];
            it.squads[3].units[0].hero = Some(Hero { name: Name::new("Hera"), mark: "H".to_owned() });
            let frame = Frame::new(it.ground.width, it.ground.height);
            let tags = tags(&it, &frame, label_size(&it, &frame));
            tags.iter().filter_map(|it| Some(it.squad?.label.clone())).collect::<Vec<_>>()
        };
        assert_eq!(tagged(few), ["B", "C", "H"], "a note, two of them, and a star");
        let many = few.replace('\n', &" .".repeat(30));
        assert_eq!(tagged(&many), ["A", "B", "C", "H", "SB1"], "in small tiles letters are too small");
    }

    /// The areas of the tags of a picture.
    fn placed(it: &Picture) -> (Frame, Room, Vec<Rect>) {
        let frame = Frame::new(it.ground.width, it.ground.height);
        let mut room = Room::new(it, &frame);
        let placed = tags(it, &frame, label_size(it, &frame)).iter().map(|tag| room.place(tag)).collect();
        (frame, room, placed)
    }
}
