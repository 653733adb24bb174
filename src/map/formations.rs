//! **F-1** Formations: seen as one, by an outline around their members.

use crate::field::{Footprint, Tile};
use crate::line::battle::{Battle, Formation, Side};
use crate::map::canvas::{Anchor, Canvas, Ink, Path, Rect};
use crate::map::frame::Frame;
use crate::map::metrics::{Weight, width};
use crate::map::picture::{Picture, name};
use crate::map::style::{WHITE, colour};
use crate::map::words::{count, whose};

/// Units that act as one body.
#[derive(Clone, Debug)]
pub(super) struct FormationView {
    pub(super) name: String,
    /// What it is called on the picture: F1, F2 and so on.
    pub(super) label: String,
    pub(super) side: Side,
    pub(super) units: Vec<Footprint>,
    /// Who directs it.
    pub(super) leader: Option<String>,
}

/// All formations, in the order in which they were formed.
pub(super) fn of(battle: &Battle) -> Vec<FormationView> {
    let view = |(n, it): (usize, &Formation)| FormationView {
        name: name(&battle.formation_name(it)),
        label: format!("F{}", n + 1),
        side: it.members.first().map_or(Side::Players, |it| battle.side(battle.unit(*it).squad)),
        units: it.members.iter().map(|it| battle.footprint(*it)).collect(),
        leader: it.leader.map(|it| name(&battle.setup().unit(it).name)),
    };
    battle.formations().iter().enumerate().map(view).collect()
}

impl FormationView {
    /// The first tile of the rectangle that holds it, and the last.
    fn corners(&self) -> Option<(Tile, Tile)> {
        let mut tiles = self.units.iter().flat_map(|it| it.tiles());
        let first = tiles.next()?;
        let widen = |(low, high): (Tile, Tile), it: Tile| {
            (Tile::new(low.x.min(it.x), low.y.min(it.y)), Tile::new(high.x.max(it.x), high.y.max(it.y)))
        };
        Some(tiles.fold((first, first), widen))
    }

    fn place(&self) -> String {
        match self.corners() {
            Some((low, high)) if low == high => format!(" at {low}"),
            Some((low, high)) => format!(" between {low} and {high}"),
            None => String::new(),
        }
    }

    /// Alpha + Bravo, 10 units between C3 and G4, led by Sgt. Ko.
    pub(super) fn told(&self) -> String {
        let led = self.leader.as_ref().map_or(String::new(), |it| format!(", led by {it}"));
        format!("{}, {}{}{led}", self.name, count(self.units.len(), "unit", "units"), self.place())
    }

    /// The same as a line of its own, with whose it is and its label on the map.
    pub(super) fn line(&self) -> String {
        format!("In formation ({}, {} on the map): {}.", whose(self.side), self.label, self.told())
    }
}

/// The outline of each, around the tiles that its members stand on.
pub(super) fn draw(canvas: &mut Canvas, picture: &Picture, frame: &Frame) {
    for it in &picture.formations {
        let tiles: Vec<Tile> = it.units.iter().flat_map(|it| it.tiles()).collect();
        outline(canvas, &border(frame, tiles.iter().copied(), |it| tiles.contains(&it)), it.side, frame.line());
    }
}

/// The label of each, on the upper left corner of its outline.
pub(super) fn draw_labels(canvas: &mut Canvas, picture: &Picture, frame: &Frame) {
    for it in &picture.formations {
        if let Some(area) = label_area(it, frame) {
            label(canvas, &it.label, it.side, area);
        }
    }
}

/// Where the label of a formation is.
pub(super) fn label_area(it: &FormationView, frame: &Frame) -> Option<Rect> {
    let first = it.units.iter().map(|it| it.at).min_by_key(|it| (it.y, it.x))?;
    let tile = frame.tile(first);
    let size = (frame.tile * 0.5).max(frame.label * 0.6);
    let wide = width(&it.label, size, Weight::Bold) + size * 0.5;
    Some(Rect { left: tile.left - wide * 0.5, top: tile.top - size * 0.65, width: wide, height: size * 1.2 })
}

/// A line around a formation, in the colour of its side.
pub(super) fn outline(canvas: &mut Canvas, path: &Path, side: Side, line: f32) {
    let colour = colour(side);
    for (colour, width) in [(WHITE, line * 2.2), (colour, line * 1.2)] {
        let style = "fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
        canvas.path(path, format_args!("{style} stroke=\"{colour}\" stroke-width=\"{width:.1}\""));
    }
}

/// A white plate with the label of a formation.
pub(super) fn label(canvas: &mut Canvas, label: &str, side: Side, area: Rect) {
    let colour = colour(side);
    let line = area.height * 0.09;
    canvas.rect(area, format_args!("fill=\"{WHITE}\" stroke=\"{colour}\" stroke-width=\"{line:.1}\""));
    let ink = Ink { size: area.height / 1.2, weight: Weight::Bold, colour, anchor: Anchor::Middle };
    canvas.text(area.left + area.width / 2.0, area.top + area.height * 0.8, ink, label);
}

/// The outer edges of some tiles.
pub(super) fn border(frame: &Frame, tiles: impl Iterator<Item = Tile>, is_in: impl Fn(Tile) -> bool) -> Path {
    let mut path = Path::default();
    for tile in tiles {
        let Rect { left, top, width, height } = frame.tile(tile);
        let corners = [(left, top), (left + width, top), (left + width, top + height), (left, top + height)];
        for (n, (dx, dy)) in [(0, -1), (1, 0), (0, 1), (-1, 0)].into_iter().enumerate() {
            if !tile.offset(dx, dy).is_some_and(&is_in) {
                let (from, to) = (corners[n], corners[(n + 1) % 4]);
                path.go(from.0, from.1).line(to.0, to.1);
            }
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::field::{SquadId, UnitId};
    use crate::line::battle::scene::{scene_with, squad};
    use crate::line::battle::{Event, FormationEvent, FormationSetup, Step, StepTaken};
    use crate::map::{MapRenderer, alt_text, positions, text_map};

    fn field(formations: Option<FormationSetup>) -> Battle {
        let drawing = "
            . .a .a .a . . .x
            . .b .b .  . . .x
            . .  .  .h . . .x";
        let squads = "a Alpha players@alice: rifle; b Bravo players@alice: spearman; h Ko players@alice: officer;
            x Boyz enemy: boy";
        scene_with(drawing, squads, |setup| setup.formations = formations)
    }

    fn form_up(battle: &mut Battle, squads: &[&str], has_leader: bool) {
        let squads: Vec<SquadId> = squads.iter().map(|it| squad(battle, it)).collect();
        let members = squads.iter().flat_map(|it| battle.standing(*it)).collect();
        let leader = battle.leader(squad(battle, "Ko")).filter(|_| has_leader);
        let formation = battle.next_formation();
        let started = FormationEvent::Started { formation, squads, members, leader, stuck: Vec::new() };
        battle.apply(&Event::Formation(Box::new(started)));
    }

    #[test]
    fn f1_a_formation_is_seen_as_one_in_every_form_of_the_map() {
        let mut battle = field(Some(FormationSetup::default()));
        let before = Picture::new(&battle, &[]);
        form_up(&mut battle, &["Alpha", "Bravo"], true);
        form_up(&mut battle, &["Boyz"], false);
        let picture = Picture::new(&battle, &[]);
        let (text, places) = (text_map(&picture), positions(&picture));
        let told: Vec<&str> =
            text.lines().chain(places.lines()).filter(|it| it.to_lowercase().contains("in formation")).collect();
        expect![[r#"
            in formation, yours: Alpha + Bravo, 5 units between B1 and D2, led by Ko Officer
            in formation, enemy: Boyz, 3 units between G1 and G3
            In formation (yours, F1 on the map): Alpha + Bravo, 5 units between B1 and D2, led by Ko Officer.
            In formation (enemy, F2 on the map): Boyz, 3 units between G1 and G3."#]]
        .assert_eq(&told.join("\n"));
        expect!["Scene as round 1 opens, 7 by 3 tiles, north up. Yours: Alpha with 3 at B1, 3 tiles from Boyz; Bravo with 2 at B2, 4 tiles from Boyz; Ko with 1 at D3, 3 tiles from Boyz. Enemy: Boyz with 3 at G1, 3 tiles from Alpha. In formation: Alpha + Bravo, 5 units between B1 and D2, led by Ko Officer; Boyz, 3 units between G1 and G3."].assert_eq(&alt_text(&picture));
        let drawn = MapRenderer::svg(&picture);
        assert!(drawn.contains(">F1<") && drawn.contains(">F2<") && !MapRenderer::svg(&before).contains(">F1<"));
        assert!(MapRenderer::new().png(&picture).is_ok());
    }

    #[test]
    fn f1_a_march_is_one_arrow() {
        let mut battle = field(Some(FormationSetup::default()));
        form_up(&mut battle, &["Alpha", "Bravo"], true);
        let (formation, alpha) = (battle.formations()[0].id, battle.standing(squad(&battle, "Alpha")));
        let units: Vec<UnitId> = alpha.collect();
        let step = |number: u8| {
            let way = |it: &UnitId| {
                let from = battle.unit(*it).at;
                let from = from.offset(i16::from(number) - 1, 0).expect("it is on the map");
                Step { unit: *it, from, to: from.offset(1, 0).expect("it is on the map") }
            };
            let steps = units.iter().take(4 - usize::from(number)).map(way).collect();
            let (stayed, left) = (Vec::new(), Vec::new());
            let taken =
                StepTaken { formation, number, steps, stayed, price: 1, left, has_gap: false, leader_out: None };
            Event::Formation(Box::new(FormationEvent::Stepped(taken)))
        };
        let arrows = Picture::new(&battle, &[step(1), step(2)]).arrows;
        let [arrow] = &arrows[..] else { panic!("one arrow: {arrows:?}") };
        let ends: Vec<(f32, f32)> = arrow.points.iter().map(|it| (it.x, it.y)).collect();
        assert_eq!(ends, [(1.5, 0.5), (3.5, 0.5)]);
    }

    #[test]
    fn a_battle_without_formations_is_drawn_as_ever() {
        let drawn = |it| MapRenderer::svg(&Picture::new(&field(it), &[]));
        assert_eq!(drawn(Some(FormationSetup::default())), drawn(None));
    }
}
