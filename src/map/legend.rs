//! What the signs on a map mean: every sign that occurs on it, and no other.

use crate::diagnostic::capitalised;
use crate::field::{Direction, Look};
use crate::map::arrows::{Arrow, ArrowKind};
use crate::map::base::swatch;
use crate::map::canvas::{Anchor, Canvas, Ink, Path, Rect};
use crate::map::clashes::clash;
use crate::map::flags::flag;
use crate::map::formations::{label, outline};
use crate::map::frame::Frame;
use crate::map::metrics::{Weight, fit, width};
use crate::map::names::Name;
use crate::map::overlay::{badge, badge_style, bodies, cross, draw_arrow, heroes, is_linked, link_style, reach_style};
use crate::map::party::{Party, PartyId};
use crate::map::picture::{FormationView, Moment, ObjectiveView, Picture};
use crate::map::plates::{front, ground, standard};
use crate::map::rings::link;
use crate::map::squads::{Shape, SquadView};
use crate::map::style::{FADED, INK, colour, line};
use crate::map::tags::{counts, marks, notes, pill};
use crate::map::words::{head, owner, whose, whose_one};

/// Draws the legend below the map: where it ends.
pub(super) fn draw(canvas: &mut Canvas, picture: &Picture, frame: &Frame) -> f32 {
    let mut legend = Legend::new(frame);
    legend.squads(canvas, picture);
    for it in &picture.objectives {
        legend.objective(canvas, picture, it);
    }
    for (label, it) in picture.labelled_formations() {
        legend.formation(canvas, &label, it);
    }
    legend.gap();
    for sign in signs(picture) {
        legend.sign(canvas, &sign);
    }
    legend.end()
}

/// Where the next thing goes.
struct Legend<'a> {
    frame: &'a Frame,
    size: f32,
    left: f32,
    right: f32,
    x: f32,
    y: f32,
}

impl<'a> Legend<'a> {
    fn new(frame: &'a Frame) -> Legend<'a> {
        let (left, right) = ((frame.legend * 0.6).round(), frame.width - frame.legend * 0.6);
        Legend { frame, size: frame.legend, left, right, x: left, y: (frame.bottom + frame.legend * 0.4).round() }
    }

    /// A whole number, so that equal letters are equal pixels in every row, and pack well.
    fn row(&self) -> f32 {
        (self.size * 1.6).round()
    }

    fn ink(&self, weight: Weight) -> Ink {
        Ink { size: self.size, weight, colour: INK, anchor: Anchor::Start }
    }

    /// Where the letters of the row at `top` stand.
    fn baseline(&self, top: f32) -> f32 {
        (top + self.row() / 2.0 + self.size * 0.36).round()
    }

    /// The squads, two parties beside each other: yours on the left and the enemy's on the right.
    fn squads(&mut self, canvas: &mut Canvas, picture: &Picture) {
        let half = (self.right - self.left) / 2.0;
        let columns = [self.left, (self.left + half + self.size * 0.3).round()];
        let parties: Vec<(PartyId, &Party)> = picture.placed_parties().collect();
        for pair in parties.chunks(columns.len()) {
            let top = self.y;
            for ((id, party), left) in pair.iter().zip(columns) {
                let squads: Vec<&SquadView> = picture.squads_of(*id).collect();
                let standing: usize = squads.iter().map(|it| it.standing).sum();
                let ink = Ink { colour: colour(*id), ..self.ink(Weight::Bold) };
                let count = format!(": {standing} standing");
                let room = half - self.size - width(&count, self.size, Weight::Bold);
                let name = fit(&capitalised(head(party)), self.size, Weight::Bold, room);
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

    /// Where a plate is at the head of a row.
    fn plate(&self, left: f32, top: f32) -> Rect {
        Rect { left, top: top + self.row() * 0.1, width: self.size * 2.3, height: self.row() * 0.8 }
    }

    fn squad(&self, canvas: &mut Canvas, squad: &SquadView, left: f32, top: f32, room: f32) {
        let size = self.size;
        let (plate, y) = (self.plate(left, top), self.baseline(top));
        let plate_width = plate.width;
        let ink = pill(canvas, plate, squad.party, squad.is_broken);
        let label_size = if squad.label.text.chars().count() > 3 { size * 0.75 } else { size * 0.9 };
        let ink = Ink { size: label_size, anchor: Anchor::Middle, ..ink };
        canvas.text(left + plate_width / 2.0, y, ink, &squad.label.text);
        let counts = format!("{} {}", counts(squad), marks(squad));
        let counts_width = width(&counts, size, Weight::Bold);
        let free = room - plate_width - counts_width - size;
        let name = squad.name.drawn();
        let name_width = width(&name, size, Weight::Plain).min(free * 0.5);
        let notes = fit(&notes(squad), size, Weight::Plain, free - name_width);
        let notes_width = width(&notes, size, Weight::Plain);
        let name_left = left + plate_width + size * 0.4;
        let name = fit(&name, size, Weight::Plain, free - notes_width);
        canvas.text(name_left, y, self.ink(Weight::Plain), &name);
        let after = name_left + width(&name, size, Weight::Plain) + size * 0.4;
        canvas.text(after, y, self.ink(Weight::Bold), counts.trim());
        if !notes.is_empty() {
            let after = after + width(counts.trim_end(), size, Weight::Bold) + size * 0.4;
            canvas.text(after, y, self.ink(Weight::Plain), notes.trim_start());
        }
    }

    /// A squad of which nobody stands, struck through.
    fn gone(&self, canvas: &mut Canvas, name: &str, left: f32, top: f32, room: f32) {
        let (size, y) = (self.size, self.baseline(top));
        let left = left + size * 2.7;
        let name = fit(name, size, Weight::Plain, room - size * 2.7);
        canvas.text(left, y, Ink { colour: FADED, ..self.ink(Weight::Plain) }, &name);
        let (right, middle) = (left + width(&name, size, Weight::Plain), y - size * 0.3);
        let mut through = Path::default();
        through.go(left, middle).line(right, middle);
        canvas.path(&through, line(FADED, size * 0.09));
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

    /// What something is called and the rest of what is told of it, in a row of its own.
    fn named(&mut self, canvas: &mut Canvas, x: f32, name: &Name, rest: &str) {
        let (size, y) = (self.size, self.baseline(self.y));
        let room = self.right - x - size - width(rest, size, Weight::Plain);
        let name = fit(&name.drawn(), size, Weight::Bold, room);
        canvas.text(x, y, self.ink(Weight::Bold), &name);
        canvas.text(x + width(&name, size, Weight::Bold) + size * 0.4, y, self.ink(Weight::Plain), rest);
        self.y += self.row();
    }

    fn gap(&mut self) {
        self.y += self.size * 0.3;
        self.x = self.left;
    }

    fn sign(&mut self, canvas: &mut Canvas, sign: &Sign) {
        let size = self.size * 0.92;
        let (icon, gap) = (self.size * sign.widths(), self.size * 0.35);
        let words = fit(&sign.words, size, Weight::Plain, self.right - self.left - icon - gap);
        let whole = icon + gap + width(&words, size, Weight::Plain);
        if self.right < self.x + whole && self.left < self.x {
            self.x = self.left;
            self.y += self.row();
        }
        let area = Rect { left: self.x, top: self.y + (self.row() - icon) / 2.0, width: icon, height: icon };
        draw_sign(canvas, &sign.what, area, self.frame);
        let ink = Ink { size, ..self.ink(Weight::Plain) };
        canvas.text(self.x + icon + gap, self.baseline(self.y), ink, &words);
        self.x += whole + self.size;
    }

    fn end(&self) -> f32 {
        (self.y + self.row() + self.size * 0.4).ceil()
    }
}

/// How many heroes are told by name.
const HEROES_MAX: usize = 12;

/// How large the marks of tags are written, in font sizes.
const MARK: f32 = 0.9;

/// A sign and what it means.
struct Sign {
    what: What,
    words: String,
}

enum What {
    Unit {
        party: PartyId,
        shape: Shape,
        is_engaged: bool,
        hero: Option<Name>,
    },
    Mark(&'static str),
    Fallen(Option<PartyId>),
    Arrow(Arrow),
    Reach,
    Formation(PartyId),
    Plate(PartyId),
    Standard(PartyId),
    Ring,
    Clash,
    /// What joins the units of a squad.
    Link(PartyId),
    Ground(Look, Option<char>),
}

impl Sign {
    /// How many font sizes wide it is drawn.
    fn widths(&self) -> f32 {
        match self.what {
            What::Arrow(..) => 2.2,
            What::Link(_) => 1.8,
            What::Mark(text) => width(text, MARK, Weight::Bold),
            _ => 1.25,
        }
    }
}

/// The signs that occur on a picture.
fn signs(picture: &Picture) -> Vec<Sign> {
    let mut signs = Vec::new();
    let mut add =
        |what: Option<What>, words: &str| signs.extend(what.map(|what| Sign { what, words: words.to_owned() }));
    let units = || picture.squads.iter().flat_map(|squad| squad.units.iter().map(move |it| (squad.party, it)));
    for (id, party) in picture.placed_parties() {
        let plain = |shape| {
            let what = What::Unit { party: id, shape, is_engaged: false, hero: None };
            units().any(|it| it.0 == id && it.1.shape == shape).then_some(what)
        };
        add(plain(Shape::Figure), whose(party));
        for (shape, word) in [
            (Shape::Vehicle, "vehicle"),
            (Shape::Rider, "rider"),
            (Shape::Monster, "monster"),
            (Shape::Structure, "structure"),
        ] {
            add(plain(shape), &whose_one(party, word));
        }
    }
    for (party, unit) in units().filter(|it| it.1.hero.is_some()).take(HEROES_MAX) {
        let name = unit.hero.as_deref().unwrap_or_default();
        add(Some(What::Unit { party, shape: unit.shape, is_engaged: false, hero: unit.hero.clone() }), name);
    }
    let engaged = units().find(|it| it.1.is_engaged);
    let engaged = engaged.map(|it| What::Unit { party: it.0, shape: it.1.shape, is_engaged: true, hero: None });
    add(engaged, "engaged");
    let first = |is_it: &dyn Fn(&SquadView) -> bool| picture.squads.iter().find(|it| is_it(it));
    add(first(&is_linked).map(|it| What::Link(it.party)), "one squad");
    add(first(&SquadView::is_engaged).map(|_| What::Mark("⚔")), "in melee");
    add(first(&|it| it.is_broken).map(|_| What::Mark("⚐")), "broken");
    add(first(&|it| it.carried > 0).map(|_| What::Mark("+1")), "carries 1 downed");
    add(first(&|it| 1 < it.starting).map(|_| What::Mark("3/5")), "3 of 5 stand");
    for it in std::iter::once(None).chain(picture.placed_parties().map(|it| Some(it.0))) {
        let occurs = picture.fallen.iter().any(|fallen| (!fallen.is_killed).then_some(fallen.party) == it);
        add(occurs.then_some(What::Fallen(it)), if it.is_some() { "left behind" } else { "killed" });
    }
    let is_to_come = matches!(picture.moment, Moment::Opening(_));
    for (kind, was, is) in [
        (ArrowKind::Move, "moved", "moves"),
        (ArrowKind::Charge, "charged", "charges"),
        (ArrowKind::Press, "pressed in", "presses in"),
        (ArrowKind::Fire, "fired at", "fires at"),
    ] {
        let arrow = picture.arrows.iter().find(|it| it.kind == kind);
        let arrow = arrow.map(|it| What::Arrow(Arrow { is_doubtful: false, ..it.clone() }));
        add(arrow, if is_to_come { is } else { was });
    }
    let doubtful = picture.arrows.iter().find(|it| it.is_doubtful);
    add(doubtful.map(|it| What::Arrow(it.clone())), "short dashes: in doubt");
    add(picture.formations.first().map(|it| What::Formation(it.party)), "outline: in formation");
    add(first(&|it| it.plate.is_some()).map(|it| What::Plate(it.party)), "plate, and its front");
    let standard = first(&|it| it.plate.is_some_and(|it| it.standard.is_some()));
    add(standard.map(|it| What::Standard(it.party)), "standard");
    add(picture.clashes.first().map(|_| What::Clash), "exchanged blows");
    add(picture.rings.first().map(|_| What::Ring), "in close combat");
    add(picture.objectives.first().map(|_| What::Reach), "objective’s reach");
    let mut kinds: Vec<_> =
        picture.ground.occurring().filter(|it| it.look != Look::Open || it.mark.is_some()).collect();
    kinds.sort_by_key(|it| it.look);
    for kind in kinds {
        add(Some(What::Ground(kind.look, kind.mark)), &kind.name);
    }
    signs
}

fn draw_sign(canvas: &mut Canvas, what: &What, area: Rect, frame: &Frame) {
    let middle = area.middle();
    match what {
        What::Unit { party, shape, is_engaged, hero } => {
            bodies(canvas, &[(*shape, area)], *party, *is_engaged, area.width);
            let mut badges = Path::default();
            badge(&mut badges, *shape, area);
            badge_style(canvas, &badges, area.width);
            if let Some(name) = hero {
                heroes(canvas, &[(area, name)], area.width);
            }
        }
        What::Mark(text) => canvas.sign(middle, frame.legend * MARK, INK, text),
        What::Fallen(party) => cross(canvas, *party, area),
        What::Arrow(it) => {
            let points = vec![(area.left, middle.1), (area.left + area.width, middle.1)];
            draw_arrow(canvas, it, points, area.width * 0.09, 0.0);
        }
        What::Reach => {
            let mut path = Path::default();
            path.rect(area.grown(-area.width * 0.1));
            canvas.path(&path, reach_style(None, frame));
        }
        What::Formation(party) => {
            let mut path = Path::default();
            path.rect(area.grown(-area.width * 0.1));
            outline(canvas, &path, *party, area.width * 0.08);
        }
        What::Plate(party) => {
            let plate = area.grown(-area.width * 0.1).shifted(0.0, area.width * 0.1);
            ground(canvas, *party, plate, area.width * 0.8);
            front(canvas, *party, Direction::North, plate, area.width * 0.8);
        }
        What::Standard(party) => standard(canvas, *party, area.shifted(-area.width * 0.3, 0.0)),
        What::Link(party) => {
            let edge = area.width * 0.36;
            let ends = [area.left + edge / 2.0, area.left + area.width - edge / 2.0];
            let mut way = Path::default();
            way.go(ends[0], middle.1).line(ends[1], middle.1);
            canvas.path(&way, link_style(*party, edge));
            let body = |x: f32| (Shape::Figure, Rect::around((x, middle.1), edge));
            bodies(canvas, &ends.map(body), *party, false, edge);
        }
        What::Ring => {
            let ends = ((area.left, middle.1), (area.left + area.width, middle.1));
            link(canvas, ends.0, ends.1, area.width * 0.11);
        }
        What::Clash => clash(canvas, area.grown(-area.width * 0.06)),
        What::Ground(look, mark) => {
            swatch(canvas, *look, mark.is_some(), area);
            if let Some(mark) = mark {
                canvas.sign(middle, area.width * 0.6, FADED, &mark.to_string());
            }
        }
    }
}
