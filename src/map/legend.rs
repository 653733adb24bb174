//! The legend of a map: it explains the signs that occur on the map, and no others.

use crate::diagnostic::capitalised;
use crate::field::{Direction, Look};
use crate::map::base::swatch;
use crate::map::canvas::{Anchor, Canvas, Ink, Path, Rect};
use crate::map::flags::flag;
use crate::map::formations::{label, outline};
use crate::map::frame::Frame;
use crate::map::melees::{clash, link};
use crate::map::metrics::{Weight, fit, width};
use crate::map::names::Name;
use crate::map::overlay::{bodies, cross, draw_arrow, is_linked, link_style, reach_style, signs};
use crate::map::picture::{
    Arrow, ArrowKind, FormationView, Moment, ObjectiveView, Party, PartyId, Picture, Shape, SquadView,
};
use crate::map::plates::{front, ground, standard};
use crate::map::style::{FADED, INK, colour, line};
use crate::map::tags::{counts, label_plate, marks, notes};
use crate::map::words::{owner, whose, whose_one};

/// Draws the legend below the map. Returns its bottom edge.
pub(super) fn draw(canvas: &mut Canvas, picture: &Picture, frame: &Frame) -> f32 {
    let mut legend = Legend::new(frame);
    legend.squads(canvas, picture);
    for it in &picture.objectives {
        legend.objective(canvas, picture, it);
    }
    for (label, it) in picture.labelled_formations() {
        legend.formation(canvas, &label, it);
    }
    legend.y += legend.size * 0.3;
    legend.units(canvas, picture);
    legend.marks(canvas, picture);
    legend.fallen(canvas, picture);
    legend.arrows(canvas, picture);
    legend.plates(canvas, picture);
    legend.melees(canvas, picture);
    legend.ground(canvas, picture, frame);
    (legend.y + legend.row() + legend.size * 0.4).ceil()
}

/// How many heroes the legend names.
const HEROES_MAX: usize = 12;

/// The font size of the marks of tags, in font sizes of the legend.
const MARK: f32 = 0.9;

/// The width of most signs, in font sizes of the legend.
const USUAL: f32 = 1.25;

/// A legend in the making: its bounds, and the place of the next item.
struct Legend {
    size: f32,
    left: f32,
    right: f32,
    x: f32,
    y: f32,
}

impl Legend {
    fn new(frame: &Frame) -> Legend {
        let (left, right) = ((frame.legend * 0.6).round(), frame.width - frame.legend * 0.6);
        Legend { size: frame.legend, left, right, x: left, y: (frame.bottom + frame.legend * 0.4).round() }
    }

    /// The height of a row. It is a whole number, so that equal letters are equal pixels in every row, which compresses
    /// well.
    fn row(&self) -> f32 {
        (self.size * 1.6).round()
    }

    fn ink(&self, weight: Weight) -> Ink {
        Ink { size: self.size, weight, colour: INK, anchor: Anchor::Start }
    }

    /// The baseline of the row at `top`.
    fn baseline(&self, top: f32) -> f32 {
        (top + self.row() / 2.0 + self.size * 0.36).round()
    }

    /// Draws the squads, two parties beside each other: yours on the left and the enemy's on the right.
    fn squads(&mut self, canvas: &mut Canvas, picture: &Picture) {
        let half = (self.right - self.left) / 2.0;
        let columns = [self.left, (self.left + half + self.size * 0.3).round()];
        let parties: Vec<(PartyId, &Party)> = picture.parties_with_ids().collect();
        for pair in parties.chunks(columns.len()) {
            let top = self.y;
            for ((id, party), left) in pair.iter().zip(columns) {
                let squads: Vec<&SquadView> = picture.squads_of(*id).collect();
                let standing: usize = squads.iter().map(|it| it.standing).sum();
                let ink = Ink { colour: colour(*id), ..self.ink(Weight::Bold) };
                let count = format!(": {standing} standing");
                let room = half - self.size - width(&count, self.size, Weight::Bold);
                let name = fit(&capitalised(whose(party)), self.size, Weight::Bold, room);
                canvas.text(left, self.baseline(top), ink, &format!("{name}{count}"));
                for (n, squad) in squads.iter().enumerate() {
                    let top = top + (n + 1) as f32 * self.row();
                    self.squad(canvas, squad, left, top, half - self.size * 0.3);
                }
                let rows = squads.len() + 1;
                let gone = picture.gone.iter().filter(|it| it.1 == *id).map(|it| it.0.drawn());
                let gone = gone.enumerate().map(|(n, name)| {
                    self.gone(canvas, &name, left, top + (rows + n) as f32 * self.row(), half - self.size * 0.3);
                });
                self.y = self.y.max(top + (rows + gone.count()) as f32 * self.row());
            }
        }
    }

    /// The area of the plate at the head of a row.
    fn plate(&self, left: f32, top: f32) -> Rect {
        Rect { left, top: top + self.row() * 0.1, width: self.size * 2.3, height: self.row() * 0.8 }
    }

    fn squad(&self, canvas: &mut Canvas, squad: &SquadView, left: f32, top: f32, room: f32) {
        let size = self.size;
        let (plate, y) = (self.plate(left, top), self.baseline(top));
        let ink = label_plate(canvas, plate, squad.party, squad.is_broken);
        let label_size = if squad.label.chars().count() > 3 { size * 0.75 } else { size * 0.9 };
        let ink = Ink { size: label_size, anchor: Anchor::Middle, ..ink };
        canvas.text(left + plate.width / 2.0, y, ink, &squad.label);
        let counts = format!("{} {}", counts(squad), marks(squad));
        let counts_width = width(&counts, size, Weight::Bold);
        let free = room - plate.width - counts_width - size;
        let name = squad.name.drawn();
        let name_width = width(&name, size, Weight::Plain).min(free * 0.5);
        let notes = fit(&notes(squad), size, Weight::Plain, free - name_width);
        let notes_width = width(&notes, size, Weight::Plain);
        let name_left = left + plate.width + size * 0.4;
        let name = fit(&name, size, Weight::Plain, free - notes_width);
        canvas.text(name_left, y, self.ink(Weight::Plain), &name);
        let after = name_left + width(&name, size, Weight::Plain) + size * 0.4;
        canvas.text(after, y, self.ink(Weight::Bold), counts.trim());
        if !notes.is_empty() {
            let after = after + width(counts.trim_end(), size, Weight::Bold) + size * 0.4;
            canvas.text(after, y, self.ink(Weight::Plain), notes.trim_start());
        }
    }

    /// Draws the name of a squad without standing units, struck through.
    fn gone(&self, canvas: &mut Canvas, name: &str, left: f32, top: f32, room: f32) {
        let (size, y) = (self.size, self.baseline(top));
        let left = left + size * 2.7;
        let name = fit(name, size, Weight::Plain, room - size * 2.7);
        canvas.text(left, y, Ink { colour: FADED, ..self.ink(Weight::Plain) }, &name);
        let (right, middle) = (left + width(&name, size, Weight::Plain), y - size * 0.3);
        canvas.path(Path::default().go((left, middle)).line((right, middle)), line(FADED, size * 0.09));
    }

    fn objective(&mut self, canvas: &mut Canvas, picture: &Picture, it: &ObjectiveView) {
        let size = self.size;
        let area =
            Rect { left: self.left + size * 0.7, top: self.y + size * 0.2, width: size * 1.2, height: size * 1.2 };
        flag(canvas, it.owner, it.is_contested, area);
        let x = self.left + size * 2.7;
        let owner = owner(it.owner.map(|it| picture.party(it)));
        let contested = if it.is_contested { ", contested" } else { "" };
        self.named(canvas, x, &it.name, &format!("at {}: {owner}{contested}", it.at));
    }

    fn formation(&mut self, canvas: &mut Canvas, name: &str, it: &FormationView) {
        let plate = self.plate(self.left, self.y);
        label(canvas, name, it.party, plate);
        let x = plate.left + plate.width + self.size * 0.4;
        let led = it.leader.as_ref().map_or(String::new(), |it| format!(", led by {}", it.drawn()));
        self.named(canvas, x, &it.name, &format!("{}{led}", it.units.len()));
    }

    /// Draws a name and more text after it, in a row of their own.
    fn named(&mut self, canvas: &mut Canvas, x: f32, name: &Name, rest: &str) {
        let (size, y) = (self.size, self.baseline(self.y));
        let room = self.right - x - size - width(rest, size, Weight::Plain);
        let name = fit(&name.drawn(), size, Weight::Bold, room);
        canvas.text(x, y, self.ink(Weight::Bold), &name);
        canvas.text(x + width(&name, size, Weight::Bold) + size * 0.4, y, self.ink(Weight::Plain), rest);
        self.y += self.row();
    }

    /// Draws a sign, `widths` font sizes wide, and its meaning; nothing if `draw` is `None`.
    fn sign(&mut self, canvas: &mut Canvas, widths: f32, draw: Option<impl FnOnce(&mut Canvas, Rect)>, words: &str) {
        let Some(draw) = draw else { return };
        let size = self.size * 0.92;
        let (icon, gap) = (self.size * widths, self.size * 0.35);
        let words = fit(words, size, Weight::Plain, self.right - self.left - icon - gap);
        let whole = icon + gap + width(&words, size, Weight::Plain);
        if self.right < self.x + whole && self.left < self.x {
            self.x = self.left;
            self.y += self.row();
        }
        let area = Rect { left: self.x, top: self.y + (self.row() - icon) / 2.0, width: icon, height: icon };
        draw(canvas, area);
        let ink = Ink { size, ..self.ink(Weight::Plain) };
        canvas.text(self.x + icon + gap, self.baseline(self.y), ink, &words);
        self.x += whole + self.size;
    }

    fn units(&mut self, canvas: &mut Canvas, picture: &Picture) {
        let units = || picture.squads.iter().flat_map(|squad| squad.units.iter().map(move |it| (squad.party, it)));
        for (id, party) in picture.parties_with_ids() {
            let plain =
                |shape| units().any(|it| it.0 == id && it.1.shape == shape).then(|| unit(id, shape, false, None));
            self.sign(canvas, USUAL, plain(Shape::Figure), whose(party));
            for (shape, word) in [
                (Shape::Vehicle, "vehicle"),
                (Shape::Rider, "rider"),
                (Shape::Monster, "monster"),
                // A keg or a door is not a building.
                (Shape::Structure, if *party == Party::Nobody { "object" } else { "structure" }),
            ] {
                self.sign(canvas, USUAL, plain(shape), &whose_one(party, word));
            }
        }
        let mut heroes = units().filter_map(|(party, it)| Some((party, it, it.hero.as_ref()?)));
        for (party, it, hero) in heroes.by_ref().take(HEROES_MAX) {
            self.sign(canvas, USUAL, Some(unit(party, it.shape, false, Some(&hero.mark))), &hero.name);
        }
        if let Some((party, it, _)) = heroes.next() {
            // A star without letters stands for all further heroes.
            let more = format!("and {} more", 1 + heroes.count());
            self.sign(canvas, USUAL, Some(unit(party, it.shape, false, Some(""))), &more);
        }
        let engaged = units().find(|it| it.1.is_engaged);
        self.sign(canvas, USUAL, engaged.map(|it| unit(it.0, it.1.shape, true, None)), "engaged");
    }

    fn marks(&mut self, canvas: &mut Canvas, picture: &Picture) {
        let first = |is_it: &dyn Fn(&SquadView) -> bool| picture.squads.iter().find(|it| is_it(it));
        self.sign(canvas, 1.8, first(&is_linked).map(|it| linked(it.party)), "one squad");
        let size = self.size * MARK;
        for (is_there, text, words) in [
            (first(&SquadView::is_engaged).is_some(), "⚔", "in melee"),
            (first(&|it| it.is_broken).is_some(), "⚐", "broken"),
            (first(&|it| it.carried > 0).is_some(), "+1", "carries 1 downed"),
            (first(&|it| 1 < it.starting).is_some(), "3/5", "3 of 5 stand"),
        ] {
            let mark = |canvas: &mut Canvas, area: Rect| canvas.sign(area.middle(), size, INK, text);
            self.sign(canvas, width(text, MARK, Weight::Bold), is_there.then_some(mark), words);
        }
    }

    fn fallen(&mut self, canvas: &mut Canvas, picture: &Picture) {
        let left = picture.parties_with_ids().map(|(id, party)| (Some(id), format!("{}, left behind", whose(party))));
        for (it, words) in std::iter::once((None, "killed".to_owned())).chain(left) {
            let occurs = picture.fallen.iter().any(|fallen| (!fallen.is_killed).then_some(fallen.party) == it);
            let lies = |canvas: &mut Canvas, area: Rect| cross(canvas, it, area);
            self.sign(canvas, USUAL, occurs.then_some(lies), &words);
        }
    }

    fn arrows(&mut self, canvas: &mut Canvas, picture: &Picture) {
        let is_to_come = matches!(picture.moment, Moment::Opening(_));
        for (kind, was, is) in [
            (ArrowKind::Move, "moved", "moves"),
            (ArrowKind::Charge, "charged", "charges"),
            (ArrowKind::Press, "pressed in", "presses in"),
            (ArrowKind::Fire, "fired at", "fires at"),
        ] {
            let it = picture.arrows.iter().find(|it| it.kind == kind);
            let plain = it.map(|it| arrow(Arrow { is_doubtful: false, ..it.clone() }));
            self.sign(canvas, 2.2, plain, if is_to_come { is } else { was });
        }
        let doubtful = picture.arrows.iter().find(|it| it.is_doubtful);
        self.sign(canvas, 2.2, doubtful.map(|it| arrow(it.clone())), "short dashes: in doubt");
    }

    fn plates(&mut self, canvas: &mut Canvas, picture: &Picture) {
        self.sign(canvas, USUAL, picture.formations.first().map(|it| formation(it.party)), "outline: in formation");
        let mut squads = picture.squads.iter();
        let on_plate = squads.clone().find(|it| it.plate.is_some());
        self.sign(canvas, USUAL, on_plate.map(|it| plate(it.party)), "plate, and its front");
        let bearer = squads.find(|it| it.plate.is_some_and(|it| it.standard.is_some()));
        self.sign(canvas, USUAL, bearer.map(|it| banner(it.party)), "standard");
    }

    fn melees(&mut self, canvas: &mut Canvas, picture: &Picture) {
        let blows = |canvas: &mut Canvas, area: Rect| clash(canvas, area.grown(-area.width * 0.06));
        self.sign(canvas, USUAL, picture.clashes.first().map(|_| blows), "exchanged blows");
        let ring = |canvas: &mut Canvas, area: Rect| {
            let middle = area.middle().1;
            link(canvas, (area.left, middle), (area.left + area.width, middle), area.width * 0.11);
        };
        self.sign(canvas, USUAL, picture.rings.first().map(|_| ring), "in close combat");
    }

    fn ground(&mut self, canvas: &mut Canvas, picture: &Picture, frame: &Frame) {
        let reach = |canvas: &mut Canvas, area: Rect| canvas.path(&framed(area), reach_style(None, frame));
        self.sign(canvas, USUAL, picture.objectives.first().map(|_| reach), "objective’s reach");
        let letter = |canvas: &mut Canvas, area: Rect, it: &str| {
            canvas.sign(area.middle(), area.width * 0.6, FADED, it);
        };
        let highest = picture.ground.heights().into_keys().next_back().map(|it| it.to_string());
        let high = highest.map(|it| move |canvas: &mut Canvas, area: Rect| letter(canvas, area, &it));
        self.sign(canvas, USUAL, high, "inches high");
        let mut kinds: Vec<_> =
            picture.ground.occurring().filter(|it| it.look != Look::Open || it.mark.is_some()).collect();
        kinds.sort_by_key(|it| it.look);
        for kind in kinds {
            let tile = |canvas: &mut Canvas, area: Rect| {
                swatch(canvas, kind.look, kind.mark.is_some(), area);
                kind.mark.iter().for_each(|it| letter(canvas, area, &it.to_string()));
            };
            self.sign(canvas, USUAL, Some(tile), &kind.name);
        }
    }
}

fn unit(party: PartyId, shape: Shape, is_engaged: bool, hero: Option<&str>) -> impl FnOnce(&mut Canvas, Rect) {
    move |canvas, area| {
        bodies(canvas, &[(shape, area)], party, is_engaged, area.width);
        signs(canvas, &[(shape, area, hero)], area.width);
    }
}

/// Draws two units of a squad with the line that joins them.
fn linked(party: PartyId) -> impl FnOnce(&mut Canvas, Rect) {
    move |canvas, area| {
        let (edge, middle) = (area.width * 0.36, area.middle().1);
        let ends = [area.left + edge / 2.0, area.left + area.width - edge / 2.0].map(|x| (x, middle));
        canvas.path(Path::default().go(ends[0]).line(ends[1]), link_style(party, edge));
        bodies(canvas, &ends.map(|it| (Shape::Figure, Rect::around(it, edge))), party, false, edge);
    }
}

fn arrow(it: Arrow) -> impl FnOnce(&mut Canvas, Rect) {
    move |canvas, area| {
        let middle = area.middle().1;
        let points = vec![(area.left, middle), (area.left + area.width, middle)];
        draw_arrow(canvas, &it, points, area.width * 0.09, 0.0);
    }
}

fn formation(party: PartyId) -> impl FnOnce(&mut Canvas, Rect) {
    move |canvas, area| outline(canvas, &framed(area), party, area.width * 0.08)
}

fn plate(party: PartyId) -> impl FnOnce(&mut Canvas, Rect) {
    move |canvas, area| {
        let plate = area.grown(-area.width * 0.1).shifted(0.0, area.width * 0.1);
        ground(canvas, party, plate, area.width * 0.8);
        front(canvas, party, Direction::North, plate, area.width * 0.8);
    }
}

fn banner(party: PartyId) -> impl FnOnce(&mut Canvas, Rect) {
    move |canvas, area| standard(canvas, party, area.shifted(-area.width * 0.3, 0.0))
}

/// A rectangle a little inside the edges of an area.
fn framed(area: Rect) -> Path {
    let mut path = Path::default();
    path.rect(area.grown(-area.width * 0.1));
    path
}
