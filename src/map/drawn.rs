//! Pictures for tests, drawn as text, and checks that hold for all pictures.

use crate::field::Tile;
use crate::field::drawn::{board, cells};
use crate::map::{
    ALT_TEXT_MAX, Ground, MapRenderer, Moment, Name, Party, PartyId, Picture, Plot, Shape, SquadView, UnitView,
    alt_text, description, labels, positions, text_map,
};

/// A picture from a drawing, in which each tile has the letter of its ground and, if a unit stands there, the letter of
/// its squad. Each squad has a letter, a name and a party. The first two parties are yours and the enemy.
pub(crate) fn picture(drawing: &str, squads: &[(char, &str, u8)]) -> Picture {
    let named: Vec<_> = squads.iter().map(|it| (Name::new(it.1), PartyId(it.2))).collect();
    let board = board(drawing);
    let units = members(drawing);
    let views =
        squads.iter().zip(&named).zip(labels(named.iter().map(|it| &*it.0))).map(|((squad, (name, party)), label)| {
            let tiles = || units.iter().filter(|it| it.0 == squad.0).map(|it| it.1);
            let at = tiles().next().expect("somebody of each squad stands on the drawing");
            SquadView {
                name: name.clone(),
                label,
                party: *party,
                standing: tiles().count(),
                units: tiles().map(figure).collect(),
                starting: tiles().count() as u16,
                carried: 0,
                at,
                stands_in: board.kind(board.ground(at)).clone(),
                engaged_by: Vec::new(),
                nearest: None,
                is_broken: false,
                has_shot: false,
                notes: Vec::new(),
                plate: None,
            }
        });
    Picture {
        is_what_if: false,
        title: Name::title("Drawn by hand"),
        moment: Moment::Opening(1),
        ground: Ground::new(&board, []),
        parties: vec![Party::Yours, Party::Enemy],
        squads: views.collect(),
        gone: Vec::new(),
        objectives: Vec::new(),
        fallen: Vec::new(),
        lying: Vec::new(),
        arrows: Vec::new(),
        formations: Vec::new(),
        clashes: Vec::new(),
        rings: Vec::new(),
    }
}

fn members(drawing: &str) -> Vec<(char, Tile)> {
    let rows = cells(drawing).into_iter().enumerate();
    let tile = |x: usize, y: usize| Tile::new(x as u8, y as u8);
    let tiles = rows.flat_map(|(y, row)| row.into_iter().enumerate().map(move |(x, it)| (it, tile(x, y))));
    tiles.filter_map(|(letters, tile)| Some((*letters.get(1)?, tile))).collect()
}

fn figure(at: Tile) -> UnitView {
    UnitView { on: Plot::one(at), shape: Shape::Figure, hero: None, is_engaged: false }
}

/// The width, the height, the number of colours, and the pixels of a PNG.
pub(crate) fn decoded(png: &[u8]) -> (u32, u32, usize, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("pixels");
    let colours = reader.info().palette.as_ref().map_or(0, |it| it.len() / 3);
    (info.width, info.height, colours, pixels)
}

/// Checks what holds for every picture, on all its renderings.
#[track_caller]
pub(crate) fn check_all(picture: &Picture) {
    let svg = MapRenderer::svg(picture);
    let words = [text_map(picture), positions(picture), description(picture)];
    resvg::usvg::roxmltree::Document::parse(&svg).expect("the SVG is well-formed");
    for (label, name) in picture.labels() {
        assert!(!label.is_empty());
        // A sentence may begin with the name.
        let is_named = |it: &String| it.to_lowercase().contains(&name.to_lowercase());
        words.iter().for_each(|it| assert!(is_named(it), "{name} is missing in {it}"));
    }
    assert!(alt_text(picture).chars().count() <= ALT_TEXT_MAX);
    let png = MapRenderer::default().png(picture).expect("a picture");
    let (width, height, colours, _) = decoded(&png);
    assert!(900 <= width && 0 < height && 0 < colours && colours <= 256, "{width} by {height}, {colours} colours");
}
